"""Of the cases of the site: every rule, ruling and card has one."""

from collections import Counter

import pytest

from rulebook import finder
from rulebook.content import reading
from rulebook.content.typography import NO_BREAK
from simulator.cases import casebook
from simulator.game import played_games
from tests.conformance.tables import names_a_seat

CASES = casebook.cases()
GAMES = list(reading.game_ids())
# Ours show each of their cards by a case; how many cases a game from outside has is its own affair.
HOUSE = [game_id for game_id in played_games() if finder.is_ours(finder.rooms("simulator")[game_id])]


def test_every_case_has_a_name_of_its_own_a_rule_and_a_title_in_both_languages():
    names = Counter((case.game, case.id) for case in CASES)
    assert [name for name, n in names.items() if n > 1] == []
    assert [case.id for case in CASES if not case.clause] == []
    assert [case.id for case in CASES if set(case.title) != {"ru", "en"}] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_decided_by_the_engine_has_a_case_that_shows_it_first(game_id):
    first = {case.clause for case in CASES if case.game == game_id}
    decided = {clause.id for clause in reading.load(game_id).clauses if clause.decided_by == "engine"}
    assert decided - first == set()


@pytest.mark.parametrize("game_id", GAMES)
def test_every_ruling_has_a_case_unless_only_people_decide_it(game_id):
    rules = reading.whole(game_id)
    shown = {number for case in CASES if case.game == game_id for number in case.rulings}
    for ruling in rules.rulings:
        by_engine = any(rules.clause_by_id[clause].decided_by == "engine" for clause in ruling.clauses)
        assert ruling.number in shown or not by_engine, ruling.id


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_of_a_ruling_with_a_choice_has_a_case_for_each_value(game_id):
    rules = reading.load(game_id)
    for option in rules.options:
        if names_a_seat(option) or option.hidden:
            continue
        tried = {option.default}
        for case in CASES:
            given = (case.position or case.new or {}).get("options", {})
            if isinstance(given, dict) and isinstance(given.get(option.id), str | bool | int):
                tried.add(given[option.id])
        assert {choice.value for choice in option.choices} <= tried, option.id


@pytest.mark.parametrize("game_id", GAMES)
def test_the_example_of_a_clause_is_a_case_about_that_clause(game_id):
    for clause in reading.whole(game_id).clauses:
        if clause.scenario:
            case = casebook.find(game_id, clause.scenario)
            assert clause.id in case.clauses, clause.id


@pytest.mark.parametrize("game_id", HOUSE)
def test_every_card_has_a_case_that_quotes_it_and_one_that_counts_its_copies(game_id):
    """Each kind of card by its own name: its case is called card-<id>."""
    pieces = reading.load(game_id).cards
    deck = [card for card in pieces if card.deck] or pieces  # sectors and tokens aren't played
    for card in deck:
        case = casebook.find(game_id, f"card-{card.id}")
        assert card.name.ru.replace(NO_BREAK, " ") in case.title["ru"].replace(NO_BREAK, " ")
        assert card.name.en in case.title["en"]
        assert any(card.code in move.split() for move in case.moves)
        assert casebook.find(game_id, f"card-{card.id}-one-too-many").expect["bad_position"]


def test_the_worked_examples_of_the_rulebook_of_poison_are_among_the_cases():
    """Example 1 (Olya takes three), example 2 (Sasha takes the poison too), the scoring example."""
    one, two = casebook.find("poison", "overflow-example-1"), casebook.find("poison", "overflow-example-2")
    scoring = casebook.find("poison", "scoring-example")
    assert one.moves == ("Коля: play R2 1", "Оля: play R4 1")
    assert two.moves == ("Рита: play X4 1", "Саша: play P5 1")
    assert scoring.expect["scores"] == {"Оля": 7, "Саша": 2, "Коля": 17, "Рита": 15}


def test_the_worked_examples_of_the_rulebook_of_the_alchemists_are_among_the_cases():
    """The first experiment, the quiz, own theory −3, zones 14 to 12 and 18 to 11, the grid chapter."""

    def expected(case_id):
        return casebook.find("alchemists", case_id).expect

    assert expected("first-experiment")["events"][0]["potion"] == "R+"
    assert expected("quiz-scorpion-claw")["events"][0]["potion"] == "G+"
    assert expected("claw-neutralizes-toad")["events"][0]["potion"] == "N"
    assert expected("your-own-theory")["scores"] == {"Оля": 10}
    assert expected("green-zone-14-to-12")["scores"] == {"Оля": 12}
    assert expected("blue-zone-18-to-11")["scores"] == {"Оля": 11}
    assert expected("grid-5-a-hedge-will-do")["worlds"] == 240

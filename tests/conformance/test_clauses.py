"""Point 13: every clause that an engine decides is shown by something that happened; no word is idle."""

from functools import cache

import pytest

from rulebook import content, wording
from simulator import casebook, engines
from simulator.engines.core.record import record_from_json, replay
from simulator.engines.core.refusal import BadRecord
from simulator.engines.core.verdict import Mark, said_in
from tests.conformance.tables import TABLES, play, powers_of_two
from tests.conformance.test_moves import vocabulary

GAMES = list(engines.GAMES)
LANGUAGES = ("ru", "en")
CITED = ("refusal", "event", "line", "warning")
NAMES = ("Оля", "Саша", "Рита", "Коля", "Ира", "Лев")


@cache
def seen(game_id: str) -> frozenset[Mark]:
    """All that cases, random games with illegal attempts, and broken records of a game have shown."""
    marks = {mark for case in casebook.cases() if case.game == game_id for mark in casebook.judge(case).seen}
    for table in TABLES:
        if table.game_id == game_id:
            marks |= shown_by_play(table)
    try:
        list(replay(engines.get(game_id), record_from_json({"game": game_id, "rules": "one"})))
    except BadRecord as error:
        marks |= {Mark("refusal", refusal.code, refusal.clause) for refusal in error.refusals}
    return frozenset(marks)


def shown_by_play(table) -> set[Mark]:
    game, played = table.game, play(table, 31)
    marks = {Mark("event", e.kind, e.clause) for ply in played.plies for e in ply.step.events}
    attempts = vocabulary(played)
    for ply in powers_of_two(played.plies):
        marks |= {said.mark for said in said_in(game.explain(ply.step.state))}
        refusals = [
            game.check(ply.step.state, seat, move) for seat in range(table.seats) for move in attempts
        ]
        marks |= {Mark("refusal", refusal.code, refusal.clause) for refusal in refusals if refusal}
    return marks


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_cited_exists(game_id):
    assert {mark.clause for mark in seen(game_id)} <= set(content.load(game_id).clause_by_id)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_that_the_engine_decides_is_shown_by_all_it_declares(game_id):
    rules = content.load(game_id)
    shown = {f"{mark.kind}:{mark.code}" for mark in seen(game_id)}
    shown |= {f"constant:{name}" for name in rules.constants}
    missing = {
        clause.id: [mark for mark in clause.shown_by if mark not in shown]
        for clause in rules.clauses
        if clause.decided_by == "engine"
    }
    assert {clause: marks for clause, marks in missing.items() if marks} == {}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_that_the_engine_decides_has_a_case(game_id):
    covered = {clause for case in casebook.cases() if case.game == game_id for clause in case.clauses}
    decided = {clause.id for clause in content.load(game_id).clauses if clause.decided_by == "engine"}
    assert decided - covered == set()


@pytest.mark.parametrize("game_id", GAMES)
def test_the_catalogues_have_every_code_that_is_used_and_no_other(game_id):
    rules = content.load(game_id)
    for kind in CITED:
        used = {mark.code for mark in seen(game_id) if mark.kind == kind}
        assert used == set(rules.words.get(kind, {})), kind


@pytest.mark.parametrize("game_id", GAMES)
def test_there_is_no_catalogue_beside_those_that_are_said(game_id):
    """`fact` labels things on the table (colours, and none of them), `mark` the cells of a sheet."""
    rules = content.load(game_id)
    assert set(rules.words) <= {*CITED, "move", "fact", "mark"}
    colours = {card.colour for card in rules.cards if card.colour}
    assert colours <= set(rules.words["fact"]) <= {*rules.colour_by_id, "poison", "none", "empty"}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_word_for_a_move_is_said_of_some_move_and_the_other_way_round(game_id):
    game, rules = engines.get(game_id), content.load(game_id)
    said = set()
    for table in TABLES:
        if table.game_id == game_id:
            for ply in play(table, 32).plies:
                for seat, moves in ply.legal.items():
                    said |= {game.say(ply.step.state, seat, move)[0] for move in moves}
    refused = {verb for verb in rules.words["move"] if verb not in said}
    assert said <= set(rules.words["move"])
    state = game.new_game(TABLES[0].options, 1).state
    (seat, *_) = game.to_act(state)
    for verb in refused:  # verbs that are always refused, but have words because people try them
        assert game.check(state, seat, game.parse(state, seat, verb)) is not None


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_cited_by_a_mark_is_the_one_that_its_sentence_is_about(game_id):
    """A code of a clause's shown_by cites that clause, or one that the clause's text or chapter shares."""
    rules = content.load(game_id)
    cites: dict[str, set[str]] = {}
    for mark in seen(game_id):
        cites.setdefault(f"{mark.kind}:{mark.code}", set()).add(mark.clause)
    declared = {mark for clause in rules.clauses for mark in clause.shown_by}
    for mark in declared & set(cites):
        holders = {clause.id for clause in rules.clauses if mark in clause.shown_by}
        assert cites[mark] & holders, f"{mark} cites {cites[mark]}, but is declared by {holders}"


@pytest.mark.parametrize("game_id", GAMES)
def test_all_that_cases_say_can_be_said_in_both_languages(game_id):
    rules = content.load(game_id)
    for case in casebook.cases():
        if case.game != game_id:
            continue
        outcome = casebook.judge(case)
        said = [("refusal", refusal.code, refusal.params) for refusal in outcome.played.refusals]
        said += [("event", event.kind, event.params) for event in outcome.played.events]
        for kind, code, params in said:
            for lang in LANGUAGES:
                sentence = wording.render(rules, kind, code, params, lang, NAMES)
                assert sentence
                assert not set("{}[]") & set(sentence), sentence

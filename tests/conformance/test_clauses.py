"""Point 13: every clause that an engine decides is shown by something that happened; no word is idle."""

import re
from functools import cache

import pytest
from django.conf import settings

from rulebook import content, wording
from scoring import sheets
from scoring.sheets.core import Entry, TableRefused, state_of
from simulator import casebook, engines
from simulator.engines.core.record import record_from_json, replay
from simulator.engines.core.refusal import BadRecord
from simulator.engines.core.verdict import Mark, said_in
from tests.conformance.tables import TABLES, play, telling
from tests.conformance.test_moves import vocabulary

GAMES = list(engines.GAMES)
LANGUAGES = ("ru", "en")
CITED = ("refusal", "event", "line", "warning")
ENDLESS = 500  # entries; no game has so many
NAMES = ("Оля", "Саша", "Рита", "Коля", "Ира", "Лев")


@cache
def seen(game_id: str) -> frozenset[Mark]:
    """All that cases, random games with illegal attempts, and broken records of a game have shown."""
    marks = {mark for case in casebook.cases() if case.game == game_id for mark in casebook.judge(case).seen}
    for table in TABLES:
        if table.game_id == game_id:
            marks |= shown_by_play(table)
    marks |= shown_by_sheet(game_id)
    try:
        list(replay(engines.get(game_id), record_from_json({"game": game_id, "rules": "one"})))
    except BadRecord as error:
        marks |= {Mark("refusal", refusal.code, refusal.clause) for refusal in error.refusals}
    return frozenset(marks)


def shown_by_play(table) -> set[Mark]:
    game, played = table.game, play(table, 31, "curious")
    marks = {Mark("event", e.kind, e.clause) for ply in played.plies for e in ply.step.events}
    attempts = vocabulary(played)
    for ply in (played.plies[n] for n in telling(played)):
        marks |= {said.mark for said in said_in(game.explain(ply.step.state))}
        refusals = [
            game.check(ply.step.state, seat, move) for seat in range(table.seats) for move in attempts
        ]
        marks |= {Mark("refusal", refusal.code, refusal.clause) for refusal in refusals if refusal}
    return marks


def shown_by_sheet(game_id) -> set[Mark]:
    """A sheet that is written on and on, and raw data about somebody who isn't at the table."""
    rules = sheets.get(game_id)
    case = next(case for case in casebook.cases() if case.game == game_id and case.sheet and case.moves)
    names, (_, _, text) = case.sheet["players"], case.moves[0].partition(": ")
    entries, refusals = [], []
    while len(entries) < ENDLESS and not refusals:
        entry = Entry(len(entries) + 1, *rules.typed(names, 0, len(entries) + 1, text))
        refusals = [refusal for refusal in [rules.check(state_of(len(names), entries), entry)] if refusal]
        entries.append(entry)
    try:
        rules.score_table({"players": names, "plays": [{"player": "?"}]})
    except TableRefused as error:
        refusals.append(error.refusal)
    marks = {Mark("refusal", refusal.code, refusal.clause) for refusal in refusals}
    remarks = rules.fold(len(names), entries).warnings
    return marks | {Mark("warning", remark.code, remark.clause) for remark in remarks}


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
    """`fact` labels things on the table (all colours have one), `mark` the cells of a sheet."""
    rules = content.load(game_id)
    assert set(rules.words) <= {*CITED, "move", "fact", "mark"}
    facts = set(rules.words.get("fact", {}))
    assert {card.colour for card in rules.cards if card.colour} <= facts
    code = [*(settings.BASE_DIR / "simulator").glob(f"engines/{game_id}/*.py")]
    code += (settings.BASE_DIR / "simulator" / "tables").glob(f"{game_id}*.py")
    named = set(re.findall(r'"(\w+)"', "".join(path.read_text(encoding="utf-8") for path in code)))
    assert facts - named - set(rules.colour_by_id) == set()


@pytest.mark.parametrize("game_id", GAMES)
def test_every_word_for_a_move_is_said_of_some_move_and_the_other_way_round(game_id):
    game, rules = engines.get(game_id), content.load(game_id)
    tables = [table for table in TABLES if table.game_id == game_id]
    states = [state for table in tables for state in play(table, 32, "curious").states]
    for case in casebook.cases():
        if case.game == game_id and case.sheet is None:
            states += [step.state for step in casebook.judge(case).played.steps]
    said = {
        game.say(state, seat, move)[0]
        for state in states
        for seat in game.to_act(state)
        for move in game.legal_moves(state, seat)
    }
    assert said <= set(rules.words["move"])
    for verb in set(rules.words["move"]) - said:  # refused with a reason of its own, as people try it
        for seat in game.to_act(states[0]):
            refusal = game.check(states[0], seat, game.parse(states[0], seat, verb))
            assert refusal is not None
            assert refusal.code != "bad_move", verb


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

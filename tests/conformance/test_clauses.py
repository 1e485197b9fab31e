"""Point 13: every clause that an engine decides is shown by something that happened; no word is idle."""

import ast
import itertools
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from rulebook import finder
from rulebook.content import reading
from rulebook.wording import sentences
from scoring import sheets
from scoring.sheets.core import SheetEntry, TableRefused, state_of
from simulator.case_words import difference_text
from simulator.cases import casebook
from simulator.cases.verdict import CaseMark, said_in
from simulator.engine.record import record_from_json, steps_of
from simulator.engine.refusal import BadRecord
from simulator.game import engine_of, played_games
from simulator.game import get as game_object
from tests.conformance.judged import judged
from tests.conformance.judged import played as cases_played
from tests.conformance.plain import keys_in
from tests.conformance.tables import SAYING, TABLES, sample, telling
from tests.conformance.test_moves import vocabulary

GAMES = played_games()
CONTENT = reading.game_ids()
ROOMS = [game_id for game_id in CONTENT if game_id not in played_games()]  # games that people play elsewhere
LANGUAGES = ("ru", "en")
CITED = ("refusal", "event", "line", "warning")
# What brings a code about: without any, its sentence is idle.
SHOWN_BY = {
    "refusal": "no case is refused so, nor a move of a random game. Write a case, or take the sentence out",
    "event": "it happens in no case and in no random game. Write a case, or take the sentence out",
    "line": "no case of a sheet uses it (docs/cases.md, «Score sheets»). Write one, or take the sentence out",
    "warning": "no case of a sheet uses it (docs/cases.md, «Score sheets»). Write one, or take it out",
}
ENDLESS = 1025  # entries; no game has so many
NAMES = ("Оля", "Саша", "Рита", "Коля", "Ира", "Лев")
SAYING_NODES = (ast.Constant, ast.JoinedStr, ast.Call, ast.Tuple)


@cache
def seen(game_id: str) -> frozenset[CaseMark]:
    """All that cases, random games with illegal attempts, and broken records of a game have shown."""
    marks = set(shown_by_cases(game_id))
    for table in SAYING:
        if table.game_id == game_id:
            marks |= shown_by_play(table)
    marks |= shown_by_sheet(game_id)
    try:
        list(steps_of(engine_of(game_id), record_from_json({"game": game_id, "rules": "one"})))
    except BadRecord as error:
        marks |= {CaseMark("refusal", refusal.code, refusal.clause) for refusal in error.refusals}
    return frozenset(marks)


def shown_by_play(table) -> set[CaseMark]:
    game, played = table.game, sample(table)
    marks = {CaseMark("event", e.kind, e.clause) for ply in played.plies for e in ply.step.events}
    attempts = vocabulary(played)
    for ply in (played.plies[n] for n in telling(played)):
        marks |= {said.mark for said in said_in(game.explain(ply.step.state))}
        refusals = [
            game.check(ply.step.state, seat, move) for seat in range(table.seats) for move in attempts
        ]
        marks |= {CaseMark("refusal", refusal.code, refusal.clause) for refusal in refusals if refusal}
    return marks


def shown_by_sheet(game_id) -> set[CaseMark]:
    """A sheet that is written on and on, looked at each time it has doubled; somebody who comes or leaves
    then, and raw data about somebody who isn't at the table.
    """
    rules = sheets.get(game_id)
    mine = [case for case in casebook.cases() if case.game == game_id and case.sheet and case.moves]
    names, row = (mine[0].sheet["players"], mine[0].moves[0]) if mine else (NAMES[:2], "Оля: ?")
    text = row.partition(": ")[2]
    entries, refusals = [], []
    while len(entries) < ENDLESS and not refusals:
        entry = SheetEntry(len(entries) + 1, *rules.typed(names, 0, len(entries) + 1, text))
        has_doubled = len(entries).bit_count() == 1
        refusal = rules.check(state_of(len(names), entries), entry) if has_doubled else None
        refusals = [refusal] if refusal else []
        entries.append(entry)
    try:
        rules.score_table({"players": names, "plays": [{"player": "?"}]})
    except TableRefused as error:
        refusals.append(error.refusal)
    seating, state, n = sheets.seating(game_id), state_of(len(names), entries), len(names)
    seated = [seating.check_shift(state, *change) for change in ((n + 1, n), (n - 1, n - 1))]
    refusals += filter(None, seated)
    marks = {CaseMark("refusal", refusal.code, refusal.clause) for refusal in refusals}
    remarks = rules.fold(len(names), entries).warnings
    return marks | {CaseMark("warning", remark.code, remark.clause) for remark in remarks}


@cache
def shown_by_cases(game_id: str) -> frozenset[CaseMark]:
    """All that the cases of a game have shown."""
    return frozenset(mark for _, outcome in judged(game_id) for mark in outcome.seen)


@cache
def trees() -> dict[Path, tuple[ast.AST, ...]]:
    """What says something in the sources of sheets, engines and rooms, each read once."""
    places = ("scoring", "simulator", "games/*/scoring", "games/*/simulator")
    folders = [folder for place in places for folder in Path(settings.BASE_DIR).glob(place)]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    return {path: tuple(saying_in(ast.parse(path.read_text(encoding="utf-8")))) for path in files}


def saying_in(tree: ast.AST) -> Iterator[ast.AST]:
    """As `ast.walk`, which takes twice as long."""
    left: list[Any] = [tree]
    while left:
        node = left.pop()
        if isinstance(node, SAYING_NODES):
            yield node
        for value in vars(node).values() if isinstance(node, ast.AST) else ():
            if isinstance(value, list):
                left += value
            elif isinstance(value, ast.AST):
                left.append(value)


@cache
def code_of_the_house() -> tuple[ast.AST, ...]:
    return tuple(node for nodes in trees().values() for node in nodes)


def texts(nodes: Iterable[ast.AST]) -> frozenset[str]:
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    return frozenset(value for value in values if isinstance(value, str))


@cache
def texts_of_rooms(game_id: str) -> frozenset[str]:
    """Every text in the code that a game brings besides its engine and its table, and in its sheet."""
    room, sheet = (finder.rooms(storey)[game_id].path for storey in ("simulator", "scoring"))
    files = [path for path in room.rglob("*.py") if path.parent.name not in ("engine", "table")]
    return texts(node for path in (*files, *sheet.rglob("*.py")) for node in trees()[path])


def has_rooms(game_id: str) -> bool:
    """Whether a game brings something to be used besides its engine, with cases of its own kinds."""
    return bool(game_object(game_id).case_kinds)


@cache
def texts_in_code() -> frozenset[str]:
    """Every text that stands in the code of sheets, engines and rooms."""
    return texts(code_of_the_house())


@cache
def patterns_in_code() -> frozenset[str]:
    """Texts with gaps, such as `fact_{…}`, as regular expressions with a group for each gap."""
    found = set()
    for node in code_of_the_house():
        if isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(part.value) if isinstance(part, ast.Constant) else "(.+)" for part in node.values
            ]
            found.add("".join(parts))
    return frozenset(pattern for pattern in found if re.match(r"[a-z]+_", pattern))


def is_said(code: str, rules) -> bool:
    """Whether the code can say it: as it stands, or a gap filled with the id of a card or another text."""
    if code in texts_in_code():
        return True
    fillings = texts_in_code() | set(rules.card_by_id)
    matches = [re.fullmatch(pattern, code) for pattern in patterns_in_code()]
    return any(match and set(match.groups()) <= fillings for match in matches)


@pytest.mark.parametrize("game_id", CONTENT)
def test_every_case_comes_out_as_it_expects(game_id):
    """docs/cases.md: what the referee rejects is as wrong here."""
    wrong = [
        f"{case.id}: {difference_text(difference, outcome, 'en')}"
        for case, outcome in judged(game_id)
        for difference in outcome.differences
    ]
    assert wrong == []


COUNTS = {"n", "min", "max", "count", "total", "cauldron", "left", "life", "before", "round"}


@pytest.mark.parametrize("game_id", CONTENT)
def test_what_a_case_calls_a_number_is_one(game_id):
    """docs/cases.md: `n` is a number. What somebody wrote where one was due stands there as a text."""
    texts = {
        (each.mark.code, name, value)
        for _, outcome in judged(game_id)
        for each in outcome.said
        for name, value in each.params.items()
        if name in COUNTS and type(value) is not int
    }
    assert texts == set()


@pytest.mark.parametrize("game_id", ROOMS)
def test_every_code_of_a_game_without_an_engine_is_shown_by_a_case_or_raised_by_a_room(game_id):
    rules = reading.whole(game_id)
    for kind in CITED:
        shown = {mark.code for mark in shown_by_cases(game_id) if mark.kind == kind}
        assert {code for code in shown if not rules.has_sentence(kind, code)} == set(), kind
        assert set(rules.words.get(kind, {})) - shown - texts_in_code() == set(), kind


@pytest.mark.parametrize("game_id", ROOMS)
def test_no_word_of_a_game_without_an_engine_is_idle(game_id):
    rules = reading.whole(game_id)
    for kind in set(rules.words) - set(CITED):
        assert {code for code in rules.words[kind] if not is_said(code, rules)} == set(), kind


@pytest.mark.parametrize("game_id", ROOMS)
def test_what_a_clause_declares_is_in_a_catalogue_or_among_the_constants(game_id):
    rules = reading.whole(game_id)
    known = {f"{kind}:{code}" for kind in CITED for code in rules.words.get(kind, {})}
    known |= {f"constant:{name}" for name in rules.constants}
    assert {mark for clause in rules.clauses for mark in clause.shown_by} - known == set()


@pytest.mark.parametrize("game_id", CONTENT)
def test_every_clause_cited_exists(game_id):
    marks = seen(game_id) if game_id in GAMES else shown_by_cases(game_id)
    assert {mark.clause for mark in marks} <= set(reading.whole(game_id).clause_by_id)


def test_every_clause_that_the_code_names_beside_a_code_is_one_of_a_game_with_that_code() -> None:
    """`Refusal("lab_code", "lab.code", …)` and the like; codes that games share cite clauses of each."""
    games = [reading.whole(game_id) for game_id in CONTENT]
    clauses = {clause for game in games for clause in game.clause_by_id}
    codes = {code for game in games for kind in CITED for code in game.words.get(kind, {})}
    for node in code_of_the_house():
        args = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple) else []
        named = [arg.value if isinstance(arg, ast.Constant) else None for arg in args]
        for code, clause in pairwise(named):
            if code not in codes:
                continue
            having = [game for game in games if any(code in game.words.get(kind, {}) for kind in CITED)]
            if clause in clauses:
                assert any(clause in game.clause_by_id for game in having), f"{code}: {clause}"
            elif isinstance(clause, str):
                assert not re.fullmatch(r"[a-z]+\.[a-z_]+", clause), f"{code}: {clause}"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_that_the_engine_decides_is_shown_by_all_it_declares(game_id):
    rules = reading.whole(game_id)
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
    decided = {clause.id for clause in reading.whole(game_id).clauses if clause.decided_by == "engine"}
    assert decided - covered == set(), (
        'decided by the engine: a case names each by clause = "…" or also = ["…"]'
    )


@pytest.mark.parametrize("game_id", GAMES)
def test_the_catalogues_have_every_code_that_is_used_and_no_other(game_id):
    rules = reading.whole(game_id)
    for kind in CITED:
        used = {mark.code for mark in seen(game_id) if mark.kind == kind}
        unsaid = {code for code in used if not rules.has_sentence(kind, code)}
        assert unsaid == set(), f"no sentence [{kind}.…] of words.toml for {', '.join(sorted(unsaid))}"
        by_rooms = texts_of_rooms(game_id) if has_rooms(game_id) else frozenset()
        idle = set(rules.words.get(kind, {})) - used - by_rooms
        assert idle == set(), f"[{kind}] of words.toml, {', '.join(sorted(idle))}: {SHOWN_BY[kind]}"


@pytest.mark.parametrize("game_id", GAMES)
def test_there_is_no_catalogue_beside_those_that_are_said(game_id):
    """`fact` labels things on the table (all colours have one; a plain table labels what a view has), `mark`
    the cells of a sheet, `question` what a table asks, `finish` what is worth telling at the end of a sheet,
    `word` what a word of the engine is called, `about` how a thing on the table stands, `remedy` what would
    make possible what a refusal of the same code forbids.
    """
    rules = reading.whole(game_id)
    catalogues = {*CITED, "move", "fact", "mark", "question", "finish", "word", "about", "remedy"}
    unknown = set(rules.words) - catalogues
    assert unknown == set(), (
        f"words.toml, {listed(unknown)}: nothing reads it. There are {listed(catalogues)}"
    )
    idle = {code for code in rules.words.get("remedy", {}) if not rules.has_sentence("refusal", code)}
    assert idle == set(), f"[remedy] of words.toml, {listed(idle)}: there is no refusal of that code"
    facts = set(rules.words.get("fact", {}))
    bare = {card.colour for card in rules.cards if card.colour} - facts
    assert bare == set(), f"colours of cards, {listed(bare)}: words.toml wants [fact] {min(bare)} = {{ … }}"
    home = finder.rooms("simulator")[game_id].path
    code = [*home.rglob("*.py"), *finder.rooms("rulebook")[game_id].path.glob("*.py")]  # what its formats say
    named = set(re.findall(r'"(\w+)"', "".join(path.read_text(encoding="utf-8") for path in code)))
    for played in [table for table in TABLES if table.game_id == game_id][:1]:
        game = engine_of(game_id)
        named.update(*(keys_in(game.view_json(game.view(each, None))) for each in sample(played).states))
    idle = set(rules.words.get("word", {})) - named
    assert idle == set(), (
        f'[word] of words.toml, {listed(idle)}: no code below {home} has "{min(idle)}" in double quotes. '
        "Write it so where the engine has the word, or take the saying out"
    )
    by_rooms = {code for code in facts if has_rooms(game_id) and is_said(code, rules)}
    idle = facts - named - set(rules.colour_by_id) - by_rooms
    assert idle == set(), (
        f"[fact] of words.toml, {listed(idle)}: no field of the view is called so. "
        "Call one so in the class of the view, or take the label out"
    )


def listed(codes: Iterable[str]) -> str:
    return ", ".join(sorted(codes))


def spoken(game, states) -> set[str]:
    """The words for all that is legal in these states."""
    return {
        game.say(state, seat, move)[0]
        for state in states
        for seat in game.to_act(state)
        for move in game.legal_moves(state, seat)
    }


def said_in_cases(game_id: str) -> Iterator[str]:
    """The words for the moves that are made in cases."""
    game = engine_of(game_id)
    for _, outcome in cases_played(game_id):
        state = outcome.played.opening.state if outcome.played.opening else None
        for scene in outcome.played.scenes:
            if scene.refusal is None and not scene.repeats:
                yield game.say(state, scene.seat, scene.move)[0]
                state = scene.step.state


@pytest.mark.parametrize("game_id", GAMES)
def test_every_word_for_a_move_is_said_of_some_move_and_the_other_way_round(game_id):
    game, rules = engine_of(game_id), reading.whole(game_id)
    tables = [table for table in TABLES if table.game_id == game_id]
    words = set(rules.words.get("move", {}))
    said = set(said_in_cases(game_id))
    several = itertools.chain(
        (sample(table).states for table in tables),
        ([step.state for step in outcome.played.steps] for _, outcome in cases_played(game_id)),
    )
    for states in several:  # until there is nothing left to be said
        if not said or words - said:
            said |= spoken(game, states)
    assert said <= words or not words, "all moves are said by words, or none"
    openings = [game.new_game(table.options, 31).state for table in tables]
    for verb in words - said:  # refused with a reason of its own where its cards are, as people try it
        refusals = [
            game.check(state, seat, game.parse(state, seat, verb))
            for state in openings
            for seat in game.to_act(state)
        ]
        assert None not in refusals
        assert {refusal.code for refusal in refusals if refusal} - {"bad_move"}, verb


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_cited_by_a_mark_is_the_one_that_its_sentence_is_about(game_id):
    """A code of a clause's shown_by cites that clause, or one that the clause's text or chapter shares."""
    rules = reading.whole(game_id)
    cites: dict[str, set[str]] = {}
    for mark in seen(game_id):
        cites.setdefault(f"{mark.kind}:{mark.code}", set()).add(mark.clause)
    declared = {mark for clause in rules.clauses for mark in clause.shown_by}
    for mark in declared & set(cites):
        holders = {clause.id for clause in rules.clauses if mark in clause.shown_by}
        assert cites[mark] & holders, f"{mark} cites {cites[mark]}, but is declared by {holders}"


@pytest.mark.parametrize("game_id", GAMES)
def test_all_that_cases_say_can_be_said_in_both_languages(game_id):
    rules = reading.whole(game_id)
    own_kinds = game_object(game_id).case_kinds
    for case, outcome in judged(game_id):
        if case.start in own_kinds:
            continue
        said = [("refusal", refusal.code, refusal.params) for refusal in outcome.played.refusals]
        said += [("event", event.kind, event.params) for event in outcome.played.events]
        for kind, code, params in said:
            for lang in LANGUAGES:
                sentence = sentences.render(rules, kind, code, params, lang, NAMES)
                assert sentence
                assert not set("{}[]") & set(sentence), sentence

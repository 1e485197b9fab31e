"""A game of «Алхимики» is poured into the score sheet: the two agree after every round and at the end."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.alchemists.scoring.points import INGREDIENTS, REASONS, Part, conference_change
from games.alchemists.scoring.sheet import SHEET
from games.alchemists.scoring.sheet.reveal import Happening, RevealTally
from games.alchemists.simulator.engine.data import CONFERENCES
from games.alchemists.simulator.engine.goods import cause
from games.alchemists.simulator.engine.mixing import made_of
from games.alchemists.simulator.engine.options import read_options
from games.alchemists.simulator.engine.state import Promise, Sale, Shift, State
from games.alchemists.simulator.table.pouring import finished_rounds, settings
from scoring.sheets.core import FINISH, YES, SheetEntry, state_of
from scoring.sheets.lines import ScoreLine
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.game import engine_of
from tests.daily import daily

ENGINE = engine_of("alchemists")
NUMBERS = {"C1.master.need": 3, "C2.apprentice.losses": [4], "C2.apprentice.gain": 12, "g2.vp": 1, "g1.vp": 2}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"level": "master"}),
    (3, {"level": "master"}),
    (4, {"level": "master"}),
    (2, {"level": "apprentice,master"}),
    (3, {"level": "master,apprentice,master"}),
    (4, {"level": "apprentice", "conference": "master,apprentice,apprentice,master", "debunk": "master"}),
    (3, {"level": "apprentice,apprentice,master", "numbers": NUMBERS}),
]


# How gladly verbs are chosen, where others have 4; chance alone would hardly ever publish or debunk.
TASTE = {"publish": 24, "endorse": 24, "debunk": 12, "promise": 40, "order": 12, "buy": 16, "decline": 1}
BUSY = ("sell", "buy_artifact", "debunk", "publish", "exhibition")  # where cubes are placed more gladly


def played(players: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """A lively game after every decision; with odd seeds everybody begins rich."""
    rng = random.Random(seed)
    state = ENGINE.new_game({"players": players, "options": options}, seed).state
    if seed % 2:
        boards = tuple(evolve(board, gold=40) for board in state.boards)
        state = evolve(state, boards=boards)
    yield state
    while seats := ENGINE.to_act(state):
        seat = min(seats)
        moves = ENGINE.legal_moves(state, seat)
        liked = [_liking(state, move) for move in moves]
        state = ENGINE.apply(state, seat, rng.choices(moves, liked)[0]).state
        yield state


def _liking(state: State, move: Move) -> int:
    """Cubes go where much happens, and promises are kept more often than by chance."""
    frame = state.agenda[-1]
    if move.verb == "plan":
        return 3 if bool(move.args[1]) != (move.args[0] in BUSY) else 12
    if move.verb == "mix" and type(frame) in (Sale, Promise):
        return 40 if made_of(state, move.args) == frame.potion else 2
    if move.verb == "claim":
        return 20 if made_of(state, frame.pair) == move.args[0] else 2
    return TASTE.get(move.verb, 4)


def sheet_of(state: State) -> RevealTally:
    """A sheet that has taken the game entry by entry: every one is allowed when it is written."""
    pairs = SHEET.entries_of(finished_rounds(state))
    entries = [SheetEntry(n, *pair) for n, pair in enumerate(pairs, start=1)]
    if not ENGINE.to_act(state):
        entries.append(SheetEntry(len(entries) + 1, FINISH, YES))
    for n, entry in enumerate(entries):
        assert SHEET.check(state_of(state.players, entries[:n]), entry) is None, entry
    return SHEET.fold(state.players, entries)


def told(line: ScoreLine) -> tuple[str, str, int]:
    """A line as sheet and engine have it in common: the sheet alone also names the tile of a grant."""
    return line.code.removeprefix("sheet_"), line.clause, line.points


@pytest.mark.parametrize("seed", daily(range(8), range(1)))
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_sheet_and_table_agree_after_every_round_and_at_the_end(
    players: int, options: dict[str, Any], seed: int
) -> None:
    """reputation.*, final.*: one calculator, and nothing that the table does is lost on the way."""
    before = None
    for state in played(players, options, seed):
        if before is not None and before.round != state.round:
            honours(agrees(state), before.round, state.history)
        before = state
    assert before is not None
    tally = agrees(before)
    honours(tally, before.round, before.history)
    for own, counted in zip(tally.scores, ENGINE.explain(before), strict=True):
        assert list(map(told, own.lines)) == list(map(told, counted.lines))
        assert own.points == counted.points
    result = ENGINE.result(before)
    assert result is not None
    assert (tally.totals, tally.winners) == (result.scores, tuple(sorted(result.winners)))


def agrees(state: State) -> RevealTally:
    """Reputation, books, seals that count, conflicts, artifacts and grants stand alike, without a remark."""
    tally = sheet_of(state)
    boards = state.boards
    assert tally.warnings == []
    assert [track.points for track in tally.tracks] == [board.reputation for board in boards]
    assert [goods.artifacts for goods in tally.goods] == [board.artifacts for board in boards]
    assert [goods.grants for goods in tally.goods] == [board.grants for board in boards]
    books = dict(zip(INGREDIENTS, state.books, strict=True))
    for shown in tally.books:
        book = books[shown.ingredient]
        assert (shown.alchemical, [seal.seat for seal in shown.seals]) == (book.token, sorted(book.seats))
        pairs = [set(pair) for pair in state.conflicts if shown.ingredient in pair]
        assert [{shown.ingredient, other} for other in shown.conflicts] == pairs
    return tally


def honours(tally: RevealTally, round_: int, history: Sequence[Shift]) -> None:
    """conference.*, top.award: what the end of a round brings, by the seals that the sheet counts."""
    held = {(shift.seat, part) for shift in history if shift.round == round_ for part in shift.parts}
    tops = {seat for seat, part in held if part.reason == "top"}
    assert tops == set(tally.tops)
    token = CONFERENCES.get(round_)
    for goods in tally.goods:
        if token is None:
            continue
        numbers = tally.conferences[token][goods.level]
        part, _ = conference_change(10, tally.counted_seals(goods.seat), numbers._asdict())
        assert ((goods.seat, part) in held) == (part.amount != 0)


@pytest.mark.parametrize("reason", [name for name, each in REASONS.items() if each.amount is not None])
def test_the_sheet_takes_every_cause_that_the_table_knows(reason: str) -> None:
    """reputation.joint: alone, with others, and from two books at once."""
    for parts in ((cause(reason),), (cause(reason), Part("gain", 1)), (cause(reason), cause("seal_lost"))):
        (pair,) = SHEET.entries_of([{"events": [Happening(1, parts, robe=True, authority=True)]}])
        assert SHEET.check(state_of(2, ()), SheetEntry(1, *pair)) is None


def test_seals_of_two_books_are_one_event() -> None:
    """debunk.losses: two theories fall, and ten points go at once, not five and five by two zones."""
    fallen = Happening(0, (cause("debunk"), cause("seal_lost"), cause("hedged"), cause("seal_lost")))
    assert SHEET.entries_of([{"events": [fallen]}]) == [("rep.m1", "1 debunk +2 seal_lost -10 hedged 0")]


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [
        ({"C1.master.losses": [5]}, {"C1.master": "2 1 5 5"}),
        ({"C1.master.need": 1}, {"C1.master": "1 1 2"}),
        ({"C2.master.gain": 20, "C2.master.losses": [20, 9]}, {"C2.master": "3 20 20 9 9"}),
        ({"g4.vp": 1}, {"g4": "1"}),
        ({"discount_1.smiles": 5, "g2.ingredients": ["fern", "toad", "claw"]}, {}),
    ],
)
def test_numbers_of_the_table_stand_on_the_sheet(numbers: dict[str, Any], texts: dict[str, str]) -> None:
    """levels.mixed: what the box says counts on both; what the sheet doesn't count by isn't asked there."""
    options = read_options({"numbers": numbers}, 3)
    found = settings(options)
    assert found == texts
    for code, text in found.items():
        assert SHEET.check(state_of(3, ()), SheetEntry(1, f"set.{code}", text)) is None

"""Advice measured: bands that stand, reasons that are there. The figures are printed: `pytest -s`."""

import random
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Any

import pytest

from games.wizwar.simulator.engine.evaluating import field, playout
from games.wizwar.simulator.engine.rules import legal_moves
from games.wizwar.simulator.engine.view import View, bare, world
from simulator.engine.chance import substream
from simulator.engine.game import Band, Hint, Move
from simulator.game import engine_of

GAME = engine_of("wizwar")
BOTH = "artifacts,monsters"
TABLES: list[tuple[dict[str, str], int]] = [
    ({}, 2),
    ({"sets": BOTH}, 6),
    ({}, 4),
    ({"teams": "on", "sets": BOTH}, 4),
    ({"sets": BOTH}, 3),
]
SOON, LATER = 200, 800  # playouts that fit into 2 s and 8 s
POSITIONS, FEWEST_MOVES, EARLIEST, LATEST, LONGEST = 24, 3, 10, 300, 500


def decisions() -> Iterator[View]:
    """Of each game between guarding bots one decision, by views."""
    for number in count():
        options, players = TABLES[number % len(TABLES)]
        state = GAME.new_game({"players": players, "options": options}, number).state
        first = random.Random(number).randrange(EARLIEST, LATEST)
        for ply in range(LONGEST):
            if not state.agenda:
                break
            seat = min(GAME.to_act(state))
            view, moves = GAME.view(state, seat), legal_moves(state, seat)
            if ply >= first and len(moves) >= FEWEST_MOVES:
                yield view
                break
            move = GAME.bots["guarding"](view, moves, substream(number, ply))
            state = GAME.apply(state, seat, move).state


def bands(hint: Hint) -> dict[Any, Band]:
    return {row.move: row.band for row in hint.estimates if row.band != Band.OPEN}


@pytest.mark.thorough
def test_bands_stand_and_the_best_move_has_a_reason() -> None:
    """The issue: of the bands shown at 2 s at most 5 % change by 8 s, and «ошибка» is never taken back; nine
    of ten hints of more than one band carry a reason, no template makes more than a quarter of them.
    """
    shown = changed = undone = several = 0
    reasons: Counter[str] = Counter()
    for seed, view in enumerate(islice(decisions(), POSITIONS)):
        weighing = GAME.weighing(view, seed)
        assert weighing is not None
        soon = bands(weighing.run(SOON))
        hint = weighing.run(LATER)
        later = bands(hint)
        shown += len(soon)
        changed += sum(later[move] != band for move, band in soon.items())
        undone += sum(band == Band.MISTAKE != later[move] for move, band in soon.items())
        if len({*later.values()}) > 1:
            several += 1
            reason = GAME.reasoned(view, hint).estimates[0].reason
            reasons[reason.code if reason else ""] += 1
    print(f"\nbands {shown}, changed {changed}, mistakes taken back {undone}; hints of several {several}")
    print(*(f"{code or 'none'} {n}" for code, n in reasons.most_common()), sep=", ")
    assert undone == 0
    assert changed <= 0.05 * shown
    assert reasons[""] <= 0.1 * several
    assert max(n for code, n in reasons.items() if code) <= max(2, 0.25 * several)


@pytest.mark.thorough
def test_moves_that_share_their_luck_are_told_apart_sooner() -> None:
    """The issue: whether moves share seeds is measured, not assumed."""
    ratios = []
    for view in islice(decisions(), 8):
        state, seat = bare(view), view.seat
        assert seat is not None
        moves = field(state, seat, legal_moves(state, seat), ())[:TOGETHER]
        ratios.append(spread_of(view, seat, moves, True) / (spread_of(view, seat, moves, False) or 1.0))
    print(f"\nvariance of a difference, shared luck by luck of one's own: {statistics.median(ratios):.2f}")
    assert statistics.median(ratios) < 1


TOGETHER, WORLDS = 3, 30


def spread_of(view: View, seat: int, moves: Sequence[Move], shared: bool) -> float:
    """The variance of the differences from the first move, world by world."""
    rows = [
        [
            playout(world(view, number), seat, move, substream(number, 0 if shared else place))
            for number in range(WORLDS)
        ]
        for place, move in enumerate(moves)
    ]
    others = [[one - two for one, two in zip(rows[0], row, strict=True)] for row in rows[1:]]
    return sum(map(statistics.pvariance, others))

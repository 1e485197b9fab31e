"""By what a position of «Алхимики» is judged: points and goods so far, what seals may bring, what is known.

Whose seal brings what, is known of the viewer's own alone; another's counts as the mean of all kinds. So does
what another has learned: so much a mix.
"""

from collections.abc import Mapping
from math import log2
from statistics import fmean

from games.alchemists.scoring.points import SEALS, Player, Seal, Theory, score, seal_line
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS
from games.alchemists.simulator.deduction.worlds import COUNT, Worlds, tables
from games.alchemists.simulator.engine.bots.known import worlds_of
from games.alchemists.simulator.engine.data import ROUNDS
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.view import View, facts_of
from simulator.engine.game import Seat

MIX_TELLS = 1.6  # bits, on average


def traits(view: View, seat: Seat) -> Mapping[str, float]:
    """`…_left` counts while there are rounds to play, by the share of them that is left."""
    board, rounds = view.boards[seat], ROUNDS - view.round
    left, gold = rounds / ROUNDS, board.gold
    seals, right, risk = _of_seals(view, seat)
    actions = sum(row.actions - row.over for area in view.rows for row in area if row.seat == seat)
    bits = _bits(view, seat)
    rivals = [other.reputation for place, other in enumerate(view.boards) if place != seat]
    return {
        "one": 1,
        "each": 1 / view.players,
        "rounds": rounds,
        "last": not rounds,
        "reputation": board.reputation,
        "reputation_left": board.reputation * left,
        "rivals": fmean(rivals),
        "kept": _kept(view, seat),
        "gold": gold,
        "gold_left": gold * left,
        "favours": view.favour_sizes[seat],
        "favours_left": view.favour_sizes[seat] * left,
        "hand": view.hand_sizes[seat],
        "hand_left": view.hand_sizes[seat] * left,
        "artifacts_left": len(board.artifacts) * left,
        "seals": seals,
        "seals_left": seals * left,
        "right": right,
        "risk": risk,
        "books_left": sum(not book.token for book in view.books) * left,
        "bits": bits,
        "bits_left": bits * left,
        "exhibited": len(board.exhibited),
        "actions": actions,
        "actions_last": actions * (not rounds),
        "cubes": board.cubes,
        "hospital": board.hospital,
    }


def _kept(view: View, seat: Seat) -> float:
    """The points for artifacts and grants, as they stand."""
    board, points = view.boards[seat], figures(view.options).points
    player = Player(
        str(seat + 1),
        board.reputation,
        board.artifacts,
        tuple(points[code] for code in board.grants),
        0,
        0,
        0,
    )
    return score({}, (), [player])[0].points - board.reputation


def _of_seals(view: View, seat: Seat) -> tuple[int, float, float]:
    """How many a seat has on books, what they bring on average by what the viewer knows, and of how many the
    theory is likely wrong.
    """
    worlds, n, points, risk = worlds_of(facts_of(view)), 0, 0.0, 0.0
    for place, (name, book) in enumerate(zip(INGREDIENTS, view.books, strict=True)):
        if seat not in book.seats:
            continue
        odds = _odds(worlds, name)
        kinds = [view.own.placed[place]] if view.own and view.seat == seat else [*SEALS]
        n, risk = n + 1, risk + 1 - odds.get(book.token, 0.0)
        points += fmean(
            sum(
                share * seal_line(Theory(name, book.token, ()), Seal(seat, kind), truth).points
                for truth, share in odds.items()
            )
            for kind in kinds
        )
    return n, points, risk


def _odds(worlds: Worlds, ingredient: str) -> dict[str, float]:
    placed, total = tables().placed[ingredient], max(1, worlds.bit_count())
    counts = {code: (worlds & placed[code]).bit_count() for code in ALCHEMICALS}
    return {code: n / total for code, n in counts.items() if n}


def _bits(view: View, seat: Seat) -> float:
    """How much a seat has learned."""
    if seat == view.seat:
        return log2(COUNT / max(1, worlds_of(facts_of(view)).bit_count()))
    return MIX_TELLS * sum(mix.seat == seat for mix in view.mixes)

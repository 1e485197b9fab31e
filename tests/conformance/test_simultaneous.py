"""Point 14: where several seats act at once, in secret, the order in which they commit changes nothing."""

import itertools
from dataclasses import dataclass

from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Step
from tests.conformance.tables import sample, spread


def quarrels(game, state) -> list:
    """Pairs of moves by different seats that lead elsewhere when made in the other order."""
    found = []
    for one, two in itertools.combinations(sorted(game.to_act(state)), 2):
        for first, second in itertools.product(
            *(spread(game.legal_moves(state, each)) for each in (one, two))
        ):
            there = game.apply(game.apply(state, one, first).state, two, second).state
            back = game.apply(game.apply(state, two, second).state, one, first).state
            if game.encode(there) != game.encode(back):
                found.append(((one, first), (two, second)))
    return found


def test_simultaneous_moves_commute(table):
    for ply in sample(table, "uniform").plies:
        if len(ply.legal) > 1:
            assert quarrels(table.game, ply.step.state) == []


@dataclass(frozen=True)
class Bids:
    """Three sealed bids; the last one opens them all."""

    bids: tuple[int | None, ...] = (None, None, None)
    order: tuple[int, ...] = ()


class Auction:
    """A toy to show that the check above can fail: it may remember who was first."""

    def __init__(self, remembers: bool):
        self.remembers = remembers

    def to_act(self, state):
        return frozenset(seat for seat, bid in enumerate(state.bids) if bid is None)

    def legal_moves(self, state, seat):
        return [Move("bid", (n,)) for n in range(3)] if seat in self.to_act(state) else []

    def apply(self, state, seat, move):
        bids = (*state.bids[:seat], move.args[0], *state.bids[seat + 1 :])
        order = (*state.order, seat) if self.remembers else ()
        committed = Event("committed", "toy.bid", {"seat": seat})
        return Step(evolve(state, bids=bids, order=order), (committed,), frozenset())

    def encode(self, state):
        return {"bids": list(state.bids), "order": list(state.order)}


def test_sealed_bids_commute_and_a_game_that_remembers_their_order_is_caught():
    assert quarrels(Auction(remembers=False), Bids()) == []
    assert len(quarrels(Auction(remembers=True), Bids())) == 27

"""Selling and the exhibition, beside what cases show. The barbarian wants R+, G+, B-."""

import pytest

from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, legal, play, ready, refused

R_PLUS, SOUP = "mushroom toad", "toad claw"


def selling(hands, players=3):
    return games.cubes(games.hand(games.table(players), hands), "sell", [(seat, 1) for seat in hands])


def bid(state, *discounts):
    """All bid in the order of their seats."""
    return play(state, *(f"bid {n}" for n in discounts))


def test_a_sale_that_is_still_to_come_is_not_called_over():
    """planning.second: while discounts are laid, and before the order, an action isn’t over yet."""
    state = ready(selling({0: R_PLUS, 1: R_PLUS}))
    assert refused(state, "order R+ 0", 0) == ("not_asked", "turn.play")
    assert refused(state, "bid 1", 2) == ("others_choose", "sell.discount")
    state, _ = bid(state, 0, 0)
    assert refused(state, "guarantee exact") == ("not_asked", "turn.play")
    state, _ = play(state, "decline")
    assert refused(state, "order R+ 0", 0) == ("not_your_turn", "turn.play")


@pytest.mark.parametrize(
    ("players", "left"),
    [(2, []), (3, ["order B- 0"]), (4, ["order B- 0", "order G+ 0"])],
)
def test_a_sale_closes_the_orders_of_its_cell(players, left):
    """sell.slots, ruling 36: with four each alone, with three left and middle together, with two all."""
    hands = dict.fromkeys(range(players), R_PLUS)
    state, _ = bid(ready(selling(hands, players)), *(0,) * players)
    state, _ = play(state, "order R+", "guarantee wrong", f"mix {R_PLUS}")
    assert [text for text in legal(state) if text.startswith("order")] == left
    if players == 2:
        assert refused(state, "order B-") == ("order_taken", "sell.slots")
    assert refused(state, "order B+") == ("not_wanted", "sell.order")


def test_others_see_an_order_only_when_it_is_sold():
    """A move that isn't finished is hidden, Barmaids in hand or not."""
    state = ready(games.favours(selling({0: R_PLUS, 1: R_PLUS}), {0: "barmaid"}))
    state, _ = bid(state, 1, 0)
    seen = GAME.view(state, 1)
    for text in ("order R+", "guarantee exact", "barmaid 0"):
        state, events = play(state, text)
        assert (events, GAME.view(state, 1)) == ([], seen)


def test_the_feather_sets_the_cards_of_a_success_aside_unseen():
    """feather.kinds, ruling 129: others see how many, not which."""
    state = games.hand(games.table(3, 6), {0: f"{R_PLUS} {SOUP}"})
    state = games.artifacts(games.cubes(state, "exhibition", [(0, 2), (1, 1)]), {0: "feather_in_cap"})
    state, _ = play(ready(state), "promise R+", f"mix {R_PLUS}")
    assert state.screens[0].aside == (("mushroom", "toad"),)
    assert GAME.view(state, 1).aside[0].size == 2
    assert GAME.view(state, 1).own.aside == ()
    state, _ = play(state, "decline")
    state, _ = play(state, "promise R-", f"mix {SOUP}")  # a failure goes into the discard
    assert len(state.aside) == 1

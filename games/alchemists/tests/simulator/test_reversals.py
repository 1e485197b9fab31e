"""Rulings of Alchemists are rules of the engine: turned round, each is caught by a case of its own.

Every row names a ruling, the case that passes as the engine stands, and one line that turns the rule round,
so that it no longer does.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.alchemists.simulator.engine import (
    debunks,
    gathering,
    goods,
    mixing,
    options,
    planning,
    rules,
    selling,
    theorising,
    turns,
)
from simulator.cases import casebook
from simulator.engine.evolve import evolve

Turn = Callable[[pytest.MonkeyPatch], None]


def instead(module: Any, name: str, value: Any) -> Turn:
    """Something else in place of a function or number."""
    return lambda patch: patch.setattr(module, name, value)


def always(module: Any, name: str, answer: Any) -> Turn:
    """One answer in place of a function's own, whatever it is asked."""
    return instead(module, name, lambda *asked: answer)


def unchecked(frame: str, verb: str) -> Turn:
    """A verb that nothing refuses."""
    verbs = rules.QUESTIONS[frame].verbs
    return lambda patch: patch.setitem(verbs, verb, verbs[verb]._replace(check=lambda *asked: None))


def listed(table: Any, key: str, value: Any) -> Turn:
    """Something else in a table."""
    return lambda patch: patch.setitem(table, key, value)


def wrapped(module: Any, name: str, change: Callable[..., Any]) -> Turn:
    """`change` gets what stood there before what it was called with."""
    return instead(module, name, partial(change, getattr(module, name)))


def earlier_last(before: Any, state: Any) -> Any:
    return before(evolve(state, paralysed=state.paralysed[::-1]))


def drawn_all_the_same(state: Any, seat: int, space: Any, events: Any) -> Any:
    return planning.draw_ingredients(state, seat, 1, "", events)


def all_ended(before: Any, state: Any, fallen: Any, events: Any) -> Any:
    return evolve(before(state, fallen, events), conflicts=())


def suffered_anew(before: Any, state: Any, seat: int, *asked: Any) -> Any:
    return before(goods.change_board(state, seat, suffered=()), seat, *asked)


def marks_stay(state: Any, seat: int, cards: Any) -> Any:
    left = goods.less(state.screens[seat].hand, cards)
    return goods.throw_away(goods.change_screen(state, seat, hand=left), seat, cards)


TWO_SPACES = planning.SPACE_BY_ID[2]
OPEN_TO_TWO = TWO_SPACES["f1i2"]._replace(least=2)

REVERSED: list[tuple[int, str, Turn]] = [
    # Only the deck is drawn from, and an empty one gives nothing.
    (2, "a-deck-runs-out", instead(goods, "drawable", lambda state: len(state.deck))),
    # Two players may take the space that is closed to them.
    (10, "closed-to-two", listed(TWO_SPACES, "f1i2", OPEN_TO_TWO)),
    # Whoever came to the green space later acts earlier.
    (12, "two-paralysed", wrapped(turns, "sequence_of", earlier_last)),
    # The first player token goes to the next seat, paralysed or not.
    (
        13,
        "paralysis-comes-and-goes",
        wrapped(turns, "_next_first", lambda f, state: f(evolve(state, stricken=()))),
    ),
    # Later planners stand above an Associate.
    (17, "an-associate-takes-the-top-row", instead(planning, "with_row", lambda rows, row: (row, *rows))),
    # The Discount Card takes no more off the next artifact than off later ones.
    (22, "shopkeepers-and-the-discount-card", instead(gathering, "DISCOUNT_NEXT", 1)),
    # The green space gives ingredients in spite of the Trunk.
    (25, "the-trunk-when-paralysed", instead(turns, "take_cards", drawn_all_the_same)),
    # The Boots never act again.
    (27, "boots-forage-before-the-row-goes", always(turns, "boots_here", None)),
    # Zones have no smiles.
    (
        32,
        "smiles-set-the-order-of-selling",
        instead(selling, "smiles_of", lambda printed, reputation: printed),
    ),
    # A guarantee may pay nothing.
    (33, "what-may-be-promised-with-discount-2", always(selling, "pays_something", True)),
    # An order closes no other.
    (36, "an-order-closes-two-potions-for-three", always(selling, "is_blocked", False)),
    # The Barmaid lifts nothing.
    (40, "the-barmaid-saves-a-guarantee", instead(selling, "with_barmaids", lambda shown, n: (shown, 0))),
    # An exact match takes one Barmaid only.
    (
        41,
        "two-barmaids-on-an-exact-match",
        wrapped(selling, "with_barmaids", lambda f, shown, n: f(shown, min(n, 1))),
    ),
    # Endorsing pays the bank alone.
    (45, "endorsing-pays-every-seal", always(theorising, "endorse_price", 1)),
    # Later grants take two seals like the first.
    (48, "two-seals-are-too-few-later", instead(theorising, "GRANTS_LATER", 2)),
    # Seals under a conflict count.
    (50, "no-grant-under-conflict", always(theorising.calculator, "partners", ())),
    # A conflict shown before is shown anew.
    (
        60,
        "an-old-conflict-again",
        wrapped(debunks.debunking, "master", lambda f, lie, _, *asked: f(lie, (), *asked)),
    ),
    # A fallen theory ends the conflicts of its partners, too.
    (62, "a-conflict-ends-at-the-board", wrapped(debunks, "_end_conflicts", all_ended)),
    # While nothing is published, a question may be asked.
    (65, "nothing-to-debunk", always(debunks, "debunk_refusal", None)),
    # Nobody publishes at once.
    (66, "publishing-at-once", instead(debunks, "_publish_at_once", lambda state, seat, fallen: state)),
    # At once any theory may be published.
    (
        67,
        "nothing-else-at-once",
        instead(theorising, "tokens_for", lambda state, _: theorising.free_tokens(state)),
    ),
    # The same potion harms twice in a round.
    (72, "the-same-poison-twice", wrapped(mixing, "_apply_potion", suffered_anew)),
    # Poison works in the last round.
    (74, "no-harm-in-the-last-round", instead(mixing, "ROUNDS", 7)),
    # The Robe works in the last round.
    (79, "no-robe-at-the-exhibition", instead(goods, "ROUNDS", 7)),
    # In the red zone a discount of 3 may be laid.
    (108, "no-three-in-the-red-zone", unchecked("Bid", "bid")),
    # Every seller has a first seller's Merchants.
    (109, "a-merchant-opens-a-closed-order", always(selling, "is_first", True)),
    # Known cards stay known after a hidden discard.
    (112, "marks-fall-with-a-hidden-discard", instead(gathering, "discard_hidden", marks_stay)),
    # A card goes under the Cap twice.
    (
        113,
        "the-cap-tests-two-pairs",
        instead(mixing, "_uncapped", lambda state, seat: state.screens[seat].hand),
    ),
    # Publishing at once is offered without gold.
    (119, "no-gold-nothing-at-once", always(theorising, "cost_of", 0)),
    # A Herbalist after round six stays in hand.
    (127, "a-herbalist-after-round-six", instead(goods, "HERBALIST", "")),
    # The student asks for nothing.
    (133, "the-student-asks-for-gold", instead(mixing, "STUDENT_PRICE", 0)),
    # What is known for certain may be set.
    (134, "what-is-known-cant-be-set", listed(options.ADJUSTABLE, "C1.apprentice.need", lambda values: True)),
    # The altar takes nothing.
    (139, "the-altar-of-gold", unchecked("Altar", "pay")),
]


def passes(case_id: str) -> bool:
    """Whether a case comes out as expected."""
    return casebook.evaluate(casebook.find("alchemists", case_id)).ok


def test_twenty_rulings_and_more_are_turned_round():
    """Issue 14: for twenty rulings the case is shown to fail when the rule is reversed."""
    assert len({ruling for ruling, _, _ in REVERSED}) == len(REVERSED) >= 20


@pytest.mark.parametrize(("ruling", "case_id", "turn"), REVERSED, ids=[str(row[0]) for row in REVERSED])
def test_a_case_catches_the_ruling_turned_round(ruling, case_id, turn, monkeypatch):
    assert ruling in casebook.find("alchemists", case_id).rulings
    assert passes(case_id)
    turn(monkeypatch)
    assert not passes(case_id)

"""Why the action that is asked about can't be performed: what its player reads where the keys would be. Pure.

It goes by what the seat itself knows. Whoever can only decline is asked like everybody else, so that the
question tells the others nothing (ruling 107).
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.alchemists.simulator.engine.data import (
    BUY,
    CUSTODIAN,
    DEBUNK,
    DRINK,
    EXHIBITION,
    PUBLISH,
    SELL,
    SHOPKEEPER,
    STUDENT,
    STUDENT_PRICE,
    TRANSMUTE,
)
from games.alchemists.simulator.engine.gathering import offered, price_of
from games.alchemists.simulator.engine.theorising import cost_of
from games.alchemists.simulator.engine.view import View
from games.alchemists.simulator.table.faces import Drawer

MIXED = 2  # kinds of ingredients that a mix takes
CAP_QUESTION = "cap"


class Barred(NamedTuple):
    """A reason in words, and its clause; `hidden`: nobody else sees it."""

    text: str
    clause: str
    hidden: bool = False


def barred(drawer: Drawer, view: View, kind: str) -> Barred | None:
    """Why a question, called by its area, has no answer but declining; None where no reason is known."""
    return REASONS[kind](drawer, view) if kind in REASONS and view.own else None


def _transmute(drawer: Drawer, view: View) -> Barred:
    return Barred(drawer.say("mark", "barred_hand"), "transmute.do")


def _mix(drawer: Drawer, view: View) -> Barred | None:
    """Two cards of one kind can't be told from others by whoever sees their backs."""
    if len(set(view.hand)) >= MIXED:
        return None
    return Barred(drawer.say("refusal", "nothing_to_mix"), "mix.different", len(view.hand) >= MIXED)


def _student(drawer: Drawer, view: View) -> Barred | None:
    unpaid = drawer.say("refusal", "student_unpaid", n=STUDENT_PRICE)
    return _mix(drawer, view) or Barred(unpaid, "student.price")


def _sell(drawer: Drawer, view: View) -> Barred:
    """A Merchant would open an order, and whether there is one nobody else knows."""
    return _mix(drawer, view) or Barred(drawer.say("mark", "barred_orders"), "sell.most", hidden=True)


def _buy(drawer: Drawer, view: View) -> Barred:
    """With all Shopkeepers that are there; `price_of` goes by what lies open alone."""
    assert view.own is not None
    assert view.seat is not None
    helpers = view.own.favours.count(SHOPKEEPER)
    prices = [price_of(view, view.seat, code, helpers) for code in offered(view)]  # type: ignore[arg-type]
    if not prices:
        return Barred(drawer.say("mark", "barred_artifacts"), "artifact.row")
    gold = view.boards[view.seat].gold
    return Barred(drawer.say("mark", "barred_price", gold=gold, price=min(prices)), "artifact.buy")


def _debunk(drawer: Drawer, view: View) -> Barred:
    return Barred(drawer.say("refusal", "nothing_published"), "debunk.when")


def _publish(drawer: Drawer, view: View) -> Barred:
    assert view.own is not None
    assert view.seat is not None
    cost = cost_of(view, view.seat)  # type: ignore[arg-type]  # by what lies open alone
    if not view.own.seals:
        return Barred(drawer.say("refusal", "seals_out"), "seals.supply")
    if view.boards[view.seat].gold < cost:
        return Barred(drawer.say("refusal", "publish_unpaid", n=cost), "publish.cost")
    return Barred(drawer.say("mark", "barred_theories"), "publish.new")


def _exhibit(drawer: Drawer, view: View) -> Barred:
    return _mix(drawer, view) or Barred(drawer.say("mark", "barred_shown"), "exhibition.promise")


def _cap(drawer: Drawer, view: View) -> Barred:
    """What lies in the hand nobody else sees."""
    return Barred(drawer.say("mark", "barred_cap"), "cap.tests", hidden=True)


REASONS: Mapping[str, Callable[[Drawer, View], Barred | None]] = {
    TRANSMUTE: _transmute,
    CUSTODIAN: _mix,
    SELL: _sell,
    BUY: _buy,
    DEBUNK: _debunk,
    PUBLISH: _publish,
    STUDENT: _student,
    DRINK: _mix,
    EXHIBITION: _exhibit,
    CAP_QUESTION: _cap,
}

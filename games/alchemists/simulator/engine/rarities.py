"""What is counted when many games are played, besides the kinds of events: rare turns, artifacts, favours."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.alchemists.scoring.points import AUTHORITY, ROBE
from games.alchemists.simulator.engine.data import (
    ALTAR,
    ARTIFACTS,
    BOOTS,
    CAP,
    CUSTODIAN,
    DEBUNK,
    DISCOUNT,
    FAVOURS,
    MORTAR,
    PERISCOPE,
    PLACE,
    PRESS,
    PUBLISH,
    TRUNK,
)
from games.alchemists.simulator.engine.goods import drawable, owns
from games.alchemists.simulator.engine.rows import row_of
from games.alchemists.simulator.engine.selling import is_blocked
from games.alchemists.simulator.engine.state import Immediate, State
from simulator.engine.game import Step

Predicate = Callable[[State, Step], bool]


def _kinds(step: Step) -> list[str]:
    return [event.kind for event in step.events]


def _tells(kind: str) -> Predicate:
    return lambda before, step: kind in _kinds(step)


# --- Rare turns --------------------------------------------------------------------------------------------


def _at_once(before: State, step: Step) -> str | None:
    """Which ingredient a publication directly after a debunk is about."""
    if type(before.agenda[0]) is not Immediate:
        return None
    return next((event.params["ingredient"] for event in step.events if event.kind == "theory"), None)


def _same_ingredient(before: State, step: Step) -> bool:
    ingredient = _at_once(before, step)
    return ingredient is not None and ingredient in dict(before.agenda[0].fallen)


def _freed_token(before: State, step: Step) -> bool:
    ingredient = _at_once(before, step)
    return ingredient is not None and ingredient not in dict(before.agenda[0].fallen)


def _both_at_once(before: State, step: Step) -> bool:
    """Both planned actions of publishing are used up by publications after a debunk."""
    if _at_once(before, step) is None or before.at != PLACE[DEBUNK]:
        return False
    row = row_of(step.state, before.agenda[0].seat, PLACE[PUBLISH])
    return row is not None and row.done > 1


def _second_grant(before: State, step: Step) -> bool:
    return any(
        event.kind == "grant_taken" and before.boards[event.params["seat"]].grants for event in step.events
    )


def _all_tokens_out(state: State) -> bool:
    return all(book.token for book in state.books)


def _two_custodians(state: State) -> bool:
    return len(state.rows[PLACE[CUSTODIAN]]) > 1


def _all_paralysed(state: State) -> bool:
    return len(state.stricken) == state.players


def _no_cards(state: State) -> bool:
    """Neither in the deck of ingredients nor in its discard."""
    return not drawable(state)


def _closed_order(before: State, step: Step) -> bool:
    """A Merchant opens an order whose cell another sale has closed."""
    return any(
        event.kind == "order_taken" and is_blocked(before, event.params["potion"]) for event in step.events
    )


def _comes_about(holds: Callable[[State], bool]) -> Predicate:
    """It holds now and didn't before."""
    return lambda before, step: holds(step.state) and not holds(before)


TURNS: Mapping[str, Predicate] = {
    "conflict made": _tells("conflict_shown"),
    "conflict ended": _tells("conflict_over"),
    "two theories fall at once": lambda before, step: _kinds(step).count("theory_falls") > 1,
    "published at once: same ingredient": _same_ingredient,
    "published at once: freed token": _freed_token,
    "published at once: both actions": _both_at_once,
    "second grant": _second_grant,
    "all eight tokens out": _comes_about(_all_tokens_out),
    "deck and discard empty": _comes_about(_no_cards),
    "two Custodians of two players": _comes_about(_two_custodians),
    "Merchant on a closed order": _closed_order,
    "all paralysed": _comes_about(_all_paralysed),
}

# --- Artifacts and favours ---------------------------------------------------------------------------------


def _owner_tells(code: str, kind: str) -> Predicate:
    """Whoever has the artifact does what it helps with."""
    return lambda before, step: any(
        event.kind == kind and owns(before, event.params["seat"], code) for event in step.events
    )


def _moves_marker(code: str) -> Predicate:
    """It adds to a move on the reputation track."""
    return lambda before, step: any(
        code in shift.artifacts for shift in step.state.history[len(before.history) :]
    )


# How an artifact shows that it works; of all others, which count at the end, that somebody has it then.
WORKS: Mapping[str, Predicate] = {
    BOOTS: _comes_about(lambda state: BOOTS in state.used),
    DISCOUNT: _owner_tells(DISCOUNT, "bought"),
    MORTAR: _tells("mortar_used"),
    PERISCOPE: _tells("peeked"),
    PRESS: _owner_tells(PRESS, "theory"),
    ROBE: _moves_marker(ROBE),
    AUTHORITY: _moves_marker(AUTHORITY),
    CAP: _tells("mixed_cap"),
    TRUNK: _tells("trunk_closed"),
    ALTAR: _tells("altar_paid"),
}


def _at_the_end(code: str) -> Predicate:
    return lambda before, step: (
        "series_ended" in _kinds(step) and any(code in board.artifacts for board in step.state.boards)
    )


def _buys(code: str) -> Predicate:
    return lambda before, step: any(
        event.kind == "bought" and event.params["artifact"] == code for event in step.events
    )


def _draws(code: str) -> Predicate:
    return lambda before, step: any(
        event.kind == "drawn_favours" and code in event.params["cards"] for event in step.events
    )


PREDICATES: Mapping[str, Predicate] = {
    **TURNS,
    **{f"artifact bought: {code}": _buys(code) for code in ARTIFACTS},
    **{f"artifact works: {code}": WORKS.get(code) or _at_the_end(code) for code in ARTIFACTS},
    **{f"favour drawn: {code}": _draws(code) for code in FAVOURS},
}
NAMES = tuple(PREDICATES)


def rarities_in(before: Any, step: Step) -> Iterator[str]:
    """The names of what has come about in this step."""
    return (name for name, holds in PREDICATES.items() if holds(before, step))

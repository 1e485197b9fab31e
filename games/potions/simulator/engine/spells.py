"""What the three spells need, ask and do. Pure functions."""

from collections.abc import Mapping
from typing import Any

from games.potions.scoring.points import DESTRUCTION, KNOWLEDGE, TRANSFORMATION
from games.potions.simulator.engine.box import Spell
from games.potions.simulator.engine.cupboard import lay, take, top_recipes
from games.potions.simulator.engine.staging import NOTHING, aim, arrange, in_chosen_order, keep, pick
from games.potions.simulator.engine.state import Recipe, Staged, State
from simulator.engine.game import Event, Seat
from simulator.engine.tuples import in_order, replaced, without

Changes = dict[str, Any]


# --- Whether there is something to work on (spell.target) ---------------------------------------------------


def has_top(state: State, seat: Seat, code: str) -> bool:
    return bool(top_recipes(state.cupboard))


def has_own(state: State, seat: Seat, code: str) -> bool:
    return bool(state.tables[seat])


def has_both(state: State, seat: Seat, code: str) -> bool:
    return has_own(state, seat, code) and has_top(state, seat, code)


# --- What they do -------------------------------------------------------------------------------------------


def know(state: State, staged: Staged, events: list[Event]) -> Changes:
    """A recipe from the cupboard into the hand; everybody has seen it (knowledge.take)."""
    seat, code = staged.seat, str(staged.pick)
    events.append(Event.of("took", "knowledge.take", {"seat": seat, "card": code}))
    return into_hand(state, seat, code) | {"cupboard": take(state.cupboard, code)}


def into_hand(state: State, seat: Seat, code: str) -> Changes:
    """A card comes into a hand openly."""
    return {
        "hands": replaced(state.hands, seat, in_order((*state.hands[seat], code))),
        "shown": replaced(state.shown, seat, in_order((*state.shown[seat], code))),
        "parts": state.course.parts_after_taking(state, seat),
    }


def destroy(state: State, staged: Staged, events: list[Event]) -> Changes:
    """One card of the recipe may stay, assembled and bare; the others go back (destruction.keep, rest)."""
    seat, target = staged.seat, staged.target
    assert target is not None  # the stage `aim` saw to it
    back, kept = in_chosen_order(state.course, staged), staged.pick
    own = without(state.tables[seat], target)
    said = {"seat": seat, "card": target.card, "cards": list(back)}
    events.append(Event.of("destroyed", "destruction.rest", said))
    if back:
        events.append(Event.of("freed", "destruction.rest", {"cards": list(back)}))
    if kept == NOTHING:
        events.append(Event.of("kept_none", "destruction.keep", {"seat": seat, "card": target.card}))
    else:
        events.append(Event.of("kept", "destruction.keep", {"seat": seat, "card": kept}))
        own = (*own, Recipe(str(kept)))
    return {
        "cupboard": lay(state.cupboard, back, state.course.spells_on_top),
        "tables": replaced(state.tables, seat, own),
    }


def transform(state: State, staged: Staged, events: list[Event]) -> Changes:
    """The new recipe is taken before the old one's cards go back (transformation.take, ruling 33)."""
    seat, target, into = staged.seat, staged.target, str(staged.pick)
    assert target is not None  # the stage `aim` saw to it
    back = in_chosen_order(state.course, staged)
    said = {"seat": seat, "card": target.card, "into": into}
    events.append(Event.of("transformed", "transformation.take", said))
    events.append(Event.of("freed", "transformation.rest", {"cards": list(back)}))
    own = (*without(state.tables[seat], target), Recipe(into))
    return {
        "cupboard": lay(take(state.cupboard, into), back, state.course.spells_on_top),
        "tables": replaced(state.tables, seat, own),
    }


def _aimed_at(staged: Staged) -> tuple[str, ...]:
    """The recipe that goes, with the cards under it."""
    return () if staged.target is None else (staged.target.card, *staged.target.under)


def _destroyed(staged: Staged) -> tuple[str, ...]:
    """While it is open what is kept, all of the recipe may go back."""
    cards = _aimed_at(staged)
    return cards if staged.pick in (None, NOTHING) else without(cards, str(staged.pick))


SPELLS: Mapping[str, Spell] = {
    KNOWLEDGE: Spell(has_top, (pick,), know, further=True),
    DESTRUCTION: Spell(has_own, (aim, keep, arrange), destroy, _destroyed, further=True),
    TRANSFORMATION: Spell(has_both, (aim, pick, arrange), transform, _aimed_at, further=True),
}

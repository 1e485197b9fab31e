"""What the three spells need, and what they do. Pure functions; their choices are in `staging`."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.games.potions.points import DESTRUCTION, KNOWLEDGE, TRANSFORMATION
from simulator.engine.game import Event
from simulator.engine.tuples import in_order, replaced, without
from simulator.games.potions.engine.cupboard import lay, take, top_recipes
from simulator.games.potions.engine.staging import NOTHING, in_chosen_order
from simulator.games.potions.engine.state import Cupboard, Recipe, Staged, State

Changes = dict[str, Any]


def has_target(cupboard: Cupboard, own: tuple[Recipe, ...], effect: str) -> bool:
    """Whether there is something to work on, `own` being the caster's recipes (spell.target)."""
    if effect != KNOWLEDGE and not own:
        return False
    return effect == DESTRUCTION or bool(top_recipes(cupboard))


def know(state: State, staged: Staged, events: list[Event]) -> Changes:
    """A recipe from the cupboard into the hand; everybody has seen it (knowledge.take)."""
    seat, code = staged.seat, str(staged.pick)
    events.append(Event("took", "knowledge.take", {"seat": seat, "card": code}))
    return {
        "cupboard": take(state.cupboard, code),
        "hands": replaced(state.hands, seat, in_order((*state.hands[seat], code))),
        "shown": replaced(state.shown, seat, in_order((*state.shown[seat], code))),
    }


def destroy(state: State, staged: Staged, events: list[Event]) -> Changes:
    """One card of the recipe may stay, assembled and bare; the others go back (destruction.keep, rest)."""
    seat, target = staged.seat, staged.target
    assert target is not None  # the stage `aim` saw to it
    back, kept = in_chosen_order(staged), staged.pick
    own = without(state.tables[seat], target)
    said = {"seat": seat, "card": target.card, "cards": list(back)}
    events.append(Event("destroyed", "destruction.rest", said))
    if back:
        events.append(Event("freed", "destruction.rest", {"cards": list(back)}))
    if kept == NOTHING:
        events.append(Event("kept_none", "destruction.keep", {"seat": seat, "card": target.card}))
    else:
        events.append(Event("kept", "destruction.keep", {"seat": seat, "card": kept}))
        own = (*own, Recipe(str(kept)))
    return {"cupboard": lay(state.cupboard, back), "tables": replaced(state.tables, seat, own)}


def transform(state: State, staged: Staged, events: list[Event]) -> Changes:
    """The new recipe is taken before the old one's cards go back (transformation.take, ruling 33)."""
    seat, target, into = staged.seat, staged.target, str(staged.pick)
    assert target is not None  # the stage `aim` saw to it
    back = in_chosen_order(staged)
    said = {"seat": seat, "card": target.card, "into": into}
    events.append(Event("transformed", "transformation.take", said))
    events.append(Event("freed", "transformation.rest", {"cards": list(back)}))
    own = (*without(state.tables[seat], target), Recipe(into))
    return {
        "cupboard": lay(take(state.cupboard, into), back),
        "tables": replaced(state.tables, seat, own),
    }


EFFECTS: Mapping[str, Callable[[State, Staged, list[Event]], Changes]] = {
    KNOWLEDGE: know,
    DESTRUCTION: destroy,
    TRANSFORMATION: transform,
}

"""A quick player of «Зельеварение»: what greedy bots and playouts do, and bots with another taste."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.potions.scoring.points import KNOWLEDGE, half
from games.potions.simulator.engine.assembling import Open, can_assemble, open_things
from games.potions.simulator.engine.cupboard import count_new, top_recipes
from games.potions.simulator.engine.data import EFFECT, ELEMENTS_OF, POINTS, RECIPES, SPELLS
from games.potions.simulator.engine.rules import ASSEMBLE_MOVE, CAST_MOVE, ELEMENT_MOVE, PASS
from games.potions.simulator.engine.staging import NOTHING, open_choices
from games.potions.simulator.engine.state import CAST, MAY, RECIPE, Choice, Staged, State
from simulator.engine.game import Move, Seat

WORTH_A_SPELL = 2  # points of a recipe for which a quick player casts a spell
SERVED = 0.3  # to a quick player, of a point of a recipe that asks for an element, to lay it
Rand = Callable[[], float]


def worth(state: State, code: str, own: set[str]) -> float:
    """The points of a recipe, less what the others get on average for their recipes."""
    others = state.players - 1
    foreign = sum([1 for recipes in state.course.recipe_slots[code] if recipes.isdisjoint(own)])
    return POINTS[code] - half(POINTS[code]) * min(foreign, others) / others


def as_element(state: State, seat: Seat, code: str, rand: Rand) -> float:
    """How gladly a card is laid: for its points now, for what recipes in hand ask for, and for how little it
    is worth later.
    """
    new = count_new(state, code)
    served = SERVED * _served(state, seat, code) if new else 0
    return new + served - POINTS[code] / 20 + rand() / 4


class Taste(NamedTuple):
    """What makes one quick player unlike another: what a recipe that is ready is worth to it, given the cards
    that it has assembled; how gladly it lays a card; whether it casts `any_spell` rather than lay a card.
    """

    worth: Callable[[State, str, set[str]], float] = worth
    laying: Callable[[State, Seat, str, Rand], float] = as_element
    any_spell: bool = False


GREEDY = Taste()


def policy(state: State, rand: Rand, taste: Taste = GREEDY) -> Move:
    """The recipe that is worth most now, fetched by a spell if need be, else a new element, best one that
    recipes in hand ask for, of the cards that matter least.
    """
    frame = state.agenda[-1]
    if type(frame) is Staged:
        return answer(state, frame, rand).move
    asking = state.course.asking.get(type(frame))
    if asking is not None:
        moves = asking.moves(state, frame)
        return moves[int(rand() * len(moves))]
    seat: Seat = frame.seat
    there = open_things(state)
    value, card = best_recipe(state, seat, there, rand, taste)
    wishes = [wish for wished in state.course.wished_moves for wish in wished(state, seat, rand)]
    if wishes and max(wishes)[0] > max(value, 1):
        return max(wishes)[1]
    if not state.hands[seat]:
        return PASS
    fetching = _fetching(state, seat, there, taste)
    if fetching:
        return CAST_MOVE[fetching]
    if card and value >= 1:
        return ASSEMBLE_MOVE[card]
    if taste.any_spell and (spells := castable(state, seat)):
        return CAST_MOVE[spells[0]]
    new = any(count_new(state, code) for code in state.hands[seat])
    if frame.further and not new and state.options.spell_follow_up == MAY:
        return PASS
    return ELEMENT_MOVE[max(state.hands[seat], key=lambda code: taste.laying(state, seat, code, rand))]


def castable(state: State, seat: Seat) -> list[str]:
    """The spells in hand that have something to work on, once each."""
    check = state.course.verbs[CAST].check
    held = dict.fromkeys(code for code in state.hands[seat] if code in SPELLS)
    return [code for code in held if check(state, seat, CAST_MOVE[code]) is None]


def best_recipe(state: State, seat: Seat, there: Open, rand: Rand, taste: Taste) -> tuple[float, str]:
    """(what it is worth, card) of the best recipe in hand that can be assembled; (0, "") if there is none."""
    own = {recipe.card for recipe in state.tables[seat]}
    found = (0.0, "")
    for code in state.hands[seat]:
        if code in RECIPES and can_assemble(state, code, there):
            found = max(found, (taste.worth(state, code, own) + rand() / 4, code))
    return found


def _fetching(state: State, seat: Seat, there: Open, taste: Taste) -> str:
    """A spell in hand that takes a recipe from the cupboard for which all is there; "" if none does."""
    spell = next((code for code in state.hands[seat] if EFFECT.get(code) == KNOWLEDGE), "")
    if not spell:
        return ""
    own = {recipe.card for recipe in state.tables[seat]}
    ready = [code for code in top_recipes(state.cupboard) if can_assemble(state, code, there)]
    return spell if any(taste.worth(state, code, own) >= WORTH_A_SPELL for code in ready) else ""


def _served(state: State, seat: Seat, code: str) -> int:
    """The points of the best other recipe in hand that asks for an element of a card."""
    asked, elements = state.course.asked, ELEMENTS_OF[code]
    return max(
        [POINTS[held] for held in state.hands[seat] if held != code and not asked[held].isdisjoint(elements)],
        default=0,
    )


def answer(state: State, staged: Staged, rand: Rand) -> Choice:
    """The answer to an open question that promises most."""
    found = open_choices(state, staged)
    promise = PROMISES.get(found[0].move.verb, _by_chance)
    return max(found, key=lambda choice: promise(state, choice.then) + rand() / 4)


def _by_owner(state: State, then: Staged) -> float:
    """One's own recipes first: others get half for theirs."""
    source = then.sources[-1]
    return float(source.kind != RECIPE or source.seat == then.seat)


def _by_loss(state: State, then: Staged) -> float:
    """The recipe that is worth least."""
    return -POINTS[then.target.card] if then.target else 0


def _by_use(state: State, then: Staged) -> float:
    """A card that something in hand asks for, else one that is worth much; keeping nothing comes last."""
    if then.pick is None or then.pick == NOTHING:
        return -1
    if EFFECT[then.card] == KNOWLEDGE:
        there = open_things(state)
        fits = can_assemble(state, then.pick, there)
        return POINTS[then.pick] * (1 if fits else 0.2)
    if then.target is None:
        return 0
    asked = [
        POINTS[code]
        for code in state.hands[then.seat]
        if any(then.pick in recipes for recipes in state.course.recipe_slots[code])
    ]
    return max(asked, default=0) + POINTS[then.pick] / 10


def _by_chance(state: State, then: Staged) -> float:
    return 0


PROMISES: Mapping[str, Callable[[State, Staged], float]] = {
    "use": _by_owner,
    "target": _by_loss,
    "take": _by_use,
    "keep": _by_use,
    "lay": _by_chance,
}

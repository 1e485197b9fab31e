"""Moves as text and as words."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.potions.scoring.points import INGREDIENT, gains
from games.potions.simulator.engine.cupboard import top_recipes
from games.potions.simulator.engine.data import ANY, CARD, ELEMENTS, ELEMENTS_OF, GREAT, POINTS, Slot
from games.potions.simulator.engine.rules import as_element
from games.potions.simulator.engine.staging import NOTHING, distinct, returning
from games.potions.simulator.engine.standing import why_silent
from games.potions.simulator.engine.state import RECIPE, Filler, Recipe, Staged, State
from simulator.engine.game import Move, Seat
from web.refusal import Params

MAX_TEXT = 120
NO_SLOT = Slot("", "", frozenset())
NUMBERED = {"use": 2, "target": 1}  # how many numbers may follow the card


def parse(state: State, seat: Seat, text: str) -> Move:
    """The move a text means here. A card that has several codes may be named by its id where only one of them
    can be meant. What can't be read becomes a move that `check` refuses.
    """
    verb, *words = text[:MAX_TEXT].split() or [""]
    if not words:
        return Move(verb)
    word, *numbers = words
    if not all(number.isdecimal() and len(number) < 4 for number in numbers):
        return Move(verb, (word, *numbers))
    args = [int(number) for number in numbers]
    code = _code(word, _within_reach(state, seat, verb, args))
    if len(args) == NUMBERED.get(verb) and args[-1] == 1:
        args.pop()
    return Move(verb, (code, *args))


def _code(word: str, reach: Iterable[str]) -> str:
    if word in CARD or word in ELEMENTS:
        return word
    meant = {code for code in reach if CARD[code].id == word}
    return meant.pop() if len(meant) == 1 else word


def _within_reach(state: State, seat: Seat, verb: str, numbers: Sequence[int]) -> list[str]:
    """The cards that a verb may speak of: of recipes those of the seat named, or one's own."""
    staged = state.frame if state.agenda and isinstance(state.frame, Staged) else None
    if verb == "take":
        return top_recipes(state.cupboard)
    if verb == "lay" and staged:
        return list(returning(state.course, staged))
    if verb == "keep" and staged and staged.target:
        return [staged.target.card, *staged.target.under]
    owner = numbers[0] - 1 if verb == "use" and numbers else seat
    if not 0 <= owner < state.players:
        return []
    return [recipe.card for recipe in state.tables[owner]] if verb in NUMBERED else list(state.hands[seat])


def say(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """Code and parameters in the catalogue `move`."""
    own = state.course.says_of(state)
    if move.verb in own:
        return own[move.verb](state, seat, move)
    if move.verb == "element":
        return _say_element(state, seat, move.arg)
    if move.verb == "assemble":
        return "assemble", {"card": move.arg, "n": POINTS[move.arg]}
    if move.verb == "use":
        return say_use(state, seat, move)
    if move.verb == "target":
        recipe = named_recipe(state, seat, move.args[0], move.args[1:])
        return _with_under("target", {"card": recipe.card}, recipe)
    if move.args == (NOTHING,):
        return "keep_none", {}
    return move.verb, {"card": move.args[0]} if move.args else {}


def _say_element(state: State, seat: Seat, code: str) -> tuple[str, Params]:
    points = as_element_brings(state, seat, code)
    said = {"card": code, "elements": list(ELEMENTS_OF[code]), "n": points}
    return ("element_great" if code in GREAT else "element"), said


def as_element_brings(seen: Any, seat: Seat, code: str) -> int:
    """The points of a card that is laid as an element, with what boxes pay for it (in a state or a view)."""
    play, _ = as_element(seen, seat, code)
    return gains(play)[seat]


def say_use(state: State, seat: Seat, move: Move, into: str = INGREDIENT) -> tuple[str, Params]:
    staged = state.frame
    slots, place = state.course.slots[staged.card], len(staged.sources)
    return say_use_in(state, seat, move, slots[place] if place < len(slots) else NO_SLOT, into)


def say_use_in(
    state: State, seat: Seat, move: Move, slot: Slot, into: str = INGREDIENT
) -> tuple[str, Params]:
    """What fills a slot; where a box asks for a recipe without one, it lies on a table. `into` says what it
    goes into, because a half may hang on it.
    """
    what, *where = move.args
    if not where:
        if what in ELEMENTS:
            return "use_element", {"element": what}
        if slot.element == ANY:
            return "use_whole", {"card": what}
        return "use_apart", {"card": what, "element": slot.element}
    owner = where[0] - 1
    recipe = named_recipe(state, owner, what, where[1:])
    if owner == seat:
        return _with_under("use_own", {"card": what}, recipe)
    source = Filler(RECIPE, what, owner, recipe.under, recipe.mark)
    code = "use_silent" if why_silent(state.course, source, into) else "use_other"
    return _with_under(code, {"card": what, "seat": owner}, recipe)


def named_recipe(seen: Any, seat: Seat, card: str, number: Iterable[int]) -> Recipe:
    """The recipe that `CARD N` names on a table: N counts, from 1, those of its name that differ."""
    place = next(iter(number), 1) - 1
    return distinct(seen.tables[seat], card)[place]


def _with_under(code: str, params: dict[str, object], recipe: Recipe) -> tuple[str, Params]:
    if not recipe.under:
        return f"{code}_bare", params
    return code, {**params, "cards": list(recipe.under)}

"""The cupboard of elements: what lies in it, what may be taken, how cards are laid. Pure functions.

Clauses element.stack, element.under, great.apart, great.one; rulings potions-1 to potions-7.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import ELEMENTS_OF, GREAT, PLACE, RECIPES, SPELLS, STACK
from games.potions.simulator.engine.state import Cupboard
from simulator.engine.tuples import in_order, replaced


def empty(course: Course) -> Cupboard:
    """A cupboard with a place for each element."""
    return Cupboard(((),) * len(course.elements), ())


def is_present(cupboard: Cupboard, element: str) -> bool:
    """Whether the element is there: as a stack, or on a card that lies apart (great.apart)."""
    if cupboard.stacks[PLACE[element]]:
        return True
    return any(element in ELEMENTS_OF[code] for code in cupboard.apart)


def count_new(seen: Any, code: str) -> int:
    """How many elements of a card aren't in the cupboard yet (element.new, great.elements), but for those
    that are never new because they stand in for others. `seen` is a state or a view.
    """
    cupboard, wild = seen.cupboard, seen.course.wild
    lacking = [element for element in ELEMENTS_OF[code] if not cupboard.stacks[PLACE[element]]]
    return sum([element not in wild and not is_present(cupboard, element) for element in lacking])


def lay(cupboard: Cupboard, cards: Iterable[str], on_top: bool = False) -> Cupboard:
    """Lays cards in this order: on top of their stacks, three-element cards apart, spells at the bottom,
    unless they go `on_top` as others do.
    """
    stacks, apart = [*cupboard.stacks], cupboard.apart
    for code in cards:
        if code in GREAT:
            apart = in_order((*apart, code))
            continue
        place = STACK[code]
        below = not on_top and code in SPELLS
        stacks[place] = (code, *stacks[place]) if below else (*stacks[place], code)
    return Cupboard(tuple(stacks), apart)


def take_top(cupboard: Cupboard, element: str) -> tuple[str, Cupboard]:
    """The top card of an element's stack, and what is left."""
    place = PLACE[element]
    stack = cupboard.stacks[place]
    return stack[-1], Cupboard(replaced(cupboard.stacks, place, stack[:-1]), cupboard.apart)


def take(cupboard: Cupboard, code: str) -> Cupboard:
    """Without a card that lies on top of its stack, or apart."""
    if code in cupboard.apart:
        apart = list(cupboard.apart)
        apart.remove(code)
        return Cupboard(cupboard.stacks, tuple(apart))
    taken, rest = take_top(cupboard, ELEMENTS_OF[code][0])
    assert taken == code
    return rest


def top_recipes(cupboard: Cupboard) -> list[str]:
    """Recipes that spells can reach: on top of a stack, or apart; sorted (knowledge.top, ruling 6)."""
    tops = [stack[-1] for stack in cupboard.stacks if stack and stack[-1] in RECIPES]
    return sorted({*tops, *cupboard.apart})


def in_groups(cards: Sequence[str], on_top: bool = False) -> list[list[str]]:
    """Cards that share a stack, and so an order, by stack; spells that go to its other end by themselves.

    Groups whose cards are all alike have no order to choose and are left out.
    """
    groups: dict[tuple[int, bool], list[str]] = {}
    for code in cards:
        if code not in GREAT:
            groups.setdefault((STACK[code], not on_top and code in SPELLS), []).append(code)
    return [groups[key] for key in sorted(groups) if len(set(groups[key])) > 1]

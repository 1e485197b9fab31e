"""What may fill a recipe: sources for its slots, and whether all slots can be filled. Pure functions.

Clauses assemble.all, assemble.cupboard, assemble.recipes, great.one, great.two; rulings 3, 5, 12, 14, 16.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from simulator.games.potions.engine.data import ELEMENTS, ELEMENTS_OF, PLACE, SLOTS, Slot
from simulator.games.potions.engine.state import APART, RECIPE, STACK, Cupboard, Recipe, Source

Tables = Sequence[tuple[Recipe, ...]]
Slots = Sequence[Slot]
Chosen = tuple[Source, ...]


def sources(cupboard: Cupboard, tables: Tables, slot: Slot) -> list[Source]:
    """All that lies open and fits the slot, sorted; what is alike stands once."""
    if slot.element:
        found = [Source(APART, code) for code in cupboard.apart if slot.element in ELEMENTS_OF[code]]
        return [*found, Source(STACK, slot.element)] if cupboard.stacks[PLACE[slot.element]] else found
    return sorted(
        {
            Source(RECIPE, recipe.card, seat, recipe.under)
            for seat, table in enumerate(tables)
            for recipe in table
            if recipe.card in slot.recipes
        }
    )


def amount(cupboard: Cupboard, tables: Tables, source: Source) -> int:
    """How often a source can be used."""
    if source.kind == STACK:
        return len(cupboard.stacks[PLACE[source.what]])
    if source.kind == APART:
        return cupboard.apart.count(source.what)
    return tables[source.seat].count(Recipe(source.what, source.under))


def choices(cupboard: Cupboard, tables: Tables, code: str, chosen: Chosen) -> list[Source]:
    """What may fill the next slot of a card, which can be assembled, so that the others can be too; sorted.

    Where slots that ask for the same will take all there is, the first stands for it: their order means
    nothing.
    """
    slots = SLOTS[code]
    found = sources(cupboard, tables, slots[len(chosen)])
    if _PLAIN[code] and not cupboard.apart:
        return found  # no source fits two slots
    free = {source: amount(cupboard, tables, source) - chosen.count(source) for source in found}
    found = [
        source for source in found if free[source] and can_fill(cupboard, tables, code, (*chosen, source))
    ]
    alike = [slot for slot in slots[len(chosen) :] if slot.ingredient == slots[len(chosen)].ingredient]
    return found[:1] if len(alike) == sum(free.values()) else found


def in_slot_order(code: str, chosen: Chosen) -> Chosen:
    """The sources of a recipe as they lie under it: those of slots that ask for the same are sorted."""
    if _PLAIN[code]:
        return chosen
    by_ingredient = groupby(zip(SLOTS[code], chosen, strict=True), key=lambda pair: pair[0].ingredient)
    return tuple(source for _, pairs in by_ingredient for source in sorted(source for _, source in pairs))


def can_fill(cupboard: Cupboard, tables: Tables, code: str, chosen: Chosen = ()) -> bool:
    """Whether all slots of a card after the `chosen` ones can be filled."""
    left = SLOTS[code][len(chosen) :]
    if not left or (_PLAIN[code] and not cupboard.apart):
        return all(sources(cupboard, tables, slot) for slot in left)
    return bool(choices(cupboard, tables, code, chosen))


class Open(NamedTuple):
    """What can be used at a glance: elements with a stack, those on cards apart, recipes on the tables."""

    stacked: set[str]
    apart: set[str]
    recipes: set[str]


def open_things(cupboard: Cupboard, tables: Tables) -> Open:
    return Open(
        {element for element, stack in zip(ELEMENTS, cupboard.stacks, strict=True) if stack},
        {element for code in cupboard.apart for element in ELEMENTS_OF[code]},
        {recipe.card for table in tables for recipe in table},
    )


def _is_plain(slots: Slots) -> bool:
    """Whether the slots ask for different things, so that nothing in a stack or on a table fits two."""
    elements = [slot.element for slot in slots if slot.element]
    recipes = [code for slot in slots for code in slot.recipes]
    return len(set(elements)) == len(elements) and len(set(recipes)) == len(recipes)


_PLAIN = {code: _is_plain(slots) for code, slots in SLOTS.items()}
_ASKED = {code: frozenset(slot.element for slot in slots if slot.element) for code, slots in SLOTS.items()}
_RECIPE_SLOTS = {code: tuple(slot.recipes for slot in slots if slot.recipes) for code, slots in SLOTS.items()}


def can_assemble(cupboard: Cupboard, tables: Tables, code: str, there: Open) -> bool:
    """Whether every ingredient of a card is on the table (assemble.all). `there` is `open_things` of both."""
    for recipes in _RECIPE_SLOTS[code]:
        if recipes.isdisjoint(there.recipes):
            return False
    unstacked = _ASKED[code] - there.stacked
    if not unstacked <= there.apart:
        return False
    # A single slot that only a card apart can fill takes nothing away from the others.
    return (_PLAIN[code] and len(unstacked) < 2) or can_fill(cupboard, tables, code)


class Need(NamedTuple):
    """A slot of a recipe as «element:mandrake» or «card:elixir_of_fire», and whether something fills it."""

    ingredient: str
    there: bool


def needs(cupboard: Cupboard, tables: Tables, code: str) -> tuple[Need, ...]:
    """What a card asks for, and what of it is there, counting nothing twice: as much as can be filled."""
    slots = SLOTS[code]
    filled = max(_fillings(cupboard, tables, slots, ()), key=lambda row: sum(s is not None for s in row))
    return tuple(
        Need(slot.ingredient, source is not None) for slot, source in zip(slots, filled, strict=True)
    )


def _fillings(
    cupboard: Cupboard, tables: Tables, slots: Slots, chosen: tuple[Source | None, ...]
) -> Iterator[tuple[Source | None, ...]]:
    """Every way to fill the slots, some of them left empty; the fullest comes early."""
    if len(chosen) == len(slots):
        yield chosen
        return
    for source in sources(cupboard, tables, slots[len(chosen)]):
        if chosen.count(source) < amount(cupboard, tables, source):
            yield from _fillings(cupboard, tables, slots, (*chosen, source))
    yield from _fillings(cupboard, tables, slots, (*chosen, None))


def missing(cupboard: Cupboard, tables: Tables, code: str) -> list[str]:
    """The ingredients that aren't there, in the order of the recipe."""
    return [need.ingredient for need in needs(cupboard, tables, code) if not need.there]

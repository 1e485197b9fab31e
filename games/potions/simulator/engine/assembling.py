"""What may fill a recipe: sources for its slots, and whether all slots can be filled. Pure functions.

Clauses assemble.all, assemble.cupboard, assemble.recipes, great.one, great.two; rulings 3, 5, 12, 14, 16.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import compress, groupby
from typing import Any, NamedTuple

from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import ANY, ELEMENTS, ELEMENTS_OF, PLACE, Slot, carries
from games.potions.simulator.engine.state import APART, RECIPE, STACK, Cupboard, Filler, Recipe

Seen = Any  # a State or a View: both have the cupboard, the tables, the course and its parts
Tables = Sequence[tuple[Recipe, ...]]
Slots = Sequence[Slot]
Chosen = tuple[Filler, ...]


class Open:
    """What lies open: elements with a stack, those on cards apart, recipes; and the sources of slots, each
    worked out when it is first asked for. What follows from the cupboard serves for as long as that is the
    same object, what follows from recipes for as long as the tables and what boxes keep are: several parts of
    a step, and several steps, ask the same.
    """

    course: Course
    stacked: set[str]
    apart: set[str]
    recipes: set[str]
    elements: dict[Slot, list[Filler]]
    sources: dict[Slot, list[Filler]]
    __slots__ = (
        "apart",
        "course",
        "cupboard",
        "elements",
        "parts",
        "recipes",
        "seen",
        "sources",
        "stacked",
        "tables",
    )

    def __init__(self, seen: Seen, before: "Open | None"):
        self.seen, self.course, self.parts = seen, seen.course, seen.parts
        self.cupboard, self.tables = seen.cupboard, seen.tables
        if before is not None and before.course is not seen.course:
            before = None
        if before is not None and before.cupboard is seen.cupboard:
            self.stacked, self.apart, self.elements = before.stacked, before.apart, before.elements
        else:
            self.stacked, self.apart = _elements_in(seen.cupboard, before)
            self.elements = {}
        if before is not None and before.tables is seen.tables and before.keeps(seen.parts):
            self.recipes, self.sources = before.recipes, before.sources
        else:
            self.recipes, self.sources = _lying_recipes(seen), {}

    def is_of(self, seen: Seen) -> bool:
        return (
            self.cupboard is seen.cupboard
            and self.tables is seen.tables
            and self.course is seen.course
            and self.keeps(seen.parts)
        )

    def keeps(self, parts: tuple[Any, ...]) -> bool:
        """Whether boxes keep the same as then, as far as recipes are taken from it."""
        if self.parts is parts:
            return True
        return all(self.parts[place] is parts[place] for place in self.course.read)


_last: list[Open | None] = [None]  # one place, as a position is left behind for the next


def open_things(seen: Seen) -> Open:
    last = _last[0]
    if last is not None:
        if last.seen is seen:
            return last
        if last.is_of(seen):
            last.seen = seen
            return last
    found = Open(seen, last)
    _last[0] = found
    return found


def _elements_in(cupboard: Cupboard, before: Open | None) -> tuple[set[str], set[str]]:
    """The elements with a stack, and those on cards apart; the sets of before where none has come or gone."""
    stacks, apart = cupboard.stacks, cupboard.apart
    if before is not None and apart is before.cupboard.apart:
        pairs = zip(stacks, before.cupboard.stacks, strict=True)
        if not [new for new, old in pairs if new is not old and bool(new) is not bool(old)]:
            return before.stacked, before.apart
    return {*compress(ELEMENTS, stacks)}, {element for code in apart for element in ELEMENTS_OF[code]}


def _lying_recipes(seen: Seen) -> set[str]:
    recipes = {recipe.card for table in seen.tables for recipe in table}
    for source in seen.course.sources.values():
        recipes |= source.lying(seen)
    return recipes


def sources(seen: Seen, slot: Slot) -> list[Filler]:
    """All that lies open and fits the slot, sorted; what is alike stands once."""
    there = open_things(seen)
    kept, find = (there.elements, _elements) if slot.element else (there.sources, _recipes)
    found = kept.get(slot)
    if found is None:
        found = kept[slot] = find(seen, slot)
    return found


def _elements(seen: Seen, slot: Slot) -> list[Filler]:
    cupboard, element = seen.cupboard, slot.element
    stacks = seen.course.stacks.get(element) or _stacks(seen.course, element)
    found = [source for place, source in stacks if cupboard.stacks[place]]
    if cupboard.apart:
        apart = [Filler(APART, code) for code in cupboard.apart if carries(code, element)]
        return apart + found
    return found


def _recipes(seen: Seen, slot: Slot) -> list[Filler]:
    lying = {
        Filler(RECIPE, recipe.card, seat, recipe.under, recipe.mark)
        for seat, table in enumerate(seen.tables)
        for recipe in table
        if recipe.card in slot.recipes
    }
    if seen.course.sources:
        for kind in seen.course.sources.values():
            lying.update(kind.fitting(seen, slot))
    return sorted(lying)


def _stacks(course: Course, element: str) -> tuple[tuple[int, Filler], ...]:
    """The stacks that fit a slot, sorted, each by its place; made once."""
    fitting = course.elements if element == ANY else {element, *course.wild}
    found = tuple((PLACE[each], Filler(STACK, each)) for each in sorted(fitting))
    course.stacks[element] = found
    return found


def amount(seen: Seen, source: Filler) -> int:
    """How often a source can be used."""
    cupboard: Cupboard = seen.cupboard
    if source.kind == STACK:
        return len(cupboard.stacks[PLACE[source.what]])
    if source.kind == APART:
        return cupboard.apart.count(source.what)
    if source.kind == RECIPE:
        tables: Tables = seen.tables
        return tables[source.seat].count(source.recipe)
    return int(seen.course.sources[source.kind].amount(seen, source))


def is_left(seen: Seen, source: Filler, chosen: Chosen) -> bool:
    """Whether a source can be used once more; one element of a recipe may be stood in for."""
    wild = seen.course.wild
    stood_in = source.what in wild and any(each.what in wild for each in chosen)
    return not stood_in and amount(seen, source) > chosen.count(source)


def choices(seen: Seen, code: str, chosen: Chosen) -> list[Filler]:
    """What may fill the next slot of a card, which can be assembled, so that the others can be too; sorted.

    Where slots that ask for the same will take all there is, the first stands for it: their order means
    nothing.
    """
    slots = seen.course.slots[code]
    found = sources(seen, slots[len(chosen)])
    if len(found) == 1 or is_plain(seen, code):
        return found
    lists = [sources(seen, slot) for slot in slots]
    found = [
        source for source in found if is_left(seen, source, chosen) and fills(seen, lists, (*chosen, source))
    ]
    alike = [slot for slot in slots[len(chosen) :] if slot.ingredient == slots[len(chosen)].ingredient]
    if len(alike) == len(found) == 1:
        return found
    left = sum([amount(seen, source) - chosen.count(source) for source in found])
    if len(alike) == left:
        return found[:1]
    later = lists[len(chosen) + 1 :]
    return told_apart(seen, code, chosen, found, later, partial(_ways, seen, lists))


def told_apart(
    seen: Seen,
    code: str,
    chosen: Chosen,
    found: list[Filler],
    later: Sequence[Sequence[Filler]],
    ways: Callable[[Chosen], Iterable[Chosen]],
) -> list[Filler]:
    """The sources that are asked about: the first alone where it makes no difference which of them comes
    first, and the others fill what is `later`. `ways` are those to fill the slots after what is chosen.
    """
    same = seen.options.rules > 1 and come_to_the_same(seen, code, chosen, found, later, ways)
    return found[:1] if same else found


def come_to_the_same(
    seen: Seen,
    code: str,
    chosen: Chosen,
    found: Sequence[Filler],
    later: Sequence[Sequence[Filler]],
    ways: Callable[[Chosen], Iterable[Chosen]],
) -> bool:
    """Whether the same things are used and the recipe is marked alike, whichever comes first (ruling 110)."""
    if not all(any(source in others for others in later) for source in found):
        return False
    ends = (
        {(tuple(sorted(row)), seen.course.mark_of(seen, code, row)) for row in ways((*chosen, source))}
        for source in found
    )
    first = next(ends)
    return all(each == first for each in ends)


def _ways(seen: Seen, lists: Sequence[list[Filler]], chosen: Chosen) -> Iterator[Chosen]:
    """Every way to fill the slots after the `chosen` ones."""
    if len(chosen) == len(lists):
        yield chosen
        return
    for source in lists[len(chosen)]:
        if is_left(seen, source, chosen):
            yield from _ways(seen, lists, (*chosen, source))


def is_plain(seen: Seen, code: str) -> bool:
    """Whether no source fits two slots of a card now."""
    course: Course = seen.course
    cupboard: Cupboard = seen.cupboard
    return not cupboard.apart and (
        course.plain[code] or (course.direct[code] and open_things(seen).stacked.isdisjoint(course.wild))
    )


def in_slot_order(course: Course, code: str, chosen: Chosen) -> Chosen:
    """The sources of a recipe as they lie under it: those of slots that ask for the same are sorted."""
    if course.plain[code]:
        return chosen
    pairs_of = groupby(zip(course.slots[code], chosen, strict=True), key=lambda pair: pair[0].ingredient)
    return tuple(source for _, pairs in pairs_of for source in sorted(source for _, source in pairs))


def cards_in_slot_order(course: Course, code: str, cards: Sequence[str]) -> list[str]:
    """The cards of a recipe as they lie under it: those of slots that ask for the same are sorted."""
    if course.plain[code]:
        return list(cards)
    pairs_of = groupby(zip(course.slots[code], cards, strict=True), key=lambda pair: pair[0].ingredient)
    return [card for _, pairs in pairs_of for card in sorted(card for _, card in pairs)]


def fills(seen: Seen, lists: Sequence[list[Filler]], chosen: Chosen) -> bool:
    """Whether all slots after the `chosen` ones can be filled, each thing used once; `lists` are the sources
    of each.
    """
    place = len(chosen)
    return place == len(lists) or any(
        is_left(seen, source, chosen) and fills(seen, lists, (*chosen, source)) for source in lists[place]
    )


def can_fill(seen: Seen, code: str) -> bool:
    """Whether all slots of a card can be filled."""
    slots = seen.course.slots[code]
    if is_plain(seen, code):
        return all(sources(seen, slot) for slot in slots)
    return fills(seen, [sources(seen, slot) for slot in slots], ())


def can_assemble(seen: Seen, code: str, there: Open) -> bool:
    """Whether every ingredient of a card is on the table (assemble.all). `there` is `open_things` of it."""
    course, asked = seen.course, seen.course.asked[code]
    for recipes in course.recipe_slots[code]:
        if recipes.isdisjoint(there.recipes):
            return False
    if asked <= there.stacked:
        return course.direct[code] or can_fill(seen, code)
    unstacked = asked - there.stacked
    if not unstacked <= there.apart and not (
        course.wild and _is_one_short(course, unstacked - there.apart, there)
    ):
        return False
    # A single slot that only a card apart, or one that stands in, can fill takes nothing from the others.
    return (course.direct[code] and len(unstacked) < 2) or can_fill(seen, code)


def _is_one_short(course: Course, lacking: frozenset[str], there: Open) -> bool:
    """Whether another element may stand in for all that lacks."""
    return len(lacking) == 1 and not there.stacked.isdisjoint(course.wild)


class Need(NamedTuple):
    """A slot of a recipe as «element:mandrake» or «card:elixir_of_fire», and whether something fills it."""

    ingredient: str
    there: bool


def needs(seen: Seen, code: str) -> tuple[Need, ...]:
    """What a card asks for, and what of it is there, counting nothing twice: as much as can be filled."""
    slots = seen.course.slots[code]
    filled = max(_fillings(seen, slots, ()), key=lambda row: sum(source is not None for source in row))
    return tuple(
        Need(slot.ingredient, source is not None) for slot, source in zip(slots, filled, strict=True)
    )


def _fillings(
    seen: Seen, slots: Slots, chosen: tuple[Filler | None, ...]
) -> Iterator[tuple[Filler | None, ...]]:
    """Every way to fill the slots, some of them left empty; the fullest comes early."""
    if len(chosen) == len(slots):
        yield chosen
        return
    used = tuple(source for source in chosen if source is not None)
    for source in sources(seen, slots[len(chosen)]):
        if is_left(seen, source, used):
            yield from _fillings(seen, slots, (*chosen, source))
    yield from _fillings(seen, slots, (*chosen, None))


def missing(seen: Seen, code: str) -> list[str]:
    """The ingredients that aren't there, in the order of the recipe."""
    return [need.ingredient for need in needs(seen, code) if not need.there]

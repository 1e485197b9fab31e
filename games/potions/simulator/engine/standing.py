"""What stands in for something else in a recipe: an element for any other, a recipe for a kind of recipes.

Both bring marks on the recipes that are made with them, and halves that aren't paid; rulings 51-57, 81.
"""

from collections.abc import Sequence
from functools import lru_cache

from games.potions.scoring.points import INGREDIENT, Used, half, silence
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import ANY, ELEMENTS_OF, ID, POINTS, Slot, fits
from games.potions.simulator.engine.state import STACK, STAND_IN, WILD, Filler, Silent, State
from simulator.engine.game import Event, Seat


def halves(state: State, seat: Seat, sources: Sequence[Filler], into: str) -> tuple[tuple[Seat, ...], Silent]:
    """Who gets halves, and who doesn't although a recipe of theirs is used."""
    paying, quiet = [], set()
    for source in sources:
        if source.seat in (-1, seat):
            continue
        reason = why_silent(state.course, source, into)
        if reason:
            quiet.add((source.seat, reason))
        else:
            paying.append(source.seat)
    owners = state.course.paid_halves(state, paying)
    return owners, tuple(sorted(pair for pair in quiet if pair[0] not in owners))


def why_silent(course: Course, source: Filler, into: str) -> str:
    used = Used(ID[source.what], source.mark == WILD, source.mark == STAND_IN)
    return _silence(used, into, course.boxes)


_silence = lru_cache(maxsize=1024)(silence)  # asked for every recipe that is made or used


def mark_of(state: State, code: str, sources: Sequence[Filler]) -> str:
    """What was used that isn't what the recipe names, if that is ever held against it."""
    course = state.course
    pairs = list(zip(course.slots[code], sources, strict=True))
    wild = any(
        s.kind == STACK and s.what in course.wild and s.what != slot.element
        for slot, s in pairs
        if slot.element != ANY
    )
    standing = any(not slot.element and s.what in course.stand_ins for slot, s in pairs if s.seat >= 0)
    return _mark(course, code, wild, standing)


def mark_under(course: Course, cards: Sequence[str], slots: Sequence[Slot]) -> str:
    """The same of a recipe in a position that somebody has set up."""
    pairs = list(zip(cards, slots, strict=True))
    wild = any(is_wild(course, code) and not fits(code, slot) for code, slot in pairs if slot.element)
    standing = any(not slot.element and code in course.stand_ins for code, slot in pairs)
    return _mark(course, "", wild, standing)


def _mark(course: Course, code: str, wild: bool, standing: bool) -> str:
    if not _silence(Used(code, wild, standing), INGREDIENT, course.boxes):
        return ""
    return WILD if wild else STAND_IN


def is_wild(course: Course, code: str) -> bool:
    """Whether a card carries an element that stands in for others."""
    return not set(course.wild).isdisjoint(ELEMENTS_OF[code])


def may_lie(course: Course, cards: Sequence[str], slots: Sequence[Slot]) -> bool:
    """What the slots ask for, but for one card with an element that stands in."""
    strange = [(code, slot) for code, slot in zip(cards, slots, strict=True) if not fits(code, slot)]
    return len(strange) <= 1 and all(slot.element and is_wild(course, code) for code, slot in strange)


def silence_events(
    course: Course, seat: Seat, code: str, silent: Silent, sources: Sequence[Filler], into: str
) -> list[Event]:
    """Each owner with the recipes of theirs that bring no half: the whole of what they hear of it."""
    said = {"builder": seat, "card": code, "n": half(POINTS[code])}
    events = []
    for owner, reason in silent:
        used = [each for each in sources if each.seat == owner and why_silent(course, each, into) == reason]
        told = {"seat": owner, **said, "cards": [each.what for each in used], "reason": reason}
        events.append(Event.of("half_kept", course.clauses[f"silent.{reason}"], told))
    return events

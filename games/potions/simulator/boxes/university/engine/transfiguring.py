"""Transfiguration: a recipe is assembled, and one ingredient may be any top recipe; ruling 92."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from games.potions.simulator.engine import phases, shared
from games.potions.simulator.engine.assembling import (
    Open,
    can_assemble,
    is_left,
    open_things,
    sources,
    told_apart,
)
from games.potions.simulator.engine.box import SourceKind, Spell
from games.potions.simulator.engine.cupboard import take, top_recipes
from games.potions.simulator.engine.data import (
    EFFECT,
    ELEMENTS_OF,
    GREAT,
    PLACE,
    RECIPES,
    Slot,
    carries,
    is_called,
)
from games.potions.simulator.engine.rules import build, leave_hand
from games.potions.simulator.engine.staging import arrange, freed, use
from games.potions.simulator.engine.state import CAST, STACK, Choice, Filler, Staged, State
from games.potions.simulator.engine.text import say_use_in
from games.potions.simulator.engine.view import may_hold
from simulator.engine.game import Event, Move, Seat, Step
from web.refusal import Params, Refusal

TRANSFIGURATION = "spell_of_transfiguration"
BUILD = "build"
TOP = "top"  # a recipe on top of the cupboard that takes the place of an ingredient
Chosen = tuple[Filler, ...]


def fitting(state: State, slot: Slot, chosen: Chosen) -> Iterator[Filler]:
    """What fills a slot, and, once in a recipe, any recipe that nothing covers."""
    yield from (source for source in sources(state, slot) if is_free(state, source, chosen))
    if any(source.kind == TOP for source in chosen):
        return
    tops = (Filler(TOP, code) for code in top_recipes(state.cupboard) if not _fits(code, slot))
    yield from (source for source in tops if is_free(state, source, chosen))


def _fits(code: str, slot: Slot) -> bool:
    """A card that carries the element needn't take its place."""
    return bool(slot.element) and carries(code, slot.element)


def is_free(state: State, source: Filler, chosen: Chosen) -> bool:
    """A card that lies on a stack is one of its cards, one that lies apart is itself."""
    if source.kind == TOP and source.what in GREAT:
        return state.cupboard.apart.count(source.what) > sum(s.what == source.what for s in chosen)
    if source.kind not in (TOP, STACK):
        taken = [source for s in chosen if s.kind == TOP and s.what == source.what and source.seat < 0]
        return is_left(state, source, (*chosen, *taken))
    element = source.what if source.kind == STACK else ELEMENTS_OF[source.what][0]
    stack = state.cupboard.stacks[PLACE[element]]
    used = [s for s in chosen if s.kind == STACK and s.what == element]
    used += [s for s in chosen if s.kind == TOP and ELEMENTS_OF[s.what] == (element,)]
    return len(used) < len(stack) and (source.kind == TOP or is_left(state, source, chosen))


def fillings(state: State, slots: Sequence[Slot], chosen: Chosen) -> Iterator[Chosen]:
    """Every way to fill the slots after the chosen ones."""
    if len(chosen) == len(slots):
        yield chosen
        return
    for source in fitting(state, slots[len(chosen)], chosen):
        yield from fillings(state, slots, (*chosen, source))


def can_fill(state: State, code: str, chosen: Chosen = ()) -> bool:
    return next(fillings(state, state.course.slots[code], chosen), None) is not None


def is_buildable(state: State, code: str) -> bool:
    return code in RECIPES and _may_fill(state, code, open_things(state))


def buildable(state: State, seat: Seat) -> list[str]:
    return [code for code in dict.fromkeys(state.hands[seat]) if is_buildable(state, code)]


def aimed(state: State, seat: Seat, code: str) -> bool:
    there = open_things(state)
    held = [card for card in dict.fromkeys(state.hands[seat]) if card in RECIPES]
    return any(can_assemble(state, card, there) for card in held) or any(
        _may_fill(state, card, there) for card in held
    )


def _may_fill(state: State, code: str, there: Open) -> bool:
    """One ingredient is replaced, and another stood in for where a box has such elements."""
    return _lacks(state, code, there) <= 1 + bool(state.course.wild) and can_fill(state, code)


def _lacks(state: State, code: str, there: Open) -> int:
    """How many slots nothing fits that lies open."""
    course = state.course
    recipes = sum([slot.isdisjoint(there.recipes) for slot in course.recipe_slots[code]])
    return recipes + len(course.asked[code] - there.stacked - there.apart)


# --- The questions ------------------------------------------------------------------------------------------


def which(state: State, staged: Staged) -> list[Choice] | None:
    """Which recipe is assembled."""
    if staged.pick is not None:
        return None
    return [
        Choice(Move(BUILD, (code,)), staged._replace(pick=code)) for code in buildable(state, staged.seat)
    ]


def hides(state: State, staged: Staged) -> bool:
    """Whether the hand could have several such recipes as far as everybody knows."""
    codes = (code for code in state.course.codes if is_buildable(state, code))
    return staged.pick is None and may_hold(state, staged, codes, 2)


def fill(state: State, staged: Staged) -> list[Choice] | None:
    """Which source fills the next slot."""
    code, chosen = str(staged.pick), staged.sources
    slots = state.course.slots[code]
    if len(chosen) == len(slots):
        return None
    slot, *others = slots[len(chosen) :]
    found = [source for source in fitting(state, slot, chosen) if can_fill(state, code, (*chosen, source))]
    if len(found) > 1:
        later = [list(fitting(state, other, chosen)) for other in others]
        found = told_apart(state, code, chosen, found, later, partial(fillings, state, slots))
    return [Choice(use(state.tables, source), staged.using(source)) for source in found]


def finish(state: State, staged: Staged) -> Step:
    """All points and halves as usual; then the spell goes to the cupboard."""
    events: list[Event] = []
    seat, code = staged.seat, str(staged.pick)
    shown = phases.show(state, seat, staged.card, events)
    built, play, told = build(shown, seat, code, staged)
    swapped = [source.what for source in staged.sources if source.kind == TOP]
    for what in swapped:
        said = {"seat": seat, "card": what, "into": code}
        events.append(Event.of("swapped_in", "university.transfiguration.replace", said))
    events += told
    done = leave_hand(shown, seat, code, play, **built)
    return phases.played(phases.lay_spell(done, staged.card, events), seat, events)


def take_top(taking: Any, source: Filler) -> None:
    taking.cupboard = take(taking.cupboard, source.what)


def build_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    word, *_ = move.args
    clause = "university.transfiguration.assemble"
    if any(is_called(code, word) for code in state.hands[staged.seat]):
        return Refusal("cannot_build", clause, {"card": word})
    return Refusal("not_in_hand", "turn.play", {"card": word})


def swap_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    word, *_ = move.args
    if any(source.kind == TOP for source in staged.sources) and word in top_recipes(state.cupboard):
        return Refusal("swapped_already", "university.transfiguration.replace", {"card": word})
    made = staged._replace(card=str(staged.pick))
    return shared.use_refusal(state, made, move)


def slot_of(seen: Any, staged: Staged) -> Slot | None:
    """The slot of the recipe that is filled next; None where this spell asks for something else."""
    if EFFECT.get(staged.card) != TRANSFIGURATION or staged.verb != CAST or staged.pick is None:
        return None
    slots: Sequence[Slot] = seen.course.slots[staged.pick][len(staged.sources) :]
    return slots[0] if slots else None


def is_instead(move: Move, slot: Slot) -> bool:
    """Whether a move puts a top recipe in the place of what the slot asks for."""
    what, *where = move.args
    return not where and what in RECIPES and not _fits(what, slot)


def say_use(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    staged = state.frame
    slot = state.course.slots[staged.pick][len(staged.sources)]
    if is_instead(move, slot):
        return "use_instead", {"card": move.arg, "ingredients": [slot.ingredient]}
    if len(move.args) > 1 and "use" in state.course.says:  # another box may lay recipes elsewhere
        return state.course.says["use"](state, seat, move)
    return say_use_in(state, seat, move, slot)


SOURCE = SourceKind(lambda seen, slot: [], lambda seen: set(), lambda seen, source: 0, take_top)
SPELL_TABLE = {
    TRANSFIGURATION: Spell(
        aimed,
        (which, fill, arrange),
        returning=freed,
        finish=finish,
        hides=hides,
        answers={BUILD: build_refusal, "use": swap_refusal},
        says={"use": say_use},
    )
}

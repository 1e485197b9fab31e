"""What is on the table: the cards of a set of boxes, and what these boxes add to the rules.

The base game is the course of its own box alone (`box`). Which verbs, frames, spells and sources there are,
who gets a half, how a turn goes: all that is asked of the course.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from games.potions.simulator.engine.box import Box, Columns, Compound, FrameKind, Says, Spell
from games.potions.simulator.engine.data import (
    ANY,
    CARD,
    DECK_OF,
    EFFECT,
    ELEMENTS,
    GAME,
    Slot,
    slot_of,
)
from games.potions.simulator.engine.state import CAST, Staged
from rulebook.content import reading
from rulebook.content.entries import GameContent
from simulator.engine.boxes import BASE, SEPARATOR, Asked
from simulator.engine.refusal import BadConfig
from web.refusal import Refusal

P = ParamSpec("P")
K = TypeVar("K")
T = TypeVar("T")


class Course:
    """The cards of the base game and of `boxes` with all tables made of them. One object for each set.

    `found` are the boxes themselves, the base game first.
    """

    def __init__(self, boxes: tuple[str, ...], found: Sequence[Box], columns: Columns):
        self.boxes, self.columns = boxes, columns
        self._hash = hash((boxes, columns))
        self.stacks: dict[str, tuple[tuple[int, Any], ...]] = {}  # filled by `assembling`
        self.game: GameContent = reading.load("potions", boxes=boxes) if boxes else GAME
        known = self.game.copies_by_code
        self.codes: tuple[str, ...] = tuple(known)
        self.copies: dict[str, int] = {code: copies.count for code, (_, copies) in known.items()}
        self.elements = ELEMENTS[: len(self.game.elements)]
        # Each box's cards are a deck of their own, the base game's first.
        self.deck_ids: tuple[str, ...] = tuple(dict.fromkeys(DECK_OF[code] for code in self.codes))
        self.decks: tuple[tuple[str, ...], ...] = tuple(
            tuple(code for code in self.codes for _ in range(self.copies[code]) if DECK_OF[code] == deck)
            for deck in self.deck_ids
        )
        self.overrides = Asked(Box, found)
        self._add(found)
        self._ask()
        self._read_recipes(found)

    def _add(self, boxes: Sequence[Box]) -> None:
        """What the boxes add, side by side."""
        self.deals = tuple(box.deal for box in boxes if box.deal)
        self.openings = tuple(box.opening for box in boxes if box.deal)
        self.verbs = _together(box.verbs for box in boxes)
        self.answers = _together(box.answers for box in boxes)
        self.compounds = _together(box.compounds for box in boxes)
        self.spells = _together(box.spells for box in boxes)
        self.sources = _together(box.sources for box in boxes)
        self.frames: dict[type, FrameKind] = {it.kind: it for box in boxes for it in box.frames}
        self.asking = {kind: it.asking for kind, it in self.frames.items() if it.asking}
        self.keeps = tuple(it for box in boxes for it in box.keeps)
        self.kept = {it.name: place for place, it in enumerate(self.keeps)}
        reads = {name for it in self.sources.values() for name in it.reads}
        self.read = tuple(place for name, place in self.kept.items() if name in reads)
        self.wild = tuple({element: None for box in boxes for element in box.wild})
        self.things = _together(box.things for box in boxes)
        self.says = _together(box.says for box in boxes)
        self.plays = _together(box.plays for box in boxes)
        self.quiet = {kind for box in boxes for kind in box.quiet}
        self.short_keys = _together(box.short_keys for box in boxes)
        self.rarities = _together(box.rarities for box in boxes)
        self.known_verbs = frozenset(verb for box in boxes for verb in box.known_verbs)
        self.proofs = _together(box.proofs for box in boxes)
        self.clauses = _together(box.clauses for box in reversed(boxes))
        self.clauses |= _together(box.clauses_with.get(name, {}) for box in boxes for name in self.boxes)
        self.spells_on_top = any(box.spells_on_top for box in boxes)
        self.turns = [box.turns for box in boxes if box.turns][-1]

    def _ask(self) -> None:
        """What the boxes change: all those that have a say, or the one whose word counts."""
        self.after_deal = self.overrides(Box.after_deal)
        self.before_turn = self.overrides(Box.before_turn)
        self.after_turn = self.overrides(Box.after_turn)
        self.offered_moves = self.overrides(Box.offered_moves)
        self.moves_from_tables = self.overrides(Box.moves_from_tables)
        self.wished_moves = self.overrides(Box.wished_moves)
        self.propositions = self.overrides(Box.propositions)
        self.element_laid = self.overrides(Box.element_laid)
        self.halves = self._last(Box.halves)
        self.paid_halves = self._last(Box.paid_halves)
        self.silence_events = self._last(Box.silence_events)
        self.mark_of = self._last(Box.mark_of)
        self.mark_under = self._last(Box.mark_under)
        self.may_lie = self._last(Box.may_lie)
        self.parts_after_taking = self._last(Box.parts_after_taking)
        self.barred_elements = self._last(Box.barred_elements)
        self.needed_elements = self._last(Box.needed_elements)
        self.barred_refusal = self._last(Box.barred_refusal)
        self.recipe_count = self._last(Box.recipe_count)
        self.out_of_reach = self._last(Box.out_of_reach)
        limits = [found for limit in self.overrides(Box.hand_limits) if (found := limit(self.boxes))]
        self.limits = max(limits, key=lambda each: each.stop, default=None)

    def _last(self, method: Callable[Concatenate[Box, P], T]) -> Callable[P, T]:
        """What the last box answers that has a say, else what holds without any."""
        own = self.overrides(method)
        return own[-1] if own else partial(method, Box())

    def _read_recipes(self, boxes: Sequence[Box]) -> None:
        """What may fill each slot, and what makes that quick to answer."""
        standing = {
            code: kind
            for code in self.codes
            for box in boxes
            for name, kind in box.stand_ins.items()
            if CARD[code].id == name
        }
        self.slots: dict[str, tuple[Slot, ...]] = {
            code: tuple(
                _with_stand_ins(slot_of(ingredient, self.codes), standing)
                for ingredient in CARD[code].ingredients
            )
            for code in self.codes
        }
        self.stand_ins = frozenset(standing)
        # Plain recipes ask for different things, direct ones do but for what stands in for elements.
        self.direct = {code: _is_direct(slots) for code, slots in self.slots.items()}
        self.plain = {
            code: self.direct[code] and not (self.wild and sum(bool(slot.element) for slot in slots) > 1)
            for code, slots in self.slots.items()
        }
        self.asked = {
            code: frozenset(slot.element for slot in slots if slot.element not in ("", ANY))
            for code, slots in self.slots.items()
        }
        self.recipe_slots = {
            code: tuple(slot.recipes for slot in slots if not slot.element)
            for code, slots in self.slots.items()
        }

    def spell_of(self, code: str) -> Spell:
        """What a spell card does."""
        return self.spells[EFFECT[code]]

    def ways(self, staged: Staged) -> Spell | Compound:
        """The questions of a compound move, why answers are none, and how they are said."""
        if staged.card in EFFECT and staged.verb == CAST:
            return self.spell_of(staged.card)
        return self.compounds[staged.verb]

    def says_of(self, state: Any) -> Says:
        """How moves are said that a box has words of its own for."""
        top = state.frame
        if not self.says or not hasattr(top, "sources"):
            return self.says
        return {**self.says, **self.ways(top).says}

    def part(self, state: Any, name: str) -> Any:
        """What a box keeps in a state (or a view)."""
        return state.parts[self.kept[name]]

    def with_part(self, state: Any, name: str, value: Any) -> tuple[Any, ...]:
        """The parts of a state with one of them changed."""
        place = self.kept[name]
        return (*state.parts[:place], value, *state.parts[place + 1 :])

    def read_columns(self, value: Any) -> Columns:
        """A table's own columns as they come in, for a box that has some. Raises BadConfig."""
        readers = self.overrides(Box.read_columns)
        if readers:
            return readers[0](value, self.boxes)
        if value is not None:
            raise BadConfig([Refusal("unknown_option", "setup.players", {"name": "columns"})])
        return ()

    @property
    def columns_json(self) -> Any:
        """As a config has them."""
        return self.overrides(Box.columns_json)[0](self.columns)

    @property
    def sets(self) -> str:
        """Its name as an option."""
        return SEPARATOR.join(self.boxes) or BASE

    def __eq__(self, other: object) -> bool:
        """A table's own columns make many courses, and the same may be made twice."""
        return isinstance(other, Course) and (self.boxes, self.columns) == (other.boxes, other.columns)

    def __hash__(self) -> int:
        return self._hash


def _with_stand_ins(slot: Slot, standing: Mapping[str, str]) -> Slot:
    """A recipe that stands in for a kind may fill a slot for recipes of that kind."""
    kinds = {CARD[code].kind for code in slot.recipes}
    more = {code for code, kind in standing.items() if kind in kinds}
    return slot._replace(recipes=slot.recipes | more)


def _is_direct(slots: Sequence[Slot]) -> bool:
    """Whether the slots ask for different things, so that nothing in a stack or on a table fits two."""
    elements = [slot.element for slot in slots if slot.element]
    recipes = [code for slot in slots for code in slot.recipes]
    alike = len(elements) + len(recipes) - len({*elements, *recipes})
    return not alike and ANY not in elements


def _together(tables: Iterable[Mapping[K, T]]) -> dict[K, T]:
    """The tables of all boxes as one; of what stands in several, the last counts."""
    return {key: it for table in tables for key, it in table.items()}

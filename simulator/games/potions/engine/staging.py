"""Compound moves, one choice after another: what is open next, and what it all amounts to. Pure functions.

A choice is offered only where it changes something: a slot with one source, a recipe without a rival or cards
without a common stack settle themselves. Nothing of the table changes before the last choice.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from scoring.games.potions.points import DESTRUCTION, KNOWLEDGE, TRANSFORMATION
from simulator.engine.game import Move
from simulator.games.potions.engine.assembling import Tables, choices
from simulator.games.potions.engine.cupboard import in_groups, top_recipes
from simulator.games.potions.engine.data import EFFECT, SLOTS, SPELLS
from simulator.games.potions.engine.state import RECIPE, Cupboard, Recipe, Source, Staged

NOTHING = "none"  # what destruction keeps when it keeps no card
ASSEMBLE, CAST = "assemble", "cast"


class Choice(NamedTuple):
    """A move that answers the open question, and how far the compound move is after it."""

    move: Move
    then: Staged


Stage = Callable[[Cupboard, Tables, Staged], list[Choice] | None]


def distinct(table: tuple[Recipe, ...], card: str | None = None) -> list[Recipe]:
    """The recipes of one table that can be told apart, in the order of assembly."""
    return [recipe for recipe in dict.fromkeys(table) if card is None or recipe.card == card]


def named(verb: str, table: tuple[Recipe, ...], recipe: Recipe, *args: int) -> Move:
    """`use CARD SEAT N`, `target CARD N`: the number stands only where the first of its name isn't meant."""
    number = distinct(table, recipe.card).index(recipe) + 1
    return Move(verb, (recipe.card, *args, number) if number > 1 else (recipe.card, *args))


def use(tables: Tables, source: Source) -> Move:
    """The move that names a source."""
    if source.kind != RECIPE:
        return Move("use", (source.what,))
    return named("use", tables[source.seat], Recipe(source.what, source.under), source.seat + 1)


# --- The stages: None where there is nothing to choose any more --------------------------------------------


def fill(cupboard: Cupboard, tables: Tables, staged: Staged) -> list[Choice] | None:
    """Which source fills the next slot."""
    if len(staged.sources) == len(SLOTS[staged.card]):
        return None
    found = choices(cupboard, tables, staged.card, staged.sources)
    return [
        Choice(use(tables, source), staged._replace(sources=(*staged.sources, source))) for source in found
    ]


def aim(cupboard: Cupboard, tables: Tables, staged: Staged) -> list[Choice] | None:
    """Which of one's own recipes a spell works on."""
    if staged.target is not None:
        return None
    own = tables[staged.seat]
    return [Choice(named("target", own, recipe), staged._replace(target=recipe)) for recipe in distinct(own)]


def keep(cupboard: Cupboard, tables: Tables, staged: Staged) -> list[Choice] | None:
    """Which card with a recipe stays on the table, if any (destruction.keep, rulings potions-30 and 31)."""
    if staged.pick is not None or staged.target is None:
        return None
    kept = dict.fromkeys(code for code in (staged.target.card, *staged.target.under) if code not in SPELLS)
    return [Choice(Move("keep", (code,)), staged._replace(pick=code)) for code in (*kept, NOTHING)]


def pick(cupboard: Cupboard, tables: Tables, staged: Staged) -> list[Choice] | None:
    """Which recipe is taken from the cupboard."""
    if staged.pick is not None:
        return None
    return [Choice(Move("take", (code,)), staged._replace(pick=code)) for code in top_recipes(cupboard)]


def arrange(cupboard: Cupboard, tables: Tables, staged: Staged) -> list[Choice] | None:
    """Which returning card goes onto its stack next (return.order, ruling potions-15)."""
    left = _left_to_arrange(returning(staged), staged.laid)
    if not left:
        return None
    return [
        Choice(Move("lay", (code,)), staged._replace(laid=(*staged.laid, code)))
        for code in dict.fromkeys(left)
    ]


STAGES: Mapping[str, tuple[Stage, ...]] = {
    ASSEMBLE: (fill, arrange),
    KNOWLEDGE: (pick,),
    DESTRUCTION: (aim, keep, arrange),
    TRANSFORMATION: (aim, pick, arrange),
}


def stages(staged: Staged) -> tuple[Stage, ...]:
    return STAGES[ASSEMBLE if staged.verb == ASSEMBLE else EFFECT[staged.card]]


def open_choices(cupboard: Cupboard, tables: Tables, staged: Staged) -> list[Choice]:
    """The answers to the first open question, sorted by move; empty when all is settled."""
    for stage in stages(staged):
        found = stage(cupboard, tables, staged)
        if found is not None:
            return sorted(found)
    return []


def settle(cupboard: Cupboard, tables: Tables, staged: Staged) -> tuple[Staged, list[Choice]]:
    """Goes on through questions with one answer to the next real choice, if there is one."""
    found = open_choices(cupboard, tables, staged)
    while len(found) == 1:
        staged = found[0].then
        found = open_choices(cupboard, tables, staged)
    return staged, found


def settling(cupboard: Cupboard, tables: Tables, staged: Staged) -> Iterator[tuple[Staged, Move]]:
    """The questions that `settle` goes through, each as it stood open, with its one answer."""
    found = open_choices(cupboard, tables, staged)
    while len(found) == 1:
        yield staged, found[0].move
        staged = found[0].then
        found = open_choices(cupboard, tables, staged)


# --- What goes back to the cupboard -------------------------------------------------------------------------


def returning(staged: Staged) -> tuple[str, ...]:
    """The cards that go back as elements, in the order in which they lie (assemble.return).

    While it is open what destruction keeps, all of the recipe may go back.
    """
    if staged.verb == ASSEMBLE:
        return tuple(code for source in staged.sources for code in source.under)
    if staged.target is None:
        return ()
    cards = [staged.target.card, *staged.target.under]
    if EFFECT[staged.card] == DESTRUCTION and staged.pick is not None and staged.pick != NOTHING:
        cards.remove(staged.pick)
    return tuple(cards)


def _left_to_arrange(cards: tuple[str, ...], laid: tuple[str, ...]) -> list[str]:
    """The cards of the first stack whose order is still open."""
    done = list(laid)
    for group in in_groups(cards):
        left = list(group)
        while left and done and done[0] in left:
            left.remove(done.pop(0))
            if len(set(left)) < 2:
                break
        if len(set(left)) > 1:
            return left
    return []


def in_chosen_order(staged: Staged) -> tuple[str, ...]:
    """The returning cards in the order in which they are laid: as chosen, else as they lie."""
    cards = returning(staged)
    if not staged.laid:
        return cards
    rest = list(cards)
    for code in staged.laid:
        rest.remove(code)
    return (*staged.laid, *rest)

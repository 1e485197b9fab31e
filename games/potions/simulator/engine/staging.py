"""Compound moves, one choice after another: what is open next, and what it all amounts to. Pure functions.

A choice is offered only where it changes something: a slot with one source, a recipe without a rival or cards
without a common stack settle themselves, but where that would tell what a hand lacks. Nothing of the table
changes before the last choice.
"""

from collections.abc import Iterator

from games.potions.simulator.engine.assembling import Tables, choices
from games.potions.simulator.engine.box import Stage
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.cupboard import in_groups, top_recipes
from games.potions.simulator.engine.data import EFFECT, RECIPES
from games.potions.simulator.engine.state import CAST, RECIPE, Choice, Filler, Recipe, Staged, State
from simulator.engine.game import Move

KEPT = 0  # the number of a recipe that lies where a box keeps it
NOTHING = "none"  # what destruction keeps when it keeps no card
ASSEMBLE = "assemble"


def distinct(table: tuple[Recipe, ...], card: str | None = None) -> list[Recipe]:
    """The recipes of one table that can be told apart, in the order of assembly."""
    return list(dict.fromkeys([recipe for recipe in table if card is None or recipe.card == card]))


def named(verb: str, table: tuple[Recipe, ...], recipe: Recipe, *args: int) -> Move:
    """`use CARD SEAT N`, `target CARD N`: the number stands only where the first of its name isn't meant."""
    number = distinct(table, recipe.card).index(recipe) + 1
    return Move(verb, (recipe.card, *args, number) if number > 1 else (recipe.card, *args))


def use(tables: Tables, source: Filler) -> Move:
    """The move that names a source: by a seat and a number on a table, KEPT for what a box keeps."""
    if source.seat < 0:
        return Move("use", (source.what,))
    if source.kind != RECIPE:
        return Move("use", (source.what, source.seat + 1, KEPT))
    return named("use", tables[source.seat], source.recipe, source.seat + 1)


# --- The stages: None where there is nothing to choose any more --------------------------------------------


def fill(state: State, staged: Staged) -> list[Choice] | None:
    """Which source fills the next slot."""
    if len(staged.sources) == len(state.course.slots[staged.card]):
        return None
    return [
        Choice(use(state.tables, source), staged.using(source))
        for source in choices(state, staged.card, staged.sources)
    ]


def filled(state: State, staged: Staged) -> Staged:
    """Past the slots that a single source is left for: there is nothing to ask, and no answer to be named."""
    slots, chosen = state.course.slots[staged.card], staged.sources
    while len(chosen) < len(slots):
        found = choices(state, staged.card, chosen)
        if len(found) != 1:
            break
        chosen = (*chosen, *found)
    return staged if chosen is staged.sources else staged.with_sources(chosen)


def aim(state: State, staged: Staged) -> list[Choice] | None:
    """Which of one's own recipes a spell works on."""
    if staged.target is not None:
        return None
    own = state.tables[staged.seat]
    return [Choice(named("target", own, recipe), staged._replace(target=recipe)) for recipe in distinct(own)]


def keep(state: State, staged: Staged) -> list[Choice] | None:
    """Which card with a recipe stays on the table, if any (destruction.keep, rulings potions-30 and 31)."""
    if staged.pick is not None or staged.target is None:
        return None
    kept = dict.fromkeys(code for code in (staged.target.card, *staged.target.under) if code in RECIPES)
    return [Choice(Move("keep", (code,)), staged._replace(pick=code)) for code in (*kept, NOTHING)]


def pick(state: State, staged: Staged) -> list[Choice] | None:
    """Which recipe is taken from the cupboard."""
    if staged.pick is not None:
        return None
    return [Choice(Move("take", (code,)), staged._replace(pick=code)) for code in top_recipes(state.cupboard)]


def arrange(state: State, staged: Staged) -> list[Choice] | None:
    """Which returning card goes onto its stack next (return.order, ruling potions-15)."""
    left = left_to_arrange(state.course, returning(state.course, staged), staged.laid)
    if not left:
        return None
    return [
        Choice(Move("lay", (code,)), staged._replace(laid=(*staged.laid, code)))
        for code in dict.fromkeys(left)
    ]


def stages(state: State, staged: Staged) -> tuple[Stage, ...]:
    return state.course.ways(staged).stages


# A question with its answers: listing, checking and making a move all ask for them. One place, as a position
# is left behind for the next.
_last: list[tuple[State | None, Staged | None, list[Choice]]] = [(None, None, [])]


def keep_open(state: State, staged: Staged, found: list[Choice]) -> None:
    """What is open in a position, for whoever asks next. It follows from what lies on the table and from the
    choices so far: that the question stands on the agenda changes nothing.
    """
    _last[0] = (state, staged, found)


def open_choices(state: State, staged: Staged) -> list[Choice]:
    """The answers to the first open question, sorted by move; empty when all is settled."""
    known, asked, answers = _last[0]
    if known is state and asked is staged:
        return answers
    for stage in stages(state, staged):
        found = stage(state, staged)
        if found is not None:
            found = sorted(found)
            keep_open(state, staged, found)
            return found
    return []


def is_asked(state: State, staged: Staged, found: list[Choice]) -> bool:
    """Whether a question is put to the player: not one with a single answer, unless others can't know that
    there is but one.
    """
    if len(found) != 1:
        return bool(found)
    hides = state.course.ways(staged).hides
    return hides is not None and hides(state, staged)


def auto_answer(state: State, staged: Staged) -> tuple[Staged, list[Choice]]:
    """Goes on through questions with one answer to the next that is asked, if there is one."""
    if staged.verb == ASSEMBLE:
        staged = filled(state, staged)
    found = open_choices(state, staged)
    while found and not is_asked(state, staged, found):
        (only,) = found
        staged = only.then
        found = open_choices(state, staged)
    return staged, found


def settling(state: State, staged: Staged) -> Iterator[tuple[Staged, Move]]:
    """The questions that `auto_answer` goes through, each as it stood open, with its one answer."""
    found = open_choices(state, staged)
    while found and not is_asked(state, staged, found):
        (only,) = found
        yield staged, only.move
        staged = only.then
        found = open_choices(state, staged)


# --- What goes back to the cupboard -------------------------------------------------------------------------


def returning(course: Course, staged: Staged) -> tuple[str, ...]:
    """The cards that go back as elements, in the order in which they lie (assemble.return)."""
    if staged.verb == CAST:
        return course.spells[EFFECT[staged.card]].returning(staged)
    return freed(staged)


def freed(staged: Staged) -> tuple[str, ...]:
    """The cards under the recipes that are used."""
    return tuple([code for source in staged.sources for code in source.under])


def left_to_arrange(course: Course, cards: tuple[str, ...], laid: tuple[str, ...]) -> list[str]:
    """The cards of the first stack whose order is still open."""
    if not cards:
        return []
    done = list(laid)
    for group in in_groups(cards, course.spells_on_top):
        left = list(group)
        while left and done and done[0] in left:
            left.remove(done.pop(0))
            if len(set(left)) < 2:
                break
        if len(set(left)) > 1:
            return left
    return []


def in_chosen_order(course: Course, staged: Staged) -> tuple[str, ...]:
    """The returning cards in the order in which they are laid: as chosen, else as they lie."""
    cards = returning(course, staged)
    if not staged.laid:
        return cards
    rest = list(cards)
    for code in staged.laid:
        rest.remove(code)
    return (*staged.laid, *rest)

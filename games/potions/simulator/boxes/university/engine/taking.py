"""Spells that take cards from the cupboard or from under recipes, or put recipes down; rulings 87-91."""

from collections.abc import Callable
from typing import Any

from games.potions.simulator.engine.box import Spell
from games.potions.simulator.engine.cupboard import lay, take, top_recipes
from games.potions.simulator.engine.data import CARD, RECIPES, SPELLS, is_called
from games.potions.simulator.engine.spells import Changes, into_hand
from games.potions.simulator.engine.staging import arrange, in_chosen_order, named
from games.potions.simulator.engine.state import RECIPE, Choice, Filler, Recipe, Staged, State
from games.potions.simulator.engine.view import may_hold
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from simulator.engine.tuples import replaced, without
from web.refusal import Params, Refusal

PUT, DESTROY, HAND = "put", "destroy", "hand"
GREAT_ONES = frozenset({"supreme_elixir", "talisman_of_sorcery", "great_talisman_of_magic"})
CREATURE = "creature"


# --- Universal and magical knowledge: a top card into the hand ----------------------------------------------


def tops(state: State) -> list[str]:
    """Every card that nothing covers, but for those that were cast in this phase (rulings 61, 87)."""
    found = {*[stack[-1] for stack in state.cupboard.stacks if stack], *state.cupboard.apart}
    return sorted(found.difference(cast_now(state)))


def cast_now(state: State) -> tuple[str, ...]:
    phase, *_ = state.agenda
    return tuple(phase.cast)


def top_spells(state: State) -> list[str]:
    return [code for code in tops(state) if code in SPELLS]


def fetching(found: Callable[[State], list[str]], clause: str, further: bool) -> Spell:
    """A spell that takes one of these cards into the hand, where everybody knows it."""

    def aimed(state: State, seat: Seat, code: str) -> bool:
        return bool(found(state))

    def pick(state: State, staged: Staged) -> list[Choice] | None:
        if staged.pick is not None:
            return None
        return [Choice(Move("take", (code,)), staged._replace(pick=code)) for code in found(state)]

    def work(state: State, staged: Staged, events: list[Event]) -> Changes:
        seat, code = staged.seat, str(staged.pick)
        events.append(Event.of("took_card", clause, {"seat": seat, "card": code}))
        return into_hand(state, seat, code) | {"cupboard": take(state.cupboard, code)}

    def take_refusal(state: State, staged: Staged, move: Move) -> Refusal:
        word, *_ = move.args
        if any(is_called(code, word) for code in cast_now(state)):
            return Refusal("cast_in_phase", "university.spell.again", {"card": word})
        return top_refusal(state, word, clause)

    def nothing_refusal(state: State) -> Refusal | None:
        """All that it could take was cast in this phase."""
        phase, *others = state.agenda
        for asleep in found(evolve(state, agenda=(phase._replace(cast=()), *others))):
            return Refusal("cast_in_phase", "university.spell.again", {"card": asleep})
        return None

    return Spell(
        aimed,
        (pick,),
        work,
        further=further,
        answers={"take": take_refusal},
        says={"take": saying("take_card")},
        nothing_refusal=nothing_refusal,
    )


def saying(code: str) -> Callable[[State, Seat, Move], tuple[str, Params]]:
    """How an answer is said that names a card."""
    return lambda state, seat, move: (code, {"card": move.arg})


def top_refusal(state: State, word: str, clause: str) -> Refusal:
    """A card that is covered, isn't there, or is of another kind."""
    piles = [*state.cupboard.stacks, state.cupboard.apart]
    if any(is_called(code, word) for pile in piles for code in pile):
        tops = [*(pile[-1] for pile in state.cupboard.stacks if pile), *state.cupboard.apart]
        top = any(is_called(code, word) for code in tops)
        return Refusal("not_to_take" if top else "not_top", clause, {"card": word})
    return Refusal("not_in_cupboard", clause, {"card": word})


# --- Creation: a recipe onto the table, from the hand or the cupboard ---------------------------------------


def can_create(state: State, seat: Seat, code: str) -> bool:
    return bool(top_recipes(state.cupboard)) or any(held in RECIPES for held in state.hands[seat])


def create_from(state: State, staged: Staged) -> list[Choice] | None:
    if staged.pick is not None:
        return None
    held = [code for code in dict.fromkeys(state.hands[staged.seat]) if code in RECIPES]
    return [
        *(
            Choice(Move(PUT, (code,)), staged._replace(pick=code, sources=(Filler(HAND, code),)))
            for code in held
        ),
        *(Choice(Move("take", (code,)), staged._replace(pick=code)) for code in top_recipes(state.cupboard)),
    ]


def hides(state: State, staged: Staged) -> bool:
    """Whether there could be another recipe to put down as far as everybody knows."""
    return may_hold(state, staged, RECIPES, 2 - len(top_recipes(state.cupboard)))


def create(state: State, staged: Staged, events: list[Event]) -> Changes:
    """Nothing lies under it, and it brings no points (ruling 91)."""
    seat, code = staged.seat, str(staged.pick)
    kind = "created_from_hand" if staged.sources else "created"
    events.append(Event.of(kind, "university.creation.put", {"seat": seat, "card": code}))
    tables = replaced(state.tables, seat, (*state.tables[seat], Recipe(code)))
    if not staged.sources:
        return {"tables": tables, "cupboard": take(state.cupboard, code)}
    shown = state.shown
    if code in shown[seat]:
        shown = replaced(shown, seat, without(shown[seat], code))
    return {
        "tables": tables,
        "hands": replaced(state.hands, seat, without(state.hands[seat], code)),
        "shown": shown,
    }


def create_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    word, *_ = move.args
    held = [code for code in state.hands[staged.seat] if is_called(code, word)]
    if held and not any(code in RECIPES for code in held):
        return Refusal("put_no_recipe", "university.creation.put", {"card": word})
    return top_refusal(state, word, "university.creation.put")


# --- Overthrow: a creature or one of the great ones, anybody's ----------------------------------------------


def lying(state: State, fits: Callable[[str], bool]) -> list[Filler]:
    """The assembled recipes of some kind on all tables; those in Sequences are out of reach (ruling 44)."""
    return [
        Filler(RECIPE, recipe.card, seat, recipe.under, recipe.mark)
        for seat, table in enumerate(state.tables)
        for recipe in table
        if fits(recipe.card)
    ]


def is_creature(code: str) -> bool:
    return CARD[code].kind == CREATURE


def may_fall(code: str) -> bool:
    return is_creature(code) or CARD[code].id in GREAT_ONES


def naming(state: State, source: Filler) -> Move:
    """`destroy CARD SEAT N`."""
    return named(DESTROY, state.tables[source.seat], source.recipe, source.seat + 1)


def can_overthrow(state: State, seat: Seat, code: str) -> bool:
    return bool(lying(state, may_fall))


def aim(state: State, staged: Staged) -> list[Choice] | None:
    if staged.targets:
        return None
    return [
        Choice(naming(state, source), staged._replace(targets=(source,)))
        for source in dict.fromkeys(lying(state, may_fall))
    ]


def pick_under(state: State, staged: Staged) -> list[Choice] | None:
    """Which of the cards under it the caster takes; under a bare recipe there is none."""
    under = staged.targets[0].under if staged.targets else ()
    if staged.pick is not None or not under:
        return None
    return [
        Choice(Move("take", (code,)), staged._replace(pick=code)) for code in sorted(dict.fromkeys(under))
    ]


def fallen(staged: Staged) -> tuple[str, ...]:
    """All that goes back: the recipes, and what lay under them, but for the card that is taken."""
    cards = tuple(code for source in staged.targets for code in (source.what, *source.under))
    if staged.pick is None:
        return cards
    (target,) = staged.targets
    return (target.what, *without(target.under, str(staged.pick)))


def overthrow(state: State, staged: Staged, events: list[Event]) -> Changes:
    (target,), seat = staged.targets, staged.seat
    back = in_chosen_order(state.course, staged)
    said = {"seat": seat, "owner": target.seat, "card": target.what}
    events.append(Event.of("overthrown", "university.overthrow.target", said))
    changes: dict[str, Any] = {
        "cupboard": lay(state.cupboard, back, state.course.spells_on_top),
        "tables": replaced(state.tables, target.seat, without(state.tables[target.seat], target.recipe)),
    }
    if staged.pick is not None:
        said = {"seat": seat, "card": staged.pick}
        events.append(Event.of("took_under", "university.overthrow.take", said))
        changes |= into_hand(state, seat, staged.pick)
    events.append(Event.of("freed", "university.overthrow.take", {"cards": list(back)}))
    return changes


def fall_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    return destroy_refusal(state, move, "university.overthrow.target")


def destroy_refusal(state: State, move: Move, clause: str) -> Refusal:
    word, *_ = move.args
    if lying(state, lambda code: is_called(code, word)):
        return Refusal("not_to_destroy", clause, {"card": word})
    if any(is_called(code, word) for row in state.course.out_of_reach(state) for code in row):
        return Refusal("in_sequence", clause, {"card": word})
    return Refusal("not_on_table", clause, {"card": word})


def under_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    word, *_ = move.args
    return Refusal("not_under", "university.overthrow.take", {"card": word})


SPELL_TABLE = {
    "spell_of_universal_knowledge": fetching(tops, "university.universal.take", False),
    "spell_of_magical_knowledge": fetching(top_spells, "university.magical.take", True),
    "spell_of_creation": Spell(
        can_create,
        (create_from,),
        create,
        hides=hides,
        answers={"take": create_refusal, PUT: create_refusal},
        says={PUT: saying("put_down")},
    ),
    "spell_of_overthrow": Spell(
        can_overthrow,
        (aim, pick_under, arrange),
        overthrow,
        fallen,
        answers={DESTROY: fall_refusal, "take": under_refusal},
        says={"take": saying("take_under")},
    ),
}

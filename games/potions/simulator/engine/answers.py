"""Answers to the open question of a compound move: which are taken, and why another one isn't."""

from collections.abc import Iterable, Sequence

from games.potions.scoring.points import DESTRUCTION, KNOWLEDGE, TRANSFORMATION
from games.potions.simulator.engine.box import Answers
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import (
    CARD,
    DECK_OF,
    EFFECT,
    ELEMENTS,
    GREAT,
    SPELLS,
    carries,
    is_called,
)
from games.potions.simulator.engine.staging import open_choices
from games.potions.simulator.engine.state import Choice, Recipe, Staged, State
from simulator.engine.game import Move
from web.refusal import Refusal


def unreadable(move: Move) -> Refusal:
    """Words that are no move at all, or that leave open which of several things they mean."""
    return Refusal("bad_move", "turn.play", {"text": str(move)})


def other_verb(state: State, move: Move, instead: Refusal) -> Refusal:
    """A move that is asked at other times is told what is asked now."""
    return (
        instead if move.verb in state.course.verbs or move.verb in state.course.answers else unreadable(move)
    )


def which_copy(word: str, codes: Iterable[str]) -> Refusal:
    """Cards of one name that differ: it doesn't say which is meant."""
    return Refusal("which_copy", "turn.play", {"text": word, "choices": sorted({*codes})})


def element_no_card(word: str) -> Refusal:
    return Refusal("element_no_card", "components.element", {"element": word})


def no_such_card(word: str) -> Refusal:
    """A card of a box that isn't on the table, or an invented name."""
    if any(is_called(known, word) for known in CARD):
        return Refusal("other_box", "components.deck", {"card": word})
    return Refusal("no_such_card", "components.deck", {"card": word})


def no_recipe(course: Course, code: str) -> Refusal:
    """A spell card, or a thing that a box has."""
    kind = CARD[code].kind
    if kind in course.things:
        return Refusal(*course.things[kind], {"card": code})
    return Refusal("no_recipe", "spell.play", {"card": code})


def no_target(course: Course, code: str) -> Refusal:
    """The clause of the spell's own box says what it needs."""
    clause = course.clauses.get(f"target.{DECK_OF[code]}", "spell.target")
    return Refusal("no_target", clause, {"card": code})


def check_choice(state: State, staged: Staged, move: Move) -> Refusal | None:
    """One of the answers to the question that is open now, else the reason why it is none."""
    found = open_choices(state, staged)
    if any(choice.move == move for choice in found):
        return None if all(type(arg) in (str, int) for arg in move.args) else unreadable(move)
    word = move.args[0] if move.args else None
    if isinstance(word, str) and _is_settled_aim(state, staged, move.verb, word):
        return target_refusal(state, staged, move)
    if move.verb not in _verbs(state, staged, found):
        return Refusal("unfinished", "turn.play", {"card": staged.card})
    if not isinstance(word, str):
        return unreadable(move)
    if word in ELEMENTS and move.verb != "use":
        return element_no_card(word)
    codes = [choice.move.args[0] for choice in found if choice.move.verb == move.verb]
    meant = [code for code in codes if code in CARD and is_called(code, word)]
    if meant:  # copies that differ, or recipes that differ in number
        return which_copy(word, meant) if word not in meant else unreadable(move)
    answers = {**state.course.answers, **state.course.ways(staged).answers}
    return answers[move.verb](state, staged, move)


def _is_settled_aim(state: State, staged: Staged, verb: str, word: str) -> bool:
    """Whether a recipe is aimed at that isn't there; the only own one was aimed at without asking."""
    return verb == "target" and bool(staged.target) and not _is_there(state.tables[staged.seat], word)


def _verbs(state: State, staged: Staged, found: Sequence[Choice]) -> set[str]:
    """The verbs that answer the open question: those offered, and where a spell asks one thing alone all of
    its own, though nothing may be there for one of them.
    """
    ways = state.course.ways(staged)
    return {choice.move.verb for choice in found} | ({*ways.answers} if len(ways.stages) == 1 else set())


def _is_there(table: tuple[Recipe, ...], word: str) -> bool:
    return any(is_called(recipe.card, word) for recipe in table)


def use_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    slot = state.course.slots[staged.card][len(staged.sources)]
    code, *_ = move.args
    taken = [source.what for source in staged.sources]
    if code in taken and code in GREAT and slot.element:
        return Refusal("one_element", "great.one", {"card": code})
    if code in taken and code in CARD:
        return Refusal("used_already", "great.two", {"card": code})
    if slot.element and any(carries(held, slot.element) for held in state.hands[staged.seat] if held == code):
        return Refusal("element_in_hand", "assemble.cupboard", {"card": staged.card, "element": slot.element})
    asked = {"card": staged.card, "ingredients": [slot.ingredient]}
    return Refusal("wrong_ingredient", "assemble.all", asked)


def target_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    clause = f"{TARGET_CLAUSES[EFFECT[staged.card]]}.own"
    code, *_ = move.args
    for seat, table in enumerate(state.tables):
        if seat != staged.seat and _is_there(table, code):
            return Refusal("not_own", clause, {"card": code, "seat": seat})
    return Refusal("not_assembled", clause, {"card": code})


TARGET_CLAUSES = {DESTRUCTION: "destruction", TRANSFORMATION: "transformation"}


def take_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    clause = "knowledge.top" if EFFECT[staged.card] == KNOWLEDGE else "transformation.take"
    code, *_ = move.args
    if any(is_called(spell, code) for spell in SPELLS):
        return Refusal("takes_no_spell", clause, {"card": code})
    for *_, top in filter(None, state.cupboard.stacks):
        if is_called(top, code):
            return no_recipe(state.course, top)  # nothing covers it
    if any(is_called(lying, code) for stack in state.cupboard.stacks for lying in stack):
        return Refusal("not_top", clause, {"card": code})
    return Refusal("not_in_cupboard", clause, {"card": code})


def keep_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    code, *_ = move.args
    assert staged.target is not None  # the stage `aim` saw to it
    if any(under in SPELLS and is_called(under, code) for under in staged.target.under):
        return Refusal("spell_not_kept", "destruction.keep", {"card": code})
    return Refusal("not_kept", "destruction.keep", {"card": code})


def lay_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    code, *_ = move.args
    return Refusal("not_returning", "return.order", {"card": code})


CHOICES: Answers = {
    "use": use_refusal,
    "target": target_refusal,
    "take": take_refusal,
    "keep": keep_refusal,
    "lay": lay_refusal,
}

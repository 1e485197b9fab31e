"""The open question at the table: a compound move choice by choice, or what a spell of a box asks. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.potions.scoring.points import INGREDIENT, half
from games.potions.simulator.engine.data import CARD, EFFECT, ELEMENTS, ELEMENTS_OF, PLACE, POINTS
from games.potions.simulator.engine.staging import ASSEMBLE, KEPT, NOTHING
from games.potions.simulator.engine.standing import why_silent
from games.potions.simulator.engine.state import RECIPE, Filler, Staged
from games.potions.simulator.engine.text import named_recipe
from games.potions.simulator.engine.view import View
from games.potions.simulator.table.boxes import AnswerLabel, Question, Worth, on_table
from games.potions.simulator.table.faces import Drawer, Face
from rulebook.content.entries import Text
from rulebook.drawing.icons import element_icon
from simulator.engine.game import Move

USE, LAY, KEEP, TARGET = "use", "lay", "keep", "target"
SENTENCES = frozenset({USE, KEEP, TARGET})  # answers that only a whole sentence tells apart
NAMES, CARDS = "names", "cards"
ONE_OF = Text("({n} из {all})", "({n} of {all})")


class ChosenPart(NamedTuple):
    """A part of a compound move: what was asked for, what was chosen; `now` where the choice is open."""

    icon: str
    asked: str
    chosen: str
    now: bool


class Option(NamedTuple):
    """An answer to the open question: its move, its words (`soft`: they may be hyphenated) with a note and
    elements under them, the icon of the card or element that it names. `half`: what another gets whose name
    ends the words.

    `proposed` is the answer that most people mean (ruling potions-30).
    """

    move: str
    words: str
    soft: str
    note: str
    elements: tuple[tuple[str, str], ...]
    half: int
    icon: str
    proposed: bool


class Stage(NamedTuple):
    """An open question. `asks` is the verb of the answers, `about` what the question is about, `question` how
    the catalogues word it where the page has no words of its own. `shape`: the answers are but names of
    elements, or of cards, so that several stand side by side.
    """

    verb: str
    face: Face
    slots: tuple[ChosenPart, ...]
    target: str
    pick: str
    laid: tuple[str, ...]
    asks: str
    about: str
    options: tuple[Option, ...]
    question: str
    shape: str


def stage(drawer: Drawer, view: View, words: Mapping[Move, str]) -> Stage | None:
    """The question that whoever is looking has to answer; None where a card of the hand is to be played."""
    top = view.agenda[-1] if view.agenda else None
    if isinstance(top, Staged):
        return _of_move(drawer, view, top, words)
    asked = next(filter(None, (box.question(drawer, view) for box in on_table(view.course.boxes))), None)
    return _of_box(drawer, view, asked, words) if asked and words else None


def _of_move(drawer: Drawer, view: View, staged: Staged, words: Mapping[Move, str]) -> Stage:
    asks = next(iter(words)).verb if words else ""
    return Stage(
        verb=staged.verb,
        face=drawer.face(staged.card),
        slots=tuple(_slots(drawer, view, staged, asks)),
        target=drawer.card(staged.target.card) if staged.target else "",
        pick=drawer.card(staged.pick) if staged.pick and staged.pick != NOTHING else "",
        laid=tuple(drawer.card(code) for code in staged.laid),
        asks=asks,
        about=_about(drawer, view, staged, asks, words),
        options=_options(drawer, view, words, staged),
        question=_question(drawer, view, staged, asks),
        shape=_shape(words),
    )


def _of_box(drawer: Drawer, view: View, asked: Question, words: Mapping[Move, str]) -> Stage:
    """What a box asks while its spell is at work."""
    asks = next(iter(words)).verb
    return Stage(
        verb="",
        face=drawer.face(asked.card),
        slots=(),
        target="",
        pick="",
        laid=tuple(drawer.card(code) for code in asked.laid),
        asks=asks,
        about=_stack_of(drawer, words) if asks == LAY else "",
        options=_options(drawer, view, words),
        question=asked.words,
        shape=_shape(words),
    )


def _question(drawer: Drawer, view: View, staged: Staged, asks: str) -> str:
    """The words of a box for its own question: of this move, of this spell, of whatever asks so."""
    known = drawer.content.words.get("question", {})
    codes = (f"{EFFECT.get(staged.card, staged.verb)}_{asks}", f"{staged.verb}_{asks}", asks)
    code = next((code for code in codes if code in known), "")
    told = {key: it for box in on_table(view.course.boxes) for key, it in box.told(view, staged).items()}
    return drawer.ask(code, **told) if code else ""


def _slots(drawer: Drawer, view: View, staged: Staged, asks: str) -> Iterable[ChosenPart]:
    """Those of the recipe that is made, also by a spell."""
    made = staged.card if staged.verb == ASSEMBLE else staged.pick
    if staged.verb != ASSEMBLE and asks != USE:
        return
    for n, slot in enumerate(view.course.slots.get(made or "", ())):
        chosen = staged.sources[n] if n < len(staged.sources) else None
        yield ChosenPart(
            icon=drawer.ingredient_icon(slot.ingredient),
            asked=drawer.ingredient(slot.ingredient),
            chosen=_source(drawer, chosen) if chosen else "",
            now=asks == USE and n == len(staged.sources),
        )


def _source(drawer: Drawer, source: Filler) -> str:
    """What fills a slot: «Мандрагора», a card of the cupboard, «Эликсир огня, Коля» wherever it lies."""
    if source.what in ELEMENTS:
        return drawer.element(source.what)
    card = drawer.card(source.what)
    return card if source.seat < 0 else f"{card}, {drawer.names[source.seat]}"


def _about(drawer: Drawer, view: View, staged: Staged, asks: str, words: Mapping[Move, str]) -> str:
    """The ingredient that is asked for, the recipe that is taken apart, the stack that cards go back to."""
    if asks == USE and staged.verb != ASSEMBLE:
        return drawer.card(staged.card)
    if asks == USE:
        ingredients = [slot.ingredient for slot in view.course.slots[staged.card]]
        return _which(drawer, ingredients, len(staged.sources))
    if asks == LAY:
        return _stack_of(drawer, words)
    return drawer.card(staged.target.card) if staged.target else ""


def _which(drawer: Drawer, ingredients: Sequence[str], n: int) -> str:
    """The name of the n-th, and which it is of those that are called alike."""
    name, alike = drawer.ingredient(ingredients[n]), ingredients.count(ingredients[n])
    if alike == 1:
        return name
    nth = ingredients[: n + 1].count(ingredients[n])
    return f"{name} {ONE_OF.in_(drawer.lang).format(n=nth, all=alike)}"


def _stack_of(drawer: Drawer, words: Mapping[Move, str]) -> str:
    """The stack that the cards go back to that are put in order."""
    return drawer.element(ELEMENTS_OF[next(iter(words)).args[0]][0])


# --- The answers --------------------------------------------------------------------------------------------


def _options(
    drawer: Drawer, view: View, words: Mapping[Move, str], staged: Staged | None = None
) -> tuple[Option, ...]:
    """The answers in the engine's order, elements in the cupboard's; what destruction keeps begins with the
    recipe and ends with nothing.
    """
    found = []
    for move, said in words.items():
        named = str(move.args[0]) if move.args else ""
        target = staged.target.card if staged and staged.target else None
        proposed = move.verb == KEEP and named == target
        icon = element_icon(named) if named in ELEMENTS else ""
        answer = _answer(drawer, view, words, move, staged) or AnswerLabel(said)
        option = Option(
            move=str(move),
            words=answer.words,
            soft=drawer.soft(answer.words),
            note=answer.note,
            elements=drawer.face(answer.shows).elements if answer.shows else (),
            half=_half(view, staged, move) if staged else 0,
            icon=drawer.face(named).kind_icon if named in CARD else icon,
            proposed=proposed,
        )
        found.append((not proposed, move.args == (NOTHING,), PLACE.get(named, -1), option))
    return tuple(option for *_, option in sorted(found, key=lambda each: each[:3]))


def _answer(
    drawer: Drawer, view: View, words: Mapping[Move, str], move: Move, staged: Staged | None
) -> AnswerLabel | None:
    """What the key says under its question: but the name, and what else tells it from the others; None where
    it takes the sentence.
    """
    if staged:
        boxes = on_table(view.course.boxes)
        own = next(filter(None, (box.answer(drawer, view, staged, move) for box in boxes)), None)
        if own or move.verb in SENTENCES:
            return own or _thing(drawer, view, staged, move)
    if _is_element(move):
        return AnswerLabel(drawer.element(move.args[0]))
    if not _is_card(move):
        return None
    code = move.args[0]
    several = len({each.verb for each in words}) > 1  # what is done tells the answers apart
    name = words[move] if several else _name(drawer, words, code)
    return AnswerLabel(name) if move.verb == LAY else AnswerLabel(name, drawer.worth(code), code)


def _name(drawer: Drawer, words: Mapping[Move, str], code: str) -> str:
    """The name of a card, with its deck where an answer beside it has the same."""
    alike = [move for move in words if _is_card(move) and CARD[move.args[0]].id == CARD[code].id]
    return drawer.title(code) if len(alike) > 1 else drawer.face(code).name


def _is_element(move: Move) -> bool:
    return len(move.args) == 1 and move.args[0] in ELEMENTS


def _is_card(move: Move) -> bool:
    return len(move.args) == 1 and move.args[0] in CARD


def _thing(drawer: Drawer, view: View, staged: Staged, move: Move) -> AnswerLabel | None:
    """A stack for an ingredient, with its top card, or a card that lies apart."""
    if move.verb != USE or len(move.args) > 1:
        return None
    what = move.args[0]
    if what in ELEMENTS:
        taken = sum(source.what == what for source in staged.sources)
        top = view.cupboard.stacks[PLACE[what]][-1 - taken]
        return AnswerLabel(drawer.element(what), drawer.mark("note_top", card=top))
    return (
        AnswerLabel(drawer.face(what).name, drawer.mark("note_apart"), what)
        if staged.verb == ASSEMBLE
        else None
    )


def _half(view: View, staged: Staged, move: Move) -> int:
    """What the owner gets for the recipe that a move takes, besides what choices so far have brought."""
    worth = _worth(view, staged)
    if move.verb != USE or len(move.args) < 2 or worth is None:
        return 0
    before = _paid(view, worth, staged.sources)
    after = _paid(view, worth, (*staged.sources, _taken(view, move)))
    return half(worth.points) * (after - before)


def _paid(view: View, worth: Worth, sources: Sequence[Filler]) -> int:
    """How many halves the recipes among them bring to others."""
    others = [source for source in sources if source.seat not in (-1, view.seat)]
    owners = [each.seat for each in others if not why_silent(view.course, each, worth.into)]
    return len(view.course.paid_halves(view, owners))


def _taken(view: View, move: Move) -> Filler:
    """The recipe that `use CARD SEAT N` names."""
    what, owner = move.args[0], move.args[1] - 1
    if move.args[2:] == (KEPT,):
        return Filler("", what, owner)
    recipe = named_recipe(view, owner, what, move.args[2:])
    return Filler(RECIPE, what, owner, recipe.under, recipe.mark)


def _worth(view: View, staged: Staged) -> Worth | None:
    if staged.verb == ASSEMBLE:
        return Worth(POINTS[staged.card], INGREDIENT)
    return next(filter(None, (box.worth(view, staged) for box in on_table(view.course.boxes))), None)


def _shape(words: Mapping[Move, str]) -> str:
    """Whether several answers have room side by side."""
    verbs = {move.verb for move in words}
    if len(verbs) != 1 or not verbs.isdisjoint(SENTENCES):
        return ""
    if all(map(_is_element, words)):
        return NAMES
    return CARDS if all(map(_is_card, words)) else ""

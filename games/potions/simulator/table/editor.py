"""The position editor of «Зельеварение»: cards by name, as people type them, to short forms and back.

A box brings fields of its own: an object `EDITOR` in `boxes/<box>/table/editor.py`, made from `BoxEditor`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from games.potions.rulebook.words import deck_name
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.courses import course_of, every_box
from games.potions.simulator.engine.data import CARD, DECK_OF, ELEMENTS_OF, SPELLS
from games.potions.simulator.engine.phases import SECOND
from games.potions.simulator.engine.short_form import MARKED, UNDER
from games.potions.simulator.table.faces import name_of
from rulebook import finder
from rulebook.content import reading as shelf
from rulebook.content.entries import LANGUAGES, GameContent
from simulator.engine.boxes import SEPARATOR, SETS
from simulator.engine.chance import Rng
from simulator.table.typed import LETTERS, PARTS, begins, by_seat, count, words_of

# Late in a game with boxes nearly all cards lie in the cupboard: their names take some 4,700 letters.
HAND_LIMIT, TABLE_LIMIT, PILE_LIMIT, SCORE_LIMIT = 600, 3000, 6000, 6
EDITOR_FIELDS = {
    "hand": HAND_LIMIT,
    "shown": HAND_LIMIT,
    "table": TABLE_LIMIT,
    "score": SCORE_LIMIT,
    "cupboard": PILE_LIMIT,
    "deck": PILE_LIMIT,
    "aside": PILE_LIMIT,
    "further": 3,
    "set": 40,
    "phase": 3,
    "cast": HAND_LIMIT,
}
EDITOR_SEATS = ("turn", "first")
LINES = re.compile(r"[;\n]")
PHASES = (1, 2, 3)


class BoxEditor:
    """What a box adds to the editor, every member with a default. `fields` are those of its form with their
    limits; `part` and `seat_part` are templates, of what is at the table and at each player's.
    """

    fields: Mapping[str, int] = {}
    part = ""
    seat_part = ""

    def position_of(
        self, cards: "CardReader", names: Sequence[str], fields: Mapping[str, Sequence[str]]
    ) -> dict[str, Any]:
        """Keys of the short form; under `options` those that belong to the box."""
        return {}

    def texts(self, position: Mapping[str, Any]) -> Iterable[Any]:
        """The texts of a short form that name cards where the box keeps some."""
        return ()

    def shown(self, written: "Written") -> dict[str, Any]:
        """What the part at the table shows of a short form, which isn't trusted."""
        return {}

    def seat(self, written: "Written", place: int, name: str) -> dict[str, Any]:
        """The same of a player."""
        return {}


@cache
def box_editors() -> Mapping[str, BoxEditor]:
    """What each box brings, in the order of their ids."""
    found = finder.box_modules("simulator", "potions", name="table.editor")
    return {box: module.EDITOR for box, module in found.items()}


def editors_of(boxes: Sequence[str]) -> list[BoxEditor]:
    return [editor for box, editor in box_editors().items() if box in boxes]


def all_fields() -> dict[str, int]:
    """The fields of the form, those of boxes among them, whatever lies on the table."""
    return EDITOR_FIELDS | {name: n for editor in box_editors().values() for name, n in editor.fields.items()}


def boxes_in(position: Mapping[str, Any]) -> tuple[str, ...]:
    """The boxes that a short form has on the table, as far as they are known."""
    options = position.get("options")
    said = options.get(SETS) if isinstance(options, Mapping) else ""
    named = {part.strip() for part in said.split(SEPARATOR)} if isinstance(said, str) else set()
    return tuple(sorted(named & every_box().keys()))


# --- Names of cards -----------------------------------------------------------------------------------------


class Names(NamedTuple):
    """Every name that people type: the words of a card, an element, in both languages, and codes."""

    cards: tuple[tuple[tuple[str, ...], str], ...]
    elements: tuple[tuple[tuple[str, ...], str], ...]


@cache
def _in_several_decks(course: Course) -> frozenset[str]:
    """The codes that differ in nothing but the deck that they belong to."""
    decks = Counter(card for card, _ in {(CARD[code].id, DECK_OF[code]) for code in course.codes})
    return frozenset(code for code in course.codes if decks[CARD[code].id] > 1)


def called(content: GameContent, course: Course, code: str, lang: str) -> str:
    """The name of a card, with its deck behind it where another deck has the same card."""
    name = name_of(content, code, lang)
    if code not in _in_several_decks(course):
        return name
    return f"{name} ({deck_name(content, DECK_OF[code], lang)})"


@cache
def _names(game_id: str, boxes: tuple[str, ...]) -> Names:
    content, course = shelf.load(game_id, boxes=boxes), course_of(boxes)
    codes = course.codes
    cards = [(words_of(called(content, course, code, lang)), code) for code in codes for lang in LANGUAGES]
    elements = [(words_of(each.name.in_(lang)), each.id) for each in content.elements for lang in LANGUAGES]
    return Names((*cards, *((words_of(code), code) for code in codes)), tuple(elements))


class CardReader:
    """The cards of the game and the boxes on the table that no field has named yet; turns what people type
    into codes.
    """

    def __init__(self, content: GameContent, course: Course) -> None:
        self.names = _names(content.id, course.boxes)
        self.course = course
        self.left = Counter(course.copies)

    def codes(self, text: str, elements: bool = False) -> str:
        """The codes of a typed list; with `elements` an element stands for a card that carries it."""
        return " ".join(code for part in PARTS.split(text) for code in self._part(part, elements))

    def _part(self, part: str, elements: bool) -> list[str]:
        """A name, or codes with spaces between them; what is neither goes on as one word."""
        pieces = part.split()
        if pieces and all(piece in self.course.copies for piece in pieces):
            self.left.subtract(pieces)
            return pieces
        typed = words_of(part)
        if not typed:
            return []
        # The element first, as copies of a spell have the names of elements too, but a card's whole name
        # before the beginning of an element's: «Дракон» is no «Драконий зуб».
        whole = any(name == typed for name, _ in self.names.cards)
        found = (elements and self._carrier(typed, whole)) or self._card(typed) or "_".join(pieces)
        self.left[found] -= 1
        return [found]

    def _card(self, typed: Sequence[str]) -> str:
        """The one card that can be meant, in a copy that is still there if possible; "" for none."""
        exact = [code for name, code in self.names.cards if name == typed]
        close = [code for name, code in self.names.cards if begins(typed, name)]
        meant = dict.fromkeys(exact or (close if max(map(len, typed)) >= LETTERS else ()))
        if len({CARD[code].id for code in meant}) != 1:
            return ""
        return next((code for code in meant if self.left[code] > 0), next(iter(meant)))

    def _carrier(self, typed: Sequence[str], whole: bool) -> str:
        """A card with a recipe that carries just this element; `whole`: only if that is its whole name."""
        meant = self._element(typed)
        if whole and all(name != typed for name, _ in self.names.elements):
            return ""
        codes = self.course.codes
        fitting = (code for code in codes if ELEMENTS_OF[code] == (meant,) and code not in SPELLS)
        return next((code for code in fitting if self.left[code] > 0), "")

    def _element(self, typed: Sequence[str]) -> str:
        """The one element that can be meant; "" for none."""
        meant = {element for name, element in self.names.elements if begins(typed, name)}
        return meant.pop() if len(meant) == 1 else ""

    def elements(self, text: str) -> str:
        """The ids of a typed list of elements; what is none goes on as one word."""
        parts = [words_of(part) for part in PARTS.split(text)]
        return " ".join(self._element(typed) or "_".join(typed) for typed in parts if typed)


# --- From the editor's fields -------------------------------------------------------------------------------


def position_of(
    content: GameContent, names: Sequence[str], fields: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """The short form of the editor's fields. Empty fields leave their key to its default."""
    boxes = tuple(sorted({*fields["set"]} & every_box().keys()))
    course = course_of(boxes)
    cards = CardReader(content, course)
    tables = {name: _table(cards, text) for name, text in zip(names, fields["table"], strict=False)}
    hands = {name: _hand(cards, text) for name, text in zip(names, fields["hand"], strict=False)}
    known = CardReader(content, course)  # cards of hands, which these name once more
    shown = {name: known.codes(text) for name, text in zip(names, fields["shown"], strict=False)}
    scores = {name: count(text) for name, text in zip(names, fields["score"], strict=False)}
    deck = _hand(cards, "".join(fields["deck"][:1]))
    aside = cards.codes("".join(fields["aside"][:1]))
    return {
        "players": list(names),
        "hands": _given(hands),
        "shown": _given(shown),
        "tables": _given(tables),
        "scores": _given(scores),
        **_given({"deck": deck, "aside": aside}),
        "cupboard": cards.codes("\n".join(fields["cupboard"]), elements=True),
        **({"further": True} if fields["further"] else {}),
        **_of_boxes(cards, names, fields),
    }


def _of_boxes(cards: CardReader, names: Sequence[str], fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """What the boxes on the table add to a short form."""
    if not cards.course.boxes:
        return {}
    options: dict[str, Any] = {SETS: SEPARATOR.join(cards.course.boxes)}
    own: dict[str, Any] = {}
    if "phase" in cards.course.short_keys:
        own["phase"] = count("".join(fields["phase"][:1]) or str(SECOND))
        own |= _given({"cast": " ".join("".join(fields["cast"][:1]).split())})
    for editor in editors_of(cards.course.boxes):
        found = editor.position_of(cards, names, fields)
        options |= found.pop("options", {})
        own |= found
    return {**own, "options": options}


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value != "" and value != []}


def _hand(cards: CardReader, text: str) -> str | int:
    number = count(text)
    return number if isinstance(number, int) else cards.codes(text)


def _table(cards: CardReader, text: str) -> list[str]:
    """Recipes, one on each line, with the cards under them behind a «<», their mark behind a «|»."""
    return [_recipe(line, cards.codes) for line in filter(str.strip, LINES.split(text))]


def _recipe(row: str, told: Callable[[str], str]) -> str:
    """A row of a short form with its cards told otherwise."""
    text, marked, word = row.partition(MARKED)
    recipe, below, under = text.partition(UNDER)
    cards = f"{told(recipe.strip())} {below} {told(under.strip())}".strip() if below else told(recipe.strip())
    return f"{cards} {marked} {word.strip()}" if marked else cards


# --- To the editor's fields ---------------------------------------------------------------------------------


class ListedCard(NamedTuple):
    """A card for the editor's list of names."""

    code: str
    name: str
    n: int


def palette(content: GameContent, lang: str, boxes: tuple[str, ...] = ()) -> tuple[ListedCard, ...]:
    """Every card that can be told from others, by name."""
    course = course_of(boxes)
    cards = (ListedCard(code, called(content, course, code, lang), n) for code, n in course.copies.items())
    return tuple(sorted(cards, key=lambda card: card.name))


class Written(NamedTuple):
    """A short form that was read or typed, as the editor's fields show it; nothing in it is trusted."""

    content: GameContent
    position: Mapping[str, Any]
    lang: str

    def cards(self, value: Any) -> str:
        """Codes as names with commas; numbers and unreadable things as they stand."""
        if not isinstance(value, str):
            return str(value)[:HAND_LIMIT]
        course = course_of(boxes_in(self.position))
        return ", ".join(
            called(self.content, course, code, self.lang) if code in CARD else code for code in value.split()
        )

    def elements(self, value: Any) -> str:
        """Ids of elements as names with commas."""
        known = self.content.element_by_id
        words = str(value)[:HAND_LIMIT].split()
        return ", ".join(known[word].name.in_(self.lang) if word in known else word for word in words)

    def recipe(self, row: Any) -> str:
        return _recipe(str(row), self.cards)

    def recipes(self, rows: Any) -> str:
        """A line for each."""
        return "\n".join(map(self.recipe, rows)) if isinstance(rows, list) else self.recipe(rows)

    def of(self, key: str, place: int, name: str) -> Any:
        return by_seat(self.position.get(key), place, name)

    def seat(self, place: int, name: str) -> dict[str, Any]:
        return {
            "place": place,
            "name": name,
            "hand": self.cards(self.of("hands", place, name))[:HAND_LIMIT],
            "shown": self.cards(self.of("shown", place, name))[:HAND_LIMIT],
            "table": self.recipes(self.of("tables", place, name))[:TABLE_LIMIT],
            "score": str(self.of("scores", place, name))[:SCORE_LIMIT],
            "parts": [
                (editor.seat_part, editor.seat(self, place, name))
                for editor in editors_of(boxes_in(self.position))
                if editor.seat_part
            ],
        }


def editor_fields(
    content: GameContent, position: Mapping[str, Any], names: Sequence[str], lang: str
) -> dict[str, Any]:
    """What the editor's fields show for a short form."""
    written = Written(content, position, lang)
    piles, boxes = _piles(position.get("cupboard", "")), boxes_in(position)
    phase = position.get("phase", SECOND) if "phase" in course_of(boxes).short_keys else None
    return {
        "boxes": [(box, box.id in boxes) for box in content.boxes if box.id in every_box()],
        "known": palette(content, lang, boxes),
        "phase": phase,
        "phases": PHASES,
        "cast": str(position.get("cast", ""))[:HAND_LIMIT],
        "parts": [(each.part, each.shown(written)) for each in editors_of(boxes) if each.part],
        "seats": [written.seat(place, name) for place, name in enumerate(names)],
        "cupboard": "\n".join(filter(None, map(written.cards, piles)))[:PILE_LIMIT],
        "deck": written.cards(position.get("deck", ""))[:PILE_LIMIT],
        "aside": written.cards(position.get("aside", ""))[:PILE_LIMIT],
        "further": position.get("further") is True,
    }


def _piles(cupboard: Any) -> list[Any]:
    """A cupboard is one text, texts, or texts by element."""
    if isinstance(cupboard, Mapping):
        return list(cupboard.values())
    return cupboard if isinstance(cupboard, list) else [cupboard]


# --- Dealing what a position leaves open --------------------------------------------------------------------


def deal_unknown(position: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The short form with random cards for hands and a deck that give only their number, or no deck at all.

    What can't be dealt (wrong shapes, too few cards) stays as it is, for `decode` to refuse.
    """
    hands, deck, aside = position.get("hands", {}), position.get("deck", ""), position.get("aside", "")
    if not isinstance(hands, Mapping) or not isinstance(aside, str):
        return dict(position)
    rest = sorted(_unnamed(position).elements())
    Rng(seed).shuffle(rest)
    dealt = {}
    for name, value in hands.items():
        known = _known(position, name)
        dealt[name] = value
        if type(value) is int and 0 <= value - len(known) <= len(rest):
            dealt[name] = " ".join([*known, *(rest.pop() for _ in range(value - len(known)))])
    if isinstance(deck, str):
        return {**position, "hands": dealt, "deck": " ".join([deck, *rest])}
    if type(deck) is not int or not 0 <= deck <= len(rest):
        return {**position, "hands": dealt}
    out = " ".join([aside, *rest[deck:]])
    return {**position, "hands": dealt, "deck": " ".join(rest[:deck]), "aside": out}


def _unnamed(position: Mapping[str, Any]) -> Counter[str]:
    """The cards that no text of a short form names."""
    copies = course_of(boxes_in(position)).copies
    return Counter(copies) - Counter(word for text in _texts(position) for word in text.split())


def _known(position: Mapping[str, Any], name: str) -> list[str]:
    """The cards of a hand that everybody knows: its number counts them, too."""
    shown = position.get("shown", {})
    text = shown.get(name, "") if isinstance(shown, Mapping) else ""
    return text.split() if isinstance(text, str) else []


def _texts(position: Mapping[str, Any]) -> Iterable[str]:
    """Every text of a short form that names cards, each card once."""
    hands, tables = position.get("hands", {}), position.get("tables", {})
    piles: list[Any] = [position.get("deck"), position.get("aside"), *_piles(position.get("cupboard", ""))]
    for name, value in hands.items() if isinstance(hands, Mapping) else ():
        piles.append(" ".join(_known(position, name)) if type(value) is int else value)
    for rows in tables.values() if isinstance(tables, Mapping) else ():
        piles += rows if isinstance(rows, list) else [rows]
    for editor in editors_of(boxes_in(position)):
        piles += editor.texts(position)
    return (pile for pile in piles if isinstance(pile, str))


def is_whole(position: Mapping[str, Any]) -> bool:
    """Whether every card has its place."""
    return not _unnamed(position)

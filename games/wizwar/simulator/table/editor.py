"""The position editor of «Маго-бой»: what people type, to short forms and back. Pure.

Cards go by their names, squares and edges by their codes: `1b3`, `1b3e`. A box brings fields of its own: an
object `EDITOR` in `boxes/<box>/table/editor.py`, made from `BoxEditor`.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from games.wizwar.rulebook.card_sets import MOST_BYTES
from games.wizwar.simulator.engine.course import all_boxes
from games.wizwar.simulator.engine.data import CARD, COPIES, LIKE, PRINTED, RECOMMENDED, SECTORS, cards_of
from games.wizwar.simulator.engine.places import SEAT_OF
from games.wizwar.simulator.engine.state import OWN
from games.wizwar.simulator.table import boxes, own_cards
from games.wizwar.simulator.table.faces import Drawer
from games.wizwar.simulator.table.maze import Maze, draw
from rulebook import finder
from rulebook.content.entries import LANGUAGES, GameContent
from simulator.engine.boxes import SEPARATOR, SETS
from simulator.engine.refusal import BadPosition
from simulator.game import engine_of
from simulator.table.typed import LETTERS, PARTS, begins, count, words_of
from web import strict_json

HAND_LIMIT, LIST_LIMIT, DECK_LIMIT, CODE_LIMIT, NUMBER_LIMIT = 600, 1200, 9000, 40, 6
REST_LIMIT = DECK_LIMIT + MOST_BYTES
EDGES = ("walls", "gaps", "fire", "illusion")  # keys of the short form: lists of edges
SQUARES = ("bush", "stone")
EDITOR_FIELDS = {
    "sector": CODE_LIMIT,
    "quarters": NUMBER_LIMIT,
    "at": CODE_LIMIT,
    "life": NUMBER_LIMIT,
    "lost": NUMBER_LIMIT,
    "chest_a": CODE_LIMIT,
    "chest_b": CODE_LIMIT,
    "hand": HAND_LIMIT,
    "shown": HAND_LIMIT,
    **dict.fromkeys((*EDGES, *SQUARES), LIST_LIMIT),
    "floor": LIST_LIMIT,
    "effects": LIST_LIMIT,
    "deck": DECK_LIMIT,
    "round": NUMBER_LIMIT,
    "set": CODE_LIMIT,
    "rest": REST_LIMIT,
}
EDITOR_SEATS = ("turn", "first")
BY_SEAT = {"at": "at", "life": "life", "lost": "lost"}  # fields and keys that hold one thing for each seat
TURNS = ("0", "1", "2", "3")
LINES = re.compile(r"[;\n]")
# Keys of the short form that have fields; the others are carried along as they stand.
PLAIN_KEYS = ("players", "options", "turn", "first", "sectors", "hands", "shown", "round", "deck", "floor")
WITH_FIELDS = {*PLAIN_KEYS, "treasures", "effects", *EDGES, *SQUARES, *BY_SEAT}


# --- Boxes --------------------------------------------------------------------------------------------------


class BoxEditor:
    """What a box adds to the editor, every member with a default. `fields` are those of its form with their
    limits, `keys` those of the short form that they hold; `part` is the template.
    """

    fields: Mapping[str, int] = {}
    keys: Collection[str] = ()
    part = ""

    def position_of(
        self, content: GameContent, names: Sequence[str], fields: Mapping[str, Sequence[str]]
    ) -> dict[str, Any]:
        """Keys of the short form."""
        return {}

    def shown(self, written: "Written") -> dict[str, Any]:
        """What the part shows of a short form, which isn't trusted."""
        return {}


@cache
def box_editors() -> Mapping[str, BoxEditor]:
    """What each box brings, in the order of their ids."""
    found = finder.box_modules("simulator", "wizwar", name="table.editor")
    return {box: module.EDITOR for box, module in found.items()}


def editors_of(boxes: Collection[str]) -> list[BoxEditor]:
    return [editor for box, editor in box_editors().items() if box in boxes]


def form_fields() -> dict[str, int]:
    """The fields of the form, those of boxes among them, whatever lies on the table."""
    return EDITOR_FIELDS | {name: n for editor in box_editors().values() for name, n in editor.fields.items()}


# --- Names of cards -----------------------------------------------------------------------------------------


@cache
def _names(of_boxes: bool) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Every name of a card of the base game or of boxes that people type, in both languages; its code."""
    codes = [code for code in PRINTED if (code not in COPIES) == of_boxes]
    cards = [(words_of(CARD[code].name.in_(lang)), code) for code in codes for lang in LANGUAGES]
    return (*cards, *((words_of(code), code) for code in codes))


@lru_cache(maxsize=64)
def _own_names(content: GameContent) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The same of cards of the table's own."""
    own = [card for card in content.cards if card.id in LIKE]
    cards = [(words_of(card.name.in_(lang)), card.id) for card in own for lang in LANGUAGES]
    return (*cards, *((words_of(card.id), card.id) for card in own))


def code_of(content: GameContent, text: str) -> str:
    """The one card that a typed name can mean; what means none goes on as one word."""
    typed = words_of(text)
    if not typed:
        return ""
    own = _own_names(content)
    meant = tuple(dict.fromkeys(code for name, code in own if name == typed))
    meant = meant or _meant(typed, _names(False)) or _meant(typed, _names(True)) or _meant(typed, own)
    return meant[0] if len(meant) == 1 else "_".join(text.split())


def _meant(typed: tuple[str, ...], names: Sequence[tuple[tuple[str, ...], str]]) -> tuple[str, ...]:
    exact = [code for name, code in names if name == typed]
    close = [code for name, code in names if begins(typed, name)] if max(map(len, typed)) >= LETTERS else []
    return tuple(dict.fromkeys(exact or close))


def codes_of(content: GameContent, text: str) -> str:
    """The codes of a typed list."""
    found = (_part(content, part) for part in PARTS.split(text))
    return " ".join(code for part in found for code in part if code)


def _part(content: GameContent, part: str) -> list[str]:
    """A name, or codes with spaces between them."""
    pieces = part.split()
    return pieces if pieces and all(piece in CARD for piece in pieces) else [code_of(content, part)]


def boxes_in(position: Mapping[str, Any]) -> tuple[str, ...]:
    """The boxes that a short form has on the table, as far as they are known."""
    options = position.get("options")
    said = options.get(SETS) if isinstance(options, Mapping) else ""
    named = {part.strip() for part in said.split(SEPARATOR)} if isinstance(said, str) else set()
    return tuple(sorted(named & all_boxes().keys()))


# --- From the editor's fields -------------------------------------------------------------------------------


def position_of(
    content: GameContent, names: Sequence[str], fields: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """The short form of the editor's fields. Empty fields leave their key to its default."""
    treasures = {
        f"T{seat}{letter}": place.strip()
        for letter in "ab"
        for seat, (_, place) in enumerate(zip(names, fields[f"chest_{letter}"], strict=False), start=1)
        if place.strip()
    }
    carried = _carried("".join(fields["rest"][:1]))
    content = own_cards.content(carried)
    found: dict[str, Any] = {
        "players": list(names),
        "sectors": _sectors(names, fields),
        "hands": {name: _hand(content, text) for name, text in zip(names, fields["hand"], strict=False)},
        "shown": {name: codes_of(content, text) for name, text in zip(names, fields["shown"], strict=False)},
        "treasures": treasures,
        "floor": _floor(content, "\n".join(fields["floor"])),
        "effects": _effects(content, names, "\n".join(fields["effects"])),
        **{key: " ".join(PARTS.sub(" ", " ".join(fields[key])).split()) for key in (*EDGES, *SQUARES)},
        **{
            key: {name: count(text) for name, text in zip(names, fields[field], strict=False)}
            for field, key in BY_SEAT.items()
        },
        "deck": _hand(content, "\n".join(fields["deck"])),
        "round": count("".join(fields["round"][:1])),
        "options": _options(carried) | boxes.box_options(sorted({*fields["set"]} & all_boxes().keys())),
    }
    for editor in editors_of(fields["set"]):
        found |= editor.position_of(content, names, fields)
    given = {key: _given(value) for key, value in found.items()}
    return carried | {k: v for k, v in given.items() if v not in ("", {}, [])}


def _carried(text: str) -> dict[str, Any]:
    """What a shared position says besides; anything unreadable becomes a key that the engine refuses."""
    if not text:
        return {}
    try:
        data = strict_json.read(text)
    except strict_json.BadJson:
        data = None
    return data if isinstance(data, dict) else {"rest": text[:CODE_LIMIT]}


def _options(carried: Mapping[str, Any]) -> dict[str, Any]:
    """Those that have no field; what is none is left for the engine to refuse."""
    found = carried.get("options")
    return dict(found) if isinstance(found, Mapping) else {}


def _given(value: Any) -> Any:
    """A table without its empty fields."""
    return {name: one for name, one in value.items() if one != ""} if isinstance(value, dict) else value


def _sectors(names: Sequence[str], fields: Mapping[str, Sequence[str]]) -> str:
    """«s1 s2:1 s3»; empty where nobody chose."""
    turns = [*fields["quarters"], *["0"] * len(names)]
    chosen = [text.strip() for text in fields["sector"][: len(names)]]
    if not any(chosen):
        return ""
    usual = RECOMMENDED.get(len(names), ())
    pairs = [
        (text or (usual[place] if place < len(usual) else "?"), turns[place].strip())
        for place, text in enumerate(chosen)
    ]
    return " ".join(f"{sector}:{turn}" if turn not in ("", "0") else sector for sector, turn in pairs)


def _hand(content: GameContent, text: str) -> str | int:
    number = count(text)
    return number if isinstance(number, int) else codes_of(content, text)


def _floor(content: GameContent, text: str) -> str:
    """«Кинжал 1b3, Камень 2c4» as `dagger@1b3 large_rock@2c4`; codes stay."""
    found = []
    for part in PARTS.split(text):
        pieces = part.replace("@", " ").split()
        if pieces:
            thing, place = " ".join(pieces[:-1]), pieces[-1]
            found.append(f"{code_of(content, thing)}@{place}" if thing else place)
    return " ".join(found)


def _effects(content: GameContent, names: Sequence[str], text: str) -> str:
    """Lines «Карта: кто → на ком, 2» as `card w1 w2 2; …`; people by their numbers."""
    found = []
    for line in filter(str.strip, LINES.split(text)):
        card, _, rest = line.partition(":")
        people, _, left = rest.partition(",")
        by, _, on = people.replace("->", "→").partition("→")
        wizards = (wizard_of(names, by), wizard_of(names, on or by))
        found.append(" ".join((code_of(content, card), *wizards, left.strip() or "0")))
    return "; ".join(found)


def wizard_of(names: Sequence[str], text: str) -> str:
    name = text.strip()
    return f"w{names.index(name) + 1}" if name in names else "_".join(name.split()) or "?"


# --- To the editor's fields ---------------------------------------------------------------------------------


class ListedCard(NamedTuple):
    """A card for the editor's list of names."""

    code: str
    name: str
    n: int


def palette(content: GameContent, lang: str) -> tuple[ListedCard, ...]:
    """Every kind of card, by name; those of all boxes, which may be put on the table here."""
    copies_of = cards_of(tuple(all_boxes()))
    cards = [ListedCard(code, entry.name.in_(lang), entry.count) for code, entry in copies_of.items()]
    cards += [
        ListedCard(card.id, card.name.in_(lang), card.count) for card in content.cards if card.id in LIKE
    ]
    return tuple(sorted(cards, key=lambda card: card.name))


class Written(NamedTuple):
    """A short form that was read or typed, as the editor's fields show it; nothing in it is trusted."""

    content: GameContent
    position: Mapping[str, Any]
    names: Sequence[str]
    lang: str

    def card(self, code: str) -> str:
        found = self.content.card_by_id.get(code) or CARD.get(code)
        return found.name.in_(self.lang) if found else code

    def cards(self, value: Any, limit: int = HAND_LIMIT) -> str:
        """Codes as names with commas; numbers and unreadable things as they stand."""
        text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        return ", ".join(map(self.card, text.split()))[:limit]

    def of(self, key: str, place: int) -> Any:
        """Short forms name a seat by name or number."""
        values = self.position.get(key)
        if not isinstance(values, Mapping):
            return ""
        return values.get(self.names[place], values.get(str(place + 1), ""))

    def text(self, key: str) -> str:
        value = self.position.get(key, "")
        return (" ".join(map(str, value)) if isinstance(value, list) else str(value))[:LIST_LIMIT]

    def sector(self, place: int) -> tuple[str, str]:
        """The sector of a place and its quarter turns; the usual one where none is named."""
        given = self.text("sectors").split()
        usual = RECOMMENDED.get(len(self.names), ())
        sector, _, turn = (given[place] if place < len(given) else "").partition(":")
        return sector or (usual[place] if place < len(usual) else ""), turn or "0"

    def chest(self, place: int, letter: str) -> str:
        values = self.position.get("treasures")
        found = values.get(f"T{place + 1}{letter}", "") if isinstance(values, Mapping) else ""
        return str(found)[:CODE_LIMIT]

    def floor(self) -> str:
        parts = (part.partition("@") for part in self.text("floor").split())
        return ", ".join(f"{self.card(thing)} {place}".strip() for thing, _, place in parts)

    def effects(self) -> str:
        """A line for each; what isn't one stays as it is."""
        return "\n".join(map(self.effect, self.text("effects").split(";")))

    def effect(self, row: str) -> str:
        words = row.split()
        if len(words) != 4:
            return row.strip()
        card, by, on, left = words
        return f"{self.card(card)}: {self.name(by)} → {self.name(on)}, {left}"

    def name(self, wizard: str) -> str:
        seat = SEAT_OF.get(wizard, len(self.names))
        return self.names[seat] if seat < len(self.names) else wizard

    def rest(self) -> str:
        """What has no field, with players by their numbers, as they may be renamed."""
        of_boxes = (editor.keys for editor in editors_of(boxes_in(self.position)))
        with_fields = WITH_FIELDS.union(*of_boxes)
        kept = {key: self.numbered(value) for key, value in self.position.items() if key not in with_fields}
        options = self.position.get("options")
        if isinstance(options, Mapping) and OWN in options:  # the form has no field for it
            kept["options"] = {OWN: options[OWN]}
        text = json.dumps(
            {key: value for key, value in kept.items() if value not in ("", {}, [])}, ensure_ascii=False
        )
        return "" if text == "{}" else text[:REST_LIMIT]

    def numbered(self, value: Any) -> Any:
        """A table from players to something, or a player, by number from 1."""
        if isinstance(value, Mapping):
            return {self.numbered(name): self.numbered(one) for name, one in value.items()}
        return str(self.names.index(value) + 1) if value in self.names else value

    def seat(self, place: int) -> dict[str, Any]:
        sector, turn = self.sector(place)
        return {
            "place": place,
            "name": self.names[place],
            "sector": sector,
            "quarters": turn,
            "hand": self.cards(self.of("hands", place)),
            "shown": self.cards(self.of("shown", place)),
            "chest_a": self.chest(place, "a"),
            "chest_b": self.chest(place, "b"),
            **{field: str(self.of(key, place))[:CODE_LIMIT] for field, key in BY_SEAT.items()},
        }


def _maze(content: GameContent, position: Mapping[str, Any], names: Sequence[str], lang: str) -> Maze | None:
    """The maze that squares are named in; where what lies there can't be so, the sectors alone."""
    engine = engine_of(content.id)
    sectors = {key: position[key] for key in ("players", "sectors") if key in position}
    options = {"options": position["options"]} if "options" in position else {}
    for written in (position, {**sectors, **options}, sectors):
        try:
            view = engine.view(engine.decode(dict(written)), None)
        except BadPosition:
            continue
        seated = engine.names(written) or names  # one of the names may have just been added or removed
        pieces = boxes.pieces(Drawer(content, lang, seated), view)
        return draw(content, lang, seated, view.board, pieces)
    return None


def editor_fields(
    content: GameContent, position: Mapping[str, Any], names: Sequence[str], lang: str
) -> dict[str, Any]:
    """What the editor's fields show for a short form."""
    written = Written(content, position, names, lang)
    on = boxes_in(position)
    return {
        "boxes": [(box, box.id in on) for box in content.boxes if box.id in boxes.all_boxes()],
        "maze": _maze(content, position, names, lang),
        "parts": [(editor.part, editor.shown(written)) for editor in editors_of(on) if editor.part],
        "seats": [written.seat(place) for place in range(len(names))],
        "sectors": [(sector, content.card_by_id[sector].name.in_(lang)) for sector in SECTORS],
        "turns": TURNS,
        "floor": written.floor(),
        "effects": written.effects(),
        "deck": written.cards(position.get("deck", ""), DECK_LIMIT),
        "round": written.text("round"),
        "rest": written.rest(),
        **{key: written.text(key) for key in (*EDGES, *SQUARES)},
    }

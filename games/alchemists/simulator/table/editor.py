"""The position editor of «Алхимики»: names as people type them, to short forms and back. Pure.

What most people change has a field; everything else of a short form stays together as data, so that any
position can be written. Texts that name nothing are kept for `decode` to refuse.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS
from games.alchemists.simulator.engine.data import AREA_IDS, MAX_PLAYERS, ROUNDS, TRACKS
from games.alchemists.simulator.engine.turns import END, ORDER, PLAN
from games.alchemists.simulator.table.faces import Drawer
from rulebook.content import reading as shelf
from rulebook.content.entries import LANGUAGES, GameContent
from simulator.engine.refusal import BadPosition
from simulator.game import engine_of
from simulator.table.typed import LETTERS, PARTS, begins, by_seat, count, words_of
from web import strict_json

TEXT_LIMIT, LONG_LIMIT, NUMBER_LIMIT, CODE_LIMIT = 600, 20_000, 6, 20
# Fields of the form, each a list of texts, with the most letters of each; those by player come first.
BY_PLAYER: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "hand": ("hands", ("ingredient",)),
    "favour": ("favours", ("favour",)),
    "artifact": ("artifacts", ("artifact",)),
    "potion": ("potions", ("potion",)),
}
NUMBERS: Mapping[str, str] = {"gold": "gold", "reputation": "reputation"}
EDITOR_FIELDS: Mapping[str, int] = {
    **dict.fromkeys((*BY_PLAYER, "actions", "seals"), TEXT_LIMIT),
    **dict.fromkeys(NUMBERS, NUMBER_LIMIT),
    **dict.fromkeys(("space", "at", "round", "token", "truth"), CODE_LIMIT),
    "row": TEXT_LIMIT,
    "rest": LONG_LIMIT,
}
EDITOR_SEATS = ("turn", "first")
PLACES = (ORDER, PLAN, *AREA_IDS, END)
STEPS = frozenset(space.id for space in TRACKS[MAX_PLAYERS] if space.choosable)
OWN_KEYS = frozenset(("players", "round", "at", "turn", "first", "spaces", "actions", "theories", "truth"))
QUOTES = "«»“”"
ACTION = re.compile(r"(\^?)\s*(.*?)\s*((?::\d)?(?:/\d)?(?:-\d)?)")


# --- Names -------------------------------------------------------------------------------------------------


@cache
def _names(game_id: str) -> Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """By kind, everything that a card may be called, in both languages, with its code."""
    content = shelf.load(game_id)
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for card in content.cards:
        names = {words_of(text.in_(lang)) for text in (card.name, card.short) for lang in LANGUAGES}
        kind = "area" if card.code.removeprefix("area_") in AREA_IDS else card.kind
        found.setdefault(kind, []).extend((name, card.code) for name in sorted(names))
        if kind == "area" and card.kind == "favour":
            found.setdefault("favour", []).extend((name, card.code) for name in sorted(names))
    return {kind: tuple(rows) for kind, rows in found.items()}


def _code(content: GameContent, text: str, kinds: Iterable[str]) -> str:
    """The one card that a text can mean; else its words as one word."""
    rows = [row for kind in kinds for row in _names(content.id).get(kind, ())]
    word = text.strip()
    if any(code == word for _, code in rows):
        return word
    typed = words_of(text)
    exact = {code for name, code in rows if name == typed}
    close = (
        {code for name, code in rows if begins(typed, name)}
        if max(map(len, typed), default=0) >= LETTERS
        else set()
    )
    for meant in (exact, close):
        if len(meant) == 1:
            return next(iter(meant))
    return "_".join(text.split())


def _codes(content: GameContent, text: str, kinds: Sequence[str]) -> str:
    """A typed list: names between commas, or codes between spaces."""
    known = {code for kind in kinds for _, code in _names(content.id).get(kind, ())}
    found: list[str] = []
    for part in filter(str.strip, PARTS.split(text)):
        pieces = part.split()
        found += pieces if set(pieces) <= known else [_code(content, part, kinds)]
    return " ".join(found)


# --- From the fields ---------------------------------------------------------------------------------------


def position_of(
    content: GameContent, names: Sequence[str], fields: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """The short form of the editor's fields. Empty fields leave their key to its default."""
    found: dict[str, Any] = {**_rest("".join(fields["rest"][:1])), "players": list(names)}
    for field, (key, kinds) in BY_PLAYER.items():
        found[key] = _by_name(names, fields[field], lambda text, kinds=kinds: _hand(content, text, kinds))
    for field, key in NUMBERS.items():
        found[key] = _by_name(names, fields[field], count)
    found["spaces"] = _by_name(names, fields["space"], str.strip)
    found["actions"] = _by_name(names, fields["actions"], lambda text: _actions(content, text))
    found["row"] = _codes(content, "".join(fields["row"][:1]), ("ingredient",))
    found["at"] = "".join(fields["at"][:1]).strip()
    found["theories"] = _theories(content, fields)
    found["truth"] = {code: token for code, token in zip(INGREDIENTS, fields["truth"], strict=False) if token}
    number = count("".join(fields["round"][:1]))
    return {key: value for key, value in found.items() if value not in ("", {})} | (
        {"round": number} if number != "" else {}
    )


def _rest(text: str) -> dict[str, Any]:
    """What has no field of its own; what is no table stays for `decode` to refuse."""
    if not text.strip():
        return {}
    try:
        data = strict_json.read(text)
    except ValueError:
        data = None
    return dict(data) if isinstance(data, dict) else {"rest": text[:80]}


def _by_name(names: Sequence[str], texts: Sequence[str], read: Any) -> dict[str, Any]:
    return {name: read(text) for name, text in zip(names, texts, strict=False) if text.strip()}


def _hand(content: GameContent, text: str, kinds: Sequence[str]) -> str | int:
    number = count(text)
    return number if isinstance(number, int) else _codes(content, text, kinds)


def _actions(content: GameContent, text: str) -> str:
    """«Сбор:2/1, Продажа»: areas with so many actions planned, performed, declined."""
    found = []
    for part in filter(str.strip, PARTS.split(text)):
        match = ACTION.fullmatch(part.strip())
        top, area, numbers = match.groups() if match else ("", part, "")
        found.append(f"{top}{_code(content, area, ('area',)).removeprefix('area_')}{numbers}")
    return " ".join(found)


def _theories(content: GameContent, fields: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    rows = zip(INGREDIENTS, fields["token"], fields["seals"], strict=False)
    return {code: [token, *_seals(content, seals)] for code, token, seals in rows if token or seals.strip()}


def _seals(content: GameContent, text: str) -> list[str]:
    """«Оля: золотая звезда, Коля»: whose, and of which kind if that is known."""
    found = []
    for part in filter(str.strip, PARTS.split(text)):
        who, colon, kind = part.strip().rpartition(":")
        found.append(f"{who.strip()}: {_code(content, kind, ('seal',))}" if colon else part.strip())
    return found


# --- To the fields -----------------------------------------------------------------------------------------


class ListedName(NamedTuple):
    """A name for the editor's list."""

    name: str


def palette(content: GameContent, lang: str) -> tuple[ListedName, ...]:
    """Everything that has a name in a field."""
    cards = (card for card in content.cards if card.kind in ("ingredient", "favour", "artifact", "potion"))
    return tuple(ListedName(card.name.in_(lang)) for card in cards)


class Written(NamedTuple):
    """A short form that was read or typed; nothing in it is trusted."""

    content: GameContent
    position: Mapping[str, Any]
    lang: str

    def name(self, code: str) -> str:
        known = self.content.card_by_code
        return known[code].name.in_(self.lang) if code in known else code

    def cards(self, value: Any) -> str:
        if not isinstance(value, str):
            return str(value)[:NUMBER_LIMIT]
        return ", ".join(map(self.name, value.split()))

    def of(self, key: str, place: int, name: str) -> Any:
        return by_seat(self.position.get(key), place, name)

    def actions(self, value: Any) -> str:
        found = []
        for word in str(value).split():
            match = ACTION.fullmatch(word)
            top, area, numbers = match.groups() if match else ("", word, "")
            code = f"area_{area}" if f"area_{area}" in self.content.card_by_code else area
            found.append(f"{top}{self.name(code)}{numbers}")
        return ", ".join(found)

    def seals(self, row: Any) -> str:
        texts = row[1:] if isinstance(row, list) else []
        return ", ".join(self._seal(str(text)) for text in texts)

    def _seal(self, text: str) -> str:
        who, colon, kind = text.rpartition(":")
        card = self.content.card_by_code.get(kind.strip())
        if not colon or card is None:
            return text
        return f"{who}: {card.short.in_(self.lang).strip(QUOTES)}"

    def seat(self, place: int, name: str) -> dict[str, Any]:
        return {
            "place": place,
            "name": name,
            **{
                field: self.cards(self.of(key, place, name))[:TEXT_LIMIT]
                for field, (key, _) in BY_PLAYER.items()
            },
            **{field: str(self.of(key, place, name))[:NUMBER_LIMIT] for field, key in NUMBERS.items()},
            "space": str(self.of("spaces", place, name))[:CODE_LIMIT],
            "actions": self.actions(self.of("actions", place, name))[:TEXT_LIMIT],
        }

    def table(self, key: str) -> Mapping[str, Any]:
        value = self.position.get(key)
        return value if isinstance(value, Mapping) else {}

    def books(self) -> list[dict[str, Any]]:
        theories, truth = self.table("theories"), self.table("truth")
        return [
            {
                "code": code,
                "token": _first(theories.get(code)),
                "seals": self.seals(theories.get(code))[:TEXT_LIMIT],
                "truth": str(truth.get(code, "")),
            }
            for code in INGREDIENTS
        ]


def _first(row: Any) -> str:
    return str(row[0]) if isinstance(row, list) and row else ""


def editor_fields(
    content: GameContent, position: Mapping[str, Any], names: Sequence[str], lang: str
) -> dict[str, Any]:
    """What the editor's fields show for a short form."""
    written = Written(content, position, lang)
    drawer = Drawer(content, lang, names)
    shown = OWN_KEYS | {"row", *NUMBERS.values(), *(key for key, _ in BY_PLAYER.values())}
    rest = {key: value for key, value in position.items() if key not in shown}
    if isinstance(options := rest.get("options"), Mapping):
        rest["options"] = {name: value for name, value in options.items() if name not in content.option_by_id}
    rest = {key: value for key, value in rest.items() if key != "options" or value != {}}
    return {
        "seats": [written.seat(place, name) for place, name in enumerate(names)],
        "books": [{**book, "face": drawer.face(book["code"])} for book in written.books()],
        "formulas": [(code, content.card_by_code[code].short.in_(lang)) for code in ALCHEMICALS],
        "row": written.cards(position.get("row", ""))[:TEXT_LIMIT],
        "round": position.get("round", ""),
        "rounds": range(1, ROUNDS + 1),
        "at": str(position.get("at", "")),
        "places": [(code, drawer.area(code) if code in AREA_IDS else None) for code in PLACES],
        "steps": [(row["id"], row[lang]) for row in content.constants["spaces"] if row["id"] in STEPS],
        "rest": json.dumps(rest, ensure_ascii=False, indent=1)[:LONG_LIMIT] if rest else "",
    }


# --- What a position leaves open ---------------------------------------------------------------------------


def is_whole(position: Mapping[str, Any]) -> bool:
    """Whether the secret world is stated, and every hand card by card."""
    hands = position.get("hands", {})
    there = isinstance(hands, Mapping) and all(isinstance(value, str) for value in hands.values())
    return there and bool(position.get("truth") or position.get("code"))


def deal_unknown(position: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The short form with a secret world, hands and decks as they may be, for whoever is to act.

    A world that is stated stays as it is. What can't be read stays for `decode` to refuse.
    """
    if position.get("truth") or position.get("code"):
        return dict(position)
    engine = engine_of("alchemists")
    try:
        state = engine.decode(dict(position))
    except BadPosition:
        return dict(position)
    seat = min(engine.to_act(state), default=None)
    dealt: dict[str, Any] = engine.short(engine.resample(state, seat, seed), engine.names(position))
    return dealt

"""The one renderer: turns codes and typed parameters into sentences, Russian or English.

Templates stand in `content/<game>/words.toml`. A place is `{name}`, `{name:form}` or `{name|one|few|many}`;
what a parameter is follows from its name (`seat`, `card`, `colour`…), everything else prints plainly.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulebook.content.entries import GameContent
from rulebook.content.typography import NO_BREAK
from web.refusal import Params

PLACE = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)*)\}")
FORMULA = re.compile(r"\w[+−]")
NO_BREAK_HYPHEN = "\u2011"
SIGN_WORDS = {"ru": {"+": "плюс", "-": "минус"}, "en": {"+": "plus", "-": "minus"}}
# Sides of the world: the noun, in Russian also «с севера» and «на севере», and the adjective of «сторона».
SIDES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "ru": {
        "n": ("север", "севера", "севере", "северн"),
        "e": ("восток", "востока", "востоке", "восточн"),
        "s": ("юг", "юга", "юге", "южн"),
        "w": ("запад", "запада", "западе", "западн"),
    },
    "en": {"n": ("north",), "e": ("east",), "s": ("south",), "w": ("west",)},
}
SIDE_FORMS = ("", "gen", "loc")
# «восточная сторона» by form: endings of both words.
EDGE_ENDINGS = {
    "": ("ая", "а"),
    "acc": ("ую", "у"),
    "gen": ("ой", "ы"),
    "dat": ("ой", "е"),
    "loc": ("ой", "е"),
    "ins": ("ой", "ой"),
}
KICK = {
    "ru": {"": "пинок", "gen": "пинка", "dat": "пинку", "ins": "пинком"},
    "en": {"": "kick"},
}
TREASURE_LETTERS = {"ru": {"a": "а", "b": "б"}, "en": {"a": "a", "b": "b"}}
# Parameters that are codes of cards, by what the games call them.
CARDS_BY_NAME = (
    "card",
    "into",
    "ingredient",
    "alchemical",
    "potion",
    "wanted",
    "level",
    "seal",
    "artifact",
    "grant",
)

# Says a value: the game, the value, the form asked for («» for none), the language, the players' names.
Format = Callable[[GameContent, Any, str, str, Sequence[str]], str]


def render(
    game: GameContent, kind: str, code: str, params: Params, lang: str, names: Sequence[str] = ()
) -> str:
    """The sentence for `code` of catalogue `kind` (refusal, event, line, move, warning, fact).

    `names` are the players' names by seat. Raises KeyError for a code or parameter that does not exist.
    """
    template = game.words[kind][code].in_(lang)

    def place(match: re.Match[str]) -> str:
        name, form, words = match[1], match[2] or "", match[3]
        value = params[name] if name in params else game.constants[name]
        if words:
            return counted(value, words[1:].split("|"), lang)
        return _FORMATS.get(name, _plain)(game, value, form, lang, names)

    return capital(PLACE.sub(place, template))


def capital(text: str) -> str:
    """The text with a capital; but a formula such as «к−з+С−» says by its letters which circle is large."""
    return text if FORMULA.match(text) else text[:1].upper() + text[1:]


def counted(n: int, words: Sequence[str], lang: str) -> str:
    """«3 карты»: the number, a no-break space and the right plural form."""
    return f"{n}{NO_BREAK}{words[plural_index(n, lang)]}"


def plural_index(n: int, lang: str) -> int:
    """0 one, 1 few, 2 many in Russian; 0 one, 1 other in English."""
    if lang == "en":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


def join(words: Sequence[str], lang: str) -> str:
    """«Оля, Саша и Рита»."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {'and' if lang == 'en' else 'и'} {words[-1]}"


def seat_name(seat: int, names: Sequence[str], lang: str) -> str:
    if seat < len(names):
        return names[seat]
    return f"Player{NO_BREAK}{seat + 1}" if lang == "en" else f"Игрок{NO_BREAK}{seat + 1}"


def _plain(game: GameContent, value: Any, form: str, lang: str, names: Sequence[str]) -> str:
    return join([str(part) for part in value], lang) if isinstance(value, list | tuple) else str(value)


def _seat(game: GameContent, value: int, form: str, lang: str, names: Sequence[str]) -> str:
    return seat_name(value, names, lang)


def _seats(game: GameContent, value: Sequence[int], form: str, lang: str, names: Sequence[str]) -> str:
    return join([seat_name(seat, names, lang) for seat in value], lang)


def _card(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    card = game.card_by_code.get(value)
    if card is not None:
        return (card.acc if form == "acc" else card.short).in_(lang)
    if value not in game.copies_by_code:
        return _kick(game, value, form, lang, names) if value == "kick" else value
    card, copies = game.copies_by_code[value]  # alike but for the elements: those tell which one is meant
    return f"{card.short.in_(lang)} ({', '.join(_element_name(game, e, lang) for e in copies.elements)})"


def _pair(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    """Two ingredients in one cauldron: «гриб + жаба»."""
    return " + ".join(_card(game, code, form, lang, names) for code in value)


def _sign(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    return SIGN_WORDS[lang][value]


def _zone(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A stretch of the reputation track: «зелёная зона»."""
    return next(str(zone[lang]) for zone in game.constants["zones"] if zone["id"] == value)


def _cards(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    return join([_card(game, code, form, lang, names) for code in value], lang)


def _colour(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    colour = game.colour_by_id[value]
    return colour.forms[lang][form] if form else colour.name.in_(lang)


def _element_name(game: GameContent, value: str, lang: str) -> str:
    return game.element_by_id[value].name.in_(lang)


def _element(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    name = _element_name(game, value, lang) if value in game.element_by_id else value
    return name if lang == "en" else f"«{name}»"


def _elements(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    return join([_element(game, element, form, lang, names) for element in value], lang)


def _ingredients(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    """Slots of recipes as «element:mandrake», «card:elixir_of_fire», «kind:talisman»."""
    return join([_ingredient(game, slot, lang) for slot in value], lang)


def _ingredient(game: GameContent, slot: str, lang: str) -> str:
    kind, _, name = slot.partition(":")
    if kind == "kind":
        return game.kind_by_id[name].name.in_(lang)
    return (_element if kind == "element" else _card)(game, name, "", lang, ())


def _side(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A side of the world; Russian knows the forms «gen» («с севера») and «loc» («на севере»)."""
    words = SIDES[lang][value]
    return words[SIDE_FORMS.index(form) if lang == "ru" and form in SIDE_FORMS else 0]


def _square(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """«1-b3»: the place of the sector, then column and row in it. The hyphen doesn't break."""
    return f"{value[0]}{NO_BREAK_HYPHEN}{value[1:]}"


def _edge(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """An edge of a square, «1b3e»: «восточная сторона 1-b3»."""
    square = _square(game, value[:-1], "", lang, names)
    if lang == "en":
        return f"the {SIDES[lang][value[-1]][0]} side of {square}"
    adjective, noun = EDGE_ENDINGS[form]
    return f"{SIDES[lang][value[-1]][-1]}{adjective} сторон{noun} {square}"


def _slot(game: GameContent, value: str | int, form: str, lang: str, names: Sequence[str]) -> str:
    """A place of the layout, from 1: «сектор 1»."""
    return f"{'sector' if lang == 'en' else 'сектор'}{NO_BREAK}{str(value).removeprefix('s')}"


def _sector(game: GameContent, value: str | int, form: str, lang: str, names: Sequence[str]) -> str:
    """A sector by its card; by a number, the place where one lies."""
    if value in game.card_by_code:
        return _card(game, str(value), form, lang, names)
    return _slot(game, value, form, lang, names)


def _sectors(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    return join([_sector(game, sector, form, lang, names) for sector in value], lang)


def _treasure(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A chest with whose it is, «T1a»: «сундук (Оля, а)»."""
    owner = seat_name(int(value[1]) - 1, names, lang)
    chest = _card(game, "treasure", form, lang, names)
    return f"{chest} ({owner}, {TREASURE_LETTERS[lang][value[2]]})"


def _wizard(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    return seat_name(int(value[1:]) - 1, names, lang)


def _kick(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    return KICK[lang].get(form, KICK[lang][""])


def _place_in_grid(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A place for a sector as row and column from 0, «0,2»: «ряд 1, столбец 3»."""
    row, column = (int(part) + 1 for part in value.split(","))
    words = ("row", "column") if lang == "en" else ("ряд", "столбец")
    return f"{words[0]}{NO_BREAK}{row}, {words[1]}{NO_BREAK}{column}"


def _thing_at(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A thing and the square where it lies, «dagger@1b3»: «Кинжал» (1-b3)."""
    thing, _, square = value.partition("@")
    return f"{_anything(game, thing, form, lang, names)} ({_square(game, square, '', lang, names)})"


# What a text of a maze means follows from its shape; whatever has none of them is a card.
_SHAPES: tuple[tuple[re.Pattern[str], Format], ...] = (
    (re.compile(r"w[1-6]"), _wizard),
    (re.compile(r"[1-6][a-e][1-5]"), _square),
    (re.compile(r"[1-6][a-e][1-5][nesw]"), _edge),
    (re.compile(r"s[1-6]"), _slot),
    (re.compile(r"T[1-6][ab]"), _treasure),
    (re.compile(r"kick"), _kick),
    (re.compile(r"-?\d+,-?\d+"), _place_in_grid),
    (re.compile(r".+@[1-6][a-e][1-5]"), _thing_at),
)


def _anything(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """Whatever one may aim at, pick up or answer: a wizard, a place, a chest, a card, a kick."""
    for shape, said in _SHAPES:
        if shape.fullmatch(value):
            return said(game, value, form, lang, names)
    return _card(game, value, form, lang, names)


def _doer(game: GameContent, value: int | str, form: str, lang: str, names: Sequence[str]) -> str:
    """By whom or by what: a seat, else a card or a kick."""
    if isinstance(value, int):
        return seat_name(value, names, lang)
    return _anything(game, value, form, lang, names)


def _obstacle(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """What stands on an edge, by its token: «стена»."""
    return _card(game, f"token_{value}", form, lang, names)


_FORMATS: dict[str, Format] = {
    "seat": _seat,
    "seats": _seats,
    "builder": _seat,
    **dict.fromkeys(CARDS_BY_NAME, _card),
    "cards": _cards,
    "pair": _pair,
    "sign": _sign,
    "zone": _zone,
    "element": _element,
    "elements": _elements,
    "ingredients": _ingredients,
    "colour": _colour,
    "side": _side,
    "square": _square,
    "edge": _edge,
    "sector": _sector,
    "sectors": _sectors,
    "treasure": _treasure,
    "kind": _obstacle,
    **dict.fromkeys(("place", "target", "object", "answers"), _anything),
    **dict.fromkeys(("from", "by"), _doer),
}

"""How the sentences of Wiz-War say their parameters: a place or a thing by its short text. Pure."""

import re
from collections.abc import Mapping, Sequence

from rulebook.content.entries import GameContent
from rulebook.content.typography import NO_BREAK
from rulebook.wording.sentences import Format, join, say_card, seat_name

NO_BREAK_HYPHEN = "\u2011"
COLUMNS, ROWS = "abcde", "12345"
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
CREATURE_ENDINGS = {"acc": "а", "gen": "а", "dat": "у", "ins": "ом", "loc": "е"}
TREASURE_LETTERS = {"ru": {"a": "а", "b": "б"}, "en": {"a": "a", "b": "b"}}


def _side(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A side of the world; Russian knows the forms «gen» («с севера») and «loc» («на севере»)."""
    words = SIDES[lang][value]
    return words[SIDE_FORMS.index(form) if lang == "ru" and form in SIDE_FORMS else 0]


def _card(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A card; a kick stands where a card does."""
    return (_kick if value == "kick" else say_card)(game, value, form, lang, names)


def _cards(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    return join([_card(game, code, form, lang, names) for code in value], lang)


def _square(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """«1-b3»: the place of the sector, then column and row in it. The hyphen doesn't break."""
    return f"{value[0]}{NO_BREAK_HYPHEN}{value[1:]}"


def one_name(edge: str) -> str:
    """The one text of an edge within a sector: the north and west sides of a square are the south and east
    ones of the square before. Where a sector ends only its layout knows what lies beyond.
    """
    sector, column, row, side = tuple(edge)
    if side == "n" and row != ROWS[0]:
        return f"{sector}{column}{ROWS[ROWS.index(row) - 1]}s"
    if side == "w" and column != COLUMNS[0]:
        return f"{sector}{COLUMNS[COLUMNS.index(column) - 1]}{row}e"
    return edge


def _edge(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """An edge of a square, «1b3e»: «восточная сторона 1-b3»."""
    edge = one_name(value)
    square = _square(game, edge[:-1], "", lang, names)
    if lang == "en":
        return f"the {SIDES[lang][edge[-1]][0]} side of {square}"
    adjective, noun = EDGE_ENDINGS[form]
    return f"{SIDES[lang][edge[-1]][-1]}{adjective} сторон{noun} {square}"


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


def _creature(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A monster on the board by its number, «m1»: «монстр 1», in Russian with its cases."""
    if lang == "en":
        return f"monster{NO_BREAK}{value[1:]}"
    return f"монстр{CREATURE_ENDINGS.get(form, '')}{NO_BREAK}{value[1:]}"


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
SHAPES: tuple[tuple[re.Pattern[str], Format], ...] = (
    (re.compile(r"w[1-6]"), _wizard),
    (re.compile(r"m[1-9]"), _creature),
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
    for shape, said in SHAPES:
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


FORMATS: Mapping[str, Format] = {
    "card": _card,
    "cards": _cards,
    "side": _side,
    "square": _square,
    "edge": _edge,
    "sector": _sector,
    "sectors": _sectors,
    "treasure": _treasure,
    "kind": _obstacle,
    **dict.fromkeys(("place", "target", "object", "answers", "monster"), _anything),
    **dict.fromkeys(("from", "by"), _doer),
}

"""The one renderer: turns codes and typed parameters into sentences, Russian or English.

Templates stand in `content/<game>/words.toml`. A place is `{name}`, `{name:form}` or `{name|one|few|many}`;
what a parameter is follows from its name (`seat`, `card`, `colour`…), everything else prints plainly.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from rulebook.entries import GameContent
from rulebook.refusal import Params

PLACE = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)*)\}")
FORMULA = re.compile(r"\w[+−]")
NO_BREAK = "\u00a0"
SIGN_WORDS = {"ru": {"+": "плюс", "-": "минус"}, "en": {"+": "plus", "-": "minus"}}
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
        return value
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


_FORMATS: dict[str, Callable[[GameContent, Any, str, str, Sequence[str]], str]] = {
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
}

"""The one renderer: turns codes and typed parameters into sentences, Russian or English.

Templates stand in `words.toml` of the game, or for what shared code says in `content/shared/`. A place is
`{name}`, `{name:form}` or `{name|one|few|many}`. How a parameter is said follows from its name: what all
games have (`seat`, `card`, `colour`…) stands here, what one game has in `formats` of its object. Everything
else prints plainly.

`{seat?s|}` agrees with a person: «Оля» takes the first ending, «вы» the second; `{seat?}` has none. Only a
person with such a place in the sentence is told as «вы», where it is they who read it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import rulebook.game
from rulebook.content.entries import Card, Copies, GameContent, Text
from rulebook.content.typography import NO_BREAK, capital
from web.names import isolated
from web.refusal import Params

YOU, AND = Text("вы", "you"), Text("и", "and")
YOU_FIRST = re.compile(rf"(?<=[.!?] )(?:{YOU.ru}|{YOU.en})\b")  # in a sentence within the text
WORDS = "word"  # the catalogue of what words of an engine are called
REMEDY = "remedy"  # the catalogue of what would make possible what refusals of the same code forbid
NOBODY, NOTHING = Text("никого", "nobody"), Text("ничего", "nothing")  # where a list has none
PLACE = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)*)\}")

AGREES = re.compile(r"\{(\w+)\?([^{}|]*)\|?([^{}|]*)\}")

# Says a value: the game, the value, the form asked for («» for none), the language, the players' names.
Format = Callable[[GameContent, Any, str, str, Sequence[str]], str]


class NamesTold(tuple[str, ...]):
    """The players' names by seat, as one of them is told."""

    reader: int

    @classmethod
    def to(cls, names: Sequence[str], reader: int) -> "NamesTold":
        told = cls(names)
        told.reader = reader
        return told

    def with_you(self, lang: str) -> Sequence[str]:
        return [YOU.in_(lang) if seat == self.reader else name for seat, name in enumerate(self)]


def render(
    game: GameContent,
    kind: str,
    code: str,
    params: Params,
    lang: str,
    names: Sequence[str] = (),
    formats: Mapping[str, Format] = MappingProxyType({}),
) -> str:
    """The sentence for `code` of catalogue `kind` (refusal, event, line, move, warning, fact).

    `names` are the players' names by seat, `formats` say parameters that have no names but places. Raises
    KeyError for a code or parameter that does not exist.
    """
    template = game.sentence(kind, code).in_(lang)
    own = {**formats, **rulebook.game.formats(game.id)}
    you = re.compile(rf"\b{YOU.in_(lang)}\b")
    known = dict.fromkeys((match[1] for match in AGREES.finditer(template)), names)
    if known and isinstance(names, NamesTold):
        known = dict.fromkeys(known, names.with_you(lang))

    def said(name: str, form: str) -> str:
        value = params[name] if name in params else game.constants[name]
        say = own.get(name) or FORMATS.get(name, say_plainly)
        return say(game, value, form, lang, known.get(name, names))

    def ending(match: re.Match[str]) -> str:
        return match[3] if known[match[1]] is not names and you.search(said(match[1], "")) else match[2]

    def place(match: re.Match[str]) -> str:
        name, form, words = match[1], match[2] or "", match[3]
        if not words:
            return said(name, form)
        value = params[name] if name in params else game.constants[name]
        return counted(value, words[1:].split("|"), lang)

    text = PLACE.sub(place, AGREES.sub(ending, template))
    return capital(YOU_FIRST.sub(lambda match: capital(match[0]), text))


def remedy(game: GameContent, code: str, params: Params, lang: str, names: Sequence[str] = ()) -> str:
    """What would make possible what a refusal forbids; "" where the content has no sentence for that."""
    said = game.has_sentence(REMEDY, code)
    return render(game, REMEDY, code, params, lang, names) if said else ""


def with_minus(n: int) -> str:
    """A number as it is typeset: below zero «−5», with a minus and not with a hyphen."""
    return str(n).replace("-", "\N{MINUS SIGN}")


def with_sign(n: int) -> str:
    """«+2», «−5», «0»."""
    return f"+{n}" if n > 0 else with_minus(n)


def counted(n: int, words: Sequence[str], lang: str) -> str:
    """«3 карты», «−2 очка»: the number, a no-break space and the right plural form."""
    return f"{with_minus(n)}{NO_BREAK}{words[plural_index(n, lang)]}"


def ended(text: str) -> str:
    """The text with a full stop, where it doesn't end by itself."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def plural_index(n: int, lang: str) -> int:
    """0 one, 1 few, 2 many in Russian; 0 one, 1 other in English. Below zero as above it."""
    n = abs(n)
    if lang == "en":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


def join(words: Sequence[str], lang: str) -> str:
    """«Оля, Саша и Рита»."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {AND.in_(lang)} {words[-1]}"


def seat_name(seat: int, names: Sequence[str], lang: str) -> str:
    if seat < len(names):
        return isolated(names[seat])
    return f"Player{NO_BREAK}{seat + 1}" if lang == "en" else f"Игрок{NO_BREAK}{seat + 1}"


def say_plainly(game: GameContent, value: Any, form: str, lang: str, names: Sequence[str]) -> str:
    """As it stands; a word of the engine by what the catalogue `word` calls it."""
    said = game.words.get(WORDS, {}).get(value) if isinstance(value, str) else None
    if said is not None:
        return said.in_(lang)
    return isolated(
        join([str(part) for part in value], lang) if isinstance(value, list | tuple) else str(value)
    )


def say_seat(game: GameContent, value: int, form: str, lang: str, names: Sequence[str]) -> str:
    return seat_name(value, names, lang)


def say_seats(game: GameContent, value: Sequence[int], form: str, lang: str, names: Sequence[str]) -> str:
    return join([seat_name(seat, names, lang) for seat in value], lang) or NOBODY.in_(lang)


def say_card(game: GameContent, value: object, form: str, lang: str, names: Sequence[str]) -> str:
    """A card by its code; what is no code stands as it is."""
    code = str(value)
    card = game.card_by_code.get(code)
    if card is not None:
        return isolated((card.acc if form == "acc" else card.short).in_(lang))
    if code not in game.copies_by_code:
        return code
    card, copies = game.copies_by_code[code]  # what they differ in tells which one is meant
    return f"{card.short.in_(lang)} ({_apart(game, card, copies, lang)})"


def _apart(game: GameContent, card: Card, copies: Copies, lang: str) -> str:
    """What tells copies of a card from the others: their elements, or else the box that they lie in."""
    if copies.box in game.box_by_id and len({each.elements for each in card.copies}) == 1:
        return game.box_by_id[copies.box].title.in_(lang)
    return ", ".join(_element_name(game, element, lang) for element in copies.elements)


def say_cards(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    return join([say_card(game, code, form, lang, names) for code in value], lang) or NOTHING.in_(lang)


def say_colour(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    colour = game.colour_by_id[value]
    return colour.forms[lang][form] if form else colour.name.in_(lang)


def _element_name(game: GameContent, value: str, lang: str) -> str:
    return game.element_by_id[value].name.in_(lang)


def say_element(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    name = _element_name(game, value, lang) if value in game.element_by_id else value
    return name if lang == "en" else f"«{name}»"


def say_elements(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    return join([say_element(game, element, form, lang, names) for element in value], lang)


# Parameters that mean the same in all games: people, and what content files have tables of.
FORMATS: Mapping[str, Format] = {
    "seat": say_seat,
    "seats": say_seats,
    "card": say_card,
    "cards": say_cards,
    "colour": say_colour,
    "element": say_element,
    "elements": say_elements,
}

"""What a plain hand and a plain table can't say of a game: faults in words, with what is wanted instead."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import rulebook.game
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import FORMATS, WORDS
from simulator.engine.game import Event, Move
from simulator.table import facts
from simulator.table.asks import Ask, Asks

NAMED = "its place {1} is said as a person, as is a parameter `seat`"
LIKE_SEATS = "goes from 0 to the number of players less one, as seats do"
ZERO = re.compile(r"(?<!\w)0(?!\w)")
CODE = re.compile(r"[a-z]+(?:_[a-z0-9]+)+|[a-z]{3,}")  # as engines write their words
HOW = (
    'ASKS = {{"{verb}": ({kinds})}} in the Table of the game, with these names from simulator.table.asks; a '
    "person is a seat, the code of a card a card"
)


def undeclared(content: GameContent, asks: Asks, said: Mapping[Move, str], players: int) -> Iterator[str]:
    """Faults of the legal moves of one seat, which `said` gives their sentences."""
    for move in said:
        for place, arg in enumerate(move.args):
            what = f"{move}: {arg!r}, argument {place + 1},"
            if move.verb in asks:
                kinds = asks[move.verb]
                if place >= len(kinds):
                    yield f"{what} isn't declared: {_how(move, asks)}"
                elif not _is(content, kinds[place], arg, players):
                    yield f"{what} is declared a {kinds[place]}, and is none{_wanted(kinds[place], arg)}"
                elif kinds[place] is Ask.SEAT and move.args.count(0) == 1 and _prints(said[move], arg):
                    yield f"{what} is a seat, and «{said[move]}» prints its number: {NAMED}"
            elif isinstance(arg, int) and _prints(said[move], arg):
                yield f"{what} is a number that nobody declared: «{said[move]}». {_how(move, asks)}"
            elif arg not in content.card_by_code and not _tells(said, move, place):
                yield f"{what} isn't declared, nor told by its sentence «{said[move]}». {_how(move, asks)}"


def _how(move: Move, asks: Asks) -> str:
    guess = {int: "number", str: "word"}
    kinds = [str(kind) for kind in asks.get(move.verb, ())]
    kinds += [guess.get(type(arg), "word") for arg in move.args[len(kinds) :]]
    return HOW.format(verb=move.verb, kinds=", ".join(kinds) + "," * (len(kinds) == 1))


def _prints(sentence: str, arg: Any) -> bool:
    """Whether a sentence may print an index: a nought stands in it by itself."""
    return arg == 0 and ZERO.search(sentence) is not None


def _wanted(kind: Ask, arg: Any) -> str:
    if kind is Ask.WORD:
        return f": {_saying(arg)}"
    return ""


def _is(content: GameContent, kind: Ask, arg: Any, players: int) -> bool:
    return {
        Ask.CARD: isinstance(arg, str) and (arg in content.card_by_code or arg in content.copies_by_code),
        Ask.SEAT: type(arg) is int and 0 <= arg < players,
        Ask.NUMBER: type(arg) is int,
        Ask.WORD: str(arg) in content.words.get(WORDS, {}),
    }[kind]


def _tells(said: Mapping[Move, str], move: Move, place: int) -> bool:
    """Whether the sentences of moves that differ in this argument alone differ."""

    def rest(other: Move) -> tuple[Any, ...]:
        return (other.verb, *other.args[:place], None, *other.args[place + 1 :])

    alike = [text for other, text in said.items() if rest(other) == rest(move)]
    return len(set(alike)) == len(alike)


def unsaid(
    content: GameContent, views: Mapping[int, Sequence[Mapping[str, Any]]], hidden: Iterable[str]
) -> list[str]:
    """Faults of the fields of views, which stand by the number of players; `hidden` fields aren't shown."""
    fields = {key for seen in views.values() for view in seen for key in view}
    shown = sorted(fields - facts.TOLD_ELSEWHERE - set(hidden) - set(rulebook.game.formats(content.id)))
    faults = []
    for key in shown:
        values = {n: [view[key] for view in seen if key in view] for n, seen in views.items()}
        faults += _of_field(content, key, values)
    return faults


def _of_field(content: GameContent, key: str, values: Mapping[int, Sequence[Any]]) -> Iterator[str]:
    called = {
        *content.words.get("fact", {}),
        *content.words.get(WORDS, {}),
        *facts.LABELS,
        *content.card_by_code,
    }
    for each in sorted({key, *keys_in(list(values.values()))} - called):
        yield (
            f"the field `{each}` of the view has no word: words.toml wants [fact] {each} = "
            f'{{ ru = "…", en = "…" }}, or the Table of the game NO_FACTS = ("{key}",)'
        )
    leaves = {n: [leaf for value in each for leaf in _leaves(value)] for n, each in values.items()}
    numbers = {n: {leaf for leaf in each if type(leaf) is int} for n, each in leaves.items()}
    if facts.tells_seats(key):
        for n, found in numbers.items():
            if not found <= set(range(n)):
                yield f"the field `{key}` is named as one of seats and has {max(found)} among {n} players"
    elif _look_like_seats(numbers):
        yield (
            f"the field `{key}` of the view {LIKE_SEATS}: call it `seat_{key}` (`seats_{key}` if it is a "
            "list), then people are named; a number that only looks so gets a format: formats = "
            f'{{"{key}": say_plainly}} in the Rulebook of the game'
        )
    codes = {leaf for each in leaves.values() for leaf in each if isinstance(leaf, str)}
    known = {*content.card_by_code, *content.copies_by_code, *content.words.get(WORDS, {})}
    for code in sorted(code for code in codes - known if CODE.fullmatch(code)):
        yield (f"the field `{key}` of the view prints `{code}`, {_saying(code)}")


def _look_like_seats(numbers: Mapping[int, set[int]]) -> bool:
    return all(found and min(found) == 0 and max(found) == n - 1 for n, found in numbers.items())


def untold(content: GameContent, events: Mapping[int, Sequence[Event]]) -> Iterator[str]:
    """Faults of the parameters that sentences of events print as they stand; events by number of players."""
    values: dict[tuple[str, str], dict[int, set[Any]]] = {}
    for n, told in events.items():
        for event in told:
            for name, value in event.params.items():
                found = values.setdefault((event.kind, name), {each: set() for each in events})
                found[n].update(_leaves(value))
    said = {*FORMATS, *rulebook.game.formats(content.id)}
    for (kind, name), leaves in values.items():
        if name in said or f"{{{name}}}" not in content.sentence("event", kind).ru:
            continue
        what = f"[event] {kind} prints {{{name}}}"
        if _look_like_seats({n: {leaf for leaf in each if type(leaf) is int} for n, each in leaves.items()}):
            yield f"{what}, which {LIKE_SEATS}: call it `seat` or `seats`, or {_format(name, 'say_seat')}"
        texts = {leaf for each in leaves.values() for leaf in each if isinstance(leaf, str)}
        cards = {code for code in texts & set(content.card_by_code) if not _is_called(content, code)}
        if cards:
            yield f"{what}, the code `{min(cards)}`: call it `card`, `cards`, or {_format(name, 'say_card')}"
        for code in sorted(texts - set(content.card_by_code) - set(content.words.get(WORDS, {}))):
            if CODE.fullmatch(code):
                yield f"{what}, `{code}`, {_saying(code)}"


def _format(name: str, format_: str) -> str:
    return f'say formats = {{"{name}": {format_}}} in the Rulebook of the game'


def _is_called(content: GameContent, code: str) -> bool:
    """Whether a card is called by its code."""
    return content.card_by_code[code].short.ru == code


def _saying(code: str) -> str:
    return f'a word of the engine: words.toml wants [{WORDS}] {code} = {{ ru = "…", en = "…" }}'


def keys_in(value: Any) -> Iterator[str]:
    """The names of fields within a value."""
    if isinstance(value, Mapping):
        yield from value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            yield from keys_in(part)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value

"""What the arguments of moves are, so that a hand asks for each as what it is: `ASKS` of a table names them.

ASKS = {"play": (card, seat, card)}
"""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import Any

from rulebook.wording import sentences
from simulator.engine.game import Move
from simulator.engine.rules import Rules
from web.refusal import Refusal


class Ask(StrEnum):
    """A kind of argument: a code of a card, the number of a seat, a number, a word of the engine."""

    CARD = "card"
    SEAT = "seat"
    NUMBER = "number"
    WORD = "word"


card, seat, number, word = Ask.CARD, Ask.SEAT, Ask.NUMBER, Ask.WORD
Asks = Mapping[str, Sequence[Ask]]
Begun = tuple[str, tuple[Any, ...]]  # a verb and the first of its arguments


FORMATS: Mapping[Ask, sentences.Format] = {
    Ask.CARD: sentences.say_card,
    Ask.SEAT: sentences.say_seat,
    Ask.NUMBER: sentences.say_plainly,
    Ask.WORD: sentences.say_plainly,
}


def kind_of(asks: Asks, cards: Collection[str], move: Move, place: int) -> Ask | None:
    """What an argument of a move is: as declared; of a verb that nobody declared a card, if it is the code of
    one. None for what only the sentence of the whole move tells, and where the move has no such argument.
    """
    if place >= len(move.args):
        return None
    if move.verb in asks:
        declared = asks[move.verb]
        return declared[place] if place < len(declared) else None
    arg = move.args[place]
    return Ask.CARD if isinstance(arg, str) and arg in cards else None


def formats_of(asks: Asks, verb: str) -> Mapping[str, sentences.Format]:
    """How the sentence of a move says its arguments, which it has by their places from 1."""
    return {str(place): FORMATS[kind] for place, kind in enumerate(asks.get(verb, ()), start=1)}


def in_vain(
    engine: Rules[Any, Any], asks: Asks, state: Any, at: int, codes: Collection[str], legal: Collection[Move]
) -> dict[str, tuple[Move, Refusal]]:
    """What answers whoever presses a card that no legal move begins with: the first candidate that begins so,
    else the bare card, with why it is refused. The engine's `check` alone says so.
    """
    idle = [code for code in codes if not any(move.args[:1] == (code,) for move in legal)]
    if not idle:
        return {}
    tried: dict[Any, Move] = {}
    for move in engine.candidates(state, at):
        if move.args:
            tried.setdefault(move.args[0], move)
    verb = _verb_of_cards(asks, (*legal, *tried.values()), codes)
    asked = {code: tried.get(code, Move(verb, (code,))) for code in idle}
    refusals = {code: engine.check(state, at, move) for code, move in asked.items()}
    return {code: (asked[code], why) for code, why in refusals.items() if why is not None}


def barred(
    engine: Rules[Any, Any], asks: Asks, state: Any, at: int, legal: Collection[Move]
) -> dict[Begun, Move]:
    """Who can't be named where others can: by what such a move begins with, up to the person, the first
    candidate that begins so, which tells why. What `check` has no reason for nobody would try.
    """
    begun = {(move.verb, move.args[:n]) for move in legal for n in range(len(move.args) + 1)}
    tried: dict[Begun, Move] = {}
    for move in engine.candidates(state, at):
        for n, (kind, _) in enumerate(zip(asks.get(move.verb, ()), move.args, strict=False)):
            before, named = (move.verb, move.args[:n]), (move.verb, move.args[: n + 1])
            if kind is Ask.SEAT and before in begun and named not in begun:
                tried.setdefault(named, move)
    refusals = {named: engine.check(state, at, move) for named, move in tried.items()}
    return {named: tried[named] for named, why in refusals.items() if why and why.code != "bad_move"}


def _verb_of_cards(asks: Asks, moves: Collection[Move], codes: Collection[str]) -> str:
    """The verb that a bare card is tried with: one that begins with a card, else the first there is."""
    tried = (move.verb for move in moves if move.args and move.args[0] in codes)
    declared = (verb for verb, kinds in asks.items() if kinds[:1] == (Ask.CARD,))
    return next(chain(tried, declared, (move.verb for move in moves)), "")

"""A fan over the legal moves: a hand that asks step by step, card → person → third argument. Pure.

Whatever has but one answer left isn't asked: the sentence of the move tells it. What nothing declares is told
by the sentences of whole moves.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from rulebook.content.entries import GameContent
from rulebook.wording.sentences import WORDS
from simulator.engine.game import Move
from simulator.table.asks import FORMATS, Ask, Asks, Begun, kind_of

HUES = 6  # colours of people in the order of their seats: `css/table.css` has them by number, from 1
VERB = "verb"  # of a step that asks what is done with a card


class FanOption(NamedTuple):
    """An answer: `face` a card's code, `hue` a person's colour, where it is one; then the `move`
    that it completes, with its sentence as `words`, or the number of the step that it leads to. Of a person
    who can't be named `refused` is the move that tells why.
    """

    name: str
    face: str = ""
    hue: int = 0
    move: str = ""
    words: str = ""
    leads: int = 0
    refused: str = ""


class FanStep(NamedTuple):
    """A question, by its number from 1: what `kind` it asks for, how the sentences of its moves begin."""

    number: int
    kind: str
    title: str
    options: tuple[FanOption, ...]


class FanCard(NamedTuple):
    """A card of the hand: `option` is what a tap on it begins, None where no move begins with it; then
    `refused` is the move that tells why, empty while nothing is to be chosen.
    """

    name: str
    code: str | None
    option: FanOption | None
    refused: str


class Fan(NamedTuple):
    """`roots` are questions besides those of the hand, `steps` what comes of an answer, `beside` the moves
    that are a button each, as text and sentence.
    """

    hand: tuple[FanCard, ...]
    roots: tuple[FanStep, ...]
    steps: tuple[FanStep, ...]
    beside: tuple[tuple[str, str], ...]

    @property
    def kind(self) -> str:
        """What is asked for first."""
        return self.roots[0].kind if self.roots else str(Ask.CARD)

    @property
    def asks(self) -> bool:
        """Whether anything is chosen before it is played."""
        return bool(self.roots) or any(held.option for held in self.hand)


Said = Mapping[Move, str]
Refused = Mapping[str | Begun, Move]


def fan(
    content: GameContent,
    asks: Asks,
    hand: Sequence[Any],
    words: Said,
    refused: Refused,
    lang: str,
    names: Sequence[str],
) -> Fan:
    """`words` are the legal moves with their sentences, `refused` what the other cards of the hand try,
    and who names somebody that can't be named.
    """
    return _Fan(content, asks, lang, names, refused).made(hand, words)


def hue_of(at: int) -> int:
    """The colour of a seat."""
    return at % HUES + 1


def beginning(sentences: Sequence[str]) -> str:
    """The words that all sentences begin with: what is done with whichever card; none for a single one."""
    if len(sentences) < 2:
        return ""
    same = takewhile(lambda words: len(set(words)) == 1, zip(*map(str.split, sentences), strict=False))
    return " ".join(words[0] for words in same).rstrip(" :,→—")


class _Fan:
    def __init__(self, content: GameContent, asks: Asks, lang: str, names: Sequence[str], refused: Refused):
        self.content, self.asks, self.lang, self.names = content, asks, lang, names
        self.refused = refused
        self.steps: list[FanStep] = []
        self.begun: dict[tuple[Any, Ask], FanOption] = {}
        orders = (content.card_by_code, content.words.get(WORDS, {}))
        self.order = {code: at for known in orders for at, code in enumerate(known)}

    def made(self, hand: Sequence[Any], words: Said) -> Fan:
        begun = [(code, self._beginning_with(code, words)) for code in hand]
        held = tuple(self._held(code, moves) for code, moves in begun)
        by_card = {move for _, moves in begun for move in moves}
        rest = {move: text for move, text in words.items() if move not in by_card}
        roots, beside = [], []
        for moves in self._by_verb(rest).values():
            step = self._asked(moves, 0) if len(moves) > 1 and self._kind(moves, 0) else None
            if step:
                roots.append(step)
            else:
                beside += [(str(move), text) for move, text in moves.items()]
        deeper = tuple(step for step in self.steps if step not in roots)
        return Fan(held, tuple(roots), deeper, tuple(beside))

    def _beginning_with(self, code: Any, words: Said) -> Said:
        return {
            move: text
            for move, text in words.items()
            if move.args[:1] == (code,) and self._kind_at(move, 0) is not Ask.SEAT
        }

    def _held(self, code: Any, moves: Said) -> FanCard:
        key = (code, self._kind(moves, 0) or Ask.CARD)
        if moves and key not in self.begun:  # two of a kind ask the same
            self.begun[key] = self._option(key[1], code, moves, 1)
        face = code if isinstance(code, str) and code in self.content.card_by_code else None
        why = "" if moves else next((str(move) for each, move in self.refused.items() if each == code), "")
        return FanCard(self._name(Ask.CARD, code), face, self.begun.get(key) if moves else None, why)

    def _option(self, kind: Ask, arg: Any, moves: Said, place: int) -> FanOption:
        """An answer, and what is still to be asked once it is given."""
        face = arg if kind is Ask.CARD and arg in self.content.card_by_code else ""
        hue = hue_of(arg) if kind is Ask.SEAT else 0
        option = FanOption(self._name(kind, arg), face, hue)
        if len(moves) == 1:
            ((move, text),) = moves.items()
            return option._replace(move=str(move), words=text)
        verbs = self._by_verb(moves)
        step = self._asked(moves, place) if len(verbs) == 1 else self._verb_asked(moves, verbs, place)
        return option._replace(leads=step.number)

    def _asked(self, moves: Said, place: int) -> FanStep:
        """Which argument is asked for at a place, or at the next where answers differ; what is no argument to
        be asked for is a sentence beside.
        """
        by_arg: dict[Any, dict[Move, str]] = {}
        told = {}
        for move, text in moves.items():
            if self._kind_at(move, place) is None:
                told[move] = text
            else:
                by_arg.setdefault(move.args[place], {})[move] = text
        kind = self._kind(moves, place)
        if len(by_arg) == 1 and not told:
            return self._asked(moves, place + 1)
        step = self._placed(kind or VERB, beginning(tuple(moves.values())))
        barred = self._barred(moves, place) if kind is Ask.SEAT else {}
        options = [
            self._option(kind, arg, by_arg[arg], place + 1) if arg in by_arg else barred[arg]
            for arg in sorted({**by_arg, **barred}, key=self._rank)
            if kind is not None
        ]
        return self._filled(step, [*options, *map(_told, told, told.values())])

    def _barred(self, moves: Said, place: int) -> dict[int, FanOption]:
        """Who can't be named where these moves name somebody."""
        begun = {(move.verb, move.args[:place]) for move in moves}
        return {
            key[1][place]: FanOption(
                self._name(Ask.SEAT, key[1][place]), hue=hue_of(key[1][place]), refused=str(move)
            )
            for key, move in self.refused.items()
            if isinstance(key, tuple) and len(key[1]) == place + 1 and (key[0], key[1][:place]) in begun
        }

    def _verb_asked(self, moves: Said, verbs: Mapping[str, Said], place: int) -> FanStep:
        """What is done with a card: by the words that the sentences of a verb begin with, where these differ;
        else by all sentences.
        """
        step = self._placed(VERB, beginning(tuple(moves.values())))
        titles = [beginning(tuple(each.values())) for each in verbs.values() if len(each) > 1]
        if "" in titles or len(set(titles)) < len(titles):
            return self._filled(step, list(map(_told, moves, moves.values())))
        options = [
            FanOption(beginning(tuple(each.values())), leads=self._asked(each, place).number)
            if len(each) > 1
            else _told(*next(iter(each.items())))
            for each in verbs.values()
        ]
        return self._filled(step, options)

    def _placed(self, kind: str, title: str) -> FanStep:
        """A step with its number, which those that come of it follow."""
        step = FanStep(len(self.steps) + 1, kind, title, ())
        self.steps.append(step)
        return step

    def _filled(self, step: FanStep, options: Sequence[FanOption]) -> FanStep:
        self.steps[step.number - 1] = filled = step._replace(options=tuple(options))
        return filled

    def _by_verb(self, moves: Said) -> dict[str, dict[Move, str]]:
        """In the order of the declaration, then as they come."""
        verbs = dict.fromkeys((*self.asks, *(move.verb for move in moves)))
        sorted_out: dict[str, dict[Move, str]] = {verb: {} for verb in verbs}
        for move, text in moves.items():
            sorted_out[move.verb][move] = text
        return {verb: found for verb, found in sorted_out.items() if found}

    def _kind_at(self, move: Move, place: int) -> Ask | None:
        return kind_of(self.asks, self.content.card_by_code, move, place)

    def _kind(self, moves: Said, place: int) -> Ask | None:
        return next((kind for move in moves if (kind := self._kind_at(move, place))), None)

    def _rank(self, arg: Any) -> tuple[int, Any]:
        """Cards and words as the content has them, numbers and seats by themselves, else by the letters."""
        if isinstance(arg, int):
            return 0, arg
        return (0, self.order[arg]) if arg in self.order else (1, str(arg))

    def _name(self, kind: Ask, arg: Any) -> str:
        return FORMATS[kind](self.content, arg, "", self.lang, self.names)


def _told(move: Move, text: str) -> FanOption:
    """A move that is told by its sentence alone."""
    return FanOption(text, move=str(move), words=text)

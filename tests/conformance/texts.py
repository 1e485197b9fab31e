"""Texts that somebody might send as a move: nearly right, of another game, cut, shuffled, no words at all."""

import json
from collections.abc import Iterator, Sequence, Set
from typing import Any

from simulator.engine.chance import Rng, substream
from simulator.engine.game import Seat
from simulator.engine.rules import Rules
from simulator.game import engine_of
from tests.conformance.faults import MISTAKES, first_line
from tests.conformance.judged import played as cases_played
from tests.conformance.tables import Ply, Table, play

Engine = Rules[Any, Any]
POSITIONS_EACH = 24  # of a game, besides those that are worth a long look
STRANGE = (
    *(
        "0",
        "1",
        "2",
        "3",
        "-1",
        "9999",
        "1.0",
        "1e9",
        "\u0662",
        "²",
        "½",
        "Ω",
        "ё",
        "İ",
        "ß",
        "🎲",
        "e\u0301",
    ),
    *("\ud800", "\x00", "None", "True", "[]", "{}", "@", ":", ";", ",", "=", "<", "none", "NONE"),
)
SPACES = ("", " ", "  ", "\t", "\n", "\u00a0", "\u2028", "\u3000", "\r\n")
LONG = 3000  # letters, and more


class Vocabulary:
    """The verbs of moves with the words that follow them, and all those words together."""

    def __init__(self, moves: Set[str]):
        self.places: dict[str, list[list[str]]] = {}
        for verb, *words in (move.split() for move in sorted(moves)):
            places = self.places.setdefault(verb, [])
            places += [[] for _ in words[len(places) :]]
            for place, word in zip(places, words, strict=False):
                place.append(word)
        self.words = sorted({word for move in moves for word in move.split()})


def moves_in(plies: Sequence[Ply]) -> set[str]:
    """Every legal move of these positions, as a text."""
    return {str(move) for ply in plies for legal in ply.legal.values() for move in legal}


class Texts:
    """An endless stream of texts, made of the words of legal moves and of words that are out of place."""

    def __init__(self, rng: Rng, vocabulary: Vocabulary, foreign: Sequence[str]):
        self.rng, self.vocabulary = rng, vocabulary
        self.verbs = sorted(vocabulary.places)
        self.out_of_place = (*foreign, *STRANGE)
        self.makers = (*[self.plausible] * 5, *[self.mutated] * 3, self.jumbled, self.nonsense)

    def next(self, legal: Sequence[str]) -> str:
        """A text for a position with these legal moves."""
        return self.rng.choice(self.makers)(legal)

    def word(self) -> str:
        return self.rng.choice(self.vocabulary.words if self.rng.below(3) else self.out_of_place)

    def plausible(self, legal: Sequence[str]) -> str:
        """A move that could be legal somewhere, most often of a kind that is asked for here."""
        verb = (
            self.rng.choice(legal).split()[0] if legal and self.rng.below(3) else self.rng.choice(self.verbs)
        )
        words = [self.rng.choice(place) for place in self.vocabulary.places[verb]]
        words = words[: len(words) - (self.rng.below(4) == 0)]
        return " ".join((verb, *(word if self.rng.below(6) else self.word() for word in words)))

    def mutated(self, legal: Sequence[str]) -> str:
        """A legal move, one or two things wrong with it."""
        words = self.rng.choice(legal).split() if legal else [self.word()]
        for _ in range(1 + self.rng.below(2)):
            self.rng.choice((self.replace, self.insert, self.drop, self.twice, self.shuffle, self.spoil))(
                words
            )
        return " ".join(words)

    def replace(self, words: list[str]) -> None:
        """Rather a word of the game after the verb than the verb."""
        if words:
            words[max(self.rng.below(len(words)), min(self.rng.below(3), len(words) - 1))] = self.word()

    def insert(self, words: list[str]) -> None:
        words.insert(self.rng.below(len(words) + 1), self.word())

    def drop(self, words: list[str]) -> None:
        if words:
            del words[self.rng.below(len(words))]

    def twice(self, words: list[str]) -> None:
        words.append(self.rng.choice(words) if words else "")

    def shuffle(self, words: list[str]) -> None:
        self.rng.shuffle(words)

    def spoil(self, words: list[str]) -> None:
        """A letter too few, too many, or in another case."""
        if words:
            n = self.rng.below(len(words))
            word, at = words[n], self.rng.below(len(words[n]) + 1)
            words[n] = self.rng.choice(
                (word[:at], word[at:], word + word, word.upper(), word[:at] + "_" + word[at:])
            )

    def jumbled(self, legal: Sequence[str]) -> str:
        """Words of the game and others, in any order."""
        return self.rng.choice(SPACES[1:]).join(self.word() for _ in range(self.rng.below(6)))

    def nonsense(self, legal: Sequence[str]) -> str:
        """Letters of all the world, nothing at all, or far too much."""
        if self.rng.below(20) == 0:
            return (self.word() + self.rng.choice(SPACES)) * (LONG // 4)
        letters = (chr(self.rng.below(0x11_0000)) for _ in range(self.rng.below(30)))
        return "".join(letters) + self.rng.choice(SPACES)


class Fault(AssertionError):
    """A text that an engine broke at."""


def positions(game_id: str, games: int, tables: Sequence[Table]) -> list[Ply]:
    """Positions of so many random games of each of these tables, everywhere in them, and those of cases,
    where rare questions are asked.
    """
    found = []
    for place, table in enumerate(table for table in tables if table.game_id == game_id):
        for n in range(place, place + games):
            seed = substream(71, n, table.seats)
            played, rng = play(table, seed, ("curious", "uniform", "biased")[n % 3]), Rng(seed)
            telling = {id(state) for state in played.telling}
            found += [ply for ply in played.plies if id(ply.step.state) in telling]
            found += [rng.choice(played.plies) for _ in range(POSITIONS_EACH)]
    return [*found, *positions_of_cases(game_id)]


def words_of_cases(game_id: str) -> list[str]:
    """The words that moves in the cases of a game are made of."""
    rows = {row.partition(": ")[2] for case, _ in cases_played(game_id) for row in case.moves}
    return Vocabulary(rows - {""}).words


def positions_of_cases(game_id: str) -> list[Ply]:
    """Each position before the last move of a case."""
    game, found = engine_of(game_id), []
    for case, outcome in cases_played(game_id):
        for step in outcome.played.steps[-2:-1] if case.moves else ():
            legal = {seat: game.legal_moves(step.state, seat) for seat in game.to_act(step.state)}
            found.append(Ply(None, None, step, legal))
    return found


def ask(game: Engine, ply: Ply, seat: Seat, text: str) -> Any:
    """Reads a text and checks what it means: the refusal, or None. Raises Fault for whatever else happens."""
    state = ply.step.state
    try:
        move = game.parse(state, seat, text)
        refusal = game.check(state, seat, move)
        if refusal is None:
            assert move in ply.legal.get(seat, []), "it is allowed, yet not among the legal moves"
            assert game.parse(state, seat, str(move)) == move, "its own text means another move"
    except MISTAKES as error:
        raise Fault(first_line(error)) from error
    return refusal


def fuzz_texts(
    game: Engine, plies: Sequence[Ply], foreign: Sequence[str], n: int, seed: int
) -> Iterator[Any]:
    """Asks `n` texts, spread over the positions; yields every refusal with its position. Raises Fault."""
    rng = Rng(seed)
    texts = Texts(rng, Vocabulary(moves_in(plies)), foreign)
    for place in range(n):
        ply = plies[place % len(plies)]
        seat = rng.choice(sorted(ply.legal)) if ply.legal and rng.below(8) else rng.below(8) - 1
        text = texts.next([str(move) for move in ply.legal.get(seat, [])])
        try:
            yield ask(game, ply, seat, text)
        except Fault as fault:
            raise Fault(as_case(game, ply, seat, smallest(game, ply, seat, text), str(fault))) from fault


def smallest(game: Engine, ply: Ply, seat: Seat, text: str) -> str:
    """As few words and letters of a text as break the engine still."""
    cuts = [text[:n] + text[n + 1 :] for n in range(min(len(text), 200))] + [text[: len(text) // 2]]
    for cut in cuts:
        if len(cut) < len(text) and breaks(game, ply, seat, cut):
            return smallest(game, ply, seat, cut)
    return text


def breaks(game: Engine, ply: Ply, seat: Seat, text: str) -> bool:
    try:
        ask(game, ply, seat, text)
    except Fault:
        return True
    return False


def as_case(game: Engine, ply: Ply, seat: Seat, text: str, message: str) -> str:
    """What broke as a case to paste into tests/cases."""
    case = {
        "game": game.id,
        "id": "found-by-fuzzing",
        "position": game.encode(ply.step.state),
        "moves": [f"{seat + 1}: {text}"],
        "expect": {"refusal": "any"},
    }
    return f"\n{message}\nseat {seat}, text {text!r}\n\n{json.dumps(case, ensure_ascii=True)}\n"

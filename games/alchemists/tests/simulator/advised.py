"""Questions of whole games with their hints, for tests of advice and of its reasons."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from simulator.engine.chance import substream
from simulator.engine.game import Hint, Move, Proposition
from simulator.game import engine_of

GAME = engine_of("alchemists")
BOTS = ("sensible", "greedy", "wild", "random")


class Question(NamedTuple):
    """A choice of a game: the position, whose it is, the move that was made; `hint` has its reasons."""

    state: Any
    seat: int
    move: Move

    @property
    def view(self) -> Any:
        return GAME.view(self.state, self.seat)

    @property
    def area(self) -> str:
        return str(getattr(self.state.agenda[-1], "area", ""))

    @property
    def kind(self) -> str:
        return type(self.state.agenda[-1]).__name__


class Advised(NamedTuple):
    question: Question
    hint: Hint
    said: dict[Move, tuple[Proposition, ...]]


@cache
def course(config: str, players: int, seed: int, bots: tuple[str, ...] = BOTS) -> tuple[Question, ...]:
    """All choices of a game between bots, the last of those that choose at once first."""
    return tuple(played(config, players, seed, bots))


def played(config: str, players: int, seed: int, bots: tuple[str, ...]) -> Iterator[Question]:
    options = dict(GAME.configs[config].options)
    state, ply = GAME.new_game({"players": players, "options": options}, seed).state, 0
    while acting := GAME.to_act(state):
        seat = max(acting)
        legal = GAME.legal_moves(state, seat)
        bot = GAME.bots[bots[(seat + seed) % len(bots)]]
        move = bot(GAME.view(state, seat), legal, substream(seed, ply))
        yield Question(state, seat, move)
        state, ply = GAME.apply(state, seat, move).state, ply + 1


def advised(question: Question) -> Advised:
    view = question.view
    hint = GAME.hint(view, 1, 0)
    return Advised(question, hint, dict(GAME.propositions(view, hint)))


@cache
def some_of(every: int) -> tuple[Advised, ...]:
    """Choices of three games, of all levels and by all bots, one of `every`."""
    tables = (("standard", 3, 5), ("master", 2, 6), ("mixed", 3, 7))
    return tuple(
        advised(question)
        for config, players, seed in tables
        for ply, question in enumerate(course(config, players, seed))
        if ply % every == 0 and len(GAME.legal_moves(question.state, question.seat)) > 1
    )

"""Whether what is said of the moves of any game is so in a world: counted anew, each sentence by itself.

It imports nothing of what made the sentences. It is there to catch them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from simulator.engine.game import Move, Playable, Proposition, Result, Seat
from web.refusal import Params


def holds(game: Playable, world: Any, seat: Seat, move: Move, said: Proposition) -> bool:
    """Raises KeyError for what is said by no game but its own."""
    return SENTENCES[said.code](game, world, game.apply(world, seat, move).state, seat, said.params)


Sentence = Callable[[Playable, Any, Any, Seat, Params], bool]


def _end(is_so: Callable[[Result, Seat], bool]) -> Sentence:
    def found(game: Playable, before: Any, after: Any, seat: Seat, params: Params) -> bool:
        result = game.result(after)
        return result is not None and is_so(result, seat)

    return found


def _points(sign: int) -> Sentence:
    """That a seat, whoever moves where none is named, has so many points more, or fewer."""

    def found(game: Playable, before: Any, after: Any, seat: Seat, params: Params) -> bool:
        place = params.get("seat", seat)
        points: int = params["n"]
        return game.scores(before)[place] + sign * points == game.scores(after)[place]

    return found


def _moves_again(game: Playable, before: Any, after: Any, seat: Seat, params: Params) -> bool:
    return set(game.to_act(after)) == {seat}


def _lets_win(game: Playable, before: Any, after: Any, seat: Seat, params: Params) -> bool:
    other = params["seat"]
    found = [game.result(game.apply(after, other, move).state) for move in _answers(game, after, seat, other)]
    return any(result and set(result.winners) == {other} for result in found)


def _lets_score(game: Playable, before: Any, after: Any, seat: Seat, params: Params) -> bool:
    other, goal = params["seat"], game.scores(after)[params["seat"]] + params["n"]
    reached = {
        game.scores(game.apply(after, other, move).state)[other]
        for move in _answers(game, after, seat, other)
    }
    return bool(reached) and max(reached) == goal


def _answers(game: Playable, after: Any, seat: Seat, other: Seat) -> list[Move]:
    is_next = other != seat and set(game.to_act(after)) == {other}
    return game.legal_moves(after, other) if is_next else []


SENTENCES: Mapping[str, Sentence] = {
    "wins_now": _end(lambda result, seat: set(result.winners) == {seat}),
    "shares_win_now": _end(lambda result, seat: seat in result.winners and len(result.winners) > 1),
    "loses_now": _end(lambda result, seat: seat not in result.winners),
    "scores_now": _points(1),
    "gives_now": _points(1),
    "pays_now": _points(-1),
    "takes_now": _points(-1),
    "moves_again": _moves_again,
    "lets_win": _lets_win,
    "lets_score": _lets_score,
}

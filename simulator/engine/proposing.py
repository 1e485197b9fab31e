"""What can be said of the moves of any game, by `apply` alone: what comes in each of some sampled worlds.

A game that knows more says it in words of its own, and none of this.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from simulator.engine.chance import substream
from simulator.engine.game import Move, Playable, Proposition, Seat
from simulator.engine.reasons import Propositions

WORLDS = 24  # what comes half of the time comes in all of them once in sixteen million hints
# By whose points they are, the mover's own or not, and whether they get more.
POINTS = {
    (True, True): "scores_now",
    (True, False): "pays_now",
    (False, True): "gives_now",
    (False, False): "takes_now",
}
# Moves that are made for what is said at one look: half a second, if one takes 0.1 ms. Where that wouldn't be
# enough nobody's answer is looked at, and with more than 208 moves nothing: what is said holds in all worlds.
MOST_MADE = 5000


def propositions(game: Playable, view: Any, seed: int) -> Propositions:
    """What is so of each legal move of the seat of a view, the weightiest first."""
    seat: Seat | None = getattr(view, "seat", None)
    worlds = [game.world(view, substream(seed, n)) for n in range(WORLDS)]
    if seat is None or worlds[0] is None:
        return {}
    moves = game.legal_moves(worlds[0], seat)
    if WORLDS * len(moves) > MOST_MADE:
        return {}
    answered = WORLDS * (len(moves) + _answers(game, worlds[0], seat, moves)) <= MOST_MADE
    return {move: _in_all(game, worlds, seat, move, answered) for move in moves}


def _answers(game: Playable, world: Any, seat: Seat, moves: Sequence[Move]) -> int:
    """How many answers to the moves there are in a world."""
    ends = [game.apply(world, seat, move).state for move in moves]
    acting = [(end, other) for end in ends if (other := _next(game, end, seat)) is not None]
    return sum(len(game.legal_moves(end, other)) for end, other in acting)


def _next(game: Playable, after: Any, seat: Seat) -> Seat | None:
    """Who answers a move, if that is one other seat."""
    acting = game.to_act(after)
    return min(acting) if len(acting) == 1 and seat not in acting else None


def _in_all(
    game: Playable, worlds: Sequence[Any], seat: Seat, move: Move, answered: bool
) -> tuple[Proposition, ...]:
    found: list[Proposition] | None = None
    for world in worlds:
        said = list(_said(game, world, seat, move, answered))
        found = said if found is None else [each for each in found if each in said]
        if not found:
            break
    return tuple(found or ())


def _said(game: Playable, world: Any, seat: Seat, move: Move, answered: bool) -> Iterator[Proposition]:
    """What is so in one world; `answered`: also of what may be answered."""
    after = game.apply(world, seat, move).state
    yield from _of_the_end(game, after, seat)
    yield from _of_points(game, world, after, seat)
    other = _next(game, after, seat) if answered else None
    if other is not None:
        yield from _of_answers(game, after, other)
    if game.to_act(after) == {seat}:
        yield Proposition("moves_again", {})


def _of_the_end(game: Playable, after: Any, seat: Seat) -> Iterator[Proposition]:
    result = game.result(after)
    if result is None:
        return
    if seat not in result.winners:
        yield Proposition("loses_now", {}, good=False)
    else:
        yield Proposition("wins_now" if len(result.winners) == 1 else "shares_win_now", {})


def _of_points(game: Playable, world: Any, after: Any, seat: Seat) -> Iterator[Proposition]:
    """Who gets points at once, or loses some; the mover first."""
    by = [now - then for then, now in zip(game.scores(world), game.scores(after), strict=True)]
    for place in sorted(range(len(by)), key=lambda place: place != seat):
        if not by[place]:
            continue
        is_own, is_more = place == seat, by[place] > 0
        params = {"n": abs(by[place])} | ({} if is_own else {"seat": place})
        helps = is_more != game.fewer_is_better
        yield Proposition(POINTS[is_own, is_more], params, good=helps == is_own)


def _of_answers(game: Playable, after: Any, other: Seat) -> Iterator[Proposition]:
    """What whoever is next may do: win, or get points at once."""
    ends = [game.apply(after, other, reply).state for reply in game.legal_moves(after, other)]
    results = [game.result(end) for end in ends]
    if any(result is not None and result.winners == (other,) for result in results):
        yield Proposition("lets_win", {"seat": other}, good=False)
    before = game.scores(after)[other]
    most = max((game.scores(end)[other] - before for end in ends), default=0)
    if most > 0 and not game.fewer_is_better:
        yield Proposition("lets_score", {"seat": other, "n": most}, good=False)

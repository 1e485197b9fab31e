"""Nobody's monster: all the living vote at once and in secret whom it hits (monsters.vote, ruling 103)."""

from typing import NamedTuple

from games.wizwar.simulator.boxes.monsters.engine.creatures import clock, creature, living, numbers
from games.wizwar.simulator.boxes.monsters.engine.marches import hit_refusal, strike
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.moves import is_known, unreadable
from games.wizwar.simulator.engine.places import FIGURES, SEAT_OF
from games.wizwar.simulator.engine.state import NOBODY, State, is_alive
from simulator.engine.game import Move, Seat
from simulator.engine.tuples import replaced
from web.refusal import Refusal

VOTE, NONE, OPEN = "vote", "none", ""


class Vote(NamedTuple):
    """`seat` begins the count, `who` is the monster; `ballots` by seat, OPEN while one isn't cast."""

    seat: int
    who: int
    ballots: tuple[str, ...]


def call_vote(flow: Flow, seat: Seat) -> bool:
    """Once a round, as its creator's turn ends, if there is anybody in its square."""
    for number, one in living(flow.state):
        due = (
            one.owner == NOBODY
            and clock(flow.state, one) == seat
            and not (one.fresh or one.idle or one.blows)
        )
        if due and len(_named(flow.state, number)) > 1:
            flow.change(number, blows=1)
            flow.emit("vote_called", "monsters.vote", monster=one.card)
            flow.push(Vote(seat, number, (OPEN,) * flow.state.players))
            return True
    return False


def _named(state: State, number: int) -> list[str]:
    """What a ballot may say: somebody in its square, or nobody."""
    here = state.wizards[number].at
    near = [FIGURES[n] for n, other in enumerate(state.wizards) if other.at == here and n != number]
    return [NONE, *(text for text in near if hit_refusal(state, number, text) is None)]


def asked(state: State, vote: Vote) -> frozenset[Seat]:
    """The living who haven't voted yet."""
    return frozenset(
        seat for seat, ballot in enumerate(vote.ballots) if ballot == OPEN and is_alive(state, seat)
    )


def check(state: State, vote: Vote, move: Move) -> Refusal | None:
    if move.verb != VOTE:
        return Refusal("must_vote", "monsters.vote") if is_known(move) else unreadable(move)
    if len(move.args) != 1:
        return unreadable(move)
    if move.args[0] in _named(state, vote.who):
        return None
    return Refusal("vote_whom", "monsters.vote", {"target": move.arg})


def moves(state: State, vote: Vote) -> list[Move]:
    return sorted(Move(VOTE, (text,)) for text in _named(state, vote.who))


def do(flow: Flow, vote: Vote, move: Move) -> None:
    """A ballot is cast; nobody hears of it before the last one is."""
    cast = flow.top._replace(ballots=replaced(vote.ballots, vote.seat, move.arg))
    flow.replace_top_frame(cast)
    if not asked(flow.state, cast):
        flow.pop()
        _count(flow, cast)


def _count(flow: Flow, vote: Vote) -> None:
    """More than half of the living must name the same; a tie is no."""
    flow.reveal()
    alive = [seat for seat in range(flow.state.players) if is_alive(flow.state, seat)]
    for seat in alive:
        said = {} if vote.ballots[seat] == NONE else {"target": vote.ballots[seat]}
        flow.emit("voted" if said else "voted_none", "monsters.vote", seat=seat, **said)
    ballots = [vote.ballots[seat] for seat in alive]
    one = creature(flow.state, vote.who)
    for text in sorted({*ballots} - {NONE}):
        if ballots.count(text) * 2 > len(alive):
            strike(flow, vote.who, SEAT_OF[text])
            return
    flow.emit("vote_lost", "monsters.vote", monster=one.card)


def fits(state: State, vote: Vote) -> bool:
    """A living monster of nobody's, and ballots by seat that could have been cast."""
    there = vote.who in numbers(state) and is_alive(state, vote.who)
    return (
        there
        and creature(state, vote.who).owner == NOBODY
        and len(vote.ballots) == state.players
        and {*vote.ballots} <= {OPEN, *_named(state, vote.who)}
    )


def veiled(vote: Vote, seat: Seat | None) -> Vote:
    """As a seat sees it: its own ballot, and nothing of the others, whether they are cast either."""
    own = tuple(ballot if other == seat else OPEN for other, ballot in enumerate(vote.ballots))
    return vote._replace(ballots=own)

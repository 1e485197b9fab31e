"""How lives and treasures decide a game of «Маго-бой»: damage and its halving, victory, elimination, the end.

The one owner of these rules: the engine plays by them, the life tracker is worked out and explained by them.
Seats are 0 … n-1; treasures are numbered 2·owner and 2·owner + 1.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from rulebook.content import reading
from scoring.sheets.lines import PlayerScore, ScoreLine

GAME = reading.load("wizwar")
START_LIFE: int = GAME.constants["start_life"]
TREASURES_EACH: int = GAME.constants["treasures_each"]
TREASURES_TO_WIN: int = GAME.constants["treasures_to_win"]
TEAM_SIZE: int = GAME.constants["team_size"]
TEAM_TREASURES_TO_WIN: int = GAME.constants["team_treasures_to_win"]
DIE: int = GAME.constants["die"]
ABSORB: int = GAME.card_by_id["absorb"].data["points"]  # what one «Поглощение» takes off
STONE = 1  # what a Bloodstone or a Shieldstone takes off
SOUL_FLOOR = 3  # the Soulstone: magic can't bring its owner below this

TEAM_WIN = "teams.win"  # the clause by which a team wins, either way
IN, KILLED, ROBBED = "", "killed", "robbed"  # a player is still in, or why he is out


def succeeds(rolled: int) -> bool:
    """50/50: the upper half of the die (die.half)."""
    return rolled * 2 > DIE


def is_truce(round_: int) -> bool:
    """Nobody attacks in the first round (fight.first_round)."""
    return round_ == 1


def owner_of(treasure: int) -> int:
    """The seat that a treasure belongs to."""
    return treasure // TREASURES_EACH


def half(points: int) -> int:
    """Half of the points, rounded up: 5 -> 3 (counter.half)."""
    return (points + 1) // 2


@lru_cache(maxsize=4096)
def least(points: int, absorbs: int = 0, blunts: int = 0, stones: int = 0) -> int:
    """What is left of the damage in the order of reducers that is best for the victim (counter.half).

    `absorbs` take ABSORB each, `blunts` halve, `stones` take STONE each; the fewest points that can be left.
    """
    if points <= 0:
        return 0
    found = [points]
    if absorbs:
        found.append(least(points - ABSORB, absorbs - 1, blunts, stones))
    if blunts:
        found.append(least(half(points), absorbs, blunts - 1, stones))
    if stones:
        found.append(least(points - STONE, absorbs, blunts, stones - 1))
    return min(found)


def under_soulstone(points: int, life: int) -> int:
    """Magical damage to somebody with a shown Soulstone: it stops at SOUL_FLOOR lives."""
    return min(points, max(0, life - SOUL_FLOOR))


def life_after(life: int, points: int) -> int:
    """Lives after damage, never below 0 (fight.life); there is no upper limit."""
    return max(0, life - points)


def taken(life: int, points: int) -> int:
    """The lives that damage takes, never more than were there (ruling wizwar-149).

    What a Shadowstone and a vampire gain by, and what is told of a wound.
    """
    return life - life_after(life, points)


# --- Whose turn comes ---------------------------------------------------------------------------------------

AWAY, LOST, PLAYS = "away", "lost", "plays"  # how a turn comes to a seat


class Coming(NamedTuple):
    """The turn after another: whose, and how it comes.

    `extra`: by Speed, with `again` more of them to follow; `new_round`: a round begins with it.
    """

    seat: int
    how: str
    again: int = 0
    extra: bool = False
    new_round: bool = False


def coming_turn(seat: int, first: int, outs: Sequence[str], lost: Sequence[int], again: int = 0) -> Coming:
    """A further turn by Speed, else the next one clockwise (turn.order).

    A turn to be lost is the next one, whichever that is (ruling wizwar-150).
    """
    if again and outs[seat] == IN:
        return Coming(seat, LOST if lost[seat] else PLAYS, again - 1, extra=True)
    following = (seat + 1) % len(outs)
    how = AWAY if outs[following] != IN else LOST if lost[following] else PLAYS
    return Coming(following, how, new_round=following == first)


def turns_left(left: int, own: bool) -> int | None:
    """What is left of a lasting spell when a turn begins, is lost or passes somebody who is out: it grows
    shorter by its caster's `own` turns alone (turn.length). 0 has no end; None: it ends now.
    """
    return (left - 1 or None) if left and own else left


# --- Who has won, who is out --------------------------------------------------------------------------------

Rests = Sequence[int | None]  # by treasure: the seat on whose home it rests, None while it lies elsewhere
Teams = Sequence[int]  # by seat, the number of its team; empty where everybody plays for himself


def counting_homes(outs: Sequence[str], rests: Rests) -> tuple[int | None, ...]:
    """The same without the homes of those who are out: they are homes no more (death.home)."""
    return tuple(home if home is not None and outs[home] == IN else None for home in rests)


def at_home(outs: Sequence[str], rests: Rests, side: Sequence[int]) -> int:
    """How many treasures of others rest on homes of these seats that count (goal.treasures, teams.win)."""
    homes = counting_homes(outs, rests)
    return sum(home in side and owner_of(treasure) not in side for treasure, home in enumerate(homes))


def victor(outs: Sequence[str], rests: Rests) -> int | None:
    """The seat on whose home two treasures rest that are not its own (goal.treasures)."""
    for seat, out in enumerate(outs):
        if out == IN and at_home(outs, rests, (seat,)) >= TREASURES_TO_WIN:
            return seat
    return None


def robbed(outs: Sequence[str], rests: Rests, teams: Teams = ()) -> tuple[int, ...]:
    """The seats still in, both of whose treasures rest on homes of others (goal.robbed, teams.out)."""
    homes = counting_homes(outs, rests)
    return tuple(
        seat
        for seat, out in enumerate(outs)
        if out == IN
        and all(
            home is not None and home not in mates(teams, seat)
            for home in homes[seat * TREASURES_EACH : (seat + 1) * TREASURES_EACH]
        )
    )


# --- Teams --------------------------------------------------------------------------------------------------


def may_team_up(players: int) -> bool:
    """Whether so many players make full teams, and more than one (teams.four, teams.six)."""
    return players > TEAM_SIZE and players % TEAM_SIZE == 0


@cache
def teams_of(players: int) -> tuple[int, ...]:
    """Team mates sit opposite each other: 1+3 and 2+4; 1+4, 2+5 and 3+6 (teams.four, teams.six)."""
    return tuple(seat % (players // TEAM_SIZE) for seat in range(players))


@lru_cache(maxsize=64)
def mates(teams: Teams, seat: int) -> tuple[int, ...]:
    """The seats of a team, the seat itself among them."""
    return tuple(other for other, team in enumerate(teams) if team == teams[seat]) if teams else (seat,)


def winning_team(outs: Sequence[str], rests: Rests, teams: Teams) -> tuple[int, ...]:
    """The seats of the team that has three treasures of others at home; none while nobody has."""
    sides = [mates(teams, seat) for seat in range(len(outs))]
    won = (side for side in sides if at_home(outs, rests, side) >= TEAM_TREASURES_TO_WIN)
    return next(won, ())


def with_mates(teams: Teams, seats: Iterable[int]) -> tuple[int, ...]:
    """These seats and all of their teams: whoever died wins or draws with the team (teams.win)."""
    return tuple(sorted({mate for seat in seats for mate in mates(teams, seat)}))


class Verdict(NamedTuple):
    """How a game stands: `outs` with those just eliminated, the `winners`, and which clause says so.

    No winners: it goes on. Several: everybody died at once, a draw.
    """

    outs: tuple[str, ...]
    winners: tuple[int, ...] = ()
    clause: str = ""


def judge(outs: Sequence[str], lives: Sequence[int], rests: Rests, teams: Teams = ()) -> Verdict:
    """Deaths first, then victory by treasure, then elimination, then the last one standing (death.win).

    In teams it is a team that wins, with all its wizards (teams.win).
    """
    now = [KILLED if out == IN and life <= 0 else out for out, life in zip(outs, lives, strict=True)]
    before = with_mates(teams, _living(outs))
    if all(now):
        return Verdict(tuple(now), before, "series.tie")
    winners, clause = _by_treasure(now, rests, teams)
    if winners:
        return Verdict(tuple(now), winners, clause)
    while lost := robbed(now, rests, teams):
        for seat in lost:
            now[seat] = ROBBED
    left = _living(now)
    if not left:
        return Verdict(tuple(now), before, "series.tie")
    if {*left} <= {*mates(teams, left[0])}:
        return Verdict(tuple(now), mates(teams, left[0]), TEAM_WIN if teams else "goal.last")
    return Verdict(tuple(now))


def _living(outs: Sequence[str]) -> tuple[int, ...]:
    return tuple(seat for seat, out in enumerate(outs) if out == IN)


def _by_treasure(outs: Sequence[str], rests: Rests, teams: Teams) -> tuple[tuple[int, ...], str]:
    """(who has won by treasure, which clause says so); nobody while none has."""
    if teams:
        return winning_team(outs, rests, teams), TEAM_WIN
    winner = victor(outs, rests)
    return (() if winner is None else (winner,)), "goal.treasures"


# --- The result, line by line -------------------------------------------------------------------------------

WON = {"goal.treasures": "won_treasures", "goal.last": "won_last", TEAM_WIN: "won_in_team"}
STATE_LINES = {
    IN: ("still_in", "goal.game"),
    KILLED: ("was_killed", "death.out"),
    ROBBED: ("was_robbed", "goal.robbed"),
}


def score(outs: Sequence[str], lives: Sequence[int], verdict: Verdict) -> tuple[PlayerScore, ...]:
    """A point for each winner, none in a draw; each player's line says why."""
    return tuple(_player_score(seat, outs[seat], lives[seat], verdict) for seat in range(len(outs)))


def _player_score(seat: int, out: str, life: int, verdict: Verdict) -> PlayerScore:
    if verdict.clause in WON and seat in verdict.winners:
        return PlayerScore(1, (ScoreLine(WON[verdict.clause], verdict.clause, {"n": life}, 1),))
    code, clause = STATE_LINES[out]
    return PlayerScore(0, (ScoreLine(code, clause, {"n": life}, 0),))

"""What a seat goes by when it chooses: its view, the worlds that its facts leave, and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from games.alchemists.simulator.deduction import advice, odds
from games.alchemists.simulator.deduction.advice.hand import without
from games.alchemists.simulator.deduction.advice.theories import but_for
from games.alchemists.simulator.deduction.data import ALCHEMICALS, COLOURS, INGREDIENTS, RESULTS
from games.alchemists.simulator.deduction.deduction import Pair, bits, possible
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.deduction.odds import Odds
from games.alchemists.simulator.deduction.worlds import Worlds, tables
from games.alchemists.simulator.engine.data import PLACE, ROUNDS
from games.alchemists.simulator.engine.rows import row_of
from games.alchemists.simulator.engine.state import NOTHING, Board, Screen, State, theories
from games.alchemists.simulator.engine.view import OPEN, View, facts_of
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve, make
from simulator.engine.game import Move, Seat, Why

KEPT = 128  # lists of facts whose worlds and experiments a process remembers
KEPT_SALES = 2048  # each of one pair and order
KEPT_SHOWS = 512  # hands for an exhibition
NEVER = -10.0  # points of a move that no judgement would choose
# How much likelier a formula is thought to be if another has published it, or one that differs in one colour,
# than one that differs in more.
BELIEVED, BUT_FOR_ONE = 40, 6
TRUST = {
    token: {
        **dict.fromkeys(ALCHEMICALS, 1),
        **{but_for(token, colour): BUT_FOR_ONE for colour in COLOURS},
        token: BELIEVED,
    }
    for token in ALCHEMICALS
}
BLANK = Screen((), (), ())


class Weighed(NamedTuple):
    """A move, how many points it is thought to be worth, and why."""

    move: Move
    points: float
    why: tuple[Why, ...] = ()


@dataclass(frozen=True)
class BotKnowledge:
    """A view with what follows from it. `state` is the view for the rules' predicates: of what the seat
    doesn't know nothing is in it but how many cards there are. `odds`, of theories: all worlds alike, or by
    what others have published (`trusting`).
    """

    seen: View
    seat: Seat
    own: Screen
    state: State
    facts: tuple[Fact, ...]
    worlds: Worlds
    total: int
    odds: Odds

    @property
    def board(self) -> Board:
        return self.seen.boards[self.seat]

    @property
    def hand(self) -> tuple[str, ...]:
        return self.own.hand

    @property
    def round(self) -> int:
        return self.seen.round

    @property
    def last(self) -> bool:
        return self.seen.round == ROUNDS

    @property
    def theories(self) -> dict[str, str]:
        return theories(self.seen.books)

    def with_facts(self, facts: tuple[Fact, ...]) -> "BotKnowledge":
        """The same with these facts alone."""
        worlds = worlds_of(facts)
        likely = odds.equal(worlds)
        return replace(self, facts=facts, worlds=worlds, total=likely.total, odds=likely)

    def owns(self, artifact: str) -> bool:
        return artifact in self.board.artifacts

    def left_in(self, area: str) -> int:
        """Own actions of an area that are planned and not over, the open one included."""
        row = row_of(self.state, self.seat, PLACE[area])
        return row.actions - row.over if row else 0

    def counts(self, pair: Pair) -> tuple[int, ...]:
        """In how many worlds a pair makes each potion, the most first, none that it can't."""
        found = [(self.worlds & tables().made[pair][result]).bit_count() for result in RESULTS]
        return tuple(sorted(filter(None, found), reverse=True))


class Planner:
    """A seat's knowledge before it plans: the same for all questions of one plan, as it is cached by."""

    def __init__(self, known: BotKnowledge):
        self.known, self.seen = known, evolve(known.seen, agenda=())

    def __hash__(self) -> int:
        return hash((self.seen.round, self.seen.seat, self.seen.at, self.seen.mixes, self.known.own.hand))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Planner)
            and self.seen == other.seen
            and self.known.odds == other.known.odds
            and self.known.facts == other.known.facts
        )


def known_of(seen: View) -> BotKnowledge:
    """All that the seat of a view knows; there must be one."""
    assert seen.seat is not None
    assert seen.own is not None
    facts = facts_of(seen)
    worlds = worlds_of(facts)
    likely = odds.equal(worlds)
    return BotKnowledge(seen, seen.seat, seen.own, stand_in(seen), facts, worlds, likely.total, likely)


def trusting(known: BotKnowledge) -> BotKnowledge:
    """The same, and that others seldom publish what they don't believe."""
    trusts = {
        name: TRUST[book.token]
        for name, book in zip(INGREDIENTS, known.seen.books, strict=True)
        if book.token and any(seat != known.seat for seat in book.seats)
    }
    return replace(known, odds=odds.believed(known.worlds, trusts)) if trusts else known


def stand_in(seen: View) -> State:
    """A state for the rules' predicates: they read what lies open and the seat's own screen."""
    fields = {name: seen.__dict__[name] for name in OPEN}
    fields["screens"] = tuple(
        seen.own if seen.own and seat == seen.seat else BLANK for seat in range(seen.players)
    )
    fields |= {
        "chance": Chance(0),
        "truth": (),
        "deck": (NOTHING,) * seen.deck_size,
        "favours": (NOTHING,) * seen.favours_size,
        "adventurers": seen.adventurers,
    }
    return make(State, {**fields})


@lru_cache(maxsize=KEPT)
def worlds_of(facts: tuple[Fact, ...]) -> Worlds:
    return possible(facts)


@lru_cache(maxsize=KEPT)
def bits_of(facts: tuple[Fact, ...]) -> dict[Pair, float]:
    """What mixing each pair would tell."""
    return {gain.pair: gain.bits for gain in advice.gains(worlds_of(facts))}


@lru_cache(maxsize=KEPT)
def experiments_of(facts: tuple[Fact, ...], hand: tuple[str, ...]) -> dict[Pair, advice.Experiment]:
    """Every experiment that a hand allows, with the best one after it."""
    return {each.pair: each for each in advice.experiments(worlds_of(facts), hand)}


@lru_cache(maxsize=KEPT_SHOWS)
def exhibition_of(
    facts: tuple[Fact, ...],
    hand: tuple[str, ...],
    attempts: int,
    others: tuple[str, ...],
    done: tuple[str, ...],
) -> advice.ExhibitionPlan:
    """The best that can be shown."""
    return advice.exhibition(worlds_of(facts), hand, attempts, others, done)


@lru_cache(maxsize=KEPT_SALES)
def sales_of(
    facts: tuple[Fact, ...], pair: Pair, wanted: str, reputation: int, discount: int
) -> tuple[tuple[advice.SaleAdvice, float], ...]:
    """Every guarantee for an order from a pair, with what the level that is shown tells."""
    found = advice.sales(worlds_of(facts), pair, (wanted,), reputation, discount)
    return tuple((sale, bits(list(sale.levels.values()))) for sale in found)


def rest_of(hand: Sequence[str], pair: Pair) -> tuple[str, ...]:
    """A hand without one card of each of the two."""
    return tuple(sorted(without(hand, pair) or ()))


def shown_by_others(known: BotKnowledge) -> tuple[str, ...]:
    """The potions of the exhibition whose first success is gone."""
    boards = [board for seat, board in enumerate(known.seen.boards) if seat != known.seat]
    return tuple(sorted({potion for board in boards for potion in board.exhibited}))


def exhibits(known: BotKnowledge, hand: Sequence[str], attempts: int) -> advice.ExhibitionPlan:
    """What a hand would show now in so many attempts."""
    cards = tuple(sorted(hand))
    return exhibition_of(known.facts, cards, attempts, shown_by_others(known), known.board.exhibited)

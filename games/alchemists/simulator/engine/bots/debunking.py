"""Debunking by odds: an apprentice's colour, a master's pair and potion; publishing at once afterwards."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.alchemists.scoring.points import ROBE, SEALS, loss_at
from games.alchemists.simulator.deduction import advice, debunking
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.deduction.odds import Odds
from games.alchemists.simulator.deduction.worlds import tables
from games.alchemists.simulator.engine.bots.known import NEVER, BotKnowledge, Weighed
from games.alchemists.simulator.engine.bots.publishing import ROBE_ADDS, SEAL_LOSS
from games.alchemists.simulator.engine.bots.taste import Taste
from games.alchemists.simulator.engine.options import DEBUNKING, is_master
from games.alchemists.simulator.engine.state import BOOK_AT
from simulator.engine.game import Move, Why

# How many of the rivals' seals on a theory are thought to be insured against the colour that falls.
INSURED = 0.2
FREED = 0.3  # a book and a token that are open again


class Attempt(NamedTuple):
    """A debunk with its worth in points."""

    advice: advice.DebunkAdvice
    points: float


@lru_cache(maxsize=32)
def _found(
    odds: Odds,
    board: tuple[tuple[str, str], ...],
    conflicts: tuple[Pair, ...],
    reputation: int,
    master: bool,
) -> tuple[advice.DebunkAdvice, ...]:
    worlds, count = odds.worlds, odds.count
    if master:
        return tuple(advice.debunks_master(worlds, dict(board), conflicts, reputation, count=count))
    return tuple(advice.debunks_apprentice(worlds, dict(board), reputation, count=count))


def attempts(known: BotKnowledge, taste: Taste) -> list[Attempt]:
    """Every debunk that can touch a theory, the best first."""
    master = is_master(known.seen.options, DEBUNKING, known.seat)
    board = tuple(known.theories.items())
    found = _found(known.odds, board, known.seen.conflicts, known.board.reputation, master)
    weighed = [Attempt(each, _points(known, taste, each)) for each in found]
    return sorted(weighed, key=lambda each: (-round(each.points, 9), each.advice.told))


def _points(known: BotKnowledge, taste: Taste, each: advice.DebunkAdvice) -> float:
    """The expected reputation, what falls on either answer, and what the answer tells oneself."""
    yes = _share_of_yes(known, each)
    points = each.reputation + each.told * taste.bit * taste.plans
    points += ROBE_ADDS * (known.owns(ROBE) and not known.last) * each.success / each.worlds
    for share, outcome in ((yes, each.yes), (1 - yes, each.no)):
        points += share * _fallen(known, taste, outcome)
    return points


def _share_of_yes(known: BotKnowledge, each: advice.DebunkAdvice) -> float:
    """How likely the answer is yes: the pair makes the potion; or the sign of a colour is wrong."""
    if len(each.ingredients) < 2:
        return each.success / each.worlds
    first, second = each.ingredients
    return known.odds.count(known.worlds & tables().made[first, second][each.asked]) / each.worlds


def _fallen(known: BotKnowledge, taste: Taste, outcome: debunking.DebunkOutcome) -> float:
    """Own seals that fall, rivals' seals that fall, books that are open again."""
    points = 0.0
    for ingredient, colour in outcome.falls:
        book = known.seen.books[BOOK_AT[ingredient]]
        for seat in book.seats:
            loss = loss_at(known.seen.boards[seat].reputation, SEAL_LOSS)
            if seat != known.seat:
                points += taste.rival * loss * (1 - INSURED)
            elif SEALS[known.own.placed[BOOK_AT[ingredient]]].data["hedge"] != colour:
                points -= loss - 4 * taste.plans
        points += FREED * taste.plans
    return points


def said(known: BotKnowledge, each: Attempt) -> tuple[Why, ...]:
    found = each.advice
    gain, loss = advice.stakes(known.board.reputation)
    params = {"of": (found.success, found.worlds), "gain": gain, "loss": loss, "points": found.reputation}
    why = [Why("hint_debunk", params)]
    if len(found.ingredients) == 2:
        why.insert(0, Why("hint_debunk_pair", {"pair": found.ingredients, "potion": found.asked}))
    else:
        named = {"ingredient": found.ingredients[0], "colour": found.asked}
        why.insert(0, Why("hint_debunk_colour", named))
    if found.told:
        why.append(Why("hint_debunk_told", {"bits": found.told}))
    return tuple(why)


def weigh_debunk(known: BotKnowledge, taste: Taste, moves: Sequence[Move]) -> Iterator[Weighed]:
    """Of each ingredient and colour, of each pair the best potion, or of one pair each potion."""
    found = attempts(known, taste)
    frame = known.seen.agenda[-1]
    pair = getattr(frame, "pair", None)
    for move in moves:
        if move.verb == "decline":
            continue
        if move.verb == "debunk":
            wanted = [each for each in found if (*each.advice.ingredients, each.advice.asked) == move.args]
        elif move.verb == "test":
            wanted = [each for each in found if each.advice.ingredients == move.args]
        else:
            wanted = [
                each for each in found if (each.advice.ingredients, each.advice.asked) == (pair, move.args[0])
            ]
        yield Weighed(move, wanted[0].points, said(known, wanted[0])) if wanted else Weighed(move, NEVER)

"""What the laboratory warns of and doesn't forbid: the table plays by its own board and may know better.

A caution stands before one action and wants a second word; a notice stands at a tool (ruling 65; clauses
planning.first_round, debunk.when, exhibition.place, exhibition.attempts).
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from games.alchemists.simulator.deduction.data import GAME
from games.alchemists.simulator.deduction.laboratory import ROUNDS, Lab
from scoring.sheets.core import Remark
from web.refusal import NO_PARAMS, Params

# How often a player may exhibit, by the number of players (clause exhibition.attempts).
ATTEMPTS: Mapping[int, int] = {int(n): most for n, most in GAME.constants["exhibit_attempts"].items()}


class Closed(NamedTuple):
    """In which rounds a tool is no part of the game, and the remark that says so."""

    rounds: range
    code: str
    clause: str
    params: Params = NO_PARAMS


FIRST, LAST, BEFORE_LAST = range(1, 2), range(ROUNDS, ROUNDS + 1), range(1, ROUNDS)
# The tools of the bench; «mix» is the student and drinking.
CLOSED: Mapping[str, Closed] = {
    "mix": Closed(LAST, "lab_tests_covered", "exhibition.place"),
    "sell": Closed(FIRST, "lab_area_closed", "planning.first_round", {"card": "area_sell"}),
    "debunk": Closed(FIRST, "lab_area_closed", "debunk.when", {"card": "area_debunk"}),
    "theory": Closed(FIRST, "lab_area_closed", "planning.first_round", {"card": "area_publish"}),
    "exhibit": Closed(BEFORE_LAST, "lab_exhibition_later", "exhibition.place"),
}


def notices(lab: Lab, tool: str, seats: Collection[int]) -> tuple[Remark, ...]:
    """What to tell whoever takes up a tool now on the phone of `seats`; no tool of that name, no notice."""
    return (*_out_of_round(lab, tool), *_out_of_attempts(lab, tool, seats))


def _out_of_round(lab: Lab, tool: str) -> Iterator[Remark]:
    closed = CLOSED.get(tool)
    if closed and lab.round in closed.rounds:
        yield Remark(closed.code, closed.clause, closed.params)


def _out_of_attempts(lab: Lab, tool: str, seats: Collection[int]) -> Iterator[Remark]:
    """Failures count as well: each attempt took a cube."""
    if tool != "exhibit":
        return
    made, most = Counter(e.seat for e in lab.log if e.text.startswith("exhibit ")), ATTEMPTS[lab.players]
    for seat in sorted(seats):
        if made[seat] >= most:
            params = {"seat": seat, "n": made[seat], "max": most}
            yield Remark("lab_attempts_made", "exhibition.attempts", params)


def caution(lab: Lab, text: str) -> Remark | None:
    """What wants a second word before an action that `check` lets through; it tells nothing of the secret.

    An apprentice's debunk shows a sign to all, even where there is nothing to debunk (debunk.published).
    """
    match text.split():
        case ["debunk", ingredient, _] if ingredient not in lab.theories:
            return Remark("lab_unpublished", "debunk.published", {"ingredient": ingredient})
    return None

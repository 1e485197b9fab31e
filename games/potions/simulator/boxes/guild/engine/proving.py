"""Whether what is said of Sequences is so in a world."""

from collections.abc import Mapping

from games.potions.simulator.boxes.guild.engine.columns import Row, cards_of, rows_of
from games.potions.simulator.engine.data import CARD, ID
from games.potions.simulator.engine.proving_phases import unknown
from games.potions.simulator.engine.rules import legal_moves
from games.potions.simulator.engine.state import State
from games.potions.simulator.engine.trying import Proof, TriedEnd, TriedMove, by_name, in_turn
from simulator.engine.game import Move, Seat
from web.refusal import Params

LAID = ("stage_from_hand", "stage_own", "stage_other", "stage_own_column", "stage_other_column")


def waits(state: State, seat: Seat, column: int) -> tuple[str, int]:
    """The id of the card that a column of a seat waits for, and its points."""
    row: Row = rows_of(state)[seat]
    printed = next(each for each in cards_of(state.course) if each.id == row.card).columns[column - 1]
    place = len(row.columns[column - 1])
    return (printed.stages[place], printed.points[place]) if place < len(printed.stages) else ("", 0)


def can_lay(state: State, seat: Seat, column: int, *hand: str) -> bool:
    """Whether a seat with these cards could lay the stage that a column waits for."""
    card, _ = waits(state, seat, column)
    return bool(state.agenda) and Move("stage", (card, column)) in legal_moves(
        in_turn(state, seat, *hand), seat
    )


def columns_of(state: State, seat: Seat) -> range:
    return range(1, len(rows_of(state)[seat].columns) + 1)


def laid(case: TriedMove, said: Params) -> bool:
    told = {"seat": case.seat, "column": said["column"], "n": said["n"]}
    return case.always(lambda ending: len(ending.told(*LAID)) == 1 and bool(ending.told(*LAID, **told)))


def shared(case: TriedMove, ending: TriedEnd) -> bool:
    return any(ending.halves(seat) for seat in case.others())


def stage_laid(case: TriedMove, said: Params) -> bool:
    return laid(case, said) and any(shared(case, ending) for ending in case.endings)


def stage_alone(case: TriedMove, said: Params) -> bool:
    return laid(case, said) and not any(shared(case, ending) for ending in case.endings)


def wins(case: TriedMove, ending: TriedEnd) -> bool:
    scores = ending.state.scores
    return scores[case.seat] == max(scores)


def is_end(ending: TriedEnd) -> bool:
    return bool(ending.told("stone_ends")) and not ending.state.agenda


def stone_wins(case: TriedMove, said: Params) -> bool:
    return case.always(lambda ending: is_end(ending) and wins(case, ending))


def stone_late(case: TriedMove, said: Params) -> bool:
    return case.always(lambda ending: is_end(ending) and not wins(case, ending))


def leaves_stage(case: TriedMove, said: Params) -> bool:
    column, hand = said["column"], case.before.hands[case.seat]
    possible = can_lay(case.before, case.seat, column, *hand)
    right = waits(case.before, case.seat, column)[1] == said["n"]
    return possible and right and not case.sometimes(lambda ending: bool(ending.told(*LAID, "stone_laid")))


def parts_with_stage(case: TriedMove, said: Params) -> bool:
    code = said["card"]
    return case.lays(code) and waits(case.before, case.seat, said["column"])[0] == ID[code]


def is_own_stone(case: TriedMove, code: str) -> bool:
    """Whether a Stone ends one of the seat's columns."""
    row: Row = rows_of(case.before)[case.seat]
    printed = next(each for each in cards_of(case.before.course) if each.id == row.card).columns
    return CARD[code].kind == "philosophers_stone" and any(ID[code] == each.stages[-1] for each in printed)


def keeps_stone(case: TriedMove, said: Params) -> bool:
    return case.keeps(said["card"]) and is_own_stone(case, said["card"])


def parts_with_stone(case: TriedMove, said: Params) -> bool:
    return case.lays(said["card"]) and is_own_stone(case, said["card"])


def keeps_stage(case: TriedMove, said: Params) -> bool:
    code, column = said["card"], said["column"]

    def waits_still(state: State) -> bool:
        return waits(state, case.seat, column)[0] == ID[code]

    still = case.always(lambda ending: waits_still(ending.state))
    return case.keeps(code) and waits_still(case.before) and still


def stage_ready(case: TriedMove, said: Params) -> bool:
    column, seat = said["column"], case.seat

    def ready(state: State) -> bool:
        wanted = waits(state, seat, column) == (ID[said["card"]], said["n"])
        return wanted and can_lay(state, seat, column, *state.hands[seat])

    return not ready(case.before) and case.always(lambda ending: ready(ending.state))


def lies_open(state: State, seat: Seat, said: Params) -> bool:
    """Whether a seat could lay a stage for so many points without a card in hand."""
    return any(
        waits(state, seat, column) == (ID[said["card"]], said["n"]) and can_lay(state, seat, column)
        for column in columns_of(state, seat)
    )


def feeds(case: TriedMove, said: Params) -> bool:
    seat = said["seat"]
    new = not lies_open(case.before, seat, said) and seat != case.seat
    return new and case.always(lambda ending: lies_open(ending.state, seat, said))


def denies(case: TriedMove, said: Params) -> bool:
    seat = said["seat"]
    there = lies_open(case.before, seat, said) and seat != case.seat
    return there and not case.sometimes(lambda ending: lies_open(ending.state, seat, said))


def draws_stage(case: TriedMove, said: Params) -> bool:
    wanted = {waits(case.before, case.seat, column)[0] for column in columns_of(case.before, case.seat)}
    cards = unknown(case, said["deck"])
    some = sum(CARD[code].id in wanted for code in cards)
    right = case.move == Move("draw", (said["deck"],))
    return right and (some, len(cards)) == (said["some"], said["total"])


PROOFS: Mapping[str, Proof] = by_name(
    stage_laid,
    stage_alone,
    stone_wins,
    stone_late,
    leaves_stage,
    parts_with_stage,
    keeps_stone,
    parts_with_stone,
    keeps_stage,
    stage_ready,
    feeds,
    denies,
    draws_stage,
)

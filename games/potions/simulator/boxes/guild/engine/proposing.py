"""What is so of a legal move and has to do with Sequences and their Stones."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.potions.scoring.boxes.guild.points import STAGE, STONE
from games.potions.simulator.boxes.guild.engine.columns import rows_of
from games.potions.simulator.boxes.guild.engine.stages import (
    LAST,
    Next,
    every_stage,
    from_tables,
    reached,
    stages_of,
)
from games.potions.simulator.engine.data import ID
from games.potions.simulator.engine.hidden import Hidden
from games.potions.simulator.engine.outcomes import End, MoveTrial
from games.potions.simulator.engine.proposing import LAYING, Said, Weight, said
from games.potions.simulator.engine.state import State
from simulator.engine.game import Seat

WEIGHTS: Mapping[str, Weight] = {
    "stage_laid": Weight(1.0, 0.5),
    "stage_alone": Weight(1.0, 1.0),
    "stage_ready": Weight(0.6, 0.4),
    "keeps_stage": Weight(0.0, 1.6),
    "denies": Weight(0.5),
    "draws_stage": Weight(0.0, 0.6),
    "stone_wins": Weight(0.0, 90.0),
    "keeps_stone": Weight(0.0, 0.8),
    "parts_with_stone": Weight(0.0, 1.5, good=False),
    "stone_late": Weight(0.0, 90.0, good=False),
    "leaves_stage": Weight(0.9, 0.3, good=False),
    "parts_with_stage": Weight(0.0, 1.8, good=False),
    "feeds": Weight(0.8, good=False),
}


def propositions(trial: MoveTrial, hidden: Hidden) -> list[Said]:
    if not trial.ends:
        return []
    found = [*_laid(trial), *_left(trial), *_drawn(trial, hidden)]
    if not trial.blind and not trial.over:
        found += [*_in_hand(trial), *_then(trial), *_for_others(trial)]
    return found


def _said(code: str, n: int = 0, **params: Any) -> Said:
    return said(code, WEIGHTS[code], n, **params)


def _laid(trial: MoveTrial) -> Iterator[Said]:
    """A stage that is laid whatever is chosen, and what the end of the game brings."""
    laid = {
        (play.kind, play.place, play.n)
        for end in trial.ends
        for play in end.plays
        if play.kind in (STAGE, STONE)
    }
    if len(laid) != 1 or not all(_lays(end) for end in trial.ends):
        return
    kind, (column, _), n = laid.pop()
    if kind == STAGE:
        alone = not any(play.owners for end in trial.ends for play in end.plays)
        yield _said("stage_alone" if alone else "stage_laid", n, column=column)
        return
    scores = [end.state.scores for end in trial.ends]
    if all(each[trial.seat] == max(each) for each in scores):
        yield _said("stone_wins")
    elif all(each[trial.seat] < max(each) for each in scores):
        yield _said("stone_late")


def _lays(end: End) -> bool:
    return any(play.kind in (STAGE, STONE) for play in end.plays)


def _left(trial: MoveTrial) -> Iterator[Said]:
    """Stages that could be laid now, and aren't by this move; the card of one that is laid as an element."""
    columns = {play.place[0] for end in trial.ends for play in end.plays if play.kind in (STAGE, STONE)}
    if not columns:
        for stage in reached(trial.before, trial.seat):
            if stage.place < LAST:
                yield _said("leaves_stage", stage.points, column=stage.column + 1)
    if trial.move.verb in LAYING:
        for stage in stones_of(trial.before, trial.seat):
            if stage.card == ID[trial.move.args[0]]:
                yield _said("parts_with_stone", card=trial.move.args[0])
        for stage in stages_of(trial.before, trial.seat):
            if stage.card == ID[trial.move.args[0]]:
                yield _said("parts_with_stage", card=trial.move.args[0], column=stage.column + 1)


def stones_of(state: State, seat: Seat) -> list[Next]:
    """The last stages of a seat's columns."""
    columns = every_stage(state.course, rows_of(state)[seat].card)
    return [stages[LAST] for stages in columns]


def _drawn(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    """How many of the unknown cards with a deck's back are stages that the seat waits for."""
    if trial.move.verb != "draw":
        return
    deck = trial.move.args[0]
    cards = hidden.left[trial.before.course.deck_ids.index(deck)]
    wanted = {stage.card for stage in stages_of(trial.before, trial.seat)}
    if some := sum(ID[code] in wanted for code in cards):
        found = _said("draws_stage", deck=deck, some=some, total=len(cards))
        yield found._replace(weight=found.weight + 5 * some / len(cards))


def _in_hand(trial: MoveTrial) -> Iterator[Said]:
    """Cards in hand that a column waits for, and still does then; Stones that would end one."""
    stones = {stage.card for stage in stones_of(trial.before, trial.seat)}
    for code in trial.kept:
        if ID[code] in stones:
            yield _said("keeps_stone", card=code)
    waiting = [{(each.column, each.card) for each in stages_of(end.state, trial.seat)} for end in trial.ends]
    for stage in stages_of(trial.before, trial.seat):
        if all((stage.column, stage.card) in each for each in waiting):
            for code in trial.kept:
                if ID[code] == stage.card:
                    yield _said("keeps_stage", card=code, column=stage.column + 1)


def _then(trial: MoveTrial) -> Iterator[Said]:
    """Stages that can be laid then and couldn't before."""
    before = {_key(stage) for stage in reached(trial.before, trial.seat)}
    then = [{_key(stage): stage for stage in reached(end.state, trial.seat)} for end in trial.ends]
    for key, stage in then[0].items():
        if key not in before and stage.place < LAST and all(key in each for each in then):
            yield _said("stage_ready", stage.points, card=_code(trial, stage), column=stage.column + 1)


def _key(stage: Next) -> tuple[int, int]:
    return stage.column, stage.place


def _code(trial: MoveTrial, stage: Next) -> str:
    return next(code for code in trial.before.course.codes if ID[code] == stage.card)


def _for_others(trial: MoveTrial) -> Iterator[Said]:
    """What comes to lie open for the stages of others, or no longer does."""
    for seat in range(len(rows_of(trial.before))):
        if seat == trial.seat:
            continue
        for stage in stages_of(trial.before, seat):
            if stage.place < LAST:
                yield from _fed(trial, seat, stage)


def _fed(trial: MoveTrial, seat: Seat, stage: Next) -> Iterator[Said]:
    before = bool(from_tables(trial.before, stage))
    then = [bool(from_tables(end.state, stage)) for end in trial.ends]
    if all(then) and not before:
        yield _said("feeds", stage.points, seat=seat, card=_code(trial, stage))
    elif before and not any(then):
        yield _said("denies", stage.points, seat=seat, card=_code(trial, stage))

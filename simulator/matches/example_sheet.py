"""Examples of score sheets: each entry with the points that come of it."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext

from rulebook.content import reading
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import seat_name
from scoring import game as games
from scoring.boards import board_of
from scoring.game import Scoring
from scoring.sheets.core import FINISH, YES, SheetEntry, SheetRules, Tally, state_of
from scoring.sheets.lines import PlayerScore
from scoring.sheets.seating import Seating
from simulator.cases.case import Case
from simulator.cases.sheet import entries_of_case
from simulator.engine.game import Event
from simulator.matches.example_stage import Example, ExampleStage, Voice, readers_names
from web.refusal import Refusal


def example(case: Case, lang: str) -> Example:
    """Entry after entry with the points and their lines. Raises CaseError."""
    game, rules = reading.whole(case.game), games.get(case.game).sheet
    played = entries_of_case(rules, case)
    names = readers_names(game, played.names, lang)
    voice = Voice(game, names, lang)
    stages = []
    for n, (cell, text) in enumerate(played.rows, start=1):
        entries = [SheetEntry(place, *row) for place, row in enumerate(played.rows[:n], start=1)]
        refusal = rules.check(state_of(len(names), entries[:-1]), SheetEntry(0, cell, text))
        done = entries[:-1] if refusal else entries
        said = _entry_words(_Written(game, rules, list(names), done), entries[-1], lang)
        stages.append(_entry_stage(voice, rules.fold(len(names), done), said, refusal))
        if refusal:
            break
    return Example(names, "simulator/example_sheet.html", stages, played.refused)


class _Written(NamedTuple):
    """A sheet of a case, as far as its board asks for one."""

    content: GameContent
    rules: SheetRules
    people: list[str]
    written: list[SheetEntry]
    title: str = ""

    @property
    def scoring(self) -> Scoring:
        return games.get(self.content.id)

    @property
    def seating(self) -> Seating:
        return self.scoring.seating

    def seated(self) -> list[str]:
        return self.people

    def entries_so_far(self) -> list[SheetEntry]:
        return self.written


def _entry_words(sheet: _Written, entry: SheetEntry, lang: str) -> str:
    """An entry as the history of a sheet tells it."""
    if entry.cell == FINISH:
        return gettext("Счёт закончен")
    board = board_of(sheet, lang)
    what, said = board.describe(entry.cell), board.said(entry.text)
    return what if entry.text == YES else f"{what}: {said or gettext('пусто')}"


def _entry_stage(voice: Voice, tally: Tally, said: str, refusal: Refusal | None) -> ExampleStage:
    return ExampleStage(
        refusal=refusal,
        sentences=[voice.event(Event(*tally.verdict))] if tally.verdict else [],
        note=said,
        name=said,
        draw=partial(_columns, voice, tally.shown_scores),
    )


def _columns(voice: Voice, scores: Sequence[PlayerScore]) -> dict[str, Any]:
    return {
        "players": [
            {
                "name": seat_name(seat, voice.names, voice.lang),
                "points": score.points,
                "lines": [
                    (voice.say("line", line.code, line.params), line.points, line.clause)
                    for line in score.lines
                ],
            }
            for seat, score in enumerate(scores)
        ]
    }

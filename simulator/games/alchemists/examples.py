"""Examples of what isn't played at a table: a score sheet, the laboratory, a notebook."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext

from rulebook.content import reading
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render, seat_name
from scoring import sheets
from scoring.boards import board_of
from scoring.sheets.core import FINISH, YES, Entry, SheetRules, Tally, state_of
from scoring.sheets.lines import PlayerScore
from simulator.cases.case import Case, Scene
from simulator.cases.sheet import entries_of_case
from simulator.engine.game import Event
from simulator.games.alchemists.deduction.cases import play_laboratory, play_notebook
from simulator.games.alchemists.deduction.conclusions import conclusions
from simulator.games.alchemists.deduction.facts import Fact, words
from simulator.games.alchemists.deduction.laboratory import Lab
from simulator.games.alchemists.presenting.chains import chains_context
from simulator.games.alchemists.presenting.grid import grid_context
from simulator.matches.board import Sentence
from simulator.matches.example_stage import Example, Stage, readers_names
from web.refusal import Refusal

# Conclusions that the grid and the chains below it tell better than a sentence for each.
IN_GRID = ("forced_not", "forced_is", "forced_pair")


class _Voice(NamedTuple):
    """Says codes of a game's catalogues in the reader's language."""

    game: GameContent
    names: Sequence[str]
    lang: str

    def say(self, kind: str, code: str, params: Any) -> str:
        return render(self.game, kind, code, params, self.lang, self.names)

    def event(self, event: Event) -> Sentence:
        return Sentence(self.say("event", event.kind, event.params), event.clause)


# --- The laboratory -----------------------------------------------------------------------------------------


def laboratory(case: Case, lang: str) -> Example:
    """What is done, then what everybody sees and what only its player does. Raises CaseError."""
    game = reading.load(case.game)
    played = play_laboratory(case)
    names = readers_names(game, played.names, lang)
    voice = _Voice(game, names, lang)
    stages = [Stage(note=gettext("Мир загадан. Котёл пуст."))] if played.opening else []
    stages += [
        Stage(
            sentences=[voice.event(event) for event in scene.step.events],
            refusal=scene.refusal,
            draw=partial(_cauldron, voice, scene),
        )
        for scene in played.scenes
    ]
    return Example(names, "simulator/alchemists/example_laboratory.html", stages, played.refused)


def _cauldron(voice: _Voice, scene: Scene) -> dict[str, Any]:
    """Who does what with which ingredients, as typed; and the theories on the board after it."""
    lab: Lab = scene.step.state
    words = [str(word) for word in scene.move.args]
    kinds = {code: card.kind for code, card in voice.game.card_by_code.items()}
    return {
        "who": seat_name(scene.seat, voice.names, voice.lang),
        "ingredients": [word for word in words if kinds.get(word) == "ingredient"],
        "wanted": next((word for word in words if kinds.get(word) == "potion"), ""),
        "theories": list(lab.theories.items()),
    }


# --- The notebook -------------------------------------------------------------------------------------------


def notebook(case: Case, lang: str) -> Example:
    """Fact after fact with the grid that is left, and what follows. Raises CaseError."""
    game = reading.load(case.game)
    played = play_notebook(case)
    facts: tuple[Fact, ...] = played.opening.state if played.opening else ()
    voice = _Voice(game, (), lang)
    stages = [_fact_stage(voice, facts[:n]) for n in range(1, len(facts) + 1)]
    if played.opening and not facts:
        stages = [_fact_stage(voice, ())]
    return Example((), "simulator/alchemists/example_notebook.html", stages, played.refused)


def _fact_stage(voice: _Voice, facts: Sequence[Fact]) -> Stage:
    said = [voice.event(event) for event in conclusions(facts) if event.kind not in IN_GRID]
    stated = voice.say("fact", *words(facts[-1])) if facts else ""
    return Stage(sentences=said, note=stated, name=stated, draw=partial(_grid, facts, voice.lang))


def _grid(facts: Sequence[Fact], lang: str) -> dict[str, Any]:
    return {"grid": grid_context(facts, lang), **chains_context(facts, lang)}


# --- The score sheet ----------------------------------------------------------------------------------------


def sheet(case: Case, lang: str) -> Example:
    """Entry after entry with the points and their lines. Raises CaseError."""
    game, rules = reading.load(case.game), sheets.get(case.game)
    played = entries_of_case(rules, case)
    names = readers_names(game, played.names, lang)
    voice = _Voice(game, names, lang)
    stages = []
    for n, (cell, text) in enumerate(played.rows, start=1):
        entries = [Entry(place, *row) for place, row in enumerate(played.rows[:n], start=1)]
        refusal = rules.check(state_of(len(names), entries[:-1]), Entry(0, cell, text))
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
    written: list[Entry]

    def names(self) -> list[str]:
        return self.people

    def entries_so_far(self) -> list[Entry]:
        return self.written


def _entry_words(sheet: _Written, entry: Entry, lang: str) -> str:
    """An entry as the history of a sheet tells it."""
    if entry.cell == FINISH:
        return gettext("Счёт закончен")
    board = board_of(sheet, lang)
    what, said = board.describe(entry.cell), board.said(entry.text)
    return what if entry.text == YES else f"{what}: {said or gettext('пусто')}"


def _entry_stage(voice: _Voice, tally: Tally, said: str, refusal: Refusal | None) -> Stage:
    return Stage(
        refusal=refusal,
        sentences=[voice.event(Event(*tally.verdict))] if tally.verdict else [],
        note=said,
        name=said,
        draw=partial(_columns, voice, tally.shown_scores),
    )


def _columns(voice: _Voice, scores: Sequence[PlayerScore]) -> dict[str, Any]:
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

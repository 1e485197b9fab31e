"""Examples of what isn't played at a table: the laboratory and the notebook."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext

from games.alchemists.simulator.deduction.cases import play_laboratory, play_notebook
from games.alchemists.simulator.deduction.conclusions import conclusions
from games.alchemists.simulator.deduction.facts import Fact, words
from games.alchemists.simulator.deduction.laboratory import Lab
from games.alchemists.simulator.presenting.chains import chains_context
from games.alchemists.simulator.presenting.grid import grid_context
from rulebook.content import reading
from rulebook.wording.sentences import seat_name
from simulator.cases.case import Case, PlayedMove
from simulator.matches.example_stage import Example, ExampleStage, Voice, readers_names

# Conclusions that the grid and the chains below it tell better than a sentence for each.
IN_GRID = ("forced_not", "forced_is", "forced_pair")


# --- The laboratory -----------------------------------------------------------------------------------------


def laboratory(case: Case, lang: str) -> Example:
    """What is done, then what everybody sees and what only its player does. Raises CaseError."""
    game = reading.load(case.game)
    played = play_laboratory(case)
    names = readers_names(game, played.names, lang)
    voice = Voice(game, names, lang)
    stages = [ExampleStage(note=gettext("Мир загадан. Котёл пуст."))] if played.opening else []
    stages += [
        ExampleStage(
            sentences=[voice.event(event) for event in scene.step.events],
            refusal=scene.refusal,
            draw=partial(_cauldron, voice, scene),
        )
        for scene in played.scenes
    ]
    return Example(names, "simulator/alchemists/example_laboratory.html", stages, played.refused)


def _cauldron(voice: Voice, scene: PlayedMove) -> dict[str, Any]:
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
    voice = Voice(game, (), lang)
    stages = [_fact_stage(voice, facts[:n]) for n in range(1, len(facts) + 1)]
    if played.opening and not facts:
        stages = [_fact_stage(voice, ())]
    return Example((), "simulator/alchemists/example_notebook.html", stages, played.refused)


def _fact_stage(voice: Voice, facts: Sequence[Fact]) -> ExampleStage:
    said = [voice.event(event) for event in conclusions(facts) if event.kind not in IN_GRID]
    stated = voice.say("fact", *words(facts[-1])) if facts else ""
    return ExampleStage(sentences=said, note=stated, name=stated, draw=partial(_grid, facts, voice.lang))


def _grid(facts: Sequence[Fact], lang: str) -> dict[str, Any]:
    return {"grid": grid_context(facts, lang), **chains_context(facts, lang)}

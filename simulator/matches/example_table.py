"""Examples that are played with an engine: each move with the position after it."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from rulebook.content import reading
from rulebook.wording.sentences import seat_name
from simulator.cases.case import Case, Played, PlayedMove
from simulator.cases.case_play import play
from simulator.engine import sharing
from simulator.game import engine_of, table_of
from simulator.matches import about
from simulator.matches.example_stage import Example, ExampleStage, readers_names
from simulator.matches.log import Words
from simulator.table.about import About, ThingName
from simulator.templatetags.tables import part


def example(case: Case, lang: str) -> Example:
    """The opening, then a stage for each move. Raises KeyError, CaseError."""
    game = reading.whole(case.game)
    whole = play(engine_of(case.game), case)
    played = replace(whole, scenes=tuple(scene for scene in whole.scenes if not scene.repeats))
    names = readers_names(game, played.names, lang)
    say = Words(game, names, lang)
    return Example(names, part(game, "_scene.html"), _stages(say, case, played), played.refused)


def _stages(say: Words, case: Case, played: Played) -> list[ExampleStage]:
    """A stage shows the hand that plays next, the last one that did."""
    if played.opening is None:
        return []
    steps = [played.opening, *(scene.step for scene in played.scenes)]
    stages = []
    for n, step in enumerate(steps):
        scene = played.scenes[n - 1] if n else None
        following = played.scenes[n] if n < len(played.scenes) else None
        refused = scene is not None and scene.refusal is not None
        shown = scene if refused else following
        looking = shown or scene
        seat = looking.seat if looking else min(say.engine.to_act(step.state), default=None)
        events = say.table.told(steps[n - 1].state if n else None, step.state, step.events)
        stages.append(
            ExampleStage(
                sentences=[say.event(event) for event in events if event.audience is None],
                refusal=scene.refusal if scene else None,
                chosen=_chosen(say, steps[n - 1].state, scene) if scene and not refused else "",
                note=_note(say, seat, shown),
                name="" if seat is None else seat_name(seat, say.names, say.lang),
                card=str(shown.move.args[0]) if shown and shown.move.args else "",
                draw=partial(_draw, say, step.state, seat),
                about=partial(_about, say, step.state, seat),
                aimed=partial(_aimed, say, steps[n - 1].state if n else None, scene),
                table_url=partial(_table_url, say, case, played, step.state),
            )
        )
    return stages


def _note(say: Words, seat: int | None, shown: PlayedMove | None) -> str:
    """Where nothing has happened yet."""
    cards = say.table.CARDS
    if seat is None or shown is None or not shown.move.args:
        return gettext("Так лежат карты.") if cards else gettext("Вот положение.")
    said = gettext("Так лежат карты. Ходит %(name)s.") if cards else gettext("Вот положение. Ходит %(name)s.")
    return said % {"name": seat_name(seat, say.names, say.lang)}


def _chosen(say: Words, before: Any, scene: PlayedMove) -> str:
    """What a player has begun or chosen, for moves of which nothing has come yet."""
    return f"{seat_name(scene.seat, say.names, say.lang)}: {say.move(before, scene.seat, scene.move)}"


def _draw(say: Words, state: Any, seat: int | None) -> Any:
    view = say.engine.view(state, seat)
    return table_of(say.content.id).draw(say.content, view, say.names, {}, (), say.lang, ())


def _about(say: Words, state: Any, seat: int | None, name: str) -> About | None:
    return about.told_of(say, say.engine.view(state, seat), ThingName.of(name))


def _aimed(say: Words, before: Any, scene: PlayedMove | None) -> Any:
    if scene is None:
        return None
    table, events = table_of(say.content.id), scene.step.events
    return table.aimed(say.content, say.lang, before, scene.seat, scene.refusal, events)


def _table_url(say: Words, case: Case, played: Played, state: Any) -> str:
    """The board of this position; empty where nobody can move in it."""
    if not say.engine.to_act(state):
        return ""
    position = say.engine.short(state, say.names)
    return f"{reverse('simulator:position', args=[case.game])}?p={sharing.pack(position)}"

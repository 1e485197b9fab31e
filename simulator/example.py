"""A clause's example: its case, step by step, drawn and told in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from rulebook.entries import GameContent
from rulebook.language import page_language
from rulebook.refusal import Refusal
from rulebook.wording import seat_name
from scoring.answers import Stop, answers
from simulator import casebook, engines, sharing, tables
from simulator.access import game_of
from simulator.board import Sentence, Words
from simulator.engines.core.case import Case, CaseError, Played, Scene, play
from simulator.forms import number


@dataclass(frozen=True)
class Stage:
    """One step of an example: the position, what happened, why it was refused, whose hand is looked at."""

    state: Any
    sentences: Sequence[Sentence]
    refusal: Refusal | None
    seat: int | None
    name: str
    card: str
    chosen: str  # the words of a choice that changed nothing yet: a compound move goes on


@answers("GET", "HEAD")
def example(request: HttpRequest, game_id: str, case_id: str) -> HttpResponse:
    """The example at `?step=`; a fragment for htmx, else a page."""
    game = game_of(game_id)
    try:
        case = casebook.find(game.id, case_id)
        played = play(engines.get(game.id), case)
    except (KeyError, CaseError):
        raise Stop(404, gettext("Такого примера нет."), game=game) from None
    step = number(request.GET, "step") if "step" in request.GET else 0
    names = _names(game, played)
    say = Words(game, names, page_language())
    stages = _stages(say, played)
    if step >= max(1, len(stages)):
        raise Stop(404, gettext("В этом примере столько шагов нет."), game=game)
    stage = stages[step] if stages else None
    context = {
        "game": game,
        "door": "play",
        "case": case,
        "names": names,
        "title": case.title.get(page_language(), ""),
        "clause": game.clause_by_id.get(case.clause),
        "step": step,
        "last": max(0, len(stages) - 1),
        "stage": stage,
        "refused": played.refused,
        "drawn": _draw(say, stage) if stage else None,
        "table_url": _table_url(say, case, played, stage),
    }
    template = "simulator/example.html#example" if request.htmx else "simulator/example.html"
    return render(request, template, context)


def _names(game: GameContent, played: Played) -> tuple[str, ...]:
    """The players as the reader spells them; a case that only counts them gives «Игрок 1» and so on."""
    counted = played.names == tuple(str(place) for place in range(1, len(played.names) + 1))
    if not counted:
        return tuple(
            game.people.get(name, name) if page_language() == "en" else name for name in played.names
        )
    return tuple(seat_name(seat, (), page_language()) for seat in range(len(played.names)))


def _stages(say: Words, played: Played) -> list[Stage]:
    """The opening, then a stage for each move; it shows the hand that plays next, the last one that did."""
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
        stages.append(
            Stage(
                state=step.state,
                sentences=[say.event(event) for event in step.events if event.audience is None],
                refusal=scene.refusal if scene else None,
                seat=seat,
                name="" if seat is None else seat_name(seat, say.names, say.lang),
                card=str(shown.move.args[0]) if shown and shown.move.args else "",
                chosen=_chosen(say, steps[n - 1].state, step.state, scene) if scene and not refused else "",
            )
        )
    return stages


def _chosen(say: Words, before: Any, after: Any, scene: Scene) -> str:
    """What a player has begun or chosen; empty once the whole move is made."""
    if not say.table.under_way(after):
        return ""
    return f"{seat_name(scene.seat, say.names, say.lang)}: {say.move(before, scene.seat, scene.move)}"


def _draw(say: Words, stage: Stage) -> Any:
    view = say.engine.view(stage.state, stage.seat)
    return tables.get(say.content.id).draw(say.content, view, say.names, {}, (), say.lang, ())


def _table_url(say: Words, case: Case, played: Played, stage: Stage | None) -> str:
    """The editor with this position; empty where nobody can move in it."""
    if stage is None or not say.engine.to_act(stage.state):
        return ""
    position = say.engine.short(stage.state, say.names)
    return f"{reverse('simulator:position', args=[case.game])}?p={sharing.pack(position)}"

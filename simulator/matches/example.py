"""A clause's example: its case, step by step, drawn and told in words."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from simulator.cases import casebook
from simulator.cases.case import Case, CaseError
from simulator.game import get as game_object
from simulator.game import has_engine, table_of
from simulator.matches import about, example_sheet, example_table
from simulator.matches.access import rules_of
from simulator.matches.example_stage import Example
from web.errors import RequestError, endpoint
from web.fields import number
from web.language import page_language

# What shows a case, by what it starts with; other kinds are shown by the game that brings them.
SHARED: Mapping[str, Callable[[Case, str], Example]] = {
    "position": example_table.example,
    "new": example_table.example,
    "sheet": example_sheet.example,
}


@endpoint("GET", "HEAD")
def example(request: HttpRequest, game_id: str, case_id: str) -> HttpResponse:
    """The example at `?step=`; a fragment for htmx, else a page. With `?thing=` what that is in it."""
    game, lang = rules_of(game_id), page_language()
    try:
        case = casebook.find(game.id, case_id)
        shown = (SHARED.get(case.start) or game_object(game.id).case_examples[case.start])(case, lang)
    except (KeyError, CaseError):
        raise RequestError(404, gettext("Такого примера нет."), game=game) from None
    step = number(request.GET, "step") if "step" in request.GET else 0
    if step >= max(1, len(shown.stages)):
        raise RequestError(404, gettext("В этом примере столько шагов нет."), game=game)
    stage = shown.stages[step] if shown.stages else None
    if about.THING in request.GET:
        name = about.thing_asked(request)
        told = stage.about(name) if stage else None
        return about.answer(request, game, about.ThingNow(name, told) if told else None)
    context = {
        "game": game,
        "door": "play",
        "case": case,
        "names": shown.names,
        "title": case.title.get(lang, ""),
        "clause": game.clause_by_id.get(case.clause),
        "step": step,
        "last": max(0, len(shown.stages) - 1),
        "stage": stage,
        "refused": shown.refused,
        "scene": shown.scene,
        "styles": table_of(game.id).STYLES if has_engine(game.id) else (),
        "drawn": stage.draw() if stage else None,
        "aimed": stage.aimed() if stage else None,
        "table_url": stage.table_url() if stage else "",
    }
    template = "simulator/example.html#example" if request.htmx else "simulator/example.html"
    return render(request, template, context)

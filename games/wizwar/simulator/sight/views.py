"""The sight checker: its address holds the whole question. A page, a link to send, a fragment for tables."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.wizwar.simulator.sight.board import SightPage
from games.wizwar.simulator.table.question import read
from rulebook import boxes
from rulebook.content import reading
from web.addresses import absolute_url
from web.errors import endpoint
from web.language import page_language

GAME = "wizwar"
LAYER = "sight-layer"  # where a table shows the answer, over its own maze


@endpoint("GET", "HEAD")
def sight(request: HttpRequest) -> HttpResponse:
    """A maze, and whether one of its squares sees another."""
    game = reading.whole(GAME)
    page = SightPage(game, read(request.GET.dict()), page_language(), boxes.chosen(request, GAME))
    context = {
        "game": game,
        "door": "play",
        "page": page,
        "share_url": absolute_url(request, f"{reverse('simulator:sight')}?{page.query}"),
    }
    return render(request, _template(request), context)


def _template(request: HttpRequest) -> str:
    if not request.htmx:
        return "simulator/wizwar/sight/sight.html"
    return f"simulator/wizwar/sight/sight.html#{'answer' if request.htmx.target == LAYER else 'page'}"

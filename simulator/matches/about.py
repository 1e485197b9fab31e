"""What a thing on the table is and what may be done with it now: asked by its name, nothing is written."""

from itertools import islice
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render as sentence
from simulator.engine.game import Seat
from simulator.matches.access import open_match
from simulator.matches.board import MatchPresenter
from simulator.matches.log import Words
from simulator.matches.views import board_of, ply_asked
from simulator.table.about import About, ThingName
from web.errors import RequestError, endpoint, wants_json
from web.language import page_language
from web.refusal import Refusal

THING = "thing"  # of an address
SHOWN_MOVES = 3
MOST_TRIES = 200  # moves that are looked at for a reason


class ThingNow(NamedTuple):
    """A thing, the sentences of the first moves that are about it, and how many there are `more`; without any
    why it can't be played, or what is waited for.
    """

    thing: str
    about: About
    moves: tuple[str, ...] = ()
    more: int = 0
    refusal: Refusal | None = None
    waits: str = ""


@never_cache
@endpoint("GET", "HEAD")
def about(request: HttpRequest, public_id: str) -> HttpResponse:
    """The thing at `?thing=`, at `?ply=` or as the table stands."""
    board = board_of(open_match(request, public_id), ply_asked(request))
    return answer(request, board.content, thing_now(board, thing_asked(request)), board)


def thing_asked(request: HttpRequest) -> str:
    """The `?thing=` of an address."""
    return request.GET.get(THING, "")


def thing_now(board: MatchPresenter, name: str) -> ThingNow | None:
    """A thing as the reader of a board sees it; None for one that isn't there."""
    table, thing = board.table, ThingName.of(name)
    told = told_of(board.say, board.view, thing)
    if told is None:
        return None
    found = [words for move, words in board.words.items() if table.concerns(board.view, thing, move)]
    if found:
        return ThingNow(name, told, tuple(found[:SHOWN_MOVES]), len(found[SHOWN_MOVES:]))
    seat = board.viewer.seat
    if board.mine and seat is not None:
        why = why_not(board.say, board.view, board.state, seat, thing)
        asked = why is not None and _is_elsewhere(board.say, why)
        elsewhere = gettext("Сейчас спрашивают о другом.") if asked else ""
        return ThingNow(name, told, refusal=None if asked else why, waits=elsewhere)
    waits = board.live and not board.replay.over and seat is not None
    return ThingNow(name, told, waits=(board.waiting or board.status) if waits else "")


def told_of(say: Words, view: Any, thing: ThingName) -> About | None:
    """What the game tells of a thing to the seat of a view."""
    return say.table.about(say.content, view, thing, say.names, say.lang)


def why_not(say: Words, view: Any, state: Any, seat: Seat, thing: ThingName) -> Refusal | None:
    """The engine's reason against the first move that somebody might try with a thing; None without any."""
    tried = islice(say.table.attempts(view, state, seat, thing), MOST_TRIES)
    refusal = next(filter(None, (say.engine.check(state, seat, move) for move in tried)), None)
    return say.table.refused(state, refusal) if refusal else None


def _is_elsewhere(say: Words, refusal: Refusal) -> bool:
    """Whether it says only that something else is asked now, or repeats a move that nobody has typed."""
    return refusal.code in say.engine.elsewhere or "text" in refusal.params


def answer(
    request: HttpRequest, game: GameContent, found: ThingNow | None, board: MatchPresenter | None = None
) -> HttpResponse:
    """A fragment for a sheet over the page, a page of its own, or JSON. Raises RequestError."""
    if found is None:
        gone = gettext("Этого на столе нет: может быть, уже убрали.")
        if request.htmx:
            return render(request, "simulator/about.html#gone", {"gone": gone}, status=404)
        raise RequestError(404, gone, game=game)
    names = board.access.names if board else ()
    if wants_json(request):
        return JsonResponse(_as_json(game, found, names), json_dumps_params={"ensure_ascii": False})
    template = "simulator/about.html#about" if request.htmx else "simulator/about.html"
    came_from = board.came_from_results if board else ""
    context = {
        "game": game,
        "door": "play",
        "found": found,
        "clause": game.clause_by_id[found.about.clause],
        "names": names,
        "board": board,
        "came_from": came_from,
    }
    return render(request, template, context)


def _as_json(game: GameContent, found: ThingNow, names: Any) -> dict[str, Any]:
    why, lang = found.refusal, page_language()
    said = sentence(game, "refusal", why.code, why.params, lang, names) if why else ""
    return {
        "thing": found.thing,
        "name": found.about.name,
        "lines": found.about.lines,
        "clause": found.about.clause,
        "moves": found.moves,
        "more": found.more,
        "refusal": {**why.to_json(), "sentence": said} if why else None,
        "waits": found.waits,
    }

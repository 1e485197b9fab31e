"""Pictures as answers: made by the press, while the one who asked waits a moment."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rulebook.content.entries import GameContent
from rulebook.printing import pictures, press, waiting
from rulebook.printing.posters import rules
from rulebook.shelf import game_or_404, whole
from web.language import page_language
from web.ways_back import WayBack

LONGEST_WAIT = 5.0  # seconds
LOOK = 0.02  # seconds between two looks whether it is there
DRAWN = 512  # posters that a worker keeps as drawings
# Threads of a worker that wait at once: the others answer people meanwhile.
_waiting = BoundedSemaphore(3)


def picture_response(
    request: HttpRequest, svg: str, name: str, way: WayBack, *, private: bool = False
) -> HttpResponse:
    """The picture of a drawing; 304 if the browser has these very bytes. Who asks before it is there waits a
    moment, then on a page that leads the `way` back.
    """
    digest = pictures.digest(svg)
    response = get_conditional_response(request, f'"{digest}"')
    if response is None:
        made = _made(svg, digest)
        if isinstance(made, press.State):
            return waiting.answer(request, made, "rulebook/being_drawn.html", _said(made), way=way)
        response = HttpResponse(made, content_type="image/png")
        response["Content-Disposition"] = f'inline; filename="{name}"'
    response["ETag"] = f'"{digest}"'
    response["Cache-Control"] = "private, no-cache" if private else "public, max-age=3600"
    return response


def _said(state: press.State) -> str:
    """Why a picture isn't there, in a line."""
    if state is press.State.ASKED:
        return gettext("Картинка откроется здесь сама, через несколько секунд.")
    if state is press.State.FAILED:
        return gettext("Эту картинку не вышло нарисовать. Скажите хозяину сайта.")
    return gettext("Слишком много картинок ждут очереди. Страница спросит снова сама.")


def _made(svg: str, digest: str) -> bytes | press.State:
    if settings.PRINT_AT_ONCE:
        return pictures.png(svg)
    found = pictures.finished(digest)
    if found is not None:
        return found
    state = press.ask_picture(svg)
    if state is press.State.ASKED and _waiting.acquire(blocking=False):
        try:
            return _awaited(svg, digest)
        finally:
            _waiting.release()
    return state


def _awaited(svg: str, digest: str) -> bytes | press.State:
    until, state = time.monotonic() + LONGEST_WAIT, press.State.ASKED
    while state is press.State.ASKED and time.monotonic() < until:
        time.sleep(LOOK)
        found = pictures.finished(digest)
        if found is not None:
            return found
        state = press.ask_picture(svg)
    return state


def draw_ahead(svg: str) -> None:
    """Has a picture drawn before anybody taps for it; who does without one has it drawn then."""
    if not settings.PRINT_AT_ONCE:
        with suppress(OSError, ModuleNotFoundError):
            press.ask_picture(svg)


@require_safe
def game_picture(request: HttpRequest, game_id: str) -> HttpResponse:
    """What a link to a game shows in a chat."""
    return _poster(request, game_id, "game", game_id)


@require_safe
def clause_picture(request: HttpRequest, game_id: str, clause_id: str) -> HttpResponse:
    """What a link to a rule shows in a chat."""
    return _poster(request, game_id, "clause", clause_id)


@require_safe
def card_picture(request: HttpRequest, game_id: str, card_id: str) -> HttpResponse:
    """What a link to a card shows in a chat."""
    return _poster(request, game_id, "card", card_id)


def _poster(request: HttpRequest, game_id: str, kind: str, entry_id: str) -> HttpResponse:
    game, lang = game_or_404(game_id), page_language()
    way = WayBack(reverse("rulebook:game", args=[game_id]), game.title.in_(lang))
    return picture_response(request, _drawn(game_id, kind, entry_id, lang), f"{entry_id}.png", way)


# What a game has of a kind, by id, and how it is drawn.
ENTRIES: Mapping[str, Callable[[GameContent], Mapping[str, Any]]] = {
    "game": lambda game: {game.id: game},
    "clause": lambda game: game.clause_by_id,
    "card": lambda game: game.card_by_id,
}
POSTERS: Mapping[str, Callable[[GameContent, Any, str], str]] = {
    "game": lambda game, found, lang: rules.game_poster(game, lang),
    "clause": rules.clause_poster,
    "card": rules.card_poster,
}


@lru_cache(maxsize=DRAWN)
def _drawn(game_id: str, kind: str, entry_id: str, lang: str) -> str:
    """A poster as SVG; the content of a game doesn't change while the site runs. Raises Http404."""
    game = whole(game_id)
    found = ENTRIES[kind](game).get(entry_id)
    if found is None:
        raise Http404(entry_id)
    return POSTERS[kind](game, found, lang)

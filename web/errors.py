"""Answers that say no: one sentence in the reader's language, as a page or as JSON."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRedirect

from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render as render_words
from web.language import page_language
from web.refusal import Refusal

JSON = "application/json"
PAGES_ONLY = {"refusal", "game"}  # details that a page renders and JSON can't carry
POLLING_STOPS = 286  # htmx swaps the answer in and asks no more
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data", "")
View = Callable[..., HttpResponse]


class Stop(Exception):
    """Ends a request with a status and a sentence; `details` go into the JSON answer beside it."""

    def __init__(self, status: int, message: str, **details: Any):
        self.status, self.message, self.details = status, message, details
        super().__init__(message)


def wants_json(request: HttpRequest) -> bool:
    """True for the sheet's own script."""
    return request.content_type == JSON or request.headers.get("Accept", "") == JSON


def sentence(game: GameContent, refusal: Refusal, names: Sequence[str] = ()) -> str:
    return render_words(game, "refusal", refusal.code, refusal.params, page_language(), names)


def clause_details(game: GameContent, clause_id: str) -> dict[str, str]:
    """A clause as a script needs it: its number and address."""
    clause = game.clause_by_id[clause_id]
    return {"number": clause.number, "url": reverse("rulebook:clause", args=[game.id, clause.id])}


def refused(game: GameContent, refusal: Refusal, names: Sequence[str] = ()) -> Stop:
    """422: the rules don't take this, and here is the clause. `names` are the players' by seat."""
    message = sentence(game, refusal, names)
    return Stop(422, message, refusal=refusal, clause=clause_details(game, refusal.clause))


def answers(*methods: str) -> Callable[[View], View]:
    """A view for these methods that may raise Stop; nothing it refuses ends as a bare page or a 500."""

    def decorator(view: View) -> View:
        @wraps(view)
        def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                if request.method not in methods:
                    raise Stop(405, gettext("Так этот адрес не открывают."))
                return view(request, *args, **kwargs)
            except Stop as stop:
                response = answer(request, stop)
                if stop.status == 405:
                    response.headers["Allow"] = ", ".join(methods)
                return response

        return answering

    return decorator


def answer(request: HttpRequest, stop: Stop) -> HttpResponse:
    """The page or the JSON that tells it."""
    if wants_json(request):
        details = {key: value for key, value in stop.details.items() if key not in PAGES_ONLY}
        return JsonResponse({"message": stop.message, **details}, status=stop.status)
    context = {"stop": stop, "game": stop.details.get("game")}
    return render(request, "web/refused.html", context, status=stop.status)


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    """Another page, whoever asks: a browser or htmx."""
    return HttpResponseClientRedirect(url) if request.htmx else HttpResponseRedirect(url)

"""Answers that say no: one sentence in the reader's language, as a page or as JSON."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRedirect

JSON = "application/json"
PAGES_ONLY = {"refusal", "game", "way", "form"}  # details that a page renders and JSON can't carry
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data", "")
View = Callable[..., HttpResponse]


class RequestError(Exception):
    """Ends a request with a status and a sentence; `details` go into the JSON answer beside it."""

    def __init__(self, status: int, message: str, **details: Any):
        self.status, self.message, self.details = status, message, details
        super().__init__(message)


def wants_json(request: HttpRequest) -> bool:
    """True for the sheet's own script."""
    return request.content_type == JSON or request.headers.get("Accept", "") == JSON


def endpoint(*methods: str) -> Callable[[View], View]:
    """A view for these methods that may raise RequestError: no refusal ends as a bare page or a 500."""

    def decorator(view: View) -> View:
        @wraps(view)
        def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                if request.method not in methods:
                    raise RequestError(405, gettext("Так этот адрес не открывают."))
                return view(request, *args, **kwargs)
            except RequestError as stop:
                response = answer(request, stop)
                if stop.status == 405:
                    response.headers["Allow"] = ", ".join(methods)
                return response

        return answering

    return decorator


def answer(request: HttpRequest, stop: RequestError) -> HttpResponse:
    """The page or the JSON that tells it."""
    if wants_json(request):
        details = {key: value for key, value in stop.details.items() if key not in PAGES_ONLY}
        response: HttpResponse = JsonResponse({"message": stop.message, **details}, status=stop.status)
    else:
        context = {"stop": stop, "game": stop.details.get("game")}
        response = render(request, "web/refused.html", context, status=stop.status)
    if "retry_after" in stop.details:
        response.headers["Retry-After"] = str(stop.details["retry_after"])
    return response


def redirect_to(request: HttpRequest, url: str) -> HttpResponse:
    """Another page, whoever asks: a browser or htmx."""
    return HttpResponseClientRedirect(url) if request.htmx else HttpResponseRedirect(url)

"""Answers to who asks for what the press hasn't made yet: none of them is empty."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulebook.printing.press import State

STATUSES = {State.ASKED: 202, State.TOO_MANY: 503, State.FAILED: 500}
AGAIN = {State.ASKED: 3, State.TOO_MANY: 20, State.FAILED: 60}  # seconds until a look is worth while


def answer(request: HttpRequest, state: State, page: str, said: str, **context: Any) -> HttpResponse:
    """For a person a page that opens it once it is there; programs are told when to come again."""
    if "text/html" in request.headers.get("Accept", ""):
        context |= {"state": state.value, "said": said, "again": AGAIN[state]}
        response = render(request, page, context, status=STATUSES[state])
    else:
        response = HttpResponse(f"{said}\n", status=503, content_type="text/plain; charset=utf-8")
    response["Retry-After"] = str(AGAIN[state])
    response["Cache-Control"] = "no-store"
    return response

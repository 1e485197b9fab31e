"""A hint part by part: what has been counted so far, and how a page asks on about it."""

from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from simulator.engine.game import Hint
from simulator.jobs import estimates, helper
from simulator.matches.play import Replay
from web.polling import NOTHING_NEW, POLLING_STOPS

WORLDS = "counted"  # names in an address how many of them its page shows


class HintAsked(NamedTuple):
    """What a page says of the hint that it asks for: how many of its worlds it shows already, and whether it
    asks on by itself, so that it is answered at once with whatever there is.
    """

    worlds: int = 0
    asks_on: bool = False


def counted(replay: Replay, seat: int, seed: int, asked: HintAsked) -> Hint:
    """Estimates for the seat to act, as far as the helper has come with them. Raises JobFailed."""
    job = {
        "job": "estimate",
        "game": replay.record.game,
        "state": replay.engine.encode(replay.state),
        "seat": seat,
        "seed": seed,
    }
    patience = settings.HINT_PATIENCE if asked.asks_on else settings.HINT_PATIENCE_ONCE
    answer = helper.hint(Path(settings.DATA_DIR), job, asked.worlds, patience, last=not asked.asks_on)
    found = estimates.read_hint(answer, lambda text: replay.engine.parse(replay.state, seat, text))
    legal = replay.engine.legal_moves(replay.state, seat)
    return found._replace(estimates=tuple(row for row in found.estimates if row.move in legal))


def more_at(hint: Hint, url: str) -> str:
    """Where a page asks on about a hint; empty once all is counted."""
    return "" if hint.done else f"{url}&{WORLDS}={hint.worlds}"


def part(request: HttpRequest, asked: HintAsked, hint: Hint, context: dict[str, Any]) -> HttpResponse:
    """The hint alone, for a page that asks on; nothing while it shows as much already."""
    if hint.worlds > asked.worlds or (hint.done and hint.worlds == asked.worlds):
        return render(request, "simulator/hint_part.html", context)
    return stopped() if hint.done else HttpResponse(status=NOTHING_NEW)


def stopped() -> HttpResponse:
    """The page asks on no more, and keeps what it shows."""
    return HttpResponse(status=POLLING_STOPS, headers={"HX-Reswap": "none"})

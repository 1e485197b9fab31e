"""Pages about what changed in the texts: of a game by day, and since a paper was printed."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta, timezone
from itertools import groupby
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulebook import papers, shelf
from rulebook.content.entries import Edition, GameContent, Revision, Text
from rulebook.pages import game_context, page
from rulebook.shelf import game_or_404

EARLIEST_ZONE = timezone(timedelta(hours=14))  # a day that has begun anywhere may stand on paper


class Because(NamedTuple):
    """What changed on a day for the same reason."""

    reason: Text
    revisions: list[Revision]


class Day(NamedTuple):
    date: date
    parts: list[Because]


def days(revisions: Iterable[Revision]) -> list[Day]:
    """Changes by day and, within one, by their reasons, in the order in which they are given."""
    found = []
    for day, of_day in groupby(revisions, key=lambda each: each.date):
        by_reason: dict[Text, list[Revision]] = {}
        for each in of_day:
            by_reason.setdefault(each.reason, []).append(each)
        found.append(Day(date.fromisoformat(day), [Because(*pair) for pair in by_reason.items()]))
    return found


def _begun(content: GameContent) -> date | None:
    """Since when changes are kept; None where nobody keeps them."""
    return date.fromisoformat(content.editions[0].date) if content.editions else None


@page
def history(request: HttpRequest, game_id: str) -> HttpResponse:
    """Every change of the texts, the newest first, with all boxes."""
    game_or_404(game_id)
    content = shelf.whole(game_id)
    context = {"days": days(content.revisions), "begun": _begun(content)}
    return render(
        request, "rulebook/history.html", game_context(request, content, **context, **_edition(content))
    )


@page
def paper(request: HttpRequest, game_id: str, said: str) -> HttpResponse:
    """What has changed since a paper was printed, whose QR code leads here."""
    game_or_404(game_id)
    content, asked = shelf.whole(game_id), papers.read(said)
    context: dict[str, Any] = {"begun": _begun(content), **_edition(content)}
    if asked is None or asked.date > datetime.now(EARLIEST_ZONE).date().isoformat():
        context |= {"state": "impossible", "said": said}
    else:
        context |= {"printed": date.fromisoformat(asked.date), "digest": asked.digest}
        context |= _answer(content, asked)
    status = 404 if context["state"] == "impossible" else 200
    return render(request, "rulebook/paper.html", game_context(request, content, **context), status=status)


def _answer(content: GameContent, asked: Edition) -> dict[str, Any]:
    found = papers.known(content.id, asked)
    if found is not None:
        return {"state": "changed" if found.since else "same", "days": days(found.since)}
    begun = _begun(content)
    if begun is None or asked.date < begun.isoformat():
        return {"state": "older"}
    return {"state": "unknown", "days": days(each for each in content.revisions if each.date >= asked.date)}


def _edition(content: GameContent) -> dict[str, Any]:
    updated = date.fromisoformat(content.updated) if content.updated else None
    return {"updated": updated, "mark": content.digest[: papers.SHORT]}

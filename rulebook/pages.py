"""What the rulebook's pages share: reading alone, the 404 that offers what may have been meant, fragments."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from rulebook import boxes, hits
from rulebook.content.entries import Clause, GameContent
from web.addresses import absolute_url
from web.revalidation import revalidated

Params = ParamSpec("Params")
Neighbour = TypeVar("Neighbour")
View = Callable[Concatenate[HttpRequest, Params], HttpResponse]
SUGGESTIONS = 5
ALIKE = 0.55  # how much of an id must be right to find what was meant


class Missing(Exception):
    """There is no such entry in this game; `kind` is clause, card or element, whichever was wanted."""

    def __init__(self, game: GameContent, wanted: str, kind: str = "clause"):
        self.game, self.wanted, self.kind = game, wanted, kind
        super().__init__(wanted)


def page(view: View[Params]) -> View[Params]:
    """A page that can only be read; where its entry is missing, a 404 offers the nearest ones."""

    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
        try:
            return revalidated(request, view(request, *args, **kwargs))
        except Missing as missing:
            context = {"game": missing.game, "door": "rules", "kind": missing.kind, **_near(missing)}
            return render(request, "rulebook/missing.html", context, status=404)

    return answer


def _near(missing: Missing) -> dict[str, Any]:
    """`near`: entries with a similar id, else `lines`: what the search has for the words of the address."""
    game, wanted = missing.game, missing.wanted
    by_id = {"card": game.card_by_id, "element": game.element_by_id}.get(missing.kind)
    near = _alike(wanted, by_id) if by_id is not None else _near_clauses(game, wanted)
    asked = [game.clause_by_id[key] for key in game.asked]
    return {"near": near, "lines": [] if near else hits.near(wanted, game.id), "asked": asked}


def _alike(wanted: str, entries: Mapping[str, Neighbour]) -> list[Neighbour]:
    """Entries with a similar id."""
    close = get_close_matches(wanted.casefold()[:100], entries, SUGGESTIONS, cutoff=ALIKE)
    return [entries[key] for key in close]


def _near_clauses(game: GameContent, wanted: str) -> list[Clause]:
    """Clauses with a similar id, or one that begins alike."""
    close = [clause.id for clause in _alike(wanted, game.clause_by_id)]
    begun = [clause.id for clause in game.clauses if clause.id.split(".")[0] == wanted.split(".")[0]]
    return [game.clause_by_id[key] for key in list(dict.fromkeys([*close, *begun]))[:SUGGESTIONS]]


def is_part(request: HttpRequest) -> bool:
    """True if htmx wants a part of the page; going back in history it wants the whole one again."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def varied(response: HttpResponse, *headers: str) -> HttpResponse:
    """The response, marked as one that depends on these headers of the request."""
    patch_vary_headers(response, headers)
    return response


def game_context(request: HttpRequest, game: GameContent, **more: Any) -> dict[str, Any]:
    """What every page of a game needs. `canonical` is the page's own address, without a query; `table` says
    which boxes the reader has on the table.
    """
    return {
        "game": game,
        "door": "rules",
        "canonical": absolute_url(request, request.path),
        "table": boxes.table(request, game.id),
        **more,
    }


def around(entries: Sequence[Neighbour], one: Neighbour) -> tuple[Neighbour | None, Neighbour | None]:
    """The entries before and after one."""
    place = entries.index(one)
    return (entries[place - 1] if place else None), (entries[place + 1] if place + 1 < len(entries) else None)

"""`/sitemap.xml`: every page of the rules in both languages, for crawlers of a site that has an address."""

from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from rulebook import shelf
from rulebook.content.entries import GameContent
from web.addresses import absolute_url

DAY = 24 * 3600
Place = tuple[str, tuple[str, ...]]  # the name of a page and the parts of its address


class Page(NamedTuple):
    """A page in one language, beside the same one in each (pairs of language and address)."""

    url: str
    twins: list[tuple[str, str]]
    updated: str


@cache_control(public=True, max_age=DAY)
@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    if not settings.PUBLIC_URL:
        raise Http404("a table at home is on no map")
    return render(
        request, "rulebook/sitemap.xml", {"pages": _pages(request)}, "application/xml; charset=utf-8"
    )


def _pages(request: HttpRequest) -> Iterator[Page]:
    newest = max((game.updated for game in shelf.games().values()), default="")
    found = [(place, newest) for place in (("home", ()), ("api", ()))]
    for game_id in shelf.games():
        game = shelf.whole(game_id)
        found += [(place, game.updated) for place in _places(game)]
    for (name, args), updated in found:
        twins = [(lang, absolute_url(request, _address(lang, name, args))) for lang, _ in settings.LANGUAGES]
        yield from (Page(url, twins, updated) for _, url in twins)


def _address(lang: str, name: str, args: tuple[str, ...]) -> str:
    with override(lang):
        return reverse(f"rulebook:{name}", args=args)


def _places(game: GameContent) -> Iterator[Place]:
    """The pages of a game: its lists, then its entries."""
    lists = ["game", "print", "rulings", "glossary", "history"]
    lists += ["cards"] if game.cards else []
    lists += ["elements", "graph"] if game.elements else []
    yield from ((name, (game.id,)) for name in lists)
    entries = {
        "chapter": game.chapters,
        "clause": game.clauses,
        "ruling": game.rulings,
        "term": game.terms,
        "card": game.cards,
        "element": game.elements,
    }
    for name, each in entries.items():
        yield from ((name, (game.id, entry.id)) for entry in each)

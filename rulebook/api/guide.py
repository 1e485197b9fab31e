"""`/api`: what programs may ask, for whoever writes one; its examples are answers of the API itself."""

import json
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from rulebook import shelf
from rulebook.api.answers import LANG, LONGEST_PAGE, USUAL_PAGE, licence, reconstructions
from rulebook.api.entries import OF_SOURCE, RECONSTRUCTION, SAID_BY, StatusMark, Writer, clause
from rulebook.api.kinds import KINDS, FilterParameter
from rulebook.content.entries import Clause, GameContent
from rulebook.models import StoredEntry
from rulebook.pages import page
from web.addresses import absolute_url, site_url
from web.language import page_language

# What a reader wants to see of an entry first.
SHOWN = ("id", "number", "title", "text", "ours", "marks", "reconstruction", "quote", "url")
SCRIPT = """import json
from urllib.request import urlopen

with urlopen("{address}") as answer:
    rule = json.load(answer)["item"]
print(rule["quote"])"""


class GuideAddress(NamedTuple):
    """An address of the API; `url` opens an example of it."""

    path: str
    url: str
    about: str | Promise
    filters: tuple[FilterParameter, ...] = ()


@page
def guide(request: HttpRequest) -> HttpResponse:
    game = next(iter(shelf.games().values()))
    rule = game.clause_by_id[game.asked[0]] if game.asked else game.clauses[0]
    writer = Writer(shelf.whole(game.id), site_url(request))
    context = {
        "canonical": absolute_url(request, request.path),
        "rows": _rows(game, rule),
        "script": SCRIPT.format(address=writer.address("clause", rule.id)),
        "sample": _pretty(writer, rule),
        "marks": list(_marks()),
        "licence": licence(),
        "reconstructions": reconstructions(),
        "usual": USUAL_PAGE,
        "longest": LONGEST_PAGE,
        "lang": page_language(),
    }
    return render(request, "rulebook/api.html", context)


def _rows(game: GameContent, rule: Clause) -> list[GuideAddress]:
    query = f"?{LANG}={page_language()}"
    games, found, past = (reverse(f"api:{name}") for name in ("games", "search", "history"))
    asked = reverse("api:clause", args=[game.id, rule.id])
    word = game.title.in_(page_language())
    return [
        GuideAddress(games, games + query, gettext_lazy("Игры: главы, коробки, виды карт")),
        *(
            GuideAddress(
                reverse(f"api:{name}"),
                f"{reverse(f'api:{name}')}{query}&game={game.id}",
                kind.about,
                kind.filters,
            )
            for name, kind in KINDS.items()
        ),
        GuideAddress(asked, asked + query, gettext_lazy("Одна запись: вид, игра и id из её адреса")),
        GuideAddress(
            past,
            f"{past}{query}&since={game.updated}",
            gettext_lazy("Что изменилось: since — с какого дня, и, если нужно, game"),
        ),
        GuideAddress(
            found,
            f"{found}{query}&q={word}",
            gettext_lazy("Поиск, тот же, что на сайте: q и, если нужно, game"),
        ),
        GuideAddress(
            reverse("api:openapi"),
            reverse("api:openapi") + query,
            gettext_lazy("Всё это в виде, который читают программы: OpenAPI 3.1"),
        ),
    ]


def _pretty(writer: Writer, rule: Clause) -> str:
    row = StoredEntry.objects.get(game_id=writer.content.id, kind="clause", slug=rule.id)
    said = clause(writer, row)
    return json.dumps({"item": {name: said[name] for name in SHOWN}}, ensure_ascii=False, indent=2)


def _marks() -> list[StatusMark]:
    return list(dict.fromkeys([*SAID_BY.values(), RECONSTRUCTION, *OF_SOURCE.values()]))

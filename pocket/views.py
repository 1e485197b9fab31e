"""The page «Взять с собой», and the files of an edition for whoever takes it along."""

import json
import re

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from pocket import editions
from rulebook import shelf
from simulator.game import played_games

YEAR = 365 * 24 * 3600
EDITION = re.compile(r"[0-9a-f]{16}")
KNOWS_BROTLI = re.compile(r"\bbr\b")
TYPES = {"js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm"}
PLAIN = "application/octet-stream"
# Of the workers alone: no page of the site may compile anything.
WORKERS_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """What the pocket is, what it weighs, and the key that takes it along; 404 where no packs were made."""
    made = editions.listed()
    if made is None:
        raise Http404("no packs")
    sizes = {
        needed: sum(file["packed"] for file in made["files"] if file["optional"] != needed) / 1e6
        for needed in (True, False)
    }
    context = {"made": made, "size": sizes[True], "search": sizes[False], "doors": json.dumps(doors())}
    return render(request, "pocket/page.html", context)


def doors() -> list[str]:
    """Pages that evenings begin with: opened while a pocket is made, and again to see that it answers."""
    shown, played = [*shelf.games()], played_games()
    pages = {"rulebook:game": shown, "scoring:start": shown, "simulator:start": played}
    each = (reverse(name, args=[game]) for name, games in pages.items() for game in games)
    return [reverse("rulebook:home"), *each]


@cache_control(no_cache=True)
@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """The list of the current edition."""
    made = editions.listed()
    if made is None:
        raise Http404("no packs")
    return JsonResponse(made)


@cache_control(public=True, max_age=YEAR, immutable=True)
@require_safe
def kept(request: HttpRequest, edition: str, name: str) -> HttpResponse:
    """A file of an edition; 404 for one that is gone, whose pockets keep what they have."""
    if not EDITION.fullmatch(edition) or not editions.NAMES.fullmatch(name) or name.endswith(editions.PACKED):
        raise Http404(name)
    packed = bool(KNOWS_BROTLI.search(request.headers.get("Accept-Encoding", "")))
    path = editions.folder() / edition / (name + editions.PACKED if packed else name)
    if not path.is_file():
        raise Http404(name)
    answer = HttpResponse(path.read_bytes(), content_type=TYPES.get(name.rpartition(".")[2], PLAIN))
    if packed:
        answer.headers["Content-Encoding"] = "br"
    patch_vary_headers(answer, ("Accept-Encoding",))
    answer.headers["Content-Security-Policy"] = WORKERS_POLICY
    answer.headers["Service-Worker-Allowed"] = "/"  # its worker answers for the whole site
    return answer

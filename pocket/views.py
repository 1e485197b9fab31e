"""The page «Взять с собой», the files of an edition for whoever takes it, and moves before their time."""

import json
import re

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from pocket import ahead, editions
from rulebook import shelf
from simulator.engine.refusal import BadPosition
from simulator.game import played_games
from simulator.matches.access import open_match
from simulator.matches.forms import MOVE
from simulator.matches.views import board_of
from web.errors import RequestError, endpoint
from web.fields import json_object
from web.language import page_language
from web.revalidation import YEAR

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


# --- Moves before their time --------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD")
def known(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a pocket needs to know of a table to show its reader's next move; 204 where that has to wait."""
    made, board = editions.listed(), board_of(open_match(request, public_id))
    told = ahead.known(board)
    if made is None or told is None:
        return HttpResponse(status=204)
    says = {
        "waits": gettext("ждёт сервера"),
        "differs": gettext("Сервер ответил не так, как показал карман. На столе то, что ответил сервер."),
    }
    at = f"{reverse('pocket:ahead')}?pocket"
    return JsonResponse(
        {"edition": made["edition"], "ply": board.replay.ply, "at": at, "says": says, "told": told}
    )


@never_cache
@endpoint("GET", "HEAD", "POST")
def moved(request: HttpRequest) -> HttpResponse:
    """In a pocket: the table after a move, of which nothing is kept; 204 where the server has to say it, and
    to whoever only wakes it, with a table: the first move needn't wait for what tables are drawn by.
    """
    if not request.META.get(ahead.IN_A_POCKET):
        raise Http404("no pocket")
    if request.method != "POST":
        return HttpResponse(status=204)
    fields = json_object(request.body, MOVE)
    try:
        move, draft = (str(fields.get(name, "")) for name in ("move", "draft"))
        whole = bool(fields.get("whole"))
        board = ahead.board_after(fields["known"], move, whole, page_language(), draft)
        page = "" if board is None else ahead.fragment(request, board)
    except (AttributeError, BadPosition, LookupError, TypeError, ValueError):
        message = gettext("Страница прислала не то: обновите её и попробуйте снова.")
        raise RequestError(400, message) from None
    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = False  # the token of the forms is none that anybody sends
    is_shown = page and move
    return HttpResponse(page if is_shown else "", status=200 if is_shown else 204)

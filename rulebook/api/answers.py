"""How the API answers: JSON alone, however it is asked; to everybody, and without a cookie."""

import json
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import wraps
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, override
from django.views.decorators.csrf import csrf_exempt

from rulebook import finder, shelf
from rulebook.api.entries import Json, Writer
from rulebook.models import StoredEntry
from web.addresses import site_url
from web.errors import RequestError
from web.language import page_language
from web.revalidation import unless_known

VERSION = "v1"
ROOT = f"/api/{VERSION}/"
LANG = "lang"
PAGE, PER_PAGE = "page", "per_page"
USUAL_PAGE, LONGEST_PAGE = 50, 100
LONGEST_NUMBER = 9  # digits
MOST_CHOICES = 100  # that a refusal names
SAFE = ("GET", "HEAD", "OPTIONS")
View = Callable[..., Json]


def is_asked(request: HttpRequest) -> bool:
    """Whether a request is for the API, which never answers with a page."""
    return request.path_info.startswith(ROOT)


def endpoint(view: View) -> Callable[..., HttpResponse]:
    """Makes an answer of what a view says, in the language that is asked for."""
    return standalone(wraps(view)(lambda *args, **kwargs: _envelope() | view(*args, **kwargs)))


def standalone(view: View) -> Callable[..., HttpResponse]:
    """The same for what has a form of its own, and says by itself what stands in every answer."""

    @csrf_exempt  # nothing is written here, and a wrong method is told so in JSON
    @wraps(view)
    def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        asked = request.GET.get(LANG, "")
        with override(asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
            try:
                if request.method == "OPTIONS":
                    return _open_to_all(HttpResponse(status=204))
                said = _said(request, view, *args, **kwargs)
            except RequestError as stop:
                return refusal(stop)
            response = _json(said)
            response.headers["Cache-Control"] = "public, no-cache"
            return _open_to_all(unless_known(request, response, response.content))

    return answering


def _said(request: HttpRequest, view: View, *args: Any, **kwargs: Any) -> Json:
    if request.method not in SAFE:
        raise RequestError(405, gettext("Здесь только читают: годятся GET и HEAD."))
    choice(request, LANG, dict(settings.LANGUAGES), settings.LANGUAGE_CODE)
    return view(request, *args, **kwargs)


def refusal(stop: RequestError) -> HttpResponse:
    """One sentence, and what a program makes of it: which parameter it is about, what would do."""
    response = _json(
        _envelope() | {"error": {"status": stop.status, "message": stop.message, **stop.details}}
    )
    response.status_code = stop.status
    if stop.status == 405:
        response.headers["Allow"] = ", ".join(SAFE)
    return response


def _json(data: Json) -> HttpResponse:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response.headers["Content-Language"] = page_language()
    return _open_to_all(response)


def _open_to_all(response: HttpResponse) -> HttpResponse:
    """A page of any site may read it; a browser asks first before it sends what it has seen already."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Allow-Methods"] = ", ".join(SAFE)
    response.headers["Access-Control-Allow-Headers"] = "If-None-Match"
    response.headers["Access-Control-Expose-Headers"] = "ETag"
    return response


def _envelope() -> Json:
    """What stands in every answer."""
    return {"api": VERSION, LANG: page_language(), "licence": licence(), "reconstructions": reconstructions()}


def licence() -> str:
    ours = gettext(
        "Это справочник, сделанный игроком для игроков. Игры принадлежат их авторам и издателям; тексты"
        " и рисунки здесь наши."
    )
    guests = gettext("У игр с пометкой guest тексты и рисунки свои: чьи они, говорят author, licence и home.")
    wish = gettext("Цитируйте с адресом правила и со всеми его пометками.")
    return " ".join((ours, guests, wish) if any(map(finder.is_guest, shelf.games())) else (ours, wish))


def reconstructions() -> str:
    return gettext(
        "Чего никто не нашёл, то восстановлено нами: у таких записей стоит reconstruction. О том, кто"
        " сказал остальное, говорят marks."
    )


# --- What is asked ------------------------------------------------------------------------------------------


def only(request: HttpRequest, *names: str) -> None:
    """Refuses a parameter that isn't one of these: a misspelt filter would let everything through."""
    known = (LANG, *names)
    for name, values in request.GET.lists():
        if name not in known:
            message = gettext("Параметра «%(name)s» здесь нет.") % {"name": name[:40]}
            raise RequestError(400, message, parameter=name[:40], choices=list(known))
        if len(values) > 1:
            message = gettext("Параметр «%(name)s» стоит дважды.") % {"name": name}
            raise RequestError(400, message, parameter=name)


def choice(
    request: HttpRequest, name: str, known: Collection[str], default: str = "", status: int = 400
) -> str:
    """A parameter that is one of `known`. Raises RequestError."""
    asked = request.GET.get(name, default)
    if asked == default or asked in known:
        return asked
    message = gettext("У параметра «%(name)s» не бывает значения «%(value)s».") % {
        "name": name,
        "value": asked[:40],
    }
    raise RequestError(status, message, parameter=name, choices=sorted(known)[:MOST_CHOICES])


def number(request: HttpRequest, name: str, default: int, most: int) -> int:
    """A whole number from 1 on. Raises RequestError."""
    text = request.GET.get(name, str(default))
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER and 1 <= int(text) <= most:
        return int(text)
    message = gettext("Параметр «%(name)s» — целое число от 1 до %(most)s.") % {"name": name, "most": most}
    raise RequestError(400, message, parameter=name)


class Slice:
    """The page of a list that is asked for."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.page = number(request, PAGE, 1, 10**LONGEST_NUMBER - 1)
        self.size = number(request, PER_PAGE, USUAL_PAGE, LONGEST_PAGE)

    @property
    def end(self) -> int:
        return self.page * self.size

    def of(self, rows: Any) -> Any:
        return rows[self.end - self.size : self.end]

    def said(self, total: int, items: Sequence[Json]) -> Json:
        """The list as it is answered. Raises RequestError behind its last page."""
        pages = max(1, math.ceil(total / self.size))
        if self.page > pages:
            message = gettext("Такой страницы нет: последняя — %(last)s.") % {"last": pages}
            raise RequestError(404, message, parameter=PAGE)
        return {
            "found": total,
            PAGE: self.page,
            "pages": pages,
            PER_PAGE: self.size,
            "next": self._address(self.page + 1) if self.page < pages else None,
            "previous": self._address(self.page - 1) if self.page > 1 else None,
            "items": items,
        }

    def said_of(
        self,
        rows: QuerySet[StoredEntry],
        writers: Iterable[Writer],
        write: Callable[[Writer, StoredEntry], Json],
    ) -> Json:
        """Rows of games, each by the writer of its own."""
        of = {one.content.id: one for one in writers}
        return self.said(rows.count(), [write(of[row.game_id], row) for row in self.of(rows)])

    def _address(self, page: int) -> str:
        query = self.request.GET.copy()
        query[PAGE] = str(page)
        return f"{site_url(self.request)}{self.request.path}?{query.urlencode()}"

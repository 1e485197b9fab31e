"""Giving a sheet to another server: the file for its owner, and the door that takes it."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook.content import reading
from rulebook.papers import address_of
from rulebook.refusals import clause_details, refused, sentence
from scoring import exports, given, giving
from scoring import game as scoring
from scoring.access import COOKIE, kind_of, open_sheet
from scoring.boards import board_of
from scoring.giving import EntryRefused, GivenSheet, LinksReplaced, OtherEntry, OtherSheet, TakenSheet
from scoring.models import Conflict, LinkRole, Refused
from scoring.sheets.core import boxes_in
from scoring.views import conflicting, game_of
from web.addresses import absolute_url
from web.errors import JSON, RequestError, endpoint, redirect_to, wants_json
from web.fields import comes_as_json, json_object
from web.language import page_language
from web.limits import CREATING
from web.links import Visitor


@never_cache
@endpoint("GET", "HEAD")
def to_give(request: HttpRequest, public_id: str) -> HttpResponse:
    """The export with the key by which another server knows the owner."""
    sheet = open_sheet(request, public_id, LinkRole.OWNER).sheet
    body = exports.as_json(board_of(sheet, page_language()), giving.key_of(sheet))
    response = HttpResponse(body, content_type=f"{JSON}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{sheet.game}-{public_id}.give.json"'
    return response


@never_cache
@endpoint("GET", "HEAD", "POST")
def give(request: HttpRequest, game_id: str) -> HttpResponse:
    """Takes a sheet from a file or as JSON; the same one again is the same sheet here."""
    game, visitor = game_of(game_id), COOKIE.visitor(request)
    context: dict[str, Any] = {"game": game, "door": "score"}
    if request.method != "POST":
        response = render(request, "scoring/give.html", context)
        COOKIE.write(request, response, visitor)  # so that a file without a key is known again
        return response
    try:
        taken = _taken(request, game_id, visitor)
    except RequestError as stop:
        if wants_json(request):
            raise
        return render(request, "scoring/give.html", context | {"stop": stop}, status=stop.status)
    answer = _answer(request, taken)
    COOKIE.remember(request, answer, taken.sheet.owner_token, known=visitor)
    return answer


def _taken(request: HttpRequest, game_id: str, visitor: Visitor) -> TakenSheet:
    CREATING.spend(request)
    data = json_object(_body(request), given.FILE)
    sheet = given.read(data, game_id, lambda public_id: _key(request, visitor, public_id))
    try:
        return giving.take(sheet, (visitor.key, kind_of(request.headers.get("User-Agent", ""))))
    except Refused as error:
        raise refused(reading.whole(game_id), error.refusal) from None
    except EntryRefused as error:
        raise _refused(sheet, error) from None
    except Conflict as conflict:
        raise _conflicting(sheet, conflict) from None
    except OtherEntry as error:
        message = gettext("Запись %(n)s здесь уже есть, и в ней другое. Не взято ничего.")
        raise RequestError(409, message % {"n": error.number}, entry=error.number) from None
    except OtherSheet:
        raise RequestError(409, gettext("С ключом этого файла сюда уже отдали другой счёт.")) from None
    except LinksReplaced:
        message = gettext("Этот счёт здесь уже есть, но его ссылки заменили. Попросите новую у хозяина.")
        raise RequestError(403, message) from None


def _body(request: HttpRequest) -> bytes:
    """The file, however it comes. Raises RequestError."""
    is_json = comes_as_json(request, given.FILE)
    file = None if is_json else request.FILES.get("file")
    if not is_json and file is None:
        raise RequestError(422, gettext("Файла нет. Выберите его и отдайте снова."))
    size = file.size if file else int(request.META.get("CONTENT_LENGTH") or 0)
    if size > given.MOST_BYTES:
        raise RequestError(413, gettext("Файл больше 1 МБ: столько счёт не занимает."))
    body: bytes = file.read() if file else request.body
    return body


def _key(request: HttpRequest, visitor: Visitor, public_id: str) -> str:
    """The key for a file that has none: of this browser, if it can be known again."""
    if COOKIE.name not in request.COOKIES:
        message = gettext("В файле нет ключа. Откройте страницу «Принять счёт из файла» и отдайте его там.")
        raise RequestError(422, message, field="sheet.key")
    return giving.key_for(visitor.key, public_id)


def _refused(sheet: GivenSheet, error: EntryRefused) -> RequestError:
    """422 with the entry, the rule, and of which editions the file and the site are where they differ."""
    told = scoring.get(sheet.game).content(error.state, [box.id for box in reading.boxes(sheet.game)])
    why = sentence(told, error.refusal, error.names)
    message = gettext("Запись %(n)s не взять: %(why)s") % {"n": error.number, "why": why}
    ours = address_of(scoring.get(sheet.game).content(error.state, boxes_in(error.state)))
    if sheet.edition not in ("", ours):
        values = {"theirs": sheet.edition, "ours": ours}
        message += " " + gettext("Файл составлен по редакции %(theirs)s, а здесь %(ours)s.") % values
    clause = clause_details(told, error.refusal.clause)
    return RequestError(422, message, entry=error.number, refusal=error.refusal, clause=clause)


def _conflicting(given_sheet: GivenSheet, conflict: Conflict) -> RequestError:
    sheet = giving.known_sheet(given_sheet)
    return conflicting(sheet, conflict) if sheet else RequestError(409, gettext("Этот счёт здесь изменился."))


def _answer(request: HttpRequest, taken: TakenSheet) -> HttpResponse:
    sheet = taken.sheet
    url = sheet.get_absolute_url()
    if not wants_json(request):
        return redirect_to(request, url)
    body = {
        "sheet": sheet.public_id,
        "from": sheet.given_from or sheet.public_id,
        "url": absolute_url(request, url),
        "added": taken.added,
        "version": sheet.version,
        "links": {role.label: absolute_url(request, sheet.link(role).path) for role in LinkRole},
    }
    return JsonResponse(body, status=201 if taken.is_new else 200)

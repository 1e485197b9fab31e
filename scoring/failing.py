"""The page of a score sheet whose game fails: what is safe, and how to go on."""

import logging
import secrets

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook import finder
from rulebook.failures import Failure, failure_of, is_of_game
from scoring.access import SheetAccess, open_sheet
from scoring.models import Entry, Sheet
from web import errors
from web.errors import RequestError, endpoint, wants_json
from web.told_once import tell_once

PLACE = "score/s/<slug:public_id>"

log = logging.getLogger("grimoire.games")


def answer(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """A sentence for the sheet's script, a page for all others; None where no game is to blame."""
    asked = request.resolver_match
    if asked is None or PLACE not in asked.route:
        return None
    try:
        access = open_sheet(request, asked.kwargs["public_id"])
    except RequestError as stop:
        return errors.answer(request, stop)
    if not is_of_game(error, access.sheet.game):
        return None
    sheet, failure = access.sheet, tell(access.sheet, error)
    if wants_json(request):  # sent again it would fail again: the script is to drop it
        message = gettext("На этой записи счёт сломался: ошибка в самой игре. Записанное до неё цело.")
        return JsonResponse({"message": message}, status=422)
    context = {
        "game": sheet.content,
        "door": "score",
        "sheet": sheet,
        "failure": failure,
        "message": gettext("В программе этой игры ошибка: сосчитать не вышло."),
        "last": _last(access),
        "client_entry_id": secrets.token_urlsafe(12),
        "ours": finder.is_ours(finder.rooms("rulebook")[sheet.game]),
    }
    return render(request, "scoring/failed.html", context, status=500)


def tell(sheet: Sheet, error: Exception) -> Failure:
    """What failed; the log has a line on each sheet."""
    failure = failure_of(error, sheet.game)
    line = f"{sheet.game}: sheet {sheet.public_id} fails at entry {sheet.version}: {failure}"
    tell_once(log, f"sheet {sheet.public_id} {failure.where}", line)
    return failure


def _last(access: SheetAccess) -> Entry | None:
    """The entry to take back, if there is one and this browser may; not what took another one back."""
    entry = access.sheet.entries.last()
    return entry if entry and access.may_change(entry.cell) and not entry.undoes else None


@never_cache
@endpoint("GET", "HEAD")
def entries_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """All entries as they were made, as a file: nothing is counted for it, so no game can fail."""
    sheet = open_sheet(request, public_id).sheet
    entries = [list(row) for row in sheet.entries.values_list("number", "cell", "text")]
    body = {"game": sheet.game, "title": sheet.title, "names": sheet.seated(), "entries": entries}
    response = JsonResponse(body, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{sheet.game}-{public_id}.entries.json"'
    return response

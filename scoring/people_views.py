"""The page of names and seats: who sits at a sheet, and who is first there."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from rulebook.refusals import refused
from scoring.access import SheetAccess, device, open_sheet
from scoring.boards import board_of
from scoring.boards.core import Sentence, SheetPresenter
from scoring.forms import names_in, pressed, seat_rows
from scoring.models import Conflict, EntryDraft, LinkRole, Refused
from scoring.sheets import core
from scoring.sheets.core import Remark
from scoring.views import ROW_BUTTONS, conflicting, is_about_names
from web import names as rule_of_names
from web.errors import RequestError, endpoint, redirect_to
from web.fields import client_id, number
from web.language import page_language
from web.refusal import Refusal


@never_cache
@endpoint("GET", "HEAD", "POST")
def people(request: HttpRequest, public_id: str) -> HttpResponse:
    """The names and the seats of a sheet: its owner corrects them; who is first is for all who write."""
    if request.method != "POST":
        access = open_sheet(request, public_id, LinkRole.SCORER)
        return _answer(request, access, access.sheet.names())
    access = open_sheet(request, public_id, LinkRole.OWNER)
    do, place = pressed(request)
    if do not in ROW_BUTTONS:
        return _save(request, access)
    names = names_in(request)
    focus = ROW_BUTTONS[do](access.sheet.content, names, place)
    names = names[: access.sheet.content.players[1]]
    return _answer(request, access, names, focus=focus, seen=_seen(request))


def _save(request: HttpRequest, access: SheetAccess) -> HttpResponse:
    names = names_in(request)
    board = board_of(access.sheet, page_language())
    there = board.written_names
    fixed = 0 if _seats_refusal(board, len(there), 0) is None else len(there)
    kept = [name for n, name in enumerate(names) if name or n < fixed]
    if kept == there:
        return redirect_to(request, access.sheet.get_absolute_url())
    draft = EntryDraft(core.PEOPLE, "\n".join(kept), _seen(request), client_id(request.POST))
    seen = draft.base
    try:
        if not any(kept):
            raise Refused(core.bad_name(""))
        access.sheet.append(draft, device(request, access.sheet))
    except Refused as error:
        stop = refused(access.sheet.content, error.refusal, there)
    except Conflict as conflict:
        stop = conflicting(access.sheet, conflict)
        seen = conflict.theirs.number
    else:
        return redirect_to(request, access.sheet.get_absolute_url())
    return _answer(request, access, names, stop=stop, seen=seen)


def _seen(request: HttpRequest) -> int:
    """The entry about people that the page showed."""
    return number(request.POST, "seen")


def _seats_refusal(board: SheetPresenter, seats: int, shifted: int) -> Refusal | None:
    """Why so many people can't go on where others sit from seat `shifted` on."""
    state = core.state_of(len(board.names), board.entries)
    if state.finished:
        return Refusal("sheet_people_closed", "series.rounds")
    return board.sheet.seating.check_shift(state, seats, shifted)


def _said(board: SheetPresenter, reason: Refusal) -> Sentence:
    return board.sentence("refusal", Remark(reason.code, reason.clause, reason.params))


def _answer(
    request: HttpRequest,
    access: SheetAccess,
    names: list[str],
    stop: RequestError | None = None,
    focus: int | None = None,
    seen: int | None = None,
) -> HttpResponse:
    board = board_of(access.sheet, page_language())
    seats = seat_rows(names, judged=stop is not None)
    faulty = [place for place, seat in enumerate(seats) if seat.fault]
    here, (least, most) = len(board.names), board.game.players
    late = _seats_refusal(board, here + 1, here)
    left = None if here == least else _seats_refusal(board, here - 1, here - 1)
    reasons = [reason for reason in (late if here < most else None, left) if reason]
    reasons = reasons[:1] if reasons[1:] == reasons[:1] else reasons
    context = {
        "game": board.game,
        "door": "score",
        "sheet": access.sheet,
        "access": access,
        "board": board,
        "seats": seats,
        "name_limit": rule_of_names.longest(),
        "stop": None if faulty and is_about_names(stop) else stop,
        "focus": faulty[0] if faulty else focus,
        "may_move": _seats_refusal(board, here, 0) is None,
        "may_add": late is None and len(names) < most,
        "may_remove": len(names) > least,
        "reasons": [_said(board, reason) for reason in reasons],
        "seen": board.people_base if seen is None else seen,
        "client_entry_id": secrets.token_urlsafe(12),
    }
    template = "scoring/people.html#form" if request.htmx else "scoring/people.html"
    return render(request, template, context, status=stop.status if stop else 200)

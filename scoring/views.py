"""Pages of score sheets. Every refusal is a sentence: see `web.errors`."""

import json
import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook import boxes as table_boxes
from rulebook.content import reading
from rulebook.content.entries import Box, GameContent, Text
from rulebook.refusals import refused, sentence
from scoring import exports, failing, picture_views, results
from scoring import game as scoring
from scoring.access import COOKIE, GATE, SheetAccess, device, open_sheet, open_with_device, touch_last_seen
from scoring.boards import board_of
from scoring.boards.core import SheetPresenter, undoable
from scoring.forms import (
    ENTRY,
    EntryForm,
    StartForm,
    UndoForm,
    boxes_in,
    carried_in,
    cleaned,
    names_in,
    pressed,
    seat_rows,
    settings_in,
    version_shown,
)
from scoring.joining import shown
from scoring.models import Conflict, Entry, EntryDraft, LinkRole, Refused, Sheet, new_sheet
from scoring.pages import SheetPage
from scoring.sheets import core
from scoring.sheets.core import BAD_NAME, FINISH, YES
from scoring.sheets.ledger import Ledger
from scoring.sheets.numbers import ROUNDS_MOST
from web import names as rule_of_names
from web.addresses import absolute_url, invitation
from web.begun_once import begin_once
from web.drawn_once import drawn_once
from web.errors import RequestError, endpoint, wants_json
from web.fields import number, sent
from web.language import opened_in_english, page_language
from web.limits import CREATING
from web.links import is_among, kept_on_device, successor
from web.polling import decoration, poll

RESUMED = 3  # sheets in the fragment for other pages, and how many of a list are counted up
HISTORY_PAGE = 200  # entries: a long evening is one page
ROWS = 4  # a new sheet begins with this many rows for names
EXPORTS: dict[str, tuple[str, Callable[[SheetPresenter, str], str]]] = {
    "csv": ("text/csv", lambda board, link: exports.as_csv(board)),
    "json": ("application/json", lambda board, link: exports.as_json(board)),
    "txt": ("text/plain", exports.as_text),
}


# New sheets, and the ones this browser knows


@never_cache
@endpoint("GET", "HEAD", "POST")
def start(request: HttpRequest, game_id: str) -> HttpResponse:
    """The form for a new sheet; its buttons add, remove and move rows with and without scripts."""
    game = game_of(game_id)
    if request.method != "POST":
        return kept_on_device(start_like(request, game_id, _state_like(request)), not request.GET)
    do, place = pressed(request)
    if do in ROW_BUTTONS:
        names = _rows(game, names_in(request))
        focus = ROW_BUTTONS[do](game, names, place)
        return _start_answer(request, _start_context(request, game, names[: game.players[1]], focus=focus))
    return _create(request, game)


def start_like(request: HttpRequest, game_id: str, like: core.State | None) -> HttpResponse:
    """The form for a new sheet with the boxes, the settings and what else may be carried along of another."""
    game = game_of(game_id)
    context = _start_context(request, game, _names_like(request, game), like=like)
    return render(request, "scoring/start.html", context)


def _create(request: HttpRequest, game: GameContent) -> HttpResponse:
    CREATING.spend(request)
    names = names_in(request)
    form = StartForm(request.POST)
    try:
        if not form.is_valid():
            raise RequestError(422, form.errors["title"][0])
        boxes = boxes_in(request, scoring.get(game.id).boxes)
        settings = settings_in(request, _setting_cells(game))
        title = form.cleaned_data["title"]
        carried = carried_in(request, [each.cell for each in scoring.get(game.id).carried])
        seated = [name for name in names if name]
        make = partial(new_sheet, game.id, seated, title, boxes, settings, carried)
        made = begin_once(request, Sheet, LinkRole.OWNER, make)
    except Refused as error:
        stop = RequestError(422, sentence(game, error.refusal), refusal=error.refusal)
    except RequestError as error:
        stop = error
    else:
        return COOKIE.let_in(request, made.owner_token, made.get_absolute_url())
    return _start_answer(request, _start_context(request, game, _rows(game, names), stop=stop), status=422)


def _start_answer(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    template = "scoring/start.html#form" if request.htmx else "scoring/start.html"
    return render(request, template, context, status=status)


def _start_context(
    request: HttpRequest,
    game: GameContent,
    names: list[str],
    stop: RequestError | None = None,
    focus: int | None = None,
    like: core.State | None = None,
) -> dict[str, Any]:
    offered = _boxes(request, game, like)
    seats = seat_rows(names, judged=stop is not None)
    faulty = [place for place, seat in enumerate(seats) if seat.fault]
    shape = _shape(game)
    return {
        "game": game,
        "door": "score",
        "seats": seats,
        "name_limit": rule_of_names.longest(),
        "title": request.POST.get("title", "")[:200],
        "stop": None if faulty and is_about_names(stop) else stop,
        "focus": faulty[0] if faulty else focus,
        "may_add": len(names) < game.players[1],
        "may_remove": len(names) > game.players[0],
        "recent": _known(request, game.id),
        "boxes": offered,
        "boxes_said": ",".join(box.id for box, ticked in offered if ticked),
        "settings": _settings(request, game, like),
        "carried": _carried(request, game, like),
        "grid": shape["rows"],
        "shape": json.dumps(shape, ensure_ascii=False),
    }


def _shape(game: GameContent) -> dict[str, Any]:
    """The rows of a sheet that is a grid of numbers, how many rounds so many players have, and the format of
    a file with it, for who begins one without a network.
    """
    rules, (least, most), lang = scoring.get(game.id).sheet, game.players, page_language()
    if not isinstance(rules, Ledger):
        rounds = dict.fromkeys(range(least, most + 1), ROUNDS_MOST)
        return {"format": exports.FORMAT, "rows": [], "rounds": rounds}
    return {
        "format": exports.FORMAT,
        "rows": [(field, rules.label(field, lang)) for field in rules.fields],
        "rounds": {seats: rules.rounds(seats) for seats in range(least, most + 1)},
    }


def is_about_names(stop: RequestError | None) -> bool:
    """Whether the bad names, each with its sentence beside it, are all that is wrong."""
    refusal = stop.details.get("refusal") if stop else None
    return refusal is not None and refusal.code == BAD_NAME


def _boxes(request: HttpRequest, game: GameContent, like: core.State | None) -> list[tuple[Box, bool]]:
    """The boxes that the form offers, and whether each is ticked: as sent, else as on the sheet before, else
    as on the reader's table.
    """
    known = scoring.get(game.id).boxes
    if request.method == "POST":
        chosen: Sequence[str] = boxes_in(request, known)
    else:
        chosen = core.boxes_in(like) if like else table_boxes.chosen(request, game.id)
    return [(box, box.id in chosen) for box in reading.boxes(game.id) if box.id in known]


def _state_like(request: HttpRequest) -> core.State | None:
    """What stands on the sheet that `?like=` names, if this reader knows it."""
    like = request.GET.get("like", "")
    for known in Sheet.known_to(COOKIE.visitor(request).tokens):
        if known.public_id == like:
            return core.state_of(0, known.entries_so_far())
    return None


def _setting_cells(game: GameContent) -> list[str]:
    return [setting.cell for setting in scoring.get(game.id).settings]


def _settings(
    request: HttpRequest, game: GameContent, like: core.State | None
) -> list[tuple[scoring.Setting, bool]]:
    """The settings that the form offers, and whether each is ticked: as sent, else as on the sheet before."""
    chosen: Sequence[str] = settings_in(request, _setting_cells(game))
    if request.method != "POST":
        chosen = [cell for cell in _setting_cells(game) if like and core.holds_in(like, cell)]
    return [(setting, setting.cell in chosen) for setting in scoring.get(game.id).settings]


class CarriedText(NamedTuple):
    """What the form for a new sheet carries along for a cell, and what that means."""

    cell: str
    text: str
    said: Text


def _carried(request: HttpRequest, game: GameContent, like: core.State | None) -> list[CarriedText]:
    """What the form carries along: as sent, else as on the sheet before; what can't be is left out."""
    known = scoring.get(game.id).carried
    sent = carried_in(request, [each.cell for each in known])
    found = []
    for each in known:
        text = like.entry(each.cell).text if like else sent.get(each.cell, "")
        said = each.said(text)
        if said:
            found.append(CarriedText(each.cell, text, said))
    return found


def _rows(game: GameContent, names: list[str]) -> list[str]:
    """At least as many rows as the game needs players, at most as many as it takes."""
    least, most = game.players
    return [*names, *[""] * (least - len(names))][:most]


def _add_row(game: GameContent, names: list[str], place: int) -> int:
    names.append("")
    return len(names) - 1


def _remove_row(game: GameContent, names: list[str], place: int) -> None:
    if place < len(names) > game.players[0]:
        del names[place]


def _move_row(game: GameContent, names: list[str], place: int) -> None:
    if 0 < place < len(names):
        names[place - 1], names[place] = names[place], names[place - 1]


# What a button does to the rows, and the row where one goes on to write.
ROW_BUTTONS: dict[str, Callable[[GameContent, list[str], int], int | None]] = {
    "add": _add_row,
    "remove": _remove_row,
    "up": _move_row,
}


def _names_like(request: HttpRequest, game: GameContent) -> list[str]:
    """Empty rows, or with `?like=` the players of a sheet that this browser may see."""
    like = request.GET.get("like", "")
    for known in Sheet.known_to(COOKIE.visitor(request).tokens):
        if known.public_id == like:
            return known.names()
    return [""] * min(ROWS, game.players[1])


@never_cache
@endpoint("GET", "HEAD")
def recent(request: HttpRequest) -> HttpResponse:
    """The sheets that this browser has opened; with `?game=` those of one, unnamed. A fragment for htmx."""
    game_id = request.GET.get("game", "")
    known = _known(request, game_of(game_id).id if game_id else "")
    context = {"recent": known[:RESUMED] if request.htmx else known, "of_all_games": not game_id}
    template = "scoring/recent.html#rows" if request.htmx else "scoring/recent.html"
    return render(request, template, context)


@endpoint("GET", "HEAD")
def ours(request: HttpRequest) -> HttpResponse:
    """The evenings that the reader's device keeps: the page knows the games, the device who has won."""
    lang = page_language()
    games = {
        game_id: {
            "title": reading.load(game_id).title.in_(lang),
            "fewest": scoring.get(game_id).finish.fewest_win,
        }
        for game_id in reading.game_ids()
    }
    return render(request, "scoring/ours.html", {"games": json.dumps(games, ensure_ascii=False)})


class ListedSheet(NamedTuple):
    """A sheet in a list; `progress` says how far it is and `leading` who is ahead, both empty where nobody
    asks; `result` says who has won.
    """

    sheet: Sheet
    progress: str
    leading: str
    result: str

    @property
    def invitation(self) -> str:
        """What to do with it."""
        return _page(self.sheet).invitation


def _known(request: HttpRequest, game_id: str) -> list[ListedSheet]:
    """This browser's sheets, the last written first; the first few say how far they are."""
    found: list[ListedSheet] = []
    for sheet in Sheet.known_to(COOKIE.visitor(request).tokens):
        if game_id in ("", sheet.game):
            found.append(_listed(sheet, counted=len(found) < RESUMED))
    return found


def _listed(sheet: Sheet, counted: bool) -> ListedSheet:
    """A sheet's line, with how far it is if it is `counted`; one whose game fails has its name alone."""
    try:
        if sheet.finished:
            return ListedSheet(sheet, "", "", _result(sheet.public_id, sheet.version, page_language()))
        if counted:
            board = board_of(sheet, page_language())
            return ListedSheet(sheet, board.progress, board.leading, "")
    except Exception as error:  # noqa: BLE001 -- the others are to be listed all the same
        failing.tell(sheet, error)
    return ListedSheet(sheet, "", "", "")


@lru_cache(maxsize=1024)
def _result(public_id: str, version: int, lang: str) -> str:
    """The verdict on a finished sheet of this version; lists show many, and none of them changes."""
    verdict = board_of(Sheet.objects.get(public_id=public_id), lang).verdict
    return verdict.text if verdict else ""


@never_cache
@opened_in_english
@endpoint("GET", "HEAD", "POST")
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A capability link: remembers it in the cookie and goes on to an address that doesn't show it."""
    return GATE.follow(request, token, "scoring:link")


# One sheet


def game_of(game_id: str) -> GameContent:
    if game_id not in reading.game_ids():
        raise RequestError(404, gettext("Для такой игры счёта нет."))
    return reading.load(game_id)


@never_cache
@endpoint("GET", "HEAD")
def sheet(request: HttpRequest, public_id: str) -> HttpResponse:
    """The sheet itself; what its address asks for beyond that is for its page to say (`scoring.pages`)."""
    access = open_sheet(request, public_id)
    with decoration():
        device(request, access.sheet)
    page = render(request, _page(access.sheet).template, _sheet_context(request, access))
    return kept_on_device(page, access.may_write)


def _page(sheet: Sheet) -> SheetPage:
    return scoring.get(sheet.game).page


def _sheet_context(
    request: HttpRequest,
    access: SheetAccess,
    stop: RequestError | None = None,
    tried: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """What the sheet's page shows; `stop` and `tried` are a refusal and the entry that it refused."""
    board = board_of(access.sheet, page_language())
    return {
        "game": access.sheet.content,
        "door": "score",
        "sheet": access.sheet,
        "access": access,
        "may_write": access.may_write and not board.tally.finished,
        "board": board,
        "stop": stop,
        "overtaken": stop.details.get("theirs") if stop else None,
        "devices": access.sheet.devices_here(),
        "client_entry_id": _new_entry_id(),
        "came_from": access.sheet.get_absolute_url(),
        "names_json": json.dumps(board.written_names, ensure_ascii=False),
        "misspelt": json.dumps(board.misspelt, ensure_ascii=False) if board.misspelt else "",
        "result": results.as_row(board),
        **_page(access.sheet).context(board, request.GET, tried or {}),
    }


def _new_entry_id() -> str:
    """The name by which a retry of a form is known."""
    return secrets.token_urlsafe(12)


@endpoint("POST")
def entries(request: HttpRequest, public_id: str) -> HttpResponse:
    """Writes into a cell."""
    access = open_with_device(request, public_id, LinkRole.SCORER)
    fields = sent(request, ENTRY)
    return _write(request, access, fields, lambda: _append(request, access, fields))


def _append(request: HttpRequest, access: SheetAccess, fields: dict[str, Any]) -> Entry:
    text = access.sheet.rules.compose(fields)
    draft = EntryDraft(**cleaned(EntryForm({**fields, "text": text})))
    access.hold_to_cell(draft.cell)
    if draft.undoes and not access.sheet.entries.filter(number=draft.undoes, cell=draft.cell).exists():
        raise RequestError(404, gettext("Такой записи в этом счёте нет."))
    return access.sheet.append(draft, device(request, access.sheet, access.device))


@endpoint("POST")
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Adds the entry that takes another one back."""
    access = open_sheet(request, public_id, LinkRole.SCORER)
    fields = sent(request, ENTRY)
    return _write(request, access, fields, lambda: _undo(request, access, fields))


def _undo(request: HttpRequest, access: SheetAccess, fields: dict[str, Any]) -> Entry:
    data = cleaned(UndoForm(fields))
    for cell in access.sheet.entries.filter(number=data["entry"]).values_list("cell", flat=True):
        access.hold_to_cell(cell)
    try:
        return access.sheet.undo(data["entry"], data["client_entry_id"], device(request, access.sheet))
    except Entry.DoesNotExist:
        raise RequestError(404, gettext("Такой записи в этом счёте нет.")) from None


@endpoint("POST")
def finish(request: HttpRequest, public_id: str) -> HttpResponse:
    """Closes the sheet, or opens it again: the text of the entry says which."""
    access = open_with_device(request, public_id, LinkRole.SCORER)
    fields = {**sent(request, ENTRY), "cell": FINISH}
    fields["text"] = YES if fields.get("text") == YES else ""
    return _write(request, access, fields, lambda: _append(request, access, fields))


def _write(
    request: HttpRequest, access: SheetAccess, fields: dict[str, Any], make: Callable[[], Entry]
) -> HttpResponse:
    """Makes an entry and says how it went: JSON for the script, a page or a redirect for forms."""
    try:
        made = make()
    except Refused as error:
        stop = refused(_told(access.sheet), error.refusal, access.sheet.names())
    except Conflict as conflict:
        stop = conflicting(access.sheet, conflict)
    else:
        return _written(request, access, made)
    if wants_json(request):
        raise stop
    context = _sheet_context(request, access, stop, fields)
    return render(request, _page(access.sheet).template, context, status=stop.status)


def _told(sheet: Sheet) -> GameContent:
    """The game with all of its boxes and the table's cards: a refusal that tells of one has words there."""
    state = core.state_of(0, sheet.entries_so_far())
    return scoring.get(sheet.game).content(state, [box.id for box in reading.boxes(sheet.game)])


def conflicting(sheet: Sheet, conflict: Conflict) -> RequestError:
    """409 with both values: the reader decides which one is right."""
    theirs = {"text": conflict.theirs.text, "entry": conflict.theirs.number}
    board = board_of(sheet, page_language())
    said = {
        "theirs": board.told(conflict.cell, conflict.theirs.text) or gettext("пусто"),
        "yours": board.told(conflict.cell, conflict.yours) or gettext("пусто"),
    }
    values = {"cell": board.called(conflict.cell), **said}
    message = gettext("%(cell)s: с другого телефона %(theirs)s, а вы ввели %(yours)s. Что верно?") % values
    return RequestError(409, message, theirs=theirs, yours=conflict.yours, cell=conflict.cell, said=said)


def _written(request: HttpRequest, access: SheetAccess, made: Entry) -> HttpResponse:
    if made.cell == FINISH and access.sheet.finished:
        picture_views.ask_ahead(access.sheet)
    if wants_json(request):
        body = {"entry": made.number, "cell": made.cell, "text": made.text, "version": access.sheet.version}
        return JsonResponse(body)
    if request.POST.get("back") == "history":
        return HttpResponseRedirect(reverse("scoring:history", args=[access.sheet.public_id]))
    board = board_of(access.sheet, page_language())
    after = _page(access.sheet).after(board, made.cell, request.POST.get("then", ""))
    return HttpResponseRedirect(access.sheet.get_absolute_url() + after)


@never_cache
@endpoint("GET", "HEAD")
def totals(request: HttpRequest, public_id: str) -> HttpResponse:
    """What polling phones ask: 204 while nothing happened, 200 with the sheet, 286 after the end."""
    access = open_with_device(request, public_id)
    touch_last_seen(request, access)

    return poll(
        request,
        access.sheet.version,
        partial(_news, request, access),
        over=access.sheet.finished,
        asked=version_shown,
        of=[access.sheet],
    )


def _news(request: HttpRequest, access: SheetAccess, status: int) -> HttpResponse:
    """The live part of a sheet, the same for all who may write and for all who only watch."""
    sheet, alike = access.sheet, min(access.role, LinkRole.SCORER)
    return drawn_once(
        request,
        f"{_page(sheet).template}#live",
        (sheet.version, sheet.finished, alike),
        lambda nobody: _sheet_context(nobody, SheetAccess(sheet, alike)),
        status,
        own={"client_entry_id": _new_entry_id},
    )


@never_cache
@endpoint("GET", "HEAD")
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every entry ever made, the last first, so many to a page; `?before=` asks for those before one."""
    access = open_sheet(request, public_id)
    with decoration():
        device(request, access.sheet)
    board = board_of(access.sheet, page_language())
    last = len(board.entries)
    end = max(min(number(request.GET, "before") - 1, last), 0) if "before" in request.GET else last
    first = max(end - HISTORY_PAGE, 0) + 1
    context = {
        "game": board.game,
        "door": "score",
        "sheet": access.sheet,
        "access": access,
        "chapters": _chapters(board, _history_rows(access, board, first, end)),
        "earlier": first if first > 1 else 0,
        "later": end + HISTORY_PAGE + 1 if end + HISTORY_PAGE < last else 0,
        "is_last": end >= last,
    }
    return render(request, "scoring/history.html", context)


class HistoryRound(NamedTuple):
    """A round in the history; `title` is empty where a sheet has none."""

    title: str
    rows: list[dict[str, Any]]

    @property
    def corrected(self) -> int:
        return sum(row["corrected"] for row in self.rows)


def _chapters(board: SheetPresenter, rows: Sequence[dict[str, Any]]) -> list[HistoryRound]:
    """The rows by what they belong to; first comes what was written in last."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(board.chapter(row["entry"].cell), []).append(row)
    return [HistoryRound(title, rows) for title, rows in found.items()]


def _history_rows(access: SheetAccess, board: SheetPresenter, first: int, end: int) -> list[dict[str, Any]]:
    """The entries of a page of history, the last first."""
    may_undo = undoable(board.entries) if access.may_write else set()
    began = "\n".join(board.seated)
    stood = {core.PEOPLE: began} | {entry.cell: entry.text for entry in board.entries[: first - 1]}
    rows = []
    for entry in access.sheet.entries.select_related("device").filter(number__range=(first, end)):
        before = stood.get(entry.cell, "")
        text = entry.text or (began if entry.cell == core.PEOPLE else "")
        was, said = board.told_change(entry.cell, before, text)
        row = {
            "entry": entry,
            "what": board.called(entry.cell) if entry.cell in core.SEATING else board.inside(entry.cell),
            "said": said,
            "before": was,
            "corrected": before not in ("", text),
            "may_undo": entry.number in may_undo and access.may_change(entry.cell),
            "finish": entry.cell == FINISH,
            "client_entry_id": _new_entry_id(),
        }
        rows.append(row)
        stood[entry.cell] = text
    return rows[::-1]


@never_cache
@endpoint("GET", "HEAD")
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """How others come to this sheet: the first link at once, those that fewer need behind a tap."""
    access = open_sheet(request, public_id)
    links = [
        {"role": link.role.label, **invitation(request, link.path)._asdict()}
        for link in access.sheet.links_up_to(access.role)
    ]
    code = ""
    if access.may_write:
        with decoration():
            code = access.sheet.join_code()
    context = {
        "game": access.sheet.content,
        "door": "score",
        "sheet": access.sheet,
        "access": access,
        "links": links,
        "code": shown(code) if code else "",
        "join_url": absolute_url(request, reverse("scoring:join")).partition("://")[2],
        "replaced": "replaced" in request.GET,
    }
    return render(request, "scoring/share.html", context)


@endpoint("POST")
def links(request: HttpRequest, public_id: str) -> HttpResponse:
    """The owner replaces all links: whoever has only an old one is out. Who missed that hears it again; of
    two devices of the owner at once the first replaces them, and the second is told that it is out.
    """
    open_sheet(request, public_id, LinkRole.OWNER)
    visitor = COOKIE.visitor(request)
    with transaction.atomic():
        sheet = Sheet.objects.select_for_update().get(public_id=public_id)
        if is_among(sheet.owner_token, visitor.tokens):
            sheet.replace_links(owner_token=successor(sheet.owner_token, visitor.key))
    sheet = open_sheet(request, public_id, LinkRole.OWNER).sheet
    url = reverse("scoring:share", args=[public_id]) + "?replaced=1"
    return COOKIE.let_in(request, sheet.owner_token, url)


@never_cache
@endpoint("GET", "HEAD")
def bg_stats(request: HttpRequest, public_id: str) -> HttpResponse:
    """What would leave the site for BG Stats, and the link that takes it there."""
    access = open_sheet(request, public_id)
    board = board_of(access.sheet, page_language())
    context = {
        "game": board.game,
        "door": "score",
        "sheet": access.sheet,
        "play": results.bg_stats(board),
        "link": results.bg_stats_link(board),
    }
    return render(request, "scoring/bg_stats.html", context)


@never_cache
@endpoint("GET", "HEAD")
def export(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """The sheet as a file: csv, json or txt."""
    access = open_sheet(request, public_id)
    if kind not in EXPORTS:
        raise RequestError(404, gettext("В таком виде счёт не выгружается. Есть PDF, CSV, JSON и текст."))
    content_type, make = EXPORTS[kind]
    link = absolute_url(request, access.sheet.link(LinkRole.VIEWER).path)
    body = make(board_of(access.sheet, page_language()), link)
    response = HttpResponse(body, content_type=f"{content_type}; charset=utf-8")
    disposition = "inline" if kind == "txt" else "attachment"
    response["Content-Disposition"] = f'{disposition}; filename="{access.sheet.game}-{public_id}.{kind}"'
    return response

"""Pages of the laboratory: opening one, mixing, results, the log, the great reveal."""

import math
import secrets
from contextlib import suppress
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.alchemists.simulator.deduction import codes as application
from games.alchemists.simulator.laboratory import actions, forms
from games.alchemists.simulator.laboratory.access import COOKIE, LabAccess, open_lab
from games.alchemists.simulator.laboratory.board import LabPresenter, board_of
from games.alchemists.simulator.laboratory.models import GAME, LabEntry, Laboratory
from games.alchemists.simulator.laboratory.moments import MOMENTS
from games.alchemists.simulator.presenting import join_codes
from games.alchemists.simulator.presenting.things import choices
from rulebook.content import reading
from rulebook.refusals import clause_details, sentence
from rulebook.wording.sentences import render as render_words
from scoring.access import COOKIE as SHEETS
from scoring.models import LinkRole, Refused, Sheet
from simulator.engine.refusal import IllegalMove
from simulator.matches.views import start
from web.begun_once import begin_once
from web.errors import RequestError, endpoint, redirect_to, wants_json
from web.fields import number
from web.language import page_language
from web.limits import CREATING, WRONG_CODES
from web.polling import poll
from web.refusal import Refusal

TOOLS = ("mix", "sell", "debunk", "exhibit", "theory")


# --- Opening ------------------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD", "POST")
def door(request: HttpRequest) -> HttpResponse:
    """What to play with: a game here, the laboratory or the notebook, and what was open here before.

    A new game is sent to this address, as that of any game is, and one with the same people begins at it.
    """
    if request.method == "POST" or "again" in request.GET:
        return start(request, GAME)
    context = {
        "game": reading.load(GAME),
        "door": "play",
        "labs": Laboratory.known_to(COOKIE.visitor(request).tokens),
    }
    return render(request, "simulator/alchemists/door.html", context)


@never_cache
@endpoint("GET", "HEAD", "POST")
def new(request: HttpRequest) -> HttpResponse:
    """A new laboratory: who plays, on which level, with a leader or by a code of the application."""
    if request.method != "POST":
        return _new_page(request, forms.new_lab_in(request.GET))
    CREATING.spend(request)
    form = forms.new_lab_in(request.POST)
    device = COOKIE.visitor(request).key
    try:
        official = (
            join_codes.typed(form.official) or form.official.strip()
        )  # dashes alone are a code that isn't
        make = partial(actions.open_laboratory, form.players, form.level, form.led, official, device)
        lab = begin_once(request, Laboratory, "host", make)
    except IllegalMove as error:
        return _new_page(request, form, error.refusal)
    after = "simulator:lab_invite" if lab.led else "simulator:lab_seats"
    return COOKIE.let_in(request, lab.host_token, reverse(after, args=[lab.public_id]))


def _new_page(request: HttpRequest, form: forms.NewLab, refusal: Refusal | None = None) -> HttpResponse:
    context = {"game": reading.load(GAME), "door": "play", "form": form, "refusal": refusal}
    return render(
        request, "simulator/alchemists/laboratory/new.html", context, status=422 if refusal else 200
    )


@never_cache
@endpoint("GET", "HEAD", "POST")
def code(request: HttpRequest) -> HttpResponse:
    """A code from a piece of paper: ours opens its laboratory again, the application's begins one."""
    if request.method != "POST":
        return _code_page(request, "")
    return _open_code(request, request.POST.get("code", "")[: join_codes.TYPED_LIMIT])


@never_cache
@endpoint("GET", "HEAD")
def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The same by a QR code."""
    return _open_code(request, code[: join_codes.TYPED_LIMIT])


def _open_code(request: HttpRequest, text: str) -> HttpResponse:
    typed = join_codes.typed(text)
    if join_codes.is_official(typed):
        return redirect_to(request, f"{reverse('simulator:lab_new')}?official={typed}")
    if application.is_with_golem(typed):
        return _code_page(request, text, application.BadCode(typed).refusal, 422)
    if not join_codes.is_ours(typed):
        return _no_such_code(request, text)
    if wait := WRONG_CODES.take(request):
        return _many_codes(request, text, wait)
    lab = Laboratory.sealed().filter(code=typed).first()
    if lab is None:
        return _no_such_code(request, text)
    WRONG_CODES.give_back(request)
    return _let_in(request, lab)


def _no_such_code(request: HttpRequest, text: str) -> HttpResponse:
    return _code_page(request, text, Refusal("lab_code", "lab.code", {"text": text}), 404)


def _many_codes(request: HttpRequest, text: str, wait: int) -> HttpResponse:
    params = {"minutes": math.ceil(wait / 60)}
    response = _code_page(request, text, Refusal("lab_many_codes", "lab.code", params), 429)
    response.headers["Retry-After"] = str(wait)
    return response


def _let_in(request: HttpRequest, lab: Laboratory) -> HttpResponse:
    """To the seats: who comes by the code watches until they take one."""
    return COOKIE.let_in(request, lab.viewer_token, reverse("simulator:lab_seats", args=[lab.public_id]))


def _code_page(
    request: HttpRequest, text: str, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    context = {"game": reading.load(GAME), "door": "play", "text": text, "refusal": refusal}
    return render(request, "simulator/alchemists/laboratory/code.html", context, status=status)


# --- The bench ----------------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD")
def lab(request: HttpRequest, public_id: str) -> HttpResponse:
    """The laboratory. With `?v=` it answers a poll: 204 while nothing has changed, 286 after the reveal."""
    access = open_lab(request, public_id)
    if "v" not in request.GET:
        return lab_page(request, access)

    def news(status: int) -> HttpResponse:
        context = bench_context(board_of(access), tool_in(request.GET)) | {"polled": True}
        return render(request, "simulator/alchemists/laboratory/lab.html#live", context, status=status)

    return poll(request, access.lab.version, news, over=access.lab.revealed, of=[access.lab])


def page_context(board: LabPresenter) -> dict[str, Any]:
    """What every page of an open laboratory has."""
    return {
        "game": board.content,
        "door": "play",
        "board": board,
        "access": board.access,
        "lab": board.lab,
        "came_from": board.lab.get_absolute_url(),
    }


def bench_context(board: LabPresenter, tool: str) -> dict[str, Any]:
    """What the bench shows, polled or opened. Each form has a number of its own: see `actions.act`.

    That of a new round is the same on all phones, so that two which press at once begin one round.
    """
    return page_context(board) | {
        "tool": tool,
        "notices": board.notices(tool),
        "client_entry_id": secrets.token_urlsafe(12),
        "peek_entry_id": secrets.token_urlsafe(12),
        "round_entry_id": f"to-round-{board.round + 1}",
    }


def tools() -> list[tuple[str, str, str]]:
    """What can be done at the bench: (id, name, icon)."""
    names = (
        gettext("Опыт"),
        gettext("Продажа"),
        gettext("Опровержение"),
        gettext("Выставка"),
        gettext("Теории"),
    )
    return list(zip(TOOLS, names, ("mix", "sell", "debunk", "exhibit", "publish"), strict=True))


def tool_in(fields: QueryDict) -> str:
    """The tool that an address or a form names; the first one if there is no such tool."""
    return fields["tool"] if fields.get("tool") in TOOLS else TOOLS[0]


def lab_page(
    request: HttpRequest,
    access: LabAccess,
    refusal: Refusal | None = None,
    status: int = 200,
    caution: actions.Cautioned | None = None,
) -> HttpResponse:
    """The bench as it stands; behind a refusal or a caution with everything that was chosen."""
    stopped = bool(refusal or caution)
    if stopped:
        access.lab.refresh_from_db(fields=["version", "revealed"])  # perhaps somebody was quicker
    board, sent = board_of(access), request.POST if stopped else request.GET
    tool = tool_in(sent)
    level = sent.get("level") if sent.get("level") in Laboratory.Level.values else access.lab.level
    context = bench_context(board, tool) | {
        **choices(board.lang),
        "tools": tools(),
        "level": level,
        "refusal": refusal,
        "caution": caution,
        "chosen": sent.getlist("i") if stopped else [],
        "sent": sent if stopped else {},
    }
    return render(request, "simulator/alchemists/laboratory/lab.html", context, status=status)


@never_cache
@endpoint("POST")
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """Something is done. What the rules forbid is refused with its clause, and nothing changes; nor does it
    behind a caution until the page says that it was read.
    """
    access = open_lab(request, public_id)
    try:
        asked = forms.asked(request)
        entry = _act(request, access, asked)
    except IllegalMove as error:
        return _refused(request, access, error.refusal)
    except actions.Cautioned as error:
        return _cautioned(request, access, error)
    url = _after(access, entry, request.POST.get("tool", ""))
    if wants_json(request):
        return JsonResponse({"number": entry.number, "url": url})
    return redirect_to(request, url)


def _act(request: HttpRequest, access: LabAccess, asked: forms.SentAction) -> LabEntry:
    if asked.seat not in access.own:
        raise IllegalMove(Refusal("lab_foreign_seat", "lab.several"))
    if asked.text.partition(" ")[0] == actions.REVEAL:  # has a page of its own, which asks twice
        code = "lab_unconfirmed" if access.is_host else "lab_not_host"
        raise IllegalMove(Refusal(code, "reveal.answers" if access.is_host else "lab.secret"))
    device = COOKIE.visitor(request).key
    draft = actions.ActionDraft(asked.seat, asked.text, device, asked.client_entry_id, asked.sure)
    return actions.act(access.lab, draft)


def _after(access: LabAccess, entry: LabEntry, tool: str) -> str:
    """Where an action leads: to its outcome or back; on a shared phone what is private has a curtain."""
    verb = entry.text.partition(" ")[0]
    if verb == "peek" and access.shared:
        return f"{reverse('simulator:lab_mine', args=[access.lab.public_id])}?seat={entry.seat}"
    if verb in MOMENTS:
        return reverse("simulator:lab_result", args=[access.lab.public_id, entry.number])
    return access.lab.get_absolute_url() + (f"?tool={tool}" if tool in TOOLS else "")


STATUSES = {"lab_foreign_seat": 403, "lab_not_host": 403, "lab_leader_only": 403, "lab_leader_spent": 403}


def _refused(request: HttpRequest, access: LabAccess, refusal: Refusal) -> HttpResponse:
    status = STATUSES.get(refusal.code, 422)
    if wants_json(request):
        raise stop_for(access, refusal, status)
    return lab_page(request, access, refusal, status)


def _cautioned(request: HttpRequest, access: LabAccess, error: actions.Cautioned) -> HttpResponse:
    """The caution, and what to send as `sure` to go on."""
    if not wants_json(request):
        return lab_page(request, access, status=422, caution=error)
    game, (code, clause, params) = access.lab.content, error.caution
    message = render_words(game, "warning", code, params, page_language(), access.names)
    raise RequestError(422, message, clause=clause_details(game, clause), sure=error.text)


def stop_for(access: LabAccess, refusal: Refusal, status: int) -> RequestError:
    """The refusal for scripts: its sentence, its clause."""
    game = access.lab.content
    message = sentence(game, refusal, access.names)
    return RequestError(
        status, message, refusal=refusal, clause=clause_details(game, refusal.clause), game=game
    )


# --- Outcomes -----------------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD")
def result(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """An outcome, large; on a phone of one's own with what only its person knows."""
    board = board_of(open_lab(request, public_id))
    entry = _moment_entry(board, n)
    context = page_context(board) | {"entry": entry, "moment": board.moment(entry, board.reader)}
    return render(request, "simulator/alchemists/laboratory/result.html", context)


@never_cache
@endpoint("GET", "HEAD")
def show(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """The same for the whole table: nothing that anybody has to keep to themselves."""
    board = board_of(open_lab(request, public_id))
    entry = _moment_entry(board, n)
    context = page_context(board) | {"entry": entry, "moment": board.moment(entry, None)}
    return render(request, "simulator/alchemists/laboratory/show.html", context)


def _moment_entry(board: LabPresenter, n: int) -> LabEntry:
    entry = board.replay.entry(n)
    if entry is None or entry.text.partition(" ")[0] not in MOMENTS:
        raise RequestError(404, gettext("Такого результата в этой лаборатории нет."), game=board.content)
    return entry


@never_cache
@endpoint("GET", "HEAD")
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everything that happened, as far as the reader may know it."""
    board = board_of(open_lab(request, public_id))
    return render(request, "simulator/alchemists/laboratory/log.html", page_context(board))


@never_cache
@endpoint("GET", "HEAD", "POST")
def mine(request: HttpRequest, public_id: str) -> HttpResponse:
    """What only one seat knows. On a shared phone a curtain hangs before it until its person presses."""
    access = open_lab(request, public_id)
    if not access.own:
        return _refused(request, access, Refusal("lab_foreign_seat", "lab.several"))
    fields = request.POST if request.method == "POST" else request.GET
    place = number(fields, "seat") if "seat" in fields else access.own[0]
    if place not in access.own:
        return _refused(request, access, Refusal("lab_foreign_seat", "lab.several"))
    board, seat = board_of(access), access.seats[place]
    open_now = not access.shared or request.method == "POST"
    rows = board.private_log(seat) if open_now else []
    context = page_context(board) | {"seat": seat, "rows": rows, "curtain": not open_now}
    return render(request, "simulator/alchemists/laboratory/mine.html", context)


# --- The great reveal ---------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD", "POST")
def reveal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Asks twice, and only the host; then everybody sees the answers."""
    access = open_lab(request, public_id)
    if not access.is_host:
        return _reveal_page(request, access, Refusal("lab_not_host", "lab.secret"), 403)
    if access.lab.revealed:
        return HttpResponseRedirect(access.lab.get_absolute_url())
    if request.method != "POST":
        return _reveal_page(request, access)
    if request.POST.get("confirm") != "yes":
        return _reveal_page(request, access, Refusal("lab_unconfirmed", "reveal.answers"), 422)
    seat = access.own[0] if access.own else 0
    draft = actions.ActionDraft(seat, actions.REVEAL, COOKIE.visitor(request).key, secrets.token_urlsafe(12))
    with suppress(IllegalMove):  # pressed twice: the answers are open
        actions.act(access.lab, draft)
    return redirect_to(request, access.lab.get_absolute_url())


def _reveal_page(
    request: HttpRequest, access: LabAccess, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    if refusal and wants_json(request):
        raise stop_for(access, refusal, status)
    context = page_context(board_of(access)) | {"refusal": refusal}
    return render(request, "simulator/alchemists/laboratory/reveal.html", context, status=status)


@never_cache
@endpoint("POST")
def sync_sheet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Puts theories, and after the reveal the answers, into a score sheet; later ones into the same."""
    access = open_lab(request, public_id)
    if not (access.own or access.is_host):
        return _refused(request, access, Refusal("lab_foreign_seat", "lab.several"))
    CREATING.spend(request)
    try:
        sheet = actions.sync_sheet(
            access.lab, access.names, gettext("Лаборатория"), _kept_sheet(request, access)
        )
    except Refused as error:
        return _refused(request, access, error.refusal)
    response = redirect_to(request, sheet.get_absolute_url())
    if sheet.role_of(SHEETS.visitor(request).tokens) is None:
        SHEETS.remember(request, response, sheet.owner_token if access.is_host else sheet.scorer_token)
    return response


def _kept_sheet(request: HttpRequest, access: LabAccess) -> Sheet | None:
    """The open sheet that this browser keeps for the same people in the same order."""
    tokens = SHEETS.visitor(request).tokens
    open_ones = (sheet for sheet in Sheet.known_to(tokens) if sheet.game == GAME and not sheet.finished)
    for sheet in open_ones:
        if sheet.role_of(tokens) >= LinkRole.SCORER and tuple(sheet.names()) == access.names:
            return sheet
    return None

"""Pages of the table. Whatever a page shows comes from the view of its own seat; see `matches.board`."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook import boxes as table_boxes
from rulebook.content.entries import GameContent
from rulebook.refusals import refused
from scoring.access import COOKIE as SHEETS
from scoring.models import Refused
from simulator.engine import sharing
from simulator.engine.dealing import TYPED
from simulator.engine.record import Record
from simulator.engine.refusal import BadRecord, IllegalMove
from simulator.game import engine_of, table_of
from simulator.game import every as game_objects
from simulator.jobs.helper import Busy
from simulator.matches import deal, forms, play
from simulator.matches.access import COOKIE, GATE, MatchAccess, access_of, game_of, open_match, seats_of
from simulator.matches.board import MatchPresenter
from simulator.matches.editor import shared_url
from simulator.matches.forms import MOVE, StartRow, too_busy
from simulator.matches.gathering import gathering
from simulator.matches.play import Moved, Replay
from simulator.models import HERE, Match
from web import names as rule_of_names
from web.begun_once import begin_once
from web.drawn_once import drawn_once
from web.errors import RequestError, endpoint, wants_json
from web.fields import number, sent
from web.language import page_language
from web.limits import CREATING
from web.links import kept_on_device
from web.polling import poll

ROWS_AT_FIRST = 4
TABLE = "simulator/match.html#table"
DRAFT_LIMIT = 1000  # letters of what a reader tries on a page


# --- Starting -----------------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD", "POST")
def start(request: HttpRequest, game_id: str) -> HttpResponse:
    """Who sits where, the options, the seed."""
    game = game_of(game_id)
    seats = engine_of(game_id).seats[-1]
    if request.method != "POST":
        again = _match_again(request, game)
        if again:
            rows, form = forms.rows_of(again), forms.options_of(again)
        else:
            bots = min(ROWS_AT_FIRST, seats) - 1
            rows, form = (
                [StartRow("", HERE), *[StartRow("", table_of(game_id).DEFAULT_BOT)] * bots],
                QueryDict(),
            )
        return render(request, "simulator/start.html", _start_context(request, game, rows, form))
    CREATING.spend(request)
    rows, stop = forms.rows_in(request.POST, seats), None
    try:
        made = _begin(request, game, rows)
    except RequestError as error:
        stop, refusals = error, ()
    except BadRecord as error:
        refusals = error.refusals
    else:
        return COOKIE.let_in(request, made.host_token, made.get_absolute_url())
    rows = forms.judged(rows)
    if any(row.fault for row in rows):  # each stands beside its name
        stop = None
    context = _start_context(request, game, rows, request.POST) | {"stop": stop, "refusals": refusals}
    return render(request, "simulator/start.html", context, status=422)


def _begin(request: HttpRequest, game: GameContent, rows: list[StartRow]) -> Match:
    players, table = forms.players_of(game, rows), table_of(game.id)
    seed = forms.seed_in(request.POST, table)
    places = [place for place, row in enumerate(rows) if row.kind]
    options = {
        **forms.options_in(game, request.POST),
        **table.box_options(forms.boxes_in(request.POST)),
        **table.start_options(request.POST, places),
    }
    config = {"players": len(players), "options": options}
    rules = engine_of(game.id).rules
    if seed is None:
        make = partial(deal.gather, Record(game.id, rules, config, play.new_seed()), players)
    else:
        make = partial(play.begin, Record(game.id, rules, config, seed), players, dealing=TYPED)
    return begin_once(request, Match, "host", make)


def _match_again(request: HttpRequest, game: GameContent) -> Match | None:
    """The match of this browser that `?again=` names: the same people sit down once more."""
    wanted = request.GET.get("again", "")
    known = Match.known_to(COOKIE.visitor(request).tokens) if wanted else []
    return next((match for match in known if match.public_id == wanted and match.game == game.id), None)


def _start_context(
    request: HttpRequest, game: GameContent, rows: list[StartRow], form: QueryDict
) -> dict[str, Any]:
    chosen, table = forms.options_in(game, form), table_of(game.id)
    changed = any(chosen.get(option.id, option.default) != option.default for option in game.options)
    seated = sum(bool(row.kind) for row in rows)
    rows += [StartRow("", "")] * (engine_of(game.id).seats[-1] - len(rows))
    asked = table.start_fields(form or request.GET, range(len(rows)))
    boxes = forms.boxes_in(form) if form else table_boxes.chosen(request, game.id)
    unplayed = table_boxes.unplayed(game)
    known = [match for match in Match.known_to(COOKIE.visitor(request).tokens) if match.game == game.id]
    return {
        "game": game,
        "table": table,
        "door": "play",
        "rows": rows,
        "counts": forms.seat_counts(game.id),
        "seated": seated,
        "usual": table.DEFAULT_BOT,
        "name_limit": rule_of_names.longest(),
        "kinds": [*forms.people(), *forms.bots(game.id)],
        "options": [
            (option, chosen.get(option.id, option.default)) for option in game.options if not option.hidden
        ],
        "seed": request.POST.get("seed", "")[:40],
        "asked": asked,
        "boxes": [(box, box.id in boxes) for box in game.boxes if box not in unplayed],
        "left_out": [box for box in unplayed if box.id in boxes],
        "folded": not changed and not any(asked),
        "recent": known,
        "names": [row.name for row in rows],
    }


@never_cache
@endpoint("GET", "HEAD")
def recent(request: HttpRequest) -> HttpResponse:
    """Matches that this browser has opened, and what games have besides; with `?game=` those of one, unnamed.

    A fragment for htmx.
    """
    known: list[Any] = Match.known_to(COOKIE.visitor(request).tokens)
    known += [one for each in game_objects().values() for one in each.recent(request)]
    game_id = request.GET.get("game", "")
    if game_id:
        known = [one for one in known if one.game == game_id]
    known.sort(key=lambda one: one.updated_at, reverse=True)
    template = "simulator/recent.html#rows" if request.htmx else "simulator/recent.html"
    return render(request, template, {"recent": known, "of_all_games": not game_id})


# --- The table ----------------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD")
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table now, or at `?ply=`. With `?v=` it answers a poll: 204 while nothing has changed; with
    `?again=` it shows once more what has happened since that ply.
    """
    access = open_match(request, public_id)
    if not access.match.is_dealt or "gathering" in request.GET:
        return gathering(request, access)
    if "again" in request.GET:
        return page_of(request, access, since=number(request.GET, "again"), again=True)
    if "v" not in request.GET:
        page = page_of(request, access, ply=ply_asked(request))
        return kept_on_device(page, access.plays and "ply" not in request.GET)
    if access.match.has_other_rules:
        raise _outdated(access)
    since = number(request.GET, "since") if "since" in request.GET else None
    return poll(
        request,
        access.match.version,
        partial(_news, request, access, since),
        over=access.match.finished,
        repeats_the_end=False,
        of=[access.match],
    )


def _news(request: HttpRequest, access: MatchAccess, since: int | None, status: int) -> HttpResponse:
    """The table for all who look through the same eyes; a draft is its reader's alone."""
    if not request.htmx or "draft" in request.GET:
        return page_of(request, access, status, since=since)
    board = board_of(access)

    def context(nobody: HttpRequest) -> dict[str, Any]:
        return _context(board) | ({} if since is None else {"frames": board.frames(since)})

    return drawn_once(request, TABLE, board.follows_from, context, status)


def ply_asked(request: HttpRequest) -> int | None:
    """The `?ply=` of an address."""
    return number(request.GET, "ply") if "ply" in request.GET else None


def _need_cards(access: MatchAccess) -> None:
    if not access.match.is_dealt:
        message = gettext("Партия ещё не началась: ждём, пока сядут все.")
        raise RequestError(409, message, game=access.match.content)


def replay_of(access: MatchAccess) -> Replay:
    """The match replayed, with what only some may know. Raises RequestError."""
    _need_cards(access)
    try:
        return play.replay_of(access.match)
    except BadRecord:
        raise _outdated(access) from None


def _replay_as_far_as(access: MatchAccess, ply: int) -> Replay:
    """The match replayed; as a part, where the game fails at a move behind this ply."""
    try:
        return replay_of(access)
    except RequestError:
        raise
    except Exception:
        part = play.sound_part(access.match)
        if ply > part.ply:
            raise
        return part


def _outdated(access: MatchAccess) -> RequestError:
    message = gettext("Правила этой игры с тех пор поправили, и старую партию по ним не повторить.")
    return RequestError(410, message, game=access.match.content)


def board_of(
    access: MatchAccess, ply: int | None = None, replay: Replay | None = None, draft: str = ""
) -> MatchPresenter:
    """The board at a ply, by default the last. Raises RequestError for one not reached."""
    replay = replay or (replay_of(access) if ply is None else _replay_as_far_as(access, ply))
    viewer = play.viewer(access, replay)
    replay = replay.seen_by(viewer.seat)
    if ply is not None and ply > replay.ply:
        raise RequestError(404, gettext("До такого хода партия не дошла."), game=access.match.content)
    shown = replay.ply if ply is None else replay.whole(ply)
    return MatchPresenter(access, replay, viewer, shown, page_language(), draft[:DRAFT_LIMIT])


def table_now(request: HttpRequest, access: MatchAccess, status: int = 200, **more: Any) -> HttpResponse:
    """The table as it stands now, where it may have changed since it was opened."""
    return page_of(request, _now(request, access), status, **more)


def _now(request: HttpRequest, access: MatchAccess) -> MatchAccess:
    fresh = access_of(seats_of(pk=access.match.pk), COOKIE.visitor(request).tokens)
    if fresh is None:  # its link was replaced a moment ago
        raise GATE.closed()
    return fresh


def page_of(
    request: HttpRequest,
    access: MatchAccess,
    status: int = 200,
    ply: int | None = None,
    since: int | None = None,
    replay: Replay | None = None,
    **more: Any,
) -> HttpResponse:
    """The table as a page, for htmx as a fragment; `since` the ply that its page shows, what bots did.

    `replay` is the match replayed, where that was done already.
    """
    board = board_of(access, ply, replay, (request.POST or request.GET).get("draft", ""))
    if ply is not None and board.live and not request.htmx:  # with a ply it would soon be one of the past
        return HttpResponseRedirect(board.address)
    if request.method != "POST" and board.draft_refusal:
        more["refusal"], status = board.draft_refusal, 422
    if "refusal" in more:
        more["pointed"] = board.table.refusal_highlight(board.view, more["refusal"])
        more["advised"] = board.advised(more["refusal"])
        more["refusal"] = board.table.refused(board.state, more["refusal"])
    if since is not None:
        more["frames"] = board.frames(since, again="again" in more)
    template = TABLE if request.htmx else "simulator/match.html"
    return render(request, template, _context(board) | more, status=status)


def _context(board: MatchPresenter) -> dict[str, Any]:
    return {"game": board.content, "door": "play", "board": board, "came_from": board.came_from}


def _done(
    request: HttpRequest, access: MatchAccess, since: int | None = None, moved: Moved | None = None
) -> HttpResponse:
    """After a change: the table for htmx, a redirect for forms, numbers for JSON."""
    if not (request.htmx or wants_json(request)):
        return HttpResponseRedirect(access.match.get_absolute_url())
    replay = moved.replay if moved and moved.fresh else None
    access = replace(access, match=moved.match) if moved and moved.fresh else _now(request, access)
    if wants_json(request):
        ply = board_of(access, replay=replay).replay.ply
        return JsonResponse({"ply": ply, "version": access.match.version})
    return page_of(request, access, since=since, replay=replay)


def stale(request: HttpRequest, access: MatchAccess) -> HttpResponse:
    message = gettext("На столе уже другое положение. Вот оно.")
    if wants_json(request):
        raise RequestError(409, message)
    return table_now(request, access, 409, message=message)


def _curtained(request: HttpRequest, access: MatchAccess) -> HttpResponse:
    """Nobody moves behind the curtain: even a refusal would tell what the hand there holds."""
    message = gettext("Занавес ещё висит: сначала телефон берёт тот, кто ходит.")
    if wants_json(request):
        raise RequestError(403, message)
    return table_now(request, access, 403, message=message)


@never_cache
@endpoint("POST")
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    """A person's move. Whatever the rules forbid is refused with its clause, and nothing changes."""
    access, fields = open_match(request, public_id), sent(request, MOVE)
    seat, ply = number(fields, "seat"), number(fields, "ply")
    if seat not in access.own:
        raise RequestError(403, gettext("За это место ходят не с этого телефона."), game=access.match.content)
    _need_cards(access)
    try:
        text, whole = str(fields.get("move", "")), bool(fields.get("whole"))
        moved = play.move(access.match, seat, ply, text, access, whole)
    except BadRecord:
        raise _outdated(access) from None
    except play.Curtained:
        return _curtained(request, access)
    except play.Stale:
        return stale(request, access)
    except IllegalMove as error:
        if wants_json(request):
            raise refused(access.match.content, error.refusal, access.names) from None
        return table_now(request, access, 422, refusal=error.refusal)
    return _done(request, access, moved=moved)


@never_cache
@endpoint("POST")
def bot(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lets the bot whose turn it is play it. Pages ask by themselves after a pause; doubles do no harm."""
    access = open_match(request, public_id)
    _need_player(access)
    _need_cards(access)
    ply = number(request.POST, "ply")
    try:
        moved = play.bot_turn(access, ply)
    except BadRecord:
        raise _outdated(access) from None
    except Busy:
        # A page that gets its table again asks again, after the same pause.
        return table_now(request, access, since=ply) if request.htmx else _busy(request, access)
    if moved is None and request.htmx:
        return HttpResponse(status=204)
    return _done(request, access, since=ply, moved=moved)


def _busy(request: HttpRequest, access: MatchAccess) -> HttpResponse:
    """Others think just now: nobody's page waits for them."""
    stop = too_busy()
    if wants_json(request):
        raise stop
    response = table_now(request, access, stop.status, message=stop.message, counting=True)
    response.headers["Retry-After"] = str(stop.details["retry_after"])
    return response


def _need_player(access: MatchAccess) -> None:
    if not access.plays:
        raise RequestError(403, gettext("По этой ссылке партию только смотрят."), game=access.match.content)


@never_cache
@endpoint("POST")
def unlock_device(request: HttpRequest, public_id: str) -> HttpResponse:
    """The person named on the curtain has taken the device."""
    access = open_match(request, public_id)
    seat, version = number(request.POST, "seat"), number(request.POST, "version")
    if seat not in access.own or board_of(access).viewer.curtain != seat:
        return stale(request, access)
    try:
        play.unlock_device(access, seat, version)
    except play.Stale:
        return stale(request, access)
    return _done(request, access)


@never_cache
@endpoint("POST")
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Takes the last move back, where nobody has learned anything from it."""
    access = open_match(request, public_id)
    _need_player(access)
    replay_of(access)
    try:
        play.undo(access, number(request.POST, "ply"))
    except play.Stale:
        return stale(request, access)
    except play.NoUndo as error:
        return table_now(request, access, 422, message=str(error), no_undo=True)
    return _done(request, access)


@never_cache
@endpoint("POST")
def fork(request: HttpRequest, public_id: str) -> HttpResponse:
    """A match of one's own from a ply on."""
    access = open_match(request, public_id)
    board = board_of(access, number(request.POST, "ply"))
    if not board.may_fork:
        message = gettext(
            "Пока партия идёт, пробовать иначе можно только со своего места и в свою очередь смотреть."
        )
        return table_now(request, access, 422, message=message)
    seat = board.viewer.seat if board.viewer.seat is not None else board.to_act[0]
    CREATING.spend(request)
    made = begin_once(request, Match, "host", partial(play.fork, access, board.replay, board.shown, seat))
    return COOKIE.let_in(request, made.host_token, made.get_absolute_url(), tried=True)


@never_cache
@endpoint("POST")
def sync_sheet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Puts what was played into a score sheet; what comes later goes into the same one while it is open."""
    access = open_match(request, public_id)
    _need_player(access)
    board = board_of(access)
    rounds = board.table.finished_rounds(board.replay.state)
    if not rounds:
        return table_now(request, access, 422, message=gettext("Записывать пока нечего."))
    CREATING.spend(request)
    try:
        sheet = play.sync_sheet(access, rounds, gettext("За столом"), board.replay.over)
    except Refused as error:
        return table_now(request, access, 422, refusal=error.refusal)
    return SHEETS.let_in(request, sheet.owner_token, sheet.get_absolute_url())


# --- Sharing ------------------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD")
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everything that happened, as far as the reader may know it."""
    board = board_of(open_match(request, public_id))
    context = {"game": board.content, "door": "play", "board": board, "came_from": request.path}
    return render(request, "simulator/log.html", context)


@never_cache
@endpoint("GET", "HEAD")
def position_of(request: HttpRequest, public_id: str) -> HttpResponse:
    """On to the board of the position at `?ply=`, to share it; of a running game what the reader knows."""
    board = board_of(open_match(request, public_id), ply_asked(request))
    position = board.replay.engine.short(
        board.state, board.access.names, board.viewer.seat, whole=board.replay.over
    )
    return HttpResponseRedirect(shared_url(board.content, sharing.pack(position), shares=True))

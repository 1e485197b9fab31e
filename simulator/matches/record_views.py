"""A match as JSON: what a seat knows, the record of a finished one, a saved record opened again."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook.content.entries import GameContent
from rulebook.refusals import refused
from simulator.engine.proof import NoProof, prove
from simulator.engine.record import Record, opening, record_from_json, surplus
from simulator.engine.refusal import BadConfig, BadRecord
from simulator.game import engine_of, table_of
from simulator.matches import deal, giving, play
from simulator.matches.access import COOKIE, MatchAccess, game_of, open_match
from simulator.matches.views import board_of, ply_asked
from simulator.models import HERE, MOVE_LIMIT, SEED_LIMIT, Match
from web import names as rule_of_names
from web import strict_json
from web.addresses import absolute_url
from web.begun_once import begin_once
from web.errors import JSON, RequestError, endpoint, wants_json
from web.limits import CREATING
from web.refusal import Refusal

RECORD_LIMIT = 100_000  # characters of a pasted record; the longest game takes a tenth of it


@never_cache
@endpoint("GET", "HEAD")
def view_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the reader's seat knows, as JSON."""
    board = board_of(open_match(request, public_id), ply_asked(request))
    body = {
        "ply": board.shown,
        "version": board.match.version,
        "names": board.access.names,
        "view": board.replay.engine.view_json(board.view),
        "events": [event.to_json() for event in board.log.events(board.shown)],
        "moves": [text for text, _ in board.moves],
    }
    return JsonResponse(body, json_dumps_params={"ensure_ascii": False})


@never_cache
@endpoint("GET", "HEAD")
def record_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record of a finished match, seed and all. A record of a running one would give the hands away: at a
    `?ply=` it holds what the reader's seat knows there.
    """
    access, ply = open_match(request, public_id), ply_asked(request)
    if not access.match.finished and ply is not None:
        board = board_of(access, ply)
        known = play.known_record(board.replay, board.shown, board.viewer.seat)
        return _file(access, {**known.to_json(), "names": list(access.names)})
    if not access.match.finished:
        message = gettext("Запись откроется, когда партия закончится: по ней видны все карты.")
        if not access.match.table.CARDS:
            message = gettext("Запись откроется, когда партия закончится: по ней видно всё.")
        raise RequestError(403, message, game=access.match.content)
    return _file(access, deal.saved(access))


@never_cache
@endpoint("GET", "HEAD")
def to_give(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match as another server takes it, over or under way."""
    access = open_match(request, public_id)
    if not giving.may_give(access):
        message = gettext("Партию отдаёт тот, кто начал её и держит все места у себя: по записи видно всё.")
        raise RequestError(403, message, game=access.match.content)
    return _file(access, giving.file_of(access))


def _file(access: MatchAccess, record: Mapping[str, Any]) -> HttpResponse:
    response = JsonResponse(record, json_dumps_params={"ensure_ascii": False})
    name = f"{access.match.game}-{access.match.public_id}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def text_of(request: HttpRequest) -> str:
    """The record as it was sent: as JSON, as a file where one was chosen, else what was pasted."""
    if request.content_type == JSON:
        return request.read(4 * RECORD_LIMIT).decode("utf-8-sig", "replace")
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("record", "")
    return file.read(4 * RECORD_LIMIT).decode("utf-8-sig", "replace")  # a character has four bytes at most


@never_cache
@endpoint("GET", "HEAD", "POST")
def open_record(request: HttpRequest, game_id: str) -> HttpResponse:
    """A saved record becomes a match again: to look through, to branch off, to play on."""
    game = game_of(game_id)
    context: dict[str, Any] = {"game": game, "door": "play", "table": table_of(game_id), "text": ""}
    if request.method != "POST":
        return render(request, "simulator/record.html", context)
    text = text_of(request)
    if request.POST.get("do") == "prove":
        return _proof(request, context | {"text": text[:RECORD_LIMIT]})
    CREATING.spend(request)
    try:
        made = _opened(request, game, text)
    except RequestError as error:
        if wants_json(request):
            raise
        context |= {"stop": error, "text": text[:RECORD_LIMIT]}
        return render(request, "simulator/record.html", context, status=error.status)
    except BadRecord as error:
        if wants_json(request):
            raise refused(game, error.refusals[0]) from error
        context |= {"refusals": error.refusals, "text": text[:RECORD_LIMIT]}
        return render(request, "simulator/record.html", context, status=422)
    tried = not made.given_key
    if not wants_json(request):
        return COOKIE.let_in(request, made.host_token, made.get_absolute_url(), tried=tried)
    url = absolute_url(request, made.get_absolute_url())
    answer = JsonResponse({"match": made.public_id, "from": made.given_from, "url": url})
    COOKIE.remember(request, answer, made.host_token, tried=tried)
    return answer


def _proof(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Whether the cards of a pasted record came from where it says; nothing is kept."""
    try:
        context["proof"] = found = prove(context["text"])
    except NoProof:
        context["stop"] = RequestError(422, str(deal.NOTHING_TO_PROVE))
        return render(request, "simulator/record.html", context, status=422)
    context |= {"checks": deal.checks(found), "verdict": deal.verdict(found)}
    return render(request, "simulator/record.html", context, status=200 if found.holds else 422)


def _opened(request: HttpRequest, game: GameContent, text: str) -> Match:
    if len(text) > RECORD_LIMIT:
        raise RequestError(400, gettext("Эта запись слишком длинная: в ней не одна партия."))
    try:
        data = strict_json.read(text)
    except strict_json.BadJson:
        raise RequestError(
            400, gettext("Это не запись партии: нужен JSON, как его отдаёт «Сохранить запись».")
        ) from None
    given, data = giving.opened(data)
    try:
        record = record_from_json(data)
    except BadRecord:
        raise RequestError(400, gettext("В записи не хватает нужного, или стоит там не то.")) from None
    if record.config.get("script") or (record.start or {}).get("script"):
        raise RequestError(422, gettext("Записи, где раздача подобрана вручную, здесь не открываются."))
    if any(len(text) > MOVE_LIMIT for _, text in record.moves):
        raise RequestError(422, gettext("В записи стоит ход, который не прочитать."))
    if record.game != game.id or not engine_of(game.id).reads(record.rules):
        raise RequestError(422, gettext("Это запись другой игры или по другим правилам."))
    _check_config(record)
    if len(record.moves) > engine_of(game.id).max_decisions or not 0 <= record.seed < SEED_LIMIT:
        raise RequestError(422, gettext("Такой партии не бывает: в ней слишком много ходов или не то зерно."))
    players = _players(record, data)
    if given:
        return giving.take(given, record, players)
    return begin_once(request, Match, "host", partial(play.begin, record, players))


def _check_config(record: Record) -> None:
    """A record with a start keeps its config, though nothing is dealt by it, and the start nothing that isn't
    read. Raises BadRecord.
    """
    engine = engine_of(record.game)
    try:
        engine.begin(record.rules, record.config, record.seed)
        known = engine.encode(opening(engine, record).state)
    except BadConfig as error:
        raise BadRecord(error.refusals) from error
    unread = surplus(record.start, known)
    if unread:
        raise BadRecord([Refusal("bad_record", "turn.play", {"what": unread[:80]})])


def _players(record: Record, data: Mapping[str, Any]) -> list[play.SeatPlayer]:
    """The person who opens a record takes the seat whose turn it is, the first if several are to act; bots
    take the others.
    """
    engine = engine_of(record.game)
    *_, last = play.steps_of(engine, record)
    names = data.get("names")
    mine = min(engine.to_act(last.state), default=0)
    players = engine.players(last.state)
    named = isinstance(names, list) and len(names) == players and all(isinstance(name, str) for name in names)
    tidied = [rule_of_names.clean_name(name) for name in names] if named else []
    if not tidied or any(rule_of_names.faults(tidied)):
        tidied = [gettext("Игрок %(n)s") % {"n": place} for place in range(1, players + 1)]
    bot = table_of(record.game).DEFAULT_BOT
    return [play.SeatPlayer(name, HERE if place == mine else bot) for place, name in enumerate(tidied)]

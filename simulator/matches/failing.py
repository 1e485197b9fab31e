"""The page of a match whose game fails: what is safe, and how to go on. Nothing that was made is lost: a move
is written once its game has made it.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy

from rulebook import finder
from rulebook.content import reading
from rulebook.failures import Failure, failure_of, is_of_game
from simulator.jobs.jobs import JobFailed
from simulator.matches import play
from simulator.matches.access import MatchAccess, open_match
from simulator.matches.views import page_of, table_now
from web import errors
from web.errors import RequestError, wants_json
from web.polling import POLLING_STOPS
from web.told_once import tell_once

MOST_TRIED = 3  # plies to look back for a table that can be drawn: each try draws one
# What was asked for and failed, where the table itself can be drawn as it stands.
SAID = {
    "move": gettext_lazy("На этом ходу игра сломалась, и он не сделан. Всё до него цело: сходите иначе."),
    "hint": gettext_lazy("Подсказка сломалась: ошибка в самой игре. Ходить это не мешает."),
    "undo": gettext_lazy("Отмена сломалась: ошибка в самой игре. Партия цела."),
    "lift": gettext_lazy("Игра сломалась: ошибка в ней самой. Партия цела."),
    "about": gettext_lazy("Рассказать об этом не вышло: ошибка в самой игре. Партия цела."),
    "fork": gettext_lazy("Отсюда попробовать иначе не выйдет: ошибка в самой игре. Партия цела."),
    "pour": gettext_lazy("Записать в счёт не вышло: ошибка в самой игре. Партия цела."),
}
POLLS = {"hint_more": "hint"}  # what a page asks on about by itself
PLACE = "play/m/<slug:public_id>"  # games have pages of other things beside it
LESSONS = "play/<slug:game_id>/lesson"

Made = TypeVar("Made")
log = logging.getLogger("grimoire.games")


def answer(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """The table with a sentence, if it can be drawn, else the page of a match that can't go on; None where no
    match was asked for, or no game is to blame.
    """
    asked = request.resolver_match
    if asked is not None and asked.route.startswith(LESSONS):
        return _lesson_stopped(request, error, asked.kwargs)
    if asked is None or PLACE not in asked.route:
        return None
    try:
        access = open_match(request, asked.kwargs["public_id"])
    except RequestError as stop:
        return errors.answer(request, stop)
    game_id = access.match.game
    if not (isinstance(error, JobFailed) or is_of_game(error, game_id)):
        return None
    failure = error.failure if isinstance(error, JobFailed) else failure_of(error, game_id)
    _tell(access, failure)
    if wants_json(request):
        return JsonResponse({"message": gettext("Игра сломалась на этом ходу.")}, status=500)
    return _same_table(request, access, failure) or _stopped(request, access, failure)


def _lesson_stopped(request: HttpRequest, error: Exception, asked: Mapping[str, str]) -> HttpResponse | None:
    """The page of a step that its game can't show: nothing was kept that could be lost."""
    game_id = asked["game_id"]
    if not is_of_game(error, game_id):
        return None
    failure = failure_of(error, game_id)
    tell_once(log, f"lesson {game_id} {failure.where}", f"{game_id}: {request.path} fails: {failure}")
    context = {
        "game": reading.whole(game_id),
        "door": "play",
        "failure": failure,
        "ours": finder.is_ours(finder.rooms("simulator")[game_id]),
        "lesson_id": asked.get("lesson_id", ""),
    }
    status = 422 if request.htmx else 500  # htmx shows no page of the server's own mistakes
    return render(request, "simulator/lesson_failed.html", context, status=status)


def _tell(access: MatchAccess, failure: Failure) -> None:
    match, ply = access.match, access.match.moves.count()
    late = f" after {failure.seconds:g} s" if failure.seconds else ""
    line = f"{match.game}: match {match.public_id} fails at ply {ply}: {failure}{late}"
    tell_once(log, f"match {match.public_id} {failure.where}", line)


def _same_table(request: HttpRequest, access: MatchAccess, failure: Failure) -> HttpResponse | None:
    """The table as it stands, which says what failed; None where it can't be drawn or waits for a bot."""
    name = request.resolver_match.url_name if request.resolver_match else ""
    message = SAID.get(POLLS.get(name or "", name or ""))
    if message is None:
        return None
    if message is SAID["hint"] and failure.seconds:
        seconds = {"n": f"{failure.seconds:g}"}
        message = gettext("Подсказку считали дольше %(n)s с и бросили. Ходить это не мешает.") % seconds
    status = 422 if request.htmx else 500
    return _or_none(lambda: _whole_table(request, table_now(request, access, status, message=str(message))))


def _whole_table(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """For whoever asked for a part of it, too."""
    if request.htmx:
        response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#table", "outerHTML"
    return response


def _or_none(make: Callable[[], Made]) -> Made | None:
    """What is made with the help of a game; None where it fails at that, too: its page comes all the same."""
    try:
        return make()
    except Exception:  # noqa: BLE001 -- whatever a game does
        return None


def _stopped(request: HttpRequest, access: MatchAccess, failure: Failure) -> HttpResponse:
    """The page that asks for nothing by itself."""
    match = access.match
    sound = _or_none(lambda: _sound_ply(request, access))
    context = {
        "game": _or_none(lambda: match.content) or reading.whole(match.game),
        "door": "play",
        "match": match,
        "failure": failure,
        "ours": finder.is_ours(finder.rooms("simulator")[match.game]),
        "sound": sound,
        "undo": _or_none(lambda: _undo(access)),
        "hides": sound is not None and match.engine.hides,
        "bot": request.resolver_match is not None and request.resolver_match.url_name == "bot",
    }
    if request.htmx:
        return render(request, "simulator/failed.html#failed", context, status=POLLING_STOPS)
    return render(request, "simulator/failed.html", context, status=500)


def _sound_ply(request: HttpRequest, access: MatchAccess) -> int | None:
    """The last ply before the one that fails whose table can be drawn."""

    def is_drawn(ply: int) -> bool:
        return _or_none(lambda: page_of(request, access, ply=ply)) is not None

    return next(filter(is_drawn, _plies_back(access)), None)


def _plies_back(access: MatchAccess) -> Iterator[int]:
    replay = _or_none(lambda: play.replay_of(access.match))
    if replay is None:
        replay = play.sound_part(access.match)
        yield replay.ply
    stops = [ply for ply in replay.settled if ply < replay.ply]
    yield from stops[: -MOST_TRIED - 1 : -1]


def _undo(access: MatchAccess) -> int | None:
    """The ply to take back, if that is for this device to do."""
    replay = play.replay_of(access.match)
    known = replay.seen_by(play.viewer(access, replay).seat)
    return None if play.undo_refusal(access, known) or not access.plays else known.ply

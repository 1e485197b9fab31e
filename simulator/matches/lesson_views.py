"""Pages of lessons. A step is a form sent by GET: its address says what was moved, the server keeps none."""

from collections.abc import Mapping
from datetime import date
from functools import partial
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django_htmx.http import replace_url

from rulebook.content.entries import GameContent
from rulebook.pages import is_part
from simulator.case_words import problem_text
from simulator.cases.case import CaseError
from simulator.cases.case_play import names_of
from simulator.engine.record import Record
from simulator.game import engine_of
from simulator.lessons import book, daily
from simulator.lessons.lesson import KINDS, PUZZLES, FreeGame, Lesson
from simulator.lessons.walk import GOES_ON, NEXT, OTHER, REFUSED, TAKEN, Exercise, exercise_of, reply
from simulator.matches import about, deal, forms, play
from simulator.matches.access import COOKIE, game_of
from simulator.matches.editor import begin_from
from simulator.matches.example_stage import readers_names
from simulator.matches.forms import StartRow
from simulator.matches.lesson_board import MADE, SPEECH, LessonPresenter, lesson_board, with_moves
from simulator.matches.speech import spoken
from simulator.matches.views import DRAFT_LIMIT
from simulator.models import HERE, MOVE_LIMIT, Match
from web.begun_once import begin_once
from web.errors import RequestError, endpoint
from web.language import page_language
from web.limits import CREATING
from web.ways_back import WayBack, leads_back_to

MOST_MADE = 40  # moves in a step


@never_cache
@endpoint("GET", "HEAD")
def lessons(request: HttpRequest, game_id: str) -> HttpResponse:
    """What there is to learn in a game, kind by kind, each with its steps."""
    game, found = game_of(game_id), book.lessons_of(game_id)
    puzzles = book.puzzle_ids(game_id)
    if not found and not puzzles:
        raise RequestError(404, gettext("Первой партии у этой игры пока нет."), game=game)
    kinds = [(kind, [lesson for lesson in found if lesson.kind == kind]) for kind in KINDS]
    context = {"game": game, "door": "play", "kinds": [pair for pair in kinds if pair[1]], "puzzles": puzzles}
    return render(request, "simulator/lessons.html", context)


@never_cache
@endpoint("GET", "HEAD")
def lesson(request: HttpRequest, game_id: str, lesson_id: str) -> HttpResponse:
    """On to its first step; of puzzles, all of them, by themes."""
    found = _lesson(game_id, lesson_id)
    if found.kind != PUZZLES:
        return HttpResponseRedirect(_step_url(found, found.steps[0].id))
    numbered = groupby(enumerate(found.steps, start=1), key=lambda each: each[1].theme)
    themes = [list(steps) for _, steps in numbered]
    context = {"game": game_of(game_id), "door": "play", "lesson": found, "themes": themes}
    return render(request, "simulator/puzzles.html", context)


@never_cache
@endpoint("GET", "HEAD")
def puzzle(request: HttpRequest, game_id: str) -> HttpResponse:
    """On to the puzzle of a day, today’s if none is named."""
    game = game_of(game_id)
    found = daily.of_day(book.puzzles_of(game_id), _day(request.GET.get("date", "")))
    if found is None:
        raise RequestError(404, gettext("Задач у этой игры пока нет."), game=game, way=_way_to_all(game))
    return HttpResponseRedirect(_step_url(found.lesson, found.step.id))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return timezone.localdate()


@never_cache
@endpoint("GET", "HEAD")
def step(request: HttpRequest, game_id: str, lesson_id: str, step_id: str) -> HttpResponse:
    """The board of a step after `?made=`; `?move=` asks what a move is answered, `?thing=` what that is."""
    found = _lesson(game_id, lesson_id)
    at = next((n for n, each in enumerate(found.steps) if each.id == step_id), None)
    if at is None:
        message = gettext("Такого шага здесь нет. Их всего %(n)s.") % {"n": len(found.steps)}
        raise RequestError(404, message, game=game_of(game_id), way=_way_to(found))
    try:
        return _answer(request, found, at)
    except CaseError as error:
        message = gettext("Этот шаг сломан: %(what)s") % {"what": problem_text(error)}
        status = 422 if request.htmx else 500
        raise RequestError(status, message, game=game_of(game_id), way=_way_to(found)) from error


def _answer(request: HttpRequest, found: Lesson, at: int) -> HttpResponse:
    exercise, home = exercise_of(found.steps[at]), _step_url(found, found.steps[at].id)
    try:
        moves, said, status = _moved(request, exercise)
        board = lesson_board(exercise, moves, home, page_language(), _draft(request, moves))
    except LookupError:  # of a page that was opened before the rules or the lesson were mended
        said = {"message": gettext("С тех пор правила или этот шаг поправили. Начните его сначала.")}
        board, status = lesson_board(exercise, (), home, page_language()), 409
    if about.THING in request.GET:
        return about.answer(request, board.content, about.thing_now(board, about.thing_asked(request)), board)
    if SPEECH in request.GET:
        told = [found.steps[at].say.in_(page_language()), *(each.text for each in board.happened)]
        return spoken(request, board, told)
    if board.draft_refusal and not said:
        said, status = {"refusal": board.draft_refusal}, 422
    return _page(request, found, at, board, status, said)


def _moved(request: HttpRequest, exercise: Exercise) -> tuple[tuple[str, ...], dict[str, Any], int]:
    """The moves that the board shows, what is said of the one that was made, and the status of that. What was
    drafted is made all or none. Raises LookupError.
    """
    made, move = _moves(request.GET.get(MADE, "")), NEXT.join(_moves(request.GET.get("move", "")))
    if not move:
        return made, {}, 200
    answer = reply(exercise, made, move)
    is_kept = "whole" in request.GET and answer.kind not in (GOES_ON, TAKEN)
    unsaid = answer.kind == OTHER and not answer.says
    said = {"refusal": answer.refusal, "lesson_says": answer.says, "unsaid": unsaid}
    return made if is_kept else answer.moves, said, 422 if answer.kind == REFUSED else 200


def _draft(request: HttpRequest, moves: tuple[str, ...]) -> str:
    """What a reader tries on the page, as long as no move was made of it."""
    is_same = moves == _moves(request.GET.get(MADE, ""))
    return request.GET.get("draft", "")[:DRAFT_LIMIT] if is_same else ""


def _page(
    request: HttpRequest, found: Lesson, at: int, board: LessonPresenter, status: int, said: dict[str, Any]
) -> HttpResponse:
    if said.get("refusal"):
        said["pointed"] = board.table.refusal_highlight(board.view, said["refusal"])
        said["refusal"] = board.table.refused(board.state, said["refusal"])
    following = found.steps[at + 1] if at + 1 < len(found.steps) else None
    context = {
        "game": board.content,
        "door": "play",
        "board": board,
        "lesson": found,
        "step": found.steps[at],
        "number": at + 1,
        "next_url": _step_url(found, following.id) if following else "",
        "next_lesson": next((each for each in book.lessons_of(found.game) if each.id == found.next), None),
        "came_from": board.came_from,
        **_ways_of(found),
        **said,
    }
    template = "simulator/lesson.html#table" if is_part(request) else "simulator/lesson.html"
    response = render(request, template, context, status=status)
    moved = is_part(request) and request.GET  # whoever comes to a step has a page of the history for it
    return replace_url(response, board.address) if moved else response


def _ways_of(found: Lesson) -> dict[str, Any]:
    """Where all steps stand, and how a step is called."""
    if found.kind == PUZZLES:
        return {
            "is_puzzle": True,
            "all_url": reverse("simulator:lesson", args=[found.game, found.id]),
            "all_words": gettext("Все задачи"),
            "skip_words": gettext("Другая задача"),
        }
    return {
        "all_url": reverse("simulator:lessons", args=[found.game]),
        "all_words": gettext("Все шаги"),
        "skip_words": gettext("Пропустить шаг"),
    }


def _moves(text: str) -> tuple[str, ...]:
    """What an address says was moved: many or long ones can't be of a page."""
    parts = text.split(NEXT)[:MOST_MADE] if text else []
    return tuple(part.strip()[:MOVE_LIMIT] for part in parts)


def _lesson(game_id: str, lesson_id: str) -> Lesson:
    game = game_of(game_id)
    try:
        return book.find(game_id, lesson_id)
    except KeyError:
        message = gettext("Такой первой партии здесь нет.")
        raise RequestError(404, message, game=game, way=_way_to_all(game)) from None


def _step_url(found: Lesson, step_id: str) -> str:
    return reverse("simulator:lesson_step", args=[found.game, found.id, step_id])


def _way_to(found: Lesson) -> WayBack:
    return WayBack(_step_url(found, found.steps[0].id), gettext("К первому шагу"))


def _way_to_all(game: GameContent) -> WayBack | None:
    there = book.lessons_of(game.id) or book.puzzle_ids(game.id)
    return WayBack(reverse("simulator:lessons", args=[game.id]), gettext("Ко всем шагам")) if there else None


@leads_back_to("simulator:lesson_step")
def _to_step(parts: Mapping[str, Any], asked: Mapping[str, Any]) -> WayBack:
    """Back to a step, with what was moved in it."""
    url = reverse("simulator:lesson_step", kwargs=parts)
    return WayBack(with_moves(url, _moves(asked.get(MADE, ""))), gettext("К первой партии"))


# --- The game after it --------------------------------------------------------------------------------------


@never_cache
@endpoint("POST")
def free_game(request: HttpRequest, game_id: str, lesson_id: str) -> HttpResponse:
    """The game that follows a lesson: a match like any other, with bots that are easy to play with."""
    found = _lesson(game_id, lesson_id)
    if found.free is None:
        raise RequestError(404, gettext("Партии после этих шагов нет."), game=game_of(game_id))
    CREATING.spend(request)
    made = begin_once(request, Match, "host", partial(_begin, game_of(game_id), found.free))
    return COOKIE.let_in(request, made.host_token, made.get_absolute_url())


def _begin(game: GameContent, free: FreeGame, **about: Any) -> Match:
    """The reader has the seat to act, or the first of a new deal; `about` are fields of the row."""
    case, engine = free.begins, engine_of(game.id)
    names = readers_names(game, names_of(engine, case), page_language())
    if case.new is None:
        return begin_from(game, case.begins, names, free.bot, **about)
    named = isinstance(case.new.get("players"), list)
    rows = [StartRow(name if named else "", free.bot if place else HERE) for place, name in enumerate(names)]
    players = forms.players_of(game, rows)
    config = {"options": {}, **case.new, "players": len(players)}
    seed = config.pop("seed", None)
    if seed is None:
        return deal.gather(Record(game.id, engine.rules, config, play.new_seed()), players, **about)
    return play.begin(Record(game.id, engine.rules, config, seed), players, **about)

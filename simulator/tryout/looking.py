"""What is said of a game that is tried out: a line on each part, and before it one on whatever is wrong."""

import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from django.template.exceptions import TemplateSyntaxError
from django.template.loader import get_template
from django.utils.translation import gettext

from rulebook import finder, rooms
from rulebook.content import checking, reading
from rulebook.content.faults import say
from simulator import case_words
from simulator.bulk.fuzzing import FaultFound, met_in
from simulator.cases import casebook
from simulator.engine.chance import substream
from simulator.game import engine_of, has_engine
from simulator.jobs.rehearsal import random_game
from simulator.lessons import book
from simulator.matches.log import Words

GAMES = 20
DRAWN = 40  # positions of a game that are drawn, each for everybody who may look


class Failure(NamedTuple):
    """A test that failed: what it is about, and what differed."""

    name: str
    about: str
    what: str
    place: str


class Part(NamedTuple):
    """What one look has found: the lines, and whether all is well."""

    lines: list[str]
    sound: bool


def faults(game_id: str, lang: str) -> Part:
    """In the files, with file, line and key."""
    rooms.open_one(game_id)
    found = [say(fault, lang) for fault in checking.report_of(game_id)]
    files = (*casebook.faults([game_id]), *book.unread([game_id]))
    found = found or [case_words.problem_text(error) for error in files]
    total = gettext("ошибок в файлах: %(n)s") % {"n": len(found)}
    return Part([*found, total], not found)


def cases(game_id: str, lang: str) -> Part:
    """Played by the referee."""
    every, lines = casebook.cases_of(game_id), []
    for case in every:
        try:
            outcome = casebook.evaluate(case)
            lines += [
                f"{_short(case.source)}: {case.id}: {case_words.difference_text(each, outcome, lang)}"
                for each in outcome.differences[:1]
            ]
        except Exception as error:  # noqa: BLE001 -- an author's engine may raise anything
            lines.append(f"{_where(error)}{case_words.crash_text(case, error)}")
    came = {"passed": len(every) - len(lines), "all": len(every)}
    return Part([*lines, gettext("случаи: сошлось %(passed)s из %(all)s") % came], not lines)


def lessons(game_id: str, lang: str) -> Part:
    """Played by the same referee, whatever a reader may do in them."""
    wrong = [case_words.problem_text(error) for error in book.faults([game_id])]
    steps = sum(len(lesson.steps) for lesson in book.lessons_of(game_id))
    if not steps and not wrong:
        return Part([gettext("первой партии пока нет: docs/lessons.md")], True)
    return Part([*wrong, gettext("первая партия: шагов %(n)s") % {"n": steps}], not wrong)


def _short(source: str) -> str:
    """A file of cases as its author knows it."""
    return "/".join(Path(source).parts[-3:])


def _where(error: BaseException | None) -> str:
    """The last line of the author's own code on the way to what was raised: «turn.py:34: »."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    own = [each for each in frames if any(map(Path(each.filename).is_relative_to, finder.homes()))]
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}: " if own else ""


def games(game_id: str) -> Part:
    """Whole ones between bots that move at random, all numbers of players in turn."""
    if not has_engine(game_id):
        return Part([gettext("партии: движка нет, играют за столом")], True)
    engine, met = engine_of(game_id), Counter[str]()
    bot = next(iter(engine.bots))
    tables = [(each.options, n) for each in engine.configs.values() for n in each.seats]
    for number in range(GAMES):
        options, players = tables[number % len(tables)]
        config = {"players": players, "options": {**engine.bulk_options, **options}}
        try:
            met += met_in(game_id, config, bot, substream(1, number))
        except FaultFound as fault:
            said = {"n": number + 1, "players": players, "move": len(fault.record.moves), "what": fault}
            line = gettext("партия %(n)s (%(players)s за столом), ход %(move)s: %(what)s") % said
            return Part([f"{_where(fault.__cause__)}{line}"], False)
        except Exception as error:  # noqa: BLE001 -- an author's engine may raise anything
            said = {"n": number + 1, "players": players, "what": finder.one_line(error)}
            line = gettext("партия %(n)s (%(players)s за столом): %(what)s") % said
            return Part([f"{_where(error)}{line}"], False)
    total = gettext("партии: до конца %(n)s, событий %(events)s") % {"n": GAMES, "events": met.total()}
    return Part([*_idle(game_id, met), total], True)


def pages(game_id: str, lang: str) -> Part:
    """Its own templates are read, and its table is drawn for everybody, move by move."""
    lines, drawn = list(_unread_templates(game_id)), 0
    if has_engine(game_id):
        try:
            drawn = _draw_a_game(game_id, lang)
        except Exception as error:  # noqa: BLE001 -- an author's table may raise anything
            said = gettext("стол не рисуется: %(what)s") % {"what": finder.one_line(error)}
            lines.append(f"{_where(error)}{said}")
    return Part([*lines, gettext("нарисовано столов: %(n)s") % {"n": drawn}], not lines)


def _unread_templates(game_id: str) -> Iterator[str]:
    home = finder.rooms("rulebook")[game_id].path.parent
    for path in sorted(home.rglob("templates/**/*.html")):
        at = path.parts.index("templates", len(home.parts))
        try:
            get_template("/".join(path.parts[at + 1 :]))
        except TemplateSyntaxError as error:
            yield f"{path.relative_to(home)}: {error}"


def _draw_a_game(game_id: str, lang: str) -> int:
    """How many tables that were."""
    engine, content, drawn = engine_of(game_id), reading.whole(game_id), 0
    for step in islice(random_game(engine), DRAWN):
        state, acting = step.state, engine.to_act(step.state)
        names = [str(seat + 1) for seat in range(engine.players(state))]
        say = Words(content, names, lang)
        for seat in (None, *range(len(names))):
            legal = () if seat is None or seat not in acting else engine.legal_moves(state, seat)
            words = {move: say.move(state, seat or 0, move) for move in legal}
            view, totals = engine.view(state, seat), engine.scores(state)
            say.table.draw(content, view, names, words, step.events, lang, totals)
            drawn += 1
    return drawn


def tests(passed: int, failures: Sequence[Failure]) -> Part:
    """Conformance, and an author's own: what each that failed is about, in its own first sentence."""
    alike: dict[tuple[str, str], list[Failure]] = {}
    for failure in failures:
        alike.setdefault((failure.place, failure.what), []).append(failure)
    lines = []
    for (place, what), (first, *others) in alike.items():
        more = gettext(" (и ещё %(n)s о том же)") % {"n": len(others)} if others else ""
        lines.append(f"{place}: {first.name}{more}: {what}")
        if first.about:
            lines.append(f"    {first.about}")
    came = {"passed": passed, "failed": len(failures)}
    total = gettext("проверки: прошли %(passed)s, не прошли %(failed)s") % came
    return Part([*lines, total], passed > 0 and not failures)


def _idle(game_id: str, met: Counter[str]) -> Iterator[str]:
    """Nothing is wrong with an event that is rare; but a rule that never comes into play may be forgotten."""
    rare = [code for code in reading.whole(game_id).words.get("event", {}) if code not in met]
    if rare:
        yield gettext("в этих партиях ни разу: %(codes)s") % {"codes": ", ".join(rare)}

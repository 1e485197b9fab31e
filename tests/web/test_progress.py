"""How far a long command is: a bar on a terminal, a line now and then elsewhere; how long it will take."""

import io

import pytest
from django.core.management.base import OutputWrapper
from django.utils import translation

from web import progress
from web.progress import CLEAR, EVERY, duration, watched


class Clock:
    """Moves when it is told to."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def told(clock: Clock, out: io.StringIO, seconds: float, wanted: int = 0) -> str:
    """What is written while twenty things come, one in so many seconds; whoever looks prints a dot."""
    for number, each in enumerate(watched(iter(range(20)), OutputWrapper(out), 40, lambda thing: 2), 1):
        assert each == number - 1
        out.write(".")
        clock.now += seconds
        if number == wanted:
            break
    return out.getvalue()


def test_lines_are_far_apart_where_there_is_no_terminal(clock: Clock) -> None:
    """Lines elsewhere, at most one in ten seconds, with the time left; at the end how long it took."""
    lines = (
        told(clock, io.StringIO(), EVERY / 5).replace(".", "").replace("\N{NO-BREAK SPACE}", " ").splitlines()
    )
    assert lines == [
        "10 из 40, осталось 30 с",
        "20 из 40, осталось 20 с",
        "30 из 40, осталось 10 с",
        "40 из 40 за 40 с",
    ]


def test_a_bar_on_a_terminal_makes_room_for_what_is_printed(clock: Clock) -> None:
    """A bar on a terminal: redrawn in its line, away while there is something else to print."""
    shown = told(clock, Terminal(), 1)
    *drawn, end = shown.replace("\N{NO-BREAK SPACE}", " ").split(f"{CLEAR}.")
    assert drawn[0] == f"[{'-' * 24}]"
    assert drawn[10] == f"{CLEAR}[{'#' * 12}{'-' * 12}] 20 из 40, осталось 10 с"
    assert end == f"{CLEAR}40 из 40 за 20 с\n"


def test_whoever_has_enough_is_not_told_that_all_is_done(clock: Clock) -> None:
    """`puzzles` stops when it has as many as it wants."""
    assert "за" not in told(clock, io.StringIO(), 1, wanted=3)
    assert "за" not in told(clock, Terminal(), 1, wanted=3)


def test_what_is_of_no_size_takes_time_and_counts_for_nothing(clock: Clock) -> None:
    """`size` says what a thing is of all; until something is done, what was done would have been one."""
    out = io.StringIO()
    for each in watched([0, 1, 1], OutputWrapper(out), 2, lambda size: size):
        clock.now += EVERY - each
    assert out.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines() == [
        "0 из 2, осталось 20 с",
        "2 из 2 за 28 с",
    ]


def test_where_there_is_nothing_to_do_that_is_said(clock: Clock) -> None:
    out = Terminal()
    assert not [*watched([], OutputWrapper(out), 0)]
    assert out.getvalue().replace("\N{NO-BREAK SPACE}", " ") == f"[{'-' * 24}]{CLEAR}0 из 0 за 0 с\n"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.4, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (199, "3 min 19 s"),
        (3599.7, "1 h 0 min"),
        (7_290, "2 h 2 min"),
    ],
)
def test_a_time_is_said_in_two_units(seconds: float, said: str) -> None:
    """Rounded to the smaller unit, so that no hour has sixty minutes."""
    with translation.override("en"):
        assert duration(seconds).replace("\N{NO-BREAK SPACE}", " ") == said

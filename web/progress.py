"""How far a long command is and how long it will take: a bar on a terminal, a line now and then elsewhere."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from django.core.management.base import OutputWrapper
from django.utils.translation import gettext

Thing = TypeVar("Thing")

BAR = 24  # letters
EVERY = 10.0  # seconds between two lines where there is no terminal
CLEAR = "\r\x1b[K"  # back to the beginning of the line, and nothing on it


def watched(
    found: Iterable[Thing], out: OutputWrapper, total: int, size: Callable[[Thing], int] = lambda each: 1
) -> Iterator[Thing]:
    """The same things, each as it comes; `size` says what it is of `total`. While one is looked at there is
    no bar, so that it may be printed. Whoever has enough may stop.
    """
    done, begun, bar = 0, time.monotonic(), out.isatty()
    told = begun
    try:
        if bar:
            _write(out, _bar(0, total))
        for each in found:
            if bar:
                _write(out, CLEAR)
            yield each
            done, now = done + size(each), time.monotonic()
            if done < total and (bar or now - told >= EVERY):
                told, left = now, (now - begun) / max(1, done) * (total - done)
                words = {"done": done, "all": total, "left": duration(left)}
                line = gettext("%(done)s из %(all)s, осталось %(left)s") % words
                _write(out, f"{CLEAR}{_bar(done, total)} {line}" if bar else f"{line}\n")
    finally:
        if bar:
            _write(out, CLEAR)
    words = {"done": done, "all": total, "time": duration(time.monotonic() - begun)}
    _write(out, gettext("%(done)s из %(all)s за %(time)s") % words + "\n")


def duration(seconds: float) -> str:
    """In two units at most, rounded to the smaller one."""
    whole = round(seconds)
    if whole < 60:
        return gettext("%(seconds)s с") % {"seconds": whole}
    if whole < 3600:
        return gettext("%(minutes)s мин %(seconds)s с") % {"minutes": whole // 60, "seconds": whole % 60}
    minutes = round(seconds / 60)
    return gettext("%(hours)s ч %(minutes)s мин") % {"hours": minutes // 60, "minutes": minutes % 60}


def _bar(done: int, total: int) -> str:
    full = BAR * done // max(1, total)
    return f"[{'#' * full}{'-' * (BAR - full)}]"


def _write(out: OutputWrapper, text: str) -> None:
    """As it is, without the red of errors; at once, though no line ends."""
    out.write(text, style_func=str, ending="")
    out.flush()

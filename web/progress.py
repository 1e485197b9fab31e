"""How far a long command is and how long it will take: a bar on a terminal, a line now and then elsewhere."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Self, TypeVar

from django.core.management.base import OutputWrapper
from django.utils.translation import gettext

Thing = TypeVar("Thing")

BAR = 24  # letters
EVERY = 10.0  # seconds between two lines where there is no terminal
CLEAR = "\r\x1b[K"  # back to the beginning of the line, and nothing on it


class ProgressBar:
    """How much of `total` is done, told to `out` as it goes on; the last line says how long all of it took.
    While it is hidden, something may be printed.
    """

    def __init__(self, out: OutputWrapper, total: int) -> None:
        self.out, self.total, self.done, self.bar = out, total, 0, out.isatty()
        self.begun = self.told = time.monotonic()

    def __enter__(self) -> Self:
        if self.bar:
            _write(self.out, _bar(0, self.total))
        return self

    def __exit__(self, *failure: object) -> None:
        self.hide()
        if failure == (None, None, None):
            words = {"done": self.done, "all": self.total, "time": duration(time.monotonic() - self.begun)}
            _write(self.out, gettext("%(done)s из %(all)s за %(time)s") % words + "\n")

    def hide(self) -> None:
        if self.bar:
            _write(self.out, CLEAR)

    def went(self, size: int) -> None:
        """So much more is done."""
        self.done, now = self.done + size, time.monotonic()
        if self.done < self.total and (self.bar or now - self.told >= EVERY):
            self.told, left = now, (now - self.begun) / max(1, self.done) * (self.total - self.done)
            words = {"done": self.done, "all": self.total, "left": duration(left)}
            line = gettext("%(done)s из %(all)s, осталось %(left)s") % words
            whole = f"{CLEAR}{_bar(self.done, self.total)} {line}"
            _write(self.out, whole if self.bar else f"{line}\n")


def watched(
    found: Iterable[Thing], out: OutputWrapper, total: int, size: Callable[[Thing], int] = lambda each: 1
) -> Iterator[Thing]:
    """The same things, each as it comes; `size` says what it is of `total`. Whoever has enough may stop."""
    with ProgressBar(out, total) as progress:
        for each in found:
            progress.hide()
            yield each
            progress.went(size(each))


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

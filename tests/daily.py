"""What of a test's cases runs every day."""

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest


class Run:
    """`is_daily` is set before tests are collected: what is `thorough` isn't even made then."""

    is_daily = False


def daily(cases: Iterable[Any], kept: Collection[Any]) -> list[Any]:
    """Parameters of a test: those kept run every day, the others only with script/test --all."""
    if Run.is_daily:
        return [case for case in cases if case in kept]
    return [
        case if case in kept else pytest.param(*parts(case), marks=pytest.mark.thorough) for case in cases
    ]


def examples(number: int) -> int:
    """How many examples Hypothesis makes up: a quarter every day, all with script/test --all."""
    return number if os.environ.get("FUZZ_GAMES") else number // 4


def parts(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)

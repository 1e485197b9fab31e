"""Under a table: the rounds of a game that tells them apart, else the score so far."""

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from django.template.loader import render_to_string

from simulator.table.base import Result
from tests.markup import folded


class Round(NamedTuple):
    """What one round has brought, as a game's own table tells it."""

    round: int
    points: tuple[int, ...]


@pytest.mark.parametrize(
    ("result", "heading", "label"),
    [(Result(3, (2, 0)), "Счёт", "Всего"), (Round(3, (2, 0)), "Раунды", "Раунд 3")],
)
def test_a_running_score_is_not_called_a_round(result: Any, heading: str, label: str) -> None:
    """`Table.results` of a game without its own gives the points so far, which no one round has brought."""
    replay = SimpleNamespace(over=False)
    board = SimpleNamespace(rounds=5, results=[result], replay=replay, round_just_ended=False, names="ab")
    context = {"board": board, "game": SimpleNamespace(id="none")}
    page = folded(render_to_string("simulator/_results.html", context))
    assert f'id="results-title">{heading}</h2>' in page
    assert f'<span class="grow">{label}</span>' in page.replace("\u00a0", " ")

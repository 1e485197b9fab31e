"""Moments of a table, `MOMENTS`: each is an event with a sentence, in a look that some style sheet has."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from rulebook.content import reading
from simulator.game import played_games, table_of


@pytest.mark.parametrize("game_id", played_games())
def test_each_moment_is_told_and_has_a_look(game_id: str) -> None:
    table, told = table_of(game_id), reading.whole(game_id).words["event"]
    found = [finders.find(name) for name in ("css/table.css", *table.STYLES)]
    styles = "".join(Path(str(path)).read_text() for path in found)
    for kind, moment in table.MOMENTS.items():
        assert kind in told
        assert f".moment-{moment.look} " in styles

"""With the stranger installed our games' pages are the same, but for lists of games."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

from rulebook.content.reading import game_ids
from tests.daily import daily


def pages(languages: str, few: int, games: list[str], **environment: str) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if name != "GRIMOIRE_GAMES"}
    command = [sys.executable, "-m", "tests.stranger.pages_of_ours", languages, str(few), *games]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=own | environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


DOORS, ALL = 5, 1000  # pages of a language; first come those that everything else is reached from
OURS = [game for game in game_ids() if game != "stranger"]


@pytest.mark.parametrize("game", daily(OURS, ["poison"]))  # it has an engine and a sheet, and is the smallest
@pytest.mark.parametrize(("languages", "few"), daily([("ru", DOORS), ("ru en", ALL)], [("ru", DOORS)]))
def test_our_pages_are_the_same_bytes_with_and_without_the_stranger(languages, few, game):
    without, with_it = (
        pages(languages, few, [game], **environment)
        for environment in ({}, {"GRIMOIRE_GAMES": "examples.stranger"})
    )
    assert 2 * len(without) >= min(2 * few, 15) * len(languages.split())
    assert without.keys() == with_it.keys()
    assert [address for address in without if without[address] != with_it[address]] == []

"""With the stranger installed our games' pages are the same, but for lists of games."""

import json
import os
import subprocess
import sys

from django.conf import settings

from rulebook.content.reading import game_ids


def pages(games: list[str], **environment: str) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if name != "GRIMOIRE_GAMES"}
    command = [sys.executable, "-m", "tests.stranger.pages_of_ours", *games]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=own | environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_our_pages_are_the_same_bytes_with_and_without_the_stranger():
    ours = [game for game in game_ids() if game != "stranger"]
    without, with_it = pages(ours), pages(ours, GRIMOIRE_GAMES="tests.stranger")
    assert len(without) >= 20 * len(ours)
    assert without.keys() == with_it.keys()
    assert [address for address in without if without[address] != with_it[address]] == []

"""Prints a hash of every page of our games, as JSON; run with and without the stranger.

Lists of games are the one thing that may differ: what names the stranger is taken out of them.
"""

import hashlib
import json
import os
import re
import sys
from itertools import islice

import django

MOST = 1  # page of a kind; each game has each kind
LISTED = re.compile(r"<(li|option|section|a)\b(?:(?!<\1\b).)*?\bstranger\b.*?</\1>", re.DOTALL)


def main(languages: str, few: str, *games: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.apps import apps
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment

    from rulebook.content import reading
    from rulebook.loading import load_games
    from tests.markup import NEW_EACH_TIME
    from tests.stranger.walk import walk

    setup_test_environment()
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}  # tables as they are now
    call_command("migrate", run_syncdb=True, verbosity=0)
    asked = [game for game in reading.game_ids() if game in (*games, "stranger")]
    load_games(map(reading.load, asked))  # without the index of the search, which takes long
    hashes = {}
    for game in games:
        for lang in languages.split():
            for address, html in islice(walk(Client(), game, lang, MOST), int(few)):
                plain = " ".join(LISTED.sub("", NEW_EACH_TIME.sub("", html)).split())
                hashes[address] = hashlib.sha256(plain.encode()).hexdigest()
    print(json.dumps(hashes))


if __name__ == "__main__":
    main(*sys.argv[1:])

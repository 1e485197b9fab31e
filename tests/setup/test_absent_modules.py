"""Modules that aren't everywhere are imported where they are used: elsewhere the site does without them."""

import json
import os
import subprocess
import sys
from pathlib import Path

from rulebook.content.reading import game_ids

ROOT = Path(__file__).resolve().parent.parent.parent
# Makes documents and pictures, compresses, serves, counts memory, knows Russian; and what a browser lacks.
ABSENT = """
brotli resource weasyprint pydyf resvg_py pypdfium2 pymorphy3 pymorphy3_dicts_ru waitress _multiprocessing
"""
# Take a twentieth of a second each, and most processes do without.
NEEDLESS = "snowballstemmer segno django.contrib.admin"
PAGES = "/ /rules/poison /rules/poison/overflow.take /score/poison /play/poison /print/potions"
PAPERS = "/print/poison/cards.pdf /rules/poison/picture.png /en/print/poison/rulebook.pdf"
WITHOUT = """
import importlib.metadata, json, os, socket, socketserver, sys

absent, needless, pages, papers = (argument.split() for argument in sys.argv[1:])
needless = set(needless)


class Nowhere:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Nowhere)
del socket.AF_UNIX, socketserver.UnixStreamServer, os.geteuid
installed = importlib.metadata.Distribution.from_name


def known(name):
    if name.replace("-", "_") in absent:
        raise importlib.metadata.PackageNotFoundError(name)
    return installed(name)


importlib.metadata.Distribution.from_name = known

import tomli

parsed, loads = [], tomli.loads
tomli.loads = lambda text: parsed.append(text) or loads(text)

from config.wsgi import application

rules = ["[[clause]]" in text for text in parsed].count(True)
at_start = {"rules parsed": rules, "loaded": sorted(needless & set(sys.modules))}

from django.conf import settings
from django.test import Client
from pathlib import Path
from rulebook import finder
from simulator.jobs import helper

client = Client(raise_request_exception=False, SERVER_NAME="127.0.0.1", HTTP_ACCEPT="text/html")
told = {"at start": at_start, "left out": [str(problem) for problem in finder.problems()]}
told["helper"] = helper.is_there(Path(settings.DATA_DIR))
told["pages"] = [client.get(url).status_code for url in pages]
for settings.PRINT_AT_ONCE in (True, False):
    answers = [client.get(url) for url in papers]
    told.setdefault("papers", []).append([(each.status_code, each.getvalue().decode()) for each in answers])
print(json.dumps(told))
"""


def test_the_site_does_without_what_is_not_everywhere(tmp_path: Path) -> None:
    """Issue 44: «Modules that aren't everywhere are imported where they are used; a test boots the
    application without them.» What needs them says so: 503 and a sentence, and no mistake of ours,
    whether papers are made at once or by the press. And «content is read once an edition»: such a start
    parses no rules, and loads nothing that only some pages need.
    """
    game_ids()  # reads and keeps what isn't kept yet
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, ABSENT, NEEDLESS, PAGES, PAPERS],
        cwd=ROOT,
        env=os.environ | {"GRIMOIRE_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["at start"] == {"rules parsed": 0, "loaded": []}
    assert (told["left out"], told["helper"]) == ([], False)
    assert told["pages"] == [200] * len(PAGES.split())
    for answers in told["papers"]:
        assert [status for status, _ in answers] == [503] * len(PAPERS.split())
        assert ["Этого здесь нет." in said for _, said in answers] == [True, True, False]
        assert "There is none of this here." in answers[-1][1]

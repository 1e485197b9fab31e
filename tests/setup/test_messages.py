"""`script/messages FOLDER`: a game from outside has both languages, with a catalogue of its own."""

import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.rulebook import tiny_game

ROOT = tiny_game.ROOT
TEMPLATE = "{% load i18n %}{% translate 'Спор о тройке' %}"
CODE = """
from django.utils.translation import ngettext

def cards(n):
    return ngettext("%(n)s тройка", "%(n)s тройки", n) % {"n": n}
"""
SPEAK = """
import django
django.setup()
from django.utils.translation import gettext, ngettext, override
for language in ("ru", "en"):
    with override(language):
        counted = (ngettext("%(n)s тройка", "%(n)s тройки", n) for n in (1, 5))
        print(gettext("Спор о тройке"), *counted, sep="; ")
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A game with a sentence of its own in a template, and one with a number in code."""
    home = tiny_game.write(tmp_path).parent
    (home / "rulebook/templates/rulebook/tiny").mkdir(parents=True)
    (home / "rulebook/templates/rulebook/tiny/quarrel.html").write_text(TEMPLATE, encoding="utf-8")
    (home / "rulebook/words.py").write_text(CODE, encoding="utf-8")
    return home


def messages(*words: object) -> subprocess.CompletedProcess[str]:
    command = [ROOT / "script/messages", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def say(file: Path, texts: dict[str, str], plurals: dict[int, str]) -> None:
    """Fills a catalogue as a translator does."""
    catalogue = polib.pofile(str(file))
    for entry in catalogue:
        if entry.msgid_plural:
            entry.msgstr_plural = plurals
        else:
            entry.msgstr = texts.get(entry.msgid, "")
    catalogue.save()


@pytest.mark.long
@pytest.mark.thorough  # every day script/test checks those of the stranger
def test_a_package_s_messages_are_gathered_checked_and_spoken(package: Path) -> None:
    """Russian is the source; what is empty in English, or has no plural forms, is missing."""
    of_house = {path: path.read_bytes() for path in (ROOT / "locale").rglob("django.*")}
    assert messages("--check", package).returncode == 1, "it has messages, but no locale/"
    assert messages(package).returncode == 0
    english, russian = (package / f"locale/{language}/LC_MESSAGES/django.po" for language in ("en", "ru"))
    assert {entry.msgid for entry in polib.pofile(str(english))} == {"Спор о тройке", "%(n)s тройка"}
    assert messages("--check", package).returncode == 1, "nothing is translated"

    say(english, {"Спор о тройке": "Quarrel about the three"}, {0: "%(n)s three", 1: "%(n)s threes"})
    say(russian, {}, {0: "%(n)s тройка", 1: "%(n)s тройки", 2: "%(n)s троек", 3: "%(n)s троек"})
    stale = messages("--check", package)
    assert stale.returncode == 1
    assert "stale" in stale.stderr
    assert messages(package).returncode == 0
    done = messages("--check", package)
    assert done.returncode == 0, done.stderr
    assert {path: path.read_bytes() for path in of_house} == of_house

    spoken = subprocess.run(
        [sys.executable, "-c", SPEAK],
        cwd=ROOT,
        env=tiny_game.environment(package.parent, "tiny"),
        capture_output=True,
        text=True,
        check=True,
    )
    said = spoken.stdout.replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert said == [
        "Спор о тройке; %(n)s тройка; %(n)s троек",
        "Quarrel about the three; %(n)s three; %(n)s threes",
    ]


def test_a_package_without_sentences_needs_no_locale(tmp_path: Path) -> None:
    home = tiny_game.write(tmp_path).parent
    assert messages("--check", home).returncode == 0
    assert messages(home).returncode == 0
    assert not (home / "locale").exists()

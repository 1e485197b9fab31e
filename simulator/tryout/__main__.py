"""`python -m simulator.tryout ID`: looks at the only game of this process. `manage.py tryout` starts it."""

import argparse
import faulthandler
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import django
from django.utils import translation
from django.utils.translation import gettext

from rulebook import finder
from simulator.tryout import icon_page

if TYPE_CHECKING:
    from simulator.tryout.looking import Part

TEXTS = "1000"  # random ones that are typed as moves; conformance by itself types ten times as many
LONGEST = 60  # seconds for a part, far more than any needs


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--lang", default="ru")
    parser.add_argument("--spent", type=float, default=0.0, help="CPU seconds of whoever has started this")
    parser.add_argument("--icons", type=Path, metavar="FILE", help="only write this page")
    given = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"  # a folder of data that is thrown away
    os.environ.setdefault("FUZZ_TEXTS", TEXTS)
    django.setup()
    if given.icons:
        icon_page.write(given.icons, given.lang)
        return
    faulthandler.dump_traceback_later(LONGEST, exit=True)  # whoever loops is told in which line
    with translation.override(given.lang):
        sound, collecting = True, 0.0
        for part, took in _parts(given.game, given.lang):
            faulthandler.dump_traceback_later(LONGEST, exit=True)
            print(*part.lines, sep="\n", flush=True)
            sound, collecting = sound and part.sound, collecting + took
        spent = sum(os.times()[:4]) + given.spent
        said = {"spent": f"{spent:.1f}", "collecting": f"{collecting:.1f}"}
        print(gettext("процессор: %(spent)s с, из них сбор тестов %(collecting)s с") % said, flush=True)
    sys.exit(not sound)


def _parts(game: str, lang: str) -> "Iterator[tuple[Part, float]]":
    """What each look has found, and the CPU seconds that went into collecting tests; nothing is played with
    files that can't be read, and nothing tested that can't be played.
    """
    from simulator.tryout import looking

    files = looking.faults(game, lang)
    yield files, 0.0
    if not files.sound:
        return
    yield looking.cases(game, lang), 0.0
    yield looking.lessons(game, lang), 0.0
    played = looking.games(game)
    yield played, 0.0
    drawn = looking.pages(game, lang)
    yield drawn, 0.0
    if not (played.sound and drawn.sound):  # whatever tests say would only follow from it
        return
    if find_spec("pytest") is None:
        yield looking.Part([gettext("проверки: нет pytest, его ставит script/bootstrap --dev")], True), 0.0
        return
    from simulator.tryout import testing

    heard = testing.run(finder.rooms("rulebook")[game].path.parent / "tests")
    translation.activate(lang)  # tests begin in the language of the site, and leave it so
    yield looking.tests(heard.passed, heard.failures), heard.collecting


if __name__ == "__main__":
    main()

"""Processes in which a game that is tried out is the only one: they look at it, and serve it."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from django.utils.translation import gettext

from rulebook.finder import ROOT
from simulator.tryout.package import Package, environment

EVERY = 0.5  # seconds between two looks at the files
WRITTEN = (".py", ".toml", ".html", ".css", ".js", ".svg", ".po")


def look(found: Package, lang: str, *words: str) -> int:
    """Its exit code: 0 where all is well."""
    spent = f"{time.process_time():.2f}"
    command = [sys.executable, "-m", "simulator.tryout", found.game, "--lang", lang, "--spent", spent, *words]
    return subprocess.call(command, cwd=ROOT, env=environment(found))


def watch(found: Package, lang: str, port: int, data: Path, say: Callable[[str], object]) -> None:
    """Looks and serves, again whenever a file is saved, until somebody ends it."""
    home = data / "tryout" / found.game
    home.mkdir(parents=True, exist_ok=True)
    place = {"GRIMOIRE_DATA_DIR": str(home), "PORT": str(port), "DEBUG": "1"}
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server never outlives it
    while True:
        seen = _written(found.home)
        look(found, lang)
        server = _serve({**environment(found), **place})
        say(f"http://127.0.0.1:{port}{'/en' if lang == 'en' else ''}/rules/{found.game}")
        try:
            while _written(found.home) == seen:
                time.sleep(EVERY)
        finally:
            server.terminate()
            server.wait()
        say(gettext("Файл сохранён, смотрю заново."))


def _serve(env: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    """The site as script/server starts it; what files it is made of by now is for `prepare` to see."""
    subprocess.call([sys.executable, "script/prepare.py"], cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    return subprocess.Popen([sys.executable, "-m", "config.server"], cwd=ROOT, env=env)


def _written(home: Path) -> Mapping[Path, int]:
    """When each file of the package was saved."""
    files = (path for path in home.rglob("*") if path.suffix in WRITTEN)
    return {path: path.stat().st_mtime_ns for path in files if path.is_file()}

"""An edition: all that one language needs without a network, as files that are named by what is in them.

`manage.py bundle` writes it into the data folder; pages and the worker only read it. Its list says every
address with the hash of its content, so that a worker knows when all of it is there, and that it is what was
meant.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext, override

from rulebook import finder, shelf
from rulebook.offline import pages
from web import whole_files
from web.language import page_language
from web.scripts import IMPORT

FORMAT = 1  # of the list and the bundles; a worker leaves one that it doesn't know alone
LIST = "edition.json"
FOLDER = "offline"  # in the data folder
PACKED = ".br"  # the ending of a file beside its own, compressed
EFFORT = 9  # of 11: half a second for all editions; with 11 they are 8 % smaller and take twenty
NAME = re.compile(r"[0-9a-f]{32}\.(json|html)")
STATIC = re.compile(rf"{re.escape(settings.STATIC_URL)}[^\"'#?)\s\\]+")
# What styles and scripts name.
NAMED = {".css": re.compile(r"url\(\"?(?P<url>[^\")]+)\"?\)"), ".js": re.compile(IMPORT)}
RARE = "latin-ext"  # fonts with letters that neither language has
# Pages of one sentence or two that the worker puts together, and the line of what was found.
SAYINGS = ("server", "found", "hit", "nothing")


def folder(lang: str) -> Path:
    """Where the edition of a language is; made by `write`."""
    return Path(settings.DATA_DIR) / FOLDER / lang


def write(lang: str) -> dict[str, Any]:
    """Makes the edition of a language; its list. One that was cut off on the way leaves a draft at most."""
    place = folder(lang)
    draft = place.with_name(f"{lang}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    with override(lang):
        made = _make(draft)
    (draft / LIST).write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    whole_files.put_in_place(draft, place, LIST, _names, packed=(PACKED,))
    draft.rmdir()
    return made


def _names(listed: dict[str, Any]) -> Iterator[str]:
    """The files of an edition's list; a worker that fetches the one before finds them until the next."""
    return (Path(file["url"]).name for file in listed["files"])


def _make(place: Path) -> dict[str, Any]:
    shell = render_to_string("rulebook/offline/shell.html", _shell_context())
    shown = pages.STYLE.findall(shell)
    bundles = []
    for game in map(shelf.whole, shelf.games()):
        with finder.left_out_if_it_fails(game.id, "a page to read without a network"):
            bundles.append((game, _json(pages.bundle(game, shown))))
    site = _json(_site(shown))
    keep = _Keeper(place)
    made = {
        "format": FORMAT,
        "lang": page_language(),
        "shell": keep(shell.encode(), "html"),
        "site": keep(site, "json"),
        "bundles": [
            {"root": reverse("rulebook:game", args=[game.id]), "url": keep(content, "json")}
            for game, content in bundles
        ],
    }
    said = b"\n".join([shell.encode(), site, *(content for _, content in bundles)]).decode()
    files = [*keep.files, *_assets(STATIC.findall(said))]
    digest = hashlib.sha256(_json(files)).hexdigest()[:32]
    return made | {"edition": digest, "files": files}


def packed(content: bytes) -> bytes:
    """As it goes over the wire: browsers that keep an edition all know Brotli, by https and localhost."""
    import brotli  # when an edition is made, and never by pages

    return brotli.compress(content, quality=EFFORT)


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


class _Keeper:
    """Writes files of an edition; `files` is what its list says of them."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.files: list[dict[str, Any]] = []

    def __call__(self, content: bytes, kind: str) -> str:
        """The address of a content."""
        digest = hashlib.sha256(content).hexdigest()
        name = f"{digest[:32]}.{kind}"
        (self.place / name).write_bytes(content)
        (self.place / (name + PACKED)).write_bytes(packed(content))
        url = reverse("rulebook:offline", args=[name])
        self.files.append({"url": url, "sha256": digest})
        return url


def _assets(urls: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Static files that pages name, and those that their styles and scripts do."""
    waiting, seen = list(dict.fromkeys(urls)), set[str]()
    while waiting:
        url = waiting.pop(0)
        path = static_path(url)
        if url in seen or RARE in url or path is None:
            continue
        seen.add(url)
        content = path.read_bytes()
        if named := NAMED.get(path.suffix):
            waiting += [urljoin(url, each["url"]) for each in named.finditer(content.decode())]
        yield {"url": url, "sha256": hashlib.sha256(content).hexdigest()}


def static_path(url: str) -> Path | None:
    """The file behind an address: one that was collected, else its source."""
    name = url.removeprefix(settings.STATIC_URL)
    collected = Path(staticfiles_storage.path(name))
    found = collected if collected.is_file() else finders.find(name)
    return Path(found) if found else None


def _shell_context() -> dict[str, Any]:
    """The shell is made for nobody's request; its own address stands for those of all pages."""
    home = reverse("rulebook:home")
    return {
        "request": SimpleNamespace(get_full_path=lambda: f"{home}%path%"),
        "LANGUAGE_CODE": page_language(),
    }


def _site(shown: list[str]) -> dict[str, Any]:
    """What belongs to no game: the list of games, and what the worker says by itself."""
    home = reverse("rulebook:home")
    context = {"LANGUAGE_CODE": page_language()}
    return {
        "pages": {home: pages.asked(home, shown)},
        "search": reverse("rulebook:search"),
        "titles": {
            "site": gettext("Гримуар"),
            "server": gettext("Нет связи с сервером"),
            "search": gettext("Поиск"),
        },
        "says": {
            name: render_to_string(f"rulebook/offline/{name}.html", context).strip() for name in SAYINGS
        },
    }

"""The packs: all that a browser needs to be this site, in a folder named by what is in it, the edition.

What goes in is said by rules; no game is named. `manage.py pocket` writes them into the data folder. Tars
aren't compressed: the wire has Brotli, and the browser takes files out as they lie.
"""

import io
import json
import os
import re
import shutil
import sqlite3
import sysconfig
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

import brotli
from django.conf import settings

from pocket import rows, runtime
from pocket.editions import FORMAT, LIST, PACKED, content_models, folder, listed
from pocket.tars import tar
from rulebook import finder
from rulebook.content.kept import PLACE as AS_READ
from rulebook.search import finding
from web import whole_files

EFFORT = 11  # of Brotli: minutes, once for each file that has changed
WINDOW = 24  # of Brotli: the widest that browsers take
# Where things are in the browser's files.
CODE, LIBRARIES, DATA, ZONES = "main", "libs", "data", "zoneinfo"
OPTIONAL = ("search.tar",)
OUR_CODE = (
    "config",
    "web",
    "rulebook",
    "scoring",
    "simulator",
    "games",
    "pocket",
    "templates",
    "locale",
    "static",
)
OURS = frozenset({".py", ".toml", ".html", ".mo", ".svg", ".css", ".txt", ".json", ".xml"})
# Read by tests, by who builds the index, or by browsers, which have them from the static files.
NOT_OURS = re.compile(r"(^|/)(tests|golden|asks|fonts|css|js)/")
DISTRIBUTIONS = (
    "asgiref",
    "django_htmx",
    "template_partials",
    "whitenoise",
    "sqlparse",
    "segno",
    "prometheus_client",
)
STEMMERS = ("__init__.py", "basestemmer.py", "among.py", "english_stemmer.py")
ONE_STEMMER = (
    b"from .english_stemmer import EnglishStemmer\n\n\ndef stemmer(lang):\n    return EnglishStemmer()\n"
)
# Of Django: what a site without an admin, forms of its own and other databases never imports.
NOT_OF_DJANGO = re.compile(
    r"^(contrib/(?!__init__\.py|staticfiles/)|conf/(app|project)_template/|conf/locale/(?!__init__|(ru|en)/)"
    r"|db/backends/(mysql|oracle|postgresql)/|core/management/commands/(?!__init__\.py|migrate\.py)|test/)"
)
OF_DJANGO = frozenset({".py", ".mo", ".html"})
NOT_OF_PYTHON = re.compile(
    r"^(_pyrepl|unittest|pdb|pydoc|pydoc_data|doctest|xmlrpc|ctypes|mailbox|imaplib|ftplib|poplib|nntplib|turtle"
    r"|turtledemo|idlelib|ensurepip|venv|lib2to3|pstats|profile|cProfile|trace|modulefinder|wave|plistlib|bdb"
    r"|webbrowser|antigravity|this|pickletools|zipapp|tkinter|test)(/|\.py$)"
    r"|^encodings/(?!__init__|aliases|ascii|latin_1|utf_8|utf_16|idna|cp437|raw_unicode|unicode_escape|punycode|charmap)"
)
TIME_ZONES = ("Europe", "Asia", "UTC")
Files = dict[str, bytes]


def write(python: Mapping[str, bytes], say: Callable[[str], None] = print) -> dict[str, Any]:
    """Makes an edition of this site with the files of a runtime; its list."""
    files = dict(python) | {"python_stdlib.zip": standard_library(python["python_stdlib.zip"])}
    files |= {path.name: path.read_bytes() for path in (Path(__file__).parent / "js").glob("*.js")}
    packs = {"libs": libraries(), "own": own(), "base": base(), "search": search(), "static": static()}
    files |= {f"{name}.tar": tar(made) for name, made in packs.items()}
    hashes = {name: sha256(content).hexdigest() for name, content in sorted(files.items())}
    edition = sha256(json.dumps([FORMAT, hashes]).encode()).hexdigest()[:16]
    made = {
        "format": FORMAT,
        "edition": edition,
        "runtime": runtime.VERSION,
        "games": os.environ.get(finder.VARIABLE, ""),
    }
    made["files"] = []
    before = listed()
    for name, content in sorted(files.items()):
        small = _packed_before(before, hashes[name]) or brotli.compress(content, quality=EFFORT, lgwin=WINDOW)
        whole_files.write(folder() / edition / name, content)
        whole_files.write(folder() / edition / (name + PACKED), small)
        sizes = {"size": len(content), "packed": len(small), "sha256": hashes[name]}
        made["files"].append({"name": name, **sizes, "optional": name in OPTIONAL})
        say(f"{name}: {len(content) / 1e6:.2f} МБ, по сети {len(small) / 1e6:.2f}")
    whole_files.write(folder() / LIST, json.dumps(made).encode())
    _forget_but({edition, before["edition"] if before else ""})
    return made


def _packed_before(before: Mapping[str, Any] | None, digest: str) -> bytes:
    """A file of the edition before as it went over the wire: to make it takes minutes."""
    for file in before["files"] if before else ():
        path = folder() / before["edition"] / (file["name"] + PACKED)
        if file["sha256"] == digest and path.is_file():
            return path.read_bytes()
    return b""


def _forget_but(kept: set[str]) -> None:
    """The edition before stays for who is fetching it."""
    for place in folder().iterdir():
        if place.is_dir() and place.name not in kept:
            shutil.rmtree(place)


def standard_library(archive: bytes) -> bytes:
    """Python's own modules but those that nothing here imports; stored, so that the wire compresses them."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as whole, zipfile.ZipFile(made, "w") as part:
        for name in sorted(whole.namelist()):
            if not name.endswith("/") and not NOT_OF_PYTHON.search(name):
                part.writestr(zipfile.ZipInfo(name), whole.read(name))
    return made.getvalue()


def libraries() -> Files:
    """Django and what else is imported, trimmed, and the time zones."""
    home = Path(sysconfig.get_paths()["purelib"])
    files = {
        f"{LIBRARIES}/django/{name}": content
        for name, content in _tree(home / "django")
        if PurePosixPath(name).suffix in OF_DJANGO and not NOT_OF_DJANGO.search(name)
    }
    # template_partials imports it and takes nothing.
    files[f"{LIBRARIES}/django/contrib/admin/__init__.py"] = b""
    for package in DISTRIBUTIONS:
        found = ((name, content) for name, content in _tree(home / package) if name.endswith(".py"))
        files |= {f"{LIBRARIES}/{package}/{name}": content for name, content in found}
    stemmers = {
        f"{LIBRARIES}/snowballstemmer/{name}": (home / "snowballstemmer" / name).read_bytes()
        for name in STEMMERS[1:]
    }
    files |= stemmers | {f"{LIBRARIES}/snowballstemmer/{STEMMERS[0]}": ONE_STEMMER}
    return files | dict(_zones())


def _zones() -> Iterator[tuple[str, bytes]]:
    home = Path("/usr/share/zoneinfo")
    for zone in TIME_ZONES:
        place = home / zone
        for path in [place] if place.is_file() else place.rglob("*"):
            if path.is_file():
                yield f"{ZONES}/{path.relative_to(home)}", path.read_bytes()


def own() -> Files:
    """Our code and content, also as it was read, that of games from outside, templates, drawings."""
    files: Files = {}
    for place in OUR_CODE:
        files |= _ours(settings.BASE_DIR / place, place)
    for home in finder.homes():
        files |= _ours(home, next(name for name in map(_as_path, finder.packages()) if home.match(name)))
    files[f"{DATA}/static/staticfiles.json"] = (Path(settings.STATIC_ROOT) / "staticfiles.json").read_bytes()
    return files


def _as_path(package: str) -> str:
    return package.replace(".", "/")


def _ours(home: Path, place: str) -> Files:
    return {
        f"{CODE}/{place}/{name}": content
        for name, content in _tree(home)
        if PurePosixPath(name).suffix in OURS and not NOT_OURS.search(name)
    }


def _tree(home: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(home.rglob("*")):
        if path.is_file() and ("__pycache__" not in path.parts or path.match(AS_READ)):
            yield path.relative_to(home).as_posix(), path.read_bytes()


def static() -> Files:
    """Styles, scripts, drawings and letters as current pages name them; nobody asks for those for paper."""
    home = Path(settings.STATIC_ROOT)
    names = json.loads((home / "staticfiles.json").read_bytes())["paths"].values()
    return {name: (home / name).read_bytes() for name in names if not name.endswith((".ttf", ".txt", ".md"))}


def base() -> Files:
    """The database with the content in it, and no row of anybody's."""
    kept = {model._meta.db_table for model in content_models()} | {"django_migrations"}
    with closing(_copy("db.sqlite3")) as database:
        empty_all_but(database, kept)
        return {f"{DATA}/db.sqlite3": database.serialize()}


def empty_all_but(database: sqlite3.Connection, kept: Iterable[str]) -> None:
    """Leaves the tables and takes their rows; what was deleted isn't in the file any more."""
    for table in tables(database):
        if table not in kept:
            database.execute(f'DELETE FROM "{table}"')
    database.execute("DELETE FROM sqlite_sequence")
    database.commit()
    database.execute("VACUUM")


def tables(database: sqlite3.Connection) -> list[str]:
    """The names of all tables but SQLite's own."""
    named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return [name for (name,) in database.execute(named)]


def search() -> Files:
    """The rows of the search index: as a file it weighs twice as much."""
    with closing(_copy(finding.FILE_NAME)) as index:
        return {f"{DATA}/{rows.FOLDER}/{name}": content for name, content in rows.taken(index).items()}


def _copy(name: str) -> sqlite3.Connection:
    """In memory: what people write meanwhile isn't disturbed."""
    copy = sqlite3.connect(":memory:")
    with closing(sqlite3.connect(f"file:{Path(settings.DATA_DIR) / name}?mode=ro", uri=True)) as whole:
        whole.backup(copy)
    return copy

"""A browser as far as soaking needs one, and the site that it visits."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPHandler, Request, build_opener

from tests.setup import site

NAMES = ("Оля", "Коля", "Рита", "Саша")
GAME = "poison"
CELL = "r1.p1.red"
LATE = 20  # seconds after which an answer is none
FAILURES = (OSError, HTTPException)  # the server died, or says nothing
COMMANDS = (["migrate", "--verbosity=0"], ["load_rules"], ["collectstatic", "--noinput", "--verbosity=0"])


class Answer(NamedTuple):
    """Of a request that was answered at all."""

    status: int
    headers: Mapping[str, str]
    body: str


def variables(data: Path) -> dict[str, str]:
    """For a site like one in earnest, but that all visitors come from one address."""
    url = os.environ.get("TEST_DATABASE_URL", "")
    own = {"GRIMOIRE_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    own |= {"MALLOC_ARENA_MAX": "2"}  # as script/server has it
    return own | {
        "DEBUG": "0",
        "LIMITS": "0",
        "PRINT_AT_ONCE": "0",
        "DATABASE_URL": url,
        "REDIS_URL": os.environ.get("TEST_REDIS_URL", ""),
    }


def prepare(data: Path) -> None:
    """What script/server does before it starts."""
    for command in COMMANDS:
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=site.ROOT,
            env=os.environ | variables(data),
            check=True,
            stdout=subprocess.DEVNULL,
        )


@contextmanager
def running(data: Path) -> Iterator[site.Site]:
    with site.start(data, **variables(data)) as found:
        yield found


def address_of(person: int) -> str:
    """Where somebody asks from: each from an address of their own, as phones do."""
    return f"127.0.{1 + person // 200}.{1 + person % 200}"


class _From(HTTPHandler):
    """Asks from one of this computer's own addresses."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(HTTPConnection, req, source_address=(self.address, 0))


class Browser:
    """Keeps cookies, sends forms with their token."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.cookies = port, CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies), _From(address))

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """Raises one of FAILURES."""
        request = Request(f"http://127.0.0.1:{self.port}{path}", body, headers, method=method)
        try:
            with self.opener.open(request, timeout=LATE) as answer:
                return Answer(answer.status, dict(answer.headers), answer.read().decode(errors="replace"))
        except HTTPError as error:
            return Answer(error.code, dict(error.headers), error.read().decode(errors="replace"))

    def opens(self, path: str) -> bool:
        """Whether a page comes as it should. Raises one of FAILURES."""
        return self.ask(path).status == 200

    def cookie(self, name: str) -> str:
        return next((each.value or "" for each in self.cookies if each.name == name), "")

    @property
    def all_cookies(self) -> str:
        return "; ".join(f"{each.name}={each.value}" for each in self.cookies)

    def new_sheet(self) -> str:
        """The address of a sheet that this browser owns."""
        self.ask(f"/score/{GAME}")
        return self.send(f"/score/{GAME}", do="start", name=NAMES)

    def send(self, path: str, **fields: str | Sequence[str]) -> str:
        """The address that a form leads to. Raises one of FAILURES where it is refused, too."""
        body = urlencode({"csrfmiddlewaretoken": self.cookie("csrftoken"), **fields}, doseq=True).encode()
        with self.opener.open(f"http://127.0.0.1:{self.port}{path}", body, LATE) as made:
            made.read()
            return str(made.url.partition(str(self.port))[2].partition("?")[0].partition("#")[0])

    def write(self, sheet: str, text: str, base: int, name: str) -> Answer:
        """An entry into one cell of a sheet; `name` tells a retry."""
        return self.ask(f"{sheet}/entries", "POST", entry(text, base, name), **self.of_scripts)

    @property
    def of_scripts(self) -> dict[str, str]:
        """What a script of ours says besides an entry."""
        token = self.cookie("csrftoken")
        return {"Content-Type": "application/json", "Accept": "application/json", "X-CSRFToken": token}


def entry(text: str, base: int, name: str) -> bytes:
    return json.dumps({"cell": CELL, "text": text, "base": base, "client_entry_id": name}).encode()

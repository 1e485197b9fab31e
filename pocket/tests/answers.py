"""The same site in a process of its own, as the server answers or as the pocket does, with the same rows.

`python -m pocket.tests.answers HOME server|pocket [FILE]` prints what is to be compared as JSON. Without a
file it makes rows first by what `forms.json` says (what is typed into a form, by its address), and then finds
addresses: all that need nothing, those of a row of each kind, and some of each kind that pages lead to. With
the file that this printed it answers the same addresses.
"""

import html
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlencode, urljoin, urlsplit

from pocket import caller, shims
from pocket.tests.addresses import addresses

HOME, WHO = Path(sys.argv[1]), sys.argv[2]
KEY = "k" * 40
FORM = ("Content-Type", "application/x-www-form-urlencoded")
PAGE = ("Accept", "text/html")
NO_GET = 405
OF_EACH = 2  # addresses of a kind that pages lead to
INSIDE = re.compile(r"/(?!static/|/)")
LINK = re.compile(r'(?:href|hx-get)="([^"#]+)')
# What is new whenever a page is drawn, and the moment when it was.
TOKENS = [
    (re.compile(r'(?<=")[A-Za-z0-9]{64}(?=")'), "csrf"),
    (re.compile(r'(name="client_entry_id"\s+value=")[\w-]{16}'), r"\1id"),
    (re.compile(r'(name="cell"\s+value="\w+\.)[0-9a-f]{16}'), r"\1id"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"), "moment"),
]


def main() -> None:
    boot()
    if len(sys.argv) > 3:
        asked = json.loads(Path(sys.argv[3]).read_text(encoding="utf-8"))
        caller.caller.jar = {name: tuple(kept) for name, kept in asked["jar"].items()}
        print(json.dumps({"answers": {path: answer(path) for path in asked["answers"]}}))
        return
    forms = json.loads((HOME / "forms.json").read_bytes())
    rows = [made(form, fields) for form, fields in forms.items()]
    from django.db import connections

    connections.close_all()
    (HOME / "rows.sqlite3").write_bytes((HOME / caller.DATABASE).read_bytes())
    jar = dict(caller.caller.jar)
    print(json.dumps({"jar": jar, "answers": found(rows)}))


def boot() -> None:
    """In a pocket there is no maker of documents and pictures, and nobody who knows Russian."""
    caller.DATA, shims.ZONES = HOME, "/usr/share/zoneinfo"
    if WHO == "pocket":
        for name in ("weasyprint", "resvg_py", "pypdfium2", "pymorphy3", "waitress", "brotli"):
            sys.modules[name] = None
        caller.boot(KEY)
        return
    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings", GRIMOIRE_DATA_DIR=str(HOME), SECRET_KEY=KEY, LIMITS="0"
    )
    os.environ.update(PRINT_AT_ONCE="1", TZ="Europe/Moscow", GRIMOIRE_COMMIT="pocket")
    if len(sys.argv) == 3:  # rows are called as a pocket calls them, whoever answers for them
        from pocket import marks

        marks.mark_what_is_made()
    from config.wsgi import application

    caller.caller = caller.LocalSite(application)


def made(form: str, fields: dict) -> str:
    """The address of a row that a form begins."""
    caller.caller.answer("GET", form)
    body = urlencode(fields, doseq=True).encode()
    headers = [FORM, ("X-CSRFToken", caller.caller.jar["csrftoken"][0]), ("Referer", "http://localhost/")]
    status, told, _ = caller.caller.answer("POST", form, headers, body)
    assert status == 302, (form, status)
    return urlsplit(dict(told)["Location"]).path


def answer(path: str) -> tuple[int, str]:
    """Status and content, but for tokens."""
    status, told, content = caller.caller.answer("GET", path, [PAGE])
    text = content.decode("utf-8", "replace")
    for pattern, stands in TOKENS:
        text = pattern.sub(stands, text)
    return status, text + dict(told).get("Location", "")


def found(rows: list[str]) -> dict[str, tuple[int, str]]:
    """The answers at addresses of every kind that there is, but for what needs a network."""
    from django.urls import Resolver404, get_resolver, resolve
    from django.utils.encoding import iri_to_uri

    from pocket.alone import NEEDS_NETWORK

    patterns = dict.fromkeys(addresses(get_resolver()))
    named = {f"/{pattern}" for pattern, params in patterns if not params} | set(of_rows(rows, patterns))
    answers: dict[str, tuple[int, str]] = {}
    kinds = Counter[str]()
    waiting = sorted(named)
    for path in waiting:
        plain = urlsplit(path).path
        if path in answers or NEEDS_NETWORK.search(plain):
            continue
        try:
            route = resolve(plain).route
        except Resolver404:
            continue
        kinds[route] += path not in named
        if kinds[route] <= OF_EACH:
            answers[path] = answer(path)
            links = (urljoin(path, html.unescape(link)) for link in LINK.findall(answers[path][1]))
            waiting.extend(iri_to_uri(link) for link in links if INSIDE.match(link))
    return {path: answer for path, answer in answers.items() if answer[0] != NO_GET}


def of_rows(rows: list[str], patterns: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    """What may be asked of each row by its name alone."""
    from pocket.alone import NAMES
    from pocket.marks import is_ours

    for row in rows:
        name = next(part for part in row.split("/") if is_ours(part))
        for pattern, params in patterns:
            if (
                len(params) == 1
                and params[0] in NAMES
                and f"/{pattern}".startswith(row.partition(name)[0] + "%(")
            ):
                yield "/" + pattern % {params[0]: name}


main()

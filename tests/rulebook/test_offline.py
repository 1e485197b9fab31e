"""Issue 18: «data and shells without user’s text, never HTML with a token»; and the site as an app."""

import fcntl
import hashlib
import json
import re
import struct
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import brotli
import pytest
from django.contrib.staticfiles.finders import find
from django.core.management import call_command
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoDbBlocker, Settings

from rulebook.content.entries import GameContent
from rulebook.offline import edition, pages, views
from tests.markup import AS_SENT
from web import wishes

pytestmark = pytest.mark.whole

FORBIDDEN = re.compile(r"csrf|<form|\shx-|<script|\sstyle=|https?://(?!www\.w3\.org)|token", re.IGNORECASE)


@pytest.fixture(scope="module")
def bundle(poison: GameContent, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, Any]:
    with override("en"), django_db_blocker.unblock():
        return pages.bundle(poison, ())


def shown(bundle: dict[str, Any]) -> dict[str, str]:
    return {path: page["h"] for path, page in bundle["pages"].items()}


def test_every_rule_card_word_and_clarification_of_a_game_is_kept(
    poison: GameContent, bundle: dict[str, Any]
) -> None:
    """«rules, glossary, cards of ALL games can be read without a network»."""
    root = "/en/rules/poison"
    wanted = [f"{root}/{clause.id}" for clause in poison.clauses]
    wanted += [f"{root}/cards/{card.id}" for card in poison.cards]
    wanted += [f"{root}/term/{term.id}" for term in poison.terms]
    wanted += [f"{root}/ruling/{ruling.id}" for ruling in poison.rulings]
    wanted += [f"{root}/{chapter.id}" for chapter in poison.chapters]
    wanted += [root, f"{root}/cards", f"{root}/glossary", f"{root}/rulings"]
    assert set(wanted) <= bundle["pages"].keys()
    for clause in poison.clauses:
        assert clause.number in shown(bundle)[f"{root}/{clause.id}"]


def test_what_is_kept_is_the_same_for_every_reader(bundle: dict[str, Any]) -> None:
    """No form and no token, nothing that asks the server, no address with a host."""
    found = [(path, FORBIDDEN.findall(html)) for path, html in shown(bundle).items()]
    assert [each for each in found if each[1]] == []


def test_a_clarification_stands_in_each_of_its_rules_and_is_kept_once(
    poison: GameContent, bundle: dict[str, Any]
) -> None:
    ruling = next(each for each in poison.rulings if len(each.clauses) > 1)
    path = f"/en/rules/poison/ruling/{ruling.id}"
    for clause_id in ruling.clauses:
        page = bundle["pages"][f"/en/rules/poison/{clause_id}"]
        assert path in page["p"]
        assert pages.PARTS in page["h"]
    words = ruling.text.in_("en").split("{")[0][:40]
    assert [where for where, html in shown(bundle).items() if words in html] == [path]


def test_the_find_knows_every_entry_by_name(poison: GameContent, bundle: dict[str, Any]) -> None:
    named = [page["n"].name for page in bundle["pages"].values() if "n" in page]
    for entry in (*poison.clauses, *poison.rulings, *poison.chapters):
        assert entry.title.en in named
    for entry in poison.cards:
        assert entry.name.en in named


def written(
    place: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, poison: GameContent
) -> dict[str, Any]:
    """An edition with one game."""
    settings.DATA_DIR = place
    monkeypatch.setattr(edition.shelf, "games", lambda: {"poison": poison})
    return edition.write("en")


@pytest.mark.django_db
def test_an_edition_says_the_hash_of_all_that_it_needs(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, poison: GameContent
) -> None:
    """«one list of hashes is one edition»: made again of the same it is the same one."""
    made = written(tmp_path, settings, monkeypatch, poison)
    assert written(tmp_path, settings, monkeypatch, poison) == made
    assert json.loads(client.get("/en/offline/edition.json").content) == made
    urls = {file["url"] for file in made["files"]}
    assert {made["shell"], made["site"], *(each["url"] for each in made["bundles"])} <= urls
    assert {"/static/css/base.css", "/static/img/icons.svg", "/static/poison/game.css"} <= urls
    assert any(url.endswith(".woff2") for url in urls)
    for file in made["files"]:
        answer = client.get(file["url"], **AS_SENT)
        assert answer.status_code == 200, file["url"]
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert hashlib.sha256(content).hexdigest() == file["sha256"]
        assert not answer.cookies
        if file["url"].endswith(".js"):
            imports = edition.NAMED[".js"].finditer(content.decode())
            assert {urljoin(file["url"], each["url"]) for each in imports} <= urls
        if file["url"].startswith("/static/"):
            continue
        packed = client.get(file["url"], headers={"Accept-Encoding": "gzip, deflate, br"})
        assert (packed["Content-Encoding"], packed["Vary"]) == ("br", "Accept-Encoding")
        assert brotli.decompress(packed.content) == content
    shell = client.get(made["shell"]).content.decode()
    assert not re.search(r"csrfmiddlewaretoken|[A-Za-z0-9]{64}", shell)


def kept_in(place: Path) -> set[str]:
    return {path.name for path in (place / "offline/en").iterdir()}


@pytest.mark.django_db
def test_a_new_edition_leaves_the_files_of_the_one_before_until_the_next(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, poison: GameContent
) -> None:
    """A worker that has got the old list goes on fetching its files, and there is a list at every moment."""
    monkeypatch.setattr(edition.pages, "bundle", lambda game, shown: {"pages": 1})
    old = written(tmp_path, settings, monkeypatch, poison)["bundles"][0]["url"]
    half = tmp_path / "offline/en.draft/half.json"
    half.parent.mkdir()
    half.write_text("of one that was killed on the way")
    monkeypatch.setattr(edition.pages, "bundle", lambda game, shown: {"pages": 2})
    made = written(tmp_path, settings, monkeypatch, poison)
    new = made["bundles"][0]["url"]
    assert json.loads(client.get("/en/offline/edition.json").content) == made
    assert client.get(old).content == b'{"pages":1}'
    assert client.get(new).content == b'{"pages":2}'
    assert not half.exists()
    assert half.name not in kept_in(tmp_path)
    written(tmp_path, settings, monkeypatch, poison)
    assert client.get(old).status_code == 404
    assert client.get(new).status_code == 200
    assert not {name for name in kept_in(tmp_path) if name.startswith(Path(old).name)}


@pytest.mark.django_db
def test_a_list_that_was_cut_off_is_replaced(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, poison: GameContent
) -> None:
    monkeypatch.setattr(edition.pages, "bundle", lambda game, shown: {})
    made = written(tmp_path, settings, monkeypatch, poison)
    listed = edition.folder("en") / edition.LIST
    listed.write_bytes(listed.read_bytes()[:100])
    written(tmp_path, settings, monkeypatch, poison)
    assert json.loads(listed.read_bytes()) == made


@pytest.mark.parametrize(
    ("stamp", "options", "made", "left"),
    [
        ("old", {"wished": True}, ["ru", "en"], ""),
        ("wish", {"wished": True}, [], ""),
        ("old", {"verbosity": 0}, ["ru", "en"], ""),  # by hand it fulfils the wish as well
        ("old", {"verbosity": 0, "lang": ["ru"]}, ["ru"], "wish"),  # half of it doesn't
    ],
)
def test_a_wish_for_editions_stands_until_all_of_them_are_made(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    stamp: str,
    options: dict[str, Any],
    made: list[str],
    left: str,
) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / "reading.wanted").write_text("wish\n")
    (tmp_path / "reading.stamp").write_text(f"{stamp}\n")
    written: list[str] = []
    monkeypatch.setattr(edition, "write", written.append)
    call_command("bundle", stdout=StringIO(), **options)
    assert written == made
    assert wishes.open_wish("reading") == left


def test_a_bundle_that_fails_leaves_the_wish(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / "reading.wanted").write_text("wish\n")

    def fail(lang: str) -> None:
        raise OSError("no room on the disk")

    monkeypatch.setattr(edition, "write", fail)
    with pytest.raises(OSError, match="no room"):
        call_command("bundle", "--wished")
    assert wishes.open_wish("reading") == "wish"


def test_two_who_make_the_same_do_so_one_after_the_other(settings: Settings, tmp_path: Path) -> None:
    """«One makes it at a time; another waits.»"""
    settings.DATA_DIR = tmp_path
    one, other = wishes.alone("reading"), (tmp_path / "reading.lock").open("w")
    with other, one, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_what_was_never_made_or_is_of_another_edition_is_not_there(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    """An old worker asks for what it knows: it hears no and keeps what it has."""
    settings.DATA_DIR = tmp_path
    for name in ("edition.json", f"{'0' * 32}.json", "..%2Fdb.sqlite3", "edition.json.html", "x"):
        assert client.get(f"/offline/{name}").status_code == 404


def test_the_worker_answers_for_the_whole_site_and_is_asked_for_anew(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    again = client.get("/service-worker.js", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(("prefix", "lang", "home"), [("", "ru", "/"), ("/en", "en", "/en/")])
def test_the_manifest_names_the_site_and_icons_that_are_there(
    client: Client, prefix: str, lang: str, home: str
) -> None:
    answer = client.get(f"{prefix}/manifest.webmanifest")
    assert answer["Content-Type"].startswith("application/manifest+json")
    assert not answer.cookies
    manifest = json.loads(answer.content)
    assert (manifest["lang"], manifest["start_url"]) == (lang, home)
    assert f'<link rel="manifest" href="{prefix}/manifest.webmanifest">' in client.get(home).content.decode()
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        path = find(icon["src"].removeprefix("/static/"))
        assert path is not None
        size = struct.unpack(">II", Path(path).read_bytes()[16:24])
        assert "{}x{}".format(*size) == icon["sizes"]


def test_the_app_has_the_paper_of_the_pages() -> None:
    """One owner for a colour: `tokens.css`."""
    tokens = Path(str(find("css/tokens.css"))).read_text(encoding="utf-8")
    assert re.findall(r"--paper: (#\w+)", tokens)[:2] == [views.PAPER, views.NIGHT]

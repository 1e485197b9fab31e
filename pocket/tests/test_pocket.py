"""The pocket without a browser: whose rows it answers, what it keeps, what its packs hold.

«Ids made in the pocket begin with 0 and are answered there alone; the server's ids are never answered by the
pocket»; «every write is kept before it is answered»; «two restores draw different numbers».
"""

import hashlib
import io
import json
import re
import sqlite3
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from pocket import ahead, editions, marks, packs, runtime
from pocket.tests import moves
from rulebook import finder
from rulebook.content.kept import PLACE as AS_READ
from rulebook.models import Game
from scoring.models import Sheet
from simulator.game import played_games
from web import links

ROOT = settings.BASE_DIR
GAME = next(iter(finder.rooms("scoring")))
JS = ROOT / "pocket" / "js" / "answering.js"


def copy_of_database() -> sqlite3.Connection:
    """What this test has written, too."""
    connection.ensure_connection()
    data = bytearray(connection.connection.serialize())
    data[18:20] = b"\1\1"  # a database in memory has no log beside it
    copy = sqlite3.connect(":memory:")
    copy.deserialize(bytes(data))
    return copy


@pytest.fixture(scope="module")
def evening(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any) -> Mapping[str, Any]:
    home = tmp_path_factory.mktemp("pocket")
    with django_db_blocker.unblock(), closing(copy_of_database()) as database:
        packs.empty_all_but(database, {"django_migrations"})
        database.execute("INSERT INTO rulebook_game VALUES ('a', 'of this edition', '')")
        database.commit()
        (home / "db.sqlite3").write_bytes(database.serialize())
    turn = moves.shown_turn(played_games()[0])
    sent = {"known": ahead.known(moves.board_of(turn)), "move": str(turn.move)}
    (home / "ahead.json").write_text(json.dumps(sent))
    command = [sys.executable, "-m", "pocket.tests.evening", str(home), GAME]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env={"DEBUG": "1", "PATH": "/usr/bin"}
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_rows_of_the_server_are_never_answered(evening: Mapping[str, Any]) -> None:
    """Whatever app names a row in an address, by id, token or code."""
    assert len(evening["server"]) > 60
    assert set(evening["server"].values()) == {421}


def test_a_move_of_the_servers_match_is_never_stored(evening: Mapping[str, Any]) -> None:
    """It is shown, and the server says whether it was made: nothing of it is to be kept."""
    assert evening["ahead"] == [200, True, True, 0]
    assert evening["server"]["/play/m/abcdefghjk/ahead"] == 421
    assert evening["server"]["/play/m/abcdefghjk/move"] == 421


def test_the_search_index_comes_when_it_is_missed(evening: Mapping[str, Any]) -> None:
    """It is as large as a quarter of all: evenings that ask it nothing do without."""
    assert evening["lacking"] == [False, True, False]


def test_rows_of_the_pocket_are_answered(evening: Mapping[str, Any]) -> None:
    """There are none called so: the pocket itself says that, and no server is asked."""
    assert len(evening["ours"]) > 60
    assert 421 not in evening["ours"].values()


def test_names_made_in_a_pocket_are_no_servers() -> None:
    """And the worker in the browser tells them by the same signs."""
    mine = re.compile(
        re.search(r"const MINE = /(.*)/;", JS.read_text(encoding="utf-8"))[1].replace(r"\/", "/")
    )
    for _ in range(300):
        for name in (links.new_public_id(), links.new_token(), links.content_name("0a" * 12)):
            assert not marks.is_ours(name)
            assert not mine.search(f"/score/s/{name}/entries")
        ours = (
            marks.NAME + links.new_public_id()[1:],
            marks.TOKEN + links.new_token(),
            marks.TOKEN + "0a" * 12,
        )
        for name in ours:
            assert marks.is_ours(name)
            assert mine.search(f"/en/play/l/{name}")
            assert mine.search(f"/score/s/{name}/entries")


def test_two_restores_draw_different_numbers(evening: Mapping[str, Any]) -> None:
    one, other = evening["draws"]
    assert one != other != 0.13436424411240122  # what the memory would draw by itself


def test_a_sheet_begun_in_the_pocket_is_its_own(evening: Mapping[str, Any]) -> None:
    status, where, is_to_be_kept = evening["made"]
    assert status == 302
    assert re.fullmatch(r"/score/s/0[2-9a-z]{9}.*", where)
    assert is_to_be_kept
    assert evening["seen"] == [200, True]


def test_what_was_kept_is_what_there_is(evening: Mapping[str, Any]) -> None:
    """After a reload of the browser: rows and cookies in one record."""
    assert evening["forgotten"] == 404
    assert evening["restored"] == [200, True]


def test_another_site_writes_nothing_into_a_pocket(evening: Mapping[str, Any]) -> None:
    """A page of this site may have the server's token for forms, one of another site has none."""
    assert evening["stranger"] == 403


def test_a_full_storage_is_said_and_nothing_is_written(evening: Mapping[str, Any]) -> None:
    """«A full storage → visible refusal.»"""
    status, page, is_as_before = evening["full"]
    assert status == 503
    assert "это не записано" in page.replace("\xa0", " ")
    assert is_as_before


def test_paper_and_other_phones_need_a_network(evening: Mapping[str, Any]) -> None:
    """«Says kindly „этого без сети нет“ (503): PDF, picture, QR for others.»"""
    assert set(evening["papers"].values()) == {503}
    assert "Этого без сети нет" in evening["sentence"].replace("\xa0", " ")


def test_rows_move_to_another_edition(evening: Mapping[str, Any]) -> None:
    """«People's rows move to the new one by migration on a copy», the content is the new one's."""
    status, is_there, digests = evening["moved"]
    assert (status, is_there) == (200, True)
    assert digests == ["of this edition"]


@pytest.mark.django_db
def test_the_packs_hold_no_row_of_anybody() -> None:
    Sheet.objects.create(game=GAME, title="Тайный вечер")
    Game.objects.get_or_create(key="a", defaults={"digest": "1", "rows": ""})
    kept = {model._meta.db_table for model in editions.content_models()} | {"django_migrations"}
    with closing(copy_of_database()) as database:
        packs.empty_all_but(database, kept)
        rows = {
            name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in packs.tables(database)
        }
        assert {name for name, n in rows.items() if n} <= kept
        assert rows["rulebook_game"]
        assert "Тайный вечер".encode() not in database.serialize()


def test_the_packs_know_what_to_leave_out() -> None:
    """No test, no question that the index alone reads; code, content, also as read, templates, messages."""
    names = packs._ours(ROOT / "games", "games").keys() | packs._ours(ROOT / "locale", "locale").keys()
    assert not [name for name in names if re.search(r"/(tests|asks|golden)/", name)]
    for ending in (".py", ".toml", ".html", ".mo", AS_READ):
        assert any(name.endswith(ending) for name in names), ending


def test_the_same_files_are_the_same_bytes() -> None:
    """An edition is named by what is in it."""
    one, other = packs.tar({"b": b"2", "a/c": b"1"}), packs.tar({"a/c": b"1", "b": b"2"})
    assert one == other
    with tarfile.open(fileobj=io.BytesIO(one)) as tar:
        assert tar.getnames() == ["a/c", "b"]


def test_python_is_trimmed_and_stored() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in (
            "json/__init__.py",
            "unittest/mock.py",
            "encodings/utf_8.py",
            "encodings/cp1251.py",
            "this.py",
        ):
            archive.writestr(name, "1")
    with zipfile.ZipFile(io.BytesIO(packs.standard_library(made.getvalue()))) as part:
        assert part.namelist() == ["encodings/utf_8.py", "json/__init__.py"]
        assert {each.compress_type for each in part.infolist()} == {zipfile.ZIP_STORED}


SPOILED: Mapping[str, Callable[[bytes], bytes | None]] = {
    "one byte changed": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "cut off": lambda content: content[:-1],
    "absent": lambda content: None,
}


@pytest.mark.parametrize("how", SPOILED)
def test_another_runtime_isnt_taken(how: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """«A pack cut off, one byte changed»: the runtime is known by hash."""
    whole = {name: f"{name} {runtime.AS_IT_IS.decode()}".encode() for name in runtime.FILES}
    monkeypatch.setattr(
        runtime, "FILES", {name: hashlib.sha256(each).hexdigest() for name, each in whole.items()}
    )
    for name, content in whole.items():
        (tmp_path / name).write_bytes(content)
    assert runtime.AS_IT_SHOULD_BE in runtime.fetch(str(tmp_path))[runtime.MENDED]
    for name in whole:
        spoiled = SPOILED[how](whole[name])
        (tmp_path / name).unlink()
        if spoiled is not None:
            (tmp_path / name).write_bytes(spoiled)
        with pytest.raises(runtime.NoRuntime, match=name):
            runtime.fetch(str(tmp_path))
        (tmp_path / name).write_bytes(whole[name])


def test_a_runtime_that_cant_be_mended_isnt_taken() -> None:
    with pytest.raises(runtime.NoRuntime):
        runtime.mended({runtime.MENDED: b"restoreSnapshot is called otherwise"})


def test_without_packs_there_is_no_key(client: Client, settings: Any, tmp_path: Path) -> None:
    """«Without it the site has no such key.»"""
    settings.DATA_DIR = tmp_path
    assert "/pocket" not in client.get("/").content.decode()
    assert client.get("/pocket").status_code == 404
    assert client.get("/pocket/list.json").status_code == 404


def test_the_page_says_what_it_weighs_before(client: Client, edition: str) -> None:
    """«Size told before», and that it is on trial."""
    assert 'href="/pocket"' in client.get("/").content.decode()
    page = client.get("/pocket").content.decode().replace("\xa0", " ")
    for said in ("Скачается 2,0 МБ", "ещё 3,4 МБ", "проба", "семь дней", "Убрать карман"):
        assert said in page


def test_only_workers_may_compile(client: Client, edition: str) -> None:
    """«Strict CSP of pages stays; only the pocket's worker has 'wasm-unsafe-eval'.»"""
    policies = {path: client.get(path).headers["Content-Security-Policy"] for path in ("/", "/pocket")}
    assert not any("wasm" in policy for policy in policies.values())
    answer = client.get(f"/pocket/{edition}/worker.js", headers={"Accept-Encoding": "br"})
    assert "'wasm-unsafe-eval'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.content == b"worker.js.br"


@pytest.mark.django_db
def test_what_was_begun_in_the_pocket_has_a_key_to_give_it(client: Client, edition: str) -> None:
    """«„Счета в кармане“ and the sheet's page there»; nobody else gets a byte of it."""
    made = {name: Sheet.objects.create(game=GAME, public_id=name) for name in ("0bcdefghjk", "abcdefghjk")}
    for sheet in made.values():
        client.get(f"/score/l/{sheet.owner_token}")
    key = "data-give>"
    assert key in client.get(made["0bcdefghjk"].get_absolute_url()).content.decode()
    assert key not in client.get(made["abcdefghjk"].get_absolute_url()).content.decode()
    for lists in ("/score/recent", "/play/recent"):
        assert key in client.get(f"{lists}?pocket").content.decode()
        assert key not in client.get(lists).content.decode()


def test_what_is_given_to_the_server_isnt_taken_by_the_pocket() -> None:
    """The page asks at an address that the worker leaves to the network."""
    giving = (ROOT / "pocket" / "static" / "pocket" / "giving.js").read_text(encoding="utf-8")
    mark = re.search(r'const THEIRS = "\?(\w+)"', giving)[1]
    assert f'const THEIRS = "{mark}"' in JS.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["another.js", "worker.js.br", "..%2Flist.json", "%2e%2e"])
def test_nothing_else_is_given(client: Client, edition: str, path: str) -> None:
    assert client.get(f"/pocket/{edition}/{path}").status_code == 404


def test_files_of_an_edition_that_is_gone_are_gone(client: Client, edition: str) -> None:
    """«An edition that changes during installation»: nothing of another one is taken for it."""
    assert client.get(f"/pocket/{edition[::-1]}/worker.js").status_code == 404

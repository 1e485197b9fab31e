"""Files of one machine and rows that several share: the press and who asks can't tell them apart."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from rulebook.printing import pdf, press, rows
from rulebook.printing.rows import FinishedPrint, PrintWish, Rows
from rulebook.printing.store import HTML, SVG, Files, Store, menu_dir, store
from tests.settings import TEST_DATABASE_URL

pytestmark = pytest.mark.django_db
ON_A_SERVER = pytest.mark.skipif(not TEST_DATABASE_URL, reason="script/test --postgres runs it")
US, OTHERS = "our style sheets", "those of another version"


@pytest.fixture(autouse=True)
def apart(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(press, "PAUSES", dict.fromkeys(press.PAUSES, 0.0))
    monkeypatch.setattr(Rows, "least_pause", 0.0)


@pytest.fixture(params=[Files, Rows])
def prints(request: pytest.FixtureRequest) -> Store:
    made: Store = request.param()
    return made


def test_a_wish_waits_once_until_it_is_answered(prints: Store) -> None:
    """«Equal wishes are one»; what failed is told until it is forgotten, and may be wished for again."""
    assert prints.has_failed(HTML, "a") is None
    for _ in range(2):
        prints.wish(HTML, "a", "<p>а", US)
    prints.wish(SVG, "b", "<svg/>", US)
    assert (prints.waiting(HTML, US), prints.waiting(SVG, US)) == (1, 1)
    with prints.oldest(HTML, US) as wish:
        assert wish == ("a", "<p>а")
        prints.answered(HTML, "a", well=True)
    assert prints.has_failed(HTML, "a") is None
    with prints.oldest(HTML, US) as wish:
        assert wish is None
    with prints.oldest(SVG, US):
        prints.answered(SVG, "b", well=False)
    assert (prints.has_failed(SVG, "b"), prints.waiting(SVG, US)) == (True, 0)
    prints.forget_failures()
    assert prints.has_failed(SVG, "b") is None


def test_what_is_finished_stays_unless_others_were_used_later(prints: Store) -> None:
    """«Finished files; the least recently used go first», of each kind by itself."""
    prints.keep(SVG, "picture", b"PNG", 2)
    for name in ("a", "b", "c"):
        prints.keep(HTML, name, name.encode(), 2)
    assert [prints.made(HTML, name) for name in "abc"] == [None, b"b", b"c"]
    assert prints.made(SVG, "picture") == b"PNG"
    assert (prints.is_made(HTML, "a"), prints.is_made(HTML, "b")) == (False, True)


def test_a_row_that_was_read_today_outlives_a_newer_one() -> None:
    """It writes when it was used, but no oftener than once an hour."""
    long_ago = timezone.now() - 3 * rows.TOUCHED_EVERY
    for name in ("a", "b"):
        Rows().keep(HTML, name, b"", 9)
        FinishedPrint.objects.filter(name=name).update(used_at=long_ago)
    assert Rows().made(HTML, "a") == b""
    Rows().keep(HTML, "c", b"", 2)
    assert sorted(FinishedPrint.objects.values_list("name", flat=True)) == ["a", "c"]


def test_a_clock_that_was_put_back_loses_nothing_that_is_made_afterwards() -> None:
    """H2: «the clock put a day forward and back»: a document made then was the oldest, and never there."""
    for name in ("a", "b"):
        Rows().keep(HTML, name, b"", 2)
    FinishedPrint.objects.update(used_at=timezone.now() + timedelta(days=1))
    Rows().keep(HTML, "c", b"", 2)
    Rows().keep(HTML, "d", b"", 2)
    assert sorted(FinishedPrint.objects.values_list("name", flat=True)) == ["c", "d"]


def test_a_machine_makes_only_what_its_own_version_asked_for() -> None:
    """Amid an upgrade another version would make something else of it; what nobody makes goes after a day."""
    Rows().wish(HTML, "a", "<p>а", OTHERS)
    with Rows().oldest(HTML, US) as wish:
        assert wish is None
    PrintWish.objects.update(asked_at=timezone.now() - rows.GIVEN_UP - timedelta(minutes=1))
    Rows().forget_failures()
    assert not PrintWish.objects.exists()


@pytest.fixture
def machines(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Callable[[str], None], list[str]]:
    """Goes to a machine by its name, all with one database; and what all of them gave to an engine."""
    given: list[str] = []

    class Quick:
        def pdf(self, html: str) -> bytes:
            given.append(html)
            return b"%PDF"

    monkeypatch.setattr(pdf, "engine", Quick)
    monkeypatch.setattr(press, "in_child", lambda work: work())
    settings.DATABASE_URL = "postgres://olya@db/grimoire"

    def go_to(name: str) -> None:
        settings.DATA_DIR = tmp_path / name

    return go_to, given


def test_a_document_is_asked_for_on_one_machine_made_on_another_and_opened_on_a_third(
    machines: tuple[Callable[[str], None], list[str]],
) -> None:
    """H3: «202, ready from one, 202 from the other, which has no wish: five reloads, made twice»."""
    go_to, given = machines
    go_to("a")
    assert press.ask("<p>13") is press.State.ASKED
    go_to("b")
    assert press.is_waiting(pdf.digest("<p>13"))
    stops = iter([False, False, True])
    press.run(lambda: next(stops))
    go_to("c")
    assert not press.is_waiting(pdf.digest("<p>13"))
    assert pdf.finished(pdf.digest("<p>13")) == b"%PDF"
    assert given == ["<p>13"]


def test_what_a_menu_opens_is_made_once_and_lies_on_each_machine(
    machines: tuple[Callable[[str], None], list[str]],
) -> None:
    """«Menu's stock: let it look in the shared place first.»"""
    go_to, given = machines
    for name in "ab":
        go_to(name)
        press.make_ahead([press.MenuDocument(lambda: "<p>меню")])
        assert [path.read_bytes() for path in menu_dir().iterdir()] == [b"%PDF"]
    assert given == ["<p>меню"]


def test_prints_are_shared_where_a_server_of_databases_is_named(settings: Settings) -> None:
    assert type(store()) is Files
    settings.DATABASE_URL = "postgres://olya@db/grimoire"
    assert type(store()) is Rows


@ON_A_SERVER
@pytest.mark.django_db(transaction=True)
def test_what_one_machine_makes_another_passes_over() -> None:
    """«skip_locked»: each makes another wish, none waits."""
    for name in "ab":
        Rows().wish(HTML, name, "", US)
    found: list[object] = []

    def of_another_machine() -> None:
        with Rows().oldest(HTML, US) as wish:
            found.append(wish)
        connection.close()

    with Rows().oldest(HTML, US) as wish:
        other = Thread(target=of_another_machine)
        other.start()
        other.join()
        found.append(wish)
    assert found == [("b", ""), ("a", "")]


@ON_A_SERVER
@pytest.mark.django_db(transaction=True)
def test_who_makes_a_document_has_a_connection_of_its_own() -> None:
    """Over one connection two processes would hear each other's answers."""
    Rows().wish(HTML, "a", "", US)

    def makes() -> str:
        Rows().keep(HTML, "a", b"%PDF", 9)
        return "a"

    with Rows().oldest(HTML, US):
        assert press.in_child(makes) == "a"
        Rows().answered(HTML, "a", well=True)
    assert (Rows().made(HTML, "a"), Rows().has_failed(HTML, "a")) == (b"%PDF", None)

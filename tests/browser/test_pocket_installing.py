"""Taking the pocket along where it doesn't go well: no room, an edition that goes meanwhile, a spoiled file.

«A clear message, nothing lost, the site as before.» One phone goes through all of it, in order: each Python
that is begun on a device takes long.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import brotli
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pocketed import NO_RUNTIME, RUNTIME, Pocketed, Site

pytestmark = [pytest.mark.long, pytest.mark.thorough, pytest.mark.skipif(not RUNTIME, reason=NO_RUNTIME)]
pytest.importorskip("pocket")

GAME = "poison"
MEGABYTE = 1_000_000
WHOLE = 67 * MEGABYTE  # docs/pocket.md
CACHES = "caches.keys().then((names) => names.filter((name) => name.startsWith('pocket ')).length)"
WORKERS = """navigator.serviceWorker.getRegistrations()
  .then((all) => all.map(({ active }) => active?.scriptURL || ""))"""
USAGE = "navigator.storage.estimate().then(({ usage }) => usage)"


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory, prepared: Path, browser: Browser) -> Iterator[Pocketed]:
    site = Site(prepared, tmp_path_factory.mktemp("pocket"))
    phone = Pocketed(browser, site)
    site.begin()
    yield phone
    phone.phones.close()
    site.stop()


@contextmanager
def allowing(phone: Pocketed, room: int) -> Iterator[None]:
    """The browser lets the site keep so much in all, as long as its session lasts."""
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": phone.site.address, "quotaSize": room})
    yield
    session.detach()


def is_as_before(phone: Pocketed, path: str) -> None:
    """The site answers, and the pocket that was there, too, with all that was written in it."""
    phone.page.goto("/")
    expect(phone.page.locator("h1")).to_be_visible()
    phone.site.stop()
    phone.page.goto(path)
    assert phone.export()[0]["text"] == "3"
    phone.site.begin()


def test_storage_that_runs_out_at_half(phone: Pocketed) -> None:
    """«Storage that runs out at 50 %»: said, and nothing stays that would only take room."""
    phone.page.goto("/pocket")
    with allowing(phone, WHOLE // 2):
        assert "на устройстве не хватило места" in phone.take_along()
    assert phone.page.evaluate(CACHES) == 0
    assert not [url for url in phone.page.evaluate(WORKERS) if "/pocket/" in url]
    phone.page.goto("/")
    expect(phone.page.locator("h1")).to_be_visible()


@pytest.fixture(scope="module")
def sheet(phone: Pocketed) -> str:
    """Of a pocket that was taken along after all, with an entry."""
    assert "Карман отвечает" in phone.take_along()
    phone.site.stop()
    phone.begin_sheet(GAME)
    phone.page.locator('#pad [data-key="3"]').click()
    expect(phone.page.locator("#outbox")).to_be_hidden()
    phone.page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.endsWith('.outbox'))")
    assert len(phone.export()) == 1
    path = phone.path
    phone.site.begin()
    return path


# Writes over one cell until that isn't kept: browsers look only now and then how much room is left.
FILLED = """async (path) => {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  let base = 0;
  for (let n = 1; n < 400; n += 1) {
    const entry = { cell: "r1.p2.red", text: String(n % 9), base, client_entry_id: `until-full-${n}` };
    const answer = await fetch(`${path}/entries`, { method: "POST", headers, body: JSON.stringify(entry) });
    const told = await answer.json();
    if (!answer.ok) return { status: answer.status, message: told.message, written: n - 1 };
    base = told.entry;
    await new Promise((done) => setTimeout(done, 200));
  }
}"""


def test_a_full_storage_is_said_where_somebody_writes(phone: Pocketed, sheet: str) -> None:
    """Nothing is acknowledged that isn't kept: after the worker is killed all else is there."""
    phone.page.goto(sheet)
    with allowing(phone, 1):
        told = phone.page.evaluate(FILLED, sheet)
        assert told["status"] == 503
        assert "это не записано" in told["message"].replace("\xa0", " ")
        phone.kill_worker()
        texts = [entry["text"] for entry in phone.export()]
        assert texts == ["3", *(str(n % 9) for n in range(1, told["written"] + 1))]
    is_as_before(phone, sheet)


def test_an_edition_that_goes_during_installation(phone: Pocketed, sheet: str) -> None:
    """«An edition that changes during installation», «one byte changed», «a pack cut off»: the pocket that
    was there stays, with all that is in it.
    """
    phone.site.pack("of another edition")
    phone.page.goto("/pocket")
    phone.site.pack("of a third edition")  # after the page was opened
    assert "сайт обновился" in phone.take_again()
    is_as_before(phone, sheet)
    own = phone.site.edition() / "own.tar"
    whole = own.read_bytes()
    for spoiled in (whole[:-1] + bytes([whole[-1] ^ 1]), whole[:-512]):
        put(own, spoiled)
        assert "не целиком или испорчен" in phone.take_along()
        is_as_before(phone, sheet)
    for path in names_of(own):
        path.unlink()  # what comes before it was fetched
    assert "сайт обновился" in phone.take_along()
    is_as_before(phone, sheet)
    put(own, whole)


def names_of(file: Path) -> tuple[Path, Path]:
    """As it lies, and as it goes over the wire."""
    return file, file.with_name(f"{file.name}.br")


def put(file: Path, content: bytes) -> None:
    plain, packed = names_of(file)
    plain.write_bytes(content)
    packed.write_bytes(brotli.compress(content, quality=1))


def test_no_room_for_the_next_edition(phone: Pocketed, sheet: str) -> None:
    """The memory of the next one is the last that needs room: what was there stays whole."""
    with allowing(phone, int(phone.page.evaluate(USAGE)) + 40 * MEGABYTE):
        assert "на устройстве не хватило места" in phone.take_along()
    assert phone.page.evaluate(CACHES) == 1
    is_as_before(phone, sheet)


def test_the_next_edition_has_what_was_written(phone: Pocketed, sheet: str) -> None:
    """«People's rows move to the new one.»"""
    assert "Карман отвечает" in phone.take_along()
    assert phone.page.evaluate(CACHES) == 1
    is_as_before(phone, sheet)

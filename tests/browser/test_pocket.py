"""The pocket in a real browser with the server stopped. CI has no runtime for it: it is skipped there."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, Phones, environment_of, served

RUNTIME = os.environ.get("POCKET_RUNTIME", "")
pytestmark = [
    pytest.mark.long,
    pytest.mark.thorough,
    pytest.mark.skipif(not RUNTIME, reason="no runtime: POCKET_RUNTIME names its folder or tarball"),
]
pytest.importorskip("pocket")

# Compressing takes minutes, and none here.
PACK = """
import sys, django
django.setup()
from pocket import packs, runtime
packs.EFFORT = 1
packs.write(runtime.fetch(sys.argv[1]))
"""
PATIENCE = 30 * 60 * 1000  # milliseconds: Python is compiled on the device
GAME = "poison"
NUMBERS = ("1", "0", "2", "3", "1", "4", "0", "2", "5")
STATUS = "(path) => fetch(path).then((answer) => answer.status, () => 0)"


class Pocketed(NamedTuple):
    """A phone that took the pocket along; the server is away, and has a sheet at `theirs`."""

    page: Page
    theirs: str

    def kill_worker(self) -> None:
        """As a browser does that wants its memory back."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        session.detach()

    def export(self) -> list[dict[str, str]]:
        """The entries of the sheet that is open, as the pocket has them."""
        path = re.sub(r"\?.*", "", self.page.url)
        found: list[dict[str, str]] = self.page.evaluate(
            "(path) => fetch(`${path}/export.json`).then((answer) => answer.json()).then((it) => it.entries)",
            path,
        )
        return found


def begin_sheet(page: Page) -> str:
    page.goto(f"/score/{GAME}")
    for place, name in enumerate(("Оля", "Саша", "Коля")):
        page.locator("input[name=name]").nth(place).fill(name)
    page.get_by_role("button", name="Начать счёт").last.click()
    page.wait_for_url("**/score/s/*")
    return page.url


@pytest.fixture(scope="module")
def pocketed(
    tmp_path_factory: pytest.TempPathFactory, prepared: Path, browser: Browser
) -> Iterator[Pocketed]:
    data = tmp_path_factory.mktemp("pocket") / "data"
    shutil.copytree(prepared, data)
    command = [sys.executable, "-c", PACK, RUNTIME]
    subprocess.run(command, cwd=ROOT, env=environment_of(data), check=True, capture_output=True)
    with ExitStack() as site:
        phones = Phones(browser, site.enter_context(served(data)))
        page = phones(service_workers="allow")
        page.context.set_default_timeout(PATIENCE)
        page.goto("/pocket")
        page.locator("#pocket-take button").click()
        page.locator("[data-check], #pocket-stop").locator("visible=true").first.wait_for()
        expect(page.locator("#pocket-said")).to_contain_text("Карман отвечает")
        theirs = begin_sheet(page)
        site.close()
        yield Pocketed(page, theirs)
        phones.close()


def test_rows_of_the_server_are_never_answered(pocketed: Pocketed) -> None:
    """«The server's ids are never answered by the pocket», whatever is asked of them."""
    pocketed.page.goto("/")
    assert pocketed.page.evaluate(STATUS, f"{pocketed.theirs}/totals") == 0
    assert pocketed.page.evaluate(STATUS, "/score/recent") == 200


def test_nothing_acknowledged_is_lost(pocketed: Pocketed) -> None:
    """«Two tabs, a killed worker: nothing acknowledged is lost»: killed after each entry."""
    page = pocketed.page
    assert "/score/s/0" in begin_sheet(page)
    for written, number in enumerate(NUMBERS, 1):
        page.locator(f'#pad [data-key="{number}"]').click()
        expect(page.locator("#outbox")).to_be_hidden()
        page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.endsWith('.outbox'))")
        pocketed.kill_worker()
        assert len(pocketed.export()) == written
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#sheet")).to_be_visible()
    other.close()
    page.reload()
    assert [entry["text"] for entry in pocketed.export()] == [*NUMBERS]


def test_a_match_is_played(pocketed: Pocketed) -> None:
    """With bots, from the form to a move, and there again after a reload."""
    page = pocketed.page
    page.goto(f"/play/{GAME}")
    page.locator("main form .btn:visible").filter(has_text=re.compile("Начать|Играть|Раздать")).last.click()
    page.wait_for_url("**/play/m/0*")
    ply = page.locator("#table").get_attribute("data-ply")
    page.locator("#move-form button[name=move], [form=bot-form]").first.wait_for(state="attached")
    page.evaluate("document.querySelector('#move-form button[name=move], [form=bot-form]').click()")
    page.wait_for_function("(ply) => document.getElementById('table').dataset.ply !== ply", arg=ply)
    ply = page.locator("#table").get_attribute("data-ply")
    page.reload()
    assert page.locator("#table").get_attribute("data-ply") == ply


def test_paper_needs_a_network(pocketed: Pocketed) -> None:
    """«Says kindly „этого без сети нет“ (503).»"""
    assert pocketed.page.evaluate(STATUS, f"/print/{GAME}/reference.pdf?pocket") == 503

"""What the pocket keeps, in a real browser's storage, whose worker is killed at any moment.

«Nothing acknowledged is lost (200 kills)». It is the store of the pocket alone (pocket/js/kept.js), with
records as large as its own, in a worker that is ended while it writes; no Python is started, so that two
hundred of them cost seconds. The whole pocket is killed nine times in `test_pocket.py`.
"""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import ROOT, Phones

STORE = ROOT / "pocket" / "js"
pytestmark = [pytest.mark.thorough, pytest.mark.skipif(not STORE.is_dir(), reason="no pocket")]
KILLS, SIZE = 200, 2_300_000  # bytes of a record: the database and the cookies

# Says what it found, then writes one record after another and says each that is kept.
WRITER = """
import { read, write } from "%s/kept.js";
const whole = ({ n, db }) => db.length === SIZE && db.every((byte) => byte === n %% 256);
const SIZE = %d;
let { mine, turn } = await read();
postMessage({ found: mine ? mine.n : 0, turn, whole: !mine || whole(mine) });
for (let n = (mine ? mine.n : 0) + 1; ; n += 1) {
  turn = await write({ n, db: new Uint8Array(SIZE).fill(n %% 256), jar: "{}", edition: "1" }, turn);
  postMessage({ kept: n });
}
"""
# Each worker lives until a moment of chance after its first words.
KILLED = """async ({ code, kills }) => {
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  let kept = 0, lost = 0, broken = 0, written = 0;
  for (let n = 0; n < kills; n += 1) {
    const worker = new Worker(url, { type: "module" });
    await new Promise((done, fail) => {
      worker.onerror = (event) => fail(new Error(event.message));
      worker.onmessage = ({ data }) => {
        if ("kept" in data) { kept = data.kept; written += 1; return; }
        if (data.found < kept) lost += 1;
        if (!data.whole || data.turn !== data.found) broken += 1;
        kept = data.found;
        setTimeout(done, Math.random() * 120);
      };
    });
    worker.terminate();
  }
  return { lost, broken, written };
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


@pytest.fixture
def address() -> Iterator[str]:
    """Of the pocket's scripts, as they lie."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(STORE)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_nothing_acknowledged_is_lost_in_two_hundred_kills(address: str, browser: Browser) -> None:
    phones = Phones(browser, address)
    page = phones()
    page.goto("/untar.js")
    told = page.evaluate(KILLED, {"code": WRITER % (address, SIZE), "kills": KILLS})
    phones.close()
    print(told)
    assert (told["lost"], told["broken"]) == (0, 0)
    assert told["written"] > KILLS  # there was something to lose

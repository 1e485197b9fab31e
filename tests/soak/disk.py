"""A disk that is full: what is refused, what is read all the same, which process dies, what is lost."""

import json
import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from tests.setup.site import wait_until
from tests.soak.browser import FAILURES, NAMES, Browser, running
from tests.soak.kills import Writer, counted, stop, until_all_have_written

ROOM = 40  # MB beside what is there
NEEDED = ("db.sqlite3", "search.db", "secret.key", "static", "words.json")
FULL = 10.0  # seconds
SENTENCE = "На диске нет места"
PAGES = ("/rules/poison", "/search?q=%D1%8F%D0%B4", "/score/poison", "/play/poison")
WRITERS = 4


def run(data: Path, seconds: float) -> str:
    """One line of figures; only root gets a disk that may be filled."""
    if os.geteuid():
        return "disk: not tried, only root can mount one of its own"
    with small_disk(data) as folder, running(folder) as site:
        wait_until(lambda: site.status("/rules/poison") == 200, look_every=0.1)
        before, end = site.children(), time.monotonic() + seconds
        writers = [Writer(site.port, n) for n in range(WRITERS)]
        for writer in writers:
            writer.start()
        until_all_have_written(writers, end)
        with filled(folder / "filler"):
            if os.environ.get("TEST_DATABASE_URL"):  # which has a disk of its own: nobody is refused
                until_all_have_written(writers, end)
            else:
                wait_until(lambda: all(writer.refusals for writer in writers), look_every=0.1)
            said = meanwhile(site.port)
        again = time.monotonic()
        until_all_have_written(writers, end + 60)
        again = time.monotonic() - again
        stop(writers)
        answers = [answer for writer in writers for answer in writer.refusals]
        refusals = Counter(answer.status for answer in answers)
        said_why = [SENTENCE in json.loads(answer.body)["message"] for answer in answers]
        died = len(set(before) - set(site.children()))
        return (
            f"disk: entries {dict(refusals)}, {said_why.count(False)} without the sentence; {said}; "
            f"{died} processes died; all written {again:.1f} s after there was room; {counted(writers)}"
        )


@contextmanager
def small_disk(data: Path) -> Iterator[Path]:
    """A folder with what a site needs, on a disk with little room."""
    folder = data / "disk"
    folder.mkdir()
    needed = [name for name in NEEDED if (data / name).exists()]
    taken = sum(file.stat().st_size for name in needed for file in (data / name, *(data / name).rglob("*")))
    size = f"size={(taken >> 20) + ROOM}m"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)], check=True)
    try:
        for name in needed:
            copy = shutil.copytree if (data / name).is_dir() else shutil.copy2
            copy(data / name, folder / name)
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(filler: Path) -> Iterator[None]:
    """No byte is left."""
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096):
                pass
        except OSError:
            yield
        file.truncate(0)
    filler.unlink()


def meanwhile(port: int) -> str:
    """What a reader finds, and what somebody with a form does."""
    reader, pages, forms = Browser(port), Counter[int](), Counter[str]()
    end = time.monotonic() + FULL
    while time.monotonic() < end:
        try:
            for page in PAGES:
                pages[reader.ask(page).status] += 1
            form = {"csrfmiddlewaretoken": reader.cookie("csrftoken"), "do": "start", "name": NAMES}
            answer = reader.ask("/score/poison", "POST", urlencode(form, doseq=True).encode())
            kept = all(name in answer.body for name in NAMES)
            forms[f"{answer.status} {'kept' if kept else 'lost'}"] += 1
        except FAILURES:
            forms["none"] += 1
        time.sleep(0.2)  # one reader, not a crowd
    return f"pages {dict(pages)}, forms {dict(forms)}"

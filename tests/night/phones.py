"""A phone at a score sheet, as static/js/sheet.js has it: outbox, polls, pages that are out of date."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.night.evening import Asking, Evening, Phone, Process
from tests.night.machine import Answer
from tests.night.world import SECOND

EVERY = 2 * SECOND
PATIENCE = tuple(seconds * SECOND for seconds in (1, 2, 4, 8, 15))
SHOWN = re.compile(r'data-(?:cell|play)="([^"]+)"\s+data-entry="(\d+)"\s+data-text="([^"]*)"')
LIVE = re.compile(r'data-version="(\d+)"\s+data-people="(\d*)"\s+data-finished="(1?)"')
FINISH_BASE = re.compile(r'data-finish-base="(\d+)"')
SENTENCE = re.compile(r'class="[^"]*\b(?:refusal|notice|card|error)\b')


class Cell(NamedTuple):
    """What a page shows in a cell."""

    entry: int
    text: str


class Page(NamedTuple):
    """The live part of a sheet."""

    version: int
    finished: bool
    people: int
    finish_base: int
    cells: dict[str, Cell]


def page_in(answer: Answer) -> Page | None:
    text = answer.text
    live = LIVE.search(text)
    if live is None:
        return None
    base = FINISH_BASE.search(text)
    cells = {cell: Cell(int(entry), html.unescape(said)) for cell, entry, said in SHOWN.findall(text)}
    return Page(int(live[1]), bool(live[3]), int(live[2] or 0), int(base[1]) if base else 0, cells)


class Item:
    """An entry that waits in the outbox. `base` None: what is on its way."""

    def __init__(self, name: str, cell: str, text: str, base: int | None, before: str = "", undoes: int = 0):
        self.name, self.cell, self.text, self.base = name, cell, text, base
        self.before, self.undoes = before, undoes

    def body(self) -> bytes:
        fields: dict[str, Any] = {"client_entry_id": self.name, "cell": self.cell, "text": self.text}
        fields["base"] = self.base or 0
        if self.undoes:
            fields["undoes"] = self.undoes
        return json.dumps(fields).encode()


class SheetPhone(Phone):
    """What survives a closed tab: entries not sent yet, what may be taken back."""

    def __init__(self, evening: Evening, name: str) -> None:
        super().__init__(evening, name)
        self.outbox: list[Item] = []
        self.made: list[tuple[str, int, str]] = []  # cell, entry, what stood there before
        self.tabs: list[Tab] = []
        self.written = 0
        self.ends: dict[str, str] = {}  # what became of each entry, by its name
        self.acknowledged: dict[str, dict[str, Any]] = {}

    def new_name(self) -> str:
        self.written += 1
        return f"{self.name}-{self.written:04}-entry"

    def open(self, path: str) -> "Tab":
        tab = Tab(self, path)
        self.tabs.append(tab)
        self.evening.go(tab.lives())
        return tab

    @property
    def tab(self) -> "Tab | None":
        """The one that somebody looks at."""
        return next((tab for tab in reversed(self.tabs) if tab.is_open and tab.page), None)

    def waiting_for(self, cell: str) -> Item | None:
        return next((item for item in reversed(self.outbox) if item.cell == cell), None)


class Tab:
    """An open page of a sheet."""

    def __init__(self, phone: SheetPhone, path: str) -> None:
        self.phone, self.path, self.evening = phone, path, phone.evening
        self.page: Page | None = None
        self.pages: list[Page] = []  # which «back» may show again
        self.known = 0
        self.is_open, self.sending, self.blocked, self.over, self.looking, self.again = (
            *(True, False),
            *(False, False, False, False),
        )
        self.misses = self.failures = self.asked = 0
        self.refused = 0  # the status with which the page was refused at last

    def lives(self) -> Process:
        """Loads the page, sends what waits, and asks for news."""
        yield from self.load()
        self.evening.go(self.flush())
        yield from self._looks_later()

    def _looks_later(self) -> Process:
        """After a pause, unless it was asked to meanwhile."""
        self.asked += 1
        asked = self.asked
        if not self.over:
            yield EVERY * min(1 + self.misses, 6)
            if asked == self.asked:
                yield from self.look()

    def load(self) -> Process:
        """Anew, until it is there or refused."""
        while self.is_open:
            answer = yield from self.phone.get(self.path)
            if answer is not None and answer.status < 500:
                self.refused = 0 if answer.status == 200 else answer.status
                self.page = page_in(answer)
                self.over = self.page is None or self.page.finished
                self.blocked = False
                if self.page:
                    self.pages.append(self.page)
                    self.known = max(self.known, self.page.version)
                return
            yield 2 * SECOND

    def wakes(self) -> Process:
        """Somebody looks at it again, or the network is back."""
        yield from self.look()
        yield from self.flush()

    # --- Writing

    def put(self, cell: str, text: str, base: int | None, before: str = "", undoes: int = 0) -> None:
        item = Item(self.phone.new_name(), cell, text, base, before, undoes)
        self.phone.outbox.append(item)
        self.evening.count["entries put"] += 1
        self.evening.go(self.flush())

    def write(self, cell: str, text: str) -> None:
        """What somebody types: on top of what waits, else of what the page shows."""
        waits = self.phone.waiting_for(cell)
        if waits:
            self.put(cell, text, None, waits.text)
            return
        stood = self.page.cells.get(cell, Cell(0, "")) if self.page else Cell(0, "")
        self.put(cell, text, stood.entry, stood.text)

    def take_back(self) -> None:
        waiting = self.phone.outbox
        if waiting and not (self.sending and len(waiting) == 1):
            self.phone.ends[waiting.pop().name] = "withdrawn"
        elif self.phone.made and not waiting:
            cell, entry, before = self.phone.made.pop()
            self.put(cell, before, entry, undoes=entry)

    def flush(self) -> Process:
        """One entry at a time, in order; a retry has the same name, so nothing is written twice."""
        if self.sending:
            return
        while self.phone.outbox and not self.blocked and self.is_open and self.page:
            item = self.phone.outbox[0]
            self.sending = True
            answer = yield from self.phone.send(f"{self.path}/entries", item.body())
            self.sending = False
            if answer is None or answer.status >= 500 or answer.status == 429:
                yield PATIENCE[min(self.failures, len(PATIENCE) - 1)]
                self.failures += 1
                if self.sending:
                    return
                continue
            self.failures = 0
            yield from self._hears(item, answer)

    def _hears(self, item: Item, answer: Answer) -> Process:
        if not answer.header("Content-Type").startswith("application/json"):
            self.blocked = True  # not an answer of ours: the page is too old; nothing is thrown away
            return
        said = json.loads(answer.body)
        if answer.status == 200:
            self._accepted(item, said)
            yield from self.look()
        elif answer.status in (403, 404):
            self.blocked = True
        elif answer.status == 409:
            yield from self._asked_which(item, said)
        else:
            self._drop(item, item.base, f"refused {answer.status}")

    def _drop(self, item: Item, base: int | None, why: str) -> None:
        """The outbox without an entry; the next one for its cell takes over what it was based on."""
        phone = self.phone
        phone.ends.setdefault(item.name, why)
        phone.outbox = [other for other in phone.outbox if other is not item]
        heir = next((other for other in phone.outbox if other.cell == item.cell), None)
        if heir and heir.base is None:
            heir.base = base

    def _accepted(self, item: Item, said: dict[str, Any]) -> None:
        self.known = max(self.known, said["version"])
        self.phone.acknowledged[item.name] = said
        self._drop(item, said["entry"], "written")
        if not item.undoes:
            self.phone.made.append((item.cell, said["entry"], item.before))

    def _asked_which(self, item: Item, said: dict[str, Any]) -> Process:
        """Both values are shown; somebody says which one is right."""
        phone = self.phone
        same = [other for other in phone.outbox if other.cell == item.cell] or [item]
        for other in same:
            phone.ends.setdefault(other.name, "asked which")
        phone.outbox = [other for other in phone.outbox if other.cell != item.cell]
        self.evening.count["asked which is right"] += 1
        yield from self.look()
        yield int(self.evening.lots.expovariate(1 / (3 * SECOND)))
        if self.evening.lots.random() < 0.5 and self.is_open:
            self.put(item.cell, same[-1].text, said["theirs"]["entry"], said["theirs"]["text"])

    # --- News

    def look(self) -> Process:
        """Asks for news; once more, where it was asked to meanwhile."""
        self.again = self.looking
        if self.looking or not self.is_open or self.page is None:
            return
        self.looking = True
        answer = yield from self.phone.get(f"{self.path}/totals?v={self.page.version}")
        self.looking = False
        if answer is None or answer.status >= 500:
            self.misses += 1
        else:
            self.misses = 0
            yield from self._news(answer)
        if self.again:
            yield from self.look()
        else:
            self.evening.go(self._looks_later())

    def _news(self, answer: Answer) -> Process:
        if self.page is None:
            return  # it was loaded anew meanwhile, and refused
        self.over = answer.status == 286 or (self.over and answer.status == 204)
        fresh = page_in(answer) if answer.status in (200, 286) else None
        if answer.status in (403, 404):
            self.over = self.blocked = True
            self.refused = answer.status
        elif fresh and fresh.version < self.known:
            self.again = True  # asked before this phone's own entry arrived
        elif fresh:
            stale = (fresh.finished, fresh.people) != (self.page.finished, self.page.people)
            self.page = fresh
            if stale and not self.phone.outbox:
                yield from self.load()


# --- Without scripts ---------------------------------------------------------------------------------------


def writes_by_form(phone: SheetPhone, path: str, cell: str, text: str, twice: bool) -> Process:
    """Opens the page, fills its form in and sends it; again, where nothing comes back. `twice`: two taps."""
    page = yield from page_of(phone, path)
    if page is None:
        return
    base = page.finish_base if cell == "finish" else page.cells.get(cell, Cell(0, "")).entry
    fields = {"cell": cell, "text": text, "base": base, "client_entry_id": phone.new_name()}
    to = f"{path}/finish" if cell == "finish" else f"{path}/entries"
    if twice:
        phone.evening.go(sends_form(phone, to, fields))
    yield from sends_form(phone, to, fields)


def sends_form(phone: SheetPhone, to: str, fields: dict[str, Any]) -> Process:
    name = fields["client_entry_id"]
    while True:
        answer = yield from phone.post(to, fields)
        if answer is not None and answer.status != 503:
            break
        yield 3 * SECOND
    phone.ends.setdefault(name, f"form {answer.status}")
    if answer.status == 302:
        phone.acknowledged.setdefault(name, {})
        yield from seen(phone, answer.header("Location"))


def page_of(phone: SheetPhone, path: str) -> Iterator[Any]:
    answer = yield from seen(phone, path)
    return page_in(answer) if answer and answer.status == 200 else None


def seen(phone: SheetPhone, path: str) -> Asking:
    """The answer of an address, asked for until it comes."""
    for _ in range(20):
        answer = yield from phone.get(path.partition("#")[0])
        if answer is not None and answer.status != 503:
            return answer
        yield 2 * SECOND
    return None

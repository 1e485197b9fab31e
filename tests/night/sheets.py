"""Evenings around a score sheet: who comes, what they do, and what goes wrong."""

import json
import random
import re
from collections import Counter
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

from rulebook.content import reading
from scoring import game as scoring
from scoring.joining import CODE_HOLDS, CODE_SHOWN
from tests.night.checks import SheetWatch
from tests.night.evening import Broken, Process
from tests.night.kind import NAMES, Kind, boxes_of
from tests.night.phones import Cell, SheetPhone, page_of, seen, sends_form, writes_by_form
from tests.night.world import SECOND, World

MARGIN = timedelta(minutes=2)  # for clocks that jump
PHONES = (2, 2, 2, 2, 3, 3, 4, 8)  # how many there are
LOG = re.compile(r"(play|log|rep)\.")
LINK = re.compile(r"/score/l/[\w-]+")
CODE = re.compile(r'class="join-code">([\d\s]+)<')


# How often each happens besides what goes wrong, in parts.
OFTEN = {
    "write": 40.0,
    "write by form": 8,
    "two taps": 4,
    "burst": 4,
    "take back": 8,
    "undo in history": 4,
    "finish": 3,
    "rename": 2,
    "reload": 5,
    "history": 2,
    "share": 2,
    "late comer": 2,
    "export": 1,
    "second tab": 3,
    "close a tab": 2,
    "another sheet": 0.5,
    "back": 3,
    "form of an old page": 3,
    "print": 0.5,
    "new links": 0.5,
}


class SheetEvening(Kind):
    """One sheet of a game, and all who write into it."""

    OFTEN = OFTEN

    def __init__(self, world: World, seed: int, game: str, count: Counter[str]) -> None:
        super().__init__(world, seed, game, count)
        self.people = self.lots.randint(*reading.load(game).players)
        self.phones = [SheetPhone(self.evening, f"phone-{n}") for n in range(self.lots.choice(PHONES))]
        self.evening.watch = self.watch = SheetWatch(self.evening, self.phones)
        self.path, self.links = "", list[str]()
        self.code = "", world.clock.wall.now  # which was shown last, and when
        self.pool = entries_for(game, self.people)

    # --- From the beginning to the end

    @property
    def begun(self) -> bool:
        return bool(self.path) and all(phone.tab for phone in self.phones)

    def ends_well(self) -> None:
        self.calm()  # whose page had seen the end asks no more until somebody looks at it
        exported: list[dict[str, Any]] = []
        self.evening.go(self.exports(exported))
        self.evening.run(until=self.evening.now + 30 * SECOND)
        self.watch.all_is_well(exported[0])

    def gather(self) -> Process:
        """Somebody begins the sheet, the others come by link or by code."""
        owner = self.phones[0]
        yield from seen(owner, f"/score/{self.game}")
        names = list(NAMES[: self.people])
        boxes = [box for box in boxes_of(self.seed, self.game) if box in scoring.get(self.game).boxes]
        fields = {"name": names, "do": "start", "box": boxes}
        answer = yield from owner.post(f"/score/{self.game}", fields)
        if answer is None or answer.status != 302:
            raise Broken("beginning", f"no sheet: {answer and answer.status}")
        self.path = answer.header("Location")
        self.watch.found(self.path.rpartition("/")[2])
        owner.open(self.path)
        yield from self.shares()
        for n, phone in enumerate(self.phones[1:]):
            if n % 3 == 2:
                yield from self.previews(self.links[0])
            self.evening.go(self.joins(phone, self.code[0] if n % 3 == 1 else "", self.links[0]))

    def previews(self, link: str) -> Process:
        """What scans a code or shows a link in a chat fetches it before any browser does."""
        yield from seen(SheetPhone(self.evening, "preview"), link)

    def shares(self) -> Process:
        answer = yield from seen(self.phones[0], f"{self.path}/share")
        if answer is None:
            return
        self.links = list(dict.fromkeys(LINK.findall(answer.text)))
        code = CODE.search(answer.text)
        self.code = code[1] if code else "", self.evening.world.clock.wall.now

    def joins(self, phone: SheetPhone, code: str, link: str) -> Process:
        if code:
            yield from seen(phone, "/join")
            answer = yield from phone.post("/join", {"code": code})
            if answer is not None and answer.status != 302:
                raise Broken("code", f"{code!r} was shown, and answered with {answer.status}")
        else:
            answer = yield from seen(phone, link)
        if answer is not None and answer.header("Location") == self.path:
            phone.open(self.path)

    def wake(self) -> None:
        """Everybody looks at their pages."""
        for phone in self.phones:
            if not phone.tab:
                phone.open(self.path)
            for tab in phone.tabs:
                if tab.is_open and tab.page:
                    self.evening.go(tab.wakes())

    def exports(self, found: list[dict[str, Any]]) -> Process:
        answer = yield from seen(self.phones[0], f"{self.path}/export.json")
        found.append(json.loads(answer.body))

    # --- Steps

    def entry(self, phone: SheetPhone, lots: random.Random) -> tuple[str, str]:
        """Something to write: mostly anew, now and then over what stands."""
        tab = phone.tab
        standing = sorted(tab.page.cells) if tab and tab.page else []
        cell, texts = lots.choice(self.pool)
        if standing and lots.random() < 0.3:
            cell = lots.choice(standing)
            texts = next((texts for each, texts in self.pool if each == cell), texts)
        elif LOG.match(cell):
            cell = f"{LOG.match(cell)[0]}{lots.getrandbits(48):x}"  # type: ignore[index]
        return cell, lots.choice(texts)

    def write(self, phone: SheetPhone, lots: random.Random) -> None:
        if phone.tab:
            phone.tab.write(*self.entry(phone, lots))

    def burst(self, phone: SheetPhone, lots: random.Random) -> None:
        """Everybody writes into the same cell at once, or one after another."""
        cell, text = self.entry(phone, lots)
        for each in self.phones:
            if each.tab:
                each.tab.write(cell, self.entry(each, lots)[1] if lots.random() < 0.5 else text)

    def write_by_form(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(writes_by_form(phone, self.path, *self.entry(phone, lots), twice=False))

    def two_taps(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(writes_by_form(phone, self.path, *self.entry(phone, lots), twice=True))

    def back(self, phone: SheetPhone, lots: random.Random) -> None:
        """The browser shows a page as it was, and somebody writes into it."""
        tab = phone.tab
        if tab:
            tab.page = lots.choice(tab.pages)
            tab.write(*self.entry(phone, lots))

    def form_of_an_old_page(self, phone: SheetPhone, lots: random.Random) -> None:
        if phone.tab:
            cell, text = self.entry(phone, lots)
            page = lots.choice(phone.tab.pages)
            base = page.cells.get(cell, Cell(0, "")).entry
            fields = {"cell": cell, "text": text, "base": base, "client_entry_id": phone.new_name()}
            self.evening.go(sends_form(phone, f"{self.path}/entries", fields))

    def print(self, phone: SheetPhone, lots: random.Random) -> None:
        """Nobody prints just now: whoever asks for the sheet hears that it waits."""
        self.evening.go(phone.get(f"{self.path}/export.pdf"))

    def take_back(self, phone: SheetPhone, lots: random.Random) -> None:
        if phone.tab:
            phone.tab.take_back()

    def undo_in_history(self, phone: SheetPhone, lots: random.Random) -> None:
        if phone.tab and phone.tab.page and phone.tab.page.version:
            entry = lots.randint(1, phone.tab.page.version)
            fields = {"entry": entry, "client_entry_id": phone.new_name(), "back": "history"}
            self.evening.go(sends_form(phone, f"{self.path}/undo", fields))

    def finish(self, phone: SheetPhone, lots: random.Random) -> None:
        """Closes the sheet; reopened a moment later, or the evening would be over."""
        self.evening.go(writes_by_form(phone, self.path, "finish", "1", lots.random() < 0.3))
        again = lambda: self.evening.go(writes_by_form(phone, self.path, "finish", "", False))  # noqa: E731
        self.evening.at(int(lots.expovariate(1 / (8 * SECOND))), again)

    def rename(self, phone: SheetPhone, lots: random.Random) -> None:
        """The owner corrects a name, or somebody changes places."""
        owner = self.phones[0]
        names = [f"{name}{lots.choice(('', '', '!'))}" for name in NAMES[: self.people]]
        if lots.random() < 0.3:
            lots.shuffle(names)
        self.evening.go(self.renames(owner, names))

    def renames(self, owner: SheetPhone, names: list[str]) -> Process:
        page = yield from page_of(owner, self.path)
        if page is not None:
            fields = {"name": names, "seen": page.people, "client_entry_id": owner.new_name(), "do": "save"}
            name = fields["client_entry_id"]
            answer = yield from owner.post(f"{self.path}/people", fields)
            owner.ends[name] = f"names {answer and answer.status}"

    def reload(self, phone: SheetPhone, lots: random.Random) -> None:
        """The page anew: what was under way in it goes on in another."""
        self.close_a_tab(phone, lots)
        phone.open(self.path)

    def close_a_tab(self, phone: SheetPhone, lots: random.Random) -> None:
        if phone.tab:
            phone.tab.is_open = False

    def second_tab(self, phone: SheetPhone, lots: random.Random) -> None:
        phone.open(self.path)

    def history(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"{self.path}/history"))

    def share(self, phone: SheetPhone, lots: random.Random) -> None:
        """The owner shows the code; somebody else looks at it, too, and it stays the same."""
        self.evening.go(self.shares() if phone is self.phones[0] else phone.get(f"{self.path}/share"))

    def export(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"{self.path}/export.{lots.choice(('csv', 'json', 'txt'))}"))

    def new_links(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(self.renews())

    def renews(self) -> Process:
        """All links are replaced; whoever has an old one is out until they get a new one."""
        owner, old = self.phones[0], SheetPhone(self.evening, "left out")
        old.jar, old_link, (old_code, _) = dict(self.phones[1].jar), self.links[0], self.code
        yield from seen(old, f"{self.path}/totals?v={self.watch.version}")
        self.code = ("", owner.evening.world.clock.wall.now)
        while (answer := (yield from owner.post(f"{self.path}/links", {}))) is None or answer.status >= 500:
            yield 3 * SECOND
        if answer.status != 302:
            raise Broken("out", f"the owner replaces the links, and hears {answer.status}")
        self.code = ("", owner.evening.world.clock.wall.now)
        tries = [self.path, f"{self.path}/totals?v={self.watch.version}", old_link]
        for path in tries:
            answer = yield from seen(old, path)
            if answer is not None and answer.status not in (403, 404):
                raise Broken("left in", f"{answer.status} for {path} with a link that was replaced")
        if old_code:
            answer = yield from old.post("/join", {"code": old_code})
            if answer is not None and answer.status == 302:
                raise Broken("left in", "a code holds on after its links were replaced")
        yield from self.shares()
        for phone in self.phones[1:]:
            for tab in phone.tabs:
                tab.is_open = False
            self.evening.go(self.joins(phone, "", self.links[0]))

    def late_comer(self, phone: SheetPhone, lots: random.Random) -> None:
        """Somebody types a code that was shown some time ago."""
        if self.code[0]:
            self.evening.go(self.comes_late(SheetPhone(self.evening, "late"), *self.code))

    def comes_late(self, phone: SheetPhone, code: str, shown: datetime) -> Process:
        yield from seen(phone, "/join")
        answer = yield from phone.post("/join", {"code": code})
        age = self.evening.world.clock.wall.now - shown
        if answer is None or code != self.code[0]:
            return
        self.count[f"code {'holds' if answer.status == 302 else 'is over'}"] += 1
        if answer.status == 302 and age > CODE_HOLDS + MARGIN:
            raise Broken("code", f"it holds after {age}")
        if answer.status != 302 and age < CODE_SHOWN - MARGIN:
            raise Broken("code", f"{answer.status} after {age}")

    def another_sheet(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(begins_another(phone, self.game, list(NAMES[: self.people])))


def begins_another(phone: SheetPhone, game: str, names: list[str]) -> Process:
    yield from seen(phone, f"/score/{game}")
    yield from phone.post(f"/score/{game}", {"name": names, "do": "start"})


def entries_for(game: str, people: int) -> list[tuple[str, list[str]]]:
    """What may be written on a sheet of a game: cells, each with texts that it may take, or not."""
    rules = scoring.get(game).sheet
    if rules.fields:
        texts = ["0", "1", "2", "3", "4", "5", "2+3", ""]
        return [
            (f"r{n}.p{seat}.{field}", texts)
            for n in range(1, rules.rounds(people) + 1)
            for seat in range(1, people + 1)
            for field in rules.fields
        ]
    cells = import_module(f"games.{game}.tests.scoring.sample").SAMPLE.cells
    found: list[tuple[str, list[str]]] = []
    for cell, text in cells:
        prefix = LOG.match(cell)
        alike = [said for other, said in cells if prefix and other.startswith(prefix[0])]
        found.append((cell, [*(alike or [text]), ""]))
    return found

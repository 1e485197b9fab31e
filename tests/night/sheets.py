"""Evenings around a score sheet: who comes, what they do, and what goes wrong."""

import json
import random
import re
from collections import Counter
from datetime import datetime, timedelta
from functools import partial
from importlib import import_module
from typing import Any

from rulebook.content import reading
from scoring import game as scoring
from scoring.joining import CODE_HOLDS, CODE_SHOWN
from tests.night.checks import SheetWatch
from tests.night.evening import LOST_ANSWER, TWICE, Broken, Process
from tests.night.kind import NAMES, Kind, boxes_of
from tests.night.phones import Cell, SheetPhone, page_of, seen, sends_form, writes_by_form
from tests.night.world import SECOND, World

MARGIN = timedelta(minutes=2)  # for clocks that jump
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
    "dictate": 0.7,
    "picture": 0.7,
    "give": 0.7,
}


class SheetEvening(Kind):
    """One sheet of a game, and all who write into it."""

    OFTEN = OFTEN
    PHONES = (2, 2, 2, 2, 3, 3, 4, 8)  # how many there are

    def __init__(self, world: World, seed: int, game: str, count: Counter[str]) -> None:
        super().__init__(world, seed, game, count)
        self.people = self.lots.randint(*reading.load(game).players)
        self.phones = [SheetPhone(self.evening, f"phone-{n}") for n in range(self.lots.choice(self.PHONES))]
        self.evening.watch = self.watch = SheetWatch(self.evening, self.phones)
        self.path, self.links = "", list[str]()
        self.codes: dict[str, datetime] = {}  # which are to hold, and when each was shown last
        self.renewals = 0
        self.key = f"{self.lots.getrandbits(100):032x}"  # under which the sheet is given away
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
        yield from self.shares(owner)
        for n, phone in enumerate(self.phones[1:]):
            if n % 3 == 2:
                yield from self.previews(self.links[0])
            self.evening.go(self.joins(phone, [*self.codes, ""][0] if n % 3 == 1 else "", self.links[0]))

    def previews(self, link: str) -> Process:
        """What scans a code or shows a link in a chat fetches it before any browser does."""
        yield from seen(SheetPhone(self.evening, "preview"), link)

    def shares(self, phone: SheetPhone) -> Process:
        """Somebody has the code shown, the owner the links, too."""
        clock, before = self.evening.world.clock, self.renewals
        ahead = clock.ahead
        answer = yield from seen(phone, f"{self.path}/share")
        if answer is None or before != self.renewals:
            return
        if phone is self.phones[0]:
            self.links = list(dict.fromkeys(LINK.findall(answer.text)))
        code = CODE.search(answer.text)
        if code and clock.ahead == ahead:  # else nobody knows by which hour it was drawn
            self.codes[code[1]] = clock.wall.now

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

    def doors(self) -> list[str]:
        news = f"{self.path}/totals?v={self.watch.version}"
        return [
            self.path,
            news,
            news,
            *(f"{self.path}/{room}" for room in ("history", "share", "export.json")),
        ]

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
        """One of all entries, of the last ones, or of those that have corrected others."""
        entries = self.watch.rows.ask(
            "SELECT number, base FROM scoring_entry WHERE sheet_id = ? ORDER BY number", self.watch.key
        )
        numbers = [number for number, _ in entries]
        pools = [numbers, numbers[-3:], [number for number, base in entries if base]]
        if phone.tab and entries:
            self.undoes(phone, lots.choice(lots.choice([pool for pool in pools if pool])))

    def undoes(self, phone: SheetPhone, entry: int) -> None:
        fields = {"entry": entry, "client_entry_id": phone.new_name(), "back": "history"}
        self.evening.go(sends_form(phone, f"{self.path}/undo", fields))

    def finish(self, phone: SheetPhone, lots: random.Random) -> None:
        """Closes the sheet; reopened a moment later, or the evening would be over."""
        self.evening.go(self.closes(phone, lots.random() < 0.3))
        again = self._reopens if lots.random() < 0.5 else self._undoes_end
        self.evening.at(int(lots.expovariate(1 / (8 * SECOND))), partial(again, phone))

    def closes(self, phone: SheetPhone, twice: bool) -> Process:
        """And shows the others how it ended."""
        yield from writes_by_form(phone, self.path, "finish", "1", twice)
        yield from self.pictures(phone, f"{self.path}/picture.png")

    def _reopens(self, phone: SheetPhone) -> None:
        self.evening.go(writes_by_form(phone, self.path, "finish", "", False))

    def _undoes_end(self, phone: SheetPhone) -> None:
        """What the history offers beside the end."""
        last = self.watch.rows.one(
            "SELECT number, text FROM scoring_entry WHERE sheet_id = ? AND cell = 'finish'"
            " ORDER BY number DESC LIMIT 1",
            self.watch.key,
        )
        if last and last[1]:
            self.undoes(phone, last[0])

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
        """Somebody shows the code; somebody else looks at it, too, and it stays the same."""
        self.evening.go(self.shares(phone))

    def export(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"{self.path}/export.{lots.choice(('csv', 'json', 'txt'))}"))

    def new_links(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(self.renews())

    def renews(self) -> Process:
        """All links are replaced; whoever has an old one is out until they get a new one."""
        owner, old = self.phones[0], SheetPhone(self.evening, "left out")
        old.jar, old_link, old_codes = dict(self.phones[1].jar), self.links[0], list(self.codes)
        yield from seen(old, f"{self.path}/totals?v={self.watch.version}")
        self._forgets_codes()
        while (answer := (yield from owner.post(f"{self.path}/links", {}))) is None or answer.status >= 500:
            yield 3 * SECOND
        if answer.status != 302:
            raise Broken("out", f"the owner replaces the links, and hears {answer.status}")
        self._forgets_codes()
        tries = [self.path, f"{self.path}/totals?v={self.watch.version}", old_link]
        for path in tries:
            answer = yield from seen(old, path)
            if answer is not None and answer.status not in (403, 404):
                raise Broken("left in", f"{answer.status} for {path} with a link that was replaced")
        for code in old_codes:
            answer = yield from old.post("/join", {"code": code})
            if answer is not None and answer.status == 302:
                raise Broken("left in", "a code holds on after its links were replaced")
        yield from self.shares(owner)
        for phone in self.phones[1:]:
            for tab in phone.tabs:
                tab.is_open = False
            self.evening.go(self.joins(phone, "", self.links[0]))

    def _forgets_codes(self) -> None:
        """None of them is to hold any more, nor what is under way to anybody who shows one."""
        self.renewals += 1
        self.codes.clear()

    def late_comer(self, phone: SheetPhone, lots: random.Random) -> None:
        """Somebody types a code that was shown some time ago."""
        if self.codes:
            self.evening.go(self.comes_late(lots.choice(list(self.codes))))

    def dictate(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(self.dictates(phone, lots.choice(self.phones), lots.choice((5, 15, 25, 28, 70))))

    def dictates(self, phone: SheetPhone, other: SheetPhone, minutes: int) -> Process:
        """A code is read out; it is typed much later, when somebody else has looked at it, too."""
        yield from self.shares(phone)
        if self.codes:
            code = list(self.codes)[-1]
            self.evening.world.clock.set_wall(minutes * 60)
            yield from self.shares(other)
            yield from self.comes_late(code)

    def comes_late(self, code: str) -> Process:
        phone = SheetPhone(self.evening, "late")
        yield from seen(phone, "/join")
        clock, shown = self.evening.world.clock, self.codes.get(code)
        ahead = clock.ahead
        answer = yield from phone.post("/join", {"code": code})
        if answer is None or answer.status == 503 or shown is None or code not in self.codes:
            return
        if clock.ahead != ahead:
            return
        age = clock.wall.now - shown
        self.count[f"code {'holds' if answer.status == 302 else 'is over'}"] += 1
        if answer.status == 302 and age > CODE_HOLDS + MARGIN:
            raise Broken("code", f"it holds after {age}")
        if answer.status != 302 and age < CODE_SHOWN - MARGIN:
            raise Broken("code", f"{answer.status} after {age}")

    def picture(self, phone: SheetPhone, lots: random.Random) -> None:
        """How it ended: to send, or as a chat shows a link."""
        pictures = f"{self.path}/picture.png", f"{lots.choice(self.links)}.png"
        self.evening.go(self.pictures(phone, lots.choice(pictures)))

    def give(self, phone: SheetPhone, lots: random.Random) -> None:
        self.evening.go(self.gives(lots.choice(("", LOST_ANSWER, TWICE))))

    def gives(self, fate: str) -> Process:
        """The owner gives the sheet away, as another server would; what is given again comes there once."""
        answer = yield from seen(self.phones[0], f"{self.path}/give.json")
        if answer is None or answer.status != 200:
            return
        file = json.loads(answer.text)
        file["sheet"] |= {"id": self.key[:12], "key": self.key}
        giver, to = SheetPhone(self.evening, "giver"), f"/score/{self.game}/give"
        yield from seen(giver, to)
        giver.fates.append(fate)
        for _ in range(2):
            while (answer := (yield from giver.send(to, json.dumps(file).encode()))) is None or (
                answer.status == 503
            ):
                yield 3 * SECOND
            if answer.status not in (200, 201):
                raise Broken("give", f"what is exported hears {answer.status}: {answer.text[:300]}")
            self.watch.given(json.loads(answer.text)["sheet"], file["entries"])
        self.count["sheets given away"] += 1

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

"""Evenings around a table: people on phones, bots, moves, what is taken back, branched off, chosen."""

import json
import random
import re
from collections import Counter
from functools import partial
from typing import Any

from rulebook.content import reading
from simulator.game import engine_of
from tests.night import twins
from tests.night.evening import HTMX, LOST_ANSWER, TIMEOUT, TWICE, Broken, Phone, Process
from tests.night.kind import NAMES, Kind, boxes_of
from tests.night.phones import seen
from tests.night.table_checks import TableWatch
from tests.night.world import SECOND, World

VERSION = re.compile(r"\?v=(\d+)")
CURTAIN = re.compile(r'class="curtain".*?name="seat" value="(\d+)"', re.S)
SEAT_LINK = re.compile(r"/play/l/[\w-]+")
EVERY = 2 * SECOND
BOTS = ("random", "greedy")
OFTEN = {
    "two taps": 8.0,
    "reload": 8,
    "undo": 6,
    "branch off": 1,
    "share": 2,
    "log": 2,
    "old move": 4,
    "into a sheet": 2,
    "move by form": 4,
    "back": 2,
    "second tab": 1,
    "save": 1,
    "open": 1,
    "look around": 3,
    "hand over": 0.7,
    "new seat link": 1,
    "give": 2,
    "picture": 1,
}
AROUND = ("about", "speech", "position", "share", "log", "review")


class TablePhone(Phone):
    """A phone at a table: it asks for news, moves when it is to, has bots play."""

    def __init__(self, table: "TableEvening", name: str) -> None:
        super().__init__(table.evening, name)
        self.table, self.seats = table, list[int]()
        self.view: dict[str, Any] = {}
        self.record = ""  # which was saved last
        self.last: dict[str, Any] = {}  # the move that was sent last
        self.asked = 0
        self.is_busy = self.rests = self.regrets = self.hesitates = False
        self.shown, self.asks_bot, self.curtain = 0, False, ""  # what the page says

    def lives(self) -> Process:
        yield from self.looks()
        self.asked += 1
        asked = self.asked
        while asked == self.asked:
            yield EVERY
            yield from self.polls()

    def polls(self) -> Process:
        path = f"{self.table.path}?v={self.shown}&since={self.view.get('ply', 0)}"
        answer = yield from self.poll(path)
        if answer is not None and answer.status in (200, 286):
            self._shows(answer.text)
            yield from self.looks()
        elif self.view and not self.is_busy:
            yield from self.acts()

    def _shows(self, page: str) -> None:
        version, curtain = VERSION.search(page), CURTAIN.search(page)
        self.shown = int(version[1]) if version else self.view.get("version", 0)
        self.asks_bot, self.curtain = 'id="bot-form"' in page, curtain[1] if curtain else ""

    def looks(self) -> Process:
        """What this phone knows now, as its page would show it."""
        answer = yield from seen(self, f"{self.table.path}/view.json")
        if answer is not None and answer.status == 200:
            self.view = json.loads(answer.body)
            if not self.is_busy:
                yield from self.acts()

    def acts(self) -> Process:
        """Moves where it may, after a thought; else lifts a curtain, or has a bot play, as the page says."""
        if self.rests or self.hesitates:
            return
        self.is_busy = True
        yield int(self.evening.lots.expovariate(1 / SECOND))
        if self.view["moves"] and self.seats:
            yield from self.moves(self.evening.lots.choice(self.view["moves"]))
        elif self.curtain:
            yield from self.presses("lift", {"seat": self.curtain, "version": self.shown})
        elif self.asks_bot:
            yield from self.presses("bot", {"ply": self.view["ply"]})
        self.is_busy = False

    def presses(self, what: str, fields: dict[str, Any]) -> Process:
        """A button of the page, which gets the table as it is now, or nothing where that stays the same."""
        answer = yield from self.post(f"{self.table.path}/{what}", fields, HTMX)
        if answer is not None and answer.status == 204:
            self.asks_bot = False
        elif answer is not None and answer.status < 500:
            self._shows(answer.text)
            yield from self.looks()

    def moves(self, text: str) -> Process:
        """Until it is heard that it is done, or can't be; what is sent again is the same."""
        seat = self.view["view"].get("seat")
        fields = {"seat": self.seats[0] if seat is None else seat, "ply": self.view["ply"], "move": text}
        self.last = fields
        self.table.watch.meant(fields)
        while True:
            answer = yield from self.send(f"{self.table.path}/move", json.dumps(fields).encode())
            if answer is not None and answer.status < 500:
                break
            yield 2 * SECOND
        if answer.status == 200:
            self.table.watch.acknowledged(fields)
            if self.regrets:
                self.evening.go(self.takes_back(json.loads(answer.text)["ply"]))
        self.is_busy, self.shown = False, 0  # the page gets the table anew, whether others hear of it or not
        yield from self.looks()

    def takes_back(self, ply: int) -> Process:
        """A slip, at once or after a look at the table; nothing else is done here until then."""
        self.regrets, self.hesitates = False, True
        yield int(self.evening.lots.expovariate(1 / self.evening.lots.choice((SECOND // 4, 4 * SECOND))))
        yield from self.post(f"{self.table.path}/undo", {"ply": ply})
        self.hesitates = False

    def moves_by_form(self, text: str, ply: int) -> Process:
        """As a page without scripts does, which may be an old one; not who has no seat any more."""
        if not self.seats:
            return
        seat = self.view["view"].get("seat")
        fields = {"seat": self.seats[0] if seat is None else seat, "ply": ply, "move": text}
        self.table.watch.meant(fields)
        while True:
            answer = yield from self.post(f"{self.table.path}/move", fields)
            if answer is not None and answer.status < 500:
                break
            yield 2 * SECOND
        if answer.status == 302:
            yield from seen(self, answer.header("Location"))
        self.shown = 0

    def saves(self) -> Process:
        """The record, as far as the seat knows it; opened again, it is a game of its own."""
        answer = yield from self.get(f"{self.table.path}/record.json?ply={self.view['ply']}")
        if answer is not None and answer.status == 200:
            self.record = answer.text

    def opens(self) -> Process:
        path = f"/play/{self.table.game}/record"
        yield from seen(self, path)
        answer = yield from self.post(path, {"record": self.record})
        if answer is not None and answer.status == 302:
            self.table.watch.opened_again(answer.header("Location"), json.loads(self.record))
        elif answer is not None and answer.status < 500:
            raise Broken("record", f"what was saved is opened again, and hears {answer.status}")


class TableEvening(Kind):
    """A match of a game, and all who play it."""

    OFTEN = OFTEN

    def __init__(self, world: World, seed: int, game: str, count: Counter[str]) -> None:
        super().__init__(world, seed, game, count)
        self.path = ""
        seats = engine_of(game).seats
        people = self.lots.randint(1, 3)
        bots = max(reading.load(game).players[0] - people, self.lots.randint(0, 1))
        known = [bot for bot in BOTS if bot in engine_of(game).bots]
        self.kinds = ["here"] + [self.lots.choice(("phone", "phone", "here")) for _ in range(people - 1)]
        self.kinds += [self.lots.choice(known) for _ in range(bots)]
        self.kinds = self.kinds[: seats[-1]]
        self.phones = [TablePhone(self, f"phone-{n}") for n in range(1 + self.kinds.count("phone"))]
        self.tabs: list[TablePhone] = []  # which somebody has opened besides
        self.given = "", list[Any]()  # under which key, and the moves
        self.moving: set[str] = set()  # phones whose seat is just given to somebody
        self.anew = ""  # of them the one that is to sit down again: the page to share has all links that wait
        self.evening.watch = self.watch = TableWatch(self.evening)

    @property
    def begun(self) -> bool:
        return all(phone.view for phone in self.phones)

    @property
    def pages(self) -> list[TablePhone]:
        return [page for page in (*self.phones, *self.tabs) if page.view]

    def gather(self) -> Process:
        host = self.phones[0]
        yield from seen(host, f"/play/{self.game}")
        fields = {f"kind-{place}": kind for place, kind in enumerate(self.kinds)}
        fields |= {f"name-{n}": NAMES[n] for n, kind in enumerate(self.kinds) if kind in ("here", "phone")}
        if self.lots.random() < 0.5:
            fields["seed"] = str(self.lots.getrandbits(30))
        boxes = boxes_of(self.seed, self.game)
        answer = yield from host.post(f"/play/{self.game}", {**fields, "box": boxes})
        if boxes and answer is not None and answer.status == 422:  # not with so many people
            answer = yield from host.post(f"/play/{self.game}", fields)
        if answer is None or answer.status != 302:
            raise Broken("beginning", f"no match: {answer and answer.status}")
        self.path = answer.header("Location")
        self.watch.found(self.path)
        host.seats = [place for place, kind in enumerate(self.kinds) if kind == "here"]
        waiting = iter([place for place, kind in enumerate(self.kinds) if kind == "phone"])
        for phone in self.phones[1:]:
            phone.seats = [next(waiting)]
            page = yield from seen(host, f"{self.path}/share")
            if page.status == 302:
                page = yield from seen(host, self.path)
            yield from self.sits(phone, SEAT_LINK.findall(page.text)[0])
        if "seed" not in fields:  # the host's own shares of the deal
            yield from host.post(f"{self.path}/deal", {f"share-{seat}": "" for seat in host.seats})
        self.watch.by_seat = {seat for phone in self.phones for seat in phone.seats}
        for phone in self.phones:
            self.evening.go(phone.lives())

    def sits(self, phone: TablePhone, link: str) -> Process:
        """By the button of the link's page; sometimes it is tapped twice."""
        yield from seen(phone, link)
        if self.lots.random() < 0.3:
            self.evening.go(phone.post(link, {}))
        phone.fates.append(self.lots.choice(("", "", TWICE, LOST_ANSWER)))
        while (answer := (yield from phone.post(link, {}))) is None or answer.status == 503:
            page = yield from seen(phone, link)  # whoever has no answer opens the link again
            if page is not None and page.status == 302:
                break
            yield 3 * SECOND
        answer = yield from seen(phone, self.path)
        if answer is not None and answer.status != 200:
            page = yield from seen(self.phones[0], f"{self.path}/share")
            if page is not None and link not in SEAT_LINK.findall(page.text):
                return (yield from self.sits(phone, SEAT_LINK.findall(page.text)[0]))  # it was replaced twice
            raise Broken("seat", f"{phone.name} sat down, and hears {answer.status}")

    def wake(self) -> None:
        for page in self.pages:
            self.evening.go(page.polls())

    def ends_well(self) -> None:
        pages = self.pages
        for page in pages:
            page.rests = True  # nobody moves any more, all have their pages open
        self.evening.run(until=self.evening.now + 45 * SECOND)
        shown = [page.view for page in pages]
        for page in pages:
            self.evening.go(page.looks())
        self.evening.run(until=self.evening.now + 10 * SECOND)
        for page, view in zip(pages, shown, strict=True):
            if view != page.view and not self._is_half_made(page, view):
                raise Broken("news", f"{page.name} shows ply {view['ply']}, it is {page.view['ply']}")
        self.watch.all_is_well({page.name: page.view["version"] for page in pages})

    def _is_half_made(self, page: TablePhone, view: dict[str, Any]) -> bool:
        """Of a move that is only half made no page hears, not even another tab of its seat."""
        movers = [seat for seat, _ in self.watch.moves[-1:]]
        return view["version"] == page.view["version"] and bool({*movers} & {*page.seats})

    def doors(self) -> list[str]:
        news = f"{self.path}?v={self.phones[0].shown}&since={self.phones[0].view['ply']}"
        return [self.path, news, news, *(f"{self.path}/{room}" for room in ("view.json", "log", "share"))]

    def afterwards(self) -> None:
        for phone in self.phones:
            if len(phone.seats) == 1 and phone.view["view"].get("seat") in phone.seats:
                seated = twins.Seated(phone, phone.seats[0])
                self.count["twin worlds"] += twins.hold(self.machine, self.watch, self.path, seated)
                return

    # --- Steps

    def two_taps(self, phone: TablePhone, lots: random.Random) -> None:
        """The move that was sent last once more."""
        if phone.last:
            self.evening.go(phone.send(f"{self.path}/move", json.dumps(phone.last).encode()))

    def old_move(self, phone: TablePhone, lots: random.Random) -> None:
        """A page from some moves ago."""
        if phone.view.get("ply") and phone.last:
            fields = {**phone.last, "ply": lots.randrange(phone.view["ply"])}
            self.evening.go(phone.send(f"{self.path}/move", json.dumps(fields).encode()))

    def reload(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(phone.lives())

    def undo(self, phone: TablePhone, lots: random.Random) -> None:
        """What was played last, or what this phone plays next."""
        phone.regrets = lots.random() < 0.5
        if phone.view and not phone.regrets:
            self.evening.go(phone.post(f"{self.path}/undo", {"ply": phone.view["ply"]}))

    def branch_off(self, phone: TablePhone, lots: random.Random) -> None:
        if phone.view:
            self.evening.go(phone.post(f"{self.path}/fork", {"ply": phone.view["ply"]}))

    def move_by_form(self, phone: TablePhone, lots: random.Random) -> None:
        if phone.view and phone.view["moves"] and phone.seats:
            self.evening.go(phone.moves_by_form(lots.choice(phone.view["moves"]), phone.view["ply"]))

    def back(self, phone: TablePhone, lots: random.Random) -> None:
        """The page of some moves ago comes back from the browser's memory, and its form is sent."""
        if phone.last and phone.view["ply"]:
            self.evening.go(phone.moves_by_form(phone.last["move"], lots.randrange(phone.view["ply"])))

    def second_tab(self, phone: TablePhone, lots: random.Random) -> None:
        """The same cookies, the same seats; both tabs may move."""
        if phone.view:
            tab = TablePhone(self, f"{phone.name}, tab {len(self.tabs) + 2}")
            tab.jar, tab.fates, tab.seats = phone.jar, phone.fates, phone.seats
            self.tabs.append(tab)
            self.evening.go(tab.lives())

    def save(self, phone: TablePhone, lots: random.Random) -> None:
        if phone.view:
            self.evening.go(phone.saves())

    def open(self, phone: TablePhone, lots: random.Random) -> None:
        if phone.record:
            self.evening.go(phone.opens())

    def hand_over(self, phone: TablePhone, lots: random.Random) -> None:
        """Somebody leaves: the host gives their seat to a bot."""
        if phone is not self.phones[0] and phone.name not in self.moving:
            self.evening.go(self.hands_over(phone))

    def hands_over(self, phone: TablePhone) -> Process:
        self.moving.add(phone.name)
        (seat,) = phone.seats
        self.watch.by_seat.discard(seat)
        while True:
            answer = yield from self.phones[0].post(f"{self.path}/seat", {"seat": seat})
            if answer is not None and answer.status != 503:
                break
            yield 2 * SECOND
        if answer.status != 302:
            raise Broken("hand over", f"the host gives a seat to a bot, and hears {answer.status}")
        phone.seats.clear()  # in all its tabs
        self.count["seats handed over"] += 1
        self.watch.gone.add(seat)
        fields = {"seat": seat, "ply": phone.view["ply"], "move": [*phone.view["moves"], "pass"][0]}
        yield from phone.send(f"{self.path}/move", json.dumps(fields).encode())

    def new_seat_link(self, phone: TablePhone, lots: random.Random) -> None:
        """The link of a seat went astray: the host replaces it, and whoever sits there sits down again."""
        if phone is not self.phones[0] and phone.name not in self.moving and not self.anew:
            self.evening.go(self.sits_anew(phone))

    def sits_anew(self, phone: TablePhone) -> Process:
        self.moving.add(phone.name)
        self.anew = phone.name
        self.watch.out.add(phone.name)
        host, (seat,) = self.phones[0], phone.seats
        while True:
            host.fates.appendleft("")  # its double, come late, would put the phone out once more
            answer = yield from host.post(f"{self.path}/link", {"seat": seat})
            if answer is not None and answer.status != 503:
                break
            yield 2 * SECOND
        if answer.status != 302:
            raise Broken("seat", f"the host replaces a link, and hears {answer.status}")
        for path in (f"{self.path}/view.json", f"{self.path}?v={phone.shown}", self.path):
            answer = yield from phone.get(path)
            if answer is not None and answer.status not in (403, 404, 503):
                raise Broken("left in", f"{answer.status} for {path} with a link that was replaced")
        while (page := (yield from seen(host, f"{self.path}/share"))) is None:
            yield 3 * SECOND
        yield from self.sits(phone, SEAT_LINK.findall(page.text)[0])
        self.evening.at(2 * TIMEOUT, partial(self.is_back, phone.name))  # older requests are under way
        self.moving.discard(phone.name)
        self.anew = ""
        self.count["seats taken anew"] += 1
        self.evening.go(phone.lives())

    def is_back(self, name: str) -> None:
        if name != self.anew:  # else it is out once more
            self.watch.out.discard(name)

    def picture(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(self.pictures(phone, f"{self.path}/picture.png"))

    def give(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(self.gives(lots, lots.choice(("", LOST_ANSWER, TWICE))))

    def gives(self, lots: random.Random, fate: str) -> Process:
        """The match as another server would give it, twice: one match comes of it, as it stood. What was
        given before and has gone on since goes on there, too.
        """
        answer = yield from seen(self.phones[0], f"{self.path}/give.json")
        if answer is None or answer.status != 200:  # not while others have hands of their own
            return
        file = json.loads(answer.text)
        moves, (key, given) = file["record"]["moves"], self.given
        if not key or moves[: len(given)] != given:
            key = f"{lots.getrandbits(100):032x}"
        self.given = key, moves
        file |= {"match": key[:12], "key": key}
        giver, to = Phone(self.evening, "giver"), f"/play/{self.game}/record"
        yield from seen(giver, to)
        giver.fates.append(fate)
        came = set()
        for _ in range(2):
            while (answer := (yield from giver.post(to, {"record": json.dumps(file)}))) is None or (
                answer.status == 503
            ):
                yield 3 * SECOND
            if answer.status != 302:
                raise Broken("give", f"what is saved hears {answer.status}: {answer.text[:300]}")
            came.add(answer.header("Location"))
            self.watch.opened_again(answer.header("Location"), file["record"])
        self.count["matches given away"] += 1
        if len(came) > 1 or self.path in came:
            raise Broken("give", f"one match was given, and {came} came of it")

    def look_around(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"{self.path}/{lots.choice(AROUND)}"))

    def share(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"{self.path}/share"))

    def log(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"{self.path}/log"))

    def into_a_sheet(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(phone.post(f"{self.path}/pour", {}))

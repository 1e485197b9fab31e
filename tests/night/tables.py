"""Evenings around a table: people on phones, bots, moves, what is taken back, branched off, chosen."""

import json
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from rulebook.content import reading
from simulator.engine.record import Record, steps_of
from simulator.game import engine_of
from tests.night.checks import in_words
from tests.night.evening import LOST_ANSWER, TWICE, Broken, Evening, Phone, Process
from tests.night.kind import NAMES, Kind
from tests.night.machine import Answer, Request
from tests.night.phones import seen
from tests.night.world import SECOND, World

SEAT_LINK = re.compile(r"/play/l/[\w-]+")
EVERY = 2 * SECOND
POLLED = re.compile(r"\?v=(\d+)")
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
}


class TablePhone(Phone):
    """A phone at a table: it asks for news, moves when it is to, has bots play."""

    def __init__(self, table: "TableEvening", name: str) -> None:
        super().__init__(table.evening, name)
        self.table, self.seats = table, list[int]()
        self.view: dict[str, Any] = {}
        self.last: dict[str, Any] = {}  # the move that was sent last
        self.asked = 0
        self.is_busy = self.rests = False

    def lives(self) -> Process:
        yield from self.looks()
        self.asked += 1
        asked = self.asked
        while asked == self.asked:
            yield EVERY
            yield from self.polls()

    def polls(self) -> Process:
        path = f"{self.table.path}?v={self.view.get('version', 0)}&since={self.view.get('ply', 0)}"
        answer = yield from self.get(path)
        if answer is not None and answer.status in (200, 286):
            yield from self.looks()
        elif self.view and not self.is_busy:
            yield from self.acts()

    def looks(self) -> Process:
        """What this phone knows now, as its page would show it."""
        answer = yield from seen(self, f"{self.table.path}/view.json")
        if answer is not None and answer.status == 200:
            self.view = json.loads(answer.body)
            if not self.is_busy:
                yield from self.acts()

    def acts(self) -> Process:
        """Moves where it may, after a thought; else lifts a curtain, or has a bot play."""
        if self.rests:
            return
        self.is_busy = True
        yield int(self.evening.lots.expovariate(1 / SECOND))
        if self.view["moves"] and self.seats:
            yield from self.moves(self.evening.lots.choice(self.view["moves"]))
        elif self.seats:
            yield from self.post(f"{self.table.path}/bot", {"ply": self.view["ply"]})
            for seat in self.seats if len(self.seats) > 1 else ():
                yield from self.post(
                    f"{self.table.path}/lift", {"seat": seat, "version": self.view["version"]}
                )
            yield from self.looks()
        self.is_busy = False

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
        self.is_busy = False
        yield from self.looks()


class Known(NamedTuple):
    version: int
    undoes: bool


class TableWatch:
    """Looks at one match."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.database = sqlite3.connect(evening.world.database)
        self.key, self.public_id, self.version, self.told = 0, "", 0, 0
        self.moves: list[tuple[int, str]] = []
        self.taken_back = 0
        self.done: dict[bytes, int] = {}  # moves that were answered, and how many were taken back by then
        self.undoing = 0  # requests under way that may take something back
        self.intended: Counter[int] = Counter()  # how many moves each seat has meant
        self.by_seat: set[int] = set()

    def close(self) -> None:
        self.database.close()

    def found(self, path: str) -> None:
        self.public_id = path.rpartition("/")[2]
        (self.key,) = self.database.execute(
            "SELECT id FROM simulator_match WHERE public_id = ?", [self.public_id]
        ).fetchone()

    # --- Answers

    def taken(self, request: Request) -> Known:
        undoes = request.path.endswith("/undo")
        self.undoing += undoes
        return Known(self.told if self.evening.is_settled else 0, undoes)

    def answered(self, request: Request, answer: Answer | None, remembered: Known) -> None:
        self.look()
        self.undoing -= remembered.undoes
        if answer is None:
            return
        in_words(request, answer)
        if request.path.endswith("/move"):
            self._retried(request, answer)
        if not self.public_id or self.public_id not in request.path:
            return
        if answer.status == 403 and request.body is None and self.by_seat:
            raise Broken("out", "somebody sits at the table, and may not see it")
        polled = POLLED.search(request.path)
        if polled and answer.status == 204 and int(polled[1]) < remembered.version:
            raise Broken("stale", f"nothing new since {polled[1]}, but {remembered.version} was acknowledged")
        if answer.status == 200 and answer.header("Content-Type") == "application/json":
            version = json.loads(answer.body).get("version", 0)
            if version < remembered.version:
                raise Broken("stale", f"{version}, but {remembered.version} was acknowledged")
            self.told = max(self.told, version)

    def _retried(self, request: Request, answer: Answer) -> None:
        """What was done once isn't refused when it is sent again."""
        sent = request.body or b""
        if answer.status == 200:
            self.done[sent] = self.taken_back
        elif self.done.get(sent) == self.taken_back and answer.status in (404, 409, 422):
            raise Broken("retry", f"{sent!r} was done, and hears {answer.status}")

    def meant(self, fields: dict[str, Any]) -> None:
        self.intended[fields["seat"]] += 1

    def acknowledged(self, fields: dict[str, Any]) -> None:
        """The move stands, unless somebody has taken it back since."""
        self.look()
        if not self.taken_back and (fields["seat"], fields["move"]) not in self.moves:
            raise Broken("lost", f"{fields} was acknowledged")

    # --- Rows

    def look(self) -> None:
        if not self.key:
            return
        (version,) = self.database.execute(
            "SELECT version FROM simulator_match WHERE id = ?", [self.key]
        ).fetchone()
        if version < self.version:
            raise Broken("version", f"{self.version} became {version}")
        rows = self.database.execute(
            "SELECT ply, seat, text FROM simulator_move WHERE match_id = ? ORDER BY ply", [self.key]
        ).fetchall()
        moves = [(seat, text) for _, seat, text in rows]
        if [ply for ply, _, _ in rows] != list(range(1, len(rows) + 1)):
            raise Broken("rows", f"plies {[ply for ply, _, _ in rows]}")
        gone = Counter(self.moves) - Counter(moves)  # a frame that closes puts its choices in another order
        if gone and not self.undoing:
            raise Broken("rows", f"{gone} stood, and nobody has taken it back")
        self.taken_back += gone.total()
        made = Counter(seat for seat, _ in moves)
        for seat in self.by_seat:
            if made[seat] > self.intended[seat]:
                raise Broken(
                    "doubled", f"seat {seat} has {made[seat]} moves, and meant {self.intended[seat]}"
                )
        self.version, self.moves = version, moves

    def all_is_well(self, phones: Sequence[TablePhone]) -> None:
        """The record can be replayed to what the row says, and everybody's page is at it."""
        self.look()
        game, rules, config, seed, start, finished = self.database.execute(
            "SELECT game, rules, config, seed, start, finished FROM simulator_match WHERE id = ?", [self.key]
        ).fetchone()
        record = Record(
            game, rules, json.loads(config), int(seed), tuple(self.moves), json.loads(start or "null")
        )
        *_, last = steps_of(engine_of(game), record)
        if bool(finished) != (not engine_of(game).to_act(last.state)):
            raise Broken("finished", f"the match says {finished}")
        for phone in phones:
            if phone.view["version"] != self.version:
                raise Broken("news", f"{phone.name} shows {phone.view['version']}, it is {self.version}")


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
        self.evening.watch = self.watch = TableWatch(self.evening)

    @property
    def begun(self) -> bool:
        return all(phone.view for phone in self.phones)

    def gather(self) -> Process:
        host = self.phones[0]
        yield from seen(host, f"/play/{self.game}")
        fields = {f"kind-{place}": kind for place, kind in enumerate(self.kinds)}
        fields |= {f"name-{n}": NAMES[n] for n, kind in enumerate(self.kinds) if kind in ("here", "phone")}
        if self.lots.random() < 0.5:
            fields["seed"] = str(self.lots.getrandbits(30))
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
        answer = yield from phone.post(link, {})
        if answer is None:  # whoever has no answer opens the link again
            yield from seen(phone, link)
        answer = yield from seen(phone, self.path)
        if answer is not None and answer.status != 200:
            raise Broken("seat", f"{phone.name} sat down, and hears {answer.status}")

    def wake(self) -> None:
        for phone in self.phones:
            if phone.view:
                self.evening.go(phone.polls())

    def ends_well(self) -> None:
        for phone in self.phones:
            phone.rests = True  # nobody moves any more, all have their pages open
        self.evening.run(until=self.evening.now + 45 * SECOND)
        shown = [phone.view for phone in self.phones]
        for phone in self.phones:
            self.evening.go(phone.looks())
        self.evening.run(until=self.evening.now + 10 * SECOND)
        for phone, view in zip(self.phones, shown, strict=True):
            if view != phone.view:
                raise Broken("news", f"{phone.name} shows ply {view['ply']}, it is {phone.view['ply']}")
        self.watch.all_is_well(self.phones)

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
        if phone.view:
            self.evening.go(phone.post(f"{self.path}/undo", {"ply": phone.view["ply"]}))

    def branch_off(self, phone: TablePhone, lots: random.Random) -> None:
        if phone.view:
            self.evening.go(phone.post(f"{self.path}/fork", {"ply": phone.view["ply"]}))

    def share(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"{self.path}/share"))

    def log(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"{self.path}/log"))

    def into_a_sheet(self, phone: TablePhone, lots: random.Random) -> None:
        self.evening.go(phone.post(f"{self.path}/pour", {}))

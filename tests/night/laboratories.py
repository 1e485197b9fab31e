"""Evenings with a laboratory, and with the notebook of one player on several phones."""

import random
import re
from collections import Counter
from typing import Any, ClassVar

from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS, RESULTS
from tests.night.evening import TWICE, Broken, Process
from tests.night.kind import NAMES
from tests.night.logs import LogEvening, LogPhone, LogWatch
from tests.night.phones import seen
from tests.night.world import World

CODE = re.compile(r"/lab/c/([\w-]+)")
NOTEBOOK = re.compile(r"/notebook/l/[\w-]+")
PAGES = ("log", "mine", "seats", "result/2", "show/2")


class LaboratoryEvening(LogEvening):
    """People around a laboratory, most of them with a seat on a phone of their own."""

    OFTEN: ClassVar[dict[str, float]] = {
        "mix": 30.0,
        "two taps": 6,
        "round": 4,
        "peek": 4,
        "theory": 6,
        "reload": 4,
        "look around": 4,
        "into a sheet": 1,
        "seat back": 1,
        "notebook": 1,
    }

    def __init__(self, world: World, seed: int, game: str, count: Counter[str]) -> None:
        super().__init__(world, seed, game, count)
        self.evening.watch = self.watch = LogWatch(
            self.evening, "simulator_labentry", "text", "simulator_laboratory", "laboratory"
        )
        self.seats: dict[str, int] = {}  # which each phone has taken

    def gather(self) -> Process:
        host, names = self.phones[0], NAMES[: max(2, len(self.phones))]
        yield from seen(host, "/lab/new")
        fields: dict[str, Any] = {f"name-{n}": name for n, name in enumerate(names)}
        level = self.lots.choice(("apprentice", "master"))
        answer = yield from host.post("/lab/new", {**fields, "level": level})
        if answer is None or answer.status != 302:
            raise Broken("beginning", f"no laboratory: {answer and answer.status}")
        self.path = answer.header("Location").removesuffix("/seats")
        self.watch.found(self.path)
        page = yield from seen(host, f"{self.path}/seats")
        code = CODE.search(page.text)
        assert code
        for place, phone in enumerate(self.phones):
            if place:
                yield from self.comes(phone, code[1], place)
            self.seats[phone.name] = place
            self.evening.go(phone.lives())

    def comes(self, phone: LogPhone, code: str, place: int) -> Process:
        """By typing the code or by its QR; the seat's button is sometimes tapped twice."""
        if place % 2:
            yield from seen(phone, "/lab/code")
            yield from phone.post("/lab/code", {"code": code})
        else:
            yield from seen(phone, f"/lab/c/{code}")
        yield from seen(phone, f"{self.path}/seats")
        phone.fates.append(self.lots.choice(("", TWICE)))
        yield from phone.post(f"{self.path}/take", {"seat": place})

    def rooms(self) -> list[str]:
        return [f"{self.path}/{page}" for page in PAGES]

    # --- Steps

    def act(self, phone: LogPhone, text: str, **more: str) -> Process:
        """With what cautions it on the second try, behind the caution."""
        fields = {"seat": self.seats[phone.name], "text": text, **more}
        answer = yield from phone.writes("act", fields)
        if answer.status == 422 and '"sure"' in answer.text:
            yield from phone.writes("act", {**fields, "sure": text})

    def mix(self, phone: LogPhone, lots: random.Random) -> None:
        first, second = lots.sample(INGREDIENTS, 2)
        self.evening.go(self.act(phone, f"{lots.choice(('student', 'drink'))} {first} {second}"))

    def theory(self, phone: LogPhone, lots: random.Random) -> None:
        self.evening.go(self.act(phone, f"theory {lots.choice(INGREDIENTS)} {lots.choice(ALCHEMICALS)}"))

    def peek(self, phone: LogPhone, lots: random.Random) -> None:
        self.evening.go(self.act(phone, "peek"))

    def round(self, phone: LogPhone, lots: random.Random) -> None:
        """Two phones press at once now and then: one round begins."""
        begun = sum(line.said == "round" for line in self.watch.lines)
        for each in (phone, lots.choice(self.phones)):
            self.evening.go(self.act(each, "round", client_entry_id=f"to-round-{begun + 2}"))

    def seat_back(self, phone: LogPhone, lots: random.Random) -> None:
        """Somebody gives their seat to the host's phone, and sits down again."""
        if self.seats[phone.name]:
            self.evening.go(self.sits_down_again(phone))

    def sits_down_again(self, phone: LogPhone) -> Process:
        place = {"seat": self.seats[phone.name]}
        yield from phone.post(f"{self.path}/free", place)
        yield from phone.post(f"{self.path}/take", place)

    def look_around(self, phone: LogPhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"{self.path}/{lots.choice(PAGES)}"))

    def notebook(self, phone: LogPhone, lots: random.Random) -> None:
        self.evening.go(phone.get(f"/notebook/lab/{self.watch.public_id}/{self.seats[phone.name]}"))

    def into_a_sheet(self, phone: LogPhone, lots: random.Random) -> None:
        self.evening.go(phone.post(f"{self.path}/pour", {}))


class NotebookEvening(LogEvening):
    """One notebook on several phones of its player."""

    OFTEN: ClassVar[dict[str, float]] = {
        "note": 30.0,
        "two taps": 6,
        "take back": 6,
        "put back": 4,
        "reload": 4,
        "look around": 6,
    }

    def __init__(self, world: World, seed: int, game: str, count: Counter[str]) -> None:
        super().__init__(world, seed, game, count)
        self.evening.watch = self.watch = LogWatch(
            self.evening, "simulator_note", "data", "simulator_notebook", "notebook"
        )

    def gather(self) -> Process:
        owner = self.phones[0]
        yield from seen(owner, "/notebook/")
        answer = yield from owner.post("/notebook/", {})
        if answer is None or answer.status != 302:
            raise Broken("beginning", f"no notebook: {answer and answer.status}")
        self.path = answer.header("Location")
        self.watch.found(self.path)
        page = yield from seen(owner, f"{self.path}/share")
        (link, *_) = NOTEBOOK.findall(page.text)
        for phone in self.phones:
            if phone is not owner:
                yield from seen(phone, link)
            self.evening.go(phone.lives())

    def rooms(self) -> list[str]:
        return [f"{self.path}/share", f"{self.path}/print"]

    # --- Steps

    def note(self, phone: LogPhone, lots: random.Random) -> None:
        fact = {"kind": "mix", "pair": lots.sample(INGREDIENTS, 2), "result": lots.choice(RESULTS)}
        self.evening.go(phone.writes("note", {"fact": fact, "guess": lots.random() < 0.3}))

    def take_back(self, phone: LogPhone, lots: random.Random) -> None:
        self.evening.go(self.sends_form(phone, "remove", lots))

    def put_back(self, phone: LogPhone, lots: random.Random) -> None:
        self.evening.go(self.sends_form(phone, "restore", lots))

    def sends_form(self, phone: LogPhone, to: str, lots: random.Random) -> Process:
        phone.written += 1
        fields = {"note": lots.randint(1, 9), "client_entry_id": f"{phone.name}-{phone.written:04}"}
        yield from phone.post(f"{self.path}/{to}", fields)

    def look_around(self, phone: LogPhone, lots: random.Random) -> None:
        pages = ("note", "share", "print", "advice/experiments", "advice/theories", "?view=pairs")
        self.evening.go(phone.get(f"{self.path}/{lots.choice(pages)}".replace("/?", "?")))

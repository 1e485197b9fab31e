"""Evenings around a log that several phones write into: a laboratory, a notebook."""

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from tests.night.checks import in_words
from tests.night.evening import Asking, Broken, Evening, Phone, Process
from tests.night.kind import Kind
from tests.night.machine import Answer, Request
from tests.night.phones import seen
from tests.night.rows import Rows
from tests.night.world import SECOND, World

EVERY = 3 * SECOND
SHOWN = re.compile(r"\?v=([\d-]+)")
Stamp = tuple[int, ...]  # one number for each row that a page depends on


def stamp_of(text: str) -> Stamp:
    return tuple(map(int, text.split("-")))


class LogPhone(Phone):
    """A phone with such a page open. What it writes has a name, by which a retry is known."""

    def __init__(self, evening: "LogEvening", name: str) -> None:
        super().__init__(evening.evening, name)
        self.at_log, self.written, self.asked = evening, 0, 0
        self.stamp: Stamp = ()
        self.last: dict[str, Any] = {}

    def lives(self) -> Process:
        self.asked += 1
        asked = self.asked
        yield from self.loads()
        while asked == self.asked:
            yield EVERY
            yield from self.polls()

    def loads(self) -> Process:
        answer = yield from seen(self, self.at_log.path)
        if answer is not None and answer.status == 200:
            self._shows(answer)

    def polls(self) -> Process:
        answer = yield from self.get(f"{self.at_log.path}?v={'-'.join(map(str, self.stamp))}")
        if answer is not None and answer.status in (200, 286):
            self._shows(answer)

    def _shows(self, answer: Answer) -> None:
        found = SHOWN.search(answer.text)
        if found:
            self.stamp = max(self.stamp, stamp_of(found[1]))

    def writes(self, to: str, fields: dict[str, Any]) -> Asking:
        """Until it is heard what came of it; what is sent again has the same name."""
        self.written += 1
        fields = {"client_entry_id": f"{self.name}-{self.written:04}", **fields}
        self.last = {"to": to, **fields}
        return (yield from self.sends(to, fields))

    def sends(self, to: str, fields: dict[str, Any]) -> Asking:
        while True:
            answer = yield from self.send(f"{self.at_log.path}/{to}", json.dumps(fields).encode())
            if answer is not None and answer.status < 500:
                return answer
            yield 2 * SECOND


class Line(NamedTuple):
    number: int
    said: str
    name: str  # the client's


class LogWatch:
    """Looks at one log. `log` and `of` are the tables of its lines and of what it belongs to, by `key`."""

    def __init__(self, evening: Evening, log: str, said: str, of: str, key: str) -> None:
        self.evening, self.rows = evening, Rows(evening.world.database)
        self.asks = f"SELECT number, {said}, client_entry_id FROM {log} WHERE {key}_id = ? ORDER BY number"
        self.asks_key = f"SELECT id FROM {of} WHERE public_id = ?"
        self.asks_version = f"SELECT version FROM {of} WHERE id = ?"
        self.key, self.public_id, self.version = 0, "", 0
        self.told: Stamp = ()
        self.lines: list[Line] = []
        self.done: dict[str, int] = {}  # which line was acknowledged under a name

    def found(self, path: str) -> None:
        self.public_id = path.rpartition("/")[2]
        (self.key,) = self.rows.one(self.asks_key, self.public_id)

    def taken(self, request: Request) -> tuple[Stamp, bool]:
        name = name_in(request)
        return self.told if self.evening.is_settled else (), name in self.done

    def answered(self, request: Request, answer: Answer | None, remembered: tuple[Stamp, bool]) -> None:
        self.look()
        if answer is None:
            return
        in_words(request, answer)
        told, is_done = remembered
        name = name_in(request)
        if name and answer.status == 200:
            number = json.loads(answer.body)["number"]
            if self.done.setdefault(name, number) != number:
                raise Broken("doubled", f"{name} is {self.done[name]}, and {number}")
            if self.lines[number - 1].name != name and not name.startswith("to-round"):
                raise Broken(
                    "lost", f"{name} was acknowledged as {number}, there is {self.lines[number - 1]}"
                )
        elif is_done and answer.status in (404, 409, 422):
            raise Broken("retry", f"{name} was done, and hears {answer.status}")
        asked = SHOWN.search(request.path)
        if self.public_id and self.public_id in request.path and asked:
            self._tells_all(stamp_of(asked[1]), answer, told)

    def _tells_all(self, shown: Stamp, answer: Answer, told: Stamp) -> None:
        if answer.status == 204 and shown < told:
            raise Broken("stale", f"nothing new since {shown}, but {told} was told")
        if answer.status in (200, 286):
            fresh = SHOWN.search(answer.text)
            self.told = max(self.told, stamp_of(fresh[1])) if fresh else self.told

    def look(self) -> None:
        """What must hold of the rows now: lines are added, the version grows, no name stands twice."""
        if not (self.key and self.rows.are_new):
            return
        (version,) = self.rows.one(self.asks_version, self.key)
        if version < self.version:
            raise Broken("version", f"{self.version} became {version}")
        lines = [Line(*row) for row in self.rows.ask(self.asks, self.key)]
        if lines[: len(self.lines)] != self.lines:
            raise Broken("rows", "a line that stood was changed, or is gone")
        if [line.number for line in lines] != list(range(1, len(lines) + 1)):
            raise Broken("rows", f"lines {[line.number for line in lines]}")
        if len(lines) > len(self.lines) and self.lines and version == self.version:
            raise Broken("version", f"{lines[-1]} stands, and the version is still {version}")
        for line in lines[len(self.lines) :]:
            if self._is_sent(line.name) != self.is_own(line.said):
                raise Broken("doubled", f"{line} was written, and nobody has sent it under this name")
        self.version, self.lines = version, lines

    def is_own(self, said: str) -> bool:
        """Whether somebody has written this, not the house."""
        return said.partition(" ")[0] not in ("opened", "taken", "freed", "claimed", "looked")

    def _is_sent(self, name: str) -> bool:
        return name.startswith(("phone-", "to-round"))

    def all_is_well(self, phones: Sequence[LogPhone]) -> None:
        self.look()
        for phone in phones:
            if phone.stamp and phone.stamp[0] != self.version:
                raise Broken("news", f"{phone.name} shows {phone.stamp}, it is {self.version}")


def name_in(request: Request) -> str:
    if request.body is None or request.content_type != "application/json":
        return ""
    return str(json.loads(request.body)["client_entry_id"])


class LogEvening(Kind):
    """What both kinds have in common."""

    OFTEN: ClassVar[dict[str, float]]
    phones: list[LogPhone]

    def __init__(self, world: World, seed: int, game: str, count: Counter[str]) -> None:
        super().__init__(world, seed, game, count)
        self.path = ""
        self.phones = [LogPhone(self, f"phone-{n}") for n in range(self.lots.choice((2, 2, 3, 4)))]

    @property
    def begun(self) -> bool:
        return all(phone.stamp for phone in self.phones)

    def doors(self) -> list[str]:
        stamp = "-".join(map(str, self.phones[0].stamp))
        return [self.path, f"{self.path}?v={stamp}", f"{self.path}?v={stamp}", *self.rooms()]

    def rooms(self) -> list[str]:
        """Further pages."""
        raise NotImplementedError

    def wake(self) -> None:
        for phone in self.phones:
            self.evening.go(phone.polls())

    def ends_well(self) -> None:
        self.wake()
        self.evening.run(until=self.evening.now + 30 * SECOND)
        self.watch.all_is_well(self.phones)

    watch: LogWatch

    # --- Steps

    def two_taps(self, phone: LogPhone, lots: random.Random) -> None:
        """What was written last once more."""
        if phone.last:
            fields = dict(phone.last)
            self.evening.go(phone.sends(fields.pop("to"), fields))

    def reload(self, phone: LogPhone, lots: random.Random) -> None:
        self.evening.go(phone.lives())

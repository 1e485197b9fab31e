"""What all kinds of evenings have in common: steps from a seed, what goes wrong, the order of an evening."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple

from rulebook.content import reading
from rulebook.printing import press
from rulebook.printing.store import SVG
from tests.night.evening import LOST_ANSWER, LOST_REQUEST, TWICE, Broken, Evening, Phone, Process
from tests.night.machine import AFTER, BEFORE, STATEMENT
from tests.night.rows import Rows
from tests.night.world import SECOND, World
from web import keeping

NAMES = ("Оля", "Коля", "Рита", "Саша", "Юра", "Вера")
STEPS = 60
GATHERING = 300 * SECOND
QUIET = 90 * SECOND  # for all news to come through
FATES = (LOST_REQUEST, LOST_ANSWER, TWICE)
# How often something goes wrong, in the parts of `Kind.OFTEN`.
WRONG = {
    "offline": 4.0,
    LOST_REQUEST: 4,
    LOST_ANSWER: 6,
    TWICE: 4,
    "sleep": 2,
    "kill": 8,
    "clock jumps": 1,
    "restart": 1,
    "full disk": 1,
    "failing writes": 2,
    "held from outside": 1,
    "stuck helper": 1,
    "backup": 0.6,
    "stranger": 1,
}


class Step(NamedTuple):
    """What happens at a moment: `lots` draws what it needs by itself, so that others may be left out."""

    number: int
    moment: int
    what: str
    phone: int
    lots: int


def steps_of(seed: int, often: Mapping[str, float], phones: int) -> list[Step]:
    """The steps of an evening in their order; of what may happen each evening has much, some or nothing."""
    lots = random.Random(f"steps {seed}")
    usual, *others = often
    swarm = {what: often[what] * lots.choice((0, 1, 1, 3)) for what in others} | {usual: often[usual]}
    moment, found = 0, []
    for number in range(STEPS):
        moment += int(lots.expovariate(1 / lots.choice((0.1, 1, 6))) * SECOND)
        (what,) = lots.choices(list(swarm), list(swarm.values()))
        found.append(Step(number, moment, what, lots.randrange(phones), lots.getrandbits(32)))
    return found


def boxes_of(seed: int, game: str) -> list[str]:
    """Which boxes lie on the table: often none."""
    lots = random.Random(f"boxes {seed}")
    return [box.id for box in reading.boxes(game) if lots.random() < 0.3]


class Kind:
    """An evening of one kind: its phones and what they do. A step is a method of its name."""

    OFTEN: ClassVar[Mapping[str, float]]  # how often each step happens, in parts; the first always may
    phones: Sequence[Phone]

    def __init__(self, world: World, seed: int, game: str, count: Counter[str]) -> None:
        self.seed, self.game, self.count = seed, game, count
        self.lots = random.Random(f"evening {seed}")
        self.evening = Evening(world, count)
        self.machine = self.evening.machine
        self.statement = self.lots.choice((300, 1000, 1000, 10_000, 60_000))
        self.backups: list[tuple[Path, set[tuple[object, ...]]]] = []

    # --- What a kind says

    @property
    def begun(self) -> bool:
        """Whether everybody is there."""
        raise NotImplementedError

    def gather(self) -> Process:
        """Somebody begins, the others come."""
        raise NotImplementedError

    def wake(self) -> None:
        """Everybody looks at their pages."""
        raise NotImplementedError

    def ends_well(self) -> None:
        """What must hold when all is quiet. Raises Broken."""
        raise NotImplementedError

    def doors(self) -> Sequence[str]:
        """Addresses that open nothing to who has no link of it."""
        raise NotImplementedError

    def afterwards(self) -> None:
        """What is tried when nothing is needed any more. Raises Broken."""

    # --- From the beginning to the end

    @property
    def steps(self) -> list[Step]:
        return steps_of(self.seed, {**self.OFTEN, **WRONG}, len(self.phones))

    def run(self, kept: Sequence[int] | None = None) -> str:
        """The digest of all answers. `kept`: the steps that happen, all of them else. Raises Broken."""
        evening = self.evening
        steps = [step for step in self.steps if kept is None or step.number in kept]
        evening.go(self.gather())
        while evening.now < GATHERING and not self.begun:
            evening.run(until=evening.now + SECOND)
        if not self.begun:
            raise Broken("beginning", "not everybody came")
        self.machine.statement = self.statement
        for step in steps:
            evening.at(step.moment, lambda step=step: self.do(step))  # type: ignore[misc]
        evening.run(until=evening.now + (steps[-1].moment if steps else 0))
        self.calm()
        evening.run(until=evening.now + QUIET)
        self.ends_well()
        self.backups_hold()
        self.afterwards()
        return evening.digest.hexdigest()

    def calm(self) -> None:
        """Nothing goes wrong any more."""
        machine = self.machine
        machine.dies, machine.statement, machine.helper_is_stuck = None, 1000, False
        machine.disk.is_full, machine.disk.fails = False, 0
        for phone in self.phones:
            phone.fates.clear()
            phone.offline_until = 0
        self.wake()

    def end(self) -> None:
        self.evening.is_watched = False
        self.machine.end()
        self.evening.watch.rows.close()

    # --- Steps

    def do(self, step: Step) -> None:
        self.count[step.what] += 1
        lots, phone = random.Random(step.lots), self.phones[step.phone]
        if step.what in FATES:
            phone.fates.append(step.what)
        else:
            getattr(self, step.what.replace(" ", "_"))(phone, lots)

    def stranger(self, phone: Phone, lots: random.Random) -> None:
        self.evening.go(self.knocks())

    def knocks(self) -> Process:
        """Somebody has seen the address on a screen, and asks what others have just asked."""
        for path in self.doors():
            answer = yield from Phone(self.evening, "stranger").get(path)
            if answer is not None and answer.status not in (403, 404, 503):
                raise Broken("let in", f"{answer.status} for {path} without any link")

    def pictures(self, phone: Phone, path: str) -> Process:
        """Who asks waits a moment for the press to draw it, or hears that there is nothing to show yet."""
        self.evening.at(int(self.evening.lots.expovariate(1 / (3 * SECOND))), self._press_draws)
        answer = yield from phone.get(path)
        self.count[f"picture {answer.status if answer else 'unheard'}"] += 1

    def _press_draws(self) -> None:
        """What has been waiting longest, if anything does."""
        once = iter((False, True))
        press.run(lambda: next(once), SVG)

    def offline(self, phone: Phone, lots: random.Random) -> None:
        away = int(lots.expovariate(1 / (40 * SECOND)))
        phone.offline_until = self.evening.now + away
        self.evening.at(away + 1, self.wake)

    def sleep(self, phone: Phone, lots: random.Random) -> None:
        """An hour goes by; whoever has a page open finds it out of date."""
        self.evening.world.clock.set_wall(lots.choice((600, 3000, 7200)))

    def clock_jumps(self, phone: Phone, lots: random.Random) -> None:
        self.evening.world.clock.set_wall(lots.choice((-30, -2, 2, 30)))

    def restart(self, phone: Phone, lots: random.Random) -> None:
        self.machine.restart()

    def full_disk(self, phone: Phone, lots: random.Random) -> None:
        """Until somebody makes room."""
        self.machine.disk.is_full = True
        self.evening.at(int(lots.expovariate(1 / (20 * SECOND))), self._room_is_made)

    def _room_is_made(self) -> None:
        self.machine.disk.is_full = False

    def failing_writes(self, phone: Phone, lots: random.Random) -> None:
        self.machine.disk.fail(lots)

    def held_from_outside(self, phone: Phone, lots: random.Random) -> None:
        self.machine.disk.is_held_from_outside(lots.randint(1, 12) * SECOND)

    def stuck_helper(self, phone: Phone, lots: random.Random) -> None:
        self.machine.helper_is_stuck = True
        self.evening.at(lots.randint(1, 30) * SECOND, self._helper_is_back)

    def _helper_is_back(self) -> None:
        self.machine.helper_is_stuck = False

    def backup(self, phone: Phone, lots: random.Random) -> None:
        """While the site runs, whatever is under way."""
        file = self.evening.world.folder / f"backup-{len(self.backups)}.tar.gz"
        keeping.backup(file.parent, file)
        self.backups.append((file, self.evening.watch.rows.of_all()))

    def backups_hold(self) -> None:
        """Each, restored elsewhere, has what stood when it was made."""
        for file, stood in self.backups:
            elsewhere = file.with_suffix(".restored")
            elsewhere.mkdir()
            keeping.restore(elsewhere, file, ())
            restored = Rows(elsewhere / keeping.DATABASE)
            found = restored.of_all()
            restored.close()
            if found != stood:
                raise Broken("backup", f"{file.name} differs in {sorted(found ^ stood)[:3]}")

    def kill(self, phone: Phone, lots: random.Random) -> None:
        self.machine.dies = (lots.randint(1, 6), lots.choice((BEFORE, AFTER, STATEMENT)))

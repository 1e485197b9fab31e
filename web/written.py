"""When each row was written last, as all processes of the site know it, and with a Redis all its machines.

What stands for a moment is a number that grows whatever the clocks do: one that is put back, or is another
machine's, hides no news.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

from django.conf import settings

from web import machines
from web.shared import SharedNumbers

if TYPE_CHECKING:
    from redis import Redis

LATEST = ""  # the name of the last write of all
MOST_UNHEARD = 1000  # names
KEPT = 3600  # seconds for which Redis knows of a write; whoever has asked before that asks the database anew
# Of a write into KEYS[2], noted for ARGV[1] seconds: later than all before, by the clock of Redis.
NOTE = """
local now = redis.call('TIME')
local last = tonumber(redis.call('GET', KEYS[1]) or 0)
local number = string.format('%.0f', math.max(last + 1, now[1] * 1000000 + now[2]))
redis.call('SET', KEYS[1], number)
redis.call('SET', KEYS[2], number, 'EX', ARGV[1])
return number
"""


class LastWrites:
    """The numbers of the last writes. Where a Redis is to know them and doesn't answer, nobody does. It hears
    later what it didn't hear now: it may have answered other machines, which know of no write.
    """

    def __init__(self) -> None:
        self.here, self.unheard = SharedNumbers("written"), set[str]()

    def latest(self) -> int:
        """The number of the last write of all; where nobody knows, one that is less than any."""
        return max(self.of(LATEST), default=-1)

    def of(self, *names: str) -> tuple[int, ...]:
        """The number of the last write of each name, 0 for none; empty where nobody knows."""
        if not settings.REDIS_URL:
            return tuple(map(self.here.of, names))
        self._say_unheard()
        found = machines.ask(lambda redis: redis.mget([_key(name) for name in names]))
        return tuple(int(number or 0) for number in found or ())

    def note(self, name: str) -> None:
        """It is being written."""
        if settings.REDIS_URL:
            if len(self.unheard) < MOST_UNHEARD:
                self.unheard.add(name)
            self._say_unheard()
            return
        with self.here.alone():
            number = self.here.of(LATEST) + 1
            self.here.put(LATEST, number)
            self.here.put(name, number)

    def _say_unheard(self) -> None:
        """Another thread may say the same: a write that is noted twice hides nothing."""
        for name in [*self.unheard]:
            if machines.ask(partial(_note, name)) is None:
                return
            self.unheard.discard(name)


def _note(name: str, redis: "Redis") -> Any:
    return redis.eval(NOTE, 2, _key(LATEST), _key(name), KEPT)


def _key(name: str) -> str:
    return machines.key("written", name)

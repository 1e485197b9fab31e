"""How much one address may ask for: generous for a school's class, too little to fill a disk or guess a code.

A limit lets `times` through at once and then one whenever its share of `seconds` is over. What is kept of an
address is one number, the moment when all that it has used up is its own again. One that lies further ahead
than `seconds` was noted before the clock was put back, and counts as nothing: nobody is locked out for a day.
"""

import ipaddress
import math
import time
from dataclasses import dataclass, replace

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from web import machines
from web.errors import RequestError
from web.shared import SharedNumbers

SPENT = SharedNumbers("limits")  # its names share places, so all of its limits have the same `seconds`
SPENT_BY_ALL = SharedNumbers("limits-of-all")
NANO, MICRO = 10**9, 10**6
NEIGHBOURS = 56  # bits of an IPv6 address that a household has in common: providers give it so many
MINUTES = 60
# `RateLimit.take` by the clock of Redis; KEYS[1] is a due, ARGV the seconds and the share in microseconds.
TAKE = """
local time, seconds, share = redis.call('TIME'), tonumber(ARGV[1]), tonumber(ARGV[2])
local now = time[1] * 1000000 + time[2]
local due = tonumber(redis.call('GET', KEYS[1]) or 0)
if due > now + seconds + share then due = 0 end
local wait = due + share - seconds - now
if wait > 0 then return math.ceil(wait) end
local spent = math.max(due, now) + share
redis.call('SET', KEYS[1], string.format('%.0f', spent), 'PX', math.ceil((spent - now) / 1000))
return 0
"""


@dataclass(frozen=True)
class RateLimit:
    """So many `times` in so many `seconds` from one address, or from all of them together."""

    name: str
    times: int
    seconds: int = 10 * MINUTES
    of_all: bool = False

    def spend(self, request: HttpRequest) -> None:
        """Takes one. Raises RequestError when there are none left."""
        if wait := self.take(request):
            raise too_often(wait)

    def spend_once(self, request: HttpRequest, what: str) -> None:
        """Takes one for something that may be asked for again for nothing, part by part."""
        first = replace(self, name=f"{self.name} {what}", times=1)
        if first.take(request):
            return
        try:
            self.spend(request)
        except RequestError:
            first.give_back(request)
            raise

    def take(self, request: HttpRequest) -> int:
        """Takes one if there is one left, and says in how many seconds the next one will do; 0: taken."""
        if not settings.LIMITS:
            return 0
        key = self._key(request)
        wait = machines.ask(lambda redis: redis.eval(TAKE, 1, _key(key), *self._micro))
        return self._take_here(key) if wait is None else math.ceil(wait / MICRO)

    def _take_here(self, key: str) -> int:
        """Where no Redis counts for all machines."""
        with self._spent.alone():
            now, due = time.time_ns(), self._spent.of(key)
            if due > now + self.seconds * NANO + self._share:
                due = 0
            wait = due + self._share - self.seconds * NANO - now
            if wait <= 0:
                self._spent.put(key, max(due, now) + self._share)
        return max(0, math.ceil(wait / NANO))

    def give_back(self, request: HttpRequest) -> None:
        """What was taken and needn't have been."""
        if not settings.LIMITS:
            return
        key = self._key(request)
        if machines.ask(lambda redis: redis.decrby(_key(key), self._micro[1])) is not None:
            return
        with self._spent.alone():
            self._spent.put(key, max(0, self._spent.of(key) - self._share))

    @property
    def _spent(self) -> SharedNumbers:
        return SPENT_BY_ALL if self.of_all else SPENT

    @property
    def _share(self) -> int:
        return self.seconds * NANO // self.times

    @property
    def _micro(self) -> tuple[int, int]:
        """The seconds and the share of one, in microseconds."""
        return self.seconds * MICRO, self.seconds * MICRO // self.times

    def _key(self, request: HttpRequest) -> str:
        return self.name if self.of_all else f"{self.name} {household(request.META.get('REMOTE_ADDR', ''))}"


@dataclass(frozen=True)
class CodeGuard:
    """Tries at codes of one kind: so many `times` from one address as a table's slips need, and so few from
    all addresses that whoever has many of them guesses none either.
    """

    name: str
    times: int

    def take(self, request: HttpRequest) -> int:
        """Takes a try before the code is looked at, so that many at once are no more than one by one. In how
        many seconds the address may go on, 0: taken. Raises RequestError where all addresses have to wait.
        """
        wait = self.of_address.take(request)
        if not wait and (closed := self.of_site.take(request)):
            raise codes_closed(closed)
        return wait

    def give_back(self, request: HttpRequest) -> None:
        """The code was right."""
        self.of_address.give_back(request)
        self.of_site.give_back(request)

    @property
    def of_address(self) -> RateLimit:
        return RateLimit(self.name, self.times)

    @property
    def of_site(self) -> RateLimit:
        return RateLimit(self.name, WRONG_CODES_AT_ONCE, 60 * MINUTES, of_all=True)


def _key(name: str) -> str:
    return machines.key("limits", name)


def household(address: str) -> str:
    """Who is counted together: an IPv4 address, the network of an IPv6 address."""
    if ":" in address:
        return str(ipaddress.ip_network(f"{address.partition('%')[0]}/{NEIGHBOURS}", strict=False))
    return address


def too_often(wait: int) -> RequestError:
    """What somebody hears who has to wait for so many seconds."""
    when = _when(wait)
    message = gettext("С этого адреса пришло слишком много сразу. Приходите снова %(when)s.") % {"when": when}
    return RequestError(429, message, retry_after=wait)


def codes_closed(wait: int) -> RequestError:
    """What everybody hears while somebody tries out codes from many addresses."""
    message = gettext(
        "Слишком много неверных кодов со всех адресов: кто-то их подбирает. Ссылки открывают и сейчас, "
        "а коды снова годятся %(when)s."
    )
    return RequestError(429, message % {"when": _when(wait)}, retry_after=wait)


def _when(wait: int) -> str:
    minutes = math.ceil(wait / 60)
    if wait < 60:
        return ngettext("через %(n)s секунду", "через %(n)s секунды", wait) % {"n": wait}
    return ngettext("через %(n)s минуту", "через %(n)s минуты", minutes) % {"n": minutes}


WRITING = RateLimit("writing", 3000)  # entries, moves, notes, whatever a form sends
CREATING = RateLimit("creating", 120)  # sheets, matches, laboratories, notebooks
HINTS = RateLimit("hints", 240)
WRONG_CODES_AT_ONCE = 240  # and as many again in the hour: 480 in any hour, all addresses together
WRONG_CODES = CodeGuard("codes", 100)
JOINING = CodeGuard("joining", 20)  # codes of score sheets: a table's slips

"""How much one address may ask for: generous for a school's class, too little to fill a disk or guess a code.

A limit lets `times` through at once and then one whenever its share of `seconds` is over. What is kept of an
address is one number, the moment when all that it has used up is its own again.
"""

import ipaddress
import math
import time
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from web.errors import RequestError
from web.shared import SharedNumbers

SPENT = SharedNumbers("limits")
NANO = 10**9
NEIGHBOURS = 64  # bits of an IPv6 address that a household has in common


@dataclass(frozen=True)
class RateLimit:
    """So many `times` in so many `seconds` from one address."""

    name: str
    times: int
    seconds: int

    def spend(self, request: HttpRequest) -> None:
        """Takes one. Raises RequestError when there are none left."""
        with SPENT.alone():
            wait = self.wait(request)
            if not wait:
                self._take(request)
        if wait:
            raise too_often(wait)

    def spend_once(self, request: HttpRequest, what: str) -> None:
        """Takes one for something that may be asked for again for nothing, part by part."""
        if not settings.LIMITS:
            return
        key, now = f"{self._key(request)} {what}", time.time_ns()
        if SPENT.of(key) <= now:
            self.spend(request)
            SPENT.put(key, now + self.seconds * NANO)

    def wait(self, request: HttpRequest) -> int:
        """In how many seconds the next one will do; 0 for now."""
        if not settings.LIMITS:
            return 0
        due = SPENT.of(self._key(request)) + self._share - self.seconds * NANO
        return max(0, math.ceil((due - time.time_ns()) / NANO))

    def note(self, request: HttpRequest) -> None:
        """Takes one after the fact, such as a wrong code."""
        with SPENT.alone():
            self._take(request)

    def _take(self, request: HttpRequest) -> None:
        key = self._key(request)
        SPENT.put(key, max(SPENT.of(key), time.time_ns()) + self._share)

    @property
    def _share(self) -> int:
        return self.seconds * NANO // self.times

    def _key(self, request: HttpRequest) -> str:
        return f"{self.name} {household(request.META.get('REMOTE_ADDR', ''))}"


def household(address: str) -> str:
    """Who is counted together: an IPv4 address, the first half of an IPv6 address."""
    if ":" in address:
        return str(ipaddress.ip_network(f"{address.partition('%')[0]}/{NEIGHBOURS}", strict=False))
    return address


def too_often(wait: int) -> RequestError:
    """What somebody hears who has to wait for so many seconds."""
    minutes = math.ceil(wait / 60)
    if wait < 60:
        when = ngettext("через %(n)s секунду", "через %(n)s секунды", wait) % {"n": wait}
    else:
        when = ngettext("через %(n)s минуту", "через %(n)s минуты", minutes) % {"n": minutes}
    message = gettext("С этого адреса пришло слишком много сразу. Приходите снова %(when)s.") % {"when": when}
    return RequestError(429, message, retry_after=wait)


WRITING = RateLimit("writing", 3000, 600)  # entries, moves, notes, whatever a form sends
CREATING = RateLimit("creating", 120, 600)  # sheets, matches, laboratories, notebooks
HINTS = RateLimit("hints", 240, 600)
WRONG_CODES = RateLimit("codes", 100, 600)
JOINING = RateLimit("joining", 20, 600)  # wrong codes of score sheets: a table's slips, too few to guess one

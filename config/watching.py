"""Which connections can be read or written just now, asked of the system, which remembers them.

waitress asks every connection anew at each turn of its loop: with a thousand phones that poll, that was most
of what a poll cost.
"""

import selectors
from typing import Any

from waitress import wasyncore

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Watch:
    """The sockets in `things`, by their numbers, as waitress keeps them.

    `stirred` are those that something may have happened to since they were asked what they wait for: a thread
    answers, or there was a reason to close. At rest is who waits for the next request alone.
    """

    def __init__(self, things: dict[int, Any]) -> None:
        self.things, self.stirred = things, set[int]()
        self.selector, self.watched = selectors.DefaultSelector(), dict[int, int]()

    def turn(self, seconds: float) -> None:
        """Reads and writes what is ready, or becomes so in this time."""
        for number in list(self.stirred):
            self._ask(number)
        for key, ready in self.selector.select(seconds):
            for kind, act in ((READ, wasyncore.read), (WRITE, wasyncore.write)):
                # What came before may have closed it, and its number be another's by now.
                if ready & kind and self.things.get(key.fd) is key.data:
                    self.stirred.add(key.fd)
                    act(key.data)

    def forget(self, number: int) -> None:
        """Before a socket is closed: its number may be another's at once."""
        self._watch(number, 0)
        self.stirred.discard(number)

    def _ask(self, number: int) -> None:
        """What a socket waits for; one that accepts does its housekeeping when asked, so it always is."""
        thing = self.things[number]
        wanted = READ if thing.readable() else 0
        if thing.writable() and not thing.accepting:
            wanted |= WRITE
        self._watch(number, wanted, thing)
        if wanted == READ and not thing.accepting:
            self.stirred.discard(number)

    def _watch(self, number: int, wanted: int, thing: Any = None) -> None:
        known = self.watched.pop(number, 0)
        if wanted:
            self.watched[number] = wanted
        if wanted == known:
            return
        if not wanted:
            self.selector.unregister(number)
        elif known:
            self.selector.modify(number, wanted, thing)
        else:
            self.selector.register(number, wanted, thing)

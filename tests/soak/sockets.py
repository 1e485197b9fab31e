"""Connections that say nothing or half a header, held for long, and what others get of the site meanwhile."""

import asyncio
import socket
import time
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPResponse
from pathlib import Path

from tests.soak.browser import LATE, Browser, entry, running
from tests.soak.times import Times

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
PAGES = ("/rules/poison", "/score/poison", "/play/potions", "/print/wizwar")
BETWEEN_PAGES = 0.5
ADDRESSES = (1, 5)  # that they come from, one way after the other
PACE = 2048  # bytes a second of a phone on a slow line
AT_ONCE = 512
LONG_ENTRY = 20_000  # bytes: ten seconds of that phone


@dataclass
class Evening:
    """What was seen while connections were held."""

    port: int
    end: float
    closed: int = 0
    pages: Times = field(default_factory=Times)
    slow_pages: Times = field(default_factory=Times)
    slow_entries: Times = field(default_factory=Times)

    async def hold(self, said: bytes, host: str) -> None:
        """One connection after another, each until the server closes it."""
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(host, 0))
                writer.write(said)
                await reader.read()
                writer.close()
            except OSError:
                await asyncio.sleep(0.1)
            self.closed += 1

    def visit(self) -> None:
        """Opens pages, each in a connection of its own."""
        browser, visited = Browser(self.port), 0
        while time.monotonic() < self.end:
            self.pages.of(partial(browser.opens, PAGES[visited % len(PAGES)]))
            visited += 1
            time.sleep(BETWEEN_PAGES)  # one reader, not a crowd

    def come_slowly(self) -> None:
        """Gets the page of a sheet and posts an entry, at the pace of a slow line."""
        phone, number = Browser(self.port), 0
        sheet = phone.new_sheet()
        head = [f"Host: 127.0.0.1:{self.port}", f"Cookie: {phone.all_cookies}", "Connection: close"]
        while time.monotonic() < self.end:
            asked = "\r\n".join([f"GET {sheet} HTTP/1.1", *head, "", ""]).encode()
            self.slow_pages.of(partial(self._slowly, asked))
            body = entry("3", number, f"slow-phone-{number:06}").ljust(LONG_ENTRY)
            lines = [
                f"POST {sheet}/entries HTTP/1.1",
                *head,
                *(f"{name}: {value}" for name, value in phone.of_scripts.items()),
                f"Content-Length: {len(body)}",
            ]
            posted = "\r\n".join([*lines, "", ""]).encode() + body
            self.slow_entries.of(partial(self._slowly, posted))
            number = len(self.slow_entries.seconds)

    def _slowly(self, request: bytes) -> bool:
        """Whether a request that is sent and answered so slowly is answered well and to its end."""
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2 * AT_ONCE)  # or the system takes it all
            line.settimeout(LATE)
            line.connect(("127.0.0.1", self.port))
            for begin in range(0, len(request), AT_ONCE):
                line.sendall(request[begin : begin + AT_ONCE])
                time.sleep(AT_ONCE / PACE)  # so slow is its line
            with HTTPResponse(line) as answer:
                answer.begin()
                while answer.read(AT_ONCE):
                    time.sleep(AT_ONCE / PACE)
                return answer.status == 200 and not answer.length

    async def all_at_once(self, each: int, addresses: int) -> None:
        hosts = [f"127.0.0.{2 + n % addresses}" for n in range(each)]
        held = [asyncio.create_task(self.hold(said, host)) for host in hosts for said in (HALF, b"")]
        await asyncio.gather(asyncio.to_thread(self.visit), asyncio.to_thread(self.come_slowly))
        for task in held:
            task.cancel()
        await asyncio.gather(*held, return_exceptions=True)


def run(data: Path, each: int, seconds: float) -> str:
    """One line of figures."""
    told = []
    with running(data) as site:
        site.wait_until_whole()
        for addresses in ADDRESSES:
            evening = Evening(site.port, time.monotonic() + seconds / len(ADDRESSES))
            asyncio.run(evening.all_at_once(each, addresses))
            told.append(
                f"from {addresses}: pages {evening.pages}, slow phone's pages {evening.slow_pages}, "
                f"entries {evening.slow_entries}, {evening.closed} closed"
            )
    return f"sockets: {each} silent and {each} half a header; {'; '.join(told)}"

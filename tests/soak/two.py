"""Sites with folders of their own on one PostgreSQL, two or four, behind a proxy if there is one."""

import asyncio
import http.client
import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from scoring.joining import CODE_LENGTH
from tests.setup.site import ROOT, Site, start, wait_until
from tests.soak import kills
from tests.soak.balancer import Balancer, balancer
from tests.soak.browser import LATE, Browser, address_of, variables
from tests.soak.crowd import INTERVAL

AT_A_TABLE = 25
WRITERS = 4
COLLISIONS = 10
STYLED, TRIES = 8, 3  # phones that ask for styles, and how often each
MOST_WRONG = 100  # codes
GUESSER = "203.0.113.7"
WANTED = "/print/poison/reference.pdf?paper=letter"  # no menu opens it unchanged
BETWEEN_LOOKS = 0.05  # seconds


def run(data: Path, machines: int, through: str, phones: int, seconds: float) -> str:
    """Lines of figures; news and the kill have a third of the time each."""
    if not os.environ.get("TEST_DATABASE_URL"):
        return "two: no PostgreSQL, script/with_postgres script/soak two has one"
    folders, proxy = [data / f"machine-{n}" for n in range(machines)], balancer(through)
    lines = [_released([shared(folder, proxy) for folder in folders])]
    for n, folder in enumerate(folders):  # as if each had a version of its own
        (folder / "static" / f"soak-{n}.css").write_text("p { color: red }")
    with ExitStack() as open_sites:
        sites = [open_sites.enter_context(start(each, **shared(each, proxy))) for each in folders]
        for site in sites:
            site.wait_until_whole()
        ports = [site.port for site in sites]
        doors = proxy.doors(ports)
        open_sites.enter_context(proxy.before(ports, data))
        lines += [_news(ports, time.monotonic() + seconds / 3), _collisions(ports), _wrong_codes(ports)]
        lines += [_document(ports), _static_files(proxy, machines)]
        lines.append(_one_is_killed(sites, doors, phones, seconds / 3))
    redis = "with Redis" if os.environ.get("TEST_REDIS_URL") else "no Redis"
    return "\n".join(f"two: {line}" for line in (f"{machines} sites {redis}, by {proxy.called}", *lines))


def shared(folder: Path, proxy: Balancer) -> dict[str, str]:
    """The variables of one machine of several."""
    own = {"SECRET_KEY": "one key for all machines, as README says", "LIMITS": "1", "WORKERS": "2"}
    own |= {"TRUSTED_PROXY": "127.0.0.1", "PUBLIC_URL": f"http://127.0.0.1:{proxy.port}"}
    return variables(folder) | own


def _released(environments: Sequence[dict[str, str]]) -> str:
    """All prepare the empty database at once."""
    begun, command = time.monotonic(), [sys.executable, "manage.py", "release"]
    all_of_them = [
        subprocess.Popen(command, cwd=ROOT, env=os.environ | each, stdout=subprocess.DEVNULL)
        for each in environments
    ]
    codes = [each.wait() for each in all_of_them]
    return f"released at once, exits {codes}, {time.monotonic() - begun:.0f} s"


def _same_person(browser: Browser, port: int) -> Browser:
    """The browser at another machine."""
    other = Browser(port)
    for cookie in browser.cookies:
        other.cookies.set_cookie(cookie)
    return other


def _news(ports: Sequence[int], end: float) -> str:
    """Written on one machine, asked for on another over a kept connection, as browsers have it."""
    owner, lags = Browser(ports[0]), list[float]()
    sheet = owner.new_sheet()
    others = [http.client.HTTPConnection("127.0.0.1", port, timeout=LATE) for port in ports[1:]]

    def hears_nothing() -> bool:
        kept = others[len(lags) % len(others)]
        kept.request("GET", f"{sheet}/totals?v={len(lags)}", headers={"Cookie": owner.all_cookies})
        answer = kept.getresponse()
        answer.read()
        return answer.status == 204

    while not lags or time.monotonic() < end:
        hears_nothing()
        owner.write(sheet, str(len(lags) % 9), len(lags), f"two-news-{len(lags):06}")
        written = time.monotonic()
        while hears_nothing():
            time.sleep(BETWEEN_LOOKS)
        lags.append(time.monotonic() - written)
    for each in others:
        each.close()
    middle, worst = statistics.median(lags), max(lags)
    return f"news on another machine: median {middle:.2f} s, max {worst:.2f} of {len(lags)}"


def _collisions(ports: Sequence[int]) -> str:
    """All write into one cell at once, each on a machine of their own; then the one that was kept is sent to
    another machine again.
    """
    owner = Browser(ports[0])
    sheet = owner.new_sheet()
    people, right, again = [owner, *(_same_person(owner, port) for port in ports[1:])], 0, 0
    with ThreadPoolExecutor(len(people)) as threads:
        for n in range(COLLISIONS):
            names = [f"two-collision-{n:04}-{each}" for each in range(len(people))]
            answers = list(
                threads.map(lambda who, name, n=n: who.write(sheet, str(n % 9), n, name), people, names)
            )
            right += sorted(answer.status for answer in answers) == [200] + [409] * (len(people) - 1)
            first = next(k for k, answer in enumerate(answers) if answer.status == 200)
            repeated = people[first - 1].write(sheet, str(n % 9), n, names[first])
            again += repeated.status == 200 and _number(repeated.body) == _number(answers[first].body)
    kept = len(json.loads(owner.ask(f"{sheet}/export.json").body)["entries"])
    return (
        f"written at once on all: {right} of {COLLISIONS} one kept and the rest told of a conflict, "
        f"{again} sent again were known, {kept - COLLISIONS} doubled"
    )


def _number(body: str) -> int:
    return int(json.loads(body)["entry"])


def _wrong_codes(ports: Sequence[int]) -> str:
    """One address guesses codes of sheets until it is refused, then on each of the other machines."""
    guesser = Browser(ports[0])
    guesser.ask("/join")
    counts = []
    for browser in (guesser, *(_same_person(guesser, port) for port in ports[1:])):
        body = urlencode(
            {"csrfmiddlewaretoken": guesser.cookie("csrftoken"), "code": "0" * CODE_LENGTH}
        ).encode()
        tries = 0
        while tries < MOST_WRONG:
            if browser.ask("/join", "POST", body, **{"X-Forwarded-For": GUESSER}).status == 429:
                break
            tries += 1
        counts.append(tries)
    others = " and ".join(map(str, counts[1:]))
    return f"wrong codes until a refusal: {counts[0]} on one, then {others} on the rest"


def _document(ports: Sequence[int]) -> str:
    """Asked for in turn; who was told that it is there asks all once more."""
    begun, there, without = time.monotonic(), 0.0, 0
    browsers = [Browser(port) for port in ports]
    wait_until(lambda: any(browser.opens(WANTED) for browser in browsers), look_every=BETWEEN_LOOKS)
    there = time.monotonic() - begun
    asked = browsers * 2
    without = sum(not browser.opens(WANTED) for browser in asked)
    return (
        f"a document nobody had made: there after {there:.1f} s, "
        f"then {without} of {len(asked)} answers without it"
    )


def _static_files(proxy: Balancer, machines: int) -> str:
    """Each machine has a file that the others lack, as amid an upgrade: nginx asks the next one for it, with
    Caddy a phone asks the machine again from which it has its page.
    """
    if not proxy.program:
        return "static files of one version: not tried without a proxy"
    phones = [Browser(proxy.port, address_of(n)) for n in range(STYLED)]
    found = [{n: _finds(phone, n) for n in range(machines)} for phone in phones]
    if proxy.program == "caddy":
        right = [sorted(each.values()) == [0] * (machines - 1) + [TRIES] for each in found]
        return (
            f"static files of one version: {sum(right)} of {STYLED} phones always find those of one machine"
        )
    right_ones = sum(sum(each.values()) for each in found)
    return f"static files of one version: {right_ones} of {STYLED * machines * TRIES} found"


def _finds(phone: Browser, machine: int) -> int:
    return sum(phone.opens(f"/static/soak-{machine}.css") for _ in range(TRIES))


@dataclass
class Phones:
    """Phones that poll until the `end`, at the next of their `doors` if one is shut; the statuses that they
    heard after the kill, and after how many seconds each was answered first.
    """

    doors: Sequence[int]
    end: float
    killed_at: float = float("inf")
    statuses: Counter[str] = field(default_factory=Counter)
    back: dict[int, float] = field(default_factory=dict)

    async def keeps_asking(self, number: int, sheet: str, cookies: str, begin: float) -> None:
        await asyncio.sleep(begin)
        door = number
        while time.monotonic() < self.end:
            begun = time.monotonic()
            try:
                port = self.doors[door % len(self.doors)]
                status = await asyncio.wait_for(_polled(port, address_of(number), sheet, cookies), LATE)
            except (OSError, TimeoutError, ValueError, IndexError):
                status, door = "none", door + 1
            if begun > self.killed_at:
                self.statuses[status] += 1
                if status in ("200", "204"):
                    self.back.setdefault(number, time.monotonic() - self.killed_at)
            await asyncio.sleep(max(0.0, begun + INTERVAL - time.monotonic()))

    async def meet_a_kill(self, site: Site, sheets: Sequence[tuple[str, str]], phones: int) -> None:
        """`sheets` with the cookies that open them; half of the time is over then."""
        asking = [
            asyncio.create_task(self.keeps_asking(n, *sheets[n % len(sheets)], INTERVAL * n / phones))
            for n in range(phones)
        ]
        await asyncio.sleep((self.end - time.monotonic()) / 2)
        self.killed_at = time.monotonic()
        kills.kill(site)
        await asyncio.gather(*asking)


async def _polled(port: int, address: str, sheet: str, cookies: str) -> str:
    """The status of one answer, which was read to its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        lines = (f"GET {sheet}/totals?v=0 HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Cookie: {cookies}")
        writer.write("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        return (await reader.read()).split(b" ", 2)[1].decode()
    finally:
        writer.close()


def _one_is_killed(sites: Sequence[Site], doors: Sequence[int], phones: int, seconds: float) -> str:
    """The first of them, while phones poll and some write; another is asked what was kept."""
    owners = [Browser(doors[0]) for _ in range(-(-phones // AT_A_TABLE))]
    sheets = [(owner.new_sheet(), owner.all_cookies) for owner in owners]
    writers = [kills.Writer(doors[n % len(doors)], n, doors) for n in range(WRITERS)]
    for writer in writers:
        writer.start()
    crowd = Phones(doors, time.monotonic() + max(seconds, 4 * INTERVAL))
    asyncio.run(crowd.meet_a_kill(sites[0], sheets, phones))
    for writer in writers:
        writer.enough.set()
        writer.join()
        writer.browser.port = sites[1].port
    late = sum(took > 5 for took in crowd.back.values()) + phones - len(crowd.back)
    bad = sum(n for status, n in crowd.statuses.items() if status not in ("200", "204"))
    return (
        f"one of them killed: {kills.counted(writers)}; {phones} phones, answered again after at most "
        f"{max(crowd.back.values(), default=float('nan')):.1f} s, {late} later than 5 s, {bad} polls in vain"
    )

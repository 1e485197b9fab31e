"""Two sites with folders of their own on one PostgreSQL, behind nginx if that is there, else by two ports."""

import asyncio
import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from scoring.joining import CODE_LENGTH
from tests.setup.site import PATIENCE, ROOT, Site, free_port, start, wait_until
from tests.soak import kills
from tests.soak.browser import FAILURES, LATE, Browser, variables
from tests.soak.crowd import INTERVAL

AT_A_TABLE = 25
WRITERS = 2
COLLISIONS = 10
MOST_WRONG = 100  # codes
GUESSER = "203.0.113.7"
WANTED = "/print/poison/reference.pdf?paper=letter"  # no menu opens it unchanged
BETWEEN_LOOKS = 0.05  # seconds
NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; {user}
events {{ worker_connections 4096; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/1; uwsgi_temp_path {folder}/2; scgi_temp_path {folder}/3;
    upstream grimoire {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        proxy_set_header Host $host:$server_port;
        proxy_set_header X-Forwarded-For $remote_addr;
        location / {{ proxy_pass http://grimoire; }}
        location /static/ {{ proxy_pass http://grimoire; proxy_next_upstream error timeout http_404; }}
    }}
}}
"""


def run(data: Path, phones: int, seconds: float) -> str:
    """Lines of figures; news and the kill have a third of the time each."""
    if not os.environ.get("TEST_DATABASE_URL"):
        return "two: no PostgreSQL, script/with_postgres script/soak two has one"
    folders, balancer = [data / "a", data / "b"], free_port()
    own = {"SECRET_KEY": "one key for both machines, as README says", "LIMITS": "1", "WORKERS": "2"}
    own |= {"TRUSTED_PROXY": "127.0.0.1", "PUBLIC_URL": f"http://127.0.0.1:{balancer}"}
    lines = [_released([variables(folder) | own for folder in folders])]
    for folder in folders:  # as if each had a version of its own
        (folder / "static" / f"soak-{folder.name}.css").write_text("p { color: red }")
    with ExitStack() as open_sites:
        sites = [open_sites.enter_context(start(each, **(variables(each) | own))) for each in folders]
        for site in sites:
            site.wait_until_whole()
        ports = [site.port for site in sites]
        doors = [balancer] if open_sites.enter_context(_balanced(data, balancer, ports)) else ports
        lines += [_news(ports, time.monotonic() + seconds / 3), _collisions(ports), _wrong_codes(ports)]
        lines += [_document(ports), _static_files(doors)]
        lines.append(_one_is_killed(sites, doors, phones, seconds / 3))
    shared = "with Redis" if os.environ.get("TEST_REDIS_URL") else "no Redis"
    through = "nginx" if doors == [balancer] else "two ports, no nginx here"
    return "\n".join(f"two: {line}" for line in (f"{shared}, by {through}", *lines))


def _released(environments: Sequence[dict[str, str]]) -> str:
    """Both prepare the empty database at once."""
    begun, command = time.monotonic(), [sys.executable, "manage.py", "release"]
    both = [
        subprocess.Popen(command, cwd=ROOT, env=os.environ | each, stdout=subprocess.DEVNULL)
        for each in environments
    ]
    codes = [each.wait() for each in both]
    return f"released at once, exits {codes}, {time.monotonic() - begun:.0f} s"


@contextmanager
def _balanced(data: Path, port: int, behind: Sequence[int]) -> Iterator[bool]:
    """nginx before the sites, in turn; without it False."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        yield False
        return
    servers = " ".join(f"server 127.0.0.1:{each};" for each in behind)
    user = "" if os.geteuid() else "user root;"
    config = data / "nginx.conf"
    config.write_text(NGINX.format(folder=data, port=port, servers=servers, user=user))
    process = subprocess.Popen([program, "-c", config, "-e", data / "nginx.log"])
    try:
        wait_until(lambda: _answers(port))
        yield True
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _answers(port: int) -> bool:
    with suppress(*FAILURES):
        return Browser(port).opens("/healthz")
    return False


def _same_person(browser: Browser, port: int) -> Browser:
    """The browser at another machine."""
    other = Browser(port)
    for cookie in browser.cookies:
        other.cookies.set_cookie(cookie)
    return other


def _news(ports: Sequence[int], end: float) -> str:
    """Written on one machine, asked for on the other over a kept connection, as browsers have it."""
    owner, lags = Browser(ports[0]), list[float]()
    sheet = owner.new_sheet()
    kept = http.client.HTTPConnection("127.0.0.1", ports[1], timeout=LATE)

    def hears_nothing() -> bool:
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
    kept.close()
    middle, worst = statistics.median(lags), max(lags)
    return f"news on the other machine: median {middle:.2f} s, max {worst:.2f} of {len(lags)}"


def _collisions(ports: Sequence[int]) -> str:
    """Two write into one cell at once, each on its own machine; then the first is sent to the other again."""
    owner = Browser(ports[0])
    sheet = owner.new_sheet()
    both, right, again = [owner, _same_person(owner, ports[1])], 0, 0
    with ThreadPoolExecutor(2) as threads:
        for n in range(COLLISIONS):
            names = [f"two-collision-{n:04}-{each}" for each in "ab"]
            answers = list(
                threads.map(lambda who, name, n=n: who.write(sheet, str(n % 9), n, name), both, names)
            )
            right += sorted(answer.status for answer in answers) == [200, 409]
            first = next(k for k, answer in enumerate(answers) if answer.status == 200)
            repeated = both[1 - first].write(sheet, str(n % 9), n, names[first])
            again += repeated.status == 200 and _number(repeated.body) == _number(answers[first].body)
    kept = len(json.loads(owner.ask(f"{sheet}/export.json").body)["entries"])
    return (
        f"written at once on both: {right} of {COLLISIONS} one kept and one told of a conflict, "
        f"{again} sent again were known, {kept - COLLISIONS} doubled"
    )


def _number(body: str) -> int:
    return int(json.loads(body)["entry"])


def _wrong_codes(ports: Sequence[int]) -> str:
    """One address guesses codes of sheets until it is refused, then on the other machine."""
    guesser = Browser(ports[0])
    guesser.ask("/join")
    counts = []
    for browser in (guesser, _same_person(guesser, ports[1])):
        body = urlencode(
            {"csrfmiddlewaretoken": guesser.cookie("csrftoken"), "code": "0" * CODE_LENGTH}
        ).encode()
        tries = 0
        while tries < MOST_WRONG:
            if browser.ask("/join", "POST", body, **{"X-Forwarded-For": GUESSER}).status == 429:
                break
            tries += 1
        counts.append(tries)
    return f"wrong codes until a refusal: {counts[0]} on one, then {counts[1]} on the other"


def _document(ports: Sequence[int]) -> str:
    """Asked for in turn; who was told that it is there asks the other once more."""
    begun, there, without = time.monotonic(), 0.0, 0
    browsers = [Browser(port) for port in ports]
    wait_until(lambda: any(browser.opens(WANTED) for browser in browsers), look_every=BETWEEN_LOOKS)
    there = time.monotonic() - begun
    without = sum(not browser.opens(WANTED) for browser in browsers * 2)
    return f"a document nobody had made: there after {there:.1f} s, then {without} of 4 answers without it"


def _static_files(doors: Sequence[int]) -> str:
    """Each machine has a file that the other lacks, as amid an upgrade."""
    if len(doors) > 1:
        return "static files of one version: not tried by two ports"
    browser = Browser(doors[0])
    found = sum(browser.opens(f"/static/soak-{name}.css") for name in "ab" for _ in range(10))
    return f"static files of one version, asked for in turn: {found} of 20 found"


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
                status = await asyncio.wait_for(_polled(port, sheet, cookies), LATE)
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


async def _polled(port: int, sheet: str, cookies: str) -> str:
    """The status of one answer, which was read to its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        lines = (f"GET {sheet}/totals?v=0 HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Cookie: {cookies}")
        writer.write("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        return (await reader.read()).split(b" ", 2)[1].decode()
    finally:
        writer.close()


def _one_is_killed(sites: Sequence[Site], doors: Sequence[int], phones: int, seconds: float) -> str:
    """The first of two, while phones poll and some write; both are asked what was kept by the other alone."""
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
        f"one of two killed: {kills.counted(writers)}; {phones} phones, answered again after at most "
        f"{max(crowd.back.values(), default=float('nan')):.1f} s, {late} later than 5 s, {bad} polls in vain"
    )

"""What `manage.py bench` measures: engines in ref, pages as multiples of an empty one, paper, memory.

Nothing here is a test; each figure stands beside the ceiling that it was promised to stay under.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from urllib.parse import quote_plus

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.test import Client, override_settings
from django.urls import get_resolver, path, reverse
from django.utils import translation

from rulebook.content import reading
from rulebook.printing import documents, pdf, pictures
from rulebook.printing.posters import rules
from rulebook.search import quality
from scoring.models import LinkRole, new_sheet
from simulator.bulk import play
from simulator.bulk.figures import Metric
from simulator.bulk.reference import cpu_seconds, ref_rate
from simulator.engine.chance import substream
from simulator.engine.game import Move, Seat
from simulator.engine.record import Record, steps_of
from simulator.game import engine_of, has_engine
from simulator.game import get as game_object
from simulator.management.waits import helper_figures

SEED, GAMES, RUNS = 7, 120, 7
PAGE_RUNS = 60


def engine_figures(game_id: str) -> Iterator[Metric]:
    """Replaying records, playing at random with listing, a hint at the opening. Medians of CPU time."""
    game, promise = engine_of(game_id), game_object(game_id).promises
    players = reading.load(game_id).players[0] + 1
    config, seats = {"players": players, "options": dict(game.bulk_options)}, ["random"] * players
    played = [play.play(game_id, config, seats, substream(SEED, n)) for n in range(GAMES)]
    decisions = sum(one.decisions for one in played)
    moves = [(one.record, _moves(game_id, one.record)) for one in played]

    def replay_all() -> None:
        for record, pairs in moves:
            state = game.new_game(record.config, record.seed).state
            for seat, move in pairs:
                state = game.apply(state, seat, move).state

    def play_all() -> None:
        for n in range(GAMES):
            play.play(game_id, config, seats, substream(SEED, n))

    for name, work, ceiling in (("replay", replay_all, promise.replay), ("random", play_all, promise.random)):
        ref = _in_ref(work)
        yield Metric(f"{name}: check, apply, events{LISTING[name]}", ref / decisions, "ref/decision", ceiling)
        yield Metric(f"{name}: a whole game", ref / GAMES, "ref/game", None)
    state = game.new_game(config, SEED).state
    seat = min(game.to_act(state))  # several, where the game begins with sealed choices
    view, seeds = game.view(state, seat), cycle(range(RUNS))
    hint = statistics.median(cpu_seconds(lambda: game.hint(view, next(seeds), 1)) for _ in range(RUNS))
    yield Metric("hint at the opening, to its first look", hint, "s", promise.hint)


LISTING = {"replay": "", "random": ", listing, views, bots"}


def _moves(game_id: str, record: Record) -> list[tuple[Seat, Move]]:
    """The record's moves, read once: replaying measures rules, not parsing."""
    game = engine_of(game_id)
    states = [step.state for step in steps_of(game, record)]
    return [
        (seat, game.parse(state, seat, text))
        for state, (seat, text) in zip(states[:-1], record.moves, strict=True)
    ]


def _in_ref(work: Callable[[], object]) -> float:
    """Reference iterations that `work` costs; the loop is measured beside each run."""
    return statistics.median(ref_rate() * cpu_seconds(work) for _ in range(RUNS))


def empty_page(request: HttpRequest) -> HttpResponse:
    return render(request, "base.html")


def page_figures(game_id: str) -> Iterator[Metric]:
    """Medians in this process, each request beside one for an empty page of the base template."""
    addresses = (path("nothing", empty_page, name="nothing"), *get_resolver().url_patterns)
    with override_settings(ROOT_URLCONF=addresses, ALLOWED_HOSTS=["*"]), translation.override("ru"):
        client, clause = Client(), reading.load(game_id).asked[0]
        empty = _median_ms(client, reverse("nothing"))
        yield Metric("empty page of the base template", empty, "ms", None)
        page = reverse("rulebook:clause", args=[game_id, clause])
        yield _ratio("clause page", client, page, ceiling=4)
        chapter = _most_figured(game_id)
        yield _ratio(
            "chapter with figures", client, reverse("rulebook:chapter", args=[game_id, chapter]), ceiling=3
        )
        yield _ratio("search", client, _search(game_id), ceiling=10)
        yield _ratio("search, what players ask", client, *_questions(game_id), ceiling=10)
        with transaction.atomic():
            sheet = new_sheet(game_id, ["Оля", "Саша", "Коля", "Рита"])
            client.get(sheet.link(LinkRole.OWNER).path)
            totals = f"{reverse('scoring:totals', args=[sheet.public_id])}?v={sheet.version}"
            yield _ratio("unchanged poll of a sheet", client, totals, ceiling=1)
            transaction.set_rollback(True)


def _most_figured(game_id: str) -> str:
    """The chapter with the most figures, the first of a game that has none."""
    game = reading.load(game_id)
    figures = {
        chapter.id: {clause.figure for clause in game.in_chapter(chapter.id)} for chapter in game.chapters
    }
    return max(figures, key=lambda chapter: len(figures[chapter] - {""}))


def _search(game_id: str) -> str:
    """The address of a search for a rule that people ask for, by its title."""
    game = reading.load(game_id)
    return _asking(game.clause_by_id[game.asked[0]].title.ru)


def _questions(game_id: str) -> list[str]:
    """The addresses of searches for what players ask about a game, as typed on the home page."""
    asked = (question for question in quality.questions("seen") if question.game == game_id)
    return [_asking(phrasing) for question in asked for phrasing in question.phrasings["ru"]]


def _asking(query: str) -> str:
    return f"{reverse('rulebook:search')}?q={quote_plus(query)}"


def _ratio(name: str, client: Client, *addresses: str, ceiling: float) -> Metric:
    """The addresses against an empty page, in turn, so that a drifting machine drifts for both."""
    asked = islice(cycle(addresses), PAGE_RUNS)
    pairs = [(_request_ms(client, address), _request_ms(client, reverse("nothing"))) for address in asked]
    page, empty = (statistics.median(column) for column in zip(*pairs, strict=True))
    return Metric(f"{name} ({page:.1f} ms)", page / empty, "× empty page", ceiling)


def _median_ms(client: Client, address: str) -> float:
    return statistics.median(_request_ms(client, address) for _ in range(PAGE_RUNS))


def _request_ms(client: Client, address: str) -> float:
    start = time.perf_counter()
    response = client.get(address)
    elapsed = time.perf_counter() - start
    if response.status_code >= 400:
        raise RuntimeError(f"{address}: {response.status_code}")
    return elapsed * 1000


def print_figures(game_id: str) -> Iterator[Metric]:
    """The PDF of all cards against WeasyPrint alone on the same HTML, and the copy from the cache."""
    from weasyprint import HTML  # not at the top: a web worker never loads it before a PDF is asked for

    with translation.override("ru"):
        html = documents.cards(reading.load(game_id), documents.CardOptions())
    base = f"{pdf.STATIC_DIR.as_uri()}/"
    pdf.engine().pdf(html)  # reads the fonts, once in a process
    pairs = []
    for n in range(3):
        fresh = f"{html}<!-- {os.getpid()} {n} -->"
        ours = cpu_seconds(lambda text=fresh: pdf.pdf(text))
        pairs.append((ours, cpu_seconds(HTML(string=html, base_url=base).write_pdf)))
    ours, alone = (statistics.median(column) for column in zip(*pairs, strict=True))
    yield Metric(f"card PDF ({ours:.2f} s)", ours / alone, "× WeasyPrint alone", 1.3)
    pdf.pdf(html)
    cached = statistics.median(cpu_seconds(lambda: pdf.pdf(html)) for _ in range(RUNS))
    yield Metric("card PDF from the cache", cached * 1000, "ms", 10)


def picture_figures(game_id: str) -> Iterator[Metric]:
    """The picture of a rule made anew, the copy from the cache, and how large it is."""
    game = reading.load(game_id)
    svg = rules.clause_poster(game, game.clause_by_id[game.asked[0]], "ru")
    fresh = cycle(svg.replace("</svg>", f'<g id="n{os.getpid()}-{n}"/></svg>') for n in range(RUNS))
    made = statistics.median(cpu_seconds(lambda: pictures.png(next(fresh))) for _ in range(RUNS))
    yield Metric("picture", made, "s", 0.5)
    kept = len(pictures.png(svg))
    cached = statistics.median(cpu_seconds(lambda: pictures.png(svg)) for _ in range(RUNS))
    yield Metric("picture from the cache", cached * 1000, "ms", 10)
    yield Metric("picture, size", kept / 1000, "KB", 150)


# VmHWM begins anew with a program, while ru_maxrss still knows the process that started it.
WORKER = """
import re, sys, tempfile
from pathlib import Path
from unittest.mock import patch
import django
django.setup()
from django.test import Client
client = Client(SERVER_NAME="localhost")
cache = "rulebook.printing.store.cache_dir"
with tempfile.TemporaryDirectory() as folder, patch(cache, lambda: Path(folder)):
    for address in sys.argv[1:]:
        if client.get(address).status_code >= 400:
            sys.exit(address)
print(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def memory_figures(game_id: str) -> Iterator[Metric]:
    """The peak of a fresh process that has served one of each kind of page, a PDF among them."""
    with translation.override("ru"):
        addresses = [
            reverse("rulebook:game", args=[game_id]),
            reverse("rulebook:clause", args=[game_id, reading.load(game_id).asked[0]]),
            _search(game_id),
            reverse("scoring:start", args=[game_id]),
            *_if_any(reverse("simulator:start", args=[game_id])),
            reverse("rulebook:print_pdf", args=[game_id, "reference"]),
        ]
    environment = {**os.environ, "GRIMOIRE_DATA_DIR": str(settings.DATA_DIR), "PRINT_AT_ONCE": "1"}
    worker = subprocess.run(
        [sys.executable, "-c", WORKER, *addresses],
        env=environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    yield Metric("a worker's memory at its peak", int(worker.stdout.split()[-1]) / 1024, "MB", 150)


def _if_any(address: str) -> list[str]:
    """The address, where a game has such a page."""
    return [address] if Client(SERVER_NAME="localhost").get(address).status_code < 400 else []


def own_figures(game_id: str) -> Iterator[Metric]:
    """The engine, where a game has one, and what the game has measured besides."""
    if has_engine(game_id):
        yield from engine_figures(game_id)
    yield from game_object(game_id).own_figures()


def waiting_figures(game_id: str) -> Iterator[Metric]:
    """How long hints and bots take where two tables ask."""
    return helper_figures(game_id) if has_engine(game_id) else iter(())


SECTIONS: Mapping[str, Callable[[str], Iterator[Metric]]] = {
    "engine": own_figures,
    "waiting": waiting_figures,
    "pages": page_figures,
    "print": print_figures,
    "pictures": picture_figures,
    "memory": memory_figures,
}
SITELESS = ("engine", "waiting")  # sections for which nothing has to be prepared

"""How long people wait for the helper: two tables ask for a hint at once while a bot thinks at a third."""

import tempfile
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from simulator.bulk.figures import Metric
from simulator.engine.chance import substream
from simulator.engine.rules import random_bot
from simulator.game import engine_of, table_of
from simulator.jobs import helper, server
from simulator.jobs.jobs import JobFailed

SEED, PLIES, LONGEST = 7, 24, 60.0
FACTS, BANDS = 1.0, 4.0  # seconds: what was promised for two tables
ASKING = 0.3  # seconds between two questions of a page


def helper_figures(game_id: str) -> Iterator[Metric]:
    """Seconds by the clock, in each configuration at its largest table, some plies into a game."""
    game = engine_of(game_id)
    for name, config in game.configs.items():
        seats = config.seats[-1]
        state = _met(game_id, {"players": seats, "options": {**game.bulk_options, **config.options}})
        if state is None:
            continue
        job = {"game": game_id, "state": game.encode(state), "seat": min(game.to_act(state))}
        bot = {**job, "job": "choose", "bot": table_of(game_id).DEFAULT_BOT, "seed": SEED}
        with _helper() as folder, ThreadPoolExecutor() as pool:
            thought = pool.submit(_seconds_of_a_move, folder, bot)
            waits = [pool.submit(_wait, folder, {**job, "job": "estimate", "seed": n}) for n in (1, 2)]
            facts, bands, worlds = (
                max(column) for column in zip(*(each.result() for each in waits), strict=True)
            )
        where = f"{name}, {seats} seats, two tables"
        yield Metric(f"{where}: an answer", facts, "s", FACTS)
        yield Metric(f"{where}: bands", bands, "s", BANDS)
        yield Metric(f"{where}: worlds in the end", worlds, "", None)
        yield Metric(f"{where}: a bot's move beside them", thought.result(), "s", None)


def _met(game_id: str, config: Mapping[str, Any]) -> Any:
    """A position with something to choose, after some moves at random; None where there is none."""
    game = engine_of(game_id)
    state = game.new_game(config, SEED).state
    for ply in range(10 * PLIES):
        acting = game.to_act(state)
        if not acting:
            return None
        moves = game.legal_moves(state, min(acting))
        if ply >= PLIES and len(moves) > 2:
            return state
        state = game.apply(state, min(acting), random_bot(None, moves, substream(SEED, ply))).state
    return None


@contextmanager
def _helper() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder, server.serve(Path(folder)) as desk:
        thread = threading.Thread(target=desk.serve_forever)
        thread.start()
        try:
            yield Path(folder)
        finally:
            desk.shutdown()
            thread.join()


def _seconds_of_a_move(folder: Path, job: Mapping[str, Any]) -> float:
    began = perf_counter()
    with suppress(JobFailed):  # stopped as too long: so long it takes
        helper.do(folder, job, LONGEST)
    return perf_counter() - began


def _wait(folder: Path, job: Mapping[str, Any]) -> tuple[float, float, int]:
    """Asks on as a page does: the seconds to an answer and to one with rows, and the worlds of the last."""
    began, facts, bands, seen, done = perf_counter(), 0.0, 0.0, 0, False
    while not done:
        answer = helper.hint(folder, job, seen, ASKING)
        now = perf_counter() - began
        facts = facts or now
        bands = bands or (now if answer["rows"] else 0.0)
        seen, done = answer["counted"], answer["done"]
    return facts, bands or perf_counter() - began, seen

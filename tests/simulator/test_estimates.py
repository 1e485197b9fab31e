"""A hint in slices: the clock says how far it comes, never what it says."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from simulator.engine.game import Band, Hint, Move, Proposition
from simulator.engine.weighing import Playouts, Weighing
from simulator.game import engine_of
from simulator.jobs import estimates, jobs
from simulator.jobs.estimates import Estimate, hint_json, read_hint

POISON = engine_of("poison")
OPENING = POISON.new_game({"players": 4}, 3).state
SEAT = min(POISON.to_act(OPENING))
MOVES = POISON.legal_moves(OPENING, SEAT)


def job(seed: int = 5, **more: object) -> dict[str, object]:
    state = POISON.encode(OPENING)
    return {"job": "estimate", "game": "poison", "state": state, "seat": SEAT, "seed": seed, **more}


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Nothing is known from before."""
    estimates.standing.clear()
    yield
    estimates.standing.clear()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints of Poison that cost nothing: the later a move stands, the more it costs."""
    monkeypatch.setattr(POISON, "weighing", lambda view, seed, whole=True: weighed(seed))


def weighed(seed: int, most: int = 480) -> Weighing:
    def value(world: int, move: Move, luck: int) -> float:
        return MOVES.index(move) + luck % 7

    return Playouts(MOVES, lambda rng: rng, value, seed, slip=1.0, most=most, fewer_is_better=True)


def ticking(seconds: float) -> Callable[[], float]:
    """A clock that goes on by so much whenever it is looked at."""
    return count(0.0, seconds).__next__


@pytest.mark.usefixtures("quick")
def test_slices_of_one_world_come_to_the_same_as_a_count_without_a_stop() -> None:
    """Issue 42: «a figure is a function of (view, seed, number of worlds)»."""
    whole = jobs.run(job(playouts=0))
    one, parts = Estimate(job()), dict[int, Any]()
    while not one.done:
        one.go_on(seconds=0.0)
        parts[one.answer["counted"]] = one.answer
    assert one.answer == json.loads(json.dumps(whole))
    assert list(parts) == [0, 30, 60, 120, 240, 480]
    for worlds, found in parts.items():
        other = Estimate(job())
        while other.answer["counted"] < worlds:
            other.go_on(seconds=1000.0)
        assert {**other.answer, "done": False} == {**found, "done": False}


@pytest.mark.usefixtures("quick")
def test_a_slice_ends_with_its_time_and_with_each_look(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Estimate(job())
    monkeypatch.setattr(estimates, "perf_counter", ticking(0.1))
    one.go_on(seconds=0.25)
    assert one.weighing.played == 3 * len(MOVES)  # type: ignore[union-attr]
    assert one.answer == estimates.counting(job())
    monkeypatch.setattr(estimates, "perf_counter", ticking(0.0))
    for worlds in (30, 60):
        one.go_on()
        assert one.answer["counted"] == worlds


@pytest.mark.usefixtures("quick")
def test_a_hint_is_counted_for_eight_seconds_and_for_as_long_again_where_it_has_nothing_to_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seconds, worlds, limit in ((0.1, 30, estimates.SECONDS), (3.0, 0, estimates.AT_LAST)):
        monkeypatch.setattr(estimates, "perf_counter", ticking(seconds))
        one = Estimate(job())
        while not one.done:
            one.go_on()
        assert one.spent >= limit
        assert (one.answer["done"], one.answer["counted"] >= worlds) == (True, True)
        assert bool(one.answer["rows"]) == bool(worlds)
        before = one.answer
        one.go_on()
        assert one.answer == before


@pytest.mark.usefixtures("quick")
def test_a_process_goes_on_where_it_stopped_and_keeps_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "KEPT", 2)
    assert [jobs.run(job())["counted"] for _ in range(3)] == [30, 60, 120]
    for seed in (6, 7):
        jobs.run(job(seed))
    assert len(estimates.standing) == 2
    assert jobs.run(job())["counted"] == 30, "the one that was used longest ago began anew"
    assert jobs.run(job(7))["counted"] == 60


@pytest.mark.parametrize("state", ["not to act", "over"])
def test_a_seat_without_a_choice_has_an_empty_hint(state: str) -> None:
    """Issue 42, bad input: «a hint for a seat that isn't to act, for a finished game»."""
    after = POISON.apply(OPENING, SEAT, MOVES[0]).state
    while state == "over" and POISON.to_act(after):
        (seat,) = POISON.to_act(after)
        after = POISON.apply(after, seat, POISON.legal_moves(after, seat)[0]).state
    asked = {**job(), "state": POISON.encode(after)}
    answer = jobs.run(asked)
    assert (answer["rows"], answer["done"]) == ([], True)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("more", [{"seed": "x"}, {"seat": 9}, {"seat": "0"}, {"state": {}}, {"state": [1]}])
def test_a_crafted_job_fails_by_itself(more: dict[str, object]) -> None:
    """Issue 42, bad input: «with a crafted seed»."""
    with pytest.raises(jobs.JobFailed):
        jobs.run(job(**more))
    assert jobs.run(job(8, playouts=1))["rows"], "the next one is done"


def test_an_answer_is_read_as_it_was_told() -> None:
    said = Proposition("mark", {"n": 2, "cards": ["R4"]}, good=False, likely=True)
    row = POISON.hint(POISON.view(OPENING, SEAT), 5, 1).estimates[0]
    hint = Hint((row._replace(reason=said, band=Band.MISTAKE),), 1, 5, 30, done=False)
    text = json.dumps(hint_json(hint))
    assert read_hint(json.loads(text), lambda move: POISON.parse(OPENING, SEAT, move)) == hint

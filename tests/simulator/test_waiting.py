"""Whose job is done next: in turn, none twice, none for nobody. Counted, not timed."""

from collections import Counter
from typing import Any

from simulator.jobs.waiting import Queue, SharedJob, Waiter


def hints(most: int = 64) -> Queue:
    return Queue(most, 2 * most, forgotten=5.0)


def bots(most: int = 4) -> Queue:
    return Queue(most, kept=16)


def asked(queue: Queue, job: bytes, who: Any = None, now: float = 0.0, **more: Any) -> SharedJob | None:
    return queue.ask(job, Waiter(who or object(), **more), now)


def part(worlds: int, done: bool = False) -> dict[str, Any]:
    return {"rows": [], "counted": worlds, "done": done}


def served(queue: Queue, now: float = 0.0) -> list[Any]:
    return [waiter.line for task in queue.tasks.values() for waiter in task.served(now)]


def test_two_tables_that_ask_have_a_slice_each_in_turn() -> None:
    """Issue 42: «with two tables asking first facts within 1 s, bands within 4 s»."""
    queue, order = hints(), []
    asked(queue, b"one")
    for n in range(20):
        if n == 5:
            asked(queue, b"two")
        task = queue.take(0.0)
        assert task is not None
        order.append(task.job)
        queue.tell(part(0))
    assert order[:5] == [b"one"] * 5
    assert set(order[5:7]) == {b"one", b"two"}
    assert order[5::2] == [order[5]] * 8, "in turn"
    assert order[6::2] == [order[6]] * 7


def test_of_fifty_at_once_none_starves_and_those_beyond_the_bound_come_in_later() -> None:
    """Issue 42, bad input: «50 at once»."""
    queue, slices, done = hints(most=40), Counter[bytes](), set[bytes]()
    jobs = [b"%d" % n for n in range(50)]
    for _ in range(100):
        for job in jobs:
            if job not in done:
                asked(queue, job)
        for _ in range(10):
            task = queue.take(0.0)
            if task is not None:
                slices[task.job] += 1
                queue.tell(part(slices[task.job], done=slices[task.job] == 8))
                if task.over:
                    done.add(task.job)
        assert len(queue.turn) <= 40
    assert done == set(jobs)
    assert set(slices.values()) == {8}


def test_who_asks_the_same_shares_it() -> None:
    """Issue 42: «one job never twice»: neither waiting nor under way nor once it is over."""
    queue = bots()
    asked(queue, b"move", "first")
    asked(queue, b"move", "second")
    task = queue.take(0.0)
    asked(queue, b"move", "third")
    assert queue.take(0.0) is None
    queue.current = task
    queue.tell({"move": "play 1"})
    assert served(queue) == ["first", "second", "third"]
    asked(queue, b"move", "fourth")
    assert queue.take(0.0) is None
    assert served(queue) == ["fourth"]


def test_a_part_is_told_once_it_is_newer_and_to_who_has_waited_long_enough() -> None:
    queue = hints()
    asked(queue, b"hint", "new", seen=0)
    asked(queue, b"hint", "knows", seen=30)
    asked(queue, b"hint", "hasty", seen=60, until=0.4)
    asked(queue, b"hint", "once", last=True)
    queue.take(0.0)
    queue.tell(part(30))
    assert served(queue) == ["new"]
    assert served(queue, 0.5) == ["hasty"]
    queue.take(0.5)
    queue.tell(part(60))
    assert served(queue, 0.5) == ["knows"]
    queue.take(0.5)
    queue.tell(part(60, done=True))
    assert served(queue, 0.5) == ["once"]


def test_a_hint_that_nobody_has_asked_about_for_some_seconds_is_dropped_and_goes_on_later() -> None:
    queue = hints()
    asked(queue, b"hint", "gone")
    queue.leave("gone")
    assert queue.take(4.9) is not None, "its page asks on in a moment"
    queue.tell(part(30))
    assert queue.take(5.1) is None
    task = asked(queue, b"hint", now=6.0)
    assert queue.take(6.0) is task
    assert task is not None
    assert task.answer == part(30)


def test_a_bots_move_that_nobody_waits_for_is_not_thought_of() -> None:
    queue = bots()
    asked(queue, b"move", "gone")
    queue.leave("gone")
    assert queue.take(0.0) is None


def test_few_bots_wait_and_who_comes_then_is_told() -> None:
    queue = bots(most=2)
    asked(queue, b"0")
    queue.take(0.0)
    assert [asked(queue, b"%d" % n) is None for n in (1, 2, 3)] == [False, False, True]


def test_a_child_that_began_anew_takes_nothing_back() -> None:
    """Issue 42: «within a hint «ошибка» is never taken back»."""
    queue = hints()
    task = asked(queue, b"hint", seen=120)
    assert task is not None
    for worlds, done, known in ((60, False, 60), (30, False, 60), (30, True, 60)):
        queue.take(0.0)
        queue.tell(part(worlds, done))
        assert task.answer == part(known, done)


def test_a_failure_is_told_to_all_and_not_tried_again() -> None:
    queue = hints()
    task = asked(queue, b"hint", "first", seen=30)
    queue.take(0.0)
    queue.tell({"error": "TimeOver", "seconds": 10.0})
    assert served(queue) == ["first"]
    asked(queue, b"hint", "second")
    assert queue.take(0.0) is None
    assert task is not None
    assert (served(queue), task.answer) == (["second"], {"error": "TimeOver", "seconds": 10.0})


def test_only_the_last_answers_are_kept() -> None:
    queue = Queue(most=4, kept=3)
    for n in range(6):
        asked(queue, b"%d" % n)
        queue.take(0.0)
        queue.tell({"move": "play"})
        served(queue)
    assert list(queue.tasks) == [b"3", b"4", b"5"]

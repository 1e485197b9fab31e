"""Two requests meet in a transaction: the second comes when the first has read what it is going to change.

Nothing is left to luck. The first stops at a statement of its own, by default the first one that writes,
until the second has answered or waits for a lock of the first.
"""

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.settings import TEST_DATABASE_URL
from tests.wire.site import own_copy

PATIENCE = 60.0  # seconds, for a busy machine
BETWEEN_LOOKS = 0.01
WAITS_FOR_ME = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE %s = ANY(pg_blocking_pids(pid)))"


class Moment(NamedTuple):
    """Before the `nth` statement of a transaction that looks so."""

    statement: str
    nth: int = 1


BEFORE_WRITING = Moment("^(INSERT|UPDATE|DELETE)")


class Case(NamedTuple):
    """A `place` that locks a row: what `holds` of two requests at once, how both begin, what they answer, and
    what `stands` afterwards by what is `found`.
    """

    place: str
    holds: str
    begin: Callable[[], Any]
    first: Callable[[Any], Any]
    second: Callable[[Any], Any]
    answers: tuple[int, int]
    found: Callable[[Any, Any], Any]
    stands: Any
    moment: Moment = BEFORE_WRITING


class Meeting:
    """What the connection of the first request asks before each statement."""

    def __init__(self, hand: ThreadPoolExecutor, second: Callable[[], Any], moment: Moment) -> None:
        self.hand, self.second, self.moment, self.seen = hand, second, moment, 0
        self.other: Future[Any] | None = None

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if connection.in_atomic_block and re.search(self.moment.statement, sql):
            self.seen += 1
            if self.seen == self.moment.nth:
                self.other = self.hand.submit(self._come)
                self._await(self.other)
        return execute(sql, params, many, context)

    def _come(self) -> Any:
        try:
            return self.second()
        finally:
            connection.close()

    def _await(self, other: Future[Any]) -> None:
        """Until the second request is done or waits for the first."""
        mine, until = connection.connection.info.backend_pid, time.monotonic() + PATIENCE
        onlooker = connection.copy()
        try:
            with onlooker.cursor() as cursor:
                while not wait([other], BETWEEN_LOOKS).done:
                    cursor.execute(WAITS_FOR_ME, [mine])
                    if cursor.fetchone()[0]:
                        return
                    assert time.monotonic() < until, "the second request neither ends nor waits for the first"
        finally:
            onlooker.close()


def meet(first: Callable[[], Any], second: Callable[[], Any], moment: Moment) -> tuple[Any, Any]:
    """What both answer."""
    with ThreadPoolExecutor(1) as hand:
        meeting = Meeting(hand, second, moment)
        with connection.execute_wrapper(meeting):
            answer = first()
        assert meeting.other, "the first request never came to that statement"
        return answer, meeting.other.result()


def check(case: Case) -> None:
    scene = case.begin()
    answers = meet(lambda: case.first(scene), lambda: case.second(scene), case.moment)
    assert tuple(answer.status_code for answer in answers) == case.answers, case.holds
    assert case.found(scene, answers) == case.stands, case.holds


@pytest.fixture(scope="module")
def several_connections(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database of the module's own, whose transactions are real; what tests leave there goes with it."""
    with django_db_blocker.unblock(), own_copy():
        yield


ON_A_SERVER = [
    pytest.mark.skipif(not TEST_DATABASE_URL, reason="script/test --postgres runs it"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("several_connections"),
    pytest.mark.whole,
]

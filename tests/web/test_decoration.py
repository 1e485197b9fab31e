"""What a page can do without is written in a hurry, and what must stand is not."""

import pytest
from django.db import connection

from web.polling import decoration

pytestmark = [
    pytest.mark.skipif(connection.vendor != "sqlite", reason="a server has no lock on the whole database"),
    pytest.mark.django_db(transaction=True),
]
WAITS_FOR_THE_DISK, DOES_NOT = 2, 1


def pragma(name: str) -> int:
    with connection.cursor() as cursor:
        return int(cursor.execute(f"PRAGMA {name}").fetchone()[0])


def test_only_what_a_page_can_do_without_is_not_waited_for() -> None:
    """2,000 phones say a hundred times a second that they are still there, and each wait for the disk would
    hold up an entry. «What is acknowledged stands even after a power cut.»
    """
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous = FULL")  # as the site has it
    with decoration():
        assert (pragma("synchronous"), pragma("busy_timeout")) == (DOES_NOT, 0)
    assert pragma("synchronous") == WAITS_FOR_THE_DISK
    assert pragma("busy_timeout") > 0

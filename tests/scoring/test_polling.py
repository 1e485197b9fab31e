"""What a phone hears when it asks again."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.scoring.conftest import Person


def test_nothing_new_is_204_and_never_304(owner: Person, viewer: Person) -> None:
    owner.write("r1.p1.red", "2")
    answer = viewer.get("totals", v=1)
    assert (answer.status_code, answer.content) == (204, b"")
    assert "ETag" not in answer.headers


def test_a_new_entry_is_200_with_the_ledger_alone(owner: Person, viewer: Person) -> None:
    owner.write("r1.p1.red", "2")
    answer = viewer.get("totals", v=0)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert page.strip().startswith('<div class="sheet-live"')
    assert 'data-version="1"' in page


def test_a_version_from_the_future_gets_the_present(viewer: Person) -> None:
    assert viewer.get("totals", v=999).status_code == 200


def test_a_closed_sheet_is_286_and_carries_the_final_totals(owner: Person, viewer: Person) -> None:
    owner.write_round(1)
    owner.finish()
    for version in (0, 17):
        answer = viewer.get("totals", v=version)
        assert answer.status_code == 286
        assert 'class="verdict"' in answer.content.decode()


def test_an_opened_sheet_is_polled_again(owner: Person, viewer: Person) -> None:
    owner.finish()
    owner.finish(base=1, text="")
    assert viewer.get("totals", v=2).status_code == 204


def test_an_unchanged_poll_asks_the_database_once(viewer: Person) -> None:
    viewer.get("totals", v=0)
    with CaptureQueriesContext(connection) as queries:
        assert viewer.get("totals", v=0).status_code == 204
    assert len(queries) == 1


@pytest.mark.parametrize("version", ["", "x", "-1", "1.5", "9" * 30])
def test_a_nonsense_version_is_400(viewer: Person, version: str) -> None:
    assert viewer.get("totals", v=version).status_code == 400

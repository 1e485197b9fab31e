"""A sheet whose game fails: a page that says so, the entries to save, the last one to take back."""

import logging
from typing import Any

import pytest

from scoring.models import LinkRole, Sheet
from scoring.sheets.core import SheetEntry
from tests.scoring.people import NAMES, Person, client_id, opened

CELL = "r1.p1.poison"


class Fault(Exception):
    """What a stranger's code raises."""


def breaking(monkeypatch: pytest.MonkeyPatch, sheet: Sheet, name: str) -> None:
    """Has the sheet's game raise wherever `name` is asked for an entry of three."""
    sound = getattr(sheet.rules, name)

    def raising(*args: Any) -> Any:
        if any(entry.text == "3" for arg in args for entry in entries_in(arg)):
            raise Fault("three")
        return sound(*args)

    monkeypatch.setattr(sheet.rules, name, raising)


def entries_in(argument: Any) -> list[SheetEntry]:
    if isinstance(argument, SheetEntry):
        return [argument]
    return [each for each in argument if isinstance(each, SheetEntry)] if isinstance(argument, list) else []


def test_an_entry_that_the_game_fails_at_is_told_and_not_written(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sent again it would fail again: the script drops what is refused with 422."""
    breaking(monkeypatch, owner.sheet, "check")
    answer = owner.write(CELL, "3")
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("На этой записи счёт сломался")
    assert owner.sheet.entries.count() == 0
    assert owner.write(CELL, "2").status_code == 200


def test_a_sheet_that_cannot_be_counted_has_a_page_its_entries_and_a_way_back(
    owner: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert owner.write(CELL, "2").status_code == 200
    assert owner.write(CELL, "3", base=1).status_code == 200
    breaking(monkeypatch, owner.sheet, "fold")
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            page = owner.get("sheet")
            assert page.status_code == 500
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith(f"poison: sheet {owner.sheet.public_id} fails at entry 2: Fault: three (")
    assert "Счёт сломался" in page.text
    assert "Fault, tests/scoring/test_pages_failing.py" in page.text
    saved = owner.get("entries_json")
    assert saved.json()["entries"] == [[1, CELL, "2"], [2, CELL, "3"]]
    assert saved.json()["names"] == NAMES
    assert 'name="entry" value="2"' in page.text
    fields = {"entry": "2", "client_entry_id": client_id()}
    monkeypatch.undo()
    assert owner.client.post(owner.url("undo"), fields).status_code == 302
    assert owner.get("sheet").status_code == 200


def test_the_script_hears_that_asking_helps_nobody(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """`look` of sheet.js stops where a page of the sheet says why in `#page-error .refusal`."""
    assert owner.write(CELL, "3").status_code == 200
    breaking(monkeypatch, owner.sheet, "fold")
    answer = owner.get("totals", v="0")
    assert answer.status_code == 500
    assert 'id="page-error"' in answer.text
    assert '<p class="refusal">' in answer.text


def test_who_only_looks_has_nothing_to_take_back(sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(sheet).write(CELL, "3").status_code == 200
    breaking(monkeypatch, sheet, "fold")
    page = opened(sheet, LinkRole.VIEWER).get("sheet")
    assert page.status_code == 500
    assert 'name="entry"' not in page.text


def test_the_list_of_sheets_shows_the_others_all_the_same(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert owner.write(CELL, "3").status_code == 200
    breaking(monkeypatch, owner.sheet, "fold")
    listed = owner.client.get("/score/recent")
    assert listed.status_code == 200
    assert owner.sheet.get_absolute_url() in listed.text

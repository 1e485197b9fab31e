"""People around a sheet: the owner who began it, a scorer and a viewer with their links, and a stranger."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.models import Entry, EntryDraft, LinkRole, Sheet, new_sheet

NAMES = ["Оля", "Саша", "Коля", "Рита"]
# The rulebook's example of counting: 7, 2, 17 and 15 points. Plain numbers, as this module is a plugin of all
# tests and the game isn't there where others are tried alone.
ROWS = ("red", "blue", "purple", "poison")
EXAMPLE = ((2, 3, 0, 1), (6, 0, 2, 0), (5, 2, 6, 2), (1, 6, 6, 4))
EXAMPLE_POINTS = (7, 2, 17, 15)
PHONE = "Mozilla/5.0 (Linux; Android 14) Mobile"
ids = count(1)


def in_words(value: object) -> str | None:
    """The id of a case: its texts, where it is a list of them; of a long list the first ones."""
    return "; ".join(value[:4]) if isinstance(value, list) else None


def client_id() -> str:
    return f"client-entry-{next(ids)}"


def cells_of(number: int, table: Iterable[Sequence[int]]) -> list[tuple[str, str]]:
    """A round of Poison, cell by cell."""
    return [
        (f"r{number}.p{seat}.{field}", str(n))
        for seat, counts in enumerate(table, start=1)
        for field, n in zip(ROWS, counts, strict=True)
    ]


@dataclass
class Person:
    """Somebody with a browser of their own, looking at one sheet."""

    client: Client
    sheet: Sheet

    def url(self, name: str = "sheet", *args: object) -> str:
        return reverse(f"scoring:{name}", args=[self.sheet.public_id, *args])

    def get(self, name: str = "sheet", *args: object, **query: object) -> HttpResponse:
        return self.client.get(self.url(name, *args), query)

    def rows(self) -> list[list[str]]:
        """The sheet as a spreadsheet reads it."""
        text = self.get("export", "csv").content.decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text), delimiter=";"))

    def send(self, name: str, fields: object) -> HttpResponse:
        """As the sheet's script does: JSON there and back."""
        return self.client.post(
            self.url(name), fields, content_type="application/json", headers={"Accept": "application/json"}
        )

    def write(self, cell: str, text: str, base: int = 0, client_entry_id: str = "") -> HttpResponse:
        fields = {"cell": cell, "text": text, "base": base, "client_entry_id": client_entry_id or client_id()}
        return self.send("entries", fields)

    def fill(self, cells: Iterable[tuple[str, str]]) -> None:
        """Lays these texts into their cells; that phones write cell by cell is looked at elsewhere."""
        sheet = Sheet.objects.get(pk=self.sheet.pk)
        for cell, text in cells:
            sheet.append(EntryDraft(cell, text, 0, client_id()))

    def page(self, name: str = "sheet", *args: object, **query: object) -> str:
        """A page as its source, a file to take along as its text."""
        return self.get(name, *args, **query).content.decode()

    def post(self, cell: str, base: int = 0, path: str = "", **fields: object) -> HttpResponse:
        """As a form of the page does without scripts."""
        sent = {"cell": cell, "base": base, "client_entry_id": client_id(), **fields}
        return self.client.post(path + self.url("entries"), sent)

    def write_round(self, number: int, table: Iterable[Sequence[int]] = EXAMPLE) -> None:
        self.fill(cells_of(number, table))

    def write_series(self) -> None:
        """All rounds, laid into the sheet at once."""
        cells = [cell for number in range(1, len(EXAMPLE) + 1) for cell in cells_of(number, EXAMPLE)]
        Entry.objects.bulk_create(
            Entry(sheet=self.sheet, number=n, cell=cell, text=text, base=0, client_entry_id=client_id())
            for n, (cell, text) in enumerate(cells, start=1)
        )
        Sheet.objects.filter(pk=self.sheet.pk).update(version=len(cells))

    def finish(self, base: int = 0, text: str = "1") -> HttpResponse:
        fields = {"text": text, "base": base, "client_entry_id": client_id()}
        return self.client.post(self.url("finish"), fields)


def opened(sheet: Sheet, role: LinkRole = LinkRole.OWNER) -> Person:
    """Somebody on a phone who has opened the link of a role."""
    client = Client(headers={"User-Agent": PHONE})
    assert client.get(sheet.link(role).path).status_code == 302
    return Person(client, sheet)


@pytest.fixture
def sheet(db: None) -> Sheet:
    return new_sheet("poison", NAMES, "Кухня, вторник")


@pytest.fixture
def holder(sheet: Sheet) -> Callable[[LinkRole], Person]:
    """Somebody who has opened the link of a role."""

    return partial(opened, sheet)


@pytest.fixture
def owner(holder: Callable[[LinkRole], Person]) -> Person:
    return holder(LinkRole.OWNER)


@pytest.fixture
def scorer(holder: Callable[[LinkRole], Person]) -> Person:
    return holder(LinkRole.SCORER)


@pytest.fixture
def viewer(holder: Callable[[LinkRole], Person]) -> Person:
    return holder(LinkRole.VIEWER)


@pytest.fixture
def stranger(sheet: Sheet) -> Person:
    return Person(Client(), sheet)

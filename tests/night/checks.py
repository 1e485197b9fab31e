"""What must hold of score sheets, by the rows of the database, after every request and at the end."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from scoring import game as scoring
from scoring.sheets.core import FINISH, YES, SheetEntry, names_in, of_game
from tests.night.evening import Broken, Evening
from tests.night.machine import Answer, Request
from tests.night.phones import SENTENCE, SheetPhone, page_in
from tests.night.rows import Rows

SHEET = re.compile(r"^/score/s/(\w+)")
POLLED = re.compile(r"/totals\?v=(\d+)")


class Row(NamedTuple):
    number: int
    cell: str
    text: str
    base: int
    name: str
    undoes: int | None


class Known(NamedTuple):
    """What was known when a request came in: the version acknowledged, and whether its entry stands."""

    version: int
    stands: bool


def in_words(request: Request, answer: Answer) -> None:
    """No mistake of ours, no answer without a sentence, no limit for people at a table."""
    where = f"{answer.status} for {request.path}"
    if answer.status >= 500 and answer.status != 503:
        raise Broken("mistake", f"{where}\n{answer.mistake}")
    if answer.status == 503 and not answer.header("Retry-After"):
        raise Broken("busy without a moment", where)
    if answer.status == 429:
        raise Broken("limit", where)
    if answer.status >= 400:
        kind = answer.header("Content-Type").partition(";")[0]
        says = {"application/json": _message, "text/plain": str.strip}.get(kind, SENTENCE.search)
        if not says(answer.text):
            raise Broken("no sentence", f"{where}: {answer.text[:300]}")


def _message(text: str) -> str:
    return str(json.loads(text).get("message", ""))


class SheetWatch:
    """Looks at one sheet."""

    def __init__(self, evening: Evening, phones: Sequence[SheetPhone]) -> None:
        self.evening, self.phones = evening, phones
        self.rows = Rows(evening.world.database)
        self.public_id, self.key = "", 0
        self.entries: list[Row] = []
        self.standing: dict[str, int] = {}  # the last entry of each cell
        self.by_name: dict[str, Row] = {}
        self.version = self.told = 0  # what the sheet's row said last; what an answer has told last

    # --- Answers

    def taken(self, request: Request) -> Known:
        return Known(
            self.told if self.evening.is_settled else 0,
            bool(request.body) and name_in(request) in self.by_name,
        )

    def answered(self, request: Request, answer: Answer | None, remembered: Known) -> None:
        if answer is not None:
            in_words(request, answer)
            if self.public_id and self.public_id in request.path:
                self._tells_all(request, answer, remembered)
        self.look()

    def _tells_all(self, request: Request, answer: Answer, known: Known) -> None:
        """Who asks after an entry was acknowledged hears of it; what a page shows is what stood there."""
        polled = POLLED.search(request.path)
        if answer.status == 204 and polled and int(polled[1]) < known.version:
            raise Broken("stale", f"nothing new since {polled[1]}, but {known.version} was acknowledged")
        if known.stands and answer.status in (400, 404, 409, 422):
            raise Broken("retry", f"{name_in(request)} stands, and its retry hears {answer.status}")
        if request.body is not None and answer.status == 200:
            self.told = max(self.told, json.loads(answer.body)["version"])
        page = page_in(answer) if request.body is None and answer.status in (200, 286) else None
        if page is None:
            return
        if page.version < known.version:
            raise Broken("stale", f"a page of {page.version}, but {known.version} was acknowledged")
        self.look()
        stood = {row.cell: row for row in self.entries[: page.version]}
        for cell, (entry, text) in page.cells.items():
            least = stood[cell].number if cell in stood and stood[cell].text else 0
            if entry < least or (entry and self.entries[entry - 1][1:3] != (cell, text)):
                raise Broken("page", f"{cell} shows {text!r} of entry {entry} in version {page.version}")

    # --- Rows

    def found(self, public_id: str) -> None:
        self.public_id = public_id
        (self.key,) = self.rows.one("SELECT id FROM scoring_sheet WHERE public_id = ?", public_id)

    def look(self) -> None:
        """What must hold of the rows now."""
        if not self.key:
            return
        if self.rows.are_new:
            self._look_anew()
        for phone in self.phones:
            self._stand(phone)

    def _look_anew(self) -> None:
        version, finished = self.rows.one(
            "SELECT version, finished FROM scoring_sheet WHERE id = ?", self.key
        )
        if version < self.version:
            raise Broken("version", f"{self.version} became {version}")
        self.version = version
        found = [
            Row(*row)
            for row in self.rows.ask(
                "SELECT number, cell, text, base, client_entry_id, undoes FROM scoring_entry"
                " WHERE sheet_id = ? ORDER BY number",
                self.key,
            )
        ]
        if found[: len(self.entries)] != self.entries:
            raise Broken("rows", "an entry that stood was changed, or is gone")
        for row in found[len(self.entries) :]:
            self._added(row)
        if version != len(self.entries):
            raise Broken("version", f"the sheet says {version}, and has {len(self.entries)} entries")
        ends = self.standing.get(FINISH, 0)
        if bool(finished) != bool(ends and self.entries[ends - 1].text == YES):
            raise Broken("finished", f"the sheet says {finished}")

    def _added(self, row: Row) -> None:
        if row.number != len(self.entries) + 1:
            raise Broken("rows", f"entry {row.number} comes after {len(self.entries)}")
        if row.base != self.standing.get(row.cell, 0):
            before = self.standing.get(row.cell, 0)
            raise Broken("overwritten", f"{row} stands on {row.base}, over {before} that nobody had seen")
        if row.undoes and row.text != self._before(row):
            raise Broken("undone", f"{row} doesn't put back {self._before(row)!r}")
        self.evening.count["entries written"] += 1
        self.entries.append(row)
        self.standing[row.cell] = row.number
        self.by_name[row.name] = row

    def _before(self, row: Row) -> str:
        """What stood in the cell of an entry before the one that it undoes."""
        earlier = [old.text for old in self.entries[: (row.undoes or 1) - 1] if old.cell == row.cell]
        return earlier[-1] if earlier else ""

    def _stand(self, phone: SheetPhone) -> None:
        """What was acknowledged to a phone stands, once."""
        for name, said in phone.acknowledged.items():
            row = self.by_name.get(name)
            if row is None:
                raise Broken("lost", f"{name} was acknowledged: {said}")
            if said and (said["entry"], said["cell"], said["text"]) != row[:3]:
                raise Broken("lost", f"{name} was acknowledged as {said}, and is {row}")
        phone.acknowledged.clear()

    def given(self, public_id: str, entries: Sequence[dict[str, Any]]) -> None:
        """What was given stands there, each entry once."""
        there = self.rows.ask(
            "SELECT number, cell, text, client_entry_id FROM scoring_entry JOIN scoring_sheet"
            " ON sheet_id = scoring_sheet.id WHERE public_id = ? ORDER BY number",
            public_id,
        )
        told = [(each["number"], each["cell"], each["text"], each["client_entry_id"]) for each in entries]
        if there[: len(told)] != told or public_id == self.public_id:
            raise Broken("give", f"{told} was given, and {there} is there")

    # --- The end

    def all_is_well(self, exported: dict[str, Any]) -> None:
        """When all is quiet: all open pages agree, nothing waits for ever, totals are right."""
        self.look()
        for phone in self.phones:
            for tab in phone.tabs:
                if tab.is_open and tab.page and not tab.refused and tab.page.version != self.version:
                    raise Broken("news", f"{phone.name} shows {tab.page.version}, it is {self.version}")
            stuck = [] if any(tab.blocked or tab.refused for tab in phone.tabs) else phone.outbox
            if stuck and phone.tab:
                raise Broken("outbox", f"{phone.name} still keeps {[item.name for item in stuck]}")
            waiting = {item.name for item in phone.outbox}
            for n in range(1, phone.written + 1):
                name = f"{phone.name}-{n:04}-entry"
                if name not in phone.ends and name not in waiting:
                    raise Broken("forgotten", f"{name} was typed, and nobody has said what became of it")
        self._devices()
        self._totals(exported)

    def _devices(self) -> None:
        """Phones are numbered in the order in which they came."""
        numbers = [
            number
            for (number,) in self.rows.ask(
                "SELECT number FROM scoring_device WHERE sheet_id = ? ORDER BY number", self.key
            )
        ]
        if numbers != list(range(1, len(numbers) + 1)):
            raise Broken("devices", f"{numbers}")

    def _totals(self, exported: dict[str, Any]) -> None:
        game, entries = exported["game"], [SheetEntry(*row[:3]) for row in self.entries]
        seated = [
            name
            for (name,) in self.rows.ask(
                "SELECT name FROM scoring_seat WHERE sheet_id = ? ORDER BY place", self.key
            )
        ]
        again = scoring.get(game).sheet.fold(len(names_in(seated, entries)), of_game(entries))
        totals = json.loads(json.dumps(again.totals))
        own = OWN_RECKONING.get(game)
        if exported["totals"] != totals:
            raise Broken("totals", f"{exported['totals']}, reckoned again {totals}")
        if own and own(totals, self.entries) not in (None, totals):
            raise Broken("totals", f"{totals}, reckoned from the rows {own(totals, self.entries)}")


def name_in(request: Request) -> str:
    """The client's id of an entry that a form or a script sends."""
    body = request.body or b""
    if request.content_type == "application/json":
        return str(json.loads(body).get("client_entry_id", ""))
    return parse_qs(body.decode()).get("client_entry_id", [""])[0]


def poison(totals: list[int], rows: Sequence[Row]) -> list[int] | None:
    """A card is a point, a poison two; who alone has most of a colour sheds it. None where somebody kept one,
    or a round isn't full.
    """
    cells = {row.cell: sum(map(int, row.text.split("+"))) for row in rows if row.text and row.cell[0] == "r"}
    if any("keep" in cell for cell in cells):
        return None
    points, seats = Counter(dict.fromkeys(range(1, len(totals) + 1), 0)), range(1, len(totals) + 1)
    for n in seats:
        full = all(f"r{n}.p{seat}.{row}" in cells for seat in seats for row in COLOURS)
        for row in COLOURS if full else ():
            taken = {seat: cells[f"r{n}.p{seat}.{row}"] for seat in seats}
            most = [seat for seat in seats if taken[seat] == max(taken.values())]
            for seat in seats:
                shed = row != "poison" and most == [seat]
                points[seat] += 0 if shed else taken[seat] * (2 if row == "poison" else 1)
    return [points[seat] for seat in seats]


COLOURS = ("red", "blue", "purple", "poison")
OWN_RECKONING = {"poison": poison}

"""What must hold of a match, by the rows of the database, after every request and at the end."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.engine.record import Record, steps_of
from simulator.game import engine_of
from simulator.matches.play import Replay
from tests.night.checks import in_words
from tests.night.evening import Broken, Evening
from tests.night.machine import Answer, Request
from tests.night.rows import Rows

POLLED = re.compile(r"\?v=(\d+)")
FOR_WHO_HAS_ALL = "/give.json"  # seats at one device


class Known(NamedTuple):
    version: int
    undoes: bool
    gone: frozenset[int]  # seats that had been handed over
    is_out: bool  # whether nobody sits at this phone
    taken_back: int  # moves by then


class TableWatch:
    """Looks at one match."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.rows = Rows(evening.world.database)
        self.key, self.public_id, self.version, self.told = 0, "", 0, 0
        self.moves: list[tuple[int, str]] = []
        self.taken_back = 0
        self.done: dict[bytes, int] = {}  # moves that were answered, and how many were taken back before
        self.undoing = 0  # requests under way that may take something back
        self.intended: Counter[int] = Counter()  # how many moves each seat has meant
        self.by_seat: set[int] = set()
        self.changes = 0  # of seats
        self.gone: set[int] = set()  # seats that were handed over to bots
        self.out: set[str] = set()  # phones whose seat's link was replaced

    def found(self, path: str) -> None:
        self.public_id = path.rpartition("/")[2]
        (self.key,) = self.rows.one("SELECT id FROM simulator_match WHERE public_id = ?", self.public_id)

    # --- Answers

    def taken(self, request: Request) -> Known:
        undoes = request.path.endswith("/undo")
        self.undoing += undoes
        settled = self.evening.is_settled
        told = self.told if settled else 0
        return Known(told, undoes, frozenset(self.gone), self._is_out(request), self.taken_back)

    def _is_out(self, request: Request) -> bool:
        return request.phone.partition(",")[0] in self.out or not request.cookies

    def answered(self, request: Request, answer: Answer | None, remembered: Known) -> None:
        self.look()
        self.undoing -= remembered.undoes
        if answer is None:
            return
        in_words(request, answer)
        if request.path.endswith("/move"):
            self._retried(request, answer, remembered)
        if not self.public_id or self.public_id not in request.path:
            return
        reads = request.body is None and not request.path.endswith(FOR_WHO_HAS_ALL)
        is_out = remembered.is_out or self._is_out(request)  # the link may go while it is under way
        if answer.status == 403 and reads and self.by_seat and not is_out:
            raise Broken("out", f"{request.phone} sits at the table, and may not see {request.path}")
        polled = POLLED.search(request.path)
        if polled and answer.status == 204 and int(polled[1]) < remembered.version:
            raise Broken("stale", f"nothing new since {polled[1]}, but {remembered.version} was acknowledged")
        if answer.status == 200 and answer.header("Content-Type") == "application/json":
            version = json.loads(answer.body).get("version")  # none in a record
            if version is not None and version < remembered.version:
                raise Broken("stale", f"{version}, but {remembered.version} was acknowledged")
            self.told = max(self.told, version or 0)

    def _retried(self, request: Request, answer: Answer, known: Known) -> None:
        """What was done once isn't refused when it is sent again; whose seat a bot has can't move it."""
        sent = request.body or b""
        if answer.status == 200:
            if json.loads(sent)["seat"] in known.gone:
                raise Broken("left in", f"{sent!r} was done for a seat that a bot has")
            self.done[sent] = known.taken_back  # what was taken back meanwhile may have been this
        elif self.done.get(sent) == self.taken_back and answer.status in (404, 409, 422):
            raise Broken("retry", f"{sent!r} was done, and hears {answer.status}")

    def meant(self, fields: dict[str, Any]) -> None:
        self.intended[fields["seat"]] += 1

    def acknowledged(self, fields: dict[str, Any]) -> None:
        """The move stands, unless somebody has taken it back since."""
        self.look()
        if not self.taken_back and (fields["seat"], fields["move"]) not in self.moves:
            raise Broken("lost", f"{fields} was acknowledged")

    # --- Rows

    def look(self) -> None:
        if not (self.key and self.rows.are_new):
            return
        (version,) = self.rows.one("SELECT version FROM simulator_match WHERE id = ?", self.key)
        if version < self.version:
            raise Broken("version", f"{self.version} became {version}")
        rows = self.rows.ask(
            "SELECT ply, seat, text FROM simulator_move WHERE match_id = ? ORDER BY ply", self.key
        )
        moves = [(seat, text) for _, seat, text in rows]
        if [ply for ply, _, _ in rows] != list(range(1, len(rows) + 1)):
            raise Broken("rows", f"plies {[ply for ply, _, _ in rows]}")
        gone = Counter(self.moves) - Counter(moves)  # a frame that closes puts its choices in another order
        if gone and not self.undoing:
            raise Broken("rows", f"{gone} stood, and nobody has taken it back")
        if gone and version == self.version and self._is_seen():
            raise Broken("version", f"move {len(self.moves)} is taken back, and the version stays {version}")
        self.taken_back += gone.total()
        self.evening.count["moves taken back"] += gone.total()
        self.evening.count["moves made"] += (Counter(moves) - Counter(self.moves)).total()
        made = Counter(seat for seat, _ in moves)
        for seat in self.by_seat:
            if made[seat] > self.intended[seat]:
                raise Broken(
                    "doubled", f"seat {seat} has {made[seat]} moves, and meant {self.intended[seat]}"
                )
        (changes,) = self.rows.one("SELECT count(*) FROM simulator_seatchange WHERE match_id = ?", self.key)
        if changes != self.changes and self.version == version:
            raise Broken("version", f"somebody else has a seat now, and the version is still {version}")
        self.version, self.moves, self.changes = version, moves, changes

    def opened_again(self, path: str, record: dict[str, Any]) -> None:
        rows = self.rows.ask(
            "SELECT seat, text FROM simulator_move JOIN simulator_match ON match_id = simulator_match.id"
            " WHERE public_id = ? ORDER BY ply",
            path.rpartition("/")[2],
        )
        self.evening.count["moves of opened records"] += len(rows)
        if rows[: len(record["moves"])] != [tuple(move) for move in record["moves"]]:
            raise Broken("record", f"{record['moves']} was saved, and {rows} is there")

    def _is_seen(self) -> bool:
        """Whether what was played last is more than begun, or half chosen, so that all pages show it."""
        record = self.record()
        replay = Replay(record, tuple(steps_of(engine_of(record.game), record)))
        return replay.ply in replay.settled

    def record(self) -> Record:
        game, rules, config, seed, start = self.rows.one(
            "SELECT game, rules, config, seed, start FROM simulator_match WHERE id = ?", self.key
        )
        begun = json.loads(config), int(seed), tuple(self.moves), json.loads(start or "null")
        return Record(game, rules, *begun)

    def all_is_well(self, shown: Mapping[str, int]) -> None:
        """The record can be replayed to what the row says, and every page shows its version: `shown`."""
        self.look()
        record, engine = self.record(), engine_of(self.record().game)
        (finished,) = self.rows.one("SELECT finished FROM simulator_match WHERE id = ?", self.key)
        *_, last = steps_of(engine, record)
        self.evening.count["matches at their end"] += bool(finished)
        if bool(finished) != (not engine.to_act(last.state)):
            raise Broken("finished", f"the match says {finished}")
        for name, version in shown.items():
            if version != self.version:
                raise Broken("news", f"{name} shows {version}, it is {self.version}")

"""Two worlds that differ in what a seat can't see: the site answers it byte for byte the same in both."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simulator.engine.record import steps_of
from simulator.engine.refusal import IllegalMove
from simulator.engine.rules import Rules
from simulator.game import engine_of
from tests.night.evening import HTMX, Broken, Phone
from tests.night.machine import Answer, Machine, Request
from tests.night.table_checks import TableWatch
from tests.night.world import entropy, forget_drawn

READS = (
    "view.json",
    "log",
    "speech",
    "about",
    "share",
    "position",
    "record.json?ply=0",
    "record.json",
    "review",
)
REFUSED = 3  # moves


class Seated(NamedTuple):
    """A phone with one seat, which knows what that seat knows."""

    phone: Phone
    seat: int


def hold(machine: Machine, watch: TableWatch, path: str, seated: Seated) -> bool:
    """Whether there was anything to hide. The match is spoilt afterwards. Raises Broken."""
    record = watch.record()
    engine = engine_of(record.game)
    *_, last = steps_of(engine, record)
    known = engine.resample(last.state, seated.seat, 1)
    worlds = [engine.encode(state) for state in (last.state, known)]
    acting = [engine.to_act(state) for state in (last.state, known)]
    # Who has chosen in a frame that is still open, the table hides by what was played, and none was here.
    if worlds[0] == worlds[1] or not acting[0] or acting[0] != acting[1]:
        return False
    played = sorted({text for _, text in record.moves})
    may_not = [text for text in played if not _may(engine, known, seated, text)]
    asked = list(questions(path, seated, may_not))
    before = [lots.getstate() for lots in entropy()]
    heard = []
    for start in worlds:
        _begin_anew(machine, watch, start)
        for lots, state in zip(entropy(), before, strict=True):
            lots.setstate(state)
        heard.append([machine.at_once(request) for request in asked])
    for request, *answers in zip(asked, *heard, strict=True):
        _compare(request, *answers)
    return True


def _may(engine: Rules[Any, Any], state: Any, seated: Seated, text: str) -> bool:
    """Some moves are legal, and stand for the same as one that is listed."""
    try:
        return engine.check(state, seated.seat, engine.parse(state, seated.seat, text)) is None
    except IllegalMove:
        return False


def questions(path: str, seated: Seated, may_not: Sequence[str]) -> list[Request]:
    """Whatever a seat may ask, and moves that it may not make."""
    cookies = seated.phone.cookies
    reads = [Request(path, cookies), Request(f"{path}?v=0&since=0", cookies, headers=(HTMX,))]
    reads += [Request(f"{path}/{page}", cookies) for page in READS]
    token = ("HTTP_X_CSRFTOKEN", seated.phone.jar.get("csrftoken", ""))
    for text in may_not[:REFUSED]:
        body = json.dumps({"seat": seated.seat, "ply": 0, "move": text}).encode()
        headers = (("HTTP_ACCEPT", "application/json"), token)
        reads.append(Request(f"{path}/move", cookies, body, "application/json", headers))
    return reads


def _begin_anew(machine: Machine, watch: TableWatch, start: Mapping[str, Any]) -> None:
    """The match begins with this position, and no process remembers another."""
    database = sqlite3.connect(machine.world.database)
    with database:
        database.execute("DELETE FROM simulator_move WHERE match_id = ?", (watch.key,))
        database.execute("UPDATE simulator_seat SET seen_ply = NULL WHERE match_id = ?", (watch.key,))
        database.execute("UPDATE simulator_match SET start = ? WHERE id = ?", (json.dumps(start), watch.key))
    database.close()
    for worker in machine.workers:
        worker.forget()
    machine.parent.clear()
    forget_drawn()


def _compare(request: Request, one: Answer, other: Answer) -> None:
    if one.status >= 500 or one != other:
        lines = [answer.text.splitlines() for answer in (one, other)]
        differ = [pair for pair in zip(*lines, strict=False) if pair[0] != pair[1]][:2]
        where = f"{request.path} {(request.body or b'').decode()}"
        raise Broken("twins", f"{where}: {one.status}, {other.status}, {differ}{one.mistake}")

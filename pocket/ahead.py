"""A move at a table of the server, shown before the server has answered, by the engine in the browser.

`known` is the server's half: what the reader of a table knows of it, as JSON, and nothing else. The pocket's
half makes a table of that, which is in no database, and on it a move that follows from it, as
`simulator.engine.foresight` says. Nothing is written: the move itself goes to the server, as ever, and what
the server answers stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.timezone import make_naive

from simulator.engine.foresight import foresee
from simulator.engine.game import Event, Step
from simulator.engine.record import Record
from simulator.matches.access import MatchAccess
from simulator.matches.board import MatchPresenter
from simulator.matches.play import Replay, Viewer, texts_of
from simulator.matches.sealed import SealedChoice
from simulator.matches.seating import SeatLogLine
from simulator.matches.views import DRAFT_LIMIT, TABLE
from simulator.models import Match, Seat

IN_A_POCKET = "pocket.from_here"  # of an environment (pocket/caller.py); no client can name it
FAR_BACK = 300  # plies that a page may tell of
PLAIN = ("public_id", "game", "rules", "version", "dealing", "origin_ply", "dealt_anew")
SHARED_CONFIG = ("players", "options")  # what it may hold besides is the dealer's


# --- What a reader knows ------------------------------------------------------------------------------------


def known(board: MatchPresenter) -> dict[str, Any] | None:
    """What the reader of a table knows of it; None where no move of theirs could be shown before its time:
    it isn't their turn, all choose at once, or several people have this phone.
    """
    replay, access = board.replay, board.access
    if not board.mine or board.sealed or len(access.own) != 1:
        return None
    match, seat, first = board.match, access.own[0], max(0, replay.ply + 1 - FAR_BACK)
    own = [
        ply for ply in replay.settled if ply > first and board.log.is_own(ply) and not replay.closed_at(ply)
    ]
    return {
        "match": {name: getattr(match, name) for name in PLAIN},
        "config": {name: match.config[name] for name in SHARED_CONFIG if name in match.config},
        "has_start": match.start is not None,
        "is_bound": match.salt != "",
        "origin": match.origin.public_id if match.origin else "",
        "seats": [[each.name, each.kind, each.seen_ply] for each in access.seats],
        "is_host": access.is_host,
        "seat": seat,
        "changes": [[make_naive(line.at).isoformat(), line.text] for line in board.seat_changes],
        "world": replay.engine.encode(replay.engine.resample(replay.state, seat, 0)),
        "movers": [mover for mover, _ in replay.record.moves],
        "settled": list(replay.settled),
        "frames": [[frame.start, sorted(frame.seats), frame.end] for frame in replay.frames],
        "answers": [ply for ply in own if replay.is_answer(ply)],
        "first": first,
        "events": [_heard(replay.steps[ply].events, seat) for ply in range(first, replay.ply + 1)],
        "told": [
            [ply, _heard(board.log.told(ply), seat)]
            for ply in replay.settled
            if ply >= first and list(board.log.told(ply)) != board.log.events(ply)
        ],
    }


def _heard(events: Sequence[Event], seat: int) -> list[dict[str, Any]]:
    """`own`: that others didn't hear it."""
    return [
        event.to_json() | {"own": event.audience is not None} for event in events if event.visible_to(seat)
    ]


# --- A table of that ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KnownReplay(Replay):
    """A replay as somebody knows it who wasn't told the positions that led to the last one, `ply_known`."""

    settled_known: Sequence[int] = ()
    frames_known: Sequence[SealedChoice] = ()
    told_known: Mapping[int, Sequence[Event]] = field(default_factory=dict)
    answers: frozenset[int] = frozenset()
    ply_known: int = 0

    @cached_property
    def settled(self) -> Sequence[int]:
        new = range(self.ply_known + 1, self.ply + 1)
        return [*self.settled_known, *(ply for ply in new if not self._under_way(ply))]

    @property
    def frames(self) -> Sequence[SealedChoice]:
        return self.frames_known

    def told(self, ply: int, heard: Sequence[Event]) -> Sequence[Event]:
        return self.told_known.get(ply, heard) if ply <= self.ply_known else super().told(ply, heard)

    def is_answer(self, ply: int) -> bool:
        return ply in self.answers if ply <= self.ply_known else super().is_answer(ply)


@dataclass(frozen=True)
class KnownBoard(MatchPresenter):
    """The table of a match that is in no database here."""

    changes: Sequence[SeatLogLine] = ()

    @property
    def seat_changes(self) -> Sequence[SeatLogLine]:
        return self.changes


def board_after(
    told: Mapping[str, Any], text: str, whole: bool, lang: str, draft: str = ""
) -> KnownBoard | None:
    """The table after a move, or several, of whoever was told this; without one as it stands. None where what
    was told doesn't tell that. Raises whatever comes of what nobody was told: LookupError, TypeError,
    ValueError, AttributeError, BadPosition.
    """
    before = _replay(told)
    after = _moved(before, told["seat"], texts_of(text), whole) if text else before
    if after is None:
        return None
    access = _access(told, is_new=after.settled[-1] > before.ply)
    changes = [SeatLogLine(datetime.fromisoformat(at), said) for at, said in told["changes"]]
    return KnownBoard(access, after, Viewer(told["seat"]), after.ply, lang, draft[:DRAFT_LIMIT], changes)


def _moved(replay: KnownReplay, seat: int, texts: Sequence[str], whole: bool) -> KnownReplay | None:
    """As `simulator.matches.play.move` makes them: of a way as much as can be made."""
    engine, record, steps = replay.engine, replay.record, list(replay.steps)
    for text in texts:
        state = steps[-1].state
        move = engine.parse(state, seat, text)
        if len(steps) > len(replay.steps) and not whole and engine.check(state, seat, move) is not None:
            break
        step = foresee(engine, engine.view(state, seat), seat, move)
        if step is None:
            return None
        record = record.with_move(seat, move)
        steps.append(step)
    return replace(replay, record=record, steps=tuple(steps))


def _replay(told: Mapping[str, Any]) -> KnownReplay:
    match, seat, first = told["match"], told["seat"], told["first"]
    moves = tuple((mover, "") for mover in told["movers"])
    record = Record(match["game"], match["rules"], told["config"], 0, moves)
    nothing: Any = None  # whoever asks for it has to wait for the server
    steps = [nothing] * first + [Step(None, _events(each, seat), frozenset()) for each in told["events"]]
    replay = KnownReplay(
        record,
        tuple(steps),
        settled_known=told["settled"],
        frames_known=[SealedChoice(start, frozenset(seats), end) for start, seats, end in told["frames"]],
        told_known={ply: _events(each, seat) for ply, each in told["told"]},
        answers=frozenset(told["answers"]),
        ply_known=len(moves),
    )
    steps[-1] = steps[-1]._replace(state=replay.engine.decode(told["world"]))
    return replace(replay, steps=tuple(steps))


def _events(rows: Sequence[Mapping[str, Any]], seat: int) -> tuple[Event, ...]:
    return tuple(
        Event(row["kind"], row["clause"], row["params"], (seat,) if row["own"] else None) for row in rows
    )


def _access(told: Mapping[str, Any], is_new: bool) -> MatchAccess:
    """Rows that are never saved. `is_new`: other pages hear of the move."""
    match = Match(
        **told["match"],
        config=told["config"],
        seed="0",
        salt="0" if told["is_bound"] else "",
        start=told["world"] if told["has_start"] else None,
        origin=Match(pk=1, public_id=told["origin"]) if told["origin"] else None,
    )
    match.version += is_new
    seats = tuple(
        Seat(match=match, place=place, name=name, kind=kind, seen_ply=ply)
        for place, (name, kind, ply) in enumerate(told["seats"])
    )
    return MatchAccess(match, seats, told["is_host"], (told["seat"],))


def fragment(request: HttpRequest, board: MatchPresenter) -> str:
    """The table as the server would send it, but for the token of its forms."""
    context = {"game": board.content, "door": "play", "board": board, "came_from": board.came_from}
    return render_to_string(TABLE, context, request)

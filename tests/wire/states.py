"""Encoded positions of engines, and what leaves an engine in each: views, legal moves, words, refusals."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.wire import doors
from tests.wire.corpus import canonical, digest, plain

BYSTANDER = "-"
STRANGE_TEXTS = 6  # texts of other positions that are tried in each
TRIED_MOVES = 3


class Found(NamedTuple):
    """A position: where it was met, and its encoded form."""

    where: str
    state: dict[str, Any]

    @property
    def group(self) -> tuple[str, int]:
        """The set-up that it belongs to: its options and its number of players."""
        return canonical(self.state["options"]), self.state["players"]

    @property
    def draw(self) -> str:
        """An order by nothing that means anything."""
        return hashlib.sha256(canonical(self.state).encode()).hexdigest()


# --- Choosing -----------------------------------------------------------------------------------------------


def shapes(data: Any, path: str = "") -> Iterator[str]:
    """The keys of a value with the way to each, list places left out; frames by their tag."""
    if isinstance(data, dict):
        name = f"{path}<{data['frame']}>" if "frame" in data else path
        for key, value in data.items():
            yield f"{name}.{key}"
            yield from shapes(value, f"{name}.{key}")
    elif isinstance(data, list):
        for value in data:
            yield from shapes(value, f"{path}[]")
    elif isinstance(data, str | bool) or data is None:
        yield f"{path}={data if isinstance(data, bool) or data is None else type(data).__name__}"


def choose(game_id: str, pool: Sequence[Found], count: int) -> list[Found]:
    """`count` positions: first those that show a key, a frame or a verb that no other showed yet, then some
    of every set-up in turn.
    """
    waiting = sorted({found.draw: found for found in pool}.values(), key=lambda found: found.draw)
    seen: set[str] = set()
    chosen: list[Found] = []
    for found in waiting:
        new = {*shapes(found.state), *_verbs(game_id, found.state)} - seen
        if new and len(chosen) < count:
            chosen.append(found)
            seen |= new
    groups: dict[tuple[str, int], list[Found]] = defaultdict(list)
    for found in waiting:
        if found not in chosen:
            groups[found.group].append(found)
    while len(chosen) < count and any(groups.values()):
        for key in sorted(groups):
            if groups[key] and len(chosen) < count:
                chosen.append(groups[key].pop())
    return sorted(chosen, key=lambda found: found.where)


def _verbs(game_id: str, encoded: Mapping[str, Any]) -> set[str]:
    engine = doors.engine(game_id)
    state = engine.decode(dict(encoded))
    return {f"verb {move.verb}" for seat in engine.to_act(state) for move in engine.legal_moves(state, seat)}


# --- Describing ---------------------------------------------------------------------------------------------


def legal_texts(game_id: str, encoded: Mapping[str, Any]) -> dict[str, list[str]]:
    """The legal moves of each seat to act, as texts, in their order."""
    engine = doors.engine(game_id)
    state = engine.decode(dict(encoded))
    return {
        str(seat): list(map(str, engine.legal_moves(state, seat))) for seat in sorted(engine.to_act(state))
    }


def describe(game_id: str, encoded: Mapping[str, Any], strange: Sequence[str]) -> dict[str, Any]:
    """All that leaves an engine in a position; `strange` texts are tried for each seat."""
    engine = doors.engine(game_id)
    state = engine.decode(dict(encoded))
    acting = sorted(engine.to_act(state))
    seats = [*range(encoded["players"]), None]
    names = [f"P{seat + 1}" for seat in range(encoded["players"])]
    legal = {seat: engine.legal_moves(state, seat) for seat in acting}
    result = engine.result(state)
    return {
        "again": digest(engine.encode(state)),
        "legal": legal_texts(game_id, encoded),
        "views": {_name(seat): plain(engine.view_json(engine.view(state, seat))) for seat in seats},
        "said": {
            str(seat): plain([[str(move), *engine.say(state, seat, move)] for move in moves])
            for seat, moves in legal.items()
        },
        "short": plain(engine.short(state, names)),
        "known": {_name(seat): plain(engine.short(state, names, seat, whole=False)) for seat in seats},
        "scores": [
            [
                score.points,
                [[line.code, line.clause, line.points, plain(line.params)] for line in score.lines],
            ]
            for score in engine.explain(state)
        ],
        "result": None if result is None else plain([result.scores, result.winners, result.limited]),
        "refused": [_refused(engine, state, seat, text) for seat in seats[:-1] for text in strange],
        "after": [
            _after(engine, state, seat, move)
            for seat, moves in legal.items()
            for move in moves[:: max(1, len(moves) // TRIED_MOVES)][:TRIED_MOVES]
        ],
    }


def _name(seat: int | None) -> str:
    return BYSTANDER if seat is None else str(seat)


def _refused(engine: Any, state: Any, seat: int, text: str) -> list[Any]:
    """What a text means here, and why it may not be done: code, clause, parameters; nothing if it may."""
    move = engine.parse(state, seat, text)
    refusal = engine.check(state, seat, move)
    why = [] if refusal is None else [refusal.code, refusal.clause, plain(refusal.params)]
    return [seat, text, str(move), *why]


def _after(engine: Any, state: Any, seat: int, move: Any) -> list[Any]:
    """A move made: the position after it, what happened for whom, who learned something."""
    step = engine.apply(state, seat, move)
    events = [[event.kind, event.clause, event.audience, event.params] for event in step.events]
    return [seat, str(move), digest(engine.encode(step.state)), plain(events), sorted(step.learned)]


def strange_texts(rows: Sequence[Mapping[str, list[str]]], n: int) -> list[str]:
    """Moves that are legal in other positions: a few texts for the `n`-th of them, always the same."""
    texts = sorted({text for row in rows for moves in row.values() for text in moves})
    return [texts[(n * 131 + k * 977) % len(texts)] for k in range(STRANGE_TEXTS)] if texts else []

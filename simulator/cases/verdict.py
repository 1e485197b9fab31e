"""The verdict on a case: it is played, and every expectation is compared with what came of it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.sheets.lines import PlayerScore
from simulator.cases.case import ANY, Anything, Case, Played, as_refusal, seat_of
from simulator.cases.case_play import play
from simulator.engine.game import Difference, Event, Seat
from simulator.engine.places import Places, compare_sees, compare_steps
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.game import get as game_object
from web.refusal import Params, Refusal

EVERYBODY = "all"  # the audience of an event that nobody is kept from


class CaseMark(NamedTuple):
    """Something that a case showed: a code of a catalogue (refusal, event, line, warning) and its clause."""

    kind: str
    code: str
    clause: str


class SaidMark(NamedTuple):
    """A mark with the parameters that its sentence had."""

    mark: CaseMark
    params: Params


@dataclass(frozen=True)
class Outcome:
    case: Case
    played: Played
    differences: tuple[Difference, ...]
    said: tuple[SaidMark, ...]

    @property
    def seen(self) -> frozenset[CaseMark]:
        return frozenset(said.mark for said in self.said)

    @property
    def ok(self) -> bool:
        return not self.differences


class _End(NamedTuple):
    """What the expectations are compared with."""

    game: Anything
    case: Case
    played: Played
    state: Any

    def seat(self, who: Any, key: str) -> Seat:
        return seat_of(self.case, self.played.names, who, key)


def run(game: Anything, case: Case) -> Outcome:
    """Plays a case and compares all that it expects. Raises CaseError."""
    played = play(game, case)
    found = [*compare_opening(case, played), *compare_refusal(case, played)]
    if not found and played.opening is not None:
        end = _End(game, case, played, played.steps[-1].state)
        for key, wanted in case.expect.items():
            if key in _CHECKS:
                found += _CHECKS[key](end, key, wanted)
    return Outcome(case, played, tuple(found), (*said_by(played), *_lines(game, played)))


def compare_opening(case: Case, played: Played) -> list[Difference]:
    """Whether the position (or the new game) is refused exactly as expected, and not otherwise."""
    wanted = [as_refusal(row) for row in case.expect.get("bad_position", [])]
    left = list(played.refused)
    for row in wanted:
        match = next((refusal for refusal in left if fits_refusal(row, refusal, case, played.names)), None)
        if match is None:
            return [Difference("bad_position", row, played.refused or None)]
        left.remove(match)
    key = "bad_position" if wanted else case.start
    return [Difference(key, None, refusal) for refusal in left]


def compare_refusal(case: Case, played: Played) -> list[Difference]:
    """Only the last move may be refused, and only if the case expects it."""
    if not played.scenes:
        return []
    last, wanted = played.scenes[-1], case.expect.get("refusal")
    ended = len(played.scenes) == len(case.moves)
    if last.refusal is None:
        return [Difference("refusal", as_refusal(wanted), None)] if wanted is not None else []
    if wanted is None or not ended:
        return [
            Difference(
                f"moves {len(played.scenes)}, {case.moves[len(played.scenes) - 1]}", None, last.refusal
            )
        ]
    found = []
    if not fits_refusal(as_refusal(wanted), last.refusal, case, played.names):
        found.append(Difference("refusal", as_refusal(wanted), last.refusal))
    if not last.unchanged:
        found.append(Difference("refusal", None, None, "changed"))
    return found


def fits_refusal(row: Mapping[str, Any], refusal: Refusal, case: Case, names: Sequence[str]) -> bool:
    """Whether a refusal has the code, the clause and the parameters that a case gives."""
    return not misfits(row, refusal, case, names)


def misfits(row: Mapping[str, Any], refusal: Refusal, case: Case, names: Sequence[str]) -> dict[str, Any]:
    """Those keys of an expected refusal that it hasn't, or has otherwise, as a case would write them."""
    given = {**refusal.params, "code": refusal.code, "clause": refusal.clause}
    unlike = {
        key: as_written(case, {key: given[key]}, names)[key] if key in given else None
        for key, wanted in row.items()
        if key not in given or not _fits(case, names, key, wanted, given[key])
    }
    if row["code"] == ANY:
        unlike.pop("code", None)
    return unlike


def _fits(case: Case, names: Sequence[str], key: str, wanted: Any, actual: Any) -> bool:
    """Whether a parameter is as written in a case: players by name, cards in any order."""
    params = game_object(case.game).case_params
    if key in params.seats or (key in params.seats_or_cards and type(actual) is int):
        return bool(seat_of(case, names, wanted, "expect.seat") == actual)
    if key == "seats" and isinstance(wanted, list):
        return sorted(seat_of(case, names, who, "expect.seats") for who in wanted) == sorted(actual)
    if key in params.cards:
        cards = wanted.split() if isinstance(wanted, str) else wanted
        return isinstance(cards, list) and Counter(map(str, cards)) == Counter(actual)
    same: bool = type(wanted) is type(actual) and wanted == actual
    return same


def _compare_events(end: _End, key: str, wanted: Sequence[Mapping[str, Any]]) -> list[Difference]:
    return compare_events(end.case, end.played.names, end.played.events, wanted)


def _compare_no_events(end: _End, key: str, wanted: Sequence[Mapping[str, Any]]) -> list[Difference]:
    return compare_no_events(end.case, end.played.names, end.played.events, wanted)


def compare_events(
    case: Case, names: Sequence[str], events: Sequence[Event], wanted: Sequence[Mapping[str, Any]]
) -> list[Difference]:
    """The expected events happen in this order; others may stand between."""
    place = 0
    for n, row in enumerate(wanted):
        match = next((i for i in range(place, len(events)) if _event_fits(case, names, row, events[i])), None)
        if match is None:
            fitting = [
                [i for i, event in enumerate(events) if _event_fits(case, names, each, event)]
                for each in wanted[: n + 1]
            ]
            return [_unmatched(case, names, wanted[: n + 1], fitting, events)]
        place = match + 1
    return []


def _unmatched(
    case: Case,
    names: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    fitting: Sequence[Sequence[int]],
    events: Sequence[Event],
) -> Difference:
    """Why the last row has no event after those of the others; `fitting` are the events that fit each."""
    places = _assigned(fitting)
    if places is not None:
        happened = [row for _, row in sorted(zip(places, rows, strict=True), key=lambda pair: pair[0])]
        return Difference("events", list(rows), happened, "order")
    row = rows[-1]
    alike = [_event_as_written(case, names, event) for event in events if event.kind == row["kind"]]
    seen = alike or sorted({event.kind for event in events}) or None
    return Difference(f"events {len(rows)}", row, seen, "again" if fitting[-1] else "")


def _assigned(fitting: Sequence[Sequence[int]]) -> list[int] | None:
    """An event of its own for each row, in whatever order; None if there are too few."""
    taken: dict[int, int] = {}

    def find(row: int, tried: set[int]) -> bool:
        for event in fitting[row]:
            if event not in tried:
                tried.add(event)
                if event not in taken or find(taken[event], tried):
                    taken[event] = row
                    return True
        return False

    if not all(find(row, set()) for row in range(len(fitting))):
        return None
    return [event for event, _ in sorted(taken.items(), key=lambda pair: pair[1])]


def compare_no_events(
    case: Case, names: Sequence[str], events: Sequence[Event], unwanted: Sequence[Mapping[str, Any]]
) -> list[Difference]:
    """None of these happened."""
    return [
        Difference(f"no_events {n}", row, _event_as_written(case, names, event), "happened")
        for n, row in enumerate(unwanted, start=1)
        for event in events
        if _event_fits(case, names, row, event)
    ]


def _event_as_written(case: Case, names: Sequence[str], event: Event) -> dict[str, Any]:
    return {"kind": event.kind, **as_written(case, event.params, names)}


def _event_fits(case: Case, names: Sequence[str], row: Mapping[str, Any], event: Event) -> bool:
    given = {**event.params, "kind": event.kind, "clause": event.clause}
    if "audience" in row and not _audience_fits(case, names, row["audience"], event):
        return False
    params = {key: wanted for key, wanted in row.items() if key != "audience"}
    return all(key in given and _fits(case, names, key, wanted, given[key]) for key, wanted in params.items())


def _audience_fits(case: Case, names: Sequence[str], wanted: Any, event: Event) -> bool:
    if wanted == EVERYBODY or event.audience is None:
        return wanted == EVERYBODY and event.audience is None
    listed = wanted if isinstance(wanted, list) else [wanted]
    seats = sorted(seat_of(case, names, who, "expect.events.audience") for who in listed)
    return seats == sorted(event.audience)


def as_written(case: Case, params: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Parameters as a case writes them: players by name, cards as a text."""
    shown, known = dict(params), game_object(case.game).case_params
    for key in (*known.seats, *known.seats_or_cards):
        if type(shown.get(key)) is int:
            shown[key] = _name_of(shown[key], names)
    if "seats" in shown:
        shown["seats"] = [_name_of(seat, names) for seat in shown["seats"]]
    for key in known.cards:
        if key in shown:
            shown[key] = " ".join(shown[key])
    return shown


def _name_of(seat: Seat, names: Sequence[str]) -> str | int:
    """A player's name, or his number from 1 where nobody has one."""
    return names[seat] if 0 <= seat < len(names) else seat + 1


def _compare_position(end: _End, key: str, wanted: Mapping[str, Any]) -> list[Difference]:
    return _compare_seen(end, key, wanted, end.state)


def _compare_view(end: _End, key: str, wanted: Mapping[str, Any]) -> list[Difference]:
    """What a player knows: each given fact must stand so in the short form as this player sees it."""
    found = []
    for who, facts in wanted.items():
        seat = end.seat(who, f"expect.{key}")
        if not isinstance(facts, Mapping):
            raise end.case.error(f"expect.{key}.{who}", "kind", "a short form")
        found += _compare_seen(end, f"{key}.{who}", facts, end.game.view(end.state, seat))
    return found


def _compare_seen(end: _End, key: str, wanted: Mapping[str, Any], seen: Any) -> list[Difference]:
    try:
        found = end.game.differences(seen, end.played.names, wanted)
    except (BadPosition, BadConfig) as error:
        what = "; ".join(map(_in_short, error.refusals))
        raise end.case.error(f"expect.{key}", "expected_position", what) from error
    return [each._replace(what=f"{key}.{each.what}") for each in found]


def _in_short(refusal: Refusal) -> str:
    """In the few words that a writer of cases needs: what can't be read, or the code with its parameters."""
    if "what" in refusal.params:
        return str(refusal.params["what"])
    return " ".join(map(str, (refusal.code, *refusal.params.values())))


def _compare_sees(end: _End, key: str, wanted: Mapping[str, Any]) -> list[Difference]:
    return compare_sees(Places(end.game, end.state, end.case, end.played.names), wanted)


def _compare_steps(end: _End, key: str, wanted: Mapping[str, Any]) -> list[Difference]:
    return compare_steps(Places(end.game, end.state, end.case, end.played.names), wanted)


def _compare_legal(end: _End, key: str, wanted: Any) -> list[Difference]:
    """All legal moves of the one to act, in any order; of several players, a table from a player to moves."""
    seats = sorted(end.game.to_act(end.state))
    if isinstance(wanted, Mapping):
        lists = {end.seat(who, f"expect.{key}"): moves for who, moves in wanted.items()}
    elif len(seats) > 1:
        raise end.case.error(f"expect.{key}", "kind", "a table from a player to moves")
    else:
        lists = dict.fromkeys(seats, wanted)
    if not seats and wanted:
        return [Difference(key, wanted, [])]
    return [
        difference for seat, moves in lists.items() for difference in _compare_moves(end, key, seat, moves)
    ]


def _compare_moves(end: _End, key: str, seat: Seat, texts: Any) -> list[Difference]:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise end.case.error(f"expect.{key}", "kind", "a list of moves")
    expected = sorted(str(end.game.parse(end.state, seat, text)) for text in texts)
    legal = sorted(str(move) for move in end.game.legal_moves(end.state, seat))
    return [] if expected == legal else [Difference(f"{key}, {end.played.names[seat]}", expected, legal)]


def _compare_scores(end: _End, key: str, wanted: Mapping[str, Any]) -> list[Difference]:
    """Points of the last finished round."""
    return compare_scores(end.case, end.played.names, key, wanted, end.game.explain(end.state))


def compare_scores(
    case: Case, names: Sequence[str], key: str, wanted: Mapping[str, Any], scores: Sequence[PlayerScore]
) -> list[Difference]:
    found = []
    for who, points in wanted.items():
        seat = seat_of(case, names, who, f"expect.{key}")
        there = scores[seat].points if scores else None
        if there != points:
            found.append(Difference(f"{key}.{who}", points, there))
    return found


def _compare_lines(end: _End, key: str, wanted: Mapping[str, Any]) -> list[Difference]:
    """The explanation of a player's points in the last finished round, line by line."""
    return compare_lines(end.case, end.played.names, key, wanted, end.game.explain(end.state))


def compare_lines(
    case: Case, names: Sequence[str], key: str, wanted: Mapping[str, Any], scores: Sequence[PlayerScore]
) -> list[Difference]:
    found = []
    for who, given in wanted.items():
        seat = seat_of(case, names, who, f"expect.{key}")
        rows = given if isinstance(given, list) else [given]
        there = [
            {**line.params, "code": line.code, "clause": line.clause, "points": line.points}
            for line in (scores[seat].lines if scores else ())
        ]
        agree = len(rows) == len(there) and all(
            key in line and _fits(case, names, key, value, line[key])
            for row, line in zip(rows, there, strict=True)
            for key, value in row.items()
        )
        if not agree:
            found.append(Difference(f"{key}.{who}", rows, there))
    return found


def _compare_winners(end: _End, key: str, wanted: Sequence[Any]) -> list[Difference]:
    result = end.game.result(end.state)
    return compare_winners(end.case, end.played.names, key, wanted, result.winners if result else ())


def compare_winners(
    case: Case, names: Sequence[str], key: str, wanted: Sequence[Any], winners: Sequence[Seat]
) -> list[Difference]:
    expected = sorted(seat_of(case, names, who, f"expect.{key}") for who in wanted)
    there = [names[seat] for seat in winners]
    return [] if expected == sorted(winners) else [Difference(key, wanted, there)]


_CHECKS: Mapping[str, Callable[[_End, str, Any], list[Difference]]] = {
    "events": _compare_events,
    "no_events": _compare_no_events,
    "position": _compare_position,
    "view": _compare_view,
    "sees": _compare_sees,
    "steps": _compare_steps,
    "legal": _compare_legal,
    "scores": _compare_scores,
    "lines": _compare_lines,
    "winners": _compare_winners,
}


def said_by(played: Played) -> list[SaidMark]:
    """All refusals and events of a case."""
    refusals = [SaidMark(CaseMark("refusal", r.code, r.clause), r.params) for r in played.refusals]
    return refusals + [SaidMark(CaseMark("event", e.kind, e.clause), e.params) for e in played.events]


def _lines(game: Anything, played: Played) -> list[SaidMark]:
    """The lines of every round that ended in a case."""
    said: list[SaidMark] = []
    before = () if played.opening is None else game.explain(played.opening.state)
    for step in played.steps:
        scores = game.explain(step.state)
        if scores != before:
            said += said_in(scores)
        before = scores
    return said


def said_in(scores: Sequence[PlayerScore]) -> list[SaidMark]:
    return [
        SaidMark(CaseMark("line", line.code, line.clause), line.params)
        for score in scores
        for line in score.lines
    ]

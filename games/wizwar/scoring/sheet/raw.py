"""A game of «Маго-бой» from raw data: who has how many lives, where treasures are, or what has happened."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.wizwar.rulebook import card_sets
from games.wizwar.rulebook.card_sets import BadCards
from games.wizwar.scoring.points import IN, KILLED, ROBBED, START_LIFE, TREASURES_EACH
from games.wizwar.scoring.sheet import own_cards
from games.wizwar.scoring.sheet.course import fold
from games.wizwar.scoring.sheet.texts import LIVES_MOST, text_of
from games.wizwar.scoring.sheet.tracker import AT_HOME, CARDS, CARRIED, LOG, TEAMS, Chest, Snapshot
from scoring.sheets.core import (
    BOXES,
    NAME_LIMIT,
    YES,
    BadEntry,
    SheetEntry,
    SheetRules,
    TableRefused,
    TableScore,
    bad_text,
    names_of_table,
    seat_in,
    state_of,
)

KEYS = ("players", "boxes", "cards", "teams", "lives", "outs", "chests", "events")
STATE_KEYS = ("lives", "outs", "chests")


def score_table(rules: SheetRules, data: Mapping[str, Any]) -> TableScore:
    """`{"players": […], "lives": […], "outs": […], "chests": […], "events": […]}`; players alone must be.

    Lives, why somebody is out («killed», «robbed» or empty) and treasures («home 2», «with 1» or empty, two
    for each player) are by seat; events are texts of the log, seats from 1, and come after that. `boxes` are
    on the table, `cards` are those of its own, `teams` says that they play in teams. Raises TableRefused.
    """
    players = data.get("players")
    names = names_of_table(rules, players if isinstance(players, list) else [])
    try:
        for key in data:
            if key not in KEYS:
                raise bad_text(key)
        boxes = tuple(map(str, _list(data, "boxes")))
        settings = [
            (BOXES, ",".join(sorted(boxes))),
            (CARDS, cards_in(data)),
            (TEAMS, YES if _flag(data, "teams") else ""),
        ]
        texts = [text_of(_snapshot(data, len(names)))] if set(STATE_KEYS) & set(data) else []
        events = [(LOG.poured_cell(n), str(text)) for n, text in enumerate(texts + _list(data, "events"), 1)]
        pairs = [*(pair for pair in settings if pair[1]), *events]
        tally = fold(state_of(len(names), _entries(rules, len(names), pairs)))
    except BadEntry as error:
        raise TableRefused(error.refusal) from None
    return TableScore(tuple(names), tally.scores, tally.winners, tuple(tally.warnings), tally.boxes)


def cards_in(data: Mapping[str, Any]) -> str:
    """A table's own cards as a sheet writes them down: given so, or as the file of their set.

    Raises BadEntry.
    """
    found = data.get("cards", "")
    if isinstance(found, str):
        return found
    try:
        return own_cards.text_of(card_sets.read(found))
    except BadCards as error:
        refusal = error.refusals[0]
        raise BadEntry(refusal.code, refusal.clause, **refusal.params) from None


def _flag(data: Mapping[str, Any], key: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise bad_text(str(value))
    return value


def _list(data: Mapping[str, Any], key: str, default: Sequence[Any] = ()) -> list[Any]:
    value = data.get(key, list(default))
    if not isinstance(value, list):
        raise bad_text(str(value))
    return value


def _of(data: Mapping[str, Any], key: str, default: Sequence[Any]) -> list[Any]:
    """A list as long as its default."""
    value = _list(data, key, default)
    if len(value) != len(default):
        raise bad_text(f"{key}: {len(value)}")
    return value


def _snapshot(data: Mapping[str, Any], seats: int) -> Snapshot:
    lives = [_life(life) for life in _of(data, "lives", [START_LIFE] * seats)]
    outs = [_out(out) for out in _of(data, "outs", [IN] * seats)]
    chests = [_chest(place, seats) for place in _of(data, "chests", [""] * seats * TREASURES_EACH)]
    return Snapshot(lives, outs, chests)


def _life(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= LIVES_MOST:
        raise BadEntry("sheet_number", "score.record", text=str(value)[:NAME_LIMIT], min=0, max=LIVES_MOST)
    return value


def _out(value: Any) -> str:
    if value not in (IN, KILLED, ROBBED):
        raise bad_text(str(value))
    return str(value)


def _chest(value: Any, seats: int) -> Chest:
    where, _, seat = str(value).partition(" ")
    if value == "":
        return Chest()
    if where not in (AT_HOME, CARRIED):
        raise bad_text(str(value))
    return Chest(where, seat_in(seat, seats))


def _entries(rules: SheetRules, seats: int, pairs: Sequence[tuple[str, str]]) -> list[SheetEntry]:
    """Settings and the log as entries, each checked against what stands before it. Raises TableRefused."""
    entries: list[SheetEntry] = []
    for n, (cell, text) in enumerate(pairs, start=1):
        entry = SheetEntry(n, cell, text)
        refusal = rules.check(state_of(seats, entries), entry)
        if refusal or not entry.text:
            raise TableRefused(refusal or bad_text("").refusal)
        entries.append(entry)
    return entries

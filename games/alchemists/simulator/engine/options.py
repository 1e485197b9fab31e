"""How a table plays: levels, for all or for each seat, and the numbers that it reads off its own box.

Rulings 89, 121, 132 and 134. `level` is a level or one for each seat, divided by commas; `hand`, `conference`
and `debunk` take a part of the rules from another level. `numbers` may set right what was found nowhere.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from games.alchemists.scoring.sheet.cells import BOX_MOST
from games.alchemists.simulator.deduction.data import GAME
from games.alchemists.simulator.engine.data import (
    APPRENTICE,
    CONFERENCES,
    DISCOUNTS,
    GRANTS,
    INGREDIENTS,
    LEVELS_OF_PLAY,
    MASTER,
)
from simulator.engine.options import as_given
from simulator.engine.refusal import BadConfig
from web.refusal import Refusal

PARTS = HAND, CONFERENCE, DEBUNKING = "hand", "conference", "debunk"  # what may differ from the level
NUMBERS = "numbers"
LEVEL = AS_LEVEL = "level"  # all of the rules; and a part that no other level is named for


class Number(NamedTuple):
    """A number of the table's own: its name, such as `C1.master.need` or `g2.ingredients`, and its values."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Options:
    """Levels as they were given, and the numbers of the table's own, by name."""

    level: str
    hand: str
    conference: str
    debunk: str
    numbers: tuple[Number, ...] = ()


# --- Reading -----------------------------------------------------------------------------------------------


def read_options(data: Any, players: int | None = None) -> Options:
    """The options for so many players, or for any number. Raises BadConfig with every fault."""
    if not isinstance(data, Mapping):
        raise BadConfig([_unknown(data)])
    refusals = [_unknown(name) for name in data if name not in (*GAME.option_by_id, NUMBERS)]
    values = {option.id: data.get(option.id, option.default) for option in GAME.options}
    for name, value in values.items():
        if refusal := _level_refusal(name, value, players):
            refusals.append(refusal)
    numbers, faults = _read_numbers(data.get(NUMBERS, {}))
    if refusals or faults:
        raise BadConfig([*refusals, *faults])
    return Options(**values, numbers=numbers)


def _unknown(name: Any) -> Refusal:
    return Refusal("unknown_option", "setup.players", {"name": str(name)[:80]})


def _level_refusal(name: str, value: Any, players: int | None) -> Refusal | None:
    """A level, or one for each of the players."""
    words = value.split(",") if isinstance(value, str) else []
    single = [choice.value for choice in GAME.option_by_id[name].choices]
    if value in single:
        return None
    if any(word not in LEVELS_OF_PLAY for word in words) or not words:
        choices = ", ".join(map(str, single))
        return Refusal("bad_option", "setup.players", _said(name, value) | {"choices": choices})
    if players is not None and len(words) != players:
        return Refusal("bad_levels", "levels.mixed", _said(name, value) | {"n": players})
    return None


def _said(name: str, value: Any) -> dict[str, Any]:
    return {"name": name[:80], "value": str(value)[:80]}


# --- The numbers of the table's own ------------------------------------------------------------------------


def _is_count(values: Sequence[str], least: int, most: int = BOX_MOST) -> bool:
    return len(values) == 1 and values[0].isdecimal() and least <= int(values[0]) <= most


def _is_need(values: Sequence[str]) -> bool:
    """Nobody has more than one seal on a book."""
    return _is_count(values, 1, len(INGREDIENTS))


def _is_losses(values: Sequence[str]) -> bool:
    return 0 < len(values) <= len(INGREDIENTS) and all(_is_count([value], 0) for value in values)


def _is_points(values: Sequence[str]) -> bool:
    return _is_count(values, 0) and int(values[0]) in GAME.constants["grant_points"]


def _is_tile(printed: int) -> Callable[[Sequence[str]], bool]:
    """As many different ingredients as the tile has."""
    return lambda values: len(set(values)) == len(values) == printed and set(values) <= set(INGREDIENTS)


def _adjustable() -> dict[str, Callable[[Sequence[str]], bool]]:
    """Every number that may be set, with what it may be: all that isn't known for certain (ruling 134)."""
    first = min(CONFERENCES)
    found: dict[str, Callable[[Sequence[str]], bool]] = {}
    for round_, code in CONFERENCES.items():
        for level in LEVELS_OF_PLAY:
            if (round_, level) != (first, APPRENTICE):
                found[f"{code}.{level}.need"] = _is_need
                found[f"{code}.{level}.gain"] = lambda values: _is_count(values, 0)
            found[f"{code}.{level}.losses"] = _is_losses
    for place, (code, card) in enumerate(GRANTS.items()):
        if place:  # the ingredients of the first stand in an example of the rules
            found[f"{code}.ingredients"] = _is_tile(len(card.data["ingredients"]))
        found[f"{code}.vp"] = _is_points
    for discount, code in DISCOUNTS.items():
        if discount:
            found[f"{code}.smiles"] = lambda values: _is_count(values, 1)
    return found


ADJUSTABLE = _adjustable()


def _read_numbers(data: Any) -> tuple[tuple[Number, ...], list[Refusal]]:
    """A table from names to a number or a list, or the same as JSON text."""
    if isinstance(data, str):
        data = _from_text(data)
    if not isinstance(data, Mapping):
        return (), [_bad_number(NUMBERS, data)]
    numbers = [Number(str(name), _values(value)) for name, value in data.items()]
    faults = [
        _bad_number(name, data.get(name))
        for name, values in numbers
        if name not in ADJUSTABLE or not ADJUSTABLE[name](values)
    ]
    return tuple(sorted(numbers)), faults


def _from_text(text: str) -> Any:
    try:
        return json.loads(text) if text else {}
    except ValueError:
        return text


def _values(value: Any) -> tuple[str, ...]:
    rows = value if isinstance(value, list | tuple) else [value]
    return tuple(str(row) if type(row) in (int, str) else "" for row in rows)


def _bad_number(name: str, value: Any) -> Refusal:
    told = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(as_given(value))
    return Refusal("bad_number", "levels.mixed", {"name": name[:80], "value": told[:80]})


# --- What they amount to -----------------------------------------------------------------------------------


class Figures(NamedTuple):
    """Numbers of a table: conferences by code and level, tiles and points of grants, smiles by discount."""

    conferences: Mapping[tuple[str, str], Mapping[str, Any]]
    tiles: Mapping[str, tuple[str, ...]]
    points: Mapping[str, int]
    smiles: Mapping[int, int]


@cache
def figures(options: Options) -> Figures:
    """The content's numbers, with those that the table has set."""
    own = dict(options.numbers)
    cards = GAME.card_by_code

    def number(name: str, printed: int) -> int:
        return int(own[name][0]) if name in own else printed

    def numbers(name: str, printed: Sequence[int]) -> tuple[int, ...]:
        return tuple(map(int, own.get(name, printed)))

    conferences = {}
    for code in CONFERENCES.values():
        for level in LEVELS_OF_PLAY:
            printed, name = cards[code].data[level], f"{code}.{level}"
            conferences[code, level] = {
                "need": number(f"{name}.need", printed["need"]),
                "gain": number(f"{name}.gain", printed["gain"]),
                "losses": numbers(f"{name}.losses", printed["losses"]),
            }
    return Figures(
        conferences,
        {
            code: own.get(f"{code}.ingredients", tuple(card.data["ingredients"]))
            for code, card in GRANTS.items()
        },
        {code: number(f"{code}.vp", card.data["vp"]) for code, card in GRANTS.items()},
        {n: number(f"{code}.smiles", cards[code].data["smiles"]) for n, code in DISCOUNTS.items()},
    )


@cache
def level_of(options: Options, part: str, seat: int) -> str:
    """Whether a seat plays a part of the rules, one of PARTS, as apprentice or as master."""
    named = getattr(options, part)
    words = (options.level if named == AS_LEVEL else named).split(",")
    return words[seat] if len(words) > 1 else words[0]


def is_master(options: Options, part: str, seat: int) -> bool:
    return level_of(options, part, seat) == MASTER

"""Options of a game as they come in, held against the content's choices."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rulebook.content.entries import GameContent
from simulator.engine.refusal import BadConfig
from web.refusal import Refusal

BEYOND_MEASURE = 10**9  # a number that nobody would read to its end


def read_values(game: GameContent, data: Any) -> dict[str, Any]:
    """A value for every option of the game, its default where `data` says nothing.

    Raises BadConfig with every fault.
    """
    if not isinstance(data, Mapping):
        raise BadConfig([Refusal("unknown_option", "setup.players", {"name": str(data)[:80]})])
    refusals = [
        Refusal("unknown_option", "setup.players", {"name": str(name)[:80]})
        for name in data
        if name not in game.option_by_id
    ]
    values = {option.id: data.get(option.id, option.default) for option in game.options}
    for option in game.options:
        choices = [choice.value for choice in option.choices]
        if not any(
            values[option.id] == choice and type(values[option.id]) is type(choice) for choice in choices
        ):
            refusals.append(_bad_option(option.id, values[option.id], choices))
    if refusals:
        raise BadConfig(refusals)
    return values


def changed(game: GameContent, options: Any) -> dict[str, Any]:
    """The options, a dataclass of one game, that aren't at their defaults."""
    values = asdict(options)
    return {option.id: values[option.id] for option in game.options if values[option.id] != option.default}


def _bad_option(name: str, value: Any, choices: Sequence[Any]) -> Refusal:
    params = {"name": name, "value": str(value)[:80], "choices": ", ".join(map(str, choices))}
    return Refusal("bad_option", "setup.players", params)


def as_given(value: Any) -> int | str:
    """What a refusal says of a value that should have been a number: the number, else how it begins."""
    return value if type(value) is int and abs(value) < BEYOND_MEASURE else str(value)[:20]


def check_players(players: Any, least: int, most: int) -> int:
    """The number of players, if it may play. Raises BadConfig."""
    if type(players) is not int or not least <= players <= most:
        params = {"n": as_given(players), "min": least, "max": most}
        raise BadConfig([Refusal("players_range", "setup.players", params)])
    return players


def first_seat(players: int, value: str) -> int | None:
    """The seat that an option names, from 0, or None where chance decides. Raises BadConfig."""
    if value == "random":
        return None
    if int(value) > players:
        raise BadConfig([Refusal("bad_first", "setup.first", {"value": value, "n": players})])
    return int(value) - 1

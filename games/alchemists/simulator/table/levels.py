"""A level for each seat, as the start page asks for it (levels.mixed, ruling 89). Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.alchemists.simulator.engine.data import LEVELS_OF_PLAY
from games.alchemists.simulator.engine.options import LEVEL, read_options


def start_fields(form: Mapping[str, str], places: Sequence[int]) -> Sequence[str]:
    """The level chosen for each place alone, "" where it plays as all do or what came is no level."""
    asked = [form.get(f"level-{place}", "") for place in places]
    return [level if level in LEVELS_OF_PLAY else "" for level in asked]


def start_options(form: Mapping[str, str], places: Sequence[int]) -> dict[str, Any]:
    """`level` with one for each seat, where a seat was given one of its own."""
    chosen = start_fields(form, places)
    if not any(chosen):
        return {}
    all_play = form.get("option-level", "") or read_options({}).level
    return {LEVEL: ",".join(level or all_play for level in chosen)}

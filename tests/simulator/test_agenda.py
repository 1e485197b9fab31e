"""Frames go through JSON and back; anything else in their place is a ValueError."""

from typing import NamedTuple

import pytest

from simulator.engine.agenda import decode_frames, encode_frames


class Turn(NamedTuple):
    seat: int


class Ask(NamedTuple):
    seat: int
    colour: str


KINDS = {"Turn": Turn, "Ask": Ask}


def test_a_stack_of_frames_survives_json():
    agenda = (Turn(1), Ask(2, "red"))
    rows = encode_frames(agenda)
    assert rows == [{"frame": "Turn", "seat": 1}, {"frame": "Ask", "seat": 2, "colour": "red"}]
    assert decode_frames(rows, KINDS) == agenda


@pytest.mark.parametrize(
    "rows",
    [
        None,
        {},
        "Turn",
        [5],
        [{}],
        [{"frame": "Jump", "seat": 1}],
        [{"frame": ["Turn"], "seat": 1}],
        [{"frame": "Turn"}],
        [{"frame": "Turn", "seat": 1, "colour": "red"}],
        [{"frame": "Ask", "seat": 1}],
    ],
)
def test_anything_else_is_refused(rows):
    with pytest.raises(ValueError, match="agenda"):
        decode_frames(rows, KINDS)

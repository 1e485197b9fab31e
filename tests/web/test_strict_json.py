"""JSON from strangers: sound or refused, so that nothing fails later, where it is written out again."""

import json

import pytest

from web import strict_json


@pytest.mark.parametrize(
    "text", ['{"name": "Оля"}', b'["\\ud83d\\ude00"]', "[" * 32 + "1" + "]" * 32, "null", "1.5"]
)
def test_sound_json_is_read_as_it_stands(text: str | bytes) -> None:
    assert strict_json.read(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "NaN",
        "[1e999]",
        "[-Infinity]",
        '{"a": 1, "a": 2}',
        '"\\ud800"',
        '{"\\udc00": 1}',
        b"\xff\xfe1",
        "9" * 5000,
    ],
)
def test_anything_else_is_refused(text: str | bytes) -> None:
    with pytest.raises(strict_json.BadJson):
        strict_json.read(text)


@pytest.mark.parametrize("depth", [33, 500, 900, 1_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_lists_in_lists_in_lists_are_refused_however_deep(depth: int, opening: str, closing: str) -> None:
    with pytest.raises(strict_json.BadJson):
        strict_json.read(opening * depth + "1" + closing * depth)

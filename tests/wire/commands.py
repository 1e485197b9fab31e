"""What commands print for programs and for people: points from raw data, verdicts on cases, deductions."""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from tests.wire.rooms import command

# Raw data for `manage.py score`, as its help describes it: a sound one of each game, then refused ones.
RAW: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "poison": (
        {
            "players": [
                {"name": "Оля", "red": 2, "blue": 3, "poison": 1},
                {"name": "Саша", "red": 6, "purple": 2},
                {"name": "Коля", "red": 5, "blue": 2, "purple": 6, "poison": 2},
                {"name": "Рита", "red": 1, "blue": 6, "purple": 6, "poison": 4},
            ]
        },
        {"players": [{"name": "А", "red": 10}, {"name": "Б", "red": 10}, {"name": "В"}]},
        {"players": [{"name": "А", "red": 15}, {"name": "Б"}, {"name": "В"}]},
    ),
    "potions": (
        {
            "players": ["Оля", "Коля", "Рита"],
            "plays": [
                {"player": "Оля", "assemble": "infusion_of_divination"},
                {"player": "Коля", "assemble": "powder_of_fate", "used": ["Оля"]},
                {"player": "Рита", "element": 1},
                {"player": "Рита", "element": 2, "card": "supreme_elixir"},
                {"player": "Оля", "spell": "spell_of_knowledge"},
            ],
        },
        {"players": ["Оля", "Коля"], "plays": [{"player": "Саша", "element": 1}]},
    ),
    "alchemists": (
        {
            "truth": {"toad": "a1", "fern": "a4"},
            "theories": [
                {"ingredient": "toad", "alchemical": "a1", "seals": [{"player": 0, "seal": "gold"}]},
                {"ingredient": "fern", "alchemical": "a2", "seals": [{"player": 1, "seal": "hedge_R"}]},
            ],
            "players": [
                {
                    "name": "Оля",
                    "reputation": 16,
                    "artifacts": ["magic_mirror", "feather_in_cap"],
                    "grants": [1],
                    "favours": 1,
                    "gold": 5,
                    "feather_kinds": 4,
                },
                {"name": "Коля", "reputation": 10},
            ],
        },
        {"players": [{"name": "Оля"}]},
    ),
    "wizwar": (
        {
            "players": ["Оля", "Коля"],
            "lives": [9, 4],
            "chests": ["home 2", "with 1", "", ""],
            "events": ["hit magical 5 2:blunt", "life 2 -1"],
        },
        {"players": ["Оля", "Коля"], "events": ["life 7 -1"]},
    ),
}
CASE = """
game = "poison"
[[case]]
id = "good"
clause = "turn.play"
moves = ["Оля: play R4"]
[case.position]
players = ["Оля", "Саша", "Рита"]
turn = "Оля"
hands = { "Оля" = "R4", "Саша" = 1 }
[case.expect]
position = { turn = "Саша" }
"""
CASES = (
    CASE,
    CASE.replace('{ turn = "Саша" }', '{ turn = "Рита" }'),
    CASE.replace('moves = ["Оля: play R4"]', 'moves = ["Саша: play R1"]'),
    CASE.replace("turn = ", "trun = ").replace("[case.expect]", "[case.expct]"),
    CASE.replace('turn = "Саша"', "legal = []").replace("poison", "chess", 1),
    "game = [",
)
FACTS = (
    {
        "facts": [{"kind": "mix", "pair": ["mushroom", "toad"], "result": "R+"}],
        "hand": ["fern", "toad", "claw"],
    },
    {"facts": [{"kind": "is", "ingredient": "toad", "alchemical": code} for code in ("a1", "a2")]},
)
LANGUAGES = ("ru", "en")


def printed() -> Iterator[list[str]]:
    """(what was asked, what came) for each command, in both languages, for programs and for people."""
    for lang in LANGUAGES:
        for as_json in (False, True):
            options = {"lang": lang, "json": as_json}
            for game_id, tables in RAW.items():
                for n, data in enumerate(tables):
                    yield [f"score {game_id} {n} {lang} {as_json}", _score(game_id, data, **options)]
            for n, text in enumerate(CASES):
                yield [f"referee {n} {lang} {as_json}", command("referee", "-", stdin=text, **options)]
            for n, data in enumerate(FACTS):
                told = command("deduce", "-", stdin=json.dumps(data), **options)
                yield [f"deduce {n} {lang} {as_json}", told]


def _score(game_id: str, data: Mapping[str, Any], **options: Any) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "raw.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        try:
            return command("score", game_id, str(file), **options)
        except CommandError as refused:
            return f"refused: {refused}\n"

"""`manage.py score potions`: plays from a file, each point explained."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulebook.content.typography import typeset

PLAYS = [
    {"player": "Оля", "assemble": "infusion_of_divination"},
    {"player": "Коля", "assemble": "powder_of_fate", "used": ["Оля"]},
    {"player": "Рита", "element": 1},
    {"player": "Рита", "element": 2, "card": "supreme_elixir"},
    {"player": "Оля", "spell": "spell_of_knowledge"},
]


def table(*plays: object, players: object = ("Оля", "Коля", "Рита")) -> dict[str, object]:
    return {"players": list(players) if isinstance(players, tuple) else players, "plays": list(plays)}


def score(folder: Path, data: object, *args: str) -> str:
    file, out = folder / "game.json", StringIO()
    file.write_text(json.dumps(data), encoding="utf-8")
    call_command("score", "potions", str(file), *args, stdout=out)
    return out.getvalue()


def test_a_game_as_json(tmp_path: Path) -> None:
    data = json.loads(score(tmp_path, table(*PLAYS), "--json"))
    assert data["totals"] == [4, 4, 3]
    assert data["winners"] == [0, 1]
    assert data["warnings"] == []
    assert [line["clause"] for line in data["lines"][0]] == ["assemble.points", "assemble.half"]
    assert [line["points"] for line in data["lines"][2]] == [1, 2]


def test_a_game_in_words(tmp_path: Path) -> None:
    text = score(tmp_path, table(*PLAYS))
    assert "Оля: 4\u00a0очка ★" in text
    assert "Половина за рецепт «Порошок судьбы»: собирает Коля" in text


def test_impossible_plays_are_warned_about(tmp_path: Path) -> None:
    plays = [{"player": "Оля", "assemble": "love_potion"}] * 3
    data = json.loads(score(tmp_path, table(*plays), "--json", "--lang", "en"))
    assert data["warnings"][0]["clause"] == "knowledge.take"
    assert "Knowledge" in data["warnings"][0]["text"]


def test_a_warning_names_its_player(tmp_path: Path) -> None:
    plays = [PLAYS[0], {"player": "Рита", "assemble": "powder_of_fate", "used": ["Коля"]}]
    assert "! Коля: " + typeset("со стола взято рецептов 1, а подходящих там собрано 0") in score(
        tmp_path, table(*plays)
    )


OLYA = {"player": "Оля"}
BAD = [
    {},
    [],
    {"players": 3},
    table(players=["Оля"]),
    table(players=[1, 2]),
    table(players=list("абвгдеж")),
    table(players=["Оля", "Оля"]),
    {"players": ["Оля", "Коля"], "plays": 3},
    {"players": ["Оля", "Коля"], "plays": [], "rounds": []},
    table(1),
    table({}),
    table(OLYA),
    table({"player": "Саша", "element": 1}),
    table({"player": ["Оля"], "element": 1}),
    table(OLYA | {"element": 2}),
    table(OLYA | {"element": True}),
    table(OLYA | {"element": "1"}),
    table(OLYA | {"element": -1}),
    table(OLYA | {"element": 1, "assemble": "dragon"}),
    table(OLYA | {"element": 4, "card": "supreme_elixir"}),
    table(OLYA | {"assemble": "nothing"}),
    table(OLYA | {"assemble": ["dragon"]}),
    table(OLYA | {"assemble": "dragon Коля"}),
    table(OLYA | {"assemble": "dragon 2"}),
    table(OLYA | {"spell": "spell_of_knowledge 2"}),
    table(OLYA | {"assemble": "dragon", "used": "Коля"}),
    table(OLYA | {"assemble": "dragon", "used": ["Оля"]}),
    table(OLYA | {"assemble": "dragon", "used": ["Саша"]}),
    table(OLYA | {"assemble": "dragon", "used": [{}]}),
    table(OLYA | {"assemble": "dragon", "used": ["Коля", "Коля"]}),
    table(OLYA | {"assemble": "love_potion", "used": ["Коля"]}),
    table(OLYA | {"spell": "dragon"}),
    table(OLYA | {"assemble": "spell_of_knowledge"}),
]


@pytest.mark.parametrize("data", BAD)
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_bad_file_is_one_sentence_and_exit_1(tmp_path: Path, data: object, lang: str) -> None:
    with pytest.raises(CommandError) as error:
        score(tmp_path, data, "--lang", lang)
    assert error.value.returncode == 1
    assert 10 < len(str(error.value)) < 400
    assert "\n" not in str(error.value)


def test_a_refusal_names_the_player_and_the_clause(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^Оля: .*за свои же её нет.*\(assemble\.own\)\.$"):
        score(tmp_path, table(OLYA | {"assemble": "dragon", "used": ["Оля"]}))

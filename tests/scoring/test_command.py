"""`manage.py score`: the contract of the command line."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.scoring.people import EXAMPLE, EXAMPLE_POINTS, NAMES, ROWS


def write(folder: Path, data: object) -> str:
    file = folder / "round.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return str(file)


def players(*rows: dict[str, object]) -> dict[str, object]:
    return {"players": list(rows)}


def example() -> dict[str, object]:
    rows = (dict(zip(ROWS, counts, strict=True)) for counts in EXAMPLE)
    return players(*({"name": name, **counts} for name, counts in zip(NAMES, rows, strict=True)))


def score(*args: str) -> str:
    out = StringIO()
    call_command("score", "poison", *args, stdout=out)
    return out.getvalue()


def test_the_rulebooks_example_as_json(tmp_path: Path) -> None:
    data = json.loads(score(write(tmp_path, example()), "--json"))
    assert tuple(data["totals"]) == EXAMPLE_POINTS
    assert data["winners"] == [NAMES.index("Саша")]
    assert data["warnings"] == []
    clauses = [[line["clause"] for line in lines] for lines in data["lines"]]
    assert clauses[3] == ["score.potion", "majority.shed", "majority.tie", "score.poison"]
    assert [sum(line["points"] for line in lines) for lines in data["lines"]] == list(EXAMPLE_POINTS)
    assert data["lines"][3][1]["label"].startswith("Синие: 6\u00a0карт")


def test_the_rulebooks_example_in_words(tmp_path: Path) -> None:
    text = score(write(tmp_path, example()))
    assert "Саша: 2\u00a0очка ★" in text
    assert "Рита: 15\u00a0очков\n" in text
    assert "[4.3]" in text


def test_a_colour_that_is_not_named_is_zero(tmp_path: Path) -> None:
    data = json.loads(
        score(write(tmp_path, players({"name": "А", "poison": 1}, {"name": "Б"}, {"name": "В"})), "--json")
    )
    assert data["totals"] == [2, 0, 0]
    assert data["winners"] == [1, 2]


def test_impossible_sums_are_warned_about(tmp_path: Path) -> None:
    rows = players({"name": "А", "red": 10}, {"name": "Б", "red": 10}, {"name": "В"})
    data = json.loads(score(write(tmp_path, rows), "--json", "--lang", "en"))
    assert data["warnings"][0]["clause"] == "components.deck"
    assert "20" in data["warnings"][0]["text"]


BAD = [
    "{",
    "[]",
    "null",
    {},
    {"players": 3},
    {"players": ["Оля"]},
    players({"name": "А"}, {"name": "Б"}),
    players(*({"name": str(n)} for n in range(7))),
    players({"name": "А"}, {"name": "А"}, {"name": "В"}),
    players({"name": 1}, {"name": "Б"}, {"name": "В"}),
    players({}, {"name": "Б"}, {"name": "В"}),
    players({"name": "А", "red": "2"}, {"name": "Б"}, {"name": "В"}),
    players({"name": "А", "red": True}, {"name": "Б"}, {"name": "В"}),
    players({"name": "А", "red": 1.5}, {"name": "Б"}, {"name": "В"}),
    players({"name": "А", "red": -1}, {"name": "Б"}, {"name": "В"}),
    players({"name": "А", "red": 15}, {"name": "Б"}, {"name": "В"}),
    players({"name": "А", "poison": 9}, {"name": "Б"}, {"name": "В"}),
    players({"name": "А", "gold": 1}, {"name": "Б"}, {"name": "В"}),
    players({"name": "Я" * 10_000}, {"name": "Б"}, {"name": "В"}),
]


@pytest.mark.parametrize("data", BAD)
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_bad_file_is_one_sentence_and_exit_1(tmp_path: Path, data: object, lang: str) -> None:
    with pytest.raises(CommandError) as error:
        score(write(tmp_path, data), "--lang", lang)
    assert error.value.returncode == 1
    assert 10 < len(str(error.value)) < 400
    assert "\n" not in str(error.value)


def test_a_refusal_names_the_player_and_the_clause(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^Рита: .*14.*\(components\.deck\)\.$"):
        score(write(tmp_path, players({"name": "А"}, {"name": "Б"}, {"name": "Рита", "red": 15})))


def test_a_missing_file_and_an_unknown_game_are_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="не прочитать"):
        score(str(tmp_path / "nothing.json"))
    with pytest.raises(CommandError, match="счёта нет"):
        call_command("score", "chess", write(tmp_path, example()))

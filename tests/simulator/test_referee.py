"""`manage.py referee`: lines for people, JSON for programs, exit 1 where anything differs or is broken."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from simulator import casebook

GOOD = """
game = "poison"
[[case]]
id = "good"
moves = ["Оля: play R4"]
[case.position]
players = ["Оля", "Саша", "Рита"]
turn = "Оля"
hands = { "Оля" = "R4", "Саша" = 1 }
[case.expect]
position = { turn = "Саша" }
"""
WRONG = GOOD.replace('"good"', '"wrong"').replace('{ turn = "Саша" }', '{ turn = "Рита" }')
BROKEN = GOOD.replace("turn = ", "trun = ").replace("[case.expect]", "[case.expct]")


def referee(*args, **options):
    """(lines of output, lines of errors, exit status)."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    try:
        call_command("referee", *args, stdout=out, stderr=err, no_color=True, **options)
    except SystemExit as stop:
        status = stop.code
    return out.getvalue().splitlines(), err.getvalue().splitlines(), status


@pytest.fixture
def file(tmp_path):
    def write(text, name="case.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_good_case_is_one_line_and_exit_0(file):
    for lang in ("ru", "en"):
        lines, errors, status = referee(file(GOOD), lang=lang)
        assert lines[0] == "ok  good"
        assert (len(lines), errors, status) == (2, [], 0)


def test_a_wrong_case_says_what_differed_and_exits_1(file):
    lines, errors, status = referee(file(GOOD, "a.toml"), file(WRONG, "b.toml"))
    assert lines == [
        "ok  good",
        "иначе  wrong",
        "    position.turn: ждали Рита, вышло Саша",
        "1 из 2 сошлось",
    ]
    assert (errors, status) == ([], 1)


def test_a_refusal_is_told_in_the_language_asked_for(file):
    path = file(GOOD.replace('moves = ["Оля: play R4"]', 'moves = ["Саша: play R1"]'))
    russian, english = referee(path, lang="ru")[0][1], referee(path, lang="en")[0][1]
    assert "not_your_turn (turn.order)" in russian
    assert "Оля" in russian
    assert "not_your_turn (turn.order)" in english
    assert "clockwise" in english


def test_a_broken_file_is_told_by_name_case_and_key_and_the_others_still_run(file):
    broken, good = file(BROKEN, "broken.toml"), file(GOOD, "good.toml")
    lines, errors, status = referee(broken, good)
    assert len(errors) == 1
    assert errors[0].startswith(f"{broken}: good: expct: ")
    assert "ok  good" in lines
    assert status == 1


@pytest.mark.parametrize("text", ["game = ", "\x00\x01", "{]", "", "[]"])
def test_text_that_is_no_case_ends_in_words_not_in_a_traceback(file, text):
    lines, errors, status = referee(file(text))
    assert status == 1
    assert len(errors) == 1
    assert lines == ["0 из 1 сошлось"]


def test_a_missing_file_and_one_that_is_no_text_are_told(tmp_path):
    binary = tmp_path / "x.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (str(tmp_path / "nowhere.toml"), str(binary), str(tmp_path)):
        _, errors, status = referee(path)
        assert status == 1
        assert errors[0].startswith(path)


def test_json_carries_the_same(file):
    lines, errors, status = referee(
        file(GOOD, "a.toml"), file(WRONG, "b.toml"), file(BROKEN, "c.toml"), json=True
    )
    data = json.loads("\n".join(lines))
    assert (data["ok"], data["passed"], data["failed"], status, errors) == (False, 1, 2, 1, [])
    good, wrong, broken = data["cases"]
    assert good == {
        "file": good["file"],
        "id": "good",
        "game": "poison",
        "clauses": [],
        "ok": True,
        "differences": [],
    }
    assert wrong["differences"][0]["what"] == "position.turn"
    assert (wrong["differences"][0]["expected"], wrong["differences"][0]["actual"]) == ("Рита", "Саша")
    assert (broken["problem"], broken["key"], broken["ok"]) == ("unknown_key", "expct", False)


def test_json_spells_a_refusal_out(file):
    path = file(GOOD.replace('moves = ["Оля: play R4"]', 'moves = ["Саша: play R1"]'))
    (case,) = json.loads("\n".join(referee(path, json=True)[0]))["cases"]
    assert case["differences"][0]["expected"] is None
    assert case["differences"][0]["actual"] == {
        "code": "not_your_turn",
        "clause": "turn.order",
        "params": {"seat": 0},
    }


def test_a_dash_reads_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(GOOD))
    assert referee("-")[0][0] == "ok  good"


def test_without_files_all_cases_of_the_site_are_judged():
    lines, errors, status = referee()
    assert (errors, status) == ([], 0)
    assert len(lines) == len(casebook.cases()) + 1


def test_an_unknown_language_is_refused():
    with pytest.raises(CommandError):
        call_command("referee", "--lang", "fr")


def test_the_codes_of_a_game_are_listed():
    lines = referee("--codes", "poison")[0]
    assert "| event | `captured` | overflow.take | cards, n, seat |" in lines

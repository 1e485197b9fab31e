"""`manage.py referee`: lines for people, JSON for programs, exit 1 where anything differs or is broken."""

import io
import json
import re

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from rulebook.content.typography import NO_BREAK
from simulator import case_words
from simulator.cases.case import CaseError, read_cases
from simulator.cases.case_play import play
from simulator.cases.verdict import compare_events, compare_refusal
from simulator.engine.game import Event
from simulator.engine.refusal import IllegalMove
from simulator.game import engine_of
from tests.conformance.coins import Coins
from web.refusal import Refusal

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
    assert [error.rpartition(": ")[0].split(": ")[:3] for error in errors] == [
        [broken, "good", "expct"],
        [broken, "good", "expect"],
    ]
    assert "ok  good" in lines
    assert status == 1


def test_a_case_that_can_not_be_read_leaves_the_others_of_its_file_and_names_all_that_is_wrong(file):
    case = GOOD.partition("[[case]]")[2]
    ill = case.replace('"good"', '"ill"\nclause = "no.such"\nrulings = [99]\nlook = 1')
    path = file(f'game = "poison"\n[[case]]{case}[[case]]{ill}[[case]]{case}')
    lines, errors, status = referee(path)
    assert lines == ["ok  good", "1 из 3 сошлось"]
    assert [error.split(": ")[1:3] for error in errors] == [["ill", "look"], ["good", "id"]]
    assert status == 1
    ill = ill.replace("look = 1", "").replace("turn = ", "trun = ")
    lines, errors, _ = referee(file(f'game = "poison"\n[[case]]{ill}[[case]]{case}'))
    assert "ok  good" in lines
    assert [error.split(": ")[2] for error in errors] == ["clause", "rulings"]


@pytest.fixture
def breaking(monkeypatch):
    """An engine that breaks at one move."""
    game = engine_of("poison")

    def parse(state, seat, text):
        if text == "play R4":
            raise LookupError("no such\nshelf")
        return type(game).parse(state, seat, text)

    monkeypatch.setattr(game, "parse", parse, raising=False)


def test_a_case_that_breaks_the_site_is_told_without_a_traceback_and_silences_no_other(file, breaking):
    calm = GOOD.replace('"good"', '"calm"').replace("play R4", "play R4 1")
    path = file(f"{GOOD}[[case]]{calm.partition('[[case]]')[2]}")
    lines, errors, status = referee(path)
    assert errors == [f"{path}: good: сломалось: LookupError: no such shelf"]
    assert (lines, status) == (["ok  calm", "1 из 2 сошлось"], 1)
    _, errors, _ = referee(path, lang="en")
    assert errors == [f"{path}: good: broke down: LookupError: no such shelf"]
    data = json.loads("\n".join(referee(path, json=True)[0]))
    assert [(case["id"], case["ok"]) for case in data["cases"]] == [("good", False), ("calm", True)]
    assert data["cases"][0]["problem"] == "crash"


def test_a_number_that_nobody_could_write_out_is_no_toml(file):
    _, errors, status = referee(file(GOOD.replace("[case.position]", f"rulings = [0x{'f' * 5000}]")))
    assert (len(errors), status) == (1, 1)
    assert "это не TOML и не JSON" in errors[0]


@pytest.mark.parametrize("text", ["game = ", "\x00\x01", "{]", "", "[]"])
def test_text_that_is_no_case_ends_in_words_not_in_a_traceback(file, text):
    lines, errors, status = referee(file(text))
    assert status == 1
    assert len(errors) == 1
    assert lines == ["0 из 1 сошлось"]


def test_every_fault_is_one_line_and_the_other_files_still_run(file):
    bad = [file(text, f"{n}.toml") for n, text in enumerate(["game = ", "{]", '{"game": "chess"}', "\x00"])]
    lines, errors, status = referee(*bad, file(GOOD))
    assert [error.partition(": ")[0] for error in errors] == bad
    assert (lines, status) == (["ok  good", "1 из 5 сошлось"], 1)


@pytest.mark.parametrize("as_json", [False, True])
def test_letters_that_are_none_on_standard_input_are_told_too(monkeypatch, as_json):
    monkeypatch.setattr("sys.stdin", io.StringIO(GOOD.replace("good", "\udcff")))
    lines, errors, status = referee("-", json=as_json)
    assert status == 1
    assert "файл не читается" in "\n".join([*lines, *errors])
    "\n".join([*lines, *errors]).encode()


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


REFUSED = GOOD.replace('moves = ["Оля: play R4"]', 'moves = ["Саша: play R1"]').partition("[case.expect]")[0]


@pytest.mark.parametrize(
    ("refusal", "unlike"),
    [
        ('{ code = "not_your_turn", seat = "Рита" }', 'seat = "Оля"'),
        ('{ code = "not_your_turn", clause = "turn.play", seat = "Оля" }', 'clause = "turn.order"'),
        ('{ code = "not_your_turn", card = "R1" }', "нет параметра card"),
    ],
)
def test_what_of_a_refusal_is_otherwise_is_said_by_its_parameter(file, refusal, unlike):
    lines, _, status = referee(file(f"{REFUSED}[case.expect]\nrefusal = {refusal}"))
    assert lines[1].endswith(f"Не сошлось: {unlike}")
    assert status == 1


def test_another_refusal_is_told_whole(file):
    lines, _, _ = referee(file(f'{REFUSED}[case.expect]\nrefusal = "no_pass"'))
    assert "not_your_turn (turn.order)" in lines[1]
    assert "Не сошлось" not in lines[1]


EVENTS = f"""{GOOD.partition("[case.expect]")[0]}[case.expect]
events = """


def test_events_in_another_order_are_told_as_that_with_both_orders(file):
    capture = EVENTS.replace("[case.position]", '[case.position]\ncauldrons = ["R7 R5", "", ""]')
    wanted = '[{ kind = "captured" }, { kind = "overflowed" }]'
    lines, _, status = referee(file(capture + wanted))
    assert lines[1].replace(NO_BREAK, " ") == (
        '    events: события не в этом порядке: ждали [{"kind": "captured"}, {"kind": "overflowed"}],'
        ' вышло [{"kind": "overflowed"}, {"kind": "captured"}]'
    )
    assert status == 1
    ((difference,),) = (
        case["differences"]
        for case in json.loads("\n".join(referee(file(capture + wanted), json=True)[0]))["cases"]
    )
    assert difference["expected"] == [{"kind": "captured"}, {"kind": "overflowed"}]
    assert difference["actual"] == difference["expected"][::-1]


@pytest.mark.parametrize(
    ("audience", "fits"), [(["Оля", "Рита"], True), (["Рита", "Оля"], True), (["Оля"], False), ("all", False)]
)
def test_an_event_is_seen_by_those_whom_the_case_names_and_by_nobody_else(audience, fits):
    """docs/cases.md: `audience` lists who sees an event; a secret told to one more is another event."""
    row = {"id": "whisper", "position": {"players": ["Оля", "Саша", "Рита"]}, "expect": {"position": {}}}
    (case,) = read_cases({"game": "poison", **row}, "x", ["poison"])
    told = Event("whispered", "turn.play", {}, (0, 2))
    wanted = [{"kind": "whispered", "audience": audience}]
    found = compare_events(case, ["Оля", "Саша", "Рита"], [told], wanted)
    assert (not found) is fits


@pytest.mark.parametrize(("cards", "fits"), [("R1 P4 R1", True), ("P4 R1 R1", True), ("P4 R1", False)])
def test_cards_stand_in_any_order_and_each_as_often_as_it_was_there(cards, fits):
    row = {"id": "taken", "position": {"players": ["Оля", "Саша", "Рита"]}, "expect": {"position": {}}}
    (case,) = read_cases({"game": "poison", **row}, "x", ["poison"])
    told = Event("captured", "overflow.take", {"seat": 0, "cards": ["R1", "R1", "P4"]})
    found = compare_events(case, ["Оля", "Саша", "Рита"], [told], [{"kind": "captured", "cards": cards}])
    assert (not found) is fits


def test_an_event_that_happened_too_seldom_is_told_as_that(file):
    lines, _, _ = referee(
        file(EVENTS + '[{ kind = "played", card = "R4" }, { kind = "played", seat = "Оля" }]')
    )
    assert lines[1].startswith(
        '    events 2: ждали ещё раз {"kind": "played", "seat": "Оля"}, вышло только [{'
    )


def test_warnings_of_a_sheet_name_the_players(file):
    text = """
    game = "wizwar"
    id = "truce"
    moves = ["Коля: hit magical 5"]
    [sheet]
    players = ["Оля", "Коля"]
    [expect]
    warnings = []
    """
    lines, _, _ = referee(file(text))
    assert lines[1] == (
        '    warnings: ждали ничего, вышло {"code": "sheet_truce", "clause": "fight.first_round",'
        ' "seats": ["Коля"]}'
    )


LATIN = {"Оля": "Olya", "Саша": "Sasha", "Рита": "Rita"}
LEAKS = [
    WRONG,
    BROKEN,
    REFUSED + '[case.expect]\nrefusal = "no_pass"',
    REFUSED + '[case.expect]\nrefusal = { code = "not_your_turn", card = "R1", seat = "Саша" }',
    REFUSED + "[case.expect]\nposition = {}",
    EVENTS + '[{ kind = "captured" }]',
    EVENTS + '[{ kind = "played", card = "R4" }, { kind = "played", seat = "Оля" }]',
    "game = ",
    'game = "chess"',
]


@pytest.mark.parametrize("text", LEAKS)
def test_english_is_english_throughout(file, text):
    for russian, latin in LATIN.items():
        text = text.replace(russian, latin)
    path = file(text)
    lines, errors, status = referee(path, lang="en")
    assert status == 1
    assert not re.search("[а-яё]", "\n".join([*lines, *errors]), re.IGNORECASE)


def test_every_problem_and_every_way_to_differ_has_english_words():
    with translation.override("en"):
        words = [str(each) for each in (*case_words.PROBLEMS.values(), *case_words.KINDS.values())]
        words += [str(each) for each in case_words.DIFFERENCES.values()]
    assert [each for each in words if re.search("[а-яё]", each, re.IGNORECASE)] == []


def test_a_dash_reads_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(GOOD))
    assert referee("-")[0][0] == "ok  good"


def test_an_unknown_language_is_refused():
    with pytest.raises(CommandError):
        call_command("referee", "--lang", "fr")


def test_the_codes_of_a_game_are_listed():
    lines = referee("--codes", "poison")[0]
    assert "| event | `captured` | overflow.take | cards, n, seat |" in lines


class Fickle(Coins):
    """It allows a move when it is asked, and refuses it when it is made."""

    def apply(self, state, seat, move):
        raise IllegalMove(Refusal("bad_move", "turn.play", {"text": str(move)}))


def test_a_move_that_was_allowed_and_is_refused_when_it_is_made_does_not_pass():
    """`check` and `apply` are one rule: a refusal that the position had not told of has changed something."""
    position = {"state": 1, "players": ["Оля", "Коля"], "coins": 7, "turn": 0}
    position |= {"chance": {"rng": 1, "script": []}, "scores": [0, 0], "last": None}
    row = {"id": "fickle", "moves": ["Оля: take 1"], "expect": {"refusal": "bad_move"}}
    (case,) = read_cases({"game": "poison", **row, "position": position}, "x", ["poison"])
    assert [each.problem for each in compare_refusal(case, play(Fickle(), case))] == ["changed"]


class Shuffling(Coins):
    """A move turns the coins over and over: an order, not a number, is what chance gives."""

    def do(self, state, seat, move):
        state.chance.shuffled("ab")
        return super().do(state, seat, move)


@pytest.mark.parametrize(("game", "problem"), [(Coins(), "script"), (Shuffling(), "script_order")])
def test_an_outcome_that_can_not_be_names_the_key_that_the_case_has(game, problem):
    """docs/cases.md: outcomes of chance stand in the position, or in the new game."""
    start = {"state": 1, "players": 2, "chance": {"rng": 1, "script": [2]}, "coins": 7, "turn": 0}
    row = {"id": "toss", "moves": ["Оля: take 1"], "expect": {"events": [{"kind": "shared"}]}}
    position = {**start, "players": ["Оля", "Коля"], "scores": [0, 0], "last": None}
    (case,) = read_cases({"game": "poison", **row, "position": position}, "x", ["poison"])
    with pytest.raises(CaseError) as caught:
        play(game, case)
    assert (caught.value.key, caught.value.problem, caught.value.value) == ("position.script", problem, "2")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[case]]\nid = "good"\n', ": game: этого не хватает"),
        ("[[case]]\nid = x\n", "(at line 2, column 6)"),
    ],
)
def test_a_file_that_begins_with_a_case_is_read_as_toml(file, text, said):
    """JSON begins with a brace, or is a list."""
    _, errors, status = referee(file(text))
    assert status == 1
    assert errors[0].endswith(said)

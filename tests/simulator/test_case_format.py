"""A case that can't be read says where and why; a case that differs says what."""

import copy
import itertools
from dataclasses import replace
from importlib import import_module

import pytest

from simulator import case_words
from simulator.cases import casebook
from simulator.cases.case import PROBLEMS, CaseError, read_cases
from simulator.engine.game import Difference
from simulator.engine.refusal import BadPosition, IllegalMove
from simulator.game import engine_of, played_games

CASE = {
    "id": "one",
    "clause": "overflow.take",
    "position": {"players": ["Оля", "Саша", "Рита"], "turn": "Оля", "hands": {"Оля": "R4", "Саша": 1}},
    "moves": ["Оля: play R4 1"],
    "expect": {"position": {"turn": "Саша"}},
}
FILE = {"game": "poison", "case": [CASE]}


def changed(**changes):
    """The case with keys replaced, or removed where the value is None."""
    case = {**copy.deepcopy(CASE), **changes}
    return {key: value for key, value in case.items() if value is not None}


def read(data):
    return read_cases(data, "x.toml", ("poison",))


BROKEN = [
    ([], "", "kind"),
    ({"case": [CASE]}, "game", "missing"),
    ({"game": "chess", "case": [CASE]}, "game", "unknown_game"),
    ({"game": "poison", "case": []}, "case", "no_cases"),
    ({"game": "poison", "case": "one"}, "case", "kind"),
    ({**FILE, "author": "me"}, "author", "unknown_key"),
    ({"game": "poison", "case": ["one"]}, "", "kind"),
    ({"game": "poison", "case": [CASE, CASE]}, "id", "twice"),
    (changed(expectt={}), "expectt", "unknown_key"),
    (changed(id=7), "id", "kind"),
    (changed(clause="overflow.tkae"), "clause", "unknown_clause"),
    (changed(also=["nowhere.at.all"]), "also", "unknown_clause"),
    (changed(also="overflow.take"), "also", "kind"),
    (changed(rulings=[99]), "rulings", "unknown_ruling"),
    (changed(title={"ru": "Да", "fr": "Oui"}), "title.fr", "unknown_key"),
    (changed(title={"ru": "Да"}), "title.en", "missing"),
    (changed(position=None), "", "either"),
    (changed(new={"players": 3}), "", "either"),
    (changed(position="R4"), "position", "kind"),
    (changed(position=None, new={"players": 3, "sed": 1}), "new.sed", "unknown_key"),
    (changed(position=None, new={"players": 3, "seed": "1"}), "new.seed", "kind"),
    (changed(position=None, new={"players": 3, "script": "R1"}), "new.script", "kind"),
    (changed(moves="play R4 1"), "moves", "kind"),
    (changed(moves=[4]), "moves", "kind"),
    (changed(expect=None), "expect", "missing"),
    (changed(expect={}), "expect", "missing"),
    (changed(expect={"points": {}}), "expect.points", "unknown_key"),
    (changed(expect={"warnings": []}), "expect.warnings", "unknown_key"),
    (changed(expect={"events": {}}), "expect.events", "kind"),
    (changed(expect={"events": [{"seat": "Оля"}]}), "expect.event.kind", "missing"),
    (changed(expect={"events": [{"kind": "exploded"}]}), "expect.event.kind", "unknown_code"),
    (changed(expect={"no_events": {}}), "expect.no_events", "kind"),
    (changed(expect={"no_events": [{"kind": "exploded"}]}), "expect.event.kind", "unknown_code"),
    (changed(expect={"refusal": "no_such_code"}), "expect.refusal.code", "unknown_code"),
    (changed(expect={"events": [{"kind": "any"}]}), "expect.event.kind", "unknown_code"),
    (
        changed(expect={"refusal": {"code": "no_pass", "clause": "a.b"}}),
        "expect.refusal.clause",
        "unknown_clause",
    ),
    (changed(expect={"refusal": "no_pass"}, moves=[]), "moves", "no_moves"),
    (changed(expect={"bad_position": ["pos_mixed"]}), "moves", "no_moves"),
    (changed(expect={"lines": {"Оля": {"code": "gold"}}}), "expect.line.code", "unknown_code"),
    (changed(expect={"scores": [7]}), "expect.scores", "kind"),
]


@pytest.mark.parametrize(("data", "key", "problem"), BROKEN, ids=[f"{k}-{p}" for _, k, p in BROKEN])
def test_a_broken_file_is_told_by_file_case_and_key(data, key, problem):
    if isinstance(data, dict) and "case" not in data and "game" not in data:
        data = {"game": "poison", "case": [data]}
    with pytest.raises(CaseError) as caught:
        read(data)
    assert (caught.value.source, caught.value.key, caught.value.problem) == ("x.toml", key, problem)
    assert case_words.problem_text(caught.value).startswith("x.toml")


ILL = [
    ({"moves": ["play R4 1"]}, "moves", "move"),
    ({"moves": ["Оля:"]}, "moves", "move"),
    ({"moves": ["Барон: play R4 1"]}, "moves", "unknown_player"),
    ({"expect": {"position": {"trun": "Саша"}}}, "expect.position", "expected_position"),
    ({"expect": {"position": {"hands": {"Барон": 1}}}}, "expect.position", "expected_position"),
    ({"expect": {"position": {"cauldrons": ["R3"]}}}, "expect.position", "expected_position"),
    ({"expect": {"position": {"options": {"luck": True}}}}, "expect.position", "expected_position"),
    ({"expect": {"view": {"Барон": {}}}}, "expect.view", "unknown_player"),
    ({"expect": {"view": {"Оля": 3}}}, "expect.view.Оля", "kind"),
    ({"expect": {"scores": {"Барон": 1}}}, "expect.scores", "unknown_player"),
    ({"expect": {"winners": ["Барон"]}}, "expect.winners", "unknown_player"),
    ({"expect": {"legal": [4]}}, "expect.legal", "kind"),
    ({"expect": {"events": [{"kind": "played", "seat": "Барон"}]}}, "expect.seat", "unknown_player"),
]


@pytest.mark.parametrize(("changes", "key", "problem"), ILL, ids=[f"{k}-{p}" for _, k, p in ILL])
def test_a_case_that_can_not_be_judged_is_told_too(changes, key, problem):
    (case,) = read({"game": "poison", "case": [changed(**changes)]})
    with pytest.raises(CaseError) as caught:
        casebook.evaluate(case)
    assert (caught.value.case, caught.value.key, caught.value.problem) == ("one", key, problem)


def test_every_problem_has_words_in_the_interface():
    assert set(case_words.PROBLEMS) == set(PROBLEMS)


DIFFERENT = [
    ({"position": {"turn": "Рита"}}, "position.turn"),
    ({"position": {"round": 2}}, "position.round"),
    ({"position": {"dealer": "Оля"}}, "position.dealer"),
    ({"position": {"players": 4}}, "position.players"),
    ({"position": {"cauldrons": ["R4 R1"]}}, "position.cauldrons 1"),
    ({"position": {"hands": {"Саша": 2}}}, "position.hands Саша"),
    ({"position": {"captured": {"Оля": "R4"}}}, "position.captured Оля"),
    ({"position": {"scores": [{"Оля": {"red": 1}}]}}, "position.scores"),
    ({"position": {"options": {"final_tie": "single_best_round"}}}, "position.options final_tie"),
    ({"view": {"Саша": {"hands": {"Саша": "X4"}}}}, "view.Саша.hands Саша"),
    ({"legal": ["play X4 1"]}, "legal, Саша"),
    ({"scores": {"Оля": 0}}, "scores.Оля"),
    ({"lines": {"Оля": []}, "scores": {"Оля": 1}}, "scores.Оля"),
    ({"winners": ["Оля"]}, "winners"),
    ({"refusal": "no_pass"}, "refusal"),
    ({"events": [{"kind": "captured"}]}, "events 1"),
    ({"events": [{"kind": "played", "card": "R5"}]}, "events 1"),
    ({"events": [{"kind": "played", "weight": 4}]}, "events 1"),
    ({"events": [{"kind": "played", "total": True}]}, "events 1"),
    ({"events": [{"kind": "played", "cauldron": True}]}, "events 1"),  # 1, which Python calls equal
    ({"no_events": [{"kind": "captured"}, {"kind": "played", "card": "R4"}]}, "no_events 2"),
    ({"no_events": [{"kind": "played", "audience": "all"}]}, "no_events 1"),
    ({"events": [{"kind": "coloured"}, {"kind": "played"}]}, "events 1"),
    ({"events": [{"kind": "played", "audience": ["Оля"]}]}, "events 1"),
]


@pytest.mark.parametrize(("expect", "what"), DIFFERENT, ids=[what for _, what in DIFFERENT])
def test_what_differs_is_named(expect, what):
    (case,) = read({"game": "poison", "case": [changed(expect=expect)]})
    outcome = casebook.evaluate(case)
    assert [difference.what for difference in outcome.differences] == [what]
    assert case_words.difference_text(outcome.differences[0], outcome, "ru").startswith(what)


def test_an_unexpected_refusal_ends_the_case_and_says_why():
    (case,) = read({"game": "poison", "case": [changed(moves=["Саша: play R4 1", "Оля: play R4 1"])]})
    outcome = casebook.evaluate(case)
    assert [difference.what for difference in outcome.differences] == ["moves 1, Саша: play R4 1"]
    assert "not_your_turn (turn.order)" in case_words.difference_text(outcome.differences[0], outcome, "ru")


def test_a_refusal_is_expected_of_the_last_move_only():
    expect = {"refusal": "not_your_turn"}
    (case,) = read(
        {"game": "poison", "case": [changed(moves=["Саша: play R4 1", "Оля: play R4 1"], expect=expect)]}
    )
    assert [each.what for each in casebook.evaluate(case).differences] == ["moves 1, Саша: play R4 1"]


def test_another_clause_than_the_expected_one_is_a_difference():
    expect = {"refusal": {"code": "not_your_turn", "clause": "turn.play"}}
    (case,) = read({"game": "poison", "case": [changed(moves=["Саша: play R4 1"], expect=expect)]})
    assert [each.what for each in casebook.evaluate(case).differences] == ["refusal"]


def test_a_refused_move_that_changed_the_position_is_a_difference(monkeypatch):
    """docs/cases.md: the position must stay as it was."""
    game = engine_of("poison")

    def spoil(state, seat, move):
        refusal = game.check(state, seat, move)
        object.__setattr__(state, "hands", state.hands[::-1])
        raise IllegalMove(refusal)

    monkeypatch.setattr(game, "apply", spoil, raising=False)
    row = changed(moves=["Саша: play R4 1"], expect={"refusal": "not_your_turn"})
    (case,) = read({"game": "poison", "case": [row]})
    (difference,) = casebook.evaluate(case).differences
    assert difference == Difference("refusal", None, None, "changed")


def test_lines_are_expected_to_the_last():
    """docs/cases.md: these are all the lines that there are, in order."""
    case = casebook.find("poison", "sheet-scoring-example")
    first = {who: lines[:1] for who, lines in case.expect["lines"].items()}
    outcome = casebook.evaluate(replace(case, expect={"lines": first}))
    assert [each.what for each in outcome.differences] == ["lines.Оля", "lines.Саша"]


@pytest.mark.parametrize(
    ("refusal", "fits"),
    [
        ("any", True),
        ({"code": "any", "clause": "turn.order"}, True),
        ({"code": "any", "seat": "Оля"}, True),
        ({"code": "any", "clause": "turn.play"}, False),
        ({"code": "any", "card": "R4"}, False),
    ],
)
def test_any_refusal_will_do_where_its_code_is_any(refusal, fits):
    row = changed(moves=["Саша: play R4 1"], expect={"refusal": refusal})
    (case,) = read({"game": "poison", "case": [row]})
    assert casebook.evaluate(case).ok == fits
    (case,) = read({"game": "poison", "case": [{**row, "moves": CASE["moves"]}]})
    assert [each.what for each in casebook.evaluate(case).differences] == ["refusal"]


def test_an_event_that_must_not_have_happened_did_not():
    """One that only looks alike doesn't count, nor one of a move that was refused."""
    unwanted = [
        {"kind": "captured"},
        {"kind": "played", "card": "R5"},
        {"kind": "played", "audience": ["Оля"]},
    ]
    (case,) = read({"game": "poison", "case": [changed(expect={"no_events": unwanted})]})
    assert casebook.evaluate(case).ok
    expect = {"refusal": "any", "no_events": [{"kind": "played", "seat": "Саша"}]}
    moves = ["Оля: play R4 1", "Саша: play R4 1"]
    (case,) = read({"game": "poison", "case": [changed(moves=moves, expect=expect)]})
    assert casebook.evaluate(case).ok


@pytest.mark.parametrize(
    ("game", "start"), [("poison", "sheet"), ("wizwar", "sheet"), ("alchemists", "laboratory")]
)
def test_players_may_be_a_number_of_them_wherever_there_are_players(game, start):
    """docs/cases.md: then they are called "1", "2"…"""
    more = {"code": "DEMO"} if start == "laboratory" else {}
    for players, ok in ((3, True), (1, False), (99, False), (-1, False)):
        expect = {"refusal": "any"} if ok else {"bad_position": ["sheet_players"]}
        moves = ["3: nonsense"] if ok else []
        row = {"game": game, start: {"players": players, **more}, "moves": moves, "expect": expect}
        (case,) = read_cases(row, "x.toml", (game,))
        assert casebook.evaluate(case).ok


def test_a_position_that_was_not_to_exist_and_one_that_was():
    wrong = {"players": 3, "hands": {"1": "R1"}, "cauldrons": ["R7 B7"]}
    (case,) = read({"game": "poison", "case": [changed(position=wrong, moves=["1: play R1 1"])]})
    assert [each.actual.code for each in casebook.evaluate(case).differences] == [
        "pos_over_limit",
        "pos_mixed",
    ]
    expect = {"bad_position": ["pos_mixed"]}
    (case,) = read({"game": "poison", "case": [changed(position=wrong, moves=[], expect=expect)]})
    assert [each.actual.code for each in casebook.evaluate(case).differences] == ["pos_over_limit"]
    (case,) = read({"game": "poison", "case": [changed(moves=[], expect=expect)]})
    assert [each.what for each in casebook.evaluate(case).differences] == ["bad_position"]


def test_a_single_case_needs_no_list_and_no_name():
    (case,) = casebook.parse(
        '{"game": "poison", "position": {"players": 3, "hands": {"1": "R1"}},'
        ' "expect": {"legal": ["play R1 3"]}}',
        "-",
    )
    assert case.id == "case 1"
    assert casebook.evaluate(case).ok


def test_an_encoded_state_is_a_position_too():
    game = engine_of("poison")
    state = game.new_game({"players": 3, "options": {"dealer": "3"}}, 5).state
    (case,) = read(
        {
            "game": "poison",
            "position": game.encode(state),
            "expect": {
                "position": {"turn": 1, "hands": {"1": 13}},
                "legal": [str(move) for move in game.legal_moves(state, 0)],
            },
        }
    )
    assert casebook.evaluate(case).ok


@pytest.mark.parametrize(
    "text", ["", "game = ", "{", "[", "\x00", "[" * 100_000, '{"game": "poison"', "\ufeff{}"]
)
def test_text_that_is_no_case_at_all_is_refused_in_words(text):
    with pytest.raises(CaseError) as caught:
        casebook.parse(text, "x")
    assert caught.value.problem in ("syntax", "missing", "kind")


SMALL = {
    "alchemists": {"players": ["Оля", "Саша"], "actions": {"Оля": "student"}, "hands": {"Оля": "toad fern"}},
    "poison": {"players": ["Оля", "Саша", "Рита"], "hands": {"Оля": "R4"}},
    "potions": {"players": ["Оля", "Саша"], "hands": {"Оля": "griffin"}},
    "wizwar": {"players": ["Оля", "Саша"]},
}
JUNK = [-1, 2.5, True, "?", ["?"], [7], [{}], {"Оля": [1]}, {"Оля": 2.5}, {"Барон": 1}, {"steps": "?"}, None]


@pytest.mark.parametrize("game_id", played_games())
def test_what_can_not_be_read_of_a_position_is_told_with_its_key(game_id):
    """docs/cases.md: `what` begins with the key."""
    game = engine_of(game_id)
    keys = import_module(game.short.__module__).KEYS
    for key, value in itertools.product(sorted(keys), JUNK):
        try:
            game.decode({**SMALL[game_id], key: value})
        except BadPosition as error:
            for refusal in error.refusals:
                if refusal.code == "pos_malformed":
                    assert refusal.params["what"].partition(":")[0] == key, (key, value)
    with pytest.raises(BadPosition) as caught:
        game.decode({**SMALL[game_id], "luck": 1, "fate": 2})
    assert caught.value.refusals[0].params == {"what": "fate, luck"}

"""Positions with boxes as data: whatever is put anywhere in one, it is read soundly or refused."""

import json
import re

import pytest

from games.potions.tests.simulator.boxes.positions import GAME, NAMES, SHORT
from simulator.cases import casebook
from simulator.engine.chance import Rng
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.engine.refusal import BadConfig, BadPosition
from tests.conformance.tables import AGENTS
from tests.simulator.states import assert_sound_or_refused, leaves, put

SETS = ("guild", "university", "guild,university")
VALUES = (
    *(None, True, -1, 0, 1, 3, 99, "", "x", [], [[]], {}, 1.5, "gone", "skipped", "wild", "guild"),
    *("alkahest", "spell_of_haste", "elementary_magema", "stone_magisterium", "elixir_nigredo"),
)


def states(sets, seed, agent="curious"):
    """Positions from all over a game, those in the middle of moves and spells among them."""
    state, choose = GAME.new_game({"players": 3, "options": {"sets": sets}}, seed).state, AGENTS[agent](seed)
    kinds, found = set(), []
    while state.agenda:
        kind = tuple(type(frame).__name__ for frame in state.agenda)
        if kind not in kinds:
            kinds.add(kind)
            found.append(state)
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, choose(GAME.legal_moves(state, seat))).state
    return [*found, state]


@pytest.mark.parametrize("sets", SETS)
def test_whatever_stands_in_a_position_it_is_read_or_refused(sets):
    """DESIGN: decode raises only BadPosition."""
    rng = Rng(len(sets))
    for state in states(sets, 3):
        data = GAME.encode(state)
        own = ("agenda", "sequences", "circle", "lacks", "tables", "history", "options")
        paths = [path for path in leaves(data) if path and path[0] in own]
        for _ in range(40):
            assert_sound_or_refused(GAME, put(data, rng.choice(paths), rng.choice(VALUES)))


@pytest.mark.parametrize(
    "circle",
    [
        {"counts": [], "plays": 0},
        {"counts": [0] * 3, "plays": 0},  # more than there are players
        {"counts": [-1], "plays": 0},
        {"counts": ["0"], "plays": 0},
        {"counts": [0], "plays": -1},
        {"counts": [0], "plays": "0"},
        {"counts": [0], "plays": 1},  # nobody has played yet
    ],
    ids=str,
)
def test_a_circle_that_no_game_has_is_refused(circle):
    """guild.end.circle: cards on the table by turn, at most one for each player, and plays that were made."""
    data = GAME.encode(GAME.decode(SHORT))
    GAME.decode(data | {"circle": {"counts": [0], "plays": 0}})
    with pytest.raises(BadPosition):
        GAME.decode(data | {"circle": circle})


def test_with_the_university_a_score_may_be_below_zero_and_a_hand_known_to_lack():
    """Rulings 63, 89."""
    short = {**SHORT, "options": {"sets": "university"}, "hands": {"Оля": "dragon", "Саша": "griffin"}}
    state = GAME.decode({**short, "scores": {"Оля": -5}, "lacks": {"Саша": "mandrake"}})
    assert state.scores == (-5, 0)
    for lacks in ("mushrooms", "moonlight", [1]):
        with pytest.raises(BadPosition):
            GAME.decode({**short, "lacks": {"Саша": lacks}})


def test_magema_under_a_recipe_marks_it():
    """Rulings 54, 81: whoever sets up the position needn't say so."""
    row = "elixir_nigredo < stone_magisterium elixir_citrinitas"
    found = GAME.decode({**SHORT, "tables": {"Саша": [row]}, "hands": {"Оля": "alkahest"}})
    assert found.tables[1][0].mark == "wild"


PASSED_OVER = {
    "players": 2,
    "turn": "2",
    "phase": 3,
    "deck": 0,
    "hands": {"2": "griffin dragon banshee"},
    "tables": {
        "1": ["lesser_talisman_of_growth", "lesser_talisman_of_income"],
        "2": ["love_potion", "basilisk", "unicorn"],
    },
    "scores": {"1": 3, "2": 9},
}


@pytest.mark.parametrize(("rules", "points"), [(1, 3), (2, 5)])
def test_a_game_goes_on_by_the_rules_that_it_was_begun_by(rules, points):
    """Ruling 107 came with rules 2: before, a seat that was passed over got nothing for its talismans."""
    state = GAME.decode({**PASSED_OVER, "options": {"sets": "university"}})
    state = evolve(state, options=evolve(state.options, rules=rules))
    assert GAME.apply(state, 1, Move("element", ("griffin",))).state.scores == (points, 10)


def test_former_rules_begin_by_themselves_and_are_nothing_to_choose():
    config = {"players": 2, "options": {"sets": "university"}}
    assert [GAME.begin(rules, config, 3).state.options.rules for rules in (1, 2)] == [1, 2]
    assert [rules for rules in range(4) if GAME.reads(rules)] == [1, 2]
    with pytest.raises(BadConfig):
        GAME.new_game({"players": 2, "options": {"rules": 1}}, 3)
    with pytest.raises(BadPosition):
        GAME.decode({**PASSED_OVER, "options": {"sets": "university", "rules": 1}})


def test_it_stays_the_turn_of_whoever_has_cast_what_others_answer():
    """cases/README.md: `turn` says who plays; Necessity asks the next, and the turn is the caster's."""
    state = GAME.decode(
        {
            "players": 2,
            "hands": {"1": "spell_of_necessity dragon", "2": "solution_of_eternity powder_of_life unicorn"},
            "options": {"sets": "university"},
        }
    )
    for move in (Move("cast", ("spell_of_necessity",)), Move("name", ("mandrake",))):
        state = GAME.apply(state, 0, move).state
    assert GAME.to_act(state) == {1}
    assert GAME.short(state, ["1", "2"])["turn"] == "1"
    assert GAME.differences(state, ["1", "2"], GAME.short(state, ["1", "2"])) == []


def test_a_tables_own_columns_may_be_expected():
    position = casebook.find("potions", "guild-own-columns").position
    state, names, options = GAME.decode(position), position["players"], position["options"]
    assert GAME.differences(state, names, {"options": options}) == []
    unlike = GAME.differences(state, names, {"options": options | {"columns": None}})
    assert [each.what for each in unlike] == ["options columns"]


def swapped(value, one, other):
    """With the names of two cards exchanged wherever they stand."""
    words = re.split(f'"({one}|{other})"', json.dumps(value))
    return json.loads("".join(f'"{other if w == one else one}"' if n % 2 else w for n, w in enumerate(words)))


AT_WORK = [
    (
        "guild-forced-draw-written-down",
        0,
        "Phase",
        [{"seat": 2}, {"seat": -1}, {"n": 0}, {"n": 4}, {"n": "2"}],
    ),
    (
        "guild-forced-draw-written-down",
        0,
        "Phase",
        [{"further": 0}, {"cast": "dragon"}, {"cast": ["sulphur"]}],
    ),
    ("university-diversity", 1, "Drawing", [{"left": n} for n in (0, -1, 10, "1")]),
    ("university-diversity", 1, "Drawing", [{"may_stop": 1}, {"held": ["dragon"]}, {"held": 1}]),
    ("university-necessity", 2, "Asked", [{"caster": 3}, {"caster": -1}, {"element": "sulphur"}]),
    ("university-necessity", 2, "Asked", [{"element": "snake_eye"}, {"held": []}]),
    ("university-haste", 1, "Haste", [{"left": 0}, {"left": 3}, {"left": "1"}, {"further": 1}, {"held": []}]),
    ("university-whirlpool-order", 1, "Whirl", [{"rest": rest} for rest in ([2], [-1], 1)]),
    ("university-whirlpool-order", 1, "Whirl", [{"laid": ["unicorn"]}, {"laid": 1}, {"held": []}]),
    ("guild-trismegistus", 6, "Returning", [{"left": n} for n in (0, -1, 3, "2")]),
    ("guild-trismegistus", 6, "Returning", [{"decks": [2]}, {"decks": 0}, {"held": []}]),
]


def at_work(case, plies):
    """The encoded position of a case after so many of its moves."""
    found = casebook.find("potions", case)
    state, names = GAME.decode(found.position), found.position["players"]
    for text in found.moves[:plies]:
        who, _, words = text.partition(": ")
        seat = names.index(who)
        state = GAME.apply(state, seat, GAME.parse(state, seat, words)).state
    return GAME.encode(state)


@pytest.mark.parametrize(("case", "plies", "frame", "wrongs"), AT_WORK)
def test_what_is_at_work_is_part_of_a_position(case, plies, frame, wrongs):
    """DESIGN: a position that no game comes to is refused, seats and cards that aren't there among it."""
    data = at_work(case, plies)
    assert GAME.encode(GAME.decode(data)) == data
    place = next(n for n, each in enumerate(data["agenda"]) if each["frame"] == frame)
    for wrong in wrongs:
        agenda = [each | wrong if n == place else each for n, each in enumerate(data["agenda"])]
        with pytest.raises(BadPosition):
            GAME.decode(data | {"agenda": agenda})


@pytest.mark.parametrize(
    ("case", "plies", "spell"),
    [
        ("university-diversity", 1, "spell_of_diversity"),
        ("university-necessity", 2, "spell_of_necessity"),
        ("university-haste", 1, "spell_of_haste"),
        ("university-whirlpool-order", 1, "magical_whirlpool"),
        ("guild-trismegistus", 6, "spell_of_trismegistus"),
    ],
)
def test_no_other_spell_is_at_work_in_its_place(case, plies, spell):
    """Whirlpool, Haste and Overthrow draw no cards, nor do they ask for an element."""
    data = at_work(case, plies)
    others = ["spell_athanorum"] if case.startswith("guild") else ["spell_of_overthrow", "magical_whirlpool"]
    for other in {*others, "dragon"} - {spell}:
        with pytest.raises(BadPosition):
            GAME.decode(swapped(data, spell, other))


@pytest.mark.parametrize(
    ("sets", "row", "scores"),
    [
        ("guild", [0, "stage", "elixir_nigredo", 2, [1], [1, 1], []], (2, 1)),
        ("guild", [0, "stage", "elixir_nigredo", 99, [], [1, 1], [[1, "magema"]]], (99, 0)),
        ("guild", [0, "stage", "elixir_nigredo", 100, [], [1, 1], []], None),
        ("guild", [0, "stage", "elixir_nigredo", -1, [], [1, 1], []], None),
        ("guild", [0, "stage", "elixir_nigredo", 2, [], [1], []], None),
        ("guild", [0, "stage", "elixir_nigredo", 2, [], [1, "1"], []], None),
        ("guild", [0, "stage", "elixir_nigredo", 2, [], [1, 1], [[2, "magema"]]], None),
        ("guild", [0, "stage", "elixir_nigredo", 2, [2], [1, 1], []], None),
        ("guild", [0, "stone", "stone_magisterium", 10, [], [2, 7], []], (10, 0)),
        ("guild", [0, "stage", "elixir_nigredo", 2, [0], [1, 1], []], None),
        ("university", [0, "assemble", "dragon", 0, [1, 1]], (8, 8)),  # by Generality
        ("university", [0, "assemble", "dragon", 0, [0]], None),
        ("university", [0, "useful", "dragon", 0, []], (1, 0)),
        ("university", [0, "useful", "dragon", 1, []], None),
        ("university", [0, "growth", "lesser_talisman_of_growth", 0, []], (1, 0)),
        ("university", [0, "growth", "", 0, []], None),
        ("university", [0, "scruple", "scruple_of_conscience", 0, [1]], (0, -5)),
        ("university", [0, "before", "", -9999, []], (-9999, 0)),
        ("university", [0, "before", "", -10000, []], None),
        ("university", [0, "before", "", 10000, []], None),
        ("university", [0, "before", "", 1, [1]], None),
        ("university", [0, "before", "dragon", 1, []], None),
        ("guild", [0, "before", "", -1, []], None),
    ],
)
def test_a_record_of_plays_is_read_if_a_game_may_have_it(sets, row, scores):
    """DESIGN: points follow from the plays of a position, so it has no play that no game has."""
    short = {"players": NAMES, "hands": {"Оля": "griffin"}, "options": {"sets": sets}}
    data = GAME.encode(GAME.decode(short)) | {"history": [row]}
    if scores is not None:
        assert GAME.decode(data).scores == scores
        return
    with pytest.raises(BadPosition):
        GAME.decode(data)

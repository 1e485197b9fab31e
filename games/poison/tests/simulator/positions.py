"""Positions of «Алхимия»: what can't be, and states to spoil."""

from simulator.engine.chance import Rng
from simulator.game import engine_of
from tests.simulator.positions import Editor, Positions

GAME = engine_of("poison")
NAMES = ["Оля", "Саша", "Рита", "Коля"]
SHORT = {"players": NAMES, "hands": {"Оля": "R1 X4", "Саша": 2}}


def middle(seed=1, plies=9, **options):
    """A state some random moves into a game of four."""
    state, rng = GAME.new_game({"players": 4, "options": options}, seed).state, Rng(seed)
    for _ in range(plies):
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, rng.choice(GAME.legal_moves(state, seat))).state
    return state


def encoded():
    asking = [middle(seed, plies, shed_majority="ask_player") for seed, plies in ((6, 50), (7, 200))]
    return [GAME.encode(state) for state in (middle(4), middle(5, plies=60), *asking)]


IMPOSSIBLE = [
    ({"players": 2}, "players_range"),
    ({"hands": {"Оля": 51}}, "pos_not_enough"),
    ({"hands": {"Оля": 30, "Саша": 21}}, "pos_not_enough"),
    ({"hands": {"Оля": "R1 " * 51}}, "pos_not_enough"),
    ({"hands": {"Оля": "R3"}}, "pos_unknown_card"),
    ({"hands": {"Оля": "R4 R4 R4"}}, "pos_too_many"),
    ({"hands": {}}, "pos_no_cards"),
    ({"turn": "Рита"}, "pos_turn"),
    ({"dealer": "Барон"}, "pos_malformed"),
    ({"round": 0}, "pos_round"),
    ({"round": 5}, "pos_round"),
    ({"round": "2"}, "pos_round"),
    ({"scores": [{}] * 4}, "pos_round"),
    ({"scores": {}}, "pos_malformed"),
    ({"scores": [{"Оля": {"red": 15}}]}, "pos_malformed"),
    ({"scores": [{"Оля": {"green": 1}}]}, "pos_malformed"),
    ({"scores": [{"Оля": 7}]}, "pos_malformed"),
    ({"cauldrons": "R1"}, "pos_cauldrons"),
    ({"cauldrons": ["", "", "", ""]}, "pos_cauldrons"),
    ({"cauldrons": [["R1"]]}, "pos_malformed"),
    ({"cauldrons": ["R7 R7"]}, "pos_over_limit"),
    ({"cauldrons": ["R1 B1"]}, "pos_mixed"),
    ({"cauldrons": ["R7", "R5"]}, "pos_same_colour"),
    ({"cauldrons": ["red: X4"]}, "pos_mixed"),
    ({"cauldrons": ["green: X4"]}, "pos_malformed"),
    ({"cauldrons": ["red:"]}, "pos_malformed"),
    ({"captured": {"Оля": "R7"}}, "pos_unopened"),
    ({"captured": []}, "pos_malformed"),
    ({"options": {"final_tie": "coin"}}, "bad_option"),
]
EDITOR = Editor(
    fields={
        "name": ["Оля", "Саша", "Коля"],
        "hand": ["B7 R1", "12", "к2 ф5"],
        "captured": ["", "X4", ""],
        "cauldron": ["R7 X4 R2", "B4", ""],
        "turn": "0",
        "dealer": "2",
        "round": "2",
    },
    faults=[
        ({"cauldron": ["R7 R7", "", ""]}, "overflow.limit"),
        ({"cauldron": ["R4 B1", "", ""]}, "cauldron.mix"),
        ({"cauldron": ["R4", "R1", ""]}, "cauldron.colour"),
        ({"hand": ["R9", "", ""]}, "components.deck"),
        ({"hand": ["", "", ""]}, "round.end"),
        ({"cauldron": ["", "", ""]}, "overflow.stays"),
        ({"hand": ["", "12", "R2"]}, "turn.order"),
    ],
    forms=[
        {},
        {"name": ["", "", ""]},
        {"name": ["А", "Б", "В"], "hand": ["R4 R4 R4 R4 R4 R4", "", ""]},
        {"name": ["А", "Б", "В"], "hand": ["999999999", "", ""]},
        {"name": ["А", "Б", "В"], "hand": ["R4"], "turn": "7", "dealer": "x", "round": "0"},
        {"name": ["А"] * 40, "hand": ["R4"] * 40, "scores": "[" * 3000},
        {"name": ["А", "Б", "В"], "hand": ["R4", "", ""], "scores": '[{"A": 1}]', "round": "2"},
        {"name": ["А" * 9000, "Б", "В"], "hand": ["R4" * 9000, "", ""], "cauldron": ["R4 " * 900]},
    ],
    shared=[
        {},
        {"players": 99},
        {"players": -3},
        {"players": True},
        {"players": "три"},
        {"players": ["А", "А", "А"]},
        {"players": ["А" * 50, "Б", "В"]},
        {"players": [1, 2, 3]},
        {"players": 3},
        {"players": 3, "hands": 5},
        {"players": 3, "hands": {"1": [1]}},
        {"players": 3, "hands": {"1": "R4 R9"}},
        {"players": 3, "hands": {"1": -5}},
        {"players": 3, "hands": {"1": 10**9}},
        {"players": 3, "hands": {"1": "R4"}, "cauldrons": 7},
        {"players": 3, "hands": {"1": "R4"}, "cauldrons": ["R4", "R4", "B1", "P1"]},
        {"players": 3, "hands": {"1": "R4"}, "cauldrons": ["R4 B1"]},
        {"players": 3, "hands": {"1": "R4"}, "cauldrons": ["R7 R7"]},
        {"players": 3, "hands": {"1": "R4"}, "captured": {"1": "R1"}},
        {"players": 3, "hands": {"1": "R4"}, "round": 9},
        {"players": 3, "hands": {"1": "R4"}, "scores": [{"1": {"red": 99}}]},
        {"players": 3, "hands": {"1": "R4"}, "turn": "2"},
        {"players": 3, "hands": {"1": "R4"}, "options": {"dealer": []}},
        {"players": 3, "hands": {"1": "R4"}, "options": 4},
        {"players": 3, "hands": {"1": "R4"}, "nonsense": 4},
        {"players": 3, "hands": {"1": "R4 " * 60}},
    ],
    whole=lambda: [GAME.short(middle(seed, plies=7 * seed), NAMES) for seed in range(3)],
)
# Positions, and how many lines of 1, 2 and 3 moves lead on from them.
LINES = {
    "opening of three": (
        {
            "players": 3,
            "hands": {"1": "R1 R7 B2 P5 X4", "2": "R2 B7 P1 X4", "3": "R5 B5 P7 P7"},
        },
        (5, 28, 107),
    ),
    "three colours, one nearly full": (
        {
            "players": 3,
            "turn": 1,
            "hands": {"1": "R1 R7 B2 P5 X4", "2": "R2 B7 P1 X4", "3": "R5 B5 P7 P7"},
            "cauldrons": ["R7 R5", "B1", "P2 P2"],
        },
        (7, 42, 126),
    ),
    "only poison on the table": (
        {
            "players": 4,
            "turn": 2,
            "hands": {"1": "X4 R1", "2": "R7 B7 X4", "3": "R5 R5 P2", "4": "B1 B2 X4"},
            "cauldrons": ["X4 X4 X4", "X4", ""],
        },
        (9, 39, 237),
    ),
    "the last cards of a round": (
        {
            "players": 3,
            "turn": 3,
            "round": 2,
            "hands": {"1": "R1", "3": "R7 B7"},
            "cauldrons": ["R7 R5", "B5", "X4"],
            "captured": {"2": "R2 R4"},
        },
        (2, 2, 2),
    ),
    "poison may not open": (
        {
            "players": 3,
            "turn": 1,
            "hands": {"1": "X4 R1", "2": "X4", "3": "X4 B1"},
            "options": {"poison_may_open_empty_cauldron": False},
        },
        (1, 1, 2),
    ),
}
POSITIONS = Positions(
    GAME.id,
    NAMES,
    SHORT,
    IMPOSSIBLE,
    encoded,
    EDITOR,
    more_keys=("turn", "captured", "scores"),
    words=("R1", "X4"),
    values=(3, 7, "red", "empty", "Shed"),
    lines=LINES,
)

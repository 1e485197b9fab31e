"""Positions of «Алхимики»: what can't be, and states to spoil."""

from games.alchemists.simulator.engine.short_form import KEYS
from simulator.engine.chance import Rng
from simulator.game import engine_of
from tests.simulator.positions import Editor, Positions

GAME = engine_of("alchemists")
NAMES = ["Оля", "Саша", "Рита", "Коля"]
SHORT = {"players": ["Оля", "Саша"], "actions": {"Оля": "student"}, "hands": {"Оля": "toad fern"}}
OPEN = {"players": ["Оля", "Коля"], "round": 2, "at": "order", "turn": "Оля"}


def states(players: int, seed: int, every: int = 9, **options):
    """Positions of a game of random moves, with the seat that acts."""
    state, rng, ply = GAME.new_game({"players": players, "options": options}, seed).state, Rng(seed), 0
    while GAME.to_act(state):
        seat = min(GAME.to_act(state))
        if ply % every == 0:
            yield state, seat
        state = GAME.apply(state, seat, rng.choice(GAME.legal_moves(state, seat))).state
        ply += 1
    yield state, None


def encoded():
    return [GAME.encode(state) for seed in (1, 2) for state, _ in states(2 + seed, seed, every=60)]


IMPOSSIBLE = [
    ({"players": 1}, "players_range"),
    ({"players": 5}, "players_range"),
    ({"round": 0}, "pos_round"),
    ({"round": "2"}, "pos_round"),
    ({"at": "market"}, "pos_malformed"),
    ({"at": "exhibition"}, "pos_closed"),
    ({"at": "plan", "turn": "Зоя"}, "pos_turn"),
    ({"turn": "Саша"}, "pos_turn"),
    ({"asked": "dance"}, "pos_malformed"),
    ({"asked": "boots"}, "pos_turn"),
    ({"asked": "grant", "turn": "Оля"}, "pos_turn"),
    ({"asked": "herbalist"}, "pos_turn"),
    ({"asked": "immediate toad", "turn": "Оля"}, "pos_malformed"),
    ({"actions": {"Оля": "student:9"}}, "pos_actions"),
    ({"actions": {"Оля": "student student"}}, "pos_malformed"),
    ({"actions": {"Оля": 2}}, "pos_malformed"),
    ({"actions": {"Оля": "student"}, "at": "order"}, "pos_turn"),
    ({"actions": {"Оля": "exhibition"}}, "pos_closed"),
    ({"cubes": {"Оля": 9}}, "pos_cubes"),
    ({"unused": {"Оля": 6}}, "pos_cubes"),
    ({"hospital": {"Оля": 6}}, "pos_cubes"),
    ({"gold": {"Оля": -1}}, "pos_malformed"),
    ({"gold": {"Оля": True}}, "pos_malformed"),
    ({"reputation": {"Оля": 0}}, "pos_malformed"),
    ({"spaces": {"Оля": "paralysed"}, "actions": {}}, "pos_malformed"),
    ({"spaces": {"Оля": "f1i2"}, "actions": {}}, "pos_malformed"),
    ({"order": ["Оля"]}, "pos_malformed"),
    ({"paralysed": ["Оля", "Оля"]}, "pos_malformed"),
    ({"theories": {"toad": ["a1"]}}, "pos_malformed"),
    ({"theories": {"toad": ["a9", "Оля"]}}, "pos_malformed"),
    ({"theories": {"toad": ["a1", "Оля: wax"]}}, "pos_malformed"),
    ({"theories": {"toad": ["a1", "Оля", "Оля"]}}, "pos_book"),
    ({"conflicts": ["toad toad"]}, "pos_malformed"),
    ({"hands": {"Оля": 41}}, "pos_not_enough"),
    ({"shown": {"Оля": "claw"}}, "pos_malformed"),
    ({"deck": 99}, "pos_not_enough"),
    ({"thrown": {"Оля": "toad"}}, "pos_malformed"),
    ({"favours": {"Оля": "herbalist"}}, "pos_herbalist"),
    ({"dropped": {"Оля": "sage sage"}}, "pos_malformed"),
    ({"adventurers": "dragon"}, "pos_malformed"),
    ({"orders": {"Оля": "N"}}, "pos_order"),
    ({"bids": {"Оля": 4}}, "pos_malformed"),
    ({"sealed": {"Оля": "2"}}, "pos_malformed"),
    ({"at": "setup", "actions": {}, "sealed": {"Оля": "wisdom"}}, "pos_malformed"),
    ({"unhappy": 1}, "pos_malformed"),
    ({"booted": 1}, "pos_malformed"),
    ({"booted": True, "actions": {}}, "pos_malformed"),
    ({"herbalists": ["Оля"]}, "pos_malformed"),
    ({"herbalists": "Оля", "asked": "herbalist", "turn": "Оля"}, "pos_malformed"),
    ({"truth": {"toad": "a9"}}, "pos_malformed"),
    ({"truth": {"toad": "a1", "fern": "a1"}}, "pos_world"),
    ({"code": "DEMO!"}, "lab_official"),
    ({"code": "DEMO", "truth": {"toad": "a1"}}, "pos_malformed"),
    ({"facts": [{"kind": "rumour"}]}, "fact_bad"),
    ({"past": ["Оля: stew toad fern"]}, "pos_malformed"),
    ({"past": ["Оля: student toad toad"]}, "pos_malformed"),
    ({"past": ["Оля: student ? ?"]}, "pos_malformed"),
    ({"past": ["Оля: peek"]}, "pos_malformed"),
    ({"past": ["Саша: student toad fern @9"]}, "pos_malformed"),
    ({"past": ["Саша: student toad fern", "Оля: peek claw"]}, "pos_malformed"),
    ({"options": {"level": "wizard"}}, "bad_option"),
    ({"options": {"level": "master,master,master"}}, "bad_levels"),
    ({"options": {"numbers": {"C9.need": 1}}}, "bad_number"),
    ({"wands": 3}, "pos_malformed"),
]
EDITOR = Editor(
    fields={
        "name": ["Оля", "Коля"],
        "turn": "0",
        "hand": ["гриб, жаба", "2"],
        "actions": ["Тест на студенте", ""],
        "round": "2",
        **{name: ["", ""] for name in ("favour", "artifact", "potion", "gold", "reputation", "space")},
        **{name: [""] * 8 for name in ("token", "truth", "seals")},
    },
    faults=[({"hand": [", ".join(["жаба"] * 6), ""]}, "components.deck")],
    forms=[],
    whole=lambda: [
        {
            **OPEN,
            "options": {"numbers": {"g2.ingredients": ["toad", "claw", "fern"], "discount_1.smiles": 2}},
        },
        {**OPEN, "options": {"level": "master,apprentice"}},
        {**OPEN, "options": {"level": "master", "numbers": {"C1.master.need": 1}}},
    ],
)
POSITIONS = Positions(
    GAME.id,
    NAMES[:2],
    SHORT,
    IMPOSSIBLE,
    encoded,
    EDITOR,
    more_keys=sorted(KEYS),
    words=("toad", "Оля", "a1", "student", "N"),
    values=(3, 7, "student", "toad", "a1", "R+"),
    tries=60,
)

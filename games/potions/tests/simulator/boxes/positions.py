"""Positions of «Зельеварение» with the guild's box: what can't be, and states to spoil."""

from functools import cache

from simulator.game import engine_of
from tests.conformance.tables import AGENTS, Table, sample
from tests.daily import examples
from tests.simulator.positions import Editor, Positions

GAME = engine_of("potions")
NAMES = ["Оля", "Саша"]
SHORT = {"players": NAMES, "hands": {"Оля": "alkahest", "Саша": 1}, "options": {"sets": "guild"}}
SETS = ("guild", "university", "guild,university")
EACH_DAY = SETS[-examples(4) :]  # the last of them; all with script/test --all
RUNNING = "elixir_nigredo skipped skipped alkahest"


@cache
def states(sets, seed, every=25):
    """Positions of a game in which no compound move is open."""
    state, choose = (
        GAME.new_game({"players": 3, "options": {"sets": sets}}, seed).state,
        AGENTS["curious"](seed),
    )
    found, ply = [], 0
    while state.agenda:
        if len(state.agenda) == 1 and not ply % every:
            found.append(state)
        (seat,) = GAME.to_act(state)
        state, ply = GAME.apply(state, seat, choose(GAME.legal_moves(state, seat))).state, ply + 1
    return found


def sequence(*row):
    return {"sequences": {"Оля": ["sequence_card_a", *row]}}


def under(cards):
    """These cards under a recipe that Transfiguration may have helped to make."""
    hands = {"Оля": "dragon", "Саша": 1}
    return {
        "options": {"sets": "university"},
        "hands": hands,
        "tables": {"Оля": [f"learned_gnawer < {cards}"]},
    }


IMPOSSIBLE = [
    (sequence("elixir_albedo"), "pos_sequence", "guild.sequence.order"),
    (sequence("elixir_nigredo skipped"), "pos_sequence", "guild.sequence.last"),
    (sequence("elixir_nigredo gone"), "pos_sequence", "guild.sequence.last"),
    (sequence(RUNNING), "pos_sequence", "guild.transmutation.running"),
    ({"sequences": {"Оля": ["sequence_card_d"]}}, "pos_malformed", "components.deck"),
    (sequence("dragons"), "pos_unknown_card", "components.deck"),
    ({"phase": 4}, "pos_malformed"),
    ({"phase": "2"}, "pos_malformed"),
    ({"lacks": {"Саша": "mandrake"}}, "pos_malformed"),
    ({"hands": {"Оля": "spell_of_haste", "Саша": 1}}, "other_box"),
    ({"tables": {"Оля": ["stone_magisterium"]}}, "pos_no_recipe"),
    ({"tables": {"Оля": ["elixir_nigredo < alkahest alkahest"]}}, "pos_under"),
    ({"scores": {"Оля": -5}}, "pos_score"),
    (under("love_potion griffin"), "pos_under"),  # one ingredient alone is replaced
    (under("spell_of_haste elixir_of_contradiction"), "pos_under"),  # and by a recipe
    ({"options": {"sets": "guild", "columns": 3}}, "columns_shape"),
]
EDITOR = Editor(
    fields={
        "name": NAMES,
        "hand": ["дракон, птица фен", "3"],
        "turn": "0",
        "set": ["guild"],
        "sequence": ["sequence_card_a", "sequence_card_b"],
    },
    faults=[
        ({"set": []}, "components.deck"),  # a card of a box that isn't on the table
        ({"column1": ["—", ""]}, "guild.sequence.last"),
        ({"column1": ["дракон", ""]}, "guild.sequence.order"),
        ({"phase": "7"}, "components.deck"),
        ({"columns": "дракон = 1"}, "guild.sequence.own"),
    ],
    forms=[
        {"set": ["guild"] * 50, "sequence": ["x"] * 50, "column1": ["-" * 900] * 50, "columns": "=" * 5000},
        {"set": ["attic", "university"], "lacks": [",,;", "x" * 900], "phase": ["9" * 9]},
        {"set": ["guild", "university"], "name": ["А", "Б"], "hand": ["9" * 99, ""], "column3": ["< < <"]},
    ],
    shared=[
        {"players": 2, "options": {"sets": "guild"}, "sequences": 5, "phase": {}},
        {"players": 2, "options": {"sets": "guild", "columns": 5}, "sequences": {"1": [["x"], 1, {}]}},
        {"players": 2, "options": {"sets": "guild", "columns": [[{"stages": [1, []], "points": 3}]]}},
        {"players": 2, "options": {"sets": ["guild"]}, "lacks": 5},
        {"players": 2, "options": {"sets": "university"}, "lacks": {"1": [1]}},
        {"players": 2, "options": 5},
    ],
    whole=lambda: [
        GAME.short(state, [*NAMES, "Рита"]) for sets in EACH_DAY for state in states(sets, 4)[::2]
    ],
)
BROKEN = [
    ({"circle": {"counts": [], "plays": 0}}, "circle"),
    ({"circle": {"counts": [9], "plays": -1}}, "circle"),
]
POSITIONS = Positions(
    GAME.id,
    NAMES,
    SHORT,
    IMPOSSIBLE,
    lambda: [GAME.encode(state) for state in sample(Table(GAME.id, "guild_university", 2)).telling],
    EDITOR,
    more_keys=("turn", "phase", "lacks", "tables", "scores", "sequences", "cupboard", "deck"),
    words=("alkahest", "elixir_nigredo", "sequence_card_a", RUNNING, "mandrake"),
    values=("alkahest", "spell_of_haste", "elementary_magema", "gone", "skipped", "wild", "guild", 3),
    broken=BROKEN,
    tries=60,
)

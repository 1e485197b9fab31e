"""Positions of «Зельеварение»: what can't be, what differs, and states to spoil."""

from games.potions.tests.simulator.seen import COURSE
from simulator.game import engine_of
from tests.conformance.tables import curious
from tests.simulator.positions import Editor, Positions

GAME = engine_of("potions")
NAMES = ["Оля", "Саша", "Рита", "Коля"]
SHORT = {"players": NAMES, "hands": {"Оля": "dragon griffin", "Саша": 2}}
# А can assemble a great elixir from its own «Раствор вечности» or from Б's, and from В's «Настой»; of what
# lies under its own and under В's two cards go back to the stack of mushrooms.
TABLE = {
    "players": ["А", "Б", "В"],
    "turn": "А",
    "hands": {
        "А": "great_elixir_of_omen elixir_of_fire "
        "spell_of_knowledge:mushrooms spell_of_destruction:snake_eye",
        "Б": "dragon basilisk",
        "В": "griffin banshee",
    },
    "cupboard": "elixir_of_knowledge emanation_of_power spell_of_knowledge:belladonna polyglotum_potion",
    "tables": {
        "А": ["solution_of_eternity < elixir_of_fidelity warding_solution"],
        "Б": ["solution_of_eternity"],
        "В": ["infusion_of_divination < love_potion powder_of_truth"],
    },
    "scores": {"А": 38},
}
UNDER = "love_potion < infusion_of_divination basilisk"


def middle(seed=1, plies=40, staged=False, players=4, **options):
    """A state some moves into a game; `staged`: the next one in the middle of a compound move."""
    state, agent = GAME.new_game({"players": players, "options": options}, seed).state, curious(seed)
    n = 0
    while n < plies or (staged and len(state.agenda) < 2):
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, agent(GAME.legal_moves(state, seat))).state
        n += 1
    return state


def verbs(state):
    (seat,) = GAME.to_act(state)
    return {move.verb for move in GAME.legal_moves(state, seat)}


def asked(verb, seed):
    """A state in which this question of a compound move is open."""
    return next(
        state
        for n in range(99)
        if verb in verbs(state := middle(1000 * seed + n, plies=20, staged=True, players=3))
    )


def over():
    state, agent = middle(6), curious(6)
    while acting := GAME.to_act(state):
        (seat,) = acting
        state = GAME.apply(state, seat, agent(GAME.legal_moves(state, seat))).state
    return state


def encoded():
    stages = [asked(verb, seed) for verb in ("use", "target", "take", "keep", "lay") for seed in (0, 1)]
    states = [middle(4), middle(5, plies=70, spell_follow_up="must"), over(), *stages]
    return [GAME.encode(state) for state in states]


IMPOSSIBLE = [
    ({"hands": {"Оля": 77}}, "pos_not_enough"),
    ({"hands": {"Оля": 40, "Саша": 37}}, "pos_not_enough"),
    ({"hands": {"Оля": "dragon " * 77}}, "pos_not_enough"),
    ({"hands": {"Оля": "elixir_of_wisdom"}}, "pos_which_copy"),
    ({"hands": {"Оля": "dragon dragon"}}, "pos_too_many"),
    ({"hands": {}}, "pos_no_cards"),
    ({"shown": {"Оля": "unicorn"}}, "pos_malformed"),
    ({"shown": {"Саша": "unicorn banshee basilisk"}}, "pos_not_enough"),
    ({"shown": 5}, "pos_malformed"),
    ({"turn": "Рита"}, "pos_turn"),
    ({"further": 1}, "pos_malformed"),
    ({"deck": 73}, "pos_not_enough"),
    ({"deck": -1}, "pos_not_enough"),
    ({"deck": True}, "pos_malformed"),
    ({"deck": [7]}, "pos_malformed"),
    ({"deck": ["dragon"]}, "pos_too_many"),
    ({"deck": "dragon"}, "pos_too_many"),
    ({"aside": "dragon"}, "pos_too_many"),
    ({"aside": 5}, "pos_malformed"),
    ({"cupboard": 5}, "pos_malformed"),
    ({"cupboard": [5]}, "pos_malformed"),
    ({"cupboard": "dragon"}, "pos_too_many"),
    ({"cupboard": {"mandrake": "banshee"}}, "pos_stack"),
    ({"cupboard": {"apart": "basilisk"}}, "pos_stack"),
    ({"cupboard": {"mandrake": "supreme_elixir"}}, "pos_stack"),
    ({"cupboard": {"mandragora": ""}}, "pos_malformed"),
    ({"cupboard": {5: "basilisk"}}, "pos_malformed"),
    ({"tables": {"Оля": "love_potion"}}, "pos_malformed"),
    ({"tables": {"Оля": [5]}}, "pos_malformed"),
    ({"tables": {"Оля": [""]}}, "pos_unknown_card"),
    ({"tables": {"Оля": ["love_potion unicorn"]}}, "pos_unknown_card"),
    ({"tables": {"Оля": ["love_potion < basilisk"]}}, "pos_under"),
    ({"tables": {"Оля": ["love_potion < basilisk banshee"]}}, "pos_under"),
    ({"tables": {"Оля": [UNDER + " unicorn"]}}, "pos_under"),
    ({"tables": {"Оля": [UNDER + " <"]}}, "pos_unknown_card"),
    ({"tables": {"Оля": ["spell_of_knowledge:mushrooms"]}}, "pos_no_recipe"),
    ({"tables": {"Оля": ["unicorn", "unicorn"]}}, "pos_too_many"),
    ({"tables": {"Барон": []}}, "pos_malformed"),
    ({"scores": {"Оля": -1}}, "pos_score"),
    ({"scores": {"Оля": 1.5}}, "pos_score"),
    ({"scores": {"Оля": "7"}}, "pos_score"),
    ({"scores": {"Оля": 10**6}}, "pos_score"),
    ({"scores": []}, "pos_malformed"),
    ({"options": {"spell_follow_up": "never"}}, "bad_option"),
    ({"options": {"first_player": 1}}, "bad_option"),
]
DIFFERING = [
    ({"turn": "Саша"}, "turn"),
    ({"further": True}, "further"),
    ({"first": "Саша"}, "first"),
    ({"players": 3}, "players"),
    ({"deck": 5}, "deck"),
    ({"deck": "dragon"}, "deck"),
    ({"aside": 5}, "aside"),
    ({"hands": {"Оля": 5}}, "hands Оля"),
    ({"shown": {"Оля": "dragon"}}, "shown Оля"),
    ({"cupboard": ["dragon"]}, "cupboard"),
    ({"cupboard": {"mandrake": "basilisk"}}, "cupboard mandrake"),
    ({"cupboard": {"apart": "supreme_elixir"}}, "cupboard apart"),
    ({"tables": {"Оля": ["love_potion"]}}, "tables Оля"),
    ({"scores": {"Оля": 1}}, "scores Оля"),
    ({"options": {"spell_follow_up": "must"}}, "options spell_follow_up"),
]
UNMEETABLE = [
    {"cupboard": {"mandragora": ""}},
    {"tables": 5},
    {"scores": 5},
]
EDITOR = Editor(
    fields={
        "name": ["Оля", "Саша"],
        "hand": ["«Дракон», пор суд, эликсир мудрости", "3"],
        "shown": ["", ""],
        "table": ["", ""],
        "score": ["12", ""],
        "cupboard": ["Griffin, мандрагора, Закл позн (Белладонна)"],
        "deck": [""],
        "aside": [""],
        "turn": "0",
    },
    faults=[
        ({"hand": ["Философский камень", ""]}, "components.deck"),
        ({"hand": ["Дракон, Дракон", ""]}, "components.deck"),
        ({"hand": ["", ""]}, "series.rounds"),
        ({"table": ["Заклятье познания (Белладонна)", ""]}, "spell.play"),
        ({"table": ["Дракон < Грифон, Василиск", ""], "hand": ["Баньши", ""]}, "assemble.under"),
        ({"score": ["много", ""]}, "score.record"),
        ({"hand": ["Дракон", ""], "turn": "1"}, "turn.order"),
    ],
    forms=[
        {},
        {"name": ["", ""]},
        {"name": ["А", "Б"], "hand": ["9" * 99, ""]},
        {"name": ["А"] * 40, "hand": ["дракон"] * 40, "table": ["< < <"] * 40, "cupboard": ["<" * 999]},
        {"name": ["А", "Б"], "hand": ["дракон"], "table": [", ; < ,"], "score": ["-1", "x"], "deck": ["999"]},
        {"name": ["А" * 9000, "Б"], "hand": ["дракон " * 900], "shown": ["ё" * 9000]},
    ],
    shared=[
        {"players": 2, "hands": 5, "tables": 5, "scores": 5, "shown": 5, "cupboard": 5, "deck": {}},
        {"players": 2, "hands": {"1": [1]}, "tables": {"1": [[1]]}, "cupboard": [[1]], "aside": []},
        {"players": ["А", "Б"], "hands": {"А": "dragon", "В": "griffin"}},
        {"players": 2, "hands": {"1": "dragon"}, "deck": -1},
        {"players": 2, "hands": {"1": "dragon"}, "shown": {"1": "griffin"}},
        {"players": 7, "hands": {"1": "dragon"}},
    ],
    whole=lambda: [TABLE],
)
# Positions, and how many lines of 1, 2 and 3 moves lead on from them.
SPELLS = (
    "spell_of_knowledge:mushrooms",
    "spell_of_destruction:snake_eye",
    "spell_of_transformation:mandrake",
)
LINES = {
    "opening of two": (
        {
            "players": 2,
            "hands": {
                "1": "love_potion dragon griffin supreme_elixir isidas_mortum",
                "2": "unicorn basilisk banshee",
            },
            "cupboard": "infusion_of_divination solution_of_eternity "
            "elixir_of_secret_sight elixir_of_strength",
            "deck": "elixir_of_fire elixir_of_oblivion",
        },
        (7, 35, 205),
    ),
    "all three spells": (
        {
            "players": 2,
            "deck": 0,
            "hands": {
                "1": " ".join(SPELLS),
                "2": "unicorn",
            },
            "cupboard": "isidas_mortum dragon elixir_of_fidelity supreme_elixir",
            "tables": {
                "1": ["love_potion < infusion_of_divination basilisk", "elixir_of_fire"],
                "2": ["griffin"],
            },
        },
        (6, 10, 42),
    ),
    "any two of three, with an order": (
        {
            "players": 3,
            "deck": 0,
            "hands": {"1": "great_elixir_of_omen great_talisman_of_magic", "2": "unicorn", "3": "banshee"},
            "tables": {
                "1": ["talisman_palantirium", "solution_of_eternity"],
                "2": ["talisman_of_beast_lord", "solution_of_eternity < griffin warding_solution"],
                "3": ["talisman_of_teleportation", "infusion_of_divination < love_potion powder_of_truth"],
            },
        },
        (4, 7, 11),
    ),
    "a card must follow": (
        {
            "players": 2,
            "deck": 0,
            "hands": {"1": "spell_of_knowledge:belladonna griffin", "2": "unicorn dragon"},
            "cupboard": "isidas_mortum elixir_of_fire",
            "options": {"spell_follow_up": "must"},
        },
        (3, 6, 10),
    ),
    "the last cards": (
        {
            "players": 3,
            "deck": 0,
            "turn": 3,
            "hands": {"3": "griffin dragon"},
            "tables": {"1": ["powder_of_control"], "2": ["elixir_of_strength"]},
        },
        (3, 4, 4),
    ),
}
POSITIONS = Positions(
    GAME.id,
    NAMES,
    SHORT,
    IMPOSSIBLE,
    encoded,
    EDITOR,
    DIFFERING,
    UNMEETABLE,
    more_keys=("turn", "further", "deck", "aside", "shown", "cupboard", "tables", "scores"),
    words=("dragon", "love_potion", UNDER, "elixir_of_wisdom:astral_energy", "mandrake", "none"),
    values=(
        *(3, 7, "Staged", "Turn", "assemble", "cast", "stack", "recipe", "apart"),
        *COURSE.codes,
        *COURSE.elements,
    ),
    tries=250,
    lines=LINES,
)

"""Positions of «Маго-бой» with both boxes: what can't be said of artifacts, monsters, wands and their kin."""

from simulator.game import engine_of
from tests.conformance.tables import Table, sample
from tests.simulator.positions import Editor, Positions

GAME = engine_of("wizwar")
NAMES = ["Оля", "Коля", "Рита"]
SHORT = {"players": NAMES, "options": {"sets": "artifacts,monsters"}, "hands": {"Оля": "fireball"}}
CROWN, HAMMER = "artifact_sample_crown", "artifact_sample_hammer"
# А's troll stands south of А, the imp beside Б; the wild one is nobody's. The first round is over.
BEASTS = {
    "players": ["А", "Б", "В"],
    "turn": "А",
    "options": {"sets": "monsters"},
    "sectors": "s1 s2 s3",
    "at": {"А": "1c3", "Б": "1c2", "В": "2c3"},
    "hands": {"А": "wand_of_sparks number_3 adrenaline", "Б": "full_shield", "В": "blunt"},
    "monsters": "m1 troll@1c4 w1 life=4; m2 fire_imp@1c2 w1; m3 democratic_monster@2c2 w2; m4 shadow@1d4 w2",
}
# Б has the hammer one step south of А, who is cursed; В is a ghost, and the crown lies beside В.
TREASURY = {
    "players": ["А", "Б", "В"],
    "turn": "А",
    "options": {"sets": "artifacts"},
    "sectors": "s1 s2 s3",
    "at": {"А": "1c3", "Б": "1c4", "В": "2c3"},
    "hands": {"А": "fireball vampire number_3", "Б": "full_shield", "В": "blunt"},
    "shown": {"А": "load_stone", "Б": HAMMER},
    "floor": f"{CROWN}@2c4",
    "effects": "ghost w3 w3 2",
}
PARTS = GAME.encode(GAME.decode(SHORT))["parts"]
TROLL = {"card": "troll", "at": 2, "life": 4, "owner": 0, "maker": 0}
SHADOW = {**TROLL, "card": "shadow"}


def with_part(box, **changes):
    """What JSON has of a box, changed."""
    return {"parts": PARTS | {box: PARTS[box] | changes}}


WISHING = {"frame": "Wishing", "seat": 0, "queue": [], "user": 0, "card": HAMMER, "target": "1b3e"}
IMPOSSIBLE = [
    ({"gone": "dagger"}, "pos_malformed"),
    ({"gone": CROWN, "shown": {"Оля": CROWN}}, "pos_malformed"),
    ({"struck": "dagger"}, "pos_malformed"),
    ({"seized": "w2 w9"}, "pos_malformed"),
    ({"entered": "9a1"}, "pos_square"),
    ({"monsters": "m1 dragon@1c4 w1"}, "pos_malformed"),
    ({"monsters": "m1 troll@1c4"}, "pos_malformed"),
    ({"monsters": "m1 troll@9c4 w1"}, "pos_square"),
    ({"monsters": "m1 troll@1c4 w1 life=0"}, "pos_malformed"),
    ({"monsters": "m1 troll@1c4 w1; m1 shadow@1c4 w1"}, "pos_malformed"),
    ({"monsters": "m1 troll@1c4 w9"}, "pos_malformed"),
    ({"monsters": 7}, "pos_malformed"),
    ({"charges": "dagger:2"}, "pos_malformed"),
    ({"charges": "wand_of_sparks:0"}, "pos_malformed"),
    ({"used": "dagger"}, "pos_malformed"),
    ({"effects": "adrenaline w1 m1 2"}, "pos_malformed"),
    ({"gone": 7}, "pos_malformed"),
    ({"seized": 7}, "pos_malformed"),
    ({"monsters": "w1 troll@1c4 w1"}, "pos_malformed"),
    ({"monsters": "m1 fireball@1c4 w1"}, "pos_malformed"),
    ({"monsters": "m1 troll@1c4 w1 life=x"}, "pos_malformed"),
    ({"monsters": "m1 troll@1c4 w1 life=99999"}, "pos_malformed"),
    ({"monsters": "m1 troll@1c4 w1 angry"}, "pos_malformed"),
    ({"charges": 7}, "pos_malformed"),
    ({"charges": "wand_of_sparks:x"}, "pos_malformed"),
    ({"charges": "wand_of_sparks:2 wand_of_sparks:3"}, "pos_malformed"),
    ({"used": 7}, "pos_malformed"),
    ({"infected": 7}, "pos_malformed"),
    ({"infected": "w4"}, "pos_malformed"),
    ({"second": 1}, "pos_malformed"),
]
BROKEN = [
    (with_part("artifacts", gone=["dagger"]), "artifacts"),
    (with_part("artifacts", struck=["dagger"]), "artifacts"),
    (with_part("artifacts", entered=999), "1000"),
    (with_part("artifacts", entered=75), "76"),
    (with_part("artifacts", entered=-2), "-1"),
    (with_part("artifacts", robbed=[3]), "3"),
    ({"agenda": [WISHING]}, "frame"),
    ({"creatures": [{"card": "dagger"}]}, "'dagger'"),
    ({"creatures": 7}, "list"),
    *(
        ({"creatures": [{**TROLL, name: value}]}, said)
        for name, value, said in (
            ("at", -2, "-1"),
            ("at", 75, "76"),
            ("owner", -2, "-1"),
            ("owner", 3, "4"),
            ("attacker", -2, "-1"),
            ("attacker", 3, "4"),
            ("maker", 3, "3"),
            ("idle", 1, "creature"),
        )
    ),
    (with_part("monsters", charges=[["dagger", 1]]), "charges"),
    (with_part("monsters", charges=[["wand_of_sparks", 0]]), "charges"),
    (with_part("monsters", charges=[["wand_of_sparks", 1], ["wand_of_sparks", 2]]), "charges"),
    (with_part("monsters", used=["dagger"]), "charges"),
    (with_part("monsters", infected=[15]), "15"),
    (with_part("monsters", second=1), "second"),
    (with_part("monsters", luck=True), "second"),
    ({"parts": PARTS | {"monsters": {}}}, "'charges'"),
    ({"agenda": [{"frame": "Vote", "seat": 0, "who": 6, "ballots": ["", "", ""]}]}, "frame"),
    ({"agenda": [{"frame": "Upkeep", "seat": 0, "who": 1}]}, "frame"),
    ({"creatures": [TROLL], "agenda": [{"frame": "Upkeep", "seat": 0, "who": 6}]}, "frame"),
    ({"creatures": [SHADOW], "agenda": [{"frame": "Upkeep", "seat": 1, "who": 6}]}, "frame"),
    ({"creatures": [SHADOW | {"at": -1}], "agenda": [{"frame": "Upkeep", "seat": 0, "who": 6}]}, "frame"),
    (
        {"creatures": [TROLL], "agenda": [{"frame": "Vote", "seat": 0, "who": 6, "ballots": [""] * 3}]},
        "frame",
    ),
]
EDITOR = Editor(
    fields={"name": ["А", "Б"], "hand": ["шар ог", "3"], "turn": "0", "set": ["monsters"]},
    faults=[],
    forms=[],
    whole=lambda: [
        TREASURY,
        BEASTS,
        {
            **BEASTS,
            "monsters": "m2 troll@1c4 w1 life=4 lost=1 used=2 fresh; m5 fire_imp@1c2 w3 blows=1 idle",
        },
        {**BEASTS, "monsters": "m1 troll@1c4 w1 life=8"},
    ],
)
POSITIONS = Positions(
    GAME.id,
    NAMES,
    SHORT,
    IMPOSSIBLE,
    lambda: [GAME.encode(state) for state in sample(Table(GAME.id, "artifacts_monsters", 2)).telling],
    EDITOR,
    more_keys=("gone", "struck", "seized", "entered", "monsters", "charges", "used", "effects", "act"),
    words=(CROWN, "m1 troll@1c4 w1", "wand_of_sparks:2", "1c4", "w2"),
    values=(CROWN, "troll", "wand_of_sparks", "Vote", "Wishing", 7),
    broken=BROKEN,
)

"""Moves in words with boxes on the table: what is said of a half is what the owner then gets."""

import pytest

from rulebook.content import reading
from rulebook.wording import sentences
from simulator import engines

GAME = engines.get("potions")
NAMES = ["Оля", "Саша"]
DRY = "elixir_nigredo"
WITH_MAGEMA = "elixir_nigredo < elixir_citrinitas stone_magisterium"
SEQUENCES = {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_b"]}


def said(move, sets, **position):
    """What the choices after a move of Оля's say, by what they are called in the catalogue."""
    guild = {"sequences": SEQUENCES} if "guild" in sets else {}
    whole = {"players": NAMES, "turn": "Оля", "options": {"sets": sets}, **guild, **position}
    state = GAME.decode(whole)
    state = GAME.apply(state, 0, GAME.parse(state, 0, move)).state
    return [GAME.say(state, 0, choice) for choice in GAME.legal_moves(state, 0)]


def between(lying, into, sets, hand):
    """A choice between a recipe of another's with that under it and a bare one of the same name."""
    return said(
        into,
        sets,
        hands={"Оля": f"{hand} dragon", "Саша": 6},
        cupboard=["spell_athanorum"],
        tables={"Саша": [lying, lying.partition(" ")[0]]},
    )


@pytest.mark.parametrize("sets", ["guild", "guild,university"])
def test_an_ingredient_made_with_magema_is_not_offered_with_a_half(sets):
    """guild.magema.half, ruling 81: it brings its owner nothing, a like one beside it does."""
    found = between(WITH_MAGEMA, "assemble powder_atramentum", sets, "powder_atramentum")
    assert {code for code, _ in found} == {"use_silent", "use_other_bare"}
    rules = reading.load("potions", boxes=tuple(sets.split(",")))
    texts = {
        lang: [sentences.render(rules, "move", *each, lang, NAMES) for each in found] for lang in ("ru", "en")
    }
    assert any("Половины за него нет: Саша" in text for text in texts["ru"])
    assert any("No half for it: Саша" in text for text in texts["en"])


@pytest.mark.parametrize(
    ("sets", "codes"),
    [("guild", {"use_other", "use_other_bare"}), ("guild,university", {"use_silent", "use_other_bare"})],
)
def test_a_stage_made_with_magema_pays_with_the_guild_alone(sets, codes):
    """guild.both.half, rulings 54 and 81."""
    found = between(WITH_MAGEMA, f"stage {DRY} 1", sets, "unicorn")
    assert {code for code, _ in found} == codes


def test_an_elixir_of_universality_is_never_offered_with_a_half():
    """guild.universality.half, ruling 54: beside the recipe that is named."""
    found = said(
        "assemble powder_atramentum",
        "guild",
        hands={"Оля": "powder_atramentum dragon", "Саша": 6},
        cupboard=["spell_athanorum"],
        tables={"Саша": ["elixir_of_universality:guild", DRY]},
    )
    assert {code for code, _ in found} == {"use_silent_bare", "use_other_bare"}


@pytest.mark.parametrize(
    ("tables", "columns"),
    [({"Саша": [DRY]}, []), ({}, [f"{DRY} elixir_albedo"])],
    ids=["from_a_table", "from_a_sequence"],
)
def test_nobody_is_said_to_assemble_a_stage_that_is_taken_from_another(tables, columns):
    """guild.sequence.half: who lays another's recipe as a stage assembles nothing; the owner gets half."""
    state = GAME.decode(
        {
            "players": NAMES,
            "turn": "Оля",
            "hands": {"Оля": "unicorn dragon", "Саша": 6},
            "tables": tables,
            "sequences": {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_a", *columns]},
            "options": {"sets": "guild"},
        }
    )
    events = GAME.apply(state, 0, GAME.parse(state, 0, f"stage {DRY} 1")).events
    (half,) = [event for event in events if event.kind == "half"]
    rules = reading.load("potions", boxes=("guild",))
    ru, en = (
        sentences.render(rules, "event", half.kind, half.params, lang, NAMES).replace("\xa0", " ")
        for lang in ("ru", "en")
    )
    assert ru == "Саша получает половину за рецепт «Эликсир Нигредо», 1 очко: ходит Оля."
    assert en == "Саша gets half for Elixir Nigredo, 1 point, on Оля’s turn."

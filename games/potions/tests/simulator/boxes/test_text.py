"""Moves in words with boxes on the table: what is said of a half is what the owner then gets."""

import re

import pytest

from rulebook.content import reading
from rulebook.wording import sentences
from simulator.game import engine_of

GAME = engine_of("potions")
NAMES = ["Оля", "Саша"]
DRY = "elixir_nigredo"
WITH_MAGEMA = "elixir_nigredo < elixir_citrinitas stone_magisterium"
BOTH = "guild,university"
SEQUENCES = {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_b"]}


def position(sets, hand, **keys):
    """Оля is to move with this hand."""
    guild = {"sequences": SEQUENCES} if "guild" in sets else {}
    hands = {"hands": {"Оля": hand, "Саша": 6}}
    options = {"options": {"sets": sets}} if sets else {}
    return GAME.decode({"players": NAMES, "turn": "Оля", **options, **guild, **hands, **keys})


def events_of(state, text):
    return GAME.apply(state, 0, GAME.parse(state, 0, text)).events


def said(move, sets, hand, **keys):
    """What the choices after a move of Оля's say, by what they are called in the catalogue."""
    state = position(sets, hand, **keys)
    state = GAME.apply(state, 0, GAME.parse(state, 0, move)).state
    return [GAME.say(state, 0, choice) for choice in GAME.legal_moves(state, 0)]


def told(sets, kind, code, params, lang="ru"):
    """The sentence, its no-break spaces as plain ones."""
    rules = reading.load("potions", boxes=tuple(sets.split(",")) if sets else ())
    return sentences.render(rules, kind, code, params, lang, NAMES).replace("\xa0", " ")


def between(lying, into, sets, hand):
    """A choice between a recipe of another's with that under it and a bare one of the same name."""
    tables = {"Саша": [lying, lying.partition(" ")[0]]}
    return said(into, sets, f"{hand} dragon", cupboard=["spell_athanorum"], tables=tables)


@pytest.mark.parametrize("sets", ["guild", "guild,university"])
def test_an_ingredient_made_with_magema_is_not_offered_with_a_half(sets):
    """guild.magema.half, ruling 81: it brings its owner nothing, a like one beside it does."""
    found = between(WITH_MAGEMA, "assemble powder_atramentum", sets, "powder_atramentum")
    assert {code for code, _ in found} == {"use_silent", "use_other_bare"}
    texts = {lang: [told(sets, "move", *each, lang) for each in found] for lang in ("ru", "en")}
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
    lying = {"cupboard": ["spell_athanorum"], "tables": {"Саша": ["elixir_of_universality:guild", DRY]}}
    found = said("assemble powder_atramentum", "guild", "powder_atramentum dragon", **lying)
    assert {code for code, _ in found} == {"use_silent_bare", "use_other_bare"}


def test_a_card_apart_that_serves_as_any_element_is_taken_whole():
    """Played by hand: «Взять карту «Великий талисман магии» целиком как «any»» showed a code to a player."""
    elixir = "elixir_of_universality:guild"
    cupboard = ["great_talisman_of_magic", "spell_athanorum", "unicorn"]
    found = said(f"assemble {elixir}", "guild", f"{elixir} dragon", cupboard=cupboard)
    assert ("use_whole", {"card": "great_talisman_of_magic"}) in found
    texts = [told("guild", "move", *each) for each in found]
    assert "Взять карту «Великий талисман магии» целиком" in texts
    assert [text for text in texts if "any" in text] == []


@pytest.mark.parametrize(("lying", "points"), [("lesser_talisman_of_usefulness", 1), ("unicorn", 0)])
@pytest.mark.parametrize("card", ["dragon", "stone_magisterium"])
def test_an_element_is_offered_with_what_usefulness_pays(card, lying, points):
    """Ruling 84: an element that is there already brings 1, magema too; the hint said «0 очков»."""
    lying = {"tables": {"Оля": [lying]}, "cupboard": "isidas_mortum"}  # carries what the dragon does
    state = position(BOTH, f"{card} griffin", **lying)
    move = GAME.parse(state, 0, f"element {card}")
    assert GAME.say(state, 0, move)[1]["n"] == points
    assert GAME.apply(state, 0, move).state.scores[0] == points


@pytest.mark.parametrize(
    ("tables", "columns"),
    [({"Саша": [DRY]}, []), ({}, [f"{DRY} elixir_albedo"])],
    ids=["from_a_table", "from_a_sequence"],
)
def test_nobody_is_said_to_assemble_a_stage_that_is_taken_from_another(tables, columns):
    """guild.sequence.half: who lays another's recipe as a stage assembles nothing; the owner gets half."""
    sequences = {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_a", *columns]}
    state = position("guild", "unicorn dragon", tables=tables, sequences=sequences)
    (half,) = [event for event in events_of(state, f"stage {DRY} 1") if event.kind == "half"]
    ru, en = (told("guild", "event", half.kind, half.params, lang) for lang in ("ru", "en"))
    assert ru == "Оля берёт чужой рецепт, и за «Эликсир Нигредо» половину получает Саша: 1 очко."
    assert en == "Оля uses another’s recipe, and Саша gets half for Elixir Nigredo: 1 point."


@pytest.mark.parametrize(
    ("move", "card"), [(f"stage {DRY} 1", "unicorn"), ("assemble powder_atramentum", "powder_atramentum")]
)
def test_whoever_gets_no_half_hears_for_which_recipe(move, card):
    """university.magema.half: at the end of a long turn its owner must know which recipe was used."""
    lying = {"cupboard": "spell_athanorum", "tables": {"Саша": [WITH_MAGEMA]}}
    sequences = SEQUENCES | {"Саша": ["sequence_card_a"]}
    state = position(BOTH, f"{card} dragon", **lying, sequences=sequences)
    (kept,) = [event for event in events_of(state, move) if event.kind == "half_kept"]
    sentence = told(BOTH, "event", kept.kind, kept.params)
    assert sentence == "Оля берёт «Эликсир Нигредо», и половины за это нет (Саша)."


def test_no_sentence_of_the_boxes_takes_a_player_for_a_man():
    """A name tells nothing of who bears it: no «{seat} обязан», no «собирал другой ({owner})»."""
    rules = reading.load("potions", boxes=("guild", "university"))
    said = [text.ru for text in rules.words["event"].values()]
    assert [text for text in said if re.search(r"обязан|должен|\w+ал другой", text)] == []


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("stone_red_tincture", "Оля кладёт в шкаф Философский Камень «Красная тинктура» как «Элементарная"),
        ("spell_of_transformation:mandrake", "Оля кладёт в шкаф «Заклятье трансформы» как «Мандрагора»."),
    ],
)
def test_what_is_laid_is_called_by_its_name_alone(card, said):
    """Played by hand: «карту Камень «Красная тинктура»», and «карту «Заклятье трансформы» (Мандрагора) как
    «Мандрагора»».
    """
    state = position(BOTH, f"{card} dragon")
    (laid, *_) = events_of(state, f"element {card}")
    assert told(BOTH, "event", laid.kind, laid.params).startswith(said)
    key = told(BOTH, "move", *GAME.say(state, 0, GAME.parse(state, 0, f"element {card}")))
    assert key.startswith(said.replace("Оля кладёт в шкаф", "Положить").partition(" как ")[0])


def test_two_of_a_kind_that_are_missing_stand_once():
    """Played by hand: «не хватает: великий эликсир, великий эликсир»."""
    state = position("", "supreme_elixir dragon")
    refused = GAME.check(state, 0, GAME.parse(state, 0, "assemble supreme_elixir"))
    assert told("", "refusal", refused.code, refused.params).endswith("Не хватает: великий эликсир × 2.")


def test_the_stone_is_spelt_as_the_booklet_spells_it():
    """Played by hand: «Камень», «Философский камень» and «Философский Камень» on one page."""
    rules = reading.load("potions", boxes=("guild",))
    names = [text.ru for card in rules.cards if "stone_" in card.id for text in (card.name, card.short)]
    assert {name.partition(" «")[0] for name in names} == {"Философский Камень"}
    said = [text.ru for kind in ("refusal", "event", "move") for text in rules.words[kind].values()]
    assert [text for text in said if re.search(r"Кам[ен]", re.sub(r"Философск\w+ Кам\w+", "", text))] == []

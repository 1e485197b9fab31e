"""The content of both boxes of «Зельеварение»: true to its numbers, marked where it is ours."""

import re
import tomllib
from collections import Counter

import pytest

from rulebook.content.entries import LANGUAGES, GameContent, Text
from rulebook.content.markup import plain
from rulebook.content.reading import load, whole

BASE, GUILD, UNIVERSITY, WHOLE = (
    load("potions"),
    load("potions", boxes=["guild"]),
    load("potions", boxes=["university"]),
    whole("potions"),
)
SEQUENCES = tomllib.loads((GUILD.folders["potions/boxes/guild"] / "sequences.toml").read_text("utf-8"))
STONES = {"stone_red_tincture", "stone_magisterium", "stone_panacea_of_life"}
MAGEMA = "elementary_magema"
UNIVERSALITY = "elixir_of_universality"
# Clause, and a piece of what it says as our decision, in Russian and in English.
OURS = [
    ("guild.athanorum.exchange", "только то, что лежит сверху", "only what lies on top"),
    ("guild.both.income", "собственных", "Each player’s own"),
    ("guild.magema.half", "там молчит", "the booklet is silent"),
    ("guild.magema.one", "не больше одной", "no more than one"),
    ("guild.sequence.card", "открыто", "open"),
    ("guild.sequence.points", "только последнее", "only the last"),
    ("guild.stone.lay", "считается собранным", "counts as laid"),
    ("guild.transmutation.last", "сам Камень заклятьем не кладут", "Nor does the spell lay the Stone"),
    ("guild.transmutation.running", "не стоят рядом", "side by side"),
    ("guild.trismegistus.return", "если взяли меньше пяти", "even if you took fewer than five"),
    ("guild.universality.half", "платит как обычно", "pays its half as usual"),
    ("guild.universality.replace", "два таких эликсира", "two of them"),
]  # fmt: skip


def own_cards(game: GameContent, box: str) -> list[tuple[str, int, tuple[str, ...]]]:
    copies = [(card.id, each) for card in game.cards for each in card.copies if each.box == box]
    return [(card_id, each.count, each.elements) for card_id, each in copies]


@pytest.mark.parametrize(
    ("game", "box", "kinds", "cards", "magema"),
    [(GUILD, "guild", 18, 54, 12), (UNIVERSITY, "university", 21, 63, 15)],
)
def test_a_deck_has_three_copies_of_each_card(
    game: GameContent, box: str, kinds: int, cards: int, magema: int
) -> None:
    """guild.deck: 54 cards, 18 different. university.deck: 63 cards, 21 different. Three copies each."""
    deck = own_cards(game, box)
    assert len(deck) == kinds
    assert {count for _, count, _ in deck} == {3}
    assert sum(count for _, count, _ in deck) == cards
    carried = Counter(element for _, count, elements in deck for element in elements * count)
    assert carried.pop(MAGEMA) == magema
    assert set(carried.values()) == {3}
    text = game.clause_by_id[f"{box}.deck"].text
    assert all(str(n) in text.ru and str(n) in text.en for n in (kinds, cards))


@pytest.mark.parametrize(("game", "box", "left_out"), [(GUILD, "guild", 2), (UNIVERSITY, "university", 0)])
def test_each_element_is_asked_for_by_one_recipe_of_a_box(game: GameContent, box: str, left_out: int) -> None:
    """The printed decks are even: the Guild leaves spring water and fiery light out."""
    cards = [card for card in game.cards if card.box == box]
    asked = Counter(i.id for card in cards for i in card.ingredients if i.kind == "element")
    assert set(asked.values()) == {1}
    assert len(asked) == len(BASE.elements) - left_out
    missing = {element.id for element in BASE.elements} - asked.keys()
    assert missing == ({"spring_water", "fiery_light"} if left_out else set())


def test_thirty_eight_names_stand_on_thirty_nine_entries() -> None:
    """Elixir of Universality is in both boxes (ruling 72): one card, and a copy knows its deck."""
    added = [card for card in WHOLE.cards if card.box]
    assert len(added) == 38
    both = WHOLE.card_by_id[UNIVERSALITY]
    assert both.count == 6
    assert {code for code, (card, _) in WHOLE.copies_by_code.items() if card is both} == {
        f"{UNIVERSALITY}:guild",
        f"{UNIVERSALITY}:university",
    }
    assert GUILD.card_by_id[UNIVERSALITY].count == UNIVERSITY.card_by_id[UNIVERSALITY].count == 3


def test_a_recipe_of_a_box_that_takes_recipes_gives_points_that_can_be_halved() -> None:
    """assemble.half: half of the new recipe’s points."""
    for card in WHOLE.cards:
        if any(asked.kind in ("card", "kind", "either") for asked in card.ingredients):
            assert card.points % WHOLE.constants["half_divisor"] == 0, card.id


def test_three_sequence_cards_lead_through_seven_stages_to_three_stones() -> None:
    """guild.sequence.shape: three columns, seven stages, the last a Stone."""
    cards = SEQUENCES["sequence"]
    assert len(cards) == 3
    assert SEQUENCES["provenance"] == "reconstruction"
    points = GUILD.constants["stage_points"]
    for card in cards:
        assert len(card["columns"]) == GUILD.constants["columns"]
        assert {column[-1] for column in card["columns"]} == STONES
        for column in card["columns"]:
            assert len(column) == len(set(column)) == GUILD.constants["stages"] == len(points)
            assert [GUILD.card_by_id[stage].points for stage in column] == points
            assert all(GUILD.card_by_id[stage].ingredients for stage in column[:-1])
    assert GUILD.clause_by_id["guild.sequence.columns"].reconstruction


def test_each_eight_point_recipe_meets_each_stone_once() -> None:
    """How the columns were reconstructed: over the three cards every pair occurs once."""
    pairs = Counter((column[-2], column[-1]) for card in SEQUENCES["sequence"] for column in card["columns"])
    assert len(pairs) == 9
    assert set(pairs.values()) == {1}


def test_rulings_from_35_on_are_all_there_and_each_box_has_its_own() -> None:
    assert [r.number for r in sorted(WHOLE.rulings, key=lambda r: r.number) if r.box] == [
        *range(35, 104),
        *range(107, 112),
    ]
    own = {game: {ruling.number for ruling in game.rulings if ruling.box} for game in (GUILD, UNIVERSITY)}
    assert own[GUILD] >= {*range(35, 41), *range(42, 56), 71, *range(73, 81), 103}
    assert own[UNIVERSITY] >= {*range(58, 60), *range(61, 67), 71, *range(82, 102)}
    assert "potions-60" not in GUILD.ruling_by_id


def test_all_rules_of_the_university_are_marked_as_reconstructed() -> None:
    """university.base: its booklet wasn’t found, so no rule of it claims to stand there."""
    rules = [clause for clause in UNIVERSITY.clauses if clause.box == "university"]
    assert len(rules) > 50
    for clause in rules:
        assert clause.reconstruction, clause.id
        assert clause.all_ours, clause.id
    assert all(ruling.status == "ours" for ruling in WHOLE.rulings if ruling.box == "university")


def test_every_rule_of_the_guild_cites_its_booklet_or_a_clarification() -> None:
    for clause in WHOLE.clauses:
        if clause.box == "guild":
            assert clause.source.kind in ("seed", "ruling"), clause.id
            assert clause.id.startswith("guild."), clause.id


def test_what_a_box_changes_stands_in_the_base_game_or_in_a_box() -> None:
    changed = {old for clause in WHOLE.clauses for old in clause.changes}
    assert {"turn.draw", "turn.play", "setup.deal", "spell.place", "series.rounds"} <= changed
    assert changed <= WHOLE.clause_by_id.keys()


def test_rules_for_both_boxes_are_there_with_both_alone() -> None:
    """The last page of the booklet: what holds when the University is on the table, too."""
    assert "guild.both.deal" in WHOLE.clause_by_id
    for game in (BASE, GUILD, UNIVERSITY):
        assert "guild.both.deal" not in game.clause_by_id


@pytest.mark.parametrize(("clause_id", "ru", "en"), OURS)
def test_our_decisions_stand_apart(clause_id: str, ru: str, en: str) -> None:
    clause = WHOLE.clause_by_id[clause_id]
    assert clause.ours
    assert ru in clause.ours.ru
    assert en in clause.ours.en
    assert ru not in clause.text.ru
    assert en not in clause.text.en


def texts() -> list[tuple[str, Text]]:
    found = [(clause.id, clause.text) for clause in WHOLE.clauses if clause.box]
    found += [(term.id, term.text) for term in WHOLE.terms if term.box]
    found += [(ruling.id, ruling.text) for ruling in WHOLE.rulings if ruling.box]
    found += [(clause.id, clause.ours) for clause in WHOLE.clauses if clause.box and clause.ours]
    for card in WHOLE.cards:
        found += [(card.id, text) for text in (card.text, card.rule, card.disputed) if text and card.box]
    return found


def test_texts_read_without_markup_and_keep_numbers_with_their_words() -> None:
    """«10 очков»: in Russian a no-break space between; no straight quotes, no double spaces."""
    for name, text in texts():
        for lang in LANGUAGES:
            read = plain(WHOLE, text, lang)
            assert not set('{}*"') & set(read), name
            assert "  " not in read, name
            assert not re.search(r"\d (очк|карт)", read), name

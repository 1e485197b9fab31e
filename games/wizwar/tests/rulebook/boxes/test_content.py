"""The content of both boxes of «Маго-бой»: what the rulebook says of them, and what is marked as ours."""

import re

import pytest

from games.wizwar.rulebook import spells
from games.wizwar.rulebook.drawing import pieces
from games.wizwar.rulebook.printing import spell_words
from rulebook.content.entries import LANGUAGES, Card
from rulebook.content.reading import load, whole
from rulebook.drawing import icons

BASE, WHOLE = load("wizwar"), whole("wizwar")
BOXED = [card for card in WHOLE.cards if card.box]
MONSTERS = [card for card in BOXED if "monster" in card.data.get("traits", ())]
SAMPLES = {"wand_of_sparks", "wand_of_opening", "artifact_sample_crown", "artifact_sample_hammer"}
NAMES = (
    "Interrupt, Swap Meet, Butt-Head, Mirror, Scry, Foist, Remove Curse, Weakness, Slow, Double Back, "
    "Trader, Holy Water, Ivy, Fill Square with Slime, Gate"
)
by_id = pytest.mark.parametrize("card", BOXED, ids=lambda card: card.id)


def test_the_deck_without_boxes_is_the_base_deck() -> None:
    """components.deck: 124 cards of 68 kinds, and nothing of a box among them."""
    deck = [card for card in BASE.cards if card.deck]
    assert (sum(card.count for card in deck), len(deck)) == (124, 68)
    assert not any(card.box for card in BASE.cards)
    assert not any(clause.box for clause in BASE.clauses)


def test_teams_and_variants_need_no_box() -> None:
    """The seed has them in its last part, but they are no cards of it: everyone may play so."""
    assert [clause.id for clause in BASE.in_chapter("teams")] == [
        f"teams.{name}" for name in ("four", "six", "win", "out", "attack", "harm", "talk", "show")
    ]
    variants = [clause.id for clause in BASE.in_chapter("variants")]
    assert variants == ["variants.doors", "variants.relocate", "variants.cards"]


def test_fifteen_names_stand_in_one_rule_and_are_no_cards() -> None:
    """monsters.names: only their names are known, so they are in no deck."""
    rule = WHOLE.clause_by_id["monsters.names"]
    names = NAMES.split(", ")
    assert len(names) == 15
    for lang in LANGUAGES:
        assert NAMES in rule.text.in_(lang)
    assert not set(names) & {card.name.en for card in WHOLE.cards}


@by_id
def test_a_card_says_what_it_is_and_where_that_is_known_from(card: Card) -> None:
    assert card.count == 1
    assert {"sight", "number", "spell", "targets", "from"} <= card.data.keys()
    assert card.data["from"]["count"] == "reconstruction"
    assert icons.named_icon(pieces.piece_icon(card), "") == pieces.piece_icon(card)
    assert pieces.piece_icon(card) == f"ww-{card.id.replace('_', '-')}"
    assert spells.facts(WHOLE, card)


@by_id
def test_a_card_of_which_only_the_name_is_known_says_so_everywhere(card: Card) -> None:
    """On its page and in print: what is reconstructed, and what is a sample of ours."""
    little = card.data.get("known")
    assert (little == "none") == (card.id in SAMPLES)
    assert ("(образец)" in card.name.ru) == ("(sample)" in card.name.en) == (card.id in SAMPLES)
    if little is None:
        assert card.data["from"]["effect"] in ("public", "seed")
        return
    assert card.data["from"]["effect"] == "reconstruction"
    assert spells.known(WHOLE, card)[0].origin.status == "ours"
    for lang in LANGUAGES:
        mark = spell_words.LITTLE_KNOWN[little].in_(lang)
        assert spell_words.ours(card, lang) == mark
        assert mark in spell_words.facts(WHOLE, card, lang)


def test_the_figures_of_a_monster_are_those_of_its_text() -> None:
    assert [card.id for card in MONSTERS] == ["shadow", "fire_imp", "troll", "democratic_monster"]
    for card in MONSTERS:
        stats = card.data["stats"]
        assert card.data["damage"]["amount"] == stats["attack"]
        assert card.kind == "attack"  # monsters.creating: creating a monster is an attack
        figures = {int(n) for n in re.findall(r"\d+", card.rule.en if card.rule else "")}
        assert {stats["life"], stats["attack"]} <= figures


def test_the_price_of_a_wish_is_four_life_points() -> None:
    """artifacts.price: «You lose 4 life-points»; glossary and clarification say the same number."""
    assert WHOLE.constants["wish_cost"] == 4
    said = (WHOLE.clause_by_id["artifacts.price"], WHOLE.term_by_id["wish"], WHOLE.ruling_by_id["wizwar-122"])
    assert all("4 life points" in each.text.en for each in said)


def test_posts_four_and_five_are_told_sentence_by_sentence() -> None:
    """Every sentence leads to a rule, but headings, praise and addresses; each rule of a box is led to."""
    told = [each for each in WHOLE.passages if each.n.split(".")[0] in ("47", "48", "49", "50", "51", "58")]
    assert len(told) == 16 + 1 + 6 + 3 + 12 + 68
    silent = {each.n for each in told if each.silent}
    assert silent == {"58.22", "58.25", "58.58", "58.59", *(f"58.{n}" for n in range(64, 69))}
    led_to = {clause for passage in told for clause in passage.clauses}
    stated = {c.id for c in WHOLE.clauses if c.box and c.source.kind == "seed"}
    assert stated <= led_to


def test_the_rulings_of_the_boxes_and_of_teams_are_all_there() -> None:
    """91 to 156, and 136 about cards of a table's own."""
    numbers = {ruling.number for ruling in WHOLE.rulings}
    assert {*range(91, 157)} <= numbers
    of_base = {ruling.number for ruling in WHOLE.rulings if not ruling.box}
    assert {n for n in of_base if n > 90} == {*range(129, 137), 146, 147, 149, 150, 153, 154, 156}


def test_icons_of_the_boxes_are_drawn_as_those_of_the_game() -> None:
    """One style: a grid of 24 units, a stroke of 1.75, round ends."""
    folders = [each.folder for each in icons.icon_sets() if each.folder.parent.name.startswith("wizwar")]
    assert [folder.parent.name for folder in folders] == ["wizwar", "wizwar-artifacts", "wizwar-monsters"]
    spells_only = [path for folder in folders for path in folder.glob("ww-*.svg")]
    assert len({path.read_text("utf-8").partition(">")[0] for path in spells_only}) == 1

"""The content of «Зельеварение»: true to its numbers, found by what people type, said in two languages."""

import re
from collections import Counter

import pytest

from rulebook.content.entries import LANGUAGES, Text
from rulebook.content.markup import plain
from rulebook.content.reading import load
from rulebook.wording import sentences

GAME = load("potions")
ELEMENTS = [element.id for element in GAME.elements]
RECIPES = [card for card in GAME.cards if card.ingredients]
NAMES = ("Оля", "Саша", "Рита")
# A value for every parameter that a sentence may have; the wide card has copies, a great one has elements.
PARAMS = {
    "seat": 0, "builder": 1, "seats": [0, 1], "n": 2, "min": 2, "max": 6, "count": 3, "half": 1, "missing": 1,
    "card": "elixir_of_wisdom:astral_energy", "into": "powder_of_fate", "cards": ["dragon", "unicorn"],
    "element": "mandrake", "elements": ["astral_energy", "ether_waves"], "text": "x", "what": "x",
    "ingredients": ["element:mandrake", "card:elixir_of_fire", "kind:talisman"],
    "name": "x", "value": "x", "choices": "a, b", "points": "2", "assembled": "1", "closed": "dragon",
}  # fmt: skip
SENTENCES = [(kind, code) for kind, table in GAME.words.items() for code in table]


def texts() -> list[tuple[str, Text]]:
    found = [(clause.id, clause.text) for clause in GAME.clauses]
    found += [(term.id, term.text) for term in GAME.terms]
    found += [(ruling.id, ruling.text) for ruling in GAME.rulings]
    found += [(card.id, text) for card in GAME.cards for text in (card.text, card.disputed) if text]
    return found + [(element.id, element.text) for element in GAME.elements if element.text]


def test_components_deck_counts_what_the_cards_add_up_to() -> None:
    """components.deck: 76 cards, 49 different; two copies, three copies, or one, by kind."""
    assert sum(card.count for card in GAME.cards) == 76
    assert len(GAME.cards) == 49
    for card in GAME.cards:
        assert card.count == {"simple_elixir": 2, "spell": 2, "complex_elixir": 3}.get(card.kind, 1), card.id
    assert "76" in GAME.clause_by_id["components.deck"].text.ru
    assert "49" in GAME.clause_by_id["components.deck"].text.en


def test_components_kinds_says_of_every_kind_what_its_cards_ask_for() -> None:
    """components.kinds: what the clause claims of each kind is so on all its cards."""
    kind_of = {card.id: card.kind for card in GAME.cards}
    made = {
        "simple_elixir": [["element"] * 2],
        "complex_elixir": [["element"] * 3],
        "powder": [["element", "simple_elixir"]],
        "great_elixir": [["simple_elixir"] * 2],
        "talisman": [["complex_elixir", "simple_elixir"]],
        "creature": [["complex_elixir", "simple_elixir"], ["powder", "simple_elixir"]],
        "supreme_elixir": [["great_elixir"] * 2],
        "great_talisman": [["talisman"] * 2],
    }
    for card in RECIPES:
        asked = sorted(
            "element" if i.kind == "element" else i.id if i.kind == "kind" else kind_of[i.id]
            for i in card.ingredients
        )
        assert asked in made[card.kind], card.id
        assert card.points == GAME.kind_by_id[card.kind].points, card.id


def test_great_one_and_half_points_hold_for_this_deck() -> None:
    """Rulings 3 and 9: no recipe could use two elements of one card, no half point is ever odd."""
    for card in RECIPES:
        elements = {i.id for i in card.ingredients if i.kind == "element"}
        assert all(len(elements & set(c.elements)) < 2 for other in GAME.cards for c in other.copies)
        if any(i.kind != "element" for i in card.ingredients):
            assert card.points % GAME.constants["half_divisor"] == 0


def test_every_element_is_asked_for_by_three_recipes_and_carried_by_four_to_six_cards() -> None:
    asked = Counter(i.id for card in RECIPES for i in card.ingredients if i.kind == "element")
    carried: Counter[str] = Counter()
    for card in GAME.cards:
        for copies in card.copies:
            carried.update(dict.fromkeys(copies.elements, copies.count))
    assert asked == dict.fromkeys(ELEMENTS, 3)
    assert Counter(carried.values()) == {6: 4, 5: 8, 4: 4}


def test_rulings_are_the_thirty_four_of_the_base_game_and_three_asked_at_tables() -> None:
    """Numbers from 35 to 103 are kept for the expansions."""
    assert [ruling.number for ruling in GAME.rulings] == [*range(1, 35), 104, 105, 106]
    assert GAME.option_by_id["spell_follow_up"].ruling == "potions-23"
    assert GAME.option_by_id["first_player"].ruling == "potions-26"


def test_every_disputed_card_says_so_in_words_that_name_no_program() -> None:
    disputed = [card for card in GAME.cards if card.disputed]
    assert len(disputed) == 19
    for card in disputed:
        assert not re.search(r"code_|scans_|github|/", card.disputed.ru + card.disputed.en), card.id


def test_the_printed_name_of_the_mandrake_is_known_too() -> None:
    """The rulebook says mandrake, the cards print mandrake root."""
    assert "корень мандрагоры" in GAME.element_by_id["mandrake"].synonyms.ru


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_can_be_said(lang: str) -> None:
    for kind, code in SENTENCES:
        sentence = sentences.render(GAME, kind, code, PARAMS, lang, NAMES)
        assert sentence, (kind, code)
        assert not set("{}|") & set(sentence), sentence
        if kind in ("refusal", "event", "warning"):
            assert sentence.endswith((".", "?")), sentence
        if kind in ("move", "line", "mark"):
            assert not sentence.endswith("."), sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_buttons_of_different_moves_read_differently(lang: str) -> None:
    said = [sentences.render(GAME, "move", code, PARAMS, lang, NAMES) for code in GAME.words["move"]]
    assert len(said) == len(set(said))


def test_a_button_tells_copies_of_one_card_apart() -> None:
    codes = [code for code in GAME.copies_by_code if code.startswith("elixir_of_wisdom:")]
    said = {sentences.render(GAME, "move", "assemble", {"card": code, "n": 3}, "ru") for code in codes}
    assert len(codes) == len(said) == 2


def test_texts_read_without_markup_and_keep_numbers_with_their_words() -> None:
    """«76 карт», «10 очков»: in Russian a no-break space between; no straight quotes, no double spaces."""
    for name, text in texts():
        for lang in LANGUAGES:
            read = plain(GAME, text, lang)
            assert not set('{}*"') & set(read), name
            assert "  " not in read, name
            assert not re.search(r"\d (очк|карт)", read), name

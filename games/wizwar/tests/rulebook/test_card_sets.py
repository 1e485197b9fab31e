"""Cards of a table's own: what is read, what is refused, and the content that comes of them."""

import json

import pytest

from games.wizwar.rulebook import card_sets, set_content
from games.wizwar.rulebook.card_sets import LIMITS, PRINTED, BadCards, CardSet
from games.wizwar.rulebook.set_content import content_with
from rulebook.content import reading
from rulebook.content.typography import NO_BREAK
from rulebook.wording.sentences import render

WHOLE = reading.whole("wizwar")
BOXES = ("artifacts", "monsters")
FIGURED = [card for card in card_sets.known().values() if card_sets.figures_of(card)]
TABLE = {
    "copies": {"fireball": 3, "wand_of_sparks": 3, "add": 0},
    "figures": {"troll": {"life": 8}, "wand_of_sparks": {"damage": 5}},
    "own": [{"like": "troll", "name": "Голем", "count": 2, "move": 0}, {"like": "add", "name": "Плюс"}],
}


def cards_of(data, boxes=BOXES):
    return content_with(card_sets.read(data), boxes).card_by_id


def codes(data):
    with pytest.raises(BadCards) as refused:
        card_sets.read(data)
    return [refusal.code for refusal in refused.value.refusals]


def test_of_several_parts_that_nobody_knows_the_first_is_told():
    """cards_shape names the place, the same one each time."""
    for names in ("fgh", "hgf", "gfh"):
        with pytest.raises(BadCards) as refused:
            card_sets.read({name: {} for name in names})
        assert refused.value.refusals[0].params == {"where": names[0]}


def test_what_is_as_printed_is_no_difference():
    """variants.cards: a set says how cards differ; what doesn't isn't written."""
    printed = {"copies": {"fireball": 2}, "figures": {"troll": {"life": 6}}, "own": []}
    assert card_sets.read(printed) == card_sets.read({}) == PRINTED
    assert not PRINTED
    assert card_sets.data_of(PRINTED) == {}
    assert content_with(PRINTED, BOXES) is reading.load("wizwar", boxes=BOXES)


def test_a_set_is_named_by_what_it_says_however_it_is_written():
    found = card_sets.read(TABLE)
    again = json.loads(json.dumps(card_sets.data_of(found)))
    assert card_sets.read(again) == found
    turned = {key: TABLE[key] for key in reversed(TABLE)} | {"own": TABLE["own"][::-1]}
    assert card_sets.read(turned).key == found.key
    assert card_sets.read({"copies": {"fireball": 3}}).key != found.key


def test_the_content_has_the_cards_of_the_table():
    """variants.cards, ruling 136: the table's figures count, and each wand has a name of its own."""
    cards = cards_of(TABLE)
    assert (cards["fireball"].count, cards["add"].count, cards["add~1"].count) == (3, 0, 1)
    assert cards["troll"].data["stats"]["life"] == 8
    assert cards["troll~1"].data["stats"] | {"hits": []} == {"life": 6, "move": 0, "attack": 3, "hits": []}
    assert cards["troll~1"].name.ru == "Голем"
    assert cards["troll~1"].short.ru == "«Голем»"
    wands = [card for card in cards.values() if card.id.partition("~")[0] == "wand_of_sparks"]
    assert [card.count for card in wands] == [1, 1, 1]
    assert [card.name.en for card in wands] == ["Wand of Sparks (sample)", *wands_named(2, 3)]
    assert {card.data["damage"]["amount"] for card in wands} == {5}


def wands_named(*numbers):
    return [f"Wand of Sparks (sample) ({n})" for n in numbers]


def test_cards_of_boxes_that_are_not_on_the_table_lie_idle():
    cards = cards_of(TABLE, ())
    assert "troll~1" not in cards
    assert cards["fireball"].count == 3
    assert card_sets.deck_size(card_sets.read(TABLE), ()) == 124 + 1 - 1 + 1


@pytest.mark.parametrize("card", FIGURED, ids=lambda card: card.id)
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_short_rule_with_the_printed_figures_is_the_printed_one(card, lang):
    """Where a table changes a figure, the line on the card says it, and nothing else of it changes."""
    said = render(WHOLE, "mark", f"rule_{card.id}", card_sets.figures_of(card), lang)
    assert said.replace(NO_BREAK, " ") == card.rule.in_(lang).replace(NO_BREAK, " ")


def test_a_changed_card_says_so_in_its_line_and_is_nobodys_guess():
    troll = cards_of(TABLE)["troll"]
    assert f"8{NO_BREAK}жизней" in troll.rule.ru
    assert troll.data["known"] == set_content.TABLE


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, ["cards_shape"]),
        ([], ["cards_shape"]),
        ({"more": {}}, ["cards_shape"]),
        ({"copies": [], "figures": 3, "own": "x"}, ["cards_shape"] * 3),
        ({"copies": {"fireball": -1, "add": 31, "trap": True}}, ["cards_copies"] * 3),
        ({"copies": {"fireball": 1.0}}, ["cards_copies"]),
        ({"copies": {"treasure": 1, "troll~1": 1}}, ["cards_unknown"] * 2),
        (
            {"figures": {"troll": {"life": 31, "move": -1, "attack": 21}}},
            ["cards_life", "cards_move", "cards_attack"],
        ),
        ({"figures": {"troll": {"damage": 1}, "add": {"life": 1}}}, ["cards_figure"] * 2),
        ({"figures": {"wand_of_opening": {"damage": 1}}}, ["cards_figure"]),
        ({"own": [{"like": "troll~1", "name": "A"}]}, ["cards_like"]),
        ({"own": [{"name": "A"}]}, ["cards_like"]),
        ({"own": [{"like": ["troll"], "name": "A"}]}, ["cards_like"]),
        ({"own": [{"like": "troll", "name": "A", "text": "B"}]}, ["cards_shape"]),
        ({"own": [{"like": "troll", "name": "x" * 41}]}, ["cards_name"]),
        ({"own": [{"like": "troll", "name": "a\u202eb"}]}, ["cards_name"]),
        ({"own": [{"like": "troll", "name": " A"}]}, ["cards_name"]),
        ({"own": [{"like": "troll", "name": "A", "count": 31}]}, ["cards_copies"]),
        ({"own": [{"like": "troll", "name": "A"}, {"like": "add", "name": "a"}]}, ["cards_name_taken"]),
        ({"own": [{"like": "troll", "name": "Fireball"}]}, ["cards_name_taken"]),
        ({"own": [{"like": "troll", "name": "тролль (2)"}]}, ["cards_name_taken"]),
        ({"own": [{"like": "troll", "name": f"A{n}"} for n in range(25)]}, ["cards_own"]),
    ],
)
def test_what_can_not_be_is_refused_with_the_clause_and_the_field(data, expected):
    """variants.cards: figures out of range, an unknown `like`, a crafted set."""
    assert codes(data) == expected


def test_the_largest_set_is_smaller_than_a_file_may_be():
    known = card_sets.known()
    wide = "\N{MAGE}" * (LIMITS["letters"] - 2)
    most = {
        "copies": dict.fromkeys(known, LIMITS["copies"][1]),
        "figures": {
            card.id: {name: LIMITS[name][1] for name in card_sets.figures_of(card)} for card in FIGURED
        },
        "own": [
            {
                "like": "democratic_monster",
                "name": f"{wide}{n:02}",
                "count": 30,
                "life": 30,
                "move": 9,
                "attack": 20,
            }
            for n in range(card_sets.MOST_OWN)
        ],
    }
    assert len(card_sets.canonical(card_sets.read(most))) <= card_sets.MOST_BYTES


@pytest.mark.parametrize(("n", "refused"), [(29, True), (30, False), (300, False), (301, True)])
def test_a_deck_has_thirty_to_three_hundred_cards(n, refused):
    """variants.cards: what lies outside is refused with how many there are."""
    none = dict.fromkeys((card.id for card in reading.load("wizwar").cards if card.deck == "deck"), 0)
    full, rest = divmod(n, 30)
    copies = none | dict.fromkeys(list(none)[:full], 30) | {list(none)[full]: rest}
    refusal = card_sets.deck_refusal(card_sets.read({"copies": copies}), ())
    assert (refusal is not None) == refused
    if refusal is not None:
        assert (refusal.clause, refusal.params["n"]) == ("variants.cards", n)


def test_no_two_cards_of_any_table_have_the_same_id():
    """An id says what it is like by itself; no printed card has such a one."""
    ids = set_content.every_id()
    assert not ids.keys() & {card.id for card in WHOLE.cards}
    crowd = {
        "copies": {"wand_of_sparks": 30},
        "own": [{"like": "wand_of_sparks", "name": f"W{n}"} for n in range(24)],
    }
    found = [card.id for card in content_with(card_sets.read(crowd), BOXES).cards if "~" in card.id]
    assert len(set(found)) == len(found) == 29 + 24
    assert set(found) <= ids.keys()


def test_a_set_is_a_value():
    assert card_sets.read(TABLE) == card_sets.read(TABLE)
    assert hash(card_sets.read(TABLE)) == hash(card_sets.read(TABLE))
    assert CardSet() == PRINTED

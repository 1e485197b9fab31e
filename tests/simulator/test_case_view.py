"""What a player knows is compared as positions are: the same forms mean the same, hidden cards nothing."""

import pytest

from simulator import case_words
from simulator.cases import casebook
from simulator.cases.case import CaseError, read_cases

POISON = {
    "players": ["Оля", "Саша", "Рита"],
    "turn": "Оля",
    "hands": {"Оля": "R7 P1", "Саша": 2},
    "cauldrons": ["R4"],
    "captured": {"Рита": "B1 R1"},
}
POTIONS = {
    "players": ["Оля", "Саша"],
    "hands": {"Оля": "griffin dragon", "Саша": "banshee basilisk"},
    "shown": {"Саша": "banshee"},
    "cupboard": ["isidas_mortum unicorn", "elixir_of_fidelity", "supreme_elixir great_talisman_of_magic"],
    "tables": {"Оля": ["love_potion", "warding_solution"]},
    "deck": ["avocado_cadaver"],
}
WIZWAR = {
    "players": ["Оля", "Коля", "Рита"],
    "hands": {"Оля": "dagger absorb", "Коля": "fireball blunt"},
    "known": {"Коля": "fireball@w3,w1"},
    "attackers": {"Оля": "Коля"},
    "effects": "buddy w2 w1 0; blind w1 w2 3",
    "floor": "large_rock@1b3",
    "deck": ["speedstone"],
    "discard": "thornbush",
    "script": [0],
    "illusion": "1c3s@w1",
}

FITS = [
    ("poison", POISON, "Оля", {"hands": {"Оля": "P1 R7"}}),
    ("poison", POISON, "Оля", {"hands": {"Оля": 2, "Саша": 2, "Рита": 0}}),
    ("poison", POISON, "Оля", {"hands": {"2": 2}, "captured": {"3": "R1 B1", "1": ""}, "round": 1}),
    ("poison", POISON, "Саша", {"turn": 1, "dealer": "Рита", "cauldrons": ["R4"], "players": 3}),
    ("poison", POISON, "Саша", {"options": {"shed_majority": "automatic"}, "scores": []}),
    ("potions", POTIONS, "Оля", {"hands": {"Оля": "dragon griffin", "Саша": 2}, "deck": 1}),
    ("potions", POTIONS, "Саша", {"cupboard": POTIONS["cupboard"][::-1], "shown": {"Саша": "banshee"}}),
    ("potions", POTIONS, "Саша", {"cupboard": {"apart": "great_talisman_of_magic supreme_elixir"}}),
    ("potions", POTIONS, "Саша", {"tables": {"1": ["warding_solution", "love_potion"], "2": []}}),
    ("potions", POTIONS, "Саша", {"turn": 1, "further": False, "scores": {"Оля": 0}, "aside": 64}),
    ("wizwar", WIZWAR, "Оля", {"hands": {"Оля": "absorb dagger", "Коля": 2}, "deck": 1, "discard": 1}),
    ("wizwar", WIZWAR, "Рита", {"known": {"Коля": "fireball@w1,w3"}, "attackers": {"Оля": 2}}),
    ("wizwar", WIZWAR, "Рита", {"effects": "blind Оля Коля 3; buddy Коля Оля 0", "out": {"Рита": ""}}),
    ("wizwar", WIZWAR, "Рита", {"floor": "large_rock@1b3", "act": {"steps": 0}, "stage": "act", "asks": 1}),
    ("wizwar", WIZWAR, "Рита", {"illusion": "1c3s=???", "treasures": {"T1a": "1b2"}, "shown": {"Оля": ""}}),
]


def outcome_of(game, position, expect):
    (case,) = read_cases({"game": game, "position": position, "expect": expect}, "x", (game,))
    return casebook.evaluate(case)


@pytest.mark.parametrize(("game", "position", "who", "facts"), FITS)
def test_what_fits_a_position_fits_the_view_of_somebody_who_sees_it(game, position, who, facts):
    for expect in ({"position": facts}, {"view": {who: facts}}):
        outcome = outcome_of(game, position, expect)
        assert outcome.ok, [case_words.difference_text(each, outcome, "en") for each in outcome.differences]


HIDDEN = [
    ("poison", POISON, "Саша", {"hands": {"Оля": "R7 P1"}}, ("P1 R7", 2)),
    ("potions", POTIONS, "Саша", {"hands": {"Оля": "dragon griffin"}}, ("dragon griffin", 2)),
    ("potions", POTIONS, "Оля", {"deck": "avocado_cadaver"}, ("avocado_cadaver", 1)),
    ("wizwar", WIZWAR, "Оля", {"hands": {"Коля": "blunt fireball"}}, ("blunt fireball", 2)),
    ("wizwar", WIZWAR, "Оля", {"deck": ["speedstone"]}, ("speedstone", 1)),
    ("wizwar", WIZWAR, "Оля", {"discard": "thornbush"}, ("thornbush", 1)),
    ("wizwar", WIZWAR, "Оля", {"script": [0]}, ([0], None)),
]


@pytest.mark.parametrize(("game", "position", "who", "facts", "told"), HIDDEN)
def test_what_is_hidden_is_there_but_not_to_be_seen(game, position, who, facts, told):
    assert outcome_of(game, position, {"position": facts}).ok
    (difference,) = outcome_of(game, position, {"view": {who: facts}}).differences
    assert difference[1:3] == told


@pytest.mark.parametrize("key", ["position", "view"])
def test_neither_a_position_nor_a_view_has_other_keys(key):
    facts = {"hand": {"Оля": 2}}
    with pytest.raises(CaseError) as caught:
        outcome_of("poison", POISON, {key: facts if key == "position" else {"Оля": facts}})
    assert (caught.value.problem, caught.value.value) == ("expected_position", "hand")


@pytest.mark.parametrize(("game", "position"), [("potions", POTIONS), ("wizwar", WIZWAR)])
def test_a_list_is_the_whole_deck_and_a_text_its_top(game, position):
    (card,) = position["deck"]
    for deck, fits in (([card], True), (card, True), (1, True), ([], False), ("", True), (0, False)):
        assert outcome_of(game, position, {"position": {"deck": deck}}).ok == fits
    longer = {**position, "deck": card}
    assert outcome_of(game, longer, {"position": {"deck": card}}).ok
    assert not outcome_of(game, longer, {"position": {"deck": [card]}}).ok
    assert outcome_of(game, {**position, "deck": []}, {"position": {"deck": 0}}).ok


@pytest.mark.parametrize("deck", [[["griffin"]], [7], {"top": "griffin"}, ["griffin dragon sphinx"]])
def test_a_deck_that_is_none_is_refused(deck):
    for game, position in (("potions", POTIONS), ("wizwar", WIZWAR)):
        outcome = outcome_of(game, {**position, "deck": deck}, {"position": {}})
        assert [each.code for each in outcome.played.refused] in (["pos_malformed"], ["pos_unknown_card"])

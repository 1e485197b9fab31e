"""Positions as data: one that can exist is read, any other is refused by name, none breaks the engine."""

import json
import time
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.content import reading
from rulebook.wording import sentences
from simulator import engines
from simulator.engine.refusal import BadPosition
from tests.conformance.tables import curious
from tests.daily import examples
from tests.simulator.games.potions.seen import COURSE
from tests.simulator.states import assert_sound_or_refused, leaves, put

GAME = engines.get("potions")
CODES, DECKS, ELEMENTS = COURSE.codes, COURSE.decks, COURSE.elements
RULES = reading.load("potions")
NAMES = ["Оля", "Саша", "Рита", "Коля"]
SHORT = {"players": NAMES, "hands": {"Оля": "dragon griffin", "Саша": 2}}
UNDER = "love_potion < infusion_of_divination basilisk"


def codes(data) -> list[str]:
    """The refusals of a position; each must have a clause and words in both languages."""
    with pytest.raises(BadPosition) as caught:
        GAME.decode(data)
    for refusal in caught.value.refusals:
        assert refusal.clause in RULES.clause_by_id
        for lang in ("ru", "en"):
            assert sentences.render(RULES, "refusal", refusal.code, refusal.params, lang)
    return [refusal.code for refusal in caught.value.refusals]


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


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": None}, "pos_players"),
        ({"players": "Оля"}, "pos_players"),
        ({"players": ["Оля", ""]}, "pos_players"),
        ({"players": ["Оля", "x" * 41]}, "pos_players"),
        ({"players": ["Оля", 3]}, "pos_players"),
        ({"players": ["Оля", "Оля"]}, "pos_players"),
        ({"players": ["Оля"]}, "players_range"),
        ({"players": 7}, "players_range"),
        ({"players": 10**30}, "players_range"),
        ({"players": -1}, "players_range"),
        ({"hands": None}, "pos_malformed"),
        ({"hands": {"Барон": 1}}, "pos_malformed"),
        ({"hands": {"Оля": ["dragon"]}}, "pos_malformed"),
        ({"hands": {"Оля": True}}, "pos_malformed"),
        ({"hands": {"Оля": -1}}, "pos_not_enough"),
        ({"hands": {"Оля": 77}}, "pos_not_enough"),
        ({"hands": {"Оля": 40, "Саша": 37}}, "pos_not_enough"),
        ({"hands": {"Оля": "dragon " * 77}}, "pos_not_enough"),
        ({"hands": {"Оля": "Dragon"}}, "pos_unknown_card"),
        ({"hands": {"Оля": "elixir_of_wisdom"}}, "pos_which_copy"),
        ({"hands": {"Оля": "dragon dragon"}}, "pos_too_many"),
        ({"hands": {}}, "pos_no_cards"),
        ({"shown": {"Оля": "unicorn"}}, "pos_malformed"),
        ({"shown": {"Саша": "unicorn banshee basilisk"}}, "pos_not_enough"),
        ({"shown": 5}, "pos_malformed"),
        ({"turn": "Рита"}, "pos_turn"),
        ({"turn": "Барон"}, "pos_turn"),
        ({"turn": 0}, "pos_turn"),
        ({"turn": 5}, "pos_turn"),
        ({"turn": ["Оля"]}, "pos_turn"),
        ({"first": "Барон"}, "pos_malformed"),
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
        ({"options": {"luck": 1}}, "unknown_option"),
        ({"options": {"spell_follow_up": "never"}}, "bad_option"),
        ({"options": {"first_player": 1}}, "bad_option"),
        ({"options": 5}, "unknown_option"),
        ({"weather": "rain"}, "pos_malformed"),
    ],
)
def test_a_position_that_can_not_exist_is_refused_by_name(changes, code):
    assert code in codes({**SHORT, **changes})


@pytest.mark.parametrize("data", [None, 5, "dragon", [], True, {}, {"state": 1}, {"state": None}, {1: 2}])
def test_what_is_no_position_at_all_is_refused(data):
    assert codes(data)


def test_all_cards_that_stand_too_often_are_told_at_once():
    data = {**SHORT, "cupboard": "dragon griffin", "aside": "unicorn unicorn"}
    assert codes(data) == ["pos_too_many"] * 3


def test_defaults_are_an_empty_table_and_all_other_cards_in_the_deck():
    state = GAME.decode(SHORT)
    assert (state.first, state.turn, state.history, state.scores) == (0, 1, (), (0,) * 4)
    assert GAME.to_act(state) == {0}
    assert not any(state.cupboard.stacks)
    assert state.cupboard.apart == ()
    assert state.tables == ((),) * 4
    assert len(state.decks[0]) == 76 - 4
    assert state.aside == ()


def test_unnamed_cards_are_dealt_in_content_order_and_the_rest_is_the_deck():
    state = GAME.decode({**SHORT, "hands": {"Оля": "griffin", "Саша": 3}})
    assert state.hands[1] == ("love_potion", "love_potion", "potion_of_eternal_sleep")
    assert state.decks[0][-1] == "potion_of_eternal_sleep"


def test_a_named_deck_has_its_first_card_on_top_and_the_others_below():
    state = GAME.decode({**SHORT, "deck": "unicorn banshee"})
    assert state.decks[0][-2:] == ("banshee", "unicorn")
    assert len(state.decks[0]) == 76 - 4


def test_a_numbered_deck_leaves_the_others_out_of_play():
    state = GAME.decode({**SHORT, "deck": 7})
    assert len(state.decks[0]) == 7
    assert len(state.aside) == 76 - 4 - 7


def test_a_turn_passes_by_those_without_cards():
    """turn.empty: the first player has no card, so the next one with cards plays."""
    state = GAME.decode({"players": NAMES, "hands": {"Рита": "dragon", "Коля": "griffin"}})
    assert GAME.to_act(state) == {2}


@pytest.mark.parametrize(
    "cupboard",
    [
        "basilisk isidas_mortum dragon spell_of_transformation:mandrake supreme_elixir",
        ["spell_of_transformation:mandrake basilisk", "isidas_mortum dragon", "supreme_elixir"],
        {
            "snake_eye": "isidas_mortum dragon",
            "mandrake": "spell_of_transformation:mandrake basilisk",
            "apart": "supreme_elixir",
        },
        {
            "mandrake": "basilisk spell_of_transformation:mandrake",
            "snake_eye": "isidas_mortum dragon",
            "apart": "supreme_elixir",
        },
    ],
)
def test_a_cupboard_may_be_written_in_three_ways(cupboard):
    """element.under: spells find the bottom by themselves."""
    state = GAME.decode({**SHORT, "hands": {"Оля": "griffin"}, "cupboard": cupboard})
    stacks = dict(zip(ELEMENTS, state.cupboard.stacks, strict=True))
    assert stacks["mandrake"] == ("spell_of_transformation:mandrake", "basilisk")
    assert stacks["snake_eye"] == ("isidas_mortum", "dragon")
    assert state.cupboard.apart == ("supreme_elixir",)


def test_cards_under_a_recipe_may_be_named_in_any_order():
    """assemble.under: they lie in the order of the recipe."""
    for row in (UNDER, "love_potion<basilisk infusion_of_divination"):
        state = GAME.decode({**SHORT, "tables": {"Оля": [row]}})
        assert state.tables[0][0].under == ("infusion_of_divination", "basilisk")
    for pair in ("omen great_elixir_of_might", "might great_elixir_of_omen"):
        state = GAME.decode({**SHORT, "tables": {"Оля": [f"supreme_elixir < great_elixir_of_{pair}"]}})
        assert state.tables[0][0].under == ("great_elixir_of_might", "great_elixir_of_omen")


def test_more_cards_under_a_recipe_than_it_has_slots_are_refused_at_once():
    """assemble.under: trying all orders of a pile would keep a server busy for hours."""
    begun = time.thread_time()
    pile = " ".join(CODES[:11])
    assert codes({**SHORT, "tables": {"Оля": [f"love_potion < {pile}"]}}) == ["pos_under"]
    assert time.thread_time() - begun < 1


@pytest.mark.parametrize("seed", range(8))
def test_the_short_form_of_a_state_gives_back_all_that_can_be_seen(seed):
    state = middle(seed, plies=12 * seed)
    again = GAME.decode(json.loads(json.dumps(GAME.short(state, NAMES))))
    for name in ("hands", "decks", "cupboard", "tables", "scores", "shown", "aside", "first", "options"):
        assert getattr(again, name) == getattr(state, name), name
    assert again.agenda[0] == state.agenda[0]


@pytest.mark.parametrize("seed", range(8))
def test_the_short_form_in_the_middle_of_a_compound_move_is_that_of_its_beginning(seed):
    state = middle(seed, plies=30, staged=True)
    short = GAME.short(state, NAMES)
    again = GAME.decode(json.loads(json.dumps(short)))
    assert again.agenda == state.agenda[:1]
    assert again.hands == state.hands
    assert GAME.differences(state, NAMES, short) == []


@pytest.mark.parametrize("seed", range(12))
def test_an_encoded_state_comes_back_in_the_middle_of_a_compound_move_too(seed):
    state = middle(seed, plies=20, staged=True, players=2 + seed % 5)
    again = GAME.decode(json.loads(json.dumps(GAME.encode(state))))
    assert again == state
    assert verbs(again) == verbs(state)


@pytest.mark.parametrize("seat", [0, 3, None])
def test_what_a_seat_may_share_names_no_hidden_card(seat):
    """turn.open: hands of others and the deck are numbers."""
    state = middle(2)
    short = GAME.short(state, NAMES, seat, whole=False)
    assert short["deck"] == len(state.decks[0])
    for place, name in enumerate(NAMES):
        assert short["hands"][name] == (
            " ".join(state.hands[place]) if place == seat else len(state.hands[place])
        )
    again = GAME.decode(short)
    assert [len(hand) for hand in again.hands] == [len(hand) for hand in state.hands]
    assert (
        GAME.view_json(GAME.view(again, None))["cupboard"]
        == GAME.view_json(GAME.view(state, None))["cupboard"]
    )


def test_a_state_does_not_differ_from_its_own_short_form():
    for plies in (0, 25, 50, 75):
        state = middle(3, plies=plies, spell_follow_up="must")
        assert GAME.differences(state, NAMES, GAME.short(state, NAMES)) == []


@pytest.mark.parametrize(
    ("expected", "what"),
    [
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
    ],
)
def test_what_differs_is_named(expected, what):
    assert [each.what for each in GAME.differences(GAME.decode(SHORT), NAMES, expected)] == [what]


@pytest.mark.parametrize(
    "expected",
    [
        {"weather": 1},
        {"hands": 5},
        {"cupboard": {"mandragora": ""}},
        {"tables": 5},
        {"scores": 5},
        {"turn": "Барон"},
    ],
)
def test_an_expectation_that_no_position_can_meet_is_an_error(expected):
    with pytest.raises(BadPosition):
        GAME.differences(GAME.decode(SHORT), NAMES, expected)


def test_names_are_those_of_the_short_form():
    assert GAME.names(SHORT) == NAMES
    assert GAME.names({"players": 4}) == []
    assert GAME.names({"players": [1, 2]}) == []
    assert GAME.names(None) == []


# --- Hostile data ------------------------------------------------------------------------------------------

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["dragon", "love_potion", UNDER, "elixir_of_wisdom:astral_energy", "mandrake", "none"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)
SHORT_KEYS = (
    *("players", "turn", "first", "further", "deck", "aside"),
    *("hands", "shown", "cupboard", "tables", "scores", "options"),
)


@given(JUNK)
def test_reading_any_json_raises_nothing_but_bad_position(data):
    with pytest.raises(BadPosition):
        GAME.decode(data)


@settings(max_examples=examples(200))
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(SHORT_KEYS, JUNK)))
def test_a_short_form_with_anything_in_it_is_a_sound_state_or_bad_position(changes):
    assert_sound_or_refused(GAME, {**SHORT, **changes})


@settings(max_examples=examples(200))
@given(st.dictionaries(st.sampled_from(SHORT_KEYS), JUNK, max_size=3))
def test_comparing_with_anything_raises_nothing_but_bad_position(expected):
    with suppress(BadPosition):
        GAME.differences(GAME.decode(SHORT), NAMES, expected)


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


STAGES = ("use", "target", "take", "keep", "lay")
ENCODED = [
    GAME.encode(state)
    for state in (
        middle(4),
        middle(5, plies=70, spell_follow_up="must"),
        over(),
        *(asked(verb, seed) for verb in STAGES for seed in (0, 1)),
    )
]
VALUES = [
    0,
    1,
    3,
    -1,
    7,
    10**30,
    True,
    "none",
    "Staged",
    "Turn",
    "assemble",
    "cast",
    "stack",
    "recipe",
    "apart",
]


@settings(max_examples=examples(500), suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_an_encoded_state_spoilt_anywhere_is_still_sound_or_refused(data):
    state = data.draw(st.sampled_from(ENCODED))
    path = data.draw(st.sampled_from(list(leaves(state))))
    value = data.draw(JUNK | st.sampled_from([*VALUES, [], {}, *CODES, *ELEMENTS]))
    assert_sound_or_refused(GAME, put(state, path, value))


@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_a_compound_move_spoilt_in_two_places_is_still_sound_or_refused(data):
    state = data.draw(st.sampled_from(ENCODED[3:]))
    for _ in range(2):
        path = data.draw(st.sampled_from(list(leaves(state["agenda"], ("agenda",)))))
        value = data.draw(JUNK | st.sampled_from([*VALUES, [], {}, *CODES, *ELEMENTS]))
        state = put(state, path, value)
    assert_sound_or_refused(GAME, state)


def test_a_compound_move_that_could_not_be_finished_is_no_position():
    """assemble.all: the first slot has two sources, the second has none."""
    state = GAME.decode(
        {
            "players": 2,
            "deck": 0,
            "hands": {"1": "powder_of_control", "2": 1},
            "cupboard": "banshee",
            "tables": {"1": ["love_potion"], "2": ["love_potion"]},
        }
    )
    begun = GAME.encode(GAME.apply(state, 0, GAME.parse(state, 0, "assemble powder_of_control")).state)
    assert GAME.decode(begun)
    begun["aside"] += begun["cupboard"]["stacks"][ELEMENTS.index("dragon_tooth")]
    begun["cupboard"]["stacks"][ELEMENTS.index("dragon_tooth")] = []
    assert codes(begun) == ["pos_malformed"]


def test_a_record_of_plays_that_no_game_has_is_no_position():
    """assemble.once, assemble.own: owners are others, each once; spells aren't assembled."""
    state = GAME.encode(GAME.decode(SHORT))
    for row in (
        [0, "assemble", "dragon", 0, [0]],
        [0, "assemble", "dragon", 0, [1, 1]],
        [0, "assemble", "dragon", 0, [2, 1]],
        [0, "assemble", "dragon", 4, [1]],
        [0, "assemble", "spell_of_knowledge:mushrooms", 0, []],
        [0, "spell", "dragon", 0, []],
        [0, "element", "dragon", 2, []],
        [0, "element", "dragon", 1, [1]],
        [4, "element", "dragon", 1, []],
        [0, "juggle", "dragon", 1, []],
        [0, "element", "sulphur", 1, []],
        [0, "before", "", -1, []],
    ):
        assert codes({**state, "history": [row]}) == ["pos_malformed"], row
    assert GAME.decode({**state, "history": [[0, "assemble", "dragon", 0, [1, 2]]]}).scores == (8, 4, 4, 0)


def test_the_deck_of_the_short_form_is_the_whole_deck():
    assert sum(len(deck) for deck in DECKS) == 76

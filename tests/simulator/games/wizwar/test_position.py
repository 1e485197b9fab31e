"""Positions as data: one that can exist is read, any other is refused by name, none breaks the engine."""

import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.content import reading
from rulebook.wording import sentences
from simulator import engines
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.refusal import BadPosition
from simulator.games.wizwar.engine.data import DECK
from simulator.games.wizwar.engine.geometry import layout_for
from simulator.games.wizwar.engine.places import read_edge, read_square
from simulator.games.wizwar.engine.positions import short_form, short_reading
from simulator.games.wizwar.engine.state import Act, Lay, Limit
from tests.conformance.tables import curious
from tests.daily import daily, examples
from tests.simulator.states import assert_sound_or_refused, leaves, put

GAME = engines.get("wizwar")
RULES = reading.load("wizwar")
NAMES = ["Оля", "Саша", "Рита", "Коля", "Миша", "Ян"]
SHORT = {"players": NAMES[:3], "hands": {"Оля": "fireball absorb", "Саша": 2}}


def codes(data) -> list[str]:
    """The refusals of a position; each must have a clause and words in both languages."""
    with pytest.raises(BadPosition) as caught:
        GAME.decode(data)
    for refusal in caught.value.refusals:
        assert refusal.clause in RULES.clause_by_id
        for lang in ("ru", "en"):
            assert sentences.render(RULES, "refusal", refusal.code, refusal.params, lang)
    return [refusal.code for refusal in caught.value.refusals]


def eager(seed):
    """An agent that plays cards and walks more than it discards."""
    agent = curious(seed)
    idle = ("discard", "drop", "throw", "offer", "give")

    def choose(moves):
        return agent([move for move in moves if move.verb not in idle] or moves)

    return choose


def middle(seed=1, plies=40, players=3, until=None, **options):
    """A state some moves into a game; `until` further on, where this kind of frame is on top."""
    state, agent = GAME.new_game({"players": players, "options": options}, seed).state, eager(seed)
    n = 0
    while state.agenda and (n < plies or (until and type(state.agenda[-1]).__name__ != until)):
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, agent(GAME.legal_moves(state, seat))).state
        n += 1
    return state


def on_one_chance(state):
    return evolve(state, chance=Chance(0))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": None}, "pos_players"),
        ({"players": ["Оля", ""]}, "pos_players"),
        ({"players": ["Оля", "Оля"]}, "pos_players"),
        ({"players": ["Оля"]}, "players_range"),
        ({"players": 7}, "players_range"),
        ({"players": 10**30}, "players_range"),
        ({"options": {"luck": 1}}, "unknown_option"),
        ({"options": {"sectors": "square"}}, "bad_option"),
        ({"options": {"turn_limit": True}}, "bad_option"),
        ({"first": "Барон"}, "pos_malformed"),
        ({"sectors": "s1 s2"}, "pos_sector"),
        ({"sectors": "s1 s2 s9"}, "pos_sector"),
        ({"sectors": "s1 s1 s2"}, "pos_sector"),
        ({"sectors": "s1:4 s2 s3"}, "pos_sector"),
        ({"sectors": "s1: s2 s3"}, "pos_sector"),
        ({"sectors": 3}, "pos_sector"),
        ({"sectors": "s1 - s3", "life": {"Оля": 3}}, "pos_malformed"),
        ({"places": "1 2 3"}, "pos_malformed"),
        ({"places": ["1 2"]}, "pos_malformed"),
        ({"places": ["1 2 2"]}, "pos_malformed"),
        ({"places": ["1 2 . 3"]}, "pos_malformed"),
        ({"places": ["1 2 3 4"]}, "pos_malformed"),
        ({"exits": "A"}, "pos_malformed"),
        ({"exits": "A:1N-1N"}, "pos_malformed"),
        ({"exits": 5}, "pos_malformed"),
        ({"walls": "1b9e"}, "pos_edge"),
        ({"walls": "4b3e"}, "pos_edge"),
        ({"walls": "1b3"}, "pos_edge"),
        ({"walls": "1b3e:21"}, "pos_place"),
        ({"walls": "1b3e:0"}, "pos_place"),
        ({"walls": "1b3e:20 1c3w:20"}, "pos_place"),
        ({"walls": "1c2s@w4"}, "pos_place"),
        ({"walls": ["1c2s"]}, "pos_malformed"),
        ({"walls": "1c2s", "fire": "1c3n"}, "pos_place"),
        ({"gaps": "1c2s"}, "pos_place"),
        ({"doors": "1c2s:3"}, "pos_place"),
        ({"doors": "1b3s:16"}, "pos_place"),
        ({"illusion": "1c2s=bb"}, "pos_place"),
        ({"illusion": "1c2s=bbx"}, "pos_edge"),
        ({"unlocked": "1c2s"}, "pos_place"),
        ({"jammed": "1b3s", "unlocked": "1b3s"}, "pos_place"),
        ({"jammed": "1b3s", "gaps": "1b3s"}, "pos_place"),
        ({"ajar": "1c2s"}, "pos_place"),
        ({"ajar": "1b3s", "gaps": "1b3s"}, "pos_place"),
        ({"held": "1b3s"}, "pos_place"),
        ({"held": "1c2s@w1"}, "pos_place"),
        ({"bush": "1c3"}, "pos_place"),
        ({"bush": "1c2:6"}, "pos_place"),
        ({"bush": "1c2", "stone": "1c2"}, "pos_place"),
        ({"stone": "1x2"}, "pos_square"),
        ({"at": {"Оля": "5a1"}}, "pos_square"),
        ({"at": {"Оля": 5}}, "pos_square"),
        ({"at": {"Оля": "1c2"}, "stone": "1c2"}, "pos_place"),
        ({"at": {"Барон": "1c2"}}, "pos_malformed"),
        ({"at": {"Рита": "1c2"}, "out": {"Рита": "killed"}}, "pos_square"),
        ({"out": {"Оля": "gone"}}, "pos_malformed"),
        ({"out": {"Оля": ["killed"]}}, "pos_malformed"),
        ({"life": {"Оля": 0}}, "pos_life"),
        ({"life": {"Оля": -1}}, "pos_life"),
        ({"life": {"Оля": "7"}}, "pos_life"),
        ({"life": {"Оля": 10**9}}, "pos_life"),
        ({"life": {"Рита": 3}, "out": {"Рита": "killed"}}, "pos_life"),
        ({"treasures": {"T4a": "1c2"}}, "pos_treasure"),
        ({"treasures": {"T1c": "1c2"}}, "pos_treasure"),
        ({"treasures": {"T1a": "Барон"}}, "pos_treasure"),
        ({"treasures": {"T1a": "4a1"}}, "pos_square"),
        ({"treasures": {"T1a": "Оля", "T2a": "Оля"}}, "pos_treasure"),
        ({"treasures": {"T1a": "Рита"}, "out": {"Рита": "killed"}}, "pos_treasure"),
        ({"treasures": []}, "pos_malformed"),
        ({"floor": "fireball@1c2"}, "pos_object"),
        ({"floor": "dagger@1z2"}, "pos_square"),
        ({"floor": "dagger@1c2 dagger@1c3"}, "pos_too_many"),
        ({"floor": 5}, "pos_malformed"),
        ({"hands": {"Оля": "fireball fireball fireball"}}, "pos_too_many"),
        ({"hands": {"Оля": "firebolt"}}, "pos_unknown_card"),
        ({"hands": {"Оля": "trap"}}, "pos_trap"),
        ({"hands": {"Оля": 125}}, "pos_not_enough"),
        ({"hands": {"Оля": 123}}, "pos_not_enough"),
        ({"hands": {"Оля": True}}, "pos_malformed"),
        ({"hands": {"Оля": "fireball"}, "known": {"Оля": "absorb"}}, "pos_malformed"),
        ({"known": {"Оля": "absorb@Барон"}}, "pos_malformed"),
        ({"known": {"Оля": "@w2"}}, "pos_malformed"),
        ({"known": {"Оля": 3}}, "pos_malformed"),
        ({"shown": {"Оля": "fireball"}}, "pos_object"),
        ({"lost": {"Оля": -1}}, "pos_malformed"),
        ({"effects": "fireball Оля Саша 3"}, "pos_malformed"),
        ({"effects": "blind Оля Саша"}, "pos_malformed"),
        ({"effects": "blind Оля Саша 0"}, "pos_malformed"),
        ({"effects": "buddy Оля Саша 2"}, "pos_malformed"),
        ({"effects": "blind Оля Барон 2"}, "pos_malformed"),
        ({"effects": ["blind Оля Саша 2"]}, "pos_malformed"),
        ({"attackers": {"Оля": "Барон"}}, "pos_malformed"),
        ({"woken": {"Оля": 2}}, "pos_malformed"),
        ({"turn": "Барон"}, "pos_turn"),
        ({"turn": "Рита", "out": {"Рита": "killed"}}, "pos_turn"),
        ({"round": 0}, "pos_malformed"),
        ({"turns": "7"}, "pos_malformed"),
        ({"stage": "window"}, "pos_malformed"),
        ({"act": {"steps": -1}}, "pos_malformed"),
        ({"act": {"attacked": 1}}, "pos_malformed"),
        ({"act": {"halt": "tea"}}, "pos_malformed"),
        ({"act": {"asked": "w7"}}, "pos_malformed"),
        ({"act": {"luck": 1}}, "pos_malformed"),
        ({"deck": "fireball fireball fireball"}, "pos_too_many"),
        ({"deck": 125}, "pos_not_enough"),
        ({"discard": -1}, "pos_not_enough"),
        ({"aside": 5}, "pos_malformed"),
        ({"script": [4]}, "bad_script"),
        ({"script": "3"}, "bad_script"),
        ({"script": [0] * 100}, "bad_script"),
        ({"treasures": {"T2a": "1c3", "T3a": "1c3"}}, "pos_over"),
        ({"out": {"Саша": "killed", "Рита": "robbed"}}, "pos_over"),
        ({"winners": ["Оля"]}, "pos_over"),
        ({"winners": "Оля"}, "pos_malformed"),
        ({"weather": "rain"}, "pos_malformed"),
    ],
)
def test_a_position_that_can_not_exist_is_refused_by_name(changes, code):
    assert code in codes({**SHORT, **changes})


@pytest.mark.parametrize("data", [None, 5, "fireball", [], True, {}, {"state": 1}, {"state": None}, {1: 2}])
def test_what_is_no_position_at_all_is_refused(data):
    assert codes(data)


def test_defaults_are_wizards_at_home_treasures_in_place_and_all_other_cards_in_the_deck():
    """setup.home, setup.treasures, setup.life: but nobody holds cards that aren't named."""
    state = GAME.decode({"players": 2})
    assert [wizard.at for wizard in state.wizards] == [read_square("1c3"), read_square("2c3")]
    assert [wizard.life for wizard in state.wizards] == [15, 15]
    assert state.chests == tuple(map(read_square, ("1b2", "1d4", "2d2", "2b4")))
    assert [wizard.hand for wizard in state.wizards] == [(), ()]
    assert sorted(state.deck) == sorted(DECK)
    assert (state.first, state.round, state.turn, state.agenda) == (0, 2, 1, (Act(0),))


def test_unnamed_cards_are_dealt_in_content_order_and_never_a_trap():
    """setup.trap: a trap is never held."""
    state = GAME.decode({"players": 2, "hands": {"1": "fireball", "2": 3}, "deck": 5})
    assert state.wizards[1].hand == ("fireball", "lightning_blast", "lightning_blast")
    assert len(state.deck) == 5
    assert len(state.aside) == 124 - 4 - 5
    assert "trap" not in GAME.decode({"players": 2, "hands": {"1": 7, "2": 7}}).hands[1]


def test_the_first_card_of_a_named_deck_lies_on_top():
    state = GAME.decode({"players": 2, "deck": "trap number_3"})
    assert state.deck[-2:] == ("number_3", "trap")


def test_what_names_no_maker_was_made_by_the_one_to_play():
    state = GAME.decode({"players": 2, "turn": 2, "walls": "1c2s", "bush": "1a1:2@w1", "illusion": "1c3s"})
    assert [(mark.card, mark.by, mark.hp) for mark in state.board.marks] == [
        ("create_wall", 1, 20),
        ("illusion_wall", 1, 20),
    ]
    assert state.board.marks[1].beliefs == ("?", "?")
    assert [(thing.hp, thing.by) for thing in state.board.things] == [(2, 0)]


def test_a_printed_wall_with_fewer_points_is_no_created_one():
    state = GAME.decode({"players": 2, "walls": "1b3e:7", "doors": "1b3s:4", "unlocked": "1e3s"})
    marks = {mark.edge: mark for mark in state.board.marks}
    assert marks[read_edge("1b3e")].card == ""
    assert marks[read_edge("1b3s")].hp == 4
    assert (marks[read_edge("1e3s")].hp, marks[read_edge("1e3s")].lock) == (15, "removed")


def test_more_cards_than_a_hand_may_hold_are_discarded_first():
    """draw.over: nothing else happens before."""
    state = GAME.decode({"players": 2, "hands": {"2": 9}})
    assert state.agenda == (Act(0), Limit(1))


def test_a_brainstone_that_lies_open_has_brought_its_cards():
    """The Brainstone: two cards the first time it is shown or gained."""
    state = GAME.decode({"players": 2, "shown": {"1": "brainstone"}})
    assert [wizard.woken for wizard in state.wizards] == [1, 0]


def test_sectors_still_to_be_laid_are_dashes():
    """setup.sectors: each lays his own, clockwise from the first player."""
    state = GAME.decode({"players": 3, "first": 2, "sectors": "- - s7:3", "options": {"sectors": "choose"}})
    assert state.agenda == (Lay(0), Lay(1))
    assert state.board.sectors[2] == ("s7", 3)
    assert GAME.to_act(state) == {1}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_short_form_of_a_turn_gives_back_the_position(seed, players):
    options = {} if seed % 2 else {"sectors": "random", "turning": "random"}
    state = middle(seed, plies=14 * seed, players=players, until="Draw" if seed % 3 else "Act", **options)
    short = json.loads(json.dumps(GAME.short(state, NAMES[:players])))
    again = GAME.decode(short)
    assert len(state.agenda) < 2
    assert on_one_chance(again) == on_one_chance(state)
    assert GAME.differences(state, NAMES[:players], short) == []


@pytest.mark.parametrize("kind", daily(["Staged", "Window", "Limit"], ["Staged", "Window"]))
def test_the_short_form_in_the_middle_of_a_choice_is_that_of_its_turn(kind):
    for seed in range(4):
        state = middle(seed, plies=30, until=kind)
        short = GAME.short(state, NAMES[:3])
        again = GAME.decode(json.loads(json.dumps(short)))
        assert again.hands == state.hands
        if state.agenda and not state.wizards[state.agenda[0].seat].out:
            assert again.agenda[0].seat == state.agenda[0].seat
            short.pop("stage", None)
            assert GAME.differences(state, NAMES[:3], short) == []


def test_whoever_is_dying_still_lives_in_the_short_form():
    """death.out: rubble has hit Оля for her last life, Саша is asked before both die or don't."""
    hands = {"Оля": "destroy_wall", "Саша": "absorb"}
    state = GAME.decode(
        {"players": NAMES[:3], "hands": hands, "at": {"Оля": "1c4", "Саша": "1c5"}, "life": {"Оля": 1}}
    )
    for text in ("play destroy_wall", "target 1c4s"):
        state = GAME.apply(state, 0, GAME.parse(state, 0, text)).state
    assert (state.wizards[0].life, state.wizards[0].out, GAME.to_act(state)) == (0, "", {1})
    again = GAME.decode(GAME.short(state, NAMES[:3]))
    assert [wizard.life for wizard in again.wizards] == [1, 15, 15]


def test_the_short_form_of_a_finished_game_names_its_winners():
    state = middle(3, plies=10**6, players=2, turn_limit=10)
    again = GAME.decode(json.loads(json.dumps(GAME.short(state, NAMES[:2]))))
    assert again.agenda == ()
    assert GAME.result(again) == GAME.result(state)
    assert on_one_chance(again) == on_one_chance(state)


@pytest.mark.parametrize("sector", [1, 3])
def test_sectors_that_were_moved_and_their_exits_come_back(sector):
    """warp.relocated: the letters of exits that stay joined are kept."""
    state = GAME.decode({"players": 3, "hands": {"1": "relocate_sector"}})
    for text in ("play relocate_sector", f"target s{sector}"):
        state = GAME.apply(state, 0, GAME.parse(state, 0, text)).state
    for move in GAME.legal_moves(state, 0):
        moved = GAME.apply(state, 0, move).state
        short = json.loads(json.dumps(GAME.short(moved, NAMES[:3])))
        assert {"places", "exits"} <= set(short)
        assert GAME.decode(short).board == moved.board
        del short["exits"]
        assert GAME.decode(short).board.layout.places == moved.board.layout.places


@pytest.mark.parametrize("seed", range(6))
def test_an_encoded_state_comes_back_in_the_middle_of_a_choice_too(seed):
    for kind in ("Staged", "Window", "Act", "Draw"):
        state = middle(seed, plies=20, players=2 + seed % 5, until=kind)
        again = GAME.decode(json.loads(json.dumps(GAME.encode(state))))
        assert again == state
        assert GAME.legal_moves(again, again.agenda[-1].seat) == GAME.legal_moves(
            state, state.agenda[-1].seat
        )


@pytest.mark.parametrize("seat", [0, 2, None])
def test_what_a_seat_may_share_names_no_hidden_card(seat):
    """card.once: hands of others, the deck and the discards are numbers."""
    state = middle(2, plies=60)
    short = GAME.short(state, NAMES[:3], seat, whole=False)
    assert (short["deck"], short["discard"]) == (len(state.deck), len(state.discard))
    for place, name in enumerate(NAMES[:3]):
        hand = " ".join(state.wizards[place].hand) if place == seat else len(state.wizards[place].hand)
        assert short["hands"].get(name, 0) == (hand or 0)
    again = GAME.decode(short)
    assert [len(hand) for hand in again.hands] == [len(hand) for hand in state.hands]


def test_what_others_believe_of_an_illusion_is_shared_with_nobody():
    state = GAME.decode({"players": 3, "illusion": "1c3s@w1=?bs"})
    assert GAME.short(state, NAMES[:3])["illusion"] == "1c3s:20@w1=?bs"
    assert GAME.short(state, NAMES[:3], 1, whole=False)["illusion"] == "1c3s:20@w1=?b?"
    assert GAME.short(state, NAMES[:3], None, whole=False)["illusion"] == "1c3s:20@w1=???"


@pytest.mark.parametrize(
    ("expected", "what"),
    [
        ({"turn": "Саша"}, "turn"),
        ({"asks": "Саша"}, "asks"),
        ({"first": "Саша"}, "first"),
        ({"players": 4}, "players"),
        ({"stage": "draw"}, "stage"),
        ({"round": 3}, "round"),
        ({"turns": 3}, "turns"),
        ({"sectors": "s1 s2:1 s3"}, "sectors"),
        ({"places": ["1 2 3"]}, "places"),
        ({"exits": "A:1N-2S"}, "exits"),
        ({"walls": "1c2s"}, "walls"),
        ({"gaps": "1b3e"}, "gaps"),
        ({"fire": "1c2s"}, "fire"),
        ({"illusion": "1c2s"}, "illusion"),
        ({"doors": "1b3s:3"}, "doors"),
        ({"unlocked": "1b3s"}, "unlocked"),
        ({"ajar": "1b3s"}, "ajar"),
        ({"held": "1b3s@w2"}, "held"),
        ({"bush": "1c2"}, "bush"),
        ({"stone": "1c2"}, "stone"),
        ({"at": {"Оля": "1c2"}}, "at Оля"),
        ({"life": {"Оля": 3}}, "life Оля"),
        ({"out": {"Оля": "killed"}}, "out Оля"),
        ({"hands": {"Оля": 5}}, "hands Оля"),
        ({"shown": {"Оля": "dagger"}}, "shown Оля"),
        ({"known": {"Оля": "fireball"}}, "known Оля"),
        ({"treasures": {"T1a": "Оля"}}, "treasures T1a"),
        ({"floor": "dagger@1c2"}, "floor"),
        ({"lost": {"Оля": 1}}, "lost Оля"),
        ({"effects": "blind w1 w2 3"}, "effects"),
        ({"attackers": {"Оля": "Саша"}}, "attackers Оля"),
        ({"woken": {"Оля": 1}}, "woken Оля"),
        ({"act": {"steps": 1}}, "act steps"),
        ({"deck": 5}, "deck"),
        ({"deck": "trap"}, "deck"),
        ({"discard": "trap"}, "discard"),
        ({"aside": 1}, "aside"),
        ({"winners": ["Оля"]}, "winners"),
        ({"script": [1]}, "script"),
        ({"options": {"sectors": "random"}}, "options sectors"),
    ],
)
def test_what_differs_is_named(expected, what):
    assert [each.what for each in GAME.differences(GAME.decode(SHORT), NAMES[:3], expected)] == [what]


def test_every_key_that_is_read_can_be_compared_too():
    assert short_reading.KEYS | {"asks"} == short_form.KEYS


def test_of_a_wall_only_what_is_written_counts():
    state = GAME.decode({"players": 2, "walls": "1c2s:7@w2 1b3e:5"})
    for walls in ("1c3n 1b3e", "1c2s:7 1b3e", "1c2s@w2 1b3e:5"):
        assert GAME.differences(state, NAMES[:2], {"walls": walls}) == []
    for walls in ("1c2s", "1c2s:8 1b3e", "1c2s@w1 1b3e"):
        assert GAME.differences(state, NAMES[:2], {"walls": walls}) != []


@pytest.mark.parametrize(
    "expected",
    [
        {"weather": 1},
        {"hands": 5},
        {"at": 5},
        {"life": {"Барон": 5}},
        {"walls": "1z3e"},
        {"treasures": {"T9a": "1c3"}},
        {"treasures": 5},
        {"floor": "fireball@1c3"},
        {"effects": "tea"},
        {"act": {"luck": 1}},
        {"act": 5},
        {"turn": "Барон"},
        {"winners": 5},
    ],
)
def test_an_expectation_that_no_position_can_meet_is_an_error(expected):
    with pytest.raises(BadPosition):
        GAME.differences(GAME.decode(SHORT), NAMES[:3], expected)


# --- Hostile data ------------------------------------------------------------------------------------------

TEXTS = (
    "fireball",
    "dagger@1c2",
    "1c2s:3@w1",
    "1c2",
    "1b3s",
    "s1 s2:1 -",
    "blind w1 w2 3",
    "T1a",
    "w2",
    "Оля",
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(TEXTS),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6) | st.sampled_from(TEXTS), inner, max_size=4)
    ),
    max_leaves=10,
)
SHORT_KEYS = (
    *GAME.short(GAME.decode(SHORT), NAMES[:3]),
    *("places", "exits", "walls", "doors", "gaps", "fire", "illusion", "unlocked", "jammed", "ajar", "held"),
    *("bush", "stone", "turn", "stage", "act", "aside", "winners", "script"),
)


@given(JUNK)
def test_reading_any_json_raises_nothing_but_bad_position(data):
    with pytest.raises(BadPosition):
        GAME.decode(data)


@settings(max_examples=examples(150))
@given(st.dictionaries(st.sampled_from(SHORT_KEYS), JUNK, max_size=4))
def test_a_short_form_with_anything_in_it_is_a_sound_state_or_bad_position(changes):
    assert_sound_or_refused(GAME, {**SHORT, **changes})


@settings(max_examples=examples(150))
@given(st.dictionaries(st.sampled_from([*SHORT_KEYS, "asks"]), JUNK, max_size=3))
def test_comparing_with_anything_raises_nothing_but_bad_position(expected):
    with suppress(BadPosition):
        GAME.differences(GAME.decode(SHORT), NAMES[:3], expected)


KINDS = ("Act", "Draw", "Staged", "Window", "Limit", "Harm", "Pick", "Deal")


def framed(kind):
    """An encoded state with this kind of choice open, from a position made for it."""
    texts = {
        "Harm": ({"hands": {"1": "destroy_wall number_3"}}, ["play destroy_wall", "target 1c4s"]),
        "Pick": ({"hands": {"1": "card_erasure"}}, ["play card_erasure"]),
        "Deal": ({"hands": {"1": "number_3"}}, ["offer w2", "give number_3"]),
        "Window": ({"hands": {"1": "sudden_death", "2": "absorb blunt"}}, ["play sudden_death"]),
        "Staged": ({"hands": {"1": "powerthrust number_3"}}, ["play powerthrust", "target w2"]),
        "Limit": ({"hands": {"1": 9}}, []),
        "Draw": ({"hands": {"1": 3}}, ["end"]),
        "Act": ({"hands": {"1": 5, "2": 5}, "illusion": "1c2s", "bush": "1a1"}, ["step s"]),
    }
    changes, moves = texts[kind]
    at = {"1": "1c4", "2": "1c4"} if kind != "Act" else {}
    state = GAME.decode({"players": 2, "at": at, **changes})
    for text in moves:
        state = GAME.apply(state, state.agenda[-1].seat, GAME.parse(state, 0, text)).state
    assert type(state.agenda[-1]).__name__ == kind
    return GAME.encode(state)


ENCODED = [framed(kind) for kind in KINDS]
VALUES = [0, 1, 3, -1, 7, 10**30, True, "none", "Staged", "Act", "play", "answer", "target w2", "give", "S"]


@settings(max_examples=examples(400), suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_an_encoded_state_spoilt_anywhere_is_still_sound_or_refused(data):
    state = data.draw(st.sampled_from(ENCODED))
    path = data.draw(st.sampled_from(list(leaves(state))))
    value = data.draw(JUNK | st.sampled_from([*VALUES, [], {}, *TEXTS]))
    assert_sound_or_refused(GAME, put(state, path, value))


@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_choices_spoilt_in_two_places_are_still_sound_or_refused(data):
    state = data.draw(st.sampled_from(ENCODED))
    for _ in range(2):
        path = data.draw(st.sampled_from(list(leaves(state["agenda"], ("agenda",)))))
        value = data.draw(JUNK | st.sampled_from([*VALUES, [], {}, *TEXTS, *DECK[::9]]))
        state = put(state, path, value)
    assert_sound_or_refused(GAME, state)


# --- Places of rules 1 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("sectors", ["recommended", "choose"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_position_of_former_places_names_them_and_is_read_again(players, sectors):
    """Rules 1 numbered the lower row from the left: such a position says where its sectors lie."""
    state = GAME.begin(1, {"players": players, "options": {"sectors": sectors}}, 3).state
    told = GAME.short(state, NAMES[:players])
    assert ("places" in told) == (players > 3)
    assert GAME.decode(told).board == state.board
    assert GAME.decode(GAME.encode(state)).board == state.board


def test_a_position_without_places_lies_as_printed():
    """setup.sectors: place 1 is the first player's, and on clockwise."""
    assert GAME.decode({"players": NAMES[:4]}).board.layout == layout_for(4)


def test_only_these_rules_and_those_with_former_places_are_read():
    assert [rules for rules in range(4) if GAME.reads(rules)] == [1, 2]

"""The short form of Alchemists (docs/cases.md): what is written is read, what can't be is refused by name."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.content import reading
from rulebook.wording import sentences
from simulator import engines
from simulator.engine.chance import Rng
from simulator.engine.refusal import BadPosition
from simulator.games.alchemists.engine.short_comparing import COMPARERS
from simulator.games.alchemists.engine.short_form import KEYS
from tests.daily import examples
from tests.simulator.states import assert_sound_or_refused, leaves, put

GAME = engines.get("alchemists")
RULES = reading.load("alchemists")
NAMES = ["Оля", "Саша", "Рита", "Коля"]
SHORT = {"players": ["Оля", "Саша"], "actions": {"Оля": "student"}, "hands": {"Оля": "toad fern"}}


def codes(data) -> list[str]:
    """The refusals of a position; each must have a clause and words in both languages."""
    with pytest.raises(BadPosition) as caught:
        GAME.decode(data)
    for refusal in caught.value.refusals:
        assert refusal.clause in RULES.clause_by_id
        for lang in ("ru", "en"):
            assert sentences.render(RULES, "refusal", refusal.code, refusal.params, lang)
    return [refusal.code for refusal in caught.value.refusals]


def states(players: int, seed: int, every: int = 9, **options):
    """Positions of a game of random moves, with the seat that acts."""
    state, rng, ply = GAME.new_game({"players": players, "options": options}, seed).state, Rng(seed), 0
    while GAME.to_act(state):
        seat = min(GAME.to_act(state))
        if ply % every == 0:
            yield state, seat
        state = GAME.apply(state, seat, rng.choice(GAME.legal_moves(state, seat))).state
        ply += 1
    yield state, None


def test_every_key_that_is_read_can_be_expected():
    assert set(COMPARERS) == KEYS


def test_what_is_not_named_is_as_at_the_start_of_round_two():
    """docs/cases.md: gold 2, reputation 10, five open ingredients, all cubes, the first player to choose."""
    state = GAME.decode({"players": 3})
    assert (state.round, state.phase, state.first) == (2, "order", 0)
    assert [(board.gold, board.reputation, board.cubes) for board in state.boards] == [(2, 10, 5)] * 3
    assert len(state.row) == 5
    assert len(state.deck) == 35
    assert not any(screen.hand or screen.favours for screen in state.screens)


def test_unnamed_cards_come_one_of_each_kind_in_turn():
    state = GAME.decode({**SHORT, "hands": {"Оля": 3}, "row": ""})
    assert sorted(state.screens[0].hand) == ["fern", "mushroom", "toad"]


def test_the_secret_agrees_with_all_that_is_said_of_it():
    """docs/cases.md: the first world that agrees with truth, facts and past."""
    facts = [{"kind": "aspect", "ingredient": "feather", "colour": "R", "sign": "-"}]
    past = ["Саша: student mushroom toad = R+", "Саша: sell toad fern G+ = sign gone"]
    state = GAME.decode({**SHORT, "truth": {"claw": "a7"}, "facts": facts, "past": past})
    names = GAME.short(state, SHORT["players"])
    assert names["truth"]["claw"] == "a7"
    assert state.mixes[0].potion == "R+"
    assert state.mixes[1].shown == "sign"


def test_a_guessed_pair_makes_what_all_saw():
    """docs/cases.md: a pair may be `? ?` if the result is given."""
    state = GAME.decode(
        {**SHORT, "code": "DEMO", "past": ["Саша: drink ? ? = G-", "Саша: sell ? ? R+ = neutral"]}
    )
    assert [mix.potion for mix in state.mixes] == ["G-", "R+"]
    GAME.invariants(state)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", ["apprentice", "master"])
def test_any_moment_of_a_game_can_be_written_down_and_read_again(players, level):
    """What is written whole gives the same position with the same moves; what a seat sees looks the same."""
    names = NAMES[:players]
    for state, seat in states(players, seed=players + 10, level=level):
        whole = json.loads(json.dumps(GAME.short(state, names)))
        again = GAME.decode(whole)
        assert GAME.differences(again, names, whole) == []
        if seat is None:
            assert GAME.scores(again) == GAME.scores(state)
            continue
        if len(state.agenda) == 1:
            assert GAME.legal_moves(again, seat) == GAME.legal_moves(state, seat)
        seen = json.loads(json.dumps(GAME.short(state, names, seat, whole=False)))
        guessed = GAME.decode(seen)
        assert GAME.differences(GAME.view(guessed, seat), names, seen) == []


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_seat_may_not_see_is_not_written_for_it(players):
    """Secrets: another world that looks the same to a seat gives the same short form."""
    names = NAMES[:players]
    for state, seat in states(players, seed=5, every=25, level="master"):
        for other in range(players) if seat is not None else ():
            world = GAME.resample(state, other, 77)
            seen = GAME.short(world, names, other, whole=False)
            assert seen == GAME.short(state, names, other, whole=False)


BROKEN = [
    ({"players": 1}, "players_range"),
    ({"players": 5}, "players_range"),
    ({"players": ["Оля", "Оля"]}, "pos_players"),
    ({"round": 0}, "pos_round"),
    ({"round": "2"}, "pos_round"),
    ({"at": "market"}, "pos_malformed"),
    ({"at": "exhibition"}, "pos_closed"),
    ({"at": "plan", "turn": "Зоя"}, "pos_turn"),
    ({"turn": "Саша"}, "pos_turn"),
    ({"asked": "dance"}, "pos_malformed"),
    ({"asked": "boots"}, "pos_turn"),
    ({"asked": "grant", "turn": "Оля"}, "pos_turn"),
    ({"asked": "herbalist"}, "pos_turn"),
    ({"asked": "immediate toad", "turn": "Оля"}, "pos_malformed"),
    ({"actions": {"Оля": "student:9"}}, "pos_actions"),
    ({"actions": {"Оля": "student student"}}, "pos_malformed"),
    ({"actions": {"Оля": 2}}, "pos_malformed"),
    ({"actions": {"Оля": "student"}, "at": "order"}, "pos_turn"),
    ({"actions": {"Оля": "exhibition"}}, "pos_closed"),
    ({"cubes": {"Оля": 9}}, "pos_cubes"),
    ({"unused": {"Оля": 6}}, "pos_cubes"),
    ({"hospital": {"Оля": 6}}, "pos_cubes"),
    ({"gold": {"Оля": -1}}, "pos_malformed"),
    ({"gold": {"Оля": True}}, "pos_malformed"),
    ({"reputation": {"Оля": 0}}, "pos_malformed"),
    ({"spaces": {"Оля": "paralysed"}, "actions": {}}, "pos_malformed"),
    ({"spaces": {"Оля": "f1i2"}, "actions": {}}, "pos_malformed"),
    ({"order": ["Оля"]}, "pos_malformed"),
    ({"paralysed": ["Оля", "Оля"]}, "pos_malformed"),
    ({"theories": {"toad": ["a1"]}}, "pos_malformed"),
    ({"theories": {"toad": ["a9", "Оля"]}}, "pos_malformed"),
    ({"theories": {"toad": ["a1", "Оля: wax"]}}, "pos_malformed"),
    ({"theories": {"toad": ["a1", "Оля", "Оля"]}}, "pos_book"),
    ({"conflicts": ["toad toad"]}, "pos_malformed"),
    ({"hands": {"Оля": "unicorn"}}, "pos_unknown_card"),
    ({"hands": {"Оля": 41}}, "pos_not_enough"),
    ({"shown": {"Оля": "claw"}}, "pos_malformed"),
    ({"deck": 99}, "pos_not_enough"),
    ({"thrown": {"Оля": "toad"}}, "pos_malformed"),
    ({"favours": {"Оля": "herbalist"}}, "pos_herbalist"),
    ({"dropped": {"Оля": "sage sage"}}, "pos_malformed"),
    ({"adventurers": "dragon"}, "pos_malformed"),
    ({"orders": {"Оля": "N"}}, "pos_order"),
    ({"bids": {"Оля": 4}}, "pos_malformed"),
    ({"sealed": {"Оля": "2"}}, "pos_malformed"),
    ({"at": "setup", "actions": {}, "sealed": {"Оля": "wisdom"}}, "pos_malformed"),
    ({"unhappy": 1}, "pos_malformed"),
    ({"truth": {"toad": "a9"}}, "pos_malformed"),
    ({"truth": {"toad": "a1", "fern": "a1"}}, "pos_world"),
    ({"code": "DEMO!"}, "lab_official"),
    ({"code": "DEMO", "truth": {"toad": "a1"}}, "pos_malformed"),
    ({"facts": [{"kind": "rumour"}]}, "fact_bad"),
    ({"past": ["Оля: stew toad fern"]}, "pos_malformed"),
    ({"past": ["Оля: student toad toad"]}, "pos_malformed"),
    ({"past": ["Оля: student ? ?"]}, "pos_malformed"),
    ({"past": ["Оля: peek"]}, "pos_malformed"),
    ({"past": ["Саша: student toad fern @9"]}, "pos_malformed"),
    ({"past": ["Саша: student toad fern", "Оля: peek claw"]}, "pos_malformed"),
    ({"options": {"level": "wizard"}}, "bad_option"),
    ({"options": {"level": "master,master,master"}}, "bad_levels"),
    ({"options": {"numbers": {"C9.need": 1}}}, "bad_number"),
    ({"wands": 3}, "pos_malformed"),
]


@pytest.mark.parametrize(("changes", "code"), BROKEN, ids=lambda value: str(value)[:60])
def test_what_can_not_be_is_refused_by_name(changes, code):
    """Issue 14, «Bad input»: refused with the clause, in the reader's language, never a traceback."""
    assert codes({**SHORT, **changes}) == [code]


@pytest.mark.parametrize("data", [None, [], "Оля", 3, {}, {"players": {}}], ids=str)
def test_what_is_no_table_is_refused(data):
    assert codes(data)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 50),
    st.text(max_size=8),
    st.just([]),
    st.just({}),
    st.just([[]]),
)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), seed=st.integers(1, 30))
def test_junk_anywhere_in_a_short_form_breaks_nothing(data, seed):
    """Whatever stands there, the answer is a sound position or a refusal."""
    names = NAMES[: 2 + seed % 3]
    moments = [state for state, _ in states(len(names), seed=seed % 4 + 1, every=60)]
    short = GAME.short(moments[seed % len(moments)], names)
    path = data.draw(st.sampled_from([path for path in leaves(short) if path]))
    assert_sound_or_refused(GAME, put(short, path, data.draw(JUNK)))

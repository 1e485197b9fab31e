"""The short form of «Маго-бой»: what is not named, and what comes back."""

import json

import pytest

from games.wizwar.simulator.engine.data import DECK
from games.wizwar.simulator.engine.geometry import layout_for
from games.wizwar.simulator.engine.places import read_edge, read_square
from games.wizwar.simulator.engine.positions import short_form, short_reading
from games.wizwar.simulator.engine.state import Act, Lay, Limit
from games.wizwar.tests.simulator.positions import GAME, POSITIONS
from rulebook import finder
from simulator.cases import golden
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.engine.record import steps_of
from simulator.engine.refusal import BadPosition, BadRecord
from tests.conformance.tables import curious
from tests.daily import daily

NAMES = [*POSITIONS.names, "Коля", "Миша", "Ян"]


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


def refusals_of(data):
    with pytest.raises(BadPosition) as refused:
        GAME.decode(data)
    return refused.value.refusals


def test_of_several_keys_of_boxes_that_are_wrong_the_same_one_is_always_told():
    """pos_malformed says what can't be read: the first in the order of the boxes, whatever hashes do."""
    table = {"players": 2, "options": {"sets": "artifacts,monsters"}}
    keys = [*GAME.decode(table).course.keys]
    for n, key in enumerate(keys):
        assert refusals_of(table | dict.fromkeys(keys[n:], 7)) == refusals_of(table | {key: 7})


def on_one_chance(state):
    return evolve(state, chance=Chance(0))


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


@pytest.mark.parametrize("kind", daily(["Staged", "Window", "Limit"], ["Staged", "Window"]))
def test_the_short_form_in_the_middle_of_a_choice_is_that_of_its_turn(kind):
    for seed in range(2):
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


def test_what_others_believe_of_an_illusion_is_shared_with_nobody():
    state = GAME.decode({"players": 3, "illusion": "1c3s@w1=?bs"})
    assert GAME.short(state, NAMES[:3])["illusion"] == "1c3s:20@w1=?bs"
    assert GAME.short(state, NAMES[:3], 1, whole=False)["illusion"] == "1c3s:20@w1=?b?"
    assert GAME.short(state, NAMES[:3], None, whole=False)["illusion"] == "1c3s:20@w1=???"


def test_every_key_that_is_read_can_be_compared_too():
    assert short_reading.KEYS | {"asks"} == short_form.KEYS.keys()


def test_of_a_wall_only_what_is_written_counts():
    state = GAME.decode({"players": 2, "walls": "1c2s:7@w2 1b3e:5"})
    for walls in ("1c3n 1b3e", "1c2s:7 1b3e", "1c2s@w2 1b3e:5"):
        assert GAME.differences(state, NAMES[:2], {"walls": walls}) == []
    for walls in ("1c2s", "1c2s:8 1b3e", "1c2s@w1 1b3e"):
        assert GAME.differences(state, NAMES[:2], {"walls": walls}) != []


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


def test_these_rules_and_all_before_are_read():
    assert [rules for rules in range(5) if GAME.reads(rules)] == [1, 2, 3]


HELD = finder.GAMES / "wizwar/simulator/boxes/artifacts/golden/rules-2-by_hand-4.json"


def by_rules(rules):
    """A game of rules 2 in which a shield stopped an attack, and then everybody passed."""
    return evolve(golden.record_of(golden.read(HELD)), rules=rules)


def test_a_match_of_rules_2_goes_on_with_the_questions_of_its_day():
    """Ruling 156 asks nobody again once an attack is stopped; moves that were made before it stand."""
    record = by_rules(2)
    assert len(list(steps_of(GAME, record))) == len(record.moves) + 1


def test_the_same_by_these_rules_stops_at_its_last_move_with_a_sentence():
    record = by_rules(3)
    shield = next(n for n, (_, text) in enumerate(record.moves) if text == "answer full_shield 0")
    with pytest.raises(BadRecord) as refused:
        list(steps_of(GAME, record))
    assert [refusal.code for refusal in refused.value.refusals] == ["not_your_turn"]
    *_, last = steps_of(GAME, record.cut(shield + 2))
    assert "stopped" in [event.kind for event in last.events]


@pytest.mark.parametrize(("rules", "kept"), [(2, True), (3, False)])
def test_a_useless_card_is_kept_in_the_deal_only_by_former_rules(rules, kept):
    """Ruling 154: with two players Relocate Sector is replaced as soon as it is dealt."""
    for seed in range(60):
        hands = GAME.begin(rules, {"players": 2}, seed).state.hands
        if kept and any("relocate_sector" in hand for hand in hands):
            return
        assert all(len(hand) == 7 for hand in hands)
        assert kept or not any("relocate_sector" in hand for hand in hands)
    assert not kept, "it was never dealt"


def test_a_useless_card_stays_while_there_is_no_other():
    """Ruling 154: «остаётся эта»; nothing is drawn for ever."""
    state = GAME.decode({"players": 2, "deck": "relocate_sector", "discard": 0, "stage": "draw"})
    state = evolve(state, deck=("relocate_sector",), discard=(), aside=(*state.aside, *state.discard))
    assert "relocate_sector" in GAME.apply(state, 0, Move("draw", ("1",))).state.hands[0]


@pytest.mark.parametrize(
    ("beliefs", "boxes", "read"), [("?bs???B", "monsters", 7), ("?bs????", "monsters", 7), ("?bs", "base", 3)]
)
def test_what_monsters_think_of_an_illusion_stands_behind_the_seats(beliefs, boxes, read):
    """monsters.disbelief: a monster that has judged an illusion doesn't judge it again."""
    options = {"sets": boxes} if boxes != "base" else {}
    state = GAME.decode({"players": 3, "illusion": f"1b3e@w1={beliefs}", "options": options})
    assert len(state.board.marks[0].beliefs) == read
    assert GAME.decode(GAME.short(state, ["1", "2", "3"])).board.marks == state.board.marks
    with pytest.raises(BadPosition):
        GAME.decode({"players": 3, "illusion": "1b3e@w1=?bs???B"})

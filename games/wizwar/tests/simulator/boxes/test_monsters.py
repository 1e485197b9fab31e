"""The box «Дополнение 1» in the engine: sealed votes, states without it, and games full of its cards."""

import json
import random
from collections import Counter
from functools import partial

import pytest

from games.wizwar.simulator.boxes.monsters.engine.creatures import living
from games.wizwar.simulator.engine.course import courses
from games.wizwar.simulator.engine.data import CARD, COPIES, IMMEDIATE
from games.wizwar.simulator.engine.positions.short_reading import attuned
from games.wizwar.simulator.engine.state import NOBODY
from games.wizwar.tests.simulator.boxes import playing
from games.wizwar.tests.simulator.boxes.playing import GAME, NAMES, make
from simulator.engine.boxes import BASE
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.engine.refusal import BadConfig, BadPosition, IllegalMove
from simulator.engine.tuples import in_order
from tests.daily import Run, daily

position = partial(playing.position, "monsters")

# The verbs of the box, which a wild player of the games below likes best.
WILD = ("walk", "hit", "charge", "use", "gather", "vote", "keep", "play", "strike")
# What must have happened somewhere in those games.
TOLD = {
    *(
        "monster_created",
        "monster_hits",
        "monster_killed",
        "monster_released",
        "paid",
        "vote_called",
        "voted",
    ),
    *("wand_set", "wand_used", "wand_spent", "dust_rolled", "monster_dust_rolled", "infected", "door_made"),
    *("stepped_into", "monster_stepped_into", "filled"),
}
TOGETHER = sorted(sets for sets in courses() if "monsters" in sets.split(","))


# --- Sealed votes -------------------------------------------------------------------------------------------


@pytest.fixture
def voting():
    beast = "m1 democratic_monster@1c4 w1"
    state = position(monsters=beast, at={"Оля": "1c4", "Коля": "1c4"})
    return make(state, "Оля: end", "Оля: draw 0")


def test_all_the_living_vote_at_once(voting):
    """monsters.vote: «all the living vote»; whoever has voted isn't asked again."""
    assert GAME.to_act(voting) == {0, 1, 2}
    assert [str(move) for move in GAME.legal_moves(voting, 2)] == ["vote none", "vote w1", "vote w2"]
    assert GAME.to_act(make(voting, "Коля: vote w1")) == {0, 2}


def test_nothing_tells_who_has_voted_or_whom(voting):
    """Ruling 103: «тайно и разом». Neither a view, nor an event, nor a world made of the view."""
    step = GAME.apply(voting, 1, Move("vote", ("w1",)))
    assert step.events == ()
    for seat in (None, 0, 2):
        before, after = GAME.view(voting, seat), GAME.view(step.state, seat)
        assert GAME.view_json(before) == GAME.view_json(after)
    assert GAME.view_json(GAME.view(voting, 1)) != GAME.view_json(GAME.view(step.state, 1))
    assert GAME.to_act(GAME.resample(step.state, 0, 7)) == {0, 1, 2}


def test_the_order_of_the_ballots_changes_nothing(voting):
    ballots = ["Оля: vote w2", "Коля: vote none", "Рита: vote w2"]
    ends = [GAME.encode(make(voting, *order)) for order in (ballots, ballots[::-1])]
    assert ends[0] == ends[1]
    assert ends[0]["life"] == [15, 13, 15]


def test_half_of_the_living_is_not_enough():
    """monsters.vote: more than half of the living must name the same."""
    beast = "m1 democratic_monster@1c4 w1"
    state = position(players=[*NAMES, "Вера"], monsters=beast, at={"Оля": "1c4", "Коля": "1c4"})
    state = make(state, "Оля: end", "Оля: draw 0")
    for seat, whom in enumerate(("w2", "none", "w2", "none")):
        state = GAME.apply(state, seat, Move("vote", (whom,))).state
    assert GAME.encode(state)["life"] == [15, 15, 15, 15]


def test_a_vote_goes_through_json(voting):
    half = make(voting, "Коля: vote w1")
    again = GAME.decode(json.loads(json.dumps(GAME.encode(half))))
    assert GAME.encode(again) == GAME.encode(half)
    assert GAME.to_act(again) == {0, 2}


# --- Without the box ----------------------------------------------------------------------------------------


def test_a_game_without_boxes_is_encoded_as_before():
    """Nothing that only boxes have stands in it; and a position without `parts` is read as one."""
    state = GAME.new_game({"players": 3, "options": {}}, 1).state
    encoded = GAME.encode(state)
    assert not {"parts", "creatures"} & encoded.keys()
    assert "sets" not in encoded["options"]
    assert state.course.boxes == ()
    assert state.options.sets == BASE


@pytest.mark.parametrize("text", ["walk m1 n", "hit m1 w2", "charge wand_of_sparks", "gather 1c4"])
def test_verbs_of_the_box_mean_nothing_without_it(text):
    state = GAME.new_game({"players": 3, "options": {"first_player": "1"}}, 1).state
    assert GAME.check(state, 0, GAME.parse(state, 0, text)).code == "unreadable"


def test_cards_of_the_box_are_none_of_the_deck_without_it():
    state = GAME.new_game({"players": 3, "options": {"first_player": "1"}}, 1).state
    assert GAME.check(state, 0, Move("play", ("troll",))).code == "no_such_card"
    assert "troll" not in state.course.copies
    assert CARD["troll"].count == position().course.copies["troll"]


@pytest.mark.parametrize("sets", ["dragons", "monsters,monsters", 7, None])
def test_other_boxes_are_refused(sets):
    with pytest.raises(BadConfig):
        GAME.new_game({"players": 2, "options": {"sets": sets}}, 1)


def test_the_die_for_an_illusion_is_rolled_when_a_monster_first_sees_it():
    """monsters.disbelief: once for each monster, and a new one of the same number rolls anew."""
    wall = {"illusion": "1c3s@w2=bsb", "script": [0, 3]}
    state = position(monsters="m1 troll@1c4 w1 life=1", hands={"Оля": "shadow"}, **wall)
    assert state.board.marks[0].beliefs[6] == "B"
    state = make(position(**wall, hands={"Оля": "shadow"}), "Оля: play shadow", "Оля: target 1c3")
    assert state.board.marks[0].beliefs[6] == "B"


# --- Games full of its cards --------------------------------------------------------------------------------


def dense(state, rng):
    """The same game in the second round with every card of the boxes in a hand or next in the deck."""
    cards = [card for card, copies in state.course.copies.items() for _ in range(copies)]
    special = [card for card in cards if card not in COPIES]
    usual = [card for card in cards if card in COPIES]
    rng.shuffle(special)
    rng.shuffle(usual)
    hands = []
    for _ in range(state.players):
        mine = [special.pop() for _ in range(min(5, len(special)))]
        while len(mine) < 7:
            card = usual.pop()
            if card in IMMEDIATE:
                usual.insert(0, card)
            else:
                mine.append(card)
        hands.append(in_order(mine))
    wizards = [
        wizard._replace(hand=hand, shown=(), known=())
        for wizard, hand in zip(state.wizards, hands, strict=True)
    ]
    return attuned(evolve(state, wizards=tuple(wizards), deck=(*usual, *special), discard=(), round=2))


def wild_game(sets, players, seed):
    """The events of a game at random; at every move the promises of an engine are held."""
    rng, events = random.Random(seed), Counter()
    state = GAME.new_game({"players": players, "options": {"turn_limit": 10, "sets": sets}}, seed).state
    state = dense(state, rng)
    for place in range(1500):
        if not state.agenda:
            break
        seat = rng.choice(sorted(GAME.to_act(state)))
        moves = GAME.legal_moves(state, seat)
        wild = [move for move in moves if move.verb in WILD]
        move = rng.choice(wild) if wild and rng.random() < 0.6 else rng.choice(moves)
        if place % 25 == 0:
            hold(state, seat, moves, place)
        step = GAME.apply(state, seat, move)
        events.update(event.kind for event in step.events)
        state = step.state
        GAME.invariants(state)
    return events


def on_board(state):
    """The monsters by number, with all that short forms tell of them: whoever struck last means nothing."""
    return {number: one._replace(attacker=NOBODY) for number, one in living(state)}


def hold(state, seat, moves, number):
    """What is legal can be said and read again; a state goes through JSON and, with all monsters, through its
    short form; nobody tells a world apart.
    """
    for move in moves:
        assert GAME.check(state, seat, move) is None
        assert GAME.parse(state, seat, str(move)) == move
        GAME.say(state, seat, move)
    encoded = json.loads(json.dumps(GAME.encode(state)))
    assert GAME.encode(GAME.decode(encoded)) == encoded
    told = GAME.decode(GAME.short(state, [f"P{n}" for n in range(state.players)]))
    assert on_board(told) == on_board(state)
    for viewer in (None, *range(state.players)):
        seen = GAME.view_json(GAME.view(state, viewer))
        world = GAME.resample(state, viewer, number)
        GAME.invariants(world)
        assert GAME.view_json(GAME.view(world, viewer)) == seen


@pytest.mark.parametrize("sets", TOGETHER)
@pytest.mark.parametrize("players", daily([2, 3, 4, 5, 6], [2, 5]))
def test_wild_games_keep_every_promise(sets, players):
    for seed in range(1 if Run.is_daily else 4):
        wild_game(sets, players, seed)


@pytest.mark.thorough
@pytest.mark.parametrize("sets", TOGETHER)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_hundred_wild_games_see_everything(sets, players):
    events = sum((wild_game(sets, players, seed) for seed in range(100)), Counter())
    print(sets, players, dict(sorted(events.items())))
    assert events.keys() >= TOLD


def test_games_of_bots_come_to_an_end():
    """The quick player uses monsters and wands: they hit, and games are won."""
    events = Counter()
    for seed in range(2 if Run.is_daily else 8):
        state = GAME.new_game({"players": 4, "options": {"turn_limit": 50, "sets": "monsters"}}, seed).state
        number = 0
        while state.agenda and number < 4000:
            acting = min(GAME.to_act(state))
            moves = GAME.legal_moves(state, acting)
            move = GAME.bots["greedy"](GAME.view(state, acting), moves, number)
            step = GAME.apply(state, acting, move)
            events.update(event.kind for event in step.events)
            state, number = step.state, number + 1
        assert GAME.result(state) is not None
    assert events["monster_hits"] > 0


def test_an_illegal_order_changes_nothing():
    state = position(monsters="m1 troll@1c4 w1")
    with pytest.raises(IllegalMove):
        GAME.apply(state, 0, Move("hit", ("m1", "w1")))
    assert GAME.encode(state) == GAME.encode(position(monsters="m1 troll@1c4 w1"))


SEEN = {"second": True, "begun": True, "infected": "w2 m1"}


def test_what_a_turn_has_seen_comes_back_from_the_short_form() -> None:
    """Of two attacks by Adrenaline one may be made; read back from the short form it is still one."""
    state = position(monsters="m1 troll@1c2 w2", effects="adrenaline w1 w1 3", **SEEN)
    told = GAME.short(state, NAMES[: state.players])
    assert {key: told[key] for key in SEEN} == SEEN
    assert GAME.decode(told).parts == state.parts
    assert GAME.decode(GAME.encode(state)).parts == state.parts


@pytest.mark.parametrize(
    ("key", "value"), [("second", 1), ("begun", "yes"), ("infected", "w5"), ("infected", 2)]
)
def test_what_a_turn_can_not_have_seen_is_refused(key: str, value: object) -> None:
    with pytest.raises(BadPosition) as refused:
        position(**{key: value})
    assert [refusal.code for refusal in refused.value.refusals] == ["pos_malformed"]


def test_a_position_from_before_a_turn_knew_that_it_has_begun_is_read() -> None:
    """Ruling 151; what positions once lacked is written only where it says something."""
    data = GAME.encode(position())
    assert "begun" not in data["parts"]["monsters"]
    assert GAME.decode(data).parts[-1].begun is False


@pytest.mark.parametrize("wrong", [{"seat": 0}, {"who": 7}])
def test_only_the_owner_of_a_shadow_is_asked_what_it_costs(wrong: dict[str, int]) -> None:
    """monsters.shadow: a position that asks somebody else, or for a troll, is none."""
    beasts = "m1 shadow@1c4 w2; m2 troll@1c2 w2"
    data = GAME.encode(make(position(monsters=beasts), "Оля: end", "Оля: draw 0"))
    assert data["agenda"][-1] == {"frame": "Upkeep", "seat": 1, "who": 6}
    data["agenda"][-1] |= wrong
    with pytest.raises(BadPosition):
        GAME.decode(data)

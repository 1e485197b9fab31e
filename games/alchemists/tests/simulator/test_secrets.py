"""What a seat can't know: worlds drawn again (ruling 131), forced declines (107), what is accounted for."""

import json
from collections import Counter
from functools import cache

import pytest

from games.alchemists.simulator.deduction import deduction
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS
from games.alchemists.simulator.deduction.worlds import COUNT, formulas_of, nth, tables
from games.alchemists.simulator.engine.view import facts_of
from games.alchemists.tests.simulator.games import GAME, artifacts, cubes, hand, play, ready, table
from simulator.engine.chance import Rng
from simulator.engine.evolve import evolve
from simulator.engine.refusal import BadPosition
from tests.daily import daily
from tests.simulator.states import assert_sound_or_refused, leaves, put

TABLES = [(2, "apprentice"), (3, "master,apprentice,master"), (4, "master")]


@cache
def course(players, level, seed):
    """Every step of a game at random."""
    return tuple(played(players, level, seed))


def played(players, level, seed):
    step = GAME.new_game({"players": players, "options": {"level": level}}, seed)
    chance = Rng(seed)
    yield None, step
    while acting := GAME.to_act(step.state):
        seat = chance.choice(sorted(acting))
        move = chance.choice(GAME.legal_moves(step.state, seat))
        step = GAME.apply(step.state, seat, move)
        yield (seat, move), step


def bytes_of(state, seat):
    return json.dumps(GAME.view_json(GAME.view(state, seat)), sort_keys=True).encode()


@pytest.mark.parametrize(("players", "level"), daily(TABLES, TABLES[:2]))
def test_another_world_is_the_same_to_the_byte_in_view_moves_and_events(players, level):
    """Ruling 131: two states that differ only in what a seat can't know can't be told apart."""
    compared, before = 0, None
    for _move, step in course(players, level, 11):
        for seat in (*range(players), None):
            if before is None or (compared + (seat or 0)) % 5:
                continue
            other = GAME.resample(before, seat, 7)
            assert bytes_of(other, seat) == bytes_of(before, seat)
            GAME.invariants(other)
            if seat is not None:
                assert GAME.legal_moves(other, seat) == GAME.legal_moves(before, seat)
                for refused in ("publish toad", "mix toad fern", "bid 3", "peek", "take claw"):
                    parsed = GAME.parse(before, seat, refused)
                    assert GAME.check(other, seat, parsed) == GAME.check(before, seat, parsed)
        compared += 1
        before = step.state
    assert compared > 100


@pytest.mark.parametrize(("players", "level"), TABLES)
def test_a_foreign_decline_sounds_the_same_in_every_world(players, level):
    """Ruling 107: whoever can't do anything is asked and heard like all others."""
    declines, before = 0, None
    for move, step in course(players, level, 11):
        if move is not None and move[1].verb == "decline" and before is not None:
            for seat in range(players):
                if seat != move[0] and step.state.chance == before.chance:
                    other = GAME.resample(before, seat, 3)
                    told = GAME.apply(other, *move).events
                    public = [event for event in step.events if event.audience is None]
                    if told and told[0].kind == "declined":
                        assert told[0] == public[0]
                        declines += 1
        before = step.state
    assert declines > 10


@pytest.mark.parametrize(("players", "level"), TABLES)
def test_the_truth_always_agrees_with_what_everybody_knows(players, level):
    """Every fact of every seat holds in the secret world, and worlds drawn again keep them."""
    *_, (_, step) = course(players, level, 11)
    truth = step.state.truth
    for seat in (*range(players), None):
        possible = deduction.possible(facts_of(GAME.view(step.state, seat)))
        for ingredient, alchemical in zip(INGREDIENTS, truth, strict=True):
            assert possible & tables().placed[ingredient][alchemical]
        drawn = GAME.resample(step.state, seat, 1).truth
        for ingredient, alchemical in zip(INGREDIENTS, drawn, strict=True):
            possible &= tables().placed[ingredient][alchemical]
        assert possible.bit_count() == 1


def test_worlds_are_numbered_as_their_sets_are():
    for place in (0, 1, 5039, 20_000, COUNT - 1):
        found = formulas_of(place)
        assert sorted(found) == sorted(ALCHEMICALS)
        for ingredient, alchemical in zip(INGREDIENTS, found, strict=True):
            assert tables().placed[ingredient][alchemical] >> place & 1
    some = 0b1011 << 900
    assert [nth(some, n) for n in range(3)] == [900, 901, 903]
    with pytest.raises(IndexError):
        nth(some, 3)


def test_every_world_of_the_facts_is_drawn_about_as_often():
    """Ruling 131: equally likely; after one mix four pairs of formulas are left for the two."""
    state = ready(cubes(hand(table(), {0: "mushroom toad"}), "student", [(0, 1), (1, 1)]))
    state, _ = play(state, "mix mushroom toad")
    drawn = Counter(GAME.resample(state, 0, n).truth[0] for n in range(400))
    exact = deduction.table_of(deduction.possible(facts_of(GAME.view(state, 0))))["mushroom"]
    total = sum(exact.values())
    for alchemical, n in exact.items():
        assert abs(drawn[alchemical] - 400 * n / total) < 60
        assert bool(drawn[alchemical]) == bool(n)


def test_pairs_of_foreign_mixes_make_in_the_drawn_world_what_all_saw():
    """Ruling 131: their cards lie in the discard, and of no kind are there more than five."""
    state = ready(cubes(hand(table(), {0: "fern claw"}), "student", [(0, 1), (1, 1)]))
    state, _ = play(state, "mix fern claw")
    pairs = {GAME.resample(state, 1, n).screens[0].pairs for n in range(30)}
    assert len(pairs) > 5
    for n in range(30):
        world = GAME.resample(state, 1, n)
        assert world.screens[0].thrown == world.screens[0].pairs


def test_what_the_periscope_saw_is_in_every_drawn_pair():
    """Rulings 76 and 131."""
    state = artifacts(hand(table(), {0: "fern claw"}), {1: "periscope"})
    state = ready(cubes(state, "student", [(0, 1), (1, 1)]), [0])
    state, _ = play(state, "mix fern claw", "peek")
    assert all("fern" in GAME.resample(state, 1, n).screens[0].pairs[0] for n in range(20))


def test_another_periscope_has_seen_something_in_every_drawn_world():
    """Ruling 131: all saw who looked into which mix; what was seen is one of the two in it."""
    state = artifacts(hand(table(), {0: "fern claw"}), {1: "periscope"})
    state = ready(cubes(state, "student", [(0, 1), (1, 1)]), [0])
    state, _ = play(state, "mix fern claw", "peek")
    for seat in (0, 2, None):
        seen = set()
        for n in range(20):
            world = GAME.resample(state, seat, n)
            GAME.invariants(world)
            ((number, ingredient),) = world.screens[1].peeked
            assert number == 0
            assert ingredient in world.screens[0].pairs[0]
            seen.add(ingredient)
        assert len(seen) > 1
    names = ["Оля", "Коля", "Рита"]
    told = GAME.short(state, names, 2, whole=False)
    assert "Коля: peek" in told["past"]
    assert GAME.view(GAME.decode(told), 2).looks == GAME.view(state, 2).looks


def test_hidden_seals_are_drawn_from_those_that_their_owner_has_left():
    """Ruling 131."""
    for _move, step in course(3, "apprentice", 14):
        if any(board.seals for board in step.state.boards):
            break
    world = GAME.resample(step.state, None, 2)
    GAME.invariants(world)
    assert [board.seals for board in world.boards] == [board.seals for board in step.state.boards]


@pytest.mark.parametrize(("players", "level"), TABLES)
def test_gold_and_reputation_are_accounted_for_by_what_was_told(players, level):
    """Every coin and every point has an event that all could hear."""
    for seed in (21, 22, 23):
        gold, reputation = [2] * players, [10] * players
        for _move, step in course(players, level, seed):
            for event in step.events:
                seat = event.params.get("seat")
                if "gold" in event.params:
                    gold[seat] += event.params["gold"]
                if event.kind == "reputation":
                    assert reputation[seat] == event.params["before"]
                    reputation[seat] = event.params["n"]
            assert [board.gold for board in step.state.boards] == gold
            assert [board.reputation for board in step.state.boards] == reputation


def test_a_broken_position_is_refused_and_never_breaks_anything():
    state = list(course(2, "master", 41))[60][1].state
    data = GAME.encode(state)
    places = [place for place in leaves(data) if place]
    chance = Rng(5)
    for _ in range(400):
        place = chance.choice(places)
        value = chance.choice([None, -1, 99, "toad", "", [], {}, True])
        assert_sound_or_refused(GAME, put(data, place, value))


def test_a_move_on_the_track_for_an_unknown_cause_is_no_position():
    *_, (_, step) = course(2, "master", 41)
    data = GAME.encode(step.state)
    data["history"][0]["parts"][0]["reason"] = ""
    with pytest.raises(BadPosition):
        GAME.decode(data)


def test_a_state_with_a_lost_card_is_no_position():
    state = table()
    with pytest.raises(BadPosition):
        GAME.decode(GAME.encode(evolve(ready(cubes(state, "drink", [(0, 1)])), deck=())))

"""Bots and hints see a view alone, and their playouts follow the engine's rules."""

import random
import statistics
from collections import Counter

import pytest

from games.poison.scoring.points import Counts, points_at, points_of
from games.poison.simulator.engine import bots
from games.poison.simulator.engine.data import DECK
from games.poison.simulator.engine.endings import exact
from games.poison.simulator.engine.playouts import NUMBERS, RoundPlayouts
from games.poison.simulator.engine.view import view, world
from rulebook.content import reading
from rulebook.wording.sentences import render
from simulator.engine.chance import Rng, substream
from simulator.game import engine_of
from tests.daily import Run

GAME = engine_of("poison")
WORDS = reading.load("poison")
CONFIGS = [(name, seats) for name, config in GAME.configs.items() for seats in config.seats]


def middle(name: str, players: int, plies: int, seed: int):
    """A position some random moves into a game of a named configuration."""
    state = GAME.new_game({"players": players, "options": GAME.configs[name].options}, seed).state
    rng = Rng(seed)
    for _ in range(plies):
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, rng.choice(GAME.legal_moves(state, seat))).state
    return state


@pytest.mark.parametrize(("name", "players"), CONFIGS)
def test_a_playout_makes_only_moves_that_the_engine_allows_and_captures_the_same_cards(name, players):
    """overflow.take, cauldron.colour, turn.empty: the search plays by the very rules of the table."""
    for seed in range(5):
        state = middle(name, players, 7, seed)
        (seat,) = GAME.to_act(state)
        log, hands = [], [sorted(NUMBERS[card] for card in hand) for hand in state.hands]
        playing = RoundPlayouts(view(state, seat))
        taken = playing.play_out(hands, GAME.legal_moves(state, seat)[0], random.Random(seed).random, log)
        for move in log[:-1]:
            (seat,) = GAME.to_act(state)
            assert GAME.check(state, seat, move) is None
            state = GAME.apply(state, seat, move).state
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, log[-1])
        revealed = [event.params for event in step.events if event.kind == "revealed"]
        assert [[n for key, n in row.items() if key != "seat"] for row in revealed] == taken
        counts = [Counts(*row) for row in taken]
        assert tuple(points_at(taken, each) for each in range(players)) == points_of(counts)


def test_worlds_of_playouts_are_those_of_the_view():
    """setup.deal: every arrangement of the unseen cards is equally likely, by the same numbers."""
    state = middle("standard", 3, 7, 3)
    (seat,) = GAME.to_act(state)
    seen = view(state, seat)
    for number in range(5):
        hands = world(seen, number).hands
        assert RoundPlayouts(seen).deal(number) == [sorted(NUMBERS[card] for card in hand) for hand in hands]


def test_a_hint_is_the_same_for_the_same_view_seed_and_budget_whatever_the_hidden_cards():
    """setup.deal: other hands are hidden, so they can't change a hint."""
    state = middle("standard", 4, 9, 3)
    (seat,) = GAME.to_act(state)
    other_world = GAME.resample(state, seat, 99)
    assert other_world.hands != state.hands
    first = GAME.hint(GAME.view(state, seat), 5, 120)
    assert first == GAME.hint(GAME.view(other_world, seat), 5, 120)
    assert first != GAME.hint(GAME.view(state, seat), 6, 120)


def test_a_hint_estimates_every_legal_move_and_the_best_one_stands_first():
    """«moves that halving kept»: no move that was tried as often as the first one is better than it."""
    state = middle("standard", 5, 4, 8)
    (seat,) = GAME.to_act(state)
    hint = GAME.hint(GAME.view(state, seat), 1, 300)
    assert sorted(e.move for e in hint.estimates) == GAME.legal_moves(state, seat)
    best = hint.estimates[0]
    assert best.mean == min(row.mean for row in hint.estimates if row.playouts == best.playouts)
    ranks = [row.band.rank for row in hint.estimates]
    assert ranks == sorted(ranks)
    assert all(row.error > 0 for row in hint.estimates)


# Two cards are hidden, one with each of the others; all that isn't named has been taken by the last player.
LAST_CARDS = {
    "players": 4,
    "turn": 1,
    "hands": {"1": "R7 X4", "2": "P7", "3": "P5"},
    "cauldrons": ["R2 R4", "B7 B5 B1", "P2 P4"],
}


def test_where_few_deals_are_left_they_are_all_counted():
    """«exact where the hidden space is small (… Poison's last hands …)»: X4 into the full blue cauldron takes
    three cards, into the red one it makes R7 take two and itself; the others' cards are purple.
    """
    named = Counter(" ".join([*LAST_CARDS["hands"].values(), *LAST_CARDS["cauldrons"]]).split())
    rest = " ".join((Counter(DECK) - named).elements())
    state = GAME.decode({**LAST_CARDS, "captured": {"4": rest}})
    hint = GAME.hint(GAME.view(state, 0), 1, 1)
    assert {str(row.move): (row.mean, row.error) for row in hint.estimates} == {
        "play R7 1": (0, 0),
        "play X4 3": (0, 0),
        "play X4 2": (3, 0),
        "play X4 1": (4, 0),
    }


def test_fifty_six_deals_are_not_too_many_to_count():
    """The others hold a card each of eight that may lie there: 8 × 7 deals, and 60 are counted."""
    hidden = ["R2", "R4", "R5", "R7", "B2", "B4", "B5", "B7"]
    known = " ".join((Counter(DECK) - Counter(["R1", "P1", *hidden])).elements())
    position = {"hands": {"1": "R1", "2": 1, "3": 1}, "cauldrons": ["P1"], "captured": {"1": known}}
    state = GAME.decode({"players": 3, "turn": 1, **position})
    assert exact(RoundPlayouts(view(state, 0)), GAME.legal_moves(state, 0)) is not None


def test_the_exact_end_of_a_round_is_what_its_playouts_tend_to():
    """«each weighted right»: a mean of 1,500 playouts lies within four of its errors."""
    tried = 0
    for seed in range(12):
        state = GAME.new_game({"players": 4}, seed).state
        while max(map(len, state.hands)) > 2:
            (seat,) = GAME.to_act(state)
            seen = view(state, seat)
            state = GAME.apply(state, seat, bots.greedy_bot(seen, GAME.legal_moves(state, seat), 0)).state
        (seat,) = GAME.to_act(state)
        seen, moves = view(state, seat), GAME.legal_moves(state, seat)
        means = exact(RoundPlayouts(seen), moves)
        if means is None:
            continue
        tried += 1
        playing = RoundPlayouts(seen)
        values = [playing.penalty(playing.deal(number), moves[0], number) for number in range(1500)]
        error = statistics.stdev(values) / len(values) ** 0.5
        assert abs(statistics.mean(values) - means[moves[0]]) <= 4 * error + 1e-9
    assert tried


# Points in these rounds by advice of 1000 playouts a move, spread evenly over all moves.
BEFORE = (5, 7)


def test_advice_that_is_followed_blindly_costs_no_more_than_before():
    """«Followed blindly in Poison's first round»: against three players who play it safe, in two deals."""
    points = []
    for seed in range(1 if Run.is_daily else len(BEFORE)):
        state, ply = GAME.new_game({"players": 4}, seed).state, 0
        while not state.history:
            (seat,) = GAME.to_act(state)
            seen, moves = view(state, seat), GAME.legal_moves(state, seat)
            advice = GAME.hint(seen, substream(seed, ply), 1).estimates[0].move if seat == 0 else None
            state = GAME.apply(state, seat, advice or bots.greedy_bot(seen, moves, 0)).state
            ply += 1
        points.append(points_of(state.history[0].table)[0])
    assert sum(points) <= sum(BEFORE[: len(points)])


def test_there_is_no_clear_best_where_the_intervals_of_the_leaders_overlap():
    state = GAME.new_game({"players": 4}, 5).state
    (seat,) = GAME.to_act(state)
    hint = GAME.hint(GAME.view(state, seat), 1, 200)
    best, second = hint.estimates[:2]
    assert best.mean + best.error >= second.mean - second.error
    assert not hint.clear


def test_a_hint_sees_that_an_overflow_with_poison_is_worse_than_a_free_play():
    """overflow.take, score.poison: three poisons cost six points, the free card none."""
    position = {
        "players": ["Оля", "Саша", "Коля"],
        "turn": "Оля",
        "hands": {"Оля": "B1 R2", "Саша": "B2", "Коля": "P1"},
        "cauldrons": ["X4 X4 X4 R1", "B1", "P5"],
    }
    state = GAME.decode(position)
    hint = GAME.hint(GAME.view(state, 0), 1, 100)
    assert str(hint.estimates[0].move) == "play B1 2"


def test_a_bystander_and_a_seat_out_of_turn_get_no_hint():
    state = GAME.new_game({"players": 4}, 5).state
    (seat,) = GAME.to_act(state)
    assert GAME.hint(GAME.view(state, None), 1, 100).estimates == ()
    assert GAME.hint(GAME.view(state, (seat + 1) % 4), 1, 100).estimates == ()


def test_asked_about_a_majority_the_hint_is_exact_and_says_shed():
    """majority.shed: shedding never costs points."""
    position = {
        "players": 3,
        "options": {"shed_majority": "ask_player"},
        "turn": 1,
        "hands": {"1": "B1"},
        "cauldrons": ["R5", "B1", ""],
        "captured": {"1": "R7 R2", "2": "R1"},
    }
    state = GAME.decode(position)
    state = GAME.apply(state, 0, GAME.parse(state, 0, "play B1 2")).state
    hint = GAME.hint(GAME.view(state, 0), 1, 100)
    assert [(str(e.move), e.mean, e.error) for e in hint.estimates] == [
        ("shed red", 0, 0.0),
        ("keep red", 2, 0.0),
    ]
    assert hint.clear
    keys = [render(WORDS, "move", *GAME.say(state, 0, row.move), "en") for row in hint.estimates]
    assert keys == ["Shed red", "Keep red"]


def test_the_searching_bot_makes_the_only_move_there_is():
    """turn.play: whoever holds a card has to play it; with 50 cards unseen no playout is needed for that."""
    state = GAME.decode({"players": 3, "turn": 1, "hands": {"1": "R1", "2": 9, "3": 9}, "cauldrons": ["R7"]})
    moves = GAME.legal_moves(state, 0)
    assert [bots.flat_bot(view(state, 0), moves, 1)] == moves


def test_the_greedy_bot_prefers_a_free_card_and_then_the_largest():
    position = {
        "players": 3,
        "turn": 1,
        "hands": {"1": "R1 R7 B2 B4", "2": "P1", "3": "P2"},
        "cauldrons": ["R7 R5", "B5", ""],
    }
    state = GAME.decode(position)
    move = bots.greedy_bot(view(state, 0), GAME.legal_moves(state, 0), 1)
    assert str(move) == "play B4 2"


def test_every_unseen_card_lands_everywhere_in_sampled_worlds():
    """setup.three: the removed pile is as unknown as the other hands (ruling poison-7)."""
    state = GAME.new_game({"players": 3}, 4).state
    seen = view(state, 0)
    aside, hands = set(), set()
    for number in range(60):
        sampled = world(seen, substream(1, number))
        aside.update(sampled.aside)
        hands.update(sampled.hands[1])
    assert aside == hands


@pytest.mark.long
@pytest.mark.thorough  # every day what advice costs that is followed blindly
def test_guided_play_beats_greedy_play():
    """The sampling bot takes fewer points than three greedy ones in the same twelve rounds."""
    names = ["flat", "greedy", "greedy", "greedy"]
    totals = [0] * 4
    for seed in range(2):
        state, ply = GAME.new_game({"players": 4}, seed).state, 0
        while acting := GAME.to_act(state):
            (seat,) = acting
            seen = GAME.view(state, seat)
            if names[seat] == "flat":
                move = GAME.hint(seen, substream(seed, ply), 150).estimates[0].move
            else:
                move = GAME.bots["greedy"](seen, GAME.legal_moves(state, seat), ply)
            state, ply = GAME.apply(state, seat, move).state, ply + 1
        totals = [total + points for total, points in zip(totals, GAME.result(state).scores, strict=True)]
    assert totals[0] < sum(totals[1:]) / 3

"""Bots of «Маго-бой»: the quick player walks, fights and wins; whole games end, if need be by the limit."""

import pytest

from simulator import engines
from simulator.bulk import play
from simulator.engine.chance import substream
from simulator.engine.record import replay
from simulator.games.wizwar.engine.bots import LOW_LIFE, SERIOUS, policy
from simulator.games.wizwar.engine.cards.worth import DEFENCES
from simulator.games.wizwar.engine.moves import PASS
from simulator.games.wizwar.engine.rules import legal_moves, make
from simulator.games.wizwar.engine.state import Window

SEED = 7


def games(seats, n):
    config = {"players": len(seats), "options": dict(engines.get("wizwar").bulk_options)}
    return [play.play("wizwar", config, seats, substream(SEED, number)) for number in range(n)]


@pytest.mark.parametrize(
    "seats", [("greedy", "random"), pytest.param(("random", "greedy"), marks=pytest.mark.thorough)]
)
def test_the_quick_player_wins_three_games_of_four_against_chance(seats):
    """The issue asks for more than 75 % of 200 games; these are the first 40 of them."""
    played = games(seats, 20)
    wins = sum(game.winners == (seats.index("greedy"),) and not game.limited for game in played)
    assert wins >= 15


@pytest.mark.thorough  # every day tests/wire: it plays the very games that it played
def test_most_games_between_quick_players_end_by_a_win():
    """series.limit: the limit of rounds is there for the few that go on."""
    played = games(("greedy",) * 4, 12)
    assert sum(not game.limited for game in played) > 6
    assert all(len(game.winners) == 1 for game in played if not game.limited)


def test_games_at_random_end_by_themselves_or_by_the_limit():
    """series.limit: such games are counted apart, everybody still in shares the draw."""
    for game in games(("random",) * 3, 6):
        assert game.limited == (sum(game.scores) == 0)


@pytest.mark.thorough  # every day tests/wire: it plays the very games that it played
def test_treasures_are_brought_home():
    """goal.treasures: two treasures of others on the own home win."""
    ends = [event.kind for game in games(("greedy",) * 2, 12) for event in _last_events(game.record)]
    assert "won_treasure" in ends


def _last_events(record):
    return list(replay(engines.get("wizwar"), record))[-1].events


@pytest.mark.thorough  # every day tests/wire: it plays the very games that it played
def test_a_small_attack_is_let_pass_and_a_strong_one_is_answered():
    """Counteractions are kept for what hurts (counter.free: nobody must play one)."""
    passed = {True: set(), False: set()}
    for window, life, moves, move in _windows(60):
        answerable = {answer.args[0] for answer in moves if answer.args} & set(DEFENCES)
        if answerable and window.attack.points and life > LOW_LIFE:
            passed[window.attack.points >= SERIOUS].add(move == PASS)
    assert passed == {True: {False}, False: {True}}


def _windows(n):
    """(window, lives, moves, choice) of victims who are asked first, in `n` games of two quick players."""
    for number in range(n):
        state = engines.get("wizwar").new_game({"players": 2, "options": {"turn_limit": 20}}, number).state
        while state.agenda:
            frame, moves = state.agenda[-1], legal_moves(state, state.agenda[-1].seat)
            move = policy(state, moves, lambda: 0.5)
            if type(frame) is Window and not frame.items:
                yield frame, state.wizards[frame.seat].life, moves, move
            state = make(state, frame.seat, move).state


def test_a_hint_estimates_every_move_and_says_when_none_stands_out():
    game = engines.get("wizwar")
    state = game.new_game({"players": 3, "options": {}}, 5).state
    (seat,) = game.to_act(state)
    found = game.hint(game.view(state, seat), 1, 60)
    assert {estimate.move for estimate in found.estimates} == set(game.legal_moves(state, seat))
    assert all(estimate.error >= 0 for estimate in found.estimates)


HOMEWARD = {
    "players": ["Оля", "Коля"],
    "turn": "Оля",
    "sectors": "s1 s2",
    "at": {"Оля": "1c4", "Коля": "2e5"},
    "hands": {"Оля": "absorb_spell jam_lock number_3", "Коля": "blunt pick_lock"},
    "shown": {"Оля": "powerstone"},
    "treasures": {"T2a": "Оля"},
}


def advice(**changes):
    game = engines.get("wizwar")
    state = game.decode({**HOMEWARD, **changes})
    return game.hint(game.view(state, 0), 1, 200)


def test_with_a_treasure_in_hand_the_hint_goes_home():
    """goal.win: a foreign treasure counts at one's home, here the next square."""
    found = advice()
    assert str(found.estimates[0].move) == "step n"
    assert found.alike < len(found.estimates) / 2


def test_the_hint_throws_away_neither_a_shown_stone_nor_a_card_without_gain():
    """counter.own_turn: «ничего не произойдёт, а карта потрачена»."""
    found = advice()
    best = {str(row.move) for row in found.estimates[: found.alike]}
    assert not {"discard powerstone", "drop powerstone", "play absorb_spell"} & best

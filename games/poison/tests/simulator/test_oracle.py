"""The engine against a second, naive reading of the rulebook that shares no line with it."""

import pytest

from simulator.engine.chance import Rng
from simulator.engine.game import Move
from simulator.game import engine_of
from tests.daily import daily

GAME = engine_of("poison")
RED, BLUE, PURPLE, POISON = "R", "B", "P", "X"


class Table:
    """The seed's words done with lists: cards are texts, a cauldron is a list, a pile is a list."""

    def __init__(self, hands, starter):
        self.hands = [list(hand) for hand in hands]
        self.piles = [[] for _ in hands]
        self.cauldrons = [[], [], []]
        self.turn = starter

    def colour(self, cauldron):
        """Only poison: no colour; a potion gives it one."""
        potions = [card[0] for card in cauldron if card[0] != POISON]
        return potions[0] if potions else None

    def allowed(self, card, place):
        """One cauldron for a colour, no mixing, poison anywhere; of empty cauldrons the first will do."""
        empty = [n for n, cauldron in enumerate(self.cauldrons) if not cauldron]
        if place in empty and place != empty[0]:
            return False
        if card[0] == POISON:
            return True
        there = self.colour(self.cauldrons[place])
        brewing = [self.colour(cauldron) for cauldron in self.cauldrons]
        return there == card[0] if there else card[0] not in brewing

    def moves(self):
        return {
            f"play {card} {place + 1}"
            for card in self.hands[self.turn]
            for place in range(3)
            if self.allowed(card, place)
        }

    def play(self, card, place):
        """Over 13 you take all earlier cards; the one you played stays."""
        cauldron = self.cauldrons[place]
        self.hands[self.turn].remove(card)
        if sum(int(each[1]) for each in [*cauldron, card]) > 13:
            self.piles[self.turn] += cauldron
            cauldron.clear()
        cauldron.append(card)
        for _ in self.hands:
            self.turn = (self.turn + 1) % len(self.hands)
            if self.hands[self.turn]:
                return

    def points(self):
        """Shed a colour if you have more of it than any other player; 1 for a potion, 2 for a poison."""
        found = []
        for me, pile in enumerate(self.piles):
            points = 2 * sum(card[0] == POISON for card in pile)
            for colour in (RED, BLUE, PURPLE):
                counts = [sum(card[0] == colour for card in other) for other in self.piles]
                mine = counts.pop(me)
                points += 0 if mine > max(counts) else mine
            found.append(points)
        return found


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", daily(range(12), range(3)))
def test_a_series_goes_as_the_naive_reading_says(players, seed):
    """turn.order, cauldron.*, poison.*, overflow.*, majority.*, score.*, series.*: move by move."""
    rng = Rng(seed)
    state = GAME.new_game({"players": players}, seed).state
    totals = [0] * players
    for round_now in range(players):
        dealer = state.dealer
        table = Table(state.hands, (dealer + 1) % players)
        while len(state.history) == round_now:
            (seat,) = GAME.to_act(state)
            moves = GAME.legal_moves(state, seat)
            assert seat == table.turn
            assert {str(move) for move in moves} == table.moves()
            move = rng.choice(moves)
            table.play(move.args[0], move.args[1] - 1)
            state = GAME.apply(state, seat, move).state
            if len(state.history) == round_now:
                assert [list(cauldron.cards) for cauldron in state.cauldrons] == table.cauldrons
                assert [list(pile) for pile in state.captured] == table.piles
        assert not any(table.hands)
        assert [score.points for score in GAME.explain(state)] == table.points()
        totals = [total + points for total, points in zip(totals, table.points(), strict=True)]
        if round_now < players - 1:
            assert state.dealer == (dealer + 1) % players
    result = GAME.result(state)
    assert list(result.scores) == totals
    assert list(result.winners) == [seat for seat, total in enumerate(totals) if total == min(totals)]


@pytest.mark.parametrize(
    ("players", "sizes", "aside"),
    [(3, [13, 13, 12], 12), (4, [13, 13, 12, 12], 0), (5, [10] * 5, 0), (6, [9, 9, 8, 8, 8, 8], 0)],
)
def test_hands_are_as_large_as_the_deal_makes_them(players, sizes, aside):
    """setup.deal, setup.uneven, setup.three; ruling 4: the larger hands sit first, left of the dealer."""
    for seed in range(10):
        state = GAME.new_game({"players": players}, seed).state
        order = [(state.dealer + 1 + n) % players for n in range(players)]
        assert [len(state.hands[seat]) for seat in order] == sizes
        assert len(state.aside) == aside


def test_each_hears_what_was_dealt_to_him_and_nobody_what_was_dealt_to_others():
    """setup.deal: in the first round and in every later one a hand is told to whoever holds it, and to nobody
    who only watches.
    """
    rng, step = Rng(5), GAME.new_game({"players": 3}, 5)
    deals = 0
    while GAME.to_act(step.state):
        if any(event.kind == "dealt" for event in step.events):
            deals += 1
            for seat in (0, 1, 2, None):
                hands = [event for event in step.events if event.kind == "hand" and event.visible_to(seat)]
                own = [] if seat is None else [{"seat": seat, "cards": list(step.state.hands[seat])}]
                assert [event.params for event in hands] == own
        (seat,) = GAME.to_act(step.state)
        step = GAME.apply(step.state, seat, rng.choice(GAME.legal_moves(step.state, seat)))
    assert deals == 3


def test_who_alone_has_cards_left_plays_them_all():
    """turn.empty, ruling 9: the turn passes by those without cards, so it comes back to the only one who has
    some, and the round ends when nobody has any (round.end).
    """
    state = GAME.decode({"players": 3, "hands": {"1": "R1 R2"}})
    state = GAME.apply(state, 0, Move("play", ("R1", 1))).state
    assert (GAME.to_act(state), state.history) == ({0}, ())
    state = GAME.apply(state, 0, Move("play", ("R2", 1))).state
    assert len(state.history) == 1


def test_every_seat_is_drawn_as_dealer_about_as_often():
    """setup.dealer, ruling 3."""
    drawn = [GAME.new_game({"players": 5}, seed).state.dealer for seed in range(2000)]
    assert all(330 < drawn.count(seat) < 470 for seat in range(5))


def test_the_removed_pile_may_be_any_of_the_four():
    """setup.three, ruling 6: by the option the pile is drawn, so hands of 13 may go too."""
    options = {"three_player_removed_pile": "random_of_four"}
    sizes = [len(GAME.new_game({"players": 3, "options": options}, seed).state.aside) for seed in range(400)]
    assert 150 < sizes.count(13) < 250
    assert sizes.count(12) + sizes.count(13) == 400


def test_a_sampled_world_gives_each_unseen_card_to_each_place_equally_often():
    """poison-20, poison-7: hints know the captured cards, and nothing of hands or of the pile aside."""
    state = GAME.decode(
        {"players": 3, "turn": 1, "hands": {"1": "R1", "2": 10, "3": 10}, "cauldrons": ["B7 B5"]}
    )
    held = [0, 0, 0]
    for rng in range(600):
        world = GAME.resample(state, 0, rng)
        for place, pile in enumerate((world.hands[1], world.hands[2], world.aside)):
            held[place] += "X4" in pile
            assert pile.count("B5") <= 2
        assert world.hands[0] == ("R1",)
    assert all(480 < n <= 600 for n in held[:2])
    assert held[2] > held[0]


def test_by_the_house_rule_poison_never_leaves_a_player_without_a_move():
    """poison.any, ruling 16: who holds only poison may open a cauldron after all."""
    options = {"poison_may_open_empty_cauldron": False}
    state = GAME.decode({"players": 3, "hands": {"1": "X4 X4", "2": "R1"}, "options": options})
    assert [str(move) for move in GAME.legal_moves(state, 0)] == ["play X4 1"]

"""The engine against a second, naive reading of the rulebook that shares no line with it.

It reads the card list by itself, keeps everything in lists, and plays as a generator: it yields what may be
done now, is sent what was done, and asks only where there is more than one answer.
"""

import tomllib
from collections import Counter

import pytest
from django.conf import settings

from simulator.engine.chance import Rng
from simulator.game import engine_of
from tests.conformance.tables import curious
from tests.daily import daily

GAME = engine_of("potions")
FILES = settings.BASE_DIR / "games" / "potions" / "rulebook" / "content"


def read(name):
    return tomllib.loads((FILES / name).read_text(encoding="utf-8"))


ORDER = [element["id"] for element in read("elements.toml")["element"]]
CARDS = {}
DECK = Counter()
for row in read("cards.toml")["card"]:
    for copies in row["copies"]:
        one_of_several = len(row["copies"]) > 1
        code = f"{row['id']}:{copies['elements'][0]}" if one_of_several else row["id"]
        CARDS[code] = {**row, "elements": copies["elements"]}
        DECK[code] = copies["count"]


class Table:
    """The seed's words done with lists; a recipe on a table is [card, cards under it]."""

    def __init__(self, deck, hands, opening, first, must=False):
        self.deck, self.must, self.turn = list(deck), must, first
        self.hands = [list(hand) for hand in hands]
        self.stacks = {element: [] for element in ORDER}
        self.great = []
        self.tables = [[] for _ in hands]
        self.points = [0] * len(hands)
        for card in opening:
            self.put(card)

    def put(self, card):
        """Into the cupboard: on top, spells to the bottom, cards with three elements apart."""
        elements = CARDS[card]["elements"]
        if len(elements) > 1:
            self.great.append(card)
        elif CARDS[card]["kind"] == "spell":
            self.stacks[elements[0]].insert(0, card)
        else:
            self.stacks[elements[0]].append(card)

    def present(self, element):
        return bool(self.stacks[element]) or any(element in CARDS[card]["elements"] for card in self.great)

    def game(self):
        """While anybody holds a card or may draw one: draw up to five, play a card, after a spell another."""
        while self.deck or any(self.hands):
            hand = self.hands[self.turn]
            while self.deck and len(hand) < 5:
                hand.append(self.deck.pop(0))
            yield from self.one_turn(hand)
            self.turn = (self.turn + 1) % len(self.hands)
            while not self.deck and any(self.hands) and not self.hands[self.turn]:
                self.turn = (self.turn + 1) % len(self.hands)

    def one_turn(self, hand):
        further = False
        while hand:
            found = {f"element {card}" for card in hand}
            found |= {f"assemble {card}" for card in hand if self.can_assemble(card)}
            found |= {f"cast {card}" for card in hand if self.can_cast(card)}
            found |= {"pass"} if further and not self.must else set()
            verb, _, card = (yield found).partition(" ")
            if verb == "pass":
                return
            yield from getattr(self, verb)(card, hand)
            if verb != "cast":
                return
            further = True

    def ask(self, answers):
        """One answer is no question."""
        if len(answers) == 1:
            (only,) = answers.values()
            return only
        return answers[(yield set(answers))]

    def element(self, card, hand):
        """A point for each of its elements that isn't there."""
        self.points[self.turn] += sum(not self.present(element) for element in CARDS[card]["elements"])
        hand.remove(card)
        self.put(card)
        yield from ()

    # --- Assembling: things are (kind, …) and each can be used once

    def things(self, slot):
        """All that would fill a slot: top cards from the top down, great cards, recipes on tables."""
        kind, name = slot.split(":", 1)
        if kind == "element":
            stack = [("stack", name, n) for n in range(len(self.stacks[name]))]
            return stack + [("great", card) for card in self.great if name in CARDS[card]["elements"]]
        return [
            ("recipe", seat, n)
            for seat, table in enumerate(self.tables)
            for n, (card, _) in enumerate(table)
            if CARDS[card]["id" if kind == "card" else "kind"] == name
        ]

    def can_fill(self, slots, used):
        if not slots:
            return True
        return any(
            self.can_fill(slots[1:], [*used, thing]) for thing in self.things(slots[0]) if thing not in used
        )

    def can_assemble(self, card):
        slots = CARDS[card].get("ingredients", [])
        return bool(slots) and self.can_fill(slots, [])

    def name(self, thing):
        """How a move calls a thing; what is called alike is alike."""
        if thing[0] != "recipe":
            return f"use {thing[1]}"
        _, seat, n = thing
        return " ".join(["use", self.tables[seat][n][0], str(seat + 1), *self.number(seat, n)])

    def number(self, seat, n):
        """Equal recipes with different cards under them are numbered in the order of assembly."""
        kinds = []
        for recipe in self.tables[seat]:
            if recipe[0] == self.tables[seat][n][0] and recipe not in kinds:
                kinds.append(recipe)
        place = kinds.index(self.tables[seat][n]) + 1
        return [str(place)] if place > 1 else []

    def assemble(self, card, hand):
        """Ingredients under the recipe; theirs go back; half for each other owner, once."""
        slots, used = CARDS[card]["ingredients"], []
        for n, slot in enumerate(slots):
            free = [
                thing
                for thing in self.things(slot)
                if thing not in used and self.can_fill(slots[n + 1 :], [*used, thing])
            ]
            if len([one for one in self.things(slot) if one not in used]) == slots[n:].count(slot):
                free = free[:1]  # all there is will be used
            answers = {}
            for thing in free:
                answers.setdefault(self.name(thing), thing)
            used.append((yield from self.ask(answers)))
        cards, back, owners = [], [], set()
        for thing in used:
            if thing[0] == "recipe":
                cards.append(self.tables[thing[1]][thing[2]][0])
                back += self.tables[thing[1]][thing[2]][1]
                owners.add(thing[1])
            else:
                cards.append(thing[1] if thing[0] == "great" else self.stacks[thing[1]][-1])
        back = yield from self.arrange(back)
        for thing in used:
            if thing[0] == "stack":
                self.stacks[thing[1]].pop()
            elif thing[0] == "great":
                self.great.remove(thing[1])
        gone = [thing[1:] for thing in used if thing[0] == "recipe"]
        for seat, table in enumerate(self.tables):
            self.tables[seat] = [recipe for n, recipe in enumerate(table) if (seat, n) not in gone]
        for each in back:
            self.put(each)
        hand.remove(card)
        self.tables[self.turn].append([card, sorted(cards) if slots[0].startswith("kind") else cards])
        self.points[self.turn] += CARDS[card]["points"]
        for owner in owners - {self.turn}:
            self.points[owner] += CARDS[card]["points"] // 2

    def arrange(self, cards):
        """The mover says in which order cards of one element go back; a spell goes below them anyway."""
        ordered = [card for card in cards if CARDS[card]["kind"] == "spell"]
        for element in ORDER:
            group = [card for card in cards if CARDS[card]["elements"] == [element] and card not in ordered]
            while len(set(group)) > 1:
                card = yield {f"lay {card}" for card in group}
                group.remove(card.split()[1])
                ordered.append(card.split()[1])
            ordered += group
        return ordered + [card for card in cards if len(CARDS[card]["elements"]) > 1]

    # --- Spells

    def tops(self):
        tops = [stack[-1] for stack in self.stacks.values() if stack]
        return [card for card in tops if CARDS[card]["kind"] != "spell"] + self.great

    def can_cast(self, card):
        spell = card.split(":")[0]
        own = self.tables[self.turn]
        return {
            "spell_of_knowledge": bool(self.tops()),
            "spell_of_destruction": bool(own),
            "spell_of_transformation": bool(own and self.tops()),
        }.get(spell, False)

    def cast(self, card, hand):
        """The spell goes to the bottom of its stack, then works."""
        effect, own, seat = card.split(":")[0], self.tables[self.turn], self.turn
        target = None
        if effect != "spell_of_knowledge":
            answers = {}
            for n, recipe in enumerate(own):
                answers.setdefault(" ".join(["target", recipe[0], *self.number(seat, n)]), recipe)
            target = yield from self.ask(answers)
        if effect == "spell_of_destruction":
            cards = [target[0], *target[1]]
            recipes = [each for each in cards if CARDS[each]["kind"] != "spell"]
            kept = yield from self.ask({f"keep {each}": each for each in [*recipes, "none"]})
            back = list(cards)
            if kept != "none":
                back.remove(kept)
            new = [] if kept == "none" else [[kept, []]]
        else:
            taken = yield from self.ask({f"take {each}": each for each in self.tops()})
            back = [target[0], *target[1]] if target else []
            new = [[taken, []]] if target else []
        back = yield from self.arrange(back)
        hand.remove(card)
        self.put(card)
        if effect != "spell_of_destruction":
            if taken in self.great:
                self.great.remove(taken)
            else:
                assert self.stacks[CARDS[taken]["elements"][0]].pop() == taken
        if effect == "spell_of_knowledge":
            hand.append(taken)
        else:
            own.remove(target)
            own += new
        for each in back:
            self.put(each)


def same(state, table):
    """Whether card places and points are the same."""
    assert [sorted(hand) for hand in state.hands] == [sorted(hand) for hand in table.hands]
    assert [list(stack) for stack in state.cupboard.stacks] == list(table.stacks.values())
    assert sorted(state.cupboard.apart) == sorted(table.great)
    lying = [[[recipe.card, list(recipe.under)] for recipe in row] for row in state.tables]
    assert lying == table.tables
    assert list(state.scores) == table.points
    assert list(reversed(state.decks[0])) == table.deck


def dealt(players, seed):
    """A scripted order of the deck, and who begins."""
    rng = Rng(seed)
    deck = sorted(DECK.elements())
    rng.shuffle(deck)
    return deck, rng.below(players)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", daily(range(8), range(2)))
def test_a_game_goes_as_the_naive_reading_says(players, seed):
    """turn.*, element.*, assemble.*, return.order, spell.*, great.*, series.*: choice by choice."""
    deck, first = dealt(players, seed)
    must = seed % 3 == 2
    options = {"spell_follow_up": "must"} if must else {}
    state = GAME.new_game({"players": players, "options": options, "script": [deck, first]}, seed).state
    hands = [deck[4 * seat : 4 * seat + 4] for seat in range(players)]
    rest = deck[4 * players :]
    table = Table(rest[4:], hands, rest[:4], first, must)
    agent = curious(seed) if seed % 2 else Rng(seed).choice
    naive = table.game()
    wanted = next(naive)
    while True:
        (seat,) = GAME.to_act(state)
        moves = GAME.legal_moves(state, seat)
        assert seat == table.turn
        assert {str(move) for move in moves} == wanted
        if len(state.agenda) == 1:
            same(state, table)
        move = agent(moves)
        state = GAME.apply(state, seat, move).state
        try:
            wanted = naive.send(str(move))
        except StopIteration:
            break
    same(state, table)
    result = GAME.result(state)
    best = max(table.points)
    assert result.scores == tuple(table.points)
    assert list(result.winners) == [seat for seat, points in enumerate(table.points) if points == best]
    assert [score.points for score in GAME.explain(state)] == table.points


def test_the_deck_has_the_76_cards_of_the_list():
    """components.deck: 49 different ones."""
    state = GAME.new_game({"players": 2}, 1).state
    cards = Counter(state.decks[0])
    for pile in (*state.hands, *state.cupboard.stacks, state.cupboard.apart):
        cards.update(pile)
    assert cards == DECK
    assert cards.total() == 76
    assert len({card["id"] for card in CARDS.values()}) == 49


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everyone_is_dealt_four_and_the_first_to_play_draws_a_fifth(players):
    """setup.deal, setup.cupboard, turn.draw."""
    for seed in range(10):
        state = GAME.new_game({"players": players}, seed).state
        sizes = [len(hand) for hand in state.hands]
        assert sizes == [5 if seat == state.first else 4 for seat in range(players)]
        assert sum(len(stack) for stack in state.cupboard.stacks) + len(state.cupboard.apart) == 4
        assert len(state.decks[0]) == 76 - 4 * players - 4 - 1
        assert state.scores == (0,) * players


def test_opening_cards_of_one_element_form_a_stack_in_the_order_dealt_with_a_spell_below():
    """setup.cupboard, element.under; rulings 2 and 7."""
    opening = ["solution_of_eternity", "basilisk", "spell_of_transformation:mandrake", "supreme_elixir"]
    rest = sorted((DECK - Counter(opening)).elements())
    deck = [*rest[:8], *opening, *rest[8:]]
    state = GAME.new_game({"players": 2, "script": [deck, 0]}, 0).state
    assert state.cupboard.stacks[ORDER.index("mandrake")] == (opening[2], opening[0], opening[1])
    assert state.cupboard.apart == ("supreme_elixir",)


def test_every_seat_is_drawn_first_about_as_often():
    """setup.first, ruling 26."""
    drawn = [GAME.new_game({"players": 5}, seed).state.first for seed in range(1500)]
    assert all(240 < drawn.count(seat) < 360 for seat in range(5))


def test_each_card_is_as_likely_on_top_as_any_other():
    """setup.deal: the deck is shuffled; the two copies of an elixir are one card here."""
    tops = Counter(GAME.new_game({"players": 6}, seed).state.decks[0][-1] for seed in range(2000))
    assert set(tops) == set(DECK)
    assert all(8 * DECK[code] < n < 52 * DECK[code] for code, n in tops.items())

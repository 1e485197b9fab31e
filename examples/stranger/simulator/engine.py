"""The Game of Pure Strategy: everyone picks a card in secret, and once all have, they are turned up."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from examples.stranger.scoring.points import GAME, PRIZES, Round, score, winners, worth
from scoring.sheets.lines import PlayerScore
from simulator.engine.chance import Chance, Rng, script_of
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.options import check_players, read_values
from simulator.engine.rules import Rules
from simulator.engine.tuples import replaced, without
from web.refusal import Params, Refusal

STRENGTH = {card.code: card.value for card in GAME.cards if card.kind == "bid"}
HAND = tuple(STRENGTH)  # from the weakest to the strongest
ROUNDS: int = GAME.constants["rounds"]
ASIDE = len(HAND) - ROUNDS  # cards that everyone lays aside (clause setup.aside)
NOT_YET = ""


class Sealed(NamedTuple):
    """Everyone picks a card: to lay aside, or as a bid of a round. `place` counts either from 1."""

    verb: str
    place: int


@dataclass(frozen=True)
class Public:
    """What everybody sees. Cards are codes, the history has a row for each finished round."""

    players: int
    pot: tuple[str, ...]
    history: tuple[Round, ...]
    agenda: tuple[Sealed, ...]

    @property
    def round(self) -> int:
        return min(len(self.history) + 1, ROUNDS)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(each.points for each in score(self.history, self.players))


@dataclass(frozen=True)
class State(Public):
    """A card that was picked stays in its hand until all have picked."""

    chance: Chance
    hands: tuple[tuple[str, ...], ...]
    aside: tuple[tuple[str, ...], ...]
    picked: tuple[str, ...]
    deck: tuple[str, ...]


@dataclass(frozen=True)
class View(Public):
    """What `seat` (None: a bystander) may know: neither the others' cards nor who of them has picked."""

    seat: Seat | None
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    aside: tuple[str, ...]
    picked: str


class Strategy(Rules[State, View]):
    """See `simulator.engine.rules`."""

    sealed = True
    max_decisions = GAME.players[-1] * len(HAND)

    def new_game(self, config: Mapping[str, Any], seed: int) -> Step:
        """Raises BadConfig."""
        read_values(GAME, config.get("options", {}))
        players = check_players(config.get("players"), *GAME.players)
        deck, chance = Chance(seed, script_of(config)).shuffled(tuple(PRIZES))
        state = State(
            players=players,
            pot=(),
            history=(),
            agenda=(Sealed("lay", 1),),
            chance=chance,
            hands=(HAND,) * players,
            aside=((),) * players,
            picked=(NOT_YET,) * players,
            deck=tuple(deck),
        )
        return told(state, Event("shuffled", "setup.deal", {"n": len(HAND)}))

    def to_act(self, state: State) -> frozenset[Seat]:
        if not state.agenda:
            return frozenset()
        return frozenset(seat for seat, card in enumerate(state.picked) if card == NOT_YET)

    def candidates(self, state: State, seat: Seat) -> list[Move]:
        return [Move(frame.verb, (card,)) for frame in state.agenda for card in state.hands[seat]]

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not state.agenda:
            return Refusal("game_over", "series.rounds")
        frame = state.agenda[-1]
        if move.verb not in ("lay", "bid") or len(move.args) != 1 or not isinstance(move.args[0], str):
            return Refusal("bad_move", "turn.play")
        if move.verb != frame.verb:
            return Refusal("lay_first" if frame.verb == "lay" else "lay_over", "setup.aside")
        if seat not in self.to_act(state):
            return Refusal("already_chosen", "turn.once")
        return self._not_in_hand(state, seat, move.args[0])

    def _not_in_hand(self, state: State, seat: Seat, card: str) -> Refusal | None:
        if card in state.hands[seat]:
            return None
        if card in PRIZES:
            return Refusal("is_prize", "components.prizes", {"card": card})
        if card in state.aside[seat]:
            return Refusal("laid_aside", "setup.aside", {"target": card})
        for place, played in enumerate(state.history, start=1):
            if played.bids[seat] == card:
                return Refusal("spent", "turn.spent", {"target": card, "place": place})
        return Refusal("no_such_card", "components.deck", {"target": card[:20]})

    def do(self, state: State, seat: Seat, move: Move) -> Step:
        picked = replaced(state.picked, seat, move.args[0])
        if NOT_YET in picked:
            return Step(evolve(state, picked=picked), (), frozenset())
        hands = tuple(without(hand, card) for hand, card in zip(state.hands, picked, strict=True))
        closed = evolve(state, hands=hands, picked=(NOT_YET,) * state.players, agenda=())
        return (lay_aside if move.verb == "lay" else turn_up)(closed, picked)

    def explain(self, state: State) -> tuple[PlayerScore, ...]:
        return () if state.agenda else score(state.history, state.players)

    def say(self, state: State, seat: Seat, move: Move) -> tuple[str, Params]:
        return move.verb, {"target": move.args[0]}

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            players=state.players,
            pot=state.pot,
            history=state.history,
            agenda=state.agenda,
            seat=seat,
            hand=() if seat is None else state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            aside=() if seat is None else state.aside[seat],
            picked=NOT_YET if seat is None else state.picked[seat],
        )

    def world(self, view: View, rng: int) -> State:
        """Draws anew what others hold and what lies face down; of the others nobody has picked yet."""
        generator, hands, aside = Rng(rng), [], []
        for owner, size in enumerate(view.hand_sizes):
            left = [card for card in HAND if card not in [played.bids[owner] for played in view.history]]
            generator.shuffle(left)
            hands.append(view.hand if owner == view.seat else by_strength(left[:size]))
            aside.append(view.aside if owner == view.seat else by_strength(left[size:]))
        turned = (*view.pot, *(prize for played in view.history for prize in played.prizes))
        deck = [prize for prize in PRIZES if prize not in turned]
        generator.shuffle(deck)
        return State(
            players=view.players,
            pot=view.pot,
            history=view.history,
            agenda=view.agenda,
            chance=Chance(generator.bits()),
            hands=tuple(hands),
            aside=tuple(aside),
            picked=tuple(view.picked if seat == view.seat else NOT_YET for seat in range(view.players)),
            deck=tuple(deck),
        )

    def invariants(self, state: State) -> None:
        for seat, (hand, laid) in enumerate(zip(state.hands, state.aside, strict=True)):
            own = (*hand, *laid, *(played.bids[seat] for played in state.history))
            assert by_strength(own) == HAND, f"the cards of seat {seat}"
            assert state.picked[seat] in (NOT_YET, *hand), f"what seat {seat} has picked"
        taken = (prize for played in state.history for prize in played.prizes)
        assert sorted((*state.deck, *state.pot, *taken)) == sorted(PRIZES), "the prizes"


def by_strength(cards: Any) -> tuple[str, ...]:
    return tuple(sorted(cards, key=STRENGTH.__getitem__))


def told(state: State, *events: Event) -> Step:
    """A step that shows everybody something new."""
    return Step(state, events, frozenset(range(state.players)))


def lay_aside(state: State, picked: tuple[str, ...]) -> Step:
    """Nobody sees what the others lay aside; after the last card the first prize is turned up."""
    aside = tuple(by_strength((*laid, card)) for laid, card in zip(state.aside, picked, strict=True))
    state, place = evolve(state, aside=aside), len(aside[0])
    laid = Event("laid", "setup.aside", {"n": len(state.hands[0])})
    if place < ASIDE:
        return told(evolve(state, agenda=(Sealed("lay", place + 1),)), laid)
    return next_prize(state, laid)


def next_prize(state: State, *events: Event) -> Step:
    prize, *deck = state.deck
    turned = Event("turned", "turn.prize", {"place": state.round, "card": prize})
    agenda = (Sealed("bid", state.round),)
    state = evolve(state, deck=tuple(deck), pot=(*state.pot, prize), agenda=agenda)
    return told(state, *events, turned)


def turn_up(state: State, bids: tuple[str, ...]) -> Step:
    """The strongest bid takes the pot; on a tie it stays (clauses turn.highest, turn.tie)."""
    events = [Event("bid", "turn.play", {"seat": seat, "target": card}) for seat, card in enumerate(bids)]
    best = max(bids, key=STRENGTH.__getitem__)
    highest, prizes = [seat for seat, card in enumerate(bids) if card == best], state.pot
    over = not state.hands[0]
    pot: tuple[str, ...] = ()
    if len(highest) == 1:
        played = Round(bids, prizes, highest[0])
        params = {"seat": highest[0], "object": best, "n": worth(prizes), "cards": prizes}
        events.append(Event("taken", "turn.highest", params))
    else:
        played, pot = Round(bids, (), None), prizes
        code, clause = ("lost", "series.last_tie") if over else ("stays", "turn.tie")
        events.append(Event(code, clause, {"seats": highest, "cards": prizes}))
    state = evolve(state, pot=pot, history=(*state.history, played))
    return told(state, *events, verdict(state)) if over else next_prize(state, *events)


def verdict(state: State) -> Event:
    points, best = state.scores, winners(state.scores)
    code, clause = ("shared", "series.tie") if len(best) > 1 else ("series_ended", "series.winner")
    return Event(code, clause, {"seats": best, "n": points[best[0]]})

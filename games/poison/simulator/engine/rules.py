"""The rules of Poison: setting up a round, the verbs with their checks, the end of a round and of the series.

Reads like the rulebook: deal, play, overflow, count. Every refusal and event carries the clause that speaks.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from games.poison.scoring.points import (
    COLOURS,
    Counts,
    Round,
    Table,
    most_of,
    points_of,
    score_round,
    totals,
    winners,
)
from games.poison.simulator.engine.data import (
    CAULDRONS,
    CODES,
    COLOUR,
    COLOURLESS,
    DECK,
    EMPTY,
    LIMIT,
    MAX_PLAYERS,
    ORDER,
    SHARED_PILES,
    VALUE,
)
from games.poison.simulator.engine.state import (
    NO_CAULDRONS,
    Cauldron,
    Options,
    Shed,
    State,
    Turn,
    check_players,
    counts_of,
    first_dealer,
    in_order,
    read_options,
)
from scoring.sheets.lines import PlayerScore
from simulator.engine.chance import Chance, script_of
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Result, Seat, Settled, Step, everybody_else
from simulator.engine.refusal import IllegalMove
from web.refusal import Refusal

NOBODY: frozenset[Seat] = frozenset()
PLAYS = {code: tuple(Move("play", (code, place)) for place in range(1, CAULDRONS + 1)) for code in CODES}
TURNS = tuple((Turn(seat),) for seat in range(MAX_PLAYERS))
OTHERS = everybody_else(MAX_PLAYERS)


# --- Setting up: dealer, deal -----------------------------------------------------------------------------


def new_game(config: Mapping[str, Any], seed: int) -> Step:
    """Draws or names the first dealer and deals the first round. Raises BadConfig."""
    options = read_options(config.get("options", {}))
    players = check_players(config.get("players"), options)
    dealer, chance = first_dealer(players, options), Chance(seed, script_of(config))
    if dealer is None:
        dealer, chance = chance.below(players)
    state = State(
        players=players,
        options=options,
        chance=chance,
        dealer=dealer,
        hands=((),) * players,
        cauldrons=NO_CAULDRONS,
        captured=((),) * players,
        aside=(),
        history=(),
        kept=(),
        agenda=(),
    )
    return deal(state, [Event("dealer_chosen", "setup.dealer", {"seat": dealer})])


def deal(state: State, events: list[Event]) -> Step:
    """Deals the whole deck one by one from the dealer's left; a small table deals for four (setup.three)."""
    players, first = state.players, (state.dealer + 1) % state.players
    deck, chance = state.chance.shuffled(DECK)
    piles = [deck[start :: max(players, SHARED_PILES)] for start in range(max(players, SHARED_PILES))]
    chance, removed = _remove_piles(chance, piles, players, state.options)
    hands = tuple(in_order(piles[(seat - first) % players]) for seat in range(players))
    events.append(Event("dealt", "setup.deal", {"counts": [len(hand) for hand in hands]}))
    if removed:
        events.append(Event("pile_removed", "setup.three", {"n": len(removed)}))
    events.extend(
        Event("hand", "setup.deal", {"seat": s, "cards": list(hand)}, (s,)) for s, hand in enumerate(hands)
    )
    events.append(Event("starts", "turn.start", {"seat": first}))
    dealt = evolve(
        state,
        chance=chance,
        hands=hands,
        cauldrons=NO_CAULDRONS,
        captured=((),) * players,
        aside=removed,
        kept=(),
        agenda=TURNS[first],
    )
    return Step(dealt, tuple(events), frozenset(range(players)))


def _remove_piles(
    chance: Chance, piles: list[list[str]], players: int, options: Options
) -> tuple[Chance, tuple[str, ...]]:
    """Takes the piles that nobody plays out of `piles`, the last dealt unless the option draws them."""
    removed: list[str] = []
    while len(piles) > players:
        place = len(piles) - 1
        if options.three_player_removed_pile == "random_of_four":
            place, chance = chance.below(len(piles))
        removed += piles.pop(place)
    return chance, in_order(removed)


# --- Where a card may go, and what it does there ----------------------------------------------------------


class PlacementError(NamedTuple):
    """Why a cauldron does not take a card; `place` is the cauldron the refusal points to (from 1)."""

    code: str
    clause: str
    place: int


@cache
def placement_errors(shape: tuple[str, ...], colour: str, opens: bool) -> tuple[PlacementError | None, ...]:
    """For each cauldron why a card of `colour` ("" poison) may not go there, or None.

    `shape` is the cauldrons' colours; `opens`: whether poison may open an empty cauldron.
    """
    return tuple(_bar(shape, colour, opens, place) for place in range(len(shape)))


def _bar(shape: tuple[str, ...], colour: str, opens: bool, place: int) -> PlacementError | None:
    there = shape[place]
    if there == EMPTY and not colour and not opens:
        return PlacementError("poison_cannot_open", "poison.any", place + 1)
    if colour and there in COLOURS and there != colour:
        return PlacementError("other_colour", "cauldron.mix", place + 1)
    if colour and colour in shape and there != colour:
        return PlacementError("colour_elsewhere", "cauldron.colour", shape.index(colour) + 1)
    if there == EMPTY and shape.index(EMPTY) != place:
        return PlacementError("first_empty", "cauldron.three", shape.index(EMPTY) + 1)
    return None


def cauldron_colours(cauldrons: tuple[Cauldron, ...]) -> tuple[str, ...]:
    return tuple([cauldron.colour for cauldron in cauldrons])


def poison_opens(options: Options, shape: tuple[str, ...], hand: Sequence[str]) -> bool:
    """By the rules always; under the house rule only where nothing else can be played, so nobody is stuck."""
    if options.poison_may_open_empty_cauldron:
        return True
    return all(there == EMPTY for there in shape) and not any(COLOUR[card] for card in hand)


class Pour(NamedTuple):
    """What a card does to a cauldron; `taken` are the cards captured, none unless it overflowed."""

    cauldron: Cauldron
    total: int
    taken: tuple[str, ...]


@lru_cache(maxsize=1 << 16)
def pour(cauldron: Cauldron, card: str, recolours: bool) -> Pour:
    """Over the limit the earlier cards are taken and the played one stays (overflow.limit, take, stays)."""
    cards = (*cauldron.cards, card)
    total = sum([VALUE[c] for c in cards])
    colour = COLOUR[card] or (cauldron.colour if cauldron.colour != EMPTY else COLOURLESS)
    if total <= LIMIT:
        return Pour(Cauldron(cards, colour), total, ())
    if not COLOUR[card] and recolours:
        colour = COLOURLESS
    return Pour(Cauldron((card,), colour), total, cauldron.cards)


# --- The verbs: check and do side by side -----------------------------------------------------------------


def check_play(state: State, seat: Seat, move: Move) -> Refusal | None:
    """One card of one's own, into a cauldron that takes it."""
    if len(move.args) != 2 or not isinstance(move.args[0], str) or type(move.args[1]) is not int:
        return _unreadable(move)
    card, place = move.args
    if card not in VALUE:
        return _unreadable(move)
    hand = state.hands[seat]
    if card not in hand:
        return Refusal("not_in_hand", "turn.play", {"card": card})
    if not 1 <= place <= CAULDRONS:
        return Refusal("no_such_cauldron", "cauldron.three", {"cauldron": place})
    shape = cauldron_colours(state.cauldrons)
    bar = placement_errors(shape, COLOUR[card], poison_opens(state.options, shape, hand))[place - 1]
    if bar is None:
        return None
    colour = COLOUR[card] if bar.code == "colour_elsewhere" else shape[place - 1]
    return Refusal(bar.code, bar.clause, {"card": card, "cauldron": bar.place, "colour": colour})


def _unreadable(move: Move) -> Refusal:
    """A card that the deck lacks is named as such, everything else is no move at all."""
    card = move.args[0] if move.args else None
    if isinstance(card, str) and card not in VALUE:
        return Refusal("no_such_card", "components.deck", {"card": card})
    return Refusal("bad_move", "turn.play", {"text": str(move)})


def do_play(state: State, seat: Seat, move: Move) -> Step:
    card, place = move.args
    before = state.cauldrons[place - 1]
    after, total, taken = pour(before, card, state.options.recolor_after_poison_overflow)
    hand = state.hands[seat]
    at = hand.index(card)
    hands, cauldrons = list(state.hands), list(state.cauldrons)
    hands[seat], cauldrons[place - 1] = hand[:at] + hand[at + 1 :], after
    said = {"seat": seat, "card": card, "cauldron": place, "colour": after.colour, "total": total}
    events = [Event("played", "turn.play", said)]
    captured = state.captured
    if taken:
        captured = (*captured[:seat], captured[seat] + taken, *captured[seat + 1 :])
        events += _overflow_events(seat, card, place, total, taken)
    if before.colour != after.colour:
        events += _colour_events(before, after, place)
    following = next_with_cards(hands, seat)
    agenda = () if following is None else TURNS[following]
    played = evolve(state, hands=tuple(hands), cauldrons=tuple(cauldrons), captured=captured, agenda=agenda)
    if following is None:
        return _end_round(played, events)
    return Step(played, tuple(events), OTHERS[state.players][seat])


def _overflow_events(seat: Seat, card: str, place: int, total: int, taken: tuple[str, ...]) -> list[Event]:
    return [
        Event("overflowed", "overflow.limit", {"seat": seat, "cauldron": place, "total": total}),
        Event("captured", "overflow.take", {"seat": seat, "n": len(taken), "cards": list(taken)}),
        Event("stays", "overflow.stays", {"card": card, "cauldron": place, "total": VALUE[card]}),
    ]


def _colour_events(before: Cauldron, after: Cauldron, place: int) -> list[Event]:
    if before.colour in COLOURS:
        return [Event("colour_lost", "poison.colourless", {"cauldron": place, "colour": before.colour})]
    if before.colour == COLOURLESS:
        return [Event("coloured", "poison.colourless", {"cauldron": place, "colour": after.colour})]
    return []


def check_shed(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Only the majority that is being asked about; `keep` is checked the same way."""
    if len(move.args) != 1 or not isinstance(move.args[0], str):
        return Refusal("bad_move", "turn.play", {"text": str(move)})
    colour = move.arg
    frame = state.frame
    if colour == "poison":
        return Refusal("shed_poison", "poison.kept")
    if not isinstance(frame, Shed):
        return Refusal("shed_not_now", "round.end")
    if colour not in COLOURS:
        return Refusal("bad_move", "turn.play", {"text": str(move)})
    if colour == frame.colour:
        must = move.verb == "keep" and not _may_keep(state.options)
        return Refusal("must_shed", "majority.shed", {"colour": colour}) if must else None
    most = most_of(_table(state), colour)
    if most.holder == seat:
        return Refusal("shed_first", "majority.shed", {"colour": frame.colour})
    if seat in most.seats:
        return Refusal("majority_tied", "majority.tie", {"colour": colour})
    return Refusal("no_majority", "majority.shed", {"colour": colour})


def _may_keep(options: Options) -> bool:
    """By the rules a majority is shed without a question; a teaching option asks."""
    return options.shed_majority == "ask_player"


def do_shed(state: State, seat: Seat, move: Move) -> Step:
    decided = [_decided(state, "shed", seat, move)] if _may_keep(state.options) else []
    return _next_decision(evolve(state, agenda=state.agenda[:-1]), decided)


def do_keep(state: State, seat: Seat, move: Move) -> Step:
    kept = (*state.kept, (seat, move.arg))
    return _next_decision(
        evolve(state, agenda=state.agenda[:-1], kept=kept), [_decided(state, "kept", seat, move)]
    )


def _decided(state: State, kind: str, seat: Seat, move: Move) -> Event:
    colour = move.arg
    n = most_of(_table(state), colour).n
    return Event(kind, "majority.shed", {"seat": seat, "colour": colour, "n": n})


def check_pass(state: State, seat: Seat, move: Move) -> Refusal | None:
    return Refusal("no_pass", "turn.play")


class Verb(NamedTuple):
    check: Callable[[State, Seat, Move], Refusal | None]
    do: Callable[[State, Seat, Move], Step] | None
    frame: type[Any] | None  # the kind of choice the verb answers; None: any


VERBS: Mapping[str, Verb] = {
    "play": Verb(check_play, do_play, Turn),
    "shed": Verb(check_shed, do_shed, None),
    "keep": Verb(check_shed, do_keep, None),
    "pass": Verb(check_pass, None, None),
}


def check(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Whose turn, which choice, then the verb's own check: the most teachable reason comes first."""
    if move.verb == "look":
        return Refusal("no_peek", "pile.closed")
    if not state.agenda:
        return Refusal("game_over", "series.rounds")
    frame = state.frame
    if seat != frame.seat:
        return Refusal("not_your_turn", "turn.order", {"seat": frame.seat})
    verb = VERBS.get(move.verb)
    if verb is None:
        return Refusal("bad_move", "turn.play", {"text": str(move)})
    if verb.frame is Turn and type(frame) is Shed:
        return Refusal("shed_first", "majority.shed", {"colour": frame.colour})
    return verb.check(state, seat, move)


def apply(state: State, seat: Seat, move: Move) -> Step:
    """Makes the move and runs on to the next real choice. Raises IllegalMove."""
    refusal = check(state, seat, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    do = VERBS[move.verb].do
    assert do is not None  # a verb without an effect is always refused
    return do(state, seat, move)


def settled(state: State, seat: Seat, move: Move) -> tuple[Settled, ...]:
    """The majorities that are shed without a question at the end of a round, clockwise from the dealer."""
    if _may_keep(state.options):
        return ()
    asking = evolve(state, options=evolve(state.options, shed_majority="ask_player"))
    step = apply(asking, seat, move)
    open_ones = step.state.agenda if step.state.agenda and type(step.state.frame) is Shed else ()
    found = []
    while open_ones:
        shed, asked = open_ones[-1], evolve(step.state, options=state.options, agenda=open_ones)
        then = Step(asked, step.events, step.learned)
        found.append(Settled(shed.seat, Move("shed", (shed.colour,)), then, also=("keep",)))
        open_ones = open_ones[:-1]
    return tuple(found)


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.frame.seat}) if state.agenda else NOBODY


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """The candidates that pass `check`: by the same turn, hand and `placement_errors`, each asked once."""
    if not state.agenda or state.frame.seat != seat:
        return []
    frame = state.frame
    if type(frame) is Shed:
        shed = Move("shed", (frame.colour,))
        return [Move("keep", (frame.colour,)), shed] if _may_keep(state.options) else [shed]
    hand, shape = state.hands[seat], cauldron_colours(state.cauldrons)
    moves: list[Move] = []
    opens = poison_opens(state.options, shape, hand)
    for card in dict.fromkeys(hand):
        moves += legal_placements(card, shape, opens)
    return moves


@cache
def legal_placements(card: str, shape: tuple[str, ...], opens: bool) -> tuple[Move, ...]:
    """The plays of one card that no bar forbids."""
    return tuple(
        play
        for play, bar in zip(PLAYS[card], placement_errors(shape, COLOUR[card], opens), strict=True)
        if bar is None
    )


# --- Turn order, the end of a round, the end of the series ------------------------------------------------


def next_with_cards(hands: Sequence[Sequence[str]], seat: Seat) -> Seat | None:
    """Clockwise the next seat that holds a card (turn.empty); None when the round is over."""
    players = len(hands)
    for step in range(1, players + 1):
        following = (seat + step) % players
        if hands[following]:
            return following
    return None


def _table(state: State) -> tuple[Counts, ...]:
    return tuple(counts_of(cards) for cards in state.captured)


def _end_round(state: State, events: list[Event]) -> Step:
    """Everybody turns up what they took; a teaching option asks before each majority is shed."""
    table = _table(state)
    events.append(Event("round_ended", "round.end", {"round": state.round}))
    events += [
        Event("revealed", "score.reveal", {"seat": seat, **counts._asdict()})
        for seat, counts in enumerate(table)
    ]
    asked: list[Shed] = []
    if _may_keep(state.options):
        holders = {colour: most_of(table, colour).holder for colour in COLOURS}
        asked = [Shed(holder, colour) for colour, holder in holders.items() if holder is not None]
    clockwise = sorted(asked, key=lambda frame: (frame.seat - state.dealer - 1) % state.players)
    return _next_decision(evolve(state, agenda=tuple(reversed(clockwise))), events)


def _next_decision(state: State, events: list[Event]) -> Step:
    if state.agenda:
        return Step(state, tuple(events), frozenset(range(state.players)))
    return _count_round(state, events)


def _count_round(state: State, events: list[Event]) -> Step:
    """Sheds the majorities, counts, and goes on to the next round or to the end of the series."""
    finished = Round(_table(state), state.kept)
    for colour in COLOURS:
        events += _majority_events(finished.table, colour, state.options)
    for seat, points in enumerate(points_of(finished.table, finished.kept)):
        events.append(Event("scored", "score.record", {"seat": seat, "n": points}))
    counted = evolve(state, history=(*state.history, finished))
    if len(counted.history) == state.players:
        return _end_series(counted, events)
    dealer = (state.dealer + 1) % state.players
    events.append(Event("next_dealer", "setup.next_dealer", {"seat": dealer}))
    return deal(evolve(counted, dealer=dealer), events)


def _majority_events(table: Table, colour: str, options: Options) -> list[Event]:
    """Who sheds a colour, or who ties for it; where holders are asked, they have already said so."""
    most = most_of(table, colour)
    if most.holder is not None:
        if _may_keep(options):
            return []
        return [Event("shed", "majority.shed", {"seat": most.holder, "colour": colour, "n": most.n})]
    if most.seats:
        return [Event("tied", "majority.tie", {"colour": colour, "seats": list(most.seats), "n": most.n})]
    return []


def _end_series(state: State, events: list[Event]) -> Step:
    best = winners(state.history, state.options.final_tie)
    params = {"seats": list(best), "n": min(totals(state.history))}
    events.append(Event("series_ended", "series.winner", params))
    if len(best) > 1:
        events.append(Event("shared", "series.tie", params))
    return Step(evolve(state, agenda=()), tuple(events), frozenset(range(state.players)))


def result(state: State) -> Result | None:
    if state.agenda:
        return None
    return Result(totals(state.history), winners(state.history, state.options.final_tie))


def explain(state: State) -> tuple[PlayerScore, ...]:
    """The points of the last finished round by seat, line by line; empty while none is finished."""
    return score_round(state.history[-1].table, state.history[-1].kept) if state.history else ()


def invariants(state: State) -> None:
    """Fifty cards, cauldrons within the limit and of different colours, a seat to act that can act."""
    cards = Counter(state.aside)
    for pile in (*state.hands, *state.captured, *(cauldron.cards for cauldron in state.cauldrons)):
        cards.update(pile)
    assert cards == Counter(DECK), "cards are lost or doubled"
    shape = [colour for colour in cauldron_colours(state.cauldrons) if colour in COLOURS]
    assert len(shape) == len(set(shape)), "two cauldrons of one colour"
    assert len(state.cauldrons) == CAULDRONS
    for cauldron in state.cauldrons:
        assert sum(VALUE[card] for card in cauldron.cards) <= LIMIT, "a cauldron above the limit"
        assert (cauldron.colour == EMPTY) == (not cauldron.cards)
        assert all(COLOUR[card] in ("", cauldron.colour) for card in cauldron.cards), "mixed colours"
    for hand in state.hands:
        assert list(hand) == sorted(hand, key=ORDER.__getitem__)
    if state.agenda and isinstance(state.frame, Turn):
        assert state.hands[state.frame.seat], "the seat to act has no card"
    assert len(state.history) <= state.players

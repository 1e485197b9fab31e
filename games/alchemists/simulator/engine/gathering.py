"""Foraging, transmuting, buying artifacts with what they do at once, and Herbalists.

Clauses forage.*, transmute.do, artifact.*, herbalist.*, trunk.none; rulings 20-26, 101, 112-114, 139, 140.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement

from games.alchemists.scoring.points import Part
from games.alchemists.simulator.engine.data import (
    ALTAR,
    AMULET,
    ARTIFACTS,
    CAP,
    CONFERENCES,
    DISCOUNT,
    FAVOUR_COPIES,
    HERBALIST,
    HYPNOTIC,
    INGREDIENTS,
    PRICES,
    SAGE,
    SHOPKEEPER,
    TRUNK,
    number_on,
)
from games.alchemists.simulator.engine.goods import (
    Events,
    change_board,
    change_reputation,
    change_screen,
    discard_hidden,
    draw_favours,
    draw_ingredients,
    drawable,
    gain_gold,
    held,
    play_favours,
)
from games.alchemists.simulator.engine.planning import too_few_held
from games.alchemists.simulator.engine.rows import performed
from games.alchemists.simulator.engine.state import Altar, Cap, Herbalist, State, kinds_of
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from simulator.engine.tuples import in_order, without
from web.refusal import Refusal

TRANSMUTED: int = number_on("area_transmute", "gold")
SAGE_GOLD = number_on(SAGE, "gold")
SHOPKEEPER_GOLD = number_on(SHOPKEEPER, "gold")
DISCOUNT_NEXT, DISCOUNT_LATER = number_on(DISCOUNT, "next"), number_on(DISCOUNT, "later")
ALTAR_MOST = number_on(ALTAR, "most")
DRAWS, DISCARDS = number_on(HERBALIST, "draws"), number_on(HERBALIST, "discards")
DRAW = Move("draw")


def check_ingredient(word: str) -> Refusal | None:
    """There are eight ingredients."""
    return None if word in INGREDIENTS else Refusal("no_such_ingredient", "mix.different", {"text": word})


def check_in_hand(state: State, seat: Seat, card: str) -> Refusal | None:
    if refusal := check_ingredient(card):
        return refusal
    if card in state.screens[seat].hand:
        return None
    return Refusal("not_in_hand", "setup.secret", {"ingredient": card})


# --- Foraging ----------------------------------------------------------------------------------------------


def check_take(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A card of the open row."""
    card = move.arg
    if refusal := check_ingredient(card):
        return refusal
    return None if card in state.row else Refusal("not_in_row", "forage.take", {"ingredient": card})


def do_take(state: State, seat: Seat, move: Move, events: Events) -> State:
    """The row isn't filled again; all remember who holds the card (ruling 112)."""
    card = move.arg
    events.append(Event("foraged", "forage.take", {"seat": seat, "ingredient": card}))
    state = evolve(performed(state, state.frame), row=without(state.row, card))
    state = change_screen(state, seat, hand=in_order((*state.screens[seat].hand, card)))
    return change_board(state, seat, shown=in_order((*state.boards[seat].shown, card)))


def check_draw(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Blind from the deck; where there is nothing at all, the action brings nothing (ruling 140)."""
    if drawable(state) or not state.row:
        return None
    return Refusal("deck_empty", "order.reshuffle")


def do_draw(state: State, seat: Seat, move: Move, events: Events) -> State:
    return draw_ingredients(performed(state, state.frame), seat, 1, "forage.take", events)


def forage_answers(state: State, seat: Seat) -> Iterator[Move]:
    if drawable(state) or not state.row:
        yield DRAW
    for card in kinds_of(state.row):
        yield TAKE_MOVES[card]


TAKE_MOVES = {card: Move("take", (card,)) for card in INGREDIENTS}


# --- Transmuting -------------------------------------------------------------------------------------------


def check_transmute(state: State, seat: Seat, move: Move) -> Refusal | None:
    card, sages = move.args
    return check_in_hand(state, seat, card) or too_few_held(state, seat, SAGE, sages)


def do_transmute(state: State, seat: Seat, move: Move, events: Events) -> State:
    """A hidden card brings a gold, each Sage one more (transmute.do, sage.two)."""
    card, sages = move.args
    gold = TRANSMUTED + sages * SAGE_GOLD
    if sages:
        events.append(Event("sages_help", "sage.two", {"seat": seat, "n": sages}))
    events.append(Event("transmuted", "transmute.do", {"seat": seat, "n": gold, "gold": gold}))
    state = play_favours(performed(state, state.frame), seat, (SAGE,) * sages)
    return gain_gold(discard_hidden(state, seat, (card,)), seat, gold)


def transmute_answers(state: State, seat: Seat) -> Iterator[Move]:
    screen = state.screens[seat]
    sages = held(screen, SAGE) + 1
    for card in kinds_of(screen.hand):
        yield from TRANSMUTE_MOVES[card][:sages]


TRANSMUTE_MOVES = {
    card: tuple(Move("transmute", (card, n)) for n in range(FAVOUR_COPIES[SAGE] + 1)) for card in INGREDIENTS
}


# --- Buying artifacts --------------------------------------------------------------------------------------


def offered(state: State) -> list[str]:
    """The artifacts in the row now: three at a time, as conferences bring new ones (artifact.row)."""
    period = sum(round_ < state.round for round_ in CONFERENCES)
    sold = {code for board in state.boards for code in board.artifacts}
    return [code for code in state.dealt[period] if code not in sold]


def price_of(state: State, seat: Seat, artifact: str, shopkeepers: int) -> int:
    """Less by Shopkeepers and by the Discount Card, which counts from the next purchase on (ruling 22)."""
    bought = state.boards[seat].artifacts
    off = shopkeepers * SHOPKEEPER_GOLD
    if DISCOUNT in bought:
        off += DISCOUNT_NEXT if bought[-1] == DISCOUNT else DISCOUNT_LATER
    return max(0, PRICES[artifact] - off)


def check_buy(state: State, seat: Seat, move: Move) -> Refusal | None:
    """What lies in the row and can be paid (ruling 23)."""
    artifact, shopkeepers = move.args
    if artifact not in ARTIFACTS:
        return Refusal("no_such_artifact", "artifact.buy", {"text": artifact})
    if artifact not in offered(state):
        return Refusal("artifact_gone", "artifact.row", {"artifact": artifact})
    if refusal := too_few_held(state, seat, SHOPKEEPER, shopkeepers):
        return refusal
    price, gold = price_of(state, seat, artifact, shopkeepers), state.boards[seat].gold
    if price > gold:
        return Refusal("artifact_unpaid", "artifact.buy", {"artifact": artifact, "n": price, "gold": gold})
    return None


def do_buy(state: State, seat: Seat, move: Move, events: Events) -> State:
    """What an artifact does at once is part of the action (artifact.effect, ruling 114)."""
    artifact, shopkeepers = move.args
    price = price_of(state, seat, artifact, shopkeepers)
    if shopkeepers:
        events.append(Event("shopkeepers_help", "shopkeeper.stack", {"seat": seat, "n": shopkeepers}))
    params = {"seat": seat, "artifact": artifact, "n": price, "gold": -price}
    events.append(Event("bought", "artifact.buy", params))
    state = play_favours(performed(state, state.frame), seat, (SHOPKEEPER,) * shopkeepers)
    board = state.boards[seat]
    state = change_board(state, seat, gold=board.gold - price, artifacts=(*board.artifacts, artifact))
    return AT_ONCE[artifact](state, seat, events) if artifact in AT_ONCE else state


def buy_answers(state: State, seat: Seat) -> Iterator[Move]:
    gold, there = state.boards[seat].gold, held(state.screens[seat], SHOPKEEPER)
    for artifact in offered(state):
        for n in range(there + 1):
            if price_of(state, seat, artifact, n) <= gold:
                yield Move("buy", (artifact, n))


def _rhetoric(state: State, seat: Seat, events: Events) -> State:
    return change_reputation(state, seat, [Part("amulet", number_on(AMULET, "reputation"))], events)


def _hypnotise(state: State, seat: Seat, events: Events) -> State:
    return draw_favours(state, seat, number_on(HYPNOTIC, "favours"), "artifact.effect", events)


def _open_trunk(state: State, seat: Seat, events: Events) -> State:
    return draw_ingredients(state, seat, number_on(TRUNK, "ingredients"), "artifact.effect", events)


def _put_on_cap(state: State, seat: Seat, events: Events) -> State:
    return evolve(state, agenda=(Cap(seat, 1),))


def _raise_altar(state: State, seat: Seat, events: Events) -> State:
    """Without gold there is nothing to ask, as all can see (ruling 24)."""
    return evolve(state, agenda=(Altar(seat),)) if state.boards[seat].gold else state


AT_ONCE: Mapping[str, Callable[[State, Seat, Events], State]] = {
    AMULET: _rhetoric,
    HYPNOTIC: _hypnotise,
    TRUNK: _open_trunk,
    CAP: _put_on_cap,
    ALTAR: _raise_altar,
}


def check_pay(state: State, seat: Seat, move: Move) -> Refusal | None:
    """One to eight gold, as far as there is any (ruling 139)."""
    most = min(ALTAR_MOST, state.boards[seat].gold)
    if 1 <= move.arg <= most:
        return None
    return Refusal("altar_gold", "artifact.effect", {"n": most})


def do_pay(state: State, seat: Seat, move: Move, events: Events) -> State:
    gold = move.arg
    events.append(Event("altar_paid", "artifact.effect", {"seat": seat, "n": gold, "gold": -gold}))
    state = gain_gold(evolve(state, agenda=()), seat, -gold)
    return change_reputation(state, seat, [Part("altar", gold)], events)


def altar_answers(state: State, seat: Seat) -> Iterator[Move]:
    for n in range(1, min(ALTAR_MOST, state.boards[seat].gold) + 1):
        yield Move("pay", (n,))


# --- Herbalists --------------------------------------------------------------------------------------------


def play_herbalist(state: State, events: Events) -> State:
    """The next Herbalist: three ingredients, then two are discarded; so few that all go aren't asked about.

    How many are left all can see, so not asking tells nothing (rulings 20 and 101).
    """
    seat, *others = state.herbalists
    events.append(Event("herbalist_plays", "herbalist.any", {"seat": seat}))
    state = draw_ingredients(evolve(state, herbalists=tuple(others)), seat, DRAWS, "herbalist.any", events)
    hand = state.screens[seat].hand
    if len(hand) > DISCARDS:
        return evolve(state, agenda=(Herbalist(seat),))
    return _discarded(state, seat, hand, events) if hand else state


def check_discard(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Any two cards of the hand, not only of those drawn."""
    first, second = move.args
    if refusal := check_in_hand(state, seat, first) or check_in_hand(state, seat, second):
        return refusal
    if first == second and state.screens[seat].hand.count(first) < DISCARDS:
        return Refusal("one_card", "herbalist.any", {"ingredient": first})
    if first > second:
        return Refusal("unreadable", "turn.play", {"text": str(move)})
    return None


def do_discard(state: State, seat: Seat, move: Move, events: Events) -> State:
    return _discarded(evolve(state, agenda=()), seat, move.args, events)


def _discarded(state: State, seat: Seat, cards: tuple[str, ...], events: Events) -> State:
    events.append(Event("discarded", "herbalist.any", {"seat": seat, "n": len(cards)}))
    return discard_hidden(state, seat, cards)


def herbalist_answers(state: State, seat: Seat) -> list[Move]:
    counts = Counter(state.screens[seat].hand)
    return list(_discards(tuple(sorted((card, min(n, DISCARDS)) for card, n in counts.items()))))


@cache
def _discards(counts: tuple[tuple[str, int], ...]) -> tuple[Move, ...]:
    """Every two cards of a hand."""
    copies = dict(counts)
    return tuple(
        Move("discard", pair)
        for pair in combinations_with_replacement(copies, DISCARDS)
        if pair[0] != pair[1] or copies[pair[0]] >= DISCARDS
    )

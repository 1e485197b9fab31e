"""Selling: sealed discounts, an order, a guarantee, Barmaids, a potion; and the exhibition of the last round.

Clauses sell.*, quality.levels, reputation.sales, merchant.*, barmaid.*, exhibition.*; rulings 30-43, 81-82,
108-110, 128.
"""

from collections.abc import Iterator

from games.alchemists.scoring.points import Part, sale_gold, smiles_of
from games.alchemists.simulator.deduction.chemistry import EXACT, NEUTRAL_LEVEL, level
from games.alchemists.simulator.deduction.data import (
    COLOUR_OF,
    GAME,
    LEVELS,
    NEUTRAL,
    POTIONS,
    SIGN_OF,
    potion,
)
from games.alchemists.simulator.engine.data import (
    ADVENTURERS,
    BARMAID,
    DISCOUNTS,
    EXHIBITION,
    MERCHANT,
    PLACE,
    SALE_CELLS,
    SELL,
    number_on,
)
from games.alchemists.simulator.engine.goods import (
    Events,
    cause,
    change_board,
    change_reputation,
    change_screen,
    gain_gold,
    held,
    play_favours,
)
from games.alchemists.simulator.engine.mixing import (
    check_pair,
    into_cauldron,
    made_of,
    mark,
    pair_answers,
)
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.planning import too_few_held
from games.alchemists.simulator.engine.rows import performed
from games.alchemists.simulator.engine.state import NO, NOTHING, YES, Bid, Mix, Promise, Sale, State
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from simulator.engine.tuples import replaced
from web.refusal import Refusal

SELL_PLACE = PLACE[SELL]
MERCHANT_GOLD = number_on(MERCHANT, "gold")
BARMAID_REPUTATION = number_on(BARMAID, "reputation")
LOSES = frozenset(code for code in LEVELS if GAME.card_by_code[code].data["loses_reputation"])


# --- Discounts ---------------------------------------------------------------------------------------------


def is_bidding(state: State) -> bool:
    """Whether discounts are to be laid: two or more would sell, and nobody has bid yet (ruling 30)."""
    return len(state.rows[SELL_PLACE]) > 1 and all(bid < 0 for bid in state.bids)


def ask_bids(state: State) -> State:
    return evolve(state, agenda=(Bid(tuple(sorted(row.seat for row in state.rows[SELL_PLACE]))),))


def pays_something(state: State, seat: Seat, discount: int, shown: str) -> bool:
    """Whether a guarantee would bring at least 1 gold, by discount and zone (sell.limit, ruling 33)."""
    return sale_gold(shown, state.boards[seat].reputation, discount) > 0


def check_bid(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A card that leaves something to be guaranteed: in the red zone a discount of 3 doesn't (ruling 108)."""
    discount = move.arg
    if discount not in DISCOUNTS:
        return Refusal("no_such_discount", "setup.discounts", {"n": max(DISCOUNTS)})
    if not pays_something(state, seat, discount, EXACT):
        return Refusal("bid_red", "reputation.red", {"n": discount})
    return None


def bid_answers(state: State, seat: Seat) -> Iterator[Move]:
    for discount in DISCOUNTS:
        if pays_something(state, seat, discount, EXACT):
            yield Move("bid", (discount,))


def do_bid(state: State, seat: Seat, move: Move, events: Events) -> State:
    """Kept aside until all have bid; then turned up together."""
    state = change_screen(state, seat, sealed=str(move.arg))
    seats = state.frame.seats
    if all(state.screens[other].sealed for other in seats):
        return _turn_up(state, seats, events)
    return state


def _turn_up(state: State, seats: tuple[Seat, ...], events: Events) -> State:
    """More smiles sell earlier, equal ones by rows (sell.smiles, sell.tie, ruling 32)."""
    smiles = {}
    for row in state.rows[SELL_PLACE]:
        seat = row.seat
        discount = int(state.screens[seat].sealed)
        printed = figures(state.options).smiles[discount]
        smiles[seat] = smiles_of(printed, state.boards[seat].reputation)
        params = {"seat": seat, "n": discount, "smiles": smiles[seat]}
        events.append(Event("bid", "sell.discount", params))
        state = change_screen(state, seat, sealed=NOTHING)
        state = evolve(state, bids=replaced(state.bids, seat, discount))
    rows = tuple(sorted(state.rows[SELL_PLACE], key=lambda row: -smiles[row.seat]))
    events.append(Event("sale_order", "sell.smiles", {"seats": [row.seat for row in rows]}))
    return evolve(state, rows=replaced(state.rows, SELL_PLACE, rows), agenda=())


# --- An order and what goes with it ------------------------------------------------------------------------


def wanted(state: State) -> tuple[str, ...]:
    """The three potions of this round's adventurer, left to right."""
    return ADVENTURERS[state.adventurers[state.round - 2]]


def is_first(state: State) -> bool:
    """Nobody has sold yet this round; whoever declined doesn't count (ruling 109)."""
    return not any(state.orders)


def is_blocked(state: State, ordered: str) -> bool:
    """Whether an earlier sale has closed the cell of an order (sell.slots, ruling 36)."""
    cells = dict(zip(wanted(state), SALE_CELLS[state.players], strict=True))
    return cells[ordered] in {cells[taken] for taken in state.orders if taken}


def check_order(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A potion that is wanted and open, or any with a Merchant (rulings 36, 37, 109)."""
    ordered, merchants = move.args
    if ordered not in wanted(state):
        return Refusal("not_wanted", "sell.order", {"potion": ordered})
    if refusal := too_few_held(state, seat, MERCHANT, merchants):
        return refusal
    if is_blocked(state, ordered) and not merchants:
        return Refusal("order_taken", "sell.slots", {"potion": ordered})
    if not pair_answers(state, seat):
        return Refusal("nothing_to_mix", "mix.different")
    return None


def order_answers(state: State, seat: Seat) -> Iterator[Move]:
    if pair_answers(state, seat):
        merchants = held(state.screens[seat], MERCHANT)
        for ordered in wanted(state):
            for n in range(1 if is_blocked(state, ordered) else 0, merchants + 1):
                yield Move("order", (ordered, n))


def do_order(state: State, seat: Seat, move: Move, events: Events) -> State:
    return evolve(state, agenda=(*state.agenda, Sale(seat, *move.args)))


def check_guarantee(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A level that would still bring a gold (ruling 33)."""
    promised = move.arg
    if state.frame.level:
        return Refusal("not_asked", "turn.play", {"text": str(move)})
    if promised not in LEVELS:
        return Refusal("no_such_level", "quality.levels", {"text": promised})
    if not pays_something(state, seat, max(0, state.bids[seat]), promised):
        return Refusal("guarantee_unpaid", "sell.limit", {"level": promised})
    return None


def do_guarantee(state: State, seat: Seat, move: Move, events: Events) -> State:
    """Barmaids are asked about only where there are any, which nobody else sees."""
    barmaids = -1 if held(state.screens[seat], BARMAID) else 0
    sale = state.frame._replace(level=move.arg, barmaids=barmaids)
    return evolve(state, agenda=(state.agenda[0], sale))


def check_barmaid(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Before mixing (ruling 39)."""
    sale = state.frame
    if not sale.level or sale.barmaids >= 0:
        return Refusal("favour_time", "favour.play", {"card": BARMAID})
    return too_few_held(state, seat, BARMAID, move.arg)


def do_barmaid(state: State, seat: Seat, move: Move, events: Events) -> State:
    sale = state.frame._replace(barmaids=move.arg)
    return evolve(state, agenda=(state.agenda[0], sale))


def check_sale(state: State, seat: Seat, move: Move) -> Refusal | None:
    """The pair comes last (ruling 110)."""
    sale = state.frame
    if not sale.level or sale.barmaids < 0:
        return Refusal("not_asked", "turn.play", {"text": str(move)})
    return check_pair(state, seat, move)


def sale_answers(state: State, seat: Seat) -> Iterator[Move]:
    sale = state.frame
    if not sale.level:
        for promised in LEVELS:
            if pays_something(state, seat, max(0, state.bids[seat]), promised):
                yield Move("guarantee", (promised,))
    elif sale.barmaids < 0:
        for n in range(held(state.screens[seat], BARMAID) + 1):
            yield Move("barmaid", (n,))
    else:
        yield from pair_answers(state, seat)


def do_sale(state: State, seat: Seat, move: Move, events: Events) -> State:
    """All see the level alone; declared cards are spent, whatever comes out (ruling 110)."""
    act, sale = state.agenda
    pair, made = move.args, made_of(state, move.args)
    shown = level(made, sale.potion)
    first = is_first(state)
    params = {"seat": seat, "potion": sale.potion, "level": sale.level}
    events.append(Event("order_taken", "sell.guarantee", params))
    state = performed(state, act)
    state = evolve(state, orders=replaced(state.orders, seat, sale.potion))
    state = _merchants(state, seat, sale.merchants, first, events)
    events.append(Event("sold", "sell.make", {"seat": seat, "wanted": sale.potion, "level": shown}))
    own = {"pair": list(pair), "wanted": sale.potion, "level": shown}
    events.append(Event("sold_pair", "sell.make", own, (seat,)))
    state = into_cauldron(state, seat, pair, Mix(seat, state.round, SELL, sale.potion, shown), SELL)
    if shown in (EXACT, NEUTRAL_LEVEL):
        state = mark(state, seat, made)
    return _settle_sale(state, seat, sale, shown, events)


def _merchants(state: State, seat: Seat, n: int, first: bool, events: Events) -> State:
    """The first seller gets a gold for each, others for all but the one that opens orders (ruling 109)."""
    if not n:
        return state
    gold = (n if first else n - 1) * MERCHANT_GOLD
    clause = "merchant.two" if n > 1 else "merchant.slot"
    events.append(Event("merchants_help", clause, {"seat": seat, "n": n, "gold": gold}))
    return gain_gold(play_favours(state, seat, (MERCHANT,) * n), seat, gold)


def _settle_sale(state: State, seat: Seat, sale: Sale, shown: str, events: Events) -> State:
    """Barmaids first; then the pay by the zone before the sale, then reputation (rulings 34, 35, 40, 41)."""
    counted, gains = with_barmaids(shown, sale.barmaids)
    if sale.barmaids:
        params = {"seat": seat, "n": sale.barmaids, "level": counted}
        events.append(Event("barmaids_help", "barmaid.level", params))
        state = play_favours(state, seat, (BARMAID,) * sale.barmaids)
    if LEVELS.index(counted) <= LEVELS.index(sale.level):
        gold = sale_gold(sale.level, state.boards[seat].reputation, max(0, state.bids[seat]))
        events.append(Event("sale_paid", "sell.pay", {"seat": seat, "n": gold, "gold": gold}))
        state = gain_gold(state, seat, gold)
    else:
        events.append(Event("sale_unpaid", "sell.guarantee", {"seat": seat, "level": sale.level}))
    for _ in range(gains):
        state = change_reputation(state, seat, [Part("barmaid", BARMAID_REPUTATION)], events)
    if counted in LOSES:
        state = change_reputation(state, seat, [cause("sale")], events)
    return state


def with_barmaids(shown: str, barmaids: int) -> tuple[str, int]:
    """(the level that counts, gains of reputation): each lifts a level, an exact one brings reputation."""
    place = LEVELS.index(shown)
    lifted = min(place, barmaids)
    return LEVELS[place - lifted], barmaids - lifted


# --- The exhibition ----------------------------------------------------------------------------------------


def check_promise(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A coloured potion that this player hasn't shown; what others have shown bars nobody (ruling 128)."""
    promised = move.arg
    if promised == NEUTRAL:
        return Refusal("neutral_promised", "exhibition.promise", {"potion": promised})
    if promised not in POTIONS:
        return Refusal("no_such_potion", "mix.potions", {"text": promised})
    if promised in state.boards[seat].exhibited:
        return Refusal("shown_already", "exhibition.promise", {"potion": promised})
    if not pair_answers(state, seat):
        return Refusal("nothing_to_mix", "mix.different")
    return None


def promise_answers(state: State, seat: Seat) -> Iterator[Move]:
    if pair_answers(state, seat):
        shown = state.boards[seat].exhibited
        for promised in POTIONS:
            if promised not in shown:
                yield Move("promise", (promised,))


def do_promise(state: State, seat: Seat, move: Move, events: Events) -> State:
    return evolve(state, agenda=(*state.agenda, Promise(seat, move.arg)))


def do_exhibit(state: State, seat: Seat, move: Move, events: Events) -> State:
    """Only whether it worked is seen (exhibition.make); both bonuses are one gain (ruling 82)."""
    act, promise = state.agenda
    pair, done = move.args, made_of(state, move.args) == promise.potion
    kind, clause = ("exhibited", "exhibition.make") if done else ("exhibit_failed", "exhibition.fail")
    events.append(Event(kind, clause, {"seat": seat, "potion": promise.potion}))
    private = "exhibit_pair" if done else "exhibit_not_pair"
    events.append(Event(private, clause, {"pair": list(pair), "potion": promise.potion}, (seat,)))
    first = not any(promise.potion in board.exhibited for board in state.boards)
    state = performed(state, act)
    shown = Mix(seat, state.round, EXHIBITION, promise.potion, YES if done else NO)
    state = into_cauldron(state, seat, pair, shown, EXHIBITION)
    if not done:
        return change_reputation(state, seat, [cause("exhibit_failed")], events)
    exhibited = state.boards[seat].exhibited
    parts = [cause("exhibit")] if first else []
    if opposite(promise.potion) in exhibited:
        parts.append(cause("exhibit_both"))
    state = change_board(state, seat, exhibited=(*exhibited, promise.potion))
    return change_reputation(state, seat, parts, events) if parts else state


def opposite(coloured: str) -> str:
    """The potion of the same colour and the other sign."""
    return potion(COLOUR_OF[coloured], "-" if SIGN_OF[coloured] == "+" else "+")

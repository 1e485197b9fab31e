"""Theories: publishing, endorsing, seals that count, grants.

Clauses publish.*, seals.*, endorse.*, grants.*; rulings 44-53, 66, 67, 114, 118, 119, 123.
"""

from collections.abc import Iterator

from games.alchemists.scoring import points as calculator
from games.alchemists.scoring.points import ALCHEMICALS, AUTHORITY, partners
from games.alchemists.simulator.deduction.data import INGREDIENTS
from games.alchemists.simulator.engine.data import (
    GRANT_GOLD,
    GRANTS,
    GRANTS_FIRST,
    GRANTS_LATER,
    PLACE,
    PRESS,
    PUBLISH,
    PUBLISH_COST,
    SEALS,
    SEALS_PER_BOOK,
)
from games.alchemists.simulator.engine.gathering import check_ingredient
from games.alchemists.simulator.engine.goods import (
    Events,
    cause,
    change_board,
    change_reputation,
    change_screen,
    gain_gold,
    owns,
)
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.rows import performed, row_of, take_back
from games.alchemists.simulator.engine.state import (
    BOOK_AT,
    Act,
    Book,
    Grant,
    Immediate,
    Publishing,
    State,
)
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from simulator.engine.tuples import replaced, without
from web.refusal import Refusal

PUBLISH_PLACE = PLACE[PUBLISH]


def unasked(move: Move) -> Refusal:
    return Refusal("not_asked", "turn.play", {"text": str(move)})


# --- What may be published ---------------------------------------------------------------------------------


def free_tokens(state: State) -> list[str]:
    """The alchemicals that lie on no book (publish.token)."""
    lying = {book.token for book in state.books}
    return [token for token in ALCHEMICALS if token not in lying]


def tokens_for(state: State, ingredient: str) -> list[str]:
    """The tokens that may be published now about an ingredient.

    At once after a debunk: about the debunked ingredient or with the freed token, not the same again (67).
    """
    tokens = free_tokens(state)
    base = state.agenda[0]
    if type(base) is not Immediate:
        return tokens
    if any(ingredient == name for name, _ in base.fallen):
        return [token for token in tokens if (ingredient, token) not in base.fallen]
    freed = {token for _, token in base.fallen}
    return [token for token in tokens if token in freed]


def cost_of(state: State, seat: Seat) -> int:
    """What the bank asks for a publication or an endorsement (publish.cost, press.free)."""
    return 0 if owns(state, seat, PRESS) else PUBLISH_COST


def seals_refusal(state: State, seat: Seat) -> Refusal | None:
    return None if state.screens[seat].seals else Refusal("seals_out", "seals.supply")


def check_publish(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A book without a token, a token that lies nowhere, a gold and a seal (publish.*, ruling 119)."""
    name = move.arg
    if refusal := check_ingredient(name):
        return refusal
    book, cost = state.books[BOOK_AT[name]], cost_of(state, seat)
    if book.token:
        return Refusal("book_taken", "publish.new", {"ingredient": name, "alchemical": book.token})
    if not tokens_for(state, name):
        return Refusal("other_theory", "debunk.immediate", {"ingredient": name})
    if state.boards[seat].gold < cost:
        return Refusal("publish_unpaid", "publish.cost", {"n": cost})
    return seals_refusal(state, seat)


def publish_answers(state: State, seat: Seat) -> Iterator[Move]:
    """New theories; nothing where gold or seals are lacking."""
    if state.boards[seat].gold >= cost_of(state, seat) and state.screens[seat].seals:
        for name, book in zip(INGREDIENTS, state.books, strict=True):
            if not book.token and tokens_for(state, name):
                yield PUBLISH_MOVES[name]


PUBLISH_MOVES = {name: Move("publish", (name,)) for name in INGREDIENTS}
ENDORSE_MOVES = {name: Move("endorse", (name,)) for name in INGREDIENTS}


def do_publish(state: State, seat: Seat, move: Move, events: Events) -> State:
    return evolve(state, agenda=(*state.agenda, Publishing(seat, move.arg)))


def endorse_price(state: State, seat: Seat, book: Book) -> int:
    """A gold to the bank and one to each whose seal lies there already (endorse.pay)."""
    return cost_of(state, seat) + len(book.seats) * PUBLISH_COST


def check_endorse(state: State, seat: Seat, move: Move) -> Refusal | None:
    name = move.arg
    if refusal := check_ingredient(name):
        return refusal
    book = state.books[BOOK_AT[name]]
    if not book.token:
        return Refusal("no_theory", "endorse.theory", {"ingredient": name})
    if seat in book.seats:
        return Refusal("sealed_already", "endorse.once", {"ingredient": name})
    if len(book.seats) >= SEALS_PER_BOOK:
        return Refusal("book_full", "endorse.places", {"ingredient": name, "n": SEALS_PER_BOOK})
    if partners(name, state.conflicts):
        return Refusal("book_conflict", "conflict.endorse", {"ingredient": name})
    price, gold = endorse_price(state, seat, book), state.boards[seat].gold
    if price > gold:
        return Refusal("endorse_unpaid", "endorse.pay", {"n": price, "gold": gold})
    return seals_refusal(state, seat)


def endorse_answers(state: State, seat: Seat) -> Iterator[Move]:
    if not state.screens[seat].seals:
        return
    gold = state.boards[seat].gold
    for name, book in zip(INGREDIENTS, state.books, strict=True):
        if (
            book.token
            and seat not in book.seats
            and len(book.seats) < SEALS_PER_BOOK
            and endorse_price(state, seat, book) <= gold
            and not partners(name, state.conflicts)
        ):
            yield ENDORSE_MOVES[name]


def do_endorse(state: State, seat: Seat, move: Move, events: Events) -> State:
    name = move.arg
    staged = Publishing(seat, name, state.books[BOOK_AT[name]].token, True)
    return evolve(state, agenda=(*state.agenda, staged))


def check_token(state: State, seat: Seat, move: Move) -> Refusal | None:
    token, staged = move.arg, state.frame
    if staged.token:
        return unasked(move)
    if token not in ALCHEMICALS:
        return Refusal("no_such_token", "publish.token", {"text": token})
    for name, book in zip(INGREDIENTS, state.books, strict=True):
        if book.token == token:
            return Refusal("token_taken", "publish.token", {"alchemical": token, "ingredient": name})
    if token not in tokens_for(state, staged.ingredient):
        return _not_at_once(state.agenda[0], staged.ingredient, token)
    return None


def _not_at_once(base: Immediate, ingredient: str, token: str) -> Refusal:
    params = {"ingredient": ingredient, "alchemical": token}
    if (ingredient, token) in base.fallen:
        return Refusal("same_theory", "debunk.same", params)
    return Refusal("other_theory", "debunk.immediate", params)


def do_token(state: State, seat: Seat, move: Move, events: Events) -> State:
    staged = state.frame._replace(token=move.arg)
    return evolve(state, agenda=(state.agenda[0], staged))


def check_seal(state: State, seat: Seat, move: Move) -> Refusal | None:
    kind = move.arg
    if not state.frame.token:
        return unasked(move)
    if kind not in SEALS:
        return Refusal("no_such_seal", "seals.supply", {"text": kind})
    if kind not in state.screens[seat].seals:
        return Refusal("seal_spent", "seals.supply", {"seal": kind})
    return None


def publishing_answers(state: State, seat: Seat) -> Iterator[Move]:
    staged = state.frame
    if staged.token:
        for kind in dict.fromkeys(state.screens[seat].seals):
            yield SEAL_MOVES[kind]
    else:
        for token in tokens_for(state, staged.ingredient):
            yield TOKEN_MOVES[token]


TOKEN_MOVES = {token: Move("token", (token,)) for token in ALCHEMICALS}
SEAL_MOVES = {kind: Move("seal", (kind,)) for kind in SEALS}


def do_seal(state: State, seat: Seat, move: Move, events: Events) -> State:
    """Pay, place token and seal, reputation, then perhaps a grant (ruling 44)."""
    base, staged = state.agenda
    place = BOOK_AT[staged.ingredient]
    state = _publish_action(state, base)
    if staged.endorses:
        state = _pay_for_endorsing(state, seat, staged, events)
    else:
        state = _pay_for_publishing(state, seat, staged, events)
    screen = state.screens[seat]
    state = change_screen(
        state,
        seat,
        seals=without(screen.seals, move.arg),
        placed=replaced(screen.placed, place, move.arg),
    )
    book = Book(staged.token, (*state.books[place].seats, seat))
    state = evolve(state, books=replaced(state.books, place, book))
    if not staged.endorses:
        state = change_reputation(state, seat, [cause("publish")], events)
    elif owns(state, seat, AUTHORITY):  # without it there is nothing to add to (ruling 123)
        state = change_reputation(state, seat, [cause("endorse")], events)
    return grants_for(state, seat, events)


def _publish_action(state: State, base: Act | Immediate) -> State:
    """The action that this uses up; at once after a debunk the next one of the area (rulings 66 and 118)."""
    if type(base) is Act:
        return performed(state, base)
    row = row_of(state, base.seat, PUBLISH_PLACE)
    assert row is not None  # else nobody would have been asked
    return take_back(evolve(state, agenda=()), base.seat, PUBLISH_PLACE, row)


def _pay_for_publishing(state: State, seat: Seat, staged: Publishing, events: Events) -> State:
    cost = cost_of(state, seat)
    params = {"seat": seat, "ingredient": staged.ingredient, "alchemical": staged.token, "gold": -cost}
    events.append(Event("theory", "publish.new", params))
    return gain_gold(state, seat, -cost)


def _pay_for_endorsing(state: State, seat: Seat, staged: Publishing, events: Events) -> State:
    book = state.books[BOOK_AT[staged.ingredient]]
    price = endorse_price(state, seat, book)
    params = {"seat": seat, "ingredient": staged.ingredient, "n": price, "gold": -price}
    events.append(Event("endorsed", "endorse.rule", params))
    state = gain_gold(state, seat, -price)
    for author in book.seats:
        params = {"seat": author, "n": PUBLISH_COST, "gold": PUBLISH_COST}
        events.append(Event("royalty", "endorse.pay", params))
        state = gain_gold(state, author, PUBLISH_COST)
    return state


# --- Seals that count, grants ------------------------------------------------------------------------------


def counted(state: State, seat: Seat) -> list[str]:
    """The ingredients on whose books a seat's seal counts: none under conflict (conflict.effect)."""
    books = {name: book.seats for name, book in zip(INGREDIENTS, state.books, strict=True)}
    return calculator.counted(seat, books, state.conflicts)


def open_grants(state: State, seat: Seat) -> list[str]:
    """The tiles that a seat may take now: two seals for the first, three for later ones (rulings 47-50)."""
    needed = GRANTS_LATER if state.boards[seat].grants else GRANTS_FIRST
    taken = {code for board in state.boards for code in board.grants}
    sealed, tiles = set(counted(state, seat)), figures(state.options).tiles
    return [code for code in GRANTS if code not in taken and len(sealed & set(tiles[code])) >= needed]


def grants_for(state: State, seat: Seat, events: Events) -> State:
    """One grant must be taken, if there is one; all see which could be (grants.take, grants.one)."""
    found = open_grants(state, seat)
    if len(found) > 1:
        return evolve(state, agenda=(Grant(seat),))
    return _take_grant(state, seat, found[0], events) if found else state


def check_grant(state: State, seat: Seat, move: Move) -> Refusal | None:
    code = move.arg
    if code not in GRANTS:
        return Refusal("no_such_grant", "grants.tokens", {"text": code})
    if code in open_grants(state, seat):
        return None
    clause = "grants.later" if state.boards[seat].grants else "grants.first"
    return Refusal("grant_short", clause, {"grant": code, "tile": tile_of(state, code)})


def tile_of(state: State, code: str) -> list[str]:
    """The ingredients of a grant, as the table's own box has them."""
    return list(figures(state.options).tiles[code])


def grant_answers(state: State, seat: Seat) -> Iterator[Move]:
    for code in open_grants(state, seat):
        yield Move("grant", (code,))


def do_grant(state: State, seat: Seat, move: Move, events: Events) -> State:
    return _take_grant(evolve(state, agenda=()), seat, move.arg, events)


def _take_grant(state: State, seat: Seat, code: str, events: Events) -> State:
    board = state.boards[seat]
    params = {"seat": seat, "grant": code, "tile": tile_of(state, code), "gold": GRANT_GOLD}
    events.append(Event("grant_taken", "grants.take", params))
    return change_board(state, seat, gold=board.gold + GRANT_GOLD, grants=(*board.grants, code))

"""Theories: publishing, endorsing, grants, debunking at both levels, conflicts, immediate publication.

Clauses publish.*, seals.*, endorse.*, grants.*, debunk.*, conflict.*; rulings 44-69, 114, 117-123.
"""

from collections.abc import Iterator, Sequence

from scoring.games.alchemists.points import ALCHEMICALS, AUTHORITY, COLOURS, Part
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from simulator.engine.tuples import replaced, without
from simulator.games.alchemists.deduction import debunking
from simulator.games.alchemists.deduction.data import INGREDIENTS, PAIR_OF, PAIRS, RESULTS, SIGNS
from simulator.games.alchemists.deduction.facts import Fact
from simulator.games.alchemists.engine.data import (
    GRANT_GOLD,
    GRANTS,
    GRANTS_FIRST,
    GRANTS_LATER,
    HEDGES,
    PLACE,
    PRESS,
    PUBLISH,
    PUBLISH_COST,
    SEALS,
    SEALS_PER_BOOK,
)
from simulator.games.alchemists.engine.gathering import check_ingredient
from simulator.games.alchemists.engine.goods import (
    Events,
    cause,
    change_board,
    change_reputation,
    change_screen,
    gain_gold,
    owns,
)
from simulator.games.alchemists.engine.mixing import made_of
from simulator.games.alchemists.engine.options import DEBUNKING, figures, is_master
from simulator.games.alchemists.engine.rows import performed, row_of, take_back
from simulator.games.alchemists.engine.state import (
    BOOK_AT,
    NOTHING,
    Act,
    Answer,
    Book,
    Claim,
    Grant,
    Immediate,
    Publishing,
    State,
    theories,
)
from web.refusal import Refusal

PUBLISH_PLACE = PLACE[PUBLISH]
EMPTY = Book()


def _unasked(move: Move) -> Refusal:
    return Refusal("not_asked", "turn.play", {"text": str(move)[:80]})


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
    name = move.args[0]
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
    return evolve(state, agenda=(*state.agenda, Publishing(seat, move.args[0])))


def endorse_price(state: State, seat: Seat, book: Book) -> int:
    """A gold to the bank and one to each whose seal lies there already (endorse.pay)."""
    return cost_of(state, seat) + len(book.seats) * PUBLISH_COST


def check_endorse(state: State, seat: Seat, move: Move) -> Refusal | None:
    name = move.args[0]
    if refusal := check_ingredient(name):
        return refusal
    book = state.books[BOOK_AT[name]]
    if not book.token:
        return Refusal("no_theory", "endorse.theory", {"ingredient": name})
    if seat in book.seats:
        return Refusal("sealed_already", "endorse.once", {"ingredient": name})
    if len(book.seats) >= SEALS_PER_BOOK:
        return Refusal("book_full", "endorse.places", {"ingredient": name, "n": SEALS_PER_BOOK})
    if in_conflict(state, name):
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
            and not in_conflict(state, name)
        ):
            yield ENDORSE_MOVES[name]


def do_endorse(state: State, seat: Seat, move: Move, events: Events) -> State:
    name = move.args[0]
    staged = Publishing(seat, name, state.books[BOOK_AT[name]].token, True)
    return evolve(state, agenda=(*state.agenda, staged))


def check_token(state: State, seat: Seat, move: Move) -> Refusal | None:
    token, staged = move.args[0], state.agenda[-1]
    if staged.token:
        return _unasked(move)
    if token not in ALCHEMICALS:
        return Refusal("no_such_token", "publish.token", {"text": token[:40]})
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
    staged = state.agenda[-1]._replace(token=move.args[0])
    return evolve(state, agenda=(state.agenda[0], staged))


def check_seal(state: State, seat: Seat, move: Move) -> Refusal | None:
    kind = move.args[0]
    if not state.agenda[-1].token:
        return _unasked(move)
    if kind not in SEALS:
        return Refusal("no_such_seal", "seals.supply", {"text": kind[:40]})
    if kind not in state.screens[seat].seals:
        return Refusal("seal_spent", "seals.supply", {"seal": kind})
    return None


def publishing_answers(state: State, seat: Seat) -> Iterator[Move]:
    staged = state.agenda[-1]
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
        seals=without(screen.seals, move.args[0]),
        placed=replaced(screen.placed, place, move.args[0]),
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


def in_conflict(state: State, ingredient: str) -> bool:
    return any(ingredient in pair for pair in state.conflicts)


def counted(state: State, seat: Seat) -> list[str]:
    """The ingredients on whose books a seat's seal counts: none under conflict (conflict.effect)."""
    return [
        name
        for name, book in zip(INGREDIENTS, state.books, strict=True)
        if seat in book.seats and not in_conflict(state, name)
    ]


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
    code = move.args[0]
    if code not in GRANTS:
        return Refusal("no_such_grant", "grants.tokens", {"text": code[:40]})
    if code in open_grants(state, seat):
        return None
    return Refusal(
        "grant_short", "grants.later" if state.boards[seat].grants else "grants.first", {"grant": code}
    )


def grant_answers(state: State, seat: Seat) -> Iterator[Move]:
    for code in open_grants(state, seat):
        yield Move("grant", (code,))


def do_grant(state: State, seat: Seat, move: Move, events: Events) -> State:
    return _take_grant(evolve(state, agenda=()), seat, move.args[0], events)


def _take_grant(state: State, seat: Seat, code: str, events: Events) -> State:
    board = state.boards[seat]
    events.append(Event("grant_taken", "grants.take", {"seat": seat, "grant": code, "gold": GRANT_GOLD}))
    return change_board(state, seat, gold=board.gold + GRANT_GOLD, grants=(*board.grants, code))


# --- Debunking ---------------------------------------------------------------------------------------------


def debunk_refusal(state: State) -> Refusal | None:
    """While no theory lies there is nothing to debunk (ruling 65)."""
    return None if any(book.token for book in state.books) else Refusal("nothing_published", "debunk.when")


def check_debunk(state: State, seat: Seat, move: Move) -> Refusal | None:
    """An apprentice names a published ingredient and a colour (debunk.published, rulings 54 and 120)."""
    name, colour = move.args
    if is_master(state.options, DEBUNKING, seat):
        return Refusal("master_debunks", "debunk.master")
    if refusal := debunk_refusal(state) or check_ingredient(name):
        return refusal
    if not state.books[BOOK_AT[name]].token:
        return Refusal("unpublished", "debunk.published", {"ingredient": name})
    if colour not in COLOURS:
        return Refusal("no_such_colour", "formula.circles", {"text": colour[:40]})
    return None


def check_question(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A master names two ingredients, with or without theories (ruling 120)."""
    if not is_master(state.options, DEBUNKING, seat):
        return Refusal("apprentice_debunks", "debunk.apprentice")
    if refusal := debunk_refusal(state):
        return refusal
    for name in move.args:
        if refusal := check_ingredient(name):
            return refusal
    if move.args[0] == move.args[1]:
        return Refusal("same_ingredient", "mix.different", {"ingredient": move.args[0]})
    return None if PAIR_OF[move.args] == move.args else _unasked(move)


def debunk_answers(state: State, seat: Seat) -> Iterator[Move]:
    if debunk_refusal(state) is not None:
        return
    if is_master(state.options, DEBUNKING, seat):
        yield from QUESTIONS
        return
    for name, book in zip(INGREDIENTS, state.books, strict=True):
        if book.token:
            yield from DEBUNKS[name]


QUESTIONS = tuple(Move("test", pair) for pair in PAIRS)
DEBUNKS = {name: tuple(Move("debunk", (name, colour)) for colour in COLOURS) for name in INGREDIENTS}


def do_debunk(state: State, seat: Seat, move: Move, events: Events) -> State:
    """Everybody sees the true sign (debunk.apprentice)."""
    name, colour = move.args
    sign = SIGNS[state.truth[BOOK_AT[name]]][colour]
    params = {"seat": seat, "ingredient": name, "colour": colour, "sign": sign}
    events.append(Event("aspect", "debunk.apprentice", params))
    outcome = debunking.apprentice(theories(state.books), name, colour, sign)
    return _answered(state, seat, Fact("aspect", (name,), (colour, sign)), outcome, events)


def do_question(state: State, seat: Seat, move: Move, events: Events) -> State:
    return evolve(state, agenda=(*state.agenda, Claim(seat, move.args)))


def check_claim(state: State, seat: Seat, move: Move) -> Refusal | None:
    if move.args[0] in RESULTS:
        return None
    return Refusal("no_such_potion", "mix.potions", {"text": move.args[0][:40]})


def claim_answers(state: State, seat: Seat) -> tuple[Move, ...]:
    return CLAIMS


CLAIMS = tuple(Move("claim", (potion,)) for potion in RESULTS)


def do_claim(state: State, seat: Seat, move: Move, events: Events) -> State:
    """Only whether it comes out is answered; what follows is worked out, not announced (ruling 56)."""
    pair, potion = state.agenda[-1].pair, move.args[0]
    answer = made_of(state, pair) == potion
    kind = "debunk_yes" if answer else "debunk_no"
    events.append(Event(kind, "debunk.master", {"seat": seat, "pair": list(pair), "potion": potion}))
    fact = Fact("mix" if answer else "not_mix", pair, (potion,))
    outcome = debunking.master(theories(state.books), state.conflicts, pair, potion, answer)
    return _answered(state, seat, fact, outcome, events)


def _answered(state: State, seat: Seat, fact: Fact, outcome: debunking.Outcome, events: Events) -> State:
    act = state.agenda[0]
    answer = Answer(seat, state.round, len(state.mixes), fact)
    state = evolve(performed(state, act), answers=(*state.answers, answer))
    if outcome.falls:
        return _fall(state, seat, outcome, events)
    if outcome.conflict is None:
        events.append(Event("debunk_vain", outcome.clause, {"seat": seat}))
        return change_reputation(state, seat, [cause("debunk_failed")], events)
    events.append(Event("conflict_shown", outcome.clause, {"pair": list(outcome.conflict)}))
    state = evolve(state, conflicts=tuple(sorted((*state.conflicts, outcome.conflict))))
    return change_reputation(state, seat, [cause("debunk")], events)


def _fall(state: State, seat: Seat, outcome: debunking.Outcome, events: Events) -> State:
    """Theories leave with their seals; each player's gains and losses are one event (rulings 62-64, 122)."""
    parts: dict[Seat, list[Part]] = {seat: [cause("debunk")]}
    fallen = []
    for ingredient, colour in outcome.falls:
        token = state.books[BOOK_AT[ingredient]].token
        fallen.append((ingredient, token))
        params = {"ingredient": ingredient, "alchemical": token, "colour": colour}
        events.append(Event("theory_falls", outcome.clause, params))
        state = _turn_seals(state, ingredient, colour, parts, events)
    state = _end_conflicts(state, [ingredient for ingredient, _ in fallen], events)
    state = change_reputation(state, seat, parts.pop(seat), events)
    for other in state.sequence:
        if other in parts:
            state = change_reputation(state, other, parts[other], events)
    return _publish_at_once(state, seat, tuple(fallen))


def _turn_seals(
    state: State, ingredient: str, colour: str, parts: dict[Seat, list[Part]], events: Events
) -> State:
    """The seals of a book are shown and gone; a hedge of the right colour loses nothing (debunk.hedge)."""
    place = BOOK_AT[ingredient]
    for owner in state.books[place].seats:
        screen = state.screens[owner]
        kind = screen.placed[place]
        hedged = HEDGES[kind] == colour
        parts.setdefault(owner, []).append(cause("hedged" if hedged else "seal_lost"))
        code, clause = ("seal_hedges", "debunk.hedge") if hedged else ("seal_falls", "debunk.losses")
        events.append(Event(code, clause, {"seat": owner, "ingredient": ingredient, "seal": kind}))
        state = change_screen(state, owner, placed=replaced(screen.placed, place, NOTHING))
        state = change_board(state, owner, seals=(*state.boards[owner].seals, kind))
    return evolve(state, books=replaced(state.books, place, EMPTY))


def _end_conflicts(state: State, fallen: Sequence[str], events: Events) -> State:
    """Conflicts of a fallen theory end; its partners keep those with others (conflict.end, ruling 62)."""
    over = [pair for pair in state.conflicts if set(pair) & set(fallen)]
    for pair in over:
        events.append(Event("conflict_over", "conflict.end", {"pair": list(pair)}))
    if not over:
        return state
    return evolve(state, conflicts=tuple(pair for pair in state.conflicts if pair not in over))


def _publish_at_once(state: State, seat: Seat, fallen: tuple[tuple[str, str], ...]) -> State:
    """Offered where an action of publishing is left and can be performed, as all can see (ruling 119)."""
    row = row_of(state, seat, PUBLISH_PLACE)
    if row is None or row.over >= row.actions:
        return state
    asked = evolve(state, agenda=(Immediate(seat, fallen),))
    return asked if next(publish_answers(asked, seat), None) else state


def wait(state: State, seat: Seat, events: Events) -> State:
    """The cube waits for its own area."""
    events.append(Event("publishes_later", "debunk.immediate", {"seat": seat}))
    return evolve(state, agenda=())

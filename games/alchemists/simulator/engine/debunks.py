"""Debunking at both levels, what falls with a theory, conflicts, and what may be published at once.

Clauses debunk.*, conflict.*; rulings 54-69, 115, 117-122. What an answer proves is worked out in
`deduction.debunking`.
"""

from collections.abc import Iterator, Sequence

from games.alchemists.scoring.points import COLOURS, Part, hedges
from games.alchemists.simulator.deduction import debunking
from games.alchemists.simulator.deduction.data import INGREDIENTS, PAIR_OF, PAIRS, RESULTS, SIGNS
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.engine.gathering import check_ingredient
from games.alchemists.simulator.engine.goods import (
    Events,
    cause,
    change_board,
    change_reputation,
    change_screen,
)
from games.alchemists.simulator.engine.mixing import made_of
from games.alchemists.simulator.engine.options import DEBUNKING, is_master
from games.alchemists.simulator.engine.rows import performed, row_of
from games.alchemists.simulator.engine.state import (
    BOOK_AT,
    NOTHING,
    Answer,
    Book,
    Claim,
    Immediate,
    State,
    theories,
)
from games.alchemists.simulator.engine.theorising import PUBLISH_PLACE, publish_answers
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from simulator.engine.tuples import replaced
from web.refusal import Refusal

EMPTY = Book()


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
        return Refusal("no_such_colour", "formula.circles", {"text": colour})
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
    if PAIR_OF[move.args] == move.args:
        return None
    return Refusal("unreadable", "turn.play", {"text": str(move)})


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
    return Refusal("no_such_potion", "mix.potions", {"text": move.arg})


def claim_answers(state: State, seat: Seat) -> tuple[Move, ...]:
    return CLAIMS


CLAIMS = tuple(Move("claim", (potion,)) for potion in RESULTS)


def do_claim(state: State, seat: Seat, move: Move, events: Events) -> State:
    """Only whether it comes out is answered; what follows is worked out, not announced (ruling 56)."""
    pair, potion = state.frame.pair, move.arg
    answer = made_of(state, pair) == potion
    kind = "debunk_yes" if answer else "debunk_no"
    events.append(Event(kind, "debunk.master", {"seat": seat, "pair": list(pair), "potion": potion}))
    fact = Fact("mix" if answer else "not_mix", pair, (potion,))
    outcome = debunking.master(theories(state.books), state.conflicts, pair, potion, answer)
    return _answered(state, seat, fact, outcome, events)


def _answered(
    state: State, seat: Seat, fact: Fact, outcome: debunking.DebunkOutcome, events: Events
) -> State:
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


def _fall(state: State, seat: Seat, outcome: debunking.DebunkOutcome, events: Events) -> State:
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
        hedged = hedges(kind, (colour,))
        parts.setdefault(owner, []).append(cause("hedged" if hedged else "seal_lost"))
        code, clause = ("seal_hedges", "debunk.hedge") if hedged else ("seal_falls", "debunk.losses")
        events.append(Event(code, clause, {"seat": owner, "ingredient": ingredient, "seal": kind}))
        state = change_screen(state, owner, placed=replaced(screen.placed, place, NOTHING))
        state = change_board(state, owner, seals=(*state.boards[owner].seals, kind))
    return evolve(state, books=replaced(state.books, place, EMPTY))


def _end_conflicts(state: State, fallen: Sequence[str], events: Events) -> State:
    """Conflicts of a fallen theory end; its partners keep those with others (conflict.end, ruling 62)."""
    over = debunking.ending(state.conflicts, fallen)
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

"""Two cards into the cauldron: what comes of it, who sees what, and what becomes of the cards.

Clauses experiment.*, student.*, drink.*, cap.tests, periscope.when, mortar.random, feather.*; rulings 7, 29,
70-76, 83, 111-113, 116, 129, 133. Selling and the exhibition mix through here too.
"""

from functools import cache

from games.alchemists.scoring.points import FEATHER
from games.alchemists.simulator.deduction.chemistry import mix
from games.alchemists.simulator.deduction.data import NEUTRAL, PAIR_OF, PAIRS, RESULTS, SIGN_OF
from games.alchemists.simulator.engine.data import (
    CAP,
    EXHIBITION,
    INSANITY,
    MORTAR,
    PARALYSIS,
    PERISCOPE,
    POISON,
    ROUNDS,
    STUDENT,
    STUDENT_PRICE,
    number_on,
)
from games.alchemists.simulator.engine.gathering import check_in_hand
from games.alchemists.simulator.engine.goods import (
    Events,
    cause,
    change_board,
    change_reputation,
    change_screen,
    gain_gold,
    less,
    owner_of,
    owns,
    set_aside,
    throw_away,
)
from games.alchemists.simulator.engine.rows import performed
from games.alchemists.simulator.engine.state import (
    BOOK_AT,
    NOTHING,
    YES,
    Cap,
    Cauldron,
    Mix,
    Mortar,
    Peek,
    State,
)
from games.alchemists.simulator.engine.view import of_peek
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from simulator.engine.tuples import in_order
from web.refusal import Refusal

Pair = tuple[str, str]
RANK = {potion: place for place, potion in enumerate(RESULTS)}
CAP_TESTS = number_on(CAP, "tests")
MINUS = "-"


# --- The pair ----------------------------------------------------------------------------------------------


def check_pair(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Two cards of the hand, of different kinds (ruling 7); a move names them in the content's order."""
    first, second = move.args
    for card in (first, second):
        if refusal := check_in_hand(state, seat, card):
            return refusal
    if first == second:
        return Refusal("same_ingredient", "mix.different", {"ingredient": first})
    if PAIR_OF[first, second] != (first, second):
        return Refusal("unreadable", "turn.play", {"text": str(move)})
    return None


@cache
def mixes_of(cards: tuple[str, ...]) -> tuple[Move, ...]:
    """Every pair of different cards of a hand, given by its kinds."""
    return tuple(sorted(Move("mix", pair) for pair in PAIRS if pair[0] in cards and pair[1] in cards))


def pair_answers(state: State, seat: Seat) -> tuple[Move, ...]:
    return mixes_of(tuple(dict.fromkeys(state.screens[seat].hand)))


def made_of(state: State, pair: Pair) -> str:
    """The potion that two ingredients make in the secret world."""
    return mix(state.truth[BOOK_AT[pair[0]]], state.truth[BOOK_AT[pair[1]]])


def with_mix(state: State, seat: Seat, pair: Pair, shown: Mix) -> State:
    """The mix as all saw it, and the pair as only its maker knows it."""
    state = change_screen(state, seat, pairs=(*state.screens[seat].pairs, pair))
    return evolve(state, mixes=(*state.mixes, shown))


def into_cauldron(state: State, seat: Seat, pair: Pair, shown: Mix, area: str) -> State:
    """The cards leave the hand unseen, and nobody knows any more what is left there (ruling 112)."""
    state = with_mix(state, seat, pair, shown)
    state = change_screen(state, seat, hand=less(state.screens[seat].hand, pair))
    if state.boards[seat].shown:
        state = change_board(state, seat, shown=())
    return evolve(state, cauldron=Cauldron(seat, area))


def mark(state: State, seat: Seat, potion: str) -> State:
    """A potion that all have seen stands on the player's board (experiment.mark, ruling 42)."""
    made = state.boards[seat].potions
    if potion in made:
        return state
    return change_board(state, seat, potions=tuple(sorted((*made, potion), key=RANK.__getitem__)))


def is_negative(potion: str) -> bool:
    return potion != NEUTRAL and SIGN_OF[potion] == MINUS


# --- Testing on the student, on oneself --------------------------------------------------------------------


def check_test(state: State, seat: Seat, move: Move) -> Refusal | None:
    """After the student's first negative potion each further test costs a gold (rulings 70 and 133)."""
    if refusal := check_pair(state, seat, move):
        return refusal
    if state.unhappy and state.boards[seat].gold < STUDENT_PRICE:
        return Refusal("student_unpaid", "student.price", {"n": STUDENT_PRICE})
    return None


def test_answers(state: State, seat: Seat) -> tuple[Move, ...]:
    if state.unhappy and state.boards[seat].gold < STUDENT_PRICE:
        return ()
    return pair_answers(state, seat)


def do_test(state: State, seat: Seat, move: Move, events: Events) -> State:
    pair, made = move.args, made_of(state, move.args)
    state = performed(state, state.frame)
    if state.unhappy:
        events.append(Event("student_paid", "student.price", {"seat": seat, "gold": -STUDENT_PRICE}))
        state = gain_gold(state, seat, -STUDENT_PRICE)
    _show(seat, pair, made, "mixed_student", events)
    state = into_cauldron(state, seat, pair, Mix(seat, state.round, STUDENT, made), STUDENT)
    if is_negative(made) and not state.unhappy:
        events.append(Event("student_unhappy", "student.price", {}))
        state = evolve(state, unhappy=True)
    return mark(state, seat, made)


def do_drink(state: State, seat: Seat, move: Move, events: Events) -> State:
    """The drink of an area or of the Custodian; a negative potion harms once a round (drink.*, ruling 72)."""
    pair, made, how = move.args, made_of(state, move.args), state.frame.area
    state = performed(state, state.frame)
    _show(seat, pair, made, "mixed_drink", events)
    state = into_cauldron(state, seat, pair, Mix(seat, state.round, how, made), how)
    return _apply_potion(mark(state, seat, made), seat, made, events)


def _show(seat: Seat, pair: Pair, made: str, kind: str, events: Events) -> None:
    clause = "cap.tests" if kind == "mixed_cap" else "experiment.result"
    events.append(Event(kind, clause, {"seat": seat, "potion": made}))
    events.append(Event("mixed_pair", "experiment.result", {"pair": list(pair), "potion": made}, (seat,)))


def _apply_potion(state: State, seat: Seat, potion: str, events: Events) -> State:
    board = state.boards[seat]
    if not is_negative(potion):
        return state
    if potion in board.suffered:
        events.append(Event("suffered_before", "drink.once", {"seat": seat, "potion": potion}))
        return state
    state = change_board(state, seat, suffered=(*board.suffered, potion))
    if potion == INSANITY:
        return change_reputation(state, seat, [cause("drink")], events)
    if state.round == ROUNDS:  # there is no next round to suffer in (ruling 74)
        return state
    if potion == PARALYSIS:
        events.append(Event("paralysed", "drink.paralysis", {"seat": seat}))
        return evolve(state, stricken=(*state.stricken, seat))
    if potion == POISON and board.cubes:  # after the Boots any cube that is back will do (ruling 71)
        events.append(Event("poisoned", "drink.poison", {"seat": seat}))
        return change_board(state, seat, cubes=board.cubes - 1, hospital=board.hospital + 1)
    return state


# --- The Thinking Cap --------------------------------------------------------------------------------------


def _uncapped(state: State, seat: Seat) -> tuple[str, ...]:
    """The cards that no test has used yet: the first pair may not come again (ruling 113)."""
    screen = state.screens[seat]
    return screen.hand if state.frame.test == 1 else less(screen.hand, screen.pairs[-1])


def check_cap(state: State, seat: Seat, move: Move) -> Refusal | None:
    if refusal := check_pair(state, seat, move):
        return refusal
    left = _uncapped(state, seat)
    for card in move.args:
        if card not in left:
            return Refusal("cap_card", "cap.tests", {"ingredient": card})
    return None


def cap_answers(state: State, seat: Seat) -> tuple[Move, ...]:
    return mixes_of(tuple(dict.fromkeys(_uncapped(state, seat))))


def do_cap(state: State, seat: Seat, move: Move, events: Events) -> State:
    """Everybody sees the potion; no harm is done, and the cards stay in the hand (ruling 29)."""
    pair, made, frame = move.args, made_of(state, move.args), state.frame
    _show(seat, pair, made, "mixed_cap", events)
    state = mark(with_mix(state, seat, pair, Mix(seat, state.round, CAP, made)), seat, made)
    more = frame.test < CAP_TESTS
    return evolve(state, agenda=(Cap(seat, frame.test + 1),) if more else ())


# --- After a mix: the Periscope, the Mortar, the discard (ruling 111) --------------------------------------


def clear_cauldron(state: State, events: Events) -> State:
    """The next thing that becomes of a mix."""
    cauldron = state.cauldron
    assert cauldron is not None
    if not cauldron.asked:
        state = evolve(state, cauldron=cauldron._replace(asked=True))
        owner = owner_of(state, PERISCOPE)
        if owner not in (None, cauldron.seat) and PERISCOPE not in state.used:
            return evolve(state, agenda=(Peek(owner),))
        return state
    seat = cauldron.seat
    if owns(state, seat, MORTAR):
        return _draw_for_mortar(state, seat, events)
    return _empty(state, state.screens[seat].pairs[-1])


def _draw_for_mortar(state: State, seat: Seat, events: Events) -> State:
    """Chance says which card goes; its owner may still let both go (rulings 75 and 83)."""
    place, chance = state.chance.below(2)
    card = state.screens[seat].pairs[-1][place]
    events.append(Event("mortar_drawn", "mortar.random", {"seat": seat, "ingredient": card}, (seat,)))
    state = change_screen(state, seat, drawn=card)
    return evolve(state, chance=chance, agenda=(Mortar(seat),))


def _empty(state: State, cards: tuple[str, ...]) -> State:
    """Cards of the cauldron go into the discard, or under the Feather after a successful exhibit."""
    cauldron, last = state.cauldron, len(state.mixes) - 1
    assert cauldron is not None
    kept = (
        cauldron.area == EXHIBITION and state.mixes[last].shown == YES and owns(state, cauldron.seat, FEATHER)
    )
    state = (set_aside if kept else throw_away)(state, cauldron.seat, cards, last)
    return evolve(state, cauldron=None)


def do_mortar(state: State, seat: Seat, move: Move, events: Events) -> State:
    """One card goes, the other returns to the hand."""
    screen = state.screens[seat]
    (kept,) = less(screen.pairs[-1], (screen.drawn,))
    events.append(Event("mortar_used", "mortar.random", {"seat": seat}))
    hand = in_order((*screen.hand, kept))
    state = change_screen(evolve(state, agenda=()), seat, hand=hand, drawn=NOTHING)
    return _empty(state, (screen.drawn,))


def waive_mortar(state: State, seat: Seat, events: Events) -> State:
    events.append(Event("waived", "mortar.random", {"seat": seat, "artifact": MORTAR}))
    state = change_screen(evolve(state, agenda=()), seat, drawn=NOTHING)
    return _empty(state, state.screens[seat].pairs[-1])


def do_peek(state: State, seat: Seat, move: Move, events: Events) -> State:
    """One of the two, by chance, before the cards are gone (periscope.when, ruling 76)."""
    assert state.cauldron is not None
    place, chance = state.chance.below(2)
    number = len(state.mixes) - 1
    seen = state.screens[state.cauldron.seat].pairs[-1][place]
    fact = of_peek(state.mixes[number], seen)
    said = {"ingredient": seen, "seen": [fact.kind, *fact.value] if fact else []}
    events.append(Event("peeked", "periscope.when", {"seat": seat}))
    events.append(Event("peeked_private", "periscope.when", said, (seat,)))
    peeked = (*state.screens[seat].peeked, (number, seen))
    state = change_screen(state, seat, peeked=peeked)
    return evolve(state, chance=chance, used=(*state.used, PERISCOPE), agenda=())

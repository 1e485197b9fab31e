"""Turns of three phases, for courses whose boxes have them: drawing, drawing or playing, playing.

The clauses are those that the boxes name (`course.clauses`); rulings 35-38, 67-71. A frame on the agenda is a
phase, or what has to be done inside it: drawing card by card, and whatever boxes add.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.potions.scoring.points import SPELL, Play
from games.potions.simulator.engine.answers import other_verb, unreadable
from games.potions.simulator.engine.base_game import Turns
from games.potions.simulator.engine.box import Asking, FrameKind, Keeping, Says, Seen, Verb
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.cupboard import lay
from games.potions.simulator.engine.data import CARD, MAX_PLAYERS, SPELLS, is_called
from games.potions.simulator.engine.rules import (
    EVERYBODY,
    NOBODY,
    OTHERS,
    Effect,
    all_played,
    begun,
    brought,
    end_game,
    leave_hand,
)
from games.potions.simulator.engine.short_parts import CARDS, box_of, seat_to_play
from games.potions.simulator.engine.state import CAST, MUST, Staged, State
from simulator.engine.comparing import as_it_is
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat, Settled, Step
from simulator.engine.shortform import malformed, require_range
from simulator.engine.tuples import in_order, replaced
from web.refusal import Params, Refusal

DRAW = "draw"
FIRST, SECOND, THIRD = 1, 2, 3
CIRCLE = "circle"


class Phase(NamedTuple):
    """Phase `n` of a turn. `further`: after a spell, another card may follow. `cast`: spells of the phase."""

    seat: int
    n: int
    further: bool = False
    cast: tuple[str, ...] = ()


class Drawing(NamedTuple):
    """So many cards are still to be drawn, each from a deck of the seat's choice.

    `held` is the spell that draws, none in phase one; `may_stop`: the seat needn't draw any more.
    """

    seat: int
    left: int
    held: tuple[str, ...] = ()
    may_stop: bool = False


def spell_in(frame: Any) -> str:
    """The spell that is at work in a frame."""
    (spell,) = frame.held
    return str(spell)


def _agendas(n: int) -> tuple[tuple[Phase], ...]:
    return tuple((Phase(seat, n),) for seat in range(MAX_PLAYERS))


# By phase and seat: the agenda of a phase in which nothing has happened yet.
PHASES = {n: _agendas(n) for n in (FIRST, SECOND, THIRD)}


class Circle(NamedTuple):
    """What ruling 71 looks at: the cards in decks and hands after the last turns, and the plays till now."""

    counts: tuple[int, ...]
    plays: int


# --- On to the next real choice -----------------------------------------------------------------------------


def run(state: State, events: list[Event]) -> State:
    """Forced draws, phases that pass by themselves, the end of the turn, and of the game."""
    while state.agenda:
        frame = state.frame
        after = state.course.frames[type(frame)].advance(state, frame, events)
        if after is None:
            return state
        state = after
    return state


def step(state: State, seat: Seat, events: list[Event], reveals: bool = False) -> Step:
    """What has come of a move of `seat`: the others have seen what was played. Who drew has learned something
    too, and, which `reveals` says, who mixed a deck or heard what hands lack.
    """
    for event in events:
        if event.audience and seat in event.audience:
            reveals = True
    learned = EVERYBODY[state.players] if reveals else OTHERS[state.players][seat]
    return Step.of(state, events, learned)


def played(state: State, seat: Seat, events: list[Event]) -> Step:
    """A card has been played."""
    return step(run(after_card(state, events), events), seat, events)


def after_card(state: State, events: list[Event]) -> State:
    """The game is over in the minute in which no card is left (ruling 70)."""
    frame = state.frame
    if all_played(state):
        return over(state, events)
    play_in = state.course.frames[type(frame)].played_in
    assert play_in is not None  # cards are played in no other frame
    return play_in(state, frame, events)


def over(state: State, events: list[Event]) -> State:
    """The end; spells that are still at work go to the cupboard."""
    held = [code for frame in reversed(state.agenda) for code in getattr(frame, "held", ())]
    cupboard = lay(state.cupboard, held, state.course.spells_on_top)
    done: State = end_game(evolve(state, cupboard=cupboard), events).state
    return done


def next_phase(state: State, frame: Phase, events: list[Event]) -> State:
    """After the third phase the turn is over."""
    if frame.n == THIRD:
        return end_turn(state, frame.seat, events)
    return evolve(state, agenda=PHASES[frame.n + 1][frame.seat])


def in_phase(state: State, frame: Phase, events: list[Event]) -> State | None:
    """A phase passes by itself where nothing can be played in it (ruling 69)."""
    if frame.n != FIRST and (not may_leave(state, frame) or can_lay(state, frame.seat)):
        return None
    return next_phase(state, frame, events)


def can_lay(state: State, seat: Seat) -> bool:
    """Whether boxes let a seat without cards play something from the tables."""
    return any(offer(state, seat) for offer in state.course.moves_from_tables)


def after_cast(state: State, seat: Seat, events: list[Event], further: bool) -> State:
    if not further or all_played(state) or not (state.hands[seat] or can_lay(state, seat)):
        return after_card(state, events)
    follows = "must_follow" if state.options.spell_follow_up == MUST else "may_follow"
    events.append(Event.of(follows, state.course.clauses["further"], {"seat": seat}))
    *below, frame = state.agenda
    return evolve(state, agenda=(*below, frame._replace(further=True)))


def show(state: State, seat: Seat, code: str, events: list[Event], play: Play | None = None) -> State:
    """A spell leaves the hand and is at work."""
    events.append(Event.of("cast", state.course.clauses["spell"], {"seat": seat, "card": code}))
    phase, *others = state.agenda
    agenda = (phase._replace(cast=(*phase.cast, code)), *others)
    return leave_hand(state, seat, code, play or Play(seat, SPELL, code), agenda=agenda)


def lay_spell(state: State, code: str, events: list[Event]) -> State:
    """It goes where the boxes send it (ruling 59)."""
    course = state.course
    where = "spell_on_top" if course.spells_on_top else "spell_below"
    events.append(Event.of(where, course.clauses["place"], {"card": code}))
    return evolve(state, cupboard=lay(state.cupboard, (code,), course.spells_on_top))


# --- Drawing ------------------------------------------------------------------------------------------------


def to_draw(state: State, seat: Seat) -> int:
    """How many cards phase one brings (ruling 35)."""
    limits, n = state.course.limits, len(state.hands[seat])
    assert limits is not None  # a course with phases has limits
    if n >= limits.stop:
        return 0
    return limits.to - n if n < limits.below else 1


def take_card(state: State, seat: Seat, place: int, events: list[Event], **changes: Any) -> State:
    """The top card of a deck; what a seat was known to lack it may hold now (ruling 89)."""
    course, deck = state.course, state.decks[place]
    code, rest = deck[-1], deck[:-1]
    clause = course.clauses["draw"]
    named = {"seat": seat, "deck": course.deck_ids[place]}
    events.append(Event.of("drew_from", clause, named))
    events.append(Event.of("drawn_card", clause, {"seat": seat, "card": code}, (seat,)))
    if not rest:
        events.append(Event.of("deck_out", clause, {"deck": course.deck_ids[place]}))
    hands = replaced(state.hands, seat, in_order((*state.hands[seat], code)))
    parts = course.parts_after_taking(state, seat)
    return evolve(state, decks=replaced(state.decks, place, rest), hands=hands, parts=parts, **changes)


def open_decks(state: State) -> list[int]:
    return [place for place, deck in enumerate(state.decks) if deck]


def drawing(state: State, frame: Drawing, events: list[Event]) -> State | None:
    """The choice of a deck is real only where there are several; decks that run out end it (ruling 68)."""
    decks = open_decks(state)
    if frame.left and decks:
        if len(decks) > 1 or frame.may_stop:
            return None
        return draw_one(state, frame, decks[0], events)
    return drawn(state, frame, events)


def draw_one(state: State, frame: Drawing, place: int, events: list[Event]) -> State:
    may_stop = bool(frame.held) and state.course.spell_of(spell_in(frame)).may_stop
    left = Drawing(frame.seat, frame.left - 1, frame.held, may_stop)
    return take_card(state, frame.seat, place, events, agenda=(*state.agenda[:-1], left))


def drawn(state: State, frame: Drawing, events: list[Event]) -> State:
    """All is drawn: phase one is over, or the spell goes on."""
    *below, _ = state.agenda
    if not frame.held:
        (phase,) = below
        return next_phase(state, phase, events)
    under = evolve(state, agenda=tuple(below))
    return state.course.spell_of(spell_in(frame)).after_drawing(under, frame, events)


def check_drawing(state: State, frame: Drawing, move: Move) -> Refusal | None:
    if move.verb == "pass" and not move.args:
        return None if frame.may_stop else must_draw(state, frame)
    if move.verb == DRAW:
        return check_deck(state, move)
    return other_verb(state, move, must_draw(state, frame))


def must_draw(state: State, frame: Drawing) -> Refusal:
    """How many cards are the least: one where a spell leaves the number open (ruling 88)."""
    spell = state.course.spell_of(spell_in(frame)) if frame.held else None
    clause = spell.draws_by if spell else state.course.clauses["draw"]
    return Refusal("must_draw", clause, {"n": 1 if spell and spell.may_stop else frame.left})


def check_deck(state: State, move: Move) -> Refusal | None:
    """A deck that is on the table and not empty."""
    ids = state.course.deck_ids
    if len(move.args) != 1 or not isinstance(move.arg, str):
        return unreadable(move)
    if move.arg not in ids:
        return Refusal("no_such_deck", state.course.clauses["choose"], {"text": move.arg})
    if not state.decks[ids.index(move.arg)]:
        return Refusal("deck_is_empty", state.course.clauses["choose"], {"deck": move.arg})
    return None


def do_drawing(state: State, frame: Drawing, move: Move) -> Step:
    events: list[Event] = []
    if move.verb == "pass":
        events.append(Event.of("drew_enough", state.course.clauses["draw"], {"seat": frame.seat}))
        after = drawn(state, frame, events)
    else:
        after = draw_one(state, frame, state.course.deck_ids.index(move.arg), events)
    return step(run(after, events), frame.seat, events)


def drawing_moves(state: State, frame: Drawing) -> list[Move]:
    moves = deck_moves(state)
    return [*moves, Move("pass")] if frame.may_stop else moves


def deck_moves(state: State) -> list[Move]:
    return [move for move, place in draw_moves(state.course.deck_ids) if state.decks[place]]


@lru_cache(maxsize=64)
def draw_moves(decks: tuple[str, ...]) -> tuple[tuple[Move, int], ...]:
    """Drawing from each deck, sorted, with the place of the deck."""
    return tuple(sorted((Move(DRAW, (deck,)), place) for place, deck in enumerate(decks)))


# --- The second phase: a card from a deck instead of playing one --------------------------------------------


def check_draw(state: State, seat: Seat, move: Move) -> Refusal | None:
    frame, clauses = state.frame, state.course.clauses
    if type(frame) is not Phase or frame.n != SECOND or frame.further:
        return Refusal("no_draw_now", clauses["third"])
    refusal, most = check_deck(state, move), most_in_hand(state)
    if refusal is None and len(state.hands[seat]) >= most:
        return Refusal("hand_full", clauses["second"], {"n": most})
    return refusal


def most_in_hand(state: State) -> int:
    """From so many cards on nothing is drawn."""
    assert state.course.limits is not None  # a course with phases has limits
    return state.course.limits.stop


def do_draw(state: State, seat: Seat, move: Move) -> Step:
    events: list[Event] = []
    taken = take_card(state, seat, state.course.deck_ids.index(move.arg), events)
    return step(run(next_phase(taken, taken.frame, events), events), seat, events)


def draws(state: State, seat: Seat) -> list[Move]:
    """The decks from which a card may be drawn instead of playing one."""
    frame = state.frame
    if type(frame) is not Phase or frame.n != SECOND or frame.further:
        return []
    return deck_moves(state) if len(state.hands[seat]) < most_in_hand(state) else []


# --- In words -----------------------------------------------------------------------------------------------


def say_draw(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return DRAW, {"deck": move.arg}


def say_pass(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """Whether it is drawing that ends, a further card, or a phase that is left out."""
    frame = state.frame
    if type(frame) is Drawing:
        return "draw_enough", {}
    return ("pass_phase" if type(frame) is Phase and not frame.further else "pass"), {}


# --- Leaving out --------------------------------------------------------------------------------------------


def may_pass(state: State, frame: Any) -> bool:
    if frame.further:
        return state.options.spell_follow_up != MUST
    return state.course.frames[type(frame)].may_leave(state, frame)


def may_leave(state: State, frame: Phase) -> bool:
    """A phase is left out only without a card in hand (rulings 36, 69), never while there is one to draw."""
    return not (state.hands[frame.seat] or (frame.n == SECOND and any(state.decks)))


def check_pass(state: State, seat: Seat, move: Move) -> Refusal | None:
    if move.args:
        return unreadable(move)
    frame = state.frame
    if may_pass(state, frame):
        return None
    if frame.further:
        return Refusal("must_follow", "spell.further")
    return Refusal("no_pass_phase", state.course.clauses["pass"])


def do_pass(state: State, seat: Seat, move: Move) -> Step:
    *below, frame = state.agenda
    kind = "stopped" if frame.further else "left_out"
    events = [Event.of(kind, state.course.clauses["further" if frame.further else "pass"], {"seat": seat})]
    if frame.further:
        state = evolve(state, agenda=(*below, frame._replace(further=False)))
    return played(state, seat, events)


# --- Turns, and the circle without progress -----------------------------------------------------------------


def begin_turn(state: State, seat: Seat, events: list[Event], turn: int) -> State:
    events.append(Event.of("turn_begins", state.course.clauses["three"], {"seat": seat}))
    for hook in state.course.before_turn:
        state = hook(state, seat, events)
    return first_phase(state, seat, turn)


def first_phase(state: State, seat: Seat, turn: int) -> State:
    n = to_draw(state, seat)
    first = PHASES[FIRST][seat]
    agenda = (*first, Drawing(seat, n)) if n else first
    return evolve(state, turn=turn, agenda=agenda)


def end_turn(state: State, seat: Seat, events: list[Event]) -> State:
    """On to the left; a circle without progress ends the game (ruling 71). Whoever has nothing to play has a
    turn all the same: its phases pass by themselves, and what pays before and after them pays (ruling 107).
    """
    course = state.course
    for hook in course.after_turn:
        state = hook(state, seat, events)
    while True:
        state, stuck = _count_turn(state)
        if stuck:
            events.append(Event.of("circle_closed", course.clauses["circle"], {"n": state.players}))
            return over(state, events)
        seat = (seat + 1) % state.players
        if any(state.decks) or state.hands[seat] or can_lay(state, seat):
            return begin_turn(state, seat, events, state.turn + 1)
        events.append(Event.of("skipped", "turn.empty", {"seat": seat}))
        for hook in (*course.before_turn, *course.after_turn) if state.options.rules > 1 else ():
            state = hook(state, seat, events)


def in_play(state: State) -> int:
    return sum(map(len, state.decks)) + sum(map(len, state.hands))


def _count_turn(state: State) -> tuple[State, bool]:
    """The turn in the books of ruling 71, and whether a whole circle has passed without progress."""
    circle: Circle = state.course.part(state, CIRCLE)
    scored = any(_brings(state.course, play) for play in state.history[circle.plays :])
    now = in_play(state)
    counts = (now,) if scored else (*circle.counts, now)
    stuck = len(counts) > state.players and counts[-1] >= counts[0]
    noted = Circle(counts[-state.players :], len(state.history))
    return evolve(state, parts=state.course.with_part(state, CIRCLE, noted)), stuck


def _brings(course: Course, play: Play) -> bool:
    """Whether a card or stage that was played brought points; what talismans pay doesn't count."""
    return play.kind not in course.quiet and any(points > 0 for _, points in brought(play))


# --- Positions ----------------------------------------------------------------------------------------------


def encode_circle(circle: Circle) -> Any:
    return {"counts": list(circle.counts), "plays": circle.plays}


def decode_circle(data: Any, course: Course, players: int) -> Circle:
    counts = tuple(data["counts"])
    if not 0 < len(counts) <= players or not all(type(n) is int and n >= 0 for n in counts):
        raise ValueError("circle")
    if type(data["plays"]) is not int or data["plays"] < 0:
        raise ValueError("circle")
    return Circle(counts, data["plays"])


def check_circle(state: State, circle: Circle) -> None:
    assert circle.plays <= len(state.history), "plays that nobody made"


KEEPING = Keeping(
    name=CIRCLE,
    begin=lambda players: Circle((0,), 0),
    encode=encode_circle,
    decode=decode_circle,
    check=check_circle,
    read=lambda data, names, course: Circle((0,), 0),
    write=lambda circle, names: {},
)


def may_play(state: State) -> list[bool]:
    """Who has something to play, or to draw."""
    decks = any(state.decks)
    return [bool(hand) or decks or can_lay(state, seat) for seat, hand in enumerate(state.hands)]


def is_phase(state: State, frame: Phase) -> bool:
    known = all(code in state.course.copies for code in frame.cast)
    return type(frame.n) is int and FIRST <= frame.n <= THIRD and known


def is_drawing(state: State, frame: Drawing) -> bool:
    return type(frame.left) is int and 0 < frame.left <= 9 and type(frame.may_stop) is bool


def decode_phase(frame: Phase, course: Course) -> Phase:
    if type(frame.further) is not bool:
        raise ValueError("agenda")
    return frame._replace(cast=codes_in(frame.cast, course))


def with_held(frame: Any, course: Course, spell: str) -> Any:
    """A frame with the spell that is at work. Raises ValueError for another one."""
    held = codes_in(frame.held, course)
    if [CARD[code].id for code in held] != [spell]:
        raise ValueError("agenda")
    return frame._replace(held=held)


def decode_drawing(frame: Drawing, course: Course) -> Drawing:
    held = codes_in(frame.held, course)
    if held and not draws_cards(course, *held):
        raise ValueError("agenda")
    return frame._replace(held=held)


def draws_cards(course: Course, card: str, *others: str) -> bool:
    """Whether it is one spell that has cards drawn step by step."""
    return not others and card in SPELLS and bool(course.spell_of(card).draws_by)


def codes_in(value: Any, course: Course) -> tuple[str, ...]:
    """Cards that a frame names. Raises ValueError."""
    if not isinstance(value, list) or not all(
        isinstance(code, str) and code in course.copies for code in value
    ):
        raise ValueError(f"agenda: {value!s:.40}")
    return tuple(value)


def numbers_in(value: Any, limit: int) -> tuple[int, ...]:
    """Places or seats that a frame names. Raises ValueError."""
    if not isinstance(value, list):
        raise ValueError(f"agenda: {value!s:.40}")
    return tuple(require_range(each, limit) for each in value)


def casts(card: str) -> Callable[[Any, Event], bool]:
    """Whether an event shows that a spell is cast."""
    return lambda before, event: event.kind == "cast" and is_called(str(event.params["card"]), card)


def tells(kind: str, **params: Any) -> Callable[[Any, Event], bool]:
    """Whether an event is of a kind, with these parameters."""
    return lambda before, event: event.kind == kind and params.items() <= dict(event.params).items()


DRAWING = Asking(check_drawing, do_drawing, drawing_moves)
FRAMES = (
    FrameKind(Phase, None, in_phase, next_phase, may_leave, decode=decode_phase, holds=is_phase),
    FrameKind(Drawing, DRAWING, drawing, decode=decode_drawing, holds=is_drawing),
)
VERBS = {DRAW: Verb(check_draw, do_draw), "pass": Verb(check_pass, do_pass)}
SAYS: Says = {DRAW: say_draw, "pass": say_pass}
SHORT_KEYS = {"phase": as_it_is, CAST: CARDS}


class Phases(Turns):
    """A turn of three phases."""

    played = staticmethod(played)
    may_pass = staticmethod(may_pass)

    def start(self, state: State, seat: Seat, events: list[Event], turn: int) -> State:
        """The first turn of the game, up to its first choice."""
        counts = Circle((in_play(state),), len(state.history))
        begins = evolve(state, parts=state.course.with_part(state, CIRCLE, counts))
        return run(begin_turn(begins, seat, events, turn), events)

    def after_spell(self, state: State, seat: Seat, events: list[Event], further: bool) -> Step:
        """After a spell another card may follow in the same phase (ruling 38)."""
        return step(run(after_cast(state, seat, events, further), events), seat, events)

    def work(self, state: State, seat: Seat, code: str, effect: Effect) -> tuple[State, list[Event]]:
        """Shown, then it works, then the spell goes to the cupboard after all that returns (ruling 67)."""
        events: list[Event] = []
        shown = show(state, seat, code, events)
        return lay_spell(evolve(shown, **effect(shown, events)), code, events), events

    def forced_after_draw(self, state: State, move: Move) -> list[Settled]:
        """After a draw, those from the only deck that is left, each as if it had been asked for."""
        frame, found = state.frame, []
        if move.verb != DRAW or type(frame) is not Drawing:
            return []
        events: list[Event] = []
        after = draw_one(state, frame, state.course.deck_ids.index(move.arg), events)
        while len(decks := open_decks(after)) == 1:
            (deck,), frame = decks, after.frame
            if not frame.left or frame.may_stop:
                break
            answer = Move(DRAW, (state.course.deck_ids[deck],))
            found.append(Settled(frame.seat, answer, Step(after, tuple(events), NOBODY)))
            after = draw_one(after, frame, deck, events)
        return found

    def read(self, state: State, data: Mapping[str, Any], names: Sequence[str]) -> State:
        """The phase that a short form tells of, by default the second; in the first cards are drawn."""
        n, further = data.get("phase", SECOND), data.get("further", False)
        if type(n) is not int or not FIRST <= n <= THIRD or type(further) is not bool:
            raise malformed(f"phase: {n!s:.20}")
        seat = seat_to_play(data.get("turn"), names, state, may_play(state))
        circle = Circle((in_play(state),), len(state.history))
        state = evolve(state, parts=state.course.with_part(state, CIRCLE, circle))
        if n == FIRST:
            return run(first_phase(state, seat, state.turn), [])
        cast = box_of(state.course).cards(data.get(CAST, ""), CAST)
        if not SPELLS.issuperset(cast):
            raise malformed(f"{CAST}: {' '.join(cast):.60}")
        return run(evolve(state, agenda=(Phase(seat, n, further, cast),)), [])

    def write(self, seen: Seen, names: Sequence[str]) -> dict[str, Any]:
        if not seen.agenda:
            return {}
        frame, *_ = seen.agenda
        told = {"turn": names[frame.seat], "phase": frame.n, "further": frame.further}
        return told | ({CAST: " ".join(frame.cast)} if frame.cast else {})

    def is_agenda(self, state: State) -> bool:
        """A phase below, on it what boxes allow, on top perhaps a compound move."""
        if not state.agenda:
            return True
        below, known = begun(state), state.course.frames
        first, *others = map(type, below)
        return (
            first is Phase
            and {Phase, Staged}.isdisjoint(others)
            and (type(state.frame) is not Staged or known[type(below[-1])].played_in is not None)
            and all(known[type(frame)].holds(state, frame) for frame in below)
        )

    def may_be_over(self, state: State) -> bool:
        """A box or the circle may end the game before the cards do."""
        return True

    def check(self, state: State) -> None:
        if state.agenda:
            assert run(state, []) is state, "a choice that is none"

    def forced_after_spell(self, state: State, staged: Staged) -> list[Settled]:
        return []

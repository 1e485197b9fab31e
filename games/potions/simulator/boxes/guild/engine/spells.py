"""The three spells of the Guild: Transmutation, Trismegistus, Athanorum; rulings 46-50, 78-80."""

from typing import NamedTuple

from games.potions.simulator.boxes.guild.engine.columns import HAND, SKIPPED, asked_of, rows_of
from games.potions.simulator.boxes.guild.engine.stages import (
    LAST,
    drop,
    from_tables,
    hides,
    lay_stage,
    next_stage,
    reached,
    source,
    sources_of,
    stages_of,
)
from games.potions.simulator.engine import phases
from games.potions.simulator.engine.answers import other_verb
from games.potions.simulator.engine.box import Asking, FrameKind, Spell
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.cupboard import lay, take, top_recipes
from games.potions.simulator.engine.data import CODES, DECK_OF, RECIPES, is_called
from games.potions.simulator.engine.phases import Drawing
from games.potions.simulator.engine.rules import check_held
from games.potions.simulator.engine.spells import Changes
from games.potions.simulator.engine.staging import arrange, freed, pick
from games.potions.simulator.engine.state import Choice, Filler, Recipe, Staged, State
from games.potions.simulator.engine.view import may_hold
from rulebook.content import reading
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.shortform import require_range
from simulator.engine.tuples import replaced
from web.refusal import Refusal

GAME = reading.load("potions", boxes=("guild",))
TAKES: int = GAME.constants["trismegistus_draw"]
GIVES_BACK: int = GAME.constants["trismegistus_return"]
SKIP, PUT, RETURN = "skip", "put", "return"
TRANSMUTATION, TRISMEGISTUS = "spell_of_transmutation", "spell_of_trismegistus"


# --- Transmutation: the stage after the next one (guild.transmutation.*) ------------------------------------


def can_transmute(state: State, seat: Seat, code: str) -> bool:
    return any(stage.place < LAST for stage in reached(state, seat, ahead=1))


def skip(state: State, staged: Staged) -> list[Choice] | None:
    """In which column a stage is passed over."""
    if staged.place:
        return None
    return [
        Choice(Move(SKIP, (stage.card, stage.column + 1)), staged._replace(place=(stage.column + 1,)))
        for stage in stages_of(state, staged.seat, ahead=1)
        if stage.place < LAST and sources_of(state, staged.seat, stage)
    ]


def hides_skip(state: State, staged: Staged) -> bool:
    """Whether several columns could be meant, or the card come from several places, as far as all know."""
    if staged.place:
        return hides(state, staged)
    stages = [stage for stage in stages_of(state, staged.seat, ahead=1) if stage.place < LAST]
    lying = [stage for stage in stages if from_tables(state, stage)]
    in_hand = {stage.card for stage in stages if stage not in lying}
    codes = [code for card in in_hand for code in CODES[card]]
    return may_hold(state, staged, codes, 2 - len(lying))


def transmute(state: State, staged: Staged) -> Step:
    """The spell is shown, the stage laid, then the spell goes to the cupboard."""
    events: list[Event] = []
    shown = phases.show(state, staged.seat, staged.card, events)
    passed = stages_of(state, staged.seat)[staged.place[0] - 1]
    said = {"seat": staged.seat, "card": passed.card, "column": staged.place[0]}
    events.append(Event.of("stage_skipped", "guild.transmutation.skip", said))
    laid = lay_stage(shown, staged, events, (SKIPPED,))
    return phases.played(phases.lay_spell(laid, staged.card, events), staged.seat, events)


def skip_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    """Only the stage after the next one, no later, and never the Stone."""
    (word, column, *_), row = (*move.args, None), rows_of(state)[staged.seat]
    if type(column) is not int or not 0 < column <= len(row.columns):
        return Refusal("no_such_column", "guild.sequence.shape", {"n": len(row.columns)})
    wanted, laid = asked_of(state.course, row.card)[column - 1], row.columns[column - 1]
    after = next_stage(state.course, row, column - 1, ahead=1)
    said = {"card": word, "column": column}
    if word == wanted.stages[LAST]:
        return Refusal("skip_to_stone", "guild.transmutation.last", said)
    if word in wanted.stages[len(laid) + 2 :]:
        return Refusal("skip_two", "guild.transmutation.running", said)
    if after is not None and word == after.card:
        return Refusal("stage_nowhere", "guild.sequence.from", said)
    return Refusal("not_skipping", "guild.transmutation.skip", said)


# --- Athanorum: a recipe from the cupboard for one from the hand (guild.athanorum.*) ------------------------


def can_exchange(state: State, seat: Seat, code: str) -> bool:
    return bool(top_recipes(state.cupboard)) and any(held in RECIPES for held in state.hands[seat])


def put(state: State, staged: Staged) -> list[Choice] | None:
    """Which card with a recipe goes from the hand to the cupboard."""
    if staged.sources:
        return None
    found = [code for code in dict.fromkeys(state.hands[staged.seat]) if code in RECIPES]
    return [Choice(Move(PUT, (code,)), staged._replace(sources=(Filler(HAND, code),))) for code in found]


def hides_put(state: State, staged: Staged) -> bool:
    """Whether the hand could have several recipes as far as everybody knows."""
    return staged.pick is not None and may_hold(state, staged, RECIPES, 2)


def exchange(state: State, staged: Staged, events: list[Event]) -> Changes:
    """At the same time: the card laid can't be the one taken; no points."""
    seat, taken, given = staged.seat, str(staged.pick), staged.sources[0].what
    said = {"seat": seat, "card": taken, "into": given}
    events.append(Event.of("exchanged", "guild.athanorum.exchange", said))
    after = drop(state, seat, given, cupboard=lay(take(state.cupboard, taken), (given,)))
    tables = replaced(state.tables, seat, (*state.tables[seat], Recipe(taken)))
    return {"hands": after.hands, "shown": after.shown, "cupboard": after.cupboard, "tables": tables}


def put_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    word, *_ = move.args
    if any(is_called(code, word) for code in state.hands[staged.seat]):
        return Refusal("put_no_recipe", "guild.athanorum.exchange", {"card": word})
    return Refusal("not_in_hand", "turn.play", {"card": word})


# --- Trismegistus: five cards, then two back (guild.trismegistus.*) -----------------------------------------


class Returning(NamedTuple):
    """So many cards are still to be returned; `decks` are the places of those that are shuffled then."""

    seat: int
    left: int
    held: tuple[str, ...]
    decks: tuple[int, ...] = ()


def can_draw(state: State, seat: Seat, code: str) -> bool:
    return any(state.decks) or len(state.hands[seat]) > 1


def begin(state: State, staged: Staged) -> Step:
    events: list[Event] = []
    shown = phases.show(state, staged.seat, staged.card, events)
    frame = Drawing(staged.seat, TAKES, (staged.card,))
    return phases.step(phases.run(evolve(shown, agenda=(*shown.agenda, frame)), events), staged.seat, events)


def after_drawing(state: State, frame: Drawing, events: list[Event]) -> State:
    back = Returning(frame.seat, GIVES_BACK, frame.held)
    return evolve(state, agenda=(*state.agenda, back))


def returning(state: State, frame: Returning, events: list[Event]) -> State | None:
    """The choice which cards go back is real only where not all of them do; that cards in hand are alike is
    nobody's business.
    """
    hand = state.hands[frame.seat]
    if frame.left and len(hand) > frame.left:
        return None
    if frame.left and hand:
        return give_back(state, frame, hand[0], events)
    under = evolve(state, agenda=state.agenda[:-1])
    mixed = phases.lay_spell(shuffle(under, frame, events), phases.spell_in(frame), events)
    return phases.after_cast(mixed, frame.seat, events, True)


def give_back(state: State, frame: Returning, code: str, events: list[Event]) -> State:
    """The others see the back alone: which known cards of that deck are still there, they can't tell."""
    course, seat, clause = state.course, frame.seat, "guild.trismegistus.return"
    place = course.deck_ids.index(DECK_OF[code])
    events.append(Event.of("gave_back", clause, {"seat": seat, "deck": DECK_OF[code]}))
    events.append(Event.of("gave_card", clause, {"seat": seat, "card": code}, (seat,)))
    gone = drop(state, seat, code)
    known = tuple(card for card in gone.shown[seat] if DECK_OF[card] != DECK_OF[code])
    decks = replaced(state.decks, place, (*state.decks[place], code))
    left = frame._replace(left=frame.left - 1, decks=tuple(sorted({*frame.decks, place})))
    shown = replaced(gone.shown, seat, known)
    return evolve(gone, decks=decks, shown=shown, agenda=(*state.agenda[:-1], left))


def shuffle(state: State, frame: Returning, events: list[Event]) -> State:
    """Only the decks that something went back to, each once."""
    for place in frame.decks:
        mixed, chance = state.chance.shuffled(state.decks[place])
        state = evolve(state, chance=chance, decks=replaced(state.decks, place, tuple(mixed)))
        deck = state.course.deck_ids[place]
        events.append(Event.of("deck_shuffled", "guild.trismegistus.return", {"deck": deck}))
    return state


def check_returning(state: State, frame: Returning, move: Move) -> Refusal | None:
    if move.verb != RETURN:
        return other_verb(state, move, Refusal("must_return", "guild.trismegistus.return", {"n": frame.left}))
    return check_held(state, frame.seat, move)


def do_returning(state: State, frame: Returning, move: Move) -> Step:
    events: list[Event] = []
    after = phases.run(give_back(state, frame, move.arg, events), events)
    return phases.step(after, frame.seat, events)


def returning_moves(state: State, frame: Returning) -> list[Move]:
    return [Move(RETURN, (code,)) for code in dict.fromkeys(state.hands[frame.seat])]


def decode_returning(frame: Returning, course: Course) -> Returning:
    frame = phases.with_held(frame, course, TRISMEGISTUS)
    if require_range(frame.left, GIVES_BACK + 1) < 1:
        raise ValueError("agenda")
    return frame._replace(decks=phases.numbers_in(frame.decks, len(course.decks)))


ASKING = Asking(check_returning, do_returning, returning_moves)
RETURNING = FrameKind(Returning, ASKING, returning, decode=decode_returning)
SPELLS = {
    TRANSMUTATION: Spell(
        can_transmute,
        (skip, source, arrange),
        returning=freed,
        answers={SKIP: skip_refusal},
        finish=transmute,
        hides=hides_skip,
    ),
    TRISMEGISTUS: Spell(
        can_draw, begin=begin, after_drawing=after_drawing, further=True, draws_by="guild.trismegistus.take"
    ),
    "spell_athanorum": Spell(can_exchange, (pick, put), exchange, hides=hides_put),
}

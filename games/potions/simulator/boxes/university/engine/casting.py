"""Spells that take several moves, or move the cards of several players; rulings 88, 89, 93-95."""

from collections import Counter
from typing import Any, NamedTuple

from games.potions.scoring.boxes.university.points import (
    FOREST,
    FOREST_CASTER,
    FOREST_CREATURES,
    FOREST_OWNER,
)
from games.potions.scoring.points import Play
from games.potions.simulator.boxes.university.engine.lacking import noted
from games.potions.simulator.boxes.university.engine.taking import (
    DESTROY,
    PUT,
    destroy_refusal,
    fallen,
    is_creature,
    lying,
    naming,
)
from games.potions.simulator.engine import phases
from games.potions.simulator.engine.answers import other_verb, unreadable
from games.potions.simulator.engine.box import Asking, FrameKind, Spell
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.cupboard import lay
from games.potions.simulator.engine.data import ELEMENTS_OF, is_called
from games.potions.simulator.engine.phases import Drawing
from games.potions.simulator.engine.rules import check_held
from games.potions.simulator.engine.staging import arrange, in_chosen_order, left_to_arrange
from games.potions.simulator.engine.state import Choice, Recipe, Staged, State
from rulebook.content import reading
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.shortform import require_range
from simulator.engine.tuples import replaced, without
from web.refusal import Refusal

GAME = reading.load("potions", boxes=("university",))
DRAWS: int = GAME.constants["diversity_draw"]
HASTE_CARDS: int = GAME.constants["haste_cards"]
NAME = "name"
NECESSITY, HASTE, WHIRLPOOL = "spell_of_necessity", "spell_of_haste", "magical_whirlpool"


def at_work(state: State, staged: Staged, frame: Any, events: list[Event]) -> Step:
    """A spell that is done step by step: its frame lies on the agenda."""
    shown = phases.show(state, staged.seat, staged.card, events)
    return phases.step(phases.run(evolve(shown, agenda=(*shown.agenda, frame)), events), staged.seat, events)


# --- Diversity: one to three cards (ruling 88) --------------------------------------------------------------


def can_draw(state: State, seat: Seat, code: str) -> bool:
    return any(state.decks)


def draw(state: State, staged: Staged) -> Step:
    return at_work(state, staged, Drawing(staged.seat, DRAWS, (staged.card,)), [])


def after_drawing(state: State, frame: Drawing, events: list[Event]) -> State:
    return phases.after_card(phases.lay_spell(state, phases.spell_in(frame), events), events)


# --- Necessity: whoever has an element lays a card with it (ruling 89) --------------------------------------


class Asked(NamedTuple):
    """The seat has the element that the caster named, and says which card it lays, though it has but one:
    how many it has is nobody's business.
    """

    seat: int
    caster: int
    element: str
    held: tuple[str, ...]


def always(state: State, seat: Seat, code: str) -> bool:
    return True


def name(state: State, staged: Staged) -> list[Choice] | None:
    if staged.pick is not None:
        return None
    return [
        Choice(Move(NAME, (element,)), staged._replace(pick=element)) for element in state.course.elements
    ]


def ask_round(state: State, staged: Staged) -> Step:
    """From the left on, the caster last; whoever hasn't got it says so, and all know it."""
    events: list[Event] = []
    seat, element = staged.seat, str(staged.pick)
    state = phases.show(state, seat, staged.card, events)
    clause = "university.necessity.name"
    events.append(Event.of("named", clause, {"seat": seat, "element": element}))
    for place in range(1, state.players + 1):
        asked = (seat + place) % state.players
        if carrying(state, asked, element):
            frame = Asked(asked, seat, element, (staged.card,))
            state = phases.run(evolve(state, agenda=(*state.agenda, frame)), events)
            return phases.step(state, seat, events, reveals=True)
        said = {"seat": asked, "element": element}
        events.append(Event.of("has_none", "university.necessity.none", said))
        state = evolve(state, parts=noted(state, asked, element))
    events.append(Event.of("nobody_has", "university.necessity.none", {"element": element}))
    laid = phases.lay_spell(state, staged.card, events)
    done = phases.run(phases.after_cast(laid, seat, events, True), events)
    return phases.step(done, seat, events, reveals=True)


def carrying(state: State, seat: Seat, element: str) -> list[str]:
    """The different cards in a hand that carry an element."""
    return [code for code in dict.fromkeys(state.hands[seat]) if element in ELEMENTS_OF[code]]


def yield_card(state: State, frame: Asked, code: str, events: list[Event]) -> State:
    said = {"seat": frame.seat, "card": code, "element": frame.element}
    events.append(Event.of("yielded", "university.necessity.name", said))
    shown = state.shown
    if code in shown[frame.seat]:
        shown = replaced(shown, frame.seat, without(shown[frame.seat], code))
    laid = evolve(
        state,
        hands=replaced(state.hands, frame.seat, without(state.hands[frame.seat], code)),
        shown=shown,
        cupboard=lay(state.cupboard, (code,), state.course.spells_on_top),
        agenda=state.agenda[:-1],
    )
    done = phases.lay_spell(laid, phases.spell_in(frame), events)
    return phases.after_cast(done, frame.caster, events, True)


def check_asked(state: State, frame: Asked, move: Move) -> Refusal | None:
    if move.verb != PUT:
        said = {"element": frame.element}
        return other_verb(state, move, Refusal("must_yield", "university.necessity.name", said))
    refusal = check_held(state, frame.seat, move)
    if refusal is not None:
        return refusal
    if frame.element not in ELEMENTS_OF[move.arg]:
        said = {"card": move.arg, "element": frame.element}
        return Refusal("other_element", "university.necessity.name", said)
    return None


def do_asked(state: State, frame: Asked, move: Move) -> Step:
    events: list[Event] = []
    done = phases.run(yield_card(state, frame, move.arg, events), events)
    return phases.step(done, frame.seat, events, reveals=True)


def asked_moves(state: State, frame: Asked) -> list[Move]:
    return [Move(PUT, (code,)) for code in carrying(state, frame.seat, frame.element)]


def name_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    word, *_ = move.args
    return Refusal("no_such_element", "university.necessity.name", {"text": word})


# --- Haste: two cards running (ruling 93) -------------------------------------------------------------------


class Haste(NamedTuple):
    """So many cards may still be played, all in one phase."""

    seat: int
    left: int
    held: tuple[str, ...]
    further: bool = False


def can_haste(state: State, seat: Seat, code: str) -> bool:
    return len(state.hands[seat]) > 1 or phases.can_lay(state, seat)


def hasten(state: State, staged: Staged) -> Step:
    return at_work(state, staged, Haste(staged.seat, HASTE_CARDS, (staged.card,)), [])


def in_haste(state: State, frame: Haste, events: list[Event]) -> State | None:
    if frame.left and (state.hands[frame.seat] or phases.can_lay(state, frame.seat)):
        return None
    done = phases.lay_spell(evolve(state, agenda=state.agenda[:-1]), phases.spell_in(frame), events)
    return phases.after_card(done, events)


def played_in_haste(state: State, frame: Haste, events: list[Event]) -> State:
    played = frame._replace(left=frame.left - 1, further=False)
    return evolve(state, agenda=(*state.agenda[:-1], played))


def may_stop(state: State, frame: Haste) -> bool:
    """Whenever one likes."""
    return True


def do_pass(state: State, seat: Seat, move: Move) -> Step:
    """To stop in the middle of haste is to play none of the cards that are left."""
    frame = state.frame
    if type(frame) is Haste and not frame.further:
        state = evolve(state, agenda=(*state.agenda[:-1], frame._replace(left=1)))
    return phases.do_pass(state, seat, move)


# --- Forbidden Forest: two creatures (ruling 94) ------------------------------------------------------------


def can_enter(state: State, seat: Seat, code: str) -> bool:
    return len(lying(state, is_creature)) >= FOREST_CREATURES


def creatures(state: State, staged: Staged) -> list[Choice] | None:
    """Two different ones, on anybody's table."""
    if len(staged.targets) == FOREST_CREATURES:
        return None
    left = lying(state, is_creature)
    for source in staged.targets:
        left.remove(source)
    found = [
        Choice(naming(state, source), staged._replace(targets=(*staged.targets, source)))
        for source in dict.fromkeys(left)
    ]
    all_of_them = len(left) + len(staged.targets) == FOREST_CREATURES
    return found[:1] if all_of_them else found


def enter(state: State, staged: Staged) -> Step:
    events: list[Event] = []
    seat, clause = staged.seat, "university.forest.points"
    owners = tuple(sorted(source.seat for source in staged.targets))
    state = phases.show(state, seat, staged.card, events, Play(seat, FOREST, staged.card, 0, owners))
    said = {"seat": seat, "cards": [source.what for source in staged.targets], "n": FOREST_CASTER}
    events.append(Event.of("forest", clause, said))
    for source in staged.targets:
        lost = {"seat": source.seat, "card": source.what, "n": FOREST_OWNER}
        events.append(Event.of("forest_lost", clause, lost))
    tables = list(state.tables)
    for source in staged.targets:
        tables[source.seat] = without(tables[source.seat], source.recipe)
    back = in_chosen_order(state.course, staged)
    events.append(Event.of("freed", "university.forest.creatures", {"cards": list(back)}))
    cupboard = lay(state.cupboard, back, state.course.spells_on_top)
    done = evolve(state, tables=tuple(tables), cupboard=cupboard)
    return phases.played(phases.lay_spell(done, staged.card, events), seat, events)


def creature_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    word, *_ = move.args
    if any(is_called(source.what, word) for source in staged.targets):
        return Refusal("same_creature", "university.forest.creatures", {"card": word})
    return destroy_refusal(state, move, "university.forest.creatures")


# --- Whirlpool: all cards under all recipes (ruling 95) -----------------------------------------------------


class Whirl(NamedTuple):
    """The seat lays the cards from under its recipes, after it the seats of `rest`."""

    seat: int
    rest: tuple[int, ...]
    held: tuple[str, ...]
    laid: tuple[str, ...] = ()


def can_whirl(state: State, seat: Seat, code: str) -> bool:
    return any(recipe.under for table in state.tables for recipe in table)


def whirl(state: State, staged: Staged) -> Step:
    rest = tuple((staged.seat + n) % state.players for n in range(1, state.players))
    return at_work(state, staged, Whirl(staged.seat, rest, (staged.card,)), [])


def under_all(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(code for recipe in state.tables[seat] for code in recipe.under)


def whirling(state: State, frame: Whirl, events: list[Event]) -> State | None:
    """Each lays their own, in the order that they like; what lay under no longer marks the recipe."""
    cards = under_all(state, frame.seat)
    if left_to_arrange(state.course, cards, frame.laid):
        return None
    rest = list(cards)
    for code in frame.laid:
        rest.remove(code)
    back = (*frame.laid, *rest)
    if back:
        said = {"seat": frame.seat, "cards": list(back)}
        events.append(Event.of("whirled", "university.whirlpool.all", said))
    bare = tuple(Recipe(recipe.card) for recipe in state.tables[frame.seat])
    state = evolve(
        state,
        cupboard=lay(state.cupboard, back, state.course.spells_on_top),
        tables=replaced(state.tables, frame.seat, bare),
    )
    if frame.rest:
        following = Whirl(frame.rest[0], frame.rest[1:], frame.held)
        return evolve(state, agenda=(*state.agenda[:-1], following))
    done = phases.lay_spell(evolve(state, agenda=state.agenda[:-1]), phases.spell_in(frame), events)
    return phases.after_card(done, events)


def check_whirl(state: State, frame: Whirl, move: Move) -> Refusal | None:
    if move.verb != "lay":
        return other_verb(state, move, Refusal("must_order", "university.whirlpool.order"))
    if len(move.args) != 1 or not isinstance(move.arg, str):
        return unreadable(move)
    if move not in whirl_moves(state, frame):
        return Refusal("not_returning", "university.whirlpool.order", {"card": move.arg})
    return None


def do_whirl(state: State, frame: Whirl, move: Move) -> Step:
    events: list[Event] = []
    laid = frame._replace(laid=(*frame.laid, move.arg))
    after = phases.run(evolve(state, agenda=(*state.agenda[:-1], laid)), events)
    return phases.step(after, frame.seat, events)


def whirl_moves(state: State, frame: Whirl) -> list[Move]:
    left = left_to_arrange(state.course, under_all(state, frame.seat), frame.laid)
    return sorted({Move("lay", (code,)) for code in left})


SEATS = 6


def decode_asked(frame: Asked, course: Course) -> Asked:
    found: Asked = phases.with_held(frame, course, NECESSITY)
    require_range(frame.caster, SEATS)
    if frame.element not in course.elements:
        raise ValueError("agenda")
    return found


def decode_haste(frame: Haste, course: Course) -> Haste:
    found: Haste = phases.with_held(frame, course, HASTE)
    if not (type(frame.further) is bool and require_range(frame.left, HASTE_CARDS + 1) > 0):
        raise ValueError("agenda")
    return found


def decode_whirl(frame: Whirl, course: Course) -> Whirl:
    found: Whirl = phases.with_held(frame, course, WHIRLPOOL)
    rest, laid = phases.numbers_in(frame.rest, SEATS), phases.codes_in(frame.laid, course)
    return found._replace(rest=rest, laid=laid)


def is_asked_now(state: State, frame: Asked) -> bool:
    """Whether the caster is at the table, and the seat has what it is asked for."""
    return frame.caster < state.players and bool(carrying(state, frame.seat, frame.element))


def is_whirling(state: State, frame: Whirl) -> bool:
    """Whether the seats are at the table, and the cards in order are some of those that lie under recipes."""
    left = Counter(frame.laid) - Counter(under_all(state, frame.seat))
    return all(seat < state.players for seat in frame.rest) and not left


ASKED = Asking(check_asked, do_asked, asked_moves)
WHIRLING = Asking(check_whirl, do_whirl, whirl_moves)
FRAMES = (
    FrameKind(Asked, ASKED, decode=decode_asked, holds=is_asked_now),
    FrameKind(Haste, None, in_haste, played_in_haste, may_stop, decode=decode_haste),
    FrameKind(Whirl, WHIRLING, whirling, decode=decode_whirl, holds=is_whirling),
)
SPELL_TABLE = {
    "spell_of_diversity": Spell(
        can_draw,
        begin=draw,
        after_drawing=after_drawing,
        may_stop=True,
        draws_by="university.diversity.draw",
    ),
    NECESSITY: Spell(always, (name,), finish=ask_round, answers={NAME: name_refusal}),
    HASTE: Spell(can_haste, begin=hasten),
    "spell_of_forbidden_forest": Spell(
        can_enter, (creatures, arrange), None, fallen, finish=enter, answers={DESTROY: creature_refusal}
    ),
    WHIRLPOOL: Spell(can_whirl, begin=whirl),
}

"""What is so of each legal move, in codes of the catalogue `mark`; boxes add their own.

All moves are looked at alike, in one world of the view; of a move that shows its seat something hidden only
that is said which is so in all worlds. `proving` checks it by other means.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from games.potions.scoring.points import ASSEMBLE as ASSEMBLED
from games.potions.scoring.points import element_points, half
from games.potions.simulator.engine.cupboard import is_present
from games.potions.simulator.engine.data import ELEMENTS_OF, ID, POINTS, RECIPES, SPELLS
from games.potions.simulator.engine.hidden import SURE, Hidden
from games.potions.simulator.engine.outcomes import End, Look, MoveTrial
from games.potions.simulator.engine.rules import ASSEMBLE_MOVE, legal_moves
from games.potions.simulator.engine.state import State
from games.potions.simulator.engine.view import View, world
from simulator.engine.evolve import evolve
from simulator.engine.game import Hint, Proposition, Seat
from simulator.engine.reasons import Propositions
from simulator.engine.tuples import replaced

WORLD = 1  # the seed of the world that is looked at: any would do
LIKELY = 0.97  # «almost certainly» is 19 of 20 worlds; stricter, as worlds are only sampled
LAYING = ("element", "return")  # a card leaves the hand and serves for nothing else
DEAR = 4  # points of a recipe of which it is worth saying that it is kept


class Weight(NamedTuple):
    """How much a proposition matters: for each point that it speaks of, and besides. `good`: for the move."""

    each: float
    besides: float = 0.0
    good: bool = True


WEIGHTS: Mapping[str, Weight] = {
    "completes": Weight(1.0, 0.5),
    "makes_most": Weight(1.0, 0.7),
    "completes_closing": Weight(1.0, 0.6),
    "made_alone": Weight(1.0, 1.0),
    "made_shared": Weight(0.6),
    "may_make_alone": Weight(1.0, 0.8),
    "new_element": Weight(1.0),
    "readies": Weight(0.5),
    "readies_now": Weight(0.8, 1.0),
    "can_ready": Weight(0.7, 1.0),
    "one_short": Weight(0.25),
    "serves": Weight(0.1, 0.6),
    "opens_half": Weight(0.4),
    "opens_nothing": Weight(0.0, 0.7),
    "closes": Weight(0.3),
    "keeps_near": Weight(0.15, 0.1),
    "keeps": Weight(0.1),
    "lays_cheap": Weight(0.0, 0.9),
    "keeps_spell": Weight(0.0, 0.75),
    "plays_on": Weight(0.0, 1.3),
    "renews": Weight(0.0, 0.9),
    "transforms": Weight(0.3),
    "returns": Weight(0.0, 0.05),
    "old_element": Weight(0.0, 1.2, good=False),
    "parts_with_near": Weight(0.25, 0.4, good=False),
    "parts_with": Weight(0.15, good=False),
    "spends_spell": Weight(0.0, 1.4, good=False),
    "gives": Weight(1.0, 0.5, good=False),
    "leaves_ready": Weight(0.8, good=False),
    "makes_less": Weight(0.8, good=False),
    "opens": Weight(0.45, good=False),
    "opens_held": Weight(0.8, good=False),
    "opens_to": Weight(0.9, good=False),
    "closes_own": Weight(0.6, good=False),
    "destroys": Weight(0.3, 0.5, good=False),
    "passes": Weight(0.0, 1.0, good=False),
}


class Said(NamedTuple):
    """A proposition, and how much it matters."""

    weight: float
    proposition: Proposition


def said(code: str, weight: Weight, n: int = 0, likely: bool = False, **params: Any) -> Said:
    return Said(
        weight.each * n + weight.besides,
        Proposition(code, {**params, **({"n": n} if weight.each else {})}, weight.good, likely),
    )


def _said(code: str, n: int = 0, likely: bool = False, **params: Any) -> Said:
    return said(code, WEIGHTS[code], n, likely, **params)


def propositions(view: View, hint: Hint) -> Propositions:
    if view.seat is None or not view.agenda or view.agenda[-1].seat != view.seat:
        return {}
    state = world(view, WORLD)
    before, hidden = Look(state), Hidden(view)
    return {move: _of(MoveTrial(before, view.seat, move), hidden) for move in legal_moves(state, view.seat)}


def _of(trial: MoveTrial, hidden: Hidden) -> tuple[Proposition, ...]:
    """The weightiest first; what is alike once."""
    found = [*chain.from_iterable(kind(trial, hidden) for kind in _kinds(trial))]
    for box in trial.before.course.propositions:
        found += box(trial, hidden)
    found.sort(key=lambda each: (-each.weight, each.proposition.code, repr(each.proposition.params)))
    return tuple({repr(each.proposition): each.proposition for each in found}.values())


Kind = Callable[[MoveTrial, Hidden], Iterator[Said]]


def _kinds(trial: MoveTrial) -> tuple[Kind, ...]:
    """What can be said: of moves with too many ends only what the move itself shows; once the game is over,
    or where it depends on what isn't seen, nothing of what comes after. Who draws keeps the rest of the hand.
    """
    if not trial.ends:
        return (_played,)
    if trial.blind and trial.move.verb == "draw" and not trial.over:
        return (_played, _brings, _left_alone, _in_hand)
    if trial.blind or trial.over:
        return (_played, _brings, _left_alone)
    return (_played, _brings, _left_alone, _in_hand, _for_oneself, _for_others, _on_own_table, _returning)


# --- What the move itself is --------------------------------------------------------------------------------


def _played(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    """A card goes that might have served for more; a further card is left out."""
    verb, frame = trial.move.verb, trial.before.agenda[-1]
    if verb == "pass" and getattr(frame, "further", False):
        yield _said("passes")
    if verb in LAYING:
        yield from _parted(trial, trial.move.args[0])
    if verb != "element":
        return
    code = trial.move.args[0]
    new = [element for element in ELEMENTS_OF[code] if not is_present(trial.before.cupboard, element)]
    if not new:
        yield _said("old_element")


def _parted(trial: MoveTrial, code: str) -> Iterator[Said]:
    if code in SPELLS:
        yield _said("spends_spell", card=code)
    elif code not in RECIPES:
        return
    elif len(left := trial.look.missing(code)) == 1 and POINTS[code]:
        yield _said("parts_with_near", POINTS[code], card=code, ingredients=list(left))
    elif POINTS[code] >= DEAR:
        yield _said("parts_with", POINTS[code], card=code)
    elif POINTS[code] and ID[code] not in trial.look.ready:
        yield _said("lays_cheap", card=code, count=POINTS[code])


def _brings(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    """Points for oneself and for others, whatever is chosen on the way."""
    gains = [end.gains() for end in trial.ends]
    if trial.move.verb == "element" and len(gains) == 1 and (new := trial.ends[0].plays[0].n):
        yield _said("new_element", element_points(new))
    given = [{seat: n for seat, n in gain.items() if seat != trial.seat and n > 0} for gain in gains]
    for seat in range(trial.before.players):
        least = min(each.get(seat, 0) for each in given)
        if least and all(each.get(seat) == least for each in given):
            yield _said("gives", least, seat=seat)
    plays = [[play for play in end.plays if play.kind == ASSEMBLED] for end in trial.ends]
    made = {play.card for row in plays for play in row}
    if len(made) == 1 and all(plays):
        yield from _made(trial, hidden, made.pop(), given)


def _made(trial: MoveTrial, hidden: Hidden, code: str, given: list[dict[Seat, int]]) -> Iterator[Said]:
    n, sharing = POINTS[code], bool(trial.before.course.recipe_slots[code])
    if not n:
        return
    if not any(given):
        yield from [_said("made_alone", n, card=code)] if sharing else _completed(trial, hidden, code)
    elif not all(given):
        yield _said("may_make_alone", n, card=code)
    elif all(each == given[0] for each in given) and set(given[0].values()) == {half(n)}:
        yield _said("made_shared", n, card=code, seats=sorted(given[0]), half=half(n))


def _completed(trial: MoveTrial, hidden: Hidden, code: str) -> Iterator[Said]:
    """What else there is to it: it is the dearest of several, or rivals lose as much by it."""
    n, others = POINTS[code], [POINTS[each] for each in _ready(trial) if each != code]
    yield _said("completes", n, card=code)
    if 0 < max(others, default=0) < n:
        yield _said("makes_most", n, card=code)
    own = {ID[each] for each in trial.before.hands[trial.seat]}
    lost = [] if trial.blind or trial.over else _closed(trial, hidden)
    closed = max((each for each in lost if ID[each] not in own), key=POINTS.__getitem__, default="")
    if closed and POINTS[closed] >= n:
        yield _said("completes_closing", n, card=code, closed=closed, count=POINTS[closed])


def _left_alone(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    """Recipes in hand that could be assembled now, and aren't by this move."""
    made = {play.card for end in trial.ends for play in end.plays if play.kind == ASSEMBLED}
    for code in _ready(trial):
        if code in made:
            continue
        if made and POINTS[code] > max(POINTS[each] for each in made):
            yield _said("makes_less", POINTS[code], card=code)
        elif not made and POINTS[code]:
            yield _said("leaves_ready", POINTS[code], card=code)


def _ready(trial: MoveTrial) -> list[str]:
    """The different recipes in hand that could be assembled now."""
    hand = dict.fromkeys(trial.before.hands[trial.seat])
    return [code for code in hand if code in RECIPES and ID[code] in trial.look.ready]


# --- What is different then: for the seat -------------------------------------------------------------------


def _in_hand(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    for code in trial.kept:
        if code in SPELLS:
            yield _said("keeps_spell", card=code)
        elif {end.look.missing(code) for end in trial.ends} == {trial.look.missing(code)} and _is_near(
            trial, code
        ):
            yield _said("keeps_near", POINTS[code], card=code, ingredients=list(trial.look.missing(code)))
        elif code in RECIPES and POINTS[code] >= DEAR:
            yield _said("keeps", POINTS[code], card=code)
    frames = [end.state.agenda[-1] for end in trial.ends]
    if all(frame.seat == trial.seat and getattr(frame, "further", False) for frame in frames):
        yield _said("plays_on")


def _is_near(trial: MoveTrial, code: str) -> bool:
    return code in RECIPES and POINTS[code] > 0 and len(trial.look.missing(code)) == 1


def _for_oneself(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    """Recipes in hand that come nearer, or out of reach."""
    for code in _recipes_then(trial):
        n, name = POINTS[code], ID[code]
        if _is_new(trial, code) and _is_ready_then(trial, code):
            yield _said("readies_now" if _is_legal_then(trial, code) else "readies", n, card=code)
        elif _is_new(trial, code) and any(_is_ready_in(trial, end, code) for end in trial.ends):
            yield _said("can_ready", n, card=code)
        elif name in trial.closed and code in trial.kept:
            yield _said("closes_own", n, card=code)
        elif code in trial.kept:
            yield from _nearer(trial, code)
    yield from _new_again(trial)
    if trial.move.verb == "element":
        yield from _serving(trial)


def _serving(trial: MoveTrial) -> Iterator[Said]:
    """Recipes in hand that ask for an element that comes into the cupboard."""
    laid = ELEMENTS_OF[trial.move.args[0]]
    new = {element for element in laid if not is_present(trial.before.cupboard, element)}
    for code in trial.kept:
        for element in sorted(new & trial.before.course.asked[code]):
            yield _said("serves", POINTS[code], card=code, element=element)


def _recipes_then(trial: MoveTrial) -> list[str]:
    """Recipes that bring points and are in hand at one of the ends."""
    hands = chain.from_iterable(end.state.hands[trial.seat] for end in trial.ends)
    return [code for code in dict.fromkeys(hands) if code in RECIPES and POINTS[code]]


def _is_ready_then(trial: MoveTrial, code: str) -> bool:
    """Whether a recipe is in hand and can be assembled however the move ends."""
    hands = [end.state.hands[trial.seat] for end in trial.ends]
    ready = [end.look.ready for end in trial.ends]
    return all(code in hand and ID[code] in names for hand, names in zip(hands, ready, strict=True))


def _is_new(trial: MoveTrial, code: str) -> bool:
    return ID[code] not in trial.look.ready or code not in trial.before.hands[trial.seat]


def _is_ready_in(trial: MoveTrial, end: End, code: str) -> bool:
    return code in end.state.hands[trial.seat] and ID[code] in end.look.ready


def _is_legal_then(trial: MoveTrial, code: str) -> bool:
    """Whether the turn goes on, and the recipe may be assembled in it at once."""
    return all(ASSEMBLE_MOVE[code] in legal_moves(end.state, trial.seat) for end in trial.ends)


def _nearer(trial: MoveTrial, code: str) -> Iterator[Said]:
    lacking = {end.look.missing(code) for end in trial.ends}
    if len(lacking) == 1 and len(trial.look.missing(code)) > 1:
        (left,) = lacking
        if len(left) == 1:
            yield _said("one_short", POINTS[code], card=code, ingredients=list(left))


def _new_again(trial: MoveTrial) -> Iterator[Said]:
    """Elements that leave the cupboard, of which the seat has a card in hand."""
    before, course = trial.before, trial.before.course
    for element in course.elements:
        if element in course.wild or not is_present(before.cupboard, element):
            continue
        gone = not any(is_present(end.state.cupboard, element) for end in trial.ends)
        if gone and any(element in ELEMENTS_OF[code] for code in trial.kept):
            yield _said("renews", element=element)


# --- What is different then: for the others -----------------------------------------------------------------


def _for_others(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    known = _elsewhere(trial, hidden)
    opened = [name for name in sorted(trial.opened) if name in known and POINTS[known[name]]]
    if not opened:
        yield _said("opens_nothing")
    for name in opened:
        yield from _opened(trial, hidden, name, known[name])
    for code in _closed(trial, hidden):
        yield _said("closes", POINTS[code], card=code)


def _elsewhere(trial: MoveTrial, hidden: Hidden) -> dict[str, str]:
    """Recipes of which the seat doesn't hold all copies, by their names."""
    codes = trial.before.course.codes
    return hidden.codes | {name: next(code for code in codes if ID[code] == name) for name in hidden.shown}


def _closed(trial: MoveTrial, hidden: Hidden) -> list[str]:
    """Of these, the ones that bring points and can't be assembled any more then."""
    known = _elsewhere(trial, hidden)
    return [known[name] for name in sorted(trial.closed) if name in known and POINTS[known[name]]]


def _opened(trial: MoveTrial, hidden: Hidden, name: str, code: str) -> Iterator[Said]:
    """A recipe that others may assemble then: who has it, as far as the seat knows, and who gets what."""
    own = half(POINTS[code])
    if own and all(_gets_half(end.state, trial.seat, code) >= own for end in trial.ends):
        yield _said("opens_half", own, card=code)
        return
    n, holder, odds = POINTS[code], hidden.holder(name), hidden.odds(name)
    if holder is not None:
        yield _said("opens_to", n, card=code, seat=holder)
    elif name in hidden.shown or odds >= LIKELY:
        yield _said("opens_held", n, likely=name not in hidden.shown and odds < SURE, card=code)
    else:
        yield _said("opens", n, card=code)


def _gets_half(state: State, seat: Seat, code: str) -> int:
    """What a seat gets at least when the next one assembles a recipe."""
    other = (seat + 1) % state.players
    found = MoveTrial(Look(in_turn(state, other, code)), other, ASSEMBLE_MOVE[code]).ends
    return min((end.gains().get(seat, 0) for end in found), default=0)


def in_turn(state: State, seat: Seat, code: str) -> State:
    """The position as if a seat had the turn and this card alone."""
    frame = state.agenda[0]
    agenda = (frame._replace(seat=seat, further=False),)
    return evolve(state, agenda=agenda, hands=replaced(state.hands, seat, (code,)))


def _returning(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    """What comes back into the cupboard from under recipes."""
    found = {tuple(sorted(_returned(end))) for end in trial.ends}
    if len(found) == 1 and (cards := found.pop()):
        yield _said("returns", cards=list(cards))


def _returned(end: End) -> list[str]:
    told = [event.params["cards"] for event in end.events if event.kind in ("returned", "freed")]
    return [*chain.from_iterable(told)]


# --- Spells on one's own recipes ----------------------------------------------------------------------------


def _on_own_table(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    """A recipe that is destroyed, or becomes another one."""
    if any(play.kind == ASSEMBLED or play.place for end in trial.ends for play in end.plays):
        return  # it goes into another recipe, or where a box has a place for it
    changes = [_changed(trial.before, end.state, trial.seat) for end in trial.ends]
    gone, come = zip(*changes, strict=True)
    for code in sorted(set.intersection(*map(set, gone))):
        for into in sorted(set.intersection(*map(set, come))):
            if POINTS[into] > POINTS[code]:
                yield _said("transforms", POINTS[into], card=code, into=into)
        yield _said("destroys", POINTS[code], card=code)


def _changed(before: State, after: State, seat: Seat) -> tuple[list[str], list[str]]:
    """The recipes that have left a table, and those that have come onto it."""
    old, new = (Counter(recipe.card for recipe in state.tables[seat]) for state in (before, after))
    return sorted(old - new), sorted(new - old)

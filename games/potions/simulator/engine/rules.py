"""The rules of «Зельеварение»: the verbs with their checks, turn order, the end.

Reads like the rulebook: draw, play a card as an element, as a recipe or as a spell, pass the turn on. Every
refusal and event carries the clause that speaks. What spells do is in `spells`, what an answer inside a
compound move may be in `answers`.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from games.potions.scoring.points import ASSEMBLE as ASSEMBLED
from games.potions.scoring.points import (
    ELEMENT,
    INGREDIENT,
    SPELL,
    Play,
    element_points,
    gains,
    half,
    score,
    totals,
    winners,
)
from games.potions.simulator.engine.answers import (
    check_choice,
    element_no_card,
    no_recipe,
    no_such_card,
    no_target,
    unreadable,
    which_copy,
)
from games.potions.simulator.engine.assembling import (
    can_assemble,
    cards_in_slot_order,
    in_slot_order,
    missing,
    open_things,
)
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.cupboard import count_new, lay, take, take_top
from games.potions.simulator.engine.data import (
    CARD,
    DECK_OF,
    EFFECT,
    ELEMENTS,
    ELEMENTS_OF,
    GREAT,
    HAND,
    MAX_PLAYERS,
    POINTS,
    RECIPES,
    SPELLS,
    is_called,
)
from games.potions.simulator.engine.staging import (
    ASSEMBLE,
    auto_answer,
    in_chosen_order,
    keep_open,
    open_choices,
    settling,
)
from games.potions.simulator.engine.state import (
    APART,
    CAST,
    MUST,
    RECIPE,
    STACK,
    Filler,
    Recipe,
    Staged,
    State,
    Turn,
)
from scoring.sheets.lines import PlayerScore
from simulator.engine.agenda import Agenda
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Result, Seat, Settled, Step, everybody_else
from simulator.engine.tuples import in_order, replaced, without
from web.refusal import Refusal

NOBODY: frozenset[Seat] = frozenset()
Effect = Callable[[State, list[Event]], dict[str, Any]]
PASS = Move("pass")
ELEMENT_MOVE = {code: Move("element", (code,)) for code in CARD}
ASSEMBLE_MOVE = {code: Move(ASSEMBLE, (code,)) for code in CARD}
CAST_MOVE = {code: Move(CAST, (code,)) for code in CARD}
TURNS = tuple((Turn(seat),) for seat in range(MAX_PLAYERS))
FURTHER = tuple((Turn(seat, True),) for seat in range(MAX_PLAYERS))
OTHERS = everybody_else(MAX_PLAYERS)
ACTING = tuple(frozenset({seat}) for seat in range(MAX_PLAYERS))
EVERYBODY = tuple(frozenset(range(players)) for players in range(MAX_PLAYERS + 1))


# --- The verbs: check and do side by side -----------------------------------------------------------------


def check_held(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A card of the deck, and one of one's own; every verb that plays a card begins with this."""
    if len(move.args) != 1 or not isinstance(move.arg, str):
        return unreadable(move)
    code = move.arg
    if code in state.hands[seat]:
        return None
    if code in ELEMENTS:
        return element_no_card(code)
    if copies := [held for held in state.hands[seat] if code == CARD[held].id]:
        return which_copy(code, copies)
    if not any(is_called(known, code) for known in state.course.codes):
        return no_such_card(code)
    return Refusal("not_in_hand", "turn.play", {"card": code})


def do_element(state: State, seat: Seat, move: Move) -> Step:
    """Into the cupboard: a point for each element that wasn't there (element.new, great.elements)."""
    code, course = move.arg, state.course
    play, events = as_element(state, seat, code)
    cupboard = lay(state.cupboard, (code,), course.spells_on_top)
    return course.turns.played(leave_hand(state, seat, code, play, cupboard=cupboard), seat, events)


def as_element(state: State, seat: Seat, code: str) -> tuple[Play, list[Event]]:
    """What laying a card as an element brings, and how it is told."""
    play, told = _laid(state.course, seat, code, count_new(state, code))
    events = [*told]
    for change in state.course.element_laid:
        play = change(state, seat, play, events)
    return play, events


@lru_cache(maxsize=4096)  # half of all moves: by each seat every card of all boxes, with elements new or not
def _laid(course: Course, seat: Seat, code: str, new: int) -> tuple[Play, tuple[Event, ...]]:
    points = element_points(new)
    said = {"seat": seat, "card": code, "elements": list(ELEMENTS_OF[code]), "n": points}
    if code in GREAT:
        events = [Event.of("laid_great", "great.elements", said)]
    elif ELEMENTS_OF[code][0] in course.wild:
        events = [Event.of("laid_wild", course.clauses["wild.element"], said)]
    else:
        events = [Event.of("laid_new" if new else "laid_again", "element.new", said)]
    if code in SPELLS and not new and not course.spells_on_top:
        events.append(Event.of("laid_under", "element.under", {"card": code}))
    return Play(seat, ELEMENT, code, new), tuple(events)


def check_assemble(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Every ingredient must be on the table before the recipe is assembled (assemble.all, ruling 14)."""
    refusal = check_held(state, seat, move)
    if refusal is not None:
        return refusal
    code = move.arg
    if code not in RECIPES:
        return no_recipe(state.course, code)
    if can_assemble(state, code, open_things(state)):
        return None
    return _missing(state, seat, code)


def _missing(state: State, seat: Seat, code: str) -> Refusal:
    """The most teachable reason: one element serves once, it lies hidden, a box keeps it from being taken, it
    is in hand, it is missing.
    """
    lacking = missing(state, code)
    for code_apart in state.cupboard.apart:
        if any(f"element:{element}" in lacking for element in ELEMENTS_OF[code_apart]):
            return Refusal("one_element", "great.one", {"card": code_apart})
    if all(_lies_under(state, ingredient) for ingredient in lacking):
        return Refusal("lies_under", "assemble.under", {"card": code, "ingredients": lacking})
    barred = state.course.barred_refusal(state, lacking)
    if barred is not None:
        return barred
    for ingredient in lacking:
        element = ingredient.removeprefix("element:")
        if any(element in ELEMENTS_OF[held] for held in state.hands[seat] if held != code):
            return Refusal("element_in_hand", "assemble.cupboard", {"card": code, "element": element})
    return Refusal("missing", "assemble.all", {"card": code, "ingredients": lacking})


def _lies_under(state: State, ingredient: str) -> bool:
    """Whether the only such things on the table lie under assembled recipes."""
    kind, _, name = ingredient.partition(":")
    under = [code for table in state.tables for recipe in table for code in recipe.under]
    if kind == "element":
        return any(name in ELEMENTS_OF[code] for code in under)
    return any(name in (CARD[code].id, CARD[code].kind) for code in under)


def do_assemble(state: State, seat: Seat, move: Move) -> Step:
    return advance(state, Staged(seat, ASSEMBLE, move.arg))


def finish_assemble(state: State, staged: Staged) -> Step:
    """Ingredients go under the recipe, theirs back to the cupboard; builder and owners get their points."""
    course = state.course
    built, play, events = build(state, staged.seat, staged.card, staged)
    return course.turns.played(
        leave_hand(state, staged.seat, staged.card, play, **built), staged.seat, events
    )


def build(state: State, seat: Seat, code: str, staged: Staged) -> tuple[dict[str, Any], Play, list[Event]]:
    """The recipe comes onto the table with its ingredients under it, and what lay under those goes back."""
    taken, sources = Taking(state), staged.sources
    cards = taken.take_all(in_slot_order(state.course, code, sources))
    used = cards_in_slot_order(state.course, code, cards)
    owners, silent = state.course.halves(state, seat, sources, INGREDIENT)
    points = POINTS[code]
    said = {"seat": seat, "card": code, "cards": used, "n": points}
    events = [Event.of("assembled", "assemble.points", said)]
    events += told_halves(seat, code, half(points), owners, "assemble.half")
    events += state.course.silence_events(state.course, seat, code, silent, sources, INGREDIENT)
    mark = state.course.mark_of(state, code, sources)
    taken.tables[seat] = (*taken.tables[seat], Recipe(code, tuple(used), mark))
    back = in_chosen_order(state.course, staged)
    if back:
        events.append(Event.of("returned", "assemble.return", {"cards": list(back)}))
        taken.cupboard = lay(taken.cupboard, back, state.course.spells_on_top)
    return taken.changes(), Play(seat, ASSEMBLED, code, 0, owners, (), silent), events


def told_halves(seat: Seat, code: str, n: int, owners: Sequence[Seat], clause: str) -> list[Event]:
    said = {"builder": seat, "card": code, "n": n}
    return [
        Event.of(
            "half", clause, {"seat": owner, **said, **({"again": True} if owner in owners[:place] else {})}
        )
        for place, owner in enumerate(owners)
    ]


class Taking:
    """The cupboard, the tables and what boxes keep while sources are taken away, one after another."""

    def __init__(self, state: State):
        self.course, self.cupboard = state.course, state.cupboard
        self.tables, self.parts = list(state.tables), state.parts

    def take_all(self, sources: Sequence[Filler]) -> list[str]:
        """The cards in the order of the sources; what boxes name is taken first, before anything uncovers."""
        if not self.course.sources:
            return [self.take(source) for source in sources]
        early = {n: self.take(s) for n, s in enumerate(sources) if s.kind in self.course.sources}
        return [early[n] if n in early else self.take(source) for n, source in enumerate(sources)]

    def take(self, source: Filler) -> str:
        """The card that the source names."""
        if source.kind == STACK:
            code, self.cupboard = take_top(self.cupboard, source.what)
            return code
        if source.kind == APART:
            self.cupboard = take(self.cupboard, source.what)
        elif source.kind == RECIPE:
            self.tables[source.seat] = without(self.tables[source.seat], source.recipe)
        else:
            self.course.sources[source.kind].take(self, source)
        return source.what

    def changes(self) -> dict[str, Any]:
        return {"cupboard": self.cupboard, "tables": tuple(self.tables), "parts": self.parts}


def check_cast(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A spell, and something for it to work on (spell.target, ruling 25)."""
    refusal = check_held(state, seat, move)
    if refusal is not None:
        return refusal
    code = move.arg
    if code not in SPELLS:
        return Refusal("not_spell", "spell.play", {"card": code})
    spell = state.course.spells[EFFECT[code]]
    if not spell.aimed(state, seat, code):
        return spell.nothing_refusal(state) or no_target(state.course, code)
    return None


def do_cast(state: State, seat: Seat, move: Move) -> Step:
    staged = Staged(seat, CAST, move.arg)
    begin = state.course.spells[EFFECT[staged.card]].begin
    return begin(state, staged) if begin else advance(state, staged)


def finish_cast(state: State, staged: Staged) -> Step:
    """Another card may follow a spell (spell.further)."""
    spell = state.course.spells[EFFECT[staged.card]]
    if spell.finish:
        return spell.finish(state, staged)
    played, events = _work(state, staged)
    return state.course.turns.after_spell(played, staged.seat, events, spell.further)


def _work(state: State, staged: Staged) -> tuple[State, list[Event]]:
    """First the spell lies in the cupboard, without points, then it works (spell.place, ruling 28)."""
    seat, code = staged.seat, staged.card
    work = state.course.spells[EFFECT[code]].work
    assert work is not None  # those without have `begin` or `finish`
    return state.course.turns.work(state, seat, code, lambda cast, events: work(cast, staged, events))


def work(state: State, seat: Seat, code: str, effect: Effect) -> tuple[State, list[Event]]:
    cast = evolve(state, cupboard=lay(state.cupboard, (code,)))
    events = [Event.of("cast", "spell.place", {"seat": seat, "card": code})]
    worked = evolve(cast, **effect(cast, events))
    return leave_hand(worked, seat, code, Play(seat, SPELL, code)), events


def check_pass(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Only the further card after a spell may be left out (spell.further, ruling 23)."""
    if move.args:
        return unreadable(move)
    if not state.frame.further:
        return Refusal("no_pass", "turn.play")
    if state.options.spell_follow_up == MUST:
        return Refusal("must_follow", "spell.further")
    return None


def do_pass(state: State, seat: Seat, move: Move) -> Step:
    return end_turn(state, seat, [Event.of("stopped", "spell.further", {"seat": seat})])


# --- Choices inside a compound move ------------------------------------------------------------------------


def choose(state: State, staged: Staged, move: Move) -> Step:
    return advance(state, _chosen(state, staged, move))


def _chosen(state: State, staged: Staged, move: Move) -> Staged:
    return next(choice.then for choice in open_choices(state, staged) if choice.move == move)


def begun(state: State) -> Agenda:
    """The agenda without the compound move that is under way."""
    return state.agenda[:-1] if type(state.frame) is Staged else state.agenda


def advance(state: State, staged: Staged) -> Step:
    """On to the next real choice, which nobody else sees, or to the end of the compound move."""
    staged, found = auto_answer(state, staged)
    if found:
        asking = evolve(state, agenda=(*begun(state), staged))
        keep_open(asking, staged, found)
        return Step.of(asking, (), NOBODY)
    if type(state.frame) is Staged:
        state = evolve(state, agenda=state.agenda[:-1])
    return state.course.compounds[staged.verb].finish(state, staged)


def settled(state: State, seat: Seat, move: Move) -> tuple[Settled, ...]:
    """Questions with one answer; after a spell with the last card there is nothing to do but to pass."""
    frame = state.frame
    if type(frame) is Staged:
        staged = _chosen(state, frame, move)
    else:
        compound = state.course.compounds.get(move.verb)
        first = compound.begun(state, seat, move) if compound else None
        if first is None:
            return tuple(state.course.turns.forced_after_draw(state, move))
        staged = first
    under = begun(state)
    asked = [
        Settled(seat, answer, Step(evolve(state, agenda=(*under, open_)), (), NOBODY))
        for open_, answer in settling(state, staged)
    ]
    done, left = auto_answer(state, staged)
    if done.verb == CAST and not left:
        asked += state.course.turns.forced_after_spell(evolve(state, agenda=under), done)
    return tuple(asked)


def unasked(state: State) -> tuple[Seat, Move] | None:
    """Questions with one answer were gone past even where others can't know that there is but one."""
    frame = state.frame if state.agenda else None
    if type(frame) is not Staged:
        return None
    found = open_choices(state, frame)
    return (frame.seat, found[0].move) if len(found) == 1 else None


def forced_pass(state: State, staged: Staged) -> list[Settled]:
    played, events = _work(state, staged)
    if played.hands[staged.seat] or state.options.spell_follow_up == MUST:
        return []
    further = evolve(played, agenda=FURTHER[staged.seat])
    then = Step(further, tuple(events), NOBODY)
    return [Settled(staged.seat, PASS, then, also=("element", ASSEMBLE, CAST))]


def assembly(state: State, seat: Seat, move: Move) -> Staged:
    return Staged(seat, ASSEMBLE, move.arg)


def casting(state: State, seat: Seat, move: Move) -> Staged | None:
    """None for a spell that isn't done in one move."""
    code = move.arg
    return None if state.course.spells[EFFECT[code]].begin else Staged(seat, CAST, code)


def beginning(staged: Staged) -> Move:
    """The move that names the card."""
    return Move(staged.verb, (staged.card,))


# --- check, apply, legal moves -----------------------------------------------------------------------------


def check(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Whose turn, which choice, then the verb's own check: the most teachable reason comes first."""
    if not state.agenda:
        return Refusal("game_over", "series.rounds")
    frame, course = state.frame, state.course
    if seat != frame.seat:
        return Refusal("not_your_turn", "turn.order", {"seat": frame.seat})
    if type(frame) is Staged:
        if move.verb in course.verbs:
            return Refusal("unfinished", "turn.play", {"card": frame.card})
        return check_choice(state, frame, move) if move.verb in course.answers else unreadable(move)
    asking = course.asking and course.asking.get(type(frame))
    if asking:
        return asking.check(state, frame, move)
    if move.verb in course.answers:
        return Refusal("not_asked", "turn.play", {"text": str(move)})
    verb = course.verbs.get(move.verb)
    return unreadable(move) if verb is None else verb.check(state, seat, move)


def do(state: State, seat: Seat, move: Move) -> Step:
    """Makes a move that `check` has passed, and runs on to the next real choice."""
    frame = state.frame
    if type(frame) is Staged:
        return choose(state, frame, move)
    asking = state.course.asking and state.course.asking.get(type(frame))
    if asking:
        return asking.do(state, frame, move)
    return state.course.verbs[move.verb].do(state, seat, move)


def to_act(state: State) -> frozenset[Seat]:
    return ACTING[state.frame.seat] if state.agenda else NOBODY


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """The candidates that pass `check`: by the same predicates, each asked once."""
    if not state.agenda or state.frame.seat != seat:
        return []
    frame, course = state.frame, state.course
    if type(frame) is Staged:
        return [choice.move for choice in open_choices(state, frame)]
    asking = course.asking and course.asking.get(type(frame))
    if asking:
        return asking.moves(state, frame)
    hand = state.hands[seat]
    if len({*hand}) < len(hand):  # some are alike
        hand = tuple(dict.fromkeys(hand))
    there = open_things(state)
    moves = [ASSEMBLE_MOVE[code] for code in hand if code in RECIPES and can_assemble(state, code, there)]
    moves += [
        CAST_MOVE[code]
        for code in hand
        if code in SPELLS and course.spells[EFFECT[code]].aimed(state, seat, code)
    ]
    moves += [ELEMENT_MOVE[code] for code in hand]
    if course.turns.may_pass(state, frame):
        moves.append(PASS)
    for offer in course.offered_moves:
        offered = offer(state, seat)
        if offered:  # the moves of a verb, sorted: they stand together
            place = bisect(moves, offered[0])
            moves[place:place] = offered
    return moves


# --- Turn order, drawing, the end --------------------------------------------------------------------------


def leave_hand(state: State, seat: Seat, code: str, play: Play, **changes: Any) -> State:
    """The card has left the hand, and its points are counted."""
    hands, shown = replaced(state.hands, seat, without(state.hands[seat], code)), state.shown[seat]
    if code in shown:
        changes["shown"] = replaced(state.shown, seat, without(shown, code))
    scores, history = counted(state.scores, play), (*state.history, play)
    return evolve(state, hands=hands, scores=scores, history=history, **changes)


def counted(scores: tuple[int, ...], play: Play) -> tuple[int, ...]:
    for seat, points in brought(play):
        scores = replaced(scores, seat, scores[seat] + points)
    return scores


@lru_cache(maxsize=2048)  # asked when a card is played, and at the end of a turn of phases
def brought(play: Play) -> tuple[tuple[Seat, int], ...]:
    """The points that a play brings, by seats that get some."""
    return tuple((seat, points) for seat, points in gains(play).items() if points)


def after_spell(state: State, seat: Seat, events: list[Event], further: bool) -> Step:
    """Another card may be played, if there is one (spell.further)."""
    if not state.hands[seat]:
        return end_turn(state, seat, events)
    follows = "must_follow" if state.options.spell_follow_up == MUST else "may_follow"
    events.append(Event.of(follows, "spell.further", {"seat": seat}))
    return Step.of(evolve(state, agenda=FURTHER[seat]), events, OTHERS[state.players][seat])


def end_turn(state: State, seat: Seat, events: list[Event]) -> Step:
    """On to the left, past those without a card; the game ends when nobody has one (series.rounds)."""
    (deck,) = state.decks
    if not deck and not any(state.hands):
        return end_game(state, events)
    following = (seat + 1) % state.players
    while not state.hands[following] and not deck:
        events.append(Event.of("skipped", "turn.empty", {"seat": following}))
        following = (following + 1) % state.players
    started = start_turn(state, following, events, state.turn + 1)
    return Step.of(started, events, OTHERS[state.players][seat])


def start_turn(state: State, seat: Seat, events: list[Event], turn: int) -> State:
    """Draws up to five, or what the deck still has (turn.draw, turn.deck; rulings 19 and 20)."""
    (deck,), hand = state.decks, state.hands[seat]
    n = min(HAND - len(hand), len(deck))
    if n <= 0:
        return evolve(state, turn=turn, agenda=TURNS[seat])
    drawn, rest = deck[len(deck) - n :], deck[: len(deck) - n]
    events.append(Event.of("drew", "turn.draw", {"seat": seat, "n": n}))
    events.append(Event.of("drawn", "turn.draw", {"seat": seat, "cards": list(drawn)}, (seat,)))
    if not rest:
        events.append(Event.of("deck_empty", "turn.deck", {}))
    hands = replaced(state.hands, seat, in_order(hand + drawn))
    return evolve(state, turn=turn, decks=(rest,), hands=hands, agenda=TURNS[seat])


def end_game(state: State, events: list[Event]) -> Step:
    best = winners(state.scores)
    params = {"seats": list(best), "n": max(state.scores)}
    events.append(Event.of("series_ended", "series.winner", params))
    if len(best) > 1:
        events.append(Event.of("shared", "series.tie", params))
    return Step(evolve(state, agenda=()), tuple(events), EVERYBODY[state.players])


def result(state: State) -> Result | None:
    if state.agenda:
        return None
    return Result(state.scores, winners(state.scores))


def explain(state: State) -> tuple[PlayerScore, ...]:
    """The points of the finished game by seat, line by line; empty while it goes on."""
    return () if state.agenda else score(state.players, state.history, state.course.boxes)


def rarities_in(before: State, step: Step) -> Iterable[str]:
    """What boxes want to be met in many games: each of its names once for every event that shows it."""
    for name, shows in before.course.rarities.items():
        yield from (name for event in step.events if shows(before, event))


def cards_in_play(state: State) -> Counter[str]:
    """Every card, wherever it lies."""
    cards = Counter((*state.cupboard.apart, *state.aside))
    for pile in (*state.decks, *state.hands, *state.cupboard.stacks):
        cards.update(pile)
    for table in state.tables:
        for recipe in table:
            cards.update((recipe.card, *recipe.under))
    for pile in kept_cards(state):
        cards.update(pile)
    return cards


def kept_cards(seen: Any) -> list[tuple[str, ...]]:
    """The cards that boxes keep, and the spells that are at work, in a state or a view."""
    kept = [tuple(keeping.cards(part)) for keeping, part in zip(seen.course.keeps, seen.parts, strict=True)]
    return [*kept, *(getattr(frame, "held", ()) for frame in seen.agenda)]


def invariants(state: State) -> None:
    """All cards are there, each in its stack, spells lowest; points follow from the plays."""
    course = state.course
    assert cards_in_play(state) == course.copies, "cards are lost or doubled"
    for deck, cards in zip(course.deck_ids, state.decks, strict=True):
        assert all(DECK_OF[code] == deck for code in cards), "a card in a deck of another box"
    for element, stack in zip(course.elements, state.cupboard.stacks, strict=True):
        assert all(code not in GREAT and ELEMENTS_OF[code] == (element,) for code in stack), "a foreign card"
        lowest = 0 if course.spells_on_top else sum(code in SPELLS for code in stack)
        assert all(code in SPELLS for code in stack[:lowest]), "a spell above another card"
    assert all(code in GREAT for code in state.cupboard.apart)
    assert all(recipe.card in RECIPES for table in state.tables for recipe in table), "a spell is assembled"
    assert state.scores == totals(state.players, state.history), "points that no play brought"
    for hand, shown in zip(state.hands, state.shown, strict=True):
        assert list(hand) == sorted(hand)
        assert not Counter(shown) - Counter(hand), "a known card that nobody holds"
    for keeping, part in zip(course.keeps, state.parts, strict=True):
        keeping.check(state, part)
    course.turns.check(state)


def all_played(state: State) -> bool:
    """Whether no card is left, in the decks or in a hand (series.rounds)."""
    return not any(state.hands) and not any(state.decks)

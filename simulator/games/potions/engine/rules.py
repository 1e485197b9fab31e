"""The rules of «Зельеварение»: setting up, the verbs with their checks, turn order, the end.

Reads like the rulebook: draw, play a card as an element, as a recipe or as a spell, pass the turn on. Every
refusal and event carries the clause that speaks. What spells do is in `spells`, what an answer inside a
compound move may be in `answers`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scoring.games.potions.points import ASSEMBLE as ASSEMBLED
from scoring.games.potions.points import (
    ELEMENT,
    SPELL,
    Play,
    element_points,
    gains,
    half,
    score,
    totals,
    winners,
)
from scoring.sheets.lines import PlayerScore
from simulator.engine.chance import Chance, script_of
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Result, Seat, Settled, Step, everybody_else
from simulator.engine.options import check_players, first_seat
from simulator.engine.refusal import IllegalMove
from simulator.engine.tuples import in_order, replaced, without
from simulator.games.potions.engine.answers import (
    CHOICES,
    check_choice,
    element_no_card,
    unreadable,
    which_copy,
)
from simulator.games.potions.engine.assembling import can_assemble, in_slot_order, missing, open_things
from simulator.games.potions.engine.cupboard import EMPTY, count_new, lay, take, take_top
from simulator.games.potions.engine.data import (
    CARD,
    CODES,
    DEAL,
    DECKS,
    EFFECT,
    ELEMENTS,
    ELEMENTS_OF,
    GREAT,
    HAND,
    MAX_PLAYERS,
    MIN_PLAYERS,
    OPENING,
    PLACE,
    POINTS,
    RECIPES,
    SPELLS,
    is_called,
)
from simulator.games.potions.engine.spells import EFFECTS, has_target
from simulator.games.potions.engine.staging import (
    ASSEMBLE,
    CAST,
    in_chosen_order,
    open_choices,
    settle,
    settling,
)
from simulator.games.potions.engine.state import (
    APART,
    MUST,
    RECIPE,
    Cupboard,
    Recipe,
    Staged,
    State,
    Turn,
    read_options,
)
from web.refusal import Refusal

NOBODY: frozenset[Seat] = frozenset()
ALL_CARDS = Counter(code for deck in DECKS for code in deck)
PASS = Move("pass")
ELEMENT_MOVE = {code: Move("element", (code,)) for code in CODES}
ASSEMBLE_MOVE = {code: Move(ASSEMBLE, (code,)) for code in CODES}
CAST_MOVE = {code: Move(CAST, (code,)) for code in CODES}
TURNS = tuple((Turn(seat),) for seat in range(MAX_PLAYERS))
FURTHER = tuple((Turn(seat, True),) for seat in range(MAX_PLAYERS))
OTHERS = everybody_else(MAX_PLAYERS)


# --- Setting up: who begins, hands, the first cupboard -----------------------------------------------------


def new_game(config: Mapping[str, Any], seed: int) -> Step:
    """Draws or names the first player, shuffles, deals, opens the cupboard. Raises BadConfig."""
    options = read_options(config.get("options", {}))
    players = check_players(config.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    first, chance = first_seat(players, options.first_player), Chance(seed, script_of(config))
    decks: list[tuple[str, ...]] = []
    for cards in DECKS:
        shuffled, chance = chance.shuffled(cards)
        decks.append(tuple(reversed(shuffled)))  # the first card of a scripted order is the top one
    if first is None:
        first, chance = chance.below(players)
    hands, opening, rest = _deal(decks[0], players)
    events = [
        Event("dealt", "setup.deal", {"n": DEAL}),
        *(Event("hand", "setup.deal", {"seat": s, "cards": list(h)}, (s,)) for s, h in enumerate(hands)),
        Event("opened", "setup.cupboard", {"cards": list(opening)}),
        Event("first_chosen", "setup.first", {"seat": first}),
    ]
    state = State(
        players=players,
        options=options,
        chance=chance,
        first=first,
        turn=1,
        decks=(rest, *decks[1:]),
        hands=hands,
        shown=((),) * players,
        cupboard=lay(EMPTY, opening),
        tables=((),) * players,
        scores=(0,) * players,
        history=(),
        aside=(),
        agenda=(),
    )
    started = _start_turn(state, first, events, state.turn)
    return Step(started, tuple(events), frozenset(range(players)))


def _deal(
    deck: tuple[str, ...], players: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], tuple[str, ...]]:
    """(hands, opening cards, the rest), four cards each from the top, then four open ones (setup.deal)."""
    top_down = deck[::-1]
    hands = tuple(in_order(top_down[seat * DEAL : (seat + 1) * DEAL]) for seat in range(players))
    dealt = players * DEAL
    return hands, top_down[dealt : dealt + OPENING], deck[: len(deck) - dealt - OPENING]


# --- The verbs: check and do side by side -----------------------------------------------------------------


def check_held(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A card of the deck, and one of one's own; every verb that plays a card begins with this."""
    if len(move.args) != 1 or not isinstance(move.args[0], str):
        return unreadable(move)
    code = move.args[0]
    if code in state.hands[seat]:
        return None
    if code in ELEMENTS:
        return element_no_card(code)
    if copies := [held for held in state.hands[seat] if code == CARD[held].id]:
        return which_copy(code, copies)
    if not any(is_called(known, code) for known in CODES):
        return Refusal("no_such_card", "components.deck", {"card": code[:80]})
    return Refusal("not_in_hand", "turn.play", {"card": code})


def do_element(state: State, seat: Seat, move: Move) -> Step:
    """Into the cupboard: a point for each element that wasn't there (element.new, great.elements)."""
    code = move.args[0]
    new = count_new(state.cupboard, code)
    points = element_points(new)
    said = {"seat": seat, "card": code, "elements": list(ELEMENTS_OF[code]), "n": points}
    if code in GREAT:
        events = [Event("laid_great", "great.elements", said)]
    else:
        events = [Event("laid_new" if new else "laid_again", "element.new", said)]
    if code in SPELLS and not new:
        events.append(Event("laid_under", "element.under", {"card": code}))
    play = Play(seat, ELEMENT, code, new)
    played = _play(state, seat, code, play, cupboard=lay(state.cupboard, (code,)))
    return _end_turn(played, seat, events)


def check_assemble(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Every ingredient must be on the table before the recipe is assembled (assemble.all, ruling 14)."""
    refusal = check_held(state, seat, move)
    if refusal is not None:
        return refusal
    code = move.args[0]
    if code in SPELLS:
        return Refusal("no_recipe", "spell.play", {"card": code})
    if can_assemble(state.cupboard, state.tables, code, open_things(state.cupboard, state.tables)):
        return None
    return _missing(state, seat, code)


def _missing(state: State, seat: Seat, code: str) -> Refusal:
    """The most teachable reason: one element serves once, it lies hidden, it is in hand, it is missing."""
    lacking = missing(state.cupboard, state.tables, code)
    for code_apart in state.cupboard.apart:
        if any(f"element:{element}" in lacking for element in ELEMENTS_OF[code_apart]):
            return Refusal("one_element", "great.one", {"card": code_apart})
    if all(_lies_under(state, ingredient) for ingredient in lacking):
        return Refusal("lies_under", "assemble.under", {"card": code, "ingredients": lacking})
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
    return _go_on(state, Staged(seat, ASSEMBLE, move.args[0]))


def finish_assemble(state: State, staged: Staged) -> Step:
    """Ingredients go under the recipe, theirs back to the cupboard; builder and owners get their points."""
    seat, code = staged.seat, staged.card
    cupboard, tables, used = _take_sources(state, staged)
    owners = tuple(sorted({s.seat for s in staged.sources if s.kind == RECIPE} - {seat}))
    points = POINTS[code]
    said = {"seat": seat, "card": code, "cards": list(used), "n": points}
    events = [Event("assembled", "assemble.points", said)]
    events += [
        Event("half", "assemble.half", {"seat": o, "builder": seat, "card": code, "n": half(points)})
        for o in owners
    ]
    back = in_chosen_order(staged)
    if back:
        events.append(Event("returned", "assemble.return", {"cards": list(back)}))
    tables[seat] = (*tables[seat], Recipe(code, used))
    play = Play(seat, ASSEMBLED, code, 0, owners)
    played = _play(state, seat, code, play, cupboard=lay(cupboard, back), tables=tuple(tables))
    return _end_turn(played, seat, events)


def _take_sources(state: State, staged: Staged) -> tuple[Cupboard, list[tuple[Recipe, ...]], tuple[str, ...]]:
    """(cupboard, tables, cards) with the sources taken away, in the order of the slots."""
    cupboard, tables, used = state.cupboard, list(state.tables), []
    for source in in_slot_order(staged.card, staged.sources):
        if source.kind == RECIPE:
            used.append(source.what)
            tables[source.seat] = without(tables[source.seat], Recipe(source.what, source.under))
        elif source.kind == APART:
            used.append(source.what)
            cupboard = take(cupboard, source.what)
        else:
            code, cupboard = take_top(cupboard, source.what)
            used.append(code)
    return cupboard, tables, tuple(used)


def check_cast(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A spell, and something for it to work on (spell.target, ruling 25)."""
    refusal = check_held(state, seat, move)
    if refusal is not None:
        return refusal
    code = move.args[0]
    if code not in SPELLS:
        return Refusal("not_spell", "spell.play", {"card": code})
    if not has_target(state.cupboard, state.tables[seat], EFFECT[code]):
        return Refusal("no_target", "spell.target", {"card": code})
    return None


def do_cast(state: State, seat: Seat, move: Move) -> Step:
    return _go_on(state, Staged(seat, CAST, move.args[0]))


def finish_cast(state: State, staged: Staged) -> Step:
    """Another card may follow a spell (spell.further)."""
    played, events = _work(state, staged)
    return _after_spell(played, staged.seat, events)


def _work(state: State, staged: Staged) -> tuple[State, list[Event]]:
    """First the spell lies in the cupboard, without points, then it works (spell.place, ruling 28)."""
    seat, code = staged.seat, staged.card
    cast = evolve(state, cupboard=lay(state.cupboard, (code,)))
    events = [Event("cast", "spell.place", {"seat": seat, "card": code})]
    changes = EFFECTS[EFFECT[code]](cast, staged, events)
    return _play(evolve(cast, **changes), seat, code, Play(seat, SPELL, code)), events


def check_pass(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Only the further card after a spell may be left out (spell.further, ruling 23)."""
    if move.args:
        return unreadable(move)
    if not state.agenda[-1].further:
        return Refusal("no_pass", "turn.play")
    if state.options.spell_follow_up == MUST:
        return Refusal("must_follow", "spell.further")
    return None


def do_pass(state: State, seat: Seat, move: Move) -> Step:
    return _end_turn(state, seat, [Event("stopped", "spell.further", {"seat": seat})])


# --- Choices inside a compound move ------------------------------------------------------------------------


def choose(state: State, staged: Staged, move: Move) -> Step:
    return _go_on(state, _chosen(state, staged, move))


def _chosen(state: State, staged: Staged, move: Move) -> Staged:
    found = open_choices(state.cupboard, state.tables, staged)
    return next(choice.then for choice in found if choice.move == move)


def _go_on(state: State, staged: Staged) -> Step:
    """On to the next real choice, which nobody else sees, or to the end of the compound move."""
    staged, found = settle(state.cupboard, state.tables, staged)
    if found:
        return Step(evolve(state, agenda=(state.agenda[0], staged)), (), NOBODY)
    return (finish_assemble if staged.verb == ASSEMBLE else finish_cast)(state, staged)


def settled(state: State, seat: Seat, move: Move) -> tuple[Settled, ...]:
    """Questions with one answer; after a spell with the last card there is nothing to do but to pass."""
    frame = state.agenda[-1]
    if type(frame) is Staged:
        begun = _chosen(state, frame, move)
    elif move.verb in (ASSEMBLE, CAST):
        begun = Staged(seat, move.verb, move.args[0])
    else:
        return ()
    asked = [
        Settled(seat, answer, Step(evolve(state, agenda=(state.agenda[0], staged)), (), NOBODY))
        for staged, answer in settling(state.cupboard, state.tables, begun)
    ]
    done, left = settle(state.cupboard, state.tables, begun)
    if done.verb == CAST and not left:
        asked += _forced_pass(state, done)
    return tuple(asked)


def _forced_pass(state: State, staged: Staged) -> list[Settled]:
    played, events = _work(state, staged)
    if played.hands[staged.seat] or state.options.spell_follow_up == MUST:
        return []
    further = evolve(played, agenda=FURTHER[staged.seat])
    then = Step(further, tuple(events), NOBODY)
    return [Settled(staged.seat, PASS, then, also=("element", ASSEMBLE, CAST))]


# --- check, apply, legal moves -----------------------------------------------------------------------------


class Verb(NamedTuple):
    check: Callable[[State, Seat, Move], Refusal | None]
    do: Callable[[State, Seat, Move], Step]


VERBS: Mapping[str, Verb] = {
    "element": Verb(check_held, do_element),
    ASSEMBLE: Verb(check_assemble, do_assemble),
    CAST: Verb(check_cast, do_cast),
    "pass": Verb(check_pass, do_pass),
}


def check(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Whose turn, which choice, then the verb's own check: the most teachable reason comes first."""
    if not state.agenda:
        return Refusal("game_over", "series.rounds")
    frame = state.agenda[-1]
    if seat != frame.seat:
        return Refusal("not_your_turn", "turn.order", {"seat": frame.seat})
    if type(frame) is Staged:
        if move.verb in VERBS:
            return Refusal("unfinished", "turn.play", {"card": frame.card})
        return check_choice(state, frame, move) if move.verb in CHOICES else unreadable(move)
    if move.verb in CHOICES:
        return Refusal("not_asked", "turn.play", {"text": str(move)[:80]})
    verb = VERBS.get(move.verb)
    return unreadable(move) if verb is None else verb.check(state, seat, move)


def apply(state: State, seat: Seat, move: Move) -> Step:
    """Makes the move and runs on to the next real choice. Raises IllegalMove."""
    refusal = check(state, seat, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    return make(state, seat, move)


def make(state: State, seat: Seat, move: Move) -> Step:
    """`apply` for a move that is known to be legal."""
    frame = state.agenda[-1]
    if type(frame) is Staged:
        return choose(state, frame, move)
    return VERBS[move.verb].do(state, seat, move)


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.agenda[-1].seat}) if state.agenda else NOBODY


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """The candidates that pass `check`: by the same predicates, each asked once."""
    if not state.agenda or state.agenda[-1].seat != seat:
        return []
    frame = state.agenda[-1]
    if type(frame) is Staged:
        return [choice.move for choice in open_choices(state.cupboard, state.tables, frame)]
    cupboard, tables = state.cupboard, state.tables
    hand = list(dict.fromkeys(state.hands[seat]))
    there = open_things(cupboard, tables)
    moves = [
        ASSEMBLE_MOVE[code]
        for code in hand
        if code in RECIPES and can_assemble(cupboard, tables, code, there)
    ]
    moves += [
        CAST_MOVE[code]
        for code in hand
        if code in SPELLS and has_target(cupboard, tables[seat], EFFECT[code])
    ]
    moves += [ELEMENT_MOVE[code] for code in hand]
    if frame.further and state.options.spell_follow_up != MUST:
        moves.append(PASS)
    return moves


# --- Turn order, drawing, the end --------------------------------------------------------------------------


def _play(state: State, seat: Seat, code: str, play: Play, **changes: Any) -> State:
    """The card has left the hand, and its points are counted."""
    hands, shown = replaced(state.hands, seat, without(state.hands[seat], code)), state.shown[seat]
    if code in shown:
        changes["shown"] = replaced(state.shown, seat, without(shown, code))
    return evolve(
        state, hands=hands, scores=_counted(state.scores, play), history=(*state.history, play), **changes
    )


def _counted(scores: tuple[int, ...], play: Play) -> tuple[int, ...]:
    sums = list(scores)
    for seat, points in gains(play).items():
        sums[seat] += points
    return tuple(sums)


def _after_spell(state: State, seat: Seat, events: list[Event]) -> Step:
    """Another card may be played, if there is one (spell.further)."""
    if not state.hands[seat]:
        return _end_turn(state, seat, events)
    follows = "must_follow" if state.options.spell_follow_up == MUST else "may_follow"
    events.append(Event(follows, "spell.further", {"seat": seat}))
    return Step(evolve(state, agenda=FURTHER[seat]), tuple(events), OTHERS[state.players][seat])


def _end_turn(state: State, seat: Seat, events: list[Event]) -> Step:
    """On to the left, past those without a card; the game ends when nobody has one (series.rounds)."""
    if not state.decks[0] and not any(state.hands):
        return _end_game(state, events)
    following = (seat + 1) % state.players
    while not state.hands[following] and not state.decks[0]:
        events.append(Event("skipped", "turn.empty", {"seat": following}))
        following = (following + 1) % state.players
    started = _start_turn(state, following, events, state.turn + 1)
    return Step(started, tuple(events), OTHERS[state.players][seat])


def _start_turn(state: State, seat: Seat, events: list[Event], turn: int) -> State:
    """Draws up to five, or what the deck still has (turn.draw, turn.deck; rulings 19 and 20)."""
    deck, hand = state.decks[0], state.hands[seat]
    n = min(HAND - len(hand), len(deck))
    if n <= 0:
        return evolve(state, turn=turn, agenda=TURNS[seat])
    drawn, rest = deck[len(deck) - n :], deck[: len(deck) - n]
    events.append(Event("drew", "turn.draw", {"seat": seat, "n": n}))
    events.append(Event("drawn", "turn.draw", {"seat": seat, "cards": list(drawn)}, (seat,)))
    if not rest:
        events.append(Event("deck_empty", "turn.deck", {}))
    hands = replaced(state.hands, seat, in_order(hand + drawn))
    return evolve(state, turn=turn, decks=(rest, *state.decks[1:]), hands=hands, agenda=TURNS[seat])


def _end_game(state: State, events: list[Event]) -> Step:
    best = winners(state.scores)
    params = {"seats": list(best), "n": max(state.scores)}
    events.append(Event("series_ended", "series.winner", params))
    if len(best) > 1:
        events.append(Event("shared", "series.tie", params))
    return Step(evolve(state, agenda=()), tuple(events), frozenset(range(state.players)))


def result(state: State) -> Result | None:
    if state.agenda:
        return None
    return Result(state.scores, winners(state.scores))


def explain(state: State) -> tuple[PlayerScore, ...]:
    """The points of the finished game by seat, line by line; empty while it goes on."""
    return () if state.agenda else score(state.players, state.history)


def cards_in_play(state: State) -> Counter[str]:
    """Every card, wherever it lies."""
    cards = Counter((*state.cupboard.apart, *state.aside))
    for pile in (*state.decks, *state.hands, *state.cupboard.stacks):
        cards.update(pile)
    for table in state.tables:
        for recipe in table:
            cards.update((recipe.card, *recipe.under))
    return cards


def invariants(state: State) -> None:
    """All cards are there, each in its stack, spells lowest; points follow from the plays."""
    assert cards_in_play(state) == ALL_CARDS, "cards are lost or doubled"
    for element, place in PLACE.items():
        stack = state.cupboard.stacks[place]
        assert all(code not in GREAT and ELEMENTS_OF[code] == (element,) for code in stack), "a foreign card"
        lowest = sum(code in SPELLS for code in stack)
        assert all(code in SPELLS for code in stack[:lowest]), "a spell above another card"
    assert all(code in GREAT for code in state.cupboard.apart)
    assert all(recipe.card in RECIPES for table in state.tables for recipe in table), "a spell is assembled"
    assert state.scores == totals(state.players, state.history), "points that no play brought"
    for hand, shown in zip(state.hands, state.shown, strict=True):
        assert list(hand) == sorted(hand)
        assert not Counter(shown) - Counter(hand), "a known card that nobody holds"
    if state.agenda:
        assert state.hands[state.agenda[-1].seat], "the seat to act has no card"

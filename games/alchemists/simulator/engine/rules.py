"""Which question is open, which verbs answer it, and why anything else doesn't; what a move leads to.

Each verb's check and effect stand side by side in the module of its part of the rules; here they are put to
the frames. `check` is the authority; `answers` lists what it passes, by the same predicates.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from games.alchemists.simulator.engine import (
    debunks,
    gathering,
    mixing,
    planning,
    selling,
    theorising,
    turns,
)
from games.alchemists.simulator.engine.data import (
    ALTAR,
    AREAS,
    ASSISTANT,
    ASSOCIATE,
    BARMAID,
    BUY,
    CAP,
    CUSTODIAN,
    DEBUNK,
    DRINK,
    EXHIBITION,
    FORAGE,
    MAX_PLAYERS,
    PERISCOPE,
    PLACE,
    PUBLISH,
    SELL,
    STUDENT,
    TRANSMUTE,
)
from games.alchemists.simulator.engine.goods import Events
from games.alchemists.simulator.engine.planning import closed
from games.alchemists.simulator.engine.rows import declined, row_of
from games.alchemists.simulator.engine.state import SEALED, Act, State
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Result, Seat, Step, everybody_else
from web.refusal import Refusal

NOBODY: frozenset[Seat] = frozenset()
OTHERS = everybody_else(MAX_PLAYERS)
EVERYBODY = tuple(frozenset(range(players)) for players in range(MAX_PLAYERS + 1))
DECLINE = Move("decline")


class Verb(NamedTuple):
    """The types of its arguments, whether it may be done, and what it does."""

    args: tuple[type, ...]
    check: Callable[[State, Seat, Move], Refusal | None]
    do: Callable[[State, Seat, Move, Events], State]


class FrameRules(NamedTuple):
    """What answers a frame: its legal moves besides declining, its verbs, and what declining does, if it may
    be.
    """

    answers: Callable[[State, Seat], Iterable[Move]]
    verbs: Mapping[str, Verb]
    decline: Callable[[State, Seat, Events], State] | None = None


# --- Declining ---------------------------------------------------------------------------------------------


def _decline_action(state: State, seat: Seat, events: Events) -> State:
    return declined(state, state.frame, events)


def _waiver(artifact: str) -> Callable[[State, Seat, Events], State]:
    """Leaving an artifact's offer alone."""

    def waive(state: State, seat: Seat, events: Events) -> State:
        events.append(Event("waived", "artifact.effect", {"seat": seat, "artifact": artifact}))
        return evolve(state, agenda=())

    return waive


def _nothing_wrong(state: State, seat: Seat, move: Move) -> Refusal | None:
    return None


def _one(move: Move) -> Callable[[State, Seat], Iterable[Move]]:
    return lambda state, seat: (move,)


# --- The questions -----------------------------------------------------------------------------------------

_PAIR = (str, str)
_TEST = Verb(_PAIR, mixing.check_test, mixing.do_test)
_DRINK = Verb(_PAIR, mixing.check_pair, mixing.do_drink)
_PUBLISH = Verb((str,), theorising.check_publish, theorising.do_publish)


def _action(answers: Callable[[State, Seat], Iterable[Move]], **verbs: Verb) -> FrameRules:
    """The question of an area: its verbs, or the action is declined (planning.decline)."""
    return FrameRules(answers, verbs, _decline_action)


def _publications(state: State, seat: Seat) -> Iterable[Move]:
    return (*theorising.publish_answers(state, seat), *theorising.endorse_answers(state, seat))


AREA_QUESTIONS: Mapping[str, FrameRules] = {
    FORAGE: _action(
        gathering.forage_answers,
        take=Verb((str,), gathering.check_take, gathering.do_take),
        draw=Verb((), gathering.check_draw, gathering.do_draw),
    ),
    TRANSMUTE: _action(
        gathering.transmute_answers,
        transmute=Verb((str, int), gathering.check_transmute, gathering.do_transmute),
    ),
    CUSTODIAN: _action(mixing.pair_answers, mix=_DRINK),
    SELL: _action(selling.order_answers, order=Verb((str, int), selling.check_order, selling.do_order)),
    BUY: _action(gathering.buy_answers, buy=Verb((str, int), gathering.check_buy, gathering.do_buy)),
    DEBUNK: _action(
        debunks.debunk_answers,
        debunk=Verb(_PAIR, debunks.check_debunk, debunks.do_debunk),
        test=Verb(_PAIR, debunks.check_question, debunks.do_question),
    ),
    PUBLISH: _action(
        _publications,
        publish=_PUBLISH,
        endorse=Verb((str,), theorising.check_endorse, theorising.do_endorse),
    ),
    STUDENT: _action(mixing.test_answers, mix=_TEST),
    DRINK: _action(mixing.pair_answers, mix=_DRINK),
    EXHIBITION: _action(
        selling.promise_answers, promise=Verb((str,), selling.check_promise, selling.do_promise)
    ),
}
QUESTIONS: Mapping[str, FrameRules] = {
    "Keep": FrameRules(turns.keep_answers, {"keep": Verb((str,), turns.check_keep, turns.do_keep)}),
    "Space": FrameRules(
        planning.space_answers, {"space": Verb((str,), planning.check_space, planning.do_space)}
    ),
    "Planning": FrameRules(
        planning.planning_answers,
        {
            "assistant": Verb((int,), planning.check_assistant, planning.do_assistant),
            "plan": Verb((str, int), planning.check_plan, planning.do_plan),
            "associate": Verb((str,), planning.check_associate, planning.do_associate),
        },
    ),
    "Bid": FrameRules(selling.bid_answers, {"bid": Verb((int,), selling.check_bid, selling.do_bid)}),
    "Sale": FrameRules(
        selling.sale_answers,
        {
            "guarantee": Verb((str,), selling.check_guarantee, selling.do_guarantee),
            "barmaid": Verb((int,), selling.check_barmaid, selling.do_barmaid),
            "mix": Verb(_PAIR, selling.check_sale, selling.do_sale),
        },
    ),
    "Promise": FrameRules(mixing.pair_answers, {"mix": Verb(_PAIR, mixing.check_pair, selling.do_exhibit)}),
    "Claim": FrameRules(
        debunks.claim_answers, {"claim": Verb((str,), debunks.check_claim, debunks.do_claim)}
    ),
    "Publishing": FrameRules(
        theorising.publishing_answers,
        {
            "token": Verb((str,), theorising.check_token, theorising.do_token),
            "seal": Verb((str,), theorising.check_seal, theorising.do_seal),
        },
    ),
    "Immediate": FrameRules(theorising.publish_answers, {"publish": _PUBLISH}, debunks.wait),
    "Grant": FrameRules(
        theorising.grant_answers, {"grant": Verb((str,), theorising.check_grant, theorising.do_grant)}
    ),
    "Herbalist": FrameRules(
        gathering.herbalist_answers,
        {"discard": Verb(_PAIR, gathering.check_discard, gathering.do_discard)},
    ),
    "Cap": FrameRules(
        mixing.cap_answers, {"mix": Verb(_PAIR, mixing.check_cap, mixing.do_cap)}, _waiver(CAP)
    ),
    "Altar": FrameRules(
        gathering.altar_answers,
        {"pay": Verb((int,), gathering.check_pay, gathering.do_pay)},
        _waiver(ALTAR),
    ),
    "Peek": FrameRules(
        _one(Move("peek")), {"peek": Verb((), _nothing_wrong, mixing.do_peek)}, _waiver(PERISCOPE)
    ),
    "Mortar": FrameRules(
        _one(Move("mortar")), {"mortar": Verb((), _nothing_wrong, mixing.do_mortar)}, mixing.waive_mortar
    ),
}


def question(state: State) -> FrameRules:
    """The question of the open frame."""
    frame = state.frame
    return AREA_QUESTIONS[frame.area] if type(frame) is Act else QUESTIONS[type(frame).__name__]


# --- Why a move doesn't answer the question ----------------------------------------------------------------

# Where a verb belongs that is asked for in an area, and the favours that have verbs of their own.
AREA_OF = {
    **{verb: area for area, asked in AREA_QUESTIONS.items() for verb in asked.verbs if verb != "mix"},
    **dict.fromkeys(("guarantee",), SELL),
    **dict.fromkeys(("token", "seal"), PUBLISH),
    "claim": DEBUNK,
}
FAVOUR_OF = {"assistant": ASSISTANT, "associate": ASSOCIATE, "barmaid": BARMAID}
VERBS = frozenset(
    verb for asked in (*AREA_QUESTIONS.values(), *QUESTIONS.values()) for verb in (*asked.verbs, "decline")
)


def unreadable(move: Move) -> Refusal:
    return Refusal("unreadable", "turn.play", {"text": str(move)})


def not_asked(state: State, seat: Seat, move: Move) -> Refusal:
    """The most teachable reason: out of its time, no cubes there, over already, or simply not now."""
    verb = move.verb
    if verb not in VERBS:
        return unreadable(move)
    if verb in FAVOUR_OF:
        return Refusal("favour_time", "favour.play", {"card": FAVOUR_OF[verb]})
    if verb == "decline":
        return Refusal("no_decline", "planning.decline")
    if len(state.agenda) > 1:
        return Refusal("unfinished", "planning.sequence" if state.phase == turns.PLAN else "planning.resolve")
    placed = verb in AREA_OF and state.phase in (turns.PLAN, turns.RESOLVE)
    if placed and (refusal := _area_refusal(state, seat, AREA_OF[verb])):
        return refusal
    return Refusal("not_asked", "turn.play", {"text": str(move)})


def _area_refusal(state: State, seat: Seat, area: str) -> Refusal | None:
    """Why a seat can't act in an area now; None where its turn there is still to come or under way."""
    place = PLACE[area]
    row = row_of(state, seat, place)
    if state.round not in AREAS[place].rounds:
        return closed(state, area)
    if state.phase == turns.PLAN or (row and place > state.at):
        return Refusal("area_later", "planning.resolve", {"area": area})
    if row is None:
        return Refusal("no_cubes", "planning.cubes", {"area": area})
    if place == state.at and row.over < row.actions:
        return None
    return Refusal("action_over", "planning.second", {"area": area})


# --- check, apply, legal moves -----------------------------------------------------------------------------


def to_act(state: State) -> frozenset[Seat]:
    if not state.agenda:
        return NOBODY
    frame = state.frame
    if type(frame) in SEALED:
        return frozenset([seat for seat in frame.seats if not state.screens[seat].sealed])
    seat: Seat = frame.seat
    return ALONE[seat]


ALONE = tuple(frozenset({seat}) for seat in range(MAX_PLAYERS))


def check(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Whose choice it is, which verbs answer it, then the verb's own check."""
    if not state.agenda:
        return Refusal("game_over", "series.rounds")
    if seat not in to_act(state):
        return _not_yours(state, seat)
    asked = question(state)
    if move.verb == "decline" and asked.decline is not None:
        return unreadable(move) if move.args else None
    verb = asked.verbs.get(move.verb)
    if verb is None:
        return not_asked(state, seat, move)
    if tuple(map(type, move.args)) != verb.args or any(type(arg) is int and arg < 0 for arg in move.args):
        return unreadable(move)
    return verb.check(state, seat, move)


def _not_yours(state: State, seat: Seat) -> Refusal:
    """Who of several has chosen already isn't told."""
    frame = state.frame
    if type(frame) not in SEALED:
        return Refusal("not_your_turn", "turn.play", {"seat": frame.seat})
    clause = SEALED_CLAUSES[type(frame).__name__]
    if seat in frame.seats:
        return Refusal("chosen_already", clause)
    return Refusal("others_choose", clause, {"seats": list(frame.seats)})


SEALED_CLAUSES = {"Keep": "setup.favours", "Bid": "sell.discount"}


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """The answers that pass `check`, by the same predicates, each asked once."""
    if seat not in to_act(state):
        return []
    asked = question(state)
    moves = [*asked.answers(state, seat)]
    if asked.decline is not None:
        moves.append(DECLINE)
    moves.sort()
    return moves


def do(state: State, seat: Seat, move: Move) -> Step:
    """Makes a move that `check` has passed, and runs on to the next choice.

    A forced decline is asked about like a free one, so that it tells nothing of a hand (ruling 107).
    """
    events: Events = []
    asked = question(state)
    if move.verb == "decline":
        assert asked.decline is not None
        done = asked.decline(state, seat, events)
    else:
        done = asked.verbs[move.verb].do(state, seat, move, events)
    after = turns.run_until_choice(done, events)
    return Step(after, tuple(events), _learned(state, after, seat, events))


def _learned(before: State, after: State, seat: Seat, events: Events) -> frozenset[Seat]:
    """Nobody from a choice that others don't see yet; all from what chance or the secret world has shown."""
    if after.phase == turns.OVER or (events and type(before.frame) in SEALED):
        return EVERYBODY[before.players]
    for name in SECRETS:
        if getattr(before, name) is not getattr(after, name):
            return EVERYBODY[before.players]
    if not events:
        return NOBODY
    return OTHERS[before.players][seat]


# What hidden things show themselves in: a move that leaves all of these alone has taught its mover nothing.
SECRETS = ("chance", "deck", "favours", "mixes", "answers", "round")


# --- The end -----------------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Reputation while the game goes on, then the points."""
    if state.phase == turns.OVER:
        return turns.final_points(state)
    return tuple(board.reputation for board in state.boards)


def result(state: State) -> Result | None:
    """Ties go by the gold that is left."""
    if state.agenda:
        return None
    return Result(scores(state), turns.best_seats(state))

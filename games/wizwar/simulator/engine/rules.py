"""The rules of «Маго-бой»: who is asked what, making a move, running on to the next choice, the end.

A turn reads like the rulebook in `verbs`, a card is played in `casting` and fights in `combat`; other
questions are in `asking` and `deals`, setting up in `setup`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.wizwar.scoring.points import TREASURES_EACH, Verdict, score
from games.wizwar.simulator.engine.asking import (
    UNFIT,
    check_draw,
    check_limit,
    check_pick,
    do_draw,
    do_limit,
    do_pick,
    draw_moves,
    limit_moves,
    pick_moves,
    verb_of,
)
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.book import AGAINST_HARM, KICK, THROW
from games.wizwar.simulator.engine.casting import (
    ANSWER,
    PLAY,
    QUESTIONS,
    STRIKE,
    advance,
    check_play,
    do_play,
    do_staged,
    questions,
    staged_moves,
)
from games.wizwar.simulator.engine.combat import (
    answer_refusal,
    apply_damage,
    is_idle,
    let_pass,
    may_answer,
    pass_on,
    possible_answers,
)
from games.wizwar.simulator.engine.data import COUNTERS, OBJECTS
from games.wizwar.simulator.engine.deals import check_deal, deal_moves, do_deal
from games.wizwar.simulator.engine.flow import STRIKING, Flow, limit_of, over_limit
from games.wizwar.simulator.engine.moves import (
    PASS,
    check_held,
    is_known,
    is_small_number,
    no_such_answer,
    not_asked,
    unreadable,
)
from games.wizwar.simulator.engine.moving import look_at_illusions
from games.wizwar.simulator.engine.setup import check_lay, do_lay, lay_moves
from games.wizwar.simulator.engine.state import (
    CREATURES,
    FORMER_RULES,
    NOBODY,
    Act,
    Deal,
    Draw,
    Ended,
    Harm,
    Lay,
    Limit,
    Pick,
    Staged,
    State,
    Window,
    hand_size,
    is_alive,
    is_well,
    lives_of,
    outs_of,
)
from games.wizwar.simulator.engine.turns import next_turn
from games.wizwar.simulator.engine.verbs import (
    act_moves,
    check_discard,
    check_drop,
    check_end,
    check_hold,
    check_kick,
    check_offer,
    check_open,
    check_phase,
    check_reveal,
    check_run,
    check_show,
    check_step,
    check_strike,
    check_take,
    check_throw,
    do_discard,
    do_drop,
    do_end,
    do_hold,
    do_kick,
    do_offer,
    do_open,
    do_phase,
    do_reveal,
    do_run,
    do_show,
    do_step,
    do_strike,
    do_take,
    do_throw,
)
from scoring.sheets.lines import PlayerScore
from simulator.engine.game import Move, Result, Seat, Settled, Step
from web.refusal import Refusal

# --- The verbs of a turn ------------------------------------------------------------------------------------


class Verb(NamedTuple):
    """`words`: how many arguments it takes, least and most."""

    words: tuple[int, int]
    check: Callable[..., Refusal | None]
    do: Callable[..., None]


VERBS: Mapping[str, Verb] = {
    "step": Verb((1, 1), check_step, do_step),
    "phase": Verb((1, 1), check_phase, do_phase),
    "run": Verb((1, 2), check_run, do_run),
    PLAY: Verb((1, 1), check_play, do_play),
    STRIKE: Verb((1, 1), check_strike, do_strike),
    KICK: Verb((1, 1), check_kick, do_kick),
    THROW: Verb((1, 1), check_throw, do_throw),
    "show": Verb((1, 1), check_show, do_show),
    "open": Verb((1, 1), check_open, do_open),
    "hold": Verb((2, 2), check_hold, do_hold),
    "take": Verb((1, 1), check_take, do_take),
    "drop": Verb((1, 1), check_drop, do_drop),
    "discard": Verb((1, 1), check_discard, do_discard),
    "offer": Verb((1, 1), check_offer, do_offer),
    "reveal": Verb((2, 2), check_reveal, do_reveal),
    "end": Verb((0, 0), check_end, do_end),
}


def check_act(state: State, act: Act, move: Move) -> Refusal | None:
    verb = verb_of_turn(state, move)
    if move.verb == "draw":
        return Refusal("draw_when", "draw.when")
    if verb is None:
        return not_asked(move)
    if not verb.words[0] <= len(move.args) <= verb.words[1]:
        return unreadable(move)
    return verb.check(state, act, *move.args)


def do_act(flow: Flow, act: Act, move: Move) -> None:
    verb = verb_of_turn(flow.state, move)
    assert verb is not None  # `check_act` saw to it
    for before_move in flow.state.course.asked(Box.before_move):
        before_move(flow, move)
    verb.do(flow, act, *move.args)


def verb_of_turn(state: State, move: Move) -> Verb | None:
    """A verb of the base game or of a box on the table."""
    return VERBS.get(move.verb) or state.course.verbs.get(move.verb)


# --- Compound moves and windows -----------------------------------------------------------------------------


def check_staged(state: State, staged: Staged, move: Move) -> Refusal | None:
    """An answer to the open question, else what is wrong with it as an answer."""
    offered = staged_moves(state, staged)
    if move in offered:
        return None
    if not is_known(move) or (move.verb in QUESTIONS and len(move.args) != 1):
        return unreadable(move)
    is_open = move.verb in {each.verb for each in offered}
    answers_it = is_open or move.verb not in questions(staged)
    find = UNFIT.get(move.verb) if answers_it or move.verb == "and" else None
    refusal = find(state, staged, move.args[0]) if find else None
    if refusal or not is_open:
        return refusal or Refusal("unfinished", "turn.play", {"card": staged.card})
    return no_such_answer(staged.card, move, offered)


def _is_answer(move: Move) -> bool:
    return move.verb == ANSWER and len(move.args) == 2


def _no_answer_refusal(state: State, seat: Seat, move: Move) -> Refusal:
    """What belongs to a turn waits until the question is answered; nothing is picked up in another's turn."""
    if move.verb == "take" and state.agenda[0].seat != seat:
        return Refusal("pick_out_of_turn", "object.own_turn")
    if is_known(move) and move.verb not in (ANSWER, "pass"):
        return Refusal("answer_first", "counter.when")
    return unreadable(move)


def check_window(state: State, window: Window, move: Move) -> Refusal | None:
    """`answer CARD ITEM` with a counteraction from one's hand, or `pass` (counter.when)."""
    if move == PASS:
        return None
    if not _is_answer(move):
        return _no_answer_refusal(state, window.seat, move)
    if not is_small_number(move.args[1]):
        return Refusal("not_answered", "counter.chain", {"text": move.args[1]})
    card, against = move.args[0], int(move.args[1])
    return check_held(state, window.seat, card) or answer_refusal(state, window, window.seat, card, against)


def window_moves(state: State, window: Window) -> list[Move]:
    answers = [Move(ANSWER, (card, str(against))) for card, against in possible_answers(state, window)]
    return sorted([*answers, PASS])


def do_window(flow: Flow, window: Window, move: Move) -> None:
    if move == PASS:
        let_pass(flow)
    else:
        advance(flow, Staged(window.seat, ANSWER, move.args[0], item=int(move.args[1])))


def check_harm(state: State, harm: Harm, move: Move) -> Refusal | None:
    """Harm that is no attack: only Absorb and Blunt answer it (counter.indirect)."""
    if move == PASS:
        return None
    if not _is_answer(move):
        return _no_answer_refusal(state, harm.seat, move)
    if move.args[1] != "0":
        return Refusal("not_answered", "counter.chain", {"text": move.args[1]})
    refusal = check_held(state, harm.seat, move.args[0])
    if refusal is None and move.args[0] in AGAINST_HARM:
        return state.course.first(Box.play_refusal, state, harm.seat, move.args[0])
    return refusal or Refusal("indirect_only", "counter.indirect", {"card": move.args[0]})


def harm_moves(state: State, harm: Harm) -> list[Move]:
    cards = [card for card in dict.fromkeys(state.wizards[harm.seat].hand) if card in AGAINST_HARM]
    cards = [card for card in cards if state.course.first(Box.play_refusal, state, harm.seat, card) is None]
    return [*(Move(ANSWER, (card, "0")) for card in sorted(cards)), PASS]


def do_harm(flow: Flow, harm: Harm, move: Move) -> None:
    if move == PASS:
        apply_damage(flow, harm)
        return
    answer_harm(flow, harm, move.args[0])


def answer_harm(flow: Flow, harm: Any, card: str) -> None:
    """A card against harm, to a wizard or to a creature; what it does is told when the harm is suffered."""
    flow.spend(harm.seat, card)
    flow.emit("answered", "counter.when", seat=harm.seat, card=card, answers=harm.card)
    flow.replace_top_frame(harm._replace(answers=(*harm.answers, card)))


# --- check, apply, legal moves ------------------------------------------------------------------------------


class FrameRules(NamedTuple):
    """What a frame of one kind asks: the check of an answer, the answers, what an answer does.

    `asked`: the seats that choose at once and in secret; each finds itself in `seat` of the frame. `wait`
    refuses whoever has chosen already.
    """

    check: Callable[[State, Any, Move], Refusal | None]
    moves: Callable[[State, Any], list[Move]]
    do: Callable[[Flow, Any, Move], None]
    asked: Callable[[State, Any], frozenset[Seat]] | None = None
    wait: Refusal | None = None


STAGES: dict[type[Any], FrameRules] = {
    Lay: FrameRules(check_lay, lay_moves, do_lay),
    Act: FrameRules(check_act, act_moves, do_act),
    Draw: FrameRules(check_draw, draw_moves, do_draw),
    Limit: FrameRules(check_limit, limit_moves, do_limit),
    Staged: FrameRules(check_staged, staged_moves, do_staged),
    Pick: FrameRules(check_pick, pick_moves, do_pick),
    Window: FrameRules(check_window, window_moves, do_window),
    Harm: FrameRules(check_harm, harm_moves, do_harm),
    Deal: FrameRules(check_deal, deal_moves, do_deal),
}


def check(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Whose choice it is, then the frame's own check: the most teachable reason comes first."""
    if not state.agenda:
        return Refusal("game_over", "series.rounds")
    frame = asking(state, seat)
    if seat != frame.seat:
        return STAGES[type(frame)].wait or _out_of_turn(state, seat, frame, move)
    if not all(type(arg) is str for arg in move.args):
        return unreadable(move)
    anytime = state.course.anytime_verbs.get(move.verb)
    if anytime is not None and type(frame) in (Act, Window, Harm):
        least, most = anytime.words
        return anytime.check(state, seat, *move.args) if least <= len(move.args) <= most else unreadable(move)
    return STAGES[type(frame)].check(state, frame, move)


def _out_of_turn(state: State, seat: Seat, frame: Any, move: Move) -> Refusal:
    """Nobody answers a neutral card or picks anything up out of turn (counter.neutral, object.own_turn)."""
    asked = type(frame) in (Window, Harm)
    if move.verb == ANSWER and not asked and set(move.args[:1]) & COUNTERS:
        return Refusal("counter_neutral", "counter.neutral", {"card": move.args[0]})
    if move.verb == "take" and state.agenda[0].seat != seat:
        return Refusal("pick_out_of_turn", "object.own_turn")
    return Refusal("not_your_turn", "turn.order", {"seat": frame.seat})


def do(state: State, seat: Seat, move: Move) -> Step:
    """Makes a move that `check` has passed, and runs on to the next real choice."""
    flow = Flow(state, seat)
    _carry_out(flow, move)
    return flow.step()


def _carry_out(flow: Flow, move: Move) -> None:
    frame = asking(flow.state, flow.mover)
    anytime = flow.state.course.anytime_verbs.get(move.verb)
    if anytime is not None and type(frame) in (Act, Window, Harm):
        anytime.do(flow, flow.mover, *move.args)
    else:
        STAGES[type(frame)].do(flow, frame, move)
    run_until_choice(flow)


def asking(state: State, seat: Seat | None) -> Any:
    """The top frame; one that asks several at once as it asks this seat, or nobody of that name."""
    frame = state.frame
    asked = STAGES[type(frame)].asked
    if asked is None:
        return frame
    return frame._replace(seat=seat if seat in asked(state, frame) else NOBODY)


def settled(state: State, seat: Seat, move: Move) -> tuple[Settled, ...]:
    """The choices with one answer that a legal move goes past, whosever they are."""
    noted: list[Settled] = []
    _carry_out(Flow(state, seat, noted), move)
    return tuple(noted)


def to_act(state: State) -> frozenset[Seat]:
    if not state.agenda:
        return frozenset()
    asked = STAGES[type(state.frame)].asked
    return asked(state, state.frame) if asked else frozenset({state.frame.seat})


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """The moves that pass `check`: by the same predicates, each asked once."""
    if not state.agenda:
        return []
    frame = asking(state, seat)
    if frame.seat != seat:
        return []
    found = STAGES[type(frame)].moves(state, frame)
    anytime = state.course.asked(Box.anytime_moves)
    if anytime and type(frame) in (Act, Window, Harm):
        found = sorted([*found, *(move for moves in anytime for move in moves(state, seat))])
    return found


# --- On to the next real choice -----------------------------------------------------------------------------


def run_until_choice(flow: Flow) -> None:
    """Settles whatever needs no choice: surplus cards first, then the top frame, again and again."""
    board, wizards = None, None
    while flow.state.agenda:
        flow.changed()
        if flow.state.board is not board or flow.state.wizards is not wizards:
            look_at_illusions(flow)
            board, wizards = flow.state.board, flow.state.wizards
        seat = over_limit(flow.state)
        if seat is not None and not (type(flow.top) is Limit and flow.top.seat == seat):
            _ask_to_discard(flow, seat)
        elif not RESOLVERS.get(type(flow.top), resolve_never)(flow, flow.top):
            return


def _ask_to_discard(flow: Flow, seat: Seat) -> None:
    n = hand_size(flow.state, seat) - limit_of(flow.state, seat)
    flow.emit("over_limit", "draw.over", seat=seat, n=n)
    flow.push(Limit(seat))


def resolve_never(flow: Flow, frame: Any) -> bool:
    """A frame with a real choice."""
    return False


def resolve_act(flow: Flow, act: Act) -> bool:
    """A turn that is over goes on to drawing; a lost one just ends, as that of a wizard who is out."""
    if act.stunned or not is_alive(flow.state, act.seat):
        flow.replace_top_frame(Ended(act.seat, act.again))
    elif act.over:
        flow.shut_doors(act.seat)
        flow.replace_top_frame(Draw(act.seat, act.again))
    else:
        return False
    return True


def resolve_draw(flow: Flow, frame: Draw) -> bool:
    if is_alive(flow.state, frame.seat):
        return False
    flow.replace_top_frame(Ended(frame.seat))
    return True


def resolve_ended(flow: Flow, frame: Ended) -> bool:
    if flow.state.course.first(Box.after_turn, flow, frame.seat):
        return True
    flow.shut_doors(frame.seat)
    next_turn(flow, frame.seat, frame.again)
    return True


def resolve_limit(flow: Flow, frame: Limit) -> bool:
    if hand_size(flow.state, frame.seat) > limit_of(flow.state, frame.seat) and is_alive(
        flow.state, frame.seat
    ):
        return False
    flow.pop()
    return True


def resolve_pick(flow: Flow, pick: Pick) -> bool:
    """Nothing to choose, or nobody to choose for: the spell is over; one thing to choose is chosen."""
    alive = is_alive(flow.state, pick.seat) and is_alive(flow.state, pick.on)
    moves = pick_moves(flow.state, pick) if alive else []
    if len(moves) > 1:
        return False
    if moves:
        flow.note(moves[0], also=(verb_of(pick),))
        do_pick(flow, pick, moves[0])
    else:
        flow.pop()
        flow.check_game_end()
    return True


def resolve_window(flow: Flow, window: Window) -> bool:
    """Nobody is asked who is out or has no cards; the attack vanishes with its victim, dead or dying."""
    if not is_well(flow.state, window.attack.on):
        flow.pop()
        flow.check_game_end()
        return True
    idle = is_idle(window) and flow.state.options.rules > FORMER_RULES
    if may_answer(flow.state, window.seat) and not idle:
        return False
    if window.seat < CREATURES and is_alive(flow.state, window.seat):
        flow.note(PASS, also=(ANSWER,))
    (pass_on if idle else let_pass)(flow)
    return True


def resolve_harm(flow: Flow, harm: Harm) -> bool:
    if not is_well(flow.state, harm.seat):
        flow.pop()
        flow.check_game_end()
        return True
    if may_answer(flow.state, harm.seat):
        return False
    flow.note(PASS, also=(ANSWER,))
    apply_damage(flow, harm)
    return True


RESOLVERS: dict[type[Any], Callable[[Flow, Any], bool]] = {
    Act: resolve_act,
    Draw: resolve_draw,
    Ended: resolve_ended,
    Limit: resolve_limit,
    Pick: resolve_pick,
    Window: resolve_window,
    Harm: resolve_harm,
}


# --- The end ------------------------------------------------------------------------------------------------


def result(state: State) -> Result | None:
    if state.agenda:
        return None
    points = tuple(score.points for score in explain(state))
    return Result(points, state.winners, limited=state.verdict == "series.limit")


def explain(state: State) -> tuple[PlayerScore, ...]:
    """A point for the winner, line by line; empty while the game goes on."""
    if state.agenda:
        return ()
    return score(outs_of(state), lives_of(state), Verdict(outs_of(state), state.winners, state.verdict))


def cards_in_play(state: State) -> Counter[str]:
    """Every card, wherever it lies."""
    cards = Counter((*state.deck, *state.discard, *state.aside))
    cards.update(thing for _, thing in state.floor)
    for wizard in state.wizards:
        cards.update(wizard.hand)
        cards.update(wizard.shown)
    for part in state.parts:
        cards.update(part.cards)
    return cards


def _may_be_dying(state: State) -> bool:
    """Whether something of the same moment is still to strike, so that the dead aren't counted yet."""
    return any(type(frame) in (*STRIKING, Pick) for frame in state.agenda)


def invariants(state: State) -> None:
    """All 124 cards, two treasures a player, everybody somewhere, no hand above its limit."""
    assert cards_in_play(state) == state.course.all_cards, "cards are lost or doubled"
    for holds in state.course.asked(Box.invariants):
        holds(state)
    squares = len(state.board.filled)
    laid = not any(type(frame) is Lay for frame in state.agenda)
    assert len(state.chests) == (TREASURES_EACH * state.players if laid else 0), "treasures are lost"
    for chest in state.chests:
        assert -state.players <= chest < squares, "a treasure is nowhere"
        assert chest >= 0 or is_alive(state, -1 - chest), "a treasure is carried by nobody"
    carried = [chest for chest in state.chests if chest < 0]
    assert len(set(carried)) == len(carried), "two treasures are carried at once"
    for wizard in state.wizards[: state.players]:
        assert (0 <= wizard.at < squares) == (not wizard.out and laid), "a wizard is nowhere"
        dying = wizard.life <= 0 and not wizard.out
        assert not dying or _may_be_dying(state), "a dead wizard walks"
        assert list(wizard.hand) == sorted(wizard.hand)
        assert all(card in OBJECTS for card in wizard.shown), "a spell lies face up"
        known = Counter(card for card, _ in wizard.known)
        assert not known - Counter(wizard.hand), "a known card that nobody holds"
    if state.agenda and over_limit(state) is not None:
        assert type(state.frame) is Limit, "too many cards"
    assert all(card in OBJECTS for _, card in state.floor), "a spell lies on the floor"

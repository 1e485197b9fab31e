"""What is asked besides a turn's verbs: drawing, discarding, choices of a spell, answers in windows."""

from rulebook.refusal import Refusal
from simulator.engines.core.game import Move, Seat
from simulator.engines.wizwar.aim import (
    THROW,
    why_not_target,
)
from simulator.engines.wizwar.cards.answers import AGAINST_HARM, possible_answers, why_not_answer
from simulator.engines.wizwar.cards.picks import PICKS
from simulator.engines.wizwar.combat import let_pass, suffer
from simulator.engines.wizwar.data import (
    DRAW_MAX,
    OBJECTS,
    VALUE,
)
from simulator.engines.wizwar.flow import Flow, limit_of
from simulator.engines.wizwar.places import TREASURE_OF
from simulator.engines.wizwar.staging import (
    ANSWER,
    chosen,
    go_on,
    open_moves,
)
from simulator.engines.wizwar.state import (
    Draw,
    Ended,
    Harm,
    Limit,
    Pick,
    Staged,
    State,
    Window,
    held,
)
from simulator.engines.wizwar.verbs import (
    VERBS,
    check_discard,
    check_held,
    check_object,
    do_discard,
    drop_object,
    unreadable,
)

PASS = Move("pass")
SMALL_NUMBERS = tuple("0123456789")


# --- The end of a turn --------------------------------------------------------------------------------------


def most_to_draw(state: State, seat: Seat) -> int:
    """Up to two, never above the limit (draw.two, draw.limit)."""
    return max(0, min(DRAW_MAX, limit_of(state, seat) - held(state, seat)))


def check_draw(state: State, frame: Draw, move: Move) -> Refusal | None:
    """First any discards, then `draw 0`, `draw 1` or `draw 2` (ruling wizwar-7).

    An object makes room on the floor as well (draw.objects); a treasure takes none, so it stays.
    """
    if move.verb == "discard" and len(move.args) == 1:
        return check_discard(state, frame, move.args[0])
    if move.verb == "drop" and len(move.args) == 1 and move.args[0] not in TREASURE_OF:
        return check_object(state, frame.seat, move.args[0])
    if move.verb in VERBS:
        return Refusal("only_draw", "object.pick_ends")
    if move.verb != "draw" or len(move.args) != 1 or not _is_small_number(move.args[0]):
        return unreadable(move)
    most = most_to_draw(state, frame.seat)
    if int(move.args[0]) <= most:
        return None
    clause = "draw.two" if most == DRAW_MAX else "draw.limit"
    return Refusal("draw_range", clause, {"n": int(move.args[0]), "max": most})


def _is_small_number(text: str) -> bool:
    return text in SMALL_NUMBERS


def draw_moves(state: State, frame: Draw) -> list[Move]:
    cards = sorted({*state.hands[frame.seat], *state.shown[frame.seat]})
    objects = [Move("drop", (card,)) for card in cards if card in OBJECTS]
    draws = [Move("draw", (str(n),)) for n in range(most_to_draw(state, frame.seat) + 1)]
    return [*(Move("discard", (card,)) for card in cards), *draws, *objects]


def do_draw(flow: Flow, frame: Draw, move: Move) -> None:
    if move.verb == "discard":
        do_discard(flow, frame, move.args[0])
        return
    if move.verb == "drop":
        drop_object(flow, frame.seat, move.args[0])
        return
    flow.swap(Ended(frame.seat, frame.again))
    flow.draw(frame.seat, int(move.args[0]))


def check_limit(state: State, frame: Limit, move: Move) -> Refusal | None:
    """Above the limit nothing happens before the surplus is discarded (draw.over)."""
    if move.verb != "discard" or len(move.args) != 1:
        n = held(state, frame.seat) - limit_of(state, frame.seat)
        known = move.verb in VERBS or move.verb in ("draw", ANSWER, "pass")
        return Refusal("must_discard", "draw.over", {"n": n}) if known else unreadable(move)
    return check_discard(state, frame, move.args[0])


def limit_moves(state: State, frame: Limit) -> list[Move]:
    cards = dict.fromkeys((*state.hands[frame.seat], *state.shown[frame.seat]))
    return [Move("discard", (card,)) for card in sorted(cards)]


def do_limit(flow: Flow, frame: Limit, move: Move) -> None:
    do_discard(flow, frame, move.args[0])


# --- Compound moves and later choices -----------------------------------------------------------------------


def check_staged(state: State, staged: Staged, move: Move) -> Refusal | None:
    """An answer to the open question; a target is refused with the reason that `why_not_target` gives."""
    offered = staged_moves(state, staged)
    if move in offered:
        return None
    if move.verb in VERBS or move.verb in ("pass", "draw", ANSWER):
        return Refusal("unfinished", "turn.play", {"card": staged.card})
    if move.verb == "target" == offered[0].verb and len(move.args) == 1 and staged.verb != ANSWER:
        card = THROW if staged.verb == THROW else staged.card
        refusal = why_not_target(state, staged.seat, card, move.args[0])
        if refusal is not None:
            return refusal
    if move.verb == "with" == offered[0].verb and len(move.args) == 1:
        return _why_not_number(state, staged.seat, move.args[0]) or unreadable(move)
    if move.verb == "and" and len(move.args) == 1 and move.args[0] in VALUE:
        return Refusal(
            "no_add" if "add" not in state.hands[staged.seat] else "one_number",
            "number.one",
            {"card": staged.card},
        )
    return unreadable(move)


def _why_not_number(state: State, seat: Seat, card: str) -> Refusal | None:
    refusal = check_held(state, seat, card)
    return refusal or (None if card in VALUE else Refusal("not_number", "number.power", {"card": card}))


def staged_moves(state: State, staged: Staged) -> list[Move]:
    return open_moves(state, staged)


def do_staged(flow: Flow, staged: Staged, move: Move) -> None:
    flow.pop()
    go_on(flow, chosen(staged, move))


def check_pick(state: State, pick: Pick, move: Move) -> Refusal | None:
    if move in pick_moves(state, pick):
        return None
    if move.verb in VERBS or move.verb in ("pass", "draw", ANSWER):
        return Refusal("unfinished", "turn.play", {"card": pick.card})
    return unreadable(move)


def pick_moves(state: State, pick: Pick) -> list[Move]:
    return sorted(PICKS[pick.card].moves(state, pick))


def do_pick(flow: Flow, pick: Pick, move: Move) -> None:
    PICKS[pick.card].do(flow, pick, move)
    flow.settle()


# --- Windows ------------------------------------------------------------------------------------------------


def _is_answer(move: Move) -> bool:
    return move.verb == ANSWER and len(move.args) == 2


def _why_no_answer(move: Move) -> Refusal:
    """What belongs to a turn waits until the question is answered."""
    if move.verb == "take":
        return Refusal("pick_out_of_turn", "object.own_turn")
    if move.verb in VERBS or move.verb == "draw":
        return Refusal("answer_first", "counter.when")
    return unreadable(move)


def check_window(state: State, window: Window, move: Move) -> Refusal | None:
    """`answer CARD ITEM` with a counteraction from one's hand, or `pass` (counter.when)."""
    if move == PASS:
        return None
    if not _is_answer(move):
        return _why_no_answer(move)
    if not _is_small_number(move.args[1]):
        return unreadable(move)
    card, against = move.args[0], int(move.args[1])
    return check_held(state, window.seat, card) or why_not_answer(state, window, window.seat, card, against)


def window_moves(state: State, window: Window) -> list[Move]:
    answers = [Move(ANSWER, (card, str(against))) for card, against in possible_answers(state, window)]
    return sorted([*answers, PASS])


def do_window(flow: Flow, window: Window, move: Move) -> None:
    if move == PASS:
        let_pass(flow)
    else:
        go_on(flow, Staged(window.seat, ANSWER, move.args[0], item=int(move.args[1])))


def check_harm(state: State, harm: Harm, move: Move) -> Refusal | None:
    """Harm that is no attack: only Absorb and Blunt answer it (counter.indirect)."""
    if move == PASS:
        return None
    if not _is_answer(move):
        return _why_no_answer(move)
    if move.args[1] != "0":
        return unreadable(move)
    refusal = check_held(state, harm.seat, move.args[0])
    if refusal is not None or move.args[0] in AGAINST_HARM:
        return refusal
    return Refusal("indirect_only", "counter.indirect", {"card": move.args[0]})


def harm_moves(state: State, harm: Harm) -> list[Move]:
    cards = [card for card in dict.fromkeys(state.hands[harm.seat]) if card in AGAINST_HARM]
    return [*(Move(ANSWER, (card, "0")) for card in sorted(cards)), PASS]


def do_harm(flow: Flow, harm: Harm, move: Move) -> None:
    if move == PASS:
        suffer(flow, harm)
        return
    card = move.args[0]
    flow.spend(harm.seat, card)
    flow.say("answered", "counter.when", seat=harm.seat, card=card, answers=harm.card)
    flow.swap(harm._replace(answers=(*harm.answers, card)))

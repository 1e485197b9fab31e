"""What is asked besides a turn's verbs: drawing, discarding, choices of a spell; why an answer is none."""

from collections.abc import Callable, Mapping

from games.wizwar.simulator.engine.board import EMPTY
from games.wizwar.simulator.engine.cards.along import ADD, AMPLIFY, DOUBLED_BY, in_hand
from games.wizwar.simulator.engine.cards.book import THROW, record
from games.wizwar.simulator.engine.cards.passives import repelled_refusal
from games.wizwar.simulator.engine.cards.picks import Later
from games.wizwar.simulator.engine.casting import (
    ANSWER,
    PLAY,
    YES,
    questions,
    target_refusal,
)
from games.wizwar.simulator.engine.data import DRAW_MAX, OBJECTS, VALUE, param
from games.wizwar.simulator.engine.flow import Flow, limit_of, loose_cards
from games.wizwar.simulator.engine.moves import (
    OF_A_TURN,
    check_held,
    is_known,
    is_small_number,
    no_such_answer,
    not_asked,
    unreadable,
)
from games.wizwar.simulator.engine.moving import cross_refusal, enter_refusal
from games.wizwar.simulator.engine.places import SIDES, TREASURE_OF, read_square, square_at
from games.wizwar.simulator.engine.reach import reachable_by_teleport
from games.wizwar.simulator.engine.state import Draw, Ended, Limit, Pick, Staged, State, hand_size
from games.wizwar.simulator.engine.verbs import (
    EVERY_SIDE,
    check_discard,
    check_object,
    do_discard,
    drop_object,
    drop_refusal,
)
from simulator.engine.game import Move, Seat
from web.refusal import Refusal

# --- The end of a turn --------------------------------------------------------------------------------------


def most_to_draw(state: State, seat: Seat) -> int:
    """Up to two, never above the limit (draw.two, draw.limit)."""
    return max(0, min(DRAW_MAX, limit_of(state, seat) - hand_size(state, seat)))


def check_draw(state: State, frame: Draw, move: Move) -> Refusal | None:
    """First any discards, then `draw 0`, `draw 1` or `draw 2` (ruling wizwar-7).

    An object makes room on the floor as well (draw.objects); a treasure takes none, so it stays.
    """
    if move.verb == "discard" and len(move.args) == 1:
        return check_discard(state, frame, move.arg)
    if move.verb == "drop" and len(move.args) == 1 and move.args[0] not in TREASURE_OF:
        refusal = check_object(state, frame.seat, move.arg)
        return refusal or drop_refusal(state, frame.seat, move.arg)
    if move.verb in OF_A_TURN:
        return Refusal("only_draw", "object.pick_ends")
    if move.verb != "draw":
        return not_asked(move)
    if len(move.args) != 1 or not is_small_number(move.arg):
        return unreadable(move)
    most = most_to_draw(state, frame.seat)
    if int(move.arg) <= most:
        return None
    clause = "draw.two" if most == DRAW_MAX else "draw.limit"
    return Refusal("draw_range", clause, {"n": int(move.arg), "max": most})


def draw_moves(state: State, frame: Draw) -> list[Move]:
    cards = sorted({*state.wizards[frame.seat].hand, *state.wizards[frame.seat].shown})
    objects = [Move("drop", (card,)) for card in cards if card in OBJECTS]
    objects = [move for move in objects if not drop_refusal(state, frame.seat, *move.args)]
    draws = [Move("draw", (str(n),)) for n in range(most_to_draw(state, frame.seat) + 1)]
    loose = loose_cards(state, frame.seat, cards)
    return [*(Move("discard", (card,)) for card in loose), *draws, *objects]


def do_draw(flow: Flow, frame: Draw, move: Move) -> None:
    if move.verb == "discard":
        do_discard(flow, frame, move.arg)
        return
    if move.verb == "drop":
        drop_object(flow, frame.seat, move.arg)
        return
    flow.replace_top_frame(Ended(frame.seat, frame.again))
    flow.draw(frame.seat, int(move.arg))


def check_limit(state: State, frame: Limit, move: Move) -> Refusal | None:
    """Above the limit nothing happens before the surplus is discarded (draw.over)."""
    if move.verb != "discard" or len(move.args) != 1:
        n = hand_size(state, frame.seat) - limit_of(state, frame.seat)
        return Refusal("must_discard", "draw.over", {"n": n}) if is_known(move) else unreadable(move)
    return check_discard(state, frame, move.arg)


def limit_moves(state: State, frame: Limit) -> list[Move]:
    cards = dict.fromkeys((*state.wizards[frame.seat].hand, *state.wizards[frame.seat].shown))
    loose = loose_cards(state, frame.seat, cards)
    return [Move("discard", (card,)) for card in sorted(loose)]


def do_limit(flow: Flow, frame: Limit, move: Move) -> None:
    do_discard(flow, frame, move.arg)


# --- What a spell leaves to choose --------------------------------------------------------------------------


def check_pick(state: State, pick: Pick, move: Move) -> Refusal | None:
    """One of the choices that a spell leaves, else what is wrong with another."""
    offered = pick_moves(state, pick)
    if move in offered:
        return None
    if len(move.args) == 1 and move.verb == verb_of(pick):
        find = PICK_REFUSALS.get(move.verb)
        refusal = find(state, pick, move.arg) if find else None
        return refusal or no_such_answer(pick.card, move, offered)
    return Refusal("unfinished", "turn.play", {"card": pick.card}) if is_known(move) else unreadable(move)


def _sent_refusal(state: State, pick: Pick, square: str) -> Refusal | None:
    return landing_refusal(state, pick.on, pick.card, square)


def _led_refusal(state: State, pick: Pick, side: str) -> Refusal | None:
    """Only away from the caster, by the ways that are open to the victim."""
    if side not in EVERY_SIDE:
        return None
    half_edge = state.wizards[pick.on].at * 4 + SIDES.index(side)
    refusal = cross_refusal(state, pick.on, half_edge, moved=True, openly=True)
    refusal = refusal or enter_refusal(state, state.board.net.next[half_edge])
    return refusal or Refusal("not_farther", "card.text", {"card": pick.card, "side": side})


def _picked_refusal(state: State, pick: Pick, thing: str) -> Refusal | None:
    if thing in state.course.copies or thing in TREASURE_OF:
        return Refusal("bad_target", "fight.targets", {"card": pick.card, "target": thing})
    return Refusal("no_such_card", "components.deck", {"card": thing})


PICK_REFUSALS: Mapping[str, Callable[[State, Pick, str], Refusal | None]] = {
    "go": _sent_refusal,
    "lead": _led_refusal,
    "pick": _picked_refusal,
}


def _later(pick: Pick) -> Later:
    later = record(pick.card).later
    assert later is not None  # only cards that leave a choice push such a frame
    return later


def verb_of(pick: Pick) -> str:
    """How the choice is said."""
    return _later(pick).verb


def pick_moves(state: State, pick: Pick) -> list[Move]:
    return sorted(_later(pick).moves(state, pick))


def do_pick(flow: Flow, pick: Pick, move: Move) -> None:
    _later(pick).do(flow, pick, move)
    flow.check_game_end()


# --- Why an answer is none ----------------------------------------------------------------------------------


def _aim_refusal(state: State, staged: Staged, target: str) -> Refusal | None:
    if "target" not in questions(staged) or staged.verb == ANSWER:
        return None
    return target_refusal(state, staged.seat, THROW if staged.verb == THROW else staged.card, target)


def _go_refusal(state: State, staged: Staged, square: str) -> Refusal | None:
    if "go" not in questions(staged):
        return None
    refusal = landing_refusal(state, staged.seat, staged.card, square)
    return refusal or repelled_refusal(state, staged.seat, square_at(square))


def landing_refusal(state: State, seat: Seat, card: str, text: str) -> Refusal | None:
    """Why a spell can't take a wizard to a square: something fixed stands there, or it is too far."""
    square, n = read_square(text), param(card, "range_squares")
    if square is None or square >= len(state.board.filled) or square == state.wizards[seat].at:
        return Refusal("bad_target", "fight.targets", {"card": card, "target": text})
    if state.board.filled[square] != EMPTY:
        return Refusal("no_landing", "object.fixed", {"card": card, "square": text})
    if square not in reachable_by_teleport(state, seat, n):
        return Refusal("go_far", "card.text", {"card": card, "square": text, "n": n})
    return None


def _place_refusal(state: State, staged: Staged, place: str) -> Refusal | None:
    if "place" not in questions(staged):
        return None
    return Refusal("no_place", "card.text", {"card": staged.card, "place": place})


# By the verb of a compound move, why no number goes along, where that isn't as with most cards.
NUMBERLESS: dict[str, Callable[[State, Staged], Refusal]] = {}


def _no_number_refusal(state: State, staged: Staged) -> Refusal:
    find = NUMBERLESS.get(staged.verb)
    return find(state, staged) if find else Refusal("takes_no_number", "number.power", {"card": staged.card})


def _number_refusal(state: State, staged: Staged, card: str) -> Refusal | None:
    if "with" not in questions(staged):
        return _no_number_refusal(state, staged)
    refusal = check_held(state, staged.seat, card)
    return refusal or (None if card in VALUE else Refusal("not_number", "number.power", {"card": card}))


def _second_refusal(state: State, staged: Staged, card: str) -> Refusal | None:
    """A second number goes only with Add, and never with an answer, which takes no neutral card."""
    if "with" not in questions(staged):
        return _no_number_refusal(state, staged)
    if card not in VALUE:
        return _number_refusal(state, staged, card)
    if not in_hand(state, staged.seat, ADD):
        return Refusal("no_add", "number.one", {"card": card})
    return check_held(state, staged.seat, card) or Refusal("one_number", "number.one", {"card": card})


def _boost_refusal(state: State, staged: Staged, word: str) -> Refusal | None:
    """The card that would double it isn't there, or doubles nothing of the kind."""
    if word != YES:
        return None
    card = DOUBLED_BY.get(staged.card)
    if staged.verb != PLAY or card is None:
        return Refusal("plays_along", "card.text", {"card": card or AMPLIFY})
    return check_held(state, staged.seat, in_hand(state, staged.seat, card) or card)


# By the verb of the answer to a question of a compound move.
UNFIT: Mapping[str, Callable[[State, Staged, str], Refusal | None]] = {
    "target": _aim_refusal,
    "go": _go_refusal,
    "place": _place_refusal,
    "with": _number_refusal,
    "and": _second_refusal,
    "boost": _boost_refusal,
}

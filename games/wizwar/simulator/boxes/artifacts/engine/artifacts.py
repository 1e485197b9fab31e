"""Artifacts: open from the start, taken in passing, wished away (artifacts.*; rulings 118-124, 144)."""

from typing import NamedTuple

from games.wizwar.simulator.boxes.artifacts.engine.forms import carries_nothing
from games.wizwar.simulator.boxes.artifacts.engine.kept import ARTIFACTS, CURSED, keep, kept_by
from games.wizwar.simulator.engine import casting
from games.wizwar.simulator.engine.board import HIDES
from games.wizwar.simulator.engine.cards.book import record
from games.wizwar.simulator.engine.cards.passives import BODILESS, HITS_ON, lasting_on
from games.wizwar.simulator.engine.casting import STRIKE
from games.wizwar.simulator.engine.combat import spend_attack
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.moves import PASS, is_known, unreadable
from games.wizwar.simulator.engine.places import SEAT_OF, WIZARDS
from games.wizwar.simulator.engine.state import Act, Staged, State, is_alive
from rulebook.content import reading
from simulator.engine.game import Move, Seat
from simulator.engine.tuples import in_order
from web.refusal import Refusal

SEIZE, WISH = "seize", "wish"
COST: int = reading.load("wizwar", boxes=("artifacts",)).constants["wish_cost"]
OPEN = ARTIFACTS | CURSED  # what lies face up from the moment it comes


# --- Open from the start ------------------------------------------------------------------------------------


def lay_open(flow: Flow) -> None:
    """Artifacts and cursed things are laid face up the moment they come (artifacts.shown, curses.shown)."""
    for seat, wizard in enumerate(flow.state.wizards[: flow.state.players]):
        if not flow.has_other_hand(seat) or OPEN.isdisjoint(wizard.hand):
            continue
        for card in wizard.hand:
            if card in OPEN:
                flow.show(seat, card, "artifacts.shown" if card in ARTIFACTS else "curses.shown")


# --- Taken in passing ---------------------------------------------------------------------------------------


def check_seize(state: State, act: Act, target: str, card: str) -> Refusal | None:
    """One from each player in a turn, after walking into his square; no attack (artifacts.take, .one)."""
    other, kept = SEAT_OF.get(target, state.players), kept_by(state)
    if other >= state.players or other == act.seat or not is_alive(state, other):
        return Refusal("bad_target", "fight.targets", {"card": card, "target": target})
    if card not in ARTIFACTS or card not in state.wizards[other].shown:
        return Refusal("no_artifact", "artifacts.take", {"seat": other})
    if carries_nothing(state, act.seat):
        return Refusal("form_bars", "card.text", {"card": carries_nothing(state, act.seat)})
    here = state.wizards[act.seat].at
    if state.wizards[other].at != here or kept.entered != here:
        return Refusal("not_entered", "artifacts.take", {"seat": other})
    if other in kept.robbed:
        return Refusal("robbed_already", "artifacts.one", {"seat": other})
    return None


def do_seize(flow: Flow, act: Act, target: str, card: str) -> None:
    other = SEAT_OF[target]
    flow.lose(other, card)
    flow.change(act.seat, shown=in_order((*flow.state.wizards[act.seat].shown, card)))
    keep(flow, robbed=tuple(sorted((*kept_by(flow.state).robbed, other))))
    flow.emit("seized", _rule_of(flow.state, act, other), seat=act.seat, card=card, **{"from": other})


def _rule_of(state: State, act: Act, other: Seat) -> str:
    """What a taking shows best: nothing hides the owner, or it works where no attack would."""
    hidden = lasting_on(state, other, {*HITS_ON, *BODILESS})
    if hidden or state.board.filled[state.wizards[other].at] in HIDES:
        return "artifacts.hiding"
    return "artifacts.no_attack" if casting.no_attack_refusal(state, act) else "artifacts.take"


def turn_moves(state: State, act: Act) -> list[Move]:
    found = [
        Move(SEIZE, (WIZARDS[other], card))
        for other in range(state.players)
        for card in state.wizards[other].shown
        if card in ARTIFACTS
    ]
    return [move for move in found if check_seize(state, act, *move.args) is None]


# --- Wished away --------------------------------------------------------------------------------------------


def in_play(state: State) -> list[str]:
    """Artifacts that lie before somebody or on the floor."""
    shown = [card for wizard in state.wizards for card in wizard.shown if card in ARTIFACTS]
    return sorted({*shown, *(thing for _, thing in state.floor if thing in ARTIFACTS)})


def check_wish(state: State, seat: Seat, card: str) -> Refusal | None:
    """Any artifact in play, by anybody living, whoever has it (artifacts.wish)."""
    if card not in ARTIFACTS:
        return Refusal("wish_no_artifact", "artifacts.wish", {"card": card})
    return None if card in in_play(state) else Refusal("wish_not_there", "artifacts.wish", {"card": card})


def do_wish(flow: Flow, seat: Seat, card: str) -> None:
    """Gone for good; it costs life that nothing saves, and all cards but cursed ones (artifacts.price)."""
    flow.emit("wished", "artifacts.wish", seat=seat, card=card)
    _out_of_the_game(flow, card)
    wizard = flow.state.wizards[seat]
    given = [one for one in (*wizard.hand, *wizard.shown) if one not in CURSED]
    for one in given:
        flow.lose(seat, one)
    flow.discard(*given)
    flow.reveal()
    flow.emit("wish_paid", "artifacts.price", seat=seat, n=len(given))
    flow.lose_life(seat, COST)
    flow.check_game_end()


def _out_of_the_game(flow: Flow, card: str) -> None:
    for seat in range(flow.state.players):
        if card in flow.state.wizards[seat].shown:
            flow.lose(seat, card)
    flow.set(floor=tuple(entry for entry in flow.state.floor if entry[1] != card))
    keep(flow, gone=in_order((*kept_by(flow.state).gone, card)))


def anytime_moves(state: State, seat: Seat) -> list[Move]:
    return [Move(WISH, (card,)) for card in in_play(state)] if is_alive(state, seat) else []


# --- Before one works ---------------------------------------------------------------------------------------


class Wishing(NamedTuple):
    """Before an artifact strikes, `seat` may wish it away, and `queue` after them; then `user` strikes with
    it at `target`.
    """

    seat: int
    queue: tuple[int, ...]
    user: int
    card: str
    target: str


def finish_strike(flow: Flow, staged: Staged) -> None:
    """An artifact strikes when nobody has wished it away; other objects at once (ruling 121)."""
    if staged.card not in ARTIFACTS:
        casting.finish_strike(flow, staged)
        return
    state, seat = flow.state, staged.seat
    order = [(seat + n) % state.players for n in range(1, state.players)]
    first, *queue = [other for other in order if is_alive(state, other)]
    target = casting.picked(staged, "target") or ""
    flow.emit("will_strike", "artifacts.wish", seat=seat, card=staged.card, target=target)
    flow.push(Wishing(first, tuple(queue), seat, staged.card, target))


def resolve_wishing(flow: Flow, frame: Wishing) -> bool:
    """An artifact that is gone strikes nobody; whoever is out isn't asked."""
    if frame.card not in flow.state.wizards[frame.user].shown and frame.card not in in_hand(flow, frame):
        flow.pop()
        if is_alive(flow.state, frame.user):
            spend_attack(flow)
        flow.check_game_end()
        return True
    if is_alive(flow.state, frame.seat):
        return False
    _next(flow, frame)
    return True


def in_hand(flow: Flow, frame: Wishing) -> tuple[str, ...]:
    hand: tuple[str, ...] = flow.state.wizards[frame.user].hand
    return hand


def _next(flow: Flow, frame: Wishing) -> None:
    if frame.queue:
        flow.replace_top_frame(frame._replace(seat=frame.queue[0], queue=frame.queue[1:]))
        return
    flow.pop()
    keep(flow, struck=in_order((*kept_by(flow.state).struck, frame.card)))
    pick = f"target {frame.target}"
    casting.finish_strike(flow, Staged(frame.user, STRIKE, frame.card, (pick,)))


def check_wishing(state: State, frame: Wishing, move: Move) -> Refusal | None:
    if move == PASS:
        return None
    if move.verb == WISH and len(move.args) == 1:
        return check_wish(state, frame.seat, move.arg)
    known = Refusal("wish_or_pass", "artifacts.wish", {"card": frame.card})
    return known if is_known(move) else unreadable(move)


def wishing_moves(state: State, frame: Wishing) -> list[Move]:
    return [PASS, *anytime_moves(state, frame.seat)]


def do_wishing(flow: Flow, frame: Wishing, move: Move) -> None:
    if move == PASS:
        _next(flow, frame)
    else:
        do_wish(flow, frame.seat, move.arg)


def fits(state: State, frame: Wishing) -> bool:
    seats = range(state.players)
    known = all(seat in seats for seat in (*frame.queue, frame.user))
    return known and frame.card in state.wizards[frame.user].shown and record(frame.card).near


def use_refusal(state: State, seat: Seat, card: str) -> Refusal | None:
    """As an attack an artifact works once a turn, also with several attacks (artifacts.uses)."""
    used = card in ARTIFACTS and card in kept_by(state).struck
    return Refusal("struck_already", "artifacts.uses", {"card": card}) if used else None

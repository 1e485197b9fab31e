"""Wands: charges by a number at the first use, one use a turn, discarded with the last (rulings 106-108)."""

from games.wizwar.simulator.boxes.monsters.engine.kept import WANDS, keep, kept_by
from games.wizwar.simulator.boxes.monsters.engine.spells import NO_SPELL
from games.wizwar.simulator.engine.cards.passives import ASTRAY, lasting_on
from games.wizwar.simulator.engine.cards.spells import edge_of, open_door
from games.wizwar.simulator.engine.casting import (
    YES,
    advance,
    go_astray,
    has_target,
    no_attack_refusal,
    no_target_refusal,
    number_played,
    numbers_of,
    pay,
    picked,
)
from games.wizwar.simulator.engine.combat import declare, hit_thing
from games.wizwar.simulator.engine.data import ATTACKS, with_own
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.places import SEAT_OF
from games.wizwar.simulator.engine.state import Act, Attack, Staged, State, Window
from games.wizwar.simulator.engine.verbs import check_object
from simulator.engine.game import Move, Seat
from web.refusal import Refusal

CHARGE, USE = "charge", "use"
ABSORBING = "absorb_spell"
ASKED = {CHARGE: ("target", "with", "and", "boost"), USE: ("target",)}


def charges_of(state: State, wand: str) -> int:
    """The charges left; 0 where none were set yet."""
    return dict(kept_by(state).charges).get(wand, 0)


def _wand_refusal(state: State, act: Act, card: str, brief: bool) -> Refusal | None:
    """What both verbs ask: a wand that one has, that hasn't worked this turn, and something to aim at."""
    refusal = check_object(state, act.seat, card)
    if refusal is not None:
        return refusal
    if card not in WANDS:
        return Refusal("not_wand", "wands.charges", {"card": card})
    if card in kept_by(state).used:
        return Refusal("wand_used", _limit_of(state, act, card), {"card": card})
    refusal = no_attack_refusal(state, act) if card in ATTACKS else None
    if refusal is not None or has_target(state, act.seat, card):
        return refusal
    return no_target_refusal(state, act.seat, card, brief)


def _limit_of(state: State, act: Act, card: str) -> str:
    """Why a wand is done: it was the attack, or Adrenaline has left another, or it worked before Speed's."""
    if card not in ATTACKS or act.attacked:
        return "wands.once"
    return "wands.limit" if kept_by(state).second else "wands.speed"


def check_charge(state: State, act: Act, card: str, brief: bool = False) -> Refusal | None:
    """The first use of a wand sets its charges (wands.charges, wands.unset)."""
    if card in WANDS and charges_of(state, card):
        return _charged(state, card)
    return _wand_refusal(state, act, card, brief)


def _charged(state: State, card: str) -> Refusal:
    return Refusal("wand_charged", "wands.charges", {"card": card, "n": charges_of(state, card)})


def number_refusal(state: State, staged: Staged) -> Refusal:
    """A number belongs to the first use of a wand; this one has its charges."""
    return _charged(state, staged.card)


def check_use(state: State, act: Act, card: str, brief: bool = False) -> Refusal | None:
    """Later uses take one of its charges."""
    refusal = _wand_refusal(state, act, card, brief)
    if refusal is None and not charges_of(state, card):
        return Refusal("wand_empty", "wands.charges", {"card": card})
    return refusal


def do_charge(flow: Flow, act: Act, card: str) -> None:
    advance(flow, Staged(act.seat, CHARGE, card))


def do_use(flow: Flow, act: Act, card: str) -> None:
    advance(flow, Staged(act.seat, USE, card))


def finish_charge(flow: Flow, staged: Staged) -> None:
    """The number goes to the discards; doubled or added to, it counts now (wands.boost)."""
    seat, wand = staged.seat, staged.card
    n = number_played(flow.state, seat, numbers_of(staged))
    boosted = picked(staged, "boost") == YES
    n *= 2 if boosted else 1
    pay(flow, staged, bent=False)
    if wand in flow.state.wizards[seat].hand:
        flow.show(seat, wand)
    clause = "wands.boost" if boosted or len(numbers_of(staged)) > 1 else "wands.charges"
    flow.emit("wand_set", clause, seat=seat, card=wand, n=n)
    _release(flow, staged, n)


def finish_use(flow: Flow, staged: Staged) -> None:
    if staged.card in flow.state.wizards[staged.seat].hand:
        flow.show(staged.seat, staged.card)
    _release(flow, staged, charges_of(flow.state, staged.card))


def _release(flow: Flow, staged: Staged, charges: int) -> None:
    """A charge is spent, whatever comes of it; with the last one the wand is discarded (wands.empty)."""
    seat, wand, target = staged.seat, staged.card, picked(staged, "target") or ""
    kept, left = kept_by(flow.state), charges - 1
    others = [entry for entry in kept.charges if entry[0] != wand]
    charged = tuple(sorted([*others, (wand, left)] if left else others))
    keep(flow, charges=charged, used=tuple(sorted((*kept.used, wand))))
    dumb = lasting_on(flow.state, seat, (NO_SPELL,))
    flow.emit("wand_used", "wands.no_spell" if dumb else "wands.charges", seat=seat, card=wand, n=left)
    if not left:
        flow.lose(seat, wand)
        flow.discard(wand)
        flow.emit("wand_spent", "wands.empty", seat=seat, card=wand)
    if lasting_on(flow.state, seat, ASTRAY):
        target = go_astray(flow, seat, wand, target, -1)
    if target:
        WORKS[wand](flow, seat, wand, target)


def answer_refusal(state: State, seat: Seat, card: str) -> Refusal | None:
    """What a wand throws is a spell, but no card that could be absorbed (wands.absorb)."""
    window = state.frame
    thrown = type(window) is Window and window.attack.card in WANDS and window.attack.on == seat
    if card == ABSORBING and thrown:
        return Refusal("cannot_answer", "wands.absorb", {"card": card})
    return None


def strike(flow: Flow, seat: Seat, wand: str, target: str) -> None:
    """The turn's attack; what it throws counts as a spell (ruling 108)."""
    points = flow.state.course.cards[wand].data["damage"]["amount"]
    if target in SEAT_OF:
        declare(flow, Attack(wand, seat, SEAT_OF[target], points=points))
    else:
        hit_thing(flow, seat, wand, target, points)


def opening(flow: Flow, seat: Seat, wand: str, target: str) -> None:
    """A door in sight stands open for this turn, as after Pick Lock."""
    open_door(flow, seat, edge_of(target))


WORKS = with_own({"wand_of_sparks": strike, "wand_of_opening": opening})


def turn_moves(state: State, act: Act) -> list[Move]:
    wizard = state.wizards[act.seat]
    held = dict.fromkeys([card for card in (*wizard.hand, *wizard.shown) if card in WANDS])
    found = [Move(CHARGE, (card,)) for card in held if check_charge(state, act, card, brief=True) is None]
    return found + [Move(USE, (card,)) for card in held if check_use(state, act, card, brief=True) is None]

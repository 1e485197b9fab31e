"""Harm to a monster that is no attack: its owner may lessen it (ruling 98); and what a Shadow costs (101)."""

from typing import NamedTuple

from games.wizwar.simulator.boxes.monsters.engine.creatures import (
    UPKEEP,
    creature,
    named,
    numbers,
    vanish,
)
from games.wizwar.simulator.engine import rules
from games.wizwar.simulator.engine.cards.book import ANSWERS
from games.wizwar.simulator.engine.combat import defender, reducers
from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.moves import PASS, is_known, unreadable
from games.wizwar.simulator.engine.places import FIGURES
from games.wizwar.simulator.engine.state import CREATURES, NOBODY, Harm, State, Window, is_alive, is_well
from simulator.engine.game import Move
from web.refusal import Refusal

KEEP, RELEASE = "keep", "release"


class MonsterHarm(NamedTuple):
    """`Harm` to the creature `on`, for which its owner answers, or with an empty hand it itself."""

    seat: int
    on: int
    points: int
    physical: bool
    card: str
    by: int = NOBODY
    answers: tuple[str, ...] = ()


def resolve_any_harm(flow: Flow, harm: Harm) -> bool:
    """Harm to a wizard as ever; a creature's comes to whoever answers for it."""
    if harm.seat < CREATURES:
        return rules.resolve_harm(flow, harm)
    flow.replace_top_frame(MonsterHarm(defender(flow.state, harm.seat), harm.seat, *harm[1:]))
    return True


def defend_refusal(state: State, seat: int, card: str) -> Refusal | None:
    """Of an attack on a creature its owner lessens the damage, and does no more (monsters.any)."""
    window = state.frame
    if type(window) is not Window or card not in ANSWERS or seat in (window.attack.on, window.attack.by):
        return None
    lessens = window.attack.points and ANSWERS[card].reduces
    return None if lessens else Refusal("cannot_answer", "monsters.any", {"card": card})


def resolve_monster_harm(flow: Flow, harm: MonsterHarm) -> bool:
    if not is_well(flow.state, harm.on):
        flow.pop()
        flow.check_game_end()
    elif flow.state.wizards[harm.seat].hand and is_alive(flow.state, harm.seat):
        return False
    else:
        apply_damage(flow, harm)
    return True


def apply_damage(flow: Flow, harm: MonsterHarm) -> None:
    flow.pop()
    flow.damage(harm.on, harm.points, harm.physical, harm.by, *reducers(harm.answers))
    flow.check_game_end()


def as_harm(harm: MonsterHarm) -> Harm:
    """What the base game asks of a harm, its owner in the place of the creature."""
    return Harm(harm.seat, harm.points, harm.physical, harm.card, harm.by, harm.answers)


def check(state: State, harm: MonsterHarm, move: Move) -> Refusal | None:
    return rules.check_harm(state, as_harm(harm), move)


def moves(state: State, harm: MonsterHarm) -> list[Move]:
    return rules.harm_moves(state, as_harm(harm))


def do(flow: Flow, harm: MonsterHarm, move: Move) -> None:
    if move == PASS:
        apply_damage(flow, harm)
        return
    rules.answer_harm(flow, harm, move.args[0])


def fits(state: State, frame: "MonsterHarm | Upkeep") -> bool:
    """A creature on the board that the seat answers for, if anybody does."""
    who = frame.on if isinstance(frame, MonsterHarm) else frame.who
    if who not in numbers(state) or not is_alive(state, who):
        return False
    if isinstance(frame, MonsterHarm):
        return frame.card in CARD and defender(state, who) in (frame.seat, who)
    return creature(state, who).owner == frame.seat and creature(state, who).card in UPKEEP


# --- What it costs to keep one ------------------------------------------------------------------------------


class Upkeep(NamedTuple):
    """The seat pays for the creature `who`, or lets it go."""

    seat: int
    who: int


def resolve_upkeep(flow: Flow, upkeep: Upkeep) -> bool:
    """Whoever is out, or whose monster is gone, isn't asked."""
    if is_alive(flow.state, upkeep.seat) and is_alive(flow.state, upkeep.who):
        return False
    flow.pop()
    return True


def check_upkeep(state: State, upkeep: Upkeep, move: Move) -> Refusal | None:
    if move in upkeep_moves(state, upkeep):
        return None
    if move.verb in (KEEP, RELEASE) and len(move.args) == 1 and named(state, move.args[0]) is None:
        return Refusal("no_monster", "monsters.obey", {"text": move.arg})
    one = creature(state, upkeep.who)
    refusal = Refusal("must_pay", "monsters.shadow", {"monster": one.card, "n": UPKEEP[one.card]})
    return refusal if is_known(move) else unreadable(move)


def upkeep_moves(state: State, upkeep: Upkeep) -> list[Move]:
    return [Move(KEEP, (FIGURES[upkeep.who],)), Move(RELEASE, (FIGURES[upkeep.who],))]


def do_upkeep(flow: Flow, upkeep: Upkeep, move: Move) -> None:
    """Nothing lessens the price; the last life may be paid, too (ruling 101)."""
    flow.pop()
    one = creature(flow.state, upkeep.who)
    if move.verb == RELEASE:
        vanish(flow, upkeep.who, "monster_released", "monsters.shadow")
        return
    flow.emit("paid", "monsters.shadow", seat=upkeep.seat, monster=one.card, n=UPKEEP[one.card])
    flow.lose_life(upkeep.seat, UPKEEP[one.card])
    flow.check_game_end()

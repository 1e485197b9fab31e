"""Monsters as the table shows them: figures on the board, and a line for each below it. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from games.wizwar.rulebook.drawing.pieces import piece_icon
from games.wizwar.simulator.boxes.monsters.engine.creatures import WILD, Creature, living, stat
from games.wizwar.simulator.boxes.monsters.engine.marches import (
    EVERYONES_STEPS,
    blows_of,
    command_refusal,
)
from games.wizwar.simulator.boxes.monsters.table.marching import turn_of
from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.places import FIGURES, square_text
from games.wizwar.simulator.engine.state import CREATURES, GONE, NOBODY, State
from games.wizwar.simulator.engine.view import View
from games.wizwar.simulator.table.faces import Drawer, Face
from games.wizwar.simulator.table.maze import BANNERS, COLOURS, BoardFigure, square_name
from web.names import initials


class Beast(NamedTuple):
    """A monster: its text in moves, its card, whose it is ("": nobody's), where; the life left of how much,
    what is left of its turn or what it can, what lasts on it. `led`: the viewer may have it walk now.
    """

    text: str
    face: Face
    number: str
    owner: str
    sign: str
    colour: str
    place: str
    life: int
    most: int
    facts: tuple[str, ...]
    effects: tuple[str, ...]
    led: bool


def figures(drawer: Drawer, view: View) -> Iterator[BoardFigure]:
    for one in view.creatures:
        if one.at == GONE:
            continue
        owned = one.owner != NOBODY
        banner = BANNERS[view.teams[one.owner]] if owned and view.teams else None
        told = {"monster": one.card, "seat": one.owner, "n": one.life, "life": stat(view, one.card, "life")}
        code = "spot_monster_team" if banner else "spot_monster" if owned else "spot_wild"
        words = drawer.say(code, **told, text=banner.sign if banner else "")
        yield BoardFigure(
            one.at,
            COLOURS[one.owner] if owned else "",
            initials(drawer.names)[one.owner] if owned else "",
            piece_icon(CARD[one.card]),
            one.life,
            words,
            owned and one.owner == view.seat,
            banner,
        )


def listed(drawer: Drawer, view: View, state: State) -> tuple[Beast, ...]:
    found = list(living(state))
    cards = [one.card for _, one in found]
    return tuple(_beast(drawer, view, state, n, one, cards.count(one.card) > 1) for n, one in found)


def _beast(drawer: Drawer, view: View, state: State, number: int, one: Creature, apart: bool) -> Beast:
    act, owned = turn_of(view), one.owner != NOBODY
    commands = act is not None and act.seat == view.seat and not command_refusal(state, act, FIGURES[number])
    return Beast(
        text=FIGURES[number],
        face=drawer.face(one.card),
        number=str(number - CREATURES + 1) if apart else "",
        owner=drawer.names[one.owner] if owned else "",
        sign=initials(drawer.names)[one.owner] if owned else "",
        colour=COLOURS[one.owner] if owned else "none",
        place=square_name(square_text(one.at)),
        life=one.life,
        most=stat(state, one.card, "life"),
        facts=tuple(_facts(drawer, state, number, one, act is not None and one.owner in (act.seat, NOBODY))),
        effects=tuple(
            drawer.say("works_n" if effect.left else "works", card=effect.card, n=effect.left)
            for effect in view.effects
            if effect.on == number
        ),
        led=commands and _steps(state, one) > 0,
    )


def _steps(state: State, one: Creature) -> int:
    most = EVERYONES_STEPS if one.owner == NOBODY else stat(state, one.card, "move")
    return max(0, int(most) - one.used)


def _facts(drawer: Drawer, state: State, number: int, one: Creature, at_turn: bool) -> Iterator[str]:
    """Steps and the blow that are left; out of its turn what it can."""
    if one.idle and at_turn:
        yield drawer.say("beast_idle")
    elif at_turn:
        yield drawer.say("turn_steps", n=_steps(state, one))
        yield drawer.say(_blow(state, number, one), n=stat(state, one.card, "attack"))
    else:
        yield drawer.say("beast_can", n=stat(state, one.card, "move"), points=stat(state, one.card, "attack"))
    if one.lost:
        yield drawer.say("beast_lost", n=one.lost)


def _blow(state: State, number: int, one: Creature) -> str:
    if one.fresh:
        return "beast_fresh"
    if one.card in WILD:
        return "beast_struck" if one.blows else "beast_votes"
    return "beast_struck" if one.blows >= blows_of(state, number) else "beast_may_hit"

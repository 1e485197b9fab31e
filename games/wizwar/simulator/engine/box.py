"""What an expansion of «Маго-бой» adds to the base game, and what it changes there.

`Box` is the base class: each method is asked at one moment of the game, and its default is what holds without
a box. Only the boxes that override a method are asked, in the order of their ids (`Course.asked`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from simulator.engine.game import Move, Seat
from web.refusal import Refusal

if TYPE_CHECKING:
    from games.wizwar.simulator.engine.bots import Agent
    from games.wizwar.simulator.engine.flow import Flow
    from games.wizwar.simulator.engine.plans.intents import Intent, OwnTurn
    from games.wizwar.simulator.engine.rules import Verb
    from games.wizwar.simulator.engine.state import Act, Attack, Draw, Limit, State

Told = tuple[str, str, dict[str, Any]]  # kind, clause and parameters of an event


class Key(NamedTuple):
    """A key of short forms: `write(seen, names)` gives its value, `read(state, value, names)` the state with
    it; `again(seen, value, names)` is a value as it would be written.
    """

    write: Callable[[Any, Sequence[str]], Any]
    read: Callable[[State, Any, Sequence[str]], State]
    again: Callable[[Any, Any, Sequence[str]], Any]


class Box:
    """See above. `who` is the number of a wizard or a creature, `seat` that of a wizard."""

    # --- What it adds ---------------------------------------------------------------------------------------

    # What it keeps in a state besides its creatures: a NamedTuple whose defaults are a new game's, and whose
    # `cards` are those of the deck that lie there. What came `later` is written only where it differs.
    kept: type[Any]
    later: frozenset[str] = frozenset()
    keys: Mapping[str, Key] = {}  # of short forms
    verbs: Mapping[str, Verb] = {}  # of a turn
    anytime_verbs: Mapping[str, Verb] = {}  # in one's own turn, and for whoever is asked for an answer
    never_held: frozenset[str] = frozenset()  # cards that are never hidden in a hand

    def enrol(self) -> None:
        """Enters its cards, frames and answers beside those of the base game, once for all tables."""

    def read_kept(self, data: Mapping[str, Any], players: int) -> Any:
        """What it keeps, from what JSON made of it. Raises ValueError."""
        return self.kept(**data)

    def turn_moves(self, state: State, act: Act) -> list[Move]:
        """The legal moves of a turn by its verbs."""
        return []

    def anytime_moves(self, state: State, seat: Seat) -> list[Move]:
        """The legal moves by its verbs that may be said anytime."""
        return []

    def quick_move(self, state: State, act: Act, moves: Sequence[Move], player: Agent) -> Move | None:
        """What the quick player does with it before all else."""
        return None

    def intents(self, turn: OwnTurn) -> Iterator[Intent]:
        """What a wizard may be out for with it."""
        return iter(())

    # --- What it changes: turns -----------------------------------------------------------------------------

    def before_turn(self, flow: Flow, seat: Seat, extra: bool) -> None:
        """A turn begins or is lost; `extra`: one won by Speed."""

    def asked_before_turn(self, flow: Flow, seat: Seat) -> Sequence[Any]:
        """The frames that are asked first thing, in a lost turn too; the last one comes up first."""
        return ()

    def after_turn(self, flow: Flow, seat: Seat) -> bool:
        """Whether something is asked before the next turn."""
        return False

    def before_move(self, flow: Flow, move: Move) -> None:
        """A move of a turn is about to be made."""

    # --- Walking --------------------------------------------------------------------------------------------

    def passes_obstacles(self, state: State, who: int) -> bool:
        """Whether walls, doors, bushes and fire are nothing to somebody."""
        return False

    def step_refusal(self, state: State, who: int, half_edge: int) -> Refusal | None:
        """Why somebody can't step over an edge that is free."""
        return None

    def step_heading(self, flow: Flow, who: int, half_edge: int) -> int:
        """Where a step really leads, -1 for nowhere."""
        return half_edge

    def before_step(self, flow: Flow, who: int, half_edge: int) -> None:
        """A step is about to be taken."""

    def after_step(self, flow: Flow, who: int) -> None:
        """Somebody has come to a square by a step of their own."""

    def after_arrival(self, flow: Flow, who: int) -> None:
        """Somebody has come to a square, however they came."""

    def flooded(self, flow: Flow, squares: tuple[int, ...]) -> None:
        """Water comes to some squares."""

    # --- Cards ----------------------------------------------------------------------------------------------

    def play_refusal(self, state: State, seat: Seat, card: str) -> Refusal | None:
        """Why a card can't be played or used, or nobody kicked."""
        return None

    def take_refusal(self, state: State, act: Act, thing: str) -> Refusal | None:
        """Why a thing can't be picked up."""
        return None

    def drop_refusal(self, state: State, seat: Seat, thing: str) -> Refusal | None:
        """Why a thing can't be put down here."""
        return None

    def give_up_refusal(self, state: State, seat: Seat, card: str) -> Refusal | None:
        """Why one can't get rid of a card in any way."""
        return None

    def after_discard(self, flow: Flow, cards: tuple[str, ...]) -> None:
        """Cards were discarded."""

    def after_chosen_discard(self, flow: Flow, frame: Act | Draw | Limit, card: str) -> None:
        """A card was discarded because its owner wanted to, or had too many."""

    # --- Attacks --------------------------------------------------------------------------------------------

    def attack_refusal(self, state: State, who: int, other: int) -> Refusal | None:
        """Why somebody can't attack another."""
        return None

    def aim_refusal(self, state: State, card: str, other: int) -> Refusal | None:
        """Why a card isn't aimed at such a one."""
        return None

    def squares_seen(self, state: State, seat: Seat) -> Collection[int]:
        """The squares that are in sight whatever stands between."""
        return ()

    def kick_reaches(self, state: State, seat: Seat, other: int) -> bool:
        """Whether a kick reaches somebody in another square."""
        return False

    def kick_damage(self, flow: Flow, seat: Seat, target: str) -> int:
        """The points of a kick, 0 for the usual."""
        return 0

    def spares_attack(self, flow: Flow) -> bool:
        """Whether the attack of the turn isn't spent by this one."""
        return False

    def attack_landing(self, flow: Flow, attack: Attack) -> Attack:
        """The attack as it strikes, after all answers."""
        return attack

    def damage_dealt(self, flow: Flow, attack: Attack, lives: int) -> None:
        """An attack has taken so many lives."""

    def is_immune(self, state: State, who: int, physical: bool) -> bool:
        """Whether damage does nothing to somebody."""
        return False

    # --- The rest -------------------------------------------------------------------------------------------

    def before_deaths(self, flow: Flow) -> None:
        """The dead are about to be counted."""

    def before_leaving(self, flow: Flow, seat: Seat) -> None:
        """A wizard is about to leave the game."""

    def after_change(self, flow: Flow) -> None:
        """Something has changed, or the game begins."""

    def event_told(self, state: State, kind: str, clause: str, params: dict[str, Any]) -> Told:
        """An event as it is told: in which words, by which rule."""
        return kind, clause, params

    def invariants(self, state: State) -> None:
        """Raises AssertionError for what can't be."""

"""What the base game brings to every course: its verbs, its spells, and how a turn goes without boxes."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.potions.simulator.engine import rules
from games.potions.simulator.engine.answers import CHOICES
from games.potions.simulator.engine.box import Box, Compound, FrameKind, Seen, Verb
from games.potions.simulator.engine.data import DEAL, OPENING
from games.potions.simulator.engine.plays import PLAYS
from games.potions.simulator.engine.short_parts import seat_to_play
from games.potions.simulator.engine.spells import SPELLS
from games.potions.simulator.engine.staging import ASSEMBLE, arrange, fill
from games.potions.simulator.engine.state import CAST, MUST, Staged, State, Turn
from simulator.engine.evolve import evolve
from simulator.engine.game import Move, Settled
from simulator.engine.shortform import malformed


class Turns:
    """How a turn goes: one card, and after a spell another one."""

    start = staticmethod(rules.start_turn)
    played = staticmethod(rules.end_turn)
    after_spell = staticmethod(rules.after_spell)
    work = staticmethod(rules.work)
    may_be_over = staticmethod(rules.all_played)

    def may_pass(self, state: State, frame: Turn) -> bool:
        return frame.further and state.options.spell_follow_up != MUST

    def forced_after_spell(self, state: State, staged: Staged) -> list[Settled]:
        """What settles itself behind a spell."""
        return rules.forced_pass(state, staged)

    def forced_after_draw(self, state: State, move: Move) -> list[Settled]:
        """What settles itself behind a draw."""
        return []

    def read(self, state: State, data: Mapping[str, Any], names: Sequence[str]) -> State:
        """The turn that a short form tells of."""
        further = data.get("further", False)
        if type(further) is not bool:
            raise malformed(f"further: {further!s:.20}")
        seat = seat_to_play(data.get("turn"), names, state, state.hands)
        return evolve(state, agenda=(Turn(seat, further),))

    def write(self, seen: Seen, names: Sequence[str]) -> dict[str, Any]:
        if not seen.agenda:
            return {}
        return {"turn": names[seen.agenda[0].seat], "further": seen.agenda[0].further}

    def is_agenda(self, state: State) -> bool:
        """Whether the agenda is nothing, or a turn, with or without a compound move on it."""
        kinds = [type(frame) for frame in state.agenda]
        return kinds in ([], [Turn], [Turn, Staged])

    def check(self, state: State) -> None:
        if state.agenda:
            assert state.hands[state.frame.seat], "the seat to act has no card"


class BaseGame(Box):
    """It adds elements, recipes and three spells; all else is as a box leaves it."""

    deal = DEAL
    opening = OPENING
    turns = Turns()
    verbs = {
        "element": Verb(rules.check_held, rules.do_element),
        ASSEMBLE: Verb(rules.check_assemble, rules.do_assemble),
        CAST: Verb(rules.check_cast, rules.do_cast),
        "pass": Verb(rules.check_pass, rules.do_pass),
    }
    answers = CHOICES
    compounds = {
        ASSEMBLE: Compound((fill, arrange), rules.finish_assemble, rules.assembly, rules.beginning),
        CAST: Compound((), rules.finish_cast, rules.casting, rules.beginning),
    }
    spells = SPELLS
    frames = (FrameKind(Turn), FrameKind(Staged))
    plays = PLAYS


BASE_GAME = BaseGame()

"""A position as a puzzle sees it: the moves that may be in question, and what a move may be for."""

from collections.abc import Sequence
from functools import cached_property

from games.wizwar.scoring.points import mates, owner_of
from games.wizwar.simulator.engine.casting import no_attack_refusal
from games.wizwar.simulator.engine.data import ATTACKS, ONLY_COUNTERS, SIGHT
from games.wizwar.simulator.engine.lookout import sees
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.moving import own_distances, steps_left
from games.wizwar.simulator.engine.riddles.trying import next_turn, on_foot, own_turn, steps_to
from games.wizwar.simulator.engine.rules import asking, legal_moves
from games.wizwar.simulator.engine.state import Act, Staged, State, Window, carries, is_alive
from games.wizwar.simulator.engine.teamwork import homes
from simulator.engine.game import Move, Seat

CARDS = frozenset({"run", "play", "show"})  # what is done with a card on the way
BLOWS = frozenset({"play", "strike", "kick"})
FRAIL = 10  # lives that an attack may cost


class RiddlePosition:
    """An open world with a seat that is asked there."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.side = mates(state.teams, seat)

    @cached_property
    def is_begun(self) -> bool:
        """Whether it is in the middle of a compound move."""
        return type(asking(self.state, self.seat)) is Staged

    @cached_property
    def act(self) -> Act | None:
        return own_turn(self.state, self.seat)

    @cached_property
    def left(self) -> int:
        return steps_left(self.state, self.act) if self.act else 0

    @cached_property
    def legal(self) -> Sequence[Move]:
        return legal_moves(self.state, self.seat)

    @cached_property
    def foes(self) -> Sequence[Seat]:
        others = (who for who in range(self.state.players) if who not in self.side)
        return [who for who in others if is_alive(self.state, who)]

    @cached_property
    def is_loaded(self) -> bool:
        """Whether the seat carries a treasure of somebody else's."""
        carried = carries(self.state, self.seat)
        return carried is not None and owner_of(carried) not in self.side

    @cached_property
    def homes(self) -> Sequence[int]:
        return homes(self.state, self.seat)

    @cached_property
    def way_home(self) -> int:
        return self._away(self.homes) if self.act and self.is_loaded else -1

    @cached_property
    def chests(self) -> Sequence[int]:
        """Where treasures of others lie that aren't at home yet, if one has a hand free for them."""
        safe = homes(self.state, self.seat)
        lying = [at for n, at in enumerate(self.state.chests) if at >= 0 and owner_of(n) not in self.side]
        return [at for at in lying if at not in safe] if carries(self.state, self.seat) is None else ()

    @cached_property
    def way_to_chest(self) -> int:
        return self._away(self.chests) if self.act else -1

    def _away(self, squares: Sequence[int]) -> int:
        """Steps to the nearest of some squares by the ways that are open; -1 where none leads."""
        ways = own_distances(self.state, self.seat)
        return min((ways[each] for each in squares if ways[each] >= 0), default=-1)

    # --- Moves in question --------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> Sequence[Move]:
        return on_foot(self.state, self.act) if self.act else ()

    @cached_property
    def cards(self) -> Sequence[Move]:
        return self._of(CARDS)

    @cached_property
    def blows(self) -> Sequence[Move]:
        return self._of(BLOWS) if self.act and no_attack_refusal(self.state, self.act) is None else ()

    def _of(self, verbs: frozenset[str]) -> Sequence[Move]:
        """With one card, and one that does anything but answer."""
        found = [move for move in self.legal if move.verb in verbs and len(move.args) == 1]
        return [move for move in found if move.args[0] not in ONLY_COUNTERS]

    @cached_property
    def attacks(self) -> Sequence[Move]:
        return [move for move in self.blows if move.verb != "play" or move.args[0] in ATTACKS]

    @cached_property
    def answers(self) -> Sequence[Move]:
        """To an attack on the seat, if it need not answer."""
        frame = asking(self.state, self.seat)
        attacked = type(frame) is Window and frame.attack.on == self.seat and PASS in self.legal
        return self.legal if attacked else ()

    # --- Goals --------------------------------------------------------------------------------------------

    def is_home(self, state: State) -> bool:
        """Whether the treasure can be laid down at home."""
        at = state.wizards[self.seat].at
        return carries(state, self.seat) is not None and at in homes(state, self.seat)

    def is_home_next_turn(self, state: State) -> bool:
        return steps_to(next_turn(state, self.seat), self.seat, self.is_home) is not None

    def is_at_chest(self, state: State) -> bool:
        """Whether a treasure of somebody else's can be picked up, wherever it lay before."""
        at = state.wizards[self.seat].at
        there = (owner_of(number) for number, chest in enumerate(state.chests) if chest == at)
        return at not in self.homes and any(owner not in self.side for owner in there)

    def is_unseen(self, state: State) -> bool:
        return not any(is_alive(state, who) and sees(state, who, self.seat) for who in self.foes)

    def sees_foe(self, state: State) -> bool:
        return any(is_alive(state, who) and sees(state, self.seat, who) for who in self.foes)

    def has_killed(self, state: State) -> bool:
        return not all(is_alive(state, who) for who in self.foes)

    def harm(self, state: State) -> int:
        """The lives that one rival has lost, at the most."""
        return max((self._lost(state, who) for who in self.foes), default=0)

    def _lost(self, state: State, who: Seat) -> int:
        left = state.wizards[who].life if is_alive(state, who) else 0
        return self.state.wizards[who].life - max(left, 0)

    def survives(self, state: State) -> bool:
        return is_alive(state, self.seat)

    def is_unharmed(self, state: State) -> bool:
        """Neither a life nor a turn is lost, nor does a spell stay."""
        before, after = self.state.wizards[self.seat], state.wizards[self.seat]
        spells = [sum(each.on == self.seat for each in of.effects) for of in (self.state, state)]
        whole = is_alive(state, self.seat) and after.life >= before.life and after.lost <= before.lost
        return (
            whole and spells[1] <= spells[0] and carries(state, self.seat) == carries(self.state, self.seat)
        )

    # --- What makes a puzzle ------------------------------------------------------------------------------

    def is_armed(self) -> bool:
        """Whether a card in hand could attack whoever it sees."""
        armed = any(card in ATTACKS and card in SIGHT for card in self.state.wizards[self.seat].hand)
        return armed and self.act is not None and no_attack_refusal(self.state, self.act) is None

    def sees_one(self, those: Sequence[Seat]) -> bool:
        return any(sees(self.state, self.seat, who) for who in those)

    @cached_property
    def frail(self) -> Sequence[Seat]:
        return [who for who in self.foes if self.state.wizards[who].life <= FRAIL]

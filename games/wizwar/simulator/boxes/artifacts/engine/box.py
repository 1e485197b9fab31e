"""The box «Дополнение 2» of «Маго-бой»: what it adds, and what it changes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from games.wizwar.simulator.boxes.artifacts.engine import (
    artifacts,
    forms,
    keys,
    plans,
)
from games.wizwar.simulator.boxes.artifacts.engine.kept import (
    ARTIFACTS,
    CURSED,
    ArtifactsKept,
    keep,
    kept_by,
    read_kept,
)
from games.wizwar.simulator.engine import bots, casting, moves, rules, state, text
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards import book, passives
from games.wizwar.simulator.engine.cards.book import PLAIN, CardRules
from games.wizwar.simulator.engine.cards.passives import Passive
from games.wizwar.simulator.engine.data import CARD, alike, with_own
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.geometry import SQUARES
from games.wizwar.simulator.engine.plans import answers
from games.wizwar.simulator.engine.plans.intents import Intent, OwnTurn
from games.wizwar.simulator.engine.positions import encoded
from games.wizwar.simulator.engine.rules import FrameRules, Verb
from games.wizwar.simulator.engine.state import Act, Attack, Draw, Limit, State, is_alive
from simulator.engine.game import Move, Seat
from simulator.engine.tuples import in_order, without
from web.refusal import Params, Refusal

FORM = CardRules(cast=forms.change)
CARDS = {
    "load_stone": PLAIN,
    "ghost": FORM,
    "vampire": FORM,
    "werewolf": FORM,
    "artifact_sample_crown": PLAIN,
    "artifact_sample_hammer": CardRules(near=True),
}
LASTING = dict.fromkeys(("ghost", "vampire", "werewolf"), Passive(lasts=True))
SEEING = alike("artifact_sample_crown")
# Steps that a cursed thing takes away while one has it.
BURDENS = {card: -CARD[card].data["step_penalty"] for card in CURSED if "step_penalty" in CARD[card].data}
VERBS = {artifacts.SEIZE: Verb((2, 2), artifacts.check_seize, artifacts.do_seize)}
WISHES = {artifacts.WISH: Verb((1, 1), artifacts.check_wish, artifacts.do_wish)}
STAGES = {
    artifacts.Wishing: FrameRules(artifacts.check_wishing, artifacts.wishing_moves, artifacts.do_wishing),
}


def _seize(there: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "seize", {"target": move.args[0], "card": move.args[1]}


def _wish(there: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "wish", {"card": move.arg, "n": artifacts.COST}


def _let_strike(there: State, frame: artifacts.Wishing, found: Sequence[Move], player: bots.Agent) -> Move:
    """The quick player wishes no artifact away."""
    return moves.PASS


class Artifacts(Box):
    """Artifacts, which are open and wished away; the curse; three forms."""

    kept = ArtifactsKept
    keys = keys.KEYS
    verbs = VERBS
    anytime_verbs = WISHES
    never_held = ARTIFACTS | CURSED

    def enrol(self) -> None:
        book.CARDS.update(with_own(CARDS))
        passives.LASTING.update(with_own(LASTING))
        passives.FLYING.update(forms.FLYING)
        passives.STEPS.update(BURDENS)
        passives.BASE_MOVES.update(forms.BASE_MOVES)
        casting.FINISH[casting.STRIKE] = artifacts.finish_strike
        rules.STAGES.update(STAGES)
        rules.RESOLVERS[artifacts.Wishing] = artifacts.resolve_wishing
        state.FRAMES["Wishing"] = artifacts.Wishing
        encoded.FITS[artifacts.Wishing] = artifacts.fits
        moves.OF_A_TURN.add(artifacts.SEIZE)
        moves.ELSEWHERE[artifacts.WISH] = "artifacts.wish"
        bots.CHOOSES[artifacts.Wishing] = _let_strike
        answers.ANSWERS.update(plans.ANSWERS)
        text.SAYS.update({artifacts.SEIZE: _seize, artifacts.WISH: _wish})

    def read_kept(self, data: Mapping[str, Any], players: int) -> ArtifactsKept:
        return read_kept(data, players)

    def turn_moves(self, state: State, act: Act) -> list[Move]:
        return artifacts.turn_moves(state, act)

    def anytime_moves(self, state: State, seat: Seat) -> list[Move]:
        return artifacts.anytime_moves(state, seat)

    def quick_move(self, state: State, act: Act, moves: Sequence[Move], player: bots.Agent) -> Move | None:
        """It takes artifacts in passing."""
        there = [move for move in moves if move.verb == artifacts.SEIZE]
        return bots.lot(there, player) if there else None

    def intents(self, turn: OwnTurn) -> Iterator[Intent]:
        return plans.intents(turn)

    # --- What it changes ------------------------------------------------------------------------------------

    def before_turn(self, flow: Flow, seat: Seat, extra: bool) -> None:
        """What was done in the turn before is nothing to this one."""
        kept = kept_by(flow.state)
        if kept != ArtifactsKept(kept.gone):
            keep(flow, **ArtifactsKept(kept.gone)._asdict())

    def after_change(self, flow: Flow) -> None:
        artifacts.lay_open(flow)
        forms.fall(flow)

    def passes_obstacles(self, state: State, who: int) -> bool:
        return forms.passes_obstacles(state, who)

    def after_step(self, flow: Flow, who: int) -> None:
        """Whoever comes to a square by a step of their own may take an artifact there."""
        act = flow.state.agenda[0]
        if type(act) is Act and act.seat == who and is_alive(flow.state, who):
            keep(flow, entered=flow.state.wizards[who].at)

    def play_refusal(self, state: State, seat: Seat, card: str) -> Refusal | None:
        return forms.play_refusal(state, seat, card) or artifacts.use_refusal(state, seat, card)

    def take_refusal(self, state: State, act: Act, thing: str) -> Refusal | None:
        return forms.barred(forms.GHOST) if forms.passes_obstacles(state, act.seat) else None

    def give_up_refusal(self, state: State, seat: Seat, card: str) -> Refusal | None:
        """It can't be discarded, dropped, thrown or dealt away; fire, Drop Object and death take it."""
        return Refusal("cursed", "curses.keep", {"card": card}) if card in CURSED else None

    def after_chosen_discard(self, flow: Flow, frame: Act | Draw | Limit, card: str) -> None:
        """In its owner's own turn an artifact is crushed by it, and never comes back (artifacts.crush)."""
        if card in ARTIFACTS and type(frame) in (Act, Draw):
            flow.set(discard=without(flow.state.discard, card))
            keep(flow, gone=in_order((*kept_by(flow.state).gone, card)))
            flow.emit("crushed", "artifacts.crush", card=card)

    def squares_seen(self, state: State, seat: Seat) -> Collection[int]:
        """The crown shows every square of the sector with one's home."""
        if seat < state.players and passives.has_any(state.wizards[seat].shown, SEEING):
            return range(seat * SQUARES, (seat + 1) * SQUARES)
        return ()

    def kick_damage(self, flow: Flow, seat: Seat, target: str) -> int:
        return forms.kick_damage(flow, seat, target)

    def attack_landing(self, flow: Flow, attack: Attack) -> Attack:
        return forms.attack_landing(flow, attack)

    def damage_dealt(self, flow: Flow, attack: Attack, lives: int) -> None:
        forms.damage_dealt(flow, attack, lives)

    def is_immune(self, state: State, who: int, physical: bool) -> bool:
        """Physical damage does nothing to a ghost."""
        return physical and forms.passes_obstacles(state, who)


BOX = Artifacts()

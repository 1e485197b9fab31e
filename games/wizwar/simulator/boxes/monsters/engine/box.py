"""The box «Дополнение 1» of «Маго-бой»: what it adds, and what it changes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from games.wizwar.simulator.boxes.monsters.engine import (
    creatures,
    ground,
    harms,
    keys,
    marches,
    plans,
    players,
    spells,
    votes,
    wands,
)
from games.wizwar.simulator.boxes.monsters.engine.cards import CARDS, ON_SQUARES, PASSIVES
from games.wizwar.simulator.boxes.monsters.engine.creatures import living
from games.wizwar.simulator.boxes.monsters.engine.kept import (
    LATER,
    WANDS,
    MonstersKept,
    keep,
    kept_by,
    read_kept,
)
from games.wizwar.simulator.engine import asking, bots, casting, moves, rules, state, text, view
from games.wizwar.simulator.engine.box import Box, Told
from games.wizwar.simulator.engine.cards import along, book, made, passives
from games.wizwar.simulator.engine.data import DAMAGE, alike, with_own
from games.wizwar.simulator.engine.flow import STRIKING, Flow
from games.wizwar.simulator.engine.places import SEAT_OF
from games.wizwar.simulator.engine.plans import answers
from games.wizwar.simulator.engine.plans.intents import Intent, OwnTurn
from games.wizwar.simulator.engine.positions import encoded
from games.wizwar.simulator.engine.rules import FrameRules, Verb
from games.wizwar.simulator.engine.state import CREATURES, Act, Harm, State
from simulator.engine.game import Move, Seat
from web.refusal import Params, Refusal

VERBS = {
    marches.WALK: Verb((2, 2), marches.check_walk, marches.do_walk),
    marches.HIT: Verb((2, 2), marches.check_hit, marches.do_hit),
    wands.CHARGE: Verb((1, 1), wands.check_charge, wands.do_charge),
    wands.USE: Verb((1, 1), wands.check_use, wands.do_use),
    ground.GATHER: Verb((1, 1), ground.check_gather, ground.do_gather),
}
OF_HANDS = alike("thought_steal", "card_erasure", "drop_object")
VOTED = Refusal("voted_already", "monsters.vote")
STAGES = {
    harms.MonsterHarm: FrameRules(harms.check, harms.moves, harms.do),
    harms.Upkeep: FrameRules(harms.check_upkeep, harms.upkeep_moves, harms.do_upkeep),
    votes.Vote: FrameRules(votes.check, votes.moves, votes.do, votes.asked, VOTED),
}
RESOLVERS: dict[type[Any], Callable[[Flow, Any], bool]] = {
    Harm: harms.resolve_any_harm,
    harms.MonsterHarm: harms.resolve_monster_harm,
    harms.Upkeep: harms.resolve_upkeep,
}

FITS: dict[type[Any], Callable[[State, Any], bool]] = {
    votes.Vote: votes.fits,
    harms.Upkeep: harms.fits,
    harms.MonsterHarm: harms.fits,
}


def _two(code: str, second: str) -> text.Said:
    def said(there: State, seat: Seat, move: Move) -> tuple[str, Params]:
        who = creatures.creature(there, SEAT_OF[move.args[0]])
        return code, {"monster": who.card, second: move.args[1]}

    return said


def _one(code: str) -> text.Said:
    def said(there: State, seat: Seat, move: Move) -> tuple[str, Params]:
        who = creatures.creature(there, SEAT_OF[move.args[0]])
        paid = {"n": creatures.UPKEEP[who.card]} if code == harms.KEEP else {}
        return code, {"monster": who.card, **paid}

    return said


def _vote(there: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return ("vote_none", {}) if move.args[0] == votes.NONE else ("vote", {"target": move.args[0]})


def _answer(there: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """Harm to a monster is answered like that to a wizard."""
    frame = there.frame
    if type(frame) is harms.MonsterHarm:
        return "answer", {"card": move.args[0], "answers": frame.card}
    return text.say_answer(there, seat, move)


SAYS = {
    marches.WALK: _two("walk", "side"),
    marches.HIT: _two("hit", "target"),
    harms.KEEP: _one(harms.KEEP),
    harms.RELEASE: _one(harms.RELEASE),
    votes.VOTE: _vote,
    "answer": _answer,
}


class Monsters(Box):
    """Monsters, whom their creators command or all vote on; wands; spells and objects."""

    kept = MonstersKept
    later = LATER
    keys = keys.KEYS
    verbs = VERBS

    def enrol(self) -> None:
        book.CARDS.update(with_own(CARDS))
        passives.LASTING.update(with_own(PASSIVES))
        passives.ENDLESS.update(card for card, passive in with_own(PASSIVES).items() if passive.endless)
        made.ON_SQUARES.update(with_own(ON_SQUARES))
        along.DOUBLED_BY.update(dict.fromkeys(WANDS, along.AMPLIFY))
        casting.AIMS.update(dict.fromkeys(spells.GRAVITIES, frozenset()))  # they strike all things at once
        casting.ASKED.update(wands.ASKED)
        asking.NUMBERLESS[wands.USE] = wands.number_refusal
        casting.FINISH.update({wands.CHARGE: wands.finish_charge, wands.USE: wands.finish_use})
        rules.STAGES.update(STAGES)
        rules.RESOLVERS.update(RESOLVERS)
        state.FRAMES.update({kind.__name__: kind for kind in STAGES})
        STRIKING.append(harms.MonsterHarm)
        encoded.FITS.update(FITS)
        view.VEILS[votes.Vote] = votes.veiled
        encoded.CREATURE_KINDS.update(dict.fromkeys(creatures.MONSTERS, creatures.read_creature))
        moves.OF_A_TURN.update(VERBS)
        moves.ELSEWHERE.update({harms.KEEP: "monsters.shadow", harms.RELEASE: "monsters.shadow"})
        moves.ELSEWHERE[votes.VOTE] = "monsters.vote"
        bots.CHOOSES.update(players.CHOOSES)
        bots.PLAYED.update(creatures.MONSTERS)
        answers.ANSWERS.update(plans.ANSWERS)
        text.SAYS.update(SAYS)
        text.PLAIN.update({wands.CHARGE: "card", wands.USE: "card", ground.GATHER: "square"})

    def read_kept(self, data: Mapping[str, Any], players: int) -> MonstersKept:
        return read_kept(data, players)

    def turn_moves(self, state: State, act: Act) -> list[Move]:
        return [move for part in (marches, wands, ground) for move in part.turn_moves(state, act)]

    def quick_move(self, state: State, act: Act, moves: Sequence[Move], player: bots.Agent) -> Move | None:
        return players.command(state, act, moves, player) or players.conjure(state, act, moves, player)

    def intents(self, turn: OwnTurn) -> Iterator[Intent]:
        return plans.intents(turn)

    # --- What it changes: turns -----------------------------------------------------------------------------

    def before_turn(self, flow: Flow, seat: Seat, extra: bool) -> None:
        creatures.begin_turn(flow, seat, extra)
        kept = kept_by(flow.state)  # a wand works once a turn, Speed's counted with it (wands.speed)
        fresh = MonstersKept(kept.charges, kept.used if extra else ())
        if fresh != kept:
            keep(flow, **fresh._asdict())

    def asked_before_turn(self, flow: Flow, seat: Seat) -> Sequence[harms.Upkeep]:
        """What it costs to keep a monster, in each turn of its owner, lost ones and Speed's too."""
        due = [n for n, one in living(flow.state) if one.owner == seat and one.card in creatures.UPKEEP]
        return [harms.Upkeep(seat, number) for number in reversed(due)]

    def after_turn(self, flow: Flow, seat: Seat) -> bool:
        return votes.call_vote(flow, seat)

    def before_move(self, flow: Flow, move: Move) -> None:
        ground.before_move(flow, move)

    # --- Walking --------------------------------------------------------------------------------------------

    def step_refusal(self, state: State, who: int, half_edge: int) -> Refusal | None:
        return ground.shove_refusal(state, who, half_edge)

    def step_heading(self, flow: Flow, who: int, half_edge: int) -> int:
        return ground.step_heading(flow, who, half_edge)

    def before_step(self, flow: Flow, who: int, half_edge: int) -> None:
        ground.shove(flow, who, half_edge)

    def after_step(self, flow: Flow, who: int) -> None:
        spells.spread_disease(flow, who)

    def after_arrival(self, flow: Flow, who: int) -> None:
        ground.after_arrival(flow, who)

    def flooded(self, flow: Flow, squares: tuple[int, ...]) -> None:
        ground.flooded(flow, squares)

    # --- Cards ----------------------------------------------------------------------------------------------

    def play_refusal(self, state: State, seat: Seat, card: str) -> Refusal | None:
        return (
            spells.play_refusal(state, seat, card)
            or harms.defend_refusal(state, seat, card)
            or wands.answer_refusal(state, seat, card)
        )

    def take_refusal(self, state: State, act: Act, thing: str) -> Refusal | None:
        return spells.take_refusal(state, act, thing) or ground.take_refusal(state, act, thing)

    def drop_refusal(self, state: State, seat: Seat, thing: str) -> Refusal | None:
        return ground.drop_refusal(state, seat, thing)

    def after_discard(self, flow: Flow, cards: tuple[str, ...]) -> None:
        """A wand that is discarded comes back without charges."""
        kept = kept_by(flow.state)
        left = tuple(entry for entry in kept.charges if entry[0] not in cards)
        if left != kept.charges:
            keep(flow, charges=left)

    # --- Attacks --------------------------------------------------------------------------------------------

    def attack_refusal(self, state: State, who: int, other: int) -> Refusal | None:
        return marches.attack_refusal(state, who, other)

    def aim_refusal(self, state: State, card: str, other: int) -> Refusal | None:
        """What takes or spoils cards finds none with a creature (ruling 155)."""
        if card not in OF_HANDS or other < CREATURES:
            return None
        monster = creatures.creature(state, other).card
        return Refusal("monster_no_hand", "monsters.any", {"card": card, "monster": monster})

    def kick_reaches(self, state: State, seat: Seat, other: int) -> bool:
        return ground.kick_reaches(state, seat, other)

    def kick_damage(self, flow: Flow, seat: Seat, target: str) -> int:
        return DAMAGE[ground.BIG_MAN] if ground.is_giant(flow.state, seat) else 0

    def spares_attack(self, flow: Flow) -> bool:
        return spells.spares_attack(flow)

    # --- The rest -------------------------------------------------------------------------------------------

    def before_deaths(self, flow: Flow) -> None:
        """Creatures without a life left are gone (monsters.live)."""
        for number, one in list(living(flow.state)):
            if one.life <= 0:
                creatures.vanish(flow, number, "monster_killed", "monsters.live")

    def before_leaving(self, flow: Flow, seat: Seat) -> None:
        """What obeyed them vanishes at once (monsters.death)."""
        for number, one in list(living(flow.state)):
            if one.owner == seat:
                creatures.vanish(flow, number, "monster_vanished", "monsters.death")

    def after_change(self, flow: Flow) -> None:
        ground.place_giants(flow)
        creatures.look_at_illusions(flow)

    def event_told(self, state: State, kind: str, clause: str, params: dict[str, Any]) -> Told:
        return creatures.event_told(state, kind, clause, params)

    def invariants(self, state: State) -> None:
        creatures.invariants(state)


BOX = Monsters()

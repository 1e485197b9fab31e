"""What the box «Дополнение 1» brings to the engine of «Маго-бой»."""

from collections.abc import Callable
from typing import Any

from games.wizwar.simulator.boxes.monsters.engine import (
    creatures,
    ground,
    harms,
    kept,
    keys,
    marches,
    plans,
    players,
    spells,
    votes,
    wands,
)
from games.wizwar.simulator.boxes.monsters.engine.cards import CARDS, ON_SQUARES, PASSIVES
from games.wizwar.simulator.engine import asking, bots, casting, flow, moves, rules, state, text, view
from games.wizwar.simulator.engine.cards import along, book, made, passives
from games.wizwar.simulator.engine.course import Kit, Part
from games.wizwar.simulator.engine.data import with_own
from games.wizwar.simulator.engine.places import SEAT_OF
from games.wizwar.simulator.engine.plans import answers
from games.wizwar.simulator.engine.positions import encoded
from games.wizwar.simulator.engine.rules import Stage, Verb
from simulator.engine.game import Move, Seat
from web.refusal import Params, Refusal

VERBS = {
    marches.WALK: Verb((2, 2), marches.check_walk, marches.do_walk),
    marches.HIT: Verb((2, 2), marches.check_hit, marches.do_hit),
    wands.CHARGE: Verb((1, 1), wands.check_charge, wands.do_charge),
    wands.USE: Verb((1, 1), wands.check_use, wands.do_use),
    ground.GATHER: Verb((1, 1), ground.check_gather, ground.do_gather),
}
VOTED = Refusal("voted_already", "monsters.vote")
STAGES = {
    harms.MonsterHarm: Stage(harms.check, harms.moves, harms.do),
    harms.Upkeep: Stage(harms.check_upkeep, harms.upkeep_moves, harms.do_upkeep),
    votes.Vote: Stage(votes.check, votes.moves, votes.do, votes.asked, VOTED),
}
SETTLES: dict[type[Any], Callable[[flow.Flow, Any], bool]] = {
    state.Harm: harms.settle_any,
    harms.MonsterHarm: harms.settle,
    harms.Upkeep: harms.settle_upkeep,
}

FITS: dict[type[Any], Callable[[state.State, Any], bool]] = {
    votes.Vote: votes.fits,
    harms.Upkeep: harms.fits,
    harms.MonsterHarm: harms.fits,
}


def _two(code: str, second: str) -> text.Said:
    def said(there: state.State, seat: Seat, move: Move) -> tuple[str, Params]:
        who = creatures.creature(there, SEAT_OF[move.args[0]])
        return code, {"monster": who.card, second: move.args[1]}

    return said


def _one(code: str) -> text.Said:
    def said(there: state.State, seat: Seat, move: Move) -> tuple[str, Params]:
        who = creatures.creature(there, SEAT_OF[move.args[0]])
        paid = {"n": creatures.UPKEEP[who.card]} if code == harms.KEEP else {}
        return code, {"monster": who.card, **paid}

    return said


def _vote(there: state.State, seat: Seat, move: Move) -> tuple[str, Params]:
    return ("vote_none", {}) if move.args[0] == votes.NONE else ("vote", {"target": move.args[0]})


def _answer(there: state.State, seat: Seat, move: Move) -> tuple[str, Params]:
    """Harm to a monster is answered like that to a wizard."""
    frame = there.agenda[-1]
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


def enrol() -> None:
    """Enters the cards, frames and answers of the box beside those of the base game."""
    book.CARDS.update(with_own(CARDS))
    passives.LASTING.update(with_own(PASSIVES))
    passives.ENDLESS.update(card for card, passive in with_own(PASSIVES).items() if passive.endless)
    made.ON_SQUARES.update(with_own(ON_SQUARES))
    along.DOUBLED_BY.update(dict.fromkeys(kept.WANDS, along.AMPLIFY))
    casting.AIMS.update(dict.fromkeys(spells.GRAVITIES, frozenset()))  # they strike all things at once
    casting.ASKED.update(wands.ASKED)
    asking.NUMBERLESS[wands.USE] = wands.why_no_number
    casting.FINISH.update({wands.CHARGE: wands.finish_charge, wands.USE: wands.finish_use})
    rules.STAGES.update(STAGES)
    rules.SETTLES.update(SETTLES)
    state.FRAMES.update({kind.__name__: kind for kind in STAGES})
    flow.STRIKING.append(harms.MonsterHarm)
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


KIT = Kit(
    enrol=enrol,
    part=Part(kept.Kept, kept.read_kept, kept.LATER),
    verbs=VERBS,
    keys=keys.KEYS,
    ticks=(creatures.begin_turn, kept.begin_turn),
    dawns=(harms.dawns,),
    dusks=(votes.dusk,),
    begins=(ground.begins,),
    offers=(marches.offers, wands.offers, ground.offers),
    policies=(players.command, players.conjure),
    intents=(plans.intents,),
    heads=(ground.heads,),
    steps=(ground.why_not_shove,),
    shoves=(ground.shove,),
    treads=(spells.treads,),
    arrives=(ground.arrives,),
    plays=(spells.why_not_play, harms.why_not_defend, wands.why_not_answer),
    takes=(spells.why_not_take, ground.why_not_take),
    drops=(ground.why_not_drop,),
    gone=(wands.gone,),
    targets=(marches.why_not_target,),
    unfit=(spells.why_unfit,),
    reaches=(ground.reaches,),
    kicks=(ground.kicks,),
    spares=(spells.spares,),
    floods=(ground.floods,),
    leaves=(creatures.follow,),
    judges=(creatures.bury,),
    attunes=(ground.stand, creatures.look_at_illusions),
    tells=(creatures.tell,),
    holds=(creatures.hold,),
)

"""What the box «Дополнение 2» brings to the engine of «Маго-бой»."""

from games.wizwar.simulator.boxes.artifacts.engine import (
    artifacts,
    curses,
    forms,
    kept,
    keys,
    plans,
    players,
)
from games.wizwar.simulator.engine import bots, casting, moves, rules, state, text
from games.wizwar.simulator.engine.cards import book, passives
from games.wizwar.simulator.engine.cards.book import PLAIN, Card
from games.wizwar.simulator.engine.cards.passives import Passive
from games.wizwar.simulator.engine.course import Kit, Part
from games.wizwar.simulator.engine.data import with_own
from games.wizwar.simulator.engine.plans import answers
from games.wizwar.simulator.engine.positions import encoded
from games.wizwar.simulator.engine.rules import Stage, Verb
from simulator.engine.game import Move, Seat
from web.refusal import Params

FORM = Card(cast=forms.change)
CARDS = {
    "load_stone": PLAIN,
    "ghost": FORM,
    "vampire": FORM,
    "werewolf": FORM,
    "artifact_sample_crown": PLAIN,
    "artifact_sample_hammer": Card(near=True),
}
LASTING = dict.fromkeys(("ghost", "vampire", "werewolf"), Passive(lasts=True))
VERBS = {artifacts.SEIZE: Verb((2, 2), artifacts.check_seize, artifacts.do_seize)}
WISHES = {artifacts.WISH: Verb((1, 1), artifacts.check_wish, artifacts.do_wish)}
STAGES = {
    artifacts.Wishing: Stage(artifacts.check_wishing, artifacts.wishing_moves, artifacts.do_wishing),
}


def _seize(there: state.State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "seize", {"target": move.args[0], "card": move.args[1]}


def _wish(there: state.State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "wish", {"card": move.args[0], "n": artifacts.COST}


def enrol() -> None:
    """Enters the cards, frames and answers of the box beside those of the base game."""
    book.CARDS.update(with_own(CARDS))
    passives.LASTING.update(with_own(LASTING))
    passives.FLYING.update(forms.FLYING)
    passives.STEPS.update(curses.STEPS)
    passives.BASE_MOVES.update(forms.BASE_MOVES)
    casting.FINISH[casting.STRIKE] = artifacts.finish_strike
    rules.STAGES.update(STAGES)
    rules.SETTLES[artifacts.Wishing] = artifacts.settle
    state.FRAMES["Wishing"] = artifacts.Wishing
    encoded.FITS[artifacts.Wishing] = artifacts.fits
    moves.OF_A_TURN.add(artifacts.SEIZE)
    moves.ELSEWHERE[artifacts.WISH] = "artifacts.wish"
    bots.CHOOSES.update(players.CHOOSES)
    answers.ANSWERS.update(plans.ANSWERS)
    text.SAYS.update({artifacts.SEIZE: _seize, artifacts.WISH: _wish})


KIT = Kit(
    enrol=enrol,
    part=Part(kept.Kept, kept.read_kept),
    verbs=VERBS,
    keys=keys.KEYS,
    anytime=WISHES,
    bare=kept.ARTIFACTS | kept.CURSED,
    ticks=(kept.begin_turn,),
    offers=(artifacts.offers,),
    policies=(players.seize,),
    intents=(plans.intents,),
    treads=(artifacts.treads,),
    plays=(forms.why_not_play, artifacts.why_not_use),
    takes=(forms.why_not_take,),
    crushes=(artifacts.crush,),
    kicks=(forms.kicks,),
    attunes=(artifacts.lay_open, forms.fall),
    keeps=(curses.why_not_get_rid,),
    replies=(artifacts.replies,),
    passes=(forms.passes,),
    shields=(forms.shields,),
    lands=(forms.lands,),
    feeds=(forms.feeds,),
    sights=(artifacts.sights,),
)

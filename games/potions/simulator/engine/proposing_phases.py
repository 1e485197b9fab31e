"""What is so of drawing cards, where turns have phases."""

from collections.abc import Iterator, Mapping

from games.potions.simulator.engine.data import ID, PLACE, POINTS, RECIPES
from games.potions.simulator.engine.hidden import Hidden
from games.potions.simulator.engine.outcomes import MoveTrial
from games.potions.simulator.engine.phases import DRAW, SECOND, Drawing, Phase
from games.potions.simulator.engine.proposing import Said, Weight, said
from games.potions.simulator.engine.state import State

WEIGHTS: Mapping[str, Weight] = {
    "draws_ready": Weight(0.0, 0.5),
    "grows_hand": Weight(0.0, 0.4),
    "draws_cards": Weight(0.5),
    "spares_wild": Weight(0.0, 0.8),
    "spends_wild": Weight(0.0, 0.8, good=False),
    "draws_instead": Weight(0.0, 1.0, good=False),
}


def propositions(trial: MoveTrial, hidden: Hidden) -> list[Said]:
    return [*_of_decks(trial, hidden), *_of_spells(trial), *_of_stand_ins(trial)]


def _of_decks(trial: MoveTrial, hidden: Hidden) -> Iterator[Said]:
    """How many of the cards that the seat doesn't know, of the deck's back, it could assemble at once."""
    if trial.move.verb != DRAW:
        return
    course, frame = trial.before.course, trial.before.agenda[-1]
    deck = trial.move.args[0]
    cards = hidden.left[course.deck_ids.index(deck)]
    ready = sum(code in RECIPES and POINTS[code] > 0 and ID[code] in trial.look.ready for code in cards)
    if ready:
        found = said("draws_ready", WEIGHTS["draws_ready"], deck=deck, some=ready, total=len(cards))
        yield found._replace(weight=found.weight + 3 * ready / len(cards))
    if type(frame) is Phase and frame.n == SECOND:
        yield said("grows_hand", WEIGHTS["grows_hand"])
        yield said("draws_instead", WEIGHTS["draws_instead"])


def _of_spells(trial: MoveTrial) -> Iterator[Said]:
    if trial.move.verb == "cast" and trial.ends and not trial.over:
        frames = {end.state.agenda[-1] for end in trial.ends}
        if len(frames) == 1 and type(frame := frames.pop()) is Drawing and frame.held:
            yield said("draws_cards", WEIGHTS["draws_cards"], frame.left)


def _of_stand_ins(trial: MoveTrial) -> Iterator[Said]:
    """Whether what stands in for other elements is used up where it needn't be."""
    wild = [element for element in trial.before.course.wild if _lying(trial.before, element)]
    if trial.move.verb not in ("assemble", "use") or not trial.ends or trial.blind:
        return
    for element in wild:
        lying = [_lying(end.state, element) for end in trial.ends]
        if all(left < _lying(trial.before, element) for left in lying):
            yield said("spends_wild", WEIGHTS["spends_wild"], element=element)
        elif all(left >= _lying(trial.before, element) for left in lying):
            yield said("spares_wild", WEIGHTS["spares_wild"], element=element)


def _lying(state: State, element: str) -> int:
    return len(state.cupboard.stacks[PLACE[element]])

"""Experiments: how they divide the worlds, who becomes certain, what they cost."""

from collections import Counter
from collections.abc import Iterator

from games.alchemists.scoring.points import FEATHER, loss_at
from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS, RESULTS
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.deduction.worlds import tables
from games.alchemists.simulator.engine.bots.experiments import INSANITY_LOSS, MIXING
from games.alchemists.simulator.engine.bots.known import BotKnowledge, rest_of
from games.alchemists.simulator.engine.data import (
    CAP,
    CUSTODIAN,
    DRINK,
    EXHIBITION,
    INSANITY,
    PARALYSIS,
    POISON,
    STUDENT,
)
from games.alchemists.simulator.engine.proposing.asked import OpenAsked, bad, declining, good, leaving
from games.alchemists.simulator.engine.state import YES
from simulator.engine.game import Move, Proposition


def counts_of(known: BotKnowledge, pair: Pair) -> dict[str, int]:
    """In how many worlds a pair makes which potion."""
    return {result: (known.worlds & tables().made[pair][result]).bit_count() for result in RESULTS}


def formulas_left(known: BotKnowledge, ingredient: str) -> int:
    placed = tables().placed[ingredient]
    return sum(bool(known.worlds & placed[code]) for code in ALCHEMICALS)


def becoming_certain(known: BotKnowledge, pair: Pair, ingredient: str) -> int:
    """In how many worlds the result leaves the ingredient one formula."""
    found = 0
    for made in tables().made[pair].values():
        part = known.worlds & made
        if any(part and not part & ~here for here in tables().placed[ingredient].values()):
            found += part.bit_count()
    return found


def telling(asked: OpenAsked, pair: Pair) -> Iterator[Proposition]:
    """What an experiment is worth as one."""
    known = asked.known
    counts = sorted(filter(None, counts_of(known, pair).values()), reverse=True)
    for ingredient in pair:
        certain = becoming_certain(known, pair, ingredient)
        if certain and formulas_left(known, ingredient) > 1:
            yield good("mix_certain", ingredient=ingredient, of=asked.of(certain))
    if len(counts) > 1:
        yield good("mix_splits", worlds=asked.total, counts=tuple(counts))
    else:
        made = next(result for result, n in counts_of(known, pair).items() if n)
        yield bad("mix_known", potion=made)
    left = {name: formulas_left(known, name) for name in INGREDIENTS}
    most = max(left.values())
    if any(left[name] < most for name in known.hand):
        yield from (good("mix_least_known", ingredient=name) for name in pair if left[name] == most)


def harms(asked: OpenAsked, pair: Pair) -> Iterator[Proposition]:
    """What a drink does to the drinker: each potion once a round, some of them only for the next round."""
    known, counts = asked.known, counts_of(asked.known, pair)
    lost = loss_at(known.board.reputation, INSANITY_LOSS)
    harmful = [potion for potion in (POISON, PARALYSIS, INSANITY) if potion not in known.board.suffered]
    harmful = [potion for potion in harmful if (lost if potion == INSANITY else not known.last)]
    found = [
        bad("drink_harm", potion=potion, of=asked.of(counts[potion])) for potion in harmful if counts[potion]
    ]
    yield from found or [good("drink_safe")]


def _mixing(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known, frame = asked.known, asked.frame
    how = getattr(frame, "area", CAP)
    if move.verb == "decline":
        if how in (DRINK, CUSTODIAN):
            yield good("drink_safe")
        yield from declining(asked)
        return
    yield from telling(asked, move.args)
    if how in (DRINK, CUSTODIAN):
        yield from harms(asked, move.args)
    left = rest_of(known.hand, move.args)
    if how != CAP and sum(known.left_in(area) for area in MIXING) > 1 and advice.pairs_in(left):
        yield good("second_mix")
    if how != CAP:
        yield from leaving(asked, move.args)


# --- Artifacts that come into it ---------------------------------------------------------------------------


def _peek(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    mix = asked.known.seen.mixes[-1]
    if move.verb == "peek" and not (mix.how == EXHIBITION and mix.shown != YES):
        yield good("peek")


def _mortar(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known = asked.known
    shown = known.seen.mixes[-1]
    (kept,) = (Counter(known.own.pairs[-1]) - Counter([known.own.drawn])).elements()
    under = {card for cards in known.own.aside for card in cards}
    feather = shown.how == EXHIBITION and shown.shown == YES and known.owns(FEATHER) and kept not in under
    if move.verb == "mortar":
        yield good("card_back", n=len(known.hand) + 1)
    elif feather:
        yield good("feather_kind")


SAYERS = {
    **dict.fromkeys((CUSTODIAN, STUDENT, DRINK, "Cap"), _mixing),
    "Peek": _peek,
    "Mortar": _mortar,
}

"""Whether what is said of experiments is so."""

from collections import Counter

from games.alchemists.scoring.points import FEATHER, loss_at
from games.alchemists.simulator.engine.data import CUSTODIAN, DRINK, EXHIBITION, STUDENT
from games.alchemists.simulator.engine.proving import brute
from games.alchemists.simulator.engine.proving.tried import Counts, Pair, Tried, named
from games.alchemists.simulator.engine.state import YES

EXPERIMENTS = (CUSTODIAN, STUDENT, DRINK)
DRINKS = (CUSTODIAN, DRINK)
HARM_TOLD = {"R-": "poisoned", "G-": "paralysed"}  # by the event of this kind
HARMFUL = {"R-": "poison", "G-": "paralysis", "B-": "insanity"}


def _is_experiment(tried: Tried) -> bool:
    return tried.verb == "mix" and tried.where in (*EXPERIMENTS, "Cap")


def mix_certain(tried: Tried, ingredient: str, of: Counts) -> bool:
    if not _is_experiment(tried) or ingredient not in tried.move.args:
        return False
    known = len(brute.formulas_of(tried.facts, ingredient)) == 1
    certain = brute.certain_by(tried.facts, tried.move.args, ingredient)
    return not known and certain > 0 and of == tried.of(certain)


def mix_splits(tried: Tried, worlds: int, counts: Counts) -> bool:
    if not _is_experiment(tried) or worlds != tried.total:
        return False
    return len(counts) > 1 and tried.parts(tried.move.args) == counts


def mix_known(tried: Tried, potion: str) -> bool:
    return _is_experiment(tried) and tried.made(tried.move.args) == {potion: tried.total}


def mix_least_known(tried: Tried, ingredient: str) -> bool:
    if not _is_experiment(tried) or ingredient not in tried.move.args:
        return False
    left = {name: len(brute.formulas_of(tried.facts, name)) for name in brute.NAMES}
    most = max(left.values())
    return left[ingredient] == most and any(left[name] < most for name in tried.hand)


def _harm(tried: Tried, potion: str, pair: Pair) -> int:
    """In how many worlds a drink harms: each potion once a round, two of them only if there is a next one."""
    if potion in tried.board.suffered:
        return 0
    if HARMFUL[potion] == "insanity":
        return tried.made(pair)[potion] if loss_at(tried.board.reputation, 1) else 0
    return 0 if tried.last else tried.made(pair)[potion]


def drink_harm(tried: Tried, potion: str, of: Counts) -> bool:
    if tried.verb != "mix" or tried.where not in DRINKS:
        return False
    worlds = _harm(tried, potion, tried.move.args)
    return worlds > 0 and of == tried.of(worlds) and _suffers(tried, potion) == (_result(tried) == potion)


def _suffers(tried: Tried, potion: str) -> bool:
    """Whether the world in which it is tried shows that harm."""
    parts = [event.params.get("parts", ()) for event in tried.step.events]
    insane = any(part[0] == "drink" for each in parts for part in each)
    kinds = {event.kind for event in tried.step.events}
    return insane if HARMFUL[potion] == "insanity" else HARM_TOLD[potion] in kinds


def _result(tried: Tried) -> str:
    """What the pair makes in the world in which it is tried."""
    one, other = (tried.world.truth[brute.NAMES.index(name)] for name in tried.move.args)
    return brute.MADE[one, other]


def drink_safe(tried: Tried) -> bool:
    if tried.where not in DRINKS:
        return False
    return tried.declines or not any(_harm(tried, potion, tried.move.args) for potion in HARMFUL)


def second_mix(tried: Tried) -> bool:
    """A further experiment is planned, and the hand has another pair for it."""
    if tried.verb != "mix" or tried.where not in EXPERIMENTS:
        return False
    left = Counter(tried.hand) - Counter(tried.move.args)
    return sum(map(tried.planned, EXPERIMENTS)) > 1 and len(left) > 1


def last_of(tried: Tried, cards: tuple[str, ...]) -> bool:
    return bool(cards) and _gone(tried) == cards


def keeps_kinds(tried: Tried, n: int) -> bool:
    return _gone(tried) == () and n == len(set(tried.hand))


def _gone(tried: Tried) -> tuple[str, ...] | None:
    """The kinds whose last card leaves the hand, as the move names them; None where no card does."""
    if tried.where == "Cap" or tried.verb not in ("mix", "transmute", "discard"):
        return None
    cards = tried.move.args[:1] if tried.verb == "transmute" else tried.move.args
    hand = Counter(tried.hand)
    return tuple(card for card, n in Counter(cards).items() if hand[card] == n)


def idle_cubes(tried: Tried, n: int) -> bool:
    return n == tried.idle > 0


def idle_favour(tried: Tried, n: int) -> bool:
    lying, idle = tried.board.unused, tried.idle
    return idle > 0 and n == lying + idle and n // 2 > lying // 2


def peek(tried: Tried) -> bool:
    """The look is granted, and it is at a mix that tells something."""
    mix = tried.before.mixes[-1]
    return tried.verb == "peek" and (mix.how != EXHIBITION or mix.shown == YES)


def card_back(tried: Tried, n: int) -> bool:
    """A Herbalist of the end of the round may bring more."""
    return tried.verb == "mortar" and len(tried.after.hand) >= n == len(tried.hand) + 1


def feather_kind(tried: Tried) -> bool:
    """Both cards go under the Feather, one of them the first of its kind there."""
    own, mix = tried.before.own, tried.before.mixes[-1]
    if tried.where != "Mortar" or not tried.declines or own is None or FEATHER not in tried.board.artifacts:
        return False
    kept = Counter(own.pairs[-1]) - Counter([own.drawn])
    under = {card for cards in own.aside for card in cards}
    return mix.how == EXHIBITION and mix.shown == YES and not under & set(kept)


CHECKS = dict(
    named(
        mix_certain,
        mix_splits,
        mix_known,
        mix_least_known,
        drink_harm,
        drink_safe,
        second_mix,
        last_of,
        keeps_kinds,
        idle_cubes,
        idle_favour,
        peek,
        card_back,
        feather_kind,
    )
)

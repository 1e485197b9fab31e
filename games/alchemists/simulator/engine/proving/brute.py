"""The worlds that a seat's facts leave, found one by one: permutations, of which each fact strikes some out.

It is here to catch what was counted otherwise, so it shares nothing with deduction: the formulas are read off
the cards, and the facts off the view.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from games.alchemists.simulator.engine.state import NO, YES
from games.alchemists.simulator.engine.view import View
from rulebook.content import reading

GAME = reading.load("alchemists")
CARDS = {kind: [card for card in GAME.cards if card.kind == kind] for kind in ("ingredient", "alchemical")}
NAMES = tuple(card.code for card in CARDS["ingredient"])
FORMULAS = tuple(card.code for card in CARDS["alchemical"])
COLOURS = "RGB"
NEUTRAL = "N"
LEVELS = ("exact", "sign", "neutral", "wrong")
World = tuple[str, ...]  # the formula of each ingredient, in the order of the cards
KEPT = 512


def _circles() -> dict[str, dict[str, tuple[str, bool]]]:
    """Of each formula: colour -> (sign, whether the circle is large)."""
    return {
        card.code: {
            colour: (sign, colour in card.data["large"])
            for colour, sign in zip(COLOURS, card.data["signs"], strict=True)
        }
        for card in CARDS["alchemical"]
    }


CIRCLES = _circles()


def _mixed(one: str, other: str) -> str:
    """The colour with one sign in a small circle here and a large one there; else neutral."""
    for colour in COLOURS:
        (sign, large), (same, big) = CIRCLES[one][colour], CIRCLES[other][colour]
        if sign == same and large != big:
            return colour + sign
    return NEUTRAL


MADE = {(one, other): _mixed(one, other) for one in FORMULAS for other in FORMULAS if one != other}


def level(made: str, wanted: str) -> str:
    """How a potion looks to whoever ordered another."""
    if made == wanted:
        return "exact"
    if made == NEUTRAL:
        return "neutral"
    return "sign" if made[1] == wanted[1] else "wrong"


# --- Facts -------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """What was seen of one or two ingredients, given by their places: `kind` says how to read it."""

    kind: str
    places: tuple[int, ...]
    results: frozenset[str]


def facts_in(view: View) -> tuple[Seen, ...]:
    """Own mixes, what the Periscope showed, and all answers of debunks."""
    own = view.own
    pairs = list(own.pairs) if own else []
    looks = dict(own.peeked) if own else {}
    found: list[Seen] = []
    for number, mix in enumerate(view.mixes):
        shown = _results(mix.how, mix.potion, mix.shown)
        if mix.seat == view.seat:
            first, second = pairs.pop(0)
            found.append(Seen("made", (NAMES.index(first), NAMES.index(second)), shown))
        elif number in looks and not (mix.how == "exhibition" and mix.shown == NO):
            found.append(Seen("part", (NAMES.index(looks[number]),), shown))
    return (*found, *(_answer(answer.fact) for answer in view.answers))


def _results(how: str, potion: str, shown: str) -> frozenset[str]:
    """The potions that what was seen may have been."""
    every = {*MADE.values()}
    if how == "sell":
        return frozenset(made for made in every if level(made, potion) == shown)
    return frozenset(every - {potion} if shown == NO else {potion})


def _answer(fact: Any) -> Seen:
    places = tuple(map(NAMES.index, fact.ingredients))
    if fact.kind == "aspect":
        return Seen("sign", places, frozenset({"".join(fact.value)}))
    return Seen("made", places, _results("claim", fact.value[0], YES if fact.kind == "mix" else NO))


def _agrees(seen: Seen, world: World) -> bool:
    here = world[seen.places[0]]
    if seen.kind == "made":
        return MADE[here, world[seen.places[1]]] in seen.results
    if seen.kind == "sign":
        (shown,) = seen.results
        return CIRCLES[here][shown[0]][0] == shown[1]
    return any(MADE[here, other] in seen.results for other in FORMULAS if other != here)


@lru_cache(maxsize=KEPT)
def worlds_of(facts: tuple[Seen, ...]) -> tuple[World, ...]:
    """All of them, fact after fact: those of one fact less are remembered."""
    if not facts:
        return tuple(permutations(FORMULAS))
    return tuple([world for world in worlds_of(facts[:-1]) if _agrees(facts[-1], world)])


# --- Counting ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=8 * KEPT)
def made_by(facts: tuple[Seen, ...], pair: tuple[str, str]) -> Counter[str]:
    """In how many worlds a pair makes each potion."""
    first, second = NAMES.index(pair[0]), NAMES.index(pair[1])
    return Counter([MADE[world[first], world[second]] for world in worlds_of(facts)])


@lru_cache(maxsize=2 * KEPT)
def formulas_of(facts: tuple[Seen, ...], ingredient: str) -> Counter[str]:
    """In how many worlds an ingredient has each formula."""
    place = NAMES.index(ingredient)
    return Counter([world[place] for world in worlds_of(facts)])


@lru_cache(maxsize=4 * KEPT)
def certain_by(facts: tuple[Seen, ...], pair: tuple[str, str], ingredient: str) -> int:
    """In how many worlds the result of a pair leaves the ingredient a single formula."""
    first, second, place = (NAMES.index(name) for name in (*pair, ingredient))
    left: dict[str, Counter[str]] = {}
    for world in worlds_of(facts):
        left.setdefault(MADE[world[first], world[second]], Counter())[world[place]] += 1
    return sum(formulas.total() for formulas in left.values() if len(formulas) == 1)


def signs_of(facts: tuple[Seen, ...], ingredient: str, colour: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for formula, n in formulas_of(facts, ingredient).items():
        found[CIRCLES[formula][colour][0]] += n
    return found


def wrong_colours(formula: str, other: str) -> list[str]:
    return [each for each in COLOURS if CIRCLES[formula][each][0] != CIRCLES[other][each][0]]


def pairs_in(hand: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every two kinds of a hand, in the order of the cards."""
    there = [name for name in NAMES if name in hand]
    for place, first in enumerate(there):
        yield from ((first, second) for second in there[place + 1 :])

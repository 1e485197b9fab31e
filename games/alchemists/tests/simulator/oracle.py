"""A second, plain implementation of the chemistry and of deduction: lists of permutations, no bit sets.

It reads nothing of the house: formulas are written down here as the printed tokens show them.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import log2

INGREDIENTS = ("mushroom", "fern", "toad", "claw", "flower", "mandrake", "scorpion", "feather")
FORMULAS = ("r-g+B-", "r+g-B+", "r+G-b-", "r-G+b+", "R-g-b+", "R+g+b-", "R-G-B-", "R+G+B+")
RESULTS = ("R+", "R-", "G+", "G-", "B+", "B-", "N")
PAIRS = tuple(combinations(INGREDIENTS, 2))
WORLDS = [dict(zip(INGREDIENTS, order, strict=True)) for order in permutations(range(8))]


def circles(n):
    """Formula n as {colour: (sign, is large)}."""
    text = FORMULAS[n]
    return {text[i].upper(): (text[i + 1], text[i].isupper()) for i in (0, 2, 4)}


def mix(a, b):
    """A colour with one sign in a small circle here and a large one there; else neutral."""
    for colour in "RGB":
        (sign, large), (other, big) = circles(a)[colour], circles(b)[colour]
        if sign == other and large != big:
            return colour + sign
    return "N"


MADE = {(a, b): mix(a, b) for a in range(8) for b in range(8) if a != b}


def level(made, wanted):
    if made == wanted:
        return "exact"
    if made == "N":
        return "neutral"
    return "sign" if made[1] == wanted[1] else "wrong"


def holds(fact, world):
    """Whether a fact, in its JSON form, is true of a world."""
    kind = fact["kind"]
    if kind in ("mix", "not_mix", "sale"):
        made = MADE[world[fact["pair"][0]], world[fact["pair"][1]]]
        if kind == "sale":
            return level(made, fact["wanted"]) == fact["level"]
        return (made == fact["result"]) == (kind == "mix")
    formula = world[fact["ingredient"]]
    if kind == "aspect":
        return circles(formula)[fact["colour"]][0] == fact["sign"]
    if kind in ("is", "is_not"):
        return (formula == int(fact["alchemical"][1])) == (kind == "is")
    others = [MADE[formula, other] for other in range(8) if other != formula]
    if kind == "took_part":
        return fact["result"] in others
    return any(level(made, fact["wanted"]) == fact["level"] for made in others)


def worlds_of(facts, worlds=WORLDS):
    for fact in facts:
        names = fact.get("pair") or [fact["ingredient"]]
        first, last = names[0], names[-1]
        formulas = {
            (a, b)
            for a in range(8)
            for b in range(8)
            if (a == b) == (first == last) and holds(fact, {first: a, last: b})
        }
        worlds = [world for world in worlds if (world[first], world[last]) in formulas]
    return worlds


def weight(facts, world):
    """In how many ways the partners of all looks at sales can have been chosen."""
    ways = 1
    for fact in facts:
        if fact["kind"] == "took_part_sale":
            own = fact["ingredient"]
            made = [MADE[world[own], world[other]] for other in INGREDIENTS if other != own]
            ways *= [level(each, fact["wanted"]) for each in made].count(fact["level"])
    return ways


def chances_of(facts):
    """Of each ingredient the formulas that it may have, with exact chances."""
    worlds = [(world, weight(facts, world)) for world in worlds_of(facts)]
    total = sum(ways for _, ways in worlds)
    found = {ingredient: Counter() for ingredient in INGREDIENTS}
    for world, ways in worlds:
        for ingredient, n in world.items():
            found[ingredient][f"a{n}"] += ways
    return {name: {code: Fraction(n, total) for code, n in row.items()} for name, row in found.items()}


def table_of(worlds):
    table = {ingredient: {f"a{n}": 0 for n in range(8)} for ingredient in INGREDIENTS}
    for ingredient, row in table.items():
        row |= {f"a{n}": times for n, times in Counter(world[ingredient] for world in worlds).items()}
    return table


def entropy(counts):
    total = sum(counts)
    return -sum(n / total * log2(n / total) for n in counts if n)


def bits(worlds, pair):
    counts = dict.fromkeys(RESULTS, 0)
    for world in worlds:
        counts[MADE[world[pair[0]], world[pair[1]]]] += 1
    return entropy(counts.values())


def smallest(facts, against):
    """The first of the smallest lists of places of facts that hold in none of the worlds `against`."""
    placed = {id(world): n for n, world in enumerate(against)}
    true_in = [{placed[id(world)] for world in worlds_of([fact], against)} for fact in facts]
    everything = set(placed.values())
    for size in range(len(facts) + 1):
        for places in combinations(range(len(facts)), size):
            if not everything.intersection(*(true_in[place] for place in places)):
                return places
    return None


def random_fact(rng, truth):
    """A fact, mostly a true one, of any kind."""
    first, second = rng.sample(INGREDIENTS, 2)
    made = MADE[truth[first], truth[second]]
    honest = rng.random() < 0.93
    wanted = rng.choice(RESULTS[:6])
    result = made if honest else rng.choice(RESULTS)
    own = f"a{truth[first]}"
    colour = rng.choice("RGB")
    sign = circles(truth[first])[colour][0] if honest else rng.choice("+-")
    other = rng.choice([f"a{n}" for n in range(8) if f"a{n}" != own])
    pair = [first, second]
    kinds = [
        {"kind": "mix", "pair": pair, "result": result},
        {"kind": "mix", "pair": pair, "result": result},
        {"kind": "not_mix", "pair": pair, "result": rng.choice([each for each in RESULTS if each != made])},
        {"kind": "sale", "pair": pair, "wanted": wanted, "level": level(result, wanted)},
        {"kind": "sale", "pair": pair, "wanted": wanted, "level": level(result, wanted)},
        {"kind": "aspect", "ingredient": first, "colour": colour, "sign": sign},
        {"kind": "took_part", "ingredient": first, "result": result},
        {"kind": "took_part_sale", "ingredient": first, "wanted": wanted, "level": level(result, wanted)},
        {"kind": "is_not", "ingredient": first, "alchemical": other},
    ]
    if rng.random() < 0.05:
        return {"kind": "is", "ingredient": first, "alchemical": own if honest else other}
    return rng.choice(kinds)


def random_facts(rng, most=12):
    truth = dict(zip(INGREDIENTS, rng.sample(range(8), 8), strict=True))
    return [random_fact(rng, truth) for _ in range(rng.randint(0, most))]

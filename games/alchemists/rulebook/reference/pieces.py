"""What the pieces of a game with formulas have to do with one another: who mixes, who buys, who asks. Pure.

Such a game has kinds of cards but no recipes of its own deck: its cards say in `data` what they are.
"""

from itertools import combinations
from typing import NamedTuple

from games.alchemists.rulebook.reference.formulas import formula_of, mix
from rulebook.content.entries import Card, GameContent


class Mixture(NamedTuple):
    """What a formula gives with another one."""

    other: Card
    potion: Card


class BuyerOrder(NamedTuple):
    """A buyer of a potion and the place of that potion among its orders, from 0 at the left."""

    buyer: Card
    place: int


class Rounds(NamedTuple):
    """From one round to another, both included."""

    first: int
    last: int


class Shortfall(NamedTuple):
    """What a conference does to the reputation of somebody with so many seals, on both levels."""

    seals: int
    apprentice: int
    master: int


class Cubes(NamedTuple):
    """Cubes for the first, the second… action of one player, with so many players."""

    fewest: int
    most: int
    prices: tuple[int, ...]


def mixtures(game: GameContent, formula: Card) -> tuple[Mixture, ...]:
    """What a formula gives with each of the others."""
    own = formula_of(formula.data)
    return tuple(
        Mixture(other, game.card_by_code[mix(own, formula_of(other.data))])
        for other in game.of_kind(formula.kind)
        if other.id != formula.id
    )


def sources(game: GameContent, potion: Card) -> tuple[tuple[Card, Card], ...]:
    """The pairs of formulas that give a potion."""
    return tuple(
        (first, second)
        for first, second in combinations(game.of_kind("alchemical"), 2)
        if mix(formula_of(first.data), formula_of(second.data)) == potion.code
    )


def buyers(game: GameContent, potion: Card) -> tuple[BuyerOrder, ...]:
    """Who orders a potion."""
    return tuple(
        BuyerOrder(buyer, buyer.data["potions"].index(potion.code))
        for buyer in game.of_kind("adventurer")
        if potion.code in buyer.data["potions"]
    )


def grants_for(game: GameContent, ingredient: Card) -> tuple[Card, ...]:
    """The grants that ask for theories about an ingredient."""
    return tuple(grant for grant in game.of_kind("grant") if ingredient.code in grant.data["ingredients"])


def on_sale(game: GameContent, artifact: Card) -> Rounds:
    """The rounds in which the deck of an artifact is on sale: each conference brings the next one."""
    ends = [card.data["round"] for card in game.of_kind("conference")] + [game.constants["rounds"]]
    deck = artifact.data["deck"]
    return Rounds(ends[deck - 2] + 1 if deck > 1 else 1, ends[deck - 1])


def shortfalls(conference: Card) -> tuple[Shortfall, ...]:
    """What each level gives for every number of seals below the larger of both needs."""
    levels = (conference.data["apprentice"], conference.data["master"])
    return tuple(
        Shortfall(n, *(-level["losses"][n] if n < level["need"] else level["gain"] for level in levels))
        for n in range(max(level["need"] for level in levels))
    )


def prices_in_cubes(area: Card) -> tuple[Cubes, ...]:
    """What the actions of an area cost, numbers of players with the same prices together."""
    together: dict[tuple[int, ...], list[str]] = {}
    for players, prices in area.data.get("cubes", {}).items():
        together.setdefault(tuple(prices), []).append(players)
    return tuple(Cubes(int(who[0]), int(who[-1]), prices) for prices, who in together.items())

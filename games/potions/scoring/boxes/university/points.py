"""What «Университетский курс» adds to the counting: talismans, the Forbidden Forest, the Scruple.

Its rulebook wasn't found: all of it is a reconstruction, rulings 64, 65, 81-85, 94, 96, 99.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.potions.scoring.points import Boxes, BoxPoints, KindOfPlay, Play, Used
from rulebook.content import reading
from scoring.sheets.lines import ScoreLine

GAME = reading.load("potions", boxes=("university",))
# Kinds of plays: an element that brings a point only by Usefulness; what Income and Growth pay; the Forest,
# whose `owners` are those of the creatures; the Scruple, whose one owner is who receives it.
USEFUL, INCOME, GROWTH, FOREST, SCRUPLE = "useful", "income", "growth", "forest", "scruple"
GENERALITY = "lesser_talisman_of_generality"
USEFULNESS = "lesser_talisman_of_usefulness"
INCOME_CARD, GROWTH_CARD = "lesser_talisman_of_income", "lesser_talisman_of_growth"
FOREST_CARD, SCRUPLE_CARD = "spell_of_forbidden_forest", "scruple_of_conscience"
UNIVERSALITY, MAGEMA = "elixir_of_universality", "elementary_magema"
USEFUL_POINTS: int = GAME.constants["usefulness_points"]
INCOME_POINTS: int = GAME.constants["income_points"]
GROWTH_POINTS: int = GAME.constants["growth_points"]
GENERALITY_EACH: int = GAME.constants["generality_each"]
FOREST_CREATURES: int = GAME.constants["forest_creatures"]
FOREST_CASTER: int = GAME.constants["forest_caster"]
FOREST_OWNER: int = GAME.constants["forest_owner"]
SCRUPLE_LOSS: int = GAME.constants["scruple_loss"]
# Why a half is silent: the recipe was assembled with magema or the Elixir of Universality, or is the Elixir.
BY_MAGEMA, BY_UNIVERSALITY, BY_ELIXIR = "magema", "universality", "elixir"


def paid(owners: Iterable[int], general: Collection[int]) -> tuple[int, ...]:
    """Who gets halves, by the owner of each used recipe that has a right to one: everybody one, and those
    who have Generality one for each recipe.
    """
    used = Counter(owners)
    return tuple(
        owner
        for owner, count in sorted(used.items())
        for _ in range(count * GENERALITY_EACH if owner in general else 1)
    )


def is_useful(new: int) -> bool:
    """Whether Usefulness adds to a card laid as an element with so many new ones (ruling 84)."""
    return new < USEFUL_POINTS


def income_due(recipes: Sequence[int], seat: int) -> bool:
    """Whether Income pays: somebody else has more recipes assembled (rulings 85, 99)."""
    return max(recipes) > recipes[seat]


def growth_due(points: Sequence[int], seat: int) -> bool:
    """Whether Growth pays: somebody else has more points (ruling 85)."""
    return max(points) > points[seat]


def may_receive(points: Sequence[int], seat: int, target: int) -> bool:
    """Whether `seat` may pass the Scruple to `target`: strictly more points (rulings 63, 96)."""
    return target != seat and points[target] > points[seat]


def _useful_gains(play: Play) -> dict[int, int]:
    return {play.seat: USEFUL_POINTS}


def _useful_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    code = "useful" if play.card else "useful_bare"
    return [(play.seat, ScoreLine(code, "university.usefulness.least", {"card": play.card}, USEFUL_POINTS))]


def _income_gains(play: Play) -> dict[int, int]:
    return {play.seat: INCOME_POINTS}


def _income_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    return [(play.seat, ScoreLine("income", "university.income.point", {"card": INCOME_CARD}, INCOME_POINTS))]


def _growth_gains(play: Play) -> dict[int, int]:
    return {play.seat: GROWTH_POINTS}


def _growth_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    return [(play.seat, ScoreLine("growth", "university.growth.point", {"card": GROWTH_CARD}, GROWTH_POINTS))]


def _forest_gains(play: Play) -> dict[int, int]:
    brought = {play.seat: FOREST_CASTER}
    for owner in play.owners:
        brought[owner] = brought.get(owner, 0) + FOREST_OWNER
    return brought


def _forest_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    params = {"card": FOREST_CARD, "seat": play.seat}
    cast = ScoreLine("forest", "university.forest.points", params | {"n": FOREST_CASTER}, FOREST_CASTER)
    lost = ScoreLine(
        "forest_creature", "university.forest.points", params | {"n": FOREST_OWNER}, FOREST_OWNER
    )
    return [(play.seat, cast), *((owner, lost) for owner in play.owners)]


def _scruple_gains(play: Play) -> dict[int, int]:
    return {play.seat: 0} | dict.fromkeys(play.owners, -SCRUPLE_LOSS)


def _scruple_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    params = {"card": SCRUPLE_CARD, "seat": play.seat, "n": SCRUPLE_LOSS}
    return [
        (target, ScoreLine("scruple", "university.scruple.pass", params, -SCRUPLE_LOSS))
        for target in play.owners
    ]


class UniversityPoints(BoxPoints):
    """See `BoxPoints`."""

    kinds = {
        USEFUL: KindOfPlay(_useful_gains, _useful_lines),
        INCOME: KindOfPlay(_income_gains, _income_lines, spends=False),
        GROWTH: KindOfPlay(_growth_gains, _growth_lines, spends=False),
        FOREST: KindOfPlay(_forest_gains, _forest_lines),
        SCRUPLE: KindOfPlay(_scruple_gains, _scruple_lines, spends=False),
    }
    silent = {
        BY_MAGEMA: ("half_magema", "university.magema.half"),
        BY_UNIVERSALITY: ("half_universality", "university.universality.half"),
        BY_ELIXIR: ("half_elixir", "university.universality.half"),
    }
    worthless = {MAGEMA: "university.magema.element"}  # ruling 51

    def silence(self, used: Used, into: str) -> str:
        """Ruling 81: a recipe made with magema or Universality brings no half, whatever it goes into."""
        if used.card == UNIVERSALITY:
            return BY_ELIXIR
        if used.magema:
            return BY_MAGEMA
        return BY_UNIVERSALITY if used.universality else ""

    def half_again(self, params: Mapping[str, Any], points: int) -> ScoreLine:
        """The line of every half after the first that Generality brings (rulings 64, 83)."""
        return ScoreLine("half_generality", "university.generality.each", params, points)


POINTS = UniversityPoints()

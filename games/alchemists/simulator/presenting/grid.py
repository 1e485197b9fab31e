"""What pages draw of a list of facts: the grid of chances and the triangle of results.

These are functions of the facts alone: what a laboratory keeps secret can't get in here.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.alchemists.rulebook import numbers
from games.alchemists.simulator.deduction.data import ALCHEMICALS, GAME, INGREDIENTS, PAIR_OF, RESULTS
from games.alchemists.simulator.deduction.deduction import KEPT, Deduced, deduce, odds_of
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.deduction.worlds import COUNT
from games.alchemists.simulator.presenting.things import Thing, say_pair, short, thing
from rulebook.wording import sentences

SURE, NEVER, OPEN = "sure", "never", "open"
SHADES = 6  # how many tints tell likely cells from unlikely ones, beside their numbers
FEW_RESULTS = 3  # so many possible potions are drawn in a cell of the triangle


def say(kind: str, code: str, params: Any, lang: str) -> str:
    """A sentence of a catalogue of «Алхимики»."""
    return sentences.render(GAME, kind, code, params, lang)


@lru_cache(maxsize=KEPT)
def agreeing(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts without the newest one of each contradiction: what a page draws while they clash."""
    kept = list(facts)
    while (clash := deduce(kept).contradiction) is not None:
        del kept[clash[-1]]
    return tuple(kept)


# --- The grid -----------------------------------------------------------------------------------------------


class GridCell(NamedTuple):
    """An ingredient and a formula. `state` is sure, never or open; `shade` from 0 to SHADES - 1."""

    ingredient: str
    alchemical: str
    state: str
    worlds: int
    percent: str
    shade: int
    said: str


class GridRow(NamedTuple):
    """A formula with its cells; `pair` counts the neutral pairs from 0, `last` is the second of its pair."""

    code: str
    pair: int
    last: bool
    cells: tuple[GridCell, ...]


def grid_context(facts: Sequence[Fact], lang: str, *, weighed: bool = True) -> dict[str, Any]:
    """What `notebook/_grid.html` draws: columns of ingredients, formulas by neutral pairs."""
    kept = agreeing(tuple(facts))
    deduced = deduce(kept, weighed=weighed)
    return {
        "columns": [thing(code, lang) for code in INGREDIENTS],
        "rows": [
            GridRow(code, n // 2, bool(n % 2), tuple(_cell(deduced, i, code, lang) for i in INGREDIENTS))
            for n, code in enumerate(ALCHEMICALS)
        ],
        "clash": deduce(facts).contradiction is not None,
        **_left(deduced.worlds, odds_of(kept, weighed=weighed).bits, lang),
    }


def chances_context(facts: Sequence[Fact], *, weighed: bool) -> dict[str, bool]:
    """What `notebook/_chances.html` tells: whether there is anything to weigh, and whether it is weighed."""
    return {"differ": odds_of(agreeing(tuple(facts))).are_weighed, "weighed": weighed}


def _left(worlds: int, unknown: float, lang: str) -> dict[str, Any]:
    return {
        "worlds": worlds,
        "worlds_words": numbers.worlds(worlds, lang),
        "all_worlds": numbers.count(COUNT, lang),
        "bits": numbers.bits(unknown, lang) if worlds else "",
    }


def _cell(deduced: Deduced, ingredient: str, alchemical: str, lang: str) -> GridCell:
    n, total = deduced.table[ingredient][alchemical], deduced.total
    state = NEVER if not n else SURE if n == total else OPEN
    shade = min(n * SHADES // total, SHADES - 1) if total else 0
    said = cell_sentence(deduced, ingredient, alchemical, lang)
    return GridCell(ingredient, alchemical, state, n, numbers.bare_percent(n, total), shade, said)


def cell_sentence(deduced: Deduced, ingredient: str, alchemical: str, lang: str) -> str:
    """«Жаба это к+з−С+ в 288 из 5 760 миров: 5 %.»"""
    n, total = deduced.table[ingredient][alchemical], deduced.total
    code = "nb_cell_never" if not n else "nb_cell_sure" if n == total else "nb_cell"
    params = {
        "ingredient": ingredient,
        "alchemical": alchemical,
        "of": numbers.of_worlds(n, total, lang, weighed=deduced.is_weighed),
        "percent": numbers.percent(n, total, lang),
        "worlds": numbers.count(deduced.worlds, lang),
    }
    return say("mark", code, params, lang)


# --- The triangle -------------------------------------------------------------------------------------------


class PairCell(NamedTuple):
    """A pair: the potions that it may make, the likeliest first, with their worlds."""

    pair: tuple[str, str]
    results: tuple[tuple[str, int], ...]
    said: str

    @property
    def known(self) -> str:
        """The potion, if only one is possible."""
        return self.results[0][0] if len(self.results) == 1 else ""

    @property
    def few(self) -> bool:
        return 1 < len(self.results) <= FEW_RESULTS


class TriangleRow(NamedTuple):
    """An ingredient and what it makes with each of the ones before it."""

    ingredient: Thing
    cells: tuple[PairCell, ...]


def triangle_context(facts: Sequence[Fact], lang: str, *, weighed: bool = True) -> dict[str, Any]:
    """What `simulator/alchemists/notebook/_triangle.html` draws: all 28 results, known or possible."""
    deduced = deduce(agreeing(tuple(facts)), weighed=weighed)
    return {
        "columns": [thing(code, lang) for code in INGREDIENTS[:-1]],
        "rows": [
            TriangleRow(
                thing(code, lang), tuple(pair_cell(deduced, other, code, lang) for other in INGREDIENTS[:n])
            )
            for n, code in enumerate(INGREDIENTS)
            if n
        ],
    }


def pair_cell(deduced: Deduced, first: str, second: str, lang: str) -> PairCell:
    pair = PAIR_OF[first, second]
    counts = deduced.results[pair]
    found = sorted((code for code in RESULTS if counts[code]), key=lambda code: -counts[code])
    results = tuple((code, counts[code]) for code in found)
    names = ", ".join(short(code, lang) for code in found)
    return PairCell(pair, results, f"{say_pair(pair, lang)}: {names}")

"""One cell of the grid, one pair, one ingredient in words: chances, and why what is certain is so."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.rulebook import numbers
from games.alchemists.simulator.deduction.data import ALCHEMICALS, COLOURS, GAME, INGREDIENTS
from games.alchemists.simulator.deduction.deduction import Deduced, deduce, exclusion_chain
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.deduction.worlds import tables
from games.alchemists.simulator.presenting.chains import agreeing_reasons, because_of
from games.alchemists.simulator.presenting.grid import agreeing, cell_sentence, pair_cell
from games.alchemists.simulator.presenting.things import name, say_pair


def detail_asked(
    asked: Mapping[str, str], facts: Sequence[Fact], lang: str, clauses: Sequence[str], *, weighed: bool
) -> dict[str, Any] | None:
    """What was tapped, explained: `cell=toad.a1` of the grid, `pair=toad.fern` of the triangle, or
    `ingredient=toad`; None for nothing that there is.
    """
    ingredient, _, alchemical = asked.get("cell", "").partition(".")
    if ingredient in INGREDIENTS and alchemical in ALCHEMICALS:
        return cell_detail(facts, ingredient, alchemical, lang, clauses, weighed=weighed)
    first, _, second = asked.get("pair", "").partition(".")
    if first in INGREDIENTS and second in INGREDIENTS and first != second:
        return pair_detail(facts, first, second, lang, clauses, weighed=weighed)
    if asked.get("ingredient") in INGREDIENTS:
        return ingredient_detail(facts, asked["ingredient"], lang, weighed=weighed)
    return None


def cell_detail(
    facts: Sequence[Fact],
    ingredient: str,
    alchemical: str,
    lang: str,
    clauses: Sequence[str],
    *,
    weighed: bool = True,
) -> dict[str, Any]:
    """A cell of the grid in words: its worlds, and why it is certain or impossible."""
    kept, reasons = agreeing_reasons(facts, lang, clauses)
    deduced = deduce(kept, weighed=weighed)
    n, placed = deduced.table[ingredient][alchemical], tables().placed[ingredient][alchemical]
    because: Sequence[int] = ()
    if not n:
        because = exclusion_chain(kept, ingredient, alchemical) or ()
    elif n == deduced.total:
        because = because_of(kept, placed) or ()
    return {
        "ingredient": ingredient,
        "alchemical": alchemical,
        "said": cell_sentence(deduced, ingredient, alchemical, lang),
        "open": 0 < n < deduced.total,
        "because": [reasons[index] for index in because],
    }


def pair_detail(
    facts: Sequence[Fact],
    first: str,
    second: str,
    lang: str,
    clauses: Sequence[str],
    *,
    weighed: bool = True,
) -> dict[str, Any]:
    """A cell of the triangle in words: each possible potion with its worlds; if there is one, why."""
    kept, reasons = agreeing_reasons(facts, lang, clauses)
    deduced = deduce(kept, weighed=weighed)
    cell = pair_cell(deduced, first, second, lang)
    because = because_of(kept, tables().made[cell.pair][cell.known]) if cell.known else None
    return {
        "pair": cell.pair,
        "said": say_pair(cell.pair, lang),
        "results": [_share(code, n, deduced, lang) for code, n in cell.results],
        "because": [reasons[index] for index in because or ()],
    }


def ingredient_detail(
    facts: Sequence[Fact], ingredient: str, lang: str, *, weighed: bool = True
) -> dict[str, Any]:
    """A column in words: the chance of each sign, the possible formulas."""
    deduced = deduce(agreeing(tuple(facts)), weighed=weighed)
    signs = deduced.signs[ingredient]
    return {
        "ingredient": ingredient,
        "said": name(ingredient, lang),
        "signs": [
            ColourChances(
                colour,
                GAME.colour_by_id[colour].name.in_(lang),
                numbers.percent(signs[f"{colour}+"], deduced.total, lang),
                numbers.percent(signs[f"{colour}-"], deduced.total, lang),
                _bar(signs[f"{colour}+"], deduced.total),
            )
            for colour in COLOURS
        ],
        "formulas": [
            _share(code, n, deduced, lang)
            for code, n in sorted(deduced.table[ingredient].items(), key=lambda each: -each[1])
            if n
        ],
    }


class ColourChances(NamedTuple):
    """A colour of an ingredient: the chances of both signs, `bar` the share of plus out of 100."""

    colour: str
    name: str
    plus: str
    minus: str
    bar: int


class Share(NamedTuple):
    """A card with the worlds that have it: in words, as a percentage, as a length out of 100."""

    code: str
    name: str
    of: str
    percent: str
    bar: int


def _share(code: str, n: int, deduced: Deduced, lang: str) -> Share:
    total = deduced.total
    of = numbers.of_worlds(n, total, lang, weighed=deduced.is_weighed)
    return Share(code, name(code, lang), of, numbers.percent(n, total, lang), _bar(n, total))


def _bar(n: int, total: int) -> int:
    return round(100 * n / total) if total else 0

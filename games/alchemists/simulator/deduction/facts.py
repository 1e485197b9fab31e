"""Facts about the secret world: what a player may learn, as JSON, as a set of worlds, and in words.

Source: the seed's «Работа с таблицей формул», «Опровержение теории» and «Перископ»; rulings 43, 57, 76. A
fact about a foreign mix says nothing unless somebody saw an ingredient of it (`took_part`).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction.chemistry import MADE_AT, MIX
from games.alchemists.simulator.deduction.data import (
    ALCHEMICALS,
    COLOURS,
    INGREDIENTS,
    LEVELS,
    PAIR_OF,
    POTIONS,
    RESULTS,
)
from games.alchemists.simulator.deduction.worlds import ALL, Worlds, tables
from web.refusal import Params, Refusal

FACTS_MOST = 60  # of a notebook, and of a case; no game brings so many
FILE_MOST = 200  # of a file: each answer about each pair, and some
KEPT = 256
TEXT_SHOWN = 40  # letters of nonsense that a refusal repeats


class Fact(NamedTuple):
    """A fact of some `kind`: one or two ingredients in the order of the content, and what was seen."""

    kind: str
    ingredients: tuple[str, ...]
    value: tuple[str, ...]


class BadFact(ValueError):
    """Data that states no fact; `refusal` says why, `place` where in a list (from 0), if it was one."""

    def __init__(self, refusal: Refusal, place: int | None = None):
        self.refusal, self.place = refusal, place
        super().__init__(refusal.code)


# --- What each kind means -----------------------------------------------------------------------------------


def _mix(ingredients: Sequence[str], value: Sequence[str]) -> Worlds:
    return tables().made[ingredients[0], ingredients[1]][value[0]]


def _not_mix(ingredients: Sequence[str], value: Sequence[str]) -> Worlds:
    return ALL & ~_mix(ingredients, value)


def _sale(ingredients: Sequence[str], value: Sequence[str]) -> Worlds:
    made = tables().made[ingredients[0], ingredients[1]]
    return _union(made[result] for result in MADE_AT[value[0], value[1]])


def _aspect(ingredients: Sequence[str], value: Sequence[str]) -> Worlds:
    return tables().signed[ingredients[0]]["".join(value)]


def _took_part(ingredients: Sequence[str], value: Sequence[str]) -> Worlds:
    """Some other ingredient makes this with the one that was seen."""
    others = (other for other in INGREDIENTS if other != ingredients[0])
    return _union(tables().made[PAIR_OF[ingredients[0], other]][value[0]] for other in others)


def _took_part_sale(ingredients: Sequence[str], value: Sequence[str]) -> Worlds:
    return _union(_took_part(ingredients, (result,)) for result in MADE_AT[value[0], value[1]])


def _is(ingredients: Sequence[str], value: Sequence[str]) -> Worlds:
    return tables().placed[ingredients[0]][value[0]]


def _is_not(ingredients: Sequence[str], value: Sequence[str]) -> Worlds:
    return ALL & ~_is(ingredients, value)


def _union(sets: Any) -> Worlds:
    union = 0
    for worlds in sets:
        union |= worlds
    return union


class FactKind(NamedTuple):
    """How a kind of fact is written: its keys with what each may hold, and the worlds that it leaves."""

    ingredients: int
    keys: Mapping[str, Sequence[str]]
    worlds: Callable[[Sequence[str], Sequence[str]], Worlds]


KINDS: Mapping[str, FactKind] = {
    "mix": FactKind(2, {"result": RESULTS}, _mix),
    "not_mix": FactKind(2, {"result": RESULTS}, _not_mix),
    "sale": FactKind(2, {"wanted": POTIONS, "level": LEVELS}, _sale),
    "aspect": FactKind(1, {"colour": COLOURS, "sign": "+-"}, _aspect),
    "took_part": FactKind(1, {"result": RESULTS}, _took_part),
    "took_part_sale": FactKind(1, {"wanted": POTIONS, "level": LEVELS}, _took_part_sale),
    "is": FactKind(1, {"alchemical": ALCHEMICALS}, _is),
    "is_not": FactKind(1, {"alchemical": ALCHEMICALS}, _is_not),
}


@lru_cache(maxsize=KEPT)
def worlds_of(fact: Fact) -> Worlds:
    """The worlds in which a fact holds; a process remembers those of the latest facts, 5 KB each."""
    return KINDS[fact.kind].worlds(fact.ingredients, fact.value)


@lru_cache(maxsize=KEPT)
def partners_of(fact: Fact) -> Mapping[str, int]:
    """Of a look at a sale: with how many partners each formula shows the level; of other facts nothing.

    Where the potion is known each formula that could be in it has equally many partners: two, or one for
    the neutral potion.
    """
    if fact.kind != "took_part_sale":
        return {}
    shown = MADE_AT[fact.value[0], fact.value[1]]
    return Counter(alchemical for (alchemical, _), result in MIX.items() if result in shown)


# --- Reading and writing ------------------------------------------------------------------------------------


def read(row: Any) -> Fact:
    """A fact from its JSON form, as `manage.py deduce` takes it. Raises BadFact."""
    if not isinstance(row, dict) or not isinstance(row.get("kind"), str) or row["kind"] not in KINDS:
        raise _bad(row.get("kind", row) if isinstance(row, dict) else row)
    kind = KINDS[row["kind"]]
    place = "pair" if kind.ingredients == 2 else "ingredient"
    if set(row) != {"kind", place, *kind.keys}:
        raise _bad(", ".join(sorted({"kind", place, *kind.keys} ^ set(row))))
    named = row["pair"] if place == "pair" else [row["ingredient"]]
    value = tuple(_one_of(row[key], allowed) for key, allowed in kind.keys.items())
    return Fact(row["kind"], _ingredients(named, kind.ingredients), value)


def read_all(rows: Any, most: int) -> tuple[Fact, ...]:
    """A list of facts, no longer than `most`. Raises BadFact."""
    if not isinstance(rows, list):
        raise _bad(rows)
    if len(rows) > most:
        raise BadFact(Refusal("fact_many", "notebook.facts", {"max": most}))
    return tuple(_read_at(place, row) for place, row in enumerate(rows))


def _read_at(place: int, row: Any) -> Fact:
    try:
        return read(row)
    except BadFact as error:
        raise BadFact(error.refusal, place) from None


def read_hand(names: Any) -> tuple[str, ...]:
    """The ingredients in a hand, one for each card. Raises BadFact."""
    if not isinstance(names, list):
        raise _unknown(names)
    return tuple(_one_of(name, INGREDIENTS) for name in names)


def to_json(fact: Fact) -> dict[str, Any]:
    """The form that `read` takes."""
    kind = KINDS[fact.kind]
    named = {"pair": list(fact.ingredients)} if kind.ingredients == 2 else {"ingredient": fact.ingredients[0]}
    return {"kind": fact.kind, **named, **dict(zip(kind.keys, fact.value, strict=True))}


def words(fact: Fact) -> tuple[str, Params]:
    """The code of a fact's sentence in the catalogue `fact`, with its parameters."""
    kind = KINDS[fact.kind]
    named: dict[str, Any] = {"pair": fact.ingredients} if kind.ingredients == 2 else {}
    params = named | {"ingredient": fact.ingredients[0], **dict(zip(kind.keys, fact.value, strict=True))}
    if "result" in params:
        params["potion"] = params.pop("result")
    return f"fact_{fact.kind}", params


def _ingredients(named: Any, count: int) -> tuple[str, ...]:
    if not isinstance(named, list) or len(named) != count:
        raise _bad(named)
    found = tuple(_one_of(name, INGREDIENTS) for name in named)
    if count == 2 and found[0] == found[1]:
        raise BadFact(Refusal("fact_same", "mix.different", {"ingredient": found[0]}))
    return PAIR_OF[found[0], found[1]] if count == 2 else found


def _one_of(value: Any, allowed: Sequence[str]) -> str:
    """Whichever of `allowed` it is. Raises BadFact."""
    if isinstance(value, str) and value and value in tuple(allowed):
        return value
    raise _unknown(value)


def _unknown(value: Any) -> BadFact:
    return BadFact(Refusal("fact_unknown", "notebook.facts", {"text": str(value)[:TEXT_SHOWN]}))


def _bad(value: Any) -> BadFact:
    return BadFact(Refusal("fact_bad", "notebook.facts", {"text": str(value)[:TEXT_SHOWN]}))

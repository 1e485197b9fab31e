"""Conclusions in words, each with the shortest chain of facts that forces it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction.conclusions import READ_BY
from games.alchemists.simulator.deduction.data import ALCHEMICALS, COLOURS, INGREDIENTS, RESULTS
from games.alchemists.simulator.deduction.deduction import KEPT, Forced, deduce, forced_signs
from games.alchemists.simulator.deduction.facts import Fact, words, worlds_of
from games.alchemists.simulator.deduction.reasons import shortest
from games.alchemists.simulator.deduction.worlds import ALL, Worlds, tables
from games.alchemists.simulator.presenting.grid import agreeing, say
from games.alchemists.simulator.presenting.things import Thing, thing


class ChainFact(NamedTuple):
    """A fact of a chain: its place in the list from 1, its sentence, the clause that says how to read it."""

    place: int
    text: str
    clause: str


class Chain(NamedTuple):
    """A conclusion in words and the shortest list of facts that forces it."""

    text: str
    because: tuple[ChainFact, ...]
    forced: Forced

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(reason.place for reason in self.because)


class IngredientKnowledge(NamedTuple):
    """All that is certain of an ingredient: its formula, or (colour, sign or nothing) of all colours."""

    ingredient: Thing
    alchemical: str
    signs: tuple[tuple[str, str], ...]
    chains: tuple[Chain, ...]


def chains_context(facts: Sequence[Fact], lang: str, clauses: Sequence[str] | None = None) -> dict[str, Any]:
    """What `notebook/_chain.html` shows: what is known of ingredients and of pairs, and why.

    `clauses` go with the facts; without them each kind of fact has its own. What a fact says itself isn't
    repeated as a conclusion.
    """
    kept, reasons = agreeing_reasons(facts, lang, clauses)
    chains = [
        Chain(_conclusion(each, lang), tuple(reasons[index] for index in each.because), each)
        for each in conclusions(kept)
        if not _says_it_itself(each, kept)
    ]
    return {
        "known": list(_known(chains, lang)),
        "pairs": [chain for chain in chains if chain.forced.pair],
    }


def reasons_of(facts: Sequence[Fact], lang: str, clauses: Sequence[str] | None = None) -> list[ChainFact]:
    """The facts in words, each with its place and its clause."""
    return [
        ChainFact(
            place, say("fact", *words(fact), lang), clauses[place - 1] if clauses else READ_BY[fact.kind]
        )
        for place, fact in enumerate(facts, start=1)
    ]


def agreeing_reasons(
    facts: Sequence[Fact], lang: str, clauses: Sequence[str] | None = None
) -> tuple[tuple[Fact, ...], list[ChainFact]]:
    """The facts that agree, in words with the places that they have among all."""
    kept = agreeing(tuple(facts))
    left, reasons = list(kept), []
    for fact, reason in zip(facts, reasons_of(facts, lang, clauses), strict=True):
        if left and fact == left[0]:
            reasons.append(reason)
            del left[0]
    return kept, reasons


@lru_cache(maxsize=KEPT)
def conclusions(facts: tuple[Fact, ...]) -> tuple[Forced, ...]:
    """Formulas, signs and results that are forced; results of two known formulas follow from those."""
    deduced = deduce(facts)
    table, total = deduced.table, deduced.total
    sure = {i: code for i in INGREDIENTS for code in ALCHEMICALS if table[i][code] == total}
    found = [
        Forced(because, ingredient, code)
        for ingredient, code in sure.items()
        if (because := because_of(facts, tables().placed[ingredient][code])) is not None
    ]
    found += forced_signs(facts)
    found += [
        Forced(because, pair=pair, result=result)
        for pair, counts in deduced.results.items()
        if not (pair[0] in sure and pair[1] in sure)
        for result in RESULTS
        if counts[result] == total
        if (because := because_of(facts, tables().made[pair][result])) is not None
    ]
    return tuple(found)


def because_of(facts: Sequence[Fact], conclusion: Worlds) -> tuple[int, ...] | None:
    """The shortest list of facts, by their places, that leaves only worlds of the conclusion."""
    return shortest([worlds_of(fact) for fact in facts], ALL & ~conclusion)


def _says_it_itself(each: Forced, facts: Sequence[Fact]) -> bool:
    """Whether one fact states the conclusion in so many words."""
    if len(each.because) != 1:
        return False
    fact = facts[each.because[0]]
    if each.pair:
        return fact.ingredients == each.pair
    return (fact.kind, "".join(fact.value)) in (("is", each.alchemical), ("aspect", each.sign))


def _conclusion(each: Forced, lang: str) -> str:
    if each.pair:
        return say("event", "forced_pair", {"pair": each.pair, "potion": each.result}, lang)
    if each.alchemical:
        params = {"ingredient": each.ingredient, "alchemical": each.alchemical}
        return say("event", "forced_is", params, lang)
    sign = {"ingredient": each.ingredient, "colour": each.sign[0], "sign": each.sign[1]}
    return say("fact", "fact_aspect", sign, lang)


def _known(chains: Sequence[Chain], lang: str) -> Iterator[IngredientKnowledge]:
    for ingredient in INGREDIENTS:
        own = tuple(chain for chain in chains if chain.forced.ingredient == ingredient)
        if own:
            formula = next((chain.forced.alchemical for chain in own if chain.forced.alchemical), "")
            known = {chain.forced.sign[:1]: chain.forced.sign[1:] for chain in own}
            signs = tuple((colour, known.get(colour, "")) for colour in COLOURS)
            yield IngredientKnowledge(thing(ingredient, lang), formula, signs, own)

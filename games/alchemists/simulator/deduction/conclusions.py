"""What a notebook says of a list of facts, as events: how many worlds are left, what is ruled out, what is
known, what can't all be true.
"""

from collections.abc import Iterator, Mapping, Sequence

from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS, NEUTRAL
from games.alchemists.simulator.deduction.deduction import deduce, exclusion_chain, forced
from games.alchemists.simulator.deduction.facts import Fact
from simulator.engine.game import Event

# Which clause shows how to read a kind of fact.
READ_BY = {
    "mix": "notebook.experiment",
    "not_mix": "notebook.debunk",
    "sale": "notebook.level",
    "aspect": "notebook.debunk",
    "took_part": "notebook.experiment",
    "took_part_sale": "notebook.level",
    "is": "notebook.chain",
    "is_not": "notebook.chain",
}


def conclusions(facts: Sequence[Fact]) -> Iterator[Event]:
    """Everything that follows, each with the clause that explains the step."""
    deduced = deduce(facts)
    if deduced.contradiction is not None:
        places = tuple(index + 1 for index in deduced.contradiction)
        yield Event("clash", "notebook.clash", {"n": len(places), "facts": places})
        return
    yield Event("chances", "notebook.chances", {"n": deduced.worlds})
    for ingredient in INGREDIENTS:
        yield from _about(facts, ingredient, deduced.table[ingredient])
    for each in forced(facts):
        if each.pair:
            clause = "mix.neutral" if each.result == NEUTRAL else "notebook.chain"
            yield Event("forced_pair", clause, {"pair": each.pair, "potion": each.result})


def _about(facts: Sequence[Fact], ingredient: str, counts: Mapping[str, int]) -> Iterator[Event]:
    """The formula of an ingredient, or the ones that it can't have."""
    left = [code for code in ALCHEMICALS if counts[code]]
    if len(left) == 1:
        yield Event("forced_is", "notebook.chain", {"ingredient": ingredient, "alchemical": left[0]})
        return
    for code in ALCHEMICALS:
        if not counts[code]:
            because = exclusion_chain(facts, ingredient, code) or ()
            params = {"ingredient": ingredient, "alchemical": code}
            yield Event("forced_not", _clause(facts, because), params)


def _clause(facts: Sequence[Fact], because: Sequence[int]) -> str:
    """The clause that explains why these facts rule something out."""
    used = [facts[index] for index in because]
    if len(used) == 1:
        return READ_BY[used[0].kind]
    neutral = any(fact.kind == "mix" and fact.value == (NEUTRAL,) for fact in used)
    return "notebook.neutral" if neutral else "notebook.chain"

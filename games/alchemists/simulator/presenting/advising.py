"""Advice in words: what to do next, and how each number comes about. It goes by the facts alone."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.alchemists.rulebook import numbers
from games.alchemists.scoring.points import SEALS, sale_gold
from games.alchemists.simulator.deduction import advice, debunking
from games.alchemists.simulator.deduction.data import COLOURS, GAME, LEVELS, PRICE
from games.alchemists.simulator.deduction.deduction import Pair, odds_of
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.deduction.odds import Odds
from games.alchemists.simulator.presenting.asking import BUYERS, OTHERS, OWN, Asking
from games.alchemists.simulator.presenting.grid import say
from games.alchemists.simulator.presenting.things import name, say_pair, short

TOPICS = ("experiments", "sales", "theories", "debunks", "exhibition")
TOP = 3  # pieces of advice that stand open; the rest is folded
REST = 12  # so many more at most: what comes behind helps nobody
KEPT = 64
# What drinking a negative potion does: its code, the sentence, the clause.
RISKS = (
    ("R-", "nb_poison", "drink.poison"),
    ("G-", "nb_paralysis", "drink.paralysis"),
    ("B-", "nb_insanity", "drink.insanity"),
)


class Said(NamedTuple):
    """A sentence of an explanation, with the clause behind it (or none)."""

    text: str
    clause: str = ""


class AdviceOutcome(NamedTuple):
    """A potion or a quality level that may come out: in how many worlds, how likely."""

    code: str
    worlds: str
    percent: str


class Advice(NamedTuple):
    """A piece of advice: what to do (`title` with the codes that draw it), how good it is, and why so.

    `bar` is its worth out of 100 beside the best one, `value` the same in words, whatever the order goes by;
    `about` says how to do it, `note` how likely it is.
    """

    title: str
    value: str
    bar: int
    ingredients: tuple[str, ...]
    why: tuple[Said, ...]
    potion: str = ""
    alchemical: str = ""
    about: str = ""
    note: str = ""
    outcomes: tuple[AdviceOutcome, ...] = ()


class Advised(NamedTuple):
    """The answer to a question: the best first; `total` sums a plan up."""

    best: tuple[Advice, ...]
    rest: tuple[Advice, ...]
    total: tuple[Said, ...]


class AdviceBasis(NamedTuple):
    """What advice goes by: the facts, the theories on the board and their conflicts.

    Unless `weighed`, facts only strike out worlds.
    """

    facts: tuple[Fact, ...]
    theories: Mapping[str, str]
    conflicts: frozenset[Pair]
    weighed: bool = True

    @property
    def odds(self) -> Odds:
        return odds_of(self.facts, weighed=self.weighed)


def advise(topic: str, known: AdviceBasis, asking: Asking, lang: str) -> Advised:
    """Everything about one of TOPICS; the facts must agree."""
    found = list(_TOPICS[topic](known, asking, lang))
    total = _TOTALS[topic](known, asking, lang) if topic in _TOTALS else ()
    return Advised(tuple(found[:TOP]), tuple(found[TOP : TOP + REST]), total)


def _bar(value: float, best: float) -> int:
    return round(100 * max(value, 0) / best) if best > 0 else 0


class _Voice:
    """Says sentences of the catalogue `mark` about worlds and their odds."""

    def __init__(self, odds: Odds, lang: str):
        self.odds, self.total, self.lang = odds, odds.total, lang

    def __call__(self, code: str, clause: str = "", **params: Any) -> Said:
        return Said(say("mark", code, params, self.lang), clause)

    def share(self, n: int) -> dict[str, str]:
        """«в 288 из 5 760 миров» and «5 %»."""
        return {
            "of": numbers.of_worlds(n, self.total, self.lang, weighed=self.odds.are_weighed),
            "percent": numbers.percent(n, self.total, self.lang),
        }

    def outcomes(self, counts: Mapping[str, int]) -> tuple[AdviceOutcome, ...]:
        """Whatever may come out, the likeliest first."""
        likely = sorted((row for row in counts.items() if row[1]), key=lambda row: -row[1])
        return tuple(
            AdviceOutcome(code, numbers.count(n, self.lang), numbers.percent(n, self.total, self.lang))
            for code, n in likely
        )

    def number(self, x: float, digits: int = 1, *, signed: bool = False) -> str:
        return numbers.decimal(x, self.lang, digits, signed=signed)


# --- Experiments --------------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def _experiments(
    facts: tuple[Fact, ...], hand: tuple[str, ...] | None, *, weighed: bool
) -> list[advice.Experiment]:
    odds = odds_of(facts, weighed=weighed)
    return advice.experiments(odds.worlds, hand, count=odds.count)


def _on_experiments(known: AdviceBasis, asking: Asking, lang: str) -> Iterator[Advice]:
    experiments = _experiments(known.facts, asking.cards, weighed=known.weighed)
    found = [each for each in experiments if each.bits > 0]
    voice = _Voice(known.odds, lang)
    best = max((each.bits for each in found), default=0)
    for each in found:
        yield Advice(
            title=say_pair(each.pair, lang),
            value=numbers.bits(each.bits, lang),
            bar=_bar(each.bits, best),
            ingredients=each.pair,
            why=tuple(_why_experiment(voice, each)),
            outcomes=voice.outcomes(each.results),
            note=numbers.percent(each.negative, voice.total, lang),
        )


def _why_experiment(voice: _Voice, each: advice.Experiment) -> Iterator[Said]:
    left = numbers.bits(voice.odds.bits, voice.lang)
    shown = numbers.bits(each.bits, voice.lang)
    yield voice("nb_bits", "notebook.advice", bits=shown, left=left)
    if each.then:
        ahead = numbers.bits(each.ahead, voice.lang)
        yield voice("nb_ahead", "notebook.advice", bits=ahead, pair=each.then)
    else:
        yield voice("nb_ahead_none")
    certain, hedgeable = voice.number(each.certain, 2), voice.number(each.hedgeable, 2)
    yield voice("nb_certain", "notebook.hedge", certain=certain, hedgeable=hedgeable)
    if not each.negative:
        yield voice("nb_negative_none", "drink.effects")
        return
    yield voice("nb_negative", "student.price", **voice.share(each.negative))
    for potion, code, clause in RISKS:
        if each.results[potion]:
            yield voice(code, clause, **voice.share(each.results[potion]))


# --- Sales --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def _sales(
    facts: tuple[Fact, ...],
    hand: tuple[str, ...] | None,
    buyer: str,
    reputation: int,
    discount: int,
    *,
    weighed: bool,
) -> list[advice.SaleAdvice]:
    """The best guarantee of each pair and order: the others of the same two pay less on average."""
    found: dict[tuple[Pair, str], advice.SaleAdvice] = {}
    odds = odds_of(facts, weighed=weighed)
    for sale in advice.sales(odds.worlds, hand, BUYERS[buyer], reputation, discount, count=odds.count):
        found.setdefault((sale.pair, sale.wanted), sale)
    return list(found.values())


def _on_sales(known: AdviceBasis, asking: Asking, lang: str) -> Iterator[Advice]:
    found = _sales(
        known.facts,
        asking.cards,
        asking.buyer,
        asking.reputation,
        asking.discount,
        weighed=known.weighed,
    )
    voice = _Voice(known.odds, lang)
    for each in found:
        yield Advice(
            title=f"{say_pair(each.pair, lang)} \N{RIGHTWARDS ARROW} {short(each.wanted, lang)}",
            value=voice.number(each.gold, 2),
            bar=_bar(each.gold, found[0].gold),
            ingredients=each.pair,
            potion=each.wanted,
            why=tuple(_why_sale(voice, each, asking)),
            about=voice("nb_sale_about", level=each.guarantee, price=each.price).text,
            outcomes=voice.outcomes(each.levels),
            note=numbers.percent(each.kept, voice.total, lang),
        )


def _why_sale(voice: _Voice, each: advice.SaleAdvice, asking: Asking) -> Iterator[Said]:
    zone = next(zone for zone in GAME.constants["zones"] if zone["id"] == asking.zone)
    yield voice(
        "nb_sale_price",
        "sell.guarantee",
        level=each.guarantee,
        price=each.price,
        base=PRICE[each.guarantee],
        discount=asking.discount,
        zone=zone["id"],
    )
    yield voice("nb_sale_kept", "sell.price", gold=voice.number(each.gold, 2), **voice.share(each.kept))
    for guarantee in LEVELS:
        price = sale_gold(guarantee, asking.reputation, asking.discount)
        kept = sum(each.levels[level] for level in LEVELS[: LEVELS.index(guarantee) + 1])
        if guarantee != each.guarantee and price >= 1:
            gold = voice.number(price * kept / voice.total, 2)
            yield voice("nb_sale_other", level=guarantee, price=price, gold=gold, **voice.share(kept))
    if each.bad:
        lost = voice.number(each.reputation, 2)
        yield voice("nb_sale_loss", "sell.reputation", reputation=lost, **voice.share(each.bad))
    else:
        yield voice("nb_sale_safe", "sell.reputation")


# --- Theories -----------------------------------------------------------------------------------------------


def _on_theories(known: AdviceBasis, asking: Asking, lang: str) -> Iterator[Advice]:
    """The best theory of each ingredient first, then whatever else is possible."""
    odds = known.odds
    found = advice.theories(odds.worlds, known.theories, asking.seals_left, count=odds.count)
    first = {each.ingredient: each for each in reversed(found)}
    ordered = [each for each in found if first[each.ingredient] is each]
    ordered += [each for each in found if first[each.ingredient] is not each]
    voice = _Voice(known.odds, lang)
    for each in ordered:
        yield Advice(
            title=f"{name(each.ingredient, lang)}: {short(each.alchemical, lang)}",
            value=voice.number(each.points, signed=True),
            bar=_bar(each.right, each.worlds),
            ingredients=(each.ingredient,),
            alchemical=each.alchemical,
            about=voice("nb_theory_about", seal=each.seal).text,
            why=tuple(_why_theory(voice, each)),
            note=numbers.percent(each.right, each.worlds, lang),
        )


def _why_theory(voice: _Voice, each: advice.TheoryAdvice) -> Iterator[Said]:
    yield voice("nb_theory_right", "reveal.right", **voice.share(each.right))
    for colour in COLOURS:
        if each.off[colour]:
            yield voice("nb_theory_off", "reveal.hedge", colour=colour, **voice.share(each.off[colour]))
    wrong = each.worlds - each.right - sum(each.off.values())
    if wrong:
        yield voice("nb_theory_wrong", "reveal.wrong", **voice.share(wrong))
    for seal, points in sorted(each.by_seal.items(), key=lambda row: -row[1]):
        data = SEALS[seal].data
        yield voice(
            "nb_theory_hedge" if data["hedge"] else "nb_theory_seal",
            "reveal.hedge" if data["hedge"] else "seals.stars",
            seal=seal,
            right=voice.number(data["right"], signed=True),
            wrong=voice.number(data["wrong"], signed=True),
            points=voice.number(points, 2, signed=True),
        )
    yield voice("nb_theory_more", "notebook.advice")


# --- Debunks ------------------------------------------------------------------------------------------------


def _on_debunks(known: AdviceBasis, asking: Asking, lang: str) -> Iterator[Advice]:
    worlds, count = known.odds.worlds, known.odds.count
    if asking.level == "master":
        found = advice.debunks_master(worlds, known.theories, known.conflicts, asking.reputation, count=count)
    else:
        found = advice.debunks_apprentice(worlds, known.theories, asking.reputation, count=count)
    voice = _Voice(known.odds, lang)
    for each in found:
        if each.success:
            yield Advice(
                title=_debunk_title(each, lang),
                value=voice.number(each.reputation, signed=True),
                bar=_bar(each.success, each.worlds),
                ingredients=each.ingredients,
                potion=each.asked if len(each.ingredients) == 2 else "",
                why=tuple(_why_debunk(voice, each, asking)),
                note=numbers.percent(each.success, each.worlds, lang),
            )


def _debunk_title(each: advice.DebunkAdvice, lang: str) -> str:
    if len(each.ingredients) == 2:
        return f"{say_pair(each.ingredients, lang)} = {short(each.asked, lang)}?"
    colour = GAME.colour_by_id[each.asked].name.in_(lang)
    return f"{name(each.ingredients[0], lang)}, {colour}"


def _why_debunk(voice: _Voice, each: advice.DebunkAdvice, asking: Asking) -> Iterator[Said]:
    gain, loss = advice.stakes(asking.reputation)
    points = voice.number(each.reputation, 2, signed=True)
    clause = "debunk.success" if len(each.ingredients) == 1 else "debunk.master"
    yield voice("nb_debunk_success", clause, gain=gain, loss=loss, points=points, **voice.share(each.success))
    if len(each.ingredients) == 2:
        yield _outcome(voice, "yes", each.yes)
        yield _outcome(voice, "no", each.no)
    told = numbers.bits(each.told, voice.lang)
    yield voice("nb_debunk_told", "notebook.advice", bits=told)
    yield voice("nb_debunk_own", "debunk.own")


def _outcome(voice: _Voice, answer: str, outcome: debunking.DebunkOutcome) -> Said:
    """What an answer of a master's debunk does."""
    if outcome.falls:
        names = ", ".join(name(ingredient, voice.lang) for ingredient, _ in outcome.falls)
        return voice(f"nb_debunk_{answer}_falls", outcome.clause, text=names)
    if outcome.conflict:
        return voice(f"nb_debunk_{answer}_conflict", outcome.clause, pair=outcome.conflict)
    return voice(f"nb_debunk_{answer}_fails", outcome.clause)


# --- The exhibition -----------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def _plan(
    facts: tuple[Fact, ...],
    hand: tuple[str, ...],
    attempts: int,
    others: tuple[str, ...],
    own: tuple[str, ...],
    *,
    weighed: bool,
) -> advice.ExhibitionPlan:
    odds = odds_of(facts, weighed=weighed)
    return advice.exhibition(odds.worlds, hand, attempts, others, own, count=odds.count)


def _plan_of(known: AdviceBasis, asking: Asking) -> advice.ExhibitionPlan:
    hand = asking.cards or ()
    others, own = asking.potions(OTHERS), asking.potions(OWN)
    return _plan(known.facts, hand, asking.attempts, others, own, weighed=known.weighed)


def _on_exhibition(known: AdviceBasis, asking: Asking, lang: str) -> Iterator[Advice]:
    plan = _plan_of(known, asking)
    voice = _Voice(known.odds, lang)
    for step in plan.steps:
        points = voice.number(step.points, 2, signed=True)
        yield Advice(
            title=f"{say_pair(step.pair, lang)} \N{RIGHTWARDS ARROW} {short(step.potion, lang)}",
            value=numbers.percent(step.success, plan.worlds, lang),
            bar=_bar(step.success, plan.worlds),
            ingredients=step.pair,
            potion=step.potion,
            why=(voice("nb_exhibit_step", "exhibition.make", points=points, **voice.share(step.success)),),
        )


def _exhibition_total(known: AdviceBasis, asking: Asking, lang: str) -> tuple[Said, ...]:
    plan = _plan_of(known, asking)
    voice = _Voice(known.odds, lang)
    if not plan.steps:
        return (voice("nb_exhibit_none", "exhibition.fail"),)
    said = [voice("nb_exhibit_plan", "exhibition.first", points=voice.number(plan.points, 2, signed=True))]
    if plan.both:
        said.append(voice("nb_exhibit_both", "exhibition.both", points=voice.number(plan.both, 2)))
    return tuple(said)


_TOPICS: Mapping[str, Callable[[AdviceBasis, Asking, str], Iterator[Advice]]] = {
    "experiments": _on_experiments,
    "sales": _on_sales,
    "theories": _on_theories,
    "debunks": _on_debunks,
    "exhibition": _on_exhibition,
}
_TOTALS: Mapping[str, Callable[[AdviceBasis, Asking, str], tuple[Said, ...]]] = {
    "exhibition": _exhibition_total
}

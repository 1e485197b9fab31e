"""What a short form says of the secret and of what has come to light: `truth`, `code`, `facts` and `past`.

`past` is written in the words of the laboratory: «Оля: student toad fern», «Саша: debunk toad R», «Рита:
peek». An entry may add what it showed (`= R+`), which is a fact about the secret then; a mix of two unknown
ingredients (`? ?`) has to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction import facts as notebook
from games.alchemists.simulator.deduction.chemistry import level, mix
from games.alchemists.simulator.deduction.codes import BadCode, official
from games.alchemists.simulator.deduction.data import (
    ALCHEMICALS,
    COLOURS,
    INGREDIENTS,
    LEVELS,
    PAIR_OF,
    PAIRS,
    POTIONS,
    RESULTS,
    SIGNS,
)
from games.alchemists.simulator.deduction.deduction import possible
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.deduction.worlds import formulas_of, nth
from games.alchemists.simulator.engine.data import CAP, CUSTODIAN, DRINK, EXHIBITION, ROUNDS, SELL, STUDENT
from games.alchemists.simulator.engine.state import BOOK_AT, NO, NOTHING, YES, Answer, Mix
from games.alchemists.simulator.engine.view import of_pair, of_peek
from games.alchemists.simulator.engine.world import makes
from simulator.engine.refusal import BadPosition
from simulator.engine.shortform import malformed, seat_named
from web.refusal import Refusal

Pair = tuple[str, str]
MOST_PAST = 120  # entries; no game has so many
# What each verb of `past` is to the engine, and what it may have shown.
MIXES: Mapping[str, str] = {
    "student": STUDENT,
    "drink": DRINK,
    "custodian": CUSTODIAN,
    "cap": CAP,
    "sell": SELL,
    "exhibit": EXHIBITION,
}
VERBS: Mapping[str, str] = {how: verb for verb, how in MIXES.items()}
RESULTS_OF: Mapping[str, Sequence[str]] = {SELL: LEVELS, EXHIBITION: (YES, NO)}
UNKNOWN = "?"
GONE, KEPT = "gone", "kept"  # the cards were shuffled into the deck since; the Mortar has kept one


class PastMix(NamedTuple):
    """A mix of `past`: its pair (None: unknown), what was ordered or promised, what it showed (NOTHING: not
    said), and what became of its cards: NOTHING, GONE or the ingredient that the Mortar kept
    (UNKNOWN where the pair is).
    """

    seat: int
    round: int
    how: str
    pair: Pair | None
    wanted: str
    shown: str
    fate: str = NOTHING


class PastDebunk(NamedTuple):
    """A debunk of `past`, after so many mixes: one ingredient and a colour, or two and a potion."""

    seat: int
    round: int
    mixes: int
    ingredients: tuple[str, ...]
    asked: str
    shown: str


class Look(NamedTuple):
    """What the Periscope has shown: which mix, and the ingredient (NOTHING: the first of the pair)."""

    seat: int
    mix: int
    ingredient: str = NOTHING


@dataclass(frozen=True)
class Past:
    """`past` as it was written."""

    entries: tuple[PastMix, ...] = ()
    questions: tuple[PastDebunk, ...] = ()
    looks: tuple[Look, ...] = ()


class SecretPast(NamedTuple):
    """The secret and what has come to light of it; `pairs` of all mixes, those `guessed` that weren't written
    down, `fates` of their cards.
    """

    truth: tuple[str, ...]
    mixes: tuple[Mix, ...]
    pairs: tuple[Pair, ...]
    guessed: tuple[bool, ...]
    fates: tuple[str, ...]
    answers: tuple[Answer, ...]
    peeked: tuple[Look, ...]


# --- Reading -----------------------------------------------------------------------------------------------


def read_known(data: Mapping[str, Any], names: Sequence[str], round_: int) -> SecretPast:
    """The secret of a short form and its past. Raises BadPosition."""
    past = read_past(data.get("past", []), names, round_)
    stated = [*_stated_truth(data), *_stated_facts(data.get("facts", [])), *_facts_of(past)]
    worlds = possible(tuple(stated))
    if not worlds:
        raise BadPosition([Refusal("pos_world", "mix.world")])
    truth = formulas_of(nth(worlds, 0))
    pairs = tuple(_pair_of(truth, number, entry, past) for number, entry in enumerate(past.entries))
    mixes = tuple(_mix_of(truth, *row) for row in zip(past.entries, pairs, strict=True))
    looks = tuple(look._replace(ingredient=look.ingredient or pairs[look.mix][0]) for look in past.looks)
    if any(look.ingredient not in pairs[look.mix] for look in looks):
        raise malformed("past: peek")
    return SecretPast(
        truth,
        mixes,
        pairs,
        tuple(entry.pair is None for entry in past.entries),
        tuple(entry.fate for entry in past.entries),
        tuple(_answer_of(truth, question) for question in past.questions),
        looks,
    )


def _stated_truth(data: Mapping[str, Any]) -> list[Fact]:
    """`truth`, a table from some ingredients to their alchemicals, or `code` of the application."""
    truth = data.get("truth", {})
    if "code" in data:
        if truth:
            raise malformed("code")
        try:
            truth = official(str(data["code"]))
        except BadCode as error:
            raise BadPosition([error.refusal]) from error
    if not isinstance(truth, Mapping):
        raise malformed("truth")
    for ingredient, alchemical in truth.items():
        if ingredient not in INGREDIENTS or alchemical not in ALCHEMICALS:
            raise malformed(f"truth: {ingredient!s:.20} {alchemical!s:.20}")
    return [Fact("is", (ingredient,), (alchemical,)) for ingredient, alchemical in truth.items()]


def _stated_facts(rows: Any) -> Sequence[Fact]:
    try:
        return notebook.read_all(rows, notebook.FACTS_MOST)
    except notebook.BadFact as error:
        raise BadPosition([error.refusal]) from error


def read_past(rows: Any, names: Sequence[str], round_: int) -> Past:
    """The entries of `past`, in order. Raises BadPosition."""
    if not isinstance(rows, list) or len(rows) > MOST_PAST:
        raise malformed("past")
    past = Past()
    for row in rows:
        past = _with_row(past, row, names, round_)
    return past


def _with_row(past: Past, row: Any, names: Sequence[str], round_: int) -> Past:
    who, colon, text = row.rpartition(":") if isinstance(row, str) else ("", "", "")
    words = text.split()
    if not colon or not words:
        raise malformed(f"past: {row!s:.40}")
    seat = seat_named(who.strip(), names, "past")
    verb, *words = words
    words, fate = _taken_off(words, (GONE, KEPT))
    words, number = _round_of(words, round_)
    words, shown = _taken_off(words, ("=",))
    if verb in MIXES:
        entry = _entry(row, MIXES[verb], words, shown)._replace(seat=seat, round=number, fate=fate)
        if fate not in (NOTHING, GONE, *(entry.pair or (UNKNOWN,))):
            raise malformed(f"past: {row:.40}")
        return Past((*past.entries, entry), past.questions, past.looks)
    if fate:
        raise malformed(f"past: {row:.40}")
    if verb == "debunk":
        question = PastDebunk(seat, number, len(past.entries), *_question(row, words, shown))
        return Past(past.entries, (*past.questions, question), past.looks)
    if verb == "peek":
        return Past(past.entries, past.questions, (*past.looks, _look(row, seat, words, past)))
    raise malformed(f"past: {row:.40}")


def _taken_off(words: list[str], signs: Sequence[str]) -> tuple[list[str], str]:
    """What stands last behind one of the signs, and the words before it; GONE stands alone."""
    if words and words[-1] == GONE and GONE in signs:
        return words[:-1], GONE
    if len(words) > 1 and words[-2] in signs and words[-2] != GONE:
        return words[:-2], words[-1]
    return words, NOTHING


def _round_of(words: list[str], round_: int) -> tuple[list[str], int]:
    """`@2` behind an entry: the round in which it happened, else the present one."""
    if not words or not words[-1].startswith("@"):
        return words, round_
    number = words[-1][1:]
    if not (number.isascii() and number.isdecimal() and len(number) == 1 and 1 <= int(number) <= ROUNDS):
        raise malformed(f"past: {words[-1]:.20}")
    return words[:-1], int(number)


def _entry(row: str, how: str, words: Sequence[str], shown: str) -> PastMix:
    """A mix: two ingredients, and the potion that was ordered or promised."""
    pair: Pair | None = None
    if len(words) != (3 if how in RESULTS_OF else 2):
        raise malformed(f"past: {row:.40}")
    first, second, *wanted = words
    if (first, second) != (UNKNOWN, UNKNOWN):
        if (first, second) not in PAIR_OF:
            raise malformed(f"past: {row:.40}")
        pair = PAIR_OF[first, second]
    fits = all(potion in POTIONS for potion in wanted)
    if not fits or ((shown or pair is None) and shown not in RESULTS_OF.get(how, RESULTS)):
        raise malformed(f"past: {row:.40}")
    return PastMix(0, 0, how, pair, "".join(wanted), shown)


def _question(row: str, words: Sequence[str], shown: str) -> tuple[tuple[str, ...], str, str]:
    *ingredients, asked = words or [""]
    if len(ingredients) == 1 and ingredients[0] in INGREDIENTS and asked in COLOURS:
        if shown in (NOTHING, "+", "-"):
            return tuple(ingredients), asked, shown
    elif tuple(ingredients) in PAIR_OF and asked in RESULTS and shown in (NOTHING, YES, NO):
        return PAIR_OF[ingredients[0], ingredients[1]], asked, shown
    raise malformed(f"past: {row:.40}")


def _look(row: str, seat: int, words: Sequence[str], past: Past) -> Look:
    """Into the mix before it, which is another's and no test of the Cap."""
    last = past.entries[-1] if past.entries else None
    if last is None or last.seat == seat or last.how == CAP or len(words) > 1:
        raise malformed(f"past: {row:.40}")
    if words and words[0] not in INGREDIENTS:
        raise malformed(f"past: {row:.40}")
    return Look(seat, len(past.entries) - 1, words[0] if words else NOTHING)


# --- What follows from it ----------------------------------------------------------------------------------


def _shown_mix(entry: PastMix) -> Mix:
    """What all saw of a mix whose result is written down."""
    if entry.how in RESULTS_OF:
        return Mix(entry.seat, entry.round, entry.how, entry.wanted, entry.shown)
    return Mix(entry.seat, entry.round, entry.how, entry.shown)


def _facts_of(past: Past) -> list[Fact]:
    """The facts in what is written down of the past."""
    found = [of_pair(_shown_mix(entry), entry.pair) for entry in past.entries if entry.shown and entry.pair]
    for look in past.looks:
        entry = past.entries[look.mix]
        fact = of_peek(_shown_mix(entry), look.ingredient) if entry.shown and look.ingredient else None
        found += [fact] if fact else []
    return found + [_fact(question) for question in past.questions if question.shown]


def _fact(question: PastDebunk) -> Fact:
    if len(question.ingredients) == 1:
        return Fact("aspect", question.ingredients, (question.asked, question.shown))
    kind = "mix" if question.shown == YES else "not_mix"
    return Fact(kind, question.ingredients, (question.asked,))


def _made(truth: Sequence[str], pair: Sequence[str]) -> str:
    return mix(truth[BOOK_AT[pair[0]]], truth[BOOK_AT[pair[1]]])


def _pair_of(truth: Sequence[str], number: int, entry: PastMix, past: Past) -> Pair:
    """The pair of a mix; an unknown one is the first that shows the same, with what the Periscope saw."""
    if entry.pair is not None:
        return entry.pair
    seen = {look.ingredient for look in past.looks if look.mix == number and look.ingredient}
    fitting = (pair for pair in PAIRS if seen <= {*pair} and makes(truth, _shown_mix(entry), pair))
    found = next(fitting, None)
    if found is None:
        raise BadPosition([Refusal("pos_world", "mix.world")])
    return found


def _mix_of(truth: Sequence[str], entry: PastMix, pair: Pair) -> Mix:
    made = _made(truth, pair)
    if entry.how == SELL:
        return Mix(entry.seat, entry.round, entry.how, entry.wanted, level(made, entry.wanted))
    if entry.how == EXHIBITION:
        return Mix(entry.seat, entry.round, entry.how, entry.wanted, YES if made == entry.wanted else NO)
    return Mix(entry.seat, entry.round, entry.how, made)


def _answer_of(truth: Sequence[str], question: PastDebunk) -> Answer:
    if len(question.ingredients) == 1:
        sign = SIGNS[truth[BOOK_AT[question.ingredients[0]]]][question.asked]
        shown = question._replace(shown=sign)
    else:
        answer = _made(truth, question.ingredients) == question.asked
        shown = question._replace(shown=YES if answer else NO)
    return Answer(question.seat, question.round, question.mixes, _fact(shown))


# --- Writing -----------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """A past to be written down: pairs as far as they are known, looks as (seat, mix, ingredient)."""

    mixes: Sequence[Mix]
    answers: Sequence[Answer]
    pairs: Mapping[int, Pair]
    looks: Sequence[Look]
    fates: Mapping[int, str]


def past_texts(told: Told, names: Sequence[str]) -> list[str]:
    """`past` as people write it, each entry with its round and what it showed."""
    answers = list(reversed(told.answers))
    texts: list[str] = []
    for number, each in enumerate(told.mixes):
        while answers and answers[-1].mixes <= number:
            texts.append(_answer_text(answers.pop(), names))
        texts.append(_mix_text(each, told.pairs.get(number), told.fates.get(number, NOTHING), names))
        looks = (look for look in told.looks if look.mix == number)
        texts += [f"{names[look.seat]}: peek {look.ingredient}".rstrip() for look in looks]
    return [*texts, *(_answer_text(answer, names) for answer in reversed(answers))]


def _mix_text(each: Mix, pair: Pair | None, fate: str, names: Sequence[str]) -> str:
    wanted = (each.potion,) if each.how in RESULTS_OF else ()
    shown = each.shown if each.how in RESULTS_OF else each.potion
    words = [VERBS[each.how], *(pair or (UNKNOWN, UNKNOWN)), *wanted, "=", shown, f"@{each.round}"]
    if fate:
        words += [GONE] if fate == GONE else [KEPT, fate]
    return f"{names[each.seat]}: {' '.join(words)}"


def _answer_text(answer: Answer, names: Sequence[str]) -> str:
    fact = answer.fact
    if fact.kind == "aspect":
        asked, shown = fact.value
    else:
        asked, shown = fact.value[0], YES if fact.kind == "mix" else NO
    words = ["debunk", *fact.ingredients, asked, "=", shown, f"@{answer.round}"]
    return f"{names[answer.seat]}: {' '.join(words)}"

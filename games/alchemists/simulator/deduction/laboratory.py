"""The laboratory: it keeps the secret world, mixes, and tells each player no more than the rules do.

Source: the seed's pages on the application, «Эксперименты», «Создание зелья», «Опровержение теории»,
«Выставка» and «Большое открытие»; rulings 7, 29, 43, 54-62, 72, 76, 81.

What is done here is a text such as `student mushroom toad`; a laboratory is its world and the texts so
far, and `history` says what each of them brought to light. Prices, cubes and hands stay on the table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction import debunking
from games.alchemists.simulator.deduction.chemistry import level, mix
from games.alchemists.simulator.deduction.data import (
    ALCHEMICALS,
    COLOURS,
    GAME,
    INGREDIENTS,
    NEUTRAL,
    PAIR_OF,
    RESULTS,
    SIGN_OF,
    SIGNS,
)
from games.alchemists.simulator.deduction.facts import TEXT_SHOWN, Fact
from simulator.engine.game import Event
from simulator.engine.refusal import IllegalMove
from web.refusal import Refusal

ROUNDS: int = GAME.constants["rounds"]
Pair = tuple[str, str]


class Deed(NamedTuple):
    """Something done: by whom, and its text as it is stored (a look through the Periscope has its
    outcome).
    """

    seat: int
    text: str


class Mixed(NamedTuple):
    """A mix that others have just seen: who made it of what, and what they learned of the potion.

    `seen` is the kind of fact and value that holds for each ingredient; empty if nothing follows.
    """

    seat: int
    pair: Pair
    seen: tuple[str, ...]
    by_cap: bool = False


@dataclass(frozen=True)
class Lab:
    """A laboratory after its `log`. `truth` is the secret: ingredient -> alchemical."""

    players: int
    truth: Mapping[str, str]
    log: tuple[Deed, ...] = ()
    history: tuple[tuple[Event, ...], ...] = ()
    round: int = 1
    unhappy: bool = False  # the student of this round has drunk something negative
    theories: Mapping[str, str] = field(default_factory=dict)
    conflicts: frozenset[Pair] = frozenset()
    shown: frozenset[tuple[int, str]] = frozenset()  # who has shown which potion at the exhibition
    peeked: frozenset[int] = frozenset()  # who has used the Periscope this round
    mixed: Mixed | None = None  # the last thing done, if it was a mix
    revealed: bool = False


class LabAction(NamedTuple):
    """A text taken apart: who, the verb, its arguments, and a number from outside for what is left to
    chance.
    """

    seat: int
    verb: str
    args: tuple[str, ...]
    draw: int = 0

    @property
    def pair(self) -> Pair:
        return PAIR_OF[self.args[0], self.args[1]]


Effect = tuple[Lab, list[Event], str]  # the laboratory after, what came to light, the text to store
ONLY_REVEALED = "reveal.answers"


# --- Mixing: each verb's check and effect -------------------------------------------------------------------


def _check_pair(lab: Lab, act: LabAction) -> Refusal | None:
    if act.args[0] == act.args[1]:
        return Refusal("lab_same", "mix.different", {"ingredient": act.args[0]})
    return None


def _mix(lab: Lab, act: LabAction) -> Effect:
    """A test on the student, on oneself, or with the Thinking Cap: all see the potion, nobody the
    ingredients.
    """
    made = mix(lab.truth[act.args[0]], lab.truth[act.args[1]])
    clause = "cap.tests" if act.verb == "cap" else "experiment.result"
    events = [
        Event(f"mixed_{act.verb}", clause, {"seat": act.seat, "potion": made}),
        Event("mixed_pair", clause, {"pair": act.pair, "potion": made}, (act.seat,)),
    ]
    sour = act.verb == "student" and not lab.unhappy and made != NEUTRAL and SIGN_OF[made] == "-"
    if sour:
        events.append(Event("student_unhappy", "student.price", {}))
    mixed = Mixed(act.seat, act.pair, ("took_part", made), act.verb == "cap")
    return replace(lab, unhappy=lab.unhappy or sour, mixed=mixed), events, _text(act)


def _check_wanted(lab: Lab, act: LabAction) -> Refusal | None:
    if act.args[2] == NEUTRAL:
        return Refusal("lab_wanted", "sell.make", {"potion": NEUTRAL})
    return _check_pair(lab, act)


def _sell(lab: Lab, act: LabAction) -> Effect:
    """Only the quality level is shown, to everybody; the seller knows of which two ingredients."""
    wanted = act.args[2]
    shown = level(mix(lab.truth[act.args[0]], lab.truth[act.args[1]]), wanted)
    events = [
        Event("sold", "sell.make", {"seat": act.seat, "wanted": wanted, "level": shown}),
        Event("sold_pair", "sell.make", {"pair": act.pair, "wanted": wanted, "level": shown}, (act.seat,)),
    ]
    return (
        replace(lab, mixed=Mixed(act.seat, act.pair, ("took_part_sale", wanted, shown))),
        events,
        _text(act),
    )


def _check_exhibit(lab: Lab, act: LabAction) -> Refusal | None:
    if (act.seat, act.args[2]) in lab.shown:
        return Refusal("lab_exhibited", "exhibition.promise", {"potion": act.args[2]})
    return _check_wanted(lab, act)


def _exhibit(lab: Lab, act: LabAction) -> Effect:
    """Whether the promised potion came out is all that is shown (clauses exhibition.make,
    exhibition.fail).
    """
    wanted = act.args[2]
    done = mix(lab.truth[act.args[0]], lab.truth[act.args[1]]) == wanted
    kind, clause = ("exhibited", "exhibition.make") if done else ("exhibit_failed", "exhibition.fail")
    own = {"pair": act.pair, "potion": wanted}
    events = [
        Event(kind, clause, {"seat": act.seat, "potion": wanted}),
        Event("exhibit_pair" if done else "exhibit_not_pair", clause, own, (act.seat,)),
    ]
    mixed = Mixed(act.seat, act.pair, ("took_part", wanted) if done else ())
    shown = lab.shown | {(act.seat, wanted)} if done else lab.shown
    return replace(lab, mixed=mixed, shown=shown), events, _text(act)


def _check_peek(lab: Lab, act: LabAction) -> Refusal | None:
    """Right after another's mix, before anybody goes on, once a round (clause periscope.when, ruling 76)."""
    if lab.mixed is None:
        return Refusal("lab_peek_late", "periscope.when")
    if lab.mixed.by_cap:
        return Refusal("lab_peek_cap", "periscope.when")
    if lab.mixed.seat == act.seat:
        return Refusal("lab_peek_own", "periscope.when")
    if act.seat in lab.peeked:
        return Refusal("lab_peek_again", "periscope.when")
    return None


def _peek(lab: Lab, act: LabAction) -> Effect:
    """One of the two ingredients, by chance; a stored look has had its chance already."""
    assert lab.mixed is not None  # checked
    seen = act.args[0] if act.args else lab.mixed.pair[act.draw % 2]
    events = [
        Event("peeked", "periscope.when", {"seat": act.seat}),
        Event("peeked_private", "periscope.when", {"ingredient": seen, "seen": lab.mixed.seen}, (act.seat,)),
    ]
    return replace(lab, mixed=None, peeked=lab.peeked | {act.seat}), events, f"peek {seen}"


# --- Theories -----------------------------------------------------------------------------------------------


def _check_theory(lab: Lab, act: LabAction) -> Refusal | None:
    ingredient, alchemical = act.args
    if ingredient in lab.theories:
        params = {"ingredient": ingredient, "alchemical": lab.theories[ingredient]}
        return Refusal("lab_book_taken", "publish.new", params)
    for other, token in lab.theories.items():
        if token == alchemical:
            return Refusal(
                "lab_token_taken", "publish.token", {"alchemical": alchemical, "ingredient": other}
            )
    return None


def _theory(lab: Lab, act: LabAction) -> Effect:
    ingredient, alchemical = act.args
    params = {"seat": act.seat, "ingredient": ingredient, "alchemical": alchemical}
    theories = {**lab.theories, ingredient: alchemical}
    return replace(lab, theories=theories), [Event("theory", "publish.new", params)], _text(act)


def _check_withdraw(lab: Lab, act: LabAction) -> Refusal | None:
    if act.args[0] not in lab.theories:
        return Refusal("lab_no_theory", "publish.new", {"ingredient": act.args[0]})
    return None


def _withdraw(lab: Lab, act: LabAction) -> Effect:
    """A token that was written down by mistake; the rules know no such thing."""
    after, over = _without(lab, (act.args[0],))
    event = Event("withdrawn", "publish.new", {"seat": act.seat, "ingredient": act.args[0]})
    return after, [event, *over], _text(act)


def _without(lab: Lab, ingredients: Sequence[str]) -> tuple[Lab, list[Event]]:
    """The board without these theories; their conflicts end (clause conflict.end, ruling 62)."""
    over = debunking.ending(lab.conflicts, ingredients)
    theories = {name: token for name, token in lab.theories.items() if name not in ingredients}
    events = [Event("conflict_over", "conflict.end", {"pair": pair}) for pair in over]
    return replace(lab, theories=theories, conflicts=lab.conflicts - set(over)), events


def _debunk_one(lab: Lab, act: LabAction) -> Effect:
    """Apprentices see the true sign of one colour (clause debunk.apprentice)."""
    ingredient, colour = act.args
    sign = SIGNS[lab.truth[ingredient]][colour]
    params = {"seat": act.seat, "ingredient": ingredient, "colour": colour, "sign": sign}
    shown = Event("aspect", "debunk.apprentice", params)
    if ingredient not in lab.theories:
        return lab, [shown], _text(act)
    after, events = _judged(lab, act, debunking.apprentice(lab.theories, ingredient, colour, sign))
    return after, [shown, *events], _text(act)


def _debunk_two(lab: Lab, act: LabAction) -> Effect:
    """Masters learn only whether two ingredients make a potion (clause debunk.master)."""
    result = act.args[2]
    answer = mix(lab.truth[act.args[0]], lab.truth[act.args[1]]) == result
    params = {"seat": act.seat, "pair": act.pair, "potion": result}
    shown = Event("debunk_yes" if answer else "debunk_no", "debunk.master", params)
    if not lab.theories:
        return lab, [shown], _text(act)
    outcome = debunking.master(lab.theories, lab.conflicts, act.pair, result, answer)
    after, events = _judged(lab, act, outcome)
    return after, [shown, *events], _text(act)


def _judged(lab: Lab, act: LabAction, outcome: debunking.DebunkOutcome) -> tuple[Lab, list[Event]]:
    """The board after a debunk, as far as theories were written down here."""
    if outcome.conflict:
        event = Event("conflict_shown", outcome.clause, {"pair": outcome.conflict})
        return replace(lab, conflicts=lab.conflicts | {outcome.conflict}), [event]
    if not outcome.falls:
        return lab, [Event("debunk_failed", outcome.clause, {"seat": act.seat})]
    fallen = [
        Event(
            "theory_falls",
            outcome.clause,
            {"ingredient": ingredient, "alchemical": lab.theories[ingredient], "colour": colour},
        )
        for ingredient, colour in outcome.falls
    ]
    after, over = _without(lab, [ingredient for ingredient, _ in outcome.falls])
    return after, [*fallen, *over]


# --- The course of the game ---------------------------------------------------------------------------------


def _check_round(lab: Lab, act: LabAction) -> Refusal | None:
    return Refusal("lab_round", "series.rounds", {"n": ROUNDS}) if lab.round >= ROUNDS else None


def _round(lab: Lab, act: LabAction) -> Effect:
    """A new round has a new student (clause student.new)."""
    after = replace(lab, round=lab.round + 1, unhappy=False, peeked=frozenset())
    return after, [Event("round_started", "series.rounds", {"n": after.round})], _text(act)


def _check_nothing(lab: Lab, act: LabAction) -> Refusal | None:
    return None


def _reveal(lab: Lab, act: LabAction) -> Effect:
    """The great reveal: from now on everybody knows the world (clause reveal.answers)."""
    events = [Event("revealed", ONLY_REVEALED, {"seat": act.seat})]
    events += [
        Event("formula", "mix.world", {"ingredient": ingredient, "alchemical": lab.truth[ingredient]})
        for ingredient in INGREDIENTS
    ]
    return replace(lab, revealed=True), events, _text(act)


class LabVerb(NamedTuple):
    """What its arguments may be, whether it may be done, and what it does."""

    args: tuple[Sequence[str], ...]
    check: Callable[[Lab, LabAction], Refusal | None]
    do: Callable[[Lab, LabAction], Effect]


_PAIR = (INGREDIENTS, INGREDIENTS)
_EXPERIMENT = LabVerb(_PAIR, _check_pair, _mix)
# A verb may stand here twice, with other arguments.
VERBS: Mapping[str, tuple[LabVerb, ...]] = {
    "student": (_EXPERIMENT,),
    "drink": (_EXPERIMENT,),
    "cap": (_EXPERIMENT,),
    "sell": (LabVerb((*_PAIR, RESULTS), _check_wanted, _sell),),
    "debunk": (
        LabVerb((INGREDIENTS, COLOURS), _check_nothing, _debunk_one),
        LabVerb((*_PAIR, RESULTS), _check_pair, _debunk_two),
    ),
    "exhibit": (LabVerb((*_PAIR, RESULTS), _check_exhibit, _exhibit),),
    "peek": (LabVerb((), _check_peek, _peek),),
    "theory": (LabVerb((INGREDIENTS, ALCHEMICALS), _check_theory, _theory),),
    "withdraw": (LabVerb((INGREDIENTS,), _check_withdraw, _withdraw),),
    "round": (LabVerb((), _check_round, _round),),
    "reveal": (LabVerb((), _check_nothing, _reveal),),
}
MIXES = frozenset({"student", "drink", "cap", "sell", "exhibit"})
NOTES = frozenset({"theory", "withdraw"})  # kept beside the game: whoever writes them down plays nothing


# --- Doing --------------------------------------------------------------------------------------------------


def check(lab: Lab, seat: int, text: str) -> Refusal | None:
    """Why `seat` may not do this now, or None."""
    if not 0 <= seat < lab.players:
        return Refusal("lab_seat", "setup.players", {"n": seat + 1, "max": lab.players})
    if lab.revealed:
        return Refusal("lab_revealed", ONLY_REVEALED)
    words = text.split()
    verbs = VERBS.get(words[0], ()) if words else ()
    verb = next((each for each in verbs if len(each.args) == len(words) - 1), None)
    if verb is None:
        return Refusal("lab_bad_action", "lab.use", {"text": text[:TEXT_SHOWN]})
    for word, allowed in zip(words[1:], verb.args, strict=True):
        if word not in allowed:
            return Refusal("lab_unknown", "lab.use", {"text": word[:TEXT_SHOWN]})
    return verb.check(lab, LabAction(seat, words[0], tuple(words[1:])))


def act(lab: Lab, seat: int, text: str, draw: int = 0) -> tuple[Lab, tuple[Event, ...]]:
    """The laboratory after something was done, and what came to light for whom. Raises IllegalMove.

    `draw` is a number from outside that decides what the rules leave to chance.
    """
    refusal = check(lab, seat, text)
    if refusal is not None:
        raise IllegalMove(refusal)
    verb, *args = text.split()
    after = _done(lab, LabAction(seat, verb, tuple(args), draw))
    return after, after.history[-1]


def replay(players: int, truth: Mapping[str, str], entries: Iterable[Deed]) -> Lab:
    """A laboratory from what is stored of it; stored texts were checked when they were made."""
    lab = Lab(players, truth)
    for entry in entries:
        verb, *args = entry.text.split()
        lab = _done(lab, LabAction(entry.seat, verb, tuple(args)))
    return lab


def _done(lab: Lab, act: LabAction) -> Lab:
    verbs = VERBS[act.verb]
    verb = next((each for each in verbs if len(each.args) == len(act.args)), verbs[0])
    after, events, text = verb.do(lab, act)
    return replace(
        after,
        log=(*lab.log, Deed(act.seat, text)),
        history=(*lab.history, tuple(events)),
        mixed=after.mixed if act.verb in MIXES | NOTES else None,
    )


def _text(act: LabAction) -> str:
    return " ".join([act.verb, *act.args])


# --- What somebody knows ------------------------------------------------------------------------------------


class KnownFact(NamedTuple):
    """A fact and the number of the entry, from 1, that showed it."""

    entry: int
    fact: Fact


def facts_of(lab: Lab, seat: int | None) -> tuple[KnownFact, ...]:
    """All facts about the world that `seat` (None: a bystander) has from this laboratory, in order."""
    return tuple(
        KnownFact(n, fact)
        for n, events in enumerate(lab.history, start=1)
        for event in events
        if event.visible_to(seat)
        for fact in _facts_in(event)
    )


def _facts_in(event: Event) -> Iterable[Fact]:
    p: Mapping[str, Any] = event.params
    if event.kind in ("mixed_pair", "exhibit_pair", "debunk_yes"):
        yield Fact("mix", p["pair"], (p["potion"],))
    elif event.kind in ("exhibit_not_pair", "debunk_no"):
        yield Fact("not_mix", p["pair"], (p["potion"],))
    elif event.kind == "sold_pair":
        yield Fact("sale", p["pair"], (p["wanted"], p["level"]))
    elif event.kind == "peeked_private" and p["seen"]:
        yield Fact(p["seen"][0], (p["ingredient"],), tuple(p["seen"][1:]))
    elif event.kind == "aspect":
        yield Fact("aspect", (p["ingredient"],), (p["colour"], p["sign"]))
    elif event.kind == "formula":
        yield Fact("is", (p["ingredient"],), (p["alchemical"],))

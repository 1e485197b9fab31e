"""The outcome of an action, large enough for a whole table, and what it does there."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.alchemists.rulebook.words import SIGN_WORDS
from games.alchemists.simulator.deduction.data import GAME, SIGN_OF
from games.alchemists.simulator.presenting.things import card, name, short, thing
from rulebook.wording import sentences
from simulator.engine.game import Event

# Verbs whose outcome is a moment of its own, shown large.
MOMENTS = frozenset({"student", "drink", "cap", "sell", "debunk", "exhibit", "peek"})
LEVEL_TINTS: Mapping[str, str] = {"exact": "green", "sign": "teal", "neutral": "ochre", "wrong": "red"}
# What drinking does, by potion; every other one does nothing.
DRINK_CLAUSES = {
    "potion_poison": "drink.poison",
    "potion_paralysis": "drink.paralysis",
    "potion_insanity": "drink.insanity",
}


class MomentSentence(NamedTuple):
    """A sentence with its clause; `private` for what only the reader knows."""

    text: str
    clause: str
    private: bool = False


class Moment(NamedTuple):
    """The outcome of an action, large enough for a whole table.

    `icon` and `tint` draw it, `title` names it, `about` says of what; `done` says what was done by whom.
    `tone`: "good", "bad" or nothing.
    """

    icon: str
    tint: str
    title: str
    about: str = ""
    tone: str = ""
    done: str = ""
    effects: tuple[MomentSentence, ...] = ()


def moment_of(event: Event, lang: str) -> Moment:
    """How the first event of an action is drawn."""
    return _MOMENTS[event.kind](event.params, lang)


def effects_of(event: Event, lang: str, *, unhappy_before: bool) -> Iterator[MomentSentence]:
    """What an outcome does at the table; `unhappy_before`: the student wanted gold already."""
    found = _effect(event, unhappy_before)
    if found:
        yield MomentSentence(sentences.render(GAME, "mark", found[0], {}, lang), found[1])


def _effect(event: Event, unhappy_before: bool) -> tuple[str, str] | None:
    """The catalogue's code for what an outcome does at the table, with its clause."""
    params = event.params
    if event.kind == "mixed_student":
        sour = "lab_student_sour" if SIGN_OF.get(params["potion"]) == "-" else "lab_student_fine"
        return ("lab_student_paid" if unhappy_before else sour), "student.price"
    if event.kind == "mixed_drink":
        potion = card(params["potion"]).id
        clause = DRINK_CLAUSES.get(potion)
        return (f"lab_drink_{potion}", clause) if clause else ("lab_drink_fine", "drink.effects")
    if event.kind == "sold":
        return f"lab_{card(params['level']).id}", "sell.price"
    return _EFFECTS.get(event.kind)


def done_words(verb: str) -> str:
    """What was done, below the outcome."""
    return {
        "student": gettext("тест на студенте"),
        "drink": gettext("испытание на себе"),
        "cap": gettext("Колпак познаний"),
        "sell": gettext("продажа"),
        "debunk": gettext("опровержение"),
        "exhibit": gettext("выставка"),
        "peek": gettext("Перископ"),
    }[verb]


_EFFECTS: Mapping[str, tuple[str, str]] = {
    "mixed_cap": ("lab_cap", "cap.tests"),
    "exhibited": ("lab_exhibited", "exhibition.first"),
    "exhibit_failed": ("lab_exhibit_failed", "exhibition.fail"),
}


def _drawn(code: str, lang: str) -> Moment:
    """A potion or a quality level as it came out."""
    shown = thing(code, lang)
    return Moment(shown.icon, shown.tint, shown.name)


def _sold(p: Mapping[str, Any], lang: str) -> Moment:
    about = gettext("Заказано: %(potion)s") % {"potion": short(p["wanted"], lang)}
    tone = "bad" if card(p["level"]).data["loses_reputation"] else "good"
    return _drawn(p["level"], lang)._replace(about=about, tone=tone, tint=LEVEL_TINTS[p["level"]])


def _aspect(p: Mapping[str, Any], lang: str) -> Moment:
    colour = GAME.colour_by_id[p["colour"]].name.in_(lang)
    sign = SIGN_WORDS[lang][p["sign"]]
    picture = "plus" if p["sign"] == "+" else "minus"
    return Moment(picture, p["colour"], f"{colour} {sign}".capitalize(), name(p["ingredient"], lang))


def _answered(p: Mapping[str, Any], lang: str, yes: bool) -> Moment:
    about = f"{' + '.join(short(code, lang) for code in p['pair'])} = {short(p['potion'], lang)}?"
    if yes:
        return Moment("check", "green", gettext("Да"), about, "good")
    return Moment("close", "red", gettext("Нет"), about, "bad")


def _promised(p: Mapping[str, Any], lang: str, done: bool) -> Moment:
    about = gettext("Обещано: %(potion)s") % {"potion": short(p["potion"], lang)}
    drawn = _drawn(p["potion"], lang)
    if done:
        return drawn._replace(title=gettext("Получилось!"), about=about, tone="good")
    return Moment("close", "red", gettext("Не получилось"), about, "bad")


def _peeked(p: Mapping[str, Any], lang: str) -> Moment:
    return Moment("periscope", "none", gettext("Смотрит в Перископ"))


_MOMENTS: Mapping[str, Callable[[Mapping[str, Any], str], Moment]] = {
    "mixed_student": lambda p, lang: _drawn(p["potion"], lang),
    "mixed_drink": lambda p, lang: _drawn(p["potion"], lang),
    "mixed_cap": lambda p, lang: _drawn(p["potion"], lang),
    "sold": _sold,
    "aspect": _aspect,
    "debunk_yes": lambda p, lang: _answered(p, lang, True),
    "debunk_no": lambda p, lang: _answered(p, lang, False),
    "exhibited": lambda p, lang: _promised(p, lang, True),
    "exhibit_failed": lambda p, lang: _promised(p, lang, False),
    "peeked": _peeked,
}

"""What the pages of a notebook show: contexts for templates, one function for each page."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.alchemists.rulebook import numbers
from games.alchemists.rulebook.words import SIGN_WORDS
from games.alchemists.scoring.points import SEALS, ZONES
from games.alchemists.simulator.deduction.chemistry import MIX
from games.alchemists.simulator.deduction.data import (
    ALCHEMICALS,
    COLOURS,
    GAME,
    INGREDIENTS,
    LEVELS,
    POTIONS,
    RESULTS,
)
from games.alchemists.simulator.deduction.deduction import deduce
from games.alchemists.simulator.notebook.book import NotebookLine, OpenNotebook
from games.alchemists.simulator.notebook.forms import TOOLS, WAYS
from games.alchemists.simulator.notebook.models import Notebook
from games.alchemists.simulator.presenting import chains, grid, things
from games.alchemists.simulator.presenting.advising import TOPICS, AdviceBasis, advise
from games.alchemists.simulator.presenting.asking import (
    ATTEMPTS,
    BUYERS,
    CARDS_OF_A_KIND,
    DISCOUNTS,
    OWN,
    SEALS_OWNED,
    Asking,
    asking_of,
)
from games.alchemists.simulator.presenting.asking import LEVELS as DEBUNK_LEVELS


class Shown(NamedTuple):
    """A line of the list in words."""

    line: NotebookLine
    text: str


def shown(lines: Sequence[NotebookLine], lang: str) -> list[Shown]:
    return [Shown(line, grid.say("fact", line.code, line.params, lang)) for line in lines]


# --- The notebook itself ------------------------------------------------------------------------------------


def live_context(book: OpenNotebook, said: str, lang: str, *, weighed: bool) -> dict[str, Any]:
    """The grid, the triangle, conclusions, the list. `said` is the number of a note just made."""
    clauses = [line.clause for line in book.fact_lines]
    return {
        "grid": grid.grid_context(book.facts, lang, weighed=weighed),
        "triangle": grid.triangle_context(book.facts, lang, weighed=weighed),
        "chances": grid.chances_context(book.facts, weighed=weighed),
        "chains": chains.chains_context(book.facts, lang, clauses),
        "clash": _clash(book, lang),
        "lines": list(reversed(shown(book.lines, lang))),
        "removed": list(reversed(shown(book.removed, lang))),
        "guesses": book.guesses,
        "said": _said(book, said, lang),
        "theories": list(book.public.theories.items()),
        "conflicts": [things.say_pair(pair, lang) for pair in sorted(book.public.conflicts)],
    }


def _clash(book: OpenNotebook, lang: str) -> list[Shown]:
    """The smallest list of facts that can't all be true."""
    contradiction = deduce(book.facts).contradiction or ()
    return shown([book.fact_lines[index] for index in contradiction], lang)


def _said(book: OpenNotebook, number: str, lang: str) -> dict[str, Any] | None:
    """What a note just made has changed: how many worlds there were before it."""
    line = next((each for each in book.lines if str(each.note) == number), None) if number else None
    if line is None or not line.note:
        return None
    after = deduce(book.facts).worlds
    before = deduce([each.fact for each in book.fact_lines if each is not line and each.fact]).worlds
    return {
        "shown": Shown(line, grid.say("fact", line.code, line.params, lang)),
        "before": numbers.count(before, lang),
        "after": numbers.worlds(after, lang),
        "changed": line.fact is not None,
        "news": before != after,
    }


# --- Noting -------------------------------------------------------------------------------------------------


class Tab(NamedTuple):
    """Something to choose: its id, its name, its icon."""

    id: str
    name: str
    icon: str = ""


def tools() -> list[Tab]:
    """What can be noted."""
    names = (
        gettext("Мой опыт"),
        gettext("Продажа"),
        gettext("Чужой опыт"),
        gettext("Опровержение"),
        gettext("Догадка"),
        gettext("Теория"),
    )
    icons = ("mix", "sell", "periscope", "debunk", "what-if", "publish")
    return [Tab(*row) for row in zip(TOOLS, names, icons, strict=True)]


def ways(tool: str) -> list[Tab]:
    """In which ways something is learned."""
    names = {
        "foreign": (gettext("Вышло зелье"), gettext("Показали уровень")),
        "debunk": (gettext("Ученики"), gettext("Магистры"), gettext("Противоречие")),
    }
    return [Tab(*row) for row in zip(WAYS.get(tool, ()), names.get(tool, ()), strict=True)]


class Aspect(NamedTuple):
    """A sign of a colour, to be tapped: «R +»."""

    value: str
    colour: str
    name: str
    icon: str


def note_context(book: OpenNotebook, tool: str, way: str, lang: str) -> dict[str, Any]:
    """The form of a tool: everything to choose from."""
    return {
        "tool": tool,
        "way": way,
        "form": f"simulator/alchemists/notebook/forms/{way or tool}.html"
        if tool != "foreign"
        else FOREIGN_FORM,
        "tools": tools(),
        "ways": ways(tool),
        "ingredients": [things.thing(code, lang) for code in INGREDIENTS],
        "potions": [things.thing(code, lang) for code in POTIONS],
        "results": [things.thing(code, lang) for code in RESULTS],
        "levels": [things.thing(code, lang) for code in LEVELS],
        "formulas": ALCHEMICALS,
        "aspects": [_aspect(colour, sign, lang) for sign in "+-" for colour in COLOURS],
        "theories": book.public.theories,
        "published": [things.thing(code, lang) for code in INGREDIENTS if code in book.public.theories],
        "unpublished": [things.thing(code, lang) for code in INGREDIENTS if code not in book.public.theories],
        "tokens": [code for code in ALCHEMICALS if code not in book.public.theories.values()],
        "foretold": _foretold(book, lang),
    }


FOREIGN_FORM = "simulator/alchemists/notebook/forms/foreign.html"


def _aspect(colour: str, sign: str, lang: str) -> Aspect:
    words = f"{GAME.colour_by_id[colour].name.in_(lang)} {SIGN_WORDS[lang][sign]}"
    return Aspect(f"{colour} {sign}", colour, words, "plus" if sign == "+" else "minus")


def _foretold(book: OpenNotebook, lang: str) -> list[str]:
    """What the published theories foretell of each pair: «жаба + папоротник: зелье мудрости»."""
    theories = book.public.theories
    known = [code for code in INGREDIENTS if code in theories]
    made = [
        ((first, second), MIX[theories[first], theories[second]])
        for n, first in enumerate(known)
        for second in known[n + 1 :]
    ]
    return [f"{things.say_pair(pair, lang)}: {things.short(potion, lang)}" for pair, potion in made]


# --- Advice -------------------------------------------------------------------------------------------------


class Stepper(NamedTuple):
    """Something with a stepper: how many there are, whether there may be more or fewer."""

    code: str
    name: str
    icon: str
    tint: str
    n: int
    more: bool


class Option(NamedTuple):
    """A choice of a setting. `about` says more."""

    value: str
    name: str
    on: bool
    about: str = ""
    icon: str = ""


def level_of(notebook: Notebook) -> str:
    """On which level the table debunks, if a laboratory says so."""
    return notebook.seat.laboratory.level if notebook.seat else ""


def topics() -> list[Tab]:
    names = (
        gettext("Опыты"),
        gettext("Продажи"),
        gettext("Теории"),
        gettext("Опровергнуть"),
        gettext("Выставка"),
    )
    return [
        Tab(*row) for row in zip(TOPICS, names, ("mix", "sell", "publish", "debunk", "exhibit"), strict=True)
    ]


def advice_context(book: OpenNotebook, topic: str, lang: str, *, weighed: bool) -> dict[str, Any]:
    """A topic's advice with everything that it was asked with; none while the facts clash."""
    asking = asking_of(book.notebook.settings, level_of(book.notebook))
    clash = _clash(book, lang)
    known = AdviceBasis(book.facts, book.public.theories, frozenset(book.public.conflicts), weighed)
    missing = _missing(topic, known, asking)
    return {
        "topic": topic,
        "topics": topics(),
        "asking": asking,
        "clash": clash,
        "missing": missing,
        "advised": None if clash or missing else advise(topic, known, asking, lang),
        "worlds_words": numbers.worlds(known.odds.total, lang, weighed=known.odds.are_weighed),
        "chances": grid.chances_context(book.facts, weighed=weighed),
        "hand": _hand(asking, lang),
        "seals": _seals(asking, lang),
        "zones": _zones(asking, lang),
        "discounts": [Option(str(n), str(n), n == asking.discount) for n in DISCOUNTS],
        "buyers": _buyers(asking, lang),
        "debunk_levels": _debunk_levels(asking),
        "attempts": [Option(str(n), str(n), n == asking.attempts) for n in ATTEMPTS],
        "shown": [_shown_potion(asking, code, lang) for code in POTIONS],
        "theories": list(book.public.theories.items()),
    }


def _missing(topic: str, known: AdviceBasis, asking: Asking) -> str:
    """What has to be said before there is advice."""
    if topic == "exhibition" and not asking.cards:
        return gettext("Отметьте карты на руке: из них и составим план выставки.")
    if topic == "debunks" and not known.theories:
        return gettext("Опровергать пока нечего: запишите, какие теории опубликованы.")
    if topic == "theories" and not asking.seals_left:
        return gettext("Печатей не осталось: ни опубликовать, ни согласиться нельзя.")
    return ""


def _hand(asking: Asking, lang: str) -> list[Stepper]:
    return [
        Stepper(*things.thing(code, lang), asking.hand[code], asking.hand[code] < CARDS_OF_A_KIND)
        for code in INGREDIENTS
    ]


def _seals(asking: Asking, lang: str) -> list[Stepper]:
    return [
        Stepper(*things.thing(code, lang), asking.seals[code], asking.seals[code] < SEALS_OWNED[code])
        for code in SEALS
    ]


def _zones(asking: Asking, lang: str) -> list[Option]:
    found = []
    for zone, row in zip(ZONES, GAME.constants["zones"], strict=True):
        last = f"–{zone.last}" if zone.last else "+"
        found.append(Option(zone.id, f"{zone.first}{last}", zone.id == asking.zone, row[lang]))
    return found


def _buyers(asking: Asking, lang: str) -> list[Option]:
    named = {card.id: card.name.in_(lang) for card in GAME.cards if card.kind == "adventurer"}
    return [
        Option(buyer, named.get(buyer) or gettext("Все заказы"), buyer == asking.buyer) for buyer in BUYERS
    ]


def _debunk_levels(asking: Asking) -> list[Option]:
    names = (gettext("Ученики"), gettext("Магистры"))
    return [
        Option(value, said, value == asking.level) for value, said in zip(DEBUNK_LEVELS, names, strict=True)
    ]


def _shown_potion(asking: Asking, code: str, lang: str) -> Option:
    state = asking.shown[code]
    words = {"free": gettext("никто"), "others": gettext("другой"), "own": gettext("я")}[state]
    return Option(code, things.name(code, lang), state == OWN, words, things.thing(code, lang).icon)

"""What follows from facts about the secret world of «Алхимики»."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext

from games.alchemists.simulator.deduction.advice import gains, pairs_in
from games.alchemists.simulator.deduction.deduction import Deduced, Forced, deduce, forced, odds_of
from games.alchemists.simulator.deduction.facts import (
    FILE_MOST,
    BadFact,
    Fact,
    partners_of,
    read_all,
    read_hand,
    words,
)
from rulebook.content import reading
from rulebook.wording.sentences import render
from web import strict_json
from web.refusal import Refusal

STDIN = "-"
GAME = reading.load("alchemists")


class Command(BaseCommand):
    help = (
        "Reads {'facts': […], 'hand': […]?} and prints what is left of 40,320 worlds, what is forced and"
        " by which facts (counted from 0), what each mix would tell, and which facts can't all be true."
        " After a look at a sale worlds are weighed by how many partners could have given its answer."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="JSON; - reads standard input")
        parser.add_argument(
            "--strike-only", action="store_true", help="facts strike out worlds and weigh none"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
        parser.add_argument(
            "--lang", choices=[code for code, _ in settings.LANGUAGES], default=settings.LANGUAGE_CODE
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["lang"]):
            facts, hand = read(options["file"], options["lang"])
            found = answer(facts, hand, weighed=not options["strike_only"])
            if options["json"]:
                self.stdout.write(json.dumps(found, ensure_ascii=False, indent=1))
            else:
                self.stdout.writelines(f"{line}\n" for line in lines(facts, found, options["lang"]))


def read(name: str, lang: str) -> tuple[tuple[Fact, ...], tuple[str, ...] | None]:
    """The facts and the hand of a file. Raises CommandError with a sentence."""
    try:
        text = sys.stdin.read() if name == STDIN else Path(name).read_text(encoding="utf-8")
        data = strict_json.read(text)
    except OSError as error:
        raise CommandError(gettext("Файл не прочитать: %(why)s") % {"why": error}) from None
    except ValueError as error:
        raise CommandError(gettext("%(file)s: это не JSON: %(why)s") % {"file": name, "why": error}) from None
    if not isinstance(data, dict) or not {"facts"} <= data.keys() <= {"facts", "hand"}:
        raise CommandError(gettext("%(file)s: нужны «facts» и, если есть, «hand».") % {"file": name})
    key = "facts"
    try:
        facts = read_all(data[key], FILE_MOST)
        key = "hand"
        return facts, read_hand(data[key]) if key in data else None
    except BadFact as error:
        where = key if error.place is None else f"{key}[{error.place}]"
        raise CommandError(f"{where}: {sentence(error.refusal, lang)}") from None


def sentence(refusal: Refusal, lang: str) -> str:
    """A refusal with the number of its clause."""
    said = render(GAME, "refusal", refusal.code, refusal.params, lang)
    return f"{said} ({GAME.clause_by_id[refusal.clause].number})"


def answer(facts: Sequence[Fact], hand: Sequence[str] | None, *, weighed: bool = True) -> dict[str, Any]:
    """Everything as JSON; worlds are counted, pairs stand in the order of the content. Where worlds are
    weighed, `chances` has what the counts don't say.
    """
    odds, counted = odds_of(tuple(facts), weighed=weighed), deduce(facts, weighed=False)
    return {
        "worlds": counted.worlds,
        "table": counted.table,
        "forced": [_forced(each) for each in forced(facts)],
        "gains": [
            {"pair": list(gain.pair), "bits": round(gain.bits, 6)}
            for gain in gains(odds.worlds, pairs_in(hand), count=odds.count)
        ],
        "contradiction": None if counted.contradiction is None else list(counted.contradiction),
        **({"chances": _chances(deduce(facts))} if odds.are_weighed else {}),
    }


def _chances(deduced: Deduced) -> dict[str, dict[str, str]]:
    """Of each ingredient the formulas that it may have, with their chances: «1/4»."""
    return {
        ingredient: {code: str(chance) for code, chance in deduced.chances(ingredient).items()}
        for ingredient in deduced.table
    }


def _forced(each: Forced) -> dict[str, Any]:
    if each.pair:
        return {"pair": list(each.pair), "result": each.result, "because": list(each.because)}
    return {"ingredient": each.ingredient, "alchemical": each.alchemical, "because": list(each.because)}


def _weighed(facts: Sequence[Fact], chances: dict[str, dict[str, str]], lang: str) -> list[str]:
    """The chances of what was seen in sales, and what they go by."""
    seen = dict.fromkeys(fact.ingredients[0] for fact in facts if partners_of(fact))
    rows = (
        (name_of(ingredient, lang), ", ".join(f"{name_of(code, lang)} {n}" for code, n in row.items()))
        for ingredient, row in chances.items()
        if ingredient in seen
    )
    said = gettext("Миры взвешены: чем больше напарников дали бы в мире тот же ответ, тем он вероятнее.")
    return [said, *(f"{name}: {row}" for name, row in rows)]


def name_of(code: str, lang: str) -> str:
    return GAME.card_by_code[code].short.in_(lang)


def lines(facts: Sequence[Fact], found: dict[str, Any], lang: str) -> list[str]:
    """The same for people: facts numbered from 0, conclusions with the facts that force them."""
    said = [f"{n}: {render(GAME, 'fact', *words(fact), lang)}" for n, fact in enumerate(facts)]
    if found["contradiction"] is not None:
        numbers = ", ".join(map(str, found["contradiction"]))
        return [*said, gettext("Вместе не могут быть верны: %(facts)s") % {"facts": numbers}]
    said.append(gettext("Миров осталось: %(n)s") % {"n": found["worlds"]})
    if "chances" in found:
        said += _weighed(facts, found["chances"], lang)
    for row in found["forced"]:
        if "pair" in row:
            code, params = "forced_pair", {"pair": row["pair"], "potion": row["result"]}
        else:
            code, params = "forced_is", {key: row[key] for key in ("ingredient", "alchemical")}
        because = ", ".join(map(str, row["because"]))
        said.append(f"{render(GAME, 'event', code, params, lang)} [{because}]")
    for row in found["gains"][:3]:
        pair = " + ".join(name_of(code, lang) for code in row["pair"])
        said.append(gettext("%(pair)s: %(bits)s бита") % {"pair": pair, "bits": number_format(row["bits"])})
    return said

"""Template tags about what changed: what an entry said before, and how a change is told."""

from datetime import date
from typing import Any, NamedTuple

from django import template
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from rulebook.content import history
from rulebook.content.entries import Box, GameContent, Revision
from rulebook.models import Status
from rulebook.templatetags.rules import opens

register = template.Library()
PAGES = {"chapter", "clause", "figure", "ruling", "term", "card", "element"}  # kinds with a page of their own
KIND_WORDS = {
    "chapter": gettext_lazy("глава"),
    "clause": gettext_lazy("правило"),
    "figure": gettext_lazy("рисунок"),
    "ruling": gettext_lazy("разъяснение"),
    "term": gettext_lazy("слово"),
    "card": gettext_lazy("карта"),
    "element": gettext_lazy("элемент"),
    "kind": gettext_lazy("вид карт"),
    "colour": gettext_lazy("цвет"),
    "option": gettext_lazy("настройка"),
    "step": gettext_lazy("шаг хода"),
    "game": gettext_lazy("об игре"),
    "box": gettext_lazy("о дополнении"),
}
FACT_WORDS = {
    "status": gettext_lazy("кто так решил"),
    "since": gettext_lazy("с какого дня"),
    "said": gettext_lazy("где сказано"),
    "value": gettext_lazy("число"),
    "points": gettext_lazy("очки"),
    "ingredients": gettext_lazy("состав"),
    "reconstruction": gettext_lazy("восстановлено нами"),
    "guessed": gettext_lazy("восстановлено нами"),
}


class ChangeLine(NamedTuple):
    """A change as a page lists it: the entry with its kind in a word, its number, and where it stands, if it
    has a page and is there still. `facts` are what else was otherwise, in words.
    """

    revision: Revision
    kind: str
    number: str
    title: str
    url: str
    box: Box | None
    facts: list[tuple[str, str]]


@register.simple_tag
def change_line(game: GameContent, revision: Revision) -> ChangeLine:
    """`{% change_line game revision as line %}`: `game` is one with all of its boxes."""
    entry = _entry(game, revision)
    number = getattr(entry, "number", "")
    known = entry is not None and revision.what != history.GONE
    return ChangeLine(
        revision=revision,
        kind=str(KIND_WORDS.get(revision.kind, "")),
        number=str(number),
        title=_title(entry, revision),
        url=reverse(f"rulebook:{revision.kind}", args=[game.id, revision.id])
        if known and revision.kind in PAGES
        else "",
        box=game.box_by_id.get(revision.box),
        facts=_facts(revision),
    )


def _entry(game: GameContent, revision: Revision) -> Any:
    by_id = getattr(game, f"{revision.kind}_by_id", {})
    return game if revision.kind == "game" else by_id.get(revision.id)


def _title(entry: Any, revision: Revision) -> str:
    title = getattr(entry, "title", None) or getattr(entry, "name", None) or revision.title
    return opens(title) or revision.id


def _facts(revision: Revision) -> list[tuple[str, str]]:
    told = revision.facts.items()
    return [(str(FACT_WORDS[name]), _fact(name, value)) for name, value in told if name in FACT_WORDS]


def _fact(name: str, value: str) -> str:
    if name == "status" and value in Status.values:
        return str(Status(value).label)
    if value == "yes":
        return gettext("да")
    return value or gettext("не сказано")


@register.inclusion_tag("rulebook/_was.html")
def was_before(game: GameContent, kind: str, entry_id: str) -> dict[str, Any]:
    """`{% was_before game "clause" clause.id %}`: what an entry said before, folded; else nothing."""
    changed = [each for each in game.revisions_of(kind, entry_id) if each.what == history.CHANGED]
    told = [(date.fromisoformat(each.date), each, _facts(each)) for each in changed]
    return {"game": game, "told": told}

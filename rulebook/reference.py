"""What a reference sheet shows, the same on paper and on a page: numbers of rules, what its game draws and
counts, what boxes change.
"""

import re
from collections.abc import Container, Mapping
from functools import lru_cache
from html import unescape
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from rulebook import game as games
from rulebook.content.boxes import ChangedRule, changes
from rulebook.content.entries import Box, Card, Clause, GameContent
from rulebook.printing.cards.paint import Size
from rulebook.printing.layout.plain_reference import MARGINS
from rulebook.printing.paper import PAPERS
from rulebook.surfaces import ON_PAGE, Surface
from web.language import page_language

HEADING = re.compile(r'<h2(?: id="(?P<id>[^"]+)")?(?P<more>[^>]*)>(?P<title>.*?)</h2>', re.DOTALL)
ASIDE = re.compile(r'<svg.*?</svg>|<small>.*?</small>|<span class="num">.*?</span>', re.DOTALL)
Numbers = dict[str, dict[str, SafeString]]
DEFAULT_PAPER = "a4"
KEPT = 50  # sheets of games with boxes in both languages


def context(
    base: GameContent, on_table: GameContent, surface: Surface, paper: str = DEFAULT_PAPER
) -> Mapping[str, Any]:
    """What the templates of the sheet need: the game is `base`, and `on_table` has its boxes as well."""
    sheet = PAPERS[paper]
    changed = {change.clause.id for change in changes(on_table)}
    return {
        "surface": surface,
        "n": _numbers(base, changed, surface),
        "changed_by": on_table.boxes,
        "sections": change_sections(on_table),
        "worded": worded(base),
        "height": f"{sheet.height - MARGINS:g}mm",
        **games.get(base.id).reference(base, page_language(), Size(sheet.width, sheet.height)),
    }


def worded(game: GameContent) -> list[str]:
    """The templates of what the sheet says, on paper and on its page: the game's own, else that of all."""
    return [f"rulebook/{game.id}/_reference.html", "rulebook/_reference.html"]


class EmbeddedReference(NamedTuple):
    """The sheet as a part of a page, and its headings with their ids."""

    html: SafeString
    parts: list[tuple[str, str]]


def on_page(base: GameContent, on_table: GameContent) -> EmbeddedReference:
    """The sheet as a part of a page, then what boxes change."""
    return _on_page(base, on_table, get_language())


@lru_cache(maxsize=KEPT)  # every reader sees the same, and it takes longer than the page around it
def _on_page(base: GameContent, on_table: GameContent, lang: str) -> EmbeddedReference:
    shown = {"game": base, "on_table": on_table, **context(base, on_table, ON_PAGE)}
    sheet = render_to_string([f"rulebook/{base.id}/_reference_page.html", *worded(base)], shown)
    return _with_parts(sheet + render_to_string("rulebook/_reference_changes.html", shown))


def _with_parts(html: str) -> EmbeddedReference:
    """Gives each heading an id, if it has none: games write their sheets for paper, which needs none."""
    parts = []

    def named(found: re.Match[str]) -> str:
        key = found["id"] or f"part-{len(parts) + 1}"
        parts.append((key, unescape(strip_tags(ASIDE.sub("", found["title"])).strip())))
        return f'<h2 id="{key}"{found["more"]}>{found["title"]}</h2>'

    return EmbeddedReference(mark_safe(HEADING.sub(named, html)), parts)


def _numbers(game: GameContent, changed: Container[str], surface: Surface) -> Numbers:
    """Numbers for templates: `{{ n.overflow.take }}`, with a mark where the rule holds a decision of ours, as
    the sheet only sums rules up; and another where a box on the table changes it
    (`templates/print/_boxes_mark.html` says so).
    """
    found: Numbers = {}
    for clause in game.clauses:
        marks = f"{'†' if clause.all_ours or clause.ours else ''}{'*' if clause.id in changed else ''}"
        group, _, name = clause.id.partition(".")
        found.setdefault(group, {})[name.replace(".", "_")] = surface.number(game, clause, marks)
    return found


class BoxCard(NamedTuple):
    """A card that a box adds, and what is said of it in short pieces."""

    card: Card
    facts: list[str]


class ChangeSection(NamedTuple):
    """What one box changes, or some of them only together; and what it adds that changes nothing."""

    boxes: list[Box]
    changes: list[ChangedRule]
    new: list[Clause]
    cards: list[BoxCard]

    @property
    def told(self) -> list[tuple[Clause, list[tuple[Clause, bool]]]]:
        """Each change with its clauses, and whether a clause is told here: once is enough on paper."""
        seen: set[str] = set()
        rows = []
        for change in self.changes:
            rows.append((change.clause, [(clause, clause.id not in seen) for clause in change.by]))
            seen |= {clause.id for clause in change.by}
        return rows


def change_sections(game: GameContent) -> list[ChangeSection]:
    """What the boxes of a content change: each by itself, then what needs several."""
    needs = sorted(
        {clause.needs for clause in game.clauses if clause.needs}, key=lambda each: (len(each), each)
    )
    return [
        ChangeSection(
            [game.box_by_id[box] for box in needed],
            [
                ChangedRule(change.clause, by)
                for change in changes(game)
                if (by := tuple(clause for clause in change.by if clause.needs == needed))
            ],
            [clause for clause in game.clauses if clause.needs == needed and not clause.changes],
            _cards_of(game, needed),
        )
        for needed in needs
    ]


def _cards_of(game: GameContent, needed: tuple[str, ...]) -> list[BoxCard]:
    """The cards that lie in a box; none where cards say what they do by themselves, as recipes do."""
    own = games.get(game.id)
    cards = (card for card in own.deck(game) if (card.box,) == needed)
    return [BoxCard(card, facts) for card in cards if (facts := own.facts(game, card, page_language()))]

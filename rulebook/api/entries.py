"""What the entries of a game are as JSON: plain text to quote, a permalink, and who says so."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from rulebook import finder, origins
from rulebook import game as games
from rulebook.content import markup
from rulebook.content.entries import Card, Clause, GameContent, Ruling, Term, Text
from rulebook.hits import HitLine
from rulebook.models import Status, StoredEntry
from rulebook.search.snippets import SnippetPart
from rulebook.templatetags.rules import opens, quotation, recipe
from web.language import page_language

Json = dict[str, Any]
Entry = Clause | Ruling | Term | Card


class StatusMark(NamedTuple):
    """Who says a thing; `id` is for programs."""

    id: str
    words: str | Promise


SAID_BY: Mapping[str, StatusMark] = {
    status.value: StatusMark(status.value, status.label) for status in Status
}
RECONSTRUCTION = StatusMark("reconstruction", origins.ORIGINS["reconstruction"].words)
OURS = SAID_BY["ours"]
OF_SOURCE: Mapping[str, StatusMark] = {
    "seed": SAID_BY["rulebook"],
    "ruling": OURS,
    "edition": StatusMark("edition", gettext_lazy("другое издание")),
    "shared": StatusMark("shared", gettext_lazy("Так во всех играх, где правила не говорят иначе")),
}
MARK_IDS = tuple(dict.fromkeys(mark.id for mark in (*SAID_BY.values(), *OF_SOURCE.values(), RECONSTRUCTION)))
GROUNDS = ("heading", "public", "other")  # what a clarification rests on


@dataclass(frozen=True)
class Writer:
    """Writes what a game says in the language of the answer, with addresses that begin with `site`."""

    content: GameContent
    site: str

    def page(self, name: str, *args: str) -> str:
        """The permalink of a page."""
        return self.site + reverse(f"rulebook:{name}", args=[self.content.id, *args])

    def address(self, name: str, *args: str) -> str:
        """Where the API has the same."""
        return f"{self.site}{reverse(f'api:{name}', args=[self.content.id, *args])}?lang={page_language()}"

    def says(self, text: Text | None) -> str | None:
        return text.in_(page_language()) if text else None

    def plain(self, text: Text | None) -> str | None:
        """A text without markup, as it reads on its page."""
        return markup.plain(self.content, text, page_language()) if text else None

    def head(self, kind: str, entry: Entry, title: str, marks: Iterable[StatusMark]) -> Json:
        """What all entries say. `boxes` are those that hold it, none for the base game."""
        said = list(dict.fromkeys(marks))
        return {
            "kind": kind,
            "id": entry.id,
            "game": self.content.id,
            "title": title,
            "boxes": list(entry.homes),
            "needs": list(entry.needs),
            "marks": [{"id": mark.id, "words": str(mark.words)} for mark in said],
            "reconstruction": RECONSTRUCTION in said,
            "url": self.page(kind, entry.id),
            "api": self.address(kind, entry.id),
        }


def game(writer: Writer) -> Json:
    """A game with all of its boxes."""
    content, says = writer.content, writer.says
    return {
        "kind": "game",
        "id": content.id,
        "title": says(content.title),
        "author": says(content.author),
        **_of_guest(writer),
        "about": writer.plain(content.about),
        "edition": says(content.edition),
        "players": list(content.players),
        "minutes": content.minutes,
        "updated": content.updated,
        "digest": content.digest,
        "chapters": [
            {
                "id": each.id,
                "number": each.number,
                "title": says(each.title),
                "boxes": list(each.homes),
                "url": writer.page("chapter", each.id),
            }
            for each in content.chapters
        ],
        "boxes": [
            {"id": each.id, "title": says(each.title), "about": writer.plain(each.about)}
            for each in content.boxes
        ],
        "card_kinds": [{"id": each.id, "title": says(each.name)} for each in content.kinds],
        "counts": {name: len(getattr(content, name)) for name in ("clauses", "rulings", "terms", "cards")},
        "url": writer.page("game"),
        "api": writer.address("game"),
    }


def _of_guest(writer: Writer) -> Json:
    """Whose the texts of a game from outside are; of ours every answer says it."""
    content = writer.content
    if not finder.is_guest(content.id):
        return {}
    return {
        "guest": True,
        "licence": writer.says(content.licence) or None,
        "home": content.home or None,
    }


def clause(writer: Writer, row: StoredEntry) -> Json:
    entry: Clause = row.entry
    content, chapter = writer.content, writer.content.chapter_by_id[entry.chapter]
    return {
        **writer.head("clause", entry, entry.title.in_(page_language()), _clause_marks(entry)),
        "number": entry.number,
        "text": writer.plain(entry.text),
        "ours": writer.plain(entry.ours),
        "quote": f"{quotation(entry, content)} {writer.page('clause', entry.id)}",
        "chapter": {"id": chapter.id, "number": chapter.number, "title": writer.says(chapter.title)},
        "source": {"kind": entry.source.kind, "heading": entry.source.heading},
        "edition": writer.says(entry.edition),
        "decided_by": entry.decided_by,
        "changes": list(entry.changes),
        "rulings": row.rulings,
    }


def _clause_marks(entry: Clause) -> Iterator[StatusMark]:
    yield RECONSTRUCTION if entry.reconstruction else OF_SOURCE[entry.source.kind]
    if entry.ours:
        yield OURS


def ruling(writer: Writer, row: StoredEntry) -> Json:
    entry: Ruling = row.entry
    content, headings = writer.content, writer.content.headings
    marks = [SAID_BY[entry.status]]
    marks += [RECONSTRUCTION] if entry.reconstruction else []
    marks += [OURS] if entry.ours else []
    return {
        **writer.head("ruling", entry, entry.title.in_(page_language()), marks),
        "number": entry.number,
        "text": writer.plain(entry.text),
        "ours": writer.plain(entry.ours),
        "quote": f"{quotation(entry, content)} {writer.page('ruling', entry.id)}",
        "status": entry.status,
        "sources": [
            {
                "kind": "public" if one.public else "heading" if one.name in headings else "other",
                "name": one.name,
            }
            for one in entry.grounds
        ],
        "said": entry.said or None,
        "since": entry.since or None,
        "clauses": list(entry.clauses),
        "cards": list(entry.cards),
    }


def term(writer: Writer, row: StoredEntry) -> Json:
    """A word of the glossary; its notes are all ours, what they say stands in the rules that they name."""
    entry: Term = row.entry
    synonyms = entry.synonyms.en if page_language() == "en" else entry.synonyms.ru
    return {
        **writer.head("term", entry, opens(entry.name), ()),
        "text": writer.plain(entry.text),
        "synonyms": list(synonyms),
    }


def card(writer: Writer, row: StoredEntry) -> Json:
    entry: Card = row.entry
    content = writer.content
    return {
        **writer.head("card", entry, entry.name.in_(page_language()), _card_marks(content, entry)),
        "code": entry.code,
        "card_kind": entry.kind,
        "colour": entry.colour or None,
        "count": entry.count,
        "value": entry.value,
        "points": entry.points,
        "recipe": recipe(content, entry) or None,
        "elements": [writer.says(content.element_by_id[name].name) for name in entry.elements],
        "summary": " · ".join(games.get(content.id).summary(content, entry)) or None,
        "rule": writer.plain(entry.rule),
        "text": writer.plain(entry.text),
        "disputed": writer.plain(entry.disputed),
        "rulings": row.rulings,
    }


def _card_marks(content: GameContent, entry: Card) -> Iterator[StatusMark]:
    known = origins.origin(content, entry.provenance)
    if entry.guessed or origins.copies_guessed(entry) or known.words == RECONSTRUCTION.words:
        yield RECONSTRUCTION
    if known.words != RECONSTRUCTION.words:
        yield StatusMark(known.status, known.words)


def hit(line: HitLine, site: str, has_entries: bool) -> Json:
    """Something that the search has found; `api` is empty for what only a page shows."""
    found, writer = line.hit, Writer(line.game, site)
    args = [] if found.kind == "game" else [found.key]
    return {
        "kind": found.kind,
        "id": found.key,
        "game": found.game,
        "number": found.number or None,
        "title": _words(found.title),
        "snippet": _words(found.snippet),
        "boxes": [box.id for box in line.boxes],
        "url": site + line.url,
        "api": writer.address(found.kind, *args) if has_entries else None,
    }


def _words(parts: Iterable[SnippetPart]) -> str:
    return "".join(part.text for part in parts)

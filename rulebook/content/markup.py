"""The markup of the content's texts, read for all who show it: pages, the search index, plain copies. Pure.

`{ref:clause}` reads as the clause's number, `{term:id}`, `{card:id}` and `{element:id}` as names, `*words*`
as emphasis.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.content.entries import REFERENCE, GameContent, Text
from rulebook.content.typography import NO_BREAK, capital

TOKEN = re.compile(rf"{REFERENCE.pattern}|(\*)")
SENTENCE_END = re.compile(r"[.!?…»”]\s+$|\n\s*$")


class TextRun(NamedTuple):
    """A run of text. `kind` is text, ref, term, card or element; `target` is the id that it leads to."""

    kind: str
    text: str
    target: str = ""
    emphasised: bool = False


def pieces(game: GameContent, text: Text, lang: str) -> Iterator[TextRun]:
    """The text in order. A reference that leads nowhere reads as its id (`rules check` reports it)."""
    source = text.in_(lang)
    emphasised = False
    done = 0
    for match in TOKEN.finditer(source):
        before = source[done : match.start()]
        if match[1] == "ref" and before.endswith(" "):
            before = f"{before[:-1]}{NO_BREAK}"  # a number stays with its word: «правило 5.4»
        if before:
            yield TextRun("text", before, emphasised=emphasised)
        done = match.end()
        if match[3]:
            emphasised = not emphasised
        else:
            name = _NAMES[match[1]](game, match[2], lang)
            if name and _begins_sentence(source[: match.start()]):
                name = capital(name)
            yield TextRun(match[1] if name else "text", name or match[2], match[2], emphasised)
    if source[done:]:
        yield TextRun("text", source[done:], emphasised=emphasised)


def plain(game: GameContent, text: Text, lang: str) -> str:
    """The text without markup, as it reads on the page."""
    return "".join(piece.text for piece in pieces(game, text, lang))


def _begins_sentence(before: str) -> bool:
    return not before.strip("* \n") or bool(SENTENCE_END.search(before))


def _clause_number(game: GameContent, clause_id: str, lang: str) -> str:
    clause = game.clause_by_id.get(clause_id)
    return clause.number if clause else ""


def _term_name(game: GameContent, term_id: str, lang: str) -> str:
    term = game.term_by_id.get(term_id)
    return term.name.in_(lang) if term else ""


def _card_name(game: GameContent, card_id: str, lang: str) -> str:
    card = game.card_by_id.get(card_id)
    return card.short.in_(lang) if card else ""


def _element_name(game: GameContent, element_id: str, lang: str) -> str:
    element = game.element_by_id.get(element_id)
    return element.name.in_(lang) if element else ""


_NAMES = {"ref": _clause_number, "term": _term_name, "card": _card_name, "element": _element_name}

"""What a hit shows of its text: a piece around the words that were asked for, with them marked. Pure."""

import json
from collections.abc import Collection, Sequence
from typing import NamedTuple

SNIPPET = 170  # characters
BEFORE_FIRST_HIT = 60


class SnippetPart(NamedTuple):
    """A piece of text; a `hit` is highlighted."""

    text: str
    hit: bool


def highlight(text: str, places: str, tokens: Collection[str]) -> tuple[SnippetPart, ...]:
    """The text in pieces, words with one of `tokens` marked. `places`: JSON [[start, end, [token, …]], …]."""
    parts: list[SnippetPart] = []
    done, marked = 0, frozenset(tokens)
    for start, end, found in json.loads(places):
        if not marked.isdisjoint(found):
            parts += [SnippetPart(text[done:start], False), SnippetPart(text[start:end], True)]
            done = end
    parts.append(SnippetPart(text[done:], False))
    return tuple(part for part in parts if part.text)


def shorten(parts: Sequence[SnippetPart]) -> tuple[SnippetPart, ...]:
    """At most about SNIPPET characters, cut between words, from a little before the first highlighted one."""
    before = 0
    for part in parts:
        if part.hit:
            break
        before += len(part.text)
    whole = "".join(part.text for part in parts)
    start = (
        0
        if before <= BEFORE_FIRST_HIT or len(whole) <= SNIPPET or before == len(whole)
        else before - BEFORE_FIRST_HIT
    )
    start = whole.find(" ", start) + 1 if start else 0
    end = len(whole)
    if end - start > SNIPPET:
        space = whole.rfind(" ", start, start + SNIPPET)
        end = space if space > start else start + SNIPPET
    kept = [SnippetPart("…", False)] if start else []
    place = 0
    for part in parts:
        text = whole[max(start, place) : min(end, place + len(part.text))]
        place += len(part.text)
        if text:
            kept.append(SnippetPart(text, part.hit))
    return (*kept, SnippetPart("…", False)) if end < len(whole) else tuple(kept)

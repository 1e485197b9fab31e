"""A game with some of its boxes on the table: what the base game has, and what each box adds to it. Pure."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain, groupby
from typing import Any, NamedTuple, TypeVar

from rulebook.content.entries import (
    Box,
    Card,
    CatalogueSentence,
    Chapter,
    Clause,
    Colour,
    Edition,
    Element,
    Figure,
    GameContent,
    Kind,
    OptionText,
    Passage,
    Placed,
    Ruling,
    SetupStep,
    Term,
    Text,
    TurnStep,
)
from rulebook.content.history import newest_first


@dataclass(frozen=True)
class Facts:
    """What the head of a game or a box says besides its texts, by the names that contents have for it."""

    seed: str
    headings: tuple[str, ...]
    sources: tuple[str, ...]
    seed_spelling: Mapping[str, str]
    asked: tuple[str, ...]
    constants: Mapping[str, Any]
    retired: Mapping[str, str]
    people: Mapping[str, str]


@dataclass(frozen=True)
class FolderEntries:
    """The entries of one folder, by the names that contents have for them."""

    chapters: tuple[Chapter, ...]
    clauses: tuple[Clause, ...]
    cards: tuple[Card, ...]
    colours: tuple[Colour, ...]
    elements: tuple[Element, ...]
    kinds: tuple[Kind, ...]
    options: tuple[OptionText, ...]
    terms: tuple[Term, ...]
    rulings: tuple[Ruling, ...]
    passages: tuple[Passage, ...]
    steps: tuple[TurnStep, ...]
    figures: tuple[Figure, ...]
    setup: tuple[SetupStep, ...]


Step = TypeVar("Step", TurnStep, SetupStep)


class Boxed(NamedTuple):
    """A box and the entries in it."""

    box: Box
    parts: FolderEntries


def joined(base: GameContent, boxed: Sequence[Boxed]) -> GameContent:
    """The content of a game with these boxes on the table."""
    if not boxed:
        return base
    boxes = tuple(each.box for each in boxed)
    entries: dict[str, Any] = {
        name: _entries(name, base, boxed) for name in FolderEntries.__dataclass_fields__
    }
    places = {chapter.id: chapter.number for chapter in entries["chapters"]}
    entries["clauses"] = tuple(sorted(entries["clauses"], key=lambda each: places.get(each.chapter, 0)))
    entries |= {name: _of_the_table(entries[name]) for name in ("steps", "setup")}
    entries |= {name: _distinct(name, base, boxes) for name in ("headings", "sources", "asked")}
    entries |= {
        name: _merged(name, base, boxes) for name in ("seed_spelling", "constants", "retired", "people")
    }
    return replace(
        base,
        **entries,
        words=_words((base.words, *(box.words for box in boxes))),
        updated=max(base.updated, *(box.updated for box in boxes)),
        digest=joined_digest((base, *boxes)),
        boxes=boxes,
        revisions=newest_first((*base.revisions, *chain.from_iterable(box.revisions for box in boxes))),
    )


def joined_digest(parts: Sequence[GameContent | Box | Edition]) -> str:
    """The digest of a game with its boxes, from their own; of one alone that is it."""
    if len(parts) == 1:
        return parts[0].digest
    return sha256("".join(part.digest for part in parts).encode()).hexdigest()[:16]


def _entries(name: str, base: GameContent, boxed: Iterable[Boxed]) -> tuple[Any, ...]:
    """The entries of one kind that count: a thing that lies in several boxes is one."""
    on_table = {each.box.id for each in boxed}
    found: dict[Hashable, Any] = {_key(entry): entry for entry in getattr(base, name)}
    for each in boxed:
        for entry in getattr(each.parts, name):
            if on_table.issuperset(entry.needs):
                known = found.get(_key(entry))
                found[_key(entry)] = entry if known is None else together(known, entry)
    return tuple(found.values())


def _of_the_table(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Those that know most of what is on the table: a box tells turn and setup anew, and of two the first."""
    needs = max((step.needs for step in steps), key=len, default=())
    return tuple(step for step in steps if step.needs == needs)


def _key(entry: Any) -> Hashable:
    return entry.key if isinstance(entry, Passage) else entry.id


def together(one: Any, other: Any) -> Any:
    """The same thing of two boxes: of a card the copies of both, of a clarification all that it is about."""
    added: dict[str, Any] = {"also": (*one.also, other.box)}
    if isinstance(one, Card):
        added |= {"copies": one.copies + other.copies, "count": one.count + other.count}
    if isinstance(one, Ruling):
        added |= {name: _union(getattr(one, name), getattr(other, name)) for name in ("clauses", "cards")}
    return replace(one, **added)


# Of what several boxes hold, that which each may say otherwise: a card's copies lie in the deck of a box, a
# note of the glossary leads to its rules, and a clarification hangs on them.
OWN: Mapping[type, Mapping[str, Any]] = {
    Card: {"deck": "", "count": 0, "copies": ()},
    Term: {"text": Text("", "")},
    Ruling: {"clauses": (), "cards": ()},
}


def same_facts(one: Placed, other: Placed) -> bool:
    """Whether two boxes say the same of a thing, but for what is each one's own."""
    return bool(_shared_facts(one) == _shared_facts(other))


def _shared_facts(entry: Any) -> Any:
    return replace(entry, box="", needs=(), also=(), **OWN.get(type(entry), {}))


def without_boxes(content: GameContent) -> GameContent:
    """The entries of the base game alone, for what must not depend on the boxes beside it."""
    entries: dict[str, Any] = {
        name: tuple(entry for entry in getattr(content, name) if not entry.box)
        for name in FolderEntries.__dataclass_fields__
    }
    return replace(content, **entries, boxes=()) if content.boxes else content


class ChangedRule(NamedTuple):
    """A rule, and those that change it."""

    clause: Clause
    by: tuple[Clause, ...]


def changes(content: GameContent) -> tuple[ChangedRule, ...]:
    """What changes with the boxes of a content, in the order of the rules that are changed."""
    found = (ChangedRule(clause, tuple(content.changed_by(clause.id))) for clause in content.clauses)
    return tuple(change for change in found if change.by)


def by_chapter(content: GameContent, found: Iterable[ChangedRule]) -> list[tuple[Chapter, list[Clause]]]:
    """The rules that are changed, by the chapters in which they stand."""
    chapters = groupby((change.clause for change in found), lambda clause: clause.chapter)
    return [(content.chapter_by_id[chapter], list(clauses)) for chapter, clauses in chapters]


def _distinct(name: str, base: GameContent, boxes: Iterable[Box]) -> tuple[str, ...]:
    return _union(getattr(base, name), *(getattr(box, name) for box in boxes))


def _union(*said: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(said)))


def _merged(name: str, base: GameContent, boxes: Iterable[Box]) -> dict[str, Any]:
    merged = dict(getattr(base, name))
    for box in boxes:
        merged |= getattr(box, name)
    return merged


def _words(
    catalogues: Iterable[Mapping[str, Mapping[str, CatalogueSentence]]],
) -> dict[str, dict[str, CatalogueSentence]]:
    """The sentences of all; where a box says one that is there already, the first counts."""
    words: dict[str, dict[str, CatalogueSentence]] = {}
    for catalogue in catalogues:
        for kind, said in catalogue.items():
            words[kind] = {**said, **words.get(kind, {})}
    return words

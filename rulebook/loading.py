"""Copies the content files into the database: one transaction, the same result however often it runs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction

from rulebook.content import recipes
from rulebook.content.entries import GameContent, Text
from rulebook.models import Card, Carried, Chapter, Clause, Element, Game, Ingredient, Kind, Ruling, Term

Row = dict[str, Any]


@dataclass
class Counts:
    """What a load did to one table."""

    created: int = 0
    changed: int = 0
    removed: int = 0
    total: int = 0

    @property
    def touched(self) -> bool:
        return bool(self.created or self.changed or self.removed)


@transaction.atomic
def load_games(games: Iterable[GameContent]) -> dict[str, Counts]:
    """Makes the tables say exactly what the content says. Returns counts by table name."""
    contents = list(games)
    counts = {}
    for model, rows in _TABLES.items():
        wanted = {row["key"]: row for content in contents for row in rows(content)}
        counts[model._meta.model_name] = _sync(model, wanted)
    for field, beside in ((Ruling.clauses, "clauses"), (Ruling.cards, "cards")):
        _join(field.through, {pair for content in contents for pair in _pairs(content, beside)})
    return counts


def _sync(model: type[models.Model], wanted: dict[str, Row]) -> Counts:
    """Creates, updates and deletes rows by key; rows that are right already are not written."""
    present = {row["key"]: row for row in model.objects.values()}
    new = [model(**row) for key, row in wanted.items() if key not in present]
    changed = [model(**row) for key, row in wanted.items() if key in present and row != present[key]]
    gone = present.keys() - wanted.keys()
    model.objects.filter(pk__in=gone).delete()
    model.objects.bulk_create(new)
    if changed:
        fields = [field.name for field in model._meta.concrete_fields if not field.primary_key]
        model.objects.bulk_update(changed, fields)
    return Counts(len(new), len(changed), len(gone), len(wanted))


def _pairs(content: GameContent, beside: str) -> Iterator[tuple[str, str]]:
    """The keys of rulings, each with those of its clauses or of its cards."""
    for ruling in content.rulings:
        for entry_id in getattr(ruling, beside):
            yield f"{content.id}/{ruling.id}", f"{content.id}/{entry_id}"


def _join(through: type[models.Model], wanted: set[tuple[str, str]]) -> None:
    """Rows of a many-to-many table; one statement for all, as a ruling at a time takes most of a load."""
    left, right = (field.attname for field in through._meta.concrete_fields if field.is_relation)
    rows = through._default_manager.values_list("pk", left, right)
    present = {(one, other): key for key, one, other in rows}
    gone = [key for pair, key in present.items() if pair not in wanted]
    through._default_manager.filter(pk__in=gone).delete()
    new = sorted(wanted - present.keys())
    through._default_manager.bulk_create(through(**{left: a, right: b}) for a, b in new)


def _pair(name: str, text: Text | None) -> Row:
    return {f"{name}_ru": text.ru if text else "", f"{name}_en": text.en if text else ""}


def _head(content: GameContent, entry: Any, place: int, title: Text) -> Row:
    """The columns that every entry has."""
    return {
        "key": f"{content.id}/{entry.id}",
        "game_id": content.id,
        "slug": entry.id,
        "place": place,
        "box": entry.box,
        "needs": entry.condition,
        **_pair("title", title),
    }


def _game_rows(content: GameContent) -> Iterator[Row]:
    yield {
        "key": content.id,
        **_pair("title", content.title),
        "updated": content.updated,
        "digest": content.digest,
    }


def _chapter_rows(content: GameContent) -> Iterator[Row]:
    for chapter in content.chapters:
        yield _head(content, chapter, chapter.number, chapter.title)


def _clause_rows(content: GameContent) -> Iterator[Row]:
    for place, clause in enumerate(content.clauses, start=1):
        yield {
            **_head(content, clause, place, clause.title),
            "chapter_id": f"{content.id}/{clause.chapter}",
            "number": clause.number,
            **_pair("text", clause.text),
            **_pair("ours", clause.ours),
            "source_kind": clause.source.kind,
            "source_heading": clause.source.heading,
            "decided_by": clause.decided_by,
            "scenario": clause.scenario,
            **_pair("edition", clause.edition),
        }


def _term_rows(content: GameContent) -> Iterator[Row]:
    for place, term in enumerate(content.terms, start=1):
        yield {
            **_head(content, term, place, term.name),
            **_pair("text", term.text),
            "synonyms_ru": list(term.synonyms.ru),
            "synonyms_en": list(term.synonyms.en),
        }


def _kind_rows(content: GameContent) -> Iterator[Row]:
    for place, kind in enumerate(content.kinds, start=1):
        yield {**_head(content, kind, place, kind.name), "points": kind.points}


def _element_rows(content: GameContent) -> Iterator[Row]:
    for place, element in enumerate(content.elements, start=1):
        yield {
            **_head(content, element, place, element.name),
            **_pair("text", element.text),
            "provenance": element.provenance,
        }


def _card_rows(content: GameContent) -> Iterator[Row]:
    for place, card in enumerate(content.cards, start=1):
        yield {
            **_head(content, card, place, card.name),
            "code": card.code,
            "kind": card.kind,
            "colour": card.colour,
            "deck": card.deck,
            "value": card.value,
            "points": card.points,
            "count": card.count,
            **_pair("text", card.text),
            "provenance": card.provenance,
        }


def _ingredient_rows(content: GameContent) -> Iterator[Row]:
    for card in content.cards:
        for place, ingredient in enumerate(card.ingredients, start=1):
            key = f"{content.id}/{card.id}"
            yield {"key": f"{key}/{place}", "card_id": key, "place": place, "asks": ":".join(ingredient)}


def _carried_rows(content: GameContent) -> Iterator[Row]:
    for element in content.elements:
        for card, count in recipes.carriers(content, element):
            key = f"{content.id}/{card.id}"
            element_key = f"{content.id}/{element.id}"
            yield {"key": f"{key}/{element.id}", "card_id": key, "element_id": element_key, "count": count}


def _ruling_rows(content: GameContent) -> Iterator[Row]:
    for place, ruling in enumerate(content.rulings, start=1):
        yield {
            **_head(content, ruling, place, ruling.title),
            "number": ruling.number,
            **_pair("text", ruling.text),
            **_pair("ours", ruling.ours),
            "status": ruling.status,
            "option": ruling.option,
            "source": ruling.source,
            "said": ruling.said,
            "since": ruling.since,
        }


# In this order: a table comes after those that it points to.
_TABLES = {
    Game: _game_rows,
    Chapter: _chapter_rows,
    Clause: _clause_rows,
    Term: _term_rows,
    Kind: _kind_rows,
    Element: _element_rows,
    Card: _card_rows,
    Ingredient: _ingredient_rows,
    Carried: _carried_rows,
    Ruling: _ruling_rows,
}

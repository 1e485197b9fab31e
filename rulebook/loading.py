"""Fills the tables of rules from the content, in one transaction: what holds of a game already stays.

`LISTED` says for each kind of entries what its rows hold, and by which facets lists find them.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection, transaction

from rulebook import game as games
from rulebook.content import reading, recipes
from rulebook.content.entries import Card, Clause, GameContent, Placed, Ruling
from rulebook.content.stored import to_json
from rulebook.models import NO_BOX, Facet, Game, StoredEntry, words_of
from web.advisory_lock import one_at_a_time

Facets = Mapping[str, Iterable[str]]


class Listed(NamedTuple):
    """How entries of a kind come into the tables: which attribute of the content has them, which of a
    clarification names them, by what besides boxes they are found.
    """

    kind: str
    name: str
    in_rulings: str = ""
    facets: Callable[[GameContent, Any], Facets] = lambda game, entry: {}


def _of_clause(game: GameContent, clause: Clause) -> Facets:
    return {"chapter": [clause.chapter]}


def _of_ruling(game: GameContent, ruling: Ruling) -> Facets:
    return {"status": [ruling.status], "clause": ruling.clauses, "card": ruling.cards}


def _of_card(game: GameContent, card: Card) -> Facets:
    """What all games ask for, and what its game alone does."""
    return {
        "kind": [card.kind],
        "points": [str(card.points)],
        "element": card.elements,
        "ingredient": [taken for taken, taker in recipes.edges(game) if taker == card.id],
        "provenance": [card.provenance],
        "word": words_of(f"{card.name.ru} {card.name.en}"),
        **{field.name: [field.of(card)] for field in games.get(game.id).filters(game)},
    }


LISTED = (
    Listed("clause", "clauses", "clauses", _of_clause),
    Listed("ruling", "rulings", facets=_of_ruling),
    Listed("term", "terms"),
    Listed("card", "cards", "cards", _of_card),
    Listed("revision", "revisions"),
)


class Loaded(NamedTuple):
    """How many rows a game has, and whether they had to be written."""

    rows: int
    changed: bool


def load_games(contents: Iterable[GameContent]) -> dict[str, Loaded]:
    """Makes the tables say exactly what the contents say. What was done, by game."""
    with one_at_a_time(connection, "rules"), transaction.atomic():
        done = {content.id: _load(content) for content in contents}
        Game.objects.exclude(pk__in=done).delete()
    return done


def _load(content: GameContent) -> Loaded:
    pairs = list(chain.from_iterable(_rows(content, listed) for listed in LISTED))
    said = sha256(json.dumps(pairs, sort_keys=True).encode()).hexdigest()
    if Game.objects.filter(key=content.id, digest=content.digest, rows=said).exists():
        return Loaded(len(pairs), changed=False)
    Game.objects.filter(key=content.id).delete()
    game = Game.objects.create(key=content.id, digest=content.digest, rows=said)
    StoredEntry.objects.bulk_create(StoredEntry(game=game, **row) for row, _ in pairs)
    Facet.objects.bulk_create(
        Facet(entry_id=row["key"], name=name, value=value) for row, facets in pairs for name, value in facets
    )
    return Loaded(len(pairs), changed=True)


def _rows(content: GameContent, listed: Listed) -> Iterator[tuple[dict[str, Any], list[tuple[str, str]]]]:
    """The rows of a kind, each with its facets."""
    for place, entry in enumerate(getattr(content, listed.name), start=1):
        found = {"box": entry.homes or [NO_BOX], **listed.facets(content, entry)}
        facets = [(name, value) for name, values in found.items() for value in dict.fromkeys(values)]
        yield _row(content, listed, entry, place), facets


def _row(content: GameContent, listed: Listed, entry: Any, place: int) -> dict[str, Any]:
    """The columns of an entry, but for its game."""
    about = (each for each in content.rulings if listed.in_rulings)
    return {
        "key": f"{content.id}/{listed.kind}/{place}",
        "kind": listed.kind,
        "slug": entry.id,
        "place": place,
        "needs": entry.condition,
        "date": getattr(entry, "date", ""),
        "rulings": [each.id for each in about if entry.id in getattr(each, listed.in_rulings)],
        "parts": to_json(_parts(content, listed, entry)),
    }


def row_of(content: GameContent, kind: str, entry: Placed) -> StoredEntry:
    """The row that an entry would have, for who has the content and no tables."""
    listed = next(each for each in LISTED if each.kind == kind)
    return StoredEntry(game_id=content.id, **_row(content, listed, entry, place=0))


def _parts(content: GameContent, listed: Listed, entry: Placed) -> Collection[Any]:
    """What each box says of an entry that several hold; else the entry alone."""
    if not entry.also:
        return [entry]
    boxed = (each for each in reading.boxed(content.id) if each.box.id in content.box_by_id)
    return [one for each in boxed for one in getattr(each.parts, listed.name) if one.id == entry.id]

"""Lists ask the tables: whatever is asked for, they find what a plain look through the content finds."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

import pytest
from django.test import Client

from rulebook import game as games
from rulebook.api.kinds import KINDS
from rulebook.card_filter import CardFilter
from rulebook.content import recipes
from rulebook.content.entries import Card, GameContent
from rulebook.content.reading import game_ids, whole
from tests.daily import Run
from tests.rulebook.test_loading import on_tables

pytestmark = pytest.mark.django_db

FEW = 1 if Run.is_daily else 4  # values of each of two fields that are set together
MOST = 3 if Run.is_daily else 12  # of each field that the API is asked by
Setting = Mapping[str, str]


def settings_of(fields: Mapping[str, Sequence[str]]) -> Iterator[Setting]:
    """Every value of each field, and some of every two."""
    yield {}
    for name, values in fields.items():
        yield from ({name: value} for value in values)
    for one, other in combinations(fields, 2):
        for pair in product(fields[one][:FEW], fields[other][:FEW]):
            yield dict(zip((one, other), pair, strict=True))


def values_of(game: GameContent, card: Card) -> dict[str, Sequence[str]]:
    """What a card has of all that the fields ask for."""
    nodes = (*game.element_by_id, *game.card_by_id)
    return {
        "kind": [card.kind],
        "points": [str(card.points)],
        "element": card.elements,
        "ingredient": [node for node in nodes if card in recipes.goes_into(game, node)]
        if card.ingredients
        else [],
        "provenance": [card.provenance],
        "box": card.homes or ["none"],
        **{field.name: [field.of(card)] for field in games.get(game.id).filters(game)},
    }


@pytest.mark.parametrize("game_id", game_ids())
def test_the_filter_of_cards_finds_what_the_content_has(game_id: str) -> None:
    game = whole(game_id)
    values = {card.id: values_of(game, card) for card in game.cards}
    tables = [*on_tables(game_id)]
    for content in (tables[0], *tables[1:-1:4], tables[-1]) if Run.is_daily else tables:
        counting = [card for card in game.cards if card.counts_with(content.box_by_id)]
        fields = {
            field.name: [choice.value for choice in field.choices] for field in CardFilter(content, {}).fields
        }
        for setting in settings_of(fields):
            asked = [
                card.id
                for card in counting
                if all(value in values[card.id][name] for name, value in setting.items())
            ]
            assert [card.id for card in CardFilter(content, setting).cards()] == asked, (
                content.box_by_id,
                setting,
            )


@pytest.mark.parametrize("typed", ["ог", "the s", "ЁЛКА", "щит", "fire", "зелье сил", "x y z", "100%", "_"])
@pytest.mark.parametrize("game_id", game_ids())
def test_each_word_typed_begins_a_word_of_the_name(game_id: str, typed: str) -> None:
    def words(text: str) -> list[str]:
        plain = text.casefold().replace("ё", "е")
        return "".join(letter if letter.isalnum() or letter == "_" else " " for letter in plain).split()

    def is_called(card: Card) -> bool:
        named = words(f"{card.name.ru} {card.name.en}")
        return all(any(word.startswith(each) for word in named) for each in words(typed))

    game = whole(game_id)
    asked = [card.id for card in game.cards if is_called(card)]
    assert [card.id for card in CardFilter(game, {"q": typed}).cards()] == asked


API_VALUES = {
    "chapter": lambda entry: [entry.chapter],
    "status": lambda entry: [entry.status],
    "clause": lambda entry: entry.clauses,
    "card": lambda entry: entry.cards,
    "kind": lambda entry: [entry.kind],
    "box": lambda entry: entry.homes or ["none"],
}


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("game_id", game_ids())
def test_the_api_finds_what_the_content_has(client: Client, game_id: str, name: str) -> None:
    game = whole(game_id)
    fields = {each.name: sorted(each.known(game))[:MOST] for each in KINDS[name].filters}
    for setting in settings_of(fields):
        asked = [
            entry.id
            for entry in getattr(game, name)
            if all(value in API_VALUES[key](entry) for key, value in setting.items())
        ]
        answer = client.get(f"/api/v1/{name}", {"game": game_id, "per_page": "100", **setting}).json()
        assert ([item["id"] for item in answer["items"]], answer["found"]) == (asked[:100], len(asked)), (
            setting
        )

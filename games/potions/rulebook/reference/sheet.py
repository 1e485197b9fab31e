"""The reference sheet of «Зельеварение»: what each kind gives, and the tree of all recipes."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.potions.rulebook.reference import recipe_tree
from rulebook.content.entries import Card, GameContent, Kind
from rulebook.printing.cards.paint import Size

MARGIN = 12.0  # left and right, as in `static/css/print/reference.css`
ABOVE_TREE = 147.0  # what head, rules and foot take of the page's height


class KindRow(NamedTuple):
    """A kind with its recipes and cards; `half` is what an owner of used recipes gets, None if none are."""

    kind: Kind
    recipes: int
    cards: int
    half: int | None


def context(game: GameContent, lang: str, page: Size) -> dict[str, Any]:
    """What `games/potions/rulebook/templates/rulebook/potions/_reference.html` needs of this game alone."""
    return {
        "tree": recipe_tree.draw(game, lang, page.width - 2 * MARGIN, page.height - ABOVE_TREE),
        "kinds": [row for row in kind_rows(game) if row.kind.points is not None],
        "recipes": recipes_by_kind(game),
        "pixels": recipe_tree.PIXELS,
    }


def recipes_by_kind(game: GameContent) -> list[tuple[Kind, list[Card]]]:
    """All recipes, those of a kind together: the tree in words, for where it has no room."""
    return [(kind, game.of_kind(kind.id)) for kind in game.kinds if kind.points is not None]


def opening(game: GameContent, lang: str) -> dict[str, Any]:
    """What `games/potions/rulebook/templates/print/potions/opening.html` needs."""
    return {"kinds": kind_rows(game), "deck_size": sum(card.count for card in game.cards)}


def kind_rows(game: GameContent) -> list[KindRow]:
    """All kinds in the order of the content."""
    return [_row(game, kind) for kind in game.kinds]


def _row(game: GameContent, kind: Kind) -> KindRow:
    cards = game.of_kind(kind.id)
    half = kind.points // game.constants["half_divisor"] if kind.points and _of_recipes(cards) else None
    return KindRow(kind, len(cards), sum(card.count for card in cards), half)


def _of_recipes(cards: Iterable[Card]) -> bool:
    """Whether a recipe may go into one of these."""
    return any(ingredient.kind != "element" for card in cards for ingredient in card.ingredients)

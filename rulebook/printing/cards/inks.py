"""Which ink a thing of a game has on paper, by the classes `k-…` that give it its colour on pages. Pure."""

from rulebook import game as games
from rulebook.content.entries import Card, GameContent


def ink(game: GameContent, name: str) -> str:
    """The ink of a class `k-<name>`, such as a colour of the game; an unknown one has the game's accent."""
    return games.get(game.id).ink(name)


def ink_of(game: GameContent, card: Card) -> str:
    """The ink of a card, that of its small picture on pages."""
    return games.get(game.id).ink_of(game, card)

"""What of a game's printed things is its own: a module for each game. Pure.

`ACCENT` is the ink of the game and a pale ground for it, those of the site's light theme.
`context(game, lang, page)` is what `templates/print/<id>/reference.html` shows besides its texts,
`opening(game, lang)` what `templates/print/<id>/opening.html` shows in the first chapter of the rulebook.

A module may say more. `CARD_KINDS`: the kinds that lie in decks, where other kinds are tokens or parts of a
board; without it all cards do. `DOCUMENTS`: what else can be printed, by the name in its address. `SIDES`:
how many pages the reference sheet has, 1 if nothing is said. `facts(game, card, lang)`: what the rulebook's
list of cards says of one; `picture(game, card)`: what it shows of one, an SVG or nothing.
"""

from collections.abc import Mapping
from types import ModuleType

from rulebook.content.entries import Card, GameContent
from rulebook.games.alchemists.reference import sheet as alchemists
from rulebook.games.poison import reference as poison
from rulebook.games.potions.reference import sheet as potions
from rulebook.games.wizwar.reference import documents as wizwar
from rulebook.printing.layout.game_documents import Document

REFERENCES: dict[str, ModuleType] = {
    "alchemists": alchemists,
    "poison": poison,
    "potions": potions,
    "wizwar": wizwar,
}


def get(game_id: str) -> ModuleType:
    """The module of a game. Raises KeyError."""
    return REFERENCES[game_id]


def documents(game_id: str) -> Mapping[str, Document]:
    """What a game prints besides cards, reference sheet and rulebook, by the name in its address."""
    found: Mapping[str, Document] = getattr(get(game_id), "DOCUMENTS", {})
    return found


def sides(game_id: str) -> int:
    """How many pages the reference sheet of a game has: one, or both sides of a leaf."""
    return int(getattr(get(game_id), "SIDES", 1))


def deck(game: GameContent) -> list[Card]:
    """What is printed as cards, one entry for copies that are alike, in the order of the content."""
    kinds = getattr(get(game.id), "CARD_KINDS", None)
    return [card for card in game.cards if kinds is None or card.kind in kinds]


def facts(game: GameContent, card: Card, lang: str) -> list[str]:
    """What is said of a card in a list, in short pieces; empty where recipes say it."""
    module = get(game.id)
    return list(module.facts(game, card, lang)) if hasattr(module, "facts") else []


def picture(game: GameContent, card: Card) -> str:
    """What a list shows of a card besides its icon: an SVG, empty for most."""
    module = get(game.id)
    return str(module.picture(game, card)) if hasattr(module, "picture") else ""

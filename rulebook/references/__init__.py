"""What of a game's printed things is its own: a module for each game. Pure.

`ACCENT` is the ink of the game and a pale ground for it, those of the site's light theme.
`context(game, lang, page)` is what `templates/print/<id>/reference.html` shows besides its texts,
`opening(game, lang)` what `templates/print/<id>/opening.html` shows in the first chapter of the rulebook.
"""

from types import ModuleType

from rulebook.references import poison, potions

REFERENCES: dict[str, ModuleType] = {"poison": poison, "potions": potions}


def get(game_id: str) -> ModuleType:
    """The module of a game. Raises KeyError."""
    return REFERENCES[game_id]

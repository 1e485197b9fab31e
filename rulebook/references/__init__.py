"""What a game's reference sheet shows besides its texts: modules with `context(game, lang)`. Pure."""

from types import ModuleType

from rulebook.references import poison

REFERENCES: dict[str, ModuleType] = {"poison": poison}


def get(game_id: str) -> ModuleType:
    """The module of a game. Raises KeyError."""
    return REFERENCES[game_id]

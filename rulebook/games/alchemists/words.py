"""How the sentences of Alchemists say their parameters. Pure."""

from collections.abc import Mapping, Sequence

from rulebook.content.entries import GameContent
from rulebook.wording.sentences import Format, say_card

SIGN_WORDS = {"ru": {"+": "плюс", "-": "минус"}, "en": {"+": "plus", "-": "minus"}}
CARDS = ("ingredient", "alchemical", "potion", "wanted", "level", "seal", "artifact", "grant")


def _pair(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    """Two ingredients in one cauldron: «гриб + жаба»."""
    return " + ".join(say_card(game, code, form, lang, names) for code in value)


def _sign(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    return SIGN_WORDS[lang][value]


def _zone(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A stretch of the reputation track: «зелёная зона»."""
    return next(str(zone[lang]) for zone in game.constants["zones"] if zone["id"] == value)


FORMATS: Mapping[str, Format] = {
    **dict.fromkeys(CARDS, say_card),
    "pair": _pair,
    "sign": _sign,
    "zone": _zone,
}

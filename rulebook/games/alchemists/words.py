"""How the sentences of Alchemists say their parameters. Pure."""

from collections.abc import Mapping, Sequence

from rulebook.content.entries import GameContent
from rulebook.wording.sentences import Format, say_card

SIGN_WORDS = {"ru": {"+": "плюс", "-": "минус"}, "en": {"+": "plus", "-": "minus"}}
AREA = "area_"
CARDS = ("conference", "ingredient", "alchemical", "potion", "wanted", "level", "seal", "artifact", "grant")


def _pair(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    """Two ingredients in one cauldron: «гриб + жаба»."""
    return " + ".join(say_card(game, code, form, lang, names) for code in value)


def _sign(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    return SIGN_WORDS[lang][value]


def _area(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """An area of the board, or the card that stands in for one."""
    code = AREA + value
    return say_card(game, code if code in game.card_by_code else value, form, lang, names)


def _plan(
    game: GameContent, value: Sequence[tuple[str, int]], form: str, lang: str, names: Sequence[str]
) -> str:
    """Areas with the number of actions in each."""
    said = [f"{_area(game, area, form, lang, names)} ×{n}" for area, n in value]
    return ", ".join(said) or {"ru": "ничего", "en": "nothing"}[lang]


def _space(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A space of the order track: «два ингредиента»."""
    return next((str(row[lang]) for row in game.constants["spaces"] if row["id"] == value), value)


def _zone(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A stretch of the reputation track: «зелёная зона»."""
    return next(str(zone[lang]) for zone in game.constants["zones"] if zone["id"] == value)


FORMATS: Mapping[str, Format] = {
    **dict.fromkeys(CARDS, say_card),
    "area": _area,
    "plan": _plan,
    "space": _space,
    "pair": _pair,
    "sign": _sign,
    "zone": _zone,
}

"""Small cards that are a picture: ingredients, potions, artifacts, tokens, areas of a board.

Such a piece is known by its icon; what else matters at the table (a price, points, the orders of an
adventurer) stands below it. What a piece shows follows from its kind: the tables here have a line for each.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rulebook.content.entries import Card, GameContent
from rulebook.drawing.icons import icon_group, icon_names
from rulebook.drawing.paper import PAPER, SERIF, Family, letters
from rulebook.games.alchemists.drawing.formula import MINUS, formula_group, formula_name
from rulebook.games.potions.drawing.recipe_cards import kind_icon

ROMAN = ("", "I", "II", "III")
FORMULA_KIND = "alchemical"
NUMERAL_KIND = "number"  # such a card is its numeral
SPELL_KINDS = ("attack", "neutral", "counteraction", "magic_stone", "object")


class Mark(NamedTuple):
    """A small icon in the colour of a class `k-…`; without one in that of its card."""

    icon: str
    tint: str = ""


Part = Mark | str

PREFIXES: Mapping[str, str] = {
    "ingredient": "in-",
    "artifact": "art-",
    "favour": "fav-",
    "adventurer": "adv-",
    **dict.fromkeys(SPELL_KINDS, "ww-"),
}
OTHER_NAMES: Mapping[str, str] = {
    "conflict": "conflict-token",
    "action_cube": "cube",
    "treasure": "chest",
    "token_wall": "wall",
    "token_fire": "fire-wall",
    "token_illusion": "illusion",
    "token_gap": "gap",
    "token_bush": "bush",
    "token_stone": "stone-block",
    "token_object": "kind-object",
    "token_lock": "lock",
    "die": "d4",
}
TINTS: Mapping[str, str] = {
    **dict.fromkeys(("alchemical", "quality", "area", "token", "sector", "layout"), "accent"),
    "artifact": "plum",
    "favour": "ochre",
    "discount": "ochre",
    "adventurer": "purple",
    "conference": "umber",
    "grant": "teal",
    "seal": "none",
    "potion": "none",
    "attack": "red",
    "neutral": "blue",
    "counteraction": "purple",
    "number": "ochre",
    "magic_stone": "teal",
    "object": "umber",
}
OWN_TINTS: Mapping[str, str] = {
    "conflict": "red",
    "seal_gold": "ochre",
    "token_fire": "red",
    "token_bush": "green",
}
# Colours that the pictures of ingredients have in the box, and the classes nearest to them.
INGREDIENT_TINTS: Mapping[str, str] = {"brown": "umber", "yellow": "ochre", "grey": "none", "black": "ink"}


def ingredient_icon(code: str) -> str:
    """Name of the icon of an ingredient."""
    return f"in-{code}"


def potion_icon(code: str) -> str:
    """Name of the icon of a potion: `R+` is po-r-plus, `N` is po-n."""
    words = {"+": "-plus", "-": "-minus"}
    return f"po-{code[0].lower()}{words.get(code[1:], '')}"


def potion_tint(code: str) -> str:
    """The class of a potion's colour, without its `k-`."""
    return code[0] if len(code) > 1 else "none"


def piece_icon(card: Card) -> str:
    """Name of a card's own icon, of its kind's if it has none."""
    if card.kind == "potion":
        return potion_icon(card.code)
    own = OTHER_NAMES.get(card.id, card.id.replace("_", "-").lower())
    name = PREFIXES.get(card.kind, "") + own
    return name if name in icon_names() else kind_icon(card.kind)


def potion_mark(code: str) -> Mark:
    return Mark(potion_icon(code), potion_tint(code))


def ingredient_mark(content: GameContent, code: str) -> Mark:
    return Mark(ingredient_icon(code), tint(content, content.card_by_code[code]))


def signed(number: int) -> str:
    """«+5», «−4», «0»."""
    return f"{number:+}".replace("-", MINUS) if number else "0"


def _priced(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (Mark("coin"), str(card.data["price"]))


def _potion(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    if not card.colour:
        return ()
    sign = str(card.data["sign"]).replace("-", MINUS)
    return (content.colour_by_id[card.colour].letter.in_(lang) + sign,)


def _discount(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (signed(-int(card.data["discount"])), Mark("smile"), str(card.data["smiles"]))


def _orders(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return tuple(potion_mark(code) for code in card.data["potions"])


def _grant(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return tuple(ingredient_mark(content, code) for code in card.data["ingredients"])


def _conference(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (ROMAN[int(card.code[-1])],)


def _seal(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (signed(card.data["right"]),)


def _area(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (str(card.data["order"]),) if "order" in card.data else ()


def _spell(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    """An eye if it needs sight, then its damage or the sign of the number that it takes."""
    sight = (Mark("eye"),) if card.data["sight"] else ()
    harm = str(card.data.get("damage", {}).get("amount", ""))
    if 0 < len(harm) <= LONGEST_HARM:
        return (*sight, harm)
    return sight if card.data["number"] == "none" else (*sight, Mark("kind-number"))


LONGEST_HARM = 3  # letters: «10», «N+2»; what damage depends on stands on the card's page
FEET: Mapping[str, Callable[[GameContent, Card, str], tuple[Part, ...]]] = {
    "artifact": _priced,
    "quality": _priced,
    "potion": _potion,
    "discount": _discount,
    "adventurer": _orders,
    "grant": _grant,
    "conference": _conference,
    "seal": _seal,
    "area": _area,
    **dict.fromkeys(SPELL_KINDS, _spell),
}


def foot_of(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    """What stands below the picture of a piece; nothing for pieces that are their picture alone."""
    draw = FEET.get(card.kind)
    return draw(content, card, lang) if draw else ()


def name(content: GameContent, card: Card, lang: str) -> str:
    """The name of a piece; a formula reads as its signs."""
    said = card.name.in_(lang)
    if card.kind != FORMULA_KIND:
        return said
    return f"{content.kind_by_id[card.kind].name.in_(lang).capitalize()}: {formula_name(content, card, lang)}"


def tint(content: GameContent, card: Card) -> str:
    if card.kind == "ingredient":
        own = str(card.data["tint"])
        return INGREDIENT_TINTS.get(own, own)
    return card.colour or OWN_TINTS.get(card.id, TINTS[card.kind])


def hand_face(content: GameContent, card: Card, lang: str) -> str:
    """A face in a hand: the picture, below it what goes with it."""
    if card.kind == FORMULA_KIND:
        return PAPER + _placed(formula_group(content, card, lang), 4, 14, 0.79)
    if card.kind == NUMERAL_KIND:
        return PAPER + letters(str(card.value), 23, 45, 40, SERIF)
    parts = foot_of(content, card, lang)
    if not parts:
        return PAPER + icon_group(piece_icon(card), 7, 16, 32)
    return PAPER + icon_group(piece_icon(card), 8.5, 8, 29) + _foot_line(parts)


def row_face(content: GameContent, card: Card, lang: str) -> str:
    """A face among others: picture and what goes with it stand at the left, seen when others overlap."""
    if card.kind == FORMULA_KIND:
        return PAPER + _placed(formula_group(content, card, lang, "column"), 3, 5, 0.74)
    if card.kind == NUMERAL_KIND:
        return PAPER + letters(str(card.value), 13.5, 26, 26, SERIF)
    return PAPER + icon_group(piece_icon(card), 3.5, 5.5, 20) + _foot_column(foot_of(content, card, lang))


def _placed(inside: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{inside}</g>'


def _foot_column(parts: Sequence[Part]) -> str:
    """Parts below one another at the left."""
    step = min(11.5, 34 / max(1, len(parts)))
    return "".join(
        _part(part, 4, 27.5 + n * step, min(10.5, step) if isinstance(part, Mark) else _width(part))
        for n, part in enumerate(parts)
    )


def _foot_line(parts: Sequence[Part]) -> str:
    """Parts in a line around the middle of a card; marks alone are as large as there is room."""
    alone = all(isinstance(part, Mark) for part in parts)
    mark = min(12.5, 39 / len(parts)) if alone else 9.75
    widths = [mark if isinstance(part, Mark) else _width(part) for part in parts]
    x = 23 - sum(widths) / 2
    drawn = []
    for part, width in zip(parts, widths, strict=True):
        drawn.append(_part(part, x, 51 - mark / 2, width))
        x += width
    return "".join(drawn)


def _width(words: str) -> float:
    return 7.0 * len(words) + 1


def _part(part: Part, x: float, y: float, width: float) -> str:
    """Words or a mark in a box of this width whose upper left corner is (x, y)."""
    if isinstance(part, str):
        return letters(part, x + width / 2, y + 9.5, 13, SERIF)
    drawn = icon_group(part.icon, x + 0.25, y, width - 0.5, stroke=2)
    return f'<g class="k-{part.tint}" color="var(--k)">{drawn}</g>' if part.tint else drawn


BACK = (
    PAPER + '<rect x="4" y="4" width="38" height="56" rx="4.5" fill="currentColor" fill-opacity=".14"/>'
    '<g fill="none" stroke="currentColor" stroke-width="1.25" stroke-linejoin="round">'
    '<rect x="4" y="4" width="38" height="56" rx="4.5"/><circle cx="23" cy="24" r="6.5"/>'
    '<circle cx="14.5" cy="38.5" r="6.5"/><circle cx="31.5" cy="38.5" r="6.5"/>'
    '<path d="M19.7 29.6l-1.9 3.3M26.3 29.6l1.9 3.3M21 38.5h4" stroke-linecap="round"/></g>'
)
FAMILY = Family({"hand": hand_face, "row": row_face}, BACK, name, tint)

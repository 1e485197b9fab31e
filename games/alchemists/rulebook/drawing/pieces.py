"""Small cards of «Алхимики»: ingredients, potions, artifacts, tokens, areas of the board.

What a piece shows follows from its kind: the tables here have a line for each.
"""

from collections.abc import Callable, Mapping

from games.alchemists.rulebook.drawing.formula import formula_group, formula_name
from games.alchemists.rulebook.reference.formulas import NEUTRAL
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.icons import kind_icon, named_icon
from rulebook.drawing.piece_cards import MINUS, ROMAN, Part, Pieces, SmallIcon, placed
from rulebook.wording.sentences import with_sign

FORMULA_KIND = "alchemical"

PREFIXES: Mapping[str, str] = {
    "ingredient": "in-",
    "artifact": "art-",
    "favour": "fav-",
    "adventurer": "adv-",
}
OTHER_NAMES: Mapping[str, str] = {"conflict": "conflict-token", "action_cube": "cube"}
TINTS: Mapping[str, str] = {
    **dict.fromkeys((FORMULA_KIND, "quality", "area", "token"), "accent"),
    "artifact": "plum",
    "favour": "ochre",
    "discount": "ochre",
    "adventurer": "purple",
    "conference": "umber",
    "grant": "teal",
    "seal": "none",
    "potion": "none",
}
OWN_TINTS: Mapping[str, str] = {"conflict": "red", "seal_gold": "ochre"}
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
    return named_icon(PREFIXES.get(card.kind, "") + own, kind_icon(card.kind))


def spelled(game: GameContent, code: str, lang: str) -> str:
    """A potion in letters: «К+»; the neutral one «0»."""
    if code == NEUTRAL:
        return "0"
    return game.colour_by_id[code[0]].letter.in_(lang) + code[1:].replace("-", MINUS)


def potion_mark(code: str) -> SmallIcon:
    return SmallIcon(potion_icon(code), potion_tint(code))


def ingredient_mark(content: GameContent, code: str) -> SmallIcon:
    return SmallIcon(ingredient_icon(code), tint(content, content.card_by_code[code]))


def _priced(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (SmallIcon("coin"), str(card.data["price"]))


def _potion(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    if not card.colour:
        return ()
    sign = str(card.data["sign"]).replace("-", MINUS)
    return (content.colour_by_id[card.colour].letter.in_(lang) + sign,)


def _discount(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (with_sign(-int(card.data["discount"])), SmallIcon("smile"), str(card.data["smiles"]))


def _orders(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return tuple(potion_mark(code) for code in card.data["potions"])


def _grant(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return tuple(ingredient_mark(content, code) for code in card.data["ingredients"])


def _conference(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (ROMAN[int(card.code[-1])],)


def _seal(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (with_sign(card.data["right"]),)


def _area(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return (str(card.data["order"]),) if "order" in card.data else ()


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
}


def foot_of(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    """What stands below the picture of a piece; nothing for pieces that are their picture alone."""
    draw = FEET.get(card.kind)
    return draw(content, card, lang) if draw else ()


def name(content: GameContent, card: Card, lang: str) -> str:
    """The name of a piece; a formula reads as its signs."""
    if card.kind != FORMULA_KIND:
        return card.name.in_(lang)
    return f"{content.kind_by_id[card.kind].name.in_(lang).capitalize()}: {formula_name(content, card, lang)}"


def tint(content: GameContent, card: Card) -> str:
    if card.kind == "ingredient":
        own = str(card.data["tint"])
        return INGREDIENT_TINTS.get(own, own)
    return card.colour or OWN_TINTS.get(card.id, TINTS[card.kind])


def _formula(content: GameContent, card: Card, lang: str, size: str) -> str:
    """A formula is its own picture."""
    if size == "hand":
        return placed(formula_group(content, card, lang), 4, 14, 0.79)
    return placed(formula_group(content, card, lang, "column"), 3, 5, 0.74)


FAMILY = Pieces(tint, piece_icon, name, foot_of, {FORMULA_KIND: _formula}).family()

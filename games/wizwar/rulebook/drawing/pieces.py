"""Small cards of «Маго-бой»: spells, numbers, objects, tokens, sectors of the board.

What a piece shows follows from its kind: the tables here have a line for each.
"""

from collections.abc import Mapping

from games.wizwar.rulebook.set_content import MARK
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.icons import kind_icon, named_icon
from rulebook.drawing.piece_cards import Part, Pieces, SmallIcon, numeral, own_name

NUMERAL_KIND = "number"  # such a card is its numeral
SPELL_KINDS = ("attack", "neutral", "counteraction", "magic_stone", "object")
LONGEST_HARM = 3  # letters: «10», «N+2»; what damage depends on stands on the card's page
OTHER_NAMES: Mapping[str, str] = {
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
    **dict.fromkeys(("token", "sector", "layout"), "accent"),
    "attack": "red",
    "neutral": "blue",
    "counteraction": "purple",
    NUMERAL_KIND: "ochre",
    "magic_stone": "teal",
    "object": "umber",
}
OWN_TINTS: Mapping[str, str] = {"token_fire": "red", "token_bush": "green"}


def piece_icon(card: Card) -> str:
    """Name of a card's own icon, of its kind's if it has none; a table's own has that of what it is like."""
    like = card.id.partition(MARK)[0]
    own = OTHER_NAMES.get(like, like.replace("_", "-").lower())
    prefix = "ww-" if card.kind in SPELL_KINDS else ""
    return named_icon(prefix + own, kind_icon(card.kind))


def tint(content: GameContent, card: Card) -> str:
    return card.colour or OWN_TINTS.get(card.id, TINTS[card.kind])


def foot_of(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    """Of a spell: an eye if it needs sight, then its damage or the sign of the number that it takes."""
    if card.kind not in SPELL_KINDS:
        return ()
    sight = (SmallIcon("eye"),) if card.data["sight"] else ()
    harm = str(card.data.get("damage", {}).get("amount", ""))
    if 0 < len(harm) <= LONGEST_HARM:
        return (*sight, harm)
    return sight if card.data["number"] == "none" else (*sight, SmallIcon("kind-number"))


FAMILY = Pieces(tint, piece_icon, own_name, foot_of, {NUMERAL_KIND: numeral}).family()

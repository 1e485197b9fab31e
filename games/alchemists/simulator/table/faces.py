"""Cards and players of «Алхимики» as the table shows them: names of one language, icons, tints. Pure."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.alchemists.rulebook.drawing import pieces
from games.alchemists.scoring.points import ARTIFACTS
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.piece_cards import MINUS
from rulebook.wording.sentences import render
from simulator.table.hyphens import hyphenated
from web.names import initials

# Colours of players that no potion has, as on the sheet; beside each stands the sign of the player.
SEAT_TINTS = ("ochre", "teal", "plum", "ink")


class Face(NamedTuple):
    """A card: its name, one that may be hyphenated, its icon and the class of its colour.

    `sign` says a potion in short («К+»), `rule` a favour or an artifact in a sentence.
    """

    code: str
    id: str
    name: str
    soft: str
    icon: str
    tint: str
    sign: str = ""
    rule: str = ""


class Sign(NamedTuple):
    """A player in short: the letter on their cubes and its tint, the name beside it for readers."""

    seat: int
    letter: str
    tint: str
    name: str


@lru_cache(maxsize=512)
def _face(content: GameContent, code: str, lang: str) -> Face:
    card = content.card_by_code[code]
    name = (card.short if card.kind == "seal" else card.name).in_(lang)  # a seal as the log calls it
    return Face(
        code,
        card.id,
        name,
        hyphenated(name) if lang == "ru" else name,
        pieces.piece_icon(card),
        pieces.tint(content, card),
        _sign_of(content, card, lang),
        _rule_of(content, card, lang),
    )


def _sign_of(content: GameContent, card: Card, lang: str) -> str:
    """The letter of a potion's colour with its sign, «0» for the neutral one."""
    if card.kind != "potion":
        return ""
    if not card.colour:
        return "0"
    return content.colour_by_id[card.colour].letter.in_(lang) + str(card.data["sign"]).replace("-", MINUS)


def _rule_of(content: GameContent, card: Card, lang: str) -> str:
    return card.rule.in_(lang) if card.rule else ""


def printed_points(artifact: str) -> int | None:
    """The points on an artifact's card; None if the end of the game tells how many."""
    points = ARTIFACTS[artifact].data.get("vp")
    return None if points is None else int(points)


class Drawer(NamedTuple):
    """What every part of a drawing is told in: the content, the language, the players' names."""

    content: GameContent
    lang: str
    names: Sequence[str]

    def face(self, code: str) -> Face:
        return _face(self.content, code, self.lang)

    def faces(self, codes: Iterable[str]) -> tuple[Face, ...]:
        return tuple(self.face(code) for code in codes)

    def area(self, area: str) -> Face:
        """An area of the board, or the Custodian's card, which stands among them."""
        code = f"area_{area}"
        return self.face(code if code in self.content.card_by_code else area)

    def sign(self, seat: int) -> Sign:
        return Sign(seat, initials(self.names)[seat], SEAT_TINTS[seat % len(SEAT_TINTS)], self.names[seat])

    def signs(self, seats: Iterable[int]) -> tuple[Sign, ...]:
        return tuple(self.sign(seat) for seat in seats)

    def say(self, kind: str, code: str, **params: object) -> str:
        return render(self.content, kind, code, params, self.lang, self.names)

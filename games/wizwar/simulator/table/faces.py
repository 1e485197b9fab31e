"""Cards and things of «Маго-бой» as its table shows them: words of one language, names of icons. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.wizwar.rulebook.drawing.pieces import piece_icon
from games.wizwar.simulator.engine.data import CARD, KIND, SIGHT, TAKES, VALUE
from games.wizwar.simulator.table.wording import sentence
from rulebook.content.entries import GameContent
from rulebook.drawing.icons import kind_icon
from rulebook.wording.sentences import render
from simulator.table.hyphens import hyphenated


class Face(NamedTuple):
    """A card as words and names of icons; `soft` is the name with places to cut it.

    `number` says what a number does with it, "" for nothing; `value` is that of a number card, 0 of others;
    `rule` is what the card says in a line or two, `note` what is to be known of it where it lies.
    """

    code: str
    name: str
    soft: str
    icon: str
    kind: str
    kind_icon: str
    value: int
    sight: bool
    number: str
    rule: str
    note: str = ""


class Role(NamedTuple):
    """What can be done: the move's text, its words, an icon; `legal` False: its refusal teaches why.

    `quiet`: never the main key, as nobody wants it often. `short`: its words under the name of the card.
    `by`: who else than the wizard does it.
    """

    move: str
    words: str
    icon: str = ""
    legal: bool = True
    quiet: bool = False
    short: str = ""
    by: str = ""


def within(said: str) -> str:
    """A sentence of the catalogues as a part of another."""
    return said[:1].lower() + said[1:]


class Drawer(NamedTuple):
    """What every part of a drawing is told in: the content, the language, the players' names."""

    content: GameContent
    lang: str
    names: Sequence[str]

    def face(self, code: str) -> Face:
        card = self.content.card_by_id.get(code, CARD[code])
        takes = TAKES[code]
        return Face(
            code=code,
            name=card.name.in_(self.lang),
            soft=hyphenated(card.name.ru) if self.lang == "ru" else card.name.en,
            icon=piece_icon(CARD[code]),
            kind=self.content.kind_by_id[card.kind].name.in_(self.lang),
            kind_icon=kind_icon(card.kind),
            value=VALUE.get(code, 0),
            sight=code in SIGHT,
            number="" if takes == "none" or KIND[code] == "number" else self.say(f"number_{takes}"),
            rule=card.rule.in_(self.lang) if card.rule else "",
        )

    def faces(self, codes: Iterable[str]) -> tuple[Face, ...]:
        return tuple(self.face(code) for code in codes)

    def say(self, code: str, **params: Any) -> str:
        """A sentence of the board."""
        return render(self.content, "mark", code, params, self.lang, self.names)

    def move(self, code: str, **params: Any) -> str:
        """A sentence for a button: the engine's, or one that the table has for what it sees there."""
        return sentence(self.content, "move", code, params, self.lang, self.names)

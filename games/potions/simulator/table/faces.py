"""Cards and elements of «Зельеварение» as its table shows them: words of one language, names of icons."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.potions.rulebook.drawing.recipe_cards import OR
from games.potions.rulebook.words import deck_name
from games.potions.simulator.engine.data import ANY, CARD, DECK_OF, ELEMENTS_OF, POINTS, SPELLS
from rulebook.content import markup
from rulebook.content.entries import GameContent, Text
from rulebook.drawing.icons import element_icon, kind_icon
from rulebook.wording.sentences import render
from simulator.table.hyphens import hyphenated

ANY_ELEMENT = Text("любой элемент", "any element")


class Face(NamedTuple):
    """A card as words and names of icons; `soft` may be hyphenated, `elements` pairs an icon with a name."""

    code: str
    id: str
    name: str
    soft: str
    kind: str
    kind_icon: str
    points: int
    elements: tuple[tuple[str, str], ...]
    spell: bool


class Drawer(NamedTuple):
    """What every part of a drawing is told in: the content, the language, the players' names."""

    content: GameContent
    lang: str
    names: Sequence[str]

    def face(self, code: str) -> Face:
        card = CARD[code]
        return Face(
            code=code,
            id=card.id,
            name=card.name.in_(self.lang),
            soft=self.soft(card.name.in_(self.lang)),
            kind=self.content.kind_by_id[card.kind].name.in_(self.lang),
            kind_icon=kind_icon(card.kind),
            points=POINTS[code],
            elements=tuple((element_icon(element), self.element(element)) for element in ELEMENTS_OF[code]),
            spell=code in SPELLS,
        )

    def faces(self, codes: Iterable[str]) -> tuple[Face, ...]:
        return tuple(self.face(code) for code in codes)

    def card(self, code: str) -> str:
        return name_of(self.content, code, self.lang)

    def element(self, element: str) -> str:
        return self.content.element_by_id[element].name.in_(self.lang)

    def ingredient(self, text: str) -> str:
        """The name of a slot such as «element:mandrake», «any:element», «card:elixir_of_fire»,
        «kind:talisman» or «either:elixir_rubedo|elixir_nigredo».
        """
        kind, _, name = text.partition(":")
        if kind == "element":
            return self.element(name)
        if kind == ANY:
            return ANY_ELEMENT.in_(self.lang)
        if kind == "kind":
            return self.content.kind_by_id[name].name.in_(self.lang)
        cards = [self.content.card_by_id[each].name.in_(self.lang) for each in name.split("|")]
        return f" {OR.in_(self.lang)} ".join(cards)

    def ingredient_icon(self, text: str) -> str:
        """The icon of such a slot; that of a card is its kind's."""
        kind, _, name = text.partition(":")
        if kind == "element":
            return element_icon(name)
        if kind == ANY:
            return "question"
        return kind_icon(name if kind == "kind" else self.content.card_by_id[name.split("|")[0]].kind)

    def soft(self, name: str) -> str:
        """The cuts are those of Russian; browsers know where English words break."""
        return hyphenated(name) if self.lang == "ru" else name

    def ask(self, code: str, **params: Any) -> str:
        return render(self.content, "question", code, params, self.lang, self.names)

    def say(self, code: str, **params: Any) -> str:
        return render(self.content, "move", code, params, self.lang, self.names)

    def mark(self, code: str, **params: Any) -> str:
        return render(self.content, "mark", code, params, self.lang, self.names)

    def key(self, code: str, **params: Any) -> str:
        """What is done with a card, on a key under its name."""
        return self.mark(f"key_{code}", **params)

    def rule(self, code: str) -> str:
        """What a card says itself, in a line or two."""
        rule = CARD[code].rule
        return markup.plain(self.content, rule, self.lang) if rule else ""

    def worth(self, code: str) -> str:
        """What a card brings, assembled; else what it is."""
        return self.mark("note_points", n=POINTS[code]) if POINTS[code] else self.face(code).kind

    def title(self, code: str) -> str:
        """The name of a card, with its deck behind it where another deck has the same."""
        card = CARD[code]
        if len(card.copies) == 1 or len({copies.elements for copies in card.copies}) > 1:
            return card.name.in_(self.lang)
        return f"{card.name.in_(self.lang)} ({deck_name(self.content, DECK_OF[code], self.lang)})"


def name_of(content: GameContent, code: str, lang: str) -> str:
    """The card's name; its elements stand behind where copies of it differ in them."""
    card = CARD[code]
    if len(card.copies) == 1:
        return card.name.in_(lang)
    elements = ", ".join(content.element_by_id[element].name.in_(lang) for element in ELEMENTS_OF[code])
    return f"{card.name.in_(lang)} ({elements})"

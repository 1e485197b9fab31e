"""What everybody owns, ready to be written."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from games.alchemists.scoring.board.cells import CellOption, Cells, Control
from games.alchemists.scoring.points import ARTIFACTS, FEATHER, GRANTS, favours_gold
from games.alchemists.scoring.sheet.cells import RANGES
from games.alchemists.scoring.sheet.reveal import Goods
from rulebook.content.entries import Card


class NumberField(NamedTuple):
    """A number of a player's, to be written by hand."""

    name: str
    icon: str
    control: Control
    least: int
    most: int
    hint: str


class PlayerForm(NamedTuple):
    """What a player owns, ready to be written; `more` are artifacts that stand in a cell of their own."""

    goods: Goods
    name: str
    sign: str
    fields: list[NumberField]
    artifacts: Control
    artifact_options: list[list[CellOption]]
    more: Control
    more_options: list[CellOption]
    grants: Control
    grant_options: list[CellOption]
    level: Control
    spent: Control
    spent_words: list[str]
    summary: str

    @property
    def place(self) -> int:
        return self.goods.seat + 1

    @property
    def key(self) -> str:
        """What addresses call the fold with all this."""
        return f"person-{self.place}"


class People(Cells):
    """Players with their numbers, artifacts and grants."""

    @cached_property
    def people(self) -> list[PlayerForm]:
        return [self._person(goods) for goods in self.tally.goods]

    def _person(self, goods: Goods) -> PlayerForm:
        place = goods.seat + 1
        fields = [
            self._field("reputation", gettext("Репутация"), "track", place, hint=str(goods.tracked)),
            self._field("gold", gettext("Золото"), "coin", place),
            self._field("favours", gettext("Услуги в руке"), "hand", place),
        ]
        if FEATHER in goods.artifacts or goods.feather is not None:
            fields.append(self._field("feather", gettext("Виды под беретом"), "art-feather-in-cap", place))
        more = self.control(f"more.{place}")
        held = more.text.split()
        owned = [self.name_of(code) for code in goods.artifacts]
        owned += [self.word(code) for code in goods.grants]
        owned += [gettext("золото %(n)s") % {"n": goods.gold}] if goods.gold is not None else []
        owned += [self._favours(goods.favours)] if goods.favours else []
        return PlayerForm(
            goods,
            self.names[goods.seat],
            self.signs[goods.seat],
            fields,
            self.control(f"artifacts.{place}"),
            [self._artifacts(goods, deck, held) for deck in (1, 2, 3)],
            more,
            [self._artifact(goods, ARTIFACTS[code]) for code in held],
            self.control(f"grants.{place}"),
            self._grants(goods),
            self.control(f"level.{place}"),
            self.control(f"spent.{place}"),
            [self.seal_words(kind) for kind in self.control(f"spent.{place}").text.split()],
            ", ".join(owned),
        )

    def _favours(self, n: int) -> str:
        """Favours that are left, with the gold for them: two gold by themselves aren't six points."""
        gold = favours_gold(n)
        said = ngettext("за %(n)s услугу ещё %(gold)s", "за %(n)s услуг ещё %(gold)s", n)
        return said % {"n": n, "gold": gold}

    def _field(self, kind: str, name: str, icon: str, place: int, hint: str = "") -> NumberField:
        return NumberField(name, icon, self.control(f"{kind}.{place}"), *RANGES[kind], hint)

    def _artifacts(self, goods: Goods, deck: int, elsewhere: Sequence[str]) -> list[CellOption]:
        """Those of a deck that don't stand in the other cell."""
        cards = (card for card in ARTIFACTS.values() if card.data["deck"] == deck)
        return [self._artifact(goods, card) for card in cards if card.code not in elsewhere]

    def _artifact(self, goods: Goods, card: Card) -> CellOption:
        return CellOption(
            card.code,
            card.name.in_(self.lang),
            f"art-{card.id.replace('_', '-')}",
            on=card.code in goods.artifacts,
            taken=self._owner(goods, lambda other: card.code in other.artifacts),
            note=str(card.data["vp"]) if "vp" in card.data else "",
        )

    def _grants(self, goods: Goods) -> list[CellOption]:
        return [
            CellOption(
                code,
                ", ".join(map(self.word, self.tally.tiles[code])),
                on=code in goods.grants,
                taken=self._owner(goods, lambda other, code=code: code in other.grants),
                note=str(self.tally.grants[code].n),
                guessed=self.tally.grants[code].guessed,
            )
            for code in GRANTS
        ]

    def _owner(self, goods: Goods, has: Callable[[Goods], bool]) -> str:
        """The name of another player of whom this is true."""
        others = [other for other in self.tally.goods if other.seat != goods.seat and has(other)]
        return self.names[others[0].seat] if others else ""

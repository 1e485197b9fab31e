"""The end of a round: the top alchemist, the conferences, and what they would bring everybody now."""

from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext

from games.alchemists.scoring import points as calculator
from games.alchemists.scoring.board.cells import Cells
from games.alchemists.scoring.points import REASONS
from games.alchemists.scoring.sheet.cells import CONFERENCES, signed
from rulebook.wording.sentences import with_sign


class Due(NamedTuple):
    """What the end of a round may bring a player."""

    seat: int
    name: str
    what: str
    amount: str
    seals: int

    @property
    def place(self) -> int:
        return self.seat + 1


class RoundEnd(NamedTuple):
    """An award or a conference: who gets what of it now."""

    id: str
    title: str
    note: str
    clause: str
    guessed: bool
    dues: list[Due]


class RoundEnds(Cells):
    """Awards and conferences as things stand."""

    @cached_property
    def meetings(self) -> list[tuple[str, str, list[Due]]]:
        """The conferences: token, name, and what each would bring everybody now."""
        return [(token, self.name_of(token), self._dues(token)) for token in CONFERENCES]

    def _dues(self, token: str) -> list[Due]:
        dues = []
        for goods in self.tally.goods:
            seals = self.tally.counted_seals(goods.seat)
            numbers = self.tally.conferences[token][goods.level]._asdict()
            part, _ = calculator.conference_change(goods.reputation, seals, numbers)
            what = f"{part.reason} {signed(part.amount)} {token}"
            dues.append(Due(goods.seat, self.names[goods.seat], what, with_sign(part.amount), seals))
        return dues

    @cached_property
    def round_ends(self) -> list[RoundEnd]:
        """The top alchemist and both conferences as things stand."""
        top = [
            Due(
                seat,
                self.names[seat],
                usual("top"),
                with_sign(REASONS["top"].amount or 0),
                self.tally.counted_seals(seat),
            )
            for seat in self.tally.tops
        ]
        ends = [
            RoundEnd(
                "top", gettext("Лучший алхимик"), gettext("больше всех печатей"), "top.award", False, top
            )
        ]
        for token, name, dues in self.meetings:
            levels = {goods.level for goods in self.tally.goods}
            guessed = any(self.tally.conferences[token][level].guessed for level in levels)
            note = gettext("конец %(n)s-го раунда") % {"n": self.game.card_by_code[token].data["round"]}
            ends.append(RoundEnd(token, name, note, "conference.award", guessed, dues))
        return ends


def usual(reason: str) -> str:
    """The text of an event with the amount that the rules give: «publish +1»."""
    return f"{reason} {signed(REASONS[reason].amount or 0)}"

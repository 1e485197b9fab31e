"""The keys of the tracker: usual events, one tap each, and where each would leave everybody."""

import json
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

from django.utils.translation import gettext

from games.alchemists.scoring import points as calculator
from games.alchemists.scoring.board.round_ends import RoundEnds, usual
from games.alchemists.scoring.points import AUTHORITY, COLOURS, REASONS, ROBE, SEALS, Part
from games.alchemists.scoring.sheet.cells import BOTH_BOOKS, signed
from rulebook.wording.sentences import with_sign

ALTAR_MOST, OTHER_MOST = 8, 10


class ReasonKey(NamedTuple):
    """A key of the tracker: `what` is the text behind the player, `amount` what it says."""

    what: str
    name: str
    amount: str


class Keys(RoundEnds):
    """What a page of the tracker offers to write."""

    @cached_property
    def reasons(self) -> list[ReasonKey]:
        """The usual events, one tap each."""
        named = [
            ("publish", gettext("Публикация")),
            ("endorse", gettext("Согласие")),
            ("debunk", gettext("Опровержение")),
            ("debunk_failed", gettext("Не опровергли")),
            ("seal_lost", gettext("Потеря печати")),
            ("sale", gettext("Плохая продажа")),
            ("drink", gettext("Безумие")),
            ("top", gettext("Лучший алхимик")),
            ("barmaid", gettext("Трактирщица")),
            ("amulet", gettext("Амулет")),
        ]
        single = [self._key(name, reason) for reason, name in named]
        both = ReasonKey(
            f"seal_lost {signed(BOTH_BOOKS * self.seal_loss)}",
            gettext("Печати на двух"),
            with_sign(BOTH_BOOKS * self.seal_loss),
        )
        own = self._key(gettext("Своя теория"), "debunk", "seal_lost")
        return [*single[:5], both, own, *single[5:]]

    @property
    def seal_loss(self) -> int:
        """What a seal on a fallen theory costs that doesn't cover the mistake, negative."""
        return REASONS["seal_lost"].amount or 0

    @property
    def debunked(self) -> str:
        """What the debunker gets."""
        return usual("debunk")

    @property
    def falls(self) -> str:
        """JSON to show beforehand: by the colour of the mistake, what a player gets for the seals that lay on
        the theories that fell, «gold hedge_R».
        """
        each = [
            kinds
            for n in range(1, BOTH_BOOKS + 1)
            for kinds in combinations_with_replacement(sorted(SEALS), n)
        ]
        got = {colour: {" ".join(kinds): self._fell(kinds, colour) for kinds in each} for colour in COLOURS}
        return json.dumps(got, separators=(",", ":"))

    def _fell(self, kinds: Sequence[str], colour: str) -> str:
        lost = sum(self.seal_loss for kind in kinds if not calculator.hedges(kind, (colour,)))
        return f"seal_lost {signed(lost)}" if lost else usual("hedged")

    @cached_property
    def exhibition(self) -> list[ReasonKey]:
        return [
            self._key(gettext("первым сделали"), "exhibit"),
            self._key(gettext("оба знака цвета"), "exhibit_both"),
            self._key(gettext("первым и оба знака"), "exhibit", "exhibit_both"),
            self._key(gettext("не вышло"), "exhibit_failed"),
        ]

    @cached_property
    def altar(self) -> list[ReasonKey]:
        return [ReasonKey(f"altar {signed(n)}", "", with_sign(n)) for n in range(1, ALTAR_MOST + 1)]

    @cached_property
    def others(self) -> list[ReasonKey]:
        up = [ReasonKey(f"gain {signed(n)}", "", with_sign(n)) for n in range(1, OTHER_MOST + 1)]
        down = [ReasonKey(f"loss {signed(-n)}", "", with_sign(-n)) for n in range(1, OTHER_MOST + 1)]
        return [*up, *down]

    def _key(self, name: str, *reasons: str) -> ReasonKey:
        amount = sum(REASONS[reason].amount or 0 for reason in reasons)
        return ReasonKey(" ".join(map(usual, reasons)), name, with_sign(amount))

    @cached_property
    def after(self) -> str:
        """Where each usual event would leave everybody: «publish +1:11,12/11,12;…».

        Before the stroke with the Robe and the Seal of Authority that players own, behind it without them.
        """
        keys = [*self.reasons, *self.exhibition, *self.altar, *self.others]
        whats = [key.what for key in keys]
        whats += [due.what for _, _, dues in self.meetings for due in dues]
        return ";".join(
            f"{what}:{self._after(what, True)}/{self._after(what, False)}" for what in dict.fromkeys(whats)
        )

    def _after(self, what: str, owned: bool) -> str:
        words = what.split(" ")
        parts = [Part(words[n], int(words[n + 1])) for n in range(0, len(words) - 1, 2)]
        shown = []
        for goods in self.tally.goods:
            robe, authority = (owned and card in goods.artifacts for card in (ROBE, AUTHORITY))
            change = calculator.change(goods.tracked, parts, robe=robe, authority=authority)
            shown.append(str(change.after))
        return ",".join(shown)

    @property
    def flags(self) -> list[tuple[str, str, str]]:
        """What may enlarge a gain: the flag, its name, the seats that own it (from 1)."""
        return [
            (
                flag,
                self.name_of(card),
                " ".join(str(g.seat + 1) for g in self.tally.goods if card in g.artifacts),
            )
            for flag, card in (("robe", ROBE), ("authority", AUTHORITY))
        ]

"""What «Университетский курс» adds to the journal.

«1 useful» or «1 useful dragon»: an element that brought a point by Usefulness alone; «1 income»,
«1 growth»; «2 forest spell_of_forbidden_forest 1 3»: the owners of the two creatures;
«2 scruple scruple_of_conscience 3».
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.potions.scoring import points as calculator
from games.potions.scoring.boxes.university.points import (
    FOREST,
    FOREST_CARD,
    FOREST_CASTER,
    FOREST_CREATURES,
    FOREST_OWNER,
    GENERALITY,
    GROWTH,
    GROWTH_CARD,
    INCOME,
    INCOME_CARD,
    SCRUPLE,
    SCRUPLE_CARD,
    SCRUPLE_LOSS,
    UNIVERSALITY,
    USEFUL,
    USEFULNESS,
    may_receive,
)
from games.potions.scoring.points import ASSEMBLE, SPELL, TRANSFORMATION, Play
from games.potions.scoring.sheet.box import BadPlay, BoxSheet, Reader, Table, no_play
from games.potions.scoring.sheet.journal import PlayableCard
from games.potions.scoring.sheet.plays import card_in, seat_in
from scoring.sheets.core import Remark
from web.refusal import Refusal

CREATION, ATHANORUM = "spell_of_creation", "spell_athanorum"
# The talisman by which each kind of play pays.
PAYS = {USEFUL: USEFULNESS, INCOME: INCOME_CARD, GROWTH: GROWTH_CARD}


class UniversitySheet(BoxSheet):
    """See `BoxSheet`."""

    conjuring = (CREATION,)
    fetching = ("spell_of_universal_knowledge", "spell_of_magical_knowledge", "spell_of_overthrow")
    replacing = ("spell_of_transfiguration",)
    stand_ins = (UNIVERSALITY,)
    halves_again = True

    def words(self, play: Play) -> list[str]:
        return [play.card] * (bool(play.card) and play.kind not in (INCOME, GROWTH))

    def raw(self, play: Play) -> dict[str, Any]:
        return {play.kind: play.card or True}

    def raw_words(self, kind: str, row: Mapping[str, Any]) -> list[str] | None:
        if set(row) - {kind, "used"} or not (row[kind] is True or isinstance(row[kind], str)):
            return None
        return [] if row[kind] is True or kind in (INCOME, GROWTH) else [row[kind]]

    def check_spell(self, card: str) -> Refusal | None:
        if card != FOREST_CARD:
            return None
        return Refusal("sheet_forest", "university.forest.points", {"card": card})

    def choice(self, choice: PlayableCard) -> PlayableCard | None:
        if choice.card == FOREST_CARD:
            paying = choice._replace(points=FOREST_CASTER, half=FOREST_OWNER, exact=True, own=True)
            return paying._replace(what=FOREST, owners=FOREST_CREATURES)
        if choice.card == SCRUPLE_CARD:
            return choice._replace(what=SCRUPLE, owners=1, exact=True, half=-SCRUPLE_LOSS)
        return choice

    def warnings(self, plays: Sequence[Play], table: Table) -> Iterator[Remark]:
        yield from _talisman_warnings(plays)
        yield from _scruple_warnings(plays, table)


def _talisman_warnings(plays: Sequence[Play]) -> Iterator[Remark]:
    """A talisman pays only those who have it: assembled it, or got it by a spell."""
    has = {(play.seat, play.card) for play in plays if play.kind == ASSEMBLE}
    paid = {(play.seat, PAYS[play.kind]) for play in plays if play.kind in PAYS}
    paid |= {
        (owner, GENERALITY)
        for play in plays
        for owner, n in Counter(play.owners).items()
        if play.kind == ASSEMBLE and n > 1
    }
    spells = Counter(
        play.seat
        for play in plays
        if play.kind == SPELL and play.card in (TRANSFORMATION, CREATION, ATHANORUM)
    )
    for seat, card in sorted(paid - has):
        if spells[seat]:
            spells[seat] -= 1
        else:
            yield Remark("sheet_talisman", _CLAUSES[card], {"seat": seat, "card": card})


_CLAUSES = {
    USEFULNESS: "university.usefulness.least",
    INCOME_CARD: "university.income.point",
    GROWTH_CARD: "university.growth.point",
    GENERALITY: "university.generality.each",
}


def _scruple_warnings(plays: Sequence[Play], table: Table) -> Iterator[Remark]:
    """The Scruple goes to somebody with more points than its giver."""
    points = [0] * table.seats
    for play in plays:
        if play.kind == SCRUPLE and not may_receive(points, play.seat, play.owners[0]):
            target = play.owners[0]
            params = {"seat": play.seat, "points": points[play.seat], "seats": (target,), "n": points[target]}
            yield Remark("sheet_scruple", "university.scruple.pass", params)
        for seat, n in calculator.gains(play).items():
            points[seat] += n


# --- Reading ----------------------------------------------------------------------------------------------


def _useful(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
    if len(words) > 1:
        raise BadPlay(no_play(text))
    return Play(seat, USEFUL, card_in(words[0], table) if words else "")


def _paying(kind: str) -> Reader:
    """What Income or Growth pays."""

    def read(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
        if words:
            raise BadPlay(no_play(text))
        return Play(seat, kind, PAYS[kind])

    return read


def _forest(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
    if words[:1] != [FOREST_CARD]:
        raise BadPlay(no_play(text))
    owners = tuple(seat_in(word, text, table.seats) for word in words[1:])
    if len(owners) != FOREST_CREATURES:
        params = {"n": len(owners), "max": FOREST_CREATURES}
        raise BadPlay(Refusal("sheet_creatures", "university.forest.points", params))
    return Play(seat, FOREST, FOREST_CARD, 0, tuple(sorted(owners)))


def _scruple(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
    if words[:1] != [SCRUPLE_CARD] or len(words) != 2:
        raise BadPlay(no_play(text))
    target = seat_in(words[1], text, table.seats)
    if target == seat:
        raise BadPlay(Refusal("sheet_scruple_own", "university.scruple.pass", {"seat": seat}))
    return Play(seat, SCRUPLE, SCRUPLE_CARD, 0, (target,))


UniversitySheet.readers = {
    USEFUL: _useful,
    INCOME: _paying(INCOME),
    GROWTH: _paying(GROWTH),
    FOREST: _forest,
    SCRUPLE: _scruple,
}
SHEET = UniversitySheet()

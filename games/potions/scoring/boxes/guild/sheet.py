"""What «Гильдия Алхимиков» adds to the journal.

«2 stage 1 3 powder_atramentum 4» lays stage 3 of column 1, a recipe of player 4's (without a number from
hand, or one's own; the card may be left out); «2 stone 1 stone_magisterium» ends the game.

sequence.<seat>    the player's Sequence card: «sequence_card_a»
columns            the table's own columns, one in a line, see `rulebook…guild.sequences`
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from games.potions.rulebook.boxes.guild import sequences
from games.potions.rulebook.boxes.guild.sequences import BadColumns, Column, SequenceCard
from games.potions.scoring.boxes.guild.points import (
    BY_ELIXIR,
    COLUMNS,
    STAGE,
    STAGE_POINTS,
    STAGES,
    STONE,
    STONE_KIND,
    TRANSMUTATION,
    UNIVERSALITY,
)
from games.potions.scoring.points import ASSEMBLE, SPELL, Boxes, Play, Used, card_of, silence
from games.potions.scoring.sheet.box import BadPlay, BoxSheet, Table, no_play
from games.potions.scoring.sheet.journal import PlayableCard
from games.potions.scoring.sheet.plays import MARK, NUMBER, card_in, owners_in
from scoring.sheets.core import NAME_LIMIT, Remark
from web.refusal import Refusal

OWN_COLUMNS = "columns"
SEQUENCE = re.compile(r"sequence\.([1-9])", re.ASCII)
SEQUENCE_CARDS = tuple(card.id for card in sequences.cards())


def sequence_cell(seat: int) -> str:
    """The cell that says which Sequence card a seat has drawn."""
    return f"sequence.{seat + 1}"


@lru_cache(maxsize=64)
def _own(text: str, boxes: Boxes) -> tuple[SequenceCard, ...]:
    """Raises BadColumns."""
    return sequences.own_columns(sequences.data_of_text(text, boxes), boxes)


def sequence_cards(table: Table) -> Mapping[str, SequenceCard]:
    """The Sequence cards of this table by id: its own, else the reconstruction."""
    text = table.settings.get(OWN_COLUMNS, "")
    return {card.id: card for card in (_own(text, table.boxes) if text else sequences.cards())}


def sequence_of(table: Table, seat: int) -> SequenceCard | None:
    """The card that a seat has drawn; None while nobody has said so."""
    return sequence_cards(table).get(table.settings.get(sequence_cell(seat), ""))


def column_of(table: Table, seat: int, column: int) -> Column | None:
    """A column of it, counted from 1."""
    card = sequence_of(table, seat)
    return card.columns[column - 1] if card else None


def laid(plays: Sequence[Play]) -> dict[tuple[int, int], list[int]]:
    """The stages that stand in each (seat, column), in the order of the log; the Stone is the last stage."""
    found: dict[tuple[int, int], list[int]] = {}
    for play in plays:
        if play.kind in (STAGE, STONE):
            found.setdefault((play.seat, play.place[0]), []).append(play.place[1])
    return found


class GuildSheet(BoxSheet):
    """See `BoxSheet`."""

    conjuring = ("spell_athanorum",)
    stand_ins = (UNIVERSALITY,)

    def words(self, play: Play) -> list[str]:
        place = play.place if play.kind == STAGE else play.place[:1]
        return [*map(str, place), *super().words(play)]

    def raw(self, play: Play) -> dict[str, Any]:
        place = list(play.place) if play.kind == STAGE else play.place[0]
        return {play.kind: place} | ({"card": play.card} if play.card else {})

    def raw_words(self, kind: str, row: Mapping[str, Any]) -> list[str] | None:
        place = row[kind] if isinstance(row[kind], list) else [row[kind]]
        if set(row) > {kind, "card", "used"} or not all(type(n) is int for n in place):
            return None
        return [*map(str, place), *([str(row["card"])] if "card" in row else [])]

    def has_setting(self, cell: str, table: Table) -> bool:
        found = SEQUENCE.fullmatch(cell)
        return cell == OWN_COLUMNS or (found is not None and int(found[1]) <= table.seats)

    def check_setting(self, cell: str, text: str, table: Table) -> Refusal | None:
        if cell == OWN_COLUMNS:
            try:
                _own(text, table.boxes)
            except BadColumns as error:
                return error.refusals[0]
        elif SEQUENCE.fullmatch(cell) and text not in SEQUENCE_CARDS:
            return Refusal("sheet_sequence", "guild.sequence.card", {"text": text[:NAME_LIMIT]})
        return None

    def choice(self, choice: PlayableCard) -> PlayableCard | None:
        """Stones are picked as the last stage of a column."""
        return None if choice.kind == STONE_KIND else choice

    def fresh(self, plays: Sequence[Play]) -> dict[str, int]:
        """A card laid into a Sequence came from hand if its player has neither assembled nor conjured it."""
        built = {(play.seat, play.card) for play in plays if play.kind == ASSEMBLE}
        conjurers = {play.seat for play in plays if play.kind == SPELL and play.card != TRANSMUTATION}
        hand = {
            (play.seat, play.card)
            for play in plays
            if play.kind == STAGE and play.card and not play.owners and not play.silent
        }
        return Counter(card for seat, card in hand - built if seat not in conjurers)

    def ended_by(self, plays: Sequence[Play]) -> str:
        """The Stone ends the game."""
        return "guild.stone.end" if any(play.kind == STONE for play in plays) else ""

    def warnings(self, plays: Sequence[Play], table: Table) -> Iterator[Remark]:
        skipped: Counter[int] = Counter()
        for (seat, column), stages in laid(plays).items():
            yield from _column_warnings(seat, column, stages)
            missing = _skipped(stages)
            skipped[seat] += len(missing)
            yield from _skip_warnings(seat, column, stages, missing)
        casts = Counter(play.seat for play in plays if play.kind == SPELL and play.card == TRANSMUTATION)
        for seat, n in skipped.items():
            if n > casts[seat]:
                params = {"seat": seat, "n": n, "count": casts[seat]}
                yield Remark("sheet_skipped", "guild.transmutation.skip", params)
        yield from _stone_warnings(plays)
        yield from _card_warnings(table)


def _column_warnings(seat: int, column: int, stages: Sequence[int]) -> Iterator[Remark]:
    """Stages go from the top down, and a column is gathered once."""
    where = {"seat": seat, "column": column}
    for stage, n in Counter(stages).items():
        if n > 1:
            yield Remark("sheet_column_twice", "guild.sequence.once", where | {"stage": stage})
    for before, after in pairwise(stages):
        if after < before:
            yield Remark("sheet_stage_order", "guild.sequence.order", where | {"stage": after, "n": before})


def _skipped(stages: Sequence[int]) -> list[int]:
    """The stages before the Stone that are missing above the lowest one laid."""
    return [stage for stage in range(1, min(max(stages), STAGES)) if stage not in stages]


def _skip_warnings(seat: int, column: int, stages: Sequence[int], missing: Sequence[int]) -> Iterator[Remark]:
    where = {"seat": seat, "column": column}
    running = next((a for a, b in pairwise(missing) if b == a + 1), 0)
    if running:
        yield Remark("sheet_two_skipped", "guild.transmutation.running", where | {"stage": running})
    if STAGES in stages and STAGES - 1 not in stages:
        yield Remark("sheet_stone_early", "guild.stone.lay", where | {"stage": STAGES - 1})


def _stone_warnings(plays: Sequence[Play]) -> Iterator[Remark]:
    """Nothing is played after the Stone."""
    stone = next((n for n, play in enumerate(plays) if play.kind == STONE), None)
    if stone is not None and stone < len(plays) - 1:
        params = {"seat": plays[stone].seat, "n": len(plays) - 1 - stone}
        yield Remark("sheet_after_stone", "guild.stone.end", params)


def _card_warnings(table: Table) -> Iterator[Remark]:
    """No more players have a Sequence card than it has copies."""
    drawn = Counter(text for cell, text in table.settings.items() if SEQUENCE.fullmatch(cell))
    for card, n in drawn.items():
        if n > sequences.copies():
            params = {"sequence": card, "n": n, "count": sequences.copies()}
            yield Remark("sheet_sequence_copies", "guild.sequence.card", params)


# --- Reading ----------------------------------------------------------------------------------------------


def _place(words: Sequence[str], text: str, most: int) -> int:
    """A column or stage from 1. Raises BadPlay."""
    if not words or not NUMBER.fullmatch(words[0]):
        raise BadPlay(no_play(text))
    if not 1 <= int(words[0]) <= most:
        params = {"text": text[:NAME_LIMIT], "n": COLUMNS, "max": STAGES - 1}
        raise BadPlay(Refusal("sheet_no_stage", "guild.sequence.order", params))
    return int(words[0])


def _named(words: Sequence[str], table: Table) -> str:
    """The card among what follows column and stage, if one is named. Raises BadPlay."""
    if not words or NUMBER.fullmatch(words[0].partition(MARK)[0]):
        return ""
    return card_of(card_in(words[0], table)).id


def _stage(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
    column, stage = _place(words, text, COLUMNS), _place(words[1:], text, STAGES - 1)
    printed = column_of(table, seat, column)
    named = _named(words[2:], table)
    card = _agreed(named, printed, (column, stage), seat)
    if card and not card_of(card).ingredients:
        raise BadPlay(Refusal("sheet_stage_recipe", "guild.sequence.order", {"card": card}))
    owners, silent = owners_in(words[2 + bool(named) :], text, table, STAGE)
    others = [*owners, *(owner for owner, _ in silent)]
    if seat in others:
        raise BadPlay(Refusal("sheet_own_stage", "guild.sequence.half", {"seat": seat}))
    if len(others) > 1:
        raise BadPlay(Refusal("sheet_one_owner", "guild.sequence.half", {"n": len(others)}))
    _check_paid(card, owners, silent, table)
    points = printed.points if printed else STAGE_POINTS
    return Play(seat, STAGE, card, points[stage - 1], owners, (column, stage), silent)


def _check_paid(card: str, owners: Sequence[int], silent: Sequence[tuple[int, str]], table: Table) -> None:
    """The Elixir of Universality never pays its owner, nothing else is silent as it is. Raises BadPlay."""
    elixir = silence(Used(card), STAGE, table.boxes) == BY_ELIXIR
    if card and owners and elixir:
        raise BadPlay(Refusal("sheet_elixir_pays", "guild.universality.half", {"card": card}))
    if card and not elixir and any(reason == BY_ELIXIR for _, reason in silent):
        raise BadPlay(Refusal("sheet_half_paid", "guild.sequence.half", {"reason": BY_ELIXIR}))


def _agreed(named: str, printed: Column | None, place: tuple[int, int], seat: int) -> str:
    """The recipe of a stage: what the player's column prints there. Raises BadPlay where another is named."""
    column, stage = place
    asked = printed.stages[stage - 1] if printed else named
    if named and named != asked:
        params = {"seat": seat, "card": asked, "column": column, "stage": stage}
        raise BadPlay(Refusal("sheet_stage_card", "guild.sequence.order", params))
    return asked


def _stone(text: str, seat: int, words: Sequence[str], table: Table) -> Play:
    column = _place(words, text, COLUMNS)
    named = _named(words[1:], table)
    if len(words) != 1 + bool(named):
        raise BadPlay(no_play(text))
    printed = column_of(table, seat, column)
    card = _agreed(named, printed, (column, STAGES), seat)
    if card and card_of(card).kind != STONE_KIND:
        raise BadPlay(Refusal("sheet_stone_card", "guild.stone.lay", {"card": card}))
    points = printed.points if printed else STAGE_POINTS
    return Play(seat, STONE, card, points[-1], (), (column, STAGES))


GuildSheet.readers = {STAGE: _stage, STONE: _stone}
SHEET = GuildSheet()

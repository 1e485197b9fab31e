"""What the Guild adds to the position editor: Sequences, and a table's own columns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.potions.rulebook.boxes.guild import sequences
from games.potions.simulator.boxes.guild.engine.columns import GONE, SEQUENCES, SKIPPED
from games.potions.simulator.boxes.guild.table.kit import COLUMNS, LETTERS
from games.potions.simulator.table.editor import HAND_LIMIT, BoxEditor, CardReader, Written
from simulator.table.typed import PARTS

CARD = "sequence"
PLACES = ("column1", "column2", "column3")  # a player's columns
# What stands for a stage that was passed over, and for one whose card was taken; as shown and as typed.
SIGNS = {SKIPPED: "—", GONE: "×"}
TYPED = {**dict.fromkeys(("—", "–", "-"), SKIPPED), **dict.fromkeys(("×", "x", "х"), GONE)}


class SequenceChoice(NamedTuple):
    """A Sequence card that a player may have."""

    card: str
    name: str
    chosen: bool


class GuildEditor(BoxEditor):
    fields = {CARD: 40, **dict.fromkeys(PLACES, HAND_LIMIT), COLUMNS: LETTERS}
    part = "simulator/potions/guild/_editor.html"
    seat_part = "simulator/potions/guild/_editor_seat.html"

    def position_of(
        self, cards: CardReader, names: Sequence[str], fields: Mapping[str, Sequence[str]]
    ) -> dict[str, Any]:
        texts = zip(*(_padded(fields[key], len(names)) for key in (CARD, *PLACES)), strict=True)
        rows = {
            name: [card, *(_stages(cards, column) for column in columns)]
            for name, (card, *columns) in zip(names, texts, strict=True)
            if card
        }
        own = "".join(fields[COLUMNS][:1])
        options = {COLUMNS: sequences.data_of_text(own, cards.course.boxes)} if own.strip() else {}
        return {SEQUENCES: rows, "options": options}

    def texts(self, position: Mapping[str, Any]) -> Iterable[Any]:
        rows = position.get(SEQUENCES)
        for row in rows.values() if isinstance(rows, Mapping) else ():
            yield from row if isinstance(row, list) else ()

    def shown(self, written: Written) -> dict[str, Any]:
        options = written.position.get("options")
        data = options.get(COLUMNS) if isinstance(options, Mapping) else None
        return {COLUMNS: _columns_text(data, written)[:LETTERS] if data else ""}

    def seat(self, written: Written, place: int, name: str) -> dict[str, Any]:
        row = written.of(SEQUENCES, place, name)
        card, *columns = row if isinstance(row, list) and row else [""]
        known = [each.id for each in sequences.cards()]
        chosen = card if card in known else known[place % len(known)]
        return {
            "place": place,
            "cards": [
                SequenceChoice(each, sequences.name(each).in_(written.lang), each == chosen) for each in known
            ],
            "columns": [
                (key, n, _shown(written, text))
                for n, (key, text) in enumerate(zip(PLACES, _padded(columns, len(PLACES)), strict=True), 1)
            ],
        }


def _padded(texts: Sequence[Any], n: int) -> list[Any]:
    return [*texts, *([""] * n)][:n]


def _stages(cards: CardReader, text: str) -> str:
    """The stages of a column from the top down."""
    parts = (part.strip() for part in PARTS.split(text))
    return " ".join(TYPED.get(part.lower()) or cards.codes(part) for part in parts if part)


def _shown(written: Written, text: Any) -> str:
    if not isinstance(text, str):
        return ""
    return ", ".join(SIGNS.get(word) or written.cards(word) for word in text.split())[:HAND_LIMIT]


def _columns_text(data: Any, written: Written) -> str:
    """Own columns as people type them, even those that can't be; what is no list of columns is left out."""
    cards = written.content.card_by_id
    lines: list[str] = []
    if not isinstance(data, list):
        return ""
    for column in (column for card in data if isinstance(card, list) for column in card):
        stages = column.get("stages") if isinstance(column, Mapping) else None
        if not isinstance(stages, list):
            return ""
        words = map(str, stages)
        named = (cards[each].name.in_(written.lang) if each in cards else each for each in words)
        points = column.get("points")
        after = f" = {' '.join(map(str, points))}" if isinstance(points, list) else ""
        lines.append(", ".join(named) + after)
    return "\n".join(lines)


EDITOR = GuildEditor()

"""The Sequence cards: our reconstruction, or the columns that a table has entered of its own (ruling 74).

The one reader of own columns: engine, score sheet and print ask it. They travel as plain data, three cards of
three columns of `{"stages": […], "points": […]}`, and as text, a column in a line:
`elixir_nigredo elixir_albedo … stone_red_tincture = 2 2 4 4 6 8 10`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import tomli

from rulebook.content import reading
from rulebook.content.entries import Card, GameContent, Text
from web.refusal import Refusal

GAME_ID, BOX = "potions", "guild"
CLAUSE = "guild.sequence.own"
STONE = "philosophers_stone"
MOST_POINTS = 99
NUMBER = re.compile(r"[0-9]{1,4}")
WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Column:
    """Ids of seven cards from the top down, the last a Stone, and what each stage brings."""

    stages: tuple[str, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class SequenceCard:
    id: str
    columns: tuple[Column, ...]


class BadColumns(ValueError):
    """Own columns that can't be; `refusals` say why."""

    def __init__(self, refusals: Sequence[Refusal]):
        super().__init__(", ".join(refusal.code for refusal in refusals))
        self.refusals = tuple(refusals)


@cache
def _file() -> Mapping[str, Any]:
    folder = content((BOX,)).box_by_id[BOX].folder
    return tomli.loads((folder / "sequences.toml").read_text(encoding="utf-8"))


def content(boxes: Sequence[str]) -> GameContent:
    """What is on the table, the Guild's box with it."""
    return reading.load(GAME_ID, boxes=(*boxes, BOX))


def copies() -> int:
    """How many copies of each card lie in the box."""
    number: int = _file()["card_copies"]
    return number


def stage_points() -> tuple[int, ...]:
    """What the stages of a column bring, where a table hasn't said otherwise."""
    return tuple(content((BOX,)).constants["stage_points"])


@cache
def cards() -> tuple[SequenceCard, ...]:
    """The reconstruction."""
    points = stage_points()
    return tuple(
        SequenceCard(each["id"], tuple(Column(tuple(stages), points) for stages in each["columns"]))
        for each in _file()["sequence"]
    )


def name(card_id: str) -> Text:
    """What a Sequence card is called; the place of an own card in its list is that of ours."""
    names = {each["id"]: each["name"] for each in _file()["sequence"]}
    return Text(names[card_id]["ru"], names[card_id]["en"])


# --- Own columns ------------------------------------------------------------------------------------------


def own_columns(data: Any, boxes: Sequence[str] = (BOX,)) -> tuple[SequenceCard, ...]:
    """A table's own cards, with these boxes on the table. Raises BadColumns with all that is wrong."""
    found = _columns_in(data)
    known = content(boxes)
    refusals = [
        refusal
        for card, columns in enumerate(found, 1)
        for refusal in (
            *(fault for n, column in enumerate(columns, 1) for fault in _faults(known, column, card, n)),
            *_stones(columns, card),
        )
    ]
    if refusals:
        raise BadColumns(refusals)
    return tuple(
        SequenceCard(card.id, columns) for card, columns in zip(cards(), map(tuple, found), strict=True)
    )


def _columns_in(data: Any) -> list[list[Column]]:
    """The columns by card, whatever cards they name. Raises BadColumns unless all are there."""
    wanted = cards()
    if not isinstance(data, list | tuple) or len(data) != len(wanted):
        raise BadColumns([_misshapen()])
    found = []
    for n, (card, ours) in enumerate(zip(data, wanted, strict=True), 1):
        if not isinstance(card, list | tuple) or len(card) != len(ours.columns):
            raise BadColumns([_misshapen()])
        found.append([_column(column, n, place) for place, column in enumerate(card, 1)])
    return found


def _misshapen(card: int = 0, column: int = 0) -> Refusal:
    if column:
        return Refusal("columns_stages", CLAUSE, {"card_n": card, "column": column, "n": len(stage_points())})
    return Refusal("columns_shape", CLAUSE, {"n": len(cards())})


def _column(data: Any, card: int, place: int) -> Column:
    """A column of seven words and seven numbers. Raises BadColumns."""
    points = stage_points()
    if not isinstance(data, Mapping) or data.keys() - {"stages", "points"}:
        raise BadColumns([_misshapen(card, place)])
    stages, given = data.get("stages"), data.get("points", list(points))
    if not _is_row(stages, str, len(points)) or not isinstance(given, list | tuple):
        raise BadColumns([_misshapen(card, place)])
    if not _is_row(given, int, len(points)) or not all(0 <= n <= MOST_POINTS for n in given):
        params = {"card_n": card, "column": place, "n": len(points), "most": MOST_POINTS}
        raise BadColumns([Refusal("columns_points", CLAUSE, params)])
    return Column(tuple(stages), tuple(given))


def _is_row(data: Any, of: type, length: int) -> bool:
    return isinstance(data, list | tuple) and len(data) == length and all(type(part) is of for part in data)


def _faults(known: GameContent, column: Column, card: int, n: int) -> Iterator[Refusal]:
    """What is wrong with one column."""
    where = {"card_n": card, "column": n}
    *recipes, last = column.stages
    for stage in recipes:
        if not is_recipe(known.card_by_id.get(stage)):
            yield Refusal("columns_card", CLAUSE, {**where, "text": stage[:60]})
    if not is_stone(known.card_by_id.get(last)):
        yield Refusal("columns_stone", CLAUSE, {**where, "text": last[:60]})
    for stage in dict.fromkeys(stage for stage in recipes if recipes.count(stage) > 1):
        if is_recipe(known.card_by_id.get(stage)):
            yield Refusal("columns_twice", CLAUSE, {**where, "card": stage})


def _stones(columns: Sequence[Column], card: int) -> Iterator[Refusal]:
    """The columns of a card end in different Stones."""
    last = [column.stages[-1] for column in columns]
    if len(set(last)) < len(last):
        yield Refusal("columns_stones", CLAUSE, {"card_n": card})


def is_recipe(card: Card | None) -> bool:
    """Whether a card may be a stage before the last."""
    return card is not None and bool(card.ingredients)


def is_stone(card: Card | None) -> bool:
    """Whether a card may be the last stage."""
    return card is not None and card.kind == STONE


# --- As data and as text ----------------------------------------------------------------------------------


def data_of(found: Sequence[SequenceCard]) -> list[list[dict[str, list[Any]]]]:
    """Own columns as they travel, which `own_columns` reads."""
    return [
        [{"stages": list(column.stages), "points": list(column.points)} for column in card.columns]
        for card in found
    ]


def text_of(found: Sequence[SequenceCard], lang: str = "") -> str:
    """A column in a line, its cards by their ids; in a language by their names, between commas."""
    return "\n".join(
        f"{_stages_text(column, lang)} = {' '.join(map(str, column.points))}"
        for card in found
        for column in card.columns
    )


def _stages_text(column: Column, lang: str) -> str:
    if not lang:
        return " ".join(column.stages)
    known = reading.whole(GAME_ID).card_by_id
    return ", ".join(known[stage].name.in_(lang) for stage in column.stages)


def data_of_text(text: str, boxes: Sequence[str] = (BOX,)) -> list[list[dict[str, list[Any]]]]:
    """What the lines of a form say, for `own_columns`; words that name no card stay as they are."""
    names = _names(tuple(sorted({*boxes, BOX})))
    lines = [line for line in map(str.strip, text.splitlines()) if line]
    columns = [_read_line(line, names) for line in lines]
    size = len(cards()[0].columns)
    return [columns[start : start + size] for start in range(0, len(columns), size)]


def _read_line(line: str, names: Mapping[tuple[str, ...], str]) -> dict[str, list[Any]]:
    left, equals, right = line.partition("=")
    parts = re.split(r"[,;]", left) if re.search(r"[,;]", left) else left.split()
    column: dict[str, list[Any]] = {
        "stages": [_called(part.strip(), names) for part in parts if part.strip()]
    }
    if equals:
        column["points"] = [int(part) if NUMBER.fullmatch(part) else part for part in right.split()]
    return column


@cache
def _names(boxes: tuple[str, ...]) -> Mapping[tuple[str, ...], str]:
    """The cards that may be stages, by the words of their ids and names."""
    return {
        _words(text): card.id
        for card in content(boxes).cards
        if is_recipe(card) or is_stone(card)
        for text in (card.id, card.name.ru, card.name.en, card.short.ru, card.short.en)
    }


def _words(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text.lower().replace("ё", "е").replace("_", " ")))


def _called(text: str, names: Mapping[tuple[str, ...], str]) -> str:
    """The card that somebody means: by its id, its name, or the beginnings of its words."""
    typed = _words(text)
    if typed in names:
        return names[typed]
    meant = {card for words, card in names.items() if typed and _begins(typed, words)}
    return meant.pop() if len(meant) == 1 else text


def _begins(typed: Sequence[str], words: Sequence[str]) -> bool:
    rest = iter(words)
    return all(any(word.startswith(start) for word in rest) for start in typed)

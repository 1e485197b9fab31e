"""What the page of a table's cards sends, as the difference that `card_sets.read` judges. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.wizwar.rulebook.card_sets import (
    COPIES,
    COUNT,
    FIGURES,
    LETTERS,
    LIKE,
    MOST_OWN,
    NAME,
    OWN,
    figures_of,
    known,
)
from web import names as rule_of_names

DIGITS = 6  # of a number; longer ones are refused as they stand


def data_in(form: Mapping[str, str]) -> dict[str, Any]:
    """Everything that the fields say; empty ones say what is printed."""
    copies = {card: n for card in known() if (n := _number(form, f"{COPIES}-{card}")) is not None}
    figures = {card: found for card in known() if (found := _figures(form, card))}
    return {COPIES: copies, FIGURES: figures, OWN: [row for _, row in rows_in(form)]}


def _figures(form: Mapping[str, str], card: str) -> dict[str, Any]:
    names = figures_of(known()[card])
    return {name: n for name in names if (n := _number(form, f"{name}-{card}")) is not None}


def _number(form: Mapping[str, str], field: str) -> int | str | None:
    """The number of a field; what is none goes on as text, to be refused. None for an empty one."""
    text = form.get(field, "").strip()
    if not text:
        return None
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else text[:LETTERS]


def rows_in(form: Mapping[str, str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of cards of its own that were filled in, each with its number in the form."""
    for number in range(MOST_OWN + 1):
        like, name = form.get(f"own-like-{number}", ""), form.get(f"own-name-{number}", "")
        name = rule_of_names.clean_name(name)
        if not like and not name:
            continue
        row: dict[str, Any] = {LIKE: like[:LETTERS], NAME: name}
        if (count := _number(form, f"own-count-{number}")) is not None:
            row[COUNT] = count
        made = figures_of(known()[like]) if like in known() else {}
        row |= {key: n for key in made if (n := _number(form, f"own-{key}-{number}")) is not None}
        yield number, row

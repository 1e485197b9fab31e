"""A Sequence card: three columns of seven stages with their points, on paper and on pages."""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from games.potions.rulebook.boxes.guild import sequences
from games.potions.rulebook.boxes.guild.sequences import Column, SequenceCard
from games.potions.rulebook.drawing.recipe_cards import sign_of
from games.potions.rulebook.printing.recipe_cards import KIND_INKS
from rulebook.content.entries import Card, GameContent, Text
from rulebook.printing.cards.lettering import fit, typeset
from rulebook.printing.cards.paint import (
    FULL_INK,
    INK,
    INKS,
    MUTED,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    TINT,
    TINTS,
    Size,
    Style,
    ground,
    icon,
    text,
)

SIZE = Size(88.0, 120.0)
INKED = INKS["umber"]
STAGE_INKS: Mapping[str, str] = {
    **KIND_INKS,
    "four_element_elixir": INKS["blue"],
    "philosophers_stone": INKS["red"],
}
LEFT, TOP, BOTTOM = 4.6, 17.0, 113.6
GAP = 0.9  # between two cells
ROMAN = ("I", "II", "III")
RECONSTRUCTED = Text("восстановлено: этапы 1–6 — наша догадка", "reconstructed: stages 1–6 are our guess")
OWN = Text("ваши столбцы", "your own columns")

DONE, LAST, SKIPPED, NEXT = "done", "last", "skipped", "next"
MARK_ICONS = {DONE: "check", LAST: "lock", SKIPPED: "none"}


class StagePlace(NamedTuple):
    """A stage on a card: its column and itself, both from 0."""

    column: int
    stage: int


Marks = Mapping[StagePlace, str]
NO_MARKS: Marks = {}


def face(
    content: GameContent,
    card: SequenceCard,
    lang: str,
    *,
    marks: Marks = NO_MARKS,
    bleed: float = 0,
    style: Style = FULL_INK,
) -> str:
    """The whole card; `marks` say how far somebody is."""
    columns = "".join(
        _column(content, column, n, lang, marks, style) for n, column in enumerate(card.columns)
    )
    return ground(SIZE, bleed, style.ground) + _edge() + _head(card, lang) + columns + _foot(card, lang)


def _edge() -> str:
    return (
        f'<rect x="2.6" y="2.6" width="{SIZE.width - 5.2:g}" height="{SIZE.height - 5.2:g}" rx="3" '
        f'fill="none" stroke="{INKED}" stroke-width=".5"/>'
    )


def back(*, bleed: float = 0, style: Style = FULL_INK) -> str:
    """The same for all cards: they are drawn unseen."""
    middle = SIZE.width / 2
    rungs = "".join(f"M{middle - 26:g} {y:g}h52" for y in range(24, 104, 12))
    posts = "".join(f"M{middle + side:.1f} 12v96" for side in (-8.7, 8.7))
    return (
        ground(SIZE, bleed, style.pale(TINTS["umber"]))
        + _edge()
        + f'<g fill="none" stroke="{INKED}"><rect x="{middle - 26:g}" y="12" width="52" height="96" rx="2" '
        f'stroke-width=".3"/><path d="{rungs}{posts}" stroke-width=".2" stroke-opacity=".6"/></g>'
        f'<circle cx="{middle:g}" cy="{SIZE.height / 2:g}" r="17" fill="{style.ground}" stroke="{INKED}" '
        'stroke-width=".4"/>'
        + icon("kind-philosophers-stone", middle - 11, SIZE.height / 2 - 12, 22, INKED, stroke=1.2)
    )


def label(content: GameContent, card: SequenceCard, lang: str) -> str:
    """What a reader hears: the title and each column from the top down."""
    columns = (
        f"{ROMAN[n]}: " + ", ".join(content.card_by_id[stage].name.in_(lang) for stage in column.stages)
        for n, column in enumerate(card.columns)
    )
    return f"{sequences.name(card.id).in_(lang)}. {'; '.join(columns)}"


def is_ours(card: SequenceCard) -> bool:
    """Whether a card is our reconstruction."""
    return card in sequences.cards()


def mark_of(card: SequenceCard) -> Text:
    """What the card says of where its columns come from."""
    return RECONSTRUCTED if is_ours(card) else OWN


def _head(card: SequenceCard, lang: str) -> str:
    title = fit(sequences.name(card.id).in_(lang), SERIF_BOLD, SIZE.width - 24, 1, (5.4, 4.0))
    return icon("sequence", 5.2, 4.6, 7.4, INKED, stroke=1.6) + typeset(
        title, 14.6, 10.2, SERIF_BOLD, INK, height=1.1, anchor="start"
    )


def _foot(card: SequenceCard, lang: str) -> str:
    return text(SIZE.width / 2, 116.1, 2.6, escape(mark_of(card).in_(lang)), family=SANS, fill=MUTED)


def _column(content: GameContent, column: Column, n: int, lang: str, marks: Marks, style: Style) -> str:
    width = (SIZE.width - 2 * LEFT - 2 * GAP) / 3
    height = (BOTTOM - TOP - 6 * GAP) / len(column.stages)
    x = LEFT + n * (width + GAP)
    head = text(x + width / 2, TOP - 1.4, 3.1, ROMAN[n], family=SERIF_BOLD, fill=INKED)
    return head + "".join(
        _stage(
            content.card_by_id[card_id],
            points,
            (x, TOP + place * (height + GAP), width, height),
            lang,
            marks.get(StagePlace(n, place), ""),
            style,
        )
        for place, (card_id, points) in enumerate(zip(column.stages, column.points, strict=True))
    )


def _stage(
    card: Card, points: int, box: tuple[float, float, float, float], lang: str, mark: str, style: Style
) -> str:
    """A cell: the sign of the recipe, its points, its name."""
    x, y, width, height = box
    ink = STAGE_INKS.get(card.kind, INK)
    shaded = style.filled and mark in ("", DONE, LAST)
    fill = (
        f'fill="{ink}" fill-opacity="{".22" if mark in (DONE, LAST) else TINT}"' if shaded else 'fill="none"'
    )
    words = fit(card.name.in_(lang), SANS_BOLD if mark == NEXT else SANS, width - 2.2, 2, (3.0, 2.2))
    first = y + height - 1.2 - (len(words.lines) - 1) * words.size * 1.08
    edge = f'stroke="{ink}" stroke-width="{".9" if mark == NEXT else ".25"}"'
    dashed = ' stroke-dasharray="1.2 .8"' if mark == SKIPPED else ""
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" rx="1.6" {fill} '
        f"{edge}{dashed}/>"
        + icon(sign_of(card), x + 1.2, y + 0.7, 5.0, ink, stroke=1.6)
        + (icon(MARK_ICONS[mark], x + 7.6, y + 1.0, 4.4, INK, stroke=2.2) if mark in MARK_ICONS else "")
        + text(x + width - 1.6, y + 4.9, 4.8, str(points), family=SERIF_BOLD, fill=ink, anchor="end")
        + typeset(
            words,
            x + 1.3,
            first,
            SANS_BOLD if mark == NEXT else SANS,
            MUTED if mark == SKIPPED else INK,
            height=1.08,
            anchor="start",
        )
    )

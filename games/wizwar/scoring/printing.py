"""Trackers on paper: rows of lives to strike out, or everybody's lives with the reason for each change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.wizwar.rulebook.printing.inks import INK as OWN_INK
from games.wizwar.scoring.board import ChestView, WizwarPresenter, Zone
from games.wizwar.scoring.sheet.texts import monsters_of
from rulebook.content.entries import Card, GameContent
from rulebook.printing.cards.lettering import cut, fit, typeset
from rulebook.printing.cards.paint import INK, MUTED, SANS, SANS_BOLD, SERIF_BOLD, SMALLEST, text
from rulebook.printing.paper import Paper
from web.language import page_language

TEMPLATE = "print/wizwar/sheet.html"
# Millimetres: margins at the sides, what the page keeps for its head and the words below, the tallest row.
SIDES, KEPT, ROW_MOST, GAP = 24.0, 92.0, 80.0, 3.0
NAME, CHEST = 42.0, 34.0  # columns of a row: the name and lost turns, the treasures
BOX, LEAST_BOX, BOX_GAP = 5.2, 2.8, 0.8  # a life to strike out, what parts it from the next one
BOXES = 0.55  # of a monster's column, at most; who lives longer has a line for the number
LINE = 7.6  # height of a line to write on
LOST_BOXES = 6
CAPTION = 2.5  # small print
BEASTS, BEAST_COLUMNS = 8, 2  # monsters to write down, side by side
BEASTS_HEAD, BEAST_ROW, BEASTS_FOOT = 7.0, 7.6, 2.0
THIN = 'stroke="#ddd1b9" stroke-width=".2"'
BOLD = 'stroke="#8c8067" stroke-width=".3"'


@dataclass(frozen=True)
class BlankTracker:
    """A sheet to write on: the drawn rows of all players, and of monsters if boxes have some."""

    title: str
    rows: SafeString
    beasts: SafeString


class PersonRow(NamedTuple):
    """A player as the sheet stands."""

    zone: Zone
    chests: Sequence[ChestView]


@dataclass(frozen=True)
class FilledTracker:
    """A sheet as it stands."""

    title: str
    people: Sequence[PersonRow]
    round: int


def blank(game: GameContent, paper: Paper, players: int) -> BlankTracker:
    """An empty sheet for so many players, with the monsters of the game as its table has them."""
    monsters = monsters_of(game)
    taken = BEASTS_HEIGHT if monsters else 0
    width, height = paper.width - SIDES, min((paper.height - KEPT - taken) / players - GAP, ROW_MOST)
    rows = "".join(
        f'<g transform="translate(0 {n * (height + GAP):.2f})">{"".join(_row(game, n, width, height))}</g>'
        for n in range(players)
    )
    said = [gettext("Игроков: %(players)s") % {"players": players}]
    return BlankTracker(
        " · ".join([*said, *(box.title.in_(page_language()) for box in game.boxes)]),
        _drawn(width, players * (height + GAP), rows),
        _drawn(width, taken, "".join(_beasts(tuple(monsters), width))) if monsters else SafeString(),
    )


def _drawn(width: float, height: float, inside: str) -> SafeString:
    size = f'width="{width:.2f}mm" height="{height:.2f}mm" viewBox="0 0 {width:.2f} {height:.2f}"'
    return mark_safe(f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="none">{inside}</svg>')


def _row(game: GameContent, n: int, width: float, height: float) -> Iterator[str]:
    """A player's row: number and name, lives to strike out with lines below, where the treasures are."""
    edge = width - CHEST
    yield f'<path d="M0 0H{width:.2f}M{NAME:.2f} 1V{height:.2f}M{edge:.2f} 1V{height:.2f}" {BOLD}/>'
    yield text(4, 8.6, 9, str(n + 1), family=SERIF_BOLD, fill=OWN_INK)
    yield f'<path d="M9 9H{NAME - 3:.2f}" {BOLD}/>'
    yield _caption(9, 3.6, gettext("Маг"))
    yield _caption(0, 14, gettext("пропуск ходов"))
    yield _boxes(0, 15.4, LOST_BOXES)
    yield from _lives(game.constants["start_life"], edge, height)
    letters = (1, 2)
    for place, letter in enumerate(letters):
        y = 9 + place * LINE * 1.3
        yield _caption(edge + 2, y - 5, gettext("Сундук %(n)s") % {"n": letter})
        yield f'<path d="M{edge + 2:.2f} {y:.2f}H{width:.2f}" {THIN}/>'


def _lives(start: int, edge: float, height: float) -> Iterator[str]:
    step = (edge - NAME - 4) / (start + 1)
    for n in range(start, -1, -1):
        x = NAME + 2 + (start - n) * step
        yield f'<rect x="{x:.2f}" y="2" width="{step - 0.6:.2f}" height="7" rx="1" {BOLD}/>'
        yield text(x + (step - 0.6) / 2, 7, 3.8, str(n), family=SERIF_BOLD, fill=INK if n else OWN_INK)
    for k in range(int((height - 11) / LINE)):
        y = 9 + (k + 1) * LINE
        yield f'<path d="M{NAME + 2:.2f} {y:.2f}H{edge - 2:.2f}" {THIN}/>'


# --- Monsters -----------------------------------------------------------------------------------------------

BEASTS_HEIGHT = BEASTS_HEAD + BEAST_ROW * BEASTS / BEAST_COLUMNS + BEASTS_FOOT


def _beasts(monsters: Sequence[Card], width: float) -> Iterator[str]:
    """Lines for the kind, the owner and the life of a monster; above them how much life each kind has."""
    lives = [int(card.data["stats"]["life"]) for card in monsters]
    known = [f"{card.name.in_(page_language())} {n}" for card, n in zip(monsters, lives, strict=True)]
    yield text(0, 3.6, 3.2, escape(gettext("Монстры")), family=SANS_BOLD, anchor="start")
    yield _lives_of(gettext("жизней: %(known)s") % {"known": ", ".join(known)}, width - 20)
    column, most = width / BEAST_COLUMNS, max(lives)
    box = min(BOX, column * BOXES / most - BOX_GAP)
    written = column * (1 - BOXES) if box < LEAST_BOX else column - most * (box + BOX_GAP) - 4
    for n in range(BEASTS):
        x, y = n % BEAST_COLUMNS * column, BEASTS_HEAD + n // BEAST_COLUMNS * BEAST_ROW
        owner, end, line = x + written * 0.6, x + written, y + BOX
        yield f'<path d="M{x:.2f} {line:.2f}H{owner - 2:.2f}M{owner:.2f} {line:.2f}H{end - 2:.2f}" {BOLD}/>'
        if box < LEAST_BOX:
            yield f'<path d="M{end:.2f} {line:.2f}H{x + column - 4:.2f}" {BOLD}/>'
        else:
            yield _boxes(end, line - box, most, box)
        if n < BEAST_COLUMNS:
            yield _caption(x, y + 0.6, gettext("кто"))
            yield _caption(owner, y + 0.6, gettext("чей"))


def _lives_of(words: str, width: float) -> str:
    """How much life each kind has, in a line or two: a table may have many kinds."""
    shown = cut(fit(words, SANS, width, 1, (CAPTION, SMALLEST)), SANS, width, 2)
    first = 3.6 - (len(shown.lines) - 1) * 1.4
    return typeset(shown, 20, first, SANS, MUTED, height=1.1, anchor="start")


def _boxes(x: float, y: float, n: int, box: float = BOX) -> str:
    return "".join(
        f'<rect x="{x + k * (box + BOX_GAP):.2f}" y="{y:.2f}" width="{box:.4g}" height="{box:.4g}" rx=".8" '
        f"{BOLD}/>"
        for k in range(n)
    )


def _caption(x: float, y: float, words: str) -> str:
    return text(x, y, CAPTION, escape(words), family=SANS, fill=MUTED, anchor="start")


def filled(board: WizwarPresenter, paper: Paper) -> FilledTracker:
    """Everybody's lives and treasures."""
    people = [
        PersonRow(zone, [chest for chest in board.chests if chest.owner_place == zone.place])
        for zone in board.zones
    ]
    return FilledTracker(board.title, people, board.tally.turn.round)


def reasons(board: WizwarPresenter) -> dict[str, Any]:
    """Why everybody has so many lives, the log, and what can't be right about it."""
    return {
        "zones": board.zones if board.log else [],
        "log": board.log,
        "warnings": board.warnings,
        "lasting": board.lasting,
        "monsters": board.monsters,
    }

"""Reveals on paper: the reputation track, the theory board and the columns of the final scoring.

Blank ones are to write on; a filled one explains every point.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.alchemists.rulebook.drawing import formula
from games.alchemists.rulebook.printing.inks import INK as OWN_INK
from games.alchemists.scoring.board import AlchemistsPresenter
from games.alchemists.scoring.board.books import BookView
from games.alchemists.scoring.board.finals import Total
from games.alchemists.scoring.board.tracker import LogRow, TrackedPlayer
from games.alchemists.scoring.board.words import GROUP_NAMES, ZONE_WORDS
from games.alchemists.scoring.points import ALCHEMICALS, COLOURS, INGREDIENTS, START, ZONES, zone_of
from rulebook.content.entries import GameContent
from rulebook.drawing import icons
from rulebook.printing.cards.paint import INK, INKS, MUTED, PAPER, SANS, SANS_BOLD, SERIF_BOLD, TINTS, text
from rulebook.printing.drawable import letter_by_letter
from rulebook.printing.paper import Paper
from rulebook.wording.sentences import with_minus
from web.language import page_language

TEMPLATE = "print/alchemists/sheet.html"
EDGE = "#8c8067"
SIDES = 24.0  # millimetres of a page's width that the sheet leaves free
SIGN, NAME, TOTAL = 8.0, 30.0, 12.0  # columns of a lane besides its fields
HEAD, LANE = 9.0, 8.0
FIELDS_LEAST = 24  # more than most games need; whoever goes beyond writes the number
ICON, FORMULA = 6.4, 13.0
ZONE_INKS = {"red": "red", "green": "green", "blue": "blue"}
FORMULA_INKS = {"R": INKS["red"], "G": INKS["green"], "B": INKS["blue"]}


class BookRow(NamedTuple):
    """A book on paper; the texts are empty where there is something to write."""

    icon: SafeString
    name: str
    theory: SafeString
    seals: Sequence[str]
    truth: SafeString
    points: Sequence[str]
    conflicts: str


class FinalRow(NamedTuple):
    """A row of the final scoring; `how` says what it counts."""

    name: str
    how: str
    cells: Sequence[str]
    total: bool = False


@dataclass(frozen=True)
class RevealPaper:
    """One sheet, ready for the template."""

    title: str
    names: Sequence[str]
    signs: Sequence[str]
    track: SafeString
    books: Sequence[BookRow]
    finals: Sequence[FinalRow]
    best: Sequence[int]


def blank(game: GameContent, paper: Paper, players: int) -> RevealPaper:
    """A track to tick, eight books and the final columns for so many players."""
    nothing = [""] * players
    circles = mark_safe(_empty_formula(game))
    books = [
        BookRow(
            _icon(ingredient),
            game.card_by_code[ingredient].name.in_(page_language()),
            circles,
            nothing,
            circles,
            nothing,
            "",
        )
        for ingredient in INGREDIENTS
    ]
    return RevealPaper(
        title=gettext("Игроков: %(players)s") % {"players": players},
        names=nothing,
        signs=nothing,
        track=mark_safe(_track(paper.width - SIDES, [START] * players, nothing, nothing, tick=False)),
        books=books,
        finals=_final_rows([nothing for _ in GROUP_NAMES], nothing, nothing),
        best=(),
    )


def filled(board: AlchemistsPresenter, paper: Paper) -> RevealPaper:
    """The sheet as it stands."""
    points = [each.n for each in board.standings]
    columns = [[total.groups[n][2] for total in board.finals] for n in range(len(GROUP_NAMES))]
    totals = [with_minus(total.point.n) for total in board.finals]
    gold = ["" if total.gold is None else str(total.gold) for total in board.finals]
    return RevealPaper(
        title=board.title,
        names=board.names,
        signs=board.signs,
        track=mark_safe(_track(paper.width - SIDES, points, board.signs, board.names, tick=True)),
        books=[_book(board, book) for book in board.books],
        finals=_final_rows(columns, totals, gold),
        best=board.tally.leaders if board.tally.scoring else (),
    )


def reasons(board: AlchemistsPresenter) -> dict[str, Any]:
    """What explains the points: each event, each player's lines, and what can't be right."""
    log: list[LogRow] = board.log
    people: list[Total] = board.finals if board.tally.scoring else []
    standings: list[TrackedPlayer] = board.standings
    return {"log": log, "people": people, "standings": standings, "warnings": board.warnings}


def _book(board: AlchemistsPresenter, book: BookView) -> BookRow:
    return BookRow(
        _icon(book.id),
        book.name,
        _formula(board.game, book.tally.alchemical),
        [seal.words if seal.control.text else "" for seal in book.seals],
        _formula(board.game, book.tally.truth),
        [seal.line.points if seal.line else "" for seal in book.seals],
        ", ".join(board.word(other) for other in book.tally.conflicts),
    )


def _final_rows(
    columns: Sequence[Sequence[str]], totals: Sequence[str], gold: Sequence[str]
) -> list[FinalRow]:
    how = {
        "reputation": gettext("сколько на шкале"),
        "mirror": gettext("репутация : 5"),
        "artifacts": gettext("на картах; шкаф по 2 за артефакт, берет по 1 за вид"),
        "grants": gettext("на жетонах"),
        "gold": gettext("услуги по 2 золотых, потом золото : 3"),
        "seals": gettext("верно 5, 3 или 0; неверно −4; подстраховала 0"),
        "idol": gettext("по 1 за печать на верной теории"),
    }
    rows = [
        FinalRow(name(), how[group], cells)
        for (group, name), cells in zip(GROUP_NAMES.items(), columns, strict=True)
    ]
    rows.append(FinalRow(gettext("Всего"), "", totals, total=True))
    rows.append(FinalRow(gettext("Осталось золота"), gettext("решает ничью"), gold))
    return rows


def _icon(ingredient: str) -> SafeString:
    return mark_safe(icons.icon_svg(f"in-{ingredient}", colour=INK, width=f"{ICON:g}mm"))


def _formula(game: GameContent, alchemical: str) -> SafeString:
    if alchemical not in ALCHEMICALS:
        return SafeString()
    card = game.card_by_code[alchemical]
    box = formula.LAYOUTS["row"]
    group = formula.formula_group(
        game, card, page_language(), "row", inks=FORMULA_INKS, paper=PAPER, font=SANS_BOLD
    )
    return mark_safe(_svg(FORMULA, FORMULA * box.height / box.width, group, f"{box.width:g} {box.height:g}"))


def _empty_formula(game: GameContent) -> str:
    """Three circles to write signs in, each with its letter."""
    box = formula.LAYOUTS["row"]
    drawn = ""
    for colour, (x, y) in zip(COLOURS, box.centres, strict=True):
        letter = game.colour_by_id[colour].letter.in_(page_language())
        ring = f'cx="{x:g}" cy="{y:g}" r="{box.large:g}" stroke="{FORMULA_INKS[colour]}"'
        drawn += f'<circle {ring} stroke-width="1.2"/>'
        drawn += text(x - 4, y + 3.6, 10, letter, family=SANS, fill=MUTED)
    return _svg(FORMULA, FORMULA * box.height / box.width, drawn, f"{box.width:g} {box.height:g}")


def _svg(width: float, height: float, inside: str, box: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.2f}mm" height="{height:.2f}mm"'
        f' viewBox="0 0 {box}" fill="none">{inside}</svg>'
    )


# --- The track --------------------------------------------------------------------------------------------


def _track(
    width: float, points: Sequence[int], signs: Sequence[str], names: Sequence[str], *, tick: bool
) -> str:
    """A lane of fields for each player; the zones stand above with their words. Names must be escaped."""
    most = max(FIELDS_LEAST, *points)
    begin, end = SIGN + NAME, width - TOTAL
    step = (end - begin) / most
    height = HEAD + LANE * len(points) + 0.3
    parts = [*_zones(begin, step, most, height), *_numbers(begin, step, most)]
    for lane, n in enumerate(points):
        y = HEAD + lane * LANE
        parts.append(f'<path d="M0 {y:.2f}H{width:.2f}" stroke="{EDGE}" stroke-width=".2"/>')
        x, middle = begin + (n - 0.5) * step, y + LANE / 2
        if tick:
            parts += [_marker(x, middle, step), *_lane_words(width, middle, n, signs[lane], names[lane])]
        else:
            parts.append(_ring(x, middle, step * 0.36))
    edges = [SIGN, *(begin + n * step for n in range(most + 1)), width]
    lines = "".join(f"M{x:.2f} {HEAD:.2f}V{height:.2f}" for x in edges)
    parts.append(f'<path d="{lines}M0 {height - 0.1:.2f}H{width:.2f}" stroke="{EDGE}" stroke-width=".15"/>')
    return _svg(width, height, "".join(parts), f"{width:.2f} {height:.2f}")


def _marker(x: float, y: float, step: float) -> str:
    radius = min(step * 0.46, 2.6)
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="{OWN_INK}"/>'


def _ring(x: float, y: float, radius: float) -> str:
    """Where everybody begins."""
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" stroke="{EDGE}" stroke-width=".3"/>'


def _lane_words(width: float, y: float, n: int, sign: str, name: str) -> Iterable[str]:
    """A player's sign and name before the fields, the number behind them."""
    left = {"anchor": "start"}
    yield text(1, y + 1.4, 4, _escaped(letter_by_letter(sign)), family=SERIF_BOLD, fill=OWN_INK, **left)
    yield text(SIGN + 1, y + 1.1, 3, _short(name), family=SANS, fill=INK, **left)
    yield text(width - TOTAL / 2, y + 1.6, 4.6, str(n), family=SERIF_BOLD, fill=INK)


def _zones(begin: float, step: float, most: int, height: float) -> Iterable[str]:
    for zone in ZONES:
        if zone.first > most:
            continue
        last = min(zone.last or most, most)
        x, wide = begin + (zone.first - 1) * step, (last - zone.first + 1) * step
        ink = ZONE_INKS.get(zone.id)
        if ink:
            box = f'x="{x:.2f}" y="{HEAD:.2f}" width="{wide:.2f}" height="{height - HEAD:.2f}"'
            yield f'<rect {box} fill="{TINTS[ink]}"/>'
        colour = INKS[ink] if ink else MUTED
        yield f'<path d="M{x + 0.4:.2f} 3.4h{wide - 0.8:.2f}" stroke="{colour}" stroke-width=".5"/>'
        yield text(x + wide / 2, 2.4, 2.5, _escaped(ZONE_WORDS[zone.id]()), family=SANS, fill=colour)


def _numbers(begin: float, step: float, most: int) -> Iterable[str]:
    for n in range(1, most + 1):
        bold = n == START or zone_of(n).first == n
        family = SANS_BOLD if bold else SANS
        yield text(
            begin + (n - 0.5) * step, HEAD - 1.2, 2.6, str(n), family=family, fill=INK if bold else MUTED
        )


def _short(name: str) -> str:
    """A name that fits its column."""
    plain = letter_by_letter(name)
    return _escaped(plain if len(plain) <= 18 else f"{plain[:17]}…")


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

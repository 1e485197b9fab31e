"""The end of a sheet as a picture to send: game, places, the course, something worth telling, the date."""

from html import escape

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from rulebook.drawing import icons
from rulebook.printing.cards.lettering import fit, one_line, wrap
from rulebook.printing.cards.paint import INK, MUTED, SANS, SANS_BOLD, SERIF, SERIF_BOLD, text
from rulebook.printing.drawable import drawable
from rulebook.printing.posters.frame import (
    LETTER,
    MARGIN,
    emblem,
    heading,
    label,
    poster,
    signature,
    text_until,
)
from scoring.boards import board_of
from scoring.boards.core import SheetPresenter
from scoring.boards.finish import Ending, PlaceView, RankedPlayer
from scoring.models import Sheet
from scoring.sheets import chart

RIGHT = LETTER.width - MARGIN
PLACES_FROM, PLACES_TO = 360, 748  # pixels from the top; six players take it all
ROW_MOST = 104
FOOT = 100  # pixels that the date and the site's name take
HEAD_WIDTH = 640  # beside the emblem
BOXES_SIZE = 28
CHART_SCALE = 1.85
FACTS_HIGH = 46  # a line of what is worth telling
NAME_SHRUNK = 0.6  # of the usual size: longer names are cut
SAID_WIDTH = 385
CROWN = 786  # where it stands before points


def draw(sheet: Sheet, lang: str) -> str | None:
    """The poster of a sheet as SVG; None while the game isn't over."""
    return draw_board(board_of(sheet, lang))


def draw_board(board: SheetPresenter) -> str | None:
    """The same of what is told of a sheet."""
    board.go_to_print()
    ending = board.ending
    if ending is None:
        return None
    places, below = _places(ending)
    inside = [_head(board), places, _course(ending), _facts(ending, below), _foot(board)]
    return poster(board.game, LETTER, "".join(inside))


def _head(board: SheetPresenter) -> str:
    game = board.game.title.in_(board.lang)
    boxes = wrap(board.boxes_said, BOXES_SIZE, SERIF, HEAD_WIDTH)[:2] if board.boxes_said else []
    title, y = heading(game, MARGIN, 190, HEAD_WIDTH, lines=1 if boxes else 2, sizes=(84, 44))
    words = [(line, BOXES_SIZE) for line in boxes]
    words += [(one_line(board.title, 36, SERIF, HEAD_WIDTH), 36)] if board.title else []
    under = ""
    y -= 18
    for n, (line, size) in enumerate(words):
        y += size * 1.15 if n else 0
        under += text(MARGIN, y, size, escape(line), family=SERIF, fill=MUTED, anchor="start")
    return (
        label(gettext("Партия сыграна"), MARGIN, 104, 36, "currentColor")
        + title
        + under
        + emblem(board.game, 748, 56, 260)
    )


def _places(ending: Ending) -> tuple[str, float]:
    """The places one below the other, and where they end."""
    people = sum(len(place.people) for place in ending.places)
    row = min(ROW_MOST, (PLACES_TO - PLACES_FROM) / people)
    y, drawn = float(PLACES_FROM), []
    for place in ending.places:
        drawn.append(_place(ending, place, y, row))
        y += row * len(place.people)
    return "".join(drawn), y


def _place(ending: Ending, place: PlaceView, top: float, row: float) -> str:
    size = min(54.0, row * 0.54)
    middle = top + row * len(place.people) / 2 + size * 0.34
    edge = (
        f'<path d="M{MARGIN} {top:g}H{RIGHT}" stroke="currentColor" stroke-opacity=".25" stroke-width="2"/>'
    )
    ink = "currentColor" if place.won else MUTED
    rank = text(MARGIN + 26, middle, size, str(place.rank), family=SERIF_BOLD, fill=ink) if place.rank else ""
    people = [
        _person(ending, person, top + row * (n + 0.5) + size * 0.34, size, counted=bool(place.points))
        for n, person in enumerate(place.people)
    ]
    return edge + rank + _end(place, middle, size) + "".join(people)


def _end(place: PlaceView, middle: float, size: float) -> str:
    """What a place came to: the crown, points, or how it ended where nothing is counted."""
    crown_x = CROWN if place.points else RIGHT - size
    crown = icons.icon_group("crown", crown_x, middle - size * 0.86, size, stroke=2) if place.won else ""
    ink = "currentColor" if place.won else INK
    if place.points:
        points = text_until(RIGHT, middle, size * 1.1, place.points, family=SERIF_BOLD, fill=ink)
        return crown + points
    said = wrap(drawable(place.said), 26, SANS, SAID_WIDTH)[:2]
    if place.won or not said:
        return crown
    first = middle - size * 0.34 + 9 - 15 * (len(said) - 1)
    return "".join(
        text_until(RIGHT, first + 30 * n, 26, line, family=SANS, fill=MUTED) for n, line in enumerate(said)
    )


def _person(ending: Ending, person: RankedPlayer, y: float, size: float, *, counted: bool) -> str:
    seat = person.place - 1
    ink = chart.LINE_INKS[ending.board.colours[seat]]
    drawn = text(158, y, size * 0.66, escape(person.sign), family=SANS_BOLD, fill=ink)
    if ending.course:
        dashes = chart.DASHES[seat % len(chart.DASHES)]
        pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
        drawn += (
            f'<g transform="translate(190 {y - size * 0.24:g}) scale(2)" stroke="{ink}">'
            f'<path d="M0 0H34" stroke-width="2.5"{pattern}/></g>'
        )
    x = 280 if ending.course else 200
    width = (CROWN - 20 if counted else RIGHT - SAID_WIDTH - 20) - x
    fitted = fit(person.name, SERIF_BOLD, width, 1, (size, size * NAME_SHRUNK), step=1)
    shown = one_line(person.name, fitted.size, SERIF_BOLD, width)
    return drawn + text(x, y, fitted.size, escape(shown), family=SERIF_BOLD, fill=INK, anchor="start")


def _course(ending: Ending) -> str:
    if ending.course is None:
        return ""
    width = round((RIGHT - MARGIN + 40) / CHART_SCALE)
    wide, high = width * CHART_SCALE, chart.HEIGHT * CHART_SCALE
    top = LETTER.height - FOOT - high
    players = ending.players(ending.board.signs)
    drawn = chart.chart(ending.course, players, "", font=SANS_BOLD, room=chart.ChartSize(width))
    place = f'<svg x="{MARGIN - 40}" y="{top:g}" width="{wide:g}" height="{high:g}" '
    return label(ending.chart_title, MARGIN, top - 8, 30) + drawn.replace("<svg ", place, 1)


def _facts(ending: Ending, top: float) -> str:
    """As many facts as fit between the places and the chart, or above the foot."""
    bottom = LETTER.height - FOOT - (chart.HEIGHT * CHART_SCALE + 60 if ending.course else 0)
    lines: list[str] = []
    for fact in ending.facts:
        more = wrap(drawable(fact.text), 36, SERIF, RIGHT - MARGIN)
        if top + 30 + FACTS_HIGH * (len(lines) + len(more)) <= bottom:
            lines += more
    return "".join(
        text(MARGIN, top + 56 + FACTS_HIGH * n, 36, escape(line), family=SERIF, fill=INK, anchor="start")
        for n, line in enumerate(lines)
    )


def _foot(board: SheetPresenter) -> str:
    played = timezone.localtime(board.sheet.played_at)
    return signature(LETTER, board.lang, date_format(played, "j E Y"))

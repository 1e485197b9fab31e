"""What answers what as a figure: counteractions by attacks. Pure."""

from games.wizwar.rulebook.drawing import maze
from games.wizwar.rulebook.reference import sheet
from rulebook.drawing.figures import FigureRequest, Picture, path, words

NAMES, CELL, LINE = 162.0, 31.0, 19.0  # pixels: of the cards' column, of a mark's, of a line of names
LETTERS = 15.0
BROAD = 7.4  # of a letter, about
DOT = 7.0


def answers(asked: FigureRequest) -> list[Picture]:
    """The table of the reference sheet: a full dot for all, half a one for some."""
    rows, lang = sheet.answer_rows(asked.game), asked.lang
    heads = [name.in_(lang) for name in (*sheet.SPELL_COLUMNS.values(), *sheet.OTHER_COLUMNS.values())]
    y, width = max(map(len, heads)) * BROAD + 14, NAMES + CELL * len(heads)
    parts = [_head(said, NAMES + (n + 0.5) * CELL, y) for n, said in enumerate(heads)]
    for row in rows:
        high = max(CELL, len(row.cards) * LINE + 10)
        parts.append(path(f"M0 {y:g}H{width:g}", "fg-quiet", 1))
        for n, card in enumerate(row.cards):
            middle = y + high / 2 + (n - (len(row.cards) - 1) / 2) * LINE
            parts.append(words(card.name.in_(lang), 0, middle + 5, LETTERS, "fg-first"))
        parts += [_dot(cell, NAMES + (n + 0.5) * CELL, y + high / 2) for n, cell in enumerate(row.cells)]
        y += high
    return [Picture("".join(parts), (0, 0, width, y + 1), 1.0, asked.figure.title.in_(lang))]


def _head(said: str, x: float, y: float) -> str:
    """The name of a column, upright from the line at `y`."""
    text = words(said, 0, 0, LETTERS, "fg-first")
    return f'<g transform="translate({x + 5:g} {y - 8:g}) rotate(-90)">{text}</g>'


def _dot(cell: str, x: float, y: float) -> str:
    if not cell:
        return ""
    ring = maze.ring("", x, y, DOT).d
    if cell == "full":
        return path(ring, "fg-fill")
    return path(ring, "fg-line", 1.5) + path(
        f"M{x:g} {y - DOT:g}a{DOT:g} {DOT:g} 0 0 0 0 {2 * DOT:g}z", "fg-fill"
    )

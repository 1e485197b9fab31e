"""Paper and the geometry of cards on it, as data. Lengths are millimetres. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.printing.cards.paint import Size


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright."""

    id: str
    name: str
    width: float
    height: float


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("a4", "A4", 210.0, 297.0),
    "letter": Paper("letter", "Letter", 215.9, 279.4),
}
SIZES: Mapping[str, Size] = {"63x88": Size(63.0, 88.0), "44x68": Size(44.0, 68.0)}
BLEED = 3.0
LEAST_CODE, MOST_CODE, BESIDE_CODE = 9.0, 10.0, 0.6  # a code that phones can read, and what stays free beside
PRINTER_MARGIN = 5.0  # what a usual printer can't reach
MOST_SHIFT = 10.0  # further than any printer lays the other side of a sheet aside

# (paper, size, bleed?) -> columns, rows, cards lie on their side. Paper is always upright: turning the sheet
# over its long edge then swaps columns, whatever the layout.
LAYOUTS: Mapping[tuple[str, str, bool], tuple[int, int, bool]] = {
    ("a4", "63x88", False): (3, 3, False),
    ("a4", "63x88", True): (2, 4, True),
    ("a4", "44x68", False): (4, 4, False),
    ("a4", "44x68", True): (4, 3, False),
    ("letter", "63x88", False): (3, 3, False),
    ("letter", "63x88", True): (2, 3, True),
    ("letter", "44x68", False): (3, 6, True),
    ("letter", "44x68", True): (4, 3, False),
}


@dataclass(frozen=True)
class BackShift:
    """How far pages of backs move, as one looks at them: a printer lays the other side of a sheet aside."""

    right: float = 0.0
    down: float = 0.0

    @property
    def moved(self) -> str:
        """As style sheets say it; empty if nothing moves."""
        return f"{self.right:g}mm, {self.down:g}mm" if self.right or self.down else ""


UNMOVED = BackShift()


@dataclass(frozen=True)
class CardLayout:
    """Where cards stand on a sheet: a centred grid of equal cells, each a card with its bleed."""

    paper: Paper
    size: Size
    bleed: float
    columns: int
    rows: int
    turned: bool

    @property
    def per_sheet(self) -> int:
        return self.columns * self.rows

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a cell, bleed included."""
        width, height = self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed
        return (height, width) if self.turned else (width, height)

    @property
    def margin(self) -> tuple[float, float]:
        """Left (= right) and top (= bottom) of the grid."""
        return (
            (self.paper.width - self.columns * self.cell[0]) / 2,
            (self.paper.height - self.rows * self.cell[1]) / 2,
        )

    def place(self, n: int, *, back: bool = False) -> tuple[float, float]:
        """Left top corner of cell `n`, counted row by row; a back stands in the mirrored column."""
        row, column = divmod(n, self.columns)
        if back:
            column = self.columns - 1 - column
        return self.margin[0] + column * self.cell[0], self.margin[1] + row * self.cell[1]

    @property
    def code(self) -> tuple[float, float, float] | None:
        """Where a small code stands in the margins, clear of the ticks: left, top, size; None: no room."""
        left, top = self.margin
        if top - PRINTER_MARGIN - BESIDE_CODE >= LEAST_CODE:
            size = min(MOST_CODE, top - PRINTER_MARGIN - BESIDE_CODE)
            return self.paper.width - left - self.bleed - size - 1, PRINTER_MARGIN, size
        if left - PRINTER_MARGIN - BESIDE_CODE >= LEAST_CODE:
            size = min(MOST_CODE, left - PRINTER_MARGIN - BESIDE_CODE)
            return self.paper.width - PRINTER_MARGIN - size, top + self.cell[1] / 2 - size / 2, size
        return None

    def cuts(self) -> tuple[list[float], list[float]]:
        """Where the knife goes: x of the vertical cuts and y of the horizontal ones, each once."""
        return (
            self._cuts(self.margin[0], self.cell[0], self.columns),
            self._cuts(self.margin[1], self.cell[1], self.rows),
        )

    def _cuts(self, start: float, step: float, count: int) -> list[float]:
        edges = [start + n * step + edge for n in range(count) for edge in (self.bleed, step - self.bleed)]
        return sorted({round(edge, 3) for edge in edges})

    def ticks(self) -> list[tuple[float, float, float, float]]:
        """Crop ticks (x1, y1, x2, y2) in the margins, never on a card or its bleed."""
        left, top = self.margin
        right, bottom = self.paper.width - left, self.paper.height - top
        across, down = _tick(left), _tick(top)
        xs, ys = self.cuts()
        vertical = [
            (x, y1, x, y2)
            for x in xs
            for y1, y2 in ((top - down[1], top - down[0]), (bottom + down[0], bottom + down[1]))
        ]
        horizontal = [
            (x1, y, x2, y)
            for y in ys
            for x1, x2 in ((left - across[1], left - across[0]), (right + across[0], right + across[1]))
        ]
        return vertical + horizontal


def _tick(margin: float) -> tuple[float, float]:
    """Where a tick starts and ends, counted outwards from the grid."""
    return 0.5, min(4.0, max(2.5, margin - PRINTER_MARGIN - 2.8))


def layout(paper: str, size: str, bleed: bool) -> CardLayout:
    """The layout for a paper, a size of cards, with or without bleed. Raises KeyError for an unknown one."""
    columns, rows, turned = LAYOUTS[paper, size, bleed]
    return CardLayout(PAPERS[paper], SIZES[size], BLEED if bleed else 0.0, columns, rows, turned)

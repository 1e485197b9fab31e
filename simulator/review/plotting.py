"""A calibration drawn: what was foretold, and what came, by tenths; on the diagonal both are the same."""

from collections.abc import Sequence
from math import ceil, floor

from simulator.review.fitting import Tenth

SIZE, EDGE, FONT = 240, 34, 11
STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
MOST_LINES = 6
HEAD = f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}"
  font-family="sans-serif" font-size="{FONT}">
<rect width="{SIZE}" height="{SIZE}" fill="#fff"/>
"""


def plot(tenths: Sequence[Tenth]) -> str:
    """An SVG file; both axes are alike."""
    values = [value for tenth in tenths for value in tenth[:2]]
    low, high = floor(min(values)), ceil(max(values))
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step

    def at(value: float) -> float:
        return round(EDGE + (SIZE - 2 * EDGE) * (value - low) / (high - low), 1)

    first, last = at(low), at(high)
    lines = [
        f'<path d="M{first} {SIZE - first}L{last} {SIZE - last}" stroke="#767676" stroke-dasharray="4"/>'
    ]
    for n in range(low, high + 1, step):
        x, y = at(n), round(SIZE - at(n), 1)
        lines.append(f'<path d="M{x} {SIZE - first}V{SIZE - last}M{first} {y}H{last}" stroke="#ddd"/>')
        lines.append(f'<text x="{x}" y="{SIZE - EDGE + FONT + 3}" text-anchor="middle">{n}</text>')
        lines.append(f'<text x="{EDGE - 4}" y="{y + 4}" text-anchor="end">{n}</text>')
    dots = [(at(tenth.foretold), round(SIZE - at(tenth.came), 1)) for tenth in tenths]
    lines += [f'<circle cx="{x}" cy="{y}" r="3.5" fill="#5b3a8c"/>' for x, y in dots]
    middle = SIZE / 2
    lines.append(f'<text x="{middle}" y="{SIZE - 4}" text-anchor="middle">foretold</text>')
    lines.append(f'<text transform="translate(11 {middle})rotate(-90)" text-anchor="middle">came</text>')
    return HEAD + "\n".join(lines) + "\n</svg>\n"

"""The inks of «Алхимики» and the pale tint that goes with its own, those of the site's light theme."""

from collections.abc import Mapping

from rulebook.printing.cards.paint import INKS

INK, TINT = "#41508f", "#e5e8f3"
COLOUR_INKS: Mapping[str, str] = {"R": INKS["red"], "G": INKS["green"], "B": INKS["blue"]}

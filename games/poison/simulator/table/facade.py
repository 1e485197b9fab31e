"""The table of Poison: what the base class leaves to the game."""

from types import MappingProxyType

from games.poison.simulator.table import about, presenter
from simulator.table.base import Moment, Table


class PoisonTable(Table, parts=(presenter, about)):
    # What the table of a round tells better.
    LOG_HIDDEN_EVENTS = frozenset({"revealed", "shed", "kept", "tied", "scored"})
    ROUND_ENDS = frozenset({"round_ended"})
    ANSWERS = ()  # the hand that one is dealt lies in view
    MOMENTS = MappingProxyType({"overflowed": Moment("splash", '[data-pot="{cauldron}"]')})
    DEFAULT_BOT = "flat"
    ABOUT = about.TOPICS
    PICKS = INTO_SHEET = EDITS_OPTIONS = True
    STYLES, SCRIPTS = ("poison/table.css",), ("poison/table.js",)
    EDITOR_FIELDS = presenter.EDITOR_FIELDS
    EDITOR_SEATS = ("dealer", "turn")

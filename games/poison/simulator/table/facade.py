"""The table of Poison: what the base class leaves to the game."""

from games.poison.simulator.table import presenter
from simulator.table.base import Table


class PoisonTable(Table, parts=(presenter,)):
    # What the table of a round tells better.
    LOG_HIDDEN_EVENTS = frozenset({"revealed", "shed", "kept", "tied", "scored"})
    ROUND_ENDS = frozenset({"round_ended"})
    ANSWERS = ()  # the hand that one is dealt lies in view
    DEFAULT_BOT, HINT_BUDGET = "flat", 1000
    PICKS = INTO_SHEET = EDITS_OPTIONS = True
    STYLES, SCRIPTS = ("poison/table.css",), ("poison/table.js",)
    EDITOR_FIELDS = presenter.EDITOR_FIELDS
    EDITOR_SEATS = ("dealer", "turn")

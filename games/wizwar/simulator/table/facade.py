"""The table of «Маго-бой»: what the base class leaves to the game."""

from types import MappingProxyType

from games.wizwar.simulator.table import about, boxes, deal, editor, own_cards, presenter, sight, wording
from simulator.table.base import Moment, Table


class WizWarTable(Table, parts=(own_cards, boxes, presenter, wording, sight, editor, deal, about)):
    LOG_HIDDEN_EVENTS = frozenset({"series_ended", "shared"})  # events that the end of a game tells better
    BEGINNINGS = frozenset({"turn_began"})
    COLLAPSED_EVENTS = frozenset({"stepped"})
    ANSWERS = frozenset({"drawn"})  # which cards one has drawn
    INSTEAD = MappingProxyType({"drew": "drawn"})
    MOMENTS = MappingProxyType(
        {
            "took_treasure": Moment("shine", '.mz-wizard[data-seat="{seat}"]'),
            "killed": Moment("fall", '.mz-wizard[data-seat="{seat}"]'),
        }
    )
    DEFAULT_BOT = "greedy"
    ABOUT = about.TOPICS
    HAS_SIDE_PANEL = True  # the players with what they carry and what works on them
    PICKS = INTO_SHEET = EDITS_OPTIONS = True
    STYLES = ("wizwar/maze.css", "wizwar/wizwar.css", *boxes.styles())
    SCRIPTS = ("wizwar/maze.js",)
    EDITOR_FIELDS, EDITOR_SEATS = editor.form_fields(), editor.EDITOR_SEATS

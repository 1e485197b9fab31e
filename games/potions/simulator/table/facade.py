"""The table of «Зельеварение»: what the base class leaves to the game."""

from types import MappingProxyType

from games.potions.simulator.table import about, boxes, editor, presenter
from simulator.table.base import Moment, Table


class PotionsTable(Table, parts=(boxes, presenter, editor, about)):
    LOG_HIDDEN_EVENTS = frozenset({"series_ended", "shared"})  # events that the end of a game tells better
    BEGINNINGS = frozenset({"turn_begins"})
    # Which cards one has drawn; of several one by one before one draws the next (ruling 68).
    ANSWERS = frozenset({"drawn", "drawn_card"})
    INSTEAD = MappingProxyType({"drew": "drawn"})
    MOMENTS = MappingProxyType(
        {
            "assembled": Moment("shine", "#person-{seat} .recipe.arrived"),
            "destroyed": Moment("fall", "#person-{seat}"),
            **boxes.moments(),
        }
    )
    DEFAULT_BOT = "search"
    ABOUT = about.TOPICS
    HAS_SIDE_PANEL = True  # the players with their recipes
    PICKS = INTO_SHEET = EDITS_OPTIONS = True
    EDITOR_FIELDS, EDITOR_SEATS = editor.all_fields(), editor.EDITOR_SEATS

    STYLES = ("potions/table.css", *boxes.styles())

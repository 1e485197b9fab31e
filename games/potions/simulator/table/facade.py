"""The table of «Зельеварение»: what the base class leaves to the game."""

from games.potions.simulator.engine.state import State
from games.potions.simulator.table import boxes, editor, presenter
from simulator.table.base import Table

# By how many boxes are on the table, the last for more: a turn of three phases takes several times as long to
# play out as one with a single card, and with six players a hint stays within the times of `benchmarks`.
HINT_BUDGETS = (1000, 220, 190)


class PotionsTable(Table):
    IN_RESULTS = frozenset({"series_ended", "shared"})  # events that the end of a game tells better
    BEGINNINGS = frozenset({"turn_begins"})
    ANSWERS = frozenset({"drawn_card"})  # which card one has drawn, before one draws the next (ruling 68)
    PATIENT_BOT, HINT_BUDGET = "search", HINT_BUDGETS[0]
    BESIDE = True  # the players with their recipes
    PICKS = INTO_SHEET = EDITS_OPTIONS = True
    EDITOR_FIELDS, EDITOR_SEATS = editor.all_fields(), editor.EDITOR_SEATS

    STYLES = ("potions/table.css", *boxes.styles())

    def hint_budget(self, state: State) -> int:
        return HINT_BUDGETS[: len(state.course.boxes) + 1][-1]

    box_options = staticmethod(boxes.box_options)
    start_fields = staticmethod(boxes.start_fields)
    start_options = staticmethod(boxes.start_options)
    draw = staticmethod(presenter.draw)
    under_way = staticmethod(presenter.under_way)
    is_asked = staticmethod(presenter.is_asked)
    in_place = staticmethod(presenter.in_place)
    choices = staticmethod(presenter.choices)
    results = staticmethod(presenter.results)
    finished_rounds = staticmethod(presenter.finished_rounds)
    palette = staticmethod(editor.palette)
    editor_fields = staticmethod(editor.editor_fields)
    position_of = staticmethod(editor.position_of)
    deal_unknown = staticmethod(editor.deal_unknown)
    is_whole = staticmethod(editor.is_whole)

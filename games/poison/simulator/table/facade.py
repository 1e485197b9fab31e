"""The table of Poison: what the base class leaves to the game."""

from games.poison.simulator.table import presenter
from simulator.table.base import Table


class PoisonTable(Table):
    # What the table of a round tells better.
    IN_RESULTS = frozenset({"revealed", "shed", "kept", "tied", "scored"})
    ROUND_ENDS = frozenset({"round_ended"})
    PATIENT_BOT, HINT_BUDGET = "flat", 1000
    PICKS = INTO_SHEET = EDITS_OPTIONS = True
    STYLES, SCRIPTS = ("poison/table.css",), ("poison/table.js",)
    EDITOR_FIELDS = presenter.EDITOR_FIELDS
    EDITOR_SEATS = ("dealer", "turn")

    draw = staticmethod(presenter.draw)
    advised = staticmethod(presenter.advised)
    choices = staticmethod(presenter.choices)
    sentence = staticmethod(presenter.sentence)
    facts = staticmethod(presenter.facts)
    rounds = staticmethod(presenter.rounds)
    totals = staticmethod(presenter.totals)
    results = staticmethod(presenter.results)
    finished_rounds = staticmethod(presenter.finished_rounds)
    palette = staticmethod(presenter.palette)
    editor_fields = staticmethod(presenter.editor_fields)
    position_of = staticmethod(presenter.position_of)
    deal_unknown = staticmethod(presenter.deal_unknown)
    is_whole = staticmethod(presenter.is_whole)

"""The table of «Алхимики»: what the base class leaves to the game."""

from simulator.games.alchemists.table import editor, levels, pouring, presenter, results
from simulator.table.base import Table


class AlchemistsTable(Table):
    IN_RESULTS = frozenset({"formula", "answers_shown"})  # what the end of a game tells better
    ROUND_ENDS = frozenset({"adventurer_came"})
    ANSWERS = frozenset(
        {"mixed_pair", "sold_pair", "exhibit_pair", "exhibit_not_pair", "peeked_private"}
        | {"aspect", "debunk_yes", "debunk_no", "theory_falls", "conflict_shown"}
    )
    BESIDE = True  # the players with what lies before them
    INTO_SHEET = EDITS_OPTIONS = DEALS_ONCE = True
    STYLES = ("alchemists/notebook.css", "alchemists/table.css")
    SCRIPTS = ("alchemists/notebook.js", "alchemists/table.js")
    EDITOR_FIELDS, EDITOR_SEATS = editor.EDITOR_FIELDS, editor.EDITOR_SEATS

    start_fields = staticmethod(levels.start_fields)
    start_options = staticmethod(levels.start_options)
    draw = staticmethod(presenter.draw)
    in_place = staticmethod(presenter.in_place)
    is_asked = staticmethod(presenter.is_asked)
    under_way = staticmethod(presenter.under_way)
    choices = staticmethod(presenter.choices)
    open_hands = staticmethod(presenter.open_hands)
    totals = staticmethod(presenter.totals)
    results = staticmethod(results.results)
    finished_rounds = staticmethod(pouring.finished_rounds)
    rounds = staticmethod(presenter.rounds)
    palette = staticmethod(editor.palette)
    editor_fields = staticmethod(editor.editor_fields)
    position_of = staticmethod(editor.position_of)
    deal_unknown = staticmethod(editor.deal_unknown)
    is_whole = staticmethod(editor.is_whole)

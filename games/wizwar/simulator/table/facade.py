"""The table of «Маго-бой»: what the base class leaves to the game."""

from games.wizwar.simulator.engine.state import State
from games.wizwar.simulator.table import boxes, deal, editor, own_cards, presenter, sight, wording
from simulator.table.base import Table


class WizWarTable(Table):
    IN_RESULTS = frozenset({"series_ended", "shared"})  # events that the end of a game tells better
    BEGINNINGS = frozenset({"turn_began"})
    RUNS = frozenset({"stepped"})
    PATIENT_BOT, HINT_BUDGET = "greedy", 200
    HINT_TURNS = 600  # of all playouts of a hint together: each plays one turn of every player
    BESIDE = True  # the players with what they carry and what works on them
    PICKS = INTO_SHEET = EDITS_OPTIONS = True
    STYLES = ("wizwar/maze.css", "wizwar/wizwar.css", *boxes.styles())
    SCRIPTS = ("wizwar/maze.js",)
    EDITOR_FIELDS, EDITOR_SEATS = editor.form_fields(), editor.EDITOR_SEATS

    def hint_budget(self, state: State) -> int:
        return min(self.HINT_BUDGET, self.HINT_TURNS // state.players)

    content = staticmethod(own_cards.content)
    start_fields = staticmethod(own_cards.start_fields)
    start_options = staticmethod(own_cards.start_options)
    start_form = staticmethod(own_cards.start_form)
    box_options = staticmethod(boxes.box_options)
    draw = staticmethod(presenter.draw)
    says = staticmethod(wording.says)
    told = staticmethod(wording.told)
    refused = staticmethod(wording.refused)
    sentence = staticmethod(wording.sentence)
    under_way = staticmethod(presenter.under_way)
    is_asked = staticmethod(presenter.is_asked)
    pointed = staticmethod(presenter.pointed)
    aimed = staticmethod(sight.aimed)
    in_place = staticmethod(presenter.in_place)
    advised = staticmethod(presenter.advised)
    choices = staticmethod(presenter.choices)
    totals = staticmethod(presenter.totals)
    results = staticmethod(presenter.results)
    won_by = staticmethod(presenter.won_by)
    finished_rounds = staticmethod(presenter.finished_rounds)
    palette = staticmethod(editor.palette)
    editor_fields = staticmethod(editor.editor_fields)
    position_of = staticmethod(editor.position_of)
    deal_unknown = staticmethod(deal.deal_unknown)
    is_whole = staticmethod(deal.is_whole)

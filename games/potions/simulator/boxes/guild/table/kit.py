"""What the Guild brings to the table: Sequences, and a table's own columns."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from games.potions.rulebook.boxes.guild import sequences
from games.potions.scoring.boxes.guild.points import STAGE
from games.potions.simulator.boxes.guild.engine.columns import rows_of
from games.potions.simulator.boxes.guild.engine.spells import RETURN, SKIP, TRANSMUTATION, Returning
from games.potions.simulator.boxes.guild.engine.stages import VERB, stages_of, wanted_by
from games.potions.simulator.boxes.guild.table import sequence
from games.potions.simulator.engine.data import DECK_OF, EFFECT
from games.potions.simulator.engine.phases import DRAW
from games.potions.simulator.engine.state import Staged, State
from games.potions.simulator.engine.view import View
from games.potions.simulator.table import phases
from games.potions.simulator.table.boxes import AnswerLabel, BoxTable, Part, SetupQuestion, Worth
from games.potions.simulator.table.faces import Drawer
from simulator.engine.game import Event, Move
from simulator.table.about import About, ThingName
from simulator.table.base import Moment

COLUMNS = "columns"  # the field of the form, and the option
LETTERS = 4000


class GuildTable(BoxTable):
    verbs = frozenset({DRAW})
    styles = ("potions-guild/table.css",)
    moments = MappingProxyType({"stone_laid": Moment("shine", "#person-{seat} .recipe.arrived")})

    def above(
        self, drawer: Drawer, view: View, words: Mapping[Move, str], events: Sequence[Event]
    ) -> Iterable[Part]:
        return (*phases.part(drawer, view, events), *sequence.above(drawer, view, words))

    topics = sequence.TOPICS

    def about(self, drawer: Drawer, view: View, thing: ThingName) -> About | None:
        return sequence.about(drawer, view, thing)

    def read(self, drawer: Drawer, view: View) -> Iterable[str]:
        return sequence.read(drawer, view)

    def moves_at(self, view: View, thing: ThingName) -> Iterable[Move]:
        return sequence.moves_at(view, thing)

    def beside(self, drawer: Drawer, view: View, seat: int, events: Sequence[Event]) -> Iterable[Part]:
        return sequence.beside(drawer, view, seat)

    def asked(self, drawer: Drawer, view: View) -> str:
        top = view.agenda[-1] if view.agenda else None
        if not isinstance(top, Returning) or top.seat != view.seat:
            return phases.further(drawer, view)
        return drawer.ask("spell_of_trismegistus_return", card=top.held[0], n=top.left)

    def told(self, view: View, staged: Staged) -> Mapping[str, Any]:
        if not staged.place:
            return {}
        stage = wanted_by(view, staged)
        passed = {} if staged.verb == VERB else {"next": sequence.passed_over(view, stage).card}
        where = {"column": stage.column + 1, "stage": stage.place + 1}
        return {"card": stage.card, "n": stage.points, **where, **passed}

    def answer(self, drawer: Drawer, view: View, staged: Staged, move: Move) -> AnswerLabel | None:
        if move.verb == SKIP:
            found = stages_of(view, staged.seat, ahead=1)
            return next(
                sequence.transmuted(drawer, view, stage)
                for stage in found
                if stage.column == move.args[1] - 1
            )
        if staged.place and move.verb == "use" and len(move.args) == 1:
            return AnswerLabel(drawer.say("use_hand", card=move.args[0]))
        return None

    def worth(self, view: View, staged: Staged) -> Worth | None:
        return Worth(wanted_by(view, staged).points, STAGE) if staged.place else None

    def roles(self, drawer: Drawer, view: View, code: str) -> Iterable[tuple[Move, str]]:
        top = view.agenda[-1] if view.agenda else None
        if isinstance(top, Returning) and top.seat == view.seat:
            yield Move(RETURN, (code,)), drawer.key(RETURN, deck=DECK_OF[code])
        yield from sequence.stage_moves(drawer, view, code)

    def brings(self, drawer: Drawer, view: View, code: str) -> Iterable[AnswerLabel]:
        return sequence.transmuting(drawer, view) if EFFECT.get(code) == TRANSMUTATION else ()

    def where(self, drawer: Drawer, view: View, ingredient: str) -> str:
        return sequence.where_protected(drawer, view, ingredient)

    def asks(self, form: Mapping[str, str]) -> SetupQuestion:
        return SetupQuestion("simulator/potions/guild/_start.html", form.get(COLUMNS, "")[:LETTERS])

    def sheet_settings(self, state: State) -> Mapping[str, str]:
        own = {COLUMNS: sequences.text_of(state.course.columns)} if state.course.columns else {}
        drawn = {f"sequence.{seat}": row.card for seat, row in enumerate(rows_of(state), start=1)}
        return own | drawn

    def options(self, form: Mapping[str, str], boxes: Sequence[str]) -> dict[str, Any]:
        text = form.get(COLUMNS, "")[:LETTERS]
        return {COLUMNS: sequences.data_of_text(text, boxes)} if text.strip() else {}


TABLE = GuildTable()

"""What the University brings to the table: the phases of a turn, a deck to draw from, what spells ask."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.potions.scoring.points import INGREDIENT
from games.potions.simulator.boxes.university.engine.casting import Asked, Haste, Whirl
from games.potions.simulator.boxes.university.engine.scruple import GIVE, SCRUPLES
from games.potions.simulator.boxes.university.engine.transfiguring import is_instead, slot_of
from games.potions.simulator.engine.data import ELEMENTS_OF, POINTS
from games.potions.simulator.engine.phases import DRAW
from games.potions.simulator.engine.state import Staged
from games.potions.simulator.engine.view import View
from games.potions.simulator.table import phases
from games.potions.simulator.table.boxes import AnswerLabel, BoxTable, Part, Question, Worth
from games.potions.simulator.table.faces import Drawer
from simulator.engine.game import Event, Move
from simulator.table.about import Topic


class UniversityTable(BoxTable):
    verbs = frozenset({DRAW})
    topics = {
        "term.phase": Topic("university.phases.three"),
        "card.lesser_talisman": Topic("university.lesser.works", "lesser_talisman"),
        "card.scruple": Topic("university.scruple.pass", "scruple"),
        "card.spell_of_universal_knowledge": Topic("university.universal.take", "universal_knowledge"),
        "card.spell_of_magical_knowledge": Topic("university.magical.take", "magical_knowledge"),
        "card.spell_of_diversity": Topic("university.diversity.draw", "diversity"),
        "card.spell_of_necessity": Topic("university.necessity.name", "necessity"),
        "card.spell_of_creation": Topic("university.creation.put", "creation"),
        "card.spell_of_transfiguration": Topic("university.transfiguration.assemble", "transfiguration"),
        "card.spell_of_haste": Topic("university.haste.two", "haste"),
        "card.spell_of_forbidden_forest": Topic("university.forest.creatures", "forest"),
        "card.magical_whirlpool": Topic("university.whirlpool.all", "whirlpool"),
    }

    def above(
        self, drawer: Drawer, view: View, words: Mapping[Move, str], events: Sequence[Event]
    ) -> Iterable[Part]:
        return phases.part(drawer, view, events)

    def roles(self, drawer: Drawer, view: View, code: str) -> Iterable[tuple[Move, str]]:
        """The Scruple for each of the others: to some it can't be passed now, and the button says why."""
        if code not in SCRUPLES or view.seat is None:
            return
        for seat in range(view.players):
            if seat != view.seat:
                yield Move(GIVE, (code, seat + 1)), drawer.key(GIVE, seat=seat)

    def asked(self, drawer: Drawer, view: View) -> str:
        top = view.agenda[-1] if view.agenda else None
        if isinstance(top, Haste) and top.seat == view.seat:
            return phases.further(
                drawer, view, drawer.ask("spell_of_haste_play", card=top.held[0], n=top.left)
            )
        return phases.further(drawer, view)

    def question(self, drawer: Drawer, view: View) -> Question | None:
        top = view.agenda[-1] if view.agenda else None
        if isinstance(top, Asked) and top.seat == view.seat:
            return Question(top.held[0], drawer.ask("spell_of_necessity_put", element=top.element))
        if isinstance(top, Whirl) and top.seat == view.seat:
            return Question(top.held[0], laid=top.laid)
        return None

    def told(self, view: View, staged: Staged) -> Mapping[str, Any]:
        slot = slot_of(view, staged)
        return {"ingredients": [slot.ingredient]} if slot else {}

    def answer(self, drawer: Drawer, view: View, staged: Staged, move: Move) -> AnswerLabel | None:
        """A top recipe that takes the place of an ingredient: that it does, and from which stack."""
        slot = slot_of(view, staged)
        if slot is None or move.verb != "use" or not is_instead(move, slot):
            return None
        code = move.args[0]
        return AnswerLabel(drawer.title(code), drawer.mark("note_instead", elements=ELEMENTS_OF[code]))

    def worth(self, view: View, staged: Staged) -> Worth | None:
        return Worth(POINTS[staged.pick], INGREDIENT) if staged.pick and slot_of(view, staged) else None


TABLE = UniversityTable()

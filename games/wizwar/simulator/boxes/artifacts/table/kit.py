"""What «Дополнение 2» brings to the table: artifacts, wishes, the curse, forms."""

from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import Any

from games.wizwar.rulebook.drawing.pieces import piece_icon
from games.wizwar.simulator.boxes.artifacts.engine.artifacts import SEIZE, WISH, Wishing
from games.wizwar.simulator.boxes.artifacts.engine.kept import ARTIFACTS, CURSED, FORMS, kept_by
from games.wizwar.simulator.boxes.artifacts.table import treasury
from games.wizwar.simulator.engine.casting import STRIKE
from games.wizwar.simulator.engine.data import ATTACKS, CARD
from games.wizwar.simulator.engine.places import WIZARDS, square_text
from games.wizwar.simulator.engine.state import State
from games.wizwar.simulator.engine.view import View
from games.wizwar.simulator.table.boxes import BoxTable, Part, Question
from games.wizwar.simulator.table.faces import Drawer
from games.wizwar.simulator.table.maze import Badge, Token
from games.wizwar.simulator.table.wording import named_once
from simulator.engine.game import Move

LIST, LEGEND = "simulator/wizwar/artifacts/_list.html", "simulator/wizwar/artifacts/_legend.html"
# Where each kind of thing shows on a wizard, artifacts one after another: at the right stand the number of
# steps to the square, above, and the chest, below.
FORM_AT, ARTIFACTS_AT, CURSE_AT = (-1.0, -1.0), ((0.15, -1.1), (-1.1, 0.1)), (-1.0, 1.0)


class ArtifactsTable(BoxTable):
    icons = {SEIZE: "hand", WISH: "erase"}
    quick = (SEIZE,)
    asides = {WISH: "title_wishes"}
    answering = frozenset({Wishing})
    styles = ("wizwar-artifacts/table.css",)

    def tokens(self, drawer: Drawer, view: View) -> Iterator[Token]:
        """artifacts.tokens: each artifact has its own."""
        for square, thing in view.floor:
            if thing in ARTIFACTS:
                words = drawer.say("spot_artifact", object=thing)
                yield Token(square, thing, piece_icon(CARD[thing]), words)

    def badges(self, drawer: Drawer, view: View) -> Iterator[Badge]:
        """What a wizard has become, carries for all to see, and can't get rid of."""
        for effect in view.effects:
            if effect.card in FORMS:
                yield _badge(drawer, effect.on, effect.card, "form", FORM_AT)
        for seat, wizard in enumerate(view.wizards):
            carried = [card for card in wizard.shown if card in ARTIFACTS]
            for card, corner in zip(carried, cycle(ARTIFACTS_AT), strict=False):
                yield _badge(drawer, seat, card, "artifact", corner)
            for card in wizard.shown:
                if card in CURSED:
                    yield _badge(drawer, seat, card, "curse", CURSE_AT)

    def below(self, drawer: Drawer, view: View, state: State, words: Mapping[Move, str]) -> Iterator[Part]:
        found = treasury.listed(drawer, view, words)
        if found.lines or found.gone:
            yield Part(LIST, found)

    def legend(self) -> str:
        return LEGEND

    def places(self, view: View, move: Move) -> Iterator[str]:
        """An artifact is taken where one stands with its owner; a wish has no place."""
        if move.verb == SEIZE:
            yield str(move.args[0])

    def tries(self, drawer: Drawer, view: View) -> Iterator[tuple[str, Move]]:
        """To take an artifact wherever its owner is: the refusal tells how (artifacts.take)."""
        for seat, wizard in enumerate(view.wizards):
            if seat != view.seat and wizard.at >= 0:
                for card in wizard.shown:
                    if card in ARTIFACTS:
                        yield square_text(wizard.at), Move(SEIZE, (WIZARDS[seat], card))

    def question(self, drawer: Drawer, view: View, state: State, frame: Any) -> Question | None:
        if not isinstance(frame, Wishing):
            return None
        struck = drawer.say("wishing_strike", seat=frame.user, **named_once(state, {"target": frame.target}))
        asks = drawer.say("ask_wish", card=frame.card)
        return Question(drawer.face(frame.card).name, frame.card, (struck,), asks, frame.seat)

    def note(self, drawer: Drawer, view: View, code: str) -> str:
        if code in CURSED:
            return drawer.say("note_cursed")
        if code not in ARTIFACTS:
            return ""
        return drawer.say("note_struck" if code in kept_by(view).struck else "note_artifact")

    def tried(self, view: View, code: str) -> str:
        """That a curse stays, and that an artifact has struck, is taught by its refusal."""
        if code in CURSED:
            return "discard"
        return STRIKE if code in ARTIFACTS and code in ATTACKS else ""


def _badge(drawer: Drawer, seat: int, card: str, kind: str, corner: tuple[float, float]) -> Badge:
    words = drawer.say(f"badge_{kind}", seat=seat, card=card)
    return Badge(seat, kind, corner, piece_icon(CARD[card]), words)


TABLE = ArtifactsTable()

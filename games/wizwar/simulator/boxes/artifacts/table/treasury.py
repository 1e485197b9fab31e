"""The artifacts as the table lists them below the maze: whose each is, where it lies, the wish. Pure."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.wizwar.simulator.boxes.artifacts.engine.artifacts import WISH
from games.wizwar.simulator.boxes.artifacts.engine.kept import ARTIFACTS, kept_by
from games.wizwar.simulator.engine.places import square_text
from games.wizwar.simulator.engine.state import Act
from games.wizwar.simulator.engine.view import View
from games.wizwar.simulator.table.faces import Drawer, Face
from games.wizwar.simulator.table.maze import COLOURS, square_name
from simulator.engine.game import Move
from web.names import initials


class ArtifactLine(NamedTuple):
    """An artifact in play: its card, who has it ("": nobody) and in which square; `wish` is the move that
    has it gone, with its words, where that may be said in a turn.
    """

    face: Face
    owner: str
    sign: str
    colour: str
    place: str
    struck: bool
    wish: str
    words: str


class Treasury(NamedTuple):
    """`gone` are the artifacts that are out of the game."""

    lines: tuple[ArtifactLine, ...]
    gone: tuple[Face, ...]


def listed(drawer: Drawer, view: View, words: Mapping[Move, str]) -> Treasury:
    return Treasury(tuple(_lines(drawer, view, words)), drawer.faces(kept_by(view).gone))


def _lines(drawer: Drawer, view: View, words: Mapping[Move, str]) -> Iterator[ArtifactLine]:
    for seat, wizard in enumerate(view.wizards):
        for card in wizard.shown:
            if card in ARTIFACTS:
                yield _line(drawer, view, words, card, wizard.at)._replace(
                    owner=drawer.names[seat], sign=initials(drawer.names)[seat], colour=COLOURS[seat]
                )
    for square, thing in view.floor:
        if thing in ARTIFACTS:
            yield _line(drawer, view, words, thing, square)


def _line(drawer: Drawer, view: View, words: Mapping[Move, str], card: str, square: int) -> ArtifactLine:
    move, frame = Move(WISH, (card,)), view.agenda[-1] if view.agenda else None
    said = words.get(move, "") if type(frame) is Act else ""
    return ArtifactLine(
        face=drawer.face(card),
        owner="",
        sign="",
        colour="none",
        place=square_name(square_text(square)),
        struck=card in kept_by(view).struck,
        wish=str(move) if said else "",
        words=said,
    )

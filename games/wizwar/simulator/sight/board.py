"""What the page «Видит ли?» shows: the maze with a link for every tap, the line, the verdict, the form."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple
from urllib.parse import parse_qsl

from django.utils.translation import gettext

from games.wizwar.simulator.engine.board import Board, printed
from games.wizwar.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS
from games.wizwar.simulator.engine.data import SECTORS as BOX
from games.wizwar.simulator.engine.geometry import net
from games.wizwar.simulator.engine.places import square_text
from games.wizwar.simulator.table import maze, sight
from games.wizwar.simulator.table import question as asking
from games.wizwar.simulator.table.boxes import all_boxes
from games.wizwar.simulator.table.maze import Maze, Rim, Spot
from games.wizwar.simulator.table.question import SightQuestion
from games.wizwar.simulator.table.sight import Look
from rulebook.content.entries import GameContent


class Tap(NamedTuple):
    """A square or an edge as a link: what it leads to and what it is called."""

    query: str
    label: str
    spot: Spot | None = None
    rim: Rim | None = None
    chosen: bool = False
    unseen: bool = False


class Mode(NamedTuple):
    """What taps do, as a link."""

    name: str
    query: str
    on: bool


class SectorChoice(NamedTuple):
    """A sector of the form: the number of its place, which one lies there, its turn."""

    number: int
    sector: str
    turn: int


class SightPage:
    """A question with all that its page shows, in one language."""

    def __init__(
        self, content: GameContent, question: SightQuestion, lang: str, boxes: Sequence[str] = ()
    ) -> None:
        self.content = content
        self.boxes = boxes  # what lies on the reader's table
        self.question = question
        self.lang = lang

    @cached_property
    def board(self) -> Board:
        return self.question.board

    @cached_property
    def maze(self) -> Maze:
        return maze.draw(self.content, self.lang, (), self.board)

    @cached_property
    def look(self) -> Look | None:
        """What the chosen square sees; None while none is chosen."""
        if self.question.a < 0:
            return None
        return sight.look(self.content, self.lang, self.board, self.question.a, self.question.b)

    @property
    def query(self) -> str:
        """The address of this very question."""
        return asking.write(self.question)

    @property
    def bare_query(self) -> str:
        """The same maze with nothing asked."""
        return asking.write(self.question._replace(a=-1, b=None))

    @property
    def taps_edges(self) -> bool:
        return self.question.mode in asking.EDGE_MODES

    @property
    def squares(self) -> Iterator[Tap]:
        """Every square; where edges are tapped they lead nowhere."""
        hidden = frozenset(self.look.hidden) if self.look else frozenset()
        ends = {self.question.a, self.question.b.square if self.question.b else -1}
        for spot in self.maze.spots:
            query = "" if self.taps_edges else asking.write(asking.tapped_square(self.question, spot.square))
            yield Tap(query, spot.label, spot=spot, chosen=spot.square in ends, unseen=spot.text in hidden)

    @property
    def edges(self) -> Iterator[Tap]:
        """Every edge, where edges are tapped."""
        if not self.taps_edges:
            return
        layout = self.board.layout
        kinds, edge = printed(layout, self.board.sectors), net(layout).edge
        for half_edge in sorted(set(edge)):
            query = asking.write(asking.tapped_edge(self.question, half_edge, kinds[half_edge]))
            label = maze.edge_label(self.content, self.lang, self.board, half_edge)
            chosen = self.question.b is not None and self.question.b.edge == half_edge
            yield Tap(query, label, rim=maze.rim(layout, half_edge), chosen=chosen)

    @property
    def looking(self) -> Sequence[Mode]:
        """What one looks at."""
        return self._modes(
            (asking.LOOK, gettext("на клетку")),
            (asking.SIDE, gettext("на стену или дверь")),
        )

    @property
    def changing(self) -> Sequence[Mode]:
        """What one changes in the maze."""
        return self._modes(
            (asking.WALLS, gettext("стены и двери")),
            (asking.FLAMES, gettext("огонь")),
            (asking.BUSHES, gettext("терновник")),
            (asking.STONES, gettext("камень")),
            *self._of_boxes(),
        )

    def _of_boxes(self) -> Iterator[tuple[str, str]]:
        """What boxes put into squares, if they are on the table or such a thing stands in the maze."""
        found = all_boxes()
        known = {key for box in self.boxes if box in found for key in found[box].fills}
        names = {"dust": gettext("пыль"), "rose": gettext("розовый куст"), "giant": gettext("великан")}
        for key, name in names.items():
            if key in known or self.question.of(key):
                yield key, name

    def _modes(self, *named: tuple[str, str]) -> list[Mode]:
        question = self.question
        return [
            Mode(name, asking.write(question._replace(mode=mode)), mode == question.mode)
            for mode, name in named
        ]

    # The form

    @property
    def numbers(self) -> Sequence[int]:
        return range(MIN_PLAYERS, MAX_PLAYERS + 1)

    @property
    def sectors(self) -> Sequence[tuple[str, str]]:
        """All sectors of the box: (id, name)."""
        return [(sector, self.content.card_by_id[sector].name.in_(self.lang)) for sector in BOX]

    @property
    def choices(self) -> Sequence[SectorChoice]:
        return [SectorChoice(slot, *sector) for slot, sector in enumerate(self.question.sectors, start=1)]

    @property
    def kept(self) -> Sequence[tuple[str, str]]:
        """Fields of the form that aren't shown: what differs from the print, and moved sectors."""
        fields = dict(parse_qsl(self.query))
        return [
            (key, text) for key, text in fields.items() if key in (*asking.EDGES, *asking.SQUARE_LISTS, "at")
        ]

    @property
    def origin(self) -> str:
        return "" if self.question.a < 0 else square_text(self.question.a)

    @property
    def target(self) -> str:
        return self.question.b.text if self.question.b else ""

    @property
    def hint(self) -> str:
        """What to do next, one sentence."""
        if self.question.mode in (asking.LOOK, asking.SIDE):
            if self.question.a < 0 and self.question.mode == asking.LOOK:
                return gettext("Нажмите клетку, откуда смотрит маг.")
            if self.question.a < 0:
                return gettext("Сначала выберите клетку, откуда смотрит маг.")
            if self.question.b is None and self.question.mode == asking.LOOK:
                return gettext("Светлые клетки видно. Нажмите вторую, и проведём линию.")
            if self.question.b is None:
                return gettext("Нажмите стену, дверь или границу клеток.")
            return ""
        if self.question.mode == asking.WALLS:
            return gettext("Нажимайте границы клеток: стена появится или исчезнет, дверь откроется.")
        if self.question.mode == asking.FLAMES:
            return gettext("Нажмите границу клеток, где горит стена огня. Второе нажатие её уберёт.")
        return gettext("Нажмите заросшую или заваленную клетку. Второе нажатие её освободит.")

    @property
    def seen_squares(self) -> int:
        return len(self.look.seen) if self.look else 0

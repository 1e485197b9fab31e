"""What is asked: a maze and two places, as the query of an address, so that it can be sent to somebody. Pure.

`n` players (`x=1`: the crossed exits of two), `s` sectors with their turns, `at` places of sectors that have
been moved, lists of edges and squares that differ from the print, `a` and `b` the two places, `do` what a tap
does. Lists have dots between their parts: they need no escaping.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from games.wizwar.simulator.engine.board import (
    AJAR,
    BUSH,
    DOOR,
    DUST,
    EMPTY,
    FIRE,
    GIANT,
    ILLUSION,
    OPEN,
    ROSE,
    STONE,
    WALL,
    Board,
    Mark,
    Thing,
    lay_out,
    printed,
)
from games.wizwar.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS, RECOMMENDED
from games.wizwar.simulator.engine.data import SECTORS as BOX
from games.wizwar.simulator.engine.geometry import SQUARES, Layout, layout_for, net, relocated
from games.wizwar.simulator.engine.places import edge_text, read_edge, read_square, square_text
from games.wizwar.simulator.table.sight import Target

AT_FIRST = 4  # players
EDGES = ("wall", "gap", "open", "fire", "illusion")  # keys of edges that differ from the print
FILLS = {"bush": BUSH, "stone": STONE, "dust": DUST, "rose": ROSE, "giant": GIANT}  # the last are of boxes
SQUARE_LISTS = tuple(FILLS)
LOOK, SIDE, WALLS, FLAMES, BUSHES, STONES = "look", "side", "walls", "fire", "bush", "stone"
MODES = (LOOK, SIDE, WALLS, FLAMES, *SQUARE_LISTS)
EDGE_MODES = (SIDE, WALLS, FLAMES)  # in which edges are tapped, not squares
LONGEST = 2000  # letters of one part of an address
FARTHEST = 8  # rows and columns of sectors that were moved
KIND_OF = {"wall": WALL, "gap": OPEN, "fire": FIRE, "illusion": ILLUSION}
MADE_BY = {"wall": "create_wall", "fire": "wall_of_fire", "illusion": "illusion_wall"}
LIST_OF = {OPEN: "gap", WALL: "wall", FIRE: "fire", ILLUSION: "illusion", AJAR: "open"}

Place = tuple[int, int]


class SightQuestion(NamedTuple):
    """A maze and what is asked about it. `lists` by key: edges by number, or squares, sorted.

    `places` is empty where the sectors lie as printed. `unread`: parts of the address that mean nothing.
    """

    players: int
    crossed: bool
    sectors: tuple[tuple[str, int], ...]
    places: tuple[Place, ...]
    lists: tuple[tuple[str, tuple[int, ...]], ...]
    a: int = -1
    b: Target | None = None
    mode: str = LOOK
    unread: tuple[str, ...] = ()

    def of(self, key: str) -> tuple[int, ...]:
        return dict(self.lists)[key]

    @property
    def layout(self) -> Layout:
        layout = layout_for(self.players, self.crossed)
        if not self.places:
            return layout
        return relocated(layout._replace(places=self.places), 0, self.places[0])

    @property
    def board(self) -> Board:
        edge = net(self.layout).edge
        marks = {
            edge[at]: Mark(edge[at], kind, 0, "", MADE_BY.get(key, ""))
            for key, kind in KIND_OF.items()
            for at in self.of(key)
        }
        things = {at: Thing(at, kind) for key, kind in FILLS.items() for at in self.of(key)}
        ajar = [(edge[at], 0) for at in self.of("open") if edge[at] not in marks]
        return lay_out(self.layout, self.sectors, marks.values(), things.values(), ajar)


# --- Reading ------------------------------------------------------------------------------------------------


def read(query: Mapping[str, str]) -> SightQuestion:
    """The question of a query. Whatever can't be read is left out and named in `unread`."""
    unread: list[str] = []
    players = _players(query.get("n", ""), unread)
    crossed = query.get("x") == "1" and players == MIN_PLAYERS
    sectors = _sectors(query, players, unread)
    places = _places(query.get("at", ""), players, unread)
    bare = SightQuestion(
        players, crossed, sectors, places, tuple((key, ()) for key in (*EDGES, *SQUARE_LISTS))
    )
    edge = net(bare.layout).edge
    lists = []
    for key in (*EDGES, *SQUARE_LISTS):
        texts = [text for text in query.get(key, "")[:LONGEST].split(".") if text]
        found = [_edge(edge, text) if key in EDGES else _square(players, text) for text in texts]
        unread += [text for text, at in zip(texts, found, strict=True) if at < 0]
        lists.append((key, tuple(sorted({at for at in found if at >= 0}))))
    found_lists = _without_clashes(bare, dict(lists))
    a, b = query.get("a", "").strip(), query.get("b", "").strip()
    origin, target = _square(players, a), _target(edge, players, b)
    unread += [text for text, missing in ((a, origin < 0), (b, target is None)) if text and missing]
    mode = query.get("do", LOOK)
    return bare._replace(
        lists=found_lists,
        a=origin,
        b=target,
        mode=mode if mode in MODES else LOOK,
        unread=tuple(text[:20] for text in unread),
    )


def _players(text: str, unread: list[str]) -> int:
    if text in map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)):
        return int(text)
    unread += [text] if text else []
    return AT_FIRST


def _sectors(query: Mapping[str, str], players: int, unread: list[str]) -> tuple[tuple[str, int], ...]:
    """Of each place: from `s`, or from the fields `s1`, `t1`… of a form; else the recommended one."""
    given = query.get("s", "")[:LONGEST].split(".")
    found = []
    for slot, usual in enumerate(RECOMMENDED[players]):
        text = given[slot] if slot < len(given) else ""
        sector, _, turn = text.partition(":")
        sector = query.get(f"s{slot + 1}", sector) or usual
        turn = query.get(f"t{slot + 1}", turn) or "0"
        if sector not in BOX or turn not in ("0", "1", "2", "3"):
            unread.append(f"{sector}:{turn}")
            sector, turn = usual, "0"
        found.append((sector, int(turn)))
    return tuple(found)


def _places(text: str, players: int, unread: list[str]) -> tuple[Place, ...]:
    """Places of moved sectors as «0,1.1,0»; empty for anything that isn't one for each sector."""
    if not text:
        return ()
    pairs = [part.split(",") for part in text[:LONGEST].split(".")]
    digits = map(str, range(FARTHEST))
    known = {digit: int(digit) for digit in digits}
    places = tuple(
        (known[row], known[column])
        for row, column in (p for p in pairs if len(p) == 2)
        if row in known and column in known
    )
    if len(places) == len(pairs) == players and len(set(places)) == players:
        return places
    unread.append(text)
    return ()


def _edge(edge: Sequence[int], text: str) -> int:
    """An edge by its number, -1 for none."""
    half_edge = read_edge(text)
    return -1 if half_edge is None or half_edge >= len(edge) else edge[half_edge]


def _square(players: int, text: str) -> int:
    square = read_square(text)
    return -1 if square is None or square >= players * SQUARES else square


def _target(edge: Sequence[int], players: int, text: str) -> Target | None:
    square, side = _square(players, text), _edge(edge, text)
    if square >= 0:
        return Target(square=square)
    return Target(edge=side) if side >= 0 else None


def _without_clashes(
    bare: SightQuestion, lists: dict[str, tuple[int, ...]]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Each edge and square in one list only, and only where it differs from the print."""
    kinds, taken = printed(bare.layout, bare.sectors), set[tuple[bool, int]]()
    fits = {
        "wall": (OPEN,),
        "gap": (WALL, DOOR),
        "open": (DOOR,),
    }
    found = []
    for key, places in lists.items():
        left = []
        for at in places:
            mark = (key in EDGES, at)
            if mark not in taken and (key not in fits or kinds[at] in fits[key]):
                taken.add(mark)
                left.append(at)
        found.append((key, tuple(left)))
    return tuple(found)


# --- Writing ------------------------------------------------------------------------------------------------


def write(question: SightQuestion) -> str:
    """The query that asks this."""
    parts = {
        "n": str(question.players),
        "x": "1" if question.crossed else "",
        "s": ".".join(f"{sector}:{turn}" if turn else sector for sector, turn in question.sectors),
        "at": ".".join(f"{row},{column}" for row, column in question.places),
        **{key: _texts(key, places) for key, places in question.lists},
        "a": "" if question.a < 0 else square_text(question.a),
        "b": question.b.text if question.b else "",
        "do": "" if question.mode == LOOK else question.mode,
    }
    return urlencode({key: text for key, text in parts.items() if text}, safe=".,:")


def _texts(key: str, places: Sequence[int]) -> str:
    return ".".join(edge_text(at) if key in EDGES else square_text(at) for at in places)


def of_board(board: Board) -> SightQuestion:
    """The question about a board of a game, without the places."""
    kinds, graph = printed(board.layout, board.sectors), net(board.layout)
    lists: dict[str, list[int]] = {key: [] for key in (*EDGES, *SQUARE_LISTS)}
    for half_edge, kind in enumerate(board.kinds):
        if graph.edge[half_edge] == half_edge and kind != kinds[half_edge] and kind in LIST_OF:
            lists[LIST_OF[kind]].append(half_edge)
    keys = {kind: key for key, kind in FILLS.items()}
    for square, kind in enumerate(board.filled):
        if kind != EMPTY:
            lists[keys[kind]].append(square)
    players = len(board.sectors)
    crossed = players == MIN_PLAYERS and board.layout == layout_for(players, True)
    moved = board.layout not in (layout_for(players), layout_for(players, crossed))
    return SightQuestion(
        players,
        crossed,
        board.sectors,
        board.layout.places if moved else (),
        tuple((key, tuple(places)) for key, places in lists.items()),
    )


# --- What a tap does ----------------------------------------------------------------------------------------


def tapped_square(question: SightQuestion, square: int) -> SightQuestion:
    """The first tap says from where, the second to where, the third begins again."""
    if question.mode in FILLS:
        return _toggled(question, question.mode, square, drop=SQUARE_LISTS)
    if question.a < 0 or question.b is not None:
        return question._replace(a=square, b=None)
    return question._replace(b=Target(square=square))


def tapped_edge(question: SightQuestion, edge: int, kind: int) -> SightQuestion:
    """An edge as a target, or one thing further on it: a door opens, breaks, is whole; `kind`: printed."""
    if question.mode == SIDE:
        return question._replace(b=Target(edge=edge))
    if question.mode == FLAMES:
        return _toggled(question, "fire", edge, drop=EDGES)
    states = {OPEN: ("", "wall"), WALL: ("", "gap"), DOOR: ("", "open", "gap")}[kind]
    now = next((key for key in EDGES if edge in question.of(key)), "")
    after = states[(states.index(now) + 1) % len(states)] if now in states else ""
    bare = _dropped(question, EDGES, edge)
    return _toggled(bare, after, edge) if after else bare


def _toggled(question: SightQuestion, key: str, place: int, drop: Sequence[str] = ()) -> SightQuestion:
    """With the place in the list, or out of it; and out of the lists to `drop`."""
    inside = place in question.of(key)
    bare = _dropped(question, (*drop, key), place)
    if inside:
        return bare
    lists = {name: (*places, place) if name == key else places for name, places in bare.lists}
    return bare._replace(lists=tuple((name, tuple(sorted(places))) for name, places in lists.items()))


def _dropped(question: SightQuestion, keys: Sequence[str], place: int) -> SightQuestion:
    lists = (
        (name, tuple(at for at in places if name not in keys or at != place))
        for name, places in question.lists
    )
    return question._replace(lists=tuple(lists))

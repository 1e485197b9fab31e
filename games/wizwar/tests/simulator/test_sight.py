"""«Маго-бой»: who sees what. An oracle with fractions draws every line on a plane tiled with the board."""

import random
from fractions import Fraction

import pytest

from games.wizwar.simulator.engine import board as maze
from games.wizwar.simulator.engine import geometry, sight
from games.wizwar.simulator.engine.board import AJAR, BUSH, DOOR, FIRE, ILLUSION, OPEN, STONE, WALL
from games.wizwar.simulator.engine.geometry import EAST, NORTH, SIZE, SOUTH, SQUARES, STEPS, net
from rulebook.content import reading
from tests.daily import Run, daily

SECTORS = [card.id for card in reading.load("wizwar").cards if card.kind == "sector"]
BLOCKING = (WALL, DOOR, ILLUSION, FIRE)


def at(slot, row, column):
    return slot * SQUARES + row * SIZE + column


def opened(players, crossed=False):
    """A board on which every wall and door has been destroyed."""
    board = maze.lay_out(geometry.layout_for(players, crossed), tuple(("s1", 0) for _ in range(players)))
    edges = set(net(board.layout).edge)
    return maze.lay_out(
        board.layout, board.sectors, [maze.Mark(e, OPEN) for e in edges if board.kinds[e] != OPEN]
    )


def random_board(layout, seed, broken=0.75):
    """Random sectors with many edges changed, some fire, illusions, bushes and stones."""
    chance = random.Random(seed)
    sectors = tuple((chance.choice(SECTORS), chance.randrange(4)) for _ in layout.places)
    base, marks = maze.printed(layout, sectors), []
    for edge in sorted(set(net(layout).edge)):
        kind = chance.choice((OPEN,) * 8 + (WALL, FIRE, ILLUSION))
        if kind != base[edge] and chance.random() < broken:
            marks.append(maze.Mark(edge, kind))
    squares = range(SQUARES * len(sectors))
    things = [maze.Thing(square, chance.choice((BUSH, STONE))) for square in squares if chance.random() < 0.1]
    return maze.lay_out(layout, sectors, marks, things)


def boards(seed=0):
    """Boards of all printed layouts and of some with a relocated sector."""
    chance = random.Random(seed)
    for players, crossed in ((2, False), (2, True), (3, False), (4, False), (5, False), (6, False)):
        layout = geometry.layout_for(players, crossed)
        yield random_board(layout, seed + players)
        moves = [(slot, place) for slot in range(players) for place in geometry.free_places(layout, slot)]
        yield random_board(geometry.relocated(layout, *chance.choice(moves)), seed + players)


# --- The oracle: a plane of nine boards, and fractions ------------------------------------------------------


class Plane:
    """A board whose opposite sides are joined, laid nine times; x to the east, y to the south."""

    def __init__(self, board):
        self.board = board
        places = board.layout.places
        self.height = SIZE * (1 + max(row for row, _ in places))
        self.width = SIZE * (1 + max(column for _, column in places))
        self.images = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
        self.walls, self.filled = set(), {}
        for square in range(len(board.filled)):
            for image in self.images:
                x, y = self.corner(square, image)
                self.filled[x, y] = board.filled[square] != 0
                for side in range(4):
                    if board.kinds[square * 4 + side] in BLOCKING:
                        self.walls.add(self.side(x, y, side))

    def corner(self, square, image=(0, 0)):
        """The north-west corner of a square's image."""
        slot, here = divmod(square, SQUARES)
        row, column = self.board.layout.places[slot]
        x, y = column * SIZE + here % SIZE, row * SIZE + here // SIZE
        return x + image[1] * self.width, y + image[0] * self.height

    @staticmethod
    def side(x, y, side):
        """A side of a square as (x, y, is horizontal)."""
        return (x, y + (side == SOUTH), True) if side in (NORTH, SOUTH) else (x + (side == EAST), y, False)

    def centre(self, square, image=(0, 0)):
        x, y = self.corner(square, image)
        return x + Fraction(1, 2), y + Fraction(1, 2)

    def sees(self, a, b, into=False):
        """Whether any of the nine lines to a square is free."""
        if a == b:
            return True
        if self.board.filled[a] or (self.board.filled[b] and not into):
            return False
        start = self.centre(a)
        return any(self.free(start, self.centre(b, i), spared=self.corner(b, i)) for i in self.images)

    def sees_half(self, a, half):
        """Whether the middle of a square's side is seen from a, coming from the inside of that square."""
        square, side = divmod(half, 4)
        if self.board.filled[a]:
            return square == a
        start = self.centre(a)
        for image in self.images:
            x, y = self.centre(square, image)
            outward = (STEPS[side][1], STEPS[side][0])
            end = x + Fraction(outward[0], 2), y + Fraction(outward[1], 2)
            heads = (end[0] - start[0]) * outward[0] + (end[1] - start[1]) * outward[1]
            itself = self.side(*self.corner(square, image), side)
            if heads > 0 and self.free(start, end, itself=itself):
                return True
        return False

    def free(self, start, end, spared=None, itself=None):
        box = [sorted((start[k], end[k])) for k in (0, 1)]
        for x, y, horizontal in self.walls:
            near = box[0][0] - 1 <= x <= box[0][1] and box[1][0] - 1 <= y <= box[1][1]
            if near and (x, y, horizontal) != itself and meets(start, end, x, y, horizontal):
                return False
        return not self.stopped_by_things(start, end, spared, box)

    def stopped_by_things(self, start, end, spared, box):
        touched = {}
        for x in range(int(box[0][0]) - 1, int(box[0][1]) + 2):
            for y in range(int(box[1][0]) - 1, int(box[1][1]) + 2):
                if self.filled.get((x, y)) and (x, y) != spared:
                    if crosses(start, end, x, y):
                        return True
                    for corner in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
                        if passes(start, end, corner):
                            touched[corner] = touched.get(corner, 0) + 1
        return any(times > 1 for times in touched.values())


def meets(start, end, x, y, horizontal):
    """Whether a segment has a point in common with a side of a square, ends included."""
    k, line, low = (1, y, x) if horizontal else (0, x, y)
    if start[k] == end[k]:
        return False  # lines never run along a side
    t = (line - start[k]) / (end[k] - start[k])
    crossing = start[1 - k] + t * (end[1 - k] - start[1 - k])
    return 0 <= t <= 1 and low <= crossing <= low + 1


def crosses(start, end, x, y):
    """Whether a segment goes through the inside of a square."""
    enter, leave = Fraction(0), Fraction(1)
    for k, low in ((0, x), (1, y)):
        step = end[k] - start[k]
        if step == 0:
            if not low < start[k] < low + 1:
                return False
        else:
            first, last = sorted(((low - start[k]) / step, (low + 1 - start[k]) / step))
            enter, leave = max(enter, first), min(leave, last)
    return enter < leave


def passes(start, end, point):
    (dx, dy), (px, py) = ((p[0] - start[0], p[1] - start[1]) for p in (end, point))
    return dx * py == dy * px and 0 <= px * dx + py * dy <= dx * dx + dy * dy


@pytest.mark.long
@pytest.mark.parametrize("players", daily([2, 4, 6], [4]))
def test_lines_are_those_of_exact_geometry_on_the_unfolded_board(players):
    """Rulings 22, 23, 25, 27, 29: segments, closed walls, filled squares, the nine images of a target."""
    for seed in range(1 if Run.is_daily else 2):
        board = random_board(geometry.layout_for(players), seed)
        plane, chance = Plane(board), random.Random(seed)
        squares = range(len(board.filled))
        for a in chance.sample(squares, 4):
            seen, edges = sight.seen(board, a), sight.edges_seen(board, a)
            shown = [b for b in squares if (seen.squares | seen.filled) >> b & 1]
            for b in {*shown, *chance.sample(squares, 8)}:
                assert (seen.squares >> b & 1) == plane.sees(a, b)
                assert ((seen.squares | seen.filled) >> b & 1) == plane.sees(a, b, into=True)
            for edge in chance.sample(sorted(set(net(board.layout).edge)), 8):
                halves = (edge, net(board.layout).twin[edge])
                assert (edges >> edge & 1) == any(plane.sees_half(a, half) for half in halves)
    assert plane.walls


# --- Properties of all boards -------------------------------------------------------------------------------


def test_who_sees_is_seen():
    """Ruling 31: A sees B exactly if B sees A; on every layout, with walls, fire and bushes at random."""
    for board in boards():
        masks = [sight.seen(board, square).squares for square in range(len(board.filled))]
        for a, mask in enumerate(masks):
            for b in range(len(masks)):
                assert mask >> b & 1 == masks[b] >> a & 1


def test_the_walk_over_all_lines_agrees_with_single_lines():
    """sight.line: what is seen at a glance is what some line leads to; a line found leads there again."""
    chance = random.Random(3)
    for board in boards(seed=7):
        squares = range(len(board.filled))
        for a in chance.sample(squares, 3):
            seen, through = sight.seen(board, a), sight.seen(board, a, 1)
            edges = sight.edges_seen(board, a)
            for b in chance.sample(squares, 10):
                line = sight.line(board, a, b)
                assert line.clear == sight.sees(board, a, b) == bool(seen.squares >> b & 1)
                assert sight.line(board, a, b, into=True).clear == sight.sees_into(board, a, b)
                assert sight.line(board, a, b, through=1).clear == bool(through.squares >> b & 1)
                assert not line.clear or line.path[-1] == sight.at_offset(board, a, line.offset) == b
                assert line.clear or (line.edge is None) != (line.square is None)
            for edge in chance.sample(sorted(set(net(board.layout).edge)), 10):
                line = sight.line_to_edge(board, a, edge)
                assert line.clear == sight.sees_edge(board, a, edge) == bool(edges >> edge & 1)
                assert not line.clear or sight.edge_at_offset(board, a, line.offset) == edge


def test_an_edge_is_seen_alike_by_either_of_its_names():
    """Ruling 27: the caster may be on either side."""
    board = random_board(geometry.layout_for(3), 5)
    for half, twin in enumerate(net(board.layout).twin):
        assert sight.sees_edge(board, 37, half) == sight.sees_edge(board, 37, twin)


def test_four_quarter_turns_leave_sight_as_it_was():
    """warp.rotated: a sector turned right round is as it was, auto-warp or not."""
    board = maze.lay_out(geometry.layout_for(3), (("s1", 0), ("s2", 0), ("s3", 0)))
    turned = board
    for _ in range(4):
        turned, _ = maze.rotate(turned, 0, 1, {})
    for square in range(75):
        assert sight.seen(turned, square) == sight.seen(board, square)
        assert sight.edges_seen(turned, square) == sight.edges_seen(board, square)


# --- What blocks --------------------------------------------------------------------------------------------

OPEN_BOARD = opened(4)
HERE = at(0, 1, 1)


def direct(board, square, other, through=0, into=False):
    """The shortest line: on an open board there is nearly always another, right round it."""
    return next(sight.lines(board, square, other, through, into))


@pytest.mark.parametrize("kind", BLOCKING)
def test_a_line_that_touches_the_end_of_a_wall_is_blocked(kind):
    """Ruling 23: walls, shut doors, illusions and fire are closed segments; their ends block too."""
    board = maze.put(OPEN_BOARD, at(0, 2, 2) * 4 + NORTH, kind, "x", 0)
    line = direct(board, HERE, at(0, 2, 2))
    assert (line.clear, line.edge) == (False, net(board.layout).twin[at(0, 2, 2) * 4 + NORTH])
    assert sight.at_offset(board, HERE, (1, 1)) is None


def test_a_corner_where_four_edges_are_open_is_free():
    """Ruling 24: the diagonal is free."""
    line = sight.line(OPEN_BOARD, HERE, at(0, 2, 2))
    assert line == sight.Line(True, (1, 1), (HERE, at(0, 2, 2)))


def test_the_first_thing_on_the_shortest_line_is_what_blocks():
    """sight.blocked: a refusal names the edge; the path ends before it."""
    board = maze.lay_out(geometry.layout_for(4), tuple((sector, 0) for sector in SECTORS[:4]))
    line = sight.line(board, at(0, 2, 2), at(0, 2, 4))
    assert (line.offset, line.path, line.edge) == ((0, 2), (at(0, 2, 2),), at(0, 2, 2) * 4 + EAST)


def test_an_open_door_lets_sight_through():
    """doors.cast: while a door stands open a spell may be cast through it."""
    board = maze.lay_out(geometry.layout_for(2), (("s1", 0), ("s2", 0)))
    door = at(0, 2, 1) * 4 + SOUTH
    assert not sight.sees(board, at(0, 2, 1), at(0, 3, 1))
    board = maze.open_door(board, door, 0)
    assert board.kinds[door] == AJAR
    assert sight.sees(board, at(0, 2, 1), at(0, 3, 1))


def test_a_bush_in_between_blocks_and_one_beside_does_not():
    """Ruling 25: filled squares block where the line crosses them, not where it touches a corner."""
    line = direct(maze.fill(OPEN_BOARD, at(0, 2, 2), BUSH, 5, 0), HERE, at(0, 3, 3))
    assert (line.clear, line.square, line.path) == (False, at(0, 2, 2), (HERE,))
    assert direct(maze.fill(OPEN_BOARD, at(0, 1, 2), BUSH, 5, 0), HERE, at(0, 2, 2)).clear


def test_two_bushes_that_meet_in_a_corner_close_it():
    """Ruling 25: touching just a corner does not block, unless two filled squares meet in that corner."""
    board = maze.fill(maze.fill(OPEN_BOARD, at(0, 1, 2), BUSH, 5, 0), at(0, 2, 1), STONE, 0, 0)
    line = direct(board, HERE, at(0, 2, 2))
    assert (line.clear, line.square) == (False, at(0, 1, 2))
    board = maze.fill(maze.fill(OPEN_BOARD, at(0, 2, 2), BUSH, 5, 0), at(0, 1, 2), BUSH, 5, 0)
    assert direct(board, HERE, at(0, 2, 2), into=True).clear  # the target itself is no obstacle


def test_a_wizard_in_a_bush_sees_only_his_square_and_is_not_seen():
    """Ruling 26: he sees his own square's edges; the bush itself may be aimed at."""
    board = maze.fill(OPEN_BOARD, HERE, BUSH, 5, 0)
    own = {net(board.layout).edge[HERE * 4 + side] for side in range(4)}
    assert sight.seen(board, HERE) == sight.Seen(1 << HERE, 1 << HERE)
    assert sight.edges_seen(board, HERE) == sum(1 << edge for edge in own)
    assert not sight.sees(board, HERE + 1, HERE)
    assert sight.sees_into(board, HERE + 1, HERE)
    assert sight.line(board, HERE + 1, HERE).square == sight.line(board, HERE, HERE + 1).square == HERE
    assert sight.at_offset(board, HERE, (0, 1)) is None


def test_one_always_sees_oneself_and_the_edges_around():
    """Ruling 28: his square and the four edges around it."""
    board = maze.lay_out(geometry.layout_for(2), (("s1", 0), ("s2", 0)))
    for square in range(50):
        assert sight.line(board, square, square) == sight.Line(True, (0, 0), (square,))
        for side in range(4):
            line = sight.line_to_edge(board, square, square * 4 + side)
            assert line == sight.Line(True, STEPS[side], (square,))


def test_an_edge_does_not_hide_itself_but_what_stands_before_it_does():
    """Ruling 27: sight to an edge is to its middle; the edge itself does not block."""
    board = maze.put(OPEN_BOARD, at(0, 1, 3) * 4 + EAST, WALL, "create_wall", 0, 20)
    wall = at(0, 1, 3) * 4 + EAST
    assert sight.line_to_edge(board, HERE, wall) == sight.Line(True, (0, 5), (HERE, HERE + 1, HERE + 2))
    assert sight.sees_edge(board, at(0, 1, 4), wall)
    nearer = maze.put(board, at(0, 1, 2) * 4 + EAST, FIRE, "wall_of_fire", 0)
    blocked = next(sight.lines_to_edge(nearer, HERE, wall))
    assert (blocked.offset, blocked.edge) == ((0, 5), at(0, 1, 2) * 4 + EAST)


def test_a_stone_of_vision_lets_a_line_through_one_wall():
    """Visionstone: through one wall or door; two are too many, and fire is no wall."""
    wall = at(0, 1, 2) * 4 + EAST
    one = maze.put(OPEN_BOARD, wall, WALL, "create_wall", 0, 20)
    two = maze.put(one, at(0, 1, 3) * 4 + EAST, WALL, "create_wall", 0, 20)
    fire = maze.put(OPEN_BOARD, wall, FIRE, "wall_of_fire", 0)
    assert direct(one, HERE, at(0, 1, 3), 1) == sight.Line(
        True, (0, 2), (HERE, HERE + 1, HERE + 2), None, None, (wall,)
    )
    assert direct(two, HERE, at(0, 1, 4), 1).edge == at(0, 1, 3) * 4 + EAST
    assert direct(fire, HERE, at(0, 1, 3), 1).edge == wall
    assert sight.sees_into(one, HERE, at(0, 1, 3), 1)
    assert sight.sees_edge(one, HERE, at(0, 1, 3) * 4 + EAST, 1)


# --- Over the sides of the board ----------------------------------------------------------------------------


def test_sight_goes_out_of_an_exit_and_in_at_the_other_side():
    """maze.exits, ruling 29: the target may be one board length away."""
    board = maze.lay_out(geometry.layout_for(2), (("s1", 0), ("s2", 0)))
    line = sight.line(board, at(0, 2, 0), at(1, 2, 4))
    assert line == sight.Line(True, (0, -1), (at(0, 2, 0), at(1, 2, 4)))


def test_a_line_never_leaves_the_board_twice_along_one_axis():
    """Ruling 29: more than one turn around the board is refused."""
    board = maze.bare_board(geometry.layout_for(2))
    assert sight.at_offset(board, at(0, 2, 2), (-7, 0)) == at(0, 0, 2)
    assert sight.at_offset(board, at(0, 2, 2), (-8, 0)) is None
    assert sight.at_offset(board, at(0, 2, 2), (-7, 12)) == at(0, 0, 4)
    assert sight.at_offset(board, at(0, 2, 2), (0, 18)) is None


def test_crossed_exits_lead_lines_into_the_other_sector():
    """setup.sectors: with crossed exits the north of one sector is joined to the south of the other."""
    board = maze.bare_board(geometry.layout_for(2, crossed=True))
    assert sight.at_offset(board, at(0, 0, 1), (-2, 0)) == at(1, 3, 1)
    assert sight.at_offset(board, at(0, 0, 1), (-1, 5)) == at(0, 4, 1)


def test_a_line_through_the_auto_warp_is_drawn_on_the_unfolded_board():
    """warp.sight, ruling 30: the third sector is laid at the first, a quarter turn to the left."""
    board = maze.lay_out(geometry.layout_for(3), (("s1", 0), ("s2", 0), ("s2", 0)))
    start, end = at(0, 2, 3), at(2, 2, 2)  # along the third row, out of the east exit, down to the home
    line = sight.line(board, start, end)
    assert line == sight.Line(True, (0, 4), (start, at(0, 2, 4), at(2, 0, 2), at(2, 1, 2), end), turn=1)
    assert sight.line(board, end, start).offset == (-4, 0)
    wall = at(2, 2, 2) * 4 + SOUTH  # of the home: the middle of the next edge, half a square further
    assert sight.line_to_edge(board, start, wall).offset == (0, 9)
    blocked = sight.line(maze.put(board, at(2, 1, 2) * 4 + NORTH, FIRE, "wall_of_fire", 0), start, end)
    assert (blocked.edge, blocked.path[-1]) == (at(2, 0, 2) * 4 + SOUTH, at(2, 0, 2))


def test_a_slanting_line_through_the_auto_warp():
    """warp.sight: square (k, 4 - r) of the third sector lies in row r, k columns beyond the first."""
    board = maze.bare_board(geometry.layout_for(3))
    assert sight.at_offset(board, at(0, 1, 3), (1, 3)) == at(2, 1, 2)
    assert sight.at_offset(board, at(0, 3, 3), (-2, 4)) == at(2, 2, 3)
    assert sight.edge_at_offset(board, at(0, 1, 3), (0, 3)) == net(board.layout).edge[at(0, 1, 4) * 4 + EAST]


def test_no_line_goes_through_a_point_where_three_squares_meet():
    """warp.sight: between the first and the third sector the second has a corner with no square behind it."""
    board = maze.bare_board(geometry.layout_for(3))
    assert sight.at_offset(board, at(1, 0, 4), (-1, 1)) is None
    gap = maze.bare_board(geometry.layout_for(5))  # beyond the fourth sector the third joins itself
    assert sight.at_offset(gap, at(3, 0, 4), (-1, 1)) is None
    assert direct(gap, at(3, 1, 4), at(4, 1, 0)).clear  # not through the point, round the row


def test_a_spent_wall_changes_what_is_seen():
    """Ruling 32: sight is asked of the board as it is now."""
    board = maze.lay_out(geometry.layout_for(4), tuple((sector, 0) for sector in SECTORS[:4]))
    wall = maze.home(0) * 4 + EAST
    assert not sight.sees(board, maze.home(0), maze.home(0) + 1)
    assert sight.sees(maze.clear(board, wall), maze.home(0), maze.home(0) + 1)
    assert not sight.sees(board, maze.home(0), maze.home(0) + 1)


def test_no_line_ends_in_a_corner_of_the_grid():
    """sight.edge: lines lead to middles of squares and of edges only."""
    with pytest.raises(ValueError, match="no target"):
        sight.edge_at_offset(OPEN_BOARD, HERE, (1, 1))

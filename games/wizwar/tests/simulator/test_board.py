"""«Маго-бой»: walls, doors and what is made of them; bushes and stones; sectors that turn and move."""

import pickle

import pytest

from games.wizwar.simulator.engine import board as maze
from games.wizwar.simulator.engine.board import AJAR, BUSH, DOOR, EMPTY, FIRE, ILLUSION, OPEN, STONE, WALL
from games.wizwar.simulator.engine.geometry import EAST, NORTH, SIZE, SOUTH, SQUARES, WEST, layout_for, net
from rulebook.content import reading

GAME = reading.load("wizwar")
WALL_HP, DOOR_HP = GAME.constants["wall_hp"], GAME.constants["door_hp"]


def laid(players, turn=0, crossed=False):
    sectors = GAME.constants["recommended_sectors"][str(players)]
    return maze.lay_out(layout_for(players, crossed), tuple((sector, turn) for sector in sectors))


def half(slot, row, column, side):
    return (slot * SQUARES + row * SIZE + column) * 4 + side


BOARD = laid(4)
EXIT = half(0, 2, 4, EAST)  # from the first sector into the second
RIM = half(0, 0, 4, EAST)  # a wall between them
INNER = half(0, 0, 1, SOUTH)  # a wall inside
DOORWAY = half(0, 2, 1, SOUTH)
HALL = half(0, 0, 0, EAST)  # nothing


def edge(board, half_edge):
    return net(board.layout).edge[half_edge]


# --- What is printed ----------------------------------------------------------------------------------------


def test_printed_walls_doors_and_exits_lie_as_in_the_data():
    """maze: a wall lies between two squares and is the same from both."""
    for one, kind in ((INNER, WALL), (DOORWAY, DOOR), (HALL, OPEN), (EXIT, OPEN), (RIM, WALL)):
        assert BOARD.kinds[one] == kind
        assert BOARD.kinds[net(BOARD.layout).twin[one]] == kind


@pytest.mark.parametrize("sector", [card.id for card in GAME.cards if card.kind == "sector"])
@pytest.mark.parametrize("turn", range(4))
def test_every_sector_opens_in_the_middle_of_each_side_however_it_lies(sector, turn):
    """maze.exits: outer sides are walls but for the exit in their middle."""
    board = maze.lay_out(layout_for(2), ((sector, turn), (sector, turn)))
    for place in range(SIZE):
        expected = OPEN if place == SIZE // 2 else WALL
        assert board.kinds[half(0, 0, place, NORTH)] == board.kinds[half(0, 4, place, SOUTH)] == expected
        assert board.kinds[half(0, place, 0, WEST)] == board.kinds[half(0, place, 4, EAST)] == expected


def test_a_turned_sector_turns_its_walls_and_treasures():
    """Ruling 2: a sector may lie turned; its home stays in the middle."""
    board = laid(4, turn=1)
    assert board.kinds[half(0, 1, 4, WEST)] == WALL  # was the south side of (0, 1)
    assert maze.treasures_of(BOARD, 1) == (25 + 1 * 5 + 3, 25 + 3 * 5 + 1)
    assert maze.treasures_of(board, 1) == (25 + 3 * 5 + 3, 25 + 1 * 5 + 1)
    assert maze.home(1) == 25 + 12


# --- Edges --------------------------------------------------------------------------------------------------


def test_a_wall_has_twenty_points_and_a_door_fifteen():
    """fight.hit_points: 20 for a wall, 15 for a door; fire and open edges have none."""
    fire = maze.put(BOARD, HALL, FIRE, "wall_of_fire", 0)
    assert [maze.hp(BOARD, one) for one in (INNER, DOORWAY, HALL)] == [WALL_HP, DOOR_HP, 0]
    assert maze.hp(fire, HALL) == 0


def test_damage_stays_on_a_wall_until_it_falls():
    """Ruling 47: damage stays on it for the game; at 0 the edge is open."""
    board, left = maze.damage(BOARD, INNER, 15)
    assert (left, maze.hp(board, INNER), board.kinds[INNER]) == (5, 5, WALL)
    board, left = maze.damage(board, net(board.layout).twin[INNER], 7)
    assert (left, maze.hp(board, INNER), board.kinds[INNER]) == (0, 0, OPEN)
    assert maze.mark_at(board, INNER) == maze.Mark(edge(board, INNER), OPEN)


def test_what_was_created_leaves_what_was_printed():
    """create.edge: a created wall that is gone leaves the edge as it was before."""
    board = maze.put(BOARD, HALL, WALL, "create_wall", 2, WALL_HP)
    assert (board.kinds[HALL], maze.mark_at(board, HALL).by, maze.hp(board, HALL)) == (WALL, 2, WALL_HP)
    assert maze.clear(board, HALL) == BOARD


def test_a_wall_created_in_a_gap_leaves_the_gap():
    """create.edge: where a printed wall was destroyed, a created one leaves the edge open again."""
    gap = maze.clear(BOARD, INNER)
    assert maze.clear(maze.put(gap, INNER, FIRE, "wall_of_fire", 1), INNER) == gap


def test_an_edge_holds_one_thing():
    """Ruling 66: each edge holds one thing only."""
    with pytest.raises(ValueError, match="isn't open"):
        maze.put(BOARD, INNER, WALL, "create_wall", 0, WALL_HP)


def test_a_lock_is_removed_or_jammed_and_nothing_else_changes():
    """Ruling 17: a jammed door still stands, and so does one without a lock."""
    jammed = maze.lock(BOARD, DOORWAY, "jammed")
    assert (maze.mark_at(jammed, DOORWAY).lock, maze.hp(jammed, DOORWAY)) == ("jammed", DOOR_HP)
    assert maze.lock(jammed, DOORWAY, "") == BOARD
    with pytest.raises(ValueError, match="no door"):
        maze.lock(BOARD, INNER, "jammed")


def test_a_door_stands_ajar_for_whoever_opened_it():
    """Ruling 16: opening lasts for the opener's turn or until they have passed."""
    board = maze.open_door(BOARD, DOORWAY, 3)
    assert board.kinds[DOORWAY] == AJAR
    assert board.ajar == ((edge(board, DOORWAY), 3),)
    assert [maze.lets_through(board, DOORWAY, seat) for seat in (2, 3)] == [False, True]
    assert maze.pass_door(board, DOORWAY, 2) == board
    assert maze.pass_door(board, DOORWAY, 3) == maze.close_doors(board) == BOARD
    with pytest.raises(ValueError, match="no door"):
        maze.open_door(BOARD, INNER, 3)


def test_a_held_door_stays_open_for_those_it_is_held_for():
    """Ruling 90: for that wizard the door stays open until the end of their next turn."""
    board = maze.hold_door(maze.hold_door(maze.open_door(BOARD, DOORWAY, 3), DOORWAY, 1), DOORWAY, 2)
    behind = maze.pass_door(board, DOORWAY, 3)
    assert behind.kinds[DOORWAY] == AJAR
    assert [maze.lets_through(behind, DOORWAY, seat) for seat in range(4)] == [False, True, True, False]
    assert maze.close_doors(board) == behind
    assert maze.pass_door(behind, DOORWAY, 1) == maze.let_go(behind, 1)
    assert maze.let_go(maze.let_go(behind, 1), 2) == BOARD
    with pytest.raises(ValueError, match="no open door"):
        maze.hold_door(BOARD, DOORWAY, 1)


def test_a_destroyed_door_is_no_longer_ajar():
    """Ruling 16: destroyed, a door is an open edge."""
    board = maze.clear(maze.open_door(BOARD, DOORWAY, 3), DOORWAY)
    assert (board.ajar, board.kinds[DOORWAY]) == ((), OPEN)
    held = maze.clear(maze.hold_door(maze.open_door(BOARD, DOORWAY, 3), DOORWAY, 1), DOORWAY)
    assert (held.ajar, held.held, held.kinds[DOORWAY]) == ((), (), OPEN)


def test_each_seat_has_its_own_mind_about_an_illusion():
    """Ruling 72: who believes which illusion, each knows only for himself."""
    board = maze.put(BOARD, HALL, ILLUSION, "illusion_wall", 0, WALL_HP, ("S", "?", "?", "?"))
    board = maze.believe(board, HALL, 2, "b")
    assert maze.mark_at(board, HALL).beliefs == ("S", "?", "b", "?")
    with pytest.raises(ValueError, match="no illusion"):
        maze.believe(board, INNER, 0, "b")


def test_equal_boards_are_equal_whatever_happened_on_the_way():
    """A board is a value: it hashes, compares and travels as one."""
    one = maze.put(maze.clear(BOARD, INNER), HALL, FIRE, "wall_of_fire", 1)
    other = maze.clear(maze.put(BOARD, HALL, FIRE, "wall_of_fire", 1), INNER)
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != BOARD
    assert BOARD != 1


# --- Squares ------------------------------------------------------------------------------------------------


def test_a_bush_is_hewn_down_point_by_point():
    """fight.hit_points: a bush stands until its points are gone."""
    board = maze.fill(BOARD, 7, BUSH, 5, 1)
    assert (board.filled[7], maze.thing_at(board, 7)) == (BUSH, maze.Thing(7, BUSH, 5, 1))
    board, left = maze.hew(board, 7, 3)
    assert (left, maze.thing_at(board, 7).hp) == (2, 2)
    board, left = maze.hew(board, 7, 3)
    assert (left, board) == (0, BOARD)


def test_a_square_holds_one_creation():
    """Ruling 66: not on another creation."""
    board = maze.fill(BOARD, 7, STONE, 0, 1)
    with pytest.raises(ValueError, match="is filled"):
        maze.fill(board, 7, BUSH, 5, 1)
    with pytest.raises(ValueError, match="is empty"):
        maze.hew(BOARD, 7, 1)
    assert maze.empty(board, 7).filled[7] == EMPTY


# --- Turning a sector ---------------------------------------------------------------------------------------


def changed():
    """Changes inside the first sector, none on its seams."""
    board = maze.put(maze.clear(BOARD, INNER), HALL, WALL, "create_wall", 0, 12)
    opened = maze.open_door(maze.lock(maze.fill(board, 7, BUSH, 5, 1), DOORWAY, "removed"), DOORWAY, 2)
    return maze.hold_door(opened, DOORWAY, 0)


def test_four_quarter_turns_are_none():
    """Ruling 67: a turn only turns; four of them bring everything back."""
    board = changed()
    for _ in range(4):
        board, _ = maze.rotate(board, 0, 1, {})
    assert board == changed()


def test_inner_changes_and_squares_turn_with_the_sector():
    """Ruling 70: what is in a sector goes with it."""
    board, squares = maze.rotate(changed(), 0, 1, {})
    assert (squares[0], squares[7], squares[25]) == (4, 13, 25)
    assert board.filled[squares[7]] == BUSH
    assert board.kinds[half(0, 0, 4, SOUTH)] == WALL  # was the east side of (0, 0)
    assert maze.mark_at(board, half(0, 0, 4, SOUTH)).card == "create_wall"
    assert board.kinds[half(0, 1, 4, WEST)] == OPEN  # the printed wall that was broken
    assert [(board.kinds[door], seat) for door, seat in board.ajar] == [(AJAR, 2)]
    assert board.held == tuple((door, 0) for door, _ in board.ajar)
    assert board.sectors[0] == ("s1", 1)


def test_a_change_on_a_seam_goes_with_either_sector():
    """Ruling 67: each gets its own roll; the other side gets its printed state."""
    board, _ = maze.damage(BOARD, RIM, 8)
    (seam,) = maze.seams(board, 0)
    assert maze.seams(board, 1) == (seam,)
    assert maze.seams(board, 2) == ()
    went, _ = maze.rotate(board, 0, 1, {seam: True})
    assert (maze.hp(went, RIM), maze.hp(went, half(0, 4, 4, SOUTH))) == (WALL_HP, WALL_HP - 8)
    stayed, _ = maze.rotate(board, 0, 1, {seam: False})
    assert (maze.hp(stayed, RIM), maze.hp(stayed, half(0, 4, 4, SOUTH))) == (WALL_HP - 8, WALL_HP)


def test_seen_from_the_other_sector_the_roll_means_the_same():
    """Ruling 67: "it goes with the turning sector" doesn't depend on the numbers of squares."""
    board, _ = maze.damage(BOARD, RIM, 8)
    went, _ = maze.rotate(board, 1, 2, {maze.seams(board, 1)[0]: True})
    assert (maze.hp(went, RIM), maze.hp(went, half(1, 4, 4, EAST))) == (WALL_HP, WALL_HP - 8)


def test_where_two_changes_meet_a_created_thing_beats_an_opening():
    """Ruling 67: a broken wall turns onto the seam where a created fire stays, and the other way round."""
    north, east = half(0, 0, 0, NORTH), half(0, 0, 4, EAST)
    board = maze.clear(maze.clear(BOARD, north), east)
    fire = maze.put(board, east, FIRE, "wall_of_fire", 1)
    keeps = {edge(board, north): True, edge(board, east): False}
    met, _ = maze.rotate(fire, 0, 1, keeps)
    assert met.kinds[east] == FIRE
    met, _ = maze.rotate(maze.put(board, north, FIRE, "wall_of_fire", 1), 0, 1, keeps)
    assert met.kinds[east] == FIRE
    met, _ = maze.rotate(board, 0, 1, keeps)
    assert met.kinds[east] == OPEN


def test_a_sector_joined_to_itself_keeps_a_change_on_one_of_its_two_sides():
    """Ruling 67: with two players north and south of one sector are one seam; the roll picks the side."""
    board = laid(2)
    north = half(0, 0, 0, NORTH)
    board = maze.clear(board, north)
    assert maze.seams(board, 0) == (edge(board, north),)
    went, _ = maze.rotate(board, 0, 1, {edge(board, north): True})
    assert went.kinds[half(0, 0, 4, EAST)] == OPEN  # the north side's half turned to the east
    stayed, _ = maze.rotate(board, 0, 1, {edge(board, north): False})
    assert stayed.kinds[half(0, 0, 0, WEST)] == OPEN  # the south side's half turned to the west


# --- Moving a sector ----------------------------------------------------------------------------------------


def test_a_moved_sector_takes_its_squares_along_and_seams_are_rolled():
    """Ruling 69: not turned; everything in it goes along."""
    board = maze.fill(maze.damage(BOARD, RIM, 8)[0], 7, BUSH, 5, 1)
    (seam,) = maze.parted(board, 0, (2, 0))
    went, squares = maze.relocate(board, 0, (2, 0), {seam: True})
    assert squares == tuple(range(100))
    assert went.filled[7] == BUSH
    assert went.layout.places == ((2, 0), (0, 1), (1, 1), (1, 0))
    assert (maze.hp(went, RIM), maze.hp(went, half(1, 0, 0, WEST))) == (WALL_HP - 8, WALL_HP)
    stayed, _ = maze.relocate(board, 0, (2, 0), {seam: False})
    assert (maze.hp(stayed, RIM), maze.hp(stayed, half(1, 0, 0, WEST))) == (WALL_HP, WALL_HP - 8)


def test_a_seam_that_nothing_parts_needs_no_roll():
    """Ruling 69: moved to the other end of its row a sector still has the same neighbour on that side."""
    board, _ = maze.damage(BOARD, RIM, 8)
    assert maze.parted(board, 0, (0, 2)) == ()
    assert maze.hp(maze.relocate(board, 0, (0, 2), {})[0], RIM) == WALL_HP - 8


def test_a_seam_elsewhere_may_come_apart_too():
    """Ruling 67: a sector laid between two others that were joined parts them, so that is rolled as well."""
    top = half(1, 0, 1, NORTH)
    board, _ = maze.damage(BOARD, top, 8)
    assert maze.seams(board, 0) == ()
    assert maze.parted(board, 0, (-1, 1)) == (edge(board, top),)
    kept, _ = maze.relocate(board, 0, (-1, 1), {edge(board, top): True})
    assert maze.hp(kept, half(1, 0, 1, NORTH)) == maze.hp(kept, half(0, 4, 1, SOUTH)) == WALL_HP - 8
    kept, _ = maze.relocate(board, 0, (-1, 1), {edge(board, top): False})
    assert maze.hp(kept, half(2, 4, 1, SOUTH)) == maze.hp(kept, half(0, 0, 1, NORTH)) == WALL_HP - 8

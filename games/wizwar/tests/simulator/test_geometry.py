"""«Маго-бой»: how sectors join, with exits and the auto-warp, and how a relocated one does."""

import math
import random

import pytest

from games.wizwar.simulator.engine import geometry
from games.wizwar.simulator.engine.geometry import EAST, NORTH, SIDES, SIZE, SOUTH, SQUARES, WEST
from rulebook.content import reading

CARDS = [card for card in reading.load("wizwar").cards if card.kind == "layout"]
PRINTED = [geometry.layout_for(card.data["players"], bool(card.data["variant"])) for card in CARDS]
IDS = [card.id for card in CARDS]


def square(slot, row, column):
    return slot * SQUARES + row * SIZE + column


def on_side(slot, side, place):
    """The square of a side by its row or its column."""
    row = {NORTH: 0, SOUTH: SIZE - 1}.get(side, place)
    column = {WEST: 0, EAST: SIZE - 1}.get(side, place)
    return square(slot, row, column)


def moved_at_random(layout, times, seed):
    """Layouts that come from moving sectors about."""
    chance = random.Random(seed)
    for _ in range(times):
        moves = [(s, p) for s in range(len(layout.places)) for p in geometry.free_places(layout, s)]
        layout = geometry.relocated(layout, *chance.choice(moves))
        yield layout


@pytest.mark.parametrize(("card", "layout"), list(zip(CARDS, PRINTED, strict=True)), ids=IDS)
def test_the_exits_lead_where_the_printed_letters_say(card, layout):
    """maze.exits: exits with the same letter are joined, and the whole sides with them, square by square."""
    graph = geometry.net(layout)
    joins = [(join["letter"], join["ends"], join["map"]) for join in card.data["exits"]]
    if "auto_warp" in card.data:
        joins.append((geometry.WARP, card.data["auto_warp"]["ends"], card.data["auto_warp"]["map"]))
    for letter, ends, how in joins:
        (slot, side), (to_slot, to_side) = [(int(end[0]) - 1, SIDES.index(end[1])) for end in ends]
        for place in range(SIZE):
            half = on_side(slot, side, place) * 4 + side
            there = on_side(to_slot, to_side, place if how == "straight" else SIZE - 1 - place)
            assert (graph.next[half], graph.twin[half]) == (there, there * 4 + to_side)
            assert graph.letter[half] == graph.letter[graph.twin[half]] == letter
    assert {letter for letter, *_ in joins} == set(graph.letter) - {""}


@pytest.mark.parametrize("layout", PRINTED, ids=IDS)
def test_an_edge_is_one_from_both_sides_however_sectors_are_moved(layout):
    """maze.seam, ruling 13: every pair of neighbours has exactly one edge, on seams too."""
    for one in [layout, *moved_at_random(layout, 30, seed=len(layout.places))]:
        graph = geometry.net(one)
        for half, twin in enumerate(graph.twin):
            assert graph.twin[twin] == half
            assert graph.edge[half] == graph.edge[twin] == min(half, twin)
            assert (graph.turn[half] + graph.turn[twin]) % 4 == 0
            assert twin % 4 == (half + graph.turn[half] + 2) % 4


def test_neighbours_in_the_plane_have_no_letter_between_them():
    """maze.seam: sectors side by side simply go on."""
    graph = geometry.net(geometry.layout_for(4))
    half = square(0, 3, 4) * 4 + EAST
    assert (graph.next[half], graph.letter[half]) == (square(1, 3, 0), "")


@pytest.mark.parametrize("players", [4, 5, 6])
def test_places_go_clockwise(players):
    """setup.sectors: whoever plays next lies next, round the board (ruling 129)."""
    places = geometry.layout_for(players).places
    middle = [sum(axis) / players for axis in zip(*places, strict=True)]
    angles = [math.atan2(row - middle[0], column - middle[1]) for row, column in places]
    assert sorted(angles, key=lambda angle: (angle - angles[0]) % math.tau) == angles


@pytest.mark.parametrize(
    ("players", "crossed"), [(2, False), (2, True), (3, False), (4, False), (5, False), (6, False)]
)
def test_the_former_places_are_the_same_board_with_other_numbers(players, crossed):
    """Rules 1 counted the lower row from the left; sides were joined as they are, by the same letters."""
    now, then = geometry.layout_for(players, crossed), geometry.former_layout(players, crossed)
    number = {str(slot + 1): str(then.places.index(place) + 1) for slot, place in enumerate(now.places)}
    assert sorted(then.places) == sorted(now.places)
    assert {(letter, *(number[end[0]] + end[1] for end in ends)) for letter, *ends in now.joins} == {
        *then.joins
    }
    if players > 3:
        assert list(then.places) == sorted(then.places)


def test_the_auto_warp_turns_whoever_goes_through_it():
    """warp.what: a step east out of row r of sector 1 leads to column 4 - r of sector 3, heading south."""
    graph = geometry.net(geometry.layout_for(3))
    for row in range(SIZE):
        half = square(0, row, 4) * 4 + EAST
        assert graph.next[half] == square(2, 0, 4 - row)
        assert (EAST + graph.turn[half]) % 4 == SOUTH
        assert (NORTH + graph.turn[graph.twin[half]]) % 4 == WEST


def test_without_the_auto_warp_every_row_and_column_closes_on_itself():
    """warp.relocated: once a sector is relocated the auto-warp leaves the game."""
    assert geometry.relocated(geometry.layout_for(3), 0, (0, 0)).joins == (
        ("A", "1N", "2S"),
        ("B", "2W", "3E"),
        ("C", "1W", "1E"),
        ("D", "3N", "3S"),
    )


def test_a_gap_in_a_row_is_skipped():
    """maze.exits: leaving on one side one comes in on the opposite side of the same row or column."""
    # 1 2 3 over 6 5 4: the second goes below, and 1 and 3 face each other over a gap
    layout = geometry.relocated(geometry.layout_for(6), 1, (2, 1))
    graph = geometry.net(layout)
    assert graph.next[square(0, 2, 4) * 4 + EAST] == square(2, 2, 0)
    assert graph.letter[square(0, 2, 4) * 4 + EAST] != graph.letter[square(0, 2, 0) * 4 + WEST]
    assert graph.next[square(1, 2, 0) * 4 + WEST] == square(1, 2, 4)
    assert graph.next[square(4, 0, 1) * 4 + NORTH] == square(1, 4, 1)


def test_a_sector_goes_to_a_free_place_beside_another_and_never_parts_the_board():
    """Ruling 69: along at least one full side of another sector, the board staying connected."""
    assert geometry.free_places(geometry.layout_for(3), 0) == ((0, 1), (1, -1), (1, 2), (2, 0), (2, 1))
    # the second holds the two others together, as it did before
    assert geometry.free_places(geometry.layout_for(3), 1) == ((0, 1),)
    assert geometry.free_places(geometry.layout_for(2), 0) == ((-1, 1), (0, 2), (1, 1))


def test_rows_and_columns_are_counted_from_the_first_again():
    """Ruling 69: a sector may be laid above or to the left of all others."""
    assert geometry.relocated(geometry.layout_for(2), 1, (-1, 0)).places == ((1, 0), (0, 0))


def test_letters_stay_with_the_sides_that_stay_joined():
    """maze.exits: letters are unique, and a pair of exits that nothing parts keeps its own."""
    for before, after in zip(
        [geometry.layout_for(6), *moved_at_random(geometry.layout_for(6), 40, seed=1)],
        moved_at_random(geometry.layout_for(6), 40, seed=1),
        strict=False,
    ):
        letters = [letter for letter, _, _ in after.joins]
        assert len(set(letters)) == len(letters)
        pairs = {frozenset(ends): letter for letter, *ends in before.joins}
        for letter, *ends in after.joins:
            assert pairs.get(frozenset(ends), letter) == letter


def test_four_quarter_turns_change_nothing():
    """Ruling 67: a sector is turned as a whole; north becomes east."""
    assert geometry.turned(square(3, 0, 1), 1) == square(3, 1, 4)
    for one in range(SQUARES):
        assert geometry.turned(one, 4) == one
        assert geometry.turned(geometry.turned(one, 1), 3) == one


def test_steps_are_counted_over_exits_and_through_walls():
    """Rulings 13, 14: a distance in squares asks neither for walls nor for the side of the board."""
    layout = geometry.layout_for(2)
    assert geometry.within(layout, 0, 0) == {0}
    assert geometry.within(layout, 0, 1) == {0, 1, square(0, 1, 0), square(0, 4, 0), square(1, 0, 4)}
    assert len(geometry.within(layout, 0, 20)) == 50


def test_there_is_no_layout_for_seven():
    """setup: two to six play."""
    with pytest.raises(LookupError):
        geometry.layout_for(7)

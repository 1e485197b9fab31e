"""The chart on a filled sheet: the course of a series, told apart without colour."""

import re
from itertools import pairwise

from scoring.print_chart import APART, BOTTOM, HEIGHT, TOP, chart

SIGNS = ["О", "С", "К", "<"]


def letters(drawn: str) -> list[tuple[float, str]]:
    """Height and words of what stands at the ends of the lines, from top to bottom."""
    return sorted(
        (float(y), words) for y, words in re.findall(r'y="([\d.]+)"[^>]*fill="#[^>]*>(\D[^<]*)<', drawn)
    )


def heights(drawn: str) -> list[list[float]]:
    """The points of each line, from left to right."""
    paths = re.findall(r'<path d="M([^"]+)" fill="none" stroke="#\w+" stroke-width=".55"', drawn)
    return [[float(point.split()[1]) for point in path.split("L")] for path in paths]


def test_every_line_begins_at_nothing_and_ends_at_its_total() -> None:
    drawn = chart([[2, 10], [5, 5]], SIGNS[:2])
    assert heights(drawn) == [[BOTTOM, 18.44, TOP], [BOTTOM, 12.5, 12.5]]
    assert [words for _, words in letters(drawn)] == ["О 10", "С 5"]


def test_players_are_told_apart_by_dash_and_letter() -> None:
    """LOOK: colour never alone."""
    drawn = chart([[1, n] for n in range(6)], list("ОСКРАЯ"))
    dashes = re.findall(r'stroke-linecap="round"([^/]*)/>', drawn)
    assert len(set(dashes)) == 6


def test_letters_of_equal_players_stand_apart_on_the_paper() -> None:
    drawn = chart([[3, 7]] * 6, list("ОСКРАЯ"))
    places = [y for y, _ in letters(drawn)]
    assert all(below - above >= APART - 0.01 for above, below in pairwise(places))
    assert places[0] > 0
    assert places[-1] < HEIGHT


def test_points_below_nothing_have_room_and_a_minus() -> None:
    drawn = chart([[-3, -5], [2, 5]], SIGNS[:2])
    assert all(TOP <= y <= BOTTOM for line in heights(drawn) for y in line)
    assert "О −5" in drawn


def test_one_round_is_no_course_and_names_are_only_text() -> None:
    assert chart([[3], [4]], SIGNS[:2]) == ""
    assert chart([], []) == ""
    assert "&lt; 4" in chart([[1, 2], [3, 4]], ["О", "<"])

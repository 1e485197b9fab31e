"""Where cards stand on a sheet: the printer reaches them, the knife finds its ticks, backs meet faces."""

import itertools

import pytest

from rulebook.printing.paper import BLEED, LAYOUTS, LEAST_CODE, PAPERS, PRINTER_MARGIN, SIZES, layout

ALL = sorted(LAYOUTS)
PER_SHEET = {
    ("a4", "63x88", False): 9,
    ("a4", "63x88", True): 8,
    ("a4", "44x68", False): 16,
    ("a4", "44x68", True): 12,
    ("letter", "63x88", False): 9,
    ("letter", "63x88", True): 6,
    ("letter", "44x68", False): 18,
    ("letter", "44x68", True): 12,
}


def test_every_paper_and_size_has_a_layout_with_and_without_bleed() -> None:
    assert set(LAYOUTS) == set(itertools.product(PAPERS, SIZES, (False, True)))


@pytest.mark.parametrize("key", ALL)
def test_a_sheet_holds_as_many_cards_as_fit(key: tuple[str, str, bool]) -> None:
    assert layout(*key).per_sheet == PER_SHEET[key]


@pytest.mark.parametrize("key", ALL)
def test_nothing_stands_where_a_printer_cannot_reach(key: tuple[str, str, bool]) -> None:
    assert min(layout(*key).margin) >= PRINTER_MARGIN


@pytest.mark.parametrize("key", ALL)
def test_a_back_lies_behind_its_face_when_the_sheet_is_turned_over_its_long_edge(
    key: tuple[str, str, bool],
) -> None:
    place = layout(*key)
    for n in range(place.per_sheet):
        face, back = place.place(n), place.place(n, back=True)
        assert back[0] == pytest.approx(place.paper.width - place.cell[0] - face[0])
        assert back[1] == face[1]


@pytest.mark.parametrize("key", ALL)
def test_no_tick_touches_a_card_or_leaves_the_paper(key: tuple[str, str, bool]) -> None:
    place = layout(*key)
    left, top = place.margin
    for x1, y1, x2, y2 in place.ticks():
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        inside = left < x < place.paper.width - left and top < y < place.paper.height - top
        assert not inside
        assert 0 < min(x1, x2) <= max(x1, x2) < place.paper.width
        assert 0 < min(y1, y2) <= max(y1, y2) < place.paper.height


@pytest.mark.parametrize("key", ALL)
def test_the_code_of_the_edition_stands_clear_of_cards_ticks_and_edge(key: tuple[str, str, bool]) -> None:
    """Where the margins are too narrow for one that a phone can read it lies among the cards."""
    place = layout(*key)
    if place.code is None:
        assert max(place.margin) < PRINTER_MARGIN + LEAST_CODE
        return
    x, y, size = place.code
    assert size >= LEAST_CODE
    assert min(x, y, place.paper.width - x - size) >= PRINTER_MARGIN
    left, top = place.margin
    assert y + size < top or x > place.paper.width - left
    for x1, y1, x2, y2 in place.ticks():
        assert not (x < (x1 + x2) / 2 < x + size and y < (y1 + y2) / 2 < y + size)


@pytest.mark.parametrize("key", ALL)
def test_cuts_leave_cards_of_exactly_their_size(key: tuple[str, str, bool]) -> None:
    place = layout(*key)
    xs, ys = place.cuts()
    width, height = place.size.width, place.size.height
    if place.turned:
        width, height = height, width
    for n in range(place.per_sheet):
        x, y = place.place(n)
        edges = (x + place.bleed, x + place.bleed + width, y + place.bleed, y + place.bleed + height)
        assert all(round(edge, 3) in xs for edge in edges[:2])
        assert all(round(edge, 3) in ys for edge in edges[2:])


def test_bleed_is_three_millimetres_on_every_edge() -> None:
    place = layout("letter", "44x68", True)
    assert place.cell == (44 + 2 * BLEED, 68 + 2 * BLEED)

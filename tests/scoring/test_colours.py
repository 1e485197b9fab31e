"""«One colour a name through an evening»: whatever is played and whoever sits where."""

import re
from itertools import combinations, permutations

import pytest
from django.conf import settings

from rulebook.content import reading
from scoring import poster
from scoring.boards import board_of
from scoring.models import new_sheet
from scoring.sheets.chart import LINE_INKS
from scoring.sheets.colours import COLOURS, colours
from tests.rulebook.test_look import THEMES, contrast
from tests.scoring.people import opened
from tests.scoring.samples import NAMES, Sample, samples

PEOPLE_CSS = (settings.BASE_DIR / "static/css/finish.css").read_text()
SIX = ["Оля", "Саша", "Коля", "Рита", "Константин", "Вера"]


def by_name(*names: str) -> dict[str, int]:
    return dict(zip(names, colours(names), strict=True))


def test_whoever_sits_where_each_keeps_a_colour_that_nobody_else_has() -> None:
    for names in combinations(SIX, 4):
        found = by_name(*names)
        assert len(set(found.values())) == 4
        assert all(by_name(*order) == found for order in permutations(names))
    assert len(set(colours(SIX))) == 6
    assert colours(["оля", "САША"]) == colours(["Оля", "Саша"])


def test_a_newcomer_takes_a_colour_from_nobody_but_from_one_of_the_own_colour() -> None:
    """Of two with the same colour one gets another; all others keep theirs as it was."""
    for name in SIX[3:]:
        before, after = by_name(*SIX[:3]), by_name(*SIX[:3], name)
        assert sum(before[each] != after[each] for each in before) <= 1


def test_a_table_with_more_people_than_colours_has_all_of_them() -> None:
    assert set(colours([f"Игрок {n}" for n in range(40)])) == set(range(len(COLOURS)))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_letter_on_a_person_s_colour_can_be_read(theme: str, colour: str) -> None:
    tokens = THEMES[theme]
    assert contrast(tokens["--on-accent"], tokens[f"--{colour}"]) >= 4.5


def test_the_palette_has_one_owner() -> None:
    """Pages, charts and pictures have the same; no game says another."""
    for place, colour in enumerate(COLOURS):
        rule = re.search(rf":is\(\.person-{place + 1}, ([^)]*)\) \{{ --k: var\(--{colour}\); \}}", PEOPLE_CSS)
        assert rule is not None, colour
        seats = re.findall(rf"\.seat-(\d)-is-{place + 1} \.seat-(\d)", rule[1])
        assert seats == [(str(seat), str(seat)) for seat in range(1, 7)]
    others = [sheet for sheet in settings.BASE_DIR.rglob("*.css") if ".venv" not in sheet.parts]
    assert len(others) > 20
    of_their_own = re.compile(r"^\.seat-\d[^{]*\{ --k", re.MULTILINE)
    assert [sheet.name for sheet in others if of_their_own.search(sheet.read_text())] == []


@pytest.mark.django_db
def test_the_same_people_have_the_same_colours_in_every_game() -> None:
    """Theirs are the classes of the page, whatever the seats."""
    told = []
    for n, game in enumerate(reading.game_ids()):
        names = SIX[n % 3 : 3] + SIX[: n % 3]
        page = opened(new_sheet(game, names)).page()
        body = re.search(r'<body class="([^"]*)"', page)
        assert body is not None
        said = re.findall(r"seat-(\d)-is-(\d)", body[1])
        told.append({names[int(seat) - 1]: int(colour) - 1 for seat, colour in said})
    assert told == [by_name(*SIX[:3])] * len(told)


@pytest.mark.django_db
@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.game)
def test_the_end_and_its_picture_draw_each_in_that_colour(sample: Sample) -> None:
    sheet = new_sheet(sample.game, NAMES)
    person = opened(sheet)
    for cell, text in [*sample.cells, ("finish", "1")]:
        assert person.write(cell, text).status_code == 200
    board = board_of(sheet, "ru")
    drawn = poster.draw(sheet, "ru")
    assert drawn is not None
    for colour in colours(sheet.names()):
        assert LINE_INKS[colour] in drawn
        if board.ending is not None and board.ending.course:
            assert f'class="person-{colour + 1}" color="{LINE_INKS[colour]}"' in board.ending.chart
            assert f'class="person-{colour + 1}" color="{LINE_INKS[colour]}"' in board.ending.printed_chart

"""The sheet of «Алхимики» as PDF: one to write on, and a live one with every point explained."""

import re

import pytest
from django.utils import translation

from games.alchemists.scoring import printing as print_reveal
from rulebook.content.reading import load
from rulebook.printing.paper import PAPERS
from scoring import printing
from scoring.boards import board_of
from scoring.models import EntryDraft, Sheet, new_sheet
from tests.daily import daily
from tests.rulebook.print_reader import AS_OPENED, Made, blank, make

GAME = load("alchemists")
URL = "http://192.168.1.5:8000/score/alchemists"
NAMES = ["Оля", "Коля", "Рита"]
ROWS = [
    ("rep.a1", "1 gain +4"),
    ("rep.a2", "1 sale -1"),
    ("rep.a3", "2 conference_loss -1 C1"),
    ("theory.toad", "a1"),
    ("seal.toad.1", "gold"),
    ("seal.toad.2", "hedge_R"),
    ("truth.toad", "a1"),
    ("artifacts.1", "magic_mirror"),
    ("grants.2", "g2"),
    *((f"gold.{seat}", "4") for seat in (1, 2, 3)),
]
pytestmark = pytest.mark.django_db


def written(names: list[str] = NAMES, title: str = "Дача") -> Sheet:
    sheet = new_sheet("alchemists", names, title)
    for n, (cell, text) in enumerate(ROWS):
        sheet.append(EntryDraft(cell, text, 0, f"written-{n:04d}"))
    return sheet


def printed(sheet: Sheet, paper: str = "a4", lang: str = "ru") -> Made:
    with translation.override(lang):
        return make(printing.filled(board_of(sheet, lang), paper, URL))


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("paper", daily(PAPERS, AS_OPENED))
def test_a_blank_sheet_is_a_page_for_each_number_of_players(paper: str) -> None:
    made = blank(GAME, paper)
    assert len(made.texts) == 3
    assert made.sizes == {(PAPERS[paper].width, PAPERS[paper].height)}
    for players, page in enumerate(made.texts, start=2):
        assert f"Игроков: {players}" in page
        for name in ("Гриб", "Перо ворона", "Зеркало", "Идол", "Как считать"):
            assert name in page


def test_a_filled_sheet_tells_where_every_point_comes_from() -> None:
    page = flat(" ".join(printed(written()).texts))
    assert "Дача" in page
    assert "10 → 14" in page
    assert "14 → 12" in page
    assert GAME.clause_by_id["reputation.green"].number in page
    assert GAME.clause_by_id["final.mirror"].number in page
    assert "Победа: Оля" in page


def test_the_track_on_paper_is_as_long_as_the_highest_reputation_needs() -> None:
    """reputation.track: a marker stands on the field of its points, however many they are."""
    sheet = new_sheet("alchemists", NAMES)
    sheet.append(EntryDraft("rep.a1", "1 gain +20", 0, "written-far"))
    track = print_reveal.filled(board_of(sheet, "ru"), PAPERS["a4"]).track
    assert re.findall(r">(\d+)</text>", track).count("30") == 2, "its field and the total beside the lane"
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', track)[1])
    markers = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', track)]
    assert len(markers) == len(NAMES)
    assert max(markers) < width - print_reveal.TOTAL


def test_guesses_are_marked_on_paper() -> None:
    page = flat(" ".join(printed(written()).texts))
    assert page.count("восстановлено нами") == 2


def test_names_are_only_names() -> None:
    html = printing.filled(board_of(written(["<b>Оля</b>", "Коля & Ко", "Р" * 40]), "ru"), "a4", URL)
    assert "&lt;b&gt;Оля&lt;/b&gt;" in html
    assert "Коля &amp; Ко" in html
    assert "<b>Оля" not in html

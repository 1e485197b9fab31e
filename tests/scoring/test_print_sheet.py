"""Score sheets as PDF: blank ones, and a live one with the reason for every point."""

import re

import pypdfium2
import pytest
import segno
from django.test import Client
from django.utils import translation

from games.poison.scoring.board import PoisonPresenter as Board
from games.poison.scoring.points import Counts, Round
from games.poison.tests.scoring.sample import TABLE
from rulebook.content.reading import load
from rulebook.printing import pdf
from scoring import printing
from scoring.models import EntryDraft, LinkRole, Sheet, new_sheet, sheet_from_rounds
from tests.daily import daily
from tests.markup import folded
from tests.rulebook.print_reader import AS_OPENED, SHORTER, Made, blank, make
from tests.scoring.people import EXAMPLE_POINTS, NAMES

POISON = load("poison")
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
URL = "http://192.168.1.5:8000/score/poison"
pytestmark = pytest.mark.django_db


def played(rounds: int = 1, names: list[str] | None = None, title: str = "Кухня, вторник") -> Sheet:
    return sheet_from_rounds("poison", names or NAMES, [Round(TABLE)] * rounds, title)


def printed(sheet: Sheet, paper: str = "a4", url: str = URL) -> Made:
    return make(printing.filled(Board(sheet, "ru"), paper, url))


@pytest.mark.parametrize("paper", daily(SIZES, AS_OPENED))
def test_there_is_a_blank_sheet_for_each_number_of_players(paper: str) -> None:
    made = blank(POISON, paper)
    assert len(made.texts) == 4
    assert made.sizes == {SIZES[paper]}
    for players, text in zip(range(3, 7), made.texts, strict=True):
        assert f"Игроков: {players}, раундов: {players}" in text
        assert text.count("Фиолетовые") == players


def test_a_blank_sheet_says_how_to_count_with_the_rules_numbers() -> None:
    text = printing.blank(POISON, "a4", URL, [4])
    assert "Как считать" in text
    for clause in (
        "score.reveal",
        "majority.shed",
        "majority.tie",
        "score.potion",
        "score.poison",
        "series.winner",
    ):
        assert POISON.clause_by_id[clause].number in text
    assert POISON.digest[:8] in text


def test_the_code_on_a_sheet_is_its_address() -> None:
    html = printing.blank(POISON, "a4", URL, [3])
    modules = segno.make(URL, error="m").svg_inline(border=0, omitsize=True, dark="#2b2420")
    (drawn,) = re.findall(' d="([^"]*)"', modules)
    assert f' d="{drawn}"' in html
    assert f'href="{URL}"' in html


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_a_sheet_has_no_code_of_an_address_that_leads_each_phone_to_itself(host: str) -> None:
    html = folded(printing.blank(POISON, "a4", f"http://{host}/score/poison", [3]))
    assert "С телефона счёт не открыть" in html.replace("\u00a0", " ")
    assert "Считать на телефоне" not in html.replace("\u00a0", " ")
    assert html.count('<div class="qr"><p>') == 1


def test_a_live_sheet_prints_counts_points_and_reasons() -> None:
    """The rulebook's example: 7, 2, 17 and 15 points; majority.shed sheds, majority.tie keeps."""
    sheet = played()
    html = printing.filled(Board(sheet, "ru"), "a4", URL)
    text = make(html).text
    assert "Кухня, вторник" in text
    assert "Откуда очки" in text
    assert html.count("<s>6</s>") == 2
    for name, points in zip(NAMES, EXAMPLE_POINTS, strict=True):
        assert name in text
        assert str(points) in text
    for clause in ("majority.shed", "majority.tie", "score.poison"):
        assert f">{POISON.clause_by_id[clause].number}<" in html
    assert "Игра ещё идёт" in text
    assert POISON.digest[:8] in text


def test_a_finished_sheet_names_its_winner() -> None:
    text = printing.filled(Board(played(4), "ru"), "a4", URL)
    assert "Саша" in text
    assert POISON.clause_by_id["series.winner"].number in text
    assert "Игра ещё идёт" not in text


def test_a_filled_sheet_shows_how_the_series_went_and_who_wears_the_crown() -> None:
    """Print by need: a filled sheet with a chart by round, from its own running totals, and the crown."""
    chart = "По раундам"
    html = printing.filled(Board(played(4), "ru"), "a4", URL)
    totals = Board(played(4), "ru").tally.totals
    assert [f"{sign} {n}" for sign, n in zip("ОСКР", totals, strict=True)] == re.findall(
        r">([ОСКР] \d+)<", html
    )
    assert chart in html
    assert chart not in printing.filled(Board(played(1), "ru"), "a4", URL)
    assert (
        html.count('class="ic"') - printing.filled(Board(played(3), "ru"), "a4", URL).count('class="ic"') == 2
    )


def test_rounds_that_are_still_to_be_played_stand_on_paper_to_be_written_in() -> None:
    """series.rounds: there are as many as players, so their number is known before they begin."""
    html = printing.filled(Board(played(1), "ru"), "a4", URL)
    rounds = re.findall(r'<tbody class="round-rows">(.*?)</tbody>', html, re.DOTALL)
    assert len(rounds) == len(NAMES)
    assert [bool(re.search(r'<td class="cell">\d', each)) for each in rounds] == [True, False, False, False]


def test_numbers_stay_under_each_other_beside_a_word_about_the_dealer() -> None:
    """«Сдаёт» stands in the dealer's first cell: beside it the number was pushed out of its column."""
    sheet = new_sheet("poison", NAMES)
    for field in ("red", "blue", "purple"):
        sheet.append(EntryDraft(f"r1.p1.{field}", "9", 0, f"under-each-other-{field}"))
    made = printed(sheet)
    assert "сдаёт" in made.text
    with pypdfium2.PdfDocument(made.content) as document:
        page = document[0].get_textpage()
        nines = [page.get_charbox(n) for n, sign in enumerate(page.get_text_range()) if sign == "9"]
    column = sorted(nines, key=lambda box: -box[3])[:3]
    assert max(box[0] for box in column) - min(box[0] for box in column) < 0.5


def test_a_sheet_without_entries_prints_too() -> None:
    text = printing.filled(Board(new_sheet("poison", NAMES), "ru"), "a4", URL)
    assert "Рита" in text
    assert "Откуда очки" not in text


def test_names_are_printed_as_they_are_and_read_nothing() -> None:
    names = ["<b>Жирный</b>", '<img src="file:///etc/passwd">', "& 'кавычки' \"две\"", "Ю" * 40]
    made = printed(played(names=names, title="<link rel=stylesheet href=http://x>"))
    joined = made.text.replace("\n", "")
    assert "<b>Жирный</b>" in joined
    assert "file:///etc/passwd" in joined
    assert "Ю" * 10 in joined
    assert "root:" not in joined


@pytest.mark.thorough  # every day the next ones, with names of a usual length
def test_six_long_names_and_six_rounds_fit() -> None:
    names = [f"{letter * 39}{n}" for n, letter in enumerate("АБВГДЕ")]
    rounds = [Round((*TABLE, Counts(), Counts(poison=1)))] * 6
    made = printed(sheet_from_rounds("poison", names, rounds), "letter")
    assert len(re.findall("Фиолетовые(?!:)", made.texts[0])) == 6
    assert "Всего" in made.texts[0]
    assert len(made.texts) <= 4
    assert all(font.startswith("Grimoire-") for font in made.fonts)


@pytest.mark.parametrize("players", daily([3, 4], [4]))
@pytest.mark.parametrize("paper", daily(SIZES, SHORTER))
def test_a_whole_series_with_its_reasons_stays_on_one_page(players: int, paper: str) -> None:
    """What explains the last rounds stood on a second page that was nearly empty."""
    rounds = [Round(TABLE[:players])] * players
    made = printed(sheet_from_rounds("poison", NAMES[:players], rounds, "Кухня, вторник"), paper)
    (text,) = made.texts
    assert "Откуда очки" in text
    assert text.count("Красные: 2\N{NO-BREAK SPACE}карты") == players


@pytest.mark.parametrize("paper", daily(SIZES, SHORTER))
def test_a_series_of_six_with_its_reasons_fills_two_pages(paper: str) -> None:
    rounds = [Round((*TABLE, Counts(), Counts(poison=1)))] * 6
    made = printed(sheet_from_rounds("poison", [*NAMES, "Вера", "Константин"], rounds), paper)
    first, second = made.texts
    assert "Всего" in first
    assert "Раунд 6" in second


def test_impossible_counts_are_pointed_out_on_paper() -> None:
    """components.deck: the deck holds 14 of a colour."""
    table = (Counts(red=10), Counts(red=10), Counts(), Counts())
    html = printing.filled(Board(sheet_from_rounds("poison", NAMES, [Round(table)]), "ru"), "a4", URL)
    assert "14" in html.partition('class="warning"')[2]


def test_a_stranger_prints_no_sheet(client: Client) -> None:
    answer = client.get(f"/score/s/{played().public_id}/export.pdf")
    assert answer.status_code in (403, 404)
    assert answer["Content-Type"].startswith("text/html")


def test_an_unknown_sheet_or_paper_gets_a_page_with_a_sentence(client: Client) -> None:
    assert client.get("/score/s/nope/export.pdf").status_code == 404
    sheet = played()
    client.get(sheet.link(LinkRole.VIEWER).path)
    assert client.get(f"/score/s/{sheet.public_id}/export.pdf", {"paper": "a5"}).status_code == 400


def test_a_blank_sheet_is_of_the_number_of_players_that_was_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "pdf", str.encode)
    answer = client.get("/print/poison/sheet.pdf", {"players": "5", "paper": "letter"})
    asked = re.findall(r"Игроков:\s(\d)", answer.content.decode())
    assert set(asked) == {"5"}


def test_sheets_are_printed_in_english_too() -> None:
    with translation.override("en"):
        html = printing.filled(Board(played(), "en"), "a4", URL)
    assert "Purple" in html
    assert '<html lang="en">' in html

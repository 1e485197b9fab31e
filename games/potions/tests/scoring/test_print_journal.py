"""Journals as PDF: the track of 30 and a log to write in, and a live sheet with every point explained."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from games.potions.scoring import printing as print_journal
from games.potions.scoring.points import Play
from games.potions.scoring.sheet import print_grid
from games.potions.scoring.sheet.journal import LOG
from rulebook.content.reading import load
from rulebook.printing import pdf, press
from rulebook.printing.paper import PAPERS
from scoring import printing
from scoring.boards import board_of
from scoring.models import Entry, LinkRole, Sheet, new_sheet, sheet_from_rounds
from scoring.views import HISTORY_PAGE
from simulator.bulk.reference import cpu_seconds
from tests.daily import daily
from tests.markup import folded
from tests.rulebook.print_reader import AS_OPENED, SHORTER, Made, blank, make

POTIONS = load("potions")
URL = "http://192.168.1.5:8000/score/potions"
NAMES = ["Оля", "Саша", "Рита"]
# Olya lays an element that is new, Sasha assembles out of the cupboard, Rita out of recipes of both of them.
PLAYS = [
    Play(0, "element", "love_potion", 1),
    Play(1, "assemble", "elixir_of_fire"),
    Play(0, "assemble", "elixir_of_eternal_youth"),
    Play(0, "spell", "spell_of_knowledge"),
    Play(2, "assemble", "great_elixir_of_rebirth", 0, (0, 1)),
]
TOTALS = [1 + 2 + 3, 2 + 3, 6]
pytestmark = pytest.mark.django_db


def played(
    plays: list[Play] = PLAYS, names: list[str] = NAMES, title: str = "Дача", over: bool = False
) -> Sheet:
    return sheet_from_rounds("potions", names, plays, title, over=over)


def html_of(sheet: Sheet, paper: str = "a4", lang: str = "ru") -> str:
    with translation.override(lang):
        return printing.filled(board_of(sheet, lang), paper, URL)


def printed(sheet: Sheet, paper: str = "a4", lang: str = "ru") -> Made:
    return make(html_of(sheet, paper, lang))


def number(clause: str) -> str:
    return POTIONS.clause_by_id[clause].number


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("paper", daily(PAPERS, AS_OPENED))
def test_a_blank_sheet_has_a_front_and_a_back_for_each_number_of_players(paper: str) -> None:
    made = blank(POTIONS, paper)
    assert len(made.texts) == 2 * 5
    assert made.sizes == {(PAPERS[paper].width, PAPERS[paper].height)}
    for players, (front, back) in enumerate(zip(made.texts[::2], made.texts[1::2], strict=True), start=2):
        assert f"Игроков: {players}" in front
        assert "Как считать" in front
        assert "Как считать" not in back


@pytest.mark.parametrize("paper", daily(PAPERS, AS_OPENED))
@pytest.mark.parametrize("players", range(2, 7))
def test_a_blank_log_has_a_line_for_every_card_that_can_be_played(paper: str, players: int) -> None:
    """components.deck and setup.cupboard: 76 cards, four of which lie in the cupboard from the beginning."""
    columns = print_journal.log_lines(PAPERS[paper], players)
    lines = [n for column in columns for n in column]
    assert lines == list(range(1, len(lines) + 1))
    assert len(lines) >= 76 - 4
    pages = blank(POTIONS, paper).texts[2 * (players - 2) :][:2]
    for page, part in zip(pages, (columns[:2], columns[2:]), strict=True):
        shown = re.findall(r"^\d+$", page, re.M)
        assert {str(n) for column in part for n in column} <= set(shown)


@pytest.mark.parametrize("players", [2, 6])
def test_a_blank_sheet_has_a_column_for_each_player(players: int) -> None:
    """score.record: a track of fields 1 to 30 with a lane for each player, and boxes to tick for the laps."""
    track = print_grid.track(186, players, range(1, 31), ("круги", "всего"))
    assert re.findall(r">(\d+)</text>", track) == [str(n) for n in range(1, 31)]
    assert track.count("<circle") == players * print_grid.LAP_BOXES
    log = print_grid.log(90, range(1, 23), players, "")
    bold = re.findall(r'<path d="([^"]+)"', log)[1]
    assert bold.count("V") == players + 1


def test_a_blank_sheet_says_how_to_count_with_the_rules_numbers() -> None:
    html = printing.blank(POTIONS, "a4", URL, [4])
    shown = re.findall(r'class="num">(.*?)</span>', html)
    named = {n for group in shown for n in re.findall(r">([^<]+)</a>", group)}
    assert named <= {clause.number for clause in POTIONS.clauses}
    for clause in ("assemble.points", "assemble.half", "assemble.once", "element.new", "great.elements"):
        assert number(clause) in named
    assert POTIONS.digest[:8] in html


def test_a_live_sheet_prints_who_got_what_and_why() -> None:
    """assemble.half: both owners get half of the new recipe; assemble.points: the builder gets all of it."""
    sheet = played()
    html, text = folded(html_of(sheet)), flat(printed(sheet).text)
    rows = re.findall(r'<tr><td class="number">(\d+)</td>(.*?)</tr>', html, re.S)
    cells = [re.findall(r'<td class="points[^"]*">(\d*)</td>', row) for _, row in rows]
    assert cells == [["1", "", ""], ["", "2", ""], ["2", "", ""], ["0", "", ""], ["3", "3", "6"]]
    for clause in ("element.new", "assemble.points", "assemble.half"):
        assert f">{number(clause)}<" in html
    assert "Оля, Саша:" in text
    assert "Заклятье познания" in text
    assert "Игра ещё идёт" in text
    assert POTIONS.digest[:8] in text
    assert re.findall(r'<td class="total[^"]*">(\d+)</td>', html) == [str(n) for n in TOTALS]


def test_tokens_stand_on_the_field_and_lap_of_their_points() -> None:
    """score.record, ruling 27: 31 points are field 1 of the second lap; without a point there is no token."""
    sheet = played([Play(0, "before", "", 31), Play(1, "before", "", 30)])
    lanes = print_journal.filled(board_of(sheet, "ru"), PAPERS["a4"]).lanes
    assert [(lane.lap, lane.field, lane.total) for lane in lanes] == [
        (1, 1, "31"),
        (0, 30, "30"),
        (0, 0, "0"),
    ]
    html = html_of(sheet)
    assert html.count('class="token"') == 2
    assert re.findall(r'<td class="lap">(\d*)</td>', html) == ["2", "1", ""]


def test_a_finished_sheet_names_its_winner() -> None:
    """series.winner and series.tie: most points; here two share."""
    text = flat(html_of(played(over=True)))
    assert number("series.tie") in text
    assert "Игра ещё идёт" not in text


def test_a_sheet_without_entries_prints_too() -> None:
    html = html_of(new_sheet("potions", NAMES))
    assert "Рита" in html
    assert "Откуда очки" not in html


@pytest.mark.parametrize("paper", daily(PAPERS, SHORTER))
def test_a_long_log_runs_over_several_pages_and_repeats_who_is_who(paper: str) -> None:
    deck = [card for card in POTIONS.cards for _ in range(card.count)][:72]
    plays = [Play(n % 6, "element", card.copies[0].code, 1) for n, card in enumerate(deck)]
    names = [f"{letter * 39}{n}" for n, letter in enumerate("АБВГДЕ")]
    made = printed(played(plays, names, title="Ж" * 60), paper)
    assert 2 <= len(made.texts) <= 8
    for page in made.texts[1:]:
        assert re.search(r"А\n?\s*Б\n?\s*В\n?\s*Г\n?\s*Д\n?\s*Е", page)
    assert "А" * 10 in made.text
    assert "Всего" in made.texts[-1]
    assert all(font.startswith("Grimoire-") for font in made.fonts)


def test_a_score_of_four_digits_fits_its_cell() -> None:
    sheet = played([Play(0, "before", "", 9999), Play(1, "before", "", 1234), Play(2, "element", "", 1)])
    made = printed(sheet)
    assert len(made.texts) == 1
    assert re.findall(r'<td class="total[^"]*">(\d+)</td>', html_of(sheet)) == ["9999", "1234", "1"]
    assert "9999" in made.text


def test_what_cannot_be_right_is_pointed_out_on_paper() -> None:
    """assemble.all: a great elixir of two recipes that nobody assembled."""
    html = html_of(played([Play(0, "assemble", "great_elixir_of_rebirth")]))
    assert 'class="warning"' in html
    assert 'class="warning"' not in html_of(played())


def test_journals_are_printed_in_english_too() -> None:
    html = html_of(played(over=True), "letter", "en")
    assert '<html lang="en">' in html
    assert "Great Elixir of Rebirth" in html


def long_sheet(entries: int) -> Sheet:
    """A sheet of 400 plays, the most that there may be, and so many entries: the others correct a play."""
    sheet = new_sheet("potions", NAMES)
    cards = [card.id for card in POTIONS.cards if card.kind != "spell"]
    rows = [
        Entry(
            sheet=sheet,
            number=n + 1,
            cell=f"play.c{n % LOG.most}",
            text=f"{n % len(NAMES) + 1} assemble {cards[n * 7 % len(cards)]}",
            base=0,
            client_entry_id=f"long-sheet-{n:06}",
        )
        for n in range(entries)
    ]
    Entry.objects.bulk_create(rows)
    Sheet.objects.filter(pk=sheet.pk).update(version=entries)
    return sheet


def opened(sheet: Sheet) -> Client:
    client = Client()
    client.get(sheet.link(LinkRole.OWNER).path)
    return client


KINDS = ("export.pdf", "export.csv", "export.json", "export.txt")


@pytest.mark.parametrize("kind", daily(KINDS, KINDS[1:]))  # test_press: a worker makes no PDF
def test_a_sheet_of_400_plays_is_taken_along_in_less_than_a_second(
    kind: str, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """L1: 3.5 s of the processor in a worker. Now the press makes a PDF once, and a worker hands it out."""
    settings.DATA_DIR, settings.PRINT_AT_ONCE = tmp_path, False
    monkeypatch.setattr(press, "in_child", lambda work: work())
    sheet = long_sheet(LOG.most)
    client, url = opened(sheet), f"/score/s/{sheet.public_id}/{kind}"
    client.get(url)
    if kind.endswith(".pdf"):
        stops = iter((False, True))
        press.run(lambda: next(stops))
    monkeypatch.setattr(pdf, "engine", lambda: pytest.fail("a worker makes a PDF"))
    answers = []
    seconds = cpu_seconds(lambda: answers.append(client.get(url)))
    print(f"{kind} of a sheet of {LOG.most} plays: {seconds:.2f} s")
    assert answers[0].status_code == 200
    assert seconds < 1


def test_a_page_of_a_long_history_takes_less_than_a_second() -> None:
    """L1: of 5000 entries all were one page, 7.9 s of the processor and 3.7 MB."""
    sheet = long_sheet(2000)
    client, answers = opened(sheet), []
    url = f"/score/s/{sheet.public_id}/history"
    seconds = cpu_seconds(lambda: answers.append(client.get(url)))
    print(f"history of 2000 entries: {seconds:.2f} s, {len(answers[0].content) >> 10} KB")
    assert answers[0].content.decode().count('id="entry-') == HISTORY_PAGE
    assert seconds < 1

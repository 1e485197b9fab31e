"""The sheet taken along."""

import csv
import io
import json

import pytest
from django.test import Client

from games.poison.scoring.points import Counts
from rulebook.content.typography import typeset
from scoring.boards import board_of
from scoring.exports import as_csv, as_json, as_text, plain
from scoring.models import EntryDraft, LinkRole, new_sheet
from tests.scoring.people import Person, opened


def rows_of(person: Person) -> list[list[str]]:
    answer = person.get("export", "csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


def test_csv_has_a_line_for_each_player_and_round(owner: Person) -> None:
    owner.write_round(1)
    rows = rows_of(owner)
    assert rows[0] == ["Раунд", "Игрок", "Красные", "Синие", "Фиолетовые", "Яд", "Очки", "Всего"]
    assert rows[4] == ["1", "Рита", "1", "6", "6", "4", "15", "15"]
    assert rows[5] == ["2", "Оля", "", "", "", "", "", ""]
    assert len(rows) == 17


def test_csv_leaves_open_what_a_half_written_round_will_come_to(owner: Person) -> None:
    """As a spreadsheet has it: numbers that aren't known yet are empty."""
    owner.write("r1.p1.red", "2")
    assert rows_of(owner)[1] == ["1", "Оля", "2", "", "", "", "", ""]


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+7", "-cmd", "@sum", '=HYPERLINK("http://x")', "＝1＋1", "＋7", "－cmd", "＠sum"],
)
def test_no_name_becomes_a_formula(db: None, name: str) -> None:
    sheet = new_sheet("poison", [name, "Б", "В"])
    client = Client()
    client.get(sheet.link(LinkRole.VIEWER).path)
    assert rows_of(Person(client, sheet))[1][1] == f"'{name}"


def test_json_tells_everything_but_the_links(owner: Person) -> None:
    owner.write_round(1)
    owner.write("r1.p1.red", "1+1", base=1)
    text = owner.get("export", "json").content.decode()
    data = json.loads(text)
    assert data["totals"] == [7, 2, 17, 15]
    assert data["rounds"][0]["cells"]["red"] == ["1+1", "6", "5", "1"]
    assert data["rounds"][0]["counts"]["red"] == [2, 6, 5, 1]
    last = data["entries"][-1]
    assert (last["number"], last["cell"], last["text"]) == (17, "r1.p1.red", "1+1")
    for role in LinkRole:
        assert owner.sheet.link(role).token not in text


def test_text_for_a_chat_reads_line_by_line_and_best_first(owner: Person) -> None:
    owner.write_round(1)
    lines = owner.get("export", "txt").content.decode().splitlines()
    assert lines[0] == "Алхимия. Кухня, вторник"
    assert lines[2:6] == ["1. Саша: 2", "2. Оля: 7", "3. Рита: 15", "4. Коля: 17"]
    assert lines[7] == typeset("Раунд 1 из 4")


def test_who_has_as_many_points_shares_a_place(owner: Person) -> None:
    """series.tie: places are shared, and the next one counts those before it."""
    owner.write_round(1, (Counts(poison=1), Counts(poison=1), Counts(), Counts(poison=2)))
    lines = owner.get("export", "txt").content.decode().splitlines()
    assert lines[2:6] == ["1. Коля: 0", "2. Оля: 2", "2. Саша: 2", "4. Рита: 4"]


def test_text_for_a_chat_sums_the_rounds(owner: Person) -> None:
    owner.write_round(1)
    owner.write_round(2)
    lines = owner.get("export", "txt").content.decode().splitlines()
    assert lines[2] == "1. Саша: 4 = 2 + 2"


def test_text_of_an_empty_sheet_says_that_nothing_is_played(owner: Person) -> None:
    lines = owner.get("export", "txt").content.decode().splitlines()
    assert lines[2] == "Пока пусто"


def test_text_ends_with_the_verdict_and_the_link(owner: Person) -> None:
    for number in range(1, 5):
        owner.write_round(number)
    lines = owner.get("export", "txt").content.decode().splitlines()
    assert "Саша" in lines[-2]
    assert lines[-1] == f"http://testserver/score/l/{owner.sheet.viewer_token}"


def test_another_kind_is_a_kind_404(owner: Person) -> None:
    answer = owner.get("export", "xls")
    assert answer.status_code == 404
    assert "CSV" in answer.content.decode()


@pytest.mark.django_db
def test_names_from_right_to_left_are_shut_in_for_readers_and_not_for_programs() -> None:
    """A program compares names, and a formula must not hide behind what a reader needs."""
    names = ["=שרה", "Саша", "محمد 3"]
    sheet = new_sheet("poison", names)
    fields = ("red", "blue", "purple", "poison")
    cells = [(f"r1.p{seat}.{field}", str(seat)) for seat in (1, 2, 3) for field in fields]
    for n, (cell, text) in enumerate(cells):
        sheet.append(EntryDraft(cell, text, 0, f"right-to-left-{n}"))
    board = board_of(sheet, "ru")
    assert as_text(board, "").count("\u2068=שרה\u2069: ") == 1
    assert "Саша: " in as_text(board, "")
    data, table = as_json(board), as_csv(board)
    assert json.loads(data)["players"] == names
    assert "'=שרה;" in table
    assert "\u2068" not in data + table


@pytest.mark.django_db
def test_csv_opens_in_a_spreadsheet_set_to_russian(owner: Person) -> None:
    """Semicolons, a byte order mark, a decimal comma; a number below zero stays a number."""
    text = owner.get("export", "csv").content.decode("utf-8")
    assert text.startswith("\ufeffРаунд;Игрок;")
    assert [plain(value, ",") for value in (2.5, -3, None, " =1", "\t1", "a=1")] == [
        "2,5",
        "-3",
        "",
        "' =1",
        "'\t1",
        "a=1",
    ]


def test_csv_opens_in_a_spreadsheet_set_to_english(owner: Person) -> None:
    """Commas, a decimal point and the same byte order mark; no `sep=`, at which it would be forgotten."""
    owner.write("r1.p1.red", "2")
    text = owner.client.get("/en" + owner.url("export", "csv")).content.decode("utf-8")
    head, first, *_ = text.splitlines()
    assert head.startswith("\ufeffRound,Player,")
    assert first == "1,Оля,2,,,,,"
    assert plain(2.5, ".") == "2.5"


@pytest.mark.parametrize(("lang", "delimiter"), [("", ";"), ("/en", ",")])
def test_a_name_stays_in_its_cell_of_the_table(db: None, lang: str, delimiter: str) -> None:
    names = ["Оля, Рита", "Коля; Саша", 'Я «"»']
    person = opened(new_sheet("poison", names))
    text = person.client.get(lang + person.url("export", "csv")).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    assert [row[1] for row in rows[1:4]] == names

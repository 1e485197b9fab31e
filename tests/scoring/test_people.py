"""Who sits at a sheet changes: names are corrected, people come and leave, seats are changed."""

import json
import re
from collections.abc import Sequence

import pytest
from django.http import HttpResponse
from django.test import Client

from rulebook.content import reading
from scoring import sheets
from scoring.boards import board_of
from scoring.models import LinkRole, Sheet, new_sheet
from scoring.printing import filled
from scoring.sheets.core import FIRST, PEOPLE, SheetEntry, state_of
from scoring.sheets.numbers import Numbers
from scoring.sheets.seating import LedgerSeating, shifted_from
from tests.scoring.people import NAMES, Person, client_id, opened
from tests.scoring.samples import NAMES as THREE
from tests.scoring.samples import samples

RENAMED = ["Оля", "Саша", "Коля", "Маргарита"]


def plain(answer: HttpResponse) -> str:
    """A page without its no-break spaces."""
    return answer.content.decode().replace("\u00a0", " ")


def rewrite(person: Person, names: Sequence[str], base: int = 0, do: str = "save") -> HttpResponse:
    """Sends the form of names and seats."""
    fields = {"name": names, "seen": base, "client_entry_id": client_id(), "do": do}
    return person.client.post(person.url("people"), fields)


def people_of(sheet: Sheet) -> list[str]:
    return Sheet.objects.get(pk=sheet.pk).names()


# Names


def test_a_corrected_name_stands_wherever_the_sheet_is_read(owner: Person) -> None:
    """«Rename a seat (an entry: history, undo, evenings, PDF, other phones follow).»"""
    owner.write_series()
    owner.finish()
    answer = rewrite(owner, RENAMED)
    assert answer.status_code == 302
    pages = [owner.page(), owner.page("export", "txt"), owner.page("export", "json"), owner.page("bg_stats")]
    pages.append("\n".join(",".join(row) for row in owner.rows()))
    pages.append(owner.client.get("/score/recent").content.decode())
    for page in pages:
        assert "Маргарита" in page
    for page in (pages[1], pages[3], pages[4], pages[5]):
        assert "Рита" not in page
    assert json.loads(owner.page("export", "json"))["players"] == RENAMED


def test_the_history_tells_both_names_and_takes_a_correction_back(owner: Person) -> None:
    rewrite(owner, RENAMED)
    history = owner.page("history")
    assert "Игроки" in history
    assert history.index("Рита</s>") < history.index("Маргарита")
    assert "Саша" not in history
    owner.send("undo", {"entry": 1, "client_entry_id": client_id()})
    assert people_of(owner.sheet) == NAMES
    assert [row.text for row in owner.sheet.entries.all()] == ["\n".join(RENAMED), ""]
    assert ">Маргарита<" not in owner.page()


def test_other_phones_get_the_new_name_with_their_next_look(owner: Person, viewer: Person) -> None:
    assert viewer.get("totals", v="0").status_code == 204
    rewrite(owner, RENAMED)
    answer = viewer.get("totals", v="0")
    assert answer.status_code == 200
    assert 'data-people="1"' in answer.content.decode()
    assert "Маргарита" in answer.content.decode()


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Оля", "Саша", "Коля", "Оля"], "«Оля» здесь уже есть"),
        (["Оля", "Саша", "Коля", "Я" * 10_000], "длиннее 40"),
        (["Оля", "Саша", "Коля", "\u202e"], "не видно"),
        (["Оля", "Саша"], "на 3–6 игроков"),
        ([""], "Имя нужно каждому"),
    ],
)
def test_names_that_cannot_be_are_refused_in_words_and_nothing_is_lost(
    owner: Person, names: list[str], said: str
) -> None:
    answer = rewrite(owner, names)
    assert answer.status_code == 422
    assert said in plain(answer)
    assert people_of(owner.sheet) == NAMES


def test_a_correction_over_anothers_is_asked_about(owner: Person) -> None:
    rewrite(owner, RENAMED)
    answer = rewrite(owner, ["Ольга", *NAMES[1:]])
    assert answer.status_code == 409
    assert "с другого телефона Оля, Саша, Коля и Маргарита" in plain(answer)
    again = rewrite(owner, ["Ольга", *NAMES[1:]], base=1)
    assert again.status_code == 302
    assert people_of(owner.sheet) == ["Ольга", *NAMES[1:]]


def test_only_the_owner_says_who_sits_where(owner: Person, scorer: Person, viewer: Person) -> None:
    """By the page, by an entry sent as the script does, and by undoing what the owner wrote."""
    assert rewrite(scorer, RENAMED).status_code == 403
    assert scorer.write(PEOPLE, "\n".join(RENAMED)).status_code == 403
    assert viewer.get("people").status_code == 403
    rewrite(owner, RENAMED)
    assert scorer.send("undo", {"entry": 1, "client_entry_id": client_id()}).status_code == 403
    assert "Отменить запись" not in scorer.page("history")
    assert people_of(owner.sheet) == RENAMED


def test_a_name_is_corrected_on_every_games_sheet_in_play_and_after_it(db: None) -> None:
    for sample in samples():
        person = opened(new_sheet(sample.game, THREE), LinkRole.OWNER)
        person.fill(sample.cells)
        for base, first in ((0, "Ольга"), (person.sheet.entries.count() + 1, "Ольга Петровна")):
            names = [first, *THREE[1:]]
            assert rewrite(person, names, base=base).status_code == 302, sample.game
            assert people_of(person.sheet) == names
            assert first in person.page()


# Who comes, leaves and changes seats


def test_seats_change_before_the_first_entry_and_not_after(owner: Person) -> None:
    turned = NAMES[::-1]
    assert rewrite(owner, turned).status_code == 302
    assert people_of(owner.sheet) == turned
    owner.write("r1.p1.red", "1")
    answer = rewrite(owner, NAMES, base=1)
    assert answer.status_code == 422
    assert "до первой записи" in answer.content.decode()
    assert owner.send("undo", {"entry": 1, "client_entry_id": client_id()}).status_code == 422
    assert people_of(owner.sheet) == turned


def form_of(page: str) -> tuple[str, int | None, str]:
    """The names in a form of rows, the row where one writes on, and which buttons it offers."""
    rows = [row.partition("</li>")[0] for row in page.split("<li>") if 'name="name"' in row]
    names = "".join(re.search(r'value="(.*?)"', row)[1] or "_" for row in rows)
    focus = next((n for n, row in enumerate(rows) if " autofocus" in row), None)
    offered = {"add": 'value="add-0"' in page, "up": 'value="up-0" disabled' in page}
    offered["remove"] = bool(re.search(r'value="remove-0"\s*>', page))
    return names, focus, " ".join(name for name, there in offered.items() if there)


@pytest.mark.parametrize(
    ("names", "do", "shown", "focus", "offered"),
    [
        ("АБВ", "add-0", "АБВ_", 3, "add up remove"),
        ("АБВГДЕ", "add-0", "АБВГДЕ", None, "up remove"),
        ("АБВГД", "add-0", "АБВГД_", 5, "up remove"),
        ("АБВ", "remove-0", "АБВ", None, "add up"),
        ("АБВГ", "remove-3", "АБВ", None, "add up"),
        ("АБВГ", "remove-4", "АБВГ", None, "add up remove"),
        ("АБВГ", "up-3", "АБГВ", None, "add up remove"),
        ("АБВГ", "up-03", "АБГВ", None, "add up remove"),
        ("АБВГ", "up-4", "АБВГ", None, "add up remove"),
        ("АБВГ", "up-0", "АБВГ", None, "add up remove"),
        ("АБВГ", "up-003", "АБВГ", None, "add up remove"),
        ("АБВГ", "up-x", "АБВГ", None, "add up remove"),
        ("АБВГ", "up", "АБВГ", None, "add up remove"),
    ],
)
def test_rows_come_go_and_move_alike_on_a_new_sheet_and_on_one_that_stands(
    owner: Person, names: str, do: str, shown: str, focus: int | None, offered: str
) -> None:
    """Three to six people; whoever asks for a row goes on writing in it."""
    begun = owner.client.post("/score/poison", {"name": [*names], "do": do})
    stands = rewrite(owner, [*names], do=do)
    assert begun.status_code == stands.status_code == 200
    assert form_of(begun.content.decode()) == form_of(stands.content.decode()) == (shown, focus, offered)


@pytest.mark.parametrize(
    ("seats", "cell", "offered", "reasons_said"),
    [
        (3, "", "add up", 0),
        (4, "", "add up remove", 0),
        (6, "", "up remove", 0),
        (3, "r1.p1.red", "", 1),
        (4, "r1.p4.red", "", 2),
        (6, "r1.p6.red", "", 1),
    ],
)
def test_the_form_offers_what_may_be_and_says_of_the_rest_why_it_may_not(
    db: None, seats: int, cell: str, offered: str, reasons_said: int
) -> None:
    """Who comes late is told of as long as there is room, who leaves as long as enough stay."""
    person = opened(new_sheet("poison", [*"АБВГДЕ"[:seats]]))
    if cell:
        person.write(cell, "1")
    assert form_of(person.page("people")) == ("АБВГДЕ"[:seats], None, offered)
    assert len(reasons(person)) == reasons_said


def seen_by(answer: HttpResponse) -> str:
    return re.search(r'name="seen" value="(\d+)"', answer.content.decode())[1]


def test_what_is_sent_next_is_sent_with_what_its_sender_has_seen(owner: Person) -> None:
    """A form keeps the entry that its page showed; whoever was told of another's entry has seen that."""
    assert seen_by(owner.get("people")) == "0"
    rewrite(owner, RENAMED)
    assert seen_by(owner.get("people")) == "1"
    assert seen_by(rewrite(owner, NAMES, do="add-0")) == "0"
    assert seen_by(rewrite(owner, NAMES)) == "1"


def test_an_empty_row_is_nobody_before_the_first_entry_and_somebody_after_it(owner: Person) -> None:
    there = ["Оля", "", "Коля", "Рита", ""]
    assert rewrite(owner, NAMES).status_code == 302
    assert owner.sheet.entries.count() == 0, "nothing was changed"
    assert rewrite(owner, there).status_code == 302
    assert people_of(owner.sheet) == ["Оля", "Коля", "Рита"]
    owner.write("r1.p3.red", "1")
    assert "Имя нужно каждому" in plain(rewrite(owner, ["Оля", "", "Рита"], base=1))
    assert people_of(owner.sheet) == ["Оля", "Коля", "Рита"]


def test_the_buttons_of_the_form_move_rows_without_writing_anything(owner: Person) -> None:
    page = rewrite(owner, NAMES, do="up-1").content.decode()
    assert page.index('value="Саша"') < page.index('value="Оля"')
    assert 'aria-label="Имя, место 5"' in rewrite(owner, NAMES, do="add-0").content.decode()
    assert owner.sheet.entries.count() == 0


def test_a_field_takes_as_long_a_name_here_as_where_a_sheet_begins(owner: Person) -> None:
    """Forty signs as a reader counts them: of emoji that is many more letters than forty."""
    begun = owner.client.get("/score/poison").content.decode()
    assert set(re.findall(r'name="name"[^>]*maxlength="(\d+)"', owner.page("people"))) == set(
        re.findall(r'name="name"[^>]*maxlength="(\d+)"', begun)
    )
    assert 'maxlength="40"' not in begun


def test_who_comes_late_gets_a_column_and_can_go_again(owner: Person) -> None:
    assert rewrite(owner, [*NAMES, "Ира"]).status_code == 302
    assert "Раунд 1 из 5" in plain(owner.get())
    assert rewrite(owner, NAMES, base=1).status_code == 302
    assert people_of(owner.sheet) == NAMES


def test_a_latecomer_in_a_finished_sheet_is_refused_and_a_name_is_not(owner: Person) -> None:
    owner.write_series()
    owner.finish()
    answer = rewrite(owner, [*NAMES, "Ира"])
    assert answer.status_code == 422
    assert "Этот счёт закончен" in answer.content.decode()
    assert rewrite(owner, RENAMED).status_code == 302


def reasons(person: Person) -> list[str]:
    """What the page of names says beforehand of why nobody comes or leaves."""
    return re.findall(r'<p class="notice plain">.*?</svg><span>([^<]*)', plain(person.get("people")))


def test_the_page_says_beforehand_and_once_why_nobody_comes_or_leaves(owner: Person) -> None:
    assert reasons(owner) == []
    owner.write("r1.p4.red", "1")  # the round is dealt, and the last seat somebody's
    late, left = reasons(owner)
    assert late in plain(rewrite(owner, [*NAMES, "Ира"]))
    assert left in plain(rewrite(owner, NAMES[:-1]))
    owner.finish()
    (closed,) = reasons(owner)
    assert closed.startswith("Этот счёт закончен")


def test_a_name_that_is_taken_is_all_that_is_said_of_it_on_a_finished_sheet(owner: Person) -> None:
    """Whoever corrects a name to one that is there hears that, and nothing of seats that are closed."""
    owner.write_series()
    owner.finish()
    answer = rewrite(owner, ["Рита", *NAMES[1:]])
    assert answer.status_code == 422
    assert "«Рита» здесь уже есть" in plain(answer)
    assert plain(answer).count('role="alert"') == 1
    assert '<p class="refusal"' not in plain(answer).partition("</fieldset>")[2]
    assert people_of(owner.sheet) == NAMES


def test_every_game_says_with_its_rule_why_nobody_comes_or_leaves_once_it_is_played(db: None) -> None:
    for sample in samples():
        least, _ = reading.load(sample.game).players
        names = THREE
        person = opened(new_sheet(sample.game, names), LinkRole.OWNER)
        person.fill(sample.cells)
        seating = sheets.seating(sample.game)
        state = state_of(len(names), person.sheet.entries_so_far())
        changes = {seating.late: [*names, "Новичок"]}
        if len(names) > least:
            changes[seating.left] = list(names[:-1])
        for cause, after in changes.items():
            refusal = seating.check(state, names, SheetEntry(0, PEOPLE, "\n".join(after)))
            assert refusal is not None, sample.game
            assert (refusal.code, refusal.clause) == cause
            assert refusal.clause in reading.whole(sample.game).clause_by_id
            answer = rewrite(person, after)
            assert answer.status_code == 422
            assert f"/rules/{sample.game}/{refusal.clause}" in answer.content.decode()
        assert people_of(person.sheet) == list(names)


def test_any_game_takes_people_in_before_it_is_played(db: None) -> None:
    for game_id in reading.game_ids():
        least, _ = reading.load(game_id).players
        names = [f"Игрок {n}" for n in range(least)]
        person = opened(new_sheet(game_id, names), LinkRole.OWNER)
        assert rewrite(person, ["Новичок", *names]).status_code == 302, game_id
        assert people_of(person.sheet) == ["Новичок", *names]
        assert person.get().status_code == 200


# A ledger of any game


def seated(cells: dict[str, str], before: Sequence[str], after: Sequence[str]) -> str:
    """The code of the refusal with which a plain ledger doesn't seat people so, empty where it does."""
    game_id = next(iter(reading.game_ids()))
    seating = LedgerSeating(Numbers(game_id))
    entries = [SheetEntry(n, cell, text) for n, (cell, text) in enumerate(cells.items(), start=1)]
    refusal = seating.check(state_of(len(before), entries), before, SheetEntry(0, PEOPLE, "\n".join(after)))
    return refusal.code if refusal else ""


ONE = {"r1.p1.points": "3"}
ROUND = {f"r1.p{n}.points": "3" for n in (1, 2, 3)}


@pytest.mark.parametrize(
    ("cells", "after", "code"),
    [
        ({}, "АВБ", ""),
        (ONE, "АБВГ", ""),  # a seat is added while no round is complete
        (ROUND, "АБВГ", "sheet_latecomer"),
        (ONE, "ГАБВ", "sheet_latecomer"),
        (ONE, "БАВ", "sheet_reseated"),
        (ONE, "АВБ", ""),  # nothing is written for those two
        (ROUND, "АБГ", ""),  # another name
        ({"r1.p1.points": ""}, "БАВ", ""),  # what was erased is nobody's
    ],
)
def test_a_ledger_seats_people_as_long_as_no_number_becomes_somebody_elses(
    cells: dict[str, str], after: str, code: str
) -> None:
    assert seated(cells, "АБВ", after) == code


def test_a_corrected_name_moves_nobody() -> None:
    assert shifted_from("АБВ", "АГВ") is None
    assert shifted_from("АБВ", "АБВГ") == 3
    assert shifted_from("АБВ", "АВ") == 1
    assert shifted_from("АБВ", "ГАБВ") == 0
    assert shifted_from("АБВ", "АВБ") == 1


# Who is first


def test_the_deal_goes_round_from_whoever_dealt_first(owner: Person, scorer: Person) -> None:
    """Clause setup.next_dealer: «На новый раунд колода переходит к соседу слева, по часовой стрелке.»"""
    assert dealers(owner) == NAMES
    scorer.post(FIRST, text="3")
    assert dealers(owner) == ["Коля", "Рита", "Оля", "Саша"]
    assert "Кто сдаёт первым: Коля" in owner.page("history").replace("\u00a0", " ")
    assert "сдаёт" in owner.page("people")


def test_of_what_nobody_has_said_an_ended_sheet_says_nothing(owner: Person) -> None:
    """Who dealt first is the first seat's guess while they play; later it would be a claim."""
    owner.write_series()
    owner.finish()
    assert dealers(owner) == []


def test_whoever_is_first_is_named_on_sheet_and_paper_once_somebody_has_said_so(db: None) -> None:
    for game_id in reading.game_ids():
        if not sheets.seating(game_id).first_clause:
            continue
        person = opened(new_sheet(game_id, THREE), LinkRole.SCORER)
        board = board_of(person.sheet, "ru")
        said = board.first_said
        assert board.first_line == ""
        assert not said or said not in person.page()
        person.post(FIRST, text="2")
        board = board_of(person.sheet, "ru")
        assert board.first == 1
        assert not said or said in person.page()
        assert not said or f"{THREE[1]}: {said}" in filled(board, "a4", "http://testserver/")


def dealers(person: Person) -> list[str]:
    """The name beside «сдаёт» in each round."""
    heads = person.page().split('<small class="first-mark">сдаёт')[:-1]
    return [head.rpartition(">")[2].strip() for head in heads]


@pytest.mark.parametrize("text", ["0", "5", "Оля", "\u0661", "9" * 200])
def test_nobody_who_is_not_at_the_table_is_first(owner: Person, text: str) -> None:
    assert owner.write(FIRST, text).status_code == 422


def test_a_number_of_nobody_is_told_as_nobody(owner: Person) -> None:
    board = board_of(owner.sheet, "ru")
    assert [board.told(FIRST, text) for text in ("0", "1", "5", "")] == ["", board.names[0], "", ""]


def test_a_game_that_asks_nothing_of_the_kind_has_no_such_cell(db: None) -> None:
    silent = [game_id for game_id in reading.game_ids() if not sheets.seating(game_id).first_clause]
    for game_id in silent:
        least, _ = reading.load(game_id).players
        person = opened(new_sheet(game_id, [f"Игрок {n}" for n in range(least)]), LinkRole.SCORER)
        assert person.write(FIRST, "1").status_code == 422
        assert "Имена и места" not in person.page()


def test_a_phone_that_writes_along_finds_no_empty_page_of_people(owner: Person, scorer: Person) -> None:
    """Only the owner changes names: others read so, and nothing leads there once the sheet is closed."""
    assert scorer.url("people") in scorer.page()
    assert "Имена и места меняет тот, кто начал счёт" in plain(scorer.get("people"))
    owner.write_series()
    owner.finish()
    assert scorer.url("people") not in scorer.page()
    assert "Имена и места меняет тот, кто начал счёт" in plain(scorer.get("people"))
    assert owner.url("people") in owner.page()


def test_a_stranger_sees_no_names(stranger: Person, client: Client) -> None:
    answer = stranger.get("people")
    assert answer.status_code == 403
    assert "Оля" not in answer.content.decode()

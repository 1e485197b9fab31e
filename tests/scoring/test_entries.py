"""Writing on a sheet: entries are added, never changed; retries are harmless; one cell has one truth."""

import pytest
from django.test import Client

from games.poison.scoring.points import Counts, Round
from games.poison.tests.scoring.sample import TABLE
from rulebook.content.typography import typeset
from scoring.models import Entry, LinkRole, Refused, Sheet, new_sheet, sheet_from_rounds
from tests.scoring.people import EXAMPLE_POINTS, NAMES, ROWS, Person, client_id


def test_two_people_write_the_rulebooks_example_together(owner: Person, scorer: Person) -> None:
    for seat, counts in enumerate(TABLE, start=1):
        writer = (owner, scorer)[seat % 2]
        for field, n in zip(ROWS, counts, strict=True):
            assert writer.write(f"r1.p{seat}.{field}", str(n)).status_code == 200
    assert owner.sheet.fold().totals == EXAMPLE_POINTS


def test_the_answer_says_which_entry_it_became(scorer: Person) -> None:
    first = scorer.write("r1.p1.red", "2").json()
    second = scorer.write("r1.p1.red", "3+1", base=first["entry"]).json()
    assert first == {"entry": 1, "cell": "r1.p1.red", "text": "2", "version": 1}
    assert (second["entry"], second["text"], second["version"]) == (2, "3+1", 2)


def test_a_retry_with_the_same_client_id_writes_nothing_twice(scorer: Person) -> None:
    same = client_id()
    first = scorer.write("r1.p1.red", "2", client_entry_id=same)
    again = scorer.write("r1.p1.red", "2", client_entry_id=same)
    assert (again.status_code, again.json()) == (200, first.json())
    assert scorer.sheet.entries.count() == 1


def test_an_id_is_known_on_its_own_sheet_alone(scorer: Person) -> None:
    """A retry has the client id of an entry of this sheet; an id that another sheet knows is no retry."""
    same, elsewhere = client_id(), new_sheet("poison", NAMES)
    scorer.write("r1.p1.red", "2", client_entry_id=same)
    scorer.client.get(elsewhere.link(LinkRole.SCORER).path)
    answer = Person(scorer.client, elsewhere).write("r1.p2.blue", "3", client_entry_id=same)
    assert (answer.status_code, answer.json()["cell"]) == (200, "r1.p2.blue")
    assert elsewhere.entries.count() == scorer.sheet.entries.count() == 1


def test_a_retry_is_answered_even_after_the_sheet_moved_on_and_was_closed(
    owner: Person, scorer: Person
) -> None:
    same = client_id()
    scorer.write("r1.p1.red", "2", client_entry_id=same)
    owner.write("r1.p1.red", "3", base=1)
    owner.finish()
    again = scorer.write("r1.p1.red", "2", client_entry_id=same)
    assert (again.status_code, again.json()["entry"]) == (200, 1)
    assert scorer.sheet.fold().rounds[0].rows["red"][0].text == "3"


def test_two_phones_writing_the_same_cell_are_asked_which_is_right(owner: Person, scorer: Person) -> None:
    owner.write("r1.p4.red", "6")
    late = scorer.write("r1.p4.red", "5")
    assert late.status_code == 409
    answer = late.json()
    assert (answer["theirs"], answer["yours"]) == ({"text": "6", "entry": 1}, "5")
    assert answer["message"] == typeset(
        "Раунд 1, Рита, красные: с другого телефона 6, а вы ввели 5. Что верно?"
    )
    assert scorer.sheet.entries.count() == 1
    assert scorer.write("r1.p4.red", "5", base=1).status_code == 200


def test_different_cells_never_conflict(owner: Person, scorer: Person) -> None:
    assert owner.write("r1.p1.red", "2").status_code == 200
    assert scorer.write("r1.p1.blue", "3").status_code == 200
    cells = {cell: entry.text for cell, entry in ((e.cell, e) for e in scorer.sheet.entries.all())}
    assert cells == {"r1.p1.red": "2", "r1.p1.blue": "3"}


def test_undo_puts_back_what_stood_there_and_keeps_all_three_entries(scorer: Person) -> None:
    scorer.write("r1.p1.red", "2")
    scorer.write("r1.p1.red", "9", base=1)
    answer = scorer.send("undo", {"entry": 2, "client_entry_id": client_id()})
    assert answer.json()["text"] == "2"
    texts = list(scorer.sheet.entries.values_list("text", "undoes"))
    assert texts == [("2", None), ("9", None), ("2", 2)]


def test_undo_takes_back_one_entry_of_several_and_not_all_of_them(scorer: Person) -> None:
    """«Undo adds a reversing entry»: of that one entry, so what stood just before it stands again."""
    scorer.write("r1.p1.red", "2")
    scorer.write("r1.p1.red", "9", base=1)
    scorer.write("r1.p1.red", "4", base=2)
    answer = scorer.send("undo", {"entry": 3, "client_entry_id": client_id()})
    assert answer.json()["text"] == "9"


def test_undoing_the_first_entry_leaves_the_cell_empty(scorer: Person) -> None:
    scorer.write("r1.p1.red", "0")
    assert scorer.sheet.fold().rounds[0].rows["red"][0].value == 0
    scorer.send("undo", {"entry": 1, "client_entry_id": client_id()})
    assert scorer.sheet.fold().rounds[0].rows["red"][0].value is None


def test_an_entry_that_was_written_over_can_not_be_undone(owner: Person, scorer: Person) -> None:
    scorer.write("r1.p1.red", "2")
    owner.write("r1.p1.red", "4", base=1)
    assert scorer.send("undo", {"entry": 1, "client_entry_id": client_id()}).status_code == 409
    assert scorer.sheet.fold().rounds[0].rows["red"][0].text == "4"


def test_entries_are_never_changed_or_deleted(scorer: Person) -> None:
    scorer.write("r1.p1.red", "2")
    entry = Entry.objects.get()
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.save(update_fields=["text"])
    with pytest.raises(TypeError):
        entry.delete()


def test_a_finished_sheet_takes_no_numbers_and_opens_again(owner: Person) -> None:
    owner.write("r1.p1.red", "2")
    assert owner.finish().status_code == 302
    refused = owner.write("r1.p1.blue", "2")
    assert refused.status_code == 422
    assert refused.json()["message"].startswith("Этот счёт закрыт")
    assert owner.finish(base=2, text="").status_code == 302
    assert owner.write("r1.p1.blue", "2").status_code == 200


def test_two_people_closing_the_sheet_at_once_do_not_open_it_again(owner: Person, scorer: Person) -> None:
    assert owner.finish().status_code == 302
    assert scorer.finish(base=0, text="1").status_code == 409
    assert Sheet.objects.get().finished


def test_a_refused_entry_names_its_clause(scorer: Person) -> None:
    refused = scorer.write("r1.p1.red", "15")
    assert refused.status_code == 422
    answer = refused.json()
    assert "14" in answer["message"]
    assert answer["clause"]["url"] == "/rules/poison/components.deck"
    assert scorer.sheet.entries.count() == 0


def test_without_scripts_a_form_writes_and_leads_to_the_next_cell(scorer: Person) -> None:
    fields = {"cell": "r1.p1.red", "text": "2", "base": 0, "client_entry_id": client_id()}
    there = scorer.client.post(scorer.url("entries"), {**fields, "then": "next"})
    assert (there.status_code, there.url) == (302, scorer.url() + "?cell=r1.p1.blue")
    page = scorer.client.get(there.url).content.decode()
    assert 'name="cell" value="r1.p1.blue"' in page
    again = scorer.client.post(scorer.url("entries"), {**fields, "then": "stay"})
    assert again.url == scorer.url() + "?round=1"
    assert scorer.sheet.entries.count() == 1


def test_without_scripts_a_refusal_keeps_what_was_typed(scorer: Person) -> None:
    fields = {"cell": "r1.p2.red", "text": "шесть", "base": 0, "client_entry_id": client_id()}
    page = scorer.client.post(scorer.url("entries"), fields)
    assert page.status_code == 422
    assert 'value="шесть"' in page.content.decode()
    assert "/rules/poison/score.record" in page.content.decode()


def test_without_scripts_a_conflict_offers_both_values(owner: Person, scorer: Person) -> None:
    owner.write("r1.p2.red", "6")
    fields = {"cell": "r1.p2.red", "text": "5", "base": 0, "client_entry_id": client_id()}
    page = scorer.client.post(scorer.url("entries"), fields)
    assert page.status_code == 409
    text = page.content.decode()
    assert typeset("с другого телефона 6, а вы ввели 5") in text
    assert 'name="base" value="1"' in text


def test_rounds_played_in_the_simulator_become_a_sheet_with_the_same_points(db: None) -> None:
    kept = Round(TABLE, kept=((1, "red"),))
    sheet = sheet_from_rounds("poison", NAMES, [Round(TABLE), kept])
    tally = sheet.fold()
    assert [seat.points for seat in tally.rounds[1].seats] == [7, 8, 17, 15]
    assert tally.totals == (14, 10, 34, 30)
    assert sheet.version == sheet.entries.count() == 33
    owner = Client()
    owner.get(sheet.link(LinkRole.OWNER).path)
    page = owner.get(f"/score/s/{sheet.public_id}?round=2").content.decode()
    assert "оставлены по желанию" in page
    assert Person(owner, sheet).write("r3.p1.red", "2").status_code == 200


def test_a_whole_series_from_the_simulator_is_closed(db: None) -> None:
    table = (Counts(red=1), Counts(blue=2, poison=1), Counts())
    sheet = sheet_from_rounds("poison", NAMES[:3], [Round(table)] * 3)
    assert (sheet.finished, sheet.fold().winners) == (True, (0, 2))
    sheet.refresh_from_db()
    assert (sheet.version, sheet.finished) == (37, True)


def test_impossible_rounds_from_elsewhere_are_refused_and_leave_nothing(db: None) -> None:
    with pytest.raises(Refused):
        sheet_from_rounds("poison", NAMES[:3], [Round((Counts(red=15), Counts(), Counts()))])
    assert Sheet.objects.count() == 0

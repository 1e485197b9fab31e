"""What the pages show: starting a sheet, the ledger, explanations, history."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.poison.scoring.points import Counts
from rulebook.content import reading
from rulebook.content.typography import typeset
from scoring import game as scoring
from scoring.models import LinkRole, Sheet, new_sheet
from tests.scoring.people import NAMES, Person, client_id, opened
from web import names


def start(client: Client, names: list[str], do: str = "start", title: str = "", **headers: str) -> object:
    return client.post("/score/poison", {"name": names, "title": title, "do": do}, headers=headers)


def names_shown(page: str) -> list[str]:
    return [piece.split('"')[0] for piece in page.split('name="name" value="')[1:]]


@pytest.mark.django_db
class TestStarting:
    def test_names_make_a_sheet_and_its_owner(self) -> None:
        client = Client()
        answer = start(client, [*NAMES, ""], title="Кухня")
        sheet = Sheet.objects.get()
        assert (answer.status_code, answer.url) == (302, f"/score/s/{sheet.public_id}")
        assert (sheet.names(), sheet.title) == (NAMES, "Кухня")
        assert Person(client, sheet).get("share").content.decode().count("data-copy=") == 3

    def test_with_htmx_the_browser_is_sent_on(self) -> None:
        answer = start(Client(), NAMES, **{"HX-Request": "true"})
        assert answer.headers["HX-Redirect"] == Sheet.objects.get().get_absolute_url()

    def test_rows_are_added_removed_and_moved_by_buttons(self) -> None:
        client = Client()
        assert names_shown(start(client, NAMES, "add-0").content.decode()) == [*NAMES, ""]
        assert names_shown(start(client, NAMES, "remove-1").content.decode()) == ["Оля", "Коля", "Рита"]
        assert names_shown(start(client, NAMES, "up-1").content.decode()) == ["Саша", "Оля", "Коля", "Рита"]
        assert Sheet.objects.count() == 0

    def test_rows_stay_between_three_and_six(self) -> None:
        client = Client()
        assert len(names_shown(start(client, list("абв"), "remove-0").content.decode())) == 3
        assert len(names_shown(start(client, list("абвгде"), "add-0").content.decode())) == 6
        assert len(names_shown(start(client, list("абвг"), "remove-99").content.decode())) == 4

    def test_two_names_are_too_few_and_stay_in_their_fields(self) -> None:
        answer = start(Client(), ["Оля", "Саша", ""])
        page = answer.content.decode()
        assert answer.status_code == 422
        assert 'href="/rules/poison/setup.players"' in page
        assert names_shown(page) == ["Оля", "Саша", ""]

    @pytest.mark.parametrize(
        ("bad", "why"),
        [
            ("Ж" * 43, "Имя длиннее 40 знаков"),
            ("\u202eСаша", "знаки, которых не видно"),
            ("Оля", "«Оля» здесь уже есть"),
        ],
    )
    def test_a_bad_name_is_marked_itself_with_its_own_words(self, bad: str, why: str) -> None:
        answer = start(Client(), ["Оля", "", bad, "Коля"])
        page = answer.content.decode()
        assert answer.status_code == 422
        (row,) = [row for row in page.split("<li>") if "aria-invalid" in row]
        assert 'aria-label="Имя, место 3"' in row
        assert 'aria-describedby="fault-3"' in row
        assert re.search(rf'id="fault-3".*{typeset(why)}', row)
        assert "autofocus" in row
        assert len(re.findall(r'class="refusal"(?![^>]* hidden)', page)) == 1
        assert "/rules/poison/score.record" not in page

    def test_a_bad_name_and_too_few_are_both_said(self) -> None:
        page = start(Client(), ["Оля", "Оля", ""]).content.decode()
        assert 'id="fault-2"' in page
        assert 'href="/rules/poison/setup.players"' in page

    @pytest.mark.parametrize("game", reading.game_ids())
    def test_a_field_takes_no_more_letters_than_a_name_has_and_says_what_enter_does(self, game: str) -> None:
        page = Client().get(f"/score/{game}").content.decode()
        fields = re.findall(r'<input name="name"[^>]*>', page)
        assert all(f'maxlength="{names.longest()}"' in field for field in fields)
        hints = re.findall(r'enterkeyhint="(\w+)"', "".join(fields))
        assert hints == ["next"] * (len(fields) - 1) + ["go"]

    def test_the_same_people_can_play_again(self, owner: Person) -> None:
        page = owner.client.get(f"/score/poison?like={owner.sheet.public_id}").content.decode()
        assert names_shown(page) == NAMES
        other = Client().get(f"/score/poison?like={owner.sheet.public_id}").content.decode()
        assert names_shown(other) == [""] * 4

    def test_the_same_people_begin_anew_under_their_names_as_written(self) -> None:
        """A name from right to left is shut in for readers only: the button once sent it so."""
        there = ["=שרה", "محمد 3", "🧙\u200d♂️ Коля", "Рита"]
        owner = opened(new_sheet("poison", there), LinkRole.OWNER)
        owner.write_series()
        owner.finish()
        form = owner.page().partition('<form method="post" action="/score/poison">')[2]
        sent = names_shown(form.partition("</form>")[0])
        assert start(owner.client, sent).status_code == 302
        assert Sheet.objects.latest("pk").names() == there

    def test_a_long_title_is_refused_with_a_limit(self) -> None:
        answer = start(Client(), NAMES, title="ж" * 61)
        assert answer.status_code == 422
        assert "длиннее 60" in answer.content.decode()


def test_markup_in_names_is_only_text(db: None) -> None:
    client = Client()
    start(client, ["<b>Оля</b>", "'\"><script>x</script>", "{{ 7 }}"], title="<i>x")
    sheet = Sheet.objects.get()
    owner = Person(client, sheet)
    owner.write("r1.p1.red", "2")
    for page in ("sheet", "history", "share"):
        text = owner.page(page)
        assert "<script>x" not in text
        assert "<b>Оля" not in text
        assert "<i>x" not in text


def test_the_ledger_shows_points_marks_and_reasons(owner: Person) -> None:
    owner.write_round(1)
    page = owner.page("sheet", round=1, why=4)
    assert "Рита · почему 15" in page
    assert "/rules/poison/majority.tie" in page
    assert page.count('class="value shed"') == 2
    assert page.count('class="value tied"') == 2


def test_half_a_round_is_marked_as_provisional(owner: Person) -> None:
    owner.write("r1.p1.poison", "3")
    page = owner.page("sheet", why=1)
    assert "Оля · пока 6" in page
    row = page.split('<tr class="sum">')[1]
    assert ">6</a>" in row  # «6…» read like a number cut off
    assert "Раунд <small" in row
    assert '<span class="provisional">6</span>' in page.split('class="overview"')[1]
    assert page.count('<small class="so-far">пока</small>') == 2


def test_impossible_counts_are_pointed_out_with_their_clause(owner: Person) -> None:
    owner.write_round(1, (Counts(red=8), Counts(red=7), Counts(), Counts()))
    page = owner.page("sheet", round=1)
    notice = page.split('class="notice"')[1].split("</p>")[0]
    assert "15" in notice
    assert "/rules/poison/components.deck" in notice


def test_what_scripts_read_of_a_page_says_names_as_they_are_written(owner: Person) -> None:
    """Escaped, Cyrillic would be three times as long on its way to a phone."""
    pages = {"names": owner.page(), "shape": owner.client.get("/score/poison").content.decode()}
    pages["games"] = owner.client.get(reverse("scoring:ours")).content.decode()
    for name, page in pages.items():
        said = re.search(rf'data-{name}="([^"]+)"', page)[1]
        assert re.search("[а-я]{3}", said), name
        assert "\\u04" not in said


def test_sums_stay_as_they_were_typed(owner: Person) -> None:
    owner.write("r1.p1.red", "3+6+2")
    page = owner.page()
    assert '<small class="typed" aria-hidden="true">3+6+2</small>' in page
    assert 'data-text="3+6+2"' in page


def test_the_winner_is_announced_with_the_clause(owner: Person) -> None:
    for number in range(1, 5):
        owner.write_round(number)
    page = owner.page()
    verdict = page.split('class="verdict"')[1].split("</section>")[0]
    assert "Саша" in verdict
    assert "/rules/poison/series.winner" in verdict
    assert "Закончить счёт" in verdict


def test_a_shared_victory_cites_the_tie(owner: Person) -> None:
    tie = (Counts(red=1), Counts(red=1), Counts(poison=1), Counts(poison=1))
    for number in range(1, 5):
        owner.write_round(number, tie)
    verdict = owner.page().split('class="verdict"')[1].split("</section>")[0]
    assert "Оля и Саша" in verdict
    assert "/rules/poison/series.tie" in verdict


def shown_entries(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="entry-(\d+)"', page)]


def test_a_long_history_comes_in_pages(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """L1: 5,000 entries were one page of 3.7 MB. What an entry replaced may stand on an earlier page."""
    monkeypatch.setattr("scoring.views.HISTORY_PAGE", 3)
    for number, text in enumerate("1234567", start=1):
        owner.write("r1.p2.red", text, base=number - 1)
    newest = owner.page("history")
    assert shown_entries(newest) == [7, 6, 5]
    assert '<span class="sr-only">было </span>4</s> 5' in newest.replace("\n", "")
    assert ("?before=5" in newest, "Записи позже" in newest.replace("\u00a0", " ")) == (True, False)
    middle = owner.page("history", before=5)
    assert shown_entries(middle) == [4, 3, 2]
    assert ("?before=2" in middle, "?before=8" in middle) == (True, False)
    assert re.search(r'/history">\s*Записи позже', middle.replace("\u00a0", " "))
    first = owner.page("history", before=2)
    assert shown_entries(first) == [1]
    assert ("?before=5" in first, "Записи раньше" in first) == (True, False)
    assert shown_entries(owner.page("history", before=999)) == [7, 6, 5]
    assert owner.get("history", before="никогда").status_code == 400


def test_the_history_names_every_entry_its_phone_and_what_it_replaced(owner: Person, scorer: Person) -> None:
    owner.write("r1.p2.red", "6")
    scorer.write("r1.p2.red", "5", base=1)
    scorer.client.post(
        scorer.url("undo"), {"entry": 2, "client_entry_id": client_id(), "back": "history"}, follow=True
    )
    page = owner.page("history")
    assert page.count('id="entry-') == 3
    assert "Телефон\u00a01" in page
    assert "Телефон\u00a02" in page
    assert "отмена записи 2" in page.replace("\u00a0", " ")
    assert page.count('value="history"') == 1


def test_the_history_goes_by_rounds_the_newest_open_and_says_what_was_corrected(owner: Person) -> None:
    owner.write_round(1)
    owner.write("r2.p1.red", "3")
    owner.write("r1.p1.red", "4", base=1)
    owner.write("r1.p1.red", "4+1", base=18)
    page = owner.page("history").replace("\u00a0", " ")
    chapters = page.split('<details class="fold chapter"')[1:]
    assert [re.search("<b>(.*?)</b><small>(.*?)</small>", each).groups() for each in chapters] == [
        ("Раунд 1", "18 записей · исправлено: 2"),
        ("Раунд 2", "1 запись"),
    ]
    assert [each.startswith(" open") for each in chapters] == [True, False]
    assert shown_entries(chapters[0])[:3] == [19, 18, 16]
    assert page.count('class="corrected"') == 2
    assert "Оля, красные: <s" in chapters[0]


def test_phones_at_the_sheet_are_counted(owner: Person, scorer: Person) -> None:
    owner.get()
    assert typeset("2 телефон") in scorer.page()


@pytest.mark.parametrize("page", ["sheet", "history", "share"])
def test_pages_exist_in_english_and_the_switch_keeps_the_page(owner: Person, page: str) -> None:
    russian = owner.url(page)
    english = owner.client.get("/en" + russian)
    assert english.status_code == 200
    assert f'href="{russian}"' in english.content.decode()


def test_content_speaks_the_readers_language(owner: Person) -> None:
    owner.write_round(1)
    english = "/en" + owner.url()
    assert "Purple" in owner.client.get(english + "?round=1").content.decode()
    refused = owner.client.post(
        english + "/entries",
        {"cell": "r1.p1.red", "text": "six", "base": 1, "client_entry_id": client_id()},
        content_type="application/json",
        headers={"Accept": "application/json"},
    )
    assert "whole number" in refused.json()["message"]


def test_a_round_that_is_not_there_is_a_kind_404(owner: Person) -> None:
    for round in ("0", "5", "99", "x"):
        assert owner.get("sheet", round=round).status_code == 404


def test_the_history_tells_what_the_sheet_began_with_from_what_a_table_wrote(db: None) -> None:
    """What the form for a new sheet settles comes from no device, and from no game at the table either."""
    games = map(reading.whole, reading.game_ids())
    game, box = next((game, game.boxes[0].id) for game in games if game.boxes)
    least, _ = game.players
    owner = opened(new_sheet(game.id, [f"Игрок {n}" for n in range(least)], boxes=[box]), LinkRole.OWNER)
    page = owner.page("history")
    assert "при начале счёта" in page.replace("\u00a0", " ")
    assert "из партии за столом" not in page.replace("\u00a0", " ")


def test_who_plays_again_has_the_boxes_and_settings_of_the_sheet_before(db: None) -> None:
    """Only of a sheet that this browser knows: another one begins as it always does."""
    for game in map(reading.whole, reading.game_ids()):
        known = scoring.get(game.id)
        boxes, cells = known.boxes[-1:], [setting.cell for setting in known.settings][:1]
        names = [f"Игрок {n}" for n in range(sorted((4, *game.players))[1])]
        owner = opened(new_sheet(game.id, names, "", boxes, cells), LinkRole.OWNER)
        for client, settled in ((owner.client, [*boxes, *cells]), (Client(), [])):
            form = client.get(f"/score/{game.id}?like={owner.sheet.public_id}").content.decode()
            found = re.findall(r'name="(?:box|setting)"\s+value="([^"]+)"\s+checked', form)
            assert found == settled, game.id

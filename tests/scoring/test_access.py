"""Three links and what they give; nobody gets more by looking."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from rulebook.content.typography import typeset
from scoring import views
from scoring.access import COOKIE, SheetAccess
from scoring.models import LinkRole, Sheet
from tests.scoring.people import Person, client_id

PAGES = [
    ("sheet",),
    ("history",),
    ("share",),
    ("totals",),
    ("export", "csv"),
    ("export", "json"),
    ("export", "txt"),
]


def test_a_link_becomes_a_cookie_that_scripts_can_not_read(sheet: Sheet) -> None:
    client = Client()
    answer = client.get(sheet.link(LinkRole.SCORER).path)
    assert (answer.status_code, answer.url) == (302, f"/score/s/{sheet.public_id}")
    cookie = client.cookies[COOKIE.name]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


@pytest.mark.parametrize("language", ["", "/en"])
def test_a_link_works_in_both_languages(sheet: Sheet, language: str) -> None:
    client = Client()
    answer = client.get(language + sheet.link(LinkRole.VIEWER).path, follow=True)
    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == f"{language}/score/s/{sheet.public_id}"


@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_sees_nothing_and_is_told_why(stranger: Person, page: tuple[str, ...]) -> None:
    answer = stranger.get(*page, v=0)
    assert answer.status_code == 403
    text = answer.content.decode()
    assert "открывается по ссылке" in text
    assert "Оля" not in text


def test_a_forged_cookie_is_worth_nothing(stranger: Person) -> None:
    stranger.client.cookies[COOKIE.name] = "eyJrZXkiOiJ4IiwidG9rZW5zIjpbXX0:1abcde:forged"
    assert stranger.get().status_code == 403


@pytest.mark.parametrize("name", ["entries", "undo", "finish"])
def test_a_viewer_can_not_write_and_is_told_so(viewer: Person, name: str) -> None:
    fields = {"cell": "r1.p1.red", "text": "1", "base": 0, "entry": 1, "client_entry_id": client_id()}
    answer = viewer.send(name, fields)
    assert answer.status_code == 403
    assert "только смотрят" in answer.json()["message"]
    assert viewer.sheet.entries.count() == 0


def test_a_viewer_has_no_keypad_and_no_way_to_undo(owner: Person, viewer: Person) -> None:
    owner.write("r1.p1.red", "2")
    assert 'id="pad"' not in viewer.get().content.decode()
    assert "?cell=" not in viewer.get().content.decode()
    assert "<form" not in viewer.get("history").content.decode().split("<main")[1].split("</main>")[0]


@pytest.mark.parametrize("page", PAGES)
def test_stronger_links_never_stand_on_a_viewers_page(viewer: Person, page: tuple[str, ...]) -> None:
    text = viewer.get(*page, v=99).content.decode()
    assert viewer.sheet.owner_token not in text
    assert viewer.sheet.scorer_token not in text


def test_a_scorer_may_not_pass_on_the_owners_link_nor_replace_links(scorer: Person) -> None:
    text = scorer.get("share").content.decode()
    assert scorer.sheet.scorer_token in text
    assert scorer.sheet.owner_token not in text
    assert scorer.client.post(scorer.url("links")).status_code == 403


def test_sharing_gives_the_viewers_link_with_the_text(owner: Person) -> None:
    text = owner.get("export", "txt").content.decode()
    assert f"http://testserver/score/l/{owner.sheet.viewer_token}" in text
    assert owner.sheet.owner_token not in text


def test_the_share_page_has_three_codes_on_white_ground(owner: Person) -> None:
    text = owner.get("share").content.decode()
    assert text.count("<svg xmlns") == 3 or text.count('fill="#fff"') == 3
    for role in LinkRole:
        assert f"http://testserver/score/l/{owner.sheet.link(role).token}" in text


def test_replaced_links_are_dead_and_the_owner_stays_in(
    owner: Person, scorer: Person, holder: Callable[[LinkRole], Person]
) -> None:
    owner.write("r1.p1.red", "2")
    old = [owner.sheet.link(role).path for role in LinkRole]
    assert owner.client.post(owner.url("links")).status_code == 302
    assert owner.get().status_code == 200
    lost = scorer.write("r1.p1.blue", "3")
    assert (lost.status_code, "Попросите" in lost.json()["message"]) == (403, True)
    for path in old:
        dead = Client().get(path)
        assert dead.status_code == 404
        assert "больше не действует" in dead.content.decode()
    scorer.sheet.refresh_from_db()
    assert holder(LinkRole.SCORER).write("r1.p1.blue", "3").status_code == 200


def test_an_owner_who_misses_the_answer_to_replacing_links_stays_in(owner: Person) -> None:
    """Whoever has only an old link is out, but not the browser that replaced it; asked again, nothing more is
    replaced, and who asks later replaces anew.
    """
    old_link = owner.sheet.link(LinkRole.OWNER).path
    thief = Client()
    assert thief.get(old_link).status_code == 302
    missed = owner.client.cookies["sheets"].value
    assert owner.client.post(owner.url("links")).status_code == 302
    owner.client.cookies["sheets"] = missed
    assert owner.get().status_code == 200
    assert thief.get(owner.url()).status_code == 403
    assert thief.post(owner.url("links")).status_code == 403
    owner.sheet.refresh_from_db()
    replaced = owner.sheet.owner_token
    assert owner.client.post(owner.url("links")).status_code == 302
    owner.sheet.refresh_from_db()
    assert owner.sheet.owner_token == replaced
    assert owner.client.post(owner.url("links")).status_code == 302
    owner.sheet.refresh_from_db()
    assert owner.sheet.owner_token != replaced


def test_of_two_devices_that_replace_links_at_once_the_first_stays_in(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is told that the links were replaced has them; who comes a moment later hears that it is out,
    and takes them from nobody.
    """
    second, answers, open_sheet = Client(), [], views.open_sheet
    second.get(owner.sheet.link(LinkRole.OWNER).path)

    def meanwhile(*asked: Any) -> SheetAccess:
        found = open_sheet(*asked)
        if not answers:
            answers.append(None)
            answers[0] = second.post(owner.url("links")).status_code
        return found

    monkeypatch.setattr(views, "open_sheet", meanwhile)
    late = owner.client.post(owner.url("links")).status_code
    assert (answers, late) == ([302], 403)
    assert second.get(owner.url("share")).status_code == 200


def test_the_best_of_several_links_counts(sheet: Sheet) -> None:
    client = Client()
    for role in (LinkRole.OWNER, LinkRole.VIEWER):
        client.get(sheet.link(role).path)
    assert Person(client, sheet).write("r1.p1.red", "1").status_code == 200


def test_one_browser_keeps_many_sheets_and_lists_its_own(owner: Person, stranger: Person) -> None:
    start = {"name": ["Ян", "Ия", "Ли"], "title": "Дача", "do": "start"}
    assert owner.client.post("/score/poison", start).status_code == 302
    text = owner.client.get("/score/recent", headers={"HX-Request": "true"}).content.decode()
    assert "Алхимия" in text  # among all games a sheet says which it is of
    assert "<html" not in text
    assert text.index("Дача") < text.index("Кухня, вторник")
    assert "Кухня" not in stranger.client.get("/score/recent").content.decode()


def test_an_open_sheet_is_resumed_where_it_stands(owner: Person) -> None:
    owner.write_round(1)
    text = owner.client.get(
        "/score/recent", {"game": "poison"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert "Записать раунд" in text
    assert typeset("Кухня, вторник: Оля, Саша, Коля, Рита · раунд 2 из 4") in text
    assert "Алхимия" not in text


def test_of_a_long_list_the_first_few_say_how_far_they_are(owner: Person) -> None:
    """Of those that were written last; each would have to be counted up."""
    for title in ("Дача", "Лес", "Поезд"):
        owner.client.post("/score/poison", {"name": ["Ян", "Ия", "Ли"], "title": title, "do": "start"})
    rows = owner.client.get("/score/recent").text.split('href="/score/s/')[1:]
    assert [typeset("раунд 1 из") in row for row in rows] == [True] * views.RESUMED + [False]


def test_an_open_sheet_says_who_leads_where_the_fewest_points_are_the_best(owner: Person) -> None:
    """series.winner: «впереди» is whom the sheet's own count has ahead; nobody before a round is whole."""

    def row(address: str = "/score/recent") -> str:
        text = owner.client.get(address, headers={"HX-Request": "true"}).content.decode()
        return re.sub(r"[ \n]+", " ", re.sub(r"<[^>]*>", " ", text))

    assert "впереди" not in row()
    owner.write_round(1)
    totals = owner.get("export", "json").json()["totals"]
    assert typeset("Алхимия · раунд 2 из 4") in row()
    assert typeset(f"впереди Саша, {min(totals)} ·") in row()
    assert typeset(f"Саша ahead, {min(totals)} ·") in row("/en/score/recent")
    assert "впереди" not in owner.client.get("/").content.decode()  # the page itself is the same for all


def test_a_finished_sheet_names_its_winner_in_every_list(owner: Person) -> None:
    def lists() -> list[str]:
        fragment = owner.client.get("/score/recent", headers={"HX-Request": "true"})
        pages = [fragment, *map(owner.client.get, ("/score/recent", "/score/poison"))]
        return [page.content.decode() for page in pages]

    owner.finish()
    assert all("Счёт закончен" in text for text in lists())  # nobody has won what nobody has written
    owner.finish(base=1, text="")
    for number in range(1, 5):
        owner.write_round(number)
    owner.finish(base=2)
    assert all("Победа: Саша" in text and "Счёт закончен" not in text for text in lists())
    assert "won by Саша" in owner.client.get("/en/score/recent").content.decode()


def test_the_link_for_the_others_at_the_table_comes_first(owner: Person) -> None:
    page = owner.get("share").content.decode()
    places = [page.index(f'id="url-{role}"') for role in ("scorer", "viewer", "owner")]
    assert places == sorted(places)


def test_only_the_page_of_who_writes_may_stay_here(owner: Person, scorer: Person, viewer: Person) -> None:
    """«kept for each sheet … that this device may write»; its other pages never are."""
    assert [person.get().get("Keep-On-Device") for person in (owner, scorer, viewer)] == ["yes", "yes", None]
    for page in PAGES[1:]:
        assert "Keep-On-Device" not in owner.get(*page).headers

"""How a game ended, for the device that keeps it and for BG Stats."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from urllib.parse import unquote, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from rulebook.content import reading
from scoring import poster
from scoring.boards import board_of
from scoring.models import Entry, LinkRole, Sheet, new_sheet
from scoring.results import CREATE_PLAY, LINK_LIMIT, bg_stats, player_id
from tests.scoring.people import NAMES, Person, client_id

LONG = ["Ж" * 40, "🧙" * 40, "W" * 39 + "я", "é" * 40, "Ъ" * 40, "Щ" * 40]


def finished(owner: Person) -> Person:
    owner.write_series()
    assert owner.finish().status_code == 302
    return owner


def opened(sheet: Sheet) -> Person:
    client = Client()
    client.get(sheet.link(LinkRole.OWNER).path)
    return Person(client, sheet)


def row_on(person: Person) -> dict[str, object] | None:
    found = re.search(r'data-result="(.*?)"', person.get().content.decode())
    return json.loads(unescape(found[1])) if found else None


def play_on(person: Person) -> tuple[str, dict[str, object]]:
    page = person.get("bg_stats").content.decode()
    link = unescape(re.search(r'id="bg-stats" href="(.*?)"', page)[1])
    return link, json.loads(unquote(link.removeprefix(CREATE_PLAY)))


@pytest.mark.parametrize(("prefix", "title"), [("", "Алхимия"), ("/en", "Poison")])
def test_the_page_of_evenings_tells_the_device_each_game_and_whether_the_fewest_points_win(
    client: Client, prefix: str, title: str
) -> None:
    """«The page knows the games, the device who has won.»"""
    page = client.get(f"{prefix}{reverse('scoring:ours')}").content.decode()
    games = json.loads(unescape(re.search(r'data-games="(.*?)"', page)[1]))
    assert [*games] == [*reading.game_ids()]
    assert games["poison"] == {"title": title, "fewest": True}


def test_the_result_is_on_the_page_of_a_finished_sheet_alone(owner: Person, viewer: Person) -> None:
    assert row_on(owner) is None
    row = row_on(finished(owner))
    assert (row["sheet"], row["game"], row["version"]) == (owner.sheet.public_id, "poison", 65)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", row["date"])
    assert row["players"] == [
        {"name": "Оля", "place": 2, "points": 28, "won": False},
        {"name": "Саша", "place": 1, "points": 8, "won": True},
        {"name": "Коля", "place": 4, "points": 68, "won": False},
        {"name": "Рита", "place": 3, "points": 60, "won": False},
    ]
    assert row_on(viewer) is None  # who only watches keeps nobody's evenings


def test_bg_stats_gets_what_its_link_is_documented_to_hold(owner: Person) -> None:
    """UTC date, `highestWins` false where the fewest points win, stable ids of players; Android needs
    `winner` and `startPlayer` of each.
    """
    link, play = play_on(finished(owner))
    assert urlsplit(link).netloc == "app.bgstatsapp.com"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert play["game"] == {
        "name": "Алхимия",
        "sourceGameId": "poison",
        "highestWins": False,
        "noPoints": False,
        "bggId": reading.whole("poison").bgg_id,
    }
    assert play["comments"] == "Кухня, вторник"
    assert not {"location", "team"} & {
        *play,
        *play["players"][1],
    }  # a sheet knows no place, and no teams here
    assert play["players"][1] == {
        "name": "Саша",
        "sourcePlayerId": player_id("Саша"),
        "startPlayer": False,
        "winner": True,
        "rank": 1,
        "score": 8,
    }
    assert player_id("САША") == player_id("Саша") != player_id("Паша")


@pytest.mark.parametrize(
    ("minutes", "sent"), [(0, None), (7, None), (8, 8), (75, 75), (720, 720), (721, None)]
)
def test_bg_stats_is_told_how_long_the_game_took_where_the_sheet_knows_it(
    owner: Person, minutes: int, sent: int | None
) -> None:
    """From the sheet's beginning to its first end: not where it was filled in afterwards (in less than a
    quarter of the game's usual time), and not where it was left open.
    """
    corrected_a_week_later(owner)
    played = Sheet.objects.get(pk=owner.sheet.pk).played_at
    Sheet.objects.filter(pk=owner.sheet.pk).update(created_at=played - timedelta(minutes=minutes))
    assert play_on(owner)[1].get("durationMin") == sent
    assert ("Играли" in owner.page("bg_stats")) == (sent is not None)


def test_a_game_that_nobody_has_looked_up_is_matched_by_its_name(owner: Person) -> None:
    finished(owner)
    board = board_of(Sheet.objects.get(pk=owner.sheet.pk), "ru")
    board.game = replace(board.game, bgg_id=0)
    assert "bggId" not in bg_stats(board)["game"]


def test_a_game_without_points_sends_none(db: None) -> None:
    person = opened(new_sheet("wizwar", NAMES))
    for n, text in enumerate(("life 1 -3", "life 2 -15", "life 3 -15", "life 4 -15")):
        assert person.write(f"log.{n}", text).status_code == 200
    assert person.finish().status_code == 302
    _, play = play_on(person)
    assert play["game"]["noPoints"] is True
    assert not any("score" in player for player in play["players"])


@pytest.mark.thorough  # every day what the link holds, with usual names, above
def test_the_longest_names_fit_into_the_link(db: None) -> None:
    person = opened(new_sheet("poison", LONG))
    for number in range(1, 7):
        for seat in range(1, 7):
            for field in ("red", "blue", "purple", "poison"):
                n = str(seat % 2) if field == "red" else "0"
                assert person.write(f"r{number}.p{seat}.{field}", n).status_code == 200
    person.finish()
    link, play = play_on(person)
    assert len(link) < LINK_LIMIT
    assert [player["name"] for player in play["players"]] == LONG


def test_the_page_says_what_leaves_before_it_does(owner: Person) -> None:
    assert "Сначала закончите счёт" in owner.get("bg_stats").content.decode()
    page = finished(owner).get("bg_stats").content.decode().replace("\u00a0", " ")
    before, after = page.split('id="bg-stats"')
    for said in ("app.bgstatsapp.com", "Алхимия", owner.sheet.public_id, *NAMES, "очки: 68"):
        assert said in before
    assert 'rel="noopener noreferrer"' in after


def test_a_stranger_sees_nothing_of_it(stranger: Person, holder: Callable[[LinkRole], Person]) -> None:
    assert stranger.get("bg_stats").status_code == 403
    assert holder(LinkRole.VIEWER).get("bg_stats").status_code == 200


@pytest.mark.parametrize("undone", ["", "1"])
def test_a_sheet_that_is_open_again_has_no_result(owner: Person, undone: str) -> None:
    finished(owner)
    fields = {"text": undone, "base": 65, "client_entry_id": client_id()}
    owner.client.post(owner.url("finish"), fields)
    assert (row_on(owner) is None) == (undone == "")


def corrected_a_week_later(owner: Person) -> datetime:
    """The day of the evening; a week later the sheet is opened, one number corrected, and closed again."""
    finished(owner)
    played = timezone.now() - timedelta(days=7)
    Entry.objects.filter(sheet=owner.sheet).update(created_at=played)
    Sheet.objects.filter(pk=owner.sheet.pk).update(updated_at=played)
    assert owner.finish(base=65, text="").status_code == 302
    assert owner.write("r1.p1.red", "1", base=1).status_code == 200
    assert owner.finish(base=66).status_code == 302
    return played


def test_an_evening_stays_on_its_day_when_its_sheet_is_corrected(owner: Person) -> None:
    """Its day is that of the first finish, wherever it is told; the device takes the corrected row for the
    newer one.
    """
    played = corrected_a_week_later(owner)
    row = row_on(owner)
    assert row["date"] == f"{played.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    assert (row["version"], row["players"][0]["points"]) == (68, 27)
    _, play = play_on(owner)
    assert play["playDate"] == f"{played.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    said = date_format(timezone.localtime(played), "j E")
    for page in (owner.page("bg_stats"), owner.client.get(reverse("scoring:recent")).content.decode()):
        assert said in page
    assert said in poster.draw(Sheet.objects.get(pk=owner.sheet.pk), "ru")

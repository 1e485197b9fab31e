"""What two phones do at once to one row, in every place of the shared code that locks it."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from scoring.joining import JoinCode
from scoring.models import Sheet, new_sheet
from simulator.models import Match
from tests.locks import meeting
from tests.locks.meeting import Case, Moment
from tests.scoring import test_giving as sheets_given
from tests.scoring.people import NAMES, opened
from tests.simulator import test_match_giving as matches_given
from tests.simulator.test_deal import SHARE
from tests.simulator.test_pages_table import replay, run, send, start
from tests.simulator.test_seats import link_of

pytestmark = meeting.ON_A_SERVER
several_connections = meeting.several_connections

JSON = {"headers": {"Accept": "application/json"}}


# --- Sheets -------------------------------------------------------------------------------------------------


def a_sheet() -> SimpleNamespace:
    """Two browsers of its owner's; neither has looked at it yet."""
    sheet = new_sheet("poison", NAMES)
    return SimpleNamespace(row=sheet, one=opened(sheet), other=opened(sheet))


def two_sheets() -> SimpleNamespace:
    return SimpleNamespace(one=a_sheet().one, other=a_sheet().other)


def an_open_sheet() -> SimpleNamespace:
    scene = a_sheet()
    for person in (scene.one, scene.other):
        assert person.get().status_code == 200
    return scene


def a_given_sheet() -> SimpleNamespace:
    """A sheet that was given, and has gone on where it comes from."""
    scene = an_open_sheet()
    scene.one.write("r1.p1.red", "2")
    first = sheets_given.elsewhere(sheets_given.to_give(scene.one))
    assert sheets_given.give(first).status_code == 201
    scene.one.write("r1.p2.red", "3")
    scene.file = sheets_given.elsewhere(sheets_given.to_give(scene.one))
    return scene


def code_in(page: Any) -> str:
    return re.search(r'class="join-code">([\d ]+)<', page.content.decode())[1].replace(" ", "")


def entries(sheet: Sheet) -> list[tuple[int, str, str]]:
    return list(sheet.entries.values_list("number", "cell", "text"))


SHEETS = (
    Case(
        "Sheet.append",
        "two phones never overwrite each other silently",
        an_open_sheet,
        lambda at: at.one.write("r1.p1.red", "2"),
        lambda at: at.other.write("r1.p1.red", "3"),
        (200, 409),
        lambda at, told: (entries(at.row), told[1].json()["theirs"]),
        ([(1, "r1.p1.red", "2")], {"text": "2", "entry": 1}),
    ),
    Case(
        "Sheet.device",
        "the history tells phones apart by their numbers",
        a_sheet,
        lambda at: at.one.get(),
        lambda at: at.other.get(),
        (200, 200),
        lambda at, told: [device.number for device in at.row.devices.all()],
        [1, 2],
    ),
    Case(
        "Sheet.join_code",
        "phones that ask for a sheet's code at once are shown one, which opens it",
        an_open_sheet,
        lambda at: at.one.get("share"),
        lambda at: at.other.get("share"),
        (200, 200),
        lambda at, told: [code_in(answer) == JoinCode.objects.get().code for answer in told],
        [True, True],
    ),
    Case(
        "JoinCode.of",
        "a code that was just shown opens its sheet, whoever is shown another's",
        two_sheets,
        lambda at: at.one.get("share"),
        lambda at: at.other.get("share"),
        (200, 200),
        lambda at, told: [JoinCode.objects.filter(code=code_in(answer)).exists() for answer in told],
        [True, True],
    ),
    Case(
        "scoring.views.links",
        "of two devices at once the first replaces the links, and the second is told that it is out",
        an_open_sheet,
        lambda at: at.one.client.post(at.one.url("links")),
        lambda at: at.other.client.post(at.other.url("links")),
        (302, 403),
        lambda at, told: [person.get().status_code for person in (at.one, at.other)],
        [200, 403],
    ),
    Case(
        "scoring.giving.take",
        "an entry that is given twice stands exactly once",
        a_given_sheet,
        lambda at: sheets_given.give(at.file),
        lambda at: sheets_given.give(at.file),
        (200, 200),
        lambda at, told: entries(Sheet.objects.exclude(pk=at.row.pk).get()),
        [(1, "r1.p1.red", "2"), (2, "r1.p2.red", "3")],
    ),
)


# --- Matches ------------------------------------------------------------------------------------------------


def a_match(*kinds: str, **fields: str) -> SimpleNamespace:
    """A match with two browsers of its host's, and one more."""
    host, other = Client(), Client()
    match = start(host, *kinds, **fields)
    assert other.get(f"/play/l/{match.host_token}").status_code == 302
    return SimpleNamespace(row=match, url=match.get_absolute_url(), host=host, other=other, phone=Client())


def a_match_with_a_move() -> SimpleNamespace:
    scene = a_match("here", "greedy", "greedy", **{"option-dealer": "3"})
    move(scene, scene.host)
    scene.row.refresh_from_db()
    return scene


def a_given_match() -> SimpleNamespace:
    scene = a_match("here", "here", "greedy")
    run(scene.row, 5)
    assert matches_given.give(matches_given.file_of(scene.host, scene.row)).status_code == 200
    run(scene.row, 4)
    scene.file = matches_given.file_of(scene.host, scene.row)
    return scene


def a_match_after_a_round() -> SimpleNamespace:
    scene = a_match("here", "greedy", "greedy")
    run(scene.row, until="round_ended")
    return scene


def a_match_with_a_sheet() -> SimpleNamespace:
    """Its second round isn't in the sheet yet."""
    scene = a_match_after_a_round()
    assert scene.host.post(f"{scene.url}/pour").status_code == 302
    run(scene.row, until="round_ended")
    scene.person = opened(Sheet.objects.get())
    assert scene.person.get().status_code == 200
    return scene


def move(at: Any, client: Client, which: int = 0) -> Any:
    now = replay(at.row)
    return send(client, at.row, 0, str(now.engine.legal_moves(now.state, 0)[which]), 0)


def sit(at: Any, client: Client) -> Any:
    return client.post(link_of(at.row, 1), {"share": SHARE})


def grown(at: Any, told: Any) -> int:
    """By how much the version has: pages that wait for news know each by its own."""
    before = at.row.version
    at.row.refresh_from_db()
    return int(at.row.version - before)


def changes(at: Any, told: Any) -> list[str]:
    return list(at.row.seat_changes.values_list("what", flat=True))


HEARD = "version grows with all that changes what a page shows"

MATCHES = (
    Case(
        "deal.add_all",
        "cards are dealt once every seat has added its share",
        lambda: a_match("here", "phone", "greedy", seed=""),
        lambda at: at.host.post(f"{at.url}/deal", {"share-0": SHARE}),
        lambda at: sit(at, at.phone),
        (302, 302),
        lambda at, told: Match.objects.get(pk=at.row.pk).is_dealt,
        True,
    ),
    Case(
        "seating.sit",
        "a seat's link is used up by the phone that sits down",
        lambda: a_match("here", "phone", "greedy"),
        lambda at: sit(at, at.phone),
        lambda at: sit(at, Client()),
        (302, 410),
        lambda at, told: (changes(at, told), at.phone.get(at.url).status_code),
        (["sat"], 200),
    ),
    Case(
        "seating.renew",
        HEARD,
        lambda: a_match("here", "phone", "phone"),
        lambda at: at.host.post(f"{at.url}/link", {"seat": 2}),
        lambda at: sit(at, at.phone),
        (302, 302),
        grown,
        2,
    ),
    Case(
        "seating.replace_with_bot",
        "the log tells of every change, once",
        lambda: a_match("here", "phone", "greedy"),
        lambda at: at.host.post(f"{at.url}/seat", {"seat": 1}),
        lambda at: at.other.post(f"{at.url}/seat", {"seat": 1}),
        (302, 302),
        changes,
        ["bot"],
    ),
    Case(
        "giving._catch_up",
        "a match that is given twice is taken once",
        a_given_match,
        lambda at: matches_given.give(at.file),
        lambda at: matches_given.give(at.file),
        (200, 200),
        lambda at, told: [match.moves.count() for match in Match.objects.all()],
        [9, 9],
    ),
    Case(
        "play.move",
        "one move is made at a ply, and the other is told that the match has moved on",
        lambda: a_match("here", "greedy", "greedy", **{"option-dealer": "3"}),
        lambda at: move(at, at.host),
        lambda at: move(at, at.other, 1),
        (302, 409),
        lambda at, told: replay(at.row).ply,
        1,
    ),
    Case(
        "play._write_turn",
        "pages ask by themselves for a bot's turn; doubles do no harm",
        a_match_with_a_move,
        lambda at: at.host.post(f"{at.url}/bot", {"ply": 1}, **JSON),
        lambda at: at.other.post(f"{at.url}/bot", {"ply": 1}, **JSON),
        (200, 200),
        lambda at, told: told[0].json() == told[1].json(),
        True,
    ),
    Case(
        "play.unlock_device",
        HEARD,
        lambda: a_match("here", "phone", "here", **{"option-dealer": "3"}),
        lambda at: at.host.post(f"{at.url}/lift", {"seat": 0, "version": at.row.version}),
        lambda at: sit(at, at.phone),
        (302, 302),
        grown,
        2,
    ),
    Case(
        "play.undo",
        "a page that holds the last version shows the table as it stands",
        a_match_with_a_move,
        lambda at: at.host.post(f"{at.url}/undo", {"ply": 1}),
        lambda at: at.other.post(f"{at.url}/bot", {"ply": 1}, **JSON),
        (302, 200),
        lambda at, told: (replay(at.row).ply, told[1].json()["ply"]),
        (0, 0),
    ),
    Case(
        "play.sync_sheet",
        "phones that pour at once fill one sheet",
        a_match_after_a_round,
        lambda at: at.host.post(f"{at.url}/pour"),
        lambda at: at.other.post(f"{at.url}/pour"),
        (302, 302),
        lambda at, told: (Sheet.objects.count(), told[0].url == told[1].url),
        (1, True),
    ),
    Case(
        "Sheet.sync_from_match",
        "what was played is poured in whole, and who writes there meanwhile is asked",
        a_match_with_a_sheet,
        lambda at: at.host.post(f"{at.url}/pour"),
        lambda at: at.person.write("r2.p1.red", "3"),
        (302, 409),
        lambda at, told: at.person.sheet.entries.filter(cell="r2.p1.red").count(),
        1,
        Moment('FROM "scoring_sheet"', 3),  # it has been read with its entries, none of which is poured yet
    ),
)


@pytest.mark.parametrize("case", [*SHEETS, *MATCHES], ids=lambda case: case.place)
def test_of_two_at_once_neither_is_lost(case: Case) -> None:
    meeting.check(case)

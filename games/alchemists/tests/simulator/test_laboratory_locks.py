"""What two phones do at once to one laboratory or one notebook: «every change locks it»."""

from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils import timezone

from games.alchemists.simulator.laboratory.models import ABSENT, Laboratory
from games.alchemists.simulator.notebook.models import Notebook
from games.alchemists.tests.simulator.laboratories import act, at_seat, by_code, open_laboratory
from games.alchemists.tests.simulator.notebooks import new_notebook, tap
from scoring.models import Sheet
from tests.locks import meeting
from tests.locks.meeting import Case

pytestmark = meeting.ON_A_SERVER
several_connections = meeting.several_connections


def a_lab(**fields: str) -> SimpleNamespace:
    """A laboratory, its host, two phones at seats 1 and 2, and two that only watch."""
    host = Client()
    lab = open_laboratory(host, **fields)
    phones, watchers = [at_seat(lab, n) for n in (1, 2)], [by_code(lab) for _ in range(2)]
    scene = SimpleNamespace(row=lab, url=lab.get_absolute_url(), host=host, phones=phones, watchers=watchers)
    scene.began = lab.entries.count()
    return scene


def a_lab_without_its_host() -> SimpleNamespace:
    scene = a_lab()
    Laboratory.objects.update(host_seen_at=timezone.now() - 2 * ABSENT)
    return scene


def a_notebook() -> SimpleNamespace:
    """On two devices."""
    one, other = Client(), Client()
    notebook = new_notebook(one)
    assert other.get(f"/notebook/l/{notebook.token}").status_code == 302
    return SimpleNamespace(row=notebook, url=notebook.get_absolute_url(), one=one, other=other)


def done(at: SimpleNamespace, told: object) -> list[str]:
    """What was done meanwhile, by its verb."""
    texts = at.row.entries.values_list("text", flat=True)
    return [text.partition(" ")[0] for text in texts][at.began :]


LABORATORY = (
    Case(
        "laboratory.act",
        "of two phones both entries are kept, in order",
        a_lab,
        lambda at: act(at.phones[0], at.row, 1, "student toad mushroom"),
        lambda at: act(at.phones[1], at.row, 2, "student fern claw"),
        (200, 200),
        lambda at, told: [answer.json()["number"] - at.began for answer in told],
        [1, 2],
    ),
    Case(
        "laboratory.take_seat",
        "a seat is given to the phone that was quicker",
        a_lab,
        lambda at: at.watchers[0].post(f"{at.url}/take", {"seat": 3}),
        lambda at: at.watchers[1].post(f"{at.url}/take", {"seat": 3}),
        (302, 409),
        done,
        ["taken"],
    ),
    Case(
        "laboratory.free_seat",
        "a seat goes back once",
        a_lab,
        lambda at: at.host.post(f"{at.url}/free", {"seat": 1}),
        lambda at: at.phones[0].post(f"{at.url}/free", {"seat": 1}),
        (302, 302),
        done,
        ["freed"],
    ),
    Case(
        "laboratory.claim_host",
        "one phone takes over from a host who is gone",
        a_lab_without_its_host,
        lambda at: at.phones[0].post(f"{at.url}/host"),
        lambda at: at.phones[1].post(f"{at.url}/host"),
        (302, 409),
        done,
        ["claimed"],
    ),
    Case(
        "laboratory.look_as_leader",
        "the leader's link works once, on one device",
        lambda: a_lab(led="yes"),
        lambda at: at.watchers[0].post(f"/lab/leader/{at.row.leader_token}"),
        lambda at: at.watchers[1].post(f"/lab/leader/{at.row.leader_token}"),
        (302, 404),
        done,
        ["looked"],
    ),
    Case(
        "laboratory.sync_sheet",
        "phones that pour at once fill one sheet",
        a_lab,
        lambda at: at.host.post(f"{at.url}/pour"),
        lambda at: at.phones[0].post(f"{at.url}/pour"),
        (302, 302),
        lambda at, told: (Sheet.objects.count(), told[0].url == told[1].url),
        (1, True),
    ),
)

NOTEBOOK = (
    Case(
        "notebook.write",
        "of two devices both notes are kept, in order",
        a_notebook,
        lambda at: tap(at.one, at.row, tool="mix", i=["toad", "fern"], result="R+"),
        lambda at: tap(at.other, at.row, tool="mix", i=["claw", "fern"], result="N"),
        (302, 302),
        lambda at, told: list(at.row.notes.values_list("number", flat=True)),
        [1, 2],
    ),
    Case(
        "notebook.save_settings",
        "of two taps at once both count",
        a_notebook,
        lambda at: at.one.post(f"{at.url}/ask/sales", {"hand": "+toad"}),
        lambda at: at.other.post(f"{at.url}/ask/sales", {"hand": "+toad"}),
        (302, 302),
        lambda at, told: Notebook.objects.get(pk=at.row.pk).settings["hand"]["toad"],
        2,
    ),
)


@pytest.mark.parametrize("case", [*LABORATORY, *NOTEBOOK], ids=lambda case: case.place)
def test_of_two_at_once_neither_is_lost(case: Case) -> None:
    meeting.check(case)

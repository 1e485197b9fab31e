"""A form begins one row, however often it is sent: «Addresses that create carry an id from the form, so that
a lost answer makes no second row».
"""

import re
from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import Any

import pytest
from django.db.models import QuerySet
from django.http import HttpResponse
from django.test import Client, RequestFactory

from games.alchemists.simulator.laboratory.models import Laboratory
from games.alchemists.simulator.notebook.models import Notebook
from scoring.models import EntryDraft, LinkRole, Sheet, new_sheet
from scoring.sheets.core import FINISH, YES
from simulator.models import Match
from web.begun_once import OF_BROWSER, begin_once
from web.fields import CLIENT_ID_FIELD

pytestmark = pytest.mark.django_db
THREE = {"name": ["Оля", "Саша", "Коля"], "do": "start"}
TWO = {"seats": "2", "kind-0": "here", "name-0": "Оля", "kind-1": "random"}
LAB = {"name-0": "Оля", "name-1": "Саша", "level": "apprentice"}
FORMS: Mapping[str, tuple[type[Any], Mapping[str, Any]]] = {
    "/score/poison": (Sheet, THREE),
    "/play/potions": (Match, TWO),
    "/lab/new": (Laboratory, LAB),
    "/notebook/": (Notebook, {}),
}
DRAWN = re.compile(
    rf'<input type="hidden" name="{CLIENT_ID_FIELD}" value="([^"]+)" autocomplete="off" data-form-id>'
)


def drawn(client: Client, path: str) -> str:
    """The id of the form on a page, where no two are alike."""
    found = DRAWN.findall(client.get(path).content.decode())
    assert len(set(found)) == len(found) > 0
    return found[-1]


def send(client: Client, path: str, form_id: str, **more: Any) -> HttpResponse:
    answer = client.post(path, {**FORMS[path][1], CLIENT_ID_FIELD: form_id, **more})
    assert answer.status_code == 302, answer.content.decode()
    return answer


@pytest.mark.parametrize("path", FORMS)
def test_a_form_sent_again_leads_to_the_same_row(path: str, client: Client) -> None:
    """«The server makes one row for it however often it is sent», and its browser is let in each time; a page
    drawn anew sends it with another token.
    """
    form_id = drawn(client, path)
    before = client.cookies.copy()
    first = send(client, path, form_id)
    client.cookies = before  # the answer was lost
    for n in range(3):
        assert send(client, path, form_id, csrfmiddlewaretoken=str(n)).url == first.url
    assert FORMS[path][0].objects.count() == 1
    assert client.get(first.url).status_code == 200


@pytest.mark.parametrize("path", FORMS)
def test_a_form_drawn_anew_begins_another(path: str, client: Client) -> None:
    """«Starting a second one on purpose must still make a second one.»"""
    one, other = drawn(client, path), drawn(client, path)
    assert one != other
    assert send(client, path, one).url != send(client, path, other).url


@pytest.mark.parametrize("path", FORMS)
def test_somebody_else_who_knows_the_id_gets_nothing(path: str, client: Client) -> None:
    form_id = drawn(client, path)
    mine = send(client, path, form_id).url
    other = Client()
    drawn(other, path)
    assert send(other, path, form_id).url != mine
    assert send(Client(), path, form_id).url != mine  # nor who has never seen the form
    assert other.get(mine).status_code == 403


def test_a_form_that_says_something_else_begins_something_else(client: Client) -> None:
    """Whoever saw no answer and wrote one more name means those who stand there now."""
    form_id = drawn(client, "/score/poison")
    send(client, "/score/poison", form_id)
    send(client, "/score/poison", form_id, name=["Оля", "Саша", "Коля", "Ира"])
    assert sorted(len(sheet.names()) for sheet in Sheet.objects.all()) == [3, 4]


def test_without_an_id_each_is_a_row_of_its_own(client: Client) -> None:
    drawn(client, "/score/poison")
    for _ in range(2):
        client.post("/score/poison", THREE)
    assert Sheet.objects.count() == 2


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("form_id", ["", "short", "a" * 65, "зерно-зерно", "a b c d e f"])
def test_an_id_that_is_none_is_said_to_be(path: str, form_id: str, client: Client) -> None:
    """«Input of any kind gets a clear error, never a 500.»"""
    drawn(client, path)
    answer = client.post(path, {**FORMS[path][1], CLIENT_ID_FIELD: form_id})
    assert answer.status_code in (400, 422)
    assert "обновите её" in answer.content.decode()
    assert not FORMS[path][0].objects.exists()


def test_one_that_came_at_the_same_time_isnt_made_twice(rf: RequestFactory, monkeypatch: Any) -> None:
    """Two requests that both find nothing: the second gets what the first has made."""
    request = rf.post("/score/poison", {CLIENT_ID_FIELD: "0123456789"})
    request.META[OF_BROWSER] = "a browser"
    made = begin_once(request, Sheet, LinkRole.OWNER, partial(new_sheet, "poison", THREE["name"]))
    monkeypatch.setattr(QuerySet, "first", lambda self: None)
    assert begin_once(request, Sheet, LinkRole.OWNER, partial(new_sheet, "poison", THREE["name"])) == made
    assert Sheet.objects.count() == 1


def hidden(page: str) -> dict[str, Any]:
    """The form that an error page sends again, as a browser would."""
    form = page.partition('<section class="error-page"')[2].partition("</form>")[0]
    found: dict[str, Any] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form):
        found.setdefault(name, []).append(value)
    return found


HERE = {"Origin": "http://testserver"}


@pytest.mark.parametrize("path", FORMS)
def test_a_form_with_the_token_of_a_pocket_goes_once_more(path: str) -> None:
    """«A form drawn by the pocket and sent once the network is back»: what was typed isn't lost, the next tap
    sends it with a token of the server's, and there is one row, however often that is pressed.
    """
    browser, pocket = Client(enforce_csrf_checks=True), Client()
    pocket.get(path)
    typed = {**FORMS[path][1], CLIENT_ID_FIELD: drawn(pocket, path)}
    token = pocket.cookies["csrftoken"].value
    refused = browser.post(path, typed | {"csrfmiddlewaretoken": token}, headers=HERE)
    page = refused.content.decode()
    assert refused.status_code == 403
    assert "Набранное не пропало" in page
    again = hidden(page)
    assert again.pop("csrfmiddlewaretoken") != [token]
    assert again == {name: text if isinstance(text, list) else [text] for name, text in typed.items()}
    places = {browser.post(path, hidden(page), headers=HERE).url for _ in range(2)}
    assert len(places) == FORMS[path][0].objects.count() == 1
    assert browser.get(places.pop()).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"Origin": "https://elsewhere.test"}, {"Origin": "null"}])
def test_what_comes_from_elsewhere_isnt_offered_to_be_sent_again(headers: dict[str, str]) -> None:
    """Nobody elsewhere puts a key before a reader that sends what they have written."""
    answer = Client(enforce_csrf_checks=True).post("/score/poison", THREE, headers=headers)
    assert answer.status_code == 403
    assert "Коля" not in answer.content.decode()
    assert not Sheet.objects.exists()


def test_the_same_people_once_more(client: Client) -> None:
    """The key «Ещё партию теми же» under a finished sheet carries an id, too, each reader's own."""
    made = send(client, "/score/poison", drawn(client, "/score/poison"))
    sheet = Sheet.objects.get()
    grid = product(range(1, 4), range(1, 4), sheet.rules.fields)
    for cell in (*(f"r{n}.p{seat}.{row}" for n, seat, row in grid), FINISH):
        sheet.append(EntryDraft(cell, YES, 0, f"{cell}-first"))
    seen = set()
    for _ in range(2):
        page = client.get(f"{made.url}/totals?v=0").content.decode()
        seen |= set(re.findall(rf'name="{CLIENT_ID_FIELD}" value="([\w-]+-n)"', page))
    assert len(seen) == 2

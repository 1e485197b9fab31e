"""Whatever comes in wrong gets one sentence and its clause; nothing is lost and nothing breaks."""

from itertools import product

import pytest
from django.test import Client

from games.alchemists.simulator.laboratory.models import Laboratory
from games.alchemists.tests.simulator.laboratories import JSON, act

pytestmark = pytest.mark.django_db


BAD_ACTIONS = [
    ("student toad toad", "mix.different"),  # a mix takes two different ingredients
    ("sell toad toad R+", "mix.different"),
    ("exhibit fern fern R+", "mix.different"),
    ("debunk fern fern R+", "mix.different"),
    ("sell toad fern N", "sell.make"),  # adventurers order coloured potions only
    ("exhibit toad fern N", "sell.make"),
    ("student toad", "lab.use"),
    ("student toad fern claw", "lab.use"),
    ("student toad unicorn", "lab.use"),
    ("student toad <script>", "lab.use"),
    ("debunk toad Q", "lab.use"),
    ("theory toad a9", "lab.use"),
    ("withdraw toad", "publish.new"),  # there is no theory about it
    ("destroy everything", "lab.use"),
    ("", "lab.use"),
    ("   ", "lab.use"),
    ("x" * 5000, "lab.use"),
    ("taken", "lab.use"),
    ("opened", "lab.use"),
    ("looked", "lab.use"),
    ("peek toad", "lab.use"),
    ("round 5", "lab.use"),
    ("student\ttoad\x00fern", "lab.use"),
]


def test_an_action_that_cannot_be_is_refused_with_its_clause(client: Client, lab: Laboratory) -> None:
    for text, clause in BAD_ACTIONS:
        response = act(client, lab, 0, text)
        assert response.status_code == 422, response.content.decode()
        assert response.json()["clause"]["url"].endswith(f"/{clause}"), text
        assert response.json()["message"]
        assert lab.entries.count() == 1


def test_a_token_and_a_book_are_used_once(client: Client, lab: Laboratory) -> None:
    """Two theories never share an alchemical (publish.token); a book has one theory (publish.new)."""
    assert act(client, lab, 0, "theory toad a1").status_code == 200
    token = act(client, lab, 1, "theory fern a1")
    assert token.status_code == 422
    assert token.json()["clause"]["url"].endswith("/publish.token")
    book = act(client, lab, 1, "theory toad a2")
    assert book.status_code == 422
    assert book.json()["clause"]["url"].endswith("/publish.new")


def test_a_seat_that_this_phone_does_not_hold_is_refused(client: Client, lab: Laboratory) -> None:
    for seat in ("4", "-1", "99999999999", "x", ""):
        body = {"seat": seat, "text": "student toad fern", "client_entry_id": "any-page-number"}
        response = client.post(f"{lab.get_absolute_url()}/act", body, **JSON)
        assert response.status_code in (403, 422), seat
        assert response.json()["clause"]


NO_ACTIONS = [
    " ",
    "{",
    "[]",
    "null",
    '{"seat": 0}',
    '{"seat": 0, "text": "student toad fern"}',
    '{"seat": {}, "text": [], "client_entry_id": 7}',
    '{"seat": 0, "text": "student toad fern", "client_entry_id": "short"}',
    '{"seat": 0, "text": "student toad fern", "client_entry_id": "' + "x" * 300 + '"}',
    '{"seat": 0, "text": "student toad fern", "client_entry_id": "семь чудес"}',
    '{"seat": NaN}',
    "\x00",
]


def test_a_body_that_is_no_action_is_refused(client: Client, lab: Laboratory) -> None:
    for body in NO_ACTIONS:
        response = client.post(f"{lab.get_absolute_url()}/act", body, **JSON)
        assert 400 <= response.status_code < 500, body
        assert response.json()["message"]
        assert lab.entries.count() == 1


def test_a_form_with_one_ingredient_comes_back_with_what_was_chosen(client: Client, lab: Laboratory) -> None:
    """A mix takes two ingredients (mix.different); the chosen ones stay chosen."""
    fields = {"seat": "1", "i": "toad", "do": "sell", "potion": "R+", "tool": "sell"}
    response = client.post(f"{lab.get_absolute_url()}/act", {**fields, "client_entry_id": "form-form-form"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "Выберите два ингредиента: сейчас выбрано 1" in page
    assert 'value="toad" checked' in page
    assert 'value="R+" required checked' in page
    assert 'name="seat" value="1" required checked' in page


def test_a_form_in_another_dress_is_refused(client: Client, lab: Laboratory) -> None:
    response = client.post(f"{lab.get_absolute_url()}/act", "<xml/>", content_type="text/xml")
    assert response.status_code == 415


ODD = [
    "/result/1",
    "/result/999",
    "/show/1",
    "/show/999999999999999999999",
    "?v=x",
    "?v=",
    "?v=-1",
    "?v=99999999",
    "/mine?seat=9",
    "/mine?seat=x",
    "?tool=nothing&level=wizard",
]


def test_odd_addresses_get_an_answer(client: Client, lab: Laboratory) -> None:
    for rest in ODD:
        assert client.get(f"{lab.get_absolute_url()}{rest}").status_code in (200, 400, 403, 404), rest


def test_seats_that_are_none_are_refused(client: Client, lab: Laboratory) -> None:
    for action, seat in product(("take", "free"), ("9", "x", "", "-1")):
        response = client.post(f"{lab.get_absolute_url()}/{action}", {"seat": seat})
        assert response.status_code in (400, 404), (action, seat)


@pytest.mark.parametrize(
    ("names", "clause"),
    [
        (["Оля", "Оля"], "setup.players"),
        (["Оля", "я" * 200], "setup.players"),
    ],
)
def test_a_table_of_two_to_four_with_different_names(client: Client, names: list[str], clause: str) -> None:
    """Two to four play, each called differently (setup.players)."""
    fields = {f"name-{n}": name for n, name in enumerate(names)}
    response = client.post("/lab/new", fields)
    assert response.status_code == 422
    assert f"/rules/alchemists/{clause}" in response.content.decode()


def test_strangers_and_wrong_methods_learn_nothing(client: Client, lab: Laboratory) -> None:
    url = lab.get_absolute_url()
    for rest in ("", "/log", "/mine", "/seats", "/result/1", "/show/1", "/leader", "/leader.pdf", "/reveal"):
        assert Client().get(url + rest).status_code == 403
    for rest in ("/act", "/take", "/free", "/host", "/pour"):
        assert Client().post(url + rest, {"seat": 0}).status_code == 403
        assert client.get(url + rest).status_code == 405
    assert client.get("/lab/m/nothing").status_code == 404
    assert client.delete(url).status_code == 405


def test_a_forged_cookie_opens_nothing(lab: Laboratory) -> None:
    phone = Client()
    phone.cookies["labs"] = f'{{"tokens": ["{lab.host_token}"]}}'
    assert phone.get(lab.get_absolute_url()).status_code == 403


def test_refusals_speak_the_readers_language(client: Client, lab: Laboratory) -> None:
    body = {"seat": 0, "text": "student toad toad", "client_entry_id": "any-page-number"}
    response = client.post(f"/en{lab.get_absolute_url()}/act", body, **JSON)
    assert "two different ingredients" in response.json()["message"]

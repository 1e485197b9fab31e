"""Whatever comes in wrong gets one sentence and its clause; nothing is lost and nothing breaks."""

from itertools import product

import pytest
from django.test import Client

from games.alchemists.simulator.laboratory.models import Laboratory
from games.alchemists.tests.simulator.laboratories import JSON, NAMES, act, at_seat, by_code, reveal

pytestmark = pytest.mark.django_db


SCRIPT = {"Accept": "application/json"}
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
    for seat, status in (("4", 403), ("-1", 422), ("99999999999", 422), ("x", 422), ("", 422)):
        body = {"seat": seat, "text": "student toad fern", "client_entry_id": "any-page-number"}
        response = client.post(f"{lab.get_absolute_url()}/act", body, **JSON)
        assert response.status_code == status, seat
        clause = "lab.several" if status == 403 else "lab.choose"
        assert response.json()["clause"]["url"].endswith(f"/{clause}")


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
        assert response.status_code == (422 if '"seat": {}' in body else 400), body
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


ODD = {
    "/result/1": 404,  # a laboratory that was opened is no result
    "/result/999": 404,
    "/show/1": 404,
    "/show/999999999999999999999": 404,
    "?v=x": 400,
    "?v=": 400,
    "?v=-1": 400,
    "?v=99999999": 400,
    "/mine?seat=9": 403,
    "/mine?seat=x": 400,
    "?tool=nothing&level=wizard": 200,
}


def test_odd_addresses_get_an_answer(client: Client, lab: Laboratory) -> None:
    for rest, status in ODD.items():
        assert client.get(f"{lab.get_absolute_url()}{rest}").status_code == status, rest


def test_seats_that_are_none_are_refused(client: Client, lab: Laboratory) -> None:
    for action, seat in product(("take", "free"), ("4", "9", "x", "", "-1")):
        response = client.post(f"{lab.get_absolute_url()}/{action}", {"seat": seat})
        assert response.status_code == (404 if seat.isdecimal() else 400), (action, seat)
        assert 'class="refusal"' in response.text


REFUSED = [
    ("watcher", "post", "/free", 403, "lab.several"),
    ("watcher", "post", "/host", 403, "lab.several"),
    ("host", "post", "/host", 403, "lab.several"),
    ("seated", "post", "/host", 409, "lab.several"),  # the host's phone was heard of a moment ago
    ("watcher", "post", "/take", 409, "lab.several"),
    ("watcher", "get", "/reveal", 403, "lab.secret"),
    ("host", "post", "/reveal", 422, "reveal.answers"),  # it wasn't confirmed
    ("watcher", "post", "/pour", 403, "lab.several"),
    ("watcher", "get", "/mine", 403, "lab.several"),
    ("seated", "get", "/mine?seat=0", 403, "lab.several"),
    ("seated", "get", "/leader", 403, "lab.leader"),
    ("seated", "get", "/leader.pdf", 403, "lab.leader"),
    ("seated", "get", "/invite", 403, "lab.leader"),
    ("host", "get", "/invite", 403, "lab.leader"),  # there is no leader
]


def test_who_may_not_hears_the_rule_as_a_page_and_as_a_program(client: Client, lab: Laboratory) -> None:
    phones = {"host": client, "watcher": by_code(lab), "seated": at_seat(lab, 1)}
    for who, method, path, status, clause in REFUSED:
        ask = getattr(phones[who], method)
        page = ask(lab.get_absolute_url() + path, {"seat": 1} if method == "post" else None)
        assert (page.status_code, f"/rules/alchemists/{clause}" in page.text) == (status, True), (who, path)
        answer = ask(lab.get_absolute_url() + path, {"seat": 1} if method == "post" else None, headers=SCRIPT)
        assert answer.status_code == status, (who, path)
        assert answer.json()["clause"]["url"].endswith(f"/{clause}")


def test_the_pages_that_ask_for_something_are_there(client: Client, lab: Laboratory) -> None:
    url = lab.get_absolute_url()
    for path in ("/lab/new", "/lab/code", f"{url}/seats", f"{url}/reveal"):
        assert client.get(path).status_code == 200, path
    assert reveal(client, lab).status_code == 302
    assert client.get(f"{url}/leader.pdf?paper=wall").status_code == 400


def test_whoever_sits_here_or_is_the_host_has_theories_on_a_sheet(client: Client, lab: Laboratory) -> None:
    """The host alone, whose seats are all at other phones; whoever holds one of them; and into one sheet."""
    phones = [client, *(at_seat(lab, place) for place in range(len(NAMES)))]
    pours = [phone.post(f"{lab.get_absolute_url()}/pour") for phone in phones]
    assert [answer.status_code for answer in pours] == [302] * 5
    assert len({answer["Location"] for answer in pours}) == 1
    assert [phone.get(pours[0]["Location"]).status_code for phone in phones] == [200] * 5


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

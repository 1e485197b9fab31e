"""DESIGN §4: capability links. Opening one sets a cookie and redirects to an address without it."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from hypothesis import example, given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from games.alchemists.simulator.laboratory.models import Laboratory
from games.alchemists.simulator.notebook.models import Notebook
from scoring.models import LinkRole, Sheet, new_sheet
from simulator.models import Match
from web import links
from web.links import Gate, LinkCookie, OpenedByLink
from web.versioned import Versioned

pytestmark = pytest.mark.django_db
KINDS: tuple[type[OpenedByLink], ...] = (Sheet, Match, Laboratory, Notebook)


def row_of(kind: type[OpenedByLink]) -> Any:
    """A row of a kind, as plain as its columns let it be."""
    if kind is Sheet:
        return new_sheet("poison", ["Оля", "Петя", "Юра"])
    more = {
        Match: {"game": "poison", "rules": 1, "config": {}, "seed": "1"},
        Laboratory: {"level": "apprentice", "truth": {}, "led": True},
    }
    return kind.objects.create(**more.get(kind, {}))


def own_roles(kind: type[OpenedByLink]) -> list[Any]:
    return [role for role, capability in kind.LINKS.items() if "__" not in capability.token]


@pytest.mark.parametrize("kind", KINDS)
def test_a_token_gives_its_own_role_and_no_other(kind: type[OpenedByLink]) -> None:
    row = row_of(kind)
    for role in own_roles(kind):
        assert row.roles_of([row.token_of(role), "x"]) == (role,)
    assert row.roles_of(["x", ""]) == ()


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_leads_to_its_row_and_a_token_without_an_address_nowhere(kind: type[OpenedByLink]) -> None:
    row = row_of(kind)
    addresses = {capability.address for capability in kind.LINKS.values()} - {""}
    for role in own_roles(kind):
        token, address = row.token_of(role), kind.LINKS[role].address
        assert {at for at in addresses if kind.by_token(token, at) == row} == {address} - {""}
        assert not address or row.link(role).path.endswith(token)


@pytest.mark.parametrize("kind", KINDS)
def test_an_old_link_leads_nowhere_once_it_is_replaced(kind: type[OpenedByLink]) -> None:
    row, roles = row_of(kind), own_roles(kind)
    old = [row.token_of(role) for role in roles]
    row.save(update_fields=row.renew(*roles))
    row.refresh_from_db()
    assert row.roles_of(old) == ()
    assert row.roles_of([row.token_of(role) for role in roles]) == tuple(roles)
    assert kind.known_to(old) == []


@pytest.mark.parametrize("kind", KINDS)
def test_where_all_links_are_replaced_nothing_of_old_opens_it(kind: type[OpenedByLink]) -> None:
    """«whoever has opened or has an old one is out», those at a seat of their own included."""
    row = row_of(kind)
    if kind in (Match, Laboratory):
        for place, name in enumerate(("Оля", "Саша")):
            row.seats.create(place=place, name=name)
    places = [capability.token for capability in kind.LINKS.values()]
    old = [token for place in places for token in kind.objects.values_list(place, flat=True)]
    assert kind.known_to(old) == [row]
    row.replace_links()
    assert kind.known_to(old) == []
    assert not any(kind.by_token(token, way.address) for token in old for way in kind.LINKS.values())


def test_a_code_that_leads_to_a_laboratory_goes_with_its_links() -> None:
    lab = row_of(Laboratory)
    code = lab.code
    lab.replace_links()
    assert not Laboratory.objects.filter(code=code).exists()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if issubclass(kind, Versioned)])
def test_what_was_used_last_stands_first(kind: type[Versioned]) -> None:
    """A list of what a browser has opened gives «the last used first», and what changes a page is a use."""
    first, second = row_of(kind), row_of(kind)
    (role, *_) = own_roles(kind)
    tokens = [row.token_of(role) for row in (first, second)]
    assert kind.known_to(tokens) == [second, first]
    first.touch()
    assert kind.known_to(tokens) == [first, second]


def test_all_links_of_a_sheet_are_replaced_at_once() -> None:
    """The owner replaces them: whoever has only an old one is out."""
    sheet = row_of(Sheet)
    old = [sheet.token_of(role) for role in LinkRole]
    sheet.replace_links()
    sheet.refresh_from_db()
    assert sheet.roles_of(old) == ()


def test_a_leaders_link_leads_only_where_there_is_a_leader() -> None:
    lab = row_of(Laboratory)
    Laboratory.objects.update(led=False)
    assert Laboratory.by_token(lab.leader_token, "simulator:lab_leader_link") is None


def test_an_opened_link_is_kept_in_the_cookie_and_out_of_the_address(client: Client) -> None:
    sheet = row_of(Sheet)
    assert client.get(sheet.get_absolute_url()).status_code == 403
    answer = client.get(sheet.link(LinkRole.VIEWER).path)
    assert (answer.status_code, answer["Location"]) == (302, sheet.get_absolute_url())
    assert answer.cookies["sheets"]["httponly"]
    assert answer.cookies["sheets"]["max-age"] == 31_536_000, "a year"
    assert client.get(sheet.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_to_anything_shows_what_it_is_before_it_is_opened(
    client: Client, settings: Settings, kind: type[OpenedByLink]
) -> None:
    """On a public site, to messengers and to who comes for the first time."""
    settings.PUBLIC_URL = "https://grimoire.example"
    row = row_of(kind)
    page = client.get(row.link(own_roles(kind)[0]).path)
    assert (page.status_code, row.content.title.ru in page.text) == (200, True)
    assert re.search(r"<h1>[^<]*\w", page.text), "what it is"


@pytest.mark.parametrize(
    ("reads", "opened"),
    [
        ("en-GB,en;q=0.9", "/en/play/l/some"),
        ("de, en;q=0.5", "/en/play/l/some"),
        ("en-US,en;q=0.9,ru;q=0.8", None),  # whoever reads Russian at all gets what was sent
        ("ru-RU,ru;q=0.9,en;q=0.8", None),
        ("", None),
    ],
)
def test_a_link_opens_in_english_for_who_reads_no_russian(
    client: Client, reads: str, opened: str | None
) -> None:
    """A seat's link on an English phone; pages by themselves go by their address alone."""
    headers = {"accept-language": reads} if reads else {}
    for address in ("/play/l/some", "/score/l/some"):
        answer = client.get(f"{address}?a=1", headers=headers)
        expected = f"{opened.replace('/play', address[:-7])}?a=1" if opened else None
        assert answer.headers.get("Location") == expected
        assert answer.status_code == (302 if opened else 404)
    assert client.post("/play/l/some", headers=headers).status_code == 404
    assert client.get("/en/play/l/some", headers=headers).status_code == 404


def test_a_gate_speaks_for_its_own_kind() -> None:
    gate = Gate(Sheet, LinkCookie("sheets"), no_row="no row", no_link="no link", dead_link="dead link")
    sheet = row_of(Sheet)
    assert gate.row(sheet.public_id) == sheet
    assert (gate.closed().status, gate.closed().message) == (403, "no link")


def opened(count: int, tried: bool = False) -> tuple[str, ...]:
    """The tokens that a browser still has after so many links."""
    cookie, request = LinkCookie("sheets"), RequestFactory().get("/")
    for n in range(count):
        response = HttpResponse()
        cookie.remember(request, response, f"link-{n}", tried)
        request.COOKIES["sheets"] = response.cookies["sheets"].value
    return cookie.visitor(request).tokens


@pytest.mark.parametrize(("tried", "kept"), [(False, links.TOKENS_KEPT), (True, links.TRIES_KEPT)])
def test_a_full_cookie_forgets_the_links_that_were_opened_first(tried: bool, kept: int) -> None:
    """«What fits into a cookie; older links still open what they lead to»: a new one always lets in."""
    assert opened(kept + 2, tried) == tuple(f"link-{n}" for n in range(kept + 1, 1, -1))


# --- In the database ----------------------------------------------------------------------------------------


def in_the_database(sheet: Sheet) -> str:
    """What stands there for the owner's link."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT owner_token FROM scoring_sheet WHERE id = %s", [sheet.pk])
        return cursor.fetchone()[0]


def test_who_reads_the_database_alone_opens_nothing() -> None:
    """L2: tokens stood there in clear."""
    sheet = new_sheet("poison", ["Оля", "Саша", "Коля"])
    stored = in_the_database(sheet)
    assert sheet.owner_token not in stored
    assert stored.startswith(links.SEALED)
    assert Sheet.objects.get(owner_token=sheet.owner_token) == sheet
    assert Sheet.objects.get(pk=sheet.pk).owner_token == sheet.owner_token
    for token in (stored, stored.removeprefix(links.SEALED), "x" * 500, "ключ", ""):
        assert Client().get(f"/score/l/{token}").status_code == 404
    assert links.unseal(stored, "another key") != sheet.owner_token


@given(st.text(st.sampled_from("abcXYZ019_-"), min_size=1, max_size=32))
@example("x" * 32)  # the longest key that another server gives
def test_a_sealed_token_is_read_again_with_its_key(token: str) -> None:
    sealed = links.seal(token, "key")
    assert links.unseal(sealed, "key") == token
    assert len(sealed) <= 72


def test_what_is_longer_than_any_token_is_found_nowhere() -> None:
    assert links.seal("x" * 33, "key") == links.SEALED


def test_links_of_old_go_on_leading_where_they_led() -> None:
    """The migration seals what stands there; who has saved a link opens it still."""
    sheet = new_sheet("poison", ["Оля", "Саша", "Коля"])
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_sheet SET owner_token = %s", ["a-token-of-old"])
    assert Sheet.objects.get(pk=sheet.pk).owner_token == "a-token-of-old"
    links.seal_tokens("scoring", Sheet=["owner_token"])(apps, None)
    assert in_the_database(sheet).startswith(links.SEALED)
    assert Client().get("/score/l/a-token-of-old").headers["Location"] == sheet.get_absolute_url()

"""The one rule of names at sheets and tables: the same names are taken, the same sentences refuse others."""

from collections.abc import Callable
from itertools import cycle

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.web.name_cases import BAD, GOOD, bare

pytestmark = pytest.mark.django_db

SAID = {
    "": {"long": "длиннее 40", "heaped": "слишком много", "unseen": "не видно"},
    "/en": {"long": "longer than 40", "heaped": "Too much", "unseen": "can’t be seen"},
}


def sheet(client: Client, name: str, lang: str = "") -> HttpResponse:
    return client.post(f"{lang}/score/poison", {"name": [name, "Саша", "Рита"], "do": "start"})


def table(client: Client, name: str, lang: str = "") -> HttpResponse:
    people = {"name-0": "Саша", "name-1": name, "name-2": "Рита"}
    kinds = {"kind-0": "here", "kind-1": "flat", "kind-2": "flat"}
    return client.post(f"{lang}/play/poison", {"seed": "7", **people, **kinds})


FORMS = [sheet, table]


@pytest.mark.parametrize(("name", "form"), list(zip(GOOD, cycle(FORMS), strict=False)))
def test_a_name_that_can_be_seen_is_taken_as_it_is(name: str, form: Callable[..., HttpResponse]) -> None:
    client = Client()
    answer = form(client, name)
    assert answer.status_code == 302, answer.content.decode()
    assert name in client.get(answer["Location"], follow=True).content.decode()


@pytest.mark.parametrize("lang", ["", "/en"])
@pytest.mark.parametrize(("why", "name"), {why: name for name, why in BAD.items()}.items())
@pytest.mark.parametrize("form", FORMS)
def test_what_is_wrong_with_a_name_is_said(
    form: Callable[..., HttpResponse], name: str, why: str, lang: str
) -> None:
    answer = form(Client(), name, lang)
    page = answer.content.decode().replace("\u00a0", " ")
    assert answer.status_code == 422
    assert SAID[lang][why] in page
    assert len(page) < 60_000


@pytest.mark.parametrize("form", FORMS)
def test_names_that_look_the_same_are_not_two(form: Callable[..., HttpResponse]) -> None:
    answer = form(Client(), "Са\u200cша")
    assert answer.status_code == 422
    assert "здесь уже есть" in answer.content.decode().replace("\u00a0", " ")


@pytest.mark.parametrize("title", ["\u202eКухня", "\u200f", "Ж" * 61, "Z" + "\u0300" * 99])
def test_a_title_is_held_to_the_same(title: str) -> None:
    fields = {"name": ["Оля", "Саша", "Рита"], "title": title, "do": "start"}
    assert Client().post("/score/poison", fields).status_code == 422


@pytest.mark.parametrize("name", ["שרה (1)", "محمد 3"])
@pytest.mark.parametrize("form", FORMS)
def test_a_name_from_right_to_left_takes_no_number_along(
    form: Callable[..., HttpResponse], name: str
) -> None:
    client = Client()
    assert bare(client.get(form(client, name)["Location"], follow=True).content.decode(), name) == []

"""News of a sheet: drawn once for all who may write and once for all who watch, with each one's own token."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from scoring import views
from scoring.models import LinkRole, Sheet
from tests.scoring.people import PHONE, Person

OWN = re.compile(r'name="(csrfmiddlewaretoken|client_entry_id)" value="([\w-]+)"')


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The languages in which a sheet was drawn, in their order."""
    said: list[str] = []
    board_of = views.board_of

    def counting(sheet: Sheet, lang: str) -> object:
        said.append(lang)
        return board_of(sheet, lang)

    monkeypatch.setattr(views, "board_of", counting)
    return said


def news(person: Person, path: str = "") -> tuple[str, dict[str, str]]:
    """Without what is put in for each reader, and that."""
    page = person.client.get(path + person.url("totals"), {"v": 0}).content.decode()
    return OWN.sub("", page), dict(OWN.findall(page))


def test_all_who_may_write_get_one_drawing_and_each_a_token_of_their_own(
    owner: Person, holder: Callable[[LinkRole], Person], drawn: list[str]
) -> None:
    """«Drawn once per sheet, version, role and language»; two readers get byte-equal news, apart from what is
    put in afterwards.
    """
    owner.write_round(1)
    scorers = [holder(LinkRole.SCORER) for _ in range(2)]
    drawn.clear()
    told = [news(person) for person in (owner, *scorers)]
    assert len({page for page, _ in told}) == 1
    assert drawn == ["ru"]
    news(scorers[0], "/en")
    assert drawn == ["ru", "en"]


def test_who_watches_gets_no_form_of_those_who_write(
    owner: Person, viewer: Person, holder: Callable[[LinkRole], Person], drawn: list[str]
) -> None:
    owner.write_series()
    writes, own = news(owner)
    assert {"csrfmiddlewaretoken", "client_entry_id"} == own.keys()
    watches, nothing = news(viewer)
    assert "<form" in writes
    assert "<form" not in watches
    assert not nothing
    assert news(holder(LinkRole.VIEWER))[0] == watches
    assert drawn == ["ru", "ru"]


def test_the_token_in_the_news_is_the_readers_and_no_other_s(
    owner: Person, scorer: Person, sheet: Sheet
) -> None:
    """A token that belongs to another phone's cookie is refused by Django's own check."""
    owner.write_series()
    phones = []
    for person in (owner, scorer):
        strict = Client(enforce_csrf_checks=True, headers={"User-Agent": PHONE})
        strict.cookies = person.client.cookies
        phones.append(Person(strict, sheet))
    (_, first), (_, second) = map(news, phones)
    assert first["client_entry_id"] != second["client_entry_id"], "or one's retry would be the other's entry"
    fields = {"text": "1", "base": 0, **second}
    assert phones[0].client.post(sheet.get_absolute_url() + "/finish", fields).status_code == 403
    assert phones[1].client.post(sheet.get_absolute_url() + "/finish", fields).status_code == 302


def test_an_entry_is_news_for_all(owner: Person, viewer: Person) -> None:
    for n in range(2):
        owner.write("r1.p1.red", str(n + 5), base=n)
        assert f'data-version="{n + 1}"' in news(viewer)[0]
        assert f">{n + 5}<" in news(viewer)[0]


def test_what_the_address_asks_for_is_drawn_for_those_who_ask_it(owner: Person, viewer: Person) -> None:
    owner.write("r1.p1.red", "2")
    rounds = [viewer.page("totals", v=0, round=n) for n in (1, 2, 1)]
    assert rounds[0] == rounds[2] != rounds[1]

"""Links in a chat: «a viewer's link asked without a cookie answers 200 with a small page, its tags and
«Открыть»; other capability links show the game's picture without names», where the site has an address.
"""

import io
import re

import pytest
from django.http import HttpResponse
from django.test import Client
from PIL import Image
from pytest_django import Settings

from scoring.access import COOKIE
from scoring.models import LinkRole, Sheet
from tests.scoring.people import NAMES, Person
from tests.web.test_links import KINDS, own_roles, row_of
from web.append_only import delete_with_logs
from web.links import OpenedByLink

pytestmark = pytest.mark.django_db
PUBLIC = "https://grimoire.example"
GAME_PICTURE = f"{PUBLIC}/rules/poison/picture.png"


@pytest.fixture
def public(settings: Settings) -> None:
    settings.PUBLIC_URL = PUBLIC


@pytest.fixture
def over(owner: Person) -> Sheet:
    """A sheet that is played and closed."""
    owner.write_series()
    owner.finish()
    owner.sheet.refresh_from_db()
    return owner.sheet


def image_of(answer: HttpResponse) -> str:
    found = re.search(r'<meta property="og:image" content="([^"]+)"', answer.content.decode())
    return found[1] if found else ""


def test_a_viewers_link_shows_what_it_is_and_opens_by_a_key(over: Sheet, public: None) -> None:
    client, path = Client(), over.link(LinkRole.VIEWER).path
    asked = client.get(path)
    assert asked.status_code == 200
    assert "Открыть" in asked.content.decode()
    assert COOKIE.name not in client.cookies
    assert image_of(asked) == f"{PUBLIC}{path}.png"
    opened = client.post(path)
    assert (opened.status_code, opened["Location"]) == (302, over.get_absolute_url())
    assert client.get(over.get_absolute_url()).status_code == 200


def test_its_picture_is_the_end_of_the_game_for_whoever_has_the_link(over: Sheet, public: None) -> None:
    answer = Client().get(f"{over.link(LinkRole.VIEWER).path}.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(answer.content)).size == (1080, 1350)


@pytest.mark.parametrize("role", [LinkRole.OWNER, LinkRole.SCORER])
def test_other_links_of_a_sheet_show_the_game_and_no_names(over: Sheet, public: None, role: LinkRole) -> None:
    path = over.link(role).path
    asked = Client().get(path)
    assert image_of(asked) == GAME_PICTURE
    assert [name for name in NAMES if name in asked.content.decode()] == []
    assert over.title not in asked.content.decode()
    picture = Client().get(f"{path}.png")
    assert (picture.status_code, picture["Location"]) == (302, "/rules/poison/picture.png")


def test_before_the_end_a_viewers_link_shows_the_game(sheet: Sheet, public: None) -> None:
    assert image_of(Client().get(sheet.link(LinkRole.VIEWER).path)) == GAME_PICTURE
    assert Client().get(f"{sheet.link(LinkRole.VIEWER).path}.png").status_code == 302


def test_who_has_opened_a_link_here_before_goes_straight_on(over: Sheet, sheet: Sheet, public: None) -> None:
    """One tap more, once."""
    client = Client()
    client.post(sheet.link(LinkRole.VIEWER).path)
    assert client.get(over.link(LinkRole.OWNER).path).status_code == 302


def test_at_a_table_of_ones_own_nobody_is_asked(over: Sheet) -> None:
    assert Client().get(over.link(LinkRole.VIEWER).path).status_code == 302
    for path in ("/rules/poison", "/rules/poison/overflow.take", "/rules/poison/cards"):
        assert image_of(Client().get(path)) == ""


@pytest.mark.parametrize("kind", KINDS)
def test_every_link_that_opens_at_once_asks_first(kind: type[OpenedByLink], public: None) -> None:
    """A messenger that looks at a link must not become somebody who holds it."""
    row = row_of(kind)
    for role in own_roles(kind):
        if kind.LINKS[role].address:
            client = Client()
            answer = client.get(row.link(role).path)
            assert answer.status_code == 200
            assert image_of(answer).endswith("/picture.png")
            assert not set(client.cookies) & {"sheets", "matches", "labs", "notebooks"}


def test_a_link_that_was_replaced_is_dead_before_and_behind_the_key(over: Sheet, public: None) -> None:
    path = over.link(LinkRole.VIEWER).path
    over.replace_links()
    for answer in (Client().get(path), Client().post(path), Client().get(f"{path}.png")):
        assert answer.status_code == 404
        assert "больше не действует" in answer.content.decode()


def test_the_picture_of_a_deleted_sheet_is_a_clear_page(over: Sheet, public: None) -> None:
    path = over.link(LinkRole.VIEWER).path
    delete_with_logs(Sheet.objects.all())
    answer = Client().get(f"{path}.png")
    assert answer.status_code == 404
    assert "больше не действует" in answer.content.decode()


def test_a_sheet_whose_game_is_gone_is_no_error(over: Sheet, public: None) -> None:
    Sheet.objects.update(game="gone")
    client, path = Client(), over.link(LinkRole.VIEWER).path
    assert client.get(path, follow=True).status_code == 404
    assert client.get(f"{path}.png").status_code == 404


# Rules


@pytest.mark.parametrize(
    "path", ["/rules/poison", "/rules/poison/overflow.take", "/rules/poison/cards/red-1", "/en/rules/poison"]
)
def test_a_page_of_the_rules_has_a_picture_of_its_own(client: Client, public: None, path: str) -> None:
    url = image_of(client.get(path))
    assert url == f"{PUBLIC}{path}/picture.png"
    answer = client.get(url.removeprefix(PUBLIC))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert len(answer.content) <= 150_000


@pytest.mark.parametrize(
    "path",
    ["/rules/nope/picture.png", "/rules/poison/nope/picture.png", "/rules/poison/cards/nope/picture.png"],
)
def test_a_picture_of_nothing_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404

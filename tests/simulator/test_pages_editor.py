"""The editor «Положение» of every game; what is typed into it stands in the game's `positions.py`."""

from collections.abc import Callable, Sequence
from html import unescape

import pytest
from django.test import Client

from simulator.engine import sharing
from simulator.models import Match
from tests.daily import Run, daily
from tests.simulator.positions import Positions
from tests.simulator.test_position import EACH, IMPOSSIBLE, POSITIONS
from tests.wire.site import Form

pytestmark = pytest.mark.django_db
BUTTONS = ("play", "hint", "share", "check", "fields", "add", "remove", "nonsense")
HARMLESS = ("fields", "add", "remove")  # need no position


def address(at: Positions) -> str:
    return f"/play/{at.game_id}/position/edit"


def rows(name: str) -> list[object]:
    """What each game's editor says under this name, with the game before it."""
    return [
        pytest.param(at, *(row if isinstance(row, tuple) else (row,)), id=f"{place}-{n}")
        for place, at in POSITIONS.items()
        for n, row in enumerate(getattr(at.editor, name), start=1)
    ]


@EACH
def test_a_shared_position_comes_back_from_the_editor_as_it_was(client: Client, at: Positions) -> None:
    """Whatever has no field is carried along."""
    for position in at.editor.whole():
        page = client.get(address(at), {"p": sharing.pack(position)}).content.decode()
        assert "Так может быть" in page, position
        response = client.post(address(at), {**Form(page, "editor").sent, "do": "check"})
        assert response.status_code == 302, response.content.decode()
        again = sharing.unpack(response.url.split("?p=")[1])
        assert at.game.encode(at.game.decode(again)) == at.game.encode(at.game.decode(position))


@EACH
def test_a_position_that_can_be_is_played_from(client: Client, at: Positions) -> None:
    response = client.post(address(at), {**at.editor.fields, "do": "play"})
    assert response.status_code == 302, response.content.decode()
    assert response.url == Match.objects.get().get_absolute_url()
    assert client.get(response.url).status_code == 200


@pytest.mark.parametrize(("at", "changes", "clause"), rows("faults"))
def test_each_fault_of_a_position_is_named_with_its_clause(
    client: Client, at: Positions, changes: dict[str, object], clause: str
) -> None:
    response = client.post(address(at), {**at.editor.fields, **changes, "do": "play"})
    assert response.status_code == 422
    assert f"/rules/{at.game_id}/{clause}" in response.content.decode()
    assert Match.objects.count() == 0


@pytest.mark.parametrize("do", daily(BUTTONS, ("play", "add")))  # one that needs a position, one that doesn't
@pytest.mark.parametrize(("at", "fields"), rows("forms"))
def test_the_editor_answers_any_form_without_starting_a_match(
    client: Client, at: Positions, do: str, fields: dict[str, object]
) -> None:
    response = client.post(address(at), {**fields, "do": do})
    assert response.status_code == (200 if do in HARMLESS else 422)
    assert Match.objects.count() == 0


@pytest.mark.parametrize("do", ["add", "remove"])
@EACH
def test_a_player_comes_and_goes_whatever_is_on_the_table(client: Client, at: Positions, do: str) -> None:
    """What lies there is still that of the players before."""
    page = client.get(address(at), {"p": sharing.pack(at.short)}).content.decode()
    response = client.post(address(at), {**Form(page, "editor").sent, "do": do})
    assert response.status_code == 200
    left = len(at.names) + 1 if do == "add" else max(at.game.seats[0], len(at.names) - 1)
    assert response.content.decode().count('name="name"') == left


@EACH
@pytest.mark.parametrize("called", [lambda names: ["", *names[1:]], lambda names: [names[1], *names[1:]]])
def test_a_position_of_people_without_names_of_their_own_is_not_begun(
    client: Client, at: Positions, called: Callable[[Sequence[str]], list[str]]
) -> None:
    page = client.get(address(at), {"p": sharing.pack(at.short)}).content.decode()
    response = client.post(address(at), {**Form(page, "editor").sent, "name": called(at.names), "do": "play"})
    assert response.status_code == 422
    said = response.content.decode().replace("\u00a0", " ")
    assert "Назовите каждого игрока, и каждого по-своему." in said


@EACH
def test_a_position_that_cannot_exist_is_shown_with_why(client: Client, at: Positions) -> None:
    """What is wrong is told by the engine, and asked there of each row; every day a page shows a few."""
    impossible = [changes for changes, *_ in (*IMPOSSIBLE, *at.impossible)]
    for changes in impossible[:: 15 if Run.is_daily else 1]:
        assert_shown_with_why(client, at, {**at.short, **changes})


@pytest.mark.parametrize(("at", "position"), rows("shared"))
def test_a_shared_position_that_cannot_exist_is_shown_with_why(
    client: Client, at: Positions, position: dict[str, object]
) -> None:
    assert_shown_with_why(client, at, position)


def assert_shown_with_why(client: Client, at: Positions, position: dict[str, object]) -> None:
    response = client.get(address(at), {"p": sharing.pack(position)})
    page = unescape(response.content.decode())
    assert response.status_code == 422, position
    assert 'class="refusal"' in page
    assert "Играть отсюда" in page

"""«A picture to send (PNG 1080×1350)»: the end of a sheet, for who may see it."""

import io
import re
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image
from pytest_django import Settings

from rulebook.content import reading
from rulebook.printing import picture_views, pictures, press
from scoring import poster
from scoring.boards import board_of
from scoring.models import EntryDraft, LinkRole, Sheet, new_sheet
from tests.scoring.people import Person, client_id
from web.append_only import delete_with_logs

MOST_BYTES = 150_000


def played(names: Sequence[str], title: str = "") -> Sheet:
    """A series of Poison, played and closed."""
    sheet = new_sheet("poison", names, title)
    for number in range(1, len(names) + 1):
        for place in range(1, len(names) + 1):
            for field in ("red", "blue", "purple", "poison"):
                n = (number * place + len(field)) % 3
                sheet.append(EntryDraft(f"r{number}.p{place}.{field}", str(n), 0, client_id()))
    sheet.append(EntryDraft("finish", "1", 0, client_id()))
    return sheet


@pytest.fixture
def over(owner: Person) -> Person:
    owner.write_series()
    owner.finish()
    return owner


def test_the_picture_is_a_png_of_its_size_and_small_enough(over: Person) -> None:
    answer = over.get("picture")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(answer.content)).size == (1080, 1350)
    assert len(answer.content) <= MOST_BYTES
    assert "private" in answer["Cache-Control"]


def test_the_same_sheet_gives_the_same_picture_without_making_it_again(
    over: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = over.get("picture")
    monkeypatch.setattr(pictures, "render", lambda svg: pytest.fail("made again"))
    assert over.get("picture").content == first.content
    again = over.client.get(over.url("picture"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_a_finished_sheet_has_the_key_and_one_under_way_has_not(owner: Person) -> None:
    owner.write_round(1)
    assert "picture.png" not in owner.get().content.decode()
    owner.finish()
    text = owner.get().content.decode()
    assert f'href="/score/s/{owner.sheet.public_id}/picture.png" data-picture="poison-' in text
    assert "Картинка" in text


def test_the_picture_is_drawn_as_the_sheet_is_finished(owner: Person, as_served: Path) -> None:
    """«It lies there when somebody taps», as this phone reads it; a sheet opened again wishes for none."""
    owner.write_series()
    assert not (as_served / "asked").exists()
    owner.finish()
    press.run(stops_after(1), press.SVG)
    answer = owner.get("picture")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert owner.finish(owner.sheet.entries.latest("number").number, "").status_code == 302
    assert list((as_served / "asked").iterdir()) == []


def test_who_taps_sooner_waits_on_a_page_that_leads_back_to_the_sheet(
    owner: Person, as_served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_views, "LONGEST_WAIT", 0.0)
    owner.write_series()
    owner.finish()
    answer = owner.client.get(owner.url("picture"), headers={"Accept": "text/html"})
    page = answer.content.decode()
    assert (answer.status_code, "<h1>Рисуем</h1>" in page) == (202, True)
    assert f'<a class="btn second" href="{owner.sheet.get_absolute_url()}">' in page
    link = owner.sheet.link(LinkRole.VIEWER).path
    guest = Client().get(f"{link}.png", headers={"Accept": "text/html"}).content.decode()
    assert f'<a class="btn second" href="{link}">' in guest


def stops_after(steps: int) -> Callable[[], bool]:
    left = iter(range(steps))
    return lambda: next(left, None) is None


@pytest.fixture
def as_served(settings: Settings, tmp_path: Path) -> Path:
    """Workers only ask. What is printed lies here."""
    settings.DATA_DIR, settings.PRINT_AT_ONCE = tmp_path, False
    return tmp_path / "print"


def test_a_stranger_gets_no_picture(over: Person, stranger: Person) -> None:
    assert stranger.get("picture").status_code == 403


def test_a_sheet_under_way_has_no_picture_yet_and_says_so(owner: Person) -> None:
    answer = owner.get("picture")
    assert answer.status_code == 404
    assert "Картинка будет, когда партия сыграна" in answer.content.decode()


def test_the_picture_of_a_deleted_sheet_is_a_clear_page(over: Person) -> None:
    delete_with_logs(Sheet.objects.all())
    answer = over.get("picture")
    assert answer.status_code == 404
    assert "Такого счёта нет" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "names",
    [
        ["<b>Оля</b>", '"&', "href=x url(y)"],
        ["🎉", "日本", "Оля 🎲"],
        ["Ы" * 40, "Щ" * 40, "W" * 40, "a", "b", "c"],
    ],
)
def test_names_of_any_kind_are_drawn_or_stood_for(names: Sequence[str]) -> None:
    """«A name of 10 kB, of emoji or with markup in a picture»; a sheet takes forty letters at most."""
    svg = poster.draw(played(names, "<svg onload=1>"), "ru")
    assert svg is not None
    assert "<b>" not in svg
    assert "onload=1>" not in svg
    image = Image.open(io.BytesIO(pictures.render(svg)))
    assert image.size == (1080, 1350)


@pytest.mark.django_db
def test_who_has_no_letter_that_we_can_draw_is_called_by_the_seat() -> None:
    svg = poster.draw(played(["ﷺ", "日本", "Оля"]), "ru")
    assert svg is not None
    assert re.search(r">Игрок\s1<", svg)
    assert re.search(r">Игрок\s2<", svg)


@pytest.mark.django_db
def test_a_name_of_ten_kilobytes_begins_no_sheet() -> None:
    answer = Client().post(
        reverse("scoring:start", args=["poison"]), {"name": ["я" * 10_000, "б", "в"], "do": "start"}
    )
    assert answer.status_code == 422
    assert "длиннее 40" in answer.content.decode()


@pytest.mark.django_db
def test_every_place_stands_above_the_chart_and_the_foot() -> None:
    for names in (["а", "б", "в"], ["а", "б", "в", "г", "д", "е"]):
        svg = poster.draw(played(names), "en")
        assert svg is not None
        heights = [float(y) for y in re.findall(r'<path d="M72 ([\d.]+)H1008"', svg)]
        assert max(heights) < poster.PLACES_TO


def test_the_game_is_named_whole_on_a_table_with_all_of_its_boxes(db: None) -> None:
    """«Маго-бой (Дополнение 1: монстры и жезлы и…»: the boxes stand in lines of their own."""
    for game in map(reading.whole, reading.game_ids()):
        names = [f"Игрок {n}" for n in range(game.players[0])]
        sheet = new_sheet(game.id, names, "Кухня", [box.id for box in game.boxes])
        head = poster._head(board_of(sheet, "ru"))
        words = " ".join(re.findall(r"<text[^>]*>([^<]*)", head))
        assert "…" not in words
        for said in (game.title.ru, "Кухня", *(box.title.ru for box in game.boxes)):
            assert "".join(said.split()) in "".join(unescape(words).split())
        assert max(float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)', head)) < poster.PLACES_FROM

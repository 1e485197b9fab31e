"""«Rendered by `resvg-py` in the helper: our print fonts, no system fonts, no file access; pictures are
rendered under the same queue and limits as PDFs.»
"""

import io
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import BoundedSemaphore

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from PIL import Image
from pytest_django import Settings

from rulebook.printing import picture_views, pictures, press, store
from web.ways_back import WayBack

WORD = '<text x="10" y="60" font-family="Grimoire SerifBold" font-size="60">{}</text>'


def drawing(inside: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100" viewBox="0 0 300 100">'
        f'<rect width="300" height="100" fill="#fff"/>{inside}</svg>'
    )


def pixels(svg: str) -> Image.Image:
    return Image.open(io.BytesIO(pictures.render(svg))).convert("L")


@pytest.fixture
def apart(settings: Settings, tmp_path: Path) -> Path:
    """As on a server: workers only ask. The cache is empty."""
    settings.DATA_DIR = tmp_path
    settings.PRINT_AT_ONCE = False
    return tmp_path / "print"


def ask(svg: str, **headers: str) -> HttpResponse:
    request = RequestFactory().get("/", headers=headers)
    return picture_views.picture_response(request, svg, "a.png", WayBack("/score", "К счёту"))


def test_letters_come_from_the_print_fonts_and_from_nowhere_else() -> None:
    assert pixels(drawing(WORD.format("Яд"))).getextrema()[0] < 100
    unknown = [pixels(drawing(WORD.format(letter))).tobytes() for letter in "日本語"]
    assert len(set(unknown)) == 1  # the box of a missing letter; a font of the system would have these


@pytest.mark.parametrize(
    "inside",
    [
        '<image href="/etc/hostname" width="10" height="10"/>',
        '<image xmlns:x="http://www.w3.org/1999/xlink" x:href="a.png" width="9" height="9"/>',
        '<use href="#a"/>',
        "<style>rect { fill: red }</style>",
        '<rect width="9" height="9" fill="url(file:///etc/passwd)"/>',
        '<rect width="9" height="9" style="fill: red"/>',
    ],
)
def test_a_drawing_that_refers_to_anything_outside_is_refused(inside: str) -> None:
    with pytest.raises(ValueError, match="outside"):
        pictures.render(drawing(inside))


def test_entities_are_refused_before_anything_is_read() -> None:
    with pytest.raises(ValueError, match="one element"):
        pictures.render('<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>' + drawing("&a;"))


def test_words_about_files_are_words() -> None:
    """A player may be called so."""
    assert pictures.render(drawing(WORD.format("href=1 url(a) &lt;image&gt;")))


def test_a_worker_asks_and_gets_the_picture_once_it_is_made(
    apart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    svg = drawing(WORD.format("Яд"))
    steps = iter([False, True])
    draws = partial(press.run, lambda: next(steps, True), press.SVG)
    monkeypatch.setattr(picture_views.time, "sleep", lambda pause: draws())
    answer = ask(svg)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content.startswith(b"\x89PNG")
    assert ask(svg, If_None_Match=answer["ETag"]).status_code == 304
    assert not list(store.asked_dir().iterdir())


def test_a_picture_that_was_made_is_not_made_again(apart: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    svg = drawing("")
    pictures.make(svg)
    monkeypatch.setattr(pictures, "render", lambda svg: pytest.fail("made again"))
    assert pictures.make(svg) == pictures.digest(svg)
    assert ask(svg).status_code == 200


@pytest.fixture
def asked(apart: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A drawing for whose picture nobody waits long."""
    monkeypatch.setattr(picture_views, "LONGEST_WAIT", 0.0)
    return drawing(WORD.format("Яд"))


def test_a_picture_that_takes_long_is_waited_for_on_a_page_with_a_way_back(asked: str) -> None:
    """«No answer has an empty body»: a busy computer gave a white page."""
    answer = ask(asked, Accept="text/html,image/png")
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (202, "3", "no-store")
    assert "Картинка откроется здесь сама" in page
    assert '<meta http-equiv="refresh" content="3">' in page
    assert re.search(r'<a class="btn second" href="/score">.*К счёту</a>', page)
    for program in ({}, {"Accept": "image/png"}):
        answer = ask(asked, **program)
        assert (answer.status_code, answer["Retry-After"]) == (503, "3")
        assert "Картинка откроется" in answer.content.decode()


def test_who_finds_all_places_to_wait_taken_has_asked_nevertheless(
    asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fourth phone heard «not now» until another thread was free, and nothing was drawn for it."""
    monkeypatch.setattr(picture_views, "_waiting", BoundedSemaphore(1))
    with picture_views._waiting:
        assert ask(asked).status_code == 503
    press.run(stops_after(1), press.SVG)
    assert ask(asked).status_code == 200


def test_a_picture_that_cannot_be_drawn_says_so(asked: str) -> None:
    bad = drawing('<image href="a"/>')
    press.ask_picture(bad)
    press.run(stops_after(1), press.SVG)
    assert press.ask_picture(bad) is press.State.FAILED
    answer = ask(bad, Accept="text/html")
    assert answer.status_code == 500
    assert "Эту картинку не вышло нарисовать" in answer.content.decode()
    assert "refresh" not in answer.content.decode()


def test_fifty_at_once_are_drawn_or_told_to_wait(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """«Asked for by fifty at once: a clear message, nothing lost, no 500.»"""
    monkeypatch.setattr(pictures, "render", lambda svg: b"a picture")
    for svg in (asked, *(drawing(WORD.format(n)) for n in range(50))):
        answer = ask(svg, Accept="text/html")
        assert (answer.status_code, 'http-equiv="refresh"' in answer.content.decode()) in {
            (202, True),
            (503, True),
        }
    assert "Слишком много картинок ждут очереди" in answer.content.decode()
    press.run(stops_after(press.MOST_ASKED), press.SVG)
    assert ask(asked).status_code == 200
    assert ask(svg).status_code == 503
    press.run(stops_after(1), press.SVG)
    assert ask(svg).status_code == 200


def stops_after(steps: int) -> Callable[[], bool]:
    left = iter(range(steps))
    return lambda: next(left, None) is None


def test_only_so_many_pictures_wait(apart: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """«Under the same queue and limits as PDFs.»"""
    monkeypatch.setattr(press, "MOST_ASKED", 2)
    states = [press.ask_picture(drawing(WORD.format(n))) for n in range(3)]
    assert states == [press.State.ASKED, press.State.ASKED, press.State.TOO_MANY]


def test_only_so_many_pictures_are_kept(apart: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "KEEP", 2)
    for n in range(4):
        pictures.make(drawing(f'<rect width="{n}" height="1"/>'))
    assert len(list((store.cache_dir() / "pictures").glob("*.png"))) == 2

"""Making PDFs: what WeasyPrint may read, the same bytes every time, the cache, a worker that stays small."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import Settings

from rulebook.content.reading import game_ids, load
from rulebook.printing import documents, pdf
from rulebook.printing.pdf_engine import StaticFetcher
from tests.rulebook.print_reader import make_anew

POISON = load("poison")
STATIC = Path(settings.BASE_DIR) / "static"
MANAGE = [sys.executable, str(Path(settings.BASE_DIR) / "manage.py")]
SMALL = '<html lang="ru"><link rel="stylesheet" href="css/print/base.css"><title>Яд</title><p>Яд 13</p>'


@pytest.fixture
def empty_cache(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "print"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "file:///etc/passwd?x=.css",
        f"{STATIC.as_uri()}/../config/settings.py",
        f"{STATIC.as_uri()}/%2e%2e/config/settings.py",
        "file://elsewhere/static/css/base.css",
        "http://127.0.0.1:8000/static/css/base.css",
        "https://example.org/x.css",
        "ftp://example.org/x.css",
        "data:text/css,p{}",
        "relative.css",
    ],
)
def test_only_files_of_the_static_folder_may_be_read(url: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        StaticFetcher(STATIC).fetch(url)


def test_a_link_out_of_the_static_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "static" / "link").symlink_to(tmp_path / "secret")
    with pytest.raises(ValueError, match="static"):
        StaticFetcher(tmp_path / "static").fetch((tmp_path / "static" / "link").as_uri())


def test_style_sheets_of_the_static_folder_are_read() -> None:
    with_styles = StaticFetcher(STATIC).fetch(f"{STATIC.as_uri()}/css/print/base.css")
    assert b"@font-face" in with_styles.read()
    with_styles.close()


def test_a_file_of_a_game_is_read_by_the_name_that_pages_have_for_it() -> None:
    with_styles = StaticFetcher(*pdf.static_folders()).fetch(f"{STATIC.as_uri()}/wizwar/print/maze.css")
    assert b".answers" in with_styles.read()
    with_styles.close()


@pytest.mark.parametrize("name", ["../../game.py", "%2e%2e/%2e%2e/game.py", "../content/game.toml", "poison"])
def test_nothing_but_static_files_of_a_game_may_be_read(name: str) -> None:
    with pytest.raises(ValueError, match="static"):
        StaticFetcher(*pdf.static_folders()).fetch(f"{STATIC.as_uri()}/poison/{name}")


def test_a_link_out_of_a_games_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "static" / "solitaire").mkdir(parents=True)
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "static" / "solitaire" / "print.css").symlink_to(tmp_path / "secret")
    with pytest.raises(ValueError, match="static"):
        StaticFetcher(STATIC, tmp_path / "static").fetch(f"{STATIC.as_uri()}/solitaire/print.css")


def test_the_same_document_has_the_same_bytes_whatever_was_printed_before() -> None:
    html = documents.reference(POISON, "a4")
    first = make_anew(html).content
    make_anew(SMALL)
    assert make_anew(html).content == first


@pytest.mark.thorough  # every day the same process, above, whatever it printed before
def test_another_process_makes_the_same_bytes(tmp_path: Path) -> None:
    env = {**os.environ, "GRIMOIRE_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [*MANAGE, "print", "reference", "poison", "--paper", "letter", "-o", "-"]
    made = subprocess.run(command, env=env, capture_output=True, check=True).stdout
    assert made == make_anew(documents.reference(POISON, "letter")).content


def test_a_document_is_made_once_and_then_read_from_the_cache(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = pdf.pdf(SMALL)
    assert made.startswith(b"%PDF-")
    assert [path.name for path in empty_cache.iterdir()] == [f"{pdf.digest(SMALL)}.pdf"]
    monkeypatch.setattr(pdf, "engine", lambda: pytest.fail("made twice"))
    assert pdf.pdf(SMALL) == made


def test_another_word_is_another_document() -> None:
    assert pdf.digest(SMALL) != pdf.digest(SMALL.replace("13", "14"))


def test_a_changed_font_or_style_sheet_makes_all_documents_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = pdf.digest(SMALL)
    monkeypatch.setattr(pdf, "sources_digest", lambda: b"other fonts")
    assert pdf.digest(SMALL) != before


@pytest.mark.parametrize("game", game_ids())
def test_the_styles_of_every_game_are_part_of_what_a_document_depends_on(game: str) -> None:
    assert f"{game}/game.css" in {
        f"{path.parent.name}/{path.name}" for path in pdf.sources(pdf.static_folders())
    }


def test_a_changed_style_sheet_of_a_stranger_makes_documents_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game from outside brings a folder of static files."""
    styles = tmp_path / "solitaire" / "print.css"
    styles.parent.mkdir()
    monkeypatch.setattr(pdf, "static_folders", lambda: [STATIC, tmp_path])
    found = []
    for words in ("p { color: red }", "p { color: blue }"):
        styles.write_text(words)
        found.append(pdf.sources_digest.__wrapped__())
    assert found[0] != found[1]


def test_the_cache_forgets_what_was_not_used_for_longest(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "KEEP", 2)
    empty_cache.mkdir()
    for n, name in enumerate(("old", "older", "oldest")):
        path = empty_cache / f"{name}.pdf"
        path.write_bytes(b"%PDF-")
        os.utime(path, (1000 - n, 1000 - n))
    pdf.pdf(SMALL)
    assert {path.name for path in empty_cache.iterdir()} == {"old.pdf", f"{pdf.digest(SMALL)}.pdf"}


def test_what_is_made_after_a_clock_was_put_back_stays(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Review of round 3, H2: in a full cache it was the oldest, and gone before anybody could fetch it."""
    monkeypatch.setattr(pdf, "KEEP", 1)
    empty_cache.mkdir()
    before = empty_cache / "before.pdf"
    before.write_bytes(b"%PDF-")
    os.utime(before, (time.time() + 24 * 3600,) * 2)
    pdf.keep("new", b"%PDF-")
    assert [path.name for path in empty_cache.iterdir()] == ["new.pdf"]


def test_a_process_is_small_until_it_prints_and_ends_without_a_word() -> None:
    """A worker that prints nothing never loads WeasyPrint."""
    code = f"""
import django, sys
django.setup()
from django.urls import reverse
reverse("rulebook:home")
from rulebook.printing import pdf
assert "weasyprint" not in sys.modules
pdf.engine().pdf({SMALL!r})
"""
    ended = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", code],
        cwd=settings.BASE_DIR,
        capture_output=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        check=True,
    )
    assert (ended.stdout, ended.stderr) == (b"", b"")

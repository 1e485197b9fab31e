"""No inline style reaches a page: the policy for content (`config.middleware`) refuses it, and reports it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from rulebook import finder
from rulebook.content import reading
from scoring.models import new_sheet

INLINE = re.compile(r"<style|\sstyle=")
# Scripts may set single properties, which the policy allows, but no attribute and no element of style.
WRITTEN = re.compile(r"setAttribute\(\s*[\"']style|createElement\(\s*[\"']style|cssText|<style|\sstyle=")
POLICY = "default-src 'self'"


def templates() -> Iterator[Path]:
    """Those of pages; paper is made without a browser, from the templates in `print/`."""
    for folder in (finder.ROOT / "templates", *finder.folders("templates")):
        for path in sorted(folder.rglob("*.html")):
            if path.relative_to(folder).parts[0] != "print":
                yield path


def scripts() -> Iterator[Path]:
    for folder in (finder.ROOT / "static", *finder.folders("static")):
        yield from sorted(folder.rglob("*.js"))


def test_no_template_of_a_page_has_inline_style() -> None:
    found = list(templates())
    assert len(found) > 100
    assert [path for path in found if INLINE.search(path.read_text(encoding="utf-8"))] == []


def test_no_script_writes_inline_style() -> None:
    found = list(scripts())
    assert len(found) > 10
    assert [path for path in found if WRITTEN.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.django_db
@pytest.mark.parametrize("game", reading.game_ids())
def test_what_is_drawn_into_pages_has_no_inline_style(game: str) -> None:
    sheet = new_sheet(game, ["Оля", "Саша", "Коля"])
    doors = [f"/rules/{game}", f"/rules/{game}/all", f"/score/{game}", f"/play/{game}", f"/print/{game}"]
    client = Client()
    for address in [*doors, sheet.link(max(sheet.LINKS)).path]:
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        assert POLICY in answer.headers["Content-Security-Policy"]
        assert "style-src" not in answer.headers["Content-Security-Policy"]
        assert not INLINE.search(answer.content.decode()), address

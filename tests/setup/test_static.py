"""Every static file that a template names exists: in production a missing one would be an error page."""

import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

from config.static_files import HashedFiles

NAMED = re.compile(r"""\{% static ["']([^"']+)["'] %\}""")
FOLDERS = [Path(folder) for engine in settings.TEMPLATES for folder in engine["DIRS"]]
TEMPLATES = sorted(path for folder in FOLDERS for path in folder.rglob("*.html"))


def test_the_static_files_that_templates_name_exist() -> None:
    named = {(path, name) for path in TEMPLATES for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 100
    assert [(path, name) for path, name in sorted(named) if finders.find(name) is None] == []


INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", re.IGNORECASE)
PAGES = [template for template in TEMPLATES if "print" not in template.parts]


def test_pages_have_no_inline_script_or_style() -> None:
    assert len(PAGES) > 300
    assert [path for path in PAGES if INLINE.search(path.read_text(encoding="utf-8"))] == []


def test_browsers_get_each_file_compressed_once_and_by_its_hashed_name_alone(tmp_path: Path) -> None:
    """Plain names were compressed as well, and so were the fonts for paper: half the files, half the time."""
    storage = HashedFiles(location=tmp_path, base_url="/static/")
    for name in ("page.css", "paper.ttf", "licence.txt"):
        (tmp_path / name).write_text("the same again " * 100)
    names = {name: (storage, name) for name in ("page.css", "paper.ttf", "licence.txt")}
    assert [error for _, _, error in storage.post_process(names) if isinstance(error, Exception)] == []
    kept = sorted(re.sub(r"\.[0-9a-f]{12}\.", ".#.", path.name) for path in tmp_path.iterdir())
    hashed = ["licence.#.txt", "page.#.css", "page.#.css.br", "page.#.css.gz", "paper.#.ttf"]
    assert kept == [*hashed, "staticfiles.json"]

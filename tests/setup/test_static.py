"""Every static file that a template names exists: in production a missing one would be an error page."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

NAMED = re.compile(r"""\{% static ["']([^"']+)["'] %\}""")
FOLDERS = [Path(folder) for engine in settings.TEMPLATES for folder in engine["DIRS"]]
TEMPLATES = sorted(path for folder in FOLDERS for path in folder.rglob("*.html"))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_the_static_files_of_a_template_exist(template: Path) -> None:
    names = NAMED.findall(template.read_text(encoding="utf-8"))
    assert [name for name in names if finders.find(name) is None] == []


INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", re.IGNORECASE)
PAGES = [template for template in TEMPLATES if "print" not in template.parts]


@pytest.mark.parametrize("template", PAGES, ids=lambda path: path.stem)
def test_a_page_has_no_inline_script_or_style(template: Path) -> None:
    assert INLINE.findall(template.read_text(encoding="utf-8")) == []

"""Every static file that a template names exists: in production a missing one would be an error page."""

import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

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

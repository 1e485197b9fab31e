"""Every static file that a template names exists: in production a missing one would be an error page."""

import re
import shutil
from pathlib import Path
from urllib.parse import urljoin

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


IMPORT = re.compile(r"^import\b[^;\"]*\"([^\"]+)\";", re.MULTILINE)
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


def test_every_import_of_a_script_names_a_hashed_file(tmp_path: Path) -> None:
    """A plain name isn't there, and where it is another copy of the same module begins to run."""
    storage = HashedFiles(location=tmp_path, base_url="/static/")
    found = {name: home.path(name) for each in finders.get_finders() for name, home in each.list([])}
    scripts = {name: Path(path) for name, path in found.items() if name.endswith(".js")}
    for name, path in scripts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, tmp_path / name)
    made = storage.post_process({name: (storage, name) for name in scripts})
    assert [error for *_, error in made if isinstance(error, Exception)] == []
    imports = 0
    for name in (name for name in scripts if not name.startswith("django_htmx/")):
        written = re.findall(r"^import\b", scripts[name].read_text(encoding="utf-8"), re.MULTILINE)
        script = tmp_path / storage.stored_name(name)
        named = IMPORT.findall(script.read_text(encoding="utf-8"))
        assert len(named) == len(written), name
        assert [each for each in named if not HASHED.search(each)] == [], name
        address = f"/static/{script.relative_to(tmp_path)}"
        files = [tmp_path / urljoin(address, each).removeprefix("/static/") for each in named]
        assert [path for path in files if not path.is_file()] == [], name
        imports += len(named)
    assert imports > 10


def test_the_scripts_of_pages_are_modules_but_the_one_before_the_first_paint() -> None:
    tags = [
        tag for path in TEMPLATES for tag in re.findall("<script[^>]*>", path.read_text(encoding="utf-8"))
    ]
    assert len(tags) > 30
    plain = {tag for tag in tags if not tag.startswith('<script type="module" src="{% static ')}
    assert plain == {"""<script src="{% static 'js/theme.js' %}">"""}


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

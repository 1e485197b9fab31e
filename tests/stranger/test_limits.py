"""A stranger needs little: what the whole game may take."""

from pathlib import Path

HOME = Path(__file__).parent
APPS = ("rulebook", "scoring", "simulator")
CODE = [HOME / "__init__.py", *(path for app in APPS for path in sorted((HOME / app).rglob("*.py")))]
CONTENT = [path for app in APPS for path in sorted((HOME / app).rglob("*.toml"))]
MOST_LINES, MOST_BYTES, LONGEST = 300, 45_000, 200


def test_the_game_is_small():
    """300 lines of Python as ruff formats them, 45 KB of content with its cases, 200 characters a line."""
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in CODE) <= MOST_LINES
    assert sum(path.stat().st_size for path in CONTENT) <= MOST_BYTES
    for path in (*CODE, *CONTENT):
        longest = max(map(len, path.read_text(encoding="utf-8").splitlines()), default=0)
        assert longest <= LONGEST, path


def test_it_is_nothing_but_code_content_and_sentences():
    """No template, style, drawing or script: all of that has a default."""
    files = {path.suffix for app in APPS for path in (HOME / app).rglob("*") if path.is_file()}
    assert files - {".pyc"} == {".py", ".toml"}

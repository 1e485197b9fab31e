"""Every dependency is pinned exactly and says what it is for."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PINNED = re.compile(r"[A-Za-z0-9_.-]+==[0-9][\w.]* +# .+")


def lines(name: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith(("#", "-r "))]


@pytest.mark.parametrize(
    "name",
    [
        "requirements.txt",
        "requirements-dask.txt",
        "requirements-dev.txt",
        "requirements-mcp.txt",
        "requirements-npm.txt",
        "requirements-postgres.txt",
        "requirements-redis.txt",
    ],
)
def test_every_line_has_a_version_and_a_reason(name: str) -> None:
    assert lines(name)
    assert [line for line in lines(name) if not PINNED.fullmatch(line)] == []


def test_no_package_is_listed_twice() -> None:
    names = [
        line.split("==")[0].lower() for line in lines("requirements.txt") + lines("requirements-dev.txt")
    ]
    assert len(names) == len(set(names))

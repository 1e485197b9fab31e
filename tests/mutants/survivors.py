"""Mutants that no test can kill, each with the reason why: survivors.toml."""

import tomllib
from pathlib import Path

FILE = Path(__file__).with_name("survivors.toml")
Key = tuple[str, str, str, str]


def reasons() -> dict[Key, str]:
    """By the mutant's key."""
    with FILE.open("rb") as file:
        rows = tomllib.load(file).get("survivor", [])
    return {(row["module"], row["function"], row["was"], row["becomes"]): row["reason"] for row in rows}

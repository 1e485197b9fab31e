"""The rows of an evening's database, read as another program would."""

import sqlite3
from pathlib import Path
from typing import Any

PEOPLES = ("scoring_entry", "simulator_move", "simulator_labentry", "simulator_note")


class Rows:
    """A connection of its own, which sees what is committed and nothing else."""

    def __init__(self, file: Path) -> None:
        self.database = sqlite3.connect(file)
        self.read = 0

    def close(self) -> None:
        self.database.close()

    @property
    def are_new(self) -> bool:
        """Whether anybody has committed anything since this was asked last."""
        (now,) = self.database.execute("PRAGMA data_version").fetchone()
        before, self.read = self.read, now
        return bool(now != before)

    def ask(self, sql: str, *values: object) -> list[Any]:
        return self.database.execute(sql, values).fetchall()

    def one(self, sql: str, *values: object) -> Any:
        return self.database.execute(sql, values).fetchone()

    def of_all(self) -> set[tuple[object, ...]]:
        """All that people have written."""
        there = {name for (name,) in self.ask("SELECT name FROM sqlite_master WHERE type = 'table'")}
        tables = [name for name in PEOPLES if name in there]
        return {(table, *row) for table in tables for row in self.ask(f"SELECT * FROM {table}")}

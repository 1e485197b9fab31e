"""The kinds of cases that this game brings: how they are written, and what they may expect."""

from collections.abc import Mapping
from typing import Any

from games.alchemists.simulator.deduction.cases import run_laboratory, run_notebook
from simulator.cases.case import TOLD, CaseTable
from simulator.cases.kinds import CaseKind


def _laboratory(table: CaseTable) -> Mapping[str, Any]:
    if ("code" in table.data) == ("truth" in table.data):
        raise table.fail("code", "missing")
    return {**table.data, "players": table.names("players")}


def _notebook(table: CaseTable) -> Mapping[str, Any]:
    table.rows("facts")
    return table.data


KINDS: Mapping[str, CaseKind] = {
    "laboratory": CaseKind(
        read=_laboratory,
        keys=frozenset({"players", "code", "truth"}),
        expects=frozenset({"refusal", "facts"}) | TOLD,
        shapes=(("facts", dict, "a table from a player to facts"),),
        run=run_laboratory,
    ),
    "notebook": CaseKind(
        read=_notebook,
        keys=frozenset({"facts"}),
        expects=frozenset({"worlds", "table", "chances", "forced", "contradiction"}) | TOLD,
        shapes=(
            ("worlds", int, "a whole number"),
            ("table", dict, "a table from an ingredient to worlds"),
            ("chances", dict, "a table from an ingredient to chances"),
            ("forced", list, "a list of tables"),
            ("contradiction", list, "a list of places of facts"),
        ),
        run=run_notebook,
    ),
}

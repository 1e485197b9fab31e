"""A refusal: what may not be done, and the clause that forbids it.

Engines and sheets return refusals; pages render them through `rulebook.wording`. No sentence is made where
a refusal is made: it carries a code, a clause id and typed parameters only.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Params = Mapping[str, Any]

NO_PARAMS: Params = {}


class Refusal(NamedTuple):
    """`code` names the sentence in `words.toml`, `clause` the rule, `params` the sentence's values."""

    code: str
    clause: str
    params: Params = NO_PARAMS

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "clause": self.clause, "params": dict(self.params)}

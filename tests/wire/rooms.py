"""Cases of all games as they come out: what is said, refused and counted, at tables, on sheets, in
laboratories and in notebooks.
"""

import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unittest.mock import patch

from django.core.management import call_command

from tests.wire import doors
from tests.wire.corpus import digest, plain


def told(name: str, text: str) -> Iterator[dict[str, Any]]:
    """Each case of a file, and all that leaves the house when it is played."""
    for case in doors.cases_in(text, name):
        outcome = doors.judge(case)
        more = ROOMS.get(case.start, _table)(case, outcome.played)
        yield {
            "game": case.game,
            "id": case.id,
            "start": case.start,
            "differs": [difference.what for difference in outcome.differences],
            "refused": [_refusal(each) for each in outcome.played.refused],
            "scenes": [_scene(scene) for scene in outcome.played.scenes],
            "said": [[*said.mark, plain(said.params)] for said in outcome.said],
            **more,
        }


def _refusal(refusal: Any) -> list[Any]:
    return [] if refusal is None else [refusal.code, refusal.clause, plain(refusal.params)]


def _scene(scene: Any) -> list[Any]:
    """A move: by whom, its text, its canonical text, why it was refused, who heard what."""
    heard = [[event.kind, event.audience] for event in scene.step.events]
    return [scene.seat, scene.text, str(scene.move), _refusal(scene.refusal), plain(heard), scene.repeats]


def _table(case: Any, played: Any) -> dict[str, Any]:
    """Digests of the positions."""
    engine = doors.engine(case.game)
    return {"names": played.names, "states": [digest(engine.encode(step.state)) for step in played.steps]}


def _sheet(case: Any, played: Any) -> dict[str, Any]:
    """The entries as a sheet has them."""
    return {"written": plain(doors.written(case))}


def _laboratory(case: Any, played: Any) -> dict[str, Any]:
    """What each player and a bystander know at the end."""
    if not played.steps:
        return {}
    lab = played.steps[-1].state
    seats: Sequence[int | None] = [*range(len(played.names)), None]
    return {"log": plain(lab.log), "known": [doors.known_in(lab, seat) for seat in seats]}


def _notebook(case: Any, played: Any) -> dict[str, Any]:
    """All that `manage.py deduce` makes of the facts."""
    if played.refused or not played.steps:
        return {}
    return {"deduced": deduced({"facts": case.begins["facts"]})}


ROOMS = {"sheet": _sheet, "laboratory": _laboratory, "notebook": _notebook}


def deduced(data: Mapping[str, Any]) -> Any:
    """The answer of `manage.py deduce` as JSON; what it would tell about each mix is rounded there."""
    return json.loads(command("deduce", "-", json=True, stdin=json.dumps(data)))


def command(name: str, *args: str, stdin: str = "", **options: Any) -> str:
    """What a command prints; one that ends with a status prints all the same."""
    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "stdin", io.StringIO(stdin)):
        try:
            call_command(name, *args, stdout=out, stderr=err, **options)
        except SystemExit as ended:
            return f"{out.getvalue()}{err.getvalue()}exit {ended.code}\n"
    return out.getvalue()

"""What the rules say: the search, and entries by their names."""

from typing import Any

from django.utils.translation import gettext

from rulebook import shelf
from rulebook.api import entries
from rulebook.api.entries import Json
from rulebook.api.kinds import KINDS
from rulebook.hits import find, lines
from rulebook.search import finding
from simulator.cases import casebook
from simulator.cases.case import CaseError
from simulator.mcp.answers import answered, cited, writer
from simulator.mcp.parameters import Asked
from web.addresses import own_url
from web.errors import RequestError

MOST_HITS = 10


def box_ids() -> set[str]:
    """The boxes of all games."""
    return {box for game_id in shelf.games() for box in shelf.whole(game_id).box_by_id}


def search(asked: Asked) -> Json:
    """What the site's own search has; unless boxes are named, with all of them on the table."""
    game_id, on_table = asked.get("game", ""), set(asked.get("boxes", box_ids()))
    boxes = {each: on_table & shelf.whole(each).box_by_id.keys() for each in shelf.games()}
    try:
        found = find(asked["query"], game_id, MOST_HITS, boxes)
    except finding.SearchUnavailable:
        raise RequestError(503, gettext("Поиск ещё не собран.")) from None
    shown, aside, near = (
        [entries.hit(line, own_url(), line.hit.kind in HAVE_ENTRIES) for line in lines(hits)]
        for hits in (found.hits, found.aside, found.nearest)
    )
    games = dict.fromkeys(hit["game"] for hit in [*shown, *aside, *near])
    clauses = [
        each
        for game in games
        for each in cited(writer(game), (hit["id"] for hit in shown if _is_clause(hit, game)))
    ]
    said = {} if shown else {"said": gettext("Ничего не нашлось.")}
    return answered(
        map(writer, games),
        clauses,
        **said,
        found=found.total,
        items=shown,
        other_boxes=aside,
        nearest=near,
        repaired=[{"typed": typed, "read_as": read_as} for typed, read_as in found.repaired],
        unknown=list(found.unknown),
    )


HAVE_ENTRIES = {"game", *(kind.one for kind in KINDS.values())}


def _is_clause(hit: Json, game: str) -> bool:
    return bool(hit["kind"] == "clause" and hit["game"] == game)


def clause(asked: Asked) -> Json:
    """A rule, with an example of it as `check_move` takes one."""
    one = writer(asked["game"])
    entry, said = _entry("clauses", asked["game"], asked["id"])
    example = _example(one.content.id, entry.scenario)
    return answered([one], cited(one, [entry.id]), item=said, example=example)


def ruling(asked: Asked) -> Json:
    """A clarification by its number, with the rules that it is about."""
    one = writer(asked["game"])
    entry, said = _entry("rulings", asked["game"], f"{asked['game']}-{asked['number']}")
    return answered([one], cited(one, entry.clauses), item=said)


def card(asked: Asked) -> Json:
    one = writer(asked["game"])
    entry, said = _entry("cards", asked["game"], asked["id"])
    rulings = one.content.rulings_on_card(entry.id)
    return answered([one], cited(one, (clause for each in rulings for clause in each.clauses)), item=said)


def _entry(kind: str, game_id: str, entry_id: str) -> tuple[Any, Json]:
    """An entry, and what the API says of it. Raises RequestError."""
    found, one = KINDS[kind], writer(game_id)
    entry = found.find(one.content, one.content.retired.get(entry_id, entry_id))
    if entry is None:
        raise RequestError(404, gettext("Такой записи у этой игры нет."))
    return entry, found.write(one, entry)


def _example(game_id: str, case_id: str | None) -> Json | None:
    """A position and moves that show a rule; None where it has none, or one of another kind."""
    try:
        case = casebook.find(game_id, case_id or "")
    except (KeyError, CaseError):
        return None
    return None if case.position is None else {"position": case.position, "moves": list(case.moves)}

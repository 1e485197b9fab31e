"""What the rules say: the search, and entries by their names."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext

from rulebook import shelf
from rulebook.api import entries
from rulebook.api.entries import Entry, Json
from rulebook.api.kinds import KINDS
from rulebook.content.entries import Card, Clause, GameContent, Ruling, Term
from rulebook.hits import find, lines
from rulebook.loading import row_of
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
    shown, near = (
        [entries.hit(line, own_url(), line.hit.kind in HAVE_ENTRIES) for line in lines(hits)]
        for hits in (found.hits, found.nearest)
    )
    games = dict.fromkeys(hit["game"] for hit in [*shown, *near])
    clauses = [each for game in games for each in cited(writer(game), _first_rules(shelf.whole(game), shown))]
    said = {} if shown else {"said": gettext("Ничего не нашлось.")}
    return answered(
        map(writer, games),
        clauses,
        **said,
        found=found.total,
        items=shown,
        nearest=near,
        repaired=[{"typed": typed, "read_as": read_as} for typed, read_as in found.repaired],
        unknown=list(found.unknown),
    )


BY_ONE = {kind.one: kind for kind in KINDS.values()}
HAVE_ENTRIES = {"game", *BY_ONE}


def _first_rules(game: GameContent, hits: Iterable[Json]) -> Iterator[str]:
    """One rule for each hit of a game: more would be longer than what was found."""
    for hit in hits:
        if hit["game"] == game.id and hit["kind"] in BY_ONE:
            yield from rules_behind(game, _find(game, hit["kind"], hit["id"]))[:1]


def _find(game: GameContent, kind: str, entry_id: str) -> Entry | None:
    found: Entry | None = getattr(game, f"{kind}_by_id").get(entry_id)
    return found


def rules_behind(game: GameContent, entry: Entry | None) -> Sequence[str]:
    """The rules that an entry is about; none of what the index knows and the content doesn't any more."""
    match entry:
        case Clause():
            return [entry.id]
        case Ruling():
            return entry.clauses
        case Term():
            return [target for kind, target in entry.text.references if kind == "ref"]
        case Card():
            rulings = game.rulings_on_card(entry.id)
            told = (clause.id for clause in game.references_to("card", entry.id).clauses)
            return [*told, *(clause for each in rulings for clause in each.clauses)]
    return []


def clause(asked: Asked) -> Json:
    """A rule, with an example of it as `check_move` takes one."""
    entry, said = _entry("clause", asked["game"], asked["id"])
    return said | {"example": _example(asked["game"], entry.scenario)}


def ruling(asked: Asked) -> Json:
    """A clarification by its number, with the rules that it is about."""
    return _entry("ruling", asked["game"], f"{asked['game']}-{asked['number']}")[1]


def card(asked: Asked) -> Json:
    """A card, with the rules that name it or are clarified with it."""
    return _entry("card", asked["game"], asked["id"])[1]


def _entry(kind: str, game_id: str, entry_id: str) -> tuple[Any, Json]:
    """An entry, and the answer with what the API says of it. Raises RequestError."""
    one = writer(game_id)
    entry = _find(one.content, kind, one.content.retired.get(entry_id, entry_id))
    if entry is None:
        raise RequestError(404, gettext("Такой записи у этой игры нет."))
    clauses = cited(one, rules_behind(one.content, entry))
    return entry, answered([one], clauses, item=BY_ONE[kind].write(one, row_of(one.content, kind, entry)))


def _example(game_id: str, case_id: str | None) -> Json | None:
    """A position and moves that show a rule; None where it has none, or one of another kind."""
    try:
        case = casebook.find(game_id, case_id or "")
    except (KeyError, CaseError):
        return None
    return None if case.position is None else {"position": case.position, "moves": list(case.moves)}

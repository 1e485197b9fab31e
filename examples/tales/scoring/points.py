"""How a round of tales is counted, see the chapter «score». Pure."""

from rulebook.content import reading
from scoring.sheets.ledger import Table
from scoring.sheets.lines import PlayerScore, ScoreLine

WEAVE, WHOLE, NUT = (reading.load("tales").constants[name] for name in ("weave", "whole", "nut"))
CARDS = 3  # that a tale is told of: one of each kind


def score_round(table: Table) -> list[PlayerScore]:
    """The points of each seat with a line for each; a row that nobody has filled yet isn't in its table."""
    return [_score(row.get("cards", 0), row.get("nuts", 0)) for row in table]


def _score(cards: int, nuts: int) -> PlayerScore:
    lines = [
        ScoreLine("woven", "score.cards", {"n": cards}, cards * WEAVE),
        ScoreLine("whole", "score.cards", {}, WHOLE if cards == CARDS else 0),
        ScoreLine("nuts", "score.nuts", {"n": nuts}, nuts * NUT),
    ]
    counted = tuple(line for line in lines if line.points)
    return PlayerScore(sum(line.points for line in counted), counted)

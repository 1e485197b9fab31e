"""Who is ahead of whom, as the talismans of income and growth ask, as a figure. Pure."""

from collections.abc import Mapping

from games.potions.rulebook.drawing import laid, tiles
from rulebook.content.entries import Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import Draw, FigureRequest, Picture, path, words

NAMES, MOST = 64.0, 180.0  # the column of names, the longest bar
ROW = 34.0
PAID = Text("{}: {}", "{}: {}")


def ahead(asked: FigureRequest) -> list[Picture]:
    """A bar for each player: how many recipes they have assembled, or `of = "points"` how many points."""
    return [_picture(asked, scenario) for scenario in asked.scenarios]


def _counts(asked: FigureRequest, scenario: Scenario) -> dict[str, int]:
    was = laid.before(asked.game, scenario)
    if asked.figure.data["of"] == "points":
        return dict(was.scores)
    return {player: len(was.tables.get(player, ())) for player in scenario.position["players"]}


def _picture(asked: FigureRequest, scenario: Scenario) -> Picture:
    counts, drawn, label = _counts(asked, scenario), "", []
    step = min(44.0, MOST / max(counts.values()))
    for n, (player, count) in enumerate(counts.items()):
        y, name = n * ROW, tiles.name_of(asked.game, player, asked.lang)
        drawn += tiles.written([name], 2, y + 22, "fg-first")
        bar = tiles.box(NAMES, y + 4, count * step, ROW - 10, 5)
        drawn += path(bar, "fg-soft") + path(bar, "fg-line", 1.5)
        drawn += words(str(count), NAMES + count * step + 16, y + 23, 18)
        label.append(f"{name}: {count}")
    owner = next(iter(scenario.position["tables"]))
    n = laid.gains(asked.game, scenario).get(owner, 0)
    said = PAID.in_(asked.lang).format(tiles.name_of(asked.game, owner, asked.lang), tiles.plus(n))
    box = (0.0, 0.0, NAMES + MOST + 40, ROW * len(counts))
    return Picture(drawn, box, 1.0, "; ".join(label), said, "yes" if n else "no")


DRAWINGS: Mapping[str, Draw] = {"ahead": ahead}

"""Sequences as figures: a card with its columns, a column with its stages, where a stage comes from. Pure."""

from collections.abc import Mapping, Sequence

from games.potions.rulebook.boxes.guild import sequences
from games.potions.rulebook.boxes.guild.drawing.sequence_card import (
    DONE,
    LAST,
    MARK_ICONS,
    NEXT,
    ROMAN,
    SKIPPED,
    Marks,
    StagePlace,
    mark_of,
)
from games.potions.rulebook.boxes.guild.sequences import Column, SequenceCard
from games.potions.rulebook.drawing import laid, tiles
from games.potions.rulebook.drawing.recipe_cards import sign_of
from games.potions.rulebook.drawing.tiles import LINE, WIDTH
from rulebook.content.entries import Card, Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import Draw, FigureRequest, Picture, path, tinted, words
from rulebook.drawing.icons import icon_group

GONE = "gone"  # a stage whose card was taken away; a position calls it so, too
HEAD, CELL_GAP = 22.0, 4.0
ROW = 42.0  # a stage of a column that stands alone
COLUMN = 280.0
FROM = {
    "stage_from_hand": (Text("с руки", "from hand"), "hand"),
    "stage_own": (Text("свой рецепт", "a recipe of yours"), "card"),
    "stage_other": (Text("рецепт соперника", "a rival’s recipe"), "card"),
    "stage_own_column": (Text("из своего столбца", "from a column of yours"), "sequence"),
    "stage_other_column": (Text("из чужого столбца", "from a rival’s column"), "sequence"),
}
LOCKED = Text("последний этап не взять", "the last stage can’t be taken")
FREE = Text("прежний этап свободен", "the former stage is free")
GAINED = Text("{}: {}", "{}: {}")
HALF = Text("{}: {}, половина", "{}: {}, a half")
TITLE = Text("{}, столбец {} (восстановлен)", "{}, column {} (reconstructed)")


def card(asked: FigureRequest) -> list[Picture]:
    """A Sequence card, or the first `rows` of its stages with how far somebody is in each scenario."""
    data = asked.figure.data
    if not asked.scenarios:
        shown = next(each for each in sequences.cards() if each.id == data["card"])
        return [_card(asked, shown, {}, len(sequences.stage_points()))]
    return [_advanced(asked, scenario, data["rows"]) for scenario in asked.scenarios]


def _advanced(asked: FigureRequest, scenario: Scenario, rows: int) -> Picture:
    by = laid.mover(scenario)
    said = scenario.expect["position"]["sequences"][by]
    shown = next(each for each in sequences.cards() if each.id == said[0])
    marks = {
        StagePlace(n, stage): mark
        for n, column in enumerate(said[1:])
        for stage, mark in enumerate(_marks(column))
    }
    return _card(asked, shown, marks, rows)


def _marks(column: str) -> list[str]:
    """How far a column is, by its words in a position: «skipped elixir_albedo»."""
    stages = column.split()
    marks = [{"gone": GONE, "skipped": SKIPPED}.get(stage, DONE) for stage in stages]
    return [*marks[:-1], LAST] if marks else []


def _card(asked: FigureRequest, shown: SequenceCard, marks: Marks, rows: int) -> Picture:
    wide = (WIDTH - 2 * CELL_GAP) / len(shown.columns)
    cards = asked.game.card_by_id
    names = [
        [tiles.lines_of(cards[stage].name.in_(asked.lang), wide - 6) for stage in column.stages[:rows]]
        for column in shown.columns
    ]
    drawn, y = "", HEAD
    for n, _ in enumerate(shown.columns):
        drawn += words(ROMAN[n], n * (wide + CELL_GAP) + wide / 2, 15, 16, "fg-label")
    for row in range(rows):
        high = 34 + LINE * max(len(column[row]) for column in names)
        for n, column in enumerate(shown.columns):
            box = (n * (wide + CELL_GAP), y, wide, high)
            mark = marks.get(StagePlace(n, row), "")
            drawn += _cell(cards[column.stages[row]], column.points[row], names[n][row], box, mark)
        y += high + CELL_GAP
    label = "; ".join(
        f"{ROMAN[n]}: " + ", ".join(cards[stage].name.in_(asked.lang) for stage in column.stages[:rows])
        for n, column in enumerate(shown.columns)
    )
    name = sequences.name(shown.id).in_(asked.lang)
    return Picture(drawn, (0, 0, WIDTH, y), 1.0, f"{name}. {label}", mark_of(shown).in_(asked.lang))


def _cell(
    stage: Card, points: int, name: Sequence[str], box: tuple[float, float, float, float], mark: str
) -> str:
    x, y, wide, high = box
    inside = _ground(x, y, wide, high, mark)
    inside += icon_group(sign_of(stage), x + 5, y + 5, 22)
    inside += words(str(points), x + wide - 15, y + 23, 19, "fg-tint-words")
    inside += _sign(mark, x + wide / 2 - 9, y + 6)
    return tinted(tiles.tint_of(stage.kind), inside) + tiles.written(name, x + wide / 2, y + 45)


def _ground(x: float, y: float, wide: float, high: float, mark: str) -> str:
    edge = tiles.box(x + 1, y + 1, wide - 2, high - 2, 7)
    if mark in (SKIPPED, GONE):
        return path(edge, "fg-paper") + path(edge, "fg-tint-line", 1.5, ' stroke-dasharray="5 4"')
    return path(edge, "fg-tint", 3.5 if mark in (NEXT, DONE, LAST) else 1)


def _sign(mark: str, x: float, y: float) -> str:
    name = {**MARK_ICONS, GONE: "minus"}.get(mark)
    return f'<g class="fg-ink">{icon_group(name, x, y, 20, stroke=2.2)}</g>' if name else ""


def column(asked: FigureRequest) -> list[Picture]:
    """The column that a scenario is about: whose `data` says, the mover's otherwise."""
    return [_of(asked, scenario) for scenario in asked.scenarios]


def _of(asked: FigureRequest, scenario: Scenario) -> Picture:
    owner = asked.figure.data.get("of", laid.mover(scenario))
    laid_out = scenario.position["sequences"][owner]
    if "of" not in asked.figure.data:
        laid_out = scenario.expect["position"].get("sequences", {}).get(owner, laid_out)
    shown = next(each for each in sequences.cards() if each.id == laid_out[0]).columns[0]
    marks = _marks(laid_out[1] if len(laid_out) > 1 else "")
    stones = [event for event in scenario.expect.get("events", ()) if event["kind"] == "stone_laid"]
    if stones:
        marks = [DONE] * len(marks) + [NEXT]
    said = _said(asked, scenario)
    refused = "refusal" in scenario.expect
    mark = "no" if refused else "yes" if "of" in asked.figure.data else ""
    return _column(asked, owner, shown, marks, said, mark)


def _said(asked: FigureRequest, scenario: Scenario) -> str:
    if "refusal" in scenario.expect:
        return LOCKED.in_(asked.lang)
    if "of" in asked.figure.data:
        return FREE.in_(asked.lang)
    return ", ".join(
        GAINED.in_(asked.lang).format(tiles.name_of(asked.game, player, asked.lang), tiles.plus(n))
        for player, n in laid.gains(asked.game, scenario).items()
    )


def _column(
    asked: FigureRequest, owner: str, shown: Column, marks: Sequence[str], said: str, mark: str
) -> Picture:
    """A row for each stage that is behind, and for the next one."""
    cards = [asked.game.card_by_id[stage] for stage in shown.stages]
    name = tiles.name_of(asked.game, owner, asked.lang)
    title = TITLE.in_(asked.lang).format(name, ROMAN[0])
    drawn = tiles.written([title], 4, 15, "fg-first")
    rows = min(len(cards), max(len(marks) + 1, 3))
    for n, stage in enumerate(cards[:rows]):
        y, at = HEAD + n * (ROW + CELL_GAP), marks[n] if n < len(marks) else ""
        inside = _ground(0, y, COLUMN, ROW, at) + icon_group(sign_of(stage), 8, y + 9, 24)
        inside += words(str(shown.points[n]), COLUMN - 48, y + 28, 19, "fg-tint-words")
        inside += _sign(at, COLUMN - 30, y + 11)
        drawn += tinted(tiles.tint_of(stage.kind), inside)
        names = tiles.lines_of(stage.name.in_(asked.lang), COLUMN - 100)
        drawn += tiles.written(names, 40, y + 26 - (len(names) - 1) * LINE / 2, "fg-first")
    label = f"{title}: " + ", ".join(stage.name.in_(asked.lang) for stage in cards[:rows])
    return Picture(drawn, (0, 0, COLUMN, HEAD + rows * (ROW + CELL_GAP)), 1.0, label, said, mark)


def sources(asked: FigureRequest) -> list[Picture]:
    """Where the stages of the scenarios come from, what they bring and to whom."""
    drawn, label = "", []
    for n, scenario in enumerate(asked.scenarios):
        kind = next(e["kind"] for e in scenario.expect["events"] if e["kind"] in FROM)
        said, icon = FROM[kind]
        y, lines = n * 46.0, list(_shares(asked, scenario))
        if n:
            drawn += path(f"M0 {y:g}H{WIDTH:g}", "fg-quiet", 1)
        drawn += f'<g class="fg-ink">{icon_group(icon, 2, y + 9, 28)}</g>'
        names = tiles.lines_of(said.in_(asked.lang), 104)
        drawn += tiles.written(names, 38, y + 28 - (len(names) - 1) * LINE / 2, "fg-first")
        drawn += tiles.arrow(146, y + 23, 172, y + 23)
        drawn += tiles.written(lines, 182, y + 28 - (len(lines) - 1) * LINE / 2, "fg-first")
        label.append(f"{said.in_(asked.lang)}: {', '.join(lines)}")
    return [Picture(drawn, (0, 0, WIDTH, 46.0 * len(asked.scenarios)), 1.0, "; ".join(label))]


def _shares(asked: FigureRequest, scenario: Scenario) -> Sequence[str]:
    by, found = laid.mover(scenario), laid.gains(asked.game, scenario)
    return [
        (GAINED if player == by else HALF)
        .in_(asked.lang)
        .format(tiles.name_of(asked.game, player, asked.lang), tiles.plus(n))
        for player, n in found.items()
    ]


DRAWINGS: Mapping[str, Draw] = {
    "sequence": card,
    "sequence_column": column,
    "sequence_sources": sources,
}

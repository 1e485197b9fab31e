"""The reference sheet of «Маго-бой»: types of cards, what answers what, lines of sight as pictures. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.wizwar.rulebook.drawing import maze, scenes, sight
from games.wizwar.rulebook.drawing.pieces import NUMERAL_KIND, SPELL_KINDS, piece_icon
from games.wizwar.rulebook.printing import maze_board
from games.wizwar.rulebook.set_content import is_tables
from rulebook.content.entries import Card, GameContent, Text
from rulebook.drawing.figures import inked, path
from rulebook.drawing.small import card_tint
from rulebook.printing.cards.inks import ink_of
from rulebook.printing.cards.paint import FULL_INK, MUTED, SANS_BOLD

KINDS = (*SPELL_KINDS[:3], NUMERAL_KIND, *SPELL_KINDS[3:])
# What may be answered, as columns.
POINTS, LASTING, OTHER, BODY, COUNTER, INDIRECT = "points", "lasting", "other", "body", "counter", "indirect"
SPELL_COLUMNS: Mapping[str, Text] = {
    POINTS: Text("с уроном", "for damage"),
    LASTING: Text("со сроком", "that lasts"),
    OTHER: Text("другое", "other"),
}
OTHER_COLUMNS: Mapping[str, Text] = {
    BODY: Text("удар, бросок, пинок", "blow, throw, kick"),
    COUNTER: Text("ответ", "answer"),
    INDIRECT: Text("косв. урон", "indirect harm"),
}
COLUMNS = (*SPELL_COLUMNS, *OTHER_COLUMNS)
SPELLS, ATTACKS = {POINTS, LASTING, OTHER}, {POINTS, LASTING, OTHER, BODY}
HARM = {POINTS, BODY, INDIRECT}
# By card; those that are drawn in one row do the same.
ANSWERS: Mapping[tuple[str, ...], set[str]] = {
    ("absorb",): HARM,
    ("blunt",): HARM,
    ("reflection",): {POINTS, LASTING},
    ("full_reflection",): SPELLS,
    ("absorb_spell",): SPELLS | {COUNTER},
    ("full_shield",): ATTACKS,
    ("anti_anti",): {COUNTER},
    ("invisible", "shrink", "mist_body", "teleport"): ATTACKS,
    ("waterwall",): ATTACKS,
}
NOTES: Mapping[str, Text] = {
    "absorb": Text("урон −3", "damage −3"),
    "blunt": Text("половина, вверх", "half, rounded up"),
    "reflection": Text("пополам", "half to each"),
    "full_reflection": Text("всё назад", "all of it back"),
    "absorb_spell": Text("отмена, карта ваша", "cancelled, the card is yours"),
    "full_shield": Text("отмена", "cancelled"),
    "anti_anti": Text("отмена", "cancelled"),
    "invisible": Text("увернуться", "dodge"),
    "waterwall": Text("отмена", "cancelled"),
}
# What a row answers in part: of counteractions only those that throw an attack back; of attacks only those
# that come along a line of sight.
IN_PART = {("absorb_spell", COUNTER), ("waterwall", OTHER)}


class KindRow(NamedTuple):
    """A type of card with its sign, ink and class `k-…`; how many sorts there are of it, how many cards."""

    id: str
    name: Text
    plural: Text
    made_of: Text | None
    icon: str
    ink: str
    tint: str
    sorts: int
    cards: int


class AnswerRow(NamedTuple):
    """Counteractions that answer the same, and the columns: "full", "some" or ""."""

    cards: list[Card]
    note: Text
    cells: list[str]


class SightExample(NamedTuple):
    """A line of sight in a sector. Squares as (column, row) from 0; `edge`: a line to it instead of `to`.

    `gap`: the wall that is broken; `stop`: the point at which the line is blocked, None if it's free;
    `over`: it leaves the board to the north, and `to` lies beyond.
    """

    id: str
    label: Text
    sector: str
    crop: tuple[int, int]
    start: tuple[int, int]
    to: tuple[int, int] | None = None
    edge: maze.WallLine | None = None
    gap: maze.WallLine | None = None
    stop: tuple[float, float] | None = None
    over: bool = False


CROP = (3, 2)  # squares of a picture
PICTURE = 29.4  # its width, millimetres
LABELS: Mapping[str, Text] = {
    "slanting": Text("Линия наискось проходит между стенами", "A slanting line passes between walls"),
    "corner": Text("Линия задевает конец стены и обрывается", "The line touches the end of a wall and stops"),
    "gap": Text("Стены больше нет, линия проходит", "The wall is gone, and the line passes"),
    "door": Text("Линию держит закрытая дверь", "A shut door stops the line"),
    "wall": Text("Линия к стене ведёт в её середину", "A line to a wall leads to its middle"),
    "wrap": Text("Линия уходит за край и входит снова", "The line leaves and comes in again"),
}
EXAMPLES: Sequence[SightExample] = (
    SightExample("slanting", LABELS["slanting"], "s1", (2, 2), (4, 2), (2, 3)),
    SightExample("corner", LABELS["corner"], "s1", (2, 2), (2, 3), (3, 2), stop=(3, 3)),
    SightExample("gap", LABELS["gap"], "s1", (2, 2), (2, 3), (3, 2), gap=maze.WallLine(3, 2, 3, 3)),
    SightExample("door", LABELS["door"], "s1", (2, 2), (4, 2), (4, 3), stop=(4.5, 3)),
    SightExample("wall", LABELS["wall"], "s1", (0, 2), (0, 2), edge=maze.WallLine(2, 2, 2, 3)),
    SightExample("wrap", LABELS["wrap"], "s1", (1, -1), (2, 0), (2, -1), over=True),
)


def kind_rows(game: GameContent) -> list[KindRow]:
    """The types of cards in the order of a turn."""
    return [_kind_row(game, kind) for kind in KINDS]


def _kind_row(game: GameContent, kind: str) -> KindRow:
    cards = game.of_kind(kind)
    named = game.kind_by_id[kind]
    return KindRow(
        kind,
        named.name,
        named.plural,
        named.made_of,
        f"kind-{kind.replace('_', '-')}",
        ink_of(game, cards[0]),
        card_tint(game, cards[0]),
        len(cards),
        sum(card.count for card in cards),
    )


def answer_rows(game: GameContent) -> list[AnswerRow]:
    """What each counteraction answers, in the order of COLUMNS."""
    return [_answer_row(game, names, fits) for names, fits in ANSWERS.items()]


def _answer_row(game: GameContent, names: tuple[str, ...], fits: set[str]) -> AnswerRow:
    part = {column for column in fits if (names[0], column) in IN_PART}
    cells = ["" if column not in fits else "some" if column in part else "full" for column in COLUMNS]
    return AnswerRow([game.card_by_id[name] for name in names], NOTES[names[0]], cells)


def sight_pictures(game: GameContent, lang: str, width: float) -> list[dict[str, Any]]:
    """The examples as drawings `width` millimetres wide."""
    return [
        {
            "id": example.id,
            "clear": example.stop is None,
            "label": example.label.in_(lang),
            "drawing": _drawn(game, example, width),
        }
        for example in EXAMPLES
    ]


def _drawn(game: GameContent, example: SightExample, width: float) -> str:
    inks = maze_board.theme(game, FULL_INK)
    plan = maze.plan(game.card_by_id[example.sector].data, game.constants)
    if example.gap:
        plan = plan._replace(walls=tuple(line for line in plan.walls if line != example.gap))
    x, y = example.crop
    edge = maze.BORDER / 2
    scale = width / (CROP[0] + 2 * edge)
    ground = _plan(inks, plan) + (_beyond(inks, plan) if example.over else "")
    gap = maze.paint(maze.gap(example.gap), inks.looks) if example.gap else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" '
        f'height="{(CROP[1] + 2 * edge) * scale:.2f}mm" '
        f'viewBox="{x - edge:g} {y - edge:g} {CROP[0] + 2 * edge:g} {CROP[1] + 2 * edge:g}">'
        f"{ground}{gap}{_line(game, example)}</svg>"
    )


def _plan(inks: maze_board.Theme, plan: maze.SectorPlan) -> str:
    doors = (part for line in plan.doors for part in maze.door(line))
    parts = [
        maze.floor(0, 0, plan.size, plan.size),
        maze.grid(0, 0, plan.size),
        maze.wall(plan.walls),
        *doors,
    ]
    grid = f'fill="none" stroke="{MUTED}" stroke-width=".02" stroke-dasharray=".05 .09"'
    return maze.paint(parts, {**inks.looks, "grid": grid})


def _beyond(inks: maze_board.Theme, plan: maze.SectorPlan) -> str:
    """The sector once more, north of itself: where its exit leads; the letter of that exit."""
    again = f'<g transform="translate(0 {-plan.size:g})">{_plan(inks, plan)}</g>'
    seam = maze.Shape("seam", maze.path([maze.side_line(0, 0, "n", plan.size)]))
    letters = "".join(
        f'<text x="1.5" y="{y:g}" font-family="{SANS_BOLD}" font-size=".34" fill="{inks.accent}" '
        'text-anchor="middle">B</text>'
        for y in (-0.06, 0.28)
    )
    return again + maze.paint([seam], inks.looks) + letters


def _line(game: GameContent, example: SightExample) -> str:
    """The line of the rules' figures, from a dot to a ring."""
    start, end = maze.middle(example.start), _end(example)
    look = "fg-bad" if example.stop else "fg-good"
    return inked(
        game,
        sight.line(start, end, example.stop)
        + path(maze.ring("", *start, 0.12).d, f"{look}-fill")
        + path(maze.ring("", *end, 0.14).d, "fg-paper")
        + path(maze.ring("", *end, 0.14).d, look, 0.06)
        + (scenes.cross(example.stop) if example.stop else ""),
    )


def _end(example: SightExample) -> tuple[float, float]:
    if example.edge:
        return (example.edge.x1 + example.edge.x2) / 2, (example.edge.y1 + example.edge.y2) / 2
    assert example.to is not None
    return maze.middle(example.to)


class Strength(NamedTuple):
    """What can be broken, or stands for good: its token's icon, its class `k-…`, name, points (None: it can't
    be broken).
    """

    icon: str
    tint: str
    name: Text
    points: int | None


def strengths(game: GameContent) -> list[Strength]:
    """Points of walls, doors and bushes; what cannot be broken last."""
    constants = game.constants
    wall, bush, fire, stone = (
        game.card_by_id[name].name
        for name in ("illusion_wall", "thornbush", "wall_of_fire", "fill_square_with_stone")
    )
    return [
        Strength("wall", "none", WALL, constants["wall_hp"]),
        Strength("illusion", "purple", wall, game.card_by_id["illusion_wall"].data["hp"]),
        Strength("door", "none", DOOR, constants["door_hp"]),
        Strength("bush", "green", bush, constants["bush_hp"]),
        Strength("fire-wall", "red", fire, None),
        Strength(piece_icon(game.card_by_id["token_stone"]), "none", stone, None),
    ]


WALL, DOOR = Text("стена", "wall"), Text("дверь", "door")


def context(game: GameContent, lang: str) -> dict[str, Any]:
    """What `games/wizwar/rulebook/templates/rulebook/wizwar/_reference.html` shows besides its texts."""
    return {
        "kinds": kind_rows(game),
        "tables_copies": any(is_tables(card) for card in game.cards),
        "spell_columns": list(SPELL_COLUMNS.values()),
        "other_columns": list(OTHER_COLUMNS.values()),
        "answers": answer_rows(game),
        "pictures": sight_pictures(game, lang, PICTURE),
        "strengths": strengths(game),
    }

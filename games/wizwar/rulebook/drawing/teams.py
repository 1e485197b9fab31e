"""Teams as figures: who of a layout plays with whom, and whose treasures lie on whose home. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.wizwar.rulebook.drawing import maze, scenes
from games.wizwar.rulebook.drawing.maze import CLASSES, SEAT_COLOURS, Point
from games.wizwar.rulebook.drawing.scenes import PLACE, Scene
from games.wizwar.rulebook.printing import teams as signs
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path, tinted, words
from rulebook.drawing.icons import icon_group

UNIT = 18.0  # pixels
SIDE = 4  # units of a place
EDGE = 0.2  # around the layout, for the thickness of its walls
LETTER, SIGN, CHEST = 1.0, 1.5, 1.3


def teams(asked: FigureRequest) -> list[Picture]:
    """A picture for each scenario: its places, and the treasures that lie on homes when all is done.

    Of `data`, `words` are what stands below them, in the same order, and whether that is good.
    """
    said = asked.figure.data["words"]
    return [_picture(asked, *pair) for pair in zip(asked.scenarios, said, strict=True)]


def _picture(asked: FigureRequest, scenario: Scenario, said: Mapping[str, str]) -> Picture:
    position = scenario.position or scenario.whole["new"]
    layout = scenes.layout_of(asked.game, position)
    places = maze.slots(layout.data["grid"], SIDE)
    players = scenes.players_of(position)
    teams_of = {seat: team for team, pair in enumerate(signs.pairs(len(players) // 2)) for seat in pair}
    letters = [(asked.game.people.get(name, name) if asked.lang == "en" else name)[:1] for name in players]
    chests = _chests(scenes.scene(asked.game, position), scenario)
    ground = (maze.floor(*corner, SIDE, SIDE) for corner in places.values())
    walls = [
        line
        for corner in places.values()
        for side in maze.SIDES
        for line in maze.cut(maze.side_line(*corner, side, SIDE))
    ]
    inside = maze.paint([*ground, maze.wall(walls)], CLASSES) + "".join(
        _place(seat, letters, signs.SIGNS[teams_of[seat]], corner, chests.get(seat, ()))
        for seat, corner in enumerate(places[n] for n in sorted(places))
    )
    rows = layout.data["grid"]
    box = (-EDGE, -EDGE, SIDE * len(rows[0]) + 2 * EDGE, SIDE * len(rows) + 2 * EDGE)
    words_below = said[asked.lang]
    label = f"{asked.figure.title.in_(asked.lang)}: {words_below}"
    return Picture(inside, box, UNIT, label, words_below, said.get("mark", ""))


def _chests(scene: Scene, scenario: Scenario) -> dict[int, list[int]]:
    """By seat, whose treasures lie on the home: from the start, or put down there."""
    lying = {key: scene.square(at) for key, at in _treasures(scenario).items() if PLACE.match(at)}
    for move in scenario.moves:
        player, _, said = move.partition(": ")
        if said.startswith("drop T"):
            lying[said.split()[1]] = scene.at[player]
    found: dict[int, list[int]] = defaultdict(list)
    homes = {plan.home: seat for seat, plan in enumerate(scene.plans)}
    for key, square in sorted(lying.items()):
        if square in homes:
            found[homes[square]].append(int(key[1]) - 1)
    return found


def _treasures(scenario: Scenario) -> Mapping[str, Any]:
    found: Mapping[str, Any] = scenario.position.get("treasures", {})
    return found


def _place(
    seat: int, letters: Sequence[str], sign: str, corner: tuple[int, int], chests: Sequence[int]
) -> str:
    """A wizard with the sign of their team; below them treasures with their owners' letters."""
    x, y = corner
    top = y + (1.1 if chests else SIDE / 2)
    ring = path(maze.ring("", x + 1.15, top, 0.75).d, "fg-tint-fill")
    wizard = tinted(SEAT_COLOURS[seat], ring + _letter(letters[seat], (x + 1.15, top), "fg-on-tint"))
    team = icon_group(sign, x + 2.85 - SIGN / 2, top - SIGN / 2, SIGN)
    return f'{wizard}<g class="fg-ink">{team}</g>' + "".join(_rows(corner, letters, chests))


def _rows(corner: tuple[int, int], letters: Sequence[str], chests: Sequence[int]) -> Iterator[str]:
    x, y = corner
    for n, owner in enumerate(chests):
        at = x + SIDE / 2 + (n - (len(chests) - 1) / 2) * CHEST
        chest = icon_group("chest", at - CHEST / 2, y + 1.75, CHEST)
        yield tinted(SEAT_COLOURS[owner], chest + _letter(letters[owner], (at, y + 3.4), "fg-tint-words"))


def _letter(said: str, at: Point, look: str) -> str:
    return words(said, at[0], at[1] + LETTER * 0.36, LETTER, look)

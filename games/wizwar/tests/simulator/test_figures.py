"""Figures say what the engine says: seen or not, who stands where, who wins."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.wizwar.rulebook.drawing import plays, scenes
from games.wizwar.rulebook.drawing import sight as drawing
from games.wizwar.simulator.engine.board import ILLUSION
from games.wizwar.simulator.engine.places import SEAT_OF, read_edge, read_square
from games.wizwar.simulator.engine.positions.encoded import decode
from games.wizwar.simulator.table.sight import Look, Target, look
from rulebook.content import reading, scenarios
from rulebook.content.entries import Figure
from rulebook.drawing import figures
from simulator.cases import casebook

GAME, WHOLE = reading.load("wizwar"), reading.whole("wizwar")
SHOWN = [
    pytest.param(figure, name, n, id=f"{figure.id}-{name}")
    for figure in GAME.figures
    if figure.drawing == "sight"
    for n, name in enumerate(figure.scenarios)
]


def asked(figure: Figure, name: str) -> tuple[drawing.Aim, scenes.Scene, Look]:
    """What a figure draws, and what the site's own «Видит ли?» finds on the same board."""
    scenario = scenarios.find(GAME, name)
    position = {**scenario.position, **figure.data.get("position", {})}
    scene = scenes.scene(GAME, position)
    aim = drawing.aim(scene, scenario)

    def code(square: scenes.Square) -> str:
        return scene.name(square, whole=True).replace("\u2011", "")

    origin = read_square(code(aim.start))
    assert origin is not None
    if aim.edge:
        assert aim.beside is not None
        side = next(s for s in "nesw" if scene.edge(code(aim.beside) + s) == aim.edge)
        target = Target(edge=read_edge(code(aim.beside) + side))
    else:
        assert aim.end is not None
        target = Target(square=read_square(code(aim.end)))
    return aim, scene, look(GAME, "ru", decode(position).board, origin, target)


@pytest.mark.parametrize(("figure", "name", "n"), SHOWN)
def test_a_figure_of_sight_agrees_with_the_engine(figure: Figure, name: str, n: int) -> None:
    """Issue: a sight figure's ✓ and ✕ are what the engine says of its position."""
    aim, _, found = asked(figure, name)
    assert aim.clear == found.clear
    assert figures.pictures(GAME, figure.id, "ru")[n].mark == ("yes" if found.clear else "no")


@pytest.mark.parametrize(
    ("figure", "name", "n"), [each for each in SHOWN if "over" not in each.values[0].data]
)
def test_the_line_is_stopped_where_the_engine_stops_it(figure: Figure, name: str, n: int) -> None:
    """sight.line, sight.corner: the ✕ stands at the very point, and a free line comes to its target."""
    aim, scene, found = asked(figure, name)
    stop = drawing.stopped_at(scene, aim) or aim.points[1]
    if aim.filled and aim.filled == aim.end:  # a bush hides who is in it: the ✕ stands at its edge
        assert stop in [((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2) for line in scenes.sides(aim.end)]
        return
    x, y = map(float, re.findall(r"[ML]([\d.]+) ([\d.]+)", found.path)[-1])
    assert stop == pytest.approx((x, y))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("case", "step", "shows"),
    [
        ("past-the-end-of-a-wall", 1, ('class="ray"', 'class="rest"', 'class="stops"')),
        ("free-corner", 1, ('class="ray clear"',)),
        ("seen-over-the-edge", 1, ('class="ray clear"', 'class="leap"')),
        ("no-los-on-swap", 1, ()),
    ],
)
def test_an_example_draws_the_line_that_it_is_about(
    client: Client, case: str, step: int, shows: tuple[str, ...]
) -> None:
    """Issue: sight draws its line and what is in its way; a card without LOS draws none."""
    html = client.get(f"{reverse('simulator:example', args=['wizwar', case])}?step={step}").content.decode()
    assert 'class="mz-label"' in html  # the coordinates that its words name
    assert all(mark in html for mark in shows)
    assert ('class="ray' in html) == bool(shows)


PLAYED = [
    pytest.param(figure, name, id=f"{figure.id}-{name}")
    for figure in WHOLE.figures
    if figure.drawing == "play"
    for name in figure.scenarios
]


@pytest.mark.parametrize(("figure", "name"), PLAYED)
def test_a_figure_of_a_turn_has_everybody_where_the_engine_has_them(figure: Figure, name: str) -> None:
    """Issue: a figure is the position of a case that runs; so are monsters and what lies on the floor."""
    turn = plays.turn_of(WHOLE, figure, scenarios.find(WHOLE, name), "ru")
    state = decode(turn.position)

    def code(square: scenes.Square) -> int | None:
        return read_square(turn.scene.name(square, whole=True).replace("\u2011", ""))

    for being in turn.beings.values():
        assert code(being.square) == state.wizards[SEAT_OF[being.name]].at
    assert sorted((code(square), card) for card, square in turn.lying) == sorted(state.floor)
    walls = {edge for edge, kind in enumerate(state.board.kinds) if kind == ILLUSION}
    assert bool(walls) == any(kind == "illusion" for kind, _ in turn.scene.marks)


@pytest.mark.parametrize(("figure_id", "kind"), [("teams.win", "team_won_treasure"), ("teams.out", "robbed")])
def test_what_a_figure_of_teams_calls_good_is_what_the_engine_says(figure_id: str, kind: str) -> None:
    """teams.win, teams.out: ✓ is a win, or staying in; treasures lie on homes as the case leaves them."""
    figure = WHOLE.figure_by_id[figure_id]
    for name, picture in zip(figure.scenarios, figures.pictures(WHOLE, figure_id, "ru"), strict=True):
        said = {event.kind for event in casebook.evaluate(casebook.find("wizwar", name)).played.events}
        assert (picture.mark == "yes") == ((kind in said) == (kind != "robbed"))

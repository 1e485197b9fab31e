"""Playing a case: setting it up, making its moves, to the first that is refused."""

from collections.abc import Sequence
from typing import Any

from simulator.engines.core.case import Anything, Case, Played, Scene, read_move
from simulator.engines.core.game import Step
from simulator.engines.core.refusal import BadConfig, BadPosition, IllegalMove
from simulator.engines.core.shortform import numbered_names


def play(game: Anything, case: Case) -> Played:
    """Sets the position up and makes the moves, to the first that is refused. Raises CaseError."""
    if case.sheet is not None:
        raise case.error("sheet", "no_table")
    names = _names(game, case)
    try:
        opening = _open(game, case)
    except (BadPosition, BadConfig) as error:
        return Played(names, None, (), error.refusals)
    scenes: list[Scene] = []
    step = opening
    for row in case.moves:
        scene = _make_move(game, case, names, step.state, row)
        scenes.append(scene)
        if scene.refusal is not None:
            break
        step = scene.step
    return Played(names, opening, tuple(scenes))


def _names(game: Anything, case: Case) -> tuple[str, ...]:
    data = case.new if case.position is None else case.position
    assert data is not None  # read_cases saw to it
    given, players = game.names(data), data.get("players")
    if case.new is not None and isinstance(players, list) and (not given or len(set(given)) < len(given)):
        raise case.error("new.players", "kind", "a number, or names that differ")
    if given or type(players) is not int:
        return tuple(given)
    return tuple(numbered_names(players))


def _open(game: Anything, case: Case) -> Step:
    if case.position is not None:
        return Step(game.decode(dict(case.position)), (), frozenset())
    assert case.new is not None
    players = case.new.get("players")
    config = {key: value for key, value in case.new.items() if key != "seed"}
    config["players"] = len(players) if isinstance(players, list) else players
    return game.new_game(config, case.new.get("seed", 0))


def _make_move(game: Anything, case: Case, names: Sequence[str], state: Any, row: str) -> Scene:
    seat, text = read_move(case, names, row)
    before, move = game.encode(state), game.parse(state, seat, text)
    try:
        return Scene(seat, text, move, None, game.apply(state, seat, move))
    except IllegalMove as error:
        unchanged = game.encode(state) == before and game.check(state, seat, move) == error.refusal
        return Scene(seat, text, move, error.refusal, Step(state, (), frozenset()), unchanged)
    except BadConfig as error:
        raise case.error("new.script", "script", error.refusals[0].params.get("what", "")) from error

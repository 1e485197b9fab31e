"""Playing a case: setting it up, making its moves, to the first that is refused."""

from collections.abc import Iterator, Sequence
from typing import Any

from simulator.cases.case import PROBLEMS, Anything, Case, Played, PlayedMove, read_move
from simulator.engine.game import Move, Seat, Settled, Step
from simulator.engine.refusal import BadConfig, BadPosition, IllegalMove
from simulator.engine.shortform import numbered_names
from web.refusal import Refusal


def play(game: Anything, case: Case) -> Played:
    """Sets the position up and makes the moves, to the first that is refused. Raises CaseError."""
    if case.sheet is not None:
        raise case.error("sheet", "no_table")
    names = names_of(game, case)
    try:
        opening = open_case(game, case)
    except (BadPosition, BadConfig) as error:
        return Played(names, None, (), error.refusals)
    run = CaseRun(game, case, names, opening)
    for row in case.moves:
        if run.make(row) is not None:
            break
    return Played(names, opening, tuple(run.scenes))


class CaseRun:
    """A case under way: its scenes, and the choices that its moves went past (`Game.settled`).

    People who write cases don't know where a game asks. Whoever names the only answer is right, and nothing
    comes of it any more; whoever names another is refused for what is wrong with it, and the move that would
    have gone past the choice stands before it.
    """

    def __init__(self, game: Anything, case: Case, names: Sequence[str], opening: Step):
        self.game, self.case, self.names = game, case, names
        self.scenes: list[PlayedMove] = []
        self.state = opening.state
        self.past: list[
            tuple[int, Any, Seat, Move]
        ] = []  # scene, state, seat, move that may have gone past some
        self._settled: list[tuple[int, Settled]] | None = None
        self.silent = False  # whether the last move is still unfinished, so that nobody has seen anything

    def make(self, row: str) -> Refusal | None:
        """The next move, or why it is refused. Raises CaseError."""
        return self.take(*read_move(self.case, self.names, row))

    def take(self, seat: Seat, text: str) -> Refusal | None:
        """The same for a move of a seat."""
        scene = self._scene(seat, text)
        if scene.refusal is None:
            made = (len(self.scenes), self.state, seat, scene.move)
            self.past, self._settled = [*self.past, made] if self.silent else [made], None
            self.state, self.silent = scene.step.state, not scene.step.events
        else:
            scene = self._repeated(scene) or self._contradicted(scene) or scene
        self.scenes.append(scene)
        return scene.refusal

    @property
    def settled(self) -> list[tuple[int, Settled]]:
        """The choices that were gone past, each with its scene: few cases ask."""
        if self._settled is None:
            asked = self.game.settled
            self._settled = [
                (n, each) for n, state, seat, move in self.past for each in asked(state, seat, move)
            ]
        return self._settled

    def _scene(self, seat: Seat, text: str) -> PlayedMove:
        game, state = self.game, self.state
        move = game.parse(state, seat, text)
        refused = game.check(state, seat, move) is not None
        before = (
            game.encode(state) if refused else None
        )  # half of the time of all cases, were it for each move
        try:
            return PlayedMove(seat, text, move, None, game.apply(state, seat, move))
        except IllegalMove as error:
            unchanged = game.encode(state) == before and game.check(state, seat, move) == error.refusal
            return PlayedMove(seat, text, move, error.refusal, Step(state, (), frozenset()), unchanged)
        except BadConfig as error:
            refusal = error.refusals[0]
            problem = refusal.code if refusal.code in PROBLEMS else "script"
            what = refusal.params.get("what", "")
            raise self.case.error(f"{self.case.start}.script", problem, what) from error

    def _answers(self, scene: PlayedMove) -> Iterator[tuple[int, Settled, Move]]:
        """This player's settled choices that a move could be about, by scene, and its answer to each."""
        for n, choice in self.settled:
            move = self.game.parse(choice.step.state, scene.seat, scene.text)
            if choice.seat == scene.seat and move.verb in choice.verbs:
                yield n, choice, move

    def _repeated(self, scene: PlayedMove) -> PlayedMove | None:
        for n, choice, move in self._answers(scene):
            if choice.move == move:
                self.settled.remove((n, choice))
                return scene._replace(move=move, refusal=None, repeats=True)
        return None

    def _contradicted(self, scene: PlayedMove) -> PlayedMove | None:
        """Refused as an answer to the first choice of its kind, unless the game asks for that kind now."""
        legal = self.game.legal_moves(self.state, scene.seat)
        if any(move.verb == scene.move.verb for move in legal):
            return None
        for n, choice, move in self._answers(scene):
            stopped = Step(choice.step.state, (), frozenset())
            self.scenes[n] = self.scenes[n]._replace(step=choice.step)
            self.scenes[n + 1 :] = [later._replace(step=stopped) for later in self.scenes[n + 1 :]]
            refusal = self.game.check(stopped.state, scene.seat, move)
            return scene._replace(move=move, refusal=refusal or scene.refusal, step=stopped)
        return None


def names_of(game: Anything, case: Case) -> tuple[str, ...]:
    """The players of a case, as it names them. Raises CaseError."""
    data = case.new if case.position is None else case.position
    assert data is not None  # read_cases saw to it
    given, players = game.names(data), data.get("players")
    if case.new is not None and isinstance(players, list) and (not given or len(set(given)) < len(given)):
        raise case.error("new.players", "kind", "a number, or names that differ")
    if given or type(players) is not int:
        return tuple(given)
    return tuple(numbered_names(players))


def open_case(game: Anything, case: Case) -> Step:
    """Where a case begins. Raises BadPosition or BadConfig."""
    if case.position is not None:
        return Step(game.decode(dict(case.position)), (), frozenset())
    assert case.new is not None
    players = case.new.get("players")
    config = {key: value for key, value in case.new.items() if key != "seed"}
    config["players"] = len(players) if isinstance(players, list) else players
    return game.new_game(config, case.new.get("seed", 0))

"""A tiny game of sealed bids that plays in the place of Poison, for tests of choices made at once.

Each player first puts two of their cards aside unseen, one by one and all at once; then all bid one card
each, unseen, and whoever bids most alone takes or leaves the point. The game babbles on purpose: its views
and events tell who has chosen. What the site shows may tell nothing all the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from simulator import game
from simulator.engine.chance import Rng
from simulator.engine.evolve import evolve
from simulator.engine.game import Config, Event, Move, MoveEstimate, Step
from simulator.engine.rules import Rules
from simulator.engine.weighing import Known, Weighing
from simulator.table.base import Table
from web.refusal import Refusal

CLAUSE, CARDS, ASIDE = "turn.play", (1, 2, 3, 4, 5), 2


@dataclass(frozen=True)
class State:
    """`laid` are the sealed cards of each seat, `need` how many each lays; `chooser` takes or leaves."""

    hands: tuple[tuple[int, ...], ...]
    laid: tuple[tuple[int, ...], ...]
    need: int
    points: tuple[int, ...]
    round: int = 0
    chooser: int | None = None

    @property
    def players(self) -> int:
        return len(self.hands)


class View(NamedTuple):
    """What a seat knows; `laid` babbles who has chosen, and tells one's own cards."""

    seat: int | None
    hand: tuple[int, ...]
    laid: tuple[int, ...]
    own: tuple[int, ...]
    points: tuple[int, ...]
    round: int
    chooser: int | None


class Bids(Rules[State, View]):
    """The engine."""

    id, seats, max_decisions = "poison", range(2, 5), 99
    configs = {"standard": Config({}, (2, 3))}

    def new_game(self, config: Any, seed: int) -> Step:
        players = config["players"]
        none = ((),) * players
        return Step(State((CARDS,) * players, none, ASIDE, (0,) * players), (), frozenset())

    def to_act(self, state: State) -> frozenset[int]:
        if state.chooser is not None:
            return frozenset({state.chooser})
        if not any(state.hands):
            return frozenset()
        return frozenset(seat for seat, laid in enumerate(state.laid) if len(laid) < state.need)

    def legal_moves(self, state: State, seat: int) -> list[Move]:
        if seat not in self.to_act(state):
            return []
        if state.chooser is not None:
            return [Move("leave"), Move("take")]
        return [Move("lay", (card,)) for card in state.hands[seat]]

    def check(self, state: State, seat: int, move: Move) -> Refusal | None:
        return None if move in self.legal_moves(state, seat) else Refusal("no_pass", CLAUSE, {})

    def do(self, state: State, seat: int, move: Move) -> Step:
        if state.chooser is not None:
            won = move.verb == "take"
            points = tuple(n + (won and each == seat) for each, n in enumerate(state.points))
            told = Event("decided", CLAUSE, {"seat": seat, "verb": move.verb})
            return Step(evolve(state, points=points, chooser=None), (told,), frozenset())
        card = move.args[0]
        hands, laid = list(state.hands), list(state.laid)
        hands[seat] = tuple(each for each in hands[seat] if each != card)
        laid[seat] = (*laid[seat], card)
        after = evolve(state, hands=tuple(hands), laid=tuple(laid))
        events = (
            Event("chose", CLAUSE, {"seat": seat}),
            Event("laid", CLAUSE, {"card": card}, (seat,)),
        )
        if all(len(each) == state.need for each in laid):
            return self._opened(after, events)
        return Step(after, events, frozenset())

    def _opened(self, state: State, events: tuple[Event, ...]) -> Step:
        none = ((),) * state.players
        fresh = evolve(state, laid=none, need=1, round=state.round + 1)
        if state.need == ASIDE:
            return Step(fresh, (*events, Event("begun", CLAUSE, {})), frozenset())
        bids = [laid[0] for laid in state.laid]
        best = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
        told = Event("opened", CLAUSE, {"bids": bids})
        chooser = best[0] if len(best) == 1 else None
        return Step(evolve(fresh, chooser=chooser), (*events, told), frozenset())

    def view(self, state: State, seat: int | None) -> View:
        return View(
            seat,
            () if seat is None else state.hands[seat],
            tuple(map(len, state.laid)),
            () if seat is None else state.laid[seat],
            state.points,
            state.round,
            state.chooser,
        )

    def view_json(self, view: View) -> dict[str, Any]:
        return view._asdict()

    def resample(self, state: State, seat: int | None, rng: int) -> State:
        return state

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    def encode(self, state: State) -> dict[str, Any]:
        return {
            "hands": [list(hand) for hand in state.hands],
            "laid": [list(laid) for laid in state.laid],
            "need": state.need,
            "points": list(state.points),
            "round": state.round,
            "chooser": state.chooser,
        }

    def decode(self, data: Any) -> State:
        tuples = {key: tuple(map(tuple, data[key])) for key in ("hands", "laid")}
        return State(**{**data, **tuples, "points": tuple(data["points"])})

    def say(self, state: State, seat: int, move: Move) -> tuple[str, dict[str, Any]]:
        return move.verb, {"args": move.args}

    def names(self, data: Any) -> list[str]:
        return []

    def short(self, state: State, names: Any, seat: int | None = None, whole: bool = True) -> dict[str, Any]:
        return {"players": list(names), "view": self.view_json(self.view(state, seat))}

    def weighing(self, view: View, seed: int, whole: bool = True) -> Weighing:
        return Known([MoveEstimate(Move("lay", (card,)), card, 0.0, 1) for card in view.hand], seed, 1.0)


def _random(view: View, moves: Any, seed: int) -> Move:
    return Rng(seed).choice(moves)


def _greedy(view: View, moves: Any, seed: int) -> Move:
    """The most that is left, so that tests know it."""
    return moves[-1]


Bids.bots = {"random": _random, "greedy": _greedy, "flat": _greedy}


class Drawn(NamedTuple):
    view: View
    events: tuple[Event, ...]
    hand: tuple[str, ...]
    further: bool = False


class BidsTable(Table):
    """How the game is drawn: the whole view and all events, as they stand."""

    DEFAULT_BOT, PICKS = "greedy", True
    EDITOR_FIELDS: dict[str, int] = {}

    def under_way(self, state: State) -> bool:
        """Whether somebody has put the first card aside and not the second."""
        return any(0 < len(laid) < state.need for laid in state.laid)

    def draw(self, content: Any, view: View, names: Any, words: Any, events: Any, *rest: Any) -> Drawn:
        return Drawn(view, tuple(events), tuple(map(str, words)))

    def sentence(self, content: Any, kind: str, code: str, params: Any, lang: str, names: Any) -> str:
        return f"{kind}:{code}:{sorted(params.items())}"

    def choices(self, words: Any) -> list[tuple[str, str]]:
        return [(str(move), said) for move, said in words.items()]

    def inline_moves(self, drawn: Drawn) -> tuple[str, ...]:
        return ()

    def open_hands(self, state: State) -> tuple[str, ...]:
        return ()

    def totals(self, view: View) -> tuple[int, ...]:
        return view.points

    def results(self, content: Any, view: View, names: Any, lang: str) -> tuple[str, ...]:
        return ()


GAME = Bids()
TABLE = BidsTable(GAME)

# Templates of the game, by name: they show all that they are given.
TEMPLATES = {
    "_table.html": "<pre>{{ drawn.view }} {{ drawn.events }} {{ board.round }}</pre>",
    "_hand.html": "<pre>{{ drawn.hand }}</pre>",
    "_keys.html": "",
    "_result.html": "",
    "_hint_note.html": "",
    "_facts.html": "",
}


def sit_down(put: Callable[[Any, str, Any], None], folder: Path) -> None:
    """Puts the game where Poison was, by `put(object, name, value)`, its templates into `folder`."""
    put(game.get("poison"), "engine", GAME)
    put(game.get("poison"), "table", TABLE)
    home = folder / "simulator" / "poison"
    home.mkdir(parents=True)
    for name, text in TEMPLATES.items():
        (home / name).write_text(text)

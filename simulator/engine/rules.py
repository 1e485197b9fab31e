"""The base class of engines. `new_game to_act check do candidates view` make a game; the rest has defaults.

A game writes more where it knows better: a faster `legal_moves`, bots, hints, a short form that people type,
and `world` as soon as something is hidden. Its state is a frozen dataclass with `players`; `chance` holds the
generator, `agenda` the open choices, `round` and `scores` what their names say, where there are any.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, Generic, TypeVar, get_type_hints

from rulebook import finder
from rulebook.content import reading, series
from scoring.sheets.lines import PlayerScore
from simulator.engine import codec, proposing, proving, shortform
from simulator.engine.chance import Chance, pick, substream
from simulator.engine.evolve import evolve
from simulator.engine.game import (
    Bot,
    Config,
    Difference,
    Hint,
    Move,
    MovePlan,
    Proposition,
    Result,
    Riddle,
    Seat,
    Settled,
    Step,
    WithPlaces,
)
from simulator.engine.options import check_players
from simulator.engine.parts import take_members
from simulator.engine.positions import read_position
from simulator.engine.reasons import Propositions, with_reasons
from simulator.engine.refusal import BadPosition, IllegalMove
from simulator.engine.shortform import malformed
from simulator.engine.weighing import Playouts, Weighing
from web.refusal import Params, Refusal

NewGame = Callable[[Mapping[str, Any], int], Step]
S = TypeVar("S")
V = TypeVar("V")
NOBODY: frozenset[Seat] = frozenset()
MAX_TEXT = 80
SHORT_KEYS = frozenset({"players", "options", "script"})  # of a position that is only a deal
LONGEST_GAME = 10_000  # decisions; whoever knows better says so
MOST_WORLDS = 480  # in which a hint tries moves
LONGEST_PLAYOUT = 200  # decisions: of a longer game a hint compares the points so far


def random_bot(view: Any, moves: Sequence[Move], seed: int) -> Move:
    """Any legal move, each equally likely."""
    return pick(seed, moves)


class Rules(Generic[S, V]):
    """An engine: one object with pure functions over states `S`, of which seats are shown views `V`.

    `check` is the one predicate: legal moves are the candidates that it passes, `apply` asks it first.
    """

    rules: int = 1  # raised when the meaning of a record changes
    older: Mapping[int, NewGame] = {}  # by number, rules that differ from these in nothing but `new_game`
    fewer_is_better: bool = False
    only_wins: bool = False  # whether a result is a point for a win or nothing: then a chance is foretold
    slip: float = 1.0  # points by which a move has to be worse than the best to be called a mistake
    sealed: bool = False  # whether several choose at once, in secret: then nobody is told who still has to
    max_decisions: int = LONGEST_GAME  # no game is longer
    bulk_options: Mapping[str, Any] = {}  # what whole games between bots need besides, to end
    bots: Mapping[str, Bot] = {"random": random_bot}
    rarities: tuple[str, ...] = ()  # names of all that `rarities_in` may find
    elsewhere: frozenset[str] = frozenset()  # refusals that say only that something else is asked now
    untold: frozenset[str] = frozenset()  # paths of keys of `encode` that `short` leaves out: chance, past

    def __init_subclass__(cls, parts: Sequence[ModuleType] = ()) -> None:
        super().__init_subclass__()
        take_members(cls, parts, WithPlaces)

    @cached_property
    def id(self) -> str:
        """The game in whose room the engine stands."""
        home = type(self).__module__
        rooms = finder.rooms("simulator").values()
        found = next((room.game for room in rooms if home.startswith(f"{room.package}.")), None)
        if found is None:
            raise LookupError(f"{home} is imported by another name than {finder.VARIABLE} has")
        return found

    @cached_property
    def seats(self) -> range:
        least, most = reading.load(self.id).players
        return range(least, most + 1)

    @cached_property
    def configs(self) -> Mapping[str, Config]:
        """What conformance and fuzzing play, by name."""
        return {"standard": Config({}, tuple(self.seats))}

    # --- What a game writes --------------------------------------------------------------------------------

    def new_game(self, config: Mapping[str, Any], seed: int) -> Step:
        """The first real choice of a fresh game, with the events of the deal. Raises BadConfig."""
        raise NotImplementedError

    def reads(self, rules: int) -> bool:
        """Whether a record of these rules can be replayed."""
        return rules == self.rules or rules in self.older

    def begin(self, rules: int, config: Mapping[str, Any], seed: int) -> Step:
        """`new_game` as it was in rules that are read. Raises BadConfig."""
        return self.new_game(config, seed) if rules == self.rules else self.older[rules](config, seed)

    def to_act(self, state: S) -> frozenset[Seat]:
        """Seats that have a choice now, empty when the game is over: here of the open choice, where the state
        has an agenda.
        """
        agenda = getattr(state, "agenda", ())
        return frozenset({agenda[-1].seat}) if agenda else NOBODY

    def check(self, state: S, seat: Seat, move: Move) -> Refusal | None:
        """Why a seat may not make a move now, or None. Begins with `self.turn_refusal(state, seat)`."""
        raise NotImplementedError

    def do(self, state: S, seat: Seat, move: Move) -> Step:
        """What comes of a move that `check` has passed."""
        raise NotImplementedError

    def candidates(self, state: S, seat: Seat) -> Iterable[Move]:
        """All moves that may be legal for a seat that is to act."""
        raise NotImplementedError

    def view(self, state: S, seat: Seat | None) -> V:
        """What a seat (None: a bystander) may know; built up from nothing."""
        raise NotImplementedError

    # --- Moves ---------------------------------------------------------------------------------------------

    def turn_refusal(self, state: S, seat: Seat) -> Refusal | None:
        """Why a seat has no choice at all now: the game is over, or others are to act."""
        acting = self.to_act(state)
        if not acting:
            return Refusal("game_over", "turn.play")
        if seat in acting:
            return None
        if self.sealed:
            return Refusal("bad_move", "turn.play", {"text": ""})
        return Refusal("not_your_turn", "turn.play", {"seat": min(acting)})

    def legal_moves(self, state: S, seat: Seat) -> list[Move]:
        """Sorted; empty for a seat that is not to act."""
        if seat not in self.to_act(state):
            return []
        return sorted(move for move in self.candidates(state, seat) if self.check(state, seat, move) is None)

    def apply(self, state: S, seat: Seat, move: Move) -> Step:
        """The next real choice. Raises IllegalMove."""
        refusal = self.check(state, seat, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self.do(state, seat, move)

    def settled(self, state: S, seat: Seat, move: Move) -> tuple[Settled, ...]:
        """The choices that a legal move goes past on its way to the next real one, in their order."""
        return ()

    def unasked(self, state: S) -> tuple[Seat, Move] | None:
        """The answer to the open question, if a record written before it was asked may lack it."""
        return None

    def parse(self, state: S, seat: Seat, text: str) -> Move:
        """The move that a text means here; anything unreadable becomes a move that `check` refuses: the legal
        move that is written so, else verb and words as they stand, numbers as numbers.
        """
        verb, *words = text[:MAX_TEXT].split() or [""]
        same = " ".join((verb, *words))
        legal = (move for move in self.legal_moves(state, seat) if str(move) == same)
        return next(legal, None) or Move(verb, self._arguments(state, seat, verb, words))

    def _arguments(self, state: S, seat: Seat, verb: str, words: Sequence[str]) -> tuple[int | str, ...]:
        """Where the moves of a verb have texts, a code of digits alone is one, too: «play 7» may be a card,
        which has a refusal of its own.
        """
        asked = self.candidates(state, seat) if seat in self.to_act(state) else ()
        kinds = {(at, type(arg)) for move in asked if move.verb == verb for at, arg in enumerate(move.args)}
        return tuple(
            int(word) if word.isascii() and word.isdecimal() and (at, str) not in kinds else word
            for at, word in enumerate(words)
        )

    def say(self, state: S, seat: Seat, move: Move) -> tuple[str, Params]:
        """Code and parameters of the move's words (catalogue `move`): the verb; its text, and its arguments
        by their places from 1.
        """
        args = {str(n): arg for n, arg in enumerate(move.args, start=1)}
        return move.verb, {"seat": seat, "text": str(move), **args}

    # --- What is seen and what isn't -----------------------------------------------------------------------

    @cached_property
    def hides(self) -> bool:
        """Whether somebody may know what another player doesn't, so that nobody looks at another's phone: a
        view lacks anything of a position but its generator, or the game says what is hidden.
        """
        own = type(self)
        if self.sealed or own.world is not Rules.world or own.resample is not Rules.resample:
            return True
        some = next(iter(self.configs.values()))
        first = self.new_game({"players": some.seats[0], "options": dict(some.options)}, 0).state
        return self.world(self.view(first, None), 0) is None

    def view_json(self, seen: V) -> dict[str, Any]:
        """The view as JSON."""
        found: dict[str, Any] = codec.encode(seen)
        return found

    def world(self, view: V, rng: int) -> S | None:
        """A position that agrees with a view: by its own fields where it hides nothing, else None."""
        kind = self._state_kind
        names = [name for name in codec.fields_of(kind) or () if name != "chance"]
        if not all(hasattr(view, name) for name in names):
            return None
        chance = {"chance": Chance(rng)} if "chance" in (codec.fields_of(kind) or ()) else {}
        found: S = kind(**{name: getattr(view, name) for name in names}, **chance)
        return found

    def reseeded(self, state: S, rng: int) -> S:
        """The same position, but what chance brings from now on follows from `rng`."""
        chance = getattr(state, "chance", None)
        return state if chance is None else evolve(state, chance=evolve(chance, rng=rng))

    def resample(self, state: S, seat: Seat | None, rng: int) -> S:
        """A world that a seat can't tell from the real one; depends on its view and `rng` alone. Where
        `world` can't tell, the game has to say what is hidden.
        """
        found = self.world(self.view(state, seat), rng)
        return self.reseeded(state, rng) if found is None else found

    def redrawn(self, state: S, rng: int) -> S:
        """The same position for everybody: what no seat knows, the order of a deck and rolls to come, is
        drawn anew, and every view stays as it is.
        """
        return self.reseeded(state, rng)

    # --- Advice --------------------------------------------------------------------------------------------

    def weighing(self, view: V, seed: int, whole: bool = True) -> Weighing | None:
        """All legal moves of the seat of a view, to be weighed for as long as there is time: here played out
        by bots that move at random. None where there is nothing to compare, or `world` can't tell.
        """
        asked: Seat | None = getattr(view, "seat", None)
        world = self.world(view, seed)
        if world is None or asked is None or asked not in self.to_act(world):
            return None
        seat = asked

        def value(dealt: S, move: Move, chance: int) -> float:
            return self._played_out(self.apply(dealt, seat, move).state, seat, chance)

        return Playouts(
            self.legal_moves(world, seat),
            lambda rng: self._dealt(view, rng),
            value,
            seed,
            slip=self.slip,
            most=MOST_WORLDS,
            fewer_is_better=self.fewer_is_better,
            whole=whole,
        )

    def hint(self, view: V, seed: int, playouts: int) -> Hint:
        """What comes of weighing by so many playouts at least, with reasons; 0: all that there are."""
        weighing = self.weighing(view, seed)
        return self.reasoned(view, weighing.run(playouts)) if weighing else Hint((), 0, seed)

    def traits(self, view: V, seat: Seat) -> Mapping[str, float]:
        """By what the expected result of a seat is judged, as far as the seat of the view can tell: of hidden
        cards what they are on average. At most `worth.MOST_WEIGHTS`, always the same; none here.
        """
        return {}

    def reasoned(self, view: V, hint: Hint) -> Hint:
        """The hint with a reason for each move that has one."""
        return with_reasons(hint, self.propositions(view, hint)) if hint.estimates else hint

    def propositions(self, view: V, hint: Hint) -> Propositions:
        """What is so of each legal move of a view, the weightiest first. All moves are looked at alike: what
        isn't said of one isn't so. Here what `apply` shows of any game: points now, the end, who is next.
        """
        return proposing.propositions(self, view, hint.seed)

    def holds(self, world: S, seat: Seat, move: Move, said: Proposition) -> bool:
        """Whether a proposition is so in a world. It is found by `apply`, `legal_moves`, `view` and the cards
        alone, never by what made the proposition: it is there to catch that.
        """
        return proving.holds(self, world, seat, move, said)

    def plans(self, view: V, hint: Hint) -> tuple[MovePlan, ...]:
        """What the seat of a view may be out for, the best first; quick, as a page asks for it by itself.
        None here: the moves are compared, and what they are for isn't told.
        """
        return ()

    def riddles(self, state: S, seat: Seat) -> Iterable[Riddle]:
        """What a position would ask of a reader in this seat, as a puzzle: nothing that the seat's view
        doesn't tell. None here.
        """
        return ()

    def _dealt(self, view: V, rng: int) -> S:
        found = self.world(view, rng)
        assert found is not None  # asked for before
        return found

    def _played_out(self, state: S, seat: Seat, seed: int) -> float:
        """What a seat gets where all play at random: its points, where more are better its lead."""
        for ply in range(min(self.max_decisions, LONGEST_PLAYOUT)):
            acting = self.to_act(state)
            if not acting:
                break
            mover = min(acting)
            choice = random_bot(None, self.legal_moves(state, mover), substream(seed, ply))
            state = self.apply(state, mover, choice).state
        scores = self.scores(state)
        others = [score for place, score in enumerate(scores) if place != seat]
        return scores[seat] if self.fewer_is_better else scores[seat] - max(others, default=0)

    # --- The end -------------------------------------------------------------------------------------------

    def scores(self, state: S) -> tuple[int, ...]:
        """The points so far, by seat."""
        return tuple(getattr(state, "scores", (0,) * self.players(state)))

    def goal(self, players: int) -> int | None:
        """As many points as end a game of so many players: the constant `goal` of its content."""
        return series.goal(reading.load(self.id), players)

    def is_goal_reached(self, state: S) -> bool:
        """Whether somebody has them. The engine asks when a round is over, and begins no other one then."""
        goal = self.goal(self.players(state))
        return goal is not None and max(self.scores(state)) >= goal

    def players(self, state: S) -> int:
        """How many sit at the table."""
        n: int = state.players  # type: ignore[attr-defined]
        return n

    def result(self, state: S) -> Result | None:
        """None while somebody has a choice."""
        if self.to_act(state):
            return None
        scores = self.scores(state)
        best = (min if self.fewer_is_better else max)(scores)
        return Result(scores, tuple(seat for seat, score in enumerate(scores) if score == best))

    def explain(self, state: S) -> tuple[PlayerScore, ...]:
        """The points of the last finished round or game by seat, line by line; empty before its end."""
        return ()

    def tallies(self, state: S) -> Mapping[str, tuple[int, ...]]:
        """What is counted of each seat in finished games that are played in bulk, by name."""
        return {}

    def habits(self, state: S, seat: Seat, move: Move) -> Mapping[str, bool]:
        """The habits that a decision may show, by name, and whether this legal move shows them: what is
        counted of bots with a fault (`Simulator.characters`). None here.
        """
        return {}

    def rarities_of(self, options: Mapping[str, Any]) -> Iterable[str]:
        """Which of the rarities games with these options may bring."""
        return self.rarities

    def rarities_in(self, before: S, step: Step) -> Iterable[str]:
        """What a step has brought that many games are played to meet, besides its events."""
        return ()

    def invariants(self, state: S) -> None:
        """Raises AssertionError on a broken state; none that the types allow is broken here."""

    # --- Positions as data ---------------------------------------------------------------------------------

    @cached_property
    def _state_kind(self) -> Any:
        """The type of states, as `view` names it."""
        return get_type_hints(type(self).view)["state"]

    def encode(self, state: S) -> dict[str, Any]:
        """The whole state as JSON types."""
        return {"state": 1, **codec.encode(state)}

    def decode(self, data: Any) -> S:
        """From `encode` or from the short form that cases write. Raises only BadPosition."""
        return read_position(data, self._decoded, self._from_short, self.invariants)

    def _decoded(self, data: Mapping[str, Any]) -> S:
        """Encoded; a short form only has the names where the number of players stands."""
        names = self.names(data)
        own = {key: value for key, value in data.items() if key != "state"}
        own |= {"players": len(names)} if names else {}
        self._check_whole(own)
        state: S = codec.decode(self._state_kind, own)
        if self.players(state) not in self.seats:
            raise malformed("players")
        return state

    @property
    def _fields(self) -> Collection[str]:
        return codec.fields_of(self._state_kind) or ()

    def _check_whole(self, data: Mapping[str, Any], *besides: str) -> None:
        """Refuses a position that lacks something. Raises BadPosition."""
        missing = [name for name in (*besides, *self._fields) if name not in data]
        if missing:
            raise BadPosition([Refusal("pos_lacks", "components.deck", {"what": ", ".join(missing)[:80]})])

    def _from_short(self, data: Mapping[str, Any]) -> S:
        """Nothing but players, perhaps with options and a seed: the deal."""
        if not set(data) <= SHORT_KEYS and set(data) <= {*SHORT_KEYS, *self._fields}:
            self._check_whole(data, "state")
        names = shortform.read_names(data.get("players"), self.seats[0], self.seats[-1])
        shortform.check_keys(data, SHORT_KEYS)
        players = check_players(len(names), self.seats[0], self.seats[-1])
        found: S = self.new_game({**data, "players": players}, 0).state
        return found

    def names(self, data: Any) -> list[str]:
        """The players' names that a short form gives, else an empty list."""
        return shortform.names_of(data)

    def short(
        self, state: S, names: Sequence[str], seat: Seat | None = None, whole: bool = True
    ) -> dict[str, Any]:
        """The encoded state with the players' names; not `whole`: only what the seat knows, as a world that
        looks the same to it.
        """
        shown = state if whole else self.resample(state, seat, 0)
        return {**self.encode(shown), "players": list(names)}

    def differences(self, seen: S | V, names: Sequence[str], expected: Mapping[str, Any]) -> list[Difference]:
        """Where a position, or what a view knows of it, differs from the given keys of a short form, here
        those of what is encoded. Raises BadPosition.
        """
        there = {"state": 1, **codec.encode(seen)}
        shortform.check_keys(expected, there)
        return [
            Difference(key, wanted, there[key])
            for key, wanted in expected.items()
            if wanted != there[key] and not (key == "players" and wanted == list(names))
        ]

"""What the simulator asks of a game: one object for each, every member with a default.

A game changes what it needs in `games/<id>/game.py`, where `GAME` is its object. Pure: what needs Django is
imported where it is used.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from rulebook import finder
from rulebook.content.entries import Text
from simulator.bulk.figures import Ceilings, Metric
from simulator.cases.kinds import SHARED_PARAMS, CaseKind, CaseParams
from simulator.engine.rules import Rules
from simulator.table.base import Table

# How long a decision takes, in seconds: our guess of a person who knows the game, and what a page takes to
# show that of a bot.
OWN_DECISION, BOTS_DECISION = 9, 1.2
MINUTES_STEP = 5

# Makes a case an example of the rules' pages: the case and the language.
Example = Callable[[Any, str], Any]


class BotStrength(NamedTuple):
    """How strong a bot was measured to be (docs/bots.md): the percentage of games that one wins at a table
    of so many `players`, all others being of the kind `against`.
    """

    wins: float
    against: str
    players: int

    @property
    def fair(self) -> int:
        """What as good a bot would win."""
        return round(100 / self.players)


class Character(NamedTuple):
    """A bot that plays by a head of its own and has one fault: the habit in which it shows, of
    `Rules.habits`, and how it tells of it once a game is over.
    """

    habit: str
    fault: Text


class PuzzleTheme(NamedTuple):
    """What puzzles of a theme have in common: the clause, the question, what a wrong move is answered where
    nothing more can be said.
    """

    clause: str
    say: Text
    other: Text


class Simulator:
    """A game's part of the simulator: its engine and its table, where it is played here."""

    bot_titles: Mapping[str, Text] = {}  # how its bots play, where that isn't said of all bots of this name
    bot_strengths: Mapping[str, BotStrength] = {}  # how strong they were measured to be, in a line
    characters: Mapping[str, Character] = {}  # by bot, those with a fault
    puzzle_themes: Mapping[str, PuzzleTheme] = {}  # what `Rules.riddles` finds
    decisions: Mapping[int, int] = {}  # by players, how many decisions a whole game asks of each: measured
    promises: Ceilings = Ceilings()  # ceilings of its engine in `manage.py bench`
    case_params: CaseParams = SHARED_PARAMS  # what parameters hold, so that cases can write them
    sight_rules: Sequence[str] = ()  # the rules by which its engine says who sees whom, for programs that ask

    @cached_property
    def engine(self) -> Rules[Any, Any] | None:
        """The rules; None: played elsewhere."""
        return None

    @cached_property
    def table(self) -> Table | None:
        """How positions are drawn; a plain table for an engine that brings none."""
        return None if self.engine is None else Table(self.engine)

    def minutes(self, players: int) -> int | None:
        """About how long a game of one person among bots takes; None where nobody has counted."""
        each = self.decisions.get(players)
        if each is None:
            return None
        seconds = each * (OWN_DECISION + BOTS_DECISION * (players - 1))
        return max(MINUTES_STEP, round(seconds / 60 / MINUTES_STEP) * MINUTES_STEP)

    def own_figures(self) -> Iterator[Metric]:
        """What `manage.py bench` measures of this game besides what it measures of all."""
        return iter(())

    @cached_property
    def case_kinds(self) -> Mapping[str, CaseKind]:
        """Kinds of cases that it brings, by the key that each starts with."""
        return {}

    @property
    def case_examples(self) -> Mapping[str, Example]:
        """What shows its own kinds of cases on the rules' pages, by the same keys."""
        return {}

    @property
    def case_words(self) -> Mapping[str, Any]:
        """Words in the active language for what its kinds of cases may have to be, as CaseError names it."""
        return {}

    def recent(self, request: Any) -> Sequence[Any]:
        """What else than matches this browser has opened: each has `game`, `updated_at`, `get_absolute_url`
        and `recent_row`, the template of its row.
        """
        return ()


DEFAULT = Simulator()


def get(game_id: str) -> Simulator:
    """The object of a game; the default one, without an engine, for a game that brings none."""
    return finder.load("simulator", game_id) or DEFAULT


def engine_of(game_id: str) -> Rules[Any, Any]:
    """The rules of a game that is played here. Raises KeyError for any other."""
    engine = get(game_id).engine
    if engine is None:
        raise KeyError(game_id)
    return engine


def table_of(game_id: str) -> Table:
    """How a game that is played here is drawn. Raises KeyError for any other."""
    table = get(game_id).table
    if table is None:
        raise KeyError(game_id)
    return table


def has_engine(game_id: str) -> bool:
    """Whether a game is played here."""
    return get(game_id).engine is not None


def played_games() -> list[str]:
    """The games that are played here, in the order of their ids."""
    return [game_id for game_id in finder.rooms("simulator") if has_engine(game_id)]


def every() -> Mapping[str, Simulator]:
    """The objects of all games that have a room here, in the order of their ids."""
    return {game_id: get(game_id) for game_id in finder.rooms("simulator")}

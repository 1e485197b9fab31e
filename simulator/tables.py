"""How each game's table is drawn: from a view to what templates show. A module for each game. Pure."""

from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from rulebook.content.entries import GameContent
from simulator.engine.game import Event, Move
from web.refusal import Refusal

TABLES = {
    "poison": "simulator.games.poison.table.presenter",
    "potions": "simulator.games.potions.table.presenter",
    "wizwar": "simulator.games.wizwar.table.presenter",
}


class Table(Protocol):
    """What such a module has. `State`, `View` and rounds are those of the game's engine and calculator."""

    @property
    def IN_RESULTS(self) -> Collection[str]:
        """Kinds of events that the results of a round tell better than the log."""

    @property
    def PATIENT_BOT(self) -> str:
        """The bot that takes the seats of people where somebody tries something alone."""

    @property
    def HINT_BUDGET(self) -> int:
        """How many playouts a hint takes."""

    @property
    def BESIDE(self) -> bool:
        """Whether `_beside.html` stands above the log, which is beside the table in a large room."""

    @property
    def EDITOR_FIELDS(self) -> Mapping[str, int]:
        """Names of the editor's fields, each a list of texts, and how long such a text may be."""

    @property
    def EDITOR_SEATS(self) -> Sequence[str]:
        """Keys of the short form that name one player; the editor sends seats from 0."""

    @property
    def STYLES(self) -> Sequence[str]:
        """Style sheets of its own, by name, besides `table.css`."""

    @property
    def SCRIPTS(self) -> Sequence[str]:
        """Scripts of its own, by name, after `table.js`."""

    @property
    def RUNS(self) -> Collection[str]:
        """Kinds of events, such as steps, of which the log tells only the last in a run of one seat's."""

    def is_asked(self, view: Any) -> bool:
        """Whether whoever is to act only answers what somebody does: then the heading tells of no turn."""

    def in_place(self, drawn: Any) -> Collection[str]:
        """Moves that `draw` gave buttons which need no script, besides `choices`."""

    def pointed(self, view: Any, refusal: Refusal) -> str:
        """What a refusal says is in the way, as SVG path data for the drawing; "" for nothing."""

    def under_way(self, state: Any) -> bool:
        """Whether a compound move has begun and isn't finished: nobody but its player may see that."""

    def draw(
        self,
        content: GameContent,
        view: Any,
        names: Sequence[str],
        words: Mapping[Move, str],
        events: Sequence[Event],
        lang: str,
        totals: Sequence[int],
        open_hands: Sequence[Sequence[str]] = (),
    ) -> Any:
        """What `templates/simulator/<game>/` shows. `words`: the legal moves with their sentences, `events`:
        what has just happened, `open_hands`: all hands where nothing is hidden any more.
        """

    def open_hands(self, state: Any) -> Sequence[Sequence[str]]:
        """All hands, for the end of a game."""

    def choices(self, words: Mapping[Move, str]) -> Sequence[tuple[str, str]]:
        """Moves that are buttons of their own: (text, sentence)."""

    def sentence(
        self,
        content: GameContent,
        kind: str,
        code: str,
        params: Mapping[str, Any],
        lang: str,
        names: Sequence[str],
    ) -> str:
        """A sentence of the catalogues about this table."""

    def facts(self, view: Any) -> Sequence[tuple[str, int]]:
        """What a hint may tell besides: (colour, how many)."""

    def at_once(self, params: Mapping[str, Any]) -> int:
        """How many cards a move takes at once, by the parameters of its words."""

    def totals(self, view: Any) -> Sequence[int]:
        """Points so far, by seat; empty before the first round is over."""

    def results(self, content: GameContent, view: Any, names: Sequence[str], lang: str) -> Sequence[Any]:
        """Every round that may be explained, for `_result.html`, the last first."""

    def finished_rounds(self, state: Any) -> Sequence[Any]:
        """What a score sheet takes: finished rounds, or the plays so far."""

    def palette(self, content: GameContent, lang: str) -> Sequence[Any]:
        """Every kind of card, for the editor."""

    def editor_fields(
        self, content: GameContent, position: Mapping[str, Any], names: Sequence[str], lang: str
    ) -> Mapping[str, Any]:
        """What `_editor.html` shows for a short form, which isn't trusted."""

    def position_of(
        self, content: GameContent, names: Sequence[str], fields: Mapping[str, Sequence[str]]
    ) -> dict[str, Any]:
        """The short form of the editor's fields, see `EDITOR_FIELDS`."""

    def deal_unknown(self, position: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """The short form with cards for hands that give only their number."""

    def is_whole(self, position: Mapping[str, Any]) -> bool:
        """Whether nothing was left to deal."""


def get(game_id: str) -> Table:
    """The drawing module of a game. Raises KeyError."""
    return cast(Table, import_module(TABLES[game_id]))


def styles(game_id: str) -> Sequence[str]:
    """The style sheets of a game's own drawings; none for a game without a table."""
    return get(game_id).STYLES if game_id in TABLES else ()

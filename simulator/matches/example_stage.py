"""What every example shows, whichever room of the house it comes from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render, seat_name
from simulator.engine.game import Event
from simulator.matches.log import LogSentence
from simulator.table.about import About
from web.refusal import Refusal


def _nothing() -> None:
    return None


def _no_thing(name: str) -> About | None:
    return None


def _nowhere() -> str:
    return ""


@dataclass(frozen=True)
class ExampleStage:
    """One step: what happened, why it was refused, what was begun (`chosen`), or what there is to see
    (`note`).

    `name` is whose hand is looked at, `card` what is played from it next.
    `draw` makes what the scene's template shows as `drawn`, `aimed` what lies over that, `about` tells what a
    thing in it is, `table_url` the address where one can go on.
    """

    sentences: Sequence[LogSentence] = ()
    refusal: Refusal | None = None
    chosen: str = ""
    note: str = ""
    name: str = ""
    card: str = ""
    draw: Callable[[], Any] = _nothing
    aimed: Callable[[], Any] = _nothing
    about: Callable[[str], About | None] = _no_thing
    table_url: Callable[[], str] = _nowhere


@dataclass(frozen=True)
class Example:
    """A case as stages; `scene` is the template of what is drawn (or those to try in turn), `refused` why it
    can't even begin.
    """

    names: Sequence[str]
    scene: str | Sequence[str]
    stages: Sequence[ExampleStage]
    refused: Sequence[Refusal] = ()


class Voice(NamedTuple):
    """Says codes of a game's catalogues in the reader's language."""

    game: GameContent
    names: Sequence[str]
    lang: str

    def say(self, kind: str, code: str, params: Any) -> str:
        return render(self.game, kind, code, params, self.lang, self.names)

    def event(self, event: Event) -> LogSentence:
        return LogSentence(self.say("event", event.kind, event.params), event.clause)


def readers_names(game: GameContent, names: Sequence[str], lang: str) -> tuple[str, ...]:
    """The players as the reader spells them; a case that only counts them gives «Игрок 1» and so on."""
    if tuple(names) == tuple(str(place) for place in range(1, len(names) + 1)):
        return tuple(seat_name(seat, (), lang) for seat in range(len(names)))
    return tuple(game.people.get(name, name) if lang == "en" else name for name in names)

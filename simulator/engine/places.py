"""What a case expects of places: who sees what, and how far it is on foot, where a game has a board."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simulator.cases.case import Anything, Case
from simulator.engine.game import Difference, Seat, WithPlaces
from simulator.engine.refusal import BadPosition
from simulator.engine.shortform import find_seat

NO_WAY = "none"  # the steps to where no way leads


class _Look(NamedTuple):
    """What a word before a place says: whether it is seen, and whether it sees back (None: no matter)."""

    there: bool
    back: bool | None = None


LOOKS = {"": _Look(True), "not": _Look(False), "both": _Look(True, True), "neither": _Look(False, False)}


class Places:
    """The places of one position, asked for in the words of a case; raises CaseError for what is none."""

    def __init__(self, game: Anything, state: Any, case: Case, names: Sequence[str]):
        self.game, self.state, self.case, self.names = game, state, case, names

    def sees(self, origin: str, target: str) -> bool:
        game = self._game("sees")
        try:
            return game.sees(self.state, self._place(origin), self._place(target))
        except BadPosition as error:
            raise self._no_place("sees", error) from error

    def steps(self, origin: str, target: str) -> int | str:
        game = self._game("steps")
        try:
            n = game.steps(self.state, self._place(origin), self._place(target))
        except BadPosition as error:
            raise self._no_place("steps", error) from error
        return NO_WAY if n is None else n

    def _game(self, key: str) -> WithPlaces:
        if not isinstance(self.game, WithPlaces):
            raise self.case.error(f"expect.{key}", "no_places")
        return self.game

    def _place(self, text: str) -> Seat | str:
        seat = find_seat(text, self.names)
        return text if seat is None else seat

    def _no_place(self, key: str, error: BadPosition) -> Exception:
        text = error.refusals[0].params.get("text", "")
        return self.case.error(f"expect.{key}", "unknown_place", text)


def compare_sees(places: Places, wanted: Mapping[str, Any]) -> list[Difference]:
    """From each player or place, what is seen and what isn't; with `both` and `neither` the way back, too."""
    found = []
    for origin, rows in wanted.items():
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise places.case.error(f"expect.sees.{origin}", "kind", "a list of texts")
        for row in rows:
            word, target = _taken_apart(row)
            there, back = LOOKS[word]
            found += _look(places, origin, target, there)
            if back is not None:
                found += _look(places, target, origin, back)
    return found


def _taken_apart(row: str) -> tuple[str, str]:
    word, _, target = row.partition(" ")
    return (word, target.strip()) if word in LOOKS and target.strip() else ("", row)


def _look(places: Places, origin: str, target: str, wanted: bool) -> list[Difference]:
    there, said = places.sees(origin, target), {True: target, False: f"not {target}"}
    return [] if there == wanted else [Difference(f"sees.{origin}", said[wanted], said[there])]


def compare_steps(places: Places, wanted: Mapping[str, Any]) -> list[Difference]:
    """From each player or place, how many steps it is to others on foot."""
    found = []
    for origin, table in wanted.items():
        if not isinstance(table, Mapping):
            raise places.case.error(f"expect.steps.{origin}", "kind", "a table")
        for target, n in table.items():
            there = places.steps(origin, target)
            if n != there:
                found.append(Difference(f"steps.{origin}.{target}", n, there))
    return found

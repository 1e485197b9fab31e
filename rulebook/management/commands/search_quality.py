"""`manage.py search_quality`: how often the search has the right answer first, among three, nowhere."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from rulebook import shelf
from rulebook.content.entries import LANGUAGES
from rulebook.content.reading import game_ids
from rulebook.hits import index_path
from rulebook.search import finding, quality
from web.progress import watched

SEEN, FILE = "seen", "file"
PLACES = {"inside": True, "home": False}
OWN = "own"
TABLES = (OWN, "none", "all")  # the boxes on them
OF_ALL, OF_BOXES = "all", "boxes"


class Command(BaseCommand):
    help = "Measures the search by questions of players, by half, language and game, with intervals of 95 %."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
        parser.add_argument("--half", dest="only", choices=quality.HALVES, help="one half alone")
        parser.add_argument("--questions", help="the questions of a TOML file instead of the two halves")
        parser.add_argument("--among-games", action="store_true", help="ask as on the home page")
        parser.add_argument(
            "--page",
            action="store_true",
            help="places on the page as it is seen: inside a game and at home, with and without boxes",
        )
        parser.add_argument(
            "--misses", action="store_true", help="list what the seen half doesn't find first"
        )

    def handle(self, *args: Any, **given: Any) -> None:
        try:
            of = _questions(given["questions"], given["only"])
            ways = len(of) * (len(PLACES) * len(TABLES) if given["page"] else 1)
            found = _of_page(of) if given["page"] else _of_hits(of, inside=not given["among_games"])
            measured = list(watched(found, self.stderr, ways))
        except finding.SearchUnavailable as error:
            raise CommandError(f"{error}: manage.py load_rules") from error
        if given["json"]:
            told = [_row(*row) for each in measured for row in each.rows()]
            self.stdout.write(json.dumps(told, ensure_ascii=False, indent=1))
        else:
            self.stdout.write("\n".join(_line(*row) for each in measured for row in each.rows()))
        if given["misses"]:
            missed = [one for each in measured for one in each.asked if one.half == SEEN and one.place != 0]
            self.stdout.write("\n".join(f"{one.lang} {one.game}: {one.phrasing}" for one in missed))


def _questions(file: str | None, half: str | None) -> dict[str, list[quality.SearchQuestion]]:
    """What is asked, by half."""
    if file:
        if not Path(file).is_file():
            raise CommandError(f"{file} is missing")
        return {FILE: list(quality.read(Path(file)))}
    return {each: list(quality.questions(each)) for each in ([half] if half else quality.HALVES)}


class Of(NamedTuple):
    """What a row is of; its figures follow by name. `where` and `table` are of the page alone: asked inside
    a game or at home, with the boxes that the question needs (own), with none, with all.
    """

    half: str
    lang: str
    game: str
    where: str = ""
    table: str = ""


Row = tuple[Of, dict[str, quality.Proportion]]


class Measured(NamedTuple):
    """What was asked in one way; `detailed` by game and box."""

    half: str
    asked: Sequence[quality.PhrasingResult]
    where: str = ""
    table: str = ""
    detailed: bool = True

    def rows(self) -> Iterator[Row]:
        for lang, group in product(LANGUAGES, self._groups()):
            found = [one for one in self.asked if one.lang == lang and _is_of(one, group)]
            if found:
                yield Of(self.half, lang, group, self.where, self.table), quality.shares(found)

    def _groups(self) -> list[str]:
        games = game_ids() if self.detailed else []
        boxes = sorted({box for one in self.asked for box in one.boxes}) if self.detailed else []
        return [OF_ALL, *games, OF_BOXES, *boxes]


def _is_of(one: quality.PhrasingResult, group: str) -> bool:
    """A game's own questions need no box; a question may be of several boxes."""
    if group in (OF_ALL, OF_BOXES):
        return group == OF_ALL or bool(one.boxes)
    return group in one.boxes or (one.game == group and not one.boxes)


def _of_hits(of: Mapping[str, Iterable[quality.SearchQuestion]], inside: bool) -> Iterator[Measured]:
    for half, asked in of.items():
        yield Measured(half, list(quality.ask(index_path(), half, asked, inside)))


def _of_page(of: Mapping[str, Sequence[quality.SearchQuestion]]) -> Iterator[Measured]:
    every = {game_id: tuple(shelf.whole(game_id).box_by_id) for game_id in game_ids()}
    boxes: Mapping[str, Mapping[str, tuple[str, ...]] | None] = {OWN: None, "none": {}, "all": every}
    for (half, asked), where, table in product(of.items(), PLACES, TABLES):
        found = quality.ask_page(index_path(), half, asked, PLACES[where], boxes[table])
        yield Measured(half, list(found), where, table, detailed=table == OWN)


class MeasuredShare(NamedTuple):
    n: int
    percent: float
    interval: list[float]


def _row(of: Of, shares: dict[str, quality.Proportion]) -> dict[str, Any]:
    figures = {
        name: MeasuredShare(share.n, _rounded(share.percent), [*map(_rounded, share.interval)])._asdict()
        for name, share in shares.items()
    }
    return of._asdict() | {"asked": shares["first"].total} | figures


def _rounded(percent: float) -> float:
    return round(percent, 1)


def _line(of: Of, shares: dict[str, quality.Proportion]) -> str:
    def figure(name: str) -> str:
        low, high = shares[name].interval
        return f"{name} {shares[name].percent:5.1f} % ({low:4.1f} to {high:5.1f})"

    way = f"{of.where:6} {of.table:4} " if of.where else ""
    asked = shares["first"].total
    return f"{of.half:6} {way}{of.lang} {of.game:10} {asked:3} asked  " + "  ".join(map(figure, shares))

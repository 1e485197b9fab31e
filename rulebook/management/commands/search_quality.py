"""`manage.py search_quality`: how often the search has the right answer first, among three, nowhere."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from rulebook.content.entries import LANGUAGES
from rulebook.content.reading import game_ids
from rulebook.hits import index_path
from rulebook.search import finding, quality

SEEN = "seen"


class Command(BaseCommand):
    help = "Measures the search by questions of players, by half, language and game, with intervals of 95 %."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
        parser.add_argument("--half", dest="only", choices=quality.HALVES, help="one half alone")
        parser.add_argument("--among-games", action="store_true", help="ask as on the home page")
        parser.add_argument(
            "--misses", action="store_true", help="list what the seen half doesn't find first"
        )

    def handle(self, *args: Any, **given: Any) -> None:
        path = index_path()
        try:
            halves = [given["only"]] if given["only"] else quality.HALVES
            asked = [
                one for half in halves for one in quality.ask(path, half, inside=not given["among_games"])
            ]
        except finding.SearchUnavailable as error:
            raise CommandError(f"{error}: manage.py load_rules") from error
        rows = list(_rows(asked))
        if given["json"]:
            self.stdout.write(json.dumps([_row(*row) for row in rows], ensure_ascii=False, indent=1))
        else:
            self.stdout.write("\n".join(_line(*row) for row in rows))
        if given["misses"]:
            missed = [one for one in asked if one.half == SEEN and one.place != 0]
            self.stdout.write("\n".join(f"{one.lang} {one.game}: {one.phrasing}" for one in missed))


Row = tuple[str, str, str, dict[str, quality.Share]]


def _rows(asked: Sequence[quality.Asked]) -> Iterator[Row]:
    """(half, language, game or "all", shares)."""
    for half, lang, game in product(quality.HALVES, LANGUAGES, ("", *game_ids())):
        found = [one for one in asked if (one.half, one.lang) == (half, lang) and game in ("", one.game)]
        if found:
            yield half, lang, game or "all", quality.shares(found)


class AskedOf(NamedTuple):
    """Of what a row tells; its figures follow by name."""

    half: str
    lang: str
    game: str
    asked: int


class Figures(NamedTuple):
    n: int
    percent: float
    interval: list[float]


def _row(half: str, lang: str, game: str, shares: dict[str, quality.Share]) -> dict[str, Any]:
    figures = {
        name: Figures(share.n, _rounded(share.percent), [*map(_rounded, share.interval)])._asdict()
        for name, share in shares.items()
    }
    return AskedOf(half, lang, game, shares["first"].total)._asdict() | figures


def _rounded(percent: float) -> float:
    return round(percent, 1)


def _line(half: str, lang: str, game: str, shares: dict[str, quality.Share]) -> str:
    def figure(name: str) -> str:
        low, high = shares[name].interval
        return f"{name} {shares[name].percent:5.1f} % ({low:4.1f} to {high:5.1f})"

    return f"{half:6} {lang} {game:10} {shares['first'].total:3} asked  " + "  ".join(map(figure, shares))

"""Hits of the search as pages show them: with their addresses and games."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse

from rulebook import shelf
from rulebook.content.entries import Box, GameContent
from rulebook.search import finding
from web.language import page_language

NEAR = 5


class HitLine(NamedTuple):
    """A hit with the address and the game that the page shows, and the boxes that it is of.

    `of_game`: under the last of the few rows that a game has among others, how many it has in all.
    """

    hit: finding.SearchHit
    url: str
    game: GameContent
    of_game: int = 0

    @property
    def boxes(self) -> list[Box]:
        return [self.game.box_by_id[box] for box in self.hit.needs.split("+") if box]


def index_path() -> Path:
    """Where the site keeps its index."""
    return settings.DATA_DIR / finding.FILE_NAME


def find(
    query: str, game_id: str = "", limit: int = NEAR, boxes: Mapping[str, Collection[str]] | None = None
) -> finding.Found:
    """What the site's index has for a query with some boxes on the table. Raises SearchUnavailable."""
    return finding.find(index_path(), query, page_language(), game_id, limit, boxes)


def lines(hits: Iterable[finding.SearchHit]) -> list[HitLine]:
    """The hits of games that this process knows."""
    games = shelf.games()
    return [
        HitLine(hit, _url(hit), shelf.whole(hit.game) if hit.needs else games[hit.game])
        for hit in hits
        if hit.game in games
    ]


def counted(found: Iterable[HitLine], games: Mapping[str, int]) -> list[HitLine]:
    """Lines among all games, with how many hits each game has where the few that stand first end."""
    seen: Counter[str] = Counter()
    told = []
    for line in found:
        seen[line.game.id] += 1
        ends = seen[line.game.id] == finding.EACH_GAME < games[line.game.id]
        told.append(line._replace(of_game=games[line.game.id]) if ends else line)
    return told


def near(address: str, game_id: str = "") -> list[HitLine]:
    """Entries near to what an address says that leads nowhere; none if there is no index."""
    said = " ".join(re.findall(r"[^\W_]{2,}", address))
    try:
        found = find(said, game_id) if said else finding.Found()
    except finding.SearchUnavailable:
        return []
    return lines((found.hits or found.nearest)[:NEAR])


def _url(hit: finding.SearchHit) -> str:
    args = [hit.game] if hit.kind == "game" else [hit.game, hit.key]
    return reverse(f"rulebook:{hit.kind}", args=args)

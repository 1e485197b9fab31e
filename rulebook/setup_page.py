"""What the page of the setup tells, made once for all readers, and for which numbers of players."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from rulebook.content.entries import GameContent
from rulebook.setup import KEPT, TableSetup, ticked
from rulebook.surfaces import ON_PAGE


def numbers(game: GameContent) -> range:
    """The numbers of players for which a game is set up; none where there is nothing to say of it."""
    least, most = game.players
    return range(least, most + 1) if ticked(game, most) else range(0)


def drawing(game: GameContent, setup: TableSetup) -> SafeString | str:
    """The drawn table alone; empty for a game that draws none."""
    return setup.drawing and ON_PAGE.drawing(game, setup.drawing, gettext("Как разложить игру"))


def told(game: GameContent, setup: TableSetup) -> SafeString:
    """The drawn table, its figures and the list to tick."""
    return _told(game, setup, get_language())


@lru_cache(maxsize=KEPT)
def _told(game: GameContent, setup: TableSetup, lang: str) -> SafeString:
    shown = {
        "game": game,
        "setup": setup,
        "drawing": drawing(game, setup),
        "ticks": ".".join((game.id, str(setup.players), *game.box_by_id)),
    }
    return render_to_string("rulebook/_setup.html", shown)

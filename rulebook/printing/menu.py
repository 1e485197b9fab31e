"""What a game's print menu opens without a change of its options, as HTML; the score sheet is scoring's."""

from collections.abc import Callable, Iterator
from functools import partial

from django.conf import settings
from django.http import QueryDict
from django.utils import translation

from rulebook import game as games
from rulebook.content.entries import GameContent
from rulebook.content.reading import game_ids, load
from rulebook.printing import documents
from rulebook.printing.views import DOCUMENTS, html_of

Html = Callable[[], str]


def opened(more: Callable[[GameContent], Iterator[Html]]) -> list[Html]:
    """For every game and language, what makes the HTML of each document; `more` are those of other apps."""
    return [
        partial(_in, lang, html)
        for game in map(load, game_ids())
        for lang, _ in settings.LANGUAGES
        for html in (*_of(game), *more(game))
    ]


def _of(game: GameContent) -> Iterator[Html]:
    kinds = [*DOCUMENTS, *games.documents(game.id)]
    for kind in kinds:
        if documents.prints(game, kind, DOCUMENTS):
            yield partial(html_of, game, kind, QueryDict())


def _in(lang: str, html: Html) -> str:
    with translation.override(lang):
        return html()

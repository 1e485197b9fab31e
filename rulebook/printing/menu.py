"""What a game's print menu opens without a change of its options, as HTML; the score sheet is scoring's."""

from collections.abc import Callable, Iterator
from functools import partial

from django.conf import settings
from django.http import QueryDict
from django.utils import translation

from rulebook import game as games
from rulebook.content.entries import GameContent
from rulebook.content.reading import game_ids, load
from rulebook.printing import documents, first_pages
from rulebook.printing.press import Html, MenuDocument
from rulebook.printing.views import DOCUMENTS, html_of

Kinds = Iterator[tuple[str, Html]]  # what makes the HTML of a document, by its kind


def opened(more: Callable[[GameContent], Kinds]) -> list[MenuDocument]:
    """For every game and language, what makes the HTML of each document; `more` are those of other apps."""
    return [
        MenuDocument(partial(_in, lang, html), first_pages.name_of(lang, game.id, kind))
        for game in map(load, game_ids())
        for lang, _ in settings.LANGUAGES
        for kind, html in (*_of(game), *more(game))
    ]


def _of(game: GameContent) -> Kinds:
    for kind in (*DOCUMENTS, *games.documents(game.id)):
        if documents.prints(game, kind, DOCUMENTS):
            yield kind, partial(html_of, game, kind, QueryDict())


def _in(lang: str, html: Html) -> str:
    with translation.override(lang):
        return html()

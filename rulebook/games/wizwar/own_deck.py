"""A table's own deck to print: every sheet says that its figures are the table's, and by which set."""

from dataclasses import replace

from django.http.request import QueryDict
from django.utils.translation import gettext

from rulebook.boxes import known
from rulebook.content.entries import GameContent, Text
from rulebook.games.wizwar.card_sets import GAME_ID, CardSet
from rulebook.games.wizwar.set_content import content_with
from rulebook.printing import documents
from rulebook.printing.forms import BadOption, CardsForm, read

NAMED = 8  # letters of a set's name that tell it from others on paper
WHOSE = Text("{title} (карты стола {key})", "{title} (a table’s cards {key})")


def cards(own: CardSet, query: QueryDict) -> str:
    """The deck with the boxes that an address names. Raises BadOption."""
    boxes = known(GAME_ID, query.get("boxes", ""))
    if boxes is None:
        raise BadOption(gettext("Такого дополнения у этой игры нет."))
    game = titled(content_with(own, boxes), own)
    return documents.cards(game, read(CardsForm, query, boxes=tuple(game.box_by_id)).options())


def titled(game: GameContent, own: CardSet) -> GameContent:
    """The content, called by whose cards they are."""
    key = own.key[:NAMED]
    title = Text(*(WHOSE.in_(lang).format(title=game.title.in_(lang), key=key) for lang in ("ru", "en")))
    return replace(game, title=title)

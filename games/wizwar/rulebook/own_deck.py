"""What is printed of a table's own cards: the deck, tokens, the reference sheet. Every sheet says that its
figures are the table's, and by which set.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.http.request import QueryDict
from django.utils.translation import gettext

from games.wizwar.rulebook.card_sets import DECK, GAME_ID, NAMED, CardSet, deck_refusal
from games.wizwar.rulebook.card_sets import known as known_cards
from games.wizwar.rulebook.printing import spell_words
from games.wizwar.rulebook.set_content import content_with
from rulebook import game as games
from rulebook.boxes import known
from rulebook.content.entries import Card, GameContent, Text
from rulebook.printing import documents
from rulebook.printing.drawable import drawable
from rulebook.printing.forms import BadOption, CardsForm, ExtraForm, PaperForm, read
from rulebook.printing.layout.game_documents import CannotPrint
from rulebook.printing.paper import PAPERS
from web.language import page_language

WHOSE = Text("{title} (карты стола {key})", "{title} (a table’s cards {key})")
TOKENS = "tokens"


def document(own: CardSet, kind: str, query: QueryDict) -> str:
    """One of DOCUMENTS with the boxes that an address names. Raises BadOption, and CannotPrint for a deck
    that nobody can play with.
    """
    boxes = known(GAME_ID, query.get("boxes", ""))
    if boxes is None:
        raise BadOption(gettext("Такого дополнения у этой игры нет."))
    refusal = deck_refusal(own, boxes)
    if refusal:
        raise CannotPrint([refusal])
    drawn = go_to_print(own)
    return DOCUMENTS[kind](titled(content_with(drawn, boxes), own), drawn, short(own), query)


def go_to_print(own: CardSet) -> CardSet:
    """The set without names in letters that our print fonts lack."""
    named = (
        card._replace(name=drawable(card.name) or gettext("Своя карта %(n)s") % {"n": number})
        for number, card in enumerate(own.own, start=1)
    )
    return replace(own, own=tuple(named))


def titled(game: GameContent, own: CardSet) -> GameContent:
    """The content, called by whose cards they are."""
    title = Text(
        *(WHOSE.in_(lang).format(title=game.title.in_(lang), key=short(own)) for lang in ("ru", "en"))
    )
    return replace(game, title=title)


def short(own: CardSet) -> str:
    """The name of a set as paper has it."""
    return own.key[:NAMED]


def _cards(game: GameContent, own: CardSet, key: str, query: QueryDict) -> str:
    return documents.cards(game, read(CardsForm, query, boxes=tuple(game.box_by_id)).options())


def _tokens(game: GameContent, own: CardSet, key: str, query: QueryDict) -> str:
    found = games.documents(game.id)[TOKENS]
    form = read(ExtraForm, query, choices=found.options, texts=found.texts)
    return documents.extra(game, TOKENS, shift=form.shift(), **form.chosen())


# --- The reference sheet ------------------------------------------------------------------------------------


class TablesCard(NamedTuple):
    """A card with the table's figures, or one of its own, played as the known card that it is `like`."""

    card: Card
    like: Card | None
    copies: int
    facts: list[str]


def tables_cards(game: GameContent, own: CardSet, lang: str) -> Iterator[TablesCard]:
    """What a set says of the cards that are on the table, known ones first."""
    deck = [card for card in game.cards if card.deck == DECK]
    printed, copies, figures = known_cards(), dict(own.copies), dict(own.figures)
    for card in deck:
        if card.id in copies or card.id in figures:
            n = copies.get(card.id, printed[card.id].count)
            yield TablesCard(card, None, n, spell_words.facts(game, card, lang))
    named = {card.name.ru: card for card in deck}
    for each in own.own:
        if each.name in named:
            card = named[each.name]
            yield TablesCard(card, printed[each.like], each.copies, spell_words.facts(game, card, lang))


def _reference(game: GameContent, own: CardSet, key: str, query: QueryDict) -> str:
    paper = read(PaperForm, query).cleaned_data["paper"]
    context: dict[str, Any] = {"key": key, "cards": list(tables_cards(game, own, page_language()))}
    told = documents.document("print/wizwar/own_cards.html", game, PAPERS[paper], context)
    return documents.bound(documents.reference(game, paper), told)


DOCUMENTS: Mapping[str, Callable[[GameContent, CardSet, str, QueryDict], str]] = {
    "cards": _cards,
    TOKENS: _tokens,
    "reference": _reference,
}

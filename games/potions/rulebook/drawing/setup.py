"""How «Зельеварение» is set up: a deck for the game and one for each box on the table. Pure.

What a box deals and opens it says in constants that begin with its id, as all of its own do.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.content.entries import GameContent, Text
from rulebook.drawing import round_table
from rulebook.drawing.round_table import OnTable
from rulebook.printing.cards.paint import INKS, MUTED
from rulebook.setup import Count, ticked

INK = INKS["ochre"]
SUBTITLE = re.compile(r"[.:] ")  # what a deck is called for short stands behind it
DEAL, CUPBOARD = "setup.deal", "setup.cupboard"
EACH, OPENED, LEFT = (
    Text("карт каждому", "cards each"),
    Text("карт открыть в шкаф", "cards open in the cupboard"),
    Text("карт остаётся в колоде", "cards left in the deck"),
)
IN_CUPBOARD, IN_DECK = Text("в шкаф", "cupboard"), Text("колода", "deck")


class DealtDeck(NamedTuple):
    """A deck: of which box («» for the game's own), what each gets of it, what is opened, what is left."""

    box: str
    title: Text
    deal: int
    opened: int
    left: int


def decks(game: GameContent, players: int) -> Iterator[DealtDeck]:
    for box in ("", *game.box_by_id):
        prefix = f"{box}_" if box else ""
        deal, opened = game.constants[f"{prefix}deal"], game.constants[f"{prefix}cupboard"]
        cards = sum(each.count for card in game.cards for each in card.copies if each.box == box)
        title = game.box_by_id[box].title if box else game.title
        yield DealtDeck(box, title, deal, opened, cards - players * deal - opened)


def counts(game: GameContent, players: int) -> Iterator[Count]:
    """Of each deck, by its name where there are several."""
    for deck in decks(game, players):
        yield Count(_of(EACH, deck, game), (deck.deal,), _said_by(game, players, DEAL))
        yield Count(_of(OPENED, deck, game), (deck.opened,), _said_by(game, players, CUPBOARD))
        yield Count(_of(LEFT, deck, game), (deck.left,), _said_by(game, players, DEAL))


def _of(name: Text, deck: DealtDeck, game: GameContent) -> Text:
    if not game.boxes:
        return name
    return Text(f"«{deck.title.ru}»: {name.ru}", f"{deck.title.en}: {name.en}")


def _said_by(game: GameContent, players: int, rule: str) -> str:
    """The rule itself, or the last of those to tick off that changes it."""
    changing = (clause.id for clause in ticked(game, players) if rule in clause.changes)
    return [rule, *changing][-1]


def table(game: GameContent, players: int, lang: str) -> str:
    """Everybody's hand around the decks and the cupboard."""
    all_decks = list(decks(game, players))
    hand = sum(deck.deal for deck in all_decks)
    middle = [OnTable("cupboard", INK, str(sum(deck.opened for deck in all_decks)), IN_CUPBOARD.in_(lang))]
    for deck in all_decks:
        name = (deck.title if game.boxes else IN_DECK).in_(lang)
        middle.append(OnTable("deck", MUTED, str(deck.left), SUBTITLE.split(name)[-1]))
    return round_table.svg([[OnTable("hand", INK, str(hand))]] * players, middle, INK, lang)

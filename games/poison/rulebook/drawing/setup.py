"""How Poison is set up: the hands of a round, and the pile that three players lay aside. Pure."""

from collections.abc import Iterator

from games.poison.rulebook.reference import deals
from rulebook.content.entries import GameContent, Text
from rulebook.drawing import round_table
from rulebook.drawing.round_table import OnTable
from rulebook.printing.cards.paint import INKS, MUTED
from rulebook.setup import Count

INK = INKS["green"]
HANDS = Text("карт на руках, с того, кто начинает", "cards in hand, from the player who starts")
ASIDE = Text("карт в отложенной стопке", "cards in the pile set aside")
CAULDRONS, PILE = Text("котлов", "cauldrons"), Text("отложить", "set aside")


def counts(game: GameContent, players: int) -> Iterator[Count]:
    hands, aside = dict(deals(game))[players], set_aside(game, players)
    yield Count(HANDS, tuple(hands), "setup.uneven")
    if aside:
        yield Count(ASIDE, (aside,), "setup.three")


def set_aside(game: GameContent, players: int) -> int:
    """How many cards nobody plays."""
    return sum(card.count for card in game.cards) - sum(dict(deals(game))[players])


def table(game: GameContent, players: int, lang: str) -> str:
    """Everybody's hand around the cauldrons."""
    seats = [[OnTable("hand", INK, str(hand))] for hand in dict(deals(game))[players]]
    middle = [OnTable("cauldron", INK, str(game.constants["cauldrons"]), CAULDRONS.in_(lang))]
    if aside := set_aside(game, players):
        middle.append(OnTable("pile", MUTED, str(aside), PILE.in_(lang)))
    return round_table.svg(seats, middle, INK, lang)

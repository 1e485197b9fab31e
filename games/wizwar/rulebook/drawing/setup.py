"""How «Маго-бой» is set up: the layout of the sectors, and what every wizard begins with. Pure."""

from collections.abc import Sequence

from games.wizwar.rulebook.drawing import maze
from games.wizwar.rulebook.drawing.maze_cards import layout_picture
from games.wizwar.rulebook.printing.inks import INK as OWN_INK
from rulebook.content.entries import Card, GameContent, Text
from rulebook.printing.cards.paint import INK, PAPER, SANS_BOLD
from rulebook.setup import Count

SECTORS, CHESTS = (
    Text("секторов на поле", "sectors on the board"),
    Text("сундуков на метках", "treasures on their marks"),
)
CARDS, LIVES = Text("карт каждому", "cards each"), Text("жизней у каждого", "life points each")
PHONE, LETTER = 358, 14.5  # pixels of a narrow page, and how high its letters are at least


def counts(game: GameContent, players: int) -> Sequence[Count]:
    c = game.constants
    return (
        Count(SECTORS, (len(c["recommended_sectors"][str(players)]),), "setup.sectors"),
        Count(CHESTS, (players * c["treasures_each"],), "setup.treasures"),
        Count(CARDS, (c["hand_limit"],), "setup.deal"),
        Count(LIVES, (c["start_life"],), "setup.life"),
    )


def _is_for(card: Card, players: int) -> bool:
    """Whether a card is the layout for so many, and no variant of it."""
    return card.kind == "layout" and card.data["players"] == players and not card.data["variant"]


def board(game: GameContent, players: int) -> str:
    """The layout for so many players: the number of a home is that of its player."""
    layout = next(card for card in game.cards if _is_for(card, players))
    picture = layout_picture(game, layout)
    least = LETTER * picture.width / PHONE
    parts = [
        part._replace(size=max(part.size, least)) if isinstance(part, maze.Letter) else part
        for part in picture.parts
    ]
    looks = maze.inks(INK, PAPER, OWN_INK, font=SANS_BOLD)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width * 5:g}mm" '
        f'height="{picture.height * 5:g}mm" '
        f'viewBox="{picture.x:g} {picture.y:g} {picture.width:g} {picture.height:g}">'
        f"{maze.paint(parts, looks)}</svg>"
    )

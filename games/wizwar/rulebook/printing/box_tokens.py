"""Tokens of what boxes add: monsters that stand, what covers squares, artifacts, charges; signs of teams.

How many there are of each, and what a monster can do, its card says; none is made for a card that isn't on
the table.
"""

from collections.abc import Callable, Iterator, Mapping
from html import escape

from games.wizwar.rulebook.drawing.pieces import NUMERAL_KIND, piece_icon
from games.wizwar.rulebook.printing import maze_board, maze_tokens, spell_words, teams
from games.wizwar.rulebook.printing.inks import INK as OWN_INK
from games.wizwar.rulebook.printing.maze_tokens import FIGURE, FOLDED, FOOT, OBJECT, SEATS, MazeDesk
from games.wizwar.rulebook.set_content import is_tables
from rulebook.content.entries import Card, Text
from rulebook.printing.cards.inks import ink_of
from rulebook.printing.cards.lettering import fit, typeset
from rulebook.printing.cards.paint import (
    INK,
    INKS,
    MUTED,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    SMALLEST,
    TINTS,
    WHITE,
    Size,
    ground,
    icon,
    text,
)
from rulebook.printing.cards.pieces import BLEED, Piece, PieceGroup, rounded

OWNER, TEAM, CHARGE, ARTIFACT = 9.0, 15.0, 7.0, 24.0  # across round tokens
CELL, TRACK = 8.0, Size(40.0, 15.0)  # of a charge, and of what stands left of them
LIFE = 3.3  # side of a box for a life
NUMBERED, IN_ROW, LOW_LIFE = 9, 15, 2.4  # boxes in a row that have room for numbers; without; their height
LINE = 1.1

MONSTERS = Text(
    "монстры: согните и склейте, как магов; потерянные жизни зачёркивайте (числа восстановили мы)",
    "monsters: fold and glue like the wizards; cross out lost life (the figures are our reconstruction)",
)
MONSTERS_OF_TABLE = Text(
    "монстры: согните и склейте, как магов; потерянные жизни зачёркивайте (числа вписал стол, остальные "
    "восстановили мы)",
    "monsters: fold and glue like the wizards; cross out lost life (the figures are the table’s, the others "
    "our reconstruction)",
)
OWNERS = Text("чей монстр: знак создателя под фигурку", "whose monster: its creator’s sign, below the figure")
SQUARES = Text(
    "на клетку: то, что создают карты дополнений", "for squares: what cards of the expansions create"
)
EDGES = Text("на сторону клетки: созданная дверь", "for edges of squares: a created door")
THINGS = Text(
    "вещи на полу: у артефакта свой жетон, у жезлов и у магических камней по одному общему",
    "things on the floor: each artifact’s own token, one for all wands, one for all magic stones",
)
FORMS = Text("облик мага: под фигурку", "a wizard’s form: below the figure")
CHARGES = Text(
    "заряды жезла: фишка стоит на том, сколько осталось",
    "a wand’s charges: the counter stands at what is left",
)
SIDES = Text("команды: знак перед магом или под фигурку", "teams: before the wizard or below the figure")
WAND, STONE = Text("жезл", "wand"), Text("камень", "stone")
BLOW, LIVES = Text("удар {}", "hits for {}"), Text("жизней {}", "{} life")


def groups(it: MazeDesk) -> list[PieceGroup]:
    """The tokens of the boxes on the table, from a page of their own on; none without boxes."""
    made = [(title, found) for title, make in GROUPS.items() if (found := list(make(it)))]
    return [it.group(_title(it, title), found, fresh=not n) for n, (title, found) in enumerate(made)]


def markers(it: MazeDesk) -> PieceGroup:
    """Signs of teams, one for each wizard."""
    most = it.card("wizard").count // teams.TOGETHER
    pieces = [
        rounded(f"team:{team + 1}:{n + 1}", TEAM, _sign(it, team))
        for team in range(most)
        for n in range(teams.TOGETHER)
    ]
    return it.group(SIDES, pieces)


def _title(it: MazeDesk, title: Text) -> Text:
    of_table = title is MONSTERS and any(is_tables(card) for card in _boxed(it, "monster"))
    return MONSTERS_OF_TABLE if of_table else title


def _boxed(it: MazeDesk, trait: str) -> list[Card]:
    """Cards of boxes with a trait, one for each copy."""
    found = (card for card in it.game.cards if card.box and trait in card.data.get("traits", ()))
    return [card for card in found for _ in range(card.count)]


def _laid(it: MazeDesk, target: str) -> list[Card]:
    """Cards of boxes that leave something on a square or an edge, one for each copy."""
    found = (
        card
        for card in it.game.cards
        if card.box and card.data["targets"] == [target] and "monster" not in card.data.get("traits", ())
    )
    return [card for card in found for _ in range(card.count)]


# Monsters


def _monsters(it: MazeDesk) -> Iterator[Piece]:
    for n, card in enumerate(_boxed(it, "monster")):
        yield Piece(f"monster:{card.id}:{n + 1}", FOLDED, _monster(it, card))


def _monster(it: MazeDesk, card: Card) -> str:
    """Its picture, name, steps and blow, and a box for each life."""
    ink, middle, top = ink_of(it.game, card), FIGURE.width / 2, FOOT + FIGURE.height
    stats = card.data["stats"]
    name = maze_tokens.named_in(card.name.in_(it.lang), FIGURE.width - 2, 1, (3.4, SMALLEST))
    can = [(spell_words.STATS["move"].said, stats["move"]), (BLOW, stats["attack"])]
    if stats["life"] > NUMBERED:
        can.append((LIVES, stats["life"]))
    said = " · ".join(pattern.in_(it.lang).format(n) for pattern, n in can)
    words = fit(said, SANS, FIGURE.width - 1.4, 1, (2.6, SMALLEST))
    name_y = top + 20.2 - (len(name.lines) - 1) * name.size * LINE
    return maze_tokens.folded(
        it,
        ink,
        icon(piece_icon(card), middle - 7.2, top + 1.6, 14.4, ink, stroke=1.3)
        + typeset(name, middle, name_y, SANS_BOLD, INK, height=LINE)
        + typeset(words, middle, top + 24.2, SANS, INK, height=LINE)
        + _lives(stats["life"], middle, top + 28.0),
    )


def _lives(count: int, middle: float, y: float) -> str:
    """Boxes to cross out, the last life at the right; of many, in rows, the words above say the number."""
    if count > NUMBERED:
        return "".join(
            _plain_lives(min(IN_ROW, count - n), middle, y + n // IN_ROW * (LOW_LIFE + 0.2))
            for n in range(0, count, IN_ROW)
        )
    side = min(LIFE, (FIGURE.width - 1.6) / count)
    left = middle - count * side / 2
    return "".join(
        f'<rect x="{left + n * side + 0.15:.2f}" y="{y:g}" width="{side - 0.3:.2f}" height="{LIFE:g}" '
        f'rx=".4" fill="{WHITE}" stroke="{MUTED}" stroke-width=".2"/>'
        + text(left + (n + 0.5) * side, y + 2.5, SMALLEST, str(count - n), family=SANS_BOLD, fill=MUTED)
        for n in range(count)
    )


def _plain_lives(count: int, middle: float, y: float) -> str:
    """A row of boxes without numbers."""
    side = (FIGURE.width - 1.6) / IN_ROW
    left = middle - count * side / 2
    return "".join(
        f'<rect x="{left + n * side + 0.1:.2f}" y="{y:g}" width="{side - 0.2:.2f}" height="{LOW_LIFE:g}" '
        f'rx=".3" fill="{WHITE}" stroke="{MUTED}" stroke-width=".2"/>'
        for n in range(count)
    )


def _owners(it: MazeDesk) -> Iterator[Piece]:
    """As many of each wizard as there are monsters: one wizard may have created them all."""
    monsters = len(_boxed(it, "monster"))
    for seat in range(it.card("wizard").count):
        for n in range(monsters):
            yield rounded(f"owner:{seat + 1}:{n + 1}", OWNER, _owner(it, seat))


def _owner(it: MazeDesk, seat: int) -> str:
    ink, middle = INKS[SEATS[seat]], OWNER / 2
    return it.disc(OWNER, ink) + text(middle, middle + 1.8, 5.2, str(seat + 1), family=SERIF_BOLD, fill=ink)


# On squares and edges


def _squares(it: MazeDesk) -> Iterator[Piece]:
    side = it.unit * maze_tokens.FILLED
    for n, card in enumerate(_laid(it, "square")):
        points = str(card.data.get("hp", ""))
        colour = "green" if points else "umber" if card.data.get("object") else "blue"
        face = maze_tokens.filled(it, card, side, points, INKS[colour], TINTS[colour])
        yield Piece(f"square:{card.id}:{n + 1}", Size(side, side), face, words=card.name.in_(it.lang))


def _edges(it: MazeDesk) -> Iterator[Piece]:
    door = maze_board.doors([maze_tokens.SIDE], maze_board.theme(it.game, it.style))
    for n, card in enumerate(_laid(it, "edge")):
        size = Size(it.unit, it.unit * maze_tokens.EDGE)
        yield Piece(
            f"edge:{card.id}:{n + 1}", size, maze_tokens.strip(it, door), words=card.name.in_(it.lang)
        )


# Things on the floor, forms


def _things(it: MazeDesk) -> Iterator[Piece]:
    """artifacts.tokens: each artifact has a token of its own, wands share one, and magic stones another."""
    for n, card in enumerate(_boxed(it, "artifact")):
        sign, words, ink = piece_icon(card), card.name.in_(it.lang), ink_of(it.game, card)
        face = maze_tokens.named(it, sign, words, ink, ARTIFACT)
        yield rounded(f"thing:{card.id}:{n + 1}", ARTIFACT, face)
    if wands := _boxed(it, "wand"):
        yield _thing(it, "wand", "wand", WAND.in_(it.lang), ink_of(it.game, wands[0]))
    if it.game.boxes:
        stone = next(card for card in it.game.cards if card.kind == "magic_stone")
        yield _thing(it, "stone", "kind-magic-stone", STONE.in_(it.lang), ink_of(it.game, stone))


def _thing(it: MazeDesk, name: str, sign: str, words: str, ink: str) -> Piece:
    return rounded(f"thing:{name}", OBJECT, maze_tokens.named(it, sign, words, ink))


def _forms(it: MazeDesk) -> Iterator[Piece]:
    for n, card in enumerate(_boxed(it, "form")):
        yield _thing(
            it, f"{card.id}:{n + 1}", piece_icon(card), card.name.in_(it.lang), ink_of(it.game, card)
        )


# Charges of wands


def _charges(it: MazeDesk) -> Iterator[Piece]:
    """A track for each wand, then the counters that stand on them."""
    wands = _boxed(it, "wand")
    most = charges(it)
    for n, card in enumerate(wands):
        size = Size(TRACK.width + most * CELL, TRACK.height)
        yield Piece(f"charges:{card.id}:{n + 1}", size, _track(it, card, size, most))
    for n, card in enumerate(wands):
        ink, middle = ink_of(it.game, card), CHARGE / 2
        face = it.disc(CHARGE, ink) + icon("wand", middle - 2, middle - 2, 4, ink, stroke=2)
        yield rounded(f"charge:{n + 1}", CHARGE, face)


def charges(it: MazeDesk) -> int:
    """As many as a wand gets from the two highest numbers together (wands.boost)."""
    return 2 * max(card.value for card in it.game.cards if card.kind == NUMERAL_KIND)


def _track(it: MazeDesk, card: Card, size: Size, most: int) -> str:
    ink, middle = ink_of(it.game, card), size.height / 2
    name = maze_tokens.named_in(card.name.in_(it.lang), TRACK.width - 13, 2, (3.2, SMALLEST))
    name_y = middle + 1.1 - (len(name.lines) - 1) * name.size * LINE / 2
    cells = "".join(
        f'<rect x="{TRACK.width + (n - 1) * CELL:g}" y="{middle - CELL / 2:g}" width="{CELL - 0.6:g}" '
        f'height="{CELL:g}" rx="1" fill="{WHITE}" stroke="{ink}" stroke-width=".3"/>'
        + text(TRACK.width + (n - 0.5) * CELL - 0.3, middle + 1.7, 4.8, str(n), family=SERIF_BOLD, fill=MUTED)
        for n in range(1, most + 1)
    )
    return (
        ground(size, BLEED, it.style.ground)
        + icon(piece_icon(card), 1.4, middle - 4.6, 9.2, ink, stroke=1.5)
        + typeset(name, 12, name_y, SANS_BOLD, INK, height=LINE, anchor="start")
        + cells
    )


# Teams


def _sign(it: MazeDesk, team: int) -> str:
    middle = TEAM / 2
    label = escape(f"{teams.TEAM.in_(it.lang)} {team + 1}")
    return (
        it.disc(TEAM, OWN_INK)
        + icon(teams.SIGNS[team], middle - 3.4, middle - 5.2, 6.8, OWN_INK, stroke=1.6)
        + text(middle, middle + 3.9, SMALLEST, label, family=SANS_BOLD, fill=INK)
    )


GROUPS: Mapping[Text, Callable[[MazeDesk], Iterator[Piece]]] = {
    MONSTERS: _monsters,
    OWNERS: _owners,
    SQUARES: _squares,
    EDGES: _edges,
    THINGS: _things,
    FORMS: _forms,
    CHARGES: _charges,
}

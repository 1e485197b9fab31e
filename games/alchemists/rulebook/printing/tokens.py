"""Tokens of a game whose formulas are secret: what lies on boards and goes from hand to hand."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from games.alchemists.rulebook.drawing.pieces import piece_icon, spelled
from games.alchemists.rulebook.printing import piece_cards, signs
from games.alchemists.rulebook.printing.inks import COLOUR_INKS
from games.alchemists.rulebook.printing.inks import INK as OWN_INK
from games.alchemists.rulebook.printing.piece_cards import SIDES, conference_rows, spots
from games.alchemists.rulebook.reference.formulas import COLOURS
from rulebook.content.entries import Card, GameContent, Text
from rulebook.drawing.piece_cards import ROMAN
from rulebook.printing.cards.inks import ink_of
from rulebook.printing.cards.lettering import LINE, fit, typeset
from rulebook.printing.cards.paint import (
    INK,
    INKS,
    MUTED,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    SERIF_ITALIC,
    SMALLEST,
    TINTS,
    Size,
    Style,
    frame,
    ground,
    icon,
    text,
)
from rulebook.printing.cards.piece_cards import OURS
from rulebook.printing.cards.pieces import BLEED, Desk, Piece, PieceGroup, disc, rounded

TILE = Size(44.0, 60.0)  # adventurers and conferences lie in one stack
GRANT = Size(36.0, 36.0)
SEAL, FORMULA, INGREDIENT, CONFLICT, FIRST, RESULT = 16.0, 22.0, 18.0, 18.0, 34.0, 12.0
BLANKS = {"conference": 2, "grant": 5}
OWN = Text("впишите своё", "write your own")
RESULTS = Text(
    "жетоны результатов: в треугольник и на планшеты, чем вы умеете удивить",
    "result tokens: for the triangle, and for player boards to show what you can make",
)
LEADER = Text("ингредиенты для поля ведущего", "ingredients for the leader’s board")
ROUND_END = Text("конец раунда", "end of round")
NEEDED = Text("печатей", "seals")
# Of the 28 pairs each result comes from four; of what sales leave open there are a few for each player.
RESULT_COPIES, OPEN_COPIES = 4, 2


class PlayerColour(NamedTuple):
    """The colour of a player's things, with a shape and a letter for eyes that don't tell colours."""

    id: str
    name: Text
    letter: Text
    shape: str
    ink: str
    tint: str


PLAYERS: Sequence[PlayerColour] = (
    PlayerColour(
        "red", Text("красный игрок", "red player"), Text("К", "R"), "drop", INKS["red"], TINTS["red"]
    ),
    PlayerColour(
        "blue", Text("синий игрок", "blue player"), Text("С", "B"), "diamond", INKS["blue"], TINTS["blue"]
    ),
    PlayerColour(
        "green",
        Text("зелёный игрок", "green player"),
        Text("З", "G"),
        "triangle",
        INKS["green"],
        TINTS["green"],
    ),
    PlayerColour(
        "yellow",
        Text("жёлтый игрок", "yellow player"),
        Text("Ж", "Y"),
        "circle",
        INKS["ochre"],
        TINTS["ochre"],
    ),
)


def groups(game: GameContent, lang: str, style: Style) -> list[PieceGroup]:
    """All tokens of the box, with a few to write one's own numbers on."""
    it = Desk(game, lang, style)
    return [
        it.group(_kind(it, "adventurer"), _adventurers(it)),
        it.group(_kind(it, "conference"), _conferences(it)),
        it.group(_kind(it, "grant"), _grants(it)),
        *(it.group(_kind(it, "seal"), _seals(it, player), about=player.name.in_(lang)) for player in PLAYERS),
        it.group(_kind(it, "alchemical"), [_formula(it, card) for card in it.game.of_kind("alchemical")]),
        it.group(LEADER, [_ingredient(it, card) for card in it.game.of_kind("ingredient")]),
        it.group(_kind(it, "token"), [*_conflicts(it), _first_player(it)]),
        it.group(RESULTS, _results(it), fresh=True),
    ]


def _kind(it: Desk, kind: str) -> Text:
    return it.game.kind_by_id[kind].plural


def _guessed(card: Card, lang: str, x: float, y: float) -> str:
    """The mark of a value that was found nowhere."""
    return text(x, y, SMALLEST, OURS.in_(lang), family=SANS, fill=MUTED) if card.guessed else ""


def _adventurers(it: Desk) -> Iterator[Piece]:
    back = piece_cards.back(it.game, TILE, "adventurers", bleed=BLEED, style=it.style)
    for card in it.game.of_kind("adventurer"):
        face = piece_cards.DESIGN.face(it.game, card, TILE, it.lang, bleed=BLEED, style=it.style)
        yield Piece(card.id, TILE, face, back)


def _conferences(it: Desk) -> Iterator[Piece]:
    cards = it.game.of_kind("conference")
    for card in cards:
        face, back = (_conference(it, card, side) for side in SIDES)
        yield Piece(card.id, TILE, face, back)
    for n in range(BLANKS["conference"]):
        card = cards[n % len(cards)]
        face, back = (_conference(it, card, side, blank=True) for side in SIDES)
        yield Piece(f"blank_{card.id}", TILE, face, back)


def _conference(it: Desk, card: Card, side: str, *, blank: bool = False) -> str:
    """One side of a conference; a blank one has rules instead of numbers."""
    drawn = piece_cards.DESIGN.sketch(it.game, card, it.lang, it.style)
    middle = TILE.width / 2
    name = fit(card.name.in_(it.lang), SERIF_BOLD, 36, 1, (5.2, 3.6))
    level = SIDES[side].in_(it.lang)
    end = f"{ROUND_END.in_(it.lang)} {card.data['round']}"
    head = (
        text(middle, 10, name.size, escape(name.lines[0]), family=SERIF_BOLD)
        + text(middle, 14.6, 3, end, family=SERIF_ITALIC, fill=MUTED)
        + text(middle, 22, 4.2, level, family=SANS_BOLD, fill=drawn.ink)
    )
    rows = _lines_to_write(drawn.ink) if blank else conference_rows(drawn, side, (middle, 29.6), 26, 4.6)
    foot = (
        text(middle, TILE.height - 4.2, SMALLEST, OWN.in_(it.lang), family=SANS, fill=MUTED)
        if blank
        else _guessed(card, it.lang, middle, TILE.height - 4.2)
    )
    return ground(TILE, BLEED, it.style.ground) + frame(TILE, drawn.ink) + head + rows + foot


def _lines_to_write(ink: str) -> str:
    """Rows of «how many seals, what for»."""
    rows = "".join(f"M9 {y:g}h10M25 {y:g}h10" for y in (31, 38, 45, 52))
    return (
        "".join(icon("kind-seal", 19.8, y - 4.2, 4.2, MUTED) for y in (31, 38, 45, 52))
        + f'<path d="{rows}" stroke="{ink}" stroke-width=".25"/>'
    )


def _grants(it: Desk) -> Iterator[Piece]:
    back = _grant_back(it)
    for card in it.game.of_kind("grant"):
        of = (it.game.card_by_code[code].name.in_(it.lang) for code in card.data["ingredients"])
        yield Piece(card.id, GRANT, _grant(it, card), back, words=", ".join(of))
    for n in range(BLANKS["grant"]):
        yield Piece(f"blank_grant_{n + 1}", GRANT, _blank_grant(it), back)


def _grant_frame(it: Desk) -> str:
    ink, coin = INKS["green"], str(it.game.constants["grant_gold"])
    return (
        ground(GRANT, BLEED, it.style.ground)
        + frame(GRANT, ink)
        + signs.coin(coin, 6.6, 6.6, 3.4, INKS["ochre"], it.style)
    )


def _grant(it: Desk, card: Card) -> str:
    codes = card.data["ingredients"]
    middle = GRANT.width / 2
    drawn = "".join(
        signs.piece(it.game, code, x, y, 9.6)
        for code, (x, y) in zip(codes, spots(len(codes), middle, middle + 2.4, 11), strict=True)
    )
    worth = signs.points(str(card.data["vp"]), GRANT.width - 6.6, 6.6, 3.6, INKS["green"], it.style)
    return _grant_frame(it) + drawn + worth + _guessed(card, it.lang, middle, GRANT.height - 2.9)


def _blank_grant(it: Desk) -> str:
    """Places for ingredients and points."""
    middle = GRANT.width / 2
    holes = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="4.8" fill="none" stroke="{MUTED}" stroke-width=".2" '
        'stroke-dasharray=".8 .8"/>'
        for x, y in spots(4, middle, middle + 2.2, 10.8)
    )
    worth = signs.points(" ", GRANT.width - 6.6, 6.6, 3.6, INKS["green"], it.style)
    return (
        _grant_frame(it)
        + holes
        + worth
        + text(middle, GRANT.height - 2.9, SMALLEST, OWN.in_(it.lang), family=SANS, fill=MUTED)
    )


def _grant_back(it: Desk) -> str:
    """How many of the seals a further grant needs."""
    middle, need = GRANT.width / 2, str(it.game.constants["grants_later"])
    return (
        ground(GRANT, BLEED, it.style.pale(TINTS["green"]))
        + frame(GRANT, INKS["green"])
        + text(middle, middle + 4, 17, need, family=SERIF_BOLD, fill=INKS["green"])
        + text(middle, GRANT.height - 6, 3, NEEDED.in_(it.lang), family=SANS, fill=INKS["green"])
    )


def _seals(it: Desk, player: PlayerColour) -> Iterator[Piece]:
    back = _seal_back(it, player)
    for card in it.game.of_kind("seal"):
        for n in range(card.data["copies"]):
            name, words = f"{card.id}:{player.id}:{n + 1}", card.name.in_(it.lang)
            yield rounded(name, SEAL, _seal(it, card, player), back, words)


def _seal(it: Desk, card: Card, player: PlayerColour) -> str:
    """What the owner alone knows: the kind, and what it brings and costs."""
    middle, hedge = SEAL / 2, card.data["hedge"]
    ink = COLOUR_INKS[hedge] if hedge else INKS["ochre"] if card.code == "gold" else MUTED
    worth = f"+{card.data['right']} −{-card.data['wrong']}"
    if hedge:
        worth = f"{it.game.colour_by_id[hedge].letter.in_(it.lang)}?"
    return (
        it.disc(SEAL, player.ink)
        + icon(piece_icon(card), middle - 3.9, middle - 5.6, 7.8, ink, stroke=1.6)
        + text(middle, middle + 5.4, 2.9, worth, family=SANS_BOLD, fill=ink)
    )


def _seal_back(it: Desk, player: PlayerColour) -> str:
    """The owner alone: colour, shape and letter."""
    middle = SEAL / 2
    return (
        disc(SEAL, player.ink, it.style.pale(player.tint))
        + icon(player.shape, middle - 3.2, middle - 5.8, 6.4, player.ink, stroke=2)
        + text(middle, middle + 5.6, 5, player.letter.in_(it.lang), family=SERIF_BOLD, fill=player.ink)
    )


def _formula(it: Desk, card: Card) -> Piece:
    middle = FORMULA / 2
    face = it.disc(FORMULA, OWN_INK) + signs.formula(
        it.game, card, it.lang, (middle, middle - 0.4), 15.4, it.style, "triangle"
    )
    return rounded(card.id, FORMULA, face)


def _ingredient(it: Desk, card: Card) -> Piece:
    middle = INGREDIENT / 2
    face = it.disc(INGREDIENT, ink_of(it.game, card))
    drawn = face + signs.piece(it.game, card.code, middle, middle, 11)
    return rounded(f"leader:{card.id}", INGREDIENT, drawn, words=card.name.in_(it.lang))


def _conflicts(it: Desk) -> Iterator[Piece]:
    """They are put down in pairs, so a pair has a number of its own."""
    card = it.card("conflict")
    middle, ink = CONFLICT / 2, INKS["red"]
    for n in range(card.count):
        face = (
            it.disc(CONFLICT, ink)
            + icon(piece_icon(card), middle - 4.6, middle - 6.4, 9.2, ink)
            + text(middle, middle + 6.2, 3.6, ROMAN[n // 2 + 1], family=SERIF_BOLD, fill=ink)
        )
        yield rounded(f"conflict:{n + 1}", CONFLICT, face)


def _first_player(it: Desk) -> Piece:
    card = it.card("first_player")
    middle, ink = FIRST / 2, INKS["ochre"]
    name = fit(card.name.in_(it.lang), SERIF_BOLD, 25, 2, (3.6, 2.8))
    face = (
        it.disc(FIRST, ink)
        + icon(piece_icon(card), middle - 7.5, middle - 13.4, 15, ink, stroke=1.4)
        + typeset(name, middle, middle + 6.4, SERIF_BOLD, INK, height=LINE)
    )
    return rounded(card.id, FIRST, face)


def _results(it: Desk) -> Iterator[Piece]:
    """For each player four of each result and one for the board, two of each that a sale leaves open."""
    known = [card.code for card in it.game.of_kind("potion")]
    players = len(PLAYERS)
    for code in known:
        for n in range((RESULT_COPIES + 1) * players):
            yield rounded(f"result:{code}:{n + 1}", RESULT, _result(it, code))
    for sign in "+-":
        for missing in (*COLOURS, ""):
            face = _open_result(it, sign, missing)
            for n in range(OPEN_COPIES * players):
                yield rounded(f"result:{sign}not{missing}:{n + 1}", RESULT, face)


def _result(it: Desk, code: str) -> str:
    middle, ink = RESULT / 2, COLOUR_INKS.get(code[0], MUTED)
    return (
        it.disc(RESULT, ink)
        + signs.piece(it.game, code, middle, middle - 0.9, 6.6)
        + text(middle, middle + 4.3, 2.6, spelled(it.game, code, it.lang), family=SANS_BOLD, fill=ink)
    )


def _open_result(it: Desk, sign: str, missing: str) -> str:
    """A sign that a sale has shown: of one of two colours, or of any (`missing` empty)."""
    middle = RESULT / 2
    words = sign.replace("-", "−")
    drawn = text(middle, middle + (1.2 if missing else 3), 7, words, family=SANS_BOLD)
    if missing:
        left = [colour for colour in COLOURS if colour != missing]
        for n, colour in enumerate(left):
            letter = it.game.colour_by_id[colour].letter.in_(it.lang)
            drawn += text(
                middle + (n * 2 - 1) * 2, middle + 3.8, 3.2, letter, family=SANS_BOLD, fill=_ink(colour)
            )
    return it.disc(RESULT, INK) + drawn


def _ink(colour: str) -> str:
    return COLOUR_INKS[colour]

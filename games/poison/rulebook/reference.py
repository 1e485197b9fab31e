"""The reference sheet of Poison: the hands that are dealt, a card of each colour, the scoring example."""

from typing import Any

from games.poison.rulebook.printing import value_cards
from rulebook.content.entries import Colour, GameContent, Text
from rulebook.printing.cards.paint import FULL_INK, Size

# The rulebook's scoring example: who took how many red, blue, purple, poison, and what each round came to.
EXAMPLE_NAMES = (Text("Оля", "Olya"), Text("Саша", "Sasha"), Text("Коля", "Kolya"), Text("Рита", "Rita"))
EXAMPLE_COUNTS = {"red": (2, 6, 5, 1), "blue": (3, 0, 2, 6), "purple": (0, 2, 6, 6), "poison": (1, 0, 2, 4)}
EXAMPLE_SHED = {"red": 1, "blue": 3}
EXAMPLE_POINTS = (7, 2, 17, 15)
SHOWN_VALUE = 5  # the card of each colour that stands above its cauldron


def context(game: GameContent, lang: str, page: Size) -> dict[str, Any]:
    """What `games/poison/rulebook/templates/rulebook/poison/_reference.html` needs of this game alone."""
    potions = game.of_kind("potion")
    shown = {card.colour: card.code for card in potions if card.value == SHOWN_VALUE}
    return {
        "deals": deals(game),
        "cauldrons": [(_named(game.colour_by_id[colour], lang), code) for colour, code in shown.items()],
        "example": _example(game, lang),
        "deck": deck_table(game),
        "vessels": vessels(game, 62),
    }


def opening(game: GameContent, lang: str) -> dict[str, Any]:
    """What `games/poison/rulebook/templates/print/poison/opening.html` needs."""
    return {"deck": deck_table(game), "vessels": vessels(game, 110)}


def deck_table(game: GameContent) -> dict[str, Any]:
    """How many copies of each value there are of each colour, and in all."""
    values = sorted({card.value for card in game.cards})
    counts: dict[str, dict[int, int]] = {}
    for card in game.cards:
        counts.setdefault(card.colour or card.kind, {})[card.value] = card.count
    rows = [
        (game.colour_by_id[colour], [of.get(value, 0) for value in values], sum(of.values()))
        for colour, of in counts.items()
    ]
    return {"values": values, "rows": rows, "total": sum(card.count for card in game.cards)}


def vessels(game: GameContent, width: float) -> str:
    """The bottles of the deck in a row of `width` millimetres, the fullest of each colour, as SVG."""
    fullest = {card.colour or card.kind: card for card in sorted(game.cards, key=lambda card: card.value)}
    drawn = [
        value_cards.vessel(
            game.colour_by_id[colour].shape, card.value, colour, FULL_INK, (7.5 + 15.6 * n, 9.5), 18
        )
        for n, (colour, card) in enumerate(fullest.items())
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{width * 19 / 62:.2f}mm" '
        f'viewBox="0 0 62 19">{"".join(drawn)}</svg>'
    )


def _named(colour: Colour, lang: str) -> dict[str, str]:
    return {"name": colour.forms[lang]["m"], "id": colour.id}


def _example(game: GameContent, lang: str) -> dict[str, Any]:
    rows = []
    for colour_id, counts in EXAMPLE_COUNTS.items():
        colour = game.colour_by_id[colour_id]
        plural = colour.forms[lang]["pl"]
        label = {"id": colour.id, "shape": colour.shape, "label": plural[:1].upper() + plural[1:]}
        rows.append((label, [(n, EXAMPLE_SHED.get(colour_id) == seat) for seat, n in enumerate(counts)]))
    return {
        "names": [name.in_(lang) for name in EXAMPLE_NAMES],
        "rows": rows,
        "points": EXAMPLE_POINTS,
    }


def deals(game: GameContent) -> list[tuple[int, list[int]]]:
    """Hand sizes for each number of players, the starter first (clauses setup.uneven, setup.three)."""
    deck, piles_for_three = sum(card.count for card in game.cards), game.constants["three_player_piles"]
    found = []
    for players in range(game.players[0], game.players[1] + 1):
        piles = max(players, piles_for_three)
        hands = [deck // piles + (n < deck % piles) for n in range(piles)]
        found.append((players, hands[:players]))
    return found

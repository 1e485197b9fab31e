"""How «Алхимики» is set up: what everybody gets, what lies on the boards. Pure."""

from collections.abc import Sequence

from games.alchemists.rulebook.printing.inks import INK
from rulebook.content.entries import GameContent, Text
from rulebook.drawing import round_table
from rulebook.drawing.round_table import OnTable
from rulebook.printing.cards.paint import INKS, MUTED
from rulebook.setup import Count

SHOWN = 2  # of a deck of artifacts half is open
CUBES, FIRST = (
    Text("кубов каждому", "cubes each"),
    Text("из них на первый раунд", "of these in the first round"),
)
GOLD = Text("золотых каждому", "gold each")
APPRENTICE = Text("ингредиентов ученику", "ingredients for an apprentice")
MASTER = Text("ингредиентов магистру", "ingredients for a master")
FAVOURS = Text("карт услуг взять, одну оставить", "favour cards to draw, one to keep")
REPUTATION = Text("репутация", "reputation")
SEALS, DISCOUNTS = Text("печатей каждому", "seals each"), Text("карт скидок каждому", "discount cards each")
ROW = Text("ингредиентов открыть в ряд", "ingredients open in the row")
ADVENTURERS = Text("искателей приключений в стопке", "adventurers in the pile")
ARTIFACTS = Text("артефактов открыть из каждой колоды", "artifacts open of each deck")
IN_ROW, BUYERS, OPEN = (
    Text("в ряду", "row"),
    Text("искателей", "adventurers"),
    Text("артефактов", "artifacts"),
)
GRANTS, TOKENS, SIDE = (
    Text("грантов", "grants"),
    Text("формул", "formulas"),
    Text("сторона поля", "side of the board"),
)


def counts(game: GameContent, players: int) -> Sequence[Count]:
    c = game.constants
    return (
        Count(CUBES, (c["cubes"][str(players)],), "setup.cubes"),
        Count(FIRST, (c["first_round_cubes"],), "setup.first_cubes"),
        Count(GOLD, (c["gold"],), "setup.gold"),
        Count(APPRENTICE, (c["deal"]["apprentice"],), "setup.deal"),
        Count(MASTER, (c["deal"]["master"],), "setup.deal"),
        Count(FAVOURS, (c["favours"]["drawn"],), "setup.favours"),
        Count(REPUTATION, (c["reputation_start"],), "setup.reputation"),
        Count(SEALS, (sum(card.data["copies"] for card in game.of_kind("seal")),), "setup.seals"),
        Count(DISCOUNTS, (len(game.of_kind("discount")),), "setup.discounts"),
        Count(ROW, (c["row"],), "setup.row"),
        Count(ADVENTURERS, (in_pile(game),), "setup.adventurers"),
        Count(ARTIFACTS, (shown(game),), "setup.artifacts"),
    )


def in_pile(game: GameContent) -> int:
    """One for each round but the first: one of them goes back to the box unseen."""
    rounds: int = game.constants["rounds"]
    return rounds - 1


def shown(game: GameContent) -> int:
    """How many artifacts of each deck are open all game."""
    decks = [card.data["deck"] for card in game.of_kind("artifact")]
    return len(decks) // len(set(decks)) // SHOWN


def side(game: GameContent, players: int) -> str:
    """Which side of the board lies up: «2–3» or «4»."""
    sides: Sequence[str] = game.card_by_id["area_order"].data["sides"]
    spans = ((span, [int(end) for end in span.split("-")]) for span in sides)
    return next(span for span, ends in spans if ends[0] <= players <= ends[-1]).replace("-", "–")


def table(game: GameContent, players: int, lang: str) -> str:
    c = game.constants
    decks = {card.data["deck"] for card in game.of_kind("artifact")}
    seat = [
        OnTable("cube", INK, f"{c['cubes'][str(players)]} · {c['first_round_cubes']}"),
        OnTable("coin", INKS["ochre"], str(c["gold"])),
        OnTable("kind-ingredient", INKS["green"], f"{c['deal']['apprentice']} / {c['deal']['master']}"),
    ]
    middle = [
        OnTable("kind-ingredient", INKS["green"], str(c["row"]), IN_ROW.in_(lang)),
        OnTable("kind-artifact", INK, f"{len(decks)} × {shown(game)}", OPEN.in_(lang)),
        OnTable("kind-adventurer", INK, str(in_pile(game)), BUYERS.in_(lang)),
        OnTable("kind-grant", INK, str(len(game.of_kind("grant"))), GRANTS.in_(lang)),
        OnTable("kind-alchemical", INK, str(len(game.of_kind("alchemical"))), TOKENS.in_(lang)),
        OnTable("area-player-board", MUTED, side(game, players), SIDE.in_(lang)),
    ]
    return round_table.svg([seat] * players, middle, INK, lang)

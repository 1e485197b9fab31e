"""What «Алхимики» print of their own: reference sheet, tokens, a sheet for deductions, the leader's board."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.rulebook.drawing.pieces import piece_icon
from games.alchemists.rulebook.printing import signs, tokens
from games.alchemists.rulebook.printing.piece_cards import SIDES as LEVELS
from games.alchemists.rulebook.printing.piece_cards import WHEN
from games.alchemists.rulebook.reference import boards
from rulebook.content.entries import Card, GameContent, Text
from rulebook.drawing.piece_cards import ROMAN
from rulebook.printing.cards.paint import FULL_INK, Size
from rulebook.printing.layout.game_documents import LOW, Document, DocumentRequest
from rulebook.printing.layout.piece_sheets import MARGIN, sheets
from rulebook.wording.sentences import counted, join

GRID_ROW = {"a4": 13.6, "letter": 11.4}  # height of a row of formulas
RULES = {"a4": 8, "letter": 6}  # lines to write notes on
SHORT_PAGE = 285.0  # a Letter is lower than this
POINTS = {"ru": ("очко", "очка", "очков"), "en": ("point", "points")}
GOLD = {"ru": ("золотой", "золотых", "золотых"), "en": ("gold", "gold")}
SMILES = {"ru": ("улыбка", "улыбки", "улыбок"), "en": ("smile", "smiles")}
SEALS = {"ru": ("печать", "печати", "печатей"), "en": ("seal", "seals")}
PARTNER = Text("нейтральна с", "neutral with")
EACH_PLAYER = Text("у каждого игрока", "for each player")
RIGHT, WRONG = Text("верна", "right"), Text("ошибочна", "wrong")
REPUTATION = Text("−1 к репутации", "−1 reputation")
PRICE, SPECIAL = Text("цена", "price"), Text("очки по условию", "points that depend")
STEP, CUBES, ROUNDS = Text("по порядку", "in order"), Text("кубы", "cubes"), Text("раунды", "rounds")


class AreaCubes(NamedTuple):
    """An area where cubes stand: how many for each action of two or three players, and of four; rounds."""

    card: Card
    few: str
    four: str
    span: str


def context(game: GameContent, lang: str, page: Size) -> dict[str, Any]:
    """What `rulebook/alchemists/_reference.html` and `_reference_back.html` need of this game alone."""
    return {
        "mixing": boards.mixing_table(game, lang, 78, FULL_INK),
        "mixing_large": boards.mixing_table(game, lang, 78, FULL_INK, "column"),
        "areas": area_rows(game),
        "track": order_track(game),
        "bad": {card.id.partition("_")[2]: card.name for card in game.of_kind("potion")},
        "levels": game.of_kind("quality"),
        "zones": zones(game),
        "conferences": [conference_lines(game, card, lang) for card in game.of_kind("conference")],
        "grants": game.of_kind("grant"),
        "favours": game.of_kind("favour"),
        "artifacts": _decks(game),
        "seals": [{"card": card, "loss": -card.data["wrong"]} for card in game.of_kind("seal")],
    }


def opening(game: GameContent, lang: str) -> dict[str, Any]:
    """What `games/alchemists/rulebook/templates/print/alchemists/opening.html` needs."""
    return {"table": boards.mixing_table(game, lang, 140, FULL_INK), "formulas": game.of_kind("alchemical")}


def _decks(game: GameContent) -> list[tuple[str, list[Card]]]:
    """Artifacts by deck."""
    found: dict[int, list[Card]] = {}
    for card in game.of_kind("artifact"):
        found.setdefault(card.data["deck"], []).append(card)
    return [(ROMAN[deck], cards) for deck, cards in sorted(found.items())]


def area_rows(game: GameContent) -> list[AreaCubes]:
    """The areas where actions are planned, in the order in which they are carried out."""
    areas = [card for card in game.of_kind("area") if "cubes" in card.data]
    return [_area_row(game, card) for card in sorted(areas, key=lambda card: int(card.data["order"]))]


def _area_row(game: GameContent, card: Card) -> AreaCubes:
    cubes = {players: "+".join(map(str, row)) for players, row in card.data["cubes"].items()}
    always = len(card.data["rounds"]) == game.constants["rounds"]
    return AreaCubes(card, cubes["3"], cubes["4"], "" if always else _span(card.data["rounds"]))


def _span(rounds: Sequence[int]) -> str:
    return f"{rounds[0]}–{rounds[-1]}" if len(rounds) > 1 else str(rounds[0])


def order_track(game: GameContent) -> list[tuple[str, list[dict[str, Any]]]]:
    """What each place of the order track gives, from the top, for both sides of the board."""
    sides = game.card_by_id["area_order"].data["sides"]
    return [
        (players.replace("-", "–"), [_place(place) for place in places]) for players, places in sides.items()
    ]


def _place(place: Mapping[str, Any]) -> dict[str, Any]:
    gains = {key: place.get(key, 0) for key in ("gold", "ingredients", "favours")}
    return {
        **gains,
        "empty": not any(gains.values()),
        "last": not place.get("choosable", True),
        "three": "min_players" in place,
    }


def zones(game: GameContent) -> list[dict[str, Any]]:
    """The zones of the reputation track, the lowest first."""
    found = []
    for zone in game.constants["zones"]:
        last = zone.get("to")
        span = f"{zone['from']}–{last}" if last else f"{zone['from']}+"
        changes = {key: _signed(zone[key]) for key in ("loss", "gold", "smiles")}
        found.append({"name": Text(zone["ru"], zone["en"]), "id": zone["id"], "span": span, **changes})
    return found


def _signed(number: int) -> str:
    return f"{number:+}".replace("-", "−") if number else "–"


def conference_lines(game: GameContent, card: Card, lang: str) -> dict[str, Any]:
    """A conference with what each level asks for: «2+: +1, 1: −1, 0: −2»."""
    levels = []
    for side, name in LEVELS.items():
        rule = card.data[side]
        parts = [f"{rule['need']}+: +{rule['gain']}"]
        parts += [f"{n}: −{rule['losses'][n]}" for n in reversed(range(rule["need"]))]
        levels.append((name.in_(lang), ", ".join(parts)))
    return {"card": card, "levels": levels}


# What the rulebook's list of cards says of one, by what its data holds


def facts(game: GameContent, card: Card, lang: str) -> list[str]:
    """What is known of a card besides its text, in short pieces."""
    draw = FACTS.get(card.kind)
    return [piece for piece in draw(game, card, lang) if piece] if draw else []


def _formula(game: GameContent, card: Card, lang: str) -> list[str]:
    return [f"{PARTNER.in_(lang)} {game.card_by_code[card.data['neutral']].short.in_(lang)}"]


def _potion(game: GameContent, card: Card, lang: str) -> list[str]:
    return [str(card.data[f"symbol_{lang}"])]


def _quality(game: GameContent, card: Card, lang: str) -> list[str]:
    loss = REPUTATION.in_(lang) if card.data["loses_reputation"] else ""
    return [counted(card.data["price"], GOLD[lang], lang), loss]


def _artifact(game: GameContent, card: Card, lang: str) -> list[str]:
    worth = counted(card.data["vp"], POINTS[lang], lang) if "vp" in card.data else SPECIAL.in_(lang)
    price = f"{PRICE.in_(lang)} {card.data['price']}"
    return [ROMAN[card.data["deck"]], price, worth, WHEN[card.data["when"]].in_(lang)]


def _favour(game: GameContent, card: Card, lang: str) -> list[str]:
    return [WHEN[card.data["when"]].in_(lang)]


def _discount(game: GameContent, card: Card, lang: str) -> list[str]:
    off = f"−{card.data['discount']}" if card.data["discount"] else "0"
    return [off, counted(card.data["smiles"], SMILES[lang], lang)]


def _adventurer(game: GameContent, card: Card, lang: str) -> list[str]:
    return [join([game.card_by_code[code].short.in_(lang) for code in card.data["potions"]], lang)]


def _conference(game: GameContent, card: Card, lang: str) -> list[str]:
    return [f"{name}: {line}" for name, line in conference_lines(game, card, lang)["levels"]]


def _grant(game: GameContent, card: Card, lang: str) -> list[str]:
    named = join([game.card_by_code[code].short.in_(lang) for code in card.data["ingredients"]], lang)
    return [named, counted(card.data["vp"], POINTS[lang], lang)]


def _seal(game: GameContent, card: Card, lang: str) -> list[str]:
    right, wrong = (_signed(card.data[key]).replace("–", "0") for key in ("right", "wrong"))
    return [
        f"{EACH_PLAYER.in_(lang)} {card.data['copies']}",
        f"{RIGHT.in_(lang)}: {right}",
        f"{WRONG.in_(lang)}: {wrong}",
    ]


def _area(game: GameContent, card: Card, lang: str) -> list[str]:
    if "cubes" not in card.data:
        return []
    cubes = "; ".join(f"{players}: {'+'.join(map(str, row))}" for players, row in card.data["cubes"].items())
    return [
        f"{STEP.in_(lang)} {card.data['order']}",
        f"{CUBES.in_(lang)} {cubes}",
        f"{ROUNDS.in_(lang)} {_span(card.data['rounds'])}",
    ]


FACTS: Mapping[str, Callable[[GameContent, Card, str], list[str]]] = {
    "alchemical": _formula,
    "potion": _potion,
    "quality": _quality,
    "artifact": _artifact,
    "favour": _favour,
    "discount": _discount,
    "adventurer": _adventurer,
    "conference": _conference,
    "grant": _grant,
    "seal": _seal,
    "area": _area,
}


# Documents


def token_sheets(game: GameContent, asked: DocumentRequest) -> dict[str, Any]:
    """All tokens on as many sheets as they need."""
    return sheets(tokens.groups(game, asked.lang, asked.style), asked.page)


def grid_sheet(game: GameContent, asked: DocumentRequest) -> dict[str, Any]:
    """A player's sheet; two on a page lie side by side on their sides, smaller."""
    page, twice = asked.page, asked.options["per_page"] == "2"
    paper = "letter" if page.height < SHORT_PAGE else "a4"
    scale = min(page.height / 2 / page.width, page.width / page.height) if twice else 1.0
    return {
        "drawing": boards.grid(game, asked.lang, page.width - 2 * MARGIN, GRID_ROW[paper], asked.style),
        "copies": _halves(page, scale) if twice else [""],
        "twice": twice,
        "rules": range(RULES[paper]),
        "sheet": f"width:{page.width:g}mm;height:{page.height:g}mm",
        "turned": f"{page.height:g}mm {page.width:g}mm",
    }


def _halves(page: Size, scale: float) -> list[str]:
    """Where two sheets stand on a page that lies on its side."""
    half = page.height / 2
    top, left = (page.width - page.height * scale) / 2, (half - page.width * scale) / 2
    return [f"left:{n * half + left:.2f}mm;top:{top:.2f}mm;transform:scale({scale:.4f})" for n in range(2)]


def leader_board(
    game: GameContent, asked: DocumentRequest, truth: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The leader's board, empty or filled: `truth` says the formula of every ingredient, by codes."""
    return {
        "drawing": boards.leader(game, asked.lang, asked.page.width - 2 * MARGIN, truth, asked.style),
        "rows": [_truth_row(game, *pair, asked) for pair in (truth or {}).items()],
        "levels": game.of_kind("quality"),
    }


def _truth_row(
    game: GameContent, ingredient: str, formula: str, asked: DocumentRequest
) -> tuple[Card, str, Card, str]:
    """An ingredient with its icon, its formula with the circles."""
    card, of = game.card_by_code[ingredient], game.card_by_code[formula]
    return card, piece_icon(card), of, _row_of_circles(game, of, asked)


def _row_of_circles(game: GameContent, formula: Card, asked: DocumentRequest) -> str:
    inside = signs.formula(game, formula, asked.lang, (9, 3), 18, asked.style)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="18mm" height="6mm" viewBox="0 0 18 6">{inside}</svg>'
    )


DOCUMENTS: Mapping[str, Document] = {
    "tokens": Document("print/pieces.html", token_sheets),
    "grid": Document("print/alchemists/grid.html", grid_sheet, {**LOW, "per_page": ("1", "2")}),
    "leader": Document("print/alchemists/leader.html", leader_board),
}

"""The cards, areas and numbers that the engine of «Алхимики» needs, read from the rulebook's content."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction.data import GAME
from rulebook.content.entries import Card

MIN_PLAYERS, MAX_PLAYERS = GAME.players
TABLES = range(MIN_PLAYERS, MAX_PLAYERS + 1)
_N = GAME.constants


def _by_players(row: Mapping[Any, Any]) -> dict[int, Any]:
    """A table by the number of players, whose keys are texts in TOML."""
    return {int(key): value for key, value in row.items()}


def _of_kind(kind: str) -> dict[str, Card]:
    return {card.code: card for card in GAME.cards if card.kind == kind}


def number_on(code: str, name: str) -> int:
    """A number that a card of the content has."""
    return int(GAME.card_by_code[code].data[name])


# --- The course of the game --------------------------------------------------------------------------------

ROUNDS: int = _N["rounds"]
GOLD: int = _N["gold"]
FULL_SET: Mapping[int, int] = _by_players(_N["cubes"])
FIRST_ROUND_CUBES: int = _N["first_round_cubes"]
DEAL: Mapping[str, int] = _N["deal"]
LEVELS_OF_PLAY = tuple(DEAL)
APPRENTICE, MASTER = LEVELS_OF_PLAY
ROW: int = _N["row"]
SEALS_PER_BOOK: int = _N["seals_per_book"]
PUBLISH_COST: int = _N["publish_cost"]
STUDENT_PRICE: int = _N["student_price"]
GRANTS_FIRST: int = _N["grants_first"]
GRANTS_LATER: int = _N["grants_later"]
GRANT_GOLD: int = _N["grant_gold"]
FAVOURS_DRAWN: int = _N["favours"]["drawn"]
CUBES_FOR_FAVOUR: int = _N["favours"]["cubes"]
FAVOUR_GOLD: int = _N["favour_gold"]

# --- Cards -------------------------------------------------------------------------------------------------

INGREDIENTS = _of_kind("ingredient")
COPIES = {code: card.count for code, card in INGREDIENTS.items()}
FAVOURS = _of_kind("favour")
FAVOUR_COPIES = {code: card.count for code, card in FAVOURS.items()}
(ASSISTANT, ASSOCIATE, BARMAID, CUSTODIAN, HERBALIST, MERCHANT, SAGE, SHOPKEEPER) = FAVOURS
ARTIFACTS = _of_kind("artifact")
BOOTS, DISCOUNT, MORTAR = "boots_of_speed", "discount_card", "magic_mortar"
PERISCOPE, PRESS, TRUNK = "periscope", "printing_press", "witchs_trunk"
AMULET, HYPNOTIC, CAP, ALTAR = "amulet_of_rhetoric", "hypnotic_amulet", "thinking_cap", "altar_of_gold"
PRICES = {code: int(card.data["price"]) for code, card in ARTIFACTS.items()}
DECKS: tuple[tuple[str, ...], ...] = tuple(
    tuple(code for code, card in ARTIFACTS.items() if card.data["deck"] == deck)
    for deck in sorted({card.data["deck"] for card in ARTIFACTS.values()})
)
ARTIFACTS_SHOWN = 3  # of each deck: half of it (setup.artifacts)
ADVENTURERS = {code: tuple(card.data["potions"]) for code, card in _of_kind("adventurer").items()}
ADVENTURERS_IN_PLAY = ROUNDS - 1
CONFERENCES = {card.data["round"]: code for code, card in _of_kind("conference").items()}
GRANTS = _of_kind("grant")
SEALS = {code: int(card.data["copies"]) for code, card in _of_kind("seal").items()}
HEDGES = {code: card.data["hedge"] for code, card in _of_kind("seal").items()}
ALL_SEALS: tuple[str, ...] = tuple(code for code, copies in SEALS.items() for _ in range(copies))
DISCOUNTS: Mapping[int, str] = {card.data["discount"]: code for code, card in _of_kind("discount").items()}
SALE_CELLS: Mapping[int, tuple[int, ...]] = _by_players(_N["sale_cells"])

# --- The order track ---------------------------------------------------------------------------------------


class OrderSpace(NamedTuple):
    """A space of the order track: what it costs and gives, from how many players it is open."""

    id: str
    price: int
    ingredients: int
    favours: int
    choosable: bool
    least: int


def _space(row: Mapping[str, Any]) -> OrderSpace:
    return OrderSpace(
        row["id"],
        -row.get("gold", 0),
        row.get("ingredients", 0),
        row.get("favours", 0),
        row.get("choosable", True),
        row.get("min_players", MIN_PLAYERS),
    )


def _tracks() -> dict[int, tuple[OrderSpace, ...]]:
    """The spaces from the top down, by the number of players."""
    sides = GAME.card_by_id["area_order"].data["sides"]
    spread = {name: [int(n) for n in name.split("-")] for name in sides}
    return {
        n: tuple(_space(row) for row in sides[name])
        for name, ends in spread.items()
        for n in range(ends[0], ends[-1] + 1)
    }


TRACKS = _tracks()
PARALYSED = next(space for space in TRACKS[MAX_PLAYERS] if not space.choosable)

# --- The areas of the board, clockwise ---------------------------------------------------------------------


class Area(NamedTuple):
    """An area: the cubes of its first, second… action by the number of players, and its rounds."""

    id: str
    cubes: Mapping[int, tuple[int, ...]]
    rounds: tuple[int, ...]


def _areas() -> tuple[Area, ...]:
    """All areas with cubes in their order; the Custodian's card, which isn't printed, at its place."""
    cards = [card for card in GAME.cards if "order" in card.data and card.data.get("cubes")]
    found = {
        card.data["order"]: Area(
            card.code.removeprefix("area_"),
            {n: tuple(cubes) for n, cubes in _by_players(card.data["cubes"]).items()},
            tuple(card.data["rounds"]),
        )
        for card in cards
    }
    copies = FAVOURS[CUSTODIAN].count
    every = tuple(range(1, ROUNDS + 1))
    found[number_on(CUSTODIAN, "order")] = Area(CUSTODIAN, dict.fromkeys(TABLES, (1,) * copies), every)
    return tuple(found[order] for order in sorted(found))


AREAS = _areas()
AREA_IDS = tuple(area.id for area in AREAS)
PLACE = {area: place for place, area in enumerate(AREA_IDS)}
FORAGE, TRANSMUTE, SELL, BUY = "forage", "transmute", "sell", "buy_artifact"
DEBUNK, PUBLISH, STUDENT, DRINK, EXHIBITION = "debunk", "publish", "student", "drink", "exhibition"
# Boots of Speed act again anywhere but here (ruling 27).
NO_BOOTS = frozenset({SELL, CUSTODIAN})

# What drinking does, by the potion that does it.
POISON, PARALYSIS, INSANITY = (
    GAME.card_by_id[f"potion_{name}"].code for name in ("poison", "paralysis", "insanity")
)

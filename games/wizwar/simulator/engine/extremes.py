"""Two sets of cards of a table's own that stretch the rules: conformance and fuzzing play with both."""

from typing import Any

from games.wizwar.rulebook.card_sets import COPIES, COUNT, LIKE, LIMITS, NAME, OWN, known
from games.wizwar.simulator.engine.data import COUNTERS, IMMEDIATE, cards_of
from rulebook.content.entries import Card

MANY = 4
DENSE_TRAITS = frozenset(("monster", "wand", "artifact"))
# Cards of its own that are played in ways of their own: along with others, lasting, lying about, answering.
OWN_LIKE = (
    "handful_of_tacks",
    "democratic_monster",
    "troll",
    "wand_of_sparks",
    "artifact_sample_crown",
    "big_man",
    "ghost",
    "amplify",
    "add",
    "around_the_corner",
    "reflection",
    "create_wall",
)


def dense() -> dict[str, Any]:
    """Four of each monster, wand and artifact, and a card of its own like each that is special."""
    many = {card.id: MANY * card.count for card in known().values() if _is_dense(card)}
    own = [{LIKE: like, NAME: f"Own {n}", COUNT: 2} for n, like in enumerate(OWN_LIKE, 1)]
    own[2]["life"] = LIMITS["life"][1]
    own[3]["damage"] = 0
    return {COPIES: many, OWN: own}


def _is_dense(card: Card) -> bool:
    return not DENSE_TRAITS.isdisjoint(card.data.get("traits", ()))


def poor() -> dict[str, Any]:
    """The smallest deck, without a single counteraction."""
    least = LIMITS["deck"][0]
    kept = [card for card in cards_of() if card not in COUNTERS and card not in IMMEDIATE][:least]
    return {COPIES: {card: int(card in kept) for card in cards_of()}}

"""What lies where in the position of a scenario, before its moves and after: for figures. Pure.

What comes of a move isn't found out here: the scenario says it, and is played as a case.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.potions.rulebook.drawing.tiles import card_of
from rulebook.content.entries import GameContent
from rulebook.content.scenarios import Scenario

APART = "apart"  # begins the key of a card that lies apart from the stacks
UNDER = " < "
LEAVES_HAND = ("cast", "element", "assemble", "build", "give")  # moves that name a card of the hand


class LaidRecipe(NamedTuple):
    """An assembled recipe and the cards under it."""

    card: str
    under: tuple[str, ...]


class Laid(NamedTuple):
    """Cards by their codes: stacks of the cupboard from below, by their element; recipes, hands, points and
    Sequences by player.
    """

    cupboard: Mapping[str, tuple[str, ...]]
    tables: Mapping[str, tuple[LaidRecipe, ...]]
    hands: Mapping[str, tuple[str, ...]]
    scores: Mapping[str, int]

    @property
    def tops(self) -> list[str]:
        """What the cupboard offers."""
        return [stack[-1] for stack in self.cupboard.values()]


def before(game: GameContent, scenario: Scenario) -> Laid:
    return _laid(game, scenario.position, Laid({}, {}, {}, {}))


def after(game: GameContent, scenario: Scenario) -> Laid:
    """What the scenario expects; it needn't say what stays as it was."""
    was = before(game, scenario)
    was = was._replace(hands=_played(was.hands, scenario.moves))
    return _laid(game, scenario.expect.get("position", {}), was)


def _played(hands: Mapping[str, tuple[str, ...]], moves: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The hands without the cards that moves name."""
    left = {player: list(cards) for player, cards in hands.items()}
    for move in moves:
        player, _, said = move.partition(": ")
        verb, *named = said.split()
        if verb in LEAVES_HAND and named[0] in left.get(player, ()):
            left[player].remove(named[0])
    return {player: tuple(cards) for player, cards in left.items()}


def _laid(game: GameContent, position: Mapping[str, Any], was: Laid) -> Laid:
    hands = {
        player: tuple(cards.split()) if isinstance(cards, str) else ()
        for player, cards in position.get("hands", {}).items()
    }
    tables = {
        player: tuple(_recipe(word) for word in recipes)
        for player, recipes in position.get("tables", {}).items()
    }
    return Laid(
        _cupboard(game, position["cupboard"], was) if "cupboard" in position else was.cupboard,
        {**was.tables, **tables},
        {**was.hands, **hands},
        {**was.scores, **position.get("scores", {})},
    )


def _recipe(word: str) -> LaidRecipe:
    card, _, under = word.partition(UNDER)
    return LaidRecipe(card, tuple(under.split()))


def _cupboard(
    game: GameContent, said: Sequence[str] | Mapping[str, str], was: Laid
) -> dict[str, tuple[str, ...]]:
    """A list says all of it, a table only what has changed."""
    stacks: Iterable[str] = said
    kept: dict[str, tuple[str, ...]] = {}
    if isinstance(said, Mapping):
        kept = {key: stack for key, stack in was.cupboard.items() if key.partition(" ")[0] not in said}
        stacks = said.values()
    for cards in filter(None, (tuple(stack.split()) for stack in stacks)):
        for key, stack in _stacks(game, cards):
            kept[key] = (*kept.get(key, ()), *stack)
    return kept


def _stacks(game: GameContent, cards: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    elements = card_of(game, cards[0]).elements
    if len(elements) > 1:
        return [(f"{APART} {card}", (card,)) for card in cards]
    return [(elements[0], cards)]


def gains(game: GameContent, scenario: Scenario) -> dict[str, int]:
    """What each player gets or loses, in the order of the seats."""
    was, now = before(game, scenario).scores, after(game, scenario).scores
    if now == was and scenario.moves:
        found: Counter[str] = Counter()
        for event in scenario.expect.get("events", ()):
            found[event.get("seat", mover(scenario))] += event.get("n", 0)
        return {player: n for player, n in found.items() if n}
    return {player: n - was.get(player, 0) for player, n in now.items() if n != was.get(player, 0)}


def mover(scenario: Scenario) -> str:
    """Whose last move it is."""
    return scenario.moves[-1].partition(":")[0]

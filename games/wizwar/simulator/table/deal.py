"""Dealing at random what a position of «Маго-бой» leaves open. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from games.wizwar.simulator.engine.course import Course, course_of
from games.wizwar.simulator.engine.state import course_for, read_options
from simulator.engine.boxes import BASE
from simulator.engine.chance import Rng
from simulator.engine.refusal import BadConfig

PILES = ("deck", "discard")


def deal_unknown(position: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The short form with random cards for hands and piles that give only their number, or no deck at all.

    What can't be dealt (wrong shapes, too few cards) stays as it is, for `decode` to refuse.
    """
    hands, texts = position.get("hands", {}), {key: position.get(key, "") for key in (*PILES, "aside")}
    if not isinstance(hands, Mapping) or not isinstance(texts["aside"], str):
        return dict(position)
    rest = sorted(_unnamed(position).elements())
    Rng(seed).shuffle(rest)
    never_held = _course(position).never_held
    dealt = {name: _hand(value, _known(position, name), rest, never_held) for name, value in hands.items()}
    found = {**position, "hands": dealt}
    for key in PILES:
        value = texts[key]
        if type(value) is int and 0 <= value <= len(rest):
            found[key], rest = " ".join(rest[:value]), rest[value:]
    over = "aside" if type(texts["deck"]) is int else "deck"
    if isinstance(texts[over], str):
        found[over] = " ".join([*texts[over].split(), *rest])
    return found


def _hand(value: Any, known: list[str], rest: list[str], never_held: Collection[str]) -> Any:
    """A hand given by its number, drawn from `rest`: a trap, and what lies open at once, is in none."""
    fitting = [card for card in rest if card not in never_held]
    if type(value) is not int or not 0 <= value - len(known) <= len(fitting):
        return value
    drawn = fitting[: value - len(known)]
    for card in drawn:
        rest.remove(card)
    return " ".join([*known, *drawn])


def _known(position: Mapping[str, Any], name: str) -> list[str]:
    """The cards of a hand that somebody knows to be there: its number counts them, too."""
    known = position.get("known", {})
    text = known.get(name, "") if isinstance(known, Mapping) else ""
    return [word.partition("@")[0] for word in text.split()] if isinstance(text, str) else []


def _unnamed(position: Mapping[str, Any]) -> Counter[str]:
    """The cards that no text of a short form names."""
    return copies_of(position) - Counter(word for text in _texts(position) for word in text.split())


def copies_of(position: Mapping[str, Any]) -> Counter[str]:
    """The cards of the deck."""
    return Counter(_course(position).copies)


def _course(position: Mapping[str, Any]) -> Course:
    """By the options; the base game's where they make no game."""
    players = position.get("players")
    n = len(players) if isinstance(players, list) else players
    try:
        return course_for(read_options(position.get("options", {})), n if type(n) is int else 0)
    except BadConfig:
        return course_of(BASE)


def _texts(position: Mapping[str, Any]) -> Iterable[str]:
    """Every text of a short form that names cards, each card once."""
    hands, shown, floor = (position.get(key, {}) for key in ("hands", "shown", "floor"))
    piles: list[Any] = [position.get(key) for key in (*PILES, "aside")]
    for name, value in hands.items() if isinstance(hands, Mapping) else ():
        piles.append(" ".join(_known(position, name)) if type(value) is int else value)
    piles += shown.values() if isinstance(shown, Mapping) else ()
    piles += [word.partition("@")[0] for word in floor.split()] if isinstance(floor, str) else []
    return (pile for pile in piles if isinstance(pile, str))


def is_whole(position: Mapping[str, Any]) -> bool:
    """Whether every card has its place."""
    return not _unnamed(position)

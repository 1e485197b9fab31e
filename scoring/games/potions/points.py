"""How plays of «Зельеварение» are counted, and who wins.

Source: the seed's «Как играть?» and «Верховный Эликсир и Великий Талисман Магии»; rulings 4, 9, 10, 11, 26.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rulebook.content import reading
from rulebook.content.entries import Card
from scoring.sheets.lines import Line, PlayerScore

GAME = reading.load("potions")
NEW_ELEMENT: int = GAME.constants["new_element"]
DIVISOR: int = GAME.constants["half_divisor"]
TRACK: int = GAME.constants["track"]
# Kinds of plays; «before» are points from before the record of plays begins.
ELEMENT, ASSEMBLE, SPELL, BEFORE = "element", "assemble", "spell", "before"
# Cards that are more than points: their kind, and the ids by which they are told apart.
SPELL_KIND = "spell"
KNOWLEDGE, DESTRUCTION, TRANSFORMATION = (
    "spell_of_knowledge",
    "spell_of_destruction",
    "spell_of_transformation",
)
# By id and by code; copies of one card differ in which element they carry, not in how many.
_CARDS = {card.id: (card, card.copies[0]) for card in GAME.cards} | GAME.copies_by_code


class Play(NamedTuple):
    """A card that was played. `card` is a card's id or code, empty where a sheet doesn't name it.

    `n` counts the elements that were new in the cupboard (kind element) or points (kind before); `owners` are
    the other players whose recipes were used (kind assemble), each once.
    """

    seat: int
    kind: str
    card: str
    n: int = 0
    owners: tuple[int, ...] = ()


def card_of(card: str) -> Card:
    """A card by its id or by a code. Raises KeyError, as everything does here that takes one."""
    return _CARDS[card][0]


def points_of(card: str) -> int:
    """What a recipe is worth (clause assemble.points). `card` is an id or a code."""
    return card_of(card).points


def is_spell(card: str) -> bool:
    """Whether a card carries a spell instead of a recipe (clause spell.play)."""
    return card_of(card).kind == SPELL_KIND


def elements_on(card: str) -> int:
    """How many elements a card carries (clause great.elements)."""
    return len(_CARDS[card][1].elements)


def half(points: int) -> int:
    """What each owner of used recipes gets of the new recipe's points (clause assemble.half)."""
    return points // DIVISOR


def element_points(new: int) -> int:
    """What laying a card gives when `new` of its elements weren't in the cupboard (clause element.new)."""
    return new * NEW_ELEMENT


def gains(play: Play) -> dict[int, int]:
    """The points that a play brings, by seat; seats that get nothing are left out, but for the mover's."""
    if play.kind == ELEMENT:
        return {play.seat: element_points(play.n)}
    if play.kind == ASSEMBLE:
        points = points_of(play.card)
        return {play.seat: points} | {owner: half(points) for owner in play.owners}
    return {play.seat: play.n if play.kind == BEFORE else 0}


def lines_of(play: Play) -> list[tuple[int, Line]]:
    """The lines (seat, line) that explain a play; a spell needs none."""
    if play.kind == ELEMENT:
        return [(play.seat, _element_line(play))]
    if play.kind == ASSEMBLE:
        return _assembly_lines(play)
    if play.kind == BEFORE:
        return [(play.seat, Line("before", "score.record", {"n": play.n}, play.n))]
    return []


def _element_line(play: Play) -> Line:
    points = element_points(play.n)
    if play.card and elements_on(play.card) > 1:
        return Line("element_great", "great.elements", {"card": play.card, "n": play.n}, points)
    code = "element_new" if play.n else "element_old"
    return Line(code, "element.new", {"card": play.card}, points)


def _assembly_lines(play: Play) -> list[tuple[int, Line]]:
    points = points_of(play.card)
    halves = {"card": play.card, "seat": play.seat, "n": half(points)}
    return [
        (play.seat, Line("assembled", "assemble.points", {"card": play.card, "n": points}, points)),
        *((owner, Line("half", "assemble.half", halves, half(points))) for owner in play.owners),
    ]


def score(players: int, plays: Iterable[Play]) -> tuple[PlayerScore, ...]:
    """The points of each seat with a line for all that brought them, in the order of play."""
    lines: list[list[Line]] = [[] for _ in range(players)]
    for play in plays:
        for seat, line in lines_of(play):
            lines[seat].append(line)
    return tuple(PlayerScore(sum(line.points for line in row), tuple(row)) for row in lines)


def totals(players: int, plays: Iterable[Play]) -> tuple[int, ...]:
    """The points of each seat."""
    sums = [0] * players
    for play in plays:
        for seat, points in gains(play).items():
            sums[seat] += points
    return tuple(sums)


def winners(points: Sequence[int]) -> tuple[int, ...]:
    """The seats with the most points; a tie is a shared victory (ruling potions-26)."""
    return tuple(seat for seat, n in enumerate(points) if n == max(points))


class OnTrack(NamedTuple):
    """Where a token stands on the printed track: `field` 1 … 30 (0 before the first point), `lap` from 0."""

    lap: int
    field: int


def on_track(points: int) -> OnTrack:
    """After 30 the token is turned over and goes on from field 1 (clause score.record, ruling potions-27)."""
    if points <= 0:
        return OnTrack(0, 0)
    return OnTrack((points - 1) // TRACK, (points - 1) % TRACK + 1)


COPIES: Mapping[str, int] = {card.id: card.count for card in GAME.cards}

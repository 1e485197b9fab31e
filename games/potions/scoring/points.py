"""How plays of «Зельеварение» are counted, and who wins.

Source: the seed's «Как играть?» and «Верховный Эликсир и Великий Талисман Магии»; rulings 4, 9, 10, 11, 26.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from rulebook import finder
from rulebook.content import reading
from rulebook.content.entries import Card
from scoring.sheets.lines import PlayerScore, ScoreLine

T = TypeVar("T")
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
# The cards of every box, by id and by code; copies of one card differ in which element they carry, not in
# how many.
_EVERY = reading.whole("potions")
_CARDS = {card.id: (card, card.copies[0]) for card in _EVERY.cards} | _EVERY.copies_by_code


class Play(NamedTuple):
    """A card that was played. `card` is a card's id or code, empty where a sheet doesn't name it.

    `n` counts the elements that were new in the cupboard (kind element) or points (kind before); `owners` are
    the other players whose recipes were used (kind assemble), once for each half that they get.

    Boxes add kinds, and what only these have: the `place` that something was laid in, and who is `silent`,
    getting no half for a used recipe: (seat, reason).
    """

    seat: int
    kind: str
    card: str
    n: int = 0
    owners: tuple[int, ...] = ()
    place: tuple[int, ...] = ()
    silent: tuple[tuple[int, str], ...] = ()


class KindOfPlay(NamedTuple):
    """How the plays of a kind are counted: what they bring by seat, and the lines that explain it.

    `lines` is given the boxes on the table. `spends`: the card leaves the hand for good.
    """

    gains: Callable[[Play], dict[int, int]]
    lines: Callable[[Play, "Boxes"], list[tuple[int, ScoreLine]]]
    spends: bool = True


Boxes = tuple[str, ...]  # the boxes on the table besides the base game, in the order of their ids
# What a used recipe goes into: another recipe, or what a box names.
INGREDIENT = "ingredient"


class Used(NamedTuple):
    """A recipe that a player other than its owner uses; the marks say what it was assembled with."""

    card: str
    magema: bool = False
    universality: bool = False


class BoxPoints:
    """What a box adds to the counting: `POINTS` in `boxes/<box>/points.py`."""

    # Kinds of plays beside those of the base game.
    kinds: Mapping[str, KindOfPlay] = {}
    # Why a half may be silent, in the order in which a form offers it: the code of the line, and its clause.
    silent: Mapping[str, tuple[str, str]] = {}
    # Elements that never bring a point, were they new or not, and the clause that says so.
    worthless: Mapping[str, str] = {}

    def silence(self, used: Used, into: str) -> str:
        """Why the owner of a used recipe gets no half for it, in a word; empty if they get it."""
        return ""

    def half_again(self, params: Mapping[str, Any], points: int) -> ScoreLine | None:
        """The line of every half after the first of one owner."""
        return None


@cache
def box_points(boxes: Boxes) -> tuple[BoxPoints, ...]:
    """What these boxes add, in the order of their ids; of several answers the last counts."""
    found = finder.box_modules("scoring", "potions", "points")
    return tuple(module.POINTS for box, module in found.items() if box in boxes)


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
    kind = KINDS.get(play.kind) or kinds()[play.kind]  # asked for every card that is played: no call more
    return kind.gains(play)


def lines_of(play: Play, boxes: Boxes = ()) -> list[tuple[int, ScoreLine]]:
    """The lines (seat, line) that explain a play with these boxes on the table; a spell needs none."""
    return _kind(play.kind).lines(play, boxes)


def shared(play: Play, points: int) -> dict[int, int]:
    """All the points for the player, a half for each time that an owner stands there."""
    brought = {play.seat: points}
    for owner in play.owners:
        brought[owner] = brought.get(owner, 0) + half(points)
    return brought


def half_lines(
    play: Play, boxes: Boxes, n: int, once: ScoreLine, params: Mapping[str, Any]
) -> list[tuple[int, ScoreLine]]:
    """A line for each half, the first of an owner is `once`, and one for each owner who gets none."""
    found = []
    for place, owner in enumerate(play.owners):
        again = (box.half_again(params, n) for box in box_points(boxes))
        found.append((owner, (_last(again) if owner in play.owners[:place] else None) or once))
    for owner, reason in play.silent:
        line = _silent_line(boxes, reason, params)
        found += [(owner, line)] if line else []
    return found


def _silent_line(boxes: Boxes, reason: str, params: Mapping[str, Any]) -> ScoreLine | None:
    """The line of an owner who gets no half; a sheet may not name the card of a stage."""
    known = _last(box.silent.get(reason) for box in box_points(boxes))
    if known is None:
        return None
    code, clause = known
    return ScoreLine(code if params["card"] else f"{code}_bare", clause, {**params, "n": 0}, 0)


def silence(used: Used, into: str, boxes: Boxes) -> str:
    """Why the owner of a used recipe gets no half for it, in a word; empty if they get it."""
    return _last(box.silence(used, into) for box in box_points(boxes)) or ""


def _last(answers: Iterable[T | None]) -> T | None:
    """What the last of the boxes that have an answer gives; None if none has."""
    return next((answer for answer in reversed([*answers]) if answer), None)


def _element_gains(play: Play) -> dict[int, int]:
    return {play.seat: element_points(play.n)}


def _element_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    elements = _CARDS[play.card][1].elements if play.card and not play.n else ()
    worthless = worthless_clause(elements, boxes)
    line = ScoreLine("element_wild", worthless, {"card": play.card}, 0) if worthless else _element_line(play)
    return [(play.seat, line)]


def worthless_clause(elements: Sequence[str], boxes: Boxes) -> str:
    """The clause by which a card with these brings nothing as an element; empty for others."""
    return _last(box.worthless.get(each) for box in box_points(boxes) for each in elements) or ""


def _element_line(play: Play) -> ScoreLine:
    points = element_points(play.n)
    if play.card and elements_on(play.card) > 1:
        return ScoreLine("element_great", "great.elements", {"card": play.card, "n": play.n}, points)
    code = "element_new" if play.n else "element_old"
    return ScoreLine(code, "element.new", {"card": play.card}, points)


def _assembly_gains(play: Play) -> dict[int, int]:
    return shared(play, points_of(play.card))


def _assembly_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    points = points_of(play.card)
    params = {"card": play.card, "seat": play.seat, "n": half(points)}
    once = ScoreLine("half", "assemble.half", params, half(points))
    return [
        (play.seat, ScoreLine("assembled", "assemble.points", {"card": play.card, "n": points}, points)),
        *half_lines(play, boxes, half(points), once, params),
    ]


def _no_gains(play: Play) -> dict[int, int]:
    return {play.seat: 0}


def no_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    return []


def _before_gains(play: Play) -> dict[int, int]:
    return {play.seat: play.n}


def _before_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    return [(play.seat, ScoreLine("before", "score.record", {"n": play.n}, play.n))]


KINDS: Mapping[str, KindOfPlay] = {
    ELEMENT: KindOfPlay(_element_gains, _element_lines),
    ASSEMBLE: KindOfPlay(_assembly_gains, _assembly_lines),
    SPELL: KindOfPlay(_no_gains, no_lines),
    BEFORE: KindOfPlay(_before_gains, _before_lines, spends=False),
}


def _kind(name: str) -> KindOfPlay:
    return KINDS[name] if name in KINDS else kinds()[name]


@cache
def kinds() -> Mapping[str, KindOfPlay]:
    """The kinds of plays, with those that boxes add."""
    every = tuple(finder.box_modules("scoring", "potions", "points"))
    return {**KINDS, **{name: kind for box in box_points(every) for name, kind in box.kinds.items()}}


def score(players: int, plays: Iterable[Play], boxes: Boxes = ()) -> tuple[PlayerScore, ...]:
    """The points of each seat with a line for all that brought them, in the order of play."""
    lines: list[list[ScoreLine]] = [[] for _ in range(players)]
    for play in plays:
        for seat, line in lines_of(play, boxes):
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

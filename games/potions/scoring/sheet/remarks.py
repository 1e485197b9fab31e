"""What can't be right about a log, or can be only by a spell that it doesn't name.

The order of the log proves nothing, as what was forgotten is written later: it only raises a question.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from games.potions.scoring.points import (
    ASSEMBLE,
    BEFORE,
    DESTRUCTION,
    GAME,
    KNOWLEDGE,
    SPELL,
    TRANSFORMATION,
    Boxes,
    Play,
    card_of,
    is_spell,
    kinds,
)
from games.potions.scoring.sheet.box import Table, box_sheets, content
from games.potions.scoring.sheet.plays import recipe_slots
from scoring.sheets.core import Remark

Casts = Mapping[str, int]


@cache
def conjuring(boxes: Boxes) -> frozenset[str]:
    """Spells that bring a recipe onto a table which nobody assembled there."""
    return frozenset((TRANSFORMATION, DESTRUCTION)).union(*(box.conjuring for box in box_sheets(boxes)))


@cache
def fetching(boxes: Boxes) -> frozenset[str]:
    """Spells that bring a card back into a hand."""
    return frozenset((KNOWLEDGE,)).union(*(box.fetching for box in box_sheets(boxes)))


@cache
def replacing(boxes: Boxes) -> frozenset[str]:
    """Spells that let something else stand for a recipe."""
    return frozenset(card for box in box_sheets(boxes) for card in box.replacing)


@cache
def hands(boxes: Boxes) -> int:
    """Cards that reach a hand from the decks."""
    game = content(boxes)
    laid = GAME.constants["cupboard"] + sum(game.constants[f"{box}_cupboard"] for box in boxes)
    return sum(card.count for card in game.cards) - int(laid)


def warnings(plays: Sequence[Play], table: Table) -> Iterator[Remark]:
    """All that is pointed out about a log."""
    casts = Counter(card_of(play.card).id for play in plays if play.card and is_spell(play.card))
    yield from _copies_warnings(plays, casts, table)
    if all(play.kind != BEFORE for play in plays):  # else nobody knows what lay on the tables
        yield from _recipe_warnings(plays, casts, table)
    most = hands(table.boxes) + _total(casts, fetching(table.boxes))
    played = sum(_spends(play) for play in plays)
    if played > most:
        yield Remark("sheet_plays", "turn.draw", {"n": played, "max": most})
    for box in box_sheets(table.boxes):
        yield from box.warnings(plays, table)


def copies_played(plays: Iterable[Play], boxes: Boxes = ()) -> Counter[str]:
    """How often each card has been played by name."""
    plays = list(plays)
    played = Counter(card_of(play.card).id for play in plays if play.card and _spends(play))
    for box in box_sheets(boxes):
        played.update(box.fresh(plays))
    return played


def _spends(play: Play) -> bool:
    """Whether a card surely left a hand."""
    return kinds()[play.kind].spends


def _total(casts: Casts, spells: Iterable[str]) -> int:
    return sum(casts.get(card, 0) for card in spells)


def _copies_warnings(plays: Sequence[Play], casts: Casts, table: Table) -> Iterator[Remark]:
    """A card reaches a hand once from the deck; only some spells bring it back, in the base game no spell."""
    played = copies_played(plays, table.boxes)
    copies = {card.id: card.count for card in table.game.cards}
    over = {card: n for card, n in played.items() if n > copies[card]}
    brought = _total(casts, fetching(table.boxes))
    again = sum(n - copies[card] for card, n in over.items() if table.boxes or not is_spell(card))
    for card, n in over.items():
        params = {"card": card, "n": n, "count": copies[card]}
        if is_spell(card) and not table.boxes:
            yield Remark("sheet_spells", "knowledge.take", params)
        elif again > brought:
            yield Remark("sheet_copies", "knowledge.take", {**params, "missing": again - brought})


def _recipe_warnings(plays: Sequence[Play], casts: Casts, table: Table) -> Iterator[Remark]:
    """Whether the recipes that were used lay there; of a table one thing is said, the plainest."""
    lacking = [*_ingredient_warnings(plays, casts, table)]
    yield from lacking
    found = [*_owner_warnings(plays, table)]
    if not lacking:
        found += [*_own_warnings(plays, table), *_early_warnings(plays, table)]
    yield from {remark.params["seat"]: remark for remark in reversed(found)}.values()


def _ingredient_warnings(plays: Sequence[Play], casts: Casts, table: Table) -> Iterator[Remark]:
    """A recipe goes under another as often as it came onto a table: assembled, or brought by a spell."""
    assembled = Counter(play.card for play in plays if play.kind == ASSEMBLE)
    wanted = Counter(slot for card, n in assembled.items() for slot in recipe_slots(card) * n)
    there = assembled + _laid(plays)
    missing = {slot: n - _built(slot, there) for slot, n in wanted.items() if n > _built(slot, there)}
    n, conjured = sum(missing.values()), _total(casts, conjuring(table.boxes))
    stand_ins = [card for box in box_sheets(table.boxes) for card in box.stand_ins]
    conjured += _total(casts, replacing(table.boxes)) + _total(there, set(stand_ins))
    if n > conjured:
        params = {"ingredients": list(missing), "n": n - conjured}
        yield Remark("sheet_ingredient", "assemble.all", params)


def _laid(plays: Sequence[Play]) -> Counter[str]:
    """Recipes that plays of boxes may have brought from a hand: their owner is their player."""
    return Counter(play.card for play in plays if play.place and play.card and not play.owners + play.silent)


def fits(slot: str, card: str) -> bool:
    """Whether a recipe is what an ingredient asks for."""
    kind, _, name = slot.partition(":")
    return card_of(card).kind == name if kind == "kind" else card in name.split("|")


def _built(slot: str, built: Mapping[str, int]) -> int:
    return sum(n for card, n in built.items() if fits(slot, card))


def _own_warnings(plays: Sequence[Play], table: Table) -> Iterator[Remark]:
    """Where nobody else is named, all that a recipe asks for lies on its player's own table."""
    for seat in range(table.seats):
        made = [play for play in plays if play.seat == seat]
        there = Counter(play.card for play in made if play.kind == ASSEMBLE) + _laid(made)
        wanted = Counter(slot for play in made if _is_alone(play) for slot in recipe_slots(play.card))
        spare = _spare(made, there, table)
        for slot, n in wanted.items():
            if n > _built(slot, there) + spare:
                yield Remark("sheet_owner", "assemble.recipes", _taken(seat, n, _built(slot, there)))
                break


def _is_alone(play: Play) -> bool:
    """Whether a recipe was assembled of nobody else's recipes."""
    return play.kind == ASSEMBLE and not play.owners + play.silent


def _spare(made: Sequence[Play], there: Counter[str], table: Table) -> int:
    """For how many ingredients another recipe may have served a player: spells that bring one or replace an
    ingredient, and cards that stand in.
    """
    spells = conjuring(table.boxes) | replacing(table.boxes)
    stand_ins = [card for box in box_sheets(table.boxes) for card in box.stand_ins]
    return sum(play.kind == SPELL and play.card in spells for play in made) + _total(there, stand_ins)


def _early_warnings(plays: Sequence[Play], table: Table) -> Iterator[Remark]:
    """Recipes that leave a table before any has come there. What was forgotten is written later, so this is
    no more than a question.
    """
    for seat in range(table.seats):
        made = [play for play in plays if play.seat == seat]
        spare = _spare(made, Counter(play.card for play in made), table)
        there: Counter[str] = Counter()
        wanted: Counter[str] = Counter()
        came = gone = 0
        for n, play in enumerate(plays, start=1):
            taken = [*play.owners, *(who for who, _ in play.silent)].count(seat)
            own = recipe_slots(play.card) if play.seat == seat and _is_alone(play) else []
            wanted.update(own)
            gone += (taken if play.kind == ASSEMBLE or play.place else 0) + len(own)
            if gone > came + spare or any(wanted[slot] > _built(slot, there) + spare for slot in own):
                yield Remark("sheet_early", "assemble.recipes", {"seat": seat, "n": n})
                break
            if play.seat == seat and (play.kind == ASSEMBLE or play.place):
                came += 1
                there += Counter([play.card] if play.kind == ASSEMBLE else []) + _laid([play])


def _taken(seat: int, n: int, count: int) -> dict[str, int]:
    return {"seat": seat, "n": n, "count": count}


def _owner_warnings(plays: Sequence[Play], table: Table) -> Iterator[Remark]:
    """No more recipes leave a table than came there: base spells only turn one into another."""
    spells = (conjuring(table.boxes) - conjuring(())) | replacing(table.boxes)
    used = [play for play in plays if play.kind == ASSEMBLE or play.place]
    for seat in range(table.seats):
        made = [play for play in plays if play.seat == seat]
        count = sum(play.kind == ASSEMBLE for play in made)
        brought = sum(bool(play.place) or (play.kind == SPELL and play.card in spells) for play in made)
        given = sum(play.owners.count(seat) + [who for who, _ in play.silent].count(seat) for play in used)
        alone = filter(_is_alone, made)
        gone = given + sum(len(recipe_slots(play.card)) for play in alone)
        if gone > count + brought:
            yield Remark("sheet_owner", "assemble.recipes", _taken(seat, gone, count))

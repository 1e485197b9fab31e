"""The short form of positions, which people write (cases/README.md): reading, writing, comparing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from itertools import permutations
from typing import Any

from games.potions.scoring.points import BEFORE, Play, totals
from games.potions.simulator.engine.assembling import cards_in_slot_order
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.courses import read_options
from games.potions.simulator.engine.cupboard import empty, lay
from games.potions.simulator.engine.data import (
    DECK_OF,
    ELEMENTS,
    ELEMENTS_OF,
    GAME,
    MAX_PLAYERS,
    MIN_PLAYERS,
    RECIPES,
    Slot,
    fits,
)
from games.potions.simulator.engine.short_parts import CARDS, box_of
from games.potions.simulator.engine.state import (
    COLUMNS,
    STAND_IN,
    WILD,
    Cupboard,
    Recipe,
    State,
    encode_options,
)
from games.potions.simulator.engine.view import Tables, View, view
from simulator.engine import comparing
from simulator.engine.chance import Chance
from simulator.engine.comparing import At, Pairs
from simulator.engine.game import Difference, Seat
from simulator.engine.options import changed, check_players
from simulator.engine.positions import by_name, draw, pile_text
from simulator.engine.refusal import BadPosition
from simulator.engine.shortform import by_seat, check_keys, malformed, read_names, seat_named
from simulator.engine.tuples import in_order, replaced
from web.refusal import Refusal

Seen = State | View

APART = "apart"  # the three-element cards among the stacks of a short form
UNDER = "<"  # between a recipe and the cards under it
MARKED = "|"  # before the mark of a recipe, where the cards under it suggest another one
PLAIN = "plain"  # the word for no mark
MARKS = {PLAIN: "", WILD: WILD, STAND_IN: STAND_IN}


def recipe_of(course: Course, card: Any, under: Any) -> Recipe:
    """A recipe with what can lie under it: nothing, or a card for each of its slots, in their order.

    The cards stay as they are named wherever they may lie so; else people have named them in any order.
    """
    box = box_of(course)
    (code,) = box.pile([card])
    if code not in RECIPES:
        raise BadPosition([Refusal("pos_no_recipe", "spell.play", {"card": code})])
    cards = box.pile(list(under))
    if not cards:
        return Recipe(code)
    slots = course.slots[code]
    given = tuple(cards_in_slot_order(course, code, cards)) if len(cards) == len(slots) else None
    if given is not None and not course.may_lie(course, given, slots):
        given = _likely_order(course, code, cards)
    if given is None:
        raise BadPosition([Refusal("pos_under", "assemble.under", {"card": code})])
    return Recipe(code, given)


def _likely_order(course: Course, code: str, cards: tuple[str, ...]) -> tuple[str, ...] | None:
    """The cards in the order of the slots, with as few as can be that stand in for others."""
    slots = course.slots[code]
    orders = (row for row in permutations(sorted(cards)) if course.may_lie(course, row, slots))
    return min(orders, key=_strangers(slots), default=None)


@lru_cache(maxsize=1024)  # asked for each recipe of a position that is written
def _likely_mark(course: Course, code: str, cards: tuple[str, ...]) -> str:
    """The mark that the cards under a recipe suggest: that is meant where none is written."""
    order = _likely_order(course, code, cards) if cards else None
    return course.mark_under(course, order, course.slots[code]) if order else ""


def _strangers(slots: Sequence[Slot]) -> Callable[[Sequence[str]], int]:
    """How many cards aren't what their slots ask for."""
    return lambda row: sum(not fits(code, slot) for code, slot in zip(row, slots, strict=True))


def decode_short(data: Mapping[str, Any]) -> State:
    """The state of a short form. Raises BadConfig or BadPosition."""
    options, course = read_options(data.get("options", {}))
    check_keys(data, {*KEYS, *course.short_keys})
    box = box_of(course)
    names = read_names(data.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    players = check_players(len(names), MIN_PLAYERS, MAX_PLAYERS)
    laid = _short_cupboard(course, data.get("cupboard", []))
    cupboard = lay(empty(course), laid, course.spells_on_top)
    rows = by_seat(data.get("tables", {}), names, "tables", [])
    tables = tuple(_short_table(course, recipes) for recipes in rows)
    shown = [box.cards(text, "shown") for text in by_seat(data.get("shown", {}), names, "shown", "")]
    hands, sizes = box.hands(data.get("hands", {}), names, shown)
    aside = box.cards(data.get("aside", ""), "aside")
    top, below = box.deck(data.get("deck", ""))
    parts = tuple([keeping.read(data, names, course) for keeping in course.keeps])
    kept = [tuple(keeping.cards(part)) for keeping, part in zip(course.keeps, parts, strict=True)]
    rest = box.rest([*hands, top, aside, *cupboard.stacks, cupboard.apart, *_on_tables(tables), *kept])
    for seat, size in enumerate(sizes):
        hands[seat] = in_order((*hands[seat], *draw(rest, size)))
    below_top = draw(rest, len(rest) if below is None else below)
    first = seat_named(data.get("first", 1), names, "first")
    history = _short_scores(course, data.get("scores", {}), names)
    state = State(
        players=players,
        options=options,
        course=course,
        chance=Chance(0),
        first=first,
        turn=1,
        decks=_in_decks(course, (*top, *below_top)),
        hands=tuple(hands),
        shown=tuple(in_order(cards) for cards in shown),
        cupboard=cupboard,
        tables=tables,
        scores=totals(players, history),
        history=history,
        aside=in_order((*aside, *rest)),
        agenda=(),
        parts=parts,
    )
    return course.turns.read(state, data, names)


def _short_cupboard(course: Course, value: Any) -> list[str]:
    """The cards of the cupboard in the order in which they are laid: a text, texts, or texts by element."""
    if isinstance(value, Mapping):
        _check_stacks(course, value)
        value = list(value.values())
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list):
        raise malformed("cupboard")
    return [code for text in texts for code in box_of(course).cards(text, "cupboard")]


def _check_stacks(course: Course, value: Mapping[Any, Any]) -> None:
    """Each card in the stack of its own element."""
    for name, text in value.items():
        if name not in (*course.elements, APART):
            raise malformed(f"cupboard: {name!s:.40}")
        for code in box_of(course).cards(text, "cupboard"):
            if name != (APART if len(ELEMENTS_OF[code]) > 1 else ELEMENTS_OF[code][0]):
                raise BadPosition([Refusal("pos_stack", "element.stack", {"card": code})])


def _short_table(course: Course, rows: Any) -> tuple[Recipe, ...]:
    if not isinstance(rows, list):
        raise malformed(f"tables: {rows!s:.40}")
    return tuple(_short_recipe(course, row) for row in rows)


def _short_recipe(course: Course, row: Any) -> Recipe:
    """«powder_of_fate < infusion_of_divination fire_salamander», or a recipe alone; «… | plain» with a mark
    that the cards don't suggest.
    """
    if not isinstance(row, str):
        raise malformed(f"tables: {row!s:.40}")
    text, marked, word = row.partition(MARKED)
    card, _, under = text.partition(UNDER)
    recipe = recipe_of(course, card.strip(), box_of(course).cards(under, "tables"))
    if not marked:
        return recipe._replace(mark=_likely_mark(course, recipe.card, recipe.under))
    mark = MARKS.get(word.strip())
    if mark is None or not recipe.under or (mark and not course.wild):
        raise malformed(f"tables: {row:.80}")
    return recipe._replace(mark=mark)


def _on_tables(tables: Tables) -> list[tuple[str, ...]]:
    return [(recipe.card, *recipe.under) for table in tables for recipe in table]


def _in_decks(course: Course, cards: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Cards from the top down, each into the deck of its box."""
    return tuple(tuple(code for code in reversed(cards) if DECK_OF[code] == deck) for deck in course.deck_ids)


def _short_scores(course: Course, table: Any, names: Sequence[str]) -> tuple[Play, ...]:
    values = by_seat(table, names, "scores", 0)
    for n in values:
        if type(n) is not int or not course.plays[BEFORE](Play(0, BEFORE, "", n), course):
            raise BadPosition([Refusal("pos_score", "score.record", {"what": str(n)[:20]})])
    return tuple(Play(seat, BEFORE, "", n) for seat, n in enumerate(values) if n)


def short(state: State, names: Sequence[str], seat: Seat | None = None, whole: bool = True) -> dict[str, Any]:
    """The short form; what `seat` may not see is given by its size unless `whole`."""
    data = _written(state if whole else view(state, seat), names)
    if not whole:
        data.pop("aside", None)  # what isn't named lies there
    return data


def _written(seen: Seen, names: Sequence[str]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "players": list(names),
        "first": names[seen.first],
        "deck": sum(seen.deck_sizes) if isinstance(seen, View) else " ".join(deck_of(seen)),
        "hands": by_name([pile_text(hand) for hand in seen.hands], names),
        "shown": by_name([pile_text(cards) for cards in seen.shown], names),
        "cupboard": stacks_of(seen.cupboard),
        "tables": by_name([_table_text(seen.course, table) for table in seen.tables], names),
        "scores": dict(zip(names, seen.scores, strict=True)),
        "options": _changed(seen),
    }
    if seen.aside:
        data["aside"] = pile_text(seen.aside)
    for keeping, part in zip(seen.course.keeps, seen.parts, strict=True):
        data |= keeping.write(part, names)
    return data | seen.course.turns.write(seen, names)


def _changed(seen: Seen) -> dict[str, Any]:
    """The options that aren't at their defaults."""
    rest = encode_options(seen.options, seen.course)
    return {**changed(GAME, seen.options), **{k: v for k, v in rest.items() if k not in GAME.option_by_id}}


def deck_of(state: State) -> list[str]:
    """The decks one after the other, from the top down."""
    return [code for cards in state.decks for code in reversed(cards)]


def stacks_of(cupboard: Cupboard) -> dict[str, str]:
    """The stacks that aren't empty, by element, from bottom to top."""
    piles = {**dict(zip(ELEMENTS, cupboard.stacks, strict=False)), APART: cupboard.apart}
    return {name: _stack_text(name, pile) for name, pile in piles.items() if pile}


def _stack_text(name: str, cards: Sequence[str]) -> str:
    """Cards that lie apart have no order."""
    return " ".join(in_order(cards) if name == APART else cards)


def recipe_text(course: Course, recipe: Recipe) -> str:
    """A recipe with the cards under it as they lie, and with its mark where they suggest another."""
    if not recipe.under:
        return recipe.card
    plain = recipe.mark == _likely_mark(course, recipe.card, recipe.under)
    return " ".join((recipe.card, UNDER, *recipe.under, *(() if plain else (MARKED, recipe.mark or PLAIN))))


def _table_text(course: Course, table: Sequence[Recipe]) -> list[str]:
    return [recipe_text(course, recipe) for recipe in table]


# --- Comparing with what a case expects -------------------------------------------------------------------


def differences(seen: Seen, names: Sequence[str], expected: Mapping[str, Any]) -> list[Difference]:
    """Where a state or a view differs from the given keys of a short form; hands and tables have no order."""
    ways = {**KEYS, **seen.course.short_keys}
    return comparing.differences(ways, _written(seen, names), seen, names, expected)


def _cupboard(at: At, wanted: Any, there: Mapping[str, str]) -> Pairs:
    """The stacks that are given by element, or, as a text or texts, the whole cupboard."""
    course = at.seen.course
    if isinstance(wanted, Mapping):
        _check_stacks(course, wanted)
        stacks = {name: box_of(course).cards(text, at.what) for name, text in wanted.items()}
        return [
            (f"{at.what} {name}", _stack_text(name, cards), there.get(name, ""))
            for name, cards in stacks.items()
        ]
    laid = lay(empty(course), _short_cupboard(course, wanted), course.spells_on_top)
    return [(at.what, stacks_of(laid), there)]


def _as_they_lie(at: At, rows: Any, there: list[str]) -> Pairs:
    """The recipes of a table; cards named in another order, or without a mark, are the same."""
    course = at.seen.course
    wanted, table = _short_table(course, rows), _short_table(course, there)
    left = list(table)
    for n, row in enumerate(rows):
        alike = [each for each in left if _is_meant(wanted[n], each, MARKED in row)]
        if alike:
            lying = wanted[n] if wanted[n] in alike else alike[0]
            left.remove(lying)
            wanted = replaced(wanted, n, lying)
    return [(at.what, sorted(_table_text(course, wanted)), sorted(there))]


def _is_meant(wanted: Recipe, there: Recipe, with_mark: bool) -> bool:
    same = wanted.card == there.card and sorted(wanted.under) == sorted(there.under)
    return same and (not with_mark or wanted.mark == there.mark)


def _all_options(data: Any) -> dict[str, Any]:
    options, course = read_options(data)
    return {**asdict(options), COLUMNS: course.columns_json if course.columns else None}


KEYS: Mapping[str, comparing.Way] = {
    "players": comparing.counted,
    "turn": comparing.player,
    "first": comparing.player,
    "further": lambda at, wanted, there: [(at.what, wanted, bool(there))],
    "deck": comparing.deck(lambda seen: box_of(seen.course)),
    "aside": CARDS,
    "hands": comparing.by_player(CARDS),
    "shown": comparing.by_player(CARDS),
    "cupboard": _cupboard,
    "tables": comparing.by_player(_as_they_lie, []),
    "scores": comparing.by_player(),
    "options": comparing.options(_all_options),
}

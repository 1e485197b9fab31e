"""Positions as data: the encoded state, and the short form that people write (docs/cases.md).

`decode` reads both. Whatever comes in, it answers with a state or with BadPosition and its refusals.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import permutations
from typing import Any

from rulebook.refusal import Refusal
from scoring.calculators.potions import ASSEMBLE, BEFORE, ELEMENT, SPELL, Play, totals
from simulator.engines.core.agenda import Agenda, decode_frames, encode_frames
from simulator.engines.core.chance import Chance
from simulator.engines.core.evolve import evolve
from simulator.engines.core.game import Difference, Move, Seat
from simulator.engines.core.options import check_players
from simulator.engines.core.refusal import BadConfig, BadPosition
from simulator.engines.core.shortform import (
    below,
    by_seat,
    find_seat,
    malformed,
    read_names,
    seat_named,
    whole,
)
from simulator.engines.potions.cupboard import EMPTY, lay
from simulator.engines.potions.data import (
    CARD,
    CODES,
    DECK_IDS,
    DECKS,
    ELEMENTS,
    ELEMENTS_OF,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PLACE,
    SLOTS,
    SPELLS,
    Slot,
)
from simulator.engines.potions.rules import check, invariants
from simulator.engines.potions.staging import open_choices
from simulator.engines.potions.state import (
    FRAMES,
    Cupboard,
    Recipe,
    Source,
    Staged,
    State,
    Turn,
    in_order,
    read_options,
)
from simulator.engines.potions.view import Tables, encode_cupboard, encode_history, encode_tables

KEYS = {
    "players",
    "turn",
    "first",
    "further",
    "deck",
    "aside",
    "hands",
    "shown",
    "cupboard",
    "tables",
    "scores",
    "options",
}
ALL = Counter(code for deck in DECKS for code in deck)
APART = "apart"  # the three-element cards among the stacks of a short form
MOST_POINTS = 9999
MOST_TURNS = 9999
COMPOUND = ("assemble", "cast")  # verbs of moves that go on with choices
UNDER = "<"  # between a recipe and the cards under it


def encode(state: State) -> dict[str, Any]:
    return {
        "state": 1,
        "players": state.players,
        "options": asdict(state.options),
        "rng": state.chance.rng,
        "script": list(state.chance.script),
        "first": state.first,
        "turn": state.turn,
        "decks": [list(deck) for deck in state.decks],
        "hands": [list(hand) for hand in state.hands],
        "shown": [list(cards) for cards in state.shown],
        "cupboard": encode_cupboard(state.cupboard),
        "tables": encode_tables(state.tables),
        "history": encode_history(state.history),
        "aside": list(state.aside),
        "agenda": encode_frames(state.agenda),
    }


def decode(data: Any) -> State:
    """The state of an encoded or short position. Raises only BadPosition."""
    if not isinstance(data, Mapping):
        raise malformed("position")
    try:
        state = _decode_state(data) if "state" in data else _decode_short(data)
        invariants(state)
    except BadConfig as error:
        raise BadPosition(error.refusals) from error
    except AssertionError as error:
        raise malformed(str(error)) from error
    return state


# --- The encoded state ------------------------------------------------------------------------------------


def _decode_state(data: Mapping[str, Any]) -> State:
    options = read_options(data.get("options"))
    players = check_players(data.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    try:
        history = tuple(_play(row, players) for row in data["history"])
        state = State(
            players=players,
            options=options,
            chance=Chance(whole(data["rng"]), tuple(data["script"])),
            first=below(data["first"], players),
            turn=below(data["turn"], MOST_TURNS),
            decks=_piles(data["decks"], len(DECKS)),
            hands=tuple(in_order(pile) for pile in _piles(data["hands"], players)),
            shown=tuple(in_order(pile) for pile in _piles(data["shown"], players)),
            cupboard=Cupboard(
                _piles(data["cupboard"]["stacks"], len(ELEMENTS)), in_order(_pile(data["cupboard"]["apart"]))
            ),
            tables=_tables(data["tables"], players),
            scores=totals(players, history),
            history=history,
            aside=in_order(_pile(data["aside"])),
            agenda=tuple(_frame(frame) for frame in decode_frames(data["agenda"], FRAMES)),
        )
        _check_agenda(state)
    except (KeyError, TypeError, ValueError) as error:
        raise malformed(str(error)) from error
    return state


def _pile(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > ALL.total():
        raise ValueError("cards")
    for code in value:
        if not isinstance(code, str) or code not in CARD:
            raise BadPosition([Refusal("pos_unknown_card", "components.deck", {"text": str(code)[:80]})])
    return tuple(value)


def _piles(value: Any, n: int) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list) or len(value) != n:
        raise ValueError("piles")
    return tuple(_pile(pile) for pile in value)


def _tables(value: Any, players: int) -> Tables:
    if not isinstance(value, list) or len(value) != players:
        raise ValueError("tables")
    return tuple(tuple(_recipe(card, under) for card, under in table) for table in value)


def _recipe(card: Any, under: Any) -> Recipe:
    """A recipe with what can lie under it: nothing, or a card for each of its slots."""
    (code,) = _pile([card])
    if code in SPELLS:
        raise BadPosition([Refusal("pos_no_recipe", "spell.play", {"card": code})])
    cards = _pile(list(under))
    if not cards:
        return Recipe(code)
    fitting = next((row for row in permutations(sorted(cards)) if _fit(row, SLOTS[code])), None)
    if fitting is None:
        raise BadPosition([Refusal("pos_under", "assemble.under", {"card": code})])
    return Recipe(code, fitting)


def _fit(cards: Sequence[str], slots: Sequence[Slot]) -> bool:
    return len(cards) == len(slots) and all(
        slot.element in ELEMENTS_OF[code] or code in slot.recipes
        for code, slot in zip(cards, slots, strict=True)
    )


def _play(row: Any, players: int) -> Play:
    seat, kind, card, n, owners = row
    if kind == BEFORE:
        return Play(below(seat, players), kind, "", below(n, MOST_POINTS + 1))
    if kind not in (ELEMENT, ASSEMBLE, SPELL) or card not in CARD:
        raise ValueError(f"history: {row!s:.40}")
    if kind != ELEMENT and (card in SPELLS) != (kind == SPELL):
        raise ValueError(f"history: {row!s:.40}")
    most = len(ELEMENTS_OF[card]) if kind == ELEMENT else 0
    others = sorted({below(owner, players) for owner in owners} - {seat})
    if others != owners or (others and kind != ASSEMBLE):
        raise ValueError(f"history: {row!s:.40}")
    return Play(below(seat, players), kind, card, below(n, most + 1), tuple(others))


def _frame(frame: Any) -> Any:
    """JSON knows lists alone: the tuples of a frame are made again. Raises ValueError or TypeError."""
    if isinstance(frame, Turn):
        if type(frame.further) is not bool:
            raise ValueError("agenda")
        return frame
    target = None if frame.target is None else _recipe(*frame.target)
    sources = tuple(
        Source(kind, what, whole(seat), tuple(under)) for kind, what, seat, under in frame.sources
    )
    return frame._replace(sources=sources, target=target, laid=tuple(frame.laid))


def _check_agenda(state: State) -> None:
    """Nothing, a turn, or a turn with a compound move on it that can be gone on with. Raises ValueError."""
    if not all(0 <= whole(frame.seat) < state.players for frame in state.agenda):
        raise ValueError("agenda")
    kinds = [type(frame) for frame in state.agenda]
    if kinds not in ([], [Turn], [Turn, Staged]):
        raise ValueError("agenda")
    if kinds == [Turn, Staged] and not _is_under_way(state, state.agenda):
        raise ValueError("agenda")
    if not kinds and (any(state.hands) or any(state.decks)):
        raise ValueError("agenda")


def _is_under_way(state: State, agenda: Agenda) -> bool:
    """Whether the choices so far could have been made here."""
    turn, staged = agenda
    if staged.seat != turn.seat or staged.card not in state.hands[staged.seat]:
        return False
    begun = Staged(staged.seat, staged.verb, staged.card)
    beginning = Move(staged.verb, (staged.card,))
    if staged.verb not in COMPOUND or check(evolve(state, agenda=(turn,)), staged.seat, beginning):
        return False
    while begun != staged:
        found = open_choices(state.cupboard, state.tables, begun)
        step = next((choice.then for choice in found if _leads_to(choice.then, staged)), None)
        if step is None:
            return False
        begun = step
    return len(open_choices(state.cupboard, state.tables, staged)) > 1


def _leads_to(step: Staged, end: Staged) -> bool:
    """Whether all that `step` has settled is so in `end` too."""
    return (
        end.sources[: len(step.sources)] == step.sources
        and end.laid[: len(step.laid)] == step.laid
        and step.target in (None, end.target)
        and step.pick in (None, end.pick)
    )


# --- The short form ---------------------------------------------------------------------------------------


def _decode_short(data: Mapping[str, Any]) -> State:
    if unknown := set(data) - KEYS:
        raise malformed(", ".join(sorted(map(str, unknown))))
    options = read_options(data.get("options", {}))
    names = read_names(data.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    players = check_players(len(names), MIN_PLAYERS, MAX_PLAYERS)
    cupboard = lay(EMPTY, _short_cupboard(data.get("cupboard", [])))
    tables = tuple(_short_table(rows) for rows in by_seat(data.get("tables", {}), names, "tables", []))
    shown = [_cards(text) for text in by_seat(data.get("shown", {}), names, "shown", "")]
    hands, sizes = _short_hands(data.get("hands", {}), names, shown)
    aside = _cards(data.get("aside", ""))
    deck = data.get("deck", "")
    top = () if type(deck) is int else _cards(deck)
    rest = _rest([*hands, top, aside, *_in_cupboard(cupboard), *_on_tables(tables)])
    for seat, size in enumerate(sizes):
        hands[seat] = in_order((*hands[seat], *_draw(rest, size)))
    below_top = _draw(rest, deck if type(deck) is int else len(rest))
    first = seat_named(data.get("first", 1), names, "first")
    further = data.get("further", False)
    if type(further) is not bool:
        raise malformed(f"further: {further!s:.20}")
    history = _short_scores(data.get("scores", {}), names)
    return State(
        players=players,
        options=options,
        chance=Chance(0),
        first=first,
        turn=1,
        decks=_in_decks((*top, *below_top)),
        hands=tuple(hands),
        shown=tuple(in_order(cards) for cards in shown),
        cupboard=cupboard,
        tables=tables,
        scores=totals(players, history),
        history=history,
        aside=in_order((*aside, *rest)),
        agenda=(Turn(_turn(data.get("turn"), names, first, hands), further),),
    )


def _cards(text: Any) -> tuple[str, ...]:
    if not isinstance(text, str):
        raise malformed(str(text))
    words = text.split()
    if len(words) > ALL.total():
        raise BadPosition([Refusal("pos_not_enough", "components.deck")])
    return _pile(words)


def _short_cupboard(value: Any) -> list[str]:
    """The cards of the cupboard in the order in which they are laid: a text, texts, or texts by element."""
    texts = (
        list(value.values()) if isinstance(value, Mapping) else [value] if isinstance(value, str) else value
    )
    if not isinstance(texts, list):
        raise malformed("cupboard")
    if isinstance(value, Mapping):
        _check_stacks(value)
    return [code for text in texts for code in _cards(text)]


def _check_stacks(value: Mapping[Any, Any]) -> None:
    """Each card in the stack of its own element."""
    for name, text in value.items():
        if name not in (*ELEMENTS, APART):
            raise malformed(f"cupboard: {name!s:.40}")
        for code in _cards(text):
            if name != (APART if len(ELEMENTS_OF[code]) > 1 else ELEMENTS_OF[code][0]):
                raise BadPosition([Refusal("pos_stack", "element.stack", {"card": code})])


def _in_cupboard(cupboard: Cupboard) -> list[tuple[str, ...]]:
    return [*cupboard.stacks, cupboard.apart]


def _short_table(rows: Any) -> tuple[Recipe, ...]:
    if not isinstance(rows, list):
        raise malformed(f"tables: {rows!s:.40}")
    return tuple(_short_recipe(row) for row in rows)


def _short_recipe(row: Any) -> Recipe:
    """«powder_of_fate < infusion_of_divination fire_salamander», or a recipe alone."""
    if not isinstance(row, str):
        raise malformed(f"tables: {row!s:.40}")
    card, _, under = row.partition(UNDER)
    return _recipe(card.strip(), _cards(under))


def _on_tables(tables: Tables) -> list[tuple[str, ...]]:
    return [(recipe.card, *recipe.under) for table in tables for recipe in table]


def _short_hands(
    table: Any, names: Sequence[str], shown: Sequence[tuple[str, ...]]
) -> tuple[list[tuple[str, ...]], list[int]]:
    """Named cards of each hand, and how many unnamed ones it holds."""
    hands: list[tuple[str, ...]] = []
    sizes = []
    for value, known in zip(by_seat(table, names, "hands", ""), shown, strict=True):
        counted = type(value) is int
        if counted and not len(known) <= value <= ALL.total():
            raise BadPosition([Refusal("pos_not_enough", "components.deck")])
        hands.append(in_order(known if counted else _cards(value)))
        sizes.append(value - len(known) if counted else 0)
    return hands, sizes


def _rest(piles: Sequence[Sequence[str]]) -> list[str]:
    """The cards that no pile names, in content order. Raises BadPosition where a card stands too often."""
    named = Counter(code for pile in piles for code in pile)
    refusals = [
        Refusal("pos_too_many", "components.deck", {"card": code, "n": n, "count": ALL[code]})
        for code, n in named.items()
        if n > ALL[code]
    ]
    if refusals:
        raise BadPosition(refusals)
    return [code for code in CODES for _ in range(ALL[code] - named[code])]


def _draw(rest: list[str], size: int) -> list[str]:
    if not 0 <= size <= len(rest):
        raise BadPosition([Refusal("pos_not_enough", "components.deck")])
    drawn = rest[:size]
    del rest[:size]
    return drawn


def _in_decks(cards: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Cards from the top down, each into the deck of its set."""
    return tuple(tuple(code for code in reversed(cards) if CARD[code].deck == deck) for deck in DECK_IDS)


def _short_scores(table: Any, names: Sequence[str]) -> tuple[Play, ...]:
    values = by_seat(table, names, "scores", 0)
    for n in values:
        if type(n) is not int or not 0 <= n <= MOST_POINTS:
            raise BadPosition([Refusal("pos_score", "score.record", {"what": str(n)[:20]})])
    return tuple(Play(seat, BEFORE, "", n) for seat, n in enumerate(values) if n)


def _turn(value: Any, names: Sequence[str], first: Seat, hands: Sequence[tuple[str, ...]]) -> Seat:
    """The seat to play: by default the first player, or the next with cards."""
    if not any(hands):
        raise BadPosition([Refusal("pos_no_cards", "series.rounds")])
    if value is None:
        clockwise = [(first + step) % len(names) for step in range(len(names))]
        return next(seat for seat in clockwise if hands[seat])
    seat = find_seat(value, names)
    if seat is None or not hands[seat]:
        raise BadPosition([Refusal("pos_turn", "turn.order")])
    return seat


def short(state: State, names: Sequence[str], seat: Seat | None = None, whole: bool = True) -> dict[str, Any]:
    """The short form; what `seat` may not see is given by its size unless `whole`."""
    open_hands = range(state.players) if whole else [seat]
    deck = [code for cards in state.decks for code in reversed(cards)]
    data: dict[str, Any] = {
        "players": list(names),
        "first": names[state.first],
        "deck": " ".join(deck) if whole else len(deck),
        "hands": {
            names[s]: " ".join(hand) if s in open_hands else len(hand)
            for s, hand in enumerate(state.hands)
            if hand
        },
        "shown": {names[s]: " ".join(cards) for s, cards in enumerate(state.shown) if cards},
        "cupboard": _stacks(state.cupboard),
        "tables": {
            names[s]: [_recipe_text(recipe) for recipe in table]
            for s, table in enumerate(state.tables)
            if table
        },
        "scores": dict(zip(names, state.scores, strict=True)),
        "options": {
            name: value
            for name, value in asdict(state.options).items()
            if value != getattr(read_options({}), name)
        },
    }
    if whole and state.aside:
        data["aside"] = " ".join(state.aside)
    if state.agenda:
        data["turn"] = names[state.agenda[-1].seat]
        data["further"] = state.agenda[0].further
    return data


def _stacks(cupboard: Cupboard) -> dict[str, str]:
    """The stacks that aren't empty, by element, from bottom to top."""
    piles = {**{e: cupboard.stacks[PLACE[e]] for e in ELEMENTS}, APART: cupboard.apart}
    return {name: " ".join(pile) for name, pile in piles.items() if pile}


def _recipe_text(recipe: Recipe) -> str:
    return " ".join((recipe.card, UNDER, *recipe.under)) if recipe.under else recipe.card


# --- Comparing with what a case expects -------------------------------------------------------------------


def differences(state: State, names: Sequence[str], expected: Mapping[str, Any]) -> list[Difference]:
    """Where the position differs from the given keys of a short form; hands and tables have no order.

    Raises BadPosition for a key or value that a short form can't have.
    """
    if unknown := set(expected) - set(_COMPARERS):
        raise malformed(", ".join(sorted(map(str, unknown))))
    try:
        return [
            Difference(what, wanted, there)
            for key, value in expected.items()
            for what, wanted, there in _COMPARERS[key](state, names, key, value)
            if wanted != there
        ]
    except BadConfig as error:
        raise BadPosition(error.refusals) from error


Pairs = list[tuple[str, Any, Any]]  # what, expected, actual


def _compare_players(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [(key, value, state.players if type(value) is int else list(names))]


def _compare_seat(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    seat = state.first if key == "first" else state.agenda[-1].seat if state.agenda else None
    return [(key, names[seat_named(value, names, key)], None if seat is None else names[seat])]


def _compare_further(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [(key, value, bool(state.agenda) and state.agenda[0].further)]


def _compare_deck(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    """A number, or the cards on top."""
    deck = [code for cards in state.decks for code in reversed(cards)]
    if type(value) is int:
        return [(key, value, len(deck))]
    wanted = _cards(value)
    return [(key, " ".join(wanted), " ".join(deck[: len(wanted)]))]


def _compare_aside(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [_compare_pile(key, value, state.aside)]


def _compare_piles(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    piles = state.hands if key == "hands" else state.shown
    if not isinstance(value, Mapping):
        raise malformed(key)
    return [
        _compare_pile(f"{key} {name}", wanted, piles[seat_named(name, names, key)])
        for name, wanted in value.items()
    ]


def _compare_pile(what: str, wanted: Any, pile: Sequence[str]) -> tuple[str, Any, Any]:
    if type(wanted) is int:
        return what, wanted, len(pile)
    return what, " ".join(in_order(_cards(wanted))), " ".join(in_order(pile))


def _compare_cupboard(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    """The stacks that are given by element, or, as a text or texts, the whole cupboard."""
    there = _stacks(state.cupboard)
    if isinstance(value, Mapping):
        _check_stacks(value)
        return [
            (f"{key} {name}", " ".join(_cards(text)), there.get(name, "")) for name, text in value.items()
        ]
    return [(key, _stacks(lay(EMPTY, _short_cupboard(value))), there)]


def _compare_tables(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    if not isinstance(value, Mapping):
        raise malformed(key)
    return [
        (
            f"{key} {name}",
            sorted(map(_recipe_text, _short_table(rows))),
            sorted(map(_recipe_text, state.tables[seat_named(name, names, key)])),
        )
        for name, rows in value.items()
    ]


def _compare_scores(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    if not isinstance(value, Mapping):
        raise malformed(key)
    return [(f"{key} {name}", n, state.scores[seat_named(name, names, key)]) for name, n in value.items()]


def _compare_options(state: State, names: Sequence[str], key: str, value: Any) -> Pairs:
    wanted = asdict(read_options(value))
    there = asdict(state.options)
    return [(f"{key} {name}", wanted[name], there[name]) for name in value]


_COMPARERS: Mapping[str, Callable[[State, Sequence[str], str, Any], Pairs]] = {
    "players": _compare_players,
    "turn": _compare_seat,
    "first": _compare_seat,
    "further": _compare_further,
    "deck": _compare_deck,
    "aside": _compare_aside,
    "hands": _compare_piles,
    "shown": _compare_piles,
    "cupboard": _compare_cupboard,
    "tables": _compare_tables,
    "scores": _compare_scores,
    "options": _compare_options,
}

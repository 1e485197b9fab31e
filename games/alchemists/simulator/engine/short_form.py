"""The short form of positions (cases/README.md): writing it, comparing a position with what a case expects.

Reading it is in `short_reading`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction.codes import BadCode, official
from games.alchemists.simulator.deduction.data import GAME, INGREDIENTS, PAIR_OF
from games.alchemists.simulator.deduction.facts import to_json
from games.alchemists.simulator.engine.data import AREA_IDS, AREAS, CAP
from games.alchemists.simulator.engine.options import NUMBERS, Options, read_options
from games.alchemists.simulator.engine.short_past import GONE, UNKNOWN, Look, Told, past_texts
from games.alchemists.simulator.engine.short_things import FAVOUR_BOX, INGREDIENT_BOX, read_theories
from games.alchemists.simulator.engine.short_values import seats_in, seats_of
from games.alchemists.simulator.engine.state import (
    SEALED,
    Act,
    Altar,
    Cap,
    Grant,
    Herbalist,
    Immediate,
    Mortar,
    Peek,
    Row,
    Screen,
    State,
    top,
)
from games.alchemists.simulator.engine.turns import RESOLVE
from games.alchemists.simulator.engine.view import View, facts_of, view
from simulator.engine import comparing
from simulator.engine.comparing import At, Pairs, Way
from simulator.engine.game import Difference, Seat
from simulator.engine.options import changed
from simulator.engine.shortform import malformed

Seen = State | View


def screens_of(seen: Seen) -> list[Screen | None]:
    """What is behind each screen, None where it can't be seen."""
    if isinstance(seen, State):
        return list(seen.screens)
    return [seen.own if seat == seen.seat else None for seat in range(seen.players)]


def short(state: State, names: Sequence[str], seat: Seat | None = None, whole: bool = True) -> dict[str, Any]:
    """The short form; what `seat` may not see is left out or given by its size, unless `whole`.

    In the middle of a compound move it is the position without that move.
    """
    told = _written(state if whole else view(state, seat), names)
    said = {key: value for key, value in told.items() if key in ALWAYS or value not in EMPTY}
    return {key: value for key, value in said.items() if key not in FOLLOW}


def differences(seen: Seen, names: Sequence[str], expected: Mapping[str, Any]) -> list[Difference]:
    """Where a state or a view differs from the given keys of a short form; hands and piles have no order."""
    ways = {key: each.way for key, each in KEYS.items()}
    return comparing.differences(ways, _written(seen, names), seen, names, expected)


def _written(seen: Seen, names: Sequence[str]) -> dict[str, Any]:
    return {key: each.write(seen, names) for key, each in KEYS.items()}


EMPTY: tuple[Any, ...] = (None, {}, [], "", False)
# What stands there always, for something else would be read where it is left out; what is never written.
ALWAYS = frozenset({"players", "options", "round", "row", "deck", "favour_deck"})
FOLLOW = frozenset({"order", "code", "facts"})


def _options(options: Options) -> dict[str, Any]:
    """Those that differ from the usual ones, and the table's own numbers."""
    own = {n.name: _own_number(n.values) for n in options.numbers}
    return changed(GAME, options) | ({NUMBERS: own} if own else {})


def _own_number(values: Sequence[str]) -> Any:
    row = [int(value) if value.isdecimal() else value for value in values]
    return row[0] if len(row) == 1 else row


# --- The course of the round -------------------------------------------------------------------------------


def _at(seen: Seen, names: Sequence[str]) -> str:
    return AREA_IDS[seen.at] if seen.phase == RESOLVE and seen.at < len(AREAS) else seen.phase


def _turn(seen: Seen, names: Sequence[str]) -> str | None:
    frame = top(seen.agenda)
    return None if frame is None or type(frame) in SEALED else names[frame.seat]


def _asked(seen: Seen, names: Sequence[str]) -> str:
    """The question, where it isn't the usual one of its place."""
    frame = seen.agenda[0] if seen.agenda else None
    say = ASKED.get(type(frame))
    if type(frame) is Act and frame.boots:
        return "boots"
    return say(seen, frame) if say else ""


def _mortar(seen: Seen, frame: Mortar) -> str:
    screen = screens_of(seen)[frame.seat]
    return f"mortar {screen.drawn}" if screen else "mortar"


ASKED: Mapping[type, Callable[[Seen, Any], str]] = {
    Herbalist: lambda seen, frame: "herbalist",
    Grant: lambda seen, frame: "grant",
    Cap: lambda seen, frame: f"cap {frame.test}",
    Altar: lambda seen, frame: "altar",
    Peek: lambda seen, frame: "peek",
    Mortar: _mortar,
    Immediate: lambda seen, frame: " ".join(("immediate", *(word for pair in frame.fallen for word in pair))),
}


def _seats(field: str) -> Callable[[Seen, Sequence[str]], list[str]]:
    return lambda seen, names: [names[seat] for seat in getattr(seen, field)]


def _actions(seen: Seen, names: Sequence[str]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for area, rows in zip(AREA_IDS, seen.rows, strict=True):
        for row in rows:
            found.setdefault(names[row.seat], []).append(_action(area, row))
    return {name: " ".join(words) for name, words in found.items()}


def _action(area: str, row: Row) -> str:
    """A further action by the Boots isn't written down."""
    done = min(row.done, row.over)
    word = ("^" if row.top else "") + area
    word += f":{row.actions}" if row.actions > 1 else ""
    return word + (f"/{done}" if done else "") + (f"-{row.over - done}" if row.over > done else "")


# --- By player ---------------------------------------------------------------------------------------------


def _by_player(read: Callable[[Seen, int], Any]) -> Callable[[Seen, Sequence[str]], dict[str, Any]]:
    """A table from players to what `read` tells of them, without those of whom there is nothing to say."""

    def texts(seen: Seen, names: Sequence[str]) -> dict[str, Any]:
        found = {name: read(seen, seat) for seat, name in enumerate(names)}
        return {name: value for name, value in found.items() if value not in EMPTY}

    return texts


def _told(value: Any) -> Any:
    return " ".join(value) if isinstance(value, tuple) else value


def _thrown(seen: Seen, seat: int) -> list[Any]:
    """Hidden discards that aren't of a mix: their cards, or how many they are."""
    entries = [entry for entry in seen.thrown if entry.seat == seat]
    screen = screens_of(seen)[seat]
    if screen is None:
        return [entry.size for entry in entries if entry.mix < 0]
    pairs = zip(entries, screen.thrown, strict=True)
    return [" ".join(cards) for entry, cards in pairs if entry.mix < 0]


# --- Cards and theories ------------------------------------------------------------------------------------


def _deck(seen: Seen, names: Sequence[str]) -> Any:
    return [" ".join(reversed(seen.deck))] if isinstance(seen, State) else seen.deck_size


def _favour_deck(seen: Seen, names: Sequence[str]) -> Any:
    return [" ".join(reversed(seen.favours))] if isinstance(seen, State) else seen.favours_size


def _theories(seen: Seen, names: Sequence[str]) -> dict[str, list[str]]:
    screens = screens_of(seen)
    found = {}
    for place, (ingredient, book) in enumerate(zip(INGREDIENTS, seen.books, strict=True)):
        if book.token:
            seals = [
                names[seat] if (screen := screens[seat]) is None else f"{names[seat]}: {screen.placed[place]}"
                for seat in book.seats
            ]
            found[ingredient] = [book.token, *seals]
    return found


def _truth(seen: Seen, names: Sequence[str]) -> dict[str, str] | None:
    return dict(zip(INGREDIENTS, seen.truth, strict=True)) if isinstance(seen, State) else None


def _facts(seen: Seen, names: Sequence[str]) -> list[Any] | None:
    """All facts that a player knows, in order."""
    return [to_json(fact) for fact in facts_of(seen)] if isinstance(seen, View) else None


def _past(seen: Seen, names: Sequence[str]) -> list[str]:
    pairs: dict[int, tuple[str, str]] = {}
    looks = []
    for seat, screen in enumerate(screens_of(seen)):
        if screen is None:
            looks += [Look(seat, number) for number in _looks(seen, seat)]
        else:
            numbers = [number for number, mix in enumerate(seen.mixes) if mix.seat == seat]
            pairs |= dict(zip(numbers, screen.pairs, strict=True))
            looks += [Look(seat, number, ingredient) for number, ingredient in screen.peeked]
    return past_texts(Told(seen.mixes, seen.answers, pairs, looks, _fates(seen, pairs)), names)


def _looks(seen: Seen, seat: int) -> Sequence[int]:
    """Into which mixes somebody's Periscope looked, where what it saw isn't known."""
    return () if isinstance(seen, State) else seen.looks[seat]


def _fates(seen: Seen, pairs: Mapping[int, tuple[str, str]]) -> dict[int, str]:
    """GONE for mixes whose cards lie nowhere any more; what the Mortar kept of those that lie half."""
    found = {number: GONE for number, mix in enumerate(seen.mixes) if mix.how != CAP}
    if seen.cauldron is not None:
        found.pop(len(seen.mixes) - 1)
    screens = screens_of(seen)
    for field in ("thrown", "aside"):
        place = dict.fromkeys(range(seen.players), 0)
        for entry in getattr(seen, field):
            screen, n = screens[entry.seat], place[entry.seat]
            place[entry.seat] += 1
            if entry.mix < 0:
                continue
            found.pop(entry.mix)
            if entry.size == 1:
                gone = getattr(screen, field)[n] if screen else ()
                kept = [card for card in pairs.get(entry.mix, ()) if card not in gone]
                found[entry.mix] = kept[0] if kept else UNKNOWN
    return found


def _bids(seen: Seen, names: Sequence[str]) -> dict[str, int]:
    return {name: n for name, n in zip(names, seen.bids, strict=True) if n >= 0}


def _adventurers(seen: Seen, names: Sequence[str]) -> str:
    return " ".join(seen.adventurers[max(0, seen.round - 2) :])


# --- What is expected --------------------------------------------------------------------------------------


def _same_players(read: Callable[..., Sequence[Seat]]) -> Way:
    return comparing.again(lambda at, value: [at.names[seat] for seat in read(value, at.names, at.what)])


def _sorted(at: At, value: Any) -> list[str]:
    if not isinstance(value, str):
        raise malformed(f"{at.what}: {value!s:.40}")
    return sorted(value.split())


def _words(at: At, wanted: Any, there: str) -> Pairs:
    """Codes in any order."""
    return [(at.what, _sorted(at, wanted), _sorted(at, there))]


def _beginning(at: At, wanted: Any, there: str) -> Pairs:
    """The first of the codes, as many as are given."""
    if not isinstance(wanted, str):
        raise malformed(f"{at.what}: {wanted!s:.40}")
    codes = wanted.split()
    return [(at.what, codes, there.split()[: len(codes)])]


def _discards(at: At, wanted: Any, there: list[Any]) -> Pairs:
    """Texts with their cards in any order, and numbers."""
    if not isinstance(wanted, list):
        raise malformed(at.what)
    expected, actual = (
        sorted(" ".join(sorted(row.split())) if isinstance(row, str) else str(row) for row in rows)
        for rows in (wanted, there)
    )
    return [(at.what, expected, actual)]


def _same_theories(at: At, wanted: Any, there: Mapping[str, list[str]]) -> Pairs:
    """By ingredient, [] for none; a seal whose kind isn't said may be any."""
    if not isinstance(wanted, Mapping):
        raise malformed(at.what)
    read = read_theories({name: row for name, row in wanted.items() if row != []}, at.names)
    pairs: Pairs = []
    for ingredient, row in wanted.items():
        if ingredient not in INGREDIENTS:
            raise malformed(f"{at.what}: {ingredient!s:.20}")
        lies = there.get(ingredient, [])
        if theory := read.get(ingredient):
            seals = [f"{at.names[seat]}: {kind}".removesuffix(": ") for seat, kind in theory.seals]
            row = [theory.token, *seals]
            lies = [
                found.rpartition(": ")[0] if ": " in found and n < len(row) and row[n] in at.names else found
                for n, found in enumerate(lies)
            ]
        pairs.append((f"{at.what} {ingredient}", row, lies))
    return pairs


def _same_conflicts(at: At, wanted: Any, there: list[str]) -> Pairs:
    if not isinstance(wanted, list):
        raise malformed(at.what)
    pairs = [tuple(text.split()) if isinstance(text, str) else () for text in wanted]
    if not all(pair in PAIR_OF for pair in pairs):
        raise malformed(at.what)
    expected = sorted(" ".join(PAIR_OF[pair]) for pair in pairs)  # type: ignore[index]
    return [(at.what, expected, sorted(there))]


def _same_code(at: At, wanted: Any, there: Any) -> Pairs:
    try:
        return comparing.by_key()(at, official(str(wanted)), there)
    except BadCode as error:
        raise malformed(f"{at.what}: {wanted!s:.20}") from error


# --- All keys ----------------------------------------------------------------------------------------------


class Key(NamedTuple):
    """A key of short forms: what is written of a state or a view, and how that is told."""

    write: Callable[[Seen, Sequence[str]], Any]
    way: Way = comparing.as_it_is


def _each(field: str, way: Way, default: Any = "") -> Key:
    """What stands on each player's board, left out where it is nothing."""
    return Key(
        _by_player(lambda seen, seat: _told(getattr(seen.boards[seat], field))),
        comparing.by_player(way, default),
    )


def _behind(field: str, way: Way, from_outside: Callable[[View, int], Any]) -> Key:
    """What is behind each screen, or what is known of it where it can't be seen."""

    def read(seen: Any, seat: int) -> Any:
        screen = screens_of(seen)[seat]
        return from_outside(seen, seat) if screen is None else _told(getattr(screen, field))

    return Key(_by_player(read), comparing.by_player(way))


def _number(field: str) -> Key:
    return Key(
        lambda seen, names: {n: getattr(b, field) for n, b in zip(names, seen.boards, strict=True)},
        comparing.by_player(),
    )


def _joined(field: str, way: Way) -> Key:
    return Key(lambda seen, names: " ".join(getattr(seen, field)), way)


INGREDIENT_PILE = comparing.pile(lambda seen: INGREDIENT_BOX)
FAVOUR_PILE = comparing.pile(lambda seen: FAVOUR_BOX)
AS_IT_IS = comparing.as_it_is
KEYS: Mapping[str, Key] = {
    "players": Key(lambda seen, names: list(names), comparing.counted),
    "options": Key(
        lambda seen, names: _options(seen.options), comparing.options(lambda data: asdict(read_options(data)))
    ),
    "round": Key(lambda seen, names: seen.round),
    "at": Key(_at),
    "turn": Key(_turn, comparing.player),
    "asked": Key(_asked),
    "first": Key(lambda seen, names: names[seen.first], comparing.player),
    "spaces": Key(_by_player(lambda seen, seat: seen.spaces[seat]), comparing.by_player()),
    "order": Key(_seats("sequence"), _same_players(seats_of)),
    "paralysed": Key(_seats("paralysed"), _same_players(seats_of)),
    "stricken": Key(_seats("stricken"), _same_players(seats_of)),
    "actions": Key(_actions, comparing.by_player(_words)),
    "assistants": _each("helpers", AS_IT_IS, 0),
    "cubes": _number("cubes"),
    "unused": _number("unused"),
    "hospital": _each("hospital", AS_IT_IS, 0),
    "gold": _number("gold"),
    "reputation": _number("reputation"),
    "artifacts": _each("artifacts", AS_IT_IS),
    "dealt": Key(lambda seen, names: " ".join(chain.from_iterable(seen.dealt)), _words),
    "booted": Key(lambda seen, names: seen.booted),
    "herbalists": Key(_seats("herbalists"), _same_players(seats_in)),
    "used": _joined("used", _words),
    "grants": _each("grants", _words),
    "potions": _each("potions", _words),
    "exhibited": _each("exhibited", _words),
    "harmed": _each("suffered", _words),
    "theories": Key(_theories, _same_theories),
    "spent": _each("seals", _words),
    "conflicts": Key(lambda seen, names: [" ".join(pair) for pair in seen.conflicts], _same_conflicts),
    "hands": _behind("hand", INGREDIENT_PILE, lambda seen, seat: seen.hand_sizes[seat]),
    "shown": _each("shown", INGREDIENT_PILE),
    "row": _joined("row", INGREDIENT_PILE),
    "deck": Key(_deck, comparing.deck(lambda seen: INGREDIENT_BOX)),
    "discard": _joined("cleared", INGREDIENT_PILE),
    "thrown": Key(_by_player(_thrown), comparing.by_player(_discards, [])),
    "favours": _behind("favours", FAVOUR_PILE, lambda seen, seat: seen.favour_sizes[seat]),
    "favour_deck": Key(_favour_deck, comparing.deck(lambda seen: FAVOUR_BOX)),
    "played": _joined("played", FAVOUR_PILE),
    "dropped": _behind("dropped", FAVOUR_PILE, lambda seen, seat: int(seen.dropped[seat])),
    "adventurers": Key(_adventurers, _beginning),
    "orders": Key(_by_player(lambda seen, seat: seen.orders[seat]), comparing.by_player()),
    "bids": Key(_bids, comparing.by_player(default=-1)),
    "sealed": _behind("sealed", AS_IT_IS, lambda seen, seat: ""),
    "unhappy": Key(lambda seen, names: seen.unhappy),
    "truth": Key(_truth, comparing.by_key()),
    "code": Key(_truth, _same_code),
    "facts": Key(_facts),
    "past": Key(_past, comparing.counted),
}

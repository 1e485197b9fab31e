"""The short form of positions (docs/cases.md): writing it. It is read in `short_reading`, compared in
`short_comparing`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.alchemists.simulator.deduction.data import GAME, INGREDIENTS
from games.alchemists.simulator.engine.data import AREA_IDS, AREAS, CAP
from games.alchemists.simulator.engine.options import NUMBERS, Options
from games.alchemists.simulator.engine.short_past import GONE, UNKNOWN, Look, Told, past_texts
from games.alchemists.simulator.engine.short_reading import KEYS as READ
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
from games.alchemists.simulator.engine.view import View, view
from simulator.engine.game import Seat
from simulator.engine.options import changed

KEYS = READ
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
    seen: Seen = state if whole else view(state, seat)
    data: dict[str, Any] = {"players": list(names), "options": _options(seen.options), "round": seen.round}
    for key, read in TEXTS.items():
        there = read(seen, names)
        if key in ALWAYS or there not in EMPTY:
            data[key] = there
    data.pop("order", None)  # follows from the spaces
    return data


EMPTY: tuple[Any, ...] = (None, {}, [], "", False)
ALWAYS = frozenset({"row", "deck", "favour_deck"})  # what lies there unless it is named


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


def _asked(seen: Seen, names: Sequence[str]) -> str | None:
    """The question, where it isn't the usual one of its place."""
    frame = seen.agenda[0] if seen.agenda else None
    say = ASKED.get(type(frame))
    if type(frame) is Act and frame.boots:
        return "boots"
    return say(seen, frame) if say else None


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


def _first(seen: Seen, names: Sequence[str]) -> str:
    return names[seen.first]


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


def _on_board(field: str) -> Callable[[Seen, int], Any]:
    def read(seen: Seen, seat: int) -> Any:
        value = getattr(seen.boards[seat], field)
        return " ".join(value) if isinstance(value, tuple) else value

    return read


def _behind(field: str, sizes: str) -> Callable[[Seen, int], Any]:
    """Cards behind a screen, by their number where they can't be seen."""

    def read(seen: Seen, seat: int) -> Any:
        screen = screens_of(seen)[seat]
        return getattr(seen, sizes)[seat] if screen is None else " ".join(getattr(screen, field))

    return read


def dropped(seen: Seen, seat: int) -> str | int:
    """The favour laid down when setting up, 1 where only that is known, else nothing."""
    screen = screens_of(seen)[seat]
    if screen is None:
        return int(isinstance(seen, View) and seen.dropped[seat])
    return screen.dropped


def _screen_word(field: str) -> Callable[[Seen, int], str]:
    def read(seen: Seen, seat: int) -> str:
        screen = screens_of(seen)[seat]
        return "" if screen is None else str(getattr(screen, field))

    return read


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


def _adventurers(seen: Seen, names: Sequence[str]) -> str:
    return " ".join(seen.adventurers[max(0, seen.round - 2) :])


# --- All keys ----------------------------------------------------------------------------------------------

TEXTS: Mapping[str, Callable[[Seen, Sequence[str]], Any]] = {
    "at": _at,
    "turn": _turn,
    "asked": _asked,
    "first": _first,
    "spaces": _by_player(lambda seen, seat: seen.spaces[seat]),
    "order": _seats("sequence"),
    "paralysed": _seats("paralysed"),
    "stricken": _seats("stricken"),
    "actions": _actions,
    "assistants": _by_player(_on_board("helpers")),
    "cubes": lambda seen, names: dict(zip(names, (b.cubes for b in seen.boards), strict=True)),
    "unused": lambda seen, names: dict(zip(names, (b.unused for b in seen.boards), strict=True)),
    "hospital": _by_player(_on_board("hospital")),
    "gold": lambda seen, names: dict(zip(names, (b.gold for b in seen.boards), strict=True)),
    "reputation": lambda seen, names: dict(zip(names, (b.reputation for b in seen.boards), strict=True)),
    "artifacts": _by_player(_on_board("artifacts")),
    "dealt": lambda seen, names: " ".join(code for row in seen.dealt for code in row),
    "booted": lambda seen, names: seen.booted,
    "herbalists": _seats("herbalists"),
    "used": lambda seen, names: " ".join(seen.used),
    "grants": _by_player(_on_board("grants")),
    "potions": _by_player(_on_board("potions")),
    "exhibited": _by_player(_on_board("exhibited")),
    "harmed": _by_player(_on_board("suffered")),
    "theories": _theories,
    "spent": _by_player(_on_board("seals")),
    "conflicts": lambda seen, names: [" ".join(pair) for pair in seen.conflicts],
    "hands": _by_player(_behind("hand", "hand_sizes")),
    "shown": _by_player(_on_board("shown")),
    "row": lambda seen, names: " ".join(seen.row),
    "deck": _deck,
    "discard": lambda seen, names: " ".join(seen.cleared),
    "thrown": _by_player(_thrown),
    "favours": _by_player(_behind("favours", "favour_sizes")),
    "favour_deck": _favour_deck,
    "played": lambda seen, names: " ".join(seen.played),
    "dropped": _by_player(dropped),
    "adventurers": _adventurers,
    "orders": _by_player(lambda seen, seat: seen.orders[seat]),
    "bids": lambda seen, names: {name: n for name, n in zip(names, seen.bids, strict=True) if n >= 0},
    "sealed": _by_player(_screen_word("sealed")),
    "unhappy": lambda seen, names: seen.unhappy,
    "truth": _truth,
    "past": _past,
}

"""The short form of positions: where a position or a view differs from what a case expects."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.alchemists.simulator.deduction.codes import BadCode, official
from games.alchemists.simulator.deduction.data import INGREDIENTS, PAIR_OF
from games.alchemists.simulator.deduction.facts import to_json
from games.alchemists.simulator.engine.options import read_options
from games.alchemists.simulator.engine.short_form import TEXTS, Seen, dropped, screens_of
from games.alchemists.simulator.engine.short_things import FAVOUR_BOX, INGREDIENT_BOX, read_theories
from games.alchemists.simulator.engine.short_values import seats_in, seats_of
from games.alchemists.simulator.engine.view import View, facts_of
from simulator.engine.game import Difference
from simulator.engine.positions import (
    Box,
    Pairs,
    Pile,
    compare,
    compare_deck,
    compare_options,
    compare_pile,
    compare_piles,
    compare_players,
)
from simulator.engine.shortform import by_seat, malformed, seat_named

Comparer = Callable[[Seen, Sequence[str], str, Any], Pairs]


def differences(seen: Seen, names: Sequence[str], expected: Mapping[str, Any]) -> list[Difference]:
    """Where a position or a view differs from the given keys of a short form; hands and piles have no order.

    Raises BadPosition for a key or value that a short form can't have.
    """
    return compare(COMPARERS, seen, names, expected)


def _plain(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    there = TEXTS[key](seen, names)
    return [(key, value, "" if there is None else there)]


def _round(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [(key, value, seen.round)]


def _seat(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [(key, names[seat_named(value, names, key)], TEXTS[key](seen, names))]


def _seats(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [(key, [names[seat] for seat in seats_of(value, names, key)], TEXTS[key](seen, names))]


def _queue(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """Players, somebody among them perhaps more than once."""
    return [(key, [names[seat] for seat in seats_in(value, names, key)], TEXTS[key](seen, names))]


def _words(value: Any, key: str) -> list[str]:
    if not isinstance(value, str):
        raise malformed(f"{key}: {value!s:.40}")
    return sorted(value.split())


def _set(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """Codes in any order."""
    return [(key, _words(value, key), sorted(TEXTS[key](seen, names).split()))]


def _beginning(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """The first of the codes, as many as are given."""
    if not isinstance(value, str):
        raise malformed(f"{key}: {value!s:.40}")
    wanted = value.split()
    return [(key, wanted, TEXTS[key](seen, names).split()[: len(wanted)])]


def _by_player(default: Any, same: Callable[[Any, str], Any]) -> Comparer:
    """A table from players; `same` is equal for what a case may write in several ways."""

    def compared(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
        by_seat(value, names, key, default)
        there = TEXTS[key](seen, names)
        return [
            (
                f"{key} {name}",
                same(wanted, key),
                same(there.get(names[seat_named(name, names, key)], default), key),
            )
            for name, wanted in value.items()
        ]

    return compared


def _as_it_is(value: Any, key: str) -> Any:
    return value


def _thrown(value: Any, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise malformed(key)
    return sorted(" ".join(sorted(row.split())) if isinstance(row, str) else str(row) for row in value)


def _piles(box: Box, field: str, sizes: str) -> Comparer:
    """Cards behind screens, by their number where they can't be seen."""

    def compared(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
        piles: list[Pile] = [
            getattr(screen, field) if screen else getattr(seen, sizes)[seat]
            for seat, screen in enumerate(screens_of(seen))
        ]
        return compare_piles(box, piles, names, key, value)

    return compared


def _dropped(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    known = [dropped(seen, seat) for seat in range(seen.players)]
    piles: list[Pile] = [card if isinstance(card, int) else tuple(card.split()) for card in known]
    return compare_piles(FAVOUR_BOX, piles, names, key, value)


def _shown(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return compare_piles(INGREDIENT_BOX, [board.shown for board in seen.boards], names, key, value)


def _deck(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    deck = seen.deck_size if isinstance(seen, View) else seen.deck[::-1]
    return [compare_deck(INGREDIENT_BOX, key, value, deck)]


def _favour_deck(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    deck = seen.favours_size if isinstance(seen, View) else seen.favours[::-1]
    return [compare_deck(FAVOUR_BOX, key, value, deck)]


def _open_pile(box: Box, field: str) -> Comparer:
    return lambda seen, names, key, value: [compare_pile(box, key, value, getattr(seen, field))]


def _theories(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """By ingredient, [] for none; a seal whose kind isn't said may be any."""
    if not isinstance(value, Mapping):
        raise malformed(key)
    wanted = read_theories({name: row for name, row in value.items() if row != []}, names)
    there = TEXTS[key](seen, names)
    pairs: Pairs = []
    for ingredient, row in value.items():
        if ingredient not in INGREDIENTS:
            raise malformed(f"{key}: {ingredient!s:.20}")
        lies = there.get(ingredient, [])
        if ingredient in wanted:
            seals = [
                f"{names[seat]}: {kind}" if kind else names[seat] for seat, kind in wanted[ingredient].seals
            ]
            row = [wanted[ingredient].token, *seals]
            lies = [
                found.rpartition(": ")[0] if ": " in found and n < len(row) and row[n] in names else found
                for n, found in enumerate(lies)
            ]
        pairs.append((f"{key} {ingredient}", row, lies))
    return pairs


def _conflicts(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    if not isinstance(value, list):
        raise malformed(key)
    pairs = [tuple(text.split()) if isinstance(text, str) else () for text in value]
    if not all(pair in PAIR_OF for pair in pairs):
        raise malformed(key)
    wanted = sorted(" ".join(PAIR_OF[pair]) for pair in pairs)  # type: ignore[index]
    return [(key, wanted, sorted(TEXTS[key](seen, names)))]


def _truth(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    if not isinstance(value, Mapping):
        raise malformed(key)
    there = TEXTS["truth"](seen, names) or {}
    return [(f"{key} {ingredient}", code, there.get(ingredient, "")) for ingredient, code in value.items()]


def _code(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    try:
        return _truth(seen, names, key, official(str(value)))
    except BadCode as error:
        raise malformed(f"{key}: {value!s:.20}") from error


def _facts(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """All facts that a player knows, in order."""
    known = [to_json(fact) for fact in facts_of(seen)] if isinstance(seen, View) else None
    return [(key, value, known)]


def _past(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """How many entries there are, or all of them in full."""
    there = TEXTS[key](seen, names)
    return [(key, value, len(there) if type(value) is int else there)]


def _options(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return compare_options(read_options, seen, key, value)


_NUMBERS = _by_player(0, _as_it_is)
_WORDS = _by_player("", _words)
COMPARERS: Mapping[str, Comparer] = {
    "players": compare_players,
    "options": _options,
    "round": _round,
    "at": _plain,
    "turn": _seat,
    "asked": _plain,
    "first": _seat,
    "spaces": _by_player("", _as_it_is),
    "order": _seats,
    "paralysed": _seats,
    "stricken": _seats,
    "actions": _WORDS,
    "assistants": _NUMBERS,
    "cubes": _NUMBERS,
    "unused": _NUMBERS,
    "hospital": _NUMBERS,
    "gold": _NUMBERS,
    "reputation": _NUMBERS,
    "artifacts": _by_player("", _as_it_is),
    "dealt": _set,
    "booted": _plain,
    "herbalists": _queue,
    "used": _set,
    "grants": _WORDS,
    "potions": _WORDS,
    "exhibited": _WORDS,
    "harmed": _WORDS,
    "theories": _theories,
    "spent": _WORDS,
    "conflicts": _conflicts,
    "hands": _piles(INGREDIENT_BOX, "hand", "hand_sizes"),
    "shown": _shown,
    "row": _open_pile(INGREDIENT_BOX, "row"),
    "deck": _deck,
    "discard": _open_pile(INGREDIENT_BOX, "cleared"),
    "thrown": _by_player([], _thrown),
    "favours": _piles(FAVOUR_BOX, "favours", "favour_sizes"),
    "favour_deck": _favour_deck,
    "played": _open_pile(FAVOUR_BOX, "played"),
    "dropped": _dropped,
    "adventurers": _beginning,
    "orders": _by_player("", _as_it_is),
    "bids": _by_player(-1, _as_it_is),
    "sealed": _by_player("", _as_it_is),
    "unhappy": _plain,
    "truth": _truth,
    "code": _code,
    "facts": _facts,
    "past": _past,
}

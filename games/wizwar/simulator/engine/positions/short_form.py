"""The short form of positions (docs/cases.md): writing it, and comparing a position with what a case expects.

Reading it is in `short_reading`, what it says of the board in `short_board`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.wizwar.rulebook.card_sets import data_of
from games.wizwar.simulator.engine.data import CARD, GAME
from games.wizwar.simulator.engine.places import FIGURES, TREASURE_OF, TREASURES, WIZARDS, lying, square_text
from games.wizwar.simulator.engine.positions.short_board import (
    BOX_THINGS,
    board_texts,
    compare_board,
    sectors_text,
)
from games.wizwar.simulator.engine.positions.short_board import KEYS as BOARD_KEYS
from games.wizwar.simulator.engine.positions.short_reading import (
    DRAW,
    next_still_in,
    read_chest,
    read_effects,
    read_floor,
    read_known,
    read_out,
    read_script,
    read_winners,
    wizard,
)
from games.wizwar.simulator.engine.setup import usual_layout
from games.wizwar.simulator.engine.state import (
    GONE,
    NOBODY,
    OWN,
    Act,
    Draw,
    Effect,
    Lay,
    State,
    Wizard,
    is_in,
    outs_of,
    read_options,
)
from games.wizwar.simulator.engine.view import SeenWizard, View, view
from simulator.engine.boxes import SETS
from simulator.engine.game import Difference, Seat
from simulator.engine.options import changed
from simulator.engine.positions import (
    Box,
    Pairs,
    compare,
    compare_deck,
    compare_options,
    compare_pile,
    compare_piles,
    compare_players,
    hands_text,
)
from simulator.engine.shortform import check_keys, malformed, seat_named


def short(state: State, names: Sequence[str], seat: Seat | None = None, whole: bool = True) -> dict[str, Any]:
    """The short form; what `seat` may not see is given by its size unless `whole`.

    In the middle of a choice it is the position without that choice.
    """
    data: dict[str, Any] = {
        "players": list(names),
        "options": changed(GAME, state.options) | _table(state),
        "first": names[state.first],
    }
    usual = usual_layout(state.players, state.options)
    if state.agenda and type(state.agenda[0]) is Lay:
        unlaid = [frame.seat for frame in state.agenda]
        return {
            **data,
            **board_texts(state.board, usual),
            "sectors": sectors_text(state.board.sectors, unlaid),
        }
    seen = None if whole else view(state, seat)
    board = state.board if seen is None else seen.board
    wizards, known = (
        state.wizards[: state.players],
        [w.known for w in (state if seen is None else seen).wizards[: state.players]],
    )
    data |= board_texts(board, usual)
    data |= {
        "round": state.round,
        "turns": state.turn,
        "at": _named(names, [square_text(w.at) if w.at != GONE else "" for w in wizards]),
        "life": {
            name: w.life if w.out else max(w.life, 1)  # whoever is dying isn't dead yet
            for name, w in zip(names, wizards, strict=True)
        },
        "out": _named(names, [w.out for w in wizards]),
        "hands": hands_text(state.hands, names, seat, whole),
        "shown": _named(names, [" ".join(w.shown) for w in wizards]),
        "known": _named(names, [_known_text(entries, s, state.players) for s, entries in enumerate(known)]),
        "treasures": {TREASURES[t]: _chest_text(chest, names) for t, chest in enumerate(state.chests)},
        "floor": _floor_text(state.floor),
        "lost": _named(names, [w.lost for w in wizards]),
        "effects": _effects_text(state.effects),
        "attackers": _named(names, [_attacker(w.attacker, names) for w in wizards]),
        "woken": _named(names, [w.woken for w in wizards]),
        "deck": " ".join(reversed(state.deck)) if whole else len(state.deck),
        "discard": " ".join(state.discard) if whole else len(state.discard),
    }
    for key, there in state.course.keys.items():
        if text := there.write(state, names):
            data[key] = text
    if whole and state.aside:
        data["aside"] = " ".join(state.aside)
    if state.winners:
        data["winners"] = [names[s] for s in state.winners]
    return {**data, **_turn_texts(state, names)}


def _table(state: State) -> dict[str, Any]:
    """What is on the table besides the base game: boxes, and cards of the table's own."""
    sets = {SETS: state.options.sets} if state.course.boxes else {}
    return sets | ({OWN: data_of(state.options.cards)} if state.options.cards else {})


def _named(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """What goes by player, those left out of whom there is nothing to say."""
    return {name: value for name, value in zip(names, values, strict=True) if value}


def _known_text(entries: Sequence[tuple[str, int]], seat: Seat, players: int) -> str:
    return " ".join(card + _knowing(mask, seat, players) for card, mask in entries)


def _knowing(mask: int, seat: Seat, players: int) -> str:
    others = [other for other in range(players) if mask >> other & 1 and other != seat]
    if len(others) == players - 1:
        return ""
    return "@" + ",".join(WIZARDS[other] for other in others or [seat])


def _attacker(seat: Seat, names: Sequence[str]) -> str:
    return "" if seat == NOBODY else names[seat]


def _chest_text(chest: int, names: Sequence[str]) -> str:
    return square_text(chest) if chest >= 0 else names[-1 - chest]


def _floor_text(floor: Sequence[tuple[int, str]]) -> str:
    return " ".join(lying(thing, square) for square, thing in floor)


def _effects_text(effects: Sequence[Effect]) -> str:
    return "; ".join(f"{e.card} {WIZARDS[e.by]} {FIGURES[e.on]} {e.left}" for e in effects)


def _turn_texts(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Whose turn it is and what has been done in it."""
    if not state.agenda:
        return {}
    frame = state.agenda[0]
    if not is_in(state, frame.seat):  # died in his own turn: what is left is to pass it on
        frame = Act(next_still_in(frame.seat, outs_of(state)))
    elif type(frame) is Act and frame.over:
        frame = Draw(frame.seat, frame.again)
    data: dict[str, Any] = {"turn": names[frame.seat]}
    table = _act_table(frame)
    if type(frame) is not Act:
        data["stage"] = DRAW
    if table:
        data["act"] = table
    return data


def _act_table(frame: Any) -> dict[str, Any]:
    """What differs from a turn that has only begun."""
    if type(frame) is not Act:
        return {"again": frame.again} if frame.again else {}
    return {key: value for key, value in _act_values(frame).items() if value != ACT_DEFAULTS[key]}


def _act_values(act: Act) -> dict[str, Any]:
    return {
        "steps": act.used,
        "number": act.bonus,
        "phases": act.phases,
        "again": act.again,
        "attacked": act.attacked,
        "straining": act.straining,
        "halt": act.halt,
        "asked": " ".join(text for seat, text in enumerate(WIZARDS) if act.asked >> seat & 1),
    }


ACT_DEFAULTS = _act_values(Act(0))


# --- Comparing with what a case expects ---------------------------------------------------------------------


Seen = State | View


def differences(seen: Seen, names: Sequence[str], expected: Mapping[str, Any]) -> list[Difference]:
    """Where a position or a view differs from the given keys of a short form; piles, effects have no order.

    Raises BadPosition for a key or value that a short form can't have.
    """
    comparers = (
        {**_COMPARERS, **dict.fromkeys(BOX_THINGS, _compare_board)} if seen.course.boxes else _COMPARERS
    )
    return compare({**comparers, **dict.fromkeys(seen.course.keys, _compare_kept)}, seen, names, expected)


def _compare_kept(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    kept = seen.course.keys[key]
    return [(key, kept.wanted(seen, value, names), kept.write(seen, names))]


def _compare_board(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    if key == "sectors" and seen.agenda and type(seen.agenda[0]) is Lay:
        there = sectors_text(seen.board.sectors, [frame.seat for frame in seen.agenda])
        return [(key, value, there)]
    return compare_board(seen.board, key, value)


def _compare_first(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [(key, names[seat_named(value, names, key)], names[seen.first])]


def _compare_turn(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """`turn` is whose turn it is, `asks` who has a choice now."""
    frame = None if not seen.agenda else seen.agenda[0 if key == "turn" else -1]
    return [(key, names[seat_named(value, names, key)], None if frame is None else names[frame.seat])]


def _compare_stage(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """The kind of choice that is open: act, draw, limit, staged, window, harm, pick, deal, lay, over."""
    return [(key, value, type(seen.agenda[-1]).__name__.lower() if seen.agenda else "over")]


def _compare_act(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    if not isinstance(value, Mapping):
        raise malformed(key)
    check_keys(value, ACT_DEFAULTS, key)
    frame = seen.agenda[0] if seen.agenda else None
    there = _act_values(frame) if type(frame) is Act else {"again": getattr(frame, "again", None)}
    return [(f"{key} {name}", wanted, there.get(name)) for name, wanted in value.items()]


def _compare_number(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [(key, value, seen.round if key == "round" else seen.turn)]


def _compare_seats(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """What goes by player: at, life, out, lost, woken, attackers, known."""
    if not isinstance(value, Mapping):
        raise malformed(key)
    fact = _BY_SEAT[key]
    pairs = []
    for name, given in value.items():
        seat = seat_named(name, names, key)
        there = fact.there(seen.wizards[seat], seat, names)
        pairs.append((f"{key} {name}", fact.read(given, seat, names), there))
    return pairs


class _Fact(NamedTuple):
    """What stands there for a wizard, and how a case's value is read for them."""

    there: Callable[[Wizard | SeenWizard, Seat, Sequence[str]], Any]
    read: Callable[[Any, Seat, Sequence[str]], Any] = lambda given, seat, names: given


def _read_attacker(given: Any, seat: Seat, names: Sequence[str]) -> str:
    return "" if given == "" else names[wizard(given, names, "attackers")]


def _read_known(given: Any, seat: Seat, names: Sequence[str]) -> str:
    return _known_text(sorted(read_known(given, seat, names, ANY)), seat, len(names))


ANY = Box({card: entry.count for card, entry in CARD.items()})  # the cards of all boxes
_BY_SEAT: Mapping[str, _Fact] = {
    "at": _Fact(lambda wizard, seat, names: "" if wizard.at == GONE else square_text(wizard.at)),
    "life": _Fact(lambda wizard, seat, names: wizard.life),
    "out": _Fact(lambda wizard, seat, names: wizard.out, lambda given, seat, names: read_out(given)),
    "lost": _Fact(lambda wizard, seat, names: wizard.lost),
    "woken": _Fact(lambda wizard, seat, names: wizard.woken),
    "attackers": _Fact(lambda wizard, seat, names: _attacker(wizard.attacker, names), _read_attacker),
    "known": _Fact(lambda wizard, seat, names: _known_text(wizard.known, seat, len(names)), _read_known),
}


def _compare_piles(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    piles = seen.hands if key == "hands" else [wizard.shown for wizard in seen.wizards]
    return compare_piles(seen.course.box, piles, names, key, value)


def _compare_treasures(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    if not isinstance(value, Mapping):
        raise malformed(key)
    pairs = []
    for name, wanted in value.items():
        treasure = TREASURE_OF.get(name, len(seen.chests)) if isinstance(name, str) else len(seen.chests)
        if treasure >= len(seen.chests):
            raise malformed(f"{key}: {name!s:.40}")
        text = _chest_text(read_chest(wanted, names, seen.board), names)
        pairs.append((f"{key} {name}", text, _chest_text(seen.chests[treasure], names)))
    return pairs


def _compare_floor(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [(key, _floor_text(read_floor(value, seen.board, seen.course.box)), _floor_text(seen.floor))]


def _compare_effects(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    wanted = read_effects(value, names)
    return [(key, _effects_text(sorted(wanted)), _effects_text(sorted(seen.effects)))]


def _compare_deck(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    deck = seen.deck_size if isinstance(seen, View) else seen.deck[::-1]
    return [compare_deck(seen.course.box, key, value, deck)]


def _compare_discard(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    discard = seen.discard_size if isinstance(seen, View) else seen.discard
    return [compare_pile(seen.course.box, key, value, discard)]


def _compare_aside(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [compare_pile(seen.course.box, key, value, seen.aside)]


def _compare_winners(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return [(key, [names[s] for s in read_winners(value, names)], [names[s] for s in seen.winners])]


def _compare_options(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    return compare_options(read_options, seen, key, value)


def _compare_script(seen: Seen, names: Sequence[str], key: str, value: Any) -> Pairs:
    """The rolls that are still to come, which nobody at the table knows."""
    there = None if isinstance(seen, View) else list(seen.chance.script)
    return [(key, list(read_script(value)), there)]


_COMPARERS: Mapping[str, Callable[[Seen, Sequence[str], str, Any], Pairs]] = {
    **dict.fromkeys(BOARD_KEYS, _compare_board),
    **dict.fromkeys(_BY_SEAT, _compare_seats),
    "players": compare_players,
    "options": _compare_options,
    "first": _compare_first,
    "turn": _compare_turn,
    "asks": _compare_turn,
    "stage": _compare_stage,
    "act": _compare_act,
    "round": _compare_number,
    "turns": _compare_number,
    "hands": _compare_piles,
    "shown": _compare_piles,
    "treasures": _compare_treasures,
    "floor": _compare_floor,
    "effects": _compare_effects,
    "deck": _compare_deck,
    "discard": _compare_discard,
    "aside": _compare_aside,
    "winners": _compare_winners,
    "script": _compare_script,
}
KEYS = frozenset(_COMPARERS)  # of a short form

"""The short form of positions (cases/README.md): writing it, comparing a position with what a case expects.

Reading it is in `short_reading`, what it says of the board in `short_board`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from games.wizwar.rulebook.card_sets import data_of
from games.wizwar.simulator.engine.box import Key
from games.wizwar.simulator.engine.data import CARD, GAME
from games.wizwar.simulator.engine.places import FIGURES, TREASURE_OF, TREASURES, WIZARDS, lying, square_text
from games.wizwar.simulator.engine.positions.short_board import (
    BOX_THINGS,
    board_texts,
    items,
)
from games.wizwar.simulator.engine.positions.short_board import KEYS as BOARD_KEYS
from games.wizwar.simulator.engine.positions.short_reading import (
    DRAW,
    LAID,
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
    is_alive,
    outs_of,
    read_options,
)
from games.wizwar.simulator.engine.view import SeenWizard, View, view
from simulator.engine import comparing
from simulator.engine.boxes import SETS
from simulator.engine.comparing import At, Pairs, Way
from simulator.engine.game import Difference, Seat
from simulator.engine.options import changed
from simulator.engine.positions import CardSupply, by_name, pile_text
from simulator.engine.shortform import by_seat, check_keys, malformed

Seen = State | View


def short(state: State, names: Sequence[str], seat: Seat | None = None, whole: bool = True) -> dict[str, Any]:
    """The short form; what `seat` may not see is given by its size unless `whole`.

    In the middle of a choice it is the position without that choice.
    """
    data = _written(state if whole else view(state, seat), names)
    if state.agenda and type(state.agenda[0]) is Lay:
        return {key: value for key, value in data.items() if key in LAID}
    for name, w in zip(names, state.wizards, strict=False):
        data["life"][name] = w.life if w.out else max(w.life, 1)  # whoever is dying isn't dead yet
    if not whole:
        data.pop("aside", None)  # what isn't named lies there
    return {**data, **_turn_texts(state, names)}


def _written(seen: Seen, names: Sequence[str]) -> dict[str, Any]:
    """All but whose turn it is and what has been done in it."""
    wizards: Sequence[Wizard | SeenWizard] = seen.wizards[: seen.players]
    unlaid = [frame.seat for frame in seen.agenda if type(frame) is Lay]
    data: dict[str, Any] = {
        "players": list(names),
        "options": changed(GAME, seen.options) | _table(seen),
        "first": names[seen.first],
        **board_texts(seen.board, usual_layout(seen.players, seen.options), unlaid),
        "round": seen.round,
        "turns": seen.turn,
        "at": by_name([square_text(w.at) if w.at != GONE else "" for w in wizards], names),
        "life": {name: w.life for name, w in zip(names, wizards, strict=True)},
        "out": by_name([w.out for w in wizards], names),
        "hands": by_name([pile_text(hand) for hand in seen.hands], names),
        "shown": by_name([pile_text(w.shown) for w in wizards], names),
        "known": _known_texts([w.known for w in wizards], names),
        "treasures": {TREASURES[t]: _chest_text(chest, names) for t, chest in enumerate(seen.chests)},
        "floor": _floor_text(seen.floor),
        "lost": by_name([w.lost for w in wizards], names),
        "effects": _effects_text(seen.effects),
        "attackers": by_name([_attacker(w.attacker, names) for w in wizards], names),
        "woken": by_name([w.woken for w in wizards], names),
        "deck": pile_text(seen.deck_size if isinstance(seen, View) else seen.deck[::-1]),
        "discard": pile_text(seen.discard_size if isinstance(seen, View) else seen.discard),
    }
    data |= {key: text for key, kept in seen.course.keys.items() if (text := kept.write(seen, names))}
    if seen.aside:
        data["aside"] = pile_text(seen.aside)
    if seen.winners:
        data["winners"] = [names[s] for s in seen.winners]
    return data


def _table(seen: Seen) -> dict[str, Any]:
    """What is on the table besides the base game: boxes, and cards of the table's own."""
    sets = {SETS: seen.options.sets} if seen.course.boxes else {}
    return sets | ({OWN: data_of(seen.options.cards)} if seen.options.cards else {})


def _known_texts(known: Sequence[Sequence[tuple[str, int]]], names: Sequence[str]) -> dict[str, str]:
    texts = [
        " ".join(card + _knowing(mask, seat, len(names)) for card, mask in entries)
        for seat, entries in enumerate(known)
    ]
    return by_name(texts, names)


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
    if not is_alive(state, frame.seat):  # died in his own turn: what is left is to pass it on
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


def differences(seen: Seen, names: Sequence[str], expected: Mapping[str, Any]) -> list[Difference]:
    """Where a state or a view differs from the given keys of a short form; piles, effects have no order."""
    ways, written = dict(KEYS), _written(seen, names) | _now(seen, names)
    if seen.course.boxes:
        ways |= {**dict.fromkeys(BOX_THINGS, items), **{k: _kept(it) for k, it in seen.course.keys.items()}}
    return comparing.differences(ways, written, seen, names, expected)


def _now(seen: Seen, names: Sequence[str]) -> dict[str, Any]:
    """`turn` is whose turn it is, `asks` who has a choice now, `stage` of which kind."""
    if not seen.agenda:
        return {"stage": "over", "act": {}}
    begun, asked = seen.agenda[0], seen.agenda[-1]
    return {
        "turn": names[begun.seat],
        "asks": names[asked.seat],
        "stage": type(asked).__name__.lower(),
        "act": _act_values(begun) if type(begun) is Act else {"again": getattr(begun, "again", None)},
    }


def _kept(key: Key) -> Way:
    """What a box keeps; nothing is written where it is nothing."""
    return lambda at, wanted, there: [
        (at.what, key.again(at.seen, wanted, at.names), key.write(at.seen, at.names))
    ]


def _act(at: At, wanted: Any, there: Any) -> Pairs:
    if isinstance(wanted, Mapping):
        check_keys(wanted, ACT_DEFAULTS, at.what)
    return comparing.by_key(default=None)(at, wanted, there)


def _attacker_again(at: At, value: Any) -> str:
    return "" if value == "" else at.names[wizard(value, at.names, "attackers")]


def _known_again(at: At, value: Any) -> dict[str, str]:
    texts = enumerate(by_seat(value, at.names, at.what, ""))
    return _known_texts([sorted(read_known(text, seat, at.names, ANY)) for seat, text in texts], at.names)


def _treasure(at: At, name: Any) -> Any:
    if TREASURE_OF.get(name, len(at.seen.chests)) >= len(at.seen.chests):
        raise malformed(f"{at.what}: {name!s:.40}")
    return name


def _chest_again(at: At, value: Any) -> str:
    return _chest_text(read_chest(value, at.names, at.seen.board), at.names)


def _floor_again(at: At, value: Any) -> str:
    return _floor_text(read_floor(value, at.seen.board, at.seen.course.box))


def _effects(at: At, wanted: Any, there: Any) -> Pairs:
    expected = _effects_text(sorted(read_effects(wanted, at.names)))
    return [(at.what, expected, _effects_text(sorted(at.seen.effects)))]


def _winners(at: At, wanted: Any, there: Any) -> Pairs:
    return [(at.what, [at.names[seat] for seat in read_winners(wanted, at.names)], there or [])]


def _script(at: At, wanted: Any, there: Any) -> Pairs:
    """The rolls that are still to come, which nobody at the table knows."""
    rolls = None if isinstance(at.seen, View) else list(at.seen.chance.script)
    return [(at.what, list(read_script(wanted)), rolls)]


ANY = CardSupply({card: entry.count for card, entry in CARD.items()})  # the cards of all boxes
CARDS = comparing.pile(lambda seen: seen.course.box)
KEYS: Mapping[str, Way] = {
    **BOARD_KEYS,
    "players": comparing.counted,
    "options": comparing.options(lambda data: asdict(read_options(data))),
    **dict.fromkeys(("first", "turn", "asks"), comparing.player),
    **dict.fromkeys(("round", "turns", "stage"), comparing.as_it_is),
    "act": _act,
    **dict.fromkeys(("at", "life"), comparing.by_player()),
    **dict.fromkeys(("lost", "woken"), comparing.by_player(default=0)),
    "out": comparing.by_player(comparing.again(lambda at, value: read_out(value))),
    "attackers": comparing.by_player(comparing.again(_attacker_again)),
    "known": comparing.table(_known_again),
    **dict.fromkeys(("hands", "shown"), comparing.by_player(CARDS)),
    "treasures": comparing.by_key(comparing.again(_chest_again), key_of=_treasure),
    "floor": comparing.again(_floor_again),
    "effects": _effects,
    "deck": comparing.deck(lambda seen: seen.course.box),
    **dict.fromkeys(("discard", "aside"), CARDS),
    "winners": _winners,
    "script": _script,
}

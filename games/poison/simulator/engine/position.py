"""Positions as data: the encoded state, and the short form that people write (cases/README.md).

`decode` reads both. Whatever comes in, it answers with a state or with BadPosition and its refusals.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from games.poison.scoring.points import COPIES, Counts, Round
from games.poison.simulator.engine.data import (
    CAULDRONS,
    COLOUR,
    COLOURLESS,
    COLOURS,
    DECK,
    EMPTY,
    GAME,
    LIMIT,
    MAX_PLAYERS,
    MIN_PLAYERS,
    VALUE,
)
from games.poison.simulator.engine.rules import invariants, next_with_cards
from games.poison.simulator.engine.state import (
    FRAMES,
    Cauldron,
    Options,
    Shed,
    State,
    Turn,
    check_players,
    in_order,
    read_options,
)
from games.poison.simulator.engine.view import View, encode_round, view
from simulator.engine import comparing
from simulator.engine.agenda import decode_frames, encode_frames
from simulator.engine.chance import Chance
from simulator.engine.comparing import At, Pairs
from simulator.engine.game import Difference, Seat
from simulator.engine.options import as_given, changed
from simulator.engine.positions import CardSupply, by_name, draw, pile_text, read_position
from simulator.engine.refusal import BadPosition
from simulator.engine.shortform import (
    by_seat,
    check_keys,
    find_seat,
    malformed,
    read_names,
    require_int,
    require_range,
    require_str,
    seat_named,
)
from web.refusal import Refusal

BOX = CardSupply(Counter(DECK))


def encode(state: State) -> dict[str, Any]:
    return {
        "state": 1,
        "players": state.players,
        "options": asdict(state.options),
        "rng": state.chance.rng,
        "script": list(state.chance.script),
        "dealer": state.dealer,
        "hands": [list(hand) for hand in state.hands],
        "cauldrons": [{"colour": c.colour, "cards": list(c.cards)} for c in state.cauldrons],
        "captured": [list(cards) for cards in state.captured],
        "aside": list(state.aside),
        "history": [encode_round(finished) for finished in state.history],
        "kept": [list(pair) for pair in state.kept],
        "agenda": encode_frames(state.agenda),
    }


def decode(data: Any) -> State:
    """The state of an encoded or short position. Raises only BadPosition."""
    return read_position(data, _decode_state, _decode_short, invariants)


# --- The encoded state ------------------------------------------------------------------------------------


def _decode_state(data: Mapping[str, Any]) -> State:
    options = read_options(data.get("options"))
    players = check_players(data.get("players"), options)
    try:
        state = State(
            players=players,
            options=options,
            chance=Chance(require_int(data["rng"]), tuple(data["script"])),
            dealer=require_range(data["dealer"], players),
            hands=tuple(in_order(pile) for pile in BOX.piles(data["hands"], players)),
            cauldrons=tuple(
                Cauldron(BOX.pile(c["cards"]), require_str(c["colour"])) for c in data["cauldrons"]
            ),
            captured=BOX.piles(data["captured"], players),
            aside=in_order(BOX.pile(data["aside"])),
            history=tuple(_round(row, players) for row in data["history"]),
            kept=_kept(data["kept"], players),
            agenda=decode_frames(data["agenda"], FRAMES),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise malformed(str(error)) from error
    _check_agenda(state)
    _check_cauldrons(state.cauldrons, options)
    return state


def _check_agenda(state: State) -> None:
    over = len(state.history) >= state.players
    frames_fit = all(
        isinstance(frame.seat, int)
        and 0 <= frame.seat < state.players
        and (isinstance(frame, Turn) or frame.colour in COLOURS)
        for frame in state.agenda
    )
    if over != (not state.agenda) or not frames_fit:
        raise malformed("agenda")
    if len(state.agenda) > 1 and not all(isinstance(frame, Shed) for frame in state.agenda):
        raise malformed("agenda")


def _round(row: Any, players: int) -> Round:
    table = tuple(_counts(dict(zip(Counts._fields, counts, strict=True))) for counts in row["table"])
    if len(table) != players:
        raise ValueError("history")
    return Round(table, _kept(row["kept"], players))


def _kept(rows: Any, players: int) -> tuple[tuple[Seat, str], ...]:
    return tuple((require_range(seat, players), require_str(colour)) for seat, colour in rows)


KEPT, ASKED = "kept", "asked"  # majorities, where an option has players decide on them


# --- The short form ---------------------------------------------------------------------------------------


def _decode_short(data: Mapping[str, Any]) -> State:
    check_keys(data, KEYS)
    options = read_options(data.get("options", {}))
    names = read_names(data.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    players = check_players(len(names), options)
    cauldrons = _short_cauldrons(data.get("cauldrons", []), options)
    hands, sizes = BOX.hands(data.get("hands", {}), names)
    captured = [
        BOX.cards(text, "captured") for text in by_seat(data.get("captured", {}), names, "captured", "")
    ]
    rest = BOX.rest([*hands, *captured, *(cauldron.cards for cauldron in cauldrons)])
    for seat, size in enumerate(sizes):
        hands[seat] = in_order((*hands[seat], *draw(rest, size)))
    if any(captured) and not any(cauldron.cards for cauldron in cauldrons):
        raise BadPosition([Refusal("pos_unopened", "overflow.stays")])
    dealer = seat_named(data.get("dealer", players), names, "dealer")
    history = _short_history(data, names, dealer)
    asked = tuple(Shed(*each) for each in _colours(data.get(ASKED, {}), names, ASKED, dealer))
    if asked and (any(hands) or options.shed_majority != "ask_player"):
        raise malformed(ASKED)
    return State(
        players=players,
        options=options,
        chance=Chance(0),
        dealer=dealer,
        hands=tuple(hands),
        cauldrons=cauldrons,
        captured=tuple(captured),
        aside=in_order(rest),
        history=history,
        kept=_colours(data.get(KEPT, {}), names, KEPT, dealer),
        agenda=asked[::-1] or (Turn(_turn(data.get("turn"), names, dealer, hands)),),
    )


def _colours(table: Any, names: Sequence[str], what: str, dealer: Seat) -> tuple[tuple[Seat, str], ...]:
    """Majorities by player, `{ "Оля" = "red blue" }`, in the order in which players decide on them."""
    words = [text.split() if isinstance(text, str) else [""] for text in by_seat(table, names, what, "")]
    if not all(colour in COLOURS for row in words for colour in row):
        raise malformed(what)
    named = [(seat, colour) for seat, row in enumerate(words) for colour in sorted(row, key=COLOURS.index)]
    return tuple(sorted(named, key=lambda each: (each[0] - dealer - 1) % len(names)))


def _short_cauldrons(rows: Any, options: Options) -> tuple[Cauldron, ...]:
    if not isinstance(rows, list) or len(rows) > CAULDRONS:
        raise BadPosition(
            [Refusal("pos_cauldrons", "cauldron.three", {"n": len(rows) if isinstance(rows, list) else 0})]
        )
    cauldrons = tuple(_short_cauldron(row) for row in rows) + (Cauldron(),) * (CAULDRONS - len(rows))
    _check_cauldrons(cauldrons, options)
    return cauldrons


def _short_cauldron(row: Any) -> Cauldron:
    """«R7 R4», or «red: X4» for a colour that only an option keeps."""
    if not isinstance(row, str):
        raise malformed("cauldrons")
    label, colon, text = row.rpartition(":")
    cards = BOX.cards(text, "cauldrons")
    named = label.strip() if colon else ""
    if named and (named not in COLOURS or not cards):
        raise malformed(f"cauldrons: {row:.40}")
    if not cards:
        return Cauldron()
    return Cauldron(cards, next((COLOUR[card] for card in cards if COLOUR[card]), named or COLOURLESS))


def _check_cauldrons(cauldrons: tuple[Cauldron, ...], options: Options) -> None:
    refusals = []
    if len(cauldrons) != CAULDRONS:
        refusals.append(Refusal("pos_cauldrons", "cauldron.three", {"n": len(cauldrons)}))
    for place, (cards, colour) in enumerate(cauldrons, start=1):
        total = sum(VALUE[card] for card in cards)
        if total > LIMIT:
            refusals.append(Refusal("pos_over_limit", "overflow.limit", {"cauldron": place, "total": total}))
        colours = {COLOUR[card] for card in cards} - {""}
        if len(colours | {colour} - {EMPTY, COLOURLESS}) > 1:
            refusals.append(Refusal("pos_mixed", "cauldron.mix", {"cauldron": place}))
        elif colour in COLOURS and not colours and options.recolor_after_poison_overflow:
            refusals.append(Refusal("pos_mixed", "poison.colourless", {"cauldron": place}))
    held = Counter(colour for _, colour in cauldrons if colour in COLOURS)
    refusals += [
        Refusal("pos_same_colour", "cauldron.colour", {"colour": c}) for c, n in held.items() if n > 1
    ]
    if refusals:
        raise BadPosition(refusals)


def _short_history(data: Mapping[str, Any], names: Sequence[str], dealer: Seat) -> tuple[Round, ...]:
    rows = data.get("scores", [])
    if not isinstance(rows, list):
        raise malformed("scores")
    rounds = [_short_round(row, names, dealer - len(rows) + n) for n, row in enumerate(rows)]
    round_now = data.get("round", len(rounds) + 1)
    if type(round_now) is not int or not len(rounds) < round_now <= len(names):
        params = {"n": as_given(round_now), "max": len(names)}
        raise BadPosition([Refusal("pos_round", "series.rounds", params)])
    blank = Round((Counts(),) * len(names))
    return tuple(rounds) + (blank,) * (round_now - 1 - len(rounds))


def _short_round(row: Any, names: Sequence[str], dealer: Seat) -> Round:
    """What each has taken, and by the option the majorities that somebody kept."""
    values = by_seat(row, names, "scores", {})
    kept = {name: value[KEPT] for name, value in zip(names, values, strict=True) if KEPT in _counted(value)}
    return Round(tuple(map(_counts, values)), _colours(kept, names, "scores", dealer))


def _counted(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or set(value) - {*Counts._fields, KEPT}:
        raise malformed(f"scores: {value!s:.40}")
    return value


def _counts(value: Any) -> Counts:
    counts = Counts(**{key: n for key, n in _counted(value).items() if key != KEPT})
    for n, copies in zip(counts, [*(COPIES[colour] for colour in COLOURS), COPIES[""]], strict=True):
        if type(n) is not int or not 0 <= n <= copies:
            raise malformed(f"scores: {n!s:.20}")
    return counts


def _turn(value: Any, names: Sequence[str], dealer: Seat, hands: Sequence[tuple[str, ...]]) -> Seat:
    """The seat to play: by default the first with cards from the dealer's left."""
    if not any(hands):
        raise BadPosition([Refusal("pos_no_cards", "round.end")])
    if value is None:
        following = next_with_cards(tuple(hands), dealer)
        assert following is not None
        return following
    seat = find_seat(value, names)
    if seat is None or not hands[seat]:
        raise BadPosition([Refusal("pos_turn", "turn.order")])
    return seat


# --- Writing, and comparing with what a case expects ------------------------------------------------------


Seen = State | View


def short(state: State, names: Sequence[str], seat: Seat | None = None, whole: bool = True) -> dict[str, Any]:
    """The short form; hands that `seat` may not see are given by their size unless `require_int`."""
    return _written(state if whole else view(state, seat), names)


def _written(seen: Seen, names: Sequence[str]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "players": list(names),
        "dealer": names[seen.dealer],
        "round": seen.round,
        "hands": by_name([pile_text(hand) for hand in seen.hands], names),
        "cauldrons": [_cauldron_text(cauldron) for cauldron in seen.cauldrons],
        "captured": by_name([pile_text(cards) for cards in seen.captured], names),
        "scores": [_round_text(finished, names) for finished in seen.history],
        "options": changed(GAME, seen.options),
    }
    if seen.agenda:
        data["turn"] = names[seen.agenda[-1].seat]
    asked = [(frame.seat, frame.colour) for frame in reversed(seen.agenda) if isinstance(frame, Shed)]
    told = {KEPT: _colours_text(seen.kept, names), ASKED: _colours_text(asked, names)}
    return data | {key: table for key, table in told.items() if table}


def _colours_text(pairs: Sequence[tuple[Seat, str]], names: Sequence[str]) -> dict[str, str]:
    seats = dict.fromkeys(seat for seat, _ in pairs)
    return {names[seat]: " ".join(colour for each, colour in pairs if each == seat) for seat in seats}


def _round_text(finished: Round, names: Sequence[str]) -> dict[str, Any]:
    kept = _colours_text(finished.kept, names)
    return {
        name: counts._asdict() | ({KEPT: kept[name]} if name in kept else {})
        for name, counts in zip(names, finished.table, strict=True)
    }


def _cauldron_text(cauldron: Cauldron) -> str:
    text = " ".join(cauldron.cards)
    kept = cauldron.colour in COLOURS and not any(COLOUR[card] for card in cauldron.cards)
    return f"{cauldron.colour}: {text}" if kept else text


def differences(seen: Seen, names: Sequence[str], expected: Mapping[str, Any]) -> list[Difference]:
    """Where a state or a view differs from the given keys of a short form; hands and piles have no order."""
    return comparing.differences(KEYS, _written(seen, names), seen, names, expected)


def _cauldrons(at: At, wanted: Any, there: list[str]) -> Pairs:
    if not isinstance(wanted, list) or len(wanted) > CAULDRONS:
        raise malformed(at.what)
    texts = [_cauldron_text(_short_cauldron(row)) for row in wanted] + [""] * (CAULDRONS - len(wanted))
    return [(f"{at.what} {n}", *pair) for n, pair in enumerate(zip(texts, there, strict=True), start=1)]


def _scores(at: At, wanted: Any, there: list[Any]) -> Pairs:
    """By round and player what was taken, without what was kept of it."""
    if not isinstance(wanted, list):
        raise malformed(at.what)
    expected, actual = (
        [[list(_counts(counts)) for counts in by_seat(row, at.names, at.what, {})] for row in rows]
        for rows in (wanted, there)
    )
    return [(at.what, expected, actual)]


_PILES = comparing.by_player(comparing.pile(lambda seen: BOX))
_COLOURS = comparing.table(
    lambda at, value: _colours_text(_colours(value, at.names, at.what, at.seen.dealer), at.names)
)
KEYS: Mapping[str, comparing.Way] = {
    "players": comparing.counted,
    "turn": comparing.player,
    "dealer": comparing.player,
    "round": comparing.as_it_is,
    "hands": _PILES,
    "captured": _PILES,
    "cauldrons": _cauldrons,
    "scores": _scores,
    KEPT: _COLOURS,
    ASKED: _COLOURS,
    "options": comparing.options(lambda data: asdict(read_options(data))),
}

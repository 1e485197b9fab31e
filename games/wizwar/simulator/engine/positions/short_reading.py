"""Reading the short form of positions that people write (cases/README.md).

What it says of the board is in `short_board`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.wizwar.scoring.points import IN, KILLED, ROBBED, START_LIFE, judge, with_mates
from games.wizwar.simulator.engine.board import STONE, Board, home, lay_out, treasures_of
from games.wizwar.simulator.engine.cards.passives import BRINGS, ENDLESS, LASTING, more
from games.wizwar.simulator.engine.course import course_of
from games.wizwar.simulator.engine.data import CARD, DIE, IMMEDIATE, MAX_PLAYERS, MIN_PLAYERS, OBJECTS
from games.wizwar.simulator.engine.flow import Flow, over_limit, treasure_homes
from games.wizwar.simulator.engine.places import (
    BEASTS,
    FIGURES,
    SEAT_OF,
    TREASURE_OF,
    read_square,
    square_text,
)
from games.wizwar.simulator.engine.positions.short_board import (
    BOX_THINGS,
    no_place,
    read_board,
    read_layout,
    read_sectors,
    read_square_on,
)
from games.wizwar.simulator.engine.positions.short_board import KEYS as BOARD_KEYS
from games.wizwar.simulator.engine.setup import empty_table, usual_layout
from games.wizwar.simulator.engine.state import (
    GONE,
    NO_WIZARD,
    NOBODY,
    Act,
    Draw,
    Effect,
    Lay,
    Limit,
    Options,
    State,
    Wizard,
    check_teams,
    course_for,
    is_alive,
    lives_of,
    outs_of,
    read_options,
    wizards_of,
)
from simulator.engine.boxes import BASE
from simulator.engine.chance import Chance, bad_script
from simulator.engine.evolve import evolve
from simulator.engine.game import Seat
from simulator.engine.options import check_players
from simulator.engine.positions import CardSupply, draw, too_few
from simulator.engine.refusal import BadPosition
from simulator.engine.shortform import by_seat, check_keys, find_seat, malformed, read_names, seat_named
from simulator.engine.tuples import in_order
from web.refusal import Refusal

MOST_TURNS = 99_999
MOST_LIFE = 9999
MOST_SCRIPTED = 99
STILL_IN = "in"  # what `out` may say of somebody who isn't
ACT, DRAW = "act", "draw"  # stages that a short form may begin in
KEYS = frozenset(
    (
        *BOARD_KEYS,
        *("players", "options", "first", "turn", "round", "turns", "stage", "act", "script", "winners"),
        *("at", "life", "out", "lost", "effects", "attackers", "woken"),
        *("hands", "shown", "known", "treasures", "floor", "deck", "discard", "aside"),
    )
)
LAID = {
    "players",
    "options",
    "first",
    "sectors",
    "places",
    "exits",
}  # all that there is while sectors are still being chosen
COUNTS = ("steps", "number", "phases", "again")  # of a turn under way
SWITCHES = ("attacked", "straining")
Cards = tuple[str, ...]


def refused(code: str, clause: str, **params: Any) -> BadPosition:
    """A refusal of a position, alone."""
    return BadPosition([Refusal(code, clause, params)])


def number(value: Any, what: str, most: int, least: int = 0) -> int:
    """A whole number within bounds. Raises BadPosition."""
    if type(value) is not int or not least <= value <= most:
        raise malformed(f"{what}: {value!s:.40}")
    return value


def wizard(value: Any, names: Sequence[str], what: str) -> Seat:
    """A player by name, by number from 1, or as `w1`."""
    seat = find_seat(value, names)
    if seat is None and isinstance(value, str):
        seat = SEAT_OF.get(value)
    if seat is None or seat >= len(names):
        raise malformed(f"{what}: {value!s:.40}")
    return seat


# --- Reading ------------------------------------------------------------------------------------------------


def decode_short(data: Mapping[str, Any]) -> State:
    """The state of a short form. Raises BadConfig or BadPosition."""
    options = read_options(data.get("options", {})) if isinstance(data.get("options", {}), Mapping) else None
    course = course_of(options.sets if options else BASE)
    check_keys(data, KEYS | {*BOX_THINGS, *course.keys} if course.boxes else KEYS)
    options = options or read_options(data["options"])
    names = read_names(data.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    players = check_players(len(names), MIN_PLAYERS, MAX_PLAYERS)
    check_teams(options, players)
    course = course_for(options, players)
    sectors, unlaid = read_sectors(data.get("sectors"), players)
    first = seat_named(data.get("first", 1), names, "first")
    layout = read_layout(data.get("places"), data.get("exits"), usual_layout(players, options))
    if unlaid:
        check_keys(data, LAID)
        return _to_be_laid(options, lay_out(layout, sectors), first, unlaid)
    outs = _outs(data, names)
    turn = _turn(data.get("turn"), names, first, outs)
    board = read_board(data, layout, sectors, turn, outs, bool(course.boxes))
    hands, shown, known, floor, deck, discard, aside = _cards(data, names, board, course.box)
    wizards = _wizards(data, names, board, outs, (hands, shown, known))
    winners = read_winners(data.get("winners", []), names)
    state = State(
        players=players,
        options=options,
        chance=Chance(0, read_script(data.get("script", []))),
        first=first,
        turn=number(data.get("turns", 1), "turns", MOST_TURNS - 1, 1),
        round=number(data.get("round", 2), "round", MOST_TURNS - 1, 1),
        board=board,
        wizards=wizards,
        chests=_chests(data.get("treasures", {}), names, outs, board),
        floor=floor,
        deck=deck,
        discard=discard,
        aside=aside,
        effects=read_effects(data.get("effects", ""), names),
        course=course,
        parts=tuple(box.kept() for box in course.on_table),
        winners=winners,
        verdict="",
        agenda=() if winners else (_turn_under_way(data, names, turn),),
    )
    return _judged(_asked_to_discard(attuned(_with_keys_of_boxes(state, data, names))))


def _wizards(
    data: Mapping[str, Any],
    names: Sequence[str],
    board: Board,
    outs: Sequence[str],
    cards: tuple[Sequence[Cards], Sequence[Cards], Sequence[Any]],
) -> tuple[Wizard, ...]:
    hands, shown, known = cards
    facts = {
        "at": _squares(data, names, outs, board),
        "life": _lives(data, names, outs),
        "out": outs,
        "hand": hands,
        "shown": shown,
        "known": known,
        "lost": [number(n, "lost", MOST_TURNS - 1) for n in by_seat(data.get("lost", {}), names, "lost", 0)],
        "attacker": _attackers(data, names),
        "woken": _woken(data, names, shown),
    }
    return wizards_of(facts, len(names))


def _with_keys_of_boxes(state: State, data: Mapping[str, Any], names: Sequence[str]) -> State:
    for key, of_box in state.course.keys.items():
        if key in data:
            state = of_box.read(state, data[key], names)
    for effect in state.effects:
        if effect.on >= len(state.wizards):
            raise malformed(f"effects: {FIGURES[effect.on]}")
    return state


def attuned(state: State) -> State:
    """With what boxes derive from the rest; no move has looked through what was typed."""
    flow = Flow(state, 0)
    flow.looked_through = (NO_WIZARD,) * len(state.wizards)
    flow.changed()
    return flow.state


def _attackers(data: Mapping[str, Any], names: Sequence[str]) -> list[Seat]:
    values = by_seat(data.get("attackers", {}), names, "attackers", None)
    return [NOBODY if value is None else wizard(value, names, "attackers") for value in values]


def _woken(data: Mapping[str, Any], names: Sequence[str], shown: Sequence[Cards]) -> tuple[int, ...]:
    """Who has had the cards of a Brainstone: whoever shows it, unless it says otherwise."""
    values = by_seat(data.get("woken", {}), names, "woken", None)
    return tuple(
        int(more(cards, BRINGS) > 0) if value is None else number(value, "woken", 1)
        for value, cards in zip(values, shown, strict=True)
    )


def _to_be_laid(options: Options, board: Board, first: Seat, unlaid: Sequence[int]) -> State:
    """Before the deal, while each lays a sector of his own, clockwise from the first player."""
    players = len(board.sectors)
    order = [(first + n) % players for n in range(players)]
    laying = tuple(Lay(seat) for seat in reversed(order) if seat in unlaid)
    return evolve(empty_table(players, options, Chance(0)), first=first, board=board, agenda=laying)


def read_script(rows: Any) -> tuple[int, ...]:
    """Rolls of the die to come, each from 0: 0 means a one."""
    if not isinstance(rows, list) or len(rows) > MOST_SCRIPTED:
        raise bad_script(rows)
    for row in rows:
        if type(row) is not int or not 0 <= row < DIE:
            raise bad_script(row)
    return tuple(rows)


def _outs(data: Mapping[str, Any], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(read_out(value) for value in by_seat(data.get("out", {}), names, "out", IN))


def read_out(value: Any) -> str:
    """Why somebody is out, or that he is in, by that word or by none."""
    if value not in (IN, STILL_IN, KILLED, ROBBED):
        raise malformed(f"out: {value!s:.40}")
    return IN if value == STILL_IN else str(value)


def _turn(value: Any, names: Sequence[str], first: Seat, outs: Sequence[str]) -> Seat:
    """Whose turn it is: by default the first player's, or the next one's who is still in."""
    seat = next_still_in(first, outs) if value is None else find_seat(value, names)
    if seat is None or (value is not None and outs[seat] != IN):
        raise refused("pos_turn", "turn.order", text=str(value)[:40])
    return seat


def next_still_in(seat: Seat, outs: Sequence[str]) -> Seat:
    """The seat itself or the next that is still in; the same where nobody is."""
    order = [(seat + n) % len(outs) for n in range(len(outs))]
    return next((other for other in order if outs[other] == IN), seat)


def _lives(data: Mapping[str, Any], names: Sequence[str], outs: Sequence[str]) -> tuple[int, ...]:
    values = by_seat(data.get("life", {}), names, "life", None)
    return tuple(_life(value, out) for value, out in zip(values, outs, strict=True))


def _life(value: Any, out: str) -> int:
    """None is left to the killed; everybody else has some."""
    if value is None:
        return 0 if out == KILLED else START_LIFE
    if type(value) is not int or not 0 <= value < MOST_LIFE or (value == 0) != (out == KILLED):
        raise refused("pos_life", "fight.life", text=str(value)[:40])
    return value


def _squares(
    data: Mapping[str, Any], names: Sequence[str], outs: Sequence[str], board: Board
) -> tuple[int, ...]:
    """Where the wizards stand: at home, unless it says otherwise; in solid rock nobody does."""
    values = by_seat(data.get("at", {}), names, "at", None)
    return tuple(_square(value, seat, outs[seat], board) for seat, value in enumerate(values))


def _square(value: Any, seat: Seat, out: str, board: Board) -> int:
    if out != IN:
        if value is not None:
            raise no_place("pos_square", str(value))
        return GONE
    square = home(seat) if value is None else read_square_on(value, len(board.sectors))
    return _not_in_rock(square, board)


def _not_in_rock(square: int, board: Board) -> int:
    if board.filled[square] == STONE:
        raise no_place("pos_place", square_text(square))
    return square


def _chests(table: Any, names: Sequence[str], outs: Sequence[str], board: Board) -> tuple[int, ...]:
    """A square for each treasure, or its carrier; by default where it is printed."""
    if not isinstance(table, Mapping):
        raise malformed("treasures")
    players = len(names)
    chests = [square for seat in range(players) for square in treasures_of(board, seat)]
    for name, value in table.items():
        treasure = TREASURE_OF.get(name, len(chests)) if isinstance(name, str) else len(chests)
        if treasure >= len(chests):
            raise refused("pos_treasure", "treasure.own", text=str(name)[:40])
        chests[treasure] = read_chest(value, names, board)
    carriers = [chest for chest in chests if chest < 0]
    if len(set(carriers)) < len(carriers) or any(outs[-1 - chest] != IN for chest in carriers):
        raise refused("pos_treasure", "treasure.one", text=", ".join(map(str, table))[:40])
    return tuple(chests)


def read_chest(value: Any, names: Sequence[str], board: Board) -> int:
    """Where a treasure is, as `State.chests` has it: a square's text, or the name of its carrier."""
    if isinstance(value, str) and read_square(value) is not None and value not in names:
        return _not_in_rock(read_square_on(value, len(names)), board)
    seat = find_seat(value, names)
    if seat is None:
        raise refused("pos_treasure", "treasure.own", text=str(value)[:40])
    return -1 - seat


def _cards(
    data: Mapping[str, Any], names: Sequence[str], board: Board, box: CardSupply
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], tuple[Any, ...], tuple[Any, ...], Cards, Cards, Cards]:
    """(hands, shown, known, floor, deck, discard, aside): every card of the box is in one of them."""
    shown = [_objects(text, "shown", box) for text in by_seat(data.get("shown", {}), names, "shown", "")]
    known = [
        read_known(text, seat, names, box)
        for seat, text in enumerate(by_seat(data.get("known", {}), names, "known", ""))
    ]
    hands, sizes = box.hands(
        data.get("hands", {}), names, [tuple(c for c, _ in entries) for entries in known]
    )
    floor = read_floor(data.get("floor", ""), board, box)
    top, unnamed = box.deck(data.get("deck", ""))
    discard = data.get("discard", "")
    thrown = () if type(discard) is int else box.cards(discard, "discard")
    aside = box.cards(data.get("aside", ""), "aside")
    rest = box.rest([*hands, *shown, [card for _, card in floor], top, thrown, aside])
    for seat, size in enumerate(sizes):
        hands[seat] = (*hands[seat], *_draw_for_hand(rest, size))
        if any(card in IMMEDIATE for card in hands[seat]):
            raise refused("pos_trap", "setup.trap")
    thrown = (*thrown, *draw(rest, discard if type(discard) is int else 0))
    below = draw(rest, len(rest) if unnamed is None else unnamed)
    return (
        tuple(in_order(hand) for hand in hands),
        tuple(in_order(cards) for cards in shown),
        tuple(tuple(sorted(entries)) for entries in known),
        floor,
        tuple(reversed((*top, *below))),
        thrown,
        (*aside, *rest),
    )


def _objects(text: Any, key: str, box: CardSupply) -> Cards:
    cards = box.cards(text, key)
    for card in cards:
        if card not in OBJECTS:
            raise refused("pos_object", "object.movable", card=card)
    return cards


def read_known(text: Any, seat: Seat, names: Sequence[str], box: CardSupply) -> list[tuple[str, int]]:
    """`fireball@w2,w3 dagger`: cards of a hand with those who know of them, all without a name."""
    if not isinstance(text, str):
        raise malformed("known")
    entries = []
    for word in text.split():
        card, at, knowing = word.partition("@")
        seats = [wizard(who, names, "known") for who in knowing.split(",")] if at else range(len(names))
        entries.append((*box.cards(card, "known"), sum(1 << who for who in {*seats, seat})))
    if any(len(entry) != 2 for entry in entries):
        raise malformed(f"known: {text:.60}")
    return entries


def read_floor(text: Any, board: Board, box: CardSupply) -> tuple[tuple[int, str], ...]:
    """`dagger@1b3 large_rock@2c3`: objects on the floor."""
    if not isinstance(text, str):
        raise malformed("floor")
    found = []
    for word in text.split():
        card, _, where = word.partition("@")
        for thing in _objects(card, "floor", box):
            found.append((_not_in_rock(read_square_on(where, len(board.sectors)), board), thing))
    return tuple(sorted(found))


def _draw_for_hand(rest: list[str], size: int) -> list[str]:
    """The first cards out of `rest` that a hand can hold: a trap never stays in one."""
    drawn = [card for card in rest if card not in IMMEDIATE][:size]
    if len(drawn) < size:
        raise too_few()
    for card in drawn:
        rest.remove(card)
    return drawn


def read_effects(text: Any, names: Sequence[str]) -> tuple[Effect, ...]:
    """`blind Коля Оля 3; buddy w1 w2 0`: the card, who cast it, on whom, turns left; 0 has no end."""
    if not isinstance(text, str):
        raise malformed("effects")
    return tuple(_effect(row.split(), names) for row in text.split(";") if row.strip())


def _effect(words: Sequence[str], names: Sequence[str]) -> Effect:
    row = " ".join(words)[:60]
    if len(words) != 4 or words[0] not in LASTING or not words[3].isdecimal() or len(words[3]) > 4:
        raise malformed(f"effects: {row}")
    left = int(words[3])
    if (left == 0) != (words[0] in ENDLESS):
        raise malformed(f"effects: {row}")
    return Effect(words[0], wizard(words[1], names, "effects"), _figure(words[2], names), left)


def _figure(word: str, names: Sequence[str]) -> int:
    """A player, or a creature as `m1`."""
    return SEAT_OF[word] if word in BEASTS else wizard(word, names, "effects")


def _turn_under_way(data: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Act | Draw:
    table, stage = data.get("act", {}), data.get("stage", ACT)
    if not isinstance(table, Mapping):
        raise malformed("act")
    check_keys(table, (*COUNTS, *SWITCHES, "halt", "asked"), "act")
    counts = {
        key: number(table.get(key, 0), f"act: {key}", MOST_TURNS - 1) for key in COUNTS if key != "number"
    }
    for key in SWITCHES:
        if type(table.get(key, False)) is not bool:
            raise malformed(f"act: {key}")
    halt = table.get("halt", "")
    if halt != "" and (not isinstance(halt, str) or halt not in CARD):
        raise malformed(f"act: halt: {halt!s:.40}")
    if stage == DRAW:
        return Draw(seat, counts["again"])
    if stage != ACT:
        raise malformed(f"stage: {stage!s:.40}")
    return Act(
        seat,
        used=counts["steps"],
        bonus=number(table.get("number", NOBODY), "act: number", MOST_TURNS - 1, NOBODY),
        attacked=table.get("attacked", False),
        straining=table.get("straining", False),
        phases=counts["phases"],
        halt=halt,
        again=counts["again"],
        asked=_asked(table.get("asked", ""), names),
    )


def _asked(text: Any, names: Sequence[str]) -> int:
    if not isinstance(text, str):
        raise malformed("act: asked")
    return sum(1 << seat for seat in {wizard(word, names, "act: asked") for word in text.split()})


def _asked_to_discard(state: State) -> State:
    """Whoever holds too many cards is asked before anything else (draw.over)."""
    seat = over_limit(state) if state.agenda else None
    return state if seat is None else evolve(state, agenda=(*state.agenda, Limit(seat)))


def read_winners(value: Any, names: Sequence[str]) -> tuple[Seat, ...]:
    """Seats in order, each once."""
    if not isinstance(value, list):
        raise malformed("winners")
    return tuple(sorted({wizard(who, names, "winners") for who in value}))


def _judged(state: State) -> State:
    """A game that goes on hasn't been decided; one that is over was won by those who are named."""
    verdict = judge(outs_of(state), lives_of(state), treasure_homes(state), state.teams)
    if not state.winners:
        if verdict.winners or verdict.outs != outs_of(state):
            raise refused("pos_over", "series.winner")
        return state
    alive = tuple(seat for seat in range(state.players) if is_alive(state, seat))
    if not alive:
        return evolve(state, verdict="series.tie")
    if state.winners == verdict.winners:
        return evolve(state, verdict=verdict.clause)
    if (
        state.winners == with_mates(state.teams, alive)
        and not verdict.winners
        and verdict.outs == outs_of(state)
    ):
        return evolve(state, verdict="series.limit")
    raise refused("pos_over", "series.winner")

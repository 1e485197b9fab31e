"""Positions as data: the encoded state. `decode` reads the short form (`short_form`), too.

Whatever comes in, it answers with a state or with BadPosition and its refusals.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.wizwar.scoring.points import IN, KILLED, ROBBED
from games.wizwar.simulator.engine.board import DOOR, OOZE, STONE, Board, Mark, Thing, lay_out
from games.wizwar.simulator.engine.cards.book import record
from games.wizwar.simulator.engine.casting import ANSWER, FINISH, auto_answer, open_moves
from games.wizwar.simulator.engine.course import Course
from games.wizwar.simulator.engine.data import CARD, DIE, IMMEDIATE, MAX_PLAYERS, MIN_PLAYERS, SECTORS
from games.wizwar.simulator.engine.geometry import Layout, net
from games.wizwar.simulator.engine.places import BEASTS, SQUARES
from games.wizwar.simulator.engine.positions.short_reading import MOST_LIFE, MOST_TURNS, decode_short
from games.wizwar.simulator.engine.rules import check, invariants, legal_moves, to_act
from games.wizwar.simulator.engine.state import (
    CREATURES,
    FRAMES,
    Act,
    Attack,
    Deal,
    Effect,
    Harm,
    Item,
    Pick,
    Staged,
    State,
    Window,
    Wizard,
    check_teams,
    course_for,
    encode_options,
    read_options,
    wizards_of,
)
from games.wizwar.simulator.engine.view import encode_board, encode_boxes, with_creatures
from simulator.engine.agenda import Agenda, decode_frames, encode_frames
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.engine.options import check_players
from simulator.engine.positions import CardSupply, read_position
from simulator.engine.shortform import malformed, names_of, require_int, require_range, require_str
from simulator.engine.tuples import in_order


def encode(state: State) -> dict[str, Any]:
    wizards = state.wizards[: state.players]
    return {
        "state": 1,
        "players": state.players,
        "options": encode_options(state.options),
        "rng": state.chance.rng,
        "script": list(state.chance.script),
        "first": state.first,
        "turn": state.turn,
        "round": state.round,
        "board": encode_board(state.board),
        "at": [wizard.at for wizard in wizards],
        "life": [wizard.life for wizard in wizards],
        "out": [wizard.out for wizard in wizards],
        "hands": [list(wizard.hand) for wizard in wizards],
        "shown": [list(wizard.shown) for wizard in wizards],
        "known": [[list(entry) for entry in wizard.known] for wizard in wizards],
        "chests": list(state.chests),
        "floor": [list(entry) for entry in state.floor],
        "deck": list(state.deck),
        "discard": list(state.discard),
        "aside": list(state.aside),
        "lost": [wizard.lost for wizard in wizards],
        "effects": [list(effect) for effect in state.effects],
        "attackers": [wizard.attacker for wizard in wizards],
        "woken": [wizard.woken for wizard in wizards],
        "winners": list(state.winners),
        "verdict": state.verdict,
        "agenda": encode_frames(state.agenda),
        **encode_boxes(state.course, state.wizards[CREATURES:], state.parts),
    }


def decode(data: Any) -> State:
    """The state of an encoded or short position. Raises only BadPosition."""
    return read_position(data, decode_state, decode_short, invariants)


# --- The encoded state ------------------------------------------------------------------------------------


def decode_state(data: Mapping[str, Any]) -> State:
    """Names stand for their number, as puzzles tell them."""
    options = read_options(data.get("options"))
    players = check_players(len(names_of(data)) or data.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    check_teams(options, players)
    try:
        return _state(data, options, players)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise malformed(str(error)) from error


def _state(data: Mapping[str, Any], options: Any, players: int) -> State:
    squares, course = players * SQUARES, course_for(options, players)
    creatures = _tuple(data.get("creatures", []), lambda row: read_creature(row, players))
    if (creatures and not course.boxes) or len(creatures) > len(BEASTS):
        raise ValueError("creatures")
    if any(not creature.out and creature.card not in course.copies for creature in creatures):
        raise ValueError("creatures")
    figures = {*range(players), *range(CREATURES, CREATURES + len(creatures))}
    state = State(
        players=players,
        options=options,
        chance=Chance(
            require_int(data["rng"]), _tuple(data["script"], lambda value: require_range(value, DIE))
        ),
        first=require_range(data["first"], players),
        turn=require_range(data["turn"], MOST_TURNS),
        round=require_range(data["round"], MOST_TURNS),
        board=_board(data["board"], players, bool(course.boxes)),
        wizards=with_creatures(_wizards(data, players, course.box), creatures),
        chests=_tuple(
            data["chests"], lambda value: require_range(value + players, players + squares) - players
        ),
        floor=_tuple(data["floor"], lambda row: (require_range(row[0], squares), _card(row[1]))),
        deck=course.box.pile(data["deck"]),
        discard=course.box.pile(data["discard"]),
        aside=course.box.pile(data["aside"]),
        effects=_tuple(data["effects"], lambda row: _effect(row, players, figures, course.copies)),
        winners=_tuple(data["winners"], lambda value: require_range(value, players)),
        verdict=require_str(data["verdict"]),
        agenda=_agenda(data["agenda"], players, figures),
        course=course,
        parts=_parts(data, course, players),
    )
    if any(card in IMMEDIATE for wizard in state.wizards for card in wizard.hand):
        raise ValueError("trap")
    if not state.agenda and not state.winners:
        raise ValueError("agenda")
    _check_agenda(state)
    return state


def _parts(data: Mapping[str, Any], course: Course, players: int) -> tuple[Any, ...]:
    """What each box keeps; a new game's where nothing is said of it."""
    kept = data.get("parts", {})
    return tuple(
        box.read_kept(kept[name], players) if name in kept else box.kept()
        for name, box in zip(course.boxes, course.on_table, strict=True)
    )


def read_creature(row: Any, players: int) -> Any:
    """A creature by the box that has such."""
    return CREATURE_KINDS[row["card"]](row, players)


CREATURE_KINDS: dict[str, Callable[[Any, int], Any]] = {}  # by card, how its creature is read


def _wizards(data: Mapping[str, Any], players: int, box: CardSupply) -> tuple[Wizard, ...]:
    """The state has a list by seat for each fact of a wizard."""
    by_seat = _reader(players)
    facts = {
        "at": by_seat(data["at"], lambda value: require_range(value + 1, players * SQUARES + 1) - 1),
        "life": by_seat(data["life"], lambda value: require_range(value, MOST_LIFE)),
        "out": by_seat(data["out"], _one_of(IN, KILLED, ROBBED)),
        "hand": [in_order(pile) for pile in box.piles(data["hands"], players)],
        "shown": [in_order(pile) for pile in box.piles(data["shown"], players)],
        "known": by_seat(
            data["known"],
            lambda rows: tuple((_card(card), require_range(m, 1 << players)) for card, m in rows),
        ),
        "lost": by_seat(data["lost"], lambda value: require_range(value, MOST_TURNS)),
        "attacker": by_seat(data["attackers"], lambda value: require_range(value + 1, players + 1) - 1),
        "woken": by_seat(data["woken"], lambda value: require_range(value, 2)),
    }
    return wizards_of(facts, players)


def _tuple(rows: Any, read: Callable[[Any], Any]) -> tuple[Any, ...]:
    if not isinstance(rows, list):
        raise ValueError("list")
    return tuple(read(row) for row in rows)


def _reader(players: int) -> Callable[[Any, Callable[[Any], Any]], tuple[Any, ...]]:
    """Reads a list with an entry for each seat."""

    def read(rows: Any, one: Callable[[Any], Any]) -> tuple[Any, ...]:
        found = _tuple(rows, one)
        if len(found) != players:
            raise ValueError("seats")
        return found

    return read


def _one_of(*words: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in words:
            raise ValueError(f"{value!r:.40}")
        return str(value)

    return read


def _card(value: Any) -> str:
    if not isinstance(value, str) or value not in CARD:
        raise ValueError(f"{value!r:.40}")
    return value


def _effect(row: Any, players: int, figures: Collection[int], copies: Collection[str]) -> Effect:
    card, by, on, left = row
    if card not in copies:
        raise ValueError("effect")
    return Effect(
        _card(card), require_range(by, players), _figure(on, figures), require_range(left, MOST_TURNS)
    )


def _figure(value: Any, figures: Collection[int]) -> int:
    """The number of a wizard, or of a creature."""
    if type(value) is not int or value not in figures:
        raise ValueError("figure")
    return value


def _board(data: Mapping[str, Any], players: int, boxed: bool) -> Board:
    places = tuple((require_range(row, 20), require_range(column, 20)) for row, column in data["places"])
    joins = tuple(
        (require_str(letter), require_str(one), require_str(other)) for letter, one, other in data["joins"]
    )
    sectors = tuple((require_str(sector), require_range(turn, 4)) for sector, turn in data["sectors"])
    if len(places) != players or len(set(places)) != players or len(sectors) != players:
        raise ValueError("places")
    if any(sector not in SECTORS for sector, _ in sectors):
        raise ValueError("sectors")
    layout = Layout(places, joins)
    halves, canonical = players * SQUARES * 4, net(layout).edge
    marks = [_mark(row) for row in data["marks"]]
    for mark in marks:
        if canonical[require_range(mark.edge, halves)] != mark.edge:
            raise ValueError("edge")
        _check_mark(mark, players, boxed)
    things = [
        Thing(
            require_range(s, players * SQUARES),
            1 + require_range(k - 1, OOZE if boxed else STONE),
            require_int(hp),
            require_int(by),
        )
        for s, k, hp, by in data["things"]
    ]
    ajar, held = (
        [(require_range(edge, halves), require_range(seat, players)) for edge, seat in doors]
        for doors in (data["ajar"], data.get("held", ()))
    )
    kinds = lay_out(layout, sectors, marks).kinds
    if any(kinds[edge] != DOOR for edge, _ in held):
        raise ValueError("held")
    return lay_out(layout, sectors, marks, things, ajar, held)


def _mark(row: Any) -> Mark:
    edge, kind, hp, lock, card, by, beliefs = row
    return Mark(edge, kind, hp, lock, card, by, tuple(beliefs))


def _check_mark(mark: Mark, players: int, boxed: bool) -> None:
    require_range(mark.kind, 5)
    require_range(mark.hp, MOST_LIFE)
    require_range(mark.by + 1, players + 1)
    if mark.lock not in ("", "removed", "jammed") or not (mark.card == "" or mark.card in CARD):
        raise ValueError("mark")
    most = CREATURES + len(BEASTS) if boxed else players
    if (mark.beliefs and not players <= len(mark.beliefs) <= most) or any(
        belief not in ("?", "b", "s", "S", *("B",) * boxed) for belief in mark.beliefs
    ):
        raise ValueError("beliefs")


# --- Frames -------------------------------------------------------------------------------------------------


def _agenda(rows: Any, players: int, figures: Collection[int]) -> Agenda:
    return tuple(_typed(frame, players, figures) for frame in decode_frames(rows, FRAMES))


def _typed(frame: Any, players: int, figures: Collection[int]) -> Any:
    """A frame with the tuples that JSON made lists of, its seat at the table, fields of their kinds."""
    if type(frame) is Harm:
        _figure(frame.seat, figures)
    else:
        require_range(frame.seat, players)
    if type(frame) is Window:
        attack, items = Attack(*frame.attack), tuple(Item(*item) for item in frame.items)
        for who in (attack.by, attack.on, *frame.queue, *(item.seat for item in items)):
            _figure(who, figures)
        _check_kinds(attack)
        for item in items:
            _check_kinds(item)
        return frame._replace(queue=tuple(frame.queue), attack=attack, items=items)
    lists = {name: tuple(value) for name, value in frame._asdict().items() if isinstance(value, list)}
    typed = frame._replace(**lists)
    _check_kinds(typed)
    return typed


def _check_kinds(values: Any) -> None:
    """Each field of the kind that its class names: numbers, switches, texts, lists of texts."""
    for name, kind in type(values).__annotations__.items():
        value = getattr(values, name)
        if kind in (int, bool, str) and type(value) is not kind:
            raise ValueError(name)
        words = kind == tuple[str, ...]
        if words and not (type(value) is tuple and all(type(word) is str for word in value)):
            raise ValueError(name)


FITS: dict[type[Any], Callable[[State, Any], bool]] = {}  # whether a frame of a box fits a state


def _check_agenda(state: State) -> None:
    """Frames that a game could have come to; the top one has something to choose."""
    for frame in state.agenda:
        if type(frame) in FITS and not FITS[type(frame)](state, frame):
            raise ValueError("frame")
        if isinstance(frame, Pick) and (
            record(frame.card).later is None or not 0 <= frame.on < len(state.wizards)
        ):
            raise ValueError("pick")
        if isinstance(frame, Staged | Harm) and frame.card not in CARD:
            raise ValueError("card")
        if isinstance(frame, Harm):
            require_range(frame.by + 1, len(state.wizards) + 1)
        if isinstance(frame, Staged) and frame.verb not in FINISH:
            raise ValueError("verb")
        if isinstance(frame, Deal):
            require_range(frame.maker, state.players)
            require_range(frame.partner, state.players)
        if isinstance(frame, Act) and frame is not state.agenda[0]:
            raise ValueError("turn")
    if any(isinstance(frame, Staged) for frame in state.agenda) and not _is_under_way(state):
        raise ValueError("staged")
    if state.agenda and not all(legal_moves(state, seat) for seat in to_act(state)):
        raise ValueError("agenda")


def _is_under_way(state: State) -> bool:
    """Whether the one compound move stands on top, and its choices so far could have been made here."""
    *below_it, staged = state.agenda
    if not isinstance(staged, Staged) or any(isinstance(frame, Staged) for frame in below_it):
        return False
    words = (staged.card, str(staged.item)) if staged.verb == ANSWER else (staged.card,)
    before = evolve(state, agenda=tuple(below_it))
    begun = Staged(staged.seat, staged.verb, staged.card, (), staged.item)
    if not below_it or check(before, staged.seat, Move(staged.verb, words)):
        return False
    while (begun := auto_answer(before, begun)[0]).picks != staged.picks:
        made = [str(move) for move in open_moves(before, begun)]
        following = staged.picks[len(begun.picks) : len(begun.picks) + 1]
        if staged.picks[: len(begun.picks)] != begun.picks or not set(following) & set(made):
            return False
        begun = begun._replace(picks=(*begun.picks, *following))
    return True

"""The short form of positions (cases/README.md), which people write: reading it into a state."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.simulator.engine.data import (
    ADVENTURERS,
    ARTIFACTS,
    CUSTODIAN,
    FAVOUR_COPIES,
    FORAGE,
    HERBALIST,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PLACE,
    ROUNDS,
)
from games.alchemists.simulator.engine.options import Options, read_options
from games.alchemists.simulator.engine.planning import begin_plan
from games.alchemists.simulator.engine.rules import legal_moves, to_act
from games.alchemists.simulator.engine.setup import SETTING_UP
from games.alchemists.simulator.engine.short_asked import Table
from games.alchemists.simulator.engine.short_course import RoundProgress
from games.alchemists.simulator.engine.short_past import SecretPast, read_known
from games.alchemists.simulator.engine.short_things import (
    Cards,
    FavourCards,
    Sealed,
    read_adventurers,
    read_artifacts,
    read_boards,
    read_cards,
    read_conflicts,
    read_dealt,
    read_favours,
    read_seals,
)
from games.alchemists.simulator.engine.short_values import (
    different,
    flag,
    refused,
    seats_in,
    seats_of,
    words_of,
)
from games.alchemists.simulator.engine.state import (
    NOTHING,
    SEALED,
    Board,
    Cauldron,
    Herbalist,
    Keep,
    Plan,
    Screen,
    State,
    top,
)
from games.alchemists.simulator.engine.turns import ORDER, OVER, PLAN, RESOLVE
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.game import Seat
from simulator.engine.options import as_given, check_players
from simulator.engine.shortform import by_seat, malformed, read_names

USUAL_ROUND = 2  # the first in which all areas but the exhibition are open


class Parts(NamedTuple):
    """What the keys of a short form amount to, before they are put together."""

    known: SecretPast
    course: RoundProgress
    sealed: Sealed
    boards: Sequence[Board]
    cards: Cards
    favours: FavourCards


def decode_short(data: Mapping[str, Any]) -> State:
    """The state of a short form without unknown keys. Raises BadConfig or BadPosition."""
    names = read_names(data.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    players = check_players(len(names), MIN_PLAYERS, MAX_PLAYERS)
    options = read_options(data.get("options", {}), players)
    round_ = _round(data.get("round", USUAL_ROUND))
    parts = _parts(data, names, options, round_)
    known, course, sealed, _, cards, favours = parts
    adventurers = read_adventurers(data.get("adventurers", ""), round_)
    state = State(
        players=players,
        options=options,
        round=round_,
        phase=course.phase,
        at=course.place,
        first=course.first,
        spaces=course.spaces,
        sequence=course.sequence,
        paralysed=course.paralysed,
        stricken=seats_of(data.get("stricken", []), names, "stricken"),
        boards=_boards(parts),
        rows=course.rows,
        orders=_orders(data, names, ADVENTURERS[adventurers[round_ - 2]] if round_ > 1 else ()),
        bids=course.bids,
        used=different(words_of(data.get("used", ""), ARTIFACTS, "used"), "used"),
        unhappy=flag(data, "unhappy"),
        booted=_booted(data, course),
        herbalists=_herbalists(data, names, course),
        cauldron=_cauldron(parts),
        row=cards.row,
        cleared=cards.cleared,
        thrown=cards.thrown,
        aside=cards.aside,
        played=favours.played,
        card=favours.card,
        dealt=read_dealt(data.get("dealt", ""), [board.artifacts for board in parts.boards]),
        books=sealed.books,
        conflicts=read_conflicts(data.get("conflicts", []), sealed.books),
        mixes=known.mixes,
        answers=known.answers,
        history=(),
        agenda=course.agenda,
        chance=Chance(0),
        truth=known.truth,
        screens=tuple(_screen(parts, seat) for seat in range(players)),
        deck=cards.deck,
        favours=favours.deck,
        adventurers=adventurers,
    )
    return _with_question(state)


def _round(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= ROUNDS:
        raise refused("pos_round", "series.rounds", n=as_given(value), max=ROUNDS)
    return int(value)


def _parts(data: Mapping[str, Any], names: Sequence[str], options: Options, round_: int) -> Parts:
    known = read_known(data, names, round_)
    artifacts = read_artifacts(data, names)
    sealed = read_seals(data, names)
    boards = read_boards(data, names, known, sealed.spent, artifacts)
    reputation = [board.reputation for board in boards]
    course = RoundProgress(data, Table(names, round_, options, reputation, artifacts, *_last(known)))
    resolving = (course.phase, course.place) == (RESOLVE, PLACE[FORAGE])
    row_lies = course.phase in (SETTING_UP, ORDER, PLAN) or resolving
    cards = read_cards(data, names, known, artifacts, row_lies, course.pending)
    choosing = bool(course.agenda) and type(course.agenda[-1]) is Keep
    favours = read_favours(data, names, choosing, _custodian_lies(course))
    return Parts(known, course, sealed, boards, cards, favours)


def _last(known: SecretPast) -> tuple[int | None, tuple[str, ...], str]:
    """Who made the last mix, of what, and where."""
    if not known.mixes:
        return None, (), NOTHING
    return known.mixes[-1].seat, known.pairs[-1], known.mixes[-1].how


def _custodian_lies(course: RoundProgress) -> bool:
    """From the plan to the end of its area."""
    place = PLACE[CUSTODIAN]
    waits = course.phase == PLAN or (course.phase == RESOLVE and course.place <= place)
    return waits and bool(course.rows[place])


def _boards(parts: Parts) -> tuple[Board, ...]:
    course = parts.course
    return tuple(
        evolve(
            board,
            cubes=course.cubes[seat][0],
            unused=course.cubes[seat][1],
            hospital=course.hospital[seat],
            helpers=course.helpers[seat],
            shown=parts.cards.shown[seat],
        )
        for seat, board in enumerate(parts.boards)
    )


def _orders(data: Mapping[str, Any], names: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """What has been sold this round is what the adventurer wants."""
    found = []
    for value in by_seat(data.get("orders", {}), names, "orders", NOTHING):
        if value not in (NOTHING, *wanted):
            raise refused("pos_order", "sell.order", text=str(value)[:20])
        found.append(value)
    return tuple(found)


def _booted(data: Mapping[str, Any], course: RoundProgress) -> bool:
    """The Boots are offered once in an area, when all have finished there."""
    said = flag(data, "booted")
    if said and course.phase != RESOLVE:
        raise malformed("booted")
    return said or course.booted


def _herbalists(data: Mapping[str, Any], names: Sequence[str], course: RoundProgress) -> tuple[Seat, ...]:
    """Whose Herbalists wait for the one that is asked about; somebody may have several."""
    seats = seats_in(data.get("herbalists", []), names, "herbalists")
    asked = [frame for frame in course.agenda if type(frame) is Herbalist]
    if len(seats) >= FAVOUR_COPIES[HERBALIST] or (seats and not asked):
        raise malformed("herbalists")
    return seats


def _cauldron(parts: Parts) -> Cauldron | None:
    """The last mix, where it is seen and not yet cleared away; about the Periscope all have been asked."""
    if not parts.course.pending:
        return None
    mix = parts.known.mixes[-1]
    return Cauldron(mix.seat, mix.how, True)


def _screen(parts: Parts, seat: int) -> Screen:
    known, course = parts.known, parts.course
    own = [pair for pair, mix in zip(known.pairs, known.mixes, strict=True) if mix.seat == seat]
    return Screen(
        hand=parts.cards.hands[seat],
        favours=parts.favours.hands[seat],
        seals=parts.sealed.left[seat],
        placed=parts.sealed.placed[seat],
        pairs=tuple(own),
        thrown=tuple(parts.cards.behind[seat]),
        aside=tuple(parts.cards.under[seat]),
        dropped=parts.favours.dropped[seat],
        peeked=tuple((look.mix, look.ingredient) for look in known.peeked if look.seat == seat),
        drawn=course.drawn if known.mixes and known.mixes[-1].seat == seat else NOTHING,
        sealed=course.sealed[seat],
    )


def _with_question(state: State) -> State:
    """A plan begins with its first question; sealed choices are legal, and whoever is to act can."""
    frame = top(state.agenda)
    if type(frame) is Plan:
        state = begin_plan(state, frame.seat, [])
    if type(frame) in SEALED:
        _check_sealed(state, frame.seats)
    if not state.agenda and state.phase != OVER:
        raise refused("pos_turn", "planning.resolve")
    if not all(legal_moves(state, seat) for seat in to_act(state)):
        raise refused("pos_turn", "planning.resolve")
    return state


def _check_sealed(state: State, seats: Sequence[int]) -> None:
    """What has been chosen is among what could be."""
    unsealed = evolve(state, screens=tuple(evolve(screen, sealed=NOTHING) for screen in state.screens))
    for seat in seats:
        choices = {str(move.args[0]) for move in legal_moves(unsealed, seat)}
        if state.screens[seat].sealed not in (NOTHING, *choices):
            raise malformed(f"sealed: {state.screens[seat].sealed:.40}")

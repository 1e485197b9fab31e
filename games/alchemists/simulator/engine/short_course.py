"""What a short form says of a round's course: order spaces, plans, cubes. The question: `short_asked`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.scoring.points import smiles_of
from games.alchemists.simulator.engine.data import (
    AREA_IDS,
    AREAS,
    DISCOUNTS,
    FAVOURS,
    FIRST_ROUND_CUBES,
    FULL_SET,
    PARALYSED,
    PLACE,
    SELL,
    TRACKS,
)
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.planning import SPACE_BY_ID, with_row
from games.alchemists.simulator.engine.setup import clockwise
from games.alchemists.simulator.engine.short_asked import AT, WITH_SEQUENCE, OpenQuestion, Table
from games.alchemists.simulator.engine.short_values import numbers, refused, seats_of
from games.alchemists.simulator.engine.state import NOTHING, Row
from games.alchemists.simulator.engine.turns import END, ORDER, OVER, PLAN, RESOLVE
from simulator.engine.game import Seat
from simulator.engine.shortform import by_seat, malformed, seat_named

ACTION = re.compile(r"(\^?)([a-z_]+)(?::([1-9]))?(?:/([1-9]))?(?:-([1-9]))?", re.ASCII)


class AreaActions(NamedTuple):
    """Actions of a player in an area: planned, performed, declined; `top`: by an Associate."""

    planned: int
    done: int
    declined: int
    top: bool


Actions = Mapping[str, AreaActions]


class RoundProgress(OpenQuestion):
    """The part of a state that tells where the round stands, with the question that is open; `cubes` are by
    player those at hand and the unused ones.
    """

    def __init__(self, data: Mapping[str, Any], table: Table):
        """Raises BadPosition."""
        names, players = table.names, table.players
        first = seat_named(data.get("first", 1), names, "first")
        rows_told = by_seat(data.get("actions", {}), names, "actions", "")
        actions = tuple(_actions(value, table) for value in rows_told)
        at = _at(data.get("at"), actions, table)
        paralysed = seats_of(data.get("paralysed", []), names, "paralysed")
        spaces = _spaces(data.get("spaces", {}), table, paralysed)
        sequence: tuple[Seat, ...] = ()
        if at in WITH_SEQUENCE:
            spaces = _standing(data.get("order"), spaces, table, first, paralysed)
            sequence = _sequence(spaces, players, paralysed)
        elif any(actions) or "order" in data:
            raise refused("pos_turn", "planning.resolve")
        bids = numbers(data, "bids", names, -1, 0, max(DISCOUNTS))
        sealed = tuple(str(value) for value in by_seat(data.get("sealed", {}), names, "sealed", NOTHING))
        actions = tuple(_until(at, row) for row in actions)
        rows = _rows(actions, sequence, bids, table)
        super().__init__(data, at, table, first, spaces, sequence, paralysed, rows, bids)
        self.phase = RESOLVE if at in PLACE else at
        self.helpers = numbers(data, "assistants", names, 0, 0, FAVOURS["assistant"].count)
        self.hospital = numbers(data, "hospital", names, 0, 0, FULL_SET[players] + sum(self.helpers))
        planned = sequence[::-1][: self.place] if at == PLAN else ()
        self.sealed = _sealed(sealed, self.agenda)
        self.cubes = _cubes(data, actions, self.hospital, self.helpers, planned, table)


# --- Actions and cubes -------------------------------------------------------------------------------------


def _actions(value: Any, table: Table) -> Actions:
    """«forage student:2/1 ^sell»: how many actions, how many done (/) and declined (-), ^ by an Associate."""
    if not isinstance(value, str):
        raise malformed(f"actions: {value!s:.40}")
    found: dict[str, AreaActions] = {}
    for word in value.split():
        parts = ACTION.fullmatch(word)
        if parts is None or parts[2] not in PLACE or parts[2] in found:
            raise malformed(f"actions: {word:.40}")
        top, name, planned, done, declined = parts.groups()
        action = AreaActions(int(planned or 1), int(done or 0), int(declined or 0), bool(top))
        area = AREAS[PLACE[name]]
        if table.round not in area.rounds:
            raise refused("pos_closed", "planning.first_round", area=name)
        most = len(area.cubes[table.players])
        if action.planned > most or action.done + action.declined > action.planned:
            raise refused("pos_actions", "planning.cubes", area=name, n=most)
        found[name] = action
    return found


def _at(value: Any, actions: Sequence[Actions], table: Table) -> str:
    """Where the round stands; by default the first area with actions, else the order track."""
    if value is None:
        planned = (
            name
            for name in AREA_IDS
            if any(name in row and row[name].done + row[name].declined < row[name].planned for row in actions)
        )
        return next(planned, ORDER)
    if value not in AT:
        raise malformed(f"at: {value!s:.40}")
    if value in PLACE and table.round not in AREAS[PLACE[value]].rounds:
        raise refused("pos_closed", "planning.first_round", area=value)
    return str(value)


def _until(at: str, actions: Actions) -> Actions:
    """Actions of areas that are over have been performed, as far as they weren't declined."""
    over = len(AREAS) if at in (END, OVER) else PLACE.get(at, 0)
    return {
        name: action._replace(done=action.planned - action.declined) if PLACE[name] < over else action
        for name, action in actions.items()
    }


def _rows(
    actions: Sequence[Actions], sequence: Sequence[Seat], bids: Sequence[int], table: Table
) -> tuple[tuple[Row, ...], ...]:
    """The rows as they were placed, from the bottom of the track up; sellers who have bid by their smiles."""
    found = []
    for name in AREA_IDS:
        rows: tuple[Row, ...] = ()
        for seat in reversed(sequence):
            if action := actions[seat].get(name):
                over = action.done + action.declined
                rows = with_row(rows, Row(seat, action.planned, action.top, over, action.done))
        found.append(_by_smiles(rows, bids, table) if name == SELL else rows)
    return tuple(found)


def _by_smiles(rows: tuple[Row, ...], bids: Sequence[int], table: Table) -> tuple[Row, ...]:
    """Whoever has sold stands above those who haven't."""
    if all(bids[row.seat] < 0 for row in rows):
        return rows
    if any(bids[row.seat] < 0 for row in rows):
        raise malformed("bids")
    printed = figures(table.options).smiles

    def rank(row: Row) -> tuple[int, int]:
        return -row.over, -smiles_of(printed[bids[row.seat]], table.reputation[row.seat])

    return tuple(sorted(rows, key=rank))


def _cubes(
    data: Mapping[str, Any],
    actions: Sequence[Actions],
    hospital: Sequence[int],
    helpers: Sequence[int],
    planned: Sequence[Seat],
    table: Table,
) -> tuple[tuple[int, int], ...]:
    """By player the cubes at hand and the unused ones; together they are all that aren't somewhere else."""
    here = numbers(data, "cubes", table.names, -1, 0, MOST_CUBES)
    unused = numbers(data, "unused", table.names, -1, 0, MOST_CUBES)
    full = FIRST_ROUND_CUBES if table.round == 1 else FULL_SET[table.players]
    found = []
    for seat in range(table.players):
        left = full + helpers[seat] - hospital[seat] - _on_board(actions[seat], table.players)
        usual = left if seat in planned else _declined(actions[seat], table.players)
        if here[seat] >= 0 and unused[seat] < 0:
            usual = left - here[seat]
        elif unused[seat] >= 0:
            usual = unused[seat]
        if not 0 <= usual <= left or here[seat] not in (-1, left - usual):
            raise refused("pos_cubes", "planning.cubes", seat=seat, n=left)
        found.append((left - usual, usual))
    return tuple(found)


MOST_CUBES = 20


def _on_board(actions: Actions, players: int) -> int:
    return sum(
        sum(AREAS[PLACE[name]].cubes[players][action.done + action.declined : action.planned])
        for name, action in actions.items()
    )


def _declined(actions: Actions, players: int) -> int:
    """The cubes of declined actions, as if those performed had come first."""
    return sum(
        sum(AREAS[PLACE[name]].cubes[players][action.done : action.done + action.declined])
        for name, action in actions.items()
    )


# --- The order track ---------------------------------------------------------------------------------------


def _spaces(value: Any, table: Table, paralysed: Sequence[Seat]) -> tuple[str, ...]:
    """The spaces that are taken; the paralysed stand on the green one."""
    found = []
    known = SPACE_BY_ID[table.players]
    for seat, name in enumerate(by_seat(value, table.names, "spaces", NOTHING)):
        if seat in paralysed:
            if name not in (NOTHING, PARALYSED.id):
                raise malformed(f"spaces: {name!s:.40}")
            found.append(PARALYSED.id)
            continue
        space = known.get(name) if isinstance(name, str) else None
        if name != NOTHING and (space is None or not space.choosable or space.least > table.players):
            raise malformed(f"spaces: {name!s:.40}")
        if name and name in found:
            raise refused("pos_space", "order.choose", space=name)
        found.append(name)
    return tuple(found)


def _standing(
    order: Any, spaces: tuple[str, ...], table: Table, first: Seat, paralysed: Sequence[Seat]
) -> tuple[str, ...]:
    """Where all stand when all have chosen: as said, else in `order` on the spaces that cost nothing."""
    if all(spaces) and order is None:
        return spaces
    upright = [seat for seat in clockwise(first, table.players) if seat not in paralysed]
    if any(spaces[seat] for seat in upright):
        raise malformed("spaces" if order is None else "order")
    if order is not None:
        seats = seats_of(order, table.names, "order")
        if sorted(seats) != list(range(table.players)) or seats[len(upright) :] != tuple(paralysed):
            raise malformed("order")
        upright = list(seats[: len(upright)])
    free = [
        space.id
        for space in TRACKS[table.players]
        if space.choosable and not space.price and space.least <= table.players
    ]
    found = list(spaces)
    for seat, name in zip(upright, free, strict=False):
        found[seat] = name
    return tuple(found)


def _sequence(spaces: Sequence[str], players: int, paralysed: tuple[Seat, ...]) -> tuple[Seat, ...]:
    standing = {name: seat for seat, name in enumerate(spaces) if name != PARALYSED.id}
    return (*(standing[space.id] for space in TRACKS[players] if space.id in standing), *paralysed)


# --- Whose decision ----------------------------------------------------------------------------------------


def _sealed(sealed: tuple[str, ...], agenda: tuple[Any, ...]) -> tuple[str, ...]:
    """Choices in an open sealed frame; somebody still has to choose."""
    choosing = agenda[-1].seats if agenda and hasattr(agenda[-1], "seats") else ()
    made = [seat for seat, choice in enumerate(sealed) if choice]
    if not set(made) <= set(choosing) or (choosing and len(made) == len(choosing)):
        raise malformed("sealed")
    return sealed

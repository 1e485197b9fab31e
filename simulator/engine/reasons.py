"""Why a move is advised, or not: one proposition that tells it from moves of another band."""

from collections.abc import Mapping, Sequence

from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition

Propositions = Mapping[Move, Sequence[Proposition]]


def with_reasons(hint: Hint, said: Propositions) -> Hint:
    """The hint with a reason for each move that has one: of its propositions, the weightiest first, the first
    that counts.
    """
    keys = {row.move: frozenset(map(_key, said.get(row.move, ()))) for row in hint.estimates}
    of_band: dict[Band, list[frozenset[tuple[str, object]]]] = {}
    for row in hint.estimates:
        of_band.setdefault(row.band, []).append(keys[row.move])
    best, rows = hint.estimates[0], []
    for row in hint.estimates:
        reason = _reason(row, said.get(row.move, ()), of_band)
        is_worse = row.band != Band.OPEN and row.band.rank > best.band.rank
        lacks = _lacking(keys[row.move], said.get(best.move, ())) if is_worse and reason is None else None
        rows.append(row._replace(reason=reason, lacks=lacks))
    return hint._replace(estimates=tuple(rows))


def _reason(
    row: MoveEstimate,
    said: Sequence[Proposition],
    of_band: Mapping[Band, Sequence[frozenset[tuple[str, object]]]],
) -> Proposition | None:
    """What speaks for a move counts if it isn't so for a move of a worse band, what speaks against it if it
    isn't for one of a better band.
    """
    if row.band == Band.OPEN:
        return None
    for each in said:
        ranks = range(row.band.rank + 1, 3) if each.good else range(row.band.rank)
        others = [keys for band, found in of_band.items() if band.rank in ranks for keys in found]
        if any(_key(each) not in keys for keys in others):
            return each
    return None


def _lacking(own: frozenset[tuple[str, object]], of_best: Sequence[Proposition]) -> Proposition | None:
    """The weightiest that speaks for the best move and isn't so of another one."""
    return next((each for each in of_best if each.good and _key(each) not in own), None)


def _key(said: Proposition) -> tuple[str, object]:
    """What it says, to be compared: parameters may be lists."""
    return said.code, repr(sorted(said.params.items()))

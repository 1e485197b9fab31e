"""What a hint shows: moves in bands, a reason for those that have one, what the numbers are, plans."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from rulebook.content.typography import capital
from simulator.engine.game import Band, Hint, Move, MoveEstimate, MovePlan
from simulator.engine.rules import Rules
from simulator.matches.log import Words
from simulator.table.fan import beginning

SCALE = 100  # the width of the drawing that the rows share
THINNEST = 1.5
UNFOLDED = 4  # rows of a band; of moves that nothing is known of, fewer
UNKNOWN_UNFOLDED = 2
NAMED = 3  # good moves that are read out


class HintRow(NamedTuple):
    """The `n`-th estimate: its move and how that is said, «4,1 ± 0,5», its place on the scale, the sentences
    that it rests on, and what speaks for the move, or against it where not `good`, with the rule behind that.
    """

    n: int
    move: str
    words: str
    text: str
    start: float
    width: float
    why: tuple[str, ...]
    band: Band
    reason: str
    good: bool
    best: bool
    clause: str = ""
    of_best: bool = False  # whether the reason is what the best move has and this one lacks


class BandLook(NamedTuple):
    """How a band is called and drawn."""

    title: Promise
    icon: str


class HintBand(NamedTuple):
    """Moves of one band: those that are shown and those that are folded."""

    code: str
    look: BandLook
    rows: Sequence[HintRow]
    folded: Sequence[HintRow]


class PlanRow(NamedTuple):
    """What one may be out for, in sentences, and the move that begins it, whose estimate is `row`."""

    row: HintRow
    look: BandLook
    goal: str
    said: tuple[str, ...]


LOOKS = {
    Band.GOOD: BandLook(gettext_lazy("хорошо"), "band-good"),
    Band.FAIR: BandLook(gettext_lazy("сойдёт"), "band-fair"),
    Band.MISTAKE: BandLook(gettext_lazy("ошибка"), "band-mistake"),
}
COUNTING = BandLook(gettext_lazy("считаю…"), "band-open")
UNKNOWN = BandLook(gettext_lazy("неясно"), "band-open")


def hint_context(say: Words, state: Any, seat: int, hint: Hint) -> dict[str, Any]:
    """What `_hint.html` shows."""
    view = say.engine.view(state, seat)
    rows = hint_rows(say, state, seat, hint)
    plans = plan_rows(say, state, seat, rows, hint)
    says = _says(say, rows, hint, plans)
    return {
        "hint": hint,
        "hint_rows": rows,
        "hint_bands": _bands(rows, hint.done),
        "hint_plans": plans,
        "hint_says": says,
        "hint_told": _told(rows, says, plans),
        "hint_of_cards": say.table.CARDS,
        "counting": not hint.done,
        "dealt": hint.worlds,
        "facts": say.table.facts(view),
    }


# --- Rows ---------------------------------------------------------------------------------------------------


def hint_rows(say: Words, state: Any, seat: int, hint: Hint) -> list[HintRow]:
    """The estimates on one scale, band by band and the best first. Within a band moves that can't be told
    apart stand as they always do, and not by numbers that another hundred worlds turn round.
    """
    found = hint.estimates
    if not found:
        return []
    low, high = min(row.mean - row.error for row in found), max(row.mean + row.error for row in found)
    return [
        _row(say, state, seat, n, row, (low, high), found[0].move)
        for n, row in enumerate(sorted(found, key=lambda row: _place(row, found)), start=1)
    ]


def _place(row: MoveEstimate, found: Sequence[MoveEstimate]) -> tuple[bool, int, Any]:
    is_exact = not any(each.error for each in found)
    return row.move != found[0].move, row.band.rank, found.index(row) if is_exact else row.move


def _row(
    say: Words, state: Any, seat: int, n: int, row: MoveEstimate, ends: tuple[float, float], best: Move
) -> HintRow:
    (low, high), reason = ends, row.reason or row.lacks
    unit = SCALE / (high - low or 1)
    width = max(2 * row.error * unit, THINNEST)
    start = min((row.mean - row.error - low) * unit, SCALE - width) if high > low else (SCALE - width) / 2
    return HintRow(
        n=n,
        move=str(row.move),
        words=say.move(state, seat, row.move),
        text=figure(row.mean, row.error, say.lang, signed=not say.engine.fewer_is_better),
        start=round(start, 2),
        width=round(width, 2),
        why=tuple(say.mark(why.code, why.params) for why in row.why),
        band=row.band,
        reason=capital(say.mark(reason.code, reason.params)) if reason else "",
        good=reason.good if reason else True,
        best=row.move == best,
        clause=say.behind(reason.code) if reason else "",
        of_best=row.reason is None and row.lacks is not None,
    )


def _bands(rows: Sequence[HintRow], done: bool) -> list[HintBand]:
    found = []
    for band in sorted({row.band for row in rows}, key=lambda band: band.rank):
        of_band = [row for row in rows if row.band == band]
        few = UNKNOWN_UNFOLDED if band == Band.OPEN else UNFOLDED
        if len(of_band) == few + 1:
            few += 1  # a fold takes as much room as one row
        found.append(HintBand(band or "unsure", _look(band, done), of_band[:few], of_band[few:]))
    return found


def _look(band: Band, done: bool) -> BandLook:
    return LOOKS.get(band, UNKNOWN if done else COUNTING)


def plan_rows(say: Words, state: Any, seat: int, rows: Sequence[HintRow], hint: Hint) -> list[PlanRow]:
    """Plans that a legal move begins, by the bands of these: of one band as the engine has them, mistakes
    last. They need no playout, so their moves may not have been weighed yet.
    """
    legal, by_move = say.engine.legal_moves(state, seat), {row.move: row for row in rows}

    def found(plan: MovePlan) -> PlanRow:
        row = by_move.get(str(plan.move)) or _unweighed(say, state, seat, plan.move)
        said = tuple(say.mark(why.code, why.params) for why in plan.said)
        return PlanRow(row, _look(row.band, hint.done), say.mark(plan.goal.code, plan.goal.params), said)

    plans = say.engine.plans(say.engine.view(state, seat), hint)
    shown = (found(plan) for plan in plans if plan.move in legal)
    return sorted(shown, key=lambda plan: (plan.row.band == Band.MISTAKE, plan.row.band.rank))


def _unweighed(say: Words, state: Any, seat: int, move: Move) -> HintRow:
    return _row(say, state, seat, 0, MoveEstimate(move, 0, 0, 0), (0, 0), move)


# --- Sentences ----------------------------------------------------------------------------------------------


def _says(say: Words, rows: Sequence[HintRow], hint: Hint, plans: Sequence[PlanRow]) -> str:
    """What there is to say of all moves together; nothing as long as nothing is known."""
    good = sum(row.band == Band.GOOD for row in rows)
    if not rows:
        return gettext("Сравнивать нечего.") if hint.done else ""
    if len(rows) == 1:
        return gettext("Ход здесь только один.")
    if plans and plans[0].row.band == Band.GOOD:
        return gettext("Первый план кажется лучшим.")
    if good == len(rows):
        return _all_alike(hint)
    if _agreed(say, rows, hint):
        return gettext("Лучше «%(words)s…», а чем продолжить, по этим пробам всё равно.") % {
            "words": _agreed(say, rows, hint)
        }
    if good == 1 and hint.clear:
        return gettext("Первый ход лучше остальных.")
    if good == 1:
        return gettext("Первый ход кажется лучшим, но наверняка этого не видно.")
    if good and hint.alike >= good:
        return gettext("Хороших ходов %(n)s: какой из них, всё равно.") % {"n": good}
    return gettext("Хороших ходов %(n)s, разница между ними мала.") % {"n": good} if good else ""


def _all_alike(hint: Hint) -> str:
    """No move is worse than another by what would count."""
    if not hint.done:
        return gettext("Пока всё равно: разницы не видно.")
    if hint.alike == len(hint.estimates):
        return gettext("Всё равно, как ходить: разницы не видно.")
    return gettext("Всё равно, как ходить: разница мала.")


def _told(rows: Sequence[HintRow], says: str, plans: Sequence[PlanRow]) -> str:
    """A hint for whoever doesn't see it: what is good and why. Nothing until something is known."""
    good = [row.words for row in rows if row.band == Band.GOOD]
    if plans:
        first = plans[0]
        named = [f"{first.goal}.", gettext("Начать: %(move)s.") % {"move": first.row.words}]
        reason = first.row.reason or " ".join(first.said)
    elif not good or len(good) == len(rows):
        named, reason = [says] if good else [], ""
    else:
        named = [gettext("Хорошо: %(moves)s.") % {"moves": "; ".join(good[:NAMED])}]
        reason = rows[0].reason
    return " ".join([gettext("Подсказка."), *named, reason]).strip() if named else ""


def _agreed(say: Words, rows: Sequence[HintRow], hint: Hint) -> str:
    """How the moves begin that can't be told apart, where others begin otherwise: that much the shared hint
    does advise, which compares every end of a compound move.
    """
    alike = {str(row.move) for row in hint.estimates[: hint.alike]}
    best = beginning([row.words for row in rows if row.move in alike])
    is_shared = type(say.engine).weighing is Rules.weighing
    return best if is_shared and len(best) > len(beginning([row.words for row in rows])) else ""


def figure(mean: float, error: float, lang: str, signed: bool = False) -> str:
    """«4,1 ± 0,5», `signed` «+4,1 ± 0,5»; an exact number stands alone."""
    digits = 1 if error or mean % 1 else 0
    text = f"{mean:{'+' if signed else ''}.{digits}f}".replace("-", "−")
    text += f"\u00a0±\u00a0{error:.1f}" if error else ""
    return text if lang == "en" else text.replace(".", ",")

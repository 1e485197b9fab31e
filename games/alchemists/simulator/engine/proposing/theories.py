"""Theories: how likely they are right, what a seal insures and brings, which debunk succeeds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.alchemists.scoring.points import COLOURS, GRANTS, SEALS, SIGNS, loss_at
from games.alchemists.simulator.deduction import debunking
from games.alchemists.simulator.deduction.advice.theories import but_for
from games.alchemists.simulator.deduction.data import GAME, RESULTS
from games.alchemists.simulator.deduction.worlds import tables
from games.alchemists.simulator.engine.bots.known import BotKnowledge
from games.alchemists.simulator.engine.data import DEBUNK, GRANTS_FIRST, GRANTS_LATER, PUBLISH
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.proposing.asked import OpenAsked, bad, declining, good, likelier
from games.alchemists.simulator.engine.state import BOOK_AT, Publishing
from games.alchemists.simulator.engine.theorising import counted, tokens_for
from simulator.engine.game import Move, Proposition

DEBUNK_LOSS = int(GAME.constants["debunk_failure"])

# --- Publishing, endorsing ---------------------------------------------------------------------------------


def right_in(known: BotKnowledge, ingredient: str, tokens: Sequence[str]) -> int:
    """In how many worlds the likeliest of these formulas is the ingredient's."""
    placed = tables().placed[ingredient]
    return max(((known.worlds & placed[token]).bit_count() for token in tokens), default=0)


def tokens_on(known: BotKnowledge, ingredient: str) -> Sequence[str]:
    """What may lie on the ingredient's book once it is sealed."""
    token = known.seen.books[BOOK_AT[ingredient]].token
    return [token] if token else tokens_for(known.state, ingredient)


def _odds(asked: OpenAsked, right: int) -> Proposition:
    return likelier(asked, right, "theory", "theory_wrong")


def _publish(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    """Of the seal as such; the formula and the kind of seal are asked for next."""
    known = asked.known
    if move.verb == "decline":
        named = [each.args[0] for each in asked.moves if each.args]
        best = max((right_in(known, name, tokens_on(known, name)) for name in named), default=0)
        if 2 * best < asked.total:
            yield good("theory_poor", of=asked.of(best))
        yield from declining(asked)
        return
    (ingredient,) = move.args
    yield _odds(asked, right_in(known, ingredient, tokens_on(known, ingredient)))
    sealed = {*counted(known.state, known.seat), ingredient}
    yield from (good("theory_grant", grant=code) for code in grants_with(known, sealed))
    most = max(len(counted(known.state, seat)) for seat in range(known.seen.players) if seat != known.seat)
    if len(sealed) > most:
        yield good("theory_top", n=len(sealed))
    others = known.seen.books[BOOK_AT[ingredient]].seats
    if others:
        yield good("rivals_vouch", seats=tuple(sorted(others)))
        yield bad("pays_rivals", n=len(others))


def grants_with(known: BotKnowledge, sealed: set[str]) -> list[str]:
    """Grants that nobody has and that these seals would be enough for."""
    needed = GRANTS_LATER if known.board.grants else GRANTS_FIRST
    taken = {code for board in known.seen.boards for code in board.grants}
    tiles = figures(known.seen.options).tiles
    return [code for code in GRANTS if code not in taken and len(sealed & set(tiles[code])) >= needed]


def _publishing(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    staged = asked.frame
    assert isinstance(staged, Publishing)
    if move.verb == "token":
        yield _odds(asked, right_in(asked.known, staged.ingredient, move.args))
        near = sum(
            right_in(asked.known, staged.ingredient, [but_for(move.args[0], each)]) for each in COLOURS
        )
        if near:
            yield good("theory_near", of=asked.of(near))
        return
    yield from _seal(asked, staged, SEALS[move.args[0]].data)
    if SEALS[move.args[0]].data["star"]:
        yield bad("star_spent", n=sum(bool(SEALS[each].data["star"]) for each in asked.known.own.seals) - 1)
    else:
        yield good("star_kept", n=sum(bool(SEALS[each].data["star"]) for each in asked.known.own.seals))


def _seal(asked: OpenAsked, staged: Publishing, seal: Mapping[str, Any]) -> Iterator[Proposition]:
    known, colour = asked.known, str(seal["hedge"])
    right = right_in(known, staged.ingredient, (staged.token,))
    insured = right_in(known, staged.ingredient, (but_for(staged.token, colour),)) if colour else 0
    risk = asked.total - right - insured
    if not risk:
        yield good("seal_safe")
    if insured:
        yield good("seal_insures", colour=colour, of=asked.of(insured))
    if seal["right"] and right:
        yield good("seal_brings", n=seal["right"], of=asked.of(right))
    if risk:
        yield bad("seal_risks", n=-int(seal["wrong"]), of=asked.of(risk))


def _grant(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known, numbers = asked.known, figures(asked.known.seen.options)
    yield good("grant_points", n=numbers.points[move.args[0]])
    unsealed = [
        name
        for name in numbers.tiles[move.args[0]]
        if known.seat not in known.seen.books[BOOK_AT[name]].seats
    ]
    yield good("grant_open", n=len(unsealed))


# --- Debunking ---------------------------------------------------------------------------------------------


def succeeds_in(known: BotKnowledge, asked_of: tuple[str, ...], asked: str) -> int:
    """In how many worlds a debunk of a colour, or of a pair and a potion, succeeds."""
    board = known.theories
    if len(asked_of) == 1:
        (name,) = asked_of
        other = "-" if SIGNS[board[name]][asked] == "+" else "+"
        return (known.worlds & tables().signed[name][asked + other]).bit_count()
    yes = (known.worlds & tables().made[asked_of[0], asked_of[1]][asked]).bit_count()
    pair = (asked_of[0], asked_of[1])
    by_answer = [debunking.master(board, known.seen.conflicts, pair, asked, each) for each in (True, False)]
    return yes * by_answer[0].success + (known.total - yes) * by_answer[1].success


def _success(known: BotKnowledge, frame: object, move: Move) -> int:
    """Of a move; of a pair by the best potion for it."""
    if move.verb == "debunk":
        return succeeds_in(known, move.args[:1], move.args[1])
    if move.verb == "claim":
        return succeeds_in(known, getattr(frame, "pair", ()), move.args[0])
    return max(succeeds_in(known, move.args, potion) for potion in RESULTS)


def _debunk(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known = asked.known
    if move.verb == "decline":
        tried = [_success(known, asked.frame, each) for each in asked.moves if each.args]
        best = max(tried, default=0)
        if 2 * best < asked.total:
            yield good("debunk_poor", of=asked.of(best))
        yield from declining(asked)
        return
    won = _success(known, asked.frame, move)
    named = {"debunk": move.args[:1], "test": move.args}.get(move.verb) or asked.frame.pair
    books = [known.seen.books[BOOK_AT[name]] for name in named]
    if 2 * won >= asked.total:
        yield good("debunk", of=asked.of(won))
    else:
        lost = loss_at(known.board.reputation, DEBUNK_LOSS)
        yield bad("debunk_doubtful", of=asked.of(asked.total - won), n=lost)
    rivals = {seat for book in books for seat in book.seats} - {known.seat}
    if rivals:
        yield good("debunk_rivals", seats=tuple(sorted(rivals)))
    if any(known.seat in book.seats for book in books):
        yield bad("debunk_own")


SAYERS = {
    PUBLISH: _publish,
    "Immediate": _publish,
    "Publishing": _publishing,
    "Grant": _grant,
    DEBUNK: _debunk,
    "Claim": _debunk,
}

"""Theories: what to publish or endorse, under which seal, which grant to take."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import AUTHORITY, GRANTS, ROBE, SEALS, conference_part, loss_at, partners
from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.data import GAME, INGREDIENTS
from games.alchemists.simulator.engine.bots.known import NEVER, BotKnowledge, Weighed
from games.alchemists.simulator.engine.bots.taste import Taste
from games.alchemists.simulator.engine.data import (
    CONFERENCES,
    GRANT_GOLD,
    GRANTS_FIRST,
    GRANTS_LATER,
    ROUNDS,
)
from games.alchemists.simulator.engine.options import CONFERENCE, figures, level_of
from games.alchemists.simulator.engine.state import BOOK_AT, NOTHING
from games.alchemists.simulator.engine.theorising import cost_of, counted, endorse_price, tokens_for
from simulator.engine.game import Move, Why

PUBLISHED = int(GAME.constants["publish_reputation"])
ENDORSED = int(GAME.constants["endorse_reputation"])
AUTHORITY_ADDS = int(GAME.constants["authority"])
ROBE_ADDS = int(GAME.constants["robe"])
SEAL_LOSS = int(GAME.constants["seal_loss"])
TOP = int(GAME.constants["top_alchemist"])
# How likely a wrong theory is debunked before the end, a round that is left.
EXPOSED = 0.1
GOLD_SEAL = next(iter(SEALS))


class TheoryPlan(NamedTuple):
    """A theory under a seal, with its worth in points and the parts of it that hints tell."""

    advice: advice.TheoryAdvice
    seal: str
    points: float
    price: int
    gains: float


def papers(known: BotKnowledge, taste: Taste) -> list[TheoryPlan]:
    """Every theory that may be published or endorsed, under its best seal, the best first.

    Who doesn't plan publishes what is certain alone: an ingredient with one formula left.
    """
    if not known.own.seals:
        return []
    seals = tuple(dict.fromkeys(known.own.seals))
    books = {name: _book(known, taste, name) for name in INGREDIENTS}
    found = [
        max((_paper(known, taste, each, seal, books[each.ingredient]) for seal in seals), key=_points_of)
        for each in advice.theories(known.worlds, known.theories, seals, count=known.odds.count)
        if (taste.plans or each.right == each.worlds) and _allowed(known, each)
    ]
    return sorted(found, key=lambda each: -each.points)


def _points_of(each: TheoryPlan) -> float:
    return each.points


def _allowed(known: BotKnowledge, each: advice.TheoryAdvice) -> bool:
    """Any free token, at once after a debunk only some; no book of one's own, nor one full or in conflict."""
    book = known.seen.books[BOOK_AT[each.ingredient]]
    if not book.token:
        return each.alchemical in tokens_for(known.state, each.ingredient)
    in_conflict = bool(partners(each.ingredient, known.seen.conflicts))
    full = len(book.seats) >= int(GAME.constants["seals_per_book"])
    return known.seat not in book.seats and not full and not in_conflict


class _Book(NamedTuple):
    """What a seal on a book brings whatever the theory and the seal: `points` less the `price` in gold."""

    points: float
    price: int
    gains: float


def _book(known: BotKnowledge, taste: Taste, ingredient: str) -> _Book:
    """Reputation at once, grants and awards, what others are paid, the price."""
    book = known.seen.books[BOOK_AT[ingredient]]
    endorses = bool(book.token)
    price = endorse_price(known.state, known.seat, book) if endorses else cost_of(known.state, known.seat)
    gains = _reputation(known, endorses)
    points = gains + _grant(known, taste, ingredient) - price * taste.gold
    if taste.plans:
        points += _awards(known, taste) - len(book.seats) * taste.rival
    return _Book(points, price, gains)


def paper(known: BotKnowledge, taste: Taste, each: advice.TheoryAdvice, seal: str) -> TheoryPlan:
    """A theory under this seal."""
    return _paper(known, taste, each, seal, _book(known, taste, each.ingredient))


def _paper(
    known: BotKnowledge, taste: Taste, each: advice.TheoryAdvice, seal: str, book: _Book
) -> TheoryPlan:
    """The book, and the seal at the reveal less what it could bring later and what may befall it."""
    points = book.points + each.by_seal[seal]
    if taste.plans:
        points -= _kept_seal(known, taste, seal) + _exposed(known, taste, each, seal)
    return TheoryPlan(each, seal, points, book.price, book.gains)


def _reputation(known: BotKnowledge, endorses: bool) -> float:
    """What the marker moves at once, with Seal of Authority and Robe as one gain."""
    gain = ENDORSED if endorses else PUBLISHED
    gain += AUTHORITY_ADDS * known.owns(AUTHORITY)
    robe = known.owns(ROBE) and not known.last and gain > 0
    return float(gain + ROBE_ADDS * robe)


def _kept_seal(known: BotKnowledge, taste: Taste, seal: str) -> float:
    """What a seal with a star could bring later: less the more of them there are for what will be written."""
    if not SEALS[seal].data["star"]:
        return 0.0
    left = Counter(known.own.seals)
    stars = sum(n for code, n in left.items() if SEALS[code].data["star"])
    kept = taste.star if seal == GOLD_SEAL else taste.silver
    rivals = left[GOLD_SEAL] if seal == GOLD_SEAL else stars
    return kept * min(1.0, taste.later / rivals)


def _exposed(known: BotKnowledge, taste: Taste, each: advice.TheoryAdvice, seal: str) -> float:
    """A wrong theory may fall: then the seal is lost at the marker, by its zone, and not at the reveal."""
    insured = each.off.get(SEALS[seal].data["hedge"] or NOTHING, 0)
    wrong = 1 - (each.right + insured) / each.worlds
    more = loss_at(known.board.reputation, SEAL_LOSS) + SEALS[seal].data["wrong"]
    return float(wrong * (taste.fear + min(1.0, EXPOSED * taste.rounds) * max(0.0, more + 1)))


def _awards(known: BotKnowledge, taste: Taste) -> float:
    """Conference and top alchemist of this round, as the seals stand now; a further seal is a step nearer."""
    own = len(counted(known.state, known.seat))
    points = _conference(known, own + 1) - _conference(known, own)
    most = max(
        (len(counted(known.state, seat)) for seat in range(known.seen.players) if seat != known.seat),
        default=0,
    )
    if not taste.alone and (own < most <= own + 1 or own == most):
        points += TOP / 2 * (1 + taste.rounds / 2)
    return points + (taste.nearer if known.round < ROUNDS - 1 else 0.0)


def _conference(known: BotKnowledge, seals: int) -> float:
    """What the next conference brings or costs with so many seals, likelier to stay so the nearer it is."""
    ahead = [round_ for round_ in CONFERENCES if round_ >= known.round]
    if not ahead:
        return 0.0
    level = level_of(known.seen.options, CONFERENCE, known.seat)
    numbers = figures(known.seen.options).conferences[CONFERENCES[ahead[0]], level]
    weight = 1.0 if ahead[0] == known.round else 0.5
    part = conference_part(seals, numbers)
    if part.reason == "conference":
        return weight * float(part.amount)
    return -weight * float(loss_at(known.board.reputation, -part.amount))


def _grant(known: BotKnowledge, taste: Taste, ingredient: str) -> float:
    """The best grant that a seal on this ingredient would bring, or bring nearer."""
    needed = GRANTS_LATER if known.board.grants else GRANTS_FIRST
    taken = {code for board in known.seen.boards for code in board.grants}
    sealed = {*counted(known.state, known.seat), ingredient}
    numbers = figures(known.seen.options)
    best = nearer = 0.0
    for code in GRANTS:
        if code in taken or ingredient not in numbers.tiles[code]:
            continue
        there = len(sealed & set(numbers.tiles[code]))
        if there >= needed:
            best = max(best, grant_points(known, taste, code))
        elif there == needed - 1:
            nearer = taste.nearer
    return best or nearer


def grant_points(known: BotKnowledge, taste: Taste, code: str) -> float:
    points: int = figures(known.seen.options).points[code]
    return points + GRANT_GOLD * taste.gold


# --- The stages of a publication ---------------------------------------------------------------------------


def said(each: TheoryPlan) -> tuple[Why, ...]:
    """How many worlds agree, what the seal insures, what it is expected to bring, and the price."""
    found = each.advice
    params = {
        "ingredient": found.ingredient,
        "alchemical": found.alchemical,
        "of": (found.right, found.worlds),
    }
    why = [Why("hint_theory", params)]
    hedge = SEALS[each.seal].data["hedge"]
    if hedge and found.off[hedge]:
        why.append(Why("hint_theory_off", {"colour": hedge, "of": (found.off[hedge], found.worlds)}))
    why.append(Why("hint_theory_seal", {"seal": each.seal, "points": found.by_seal[each.seal]}))
    goods, paid = (("reputation", int(each.gains)),), (("gold", each.price),)
    why.append(Why("hint_theory_price", {"goods": goods, "paid": paid}))
    return tuple(why)


def weigh_theory(known: BotKnowledge, taste: Taste, move: Move, found: Sequence[TheoryPlan]) -> Weighed:
    """The best theory about an ingredient."""
    best = next((each for each in found if each.advice.ingredient == move.args[0]), None)
    return Weighed(move, best.points, said(best)) if best else Weighed(move, NEVER)


def weigh_token(
    known: BotKnowledge, taste: Taste, ingredient: str, move: Move, found: Sequence[TheoryPlan]
) -> Weighed:
    """The best seal for a formula; one that no world agrees with is merely wrong."""
    same = (
        each
        for each in found
        if (each.advice.ingredient, each.advice.alchemical) == (ingredient, move.args[0])
    )
    best = next(same, None)
    if best is None:
        params = {"ingredient": ingredient, "alchemical": move.args[0], "of": (0, known.total)}
        return Weighed(move, NEVER, (Why("hint_theory", params),))
    return Weighed(move, best.points, said(best))


def weigh_seals(
    known: BotKnowledge, taste: Taste, ingredient: str, token: str, moves: Sequence[Move]
) -> list[Weighed]:
    """Each seal for the theory that is chosen."""
    seals = tuple(move.args[0] for move in moves)
    each = advice.theory(known.worlds, ingredient, token, seals, count=known.odds.count)
    written = [paper(known, taste, each, seal) for seal in seals]
    return [Weighed(move, one.points, said(one)) for move, one in zip(moves, written, strict=True)]


def weigh_grant(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    """Its points; of equal ones whichever has fewer books left to be sealed by oneself."""
    code = move.args[0]
    numbers = figures(known.seen.options)
    open_books = sum(
        known.seat not in known.seen.books[BOOK_AT[name]].seats
        for name in INGREDIENTS
        if name in numbers.tiles[code]
    )
    params = {"grant": code, "tile": list(numbers.tiles[code]), "n": numbers.points[code]}
    return Weighed(move, grant_points(known, taste, code) + open_books / 100, (Why("hint_grant", params),))

"""Cards, gold, favours, artifacts and the order track."""

from collections.abc import Iterator

from games.alchemists.scoring.points import ARTIFACTS, CABINET, MIRROR
from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.data import GAME
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.engine.bots.goods import unseen
from games.alchemists.simulator.engine.bots.known import BotKnowledge, bits_of
from games.alchemists.simulator.engine.data import (
    AREAS,
    BARMAID,
    BUY,
    FORAGE,
    MERCHANT,
    PLACE,
    ROUNDS,
    SAGE,
    SELL,
    SHOPKEEPER,
    TRANSMUTE,
    TRUNK,
)
from games.alchemists.simulator.engine.gathering import DRAWS, SAGE_GOLD, TRANSMUTED, offered, price_of
from games.alchemists.simulator.engine.goods import drawable
from games.alchemists.simulator.engine.planning import SPACE_BY_ID
from games.alchemists.simulator.engine.proposing.asked import (
    OpenAsked,
    bad,
    declining,
    good,
    leaving,
    paying,
    spending,
)
from simulator.engine.game import Move, Proposition

# --- Ingredients -------------------------------------------------------------------------------------------


def best_of(known: BotKnowledge, pairs: tuple[Pair, ...]) -> tuple[float, Pair | None]:
    """The pair that divides the worlds best, the first of equal ones."""
    told = bits_of(known.facts)
    best = max(pairs, key=lambda pair: round(told[pair], 9), default=None)
    return (round(told[best], 9) if best else 0.0), best


def _forage(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known = asked.known
    if move.verb == "decline":
        yield from declining(asked)
        return
    if move.verb == "draw":
        left = unseen(known)
        fresh = sum(n for card, n in left.items() if card not in known.hand)
        if fresh:
            yield good("draw_fresh", n=sum(left.values()), fresh=fresh)
        yield bad("draw_blind")
        return
    (card,) = move.args
    before, _ = best_of(known, advice.pairs_in(known.hand))
    after, pair = best_of(known, advice.pairs_in((*known.hand, card)))
    if pair and after > before:
        yield good("take_pair", pair=pair, worlds=asked.total, counts=known.counts(pair))
    held = known.hand.count(card)
    yield bad("take_another", n=held) if held else good("take_kind")


def _transmute(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known, gold = asked.known, asked.known.board.gold
    if move.verb == "decline":
        yield from paying(asked, gold)
        yield from declining(asked)
        yield good("keeps_hand", n=len(known.hand))
        return
    card, sages = move.args
    after = gold + TRANSMUTED + sages * SAGE_GOLD
    if known.left_in(BUY):
        prices = {code: price_of(known.state, known.seat, code, 0) for code in offered(known.state)}
        for code, price in sorted(prices.items(), key=lambda each: (-each[1], each[0])):
            if gold < price <= after:
                yield good("gold_artifact", artifact=code, price=price)
    yield from leaving(asked, (card,))
    yield from paying(asked, after)
    yield from spending(SAGE, sages)


def _discard(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    yield from leaving(asked, move.args)
    hand = list(asked.known.hand)
    for card in move.args:
        hand.remove(card)
    before, _ = best_of(asked.known, advice.pairs_in(asked.known.hand))
    after, pair = best_of(asked.known, advice.pairs_in(hand))
    if pair and after == before:
        yield good("keeps_pair", worlds=asked.total, counts=asked.known.counts(pair))
    else:
        yield bad("loses_pair")


# --- Artifacts, gold ---------------------------------------------------------------------------------------


def _buy(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known, gold = asked.known, asked.known.board.gold
    if move.verb == "decline":
        yield from paying(asked, gold)
        yield good("gold_left", n=gold)
        yield from declining(asked)
        return
    code, shopkeepers = move.args
    left = gold - price_of(known.state, known.seat, code, shopkeepers)
    points, when = points_now(known, code), ARTIFACTS[code].data["when"]
    if "permanent" in when and known.round < ROUNDS:
        yield good("buy_serves", n=ROUNDS - known.round)
    if points:
        yield good("buy_points", n=points)
    if "immediate" in when:
        yield good("buy_at_once")
    yield from paying(asked, left)
    yield good("gold_left", n=left)
    yield from spending(SHOPKEEPER, shopkeepers)


def points_now(known: BotKnowledge, code: str) -> int:
    """What an artifact would bring at the end if that were now, as far as it is certain."""
    if code == MIRROR:
        return int(known.board.reputation // int(GAME.constants["mirror_per_point"]))
    if code == CABINET:
        return int(GAME.constants["cabinet_points"]) * (len(known.board.artifacts) + 1)
    return int(ARTIFACTS[code].data.get("vp") or 0)


def _altar(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    paid = move.args[0] if move.args else 0
    yield from paying(asked, asked.known.board.gold - paid)
    yield good("reputation", n=asked.known.board.reputation + paid)
    yield good("gold_left", n=asked.known.board.gold - paid)


# --- The order track, favours ------------------------------------------------------------------------------


def _space(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    """How far up it is, among those who stand and those who may still come; the hand afterwards."""
    known, track = asked.known, SPACE_BY_ID[asked.known.seen.players]
    order, space = list(track), track[move.args[0]]
    taken = [order.index(name) for name in known.seen.spaces if name in track]
    at = order.index(space.id)
    below = sum(place > at for place in taken)
    free = [each for each in order[:at] if track[each].choosable and order.index(each) not in taken]
    free = [each for each in free if track[each].least <= known.seen.players]
    cards = 0 if known.owns(TRUNK) else space.ingredients
    if space.favours:
        yield good("space_favour", n=space.favours)
    if cards and cards + DRAWS * space.favours <= drawable(known.state):  # each may be a Herbalist
        yield good("space_hand", n=len(known.hand) + cards)
    if below:
        yield good("space_before", n=below)
    if not free:
        yield good("space_top")
    if len(taken) > below:
        yield bad("space_behind", n=len(taken) - below)
    if space.price:
        yield bad("space_pays", n=known.board.gold - space.price)
    else:
        yield good("gold_left", n=known.board.gold)


SOLD_WITH = {MERCHANT: SELL, BARMAID: SELL}  # favours that wait for an area which is closed at first


def _keep(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    area = SOLD_WITH.get(move.args[0])
    rounds = AREAS[PLACE[area]].rounds if area else (asked.known.round,)
    if asked.known.round in rounds:
        yield good("keep_now")
    else:
        yield bad("keep_later", n=rounds[0])


SAYERS = {
    FORAGE: _forage,
    TRANSMUTE: _transmute,
    BUY: _buy,
    "Herbalist": _discard,
    "Altar": _altar,
    "Space": _space,
    "Keep": _keep,
}

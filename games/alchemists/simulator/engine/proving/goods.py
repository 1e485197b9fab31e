"""Whether what is said of cards, gold, favours, artifacts and spaces is so."""

from collections import Counter

from games.alchemists.scoring.points import ARTIFACTS, CABINET, MIRROR
from games.alchemists.simulator.engine.data import (
    AREAS,
    BUY,
    COPIES,
    PLACE,
    ROUNDS,
    SELL,
    TRACKS,
    TRANSMUTE,
    TRUNK,
    OrderSpace,
)
from games.alchemists.simulator.engine.proving.tried import Counts, Pair, Tried, named

# --- Ingredients -------------------------------------------------------------------------------------------


def take_pair(tried: Tried, pair: Pair, worlds: int, counts: Counts) -> bool:
    """The card makes a pair that divides the worlds better than any of the hand does."""
    if tried.verb != "take" or worlds != tried.total or tried.parts(pair) != counts:
        return False
    before, _ = tried.best_pair(tried.hand)
    after, best = tried.best_pair((*tried.hand, tried.move.args[0]))
    return best == pair and after > before


def take_kind(tried: Tried) -> bool:
    return tried.verb == "take" and tried.move.args[0] not in tried.hand


def take_another(tried: Tried, n: int) -> bool:
    return tried.verb == "take" and 0 < n == tried.hand.count(tried.move.args[0])


def draw_blind(tried: Tried) -> bool:
    return tried.verb == "draw"


def draw_fresh(tried: Tried, n: int, fresh: int) -> bool:
    """Of all cards that the seat hasn't seen, those of kinds that it lacks."""
    if tried.verb != "draw" or tried.before.own is None:
        return False
    unseen = Counter(COPIES)
    unseen.subtract([*tried.hand, *tried.before.row, *tried.before.cleared])
    unseen.subtract([card for cards in tried.before.own.thrown for card in cards])
    for seat, board in enumerate(tried.before.boards):
        unseen.subtract(board.shown if seat != tried.seat else ())
    left = {card: max(0, there) for card, there in unseen.items()}
    lacking = sum(there for card, there in left.items() if card not in tried.hand)
    return 0 < fresh == lacking and n == sum(left.values())


def keeps_hand(tried: Tried, n: int) -> bool:
    return tried.declines and tried.where == TRANSMUTE and len(tried.after.hand) >= n == len(tried.hand)


def _after_discard(tried: Tried) -> tuple[str, ...]:
    return tuple((Counter(tried.hand) - Counter(tried.move.args)).elements())


def keeps_pair(tried: Tried, worlds: int, counts: Counts) -> bool:
    """The best experiment of the hand is still there after the discard."""
    if tried.verb != "discard" or worlds != tried.total:
        return False
    (before, _), (after, pair) = tried.best_pair(tried.hand), tried.best_pair(_after_discard(tried))
    return pair is not None and after == before and tried.parts(pair) == counts


def loses_pair(tried: Tried) -> bool:
    if tried.verb != "discard":
        return False
    (before, _), (after, pair) = tried.best_pair(tried.hand), tried.best_pair(_after_discard(tried))
    return pair is None or after < before


# --- Gold, artifacts ---------------------------------------------------------------------------------------

PAYING = ("transmute", "buy", "pay")


def _counts_gold(tried: Tried) -> bool:
    return tried.verb in PAYING or (tried.declines and tried.where in (TRANSMUTE, BUY, "Altar"))


def _gold_after(tried: Tried) -> int:
    return tried.after.boards[tried.seat].gold


def gold_theories(tried: Tried, n: int) -> bool:
    if not _counts_gold(tried) or not 0 < n == tried.theories_planned:
        return False
    return _gold_after(tried) >= n * tried.theory_price


def gold_short(tried: Tried, n: int) -> bool:
    if not _counts_gold(tried) or not 0 < n == tried.theories_planned:
        return False
    return _gold_after(tried) < n * tried.theory_price


def gold_artifact(tried: Tried, artifact: str, price: int) -> bool:
    if tried.verb != "transmute" or not tried.planned(BUY) or artifact not in tried.offered:
        return False
    return tried.board.gold < price <= _gold_after(tried) and price == tried.price(artifact)


def gold_left(tried: Tried, n: int) -> bool:
    told = tried.verb in ("buy", "pay", "space") or (tried.declines and tried.where in (BUY, "Altar"))
    return told and _gold_after(tried) == n


def spends_favour(tried: Tried, card: str, n: int) -> bool:
    spent = SPENDING.get(tried.verb)
    if spent is None or spent[0] != card:
        return False
    return 0 < n == (int(tried.move.args[spent[1]]) if spent[1] is not None else _associates(tried))


def _associates(tried: Tried) -> int:
    return int(tried.move.args != ("none",))


# By verb the favour that it plays, and which argument says how many.
SPENDING: dict[str, tuple[str, int | None]] = {
    "transmute": ("sage", 1),
    "buy": ("shopkeeper", 1),
    "order": ("merchant", 1),
    "barmaid": ("barmaid", 0),
    "assistant": ("assistant", 0),
    "associate": ("associate", None),
}


def buy_serves(tried: Tried, n: int) -> bool:
    return tried.verb == "buy" and "permanent" in _when(tried) and 0 < n == ROUNDS - tried.before.round


def buy_at_once(tried: Tried) -> bool:
    return tried.verb == "buy" and "immediate" in _when(tried)


def _when(tried: Tried) -> str:
    return str(ARTIFACTS[tried.move.args[0]].data["when"])


def buy_points(tried: Tried, n: int) -> bool:
    """As printed; the Cabinet counts artifacts with itself, the Mirror every five points of reputation."""
    if tried.verb != "buy":
        return False
    code = tried.move.args[0]
    now = {CABINET: 2 * (len(tried.board.artifacts) + 1), MIRROR: tried.board.reputation // 5}
    return 0 < n == int(now.get(code, ARTIFACTS[code].data.get("vp", 0)))


def reputation(tried: Tried, n: int) -> bool:
    """As the event tells it: the end of a round may go on from there."""
    told = [event.params for event in tried.step.events if event.kind == "reputation"]
    after = [params["n"] for params in told if params["seat"] == tried.seat]
    return tried.where == "Altar" and n == (tried.board.reputation if tried.declines else after[0])


# --- The order track, favours ------------------------------------------------------------------------------


def _space(tried: Tried) -> OrderSpace | None:
    spaces = TRACKS[tried.before.players]
    return next((each for each in spaces if tried.verb == "space" and each.id == tried.move.args[0]), None)


def space_favour(tried: Tried, n: int) -> bool:
    space = _space(tried)
    return space is not None and 0 < n == space.favours


def space_hand(tried: Tried, n: int) -> bool:
    """Herbalists among the favours may bring more."""
    space = _space(tried)
    if space is None or not space.ingredients or TRUNK in tried.board.artifacts:
        return False
    return bool(n == len(tried.hand) + space.ingredients <= len(tried.after.hand))


def _standing(tried: Tried) -> tuple[int, int]:
    """How many stand above and below the space, by the track from the top down."""
    order = [each.id for each in TRACKS[tried.before.players]]
    own = order.index(tried.move.args[0])
    others = [order.index(name) for name in tried.before.spaces if name in order]
    return sum(place < own for place in others), sum(place > own for place in others)


def space_before(tried: Tried, n: int) -> bool:
    return _space(tried) is not None and 0 < n == _standing(tried)[1]


def space_behind(tried: Tried, n: int) -> bool:
    return _space(tried) is not None and 0 < n == _standing(tried)[0]


def space_top(tried: Tried) -> bool:
    """No space above it can still be taken."""
    space, players = _space(tried), tried.before.players
    for each in TRACKS[players]:
        if each == space:
            return True
        if each.choosable and each.least <= players and each.id not in tried.before.spaces:
            return False
    return False


def space_pays(tried: Tried, n: int) -> bool:
    space = _space(tried)
    return space is not None and space.price > 0 and _gold_after(tried) == n


SELLERS = ("merchant", "barmaid")


def keep_now(tried: Tried) -> bool:
    return tried.verb == "keep" and (tried.move.args[0] not in SELLERS or _sells(tried))


def keep_later(tried: Tried, n: int) -> bool:
    first = AREAS[PLACE[SELL]].rounds[0]
    return tried.verb == "keep" and tried.move.args[0] in SELLERS and not _sells(tried) and n == first


def _sells(tried: Tried) -> bool:
    return tried.before.round in AREAS[PLACE[SELL]].rounds


CHECKS = dict(
    named(
        take_pair,
        take_kind,
        take_another,
        draw_blind,
        draw_fresh,
        keeps_hand,
        keeps_pair,
        loses_pair,
        gold_theories,
        gold_short,
        gold_artifact,
        gold_left,
        spends_favour,
        buy_serves,
        buy_at_once,
        buy_points,
        reputation,
        space_favour,
        space_hand,
        space_before,
        space_behind,
        space_top,
        space_pays,
        keep_now,
        keep_later,
    )
)

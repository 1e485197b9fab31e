"""Cards, gold and favours: what a hand is worth, what to gather, to give away and to buy."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.alchemists.scoring.points import ARTIFACTS, AUTHORITY, CABINET, FEATHER, IDOL, MIRROR, ROBE
from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.data import GAME, INGREDIENTS
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.deduction.worlds import tables
from games.alchemists.simulator.engine.bots.known import BotKnowledge, Weighed, bits_of, exhibits, rest_of
from games.alchemists.simulator.engine.bots.selling import best_offer
from games.alchemists.simulator.engine.bots.taste import POINT_OF_GOLD, Taste
from games.alchemists.simulator.engine.data import (
    ADVENTURERS,
    ALTAR,
    AMULET,
    ASSISTANT,
    ASSOCIATE,
    BARMAID,
    BOOTS,
    CAP,
    COPIES,
    CUBES_FOR_FAVOUR,
    CUSTODIAN,
    DISCOUNT,
    EXHIBITION,
    HERBALIST,
    HYPNOTIC,
    MERCHANT,
    MORTAR,
    PERISCOPE,
    PRESS,
    PUBLISH,
    ROUNDS,
    SAGE,
    SELL,
    SHOPKEEPER,
    TRUNK,
    number_on,
)
from games.alchemists.simulator.engine.gathering import (
    ALTAR_MOST,
    SAGE_GOLD,
    TRANSMUTED,
    price_of,
)
from games.alchemists.simulator.engine.planning import SPACE_BY_ID
from games.alchemists.simulator.engine.state import BOOK_AT
from games.alchemists.simulator.engine.theorising import cost_of
from simulator.engine.game import Move, Why
from simulator.engine.tuples import without

# How gladly each favour is kept when setting up, beside the gold it is worth at the end.
KEPT_FAVOUR: Mapping[str, float] = {
    ASSISTANT: 1.2,
    CUSTODIAN: 0.9,
    HERBALIST: 0.9,
    MERCHANT: 0.8,
    SAGE: 0.8,
    SHOPKEEPER: 0.8,
    BARMAID: 0.7,
    ASSOCIATE: 0.5,
}
FIRST_PLACE = 0.12  # what standing a space further up is worth
LATE_SALE = 0.4  # of a sale that isn't planned yet
SECOND_MIX = 0.6  # of a second experiment, which knows more and so tells less
NEEDED = 1.2  # a gold more when a planned theory can't be paid without it
CARDS_USED = 6  # more cards than that are seldom used in time
# Of a card, what the first of its kind in a hand is worth, the second, the third…
COPY_WORTH = (1.0, 0.6, 0.3, 0.15, *(0.05,) * 4)
# What a permanent artifact does in a round, in points; what others do once is worked out below.
BY_ROUND: Mapping[str, float] = {BOOTS: 1.1, MORTAR: 0.9, PERISCOPE: 0.6, PRESS: 0.8, ROBE: 1.3}
DISCOUNT_WORTH = 0.6  # a round
SINGLE_CUBE = 0.5  # of an unused cube, while it is alone
# Any card is worth a little more than half a favour while there is a round to use it in; what it adds to the
# hand decides between two that add less.
FORAGED, ADDED = 1.1, 0.1


# --- What a hand is worth ----------------------------------------------------------------------------------


def hand_worth(known: BotKnowledge, taste: Taste, hand: Sequence[str]) -> float:
    """What a hand can do: exhibit in the last round, else tell something, sell something, be there at all."""
    if not taste.plans:
        return taste.card * len(hand)
    if known.last:
        attempts = known.left_in(EXHIBITION)
        worth = exhibits(known, hand, attempts).points if attempts else 0.0
        return worth + _sale_worth(known, taste, hand) + _bare(taste, hand)
    return mixing_worth(known, taste, hand) + _sale_worth(known, taste, hand) + _bare(taste, hand)


def _bare(taste: Taste, hand: Sequence[str]) -> float:
    """Cards at all: each further one a little less, a further one of a kind much less, as it mixes with
    nothing that the first doesn't mix with.
    """
    copies = Counter(hand).values()
    cards = min(sum(sum(COPY_WORTH[:n]) for n in copies), 2 * CARDS_USED)
    return taste.card * cards * (1 - (cards - 1) / (4 * CARDS_USED))


def mixing_worth(known: BotKnowledge, taste: Taste, hand: Sequence[str]) -> float:
    """The two experiments that tell most, the second of other cards."""
    told = bits_of(known.facts)
    first = best_pair(told, hand)
    if first is None:
        return 0.0
    second = best_pair(told, rest_of(hand, first))
    return taste.bit * (told[first] + SECOND_MIX * (told[second] if second else 0.0))


def best_pair(told: Mapping[Pair, float], hand: Sequence[str]) -> Pair | None:
    return max(advice.pairs_in(hand), key=lambda pair: told[pair], default=None)


def _sale_worth(known: BotKnowledge, taste: Taste, hand: Sequence[str]) -> float:
    """A sale of this round if it is planned, else one to the adventurer who comes next."""
    planned = known.left_in(SELL) > 0
    there = known.seen.adventurers
    at = known.round - 2 if planned else min(known.round - 1, len(there) - 1)
    if not 0 <= at < len(there):
        return 0.0
    best = best_offer(known, taste, advice.pairs_in(hand), ADVENTURERS[there[at]])
    return max(0.0, best.points) * (1.0 if planned else LATE_SALE) if best else 0.0


def unseen(known: BotKnowledge) -> Counter[str]:
    """The cards that may lie in the deck: all but the own ones, the open ones, and those that all know of."""
    gone = Counter([*known.hand, *known.seen.row, *known.seen.cleared])
    for cards in known.own.thrown:
        gone.update(cards)
    for seat, board in enumerate(known.seen.boards):
        if seat != known.seat:
            gone.update(board.shown)
    return Counter({card: max(0, COPIES[card] - gone[card]) for card in INGREDIENTS})


def unused_worth(known: BotKnowledge, taste: Taste, cubes: int) -> float:
    """So many more cubes among the unused: two of them bring a favour, a single one hopes for another."""
    lying = known.board.unused
    pairs, odd = divmod(lying + cubes, CUBES_FOR_FAVOUR)
    pairs, odd = pairs - lying // CUBES_FOR_FAVOUR, odd - lying % CUBES_FOR_FAVOUR
    return taste.cube * (pairs * CUBES_FOR_FAVOUR + odd * SINGLE_CUBE)


# --- Gathering and giving away -----------------------------------------------------------------------------


def weigh_forage(known: BotKnowledge, taste: Taste, moves: Sequence[Move]) -> Iterator[Weighed]:
    """What the hand is worth with the card; blind, the mean over all that may come."""
    before = hand_worth(known, taste, known.hand)
    least = 0.0 if known.last else FORAGED * taste.cube

    def added(card: str) -> float:
        worth = hand_worth(known, taste, (*known.hand, card)) - before
        return max(worth, least + ADDED * worth)

    kinds = {card: added(card) for card in INGREDIENTS if card in known.seen.row or taste.plans}
    for move in moves:
        if move.verb == "take":
            card = move.args[0]
            yield Weighed(move, kinds[card], card_said(known, card))
        elif move.verb == "draw":
            left = unseen(known)
            total = sum(left.values())
            mean = sum(kinds.get(card, taste.card) * n for card, n in left.items()) / total if total else 0.0
            yield Weighed(move, mean - 0.01, (Why("hint_draw", {"n": total}),))


def card_said(known: BotKnowledge, card: str) -> tuple[Why, ...]:
    """The best experiment that a further card allows."""
    told = bits_of(known.facts)
    pairs = [pair for pair in advice.pairs_in((*known.hand, card)) if card in pair]
    if not pairs:
        return (Why("hint_card", {"ingredient": card}),)
    best = max(pairs, key=lambda pair: told[pair])
    params = {"ingredient": card, "pair": best, "worlds": known.total, "counts": known.counts(best)}
    return (Why("hint_card_splits", params),)


def weigh_transmute(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    """A gold, and one for each Sage, for the card that the hand misses least."""
    card, sages = move.args
    gold = TRANSMUTED + sages * SAGE_GOLD
    lost = hand_worth(known, taste, known.hand) - hand_worth(known, taste, without(known.hand, card))
    params = {"ingredient": card, "price": gold, "lost": lost}
    points = gold * taste.gold - lost - sages * taste.favour
    if taste.plans:
        points += NEEDED * min(gold, max(0, wanted_gold(known) - known.board.gold))
    return Weighed(move, points, (Why("hint_transmute", params),))


def wanted_gold(known: BotKnowledge) -> int:
    """What the theories that are still planned ask for."""
    return known.left_in(PUBLISH) * cost_of(known.state, known.seat)


def weigh_discard(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    """What the hand is worth without the two."""
    left = without(without(known.hand, move.args[0]), move.args[1])
    return Weighed(move, hand_worth(known, taste, left), (Why("hint_keep_hand", {"cards": left}),))


# --- The order track, favours ------------------------------------------------------------------------------


def weigh_space(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    """Its cards, its price, and how far up it is."""
    track = SPACE_BY_ID[known.seen.players]
    space, track_places = track[move.args[0]], list(track)
    cards = 0 if known.owns(TRUNK) else space.ingredients
    hand = known.hand
    points = taste.favour * space.favours - taste.gold * space.price
    points += taste.card * cards
    if taste.plans:
        need = max(0, CARDS_USED - len(hand))
        points += 0.3 * taste.card * min(cards, need)
        points += FIRST_PLACE * (len(track) - track_places.index(space.id)) * (known.round > 1)
    above = sum(
        track_places.index(taken) < track_places.index(space.id)
        for taken in known.seen.spaces
        if taken in track
    )
    hand_after = Why("hint_space", {"n": len(hand) + cards})
    queue = Why("hint_space_queue", {"n": above}) if above else Why("hint_space_first", {})
    return Weighed(move, points, (hand_after, queue))


def weigh_keep(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    return Weighed(move, KEPT_FAVOUR[move.args[0]], (Why(f"hint_keep_{move.args[0]}", {}),))


# --- Artifacts ---------------------------------------------------------------------------------------------


def artifact_worth(known: BotKnowledge, taste: Taste, artifact: str) -> float:
    """The points of an artifact from now on, its price not counted."""
    printed = ARTIFACTS[artifact].data.get("vp")
    points = float(printed) if isinstance(printed, int) else 0.0
    if artifact in AT_THE_END:
        return AT_THE_END[artifact](known)
    if not taste.plans:
        return points + (number_on(AMULET, "reputation") if artifact == AMULET else 0)
    rounds = ROUNDS - known.round + (known.round > 1) * 0.5
    points += BY_ROUND.get(artifact, 0.0) * (rounds - (artifact == ROBE) * 0.5)
    return points + _once(known, taste, artifact, rounds)


def _once(known: BotKnowledge, taste: Taste, artifact: str, rounds: float) -> float:
    if artifact == AMULET:
        robe = known.owns(ROBE) and not known.last
        return float(number_on(AMULET, "reputation") + robe)
    if artifact == HYPNOTIC:
        return number_on(HYPNOTIC, "favours") * taste.favour
    if artifact == AUTHORITY:
        return int(GAME.constants["authority"]) * 1.4 * rounds
    if artifact == DISCOUNT:
        return DISCOUNT_WORTH * rounds
    if artifact == TRUNK:
        return number_on(TRUNK, "ingredients") * taste.card * 0.7 - taste.card * 1.2 * (ROUNDS - known.round)
    if artifact == CAP:
        return mixing_worth(known, taste, known.hand)
    return 0.0


def _mirror(known: BotKnowledge) -> float:
    return known.board.reputation // int(GAME.constants["mirror_per_point"])


def _idol(known: BotKnowledge) -> float:
    """The seals on theories that are thought to be right."""
    return int(GAME.constants["idol_points"]) * sum(
        known.odds.count(known.worlds & tables().placed[name][known.seen.books[BOOK_AT[name]].token])
        / known.odds.total
        for name in INGREDIENTS
        if known.seat in known.seen.books[BOOK_AT[name]].seats
    )


def _cabinet(known: BotKnowledge) -> float:
    return int(GAME.constants["cabinet_points"]) * (len(known.board.artifacts) + 1)


def _altar(known: BotKnowledge) -> float:
    """Gold into reputation, as far as it goes after the price."""
    price = price_of(known.state, known.seat, ALTAR, 0)
    return max(0, min(ALTAR_MOST, known.board.gold - price)) * (1 - POINT_OF_GOLD)


def _feather(known: BotKnowledge) -> float:
    """The kinds of the exhibits that can be planned now, in the share that is likely to succeed."""
    attempts = known.left_in(EXHIBITION) or 2
    plan = exhibits(known, known.hand, attempts)
    kinds = {card: step.success / plan.worlds for step in plan.steps for card in step.pair}
    return int(GAME.constants["feather_points"]) * sum(kinds.values())


AT_THE_END = {MIRROR: _mirror, IDOL: _idol, CABINET: _cabinet, ALTAR: _altar, FEATHER: _feather}


def weigh_buy(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    """What it brings, less its price and the Shopkeepers."""
    artifact, shopkeepers = move.args
    price = price_of(known.state, known.seat, artifact, shopkeepers)
    worth = artifact_worth(known, taste, artifact)
    points = worth - price * taste.gold - shopkeepers * taste.favour
    return Weighed(move, points, (artifact_said(artifact, price, worth),))


def artifact_said(artifact: str, price: int, worth: float) -> Why:
    """What an artifact brings for its price: the points on its card, or a judgement of all that it does."""
    printed = ARTIFACTS[artifact].data.get("vp")
    if worth == printed:
        return Why("hint_buy_exact", {"artifact": artifact, "price": price, "n": printed})
    return Why("hint_buy", {"artifact": artifact, "price": price, "points": worth})


def weigh_pay(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    """A gold for a point of reputation, when three are a point at the end."""
    gold = move.args[0]
    params = {"price": gold, "reputation": gold}
    return Weighed(move, gold * (1 - POINT_OF_GOLD), (Why("hint_altar", params),))

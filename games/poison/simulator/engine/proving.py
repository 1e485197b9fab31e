"""Whether what is said of a move is so in a world: found by making moves and looking, and by the cards.

Nothing of what proposes is imported here, so that a mistake there can't hide.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from games.poison.scoring.points import COLOURS, COPIES, POISON_POINTS, POTION_POINTS
from games.poison.simulator.engine.data import COLOUR, EMPTY, LIMIT, VALUE
from games.poison.simulator.engine.rules import apply, legal_moves
from games.poison.simulator.engine.state import State, Turn
from games.poison.simulator.engine.view import unseen, view
from simulator.engine.evolve import evolve
from simulator.engine.game import Move, Proposition, Seat
from web.refusal import Params

DEAR, LEAD, FEW, SMALL, LARGE = 4, 3, 2, 2, 5  # as the sentences have them
Found = Params | None  # what would be true to say; None: nothing
Truth = Callable[[State, Seat, Move], Found]


def holds(world: State, seat: Seat, move: Move, said: Proposition) -> bool:
    """Whether it is so in this world, every parameter included."""
    if move not in legal_moves(world, seat):
        return False
    truth = (OF_PLAYS if move.verb == "play" else OF_MAJORITIES).get(said.code)
    return truth is not None and truth(world, seat, move) == dict(said.params)


# --- Looking -----------------------------------------------------------------------------------------------


def _taken(world: State, seat: Seat, move: Move) -> tuple[str, ...]:
    """The cards that a move brings whoever makes it."""
    events = apply(world, seat, move).events
    return tuple(card for event in events if event.kind == "captured" for card in event.params["cards"])


def _worth(cards: Sequence[str]) -> int:
    return sum(POTION_POINTS if COLOUR[card] else POISON_POINTS for card in cards)


def _later(world: State, seat: Seat, move: Move) -> State | None:
    """The position after a move, if the round goes on."""
    after: State = apply(world, seat, move).state
    goes_on = len(after.history) == len(world.history) and isinstance(after.agenda[-1], Turn)
    return after if goes_on else None


def _free(state: State, seat: Seat, cards: Sequence[str]) -> int:
    """How many of the cards the seat could lay without taking any, if it held them and it were its turn."""
    found = 0
    for card, n in Counter(cards).items():
        hands = tuple((card,) if other == seat else hand for other, hand in enumerate(state.hands))
        asked = evolve(state, hands=hands, agenda=(Turn(seat),))
        found += n * any(not _taken(asked, seat, move) for move in legal_moves(asked, seat))
    return found


def _rest(world: State, seat: Seat, move: Move) -> list[str]:
    """One's hand without the card that is laid."""
    hand = list(world.hands[seat])
    hand.remove(move.args[0])
    return hand


def _all_free(world: State, seat: Seat) -> list[int]:
    """For each legal move how many of the unseen cards fit then."""
    hidden = unseen(view(world, seat))
    laters = [_later(world, seat, move) for move in legal_moves(world, seat)]
    return [_free(later, later.agenda[-1].seat, hidden) for later in laters if later]


# --- What would be true, by code ---------------------------------------------------------------------------


def _free_move(world: State, seat: Seat, move: Move) -> Found:
    return None if _taken(world, seat, move) else {}


def _takes(poison: bool) -> Truth:
    def found(world: State, seat: Seat, move: Move) -> Found:
        taken = _taken(world, seat, move)
        poisons = [card for card in taken if not COLOUR[card]]
        if not taken or bool(poisons) != poison:
            return None
        return {"cauldron": move.args[1], "n": len(poisons or taken), "points": _worth(taken)}

    return found


def _prices(world: State, seat: Seat) -> list[int]:
    return [_worth(_taken(world, seat, move)) for move in legal_moves(world, seat)]


def _cheapest(world: State, seat: Seat, move: Move) -> Found:
    prices, price = _prices(world, seat), _worth(_taken(world, seat, move))
    return {"points": price} if 0 < min(prices) == price < max(prices) else None


def _dearest(world: State, seat: Seat, move: Move) -> Found:
    prices, price = _prices(world, seat), _worth(_taken(world, seat, move))
    return {"points": price} if min(prices) < price == max(prices) and len(set(prices)) > 2 else None


def _sheds(surely: bool) -> Truth:
    def found(world: State, seat: Seat, move: Move) -> Found:
        taken = _taken(world, seat, move)
        colour = next((COLOUR[card] for card in taken if COLOUR[card]), None)
        piles = [(*pile, *taken) if other == seat else pile for other, pile in enumerate(world.captured)]
        counts = [sum(COLOUR[card] == colour for card in pile) for pile in piles]
        own = counts.pop(seat)
        left = COPIES[colour] - own - sum(counts) if colour else 0
        lead = own - max(counts)
        if colour is None or (lead <= left if surely else not LEAD <= lead <= left):
            return None
        return {"colour": colour, "n": own, **({} if surely else {"lead": lead})}

    return found


def _next(forced: bool) -> Truth:
    def found(world: State, seat: Seat, move: Move) -> Found:
        later = _later(world, seat, move)
        following = later.agenda[-1].seat if later else seat
        if later is None or following == seat:
            return None
        spills = all(_taken(later, following, each) for each in legal_moves(later, following))
        return {"seat": following} if spills == forced else None

    return found


def _tightest(world: State, seat: Seat, move: Move) -> Found:
    return _compared(world, seat, move, min)


def _loosest(world: State, seat: Seat, move: Move) -> Found:
    return _compared(world, seat, move, max)


def _compared(world: State, seat: Seat, move: Move, of: Callable[[Sequence[int]], int]) -> Found:
    later, hidden = _later(world, seat, move), unseen(view(world, seat))
    if later is None or not hidden:
        return None
    n, of_all = _free(later, later.agenda[-1].seat, hidden), _all_free(world, seat)
    return {"n": n, "total": len(hidden)} if n == of(of_all) and len(set(of_all)) > 1 else None


def _pot_after(world: State, seat: Seat, move: Move) -> tuple[str, ...]:
    """What lies in the cauldron then, nothing where the round is over or cards were taken."""
    later = _later(world, seat, move)
    if later is None or _taken(world, seat, move):
        return ()
    cards: tuple[str, ...] = later.cauldrons[move.args[1] - 1].cards
    return cards


def _full(world: State, seat: Seat, move: Move) -> Found:
    cards = _pot_after(world, seat, move)
    full = sum(VALUE[card] for card in cards) == LIMIT
    return {"cauldron": move.args[1], "points": _worth(cards)} if full else None


def _brink(world: State, seat: Seat, move: Move) -> Found:
    place, later = move.args[1], _later(world, seat, move)
    total = sum(VALUE[card] for card in _pot_after(world, seat, move))
    colour = later.cauldrons[place - 1].colour if later else EMPTY
    if not 0 < total < LIMIT or colour not in COLOURS:
        return None
    fitting = [card for card in unseen(view(world, seat)) if COLOUR[card] in ("", colour)]
    n = sum(total + VALUE[card] <= LIMIT for card in fitting)
    return {"cauldron": place, "n": n} if n <= FEW else None


def _dear(world: State, seat: Seat, move: Move) -> Found:
    cards = _pot_after(world, seat, move)
    dear = not COLOUR[move.args[0]] and _worth(cards) >= DEAR
    return {"cauldron": move.args[1], "points": _worth(cards)} if dear else None


def _roomy(world: State, seat: Seat, move: Move) -> Found:
    total = sum(VALUE[card] for card in _pot_after(world, seat, move))
    roomy = 0 < total <= LIMIT - max(VALUE.values())
    return {"cauldron": move.args[1], "total": total} if roomy else None


def _nobody_has(world: State, seat: Seat, move: Move) -> Found:
    colour = COLOUR[move.args[0]]
    held = (*unseen(view(world, seat)), *_rest(world, seat, move))
    if not colour or not _later(world, seat, move) or any(COLOUR[card] == colour for card in held):
        return None
    return {"cauldron": move.args[1], "colour": colour}


def _rid_of_poison(world: State, seat: Seat, move: Move) -> Found:
    if COLOUR[move.args[0]] or _taken(world, seat, move):
        return None
    left = sum(not COLOUR[card] for card in _rest(world, seat, move))
    return {"n": left}


def _poisons_own(world: State, seat: Seat, move: Move) -> Found:
    colour = world.cauldrons[move.args[1] - 1].colour
    own = sum(COLOUR[card] == colour for card in _rest(world, seat, move))
    if COLOUR[move.args[0]] or _taken(world, seat, move) or colour not in COLOURS or not own:
        return None
    return {"colour": colour, "n": own}


def _rid_of_large(world: State, seat: Seat, move: Move) -> Found:
    card = move.args[0]
    rest = [VALUE[each] for each in _rest(world, seat, move)]
    if VALUE[card] < LARGE or not rest:
        return None
    return {"card": card} if max(rest) <= VALUE[card] > min(rest) else None


def _keeps_small(world: State, seat: Seat, move: Move) -> Found:
    left = sum(VALUE[card] <= SMALL for card in _rest(world, seat, move))
    return {"n": left, "value": SMALL} if left and VALUE[move.args[0]] > SMALL else None


def _spends_small(world: State, seat: Seat, move: Move) -> Found:
    larger = [
        (VALUE[each.args[0]], each)
        for each in legal_moves(world, seat)
        if VALUE[each.args[0]] > SMALL and not _taken(world, seat, each)
    ]
    return {"card": max(larger)[1].args[0]} if larger and VALUE[move.args[0]] <= SMALL else None


def _own_left(world: State, seat: Seat, move: Move) -> tuple[State, str, list[str]] | None:
    """The position after a move, the colour of the cauldron, and one's other cards of it."""
    later = _later(world, seat, move)
    colour = later.cauldrons[move.args[1] - 1].colour if later else EMPTY
    own = [card for card in _rest(world, seat, move) if COLOUR[card] == colour]
    return (later, colour, own) if later and own and colour in COLOURS else None


def _opens(world: State, seat: Seat, move: Move) -> Found:
    found = _own_left(world, seat, move)
    if found is None or world.cauldrons[move.args[1] - 1].cards:
        return None
    return {"colour": found[1], "n": len(found[2])}


def _closes(world: State, seat: Seat, move: Move) -> Found:
    found = _own_left(world, seat, move)
    if found is None or _free(found[0], seat, found[2]):
        return None
    return {"cauldron": move.args[1], "colour": found[1], "n": len(found[2])}


def _stuck(world: State, seat: Seat, move: Move) -> Found:
    later, rest = _later(world, seat, move), _rest(world, seat, move)
    return {} if later and rest and not _free(later, seat, rest) else None


def _outlets(world: State, seat: Seat, move: Move) -> Found:
    later, rest = _later(world, seat, move), _rest(world, seat, move)
    if later is None or not rest:
        return None
    n = _free(later, seat, rest)
    of_all = [
        _free(then, seat, _rest(world, seat, each))
        for each in legal_moves(world, seat)
        if (then := _later(world, seat, each))
    ]
    return {"n": n} if n and n == max(of_all) > min(of_all) else None


def _majority(world: State, seat: Seat, move: Move) -> Found:
    (colour,) = move.args
    n = sum(COLOUR[card] == colour for card in world.captured[seat])
    return {"colour": colour, "n": n, "points": n * POTION_POINTS}


def _sheds_it(world: State, seat: Seat, move: Move) -> Found:
    return _majority(world, seat, move) if move.verb == "shed" else None


def _keeps_it(world: State, seat: Seat, move: Move) -> Found:
    return _majority(world, seat, move) if move.verb == "keep" else None


OF_PLAYS: Mapping[str, Truth] = {
    "hint_free": _free_move,
    "hint_takes_poison": _takes(True),
    "hint_takes_potions": _takes(False),
    "hint_cheapest": _cheapest,
    "hint_dearest": _dearest,
    "hint_sheds_if": _sheds(False),
    "hint_sheds_surely": _sheds(True),
    "hint_forces": _next(forced=True),
    "hint_lets": _next(forced=False),
    "hint_tightest": _tightest,
    "hint_loosest": _loosest,
    "hint_full": _full,
    "hint_brink": _brink,
    "hint_dear": _dear,
    "hint_nobody_has": _nobody_has,
    "hint_rid_of_poison": _rid_of_poison,
    "hint_poisons_own": _poisons_own,
    "hint_roomy": _roomy,
    "hint_rid_of_large": _rid_of_large,
    "hint_keeps_small": _keeps_small,
    "hint_spends_small": _spends_small,
    "hint_opens": _opens,
    "hint_closes": _closes,
    "hint_stuck": _stuck,
    "hint_outlets": _outlets,
}
OF_MAJORITIES: Mapping[str, Truth] = {
    "hint_sheds": _sheds_it,
    "hint_keeps": _keeps_it,
}

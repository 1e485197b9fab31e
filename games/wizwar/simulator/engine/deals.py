"""Deals between two wizards in sight of each other (fight.deal)."""

from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.flow import Flow, loose_cards
from games.wizwar.simulator.engine.moves import check_held, is_known, unreadable
from games.wizwar.simulator.engine.places import TREASURE_OF
from games.wizwar.simulator.engine.state import Deal, State
from simulator.engine.game import Move, Seat
from simulator.engine.tuples import in_order
from web.refusal import Refusal


def deal_moves(state: State, deal: Deal) -> list[Move]:
    """The maker lays cards, the partner lays cards or refuses, the maker accepts or refuses."""
    if deal.stage == "accept":
        return [Move("accept"), Move("refuse")]
    laid = deal.gives if deal.stage == "give" else deal.returns
    left = [*state.wizards[deal.seat].hand, *state.wizards[deal.seat].shown]
    for card in laid:
        left.remove(card)
    # The order of the cards changes nothing, so they are laid in theirs.
    more = [card for card in sorted(set(left)) if not laid or card >= laid[-1]]
    more = loose_cards(state, deal.seat, more)
    moves = [Move("give", (card,)) for card in more]
    if deal.stage == "give":
        return [Move("done"), *moves]
    done = [Move("done")] if deal.gives or deal.returns else []
    return [*done, *moves, Move("refuse")]


def check_deal(state: State, deal: Deal, move: Move) -> Refusal | None:
    if move in deal_moves(state, deal):
        return None
    if move.verb == "give" and len(move.args) == 1 and deal.stage != "accept":
        return _give_refusal(state, deal, move.arg)
    return Refusal("deal_first", "fight.deal") if is_known(move) else unreadable(move)


def _give_refusal(state: State, deal: Deal, card: str) -> Refusal:
    """A card of one's own, and in the order of their names, as another order would be the same deal."""
    if card in TREASURE_OF:
        return Refusal("deal_treasure", "fight.deal")
    laid = deal.gives if deal.stage == "give" else deal.returns
    has = [*state.wizards[deal.seat].hand, *state.wizards[deal.seat].shown]
    kept = state.course.first(Box.give_up_refusal, state, deal.seat, card) if card in has else None
    if kept is not None:
        return kept
    if has.count(card) > laid.count(card):
        return Refusal("deal_order", "fight.deal", {"card": card})
    return check_held(state, deal.seat, card) or Refusal("not_in_hand", "turn.play", {"card": card})


def do_deal(flow: Flow, deal: Deal, move: Move) -> None:
    flow.pop()
    if move.verb == "refuse":
        flow.emit("deal_refused", "fight.deal", seat=deal.maker, **{"from": deal.partner})
    elif move.verb == "accept":
        _exchange(flow, deal)
    elif move.verb == "give":
        flow.push(_with_card(deal, move.arg))
    else:
        _next_stage(flow, deal)


def _with_card(deal: Deal, card: str) -> Deal:
    if deal.stage == "give":
        return deal._replace(gives=(*deal.gives, card))
    return deal._replace(returns=(*deal.returns, card))


def _next_stage(flow: Flow, deal: Deal) -> None:
    _lay_open(flow, deal)
    if deal.stage == "give":
        flow.emit("deal_offered", "fight.deal", seat=deal.maker, **{"from": deal.partner})
        _show_cards(flow, deal.maker, deal.partner, deal.gives)
        flow.push(deal._replace(seat=deal.partner, stage="return"))
    else:
        _show_cards(flow, deal.partner, deal.maker, deal.returns)
        flow.push(deal._replace(seat=deal.maker, stage="accept"))


def _show_cards(flow: Flow, owner: Seat, other: Seat, cards: tuple[str, ...]) -> None:
    """What one side lays down is seen by the other alone, who can't unsee it."""
    if cards:
        flow.reveal()
        flow.emit_privately((other,), "deal_cards", "fight.deal", seat=owner, cards=list(cards))


def _lay_open(flow: Flow, deal: Deal) -> None:
    """Both sides have seen what was laid, even if nothing comes of the deal."""
    owner, cards = (deal.maker, deal.gives) if deal.stage == "give" else (deal.partner, deal.returns)
    hidden = [card for card, face_up in _as_they_lie(flow.state, owner, cards) if not face_up]
    flow.learn(owner, hidden, 1 << deal.maker | 1 << deal.partner)


def _as_they_lie(state: State, owner: Seat, cards: tuple[str, ...]) -> list[tuple[str, bool]]:
    """Each card with whether it lies face up before its owner; of two alike the open one is given first."""
    left, found = list(state.wizards[owner].shown), []
    for card in cards:
        found.append((card, card in left))
        if card in left:
            left.remove(card)
    return found


def _exchange(flow: Flow, deal: Deal) -> None:
    """Cards change hands; both know them, and what lay face up still does."""
    flow.emit("deal_made", "fight.deal", seat=deal.maker, **{"from": deal.partner})
    both = 1 << deal.maker | 1 << deal.partner
    given = _as_they_lie(flow.state, deal.maker, deal.gives)
    returned = _as_they_lie(flow.state, deal.partner, deal.returns)
    handed = [(deal.maker, deal.partner, *entry) for entry in given]
    handed += [(deal.partner, deal.maker, *entry) for entry in returned]
    for giver, taker, card, face_up in handed:
        flow.lose(giver, card, watchers=both)
        if face_up:
            flow.change(taker, shown=in_order((*flow.state.wizards[taker].shown, card)))
        else:
            flow.gain(taker, card, both)
    for _, taker, card, face_up in handed:
        if face_up:
            flow.gained_shown(taker, (card,))

"""The course of the game: order, planning, the areas clockwise, the end of the round, six times; the reveal.

A phase does one step, which may open a choice, and is asked again while none is open. Clauses series.rounds,
planning.resolve, conference.*, top.award, unused.pairs, hospital.cubes, final.*; rulings 2-4, 11-13, 28, 66,
72, 77-80, 84-85, 102-103, 115-118, 124-127.
"""

from collections.abc import Callable, Mapping

from games.alchemists.scoring.points import (
    INGREDIENTS,
    Player,
    Seal,
    Theory,
    conference_change,
    gold_left,
    score,
    top_alchemists,
    winners,
)
from games.alchemists.simulator.engine.data import (
    AREA_IDS,
    AREAS,
    BOOTS,
    CONFERENCES,
    CUBES_FOR_FAVOUR,
    CUSTODIAN,
    DECKS,
    FORAGE,
    FULL_SET,
    NO_BOOTS,
    PARALYSED,
    ROUNDS,
    ROW,
    SELL,
)
from games.alchemists.simulator.engine.gathering import play_herbalist
from games.alchemists.simulator.engine.goods import (
    Events,
    cause,
    change_reputation,
    change_screen,
    deal_row,
    draw_favours,
    less,
    move_marker,
    owner_of,
    receive_favours,
    wears_robe,
)
from games.alchemists.simulator.engine.mixing import clear_cauldron
from games.alchemists.simulator.engine.options import CONFERENCE, figures, level_of
from games.alchemists.simulator.engine.planning import begin_plan, order_queue, sequence_of, take_cards
from games.alchemists.simulator.engine.rows import next_row, row_of
from games.alchemists.simulator.engine.selling import ask_bids, is_bidding
from games.alchemists.simulator.engine.setup import SETTING_UP, clockwise
from games.alchemists.simulator.engine.state import NOTHING, Act, Space, State
from games.alchemists.simulator.engine.theorising import counted
from scoring.sheets.lines import PlayerScore
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from web.refusal import Refusal

ORDER, PLAN, RESOLVE, END, OVER = "order", "plan", "act", "end", "over"


def run_until_choice(state: State, events: Events) -> State:
    """On to the next choice: a mix is cleared away, then Herbalists are played, then the phase goes on."""
    while not state.agenda and state.phase != OVER:
        if state.cauldron is not None:
            state = clear_cauldron(state, events)
        elif state.herbalists:
            state = play_herbalist(state, events)
        else:
            state = PHASES[state.phase](state, events)
    return state


# --- Setting up --------------------------------------------------------------------------------------------


def check_keep(state: State, seat: Seat, move: Move) -> Refusal | None:
    """One of the two favours that were drawn (setup.favours)."""
    card = move.arg
    if card in state.screens[seat].favours:
        return None
    return Refusal("favours_short", "favour.play", {"card": card, "n": 0})


def keep_answers(state: State, seat: Seat) -> list[Move]:
    return [Move("keep", (card,)) for card in dict.fromkeys(state.screens[seat].favours)]


def do_keep(state: State, seat: Seat, move: Move, events: Events) -> State:
    """In secret; when all have chosen, the others' cards are laid down unseen (ruling 3)."""
    state = change_screen(state, seat, sealed=move.arg)
    if not all(screen.sealed for screen in state.screens):
        return state
    events.append(Event("favours_kept", "setup.favours", {"n": 1}))
    for chooser in clockwise(state.first, state.players):
        screen = state.screens[chooser]
        (dropped,) = less(screen.favours, (screen.sealed,))
        state = change_screen(state, chooser, favours=(), dropped=dropped, sealed=NOTHING)
        state = receive_favours(state, chooser, (screen.sealed,))
    return evolve(state, agenda=())


def begin_round(state: State, events: Events) -> State:
    """A new round: a new student, empty rows; whoever is paralysed stands on the green space already."""
    events.append(Event("round_started", "series.rounds", {"n": state.round}))
    players, green = state.players, state.stricken
    return evolve(
        state,
        phase=ORDER,
        at=0,
        spaces=tuple(PARALYSED.id if seat in green else NOTHING for seat in range(players)),
        sequence=(),
        paralysed=green,
        stricken=(),
        boards=tuple(evolve(board, suffered=()) if board.suffered else board for board in state.boards),
        rows=((),) * len(AREAS),
        orders=(NOTHING,) * players,
        used=(),
        unhappy=False,
    )


# --- The order track and the plans -------------------------------------------------------------------------


def choose_order(state: State, events: Events) -> State:
    """The paralysed take their cards, the others choose clockwise from the first player (ruling 11)."""
    queue = order_queue(state)
    if state.at == len(queue):
        sequence = sequence_of(state)
        events.append(Event("order_set", "order.sequence", {"seats": list(sequence)}))
        return evolve(state, phase=PLAN, at=0, sequence=sequence)
    seat = queue[state.at]
    if state.at >= len(state.paralysed):
        return evolve(state, agenda=(Space(seat),))
    events.append(Event("green_cards", "order.green", {"seat": seat}))
    return take_cards(evolve(state, at=state.at + 1), seat, PARALYSED, events)


def plan_actions(state: State, events: Events) -> State:
    """From the bottom up (planning.sequence)."""
    if state.at < state.players:
        return begin_plan(state, state.sequence[-1 - state.at], events)
    return evolve(state, phase=RESOLVE, at=0, booted=False)


# --- The areas, clockwise ----------------------------------------------------------------------------------


def resolve_areas(state: State, events: Events) -> State:
    """The next action of the area; the Boots when all have finished; then the area is closed."""
    place = state.at
    if place == len(AREAS):
        return end_round(state, events)
    name = AREA_IDS[place]
    if name == SELL and is_bidding(state):
        return ask_bids(state)
    row = next_row(state, place)
    if row is not None:
        return evolve(state, agenda=(Act(row.seat, name),))
    if not state.booted and (owner := boots_here(state, place)) is not None:
        return evolve(state, booted=True, agenda=(Act(owner, name, True),))
    if name in CLOSING:
        state = CLOSING[name](state, events)
    return evolve(state, at=place + 1, booted=False)


def boots_here(state: State, place: int) -> Seat | None:
    """Who may act once more: the owner of the Boots, having performed an action here (rulings 27, 115)."""
    owner = owner_of(state, BOOTS)
    if owner is None or BOOTS in state.used or AREA_IDS[place] in NO_BOOTS:
        return None
    row = row_of(state, owner, place)
    return owner if row and row.done else None


def _clear_row(state: State, events: Events) -> State:
    """What is left of the row goes into the discard; all have seen it (forage.left, ruling 21)."""
    if state.row:
        events.append(Event("row_cleared", "forage.left", {"n": len(state.row)}))
    return evolve(state, row=(), cleared=(*state.cleared, *state.row))


def _discard_custodian(state: State, events: Events) -> State:
    """The card goes when all its actions are performed or declined (ruling 116)."""
    return evolve(state, card=False, played=(*state.played, CUSTODIAN)) if state.card else state


def _return_discounts(state: State, events: Events) -> State:
    return evolve(state, bids=(-1,) * state.players)


CLOSING: Mapping[str, Callable[[State, Events], State]] = {
    FORAGE: _clear_row,
    CUSTODIAN: _discard_custodian,
    SELL: _return_discounts,
}


# --- The end of a round ------------------------------------------------------------------------------------


def end_round(state: State, events: Events) -> State:
    """Conference, new artifacts, top alchemist; then the favours for unused cubes begin (ruling 77)."""
    if state.round in CONFERENCES:
        state = _confer(state, CONFERENCES[state.round], events)
        held = sum(round_ <= state.round for round_ in CONFERENCES)
        events.append(
            Event("artifacts_new", "artifacts.new", {"cards": list(state.dealt[min(held, len(DECKS) - 1)])})
        )
    return evolve(_honour(state, events), phase=END, at=0)


def _confer(state: State, code: str, events: Events) -> State:
    """Each by their own side and zone; which comes first changes nothing (conference.*, rulings 78, 124)."""
    events.append(Event("conference", "conference.when", {"conference": code}))
    for seat in state.sequence:
        side = figures(state.options).conferences[code, level_of(state.options, CONFERENCE, seat)]
        part, found = conference_change(
            state.boards[seat].reputation, len(counted(state, seat)), side, robe=wears_robe(state, seat)
        )
        state = move_marker(state, seat, [part], found, events)
    return state


def _honour(state: State, events: Events) -> State:
    """The reputation of the top alchemists, in the order of acting (top.award)."""
    seals = [len(counted(state, seat)) for seat in range(state.players)]
    top = top_alchemists(seals)
    if not top:
        return state
    best = [seat for seat in state.sequence if seat in top]
    events.append(Event("top_alchemist", "top.award", {"seats": best, "n": max(seals)}))
    for seat in best:
        state = change_reputation(state, seat, [cause("top")], events)
    return state


def give_favours(state: State, events: Events) -> State:
    """For each pair of unused cubes, in the order of acting, each player all their own (ruling 126)."""
    if state.at == state.players:
        return _finish_game(state, events) if state.round == ROUNDS else _finish_round(state, events)
    seat = state.sequence[state.at]
    pairs = state.boards[seat].unused // CUBES_FOR_FAVOUR
    state = evolve(state, at=state.at + 1)
    return draw_favours(state, seat, pairs, "unused.pairs", events) if pairs else state


def _finish_round(state: State, events: Events) -> State:
    """Cubes come back, those of the hospital lie with the unused ones; a new row, the token to the left."""
    boards = tuple(
        evolve(
            board,
            cubes=FULL_SET[state.players] - board.hospital,
            unused=board.hospital,
            hospital=0,
            helpers=0,
        )
        for board in state.boards
    )
    state = evolve(state, boards=boards, first=_next_first(state), round=state.round + 1)
    came, *ahead = state.adventurers[state.round - 2 : state.round]
    events.append(Event("adventurer_came", "adventurer.next", {"card": came}))
    events += [Event("adventurer_next", "adventurer.next", {"card": card}) for card in ahead]
    return begin_round(deal_row(state, ROW, events), events)


def _next_first(state: State) -> Seat:
    """To the left, past the paralysed; if all are, to the next seat (paralysis.order, ruling 13)."""
    others = sorted(range(state.players), key=lambda seat: (seat - state.first - 1) % state.players)
    return next((seat for seat in others if seat not in state.stricken), others[0])


# --- The end of the game -----------------------------------------------------------------------------------


def _finish_game(state: State, events: Events) -> State:
    """The great reveal, and the points by the calculator that the score sheet uses."""
    events.append(Event("answers_shown", "reveal.answers", {}))
    for ingredient, alchemical in zip(INGREDIENTS, state.truth, strict=True):
        shown = {"ingredient": ingredient, "alchemical": alchemical}
        events.append(Event("formula", "reveal.answers", shown))
    state = evolve(state, phase=OVER)
    totals = final_points(state)
    best = best_seats(state)
    ending = {"seats": list(best), "n": totals[best[0]]}
    events.append(Event("series_ended", "series.winner", ending))
    if len(best) > 1:
        events.append(Event("shared", "series.tie", ending))
    return state


def final_players(state: State) -> list[Player]:
    """What each seat ends the game with."""
    points = figures(state.options).points
    return [
        Player(
            str(seat + 1),
            board.reputation,
            board.artifacts,
            tuple(points[code] for code in board.grants),
            len(screen.favours),
            board.gold,
            len({card for cards in screen.aside for card in cards}),
        )
        for seat, (board, screen) in enumerate(zip(state.boards, state.screens, strict=True))
    ]


def explain(state: State) -> tuple[PlayerScore, ...]:
    return final_scores(state) if state.phase == OVER else ()


def final_scores(state: State) -> tuple[PlayerScore, ...]:
    """The points of the finished game, line by line."""
    truth = dict(zip(INGREDIENTS, state.truth, strict=True))
    books = [
        Theory(
            name,
            book.token,
            tuple(Seal(seat, state.screens[seat].placed[place]) for seat in book.seats),
        )
        for place, (name, book) in enumerate(zip(INGREDIENTS, state.books, strict=True))
        if book.token
    ]
    return score(truth, books, final_players(state))


def final_points(state: State) -> tuple[int, ...]:
    return tuple(player.points for player in final_scores(state))


def best_seats(state: State) -> tuple[Seat, ...]:
    """The most points, then the most gold left (series.winner, series.tie, ruling 85)."""
    return winners(final_points(state), [gold_left(player) for player in final_players(state)])


PHASES: Mapping[str, Callable[[State, Events], State]] = {
    SETTING_UP: begin_round,
    ORDER: choose_order,
    PLAN: plan_actions,
    RESOLVE: resolve_areas,
    END: give_favours,
}

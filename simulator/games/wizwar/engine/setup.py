"""Setting up: who begins, which sectors lie where, seven cards for everybody."""

from collections.abc import Mapping
from typing import Any

from scoring.games.wizwar.points import IN, START_LIFE
from simulator.engine.chance import Chance, script_of
from simulator.engine.game import Move, Seat, Step
from simulator.engine.options import check_players, first_seat
from simulator.engine.tuples import in_order, replaced
from simulator.games.wizwar.engine.board import home, lay_out, treasures_of
from simulator.games.wizwar.engine.course import course_of
from simulator.games.wizwar.engine.data import (
    HAND_LIMIT,
    IMMEDIATE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    RECOMMENDED,
    SECTORS,
)
from simulator.games.wizwar.engine.flow import Flow
from simulator.games.wizwar.engine.geometry import Layout, layout_for
from simulator.games.wizwar.engine.moves import is_known, unreadable
from simulator.games.wizwar.engine.state import GONE, NOBODY, Lay, Options, State, Wizard, read_options
from simulator.games.wizwar.engine.turns import begin_turn
from web.refusal import Refusal

CHOOSE, RANDOM, CROSSED = "choose", "random", "crossed"


def new_game(config: Mapping[str, Any], seed: int) -> Step:
    """Rolls for the first player, lays sectors, deals seven cards each. Raises BadConfig."""
    options = read_options(config.get("options", {}))
    players = check_players(config.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    named = first_seat(players, options.first_player)
    flow = Flow(empty_table(players, options, Chance(seed, script_of(config))), 0)
    flow.reveal()
    first = _roll_for_first(flow) if named is None else named
    flow.set(first=first)
    flow.say("first_chosen", "setup.first", seat=first)
    if options.sectors == CHOOSE:
        flow.set(agenda=tuple(Lay((first + n) % players) for n in reversed(range(players))))
    else:
        _lay_sectors(flow)
        _deal(flow)
    return flow.step()


def usual_layout(players: int, options: Options) -> Layout:
    """The layout before anything is moved; crossed exits are a choice of two players."""
    return layout_for(players, options.two_players == CROSSED and players == 2)


def empty_table(players: int, options: Options, chance: Chance) -> State:
    """Before sectors are laid: the classic ones stand for them, and nobody is on the board."""
    sectors = tuple((sector, 0) for sector in RECOMMENDED[players])
    nobody = Wizard(
        at=GONE,
        life=START_LIFE,
        out=IN,
        hand=(),
        shown=(),
        known=(),
        lost=0,
        attacker=NOBODY,
        woken=0,
    )
    return State(
        players=players,
        options=options,
        chance=chance,
        first=0,
        turn=0,
        round=1,
        board=lay_out(usual_layout(players, options), sectors),
        wizards=(nobody,) * players,
        chests=(),
        floor=(),
        deck=course_of(options.sets).deck,
        discard=(),
        aside=(),
        effects=(),
        winners=(),
        verdict="",
        agenda=(),
        course=course_of(options.sets),
        parts=tuple(part.kind() for part in course_of(options.sets).parts),
    )


def _roll_for_first(flow: Flow) -> Seat:
    """The highest roll begins; those tied roll again (ruling wizwar-1)."""
    seats = list(range(flow.state.players))
    while len(seats) > 1:
        rolls = {seat: flow.roll() for seat in seats}
        for seat, n in rolls.items():
            flow.say("first_roll", "setup.first", seat=seat, n=n)
        seats = [seat for seat in seats if rolls[seat] == max(rolls.values())]
    return seats[0]


def _lay_sectors(flow: Flow) -> None:
    """The sectors by their option, each as drawn or turned at random (setup.sectors, setup.turning)."""
    state, options = flow.state, flow.state.options
    chosen_sectors = RECOMMENDED[state.players]
    if options.sectors == RANDOM:
        mixed, chance = state.chance.shuffled(SECTORS)
        flow.set(chance=chance)
        chosen_sectors = tuple(mixed[: state.players])
    turns = [flow.below(4) if options.turning == RANDOM else 0 for _ in range(state.players)]
    sectors = tuple(zip(chosen_sectors, turns, strict=True))
    flow.set(board=lay_out(state.board.layout, sectors))
    flow.say("laid_out", "setup.sectors", sectors=list(chosen_sectors))


def _deal(flow: Flow) -> None:
    """Wizards go home, treasures to their places, seven cards to everybody; a trap is exchanged."""
    state = flow.state
    chests = [square for seat in range(state.players) for square in treasures_of(state.board, seat)]
    at_home = tuple(wizard._replace(at=home(seat)) for seat, wizard in enumerate(state.wizards))
    flow.set(wizards=at_home, chests=tuple(chests))
    flow.say("placed", "setup.home", n=state.players)
    mixed, chance = state.chance.shuffled(state.course.deck)
    flow.set(chance=chance, deck=tuple(reversed(mixed)))
    flow.say("dealt", "setup.deal", n=HAND_LIMIT)
    for seat in range(state.players):
        hand = _dealt_hand(flow, seat)
        flow.change(seat, hand=hand)
        flow.whisper((seat,), "hand", "setup.deal", seat=seat, cards=list(hand))
    flow.reveal()
    for attune in flow.state.course.attunes:
        attune(flow)
    begin_turn(flow, flow.state.first)


def _dealt_hand(flow: Flow, seat: Seat) -> tuple[str, ...]:
    hand: list[str] = []
    while len(hand) < HAND_LIMIT:
        card = flow.state.deck[-1]
        flow.set(deck=flow.state.deck[:-1])
        if card in IMMEDIATE:
            flow.discard(card)
            flow.say("trap_replaced", "setup.trap", seat=seat)
        else:
            hand.append(card)
    return in_order(hand)


def check_lay(state: State, frame: Lay, move: Move) -> Refusal | None:
    """`lay SECTOR QUARTERS`: a sector that nobody has, turned as one wishes."""
    if move.verb != "lay" and is_known(move):
        return Refusal("not_asked", "setup.sectors", {"text": str(move)[:80]})
    if move.verb != "lay" or len(move.args) != 2 or move.args[1] not in ("0", "1", "2", "3"):
        return unreadable(move)
    if move.args[0] not in SECTORS:
        return unreadable(move)
    taken = [sector for slot, (sector, _) in enumerate(state.board.sectors) if not _still_to_lay(state, slot)]
    if move.args[0] in taken:
        return Refusal("sector_taken", "setup.sectors", {"sector": move.args[0]})
    return None


def _still_to_lay(state: State, slot: int) -> bool:
    return any(frame.seat == slot for frame in state.agenda)


def lay_moves(state: State, frame: Lay) -> list[Move]:
    moves = [Move("lay", (sector, str(quarters))) for sector in SECTORS for quarters in range(4)]
    return sorted(move for move in moves if check_lay(state, frame, move) is None)


def do_lay(flow: Flow, frame: Lay, move: Move) -> None:
    sectors = replaced(flow.state.board.sectors, frame.seat, (move.args[0], int(move.args[1])))
    flow.set(board=lay_out(flow.state.board.layout, sectors), agenda=flow.state.agenda[:-1])
    flow.say("lay", "setup.sectors", seat=frame.seat, sector=move.args[0])
    if not flow.state.agenda:
        _deal(flow)

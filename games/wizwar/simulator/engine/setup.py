"""Setting up: who begins, which sectors lie where, seven cards for everybody."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.wizwar.scoring.points import IN, START_LIFE, TEAM_SIZE, mates
from games.wizwar.simulator.engine.board import Sectors, home, lay_out, treasures_of
from games.wizwar.simulator.engine.course import course_of
from games.wizwar.simulator.engine.data import (
    EVEN,
    HAND_LIMIT,
    IMMEDIATE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    RECOMMENDED,
    SECTORS,
)
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.geometry import Layout, former_layout, layout_for
from games.wizwar.simulator.engine.moves import is_known, unreadable
from games.wizwar.simulator.engine.state import (
    FORMER_RULES,
    GONE,
    NOBODY,
    ON,
    RELOCATE,
    RELOCATIONS,
    RULES,
    Lay,
    Options,
    State,
    Wizard,
    check_teams,
    course_for,
    is_exchanged,
    read_options,
)
from games.wizwar.simulator.engine.turns import begin_turn
from simulator.engine.chance import Chance, script_of
from simulator.engine.evolve import evolve
from simulator.engine.game import Move, Seat, Step
from simulator.engine.options import check_players, first_seat
from simulator.engine.refusal import BadConfig
from simulator.engine.tuples import in_order, replaced
from web.refusal import Refusal

CHOOSE, RANDOM, EVENED, CROSSED = "choose", "random", "even", "crossed"
TEAM_CLAUSES = {4: "teams.four", 6: "teams.six"}


Places = Callable[[int, bool], Layout]  # a layout from the number of players, and whether exits are crossed


def new_game(config: Mapping[str, Any], seed: int) -> Step:
    """Rolls for the first player, lays sectors, deals seven cards each. Raises BadConfig."""
    return _new_game(config, seed, layout_for)


def new_game_by_rules_2(config: Mapping[str, Any], seed: int) -> Step:
    """A match of former rules, which goes on by them. Raises BadConfig."""
    return _new_game(config, seed, layout_for, FORMER_RULES)


def new_game_by_rules_1(config: Mapping[str, Any], seed: int) -> Step:
    """As it was when the places of four and more weren't numbered clockwise, too. Raises BadConfig."""
    return _new_game(config, seed, former_layout, FORMER_RULES)


def _new_game(config: Mapping[str, Any], seed: int, places: Places, rules: int = RULES) -> Step:
    options = evolve(read_options(config.get("options", {})), rules=rules)
    players = check_players(config.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    check_teams(options, players)
    _check_even(players, options)
    _check_deal(players, options)
    named = first_seat(players, options.first_player)
    flow = Flow(empty_table(players, options, Chance(seed, script_of(config)), places), 0)
    flow.reveal()
    if options.teams == ON:
        for team in range(players // TEAM_SIZE):
            flow.emit("teamed_up", TEAM_CLAUSES[players], seats=list(mates(flow.state.teams, team)))
    if len(flow.state.course.deck) < len(course_of(options.sets, "", options.cards).deck):
        flow.emit("taken_out", "variants.relocate", card=RELOCATE)
    first = _roll_for_first(flow) if named is None else named
    flow.set(first=first)
    flow.emit("first_chosen", "setup.first", seat=first)
    if options.sectors == CHOOSE:
        flow.set(agenda=tuple(Lay((first + n) % players) for n in reversed(range(players))))
    else:
        _lay_sectors(flow)
        _deal(flow)
    return flow.step()


def _check_even(players: int, options: Options) -> None:
    """An even layout is found by played games, and not for every number yet. Raises BadConfig."""
    if options.sectors == EVENED and players not in EVEN:
        params = {"n": players, "numbers": ", ".join(map(str, sorted(EVEN)))}
        raise BadConfig([Refusal("no_even_layout", "setup.sectors", params)])


def _check_deal(players: int, options: Options) -> None:
    """A deck of a table's own has a whole hand for everybody, of cards that are kept. Raises BadConfig."""
    if options.cards:
        course = course_for(options, players)
        idle = IMMEDIATE | RELOCATIONS if players == 2 and options.rules > FORMER_RULES else IMMEDIATE
        n = sum(copies for card, copies in course.copies.items() if card not in idle)
        if n < players * HAND_LIMIT:
            raise BadConfig([Refusal("cards_few", "variants.cards", {"n": n, "min": players * HAND_LIMIT})])


def usual_layout(players: int, options: Options, places: Places = layout_for) -> Layout:
    """The layout before anything is moved; crossed exits are a choice of two players."""
    return places(players, options.two_players == CROSSED and players == 2)


def empty_table(players: int, options: Options, chance: Chance, places: Places = layout_for) -> State:
    """Before sectors are laid: the classic ones stand for them, and nobody is on the board."""
    sectors, course = tuple((sector, 0) for sector in RECOMMENDED[players]), course_for(options, players)
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
        board=lay_out(usual_layout(players, options, places), sectors),
        wizards=(nobody,) * players,
        chests=(),
        floor=(),
        deck=course.deck,
        discard=(),
        aside=(),
        effects=(),
        winners=(),
        verdict="",
        agenda=(),
        course=course,
        parts=tuple(box.kept() for box in course.on_table),
    )


def _roll_for_first(flow: Flow) -> Seat:
    """The highest roll begins; those tied roll again (ruling wizwar-1)."""
    seats = list(range(flow.state.players))
    while len(seats) > 1:
        rolls = {seat: flow.roll() for seat in seats}
        for seat, n in rolls.items():
            flow.emit("first_roll", "setup.first", seat=seat, n=n)
        seats = [seat for seat in seats if rolls[seat] == max(rolls.values())]
    return seats[0]


def _lay_sectors(flow: Flow) -> None:
    """The sectors by their option, each as it is or turned at random (setup.sectors, setup.turning)."""
    sectors = _sectors_to_lay(flow)
    if flow.state.options.turning == RANDOM:
        sectors = tuple((sector, flow.below(4)) for sector, _ in sectors)
    flow.set(board=lay_out(flow.state.board.layout, sectors))
    flow.emit("laid_out", "setup.sectors", sectors=[sector for sector, _ in sectors])


def _sectors_to_lay(flow: Flow) -> Sectors:
    """By place, a sector and its quarter turns; only the even layout turns any."""
    players, chosen = flow.state.players, flow.state.options.sectors
    if chosen == EVENED:
        return EVEN[players]
    names: Sequence[str] = RECOMMENDED[players]
    if chosen == RANDOM:
        names, chance = flow.state.chance.shuffled(SECTORS)
        flow.set(chance=chance)
    return tuple((sector, 0) for sector in names[:players])


def _deal(flow: Flow) -> None:
    """Wizards go home, treasures to their places, seven cards to everybody."""
    state = flow.state
    chests = [square for seat in range(state.players) for square in treasures_of(state.board, seat)]
    at_home = tuple(wizard._replace(at=home(seat)) for seat, wizard in enumerate(state.wizards))
    flow.set(wizards=at_home, chests=tuple(chests))
    flow.emit("placed", "setup.home", n=state.players)
    mixed, chance = state.chance.shuffled(state.course.deck)
    flow.set(chance=chance, deck=tuple(reversed(mixed)))
    flow.emit("dealt", "setup.deal", n=HAND_LIMIT)
    for seat in range(state.players):
        hand = _dealt_hand(flow, seat)
        flow.change(seat, hand=hand)
        flow.emit_privately((seat,), "hand", "setup.deal", seat=seat, cards=list(hand))
    flow.reveal()
    flow.changed()
    begin_turn(flow, flow.state.first)


def _dealt_hand(flow: Flow, seat: Seat) -> tuple[str, ...]:
    """A trap is exchanged, and what does nothing at this table (setup.trap, ruling wizwar-154)."""
    hand: list[str] = []
    while len(hand) < HAND_LIMIT:
        card = flow.state.deck[-1]
        flow.set(deck=flow.state.deck[:-1])
        if card in IMMEDIATE:
            flow.discard(card)
            flow.emit("trap_replaced", "setup.trap", seat=seat)
        elif is_exchanged(flow.state, card):
            flow.discard(card)
            flow.emit("replaced_card", "card.text", seat=seat, card=card)
        else:
            hand.append(card)
    return in_order(hand)


def check_lay(state: State, frame: Lay, move: Move) -> Refusal | None:
    """`lay SECTOR QUARTERS`: a sector that nobody has, turned as one wishes."""
    if move.verb != "lay" and is_known(move):
        return Refusal("not_asked", "setup.sectors", {"text": str(move)})
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
    flow.emit("lay", "setup.sectors", seat=frame.seat, sector=move.args[0])
    if not flow.state.agenda:
        _deal(flow)

"""The table of «Маго-бой»: the maze with what can be done where, players, the hand, windows, questions."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from games.wizwar.scoring.points import (
    TEAM_TREASURES_TO_WIN,
    TEAM_WIN,
    TREASURES_EACH,
    TREASURES_TO_WIN,
    WON,
    Verdict,
    at_home,
    is_truce,
    mates,
    score,
)
from games.wizwar.scoring.sheet import own_cards
from games.wizwar.scoring.sheet.tracker import snapshot
from games.wizwar.simulator.engine.board import home
from games.wizwar.simulator.engine.cards.along import BEND
from games.wizwar.simulator.engine.data import KIND, NUMBER, ONLY_COUNTERS, alike
from games.wizwar.simulator.engine.flow import limit_of
from games.wizwar.simulator.engine.moving import steps_left, walk_refusal
from games.wizwar.simulator.engine.places import TREASURE_OF, TREASURES, read_edge, read_square, square_text
from games.wizwar.simulator.engine.state import (
    Act,
    Draw,
    Effect,
    Harm,
    Limit,
    Staged,
    State,
    Window,
    lives_of,
    outs_of,
)
from games.wizwar.simulator.engine.view import View, world
from games.wizwar.simulator.table import boxes
from games.wizwar.simulator.table import maze as wizwar_maze
from games.wizwar.simulator.table.boxes import Part
from games.wizwar.simulator.table.faces import Drawer, Face, Role, within
from games.wizwar.simulator.table.maze import BANNERS, COLOURS, Badge, Maze, Rim, Spot
from games.wizwar.simulator.table.question import of_board, write
from games.wizwar.simulator.table.routes import routes, ways_ahead
from games.wizwar.simulator.table.stage import (
    AttackLines,
    Panel,
    Stage,
    asks_by_square,
    edge_places,
    heading,
    icon_of,
    panels,
    places_of,
    stage_of,
    window_of,
)
from games.wizwar.simulator.table.wording import is_bent_target
from rulebook.content.entries import GameContent
from scoring.sheets.lines import ScoreLine
from simulator.engine.game import Event, Move
from web.names import initials
from web.refusal import Refusal

HIDDEN_BY = "no_sight_square"
NEUTRAL_EVENT = "cast"
OWN_BUTTONS = ("end", "pass", "draw", "done", "halt")  # moves that end a question
PHASING, PICKS_LOCKS = alike("pass_through_wall"), alike("pick_lock")
ADVISED: Mapping[str, Callable[[Move], bool]] = {
    "two_treasures": lambda move: move.verb == "drop" and move.args[0] in TREASURE_OF,
    "no_phase": lambda move: move.verb == "play" and move.args[0] in PHASING,
    "door_shut": lambda move: move.verb == "open" or (move.verb == "play" and move.args[0] in PICKS_LOCKS),
}
KEYS = frozenset(("play", "strike", "run", "show", "give", "pick", "throw", "drop", "discard"))  # short words
PLAYED = ("play", "strike", "run", "show", "give", "pick", "answer")  # what a card of the hand is for


class LiveSpot(NamedTuple):
    """A square as it can be tapped: SVG before and after the address that it leads to, its code at the end.

    `steps` is a small number in its corner, "" where one can't walk to it now.
    """

    code: str
    before: str
    after: str
    steps: str


class LiveRim(NamedTuple):
    """An edge that a move names; `bent`: aiming there costs a second card."""

    rim: Rim
    label: str
    bent: bool


class HandCard(NamedTuple):
    """A card of the viewer, in hand or face up before him, and what he can do with it now."""

    face: Face
    face_up: bool
    roles: tuple[Role, ...]
    can: bool


class Lasting(NamedTuple):
    """An effect on a player: the card, who cast it, the caster's turns left (0: without end)."""

    face: Face
    by: str
    left: int


class Team(NamedTuple):
    """`name` is said in full, «Команда ▲»; `kept` says what is counted for all of it."""

    sign: str
    colour: str
    name: str
    kept: str


class Player(NamedTuple):
    """`known` are cards of the hand that the viewer has seen, `hand` all of them where nothing is hidden.

    `team` is the sign of the player's team and its name, if there are teams; `kept` of `to_win` treasures lie
    at home, or at the homes of the team. `badges` are what boxes would have everybody see.
    """

    seat: int
    name: str
    sign: str
    colour: str
    life: int
    cards: int
    limit: int
    lost: int
    out: str
    carries: str
    at_home: tuple[str, ...]
    team: Team | None
    kept: int
    to_win: int
    badges: tuple[Badge, ...]
    acts: bool
    asked: bool
    begins: bool
    own: bool
    shown: tuple[Face, ...]
    known: tuple[Face, ...]
    hand: tuple[Face, ...]
    effects: tuple[Lasting, ...]


class Table(NamedTuple):
    """`heading` asks the hand for something, `turn` says what is left of it, `query` asks about sight.

    `asks` is the verb that a tapped square would answer. `further`: there is more to do than to end the turn
    or the question, which is no main button then. `ranked`: only the first of the choices is one.
    """

    maze: Maze
    spots: tuple[LiveSpot, ...]
    rims: tuple[LiveRim, ...]
    panels: tuple[Panel, ...]
    own: str
    quick: tuple[Role, ...]
    players: tuple[Player, ...]
    hand: tuple[HandCard, ...]
    stage: Stage | None
    asked: AttackLines | None
    heading: str
    turn: tuple[str, ...]
    deck: int
    discard: int
    further: bool
    ranked: bool
    query: str
    asks: str
    below: tuple[Part, ...]
    legends: tuple[str, ...]


class Result(NamedTuple):
    """The points of a game by seat, and why."""

    round: int
    points: tuple[int, ...]
    lines: tuple[tuple[str, int, tuple[ScoreLine, ...]], ...]


# --- Drawing ------------------------------------------------------------------------------------------------


def draw(
    content: GameContent,
    view: View,
    names: Sequence[str],
    words: Mapping[Move, str],
    events: Sequence[Event],
    lang: str,
    totals: Sequence[int],
    open_hands: Sequence[Sequence[str]] = (),
    *,
    unaided: bool = False,
) -> Table:
    """`words` are the legal moves with their sentences, `open_hands` all hands once the game is over;
    `unaided`: no ways but single steps.
    """
    drawer = Drawer(content, lang, names)
    frame = view.agenda[-1] if view.agenda else None
    state = world(view, 0)  # any that agrees with the view: only what is open is asked of it
    pieces = boxes.pieces(drawer, view)._replace(own=view.seat, acts=_turn_of(view))
    maze = wizwar_maze.draw(content, lang, names, view.board, pieces)
    edges = edge_places(words)
    about = _told_of_places(drawer, view, maze, edges)
    reach = {square: way for square, way in routes(view, state).items() if len(way) == 1 or not unaided}
    found = panels(drawer, view, state, words, reach, about)
    ahead = {} if unaided else ways_ahead(view, state)
    bent = _bent_places(view, state, words)
    asides = boxes.asides(view)
    return Table(
        maze=maze,
        spots=tuple(_spots(drawer, maze, found, bent, boxes.leads(view, state), ahead)),
        rims=tuple(_rims(view, edges, about, bent)),
        panels=found,
        own=_own(view),
        quick=_quick(view, words),
        players=tuple(_player(drawer, view, state, seat, open_hands) for seat in range(view.players)),
        hand=() if open_hands else _hand(drawer, view, words, any(e.kind == NEUTRAL_EVENT for e in events)),
        stage=stage_of(drawer, view, state, frame, words),
        asked=window_of(drawer, view, state),
        heading=heading(drawer, state, frame, words),
        turn=_turn(drawer, view, state, frame),
        deck=view.deck_size,
        discard=view.discard_size,
        further=type(frame) is not Draw and sum(move.verb not in asides for move in words) > 1,
        ranked=True,
        query=write(of_board(view.board)),
        asks=asks_by_square(frame, words),
        below=tuple(part for box in boxes.of(view) for part in box.below(drawer, view, state, words)),
        legends=tuple(filter(None, (box.legend() for box in boxes.of(view)))),
    )


def _rims(
    view: View, edges: Mapping[str, int], about: Mapping[str, tuple[str, Any]], bent: Collection[str]
) -> Iterator[LiveRim]:
    for text, at in edges.items():
        yield LiveRim(wizwar_maze.rim(view.board.layout, at), about[text][0], text in bent)


def _told_of_places(
    drawer: Drawer, view: View, maze: wizwar_maze.Maze, edges: Mapping[str, int]
) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Squares and ends of rows by their texts: what each is called, and what is told of it."""
    squares = {spot.text: (spot.name, spot.about) for spot in maze.spots}
    ends = {
        text: (wizwar_maze.edge_label(drawer.content, drawer.lang, view.board, at), ())
        for text, at in edges.items()
    }
    return squares | ends


def draw_unaided(*drawn: Any) -> Table:
    """How far a treasure is, and over which square, is what puzzles ask."""
    return draw(*drawn, unaided=True)


def _turn_of(view: View) -> int | None:
    """Whose turn it is, whoever is asked at the moment."""
    return next((frame.seat for frame in view.agenda if type(frame) is Act), None)


def _bent_places(view: View, state: State, words: Mapping[Move, str]) -> frozenset[str]:
    """Where the spell that is being aimed gets only around a corner."""
    aims = (move for move in words if move.verb == "target" and is_bent_target(state, str(move.args[0])))
    return frozenset(place for move in aims for place in places_of(view, move))


def _spots(
    drawer: Drawer,
    maze: Maze,
    found: Sequence[Panel],
    bent: Collection[str],
    led: Mapping[int, Sequence[str]],
    ways: Mapping[int, Sequence[int]],
) -> list[LiveSpot]:
    places = {panel.place: panel for panel in found}
    return [
        _live(
            drawer,
            spot,
            places.get(spot.text),
            spot.text in bent,
            _data("leads", led.get(spot.square, ()))
            + _data("way", [square_text(square) for square in ways.get(spot.square, ())]),
        )
        for spot in maze.spots
    ]


def _data(name: str, words: Sequence[str]) -> str:
    """An attribute for the script of the maze."""
    return f' data-{name}="{" ".join(words)}"' if words else ""


def _live(drawer: Drawer, spot: Spot, panel: Panel | None, bent: bool, data: str) -> LiveSpot:
    """Put together here: a page has up to 150 of them."""
    near = panel.near if panel else 0
    through = panel is not None and panel.through
    reach = f" reach{' through' if through else ''}" if near else ""
    aim = f" aim{' bent' if bent else ''}" if panel and panel.aim else ""
    looks = f"spot{reach}{aim}"
    steps = drawer.say("steps_through" if through else "turn_steps", n=near)
    label = f"{spot.label}. {steps}" if near else spot.label
    return LiveSpot(
        spot.text,
        f'<a class="{looks}" data-about="square:{spot.text}" aria-label="{escape(label)}"{data} href="',
        f'"><rect y="{spot.y}" x="{spot.x}" width="1" height="1"/></a>',
        f'<text class="mz-steps" x="{spot.x}.93" y="{spot.y}.32">{near}</text>' if near else "",
    )


def _own(view: View) -> str:
    """The square of the viewer's wizard."""
    here = -1 if view.seat is None else view.wizards[view.seat].at
    return "" if here < 0 else square_text(here)


def _quick(view: View, words: Mapping[Move, str]) -> tuple[Role, ...]:
    """What is picked up or put down here: it is wanted often enough to need no tap on the board. A treasure
    that lies at home is not: its key would stand where the one that put it down stood.
    """
    at_home, more = view.seat is not None and view.wizards[view.seat].at == home(view.seat), boxes.quick(view)
    return tuple(
        Role(str(move), said, icon_of(move.verb))
        for move, said in words.items()
        if move.verb in more
        or (move.verb == "take" and not (at_home and move.args[0] in TREASURE_OF))
        or (move.verb == "drop" and move.args[0] in TREASURE_OF)
    )


def _turn(drawer: Drawer, view: View, state: State, frame: Any) -> tuple[str, ...]:
    """What is left of one's own turn: steps, the attack, the number for steps."""
    if type(frame) is not Act or frame.seat != view.seat:
        return ()
    steps, why = max(0, steps_left(state, frame)), walk_refusal(state, frame)
    barred = why is not None and why.code != "no_steps"
    walks = drawer.say("turn_no_walk") if barred else drawer.say("turn_steps", n=steps)
    truce = "turn_truce" if is_truce(view.round) else "turn_attacked" if frame.attacked else "turn_attack"
    number = ("turn_number",) if frame.bonus >= 0 else ()
    phases = "turn_phases" if frame.phases > 1 else "turn_phase"
    codes = (truce, *number, *((phases,) if frame.phases else ()))
    return (walks, *(within(drawer.say(code, n=frame.phases)) for code in codes))


# --- The players --------------------------------------------------------------------------------------------


def _player(
    drawer: Drawer, view: View, state: State, seat: int, open_hands: Sequence[Sequence[str]]
) -> Player:
    acting = boxes.acting(view)
    return Player(
        seat=seat,
        name=drawer.names[seat],
        sign=initials(drawer.names)[seat],
        colour=COLOURS[seat],
        life=view.wizards[seat].life,
        cards=view.wizards[seat].hand_size + len(view.wizards[seat].shown),
        limit=limit_of(state, seat),
        lost=view.wizards[seat].lost,
        out=view.wizards[seat].out,
        carries=next(
            (
                within(drawer.say("spot_treasure", treasure=TREASURES[treasure]))
                for treasure, chest in enumerate(view.chests)
                if chest == -1 - seat
            ),
            "",
        ),
        at_home=tuple(
            within(drawer.say("spot_treasure", treasure=TREASURES[treasure]))
            for treasure, chest in enumerate(view.chests)
            if chest == home(seat) and treasure // TREASURES_EACH != seat
        ),
        team=_team(drawer, view, seat),
        kept=_kept(view, seat),
        to_win=TEAM_TREASURES_TO_WIN if view.teams else TREASURES_TO_WIN,
        badges=tuple(badge for badge in boxes.badges(drawer, view) if badge.seat == seat),
        acts=seat in acting,
        asked=seat in acting and _turn_of(view) not in (None, seat),
        begins=view.first == seat,
        own=view.seat == seat,
        shown=tuple(_noted(drawer, view, code) for code in view.wizards[seat].shown),
        known=() if seat == view.seat else drawer.faces(view.wizards[seat].known_cards),
        hand=drawer.faces(open_hands[seat]) if open_hands else (),
        effects=tuple(_lasting(drawer, effect) for effect in view.effects if effect.on == seat),
    )


def _noted(drawer: Drawer, view: View, code: str) -> Face:
    """A card with what a box knows of it."""
    return drawer.face(code)._replace(note=boxes.note(drawer, view, code))


def _team(drawer: Drawer, view: View, seat: int) -> Team | None:
    if not view.teams:
        return None
    sign, colour = BANNERS[view.teams[seat]]
    return Team(sign, colour, drawer.say("team_name", text=sign), drawer.say("team_kept"))


def _kept(view: View, seat: int) -> int:
    """Treasures of others that count for a player's victory, or for that of the team."""
    homes = {home(place): place for place in range(view.players)}
    rests = [homes.get(chest) for chest in view.chests]
    outs = [wizard.out for wizard in view.wizards]
    return at_home(outs, rests, mates(view.teams, seat))


def _lasting(drawer: Drawer, effect: Effect) -> Lasting:
    return Lasting(drawer.face(effect.card), drawer.names[effect.by], effect.left)


# --- One's own cards ----------------------------------------------------------------------------------------


def _hand(drawer: Drawer, view: View, words: Mapping[Move, str], neutral: bool) -> tuple[HandCard, ...]:
    """The hand, then what lies face up before the viewer. `neutral`: such a card has just been played."""
    if view.seat is None:
        return ()
    in_hand = tuple(_hand_card(drawer, view, code, words, False, neutral) for code in view.hand)
    shown = view.wizards[view.seat].shown
    return in_hand + tuple(_hand_card(drawer, view, code, words, True, neutral) for code in shown)


def _hand_card(
    drawer: Drawer, view: View, code: str, words: Mapping[Move, str], face_up: bool, neutral: bool
) -> HandCard:
    elsewhere = ("take", "target", *boxes.asides(view))
    roles = [
        _wasted(drawer, code)
        if move.verb == "play" and code in ONLY_COUNTERS
        else Role(str(move), said, icon_of(move.verb), short=_short(drawer, move, said, code))
        for move, said in words.items()
        if code in move.args and move.verb not in elsewhere
    ]
    played = [role for role in roles if role.move.partition(" ")[0] in {*PLAYED, *boxes.verbs()}]
    can = any(not role.quiet for role in played)
    if not played and (not face_up or boxes.tried(view, code)):
        roles.insert(0, _unplayable(drawer, view, code, neutral))
    if view.agenda and type(view.agenda[-1]) is Limit:
        can = bool(roles) and roles[-1].legal  # a card that may go is what is asked for
    order = sorted(roles, key=lambda role: role.move.partition(" ")[0] in ("discard", "drop"))
    return HandCard(_noted(drawer, view, code), face_up, tuple(order), can)


def _short(drawer: Drawer, move: Move, said: str, code: str) -> str:
    """What is done, under the name of the card; "" where the words say more than that."""
    others = [arg for arg in move.args if arg != code]
    if move.verb == "run" and others:
        return drawer.say("key_run_two", card=others[0])
    if move.verb == "play" and said != drawer.move("play", card=code):
        return drawer.say("key_play_bent", card=BEND)
    if move.verb in boxes.verbs():
        return drawer.say(boxes.verbs()[move.verb])
    return drawer.say(f"key_{move.verb}") if move.verb in KEYS and not others else ""


def _wasted(drawer: Drawer, code: str) -> Role:
    """A card that only answers may be played in one's own turn, but does nothing (counter.own_turn)."""
    said = drawer.say("role_wasted", card=code)
    return Role(f"play {code}", said, quiet=True, short=drawer.say("key_wasted"))


def _unplayable(drawer: Drawer, view: View, code: str, neutral: bool) -> Role:
    """A card that can't be played now: its refusal teaches why; against a neutral card counter.neutral."""
    verb = boxes.tried(view, code)
    if verb:
        said, short = drawer.move(verb, card=code), boxes.verbs().get(verb, f"key_{verb}")
        return Role(f"{verb} {code}", said, legal=False, short=drawer.say(short))
    verb = "run" if KIND[code] == NUMBER else "play"
    answers = neutral and code in ONLY_COUNTERS and _turn_of(view) not in (None, view.seat)
    move = f"answer {code} 0" if answers else f"{verb} {code}"
    return Role(move, drawer.move(verb, card=code), legal=False, short=drawer.say(f"key_{verb}"))


# --- What the board asks ------------------------------------------------------------------------------------


def under_way(state: State) -> bool:
    """Whether somebody has begun to play a card and still chooses."""
    return bool(state.agenda) and type(state.agenda[-1]) is Staged


def is_asked(view: View) -> bool:
    """Who answers an attack or harm, or has to choose something in the turn of somebody else."""
    top = next((frame for frame in reversed(view.agenda) if type(frame) is not Staged), None)
    if top is None or type(top) in (Window, Harm, *boxes.answering(view)):
        return top is not None
    return _turn_of(view) not in (None, top.seat)


def refusal_highlight(view: View, refusal: Refusal) -> str:
    """The edge that is in the way, or the square that hides what lies beyond (sight.blocked)."""
    edge = read_edge(str(refusal.params.get("edge", "")))
    square = read_square(str(refusal.params.get("square", ""))) if refusal.code == HIDDEN_BY else None
    if edge is not None:
        return wizwar_maze.rim(view.board.layout, edge).path
    return "" if square is None else wizwar_maze.frame_of(view.board.layout, square)


def inline_moves(drawn: Table) -> frozenset[str]:
    """The answers to a question, and what is picked up or put down here."""
    options = drawn.stage.options if drawn.stage else ()
    return frozenset({option.move for option in options} | {role.move for role in drawn.quick})


def advised(words: Mapping[Move, str], refusal: Refusal) -> list[Move]:
    """The treasure to put down first, the spell or the key that opens the way."""
    advises = ADVISED.get(refusal.code)
    return [move for move in words if advises and advises(move)]


def choices(words: Mapping[Move, str]) -> tuple[tuple[str, str], ...]:
    """Ending one's turn, passing and drawing are buttons of their own; the largest draw first."""
    found = [(str(move), sentence) for move, sentence in words.items() if move.verb in OWN_BUTTONS]
    return tuple(sorted(found, reverse=True))


def totals(view: View) -> tuple[int, ...]:
    return ()


def results(content: GameContent, view: View, names: Sequence[str], lang: str) -> tuple[Result, ...]:
    """The one round, once it is over: who won and why."""
    if view.agenda:
        return ()
    outs = tuple(wizard.out for wizard in view.wizards)
    lives = tuple(wizard.life for wizard in view.wizards)
    scores = score(outs, lives, Verdict(outs, view.winners, view.verdict))
    lines = tuple((name, each.points, each.lines) for name, each in zip(names, scores, strict=True))
    return (Result(1, tuple(each.points for each in scores), lines),)


def won_by(content: GameContent, view: View, names: Sequence[str], lang: str) -> str:
    """The team that has won and who is in it; "" where a wizard wins alone, or nobody does."""
    if view.verdict != TEAM_WIN:
        return ""
    sign = BANNERS[view.teams[view.winners[0]]].sign
    return Drawer(content, lang, names).say("team_won", text=sign, seats=list(view.winners))


def finished_rounds(state: State) -> Sequence[Any]:
    """What the life tracker takes: the game as it stands. Nothing while sectors are still being laid."""
    if not state.chests:
        return ()
    seat = next((frame.seat for frame in state.agenda), 0)
    homes = {home(place): place for place in range(state.players)}
    draw = () if state.verdict in WON else state.winners
    turn, in_teams = (state.round, seat), bool(state.teams)
    played = state.course.boxes, own_cards.text_of(state.options.cards)
    return (snapshot(lives_of(state), outs_of(state), state.chests, homes, turn, draw, in_teams, *played),)

"""What is asked now and what can be done where: squares, edges, questions, response windows. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.wizwar.rulebook.drawing import maze
from games.wizwar.simulator.engine.asking import most_to_draw
from games.wizwar.simulator.engine.board import BUSH, home
from games.wizwar.simulator.engine.cards.along import BEND
from games.wizwar.simulator.engine.data import ATTACKS, CARD, with_own
from games.wizwar.simulator.engine.flow import limit_of
from games.wizwar.simulator.engine.geometry import SIZE, net
from games.wizwar.simulator.engine.moving import is_airy
from games.wizwar.simulator.engine.places import (
    FIGURES,
    SEAT_OF,
    SIDES,
    SLOT_OF,
    TREASURE_OF,
    TREASURES,
    WIZARDS,
    edge_text,
    read_edge,
    read_lying,
    read_square,
    square_text,
)
from games.wizwar.simulator.engine.state import (
    CREATURES,
    Act,
    Attack,
    Deal,
    Draw,
    Harm,
    Lay,
    Limit,
    Pick,
    Staged,
    State,
    Window,
    creature_name,
    hand_size,
)
from games.wizwar.simulator.engine.view import View
from games.wizwar.simulator.table import boxes
from games.wizwar.simulator.table.faces import Drawer, Face, Role, within
from games.wizwar.simulator.table.maze import edge_name
from games.wizwar.simulator.table.routes import PHASE, STEP, Route, as_moves, goes_through
from games.wizwar.simulator.table.wording import is_bent_target, says
from simulator.engine.game import Move
from web.names import initials

AIMED = frozenset(("target", "kick", "open", "hold", "go", "via", "offer"))  # verbs whose word is a place
RANK = {"hold": 1, "offer": 1, "kick": 2}  # what is wanted less often stands lower, and is no main key
ICONS: Mapping[str, str] = {
    "step": "arrow-right",
    "phase": "arrow-right",
    "take": "hand",
    "drop": "arrow-down",
    "kick": "kick",
    "open": "door-open",
    "hold": "hand",
    "offer": "share",
    "discard": "trash",
    "show": "eye",
    "pass": "check",
}
# Answers that lead or stand somewhere, and how that is written.
PLACED: Mapping[str, Callable[[int], str]] = with_own({"teleport": square_text, "waterwall": edge_text})
BY_SQUARE = ("target", "go", "via")  # questions that a square may answer
ASK_DRAW = {0: "ask_draw_full", 1: "ask_draw_one"}  # by how many cards the hand has room for
SECTOR_BOX = (-0.15, -0.15, SIZE + 0.3, SIZE + 0.3)
SHORT_LIST = 6  # answers that are shown at once; more are folded where the board shows them, too


class Panel(NamedTuple):
    """A square or an edge with what can be done there. `near`: how many steps away, 0: out of reach;
    `through`: by way of a wall.
    """

    place: str
    name: str
    about: tuple[str, ...]
    roles: tuple[Role, ...]
    near: int
    through: bool
    aim: bool


class Option(NamedTuple):
    """An answer to the open question: its move, its words, the card that it names, a picture; `about`: what
    that card does; `icon`: that of the card or of the treasure.
    """

    move: str
    words: str
    face: Face | None = None
    picture: str = ""
    about: str = ""
    icon: str = ""


class Stage(NamedTuple):
    """An open question: what it belongs to, what is settled, what is asked, the answers.

    `about`: what the card does that would be answered; `folded`: many answers. `asides`: what may be said
    instead of any of them, under `aside`.
    """

    title: str
    face: Face | None
    settled: tuple[str, ...]
    asks: str
    options: tuple[Option, ...]
    about: str
    folded: bool
    aside: str = ""
    asides: tuple[Option, ...] = ()


class AttackLines(NamedTuple):
    """An attack and what was answered so far, one line each; `seat` decides now."""

    seat: int
    lines: tuple[str, ...]


# --- Where a move shows on the board ------------------------------------------------------------------------


def places_of(view: View, move: Move) -> Iterator[str]:
    """The squares and edges where a move may be chosen by a tap."""
    if move.verb in (STEP, PHASE):
        half_edge = view.wizards[_me(view)].at * 4 + SIDES.index(move.args[0])
        yield square_text(net(view.board.layout).next[half_edge])
    elif move.verb in AIMED:
        yield from _places_of_text(view, move.args[0])
    elif move.verb == "take" or (move.verb == "drop" and move.args[0] in TREASURE_OF):
        yield square_text(view.wizards[_me(view)].at)
    else:
        for text in boxes.places(view, move):
            yield from _places_of_text(view, text)


def _me(view: View) -> int:
    return 0 if view.seat is None else view.seat


def _places_of_text(view: View, text: str) -> Iterator[str]:
    half_edge, lying = read_edge(text), read_lying(text)
    if half_edge is not None:
        graph = net(view.board.layout)
        yield text
        yield from dict.fromkeys((square_text(half_edge // 4), square_text(graph.next[half_edge])))
    elif lying is not None:
        yield square_text(lying[1])
    elif text in SEAT_OF:
        yield square_text(boxes.square_of(view, SEAT_OF[text]))
    elif text in SLOT_OF:
        yield square_text(home(SLOT_OF[text]))
    elif read_square(text) is not None:
        yield text


def panels(
    drawer: Drawer,
    view: View,
    state: State,
    words: Mapping[Move, str],
    reach: Mapping[int, Route],
    about: Mapping[str, tuple[str, tuple[str, ...]]],
) -> tuple[Panel, ...]:
    """Every place where something can be done. `reach` has the ways, `about` names and contents of places;
    `state` is any world that agrees with the view.
    """
    roles: dict[str, list[Role]] = {}
    aims: set[str] = set()
    for move, said in sorted(words.items(), key=_rank):
        if move.verb in (STEP, PHASE):
            continue
        edge = read_edge(move.args[0]) if move.verb in AIMED else None
        for place in places_of(view, move):
            told = said if edge is None else _seen_from(drawer, state, place, move, said)
            icon, quiet = icon_of(move.verb), move.verb in RANK
            roles.setdefault(place, []).append(Role(str(move), told, icon, quiet=quiet))
            if move.verb in ("target", "go", "via") and edge is None:
                aims.add(place)
    for place, role in _hidden_wizards(drawer, view, state, words):
        roles.setdefault(place, []).insert(0, role)  # a second tap means the wizard, not a wall there
    for place, role in _refused(drawer, view, state, words):
        if role.move.partition(" ")[0] != "step" or not _reached(reach, place):
            roles.setdefault(place, []).append(role)
    for box in boxes.of(view):
        for place, role in box.ways(drawer, view, state):
            roles.setdefault(place, []).append(role)
    ways = {square_text(square): route for square, route in reach.items()}
    for place, route in [*_phases(view, words, ways), *ways.items()]:  # the first way in comes last here
        walk = _walk(drawer, view, state, words, place, route)
        roles.setdefault(place, []).insert(0, Role(as_moves(route), walk, ICONS[STEP]))
    return tuple(
        _panel(place, about[place], found, ways.get(place, ()), place in aims)
        for place, found in roles.items()
        if place in about
    )


def _panel(
    place: str, about: tuple[str, tuple[str, ...]], roles: Sequence[Role], way: Route, aim: bool
) -> Panel:
    return Panel(place, *about, tuple(roles), len(way), goes_through(way), aim)


def _phases(view: View, words: Mapping[Move, str], ways: Mapping[str, Route]) -> Iterator[tuple[str, Route]]:
    """Through the walls of one's own square, also where there is a way around."""
    for move in words:
        if move.verb == PHASE:
            for place in places_of(view, move):
                if ways.get(place) != (move,):
                    yield place, (move,)


def _walk(
    drawer: Drawer, view: View, state: State, words: Mapping[Move, str], place: str, route: Route
) -> str:
    """The words of a way; that a thornbush ends the turn is said before one goes there (ruling wizwar-19),
    and that a wall is passed, which can be done as often as the spell allows.
    """
    square, code = read_square(place), "walk_through" if goes_through(route) else "walk"
    here = view.wizards[_me(view)].at if len(route) == 1 else -1
    ends = "" if square is None else boxes.treads(state, _me(view), here, square)
    if ends:
        return f"{drawer.say(code, square=place, n=len(route))}: {within(drawer.say(ends))}"
    if square is not None and view.board.filled[square] == BUSH and not is_airy(state, _me(view)):
        return drawer.say(f"{code}_bush", square=place, n=len(route))
    said = words.get(route[0], "") if len(route) == 1 else ""
    if said and not (_leads_far(view, route[0]) and said in _sides_alone(drawer, route[0])):
        return said
    return drawer.say(code, square=place, n=len(route))


def _sides_alone(drawer: Drawer, step: Move) -> tuple[str, ...]:
    """The words of a step that tell no more than a side of the world."""
    side = step.args[0]
    return drawer.move(f"step_{side}"), drawer.move("phase", side=side)


def _leads_far(view: View, move: Move) -> bool:
    """Whether a step leads through an exit: «на север» says little under the name of a square far away."""
    half_edge = view.wizards[_me(view)].at * 4 + SIDES.index(move.args[0])
    return bool(net(view.board.layout).letter[half_edge])


def _hidden_wizards(
    drawer: Drawer, view: View, state: State, words: Mapping[Move, str]
) -> Iterator[tuple[str, Role]]:
    """Who the spell can't be aimed at: the refusal teaches why, and shows what is in the way."""
    top = view.agenda[-1] if view.agenda else None
    if not _asks_for(words, "target") or type(top) is not Staged or top.card not in CARD:
        return
    kinds = CARD[top.card].data["targets"]
    everybody = range(CREATURES + len(view.creatures))
    for who in everybody if "monster" in kinds else range(view.players) if "wizard" in kinds else ():
        text, square = FIGURES[who], boxes.square_of(view, who)
        if square >= 0 and who != view.seat and Move("target", (text,)) not in words:
            said = drawer.move("target", target=text if who < CREATURES else creature_name(state, who))
            yield square_text(square), Role(f"target {text}", said, legal=False)


def _reached(reach: Mapping[int, Route], place: str) -> bool:
    return read_square(place) in reach


def _refused(
    drawer: Drawer, view: View, state: State, words: Mapping[Move, str]
) -> Iterator[tuple[str, Role]]:
    """What one might try where it isn't allowed: its refusal teaches why (object.own_turn, treasure.one…)."""
    top, seat = (view.agenda[-1] if view.agenda else None), view.seat
    if top is None or seat is None or view.wizards[seat].at < 0:
        return
    here = square_text(view.wizards[seat].at)
    aimed = top.card if type(top) is Staged and top.seat == seat else ""
    tries = [(here, Move("take", (thing,))) for thing in _things_at(view, view.wizards[seat].at) if not aimed]
    if type(top) is Act and top.seat == seat:
        tries += [(here, Move("throw", (thing,))) for thing in _carried(view, seat)]
        tries += [(place, Move("step", (side,))) for side, place in neighbours(view, seat)]
        tries += boxes.tries(drawer, view)
    if aimed in ATTACKS and _asks_for(words, "target"):
        tries.append((here, Move("target", (WIZARDS[seat],))))
    for place, move in tries:
        if move not in words:
            yield place, Role(str(move), _said(drawer, state, move, place), legal=False)


def _things_at(view: View, square: int) -> list[str]:
    """Objects and treasures that lie on a square."""
    chests = [TREASURES[treasure] for treasure, chest in enumerate(view.chests) if chest == square]
    return list(dict.fromkeys((*chests, *(thing for at, thing in view.floor if at == square))))


def _carried(view: View, seat: int) -> list[str]:
    return [TREASURES[treasure] for treasure, chest in enumerate(view.chests) if chest == -1 - seat]


def neighbours(view: View, seat: int) -> Iterator[tuple[str, str]]:
    """The sides of a wizard's square with the squares beyond."""
    for side, sign in enumerate(SIDES):
        beyond = net(view.board.layout).next[view.wizards[seat].at * 4 + side]
        if beyond != view.wizards[seat].at:
            yield sign, square_text(beyond)


def icon_of(verb: str) -> str:
    return ICONS.get(verb) or boxes.icons().get(verb, "")


def _said(drawer: Drawer, state: State, move: Move, place: str) -> str:
    """The words of a move at a place that isn't among the legal ones."""
    name = str(move.args[0])
    if move.verb in state.course.verbs:
        code, params = says(state, state.agenda[-1].seat, move)
        return drawer.move(code, **params)
    if move.verb == STEP:
        return drawer.say("try_walk", square=place)
    if move.verb == "take":
        thing = {"treasure" if name in TREASURE_OF else "object": name}
        return drawer.say("try_take_treasure" if name in TREASURE_OF else "try_take", **thing)
    return drawer.move(move.verb, **{"target" if move.verb == "target" else "object": name})


def _asks_for(words: Mapping[Move, str], verb: str) -> bool:
    return any(move.verb == verb for move in words)


def asks_by_square(frame: Any, words: Mapping[Move, str]) -> str:
    """The verb of the open question where a tapped square would answer it, else ""."""
    verb = next(iter(words)).verb if words else ""
    return verb if verb in BY_SQUARE and type(frame) in (Staged, Pick) else ""


def _rank(found: tuple[Move, str]) -> tuple[int, bool]:
    """What is wanted most comes first: people before walls, kicks and deals last."""
    move, _ = found
    return RANK.get(move.verb, 0), move.verb in AIMED and read_edge(move.args[0]) is not None


def _seen_from(drawer: Drawer, state: State, place: str, move: Move, said: str) -> str:
    """The words of a move about an edge; one that is drawn twice is called by the square that was tapped."""
    square, graph, layout = read_square(place), net(state.board.layout), state.board.layout
    meant = read_edge(move.args[0])
    if square is None or meant is None:
        return said
    half_edge = next(side for side in range(square * 4, square * 4 + 4) if graph.edge[side] == meant)
    if edge_name(layout, half_edge) == edge_name(layout, meant):
        return said
    code, params = says(state, state.agenda[-1].seat, move)
    there = edge_text(half_edge)
    return drawer.move(code, **{name: there if _is_edge(value) else value for name, value in params.items()})


def _is_edge(value: Any) -> bool:
    return isinstance(value, str) and read_edge(value) is not None


def edge_places(words: Mapping[Move, str]) -> dict[str, int]:
    """The edges that a spell may be aimed at, by their text."""
    texts = (move.args[0] for move in words if move.verb == "target")
    found = ((text, read_edge(text)) for text in texts)
    return {text: edge for text, edge in found if edge is not None}


# --- The open question --------------------------------------------------------------------------------------


def stage_of(drawer: Drawer, view: View, state: State, frame: Any, words: Mapping[Move, str]) -> Stage | None:
    """The question of the top frame where its answers aren't the cards of the hand or places in a turn."""
    if not words or type(frame) in (Act, Draw, Limit):
        return None
    verb, apart = next(iter(words)).verb, boxes.asides(view) if type(frame) in (Window, Harm) else {}
    answers = sorted(
        ((move, said) for move, said in words.items() if move.verb not in ("pass", "done", "halt", *apart)),
        key=_listed,
    )
    options = tuple(_option(drawer, view, frame, move, said) for move, said in answers)
    asides = [(move, said) for move, said in words.items() if move.verb in apart]
    if verb == "pick" or len({move.args[1] for move, _ in answers if move.verb == "answer"}) == 1:
        options = tuple(map(_by_name, options))
    on_board = any(True for move, _ in answers for _ in places_of(view, move))
    own = boxes.question(drawer, view, state, frame)
    question = own or _question(drawer, state, frame, verb)
    if own:  # what it is about comes first
        options = tuple(sorted(options, key=lambda it: it.face is None or it.face.code != own.card))
    nothing = "ask_no_card" if asides else "ask_nothing"
    return Stage(
        title=question.title,
        face=drawer.face(question.card) if question.card in CARD else None,
        settled=question.settled,
        asks=question.asks or (drawer.say(nothing) if verb == "pass" else ""),
        options=options,
        about=_about(drawer, state, frame, words),
        folded=on_board and len(options) > SHORT_LIST,
        aside=drawer.say(apart[asides[0][0].verb]) if asides else "",
        asides=tuple(_option(drawer, view, frame, move, said) for move, said in asides),
    )


def _listed(found: tuple[Move, str]) -> tuple[int, str]:
    """The order of a list: wizards, then squares and things, then edges; what is picked by its name."""
    move, said = found
    if move.verb == "pick":
        return 0, said
    if move.verb != "target" or move.args[0] in SEAT_OF:
        return 0, ""
    return 1 + (read_edge(move.args[0]) is not None), ""


def _by_name(option: Option) -> Option:
    """An answer by its card alone, where what all of them answer stands above."""
    return option._replace(words=option.face.name) if option.face else option


def _option(drawer: Drawer, view: View, frame: Any, move: Move, said: str) -> Option:
    named = str(move.args[0]) if move.args else ""
    picture = ""
    if move.verb == "lay":
        picture = _sector(_plan(drawer, named, int(move.args[1])), named)
    elif move.verb == "turn":
        picture = _turned_sector(drawer, view, frame, int(named))
    elif move.verb == "place":
        picture = _sectors_then(drawer, view, frame, named)
    elif move.verb == "pick" and named in TREASURE_OF:
        said = drawer.say("spot_treasure", treasure=named)
    elif named in SLOT_OF:  # no number stands on the board, but every home has its owner's sign
        said = f"{said}. {drawer.say('spot_home', seat=SLOT_OF[named])}"
    face = drawer.face(named) if named in CARD else None
    about = face.rule if face and move.verb == "answer" else ""
    icon = face.icon if face else "chest" if named in TREASURE_OF else ""
    return Option(str(move), said, face, picture, about, icon)


def _turned_sector(drawer: Drawer, view: View, frame: Staged, quarters: int) -> str:
    """The chosen sector as it would lie, without its chests, which may have gone."""
    sector, turn = view.board.sectors[_chosen_slot(frame)]
    return _sector(_plan(drawer, sector, (turn + quarters) % len(SIDES))._replace(treasures=()), sector)


def _sectors_then(drawer: Drawer, view: View, frame: Staged, place: str) -> str:
    """All sectors as squares with their owners' signs, the chosen one in its new place."""
    moved, signs = _chosen_slot(frame), initials(drawer.names)
    row, column = (int(part) for part in place.split(","))
    places = [(row, column) if n == moved else at for n, at in enumerate(view.board.layout.places)]
    parts: list[maze.Part] = []
    for slot, (y, x) in enumerate(places):
        new = slot == moved
        parts.append(maze.floor(x, y, 1, 1, "warp" if new else "floor"))
        parts.append(maze.Shape("home" if new else "grid", f"M{x + 0.08:g} {y + 0.08:g}h.84v.84h-.84z"))
        parts.append(maze.Letter("letter" if new else "label", signs[slot], x + 0.5, y + 0.5, 0.46))
    top, left = (min(at[n] for at in places) for n in (0, 1))
    height, width = (max(at[n] for at in places) - least + 1 for n, least in enumerate((top, left)))
    return maze.svg(maze.MazePicture(tuple(parts), left, top, width, height), "", classes="stage-sectors")


def _chosen_slot(frame: Staged) -> int:
    """The sector that a spell is aimed at."""
    return SLOT_OF[next(pick.partition(" ")[2] for pick in frame.picks if pick.startswith("target "))]


def _plan(drawer: Drawer, sector: str, turn: int) -> maze.SectorPlan:
    """A sector as it would lie."""
    return maze.turned(maze.plan(drawer.content.card_by_id[sector].data, drawer.content.constants), turn)


def _sector(plan: maze.SectorPlan, name: str) -> str:
    return maze.svg(maze.MazePicture(maze.sector_parts(plan), *SECTOR_BOX), name, classes="stage-sector")


def _title(drawer: Drawer, frame: Any) -> str:
    if type(frame) in (Window, Harm):
        return drawer.say("title_answer")
    if type(frame) is Deal:
        return drawer.say("title_deal", seat=frame.partner if frame.seat == frame.maker else frame.maker)
    if type(frame) is Lay:
        return drawer.say("title_lay")
    return drawer.face(frame.card).name if frame.card in CARD else ""


def _question(drawer: Drawer, state: State, frame: Any, verb: str) -> boxes.Question:
    """What a frame of the base game asks."""
    card = frame.card if type(frame) in (Staged, Pick) else ""
    settled = tuple(_settled(drawer, state, frame))
    return boxes.Question(_title(drawer, frame), card, settled, _asks(drawer, frame, verb))


def _about(drawer: Drawer, state: State, frame: Any, words: Mapping[Move, str]) -> str:
    """The rule of the card that a counteraction would answer; how targets around a corner are marked."""
    if any(move.verb == "target" and is_bent_target(state, str(move.args[0])) for move in words):
        return drawer.say("marked_bent", card=BEND)
    if type(frame) is Window:
        answered = frame.items[-1].card if frame.items else frame.attack.card
    else:
        answered = frame.card if type(frame) is Harm else ""
    return drawer.face(answered).rule if answered in CARD else ""


def _settled(drawer: Drawer, state: State, frame: Any) -> Iterator[str]:
    """What was chosen so far, or what is attacked by what."""
    if type(frame) is Staged:
        for pick in frame.picks:
            verb, _, word = pick.partition(" ")
            if word not in ("none", "no"):
                number = SEAT_OF.get(word, 0)
                target = word if number < CREATURES else creature_name(state, number)
                yield drawer.say(f"chosen_{verb}", target=target)
    elif type(frame) is Window:
        yield from window_lines(drawer, state, frame)
    elif type(frame) is Harm:
        yield drawer.say("harm", seat=frame.seat, target=frame.card, n=frame.points)
    elif type(frame) is Deal:
        if frame.gives:
            yield drawer.say("deal_gives", seat=frame.maker, cards=list(frame.gives))
        if frame.returns:
            yield drawer.say("deal_gives", seat=frame.partner, cards=list(frame.returns))


def _asks(drawer: Drawer, frame: Any, verb: str) -> str:
    if type(frame) is Deal:
        return drawer.say(f"ask_deal_{frame.stage}")
    if type(frame) in (Window, Harm):
        return ""
    if type(frame) is Pick and verb == "pick":
        return drawer.say(f"ask_{frame.card}", seat=frame.on)
    return drawer.say(f"ask_{verb}")


def window_of(drawer: Drawer, view: View, state: State) -> AttackLines | None:
    """The response window or the harm on top, as everybody may see it: who is asked, not what he holds."""
    frame = next((each for each in reversed(view.agenda) if type(each) is not Staged), None)
    if type(frame) is Window:
        return AttackLines(frame.seat, tuple(window_lines(drawer, state, frame)))
    if type(frame) is Harm:
        said = drawer.say("harm", seat=frame.seat, target=frame.card, n=frame.points)
        return AttackLines(frame.seat, (said,))
    question = boxes.question(drawer, view, state, frame)
    return AttackLines(question.seat, question.settled or (question.asks,)) if question else None


def window_lines(drawer: Drawer, state: State, window: Window) -> Iterator[str]:
    """The attack, then every counteraction with what it answers; the attack has the number 0."""
    yield _attack(drawer, state, window.attack)
    for n, item in enumerate(window.items, start=1):
        answers = window.items[item.against - 1].card if item.against else window.attack.card
        said = {"n": n, "seat": item.seat, "card": item.card, "answers": answers}
        if item.card in PLACED and item.place >= 0:
            place = PLACED[item.card](item.place)
            yield drawer.say("chain_item_placed", **said, place=place)
        else:
            yield drawer.say("chain_item", **said)


def _attack(drawer: Drawer, state: State, attack: Attack) -> str:
    by = attack.by if attack.by < CREATURES else creature_name(state, attack.by)
    on = FIGURES[attack.on] if attack.on < CREATURES else creature_name(state, attack.on)
    params = {"by": by, "place": on, "target": attack.card}
    if by == attack.card:
        return drawer.say("chain_blow", **params, n=attack.points)
    if attack.points:
        return drawer.say("chain_points", **params, n=attack.points)
    if attack.turns:
        return drawer.say("chain_turns", **params, n=attack.turns)
    return drawer.say("chain_attack", **params)


def heading(drawer: Drawer, state: State, frame: Any, words: Mapping[Move, str]) -> str:
    """What the hand is asked for, where the hand itself answers."""
    if type(frame) is Limit and words:
        return drawer.say("ask_limit", n=hand_size(state, frame.seat) - limit_of(state, frame.seat))
    if type(frame) is not Draw or not words:
        return ""
    room = most_to_draw(state, frame.seat)
    return drawer.say(ASK_DRAW.get(room, "ask_draw"), n=limit_of(state, frame.seat))

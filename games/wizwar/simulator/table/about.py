"""What the things on a table of «Маго-бой» are: squares and edges of the maze, wizards, cards. Pure."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.wizwar.simulator.engine.data import CARD, KIND, NUMBER
from games.wizwar.simulator.engine.places import FIGURES, read_edge
from games.wizwar.simulator.engine.rules import legal_moves
from games.wizwar.simulator.engine.state import Act, State
from games.wizwar.simulator.engine.view import View, world
from games.wizwar.simulator.table import boxes
from games.wizwar.simulator.table import maze as wizwar_maze
from games.wizwar.simulator.table.faces import Drawer
from games.wizwar.simulator.table.routes import STEP, routes
from games.wizwar.simulator.table.stage import asks_by_square, neighbours, places_of
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render
from simulator.engine.game import Move, Seat
from simulator.table import about as shared
from simulator.table.about import About, ThingName, Topic, Topics

SQUARE, EDGE = "square", "edge"
TOPICS: Topics = {
    SQUARE: Topic("move.steps", SQUARE),
    EDGE: Topic("sight.edge", EDGE),
    "card.attack": Topic("card.attack", "attack"),
    "card.neutral": Topic("card.neutral", "neutral"),
    "card.counteraction": Topic("counter.when", "counteraction"),
    "card.number": Topic("number.move", "number"),
    "card.magic_stone": Topic("stone.what", "magic_stone"),
    "card.object": Topic("object.card", "object"),
    "term.life": Topic("fight.life"),
    "term.hand": Topic("draw.limit"),
    "term.hand_limit": Topic("draw.limit"),
    "term.lost_turn": Topic("turn.lost"),
    "term.treasure": Topic("goal.treasures"),
    "term.home": Topic("setup.home"),
    "term.team": Topic("teams.win"),
    "term.deck": Topic("draw.two"),
    "term.out": Topic("death.out"),
}


def about(
    content: GameContent, view: View, thing: ThingName, names: Sequence[str], lang: str
) -> About | None:
    drawer = Drawer(content, lang, names)
    if thing.kind == "seat":
        return _wizard(drawer, view, thing)
    if thing.kind == SQUARE:
        return _square(drawer, view, thing.id)
    if thing.kind == EDGE:
        return _edge(drawer, view, read_edge(thing.id))
    return shared.of_content(content, TOPICS, thing, lang) or _own_card(drawer, thing)


def read(content: GameContent, view: View, names: Sequence[str], lang: str) -> list[str]:
    """The square of one's own wizard with what bounds it, then row by row whoever and whatever is in it."""
    pieces = boxes.pieces(Drawer(content, lang, names), view)._replace(own=view.seat)
    spots = wizwar_maze.draw(content, lang, names, view.board, pieces).spots
    at = -1 if view.seat is None else view.wizards[view.seat].at
    own = [f"{spot.label}." for spot in spots if spot.square == at]
    rows = groupby((spot for spot in spots if spot.held and spot.square != at), key=lambda spot: spot.y)
    return [*own, *(" ".join(f"{spot.name}: {'. '.join(spot.held)}." for spot in row) for _, row in rows)]


def _wizard(drawer: Drawer, view: View, thing: ThingName) -> About | None:
    seat = shared.seat_of(thing, view.players)
    if seat is None:
        return None
    wizard = view.wizards[seat]
    held = wizard.hand_size + len(wizard.shown)
    code = "seat_out" if wizard.out else "seat"
    now = render(drawer.content, "about", code, {"n": wizard.life, "held": held}, drawer.lang, drawer.names)
    return shared.of_seat(drawer.content, TOPICS, seat, drawer.names, drawer.lang, now)


def _square(drawer: Drawer, view: View, text: str) -> About | None:
    """What is there and around it, and how far it is to walk."""
    pieces = boxes.pieces(drawer, view)._replace(own=view.seat)
    drawn = wizwar_maze.draw(drawer.content, drawer.lang, drawer.names, view.board, pieces)
    spot = next((each for each in drawn.spots if each.text == text), None)
    if spot is None:
        return None
    way = routes(view, world(view, 0)).get(spot.square) if view.agenda else None
    far = [drawer.say("turn_steps", n=len(way))] if way else []
    now = ". ".join((*far, *spot.about))
    return shared.of_kind(drawer.content, TOPICS, SQUARE, drawer.lang, spot.name, f"{now}." if now else "")


def _edge(drawer: Drawer, view: View, edge: int | None) -> About | None:
    if edge is None or edge >= len(wizwar_maze.edge_parts(view.board)):
        return None
    now = wizwar_maze.edge_label(drawer.content, drawer.lang, view.board, edge)
    return shared.of_kind(drawer.content, TOPICS, EDGE, drawer.lang, now=f"{now}.")


def _own_card(drawer: Drawer, thing: ThingName) -> About | None:
    """A card that somebody has written for their own table."""
    if thing.kind != "card" or thing.id not in CARD:
        return None
    face = drawer.face(thing.id)
    topic = TOPICS.get(f"card.{KIND[thing.id]}", TOPICS["card.object"])
    return About(face.name, tuple(filter(None, (face.kind, face.rule))), topic.clause)


def concerns(view: View, thing: ThingName, move: Move) -> bool:
    """A place is meant by what can be chosen there by a tap; a wizard by their figure."""
    if thing.kind in (SQUARE, EDGE):
        return thing.id in places_of(view, move)
    if thing.kind == "seat":
        return thing.id.isdecimal() and FIGURES[int(thing.id)] in move.args
    return thing.kind == "card" and thing.id in move.args


def attempts(view: View, state: State, seat: Seat, thing: ThingName) -> Iterator[Move]:
    """A card as it is played, or run with; a step to the next square; a place as an answer."""
    top = view.agenda[-1]
    held = (*view.hand, *view.wizards[seat].shown)
    if thing.kind == "card" and thing.id in held:
        verb = boxes.tried(view, thing.id) or ("run" if KIND[thing.id] == NUMBER else "play")
        yield Move(verb, (thing.id,))
    if thing.kind == SQUARE and type(top) is Act and view.wizards[seat].at >= 0:
        yield from (Move(STEP, (side,)) for side, place in neighbours(view, seat) if place == thing.id)
    elif thing.kind in (SQUARE, EDGE):
        asked = asks_by_square(top, dict.fromkeys(legal_moves(state, seat), ""))
        yield from (Move(asked, (thing.id,)) for _ in (asked,) if asked)

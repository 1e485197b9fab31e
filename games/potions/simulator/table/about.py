"""What the things on a table of «Зельеварение» are: elements in the cupboard, people, what boxes lay down."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from games.potions.simulator.engine.data import PLACE, SPELLS
from games.potions.simulator.engine.staging import ASSEMBLE
from games.potions.simulator.engine.state import CAST, State
from games.potions.simulator.engine.view import View
from games.potions.simulator.table.boxes import all_boxes, on_table
from games.potions.simulator.table.faces import Drawer
from rulebook.content import reading
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render
from simulator.engine.game import Move, Seat
from simulator.table import about as shared
from simulator.table.about import About, ThingName, Topic, Topics

OWN: Topics = {
    "element": Topic("element.play", "element"),
    "card.spell": Topic("spell.play", "spell"),
    "card.spell_of_knowledge": Topic("knowledge.take", "knowledge"),
    "card.spell_of_destruction": Topic("destruction.own", "destruction"),
    "card.spell_of_transformation": Topic("transformation.own", "transformation"),
    "term.hand": Topic("turn.draw"),
    "term.deck": Topic("turn.deck"),
    "term.points": Topic("assemble.points"),
    "term.track": Topic("score.record"),
}
TOPICS: Topics = {**OWN, **dict(chain.from_iterable(box.topics.items() for box in all_boxes().values()))}


def about(
    content: GameContent, view: View, thing: ThingName, names: Sequence[str], lang: str
) -> About | None:
    """In the words of the boxes on the table alone: an element goes into no recipe that isn't there."""
    content = reading.load(content.id, boxes=view.course.boxes)
    drawer = Drawer(content, lang, names)
    if thing.kind == "seat":
        return _seat(drawer, view, thing)
    if thing.kind == "element" and thing.id in PLACE:
        found = shared.of_content(content, TOPICS, thing, lang)
        return found._replace(lines=(_stack(drawer, view, thing.id), *found.lines[-1:])) if found else None
    of_boxes = (box.about(drawer, view, thing) for box in on_table(view.course.boxes))
    return next(filter(None, of_boxes), None) or shared.of_content(content, TOPICS, thing, lang)


def _say(drawer: Drawer, code: str, **params: Any) -> str:
    return render(drawer.content, "about", code, params, drawer.lang, drawer.names)


def _seat(drawer: Drawer, view: View, thing: ThingName) -> About | None:
    seat = shared.seat_of(thing, view.players)
    if seat is None:
        return None
    held, points = view.hand_sizes[seat], view.scores[seat]
    now = _say(drawer, "seat", points=points, n=held, assembled=len(view.tables[seat]))
    return shared.of_seat(drawer.content, TOPICS, seat, drawer.names, drawer.lang, now)


def _stack(drawer: Drawer, view: View, element: str) -> str:
    cards = view.cupboard.stacks[PLACE[element]]
    return _say(drawer, "stack", n=len(cards), card=cards[-1]) if cards else _say(drawer, "stack_empty")


def read(content: GameContent, view: View, names: Sequence[str], lang: str) -> list[str]:
    """What boxes lay above the cupboard, then what the cupboard has, and the decks."""
    drawer = Drawer(content, lang, names)
    stacks = ((element, view.cupboard.stacks[PLACE[element]]) for element in view.course.elements)
    there = [f"{drawer.element(element)} {len(cards)}" for element, cards in stacks if cards]
    apart = [_say(drawer, "card_apart", card=code) for code in view.cupboard.apart]
    above = chain.from_iterable(box.read(drawer, view) for box in on_table(view.course.boxes))
    cupboard = _say(drawer, "cupboard", text=", ".join(there)) if there else _say(drawer, "cupboard_empty")
    return [*above, cupboard, *apart, _say(drawer, "decks_left", n=sum(view.deck_sizes))]


def concerns(view: View, thing: ThingName, move: Move) -> bool:
    return move in _of_boxes(view, thing) or (thing.kind in ("card", "element") and thing.id in move.args)


def attempts(view: View, state: State, seat: Seat, thing: ThingName) -> Iterator[Move]:
    """What a card of the hand is for, the best first; what boxes have keys for."""
    if thing.kind == "card" and thing.id in view.hand:
        yield Move(CAST if thing.id in SPELLS else ASSEMBLE, (thing.id,))
        yield Move("element", (thing.id,))
    yield from _of_boxes(view, thing)


def _of_boxes(view: View, thing: ThingName) -> list[Move]:
    found: Iterable[Iterable[Move]] = (box.moves_at(view, thing) for box in on_table(view.course.boxes))
    return [*chain.from_iterable(found)]

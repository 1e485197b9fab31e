"""What the things on a table of Poison are: cauldrons, people, and what the content says of the rest."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.poison.simulator.engine.data import CAULDRONS, LIMIT, VALUE
from games.poison.simulator.engine.state import State
from games.poison.simulator.engine.view import View
from games.poison.simulator.table.presenter import totals
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render
from simulator.engine.game import Move, Seat
from simulator.table import about as shared
from simulator.table.about import About, ThingName, Topic, Topics

POT, COLOUR = "pot", "colour"
TOPICS: Topics = {
    POT: Topic("cauldron.line", "cauldron"),
    COLOUR: Topic("components.potion"),
    "term.hand": Topic("setup.deal"),
    "term.points": Topic("score.potion"),
    "term.dealer": Topic("setup.dealer"),
    "term.aside": Topic("setup.three"),
}


def about(
    content: GameContent, view: View, thing: ThingName, names: Sequence[str], lang: str
) -> About | None:
    def say(code: str, **params: Any) -> str:
        return render(content, "about", code, params, lang, names)

    if thing.kind == "seat":
        seat = shared.seat_of(thing, view.players)
        if seat is None:
            return None
        points = totals(view)[seat] if view.history else 0
        now = say("seat", points=points, n=view.hand_sizes[seat], taken=len(view.captured[seat]))
        return shared.of_seat(content, TOPICS, seat, names, lang, now)
    if thing.kind != POT:
        return shared.of_content(content, TOPICS, thing, lang)
    if thing.id not in map(str, range(1, CAULDRONS + 1)):
        return None
    pot = view.cauldrons[int(thing.id) - 1]
    total = sum(VALUE[card] for card in pot.cards)
    now = say(
        POT if pot.cards else "pot_empty",
        n=total,
        limit=LIMIT,
        text=content.words["fact"][pot.colour].in_(lang),
    )
    return shared.of_kind(content, TOPICS, POT, lang, thing.id, now)


def read(content: GameContent, view: View, names: Sequence[str], lang: str) -> list[str]:
    """The cauldrons."""
    pots = [ThingName(POT, str(place)) for place in range(1, CAULDRONS + 1)]
    found = [about(content, view, pot, names, lang) for pot in pots]
    return [f"{each.name}. {each.lines[0]}" for each in found if each]


def concerns(view: View, thing: ThingName, move: Move) -> bool:
    """A cauldron is the second thing that a card is played with; a colour may be shed."""
    if thing.kind == POT:
        return move.verb == "play" and str(move.args[1]) == thing.id
    return thing.id in move.args and (thing.kind == "card" or move.verb != "play")


def attempts(view: View, state: State, seat: Seat, thing: ThingName) -> Iterator[Move]:
    """Each card of the hand into a cauldron, a card of it into each."""
    if thing.kind == POT:
        yield from (Move("play", (card, int(thing.id))) for card in view.hand)
    elif thing.kind == "card" and thing.id in view.hand:
        yield from (Move("play", (thing.id, place)) for place in range(1, CAULDRONS + 1))

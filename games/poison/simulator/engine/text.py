"""Moves as text and as words."""

from games.poison.simulator.engine.data import COLOUR, EMPTY, VALUE
from games.poison.simulator.engine.rules import cauldron_colours, legal_placements, poison_opens, pour
from games.poison.simulator.engine.state import State
from simulator.engine.game import Move, Seat
from web.refusal import Params

MAX_TEXT = 80


def parse(state: State, seat: Seat, text: str) -> Move:
    """The move a text means here. Empty cauldrons are alike, so any of them means the first; one that is
    left out means the only one that takes the card. What can't be read becomes a move that `check` refuses.
    """
    verb, *args = text[:MAX_TEXT].split() or [""]
    if verb != "play" or not args:
        return Move(verb, tuple(args))
    if len(args) == 1 and args[0] in VALUE:
        return _only_landing(state, args[0])
    if len(args) != 2 or not args[1].isdecimal() or len(args[1]) > 2:
        return Move(verb, tuple(args))
    place = int(args[1])
    if 1 <= place <= len(state.cauldrons) and state.cauldrons[place - 1].colour == EMPTY:
        place = cauldron_colours(state.cauldrons).index(EMPTY) + 1
    return Move(verb, (args[0], place))


def _only_landing(state: State, card: str) -> Move:
    """Whether a house rule and the hand let poison open a cauldron, `check` says."""
    shape = cauldron_colours(state.cauldrons)
    found = legal_placements(card, shape, poison_opens(state.options, shape, ()))
    return found[0] if len(found) == 1 else Move("play", (card,))


def say(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """Code and parameters in the catalogue `move`."""
    if move.verb != "play":
        return move.verb, {"colour": move.args[0]} if move.args else {}
    card, place = move.args
    before = state.cauldrons[place - 1]
    after = pour(before, card, state.options.recolor_after_poison_overflow)
    params = {
        "card": card,
        "cauldron": place,
        "colour": before.colour,
        "total": after.total,
        "n": len(after.taken),
    }
    if before.colour == EMPTY:
        return "play_empty", params
    return "play" if before.colour in COLOUR.values() else "play_colourless", params

"""Moves as text and as words."""

from collections.abc import Mapping

from games.alchemists.simulator.deduction.data import PAIR_OF
from games.alchemists.simulator.engine.data import DISCOUNTS, GRANTS
from games.alchemists.simulator.engine.planning import NONE
from games.alchemists.simulator.engine.state import Act, State, top
from games.alchemists.simulator.engine.theorising import tile_of
from simulator.engine.game import Move, Seat
from web.refusal import Params

MAX_TEXT = 120
LONGEST_NUMBER = 3
ORDERED = frozenset({"mix", "test"})  # two ingredients, in the order of the content
SORTED = frozenset({"discard"})
CARD_OF_DISCOUNT: Mapping[str | int, int] = {code: discount for discount, code in DISCOUNTS.items()}
# What its arguments are, for the words of each verb.
NAMES = {
    "keep": ("card",),
    "space": ("space",),
    "assistant": ("n",),
    "plan": ("area", "n"),
    "associate": ("area",),
    "bid": ("n",),
    "take": ("ingredient",),
    "transmute": ("ingredient", "n"),
    "order": ("potion", "n"),
    "guarantee": ("level",),
    "barmaid": ("n",),
    "buy": ("artifact", "n"),
    "debunk": ("ingredient", "colour"),
    "claim": ("potion",),
    "publish": ("ingredient",),
    "endorse": ("ingredient",),
    "token": ("alchemical",),
    "seal": ("seal",),
    "promise": ("potion",),
    "grant": ("grant",),
    "pay": ("n",),
}
# Verbs whose number may be left out of a text, when it is 0.
COUNTED = frozenset({"transmute", "order", "buy"})


def parse(state: State, seat: Seat, text: str) -> Move:
    """The move that a text means: ingredients in either order, no favours where none are named, a discount by
    its number or its card.

    What can't be read becomes a move that `check` refuses.
    """
    verb, *words = text[:MAX_TEXT].split() or [""]
    args = tuple(int(word) if _is_number(word) else word for word in words)
    if verb == "bid":
        return Move(verb, tuple(CARD_OF_DISCOUNT.get(word, word) for word in args))
    if len(words) == 2 and verb in ORDERED:
        return Move(verb, PAIR_OF.get((words[0], words[1]), args))
    if len(args) == 2 and verb in SORTED:
        return Move(verb, tuple(sorted(map(str, args))))
    if len(args) == 1 and verb in COUNTED:
        return Move(verb, (*args, 0))
    return Move(verb, args)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER


def say(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """Code and parameters in the catalogue `move`."""
    verb, args = move
    if verb in ("mix", "test"):
        return verb, {"pair": list(args)}
    if verb == "discard":
        return verb, {"cards": list(args)}
    params = dict(zip(NAMES.get(verb, ()), args, strict=False))
    if params.get("grant") in GRANTS:
        return verb, params | {"tile": tile_of(state, params["grant"])}
    if verb == "decline" or verb == "publish":
        return _by_frame(state, verb), params
    if verb == "associate" and args == (NONE,):
        return "associate_none", {}
    if params.get("n") == 0 and verb in ZEROS:
        return ZEROS[verb], params
    return ("order_helped" if verb == "order" else verb), params


# What a number of 0 means in words.
ZEROS = {
    "assistant": "assistant_none",
    "barmaid": "barmaid_none",
    "plan": "plan_none",
    "transmute": "transmute_plain",
    "order": "order_plain",
    "buy": "buy_plain",
}


def _by_frame(state: State, verb: str) -> str:
    """An action is declined, an offer left alone; a publication may come at once."""
    name = type(top(state.agenda)).__name__
    if name == Act.__name__:
        return verb
    return f"{verb}_{name.lower()}"

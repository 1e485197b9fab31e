"""Keys that answer the open question, with what each costs or brings, and how likely it comes off. Pure.

Chances come from what the asked seat knows by the deduction that stands, and from nothing else.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from games.alchemists.rulebook import numbers
from games.alchemists.scoring.points import SEALS as SEAL_CARDS
from games.alchemists.scoring.points import sale_gold, smiles_of
from games.alchemists.simulator.deduction.chemistry import level
from games.alchemists.simulator.deduction.data import (
    ALCHEMICALS,
    COLOURS,
    INGREDIENTS,
    LEVELS,
    PAIR_OF,
    RESULTS,
    SIGNS,
)
from games.alchemists.simulator.deduction.deduction import Deduced, deduce
from games.alchemists.simulator.engine.data import (
    DISCOUNTS,
    HEDGES,
    MAX_PLAYERS,
    PLACE,
    SEALS,
    TRACKS,
)
from games.alchemists.simulator.engine.gathering import SAGE_GOLD, TRANSMUTED, price_of
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.planning import NONE
from games.alchemists.simulator.engine.selling import (
    MERCHANT_GOLD,
    is_blocked,
    is_first,
    wanted,
    with_barmaids,
)
from games.alchemists.simulator.engine.state import BOOK_AT, Immediate, Promise, Sale
from games.alchemists.simulator.engine.theorising import endorse_price, tokens_for
from games.alchemists.simulator.engine.view import View, facts_of
from games.alchemists.simulator.presenting.grid import agreeing
from games.alchemists.simulator.table.faces import Drawer, Face, printed_points
from simulator.engine.game import Move

DECLINE = "decline"
VERBS_LAST = ("draw", "endorse")  # behind the other answers of their question
RANK: Mapping[str, int] = {
    code: n
    for group in (
        INGREDIENTS,
        ALCHEMICALS,
        RESULTS,
        LEVELS,
        COLOURS,
        tuple(SEALS),
        (*PLACE, NONE),
        tuple(space.id for space in TRACKS[MAX_PLAYERS]),
    )
    for n, code in enumerate(group)
}


class PairOutcome(NamedTuple):
    """What may come of a pair, and how likely."""

    face: Face
    percent: str


class Key(NamedTuple):
    """A move as a key: its words, the cards drawn on it, a formula, a number that it names, what it costs or
    pays in gold, how likely it comes off; `pair`: two codes that have to be chosen first; `best`: the
    likeliest formula, with `percent`; `opens`: a closed order; `points`: those on the card of an artifact;
    `right` and `wrong`: the points of a seal, which forgives a mistake in the colour of `hedge`; `shown`: who
    has exhibited this potion already.
    """

    move: str
    words: str
    verb: str
    faces: tuple[Face, ...] = ()
    formula: str = ""
    n: int | None = None
    gold: int | None = None
    smiles: int = 0
    percent: str = ""
    left: int | None = None
    pair: str = ""
    best: str = ""
    opens: bool = False
    points: int | None = None
    right: int = 0
    wrong: int = 0
    hedge: str = ""
    shown: tuple[str, ...] = ()
    outcomes: tuple[PairOutcome, ...] = ()


def bare(key: Key) -> Key:
    """Without what follows from the facts."""
    left = None if key.verb == "publish" else key.left
    return key._replace(percent="", best="", outcomes=(), left=left)


class KeyContext(NamedTuple):
    """What keys are made of."""

    drawer: Drawer
    view: View
    frame: Any
    known: Deduced

    def percent(self, n: int) -> str:
        return numbers.percent(n, self.known.total, self.drawer.lang)


Fields = dict[str, Any]


def draw_keys(drawer: Drawer, view: View, frame: Any, words: Mapping[Move, str]) -> Iterator[Key]:
    """The legal moves but declining, in the order of the content, numbers by size."""
    asked = KeyContext(drawer, view, frame, deduce(agreeing(facts_of(view))))
    for move in sorted(words, key=partial(_rank, view)):
        if move.verb != DECLINE:
            key = Key(str(move), words[move], move.verb)
            yield key._replace(**FILLED[move.verb](asked, move.args)) if move.verb in FILLED else key


def _rank(view: View, move: Move) -> tuple[bool, list[tuple[int, str]]]:
    """By the places of codes in their lists, orders as the buyer has them; artifacts and grants by name."""
    if move.verb == "order":
        potion, merchants = move.args
        place = wanted(view).index(potion)  # type: ignore[arg-type]  # by what lies open alone
        return False, [(place, ""), (merchants, "")]
    ranks = [(RANK.get(arg, 0), arg) if isinstance(arg, str) else (arg, "") for arg in move.args]
    return move.verb in VERBS_LAST, ranks


def _card(asked: KeyContext, args: Any) -> Fields:
    return {"faces": (asked.drawer.face(args[0]),)}


def _counted(asked: KeyContext, args: Any) -> Fields:
    """A card, and how many favours go with it."""
    return {"faces": (asked.drawer.face(args[0]),), "n": args[1]}


def _transmuted(asked: KeyContext, args: Any) -> Fields:
    """With how many of them are in the hand, and the gold that it brings."""
    gold = TRANSMUTED + args[1] * SAGE_GOLD
    return _counted(asked, args) | {"left": asked.view.hand.count(args[0]), "gold": gold}


def _ordered(asked: KeyContext, args: Any) -> Fields:
    """With what the Merchants do: open a closed order, bring gold (merchant.slot, merchant.two)."""
    potion, merchants = args
    return _counted(asked, args) | {
        "gold": merchants_gold(asked.view, merchants),
        "opens": is_blocked(asked.view, potion),  # type: ignore[arg-type]  # by what lies open alone
    }


def merchants_gold(view: View, merchants: int) -> int:
    """The gold of Merchants that go with an order: the first seller's for each, others' but for one."""
    first = is_first(view)  # type: ignore[arg-type]  # by what lies open alone
    return max(0, merchants if first else merchants - 1) * MERCHANT_GOLD


def _number(asked: KeyContext, args: Any) -> Fields:
    return {"n": args[0]}


def _helped(asked: KeyContext, args: Any) -> Fields:
    return {"faces": (asked.drawer.area(args[0]),)} if args[0] != NONE else {}


def _bid(asked: KeyContext, args: Any) -> Fields:
    """With the smiles of the card and of the zone in which one's marker stands."""
    reputation = asked.view.boards[asked.view.seat or 0].reputation
    smiles = smiles_of(figures(asked.view.options).smiles[args[0]], reputation)
    return {"faces": (asked.drawer.face(DISCOUNTS[args[0]]),), "n": args[0], "smiles": smiles}


def _bought(asked: KeyContext, args: Any) -> Fields:
    price = price_of(asked.view, asked.view.seat, *args)  # type: ignore[arg-type]  # by what lies open alone
    return {
        "faces": (asked.drawer.face(args[0]),),
        "n": args[1],
        "gold": price,
        "points": printed_points(args[0]),
    }


def _endorsed(asked: KeyContext, args: Any) -> Fields:
    book = asked.view.books[BOOK_AT[args[0]]]
    price = endorse_price(asked.view, asked.view.seat, book)  # type: ignore[arg-type]  # by what lies open alone
    chance = asked.percent(asked.known.table[args[0]][book.token])
    return {"faces": (asked.drawer.face(args[0]),), "formula": book.token, "gold": price, "percent": chance}


def _published(asked: KeyContext, args: Any) -> Fields:
    """With how many formulas are left for the ingredient, at once only of those that may be laid there; and
    with one that is rather right than wrong.
    """
    chances = asked.known.table[args[0]]
    left = {token for token, n in chances.items() if n}
    if isinstance(asked.frame, Immediate):
        left.intersection_update(tokens_for(asked.view, args[0]))  # type: ignore[arg-type]  # as price_of
    found = {"faces": (asked.drawer.face(args[0]),), "left": len(left)}
    best = likeliest(asked.known, asked.view, args[0])
    return found | {"best": best, "percent": asked.percent(chances[best])} if best else found


def likeliest(known: Deduced, view: View, ingredient: str) -> str:
    """The formula for a theory that is rather right than wrong, if it may be laid there; "" if none is."""
    tokens = tokens_for(view, ingredient)  # type: ignore[arg-type]  # as price_of
    return next((token for token in tokens if known.table[ingredient][token] * 2 > known.total), "")


def _token(asked: KeyContext, args: Any) -> Fields:
    n = asked.known.table[asked.frame.ingredient][args[0]]
    return {"formula": args[0], "percent": asked.percent(n)}


def _seal(asked: KeyContext, args: Any) -> Fields:
    """With what it brings at the great reveal."""
    return {
        "faces": (asked.drawer.face(args[0]),),
        "left": asked.view.own.seals.count(args[0]) if asked.view.own else 0,
        "right": SEAL_CARDS[args[0]].data["right"],
        "wrong": SEAL_CARDS[args[0]].data["wrong"],
        "hedge": _in_colour(asked.drawer, HEDGES[args[0]]),
    }


def _in_colour(drawer: Drawer, colour: str) -> str:
    """«зелёном»; "" for no colour."""
    return drawer.content.colour_by_id[colour].forms[drawer.lang]["prep"] if colour else ""


def _guarantee(asked: KeyContext, args: Any) -> Fields:
    reputation, discount = (
        asked.view.boards[asked.frame.seat].reputation,
        max(0, asked.view.bids[asked.frame.seat]),
    )
    return {"faces": (asked.drawer.face(args[0]),), "gold": sale_gold(args[0], reputation, discount)}


def _promised(asked: KeyContext, args: Any) -> Fields:
    """With the names of those who were before: the first to show a potion gains more."""
    boards = enumerate(asked.view.boards)
    return _card(asked, args) | {
        "shown": tuple(asked.drawer.names[seat] for seat, board in boards if args[0] in board.exhibited)
    }


def _debunk(asked: KeyContext, args: Any) -> Fields:
    """How likely the sign of the token is wrong."""
    ingredient, colour = args
    sign = SIGNS[asked.view.books[BOOK_AT[ingredient]].token][colour]
    wrong = asked.known.total - asked.known.signs[ingredient][f"{colour}{sign}"]
    chance = asked.percent(wrong)
    return {"faces": (asked.drawer.face(ingredient),), "pair": colour, "percent": chance}


def _claim(asked: KeyContext, args: Any) -> Fields:
    n = asked.known.results[asked.frame.pair][args[0]]
    return {"faces": (asked.drawer.face(args[0]),), "percent": asked.percent(n)}


def _two(asked: KeyContext, args: Any) -> Fields:
    return {"pair": " ".join(sorted(args)), "faces": asked.drawer.faces(args)}


def _pair(asked: KeyContext, args: Any) -> Fields:
    """Two ingredients, and what they may make: potions, levels of a sale as they would count with the
    Barmaids that are in play, success of an exhibit.
    """
    found = _two(asked, args)
    counts = asked.known.results[PAIR_OF[args]]
    if isinstance(asked.frame, Promise):
        return found | {"percent": asked.percent(counts[asked.frame.potion])}
    shown: dict[str, int] = {}
    for potion, n in counts.items():
        code = potion
        if isinstance(asked.frame, Sale):
            code, _ = with_barmaids(level(potion, asked.frame.potion), asked.frame.barmaids)
        shown[code] = shown.get(code, 0) + n
    likely = sorted((row for row in shown.items() if row[1]), key=lambda row: -row[1])
    outcomes = tuple(PairOutcome(asked.drawer.face(code), asked.percent(n)) for code, n in likely)
    return found | {"outcomes": outcomes}


FILLED: Mapping[str, Callable[[KeyContext, Any], Fields]] = {
    **dict.fromkeys(("keep", "take", "grant"), _card),
    "promise": _promised,
    "order": _ordered,
    "transmute": _transmuted,
    **dict.fromkeys(("barmaid", "pay"), _number),
    **dict.fromkeys(("mix", "test"), _pair),
    "discard": _two,  # nothing is made of them
    "associate": _helped,
    "bid": _bid,
    "buy": _bought,
    "endorse": _endorsed,
    "publish": _published,
    "token": _token,
    "seal": _seal,
    "guarantee": _guarantee,
    "debunk": _debunk,
    "claim": _claim,
}

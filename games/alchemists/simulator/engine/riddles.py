"""Which puzzles a position makes: «знаешь это — значит, знаешь то».

What is right is so in every world that the seat's facts leave; a position is a puzzle where one answer alone
is. Of pairs only those are asked for whose potion follows from others: what was mixed is simply known.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.scoring.points import COLOURS, SEALS, SIGNS, loss_at
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS, RESULTS
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.deduction.worlds import tables
from games.alchemists.simulator.engine.bots.known import BotKnowledge, known_of
from games.alchemists.simulator.engine.data import (
    CUSTODIAN,
    DEBUNK,
    DRINK,
    EXHIBITION,
    PUBLISH,
    SELL,
    STUDENT,
)
from games.alchemists.simulator.engine.mixing import is_negative, mixes_of
from games.alchemists.simulator.engine.proposing.asked import bad
from games.alchemists.simulator.engine.proposing.mixing import counts_of
from games.alchemists.simulator.engine.proposing.theories import DEBUNK_LOSS, succeeds_in
from games.alchemists.simulator.engine.rules import legal_moves, to_act
from games.alchemists.simulator.engine.state import BOOK_AT, Act, State
from games.alchemists.simulator.engine.theorising import tokens_for
from games.alchemists.simulator.engine.view import view
from simulator.engine.game import Move, Proposition, Riddle, Seat

IN_QUESTION = 3  # moves besides declining, at the least
EXACT = "exact"


class RiddleAsked(NamedTuple):
    """What the seat knows, the open frame, and its legal moves but for declining."""

    known: BotKnowledge
    frame: Any
    moves: Sequence[Move]

    @property
    def asks(self) -> str:
        """The area of an action that is only begun, else the kind of the question."""
        return self.frame.area if isinstance(self.frame, Act) else type(self.frame).__name__

    def formulas(self, ingredient: str, worlds: int | None = None) -> list[str]:
        """Those that an ingredient may have, in all worlds that are left or in some of them."""
        left = self.known.worlds if worlds is None else worlds
        return [code for code in ALCHEMICALS if left & tables().placed[ingredient][code]]

    def potions(self, pair: Pair) -> list[str]:
        """Those that a pair may make."""
        return [potion for potion, n in counts_of(self.known, pair).items() if n]

    def is_mixed(self, pair: Pair) -> bool:
        """Whether something was seen of just this pair."""
        return any(fact.ingredients == pair for fact in self.known.facts)

    def sure_of(self, potion: str) -> list[Pair]:
        """The pairs of the hand that surely make it."""
        kinds = tuple(dict.fromkeys(self.known.hand))
        return [move.args for move in mixes_of(kinds) if self.potions(move.args) == [potion]]


Right = tuple[Sequence[Move], Proposition | None]
NONE: Right = ((), None)


def riddles(state: State, seat: Seat) -> Iterator[Riddle]:
    """What the position asks of this seat, by what the seat knows."""
    if seat not in to_act(state):
        return
    seen = view(state, seat)
    moves = [move for move in legal_moves(state, seat) if move.verb != "decline"]
    frame = seen.agenda[-1]
    asks = frame.area if isinstance(frame, Act) else type(frame).__name__
    themes = THEMES.get(asks, {})
    if not themes or (len(seen.agenda) == 1 and len(moves) < IN_QUESTION):
        return
    question = RiddleAsked(known_of(seen), frame, moves)
    for theme, answer in themes.items():
        right, why = answer(question)
        if len(seen.agenda) > 1 and right:
            yield Riddle(theme, tuple(right))
        elif right and len(right) < len(moves):
            wrong = [(move, NOT[theme](question, move)) for move in moves if move not in right]
            yield Riddle(theme, tuple(right), why, tuple((move, why) for move, why in wrong if why))


def _only(right: Sequence[Move], why: Callable[[Move], Proposition]) -> Right:
    """The one right move; of several none is the answer."""
    return (right, why(right[0])) if len(right) == 1 else NONE


# --- Experiments --------------------------------------------------------------------------------------------


def _deciding(asked: RiddleAsked) -> Right:
    """Whatever comes of it, some ingredient has one formula left."""
    decided = {move: _decided(asked, move.args) for move in asked.moves}
    right = [move for move, ingredient in decided.items() if ingredient]
    return _only(right, lambda move: Proposition("found_decided", {"ingredient": decided[move]}))


def _decided(asked: RiddleAsked, pair: Pair) -> str:
    """The first ingredient that each result makes certain and that isn't so yet; "" if there is none."""
    parts = [part for made in tables().made[pair].values() if (part := asked.known.worlds & made)]
    unsure = (name for name in (*pair, *INGREDIENTS) if len(asked.formulas(name)) > 1)
    return next((name for name in unsure if all(len(asked.formulas(name, part)) == 1 for part in parts)), "")


def _known(asked: RiddleAsked) -> Right:
    """The one pair that wasn't mixed and makes what is known all the same."""
    new = [move for move in asked.moves if not asked.is_mixed(move.args)]
    right = [move for move in new if len(asked.potions(move.args)) == 1]
    return _only(right, lambda move: _makes(move.args, asked.potions(move.args)))


def _harmless(asked: RiddleAsked) -> Right:
    """Surely no potion with a minus."""
    safe = [move for move in asked.moves if not any(map(is_negative, asked.potions(move.args)))]
    if any(asked.is_mixed(move.args) for move in safe):
        return NONE
    return _only(safe, lambda move: _makes(move.args, asked.potions(move.args)))


def _makes(pair: Pair, potions: Sequence[str]) -> Proposition:
    if len(potions) == 1:
        return Proposition("found_pair", {"pair": pair, "potion": potions[0]})
    return Proposition("found_no_minus", {"pair": pair, "n": len(potions)})


def _contented(asked: RiddleAsked) -> Right:
    """The same before a student who hasn't suffered yet."""
    return NONE if asked.known.seen.unhappy else _harmless(asked)


# --- Sales, the exhibition ----------------------------------------------------------------------------------


def _order(asked: RiddleAsked) -> Right:
    """The one potion of the orders that the hand surely makes."""
    return _sure(asked, lambda move: move.args[0])


def _sale(asked: RiddleAsked) -> Right:
    """The best guarantee, and the pair that keeps it."""
    if asked.moves[0].verb == "guarantee":
        return [Move("guarantee", (EXACT,))], None
    if asked.moves[0].verb == "barmaid":
        return asked.moves, None
    return ([Move("mix", pair) for pair in asked.sure_of(asked.frame.potion)], None)


def _show(asked: RiddleAsked) -> Right:
    return _sure(asked, lambda move: move.args[0])


def _shown(asked: RiddleAsked) -> Right:
    return [Move("mix", pair) for pair in asked.sure_of(asked.frame.potion)], None


def _sure(asked: RiddleAsked, potion_of: Callable[[Move], str]) -> Right:
    """The moves about the one potion that some pair surely makes, if no such pair was mixed before."""
    pairs = {potion: asked.sure_of(potion) for potion in dict.fromkeys(map(potion_of, asked.moves))}
    sure = [potion for potion, found in pairs.items() if found]
    if len(sure) != 1 or any(map(asked.is_mixed, pairs[sure[0]])):
        return NONE
    right = [move for move in asked.moves if potion_of(move) == sure[0]]
    return right, _makes(pairs[sure[0]][0], sure)


# --- Theories -----------------------------------------------------------------------------------------------


def _theory(asked: RiddleAsked) -> Right:
    """The one ingredient whose theory is surely right, new or one to endorse."""
    right = [move for move in asked.moves if _right_token(asked, move.args[0])]
    return _only(right, lambda move: _formula(move.args[0], _right_token(asked, move.args[0])))


def _right_token(asked: RiddleAsked, ingredient: str) -> str:
    """The formula that is certain, if it lies on the book or may still come there; else ""."""
    formulas, lies = asked.formulas(ingredient), asked.known.seen.books[BOOK_AT[ingredient]].token
    may_lie = [lies] if lies else tokens_for(asked.known.state, ingredient)
    return formulas[0] if len(formulas) == 1 and formulas[0] in may_lie else ""


def _formula(ingredient: str, formula: str) -> Proposition:
    return Proposition("found_formula", {"ingredient": ingredient, "alchemical": formula})


def _insured(asked: RiddleAsked) -> Right:
    """No theory is sure, and just one may be wrong in one circle at most, for which there is a seal."""
    if any(_right_token(asked, move.args[0]) for move in asked.moves):
        return NONE
    hedges = {move: _hedges(asked, move.args[0]) for move in asked.moves}
    right = [move for move, found in hedges.items() if found]
    return _only(right, lambda move: _circle(move.args[0], hedges[move][0][1]))


def _circle(ingredient: str, colour: str) -> Proposition:
    return Proposition("found_circle", {"ingredient": ingredient, "colour": colour})


def _hedges(asked: RiddleAsked, ingredient: str) -> list[tuple[str, str]]:
    """Formulas for a book with the colour in which alone each may be wrong."""
    lies, formulas = asked.known.seen.books[BOOK_AT[ingredient]].token, asked.formulas(ingredient)
    may_lie = [lies] if lies else tokens_for(asked.known.state, ingredient)
    seals = {SEALS[seal].data["hedge"] for seal in asked.known.own.seals}
    wrong = {token: {_differing(token, other) for other in formulas if other != token} for token in may_lie}
    found = [(token, *colours) for token, colours in wrong.items() if len(colours) == 1]
    return [(token, colour) for token, colour in found if colour in seals - {""}]


def _differing(token: str, other: str) -> str:
    """The one colour in which two formulas differ; "" where they differ in more."""
    colours = [colour for colour in COLOURS if SIGNS[token][colour] != SIGNS[other][colour]]
    return colours[0] if len(colours) == 1 else ""


def _insured_token(asked: RiddleAsked) -> Right:
    hedges = _hedges(asked, asked.frame.ingredient)
    if asked.moves[0].verb == "token":
        return [Move("token", (token,)) for token, _ in hedges], None
    colours = {colour for token, colour in hedges if token == asked.frame.token}
    return [move for move in asked.moves if SEALS[move.args[0]].data["hedge"] in colours], None


def _token(asked: RiddleAsked) -> Right:
    if asked.moves[0].verb != "token":
        return NONE
    return [Move("token", tuple(asked.formulas(asked.frame.ingredient)))], None


def _debunk(asked: RiddleAsked) -> Right:
    """The one debunk that succeeds in every world, of a theory that the seat hasn't sealed itself."""
    right = [move for move in asked.moves if _succeeds(asked, move)]
    if any(asked.known.seat in asked.known.seen.books[BOOK_AT[name]].seats for name in _asked_of(right)):
        return NONE
    return _only(
        right, lambda move: Proposition("say_debunk", {"of": (asked.known.total, asked.known.total)})
    )


def _asked_of(moves: Sequence[Move]) -> set[str]:
    return {name for move in moves for name in move.args if name in BOOK_AT}


def _succeeds(asked: RiddleAsked, move: Move) -> bool:
    return _won(asked, move) == asked.known.total


def _won(asked: RiddleAsked, move: Move) -> int:
    """In how many worlds a debunk succeeds; of a pair by the best question about it."""
    if move.verb == "debunk":
        return succeeds_in(asked.known, move.args[:1], move.args[1])
    return max(succeeds_in(asked.known, move.args, potion) for potion in RESULTS)


def _claim(asked: RiddleAsked) -> Right:
    pair, known = asked.frame.pair, asked.known
    return [move for move in asked.moves if succeeds_in(known, pair, move.args[0]) == known.total], None


# --- What is wrong ------------------------------------------------------------------------------------------


def _open(asked: RiddleAsked, move: Move) -> Proposition | None:
    """What else a pair may make."""
    potions = asked.potions(move.args)
    if len(potions) == 1:
        return bad("mix_known", potion=potions[0])
    return _against("found_open", pair=move.args, potions=potions)


def _minus(asked: RiddleAsked, move: Move) -> Proposition | None:
    minus = [potion for potion in asked.potions(move.args) if is_negative(potion)]
    return _against("found_open", pair=move.args, potions=minus) if minus else None


def _undecided(asked: RiddleAsked, move: Move) -> Proposition | None:
    """A potion after which no ingredient has become certain."""
    parts = {potion: asked.known.worlds & made for potion, made in tables().made[move.args].items()}
    unsure = [name for name in INGREDIENTS if len(asked.formulas(name)) > 1]
    for potion, part in parts.items():
        if part and not any(len(asked.formulas(name, part)) == 1 for name in unsure):
            return _against("found_undecided", potion=potion)
    return None


def _unsure(asked: RiddleAsked, move: Move) -> Proposition | None:
    return _against("found_unsure", potion=move.args[0])


def _formulas_left(asked: RiddleAsked, move: Move) -> Proposition | None:
    n = len(asked.formulas(move.args[0]))
    return _against("found_formulas", ingredient=move.args[0], n=n) if n > 1 else None


def _doubtful(asked: RiddleAsked, move: Move) -> Proposition:
    total, lost = asked.known.total, loss_at(asked.known.board.reputation, DEBUNK_LOSS)
    return bad("debunk_doubtful", of=(total - _won(asked, move), total), n=lost)


def _against(code: str, **params: Any) -> Proposition:
    return Proposition(code, params, good=False)


NOT: Mapping[str, Callable[[RiddleAsked, Move], Proposition | None]] = {
    "known": _open,
    "decides": _undecided,
    **dict.fromkeys(("student", "drink"), _minus),
    **dict.fromkeys(("order", "show"), _unsure),
    **dict.fromkeys(("theory", "hedge"), _formulas_left),
    "debunk": _doubtful,
}
Answer = Callable[[RiddleAsked], Right]
THEMES: Mapping[str, Mapping[str, Answer]] = {
    STUDENT: {"decides": _deciding, "known": _known, "student": _contented},
    DRINK: {"decides": _deciding, "known": _known, "drink": _harmless},
    CUSTODIAN: {"decides": _deciding, "known": _known, "drink": _harmless},
    "Cap": {"decides": _deciding, "known": _known},
    SELL: {"order": _order},
    "Sale": {"order": _sale},
    EXHIBITION: {"show": _show},
    "Promise": {"show": _shown},
    PUBLISH: {"theory": _theory, "hedge": _insured},
    "Immediate": {"theory": _theory, "hedge": _insured},
    "Publishing": {"theory": _token, "hedge": _insured_token},
    DEBUNK: {"debunk": _debunk},
    "Claim": {"debunk": _claim},
}

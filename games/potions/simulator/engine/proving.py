"""Whether what is said of a move is so in a world: tried out move by move, by the events that are told.

Nothing here looks at how a proposition was found. What would be possible is asked of `legal_moves`, in a
position where somebody else has the turn, or a card more lies there.
"""

from collections.abc import Mapping
from functools import lru_cache

from games.potions.simulator.engine.data import CARD, ELEMENTS_OF, POINTS, RECIPES, SPELLS
from games.potions.simulator.engine.rules import legal_moves
from games.potions.simulator.engine.state import State
from games.potions.simulator.engine.trying import (
    Proof,
    TriedEnd,
    TriedMove,
    by_name,
    can_make,
    holders,
    is_hidden,
    is_present,
    pays,
    with_ingredient,
)
from simulator.engine.game import Move, Proposition, Seat
from web.refusal import Params

LAID = frozenset({"laid_new", "laid_again", "laid_great", "laid_wild"})


# --- What a move brings -------------------------------------------------------------------------------------


def makes(case: TriedMove, said: Params) -> bool:
    """Whether the recipe is assembled however the move ends, and brings these points."""
    told = {"seat": case.seat, "card": said["card"], "n": said["n"]}
    return case.always(lambda ending: bool(ending.told("assembled", **told)))


def asks_recipes(case: TriedMove, code: str) -> bool:
    return any(ingredient.kind not in ("element", "any") for ingredient in CARD[code].ingredients)


def shares(case: TriedMove, ending: TriedEnd) -> dict[Seat, int]:
    """What the others get in halves."""
    return {seat: n for seat in case.others() if (n := ending.halves(seat))}


def completes(case: TriedMove, said: Params) -> bool:
    alone = case.always(lambda ending: not shares(case, ending))
    return makes(case, said) and alone and not asks_recipes(case, said["card"])


def makes_most(case: TriedMove, said: Params) -> bool:
    """Others that bring points could be assembled, none that brings as much."""
    hand = {code for code in case.before.hands[case.seat] if code in RECIPES and code != said["card"]}
    others = [POINTS[code] for code in hand if can_make(case.before, case.seat, code)]
    return completes(case, said) and 0 < max(others, default=0) < said["n"]


def completes_closing(case: TriedMove, said: Params) -> bool:
    lost = {"card": said["closed"], "n": said["count"]}
    return completes(case, said) and closes(case, lost) and said["count"] >= said["n"]


def made_alone(case: TriedMove, said: Params) -> bool:
    alone = case.always(lambda ending: not shares(case, ending))
    return makes(case, said) and alone and asks_recipes(case, said["card"])


def may_make_alone(case: TriedMove, said: Params) -> bool:
    paying = [bool(shares(case, ending)) for ending in case.endings]
    return makes(case, said) and any(paying) and not all(paying)


def made_shared(case: TriedMove, said: Params) -> bool:
    due = dict.fromkeys(said["seats"], said["half"])
    return bool(due) and makes(case, said) and case.always(lambda ending: shares(case, ending) == due)


def gives(case: TriedMove, said: Params) -> bool:
    paid = case.always(lambda ending: ending.halves(said["seat"]) == said["n"])
    return paid and said["n"] > 0 and said["seat"] != case.seat


def new_element(case: TriedMove, said: Params) -> bool:
    def brings(ending: TriedEnd) -> bool:
        return any(told["n"] == said["n"] > 0 for told in ending.told(*LAID, seat=case.seat))

    return case.move.verb == "element" and case.always(brings)


def old_element(case: TriedMove, said: Params) -> bool:
    def lies(element: str) -> bool:
        return is_present(case.before.cupboard, element)

    return case.move.verb == "element" and all(map(lies, ELEMENTS_OF[case.move.args[0]]))


def spends_spell(case: TriedMove, said: Params) -> bool:
    return case.lays(said["card"]) and said["card"] in SPELLS


def parts_with(case: TriedMove, said: Params) -> bool:
    code = said["card"]
    return case.lays(code) and code in RECIPES and POINTS[code] == said["n"]


def parts_with_near(case: TriedMove, said: Params) -> bool:
    """It could be assembled with that one ingredient more, and can't as it is."""
    return parts_with(case, said) and lacks_one(case.before, case.seat, said)


def lays_cheap(case: TriedMove, said: Params) -> bool:
    code = said["card"]
    right = case.lays(code) and POINTS[code] == said["count"]
    return right and not can_make(case.before, case.seat, code)


def serves(case: TriedMove, said: Params) -> bool:
    code, element = said["card"], said["element"]
    asked = any(slot.kind == "element" and slot.id == element for slot in CARD[code].ingredients)
    come = case.always(lambda ending: is_present(ending.state.cupboard, element))
    new = come and not is_present(case.before.cupboard, element)
    return new and asked and case.keeps(code) and POINTS[code] == said["n"]


def returns(case: TriedMove, said: Params) -> bool:
    def back(ending: TriedEnd) -> list[str]:
        return sorted(code for told in ending.told("returned", "freed") for code in told["cards"])

    return case.always(lambda ending: back(ending) == sorted(said["cards"]))


def passes(case: TriedMove, said: Params) -> bool:
    return case.move == Move("pass") and len(legal_moves(case.before, case.seat)) > 1


def is_possible(case: TriedMove, said: Params) -> bool:
    """Whether the recipe could be assembled if it were a fresh turn."""
    code = said["card"]
    return case.held(code) and can_make(case.before, case.seat, code) and bool(POINTS[code] == said["n"])


def leaves_ready(case: TriedMove, said: Params) -> bool:
    """No recipe is assembled, whatever is chosen."""
    makes = case.sometimes(lambda ending: bool(ending.told("assembled", seat=case.seat)))
    return is_possible(case, said) and not makes


def makes_less(case: TriedMove, said: Params) -> bool:
    """Another recipe is assembled, which brings less."""

    def made_less(ending: TriedEnd) -> bool:
        return any(told["n"] < said["n"] for told in ending.told("assembled", seat=case.seat))

    same = case.sometimes(lambda e: bool(e.told("assembled", seat=case.seat, card=said["card"])))
    return is_possible(case, said) and not same and case.always(made_less)


# --- What stays in hand, and what can be done with it -------------------------------------------------------


def keeps(case: TriedMove, said: Params) -> bool:
    return case.keeps(said["card"]) and POINTS[said["card"]] == said["n"]


def keeps_near(case: TriedMove, said: Params) -> bool:
    """It lacks one ingredient, and still does then."""
    still = case.always(lambda ending: lacks_one(ending.state, case.seat, said))
    return keeps(case, said) and lacks_one(case.before, case.seat, said) and still


def keeps_spell(case: TriedMove, said: Params) -> bool:
    return case.keeps(said["card"]) and said["card"] in SPELLS


def plays_on(case: TriedMove, said: Params) -> bool:
    def goes_on(ending: TriedEnd) -> bool:
        agenda = ending.state.agenda
        return (
            bool(agenda) and agenda[-1].seat == case.seat and bool(ending.told("may_follow", "must_follow"))
        )

    return case.always(goes_on)


def is_new_for(case: TriedMove, code: str) -> bool:
    """Whether a seat couldn't assemble a recipe before: the recipe wasn't there, or the ingredients."""
    return not (case.held(code) and can_make(case.before, case.seat, code))


def makes_possible(case: TriedMove, ending: TriedEnd, said: Params) -> bool:
    code, state = said["card"], ending.state
    return POINTS[code] == said["n"] and code in state.hands[case.seat] and can_make(state, case.seat, code)


def readies(case: TriedMove, said: Params) -> bool:
    possible = case.always(lambda ending: makes_possible(case, ending, said))
    return possible and is_new_for(case, said["card"])


def readies_now(case: TriedMove, said: Params) -> bool:
    move = Move("assemble", (said["card"],))
    at_once = case.always(lambda ending: move in legal_moves(ending.state, case.seat))
    return at_once and readies(case, said)


def can_ready(case: TriedMove, said: Params) -> bool:
    possible = case.sometimes(lambda ending: makes_possible(case, ending, said))
    return possible and is_new_for(case, said["card"])


def lacks_one(state: State, seat: Seat, said: Params) -> bool:
    """Whether a recipe can't be assembled, but could with one ingredient more."""
    (ingredient,) = said["ingredients"]
    more = with_ingredient(state, seat, ingredient)
    return not can_make(state, seat, said["card"]) and can_make(more, seat, said["card"])


def one_short(case: TriedMove, said: Params) -> bool:
    """It can't be assembled then, but could with that one ingredient; now it could not even so."""
    right = keeps(case, said) and not lacks_one(case.before, case.seat, said)
    return right and case.always(lambda ending: lacks_one(ending.state, case.seat, said))


def closes_own(case: TriedMove, said: Params) -> bool:
    code = said["card"]

    def closed(ending: TriedEnd) -> bool:
        return code in ending.state.hands[case.seat] and not can_make(ending.state, case.seat, code)

    return is_possible(case, said) and case.always(closed)


def renews(case: TriedMove, said: Params) -> bool:
    element = said["element"]
    gone = case.always(lambda ending: not is_present(ending.state.cupboard, element))
    own = any(element in ELEMENTS_OF[code] and case.keeps(code) for code in case.before.hands[case.seat])
    return is_present(case.before.cupboard, element) and gone and own


# --- What the others could do then --------------------------------------------------------------------------


def opened(case: TriedMove, code: str, n: int) -> bool:
    """Whether whoever else has a recipe could assemble it then, and not before."""
    other = case.others()[0]
    right = POINTS[code] == n and not can_make(case.before, other, code)
    return right and case.always(lambda ending: can_make(ending.state, other, code))


def opens(case: TriedMove, said: Params) -> bool:
    return opened(case, said["card"], said["n"]) and is_hidden(case, said["card"])


def opens_held(case: TriedMove, said: Params) -> bool:
    return opened(case, said["card"], said["n"]) and bool(holders(case, said["card"]))


def opens_to(case: TriedMove, said: Params) -> bool:
    return opened(case, said["card"], said["n"]) and said["seat"] in holders(case, said["card"])


def opens_half(case: TriedMove, said: Params) -> bool:
    code, other = said["card"], case.others()[0]
    if not opened(case, code, POINTS[code]) or not is_hidden(case, code):
        return False
    return said["n"] > 0 and case.always(lambda e: pays(e.state, other, code, case.seat) >= said["n"])


def opens_nothing(case: TriedMove, said: Params) -> bool:
    hidden = [code for code in case.before.course.codes if POINTS[code] and is_hidden(case, code)]
    return not any(opened(case, code, POINTS[code]) for code in hidden if code in RECIPES)


def closes(case: TriedMove, said: Params) -> bool:
    code, other = said["card"], case.others()[0]
    right = POINTS[code] == said["n"] and is_hidden(case, code) and can_make(case.before, other, code)
    return right and not case.sometimes(lambda ending: can_make(ending.state, other, code))


# --- Spells on one's own recipes ----------------------------------------------------------------------------


def destroys(case: TriedMove, said: Params) -> bool:
    """The recipe leaves the table, and goes into no other."""

    def falls(ending: TriedEnd) -> bool:
        fell = ending.told("destroyed", "transformed", seat=case.seat, card=said["card"])
        fell += ending.told("overthrown", owner=case.seat, card=said["card"])
        return bool(fell) or bool(ending.told("forest_lost", seat=case.seat, card=said["card"]))

    return POINTS[said["card"]] == said["n"] and case.always(falls)


def transforms(case: TriedMove, said: Params) -> bool:
    def turns(ending: TriedEnd) -> bool:
        turned = ending.told("transformed", seat=case.seat, card=said["card"], into=said["into"])
        kept = ending.told("destroyed", seat=case.seat, card=said["card"])
        return bool(turned) or (bool(kept) and bool(ending.told("kept", card=said["into"])))

    return POINTS[said["into"]] == said["n"] > POINTS[said["card"]] and case.always(turns)


PROOFS: Mapping[str, Proof] = by_name(
    completes,
    makes_most,
    completes_closing,
    made_alone,
    may_make_alone,
    made_shared,
    gives,
    new_element,
    old_element,
    spends_spell,
    parts_with,
    parts_with_near,
    lays_cheap,
    serves,
    returns,
    passes,
    leaves_ready,
    makes_less,
    keeps,
    keeps_near,
    keeps_spell,
    plays_on,
    readies,
    readies_now,
    can_ready,
    one_short,
    closes_own,
    renews,
    opens,
    opens_held,
    opens_to,
    opens_half,
    opens_nothing,
    closes,
    destroys,
    transforms,
)

_tried = lru_cache(maxsize=32)(TriedMove)  # all that is said of a move is looked up in the same few worlds


def holds(world: State, seat: Seat, move: Move, said: Proposition) -> bool:
    proof = PROOFS.get(said.code) or world.course.proofs[said.code]
    return proof(_tried(world, seat, move), said.params)

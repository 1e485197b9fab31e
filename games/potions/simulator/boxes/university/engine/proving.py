"""Whether what is said of the University's cards is so in a world."""

from collections.abc import Mapping

from games.potions.simulator.engine.data import CARD, ELEMENTS_OF, ID, POINTS, SPELLS
from games.potions.simulator.engine.rules import legal_moves
from games.potions.simulator.engine.state import State
from games.potions.simulator.engine.trying import Proof, TriedEnd, TriedMove, by_name
from simulator.engine.game import Move, Seat
from web.refusal import Params


def scruple(case: TriedMove, said: Params) -> bool:
    told = {"seat": said["seat"], "n": said["n"], "from": case.seat}
    return case.always(lambda ending: bool(ending.told("scruple_given", **told)))


def leaves_scruple(case: TriedMove, said: Params) -> bool:
    moves = [move for move in legal_moves(case.before, case.seat) if move.verb == "give"]
    other = case.move.verb != "give" and bool(moves)
    gives = [TriedMove(case.before, case.seat, move) for move in moves]
    return bool(other) and all(
        each.always(lambda ending: bool(ending.told("scruple_given", n=said["n"]))) for each in gives
    )


def forest(case: TriedMove, said: Params) -> bool:
    return case.always(lambda ending: bool(ending.told("forest", seat=case.seat, n=said["n"])))


def forest_gives(case: TriedMove, said: Params) -> bool:
    def due(ending: TriedEnd) -> bool:
        told = ending.told("forest_lost", seat=said["seat"])
        return bool(sum(each["n"] for each in told) == said["n"] > 0)

    return said["seat"] != case.seat and case.always(due)


def has_element(case: TriedMove, element: str) -> bool:
    return any(element in ELEMENTS_OF[code] for code in case.before.hands[case.seat])


def asks_own(case: TriedMove, said: Params) -> bool:
    return case.move == Move("name", (said["element"],)) and has_element(case, said["element"])


def asks_free(case: TriedMove, said: Params) -> bool:
    return case.move == Move("name", (said["element"],)) and not has_element(case, said["element"])


def count(state: State, seat: Seat, code: str) -> int:
    return sum(recipe.card == code for recipe in state.tables[seat])


def is_lesser(code: str) -> bool:
    return CARD[code].kind == "lesser_talisman"


def talisman(case: TriedMove, said: Params) -> bool:
    code, seat = said["card"], case.seat
    more = case.always(lambda ending: count(ending.state, seat, code) > count(case.before, seat, code))
    return is_lesser(code) and more


def spends_talisman(case: TriedMove, said: Params) -> bool:
    code, seat = said["card"], case.seat
    less = case.always(lambda ending: count(ending.state, seat, code) < count(case.before, seat, code))
    return is_lesser(code) and less


def overthrows(case: TriedMove, said: Params) -> bool:
    """It falls by a spell, and isn't used."""
    code, seat = said["card"], said["seat"]

    def falls(ending: TriedEnd) -> bool:
        told = ending.told("overthrown", owner=seat, card=code) + ending.told(
            "forest_lost", seat=seat, card=code
        )
        return bool(told) and not ending.told("assembled")

    return seat != case.seat and POINTS[code] == said["n"] and case.always(falls)


def takes_spell(case: TriedMove, said: Params) -> bool:
    code = said["card"]

    def comes(ending: TriedEnd) -> bool:
        hands = [state.hands[case.seat].count(code) for state in (case.before, ending.state)]
        return hands[1] > hands[0]

    return code in SPELLS and case.always(comes)


def plays_two(case: TriedMove, said: Params) -> bool:
    """The spell of haste is at work: a card may be played at once, and one more."""
    cast = case.move.verb == "cast" and ID[case.move.args[0]] == "spell_of_haste"
    return cast and case.always(lambda e: Move("pass") in legal_moves(e.state, case.seat))


PROOFS: Mapping[str, Proof] = by_name(
    scruple,
    leaves_scruple,
    forest,
    forest_gives,
    asks_own,
    asks_free,
    talisman,
    spends_talisman,
    overthrows,
    takes_spell,
    plays_two,
)

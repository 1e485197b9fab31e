"""Lives, turns and spells that a move costs somebody; creatures."""

from typing import Any

from games.wizwar.simulator.engine.places import TREASURE_OF
from games.wizwar.simulator.engine.proving.case import NOWHERE, Checks, MoveMade, Params
from games.wizwar.simulator.engine.proving.walking import steps_from
from games.wizwar.simulator.engine.state import CREATURES, State, keeper
from simulator.engine.game import Seat

# --- Blows --------------------------------------------------------------------------------------------------


def _hits(case: MoveMade, params: Params) -> bool:
    who = case.named(params["target"])
    left = min(case.life(end, who) for end in case.ends)
    lost = case.before.wizards[who].life - left
    return who not in case.side and lost == params["n"] > 0 and left == params["left"]


def _loaded(case: MoveMade, params: Params) -> bool:
    who, chest = params["seat"], TREASURE_OF[params["treasure"]]
    hurt = any(case.life(end, who) < case.before.wizards[who].life for end in case.ends)
    return hurt and case.before.chests[chest] == -1 - who and who not in case.side


def _stuns(case: MoveMade, params: Params) -> bool:
    who = case.named(params["target"])
    return bool(max(case.lost(end, who) for end in case.ends) == params["n"] > 0)


def _curses(case: MoveMade, params: Params) -> bool:
    who = case.named(params["target"])
    return any(params["card"] in case.new_spells(end, who) for end in case.ends)


# --- What one suffers ---------------------------------------------------------------------------------------


def _loss(case: MoveMade) -> int:
    return case.before.wizards[case.seat].life - case.most_left(case.seat)


def _passed_loss(case: MoveMade) -> int:
    if not case.may_pass:
        return 0
    return case.before.wizards[case.seat].life - case.life(case.passed, case.seat)


def _lost_turns(case: MoveMade) -> int:
    return min(case.lost(end, case.seat) for end in case.ends)


def _would_lose(case: MoveMade) -> int:
    return case.lost(case.passed, case.seat) if case.may_pass else 0


def _would_last(case: MoveMade, params: Params) -> bool:
    return case.may_pass and params["card"] in case.new_spells(case.passed, case.seat)


def _still_lasts(case: MoveMade, params: Params) -> bool:
    return any(params["card"] in case.spells(end, case.seat) for end in case.ends)


# --- Creatures ----------------------------------------------------------------------------------------------


def _own_beasts(case: MoveMade, state: State) -> list[int]:
    numbers = range(CREATURES, len(state.wizards))
    return [n for n in numbers if not state.wizards[n].out and keeper(state, n) == case.seat]


def _prey(case: MoveMade, state: State, beast: int) -> dict[Seat, int]:
    """The steps of a creature to each wizard of another side."""
    steps = steps_from(state, beast, state.wizards[beast].at)
    foes = [who for who in case.foes() if not state.wizards[who].out]
    return {
        who: NOWHERE if steps[state.wizards[who].at] < 0 else steps[state.wizards[who].at] for who in foes
    }


def _stalks(case: MoveMade, params: Params) -> bool:
    who = case.named(params["target"])
    for beast in _own_beasts(case, case.before):
        was = min(_prey(case, case.before, beast).values(), default=NOWHERE)
        ways = [_prey(case, end, beast).get(who, NOWHERE) for end in case.ends if not end.wizards[beast].out]
        same: Any = case.before.wizards[beast]
        if same.card == params["monster"] and min(ways, default=NOWHERE) == params["n"] < was:
            return True
    return False


def _summons(case: MoveMade, params: Params) -> bool:
    most = max(len(_own_beasts(case, end)) for end in case.ends)
    return bool(most > len(_own_beasts(case, case.before)) == params["n"] - 1)


FIGHTING: Checks = {
    "said_bears": lambda case, params: (
        _loss(case) == params["n"] > 0 and case.most_left(case.seat) == params["left"]
    ),
    "said_softens": lambda case, params: (
        0 < _loss(case) == params["n"] < _passed_loss(case) == params["borne"]
    ),
    "said_stops": lambda case, params: _loss(case) <= 0 < _passed_loss(case) == params["n"],
    "said_loses_turns": lambda case, params: _lost_turns(case) == params["n"] > 0,
    "said_saves_turns": lambda case, params: _lost_turns(case) <= 0 < _would_lose(case) == params["n"],
    "said_cursed": lambda case, params: _would_last(case, params) and _still_lasts(case, params),
    "said_wards": lambda case, params: _would_last(case, params) and not _still_lasts(case, params),
    "said_lasts": lambda case, params: any(
        params["card"] in case.new_spells(end, case.seat) for end in case.ends
    ),
    "said_hits": lambda case, params: params["left"] > 0 and _hits(case, params),
    "said_kills": lambda case, params: params["left"] == 0 and _hits(case, params),
    "said_loaded": _loaded,
    "said_stuns": _stuns,
    "said_curses": _curses,
    "said_summons": _summons,
    "said_stalks": _stalks,
    "said_dies": lambda case, params: all(end.wizards[case.seat].out for end in case.ends),
    "said_wins": lambda case, params: any(case.seat in end.winners for end in case.ends),
}

"""Treasures and cards that a move brings or costs."""

from collections.abc import Callable

from games.wizwar.scoring.points import TEAM_TREASURES_TO_WIN, TREASURES_TO_WIN, owner_of
from games.wizwar.simulator.engine.data import CARD, COUNTERS, VALUE
from games.wizwar.simulator.engine.places import TREASURE_OF
from games.wizwar.simulator.engine.proving.case import Checks, MoveMade, Params, homes_of, is_attack
from games.wizwar.simulator.engine.rules import legal_moves
from games.wizwar.simulator.engine.state import Draw, State
from simulator.engine.game import Move

# --- Treasures and cards ------------------------------------------------------------------------------------


def _takes(case: MoveMade, params: Params, foreign: bool) -> bool:
    chest = TREASURE_OF[params["treasure"]]
    now = all(end.chests[chest] == -1 - case.seat for end in case.ends)
    return (
        now and case.before.chests[chest] != -1 - case.seat and (owner_of(chest) not in case.side) == foreign
    )


def _brings(case: MoveMade, params: Params) -> bool:
    chest, end = TREASURE_OF[params["treasure"]], case.ends[0]
    kept = [n for n, at in enumerate(end.chests) if at in homes_of(end, case.seat)]
    foreign = [n for n in kept if owner_of(n) not in case.side]
    needed = TEAM_TREASURES_TO_WIN if end.teams else TREASURES_TO_WIN
    carried = case.before.chests[chest] == -1 - case.seat
    return carried and chest in foreign and len(foreign) == params["n"] and needed == params["max"]


def _leaves(case: MoveMade, params: Params) -> bool:
    chest = TREASURE_OF[params["treasure"]]
    foreign = owner_of(chest) not in case.side
    lies = all(end.chests[chest] >= 0 for end in case.ends)
    scores = foreign and any(end.chests[chest] in homes_of(end, case.seat) for end in case.ends)
    return case.before.chests[chest] == -1 - case.seat and lies and not scores


def _fells(case: MoveMade, params: Params) -> bool:
    chest, who = TREASURE_OF[params["treasure"]], params["seat"]
    falls = any(end.chests[chest] >= 0 for end in case.ends)
    return who not in case.side and case.before.chests[chest] == -1 - who and falls


def _gone(case: MoveMade) -> list[str]:
    """Cards that leave the hand whatever is chosen further."""
    had = case.held(case.before)
    return [card for card in had if all(had.count(card) > case.held(end).count(card) for end in case.ends)]


def _spends(case: MoveMade, params: Params, belongs: Callable[[str], bool]) -> bool:
    return params["card"] in _gone(case) and belongs(params["card"])


def _last(case: MoveMade, params: Params, belongs: Callable[[str], bool]) -> bool:
    last = params["card"] in _gone(case) and belongs(params["card"])
    return last and not any(belongs(card) for end in case.ends for card in case.held(end))


def _keeps(case: MoveMade, params: Params) -> bool:
    held = case.held(case.end)
    kinds = {"number": VALUE.__contains__, "answer": COUNTERS.__contains__, "attack": is_attack}
    return all(sum(map(belongs, held)) == params[kind] for kind, belongs in kinds.items())


def _limit(case: MoveMade, state: State) -> int:
    """Seven cards, more with a stone that says so (draw.limit)."""
    shown = state.wizards[case.seat].shown
    return 7 + sum(int(CARD[card].data.get("hand_limit_bonus", 0)) for card in shown)


def _room(case: MoveMade, params: Params) -> bool:
    n = len(case.held(case.end))
    return bool(n == params["n"] < params["max"] == _limit(case, case.end))


def _draws(case: MoveMade, params: Params) -> bool:
    n, asked = params["n"], case.move.verb == "draw"
    drawn = {int(case.move.args[0])} if asked else {_brought(case, end) for end in case.ends}
    held, most = len(case.held(case.before)) + n, _limit(case, case.before if asked else case.end)
    return n > 0 and drawn == {n} and held == params["held"] <= params["max"] == most


def _brought(case: MoveMade, end: State) -> int:
    """By a stone that has never been shown before. A useless card among these is exchanged at once."""
    before, after = case.before.wizards[case.seat], end.wizards[case.seat]
    brings = sum(CARD[card].data.get("draw_on_gain", 0) for card in after.shown)
    return brings if after.woken > before.woken else 0


def _may_draw(case: MoveMade, params: Params) -> bool:
    frame = case.end.agenda[-1]
    most = max((int(each.args[0]) for each in _draw_moves(case)), default=0)
    return isinstance(frame, Draw) and frame.seat == case.seat and most == params["n"] > 0


def _draw_moves(case: MoveMade) -> list[Move]:
    return [each for each in legal_moves(case.end, case.seat) if each.verb == "draw"]


def _again(case: MoveMade, params: Params) -> bool:
    return bool(case.end.agenda[0].again > case.before.agenda[0].again)


OWNING: Checks = {
    "said_takes": lambda case, params: _takes(case, params, True),
    "said_takes_own": lambda case, params: _takes(case, params, False),
    "said_brings": _brings,
    "said_leaves": _leaves,
    "said_fells": _fells,
    "said_again": _again,
    "said_may_draw": _may_draw,
    "said_draws": _draws,
    "said_gains": lambda case, params: (
        params["card"] in case.held(case.end) and params["card"] not in case.held(case.before)
    ),
    "said_last_number": lambda case, params: _last(case, params, VALUE.__contains__),
    "said_last_answer": lambda case, params: _last(case, params, COUNTERS.__contains__),
    "said_last_attack": lambda case, params: _last(case, params, is_attack),
    "said_spends_number": lambda case, params: _spends(case, params, VALUE.__contains__),
    "said_spends_answer": lambda case, params: _spends(case, params, COUNTERS.__contains__),
    "said_spends_attack": lambda case, params: _spends(case, params, is_attack),
    "said_spends_card": lambda case, params: _spends(case, params, lambda card: True),
    "said_keeps": _keeps,
    "said_best_number": lambda case, params: (
        max(VALUE[card] for card in case.held(case.end) if card in VALUE) == params["n"]
    ),
    "said_room": _room,
}

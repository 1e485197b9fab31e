"""Whether a proposition of a hint is so in a world: moves are made, and the positions after them looked at.

Nothing here knows how propositions are made, how moves are weighed or who plays: only moves, cards, and the
engine's own measures of ways and lines. What the others could answer doesn't count («если не ответят»): their
hands are emptied first. What is said of a move that only begins something is said of its best continuation.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from games.wizwar.scoring.points import TEAM_TREASURES_TO_WIN, TREASURES_TO_WIN, mates, owner_of
from games.wizwar.simulator.engine.board import home
from games.wizwar.simulator.engine.data import CARD, COUNTERS, VALUE
from games.wizwar.simulator.engine.lookout import sees
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.moving import base_move, own_distances, steps_left, walk_refusal
from games.wizwar.simulator.engine.places import SEAT_OF, TREASURE_OF
from games.wizwar.simulator.engine.rules import asking, check, do, legal_moves, to_act
from games.wizwar.simulator.engine.state import CREATURES, Act, Draw, Staged, State, creature_name, keeper
from simulator.engine.evolve import evolve
from simulator.engine.game import Move, Proposition, Seat
from simulator.engine.tuples import replaced

Params = Mapping[str, Any]
NOWHERE = 99


class Case:
    """A seat's move in a world, with all that may come of it by the seat's own choices."""

    def __init__(self, world: State, seat: Seat, move: Move) -> None:
        self.before, self.seat, self.move = _without_hands(world, seat), seat, move
        self.side = mates(world.teams, seat)

    @cached_property
    def ends(self) -> list[State]:
        return list(_ends(self.before, self.seat, self.move))

    @cached_property
    def end(self) -> State:
        """The one end of a move that leaves no choice."""
        (found,) = self.ends
        return found

    @cached_property
    def passed(self) -> State:
        """What comes of answering nothing."""
        (found,) = _ends(self.before, self.seat, PASS)
        return found

    @property
    def may_pass(self) -> bool:
        return PASS in legal_moves(self.before, self.seat)

    def life(self, state: State, who: int) -> int:
        wizard = state.wizards[who]
        return 0 if wizard.out else max(0, wizard.life)

    def most_left(self, who: int) -> int:
        return max(self.life(end, who) for end in self.ends)

    def lost(self, state: State, who: int) -> int:
        return int(state.wizards[who].lost - self.before.wizards[who].lost)

    def named(self, target: str) -> int:
        """The wizard or creature that a proposition names."""
        if target in SEAT_OF:
            return SEAT_OF[target]
        numbers = range(CREATURES, len(self.before.wizards))
        found = [n for n in numbers if not self.before.wizards[n].out]
        return next(n for n in found if creature_name(self.before, n) == target)

    def foes(self) -> Iterator[Seat]:
        for who in range(self.before.players):
            if who not in self.side and not self.before.wizards[who].out:
                yield who

    def spells(self, state: State, who: int) -> set[str]:
        return {effect.card for effect in state.effects if effect.on == who}

    def new_spells(self, state: State, who: int) -> set[str]:
        return self.spells(state, who) - self.spells(self.before, who)

    def held(self, state: State) -> list[str]:
        wizard = state.wizards[self.seat]
        return [*wizard.hand, *wizard.shown]


# --- What comes of a move -----------------------------------------------------------------------------------


def _without_hands(world: State, seat: Seat) -> State:
    """The same with nothing in the hands of others; their cards lie at the bottom of the deck."""
    wizards, deck = list(world.wizards), list(world.deck)
    for who in range(world.players):
        if who != seat:
            deck = [*wizards[who].hand, *deck]
            wizards[who] = wizards[who]._replace(hand=(), known=())
    found: State = evolve(world, wizards=tuple(wizards), deck=tuple(deck))
    return found


def _ends(state: State, seat: Seat, move: Move) -> Iterator[State]:
    """Where a move may lead, when a compound one is finished and nobody answers. What is aimed at somebody
    isn't aimed at things.
    """
    if check(state, seat, move) is not None:
        raise ValueError(str(move))
    state = do(state, seat, move).state
    while state.agenda:
        asked = to_act(state)
        whose = min(asked)
        if len(asked) > 1 or PASS not in legal_moves(state, whose):
            break
        state = do(state, whose, PASS).state
    if seat not in to_act(state) or not isinstance(asking(state, seat), Staged):
        yield state
        return
    answers = legal_moves(state, seat)
    at_somebody = [each for each in answers if each.verb == "target" and each.args[0] in SEAT_OF]
    for answer in at_somebody or answers:
        yield from _ends(state, seat, answer)


# --- Ways ---------------------------------------------------------------------------------------------------


def _steps_from(state: State, who: int, square: int) -> tuple[int, ...]:
    """The engine's own distances of somebody who stands in a square."""
    wizards = replaced(state.wizards, who, state.wizards[who]._replace(at=square))
    return own_distances(evolve(state, wizards=wizards), who)


def _steps(state: State, who: int, start: int, end: int) -> int:
    found = _steps_from(state, who, start)[end]
    return NOWHERE if found < 0 else found


def _home_steps(state: State, who: Seat, start: int) -> int:
    """To the nearest home at which a treasure counts: one's own, or that of a mate who is in."""
    counting = [who, *(mate for mate in mates(state.teams, who) if not state.wizards[mate].out)]
    steps = _steps_from(state, who, start)
    return min(NOWHERE if steps[home(each)] < 0 else steps[home(each)] for each in counting)


def _steps_now(state: State, seat: Seat) -> int:
    """How many steps the turn still allows."""
    act = state.agenda[0] if state.agenda else None
    if not isinstance(act, Act) or act.seat != seat or act.over:
        return 0
    if steps_left(state, act) <= 0 or walk_refusal(state, act) is not None:
        return 0
    return steps_left(state, act)


def _turns(state: State, seat: Seat, steps: int) -> int:
    turns, now = 0, _steps_now(state, seat)
    if now:
        turns, steps = 1, steps - now
    while steps > 0:
        turns, steps = turns + 1, steps - max(1, base_move(state, seat))
    return turns


def _walks(state: State, seat: Seat, squares: set[int], n: int) -> bool:
    """Whether legal steps, n at the fewest, lead to one of these squares unharmed."""
    life, seen, ring = state.wizards[seat].life, {state.wizards[seat].at}, [state]
    for made in range(n + 1):
        if any(each.wizards[seat].at in squares for each in ring):
            return made == n
        further = []
        for each in ring:
            for move in legal_moves(each, seat):
                if move.verb != "step":
                    continue
                after = do(each, seat, move).state
                own = after.agenda and isinstance(after.agenda[-1], Act) and after.agenda[-1].seat == seat
                if own and after.wizards[seat].life == life and after.wizards[seat].at not in seen:
                    seen.add(after.wizards[seat].at)
                    further.append(after)
        ring = further
    return False


def _own_turn(state: State, seat: Seat) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[-1], Act) and state.agenda[-1].seat == seat


def _homes(state: State, seat: Seat) -> set[int]:
    return {home(seat), *(home(mate) for mate in mates(state.teams, seat) if not state.wizards[mate].out)}


def _home_now(case: Case, params: Params) -> bool:
    held = [end for end in case.ends if end.chests[TREASURE_OF[params["treasure"]]] == -1 - case.seat]
    return any(
        _walks(end, case.seat, _homes(end, case.seat), params["n"])
        for end in held
        if _own_turn(end, case.seat)
    )


def _chest_now(case: Case, params: Params) -> bool:
    chest = TREASURE_OF[params["treasure"]]
    lying = [end for end in case.ends if end.chests[chest] >= 0 and _own_turn(end, case.seat)]
    return any(_walks(end, case.seat, {end.chests[chest]}, params["n"]) for end in lying)


def _to_home(case: Case, params: Params) -> int:
    """The fewest steps home with the treasure."""
    held = [end for end in case.ends if end.chests[TREASURE_OF[params["treasure"]]] == -1 - case.seat]
    ways = [_home_steps(end, case.seat, end.wizards[case.seat].at) for end in held]
    return min(ways, default=NOWHERE)


def _to_chest(case: Case, params: Params) -> tuple[int, State]:
    """The fewest steps to the treasure, and from where."""
    chest = TREASURE_OF[params["treasure"]]
    lying = [end for end in case.ends if end.chests[chest] >= 0]
    ways = [
        (_steps(end, case.seat, end.wizards[case.seat].at, end.chests[chest]), n)
        for n, end in enumerate(lying)
    ]
    steps, best = min(ways)
    return steps, lying[best]


def _home(case: Case, params: Params) -> bool:
    chest = TREASURE_OF[params["treasure"]]
    found = [end for end in case.ends if end.chests[chest] == -1 - case.seat]
    near = [end for end in found if _home_steps(end, case.seat, end.wizards[case.seat].at) == params["n"]]
    turns = any(_turns(end, case.seat, params["n"]) == params["turns"] for end in near)
    return _to_home(case, params) == params["n"] and turns


def _chest(case: Case, params: Params) -> bool:
    steps, end = _to_chest(case, params)
    return steps == params["n"] and _turns(end, case.seat, steps) == params["turns"]


def _round(case: Case, params: Params) -> bool:
    steps, end = _to_chest(case, params)
    there = end.chests[TREASURE_OF[params["treasure"]]]
    return steps == params["n"] and _home_steps(end, case.seat, there) == params["back"]


def _off(case: Case, params: Params) -> bool:
    steps, end = _to_chest(case, params)
    there = end.chests[TREASURE_OF[params["treasure"]]]
    was = _steps(case.before, case.seat, case.before.wizards[case.seat].at, there)
    return steps == params["n"] > was


def _off_home(case: Case, params: Params) -> bool:
    here = case.before.wizards[case.seat].at
    found = [_home_steps(end, case.seat, end.wizards[case.seat].at) for end in case.ends]
    return min(found) == params["n"] > _home_steps(case.before, case.seat, here)


def _farther(case: Case, params: Params) -> int:
    """The longest way home that a rival with a treasure may be left with; 0 where it isn't longer."""
    who, chest = params["seat"], TREASURE_OF[params["treasure"]]
    if case.before.chests[chest] != -1 - who or who in case.side:
        return 0
    was = _home_steps(case.before, who, case.before.wizards[who].at)
    left = [end for end in case.ends if not end.wizards[who].out]
    found = max((_home_steps(end, who, end.wizards[who].at) for end in left), default=0)
    return found if found > was else 0


# --- Sight --------------------------------------------------------------------------------------------------


def _is_seen(case: Case, state: State, who: Seat) -> bool:
    if state.wizards[case.seat].out or state.wizards[who].out:
        return False
    return sees(state, who, case.seat)


def _hides(case: Case, params: Params) -> bool:
    before = _is_seen(case, case.before, params["seat"])
    alive = [end for end in case.ends if not end.wizards[case.seat].out]
    return before and any(not _is_seen(case, end, params["seat"]) for end in alive)


def _shows(case: Case, params: Params) -> bool:
    before = _is_seen(case, case.before, params["seat"])
    return not before and all(_is_seen(case, end, params["seat"]) for end in case.ends)


def _in_reach(case: Case, params: Params) -> bool:
    act = case.end.agenda[-1]
    armed = any("attack" in (CARD[card].kind, *CARD[card].data.get("also", ())) for card in _hand(case))
    free = isinstance(act, Act) and act.seat == case.seat and not act.attacked
    return free and armed and _is_seen(case, case.end, params["seat"])


def _hand(case: Case) -> tuple[str, ...]:
    return case.end.wizards[case.seat].hand


# --- Blows --------------------------------------------------------------------------------------------------


def _hits(case: Case, params: Params) -> bool:
    who = case.named(params["target"])
    left = min(case.life(end, who) for end in case.ends)
    lost = case.before.wizards[who].life - left
    return who not in case.side and lost == params["n"] > 0 and left == params["left"]


def _loaded(case: Case, params: Params) -> bool:
    who, chest = params["seat"], TREASURE_OF[params["treasure"]]
    hurt = any(case.life(end, who) < case.before.wizards[who].life for end in case.ends)
    return hurt and case.before.chests[chest] == -1 - who and who not in case.side


def _stuns(case: Case, params: Params) -> bool:
    who = case.named(params["target"])
    return max(case.lost(end, who) for end in case.ends) == params["n"] > 0


def _curses(case: Case, params: Params) -> bool:
    who = case.named(params["target"])
    return any(params["card"] in case.new_spells(end, who) for end in case.ends)


# --- What one suffers ---------------------------------------------------------------------------------------


def _loss(case: Case) -> int:
    return case.before.wizards[case.seat].life - case.most_left(case.seat)


def _passed_loss(case: Case) -> int:
    if not case.may_pass:
        return 0
    return case.before.wizards[case.seat].life - case.life(case.passed, case.seat)


def _lost_turns(case: Case) -> int:
    return min(case.lost(end, case.seat) for end in case.ends)


def _would_lose(case: Case) -> int:
    return case.lost(case.passed, case.seat) if case.may_pass else 0


def _would_last(case: Case, params: Params) -> bool:
    return case.may_pass and params["card"] in case.new_spells(case.passed, case.seat)


def _still_lasts(case: Case, params: Params) -> bool:
    return any(params["card"] in case.spells(end, case.seat) for end in case.ends)


# --- Treasures and cards ------------------------------------------------------------------------------------


def _takes(case: Case, params: Params, foreign: bool) -> bool:
    chest = TREASURE_OF[params["treasure"]]
    now = all(end.chests[chest] == -1 - case.seat for end in case.ends)
    return (
        now and case.before.chests[chest] != -1 - case.seat and (owner_of(chest) not in case.side) == foreign
    )


def _brings(case: Case, params: Params) -> bool:
    chest, end = TREASURE_OF[params["treasure"]], case.ends[0]
    kept = [n for n, at in enumerate(end.chests) if at in _homes(end, case.seat)]
    foreign = [n for n in kept if owner_of(n) not in case.side]
    needed = TEAM_TREASURES_TO_WIN if end.teams else TREASURES_TO_WIN
    carried = case.before.chests[chest] == -1 - case.seat
    return carried and chest in foreign and len(foreign) == params["n"] and needed == params["max"]


def _leaves(case: Case, params: Params) -> bool:
    chest = TREASURE_OF[params["treasure"]]
    scores = owner_of(chest) not in case.side and case.end.chests[chest] in _homes(case.end, case.seat)
    return case.before.chests[chest] == -1 - case.seat and case.end.chests[chest] >= 0 and not scores


def _fells(case: Case, params: Params) -> bool:
    chest, who = TREASURE_OF[params["treasure"]], params["seat"]
    falls = any(end.chests[chest] >= 0 for end in case.ends)
    return who not in case.side and case.before.chests[chest] == -1 - who and falls


def _gone(case: Case) -> list[str]:
    after = case.held(case.end)
    return [card for card in case.held(case.before) if case.held(case.before).count(card) > after.count(card)]


def _is_attack(card: str) -> bool:
    return "attack" in (CARD[card].kind, *CARD[card].data.get("also", ()))


def _last(case: Case, params: Params, belongs: Callable[[str], bool]) -> bool:
    last = params["card"] in _gone(case) and belongs(params["card"])
    return last and not any(belongs(card) for card in case.held(case.end))


def _keeps(case: Case, params: Params) -> bool:
    held = case.held(case.end)
    kinds = {"number": VALUE.__contains__, "answer": COUNTERS.__contains__, "attack": _is_attack}
    return all(sum(map(belongs, held)) == params[kind] for kind, belongs in kinds.items())


def _limit(case: Case, state: State) -> int:
    """Seven cards, more with a stone that says so (draw.limit)."""
    shown = state.wizards[case.seat].shown
    return 7 + sum(int(CARD[card].data.get("hand_limit_bonus", 0)) for card in shown)


def _room(case: Case, params: Params) -> bool:
    n = len(case.held(case.end))
    return n == params["n"] < params["max"] == _limit(case, case.end)


def _draws(case: Case, params: Params) -> bool:
    held = len(case.held(case.before)) + params["n"]
    drawn = case.move == Move("draw", (str(params["n"]),)) and params["n"] > 0
    return drawn and held == params["held"] <= params["max"] == _limit(case, case.before)


def _may_draw(case: Case, params: Params) -> bool:
    frame = case.end.agenda[-1]
    most = max((int(each.args[0]) for each in _draw_moves(case)), default=0)
    return isinstance(frame, Draw) and frame.seat == case.seat and most == params["n"] > 0


def _draw_moves(case: Case) -> list[Move]:
    return [each for each in legal_moves(case.end, case.seat) if each.verb == "draw"]


def _more_steps(case: Case, params: Params) -> bool:
    now = _steps_now(case.end, case.seat)
    return now == params["n"] > _steps_now(case.before, case.seat)


def _wastes(case: Case, params: Params) -> bool:
    now = case.end.agenda[0] if case.end.agenda else None
    goes_on = isinstance(now, Act) and now.seat == case.seat
    return not goes_on and _steps_now(case.before, case.seat) == params["n"] > 0


def _again(case: Case, params: Params) -> bool:
    return bool(case.end.agenda[0].again > case.before.agenda[0].again)


# --- Creatures ----------------------------------------------------------------------------------------------


def _own_beasts(case: Case, state: State) -> list[int]:
    numbers = range(CREATURES, len(state.wizards))
    return [n for n in numbers if not state.wizards[n].out and keeper(state, n) == case.seat]


def _prey(case: Case, state: State, beast: int) -> dict[Seat, int]:
    """The steps of a creature to each wizard of another side."""
    steps = _steps_from(state, beast, state.wizards[beast].at)
    foes = [who for who in case.foes() if not state.wizards[who].out]
    return {
        who: NOWHERE if steps[state.wizards[who].at] < 0 else steps[state.wizards[who].at] for who in foes
    }


def _stalks(case: Case, params: Params) -> bool:
    who = case.named(params["target"])
    for beast in _own_beasts(case, case.before):
        was = min(_prey(case, case.before, beast).values(), default=NOWHERE)
        ways = [_prey(case, end, beast).get(who, NOWHERE) for end in case.ends if not end.wizards[beast].out]
        same: Any = case.before.wizards[beast]
        if same.card == params["monster"] and min(ways, default=NOWHERE) == params["n"] < was:
            return True
    return False


def _summons(case: Case, params: Params) -> bool:
    most = max(len(_own_beasts(case, end)) for end in case.ends)
    return most > len(_own_beasts(case, case.before)) == params["n"] - 1


# --- All of them --------------------------------------------------------------------------------------------

CHECKS: Mapping[str, Callable[[Case, Params], bool]] = {
    "said_wins": lambda case, params: any(case.seat in end.winners for end in case.ends),
    "said_dies": lambda case, params: all(end.wizards[case.seat].out for end in case.ends),
    "said_takes": lambda case, params: _takes(case, params, True),
    "said_takes_own": lambda case, params: _takes(case, params, False),
    "said_brings": _brings,
    "said_leaves": _leaves,
    "said_fells": _fells,
    "said_bears": lambda case, params: (
        _loss(case) == params["n"] > 0 and case.most_left(case.seat) == params["left"]
    ),
    "said_softens": lambda case, params: 0 < _loss(case) == params["n"] < _passed_loss(case) == params["all"],
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
    "said_again": _again,
    "said_more_steps": _more_steps,
    "said_may_draw": _may_draw,
    "said_wastes": _wastes,
    "said_draws": _draws,
    "said_home_now": _home_now,
    "said_home": _home,
    "said_off_home": _off_home,
    "said_chest_now": _chest_now,
    "said_chest": _chest,
    "said_round": _round,
    "said_off": _off,
    "said_locks": lambda case, params: _farther(case, params) == NOWHERE,
    "said_delays": lambda case, params: _farther(case, params) == params["n"],
    "said_hides": _hides,
    "said_shows": _shows,
    "said_in_reach": _in_reach,
    "said_gains": lambda case, params: (
        params["card"] in case.held(case.end) and params["card"] not in case.held(case.before)
    ),
    "said_last_number": lambda case, params: _last(case, params, VALUE.__contains__),
    "said_last_answer": lambda case, params: _last(case, params, COUNTERS.__contains__),
    "said_last_attack": lambda case, params: _last(case, params, _is_attack),
    "said_spends": lambda case, params: params["card"] in _gone(case),
    "said_keeps": _keeps,
    "said_best_number": lambda case, params: (
        max(VALUE[card] for card in case.held(case.end) if card in VALUE) == params["n"]
    ),
    "said_room": _room,
}


def holds(world: State, seat: Seat, move: Move, said: Proposition) -> bool:
    """Whether it is so. Raises KeyError for a code that there isn't."""
    return CHECKS[said.code](Case(world, seat, move), said.params)

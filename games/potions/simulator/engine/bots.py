"""Bots and hints of «Зельеварение». Each sees a view alone and can't cheat; open cards are remembered.

The playouts go through the engine itself: `policy` says what a quick player does, `rules.do` does it.
"""

import random
from collections.abc import Callable, Mapping, Sequence

from games.potions.scoring.points import KNOWLEDGE, half
from games.potions.simulator.engine.assembling import Open, can_assemble, open_things
from games.potions.simulator.engine.cupboard import count_new, top_recipes
from games.potions.simulator.engine.data import EFFECT, ELEMENTS_OF, POINTS, RECIPES, SPELLS
from games.potions.simulator.engine.rules import ASSEMBLE_MOVE, CAST_MOVE, ELEMENT_MOVE, PASS, do, legal_moves
from games.potions.simulator.engine.staging import NOTHING, open_choices
from games.potions.simulator.engine.state import MAY, RECIPE, Choice, Staged, State
from games.potions.simulator.engine.view import View, world
from simulator.engine.chance import pick
from simulator.engine.game import Bot, Move, Seat
from simulator.engine.rules import random_bot
from simulator.engine.weighing import Playouts, Weighing

# By how many boxes are on the table. Playouts of the searching bot for a decision: with six players at most a
# second of one core, half of all decisions less.
SEARCH_BUDGETS = (200, 180, 160)
# By how many points a move has to be worse to be called a mistake, and in how many worlds the last look is
# taken: with boxes a turn brings twice as much, and takes far longer to play out.
SLIPS, MOST_WORLDS = (1.0, 2.0, 2.0), (960, 480, 480)
ROUNDS_AHEAD = 3  # turns of each player that a playout looks at
WORTH_A_SPELL = 2  # points of a recipe for which a quick player casts a spell
SERVED = 0.3  # to a quick player, of a point of a recipe that asks for an element, to lay it
LAST_CARDS = 2  # with which the wild player begins to go in circles
Rand = Callable[[], float]


# --- A quick player ----------------------------------------------------------------------------------------


def policy(state: State, rand: Rand) -> Move:
    """The recipe that is worth most now, fetched by a spell if need be, else a new element, best one that
    recipes in hand ask for, of the cards that matter least.
    """
    frame = state.agenda[-1]
    if type(frame) is Staged:
        return answer(state, frame, rand).move
    asking = state.course.asking.get(type(frame))
    if asking is not None:
        moves = asking.moves(state, frame)
        return moves[int(rand() * len(moves))]
    seat: Seat = frame.seat
    there = open_things(state)
    value, card = best_recipe(state, seat, there, rand)
    wishes = [wish for wished in state.course.wished_moves for wish in wished(state, seat, rand)]
    if wishes and max(wishes)[0] > max(value, 1):
        return max(wishes)[1]
    if not state.hands[seat]:
        return PASS
    fetching = _fetching(state, seat, there)
    if fetching:
        return CAST_MOVE[fetching]
    if card and value >= 1:
        return ASSEMBLE_MOVE[card]
    new = any(count_new(state, code) for code in state.hands[seat])
    if frame.further and not new and state.options.spell_follow_up == MAY:
        return PASS
    return ELEMENT_MOVE[max(state.hands[seat], key=lambda code: _as_element(state, seat, code, rand))]


def best_recipe(state: State, seat: Seat, there: Open, rand: Rand) -> tuple[float, str]:
    """(what it is worth, card) of the best recipe in hand that can be assembled; (0, "") if there is none."""
    own = {recipe.card for recipe in state.tables[seat]}
    found = (0.0, "")
    for code in state.hands[seat]:
        if code in RECIPES and can_assemble(state, code, there):
            found = max(found, (worth(state, code, own) + rand() / 4, code))
    return found


def worth(state: State, code: str, own: set[str]) -> float:
    """The points of a recipe, less what the others get on average for their recipes."""
    others = state.players - 1
    foreign = sum([1 for recipes in state.course.recipe_slots[code] if recipes.isdisjoint(own)])
    return POINTS[code] - half(POINTS[code]) * min(foreign, others) / others


def _fetching(state: State, seat: Seat, there: Open) -> str:
    """A spell in hand that takes a recipe from the cupboard for which all is there; "" if none does."""
    spell = next((code for code in state.hands[seat] if EFFECT.get(code) == KNOWLEDGE), "")
    if not spell:
        return ""
    own = {recipe.card for recipe in state.tables[seat]}
    ready = [code for code in top_recipes(state.cupboard) if can_assemble(state, code, there)]
    return spell if any(worth(state, code, own) >= WORTH_A_SPELL for code in ready) else ""


def _as_element(state: State, seat: Seat, code: str, rand: Rand) -> float:
    """How gladly a card is laid: for its points now, for what recipes in hand ask for, and for how little it
    is worth later.
    """
    new = count_new(state, code)
    served = SERVED * _served(state, seat, code) if new else 0
    return new + served - POINTS[code] / 20 + rand() / 4


def _served(state: State, seat: Seat, code: str) -> int:
    """The points of the best other recipe in hand that asks for an element of a card."""
    asked, elements = state.course.asked, ELEMENTS_OF[code]
    return max(
        [POINTS[held] for held in state.hands[seat] if held != code and not asked[held].isdisjoint(elements)],
        default=0,
    )


def answer(state: State, staged: Staged, rand: Rand) -> Choice:
    """The answer to an open question that promises most."""
    found = open_choices(state, staged)
    promise = PROMISES.get(found[0].move.verb, _by_chance)
    return max(found, key=lambda choice: promise(state, choice.then) + rand() / 4)


def _by_owner(state: State, then: Staged) -> float:
    """One's own recipes first: others get half for theirs."""
    source = then.sources[-1]
    return float(source.kind != RECIPE or source.seat == then.seat)


def _by_loss(state: State, then: Staged) -> float:
    """The recipe that is worth least."""
    return -POINTS[then.target.card] if then.target else 0


def _by_use(state: State, then: Staged) -> float:
    """A card that something in hand asks for, else one that is worth much; keeping nothing comes last."""
    if then.pick is None or then.pick == NOTHING:
        return -1
    if EFFECT[then.card] == KNOWLEDGE:
        there = open_things(state)
        fits = can_assemble(state, then.pick, there)
        return POINTS[then.pick] * (1 if fits else 0.2)
    if then.target is None:
        return 0
    asked = [
        POINTS[code]
        for code in state.hands[then.seat]
        if any(then.pick in recipes for recipes in state.course.recipe_slots[code])
    ]
    return max(asked, default=0) + POINTS[then.pick] / 10


def _by_chance(state: State, then: Staged) -> float:
    return 0


PROMISES: Mapping[str, Callable[[State, Staged], float]] = {
    "use": _by_owner,
    "target": _by_loss,
    "take": _by_use,
    "keep": _by_use,
    "lay": _by_chance,
}


# --- Bots --------------------------------------------------------------------------------------------------


def greedy_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """What the quick player does."""
    return policy(world(view, seed), random.Random(seed).random)


def search_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """The move with the best expected difference over sampled worlds."""
    if len(moves) == 1:
        return moves[0]
    weighed = weighing(view, seed, whole=False)
    assert weighed is not None
    return weighed.leader(SEARCH_BUDGETS[len(view.course.boxes)])


def wild_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """What chance hardly ever brings: at one table all play for what boxes add, at the other nobody gets
    anywhere. For tests.
    """
    ranked = _as_miser if view.first % 2 else _as_builder
    ranks = [ranked(view, move) for move in moves]
    return pick(seed, [move for move, rank in zip(moves, ranks, strict=True) if rank == max(ranks)])


def _as_builder(view: View, move: Move) -> int:
    """Verbs of boxes first, then recipes and spells."""
    return {"assemble": 1, "cast": 1, "element": 0, "pass": -1}.get(move.verb, 2)


def _as_miser(view: View, move: Move) -> int:
    """Stops where it may and lays all it has as elements, but the last two cards that only fetch others."""
    code = str(move.args[0]) if move.args else ""
    if EFFECT.get(code) == KNOWLEDGE:
        return (4 if len(view.hand) <= LAST_CARDS else 1) if move.verb == "cast" else 0
    if move.verb == "element":
        return 2 if code in SPELLS else 3
    return {"pass": 5, "draw": 3, "assemble": -1}.get(move.verb, 0)


BOTS: Mapping[str, Bot] = {
    "random": random_bot,
    "wild": wild_bot,
    "greedy": greedy_bot,
    "search": search_bot,
}


# --- Search ------------------------------------------------------------------------------------------------


def weighing(view: View, seed: int, whole: bool = True) -> Weighing | None:
    """The expected point difference to the others' average a few turns ahead, for each legal move."""
    if view.seat is None or not view.agenda or view.agenda[-1].seat != view.seat:
        return None
    seat, boxes = view.seat, len(view.course.boxes)

    def value(dealt: State, move: Move, playout: int) -> float:
        return difference(play_out(dealt, seat, move, playout).scores, seat)

    return Playouts(
        legal_moves(world(view, seed), seat),
        lambda rng: world(view, rng),
        value,
        seed,
        slip=SLIPS[boxes],
        most=MOST_WORLDS[boxes],
        common=True,
        whole=whole,
    )


def play_out(state: State, seat: Seat, move: Move, seed: int) -> State:
    """The position after `move` and `ROUNDS_AHEAD` turns of each player, or at the end."""
    rand = random.Random(seed).random  # Python promises the same random() in every version
    last = state.turn + ROUNDS_AHEAD * state.players
    state = do(state, seat, move).state
    while state.agenda and state.turn < last:
        state = do(state, state.agenda[-1].seat, policy(state, rand)).state
    return state


def difference(scores: Sequence[int], seat: Seat) -> float:
    """By how much a seat is ahead of the others' average."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)

"""What a wizard may be out for with the box: blows and marches of monsters, a new one, a wand; a vote."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.wizwar.simulator.boxes.monsters.engine.creatures import MONSTERS, creature, living, stat
from games.wizwar.simulator.boxes.monsters.engine.harms import KEEP, MonsterHarm, Upkeep
from games.wizwar.simulator.boxes.monsters.engine.marches import HIT, WALK
from games.wizwar.simulator.boxes.monsters.engine.votes import NONE, Vote
from games.wizwar.simulator.boxes.monsters.engine.wands import CHARGE, USE
from games.wizwar.simulator.engine.casting import PLAY, targets
from games.wizwar.simulator.engine.data import ATTACKS
from games.wizwar.simulator.engine.places import FIGURES, SEAT_OF, SIDES, square_text
from games.wizwar.simulator.engine.plans.answers import OpenFrame, each_way
from games.wizwar.simulator.engine.plans.intents import Intent, OwnTurn, damage, is_foe
from games.wizwar.simulator.engine.plans.ways import Ways, turns_for
from simulator.engine.game import Move, Why


def intents(turn: OwnTurn) -> Iterator[Intent]:
    """In the order in which the quick player thinks of them."""
    yield from _blows(turn)
    yield from _marches(turn)
    yield from _wands(turn)
    yield from _creations(turn)


def _blows(turn: OwnTurn) -> Iterator[Intent]:
    """Monsters hit opponents in their square, first whoever has the fewest lives."""
    found = [
        (turn.state.wizards[SEAT_OF[move.args[1]]].life, move)
        for move in turn.legal(HIT)
        if move.args[1] in SEAT_OF and turn.is_foe(SEAT_OF[move.args[1]])
    ]
    for life, move in sorted(found):
        one = creature(turn.state, SEAT_OF[move.args[0]])
        goal = Why("plan_hit", {"monster": one.card, "target": move.args[1]})
        yield Intent((move,), goal, damage(stat(turn.state, one.card, "attack"), life))


def _marches(turn: OwnTurn) -> Iterator[Intent]:
    """Each of one's monsters to the opponent who is nearest to it, by its own steps (monsters.move)."""
    for number, one in living(turn.state):
        walks = {SIDES.index(it.args[1]): it for it in turn.legal(WALK) if it.args[0] == FIGURES[number]}
        if one.owner != turn.seat or not walks:
            continue
        ways, each = Ways(turn.state, number), stat(turn.state, one.card, "move")
        foes = [n for n, other in enumerate(turn.state.wizards) if is_foe(turn.state, turn.seat, n)]
        near = sorted((ways.to(turn.state.wizards[n].at), n) for n in foes)
        for steps, other in near:
            square = turn.state.wizards[other].at
            moves = tuple(walks[side] for side in ways.first_sides(square, walks)) if steps > 0 else ()
            if moves:
                turns = turns_for(steps, each - one.used, each)
                said = {"square": square_text(square), "n": steps, "turns": turns}
                way = Why("plan_way" if turns > 1 else "plan_way_now", said)
                hurts = (Why("plan_hurts", {}),) if ways.hurts(square) else ()
                goal = Why("plan_march", {"monster": one.card, "target": FIGURES[other]})
                yield Intent(moves, goal, (way, *hurts))
                break


def _wands(turn: OwnTurn) -> Iterator[Intent]:
    """At whoever is in sight."""
    for move in turn.moves:
        if move.verb in (CHARGE, USE) and move.args[0] in ATTACKS:
            for text in targets(turn.state, turn.seat, move.args[0]):
                if text in SEAT_OF and turn.is_foe(SEAT_OF[text]):
                    yield Intent((move,), Why("plan_wand", {"card": move.args[0], "target": text}))


def _creations(turn: OwnTurn) -> Iterator[Intent]:
    for move in turn.legal(PLAY):
        if move.args[0] in MONSTERS:
            yield Intent((move,), Why("plan_create", {"card": move.args[0]}))


# --- What is asked besides ----------------------------------------------------------------------------------


def on_monster_harm(asked: OpenFrame) -> Iterator[Intent]:
    """As for a wizard, by the life of the monster."""
    life = asked.state.wizards[asked.frame.on].life
    yield from each_way(asked, "plan_answer", "plan_bear", damage(asked.frame.points, life))


def on_upkeep(asked: OpenFrame) -> Iterator[Intent]:
    """To pay for a monster, or to let it go (monsters.shadow)."""
    for move in asked.ordered:
        one = creature(asked.state, SEAT_OF[move.args[0]])
        code = "plan_keep" if move.verb == KEEP else "plan_release"
        yield Intent((move,), Why(code, {"monster": one.card}))


def on_vote(asked: OpenFrame) -> Iterator[Intent]:
    for move in asked.ordered:
        nobody = Move("vote", (NONE,)) == move
        yield Intent((move,), Why("plan_vote_none", {}) if nobody else _vote(asked, move))


def _vote(asked: OpenFrame, move: Move) -> Why:
    monster = creature(asked.state, asked.frame.who).card
    return Why("plan_vote", {"monster": monster, "target": move.args[0]})


ANSWERS: Mapping[type[Any], Callable[[OpenFrame], Iterator[Intent]]] = {
    MonsterHarm: on_monster_harm,
    Upkeep: on_upkeep,
    Vote: on_vote,
}

"""What the base game brings to every course: its verbs, its spells, and how a turn goes without boxes."""

from collections.abc import Sequence
from typing import Any

from games.potions.simulator.engine import answers, rules, short_parts
from games.potions.simulator.engine.course import CAST, Compound, Course, Flow, Kit, Verb
from games.potions.simulator.engine.data import CARD, DECK_OF
from games.potions.simulator.engine.plays import PLAYS
from games.potions.simulator.engine.spells import SPELLS
from games.potions.simulator.engine.staging import ASSEMBLE, arrange, fill
from games.potions.simulator.engine.state import Source, Staged, State, Turn
from simulator.engine.game import Event, Seat
from web.refusal import Refusal


def no_mark(state: State, code: str, sources: Sequence[Source]) -> str:
    return ""


def no_silence(*_: Any) -> list[Event]:
    return []


def nothing_known(seen: Any) -> list[frozenset[str]]:
    return [frozenset()] * seen.players


def nothing_needed(seen: Any) -> list[tuple[Seat, str]]:
    return []


def nothing_barred(state: State, lacking: Sequence[str]) -> Refusal | None:
    return None


def no_recipe(course: Course, code: str) -> Refusal:
    """A spell card, or a thing that a box has."""
    kind = CARD[code].kind
    if kind in course.things:
        return Refusal(*course.things[kind], {"card": code})
    return Refusal("no_recipe", "spell.play", {"card": code})


def assembled(state: State, seat: Seat) -> int:
    """How many recipes a player has assembled."""
    return len(state.tables[seat])


def nothing_out_of_reach(state: State) -> list[list[str]]:
    return []


def same_parts(state: State, seat: Seat) -> tuple[Any, ...]:
    return state.parts


def no_target(state: State, seat: Seat, code: str) -> Refusal:
    """The clause of the spell's own box says what it needs."""
    clause = state.course.clauses.get(f"target.{DECK_OF[code]}", "spell.target")
    return Refusal("no_target", clause, {"card": code})


KIT = Kit(
    verbs={
        "element": Verb(rules.check_held, rules.do_element),
        ASSEMBLE: Verb(rules.check_assemble, rules.do_assemble),
        CAST: Verb(rules.check_cast, rules.do_cast),
        "pass": Verb(rules.check_pass, rules.do_pass),
    },
    answers=answers.CHOICES,
    compounds={
        ASSEMBLE: Compound((fill, arrange), rules.finish_assemble, rules.assembly, rules.beginning),
        CAST: Compound((), rules.finish_cast, rules.casting, rules.beginning),
    },
    frames={"Turn": (Turn, None), "Staged": (Staged, None)},
    spells=SPELLS,
    plays=PLAYS,
    flow=Flow(
        start=rules.start_turn,
        played=rules.end_turn,
        cast=rules.after_spell,
        work=rules.work,
        may_pass=rules.may_pass,
        forced=rules.forced_pass,
        drawn=lambda state, move: [],
        set_up=short_parts.read_turn,
        short=short_parts.write_turn,
        frames=rules.is_turn,
        may_be_over=rules.all_played,
        check=rules.check_turn,
    ),
    policies={
        "as_element": rules.as_element,
        "halves": rules.halves,
        "paid": rules.each_once,
        "mark_of": no_mark,
        "told_silence": no_silence,
        "barred": nothing_known,
        "needed": nothing_needed,
        "may_lie": short_parts.may_lie,
        "mark_under": short_parts.no_mark,
        "no_target": no_target,
        "no_recipe": no_recipe,
        "why_barred": nothing_barred,
        "assembled": assembled,
        "out_of_reach": nothing_out_of_reach,
        "parts_after_taking": same_parts,
    },
)

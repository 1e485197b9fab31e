"""Cases about the laboratory and the notebook: what is done or noted, and what must come of it.

A laboratory has `players` and its world, an official `code` or a `truth`; its moves are «Оля: student
mushroom toad». A notebook has `facts` as `manage.py deduce` takes them, and what they come to is expected.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.alchemists.simulator.deduction.codes import BadCode, official
from games.alchemists.simulator.deduction.conclusions import conclusions
from games.alchemists.simulator.deduction.data import ALCHEMICALS, GAME, INGREDIENTS
from games.alchemists.simulator.deduction.deduction import deduce, forced, forced_signs
from games.alchemists.simulator.deduction.facts import FACTS_MOST, BadFact, Fact, read_all, to_json
from games.alchemists.simulator.deduction.laboratory import Lab, act, check, facts_of
from scoring.sheets.core import check_names
from simulator.cases.case import Case, Played, PlayedMove, read_move, seat_of
from simulator.cases.verdict import (
    Outcome,
    compare_events,
    compare_no_events,
    compare_opening,
    compare_refusal,
    said_by,
)
from simulator.engine.game import Difference, Event, Move, Step
from simulator.engine.refusal import IllegalMove

# --- The laboratory -----------------------------------------------------------------------------------------


def run_laboratory(case: Case) -> Outcome:
    """Does everything and compares all that the case expects. Raises CaseError."""
    played = play_laboratory(case)
    found = [*compare_opening(case, played), *compare_refusal(case, played)]
    if not found and played.opening is not None:
        found += _compare_events(case, played)
        found += _compare_facts(case, played)
    return Outcome(case, played, tuple(found), tuple(said_by(played)))


def _compare_events(case: Case, played: Played) -> list[Difference]:
    names, events, expect = played.names, played.events, case.expect
    return [
        *compare_events(case, names, events, expect.get("events", [])),
        *compare_no_events(case, names, events, expect.get("no_events", [])),
    ]


def play_laboratory(case: Case) -> Played:
    """The laboratory after each thing done, to the first that is refused. Raises CaseError."""
    start = _start(case)
    names = tuple(start.get("players", []))
    try:
        truth = official(str(start["code"])) if "code" in start else _truth(case, start["truth"])
    except BadCode as error:
        return Played(names, None, (), (error.refusal,))
    refusal = check_names(names, GAME.players)
    if refusal is not None:
        return Played(names, None, (), (refusal,))
    lab = Lab(len(names), truth)
    opening, scenes = Step(lab, _opened(start), frozenset()), []
    for row in case.moves:
        seat, text = read_move(case, names, row)
        scene = _do(lab, seat, text)
        scenes.append(scene)
        if scene.refusal is not None:
            break
        lab = scene.step.state
    return Played(names, opening, tuple(scenes))


def _start(case: Case) -> Mapping[str, Any]:
    if case.game != GAME.id:
        raise case.error("game", "unknown_game", case.game)
    return case.begins


def _opened(start: Mapping[str, Any]) -> tuple[Event, ...]:
    """A world of the application says so, as the laboratory's own log does."""
    if "code" not in start:
        return ()
    return (Event("lab_official", "lab.official", {"text": str(start["code"]).strip().upper()}),)


def _truth(case: Case, truth: Any) -> dict[str, str]:
    if (
        not isinstance(truth, Mapping)
        or {*truth} != {*INGREDIENTS}
        or sorted(map(str, truth.values())) != sorted(ALCHEMICALS)
    ):
        raise case.error("laboratory.truth", "kind", "a table from each ingredient to its alchemical")
    return dict(truth)


def _do(lab: Lab, seat: int, text: str) -> PlayedMove:
    verb, *args = text.split()
    move = Move(verb, tuple(args))
    try:
        after, events = act(lab, seat, text)
    except IllegalMove as error:
        same = check(lab, seat, text) == error.refusal
        return PlayedMove(seat, text, move, error.refusal, Step(lab, (), frozenset()), same)
    return PlayedMove(seat, text, move, None, Step(after, events, frozenset()))


def _compare_facts(case: Case, played: Played) -> list[Difference]:
    """All that a player knows of the world, in order."""
    found = []
    for who, wanted in case.expect.get("facts", {}).items():
        seat = seat_of(case, played.names, who, "expect.facts")
        known = [to_json(each.fact) for each in facts_of(played.steps[-1].state, seat)]
        if _facts(case, wanted, f"expect.facts.{who}") != _facts(case, known, ""):
            found.append(Difference(f"facts.{who}", wanted, known))
    return found


# --- The notebook -------------------------------------------------------------------------------------------


def run_notebook(case: Case) -> Outcome:
    """Draws the conclusions and compares all that the case expects. Raises CaseError."""
    played = play_notebook(case)
    found = compare_opening(case, played)
    if not found and played.opening is not None:
        facts = played.opening.state
        found += _compare_events(case, played)
        for key, compare in _CHECKS.items():
            if key in case.expect:
                found += compare(case, facts, case.expect[key])
    return Outcome(case, played, tuple(found), tuple(said_by(played)))


def play_notebook(case: Case) -> Played:
    """The facts as the state of the opening, their conclusions as its events. Raises CaseError."""
    try:
        facts = read_all(list(_start(case).get("facts", [])), FACTS_MOST)
    except BadFact as error:
        return Played((), None, (), (error.refusal,))
    if case.moves:
        raise case.error("moves", "no_table")
    return Played((), Step(facts, tuple(conclusions(facts)), frozenset()), ())


def _facts(case: Case, rows: Any, key: str) -> tuple[Fact, ...]:
    try:
        return read_all(rows, FACTS_MOST)
    except BadFact as error:
        raise case.error(key, "kind", "a list of facts") from error


def _compare_worlds(case: Case, facts: Sequence[Fact], wanted: int) -> list[Difference]:
    there = deduce(facts).worlds
    return [] if there == wanted else [Difference("worlds", wanted, there)]


def _compare_table(case: Case, facts: Sequence[Fact], wanted: Mapping[str, Any]) -> list[Difference]:
    """Each given ingredient has these worlds for these formulas, and none for all others."""
    table = deduce(facts, weighed=False).table
    found = []
    for ingredient, row in wanted.items():
        if ingredient not in table:
            raise case.error(f"expect.table.{ingredient}", "unknown_key", ", ".join(INGREDIENTS))
        there = {code: n for code, n in table[ingredient].items() if n}
        if there != row:
            found.append(Difference(f"table.{ingredient}", row, there))
    return found


def _compare_chances(case: Case, facts: Sequence[Fact], wanted: Mapping[str, Any]) -> list[Difference]:
    """Each given ingredient has these chances for these formulas («1/4»), and none for all others."""
    deduced = deduce(facts)
    found = []
    for ingredient, row in wanted.items():
        if ingredient not in deduced.table:
            raise case.error(f"expect.chances.{ingredient}", "unknown_key", ", ".join(INGREDIENTS))
        there = {code: str(chance) for code, chance in deduced.chances(ingredient).items()}
        if there != row:
            found.append(Difference(f"chances.{ingredient}", row, there))
    return found


def _compare_forced(case: Case, facts: Sequence[Fact], wanted: Sequence[Any]) -> list[Difference]:
    """Each given conclusion is forced, and by these facts if they are named."""
    if not all(isinstance(row, Mapping) for row in wanted):
        raise case.error("expect.forced", "kind", "a list of tables")
    there = [_as_json(each) for each in (*forced(facts), *forced_signs(tuple(facts)))]
    return [
        Difference("forced", row, there)
        for row in wanted
        if not any({**each, **row} == each for each in there)
    ]


def _as_json(each: Any) -> dict[str, Any]:
    shown = {key: value for key, value in each._asdict().items() if value and key != "because"}
    if "pair" in shown:
        shown["pair"] = " ".join(shown["pair"])
    return {**shown, "because": list(each.because)}


def _compare_clash(case: Case, facts: Sequence[Fact], wanted: Sequence[int]) -> list[Difference]:
    there = list(deduce(facts).contradiction or ())
    return [] if there == wanted else [Difference("contradiction", wanted, there)]


_CHECKS: Mapping[str, Callable[[Case, Sequence[Fact], Any], list[Difference]]] = {
    "worlds": _compare_worlds,
    "table": _compare_table,
    "chances": _compare_chances,
    "forced": _compare_forced,
    "contradiction": _compare_clash,
}

"""Advice: what no seat knows is drawn anew unseen, a hint rests on its view alone, and what it says is so."""

import math
import os
from functools import cache

import pytest

from rulebook import finder
from rulebook.content import reading
from rulebook.content.entries import LANGUAGES
from simulator.engine import rules
from simulator.engine.rules import Rules
from simulator.game import engine_of, played_games, table_of
from simulator.jobs.estimates import hint_json
from tests.conformance.advice import EVALUATOR, choices, reached, said_of, short_hint
from tests.conformance.tables import TABLES, canonical, differing, sample
from tests.conformance.test_secrets import assert_invariants_hold, assert_looks_the_same

NAMES = ("Оля", "Саша", "Рита", "Коля", "Ира", "Лев", "Яна", "Том")
LIKELY = 0.95  # of the worlds, for what is only likely
FEW, WORLDS, MANY = 2, 6, 60  # positions of a table; worlds for what is certain, and for what is likely
SPARE = 0.08  # of those: a share that really is 95 % is as low in one sample of some hundred
PLAYED_BY = ("apply", "check", "do", "legal_moves", "view")  # what a checker may use, with all that they use
POSITIONS = 1000  # of a game with script/test --all


@pytest.fixture(autouse=True)
def short_playouts(monkeypatch):
    """Enough to compare, not to play well."""
    monkeypatch.setattr(rules, "LONGEST_PLAYOUT", 2)


def positions_of(table) -> int:
    """Every day a few, with script/test --all so many of the game that its tables share them."""
    if not os.environ.get("FUZZ_GAMES"):
        return FEW
    return math.ceil(POSITIONS / sum(other.game_id == table.game_id for other in TABLES))


def test_what_nobody_knows_is_drawn_anew_and_every_view_stays(table):
    """Issue 42: «what no seat knows … is drawn anew, every seat's view stays byte-equal (conformance)»."""
    game = table.game
    for rng, state in enumerate(sample(table).telling):
        other = game.redrawn(state, rng)
        for seat in table.everybody:
            assert_looks_the_same(game, other, state, seat)
        assert game.to_act(other) == game.to_act(state)
        assert_invariants_hold(game, other, "what `redrawn` gives")


def test_what_is_drawn_anew_follows_from_the_position_and_its_number_alone(table):
    """Two analyses of one record give the same luck: docs/new-game-reference.md, `redrawn`."""
    game = table.game
    for state in sample(table).telling:
        once, again = (game.encode(game.redrawn(state, 1)) for _ in range(2))
        assert differing(once, again) == {}


def test_what_is_drawn_anew_is_another_chance(table):
    state = sample(table, "uniform").states[1]
    if getattr(state, "chance", None) is None:
        pytest.skip("a game that draws nothing")
    game = table.game
    found = {canonical(game.encode(game.redrawn(state, rng))) for rng in range(8)}
    assert len(found) == 8, "rolls to come are redrawn, too"


def test_hint_and_reason_are_the_same_bytes_in_two_worlds_of_a_view(table):
    """Issue 42: «hint and reason byte-equal in two worlds of one view (1,000 positions)»."""
    for choice in choices(table, positions_of(table)):
        told = []
        for each in (choice, choice.elsewhere(5)):
            hint = choice.rules.reasoned(each.view, short_hint(each, 7))
            told.append(canonical(hint_json(hint)))
        assert told[0] == told[1], f"the hint of seat {choice.seat} rests on more than its view"


def test_a_hint_has_all_legal_moves_and_the_leader_is_one_of_them(table):
    """A searching bot plays `leader(playouts)`, by as few playouts as it may have."""
    for choice in choices(table, FEW):
        weighing = choice.rules.weighing(choice.view, 3, whole=False)
        if weighing is not None:
            assert weighing.leader(1) in choice.legal
        hint = short_hint(choice, 3)
        assert not hint.estimates or {row.move for row in hint.estimates} == set(choice.legal)


def test_what_is_said_of_moves_is_so_in_every_world_and_can_be_told(table):
    """Issue 42: «a sentence is a proposition that the engine re-checks»; likely: at least 95 % of worlds."""
    for choice in choices(table, FEW):
        world = cache(lambda rng, choice=choice: choice.elsewhere(1000 + rng).state)
        for move, said in said_of(choice, short_hint(choice, 11)):
            assert_has_a_sentence(table.game_id, said)
            n = MANY if said.likely else WORLDS
            so = sum(choice.rules.holds(world(rng), choice.seat, move, said) for rng in range(n))
            least = (LIKELY - SPARE) * n if said.likely else n
            assert so >= least, f"{move} of seat {choice.seat}: {said} is so in {so} of {n} worlds"


def assert_has_a_sentence(game_id, said) -> None:
    """`Proposition.code` is a sentence of the catalogue `[mark]`, ru and en, with all that it names."""
    content = reading.whole(game_id)
    assert content.has_sentence("mark", said.code), f"words.toml wants [mark] {said.code}"
    for lang in LANGUAGES:
        assert table_of(game_id).sentence(content, "mark", said.code, said.params, lang, NAMES)


@pytest.mark.parametrize("game_id", played_games())
def test_whoever_checks_what_is_said_imports_nothing_of_what_says_it(game_id):
    """Issue 42: «Its checker uses `apply`, `legal_moves`, `view` and card data alone, in files that import
    nothing of the evaluator.»
    """
    kind = type(engine_of(game_id))
    if kind.holds is Rules.holds:
        assert kind.propositions is Rules.propositions, "`propositions` without `holds`: nobody checks them"
        pytest.skip("a game that says nothing of moves")
    saying = {getattr(kind, name).__module__ for name in ("propositions", "weighing")} - {Rules.__module__}
    home = finder.rooms("simulator")[game_id].package.rpartition(".")[0]
    engine = {getattr(kind, name).__module__ for name in PLAYED_BY}
    by_rules = engine.union(*(reached(module, home) for module in engine))
    assert kind.holds.__module__ not in saying
    assert reached(kind.holds.__module__, home, by_rules) & (saying | EVALUATOR) == set()


def test_a_checker_that_stands_on_the_evaluator_is_found():
    """However many modules lie between them; and one that doesn't is none."""
    house = "simulator.engine"
    assert reached("simulator.engine.rules", house) >= EVALUATOR
    assert reached("simulator.engine.game", house) & EVALUATOR == set()

"""Points 2, 3, 4, 8 and 9: what is offered can be done, all else is refused with a clause, and games end."""

import itertools
from collections import Counter
from itertools import pairwise

import pytest

from rulebook.content import reading, series
from rulebook.wording import sentences
from simulator.engine.game import Move
from simulator.engine.record import state_digest
from simulator.engine.refusal import IllegalMove
from simulator.game import engine_of, played_games
from tests.conformance.judged import played as cases_played
from tests.conformance.tables import AGENTS, MOST, play, sample, spread, telling

STRANGE = [Move("dance"), Move(""), Move("pass"), Move("look"), Move("play"), Move("play", ("Z9", 1))]
STRANGE_ARGS = [None, -1, 99, 1.0, 1.5, True, "", "Ω", (), ("R1", 1)]
LANGUAGES = ("ru", "en")


def vocabulary(played) -> list[Move]:
    """Every verb of a game with combinations of arguments that it took, and some that it never takes."""
    words: dict[tuple[str, int], list[set]] = {}
    for ply in played.plies:
        for move in itertools.chain.from_iterable(ply.legal.values()):
            places = words.setdefault((move.verb, len(move.args)), [set() for _ in move.args])
            for place, arg in zip(places, move.args, strict=True):
                place.add(arg)
    moves = [
        Move(verb, args)
        for (verb, _), places in words.items()
        for args in itertools.product(*(spread(sorted(place, key=repr)) for place in places))
    ]
    examples = list({(move.verb, len(move.args)): move for move in moves}.values())
    strange = [worse for move in examples for worse in spoilt(move, STRANGE_ARGS)]
    cut = [Move(move.verb, move.args[:-1]) for move in examples]
    longer = [Move(move.verb, (*move.args, 1)) for move in examples]
    return [*moves, *strange, *cut, *longer, *STRANGE]


def spoilt(move, words) -> list[Move]:
    """With another word in the place of each of its own."""
    return [
        Move(move.verb, (*move.args[:place], word, *move.args[place + 1 :]))
        for place in range(len(move.args))
        for word in words
    ]


def test_exactly_the_legal_moves_are_applicable_and_others_change_nothing(table):
    game, rules = table.game, reading.whole(table.game_id)
    played = sample(table)
    attempts, told = vocabulary(played), set()
    for ply in (played.plies[n] for n in telling(played)):
        state = ply.step.state
        before = state_digest(game, state)
        for seat in range(table.seats):
            offered = [repr(move) for move in ply.legal.get(seat, [])]  # True equals 1, yet is no number
            for move in [*attempts, *ply.legal.get(seat, [])]:
                refusal = game.check(state, seat, move)
                assert (refusal is None) == (repr(move) in offered), (seat, move, refusal)
                if refusal is None:
                    game.apply(state, seat, move)
                    continue
                assert_true_of(game, state, seat, move, refusal)
                if repr(refusal) not in told:
                    told.add(repr(refusal))
                    with pytest.raises(IllegalMove) as caught:
                        game.apply(state, seat, move)
                    assert caught.value.refusal == refusal
                    assert_can_be_said(rules, refusal)
        assert state_digest(game, state) == before


@pytest.mark.parametrize("game_id", played_games())
def test_in_positions_of_cases_exactly_the_legal_moves_are_applicable(game_id):
    """Cases come where random games don't. There, what other cases say is tried, and with a word spoilt."""
    game = engine_of(game_id)
    outcomes = [outcome for _, outcome in cases_played(game_id)]
    said: dict[str, list[Move]] = {}
    for move in sorted({scene.move for outcome in outcomes for scene in outcome.played.scenes}, key=repr):
        said.setdefault(move.verb, []).append(move)
    words = itertools.cycle(
        dict.fromkeys(arg for moves in said.values() for move in moves for arg in move.args)
    )
    for outcome in outcomes:
        for state in {step.state: None for step in outcome.played.steps}:
            strange = ["Ω", 99, *itertools.islice(words, 3)]
            for seat in range(len(outcome.played.names)):
                legal = game.legal_moves(state, seat)
                offered = {*map(repr, legal)}
                verbs = {move.verb for move in legal}
                attempts = [move for verb in said for move in said[verb][: MOST if verb in verbs else 1]]
                attempts += spread(legal) if legal else []
                for example in {(move.verb, len(move.args)): move for move in legal}.values():
                    attempts += spoilt(example, [*strange, *example.args])
                    other = (example.args[::-1], example.args[:-1], (*example.args, 99))
                    attempts += [example._replace(args=args) for args in other]
                for move in attempts:
                    refusal = game.check(state, seat, move)
                    assert (refusal is None) == (repr(move) in offered), (outcome.case.id, move, refusal)


def assert_can_be_said(rules, refusal):
    assert refusal.clause in rules.clause_by_id
    for lang in LANGUAGES:
        assert sentences.render(rules, "refusal", refusal.code, refusal.params, lang)


def assert_true_of(game, state, seat, move, refusal):
    """What any position tells of a reason: whose turn it is, and that a verb which is offered is no other
    question's.
    """
    acting = game.to_act(state)
    if refusal.code == "not_your_turn":
        assert seat not in acting
        assert refusal.params.get("seat", min(acting)) in acting
    if refusal.code == "game_over":
        assert not acting
    if refusal.code in game.elsewhere:
        assert move.verb not in {each.verb for each in game.legal_moves(state, seat)}, (str(move), refusal)


def test_moves_of_a_seat_that_is_not_at_the_table_are_refused(table):
    game = table.game
    state = [ply.step.state for ply in play(table, 12, limit=3).plies if ply.legal][-1]
    move = next(iter(game.legal_moves(state, seat) for seat in game.to_act(state)))[0]
    for seat in (-1, table.seats, 99):
        assert game.check(state, seat, move) is not None
        assert game.legal_moves(state, seat) == []


def test_only_those_who_are_to_act_have_moves_and_they_always_have_one(table):
    game = table.game
    for ply in sample(table, "biased").plies:
        acting = game.to_act(ply.step.state)
        for seat in range(table.seats):
            assert bool(game.legal_moves(ply.step.state, seat)) == (seat in acting)
        assert (not acting) == (game.result(ply.step.state) is not None)


def test_legal_moves_are_sorted_without_doubles_and_have_texts_of_their_own(table):
    game, rules = table.game, reading.whole(table.game_id)
    for ply in sample(table).plies:
        for seat, moves in ply.legal.items():
            assert moves == sorted(moves)
            assert len(set(moves)) == len(moves)
            for move in moves:
                assert game.parse(ply.step.state, seat, str(move)) == move
            for lang in LANGUAGES:
                texts = [
                    sentences.render(rules, "move", *game.say(ply.step.state, seat, move), lang)
                    for move in moves
                ]
                assert len(set(texts)) == len(texts), [t for t, n in Counter(texts).items() if n > 1]


def test_events_and_refusals_cite_clauses_that_exist_and_can_be_said(table):
    rules = reading.whole(table.game_id)
    for ply in sample(table).plies:
        for event in ply.step.events:
            assert event.clause in rules.clause_by_id
            for lang in LANGUAGES:
                sentence = sentences.render(rules, "event", event.kind, event.params, lang)
                assert sentence
                assert "{" not in sentence


def test_a_game_ends_within_its_bound_and_has_a_result_within_bounds(table):
    game = table.game
    for agent in AGENTS:
        played = sample(table, agent)
        assert len(played.record.moves) <= game.max_decisions
        assert all(game.result(state) is None for state in played.states[:-1])
        result = game.result(played.states[-1])
        assert len(result.scores) == table.seats
        assert all(type(score) is int for score in result.scores)
        best = (min if game.fewer_is_better else max)(result.scores)
        assert result.winners
        assert all(result.scores[seat] == best for seat in result.winners)


def test_a_goal_ends_a_game_when_its_round_is_over(table):
    """Constant `goal`: nobody goes on beyond it, and a game whose rounds aren't counted goes on to it."""
    game, goal = table.game, table.game.goal(table.seats)
    for agent in AGENTS if goal else ():
        states = sample(table, agent).states
        begun = [after for before, after in pairwise(states) if _round_of(after) > _round_of(before)]
        assert not any(game.is_goal_reached(state) for state in begun)
        assert game.is_goal_reached(states[-1]) or series.ROUNDS in reading.load(table.game_id).constants


def _round_of(state):
    return getattr(state, "round", 1)


def test_the_points_of_a_finished_round_explain_themselves(table):
    for state in sample(table, "uniform").states:
        for score in table.game.explain(state):
            assert score.points == sum(line.points for line in score.lines)


def test_every_position_of_a_game_keeps_the_invariants(table):
    for state in sample(table).states:
        table.game.invariants(state)

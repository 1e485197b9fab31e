"""Choices that a game goes past: each had one answer, which leads where the move itself does."""

import dataclasses
from collections import Counter

import pytest

from simulator.cases import casebook
from simulator.engine.record import state_digest
from simulator.engine.rules import Rules
from simulator.game import engine_of, played_games
from tests.conformance.judged import played as cases_played
from tests.conformance.tables import sample, telling
from tests.daily import daily

MOST_ALIKE = 5  # questions with the same verbs that get wrong answers
NO_SUCH_ACTION = ("unreadable", "bad_move")


def test_what_settles_itself_has_one_answer_and_goes_where_the_move_went(table):
    game, played = table.game, sample(table)
    for ply in (played.plies[n] for n in telling(played)):
        state = ply.step.state
        before = state_digest(game, state)
        for seat, moves in ply.legal.items():
            for move in moves:
                after = state_digest(game, game.apply(state, seat, move).state)
                for choice in game.settled(state, seat, move):
                    assert_one_answer(game, choice, after)
        assert state_digest(game, state) == before


def assert_one_answer(game, choice, after):
    """A card that takes no number is never asked for one: then there is no answer at all."""
    asked, answers = choice.step.state, game.legal_moves(choice.step.state, choice.seat)
    assert game.to_act(asked) == {choice.seat}
    assert answers in ([choice.move], [])
    assert game.parse(asked, choice.seat, str(choice.move)) == choice.move
    if answers:
        assert state_digest(game, game.apply(asked, choice.seat, choice.move).state) == after


def never_settles(game):
    """Whether a game leaves it at what the base class says: every choice is asked."""
    return getattr(type(game), "settled", None) is Rules.settled


def settled_in(case, played):
    """(number of the move, the choices it went past) of the moves made; none where some are said already."""
    game, found, state = engine_of(case.game), [], played.opening.state if played.opening else None
    if any(scene.repeats for scene in played.scenes):
        return []
    for n, scene in enumerate(played.scenes):
        if scene.refusal is None:
            found.append((n, game.settled(state, scene.seat, scene.move)))
            state = scene.step.state
    return found


def said_aloud(case, played):
    """The moves of a case with every choice that nobody is asked about; not before one that is refused."""
    refused = "refusal" in case.expect
    made = settled_in(case, played)
    if not made:
        return case.moves
    rows = []
    for n, choices in made:
        rows.append(case.moves[n])
        if not (refused and n == made[-1][0]):
            rows += [f"{choice.seat + 1}: {choice.move}" for choice in choices]
    return (*rows, case.moves[-1]) if refused else tuple(rows)


# Every day a few moves of each game, above, and the cases of all games but the one with the most.
IDS = played_games()
MOST = max(IDS, key=lambda game_id: len(casebook.cases_of(game_id)), default="")
FEWER = [game_id for game_id in IDS if game_id != MOST] or IDS


@pytest.mark.parametrize("game_id", daily(IDS, FEWER))
def test_whoever_says_the_only_answer_too_changes_nothing(game_id):
    """docs/cases.md: nobody needs to know where the game asks."""
    said = 0
    for case, outcome in cases_played(game_id):
        moves = said_aloud(case, outcome.played)
        if moves != case.moves:
            outcome = casebook.evaluate(dataclasses.replace(case, moves=moves))
            assert outcome.ok, (case.id, outcome.differences)
        said += sum(scene.repeats for scene in outcome.played.scenes)
    assert said or never_settles(engine_of(game_id)), "no case goes past a choice"


@pytest.mark.parametrize("game_id", daily(IDS, FEWER))
def test_whoever_says_another_answer_is_told_what_is_wrong_with_it(game_id):
    asked = Counter()
    for case, outcome in cases_played(game_id):
        for n, choices in settled_in(case, outcome.played):
            for choice in choices:
                asked[choice.verbs] += 1
                if asked[choice.verbs] > MOST_ALIKE:
                    continue
                begun, said = case.moves[: n + 1], other_answers(choice)
                codes = {refusal_of(case, (*begun, f"{choice.seat + 1}: {text}")) for text in said}
                assert codes - set(NO_SUCH_ACTION), (case.id, said, codes)


def other_answers(choice):
    """By each of the verbs that could answer, with the word of the right one and with a wrong one."""
    words = ("nonsense", *choice.move.args)
    texts = {f"{verb} {word}" for verb in choice.verbs for word in words}
    return sorted(texts - {str(choice.move)})


def refusal_of(case, moves):
    outcome = casebook.evaluate(dataclasses.replace(case, moves=moves, expect={"refusal": "any"}))
    assert outcome.ok, moves
    return outcome.played.scenes[-1].refusal.code

"""Questions with one answer: asked wherever going past them would tell what a hand lacks (turn.open)."""

import pytest

from simulator.engine.record import Record, steps_of
from simulator.engine.refusal import BadRecord, IllegalMove
from simulator.game import engine_of
from tests.conformance.tables import Table, play

GAME = engine_of("potions")
SEQUENCES = {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_b"]}
STAGE = ("guild", "elixir_albedo dragon", "stage elixir_nigredo 1", "use elixir_nigredo 2")
ONE_ANSWER = [
    STAGE,
    ("guild", "spell_of_transmutation aqua_regis alkahest", "cast spell_of_transmutation", "skip alkahest 3"),
    (
        "guild",
        "spell_athanorum elixir_albedo stone_magisterium",
        "cast spell_athanorum",
        "put elixir_albedo",
    ),
    ("university", "spell_of_creation dragon spell_of_haste", "cast spell_of_creation", "put dragon"),
    (
        "university",
        "spell_of_transfiguration learned_gnawer spell_of_haste",
        "cast spell_of_transfiguration",
        "build learned_gnawer",
    ),
]
TABLES = {
    "stage": {"tables": {"Саша": ["elixir_nigredo"]}},
    "skip": {
        "sequences": {"Оля": ["sequence_card_a", "", "", "elixir_nigredo"], "Саша": ["sequence_card_b"]}
    },
    "put elixir_albedo": {"cupboard": ["talisman_kybalion"]},
    "build": {"cupboard": ["love_potion"], "tables": {"Саша": ["elixir_of_contradiction"]}},
}


def position(sets, hand, move, answer, **changes):
    lying = next((TABLES[key] for key in TABLES if move.startswith(key) or answer.startswith(key)), {})
    guild = {"sequences": SEQUENCES} if sets == "guild" else {}
    short = {"players": ["Оля", "Саша"], "turn": "Оля", "hands": {"Оля": hand, "Саша": 3}}
    return GAME.decode({**short, "options": {"sets": sets}, **guild, **lying, **changes})


def made(state, text):
    return GAME.apply(state, 0, GAME.parse(state, 0, text))


@pytest.mark.parametrize(("sets", "hand", "move", "answer"), ONE_ANSWER)
def test_a_question_with_one_answer_is_asked_where_the_hand_could_hold_another(sets, hand, move, answer):
    """DESIGN: a forced choice whose reason is hidden is asked like a free one, so that it tells nothing."""
    step = made(position(sets, hand, move, answer), move)
    assert [str(each) for each in GAME.legal_moves(step.state, 0)] == [answer]
    assert (step.events, step.learned) == ((), frozenset())
    assert GAME.decode(GAME.encode(step.state)) == step.state
    assert made(step.state, answer).events


@pytest.mark.parametrize(("sets", "hand", "move", "answer"), ONE_ANSWER)
def test_nothing_is_asked_where_everybody_has_seen_the_hand(sets, hand, move, answer):
    """A choice is asked only where it is one, or something is hidden."""
    state = position(sets, hand, move, answer, shown={"Оля": hand})
    assert made(state, move).events or made(state, move).state.agenda[-1].pick == "learned_gnawer"


@pytest.mark.parametrize(("config", "seats"), [("guild", 5), ("guild_university", 3)])
def test_whether_a_stage_asks_is_the_same_in_every_world(config, seats):
    """turn.open: hands are secret, so nobody may hear from a move what another hand holds."""
    found = 0
    for before, after in neighbours(play(Table("potions", config, seats), 31, "curious")):
        for seat in {*range(seats)} - {after.mover}:
            world = GAME.resample(before.step.state, seat, 5)
            try:
                step = GAME.apply(world, after.mover, after.move)
            except IllegalMove:
                continue
            found += not after.step.events
            assert bool(step.events) == bool(after.step.events), str(after.move)
    assert found


def neighbours(played):
    pairs = zip(played.plies, played.plies[1:], strict=False)
    return [pair for pair in pairs if pair[1].move.verb in ("stage", "use")]


def test_a_record_from_before_the_question_replays_as_it_did():
    """DESIGN: old records are replayed for ever; then the stage was laid without asking."""
    start = GAME.encode(position(*STAGE))
    options = {"players": 2, "options": {"sets": "guild"}}
    texts = ["stage elixir_nigredo 1", "use elixir_nigredo 2", "element dragon"]
    now = Record("potions", 1, options, 0, tuple((0, text) for text in texts), start)
    then = Record("potions", 1, options, 0, tuple((0, text) for text in texts if "use" not in text), start)
    (_, _, laid, last), old = list(steps_of(GAME, now)), list(steps_of(GAME, then))
    assert old[1:] == [laid, last]


def test_a_record_may_end_with_the_question_and_go_on_with_no_other_move():
    """Only an answer that was not asked for then may lack, and only before a move that the rules allow."""
    start = GAME.encode(position(*STAGE))
    options = {"players": 2, "options": {"sets": "guild"}}
    asked = Record("potions", 1, options, 0, ((0, STAGE[2]),), start)
    assert len(GAME.legal_moves(list(steps_of(GAME, asked))[-1].state, 0)) == 1
    with pytest.raises(BadRecord) as caught:
        list(steps_of(GAME, Record("potions", 1, options, 0, ((0, STAGE[2]), (1, "pass")), start)))
    assert [refusal.code for refusal in caught.value.refusals] == ["not_your_turn"]

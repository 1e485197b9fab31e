"""An engine with nothing but `new_game to_act check do candidates view`: the base class does the rest."""

import json
from types import SimpleNamespace

import pytest

from simulator.engine.chance import substream
from simulator.engine.evolve import evolve
from simulator.engine.game import Move, Result
from simulator.engine.record import Record, record_from_json, state_digest, steps_of
from simulator.engine.refusal import BadPosition, IllegalMove
from simulator.matches.board import MatchPresenter
from simulator.table.base import Table
from tests.conformance.coins import COINS, Coins, State, View

GAME = Coins()
NAMES = ["Оля", "Саша", "Рита"]


def played(seed: int = 5, players: int = 3):
    """A whole game between its bots: its record and the steps."""
    record = Record(GAME.id, GAME.rules, {"players": players}, seed)
    steps = [GAME.new_game(record.config, seed)]
    while acting := GAME.to_act(steps[-1].state):
        (seat,), state = acting, steps[-1].state
        legal = GAME.legal_moves(state, seat)
        move = GAME.bots["random"](GAME.view(state, seat), legal, substream(seed, len(steps)))
        record = record.with_move(seat, move)
        steps.append(GAME.apply(state, seat, move))
    return record, steps


@pytest.mark.parametrize(("goal", "reached"), [(None, False), ([9, 3], True), ([3, 4], False), (2, True)])
def test_an_engine_asks_whether_the_goal_of_its_content_is_reached(monkeypatch, goal, reached):
    """A number, or one for each number of players: here for two and three."""
    constants = {} if goal is None else {"goal": goal}
    content = SimpleNamespace(constants=constants, players=(2, 3))
    monkeypatch.setattr("simulator.engine.rules.reading.load", lambda game: content)
    state = evolve(GAME.new_game({"players": 3}, 1).state, scores=(0, 3, 1))
    assert GAME.is_goal_reached(state) == reached
    assert Table(GAME).goal(3) == GAME.goal(3) == (goal[1] if isinstance(goal, list) else goal)


def test_it_is_played_to_a_result_and_only_legal_moves_pass():
    _, steps = played()
    for step in steps[:-1]:
        state = step.state
        (seat,) = GAME.to_act(state)
        moves = GAME.legal_moves(state, seat)
        assert moves == sorted(moves)
        assert [move.args[0] for move in moves] == [1, 2][: state.coins]
        assert GAME.legal_moves(state, (seat + 1) % 3) == []
        assert GAME.check(state, (seat + 1) % 3, moves[0]).code == "not_your_turn"
        with pytest.raises(IllegalMove):
            GAME.apply(state, seat, Move("take", (3,)))
    end = steps[-1].state
    best = max(end.scores)
    assert GAME.result(end) == Result(end.scores, tuple(s for s in range(3) if end.scores[s] == best))
    assert GAME.check(end, 0, Move("take", (1,))).code == "game_over"
    assert all(GAME.result(step.state) is None for step in steps[:-1])


def test_what_is_encoded_is_json_and_comes_back_the_same():
    for step in played()[1]:
        data = json.loads(json.dumps(GAME.encode(step.state)))
        assert GAME.decode(data) == step.state
        assert GAME.decode(GAME.short(step.state, NAMES)) == step.state
        assert GAME.names(GAME.short(step.state, NAMES)) == NAMES


NO_POSITION = [None, [], {}, {"state": 1}, {"players": 9}, {"players": 3, "coins": 2}]
BROKEN = [
    {"coins": "5"},
    {"coins": True},
    {"coins": None},
    {"scores": [1, "2", 3]},
    {"scores": 3},
    {"last": {"seat": 0}},
    {"last": {"seat": 0, "heads": 1}},
    {"last": []},
    {"chance": {"rng": 1}},
    {"chance": 1},
    {"players": 7},
    {"more": 1},
]


@pytest.mark.parametrize("broken", BROKEN, ids=str)
def test_what_is_no_position_is_refused_and_breaks_nothing(broken):
    """DESIGN: decode raises only BadPosition."""
    whole = GAME.encode(played()[1][2].state)
    for data in ({**whole, **broken}, *NO_POSITION):
        with pytest.raises(BadPosition) as caught:
            GAME.decode(data)
        assert caught.value.refusals


def test_a_short_form_of_players_alone_is_the_deal():
    assert GAME.decode({"players": NAMES}).coins == COINS


def test_moves_are_read_as_they_are_written_and_said_by_their_text():
    state = GAME.new_game({"players": 2}, 1).state
    for move in GAME.legal_moves(state, 0):
        assert GAME.parse(state, 0, f"  {move} ") == move
        assert GAME.say(state, 0, move) == ("take", {"seat": 0, "text": str(move), "1": move.args[0]})
    for text in ("", "take", "take x", "take 9", "dance 1 2"):
        assert GAME.check(state, 0, GAME.parse(state, 0, text)) is not None


def test_a_world_looks_the_same_and_only_chance_is_another():
    for step in played()[1]:
        for seat in (0, None):
            world = GAME.resample(step.state, seat, 4)
            assert GAME.view(world, seat) == GAME.view(step.state, seat)
            assert world.chance != step.state.chance
            assert GAME.resample(world, seat, 9) == GAME.resample(step.state, seat, 9)
    assert GAME.reseeded(steps_state(), 12).chance.rng == 12


def steps_state() -> State:
    return played()[1][1].state


def test_a_view_is_json_without_the_generator():
    text = json.dumps(GAME.view_json(GAME.view(played(987_654_321)[1][3].state, 1)))
    assert json.loads(text)["coins"]
    assert "rng" not in text


def test_a_hint_compares_every_legal_move_and_knows_what_is_better():
    """With three coins left whoever takes two is sure of more points now, and leaves the other one coin."""
    state = State(2, GAME.new_game({"players": 2}, 1).state.chance, 3, 0, (0, 0), None)
    hint = GAME.hint(GAME.view(state, 0), 1, 200)
    assert {row.move for row in hint.estimates} == set(GAME.legal_moves(state, 0))
    assert hint.estimates[0].move == Move("take", (2,))
    assert hint == GAME.hint(GAME.view(GAME.resample(state, 0, 8), 0), 1, 200)
    assert GAME.hint(GAME.view(state, None), 1, 200).estimates == ()
    assert GAME.hint(GAME.view(state, 1), 1, 200).estimates == ()
    assert GAME.plans(GAME.view(state, 0), hint) == (), "docs/new-game.md: the hint compares moves"


class Poker(Coins):
    """The same where the view hides what a world needs."""

    def view(self, state: State, seat):
        return {"seat": seat}


class Guarded(Coins):
    """The same where the game says itself what is hidden."""

    def world(self, view, rng):
        return super().world(view, rng)


def test_a_game_hides_what_its_view_lacks_besides_the_generator():
    """docs/new-game.md: then a curtain falls between people at one phone."""
    assert not GAME.hides
    assert Poker().hides
    assert Guarded().hides


def test_where_the_view_hides_something_only_the_game_can_tell_the_worlds():
    assert Poker().world({"seat": 0}, 1) is None
    assert Poker().hint({"seat": 0}, 1, 50).estimates == ()


@pytest.mark.parametrize(("game", "hinted"), [(GAME, True), (Poker(), False), (Guarded(), True)])
def test_there_is_a_hint_to_ask_for_only_where_a_world_can_be_told(game, hinted):
    """docs/new-game.md: no `world` though something is hidden, and there are no hints."""
    view = game.view(steps_state(), 0)
    board = SimpleNamespace(mine=True, view=view, replay=SimpleNamespace(engine=game))
    assert MatchPresenter.hints.fget(board) is hinted
    assert MatchPresenter.hints.fget(SimpleNamespace(mine=False)) is False


def test_a_record_is_resumed_where_it_stopped():
    record, steps = played()
    again = list(steps_of(GAME, record_from_json(json.loads(json.dumps(record.to_json())))))
    assert [state_digest(GAME, step.state) for step in again] == [state_digest(GAME, s.state) for s in steps]
    middle = Record(GAME.id, GAME.rules, {"players": 3}, 1, record.moves[3:], GAME.encode(steps[3].state))
    assert list(steps_of(GAME, middle))[-1].state == steps[-1].state


def test_what_differs_from_the_expected_is_named():
    state = steps_state()
    assert GAME.differences(state, NAMES, {"coins": state.coins, "players": NAMES}) == []
    assert [each.what for each in GAME.differences(state, NAMES, {"coins": 99})] == ["coins"]
    assert GAME.differences(GAME.view(state, 0), NAMES, {"turn": state.turn}) == []
    with pytest.raises(BadPosition):
        GAME.differences(state, NAMES, {"gold": 1})


def test_its_configurations_and_bots_are_there():
    assert GAME.configs["standard"].seats == (2, 3)
    assert GAME.settled(steps_state(), 0, Move("take", (1,))) == ()
    assert GAME.explain(steps_state()) == ()
    GAME.invariants(steps_state())
    assert Table(GAME).DEFAULT_BOT == "random"


class Nothing:
    """Content without a word of this game."""

    id: str = "coins"
    words: dict = {}
    card_by_code: dict = {}

    def has_sentence(kind, code):
        return False


def test_a_plain_table_tells_what_the_view_knows():
    step = played()[1][2]
    table, view = Table(GAME), GAME.view(step.state, 0)
    legal = GAME.legal_moves(step.state, step.state.turn)
    drawn = table.draw(Nothing, view, NAMES, dict.fromkeys(legal, ""), step.events, "ru", table.totals(view))
    assert [person.name for person in drawn.people] == NAMES
    assert [person.acts for person in drawn.people] == [seat == step.state.turn for seat in range(3)]
    assert [person.points for person in drawn.people] == list(view.scores)
    assert ("coins", (str(view.coins),)) in [(fact.label, fact.items) for fact in drawn.facts]
    assert not {"turn", "seat"} & {fact.label for fact in drawn.facts}, "the seats say whose turn it is"
    assert table.inline_moves(drawn) == (), "its hand asks for moves"
    said = GAME.say(step.state, 0, legal[0])
    assert table.sentence(Nothing, "move", *said, "ru", NAMES) == str(legal[0])
    event = step.events[0]
    told = table.sentence(Nothing, "event", event.kind, event.params, "ru", NAMES)
    assert told.startswith(NAMES[event.params["seat"]])
    assert isinstance(view, View)


def test_a_table_leaves_out_the_facts_that_it_names():
    class Quiet(Table):
        NO_FACTS = ("coins",)

    view = GAME.view(steps_state(), 0)
    labels = [
        {fact.label for fact in table(GAME).draw(Nothing, view, NAMES, {}, (), "ru", ()).facts}
        for table in (Table, Quiet)
    ]
    assert labels[0] - labels[1] == {"coins"}


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"coins": 2, "players": NAMES}, "state, chance, turn, scores, last"),
        ({"state": 1, "coins": 2, "players": NAMES}, "chance, turn, scores, last"),
        ({"coins": 2}, "state, players, chance, turn, scores, last"),
    ],
)
def test_a_position_that_lacks_something_is_told_what(given, missing):
    with pytest.raises(BadPosition) as caught:
        GAME.decode(given)
    (refusal,) = caught.value.refusals
    assert (refusal.code, refusal.params) == ("pos_lacks", {"what": missing})


def test_the_plain_editor_takes_what_it_shows():
    table, state = Table(GAME), steps_state()
    fields = table.editor_fields(Nothing, GAME.short(state, NAMES), NAMES, "ru")
    typed = table.position_of(Nothing, NAMES, {key: [text] for key, text in fields.items()})
    assert GAME.decode(typed) == state
    assert GAME.decode(table.position_of(Nothing, NAMES, {"position": [""]})).coins == COINS
    with pytest.raises(BadPosition):
        GAME.decode(table.position_of(Nothing, NAMES, {"position": ["{broken"]}))

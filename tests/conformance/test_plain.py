"""A game without a hand and a table of its own: whatever is asked or shown there is said as what it is.

docs/new-game.md: a seat is a person, a card a card; nothing prints an index from 0 or a word of the engine.
"""

import re
from types import SimpleNamespace

import pytest

from rulebook.content import reading
from simulator.engine.game import Event, Move
from simulator.game import engine_of, played_games, table_of
from simulator.matches.asking import has_plain_hand
from simulator.matches.log import Words
from simulator.table.asks import card, in_vain, number, seat, word
from simulator.table.base import Table
from tests.conformance.plain import undeclared, unsaid, untold
from tests.conformance.tables import TABLES, sample

NAMES = ("Оля", "Саша", "Рита", "Коля", "Ира", "Лев", "Яна", "Том")
HANDS = [game_id for game_id in played_games() if has_plain_hand(reading.whole(game_id))]
DRAWN = [game_id for game_id in played_games() if type(table_of(game_id)).draw is Table.draw]


def tables_of(game_id):
    """With the fewest people and with the most."""
    mine = sorted((table for table in TABLES if table.game_id == game_id), key=lambda table: table.seats)
    return {mine[0], mine[-1]}


def choices_of(game_id):
    """(players, state, seat, legal moves) wherever somebody chooses in a game of each of its tables."""
    for table in tables_of(game_id):
        played = sample(table)
        for ply in played.plies:
            for at, legal in ply.legal.items():
                yield table.seats, ply.step.state, at, legal


@pytest.mark.parametrize("game_id", HANDS)
def test_every_argument_of_a_move_is_asked_for_as_what_it_is(game_id):
    content, asks = reading.whole(game_id), table_of(game_id).ASKS
    say = {lang: Words(content, NAMES, lang) for lang in ("ru", "en")}
    for players, state, at, legal in choices_of(game_id):
        for words in say.values():
            said = {move: words.move(state, at, move) for move in legal}
            assert next(undeclared(content, asks, said, players), None) is None
            codes = {words.table.says(state, at, move)[0] for move in legal}
            assert codes <= set(content.words.get("move", {})), "words.toml wants a sentence of each: [move]"


@pytest.mark.parametrize("game_id", HANDS)
def test_every_card_of_a_hand_can_be_pressed_and_says_why_it_is_not_played(game_id):
    """The first candidate that begins with it is refused with a reason of its own, else the bare card."""
    game, table, content = engine_of(game_id), table_of(game_id), reading.whole(game_id)
    for _, state, at, legal in choices_of(game_id):
        hand = [code for code in table.hand(game.view(state, at)) if isinstance(code, str)]
        answers = in_vain(game, table.ASKS, state, at, hand, legal)
        idle = {code for code in hand if not any(move.args[:1] == (code,) for move in legal)}
        assert set(answers) == idle, "check passes a move with a card that legal_moves doesn't have"
        for move, why in answers.values():
            assert why.code != "bad_move", f"{move} is no move at all: refuse it with a reason and a clause"
            assert why.clause in content.clause_by_id


@pytest.mark.parametrize("game_id", DRAWN)
def test_every_field_of_a_view_is_said_as_what_it_is(game_id):
    game, table = engine_of(game_id), table_of(game_id)
    views = {
        each.seats: [
            game.view_json(game.view(state, at)) for state in sample(each).states for at in each.everybody
        ]
        for each in tables_of(game_id)
    }
    assert unsaid(reading.whole(game_id), views, table.NO_FACTS) == []


@pytest.mark.parametrize("game_id", DRAWN)
def test_points_are_explained_by_what_everybody_knows(game_id):
    """The default table asks `explain` of a world: there it tells the same as of the real position."""
    game = engine_of(game_id)
    for each in tables_of(game_id):
        for state in sample(each).telling:
            world = game.world(game.view(state, None), 0)
            assert world is None or game.explain(world) == game.explain(state), (
                "`explain` tells of what a view hides: explain a round once it is open, from public fields"
            )


@pytest.mark.parametrize("game_id", DRAWN)
def test_no_event_prints_the_index_of_a_person(game_id):
    events = {
        each.seats: [event for ply in sample(each).plies for event in ply.step.events]
        for each in tables_of(game_id)
    }
    assert list(untold(reading.whole(game_id), events)) == []


CARDS = {"guard": None, "priest": None}
CONTENT = SimpleNamespace(
    id="some", card_by_code=CARDS, copies_by_code={}, words={"word": {"left": None}, "fact": {"pot": None}}
)


@pytest.mark.parametrize(
    ("asks", "said", "fault"),
    [
        ({}, {Move("take", (1,)): "Взять 1", Move("take", (2,)): "Взять 2"}, None),
        ({}, {Move("ask", (0,)): "Спросить 0"}, 'nobody declared.*"ask": \\(number,\\)'),
        ({}, {Move("ask", (1,)): "Спросить", Move("ask", (2,)): "Спросить"}, "nor told"),
        ({"ask": (seat,)}, {Move("ask", (0,)): "Спросить Олю"}, None),
        ({"ask": (seat,)}, {Move("ask", (0,)): "Спросить: 0"}, "prints its number"),
        ({"ask": (seat,)}, {Move("ask", (3,)): "Спросить"}, "declared a seat, and is none"),
        ({"ask": (seat,)}, {Move("ask", (0, 5)): "Спросить"}, '"ask": \\(seat, number\\)'),
        ({"bid": (number,)}, {Move("bid", (0,)): "Поставить 0"}, None),
        ({"play": (card,)}, {Move("play", ("guard",)): ""}, None),
        ({"play": (card,)}, {Move("play", ("jester",)): ""}, "declared a card, and is none"),
        ({"go": (word,)}, {Move("go", ("left",)): ""}, None),
        ({"go": (word,)}, {Move("go", ("right",)): ""}, r"\[word\] right"),
        ({}, {Move("play", ("guard",)): "", Move("play", ("priest",)): ""}, None),
    ],
)
def test_an_argument_that_nobody_told_of_is_found(asks, said, fault):
    """Issue 40: a number that nobody declared fails, with what is wanted and an example."""
    found = list(undeclared(CONTENT, asks, said, 3))
    assert bool(found) == bool(fault), found
    if fault:
        assert re.search(fault, found[0]), found


@pytest.mark.parametrize(
    ("field", "values", "fault"),
    [
        ("pot", {2: [0, 7], 3: [1, 8]}, None),
        ("pot", {2: [0, 1], 3: [0, 2, 1]}, "call it `seat_pot`"),
        ("pot", {2: [[], [0, 1]], 3: [[2, 0]]}, "call it `seat_pot`"),
        ("heap", {2: [5]}, r"NO_FACTS = \(\"heap\",\)"),
        ("pot", {2: [{"seat": 0, "guard": 3, "heads": True}]}, "the field `heads`.*\\[fact\\] heads"),
        ("pot", {2: ["left", "guard", "", None, "xo."]}, None),
        ("pot", {2: ["draw_phase"]}, r"\[word\] draw_phase"),
    ],
)
def test_a_field_that_would_print_an_index_or_a_code_is_found(field, values, fault):
    """Issue 40: a field that is a seat is said as a person; nothing prints an index from 0 or a code."""
    views = {n: [{field: value, "seat": 0, "turn": 1} for value in each] for n, each in values.items()}
    found = unsaid(CONTENT, views, ())
    assert bool(found) == bool(fault), found
    if fault:
        assert re.search(fault, found[0])


def test_a_field_of_seats_has_seats():
    words = {"fact": {"seats_out": None}}
    content = SimpleNamespace(id="some", card_by_code={}, copies_by_code={}, words=words)
    assert unsaid(content, {2: [{"seats_out": [0, 1]}], 3: [{"seats_out": [2]}]}, ()) == []
    assert "2 among 2 players" in unsaid(content, {2: [{"seats_out": [2]}]}, ())[0]


@pytest.mark.parametrize(
    ("params", "template", "found"),
    [
        ([{"target": 0}, {"target": 1}], "Удар: {target}.", "say_seat"),
        ([{"target": 0}, {"target": 1}], "Удар.", ""),
        ([{"target": 0}, {"target": 7}], "Удар: {target}.", ""),
        ([{"seat": 0}, {"seat": 1}], "Удар: {seat}.", ""),
        ([{"guess": "guard"}], "{guess}?", "say_card"),
        ([{"card": "guard"}], "{card}?", ""),
        ([{"way": "left"}], "{way}", ""),
        ([{"way": "right"}], "{way}", r"\[word\] right"),
    ],
)
def test_an_event_that_would_print_an_index_or_a_code_is_found(params, template, found):
    guard = SimpleNamespace(short=SimpleNamespace(ru="стражница"))
    sentence = SimpleNamespace(ru=template)
    content = SimpleNamespace(
        id="some", sentence=lambda *_: sentence, card_by_code={"guard": guard}, words={"word": {"left": None}}
    )
    events = {2: [Event("hit", "turn.play", each) for each in params]}
    faults = list(untold(content, events))
    assert len(faults) == bool(found)
    assert re.search(found, "".join(faults))

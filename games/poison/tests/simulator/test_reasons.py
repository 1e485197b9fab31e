"""What is said of moves is so, and its checker tells what isn't. Quotes are of issue 42, «Reasons»."""

from collections import Counter

import pytest

from games.poison.simulator.engine import bots, proving
from games.poison.simulator.engine.data import DECK
from games.poison.simulator.engine.proposing import propositions
from games.poison.simulator.engine.view import view, world
from rulebook.content import reading
from rulebook.wording.sentences import render
from simulator.engine.chance import Rng, substream
from simulator.engine.game import Band, Hint, MoveEstimate, Proposition
from simulator.engine.reasons import with_reasons
from simulator.game import engine_of

GAME = engine_of("poison")
CONFIGS = [(name, seats) for name, config in GAME.configs.items() for seats in config.seats]
CODES = {*proving.OF_PLAYS, *proving.OF_MAJORITIES}


def positions(number, seed):
    """From games in which everybody plays it safe, and now and then anything."""
    rng, found = Rng(seed), 0
    while found < number:
        name, players = rng.choice(CONFIGS)
        state = GAME.new_game({"players": players, "options": GAME.configs[name].options}, rng.bits()).state
        for _ in range(rng.below(53)):
            if acting := GAME.to_act(state):
                (seat,) = acting
                moves = GAME.legal_moves(state, seat)
                safe = bots.greedy_bot(view(state, seat), moves, 0)
                state = GAME.apply(state, seat, safe if rng.below(4) else rng.choice(moves)).state
        if acting := GAME.to_act(state):
            found += 1
            yield state, min(acting)


def any_hint(state, seat, bands=(Band.OPEN,)):
    """All legal moves, with bands in turn."""
    moves = GAME.legal_moves(state, seat)
    return Hint(tuple(MoveEstimate(m, 0, 0, 1, (), bands[k % len(bands)]) for k, m in enumerate(moves)), 1, 0)


def said_in(state, seat):
    return propositions(view(state, seat), any_hint(state, seat))


# --- By hand -----------------------------------------------------------------------------------------------

MIDDLE = {
    "players": 3,
    "turn": 1,
    "hands": {"1": "B1 B5 R2 R7 X4", "2": 4, "3": 4},
    "cauldrons": ["R7 R5", "B5 X4", ""],
    "captured": {"1": "R1 R1", "2": "P1 P1"},
}
TIGHT = {
    "players": 4,
    "turn": 1,
    "hands": {"1": "R7 X4", "2": "P7", "3": "P5"},
    "cauldrons": ["R2 R4", "B7 B5 B1", "P2 P4"],
    "captured": {},
}
ALL_SPILL = {
    "players": 3,
    "turn": 1,
    "hands": {"1": "R2 X4", "2": 2, "3": 2},
    "cauldrons": ["R7 R5 R1", "B4 B5 X4", "P7 P5 P1"],
}
STUCK = {
    "players": 3,
    "turn": 1,
    "hands": {"1": "R5 R7", "2": 2, "3": 2},
    "cauldrons": ["R7", "B7 B5", "P7 P5"],
}
OPENING = {
    "players": 3,
    "turn": 1,
    "hands": {"1": "B1 B7 R1", "2": 3, "3": 3},
    "cauldrons": ["R7 R5", "", ""],
}
LEADING = {
    "players": 3,
    "turn": 1,
    "hands": {"1": "P1 R7", "2": 2, "3": 2},
    "cauldrons": ["R5 R4 R2", "B7", "P2"],
    "captured": {"1": "R1 R1 R1 R2 R2"},
}
BRINK = {
    "players": 3,
    "turn": 1,
    "hands": {"1": "B1 B2 R1", "2": 3, "3": 3},
    "cauldrons": ["R7 R4", "B5 X4", ""],
    "captured": {"2": "R1 R1"},
}
ASKED = {
    "players": 3,
    "options": {"shed_majority": "ask_player"},
    "hands": {"1": "", "2": "", "3": ""},
    "cauldrons": ["R5", "B1", ""],
    "captured": {"1": "R7 R2", "2": "R1"},
    "asked": {"1": "red"},
}

NEARLY = {  # whoever is next has a way out in 99.8 %, 95.2 % and 96.2 % of the worlds
    "players": 3,
    "turn": 1,
    "hands": {"1": "B7 P1 R1", "2": 4, "3": 3},
    "cauldrons": ["R7 R5", "B7 B5", "P2 P4"],
}

# position, move, code and what it says there, then what would be false: of other moves, or other numbers
CASES = [
    (MIDDLE, "play R7 1", "hint_takes_potions", {"cauldron": 1, "n": 2, "points": 2}, {"n": 3}, "play B1 2"),
    (
        MIDDLE,
        "play B5 2",
        "hint_takes_poison",
        {"cauldron": 2, "n": 1, "points": 3},
        {"points": 2},
        "play R7 1",
    ),
    (MIDDLE, "play B5 2", "hint_dearest", {"points": 3}, {"points": 4}, "play R7 1"),
    (ALL_SPILL, "play R2 1", "hint_cheapest", {"points": 3}, {"points": 2}, "play X4 2"),
    (MIDDLE, "play R7 1", "hint_sheds_if", {"colour": "red", "n": 4, "lead": 4}, {"lead": 3}, "play B5 2"),
    (LEADING, "play R7 1", "hint_sheds_surely", {"colour": "red", "n": 8}, {"colour": "blue"}, "play P1 3"),
    (MIDDLE, "play B1 2", "hint_free", {}, None, "play R7 1"),
    (TIGHT, "play X4 3", "hint_forces", {"seat": 1}, {"seat": 2}, "play R7 1"),
    (TIGHT, "play R7 1", "hint_lets", {"seat": 1}, {"seat": 2}, "play X4 3"),
    (TIGHT, "play X4 3", "hint_tightest", {"n": 0, "total": 2}, {"n": 1}, "play R7 1"),
    (TIGHT, "play R7 1", "hint_loosest", {"n": 2, "total": 2}, {"total": 3}, "play X4 3"),
    (MIDDLE, "play X4 2", "hint_full", {"cauldron": 2, "points": 5}, {"points": 4}, "play B1 2"),
    (BRINK, "play R1 1", "hint_brink", {"cauldron": 1, "n": 0}, {"n": 1}, "play B1 2"),
    (MIDDLE, "play X4 2", "hint_dear", {"cauldron": 2, "points": 5}, {"cauldron": 1}, "play X4 3"),
    (MIDDLE, "play X4 3", "hint_roomy", {"cauldron": 3, "total": 4}, {"total": 5}, "play B1 2"),
    (
        TIGHT,
        "play R7 1",
        "hint_nobody_has",
        {"cauldron": 1, "colour": "red"},
        {"colour": "blue"},
        "play X4 1",
    ),
    (MIDDLE, "play X4 3", "hint_rid_of_poison", {"n": 0}, {"n": 1}, "play X4 1"),
    (OPENING, "play B7 2", "hint_rid_of_large", {"card": "B7"}, {"card": "B1"}, "play B1 2"),
    (MIDDLE, "play X4 3", "hint_keeps_small", {"n": 2, "value": 2}, {"n": 1}, "play B1 2"),
    (MIDDLE, "play B1 2", "hint_spends_small", {"card": "X4"}, {"card": "R7"}, "play X4 2"),
    (OPENING, "play B7 2", "hint_opens", {"colour": "blue", "n": 1}, {"n": 2}, "play R1 1"),
    (MIDDLE, "play X4 2", "hint_closes", {"cauldron": 2, "colour": "blue", "n": 2}, {"n": 1}, "play X4 3"),
    (MIDDLE, "play X4 2", "hint_poisons_own", {"colour": "blue", "n": 2}, {"colour": "red"}, "play X4 3"),
    (STUCK, "play R5 1", "hint_stuck", {}, None, "play R7 1"),
    (STUCK, "play R7 1", "hint_outlets", {"n": 1}, {"n": 2}, "play R5 1"),
    (ASKED, "shed red", "hint_sheds", {"colour": "red", "n": 2, "points": 2}, {"points": 1}, "keep red"),
    (ASKED, "keep red", "hint_keeps", {"colour": "red", "n": 2, "points": 2}, {"n": 3}, "shed red"),
]


def decoded(position):
    """A position; where none is left to lie aside, the rest of the deck is with the last player."""
    if position["players"] == 4:
        named = Counter(" ".join([*position["hands"].values(), *position["cauldrons"]]).split())
        rest = " ".join((Counter(DECK) - named).elements())
        position = {**position, "captured": {"4": rest}}
    return GAME.decode(position)


@pytest.mark.parametrize(
    ("position", "text", "code", "params", "wrong", "other"), CASES, ids=[c[2] for c in CASES]
)
def test_each_kind_is_said_where_it_is_so_and_a_false_one_is_caught(
    position, text, code, params, wrong, other
):
    """«50 planted false propositions are all caught»: with another number, and of another move."""
    state = decoded(position)
    move, elsewhere = GAME.parse(state, 0, text), GAME.parse(state, 0, other)
    said = {each.code: each for each in said_in(state, 0)[move]}
    assert said[code].params == params
    assert GAME.holds(state, 0, move, said[code])
    assert not GAME.holds(state, 0, elsewhere, said[code])
    if wrong is not None:
        assert not GAME.holds(state, 0, move, said[code]._replace(params={**params, **wrong}))


def test_every_kind_has_such_a_case_and_a_sentence():
    content = reading.load("poison")
    assert {case[2] for case in CASES} == CODES
    for _, _, code, params, *_ in CASES:
        for lang in ("ru", "en"):
            assert "{" not in render(content, "mark", code, params, lang, ["А", "Б", "В", "Г"])


def test_of_a_move_that_is_not_legal_nothing_holds():
    state = decoded(MIDDLE)
    assert not GAME.holds(state, 0, GAME.parse(state, 0, "play B1 1"), Proposition("hint_free", {}))
    assert not GAME.holds(state, 0, GAME.parse(state, 0, "play B1 2"), Proposition("hint_sheds", {}))


# --- By many positions -------------------------------------------------------------------------------------


SAMPLE, MISSES = 40, 4  # of what is almost sure: in at least 98 % of worlds, by how it is proposed


def false_ones(state, seat, seed):
    """What is said and isn't so in some world, or is so and isn't said, by hands that the seat can't know."""
    worlds = [world(view(state, seat), substream(seed, number)) for number in range(SAMPLE)]
    for move, said in said_in(state, seat).items():
        for each in said:
            tried = worlds if each.likely else worlds[:2]
            misses = sum(not GAME.holds(there, seat, move, each) for there in tried)
            if misses > (MISSES if each.likely else 0):
                yield move, each
        truths = proving.OF_PLAYS if move.verb == "play" else proving.OF_MAJORITIES
        for code in truths.keys() - {each.code for each in said} - {"hint_forces", "hint_lets"}:
            if truths[code](worlds[0], seat, move) is not None:
                yield move, code


@pytest.mark.parametrize(
    "number", [12, pytest.param(500, marks=[pytest.mark.long, pytest.mark.thorough])], ids=["few", "many"]
)
def test_what_is_said_is_so_in_every_world_and_what_is_not_said_is_not(number):
    """«0 false»; «re-checked with other seeds»."""
    for k, (state, seat) in enumerate(positions(number, 42)):
        assert list(false_ones(state, seat, k)) == []


@pytest.mark.parametrize(
    "number", [50, pytest.param(1000, marks=[pytest.mark.long, pytest.mark.thorough])], ids=["few", "many"]
)
def test_reasons_are_the_same_in_two_worlds_of_one_view(number):
    """«hint and reason byte-equal in two worlds of one view»."""
    bands = (Band.GOOD, Band.MISTAKE, Band.FAIR)
    for state, seat in positions(number, 7):
        hint, other = any_hint(state, seat, bands), GAME.resample(state, seat, 99)
        assert repr(GAME.reasoned(GAME.view(state, seat), hint)) == repr(
            GAME.reasoned(GAME.view(other, seat), hint)
        )


@pytest.mark.long
@pytest.mark.thorough
def test_no_kind_is_more_than_a_quarter_of_the_reasons_and_nearly_all_best_moves_have_one():
    """«No template makes more than a quarter of a game's reasons»; «at least 90 % carry a reason»."""
    of_all, of_best, told = Counter(), Counter(), 0
    for state, seat in positions(100, 5):
        hint = GAME.hint(view(state, seat), 1, 4000)
        if len({row.band for row in hint.estimates} - {Band.OPEN}) > 1:
            told += 1
            of_all.update(row.reason.code for row in hint.estimates if row.reason)
            of_best.update(row.reason.code for row in hint.estimates[:1] if row.reason)
    assert of_best.total() >= 0.9 * told > 0
    assert max(of_all.values()) <= of_all.total() / 4
    assert max(of_best.values()) <= of_best.total() / 4


def test_a_reason_that_all_moves_share_counts_for_none():
    """«A proposition counts only if it … fails, or has another number, for at least one legal move»."""
    state = decoded(MIDDLE)
    moves = GAME.legal_moves(state, 0)
    hint = any_hint(state, 0, (Band.GOOD, Band.MISTAKE))
    alike = with_reasons(hint, {move: (Proposition("hint_free", {}),) for move in moves})
    assert [row.reason for row in alike.estimates] == [None] * len(moves)


def test_what_no_seat_knows_is_drawn_anew():
    """«`redrawn`: what no seat knows … is drawn anew». Cards aside are what the hands leave over, so that
    only the deals of later rounds are still open.
    """
    for state, _ in positions(5, 3):
        redrawn = GAME.redrawn(state, 12345)
        assert (redrawn.aside, redrawn.chance != state.chance) == (state.aside, True)
    state = decoded({**MIDDLE, "hands": {"1": "B1", "2": "", "3": ""}})
    dealt = {
        GAME.apply(GAME.redrawn(state, rng), 0, GAME.parse(state, 0, "play B1 2")).state.hands
        for rng in range(3)
    }
    assert len(dealt) == 3


def test_a_way_out_is_told_of_no_move_where_all_leave_one() -> None:
    """The issue: a reason counts only if it fails for a move of another band; 96 % is no 98 %, but is so."""
    said = said_in(decoded(NEARLY), 0)
    assert said
    assert "hint_lets" not in {each.code for found in said.values() for each in found}

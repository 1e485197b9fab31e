"""Why a move is advised: propositions are so in every world of a view, and what isn't so is caught."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from games.wizwar.simulator.engine.advice.proposing import propositions
from games.wizwar.simulator.engine.proving.checking import CHECKS
from games.wizwar.simulator.engine.rules import legal_moves
from games.wizwar.simulator.engine.state import State
from games.wizwar.tests.simulator.test_plans import CONTENT, NAMES, TWO, UNWEIGHED, positions
from rulebook.wording.sentences import render
from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition
from simulator.game import engine_of
from simulator.jobs.estimates import hint_json

GAME = engine_of("wizwar")


def said_of(state: State, seat: int) -> dict[Move, tuple[Proposition, ...]]:
    found: dict[Move, tuple[Proposition, ...]] = dict(propositions(GAME.view(state, seat), UNWEIGHED))
    return found


def check_many(n: int, start: int = 0) -> set[str]:
    """In the world as it is, and in another of the same view."""
    met = set()
    for state, seat in islice(positions(), start, start + n):
        worlds = (state, GAME.resample(state, seat, 7))
        for move, said in said_of(state, seat).items():
            for each in said:
                met.add(each.code)
                for world in worlds:
                    assert GAME.holds(world, seat, move, each), f"{move}: {each}"
    return met


def test_what_is_said_is_so() -> None:
    """The issue: 0 false."""
    assert len(check_many(6)) >= 12


@pytest.mark.thorough  # every day the first 6 of them
def test_the_same_in_three_hundred_positions() -> None:
    assert len(check_many(300, 6)) >= 30


def test_every_legal_move_is_looked_at() -> None:
    """What isn't said of a move isn't so: nothing may be left out."""
    for state, seat in islice(positions(), 6, 12):
        assert list(said_of(state, seat)) == legal_moves(state, seat)


def test_nothing_is_said_of_a_maze_that_does_not_lie_yet() -> None:
    """setup.sectors: nobody stands anywhere."""
    options = dict(GAME.configs["chosen_maze"].options)
    state = GAME.new_game({"players": 2, "options": options}, 3).state
    (seat,) = GAME.to_act(state)
    assert said_of(state, seat) == {}
    assert GAME.weighing(GAME.view(state, seat), 1) is not None
    assert said_of(state, 1 - seat) == {}, "nor to whoever isn't asked"


def test_reasons_are_the_same_in_two_worlds_of_a_view() -> None:
    """The issue: hint and reason byte-equal in two worlds of one view."""
    for state, seat in islice(positions(), 1, 4):
        other = GAME.resample(state, seat, 11)
        told = []
        for world in (state, other):
            view = GAME.view(world, seat)
            rows = [
                MoveEstimate(move, float(n), 0.1, 30, (), Band.GOOD if n < 2 else Band.FAIR)
                for n, move in enumerate(legal_moves(world, seat))
            ]
            hint = GAME.reasoned(view, Hint(tuple(rows), 1, 1, 30))
            told.append(json.dumps(hint_json(hint), sort_keys=True))
        assert told[0] == told[1]
        assert '"said_' in told[0]


def test_all_that_can_be_said_has_words_and_is_looked_up() -> None:
    """Codes with parameters alone leave an engine; catalogues make sentences, ru and en."""
    params = {
        **dict.fromkeys(
            ("n", "left", "borne", "turns", "homeward", "held", "max", "number", "answer", "attack"), 2
        ),
        "treasure": "T2a",
        "seat": 1,
        **dict.fromkeys(("target", "monster", "card"), "troll"),
    }
    for code in CHECKS:
        for lang in ("ru", "en"):
            assert render(CONTENT, "mark", code, params, lang, NAMES)
    said = {code for code in CONTENT.words["mark"] if code.startswith("said_")}
    assert said == set(CHECKS)


# --- One by one ---------------------------------------------------------------------------------------------


def after(keys: dict[str, Any], *moves: str) -> tuple[State, int]:
    """A position, and who is asked after these moves."""
    state = GAME.decode({**TWO, **keys})
    for text in moves:
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, GAME.parse(state, seat, text)).state
    (seat,) = GAME.to_act(state)
    return state, seat


def test_while_cards_are_drawn_only_cards_are_spoken_of() -> None:
    """card.text of the trap and of the load stone: whoever draws one loses a turn or goes more slowly."""
    state, seat = after({**CHEST, **LATE}, "end")
    codes = {each.code for said in said_of(state, seat).values() for each in said}
    assert codes
    assert {code.split("_")[1] for code in codes} <= {
        "draws",
        "keeps",
        "best",
        "room",
        "spends",
        "last",
        "gains",
    }


@pytest.mark.parametrize("deck", ["", "relocate_sector"])
def test_of_a_stone_that_brings_cards_nothing_is_said_that_they_may_change(deck: str) -> None:
    """card.text of the brainstone: two cards at once; one may be a trap, which costs a turn, or useless to
    two players (ruling wizwar-154), so that another one comes for it.
    """
    keys = {"hands": {"Оля": "brainstone blunt"}, "options": {"sets": "artifacts"}, "deck": deck}
    state, seat = after({**CHEST, **keys})
    assert said_of(state, seat)[Move("discard", ("blunt",))]
    drawn = Proposition("said_draws", {"n": 2, "held": 4, "max": 9})
    assert said_of(state, seat)[Move("show", ("brainstone",))] == (drawn,)
    assert GAME.holds(state, seat, Move("show", ("brainstone",)), drawn)


@pytest.mark.parametrize(("believed", "told"), [("?s", False), ("?b", False), ("?S", True)])
def test_of_a_rival_s_way_nothing_is_said_while_he_may_believe_in_a_wall(believed: str, told: bool) -> None:
    """card.text of the illusion wall: whether he believes in it is his secret until he walks through."""
    keys = {"hands": {"Оля": "create_wall number_5"}, "illusion": f"1c3s@w1={believed}"}
    state, seat = after({**keys, "at": {"Оля": "1c4", "Коля": "1c2"}, "treasures": {"T1a": "Коля"}})
    said = [each.code for each in said_of(state, seat)[Move("play", ("create_wall",))]]
    assert said
    assert ("said_delays" in said) == told


def test_whoever_dies_at_home_brings_no_treasure_there() -> None:
    """card.text of the crown: a wish costs 2 lives; what the dead drop counts for nobody."""
    keys = {"at": {"Оля": "1c3"}, "life": {"Оля": 2}, "treasures": {"T2a": "Оля"}}
    crown = {"shown": {"Оля": "artifact_sample_crown"}, "options": {"sets": "artifacts"}}
    state, seat = after({**keys, **crown})
    said = {each.code for each in said_of(state, seat)[Move("wish", ("artifact_sample_crown",))]}
    assert "said_dies" in said
    assert not said & {"said_brings", "said_leaves"}


CHEST = {"treasures": {"T2a": "1a4", "T2b": "2e5"}}
ILL = {  # whom the last step strikes may answer, and the step is made all the same
    **CHEST,
    "at": {"Оля": "1c3", "Коля": "1a4"},
    "hands": {"Оля": "disease blunt", "Коля": "absorb jam_lock"},
    "known": {"Коля": "absorb@Оля"},
    "options": {"sets": "monsters"},
}
LADEN = {"at": {"Оля": "1c4", "Коля": "2c3"}, "treasures": {"T2a": "Оля", "T2b": "1c3"}}
BLAZE = {"at": {"Оля": "1c3", "Коля": "1c2"}, "hands": {"Оля": "fireball number_5", "Коля": "jam_lock"}}
STRUCK = {
    "turn": "Коля",
    "at": {"Оля": "1c3", "Коля": "1c2"},
    "hands": {"Оля": "full_shield blunt", "Коля": "fireball"},
}
AIMED = ("play fireball", "target w1")
FALLING = {**LADEN, "hands": {"Оля": "gravity number_5"}, "options": {"sets": "monsters"}}  # on one of two
FELLED = {
    **FALLING,
    "at": {"Оля": "1c4", "Коля": "2e5"},
    "treasures": {"T2a": "Коля"},
}  # no way off: it lay nowhere
LATE = {"hands": {"Оля": "number_3 fireball full_shield"}}
STOLEN = {
    "at": {"Оля": "1c3", "Коля": "1c2"},
    "hands": {"Оля": "thought_steal number_5", "Коля": "fireball pick_lock"},
}
THEFT = ("play thought_steal", "pass")
Row = tuple[dict[str, Any], tuple[str, ...], str, str, dict[str, Any], dict[str, Any]]
SAID: list[Row] = [
    (CHEST, (), "step s", "said_chest_now", {"treasure": "T2a", "n": 2}, {"n": 1}),
    (ILL, (), "play disease", "said_chest_now", {"treasure": "T2a", "n": 3}, {"n": 2}),
    (CHEST, (), "step n", "said_off", {"treasure": "T2a", "n": 4}, {"n": 3}),
    (CHEST, (), "end", "said_chest", {"treasure": "T2a", "n": 3, "turns": 1}, {"turns": 2}),
    (CHEST, (), "end", "said_wastes", {"n": 3}, {"n": 2}),
    (CHEST, (), "end", "said_may_draw", {"n": 2}, {"n": 1}),
    (CHEST, ("end",), "draw 2", "said_draws", {"n": 2, "held": 2, "max": 7}, {"held": 3}),
    (LADEN, (), "end", "said_home", {"treasure": "T2a", "n": 1, "turns": 1}, {"n": 2}),
    (LADEN, (), "step w", "said_off_home", {"n": 2}, {"n": 1}),
    (LADEN, (), "drop T2a", "said_leaves", {"treasure": "T2a"}, {"treasure": "T2b"}),
    (FALLING, (), "play gravity", "said_leaves", {"treasure": "T2a"}, {"treasure": "T2b"}),
    (FELLED, (), "play gravity", "said_chest", {"treasure": "T2a", "n": 11, "turns": 4}, {"n": 10}),
    (LADEN, ("step n",), "drop T2a", "said_wins", {}, {}),
    (BLAZE, (), "play fireball", "said_hits", {"target": "w2", "n": 5, "left": 10}, {"left": 9}),
    (BLAZE, (), "run number_5", "said_more_steps", {"n": 8}, {"n": 5}),
    (BLAZE, (), "run number_5", "said_last_number", {"card": "number_5"}, {"card": "fireball"}),
    (STRUCK, AIMED, "answer full_shield 0", "said_stops", {"n": 5}, {"n": 4}),
    (STRUCK, AIMED, "answer blunt 0", "said_softens", {"n": 3, "borne": 5}, {"n": 2}),
    (STRUCK, AIMED, "pass", "said_bears", {"n": 5, "left": 10}, {"left": 11}),
    (STOLEN, THEFT, "pick fireball", "said_gains", {"card": "fireball"}, {"card": "pick_lock"}),
    (LATE, (), "discard fireball", "said_spends_attack", {"card": "fireball"}, {"card": "number_3"}),
    (LATE, (), "end", "said_keeps", {"number": 1, "answer": 1, "attack": 1}, {"attack": 2}),
]


@pytest.mark.parametrize(("keys", "moves", "text", "code", "params", "wrong"), SAID)
def test_it_says_so_and_what_is_a_little_off_is_caught(
    keys: dict[str, Any],
    moves: tuple[str, ...],
    text: str,
    code: str,
    params: dict[str, Any],
    wrong: dict[str, Any],
) -> None:
    """The issue: planted false propositions are all caught."""
    state, seat = after(keys, *moves)
    move = GAME.parse(state, seat, text)
    said = [each for each in said_of(state, seat)[move] if each.code == code]
    assert [dict(each.params) for each in said] == [params]
    assert GAME.holds(state, seat, move, said[0])
    if wrong:
        assert not GAME.holds(state, seat, move, Proposition(code, {**params, **wrong}))


def planted() -> Iterator[tuple[State, int, Move, Proposition]]:
    """Every figure one too high, and what is said of one move said of those of which it isn't."""
    for state, seat in islice(positions(), 2, 7):
        said = said_of(state, seat)
        for move, each in [(move, each) for move, those in said.items() for each in those]:
            for name in ("n", "left", "turns", "homeward", "held"):
                if name in each.params:
                    yield (
                        state,
                        seat,
                        move,
                        each._replace(params={**each.params, name: each.params[name] + 1}),
                    )


def test_figures_that_are_one_too_high_are_caught() -> None:
    seen = set()
    for state, seat, move, false in islice(planted(), 0, 400, 4):
        assert not GAME.holds(state, seat, move, false), f"{move}: {false}"
        seen.add(false.code)
    assert len(seen) >= 6

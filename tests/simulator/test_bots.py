"""`manage.py bots`: docs/bots.md, «Characters»: a fault shows three times as often as that of any other."""

import json
from collections import Counter
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command

from rulebook.content.entries import Text
from simulator.bulk import characters
from simulator.game import Character, engine_of, get

FIVE = ["careful", "greedy", "hasty", "forgetful", "scholarly"]
SAID = Text("Я такой.", "That's me.")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_has_each_seat_as_often_and_sits_beside_each_as_often(players):
    tables = characters.mixed(FIVE, players, 1, 120)
    assert {len(set(table)) for table in tables} == {players}
    assert len(set(Counter((bot, seat) for table in tables for seat, bot in enumerate(table)).values())) == 1
    beside = Counter(frozenset(pair) for table in tables for pair in pairwise(table))
    assert len(set(beside.values())) == 1
    assert len(beside) == 10


def test_a_table_of_more_seats_than_bots_is_filled_round():
    tables = characters.mixed(FIVE, 6, 1, 5)
    assert {table[0] == table[5] for table in tables} == {True}
    assert Counter(bot for table in tables for bot in table) == dict.fromkeys(FIVE, 6)


def bots(capsys, *args):
    call_command("bots", "poison", "--players", "3", "--seed", "5", *args)
    return capsys.readouterr().out


@pytest.fixture
def two(monkeypatch):
    """Two characters: `greedy` mostly makes the first move that it may, the other whichever."""
    known = {"greedy": Character("first", SAID), "random": Character("last", SAID)}
    monkeypatch.setattr(type(get("poison")), "characters", known)

    def habits(engine, state, seat, move):
        legal = engine.legal_moves(state, seat)
        return {"first": move == legal[0], "last": move == legal[-1]} if len(legal) > 1 else {}

    monkeypatch.setattr(type(engine_of("poison")), "habits", habits)


def test_it_counts_wins_and_habits_by_bot_whatever_the_seat(capsys, two):
    report = json.loads(bots(capsys, "--games", "6", "--json"))
    told = report["characters"]
    assert (told["greedy"]["seats"], told["random"]["seats"]) == (9, 9)
    assert told["greedy"]["wins"] > told["random"]["wins"]
    assert told["greedy"]["low"] < told["greedy"]["wins"]
    shown, occasions = told["random"]["habits"]["last"]
    assert 0 < shown < occasions
    assert told["random"]["fault"]["neighbour"] == "greedy"
    assert report == json.loads(bots(capsys, "--games", "6", "--json"))


def test_it_prints_the_tables_of_the_documentation(capsys, two):
    strength, faults = bots(capsys, "--games", "4").strip().split("\n\n")
    assert strength.startswith(
        "| bot | games | wins | mean score | chance |\n|---|---|---|---|---|\n| `greedy` | "
    )
    assert faults.startswith("| bot | first | last | own : next |")
    assert "**" in faults


def test_against_others_it_says_what_simulate_says(capsys, two):
    """The line of `bot_strengths` is that of `simulate --rotate`."""
    told = json.loads(bots(capsys, "--games", "6", "--against", "random", "--json"))["characters"]
    args = ("--games", "6", "--seed", "5", "--seats", "greedy,random,random", "--rotate", "--json")
    call_command("simulate", "poison", "--players", "3", *args)
    simulated = json.loads(capsys.readouterr().out)
    assert list(told) == ["greedy"]
    assert "| `greedy,random,random` | 2 | " in bots(capsys, "--games", "2", "--against", "random")
    assert told["greedy"]["wins"] == pytest.approx(simulated["wins"][0] / 6, abs=1e-3)
    assert told["greedy"]["mean_score"] == pytest.approx(simulated["mean_scores"][0], abs=1e-3)


def test_a_game_without_characters_is_told_so(capsys, monkeypatch):
    monkeypatch.setattr(type(get("poison")), "characters", {})
    with pytest.raises(CommandError, match="характеров"):
        bots(capsys)

"""`manage.py fuzz`: every position inspected, every event and rarity counted."""

import json

import pytest
from django.core.management import CommandError, call_command

from simulator.bulk.fuzzing import FaultFound, met_in
from simulator.game import engine_of

pytestmark = pytest.mark.whole


def fuzz(capsys, *args):
    call_command("fuzz", *args)
    return capsys.readouterr().out


def test_the_table_has_a_column_for_every_configuration_and_a_line_for_every_event_and_rarity(capsys):
    report = json.loads(fuzz(capsys, "alchemists", "--games", "1", "--bots", "random,wild", "--json"))
    game = engine_of("alchemists")
    tables = [(name, n) for name, config in game.configs.items() for n in config.seats]
    assert report["columns"] == [f"{name}-{n}-{bot}" for bot in ("random", "wild") for name, n in tables]
    assert report["games"] == 2 * len(tables)
    assert report["met"]["series_ended"] == [1] * 2 * len(tables)
    assert report["met"]["formula"] == [8] * 2 * len(tables)
    assert set(game.rarities) <= set(report["met"])
    assert set(report["never"]) == {name for name in game.rarities if not sum(report["met"][name])}
    assert not set(report["unsaid"]) & set(report["met"])


def test_the_same_seed_meets_the_same(capsys):
    args = ("alchemists", "--config", "mixed", "--games", "2", "--seed", "4")
    text = fuzz(capsys, *args)
    assert text == fuzz(capsys, *args)
    assert text.startswith("alchemists: 2 games, every position sound\n")
    assert text.splitlines()[1].split() == ["total", "mixed-3-random"]


def test_a_game_without_rarities_counts_its_events(capsys):
    report = json.loads(fuzz(capsys, "poison", "--games", "1", "--config", "standard", "--json"))
    assert report["never"] == []
    assert sum(report["met"]["series_ended"]) == len(report["columns"])


def test_a_fault_comes_with_the_record_that_leads_to_it(monkeypatch):
    """Every position is inspected, the first one included."""

    def broken(state):
        raise AssertionError("lost")

    monkeypatch.setattr(type(engine_of("poison")), "invariants", staticmethod(broken))
    with pytest.raises(FaultFound, match="AssertionError: lost") as found:
        met_in("poison", {"players": 3, "options": {}}, "random", 7)
    assert (found.value.record.seed, found.value.record.moves) == (7, ())
    with pytest.raises(CommandError, match=r"standard-3-random, game 0: AssertionError: lost\n\{"):
        call_command("fuzz", "poison", "--games", "1")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("chess",), "Нет такой игры: chess"),
        (("poison", "--games", "0"), r"--games: от 1\sдо"),
        (("poison", "--bots", "deep"), "Нет такого бота: deep"),
        (("poison", "--config", "odd"), "Нет такого расклада: odd"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(args, said):
    with pytest.raises(CommandError, match=said):
        call_command("fuzz", *args)


def test_what_was_never_met_fails_only_if_all_is_demanded(capsys):
    """`--all-met`: a game without rarities has met them all."""
    call_command("fuzz", "poison", "--games", "1", "--config", "standard", "--all-met")
    args = ("alchemists", "--config", "mixed", "--games", "1", "--all-met")
    with pytest.raises(CommandError, match="Ни разу не встретилось: "):
        call_command("fuzz", *args)
    assert "alchemists: 1 games, every position sound\n" in capsys.readouterr().out

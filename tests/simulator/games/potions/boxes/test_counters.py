"""What `manage.py fuzz` counts of the boxes: each spell and talisman, stages, the Stone, the circle."""

import json

import pytest
from django.core.management import CommandError, call_command

from simulator import engines

GAME = engines.get("potions")


def fuzz(capsys, *args):
    call_command("fuzz", "potions", "--games", "1", *args)
    return capsys.readouterr().out


def test_only_what_a_configuration_may_bring_counts_as_never_met(capsys):
    """Without a box nothing shows that only the box has."""
    rows = {}
    for config in ("standard", "guild", "university"):
        report = json.loads(fuzz(capsys, "--config", config, "--json"))
        rows[config] = {name for name in GAME.rarities if name in report["met"]}
        assert rows[config] == set(GAME.rarities_of(GAME.configs[config].options))
        assert set(report["never"]) <= rows[config]
    assert rows["standard"] == set()
    assert "stone" in rows["guild"] - rows["university"]
    assert "paid:growth" in rows["university"] - rows["guild"]
    assert rows["guild"] | rows["university"] == set(GAME.rarities)


def test_a_circle_that_was_never_met_fails_if_all_is_demanded(capsys):
    """Ruling 71: five games of random players don't come to it; the table is printed all the same."""
    with pytest.raises(CommandError, match=r"Ни разу не встретилось: .*\bcircle\b"):
        fuzz(capsys, "--config", "guild", "--all-met")
    assert capsys.readouterr().out.startswith("potions: 5 games, every position sound\n")

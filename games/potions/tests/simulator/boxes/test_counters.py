"""What `manage.py fuzz` counts of the boxes: each spell and talisman, stages, the Stone, the circle."""

import json
from collections import Counter
from itertools import pairwise, product

import pytest
from django.core.management import CommandError, call_command

from simulator.bulk.fuzzing import met_in
from simulator.engine.chance import substream
from simulator.game import engine_of
from tests.conformance.judged import played as cases_played
from tests.daily import Run, daily

GAME = engine_of("potions")


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


@pytest.mark.parametrize(
    ("boxes", "rare"), daily([("guild", "stone"), ("university", "paid:generality")], [("guild", "stone")])
)
def test_the_wild_bot_meets_what_chance_hardly_ever_brings(boxes, rare):
    config = {"players": 2, "options": {"sets": boxes}}
    met = {bot: Counter() for bot in ("random", "wild")}
    for bot, number in product(met, range(4 if Run.is_daily else 8)):
        met[bot] += met_in("potions", config, bot, substream(5, number))
    assert met["wild"][rare] > met["random"][rare]


def test_the_wild_bot_goes_in_circles_with_cards_that_only_fetch_others():
    """guild.end.circle, ruling 71: in the Guild alone two cards of one hand can bring it about, played at its
    very end.
    """
    config = {"players": 2, "options": {"sets": "guild"}}
    assert met_in("potions", config, "wild", substream(99, 7))["circle"] == 1


TOLD = {
    "stage_other_column": "stage:other_column",
    "stage_own_column": "stage:own_column",
    "stone_laid": "stone",
    "circle_closed": "circle",
    "useful": "paid:usefulness",
    "income": "paid:income",
    "growth": "paid:growth",
    "scruple_given": "scruple",
}


def rarities_of(events):
    """Spells of the boxes, what is told of stages and talismans, and a half paid to one owner once more."""
    paid = Counter()
    for event in events:
        said = dict(event.params)
        if event.kind == "cast" and f"cast:{said['card']}" in GAME.rarities:
            yield f"cast:{said['card']}"
        if event.kind in TOLD:
            yield TOLD[event.kind]
        if event.kind == "half":
            paid[said["seat"]] += 1
            if paid[said["seat"]] > 1:
                yield "paid:generality"


def test_what_cases_show_is_counted_once_for_each_time():
    found = Counter()
    for _, outcome in cases_played("potions"):
        steps = outcome.played.steps
        for before, step in pairwise(steps):
            counted = sorted(GAME.rarities_in(before.state, step))
            boxes = before.state.course.boxes
            assert counted == (sorted(rarities_of(step.events)) if boxes else [])
            found.update(counted)
    assert set(found) == set(GAME.rarities)

"""The turn in pictured steps on a game's page.

Issue: «the game's page shows the turn in three to five pictured steps and leads to» the reference sheet.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from rulebook.content.checking import faults_of
from rulebook.content.faults import say
from rulebook.content.reading import game_ids, load, read
from rulebook.drawing import icons

pytestmark = pytest.mark.django_db
BOXES = [("guild",), ("university",), ("guild", "university")]
TABLES = [(game_id, ()) for game_id in game_ids()] + [("potions", boxes) for boxes in BOXES]
STEP = re.compile(r'<li>(<svg class="icon".*?</svg>)<p>(.*?)</p></li>', re.DOTALL)


@pytest.mark.parametrize(("game_id", "boxes"), TABLES)
@pytest.mark.parametrize("prefix", ["", "/en"])
def test_a_turn_is_three_to_five_steps_with_a_picture_and_their_rules(
    client: Client, game_id: str, boxes: tuple[str, ...], prefix: str
) -> None:
    if boxes:
        client.post(f"/rules/{game_id}/boxes", {"boxes": ",".join(boxes)})
    game = load(game_id, boxes=boxes)
    html = client.get(f"{prefix}/rules/{game_id}").content.decode()
    shown = STEP.findall(html.partition('class="turn-steps"')[2].partition("</ol>")[0])
    assert 3 <= len(shown) == len(game.steps) <= 5
    for step, (picture, words) in zip(game.steps, shown, strict=True):
        assert step.icon in icons.icon_names()
        assert f"#{step.icon}" in picture
        links = re.findall(rf'href="{prefix}/rules/{game_id}/([^"]*)"[^>]*>([\d.]+)<', words)
        assert links == [(name, game.clause_by_id[name].number) for name in step.clauses]
    assert f'href="{prefix}/rules/{game_id}/reference"' in html


def test_boxes_tell_the_turn_anew_and_both_together_once_more() -> None:
    """guild.phases.three: three phases; guild.both.first: with both boxes one draws up to nine."""
    cited = {
        boxes: [name for step in load("potions", boxes=boxes).steps for name in step.clauses]
        for boxes in [(), *BOXES]
    }
    assert "turn.draw" in cited[()]
    for boxes in BOXES[:2]:
        phases = [f"{boxes[0]}.phases.{phase}" for phase in ("first", "second", "third")]
        assert cited[boxes][:3] == phases
    assert cited[BOXES[2]][0] == "guild.both.first"
    assert "guild.phases.first" not in cited[BOXES[2]]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'icon = "cauldron"',
            'icon = "caldron"',
            ": steps cauldron, icon: unknown icon caldron, like it: cauldron, ",
        ),
        (
            'clauses = ["turn.play"]',
            'clauses = ["turn.paly"]',
            "steps play, clauses: unknown clause turn.paly",
        ),
    ],
)
def test_a_step_without_its_picture_or_rule_is_named(
    edit: Callable[[str, str, str], Path], old: str, new: str, said: str
) -> None:
    (fault,) = [say(fault, "en") for fault in faults_of(read("poison", edit("game.toml", old, new)))]
    assert said in fault

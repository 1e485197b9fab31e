"""The end of a game of «Алхимики» on a phone: every point is explained, and the score sheet takes it all."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from simulator.bulk.play import play

SEED = 5


@pytest.mark.thorough  # every day test_pages_sheet of tests/simulator explains every point and pours it
def test_the_end_is_explained_and_poured_into_a_sheet(page: Page, axe: Callable[..., None]) -> None:
    """final.*, series.winner: the sheet has the winner and the points of the table."""
    played = play("alchemists", {"players": 3, "options": {"level": "master"}}, ["wild"] * 3, SEED)
    page.goto("/play/alchemists/record")
    page.get_by_label("Или её текст").fill(json.dumps(played.record.to_json()))
    page.get_by_role("button", name=re.compile("Открыть")).click()
    expect(page.get_by_role("heading", name=re.compile("Побежда|Победу делят|Вы победили"))).to_be_visible()
    page.get_by_text("Почему столько").first.click()
    axe(page)
    page.get_by_role("button", name="Перенести в счёт").click()
    page.wait_for_url("**/score/s/*")
    page.get_by_role("link", name="Сразу к итогу").click()
    best = max(played.scores)
    expect(page.get_by_text(re.compile(rf"Победа.*{best}")).first).to_be_visible()
    axe(page)

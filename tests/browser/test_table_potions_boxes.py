"""The table of «Зельеварение» with each set of boxes: phases, Sequences, a hint, a refusal, day and night."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from simulator.engine.sharing import pack
from tests.browser.conftest import PHONE, Phones
from tests.browser.test_table import DESKTOP, ROUND, hand

SETS = [("guild",), ("university",), ("guild", "university")]
BOTH = SETS[-1]
# Every day both boxes together, which have all that either has.
BOTH_DAILY = [
    pytest.param(boxes, marks=() if boxes == BOTH else pytest.mark.thorough, id=",".join(boxes))
    for boxes in SETS
]


def begin(page: Page, boxes: tuple[str, ...], players: int = 3) -> None:
    """Оля goes first and plays bots."""
    page.goto("/play/potions")
    for box in boxes:
        page.locator(f'input[name="box"][value="{box}"]').check()
    page.locator('[name="name-0"]').fill("Оля")
    for place in range(6):
        kind = "" if place >= players else "greedy" if place else "here"
        page.locator(f'[name="kind-{place}"]').select_option(kind)
    page.get_by_text("Правила партии").click()
    page.locator("#option-first_player").select_option("1")
    page.get_by_role("button", name="Раздать карты").click()
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible(timeout=ROUND)


def draw(page: Page) -> None:
    """Draws a card from the first deck on offer."""
    before = page.locator("#table").get_attribute("data-ply") or ""
    page.locator(".at-choice").first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-ply", before)


def lay_first(page: Page) -> None:
    """Lays the first card as an element: any can be."""
    before = page.locator("#table").get_attribute("data-ply") or ""
    if hand(page).first.get_attribute("aria-pressed") != "true":
        hand(page).first.click()
    page.locator(".at-roles:not([hidden]) .role").first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-ply", before)


def now(page: Page) -> str:
    """What the phase that is open says."""
    return page.locator(".phase.now").inner_text()


BROKEN_WORDS = """() => [...document.querySelectorAll(".at-choice")].flatMap((button) => {
  const text = button.firstChild, line = document.createRange();
  return [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
    line.setStart(text, word.index);
    line.setEnd(text, word.index + word[0].length);
    return new Set([...line.getClientRects()].map((part) => part.top)).size > 1;
  }).map(String);
})"""


@pytest.mark.parametrize("boxes", SETS, ids=",".join)
def test_no_word_is_broken_on_the_buttons_of_decks(page: Page, boxes: tuple[str, ...]) -> None:
    """LOOK: a word of a button stands in one line, with the button that takes a move back beside it, too."""
    begin(page, boxes)
    draw(page)
    expect(page.locator(".at-choice").first).to_be_visible()
    assert page.evaluate(BROKEN_WORDS) == []


@pytest.mark.parametrize("boxes", BOTH_DAILY)
def test_a_newcomer_goes_through_the_phases_with_a_hint_and_a_refusal(
    page: Page, axe: Callable[..., None], boxes: tuple[str, ...]
) -> None:
    """G: «взять — взять — сыграть или взять — сыграть — сыграть»."""
    begin(page, boxes)
    expect(page.locator(".phase")).to_have_count(3)
    assert "взять" in now(page)
    expect(page.locator(".deck-left")).to_have_count(1 + len(boxes))
    expect(page.locator(".column")).to_have_count(3 if "guild" in boxes else 0)
    axe(page)

    hand(page).first.click()  # the first phase is for drawing
    page.locator(".at-roles:not([hidden]) .blocked").first.click()
    refusal = page.locator(".refusal")
    expect(refusal.get_by_role("link")).to_have_attribute("href", re.compile(r"/rules/potions/\w+\.\w+"))
    held = hand(page).count()

    draw(page)
    expect(hand(page)).to_have_count(held + 1)
    assert "взять или сыграть" in now(page)
    page.get_by_role("button", name="Подсказка").click()
    expect(page.locator("#hint")).to_contain_text(re.compile(r"[+−]\d+,\d"))
    draw(page)
    assert now(page).endswith("сыграть")
    expect(page.locator(".at-choice")).to_have_count(0)
    lay_first(page)
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible(timeout=ROUND)
    assert "взять" in now(page)
    expect(page.locator(".log li").nth(1)).to_be_visible()
    axe(page)


@pytest.mark.parametrize("device", [{"viewport": PHONE}, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_six_players_with_both_boxes_fit(
    new_phone: Phones, axe: Callable[..., None], device: dict[str, Any], scheme: str
) -> None:
    page = new_phone(**device, color_scheme=scheme)
    viewport = device["viewport"]
    begin(page, BOTH, players=6)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    dock = page.locator(".at-dock").bounding_box()
    stacks = page.locator(".stacks").bounding_box()
    assert dock is not None
    assert stacks is not None
    assert stacks["height"] < viewport["height"] - dock["height"]  # the cupboard is seen at once
    page.locator("#sequence-card > summary").click()
    drawing = page.locator("#sequence-card svg.drawing")
    expect(drawing).to_be_visible()
    expect(drawing).to_have_attribute("aria-label", re.compile("I: .*Эликсир"))
    axe(page)


# The narrow screen every day, the wide one among the thorough ones.
BY_NIGHT = [
    pytest.param({"viewport": PHONE}, id="390"),
    pytest.param({"viewport": {"width": 1280, "height": 800}}, id="1280", marks=pytest.mark.thorough),
]


@pytest.mark.parametrize("device", BY_NIGHT)
@pytest.mark.parametrize("boxes", BOTH_DAILY)
def test_each_set_is_sound_by_night(
    new_phone: Phones, axe: Callable[..., None], boxes: tuple[str, ...], device: dict[str, Any]
) -> None:
    """The table before and after a draw, the chooser of boxes, what changes, the cards by box, the editor."""
    page = new_phone(**device, color_scheme="dark")
    begin(page, boxes)
    axe(page)
    draw(page)
    axe(page)
    page.goto("/rules/potions")
    for box in boxes:
        page.locator(f'.boxes [name="boxes"][aria-pressed="false"][value*="{box}"]').first.click()
    expect(page.locator('.boxes [aria-pressed="true"]')).to_have_count(len(boxes))
    said = ",".join(boxes)
    form = f"position?p={pack(POSITIONS[said])}"
    for url in ("", "/changes", f"/changes/{said}", "/cards?box=none", "/graph"):
        page.goto(f"/rules/potions{url}")
        sound(page, axe, device)
    page.goto(f"/play/potions/{form}")
    expect(page.locator(".notice.good")).to_be_visible()
    sound(page, axe, device)


def sound(page: Page, axe: Callable[..., None], device: dict[str, Any]) -> None:
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= device["viewport"]["width"], page.url


def position(sets: str) -> dict[str, Any]:
    """One as the editor shares it, with something in every field that boxes have."""
    guild = {"sequences": {"Оля": ["sequence_card_a", "elixir_nigredo skipped powder_atramentum"]}}
    own = guild if "guild" in sets else {}
    return {
        "players": ["Оля", "Саша"],
        "turn": "Оля",
        "phase": 3,
        "hands": {"Оля": "dragon griffin", "Саша": "unicorn"},
        "options": {"sets": sets},
        **own,
        **({"lacks": {"Саша": "mandrake"}} if "university" in sets else {}),
    }


POSITIONS = {sets: position(sets) for sets in map(",".join, SETS)}


def test_own_columns_that_cannot_be_are_refused_with_the_clause(page: Page) -> None:
    """Ruling 74."""
    page.goto("/play/potions")
    page.locator('input[name="box"][value="guild"]').check()
    page.get_by_text("Правила партии").click()
    page.get_by_text("у вас настоящие карты").click()
    page.locator("#columns").fill("суп")
    page.get_by_role("button", name="Раздать карты").click()
    refusal = page.locator(".refusal").first
    expect(refusal.get_by_role("link")).to_have_attribute("href", re.compile("guild.sequence.own"))
    expect(page.locator("#columns")).to_have_value("суп")


def test_a_table_with_own_columns_says_so(page: Page) -> None:
    from rulebook.games.potions.boxes.guild import sequences

    own = sequences.text_of(sequences.cards(), "ru").replace("Эликсир Нигредо", "Эликсир мудрости")
    page.goto("/play/potions")
    page.locator('input[name="box"][value="guild"]').check()
    page.get_by_text("Правила партии").click()
    page.get_by_text("у вас настоящие карты").click()
    page.locator("#columns").fill(own)
    page.get_by_role("button", name="Раздать карты").click()
    page.locator("#sequence-card > summary").click()
    expect(page.locator("#sequence-card")).to_contain_text("ваши столбцы")
    expect(page.locator("#sequence-card")).not_to_contain_text("восстановлено")

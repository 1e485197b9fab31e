"""The table of «Зельеварение» with each set of boxes: phases, Sequences, a hint, a refusal, day and night."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from simulator.game import engine_of
from tests.browser import test_table
from tests.browser.conftest import PHONE, Phones
from tests.browser.places import box_of
from tests.browser.seats import unfold
from tests.browser.test_table import DESKTOP, ROUND, hand
from tests.daily import daily

SETS = [("guild",), ("university",), ("guild", "university")]
BOTH = SETS[-1]
# Every day both boxes together, which have all that either has.
BOTH_DAILY = [
    pytest.param(boxes, marks=() if boxes == BOTH else pytest.mark.thorough, id=",".join(boxes))
    for boxes in SETS
]


def begin(page: Page, boxes: tuple[str, ...], players: int = 3) -> None:
    """Оля goes first and plays bots."""
    kinds = ["here", *["greedy"] * (players - 1)]
    test_table.begin(page, kinds, ["Оля"], "potions", boxes=boxes, first_player="1")
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible(timeout=ROUND)


def draw(page: Page) -> None:
    """Draws a card from the first deck on offer."""
    before = page.locator("#table").get_attribute("data-ply") or ""
    page.locator(".at-choice").first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-ply", before)


BROKEN_WORDS = """() => [...document.querySelectorAll(".at-choice")].flatMap((button) => {
  const text = button.firstChild, line = document.createRange();
  return [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
    line.setStart(text, word.index);
    line.setEnd(text, word.index + word[0].length);
    return new Set([...line.getClientRects()].map((part) => part.top)).size > 1;
  }).map(String);
})"""


@pytest.mark.parametrize("boxes", BOTH_DAILY)
def test_no_word_is_broken_on_the_buttons_of_decks(page: Page, boxes: tuple[str, ...]) -> None:
    """LOOK: a word of a button stands in one line, with the button that takes a move back beside it, too."""
    begin(page, boxes)
    draw(page)
    expect(page.locator(".at-choice").first).to_be_visible()
    assert page.evaluate(BROKEN_WORDS) == []


@pytest.mark.parametrize(
    ("device", "scheme"),
    [
        pytest.param({"viewport": PHONE}, "light", id="phone-light"),
        pytest.param({"viewport": PHONE}, "dark", id="phone-dark", marks=pytest.mark.thorough),
        pytest.param(DESKTOP, "light", id="desktop-light", marks=pytest.mark.thorough),
        pytest.param(DESKTOP, "dark", id="desktop-dark", marks=pytest.mark.thorough),
    ],
)
def test_six_players_with_both_boxes_fit(
    new_phone: Phones, axe: Callable[..., None], device: dict[str, Any], scheme: str
) -> None:
    page = new_phone(**device, color_scheme=scheme)
    viewport = device["viewport"]
    begin(page, BOTH, players=6)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    dock = box_of(page.locator(".at-dock"))
    stacks = box_of(page.locator(".stacks"))
    assert stacks["height"] < viewport["height"] - dock["height"]  # the cupboard is seen at once
    page.locator("#sequence-card > summary").click()
    drawing = page.locator("#sequence-card svg.drawing")
    expect(drawing).to_be_visible()
    expect(drawing).to_have_attribute("aria-label", re.compile("I: .*Эликсир"))
    axe(page)


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


def test_own_columns_that_cannot_be_are_refused_with_the_clause(page: Page) -> None:
    """Ruling 74."""
    page.goto("/play/potions")
    page.locator('input[name="box"][value="guild"]').check()
    unfold(page)
    page.get_by_text("у вас настоящие карты").click()
    page.locator("#columns").fill("суп")
    page.get_by_role("button", name="Раздать карты").click()
    refusal = page.locator(".refusal").first
    expect(refusal.get_by_role("link")).to_have_attribute("href", re.compile("guild.sequence.own"))
    expect(page.locator("#columns")).to_have_value("суп")


def test_columns_are_asked_for_only_where_the_guild_is_on_the_table(page: Page) -> None:
    """Played by hand: «Для «Гильдии»: настоящие карты…» stood on the form of a game without it."""
    page.goto("/play/potions")
    unfold(page)
    expect(page.get_by_text("у вас настоящие карты")).to_be_hidden()
    page.locator('input[name="box"][value="guild"]').check()
    expect(page.get_by_text("у вас настоящие карты")).to_be_visible()


def test_a_table_with_own_columns_says_so(page: Page) -> None:
    from games.potions.rulebook.boxes.guild import sequences

    own = sequences.text_of(sequences.cards(), "ru").replace("Эликсир Нигредо", "Эликсир мудрости")
    page.goto("/play/potions")
    page.locator('input[name="box"][value="guild"]').check()
    unfold(page)
    page.get_by_text("у вас настоящие карты").click()
    page.locator("#columns").fill(own)
    page.get_by_role("button", name="Раздать карты").click()
    page.locator("#sequence-card > summary").click()
    expect(page.locator("#sequence-card")).to_contain_text("ваши столбцы")
    expect(page.locator("#sequence-card")).not_to_contain_text("восстановлено")


# From a position on, with many cards in hand

ON_ITS_SIDE = {"width": 844, "height": 390}
HELD = (
    "elixir_of_universality:guild stone_magisterium stone_panacea_of_life supreme_elixir elixir_nigredo "
    "talisman_kybalion powder_atramentum alkahest aqua_regis"
)
CUT = """() => [...document.querySelectorAll(".hand-top")].filter((top) => top.scrollWidth > top.clientWidth)
    .map((top) => top.textContent.trim())"""
COVERED = """() => [...document.querySelectorAll(".hand-card")].filter((card) => {
    card.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = card.getBoundingClientRect();
    return !card.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}).length"""


def open_position(page: Page, *moves: str, **changes: Any) -> None:
    """Оля plays on from a position with both boxes, after these moves of hers; a bot sits beside her."""
    game, options = engine_of("potions"), {"sets": ",".join(BOTH)}
    short = {
        "players": ["Оля", "Саша"],
        "turn": "Оля",
        "hands": {"Оля": HELD, "Саша": 3},
        "sequences": {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_b"]},
        "options": options,
    }
    record = {
        "game": "potions",
        "rules": game.rules,
        "config": {"players": 2, "options": options},
        "seed": 7,
        "start": game.encode(game.decode(short | changes)),
        "moves": [[0, move] for move in moves],
        "names": ["Оля", "Саша"],
    }
    page.goto("/play/potions/record")
    page.locator("[name=record]").fill(json.dumps(record))
    page.locator("form button:not([value=prove])").get_by_text("Открыть").first.click()
    page.wait_for_url("**/play/m/*")
    expect(page.locator(".at-status.mine")).to_be_visible()


def test_to_draw_no_more_takes_no_place_of_a_deck(page: Page) -> None:
    """Played by hand: after the first card «Больше не брать» stood, as brown as the decks, exactly where the
    half of a deck's key had been.
    """
    hands = {"Оля": f"spell_of_diversity {HELD}", "Саша": 3}
    open_position(page, "cast spell_of_diversity", hands=hands)
    decks = page.locator(".at-choice[value^=draw]")
    before = [deck.bounding_box() for deck in decks.all()]
    draw(page)
    assert [deck.bounding_box() for deck in decks.all()] == before
    stop = page.locator(".at-choice[value=pass]")
    expect(stop).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    last = box_of(stop)
    assert all(box and box["y"] >= last["y"] + last["height"] for box in before)


def test_the_points_of_a_narrow_card_are_whole(page: Page) -> None:
    """Played by hand: «+10» was cut in the row of narrow cards above the keys of one of them."""
    open_position(page)
    hand(page).last.click()
    assert page.evaluate(CUT) == []


def test_a_heap_of_cards_leaves_the_keys_in_place(page: Page) -> None:
    """guild.trismegistus.draw: up to fourteen cards. Played by hand: they filled half the screen, the keys at
    the foot were cut, and what the spell wants stood only above the board.
    """
    hands = {"Оля": f"spell_of_trismegistus {HELD}", "Саша": 3}
    open_position(page, "cast spell_of_trismegistus", *["draw guild"] * 5, hands=hands)
    assert hand(page).count() == 14
    expect(page.locator(".at-dock .hand-further")).to_have_text(re.compile("вернуть ещё 2"))
    expect(page.locator(".at-act")).to_be_in_viewport(ratio=0.9)
    assert page.locator(".at-dock").evaluate("(dock) => dock.scrollHeight - dock.clientHeight") <= 1
    assert page.evaluate(COVERED) == 0, "every card can be reached"
    hand(page).last.click()
    expect(page.locator(".at-roles:not([hidden]) .role")).to_have_count(1)


@pytest.mark.parametrize(
    "viewport", daily([PHONE, {"width": 320, "height": 568}], [PHONE]), ids=lambda size: str(size["width"])
)
def test_elements_to_name_stand_side_by_side(page: Page, viewport: Any) -> None:
    """university.necessity.name: seventeen keys, each with the sign of its element."""
    page.set_viewport_size(viewport)
    open_position(page, "cast spell_of_necessity", hands={"Оля": f"spell_of_necessity {HELD}", "Саша": 3})
    keys = page.locator(".stage-options .role")
    expect(keys).to_have_count(17)
    expect(keys.locator(".icon")).to_have_count(17)
    tops = keys.evaluate_all("(keys) => keys.map((key) => key.getBoundingClientRect().top)")
    assert len(set(tops)) <= 9
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_on_its_side_a_phone_shows_the_keys_beneath_the_hand(new_phone: Phones) -> None:
    """Played by hand: two rows of cards pushed the decks out of sight, and the lower key of a question."""
    page = new_phone(viewport=ON_ITS_SIDE)
    open_position(page, phase=1, hands={"Оля": HELD, "Саша": 3})
    for deck in page.locator(".at-choice").all():
        expect(deck).to_be_in_viewport(ratio=1)
    hand(page).last.click()
    expect(page.locator(".at-roles:not([hidden]) .role").first).to_be_in_viewport(ratio=1)
    for deck in page.locator(".at-choice").all():
        expect(deck).to_be_in_viewport(ratio=1)
    open_position(page, "cast spell_of_necessity", hands={"Оля": f"spell_of_necessity {HELD}", "Саша": 3})
    expect(page.locator(".at-act .btn").first).to_be_in_viewport(ratio=1)
    assert page.locator(".at-dock").evaluate("(dock) => dock.scrollHeight - dock.clientHeight") <= 1

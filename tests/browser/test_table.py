"""A newcomer at the table, on a phone: bots, a hint, a refusal, a round, the sheet; links; the curtain."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from simulator.engine.sharing import pack
from tests.browser.conftest import Phones
from tests.browser.forms import send
from tests.browser.places import box_of
from tests.daily import daily

DESKTOP = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}
ROUND = 60_000  # milliseconds that a round against bots may take, pauses included


def begin(
    page: Page,
    kinds: list[str],
    names: list[str],
    game: str = "poison",
    seed: int | None = None,
    scripts: bool = True,
    boxes: Sequence[str] = (),
    **options: str,
) -> None:
    """A new match, from a seed where one is given. Who needs no other phone waits for nobody: with scripts
    the page goes on to the table by itself.
    """
    fields = {f"kind-{place}": kind for place, kind in enumerate(kinds)}
    fields |= {f"name-{place}": name for place, name in enumerate(names)}
    fields |= {f"option-{option}": value for option, value in options.items()}
    more = {"box": boxes, "seats": str(len(kinds)), "seed": "" if seed is None else str(seed)}
    send(page, f"/play/{game}", fields | more)
    if scripts and "phone" not in kinds:
        expect(page.locator("#table")).to_be_visible()
        page.wait_for_load_state()


def seat_link(host: Page, name: str) -> str:
    """The link of a seat where nobody sits yet, as the host's page shows it."""
    link = host.locator(f'section:has(h2:text-is("{name}")) [data-copy]').get_attribute("data-copy")
    assert link
    return link


def sit_down(guest: Page, host: Page, name: str) -> None:
    """Follows the link of a seat and takes it."""
    guest.goto(seat_link(host, name))
    guest.locator("main form .btn").click()
    guest.wait_for_url("**/play/m/*")


def play_from(game: str, page: Page, position: dict) -> None:
    """Opens a position of a game and plays on: it is the turn of whoever holds the phone."""
    send(page, f"/play/{game}/position", {"p": pack(position), "do": "play"})
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()


def play_from_here(page: Page) -> None:
    page.get_by_role("button", name="Играть отсюда").click()
    page.wait_for_url("**/play/m/*")
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()


def hand(page: Page) -> Locator:
    return page.locator(".at-hand .pick")


def choose_by_hint(page: Page, nth: int = 0) -> Locator:
    """Taps a row of the hint: what it names is chosen on the table (play.md (c) 5). Later parts of the hint
    may give it another place.
    """
    words = page.locator(".hint-row").nth(nth).get_attribute("data-words") or ""
    row = page.locator(f'.hint-row[data-words="{words}"]').first
    row.click()
    expect(row).to_have_attribute("aria-current", "true")
    expect(page.locator(".named")).not_to_have_count(0)
    expect(page.locator(".at-act .btn:not(.second):visible")).to_have_text(words)
    return row


def play_first(page: Page) -> None:
    """Taps a card that can be played, then what is left to tap."""
    card = page.locator('.at-hand .pick[data-places]:not([data-places=""])').first
    before = page.locator("#table").get_attribute("data-ply")
    places = (card.get_attribute("data-places") or "").split(",")
    if card.get_attribute("aria-pressed") != "true":  # a second tap would play it
        card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    if len(places) == 1:
        page.locator("[data-go]").click()
    else:
        page.locator(f"#pot-{places[0]}").click()
    expect(page.locator("#table")).not_to_have_attribute("data-ply", before or "")


def test_a_newcomer_finds_the_table_asks_for_a_hint_and_is_refused_with_the_clause(
    page: Page, axe: Callable[..., None]
) -> None:
    page.goto("/rules/poison")
    page.get_by_role("link", name="Ход", exact=True).click()
    page.wait_for_url("**/play/poison")
    axe(page)
    begin(page, ["here", "greedy", "random"], ["Оля"], dealer="3")
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()
    axe(page)

    page.get_by_role("button", name="Подсказка").click()
    expect(page.locator("#hint")).to_contain_text(re.compile(r"\d,\d\s±\s\d,\d"))
    expect(page.locator("#hint")).to_contain_text(re.compile(r"Лучший ход сыгран в\s\d+\sраздач"))
    expect(page.locator(".hint-row").nth(1)).to_be_in_viewport(ratio=1)  # below the best and its reason
    choose_by_hint(page)
    expect(page.locator(".pot.named")).to_have_count(1)
    expect(page.locator("[data-go]")).to_have_attribute("aria-disabled", "false")
    axe(page)

    cards = hand(page).count()
    page.get_by_role("button", name=re.compile("^Оля|Оля.*карт на руке")).first.click()
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text("Подсматривать нельзя")
    expect(refusal.get_by_role("link")).to_have_attribute(
        "href", re.compile(r"^/rules/poison/pile\.closed\?from=/play/m/")
    )
    expect(hand(page)).to_have_count(cards)
    expect(page.locator("#hint")).to_be_visible()  # play.md (b) 9: a refusal wiped it away
    axe(page)
    play_first(page)
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible(timeout=ROUND)  # the bots have moved


@pytest.mark.thorough  # every day test_pages_table of tests/simulator pours a finished round
def test_a_newcomer_plays_a_round_against_bots_and_pours_it_into_a_sheet(
    page: Page, axe: Callable[..., None]
) -> None:
    begin(page, ["here", "greedy", "random"], ["Оля"], dealer="3")
    cards = hand(page).count()
    ended = page.get_by_role("heading", name="Раунд 1 окончен")
    for _ in range(cards):
        expect(page.locator("[data-go]")).to_be_visible(timeout=ROUND)
        play_first(page)
    expect(ended).to_be_visible(timeout=ROUND)
    axe(page)
    ended.click()  # folded, as the next round goes on below
    axe(page)
    page.get_by_role("button", name="Перенести в счёт").click()
    page.wait_for_url("**/score/s/*")
    expect(page.get_by_role("columnheader", name="Оля").first).to_be_visible()
    expect(page.get_by_role("row", name=re.compile(r"^Раунд 1 \d+ \d+ \d+$"))).to_be_visible()


def test_a_card_in_the_wrong_cauldron_is_refused_in_place_with_the_clause(
    page: Page, axe: Callable[..., None]
) -> None:
    """Its rule opens over the table (play.md (c) 7), and the card stays chosen."""
    page.goto("/play/poison/example/red-into-blue")
    page.get_by_role("link", name="Открыть на столе").click()
    play_from_here(page)
    page.locator('[data-card="R4"]').click()
    blue = page.locator(".pot.k-blue")
    before = blue.inner_text()
    blue.click()
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text("нельзя положить в синий котёл")
    expect(refusal.get_by_role("link")).to_have_attribute(
        "href", re.compile(r"^/rules/poison/cauldron\.mix\?from=/play/m/")
    )
    assert blue.inner_text() == before
    expect(page.locator('[data-card="R4"]')).to_have_attribute("aria-pressed", "true")


def test_a_move_made_at_the_very_moment_when_a_hint_comes_is_not_lost(page: Page) -> None:
    """A form that has just come must hear at once, not only after htmx has let it settle."""
    begin(page, ["here", "greedy", "greedy"], ["Оля"], dealer="3")
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()
    page.evaluate("""() => new MutationObserver((_, observer) => {
        if (!document.getElementById("hint")) return;
        observer.disconnect();
        document.querySelector(".pick").click();
        document.getElementById("pot-1").click();
    }).observe(document.body, {childList: true, subtree: true})""")
    page.keyboard.press("h")
    expect(page.locator("#table")).not_to_have_attribute("data-ply", "0")


@pytest.mark.parametrize("game", daily(["poison", "potions", "wizwar"], ["wizwar"]))
def test_on_its_side_a_phone_shows_the_board_beside_the_hand(new_phone: Phones, game: str) -> None:
    page = new_phone(viewport={"width": 844, "height": 390})
    begin(page, ["here", "greedy"] if game == "wizwar" else ["here", "greedy", "greedy"], ["Оля"], game, 7)
    expect(page.locator("[data-hint]")).to_be_visible()
    board, dock = box_of(page.locator(".at-board")), box_of(page.locator(".at-dock"))
    assert board["x"] + board["width"] <= dock["x"], "the hand covers nothing of the board"
    assert board["y"] <= 390 * 0.45, "the board begins in sight"
    assert dock["y"] + dock["height"] <= 390, "the keys are in sight"
    assert page.evaluate("document.documentElement.scrollWidth") <= 844


@pytest.mark.thorough
@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_the_pages_of_the_table_have_no_faults_that_axe_can_find(
    new_phone: Phones, axe: Callable[..., None], scheme: str, width: int
) -> None:
    page = new_phone(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for path in (
        "/play/poison",
        "/en/play/poison",
        "/play/poison/position",
        "/play/poison/record",
        "/play/recent",
        "/play/poison/example/overflow-example-1?step=1",
    ):
        page.goto(path)
        axe(page)
    begin(page, ["here", *["greedy"] * 5], ["Константин Константинопольский, длинное имя"[:40]], dealer="6")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{page.url}/log")
    axe(page)


@pytest.mark.thorough  # every day test_pages_table of tests/simulator presses such a button
def test_without_scripts_every_legal_move_is_a_button(new_phone: Phones) -> None:
    page = new_phone(java_script_enabled=False)
    begin(page, ["here", "greedy", "greedy"], ["Оля"], scripts=False, dealer="3")
    page.get_by_role("button", name="Раздать карты").click()  # with scripts the page does it by itself
    moves = page.get_by_role("group", name="Ваши ходы").get_by_role("button")
    expect(moves.first).to_be_visible()
    moves.first.click()
    expect(page.get_by_role("heading", name=re.compile("Ходит"))).to_be_visible()
    page.get_by_role("button", name="Дальше").click()
    expect(page.locator("#table")).to_have_attribute("data-ply", "2")


@pytest.mark.thorough  # every day test_pages_position of tests/simulator sends the same form
def test_a_position_is_set_up_by_tapping_cards_and_places(page: Page, axe: Callable[..., None]) -> None:
    page.goto("/play/poison/position")
    zones = page.locator("[data-zone]")
    for card, zone in (("R7", 0), ("X4", 0), ("R4", 3), ("B1", 5), ("P2", 7), ("P1", 9)):
        page.locator(f'[data-deck-card="{card}"]').click()
        zones.nth(zone).locator(".zone-put").click()
        page.locator(f'[data-deck-card="{card}"]').click()
    page.get_by_role("radio", name="ходит").first.check()
    axe(page)
    page.get_by_role("button", name="Подсказка").click()
    expect(page.get_by_role("heading", name="Подсказка: ходит Игрок 1")).to_be_visible()
    page.get_by_role("button", name="Поделиться").click()
    expect(page).to_have_url(re.compile(r"\?p="))
    expect(page.get_by_text("Другие телефоны сюда не дотянутся")).to_be_visible()  # the tests' own address
    axe(page)
    page.get_by_role("button", name="Играть отсюда").click()
    page.wait_for_url("**/play/m/*")
    expect(page.get_by_role("button", name=re.compile("Котёл 1:.*11"))).to_be_visible()

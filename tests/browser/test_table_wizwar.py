"""The table of «Маго-бой» in the browser: walking by a tap, sight, a chain of answers on two phones, bots."""

import re
from collections.abc import Callable
from functools import partial
from itertools import count

import pytest
from playwright.sync_api import Locator, Page, expect

from games.wizwar.simulator.engine.data import ATTACK, KIND
from simulator.engine.sharing import pack
from simulator.game import engine_of
from tests.browser import test_table
from tests.browser.conftest import Phones
from tests.browser.places import box_of
from tests.browser.test_table import DESKTOP, ROUND, begin, hand
from tests.daily import daily

WIZWAR = engine_of("wizwar")
DUEL = {
    "players": ["Оля", "Коля"],
    "turn": "Оля",
    "sectors": "s1 s2",
    "at": {"Оля": "1c3", "Коля": "1c2"},
    "hands": {"Оля": "fireball absorb_spell number_3 create_wall", "Коля": "full_reflection anti_anti"},
    "treasures": {"T2a": "1c3"},
}
TEAM_END = {
    "players": ["Оля", "Коля", "Рита", "Паша"],
    "turn": "Оля",
    "options": {"teams": "on"},
    "hands": {"Оля": "number_3", "Коля": "blunt", "Рита": "fireball", "Паша": "absorb"},
    "treasures": {"T2a": "3c3", "T4b": "3c3", "T4a": "Оля"},
}


def spot(page: Page, square: str) -> Locator:
    return page.locator(f'a.spot[data-about="square:{square}"]')


def role(page: Page, words: str) -> Locator:
    return page.locator(".role:visible, .at-choice:visible, .quick .btn:visible").filter(
        has_text=re.compile(words)
    )


play_from = partial(test_table.play_from, "wizwar")


def choose(page: Page, card: str, words: str) -> None:
    """Taps a card, then what to do with it."""
    page.locator(f'.spell[data-card="{card}"]').first.click()
    role(page, words).first.click()
    expect(page.locator("#stage-title")).to_be_visible()


def deal_with_an_attack() -> int:
    """A seed that deals Оля, who begins, a card which she can't play: nobody attacks in the first round."""
    config = {"players": 3, "options": {"first_player": "1"}}
    hands = (WIZWAR.new_game(config, seed).state.wizards[0].hand for seed in count())
    return next(seed for seed, cards in enumerate(hands) if any(KIND[card] == ATTACK for card in cards))


def test_a_newcomer_walks_plays_is_refused_and_ends_the_turn(page: Page, axe: Callable[..., None]) -> None:
    page.goto("/rules/wizwar")
    page.get_by_role("link", name="Ход", exact=True).click()
    page.wait_for_url("**/play/wizwar")
    axe(page)
    begin(page, ["here", "greedy", "random"], ["Оля"], "wizwar", deal_with_an_attack(), first_player="1")
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()
    expect(hand(page)).to_have_count(7)
    axe(page)

    spot(page, "1d2").click()
    go = role(page, r"Пройти на 1‑d2, 2\sшаг")
    expect(go).to_be_visible()
    axe(page)
    go.click()
    expect(spot(page, "1d2")).to_have_attribute("aria-label", re.compile("Маг: Оля"))
    expect(page.locator(".turn-facts")).to_contain_text(re.compile(r"1\sшаг"))
    spot(page, "1e2").click()
    role(page, "Шаг на восток").click()
    expect(spot(page, "1e2")).to_have_attribute("aria-label", re.compile("Маг: Оля"))

    blocked = page.locator(".spell:not(.can)").first
    blocked.click()
    page.locator(".at-roles:not([hidden]) .blocked").click()
    expect(page.locator(".refusal").get_by_role("link")).to_have_attribute(
        "href", re.compile("/rules/wizwar/")
    )
    axe(page)

    role(page, "Закончить ход").click()
    page.locator('[value="draw 0"]').click()
    expect(page.get_by_role("heading", name=re.compile("Ходит|Ваш ход"))).to_be_visible()
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible(timeout=ROUND)


def test_what_is_seen_is_asked_on_the_board_of_the_game(page: Page, axe: Callable[..., None]) -> None:
    play_from(page, {**DUEL, "walls": "1c2n"})
    page.get_by_role("button", name="Видит ли?").click()
    expect(page.locator("#sight-said")).to_contain_text("Нажмите клетку, откуда смотреть")
    spot(page, "1c3").click()
    expect(spot(page, "2c3")).to_have_class(re.compile("unseen"))
    spot(page, "1c1").click()
    expect(page.locator("#sight-said")).to_contain_text("Мешает стена: южная сторона 1‑c1")
    expect(page.locator("#sight-layer .mz-look .ray")).to_have_count(1)
    axe(page)
    page.get_by_role("button", name="Видит ли?").click()
    expect(page.locator("#sight-layer .mz-look")).to_have_count(0)
    expect(hand(page).first).to_be_visible()


def count_taps(page: Page) -> None:
    """Lets the page tell how often it was tapped and how often that agreed to something: before the answer of
    the server, which comes when it comes.
    """
    page.evaluate(
        """() => {
          const told = document.documentElement.dataset;
          told.taps = told.agreed = 0;
          document.addEventListener("click", (event) => {
            if (event.isTrusted) told.taps = Number(told.taps) + 1;
            if (event.target.closest(".role")) told.agreed = Number(told.agreed) + 1;
          }, true);
        }"""
    )


def test_a_finger_wider_than_a_square_moves_nobody_by_mistake(page: Page) -> None:
    """On six sectors a tap beside a square in reach means it, a slip agrees to nothing, a lock teaches."""
    page.clock.install()
    six = {**DUEL, "players": ["Оля", "Коля", *"АБВГ"], "sectors": "s1 s2 s3 s4 s5 s6"}
    play_from(page, six)
    box = box_of(spot(page, "1d1"))
    beside = (box["x"] + box["width"] / 2, box["y"] + box["height"] - 3)
    count_taps(page)
    for _ in range(2):
        page.touchscreen.tap(*beside)
    expect(page.locator("html[data-taps='2']")).to_have_attribute("data-agreed", "0")
    expect(role(page, r"Пройти на 1‑d2, 2\sшага")).to_be_visible()
    expect(page.locator(".mz-picked")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-ply", "0")
    page.clock.fast_forward(1000)
    page.touchscreen.tap(*beside)
    expect(spot(page, "1d2")).to_have_attribute("aria-label", re.compile("Маг: Оля"))

    choose(page, "create_wall", "Сыграть")
    spot(page, "6a1").tap()
    role(page, "Почему сюда нельзя").tap()
    expect(page.locator(".refusal").get_by_role("link")).to_have_attribute(
        "href", re.compile("/rules/wizwar/")
    )
    expect(page.locator(".stage-asks")).to_contain_text("Нажмите на поле")


# A chain of answers between two phones


def post(page: Page, seat: int, moves: str) -> None:
    """Sends a whole turn at once; the page may show the table as it was long ago."""
    sent = page.evaluate(
        """async ([seat, move]) => {
            const { "x-csrftoken": token } = JSON.parse(document.body.getAttribute("hx-headers"));
            const { ply } = await fetch(`${location.pathname}/view.json`).then((answer) => answer.json());
            const answer = await fetch(`${location.pathname}/move`, {
                method: "POST",
                headers: { "Content-Type": "application/json", "X-CSRFToken": token },
                body: JSON.stringify({ seat, ply, move }),
            });
            return answer.status;
        }""",
        [seat, moves],
    )
    assert sent == 200, moves


@pytest.mark.thorough
@pytest.mark.parametrize("width", [360, 1280])
def test_the_pages_of_the_table_have_no_faults_that_axe_can_find(
    new_phone: Phones, axe: Callable[..., None], width: int
) -> None:
    page = new_phone(viewport={"width": width, "height": 800})

    def check() -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            axe(page)

    for path in (
        "/play/wizwar",
        "/en/play/wizwar",
        "/play/wizwar/position",
        f"/en/play/wizwar/position?p={pack(DUEL)}",
    ):
        page.goto(path)
        check()
    long_name = "Константин Константинопольский, длинное имя"[:40]
    begin(page, ["here", *["greedy"] * 5], [long_name], "wizwar", first_player="1")
    check()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    play_from(page, DUEL)
    hand(page).first.click()
    check()
    spot(page, "1c3").click()
    check()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


LINES = """(name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""


@pytest.mark.parametrize("width", daily([390, 412], [390]))
def test_names_of_cards_take_two_lines_at_most(new_phone: Phones, width: int) -> None:
    """Played, s36: «Стира-/ние/карты», «Шаро-/вая/молния»."""
    page = new_phone(viewport={"width": width, "height": 844})
    cards = "card_erasure lightning_blast destroy_wall sudden_death swap rotate_sector full_reflection"
    play_from(page, {**DUEL, "hands": {"Оля": cards, "Коля": "blunt"}})
    names = page.locator(".spell-hand .spell-name")
    expect(names).to_have_count(7)
    assert max(name.evaluate(LINES) for name in names.all()) == 2


def test_a_double_tap_that_brings_a_treasure_home_leaves_it_there(page: Page) -> None:
    """Played: «Поднять сундук · ход кончится» came under the finger that had just tapped «Положить»."""
    play_from(page, {**DUEL, "treasures": {"T2a": "Оля"}})
    put = role(page, "Положить сундук")
    box = box_of(put)
    under = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*under)
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    page.touchscreen.tap(*under)
    expect(page.locator(".at-choice")).to_have_text("Закончить ход")
    expect(spot(page, "1c3")).to_have_attribute("aria-label", re.compile(r"Сундук \(Коля"))
    expect(page.locator(".wizard.own")).to_contain_text("1 из 2")


def test_the_keyboard_is_enough(new_phone: Phones) -> None:
    page = new_phone(**DESKTOP)
    play_from(page, DUEL)
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.locator("a.spot:focus").count():
            break
    expect(spot(page, "1c3")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    expect(spot(page, "1c2")).to_have_attribute("aria-label", re.compile("Маг: Оля"))
    page.keyboard.press("v")
    expect(page.locator("[data-sight-mode]")).to_have_attribute("aria-pressed", "true")


def test_the_maze_grows_and_shrinks(page: Page) -> None:
    begin(page, ["here", *["greedy"] * 5], ["Оля"], "wizwar", first_player="1")
    drawing = page.locator(".maze.live")
    first = box_of(drawing)
    page.get_by_role("button", name="Крупнее").click()
    larger = box_of(drawing)
    assert larger["width"] > first["width"]
    for _ in range(4):
        page.get_by_role("button", name="Мельче").click()
    smallest = box_of(drawing)
    assert smallest["width"] <= 390


def test_the_winning_chest_is_put_down_at_a_home_of_the_team(page: Page, axe: Callable[..., None]) -> None:
    """teams.win: three treasures of others at homes of the team; none of its wizards has them all."""
    play_from(page, TEAM_END)
    for square in ("1c3", "3c3"):
        expect(spot(page, square)).to_have_attribute("aria-label", re.compile("команда ▲"))
    axe(page)
    spot(page, "1c3").click()
    role(page, "Положить").first.click()
    expect(page.get_by_role("heading", name=re.compile("Побеждает команда ▲: Оля.*Рита"))).to_be_visible()
    expect(page.locator(".at-points")).to_contain_text("победа команды", ignore_case=True)
    axe(page)

"""Issue 44: «Sheets and tables survive a reload» without a network, and leave nothing behind."""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PATIENCE, Phones, look_at
from tests.browser.sheets import join, start_sheet
from tests.browser.test_table import begin, hand, play_first
from tests.browser.test_table_connection import line, sits_alone, tap_a_move

# What is kept of the page that is open.
KEPT = """async () => {
    const keys = await caches.has("kept") ? await (await caches.open("kept")).keys() : [];
    return keys.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === location.pathname)
        .map(({ search }) => search);
}"""
HTML = "caches.match(location.pathname, { cacheName: 'kept' }).then((page) => page.text())"
SEEN = r"Нет\sсвязи: страница такая, какой была в\s\d\d:\d\d\."
ENTRIES = "fetch(location.pathname + '/export.json').then((it) => it.json()).then(({ entries }) => entries)"


@pytest.fixture
def phone(new_phone: Phones) -> Iterator[Page]:
    """A phone with a worker; its console may tell of lost requests."""
    yield new_phone(service_workers="allow")
    new_phone.problems[:] = [said for said in new_phone.problems if not said.startswith("htmx:")]


def until(page: Page, is_so: Callable[[], object], what: str) -> None:
    """What a worker does no page shows."""
    end = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < end, what
        page.wait_for_timeout(100)


def wait_until_kept(page: Page) -> None:
    expect(page.locator("#kept-here")).to_be_visible()
    until(page, lambda: "?files" in page.evaluate(KEPT), "its files weren't kept")


def tap(page: Page, keys: str) -> None:
    for key in keys:
        page.locator(f'#pad [data-key="{key}"]').click()


def again(page: Page) -> Page:
    """The page in a tab that knows nothing of the one before, as after the browser was closed."""
    address, context = page.url, page.context
    page.close()
    page = context.new_page()
    page.goto(address)
    return page


def texts(page: Page) -> list[str]:
    return [entry["text"] for entry in page.evaluate(ENTRIES)]


def test_an_evening_goes_on_over_reloads_without_a_network(phone: Page, axe: Callable[..., None]) -> None:
    """«without a network it shows what was seen last, says so, takes entries …, sends them once»."""
    start_sheet(phone, "poison", ["Оля", "Саша", "Коля"])
    wait_until_kept(phone)
    tap(phone, "1")
    until(phone, lambda: texts(phone) == ["1"], "the entry wasn't sent")
    until(phone, lambda: 'data-text="1"' in phone.evaluate(HTML), "what came later wasn't kept")
    phone.context.set_offline(True)
    tap(phone, "2")
    phone.reload()
    expect(phone.locator("#outbox")).to_have_text(re.compile(rf"{SEEN} Не отправлено: 1"))
    tap(phone, "34")
    phone = again(phone)
    values = phone.locator("#sheet-live .round:not([hidden]) td[data-cell] .value")
    expect(values).to_have_text(["1", *"··", "2", *"··", "3", *"··", "4", *"··"])
    expect(phone.locator("#outbox")).to_contain_text("Не отправлено: 3")
    assert not phone.evaluate("document.documentElement.scrollWidth > 390")
    axe(phone)
    phone.context.set_offline(False)
    until(phone, lambda: len(texts(phone)) == 4, "not all was sent")
    expect(phone.locator("#outbox")).to_be_hidden()
    tap(phone, "5")
    until(phone, lambda: len(texts(phone)) == 5, "not all was sent")
    assert texts(phone) == ["1", "2", "3", "4", "5"]

    phone.get_by_role("button", name="Забыть на этом устройстве").click()
    until(phone, lambda: phone.evaluate(KEPT) == [], "it wasn't forgotten")
    tap(phone, "1")
    until(phone, lambda: len(texts(phone)) == 6, "not all was sent")
    assert phone.evaluate(KEPT) == [], "what comes later brings nothing back"


def test_a_page_goes_with_its_link(phone: Page, new_phone: Phones) -> None:
    """«gone with the sheet, its link or by a tap»; and who only looks on keeps nothing."""
    owner, viewer = new_phone(), new_phone(service_workers="allow")
    start_sheet(owner, "poison", ["Оля", "Саша", "Коля"])
    join(owner, phone)
    join(owner, viewer, "viewer")
    wait_until_kept(phone)
    viewer.reload()
    expect(viewer.locator("#kept-here")).to_have_count(0)
    assert viewer.evaluate(KEPT) == []
    owner.goto(owner.url + "/share")
    owner.locator("form[action$='/links'] button").evaluate("key => key.form.submit()")
    look_at(phone)
    expect(phone.locator("#sheet-notes")).to_contain_text("открывается по ссылке")
    until(phone, lambda: phone.evaluate(KEPT) == [], "it stayed")


def test_a_move_waits_over_a_closed_tab_and_is_made_once(phone: Page, axe: Callable[..., None]) -> None:
    """«one waiting move as today», at a table that is shown without a network."""
    sits_alone(phone)
    wait_until_kept(phone)
    cards = hand(phone).count()
    phone.context.set_offline(True)
    tap_a_move(phone)
    expect(line(phone)).to_contain_text("Ход ждёт")
    phone = again(phone)
    expect(line(phone)).to_contain_text(re.compile(rf"{SEEN} Ход\sждёт\sи\sуйдёт\sсам\. Ваш ход: «"))
    expect(hand(phone)).to_have_count(cards)
    axe(phone)
    sent: list[int] = []
    phone.on("response", lambda answer: sent.append(answer.status) if answer.url.endswith("/move") else None)
    phone.context.set_offline(False)
    expect(hand(phone)).to_have_count(cards - 1)
    expect(line(phone)).to_be_hidden()
    ply = phone.locator("#table").get_attribute("data-ply")
    until(phone, lambda: f'data-ply="{ply}"' in phone.evaluate(HTML), "the new page wasn't kept")
    phone.context.set_offline(True)
    phone.reload()
    expect(hand(phone)).to_have_count(cards - 1)
    assert sent == [200]


@pytest.mark.thorough  # every day test_pages_table holds what the curtain hides
def test_a_hand_is_not_kept_behind_the_curtain(phone: Page) -> None:
    """«What a page shows of a seat is that seat's alone»: who takes the phone finds the curtain."""
    begin(phone, ["here", "here", "greedy"], ["Оля", "Саша"], dealer="3")
    wait_until_kept(phone)
    phone.get_by_role("button", name="Я Оля, показать карты").click()
    expect(hand(phone).first).to_be_visible()
    until(phone, lambda: "data-card" in phone.evaluate(HTML), "the hand wasn't kept")
    play_first(phone)
    expect(phone.get_by_role("heading", name="Передайте телефон: Саша")).to_be_visible()
    until(phone, lambda: "data-card" not in phone.evaluate(HTML), "a hand is still kept")
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.get_by_role("heading", name="Передайте телефон: Саша")).to_be_visible()
    expect(hand(phone)).to_have_count(0)


@pytest.mark.thorough  # every day test_giving holds the door
def test_a_sheet_begun_without_a_network_is_given_later(phone: Page, axe: Callable[..., None]) -> None:
    """«sums of typed numbers alone»; «old address → new», once, and what is typed later goes after it."""
    phone.goto("/score/poison")
    wait_until_kept(phone)
    phone.context.set_offline(True)
    phone = again(phone)
    expect(phone.locator("#begin-here")).to_contain_text(re.compile(SEEN))
    begin_here = phone.get_by_role("button", name="Начать без связи")
    begin_here.click()
    expect(phone.locator("#begin-here [role=alert]")).to_contain_text("от 3 до 6")
    for row, name in enumerate(["Оля", "Саша", "Коля", "Рита", "Пётр"]):
        if row == 4:
            phone.get_by_role("button", name="Ещё игрок").click()
        phone.locator("input[name=name]").nth(row).fill(name)
    begin_here.click()

    def fill(name: str, row: str, text: str) -> Locator:
        field = phone.get_by_label(re.compile(f"{name}: {row}, Раунд.1"))
        field.fill(text)
        field.blur()
        return field

    fill("Оля", "Красные", "2+1")
    fill("Оля", "Яд", "3")
    fill("Оля", "Яд", "4")
    expect(fill("Саша", "Красные", "много")).to_have_attribute("aria-invalid", "true")
    expect(phone.locator("[data-sum]")).to_have_text(["7", *"····"])
    expect(phone.locator("#begun-here")).to_contain_text("очки и победителя посчитает сервер")
    axe(phone)
    phone.reload()
    expect(phone.locator("[data-sum]")).to_have_text(["7", *"····"])
    phone.context.set_offline(False)
    phone.wait_for_url("**/score/s/*")
    assert texts(phone) == ["2+1", "4"]
    phone.goto("/score/poison")
    expect(phone.locator("#start")).to_be_visible()
    expect(phone.locator("#begun-here")).to_be_hidden()


@pytest.mark.thorough  # every day test_giving holds the door
def test_notes_of_a_sheet_that_is_no_grid_stay_on_the_device(phone: Page) -> None:
    """«what calculators know says that it waits»: people and boxes are given, the numbers are for people."""
    phone.goto("/score/potions")
    wait_until_kept(phone)
    phone.context.set_offline(True)
    phone.reload()
    for row, name in enumerate(["Оля", "Саша"]):
        phone.locator("input[name=name]").nth(row).fill(name)
    phone.get_by_role("button", name="Начать без связи").click()
    field = phone.get_by_label(re.compile("Оля: Заметка"))
    field.fill("5+2")
    field.blur()
    expect(phone.locator("[data-sum]").first).to_have_text("7")
    phone.context.set_offline(False)
    phone.get_by_role("link", name="К счёту").click()
    phone.wait_for_url("**/score/s/*")
    assert texts(phone) == []
    phone.goto("/score/potions")
    expect(phone.locator("[data-sum]").first).to_have_text("7")
    phone.get_by_role("button", name="Выбросить").click()
    expect(phone.locator("#start")).to_be_visible()

"""The laboratory at a table of phones: mixing, showing, seats, the Periscope, the reveal."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alchemists import join, to_the_bench
from tests.browser.conftest import Phones, look_at

DESKTOP = {"width": 1280, "height": 800}
NARROW = {"width": 360, "height": 740}
NAMES = ("Оля", "Александрина Константиновна-Заозёрская", "Рита", "Саша")
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def open_laboratory(page: Page, names: Sequence[str] = NAMES, led: bool = False) -> str:
    """Types the names and opens it; the code to write down."""
    page.goto("/play/alchemists")
    page.get_by_role("link", name="Новая партия").click()
    for place, name in enumerate(names):
        page.locator(f"[name=name-{place}]").fill(name)
    if led:
        page.get_by_text("С ведущим или по коду").click()
        page.get_by_role("checkbox", name="С ведущим").check()
    page.get_by_role("button", name="Открыть лабораторию").click()
    if led:
        return ""
    page.wait_for_url("**/seats")
    return page.locator(".lb-code-big").inner_text()


def at_the_bench(page: Page, names: Sequence[str] = NAMES[:2]) -> None:
    open_laboratory(page, names)
    to_the_bench(page)


def mix(page: Page, first: str, second: str, button: str) -> None:
    for name in (first, second):
        page.locator("label.lb-in", has_text=name).click()
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/result/*")


def test_four_phones_mix_look_and_reveal(new_phone: Phones, axe: Callable[..., None]) -> None:
    host, second, watcher = new_phone(), new_phone(), new_phone(color_scheme="dark")
    code = open_laboratory(host)
    axe(host)
    join(second, code, "Рита")
    look_at(host)
    expect(host.locator("#lab-seats")).to_contain_text("со своего телефона")
    to_the_bench(host)
    watcher.goto("/lab/code")
    watcher.locator("#code").fill(code)
    watcher.get_by_role("button", name="Открыть").click()
    to_the_bench(watcher)
    axe(watcher)

    mix(second, "Жаба", "Гриб", "Дать студенту")
    expect(second.locator(".lb-private")).to_contain_text("Гриб + жаба")
    outcome = second.locator(".lb-outcome").inner_text()
    axe(second)
    second.get_by_role("link", name="Показать всем").click()
    expect(second.locator(".lb-outcome")).to_have_text(outcome)
    assert "Гриб" not in second.locator("body").inner_text()
    axe(second)
    for page in (host, watcher):
        expect(page.locator("#lab-log")).to_contain_text("Рита, тест на студенте")
        expect(page.locator("#lab-log")).not_to_contain_text("Гриб")

    host.get_by_role("button", name="Оля").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Передайте телефон: Оля")
    axe(host)
    host.get_by_role("button", name="Я Оля, показать").click()
    expect(host.locator("main")).to_contain_text("В котле был ингредиент")
    host.get_by_role("link", name="Спрятать").click()

    host.get_by_text("Раунд и конец игры").click()
    host.get_by_role("link", name="Открыть ответы").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Открыть ответы?")
    axe(host)
    host.get_by_role("button", name="Открыть ответы").click()
    expect(host.locator(".refusal")).to_contain_text("Сначала отметьте")
    host.get_by_role("checkbox").check()
    host.get_by_role("button", name="Открыть ответы").click()
    expect(host.locator(".lb-answer")).to_have_count(8)
    expect(watcher.locator(".lb-answer")).to_have_count(8)
    axe(host)
    axe(watcher)
    host.get_by_role("button", name="Записать в счёт").click()
    host.wait_for_url("**/score/s/*")


def test_a_third_ingredient_takes_the_place_of_the_first(page: Page) -> None:
    at_the_bench(page)
    pair = page.locator("[data-pair]")
    expect(pair).to_have_text("Выберите два ингредиента")
    for name in ("Жаба", "Гриб", "Цветок"):
        page.locator("label.lb-in", has_text=name).click()
    expect(pair).to_have_text("Гриб + Цветок")
    page.locator("label.lb-in", has_text="Гриб").click()
    expect(pair).to_have_text("Цветок + выберите ещё один")


@pytest.mark.thorough  # every day test_laboratory_actions of tests/simulator sends it twice
def test_an_action_gets_through_when_the_network_comes_back_and_is_made_once(page: Page) -> None:
    at_the_bench(page)
    page.locator("label.pill", has_text="Оля").click()
    for name in ("Жаба", "Гриб"):
        page.locator("label.lb-in", has_text=name).click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Выпить").click()
    expect(page.locator(".lb-told")).to_contain_text("Нет связи")
    page.context.set_offline(False)
    page.wait_for_url("**/result/2")


def test_a_refusal_stands_where_the_button_was_pressed(page: Page) -> None:
    at_the_bench(page)
    page.get_by_role("link", name="Выставка").click()
    page.locator("label.pill", has_text="Оля").click()
    page.locator("label.lb-in", has_text="Зелье мудрости").click()
    page.locator("label.lb-in", has_text="Жаба").click()
    page.get_by_role("button", name="Создать зелье").click(force=True)  # dimmed, not dead
    refusal = page.locator(".lb-told")
    expect(refusal).to_contain_text("сейчас выбрано 1")
    expect(refusal.locator("a")).to_have_attribute(
        "href", re.compile(r"/rules/alchemists/mix\.different\?from=")
    )
    expect(page.locator("[data-pair]")).to_contain_text("Жаба")


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "scheme"), [(NARROW, "light"), (DESKTOP, "dark")])
def test_every_page_fits_and_is_accessible(
    new_phone: Phones, axe: Callable[..., None], size: dict[str, int], scheme: str
) -> None:
    page = new_phone(viewport=size, color_scheme=scheme)
    at_the_bench(page, NAMES)
    url = page.url
    page.locator("label.pill", has_text="Александрина").click()
    mix(page, "Жаба", "Гриб", "Выпить")
    tools = ("sell", "debunk", "debunk&level=master", "exhibit", "theory")
    rests = [
        "",
        *(f"?tool={tool}" for tool in tools),
        "/log",
        "/seats",
        "/mine?seat=1",
        "/result/2",
        "/show/2",
    ]
    for rest in rests:
        page.goto(f"{url}{rest}")
        assert page.evaluate(SIDEWAYS) <= 0, rest
        assert page.locator("h1").count() == 1, rest
        axe(page)
    for address in ("/play/alchemists", "/lab/new", "/lab/code"):
        page.goto(address)
        assert page.evaluate(SIDEWAYS) <= 0, address
        axe(page)


@pytest.mark.thorough  # every day test_four_phones_mix_look_and_reveal taps them on a phone
def test_ingredients_are_large_enough_for_a_thumb(page: Page) -> None:
    at_the_bench(page)
    boxes = [label.bounding_box() for label in page.locator("label.lb-in").all()]
    assert len(boxes) == 8
    assert all(box and box["width"] >= 64 and box["height"] >= 64 for box in boxes)

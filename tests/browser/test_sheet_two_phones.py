"""The score sheet at the table: phones that write together, lose the network, disagree, and finish."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from rulebook.content import reading
from tests.browser.conftest import Phones, look_at
from tests.browser.places import box_of
from tests.browser.sheets import BY_DAY_AND_NIGHT, DESKTOP, NARROW, start_by_hand, start_sheet, two_phones
from tests.daily import daily

GAMES = reading.game_ids()
NAMES = ["Оля", "Саша", "Коля", "Рита"]
# The rulebook's example of counting.
EXAMPLE = {"Оля": (2, 3, 0, 1), "Саша": (6, 0, 2, 0), "Коля": (5, 2, 6, 2), "Рита": (1, 6, 6, 4)}
POINTS = ["7", "2", "17", "15"]


def start(page: Page, names: list[str] = NAMES) -> None:
    start_sheet(page, "poison", names)


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def key(page: Page, name: str) -> None:
    page.locator(f'[data-key="{name}"]').click()


def type_in(page: Page, numbers: tuple[int, ...]) -> None:
    """Taps the keys of these numbers, each of which writes a cell and leads on."""
    for n in numbers:
        key(page, str(n))


def press(page: Page, number: str) -> None:
    """The same by a keyboard, where a number without a key can be typed, too."""
    page.keyboard.type(number)
    page.keyboard.press("Enter")


def sums(page: Page) -> Locator:
    return page.locator(".round:not([hidden]) tr.sum td")


def test_two_phones_count_the_rulebooks_example(new_phone: Phones) -> None:
    first, second = two_phones(new_phone, start)
    expect(first.locator("#pad-next")).to_have_text("Дальше:Олясиние")
    type_in(first, EXAMPLE["Оля"] + EXAMPLE["Саша"])
    expect(cell(second, "r1.p2.poison")).to_have_text("0")
    cell(second, "r1.p3.red").click()
    type_in(second, EXAMPLE["Коля"] + EXAMPLE["Рита"])
    expect(cell(second, "r1.p4.poison")).to_have_attribute("data-entry", "16")
    look_at(first)
    for page in (first, second):
        expect(sums(page)).to_have_text(POINTS)
        expect(cell(page, "r1.p2.red").locator(".shed")).to_have_text("6")
        expect(cell(page, "r1.p3.purple").locator(".tied")).to_have_text("6")
    expect(second.locator("#pad")).to_be_hidden()
    sums(second).nth(3).locator("a").click()
    why = second.locator("#why-r1-p4")
    expect(why).to_contain_text("Рита · почему 15")
    expect(why.locator(".clause-link")).to_have_count(4)


def test_the_same_cell_on_two_phones_asks_which_number_is_right(new_phone: Phones) -> None:
    first, second = two_phones(new_phone, start)
    second.keyboard.type("5")
    type_in(first, (6,))
    expect(cell(first, "r1.p1.red")).to_have_attribute("data-text", "6")
    key(second, "next")
    conflict = second.locator(".conflict")
    expect(conflict).to_contain_text("Оля, красные: с другого телефона 6, а вы ввели 5. Что верно?")
    conflict.locator('[data-choice="yours"]').click()
    expect(cell(second, "r1.p1.red")).to_have_attribute("data-text", "5")
    look_at(first)
    expect(cell(first, "r1.p1.red")).to_have_attribute("data-text", "5")
    expect(conflict).to_have_count(0)


def test_a_number_being_typed_is_never_swept_away_by_others(new_phone: Phones) -> None:
    first, second = two_phones(new_phone, start)
    key(first, "1")
    key(first, "+")
    cell(second, "r1.p4.poison").click()
    type_in(second, (4,))
    expect(cell(second, "r1.p4.poison")).to_have_attribute("data-text", "4")
    look_at(first)
    expect(cell(first, "r1.p4.poison")).to_have_text("4")
    expect(cell(first, "r1.p1.red").locator(".typing")).to_have_text("1+")
    key(first, "2")
    key(first, "next")
    expect(cell(first, "r1.p1.red").locator(".typed")).to_have_text("1+2")
    look_at(second)
    expect(cell(second, "r1.p1.red").locator(".value")).to_have_text("3")


def test_without_a_network_entries_wait_and_are_sent_once_in_order(new_phone: Phones) -> None:
    first, second = two_phones(new_phone, start)
    second.context.set_offline(True)
    type_in(second, (2, 3))
    expect(second.locator("#outbox")).to_have_text("Нет связи. Не отправлено: 2")
    expect(cell(second, "r1.p1.blue")).to_have_text("3")
    second.context.set_offline(False)
    expect(second.locator("#outbox")).to_be_hidden()
    look_at(first)
    expect(cell(first, "r1.p1.blue")).to_have_text("3")
    first.goto(first.url.split("?")[0] + "/history")
    expect(first.locator(".history .row")).to_have_count(2)
    expect(first.locator(".history .row").first).to_contain_text("синие: 3")


def test_an_entry_whose_answer_got_lost_is_sent_again_and_written_once(page: Page) -> None:
    """DESIGN §4: the client id is unique, so a retry is harmless: it gets the entry made the first time."""
    start(page)
    lost: list[APIResponse] = []

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch())
        route.abort()

    page.route("**/entries", lose_the_first)
    with page.expect_response("**/entries") as answered:
        type_in(page, (2,))
    assert lost[0].status == answered.value.status == 200
    assert lost[0].json()["entry"] == answered.value.json()["entry"] == 1
    expect(page.locator(".conflict")).to_have_count(0)


def test_an_entry_that_was_one_too_many_at_once_waits_and_is_written(page: Page) -> None:
    """Limits of an address: «a refusal says when to come again», so nothing that was typed is thrown away."""
    start(page)
    answers = iter([429])

    def refuse_the_first(route: Route) -> None:
        status = next(answers, 0)
        if status:
            route.fulfill(status=status, json={"message": "Слишком часто", "retry_after": 1})
        else:
            route.continue_()

    page.route("**/entries", refuse_the_first)
    with page.expect_response("**/entries"):
        type_in(page, (2,))
    page.reload()
    expect(cell(page, "r1.p1.red")).to_have_attribute("data-text", "2")
    expect(page.locator("#outbox")).to_be_hidden()


def test_a_key_tapped_where_another_phone_has_written_meanwhile_asks_which_is_right(
    new_phone: Phones,
) -> None:
    """Both begin at the same cell: whoever taps second hasn't meant the number that came there since.
    Whoever turns to the cell again has.
    """
    first, second = two_phones(new_phone, start)
    type_in(first, (6,))
    expect(cell(second, "r1.p1.red")).to_have_text("6")
    type_in(second, (5,))
    conflict = second.locator(".conflict")
    expect(conflict).to_contain_text("Оля, красные: с другого телефона 6, а вы ввели 5. Что верно?")
    conflict.locator('[data-choice="theirs"]').click()
    type_in(first, (3,))
    expect(cell(second, "r1.p1.blue")).to_have_text("3")
    expect(cell(second, "r1.p1.blue")).to_have_class("on")
    cell(second, "r1.p1.blue").locator("a").click()
    type_in(second, (4,))
    expect(cell(first, "r1.p1.blue")).to_have_text("4")
    expect(cell(first, "r1.p1.red")).to_have_text("6")
    expect(conflict).to_have_count(0)


@pytest.mark.thorough  # every day the test of entries that wait sends two in order
def test_a_number_corrected_before_it_was_sent_is_no_conflict(page: Page) -> None:
    """The second entry waits for the first and then goes by what that one has written."""
    start(page)
    page.context.set_offline(True)
    for n in (2, 3):
        cell(page, "r1.p1.red").locator("a").click()
        type_in(page, (n,))
    expect(page.locator("#outbox")).to_have_text("Нет связи. Не отправлено: 2")
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".conflict")).to_have_count(0)
    expect(cell(page, "r1.p1.red")).to_have_attribute("data-text", "3")


def test_what_was_not_sent_survives_a_closed_tab(new_phone: Phones) -> None:
    page = new_phone()
    start(page)
    sheet = page.url
    page.route("**/entries", lambda route: route.abort())
    type_in(page, (7,))
    expect(page.locator("#outbox")).to_contain_text("Не отправлено: 1")
    again = page.context.new_page()
    page.close()
    again.goto(sheet)
    expect(again.locator("#outbox")).to_be_hidden()
    expect(cell(again, "r1.p1.red")).to_have_attribute("data-entry", "1")


def test_a_refused_number_stays_in_its_cell_with_the_clause(page: Page) -> None:
    start(page)
    press(page, "15")
    expect(page.locator("#sheet-notes .clause-link")).to_have_attribute(
        "href", re.compile(r"^/rules/poison/components\.deck\?from=")
    )
    expect(cell(page, "r1.p1.red").locator(".typing")).to_have_text("15")
    key(page, "back")
    key(page, "next")
    expect(cell(page, "r1.p1.red")).to_have_attribute("data-text", "1")
    expect(page.locator("#sheet-notes")).to_be_empty()


def test_undo_takes_back_what_is_typed_then_what_was_written(page: Page) -> None:
    start(page)
    type_in(page, (2, 3))
    expect(cell(page, "r1.p1.blue")).to_have_attribute("data-entry", "2")
    page.keyboard.type("9")
    key(page, "undo")
    expect(cell(page, "r1.p1.purple").locator(".typing")).to_have_count(0)
    key(page, "undo")
    expect(cell(page, "r1.p1.blue")).to_have_attribute("data-text", "")
    key(page, "undo")
    expect(cell(page, "r1.p1.red")).to_have_attribute("data-text", "")
    expect(cell(page, "r1.p1.red")).to_have_attribute("data-entry", "4")


def test_a_keyboard_is_enough(new_phone: Phones) -> None:
    page = new_phone(viewport=DESKTOP, has_touch=False)
    start(page)
    for name in NAMES:
        for n in EXAMPLE[name]:
            page.keyboard.type(str(n))
            page.keyboard.press("Enter")
    expect(sums(page)).to_have_text(POINTS)
    page.keyboard.type("3")
    expect(page.locator("#pad")).to_be_hidden()
    cell(page, "r1.p1.red").locator("a").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cell(page, "r1.p2.blue")).to_have_class("on")
    page.keyboard.type("8")
    page.keyboard.press("Escape")
    expect(cell(page, "r1.p2.blue")).to_have_text("0")


def test_a_key_whose_words_change_under_the_finger_is_still_tapped(page: Page) -> None:
    """What comes from the server paints «Дальше» anew: taps were lost, and two numbers became one."""
    start(page)
    page.keyboard.type("6")
    page.locator('[data-key="next"] .go-name').hover(force=True)
    page.mouse.down()
    page.evaluate("""() => {
        const key = document.querySelector('[data-key="next"]');
        key.replaceChildren(...[...key.children].map((child) => child.cloneNode(true)));
    }""")
    page.mouse.up()
    expect(cell(page, "r1.p1.red")).to_have_text("6")
    expect(page.locator("td.on")).not_to_have_attribute("data-cell", "r1.p1.red")


@pytest.mark.thorough
def test_the_series_ends_with_its_winner_on_every_phone(new_phone: Phones) -> None:
    owner, viewer = two_phones(new_phone, start, "viewer")
    for number in range(1, 5):
        type_in(owner, sum(EXAMPLE.values(), ()))
        expect(sums(owner)).to_have_text(POINTS)
        if number < 4:
            owner.locator(".round:not([hidden]) [data-go-write]").click()
    expect(viewer.locator(".verdict")).to_contain_text("Саша")
    owner.locator(".verdict").get_by_role("button", name="Закончить счёт").click()
    expect(owner.locator("#pad")).to_have_count(0)
    expect(viewer.locator('#sheet-live[data-finished="1"]')).to_have_count(1)
    expect(viewer.locator(".overview tr.sum td")).to_have_text(["28", "8", "68", "60"])


# The sizes of the keys, and of the cells that can be tapped.
TARGETS = """() => [".keypad .key:not([hidden])", ".round:not([hidden]) tbody td > a"].map((targets) =>
    [...document.querySelectorAll(targets)].map((each) => {
        const box = each.getBoundingClientRect();
        return [box.width, box.height];
    }))"""


def test_six_players_with_long_names_fit_into_360_pixels(new_phone: Phones) -> None:
    page = new_phone(viewport=NARROW)
    start_by_hand(page, "poison", ["Оля", "Александрина", "Ж" * 40, "W" * 40, "Мария-Антуанетта", "Я"])
    type_in(page, (14, 14, 14, 8))
    expect(cell(page, "r1.p1.poison")).to_have_text("8")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    keys, cells = page.evaluate(TARGETS)  # all in one: a table that comes anew takes its cells away
    assert len(keys) >= 10 + 4  # numbers up to nine, and four with signs
    assert len(cells) == 6 * 4
    for width, height in keys + cells:
        assert width >= 40
        assert height >= 44


SIX = [*NAMES, "Константин", "Лев"]
ROWS_OVER_TOTALS = """() => {
    const ledger = document.querySelector(".round:not([hidden]) .ledger");
    const last = ledger.querySelector("tbody tr:last-child").getBoundingClientRect();
    return ledger.querySelector("tfoot").getBoundingClientRect().top >= last.bottom - 1;
}"""
SEEN = """() => {
    const active = document.querySelector("td.on").getBoundingClientRect();
    const over = document.elementFromPoint(active.x + active.width / 2, active.bottom - 4);
    return over !== null && over.closest("td.on") !== null;
}"""


@pytest.mark.parametrize(("width", "height"), daily([(360, 640), (390, 844), (844, 390)], [(360, 640)]))
def test_totals_cover_no_row_of_six_players_with_a_refusal_or_without(
    new_phone: Phones, width: int, height: int
) -> None:
    page = new_phone(viewport={"width": width, "height": height})
    start(page, SIX)
    for row in ("red", "blue", "purple", "poison"):
        cell(page, f"r1.p1.{row}").locator("a").click()
        page.wait_for_function(ROWS_OVER_TOTALS)
        page.wait_for_function(SEEN)
    press(page, "99")
    expect(page.locator("#sheet-notes .refusal")).to_be_visible()
    page.wait_for_function(ROWS_OVER_TOTALS)
    page.wait_for_function(SEEN)


@pytest.mark.parametrize("game", daily(GAMES, GAMES[-1:]))
def test_a_phone_on_its_side_shows_the_sheet_beside_the_keys(new_phone: Phones, game: str) -> None:
    page = new_phone(viewport={"width": 844, "height": 390})
    start_sheet(page, game, NAMES)
    sheet, keys = box_of(page.locator("#main")), box_of(page.locator("#pad"))
    assert sheet["x"] + sheet["width"] <= keys["x"]
    assert keys["y"] + keys["height"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") == 844
    for row in page.locator(".round:not([hidden]) tbody tr").all():
        expect(row).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
def test_without_scripts_a_round_is_written_by_forms(new_phone: Phones) -> None:
    page = new_phone(java_script_enabled=False)
    page.goto("/score/poison")
    page.get_by_role("button", name="Ещё игрок").click()
    expect(page.locator("input[name=name]")).to_have_count(5)
    page.get_by_role("button", name="Убрать место 5").click()
    for row, name in enumerate(NAMES):
        page.locator("input[name=name]").nth(row).fill(name)
    page.get_by_role("button", name="Начать счёт").last.click()
    cell(page, "r1.p1.red").locator("a").click()
    for n in sum(EXAMPLE.values(), ()):
        page.locator("#write-text").fill(str(n))
        page.get_by_role("button", name="Записать и дальше").click()
    expect(sums(page)).to_have_text(POINTS)
    sums(page).nth(3).locator("a").click()
    expect(page.locator("#why-r1-p4")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(("colour_scheme", "viewport"), BY_DAY_AND_NIGHT)
def test_axe_finds_nothing_on_any_page_of_a_sheet(
    new_phone: Phones, axe: Callable[..., None], colour_scheme: str, viewport: dict[str, int]
) -> None:
    page = new_phone(color_scheme=colour_scheme, viewport=viewport, reduced_motion="reduce")
    page.goto("/score/poison")
    axe(page)
    start(page)
    axe(page)
    sheet = page.url
    press(page, "15")
    expect(page.locator("#sheet-notes .refusal")).to_be_visible()
    axe(page)
    key(page, "undo")
    type_in(page, sum(EXAMPLE.values(), ()))
    sums(page).nth(3).locator("a").click()
    expect(page.locator("#why-r1-p4")).to_be_visible()
    axe(page)
    page.locator(".menu > summary").click()
    axe(page)
    for tail in ("/share", "/history", "?cell=r2.p1.red"):
        page.goto(sheet + tail)
        axe(page)
    page.goto("/score/l/forged")
    axe(page)
    page.goto("/score/recent")
    axe(page)


@pytest.mark.parametrize("game", daily(GAMES, GAMES[:1]))  # the form is one
def test_enter_goes_to_the_next_name_and_from_the_last_one_starts(page: Page, game: str) -> None:
    page.goto(f"/score/{game}")
    names = page.locator("input[name=name]")
    names.first.focus()
    for name in NAMES:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.wait_for_url("**/score/s/*")
    expect(page.locator("#sheet")).to_contain_text("Рита")


def test_a_second_tap_of_a_wet_finger_starts_no_second_sheet(page: Page) -> None:
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.goto("/score/poison")
    for row, name in enumerate(NAMES):
        page.locator("input[name=name]").nth(row).fill(name)
    page.get_by_role("button", name="Начать счёт").last.dblclick()
    page.wait_for_url("**/score/s/*")
    assert len(posts) == 1


def test_a_tap_between_the_answer_and_the_new_page_starts_no_second_sheet(page: Page) -> None:
    """The answer names the new page, which takes its time: the form still stands there and can be tapped."""
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.goto("/score/poison")
    page.evaluate("""document.addEventListener("htmx:afterRequest", () =>
        setTimeout(() => document.getElementById("start").requestSubmit()), { once: true })""")
    for row, name in enumerate(NAMES):
        page.locator("input[name=name]").nth(row).fill(name)
    page.get_by_role("button", name="Начать счёт").last.click()
    page.wait_for_url("**/score/s/*")
    assert len(posts) == 1


HTTP = """
Object.defineProperty(window, "isSecureContext", { value: false });
delete Navigator.prototype.wakeLock;
"""


@pytest.mark.parametrize("over_http", daily([True, False], [True]))  # where the screen is let go
def test_a_phone_that_goes_dark_reads_why(
    new_phone: Phones, axe: Callable[..., None], over_http: bool
) -> None:
    """Over plain http, which is a laptop at the table, no browser keeps the screen on."""
    page = new_phone(apart=over_http)
    if over_http:
        page.add_init_script(HTTP)
    start(page)
    page.locator(".menu > summary").click()
    why = page.locator("[data-no-wake]")
    if over_http:
        expect(why).to_contain_text("по http браузер этого не даёт")
        expect(page.locator("[data-wake]")).to_be_hidden()
        axe(page)
    else:
        expect(why).to_be_hidden()

"""Touch anything on a table: a long press, a right click or «?» tells what it is, and a tap stays a tap."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_table import play_from

POSITION = {
    "players": ["Оля", "Коля", "Рита"],
    "hands": {"Оля": "B1 B2", "Коля": "R1 R2", "Рита": "P1 P2"},
    "cauldrons": ["R4", "", ""],
    "turn": "Оля",
}
LONG = 600  # milliseconds: longer than a tap


def press(page: Page, thing: Locator, slip: int = 0) -> None:
    """A finger that stays for longer than a tap, perhaps slipping by so many pixels."""
    box = thing.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 24)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    if slip:
        moved = {"type": "touchMove", "touchPoints": [{"x": x, "y": y - slip}]}
        touch.send("Input.dispatchTouchEvent", moved)
    page.clock.fast_forward(LONG)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_long_press_tells_and_a_tap_chooses(page: Page) -> None:
    page.clock.install()
    play_from("poison", page, POSITION)
    card, note = page.locator(".at-hand .pick").first, page.locator("dialog[open]")
    press(page, card)
    expect(note.get_by_role("heading")).to_have_text("Синее зелье 1")
    expect(note).to_contain_text("Сейчас можно:")
    expect(card).to_have_attribute("aria-pressed", "false")
    note.get_by_role("button", name="Закрыть").click()
    expect(note).to_have_count(0)
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "true")
    press(page, page.locator("#pot-1"))
    expect(note).to_contain_text("Сейчас нельзя:")
    expect(note).to_contain_text("Годится котёл её цвета")
    expect(page.locator("#table")).to_have_attribute("data-ply", "0")
    page.keyboard.press("Escape")
    press(page, page.locator("#pot-1"), slip=40)
    expect(note).to_have_count(0)


def test_a_question_mark_tells_of_what_has_the_focus_and_arrows_walk_on(page: Page) -> None:
    play_from("poison", page, POSITION)
    note = page.locator("dialog[open]")
    page.locator("#pot-2").focus()
    page.keyboard.press("?")
    expect(note.get_by_role("heading")).to_have_text("Котёл 2")
    expect(note.get_by_role("heading")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(note.get_by_role("heading")).to_have_text("Котёл 3")
    page.keyboard.press("Escape")
    expect(page.locator("#pot-2")).to_be_focused()
    page.locator("#pot-1").click(button="right")
    expect(note.get_by_role("heading")).to_have_text("Котёл 1")

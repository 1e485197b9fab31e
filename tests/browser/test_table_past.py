"""Looking at the past: the back key goes back a step and stays in the match, arrows walk through it."""

from playwright.sync_api import Page, expect

from tests.browser.test_table import begin, play_first


def test_the_back_key_and_the_arrows_walk_through_the_moves(page: Page) -> None:
    """table.md b8: a step back, then the back key, led out of the match."""
    begin(page, ["here", "greedy", "greedy"], ["Оля"], dealer="3")
    play_first(page)
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()
    table, heading = page.url, page.locator(".at-status")
    for n in (2, 1):
        page.get_by_role("link", name="На ход назад").click()
        expect(heading).to_have_text(f"Было: ход {n} из 3")
    page.go_back()
    expect(heading).to_have_text("Было: ход 2 из 3")
    assert page.url == f"{table}?ply=2"
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text("Было: ход 1 из 3")
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text("Было: ход 2 из 3")
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text("Ваш ход")
    assert page.url == table, "the present has no ply in its address"
    for _ in range(4):  # the last of the steps behind: where one came from
        page.go_back()
    expect(heading).to_have_text("Ваш ход")
    assert page.url == table

"""Issue 42: the page goes on asking about its hint by itself; «занята» is never shown."""

from playwright.sync_api import Page, Request, expect

from tests.browser.test_table_connection import sits_alone

MORE = "**/play/m/*/hint/more*"
ASKS = "[hx-get*='/hint/more']"


def test_a_hint_asks_on_until_it_is_done_or_closed(page: Page) -> None:
    """While there is nothing new of it, it stays as it is."""
    sits_alone(page)
    asked = list[Request]()
    page.on("request", lambda request: asked.append(request) if "/hint/more" in request.url else None)
    page.route(MORE, lambda route: route.fulfill(status=204))
    page.get_by_role("button", name="Подсказка").click()
    row = page.locator("#hint").element_handle()
    for _ in range(2):
        with page.expect_response(MORE):
            pass
    assert row.evaluate("row => row.isConnected")
    page.unroute(MORE)
    expect(page.locator(f"#hint:not(:has({ASKS})) .hint-row").first).to_be_visible()
    assert all(request.method == "GET" and not request.post_data for request in asked)
    assert "csrf" not in asked[0].url
    expect(page.locator(".refusal")).to_have_count(0)
    page.get_by_role("button", name="Убрать подсказку").click()
    expect(page.locator(ASKS)).to_have_count(0)

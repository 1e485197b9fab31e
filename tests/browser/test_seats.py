"""Sitting down by a link, in real browsers."""

from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.test_table import begin, sit_down

SAME = "Этот телефон видел до начала тот же отпечаток"
NAMES = ["Коля", "Оля", "Мята"]


def test_who_sits_down_after_the_deal_is_not_told_of_a_share(new_phone: Phones) -> None:
    """It added none, and saw no hash before the cards were dealt."""
    host, late = new_phone(), new_phone()
    begin(host, ["here", "phone", "greedy"], NAMES)
    host.get_by_role("button", name="Раздать, не дожидаясь").click()
    expect(host.locator("#table")).to_be_visible()
    match = host.url
    host.goto(f"{match}/share")
    sit_down(late, host, "Оля")
    expect(late.locator("#table")).to_be_visible()
    for phone, sees in ((host, 1), (late, 0)):
        phone.goto(f"{match}/deal")
        expect(phone.get_by_text("доля следует из числа сервера", exact=True)).to_have_count(1)
        expect(phone.get_by_text(SAME).locator("visible=true")).to_have_count(sees)

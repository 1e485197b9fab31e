"""Sitting down by a link and dealing together, in real browsers: each phone adds its share without a tap."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.test_table import begin, seat_link, sit_down

SAME = "Этот телефон видел до начала тот же отпечаток"
NAMES = ["Коля", "Оля", "Мята"]


@pytest.mark.thorough  # every day the next test adds a share, and test_deal of tests/simulator both
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_two_phones_deal_together_and_each_keeps_its_share(
    new_phone: Phones, axe: Callable[[Page], None], scheme: str
) -> None:
    host, guest, late = (new_phone(color_scheme=scheme) for _ in range(3))
    begin(host, ["here", "phone", "greedy"], NAMES)
    expect(host.get_by_text("доля вытянута на своём телефоне")).to_have_count(1)
    axe(host)
    match, link = host.url, seat_link(host, "Оля")
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Сесть на место Оли")).to_be_visible()
    axe(guest)
    guest.get_by_role("button", name="Сесть за стол").click()
    for phone in (guest, host):  # the host's page waits and turns into the table by itself
        expect(phone.locator("#table")).to_be_visible()
        phone.goto(f"{match}/deal")
        expect(phone.get_by_text(SAME)).to_be_visible()
        expect(phone.get_by_text(re.compile("доля вытянута на своём телефоне"))).to_have_count(2)
    axe(host)
    late.goto(link)
    expect(late.get_by_role("heading", name="Место уже занято")).to_be_visible()
    expect(late.locator(".refusal")).to_contain_text("На место «Оля» сели по ссылке")
    axe(late)
    assert late.evaluate("document.documentElement.scrollWidth <= innerWidth")


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

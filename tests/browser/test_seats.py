"""Sitting down by a link and dealing together, in real browsers: each phone adds its share without a tap."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.test_table import begin


def test_two_phones_deal_together_and_each_keeps_its_share(new_phone: Phones) -> None:
    host, guest = new_phone(), new_phone()
    begin(host, ["here", "phone", "greedy"], ["Коля", "Оля", "Мята"])
    expect(host.get_by_text("долю вытянул свой телефон")).to_have_count(1)
    match, link = host.url, host.locator('[data-copy*="/play/l/"]').first.get_attribute("data-copy")
    assert link is not None
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Сесть на место Оли")).to_be_visible()
    guest.get_by_role("button", name="Сесть за стол").click()
    for phone in (guest, host):  # the host's page waits and turns into the table by itself
        expect(phone.locator("#table")).to_be_visible()
        phone.goto(f"{match}/deal")
        expect(phone.get_by_text("Этот телефон видел до раздачи тот же отпечаток")).to_be_visible()
        expect(phone.get_by_text(re.compile("долю вытянул свой телефон"))).to_have_count(2)

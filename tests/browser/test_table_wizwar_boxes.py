"""The table of «Маго-бой» with «Дополнение 1»: a monster is created, walked and fought between two phones."""

import re
from collections.abc import Callable
from itertools import count

from playwright.sync_api import Page, expect

from simulator import engines
from simulator.games.wizwar.engine.places import square_text
from tests.browser.conftest import Phones
from tests.browser.test_table import sit_down
from tests.browser.test_table_wizwar import choose, play_from, post, role, spot

WIZWAR = engines.get("wizwar")
CONFIG = {"players": 2, "options": {"first_player": "1", "sets": "monsters"}}
WALKED = "troll"  # it walks two squares and hits for three
BEASTS = {
    "players": ["Оля", "Коля"],
    "turn": "Оля",
    "options": {"sets": "monsters"},
    "sectors": "s1 s2",
    "at": {"Оля": "1c3", "Коля": "1c2"},
    "hands": {"Оля": "wand_of_sparks number_3 big_man", "Коля": "full_shield"},
    "monsters": "m1 troll@1c4 w1 life=4; m2 fire_imp@1c2 w1; m3 shadow@1d4 w2",
    "dust": "1b4",
    "ooze": "1d2",
}


def deal_with_a_troll() -> int:
    """A seed that deals Оля, who begins, a troll and something that Коля may answer with."""
    deals = ((seed, WIZWAR.new_game(CONFIG, seed).state) for seed in count())
    return next(seed for seed, state in deals if WALKED in state.wizards[0].hand and state.wizards[1].hand)


def test_a_monster_is_created_walked_and_fought_between_two_phones(
    new_phone: Phones, axe: Callable[..., None]
) -> None:
    """monsters.creating, monsters.new, monsters.move, monsters.blow"""
    hers, his = new_phone(), new_phone()
    hers.goto("/play/wizwar")
    hers.locator('input[name="box"][value="monsters"]').check()
    hers.locator('[name="name-0"]').fill("Оля")
    hers.locator('[name="name-1"]').fill("Коля")
    for place, kind in enumerate(["here", "phone", "", "", "", ""]):
        hers.locator(f"[name=kind-{place}]").select_option(kind)
    hers.get_by_text("Правила партии").click()
    hers.locator("#option-first_player").select_option("1")
    hers.get_by_text("Зерно раздачи").click()
    hers.locator("#seed").fill(str(deal_with_a_troll()))
    axe(hers)
    hers.get_by_role("button", name="Раздать карты").click()
    hers.wait_for_url("**/play/m/*")
    table = hers.url
    hers.goto(f"{table}/share")
    sit_down(his, hers, "Коля")
    hers.goto(table)
    for seat, phone in enumerate((hers, his)):  # nobody attacks in the first round
        post(phone, seat, "end;draw 0")
    hers.reload()

    state = WIZWAR.new_game(CONFIG, deal_with_a_troll()).state
    here = square_text(state.wizards[0].at)
    choose(hers, WALKED, "Сыграть")
    spot(hers, here).click()
    role(hers, f"Цель: {here[0]}‑{here[1:]}").first.click()
    expect(spot(hers, here)).to_have_attribute("aria-label", re.compile(r"«Тролль», хозяин Оля, жизней\s6"))
    expect(hers.locator(".beast")).to_contain_text("в этом раунде не бьёт")
    axe(hers)

    # It is led by taps: its own square, then where it goes, and that once more.
    spot(hers, here).click()
    expect(hers.locator(".beast.led")).to_have_count(1)
    to = hers.locator(".spot.led").first.get_attribute("data-square")
    assert to
    spot(hers, to).click()
    first = hers.locator(".at-roles.place:visible .role").first
    expect(first).to_have_attribute("data-by", "m1")
    axe(hers)
    first.click()
    expect(spot(hers, to)).to_have_attribute("aria-label", re.compile("«Тролль», хозяин Оля"))
    expect(spot(his, to)).to_have_attribute("aria-label", re.compile("«Тролль», хозяин Оля"))
    axe(his)
    expect(his.locator(".log")).to_contain_text("создаёт монстра: «Тролль»")


def test_a_monster_hits_and_its_blow_is_answered(page: Page, axe: Callable[..., None]) -> None:
    """monsters.blow: in its own square; a list below the maze tells what is left of its turn."""
    play_from(page, BEASTS)
    expect(page.locator(".beast")).to_have_count(3)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('[data-lead="m1"]').click()
    expect(page.locator('.beast.led[data-beast="m1"]')).to_have_count(1)
    spot(page, "1c2").click()
    expect(page.locator('.at-roles.place:visible [value="hit m2 w2"]')).to_contain_text("бьёт: Коля")
    page.locator('.at-roles.place:visible [value="hit m2 w2"]').click()
    expect(page.locator(".asked, .log").first).to_contain_text(re.compile("«Огненный бес»"))
    axe(page)

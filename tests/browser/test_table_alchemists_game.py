"""Every kind of question of «Алхимики» on a phone and on a desktop; rows of the hint on the board."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from simulator.engine.sharing import pack
from tests.browser.forms import send
from tests.browser.places import box_of
from tests.browser.test_table_alchemists import DESKTOP, PHONE, SIDEWAYS
from tests.daily import daily

TALLEST = 150  # pixels of a key: more means that its words don't fit
KEYS = """() => [...document.querySelectorAll('#move-form button[name="move"]:not([data-blocked])')]
    .map((key) => [key.value, key.textContent])"""
STALE = "document.getElementById('table').dataset.stale = '1'"
SHARE = re.compile(r"(\d+)\s*%")


def answer(page: Page, verb: str) -> None:
    """Taps the likeliest key of a verb, and waits until the table has come anew."""
    keys = {move: said for move, said in page.evaluate(KEYS) if move.split()[0] == verb}
    move = max(keys, key=lambda move: int(found[1]) if (found := SHARE.search(keys[move])) else 0)
    page.evaluate(STALE)
    key = page.locator(f'#move-form button[name="move"][value="{move}"]')
    for code in (key.get_attribute("data-pair") or "").split() if key.is_hidden() else ():
        page.locator(f'.al-pick[data-code="{code}"]').first.click()
    key.click()
    expect(page.locator("#table[data-stale]")).to_have_count(0)
    expect(page.locator(".refusal")).to_have_count(0)


TABLE: Mapping[str, Any] = {
    "players": ["Оля", "Коля", "Рита"],
    "turn": "Оля",
    "code": "DEMO",
    "round": 3,
    "gold": {"Оля": 12, "Коля": 8},
    "hands": {"Оля": "mushroom toad fern claw flower", "Коля": "claw fern", "Рита": "flower"},
}
TOAD = {"theories": {"toad": ["a0", "Коля: gold"]}}
MASTER = TOAD | {"options": {"level": "master"}}
OWN = {ingredient: [f"a{n}", "Оля"] for n, ingredient in enumerate(("toad", "fern", "mushroom", "claw"))}


def acting(area: str, *favours: str) -> dict[str, Any]:
    return {"actions": {"Оля": area}, "favours": {"Оля": " ".join(favours)} if favours else {}}


# What differs from TABLE, then the verbs that are answered before the question.
QUESTIONS: Mapping[str, tuple[Mapping[str, Any], tuple[str, ...]]] = {
    "herbalist": (acting("forage") | {"asked": "herbalist"}, ()),
    "space": ({"at": "order"}, ()),
    "planning": ({"at": "plan"}, ()),
    "helpers": ({"at": "plan", "favours": {"Оля": "assistant associate custodian"}}, ()),
    "bid": ({"actions": {"Оля": "sell", "Коля": "sell"}}, ()),
    "forage": (acting("forage"), ()),
    "transmute": (acting("transmute", "sage"), ()),
    "custodian": (acting("custodian"), ()),
    "sell": (acting("sell", "merchant"), ()),
    "guarantee": (acting("sell"), ("order",)),
    "barmaids": (acting("sell", "barmaid"), ("order", "guarantee")),
    "sale": (acting("sell"), ("order", "guarantee")),
    "buy_artifact": (acting("buy_artifact", "shopkeeper"), ()),
    "debunk": (acting("debunk") | TOAD, ()),
    "debunk of a master": (acting("debunk") | MASTER, ()),
    "claim": (acting("debunk") | MASTER, ("test",)),
    "publish": (acting("publish") | TOAD, ()),
    "token": (acting("publish"), ("publish",)),
    "seal": (acting("publish"), ("publish", "token")),
    "student": (acting("student"), ()),
    "drink": (acting("drink"), ()),
    "exhibition": (acting("exhibition") | {"round": 6}, ()),
    "promise": (acting("exhibition") | {"round": 6}, ("promise",)),
    "grant": (acting("publish") | {"asked": "grant", "theories": OWN}, ()),
    "cap": (acting("student") | {"asked": "cap 1", "artifacts": {"Оля": "thinking_cap"}}, ()),
    "peek": (
        {"at": "student", "asked": "peek", "actions": {"Коля": "student/1"}}
        | {"artifacts": {"Оля": "periscope"}, "past": ["Коля: student flower feather"]},
        (),
    ),
    "mortar": (
        {"at": "student", "asked": "mortar toad", "actions": {"Оля": "student/1"}}
        | {"artifacts": {"Оля": "magic_mortar"}, "past": ["Оля: student mushroom toad"]},
        (),
    ),
    "immediate": (
        {"at": "debunk", "asked": "immediate scorpion a1", "actions": {"Оля": "debunk/1 publish"}}
        | {"past": ["Оля: debunk scorpion G = +"]},
        (),
    ),
    "altar": (acting("buy_artifact") | {"asked": "altar", "artifacts": {"Оля": "altar_of_gold"}}, ()),
}


TALL = """(most) => [...document.querySelectorAll(".al-key:not([hidden])")]
    .filter((key) => key.offsetHeight > most).map((key) => key.value)"""


def ask(page: Page, kind: str) -> None:
    """The table on which a question of this kind is open."""
    differs, verbs = QUESTIONS[kind]
    send(page, "/play/alchemists/position", {"p": pack({**TABLE, **differs}), "do": "play"})
    expect(page.locator("#al-asked")).to_be_visible()
    for verb in verbs:
        answer(page, verb)
    assert page.evaluate(KEYS)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_kind_of_question_fits_and_axe_finds_nothing(
    page: Page, axe: Callable[..., None], kind: str
) -> None:
    ask(page, kind)
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        assert page.evaluate(SIDEWAYS) <= 0
        assert page.evaluate(TALL, TALLEST) == []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            axe(page)


def test_keys_to_publish_and_to_endorse_fit_on_a_phone(page: Page, axe: Callable[..., None]) -> None:
    """publish.endorse: beside a formula the words once had the width of a letter."""
    ask(page, "publish")
    assert page.evaluate(TALL, TALLEST) == []
    axe(page)


DRAWN = {"forage": ".al-cards", "publish": ".al-books", "space": ".al-track", "debunk": ".al-books"}


@pytest.mark.parametrize("kind", daily(DRAWN, ["publish"]))
def test_a_row_of_the_hint_is_drawn_on_the_board(page: Page, kind: str) -> None:
    """Issue 42: «A tap on a row draws it on the board»: what it is about is ringed, a word stands beside."""
    ask(page, kind)
    page.get_by_role("button", name="Подсказка").click()
    rows = page.locator('.hint-row:not([data-move="decline"]):not([data-move="draw"])')
    rows.first.click()
    ringed = page.locator(f"{DRAWN[kind]} [data-about].named:visible")
    expect(ringed.first).to_contain_text("из подсказки")
    rows.first.press("Tab")
    page.locator("#al-asked").click()
    expect(ringed).to_have_count(0)


@pytest.mark.thorough  # every day test_table_dock holds it of a phone
def test_in_a_large_room_the_question_covers_nothing_of_the_board(page: Page) -> None:
    page.set_viewport_size(DESKTOP)
    ask(page, "debunk of a master")
    dock = box_of(page.locator(".at-dock"))
    for part in (".al-field", ".al-theories", ".al-book", ".al-people"):
        box = box_of(page.locator(part))
        beside = box["x"] + box["width"] <= dock["x"]
        assert beside or box["y"] >= dock["y"] + dock["height"], part

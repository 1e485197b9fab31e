"""Played by keyboard and screen reader alone: the end of a game of each engine, a lesson, a sheet of each."""

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from simulator.engine.sharing import pack
from simulator.game import engine_of, played_games
from simulator.lessons import book
from simulator.table.speech import LONGEST
from tests.browser.conftest import Phones
from tests.browser.forms import send
from tests.browser.hearing import Listener
from tests.browser.sheets import start_sheet
from tests.daily import daily

NAMES = ("Оля", "Мята", "Шалфей", "Полынь")
CALM = {"reduced_motion": "reduce"}  # the table as it stands, without what led there
FEW = 8  # moves before the end
CLAUSE = re.compile(r"\b\d{1,2}\.\d{1,2}\b")
# Notes each line of the card above the table, once, as it comes.
NOTE = """() => {
    window.shown = [];
    const known = new Set();
    const note = () => {
        const lines = [...document.querySelectorAll(".news [data-ply]")];
        const part = (line, n) => Number(line.dataset.ply.split(":")[n]);
        lines.sort((a, b) => part(a, 1) - part(b, 1));
        for (const line of lines) {
            const text = line.textContent.replace(/\\s+/g, " ").trim().toLowerCase();
            const key = `${part(line, 0)} ${text}`;
            if (!known.has(key)) window.shown.push(text);
            known.add(key);
        }
    };
    document.addEventListener("htmx:afterSettle", note);
}"""


@cache
def near_the_end(game_id: str) -> dict[str, Any]:
    """The short form of a position so many moves before the end of a game that is played at random."""
    game = engine_of(game_id)
    config = next(iter(game.configs.values()))
    seats = config.seats[0]
    state = game.new_game({"players": seats, "options": dict(config.options)}, 7).state
    course, n = [state], 0
    while game.to_act(state):
        n += 1
        seat = min(game.to_act(state))
        bot = game.bots["random"]
        state = game.apply(state, seat, bot(game.view(state, seat), game.legal_moves(state, seat), n)).state
        course.append(state)
    for state in reversed(course[: -FEW - 1]):
        position = game.short(state, NAMES[:seats], None, whole=True)
        if len(game.to_act(state)) == 1 and game.to_act(game.decode(position)) == game.to_act(state):
            return position
    raise AssertionError(game_id)


def sit_down(page: Page, game_id: str) -> Listener:
    send(page, f"/play/{game_id}/position", {"p": pack(near_the_end(game_id)), "do": "play"})
    expect(page.locator(".at-status")).to_be_visible()
    page.evaluate(NOTE)
    return Listener(page)


# Every day one game; tests/simulator/test_speech asks aloud at tables of all.
@pytest.mark.parametrize("game_id", daily(played_games(), ["poison"]))
def test_the_end_of_a_game_is_played_and_heard(new_phone: Phones, game_id: str) -> None:
    """By «M», which names a move each time, and «G», which makes it; what happens is heard once, in order."""
    page = new_phone(**CALM)
    listener = sit_down(page, game_id)
    for _ in range(40):
        listener.transcript += [each for each in listener.taken() if each.startswith(("polite", "assertive"))]
        if page.locator(".at-ended .places").count():
            break
        listener.press("m")
        asked = listener.transcript[-1]  # after what others may have done meanwhile
        if "Ходов:" not in asked:
            page.wait_for_timeout(200)
            continue
        assert len(asked) <= LONGEST
        assert not CLAUSE.search(asked)
        named = listener.press("m")
        assert named
        listener.press("g")
    expect(page.locator(".at-ended .places")).to_be_visible()
    told, at = " ".join(listener.transcript).lower(), 0
    for text in page.evaluate("window.shown"):
        found = told.find(text, at)
        assert found >= 0, f"{text} was shown and not heard, or not in its turn:\n{told}"
        at = found + len(text)


# By game, the keys of its sheet that write an entry, and what is heard of it.
WRITES = {
    "poison": (["[data-cell]"], "3", "Оля, красные: 3"),
    "potions": (['[data-who][data-name="Оля"]', '[data-pick="element 1"]'], "", "Оля"),
    "alchemists": (['[data-seat="1"]', '[data-what="publish +1"]'], "", "Оля"),
    "wizwar": (['[data-zone="1"] .life-key.minus'], "", "Оля"),
}


@pytest.mark.parametrize("game_id", daily(WRITES, ["poison", "wizwar"]))  # by a number, and by a key
def test_what_is_written_into_a_sheet_is_heard(page: Page, game_id: str) -> None:
    """score.record: each entry once, as the sheet says it, without a look at it."""
    start_sheet(page, game_id, NAMES[:3])
    listener = Listener(page)
    keys, typed, said = WRITES[game_id]
    for key in keys:
        page.locator(key).first.focus()
        if not typed:
            page.keyboard.press("Enter")
    for each in typed:
        page.keyboard.press(each)
    if typed:
        page.keyboard.press("Enter")
    heard = listener.heard()
    assert said in heard
    assert not CLAUSE.search(heard)


def test_a_lesson_is_gone_through_by_ear(new_phone: Phones) -> None:
    """A step says what is asked; «M» and «G» answer it, and Enter goes on."""
    lesson = book.lessons_of("poison")[0]
    page = new_phone(**CALM)
    page.goto(f"/play/poison/lesson/{lesson.id}/{lesson.steps[0].id}")
    listener = Listener(page)
    steps = 0
    while steps < 2:
        for n in range(1, 30):
            named = [listener.press("m") for _ in range(n + 1)]
            assert listener.press("g") not in named
            if page.locator(".lesson-next").count():
                break
        expect(page.locator(".lesson-next")).to_be_focused()
        steps += 1
        page.keyboard.press("Enter")
        expect(page.locator("#table")).to_have_attribute("data-step", lesson.steps[steps].id)
        assert listener.heard() == " ".join(lesson.steps[steps].say.ru.split()), "once"


def test_keys_answer_in_each_layout_and_leave_fields_alone(page: Page) -> None:
    """«?» and Esc, arrows, digits and «H» go on meaning what they did."""
    listener = sit_down(page, "poison")
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyB', key: 'и', bubbles: true }))"
    )
    assert "Котёл 1" in listener.heard()
    assert "Котёл 2" in listener.press("b")
    assert "Котёл 1" in listener.press("Shift+B")
    assert "Вы: " in listener.press("p")
    assert "Котёл 1" in listener.press("b"), "whoever comes back hears where they were"
    page.get_by_role("button", name="прочесть поле").focus()
    assert "Котёл 2" in listener.press("Enter"), "where letters go to the reader itself"
    page.locator(".at-hand .pick").first.focus()
    assert re.match("Можно|.*нельзя", listener.press("y"))

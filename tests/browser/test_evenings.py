"""«Наши партии»: what a device keeps of its evenings, on another device by a file, and in BG Stats."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Phones
from tests.browser.forms import KEEPS_NONE
from tests.browser.places import cut_words
from tests.browser.sheets import start_sheet, write

OLYA, SASHA, KOLYA = ["Оля", "Саша", "Коля"]
MARKUP = "<img src=x onerror=alert(1)>"


def play(page: Page, names: list[str], poisons: tuple[int, int, int]) -> None:
    """An evening of one round, in which somebody has taken nothing but poison."""
    start_sheet(page, "poison", names)
    cells = {f"r1.p{seat}.{field}": 0 for seat in (1, 2, 3) for field in ("red", "blue", "purple")}
    write(page, cells | {f"r1.p{seat}.poison": n for seat, n in enumerate(poisons, start=1)})
    page.locator(".menu > summary").click()
    page.locator(".menu").get_by_role("button", name="Закончить счёт").click()
    page.locator("#sheet[data-result]").wait_for()


def give(page: Page, file: Path, axe: Callable[..., None]) -> None:
    """The sheet to which «К счёту» leads, taken by «Отдать серверу»; the old one is looked at once more."""
    page.go_back()
    old = page.url
    file.write_bytes(page.request.get(f"{old}/export.json", headers=KEEPS_NONE).body())
    page.goto("/score/poison")
    page.get_by_role("link", name="Принять счёт из файла").click()
    page.set_input_files("#file", file)
    axe(page)
    page.get_by_role("button", name="Отдать серверу").click()
    page.locator("#sheet[data-result]").wait_for()
    new = page.url
    assert new != old
    for url in (old, new):
        page.goto(url)
        page.locator("#sheet[data-result]").wait_for()
    rows = page.evaluate("() => JSON.parse(localStorage.evenings).rows")
    assert [row["sheet"] for row in rows if row.get("from")] == [new.rpartition("/")[2]]
    assert old.rpartition("/")[2] not in [row["sheet"] for row in rows]


def person(page: Page, name: str) -> Locator:
    row = page.locator("#ours-people tr").filter(has=page.get_by_text(name, exact=True))
    return row.locator("td")


def row(n: int, **changes: Any) -> dict[str, Any]:
    players = [
        {"name": OLYA, "place": 1, "points": 3, "won": True},
        {"name": SASHA, "place": 2, "points": n % 50, "won": False},
    ]
    date = f"2025-{n % 12 + 1:02}-{n % 28 + 1:02}T19:00:00Z"
    return {"sheet": f"aa{n:06}", "version": 9, "game": "potions", "date": date, "players": players} | changes


def take(page: Page, file: Path, data: object) -> None:
    text = data if isinstance(data, str) else json.dumps(data)
    file.write_text(text, encoding="utf-8")
    page.set_input_files("#ours-import", file)


def evenings(*rows: object, **more: object) -> dict[str, object]:
    return {"kind": "grimoire-evenings", "rows": list(rows), "joined": []} | more


COLOURS = """() => [...document.querySelectorAll(".place-person, #ours-people tr")].map((each) => [
    each.querySelector("b, .who").textContent,
    getComputedStyle(each.querySelector(".place-sign, .sign")).color,
])"""


def colours_of(page: Page) -> dict[str, str]:
    """The colour of each person at the end of a sheet, or in the table of «Наши партии»."""
    return dict(page.evaluate(COLOURS))


def test_three_evenings_are_kept_counted_and_carried_to_another_device(
    new_phone: Phones, axe: Callable[..., None], tmp_path: Path
) -> None:
    """Wins, means, bests, streaks, by game and by pair; two names are joined and parted; import merges by
    sheet, twice is once. BG Stats: under 8,000 characters, the fewest points win. Scripts and server give a
    person one colour, in whatever seat. A sheet given to a server is counted once, by its new address.
    """
    page, other = new_phone(), new_phone()
    page.goto("/evenings")
    expect(page.locator("#ours-empty")).to_be_visible()
    axe(page)
    play(page, [OLYA, SASHA, KOLYA], (0, 2, 3))
    colours = colours_of(page)
    assert len(set(colours.values())) == 3
    play(page, [KOLYA, OLYA, SASHA], (3, 4, 1))
    assert colours_of(page) == colours
    play(page, ["Ольга", SASHA, KOLYA], (0, 4, 2))

    page.locator(".kept-links").get_by_role("link", name="В BG Stats").click()
    link = page.locator("#bg-stats").get_attribute("href")
    assert link is not None
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert len(link) < 8000
    sent = json.loads(unquote(link.partition("=")[2]))
    assert sent["game"]["highestWins"] is False
    assert [(each["name"], each["score"], each["winner"]) for each in sent["players"]] == [
        ("Ольга", 0, True),
        (SASHA, 8, False),
        (KOLYA, 4, False),
    ]
    axe(page)
    give(page, tmp_path / "sheet.json", axe)

    page.goto("/evenings")
    expect(page.locator("#ours-span")).to_contain_text("Партий: 3")
    assert colours.items() <= colours_of(page).items()
    expect(person(page, SASHA)).to_have_text(["1", "3", "0 / 1", "4,7", "2"])
    expect(person(page, OLYA)).to_have_text(["1", "2", "0 / 1", "4", "0"])
    expect(page.locator("#ours-pairs .row").filter(has_text="Коля — Саша")).to_contain_text("Коля выше: 1")
    expect(page.locator("#ours-chart text")).to_contain_text(["С"])
    page.locator("#ours-same summary").click()
    for field, name in (("#ours-one", "Ольга"), ("#ours-other", SASHA)):
        page.locator(field).select_option(name)
    page.get_by_role("button", name="Считать вместе").click()
    expect(page.locator("#ours-met")).to_contain_text("сидели за одним столом")
    page.locator("#ours-other").select_option(OLYA)
    page.get_by_role("button", name="Считать вместе").click()
    expect(person(page, OLYA)).to_have_text(["2", "3", "1 / 1", "2,7", "0"])
    axe(page)

    with page.expect_download() as saved:
        page.locator('[data-save="json"]').click()
    kept = Path(saved.value.path()).read_text(encoding="utf-8")
    with page.expect_download() as table:
        page.locator('[data-save="csv"]').click()
    lines = Path(table.value.path()).read_text(encoding="utf-8").split("\n")
    assert lines[0].startswith("\ufeffДата;Игра;Счёт;Игрок;")
    assert re.search(r";Алхимия;\w+;Саша;2;4;0$", lines[2].strip())

    other.goto("/evenings")
    for said in ("Добавлено партий: 3. Уже были здесь: 0.", "Добавлено партий: 0. Уже были здесь: 3."):
        take(other, tmp_path / "kept.json", kept)
        expect(other.locator("#ours-said")).to_contain_text(said)
    expect(person(other, OLYA)).to_have_text(["2", "3", "1 / 1", "2,7", "0"])
    other.locator("#ours-same summary").click()
    other.get_by_role("button", name="Это разные люди").click()
    expect(person(other, OLYA)).to_have_text(["1", "2", "0 / 1", "4", "0"])


def test_names_of_the_table_are_whole_on_a_phone_beside_all_columns(new_phone: Phones) -> None:
    page = new_phone(viewport=PHONE)
    play(page, ["Александрина", "Константин", "Владислава"], (0, 2, 3))
    page.goto("/evenings")
    expect(page.locator("#ours-people tr")).to_have_count(3)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    assert cut_words(page, ".ours-table th") == []
    assert page.locator(".scroll-x").first.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_a_crafted_file_is_harmless_and_a_large_one_is_quick(page: Page, tmp_path: Path) -> None:
    """Names are text and never HTML; bad rows are named by number, with the reason; 5,000 evenings."""
    page.goto("/evenings")
    stop, said, file = page.locator("#ours-stop"), page.locator("#ours-said"), tmp_path / "evil.json"
    for text in ("{", "[]", '{"kind": "else", "rows": []}', json.dumps(evenings(rows={}))):
        take(page, file, text)
        expect(stop).to_contain_text("Это не файл с партиями")
    take(page, file, " " * (9 << 20))
    expect(stop).to_contain_text("до 8 МБ")
    expect(page.locator("#ours-empty")).to_be_visible()

    seat = row(0)["players"]
    bad = [
        None,
        row(1, sheet="../../etc"),
        row(2, game="<b>"),
        row(3, date="вчера"),
        row(4, players=[]),
        row(5, players=[seat[0] | {"name": "я" * 10_000}]),
        row(6, players=[seat[0], seat[0]]),
        row(7, players=[seat[0] | {"points": 1e99}]),
    ]
    good = row(8, players=[seat[0] | {"name": MARKUP}, seat[1] | {"name": "__proto__"}], extra={"x": MARKUP})
    take(page, file, evenings(*bad, good, joined=[["__proto__", MARKUP], 7, [MARKUP]]))
    expect(said).to_contain_text("Добавлено партий: 1.")
    expect(said).to_contain_text("Не взяты строки: 8.")
    expect(said.locator("li")).to_have_text([re.compile(f"^Строка {n}: ") for n in range(1, 9)])
    expect(said.locator("li").nth(6)).to_have_text("Строка 7: два игрока с одним именем")
    expect(page.locator("#ours-people")).to_contain_text(MARKUP)
    assert page.locator("#ours img").count() == 0
    with page.expect_download() as saved:
        page.locator('[data-save="json"]').click()
    assert "extra" not in Path(saved.value.path()).read_text(encoding="utf-8")

    take(page, file, evenings(*(row(n) for n in range(100, 5100))))
    expect(said).to_contain_text("Добавлено партий: 5000.", timeout=5000)
    page.reload()
    expect(page.locator("#ours-span")).to_contain_text(re.compile("Партий: 5.001"))
    expect(page.locator("#ours-list li")).to_have_count(10)


LONG = "9" * 10_000
FUTURE, UNCLEAR = "этот день ещё не настал", "непонятно, когда играли"
DAYS = [
    ("9999-12-31T23:59:59Z", FUTURE),
    ("2099-01-01T00:00:00Z", FUTURE),
    ("0000-01-01T00:00:00Z", UNCLEAR),
    ("1899-12-31T23:59:59Z", UNCLEAR),
    ("2026-02-30T19:00:00Z", UNCLEAR),
    ("2026-13-01T19:00:00Z", UNCLEAR),
    ("+010000-01-01T00:00:00Z", UNCLEAR),
    ("-1", UNCLEAR),
    (-1, UNCLEAR),
    (None, UNCLEAR),
    ({"year": 2026}, UNCLEAR),
    (LONG, UNCLEAR),
    (f"{LONG}-01-01T00:00:00Z", UNCLEAR),
]


def test_no_evening_of_a_day_that_cannot_be_comes_in_from_a_file(new_phone: Phones, tmp_path: Path) -> None:
    """Each such row is named with the reason, in the reader's language; those beside it come in, what was
    kept stays, and the page goes on.
    """
    page, file = new_phone(), tmp_path / "days.json"
    page.goto("/evenings")
    take(page, file, evenings(row(1)))
    expect(page.locator("#ours-span")).to_contain_text("Партий: 1")
    said = page.locator("#ours-said")
    take(page, file, evenings(*(row(n, date=day) for n, (day, _) in enumerate(DAYS, start=50)), row(2)))
    expect(said).to_contain_text(f"Не взяты строки: {len(DAYS)}.")
    expect(said).to_contain_text("Добавлено партий: 1. Уже были здесь: 0.")
    expected = [f"Строка {n}: {why}" for n, (_, why) in enumerate(DAYS, start=1)]
    expect(said.locator("li")).to_have_text(expected[:10])
    expect(said).to_contain_text(f"И ещё строк: {len(DAYS) - 10}.")
    assert LONG[:100] not in page.content()
    page.reload()
    expect(page.locator("#ours-span")).to_contain_text("Партий: 2")

    page.goto("/en/evenings")
    take(page, file, evenings(row(60, date=DAYS[0][0])))
    expect(said).to_contain_text("Row 1: that day is still to come")


def test_what_a_device_keeps_outlives_a_clock_that_is_wrong(new_phone: Phones, tmp_path: Path) -> None:
    """A device that believes itself in 1970 takes nothing new in, and loses nothing."""
    page = new_phone(apart=True)
    page.goto("/evenings")
    take(page, tmp_path / "now.json", evenings(row(1)))
    expect(page.locator("#ours-span")).to_contain_text("Партий: 1")
    page.add_init_script("Date.now = () => 0")
    page.reload()
    take(page, tmp_path / "then.json", evenings(row(2)))
    expect(page.locator("#ours-said")).to_contain_text(f"Строка 1: {FUTURE}")
    expect(page.locator("#ours-span")).to_contain_text("Партий: 1")


def test_the_table_of_evenings_is_parted_as_the_language_has_it(new_phone: Phones, tmp_path: Path) -> None:
    """Semicolons for Russian, commas for English, the byte order mark for both; no name is a formula."""
    page = new_phone()
    page.goto("/evenings")
    players = [
        {"name": name, "place": n, "points": -n, "won": n == 1}
        for n, name in enumerate(("＝1＋1", "Оля, Рита", "Коля; Саша"), start=1)
    ]
    take(page, tmp_path / "one.json", evenings(row(1, players=players)))
    for path, delimiter, head in (("/evenings", ";", "Дата"), ("/en/evenings", ",", "Date")):
        page.goto(path)
        with page.expect_download() as table:
            page.locator('[data-save="csv"]').click()
        text = Path(table.value.path()).read_text(encoding="utf-8")
        assert text.startswith(f"\ufeff{head}{delimiter}")
        rows = list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=delimiter))
        assert [len(each) for each in rows] == [7] * 4
        assert [each[3] for each in rows[1:]] == ["'＝1＋1", "Оля, Рита", "Коля; Саша"]


def test_who_has_an_iphone_reads_of_the_week_and_of_the_screen(new_phone: Phones, tmp_path: Path) -> None:
    """Unless the browser has promised to keep them."""
    page = new_phone(apart=True)
    for held in (False, True):
        page.add_init_script(
            f"navigator.storage.persisted = navigator.storage.persist = async () => {str(held).lower()};"
        )
        page.goto("/evenings")
        take(page, tmp_path / "one.json", evenings(row(1)))
        expect(page.locator("#ours-promise")).not_to_be_empty()
        week = page.locator("#ours-week")
        expect(week).to_be_hidden() if held else expect(week).to_contain_text("неделю")

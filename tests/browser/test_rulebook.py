"""The rulebook on a phone: words open in place, search while typing, filters, axe on each kind of page."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from django.urls import NoReverseMatch, get_resolver, reverse
from playwright.sync_api import Page, expect

from rulebook.content import reading
from rulebook.content.entries import GameContent
from simulator.matches.coverage_views import PARTS
from tests.browser.places import box_of, cut_words, unfold_boxes
from tests.daily import daily

TAP = 48  # pixels of a target
KINDS = [
    "/",
    "/search?q=переполнение котла",
    "/search?q=щщщщ",
    "/search?game=poison&q=можно ли начать котёл ядом",
    "/rules/poison",
    "/rules/poison/turn",
    "/rules/poison/overflow.take",
    "/rules/poison/figures/majority.shed",
    "/rules/poison/variant.muduko",
    "/rules/wizwar/sight",
    "/rules/wizwar/figures/counter.answers",
    "/rules/poison/cards",
    "/rules/poison/cards/poison-4",
    "/rules/poison/glossary",
    "/rules/poison/term/cauldron",
    "/rules/poison/rulings",
    "/rules/poison/ruling/poison-18",
    "/rules/poison/all",
    "/rules/poison/reference",
    "/rules/poison/setup?players=3",
    "/rules/poison/overflow.tkae",
    "/rules/potions",
    "/rules/potions/cards",
    "/rules/potions/cards?kind=nonsense",
    "/rules/potions/cards?kind=spell&points=8",
    "/rules/potions/cards/powder_of_control",
    "/rules/potions/cards/supreme_elixir",
    "/rules/potions/cards/spell_of_knowledge",
    "/rules/potions/cards/powder_of_fete",
    "/rules/potions/elements",
    "/rules/potions/element/mandrake",
    "/rules/potions/graph",
    "/rules/potions/graph?from=dragon",
    "/rules/potions/reference",
    "/rules/alchemists/reference",
    "/rules/wizwar/reference",
    "/rules/alchemists/setup?players=4",
    "/rules/wizwar/setup?players=6",
    "/en/rules/poison/overflow.take",
]

# Every day those that `test_every_page` doesn't come by, or sees of another game only.
DAILY = [
    "/search?q=щщщщ",
    "/rules/poison/overflow.tkae",
    "/rules/potions/cards?kind=nonsense",
    "/rules/potions/cards/supreme_elixir",
    "/rules/potions/graph?from=dragon",
    "/rules/alchemists/setup?players=4",
]


@pytest.mark.parametrize("paths", [DAILY, pytest.param(KINDS, marks=pytest.mark.thorough)], ids=len)
def test_axe_finds_nothing(page: Page, axe: Callable[..., None], paths: list[str]) -> None:
    for path in paths:
        page.goto(path)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


def test_a_word_opens_by_tap_and_closes_by_escape(page: Page) -> None:
    page.goto("/rules/poison/turn.play")
    word = page.locator("a.term").first
    word.tap()
    note = page.locator(".popover")
    expect(note).to_contain_text("Котёл")
    expect(word).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    expect(word).to_be_focused()


def test_search_answers_while_typing_and_leads_to_the_rule(page: Page) -> None:
    page.goto("/rules/poison")
    page.keyboard.press("/")
    page.keyboard.type("котёл переполнен", delay=15)
    first = page.locator(".search-results a.row").first
    expect(first).to_contain_text("Котёл переполнен: что остаётся")
    expect(first.locator("mark").first).to_have_text("Котёл")
    expect(page.locator(".search-results .found-games")).to_have_count(0)  # a game's own entries come first
    expect(page.locator(".search-results .elsewhere")).to_have_text("В других играх")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/poison/overflow.stays")
    expect(page.locator("h1")).to_contain_text("Котёл переполнен")


def test_the_search_page_keeps_what_is_typed_in_its_address(page: Page) -> None:
    page.goto("/search")
    page.locator("#q").click()
    page.keyboard.type("rjntk", delay=15)
    expect(page.locator("#results")).to_contain_text("Вместо «rjntk» искали «котёл»")
    expect(page).to_have_url(re.compile(r"/search\?q=rjntk$"))


def test_clarifications_are_filtered_in_place_and_back_again(page: Page) -> None:
    page.goto("/rules/poison/rulings")
    every = page.locator("article.ruling").count()
    page.get_by_role("link", name="наше решение").first.click()
    expect(page).to_have_url(re.compile("status=ours$"))
    assert 0 < page.locator("article.ruling").count() < every
    page.go_back()
    expect(page.locator("article.ruling")).to_have_count(every)


def test_an_example_runs_beside_its_rule(page: Page) -> None:
    """It waits for a tap: nothing moves by itself («layout shift 0»)."""
    page.goto("/rules/poison/overflow.take")
    example = page.locator("#example")
    example.get_by_text("Показать пример").tap()
    expect(example.get_by_text("Дальше")).to_be_visible()


SHIFTS = """() => new Promise(done => new PerformanceObserver(list => done(
    list.getEntries().reduce((sum, entry) => sum + entry.value, 0)
)).observe({type: "layout-shift", buffered: true}) || setTimeout(() => done(0), 300))"""


def box(page: Page, selector: str) -> dict[str, float]:
    return dict(box_of(page.locator(selector).first))


@pytest.mark.thorough  # every day test_figures of tests/rulebook has its order and the large one
def test_a_figure_stands_before_its_rule_on_a_phone_and_beside_it_on_a_desktop(
    page: Page, new_phone: Callable[..., Page], axe: Callable[..., None]
) -> None:
    """Issue: words beside it, tap to enlarge, layout shift 0."""
    page.goto("/rules/wizwar/sight.corner")
    assert box(page, ".figure")["y"] < box(page, ".clause-text")["y"]
    expect(page.locator(".figure-words.no")).to_contain_text("не видно")
    page.locator("a[data-enlarge]").tap()
    sheet = page.locator("dialog[open]")
    expect(sheet.get_by_role("heading", name="Конец стены на линии")).to_be_visible()
    assert box(page, "dialog .figure-part > svg")["width"] > box(page, ".clause .figure-part > svg")["width"]
    axe(page)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    desktop = new_phone(viewport={"width": 1280, "height": 800})
    desktop.goto("/rules/wizwar/sight")
    desktop.evaluate("() => document.fonts.ready.then(() => true)")
    desktop.reload()  # with the fonts at hand nothing moves
    words, figure = box(desktop, ".figured-words"), box(desktop, ".figure")
    assert figure["x"] >= words["x"] + words["width"]
    assert round(desktop.evaluate(SHIFTS), 2) == 0


def test_a_figure_is_enlarged_without_a_script(new_phone: Callable[..., Page]) -> None:
    page = new_phone(java_script_enabled=False)
    page.goto("/rules/poison/overflow.take")
    page.locator("a[data-enlarge]").tap()
    expect(page.locator("h1")).to_have_text("Что забрать")
    expect(page.locator(".figure-part > svg")).to_have_count(1)


def test_cards_are_filtered_in_place_and_back_again(page: Page) -> None:
    page.goto("/rules/potions/cards")
    rows = page.locator(".face")
    expect(rows).to_have_count(49)
    page.get_by_text("Фильтр", exact=True).click()
    page.get_by_label("Вид", exact=True).select_option("powder")
    expect(rows).to_have_count(4)
    expect(page).to_have_url(re.compile(r"/cards\?kind=powder$"))
    page.get_by_label("Ингредиент", exact=True).select_option("bat_wing")
    expect(rows).to_have_count(1)
    expect(page.get_by_role("status").first).to_contain_text("1")
    page.get_by_role("link", name="Вид: Порошок").click()
    expect(page).to_have_url(re.compile(r"/cards\?ingredient=bat_wing$"))
    expect(rows).to_have_count(3)
    page.go_back()
    page.go_back()
    expect(rows).to_have_count(4)


SWIPE = """([dx, dy]) => {
    const on = document.querySelector(".card-page h1");
    const touch = (x, y) => [new Touch({ identifier: 1, target: on, clientX: x, clientY: y })];
    const send = (kind, x, y) => on.dispatchEvent(new TouchEvent(kind, {
        bubbles: true, touches: kind === "touchend" ? [] : touch(x, y), changedTouches: touch(x, y) }));
    send("touchstart", 200, 300);
    send("touchmove", 200 + dx, 300 + dy);
    send("touchend", 200 + dx, 300 + dy);
}"""


@pytest.mark.thorough  # every day test_card_pages of tests/rulebook, without the fingers
def test_cards_are_pictures_to_look_through(page: Page) -> None:
    """Two columns on a phone, about five at 1280; typing keeps the focus; a swipe turns to the next card of
    the list, scrolling doesn't.
    """
    page.goto("/rules/potions/cards")
    faces = page.locator(".face")
    columns = "faces => new Set(faces.slice(0, 8).map(f => f.getBoundingClientRect().x)).size"
    assert faces.evaluate_all(columns) == 2
    page.set_viewport_size({"width": 1280, "height": 800})
    assert faces.evaluate_all(columns) in (4, 5, 6)
    page.set_viewport_size({"width": 390, "height": 844})
    name = page.get_by_label("Название карты")
    name.press_sequentially("поро")
    expect(faces).to_have_count(4)
    expect(name).to_be_focused()
    faces.first.click()
    page.wait_for_url("**/cards/*?q=*")
    first = page.url
    page.evaluate(SWIPE, [-40, -160])  # scrolls
    page.evaluate(SWIPE, [120, 0])  # before the first there is none
    assert page.url == first
    page.evaluate(SWIPE, [-120, 20])
    page.wait_for_url(lambda url: url != first)
    page.evaluate(SWIPE, [120, -20])
    page.wait_for_url(first)
    page.get_by_role("link", name="Следующая карта").click()
    page.wait_for_url(lambda url: url != first)


def test_the_graph_of_a_deck_scrolls_in_its_own_frame_on_a_phone(page: Page) -> None:
    page.goto("/rules/potions/graph")
    frame = page.locator(".whole-graph")
    assert frame.evaluate("frame => frame.scrollWidth > 2 * frame.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    spot = box_of(page.locator(".spot").first)
    assert spot["height"] >= 40


def test_the_graph_of_a_deck_fits_a_desktop(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 1280, "height": 800})
    page.goto("/rules/potions/graph")
    frame = page.locator(".whole-graph")
    assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth")


def test_a_branch_is_chosen_in_place_and_leads_to_its_cards(page: Page) -> None:
    page.goto("/rules/potions/graph")
    page.get_by_label("Чью ветку показать").select_option("powder_of_control")
    expect(page.locator(".spot.on")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/graph\?from=powder_of_control$"))
    expect(page.locator(".spot.feeds")).to_have_count(1)
    page.locator(".spot.feeds").click()
    page.wait_for_url("**/rules/potions/cards/dragon")


def test_a_recipe_is_a_list_on_a_phone_and_a_drawing_on_a_desktop(page: Page) -> None:
    page.goto("/rules/potions/cards/powder_of_control")
    expect(page.locator(".tree-lists")).to_be_visible()
    expect(page.locator(".tree-drawing")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".tree-lists")).to_be_hidden()
    expect(page.locator(".tree-drawing")).to_be_visible()
    page.locator(".tree-drawing").get_by_role("link", name="Мандрагора").click()
    page.wait_for_url("**/rules/potions/element/mandrake")


HEIGHT = """() => [
    document.documentElement.scrollHeight, document.querySelectorAll('main nav a[href^="#"]').length,
]"""
ABOVE = """() => {
    const top = () => document.querySelector(".clause").getBoundingClientRect().top, before = top();
    document.querySelector(".boxes").remove();
    return before - top();
}"""


BOXED = [game for game in map(reading.whole, reading.game_ids()) if game.boxes]


@pytest.mark.parametrize("game", daily(BOXED, BOXED[:1]), ids=lambda game: game.id)
def test_the_chooser_of_boxes_is_one_line_once_chosen(page: Page, game: GameContent) -> None:
    """«The boxes' chooser folds to one line once chosen (at most 56 px above a rule)», with none, too."""
    for n in range(len(game.boxes) + 1):
        page.goto(f"/rules/{game.id}/{game.chapters[0].id}")
        unfold_boxes(page)
        chips = page.locator(".boxes").get_by_role("button")
        expect(chips).to_have_count(len(game.boxes))
        chips.nth(n % len(game.boxes)).click()
        expect(page.locator(".boxes details")).not_to_have_attribute("open", "")
        expect(page.locator(".boxes summary")).to_be_visible()
        assert 0 < page.evaluate(ABOVE) <= 56
    expect(page.locator(".clause").first).to_be_visible()


LOOSE = """() => [...document.querySelectorAll("td, th")]
    .filter((each) => getComputedStyle(each).display !== "table-cell").map((each) => each.outerHTML)"""
# By more than their lines are wide.
TOUCHING = """() => [...document.querySelectorAll("td, th")]
    .filter((each) => each.scrollWidth > each.clientWidth + 3).map((each) => each.outerHTML)"""


@pytest.mark.parametrize("game_id", reading.game_ids())
def test_tables_of_a_reference_have_whole_words_and_whole_rows(page: Page, game_id: str) -> None:
    """«с уроно-м», «Фиолетовые0»: no browser has to know where Russian words part, no cell runs into the
    next one, and the line above a row is one line.
    """
    for lang in ("", "/en"):
        page.goto(f"{lang}/rules/{game_id}/reference")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        for width in (390, 360):
            page.set_viewport_size({"width": width, "height": 844})
            assert cut_words(page, "th") == []
            assert page.evaluate(LOOSE) == []
            assert page.evaluate(TOUCHING) == []
            assert page.evaluate("document.documentElement.scrollWidth") == width


def addresses(game: GameContent) -> Iterator[str]:
    """The pages of a game that show a list or a text: one of each kind, each chapter and proof."""
    for space in ("rulebook", "scoring", "simulator"):
        for name in filter(
            lambda key: isinstance(key, str), get_resolver().namespace_dict[space][1].reverse_dict
        ):
            with suppress(NoReverseMatch):
                yield reverse(f"{space}:{name}", args=[game.id])
    yield from (reverse("rulebook:chapter", args=[game.id, chapter.id]) for chapter in game.chapters)
    cards, proof = (reverse(name, args=[game.id]) for name in ("rulebook:cards", "simulator:coverage"))
    yield from (f"{cards}?kind={kind.id}" for kind in game.kinds)
    yield from (f"{proof}?chapter={chapter.id}" for chapter in game.chapters)
    yield from (f"{proof}?part={part}" for part in PARTS)


@pytest.mark.long
@pytest.mark.thorough
@pytest.mark.parametrize("game", [*map(reading.whole, reading.game_ids())], ids=lambda game: game.id)
def test_no_long_page_of_a_phone_is_without_a_jump(page: Page, live_site: str, game: GameContent) -> None:
    """«No page above 8,000 px on a phone without one»: with all boxes on the table."""
    cookie = {"name": f"boxes-{game.id}", "value": ".".join(sorted(game.box_by_id)), "url": live_site}
    page.context.add_cookies([cookie])
    measured = 0
    for address in dict.fromkeys(addresses(game)):
        if address.endswith((".pdf", ".csv", ".json", ".png")):
            continue
        answer = page.goto(address)
        if answer and answer.ok and "text/html" in answer.headers["content-type"]:
            height, jumps = page.evaluate(HEIGHT)
            assert height <= 8000 or jumps, f"{address}: {height} px"
            measured += 1
    assert measured > len(game.chapters)


def test_an_address_of_a_clarification_opens_it(page: Page) -> None:
    """Long answers are folded; whose they are is said all the same."""
    game = reading.whole("poison")
    long = next(ruling for ruling in game.rulings if ruling.is_long)
    page.goto(f"/rules/poison/rulings#{long.id}")
    answer = page.locator(f"#{long.id}")
    expect(answer.locator("details")).to_have_attribute("open", "")
    page.goto("/rules/poison/rulings")
    expect(answer.locator("details")).not_to_have_attribute("open", "")
    expect(answer.locator(".status").first).to_be_visible()
    answer.locator("summary").click()
    expect(answer.locator(".ruling-foot")).to_be_visible()
    assert box_of(answer.locator(".ruling-foot > a"))["height"] >= TAP


def test_clarifications_are_found_by_their_words(page: Page) -> None:
    page.goto("/rules/poison/rulings")
    every = page.locator("article.ruling").count()
    page.locator("#ruling-q").press_sequentially("сдающий")
    expect(page.locator("#rulings [role=status]")).to_contain_text("Нашлось")
    found = page.locator("article.ruling").count()
    assert 0 < found < every
    deciders = page.locator("#rulings .filter a")
    deciders.nth(1).click()
    expect(deciders.nth(1)).to_have_attribute("aria-current", "true")
    assert page.locator("article.ruling").count() < found, "the words still stand in the field"
    deciders.first.click()
    expect(page.locator("article.ruling")).to_have_count(found)
    page.locator("#ruling-q").fill("щщщщ")
    expect(page.locator("#rulings [role=status]")).to_contain_text("0")


@pytest.mark.parametrize("game_id", daily(reading.game_ids(), ["potions"]))
def test_a_game_shows_itself_on_a_wide_screen(page: Page, game_id: str) -> None:
    """«No picture larger than 60 px»: its emblem, and the table if it draws one, beside the head."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/rules/{game_id}")
    assert box_of(page.locator(".game-head .emblem"))["width"] >= 96
    table = page.locator(".game-table")
    if table.count():
        assert box_of(table)["width"] >= 300
        assert box_of(table)["y"] + box_of(table)["height"] < 800
        table.get_by_role("link").click()
        expect(page).to_have_url(re.compile(r"/setup\?players=\d$"))

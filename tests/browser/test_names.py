"""Names in the browser: the twin of `web.names` says the same, and no name swallows the number beside it."""

import base64
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.test_evenings import evenings, play, row, take
from tests.web.name_cases import CASES, IN_A_TEXT, PAIRS

RULE = Path(settings.BASE_DIR) / "static" / "js" / "name-rule.js"


def test_the_browser_judges_names_as_the_server_does(page: Page) -> None:
    code = base64.b64encode(RULE.read_bytes()).decode()
    address = f"data:text/javascript;base64,{code}"
    page.goto("about:blank")  # pages of the site run no script from an address
    page.evaluate("(address) => import(address).then((rule) => { window.rule = rule; })", address)
    said = page.evaluate("names => names.map((name) => rule.fault(name))", [c[0] for c in CASES])
    assert said == [fault for _, _, fault in CASES]
    counted = page.evaluate(
        "names => names.map((name) => rule.signs([...name].slice(0, 321).join('')).length)",
        [name for name, _, _ in CASES],
    )
    assert counted == [signs for _, signs, _ in CASES]
    alike = page.evaluate(
        "pairs => pairs.map(([one, other]) => rule.key(one) === rule.key(other))",
        [[one, other] for one, other, _ in PAIRS],
    )
    assert alike == [same for _, _, same in PAIRS]
    isolated = page.evaluate("names => names.map(rule.isolated)", [name for name, _ in IN_A_TEXT])
    assert isolated == [text for _, text in IN_A_TEXT]


PLACES = """(words) => {
    const nodes = [...document.querySelectorAll(words.inside)];
    const node = nodes.find((each) => each.textContent.includes(words.number));
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const left = (text) => {
        walker.currentNode = node;
        while (walker.nextNode()) {
            const at = walker.currentNode.data.indexOf(text);
            if (at < 0) continue;
            const range = new Range();
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + text.length);
            return range.getBoundingClientRect().left;
        }
        return -1;
    };
    return [left(words.name), left(words.number)];
}"""


def test_a_name_from_right_to_left_stands_before_its_number(page: Page) -> None:
    """«Победа: שרה (1), 12 очков»: the page once said «12 ,(1) שרה»."""
    play(page, ["שרה (1)", "Саша", "محمد 3"], (1, 2, 3))
    name, number = page.evaluate(PLACES, {"inside": ".verdict", "name": "שרה", "number": "2"})
    assert 0 <= name < number
    page.goto("/evenings")
    for each in ("שרה (1)", "محمد 3"):
        expect(page.locator("#ours-people bdi", has_text=each)).to_be_visible()
    name, number = page.evaluate(PLACES, {"inside": "#ours-list small", "name": "שרה", "number": "\u2069 2"})
    assert 0 <= name < number


def test_evenings_are_imported_with_the_names_that_sheets_take(page: Page, tmp_path: Path) -> None:
    """A file from another device: names of 10 kB, of marks and of invisible signs are rows that aren't taken,
    each with its reason; emoji and letters of any script come in as they are.
    """
    page.goto("/evenings")
    named = [name for name, _, _ in CASES if "\x00" not in name]
    good = [name for name, _, fault in CASES if not fault]

    def evening(n: int, name: str) -> dict[str, object]:
        other = {"name": "Нина", "place": 2, "points": 1, "won": False}
        return row(n, players=[{"name": name, "place": 1, "points": 3, "won": True}, other])

    twice = evening(999, "Ни\u200cна")
    take(page, tmp_path / "names.json", evenings(*(evening(*each) for each in enumerate(named)), twice))
    expect(page.locator("#ours-said")).to_contain_text(f"Добавлено партий: {len(good)}.")
    expect(page.locator("#ours-said")).to_contain_text("имя пустое, длинное или с невидимыми знаками")
    kept = page.evaluate("JSON.parse(localStorage.evenings).rows.map((row) => row.players[0].name)")
    assert sorted(kept) == sorted(good)

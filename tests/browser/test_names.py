"""Names in the browser: the twin of `web.names` says the same, and no name swallows the number beside it."""

from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page

from tests.web.name_cases import CASES, IN_A_TEXT, PAIRS

RULE = Path(settings.BASE_DIR) / "static" / "js" / "name-rule.js"


def test_the_browser_judges_names_as_the_server_does(page: Page) -> None:
    page.add_script_tag(content=RULE.read_text(encoding="utf-8"))
    said = page.evaluate("names => names.map((name) => window.NameRule.fault(name))", [c[0] for c in CASES])
    assert said == [fault for _, _, fault in CASES]
    counted = page.evaluate(
        "names => names.map((name) => window.NameRule.signs([...name].slice(0, 321).join('')).length)",
        [name for name, _, _ in CASES],
    )
    assert counted == [signs for _, signs, _ in CASES]
    alike = page.evaluate(
        "pairs => pairs.map(([one, other]) => window.NameRule.key(one) === window.NameRule.key(other))",
        [[one, other] for one, other, _ in PAIRS],
    )
    assert alike == [same for _, _, same in PAIRS]
    isolated = page.evaluate("names => names.map(window.NameRule.isolated)", [name for name, _ in IN_A_TEXT])
    assert isolated == [text for _, text in IN_A_TEXT]

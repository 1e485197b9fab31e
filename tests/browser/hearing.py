"""A listener: what a screen reader says of a page. Keys come from Playwright, the reader only listens.

The reader is the browser file of `@guidepup/virtual-screen-reader` 0.33.0 from npm, as it was published.
"""

from hashlib import sha256
from pathlib import Path

from playwright.sync_api import Page, Route

from tests.browser.conftest import PATIENCE

READER = Path(__file__).parent / "reader" / "virtual-screen-reader.js"
DIGEST = "461e696a21808af0d8c58846573305f278471dc72b0287d90545f08488dd8c7b"
ADDRESS = "/static/virtual-screen-reader.js"
PAUSE = 40  # milliseconds until it is listened again
LIVE = ("polite: ", "assertive: ")
# Browsers with scripts know nothing of what stands in <noscript>, the reader would. It also asks elements
# that a swap has just taken out of the page for an id, as if each of them were a document.
LISTEN = f"""async () => {{
    for (const silent of document.querySelectorAll("noscript")) silent.remove();
    Element.prototype.getElementById = function (id) {{ return this.querySelector("#" + CSS.escape(id)); }};
    const {{ virtual }} = await import("{ADDRESS}");
    window.virtual = virtual;
    await virtual.start({{ container: document.body }});
    await virtual.clearSpokenPhraseLog();
}}"""
TAKEN = """async () => {
    const said = await virtual.spokenPhraseLog();
    await virtual.clearSpokenPhraseLog();
    return said;
}"""


class Listener:
    """Listens to the page that stands; `transcript` is all that was read out without being asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.transcript: list[str] = []
        page.route(f"**{ADDRESS}", self._give)
        page.evaluate(LISTEN)

    def _give(self, route: Route) -> None:
        text = READER.read_bytes()
        assert sha256(text).hexdigest() == DIGEST, "the file is that of the package"
        route.fulfill(body=text, content_type="text/javascript")

    def taken(self) -> list[str]:
        """What was said since it was asked last: live regions first have their urgency before them."""
        said: list[str] = self.page.evaluate(TAKEN)
        return [" ".join(each.split()) for each in said]

    def heard(self) -> str:
        """What live regions say next, once they do."""
        for _ in range(PATIENCE // PAUSE):
            said = [each.partition(": ")[2] for each in self.taken() if each.startswith(LIVE)]
            self.transcript += said
            if any(said):
                return " ".join(said)
            self.page.wait_for_timeout(PAUSE)
        stands = self.page.locator("#live, #table .at-status, #table .at-stage").all_text_contents()
        raise AssertionError(f"nothing was said after {self.transcript[-6:]}; {stands}")

    def press(self, key: str) -> str:
        """The answer to a key that says something."""
        self.page.keyboard.press(key)
        return self.heard()

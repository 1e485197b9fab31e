"""Where things stand on a page."""

from playwright.sync_api import FloatRect, Locator, Page


def box_of(place: Locator) -> FloatRect:
    """The box of something that must be seen."""
    box = place.bounding_box()
    assert box is not None, place
    return box


def unfold_boxes(page: Page) -> None:
    """The chooser of expansions is one line, once somebody has said what lies on the table."""
    for folded in page.locator(".boxes details:not([open]) > summary").all():
        folded.click()


# Words that go on in another line.
CUT = r"""(places) => [...document.querySelectorAll(places)].flatMap((head) => {
    const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), cut = [];
    while (walker.nextNode()) for (const word of walker.currentNode.data.matchAll(/\p{L}+/gu)) {
        const range = new Range();
        range.setStart(walker.currentNode, word.index);
        range.setEnd(walker.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((rect) => rect.top)).size > 1) cut.push(word[0]);
    }
    return cut;
})"""


def cut_words(page: Page, places: str) -> list[str]:
    """The words at these places that are broken, with nothing to say that they go on."""
    return list(page.evaluate(CUT, places))

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

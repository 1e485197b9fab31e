"""Where things stand on a page."""

from playwright.sync_api import FloatRect, Locator


def box_of(place: Locator) -> FloatRect:
    """The box of something that must be seen."""
    box = place.bounding_box()
    assert box is not None, place
    return box

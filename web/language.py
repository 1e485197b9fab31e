"""The reader's language."""

from django.utils.translation import get_language

from rulebook.content.entries import LANGUAGES


def page_language() -> str:
    """The language of the page or of the command, one of the content's; the first of them for any other."""
    active = (get_language() or "").partition("-")[0]
    return active if active in LANGUAGES else LANGUAGES[0]

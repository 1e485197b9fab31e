"""The reader's language."""

from django.conf import settings
from django.utils.translation import get_language

ENGLISH = "/en"


def page_language() -> str:
    """The language of the page or of the command, one of the site's; the first of them for any other."""
    known = [code for code, _ in settings.LANGUAGES]
    active = (get_language() or "").partition("-")[0]
    return active if active in known else known[0]


def unprefixed(path: str) -> str:
    """The path of the same page in Russian, which has no prefix; English has /en."""
    return path.removeprefix(ENGLISH) or "/" if path.startswith(f"{ENGLISH}/") else path

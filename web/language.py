"""The reader's language."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import get_language

ENGLISH = "/en"
Params = ParamSpec("Params")
View = Callable[Concatenate[HttpRequest, Params], HttpResponse]


def page_language() -> str:
    """The language of the page or of the command, one of the site's; the first of them for any other."""
    known = [code for code, _ in settings.LANGUAGES]
    active = (get_language() or "").partition("-")[0]
    return active if active in known else known[0]


def unprefixed(path: str) -> str:
    """The path of the same page in Russian, which has no prefix; English has /en."""
    return path.removeprefix(ENGLISH) or "/" if path.startswith(f"{ENGLISH}/") else path


def opened_in_english(view: View[Params]) -> View[Params]:
    """For links that people send to one another: whoever reads English and no Russian, as the browser says,
    gets the English page of what was sent in Russian. All other addresses decide by themselves.
    """

    @wraps(view)
    def opening(request: HttpRequest, /, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
        accepted = request.headers.get("Accept-Language", "").lower()
        read = {part.strip()[:2] for part in accepted.split(",")}
        is_russian = unprefixed(request.path) == request.path
        if request.method in ("GET", "HEAD") and is_russian and "en" in read and "ru" not in read:
            return HttpResponseRedirect(f"{ENGLISH}{request.get_full_path()}")
        return view(request, *args, **kwargs)

    return opening

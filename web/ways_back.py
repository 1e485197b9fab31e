"""The way back of a reader who left something open to look up a rule: links to rules carry it as `?from=`.

Apps say which of their pages are worth coming back to, and how the way is called. Of what an address brings
nothing is repeated: the page it means is found, and its address is made anew; whatever else it says leads
nowhere.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve
from django.utils.translation import override

from web.language import unprefixed

FIELD = "from"
LONGEST = 200  # letters of an address that is looked at


class WayBack(NamedTuple):
    """Where it leads, what it is called."""

    url: str
    words: str


Named = Callable[[Mapping[str, Any], QueryDict], WayBack]
_named: dict[str, Named] = {}


def leads_back_to(view_name: str) -> Callable[[Named], Named]:
    """Marks what makes the way back to a page of the parts and the query of its address."""

    def note(named: Named) -> Named:
        _named[view_name] = named
        return named

    return note


def carrying(came_from: str) -> str:
    """What a link adds to its address to lead back; empty without a way."""
    return f"?{FIELD}={quote(came_from)}" if came_from else ""


def back_context(request: HttpRequest) -> dict[str, Any]:
    """What a page has for a reader who came from a game or a sheet: `way`, and `came_from` for its links."""
    way = way_back(request)
    return {"way": way, "came_from": way.url} if way else {}


def way_back(request: HttpRequest) -> WayBack | None:
    """The way that the address of a page carries; None for anything but one that an app has named."""
    came_from = request.GET.get(FIELD, "")
    if len(came_from) > LONGEST:
        return None
    path, _, query = came_from.partition("?")
    try:
        with override(settings.LANGUAGE_CODE):  # whatever the reader speaks by now
            found = resolve(unprefixed(path))
    except Resolver404:
        return None
    named = _named.get(found.view_name)
    return named(found.kwargs, QueryDict(query)) if named else None

"""What changed in the texts as JSON: what an entry said before, when it was changed, and why."""

from datetime import date

from django.http import HttpRequest
from django.utils.translation import gettext

from rulebook.api.entries import Json, Writer
from rulebook.api.kinds import KINDS
from rulebook.content import history
from rulebook.content.entries import Revision
from rulebook.models import StoredEntry
from rulebook.templatetags.history import change_line
from web.errors import RequestError

SINCE = "since"


def since(request: HttpRequest) -> str:
    """The first day that is asked for; empty for all. Raises RequestError."""
    asked = request.GET.get(SINCE, "")
    try:
        return date.fromisoformat(asked).isoformat() if asked else ""
    except ValueError:
        message = gettext("Параметр «%(name)s» — день, как 2026-07-30.") % {"name": SINCE}
        raise RequestError(400, message, parameter=SINCE) from None


def revision(writer: Writer, row: StoredEntry) -> Json:
    """`url` and `api` lead to the entry as it is now; null for what has gone or has no page."""
    one: Revision = row.entry
    line = change_line(writer.content, one)
    has_entry = line.url and one.kind in {kind.one for kind in KINDS.values()}
    return {
        "kind": one.kind,
        "id": one.id,
        "game": writer.content.id,
        "box": one.box or None,
        "date": one.date,
        "what": one.what,
        "title": line.title,
        "was": writer.says(one.was) or None,
        "facts": dict(one.facts),
        "reason": writer.says(one.reason),
        "url": writer.site + line.url if line.url else None,
        "api": writer.address(one.kind, one.id) if has_entry else None,
    }


WHATS = (history.CHANGED, history.NEW, history.GONE)

"""The picture of a sheet that is over: to send from its page, and what its viewer's link shows in a chat."""

from functools import lru_cache

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook.content import reading
from rulebook.printing.picture_views import draw_ahead, picture_response
from scoring import poster
from scoring.access import GATE, open_sheet
from scoring.models import Sheet
from web.errors import RequestError, endpoint
from web.language import page_language
from web.links import is_among
from web.ways_back import WayBack


@endpoint("GET", "HEAD")
def picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """The end of a sheet as a PNG, for who may see the sheet."""
    sheet = open_sheet(request, public_id).sheet
    way = WayBack(sheet.get_absolute_url(), gettext("К счёту"))
    return picture_response(request, drawn(sheet), f"{sheet.game}-{public_id}.png", way, private=True)


def ask_ahead(sheet: Sheet) -> None:
    """Has the picture of a sheet that has just ended drawn: it lies there when somebody taps."""
    svg = _drawn(sheet.public_id, sheet.version, page_language())
    if svg is not None:
        draw_ahead(svg)


def drawn(sheet: Sheet) -> str:
    """The poster of a sheet. Raises RequestError while its game isn't over."""
    svg = _drawn(sheet.public_id, sheet.version, page_language())
    if svg is None:
        raise RequestError(404, gettext("Картинка будет, когда партия сыграна."), game=sheet.content)
    return svg


@never_cache
@endpoint("GET", "HEAD")
def link_picture(request: HttpRequest, token: str) -> HttpResponse:
    """What a viewer's link shows in a chat: how it ended. Of any other link, and before the end, the game."""
    sheet = Sheet.by_token(token, "scoring:link")
    if sheet is None or sheet.game not in reading.game_ids():
        raise RequestError(404, str(GATE.dead_link))
    svg = _drawn(sheet.public_id, sheet.version, page_language())
    if svg is None or not is_among(sheet.viewer_token, [token]):
        return HttpResponseRedirect(reverse("rulebook:game_picture", args=[sheet.game]))
    way = WayBack(reverse("scoring:link", args=[token]), gettext("К счёту"))
    return picture_response(request, svg, f"{sheet.game}.png", way, private=True)


@lru_cache(maxsize=64)
def _drawn(public_id: str, version: int, lang: str) -> str | None:
    """A sheet of one version never changes; several phones ask for the same picture."""
    return poster.draw(Sheet.objects.get(public_id=public_id), lang)

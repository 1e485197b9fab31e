"""The picture of a sheet that is over: to send from its page."""

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from rulebook.printing.picture_views import picture_response
from scoring import poster
from scoring.access import open_sheet
from scoring.models import Sheet
from web.errors import RequestError, endpoint
from web.language import page_language


@endpoint("GET", "HEAD")
def picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """The end of a sheet as a PNG, for who may see the sheet."""
    sheet = open_sheet(request, public_id).sheet
    return picture_response(request, drawn(sheet), f"{sheet.game}-{public_id}.png", private=True)


def drawn(sheet: Sheet) -> str:
    """The poster of a sheet. Raises RequestError while its game isn't over."""
    svg = _drawn(sheet.public_id, sheet.version, page_language())
    if svg is None:
        raise RequestError(404, gettext("Картинка будет, когда партия сыграна."), game=sheet.content)
    return svg


@lru_cache(maxsize=64)
def _drawn(public_id: str, version: int, lang: str) -> str | None:
    """A sheet of one version never changes; several phones ask for the same picture."""
    return poster.draw(Sheet.objects.get(public_id=public_id), lang)

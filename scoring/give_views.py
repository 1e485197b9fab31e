"""Giving a sheet to another server: the file for its owner."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from scoring import exports
from scoring.access import open_sheet
from scoring.boards import board_of
from scoring.giving import key_of
from scoring.models import LinkRole
from web.errors import JSON, endpoint
from web.language import page_language


@never_cache
@endpoint("GET", "HEAD")
def to_give(request: HttpRequest, public_id: str) -> HttpResponse:
    """The export with the key by which another server knows the owner."""
    sheet = open_sheet(request, public_id, LinkRole.OWNER).sheet
    body = exports.as_json(board_of(sheet, page_language()), key_of(sheet))
    response = HttpResponse(body, content_type=f"{JSON}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{sheet.game}-{public_id}.give.json"'
    return response

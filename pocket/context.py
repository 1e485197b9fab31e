"""What every page may be told of the pocket."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from pocket import editions, marks

GIVEN_FROM = {"scoring:sheet", "simulator:match"}  # pages of a row, and of lists of them
LISTED_BY = {"scoring:recent", "simulator:recent"}
TAKEN = "pocket"  # a cookie of who took it along (taking.js)


def pocket(request: HttpRequest) -> dict[str, Any]:
    """Where it is taken from, whether this browser has it, and whether rows of this page may be given to a
    server; nothing where no packs were made.
    """
    if editions.listed() is None:
        return {}
    has_pocket = TAKEN in request.COOKIES
    return {"pocket_url": reverse("pocket:page"), "has_pocket": has_pocket, "pocket_gives": _gives(request)}


def _gives(request: HttpRequest) -> bool:
    """By the address alone: the same wherever it is answered."""
    found = request.resolver_match
    if found is None:
        return False
    is_row = found.view_name in GIVEN_FROM and marks.is_ours(found.kwargs["public_id"])
    return is_row or (found.view_name in LISTED_BY and marks.FROM_HERE in request.GET)

"""What every page may be told of the pocket."""

from django.http import HttpRequest
from django.urls import reverse

from pocket import editions


def pocket(request: HttpRequest) -> dict[str, str]:
    """Where it is taken from; nothing where no packs were made."""
    return {"pocket_url": reverse("pocket:page")} if editions.listed() else {}

"""Rows that forms begin: one each, however often a form is sent.

An answer may be lost on its way, and whoever heard nothing sends once more. A form that begins something
carries a name of its own, new whenever it is drawn (`begun_once` among the template tags). From that name,
from what the form says and from the browser follows the capability that opens the row: the same browser with
the same form has begun it already, and nobody else can ask for it.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.http import HttpRequest

from web.fields import CLIENT_ID_FIELD, client_id
from web.links import OpenedByLink, capability

OF_BROWSER = "CSRF_COOKIE"  # what Django knows a browser's forms by; another browser can't have it
NEW_EACH_TIME = "csrfmiddlewaretoken"
Row = TypeVar("Row", bound=OpenedByLink)


def begin_once(request: HttpRequest, kind: type[Row], role: Any, make: Callable[..., Row]) -> Row:
    """What this form has begun already, else what `make` makes of it; that gets the token of the `role`, by
    its field, where there is one to be given. Raises RequestError for a name that is none.
    """
    browser = request.META.get(OF_BROWSER)
    if CLIENT_ID_FIELD not in request.POST or not browser:
        return make()
    client_id(request.POST)
    said: list[Any] = sorted(each for each in request.POST.lists() if each[0] != NEW_EACH_TIME)
    said += sorted((field, file.name, file.size) for field, file in request.FILES.items())
    token = {kind.LINKS[role].token: capability("web.begun_once", f"{browser} {request.path} {said}")}
    try:
        with transaction.atomic():
            return kind.objects.filter(**token).first() or make(**token)
    except IntegrityError:  # sent twice at once
        return kind.objects.get(**token)

"""The page that takes a code which somebody reads out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from scoring.access import COOKIE
from scoring.joining import CODE_LENGTH, is_code
from scoring.models import Sheet
from web.errors import RequestError, endpoint
from web.limits import JOINING, too_often

TYPED_LIMIT = 40  # characters of what is typed as a code


@never_cache
@endpoint("GET", "HEAD", "POST")
def join(request: HttpRequest) -> HttpResponse:
    """Writing along by a code that somebody reads out from the page to share a sheet."""
    if request.method != "POST":
        return _join_page(request)
    typed = request.POST.get("code", "")[:TYPED_LIMIT]
    try:
        found = _joined(request, "".join(typed.replace("-", " ").split()))
    except RequestError as stop:
        return _join_page(request, typed, stop)
    return COOKIE.let_in(request, found.scorer_token, found.get_absolute_url())


def _joined(request: HttpRequest, code: str) -> Sheet:
    """The sheet that a code leads to. Raises RequestError; what can't be a code costs no try."""
    may_be = is_code(code)
    if may_be and (wait := JOINING.take(request)):
        raise too_often(wait)
    found = Sheet.joined_by(code) if may_be else None
    if found is None:
        message = gettext("По этому коду ничего нет. Посмотрите код ещё раз: он меняется каждый час.")
        raise RequestError(404, message)
    JOINING.give_back(request)
    return found


def _join_page(request: HttpRequest, typed: str = "", stop: RequestError | None = None) -> HttpResponse:
    context = {"typed": typed, "stop": stop, "length": CODE_LENGTH}
    response = render(request, "scoring/join.html", context, status=stop.status if stop else 200)
    if stop and stop.details.get("retry_after"):
        response["Retry-After"] = str(stop.details["retry_after"])
    return response

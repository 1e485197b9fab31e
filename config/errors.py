"""Error pages in the look of the site: 400, 403 (with failed CSRF checks), 404, 405 and 500."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import requires_csrf_token

from config.unavailable import sent
from rulebook.api import answers as api
from rulebook.hits import near
from web.errors import RequestError, answer


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The request itself is broken: undecodable address, too large a body, an unknown host.

    No token is asked for here: looking for it would read the very form that can't be read.
    """
    if api.is_asked(request):
        return api.refusal(
            RequestError(400, gettext("Этот запрос не прочесть: в нём не UTF-8 или запретный знак."))
        )
    return render(request, "400.html", status=400)


def not_opened_so(request: HttpRequest, empty: HttpResponse) -> HttpResponse:
    """The page for an empty refusal of a method, «405 Allow: GET, HEAD», or of a condition, 412."""
    message = _("Так этот адрес не открывают.")
    response = render(request, "400.html", {"message": message}, status=empty.status_code)
    if "Allow" in empty.headers:
        response.headers["Allow"] = empty.headers["Allow"]
    return response


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A reader who may not do this; `message` carries the view's own sentence, if it gave one."""
    return render(request, "403.html", {"message": str(exception)}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form sent without its token: usually a page opened long ago or with cookies refused.

    What a page of this site sent, as the browser says itself, can be sent again with a token of now; of pages
    elsewhere nothing is shown that one could press.
    """
    from_here = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    if from_here and (form := sent(request)):
        return answer(request, RequestError(403, gettext("Страница устарела."), form=form))
    message = _("Страница устарела: обновите её и отправьте ещё раз.")
    return render(request, "403.html", {"message": message}, status=403)


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing at this address; where it is one of the rules, entries near to what it says are offered."""
    _, _, wanted = request.path_info.partition("/rules/")
    return render(request, "404.html", {"lines": near(wanted)}, status=404)


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """Our own mistake; the log has it."""
    if api.is_asked(request):
        return api.refusal(RequestError(500, gettext("Сервер ошибся. Мы об этом узнаем из журнала.")))
    return render(request, "500.html", status=500)

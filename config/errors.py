"""Error pages in the look of the site: 400, 403 (with failed CSRF checks), 404 and 500."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import requires_csrf_token


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The request itself is broken: undecodable address, too large a body, an unknown host."""
    return render(request, "400.html", status=400)


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A reader who may not do this; `message` carries the view's own sentence, if it gave one."""
    return render(request, "403.html", {"message": str(exception)}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form sent without its token: usually a page opened long ago or with cookies refused."""
    message = _("Страница устарела: обновите её и отправьте ещё раз.")
    return render(request, "403.html", {"message": message}, status=403)


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing at this address."""
    return render(request, "404.html", status=404)


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """Our own mistake; the log has it."""
    return render(request, "500.html", status=500)

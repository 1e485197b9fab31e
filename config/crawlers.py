"""`/robots.txt`: what crawlers may look at; `/favicon.ico`, which browsers ask for beside a PDF."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from config.logs import OPENING

DAY = 24 * 3600
TABLES = "play"


@cache_control(public=True, max_age=DAY)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """A table at home is nobody's business; a public site keeps its tables and its links to itself."""
    closed = ["/"]
    if settings.PUBLIC_URL:
        links = [f"/*/{place}/" for place in OPENING]
        closed = [f"/{TABLES}", *(f"/{language}/{TABLES}" for language, _ in settings.LANGUAGES), *links]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@cache_control(public=True, max_age=DAY)
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The site's own drawing, wherever its file lies."""
    return redirect(static("img/favicon.ico"))

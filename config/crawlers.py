"""`/robots.txt`: what crawlers may look at; `/favicon.ico`, which browsers ask for beside a PDF."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from config.logs import OPENING
from web.addresses import absolute_url

DAY = 24 * 3600
TABLES = "play"
PRIVATE = ("s", "m", "n", "lab")  # in an address the name of somebody's sheet, game or notebook follows


@cache_control(public=True, max_age=DAY)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """A table at home is nobody's business; a public site keeps its tables and its links to itself."""
    lines = ["User-agent: *"]
    if settings.PUBLIC_URL:
        tables = [f"/{TABLES}", *(f"/{language}/{TABLES}" for language, _ in settings.LANGUAGES)]
        closed = [*tables, *(f"/*/{place}/" for place in (*OPENING, *PRIVATE))]
        lines += [f"Disallow: {path}" for path in closed]
        lines += ["", f"Sitemap: {absolute_url(request, reverse('sitemap'))}"]
    else:
        lines += ["Disallow: /"]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@cache_control(public=True, max_age=DAY)
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The site's own drawing, wherever its file lies."""
    return redirect(static("img/favicon.ico"))

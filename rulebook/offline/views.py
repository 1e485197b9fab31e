"""What a device keeps to read without a network, and what makes the site one of its apps.

None of it depends on who asks: no cookie is read or set.
"""

import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from rulebook.offline import edition
from web.language import page_language
from web.revalidation import YEAR, unless_known

TYPES = {"json": "application/json; charset=utf-8", "html": "text/html; charset=utf-8"}
KNOWS_BROTLI = re.compile(r"\bbr\b")
WORKER = "js/service-worker.js"
# The paper of the light theme and of the dark one, as `tokens.css` and the head of pages have them.
PAPER, NIGHT = "#f7f2e6", "#1a1714"


def _file(name: str, kind: str, ending: str = "") -> HttpResponse:
    path = edition.folder(page_language()) / (name + ending)
    try:
        return HttpResponse(path.read_bytes(), content_type=TYPES[kind])
    except FileNotFoundError:
        raise Http404(name) from None


@cache_control(no_cache=True)
@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """The list of the edition; 404 where none was made."""
    made = _file(edition.LIST, "json")
    return unless_known(request, made, made.content)  # browsers ask for it with many a page


@cache_control(public=True, max_age=YEAR, immutable=True)
@require_safe
def kept(request: HttpRequest, name: str) -> HttpResponse:
    """A file of the edition; 404 for one of another edition, whose worker then keeps what it has."""
    match = edition.NAME.fullmatch(name)
    if not match:
        raise Http404(name)
    packed = bool(KNOWS_BROTLI.search(request.headers.get("Accept-Encoding", "")))
    answer = _file(name, match[1], edition.PACKED if packed else "")
    if packed:
        answer.headers["Content-Encoding"] = "br"
    patch_vary_headers(answer, ("Accept-Encoding",))
    return answer


@cache_control(no_cache=True)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker stands at the root, because it answers for all addresses below its own."""
    source = Path(finders.find(WORKER))
    script = HttpResponse(source.read_bytes(), content_type="text/javascript; charset=utf-8")
    return unless_known(request, script, script.content)


@cache_control(public=True, max_age=24 * 3600)
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    home = reverse("rulebook:home")
    icons = [("192", "any"), ("512", "any"), ("512", "maskable")]
    data = {
        "id": home,
        "name": gettext("Гримуар: правила, счёт и стол для игр про зелья"),
        "short_name": gettext("Гримуар"),
        "description": gettext("Правила, счёт и стол для игр про зелья и волшебников."),
        "lang": page_language(),
        "start_url": home,
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "user_preferences": {"color_scheme": {"dark": {"theme_color": NIGHT, "background_color": NIGHT}}},
        "icons": [
            {
                "src": static(f"img/app/{purpose}-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in icons
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json; charset=utf-8")

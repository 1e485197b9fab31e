"""Every page of the site: Russian without a prefix, English under /en/."""

from importlib import import_module

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path
from django.views.generic import RedirectView

from config import crawlers
from config.health import healthz
from config.metrics import metrics
from rulebook import rooms, sitemap
from rulebook.offline import views as offline

rooms.open_all()  # those that can't be loaded have no addresses

# The simulator comes first: its /rules/<game>/coverage must win over the rulebook's chapter pattern.
urlpatterns = [
    path("healthz", healthz),
    path("metrics", metrics),
    path("robots.txt", crawlers.robots),
    path("sitemap.xml", sitemap.sitemap, name="sitemap"),
    path("favicon.ico", crawlers.favicon),
    path("service-worker.js", offline.worker, name="worker"),
    path("api/v1", RedirectView.as_view(url="/api/v1/", permanent=True)),
    path("api/v1/", include("rulebook.api.urls")),
    path("en", RedirectView.as_view(url="/en/", permanent=True)),
]
if settings.ADMIN:
    from django.contrib.admin import site

    for app in ("rulebook", "web"):
        import_module(f"{app}.admin")  # they say what there is to look at

    urlpatterns.append(path("admin/", site.urls))
if settings.POCKET:
    urlpatterns.append(path("pocket/", include("pocket.files")))
urlpatterns += i18n_patterns(
    *([path("", include("pocket.urls"))] if settings.POCKET else []),
    path("", include("simulator.urls")),
    path("", include("scoring.urls")),
    path("", include("rulebook.urls")),
    prefix_default_language=False,
)

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"

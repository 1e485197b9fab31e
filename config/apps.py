"""Django's own application of static files, told what no page of this site asks for."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class AskedFilesConfig(StaticFilesConfig):
    """Of htmx, pages have the second version, minified, without extensions (`htmx_script` in base.html)."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "django_htmx/ext/*",
        "django_htmx/htm*-4*",
        "django_htmx/htmx-2.js",
    ]

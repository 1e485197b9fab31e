"""Full addresses for QR codes, PDF files and sharing."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def absolute_url(request: HttpRequest, path: str) -> str:
    """`path` (starting with "/") with scheme and host: those of PUBLIC_URL, else those of the request.

    A page opened as 127.0.0.1 on the laptop that serves a table gives its address on the local network,
    because a phone can't follow the other one.
    """
    return site_url(request) + path


def site_url(request: HttpRequest) -> str:
    """`scheme://host[:port]` for links that leave this device; empty if the request's host is forged."""
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    try:
        host = request.get_host()
    except DisallowedHost:
        return ""
    if settings.LAN_URL and urlsplit(f"//{host}").hostname in LOOPBACK:
        return str(settings.LAN_URL)
    return f"{request.scheme}://{host}"

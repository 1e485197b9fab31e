"""Full addresses for sharing and PDF files, and their QR codes."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

LOOPBACK = {"127.0.0.1", "localhost", "::1"}
_on_paper: ContextVar[str] = ContextVar("on_paper", default="")  # where addresses on paper begin


def is_own(url: str) -> bool:
    """Whether an address leads each device to itself, so that no other one comes to this computer by it."""
    return urlsplit(url).hostname in LOOPBACK


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
    if settings.LAN_URL and is_own(f"//{host}"):
        return str(settings.LAN_URL)
    return f"{request.scheme}://{host}"


def paper_url(request: HttpRequest, path: str) -> str:
    """The same for paper: the port of the request's host says nothing there, or each would make a document
    of its own, and this computer under all of its names is one.
    """
    if settings.PUBLIC_URL:
        return absolute_url(request, path)
    site = site_url(request)
    if is_own(site):
        return own_url() + path
    host = urlsplit(site)
    port = f":{settings.PORT}" if host.netloc.rpartition("]")[2].count(":") else ""
    return f"{host.scheme}://{host.netloc.rpartition(':')[0] if port else host.netloc}{port}{path}"


@contextmanager
def printed_for(request: HttpRequest) -> Iterator[None]:
    """Within it, what is drawn for paper has addresses as this reader's paper needs them."""
    before = _on_paper.set(paper_url(request, ""))
    try:
        yield
    finally:
        _on_paper.reset(before)


def on_paper(path: str) -> str:
    """The full address of `path` for what is drawn for paper, whether somebody has asked for it or not."""
    return (_on_paper.get() or own_url()) + path


def own_url() -> str:
    """What stands on paper that nobody has asked for yet: the address of this site as it knows it itself."""
    return str(settings.PUBLIC_URL or settings.LAN_URL or f"http://127.0.0.1:{settings.PORT}")


class Invitation(NamedTuple):
    """An address to pass on, and its QR code; empty where the address is this computer's own."""

    url: str
    qr: SafeString


def invitation(request: HttpRequest, path: str) -> Invitation:
    """How another device comes to `path` (starting with "/")."""
    url = absolute_url(request, path)
    return Invitation(url, SafeString() if is_own(url) else qr_svg(url))


def qr_svg(
    url: str, *, border: int = 4, dark: str = "#000", light: str | None = "#fff", error: str = "m"
) -> SafeString:
    """A QR code as an inline drawing; `border` in modules. Its ground is its own, for the dark theme too.
    With `error` «l» it has the fewest modules, where it must be small.
    """
    import segno  # by pages that show a code alone

    code = segno.make(url, error=error, micro=False)
    return mark_safe(code.svg_inline(border=border, dark=dark, light=light, omitsize=True))

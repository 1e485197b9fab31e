"""Who asks, in which language, headers that browsers obey, a plain 400 for requests that can't be read."""

import ipaddress
from collections.abc import Callable, Sequence
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from config import errors
from config.environment import Network
from web import limits
from web.errors import RequestError, answer

GetResponse = Callable[[HttpRequest], HttpResponse]
Middleware = Callable[[HttpRequest], HttpResponse]

# No inline script or style anywhere, so neither nonces nor hashes are needed.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    )
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=()"


def behind_proxy(get_response: GetResponse) -> Middleware:
    """A request that a trusted proxy passes on comes from where the proxy says, by http or https.

    Whoever isn't trusted may write into these headers what they like: nobody reads them.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if is_trusted(request.META.get("REMOTE_ADDR", "")):
            chain = request.headers.get("X-Forwarded-For", "").split(",")
            visitor = next((each.strip() for each in reversed(chain) if not is_trusted(each.strip())), "")
            if is_address(visitor):
                request.META["REMOTE_ADDR"] = visitor
            proto = request.headers.get("X-Forwarded-Proto", "").rpartition(",")[2].strip()
            if proto in {"http", "https"}:
                request.META["wsgi.url_scheme"] = proto
        return get_response(request)

    return middleware


def is_address(text: str) -> bool:
    """Whether this is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_trusted(text: str) -> bool:
    """Whether this is the address of a proxy whose headers count."""
    return is_among(text, settings.TRUSTED_PROXIES)


def is_among(text: str, networks: Sequence[Network]) -> bool:
    """Whether this is an address in one of the networks."""
    return bool(networks) and is_address(text) and any(ipaddress.ip_address(text) in net for net in networks)


def language(get_response: GetResponse) -> Middleware:
    """The address alone decides: /en/… is English, everything else Russian, whatever the browser prefers."""

    def middleware(request: HttpRequest) -> HttpResponse:
        chosen = translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE
        translation.activate(chosen)
        request.LANGUAGE_CODE = chosen
        response = get_response(request)
        response.headers.setdefault("Content-Language", chosen)
        return response

    return middleware


def security_headers(get_response: GetResponse) -> Middleware:
    """The content security policy on all but PDF files, which browsers show in a viewer of their own."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        if not response.headers.get("Content-Type", "").startswith("application/pdf"):
            response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        return response

    return middleware


def reject_malformed_request(get_response: GetResponse) -> Middleware:
    """400 for NUL in path, query or form, and for anything that isn't UTF-8 or doesn't claim to be.

    Django itself refuses too large bodies, and leaves broken UTF-8 in a path as "%FF", which is nowhere: 404.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        refuse_nul(request.path_info)
        if request.content_params.get("charset", "utf-8").lower() != "utf-8":
            raise BadRequest("the request claims another encoding")
        try:
            # WSGI hands bytes over as Latin-1.
            refuse_nul(unquote_to_bytes(request.META.get("QUERY_STRING", "").encode("latin-1")).decode())
        except UnicodeDecodeError as error:
            raise BadRequest("the query is not UTF-8") from error
        for name, values in request.POST.lists():
            for text in (name, *values):
                refuse_nul(text)
        return get_response(request)

    return middleware


def method_not_allowed_page(get_response: GetResponse) -> Middleware:
    """A page instead of Django's empty answers to a method, or a condition, that an address doesn't take."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code in (405, 412) and not response.content:
            return errors.not_opened_so(request, response)
        return response

    return middleware


def limited(get_response: GetResponse) -> Middleware:
    """Nobody writes faster than a school's class: a refusal says when to come again."""

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            if request.method == "POST":
                limits.WRITING.spend(request)
        except RequestError as stop:
            return answer(request, stop)
        return get_response(request)

    return middleware


def refuse_nul(text: str) -> None:
    """Raises BadRequest: no name or address has a NUL, and databases choke on it."""
    if "\0" in text:
        raise BadRequest("NUL in the request")

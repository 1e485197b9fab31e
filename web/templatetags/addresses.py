"""Template tags of addresses: the switch to the other language, pages that may not be there."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from web.addresses import LOOPBACK, absolute_url, is_own, site_url
from web.language import ENGLISH, page_language, unprefixed

register = template.Library()


@register.simple_tag
def other_language() -> str:
    """Code of the language that the switch leads to."""
    return "ru" if page_language() == "en" else "en"


@register.simple_tag(takes_context=True)
def other_language_url(context: template.Context) -> str:
    """The same page, query included, in the other language; empty where there is no request.

    Russian has no prefix and English has /en, so the switch also works on addresses that lead nowhere.
    """
    request = context.get("request")
    if request is None:
        return ""
    path = request.get_full_path()
    russian = unprefixed(path)
    return russian if russian != path else f"{ENGLISH}{path}"


@register.simple_tag(takes_context=True)
def twins(context: template.Context) -> list[tuple[str, str]]:
    """The page in each language, with its full address and without a query: the same pair on either. What is
    read without a network is a shell of many pages and has none.
    """
    request = context.get("request")
    if not isinstance(request, HttpRequest):
        return []
    russian = unprefixed(request.path)
    addresses = {"ru": russian, "en": f"{ENGLISH}{russian}"}
    return [(lang, absolute_url(request, addresses[lang])) for lang, _ in settings.LANGUAGES]


@register.simple_tag
def url_if_any(name: str, *args: Any) -> str:
    """The address of a page that another app may or may not serve yet; empty if it doesn't."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


@register.inclusion_tag("web/_link_picture.html")
def link_picture(path: str, width: int = 1200, height: int = 630) -> dict[str, Any]:
    """What a messenger shows of a link; nothing where this site has no address of its own, or no picture."""
    url = f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL and path else ""
    return {"url": url, "width": width, "height": height}


@register.inclusion_tag("web/_only_here.html", takes_context=True)
def only_here(context: template.Context) -> dict[str, bool]:
    """Why no other device comes by an address that is this computer's own, and what helps; else nothing."""
    return {"own": is_own(site_url(context["request"])), "listens": settings.HOST not in LOOPBACK}

"""Who asks: the cookie that remembers which links a browser has opened, and what they let it do."""

import re
import secrets
from typing import NamedTuple

from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from scoring.answers import Stop
from scoring.models import SEEN_EVERY, Device, Role, Sheet

COOKIE = "sheets"
YEAR = 365 * 24 * 3600
TOKENS_KEPT = 48  # what fits into a cookie; the links of older sheets still open them
TABLETS = re.compile(r"iPad|Tablet|Android(?!.*Mobile)")
PHONES = re.compile(r"Mobi|iPhone")


class Visitor(NamedTuple):
    """A browser: a random key of its own, and the tokens of the links it opened, the newest first."""

    key: str
    tokens: tuple[str, ...]


class Access(NamedTuple):
    """A sheet, and what this browser may do with it."""

    sheet: Sheet
    role: Role

    @property
    def may_write(self) -> bool:
        return self.role >= Role.SCORER


def visitor(request: HttpRequest) -> Visitor:
    """What the cookie says; a stranger with a new key if there is none or it was tampered with."""
    try:
        data = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE)
    except signing.BadSignature:
        return Visitor(secrets.token_urlsafe(12), ())
    return Visitor(data["key"], tuple(data["tokens"]))


def remember(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Puts a link's token into the cookie, where scripts can't read it."""
    known = visitor(request)
    tokens = [token, *(old for old in known.tokens if old != token)][:TOKENS_KEPT]
    response.set_cookie(
        COOKIE,
        signing.dumps({"key": known.key, "tokens": tokens}, salt=COOKIE),
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def device(request: HttpRequest, sheet: Sheet) -> Device:
    """The device that asks, as this sheet knows it."""
    return sheet.device(visitor(request).key, kind_of(request.headers.get("User-Agent", "")))


def note_presence(request: HttpRequest, sheet: Sheet) -> None:
    """Writes down that this phone still has the sheet open: now and then, as polls are many."""
    if cache.add(f"present-{sheet.pk}-{visitor(request).key}", True, SEEN_EVERY.total_seconds()):
        device(request, sheet)


def kind_of(user_agent: str) -> Device.Kind:
    """A guess good enough for «Телефон 2» in the history."""
    if TABLETS.search(user_agent):
        return Device.Kind.TABLET
    return Device.Kind.PHONE if PHONES.search(user_agent) else Device.Kind.COMPUTER


def open_sheet(request: HttpRequest, public_id: str, least: Role = Role.VIEWER) -> Access:
    """The sheet, if this browser may do what `least` may. Raises Stop."""
    sheet = Sheet.objects.filter(public_id=public_id).first()
    if sheet is None:
        raise Stop(404, gettext("Такого счёта нет. Проверьте ссылку."))
    role = sheet.role_of(visitor(request).tokens)
    if role is None:
        raise Stop(403, gettext("Этот счёт открывается по ссылке. Попросите её у хозяина счёта."))
    if role < least:
        raise Stop(403, _denied(least), game=sheet.content)
    return Access(sheet, role)


def _denied(least: Role) -> str:
    if least == Role.OWNER:
        return gettext("Это делает только хозяин счёта.")
    return gettext("По этой ссылке счёт только смотрят. Чтобы записывать, попросите ссылку для записи.")

"""Who asks: the cookie that remembers which links a browser has opened, and what they let it do."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from rulebook.content import reading
from scoring.models import Device, LinkRole, Sheet
from scoring.sheets.core import PEOPLE
from web.errors import RequestError
from web.links import Gate, LinkCookie
from web.polling import decoration
from web.ways_back import WayBack, leads_back_to

COOKIE = LinkCookie("sheets")
GATE = Gate(
    Sheet,
    COOKIE,
    no_row=gettext_lazy("Такого счёта нет. Проверьте ссылку."),
    no_link=gettext_lazy("Этот счёт открывается по ссылке. Попросите её у хозяина счёта."),
    dead_link=gettext_lazy("Эта ссылка больше не действует. Попросите у хозяина счёта новую."),
)
TABLETS = re.compile(r"iPad|Tablet|Android(?!.*Mobile)")
PHONES = re.compile(r"Mobi|iPhone")


class SheetAccess(NamedTuple):
    """A sheet, and what this browser may do with it; its device, where the sheet was asked for with it."""

    sheet: Sheet
    role: LinkRole
    device: Device | None = None

    @property
    def may_write(self) -> bool:
        return self.role >= LinkRole.SCORER

    def may_change(self, cell: str) -> bool:
        """Who sits where is for the owner to say; the rest for all who write."""
        return self.role >= (LinkRole.OWNER if cell == PEOPLE else LinkRole.SCORER)

    def hold_to_cell(self, cell: str) -> None:
        """Raises RequestError for a cell that isn't for this browser to change."""
        if not self.may_change(cell):
            raise RequestError(403, _denied(LinkRole.OWNER), game=self.sheet.content)


@leads_back_to("scoring:sheet")
def _to_sheet(parts: Mapping[str, Any], asked: Mapping[str, Any]) -> WayBack:
    return WayBack(reverse("scoring:sheet", kwargs=parts), gettext("К счёту"))


def device(request: HttpRequest, sheet: Sheet, known: Device | None = None) -> Device:
    """The device that asks, as this sheet knows it."""
    return sheet.device(COOKIE.visitor(request).key, kind_of(request.headers.get("User-Agent", "")), known)


def touch_last_seen(request: HttpRequest, access: SheetAccess) -> None:
    """Writes down that this phone still has the sheet open: now and then, as polls are many."""
    if access.device is None or access.device.was_seen_long_ago:
        with decoration():
            device(request, access.sheet, access.device)


def kind_of(user_agent: str) -> Device.Kind:
    """A guess good enough for «Телефон 2» in the history."""
    if TABLETS.search(user_agent):
        return Device.Kind.TABLET
    return Device.Kind.PHONE if PHONES.search(user_agent) else Device.Kind.COMPUTER


def open_sheet(request: HttpRequest, public_id: str, least: LinkRole = LinkRole.VIEWER) -> SheetAccess:
    """The sheet, if this browser may do what `least` may. Raises RequestError."""
    return _opened(request, GATE.row(public_id), least)


def open_with_device(request: HttpRequest, public_id: str, least: LinkRole = LinkRole.VIEWER) -> SheetAccess:
    """The sheet with the device that asks (one query, unless it is new here). Raises RequestError."""
    mine = Device.objects.filter(sheet__public_id=public_id, key=COOKIE.visitor(request).key)
    known = mine.select_related("sheet").first()
    sheet = known.sheet if known else GATE.row(public_id)
    return _opened(request, sheet, least)._replace(device=known)


def _opened(request: HttpRequest, sheet: Sheet, least: LinkRole) -> SheetAccess:
    if not reading.is_here(sheet.game):
        raise RequestError(404, gettext("Такой игры здесь нет."))
    visitor = COOKIE.visitor(request)
    role = sheet.role_of(visitor.tokens)
    if role is None:  # the owner, if they never heard that their links were replaced
        role = sheet.role_of(visitor.successors)
    if role is None:
        raise GATE.closed()
    if role < least:
        raise RequestError(403, _denied(least), game=sheet.content)
    return SheetAccess(sheet, role)


def _denied(least: LinkRole) -> str:
    if least == LinkRole.OWNER:
        return gettext("Это делает только хозяин счёта.")
    return gettext("По этой ссылке счёт только смотрят. Чтобы записывать, попросите ссылку для записи.")

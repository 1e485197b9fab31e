"""A file with a sheet, checked for its shape (`docs/give.md`); what it means is for `scoring.giving`."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulebook import papers
from scoring.exports import FORMAT
from scoring.forms import ROWS_SHOWN, EntryForm, StartForm
from scoring.giving import GIVER, GivenEntry, GivenSheet
from scoring.models import Device
from web import names as rule_of_names
from web.append_only import CLIENT_ID_LIMIT
from web.errors import RequestError
from web.fields import Expected
from web.links import GIVEN_ID, GIVEN_KEY

MOST_BYTES = 1_000_000
MOST_ENTRIES = 2000
MOST_DEVICES = 999
ENTRY_ID = rf"^[A-Za-z0-9._-]{{1,{CLIENT_ID_LIMIT}}}\Z"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
YEARS = range(1971, 2100)  # that a clock may say; one that has lost the time is at its beginning
CLOCKS_DIFFER = timedelta(hours=1)
NOT_OURS = _("Это не файл счёта: нужен тот, что даёт «Отдать другому серверу» или «JSON» в меню счёта.")
FILE = Expected(
    no_json=NOT_OURS,
    no_object=NOT_OURS,
    no_form=_("Счёт приходит файлом в форме или в JSON, а не так."),
)


class GivenEntryForm(EntryForm):
    """An entry of a file: its text as it stands there, its id perhaps one that a sheet gave it."""

    text = forms.CharField(required=False, strip=False)
    client_entry_id = forms.RegexField(ENTRY_ID, max_length=CLIENT_ID_LIMIT)


def read(data: Mapping[str, Any], game_id: str, key_for: Callable[[str], str]) -> GivenSheet:
    """The sheet of a file; `key_for` gives one without a key its own. Raises RequestError."""
    about, entries = data.get("sheet"), data.get("entries")
    if not isinstance(about, dict) or not isinstance(entries, list):
        raise RequestError(400, str(NOT_OURS))
    _check_head(data.get("game"), game_id, about, entries)
    clock = FileClock(about)
    devices = _devices(about.get("devices", {}))
    found = [_entry(n, entry, devices, clock) for n, entry in enumerate(entries, start=1)]
    _check_ids(found)
    return GivenSheet(
        game=game_id,
        id=about["id"],
        key=about["key"] if "key" in about else key_for(about["id"]),
        title=_title(data.get("title", "")),
        names=_names(about.get("names")),
        begun=clock.moment(about["begun"], "sheet.begun") if "begun" in about else clock.now,
        edition=about["edition"] if papers.read(str(about.get("edition"))) else "",
        devices=devices,
        entries=found,
    )


def _unread(field: str) -> RequestError:
    message = gettext("В этом файле не прочитать «%(field)s»: похоже, его меняли.") % {"field": field}
    return RequestError(400, message, field=field)


def _check_head(game: Any, game_id: str, about: Mapping[str, Any], entries: list[Any]) -> None:
    written = about.get("format")
    if type(written) is not int or written < 1:
        raise _unread("sheet.format")
    if written > FORMAT:
        raise RequestError(422, gettext("Этот файл новее сайта: такие он ещё не читает. Сайт надо обновить."))
    if game != game_id:
        raise RequestError(422, gettext("Это счёт другой игры."))
    if len(entries) > MOST_ENTRIES:
        message = gettext("В файле больше %(n)s записей: столько их за вечер не бывает.") % {
            "n": MOST_ENTRIES
        }
        raise RequestError(422, message)
    if not re.fullmatch(GIVEN_ID, _text(about.get("id"), "sheet.id")):
        raise _unread("sheet.id")
    if "key" in about and not re.fullmatch(GIVEN_KEY, _text(about["key"], "sheet.key")):
        raise _unread("sheet.key")


def _text(value: Any, field: str) -> str:
    if not isinstance(value, str):
        raise _unread(field)
    return value


def _title(value: Any) -> str:
    form = StartForm({"title": _text(value, "title")})
    if not form.is_valid():
        raise RequestError(422, form.errors["title"][0])
    title: str = form.cleaned_data["title"]
    return title


def _names(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > ROWS_SHOWN:
        raise _unread("sheet.names")
    return [rule_of_names.clean_name(_text(name, "sheet.names")) for name in value]


def _devices(value: Any) -> dict[int, str]:
    if not isinstance(value, dict) or len(value) > MOST_DEVICES:
        raise _unread("sheet.devices")
    found = {}
    for number, kind in value.items():
        if kind not in Device.Kind.values or not re.fullmatch(r"[1-9]\d{0,2}", number, re.ASCII):
            raise _unread("sheet.devices")
        found[int(number)] = kind
    return found


class FileClock:
    """The times of a file by the clock here: theirs was ahead if it says that the file is still to come."""

    def __init__(self, about: Mapping[str, Any]) -> None:
        self.now = timezone.now()
        exported = _moment(about["exported"], "sheet.exported") if "exported" in about else self.now
        self.ahead = max(exported - self.now, timedelta())

    def moment(self, value: Any, field: str) -> datetime:
        """Raises RequestError for what is no time, or still to come."""
        found = _moment(value, field) - self.ahead
        if found > self.now + CLOCKS_DIFFER:
            values = {"field": field, "at": date_format(timezone.localtime(found), "DATETIME_FORMAT")}
            message = (
                gettext("Время «%(field)s» в этом файле ещё не настало: %(at)s. Проверьте часы.") % values
            )
            raise RequestError(422, message, field=field)
        if found.year not in YEARS:
            raise _unread(field)
        return found


def _moment(value: Any, field: str) -> datetime:
    try:
        found = datetime.fromisoformat(value) if MOMENT.fullmatch(_text(value, field)) else None
    except ValueError:
        found = None
    if found is None or found.year not in YEARS:
        raise _unread(field)
    return found


def _entry(n: int, entry: Any, devices: Mapping[int, str], clock: FileClock) -> GivenEntry:
    if not isinstance(entry, dict) or entry.get("number") != n:
        raise _unread(f"entries.{n}.number")
    for name in ("cell", "text", "client_entry_id"):
        _text(entry.get(name), f"entries.{n}.{name}")
    undoes, device = entry.get("undoes"), entry.get("device", GIVER)
    undoes = 0 if undoes is None else undoes
    if type(undoes) is not int or not 0 <= undoes < n:
        raise _unread(f"entries.{n}.undoes")
    if device is not None and (type(device) is not int or device not in (GIVER, *devices)):
        raise _unread(f"entries.{n}.device")
    form = GivenEntryForm({**entry, "base": 0})
    if not form.is_valid():
        raise _unread(f"entries.{n}.{next(iter(form.errors))}")
    return GivenEntry(
        cell=form.cleaned_data["cell"],
        text=form.cleaned_data["text"],
        client_entry_id=form.cleaned_data["client_entry_id"],
        undoes=undoes,
        at=clock.moment(entry["at"], f"entries.{n}.at") if "at" in entry else clock.now,
        device=device,
    )


def _check_ids(entries: list[GivenEntry]) -> None:
    """Each has an id of its own, and what it takes back was written in its cell before."""
    seen = set[str]()
    for n, entry in enumerate(entries, start=1):
        if entry.client_entry_id in seen:
            raise _unread(f"entries.{n}.client_entry_id")
        seen.add(entry.client_entry_id)
        if entry.undoes and entries[entry.undoes - 1].cell != entry.cell:
            raise _unread(f"entries.{n}.undoes")

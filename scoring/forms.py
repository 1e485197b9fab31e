"""What comes in, checked for its shape; whether a sheet takes it is for `scoring.sheets` to say."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import TITLE_LIMIT
from scoring.sheets.core import LONGEST_TEXT, NAME_LIMIT
from web import names as rule_of_names
from web.append_only import CLIENT_ID_LIMIT
from web.errors import RequestError
from web.fields import CLIENT_ID, Expected

LARGEST = 2**31 - 1
ROWS_SHOWN = 20  # a form with more names than this is no form of ours
ENTRY = Expected(
    no_json=_("Запись не разобрать: это не JSON."),
    no_object=_("Запись не разобрать: нужен объект JSON."),
    no_form=_("Запись приходит формой или в JSON, а не так."),
    no_value=_("Запись не разобрать: значения бывают строками и целыми числами."),
)

NAME_FAULTS: dict[str, Any] = {
    "long": _("Имя длиннее %(n)s знаков. Сократите."),
    "heaped": _("На один знак этого имени наложено слишком много других. Впишите его проще."),
    "unseen": _("В этом имени есть знаки, которых не видно. Впишите его буквами или значками."),
    "twice": _("«%(name)s» здесь уже есть. Впишите другое имя."),
}


TITLE_FAULTS: dict[str, Any] = {
    "long": _("Название длиннее %(n)s знаков. Сократите."),
    "heaped": _("На один знак названия наложено слишком много других. Впишите его проще."),
    "unseen": _("В названии есть знаки, которых не видно. Впишите его буквами или значками."),
}


class StartForm(forms.Form):
    """A new sheet's title; the names come as a list beside it."""

    title = forms.CharField(required=False)

    def clean_title(self) -> str:
        """A title is a name that may be longer, and be missing."""
        title = rule_of_names.clean_name(self.cleaned_data["title"])
        fault = rule_of_names.fault(title, TITLE_LIMIT) if title else ""
        if fault:
            raise forms.ValidationError(TITLE_FAULTS[fault] % {"n": TITLE_LIMIT})
        return title


class EntryForm(forms.Form):
    """An entry for a cell, see `scoring.models.EntryDraft`."""

    cell = forms.CharField(max_length=32)
    text = forms.CharField(required=False)
    base = forms.IntegerField(min_value=0, max_value=LARGEST)
    client_entry_id = forms.RegexField(CLIENT_ID, max_length=CLIENT_ID_LIMIT)
    undoes = forms.IntegerField(required=False, min_value=0, max_value=LARGEST)

    def clean_undoes(self) -> int:
        """0 for an entry that takes nothing back."""
        return self.cleaned_data["undoes"] or 0


class UndoForm(forms.Form):
    """Which entry to undo."""

    entry = forms.IntegerField(min_value=1, max_value=LARGEST)
    client_entry_id = forms.RegexField(CLIENT_ID, max_length=CLIENT_ID_LIMIT)


class TotalsForm(forms.Form):
    """A poll: the version that the page shows."""

    v = forms.IntegerField(min_value=0, max_value=LARGEST)


def version_shown(fields: QueryDict, name: str) -> int:
    """The version in a poll. Raises RequestError."""
    version: int = cleaned(TotalsForm(fields))[name]
    return version


def names_in(request: HttpRequest) -> list[str]:
    """The names typed into the start form, trimmed, empty rows included."""
    return [rule_of_names.clean_name(name) for name in request.POST.getlist("name")[:ROWS_SHOWN]]


def pressed(request: HttpRequest) -> tuple[str, int]:
    """Which button of a form of names was pressed, and in which row."""
    do, _, row = request.POST.get("do", "").partition("-")
    return do, int(row) if re.fullmatch("[0-9]{1,2}", row) else 0


class SeatRow(NamedTuple):
    """A row for a name in the start form; `fault` is a sentence about what is wrong with the name."""

    name: str
    fault: str = ""


def seat_rows(names: Sequence[str], judged: bool) -> list[SeatRow]:
    """The rows of the start form; in one that was sent, `judged`, each bad name has its sentence."""
    faults = iter(rule_of_names.faults([name for name in names if name]) if judged else ())
    return [SeatRow(name, _said(name, next(faults, "")) if name else "") for name in names]


def _said(name: str, fault: str) -> str:
    return NAME_FAULTS[fault] % {"name": rule_of_names.isolated(name), "n": NAME_LIMIT} if fault else ""


def boxes_in(request: HttpRequest, known: Sequence[str]) -> list[str]:
    """The boxes that are ticked in the start form, of those that a sheet can have."""
    return [box for box in known if box in request.POST.getlist("box")]


def settings_in(request: HttpRequest, known: Sequence[str]) -> list[str]:
    """The cells of the settings that are ticked in the start form, of those that a sheet can have."""
    return [cell for cell in known if cell in request.POST.getlist("setting")]


def carried_in(request: HttpRequest, known: Sequence[str]) -> dict[str, str]:
    """The texts of cells that the start form carries along, of those that a sheet can have."""
    texts = {cell: request.POST.get(f"cell-{cell}", "")[: LONGEST_TEXT + 1] for cell in known}
    return {cell: text for cell, text in texts.items() if text}


def cleaned(form: forms.Form) -> dict[str, Any]:
    """The form's values. Raises RequestError, naming the first field that is wrong."""
    if not form.is_valid():
        field, errors = next(iter(form.errors.items()))
        message = gettext("Запись не разобрать, поле %(field)s: %(error)s")
        raise RequestError(400, message % {"field": field, "error": errors[0]})
    return form.cleaned_data

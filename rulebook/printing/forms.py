"""What the addresses of PDF files may ask for. All of it has a default; a wrong value gets one sentence."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from rulebook.printing.documents import BASE, CardOptions
from rulebook.printing.paper import MOST_SHIFT, PAPERS, SIZES, BackShift

PAPER_CHOICES = [(paper.id, paper.name) for paper in PAPERS.values()]
SIZE_CHOICES = [(name, name.replace("x", "×")) for name in SIZES]
YES_NO = [("0", "0"), ("1", "1")]
NO_TEXTS: Mapping[str, int] = {}
LENGTH = re.compile(r"[+\-−]?\d{1,3}([.,]\d{1,2})?")
SHOWN = 40  # letters of a wrong value


class BadOption(ValueError):
    """An address asks for something that isn't printed; the text is a sentence for the reader."""

    status = 400


class BadLength(BadOption):
    """A length that was typed is none, or too long."""

    status = 422


class ShiftField(forms.CharField):
    """Millimetres with a sign, with a point or a comma; empty is none."""

    def clean(self, value: Any) -> float:
        text = super().clean(value).replace("−", "-").replace(",", ".")
        length = float(text) if LENGTH.fullmatch(text) else None if text else 0.0
        if length is None or abs(length) > MOST_SHIFT:
            said = gettext("Рубашки сдвигают не дальше чем на %(most)g мм, а здесь «%(value)s».")
            raise forms.ValidationError(said % {"most": MOST_SHIFT, "value": str(value)[:SHOWN]})
        return length + 0.0  # no -0


class PaperForm(forms.Form):
    """Paper alone: the reference sheet and the rulebook."""

    paper = forms.ChoiceField(choices=PAPER_CHOICES, required=False)

    def clean_paper(self) -> str:
        return self.cleaned_data["paper"] or "a4"


class BacksForm(PaperForm):
    """What has backs."""

    shift_x = ShiftField(required=False)
    shift_y = ShiftField(required=False)

    def shift(self) -> BackShift:
        return BackShift(self.cleaned_data["shift_x"], self.cleaned_data["shift_y"])


class CardsForm(BacksForm):
    """The deck."""

    size = forms.ChoiceField(choices=SIZE_CHOICES, required=False)
    bleed = forms.ChoiceField(choices=YES_NO, required=False)
    low_ink = forms.ChoiceField(choices=YES_NO, required=False)
    backs = forms.ChoiceField(choices=YES_NO, required=False)
    box = forms.ChoiceField(required=False)

    def __init__(self, query: QueryDict, *, boxes: Sequence[str] = ()):
        super().__init__(query)
        self.fields["box"].choices = [(name, name) for name in (BASE, *boxes)]

    def options(self) -> CardOptions:
        data = self.cleaned_data
        return CardOptions(
            paper=data["paper"],
            size=data["size"] or "63x88",
            bleed=data["bleed"] == "1",
            low_ink=data["low_ink"] == "1",
            backs=data["backs"] != "0",
            box=data["box"],
            shift=self.shift(),
        )


class ExtraForm(BacksForm):
    """A document of one game; `choices` are its own parameters with their values, the default first, `texts`
    those that are typed, with the most letters.
    """

    def __init__(
        self, query: QueryDict, *, choices: Mapping[str, Sequence[str]], texts: Mapping[str, int] = NO_TEXTS
    ):
        super().__init__(query)
        self.choices = choices
        self.texts = texts
        for name, letters in texts.items():
            self.fields[name] = forms.CharField(max_length=letters, required=False)
        for name, values in choices.items():
            self.fields[name] = forms.ChoiceField(
                choices=[(value, value) for value in values], required=False
            )

    def chosen(self) -> dict[str, str]:
        """The paper and a value for every parameter."""
        own = {name: self.cleaned_data[name] or values[0] for name, values in self.choices.items()}
        typed = {name: self.cleaned_data[name] for name in self.texts}
        return {"paper": self.cleaned_data["paper"], **own, **typed}


AnyForm = TypeVar("AnyForm", bound=forms.Form)


def read(form_class: type[AnyForm], query: QueryDict, **kwargs: Any) -> AnyForm:
    """The form of an address, checked. Raises BadOption for the first value that doesn't exist."""
    form = form_class(query, **kwargs)
    if not form.is_valid():
        name = next(iter(form.errors))
        refused = BadLength if isinstance(form.fields[name], ShiftField) else BadOption
        raise refused(bad_option(form, name, query.get(name, "")))
    return form


def bad_option(form: forms.Form, name: str, value: str) -> str:
    """«Нет такой бумаги…»: what was asked for and what there is."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        error = form.errors.as_data()[name][0]
        if error.code != "max_length":
            return str(error.messages[0])
        return gettext("%(name)s: слишком длинный текст.") % {"name": name}
    known = ", ".join(str(key) for key, _ in field.choices)
    return gettext("%(name)s=%(value)s: так не печатают. Можно: %(known)s.") % {
        "name": name,
        "value": value[:SHOWN],
        "known": known,
    }

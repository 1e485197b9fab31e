"""What comes in from the laboratory's pages, checked for its shape; the engine says whether it may be."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from games.alchemists.simulator.laboratory.actions import LEAST, MOST
from games.alchemists.simulator.laboratory.models import Laboratory
from games.alchemists.simulator.presenting.join_codes import TYPED_LIMIT
from simulator.engine.refusal import IllegalMove
from simulator.matches.forms import MOVE
from web import names as rule_of_names
from web.fields import LONGEST_NUMBER, client_id, sent
from web.refusal import Refusal

# Verbs that take two ingredients, whatever comes behind them.
PAIRED = frozenset({"student", "drink", "cap", "sell", "exhibit"})
BEHIND = ("potion", "colour", "alchemical")  # fields that follow the ingredients in an action's text
APPRENTICE, MASTER = Laboratory.Level.APPRENTICE, Laboratory.Level.MASTER


class NewLab(NamedTuple):
    """What the form of a new laboratory says."""

    names: Sequence[str]  # with the empty ones
    level: str
    led: bool
    official: str

    @property
    def players(self) -> list[str]:
        """Those who are named, and as many more as a table needs at least: «Игрок 1»."""
        shown = [
            name or gettext("Игрок %(n)s") % {"n": place} for place, name in enumerate(self.names, start=1)
        ]
        named = [place for place, name in enumerate(self.names) if name]
        free = [place for place, name in enumerate(self.names) if not name]
        return [shown[place] for place in sorted(named + free[: max(0, LEAST - len(named))])]


def new_lab_in(form: QueryDict) -> NewLab:
    """The form of a new laboratory, at first with two unnamed players."""
    names = [rule_of_names.clean_name(form.get(f"name-{place}", "")) for place in range(MOST)]
    level = MASTER if form.get("level") == MASTER else APPRENTICE
    return NewLab(names, level, form.get("led") == "yes", form.get("official", "")[:TYPED_LIMIT])


class SentAction(NamedTuple):
    """An action as a page sent it: by which seat, its text, the page's own number.

    `sure`: sent again behind the caution for this very text, not for what was chosen before.
    """

    seat: int
    text: str
    client_entry_id: str
    sure: bool


def asked(request: HttpRequest) -> SentAction:
    """The action of a form (field by field) or of JSON (`seat`, `text`). Raises RequestError, IllegalMove."""
    fields = sent(request, MOVE)
    sent_text = fields["text"] if "text" in fields else _text_of(fields, request.POST.getlist("i"))
    text = " ".join(str(sent_text).split())
    return SentAction(_seat(fields), text, client_id(fields), sure=fields.get("sure") == text)


def _text_of(fields: Mapping[str, Any], ingredients: Sequence[str]) -> str:
    """`sell toad fern G+` from the fields of a form. Raises IllegalMove where ingredients are missing."""
    verb = str(fields.get("do", ""))
    two = verb in PAIRED or (verb == "debunk" and "potion" in fields)
    if two and len(ingredients) != 2:
        raise IllegalMove(Refusal("lab_pair", "mix.different", {"n": len(ingredients)}))
    behind = (str(fields.get(name, "")) for name in BEHIND)
    return " ".join([verb, *ingredients, *filter(None, behind)])


def _seat(fields: Mapping[str, Any]) -> int:
    text = str(fields.get("seat", ""))
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise IllegalMove(Refusal("lab_who", "lab.choose"))
    return int(text)

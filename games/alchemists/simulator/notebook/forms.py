"""What comes in from the notebook's pages: taps that make a note."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, QueryDict

from games.alchemists.simulator.deduction.chemistry import MIX
from games.alchemists.simulator.deduction.data import INGREDIENTS
from games.alchemists.simulator.deduction.facts import TEXT_SHOWN, BadFact, Fact, read, to_json
from games.alchemists.simulator.notebook.actions import NoteDraft
from games.alchemists.simulator.notebook.book import (
    CONFLICT,
    DEBUNKED,
    FACT,
    FOREIGN,
    PEEKED,
    REMOVE,
    THEORY,
    WHAT_IF,
)
from scoring.forms import ENTRY
from simulator.engine.refusal import IllegalMove
from web.fields import LONGEST_NUMBER, client_id, comes_as_json, json_object
from web.refusal import Refusal

# What can be noted, and the ways in which some of it is learned (the first one unless another is chosen).
TOOLS = ("mix", "sale", "foreign", "debunk", "guess", "theory")
WAYS: Mapping[str, Sequence[str]] = {
    "foreign": ("potion", "sale"),
    "debunk": ("apprentice", "master", "conflict"),
}
CLAUSE = "notebook.facts"


class Taps(NamedTuple):
    """What was tapped: the ingredients, and the other fields by name; `theories` lie on the board now."""

    ingredients: Sequence[str]
    fields: Mapping[str, str]
    theories: Mapping[str, str]

    def pair(self) -> list[str]:
        """Two different ingredients. Raises IllegalMove."""
        if len(self.ingredients) == 2 and len(set(self.ingredients)) == 1:
            raise IllegalMove(Refusal("fact_same", "mix.different", {"ingredient": self.ingredients[0]}))
        if len(self.ingredients) != 2:
            raise IllegalMove(Refusal("fact_pair", "mix.different", {"n": len(self.ingredients)}))
        return list(self.ingredients)

    def one(self) -> str:
        """The one ingredient. Raises IllegalMove."""
        if len(self.ingredients) != 1:
            raise IllegalMove(Refusal("fact_one", CLAUSE, {"n": len(self.ingredients)}))
        return self.ingredients[0]

    def chosen(self, name: str, refusal: str) -> str:
        """A field that has to be chosen. Raises IllegalMove."""
        if not self.fields.get(name):
            raise IllegalMove(Refusal(refusal, CLAUSE))
        return self.fields[name]

    def split(self, name: str) -> tuple[str, str]:
        """A field of two words, such as «R +». Raises IllegalMove."""
        words = self.fields.get(name, "").split()
        if len(words) != 2:
            raise IllegalMove(Refusal("fact_bad", CLAUSE, {"text": self.fields.get(name, "")[:TEXT_SHOWN]}))
        return words[0], words[1]


Noted = tuple[str, dict[str, Any]]  # the kind of a note and its data


def _fact(row: Mapping[str, Any], how: str = "", kind: str = FACT) -> Noted:
    """A fact as a note. Raises IllegalMove for data that states none."""
    try:
        fact: Fact = read(dict(row))
    except BadFact as error:
        raise IllegalMove(error.refusal) from None
    return kind, {"fact": to_json(fact), **({"how": how} if how else {})}


def _mix(taps: Taps) -> Noted:
    return _fact({"kind": "mix", "pair": taps.pair(), "result": taps.chosen("result", "fact_wanted")})


def _sale(taps: Taps) -> Noted:
    pair, wanted = taps.pair(), taps.chosen("wanted", "fact_wanted")
    return _fact({"kind": "sale", "pair": pair, "wanted": wanted, "level": taps.fields.get("level", "")})


def _foreign(taps: Taps) -> Noted:
    """Another's mix: with an ingredient seen it is a fact, without one it is only listed."""
    names = ("wanted", "level") if "level" in taps.fields else ("result",)
    seen = {name: taps.chosen(name, "fact_wanted") for name in names}
    kind = "took_part_sale" if "level" in taps.fields else "took_part"
    if taps.ingredients:
        return _fact({"kind": kind, "ingredient": taps.one(), **seen}, PEEKED)
    _fact({"kind": kind, "ingredient": INGREDIENTS[0], **seen})  # whether there are such potions and levels
    return FOREIGN, seen


def _apprentice(taps: Taps) -> Noted:
    colour, sign = taps.split("aspect")
    return _fact({"kind": "aspect", "ingredient": taps.one(), "colour": colour, "sign": sign}, DEBUNKED)


def _master(taps: Taps) -> Noted:
    pair, potion = taps.pair(), taps.chosen("result", "fact_wanted")
    return _fact({"kind": _answer(taps), "pair": pair, "result": potion}, DEBUNKED)


def _answer(taps: Taps) -> str:
    answers = {"yes": "mix", "no": "not_mix"}
    if taps.fields.get("answer") not in answers:
        raise IllegalMove(Refusal("fact_bad", CLAUSE, {"text": taps.fields.get("answer", "")[:TEXT_SHOWN]}))
    return answers[taps.fields["answer"]]


def _conflict(taps: Taps) -> Noted:
    """Two theories were shown to clash: by the potion that came out, or by a «no» to what they foretell."""
    pair = taps.pair()
    if taps.fields.get("result"):
        return _fact({"kind": "mix", "pair": pair, "result": taps.fields["result"]}, CONFLICT)
    if not all(ingredient in taps.theories for ingredient in pair):
        known = [name for name in pair if name in INGREDIENTS]
        raise IllegalMove(Refusal("note_no_pair", "conflict.shown", {"pair": known}))
    foretold = MIX[taps.theories[pair[0]], taps.theories[pair[1]]]
    return _fact({"kind": "not_mix", "pair": pair, "result": foretold}, CONFLICT)


def _guess(taps: Taps) -> Noted:
    formula = taps.chosen("alchemical", "fact_formula")
    kind = taps.fields.get("guess", "")
    if kind not in ("is", "is_not"):
        raise IllegalMove(Refusal("fact_bad", CLAUSE, {"text": kind[:TEXT_SHOWN]}))
    return _fact({"kind": kind, "ingredient": taps.one(), "alchemical": formula}, kind=WHAT_IF)


def _theory(taps: Taps) -> Noted:
    formula = taps.chosen("alchemical", "fact_formula")
    _fact({"kind": "is", "ingredient": taps.one(), "alchemical": formula})  # whether there are such things
    return THEORY, {"ingredient": taps.one(), "alchemical": formula}


_NOTED: Mapping[tuple[str, str], Callable[[Taps], Noted]] = {
    ("mix", ""): _mix,
    ("sale", ""): _sale,
    ("foreign", "potion"): _foreign,
    ("foreign", "sale"): _foreign,
    ("debunk", "apprentice"): _apprentice,
    ("debunk", "master"): _master,
    ("debunk", "conflict"): _conflict,
    ("guess", ""): _guess,
    ("theory", ""): _theory,
}


def tool_in(fields: Mapping[str, str]) -> tuple[str, str]:
    """Which tool a page shows and which way of it."""
    tool = fields.get("tool", TOOLS[0])
    tool = tool if tool in TOOLS else TOOLS[0]
    ways = WAYS.get(tool, ("",))
    return tool, fields["way"] if fields.get("way") in ways else ways[0]


def draft_in(request: HttpRequest, theories: Mapping[str, str]) -> NoteDraft:
    """The note that a form (taps) or JSON (`fact`) makes. Raises RequestError, IllegalMove."""
    if comes_as_json(request, ENTRY):
        return _draft_of_json(json_object(request.body, ENTRY))
    fields = request.POST.dict()
    tool, way = fields.get("tool", ""), fields.get("way", "")
    make = _NOTED.get((tool, way))
    if make is None:
        raise IllegalMove(Refusal("fact_bad", CLAUSE, {"text": f"{tool} {way}".strip()[:TEXT_SHOWN]}))
    kind, data = make(Taps(request.POST.getlist("i"), fields, theories))
    return NoteDraft(kind, data, client_id(fields))


def _draft_of_json(data: Mapping[str, Any]) -> NoteDraft:
    """`{"fact": …, "client_entry_id": …, "guess": true?}` with a fact as `manage.py deduce` takes it."""
    row = data.get("fact")
    if not isinstance(row, dict):
        raise IllegalMove(Refusal("fact_bad", CLAUSE, {"text": str(row)[:TEXT_SHOWN]}))
    kind, noted = _fact(row, kind=WHAT_IF if data.get("guess") is True else FACT)
    return NoteDraft(kind, noted, client_id(data))


def taken_back(form: QueryDict, kind: str = REMOVE) -> NoteDraft:
    """Which notes are taken back, or put back. Raises RequestError, IllegalMove."""
    numbers = form.getlist("note")
    if not numbers or not all(n.isascii() and n.isdecimal() and len(n) <= LONGEST_NUMBER for n in numbers):
        text = ", ".join(numbers)[:TEXT_SHOWN]
        raise IllegalMove(Refusal("note_gone", CLAUSE, {"text": text}))
    return NoteDraft(kind, {"notes": [int(n) for n in numbers]}, client_id(form.dict()))

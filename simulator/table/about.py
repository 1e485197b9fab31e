"""What a thing on a table is, told from the content: its name, what it says of itself, its clause. Pure.

A page names each thing that it draws: `card:R4`, `seat:1`, `term:hand`, or a kind that its game has told of.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from rulebook.content import recipes
from rulebook.content.entries import Card, GameContent, Text
from rulebook.content.markup import plain
from rulebook.content.typography import capital
from rulebook.wording.sentences import counted, join, seat_name
from simulator.table.facts import ViewFact

BOX, TURN = "components.deck", "turn.play"  # clauses that every game has: what there is, and whose turn it is
LINES = 2  # besides its name
NEXT_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[«“A-ZА-ЯЁ0-9])")
LONGEST = 80  # letters of a name that a page gives
NEEDS = Text("Собирают из: {}.", "Assembled from: {}.")
POINTS = (("очко", "очка", "очков"), ("point", "points"))
GOES_INTO = Text("Входит в рецепты: {}.", "Goes into: {}.")
PLACE = Text("Место {} из {}, по часовой стрелке.", "Seat {} of {}, clockwise.")


class ThingName(NamedTuple):
    """What a page calls a thing: of which kind it is, and which one."""

    kind: str
    id: str

    @classmethod
    def of(cls, text: str) -> "ThingName":
        """From `kind:id`; a text without a kind names nothing that there is."""
        kind, _, which = text[:LONGEST].partition(":")
        return cls(kind, which)


class Topic(NamedTuple):
    """Where the content tells of a kind of thing: the clause, and the term whose name and text it has."""

    clause: str
    term: str = ""


class About(NamedTuple):
    """A thing as it is told: `card` is the id of one that has a page of its own."""

    name: str
    lines: tuple[str, ...]
    clause: str
    card: str = ""


Topics = Mapping[str, Topic]


def of_content(content: GameContent, topics: Topics, thing: ThingName, lang: str) -> About | None:
    """What the content alone says of a thing: a card by its code, a term, an element, a colour, or a kind of
    thing by its topic. None where it has no such thing.
    """
    teller = TELLERS.get(thing.kind)
    return teller(content, topics, thing.id, lang) if teller else of_kind(content, topics, thing.kind, lang)


def of_kind(
    content: GameContent, topics: Topics, kind: str, lang: str, number: str = "", now: str = ""
) -> About | None:
    """A thing of a kind that the game has told of: `number` tells it from its like, `now` how it stands."""
    topic = topics.get(kind)
    term = content.term_by_id.get(topic.term) if topic else None
    if topic is None:
        return None
    clause = content.clause_by_id[topic.clause]
    name, text = (term.name, term.text) if term else (clause.title, clause.text)
    called = capital(name.in_(lang))
    lines = (now, brief(content, text, lang))
    return About(f"{called} {number}" if number else called, _lines(lines), topic.clause)


def of_seat(
    content: GameContent, topics: Topics, seat: int, names: Sequence[str], lang: str, now: str
) -> About:
    """A person, and what the table tells of them."""
    topic = topics.get("seat", Topic(TURN))
    place = PLACE.in_(lang).format(seat + 1, len(names))
    return About(seat_name(seat, names, lang), _lines((place, now)), topic.clause)


def brief(content: GameContent, text: Text, lang: str, sentences: int = 2) -> str:
    """The beginning of a text, without markup."""
    said = NEXT_SENTENCE.split(plain(content, text, lang).strip())
    return " ".join(said[:sentences])


def of_fact(content: GameContent, topics: Topics, field: str, row: ViewFact, lang: str) -> About:
    """A field of the view, with the term of the same name, if there is one."""
    topic = topics.get(f"fact.{field}") or Topic("", field)
    term = content.term_by_id.get(topic.term)
    clause = topic.clause or (_first_on(content, "term", term.id) if term else BOX)
    return About(
        capital(row.label),
        _lines((", ".join(row.items), brief(content, term.text, lang) if term else "")),
        clause,
    )


def seat_of(thing: ThingName, players: int) -> int | None:
    """The seat that is named; None for one that isn't at the table."""
    at = int(thing.id) if thing.id.isascii() and thing.id.isdecimal() and len(thing.id) < 3 else players
    return at if at < players else None


def rows_told(rows: Iterable[ViewFact]) -> str:
    """«Карт на руке: 5; отложено: 2.»"""
    said = "; ".join(f"{row.label}: {', '.join(row.items)}" for row in rows)
    return f"{capital(said)}." if said else ""


def _card(content: GameContent, topics: Topics, code: str, lang: str) -> About | None:
    found = content.copies_by_code.get(code)
    card = found[0] if found else content.card_by_code.get(code)
    if card is None:
        return None
    lines = (_made_of(content, card, lang), _says(content, topics, card, lang))
    return About(capital(card.name.in_(lang)), _lines(lines), _clause_of(content, topics, card), card.id)


def _made_of(content: GameContent, card: Card, lang: str) -> str:
    """What a recipe asks for, and what it brings."""
    if not card.ingredients:
        return ""
    slots = [(slot, slot.ingredient) for slot in recipes.made_of(content, card)]
    names = [(slot.times, recipes.name_of(content, each.kind, each.id).in_(lang)) for slot, each in slots]
    said = NEEDS.in_(lang).format(", ".join(name if n < 2 else f"{name} ×{n}" for n, name in names))
    words = POINTS[lang == "en"]
    return f"{said} {counted(card.points, words, lang)}." if card.points else said


def _says(content: GameContent, topics: Topics, card: Card, lang: str) -> str:
    """What is printed on it; else what the content says of such cards."""
    if card.printed:
        return brief(content, card.printed, lang)
    topic = _topic_of(topics, card)
    term = content.term_by_id.get(topic.term or card.kind) if topic else content.term_by_id.get(card.kind)
    if term:
        return brief(content, term.text, lang)
    clause = content.clause_by_id.get(_clause_of(content, topics, card))
    return brief(content, clause.text, lang) if clause and not card.ingredients else ""


def _topic_of(topics: Topics, card: Card) -> Topic | None:
    """Its own, that of its kind, or that of all cards."""
    keys = (f"card.{card.id}", f"card.{card.kind}", "card")
    return next((topics[key] for key in keys if key in topics), None)


def _clause_of(content: GameContent, topics: Topics, card: Card) -> str:
    """The clause that is about this card, else about its kind, else the first that names it."""
    topic, own, kind = _topic_of(topics, card), _own(content, card.id), content.clause_of_kind(card.kind)
    if f"card.{card.id}" not in topics and own:
        return own
    return topic.clause if topic else kind.id if kind else _first_on(content, "card", card.id)


def _own(content: GameContent, entry_id: str) -> str:
    """The first clause whose id begins with that of an entry, as all rules on it do."""
    return next((clause.id for clause in content.clauses if clause.id.startswith(f"{entry_id}.")), "")


def _first_on(content: GameContent, kind: str, target: str) -> str:
    """The first clause that is about an entry by its id, else the first that names it."""
    found = content.references_to(kind, target).clauses
    return _own(content, target) or (found[0].id if found else BOX)


def _term(content: GameContent, topics: Topics, term_id: str, lang: str) -> About | None:
    term = content.term_by_id.get(term_id)
    if term is None:
        return None
    topic = topics.get(f"term.{term_id}")
    clause = topic.clause if topic else _first_on(content, "term", term_id)
    return About(capital(term.name.in_(lang)), _lines((brief(content, term.text, lang),)), clause)


def _element(content: GameContent, topics: Topics, element_id: str, lang: str) -> About | None:
    element = content.element_by_id.get(element_id)
    if element is None:
        return None
    topic = topics.get("element")
    into = [capital(each.short.in_(lang)) for each in recipes.goes_into(content, element_id)]
    text = brief(content, element.text, lang) if element.text else ""
    term = content.term_by_id.get(topic.term) if topic else None
    kind = brief(content, term.text, lang, 1) if term else ""
    used = GOES_INTO.in_(lang).format(join(into, lang)) if into else ""
    clause = topic.clause if topic else _first_on(content, "element", element_id)
    return About(capital(element.name.in_(lang)), _lines((text or kind, used)), clause)


def _colour(content: GameContent, topics: Topics, colour_id: str, lang: str) -> About | None:
    colour = content.colour_by_id.get(colour_id)
    topic = topics.get("colour")
    if colour is None or topic is None:
        return None
    clause = content.clause_by_id[topic.clause]
    return About(capital(colour.name.in_(lang)), _lines((brief(content, clause.text, lang),)), clause.id)


def _clause(content: GameContent, topics: Topics, clause_id: str, lang: str) -> About | None:
    clause = content.clause_by_id.get(clause_id)
    if clause is None:
        return None
    return About(clause.title.in_(lang), _lines((brief(content, clause.text, lang),)), clause_id)


def _lines(said: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, said))[:LINES]


# What every game's content may have, by the kind that a page gives.
TELLERS: Mapping[str, Callable[[GameContent, Topics, str, str], About | None]] = {
    "card": _card,
    "term": _term,
    "element": _element,
    "colour": _colour,
    "clause": _clause,
}

"""What can be found: every entry of a game with all the words that may lead to it. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulebook import game as games
from rulebook.content import questions, recipes
from rulebook.content.boxes import without_boxes
from rulebook.content.entries import (
    LANGUAGES,
    NO_PHRASES,
    Card,
    Clause,
    Element,
    GameContent,
    Phrases,
    Placed,
    Ruling,
    Term,
    Text,
)
from rulebook.content.markup import plain
from rulebook.search.tokens import normalise, words
from rulebook.wording.sentences import PLACE

NO_TEXT = Text("", "")
CLARIFICATIONS = ("разъяснение", "clarification", "ruling")
# How near a linked entry is: what is asked of one may be answered by the other.
RULE_OF_TERM, TERM_OF_RULE, CARD_OF_RULING = 0.7, 0.5, 0.5
CARDS_OF_RULING = 3  # of more cards a clarification is near the first ones alone


@dataclass(frozen=True)
class Findable:
    """An entry. `also`: other words for it, `asks`: what players say; `sayings`: what the engine says of it.

    `names` are those by which it alone may be called; `links`: name of an entry → how near it is, up to 1.
    `needs` are the boxes that must be on the table for it to count, «air+water».
    """

    game: str
    kind: str
    key: str
    number: str
    title: Text
    text: Text
    asks: Phrases
    links: Mapping[str, float]
    also: Text = NO_TEXT
    sayings: Text = NO_TEXT
    names: tuple[str, ...] = ()
    needs: str = ""

    @property
    def name(self) -> str:
        """«clause:overflow.take»: by this its links and questions know it."""
        return f"{self.kind}:{self.key}"


def entries_of(content: GameContent) -> Iterator[Findable]:
    """All that can be found of one game and its boxes; the order breaks ties between equally good hits.

    What a box has stands behind the base game, and what several boxes have once in each of them.
    """
    asked = questions.load(content)
    yield from _entries(without_boxes(content), asked)
    if content.boxes:
        of_boxes = [(found, _needs(content, found)) for found in _entries(content, asked)]
        for box in content.box_by_id:
            for found, needs in of_boxes:
                yield from (replace(found, needs=each) for each in needs if each.split("+")[0] == box)


def _needs(content: GameContent, found: Findable) -> tuple[str, ...]:
    """What must be on the table for an entry to count, one after another; nothing for the base game's."""
    if found.kind == "game":
        return ()
    entry: Placed = getattr(content, f"{found.kind}_by_id")[found.key]
    if entry.also:
        return entry.homes
    own = [each for each in entry.needs if each != entry.box]
    return ("+".join((entry.box, *own)),) if entry.box else ()


def _entries(content: GameContent, asked: Mapping[str, Phrases]) -> Iterator[Findable]:
    """All entries of a content, with what players ask of them."""
    links = _links(content)

    def entry(
        kind: str, key: str, number: str, title: Text, text: Text | None = None, **more: Any
    ) -> Findable:
        more["asks"] = asked.get(f"{kind}:{number if kind == 'ruling' else key}", NO_PHRASES)
        more["links"] = links.get(f"{kind}:{key}", {})
        return Findable(content.id, kind, key, number, title, _shown(content, text), **more)

    yield entry(
        "game", content.id, "", content.title, content.about, also=content.author, names=_both(content.title)
    )
    for term in content.terms:
        yield entry("term", term.id, "", term.name, term.text, also=_synonyms(term), names=_both(term.name))
    for clause in content.clauses:
        said = {"also": clause.edition or NO_TEXT, "sayings": sayings(content, clause)}
        yield entry("clause", clause.id, clause.number, clause.title, clause.whole, **said)
    for ruling in content.rulings:
        names = (*_both(ruling.title), *(f"{word} {ruling.number}" for word in CLARIFICATIONS))
        yield entry("ruling", ruling.id, str(ruling.number), ruling.title, ruling.whole, names=names)
    for element in content.elements:
        names = (*_both(element.name), *element.synonyms.ru, *element.synonyms.en)
        yield entry(
            "element", element.id, "", element.name, element.text, also=_synonyms(element), names=names
        )
    for card in content.cards:
        yield entry(
            *("card", card.id, signs(content, card), card.name, card_text(content, card)),
            also=_also(content, card),
            names=(*_both(card.name), *_both(card.short), *_codes(content, card)),
        )
    for chapter in content.chapters:
        yield entry("chapter", chapter.id, str(chapter.number), chapter.title)


def _both(text: Text) -> tuple[str, str]:
    return text.ru, text.en


def _shown(content: GameContent, text: Text | None) -> Text:
    return Text(*(plain(content, text, lang) for lang in LANGUAGES)) if text else NO_TEXT


def _synonyms(one: Term | Element) -> Text:
    return Text(" ".join(one.synonyms.ru), " ".join(one.synonyms.en))


def _also(content: GameContent, card: Card) -> Text:
    kind = content.kind_by_id.get(card.kind)
    of_kind = [(kind.name.in_(lang), kind.plural.in_(lang)) if kind else () for lang in LANGUAGES]
    codes = (card.code, *card.data.get("aliases", ()))
    return Text(*(" ".join((*codes, card.short.in_(lang), *of_kind[n])) for n, lang in enumerate(LANGUAGES)))


def _codes(content: GameContent, card: Card) -> list[str]:
    spelled = [card.code, *card.data.get("aliases", ())]
    return [normalise(name) for name in (*spelled, *games.get(content.id).spellings(content, card))]


def signs(content: GameContent, card: Card) -> str:
    """Names of a card that aren't words, with spaces between: «r+ к+»; empty for most cards."""
    unlike = (name for name in _codes(content, card) if words(name) != [name])
    return " ".join(name for name in dict.fromkeys(unlike) if name != normalise(card.id))


def card_text(content: GameContent, card: Card) -> Text:
    """What a card is found by besides its name: its recipe, «Камень крови + Мандрагора», and its text."""
    return Text(*(_card_text(content, card, lang) for lang in LANGUAGES))


def _card_text(content: GameContent, card: Card, lang: str) -> str:
    names = (
        (recipes.name_of(content, *slot.ingredient).in_(lang), slot.times)
        for slot in recipes.made_of(content, card)
    )
    recipe = " + ".join(name if n == 1 else f"{n} × {name}" for name, n in names)
    printed = (card.text,) if content.elements else (card.rule, card.longer)
    said = " ".join(text.in_(lang) for text in printed if text)
    return ". ".join(filter(None, (recipe, said)))


def sayings(content: GameContent, clause: Clause) -> Text:
    """The refusals that cite a clause: whoever remembers one finds the rule by it."""
    marks = (mark.partition(":") for mark in clause.shown_by)
    codes = [code for kind, _, code in marks if kind == "refusal" and not code.startswith("pos_")]
    texts = [content.sentence("refusal", code) for code in codes]
    return Text(*(" ".join(PLACE.sub(" ", text.in_(lang)) for text in texts) for lang in LANGUAGES))


def _links(content: GameContent) -> dict[str, dict[str, float]]:
    """Which entries answer one another's questions: a clarification and its rules, a word and its rule."""
    links: dict[str, dict[str, float]] = {}
    for ruling in content.rulings:
        for name, near in _of_ruling(ruling):
            links.setdefault(f"ruling:{ruling.id}", {})[name] = near
            if name.startswith("clause:"):
                links.setdefault(name, {})[f"ruling:{ruling.id}"] = near
    for term in content.terms:
        for kind, target in term.text.references:
            if kind == "ref":
                links.setdefault(f"term:{term.id}", {})[f"clause:{target}"] = RULE_OF_TERM
                links.setdefault(f"clause:{target}", {})[f"term:{term.id}"] = TERM_OF_RULE
    return links


def _of_ruling(ruling: Ruling) -> Iterator[tuple[str, float]]:
    """The rules of a clarification, the less near the more there are, and its cards."""
    for clause_id in ruling.clauses:
        yield f"clause:{clause_id}", len(ruling.clauses) ** -0.5
    for card_id in ruling.cards[:CARDS_OF_RULING]:
        yield f"card:{card_id}", CARD_OF_RULING

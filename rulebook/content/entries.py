"""What the content files hold, as frozen dataclasses: games, clauses, words, cards, rulings. Pure."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

LANGUAGES = ("ru", "en")
REFERENCE = re.compile(r"\{(ref|term|card|element):([^{}]*)\}")


@dataclass(frozen=True)
class Text:
    """One text in both languages."""

    ru: str
    en: str

    def in_(self, lang: str) -> str:
        return self.en if lang == "en" else self.ru

    @cached_property
    def references(self) -> tuple[tuple[str, str], ...]:
        """Pairs (kind, id) that the text leads to, in the order of its languages; none stands twice."""
        found = (match.groups() for text in (self.ru, self.en) for match in REFERENCE.finditer(text))
        return tuple(dict.fromkeys((kind, target) for kind, target in found))


NO_TEXT = Text("", "")
MARK = "mark"  # the catalogue of what is said of moves, among other things


@dataclass(frozen=True)
class CatalogueSentence(Text):
    """A sentence of a catalogue; `clause` is the rule behind what it says of a move, where there is one."""

    clause: str = ""


class Phrases(NamedTuple):
    """Several phrases in each language, as many as anybody found."""

    ru: tuple[str, ...] = ()
    en: tuple[str, ...] = ()


NO_PHRASES = Phrases()


@dataclass(frozen=True, kw_only=True)
class Placed:
    """What may come from a box: `box` is the one that it lies in («» for the base game), `also` are others
    that hold the very same, `needs` all that must be on the table for it to count.
    """

    box: str = ""
    needs: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def homes(self) -> tuple[str, ...]:
        """Every box that holds it; empty for what the base game has."""
        return tuple(sorted((self.box, *self.also))) if self.box else ()

    @property
    def condition(self) -> str:
        """All that it needs in a word: «» for the base game, «air+water» both boxes, «air|water» either."""
        return "|".join(self.homes) if self.also else "+".join(self.needs)

    def counts_with(self, boxes: Collection[str]) -> bool:
        """Whether it counts when these boxes are on the table."""
        return set(self.needs).issubset(boxes) or not set(self.also).isdisjoint(boxes)


@dataclass(frozen=True)
class Edition:
    """The texts of a game or a box as they stood from a day on; `digest` is made of their fingerprints."""

    date: str
    digest: str


@dataclass(frozen=True)
class Revision(Placed):
    """What became of an entry on a day: it was `changed`, is `new`, or is `gone`, as `what` says.

    `was` is what it said before, without markup, `facts` what else was otherwise (a status, points), `title`
    the name of one that isn’t there any more.
    """

    kind: str
    id: str
    date: str
    what: str
    reason: Text
    was: Text
    title: Text
    facts: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, eq=False)
class Box:
    """An expansion of a game. `headings`, `sources` and `seed_spelling` are those of its own `seed`; all else
    is what it adds to that of the game.
    """

    id: str
    title: Text
    about: Text
    edition: Text
    title_note: Text
    seed: str
    headings: tuple[str, ...]
    sources: tuple[str, ...]
    seed_spelling: Mapping[str, str]
    asked: tuple[str, ...]
    constants: Mapping[str, Any]
    retired: Mapping[str, str]
    people: Mapping[str, str]
    words: Mapping[str, Mapping[str, CatalogueSentence]]
    updated: str
    digest: str
    folder: Path
    editions: tuple[Edition, ...] = ()
    revisions: tuple[Revision, ...] = ()


@dataclass(frozen=True)
class Chapter(Placed):
    """`no_figure` is why its rules have no figure, but for those that say otherwise."""

    id: str
    number: int
    title: Text
    no_figure: str = ""


@dataclass(frozen=True)
class Source:
    """Where a clause comes from: `kind` is seed, ruling (the seed is silent), edition (another edition) or
    shared (the same in all games that have none of their own).
    """

    kind: str
    heading: str


OUR_DECISION = Text("Наше решение", "Our decision")
RECONSTRUCTION = Text("Восстановлено нами", "Our reconstruction")
OF_AUTHOR = Text("Ответ автора", "The author’s answer")


@dataclass(frozen=True)
class Clause(Placed):
    """A rule. `ours` are its sentences that are our decision and not its source's; a `reconstruction` stands
    in for a text that nobody found. `changes` are the rules that it changes. `figure` stands beside it;
    `no_figure` is why none does.
    """

    id: str
    chapter: str
    number: str
    title: Text
    text: Text
    source: Source
    decided_by: str
    shown_by: tuple[str, ...] = ()
    scenario: str = ""
    edition: Text | None = None
    ours: Text | None = None
    changes: tuple[str, ...] = ()
    reconstruction: bool = False
    figure: str = ""
    no_figure: str = ""

    @property
    def of_all_games(self) -> bool:
        """Whether it is one of those that stand in for what a game doesn't say."""
        return self.source.kind == "shared"

    @property
    def all_ours(self) -> bool:
        """Whether its source says nothing of it, or nobody found it, so that the whole of it is ours."""
        return self.source.kind == "ruling" or self.reconstruction

    @property
    def whole(self) -> Text:
        """All that it says in one run, what is our decision with its mark."""
        return Text(self._whole("ru"), self._whole("en"))

    def _whole(self, lang: str) -> str:
        text, mark = self.text.in_(lang), (RECONSTRUCTION if self.reconstruction else OUR_DECISION).in_(lang)
        if self.all_ours:
            return f"{mark}: {text}"
        return f"{text} {mark}: {self.ours.in_(lang)}" if self.ours else text


@dataclass(frozen=True)
class Figure(Placed):
    """What is better seen than read: the `drawing` of its game, of the positions of these `scenarios`; `text`
    stands below it, `data` is whatever else that drawing asks for.
    """

    id: str
    title: Text
    text: Text
    drawing: str
    scenarios: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Term(Placed):
    id: str
    name: Text
    text: Text
    synonyms: Phrases = NO_PHRASES


@dataclass(frozen=True)
class Element(Placed):
    """What a card may carry on its lower half, and recipes may ask for."""

    id: str
    name: Text
    text: Text | None
    synonyms: Phrases
    provenance: str


@dataclass(frozen=True)
class Kind(Placed):
    """A kind of recipe: `made_of` says in words what its cards are assembled from, `points` what each gives.

    `points` is None for kinds without a recipe.
    """

    id: str
    name: Text
    plural: Text
    made_of: Text
    points: int | None


class Ingredient(NamedTuple):
    """A slot of a recipe: `kind` is element, card (an assembled recipe), kind (any recipe of that kind),
    either (one of several recipes) or any (any element at all).
    """

    kind: str
    id: str

    @property
    def ids(self) -> tuple[str, ...]:
        """What it names, one or several to choose from."""
        return tuple(self.id.split("|"))


@dataclass(frozen=True)
class Copies:
    """Copies of a card that are alike in all: `code` is their name in moves and positions, `box` where they
    lie, `deck` to which deck they belong.
    """

    code: str
    elements: tuple[str, ...]
    count: int
    box: str = ""
    deck: str = ""


@dataclass(frozen=True)
class Card(Placed):
    """A kind of card with `count` copies in the box; `code` is its short name in moves and positions.

    `ingredients`, `points` and `deck` are those of a recipe; `copies` tells cards apart that are alike but
    for the elements that they carry; `rule` is a line or two printed on a card that does something itself,
    and its `text`, too, where the content gives none.
    """

    id: str
    code: str
    kind: str
    colour: str
    value: int
    count: int
    name: Text
    short: Text
    acc: Text
    text: Text | None
    provenance: str
    deck: str = ""
    points: int = 0
    ingredients: tuple[Ingredient, ...] = ()
    copies: tuple[Copies, ...] = ()
    disputed: Text | None = None
    rule: Text | None = None
    data: Mapping[str, Any] = field(default_factory=dict, hash=False)
    guessed: bool = False

    @property
    def printed(self) -> Text | None:
        """What it says of itself in few words, which a face has room for."""
        return self.rule or self.text

    @property
    def longer(self) -> Text | None:
        """What its page says besides these words."""
        return None if self.text == self.rule else self.text

    @property
    def elements(self) -> tuple[str, ...]:
        """Every element that a copy of it carries; none stands twice."""
        return tuple(dict.fromkeys(element for copies in self.copies for element in copies.elements))


PUBLIC = "public:"  # begins the name of an open source that a clarification rests on
LONG_ANSWER = 120  # letters; three lines on a phone
BETWEEN_GROUNDS = re.compile(rf"; |, (?={PUBLIC})")


class Ground(NamedTuple):
    """What a clarification rests on: a heading of a rulebook, or another source; `public` are open ones."""

    name: str
    public: bool

    @classmethod
    def of(cls, source: str) -> "Ground":
        return cls(source.removeprefix(PUBLIC), source.startswith(PUBLIC))


@dataclass(frozen=True)
class Ruling(Placed):
    """A clarification. `status` is whose its answer is (rulebook, author, ours); `ours` are those of its
    sentences that are our decision. `source` is what it rests on, `said` the address where the author said
    so, `since` the day since when it stands.
    """

    id: str
    number: int
    title: Text
    text: Text
    status: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    option: str
    source: str
    reconstruction: bool = False
    ours: Text | None = None
    said: str = ""
    since: str = ""

    @property
    def is_long(self) -> bool:
        """Its answer is folded where many stand below one another."""
        return len(self.text.ru) + (len(self.ours.ru) if self.ours else 0) > LONG_ANSWER

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """What it rests on, one by one."""
        return tuple(map(Ground.of, filter(None, BETWEEN_GROUNDS.split(self.source))))

    @property
    def whole(self) -> Text:
        """All that it says in one run, what isn’t the rulebook’s with its mark."""
        return Text(self._whole("ru"), self._whole("en"))

    def _whole(self, lang: str) -> str:
        text = self.text.in_(lang)
        decided = RECONSTRUCTION if self.reconstruction else OUR_DECISION
        head = {"author": OF_AUTHOR, "ours": decided}.get(self.status)
        said = f"{head.in_(lang)}: {text}" if head else text
        return f"{said} {OUR_DECISION.in_(lang)}: {self.ours.in_(lang)}" if self.ours else said


@dataclass(frozen=True)
class Passage(Placed):
    """A paragraph of the seed, or a sentence of one («12.3»): its number, our label, a hash, and the clauses
    that cover it (or why none). `told_in` is the box whose rules these are, where a game's own seed tells
    of its boxes, too.
    """

    n: str
    label: Text
    sha: str
    clauses: tuple[str, ...]
    silent: Text | None
    told_in: str = ""

    @property
    def key(self) -> str:
        """Its name among the passages of all seeds of a game."""
        return f"{self.box}:{self.n}" if self.box else self.n


@dataclass(frozen=True)
class Colour(Placed):
    """A colour of the game with its shape, letter and the word forms that sentences need."""

    id: str
    shape: str
    letter: Text
    name: Text
    forms: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class OptionValue:
    value: bool | str | int
    text: Text


@dataclass(frozen=True)
class OptionText(Placed):
    """A switch of the engine with its texts; `hidden` means that there is nothing to choose."""

    id: str
    default: bool | str | int
    ruling: str
    hidden: bool
    title: Text
    about: Text
    choices: tuple[OptionValue, ...]


@dataclass(frozen=True)
class TurnStep(Placed):
    """A step of a turn in a short sentence, with its picture and the rules that say it."""

    id: str
    icon: str
    text: Text
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class SetupStep(Placed):
    """A rule to tick off while a game is set up; `players` are the numbers for which it counts, none: all."""

    id: str
    clause: str
    players: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class GameContent:
    """All that the content files say of one game. Loaded once, it equals itself alone and can key a cache.

    `boxes` are the expansions on the table, none for the base game alone. `headings` are those of rulebooks
    that clauses and clarifications cite, `seed_spelling` how the text of `seed` has some of them; `sources`
    are what else clarifications rest on. A turn is told in `steps`, or in a paragraph: `turn`. `words` are
    the sentences of this game, `shared_words` those of all.
    """

    id: str
    title: Text
    title_note: Text
    author: Text
    about: Text
    edition: Text
    turn: Text
    players: tuple[int, int]
    minutes: int
    seed: str
    headings: tuple[str, ...]
    sources: tuple[str, ...]
    seed_spelling: Mapping[str, str]
    updated: str
    asked: tuple[str, ...]
    constants: Mapping[str, Any]
    chapters: tuple[Chapter, ...]
    colours: tuple[Colour, ...]
    elements: tuple[Element, ...]
    kinds: tuple[Kind, ...]
    options: tuple[OptionText, ...]
    clauses: tuple[Clause, ...]
    terms: tuple[Term, ...]
    cards: tuple[Card, ...]
    rulings: tuple[Ruling, ...]
    passages: tuple[Passage, ...]
    steps: tuple[TurnStep, ...]
    setup: tuple[SetupStep, ...]
    words: Mapping[str, Mapping[str, CatalogueSentence]]
    retired: Mapping[str, str]
    people: Mapping[str, str]  # names in examples -> their English spelling
    digest: str
    folder: Path
    shared_words: Mapping[str, Mapping[str, CatalogueSentence]] = field(default_factory=dict)
    boxes: tuple[Box, ...] = ()
    figures: tuple[Figure, ...] = ()
    editions: tuple[Edition, ...] = ()  # of the folder of the base game; boxes have their own
    revisions: tuple[Revision, ...] = ()
    bgg_id: int = 0  # on BoardGameGeek, 0 where nobody has looked it up
    licence: Text = NO_TEXT  # of the texts and drawings of a game from outside
    home: str = ""  # the address where whoever made it tells of it

    @cached_property
    def box_by_id(self) -> dict[str, Box]:
        return {box.id: box for box in self.boxes}

    @property
    def folders(self) -> dict[str, Path]:
        """Where its content lies, by what faults call the folder; the base game's first."""
        return {self.id: self.folder} | {f"{self.id}/boxes/{box.id}": box.folder for box in self.boxes}

    def sentence(self, kind: str, code: str) -> CatalogueSentence:
        """The template of a sentence: the game's own, else the one that all games share. Raises KeyError."""
        own = self.words.get(kind, {})
        return own[code] if code in own else self.shared_words[kind][code]

    def has_sentence(self, kind: str, code: str) -> bool:
        return code in self.words.get(kind, {}) or code in self.shared_words.get(kind, {})

    @cached_property
    def chapter_by_id(self) -> dict[str, Chapter]:
        return {chapter.id: chapter for chapter in self.chapters}

    @cached_property
    def clause_by_id(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def figure_by_id(self) -> dict[str, Figure]:
        return {figure.id: figure for figure in self.figures}

    @cached_property
    def term_by_id(self) -> dict[str, Term]:
        return {term.id: term for term in self.terms}

    def of_kind(self, kind: str) -> list[Card]:
        """The cards of a kind, in their order."""
        return [card for card in self.cards if card.kind == kind]

    @cached_property
    def card_by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def card_by_code(self) -> dict[str, Card]:
        return {card.code: card for card in self.cards}

    @cached_property
    def element_by_id(self) -> dict[str, Element]:
        return {element.id: element for element in self.elements}

    @cached_property
    def kind_by_id(self) -> dict[str, Kind]:
        return {kind.id: kind for kind in self.kinds}

    @cached_property
    def copies_by_code(self) -> dict[str, tuple[Card, Copies]]:
        """Every kind of card that can be told apart on the table, in the order of the content."""
        return {copies.code: (card, copies) for card in self.cards for copies in card.copies}

    @cached_property
    def colour_by_id(self) -> dict[str, Colour]:
        return {colour.id: colour for colour in self.colours}

    @cached_property
    def option_by_id(self) -> dict[str, OptionText]:
        return {option.id: option for option in self.options}

    @cached_property
    def ruling_by_id(self) -> dict[str, Ruling]:
        return {ruling.id: ruling for ruling in self.rulings}

    def clause_of_kind(self, kind: str) -> Clause | None:
        """The clause that says what cards of a kind are, the nearest first."""
        keys = (f"components.{kind}", "components.kinds")
        return next((self.clause_by_id[key] for key in keys if key in self.clause_by_id), None)

    def in_chapter(self, chapter_id: str) -> list[Clause]:
        return [clause for clause in self.clauses if clause.chapter == chapter_id]

    def with_figure(self, figure_id: str) -> list[Clause]:
        """The clauses that a figure stands beside."""
        return [clause for clause in self.clauses if clause.figure == figure_id]

    def changed_by(self, clause_id: str) -> list[Clause]:
        """The clauses that change one."""
        return [clause for clause in self.clauses if clause_id in clause.changes]

    def rulings_of(self, clause_id: str) -> list[Ruling]:
        return [ruling for ruling in self.rulings if clause_id in ruling.clauses]

    def rulings_on_card(self, card_id: str) -> list[Ruling]:
        return [ruling for ruling in self.rulings if card_id in ruling.cards]

    def revisions_of(self, kind: str, entry_id: str) -> list[Revision]:
        """What changed in an entry, the newest first."""
        return [each for each in self.revisions if (each.kind, each.id) == (kind, entry_id)]

    def references_to(self, kind: str, target: str) -> "References":
        """Back references: whatever says `{kind:target}`."""

        def leads(text: Text | None) -> bool:
            return text is not None and (kind, target) in text.references

        def leading(entries: Iterable[AnyEntry]) -> tuple[AnyEntry, ...]:
            return tuple(e for e in entries if leads(e.text))

        return References(
            tuple(clause for clause in self.clauses if leads(clause.text) or leads(clause.ours)),
            leading(self.terms),
            tuple(ruling for ruling in self.rulings if leads(ruling.text) or leads(ruling.ours)),
            leading(self.cards),
            leading(self.elements),
        )


AnyEntry = TypeVar("AnyEntry", Clause, Term, Ruling, Card, Element)


class References(NamedTuple):
    """Entries whose text leads to something."""

    clauses: tuple[Clause, ...]
    terms: tuple[Term, ...]
    rulings: tuple[Ruling, ...]
    cards: tuple[Card, ...]
    elements: tuple[Element, ...]

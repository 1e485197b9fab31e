"""Builds the search index from the content: a file that is replaced as a whole.

Only this module needs pymorphy, so web workers never import it. Tables: `entry` (an entry in one language,
with the places of its words), `words` (FTS5 over lemmas: title, terms, body, sayings of the engine), `form`
(form → lemma, '' for words of no use), `trigram` (FTS5 over forms, for typing errors).
"""

import json
import os
import sqlite3
import tempfile
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pymorphy3

from rulebook import recipes
from rulebook.entries import LANGUAGES, Card, Clause, Element, GameContent, Term, Text
from rulebook.markup import plain
from rulebook.search import SCHEMA
from rulebook.tokens import WORD, english_stem, normalise, spans, words
from rulebook.wording import PLACE, capital

SERVICE_WORDS = {
    "PREP",
    "CONJ",
    "PRCL",
    "INTJ",
    "NPRO",
    "Apro",
}  # marks of pymorphy: «в», «и», «не», «он», «который»
LIKELY = 0.2  # a parse less probable than this gives its lemma, but doesn't bring the other forms of it along
SILENT = frozenset((
    "как", "что", "если", "когда", "где", "кто", "чей", "или", "же", "ли", "бы", "можно", "нужно", "надо",
    "зачем", "почему", "сколько", "какой", "какая", "какие", "делать", "быть", "есть", "это", "тот", "та",
    "те", "то", "мне", "мой", "моя", "свой", "его", "ее", "их",
    "a", "an", "the", "of", "to", "in", "on", "at", "is", "are", "be", "was", "it", "its", "and", "or", "if",
    "for", "with", "by", "from", "as", "that", "this", "these", "those", "you", "your", "do", "does", "how",
    "what", "when", "where", "who", "which", "can", "may", "i", "my", "me",
))  # fmt: skip
NUMERALS = {
    "три": 3, "четыре": 4, "пять": 5, "шесть": 6, "семь": 7, "восемь": 8, "девять": 9, "десять": 10,
    "одиннадцать": 11, "двенадцать": 12, "тринадцать": 13, "четырнадцать": 14, "пятьдесят": 50,
    "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifty": 50,
}  # fmt: skip
KIND_NAMES = {
    "game": "игра game",
    "chapter": "глава chapter",
    "clause": "правило rule",
    "ruling": "разъяснение clarification",
    "term": "слово term",
    "card": "карта card",
    "element": "элемент ингредиент element ingredient",
}
WEIGHTS = {"clause": 1.2, "chapter": 0.8, "card": 0.9, "element": 1.1}
ASKED_WEIGHT = 1.4  # a clause that people ask for at the table
TABLES = f"""
PRAGMA user_version = {SCHEMA};
CREATE TABLE entry (
    id INTEGER PRIMARY KEY, game TEXT, kind TEXT, key TEXT, lang TEXT, number TEXT,
    title TEXT, text TEXT, title_words TEXT, text_words TEXT, weight REAL
);
CREATE INDEX entry_by_key ON entry (key, kind, game);
CREATE INDEX entry_by_number ON entry (number);
CREATE TABLE form (
    form TEXT, lemma TEXT, spelling TEXT, weight INTEGER, PRIMARY KEY (form, lemma)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(
    title, terms, body, sayings, content='', tokenize="unicode61 remove_diacritics 0 tokenchars '_.'"
);
CREATE VIRTUAL TABLE trigram USING fts5(form, weight UNINDEXED, tokenize='trigram');
"""


@dataclass(frozen=True)
class Entry:
    """Something that can be found. `also`: other words for it; `sayings`: what the engine says of it."""

    game: str
    kind: str
    key: str
    number: str
    title: Text
    text: Text
    also: str = ""
    sayings: str = ""
    weight: float = 1.0


@dataclass
class Forms:
    """form → lemmas, with the proper spelling of each form and how often its lemma is used.

    `synonyms`: game → form → the terms it means there; `phrases` are the same for several words in a row.
    """

    lemmas: dict[str, set[str]]
    spelling: dict[str, str]
    used: Counter[str]
    synonyms: dict[str, dict[str, set[str]]]
    phrases: dict[str, dict[tuple[str, ...], str]]

    def tokens(self, game: str, form: str) -> set[str]:
        """What stands in the index for a form: its lemmas and the terms that it means in this game."""
        return self.lemmas.get(form, set()) - {""} | self.synonyms[game].get(form, set())


def build(path: Path, games: Iterable[GameContent]) -> int:
    """Writes the index and puts it in the place of the old one. Returns how many entries it has."""
    contents = list(games)
    entries = [entry for content in contents for entry in entries_of(content)]
    forms = collect_forms(contents, entries)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    os.close(handle)
    try:
        index = sqlite3.connect(draft)
        index.executescript(TABLES)
        _fill(index, entries, forms)
        index.commit()
        index.close()
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)
    return len(entries)


def entries_of(content: GameContent) -> Iterator[Entry]:
    """All that can be found of one game; the order breaks ties between equally good hits."""

    def entry(
        kind: str, key: str, number: str, title: Text, text: Text | None, also: str = "", **more: Any
    ) -> Entry:
        shown = Text(*(plain(content, text, lang) if text else "" for lang in LANGUAGES))
        more.setdefault("weight", WEIGHTS.get(kind, 1.0))
        return Entry(
            content.id, kind, key, number, title, shown, f"{KIND_NAMES[kind]} {number} {also}", **more
        )

    yield entry(
        "game", content.id, "", content.title, content.about, f"{content.author.ru} {content.author.en}"
    )
    for term in content.terms:
        yield entry(
            "term", term.id, "", term.name, term.text, " ".join((*term.synonyms.ru, *term.synonyms.en))
        )
    for clause in content.clauses:
        edition = f"{clause.edition.ru} {clause.edition.en}" if clause.edition else ""
        weight = ASKED_WEIGHT if clause.id in content.asked else WEIGHTS["clause"]
        heard = sayings(content, clause)
        yield entry(
            "clause",
            clause.id,
            clause.number,
            clause.title,
            _whole(clause),
            edition,
            weight=weight,
            sayings=heard,
        )
    for ruling in content.rulings:
        yield entry("ruling", ruling.id, str(ruling.number), ruling.title, ruling.text)
    for element in content.elements:
        forms = " ".join((*element.synonyms.ru, *element.synonyms.en))
        yield entry("element", element.id, "", element.name, element.text, forms)
    for card in content.cards:
        aliases = " ".join(card.data.get("aliases", ()))
        also = f"{card.code} {card.short.ru} {card.short.en} {aliases} {_kind(content, card)}"
        yield entry("card", card.id, names(content, card), card.name, card_text(content, card), also)
    for chapter in content.chapters:
        yield entry("chapter", chapter.id, str(chapter.number), chapter.title, None)


def _whole(clause: Clause) -> Text:
    """All that a rule says, our decision with the rest."""
    said = (clause.text, clause.ours) if clause.ours else (clause.text,)
    return Text(*(" ".join(text.in_(lang) for text in said) for lang in LANGUAGES))


def names(content: GameContent, card: Card) -> str:
    """Names of a card that aren't words, with spaces between: «r+ к+»; empty for most cards."""
    spelled = [card.code]
    if sign := card.data.get("sign"):
        letter = content.colour_by_id[card.colour].letter
        spelled += [letter.ru + sign, letter.en + sign]
    unlike = (name for name in map(normalise, spelled) if words(name) != [name])
    return " ".join(name for name in dict.fromkeys(unlike) if name != normalise(card.id))


def _kind(content: GameContent, card: Card) -> str:
    """The kind of a recipe in the words of both languages; empty in a game without kinds."""
    kind = content.kind_by_id.get(card.kind)
    return " ".join((kind.name.ru, kind.name.en, kind.plural.ru, kind.plural.en)) if kind else ""


def card_text(content: GameContent, card: Card) -> Text:
    """What a card is found by besides its name: its recipe, «Камень крови + Мандрагора», and its text."""
    return Text(*(_card_text(content, card, lang) for lang in LANGUAGES))


def _card_text(content: GameContent, card: Card, lang: str) -> str:
    names = (
        (recipes.name_of(content, *slot.ingredient).in_(lang), slot.times)
        for slot in recipes.made_of(content, card)
    )
    recipe = " + ".join(name if n == 1 else f"{n} × {name}" for name, n in names)
    printed = (card.text,) if content.elements else (card.rule, card.text)
    said = " ".join(text.in_(lang) for text in printed if text)
    return ". ".join(filter(None, (recipe, said)))


def sayings(content: GameContent, clause: Clause) -> str:
    """The refusals that cite a clause: whoever remembers one finds the rule by it."""
    marks = (mark.partition(":") for mark in clause.shown_by)
    codes = [code for kind, _, code in marks if kind == "refusal" and not code.startswith("pos_")]
    texts = [content.words["refusal"][code] for code in codes]
    return " ".join(PLACE.sub(" ", text.in_(lang)) for text in texts for lang in LANGUAGES)


def collect_forms(contents: Iterable[GameContent], entries: Iterable[Entry]) -> Forms:
    """Every form of every word in use; the glossary makes some of them mean its terms."""
    forms = Forms(defaultdict(set), {}, Counter(), {}, {})
    texts = [
        text for e in entries for text in (e.title.ru, e.title.en, e.text.ru, e.text.en, e.also, e.sayings)
    ]
    for word in (found for text in texts for found in WORD.findall(_nfc(text))):
        _add_word(forms, word)
        forms.used.update(forms.lemmas[normalise(word)])
    for content in contents:
        _add_synonyms(forms, content)
    return forms


def _add_synonyms(forms: Forms, content: GameContent) -> None:
    """All forms of a term or an element mean it, and so do the other forms of the same lemmas."""
    synonyms: dict[str, set[str]] = defaultdict(set)
    phrases: dict[tuple[str, ...], str] = {}
    by_lemma: dict[str, set[str]] = defaultdict(set)
    for form, lemmas in forms.lemmas.items():
        for lemma in lemmas:
            by_lemma[lemma].add(form)
    for token, named in _named(content):
        for said in (named.name.ru, named.name.en, *named.synonyms.ru, *named.synonyms.en):
            found = tuple(words(said))
            if len(found) > 1:
                phrases[found] = token
            elif not said.isdigit():
                for form in {found[0]} | by_lemma[_main_lemma(found[0])]:
                    synonyms[form].add(token)
    forms.synonyms[content.id] = dict(synonyms)
    forms.phrases[content.id] = phrases


def _named(content: GameContent) -> Iterator[tuple[str, Term | Element]]:
    """What has a word of its own and forms of it, with the token that stands for it in the index."""
    yield from ((f"t_{content.id}_{term.id}", term) for term in content.terms)
    yield from ((f"e_{content.id}_{element.id}", element) for element in content.elements)


def _main_lemma(form: str) -> str:
    return normalise(_morph().parse(form)[0].normal_form) if _is_russian(form) else english_stem(form)


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _add_word(forms: Forms, word: str) -> None:
    form = normalise(word)
    if form in forms.lemmas:
        return
    forms.spelling.setdefault(form, word.casefold())
    if _is_russian(form):
        _add_russian(forms, form, word)
    elif form.isalpha() and form not in SILENT:
        stem = english_stem(form)
        _add_lemma(forms, form, form, stem)
        _add_lemma(forms, stem, stem, stem)
    else:
        forms.lemmas[form].add("" if form in SILENT else form)


def _is_russian(form: str) -> bool:
    return any("а" <= letter <= "я" for letter in form)


def _add_russian(forms: Forms, form: str, word: str) -> None:
    """All parses of a form give lemmas; the likely ones bring all forms of their lexeme."""
    parses = _morph().parse(word.casefold())
    if form in SILENT or SERVICE_WORDS & parses[0].tag.grammemes:
        forms.lemmas[form].add("")
        return
    for parse in parses:
        lemma = normalise(parse.normal_form)
        _add_lemma(forms, form, word.casefold(), lemma)
        if parse.score >= LIKELY or parse == parses[0]:
            for relative in parse.lexeme:
                _add_lemma(forms, normalise(relative.word), relative.word, lemma)


def _add_lemma(forms: Forms, form: str, spelling: str, lemma: str) -> None:
    forms.spelling.setdefault(form, spelling)
    forms.lemmas[form].add(lemma)
    if lemma in NUMERALS:
        forms.lemmas[form].add(str(NUMERALS[lemma]))


@cache
def _morph() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer(lang="ru")


def _fill(index: sqlite3.Connection, entries: Iterable[Entry], forms: Forms) -> None:
    rows = ((entry, lang) for entry in entries for lang in LANGUAGES)
    for row_id, (entry, lang) in enumerate(rows, start=1):
        said = (capital(entry.title.in_(lang)), entry.also, entry.text.in_(lang), entry.sayings)
        title, also, text, heard = (_nfc(part) for part in said)
        places = [_places(part, entry.game, forms) for part in (title, also, text, heard)]
        index.execute(
            "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(row_id, entry.game, entry.kind, entry.key, lang, entry.number, title, text),
                *(json.dumps(places[0]), json.dumps(places[2]), entry.weight),
            ),
        )
        index.execute(
            "INSERT INTO words (rowid, title, terms, body, sayings) VALUES (?, ?, ?, ?, ?)",
            (row_id, *map(_tokens, places)),
        )
    index.executemany("INSERT INTO form VALUES (?, ?, ?, ?)", _form_rows(forms))
    index.execute(
        "INSERT INTO trigram SELECT form, max(weight) FROM form"
        " WHERE lemma > '' AND length(form) > 2 AND instr(form, ' ') = 0 GROUP BY form"
    )


def _form_rows(forms: Forms) -> Iterator[tuple[str, str, str, int]]:
    """Rows of the table of forms; a phrase of the glossary is a form with spaces."""
    for form, lemmas in forms.lemmas.items():
        terms = (meant.get(form, set()) for meant in forms.synonyms.values())
        used = max(forms.used[lemma] for lemma in lemmas)
        for lemma in lemmas.union(*terms):
            yield form, lemma, forms.spelling.get(form, form), used
    for phrase, token in {pair for phrases in forms.phrases.values() for pair in phrases.items()}:
        yield " ".join(phrase), token, " ".join(phrase), 0


def _places(text: str, game: str, forms: Forms) -> list[tuple[int, int, list[str]]]:
    """Where the words stand and what the index has for them; words of no use are left out."""
    found = [(start, end, word, set(forms.tokens(game, word))) for start, end, word in spans(text)]
    said, phrases = tuple(word for _, _, word, _ in found), forms.phrases[game]
    for length in {len(phrase) for phrase in phrases}:
        for i in range(len(said) - length + 1):
            if token := phrases.get(said[i : i + length]):
                for _, _, _, tokens in found[i : i + length]:
                    tokens.add(token)
    return [(start, end, sorted(tokens)) for start, end, _, tokens in found if tokens]


def _tokens(places: Iterable[tuple[int, int, list[str]]]) -> str:
    return " ".join(token for _, _, tokens in places for token in tokens)

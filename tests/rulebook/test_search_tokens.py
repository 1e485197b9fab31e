"""Words of texts and of queries: one spelling, the other keyboard layout, English roots, typing errors."""

import pytest

from rulebook.search import tokens
from rulebook.search.indexing import NUMERALS, Vocabulary
from rulebook.search.morphology import UNLIKELY_SHARE, Dictionary, DictionaryForm


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Котёл переполнен!", ["котел", "переполнен"]),
        ("коте\u0301л", ["котел"]),
        ("ЕЁ", ["ее"]),
        ("правило 3.12, ход 3", ["правило", "3.12", "ход", "3"]),
        ("маго-бой", ["маго", "бой"]),
        ("й и и\u0306", ["й", "и", "й"]),
        ("пере\u00adполнение", ["переполнение"]),
        ('"a" OR *', ["a", "or"]),
        ("a rival's talisman, the wizards’ S", ["a", "rival", "talisman", "the", "wizards", "s"]),
        ("RIVAL’S", ["rival"]),
        ("d'spell it's", ["d", "spell", "it"]),
        ("", []),
    ],
)
def test_a_text_becomes_words_of_one_spelling(text: str, words: list[str]) -> None:
    assert tokens.words(text) == words


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("rjntk", "котел"),
        ("rjn`k", "котёл"),
        ("зщшыщт", "poison"),
        ("RJNTK", "котел"),
        (",jkmit", "больше"),
        ("'nj", "это"),
        ("юв", ".d"),
    ],
)
def test_the_other_layout_has_the_same_keys(typed: str, meant: str) -> None:
    assert tokens.swapped_layout(typed) == meant


@pytest.mark.parametrize(
    ("word", "russian"), [("яд", True), ("я", True), ("аa", True), ("r4", False), ("13", False), ("", False)]
)
def test_a_word_with_a_russian_letter_is_russian(word: str, russian: bool) -> None:
    assert tokens.is_russian(word) is russian


@pytest.mark.parametrize(
    "forms",
    [
        ("overflow", "overflows", "overflowed", "overflowing"),
        ("take", "takes", "took", "taken", "taking"),
        ("place", "places", "placed", "placing"),
        ("majority", "majorities"),
        ("pass", "passes", "passed", "passing"),
        ("drop", "dropped", "dropping"),
        ("tie", "ties", "tied"),
    ],
)
def test_english_forms_have_one_root(forms: tuple[str, ...]) -> None:
    assert len({tokens.stem(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other", "errors"),
    [
        ("котел", "котел", 0),
        ("котел", "кател", 1),
        ("котел", "октел", 1),
        ("котел", "котл", 1),
        ("котел", "котеел", 1),
        ("котел", "карта", 4),
        ("ооо", "о", 2),
        ("тото", "отот", 2),
        ("", "", 0),
    ],
)
def test_typing_errors_are_counted(one: str, other: str, errors: int) -> None:
    assert tokens.distance(one, other, 5) == errors
    assert tokens.distance(other, one, 5) == errors


def test_counting_stops_at_the_limit() -> None:
    assert tokens.distance("котел", "карта", 2) == 3
    assert tokens.distance("яд", "переполнение", 2) == 3


def test_numbers_are_found_by_their_words() -> None:
    ru = "один два три четыре пять шесть семь восемь девять десять"
    ru += " одиннадцать двенадцать тринадцать четырнадцать"
    en = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    rest = {"пятнадцать": 15, "двадцать": 20, "пятьдесят": 50, "fifteen": 15, "twenty": 20, "fifty": 50}
    counted = {word: n for words in (ru, en) for n, word in enumerate(words.split(), start=1)} | rest
    assert counted.keys() == NUMERALS.keys()
    vocabulary = Vocabulary(Dictionary({word: DictionaryForm({word: 1.0}, []) for word in (*counted, "яд")}))
    for word in (*counted, "яд"):
        vocabulary.add(word, 1)
    meant = vocabulary.lexicon.tokens
    numbers = {word: [token for token in meant[word] if token.isdigit()] for word in meant}
    assert numbers == {word: [str(n)] for word, n in counted.items()} | {"яд": []}
    assert meant["яд"] == {"яд", "~яд"}  # of a Russian word also the stem
    assert meant["ten"] == {"ten", "10"}


@pytest.mark.parametrize(
    ("form", "lemmas", "others"),
    [
        ("the", {}, set()),
        ("takes", {"take": 1.0}, set()),
        ("и", {}, set()),
        ("себя", {"себя": 1.0}, {"себя"}),
        ("стали", {"стать": 1.0, "сталь": UNLIKELY_SHARE}, {"стать"}),
        ("мыла", {"мыло": 1.0, "мыть": 1.0}, {"мыло", "мыть"}),
    ],
)
def test_a_form_is_of_its_likely_words(form: str, lemmas: dict[str, float], others: set[str]) -> None:
    """Words of no use are of none; an unlikely reading counts half, and brings none of its other forms."""
    dictionary = Dictionary()
    assert dictionary.lemmas(form) == lemmas
    assert next(iter(dictionary.lemmas(form)), None) == next(iter(lemmas), None)
    found = list(dictionary.inflections(form, ()))
    assert {lemma for _, lemma in found} == others
    assert {lemma for _, lemma in dictionary.inflections(form, {"мыло"})} == others - {"мыло"}
    assert ("мылом", "мыло") in found or form != "мыла"
    assert not any(other.startswith("мывш") for other, _ in found)

"""How the words of a query are read: against a few forms, of which is known how much each is used."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from rulebook.search import query, tables
from rulebook.search.query import Word, similar, understand

Forms = dict[str, tuple[str, int | None]]  # form → lemma, how much it is used
Made = Callable[..., sqlite3.Connection]


@pytest.fixture
def made() -> Iterator[Made]:
    """An index with these forms; `tokens`: what lemmas stand for besides themselves."""
    with closing(sqlite3.connect(":memory:")) as index:
        index.executescript(tables.TABLES)

        def make(forms: Forms, tokens: dict[str, str] | None = None, **spelling: str) -> sqlite3.Connection:
            for form, (lemma, used) in forms.items():
                row = (form, 0, lemma, 1.0, used, spelling.get(form))
                columns = "form, place, lemma, share, used, spelling"
                index.execute(f"INSERT INTO form ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row)
            own = {(lemma, lemma) for lemma, _ in forms.values() if lemma}
            index.executemany("INSERT INTO token VALUES (?, ?)", {*own, *(tokens or {}).items()})
            tables.finish(index)
            return index

        yield make


def forms(*words: str, used: int = 1) -> Forms:
    return {word: (word, used) for word in words}


def lemmas(word: Word) -> list[str]:
    return sorted(word.lemmas)


def test_of_many_words_the_first_twelve_are_read(made: Made) -> None:
    """MOST_WORDS, however they are written; one that comes again is one."""
    numbers = [str(n) for n in range(10, 23)]
    index = made(forms(*numbers))
    assert [word.typed for word in understand(index, " ".join(numbers))] == numbers[:12]
    assert [word.typed for word in understand(index, "-".join(numbers))] == numbers[:12]
    assert [word.typed for word in understand(index, "10 10 11")] == ["10", "11"]
    assert [word.typed for word in understand(index, f"10 11 {'-'.join(numbers)}")] == [
        "10",
        "11",
        *numbers[:10],
    ]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("грибник", ["гриб"]),  # its stem is that of the word
        ("гри лист", ["гриб", "гриф"]),  # three letters are a beginning
        ("гр лист", []),  # two are none
        ("лист гр", ["гриб", "гриф"]),  # unless the word is being typed
        ("и", []),
        ("ъъ", []),
    ],
)
def test_a_word_that_is_unknown_is_read_by_its_stem_or_as_a_beginning(
    made: Made, typed: str, read: list[str]
) -> None:
    known = forms("гриб", "гриф", "лист", "листья") | {"и": ("", None), "грипп": ("грипп", None)}
    index = made(known, {"гриб": "~грибник"})
    (word,) = (word for word in understand(index, typed) if word.typed != "лист")
    assert (lemmas(word), word.known, word.sure) == (read, *2 * (bool(read) or typed == "и",))
    assert not word.repaired
    assert word.read_as == word.typed


def test_a_run_of_characters_may_be_several_words(made: Made) -> None:
    """Each is read by itself; a single one is told as it was typed."""
    index = made(forms("кот", "гриб"))
    assert [lemmas(word) for word in understand(index, "кот-гри лист")] == [["кот"], ["гриб"], []]
    assert [word.typed for word in understand(index, "«ъъ!» щщ-ыы")] == ["«ъъ!»", "щщ", "ыы"]
    assert understand(index, "?!") == []


def test_of_words_that_begin_alike_the_most_used_are_meant(made: Made) -> None:
    """MOST_LEMMAS, sixteen; of words with one stem as many."""
    known = {f"грибы{n:02}": (f"грибы{n:02}", n) for n in range(17)}
    index = made(known | forms("ход"), {f"ход{n}": "~бег" for n in range(17)})
    assert lemmas(understand(index, "грибы")[0]) == sorted(known)[1:]
    assert len(understand(index, "бег")[0].lemmas) == 16


LAYOUTS = [
    ("rjn", "кот", "кот"),
    ("rj", "", "rj"),
    ("ьфяуюышч", "maze six", "maze six"),
    ("ьфяуюыщ", "", "ьфяуюыщ"),
    ("rjnkf", "котел", "котла"),
    ("rjntkjv", "", "rjntkjv"),
    ("RJN", "кот", "кот"),
    ("кот", "кот", "кот"),
    ("maze", "maze", "maze"),
    ("rjnj", "кот", "кото"),
    ("ьфяуюышчч", "", "ьфяуюышчч"),
    ("bbb", "", "bbb"),
    ("ццц", "", "ццц"),
    ("abc", "abc", "abc"),
]


@pytest.mark.parametrize(("typed", "found", "read_as"), LAYOUTS)
def test_the_layout_is_taken_that_makes_more_sense(made: Made, typed: str, found: str, read_as: str) -> None:
    """SHORTEST_REPAIRED: «fewer letters may be anything»; all words of a run must be known."""
    known = forms("кот", "maze", "so", "six", "ко", "abc", "фис") | {"котла": ("котел", 1), "иии": ("", None)}
    words = understand(made(known, {"кот": "~кот"}), f"{typed} лист")[:-1]
    assert " ".join(lemma for word in words for lemma in word.lemmas) == found
    assert " ".join(word.read_as for word in words) == read_as
    assert {word.typed for word in words} == {typed}
    assert {word.repaired for word in words} == {bool(found) and typed not in known}


@pytest.mark.parametrize(
    ("known", "read_as"),
    [
        ({"гробы": ("гроб", 9), "гроба": ("граб", 3)}, "гробы"),
        ({"гробы": ("гроб", 8), "гроба": ("граб", 3)}, ""),
        ({"гроба": ("граб", 3), "гробы": ("гроб", 9)}, "гробы"),
        ({"гробы": ("гроб", 4), "гроба": ("гроб", 3)}, "гробы"),
        ({"гробы": ("гроб", 4), "гроба": ("гроб", 3), "гробу": ("граб", 2)}, ""),
        ({"гробы": ("гроб", 9), "гроба": ("гроб", 8), "гробу": ("граб", 3)}, "гробы"),
        ({"гробы": ("гроб", 9), "гроба": ("граб", 3), "гробу": ("граб", 3)}, "гробы"),
        ({"гробы": ("гроб", 9), "гроба": ("граб", 4), "гробу": ("гроб", 3)}, ""),
        ({"дробы": ("дробь", 9)}, ""),
        ({}, ""),
    ],
)
def test_of_words_that_may_be_meant_the_likely_one_is(made: Made, known: Forms, read_as: str) -> None:
    """LIKELIER: «so many times as often a word is used than any other that was as likely typed»; forms of one
    word don't stand against one another.
    """
    (word, _) = understand(made(known), "гроби лист")
    assert (word.typed, word.read_as, word.repaired) == ("гроби", read_as or "гроби", bool(read_as))
    assert lemmas(word) == ([known[read_as][0]] if read_as else [])


def test_a_repaired_word_is_shown_in_its_proper_spelling(made: Made) -> None:
    index = made(forms("котел", "рулет"), котел="котёл")
    for typed, read_as in (("кател", "котёл"), ("rjntk", "котёл"), ("рулит", "рулет")):
        (word,) = understand(index, typed)
        assert (word.typed, word.read_as, word.repaired) == (typed, read_as, True)


@pytest.mark.parametrize(
    ("letters", "errors"), [(1, 0), (4, 0), (5, 1), (8, 1), (9, 2), (30, 2), (31, 0), (40, 0)]
)
def test_so_many_errors_are_allowed_in_a_word(letters: int, errors: int) -> None:
    assert query.allowed_errors("щ" * letters) == errors
    assert query.allowed_errors("щ" * (letters - 1) + "1") == 0


def one_error(word: str) -> set[str]:
    """A word with each error that a letter but the first may have."""
    places = range(1, len(word))
    dropped = {word[:n] + word[n + 1 :] for n in places}
    changed = {word[:n] + "ж" + word[n + 1 :] for n in places}
    added = {word[:n] + "ж" + word[n:] for n in [*places, len(word)]}
    swapped = {word[:n] + word[n + 1] + word[n] + word[n + 2 :] for n in places if n + 1 < len(word)}
    return dropped | changed | added | swapped


@pytest.mark.parametrize("word", ["туман", "мантия", "портрет", "заклятье", "заклинание"])
def test_one_error_is_forgiven_wherever_it_is(made: Made, word: str) -> None:
    """“One error leaves a half of it whole”, in long words three letters."""
    index = made(forms(word, "жаворонок", used=7))
    tried = {typed for typed in one_error(word) if query.allowed_errors(typed)}
    assert tried
    assert {typed for typed in tried if similar(index, typed) != {word: 7}} == set()


@pytest.mark.parametrize("typed", ["рамдажщий", "разжаюжий", "раздающийжж", "раздающ", "радаюжщий"])
def test_two_errors_are_forgiven_in_a_long_word(made: Made, typed: str) -> None:
    """Three letters in a row lead to it, be they the first or the last."""
    near = {"раздающий": 3} if query.allowed_errors(typed) == 2 else {}
    assert similar(made(forms("раздающий", used=3)), typed) == near


def test_of_near_words_those_with_the_fewest_errors_are_told_the_most_used_first(made: Made) -> None:
    known = forms("раздающий", "раздавшей", used=3) | {
        "раздавший": ("раздавший", 5),
        "раздатый": ("раздатый", 9),
    }
    index = made(known)
    assert list(similar(index, "раздаюший").items()) == [("раздавший", 5), ("раздающий", 3)]
    assert similar(index, "раздаттый") == {"раздатый": 9}
    assert similar(index, "раздающий") == {"раздающий": 3}
    assert similar(index, "щщщщщщщщщ") == {}


def test_a_phrase_means_what_its_words_do_not(made: Made) -> None:
    """«A phrase that means something by itself»: two or three words, in any form."""
    known = forms("черный", "рынок", "день") | {"черного": ("черный", 1)}
    known |= {"без": ("", None), "дня": ("день", 1)}
    meant = {"черный рынок": "=a:market", "черный рынок день": "&1", "рынок": "~рынк", "без день": "&2"}
    index = made(known, meant | {"рынок день рынок день": "&3"})
    said = [set(word.tokens) for word in understand(index, "Черного рынок день")]
    assert said == [{"черный", "=a:market", "&1"}, {"рынок", "~рынк", "=a:market", "&1"}, {"день", "&1"}]
    assert [set(word.tokens) for word in understand(index, "без дня")] == [{"&2"}, {"день", "&2"}]
    assert not any("&3" in word.tokens for word in understand(index, "рынок день «рынок» «день»"))
    (alone,) = understand(index, "рынок")
    assert alone.tokens == {"рынок": 1.0, "~рынк": 0.8}

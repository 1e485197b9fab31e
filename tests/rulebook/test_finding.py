"""How the search ranks and shows what its index has: an index of a few rows, whose scores are given."""

import struct
from collections.abc import Iterable
from pathlib import Path

import pytest

from rulebook.search import finding
from rulebook.search.finding import IMPACT, Found
from tests.rulebook.made_index import WORD, Index, Row

TABLE = {"a": ("box",)}


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return Index(tmp_path / "search.db")


def keys(found: Iterable[finding.SearchHit]) -> list[str]:
    return [hit.key for hit in found]


def find(path: Path, query: str = WORD, game: str = "", lang: str = "ru") -> Found:
    return finding.find(path, query, lang, game)


def test_nothing_that_answers_less_than_a_part_of_the_best_is_shown(index: Index) -> None:
    """WORTH_SHOWING: «entries that answer less than this part of the best one are left out»."""
    found = find(index(Row("low", 2.9), Row("worth", 3.0), Row("best", 20.0)), game="a")
    assert (keys(found.hits), found.total) == (["best", "worth"], 2)


def test_forty_rows_are_shown_of_however_many(index: Index) -> None:
    found = find(index(*(Row(f"r{n}", 20.0 - n / 10) for n in range(45))), game="a")
    assert (len(found.hits), found.total, found.hits[0].key) == (40, 45, "r0")
    assert found.page == found.hits


def test_inside_a_game_a_few_good_hits_of_others_are_shown(index: Index) -> None:
    """ELSEWHERE: «so good a hit of another game is shown inside a game», five at most and none of a box; how
    many each game has is told of all.
    """
    others = [Row(f"b{n}", 15.0 - n / 10, "b") for n in range(6)]
    path = index(Row("own", 20.0), *others, Row("away", 19.0, "b", needs="box"))
    found = find(path, game="a")
    assert (keys(found.hits), keys(found.elsewhere)) == (["own"], ["b0", "b1", "b2", "b3", "b4"])
    assert keys(found.page) == ["own", "b0", "b1", "b2", "b3", "b4"]
    assert dict(found.games) == {"a": 1, "b": 6}
    assert found.total == 1
    near = find(
        index(Row("own", 20.0), Row("second", 10.0), Row("good", 12.0, "b"), Row("less", 11.9, "b")), game="a"
    )
    assert keys(near.elsewhere) == ["good"]
    assert keys(find(index(Row("b", 1.0, "b")), game="a").elsewhere) == ["b"]


def test_among_all_games_few_of_one_stand_before_the_others(index: Index) -> None:
    """EACH_GAME: two of each game that answer about as well, ELSEWHERE, then the rest."""
    rows = [Row("a1", 20.0), Row("a2", 18.0), Row("a3", 17.0), Row("b1", 12.0, "b"), Row("c1", 11.0, "c")]
    path = index(*rows)
    assert keys(find(path).hits) == ["a1", "a2", "b1", "a3", "c1"]
    assert keys(find(path).elsewhere) == []
    assert keys(find(path, game="a").hits) == ["a1", "a2", "a3"]


def test_of_boxes_that_nobody_has_a_few_rows_are_shown_below(index: Index) -> None:
    """MOST_AWAY; AWAY: «so much of its score keeps what counts only with a box that isn't on the table»."""
    boxed = [Row(f"x{n}", 20.0 - n / 10, needs="box") for n in range(9)]
    path = index(Row("own", 13.0), *boxed)
    found = finding.find(path, WORD, "ru", "a")
    assert keys(found.hits) == ["own", *(f"x{n}" for n in range(8))]
    assert [hit.away for hit in found.hits] == [False] + 8 * [True]
    assert found.total == 9
    mine = finding.find(path, WORD, "ru", "a", boxes=TABLE)
    assert keys(mine.hits) == [*(f"x{n}" for n in range(9)), "own"]
    assert {hit.needs for hit in mine.hits[:9]} == {"box"}
    assert not any(hit.away for hit in mine.hits)


def test_what_two_boxes_have_is_one_row(index: Index) -> None:
    """The entry of the box on the table stands for all of them."""
    path = index(Row("same", 10.0, needs="air"), Row("same", 10.0, needs="box"), Row("other", 9.0))
    found = finding.find(path, WORD, "ru", "a", boxes=TABLE)
    assert [(hit.key, hit.needs) for hit in found.hits] == [("same", "box"), ("other", "")]


def test_no_box_stands_above_the_game_but_by_its_name_or_its_own_word(index: Index) -> None:
    """A row of a box that isn't on the table is held below the best of its game, unless the query has a word
    that only such a box has; a question word is none.
    """
    rows = [
        Row("own", 10.0, says={"как": 0.1}),
        Row("less", 8.0),
        Row("boxed", 30.0, needs="box", says={"магема": 10.0}, names=("шкатулка",)),
    ]
    path = index(*rows, Row("else", 9.0, "b"))
    assert keys(find(path, game="a").hits) == ["own", "boxed", "less"]
    assert keys(find(path, f"{WORD} магема", game="a").hits)[0] == "boxed"
    assert keys(find(path, f"как {WORD}", game="a").hits)[0] == "own"
    named = find(path, "шкатулка", game="a").hits
    assert (keys(named), named[0].away) == (["boxed"], True)
    alone = index(Row("boxed", 12.0, needs="box"), Row("low", 8.0, "b"), Row("high", 9.0, "b"))
    assert keys(find(alone).hits) == ["high", "boxed", "low"]


CALLED = [
    Row("best", 20.0),
    Row("turn.take", 1.0, number="3.4", names=("взять",)),
    Row("turn.take.more", 1.0),
    Row("take", 1.0, number="3.5", names=("взять", "красная-1")),
]


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ("turn.take", ["turn.take", "turn.take.more"]),
        (" Turn.Take? ", ["turn.take", "turn.take.more"]),
        ("turn.t", ["turn.take", "turn.take.more"]),
        ("take", ["take"]),
        ("turn", []),
        ("правило 3.5", ["take"]),
        ("№3.4", ["turn.take"]),
        ("3.5 3.4", ["turn.take", "take"]),
        ("взять", ["turn.take", "take"]),
        ("красная−1", ["take"]),
        (f"3.5 {WORD}", ["take", "best"]),
        (f"3.5 3.4 {WORD}", ["turn.take", "take", "best"]),
        ("?", []),
    ],
)
def test_what_is_called_by_its_name_comes_first(index: Index, query: str, hits: list[str]) -> None:
    """By id, number or name, «then those whose id begins with it»; then what answers best."""
    assert keys(find(index(*CALLED), query, "a").hits) == hits


def test_of_what_is_called_alike_the_box_on_the_table_comes_first(index: Index) -> None:
    path = index(Row("away", needs="box", names=("тень",)), Row("own", names=("тень",)))
    assert keys(find(path, "тень", "a").hits) == ["own", "away"]
    assert keys(finding.find(path, "тень", "ru", "a", boxes=TABLE).hits) == ["away", "own"]


QUERY = "гриб спит"
SAYS = {"гриб": 5.0, "спит": 1.0}


@pytest.mark.parametrize(
    ("rows", "query", "answer"),
    [
        ([Row("one", kind="ruling", title="Гриб спит", says=SAYS)], QUERY, True),
        ([Row("one", kind="clause", title="Гриб спит", says=SAYS)], QUERY, False),
        ([Row("one", kind="ruling", title="Гриб ест", says=SAYS)], QUERY, False),  # one word of two
        ([Row("one", kind="ruling", title="Гриб ест", says=SAYS)], "гриб", True),  # the only one
        ([Row("one", kind="ruling", title="Гриб ест", says=SAYS)], "как гриб", True),
        ([Row("one", kind="ruling", title="Как", says=SAYS)], "как", False),
        ([Row("one", kind="ruling", title="Пень", says=SAYS, names=("гриб",))], "гриб", True),
        ([Row("one", kind="ruling", title="Гриб", says=SAYS, needs="box")], "гриб", False),
        ([Row("one", kind="ruling", title="Гриб", says=SAYS, needs="box", names=("гриб",))], "гриб", True),
        (
            [
                Row("one", kind="ruling", title="Гриб спит", says={"гриб": 12.0}),
                Row("two", says={"гриб": 10.0}),
            ],
            "гриб",
            False,
        ),
        (
            [
                Row("one", kind="ruling", title="Гриб спит", says={"гриб": 13.0}),
                Row("two", says={"гриб": 10.0}),
            ],
            "гриб",
            True,
        ),
        (
            [
                Row("one", kind="ruling", title="Гриб спит", says={"гриб": 13.0}),
                Row("two", game="b", says={"гриб": 13.0}),
            ],
            "гриб",
            True,
        ),
        ([Row("one", kind="ruling", title="Гриб", says={"гриб": 9.0})], "ничто", False),
        ([Row("one", kind="ruling", title="Гриб спит", says={"лист": 1.0} | SAYS)], "гриб спит лист", True),
        (
            [Row("one", kind="ruling", title="Гриб", says=SAYS), Row("two", needs="box", says=SAYS)],
            "гриб",
            True,
        ),
        (
            [
                Row("one", kind="ruling", title="Пень", needs="box", names=("гриб",), says=SAYS),
                Row("two", says=SAYS),
            ],
            "гриб",
            True,
        ),
    ],
)
def test_a_clarification_that_clearly_answers_is_the_answer(
    index: Index, rows: list[Row], query: str, answer: bool
) -> None:
    """«It is called by its name, or it is clearly better than what follows and its own title has words of the
    query»: two of them, or the only one.
    """
    path = index(*(row._replace(says={"как": 0.1, **row.says}) for row in rows))
    assert find(path, query, "a").answer is answer


def test_the_sum_of_the_words_counts_and_of_one_word_the_best_token(index: Index) -> None:
    """«Of what stands for a word the best, of the words the sum»; a word that is typed twice is one."""
    path = index(
        Row("both", says={"гриб": 3.0, "лист": 3.0}),
        Row("one", says={"гриб": 5.0}),
        Row("two", says={"лист": 4.0}),
    )
    assert keys(find(path, "гриб лист", "a").hits) == ["both", "one", "two"]
    assert keys(find(path, "лист гриб Лист", "a").hits) == ["both", "one", "two"]


def test_of_a_long_query_the_beginning_is_read(index: Index) -> None:
    """LONGEST_QUERY, 200 characters."""
    path = index(Row("short", number="1.2"), Row("whole", number="1.25"))
    assert keys(find(path, "щ" * 195 + " 1.250", "a").hits) == ["whole"]


def test_a_question_without_a_word_that_tells_has_no_answer(index: Index) -> None:
    """Of which «the only word that says what it is about is unknown»; question words alone find what has
    them, as nothing else was asked.
    """
    path = index(Row("one", says={"как": 2.0, "гриб": 1.0}), silent=("и",))
    assert keys(find(path, "как", "a").hits) == ["one"]
    assert keys(find(path, "как ъъщщ", "a").hits) == []
    assert find(path, "как ъъщщ", "a").unknown == ("ъъщщ",)
    assert keys(find(path, "гриб ъъщщ", "a").hits) == ["one"]
    assert find(path, "и", "a").unknown == ()


def test_titles_like_the_query_are_offered_where_nothing_is_found(index: Index) -> None:
    """MOST_NEAREST: three of each game, those of one's own first, the most alike first; in one's language."""
    rows = [Row(f"b{n}", title=f"Василиск{'и' * n}", game="b") for n in range(4)]
    path = index(*rows, Row("own", title="Василиса"), Row("none", title="Мандрагора"))
    found = find(path, "вассилиск", "a")
    assert (found.hits, found.total, keys(found.nearest)) == ((), 0, ["own", "b0", "b1", "b2"])
    assert keys(find(path, "вассилиск", "b").nearest) == ["b0", "b1", "b2", "own"]
    assert find(path, "вассилиск", "a", "en").nearest == ()
    assert find(path, "ъщ ыщ", "a").nearest == ()
    assert find(path, "b0", "b").nearest == ()  # it is called by its id, and so found
    assert find(path, "вас", "a").nearest
    assert find(path, "васья", "a").nearest
    assert not any(hit.away for hit in found.nearest)
    assert (finding.Found().total, finding.Found().answer) == (0, False)


def test_a_hit_shows_the_reader_the_words_that_were_typed(index: Index) -> None:
    """The title in the reader's language; the text «in the other language only if the reader typed words of
    that language»: it begins as a typed one, and one letter is none.
    """
    path = index(
        Row("own", 3.0, title=f"Моё {WORD}"),
        Row("foreign", says={"strange": 2.0, "x": 1.0}, text="Ничего", foreign="Some strange word x"),
        Row("go", says={"go": 2.0}, text="Ничего", foreign="Go"),
        Row("street", says={"strange": 1.5}, text="Ничего", foreign="A street"),
        Row("stop", says={"strange": 1.4}, text="Ничего", foreign="A stop"),
        Row("both", says={"strange": 1.0}, text="Это strange", foreign="A strange thing"),
    )
    (own,) = find(path, game="a").hits
    assert [part.text for part in own.title if part.hit] == [WORD]
    assert ([part.text for part in own.snippet if part.hit], own.lang) == ([WORD], "ru")
    foreign, street, stop, both = find(path, "strange", "a").hits
    assert (street.lang, stop.lang) == ("en", "ru")
    assert ([part.text for part in foreign.snippet if part.hit], foreign.lang) == (["strange"], "en")
    assert ([part.text for part in both.snippet if part.hit], both.lang) == (["strange"], "ru")
    assert [hit.lang for hit in find(path, "go", "a").hits] == ["en"]
    (letter,) = find(path, "x", "a").hits
    assert ([part.text for part in letter.snippet], letter.lang) == (["Ничего"], "ru")
    (english,) = find(path, WORD, "a", "en").hits
    assert ([part.text for part in english.title], english.lang) == (["Title"], "ru")


def test_what_is_found_of_a_number_of_letters_is_read_as_packed() -> None:
    """An index says how much a word says of an entry in six bytes."""
    assert struct.calcsize(IMPACT.format) == IMPACT.size == 6


def test_a_file_is_opened_once_and_anew_where_another_is_asked_for(
    index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = index(Row("one", 1.0))
    other = Index(tmp_path / "других.db")(Row("two", 1.0))
    assert [keys(find(path, game="a").hits) for path in (first, first, other, first)] == [
        ["one"], ["one"], ["two"], ["one"]
    ]  # fmt: skip
    broken = tmp_path / "broken.db"
    broken.write_text("no index")
    with pytest.raises(finding.SearchUnavailable):
        find(broken)
    assert keys(find(first, game="a").hits) == ["one"]
    with monkeypatch.context() as patch:
        patch.setattr(finding, "_connect", lambda path: pytest.fail("it is open"))
        assert keys(find(first, game="a").hits) == ["one"]
    first.unlink()
    with pytest.raises(finding.SearchUnavailable, match="missing"):
        find(first)
    assert keys(find(other, game="a").hits) == ["two"]

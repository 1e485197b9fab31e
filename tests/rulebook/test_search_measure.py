"""What the search is measured by, and what words say of entries before any query comes."""

import math
from pathlib import Path

import pytest

from rulebook.content.faults import ContentError
from rulebook.search import finding, quality, snippets, thesaurus
from rulebook.search.impacts import LINKED, SATURATION, WORDINESS, Worded, rarity, weigh
from rulebook.search.quality import PhrasingResult, SearchQuestion
from rulebook.search.snippets import SnippetPart
from tests.rulebook.made_index import WORD, Index, Row

# --- Questions ----------------------------------------------------------------------------------------------


def test_shares_come_with_their_intervals() -> None:
    """Wilson's interval: 8 of 10 is 49 to 94 % sure; nothing of 20 may still be 16 %."""
    low, high = quality.Proportion(8, 10).interval
    assert (round(low, 1), round(high, 1)) == (49.0, 94.3)
    low, high = quality.Proportion(0, 20).interval
    assert (low, round(high, 1)) == (0.0, 16.1)


def test_places_are_counted() -> None:
    places = (0, 0, 2, 3, None)
    asked = [quality.PhrasingResult("seen", "poison", "ru", "?", place) for place in places]
    shares = quality.shares(asked)
    assert {name: share.n for name, share in shares.items()} == {"first": 2, "three": 3, "nowhere": 1}


def test_shares_tell_what_misled_where_the_page_was_looked_at() -> None:
    """«First», «three»: the fourth row is none of three; `misled` counts only where somebody looked."""
    looked = [
        PhrasingResult("seen", "a", "ru", "?", place, misled=misled)
        for place, misled in ((0, False), (3, True), (None, None), (1, True))
    ]
    shares = quality.shares(looked)
    assert {name: (share.n, share.total) for name, share in shares.items()} == {
        "first": (1, 4),
        "three": (2, 4),
        "nowhere": (1, 4),
        "misled": (2, 4),
    }
    assert shares["first"].percent == 25
    assert "misled" not in quality.shares(one for one in looked if one.misled is None)


def test_questions_are_read_with_their_phrasings(tmp_path: Path) -> None:
    """One that doesn't say its game and boxes is of those given; no file has no questions."""
    path = tmp_path / "seen.toml"
    assert list(quality.read(path)) == []
    path.write_text(
        '[[question]]\nanswers = ["clause:x"]\nru = ["как", "где"]\n\n'
        '[[question]]\nid = "own"\ngame = "b"\nboxes = []\nanswers = []\nlang = "en"\nask = "how"\n',
        encoding="utf-8",
    )
    first, other = quality.read(path, "a", ("box",))
    assert first == SearchQuestion(
        "seen-1", "a", frozenset({"clause:x"}), {"ru": ("как", "где"), "en": ()}, ("box",)
    )
    assert other == SearchQuestion("own", "b", frozenset(), {"en": ("how",)}, ())


def asked(answers: str, game: str = "a", boxes: tuple[str, ...] = ()) -> SearchQuestion:
    return SearchQuestion("q", game, frozenset({answers}), {"ru": (WORD,), "en": ()}, boxes)


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return Index(tmp_path / "search.db")


def test_a_question_is_answered_by_an_entry_of_its_game(index: Index) -> None:
    """By its id, a clarification also by its number; any game may answer where none is named."""
    path = index(Row("a-1", 9.0, kind="ruling", number="1"), Row("x", 8.0, "b"))
    first, other = finding.find(path, WORD, "ru").hits
    for answers, game, hit, is_answer in (
        ("ruling:a-1", "a", first, True),
        ("ruling:1", "a", first, True),
        ("clause:1", "a", first, False),
        ("clause:x", "b", other, True),
        ("clause:x", "a", other, False),
        ("clause:x", "", other, True),
    ):
        assert asked(answers, game).is_answered_by(hit) is is_answer, answers


def test_an_answer_far_down_is_nowhere(index: Index) -> None:
    """LOOKED_AT: twenty rows, in the game of the question or among all."""
    path = index(*(Row(f"x{n}", 20.0 - n / 10) for n in range(21)), Row("b", 19.95, "b"))
    for key, inside, place in (("x0", True, 0), ("x19", True, 19), ("x20", True, None), ("x1", False, 2)):
        (result,) = quality.ask(path, "seen", [asked(f"clause:{key}")], inside)
        assert (result.place, result.half, result.lang, result.phrasing) == (place, "seen", "ru", WORD)
    assert [one.place for one in quality.ask(path, "seen", [asked("clause:b", "b")])] == [0]


@pytest.mark.parametrize(
    ("answers", "boxes", "place", "misled"),
    [
        ("ruling:one", {}, 0, False),
        ("clause:two", {}, 1, True),
        ("clause:boxed", None, 0, False),
        ("clause:boxed", {"a": ("box",)}, 0, False),
        ("clause:boxed", {}, 1, True),
    ],
)
def test_the_page_is_looked_at_with_the_boxes_of_the_question_or_of_a_table(
    index: Index, answers: str, boxes: dict[str, tuple[str, ...]] | None, place: int, misled: bool
) -> None:
    """`misled`: «whether what stood as the answer is none»."""
    path = index(
        Row("one", 14.0, kind="ruling", title=f"Это {WORD}"),
        Row("two", 5.0),
        *([Row("boxed", 15.0, needs="box")] if "boxed" in answers else ()),
    )
    question = asked(answers, boxes=("box",) if "boxed" in answers else ())
    (result,) = quality.ask_page(path, "seen", [question], True, boxes)
    assert (result.place, bool(result.misled)) == (place, misled)


# --- Snippets -----------------------------------------------------------------------------------------------


def test_words_with_a_token_of_the_query_are_marked() -> None:
    places = '[[0, 3, ["кот"]], [4, 7, ["пёс"]], [8, 12, ["кот", "котик"]]]'
    said = snippets.highlight("Кот пёс коту.", places, ["котик", "пёс"])
    assert said == (("Кот ", False), ("пёс", True), (" ", False), ("коту", True), (".", False))
    assert snippets.highlight("Кот", '[[0, 3, ["кот"]]]', ["кот"]) == (("Кот", True),)


FOUR, ONE = "слов " * 60, "бб" + " а" * 150


@pytest.mark.parametrize(
    ("text", "at", "start", "end"),
    [
        (FOUR[:170], 150, 0, 170),  # so much is shown whole
        (FOUR[:171], None, 0, 169),
        (ONE[:300], None, 0, 168),
        (FOUR, 5, 0, 169),
        (FOUR, 60, 0, 169),  # so much may stand before
        (FOUR[:200], 100, 45, 200),
        (FOUR, 100, 45, 214),
        (FOUR[:215], 100, 45, 215),
        (FOUR[:216], 100, 45, 214),
        (ONE, 101, 43, 212),
        (ONE, 100, 41, 210),
        ("щ" * 171, None, 0, 170),  # a word that is longer
        ("щ" * 300, 100, 0, 170),
    ],
)
def test_a_snippet_is_cut_between_words(text: str, at: int | None, start: int, end: int) -> None:
    """«At most about SNIPPET characters … from a little before the first highlighted one», which stays."""
    parts = [SnippetPart(text, False)]
    if at is not None:
        parts = [SnippetPart(text[:at], False), SnippetPart(text[at : at + 4], True)]
        parts += [SnippetPart(text[at + 4 :], False)]
    said = snippets.shorten(parts)
    shown = "…" * (start > 0) + text[start:end] + "…" * (end < len(text))
    assert "".join(part.text for part in said) == shown
    assert [part.text for part in said if part.hit] == ([] if at is None else [text[at : at + 4]])
    assert all(part.text for part in said)


# --- What words say -----------------------------------------------------------------------------------------


def worded(n: int, *words: str, kind: str = "clause", field: str = "text", **more: float) -> Worded:
    links = {int(name.removeprefix("to")): near for name, near in more.items()}
    return Worded(n, kind, {(field, "ru"): [{word: 1.0} for word in words]}, links)


def test_a_rare_word_says_more() -> None:
    """Of ten entries one that all have says next to nothing, and none less than that."""
    said = [rarity(10, n) for n in (0, 1, 5, 10)]
    assert said == sorted(said, reverse=True)
    assert math.isclose(rarity(10, 10), math.log(22 / 21))
    assert math.isclose(rarity(10, 0), math.log(22))


def test_how_much_a_word_says_of_an_entry() -> None:
    """BM25F: once in a text as long as all others is 1; more often more, but ever less so; less in a longer
    text, and of a card less than of a rule.
    """
    once, twice = (weigh([worded(1, *words)]).impacts["w"][1] for words in (["w"], ["w", "w"]))
    assert math.isclose(once, 1)
    assert math.isclose(twice, 2 * (SATURATION + 1) / (2 + SATURATION))
    assert math.isclose(weigh([worded(1, "w", kind="card")]).impacts["w"][1], 0.85)
    lengths = weigh([worded(1, "w"), worded(2, "w", "x", "y")]).impacts["w"]
    assert math.isclose(lengths[1], 4 / 3 * (SATURATION + 1) / (4 / 3 + SATURATION))
    assert math.isclose(lengths[2], 4 / 5 * (SATURATION + 1) / (4 / 5 + SATURATION))
    half = Worded(1, "clause", {("text", "ru"): [{"w": 0.5}], ("text", "en"): []}, {})
    assert math.isclose(weigh([half]).impacts["w"][1], 0.5 * (SATURATION + 1) / (0.5 + SATURATION))
    title = weigh([worded(1, "w", field="title")]).impacts["w"][1]
    assert math.isclose(title, 3 * (SATURATION + 1) / (3 + SATURATION))


def test_an_entry_of_many_rare_words_says_less_by_each() -> None:
    """WORDINESS, beside the length of its text."""
    others = [worded(n, "u") for n in range(3, 60)]
    many = [str(n) for n in range(20)]
    found = weigh([worded(1, "w", *many), worded(2, "v", *["u"] * 20), *others]).impacts
    assert found["w"][1] < found["v"][2]
    alike = weigh([worded(n, *(f"{n}{letter}" for letter in "abcde")) for n in range(20)])
    assert math.isclose(alike.impacts["7a"][7], math.hypot(*5 * [rarity(20, 1)]) ** -WORDINESS)


def test_linked_entries_answer_for_one_another() -> None:
    """LINKED: «so much of what a token says of an entry it says of the nearest linked one too»; of two the
    nearer.
    """
    entries = [worded(1, "w"), worded(2, "v", to1=0.5), worded(3, "w", to1=0.5, to2=0.1)]
    impacts = weigh(entries).impacts
    assert math.isclose(impacts["w"][1], 1)
    assert math.isclose(impacts["w"][2], LINKED / 2)
    assert math.isclose(impacts["w"][3], 1 + LINKED / 2)
    assert math.isclose(impacts["v"][3], LINKED * 0.1 * impacts["v"][2])


def test_what_boxes_add_is_weighed_within_the_whole() -> None:
    base = weigh([worded(1, "w", "x"), worded(2, "y", "y")])
    added = weigh([worded(3, "w", "v", "v", "v", "v")], base)
    assert (base.entries, base.having["w"], base.lengths) == (2, 1, {("text", "ru"): (2, 4)})
    assert (added.entries, added.having["w"], added.having["x"]) == (3, 2, 1)
    assert added.lengths == {("text", "ru"): (3, 9)}
    assert added.impacts.keys() == {"w", "v"}


# --- Everyday words -----------------------------------------------------------------------------------------


def test_a_group_of_words_has_two_at_least(tmp_path: Path) -> None:
    """What is none is told with its beginning, and nothing of it is used."""
    (tmp_path / "content").mkdir()
    path = tmp_path / "content" / thesaurus.NAME
    path.write_text(
        f'ru = [["кот", "кошка"], ["пёс"], "кит", ["лев", 5], ["{"щ" * 80}"]]\n'
        'en = []\nspoken = [["что", "чё"]]\n',
        encoding="utf-8",
    )
    found, faults = thesaurus.read(tmp_path)
    assert (found.groups, found.spoken) == ((("кот", "кошка"),), (("что", "чё"),))
    assert {fault.code for fault in faults} == {"no_group"}
    said = sorted(fault.params["group"] for fault in faults)
    assert said == sorted(["['пёс']", "кит", "['лев', 5]", f"['{'щ' * 58}"])
    with pytest.raises(ContentError):
        thesaurus.load(tmp_path)

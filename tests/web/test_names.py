"""One rule for all names: what a reader can see on one line, and at most forty of it as a reader counts."""

import time

import pytest

from tests.web.name_cases import CASES, FAMILY, IN_A_TEXT, PAIRS
from web import names


@pytest.mark.parametrize(("name", "signs", "fault"), CASES, ids=lambda value: ascii(value)[:40])
def test_a_name_is_counted_and_judged_as_a_reader_would(name: str, signs: int, fault: str) -> None:
    assert len(names.signs(name[: names.longest() + 1])) == signs
    assert names.fault(name) == fault


@pytest.mark.parametrize(("one", "other", "alike"), PAIRS)
def test_names_that_look_the_same_are_one(one: str, other: str, alike: bool) -> None:
    assert names.faults([one, other]) == ["", "twice" if alike else ""]


@pytest.mark.parametrize(("name", "text"), IN_A_TEXT)
def test_a_name_from_right_to_left_is_shut_in(name: str, text: str) -> None:
    """It would take the number behind it along; all other names stay byte for byte what they are."""
    assert names.isolated(name) == text
    assert names.isolated(names.isolated(name)) == text
    assert names.bare(text) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Оля \t  К. ", "Оля К."),
        ("Оля\u00a0\u3000К.", "Оля К."),
        ("И\u0306ен\n", "Йен"),
        ("Оля\nСаша", "Оля\nСаша"),  # to be refused, not changed without a word
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("", ""),
    ],
)
def test_what_is_typed_is_composed_and_freed_of_spaces_and_nothing_else(typed: str, kept: str) -> None:
    assert names.clean_name(typed) == kept


def test_a_name_of_megabytes_is_no_work() -> None:
    """Composing marks in a bad order takes the square of their number."""
    began = time.perf_counter()
    for heap in ("\u0301\u0323" * 1_000_000, "Z" + "\u0323\u0301" * 1_000_000, FAMILY * 300_000):
        assert names.fault(names.clean_name(heap)) in ("long", "heaped", "unseen")
    assert time.perf_counter() - began < 2


def test_what_was_refused_is_shown_by_whole_signs() -> None:
    assert names.cut(FAMILY * 50) == FAMILY * 40
    assert names.cut("Оля") == "Оля"

"""The reference sheet and the printed rulebook."""

import re
from dataclasses import replace

import pytest
from django.utils import translation

from rulebook import print_documents
from rulebook.content import load
from rulebook.printing import PAPERS
from rulebook.references import poison
from rulebook.templatetags.printing import print_markup
from scoring.calculators.poison import Counts, points_of, score_round
from tests.rulebook.print_reader import Made, make

POISON = load("poison")
BOTH = [(paper, lang) for paper in PAPERS for lang in ("ru", "en")]


def spoken(text: str) -> str:
    """Text as one line, with words that were hyphenated at a line's end put together."""
    return re.sub(r"\s+", " ", re.sub(r"[-‐]\n", "", text))


@pytest.fixture(scope="module")
def book() -> Made:
    with translation.override("ru"):
        return make(print_documents.rulebook(POISON, "a4"))


@pytest.mark.parametrize(("paper", "lang"), BOTH)
def test_the_reference_sheet_is_one_page(paper: str, lang: str) -> None:
    with translation.override(lang):
        made = make(print_documents.reference(POISON, paper))
    assert len(made.texts) == 1
    assert made.sizes == {(PAPERS[paper].width, PAPERS[paper].height)}
    assert made.reader.trailer["/Root"]["/Lang"] == lang
    assert all(font.startswith("Grimoire-") for font in made.fonts)


def test_the_reference_sheet_names_the_rules_that_decide_a_turn_and_the_edition() -> None:
    text = make(print_documents.reference(POISON, "a4")).text
    for clause in (
        "turn.play",
        "overflow.take",
        "overflow.stays",
        "majority.shed",
        "majority.tie",
        "series.winner",
    ):
        assert POISON.clause_by_id[clause].number in text
    assert POISON.digest[:8] in text


def test_the_hands_on_the_reference_sheet_are_those_of_the_rules() -> None:
    """setup.three: three are dealt for four, a pile of 12 goes; setup.uneven: 13, 13, 12, 12 and so on."""
    assert poison.deals(POISON) == [
        (3, [13, 13, 12]),
        (4, [13, 13, 12, 12]),
        (5, [10] * 5),
        (6, [9, 9, 8, 8, 8, 8]),
    ]


def test_the_example_on_the_reference_sheet_counts_as_the_calculator_does() -> None:
    """The rulebook's example: 7, 2, 17 and 15 points; Sasha sheds red, Rita blue."""
    table = [Counts(*counts) for counts in zip(*poison.EXAMPLE_COUNTS.values(), strict=True)]
    assert points_of(table) == poison.EXAMPLE_POINTS
    shed = {
        line.params["colour"]: seat
        for seat, score in enumerate(score_round(table))
        for line in score.lines
        if line.code == "shed"
    }
    assert shed == poison.EXAMPLE_SHED


def test_the_rulebook_holds_every_rule_clarification_and_word(book: Made) -> None:
    text = spoken(book.text)
    for clause in POISON.clauses:
        assert f"{clause.number}" in text
        assert spoken(clause.title.ru) in text
    for ruling in POISON.rulings:
        assert spoken(ruling.title.ru) in text
    for term in POISON.terms:
        assert term.name.ru[1:] in text
    assert "наше решение" in text
    assert "Другое издание:" in text


def test_bookmarks_lead_through_chapters_and_rules(book: Made) -> None:
    titles = list(book.outline())
    assert titles[:2] == ["Алхимия", "Содержание"]
    assert (
        f"{POISON.clause_by_id['overflow.take'].number} {POISON.clause_by_id['overflow.take'].title.ru}"
        in titles
    )
    assert len(titles) == 2 + len(POISON.chapters) + len(POISON.clauses) + 1 + len(POISON.rulings) + 1


def test_the_contents_name_the_page_on_which_a_rule_stands(book: Made) -> None:
    contents = book.texts[1]
    for clause in POISON.clauses:
        line = re.search(rf"{re.escape(clause.title.ru)}\W*?(\d+)\n", contents + "\n")
        assert line, clause.title.ru
        assert spoken(clause.title.ru) in spoken(book.texts[int(line[1]) - 1])


def test_every_link_leads_inside_the_document(book: Made) -> None:
    names = set(book.reader.named_destinations)
    links = [
        annotation.get_object()
        for page in book.reader.pages
        for annotation in page.get("/Annots", [])
        if annotation.get_object()["/Subtype"] == "/Link"
    ]
    assert len(links) > len(POISON.clauses)
    for link in links:
        assert "/A" not in link or link["/A"]["/S"] != "/URI"
        assert str(link["/Dest"]) in names


def test_pages_after_the_cover_carry_edition_hash_and_number(book: Made) -> None:
    for number, text in enumerate(book.texts[1:], start=2):
        assert f"{POISON.updated} · {POISON.digest[:8]}" in text
        assert str(number) in text
    assert "Справочник поклонников" in book.texts[0]
    assert all(font.startswith("Grimoire-") for font in book.fonts)


def test_russian_words_are_divided_at_line_ends(book: Made) -> None:
    assert re.search(r"[а-яё]{2}[-‐]\n[а-яё]{2}", book.text)


def test_no_page_is_empty(book: Made) -> None:
    assert all(len(text) > 150 for text in book.texts)


def test_the_english_rulebook_reads_as_one() -> None:
    with translation.override("en"):
        made = make(print_documents.rulebook(POISON, "letter"))
    assert made.sizes == {(215.9, 279.4)}
    assert POISON.clause_by_id["overflow.take"].title.en in spoken(made.text)


def test_words_of_the_content_are_escaped() -> None:
    text = replace(POISON.about, ru="<b>{ref:overflow.take}</b> *<i>*")
    number = POISON.clause_by_id["overflow.take"].number
    assert print_markup(text, POISON) == (
        f'<span class="tight">&lt;b&gt;<a class="num" href="#overflow.take">{number}</a>&lt;/b&gt;</span> '
        "<em>&lt;i&gt;</em>"
    )


@pytest.mark.parametrize(("paper", "lang"), BOTH)
def test_no_line_breaks_after_its_first_words(paper: str, lang: str) -> None:
    """A paragraph whose line ends at «(правило 3.9).» once began with «У», «каждой» on lines of their own."""
    with translation.override(lang):
        text = make(print_documents.rulebook(POISON, paper)).text
    for entry in (*POISON.clauses, *POISON.terms):
        first, second = entry.text.in_(lang).split()[:2]
        assert f"\n{first}\n{second}" not in text

"""Tagged PDFs (PDF/UA-1): what every document says to a screen reader and to a viewer."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import tostring

import pytest
from django.urls import reverse
from pypdf.generic import ArrayObject, DictionaryObject
from weasyprint import HTML

from rulebook import game as games
from rulebook.content.entries import GameContent
from rulebook.content.reading import game_ids, load
from rulebook.drawing.small import card_label
from rulebook.drawing.words import SVG
from rulebook.printing import documents, menu, pdf, spoken, tagging
from rulebook.printing.documents import CardOptions
from rulebook.printing.paper import SIZES
from scoring import printing
from scoring.boards import board_of
from scoring.management.commands.printer import of_scoring
from scoring.models import new_sheet
from tests.daily import daily
from tests.rulebook.print_reader import Made, make, reached
from web.addresses import own_url

pytestmark = [pytest.mark.django_db, pytest.mark.pdf]
OPENED = {name: html for html, name in menu.opened(of_scoring) if name}
GAMES = [load(game_id) for game_id in game_ids()]
SMALLEST = min(filter(documents.decks, GAMES), key=lambda game: len(game.cards))
TITLE = f"{SVG}title"
# Every day what others ask about, too: two references, and sheets of all sorts.
QUICK = [f"ru.{game}.{kind}" for kind in ("reference", "sheet") for game in ("poison", "alchemists")]
QUICK += ["ru.potions.sheet"]
each_document = pytest.mark.parametrize("name", daily(OPENED, QUICK))
CELLS = {"/TH", "/TD"}


@pytest.fixture(scope="module", autouse=True)
def _site_that_others_reach() -> Iterator[None]:
    with reached():
        yield


def elements(made: Made) -> Iterator[DictionaryObject]:
    """All of the structure tree, in reading order."""
    yield from _below(made.reader.trailer["/Root"]["/StructTreeRoot"])


def _below(element: Any) -> Iterator[DictionaryObject]:
    for kid in kids(element):
        if "/S" in kid:
            yield kid
            yield from _below(kid)


def kids(element: Any) -> list[Any]:
    """Elements and annotations in an element; its own words, which are numbers, left out."""
    found = element.get("/K", [])
    return [
        kid.get_object()
        for kid in (found if isinstance(found, ArrayObject) else [found])
        if isinstance(kid.get_object(), DictionaryObject)
    ]


def complaints(content: bytes, tmp_path: Path) -> list[str]:
    """What the independent checker says."""
    from pdfua import validate  # script/test --all alone needs it

    path = tmp_path / "made.pdf"
    path.write_bytes(content)
    return [f"{each.rule_id}: {each.message}" for each in validate(path).findings]


@each_document
def test_every_document_is_pdf_ua(name: str, tmp_path: Path) -> None:
    made = make(OPENED[name]())
    root = made.reader.trailer["/Root"]
    lang = name.partition(".")[0]
    assert complaints(made.content, tmp_path) == []
    assert root["/Lang"] == lang
    assert made.reader.metadata.title
    assert b'pdfuaid:part="1"' in root["/Metadata"].get_data()
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"


@each_document
def test_tables_have_heads_headings_are_in_order_and_links_say_where_they_lead(name: str) -> None:
    made = make(OPENED[name]())
    levels = [0]
    for element in elements(made):
        sort = element["/S"]
        if sort == "/Table":
            cells = [cell for cell in _below(element) if cell["/S"] in CELLS]
            heads = [cell for cell in cells if cell["/S"] == "/TH"]
            assert heads
            assert all(head["/A"]["/Scope"] in ("/Column", "/Row") for head in heads)
        elif sort == "/TR":
            assert {kid["/S"] for kid in kids(element)} <= CELLS
        elif sort == "/L":
            assert {kid["/S"] for kid in kids(element)} <= {"/LI", "/Caption"}
        elif re.fullmatch(r"/H\d", sort):
            assert "/K" in element  # the independent checker gives up on headings of several parts
            level = int(sort[2])
            assert level <= levels[-1] + 1, levels
            levels.append(level)
    for page in made.reader.pages:
        for annotation in page.get("/Annots", []):
            assert annotation.get_object()["/Contents"].strip()
            assert "/StructParent" in annotation.get_object()


@each_document
def test_what_is_said_of_a_link_is_said_within_a_link(name: str) -> None:
    made = make(OPENED[name]())
    for element in elements(made):
        if any(kid.get("/Type") == "/OBJR" for kid in kids(element)):
            assert element["/S"] == "/Link"


@each_document
def test_each_figure_has_words_of_its_own(name: str) -> None:
    """Two that look different say different things; a drawing without words is decoration."""
    drawn: dict[str, set[str]] = defaultdict(set)
    for part in OPENED[name]().split(pdf.NEXT_PART)[:1]:
        page = HTML(string=part).etree_element
        tagging.say_drawings(page)
        for image in page.iter("img"):
            drawn[image.get("alt")].add(image.get("src"))
        for figure in page.iter(f"{SVG}svg"):
            shapes = "".join(tostring(each, encoding="unicode") for each in figure if each.tag != TITLE)
            drawn[figure.findtext(TITLE, tagging.NO_WORDS)].add(shapes)
    drawn.pop(tagging.NO_WORDS, None)
    assert {words: len(shapes) for words, shapes in drawn.items() if len(shapes) > 1} == {}
    assert all(words.strip() for words in drawn)
    said = {each["/Alt"] for each in elements(make(OPENED[name]())) if each["/S"] == "/Figure"}
    assert said
    assert all(words.strip() for words in said)


@pytest.mark.parametrize("size", daily(SIZES, ["63x88"]))
@pytest.mark.parametrize("backs", [True, False])
def test_cards_with_backs_are_printed_on_both_sides_over_the_long_edge(size: str, backs: bool) -> None:
    """«рубашки: переворот по длинному краю» is what the sheet of backs itself says."""
    game = SMALLEST if backs else replace(SMALLEST, cards=SMALLEST.cards[:1])
    made = make(documents.cards(game, CardOptions(size=size, backs=backs)))
    preferences = made.reader.trailer["/Root"]["/ViewerPreferences"]
    assert preferences.get("/Duplex") == ("/DuplexFlipLongEdge" if backs else None)


def test_every_card_is_said_with_its_name() -> None:
    made = make(documents.cards(SMALLEST, CardOptions()))
    figures = (element["/Alt"] for element in elements(made) if element["/S"] == "/Figure")
    said = [words for words in figures if not words.startswith("QR")]
    deck = [card for card in games.get(SMALLEST.id).deck(SMALLEST) for _ in range(card.count)]
    for card, words in zip(deck, said, strict=True):
        assert words.startswith(card_label(SMALLEST, card, "ru"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_numbers_of_rules_on_sheets_and_references_lead_to_the_rules(game: GameContent) -> None:
    """Each number is a link to the rule, as the site has it, and is called as the rule is."""
    for html in (documents.reference(game, "a4"), printing.blank(game, "a4", own_url())):
        shown = "".join(re.findall(r'<span class="num">(.*?)</span>', html))
        links = re.findall(r'<a href="([^"]*)" title="([^"]*)">([\d.]+)', shown)
        assert links
        assert not re.search(r"\d", re.sub(r"<a\b.*?</a>", "", shown))
        by_number = {clause.number: clause for clause in game.clauses}
        for address, title, number in links:
            clause = by_number[number]
            assert address == own_url() + reverse("rulebook:clause", args=[game.id, clause.id])
            assert unescape(title) == f"{number} {clause.title.ru}"


@pytest.mark.parametrize("game_id", daily(game_ids(), game_ids()[:1]))
def test_a_filled_sheet_is_tagged_too(game_id: str, tmp_path: Path) -> None:
    names = ["Оля", "Саша", "Коля", "Рита", "Вова", "Лена"][: load(game_id).players[0]]
    made = make(printing.filled(board_of(new_sheet(game_id, names), "ru"), "a4", f"{own_url()}/score/x"))
    assert complaints(made.content, tmp_path) == []
    assert set(names) <= {words.strip() for words in spoken_words(made)}


def test_a_document_is_read_in_the_order_of_its_elements() -> None:
    html = (
        '<html lang="ru"><title>Порядок</title><h1 style="position:absolute;bottom:0">Первое</h1>'
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9"/></svg>'
        '<p>Второе <a href="https://example.org/" title="Куда">третье</a></p>'
        '<svg xmlns="http://www.w3.org/2000/svg" aria-label="Четвёртое" width="9" height="9"/>'
        "<table><tr><td></td><th>Оля</th></tr><tr><td>Пятое</td><td>7</td></tr></table>"
    )
    said = [line.strip() for line in spoken.lines(make(html).content)]
    assert said == [
        "— 1 —",
        "Document",
        "H1 Первое",
        "P Второе <третье>",
        "Figure [Четвёртое]",
        "Table",
        "TBody",
        "TR",
        "TH Оля",
        "TR",
        "TH Пятое",
        "TD 7",
    ]


def test_a_blank_is_said_where_a_line_ends_and_none_after_a_hyphen() -> None:
    html = (
        '<html lang="ru"><title>Строки</title><p style="width:1px">Кто-то бросает<sup>1</sup> кости '
        '<a href="https://example.org/" title="Куда">2.4</a></p>'
    )
    said = [line.strip() for line in spoken.lines(make(html).content)]
    assert said == ["— 1 —", "Document", "P Кто-то бросает1 кости <2.4>"]


def test_a_page_that_is_printed_twice_has_its_links_twice() -> None:
    html = '<html lang="ru"><title>Дважды</title><p>К <a href="https://example.org/">правилу</a></p>'
    made = make(pdf.together("Дважды", [html, html]))
    found = [page["/Annots"][0].get_object() for page in made.reader.pages]
    assert len({each["/StructParent"] for each in found}) == 2
    assert [each["/Contents"] for each in found] == ["правилу", "правилу"]


def spoken_words(made: Made) -> Iterator[str]:
    for line in spoken.lines(made.content):
        yield from re.split(r"[^\w-]+", line)

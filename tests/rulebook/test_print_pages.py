"""The door «Печать»: the menu and the addresses of PDF files."""

import re
from urllib.parse import urljoin

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from rulebook import game as games
from rulebook.content.reading import game_ids, load
from rulebook.printing import documents, pdf
from rulebook.printing.layout.game_documents import Document
from rulebook.printing.views import html_of
from tests.daily import daily
from tests.rulebook.print_reader import make, reached

pytestmark = pytest.mark.django_db
MENU = "/print/poison"
SETTINGS = r'<details class="print-settings"><summary>(.*?)</summary>(.*?)</details>'
CHECKED = r'<input type="radio"[^>]* checked(?: data-say="([^"]+)")?><span>(.*?)</span>'
of_each_game = pytest.mark.parametrize("game", game_ids())


@of_each_game
def test_the_menu_offers_cards_reference_sheet_and_rulebook(client: Client, game: str) -> None:
    page = client.get(f"/print/{game}").content.decode()
    for kind in ("cards", "reference", "rulebook"):
        assert f'action="{reverse("rulebook:print_pdf", args=[game, kind])}"' in page
    assert f'action="{reverse("scoring:blank_pdf", args=[game])}"' in page
    assert page.count('method="get"') >= 4
    for value in ("a4", "letter", "63x88", "44x68"):
        assert f'value="{value}"' in page


def test_a_document_is_offered_though_its_game_has_no_menu_of_its_own(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`print/menu.html` stands in for `print/<game>/menu.html`."""
    leaflet = {"leaflet": Document("print/pieces.html", lambda game, request: {})}
    monkeypatch.setattr(type(games.get("poison")), "documents", leaflet)
    page = client.get(MENU).content.decode()
    assert 'action="/print/poison/leaflet.pdf"' in page


@of_each_game
def test_what_is_needed_most_comes_first_and_choices_are_folded(client: Client, game: str) -> None:
    """Print by need: the reference sheet, the score sheet, the cards, then the rest; settings in one line."""
    page = client.get(f"/print/{game}").content.decode()
    forms = re.findall(r'<form method="get" action="/print/\w+/(\w+)\.pdf">(.*?)</form>', page, re.S)
    assert [kind for kind, _ in forms][:4] == ["reference", "sheet", "cards", "evening"]
    for kind, form in forms:
        settings = re.search(SETTINGS, form, re.S)
        assert settings, kind
        checked = re.findall(CHECKED, settings[2])
        said = re.search(r"data-chosen>(.*?)</span>", settings[1])
        assert said, kind
        assert said[1].split(" · ") == [say or words for say, words in checked], kind
        assert "fieldset" not in form.replace(settings[0], ""), kind


@pytest.mark.parametrize("game", daily(game_ids(), ["potions"]))  # has boxes
def test_every_choice_of_the_menu_is_one_that_the_address_takes(
    client: Client, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(pdf, "pdf", lambda html: b"%PDF-")
    page = client.get(f"/print/{game}").content.decode()
    for action, fields in re.findall(r'<form method="get" action="(/print[^"]+)">(.*?)</form>', page, re.S):
        for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', fields):
            assert client.head(action, {name: value}).status_code == 200, (action, name, value)


@of_each_game
def test_the_menu_has_no_inline_style(client: Client, game: str) -> None:
    page = client.get(f"/print/{game}").content.decode()
    assert " style=" not in page
    assert "<style" not in page


def test_the_menu_speaks_english_under_its_own_address(client: Client) -> None:
    page = client.get("/en/print/poison")
    assert page.status_code == 200
    assert 'action="/en/print/poison/cards.pdf"' in page.content.decode()


def test_a_pdf_opens_in_the_browser_under_a_good_name(client: Client) -> None:
    with reached():
        made = make(documents.reference(load("poison"), "a4"))
        answer = client.get("/print/poison/reference.pdf", {"paper": "a4"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="poison-reference.pdf"'
    assert answer.content == made.content


def test_a_browser_that_has_the_file_gets_304(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "pdf", lambda html: b"%PDF-")
    etag = client.get("/print/poison/reference.pdf")["ETag"]
    again = client.get("/print/poison/reference.pdf", headers={"if-none-match": etag})
    assert again.status_code == 304
    assert again.content == b""
    assert client.get("/en/print/poison/reference.pdf")["ETag"] != etag


@pytest.mark.parametrize(
    ("address", "query"),
    [
        ("cards.pdf", {"paper": "a3"}),
        ("cards.pdf", {"size": "63×88"}),
        ("cards.pdf", {"bleed": "3mm"}),
        ("cards.pdf", {"low_ink": "yes"}),
        ("cards.pdf", {"backs": "<b>" * 4000}),
        ("reference.pdf", {"paper": "<script>"}),
        ("rulebook.pdf", {"paper": "letter "}),
        ("rulebook.pdf", {"paper": "A4"}),
        ("sheet.pdf", {"players": "7"}),
        ("sheet.pdf", {"players": "2"}),
        ("../potions/sheet.pdf", {"players": "1"}),
        ("../potions/sheet.pdf", {"players": "7"}),
        ("../potions/cards.pdf", {"size": "63x89"}),
        ("../potions/reference.pdf", {"paper": "a5"}),
        ("sheet.pdf", {"players": "три"}),
        ("sheet.pdf", {"paper": "../../etc/passwd"}),
    ],
)
def test_an_unknown_option_gets_400_and_a_sentence(
    client: Client, address: str, query: dict[str, str]
) -> None:
    answer = client.get(urljoin(f"{MENU}/", address), query)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "так не печатают. Можно:" in page
    assert "<script>" not in page.partition("<main")[2]
    assert len(page.partition("<main")[2].partition("</main>")[0]) < 2000


@pytest.mark.parametrize("name", ["shift_x", "shift_y"])
@pytest.mark.parametrize("value", ["400", "-10,01", "1e1", "nan", "--1", "вниз", "<b>" * 4000])
def test_a_shift_that_no_printer_makes_gets_422_and_a_sentence(client: Client, name: str, value: str) -> None:
    """A shift of 400 mm: a clear message in the reader's language."""
    for address, said in (("/print", "не дальше чем на 10 мм"), ("/en/print", "no further than 10 mm")):
        answer = client.get(f"{address}/poison/cards.pdf", {name: value})
        page = answer.content.decode()
        assert answer.status_code == 422
        assert said in page.replace("\xa0", " ")
        assert len(page.partition("<main")[2].partition("</main>")[0]) < 2000


@pytest.mark.parametrize(
    ("value", "moved"), [("1.5", "1.5mm"), ("-0,5", "-0.5mm"), ("−2", "-2mm"), (" +10 ", "10mm")]
)
def test_a_shift_is_written_as_people_write_numbers(value: str, moved: str) -> None:
    query = QueryDict(mutable=True)
    query["shift_x"] = value
    assert f"transform:translate({moved}, 0mm)" in html_of(load("poison"), "cards", query)


@of_each_game
def test_whatever_has_backs_offers_to_move_them(client: Client, game: str) -> None:
    page = client.get(f"/print/{game}").content.decode()
    for kind, form in re.findall(
        r'<form method="get" action="/print/\w+/(\w+)\.pdf">(.*?)</form>', page, re.S
    ):
        if kind in ("sheet", "evening"):  # of scoring; nothing to cut out
            continue
        backs = "&backs=1" if 'name="backs"' in form else ""
        wanted = QueryDict(f"shift_x=1{backs}")
        offered = "transform:translate(" in html_of(load(game), kind, wanted)
        assert ('name="shift_x"' in form) == ('name="shift_y"' in form) == offered, kind


@pytest.mark.parametrize(
    "path", ["/print/nope", "/print/nope/cards.pdf", "/print/nope/sheet.pdf", f"{MENU}/x.pdf"]
)
def test_an_unknown_game_or_document_gets_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", [MENU, f"{MENU}/cards.pdf", f"{MENU}/sheet.pdf"])
def test_addresses_of_printing_are_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405

"""Names that are written to break out of where they stand: wherever a stranger's name goes, it is only text.

Score sheets alone were attacked before: here are pictures, paper, a table's own cards, laboratories,
notebooks, tables, and what the browser's worker keeps for everybody.
"""

import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from django.test import Client

from rulebook.printing import pdf, pictures
from scoring import poster, printing
from scoring.boards import board_of
from tests.daily import daily
from tests.rulebook.print_reader import make
from tests.scoring.people import opened
from tests.scoring.test_print_picture import played

pytestmark = pytest.mark.django_db

# What a name may be, as every letter of it can be seen.
ODD = [
    "<script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "]]><b>x</b><![CDATA[",
    "--><img src=x onerror=alert(1)>",
    "' onfocus='alert(1)",
    "{{ 7|add:7 }}{% now 'Y' %}",
    "{ref:x}*b*{card:y}",
    "%(n)s {0} %path%",
    "</style><style>*{}</style>",
    "url(file:///etc/passwd)",
    '=HYPERLINK("//evil")',
    "&#60;b&#62;&lt;i&gt;",
]
# What none may be.
REFUSED = [
    "Оля\u202eexe",
    "\u2066Оля",
    "О\u2028ля",
    "я" * 500,
    "Z" + "\u0300" * 500,
    "\u200b",
    "\x1b[31m",
    "\ufeffОля",
]
NOBODY = "a\0b"
FACES = re.compile(r"data:image/svg\+xml;base64,([\w+/=]+)")
ALIVE = {"script", "img", "b", "i", "style", "foreignObject"}


class Living(HTMLParser):
    """Finds what names would have become: elements of theirs, handlers, styles."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [f"{tag} {name}" for name, _ in attrs if name.startswith("on")]
        self.found += [tag for name, value in attrs if value == "x" and name == "src"]
        self.text += "".join(f" {value} " for _, value in attrs if value)

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.lasttag == "script" and "alert(1)" in data and "<script>" not in data:
            self.found.append("script")


def harmless(markup: str, names: list[str], shown: bool = True) -> None:
    """That names are text there, and that they are there at all."""
    living = Living()
    living.feed(markup)
    assert living.found == []
    for name in names:
        if set(name) & set("<>"):
            assert name not in markup, name
        if shown:
            assert squeezed(name) in squeezed(living.text), name


def squeezed(text: str) -> str:
    """Without spaces: typography sets its own."""
    return re.sub(r"[\s\u2066-\u2069\u200b]", "", text)


def tables(people: int) -> list[list[str]]:
    """All odd names, so many to a table."""
    return [ODD[n : n + people] for n in range(0, len(ODD), people)]


@pytest.mark.parametrize("names", tables(6), ids=lambda names: names[0])
def test_on_a_finished_sheet_its_picture_and_its_paper(names: list[str]) -> None:
    """«In a finished sheet's picture, in PDFs»: pages, SVG, what WeasyPrint gets."""
    sheet = played(names, names[0])
    owner = opened(sheet)
    for name in ("sheet", "people", "links"):
        harmless(owner.page(name), names, shown=name == "sheet")
    svg = poster.draw(sheet, "ru") or ""
    elements = list(ElementTree.fromstring(svg).iter())
    assert ALIVE.isdisjoint(each.tag.rpartition("}")[2] for each in elements)
    assert not [key for each in elements for key in each.attrib if key.startswith("on")]
    harmless(printing.filled(board_of(sheet, "ru"), "a4", "http://127.0.0.1:8000/"), names)


@pytest.mark.thorough  # every day what they are made of, above
def test_a_picture_and_a_pdf_are_made_of_them() -> None:
    """They are drawn as they stand: nothing is fetched for them, no engine stumbles."""
    names = [ODD[0], ODD[2], ODD[9]]
    sheet = played(names, names[0])
    assert pictures.render(poster.draw(sheet, "ru") or "").startswith(b"\x89PNG")
    made = make(printing.filled(board_of(sheet, "ru"), "a4", "http://127.0.0.1:8000/"))
    for name in names:
        assert squeezed(name) in squeezed(made.text)
    assert "root:" not in made.text


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would be printed, as HTML."""
    documents: list[str] = []

    def note(html: str) -> bytes:
        documents.append(html)
        return b"%PDF-"

    monkeypatch.setattr(pdf, "pdf", note)
    return documents


@pytest.mark.parametrize("names", tables(6), ids=lambda names: names[0])
def test_on_cards_of_a_tables_own_and_their_paper(
    client: Client, printed: list[str], names: list[str]
) -> None:
    """«A table's own cards (Wiz-War's own cards), card sets», for whoever is shown the address."""
    fields = {f"own-name-{n}": name for n, name in enumerate(names)}
    fields |= {f"own-like-{n}": "troll" for n in range(len(names))}
    made = client.post("/cards/wizwar", {**fields, "do": "save"})["Location"]
    key, stranger = made.rpartition("/")[2], Client()
    for address in (made, f"/en{made}", f"/cards/wizwar?from={key}"):
        harmless(stranger.get(address).content.decode(), names)
    harmless(stranger.get(f"{made}/sheet").content.decode(), names, shown=False)
    file = stranger.get(f"{made}/file")
    assert file["Content-Type"] == "application/json"
    assert [row["name"] for row in json.loads(file.content)["own"]] == sorted(names)
    for kind in ("cards", "sheet"):
        assert stranger.get(f"{made}/{kind}.pdf").status_code == 200
        drawn = [b64decode(face).decode() for face in FACES.findall(printed[-1])]
        for markup in (printed[-1], *drawn):
            harmless(markup, names, shown=False)


@pytest.mark.parametrize("names", tables(4), ids=lambda names: names[0])
def test_at_laboratories_and_tables(client: Client, names: list[str]) -> None:
    """«Laboratories», and tables; who comes without a link is told nobody's name."""
    fields = {f"name-{n}": name for n, name in enumerate(names)}
    kinds = {f"kind-{n}": "here" for n in range(len(names))}
    for door in ("/lab/new", "/play/poison"):
        begun = client.post(door, {**fields, **kinds})
        assert begun.status_code == 302, begun.content.decode()
        harmless(client.get(begun["Location"]).content.decode(), names)
        seen = Living()
        seen.feed(Client().get(begun["Location"]).content.decode())
        assert not [name for name in names if squeezed(name) in squeezed(seen.text)]


@pytest.mark.parametrize("name", daily(REFUSED, REFUSED[::3]), ids=lambda name: ascii(name)[:30])
def test_what_hides_or_turns_is_refused_at_every_door(client: Client, name: str) -> None:
    """RTL override, 500 letters, marks on marks, an escape of terminals: with a sentence, nothing is made."""
    answers = [
        client.post("/score/poison", {"name": [name, "б", "в"], "do": "start"}),
        client.post("/lab/new", {"name-0": name, "name-1": "б"}),
        client.post("/cards/wizwar", {"own-like-0": "troll", "own-name-0": name, "do": "save"}),
    ]
    assert [answer.status_code for answer in answers] == [422] * 3


@pytest.mark.parametrize("door", ["/score/poison", "/lab/new", "/cards/wizwar", "/play/poison", "/notebook/"])
def test_nul_is_a_broken_request_everywhere(client: Client, door: str) -> None:
    assert client.post(door, {"name": NOBODY, "name-0": NOBODY, "own-name-0": NOBODY}).status_code == 400


@pytest.mark.parametrize("address", ["/service-worker.js", "/manifest.webmanifest"])
def test_what_the_worker_keeps_is_the_same_for_everybody(client: Client, address: str) -> None:
    """«The worker's cache for strangers»: what is kept on a phone for all its readers knows none of them."""
    owner = opened(played(["Тайная", ODD[0], ODD[1]])).client
    owner.cookies["x"] = "<script>"
    answers = [phone.get(address, {"q": ODD[0]}) for phone in (owner, client)]
    first, second = answers
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert not any(answer.cookies for answer in answers)
    assert ODD[0] not in first.content.decode()


@pytest.mark.parametrize(
    "name", ["..%2f..%2fsecret.key", "%3Cscript%3E", "x%0d%0aSet-Cookie:a=b", "a" * 32 + ".json"]
)
def test_no_name_leads_out_of_the_workers_folder(client: Client, name: str) -> None:
    answer = client.get(f"/offline/{name}")
    assert answer.status_code == 404
    assert "<script>" not in answer.content.decode()
    assert "a" not in answer.cookies

"""A table's own cards on the site: entered, kept by their hash, played, printed, opened from a file."""

import html
import json
import re
from base64 import b64decode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games.wizwar.rulebook import card_sets, own_deck
from games.wizwar.rulebook.set_content import content_with
from games.wizwar.scoring.sheet import own_cards
from games.wizwar.simulator.card_sets.models import KeptSet
from rulebook.printing import pdf
from rulebook.printing.cards import faces
from rulebook.printing.cards.paint import FULL_INK, Size
from rulebook.printing.links import code
from simulator.models import Match

pytestmark = pytest.mark.django_db

NASTY = "<b>*Жуть*</b> {ref:x} & Ко"
ENTERED = {
    "copies-fireball": "3",
    "life-troll": "8",
    "copies-troll": "4",
    "own-like-0": "troll",
    "own-name-0": NASTY,
    "own-count-0": "2",
    "own-attack-0": "7",
}
DATA = {
    "copies": {"fireball": 3, "troll": 4},
    "figures": {"troll": {"life": 8}},
    "own": [{"like": "troll", "name": NASTY, "count": 2, "attack": 7}],
}
KEY = card_sets.read(DATA).key
ENTER = "/cards/wizwar"


def kept() -> KeptSet:
    return KeptSet.keep(card_sets.read(DATA))


def page_of(client: Client, url: str, status: int = 200) -> str:
    response = client.get(url)
    assert response.status_code == status
    return response.content.decode().replace("\xa0", " ")


def test_what_is_entered_becomes_a_set_with_an_address(client: Client) -> None:
    """variants.cards: a set is named by its hash; the same figures are the same set."""
    response = client.post(ENTER, {**ENTERED, "do": "save"})
    assert response["Location"] == f"{ENTER}/{KEY}"
    assert client.post(ENTER, {**ENTERED, "do": "save"})["Location"] == f"{ENTER}/{KEY}"
    assert KeptSet.objects.get().data == DATA
    with pytest.raises(TypeError):
        KeptSet.objects.get().save()


def test_a_set_shows_what_differs_and_names_are_only_text(client: Client) -> None:
    page = page_of(client, kept().get_absolute_url())
    assert "&lt;b&gt;*Жуть*&lt;/b&gt; {ref:x} &amp; Ко" in page
    assert "<b>*Жуть" not in page
    assert "noindex" in page
    assert re.search(r"жизней\s*<b>8</b> ?<small>у нас 6</small>", page)
    assert f"?cards={KEY}" in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"copies-fireball": "31"}, "копий бывает от 0 до 30"),
        ({"own-like-0": "meteor", "own-name-0": "Метеор"}, "не известная карта"),
        ({"copies-fireball": "2"}, "сохранять нечего"),
    ],
)
def test_what_can_not_be_is_said_beside_what_was_typed(client: Client, fields: dict, said: str) -> None:
    """variants.cards: refused with the field, nothing kept, nothing lost."""
    response = client.post(ENTER, {**fields, "copies-add": "1", "do": "save"})
    page = response.content.decode().replace("\xa0", " ")
    assert response.status_code == 422
    assert said in page
    assert not KeptSet.objects.exists()
    assert f'value="{[*fields.values()][-1]}"' in page


def test_the_server_counts_the_deck_while_one_types(client: Client) -> None:
    response = client.post(ENTER, {"copies-fireball": "5", "do": "count"}, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert "<b>127</b>" in page
    assert "<html" not in page
    for fields, htmx in (({"do": "count"}, {}), ({}, {"HX-Request": "true"})):
        page = client.post(ENTER, {"copies-fireball": "5", **fields}, headers=htmx).content.decode()
        assert "<b>127</b>" in page
        assert "<html" in page
    assert not KeptSet.objects.exists()


def test_more_rows_come_at_once_and_what_was_typed_stays(client: Client) -> None:
    """One row for a card of the table's own, three more for who wants more; a row without a name stays."""
    assert page_of(client, ENTER).count('name="own-name-') == 1
    page = client.post(ENTER, {"own-like-0": "troll", "own-name-0": "", "do": "more"}).content.decode()
    assert page.count('name="own-name-') == 1 + 3


def test_a_deck_is_kept_as_long_as_it_can_be_played_with_some_box(client: Client) -> None:
    none = {f"copies-{card}": "0" for card in card_sets.known()}
    refused = client.post(ENTER, {**none, "do": "save"})
    assert refused.status_code == 422
    assert refused.text.replace("\xa0", " ").count("В колоде 0 карт") == 2, "above and below"
    monsters = {"copies-troll": "30", "copies-shadow": "30"}
    assert client.post(ENTER, {**none, **monsters, "do": "save"}).status_code == 302


def test_a_set_that_is_not_known_here_opens_from_its_file(client: Client) -> None:
    """The file brings it to its own address; another file doesn't, and a crafted one is refused."""
    url = reverse("simulator:card_set", args=[KEY])
    assert "Файл набора" in page_of(client, url, 404)
    whole = json.dumps(DATA).encode()
    for content, status, said in (
        (b"", 400, "Это не файл набора"),
        (b"nonsense", 400, "Это не файл набора"),
        (b"{}", 422, "нет ни одного отличия"),
        (b'{"copies": {"add": 2}}', 422, "другой набор"),
        (b'{"copies": {"add": 2000}}', 422, "копий бывает от 0 до 30"),
        (whole.ljust(card_sets.MOST_BYTES + 1), 413, "не больше"),
    ):
        sent = {"file": SimpleUploadedFile("other.json", content)} if content else {}
        answer = client.post(url, sent)
        assert (answer.status_code, said in answer.text.replace("\xa0", " ")) == (status, True), content[:30]
    for rest in ("/file", "/sheet", "/cards.pdf", "/sheet.pdf"):
        assert "Такого набора здесь нет" in page_of(client, url + rest, 404)
    assert not KeptSet.objects.exists()
    padded = SimpleUploadedFile("cards.json", whole.ljust(card_sets.MOST_BYTES))
    assert client.post(ENTER, {"do": "open", "file": padded})["Location"] == url
    file = client.get(f"{kept().get_absolute_url()}/file")
    KeptSet.objects.all().delete()
    body = SimpleUploadedFile("cards.json", file.content)
    assert client.post(url, {"file": body})["Location"] == url
    assert KeptSet.objects.get().key == KEY


SEATS = {"name-0": "Оля", "kind-0": "here", "name-1": "Коля", "kind-1": "here"}


def begun(client: Client, offered: str) -> Match:
    client.post("/play/wizwar", {**SEATS, "box": "monsters", "cards": offered, "seed": "5"})
    return Match.objects.get()


def test_a_game_is_started_with_the_set_and_told_in_its_names(client: Client) -> None:
    """variants.cards: the config carries the difference; the table says the names, as text."""
    start = page_of(client, f"/play/wizwar?cards={kept().key}")
    (offered,) = re.findall(r'name="cards" value="(\{.*?)" checked', start)
    assert "набор " + KEY[:8] in start
    match = begun(client, json.dumps(DATA))
    assert json.loads(html.unescape(offered)) == DATA
    assert match.config["options"]["cards"] == DATA
    assert match.content.card_by_id["troll~1"].name.ru == NASTY
    page = page_of(client, match.get_absolute_url())
    assert "<b>*Жуть" not in page


def test_a_game_with_the_usual_cards_says_nothing_of_them(client: Client) -> None:
    assert "cards" not in begun(client, "").config["options"]


def test_the_same_people_play_once_more_with_the_same_cards(client: Client) -> None:
    """The form of `?again=` has the set and the boxes of the match, whatever the browser has seen since."""
    match = begun(client, json.dumps(DATA))
    page = page_of(client, f"/play/wizwar?again={match.public_id}")
    assert re.search(f'value="{{&quot;copies.*?" checked><span>набор {KEY[:8]}', page)
    assert re.search('name="box" value="monsters" checked', page)
    assert not re.search('name="box" value="artifacts" checked', page)


def test_a_crafted_set_starts_no_game(client: Client) -> None:
    for text in ('{"copies": {"add": 99}}', "nonsense", '{"own": [{}]}', "[" * 50):
        response = client.post("/play/wizwar", {**SEATS, "cards": text, "seed": "5"})
        assert response.status_code == 422
    assert not Match.objects.exists()


def test_a_shared_position_carries_the_difference(client: Client) -> None:
    """Its names can be typed, and the link opens where the set isn't known."""
    fields = {
        "name": ["Оля", "Коля"],
        "hand": ["Голем, fireball", ""],
        "at": ["1c3", "1c4"],
        "rest": json.dumps(
            {"options": {"sets": "monsters", "cards": {"own": [{"like": "troll", "name": "Голем"}]}}}
        ),
        "do": "address",
    }
    response = client.post("/play/wizwar/position", fields)
    assert response.status_code == 302
    page = page_of(client, response["Location"])
    assert "Голем" in page
    assert "Такое положение бывает" in page or 'role="alert"' not in page


def test_a_printed_deck_says_whose_figures_it_has() -> None:
    """On every sheet of faces and of backs, by the set's name; a card of the table's is called so (ruling
    136), and strangers' letters stay letters.
    """
    own = card_sets.read({"own": DATA["own"], "copies": dict.fromkeys(card_sets.known(), 0) | {"troll": 30}})
    made = own_deck.document(own, "cards", QueryDict("boxes=monsters"))
    sheets = made.count('<section class="sheet">')
    assert sheets == 2 * 4
    assert made.count(f"карты стола {own.key[:8]}") >= sheets
    game = content_with(own, ("monsters",))
    face = faces.face(game, game.card_by_id["troll~1"], Size(63, 88), "ru", bleed=0, style=FULL_INK)
    assert "заклинание · ваша карта" in face
    assert "<b>" not in face


def test_a_blank_sheet_of_a_set_leads_to_its_live_twin(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """variants.cards: printed for a set it has the set's monsters, says whose they are, and its code begins a
    sheet that goes by them.
    """
    page = page_of(client, kept().get_absolute_url())
    address = f"{ENTER}/{KEY}/sheet.pdf"
    assert f'href="{address}' in page
    drawn: list[str] = []
    monkeypatch.setattr(pdf, "pdf", lambda html: drawn.append(html) or b"%PDF-")
    assert client.get(address, {"players": "3"}).status_code == 200
    assert f"карты стола {KEY[:8]}" in drawn[0]
    assert "Тролль 8" in drawn[0]
    begins = f"http://testserver{ENTER}/{KEY}/sheet"
    assert code(begins) in drawn[0]
    assert client.get(address, {"players": "9"}).status_code == 400


SCRIPT = "<script>alert(1)</script>&{ref:x}*и ещё*"


def images(html: str) -> list[str]:
    """The drawings of a printed document, each once."""
    return [b64decode(found).decode() for found in {*re.findall(r"svg\+xml;base64,([^\"]+)", html)}]


def test_printed_tokens_have_the_figures_of_the_set() -> None:
    """monsters.tokens, variants.cards: a figure for each copy with name, blow and boxes for its life; every
    sheet says whose figures these are, and strangers' letters stay letters.
    """
    assert len(SCRIPT) == 40
    own = card_sets.read(
        {
            "copies": {"remove_lock": 0, "jam_lock": 0},
            "figures": {"troll": {"life": 8}},
            "own": [{"like": "troll", "name": SCRIPT, "count": 2, "life": 30, "attack": 7}],
        }
    )
    made = own_deck.document(own, "tokens", QueryDict("boxes=monsters"))
    assert made.count(f"карты стола {own.key[:8]}") > made.count('<section class="sheet">')
    assert "числа вписал стол" in made
    drawn = images(made)
    assert not any("<script" in each for each in drawn)
    (strangers,) = (each for each in drawn if "alert(" in each)
    assert "…</text>" in strangers
    assert "удар 7" in strangers
    assert strangers.count('height="2.4"') == 2 * 30
    troll = next(each for each in drawn if "Тролль" in each)
    assert re.findall(r">(\d)</text>", troll)[:8] == [*"87654321"]


def test_a_printed_reference_tells_of_the_cards_of_the_set() -> None:
    """variants.cards: whose figures, which of them, how many; names are text."""
    own = card_sets.read({**DATA, "own": [{"like": "troll", "name": SCRIPT, "attack": 7, "count": 2}]})
    made = own_deck.document(own, "reference", QueryDict("boxes=monsters"))
    assert f"карты стола {own.key[:8]}" in made
    told = made.replace("\xa0", " ").partition(f"<h1>Карты стола {own.key[:8]}")[2]
    assert "<script>" not in made
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;{ref:x}*и ещё*" in told
    assert "играет как «Тролль»" in told
    assert "8 жизней" in told
    assert "3 копии" in told


def test_a_sheet_begins_and_is_poured_with_the_set(client: Client) -> None:
    """From the set's own page, and from a match: monsters of the sheet are the set's (variants.cards)."""
    row = kept()
    page = page_of(client, row.get_absolute_url())
    assert f'href="{row.get_absolute_url()}/sheet"' in page
    form = page_of(client, f"{row.get_absolute_url()}/sheet")
    (text,) = re.findall(r'name="cell-cards" value="([^"]*)"', form)
    assert html.unescape(text) == own_cards.text_of(row.cards)
    assert re.search('name="box" value="monsters" checked', form)
    match = begun(client, json.dumps(DATA))
    poured = client.post(f"{match.get_absolute_url()}/pour", follow=True).content.decode()
    assert f'href="{row.get_absolute_url()}"' in poured
    assert html.escape(f"{NASTY} 6") in poured
    assert "<b>*Жуть" not in poured


def test_a_deck_that_nobody_can_play_with_is_not_printed(client: Client) -> None:
    """variants.cards: the sentence says why; there are no other documents of a set."""
    cards = dict.fromkeys(card_sets.known(), 0) | {"troll": 30, "shadow": 30}
    row = KeptSet.keep(card_sets.read({"copies": cards}))
    url = reverse("simulator:card_set_print", args=[row.key, "tokens"])
    assert "В колоде 0 карт" in page_of(client, url, 422)
    assert client.get(reverse("simulator:card_set_print", args=[row.key, "rulebook"])).status_code == 404
    assert f"{url}?boxes=artifacts,monsters" in page_of(client, row.get_absolute_url())


def test_strangers_names_are_in_no_search_and_no_api(client: Client) -> None:
    """What search and API read are the rulebook's own rows."""
    kept()
    found = client.get("/search", {"q": "Жуть", "game": "wizwar"}).content.decode()
    assert KEY not in found
    assert "&lt;b&gt;*Жуть" not in found
    assert "Жуть" not in client.get("/api/v1/cards/", {"game": "wizwar"}).content.decode()

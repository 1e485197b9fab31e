"""A game from outside is told to be its maker's: on the first page, on its own, on paper and by the API.

Issue: «a guest's author, licence and home have their place on its pages, paper and API; the home page says
whose the games are, ours first, then by name».
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.template import engines
from django.template.loaders.locmem import Loader
from django.test import Client
from django.utils import translation

from rulebook import finder, reference, shelf
from rulebook.content.entries import Text
from rulebook.content.reading import load
from rulebook.printing import documents
from rulebook.printing.cards import faces
from rulebook.printing.cards.paint import Size
from tests.markup import folded
from tests.rulebook.reference_reader import page_of, without_tags
from tests.rulebook.schema import faults

pytestmark = pytest.mark.django_db
GUEST = "stranger"
OURS_ALONE = {"ru": "тексты и рисунки здесь наши.", "en": "the texts and drawings here are ours."}
MINE = {
    "ru": "тексты и рисунки её, а не наши. Автор: Меррил Флад. Лицензия: CC BY 4.0.",
    "en": "the texts and drawings are its own, not ours. Author: Merrill Flood. Licence: CC BY 4.0.",
}
HOME = "https://example.org/goofspiel"


def words_of(html: str) -> str:
    return without_tags(html).replace("\u00a0", " ").replace(" .", ".")


def said(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return words_of(answer.content.decode())


def test_the_first_page_has_our_games_first_then_guests_with_their_authors(client: Client) -> None:
    html = client.get("/").content.decode()
    shelves = re.split(r"<h2[^>]*>В\sгостях</h2>", html)
    ours, guests = (re.findall(r'<li class="shelf-game game-([a-z]+)"', part) for part in shelves)
    assert GUEST in guests
    assert set(guests) == {game for game in shelf.games() if finder.is_guest(game)}
    assert ours == [game for game in sorted(shelf.games()) if not finder.is_guest(game)]
    assert "Меррил Флад" in words_of(shelves[1])
    assert "Меррил Флад" not in words_of(shelves[0])


@pytest.mark.parametrize(
    ("lang", "titles"), [("ru", ["Арка", "Ёлка", "Жук"]), ("en", ["Arch", "Bug", "Tree"])]
)
def test_guests_stand_by_their_titles_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, lang: str, titles: list[str]
) -> None:
    """«Ё» where a reader looks for it, and not by ids."""
    named = {"a": Text("Жук", "Bug"), "b": Text("Ёлка", "Tree"), "c": Text("Арка", "Arch")}
    games = {key: replace(load(GUEST), id=key, title=title) for key, title in named.items()}
    monkeypatch.setattr(shelf, "games", lambda: games)
    monkeypatch.setattr(finder, "is_guest", lambda game: True)
    assert [game.title.in_(lang) for game in shelf.guests(lang)] == titles


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_its_pages_say_whose_they_are_and_ours_that_they_are_ours(client: Client, lang: str) -> None:
    prefix = "/en" if lang == "en" else ""
    for address in (f"/rules/{GUEST}", f"/rules/{GUEST}/turn.play", f"/print/{GUEST}"):
        page = said(client, prefix + address)
        assert MINE[lang] in page
        assert OURS_ALONE[lang] not in page
        assert f'href="{HOME}"' in client.get(prefix + address).content.decode()
    assert OURS_ALONE[lang] in said(client, f"{prefix}/rules/poison")
    first = said(client, f"{prefix}/")
    assert OURS_ALONE[lang] not in first
    assert not re.search("волшебник|wizard", first)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_its_paper_says_so_too(lang: str) -> None:
    game = load(GUEST)
    with translation.override(lang):
        for html in (documents.reference(game, "a4"), documents.rulebook(game, "a4")):
            assert MINE[lang] in words_of(html)
            assert "example.org/goofspiel" in html
        band = words_of(documents.cards(game, documents.CardOptions()))
    assert "CC BY 4.0" in band
    assert not re.search("поклонник|fan", band)


def test_the_api_tells_licence_and_home_of_guests_alone(client: Client) -> None:
    """Added members: what is answered of our games is what it was."""
    asked, described = (client.get(f"/api/v1/{name}").json() for name in ("games", "openapi.json"))
    of = {item["id"]: item for item in asked["items"]}
    assert of[GUEST] | {"guest": True, "licence": "CC BY 4.0", "home": HOME} == of[GUEST]
    assert not of["poison"].keys() & {"guest", "licence", "home"}
    assert "guest" in asked["licence"]
    schemas = described["components"]["schemas"]
    assert [fault for item in asked["items"] for fault in faults(schemas["game"], item, schemas)] == []


def test_a_card_says_where_it_is_from_in_words(client: Client) -> None:
    """Nothing prints an internal code: «Откуда: seed»."""
    facts = said(client, f"/rules/{GUEST}/cards/w3")
    assert "Откуда из правил игры" in facts
    assert not re.search(r"\b(seed|public|derived)\b", facts)


def test_what_a_card_says_is_on_its_face() -> None:
    """`text` alone is printed, as `rule` is."""
    game = load(GUEST)
    card = next(card for card in game.cards if card.text)
    assert card.rule is None
    face = faces.face(game, card, Size(63.0, 88.0), "ru")
    assert re.sub(r"\s", "", card.text.ru) in re.sub(r"\s|<[^>]*>", "", face)


def test_what_is_asked_at_the_table_stands_only_where_it_is_given(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "Спрашивают за столом"
    assert asked in said(client, f"/rules/{GUEST}")
    monkeypatch.setattr("rulebook.views.on_table", lambda *known: replace(load(GUEST), asked=()))
    assert asked not in said(client, f"/rules/{GUEST}")


@pytest.fixture
def own_sheet() -> Iterator[None]:
    """The guest's own sheet, as its folder would bring it."""
    engine = engines["django"].engine
    (partials,) = engine.template_loaders
    (cached,) = partials.loaders
    cached.loaders.insert(0, Loader(engine, {f"rulebook/{GUEST}/_reference.html": "<h2>Свой лист</h2>"}))
    cached.reset()
    yield
    del cached.loaders[0]
    cached.reset()


def test_a_sheet_of_its_own_is_on_page_and_paper_alike(client: Client, own_sheet: None) -> None:
    """One file, within the frame that all games have."""
    reference._on_page.cache_clear()
    try:
        paper = folded(documents.reference(load(GUEST), "a4"))
        assert "Свой лист" in paper
        assert "Свой лист" in page_of(client, GUEST)
        assert "row-of-rule" not in paper
    finally:
        reference._on_page.cache_clear()

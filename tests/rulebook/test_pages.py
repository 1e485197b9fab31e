"""Every page of the rulebook, in both languages: it opens, it is sound HTML, it knows its twin."""

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulebook import shelf
from rulebook.content.entries import GameContent
from rulebook.content.reading import game_ids, load
from rulebook.content.typography import typeset
from tests.daily import daily

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("index_of_all")]

POISON, POTIONS = load("poison"), load("potions")
CARDS = {f"/rules/{game.id}/cards/{card.id}": card for game in map(load, game_ids()) for card in game.cards}
PAGES = [
    "/",
    "/search",
    "/search?q=яд&game=poison",
    "/search?q=щщщщ",
    "/rules/poison",
    "/rules/poison/cards",
    "/rules/poison/glossary",
    "/rules/poison/rulings",
    "/rules/poison/rulings?status=ours",
    "/rules/poison/all",
    "/rules/poison/reference",
    "/rules/poison/setup?players=3",
    "/rules/poison/history",
    "/rules/poison/paper/2026-11-27-00000000",
    *(f"/rules/poison/{chapter.id}" for chapter in POISON.chapters),
    *(f"/rules/poison/{clause.id}" for clause in POISON.clauses),
    *(f"/rules/poison/term/{term.id}" for term in POISON.terms),
    *(f"/rules/poison/ruling/{ruling.id}" for ruling in POISON.rulings),
    *(f"/rules/poison/figures/{figure.id}" for figure in POISON.figures),
    "/rules/potions",
    "/rules/potions/cards",
    "/rules/potions/cards?kind=powder&points=4",
    "/rules/potions/elements",
    "/rules/potions/graph",
    "/rules/potions/graph?from=dragon",
    "/rules/potions/glossary",
    "/rules/potions/rulings",
    "/rules/potions/all",
    "/rules/potions/reference",
    "/rules/potions/setup?players=6",
    "/rules/alchemists/setup?players=2",
    "/rules/wizwar/setup?players=5",
    "/rules/alchemists/reference",
    "/rules/wizwar/reference",
    *(f"/rules/potions/{chapter.id}" for chapter in POTIONS.chapters),
    *(f"/rules/potions/{clause.id}" for clause in POTIONS.clauses),
    *CARDS,
    *(f"/rules/potions/element/{element.id}" for element in POTIONS.elements),
    *(f"/rules/potions/term/{term.id}" for term in POTIONS.terms),
    *(f"/rules/potions/ruling/{ruling.id}" for ruling in POTIONS.rulings),
]
VOID = {
    "meta",
    "link",
    "img",
    "input",
    "br",
    "hr",
    "path",
    "use",
    "circle",
    "rect",
    "line",
    "polygon",
    "ellipse",
    "wbr",
}


class Outline(HTMLParser):
    """Reads a page strictly: tags must nest, ids must be unique."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.headings: list[str] = []
        self.links: list[dict[str, str | None]] = []
        self.feed(html)
        self.close()
        assert self.open == []
        assert len(self.ids) == len(set(self.ids)), "an id stands twice"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert "style" not in values
        if values.get("id"):
            self.ids.append(str(values["id"]))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)
        if tag == "link":
            self.links.append(values)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, f"</{tag}> closes another element"


def in_other_language(path: str) -> str:
    return path.removeprefix("/en") if path.startswith("/en/") else f"/en{path}"


OTHERS = [in_other_language(path) for path in PAGES]
# Every day each kind of page, and some of those that are many; a quarter as many in English.
MANY = re.compile(r"/rules/\w+/(\w+\.\w+|(cards|term|ruling|element|figures)/.+)")
DAILY = [page for n, page in enumerate(PAGES) if n % 12 == 0 or not MANY.fullmatch(page)] + OTHERS[1::12]


@pytest.mark.long
@pytest.mark.parametrize("path", daily([*PAGES, *OTHERS], DAILY))
def test_every_page_opens_and_is_sound(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    html = response.content.decode()
    outline = Outline(html)
    assert outline.headings.count("h1") == 1
    assert outline.headings[0] == "h1"
    for above, below in zip(outline.headings, outline.headings[1:], strict=False):
        assert int(below[1]) <= int(above[1]) + 1, "a level of headings is left out"
    assert re.search(r"<title>[^<]+</title>", html)
    assert f'<html lang="{"en" if path.startswith("/en/") else "ru"}"' in html
    pair = [(link["hreflang"], link["href"]) for link in outline.links if link.get("rel") == "alternate"]
    here = path.partition("?")[0]
    addresses = sorted([here, in_other_language(here)], key=lambda address: address.startswith("/en/"))
    assert pair == [
        (lang, f"http://testserver{url}") for lang, url in zip(("ru", "en"), addresses, strict=True)
    ]
    assert ("canonical" in {link.get("rel") for link in outline.links}) == (
        not path.removeprefix("/en").startswith("/search")
    )
    for mark in ("{ref:", "{term:", "{card:", "{element:", ">None<"):
        assert mark not in html
    switch = re.escape(in_other_language(path.partition("?")[0]))
    assert re.search(rf'href="{switch}[?"]', html), "the switch of languages leaves the page"
    if card := CARDS.get(path.removeprefix("/en")):
        assert f"<h1>{card.name.in_('en' if path.startswith('/en/') else 'ru')}</h1>" in html


def test_the_home_page_shows_the_shelf(client: Client) -> None:
    html = client.get("/").content.decode()
    assert 'href="/rules/poison"' in html
    for title in ("Зельеварение. Практикум", "Алхимики", "Маго-бой"):
        assert title in html


def test_what_a_game_is_about_stands_on_its_own_page(client: Client, poison: GameContent) -> None:
    """Home has no room for it: all games and their doors are on the first screen."""
    about = poison.about.ru.split("{")[0][:60]
    assert about in client.get("/rules/poison").content.decode()
    assert about not in client.get("/").content.decode()


def test_what_is_here_is_not_announced(client: Client) -> None:
    """«Скоро» is for games to come: neither a game of the shelf nor a box of one stands there."""
    _, _, soon = client.get("/").content.decode().partition("Скоро")
    here = [one for game_id in shelf.games() for one in (shelf.whole(game_id), *shelf.whole(game_id).boxes)]
    assert not [one.id for one in here if one.title.ru in soon]


def test_players_read_no_ids_and_no_fingerprints(client: Client, poison: GameContent) -> None:
    for path in ("", "/all", "/overflow.take"):
        words = re.sub(r"<[^>]*>", " ", client.get(f"/rules/poison{path}").content.decode())
        assert poison.digest not in words
        assert "overflow.take" not in words


def test_the_game_page_answers_the_table_first(client: Client, poison: GameContent) -> None:
    html = client.get("/rules/poison").content.decode()
    places = [html.index(words) for words in ("Спрашивают за столом", "Ход по шагам", "Все правила")]
    assert places == sorted(places)
    for clause_id in poison.asked:
        assert html.index(f'href="/rules/poison/{clause_id}"') < places[1]
    assert poison.edition.ru in html
    assert "3–6\u00a0игроков" in html
    assert "30\u00a0минут" in html


def test_a_chapter_shows_all_its_clauses(client: Client, poison: GameContent) -> None:
    html = client.get("/rules/poison/turn").content.decode()
    for clause in poison.in_chapter("turn"):
        assert f'id="{clause.id}"' in html


def test_a_clause_page_has_all_that_a_table_needs(client: Client, poison: GameContent) -> None:
    clause = poison.clause_by_id["overflow.take"]
    html = client.get("/rules/poison/overflow.take").content.decode()
    assert 'data-copy="http://testserver/rules/poison/overflow.take"' in html
    assert f'data-copy="Алхимия, правило {clause.number}.' in html
    assert '<meta property="og:title" content="Алхимия, правило' in html
    assert "Проверяет программа" in html
    assert "Ход игры" in html
    for ruling in poison.rulings_of(clause.id):
        assert f'href="/rules/poison/ruling/{ruling.id}"' in html
    assert 'rel="prev"' in html
    assert 'rel="next"' in html


def test_a_clause_shows_who_refers_to_it(client: Client, poison: GameContent) -> None:
    referred = {clause.id: poison.references_to("ref", clause.id).clauses for clause in poison.clauses}
    for target, sources in ((target, sources) for target, sources in referred.items() if sources):
        html = client.get(f"/rules/poison/{target}").content.decode()
        references = html[html.index("На это правило ссылаются") :]
        for source in sources:
            assert f'href="/rules/poison/{source.id}"' in references


def test_a_clause_that_we_decided_leads_to_the_decision(client: Client) -> None:
    html = client.get("/rules/poison/turn.empty").content.decode()
    assert '<a href="/rules/poison/ruling/poison-9">Правила молчат: разъяснение 9</a>' in html


def test_text_of_another_edition_is_marked_everywhere(client: Client, poison: GameContent) -> None:
    edition = poison.clause_by_id["variant.muduko"].edition
    assert edition is not None
    for path in ("/rules/poison/variant.muduko", "/rules/poison/variants", "/rules/poison/all"):
        html = client.get(path).content.decode()
        assert "Другое издание" in html
        assert edition.ru in html


def test_cards_are_grouped_and_counted(client: Client) -> None:
    html = client.get("/rules/poison/cards").content.decode()
    assert typeset("50 карт") in html
    assert re.findall(r"(\d+)\sкарт[ы]?</p>", html) == ["14", "14", "14", "8"]
    assert html.count('class="count"') == 16


def test_a_card_shows_its_count_and_clarifications(client: Client, poison: GameContent) -> None:
    html = client.get("/rules/poison/cards/poison-4").content.decode()
    assert typeset("8 таких карт") in html
    assert "<code>X4</code>" in html
    for ruling in poison.rulings_on_card("poison-4"):
        assert f"/rules/poison/ruling/{ruling.id}" in html


@pytest.mark.parametrize(
    ("path", "first"), [("/rules/poison/glossary", "Б"), ("/en/rules/poison/glossary", "C")]
)
def test_the_glossary_has_letters_and_anchors(
    client: Client, poison: GameContent, path: str, first: str
) -> None:
    html = client.get(path).content.decode()
    letters = re.findall(r'href="#letter-(.)"', html)
    assert letters == sorted(letters)
    assert letters[0] == first
    for term in poison.terms:
        assert f'id="{term.id}"' in html


def test_a_tooltip_is_a_note_and_not_a_page(client: Client, poison: GameContent) -> None:
    response = client.get("/rules/poison/term/cauldron", headers={"HX-Request": "true"})
    html = response.content.decode()
    assert html.strip().startswith("<b>Котёл</b>")
    assert "<html" not in html
    assert "HX-Request" in response.headers["Vary"]


def test_clarifications_are_filtered_by_status(client: Client, poison: GameContent) -> None:
    html = client.get("/rules/poison/rulings?status=ours").content.decode()
    wanted = {ruling.id for ruling in poison.rulings if ruling.status == "ours"}
    assert set(re.findall(r'<article class="ruling" id="([^"]+)"', html)) == wanted


@pytest.mark.parametrize("path", ["ruling/poison-3", "rulings", "setup.dealer", "all"])
def test_each_part_of_a_clarification_stands_with_its_own_mark(
    client: Client, poison: GameContent, path: str
) -> None:
    """«The mark stands at each part»: the rules leave the first dealer to the table, the lot is ours."""
    ruling = poison.ruling_by_id["poison-3"]
    html = client.get(f"/rules/poison/{path}").content.decode()
    assert f'<span class="status rulebook">из правил</span> {ruling.text.ru}' in html
    assert f'<span class="status ours">наше решение</span> {ruling.ours.ru}' in html


def test_a_clarification_says_where_it_stands_and_since_when(client: Client) -> None:
    html = client.get("/rules/wizwar/ruling/wizwar-41").content.decode().replace("\u00a0", " ")
    assert "Правила игры, раздел «Бой»; ответы автора" in html
    assert (
        '<a href="http://www.silcom.com/~tomjolly/wizfaq.htm" rel="noreferrer">silcom.com/~tomjolly/' in html
    )
    assert "<dt>С каких пор</dt><dd>22 ноября 2026" in html
    assert "Маго-бой, разъяснение 41. Можно ли атаковать самого себя? Нет: так говорят" in html
    english = client.get("/en/rules/wizwar/ruling/wizwar-41").content.decode()
    assert "The rules of the game, section “<span lang" in english
    assert "Опираемся на: правила игры, раздел «Карты»" in client.get(
        "/rules/wizwar/ruling/wizwar-23"
    ).content.decode().replace("\u00a0", " ")
    assert "Правила об этом молчат" in client.get("/rules/wizwar/ruling/wizwar-10").content.decode()


def test_an_unknown_status_shows_all(client: Client, poison: GameContent) -> None:
    html = client.get("/rules/poison/rulings?status=<b>").content.decode()
    assert html.count('<article class="ruling"') == len(poison.rulings)


def test_the_list_of_clarifications_is_a_fragment_for_htmx(client: Client) -> None:
    html = client.get("/rules/poison/rulings?status=ours", headers={"HX-Request": "true"}).content.decode()
    assert html.strip().startswith('<div id="rulings">')
    assert "<html" not in html


def test_the_whole_rulebook_has_every_clause_ruling_and_word(client: Client, poison: GameContent) -> None:
    html = client.get("/rules/poison/all").content.decode()
    for clause in poison.clauses:
        assert f'id="{clause.id}"' in html
    for term in poison.terms:
        assert term.name.ru.capitalize() in html


def test_pages_about_one_entry_ask_the_database_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for path in ("/", "/rules/poison", "/rules/poison/overflow.take", "/rules/poison/all", "/search?q=яд"):
        with django_assert_num_queries(0):
            client.get(path)
    with django_assert_num_queries(2):
        client.get("/rules/poison/rulings?status=ours")


def test_a_retired_id_redirects_for_good(
    client: Client, monkeypatch: pytest.MonkeyPatch, poison: GameContent
) -> None:
    moved = replace(poison, retired={"overflow.old": "overflow.take"})
    monkeypatch.setattr(shelf, "games", lambda: {"poison": moved})
    response = client.get("/en/rules/poison/overflow.old")
    assert (response.status_code, response.url) == (301, "/en/rules/poison/overflow.take")


def test_a_ruling_that_was_merged_leads_to_the_one_that_answers(client: Client) -> None:
    """«A retired id redirects»: two answers to one question became one."""
    response = client.get("/rules/alchemists/ruling/alchemists-136")
    assert (response.status_code, response.url) == (301, "/rules/alchemists/ruling/alchemists-27")


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_pages_are_only_read(client: Client, method: str) -> None:
    send: Callable[..., SimpleNamespace] = getattr(client, method)
    assert send("/rules/poison").status_code == 405
    assert send("/rules/poison/overflow.take").status_code == 405


def test_a_head_request_is_answered(client: Client) -> None:
    assert client.head("/rules/poison/overflow.take").status_code == 200

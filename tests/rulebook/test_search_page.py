"""The search page: a page, a fragment while typing, and calm about whatever is typed."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db
TYPING = {"HX-Request": "true", "HX-Target": "header-search-results"}


def test_a_hit_leads_to_the_clause_and_is_highlighted(client: Client) -> None:
    html = client.get("/search", {"q": "переполнение котла"}).content.decode()
    assert 'href="/rules/poison/overflow.take"' in html
    assert "<mark>Котёл</mark> <mark>переполнен</mark>: что забрать" in html
    assert 'value="переполнение котла"' in html


def test_an_element_and_a_card_show_what_they_are(client: Client) -> None:
    html = client.get("/search", {"q": "мандрагора", "game": "potions"}).content.decode()
    assert 'href="/rules/potions/element/mandrake"' in html
    assert "img/icons.svg#el-mandrake" in html
    assert 'href="/rules/potions/cards/love_potion"' in html
    assert "img/icons.svg#kind-simple-elixir" in html
    assert "карта · простой эликсир" in html


def test_typing_gets_a_short_fragment(client: Client) -> None:
    response = client.get("/search", {"q": "котёл"}, headers=TYPING)
    html = response.content.decode()
    assert "<html" not in html
    assert "<h1" not in html
    assert html.count("<li") == 8
    assert "Показать все" in html
    assert "HX-Request" in response.headers["Vary"]


def test_going_back_gets_the_whole_page(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get("/search", {"q": "котёл"}, headers=headers).content.decode()


def test_all_hits_can_be_shown(client: Client) -> None:
    few = client.get("/search", {"q": "котёл"}).content.decode()
    many = client.get("/search", {"q": "котёл", "all": "1"}).content.decode()
    assert few.count('class="hit-kind') == 20 < many.count('class="hit-kind')
    assert "all-hits" in few
    assert "all-hits" not in many


def test_the_english_page_leads_to_english_rules(client: Client) -> None:
    html = client.get("/en/search", {"q": "overflow"}).content.decode()
    assert 'href="/en/rules/poison/overflow.take"' in html


def test_a_snippet_in_the_other_language_says_so(client: Client) -> None:
    html = client.get("/search", {"q": "clockwise"}).content.decode()
    assert '<small lang="en">' in html


def test_it_says_how_it_read_the_query(client: Client) -> None:
    assert "Нашлось по словам «котёл»" in client.get("/search", {"q": "rjntk"}).content.decode()


def test_nothing_found_offers_words_and_rules(client: Client) -> None:
    html = client.get("/search", {"q": "пирипалниние"}).content.decode()
    assert "ничего нет" in html
    assert "Может быть:" in html
    assert "Спрашивают за столом" in html


def test_an_empty_query_explains_itself(client: Client) -> None:
    assert "Пишите как помните" in client.get("/search").content.decode()


def test_markup_in_a_query_is_escaped(client: Client) -> None:
    html = client.get("/search", {"q": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html


@pytest.mark.parametrize("query", ["щ" * 10_000, "<b>" * 4_000, "котёл " * 2_000, '"' * 300, "🧪" * 500])
def test_a_long_query_is_cut(client: Client, query: str) -> None:
    response = client.get("/search", {"q": query})
    assert response.status_code == 200
    assert len(response.content) < 150_000


def test_an_unknown_game_is_no_error(client: Client) -> None:
    assert client.get("/search", {"q": "яд", "game": "chess"}).status_code == 200


def test_without_an_index_it_says_what_to_do(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    response = client.get("/search", {"q": "яд"})
    assert response.status_code == 503
    assert "load_rules" in response.content.decode()

"""The search page: a page, a fragment while typing, and calm about whatever is typed."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from rulebook import shelf
from rulebook.content.markup import plain
from rulebook.content.reading import game_ids, load
from rulebook.content.typography import typeset
from rulebook.hits import find

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("index_of_all")]
TYPING = {"HX-Request": "true", "HX-Target": "header-search-results"}


def test_a_hit_leads_to_the_clause_and_is_highlighted(client: Client) -> None:
    html = client.get("/search", {"q": "что забрать из котла"}).content.decode()
    assert 'href="/rules/poison/overflow.take"' in html
    assert "<mark>Котёл</mark> переполнен: что <mark>забрать</mark>" in html
    assert 'value="что забрать из котла"' in html


def test_an_element_and_a_card_show_what_they_are(client: Client) -> None:
    html = client.get("/search", {"q": "мандрагора", "game": "potions"}).content.decode()
    assert 'href="/rules/potions/element/mandrake"' in html
    assert "potions/icons.svg#el-mandrake" in html
    assert 'href="/rules/potions/cards/love_potion"' in html
    assert "potions/icons.svg#kind-simple-elixir" in html
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


def test_all_hits_of_a_game_are_those_of_that_game(client: Client) -> None:
    html = client.get("/search", {"q": "карта", "game": "potions"}).content.decode()
    link = re.search(r'<p class="all-hits"><a class="clause-link" href="([^"]+)"', html)
    assert link
    own = client.get(unescape(link[1])).content.decode().split('<h2 class="elsewhere">')[0]
    leads = re.findall(r'<li[^>]*>\s*<a[^>]* href="/rules/(\w+)', own.split('class="rows hits"', 1)[1])
    assert len(leads) > 20
    assert set(leads) == {"potions"}


def test_the_english_page_leads_to_english_rules(client: Client) -> None:
    html = client.get("/en/search", {"q": "overflow"}).content.decode()
    assert 'href="/en/rules/poison/overflow.take"' in html


def test_a_snippet_in_the_other_language_says_so(client: Client) -> None:
    html = client.get("/search", {"q": "goblins"}).content.decode()
    assert '<small lang="en">' in html


def test_it_says_how_it_read_the_query(client: Client) -> None:
    html = client.get("/search", {"q": "rjntk забрть"}).content.decode()
    assert "Вместо «rjntk» искали «котёл»." in html
    assert "Вместо «забрть» искали «забрать»." in html


def test_nothing_found_offers_titles_that_read_alike_by_game(client: Client) -> None:
    html = client.get("/search", {"q": "переплалниние"}).content.decode()
    assert "ничего нет" in html
    assert "Похоже пишется:" in html
    assert '<h2 class="elsewhere">Алхимия</h2>' in html
    assert 'href="/rules/poison/term/overflow"' in html
    assert "Спрашивают за столом" not in html


def first_found(html: str, tags: bool = False) -> str:
    row = html.split('class="rows hits"', 1)[1].split("</li>", 1)[0]
    if tags:
        return row
    return re.sub(r"<[^>]+>", "", row.partition(">")[2]).replace("\N{NO-BREAK SPACE}", " ")


def test_what_is_offered_instead_depends_on_the_query(client: Client) -> None:
    html = client.get("/search", {"q": "огнешар"}).content.decode()
    assert "Похоже пишется:" in html
    assert "Шар огня" in first_found(html)


def test_a_word_of_no_game_leaves_the_one_beside_it_its_answer(client: Client) -> None:
    html = client.get("/search", {"q": "шрам дракона"}).content.decode()
    assert "искали" not in html
    assert "Зуб дракона" in first_found(html)


def test_what_reads_like_nothing_offers_what_others_ask_of_that_game_alone(client: Client) -> None:
    """Without a game the questions were those of the first one, whatever was asked."""
    html = client.get("/search", {"q": "щщщъъ", "game": "poison"}).content.decode()
    assert "ничего нет" in html
    assert "Спрашивают за столом" in html
    assert 'href="/rules/poison/overflow.take"' in html
    html = client.get("/search", {"q": "щщщъъ"}).content.decode()
    assert "ничего нет" in html
    assert "Спрашивают за столом" not in html


def test_between_games_each_has_a_chip_with_its_count(client: Client) -> None:
    html = client.get("/search", {"q": "ничья"}).content.decode()
    chips = re.findall(r'<a class="chip" href="/search\?q=[^"]*&amp;game=(\w+)">[^<]+<b>(\d+)</b>', html)
    assert {game for game, _ in chips} == {"poison", "potions", "alchemists", "wizwar"}
    assert sum(int(n) for _, n in chips) == int(re.search(r"Нашлось: (\d+)", html)[1])


def test_a_row_of_a_box_says_whether_the_box_is_on_the_table(client: Client) -> None:
    html = client.get("/search", {"q": "магема", "game": "potions"}).content.decode()
    assert '<span class="status of-box off">' in html
    assert "сейчас не на столе" in html
    client.cookies["boxes-potions"] = "guild"
    html = client.get("/search", {"q": "магема в шкафу", "game": "potions"}).content.decode()
    assert '<span class="status of-box">' in first_found(html, tags=True)


def test_among_games_the_rows_of_one_end_at_its_chip(client: Client) -> None:
    html = client.get("/search", {"q": "можно ли сбросить карту"}).content.decode()
    rows = re.findall(r'<li class="game-(\w+)">.*?</li>', html, re.DOTALL)
    chips = re.findall(r'<a class="chip of-game" href="/search\?q=[^"]*&amp;game=(\w+)">', html)
    assert sorted(chips) == sorted(set(rows))
    assert rows[:8].count("wizwar") == 2


def test_inside_a_game_others_stand_under_a_line_of_their_own(client: Client) -> None:
    html = client.get("/search", {"q": "перемешать колоду", "game": "potions"}).content.decode()
    own, others = html.split(typeset("В других играх"))
    assert "/rules/potions/" in own
    assert "/rules/poison/" not in own
    assert "/rules/potions/" not in others.split("</ul>")[0]


@pytest.mark.parametrize("query", ["разъяснение 18", "яд переполнил котёл, цвет сохраняется?"])
def test_a_clarification_that_answers_stands_whole_on_top(client: Client, query: str) -> None:
    """By its number, and by the question that it answers."""
    html = client.get("/search", {"q": query, "game": "poison"}).content.decode()
    answer = html[html.index('<div class="answer') : html.index('<ul class="rows hits"')]
    whole = load("poison").ruling_by_id["poison-18"]
    assert plain(load("poison"), whole.text, "ru") in re.sub(r"<[^>]+>", "", answer)
    assert html.count('href="/rules/poison/ruling/poison-18"') == 1


@pytest.mark.parametrize(
    ("target", "hits"), [("search-results", 8), ("header-search-results", 8), ("main", 20), ("", 20)]
)
def test_a_list_below_a_field_is_short_and_a_page_leads_on(client: Client, target: str, hits: int) -> None:
    headers = {"HX-Request": "true", "HX-Target": target} if target else {}
    html = client.get("/search", {"q": "карта", "game": "potions"}, headers=headers).content.decode()
    assert html.partition('<ul class="rows hits"')[2].partition("</ul>")[0].count("<li") == hits


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
    assert "Вопрос длинный" in response.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def test_a_query_says_to_which_word_it_was_read(client: Client) -> None:
    """Of a whole sentence dictated at the table the first twelve words count; repeated ones count once."""
    said = "котёл котёл яд карта раунд игрок очки рука ход цвет зелье сумма взятка"
    for query, told in ((said, False), (f"{said} последнее", True)):
        html = client.get("/search", {"q": query}).content.decode().replace("\N{NO-BREAK SPACE}", " ")
        assert ("Вопрос длинный: прочитан до слова «взятка»." in html) == told


def test_an_unknown_game_is_no_error(client: Client) -> None:
    assert client.get("/search", {"q": "яд", "game": "chess"}).status_code == 200


@pytest.mark.parametrize(("known", "of_game"), [(["poison"], False), (["poison", "potions"], True)])
def test_each_row_says_which_game_it_is_of_where_there_are_several(
    client: Client, monkeypatch: pytest.MonkeyPatch, known: list[str], of_game: bool
) -> None:
    monkeypatch.setattr(shelf, "games", lambda: {game_id: load(game_id) for game_id in known})
    html = client.get("/search", {"q": "котёл"}).content.decode()
    assert bool(re.search(r'<span class="hit-kind">[^<]* · Алхимия', html)) is of_game


@pytest.mark.parametrize("several", [False, True])
def test_games_are_chosen_from_where_there_are_several(client: Client, several: bool) -> None:
    names = (term.name.ru for game_id in game_ids() for term in load(game_id).terms)
    query = next(name for name in names if (len(find(name, "", 20).games) > 1) is several)
    html = client.get("/search", {"q": query}).content.decode()
    assert ('<a class="chip" href="/search?' in html) is several


def test_clarifications_that_answer_a_query_are_those_of_the_search(client: Client) -> None:
    query = "ничья"
    html = client.get("/rules/poison/rulings", {"q": query}).content.decode()
    shown = re.findall(r'<article class="ruling" id="([^"]+)"', html)
    found = {hit.key for hit in find(query, "poison", 200).hits if hit.kind == "ruling"}
    assert 0 < len(shown) < len(load("poison").rulings)
    assert {*shown} == found


def test_without_an_index_it_says_what_to_do(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    response = client.get("/search", {"q": "яд"})
    assert response.status_code == 503
    assert "load_rules" in response.content.decode()
    rulings = client.get("/rules/poison/rulings", {"q": "яд"})
    assert rulings.status_code == 503
    assert rulings.text.count('<article class="ruling"') == len(load("poison").rulings), "all are there"
    assert client.get("/api/v1/search", {"q": "яд"}).status_code == 503

"""Pages of a deck of recipes: the list with its filter, a card, an element, the graph; and bad addresses."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulebook.content.entries import GameContent
from rulebook.content.typography import typeset
from tests.daily import daily
from tests.rulebook.page_reader import listed, page

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
LIST = "/rules/potions/cards"


def test_without_a_filter_all_cards_are_listed_by_kind(client: Client, potions: GameContent) -> None:
    html = page(client, LIST)
    assert set(listed(html)) == set(potions.card_by_id)
    assert typeset("В колоде 76") in html
    assert "Нашлось" not in html
    assert re.search(r"Нашлось 4.назван\w+, 4.карт", page(client, LIST, kind="powder"))
    heads = [html.index(f"<h2>{kind.plural.ru.capitalize()}</h2>") for kind in potions.kinds]
    assert heads == sorted(heads)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"kind": "powder"}, "fate control truth incorporeality"),
        ({"kind": "powder", "element": "mushrooms"}, "truth"),
        ({"kind": "powder", "ingredient": "bat_wing"}, "incorporeality"),
        ({"points": "4"}, "fate control truth incorporeality"),
        ({"points": "4", "ingredient": "love_potion"}, "control"),
    ],
)
def test_filters_work_alone_and_together(client: Client, asked: dict[str, str], found: str) -> None:
    assert set(listed(page(client, LIST, **asked))) == {f"powder_of_{name}" for name in found.split()}


def test_an_ingredient_is_found_where_any_of_its_kind_will_do(client: Client) -> None:
    """great.talisman: the great talisman takes any two talismans."""
    assert listed(page(client, LIST, ingredient="talisman_palantirium")) == ["great_talisman_of_magic"]


def test_a_card_with_two_sorts_of_copies_is_found_by_each_and_listed_once(client: Client) -> None:
    for element in ("astral_energy", "quintessence_of_will"):
        assert listed(page(client, LIST, element=element)).count("elixir_of_wisdom") == 1


def test_what_is_set_can_be_taken_off_one_by_one(client: Client) -> None:
    html = page(client, LIST, kind="powder", element="mushrooms")
    assert "Вид: Порошок" in html
    assert f'href="{LIST}?kind=powder"' in html
    assert f'href="{LIST}?element=mushrooms"' in html
    assert '<option value="powder" selected>' in html


def test_no_card_at_all_is_said_and_leads_back(client: Client) -> None:
    html = page(client, LIST, kind="spell", points="8")
    assert listed(html) == []
    assert "Таких карт нет" in html
    assert "Ничего не нашлось" in html
    assert "Показать все карты" in html


@pytest.mark.parametrize("field", daily(["kind", "element", "ingredient", "points"], ["kind", "points"]))
@pytest.mark.parametrize("value", ["nonsense", "<b>", "0", "-1", "я" * 5000, "'; --", "9" * 40])
def test_a_value_that_the_game_lacks_is_named_and_not_applied(
    client: Client, potions: GameContent, field: str, value: str
) -> None:
    html = page(client, LIST, **{field: value})
    assert "этот фильтр не применён" in html
    assert len(listed(html)) == len(potions.cards)
    assert "<b>»" not in html
    assert "я" * 100 not in html
    assert html.count('aria-invalid="true"') == 1


def test_empty_fields_of_the_form_mean_all(client: Client, potions: GameContent) -> None:
    html = page(client, LIST, kind="", element="", ingredient="", points="")
    assert len(listed(html)) == len(potions.cards)
    assert "filter-unknown" not in html


def test_for_htmx_the_list_is_a_fragment_with_a_short_address(client: Client) -> None:
    response = client.get(LIST, {"kind": "powder", "points": "", "element": ""}, headers=HTMX)
    html = response.content.decode()
    assert html.strip().startswith('<div id="cards"')
    assert "<html" not in html
    assert response.headers["HX-Push-Url"] == f"{LIST}?kind=powder"
    assert "HX-Request" in response.headers["Vary"]


def test_the_list_asks_the_database_once(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        client.get(LIST, {"kind": "powder", "ingredient": "mandrake", "element": "mushrooms"})
    for path in ("cards/dragon", "element/mandrake", "elements", "graph?from=dragon"):
        with django_assert_num_queries(0):
            client.get(f"/rules/potions/{path}")


def test_the_cards_of_a_game_with_colours_have_no_filter(client: Client) -> None:
    html = page(client, "/rules/poison/cards", kind="powder")
    assert "card-filter" not in html
    assert html.count('class="count"') == 16
    assert html.count('<a class="face"') == 16


def test_cards_are_pictures_unless_the_reader_wants_a_list(client: Client, potions: GameContent) -> None:
    """Cards as pictures: «картинки | список», remembered without a script, for every game."""
    html = page(client, LIST)
    assert html.count('<svg class="card big') == len(potions.cards)
    assert "recipe-row" not in html
    assert page(client, LIST, view="list").count('<a class="row recipe-row"') == len(potions.cards)
    assert '<a class="row piece-row"' in page(client, "/rules/wizwar/cards")
    assert '<a class="face"' in page(client, "/rules/wizwar/cards", view="pictures")
    assert '<a class="face"' in page(client, LIST, view="<b>")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ЗЕЛ", "love_potion potion_of_eternal_sleep polyglotum_potion"),
        ("сна  зел", "potion_of_eternal_sleep"),
        ("«полигл", "polyglotum_potion"),
        ("love pot", "love_potion"),
        ("ничего такого", ""),
    ],
)
def test_the_name_box_finds_the_beginnings_of_words(client: Client, typed: str, found: str) -> None:
    assert sorted(listed(page(client, LIST, q=typed))) == sorted(found.split())


@pytest.mark.parametrize("typed", ["<b>", "я" * 5000, "'; --", "  "])
def test_nothing_typed_as_a_name_is_wrong(client: Client, typed: str) -> None:
    html = page(client, LIST, q=typed)
    assert "<b>" not in html.partition('id="card-name"')[2].partition(">")[0]
    assert "я" * 100 not in html


def test_a_card_of_a_list_turns_to_the_next_of_that_list(client: Client, potions: GameContent) -> None:
    """Cards as pictures: previous and next are those of the list that one came from, by ordinary links."""

    def neighbours(html: str) -> list[str]:
        around = html.partition('<nav class="around"')[2].partition("</nav>")[0]
        return re.findall(r'<a [^>]*href="([^"]+)"', around)

    shown = listed(page(client, LIST, kind="powder", element="mushrooms"))
    assert len(shown) == 1
    powders = listed(page(client, LIST, kind="powder"))
    first, second = (f"{LIST}/{card}" for card in powders[:2])
    html = page(client, first, kind="powder")
    assert neighbours(html) == [f"{second}?kind=powder"]
    assert f'href="{LIST}?kind=powder"' in html  # the way back is to that list
    everything = listed(page(client, LIST))
    place = everything.index(powders[0])
    beside = [f"{LIST}/{everything[place + step]}" for step in (-1, 1)]
    assert neighbours(page(client, first)) == beside
    assert neighbours(page(client, first, kind="spell")) == beside  # a list without this card is none of its
    assert neighbours(page(client, first, kind="nonsense")) == beside


def test_a_card_says_what_it_is_made_of_and_what_it_goes_into(client: Client) -> None:
    html = page(client, f"{LIST}/powder_of_control")
    for heading in ("Из чего", "Во что идёт", "Дерево рецепта", "Какой элемент несёт"):
        assert f"<h2>{heading}</h2>" in html
    for path in ("cards/love_potion", "element/dragon_tooth", "element/mandrake", "cards/dragon"):
        assert html.count(f'href="/rules/potions/{path}"') >= 2, "in the drawing and in the list"
    assert 'href="/rules/potions/element/fern_flower"' in html
    assert 'href="/rules/potions/graph?from=powder_of_control#here"' in html
    assert typeset("прочитано с напечатанных карт") in html


def test_a_card_that_the_rulebook_names_says_so(client: Client) -> None:
    assert "из правил игры" in page(client, f"{LIST}/powder_of_fate")


def test_a_card_whose_sources_disagree_says_so(client: Client, potions: GameContent) -> None:
    disputed = [card for card in potions.cards if card.disputed]
    assert disputed
    for card in disputed:
        assert "источники расходятся" in page(client, f"{LIST}/{card.id}")
    assert "источники расходятся" not in page(client, f"{LIST}/love_potion")


def test_any_two_of_a_kind_lead_to_the_cards_of_that_kind(client: Client) -> None:
    html = page(client, f"{LIST}/great_talisman_of_magic")
    assert f'href="{LIST}?kind=talisman"' in html
    assert "Талисманы, любые 2" in html
    assert "Все эти элементы стоят на одной карте" in html


def test_a_spell_has_no_recipe_tree(client: Client) -> None:
    html = page(client, f"{LIST}/spell_of_knowledge")
    assert "Дерево рецепта" not in html
    assert '<svg class="graph"' not in html
    assert "<code>spell_of_knowledge:<wbr>belladonna</code>" in html
    assert "<code>spell_of_knowledge:<wbr>mushrooms</code>" in html


def test_a_card_shows_its_clarifications(client: Client, potions: GameContent) -> None:
    html = page(client, f"{LIST}/supreme_elixir")
    for ruling in potions.rulings_on_card("supreme_elixir"):
        assert f'id="{ruling.id}"' in html


def test_an_element_says_who_asks_for_it_and_who_carries_it(client: Client) -> None:
    html = page(client, "/rules/potions/element/mandrake")
    for card in ("love_potion", "elixir_of_fidelity", "elixir_of_flight"):
        assert f'href="{LIST}/{card}"' in html
    carriers = html[html.index("Какие карты его несут") :]
    assert set(listed(carriers)) == {
        *("solution_of_eternity", "powder_of_incorporeality", "basilisk", "spell_of_transformation")
    }
    assert "из правил игры" in html


def test_an_element_opens_in_place(client: Client) -> None:
    response = client.get("/rules/potions/element/mandrake", headers=HTMX)
    html = response.content.decode()
    assert html.strip().startswith("<b>Мандрагора</b>")
    assert "Любовное зелье" in html
    assert "<html" not in html
    assert "HX-Request" in response.headers["Vary"]


def test_all_elements_have_a_page_of_their_own(client: Client, potions: GameContent) -> None:
    html = page(client, "/rules/potions/elements")
    for element in potions.elements:
        assert f'href="/rules/potions/element/{element.id}"' in html
    assert "16" in html


def test_the_graph_links_every_recipe_and_element_in_drawing_and_words(
    client: Client, potions: GameContent
) -> None:
    drawing, words = page(client, "/rules/potions/graph").split("<h2>То же словами</h2>")
    for element in potions.elements:
        assert f'href="/rules/potions/element/{element.id}"' in drawing
    for card in potions.cards:
        assert f'href="{LIST}/{card.id}"' in words
        assert (f'href="{LIST}/{card.id}"' in drawing) == bool(card.ingredients)
    assert 'class="spot off"' not in drawing


def test_numbers_of_a_drawing_have_points_in_every_language(client: Client) -> None:
    for prefix in ("", "/en"):
        html = page(client, f"{prefix}/rules/potions/graph")
        drawing = html[html.index('<svg class="graph"') :]
        assert not re.search(r'(?:x|y|width|height)="\d+,\d', drawing)


@pytest.mark.parametrize("node", ["dragon", "mandrake", "supreme_elixir"])
def test_a_branch_is_shown_on_the_graph(client: Client, node: str) -> None:
    html = page(client, f"/rules/potions/graph?from={node}")
    assert len(re.findall(r'id="here" class="spot on"', html)) == 1
    assert f'<option value="{node}" selected>' in html
    assert 'class="spot off"' in html


@pytest.mark.parametrize("node", ["nonsense", "<script>", "я" * 3000, "powder"])
def test_a_branch_of_nothing_shows_the_whole_graph_and_says_why(client: Client, node: str) -> None:
    html = page(client, "/rules/potions/graph", **{"from": node})
    assert "показана вся колода" in html
    assert "<script>»" not in html
    assert 'class="spot off"' not in html


def test_a_spell_has_no_branch_but_no_error_either(client: Client) -> None:
    assert "Заклятье познания" in page(client, "/rules/potions/graph?from=spell_of_knowledge")


def test_for_htmx_the_graph_is_a_fragment(client: Client) -> None:
    html = client.get("/rules/potions/graph?from=dragon", headers=HTMX).content.decode()
    assert html.strip().startswith('<div id="graph">')
    assert "<html" not in html


@pytest.mark.parametrize(
    ("path", "title", "near"),
    [
        ("cards/powder_of_fete", "Такой карты нет", "cards/powder_of_fate"),
        ("cards/qqqq", "Такой карты нет", "cards"),
        ("element/mandragora", "Такого элемента нет", "element/mandrake"),
        ("element/qqqq", "Такого элемента нет", "elements"),
    ],
)
def test_an_unknown_card_or_element_is_a_404_with_a_way_on(
    client: Client, path: str, title: str, near: str
) -> None:
    response = client.get(f"/rules/potions/{path}")
    html = response.content.decode()
    assert response.status_code == 404
    assert f"<h1>{title}</h1>" in html
    assert f'href="/rules/potions/{near}"' in html


@pytest.mark.parametrize("path", ["elements", "element/mandrake", "graph", "graph?from=red-4"])
def test_a_game_without_elements_has_no_such_pages(client: Client, path: str) -> None:
    assert client.get(f"/rules/poison/{path}").status_code == 404


@pytest.mark.parametrize("path", ["cards", "cards/dragon", "elements", "element/mandrake", "graph"])
def test_these_pages_are_only_read(client: Client, path: str) -> None:
    assert client.post(f"/rules/potions/{path}").status_code == 405


def test_the_game_page_has_doors_to_cards_elements_and_the_tree(client: Client) -> None:
    html = page(client, "/rules/potions")
    for path in ("cards", "elements", "graph", "glossary", "rulings", "all"):
        assert f'href="/rules/potions/{path}"' in html
    assert "elements" not in re.findall(r'href="/rules/poison/(\w+)"', page(client, "/rules/poison"))

"""A reader says once which boxes of Potions are on the table; pages, lists and search follow."""

import re

import pytest
from django.test import Client

from rulebook.content import boxes
from rulebook.content.reading import load, whole
from tests.daily import daily

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules_loaded")]
GAME = "/rules/potions"
OFF = "сейчас не на столе"
EVERY = whole("potions")


def at_table(client: Client, said: str) -> Client:
    client.post(f"{GAME}/boxes", {"boxes": said, "back": f"{GAME}/cards"})
    return client


def shown(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, url
    return response.content.decode()


def listed(page: str) -> set[str]:
    """The cards of a list."""
    return set(re.findall(rf'<a class="face" href="{GAME}/cards/(\w+)["?]', page))


def test_the_chooser_remembers_and_goes_back(client: Client) -> None:
    """One tap, without a script; the address it goes back to carries nothing of it."""
    response = client.post(
        f"{GAME}/boxes", {"boxes": "university,guild", "back": f"{GAME}/cards?kind=powder"}
    )
    assert (response.status_code, response.url) == (302, f"{GAME}/cards?kind=powder")
    assert client.cookies["boxes-potions"].value == "guild.university"
    assert shown(client, GAME).count('aria-pressed="true"') == 2
    at_table(client, "")
    assert shown(client, GAME).count('aria-pressed="false"') == 2


def test_an_unknown_box_is_refused_and_a_strange_way_back_is_not_taken(client: Client) -> None:
    assert client.post(f"{GAME}/boxes", {"boxes": "promo"}).status_code == 400
    assert "boxes-potions" not in client.cookies
    assert client.post(f"{GAME}/boxes", {"boxes": "guild", "back": "//evil.example/"}).url == GAME
    assert client.get(f"{GAME}/boxes").status_code == 405


def test_a_forged_cookie_is_the_base_game(client: Client) -> None:
    client.cookies["boxes-potions"] = "guild.<script>"
    assert "guild-phases" not in shown(client, GAME)


@pytest.mark.parametrize(
    "said", daily(["", "guild", "university", "guild,university"], ["", "guild,university"])
)
def test_chapters_cards_and_clarifications_follow(client: Client, said: str) -> None:
    content, page = load("potions", boxes=filter(None, said.split(","))), shown(at_table(client, said), GAME)
    linked = set(re.findall(rf'href="{GAME}/([a-z-]+)"', page))
    assert {chapter.id for chapter in EVERY.chapters} & linked == set(content.chapter_by_id)
    cards = shown(client, f"{GAME}/cards")
    assert set(re.findall(rf'href="{GAME}/cards/(\w+)"', cards)) == set(content.card_by_id)
    rulings = shown(client, f"{GAME}/rulings")
    assert set(re.findall(r'id="(potions-\d+)"', rulings)) == set(content.ruling_by_id)


OF_BOXES = (
    "guild.sequence.shape",
    "guild-phases",
    "cards/phoenix_bird",
    "element/elementary_magema",
    "ruling/potions-71",
    "term/magema",
    "university.usefulness.least",
    "guild.both.first",
)


@pytest.mark.parametrize("url", daily(OF_BOXES, OF_BOXES[::3]))
def test_what_is_not_on_the_table_keeps_its_page_and_says_so(client: Client, url: str) -> None:
    """A link to a rule works for whoever opens it, whatever lies on their table."""
    assert OFF in shown(client, f"{GAME}/{url}")
    assert OFF not in shown(at_table(client, "guild,university"), f"{GAME}/{url}")


def test_a_base_rule_leads_to_what_changes_it_and_back(client: Client) -> None:
    """«В начале хода доберите до пяти»: with the Guild a turn has three phases instead."""
    assert "guild.phases.first" not in shown(client, f"{GAME}/turn.draw")
    page = shown(at_table(client, "guild"), f"{GAME}/turn.draw")
    assert f'href="{GAME}/guild.phases.first"' in page
    assert f'href="{GAME}/changes/guild#turn.draw"' in page
    assert f'href="{GAME}/changes/guild#turn.draw"' in shown(client, f"{GAME}/guild.phases.first")


@pytest.mark.parametrize("said", ["guild", "university", "guild,university"])
def test_each_change_stands_beside_what_it_changes(client: Client, said: str) -> None:
    page = shown(client, f"{GAME}/changes/{said}")
    found = re.findall(r'<section class="change" id="([\w.]+)">(.*?)</section>', page, re.DOTALL)
    changes = boxes.changes(load("potions", boxes=said.split(",")))
    assert [key for key, _ in found] == [change.clause.id for change in changes]
    for (_, section), change in zip(found, changes, strict=True):
        assert set(re.findall(rf'<h3><a href="{GAME}/([\w.]+)"', section)) == {each.id for each in change.by}


@pytest.mark.parametrize("said", ["guild", "university", "guild,university"])
def test_what_changes_begins_with_an_index(client: Client, said: str) -> None:
    """The page is dozens of screens high on a phone: each rule on it is reached from the top."""
    page = shown(client, f"{GAME}/changes/{said}")
    index = page.partition('<nav class="contents')[2].partition("</nav>")[0]
    changes = boxes.changes(load("potions", boxes=said.split(",")))
    assert re.findall(r'href="#([\w.]+)"', index) == [*(change.clause.id for change in changes), "new"]
    assert index.count("<details>") == len({change.clause.chapter for change in changes})
    assert 'id="new"' in page


def test_a_game_without_boxes_has_neither_chooser_nor_changes(client: Client) -> None:
    assert 'class="boxes"' not in shown(client, "/rules/poison")
    assert client.get("/rules/poison/changes").status_code == 404
    assert client.get(f"{GAME}/changes/promo").status_code == 404


def test_reconstructions_are_marked_wherever_a_reader_meets_them(client: Client) -> None:
    """Nobody found the University's booklet: its rules of a turn are ours."""
    guesses = [clause for clause in EVERY.clauses if clause.reconstruction]
    assert {"guild", "university"} == {clause.box for clause in guesses}
    for clause in guesses[:3]:
        assert "восстановлено нами" in shown(client, f"{GAME}/{clause.id}")
    page = shown(at_table(client, "university"), f"{GAME}/all")
    count = sum(clause.box == "university" for clause in guesses)
    assert page.count("восстановлено нами") >= count > 0


@pytest.mark.parametrize("box", ["none", "guild", "university"])
def test_cards_are_filtered_by_the_box_that_they_lie_in(client: Client, box: str) -> None:
    """A card that lies in both is found in each (ruling 72); other fields narrow it further."""
    content = load("potions", boxes=("guild", "university"))
    own = {card.id for card in content.cards if box in (card.homes or ("none",))}
    assert own < set(content.card_by_id)
    assert ("elixir_of_universality" in own) == (box != "none")
    at_table(client, "guild,university")
    assert listed(shown(client, f"{GAME}/cards?box={box}")) == own
    spells = {card for card in own if content.card_by_id[card].kind == "spell"}
    page = shown(client, f"{GAME}/cards?kind=spell&box={box}")
    assert listed(page) == spells
    assert f'href="{GAME}/cards?box={box}"' in page  # the way back from one field keeps the other


def test_only_boxes_on_the_table_are_offered_as_a_filter(client: Client) -> None:
    """Without any there is nothing to choose; one that isn't there is named, not applied."""
    page = shown(client, f"{GAME}/cards?box=guild")
    assert 'name="box"' not in page
    assert listed(page) == set(load("potions").card_by_id)
    page = shown(at_table(client, "university"), f"{GAME}/cards?box=guild")
    assert 'id="filter-unknown"' in page
    assert listed(page) == set(load("potions", boxes=("university",)).card_by_id)


@pytest.mark.usefixtures("index_of_all")
def test_search_answers_from_the_table(client: Client) -> None:
    """A row of a box that isn't on the table says so; on top only what is called by its name."""
    query, away = "/search?game=potions&q=философский камень", "сейчас не на столе"
    page = shown(client, query).replace("\u00a0", " ")
    assert page.index(f'"{GAME}/term/stone"') < page.index(away) < page.index(f'"{GAME}/element/')
    page = shown(at_table(client, "guild"), query).replace("\u00a0", " ")
    assert f"{GAME}/guild.stone.lay" in page.partition(away)[0]


def test_the_graph_and_the_print_menu_follow(client: Client) -> None:
    assert "phoenix_bird" not in shown(client, f"{GAME}/graph")
    at_table(client, "guild")
    assert "phoenix_bird" in shown(client, f"{GAME}/graph")
    assert '<input type="hidden" name="boxes" value="guild">' in shown(client, "/print/potions")


MADE = {
    "powder": ("из простого эликсира и элемента", {"university": ["Порошок жизни"]}),
    "talisman": (
        "из простого и сложного эликсиров",
        {"guild": ["Талисман Кибалион", "Талисман Смарагдиум"]},
    ),
    "creature": (
        "из простого эликсира и порошка или сложного эликсира",
        {"guild": ["Птица Феникс"], "university": ["Згрызла научная"]},
    ),
    "simple_elixir": ("из двух элементов", {}),
}


@pytest.mark.parametrize("said", daily(["", "guild", "university", "guild,university"], ["guild,university"]))
@pytest.mark.parametrize("kind", MADE)
def test_a_kind_says_which_of_its_cards_are_made_otherwise(client: Client, kind: str, said: str) -> None:
    """Played by hand: «Порошки — из простого эликсира и элемента», and beneath it one of four elements."""
    words, otherwise = MADE[kind]
    names = [name for box in said.split(",") for name in otherwise.get(box, [])]
    page = shown(at_table(client, said), f"{GAME}/cards?kind={kind}").replace("\xa0", " ")
    (heading,) = re.findall(r'<p class="muted made-of">(.*?)</p>', page)
    assert heading == (f"{words}; по-своему: {', '.join(names)}" if names else words)

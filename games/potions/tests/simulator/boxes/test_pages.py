"""The table with boxes on it: what its page says of cards that are no recipes, and of points below zero."""

import re

import pytest
from django.test import Client

from games.potions.tests.simulator.test_pages import laid, page_of, refusal
from tests.simulator.test_pages_table import HTMX, send

pytestmark = pytest.mark.django_db

BOTH = {
    "players": ["Оля", "Саша"],
    "turn": "Оля",
    "hands": {
        "Оля": "stone_magisterium scruple_of_conscience spell_of_haste emanation_of_power",
        "Саша": "unicorn",
    },
    "cupboard": "stone_panacea_of_life spell_of_knowledge:belladonna elixir_nigredo",
    "tables": {},
    "scores": {"Оля": -5},
    "options": {"sets": "guild,university"},
}


def button_of(page: str, move: str) -> str:
    """The button of a move, with its attributes."""
    found = re.search(rf'<button[^>]*value="{re.escape(move)}".*?</button>', page, re.S)
    assert found, move
    return found[0]


@pytest.fixture
def page(client: Client) -> str:
    return page_of(client, laid(client, "here", "phone", **BOTH))


@pytest.mark.parametrize("name", ["«Заклятье познания»", "Философский Камень «Панацея жизни»"])
def test_what_lies_on_top_and_is_no_recipe_is_called_so(page: str, name: str) -> None:
    """university.universal.take: any top card may be taken, a spell or a Stone as well."""
    assert f"сверху {name}: это не рецепт" in page.replace("\xa0", " ")
    assert "не взять" not in page


def test_a_recipe_on_top_is_offered_to_spells(page: str) -> None:
    """knowledge.top: a recipe is taken from the top alone."""
    assert "сверху «Эликсир Нигредо»: этот рецепт может взять заклятье" in page.replace("\xa0", " ")


@pytest.mark.parametrize(
    "name", ["Философский Камень «Магистериум»", "Крупица совести", "Заклятье ускорения"]
)
def test_a_card_that_needs_nothing_is_not_called_complete(page: str, name: str) -> None:
    """guild.stone.no_recipe: a Stone is no recipe; nor is the Scruple, nor a spell."""
    page = page.replace("\xa0", " ")
    title = re.search(rf'roles-needs"><b>{name}</b>(.*?)</p>', page)
    assert title
    assert "всё нужное есть" not in title[1]


TALISMAN = {
    "players": ["Оля", "Саша"],
    "turn": "Оля",
    "hands": {"Оля": "lesser_talisman_of_growth dragon", "Саша": 6},
    "cupboard": "lesser_talisman_of_usefulness",
    "scores": {},
    "options": {"sets": "university"},
}


@pytest.mark.parametrize(("under", "said"), [("elixir_of_contradiction", False), ("love_potion", True)])
def test_a_button_promises_no_half_that_is_not_paid(client: Client, under: str, said: bool) -> None:
    """university.magema.half: a recipe that was made with magema brings its owner nothing."""
    tables = {"Саша": [f"elixir_of_rebirth < spell_of_necessity {under}"]}
    page = page_of(client, laid(client, "here", "phone", **TALISMAN, tables=tables))
    button = button_of(page, "assemble lesser_talisman_of_growth")
    assert ("Б +2" in button) is said


@pytest.mark.parametrize(("lying", "half"), [((), 4), (("lesser_talisman_of_generality",), 8)])
def test_a_button_tells_all_halves_that_generality_brings(
    client: Client, lying: tuple[str, ...], half: int
) -> None:
    """university.generality.each: a half for each of the two recipes that are used, not one for both."""
    tables = {"Саша": ["elixir_of_fire", "powder_of_truth", *lying]}
    hands = {"Оля": "fire_salamander dragon", "Саша": 6}
    page = page_of(client, laid(client, "here", "phone", **TALISMAN | {"hands": hands}, tables=tables))
    button = button_of(page, "assemble fire_salamander")
    assert f"Б +{half}<" in button


def test_who_passes_the_scruple_on_is_named(client: Client) -> None:
    """university.scruple.pass: all know who holds the card, and who gave it."""
    match = laid(client, "here", "phone", **BOTH | {"scores": {"Саша": 3}})
    send(client, match, 0, "give scruple_of_conscience 2")
    page = page_of(client, match).replace("\xa0", " ")
    assert "Вы передаёте карту «Крупица совести»" in page
    assert "0 передаёт" not in page


def test_points_below_zero_have_a_minus(page: str) -> None:
    """university.scruple.pass: a score may fall below zero; it is typeset «−5»."""
    assert 'class="person-points">−5<' in page


@pytest.mark.parametrize(("points", "word"), [(-5, "очков"), (-2, "очка"), (-1, "очко"), (2, "очка")])
def test_points_below_zero_are_counted_as_those_above(client: Client, points: int, word: str) -> None:
    """university.scruple.pass: who had three has −2, read «−2 очка»."""
    page = page_of(client, laid(client, "here", "phone", **BOTH | {"scores": {"Оля": points}}))
    said = str(points).replace("-", "−")
    assert re.search(rf'class="person-points">{said}<span class="sr-only"> ?{word}</span></b>', page)


STONE_A = {"sequences": {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_b"]}}


def test_a_stone_that_can_not_be_laid_yet_says_why(client: Client) -> None:
    """guild.stone.lay: the Stone comes last. Its button is there, and tells what its column waits for."""
    match = laid(client, "here", "phone", **BOTH, **STONE_A)
    page = page_of(client, match).replace("\xa0", " ")
    button = button_of(page, "stage stone_magisterium 2")
    assert "blocked" in button
    assert "В столбец II: 10 очков" in button
    said = "Философский Камень ложится последним: в столбце II дальше «Эликсир Цитринитас»."
    assert said in refusal(client, match, 0, "stage stone_magisterium 2")


def test_a_stone_that_its_column_waits_for_may_be_laid(client: Client) -> None:
    """guild.stone.lay: the same button, once the sixth stage is there."""
    six = "elixir_citrinitas elixir_rubedo powder_vermilion powder_atramentum aqua_regis talisman_smaragdium"
    rows = {"Оля": ["sequence_card_a", "", six], "Саша": ["sequence_card_b"]}
    page = page_of(client, laid(client, "here", "phone", **BOTH, sequences=rows))
    pattern = r'<button class="btn role[^>]*value="stage stone_magisterium 2".*?</button>'
    button = re.search(pattern, page, re.S)
    assert button is not None
    assert "blocked" not in button[0]


def test_a_card_that_opened_nothing_can_be_taken_back(client: Client) -> None:
    """Played by hand, moves 2 and 68: «После хода открылись карты» was said of every move of a turn."""
    match = laid(client, "here", "greedy", **BOTH | {"hands": {"Оля": "dragon unicorn griffin", "Саша": 6}})
    blocked = re.compile(r'formaction="[^"]*/undo"[^>]* data-blocked')
    assert send(client, match, 0, "element dragon").status_code < 400
    assert not blocked.search(page_of(client, match))
    assert client.post(f"{match.get_absolute_url()}/undo", {"ply": 1}).status_code < 400
    assert match.moves.count() == 0


def test_boxes_are_said_once(client: Client) -> None:
    """What a reader of the rules has put on the table lies there when a game begins; the form has the last
    word.
    """
    taken = re.compile(r'name="box" value="(\w+)" checked>')
    assert not taken.search(client.get("/play/potions").text)
    client.post("/rules/potions/boxes", {"boxes": "guild", "back": "/rules/potions"})
    assert taken.findall(client.get("/play/potions").text) == ["guild"]
    refused = client.post("/play/potions", {"name-0": "Оля", "kind-0": "here"}, HTTP_HX_REQUEST="true")
    assert not taken.search(refused.text)


def test_a_scruple_that_nobody_may_get_says_why(client: Client) -> None:
    """university.scruple.pass: it goes only to somebody with more points, and its button is there for all."""
    match = laid(client, "here", "phone", **BOTH | {"scores": {"Оля": 5, "Саша": 5}})
    page = page_of(client, match)
    button = button_of(page, "give scruple_of_conscience 2")
    assert "blocked" in button
    refused = refusal(client, match, 0, "give scruple_of_conscience 2")
    assert "Крупицу передают только тому, у кого очков больше" in refused


def test_whoever_draws_reads_what_came_and_how_many_go_back(client: Client) -> None:
    """guild.phases.choose, guild.trismegistus.return: each card is seen before the next, then two go back."""
    hands = {"Оля": "spell_of_trismegistus dragon", "Саша": 6}
    changed = {"hands": hands, "scores": {}, "cupboard": "unicorn", "options": {"sets": "guild"}}
    match = laid(client, "here", "phone", **BOTH | changed, **STONE_A)
    for move in ("cast spell_of_trismegistus", *["draw practicum"] * 5):
        assert send(client, match, 0, move).status_code < 400
    page = page_of(client, match).replace("\xa0", " ")
    assert "Вы взяли: «" in page
    assert "«Заклятье Трисмегиста»: вернуть ещё 2 карты" in page


def test_haste_says_how_many_cards_it_still_gives_and_what_it_is_to_stop(client: Client) -> None:
    """university.haste.two, ruling 93: one may stop with cards in hand, and that leaves no phase out."""
    match = laid(client, "here", "phone", **BOTH)
    send(client, match, 0, "cast spell_of_haste")
    page = page_of(client, match).replace("\xa0", " ")
    assert "«Заклятье ускорения»: можно сыграть ещё 2 карты. Потом третья фаза" in page
    assert re.search(r'<button class="btn at-choice second"[^>]*value="pass"', page), "to stop is no main key"
    assert "Пропустить фазу" not in page
    told = send(client, match, 0, "pass", **HTMX).content.decode()
    assert "Вы больше в этой фазе не играете." in told.replace("\xa0", " ")


def test_what_only_magema_fills_is_shown_apart(client: Client) -> None:
    """guild.magema.replace: the cupboard lacks the mandrake, and magema is there."""
    hands = {"Оля": "love_potion dragon", "Саша": 6}
    lying = {"cupboard": "stone_panacea_of_life phoenix_bird"}
    page = page_of(client, laid(client, "here", "phone", **BOTH | {"hands": hands} | lying))
    assert re.findall(r'class="dot( there)?( wild)?"', page)[2:] == [(" there", ""), (" there", " wild")]
    assert "магемой" in page

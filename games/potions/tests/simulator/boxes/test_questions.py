"""What spells of the boxes ask at the table, and what the keys of the answers tell before one is made."""

import re
from typing import Any

import pytest
from django.test import Client

from games.potions.tests.simulator.boxes.test_pages import BOTH, STONE_A, button_of
from games.potions.tests.simulator.test_pages import laid, page_of, refusal
from simulator.models import Match
from tests.simulator.test_pages_table import lift, send

pytestmark = pytest.mark.django_db

BARE = {"scores": {}, "cupboard": "great_elixir_of_vanishing", "tables": {}}


def table(client: Client, hand: str, other: str = "here", **changes: Any) -> Match:
    """А holds these cards in the second phase, Б two others; both boxes lie on the table."""
    hands = {"hands": {"Оля": hand, "Саша": "unicorn griffin"}}
    match = laid(client, "here", other, **BOTH | BARE | STONE_A | hands | changes)
    if other == "here":
        lift(client, match)
    return match


def asked(client: Client, match: Match, *moves: str, seat: int = 0) -> str:
    """The page after these moves, with plain spaces and without soft hyphens."""
    for move in moves:
        assert send(client, match, seat, move).status_code == 302, move
    return page_of(client, match).replace("\xa0", " ").replace("\xad", "")


def keys(page: str) -> dict[str, str]:
    """The words of the answers to the open question, by move."""
    stage = page[page.index('<section class="at-stage"') :]
    found = re.findall(
        r'<button class="btn[^"]*role" name="move" value="([^"]+)">(.*?)</button>', stage, re.S
    )
    shown = {move: re.sub(r'<span aria-hidden="true">.*?</span>', "", words) for move, words in found}
    return {move: " ".join(re.sub(r"<[^>]+>", " ", words).split()) for move, words in shown.items()}


def heading(page: str) -> str:
    return re.sub(r"<[^>]+>", "", re.search(r'<h2 id="stage-title".*?</h2>', page, re.S)[0]).strip()


# Questions in the place of the hand


def test_the_whirlpool_asks_for_the_order_under_a_heading(client: Client) -> None:
    """university.whirlpool.order. Played by hand: two keys were squeezed under the hand without a word, and
    below them stood «Выберите карту».
    """
    lying = ["powder_of_truth < elixir_of_knowledge dragon", "elixir_citrinitas < unicorn isidas_mortum"]
    match = table(
        client,
        "magical_whirlpool basilisk",
        tables={"Оля": lying},
        hands={"Оля": "magical_whirlpool basilisk", "Саша": "griffin"},
    )
    page = asked(client, match, "cast magical_whirlpool")
    assert heading(page) == "Магический водоворот"
    assert "Карты возвращаются в стопку «Глаз змеи». Какая ляжет следующей?" in page
    assert set(keys(page)) == {"lay dragon", "lay isidas_mortum"}
    assert "Выберите карту" not in page
    assert "data-card=" not in page


def test_only_cards_with_the_element_are_answers_to_necessity(client: Client) -> None:
    """university.necessity.name. Played by hand: nothing marked the cards that would do, the right one had a
    locked «В шкаф как …: 1 очко» beside the live key, and the phases were those of another's turn.
    """
    match = table(client, "spell_of_necessity dragon")
    asked(client, match, "cast spell_of_necessity", "name belladonna")
    lift(client, match)
    page = page_of(client, match).replace("\xa0", " ")
    assert heading(page) == "Заклятье необходимости"
    assert "Положите в шкаф карту с элементом «Белладонна»" in page
    assert list(keys(page)) == ["put unicorn"]
    assert "role second blocked" not in page
    assert "phase-steps" not in page


def test_necessity_names_elements_side_by_side(client: Client) -> None:
    """university.necessity.name. Played by hand: seventeen keys «Назвать элемент…» stood in one column."""
    page = asked(client, table(client, "spell_of_necessity dragon"), "cast spell_of_necessity")
    assert 'class="stage-options names"' in page
    assert len(keys(page)) == 17
    assert keys(page)["name belladonna"] == "Белладонна"


def test_answers_that_name_a_card_say_what_it_brings_and_no_long_tail(client: Client) -> None:
    """Played by hand: «…, заменив один ингредиент» on every key, without points or element."""
    lying = {"cupboard": "elixir_of_contradiction talisman_kybalion"}
    match = table(
        client, "spell_of_transfiguration powder_of_life talisman_smaragdium elixir_nigredo", **lying
    )
    page = asked(client, match, "cast spell_of_transfiguration")
    assert 'class="stage-options cards"' in page
    assert {key.split(" ", 1)[0] for key in keys(page)} == {"build"}
    assert all(re.search(r"\d очк", words) and "заменив" not in words for words in keys(page).values())


def test_what_fills_the_next_place_is_named(client: Client) -> None:
    """university.transfiguration.replace. Played by hand: «Чем заполнить следующее место?»."""
    lying = {
        "cupboard": "elixir_of_contradiction talisman_kybalion",
        "tables": {"Саша": ["elixir_citrinitas"]},
    }
    match = table(client, "spell_of_transfiguration talisman_smaragdium dragon", **lying)
    page = asked(client, match, "cast spell_of_transfiguration", "build talisman_smaragdium")
    assert "Что взять: «Порошок Вермиллон»?" in page
    found = keys(page)
    assert found["use talisman_kybalion"].startswith("Талисман Кибалион Взамен, сверху стопки «")


def test_of_two_places_that_are_called_alike_the_question_says_which(client: Client) -> None:
    """guild.universality.make. Played by hand: «Что взять: любой элемент?» was asked twice."""
    lying = {"cupboard": "basilisk powder_of_life great_elixir_of_vanishing"}
    match = table(client, "elixir_of_universality:guild dragon", **lying)
    page = asked(client, match, "assemble elixir_of_universality")
    assert "Что взять: любой элемент (1 из 2)?" in page
    page = asked(client, match, next(iter(keys(page))))
    assert "Что взять: любой элемент (2 из 2)?" in page


# Who is paid, and how much


def test_a_stage_from_anothers_column_says_what_its_owner_gets(client: Client) -> None:
    """guild.sequence.half. Played by hand: «Из чужой Последовательности: «Порошок Атраментум», Мята» said
    nothing of Мята's points.
    """
    rows = {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_a", "elixir_nigredo elixir_albedo"]}
    match = table(client, "dragon elixir_rubedo", sequences=rows)
    page = asked(client, match, "stage elixir_nigredo 1")
    assert "Столбец I, этап 1: 2 очка. Откуда взять карту?" in page
    said = "Взять «Эликсир Нигредо» из чужой Последовательности. Половина очков: Б +1"
    assert list(keys(page).values()) == [said]


@pytest.mark.parametrize(("general", "half"), [((), ""), (("lesser_talisman_of_generality",), " +4")])
def test_a_second_recipe_of_one_owner_brings_a_half_by_generality_alone(
    client: Client, general: tuple[str, ...], half: str
) -> None:
    """assemble.once, university.generality.each: one half for each owner, or one for each recipe."""
    lying = [
        "powder_of_truth",
        "elixir_of_fire",
        "elixir_of_fire < elixir_citrinitas potion_of_eternal_sleep",
    ]
    match = table(client, "fire_salamander dragon", tables={"Саша": [*lying, *general]})
    page = asked(client, match, "assemble fire_salamander")
    assert "Порошок истины, Б" in page, "that one is settled, and pays its owner"
    found = keys(page)
    assert len(found) == 2
    assert all(words.endswith(f"Половина очков: Б{half}") for words in found.values())


# Spells


def test_a_spell_says_beside_its_key_what_it_does(client: Client) -> None:
    """Played by hand: «Применить» said neither what the spell does nor what it brings."""
    page = asked(client, table(client, "spell_of_forbidden_forest dragon"))
    title = re.search(r'roles-needs"><b>Заклятье запретного леса</b>(.*?)</p>', page)
    assert "Вам 10 очков, хозяину 2 за каждое" in title[1]


TRANSMUTED = {"sequences": {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_b"]}}


def test_transmutation_tells_what_comes_of_it_before_it_is_cast(client: Client) -> None:
    """guild.transmutation.skip, guild.sequence.half. Played by hand: cast with but one thing that it could
    lay, it took another's card and gave him 2 points, and the key had said «Применить».
    """
    hand = "spell_of_transmutation dragon"
    page = asked(client, table(client, hand, **TRANSMUTED | {"tables": {"Саша": ["elixir_albedo"]}}))
    button = button_of(page, "cast spell_of_transmutation")
    assert "«Эликсир Альбедо» в столбец I: 2 очка. Этап «Эликсир Нигредо» пропущен; Б +1" in button


def test_transmutation_asks_with_the_column_and_what_is_passed_over(client: Client) -> None:
    """guild.transmutation.skip. Played by hand: the question said only «Откуда взять этап?»."""
    lying = {"tables": {"Саша": ["elixir_albedo", "elixir_rubedo"]}}
    match = table(client, "spell_of_transmutation dragon", **TRANSMUTED | lying)
    page = asked(client, match, "cast spell_of_transmutation")
    assert keys(page)["skip elixir_albedo 1"] == (
        "«Эликсир Альбедо» в столбец I: 2 очка Этап «Эликсир Нигредо» пропущен; Б +1"
    )
    if "skip" in page:
        page = asked(client, match, "skip elixir_albedo 1")
    if "stage-asks" in page:
        assert "Столбец I: этап «Эликсир Нигредо» пропускаете, «Эликсир Альбедо» приносит 2 очка" in page


@pytest.mark.parametrize(("phase", "then"), [(2, True), (3, False)])
def test_to_play_no_more_says_whether_a_phase_follows(client: Client, phase: int, then: bool) -> None:
    """guild.phases.three. Played by hand: «Больше карт не играть», and then the third phase began."""
    match = table(client, "dragon basilisk", phase=phase, further=True)
    page = asked(client, match)
    assert "Можно сыграть ещё карту" in page
    assert ("Можно сыграть ещё карту. Потом третья фаза" in page) is then


# The hand

NINE = "dragon banshee basilisk griffin elixir_of_fire elixir_albedo elixir_rubedo alkahest aqua_regis"


def test_a_full_hand_says_why_nothing_is_drawn(client: Client) -> None:
    """guild.both.stop: from ten cards on the first phase passes. Played by hand: it was ticked as if one had
    drawn, and the second had no decks and no word why.
    """
    page = asked(client, table(client, "", hands={"Оля": f"{NINE} phoenix_bird", "Саша": "unicorn"}))
    assert "От 10 карт на руке новых не берут." in page
    assert "/rules/potions/guild.both.stop" in page


def test_the_first_phase_isnt_ticked_where_it_passed_by_itself(client: Client) -> None:
    """guild.both.stop: nobody has drawn."""
    hands = {"Оля": f"{NINE} phoenix_bird", "Саша": "unicorn"}
    match = table(client, "", hands=hands, turn="Саша", phase=3)
    asked(client, match, "element unicorn", seat=1)
    lift(client, match)
    assert re.findall(r'<li class="phase (\w+)"', page_of(client, match)) == ["passed", "now", "later"]


def test_a_stage_out_of_order_is_refused_by_a_key_of_its_own(client: Client) -> None:
    """guild.sequence.order. Played by hand: for «Алкагест», the fourth stage, there was no key at all, while
    a Stone has one that says why not.
    """
    match = table(client, "talisman_smaragdium dragon", "phone")
    page = asked(client, match)
    button = button_of(page, "stage talisman_smaragdium 2")
    assert "blocked" in button
    assert "В столбец II: 8 очков" in button
    said = "Этапы кладут сверху вниз: в столбце II дальше «Эликсир Цитринитас»"
    assert said in refusal(client, match, 0, "stage talisman_smaragdium 2")


def test_a_card_has_one_key_for_columns_that_are_far_off(client: Client) -> None:
    """«Аква Регис» is the fifth stage of all three columns: one key teaches as much as three."""
    page = asked(client, table(client, "aqua_regis dragon", "phone"))
    assert len(re.findall(r'value="stage aqua_regis \d"', page)) == 1
    page = asked(client, table(client, "elixir_nigredo dragon", "phone"))
    assert set(re.findall(r'value="stage elixir_nigredo (\d)"', page)) == {"1", "3"}


def test_a_stone_warns_that_the_game_ends(client: Client) -> None:
    """guild.stone.end. Played by hand: its key said «10 очков», and the game was over."""
    page = asked(client, table(client, "stone_magisterium dragon", "phone"))
    button = button_of(page, "stage stone_magisterium 2")
    assert "В столбец II: 10 очков, и игра сразу окончится" in button


def test_what_lies_protected_is_not_just_missing(client: Client) -> None:
    """guild.sequence.last. Played by hand: «Не хватает: … «Эликсир Цитринитас»» while it lay last in a
    column, and nothing said that nobody may take it from there.
    """
    rows = {"Оля": ["sequence_card_a", "", "elixir_citrinitas"], "Саша": ["sequence_card_b"]}
    match = table(client, "talisman_smaragdium dragon", "phone", sequences=rows)
    page = asked(client, match)
    assert "не хватает: Порошок Вермиллон, Эликсир Цитринитас (ваш последний этап)" in page
    refused = refusal(client, match, 0, "assemble talisman_smaragdium")
    assert "/rules/potions/guild.sequence.last" in refused
    assert "«Эликсир Цитринитас» — последний этап Последовательности (А)" in refused


def test_when_the_game_is_over_no_card_can_be_assembled(client: Client) -> None:
    """guild.stone.end. Played by hand: cards were still green «можно собрать» after the end."""
    six = "elixir_citrinitas elixir_rubedo powder_vermilion powder_atramentum aqua_regis talisman_smaragdium"
    rows = {"Оля": ["sequence_card_a", "", six], "Саша": ["sequence_card_b"]}
    hand = "stone_magisterium elixir_of_universality:guild"
    match = table(client, hand, "phone", sequences=rows, cupboard="banshee basilisk isidas_mortum")
    assert "можно собрать" in asked(client, match)
    page = asked(client, match, "stage stone_magisterium 2")
    assert "можно собрать" not in page
    assert "не хватает" not in page


def test_what_brings_no_points_is_not_assembled_for_plus_nought(client: Client) -> None:
    """Played by hand: «Собираете: Эликсир универсальности, +0»."""
    lying = {"cupboard": "banshee basilisk isidas_mortum"}
    match = table(client, "elixir_of_universality:guild dragon", "phone", **lying)
    page = asked(client, match, "assemble elixir_of_universality:guild")
    assert heading(page) == "Собираете: Эликсир универсальности"
    assert keys(page)["use mandrake"] == "Мандрагора Сверху «Василиск»"


def test_what_is_missing_twice_stands_once_with_its_number(client: Client) -> None:
    page = asked(client, table(client, "supreme_elixir dragon", "phone"))
    assert "не хватает: великий эликсир × 2" in page

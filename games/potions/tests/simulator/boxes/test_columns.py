"""What the columns of one's Sequence say at the table: where a stage may come from, and who is paid."""

import re
from typing import Any

import pytest
from django.test import Client

from games.potions.tests.simulator.boxes.test_pages import BOTH, STONE_A
from games.potions.tests.simulator.test_pages import laid, page_of
from simulator.models import Match
from tests.simulator.test_pages_table import send

pytestmark = pytest.mark.django_db

HANDS = {"hands": {"Оля": "dragon griffin", "Саша": "unicorn"}, "cupboard": "banshee", "scores": {}}


SIX = "elixir_citrinitas elixir_rubedo powder_vermilion powder_atramentum aqua_regis talisman_smaragdium"


def table(client: Client, sequences: dict[str, list[str]], **changes: Any) -> Match:
    """А is at its turn, with Sequence card A."""
    rows = {"sequences": STONE_A["sequences"] | sequences}
    return laid(client, "here", "phone", **BOTH | HANDS | rows | changes)


def columns_of(client: Client, sequences: dict[str, list[str]], **changes: Any) -> list[str]:
    """The words of the three columns."""
    page = page_of(client, table(client, sequences, **changes)).replace("\xa0", " ")
    cells = re.findall(r'<(?:div|button) class="column[ "].*?</(?:div|button)>', page, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells]


@pytest.mark.parametrize(
    ("sets", "lying", "said"),
    [
        ("guild,university", "elixir_nigredo < elixir_citrinitas stone_magisterium", "Б"),
        ("guild", "elixir_nigredo < elixir_citrinitas stone_magisterium", "Б +1"),
        ("guild,university", "elixir_nigredo", "Б +1"),
    ],
)
def test_a_column_promises_no_half_that_is_not_paid(client: Client, sets: str, lying: str, said: str) -> None:
    """university.magema.half, ruling 81. Played by hand: the cell said «Шалфей +2», and no half was paid."""
    hands = {"Оля": "dragon griffin", "Саша": "banshee"}
    first, *_ = columns_of(
        client,
        {},
        hands=hands,
        cupboard="spell_athanorum",
        tables={"Саша": [lying]},
        options={"sets": sets},
    )
    assert f"Эликсир Нигредо {said} Положить" in first


def test_what_is_ones_own_is_called_so_wherever_it_lies(client: Client) -> None:
    """Played by hand: one's own column stood there by one's name, one's table as «ваш стол»."""
    own = {"Оля": ["sequence_card_a", "", "", "elixir_nigredo elixir_rubedo"]}
    first, *_ = columns_of(client, own, tables={"Оля": ["elixir_nigredo"]})
    assert "ваш стол" in first
    assert "ваш столбец" in first
    assert "А" not in first.split()


def test_a_card_that_lies_last_in_a_column_is_not_said_to_be_nowhere(client: Client) -> None:
    """guild.sequence.last: nobody takes the last stage. Played by hand: «пока негде взять» of a card that all
    saw lying in a column.
    """
    lying = {"Саша": ["sequence_card_a", "elixir_nigredo"]}
    first, *_ = columns_of(client, lying)
    assert "последний этап: Б" in first
    assert "негде" not in first
    first, *_ = columns_of(client, {"Оля": ["sequence_card_a", "", "", "elixir_nigredo"]})
    assert "последний этап: вы" in first


def test_the_cell_of_a_stone_says_that_the_game_ends(client: Client) -> None:
    """guild.stone.end: a tap on the column lays the Stone, and the game is over at once."""
    hands = {"Оля": "stone_magisterium dragon", "Саша": "unicorn"}
    _, second, _ = columns_of(client, {"Оля": ["sequence_card_a", "", SIX]}, hands=hands)
    assert "с руки и игра окончится" in second


def test_a_column_offers_nothing_when_the_game_is_over(client: Client) -> None:
    """guild.stone.end. Played by hand: «Мята +2» still stood in a column after the end."""
    hands = {"Оля": "stone_magisterium dragon", "Саша": "unicorn"}
    rows = {"Оля": ["sequence_card_a", "", SIX]}
    match = table(client, rows, hands=hands, tables={"Саша": ["elixir_nigredo"]})
    assert "Б +1" in page_of(client, match)
    send(client, match, 0, "stage stone_magisterium 2")
    page = page_of(client, match)
    assert "Партия окончена" in page
    assert "Б +1" not in page
    assert "негде" not in page

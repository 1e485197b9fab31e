"""The table of «Алхимия»: what its page says of the piles that lie closed before the players."""

import re

import pytest
from django.test import Client

from simulator.game import engine_of
from tests.simulator.test_pages_table import lay, start

pytestmark = pytest.mark.django_db
GAME = engine_of("poison")


@pytest.mark.parametrize(("option", "told"), [(False, []), (True, [[], ["1", "2"], []])])
def test_what_lies_in_a_pile_stands_on_the_page_only_where_the_table_agreed_so(
    client: Client, option: bool, told: list[list[str]]
) -> None:
    """pile.closed: captured cards lie face down; the option shows how many there are of each colour."""
    match = start(client, "here", "phone", "phone")
    position = {
        "players": ["А", "Б", "В"],
        "turn": "А",
        "hands": {"А": "R1 B1", "Б": 2, "В": 2},
        "cauldrons": ["B4", "", ""],
        "captured": {"Б": "R7 X4 X4"},
        "options": {"show_captured_counts": option},
    }
    lay(match, GAME.decode(position))
    page = client.get(match.get_absolute_url()).content.decode()
    shown = [part.partition("</button>")[0] for part in page.split('class="at-counts"')[1:]]
    assert [re.findall(r"\d+", re.sub("<svg.*?</svg>|<[^>]*>", "", counts)) for counts in shown] == told

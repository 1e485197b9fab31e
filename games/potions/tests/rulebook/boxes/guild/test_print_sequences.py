"""The printed Sequence cards, ours and with a table's own columns."""

import pytest
from django.test import Client

from games.potions.rulebook.boxes.guild import sequences
from rulebook.content.reading import whole
from rulebook.printing import documents
from rulebook.printing.paper import PAPERS
from tests.daily import daily
from tests.rulebook.print_reader import AS_OPENED, Letters, printed

ADDRESS = "/print/potions/sequences.pdf"


@pytest.mark.parametrize("paper", daily(PAPERS, AS_OPENED))
def test_each_card_is_printed_as_often_as_it_lies_in_the_box(paper: str) -> None:
    pages = Letters(printed(documents.extra, whole("potions"), "sequences", paper).content).texts
    assert sum(page.count("Аква Регис") for page in pages) == 3 * 3 * sequences.copies()
    assert "восстановлено" in "".join(pages)


def test_columns_that_cannot_be_are_answered_with_the_rule(client: Client) -> None:
    response = client.get(ADDRESS, {"columns": "суп"})
    assert response.status_code == 400
    assert "guild.sequence.own" in response.content.decode()


def test_the_menu_of_printing_offers_them(client: Client) -> None:
    assert ADDRESS in client.get("/print/potions").content.decode()

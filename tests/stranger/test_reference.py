"""A game that says nothing of a reference sheet has one: on paper, and as a page with the same numbers."""

import re

import pytest
from django.test import Client
from django.utils import translation

from rulebook.content.reading import load
from rulebook.printing import documents
from tests.rulebook.reference_reader import LINKS, numbers, page_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_its_page_has_every_rule_as_the_printed_sheet_has_it(client: Client, lang: str) -> None:
    game, shown = load("stranger"), page_of(client, "stranger", lang)
    with translation.override(lang):
        printed = documents.reference(game, "a4")
    assert numbers(shown) == numbers(printed)
    assert [clause_id for _, clause_id, _ in LINKS.findall(shown)] == [clause.id for clause in game.clauses]
    assert all(game.clause_by_id[clause_id].number == n for _, clause_id, n in LINKS.findall(shown))
    assert not re.search(r"\sstyle=", shown)

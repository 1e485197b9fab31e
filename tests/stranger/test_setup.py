"""A game that says nothing of its setup has the list of its rules of setup, without a drawing."""

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_its_rules_of_setup_are_a_list_to_tick(client: Client, prefix: str) -> None:
    html = client.get(f"{prefix}/rules/stranger/setup?players=2").content.decode()
    ticked = re.findall(r'<input type="checkbox" value="([^"]*)"', html)
    assert ticked
    assert all(clause_id.startswith("setup.") for clause_id in ticked)
    assert all(f'href="{prefix}/rules/stranger/{clause_id}"' in html for clause_id in ticked)
    assert 'class="drawing"' not in html
    assert "<table" not in html
    assert client.get(f"{prefix}/rules/stranger/setup?players=9").status_code == 400

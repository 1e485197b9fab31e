"""The position editor with boxes on the table: what it shows comes back as the same position."""

import pytest
from django.test import Client

from games.potions.simulator.engine.courses import course_of
from games.potions.simulator.table.editor import CardReader, called, editor_fields
from rulebook.content import reading
from simulator.engine import sharing
from simulator.models import Match
from tests.wire.site import Form

pytestmark = pytest.mark.django_db
NAMES = ["Оля", "Саша", "Рита"]
EDITOR = "/play/potions/position/edit"
SETS = ("guild", "university", "guild,university")


def test_ticking_a_box_brings_its_fields_and_its_cards(client: Client) -> None:
    """Without a script: one button, and nothing that was typed is lost."""
    page = client.get(EDITOR).content.decode()
    form = Form(page, "editor").sent
    assert "sequence" not in form
    assert "Птица Феникс" not in page
    form |= {"hand": ["дракон", "", "", ""], "set": ["guild"], "do": "fields"}
    page = client.post(EDITOR, form).content.decode()
    form = Form(page, "editor").sent
    assert form["set"] == ["guild"]
    assert len(form["sequence"]) == len(form["column1"]) == 4
    assert form["phase"] == ["2"]
    assert form["hand"][0] == "Дракон"
    assert "lacks" not in form
    assert "Птица Феникс" in page


def typed(client, **fields):
    form = {"name": ["Оля", "Саша"], "hand": ["дракон, птица фен", "3"], "turn": "0", "set": ["guild"]}
    response = client.post(EDITOR, {**form, **fields})
    assert response.status_code == 302, response.content.decode()
    return sharing.unpack(response.url.split("?p=")[1])


def test_stages_are_typed_by_name_with_signs_for_what_is_missing(client: Client) -> None:
    """guild.sequence.order, guild.transmutation.skip: a dash was passed over, a cross was taken."""
    found = typed(
        client,
        sequence=["sequence_card_a", "sequence_card_b"],
        column1=["эликсир ниг, -, х, алкагест", ""],
        phase="3",
    )
    assert found["options"] == {"sets": "guild"}
    assert found["phase"] == 3
    assert found["hands"]["Оля"] == "dragon phoenix_bird"
    card, first, *rest = found["sequences"]["Оля"]
    assert (card, rest) == ("sequence_card_a", ["", ""])
    assert first.split() == ["elixir_nigredo", "skipped", "gone", "alkahest"]


def test_elements_that_a_hand_lacks_are_typed_by_name(client: Client) -> None:
    """Ruling 89."""
    found = typed(client, set=["university"], hand=["дракон", "грифон"], lacks=["", "мандр, перо феникса"])
    assert found["lacks"] == {"Саша": "mandrake phoenix_feather"}


@pytest.mark.parametrize("sets", SETS)
def test_playing_on_deals_the_cards_of_all_decks(client: Client, sets: str) -> None:
    """Whatever no field names lies in the decks, each card in that of its box."""
    form = {"name": ["Оля", "Саша"], "hand": ["дракон", "3"], "turn": "0", "set": sets.split(",")}
    response = client.post(EDITOR, {**form, "do": "play"})
    assert response.status_code == 302, response.content.decode()
    match = Match.objects.get()
    assert match.dealt_anew


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_field_of_the_editor_takes_all_cards_of_all_boxes(lang: str) -> None:
    """Late in a game nearly all of them lie in the cupboard: a field that cuts the last name loses cards."""
    boxes = ("guild", "university")
    content, course = reading.load("potions", boxes=boxes), course_of(boxes)
    cards = " ".join(code for code, n in course.copies.items() for _ in range(n))
    position = {"players": NAMES, "options": {"sets": "guild,university"}, "cupboard": cards}
    written = editor_fields(content, position, NAMES, lang)["cupboard"]
    assert len(written.split(", ")) == sum(course.copies.values())


def test_every_card_in_the_cupboard_is_itself_and_no_element_that_begins_so() -> None:
    """«Дракон» is a card, though «Драконий зуб» begins with it."""
    boxes = ("guild", "university")
    content, course = reading.load("potions", boxes=boxes), course_of(boxes)
    names = {(code, called(content, course, code, lang)) for code in course.codes for lang in ("ru", "en")}
    assert [
        name for code, name in names if CardReader(content, course).codes(name, elements=True) != code
    ] == []
    assert CardReader(content, course).codes("Драконий зуб, драконий", elements=True).count(" ") == 1

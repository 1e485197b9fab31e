"""Boxes on paper: their cards with backs of their own, what they change, the rulebook with those chosen."""

import re

import pytest
from django.test import Client

from rulebook import reference
from rulebook.content.boxes import changes
from rulebook.content.reading import load
from rulebook.printing import documents, pdf
from rulebook.printing.cards import faces
from rulebook.printing.cards.paint import Size
from rulebook.printing.documents import CardOptions

BOTH = load("potions", boxes=["guild", "university"])
POKER = Size(63.0, 88.0)


def images(html: str) -> list[str]:
    return re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)


@pytest.mark.parametrize(("box", "count"), [("", 193), ("alone", 76), ("guild", 54), ("university", 63)])
def test_the_cards_of_a_box_are_printed_by_themselves(box: str, count: int) -> None:
    """54 cards lie in the Guild's box and 63 in the University's, beside the 76 of the base game."""
    html = documents.cards(BOTH, CardOptions(backs=False, box=box))
    assert len(images(html)) == count


def test_each_box_has_a_back_of_its_own_and_the_base_game_keeps_its_own() -> None:
    """A card is given back to the deck that its back shows (ruling 72)."""
    backs = {deck: faces.back(BOTH, POKER, deck) for deck in ("practicum", "guild", "university")}
    assert len(set(backs.values())) == 3
    assert backs["practicum"] == faces.back(load("potions"), POKER)


def test_the_card_of_both_boxes_has_one_face_and_two_backs() -> None:
    alike = [images(documents.cards(BOTH, CardOptions(box=box))) for box in ("guild", "university")]
    face = set(alike[0]) & set(alike[1])
    assert len(face) == 1


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_face_of_the_boxes_can_be_drawn(lang: str) -> None:
    for card in BOTH.cards:
        assert card.name.in_(lang).split()[0][:4] in faces.face(BOTH, card, POKER, lang)


def test_what_a_card_with_one_element_does_is_printed() -> None:
    """The Elixir of Universality is a recipe, carries one element and stands in for others."""
    card = BOTH.card_by_id["elixir_of_universality"]
    assert card.rule is not None
    assert card.rule.ru.split()[0] in faces.face(BOTH, card, POKER, "ru")


def test_the_reference_is_followed_by_what_each_box_changes() -> None:
    sections = reference.change_sections(BOTH)
    assert [[box.id for box in section.boxes] for section in sections] == [
        ["guild"],
        ["university"],
        ["guild", "university"],
    ]
    told = [clause.id for s in sections for clause in (*s.new, *(c for each in s.changes for c in each.by))]
    assert set(told) == {clause.id for clause in BOTH.clauses if clause.box}
    html = documents.reference(BOTH, "a4")
    assert html.count('class="box-changes"') == 3
    assert html.startswith(documents.reference(load("potions"), "a4").partition("</head>")[0][:400])


def test_a_clause_that_changes_several_rules_is_told_once_on_paper_and_named_by_each() -> None:
    """«Once is enough on paper»: beside the other rules that it changes its number stands alone."""
    for section in reference.change_sections(BOTH):
        beside = [(clause.id, whole) for _, changed_by in section.told for clause, whole in changed_by]
        told = [clause for clause, whole in beside if whole]
        assert sorted(told) == sorted({clause for clause, _ in beside})
        assert len(told) < len(beside)


@pytest.mark.parametrize("said", ["guild", "university", "guild,university"])
def test_the_reference_marks_the_rules_that_a_box_changes(said: str) -> None:
    """«Доберите до пяти» isn't so with the Guild: the sheet of the base game says where to look on."""
    game = load("potions", boxes=said.split(","))
    first = documents.reference(game, "a4").partition('class="box-changes"')[0]
    named = " ".join(re.findall(r'<span class="num">(.*?)</span>', first))
    marks = dict(re.findall(r"(\d+\.\d+)(?:<sup>([†*]+)</sup>)?", named))
    changed = {change.clause.number for change in changes(game)}
    assert {number for number, sups in marks.items() if "*" in sups} == changed & set(marks)
    assert game.clause_by_id["turn.draw"].number in changed & set(marks)
    assert all(box.title.ru in first for box in game.boxes)
    assert "*</sup>" not in documents.reference(load("potions"), "a4")


def test_the_rulebook_has_the_boxes_chosen_and_their_marks() -> None:
    html = documents.rulebook(load("potions", boxes=["university"]), "a4")
    assert 'id="university.usefulness.least"' in html
    assert 'id="guild.sequence.shape"' not in html
    assert "восстановлено нами" in html


@pytest.mark.django_db
def test_the_address_says_which_boxes_are_printed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is the same for everybody, so a cookie has no say in it."""
    monkeypatch.setattr(pdf, "pdf", lambda html: b"%PDF-")
    client.cookies["boxes-potions"] = "guild"
    plain = client.get("/print/potions/reference.pdf")["ETag"]
    assert plain != client.get("/print/potions/reference.pdf?boxes=guild")["ETag"]
    assert client.get("/print/potions/reference.pdf?boxes=promo").status_code == 400
    assert client.get("/print/potions/cards.pdf?boxes=guild&box=university").status_code == 400

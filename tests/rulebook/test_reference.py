"""The reference sheet as a page: what it says is what the printed one says, and each number is a link.

Issue: «one context and two templates with the PDF (a test holds every number and link equal)».
"""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import translation

from rulebook.content.boxes import changes
from rulebook.content.entries import GameContent
from rulebook.content.reading import game_ids, load, whole
from rulebook.printing import documents
from tests.daily import daily
from tests.markup import folded
from tests.rulebook.reference_reader import LINKS, cost_of, numbers, page_of, words

pytestmark = pytest.mark.django_db
TABLES = [(game_id, ()) for game_id in game_ids()] + [
    (game_id, boxes)
    for game_id, (one, other) in {
        "potions": ("guild", "university"),
        "wizwar": ("artifacts", "monsters"),
    }.items()
    for boxes in ((one,), (other,), (one, other))
]
# Every day each game without boxes, and with two of them in the other language.
USUAL = [(game, boxes, "en" if boxes else "ru") for game, boxes in TABLES if len(boxes) != 1]
SHEETS = [(game, boxes, lang) for game, boxes in TABLES for lang in ("ru", "en")]
HEAVIEST = 30_000  # bytes of a page as it is sent
SLOWEST = 3  # empty pages


def at_table(client: Client, game_id: str, boxes: tuple[str, ...]) -> GameContent:
    """The game with boxes that its reader has said are on the table."""
    if boxes:
        client.post(f"/rules/{game_id}/boxes", {"boxes": ",".join(boxes)})
    return load(game_id, boxes=boxes)


@pytest.mark.parametrize(("game_id", "boxes", "lang"), daily(SHEETS, USUAL))
def test_the_page_has_the_numbers_of_the_printed_sheet(
    client: Client, game_id: str, boxes: tuple[str, ...], lang: str
) -> None:
    """Also those of what boxes change, with all marks, in the same order."""
    game = at_table(client, game_id, boxes)
    shown = page_of(client, game_id, lang)
    with translation.override(lang):
        printed = folded(documents.reference(game, "a4"))
    assert len(numbers(shown)) > 15
    assert numbers(shown) == numbers(printed)
    assert words(shown) == words(printed)


@pytest.mark.parametrize(("game_id", "boxes"), daily(TABLES, [sheet[:2] for sheet in USUAL]))
def test_each_number_leads_to_its_rule(client: Client, game_id: str, boxes: tuple[str, ...]) -> None:
    at_table(client, game_id, boxes)
    shown = page_of(client, game_id)
    links = LINKS.findall(shown)
    said = [number for group in numbers(shown) for number in re.findall(r"\d+\.\d+", group)]
    assert [number for _, _, number in links] == said
    rules = whole(game_id).clause_by_id
    assert all(of == game_id and rules[clause_id].number == number for of, clause_id, number in links)


def test_a_rule_that_a_box_changes_is_marked_on_the_page(client: Client) -> None:
    """«Доберите до пяти» isn't so with the Guild."""
    game = at_table(client, "potions", ("guild",))
    sheet = page_of(client, "potions").partition('class="box-changes"')[0]
    marked = set(re.findall(r"(\d+\.\d+)<sup>†?\*</sup>", " ".join(numbers(sheet))))
    assert marked
    assert marked <= {change.clause.number for change in changes(game)}
    assert "*</sup>" not in page_of(Client(), "potions")


def test_the_page_offers_the_sheet_on_paper_with_the_same_boxes(client: Client) -> None:
    at_table(client, "potions", ("guild",))
    assert (
        'href="/print/potions/reference.pdf?boxes=guild"'
        in client.get("/rules/potions/reference").content.decode()
    )


@pytest.mark.parametrize("game_id", game_ids())
def test_the_page_is_light_and_quick(
    client: Client, game_id: str, record_property: Callable[[str, object], None]
) -> None:
    """At most 30 KB compressed, and three times the work of an empty page."""

    weight, ratio = cost_of(client, f"/rules/{game_id}/reference")
    record_property("bytes", weight)
    record_property("empty pages", round(ratio, 2))
    print(f"{game_id}: {weight} bytes, {ratio:.2f} empty pages")
    assert weight <= HEAVIEST
    assert ratio <= SLOWEST

"""The recipe tree of the reference sheet: every recipe is there, its ingredients can be seen, words fit."""

import io
import itertools
from dataclasses import replace

import pypdfium2
import pytest
from django.utils import translation

from games.potions.rulebook.reference import recipe_tree
from games.potions.rulebook.reference import sheet as potions
from games.potions.rulebook.reference.recipe_tree import Node, Tree
from rulebook.content.entries import Card
from rulebook.content.reading import load, whole
from rulebook.printing import documents
from rulebook.printing.paper import PAPERS
from tests.daily import daily
from tests.rulebook.print_reader import POINT, USUAL, printed

POTIONS = load("potions")
RECIPES = [card for card in POTIONS.cards if card.ingredients]
ROLES = recipe_tree.roles(POTIONS.cards)
BOTH = [(paper, lang) for paper in PAPERS for lang in ("ru", "en")]


def drawn(paper: str = "a4", lang: str = "ru") -> Tree:
    sheet = PAPERS[paper]
    page = documents.Size(sheet.width, sheet.height)
    return potions.context(POTIONS, lang, page)["tree"]


def by_id(tree: Tree) -> dict[str, Node]:
    return {node.id: node for node in tree.nodes if node.role != "element"}


def test_every_recipe_stands_in_the_tree_once_with_its_points() -> None:
    """components.recipe: 46 recipes, each with its points."""
    nodes = [node for node in drawn().nodes if node.role != "element"]
    assert len(RECIPES) == 46
    assert sorted(node.id for node in nodes) == sorted(card.id for card in RECIPES)
    assert all(node.points == POTIONS.card_by_id[node.id].points for node in nodes)


def test_each_element_stands_between_the_two_recipes_that_share_it() -> None:
    """components.element: 16 of them; the first stands below once more, for the ring closes."""
    elements = [node.id for node in drawn().nodes if node.role == "element"]
    assert sorted(elements[1:]) == sorted(POTIONS.element_by_id)
    assert elements[0] == elements[-1]
    for card, around in zip(ROLES.pairs, itertools.pairwise(elements), strict=True):
        assert {ingredient.id for ingredient in card.ingredients} == set(around)


def test_what_no_line_leads_to_is_written_in_the_box() -> None:
    tree = by_id(drawn())
    for stem in ROLES.stems:
        assert len(tree[stem.id].notes) == len(stem.ingredients)
        for branch in ROLES.branches[stem.id]:
            others = [ingredient for ingredient in branch.ingredients if ingredient.id != stem.id]
            names = [POTIONS.card_by_id[ingredient.id].name.ru for ingredient in others]
            assert [note.name for note in tree[branch.id].notes] == names
    for crown in ROLES.crowns:
        assert tree[crown.id].about == POTIONS.kind_by_id[crown.kind].made_of.ru
        assert [note.element for note in tree[crown.id].notes] == list(crown.elements)


@pytest.mark.parametrize("card", [*ROLES.wholes, *itertools.chain(*ROLES.branches.values())])
def test_a_line_leads_from_a_recipe_to_what_it_goes_into(card: Card) -> None:
    """A line begins at the right of the ingredient's box and ends at the left of the recipe's."""
    drawing = drawn()
    tree = by_id(drawing)
    lines = [
        line
        for line in drawing.path.split("M")
        if line.endswith(f"V{tree[card.id].middle:.2f}H{tree[card.id].x:.2f}")
    ]
    starts = {f"{tree[used.id].right:.2f} {tree[used.id].middle:.2f}" for used in card.ingredients}
    written = {POTIONS.card_by_id[used.id].name.ru for used in card.ingredients} & {
        note.name for note in tree[card.id].notes
    }
    assert len(lines) + len(written) == 2
    assert {line.partition("H")[0] for line in lines} <= starts


@pytest.mark.parametrize(("paper", "lang"), BOTH)
def test_no_box_covers_another_or_leaves_the_drawing(paper: str, lang: str) -> None:
    tree = drawn(paper, lang)
    for node in tree.nodes:
        assert node.x >= 0
        assert node.right <= tree.width + 0.01
        assert node.y >= recipe_tree.HEAD - 0.01
        assert node.y + node.height <= tree.height + 0.01
    for one, other in itertools.combinations(tree.nodes, 2):
        apart = one.right <= other.x or other.right <= one.x
        assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y, (one.id, other.id)


@pytest.mark.parametrize(("paper", "lang"), daily(BOTH, USUAL[:1]))
def test_words_stay_inside_their_boxes(paper: str, lang: str) -> None:
    """Every run of text that touches a box lies within its upper and lower edge."""
    tree = drawn(paper, lang)
    with translation.override(lang):
        made = printed(documents.reference, whole("potions"), paper)
    with pypdfium2.PdfDocument(io.BytesIO(made.content)) as document:
        page = document[0]
        height = page.get_height()
        text = page.get_textpage()
        boxes = [text.get_rect(n) for n in range(text.count_rects())]
        runs = [(text.get_text_bounded(*box), [edge * POINT for edge in box]) for box in boxes]
    placed = [
        (
            words.strip(),
            left - potions.MARGIN,
            height * POINT - top,
            right - potions.MARGIN,
            height * POINT - bottom,
        )
        for words, (left, bottom, right, top) in runs
    ]
    first = tree.nodes[0]
    above = next(
        (top + bottom) / 2 - first.middle
        for words, left, top, _, bottom in placed
        if words == first.name and left < first.right
    )
    found = 0
    for words, left, top, right, bottom in placed:
        for node in tree.nodes:
            edges = node.y + above, node.y + node.height + above
            if left < node.right and right > node.x and top < edges[1] and bottom > edges[0]:
                found += 1
                assert edges[0] - 0.1 <= top, (words, node.id)
                assert bottom <= edges[1] + 0.1, (words, node.id)
                assert right <= node.right + 0.1, (words, node.id)
    assert found > len(tree.nodes)


def test_a_deck_of_other_kinds_is_sorted_by_what_cards_are_made_of() -> None:
    """The names of kinds say nothing."""
    renamed = [replace(card, kind="anything") for card in POTIONS.cards]
    assert recipe_tree.roles(renamed).stems == tuple(replace(card, kind="anything") for card in ROLES.stems)

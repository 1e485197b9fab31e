"""The cards of «Зельеварение» on paper: recipe above, element below, at any size, in both languages."""

import re
from functools import cache
from html import unescape
from itertools import combinations, product
from typing import NamedTuple

import pytest
from django.conf import settings
from fontTools.ttLib import TTFont

from rulebook.content.reading import load
from rulebook.drawing import icons, small
from rulebook.printing.cards import faces as cards_faces
from rulebook.printing.cards import paint
from rulebook.printing.cards.lettering import fit, width_of, wrap
from rulebook.printing.cards.paint import (
    LOW_INK,
    PAPER,
    SANS,
    SANS_BOLD,
    SERIF,
    SERIF_BOLD,
    SERIF_ITALIC,
    Size,
)

POTIONS = load("potions")
SIZES = {"63x88": Size(63.0, 88.0), "44x68": Size(44.0, 68.0)}
FILES = {
    SERIF: "serif-regular",
    SERIF_BOLD: "serif-bold",
    SERIF_ITALIC: "serif-italic",
    SANS: "sans-regular",
    SANS_BOLD: "sans-bold",
}
LOOKS = list(product(("ru", "en"), SIZES))
INNER_FRAME = 4.0


class Line(NamedTuple):
    """A line of text on a card: its words, left and right end, baseline and size, at a width of 63."""

    words: str
    left: float
    right: float
    y: float
    size: float
    family: str

    @property
    def top(self) -> float:
        return self.y - self.size * 0.65

    @property
    def bottom(self) -> float:
        return self.y + self.size * 0.2


@cache
def letters(family: str) -> dict[str, float]:
    """Real widths of letters as parts of the font size."""
    font = TTFont(settings.BASE_DIR / "static" / "fonts" / "print" / f"{FILES[family]}.ttf")
    em = font["head"].unitsPerEm
    return {chr(code): font["hmtx"][name][0] / em for code, name in font.getBestCmap().items()}


def lines(face: str) -> list[Line]:
    """All lines of text on a face."""
    found = []
    for attributes, words in re.findall(r"<text ([^>]*)>([^<]*)</text>", face):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
        size, family, text = float(values["font-size"]), values["font-family"], unescape(words)
        width = sum(letters(family)[letter] for letter in text) * size
        left = float(values["x"]) - (width / 2 if values["text-anchor"] == "middle" else 0)
        found.append(Line(text, left, left + width, float(values["y"]), size, family))
    return found


def face(code: str, lang: str = "ru", size: str = "63x88", **look: object) -> str:
    return cards_faces.face(POTIONS, small.find_card(POTIONS, code), SIZES[size], lang, **look)


def faces(lang: str, size: str) -> list[str]:
    return [face(code, lang, size) for code in POTIONS.copies_by_code]


def shelf(svg: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the element's frame."""
    found = re.search(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="2"', svg)
    assert found
    x, y, width, height = map(float, found.groups())
    return x, y, x + width, y + height


def words_of(svg: str) -> str:
    return " ".join(line.words for line in lines(svg)).replace("- ", "-")


@pytest.mark.parametrize(("lang", "size"), LOOKS)
def test_every_word_stays_inside_its_part_of_the_card(lang: str, size: str) -> None:
    for svg in faces(lang, size):
        _, top, _, bottom = shelf(svg)
        for line in lines(svg):
            assert INNER_FRAME + 1 < line.left < line.right < 63 - INNER_FRAME - 1, line.words
            assert line.top > INNER_FRAME, line.words
            assert line.bottom < top or top < line.top < line.bottom < bottom, line.words


@pytest.mark.parametrize(("lang", "size"), LOOKS)
def test_no_line_covers_another(lang: str, size: str) -> None:
    for svg in faces(lang, size):
        for one, other in combinations(lines(svg), 2):
            beside = one.right < other.left or other.right < one.left
            apart = abs(one.y - other.y) > 0.8 * min(one.size, other.size)
            assert beside or apart, (one.words, other.words)


@pytest.mark.parametrize(("lang", "size"), LOOKS)
def test_no_word_of_a_recipe_runs_into_the_picture_of_its_result(lang: str, size: str) -> None:
    for svg in faces(lang, size):
        ring = re.search(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', svg)
        assert ring
        x, y, r = map(float, ring.groups())
        near = [line for line in lines(svg) if abs(line.y - line.size * 0.3 - y) < r]
        assert [line.words for line in near if line.right >= x - r] == []


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("code", POTIONS.copies_by_code)
def test_a_face_says_name_points_kind_ingredients_and_elements(code: str, lang: str) -> None:
    """components.recipe: name, points, ingredients, result; components.element: the lower half."""
    card, copies = POTIONS.copies_by_code[code]
    svg = face(code, lang)
    said = words_of(svg)
    named = [POTIONS.card_by_id[part.id].name for part in card.ingredients if part.kind == "card"]
    named += [POTIONS.element_by_id[part.id].name for part in card.ingredients if part.kind == "element"]
    named += [POTIONS.element_by_id[element].name for element in copies.elements]
    named += [card.name, POTIONS.kind_by_id[card.kind].name, *([card.rule] if card.rule else [])]
    for name in named:
        assert name.in_(lang) in said
    assert (f">{card.points}</text>" in svg) == bool(card.points)


def test_any_two_recipes_of_a_kind_are_two_signs_and_one_text() -> None:
    """great.supreme: any two great elixirs."""
    svg = face("supreme_elixir")
    assert svg.count(icons.icon_parts("kind-great-elixir")[1].replace("currentColor", paint.INK)) == 2
    assert words_of(svg).count("из двух любых великих эликсиров") == 1


def test_a_card_that_stands_for_differing_copies_shows_their_elements_as_a_choice() -> None:
    assert "Астральная энергия или Квинтэссенция воли" in words_of(face("elixir_of_wisdom"))
    assert "Квинтэссенция" not in words_of(face("elixir_of_wisdom:astral_energy"))


def test_low_ink_fills_no_area() -> None:
    assert "fill-opacity" in face("dragon")
    low = face("dragon", style=LOW_INK)
    assert "fill-opacity" not in low
    assert PAPER not in low


@pytest.mark.parametrize("family", FILES)
def test_measured_words_are_never_wider_than_reckoned(family: str) -> None:
    texts = [*(card.name for card in POTIONS.cards), *(card.rule for card in POTIONS.cards if card.rule)]
    texts += [*(element.name for element in POTIONS.elements), *(kind.made_of for kind in POTIONS.kinds)]
    for text, lang in product(texts, ("ru", "en")):
        for word in text.in_(lang).split(" "):
            real = sum(letters(family)[letter] for letter in word)
            assert real <= width_of(word, 1, family) + 0.01, word


def test_words_part_at_spaces_and_after_hyphens_and_nowhere_else() -> None:
    assert wrap("Авокадо-Кадавр", 5, SERIF_BOLD, 25) == ("Авокадо-", "Кадавр")
    assert wrap("в\u00a0шкаф и далее", 5, SERIF_BOLD, 1) == ("в\u00a0шкаф", "и", "далее")
    assert wrap("Эликсир огня", 5, SERIF_BOLD, 60) == ("Эликсир огня",)


def test_a_name_is_made_smaller_only_as_far_as_it_must() -> None:
    assert fit("Дракон", SERIF_BOLD, 37, 2, (5.2, 3.6)) == (5.2, ("Дракон",))
    size, parts = fit("Великий эликсир предзнаменования", SERIF_BOLD, 37, 2, (5.2, 3.6))
    assert 3.6 < size < 5.2
    assert parts == ("Великий эликсир", "предзнаменования")


def test_a_small_card_shows_points_and_elements() -> None:
    svg = cards_faces.small(POTIONS, POTIONS.card_by_id["great_talisman_of_magic"], 11, "ru")
    assert ">10</text>" in svg
    assert svg.count("<g transform") == 4

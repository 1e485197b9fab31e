"""The deck on paper."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.conf import settings
from django.utils import translation
from PIL import Image

from games.poison.rulebook.printing import value_cards
from games.poison.rulebook.printing.value_cards import COLOURS
from rulebook import game as games
from rulebook.content.entries import Card, GameContent
from rulebook.content.reading import game_ids, load, whole
from rulebook.content.typography import typeset
from rulebook.printing import documents, pictures
from rulebook.printing.cards import faces, paint
from rulebook.printing.cards.paint import FULL_INK, INKS, LOW_INK, PAPER, TINTS, Size, Style
from rulebook.printing.documents import CardOptions
from rulebook.printing.paper import SIZES, BackShift
from tests.daily import Run, daily
from tests.rulebook.print_reader import POINT, Letters, make, printed

POISON = load("poison")
DECK = sum(card.count for card in POISON.cards)
SIZE = Size(63.0, 88.0)


@pytest.fixture(scope="module")
def deck() -> Letters:
    with translation.override("ru"):
        return Letters(printed(documents.cards, POISON, CardOptions()).content)


def test_every_copy_of_every_card_is_printed(deck: Letters) -> None:
    """components.deck: 50 cards; components.potion: 14 of each colour; components.poison: 8."""
    names = {"Красное зелье": 14, "Синее зелье": 14, "Фиолетовое зелье": 14, "Яд\n": 8}
    assert DECK == 50
    assert {name: deck.text.count(name) for name in names} == names


def test_the_deck_fills_six_sheets_each_followed_by_its_backs(deck: Letters) -> None:
    assert len(deck.texts) == 12
    assert ["зелье" in text or "Яд" in text for text in deck.texts] == [True, False] * 6
    assert "рубашки" in deck.texts[1]


def test_backs_move_as_far_as_is_asked_and_faces_stay() -> None:
    """A printer lays the other side of a sheet aside: pages of backs move to the right and down."""
    scale, right, down = 2.5, 18, -9  # of a pixel a point; pixels
    shift = BackShift(right / scale * POINT, down / scale * POINT)
    few = replace(POISON, cards=POISON.cards[:2])
    with translation.override("ru"):
        lying, moved = (make(documents.cards(few, CardOptions(shift=each))) for each in (BackShift(), shift))
    face, back = lying.image(0, scale), lying.image(1, scale)
    assert moved.image(0, scale).tobytes() == face.tobytes()
    inside = (40, 40, back.width - 40, back.height - 40)
    there = tuple(edge + way for edge, way in zip(inside, (right, down) * 2, strict=True))
    pairs = zip(back.crop(inside).tobytes(), moved.image(1, scale).crop(there).tobytes(), strict=True)
    assert sum(abs(a - b) > 60 for a, b in pairs) < 0.001 * back.width * back.height


def test_pages_are_a4_to_the_millimetre(deck: Letters) -> None:
    assert deck.sizes == {(210.0, 297.0)}


def test_the_first_page_has_a_ruler_and_every_page_says_not_to_scale(deck: Letters) -> None:
    assert typeset("50 мм") in deck.texts[0]
    assert all("Печатать 100" in text and "без подгонки" in text for text in deck.texts)
    assert 'd="M0 2H50' in documents.ruler()
    assert 'viewBox="-.1 0 50.2 2.1"' in documents.ruler()
    assert 'width="50.2mm"' in documents.ruler()


def test_cards_say_that_they_are_a_fan_reference(deck: Letters) -> None:
    assert all("справочные карты поклонников" in text for text in deck.texts)


def test_all_fonts_are_ours(deck: Letters) -> None:
    assert deck.fonts
    assert all(font.startswith("Grimoire-") for font in deck.fonts), deck.fonts


def test_the_file_says_what_it_is(deck: Letters) -> None:
    assert deck.reader.metadata is not None
    assert deck.reader.metadata.title == "Алхимия: карты"
    assert deck.reader.metadata.author == "Гримуар"
    assert deck.reader.trailer["/Root"]["/Lang"] == "ru"


def test_a_face_shows_value_letter_and_shape_at_both_ends() -> None:
    face = faces.face(POISON, POISON.card_by_id["red-7"], SIZE, "ru")
    assert len(re.findall(">7</text>", face)) == 2
    assert len(re.findall(">К</text>", face)) == 2


@pytest.mark.parametrize(
    "card", [card for card in POISON.cards if card.kind == "potion"], ids=lambda card: card.id
)
def test_a_bottle_holds_as_many_bubbles_as_its_card_is_worth(card: faces.Card) -> None:
    shape = POISON.colour_by_id[card.colour].shape
    assert value_cards.liquid(shape, card.value, "#000", FULL_INK).count("<circle") == card.value


def test_bubbles_stay_below_the_surface_of_the_liquid() -> None:
    for shape, bubbles in value_cards.BUBBLES.items():
        top, bottom = value_cards.SURFACE[shape]
        for value, filled in value_cards.FILLING.items():
            surface = bottom - (bottom - top) * filled
            assert all(y - r > surface for _, y, r in bubbles[:value]), (shape, value)


@pytest.mark.parametrize("size", [SIZE, Size(44.0, 68.0)], ids=["63x88", "44x68"])
@pytest.mark.parametrize("game_id", game_ids())
def test_backs_are_the_same_after_half_a_turn(game_id: str, size: Size) -> None:
    """A back tells nothing, not even which end is up; each deck has its own."""
    game = load(game_id)
    decks = sorted({card.deck for card in games.get(game_id).deck(game)})
    made = make(
        f'<html lang="ru"><title>{game_id}</title>'
        f"<style>@page {{ size: {size.width}mm {size.height}mm; margin: 0 }} body {{ margin: 0 }} "
        "svg { display: block; break-after: page } svg:last-child { break-after: auto }</style>"
        + "".join(paint.svg(faces.back(game, size, deck), size) for deck in decks)
    )
    width, height = round(3 * size.width), round(3 * size.height)
    for n, deck in enumerate(decks):
        upright = made.image(page=n, scale=1.5).resize((width, height))
        pairs = zip(upright.tobytes(), upright.rotate(180).tobytes(), strict=True)
        assert sum(abs(a - b) > 90 for a, b in pairs) < 0.002 * width * height, deck


def test_low_ink_fills_no_area() -> None:
    """Colour stays on lines, letters and small signs; grounds are white."""
    full = faces.face(POISON, POISON.card_by_id["blue-7"], SIZE, "ru", style=FULL_INK)
    low = faces.face(POISON, POISON.card_by_id["blue-7"], SIZE, "ru", style=LOW_INK)
    tint = COLOURS["blue"][1]
    assert PAPER in full
    assert tint in full
    assert PAPER not in low
    assert tint not in low


def test_colours_are_those_of_the_site() -> None:
    tokens = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text(encoding="utf-8")
    light = tokens[: tokens.index("@media")]
    assert all(f"--{token}: {ink};" in light for token, ink in INKS.items())
    assert all(f"--{token}: " in light for token in TINTS)


def letters_of(drawing: Element, scale: float = 1.0) -> Iterator[tuple[float, str]]:
    """The sizes of all letters in a drawing, millimetres, and what they say."""
    scale *= float((re.search(r"scale\(([\d.]+)", drawing.get("transform", "")) or [0, 1])[1])
    if drawing.tag.endswith("text"):
        yield float(drawing.get("font-size", 0)) * scale, "".join(drawing.itertext())
    for each in drawing:
        yield from letters_of(each, scale)


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("game_id", game_ids())
def test_all_words_of_a_small_card_can_be_read(game_id: str, lang: str) -> None:
    """Print by need: captions of small cards at least 6.5 points; so is all else on them, boxes, too."""
    game, least = whole(game_id), 6.5 * 25.4 / 72
    for card in games.get(game_id).deck(game):
        face = fromstring(paint.svg(faces.face(game, card, SIZES["44x68"], lang), SIZES["44x68"]))
        assert [found for found in letters_of(face) if found[0] < least - 0.01] == [], card.id


def blank_rows(game: GameContent, card: Card, size: Size, lang: str, style: Style) -> list[tuple[bool, int]]:
    """How the middle half of a face is drawn on from top to bottom inside its frame: whether rows are blank,
    and how many follow each other, a row a millimetre.
    """
    drawn = paint.svg(faces.face(game, card, size, lang, style=style), size).replace('mm"', '"')
    face = Image.open(io.BytesIO(pictures.render(drawn))).convert("L")
    inside = face.crop((face.width // 4, 5, face.width * 3 // 4, face.height - 5))
    rows = (inside.crop((0, y, inside.width, y + 1)).getextrema() for y in range(inside.height))
    return [(blank, len([*run])) for blank, run in groupby(high - low < 25 for low, high in rows)]


LOOKS = [(size, ink, lang) for size in SIZES for ink in ("full", "low") for lang in ("ru", "en")]
# Every day each size, ink and language once, and each card in one of the two.
EACH_ONCE = [("63x88", "full", "ru"), ("44x68", "low", "en")]


@pytest.mark.parametrize(("size", "ink", "lang"), daily(LOOKS, EACH_ONCE))
@pytest.mark.parametrize("game_id", game_ids())
def test_no_card_is_half_empty(game_id: str, size: str, ink: str, lang: str) -> None:
    """Few words are set larger, and the picture takes what they leave: hardly more than a sixth of a card's
    height is blank between two things, and less than half of it in all.
    """
    game = whole(game_id)
    deck = games.get(game_id).deck(game)
    for card in deck[EACH_ONCE.index((size, ink, lang)) :: 2] if Run.is_daily else deck:
        rows = blank_rows(game, card, SIZES[size], lang, {"full": FULL_INK, "low": LOW_INK}[ink])
        gaps = [count for blank, count in rows[1:-1] if blank]
        assert max(gaps) <= 0.18 * SIZES[size].height, card.id
        assert sum(count for blank, count in rows if blank) < SIZES[size].height / 2, card.id

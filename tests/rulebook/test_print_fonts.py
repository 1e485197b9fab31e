"""Fonts of the PDFs draw what the text says. Extracted text cannot tell: wrong glyphs have right letters."""

import itertools
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image, ImageChops, ImageDraw, ImageFont

from tests.rulebook.print_reader import make

FONTS = Path(settings.BASE_DIR) / "static" / "fonts"
DIGITS = "0123456789"
TEXT = "Яд½№«»"
PIXELS = 120
STEP = 40  # millimetres from one character to the next
WEB = {
    "Grimoire Serif": ("alegreya-{}-wght-normal.woff2", "serif-regular.ttf"),
    "Grimoire Sans": ("alegreya-sans-{}-400-normal.woff2", "sans-regular.ttf"),
}
EMOJI = FONTS / "print" / "emoji.ttf"
LETTERED = sorted({*(FONTS / "print").glob("*.ttf")} - {EMOJI})
SUBSET = {**dict.fromkeys(DIGITS + "½«»", "latin"), **dict.fromkeys("Яд№", "cyrillic")}


def trimmed(image: Image.Image) -> Image.Image:
    """Black on white, cut to what is drawn, all of one height."""
    drawn = ImageChops.invert(image).point(lambda level: 255 if level > 100 else 0)
    box = drawn.getbbox()
    assert box, "nothing drawn"
    cut = drawn.crop(box)
    return cut.resize((max(1, round(cut.width * PIXELS / cut.height)), PIXELS))


def printed(family: str) -> dict[str, Image.Image]:
    """Each character as the PDF draws it."""
    chars = DIGITS + TEXT
    cells = "".join(f'<p style="top:{n * STEP}mm">{char}</p>' for n, char in enumerate(chars))
    made = make(
        f'<html lang="ru"><link rel="stylesheet" href="css/print/base.css"><style>@page {{ size: 60mm '
        f"{STEP * len(chars)}mm; margin: 0 }} p {{ position: absolute; left: 10mm; font: 70pt/1.4 {family} }}"
        f"</style>{cells}"
    )
    page = made.image(scale=1.5)
    height = page.height / len(chars)
    return {
        c: trimmed(page.crop((0, int(n * height), page.width, int((n + 1) * height))))
        for n, c in enumerate(chars)
    }


def from_web_font(family: str, char: str) -> Image.Image:
    """The same character straight from the web font that the print font was made of."""
    path = FONTS / WEB[family][0].format(SUBSET[char])
    font = ImageFont.truetype(str(path), 110, layout_engine=ImageFont.Layout.RAQM)
    image = Image.new("L", (300, 300), 255)
    features = ["lnum", "tnum"] if char in DIGITS else []
    ImageDraw.Draw(image).text((60, 60), char, font=font, fill=0, features=features)
    return trimmed(image)


def likeness(one: Image.Image, other: Image.Image) -> float:
    """How much of the ink of two pictures coincides, 0 to 1."""
    width = max(one.width, other.width)
    pictures = []
    for image in (one, other):
        canvas = Image.new("L", (width, PIXELS), 0)
        canvas.paste(image, ((width - image.width) // 2, 0))
        pictures.append(canvas)
    both = ImageChops.darker(*pictures).histogram()[255]
    either = ImageChops.lighter(*pictures).histogram()[255]
    return float(both / either)


@pytest.fixture(scope="module", params=sorted(WEB))
def glyphs(request: pytest.FixtureRequest) -> tuple[str, dict[str, Image.Image]]:
    return request.param, printed(request.param)


def test_every_character_is_drawn_as_its_web_font_draws_it(
    glyphs: tuple[str, dict[str, Image.Image]],
) -> None:
    family, drawn = glyphs
    expected = {char: from_web_font(family, char) for char in drawn}
    for char, image in drawn.items():
        assert likeness(image, expected[char]) > 0.7, (family, char)
        assert max(expected, key=lambda other: likeness(image, expected[other])) == char, family


def test_no_two_characters_look_alike(glyphs: tuple[str, dict[str, Image.Image]]) -> None:
    """Boxes instead of missing letters, or old quotes for digits, would."""
    family, drawn = glyphs
    for one, other in itertools.combinations(drawn, 2):
        if {one, other} != {"6", "9"}:
            assert likeness(drawn[one], drawn[other]) < 0.75, (family, one, other)


@pytest.mark.parametrize("file", LETTERED, ids=lambda path: path.stem)
def test_digits_are_lining_and_tabular_without_any_feature(file: Path) -> None:
    font = ImageFont.truetype(str(file), 200, layout_engine=ImageFont.Layout.BASIC)
    boxes = [font.getbbox(digit, anchor="ls") for digit in DIGITS]
    assert len({font.getlength(digit) for digit in DIGITS}) == 1
    assert max(box[3] for box in boxes) < 12, "a digit hangs below the line"
    assert max(box[1] for box in boxes) - min(box[1] for box in boxes) < 20, "digits of different heights"


def test_each_file_has_a_family_of_its_own_and_its_licence_beside_it() -> None:
    css = (Path(settings.BASE_DIR) / "static/css/print/base.css").read_text(encoding="utf-8")
    faces = [line for line in css.splitlines() if line.startswith("@font-face")]
    files = sorted(path.name for path in (FONTS / "print").glob("*.ttf"))
    assert len(faces) == len(files) == len({line.split('"')[1] for line in faces})
    assert all(any(name in line for line in faces) for name in files)
    assert not any("font-weight" in line for line in faces)
    assert {path.name for path in (FONTS / "print").glob("*OFL*")} == {
        "Alegreya-OFL.txt",
        "Alegreya-Sans-OFL.txt",
        "Noto-Emoji-OFL.txt",
    }

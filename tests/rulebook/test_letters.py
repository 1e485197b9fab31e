"""The type of pages: what a first page asks for at once, and what stands in for it until it is there."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.test import Client
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from rulebook.content import reading
from tests.daily import daily

FACES = Path(str(find("css/fonts.css"))).read_text(encoding="utf-8")
FONTS = Path(settings.BASE_DIR) / "static/fonts"
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
FACE = re.compile(r"@font-face \{(.*?)\n\}", re.DOTALL)
PERCENTS = re.compile(r"(size-adjust|ascent-override|descent-override|line-gap-override): ([\d.]+)%")
NEAR = 0.5  # percent


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "script"), [("/", "cyrillic"), ("/en/", "latin")])
def test_a_page_asks_at_once_for_the_letters_of_its_language(client: Client, path: str, script: str) -> None:
    html = client.get(path).content.decode()
    asked = re.findall(r'<link rel="preload" href="\S*/(fonts/\S+\.woff2)" as="font"', html)
    assert [name for name in asked if script in name] == [
        f"fonts/alegreya-{script}-wght-normal.woff2",
        f"fonts/alegreya-sans-{script}-400-normal.woff2",
        f"fonts/alegreya-sans-{script}-700-normal.woff2",
    ]
    for name in asked:
        assert f'url("../{name}")' in FACES, "the style asks for another file, and this one comes for nothing"


def widths(fonts: list[TTFont]) -> Mapping[str, float]:
    """By character, in parts of the size; the first font that has one counts."""
    found: dict[str, float] = {}
    for font in fonts:
        for code, name in font.getBestCmap().items():
            found.setdefault(chr(code), font["hmtx"][name][0] / font["head"].unitsPerEm)
    return found


def ours(family: str, weight: int) -> Iterator[TTFont]:
    for script in ("cyrillic", "latin"):
        if family == "Sans":
            yield TTFont(FONTS / f"alegreya-sans-{script}-{weight}-normal.woff2")
        else:
            font = TTFont(FONTS / f"alegreya-{script}-wght-normal.woff2")
            yield instantiateVariableFont(font, {"wght": weight})


@pytest.mark.parametrize("weight", daily([400, 700], [400]))
@pytest.mark.parametrize("family", ["Sans", "Serif"])
def test_what_stands_in_is_as_wide_and_as_high_as_our_letters(family: str, weight: int) -> None:
    """«A fallback with matched metrics»: measured over all rules in Russian, so that lines break alike."""
    file = DEJAVU / f"DejaVu{family}{'-Bold' if weight == 700 else ''}.ttf"
    if not file.exists():
        pytest.skip("no DejaVu on this computer")
    texts = (clause.text.ru for game in reading.game_ids() for clause in reading.whole(game).clauses)
    letters = Counter(letter for text in texts for letter in text)
    fonts = list(ours(family, weight))
    own, other = widths(fonts), widths([TTFont(file)])
    common = letters.keys() & own.keys() & other.keys()
    ratio = sum(letters[key] * own[key] for key in common) / sum(letters[key] * other[key] for key in common)
    head, em = fonts[0]["hhea"], fonts[0]["head"].unitsPerEm
    wanted = {
        "size-adjust": 100 * ratio,
        "ascent-override": 100 * head.ascent / em / ratio,
        "descent-override": -100 * head.descent / em / ratio,
        "line-gap-override": 0.0,
    }
    start = f'font-family: "{family} Wide"; font-weight: {weight}'
    (face,) = (face for face in FACE.findall(FACES) if start in face)
    said = {name: float(value) for name, value in PERCENTS.findall(face)}
    assert said == pytest.approx(wanted, abs=NEAR)

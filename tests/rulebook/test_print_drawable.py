"""What of people's names our print fonts draw: never a crossed box, and never a name that lost a letter."""

import pytest
from fontTools.ttLib import TTFont

from rulebook.printing import pictures
from rulebook.printing.cards.paint import OUTLINED
from rulebook.printing.drawable import LETTERS, drawable, letter_by_letter, names_drawn
from tests.rulebook.test_print_fonts import EMOJI, LETTERED
from tests.web.name_cases import FAMILY, SCOTLAND


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Оля 🎉🎉", "Оля 🎉🎉"),
        ("🐸", "🐸"),
        (FAMILY, FAMILY),
        (SCOTLAND, SCOTLAND),
        ("1\ufe0f\u20e3 Оля", "1 Оля"),
        ("Zoe\u0301 №7", "Zoé №7"),
        ("Zoe\u202e №7", "Zoe №7"),
        ("Nguyễn", "Nguyen"),
        ("日本", ""),
        ("日本 Оля", "Оля"),
        ("Қайрат Ли", "Ли"),
        ("שרה (1)", "(1)"),
        ("ﷺ", ""),
        ("علی\u200cرضا", ""),
        ("\u2068שרה\u2069", ""),
        ("x" * 10_000, "x" * 10_000),
    ],
)
def test_a_name_keeps_what_our_fonts_can_draw(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


def test_whose_name_cannot_be_drawn_is_called_by_the_seat() -> None:
    assert names_drawn(["Оля", "中文", "🐸"], "ru") == ["Оля", "Игрок\u00a02", "🐸"]
    assert names_drawn(["ﷺ"], "en") == ["Player\u00a01"]
    assert names_drawn(["שרה (1)", "محمد 3", "3"], "en") == ["Player\u00a01", "Player\u00a02", "3"]


def test_every_letter_that_is_said_to_be_drawable_is_in_all_print_fonts() -> None:
    drawn = [code for code in range(0x20, 0x3000) if LETTERS.match(chr(code))]
    for path in LETTERED:
        known = TTFont(path).getBestCmap()
        assert [hex(code) for code in drawn if code not in known] == [], path.name


def test_the_list_of_emoji_is_what_their_font_has() -> None:
    """No digit among them: those of a name stand in the letters of the name."""
    known = TTFont(EMOJI).getBestCmap()
    assert {code for code in range(0x110000) if OUTLINED.match(chr(code))} == known.keys()
    assert min(known) > 0xFF
    assert EMOJI.stat().st_size < 900_000


def test_of_joined_emoji_the_first_stands_for_all_where_letters_are_set_one_by_one() -> None:
    """Drawings inside a PDF are; their other halves, such as the sign of a man, would stand beside."""
    assert letter_by_letter(f"{FAMILY} {SCOTLAND} 🧙\u200d♂\ufe0f 👍🏽 Оля 1") == "👨 🏴 🧙 👍 Оля 1"


def test_a_picture_draws_joined_emoji_in_their_own_font() -> None:
    """Among letters of another font they would be crossed boxes: one picture fewer than there are letters."""
    words = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60">'
        '<text y="50" font-size="40" font-family="{}">{}</text></svg>'
    )
    beside = pictures.render(words.format("Grimoire SerifBold", "👩\u200d🚀 "))
    alone = pictures.render(words.format("Grimoire Emoji", "👩\u200d🚀"))
    assert beside == alone

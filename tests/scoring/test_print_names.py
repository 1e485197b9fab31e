"""Names on paper and in pictures: no head is empty, nothing is drawn as a crossed box, whoever plays."""

import re

import pytest

from rulebook.content import reading
from rulebook.printing.drawable import names_drawn
from scoring import printing
from scoring.boards import board_of
from scoring.models import new_sheet
from tests.daily import daily
from tests.rulebook.print_reader import Made, make
from tests.web.name_cases import FAMILY, NIKUD, SCOTLAND

URL = "http://127.0.0.1:8000/"
TABLES = [
    ["👩\u200d🚀", "🧙\u200d♂\ufe0f Коля", SCOTLAND, "🐸", "🎲", "🧪"],
    ["中文", "ﷺ", "शर्मा", NIKUD, "محمد 3", "علی\u200cرضا"],
    ["Nguyễn", "Қайрат", FAMILY * 40, "1\ufe0f\u20e3", "❤", "Zoe\u0301"],
]

SHEETS = [(game, names) for game in reading.game_ids() for names in TABLES]
# Every day all names on one game's sheet, and one table of names on that of each.
EVERY_DAY = [(game, names) for game, names in SHEETS if game == "poison" or names is TABLES[0]]


def printed(game: str, names: list[str], title: str, lang: str = "ru") -> Made:
    names = names[: reading.load(game).players[1]]
    return make(printing.filled(board_of(new_sheet(game, names, title), lang), "a4", URL))


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "names"), daily(SHEETS, EVERY_DAY))
def test_a_sheet_on_paper_has_every_name_or_the_seat(game: str, names: list[str]) -> None:
    """`make` fails where WeasyPrint lacks a glyph."""
    made = printed(game, names, "🍕 中文")
    text = "".join(made.text.split())
    for name in names_drawn(names[: reading.load(game).players[1]], "ru"):
        letters = "".join(letter for letter in name if letter.isalnum())
        assert letters in text, name


@pytest.mark.django_db
@pytest.mark.parametrize("game", reading.game_ids())
def test_no_drawing_on_paper_sets_joined_emoji_letter_by_letter(game: str) -> None:
    """Drawings are set so: of a joined mage the «♂» stood across the name beside it.."""
    names, boxes = TABLES[0][: reading.load(game).players[1]], [box.id for box in reading.boxes(game)]
    html = printing.filled(board_of(new_sheet(game, names, boxes=boxes), "ru"), "a4", URL)
    drawn = "".join(re.findall(r"<text\b.*?</text>", html, re.DOTALL))
    assert "\u200d" in html
    assert "\u200d" not in drawn


@pytest.mark.django_db
def test_emoji_add_little_to_a_document() -> None:
    plain, emoji = (printed("poison", names, "") for names in (["Оля", "Саша", "Рита"], TABLES[0][3:]))
    assert len(emoji.content) < len(plain.content) + 200_000

"""No line of Russian begins with a dash, ends with a number or with a word of one letter."""

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext

from rulebook.content.reading import load
from rulebook.content.typography import NO_BREAK, typeset, typeset_name


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Подняли предмет — ход окончен", "Подняли предмет~— ход окончен"),
        ("не дальше 3 шагов, 5 % и 2-3 карты", "не дальше 3~шагов, 5~% и~2-3~карты"),
        ("С севера (а там) и в сундуке", "С~севера (а~там) и~в~сундуке"),
        ("у {card:fireball}, о *себе*", "у~{card:fireball}, о~*себе*"),
        ("формула к−з+С− и ряд а", "формула к−з+С− и~ряд а"),
        ("1. Сначала 12 345, на 8 × 8 и 3 − 1 = 2", "1. Сначала 12~345, на 8~×~8~и~3~−~1~=~2"),
    ],
)
def test_spaces_that_hold_are_set_where_plain_ones_are_typed(typed: str, read: str) -> None:
    assert typeset(typed) == read.replace("~", NO_BREAK)
    assert typeset(typeset(typed)) == typeset(typed)


def test_a_name_keeps_the_number_that_it_ends_with() -> None:
    assert load("poison").card_by_id["red-1"].name.ru == f"Красное зелье{NO_BREAK}1"
    assert typeset_name("Цифра 3") == f"Цифра{NO_BREAK}3"
    assert typeset("В колоде 76") == f"В{NO_BREAK}колоде 76"


def test_a_clause_and_a_message_are_read_with_them_and_an_english_text_is_not() -> None:
    step = next(each for each in load("wizwar").steps if each.id == "pick")
    assert f"вещь{NO_BREAK}— ход" in step.text.ru
    assert NO_BREAK not in step.text.en
    with translation.override("ru"):
        assert gettext("с цифрой сильнее") == f"с{NO_BREAK}цифрой сильнее"
        assert ngettext("%(n)s очко", "%(n)s очков", 3) == f"%(n)s{NO_BREAK}очка"

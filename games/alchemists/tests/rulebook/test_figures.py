"""Figures of Alchemists: each shows what the case of its rule plays."""

import re

import pytest

from rulebook.content.entries import GameContent
from rulebook.content.reading import whole
from rulebook.drawing import figures


@pytest.fixture(scope="module")
def game() -> GameContent:
    return whole("alchemists")


def shown(game: GameContent, figure_id: str, lang: str = "ru") -> list[str]:
    """The words of a figure in their order, those below its pictures last."""
    pictures = figures.pictures(game, figure_id, lang)
    parts = [text for each in pictures for text in re.findall(r"<text[^>]*>([^<]*)</text>", each.inside)]
    return parts + [each.words for each in pictures if each.words]


def test_a_mixture_is_that_of_its_case(game: GameContent) -> None:
    """«Гриб и жаба дают исцеление»: the colour whose signs agree and whose circles differ is red plus."""
    assert shown(game, "mix.rule")[-1] == "гриб + жаба = зелье исцеления"
    assert "К+" in shown(game, "mix.rule")
    assert "знаки" in shown(game, "mix.neutral")
    assert "0" in shown(game, "mix.neutral")


def test_the_table_fills_the_four_pairs_that_its_case_asks_for(game: GameContent) -> None:
    """«Каждое зелье можно получить только из четырёх пар формул»."""
    (picture,) = figures.pictures(game, "formula.ways", "ru")
    filled = re.findall(
        r'<path class="fg-tint-fill"[^>]*/><text class="fg-on-tint"[^>]*>([^<]*)<', picture.inside
    )
    assert filled == ["К+"] * 4


def test_a_grid_crosses_out_what_no_longer_may_be(game: GameContent) -> None:
    """«Вычеркните у обоих четыре формулы с другим знаком»; later crosses are bold, earlier ones pale."""
    (first,) = figures.pictures(game, "grid.private", "ru")
    assert first.inside.count('class="fg-bad"') == 4 * 2
    (later,) = figures.pictures(game, "notebook.level", "ru")
    assert later.inside.count('class="fg-bad"') == 2  # the fern isn't a0 or a6


@pytest.mark.parametrize(
    ("figure_id", "said"),
    [
        ("reputation.green", "Оля: 14 → 12, зелёная зона"),
        ("reputation.blue", "Оля: 18 → 11, синяя зона"),
        ("reputation.red", "Оля: 6 → 6, красная зона"),
        ("reputation.joint", "Оля: 13 → 10, без цвета"),
    ],
)
def test_a_flask_moves_as_its_case_says(game: GameContent, figure_id: str, said: str) -> None:
    """«С 14 плохая продажа сдвигает на 12», and so for each zone."""
    assert shown(game, figure_id)[-1] == said


def test_what_comes_of_seals_is_what_the_cases_say(game: GameContent) -> None:
    """A hedge in the colour of the mistake saves, others lose 5 in the game and 4 points at the end."""
    assert [said for said in shown(game, "debunk.hedge") if said in ("−5", "0")] == ["−5", "0", "−5"]
    assert [said for said in shown(game, "reveal.hedge") if said in ("−4", "0")] == ["0", "−4", "−4"]


def test_names_are_those_of_the_language(game: GameContent) -> None:
    assert "Sasha" in shown(game, "endorse.pay", "en")
    assert "Саша" in shown(game, "endorse.pay", "ru")

"""Own columns of a table, ruling 74: six recipes and a Stone, no recipe twice, three different Stones."""

from collections.abc import Callable
from typing import Any

import pytest

from games.potions.rulebook.boxes.guild import sequences
from games.potions.rulebook.boxes.guild.drawing import sequence_card
from games.potions.rulebook.boxes.guild.drawing.sequence_card import DONE, NEXT, StagePlace
from games.potions.rulebook.boxes.guild.printing import sequence_sheets
from rulebook.content import reading
from rulebook.printing.layout.game_documents import CannotPrint
from rulebook.wording.sentences import render

Columns = list[list[dict[str, list[Any]]]]


def ours() -> Columns:
    return sequences.data_of(sequences.cards())


def test_the_reconstruction_has_three_cards_of_three_columns_of_seven_stages() -> None:
    """G: «Каждому игроку доступно три варианта», «состоит из семи этапов-рецептов»."""
    cards = sequences.cards()
    assert [len(card.columns) for card in cards] == [3, 3, 3]
    assert {len(column.stages) for card in cards for column in card.columns} == {7}
    assert {column.points for card in cards for column in card.columns} == {(2, 2, 4, 4, 6, 8, 10)}


def test_the_reconstruction_could_be_somebody_s_own() -> None:
    assert sequences.own_columns(ours()) == sequences.cards()


@pytest.mark.parametrize("lang", ["", "ru", "en"])
def test_columns_are_typed_by_ids_or_names(lang: str) -> None:
    text = sequences.text_of(sequences.cards(), lang)
    assert sequences.own_columns(sequences.data_of_text(text)) == sequences.cards()


def test_the_beginnings_of_words_do() -> None:
    line = "элик ниг, элик аль, пор атр, алк, аква, тал киб, красн"
    lines = [line, *sequences.text_of(sequences.cards()).splitlines()[1:]]
    assert sequences.own_columns(sequences.data_of_text("\n".join(lines))) == sequences.cards()


def test_points_may_be_other_ones() -> None:
    """Ruling 74: whole numbers from 0, 2 2 4 4 6 8 10 if nothing is said."""
    data = ours()
    data[0][0]["points"] = [0, 1, 2, 3, 4, 9, 99]
    del data[0][1]["points"]
    first = sequences.own_columns(data)[0]
    assert first.columns[0].points == (0, 1, 2, 3, 4, 9, 99)
    assert first.columns[1].points == (2, 2, 4, 4, 6, 8, 10)


def test_one_recipe_may_stand_in_all_columns() -> None:
    """Ruling 74: «Один рецепт может стоять в нескольких столбцах, но не дважды в одном»."""
    data = ours()
    for column in data[0]:
        column["stages"][0] = "elixir_of_wisdom"
    assert len(sequences.own_columns(data)) == 3


def test_the_elixir_of_universality_may_be_a_stage() -> None:
    """Ruling 73."""
    data = ours()
    data[2][0]["stages"][1] = "elixir_of_universality"
    assert sequences.own_columns(data)[2].columns[0].stages[1] == "elixir_of_universality"


def test_a_recipe_of_the_university_needs_its_box() -> None:
    """Ruling 74: «шесть любых рецептов коробок, что на столе»."""
    data = ours()
    data[0][0]["stages"][0] = "learned_gnawer"
    with pytest.raises(sequences.BadColumns) as error:
        sequences.own_columns(data)
    assert [refusal.code for refusal in error.value.refusals] == ["columns_card"]
    assert sequences.own_columns(data, ("guild", "university"))


def _without(data: Columns) -> object:
    return data[:2]


def _no_list(data: Columns) -> object:
    return {"cards": data}


def _two_columns(data: Columns) -> object:
    return [data[0], data[1], data[2][:2]]


def _six_stages(data: Columns) -> object:
    del data[1][2]["stages"][3]
    return data


def _unknown_key(data: Columns) -> object:
    data[0][0]["name"] = ["x"]
    return data


def _half_points(data: Columns) -> object:
    data[0][1]["points"][2] = 2.5
    return data


def _truth(data: Columns) -> object:
    data[0][1]["points"][2] = True
    return data


def _negative(data: Columns) -> object:
    data[0][1]["points"][2] = -1
    return data


def _six_points(data: Columns) -> object:
    data[0][1]["points"] = data[0][1]["points"][:6]
    return data


def _spell(data: Columns) -> object:
    data[0][1]["stages"][2] = "spell_of_transmutation"
    return data


def _early_stone(data: Columns) -> object:
    data[0][1]["stages"][2] = "stone_magisterium"
    return data


def _nonsense(data: Columns) -> object:
    data[0][1]["stages"][2] = "суп"
    return data


def _no_stone(data: Columns) -> object:
    data[0][1]["stages"][6] = "aqua_regis"
    return data


def _twice(data: Columns) -> object:
    data[0][1]["stages"][1] = data[0][1]["stages"][0]
    return data


def _one_stone(data: Columns) -> object:
    data[0][1]["stages"][6] = data[0][0]["stages"][6]
    return data


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (_without, "columns_shape"),
        (_no_list, "columns_shape"),
        (_two_columns, "columns_shape"),
        (_six_stages, "columns_stages"),
        (_unknown_key, "columns_stages"),
        (_half_points, "columns_points"),
        (_truth, "columns_points"),
        (_negative, "columns_points"),
        (_six_points, "columns_points"),
        (_spell, "columns_card"),
        (_early_stone, "columns_card"),
        (_nonsense, "columns_card"),
        (_no_stone, "columns_stone"),
        (_twice, "columns_twice"),
        (_one_stone, "columns_stones"),
    ],
)
def test_columns_that_cannot_be_are_refused_with_the_clause(
    spoil: Callable[[Columns], object], code: str
) -> None:
    with pytest.raises(sequences.BadColumns) as error:
        sequences.own_columns(spoil(ours()))
    assert {refusal.code for refusal in error.value.refusals} == {code}
    whole = reading.whole("potions")
    for refusal in error.value.refusals:
        assert refusal.clause in whole.clause_by_id
        for lang in ("ru", "en"):
            assert render(whole, "refusal", refusal.code, refusal.params, lang)


@pytest.mark.parametrize("text", ["суп", "а = б", "=", "1 2 3 4 5 6 7 = " + "9" * 5000, ",,,\n" * 9])
def test_whatever_is_typed_is_refused_not_broken(text: str) -> None:
    with pytest.raises(sequences.BadColumns):
        sequences.own_columns(sequences.data_of_text(text))
    with pytest.raises(CannotPrint):
        sequence_sheets.chosen(text)


def test_the_card_says_what_is_a_guess_and_what_is_the_table_s_own() -> None:
    """Guesses are marked wherever they appear."""
    content = sequences.content(("guild",))
    card = sequences.cards()[0]
    assert "восстановлено" in sequence_card.face(content, card, "ru")
    data = ours()
    data[0][0]["stages"][0] = "elixir_of_wisdom"
    own = sequences.own_columns(data)[0]
    drawn = sequence_card.face(content, own, "ru")
    assert "ваши столбцы" in drawn
    assert "восстановлено" not in drawn


def test_marks_change_the_card() -> None:
    content = sequences.content(("guild",))
    card = sequences.cards()[0]
    plain = sequence_card.face(content, card, "ru")
    marked = sequence_card.face(content, card, "ru", marks={StagePlace(0, 0): DONE, StagePlace(0, 1): NEXT})
    assert plain != marked

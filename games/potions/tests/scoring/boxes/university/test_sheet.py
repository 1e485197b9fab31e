"""The journal with «Университетский курс» on the table, without a database."""

import pytest

from games.potions.scoring.sheet.rules import SHEET
from scoring.sheets.core import BOXES, SheetEntry, TableRefused, state_of


def log(*texts: str) -> list[SheetEntry]:
    rows = [(BOXES, "university"), *((f"play.c{n}", text) for n, text in enumerate(texts, start=1))]
    return [SheetEntry(n, cell, text) for n, (cell, text) in enumerate(rows, start=1)]


def totals(*texts: str) -> tuple[int, ...]:
    return SHEET.fold(3, log(*texts)).totals


def refusal(text: str) -> tuple[str, str] | None:
    found = SHEET.check(state_of(3, log()), SheetEntry(0, "play.z", text))
    return (found.code, found.clause) if found else None


def warnings(*texts: str) -> list[tuple[str, str]]:
    return [(remark.code, remark.clause) for remark in SHEET.fold(3, log(*texts)).warnings]


HAS = {
    "generality": "1 assemble lesser_talisman_of_generality",
    "usefulness": "1 assemble lesser_talisman_of_usefulness",
}


def test_generality_pays_a_half_for_each_recipe() -> None:
    """university.generality.each: 4 and 4 for the two recipes of player 1, none twice without the box."""
    assert totals(HAS["generality"], "2 assemble dragon 1 1") == (12, 8, 0)


def test_a_silent_recipe_and_a_paid_one_of_the_same_owner() -> None:
    """Rulings 81 and 83: a recipe without the right to a half doesn't count with Generality either."""
    assert totals(HAS["generality"], "2 assemble dragon 1 1:magema") == (8, 8, 0)
    assert refusal("2 assemble dragon 1 1 1:magema") == ("sheet_owners", "assemble.half")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 useful", (1, 0, 0)),
        ("1 useful dragon", (1, 0, 0)),
        ("2 income", (0, 1, 0)),
        ("3 growth", (0, 0, 1)),
        ("1 forest spell_of_forbidden_forest 2 3", (10, 2, 2)),
        ("1 forest spell_of_forbidden_forest 1 1", (14, 0, 0)),
        ("1 scruple scruple_of_conscience 2", (0, -5, 0)),
        ("1 element 0", (0, 0, 0)),
    ],
)
def test_what_the_box_pays(text: str, expected: tuple[int, ...]) -> None:
    """university.usefulness.least, .income.point, .growth.point, .forest.points, .scruple.pass."""
    assert totals(text) == expected


@pytest.mark.parametrize(
    ("text", "code", "clause"),
    [
        ("1 forest spell_of_forbidden_forest 2", "sheet_creatures", "university.forest.points"),
        ("1 forest spell_of_creation 2 3", "sheet_play", "turn.play"),
        ("1 spell spell_of_forbidden_forest", "sheet_forest", "university.forest.points"),
        ("1 scruple scruple_of_conscience 1", "sheet_scruple_own", "university.scruple.pass"),
        ("1 scruple scruple_of_conscience 4", "sheet_seat", "setup.players"),
        ("1 assemble scruple_of_conscience", "sheet_no_recipe", "components.recipe"),
        ("1 element scruple_of_conscience 1", "sheet_worthless", "university.magema.element"),
        ("1 income 2", "sheet_play", "turn.play"),
        ("1 useful dragon 1", "sheet_play", "turn.play"),
        ("1 stage 1 1", "sheet_play", "turn.play"),
    ],
)
def test_what_can_not_be_written(text: str, code: str, clause: str) -> None:
    """Each refusal names the clause."""
    assert refusal(text) == (code, clause)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["1 income"], [("sheet_talisman", "university.income.point")]),
        (["1 growth"], [("sheet_talisman", "university.growth.point")]),
        (["1 useful"], [("sheet_talisman", "university.usefulness.least")]),
        ([HAS["usefulness"], "1 useful", "1 useful"], []),
        (["1 spell spell_of_creation", "1 income"], []),
        (
            ["1 spell spell_of_creation", "1 income", "1 growth"],
            [("sheet_talisman", "university.income.point")],
        ),
    ],
)
def test_a_talisman_that_nobody_has(texts: list[str], expected: list[tuple[str, str]]) -> None:
    """A talisman pays only those who have it; a spell may have brought one."""
    assert warnings(*texts) == expected


def test_the_scruple_goes_to_somebody_with_more() -> None:
    """university.scruple.pass, ruling 96: strictly more points."""
    passed = "1 scruple scruple_of_conscience 2"
    assert warnings(passed) == [("sheet_scruple", "university.scruple.pass")]
    assert warnings("2 element 1", passed) == []


def test_fetching_spells_bring_cards_back() -> None:
    """knowledge.take: with the University a spell comes back to a hand, too."""
    spells = ["1 spell spell_of_haste"] * 4
    assert [code for code, _ in warnings(*spells)] == ["sheet_copies"]
    assert warnings(*spells, "1 spell spell_of_magical_knowledge") == []


def test_the_elixir_stands_for_a_simple_elixir() -> None:
    """university.universality.replace: what wasn't assembled may have been the Elixir."""
    powder = "1 assemble powder_of_fate"
    assert [code for code, _ in warnings(powder)][:1] == ["sheet_ingredient"]
    assert warnings("1 assemble elixir_of_universality", powder) == []


def test_raw_data_of_the_box() -> None:
    """The command counts what the sheet counts."""
    names = ["Оля", "Коля", "Рита"]
    plays = [
        {"player": "Оля", "useful": True},
        {"player": "Оля", "income": True},
        {"player": "Коля", "forest": "spell_of_forbidden_forest", "used": ["Оля", "Оля"]},
        {"player": "Рита", "assemble": "dragon", "used": ["Оля", {"player": "Коля", "silent": "magema"}]},
    ]
    scored = SHEET.score_table({"players": names, "boxes": ["university"], "plays": plays})
    assert [each.points for each in scored.scores] == [10, 10, 8]
    with pytest.raises(TableRefused):
        SHEET.score_table({"players": names, "plays": plays})
    with pytest.raises(TableRefused):
        SHEET.score_table({"players": names, "boxes": ["attic"], "plays": []})

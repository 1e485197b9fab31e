"""Boxes of a game: an expansion adds to the base game and takes nothing from it."""

import shutil
from pathlib import Path

import pytest

from rulebook.content import checking
from rulebook.content.faults import say
from rulebook.content.reading import Reading, box_folders, read_from, read_whole_from
from tests.rulebook import boxed_game


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return boxed_game.write(tmp_path / "tiny")


@pytest.fixture
def tiny(home: Path) -> Reading:
    return read_whole_from("tiny", home)


def told(home: Path) -> list[str]:
    return [say(fault, "en") for fault in checking.faults_in("tiny", home)]


def clauses(reading: Reading) -> list[str]:
    return [
        clause.id for clause in reading.content.clauses if "." in clause.id and clause.source.kind != "shared"
    ]


def test_boxes_are_found_by_walking_and_are_sound(home: Path) -> None:
    assert list(box_folders(home)) == ["air", "water"]
    assert told(home) == []


def test_the_base_game_has_nothing_of_a_box(home: Path, tiny: Reading) -> None:
    """And what it has is the same whether there are boxes beside it or not."""
    alone = read_from("tiny", home).content
    shutil.rmtree(home.parent / "boxes")
    before = read_from("tiny", home).content
    assert alone.digest == before.digest
    for name in ("chapters", "clauses", "cards", "constants", "headings", "people", "words", "boxes"):
        assert getattr(alone, name) == getattr(before, name) == getattr(tiny.with_boxes(()).content, name), (
            name
        )


def test_each_choice_of_boxes_has_what_counts_with_it(tiny: Reading) -> None:
    """«Both» is no box: what needs another one says so."""
    assert clauses(tiny.with_boxes(["air"])) == ["play.card", "air.card"]
    assert clauses(tiny.with_boxes(["water"])) == ["play.card", "water.card"]
    assert clauses(tiny) == ["play.card", "air.card", "air.both", "water.card"]
    assert tiny.content.clause_by_id["air.both"].needs == ("air", "water")


def test_a_clause_has_one_number_whatever_lies_on_the_table(tiny: Reading) -> None:
    """Two people at one table name the same rule by it."""
    alone, both = tiny.with_boxes(["water"]).content, tiny.content
    for clause in alone.clauses:
        assert clause.number == both.clause_by_id[clause.id].number
    assert [chapter.number for chapter in both.chapters] == [1, 2, 3, 4]


def test_texts_of_a_box_name_its_numbers_and_those_of_the_base(tiny: Reading) -> None:
    assert tiny.content.clause_by_id["water.card"].text.en.endswith("you hold 7 cards and not 3.")
    assert tiny.with_boxes(["air"]).content.constants == {"hand": 3, "air_hand": 7}


def test_a_card_of_two_boxes_is_one_card_and_its_copies_know_their_box(tiny: Reading) -> None:
    twin = tiny.content.card_by_id["twin"]
    assert (twin.count, twin.homes) == (5, ("air", "water"))
    assert [(copies.code, copies.box, copies.count) for copies in twin.copies] == [
        ("twin:air", "air", 2),
        ("twin:water", "water", 3),
    ]
    alone = tiny.with_boxes(["water"]).content.card_by_id["twin"]
    assert (alone.count, alone.homes, [copies.code for copies in alone.copies]) == (
        3,
        ("water",),
        ["twin:water"],
    )


def test_no_box_is_on_the_table_that_isnt_there(tiny: Reading) -> None:
    with pytest.raises(KeyError, match="fire"):
        tiny.with_boxes(["air", "fire"])


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("rules.toml", '"play.card"', '"play.cart"', "clause air.card, changes: unknown clause play.cart"),
        ("rules.toml", '"air.card"', '"play.card"', "clause play.card, id: duplicate id"),
        ("rules.toml", "{card:air} на", "{card:ear} на", "clause air.card, ru: unknown reference {card:ear}"),
        ("rules.toml", 'with = "water"', 'with = "fire"', "clause air.both, with: unknown box fire"),
        ("cards.toml", "Близнец", "Двойник", "card twin: box air says something else of it"),
        ("game.toml", "air_hand = 7", "hand = 4, air_hand = 7", "constants: constant hand has another value"),
        ("cards.toml", '"twin:air"', '"twin:water"', "card twin, copies: two copies have one code"),
        ("game.toml", 'id = "air"', 'id = "ear"', "id: the folder has another name: “air”"),
    ],
)
def test_what_is_wrong_in_a_box_is_named_with_its_file(
    home: Path, file: str, old: str, new: str, says: str
) -> None:
    boxed_game.change(home, "air", file, old, new)
    lines = told(home)
    assert any(says in line and line.startswith("tiny/boxes/") for line in lines), lines


def test_what_leads_to_another_box_must_need_it(home: Path) -> None:
    """With one box alone on the table the other one's rules can't be looked up as its own."""
    boxed_game.change(home, "air", "rules.toml", 'with = "water"\n', "")
    assert {line.split(": ", 1)[1] for line in told(home)} == {
        f"clause air.both, {lang}: with air alone on the table: unknown reference {{{link}}}"
        for lang in ("en", "ru")
        for link in ("card:water", "ref:water.card")
    }


def test_the_base_game_names_nothing_of_a_box(home: Path) -> None:
    path = home / "rules.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("{card:one}", "{card:air}"), encoding="utf-8")
    assert "tiny/rules.toml:2: clause play.card, ru: unknown reference {card:air}" in [
        line.replace(line.split(":")[1], "2", 1) for line in told(home)
    ]


def test_an_unreadable_box_is_told_by_its_line(home: Path) -> None:
    boxed_game.change(home, "water", "cards.toml", 'id = "water"', 'id = "water')
    assert any(line.startswith("tiny/boxes/water/cards.toml:3: card") for line in told(home)), told(home)


PASSAGE = """
[[passage]]
n = 1
label = { ru = "о воздухе", en = "on air" }
sha = "0123456789abcdef"
clauses = ["%s"]
told_in = "%s"
"""


@pytest.mark.parametrize(
    ("clause", "box", "fault"),
    [
        ("air.card", "air", []),
        ("water.none", "water", ["tiny/passages.toml:6: passage 1, clauses: unknown clause water.none"]),
        ("play.card", "fire", ["tiny/passages.toml:7: passage 1, told_in: unknown box fire"]),
    ],
)
def test_the_seed_of_a_game_may_tell_of_a_box(home: Path, clause: str, box: str, fault: list[str]) -> None:
    """A passage names the box whose rule it states, and the rule is looked for where that box is."""
    (home / "passages.toml").write_text(PASSAGE % (clause, box), "utf-8")
    assert told(home) == fault


def test_headings_of_a_box_without_a_seed_are_looked_for_in_that_of_its_game(home: Path) -> None:
    head = home.parent / "boxes" / "air" / "content" / "game.toml"
    head.write_text(head.read_text("utf-8") + '\nheadings = ["Воздух"]\n', "utf-8")
    reading = read_whole_from("tiny", home)
    missing = [say(fault, "en") for fault in checking.seed_report(reading, "Вода и земля\n")]
    assert any("heading “Воздух” isn’t in the rulebook" in line for line in missing)
    found = [say(fault, "en") for fault in checking.seed_report(reading, "Воздух и земля\n")]
    assert not any("Воздух" in line for line in found)

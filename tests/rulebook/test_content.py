"""The loader's complaints name file, entry and, for syntax, the line; `problems` finds what dangles."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.checking import problems
from rulebook.content import CONTENT_DIR, game_ids, load
from rulebook.entries import GameContent
from rulebook.toml_file import ContentError

Edit = Callable[[str, str, str], Path]


def complaint(folder: Path) -> str:
    with pytest.raises(ContentError) as caught:
        load("poison", folder)
    return str(caught.value)


@pytest.mark.parametrize("game_id", game_ids())
def test_the_content_of_every_game_is_sound(game_id: str) -> None:
    assert problems(load(game_id)) == []


def test_a_syntax_error_names_the_file_and_the_line(folder: Path) -> None:
    file = folder / "poison" / "rules.toml"
    file.write_text('# one\n# two\nru = "не закрыто\n', encoding="utf-8")
    assert complaint(folder).startswith("poison/rules.toml: syntax: ")
    assert "line 3" in complaint(folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "poison" / "cards.toml").unlink()
    assert complaint(folder) == "poison/cards.toml: the file is missing"


def test_a_file_in_another_encoding_is_named(folder: Path) -> None:
    (folder / "poison" / "glossary.toml").write_bytes("[[term]]\nid = 'котёл'".encode("cp1251"))
    assert complaint(folder).startswith("poison/glossary.toml: not UTF-8 at byte ")


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "rules.toml",
            'id = "overflow.take"',
            'id = "overflow.limit"',
            "clause overflow.limit: stands twice",
        ),
        ("rules.toml", 'id = "overflow.take"', 'id = "overflow"', "clause overflow: a clause id needs a dot"),
        ("rules.toml", 'chapter = "setup"', 'chapter = "prelude"', "clause setup.players: chapter 'prelude'"),
        ("rules.toml", 'kind = "seed"', 'kind = "hearsay"', "clause components.deck: 'kind' is 'hearsay'"),
        (
            "rules.toml",
            'decided_by = "engine"',
            'decided_by = "dice"',
            "clause components.deck: 'decided_by'",
        ),
        ("rules.toml", "title = {", "heading = {", "clause components.deck: 'title' is missing"),
        ("cards.toml", "value = 1", 'value = "1"', "card red-1: 'value' must be a whole number"),
        ("cards.toml", "count = 3", "count = true", "card red-1: 'count' must be a whole number"),
        ("rulings.toml", 'status = "ours"', 'status = "rumour"', "ruling 1: 'status' is 'rumour'"),
        ("rulings.toml", 'clauses = ["', 'clauses = "', "poison/rulings.toml: syntax"),
        ("glossary.toml", "\nen = ", "\nde = ", "term cauldron: 'text' has no en"),
        ("game.toml", "minutes = 30", "", "poison/game.toml: 'minutes' is missing"),
        ("passages.toml", "n = 1\n", "", "passage number 1: 'n' is missing"),
    ],
)
def test_a_wrong_entry_is_named(edit: Edit, file: str, old: str, new: str, words: str) -> None:
    assert words in complaint(edit(file, old, new))


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("rules.toml", "{term:potion}", "{term:lotion}", "{term:lotion} leads nowhere"),
        ("rules.toml", "{term:potion}", "{potion}", "clause components.potion: unknown markup"),
        (
            "rulings.toml",
            'clauses = ["setup.players"]',
            'clauses = ["setup.crowd"]',
            "clause setup.crowd does not",
        ),
        ("rulings.toml", 'option = "two_players"', 'option = "solo"', "option solo does not exist"),
        ("game.toml", 'asked = ["overflow.take"', 'asked = ["overflow.tale"', "asked clause overflow.tale"),
        ("game.toml", 'ruling = "poison-18"', 'ruling = "poison-99"', "ruling poison-99 does not exist"),
        ("cards.toml", 'code = "R2"', 'code = "R1"', "two cards have one code"),
        ("cards.toml", 'colour = "red"', 'colour = "beige"', "card red-1: colour beige does not exist"),
        ("rules.toml", '"event:captured"', '"event:vanished"', "event:vanished has no words"),
        ("passages.toml", "clauses = []", 'clauses = ["setup.deal"]', "needs clauses or a reason"),
        ("passages.toml", "n = 2\n", "n = 200\n", "numbers must run from 1 without gaps"),
    ],
)
def test_what_dangles_between_entries_is_found(
    edit: Edit, file: str, old: str, new: str, problem: str
) -> None:
    found = problems(load("poison", edit(file, old, new)))
    assert any(problem in line for line in found), found


def test_numbers_follow_the_order_of_the_book(poison: GameContent) -> None:
    for chapter in poison.chapters:
        numbers = [clause.number for clause in poison.in_chapter(chapter.id)]
        assert numbers == [f"{chapter.number}.{n}" for n in range(1, len(numbers) + 1)]


def test_back_references_lead_back(poison: GameContent) -> None:
    found = [(clause.id, poison.references_to("ref", clause.id).clauses) for clause in poison.clauses]
    assert any(sources for _, sources in found)
    for target, sources in found:
        for source in sources:
            assert f"{{ref:{target}}}" in source.text.ru + source.text.en


def test_the_digest_changes_with_any_file(edit: Edit) -> None:
    assert load("poison", edit("words.toml", "Сейчас", "Пока")).digest != load("poison", CONTENT_DIR).digest


def test_long_rules_and_words_stand_in_the_files_of_a_folder(poison: GameContent, folder: Path) -> None:
    """A folder `rules/` is read file by file in the order of their names, like one long file."""
    home = folder / "poison"
    (home / "rules").mkdir()
    text = (home / "rules.toml").read_text(encoding="utf-8")
    cut = text.index("[[clause]]", len(text) // 2)
    (home / "rules" / "1.toml").write_text(text[:cut], encoding="utf-8")
    (home / "rules" / "2.toml").write_text(text[cut:], encoding="utf-8")
    (home / "rules.toml").unlink()
    assert load("poison", folder).clauses == poison.clauses


@pytest.mark.parametrize(
    ("folder_name", "second", "message"),
    [
        ("rules", '[[clause]]\nid = "setup.deal"\n', "clause setup.deal: stands in two files"),
        ("words", '[line.potions]\nru = "а"\nen = "a"\n', "line.potions: stands in two files"),
    ],
)
def test_nothing_stands_in_two_files_of_a_folder(
    folder: Path, folder_name: str, second: str, message: str
) -> None:
    home = folder / "poison"
    (home / folder_name).mkdir()
    (home / f"{folder_name}.toml").rename(home / folder_name / "1.toml")
    (home / folder_name / "2.toml").write_text(second, encoding="utf-8")
    assert complaint(folder) == f"{folder_name}/2.toml: {message}"

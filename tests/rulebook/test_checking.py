"""`manage.py rules check`: what the files say of themselves and of the rulebook they retell."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from rulebook.content import checking
from rulebook.content.entries import GameContent, Passage, Text
from rulebook.content.faults import Fault, say
from rulebook.content.reading import Reading, game_ids, read
from rulebook.content.toml_file import TomlTable
from rulebook.search.findable import card_text
from tests.daily import daily

pytestmark = pytest.mark.whole

Edit = Callable[[str, str, str], Path]
LABEL = Text("приветствие", "greeting")


def retelling(*paragraphs: tuple[str, str], headings: tuple[str, ...] = ()) -> Reading:
    """Poison with passages that list these paragraphs, as pairs (number, text)."""
    poison = read("poison")
    passages = tuple(
        Passage(n, LABEL, sha256(text.encode()).hexdigest()[:16], (), LABEL) for n, text in paragraphs
    )
    content = replace(poison.content, passages=passages, headings=headings)
    of_first, head = poison.entries["passage", "1"], poison.entries["game", "poison"]
    entries = {
        ("passage", n): TomlTable(of_first.file, f"passage {n}", of_first.data, of_first.header)
        for n, _ in paragraphs
    }
    return replace(poison, content=content, base=content, entries={**entries, ("game", "poison"): head})


def told(faults: Iterable[Fault]) -> list[str]:
    return [say(fault, "en") for fault in faults]


def faults_in(folder: Path, game: str = "poison") -> list[str]:
    """What is wrong with one game of a folder: reading all four takes ten times as long."""
    return told(checking.faults_of(read(game, folder)))


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "example.org/tiny", "https:///tiny", "http://a b"]
)
def test_the_home_of_a_game_is_an_address_of_the_web(edit: Edit, address: str) -> None:
    """A page leads there; what isn't http or https is refused, and shown nowhere."""
    folder = edit("game.toml", "minutes =", f'home = "{address}"\nminutes =')
    assert [line.partition(": ")[2] for line in faults_in(folder)] == [
        "home: must be an address such as https://…"
    ]
    assert read("poison", folder).content.home == ""


def test_what_a_game_gives_once_is_said_once(edit: Edit) -> None:
    """`text` of a card is its `rule` unless given, and search shows it once; no rules are asked at the table
    unless the game names them.
    """
    folder = edit("cards.toml", "text = {", "rule = {")
    edit("game.toml", "asked = [", "people = {}\nheadings_ = [")
    content = read("poison", folder).content
    card = next(card for card in content.cards if card.rule)
    assert card.text == card.printed == card.rule
    assert card_text(content, card) == card.rule
    assert content.asked == ()


def test_the_command_prints_a_line_for_each_fault_and_nothing_else(edit: Edit, monkeypatch, capsys) -> None:
    edit("rules.toml", 'decided_by = "engine"', 'decided_by = "dice"')
    edit("cards.toml", "value = 1", 'value = "1"')
    folder = edit("rulings.toml", 'status = "ours"', 'status = "rumour"')
    monkeypatch.setattr("rulebook.content.checking.report.__defaults__", (folder,))
    with pytest.raises(SystemExit) as ended:
        call_command("rules", "check", lang="en")
    assert ended.value.code == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        f"poison/{name}.toml" for name in ("cards", "rules", "rulings")
    ]


COMMANDS = ("rules check", "load_rules", "simulate poison")


@pytest.mark.long
@pytest.mark.parametrize("command", daily(COMMANDS, COMMANDS[-1:]))
def test_no_command_ends_in_a_traceback_over_a_broken_content_file(folder: Path, command: str) -> None:
    """A copy of the project whose Poison has three faults: engines can't even be imported there.

    Every day of the commands the one that needs an engine.
    """
    project = folder.parent / "project"
    needless = (".*", "var", "tests", "docs", "fonts", "templates", "locale", "pocket", "examples")
    shutil.copytree(settings.BASE_DIR, project, ignore=shutil.ignore_patterns(*needless))
    rules = project / "games" / "poison" / "rulebook" / "content" / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    text = text.replace('en = "Take turns', "en = Take turns").replace('kind = "seed"', 'kind = "hearsay"', 2)
    rules.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "manage.py", *command.split()],
        cwd=project,
        env={**os.environ, "GRIMOIRE_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stderr.removeprefix("CommandError: ").splitlines()
    assert done.returncode == 1
    assert len(lines) == 3, done.stderr
    assert all(line.startswith("poison/rules.toml:") for line in lines)


BROKEN_RECIPES = [
    (
        "cards.toml",
        'ingredients = ["element:blood_stone", "element:mandrake"]',
        'ingredients = ["element:bloodstone", "element:mandrake"]',
        "card love_potion, ingredients: unknown ingredient element:bloodstone",
    ),
    (
        "cards.toml",
        '"card:potion_of_eternal_sleep", "element:bat_wing"',
        '"card:eternal_sleep", "element:bat_wing"',
        "card powder_of_incorporeality, ingredients: unknown ingredient card:eternal_sleep",
    ),
    (
        "cards.toml",
        '"kind:talisman", "kind:talisman"',
        '"kind:talisman", "kind:amulet"',
        "card great_talisman_of_magic, ingredients: unknown ingredient kind:amulet",
    ),
    ("cards.toml", 'kind = "creature"', 'kind = "beast"', "card unicorn, kind: unknown kind beast"),
    (
        "cards.toml",
        'elements = ["air_crystal"]',
        'elements = ["crystal"]',
        "card love_potion, copies: unknown element crystal",
    ),
    ("elements.toml", 'id = "belladonna"', 'id = "dragon"', "element dragon, id: a card has the same id"),
    ("rules.toml", "{term:", "{element:gold} {term:", "unknown reference {element:gold}"),
]


def test_broken_recipes_are_named(edit: Edit) -> None:
    for file, old, new, _ in BROKEN_RECIPES:
        folder = edit(f"potions/{file}", old, new)
    ends = tuple(line for *_, line in BROKEN_RECIPES)
    found = [said for said in faults_in(folder, "potions") if said.endswith(ends)]
    assert [end for end in ends if not any(said.endswith(end) for said in found)] == []


def test_a_recipe_that_needs_itself_is_named(edit: Edit) -> None:
    folder = edit("potions/cards.toml", '"card:infusion_of_divination", "el', '"card:unseen_guardian", "el')
    assert "card powder_of_fate, ingredients: needs itself" in "\n".join(faults_in(folder, "potions"))


def changed(card_id: str, **fields: object) -> list[str]:
    """What is wrong with Potions if a card is another one, without the place."""
    potions = read("potions")
    cards = (replace(card, **fields) if card.id == card_id else card for card in potions.content.cards)
    broken = replace(potions, content=replace(potions.content, cards=tuple(cards)))
    return [said.split(": ", 1)[1] for said in told(checking.faults_of(broken))]


def test_half_of_a_recipe_that_takes_recipes_is_a_whole_number() -> None:
    """Clarification potions-9: halves never need rounding, and the content is held to it."""
    lines = changed("dragon", points=7)
    assert "card dragon, points: takes recipes, but half of 7 points is no whole number" in lines


def test_a_recipe_of_elements_alone_may_have_odd_points(potions: GameContent) -> None:
    assert {card.points % 2 for card in potions.cards if card.kind == "complex_elixir"} == {1}


def test_a_card_gives_what_its_kind_gives() -> None:
    assert changed("dragon", points=6) == ["card dragon, points: 6 points, a creature gives 8"]


def test_a_kind_with_points_has_recipes_and_one_without_has_none(potions: GameContent) -> None:
    assert changed("dragon", ingredients=(), points=0) == [
        "card dragon, kind: a creature has a recipe and points, or neither"
    ]
    recipe = potions.card_by_id["love_potion"].ingredients
    assert changed("spell_of_knowledge", ingredients=recipe) == [
        "card spell_of_knowledge, kind: a spell has a recipe and points, or neither"
    ]


def test_a_file_that_cannot_be_read_is_reported_too(folder: Path) -> None:
    (folder / "games" / "poison" / "content" / "cards.toml").unlink()
    assert "poison/cards.toml: the file is missing" in faults_in(folder)


def test_fewer_questions_than_wanted_are_counted(edit: Edit) -> None:
    """Whatever has questions of players has six in Russian and four in English."""
    folder = edit(
        "poison/asks/rules.toml",
        'of = "clause:overflow.take"\nru = [',
        'of = "clause:overflow.take"\nru = ["что забрать"]\nonce = [',
    )
    assert any("1 questions in ru, 6 at least" in line for line in faults_in(folder))


def test_questions_that_cannot_be_read_are_one_fault(edit: Edit) -> None:
    """Nothing is said of what the rest of the file would have held: the first line is the one to mend."""
    folder = edit("poison/asks/rules.toml", 'of = "clause:overflow.take"', 'of = "clause:overflow.take')
    (line,) = faults_in(folder)
    assert line.startswith("poison/asks/rules.toml:")
    assert "a quote isn’t closed in this line" in line


def test_questions_of_an_entry_that_is_gone_are_pointed_out(edit: Edit) -> None:
    folder = edit("poison/asks/rules.toml", 'of = "clause:overflow.take"', 'of = "clause:overflow.grab"')
    lines = faults_in(folder)
    assert any("asks clause:overflow.grab, of: unknown entry clause:overflow.grab" in line for line in lines)
    assert any("clause overflow.take, ru: 0 questions in ru, 6 at least" in line for line in lines)


def test_paragraphs_are_what_blank_lines_separate() -> None:
    assert checking.paragraphs("\n\nодин\n  два\n \n\nтри\n") == ["один два", "три"]
    assert checking.paragraphs("один\n***\n два  три\n") == ["один", "два три"]  # a thread of a forum


def test_sentences_end_where_the_next_one_begins() -> None:
    assert checking.sentences("Раз. Два (2)! «Три», т. е. конец? 4 шага") == [
        "Раз.",
        "Два (2)!",
        "«Три», т. е. конец?",
        "4 шага",
    ]


def test_an_unchanged_rulebook_matches_its_passages() -> None:
    assert checking.seed_report(retelling(("1", "раз"), ("2", "два")), "раз\n\nдва\n") == ()


def test_a_changed_paragraph_is_named() -> None:
    lines = told(checking.seed_report(retelling(("1", "раз"), ("2", "два")), "раз\n\nдва!\n"))
    assert len(lines) == 1
    assert lines[0].endswith("passage 2, sha: has another text in the rulebook")


def test_a_missing_paragraph_is_counted() -> None:
    lines = told(checking.seed_report(retelling(("1", "раз"), ("2", "два")), "раз\n"))
    assert lines[0].endswith("passage 1: the rulebook has 1, passages.toml 2")
    (line,) = told(checking.seed_report(retelling(), "раз\n"))
    assert line.startswith("poison/game.toml:1: ")


def test_a_paragraph_may_be_listed_sentence_by_sentence() -> None:
    """The forum's posts are too long to be one passage: a lost sentence wouldn't show."""
    listed = retelling(("1", "раз"), ("2.1", "Два."), ("2.2", "Три."))
    assert checking.seed_report(listed, "раз\n\nДва. Три.\n") == ()
    assert len(checking.seed_report(listed, "раз\n\nДва. Пять.\n")) == 1
    (line,) = told(checking.seed_report(listed, "раз\n\nДва. Три. Четыре.\n"))
    assert line.endswith("passage 2.1: the rulebook has 3, passages.toml 2")


def test_a_heading_that_the_rulebook_lacks_is_named() -> None:
    """Headings stand once in game.toml; the seed says whether there are such."""
    listed = retelling(("1", "СОСТАВ ИГРЫ"), headings=("СОСТАВ ИГРЫ", "ПРОЧЕЕ"))
    lines = told(checking.seed_report(listed, "СОСТАВ ИГРЫ\n"))
    assert len(lines) == 1
    assert "heading “ПРОЧЕЕ” isn’t in the rulebook" in lines[0]


@pytest.mark.parametrize(
    ("n", "after"),
    [
        ("11", ("12", "12.1")),
        ("12.1", ("13", "13.1", "12.2")),
        ("a", ()),
        ("a.1", ()),
        ("11.a", ("12", "12.1")),
    ],
)
def test_some_numbers_may_come_after_another_and_none_after_what_is_none(
    n: str, after: tuple[str, ...]
) -> None:
    assert checking.following(n) == after


@pytest.mark.parametrize("game_id", game_ids())
def test_the_numbers_of_passages_follow_one_another(game_id: str) -> None:
    numbers = [passage.n for passage in read(game_id).content.passages]
    assert all(after in checking.following(n) for n, after in pairwise(["0", *numbers]))


@pytest.mark.long
@pytest.mark.thorough  # every day what a rulebook is checked for, above
def test_a_rulebook_of_no_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "chess.txt").write_text("e4", encoding="utf-8")
    with pytest.raises(CommandError, match=r"chess\.txt is the rulebook of no game here"):
        call_command("rules", "check", seed=tmp_path / "chess.txt")


@pytest.mark.parametrize(
    ("file", "text", "line"),
    [
        ("bogus.toml", "[[bogus]]\nid = 1\n", "poison/bogus.toml: nobody reads this file"),
        ("rules/more.toml", "", "poison/rules.toml: nobody reads this file"),
        ("asks/deep/asks.toml", "", "poison/asks/deep/asks.toml: nobody reads this file"),
        ("asks/more.toml", "[[nonsense]]\nid = 1\n", "poison/asks/more.toml:1: “nonsense” is no [[asks]]"),
    ],
)
def test_what_nobody_reads_is_told(folder: Path, file: str, text: str, line: str) -> None:
    """A misspelt name of a file or a table; a folder `rules` takes the place of rules.toml."""
    path = folder / "games" / "poison" / "content" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert line in faults_in(folder)


def test_a_misspelt_table_of_a_part_is_told(edit: Edit) -> None:
    folder = edit("glossary.toml", "[[term]]", "[[trem]]")
    (line,) = (line for line in faults_in(folder) if "trem" in line)
    assert line.startswith("poison/glossary.toml:")
    assert line.endswith(": “trem” is no [[term]]")

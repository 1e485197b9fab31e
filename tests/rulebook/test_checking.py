"""`manage.py rules check`: what the files say of themselves and of the rulebook they retell."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulebook import checking
from rulebook.entries import GameContent, Passage, Text

LABEL = Text("приветствие", "greeting")


def retelling(poison: GameContent, *paragraphs: str) -> GameContent:
    """The game with passages that list these paragraphs."""
    hashes = [sha256(text.encode()).hexdigest()[:16] for text in paragraphs]
    return replace(
        poison, passages=tuple(Passage(n, LABEL, sha, (), LABEL) for n, sha in enumerate(hashes, 1))
    )


def test_a_sound_game_is_counted() -> None:
    out = StringIO()
    call_command("rules", "check", stdout=out)
    assert [line.split(", ")[0] for line in out.getvalue().splitlines()] == [
        "alchemists: 17 chapters",
        "poison: 6 chapters",
        "potions: 8 chapters",
        "wizwar: 20 chapters",
    ]


def test_every_wrong_line_names_its_game(edit: Callable[[str, str, str], Path]) -> None:
    folder = edit("rules.toml", "{term:potion}", "{term:lotion}")
    assert checking.report(folder) == ["poison: clause components.potion: {term:lotion} leads nowhere"]


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        (
            "cards.toml",
            'ingredients = ["element:blood_stone", "element:mandrake"]',
            'ingredients = ["element:bloodstone", "element:mandrake"]',
            "card love_potion: ingredient element:bloodstone does not exist",
        ),
        (
            "cards.toml",
            '"card:infusion_of_divination", "element:phoenix_feather"',
            '"card:infusion", "element:phoenix_feather"',
            "card powder_of_fate: ingredient card:infusion does not exist",
        ),
        (
            "cards.toml",
            '"kind:talisman", "kind:talisman"',
            '"kind:talisman", "kind:amulet"',
            "card great_talisman_of_magic: ingredient kind:amulet does not exist",
        ),
        (
            "cards.toml",
            'kind = "creature"',
            'kind = "beast"',
            "card unicorn: kind beast does not exist",
        ),
        (
            "cards.toml",
            'elements = ["air_crystal"]',
            'elements = ["crystal"]',
            "card love_potion: element crystal does not exist",
        ),
        (
            "cards.toml",
            '"card:infusion_of_divination", "element:phoenix_feather"',
            '"card:unseen_guardian", "element:phoenix_feather"',
            "card powder_of_fate: needs itself",
        ),
        (
            "elements.toml",
            'id = "belladonna"',
            'id = "dragon"',
            "element dragon: a card has the same id",
        ),
        (
            "rules.toml",
            "{term:",
            "{element:gold} {term:",
            "{element:gold} leads nowhere",
        ),
    ],
)
def test_a_broken_recipe_is_named(
    edit: Callable[[str, str, str], Path], file: str, old: str, new: str, line: str
) -> None:
    assert any(said.endswith(line) for said in checking.report(edit(f"potions/{file}", old, new)))


def changed(potions: GameContent, card_id: str, **fields: object) -> list[str]:
    """What is wrong with the game if a card is another one."""
    cards = (replace(card, **fields) if card.id == card_id else card for card in potions.cards)
    return checking.problems(replace(potions, cards=tuple(cards)))


def test_half_of_a_recipe_that_takes_recipes_is_a_whole_number(potions: GameContent) -> None:
    """Clarification potions-9: halves never need rounding, and the content is held to it."""
    lines = changed(potions, "dragon", points=7)
    assert "card dragon: takes recipes, but half of 7 points is no whole number" in lines


def test_a_recipe_of_elements_alone_may_have_odd_points(potions: GameContent) -> None:
    assert {card.points % 2 for card in potions.cards if card.kind == "complex_elixir"} == {1}


def test_a_card_gives_what_its_kind_gives(potions: GameContent) -> None:
    assert changed(potions, "dragon", points=6) == ["card dragon: 6 points, a creature gives 8"]


def test_a_kind_with_points_has_recipes_and_one_without_has_none(potions: GameContent) -> None:
    assert changed(potions, "dragon", ingredients=(), points=0) == [
        "card dragon: a creature has points, unlike its recipe"
    ]
    recipe = potions.card_by_id["love_potion"].ingredients
    assert changed(potions, "spell_of_knowledge", ingredients=recipe) == [
        "card spell_of_knowledge: a spell has no points, unlike its recipe"
    ]


def test_a_file_that_cannot_be_read_is_reported_too(folder: Path) -> None:
    (folder / "poison" / "words.toml").unlink()
    assert checking.report(folder) == ["poison/words.toml: the file is missing"]


def test_paragraphs_are_what_blank_lines_separate() -> None:
    assert checking.paragraphs("\n\nодин\n  два\n \nтри\n") == ["один два", "три"]


def test_an_unchanged_rulebook_matches_its_passages(poison: GameContent) -> None:
    assert checking.seed_report(retelling(poison, "раз", "два"), "раз\n\nдва\n") == []


def test_a_changed_paragraph_is_named(poison: GameContent) -> None:
    lines = checking.seed_report(retelling(poison, "раз", "два"), "раз\n\nдва!\n")
    assert lines == ["poison: passage 2 (приветствие) has another text in the rulebook"]


def test_a_missing_paragraph_is_counted(poison: GameContent) -> None:
    lines = checking.seed_report(retelling(poison, "раз", "два"), "раз\n")
    assert lines == ["poison: the rulebook has 1 paragraphs, passages.toml 2"]


def test_a_rulebook_of_no_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "chess.txt").write_text("e4", encoding="utf-8")
    with pytest.raises(CommandError, match=r"chess\.txt is the rulebook of no game here"):
        call_command("rules", "check", seed=tmp_path / "chess.txt")

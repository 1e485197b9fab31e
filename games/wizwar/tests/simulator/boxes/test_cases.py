"""Each rule, card and notation of the boxes, of teams and of the variants is shown by something that runs."""

import re

import pytest
from django.conf import settings

from games.wizwar.simulator.engine.course import course_of
from rulebook.content import reading
from rulebook.content.entries import Card, Clause
from rulebook.content.typography import NO_BREAK
from simulator.cases import casebook

WHOLE = reading.whole("wizwar")
CASES = casebook.cases_of("wizwar")
BOXES = course_of("artifacts,monsters")
DECIDED = [
    clause
    for clause in WHOLE.clauses
    if clause.decided_by == "engine" and (clause.box or clause.chapter in ("teams", "variants"))
]
BOXED = [card for card in WHOLE.cards if card.box and card.deck]
PAGES = settings.BASE_DIR / "games/wizwar/simulator/cases"
GUIDE = "".join((PAGES / name).read_text(encoding="utf-8") for name in ("README.md", "examples.md"))


@pytest.mark.parametrize("clause", DECIDED, ids=lambda clause: clause.id)
def test_a_rule_has_a_case_of_its_own_and_an_example_beside_it(clause: Clause) -> None:
    """Issue: «cases for each rule, card and variant; clauses with examples that run»."""
    assert any(case.clause == clause.id for case in CASES)
    assert clause.id in casebook.find("wizwar", clause.scenario).clauses
    assert clause.figure or clause.no_figure == "example"


@pytest.mark.parametrize("card", BOXED, ids=lambda card: card.id)
def test_a_card_has_a_case_that_plays_it_and_one_that_counts_its_copies(card: Card) -> None:
    """As in the basic game: its case is called card-<id>, names it and plays it."""
    case = casebook.find("wizwar", f"card-{card.id}")
    assert card.name.ru.replace(NO_BREAK, " ") in case.title["ru"].replace(NO_BREAK, " ")
    assert card.name.en in case.title["en"]
    assert any(card.code in move.split() for move in case.moves)
    assert casebook.find("wizwar", f"card-{card.id}-one-too-many").expect["bad_position"]


@pytest.mark.parametrize(
    "word", [*BOXES.keys, *BOXES.verbs, *BOXES.anytime_verbs, "keep", "release", "vote", "reveal"]
)
def test_each_key_and_move_of_the_boxes_stands_in_an_example_of_the_guide(word: str) -> None:
    """Issue: «short form in cases/README.md»; tests/simulator/test_case_docs.py runs its examples."""
    examples = "".join(re.findall(r"^```toml\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE))
    assert re.search(rf"^{word} = ", examples, re.MULTILINE) or re.search(rf'": {word} |: {word} ', examples)
    assert f"`{word}" in GUIDE


@pytest.mark.parametrize("stage", ["vote", "upkeep", "monsterharm", "wishing"])
def test_each_question_of_the_boxes_is_expected_in_an_example_of_the_guide(stage: str) -> None:
    assert f'stage = "{stage}"' in GUIDE

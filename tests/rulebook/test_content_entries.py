"""What an entry of the content says of itself, and which entries a game finds by another."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulebook.content.entries import (
    Card,
    Clause,
    Copies,
    Figure,
    GameContent,
    Passage,
    Phrases,
    Placed,
    Revision,
    Ruling,
    Source,
    Term,
    Text,
)
from rulebook.content.reading import read_from, read_whole_from
from rulebook.content.stored import from_json, to_json
from tests.rulebook import boxed_game, tiny_game

SAID = Text("Так.", "So.")
RULE = Clause("a.b", "a", "1.1", SAID, SAID, Source("seed", "A"), "table")
RULING = Ruling("g-1", 1, SAID, SAID, "rulebook", (), (), "", "")
CARD = Card("one", "R1", "red", "", 1, 1, SAID, SAID, SAID, SAID, "ours")


@pytest.mark.parametrize(
    ("box", "needs", "also", "homes", "condition"),
    [
        ("", (), (), (), ""),
        ("water", ("water",), (), ("water",), "water"),
        ("air", ("air", "water"), (), ("air",), "air+water"),
        ("water", ("water",), ("air",), ("air", "water"), "air|water"),
    ],
)
def test_an_entry_knows_the_boxes_that_it_needs(
    box: str, needs: tuple[str, ...], also: tuple[str, ...], homes: tuple[str, ...], condition: str
) -> None:
    """«Air+water» both boxes, «air|water» either."""
    entry = Placed(box=box, needs=needs, also=also)
    assert (entry.homes, entry.condition) == (homes, condition)
    tables: list[list[str]] = [[], ["air"], ["water"], ["air", "water"]]
    wanted = {"": 4, "water": 2, "air+water": 1, "air|water": 3}[condition]
    assert sum(entry.counts_with(table) for table in tables) == wanted


@pytest.mark.parametrize(
    ("entry", "whole"),
    [
        (RULE, "So."),
        (replace(RULE, ours=Text("Мы.", "We.")), "So. Our decision: We."),
        (replace(RULE, source=Source("ruling", "g-1")), "Our decision: So."),
        (replace(RULE, reconstruction=True), "Our reconstruction: So."),
        (RULING, "So."),
        (replace(RULING, ours=Text("Мы.", "We.")), "So. Our decision: We."),
        (replace(RULING, status="ours"), "Our decision: So."),
        (replace(RULING, status="ours", reconstruction=True), "Our reconstruction: So."),
        (replace(RULING, status="author"), "The author’s answer: So."),
    ],
)
def test_what_is_ours_is_marked_in_all_that_an_entry_says(entry: Clause | Ruling, whole: str) -> None:
    assert entry.whole.en == whole
    assert entry.whole.ru.endswith("." if "Мы." not in entry.whole.ru else "Мы.")


@pytest.mark.parametrize(
    ("text", "ours", "is_long"), [(120, 0, False), (121, 0, True), (60, 60, False), (60, 61, True)]
)
def test_a_long_answer_is_folded(text: int, ours: int, is_long: bool) -> None:
    """LONG_ANSWER: three lines on a phone, ours and not ours."""
    ruling = replace(RULING, text=Text("щ" * text, ""), ours=Text("щ" * ours, "") if ours else None)
    assert ruling.is_long is is_long


def test_a_clarification_rests_on_headings_and_open_sources() -> None:
    grounds = replace(RULING, source="Ход; Счёт, public:kybik").grounds
    assert [tuple(ground) for ground in grounds] == [("Ход", False), ("Счёт", False), ("kybik", True)]
    assert RULING.grounds == ()


def test_a_card_prints_its_rule_and_says_more_on_its_page() -> None:
    short, long = Text("Кратко.", "In short."), Text("Длинно.", "At length.")
    said = [
        (card.printed, card.longer) for card in (CARD, replace(CARD, rule=short), replace(CARD, rule=SAID))
    ]
    assert said == [(SAID, SAID), (short, SAID), (SAID, None)]
    assert replace(CARD, text=None).printed is None
    copies = (Copies("R1:a", ("air", "fire"), 1), Copies("R1:b", ("fire",), 2))
    assert replace(CARD, copies=copies, rule=long).elements == ("air", "fire")


def test_entries_can_be_kept_in_sets_and_read_again_from_what_is_stored() -> None:
    """Tables and files hold them as JSON."""
    revision = Revision("clause", "a.b", "2026-07-30", "changed", SAID, SAID, SAID, {"status": "ours"})
    figure = Figure("f", SAID, SAID, "maze", ("s",), {"n": 1}, box="air", needs=("air",))
    every = (replace(CARD, data={"aliases": ["r"]}, copies=(Copies("R1", (), 1),), rule=SAID), RULE, RULING)
    entries: tuple[Any, ...] = (*every, figure, revision, Passage("1", SAID, "", (), None))
    for entry in entries:
        assert entry in {entry}
        kind: Any = type(entry)
        assert from_json(kind, to_json([entry])) == (entry,)
    assert "Так" in to_json([RULE])
    assert from_json(Phrases, '[[["а"], []]]') == (Phrases(("а",), ()),)
    assert (Passage("1", SAID, "", (), None).key, Passage("1", SAID, "", (), None, box="air").key) == (
        "1",
        "air:1",
    )


def test_defaults_claim_nothing(tmp_path: Path) -> None:
    """A shared clause is nobody's reconstruction, a card worth nothing and known for sure."""
    game = read_from("tiny", tiny_game.write(tmp_path) / "content").content
    shared = [clause for clause in game.clauses if clause.of_all_games]
    assert shared
    assert all(clause.whole == clause.text for clause in shared)
    assert (CARD.points, CARD.guessed, RULING.reconstruction, game.bgg_id) == (0, False, False, 0)


def found_by(game: GameContent) -> dict[str, list[str]]:
    back = game.references_to("card", "one")
    return {
        "kind": [card.id for card in game.of_kind("red")],
        "chapter": [clause.id for clause in game.in_chapter("a")],
        "figure": [clause.id for clause in game.with_figure("f")],
        "changed": [clause.id for clause in game.changed_by("a.b")],
        "rulings": [ruling.id for ruling in game.rulings_of("a.b")],
        "on card": [ruling.id for ruling in game.rulings_on_card("one")],
        "revisions": [each.date for each in game.revisions_of("clause", "a.b")],
        "back": [entry.id for entries in back for entry in entries],
        "of kind": [clause.id for kind in ("red", "blue") if (clause := game.clause_of_kind(kind))],
    }


def test_a_game_finds_entries_by_one_another(tmp_path: Path) -> None:
    leads = Text("{card:one}", "")
    clauses = (
        replace(RULE, figure="f", text=leads),
        replace(RULE, id="c.d", chapter="c", changes=("a.b",), ours=leads),
        replace(RULE, id="components.red", chapter="c"),
        replace(RULE, id="components.kinds", chapter="c"),
    )
    rulings = (
        replace(RULING, clauses=("a.b",), ours=leads),
        replace(RULING, id="g-2", cards=("one",), text=leads),
        replace(RULING, id="g-3", clauses=("c.d",), cards=("two",)),
    )
    cards = (CARD, replace(CARD, id="two", kind="blue", text=leads), replace(CARD, id="three", text=None))
    terms = (Term("t", SAID, leads, Phrases()), Term("u", SAID, SAID, Phrases()))
    changed = Revision("clause", "a.b", "2026-07-30", "changed", SAID, SAID, SAID)
    game = read_from("tiny", tiny_game.write(tmp_path) / "content").content
    revisions = (changed, replace(changed, id="c.d"), replace(changed, kind="card"))
    game = replace(game, clauses=clauses, rulings=rulings, cards=cards, terms=terms, revisions=revisions)
    assert found_by(game) == {
        "kind": ["one", "three"],
        "chapter": ["a.b"],
        "figure": ["a.b"],
        "changed": ["c.d"],
        "rulings": ["g-1"],
        "on card": ["g-2"],
        "revisions": ["2026-07-30"],
        "back": ["a.b", "c.d", "t", "g-1", "g-2", "two"],
        "of kind": ["components.red", "components.kinds"],
    }
    assert replace(game, clauses=()).clause_of_kind("red") is None


def test_what_heads_of_boxes_say_is_added_to_that_of_the_game(tmp_path: Path) -> None:
    """Each thing once, the game's first; where boxes say the same of a thing the last does."""
    home = boxed_game.write(tmp_path / "tiny")
    head = 'headings = ["Ход"]\nsources = ["s"]\nasked = ["play.card"]\nupdated = 2026-07-31\n'
    named = "people = { Ann = '%s' }\nretired = { '%s.old' = '%s.card' }\nseed_spelling = { A = '%s' }\n"
    for box in ("air", "water"):
        boxed_game.change(home, box, "game.toml", "constants", head + named.replace("%s", box) + "constants")
    reading = read_whole_from("tiny", home)
    game, alone = reading.content, reading.base
    assert (game.headings, game.sources, game.asked) == (("Ход",), ("s",), ("play.card",))
    assert (game.people, game.seed_spelling) == ({"Ann": "water"}, {"A": "water"})
    assert game.retired == {"air.old": "air.card", "water.old": "water.card"}
    assert (alone.headings, alone.people, alone.retired, alone.updated) == ((), {}, {}, "2026-07-30")
    assert (game.updated, len(game.digest)) == ("2026-07-31", 16)
    assert reading.with_boxes(["air"]).content.people == {"Ann": "air"}
    assert game.clauses[0].id == "play.card"
    assert [clause.chapter for clause in game.clauses if clause.box] == ["air-play", "air-play", "water-play"]
    boxed_game.change(home, "water", "rules.toml", '"water-play"', '"play"')
    later = read_whole_from("tiny", home).content
    assert [(clause.id, clause.number) for clause in later.clauses[:2]] == [
        ("play.card", "1.1"),
        ("water.card", "1.2"),
    ]

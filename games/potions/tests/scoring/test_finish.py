"""What the end of a game of «Зельеварение» tells, on sheets small enough to count by hand."""

from rulebook.content import reading
from tests.scoring.endings import End

CARDS = {card.id: card for card in reading.load("potions").cards}
DEAR = max(CARDS.values(), key=lambda card: card.points or 0).id


def end(*plays: str) -> End:
    return End("potions", 3, [(f"play.m{n}", text) for n, text in enumerate(plays, start=1)])


def test_the_dearest_card_rests_on_the_entry_that_played_it() -> None:
    fact = end("1 element 1", f"2 assemble {DEAR}", "3 element 1").facts["dearest"]
    assert fact.params == {"seat": 1, "card": DEAR, "n": CARDS[DEAR].points}
    assert (fact.clause, fact.entries) == ("assemble.points", (2,))


def test_two_cards_as_dear_are_not_told() -> None:
    assert "dearest" not in end(f"1 assemble {DEAR}", f"2 assemble {DEAR}").facts


def test_halves_elements_recipes_and_spells_are_counted_each_by_itself() -> None:
    facts = end(
        f"1 assemble {DEAR} 3",
        "2 element 1",
        "2 element 1",
        "1 element 1",
        "3 spell spell_of_knowledge",
    ).facts
    assert facts["halves_most"].params == {"seat": 2, "n": CARDS[DEAR].points // 2}
    assert facts["assembled_most"].params == {"seat": 0, "n": 1}
    assert facts["elements_most"].params == {"seat": 1, "n": 2}
    assert facts["elements_most"].entries == (2, 3, 4)
    assert facts["spells_most"].params == {"seat": 2, "n": 1}


def test_what_two_share_nobody_is_named_for() -> None:
    facts = end(
        "1 element 1", "2 element 1", "1 spell spell_of_knowledge", "2 spell spell_of_knowledge"
    ).facts
    assert not facts.keys() & {"elements_most", "spells_most", "halves_most", "assembled_most", "margin"}


def test_the_course_goes_from_play_to_play() -> None:
    ended = end("1 element 1", f"2 assemble {DEAR} 1", "3 element 0")
    course = ended.finish.course(ended.tally)
    worth = CARDS[DEAR].points
    assert [step.totals for step in course.steps] == [
        (1, 0, 0),
        (1 + worth // 2, worth, 0),
        (1 + worth // 2, worth, 0),
    ]
    assert course.steps[-1].totals == ended.tally.totals

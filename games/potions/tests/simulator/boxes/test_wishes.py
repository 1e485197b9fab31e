"""What a quick player wishes for on top of the cards in hand."""

import pytest

from simulator.game import engine_of

GAME = engine_of("potions")
SIX = "elixir_citrinitas elixir_rubedo powder_vermilion powder_atramentum aqua_regis talisman_smaragdium"


def wishes(sets, hand, luck=0.0, **keys):
    hands = {"Оля": hand, "Саша": 3, "Рита": 3}
    short = {"players": [*hands], "turn": "Оля", "hands": hands, "options": {"sets": sets}, **keys}
    state = GAME.decode(short)
    asked = [each(state, 0, lambda: luck) for each in state.course.wished_moves]
    return {str(move): value for found in asked for value, move in found}


def test_a_card_from_a_deck_is_worth_more_than_an_element_and_less_than_a_stage():
    found = wishes("guild", "elixir_nigredo dragon", sequences={"Оля": ["sequence_card_a"]})
    assert found["draw guild"] == found["draw practicum"] == 1.2
    assert found["stage elixir_nigredo 1"] == 2 + 1


@pytest.mark.parametrize(("others", "worth"), [(9, 10 + 1), (10, 10 + 1), (11, 1)])
def test_a_stone_is_worth_its_points_where_that_wins(others, worth):
    """guild.stone.end: the game is over with it; a shared win is a win."""
    sequences = {"Оля": ["sequence_card_a", "", SIX], "Саша": ["sequence_card_b"]}
    scores = {"Рита": others}
    found = wishes("guild", "stone_magisterium dragon", sequences=sequences, scores=scores)
    assert found["stage stone_magisterium 2"] == worth


def test_the_scruple_is_best_given_to_whoever_leads():
    """university.scruple.pass: to anybody with more points."""
    found = wishes("university", "scruple_of_conscience dragon", scores={"Саша": 10, "Рита": 40})
    given = {move: worth for move, worth in found.items() if move.startswith("give")}
    assert given == {"give scruple_of_conscience 2": 0.5, "give scruple_of_conscience 3": 2.0}


@pytest.mark.parametrize(
    ("sets", "hand"), [("guild", "elixir_nigredo"), ("university", "scruple_of_conscience")]
)
def test_chance_counts_for_a_quarter_of_a_point(sets, hand):
    """Of two wishes that are worth about the same, it isn't always the same one that comes first."""
    plain, lucky = (wishes(sets, f"{hand} dragon", luck, scores={"Саша": 10}) for luck in (0.0, 1.0))
    assert len(plain) > 2
    assert lucky == {move: worth + 0.25 for move, worth in plain.items()}

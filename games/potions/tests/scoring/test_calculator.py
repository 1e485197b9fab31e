"""How plays are counted and who wins: each test names the clause it holds to."""

import pytest

from games.potions.scoring.points import (
    ASSEMBLE,
    BEFORE,
    COPIES,
    ELEMENT,
    GAME,
    INGREDIENT,
    KINDS,
    SPELL,
    TRACK,
    BoxPoints,
    OnTrack,
    Play,
    Used,
    element_points,
    elements_on,
    gains,
    half,
    is_spell,
    lines_of,
    on_track,
    points_of,
    score,
    totals,
    winners,
)
from games.potions.scoring.sheet import track

DRAGON = Play(0, ASSEMBLE, "dragon", 0, (1, 2))
GAME_OF_THREE = [
    Play(0, ELEMENT, "griffin", 1),
    Play(1, ELEMENT, "elixir_of_fidelity", 0),
    Play(2, ELEMENT, "supreme_elixir", 3),
    DRAGON,
    Play(1, SPELL, "spell_of_knowledge:mushrooms"),
    Play(1, ASSEMBLE, "elixir_of_wisdom:astral_energy"),
]
TWO = score(3, GAME_OF_THREE)[:2]


def test_the_example_of_the_rulebook_adds_up() -> None:
    """«ПРИМЕР ИГРЫ»: 2 for the elixir, 1 for the feather, nothing for the spell, 4 for the powder."""
    plays = [
        Play(0, ASSEMBLE, "elixir_of_invisibility"),
        Play(0, ELEMENT, "fire_salamander", 1),
        Play(0, SPELL, "spell_of_transformation:mandrake"),
        Play(0, ASSEMBLE, "powder_of_fate"),
    ]
    assert totals(2, plays) == (7, 0)


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("love_potion", 2),
        ("elixir_of_wisdom", 3),
        ("elixir_of_wisdom:quintessence_of_will", 3),
        ("powder_of_fate", 4),
        ("great_elixir_of_omen", 6),
        ("talisman_palantirium", 8),
        ("unicorn", 8),
        ("great_talisman_of_magic", 10),
        ("supreme_elixir", 10),
        ("spell_of_knowledge", 0),
    ],
)
def test_a_card_is_worth_what_it_says(card: str, points: int) -> None:
    """assemble.points: by the card's id or by the code of its copies."""
    assert points_of(card) == points


def test_a_card_that_is_not_of_the_deck_has_no_points() -> None:
    """components.deck."""
    with pytest.raises(KeyError):
        points_of("philosophers_stone")


def test_every_recipe_that_takes_a_recipe_is_worth_an_even_number() -> None:
    """assemble.half, ruling 9: a half is never rounded."""
    for card in GAME.cards:
        if any(ingredient.kind != "element" for ingredient in card.ingredients):
            assert card.points == 2 * half(card.points), card.id


@pytest.mark.parametrize(
    ("play", "gained"),
    [
        # assemble.half, assemble.once, ruling 10: each owner gets one half, the builder all.
        (DRAGON, {0: 8, 1: 4, 2: 4}),
        # assemble.own, ruling 11: nobody else gets anything for a recipe of one's own ingredients.
        (DRAGON._replace(owners=()), {0: 8}),
        # element.new, great.elements: one for each new element, none for others.
        *((Play(1, ELEMENT, "supreme_elixir", new), {1: new}) for new in range(4)),
        # spell.place
        (Play(1, SPELL, "spell_of_knowledge:mushrooms"), {1: 0}),
        # score.record: points from before it count as they are.
        (Play(2, BEFORE, "", 41), {2: 41}),
    ],
)
def test_what_a_play_brings(play: Play, gained: dict[int, int]) -> None:
    assert gains(play) == gained


def test_new_elements_and_points_from_before_are_told_as_they_are() -> None:
    """element.new, score.record."""
    assert [element_points(new) for new in range(4)] == [0, 1, 2, 3]
    assert [line.code for line in score(3, [Play(2, BEFORE, "", 41)])[2].lines] == ["before"]


def test_the_lines_say_where_each_point_comes_from() -> None:
    """assemble.points, assemble.half, element.new, great.elements: with the clause of each."""
    lines = [
        [(line.code, line.clause, line.points) for line in each.lines] for each in score(3, GAME_OF_THREE)
    ]
    assert lines == [
        [("element_new", "element.new", 1), ("assembled", "assemble.points", 8)],
        [
            ("element_old", "element.new", 0),
            ("half", "assemble.half", 4),
            ("assembled", "assemble.points", 3),
        ],
        [("element_great", "great.elements", 3), ("half", "assemble.half", 4)],
    ]


def test_lines_name_the_card_and_the_number() -> None:
    """assemble.half: whose recipe was used hears who built what, and the half that it brought."""
    (own,), (owned,) = ([line for line in each.lines if line.params["card"] == "dragon"] for each in TWO)
    assert own.params == {"card": "dragon", "n": 8}
    assert owned.params == {"card": "dragon", "seat": 0, "n": 4}
    (before,) = score(1, [Play(0, BEFORE, "", 41)])[0].lines
    assert (before.clause, before.params, before.points) == ("score.record", {"n": 41}, 41)
    assert lines_of(Play(0, SPELL, "spell_of_knowledge")) == []


def test_an_element_of_a_card_that_is_not_named_is_new_or_not() -> None:
    """element.new: a sheet needn't name the card, nor is it then one of the Great ones."""
    assert [line.code for line in score(1, [Play(0, ELEMENT, "", n) for n in (0, 1, 2)])[0].lines] == [
        "element_old",
        "element_new",
        "element_new",
    ]


def test_spells_are_told_from_recipes_and_great_cards_carry_more() -> None:
    """spell.play, great.elements."""
    assert is_spell("spell_of_knowledge")
    assert not is_spell("dragon")
    assert [elements_on(card) for card in ("dragon", "supreme_elixir")] == [1, 3]


def test_what_was_played_is_spent_and_points_from_before_are_no_card() -> None:
    """score.record."""
    assert {name for name, kind in KINDS.items() if not kind.spends} == {BEFORE}


def test_a_box_adds_nothing_of_itself() -> None:
    """assemble.half: unless a box says so, no half is silent and no owner has a second one."""
    assert BoxPoints().silence(Used("dragon", True, True), INGREDIENT) == ""
    assert BoxPoints().half_again({}, 4) is None


def test_totals_gains_and_lines_agree() -> None:
    """score.record."""
    scores = score(3, GAME_OF_THREE)
    assert totals(3, GAME_OF_THREE) == tuple(each.points for each in scores) == (9, 7, 7)
    assert all(each.points == sum(line.points for line in each.lines) for each in scores)


def test_the_most_points_win_and_a_tie_is_shared() -> None:
    """series.winner, series.tie, ruling 26."""
    assert winners((9, 7, 7)) == (0,)
    assert winners((7, 9, 9)) == (1, 2)
    assert winners((0, 0)) == (0, 1)


@pytest.mark.parametrize(
    ("points", "place"),
    [(0, (0, 0)), (1, (0, 1)), (30, (0, 30)), (31, (1, 1)), (60, (1, 30)), (61, (2, 1)), (-1, (0, 0))],
)
def test_the_track_has_thirty_fields_and_laps(points: int, place: tuple[int, int]) -> None:
    """score.record, ruling 27: after 30 the token is turned over, points go on adding up."""
    assert TRACK == 30 == len(track.FIELDS)  # as many as the page draws
    assert on_track(points) == OnTrack(*place)


def test_the_deck_has_seventy_six_cards() -> None:
    """components.deck: two of each simple elixir and spell, three of each complex elixir, one of the rest."""
    assert sum(COPIES.values()) == 76
    by_kind = {card.kind: COPIES[card.id] for card in GAME.cards}
    assert by_kind == {
        "simple_elixir": 2,
        "complex_elixir": 3,
        "powder": 1,
        "great_elixir": 1,
        "talisman": 1,
        "creature": 1,
        "great_talisman": 1,
        "supreme_elixir": 1,
        "spell": 2,
    }

"""A box is an addition: the base engine knows none, and without them it is what it was."""

import ast
import re

import pytest
from django.conf import settings

from games.potions.simulator.engine.courses import course_of, courses, every_box
from rulebook.content import reading
from simulator.engine.refusal import BadConfig
from simulator.game import engine_of

GAME = engine_of("potions")
HOME = settings.BASE_DIR / "games" / "potions" / "simulator"
BASE = sorted(HOME.glob("engine/*.py"))
BOXES = tuple(every_box())
OWN_CARDS = {card.id for card in reading.whole("potions").cards if card.box}


def words_in(path):
    """Every name and every text of a module, but for what it says of itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    told = ast.Module | ast.ClassDef | ast.FunctionDef
    docs = [ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, told)]
    said = [text for text in texts if isinstance(text, str) and text not in docs]
    return {word for text in (*said, *names) for word in re.findall(r"\w+", text)}


@pytest.mark.parametrize("path", BASE, ids=lambda path: path.name)
def test_no_file_of_the_base_engine_names_a_box_or_a_card_of_one(path):
    """DESIGN: an expansion is an addition."""
    assert words_in(path).isdisjoint({*BOXES, *OWN_CARDS})


def test_every_set_of_boxes_is_a_course_in_any_order():
    """The option `sets`."""
    assert list(courses()) == ["base", "guild", "university", "guild,university"]
    for value in ("guild,university", "university,guild", " university , guild "):
        state = GAME.new_game({"players": 2, "options": {"sets": value}}, 1).state
        assert state.course == course_of(("guild", "university"))
        assert GAME.encode(state)["options"]["sets"] == "guild,university"


@pytest.mark.parametrize("value", ["", "gild", "guild,guild", "base,guild", 1, None, ["guild"]])
def test_another_set_is_refused(value):
    with pytest.raises(BadConfig) as caught:
        GAME.new_game({"players": 2, "options": {"sets": value}}, 1)
    assert [refusal.code for refusal in caught.value.refusals] == ["bad_option"]


def test_the_base_game_has_nothing_of_a_box_in_its_positions_and_views():
    """The wire is frozen."""
    state = GAME.new_game({"players": 3, "options": {"sets": "base"}}, 1).state
    same = GAME.new_game({"players": 3, "options": {}}, 1).state
    assert state == same
    assert set(GAME.encode(state)["options"]) == {"first_player", "spell_follow_up"}
    assert {"sequences", "circle", "lacks", "backs"}.isdisjoint(GAME.encode(state))
    assert {"sequences", "circle", "lacks", "backs"}.isdisjoint(GAME.view_json(GAME.view(state, 0)))
    assert len(state.cupboard.stacks) == 16


def test_a_card_of_a_box_that_isnt_on_the_table_is_refused():
    state = GAME.new_game({"players": 2, "options": {}}, 1).state
    refusal = GAME.check(state, state.first, GAME.parse(state, state.first, "element alkahest"))
    assert (refusal.code, refusal.clause) == ("other_box", "components.deck")


@pytest.mark.parametrize(("sets", "size"), [("guild", 6), ("university", 6), ("guild,university", 8)])
def test_the_deal_and_the_first_cupboard(sets, size):
    """guild.deal, guild.both.deal: four of the base deck, two of each box, to each and into the cupboard."""
    state = GAME.new_game({"players": 4, "options": {"sets": sets, "first_player": "2"}}, 5).state
    hands = [len(hand) for hand in state.hands]
    assert hands[2:] == [size] * 2
    assert sum(map(len, state.cupboard.stacks)) + len(state.cupboard.apart) == size
    for deck, cards in zip(state.course.deck_ids, state.course.decks, strict=True):
        dealt = 4 if deck == "practicum" else 2
        place = state.course.deck_ids.index(deck)
        drawn = sum(GAME.view(state, None).backs[seat][place] for seat in (0, 2, 3))
        assert drawn == 3 * dealt
        assert len(cards) == {"practicum": 76, "guild": 54, "university": 63}[deck]

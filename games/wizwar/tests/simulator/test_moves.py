"""What can be said: the words of a turn are those that the rules carry out."""

from games.wizwar.simulator.engine.course import course_of, courses
from games.wizwar.simulator.engine.moves import ELSEWHERE, OF_A_TURN
from games.wizwar.simulator.engine.rules import VERBS


def test_the_verbs_of_a_turn_are_those_that_do_something():
    of_boxes = {verb for sets in courses() for verb in course_of(sets).verbs}
    assert set(VERBS) | of_boxes == OF_A_TURN
    assert not OF_A_TURN & set(ELSEWHERE)

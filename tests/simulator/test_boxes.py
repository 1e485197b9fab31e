"""Boxes in an engine: which of them answer, in which order, and how an option names them."""

import pytest

from simulator.engine.boxes import BASE, Asked, every_set, read_sets
from simulator.engine.refusal import BadConfig


class Box:
    name = "none"

    def greeting(self, whom: str) -> str:
        """What it says first."""
        return f"Hello, {whom}"

    def farewell(self) -> str:
        """What it says last."""
        return "Bye"


class Loud(Box):
    def greeting(self, whom: str) -> str:
        return whom.upper()


class Louder(Loud):
    def farewell(self) -> str:
        return super().farewell().upper()


def test_those_boxes_answer_that_override_a_method_in_their_order():
    asked = Asked(Box, (Louder(), Box(), Loud()))
    assert [answer("you") for answer in asked(Box.greeting)] == ["YOU", "YOU"]
    assert [answer() for answer in asked(Box.farewell)] == ["BYE"]


def test_the_first_answer_that_says_anything_counts():
    asked = Asked(Box, (Louder(), Loud()))
    assert asked.first(Box.greeting, "") is None
    assert (asked.first(Box.greeting, whom="you"), asked.first(Box.farewell)) == ("YOU", "BYE")


def test_without_boxes_nobody_answers():
    assert Asked(Box, ())(Box.greeting) == Asked(Box, (Box(),))(Box.greeting) == ()


def test_what_the_base_class_has_not_cannot_be_asked():
    with pytest.raises(KeyError):
        Asked(Box, (Loud(),))(Loud.greeting)


def test_every_set_of_boxes_has_a_value_none_first():
    assert list(every_set(())) == [BASE]
    assert dict(every_set(["b", "a"])) == {BASE: (), "a": ("a",), "b": ("b",), "a,b": ("a", "b")}


@pytest.mark.parametrize(("value", "sets"), [(BASE, BASE), ("a", "a"), ("b,a", "a,b"), (" b , a ", "a,b")])
def test_an_option_names_boxes_in_any_order(value, sets):
    assert read_sets(value, every_set("ab")) == sets


@pytest.mark.parametrize("value", ["", "c", "a,a", "a,base", ["a"], None, "x" * 100])
def test_an_option_that_names_no_set_of_boxes_is_refused_with_the_choices(value):
    with pytest.raises(BadConfig) as error:
        read_sets(value, every_set("ab"))
    (refusal,) = error.value.refusals
    assert (refusal.code, refusal.clause) == ("bad_option", "setup.players")
    assert dict(refusal.params) == {"name": "sets", "value": str(value)[:80], "choices": "base; a; b; a,b"}

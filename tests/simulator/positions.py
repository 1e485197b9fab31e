"""What the shared tests of positions know of a game: `positions.py` in its folder of tests, or in a box's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from hypothesis import strategies as st

from rulebook import finder
from rulebook.content import reading
from rulebook.wording import sentences
from simulator.engine.refusal import BadPosition
from simulator.engine.rules import Rules
from simulator.game import engine_of
from web.refusal import Refusal


@dataclass(frozen=True)
class Editor:
    """What people type into the editor of a game's positions."""

    fields: Mapping[str, Any]  # a position that can be
    faults: Sequence[tuple[Mapping[str, Any], str]]  # other fields, and the clause that they offend
    forms: Sequence[Mapping[str, Any]]  # nothing that can be played from
    whole: Callable[[], Sequence[Mapping[str, Any]]]  # positions that come back as they were
    shared: Sequence[Mapping[str, Any]] = ()  # addresses of positions that can't be, beside `impossible`


@dataclass(frozen=True)
class Positions:
    """A position of a game as people write it, and all that can't be written in its place."""

    game_id: str
    names: Sequence[str]
    short: Mapping[str, Any]
    # Keys that make of the position above one that can't be; the code of its refusal, and its clause.
    impossible: Sequence[tuple[Mapping[str, Any], str] | tuple[Mapping[str, Any], str, str]]
    encoded: Callable[[], Sequence[Mapping[str, Any]]]  # states of many kinds
    editor: Editor
    # What is not so in the position above, and how it is called; what can't be expected of any position.
    differing: Sequence[tuple[Mapping[str, Any], str]] = ()
    unmeetable: Sequence[Mapping[str, Any]] = ()
    more_keys: Sequence[str] = ()  # that the short form has besides those of the position above
    words: tuple[str, ...] = ()  # which mean something in a short form
    values: Sequence[Any] = ()  # which mean something in an encoded state
    # Changes of an encoded state that leave it none, and what its refusal names.
    broken: Sequence[tuple[Mapping[str, Any], str]] = ()
    lines: Mapping[str, tuple[Mapping[str, Any], tuple[int, ...]]] = field(default_factory=dict)
    tries: int = 200  # fewer where there is much to look at in a state

    @property
    def game(self) -> Rules[Any, Any]:
        return engine_of(self.game_id)

    def codes(self, data: object) -> list[str]:
        """The refusals of a position, by code."""
        return [refusal.code for refusal in self.refusals(data)]

    def refusals(self, data: object) -> Sequence[Refusal]:
        """Each must have a clause and words in both languages."""
        rules = reading.whole(self.game_id)
        with pytest.raises(BadPosition) as caught:
            self.game.decode(data)
        for refusal in caught.value.refusals:
            assert refusal.clause in rules.clause_by_id, refusal
            for lang in ("ru", "en"):
                assert sentences.render(rules, "refusal", refusal.code, refusal.params, lang), refusal
        return caught.value.refusals

    @property
    def keys(self) -> list[str]:
        return [*self.game.short(self.game.decode(dict(self.short)), self.names), *self.more_keys]


def all_positions() -> dict[str, Positions]:
    """By the folder that they stand in: a game, or the boxes of a game."""
    found = {}
    for path in sorted(finder.GAMES.glob("*/tests/simulator/**/positions.py")):
        module = import_module(".".join(path.relative_to(finder.ROOT).with_suffix("").parts))
        game, _tests, _simulator, *inside = path.parent.relative_to(finder.GAMES).parts
        found["/".join((game, *inside))] = module.POSITIONS
    return found


@cache  # making it anew for every draw would cost more than the draw
def junk(words: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Any JSON, in which there may be words that mean something."""
    return st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=6)
        | st.sampled_from([*words, ""]),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.text(max_size=6) | st.sampled_from([*words, ""]), inner, max_size=4)
        ),
        max_leaves=10,
    )

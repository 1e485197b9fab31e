"""Members that stand as functions in modules: which are taken, and that each is called as its base says."""

from inspect import isfunction, signature
from types import ModuleType

import pytest

from simulator.engine.rules import Rules
from simulator.game import engine_of, played_games, table_of
from simulator.table.base import Table

PROMISED = [
    (game_id, kind.__name__, name)
    for game_id in played_games()
    for kind in (Rules, Table)
    for name, member in vars(kind).items()
    if isfunction(member) and not name.startswith("_")
]


def module(name: str, **members: object) -> ModuleType:
    """A module as it is after the import; its functions stand in it."""
    made = ModuleType(name)
    vars(made).update(members)
    for member in filter(isfunction, members.values()):
        member.__module__ = name if member.__module__ == __name__ else member.__module__
    return made


def rules_of(*parts: ModuleType) -> type:
    class Made(Rules, parts=parts):
        """An engine."""

    return Made


def test_every_member_is_called_as_the_base_class_says():
    for game_id, kind, name in PROMISED:
        base, thing = {"Rules": (Rules, engine_of), "Table": (Table, table_of)}[kind]
        _, *promised = signature(getattr(base, name)).parameters.values()
        own = signature(getattr(thing(game_id), name))
        needed = [each.name for each in promised if each.default is each.empty]
        try:
            own.bind(*[each.name for each in promised])
            own.bind(*needed, **{each.name: each.default for each in promised[len(needed) :]})
        except TypeError as error:
            pytest.fail(f"{game_id}, {kind}.{name}: {error}")


def test_a_part_brings_the_functions_that_are_called_as_members():
    made = rules_of(module("play", to_act=lambda state: state, beside=lambda: 0, _hidden=lambda: 0, rules=2))
    assert made().to_act("asked") == "asked"
    assert made().rules == Rules.rules
    assert not hasattr(made, "beside")
    assert not hasattr(made, "_hidden")


def test_what_a_module_has_from_elsewhere_is_no_member():
    away = module("away", check=lambda state, seat, move: None)
    made = rules_of(module("play", to_act=lambda state: state, check=away.check))
    assert made.check is Rules.check


def test_a_package_brings_what_stands_in_its_modules():
    inside = module("bots.greedy", hint=lambda view, seed, budget: seed)
    assert rules_of(module("bots", hint=inside.hint))().hint(None, 7, 0) == 7


def test_sight_is_a_member_where_a_game_has_it():
    assert rules_of(module("lookout", sees=lambda state, origin, target: True))().sees(None, 0, 1)


def test_a_member_stands_once():
    one, two = (module(name, say=lambda state, seat, move: ("", {})) for name in ("one", "two"))
    with pytest.raises(TypeError, match=r"duplicate member: two\.say"):
        rules_of(one, two)


def test_a_part_without_members_is_a_slip():
    with pytest.raises(TypeError, match="no members: empty"):
        rules_of(module("empty", beside=lambda: 0))


def test_an_engine_in_no_room_says_by_which_name_it_was_imported():
    """`PYTHONPATH=examples GRIMOIRE_GAMES=fireflies` ended in a bare StopIteration."""
    with pytest.raises(LookupError, match=r"^tests\.simulator\.test_parts is imported by another name than"):
        _ = rules_of()().id  # type: ignore[abstract]

"""Engines and tables whose members stand as plain functions in modules: `class Go(Rules, parts=(view,))`.

A module is a part as a whole: whatever public function in it has the name of a member is that member.
"""

from collections.abc import Sequence
from types import ModuleType


def take_members(kind: type, parts: Sequence[ModuleType], *also: type) -> None:
    """Gives a class the functions of its parts that are called as its members, or those of `also`, are.

    Raises TypeError for a member that stands twice, and for a part that has none.
    """
    for part in parts:
        found = [name for name in vars(part) if _is_its_own(part, name) and _is_member(name, kind, *also)]
        if not found:
            raise TypeError(f"no members: {part.__name__}")
        for name in found:
            if name in vars(kind):
                raise TypeError(f"duplicate member: {part.__name__}.{name}")
            setattr(kind, name, staticmethod(getattr(part, name)))


def _is_its_own(part: ModuleType, name: str) -> bool:
    """Whether it is a public function that stands in this module, or in the modules of this package."""
    value = getattr(part, name)
    home = getattr(value, "__module__", None) or ""
    public = callable(value) and not isinstance(value, type) and not name.startswith("_")
    return public and f"{home}.".startswith(f"{part.__name__}.")


def _is_member(name: str, *kinds: type) -> bool:
    return any(hasattr(kind, name) for kind in kinds)

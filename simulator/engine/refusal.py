"""How engines say no."""

from collections.abc import Iterable

from web.refusal import Refusal


class IllegalMove(Exception):
    """A move that the rules forbid; `refusal` says which clause."""

    def __init__(self, refusal: Refusal):
        self.refusal = refusal
        super().__init__(f"{refusal.code} ({refusal.clause})")


class _Refused(Exception):
    def __init__(self, refusals: Iterable[Refusal]):
        self.refusals = tuple(refusals)
        super().__init__(", ".join(refusal.code for refusal in self.refusals))


class BadPosition(_Refused):
    """A position that can't exist, or data that is no position at all."""


class BadConfig(_Refused):
    """A game that can't be set up: seats or options out of their limits."""


class BadRecord(_Refused):
    """A record that can't be replayed: broken data, or a move that the rules refuse at that ply."""
